#ifndef UCI_LINES_LINE_WORDS_H
#define UCI_LINES_LINE_WORDS_H
/* The words of a line, without memory. */

#include <stdbool.h>
#include <stddef.h>

typedef struct line_word {
    const char *at;
    size_t len; /* 0: there is no word */
} line_word;

enum { LINE_WORD_SIZE = 64 };

line_word line_word_next(const char **line); /* *line is left after it */
bool line_word_is(line_word w, const char *word);
bool line_word_among(const char *line, const char *word);

/* A copy for an error, which shows no more of it. */
void line_word_copy(line_word w, char out[LINE_WORD_SIZE]);

#endif
