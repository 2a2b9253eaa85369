#include "web/shared_word.h"

#include <string.h>

#include "engine/base/text.h"

/* A number up to this letter ('\0': up to the end); NULL where there is none, else what follows it. */
static const char *number_upto(const char *from, char end, int64_t *out) {
    char digits[24];
    size_t len = 0;
    while (from[len] && from[len] != end) len++;
    if (from[len] != end || len >= sizeof digits) return NULL;
    memcpy(digits, from, len);
    digits[len] = '\0';
    if (!text_i64(digits, 0, INT64_MAX, out)) return NULL;
    return from + len + (end != '\0');
}

static bool read_end(const char *said, shared_word *out) {
    int64_t others = 0;
    said = number_upto(said, ':', &out->account);
    if (said) said = number_upto(said, ':', &out->session);
    if (said) said = number_upto(said, '\0', &others);
    out->others = others != 0;
    return said != NULL;
}

static bool read_stream(const char *said, shared_word *out) {
    const char *point = strchr(said, '.');
    out->rest = said;
    return point && number_upto(point + 1, '\0', &out->number) && out->number > 0;
}

static bool read_here(const char *said, shared_word *out) {
    size_t len = strcspn(said, ":");
    if (len >= sizeof out->room || !said[len]) return false;
    memcpy(out->room, said, len);
    out->room[len] = '\0';
    return number_upto(said + len + 1, '\0', &out->account) && out->account > 0;
}

bool shared_word_read(const char *word, shared_word *out) {
    static const struct {
        const char *begin;
        shared_kind kind;
        bool (*read)(const char *said, shared_word *out); /* NULL: the rest as it is */
    } forms[] = {{"room:", SHARED_ROOM, NULL},
                 {"end:", SHARED_END, read_end},
                 {"stream:", SHARED_STREAM, read_stream},
                 {"here:", SHARED_HERE, read_here},
                 {"thought:", SHARED_THOUGHT, NULL},
                 {"stop:", SHARED_STOP, NULL}};
    *out = (shared_word){.kind = SHARED_MISSED, .rest = ""};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!text_starts(word, forms[i].begin)) continue;
        out->kind = forms[i].kind;
        out->rest = word + strlen(forms[i].begin);
        return !forms[i].read || forms[i].read(out->rest, out);
    }
    return strcmp(word, "*") == 0;
}
