#include "web/http/web_target.h"

#include <string.h>

#include "engine/base/memory.h"

static int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* How many bytes follow the first one of a character; -1: none begins so. */
static int following(unsigned char c, unsigned *low) {
    *low = 0x80;
    if (c < 0x80) return 0;
    if (c < 0xc2) return -1;
    if (c < 0xe0) return 1;
    if (c < 0xf0) {
        if (c == 0xe0) *low = 0xa0;
        return 2;
    }
    if (c == 0xf0) *low = 0x90;
    return c < 0xf5 ? 3 : -1;
}

/* UTF-8 without control characters. */
static bool clean(const char *s) {
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        unsigned low;
        int more = following(c, &low);
        if (c < 0x20 || c == 0x7f || more < 0) return false;
        unsigned high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
        for (; more > 0; more--, low = 0x80, high = 0xbf) {
            unsigned next = (unsigned char)*++s;
            if (next < low || next > high) return false;
        }
    }
    return true;
}

/* Decodes what ends at NUL, in place. */
static bool decode(char *s, bool plus) {
    char *to = s;
    for (; *s; s++) {
        if (*s == '%') {
            int high = hex_value(s[1]), low = high < 0 ? -1 : hex_value(s[2]);
            if (low < 0 || (high == 0 && low == 0)) return false;
            *to++ = (char)(high << 4 | low);
            s += 2;
        } else {
            *to++ = plus && *s == '+' ? ' ' : *s;
        }
    }
    *to = '\0';
    return true;
}

static bool read_pair(web_request *q, char *name) {
    char *value = strchr(name, '=');
    if (value)
        *value++ = '\0';
    else
        value = name + strlen(name);
    if (!decode(name, true) || !decode(value, true) || !clean(name) || !clean(value)) return false;
    if (MEM_GROW(q->pairs, q->pair_cap, q->pair_count + 1) != ST_OK) return false;
    q->pairs[q->pair_count++] = (web_pair){name, value};
    return true;
}

static bool read_pairs(web_request *q, char *query) {
    while (query && *query) {
        char *next = strchr(query, '&');
        if (next) *next++ = '\0';
        if (*query && !read_pair(q, query)) return false;
        query = next;
    }
    return true;
}

static bool read_segments(char *path, web_target *out) {
    out->segments = 0;
    char *at = path + 1;
    while (at) {
        char *next = strchr(at, '/');
        if (next) *next++ = '\0';
        if (out->segments == WEB_MAX_SEGMENTS || !decode(at, false) || !clean(at)) return false;
        if (strcmp(at, ".") == 0 || strcmp(at, "..") == 0) return false;
        out->segment[out->segments++] = at;
        at = next;
    }
    return true;
}

/* One block holds the target twice: as `path`, and cut into pieces. */
bool web_target_read(web_request *q, const char *target, web_target *out) {
    *out = (web_target){.segments = 0};
    size_t len = strlen(target);
    if (*target != '/' || strchr(target, '#')) return false;
    q->decoded = mem_alloc(2 * (len + 1));
    if (!q->decoded) return false;
    char *path = q->decoded, *cut = q->decoded + len + 1;
    memcpy(path, target, len + 1);
    memcpy(cut, target, len + 1);
    char *end = strchr(path, '?'), *query = strchr(cut, '?');
    if (end) *end = '\0';
    if (query) *query++ = '\0';
    q->path = path;
    return read_segments(cut, out) && read_pairs(q, query);
}

/* --- routes --- */

/* How many {} a pattern has where it fits; -1: it does not. */
static int fits(const char *pattern, const web_target *t, const char **word) {
    int at = 0, wild = 0;
    if (*pattern == '=') {
        pattern++;
    } else {
        if (t->segments < 3 || strcmp(t->segment[0], "api") != 0 || strcmp(t->segment[1], "1") != 0)
            return -1;
        at = 2;
    }
    while (*pattern == '/') {
        const char *part = pattern + 1;
        size_t len = strcspn(part, "/");
        if (at == t->segments) return -1;
        const char *segment = t->segment[at++];
        if (len == 2 && part[0] == '{') {
            if (!*segment || wild == WEB_MAX_WORDS) return -1;
            word[wild++] = segment;
        } else if (strlen(segment) != len || memcmp(segment, part, len) != 0) {
            return -1;
        }
        pattern = part + len;
    }
    return at == t->segments ? wild : -1;
}

const web_route *web_target_route(const web_route *const *tables, const web_target *t,
                                  web_request *q, bool *other) {
    const web_route *best = NULL;
    int fewest = WEB_MAX_WORDS + 1;
    *other = false;
    for (; *tables; tables++) {
        for (const web_route *r = *tables; r->method; r++) {
            const char *word[WEB_MAX_WORDS] = {NULL};
            int wild = fits(r->pattern, t, word);
            if (wild < 0) continue;
            if (strcmp(r->method, q->method) != 0) {
                *other = true;
            } else if (wild < fewest) {
                fewest = wild;
                best = r;
                memcpy(q->word, word, sizeof word);
            }
        }
    }
    return best;
}
