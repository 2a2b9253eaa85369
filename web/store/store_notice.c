#include "web/store/store_notice.h"

#include <string.h>

#include "engine/base/text.h"

/* Up to the next space; *rest is NULL where it is the last piece. */
static char *cut(char *from, char **rest) {
    *rest = strchr(from, ' ');
    if (*rest) *(*rest)++ = '\0';
    return from;
}

store_notice store_notice_read(char *said) {
    store_notice n = {.process = ""};
    char *rest;
    if (!text_i64(cut(said, &rest), 0, INT64_MAX, &n.newest)) n.newest = 0;
    if (rest) n.process = cut(rest, &n.words);
    return n;
}

const char *store_notice_word(store_notice *n) {
    while (n->words) {
        const char *word = cut(n->words, &n->words);
        if (*word) return word;
    }
    return NULL;
}
