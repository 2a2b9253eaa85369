#include "uci/lines/line_words.h"

#include <string.h>

#include "engine/base/text.h"

line_word line_word_next(const char **line) {
    *line += strspn(*line, " \t");
    line_word w = {*line, strcspn(*line, " \t")};
    *line += w.len;
    return w;
}

bool line_word_is(line_word w, const char *word) {
    return strlen(word) == w.len && memcmp(w.at, word, w.len) == 0;
}

bool line_word_among(const char *line, const char *word) {
    for (line_word w; (w = line_word_next(&line)).len;)
        if (line_word_is(w, word)) return true;
    return false;
}

void line_word_copy(line_word w, char out[LINE_WORD_SIZE]) {
    text t = text_over(out, LINE_WORD_SIZE);
    text_putn(&t, w.at, w.len);
}
