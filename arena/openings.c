#include "arena/openings.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/spelling.h"

/* --- dice --- */

status opening_dice_init(opening_dice *d, const rules *r, uint64_t seed, error *err) {
    *d = (opening_dice){.seed = seed};
    if (chance_buffers_init(&d->chance, r) == ST_OK) return ST_OK;
    return error_set(err, ST_NOMEM, "no memory for the dice");
}

void opening_dice_done(opening_dice *d) {
    chance_buffers_done(&d->chance);
    *d = (opening_dice){0};
}

void opening_roll(const opening_dice *d, const position *p, uint64_t n, text *event) {
    const rules *r = position_rules(p);
    assert(r->game->actor(r, position_data(p)) == ACTOR_CHANCE);
    rng g = rng_stream(d->seed, n);
    token tok = {.count = 1};
    tok.steps[0] = game_draw_chance(r, position_data(p), d->chance, &g, NULL);
    token_write(r, position_data(p), &tok, event);
}

/* --- reading --- */

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the openings");
}

/* Joins the words of a position text again: they lie one after the other with NULs between. */
static char *join_words(char **word, size_t from, size_t to) {
    if (from == to) return NULL;
    for (size_t i = from + 1; i < to; i++)
        for (char *c = word[i] - 1; c > word[i - 1] && !*c; c--) *c = ' ';
    return word[from];
}

static status read_line(opening *o, const words *w, error *err) {
    size_t i = 0;
    if (strcmp(w->at[0], "startpos") == 0) {
        i = 1;
    } else if (strcmp(w->at[0], "fen") == 0) {
        while (i < w->count && strcmp(w->at[i], "moves") != 0) i++;
        o->fen = join_words(w->at, 1, i);
        if (!o->fen)
            return error_set(err, ST_BAD_SYNTAX, "line %u: fen needs a position text", o->line);
    }
    if (i < w->count && strcmp(w->at[i], "moves") == 0) i++;
    o->count = w->count - i;
    o->event = o->count ? mem_alloc(o->count * sizeof *o->event) : NULL;
    if (o->count && !o->event) return no_memory(err);
    for (size_t k = 0; k < o->count; k++) o->event[k] = w->at[i + k];
    return ST_OK;
}

/* The events of a line as tokens, one after the other with a NUL after each. */
static status spell_events(const opening *o, position *p, spelling how, text *out, size_t *count,
                           error *err) {
    status st = ST_OK;
    *count = 0;
    for (size_t i = 0; st == ST_OK && i < o->count; i++) {
        char buf[GAME_TOKEN_SIZE];
        text event = text_over(buf, sizeof buf);
        const char *typed = spelling_without_number(how, o->event[i]);
        if (!*typed) continue;
        st = spelling_read(how, p, typed, &event, err);
        if (st == ST_OK) st = position_play(p, buf, err);
        text_put(out, buf);
        text_char(out, '\0');
        ++*count;
    }
    return st == ST_OK && out->cut ? no_memory(err) : st;
}

/* Makes tokens of chess notation. */
static status spell_line(opening *o, const char *unit, const game *g, const params *setup,
                         error *err) {
    position *p = NULL;
    error why;
    size_t count = 0;
    text tokens = text_growing();
    status st = opening_origin(&p, o, g, setup, &why);
    spelling how = st == ST_OK ? spelling_for(position_rules(p)) : SPELLING_TOKENS;
    if (st == ST_OK && how == SPELLING_SAN) st = spell_events(o, p, how, &tokens, &count, &why);
    if (st == ST_OK && tokens.len) {
        o->tokens = mem_alloc(tokens.len);
        if (!o->tokens) st = no_memory(&why);
        if (o->tokens) memcpy(o->tokens, tokens.at, tokens.len);
        char *at = o->tokens;
        for (size_t i = 0; at && i < count; i++, at += strlen(at) + 1) o->event[i] = at;
        o->count = count;
    }
    text_done(&tokens);
    position_destroy(p);
    if (st == ST_OK || st == ST_NOMEM) return st == ST_OK ? st : no_memory(err);
    return error_set(err, st, "%s %u: %.200s", unit, o->line, why.text);
}

static status try_line(const opening *o, const char *unit, const game *g, const params *setup,
                       error *err) {
    position *p = NULL;
    error why;
    opening_request w = {.line = o, .dice = 1};
    status st = opening_make(&p, &w, g, setup, &why);
    int seats = setup->players ? setup->players : g->default_players;
    if (st == ST_OK && position_rules(p)->players != seats)
        st = error_set(&why, ST_BAD_VALUE, "a position for %d seats, not %d",
                       position_rules(p)->players, seats);
    position_destroy(p);
    if (st == ST_OK || st == ST_NOMEM) return st == ST_OK ? st : no_memory(err);
    return error_set(err, st, "%s %u: %.200s", unit, o->line, why.text);
}

static status add_line(opening_book *b, char *s, unsigned line, error *err) {
    words w = {0};
    char *cr = strchr(s, '\r');
    if (cr) *cr = '\0';
    status st = words_split(&w, s, err);
    if (st == ST_OK && w.count && w.at[0][0] != '#') {
        if (MEM_GROW(b->at, b->cap, b->count + 1) == ST_OK) {
            b->at[b->count] = (opening){.line = line};
            st = read_line(&b->at[b->count++], &w, err);
        } else {
            st = no_memory(err);
        }
    }
    words_done(&w);
    return st;
}

