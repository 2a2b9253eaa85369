#include "engine/notation/spelling.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/san/san.h"

spelling spelling_for(const rules *r) {
    return san_offered(r) ? SPELLING_SAN : SPELLING_TOKENS;
}

void spelling_write(spelling how, const position *p, const char *event, text *out) {
    size_t mark = out->len;
    if (how == SPELLING_SAN && san_write(p, event, out, NULL) == ST_OK) return;
    text_truncate(out, mark);
    text_put(out, event);
}

void spelling_write_line(spelling how, const position *p, const char *line, text *out) {
    position *at = NULL;
    if (how == SPELLING_TOKENS || position_clone(&at, p, NULL) != ST_OK) {
        text_put(out, line);
        return;
    }
    position_allow(at, POSITION_OPEN_ENDS | POSITION_NULL_MOVES);
    for (bool first = true; *line; first = false) {
        char event[GAME_TOKEN_SIZE];
        size_t n = strcspn(line, " ");
        text word = text_over(event, sizeof event);
        text_putn(&word, line, n);
        line += n + strspn(line + n, " ");
        if (!first) text_char(out, ' ');
        if (at)
            spelling_write(how, at, event, out);
        else
            text_put(out, event);
        if (at && position_play(at, event, NULL) != ST_OK) {
            position_destroy(at); /* what follows stays as it is */
            at = NULL;
        }
    }
    position_destroy(at);
}

status spelling_read(spelling how, const position *p, const char *typed, text *out, error *err) {
    if (how == SPELLING_SAN) return san_read(p, typed, out, err);
    text_put(out, typed);
    return ST_OK;
}

const char *spelling_without_number(spelling how, const char *word) {
    size_t n = strspn(word, "0123456789");
    if (how != SPELLING_SAN || !n || word[n] != '.') return word;
    return word + n + strspn(word + n, ".");
}

status spelling_play(spelling how, position *p, const char *list, error *err) {
    status st = ST_OK;
    while (st == ST_OK && *(list += strspn(list, " \t\r\n"))) {
        size_t n = strcspn(list, " \t\r\n");
        char word[GAME_TOKEN_SIZE];
        char event[GAME_TOKEN_SIZE];
        text copy = text_over(word, sizeof word);
        text out = text_over(event, sizeof event);
        text_putn(&copy, list, n);
        list += n;
        const char *typed = copy.cut ? word : spelling_without_number(how, word);
        if (!*typed) continue;
        /* Only what is no token is asked of the notation: a seed may have to roll dice before it. */
        st = position_play(p, typed, err);
        if (st != ST_OK && st != ST_NOMEM && how == SPELLING_SAN) {
            st = spelling_read(how, p, typed, &out, err);
            if (st == ST_OK) st = position_play(p, event, err);
        }
        if (st != ST_OK && err) error_arg(err, text_starts(err->text, typed) ? "" : typed);
    }
    return st;
}
