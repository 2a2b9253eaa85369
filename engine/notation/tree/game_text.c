#include "engine/notation/tree/game_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* How long the UTF-8 character at s is; 0 where it is none. */
static size_t utf8_length(const unsigned char *s, size_t left) {
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (n == 1) return 1;
    if (s[0] < 0xc2 || s[0] > 0xf4 || n > left) return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90)) return 0;
    return (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf4 && s[1] >= 0x90) ? 0 : n;
}

static bool is_utf8(const unsigned char *s, size_t len) {
    size_t n;
    for (size_t i = 0; i < len; i += n)
        if (!(n = utf8_length(s + i, len - i))) return false;
    return true;
}

static void put_latin1(text *out, unsigned char c) {
    if (c >= 0x80) text_char(out, (char)(0xc0 | c >> 6));
    text_char(out, (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c));
}

status game_text_init(game_text *out, const char *data, size_t len, error *err) {
    *out = (game_text){.body = text_growing(), .place = {1, 1}};
    const unsigned char *s = (const unsigned char *)data;
    if (len > GAME_TEXT_MAX_BYTES)
        return error_set(err, ST_BAD_SYNTAX, "a file of games has at most %d MiB",
                         GAME_TEXT_MAX_BYTES >> 20);
    if (len && memchr(data, '\0', len))
        return error_set(err, ST_BAD_SYNTAX, "a file of games is text: NUL found");
    if (len >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0) {
        s += 3;
        len -= 3;
    }
    bool utf8 = is_utf8(s, len);
    size_t from = 0; /* of a stretch that needs no change */
    for (size_t i = 0; i < len; i++) {
        bool line_end = s[i] == '\r';
        if (!line_end && (utf8 || s[i] < 0x80)) continue;
        text_putn(&out->body, (const char *)s + from, i - from);
        from = i + 1;
        if (!line_end)
            put_latin1(&out->body, s[i]);
        else if (i + 1 == len || s[i + 1] != '\n')
            text_char(&out->body, '\n');
    }
    text_putn(&out->body, (const char *)s + from, len - from);
    return out->body.cut ? error_set(err, ST_NOMEM, "no memory for the file") : ST_OK;
}

void game_text_done(game_text *s) {
    text_done(&s->body);
    *s = (game_text){0};
}

int game_text_peek_more(const game_text *s, size_t n) {
    return n < s->body.len - s->at ? (unsigned char)s->body.at[s->at + n] : -1;
}

int game_text_peek(const game_text *s) {
    return game_text_peek_more(s, 0);
}

int game_text_next(game_text *s) {
    int c = game_text_peek(s);
    if (c < 0) return c;
    s->at++;
    if (c == '\n') {
        s->place.line++;
        s->place.column = 1;
    } else {
        int next = game_text_peek(s);
        if (next < 0 || (next & 0xc0) != 0x80) s->place.column++;
    }
    return c;
}

bool game_text_is_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool game_text_skip_space(game_text *s) {
    while (game_text_is_space(game_text_peek(s))) (void)game_text_next(s);
    return game_text_peek(s) >= 0;
}

status game_text_fail(game_text_place at, error *err, status code, const char *fmt, ...) {
    char said[200];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(said, sizeof said, fmt, args);
    va_end(args);
    return error_set(err, code, "line %u, column %u: %s", at.line, at.column, said);
}

void game_text_blame(game_text_place at, error *err) {
    if (!err) return;
    char said[sizeof err->text];
    memcpy(said, err->text, sizeof said);
    (void)snprintf(err->text, sizeof err->text, "line %u, column %u: %.200s", at.line, at.column,
                   said);
}

const char *game_text_found(const game_text *s, char *buf, size_t cap) {
    int c = game_text_peek(s);
    if (c < 0) return "the end of the file";
    if (c == '\n') return "the end of the line";
    size_t n = utf8_length((const unsigned char *)s->body.at + s->at, s->body.len - s->at);
    (void)snprintf(buf, cap, "'%.*s'", (int)n, s->body.at + s->at);
    return buf;
}