static status read_book(opening_book *out, const char *data, size_t len, const game *g,
                        const params *setup, error *err) {
    const char *unit = out->games ? "game" : "line";
    if (memchr(data, '\0', len)) return error_set(err, ST_BAD_SYNTAX, "openings are text");
    out->body = mem_alloc(len + 1);
    if (!out->body) return no_memory(err);
    memcpy(out->body, data, len);
    status st = ST_OK;
    unsigned line = 0;
    for (char *s = out->body; s && st == ST_OK;) {
        char *next = strchr(s, '\n');
        if (next) *next++ = '\0';
        st = add_line(out, s, ++line, err);
        s = next;
    }
    for (size_t i = 0; st == ST_OK && i < out->count; i++) {
        st = spell_line(&out->at[i], unit, g, setup, err);
        if (st == ST_OK) st = try_line(&out->at[i], unit, g, setup, err);
    }
    if (st == ST_OK && out->count == 0)
        st = error_set(err, ST_BAD_SYNTAX, "there are no openings in it");
    return st;
}

status openings_read(opening_book *out, const char *data, size_t len, const game *g,
                     const params *setup, error *err) {
    *out = (opening_book){0};
    return read_book(out, data, len, g, setup, err);
}

status openings_read_games(opening_book *out, const text *lines, const game *g, const params *setup,
                           error *err) {
    *out = (opening_book){.games = true};
    return read_book(out, lines->at, lines->len, g, setup, err);
}

void openings_done(opening_book *b) {
    for (size_t i = 0; i < b->count; i++) {
        mem_free(b->at[i].event);
        mem_free(b->at[i].tokens);
    }
    mem_free(b->at);
    mem_free(b->body);
    *b = (opening_book){0};
}

/* --- making --- */

status opening_origin(position **out, const opening *line, const game *g, const params *setup,
                      error *err) {
    return line && line->fen ? position_read(out, g, setup, SEAT_ALL, line->fen, err)
                             : position_start(out, g, setup, SEAT_ALL, err);
}

static int actor_of(const position *p) {
    const rules *r = position_rules(p);
    return r->game->actor(r, position_data(p));
}

/* Chance up to the next decision. */
static status resolve(position *p, const opening_dice *d, uint64_t *drawn, error *err) {
    char buf[GAME_TOKEN_SIZE];
    status st = ST_OK;
    while (st == ST_OK && actor_of(p) == ACTOR_CHANCE) {
        text event = text_over(buf, sizeof buf);
        opening_roll(d, p, (*drawn)++, &event);
        st = position_play(p, buf, err);
    }
    return st;
}

static status play_line(position *p, const opening *o, const opening_dice *d, uint64_t *drawn,
                        error *err) {
    status st = ST_OK;
    for (size_t i = 0; o && st == ST_OK && i < o->count; i++) {
        bool chance = o->event[i][0] == '!';
        if (!chance) st = resolve(p, d, drawn, err);
        if (st == ST_OK) st = position_play(p, o->event[i], err);
        *drawn += chance;
    }
    return st;
}

static status play_random(position *p, unsigned count, rng *g, const opening_dice *d,
                          uint64_t *drawn, error *err) {
    char buf[GAME_TOKEN_SIZE];
    const rules *r = position_rules(p);
    status st = resolve(p, d, drawn, err);
    for (unsigned i = 0; st == ST_OK && i < count && actor_of(p) >= 0; i++) {
        token tok;
        text event = text_over(buf, sizeof buf);
        st = token_random((state_ref){r, position_data(p), position_trail(p)}, g, &tok);
        if (st != ST_OK) return no_memory(err);
        token_write(r, position_data(p), &tok, &event);
        st = position_play(p, buf, err);
        if (st == ST_OK) st = resolve(p, d, drawn, err);
    }
    return st;
}

/* Random plies of an attempt: one less after every TRIES that ended the game. */
static unsigned random_plies(const opening_request *w, unsigned attempt) {
    enum { TRIES = 20 };
    unsigned fewer = attempt / TRIES;
    return w->random > fewer ? w->random - fewer : 0;
}

static status try_once(position **out, const opening_request *w, unsigned attempt, const game *g,
                       const params *setup, error *err) {
    opening_dice d = {0};
    position *p = NULL;
    uint64_t drawn = 0;
    rng r = rng_stream(w->seed, attempt);
    status st = opening_origin(&p, w->line, g, setup, err);
    if (st == ST_OK) st = opening_dice_init(&d, position_rules(p), w->dice, err);
    if (st == ST_OK) st = play_line(p, w->line, &d, &drawn, err);
    if (st == ST_OK) st = play_random(p, random_plies(w, attempt), &r, &d, &drawn, err);
    opening_dice_done(&d);
    if (st == ST_OK)
        *out = p;
    else
        position_destroy(p);
    return st;
}

status opening_make(position **out, const opening_request *w, const game *g, const params *setup,
                    error *err) {
    *out = NULL;
    for (unsigned attempt = 0;; attempt++) {
        status st = try_once(out, w, attempt, g, setup, err);
        assert(st != ST_OK || actor_of(*out) != ACTOR_CHANCE);
        if (st != ST_OK || actor_of(*out) >= 0) return st;
        position_destroy(*out);
        *out = NULL;
        if (random_plies(w, attempt) == 0) return error_set(err, ST_GAME_OVER, "the game is over");
    }
}
