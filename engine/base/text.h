#ifndef ENGINE_BASE_TEXT_H
#define ENGINE_BASE_TEXT_H
/* Writing and reading text without ever running over an edge.
 *
 * A `text` is a buffer with a length: either over the caller's storage (then what does not fit is
 * cut), or growing on the heap. `cut` says that something was lost; the content always ends in
 * NUL. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

typedef struct text {
    char *at;
    size_t len, cap;
    bool grows, cut;
} text;

text text_over(char *buf, size_t cap); /* cap > 0; buf[0] becomes NUL */
text text_growing(void);               /* ended with text_done() */
void text_done(text *t);
void text_clear(text *t);
void text_truncate(text *t, size_t len); /* back to an earlier length */
const char *text_string(const text *t);  /* never NULL */
/* What always holds, for assertions: the content ends in NUL inside the buffer. */
static inline bool text_check(const text *t) {
    return t->at ? t->len < t->cap && t->at[t->len] == '\0' : t->len == 0 && t->cap == 0;
}

void text_put(text *t, const char *s);
void text_putn(text *t, const char *s, size_t n);
void text_char(text *t, char c);
void text_repeat(text *t, char c, int n);
void text_format(text *t, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* A sentence and a line end, in lines of at most `width` columns where its words allow it. It
 * begins at column `at`; later lines are indented. */
typedef struct text_layout {
    int at, indent, width;
} text_layout;
void text_wrapped(text *t, const char *sentence, text_layout where);

/* Words of a line: spaces and tabs are replaced by NULs in `line`, which must outlive the words. */
typedef struct words {
    char **at;
    size_t count, cap;
} words;

status words_split(words *w, char *line, error *err);
void words_done(words *w);

/* Strict numbers: the entire string or nothing, no signs or spaces but a leading '-' where negative
 * numbers make sense. */
bool text_u64(const char *s, uint64_t max, uint64_t *out);
bool text_i64(const char *s, int64_t min, int64_t max, int64_t *out);
bool text_real(const char *s, double *out);
bool text_hex(const char *s, uint64_t *out); /* 1 to 16 digits */

bool text_same(const char *a, const char *b); /* equal, ASCII case-insensitive */
bool text_starts(const char *s, const char *prefix);
bool text_is_digit(char c);
bool text_is_alpha(char c);
bool text_is_name(const char *s);  /* a letter, then letters, digits, '-', '_' or '.' */
bool text_is_plain(const char *s); /* printable ASCII without spaces, not empty */

/* How many single-letter edits lead from a to b; for "did you mean" hints. Long words count as
 * far. */
int text_distance(const char *a, const char *b);

#endif
