#include "engine/notation/spelling.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/notation/san/san.h"

static const char space[] = " \t\r\n";

spelling spelling_for(const rules *r) {
    if (san_offered(r)) return SPELLING_SAN;
    return r->terminal->spell && !r->terminal->screen ? SPELLING_OWN : SPELLING_TOKENS;
}

/* --- writing --- */

void spelling_write_own(const rules *r, const void *s, const token *tok, const char *event,
                        text *out) {
    const game_terminal *t = r->terminal;
    if (t->spell && (t->screen || r->game->actor(r, s) != ACTOR_CHANCE))
        t->spell(r, s, tok->steps, tok->count, out);
    else
        text_put(out, event);
}

/* False where the event cannot be read here: on a view, or it is not legal. */
static bool write_own(const position *p, const char *event, text *out) {
    token tok;
    if (position_seat(p) != SEAT_ALL ||
        token_read_exact(position_ref(p), event, &tok, NULL) != ST_OK)
        return false;
    spelling_write_own(position_rules(p), position_data(p), &tok, event, out);
    return true;
}

void spelling_write(spelling how, const position *p, const char *event, text *out) {
    size_t mark = out->len;
    if (how == SPELLING_SAN && san_write(p, event, out, NULL) == ST_OK) return;
    if (how == SPELLING_OWN && write_own(p, event, out)) return;
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
        if (!first) text_put(out, how == SPELLING_OWN ? ", " : " ");
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

/* --- reading --- */

/* What is none of the game's own words is left as it is. */
static status read_own(const position *p, const char *typed, text *out, error *err) {
    const game_terminal *t = position_rules(p)->terminal;
    bool known = t->typed && position_seat(p) == SEAT_ALL;
    status st =
        known ? t->typed(position_rules(p), position_data(p), typed, out, err) : ST_NOT_FOUND;
    if (st != ST_NOT_FOUND) return st;
    text_put(out, typed);
    return ST_OK;
}

status spelling_read(spelling how, const position *p, const char *typed, text *out, error *err) {
    if (how == SPELLING_SAN) return san_read(p, typed, out, err);
    if (how == SPELLING_OWN) return read_own(p, typed, out, err);
    text_put(out, typed);
    return ST_OK;
}

const char *spelling_without_number(spelling how, const char *word) {
    size_t n = strspn(word, "0123456789");
    if (how != SPELLING_SAN || !n || word[n] != '.') return word;
    return word + n + strspn(word + n, ".");
}

/* One word of a list: a token, or chess notation. */
static status play_word(spelling how, position *p, const char *word, error *err) {
    char event[GAME_TOKEN_SIZE];
    text out = text_over(event, sizeof event);
    const char *typed = spelling_without_number(how, word);
    if (!*typed) return ST_OK;
    /* Only what is no token is asked of the notation: a seed may have to roll dice before it. */
    status st = position_play(p, typed, err);
    if (st != ST_OK && st != ST_NOMEM && how == SPELLING_SAN) {
        st = spelling_read(how, p, typed, &out, err);
        if (st == ST_OK) st = position_play(p, event, err);
    }
    if (st != ST_OK && err) error_arg(err, text_starts(err->text, typed) ? "" : typed);
    return st;
}

/* Up to a comma with a space after it, or the end: within it an action may have several words. */
static size_t phrase_length(const char *list) {
    const char *at = list;
    while (*(at += strcspn(at, ",")) && !(at[1] && strchr(space, at[1]))) at++;
    return (size_t)(at - list);
}

/* The first n bytes as one action of several words. ST_NOT_FOUND: none of the game's own words. */
static status play_phrase(position *p, const char *list, size_t n, error *err) {
    char phrase[GAME_TOKEN_SIZE];
    char event[GAME_TOKEN_SIZE];
    text copy = text_over(phrase, sizeof phrase);
    text out = text_over(event, sizeof event);
    text_putn(&copy, list, n);
    if (copy.cut || position_seat(p) != SEAT_ALL) return ST_NOT_FOUND;
    const rules *r = position_rules(p);
    status st = r->terminal->typed(r, position_data(p), phrase, &out, err);
    return st == ST_OK ? position_play(p, event, err) : st;
}

/* Plays the first action of a list in the game's own words, the longest that can be played, and
 * moves *list after it. */
static status play_own(position *p, const char **list, error *err) {
    const char *at = *list;
    size_t word = strcspn(at, space);
    error why = {0};
    bool said = false; /* `why` has what the game says of the longest one */
    if (word && at[word - 1] == ',') word--;
    for (size_t n = phrase_length(at); n > word; n--) {
        if (!strchr(space, at[n]) && at[n] != ',') continue;
        error e = {0};
        status st = play_phrase(p, at, n, &e);
        if (st == ST_OK) *list = at + n;
        if (st == ST_OK || st == ST_NOMEM)
            return st == ST_OK ? st : error_set(err, st, "%s", e.text);
        if (st != ST_NOT_FOUND && !said) why = e;
        said |= st != ST_NOT_FOUND;
    }
    char word_buf[GAME_TOKEN_SIZE];
    text copy = text_over(word_buf, sizeof word_buf);
    text_putn(&copy, at, word);
    *list = at + word;
    status st = play_word(SPELLING_OWN, p, word_buf, err);
    if (st == ST_OK || st == ST_NOMEM || !said) return st;
    if (err) *err = why;
    return why.code;
}

status spelling_play(spelling how, position *p, const char *list, error *err) {
    const char *between = how == SPELLING_OWN ? " \t\r\n," : space;
    status st = ST_OK;
    while (st == ST_OK && *(list += strspn(list, between))) {
        char word[GAME_TOKEN_SIZE];
        text copy = text_over(word, sizeof word);
        size_t n = strcspn(list, space);
        if (how == SPELLING_OWN) {
            st = play_own(p, &list, err);
            continue;
        }
        text_putn(&copy, list, n);
        list += n;
        st = play_word(how, p, word, err);
    }
    return st;
}
