#include "uci/commands/position_keywords.h"

#include <string.h>

#include "engine/notation/blob.h"

/* What `position … startpos` may be given. */
typedef struct setup {
    params params;
    bool seeded, first_random;
    uint64_t seed;
} setup;

static status missing(error *err, const char *what) {
    return error_set(err, ST_BAD_SYNTAX, "%s", what);
}

static bool is_word(const request_part *w, const char *word) {
    const char *next = request_word(w);
    return next && strcmp(next, word) == 0;
}

/* Seeds and `first random` are ours; the rest is for params_read. */
static status read_setup(session *s, request_part *w, setup *out, error *err) {
    while (request_word(w) && !is_word(w, "moves")) {
        const char *value = w->i + 1 < w->end ? w->l->word[w->i + 1] : NULL;
        if (is_word(w, "seed")) {
            if (!value) return missing(err, "seed needs a number or none");
            out->seeded = strcmp(value, "none") != 0;
            w->i++;
            if (out->seeded && !text_u64(value, UINT64_MAX, &out->seed))
                return error_set(err, ST_BAD_VALUE, "seed takes a number or none");
            w->i++;
        } else if (is_word(w, "first") && value && strcmp(value, "random") == 0 &&
                   !(s->game->traits & GAME_FIRST_EVENT)) {
            out->first_random = true;
            w->i += 2;
        } else {
            size_t before = w->i;
            size_t pair = before + 2 < w->end ? before + 2 : w->end;
            status st = params_read(&out->params, s->game, w->l->word, pair, &w->i, err);
            if (st != ST_OK) return st;
            if (w->i == before)
                return missing(err, "expected players, seed, first, rules, set or moves");
        }
    }
    return ST_OK;
}

static status start_from(session *s, const setup *u, int seat, position **out, error *err) {
    params p = u->params;
    p.no_files = s->config.safe;
    if (u->first_random) {
        int players = p.players ? p.players : s->game->default_players;
        rng g = rng_stream(u->seeded ? u->seed : rng_entropy(), UINT64_C(0xf125));
        p.first = (int)rng_below(&g, (uint64_t)players);
    }
    status st = position_start(out, s->game, &p, seat, err);
    if (st == ST_OK && u->seeded) position_set_seed(*out, u->seed);
    return st;
}

static status read_fen(session *s, request_part *w, int seat, position **out, error *err) {
    text fen = text_growing();
    for (; request_word(w) && !is_word(w, "moves"); w->i++) {
        if (fen.len) text_char(&fen, ' ');
        text_put(&fen, request_word(w));
    }
    params p = params_default();
    p.no_files = s->config.safe;
    status st = ST_OK;
    if (!fen.len)
        st = missing(err, "fen needs the position text");
    else if (fen.cut)
        st = error_set(err, ST_NOMEM, "no memory for the position text");
    else
        st = position_read(out, s->game, &p, seat, text_string(&fen), err);
    text_done(&fen);
    return st;
}

/* A blob of the current game; seen through `seat` if one is given. */
static status read_blob(session *s, const char *blob, bool infoset, int seat, position **out,
                        error *err) {
    position *p;
    status st = s->config.safe ? blob_read_closed(&p, s->config.games, blob, err)
                               : blob_read(&p, s->config.games, blob, err);
    if (st != ST_OK && infoset && err && err->code == ST_BAD_STATE) st = err->code = ST_BAD_VIEW;
    if (st != ST_OK) return st;
    if (position_rules(p)->game != s->game) {
        st = error_set(err, infoset ? ST_BAD_VIEW : ST_BAD_STATE, "the blob is of %s; Game is %s",
                       position_rules(p)->game->name, s->game->name);
    } else if (!infoset && position_seat(p) != SEAT_ALL) {
        st = error_set(err, ST_BAD_STATE, "this blob is one seat's view: use infoset");
    } else if (seat == SEAT_ALL || position_seat(p) == seat) {
        *out = p;
        return ST_OK;
    } else {
        st = position_observe(out, p, seat, err);
    }
    position_destroy(p);
    return st;
}

static status from_current(session *s, int seat, position **out, error *err) {
    if (!s->position) return error_set(err, ST_NO_POSITION, "%s", s->unset_because);
    if (seat == SEAT_ALL || position_seat(s->position) == seat)
        return position_clone(out, s->position, err);
    return position_observe(out, s->position, seat, err);
}

static status read_base(session *s, request_part *w, int seat, position **out, error *err) {
    const char *base = request_word(w) ? request_word(w) : "";
    setup u = {.params = params_default()};
    status st;
    w->i++;
    if (strcmp(base, "startpos") == 0) {
        st = read_setup(s, w, &u, err);
        return st == ST_OK ? start_from(s, &u, seat, out, err) : st;
    }
    if (strcmp(base, "fen") == 0) return read_fen(s, w, seat, out, err);
    if (strcmp(base, "current") == 0) return from_current(s, seat, out, err);
    bool infoset = strcmp(base, "infoset") == 0;
    if (infoset || strcmp(base, "state") == 0) {
        if (!request_word(w)) return missing(err, "expected a blob");
        return read_blob(s, w->l->word[w->i++], infoset, seat, out, err);
    }
    w->i--;
    return missing(err, "expected startpos, fen, state, infoset or current");
}

static status read_view_seat(request_part *w, int *seat, error *err) {
    uint64_t k;
    *seat = SEAT_ALL;
    if (!is_word(w, "view")) return ST_OK;
    w->i++;
    if (!request_word(w)) return missing(err, "view needs a seat");
    if (!text_u64(request_word(w), GAME_MAX_PLAYERS, &k) || k == 0)
        return error_set(err, ST_BAD_VALUE, "a seat is a number from 1");
    *seat = (int)k - 1;
    w->i++;
    return ST_OK;
}

static status read_moves(request_part *w, position *p, error *err) {
    status st = ST_OK;
    if (request_word(w) && !is_word(w, "moves"))
        return missing(err, "expected moves or the end of the line");
    for (w->i++; request_word(w) && st == ST_OK; w->i++) {
        w->at = (int)w->i;
        st = position_play(p, request_word(w), err);
    }
    return st == ST_OK ? position_resolve(p, err) : st;
}

status position_keywords_read(session *s, request_part *w, position **out, error *err) {
    int seat;
    *out = NULL;
    status st = read_view_seat(w, &seat, err);
    if (st == ST_OK) st = read_base(s, w, seat, out, err);
    w->at = request_word(w) ? (int)w->i : -1;
    if (st != ST_OK) return st;
    position_allow(*out, SESSION_ALLOWS);
    st = read_moves(w, *out, err);
    if (st == ST_OK) return ST_OK;
    position_destroy(*out);
    *out = NULL;
    return st;
}
