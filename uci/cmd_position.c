#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/happened.h"
#include "engine/notation/blob.h"
#include "uci/session_state.h"

/* Setting and changing the position. */

/* What `position … startpos` may be told. */
typedef struct setup {
    params params;
    bool seeded, first_random;
    uint64_t seed;
} setup;

static status missing(error *err, const char *what) {
    return error_set(err, ST_BAD_SYNTAX, "%s", what);
}

/* Seeds and `first random` are ours; the rest is for params_read. */
static status read_setup(session *s, const request *l, size_t *i, size_t end, setup *out,
                         error *err) {
    while (*i < end && strcmp(l->word[*i], "moves") != 0) {
        const char *key = l->word[*i];
        const char *value = *i + 1 < end ? l->word[*i + 1] : NULL;
        if (strcmp(key, "seed") == 0) {
            if (!value) return missing(err, "seed needs a number or none");
            out->seeded = strcmp(value, "none") != 0;
            ++*i;
            if (out->seeded && !text_u64(value, UINT64_MAX, &out->seed))
                return error_set(err, ST_BAD_VALUE, "seed takes a number or none");
            ++*i;
        } else if (strcmp(key, "first") == 0 && value && strcmp(value, "random") == 0 &&
                   !(s->game->traits & GAME_FIRST_EVENT)) {
            out->first_random = true;
            *i += 2;
        } else {
            size_t before = *i;
            size_t pair = before + 2 < end ? before + 2 : end;
            status st = params_read(&out->params, s->game, l->word, pair, i, err);
            if (st != ST_OK) return st;
            if (*i == before)
                return missing(err, "expected players, seed, first, rules, set or moves");
        }
    }
    return ST_OK;
}

static status start_from(session *s, const setup *u, int seat, position **out, error *err) {
    params p = u->params;
    p.no_files = s->config.safe;
    if (u->first_random) {
        int players = p.players ? p.players : s->game->usual_players;
        rng g = rng_stream(u->seeded ? u->seed : rng_entropy(), UINT64_C(0xf125));
        p.first = (int)rng_below(&g, (uint64_t)players);
    }
    status st = position_start(out, s->game, &p, seat, err);
    if (st == ST_OK && u->seeded) position_set_seed(*out, u->seed);
    return st;
}

static status read_fen(session *s, const request *l, size_t *i, size_t end, int seat,
                       position **out, error *err) {
    text fen = text_growing();
    for (; *i < end && strcmp(l->word[*i], "moves") != 0; ++*i) {
        if (fen.len) text_char(&fen, ' ');
        text_put(&fen, l->word[*i]);
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
    if (position_rules(p)->kind != s->game) {
        st = error_set(err, infoset ? ST_BAD_VIEW : ST_BAD_STATE, "the blob is of %s; Game is %s",
                       position_rules(p)->kind->name, s->game->name);
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

static status read_base(session *s, const request *l, size_t *i, size_t end, int seat,
                        position **out, error *err) {
    const char *base = *i < end ? l->word[*i] : "";
    setup u = {.params = params_default()};
    status st;
    ++*i;
    if (strcmp(base, "startpos") == 0) {
        st = read_setup(s, l, i, end, &u, err);
        return st == ST_OK ? start_from(s, &u, seat, out, err) : st;
    }
    if (strcmp(base, "fen") == 0) return read_fen(s, l, i, end, seat, out, err);
    if (strcmp(base, "current") == 0) return from_current(s, seat, out, err);
    bool infoset = strcmp(base, "infoset") == 0;
    if (infoset || strcmp(base, "state") == 0) {
        if (*i >= end) return missing(err, "expected a blob");
        return read_blob(s, l->word[(*i)++], infoset, seat, out, err);
    }
    --*i;
    return missing(err, "expected startpos, fen, state, infoset or current");
}

static status read_view_seat(const request *l, size_t *i, size_t end, int *seat, error *err) {
    uint64_t k;
    *seat = SEAT_ALL;
    if (*i >= end || strcmp(l->word[*i], "view") != 0) return ST_OK;
    ++*i;
    if (*i >= end) return missing(err, "view needs a seat");
    if (!text_u64(l->word[*i], GAME_MAX_PLAYERS, &k) || k == 0)
        return error_set(err, ST_BAD_VALUE, "a seat is a number from 1");
    *seat = (int)k - 1;
    ++*i;
    return ST_OK;
}

status read_position(session *s, const request *l, size_t *i, size_t end, position **out, int *at,
                     error *err) {
    int seat;
    *out = NULL;
    status st = read_view_seat(l, i, end, &seat, err);
    if (st == ST_OK) st = read_base(s, l, i, end, seat, out, err);
    *at = *i < end ? (int)*i : -1;
    if (st != ST_OK) return st;
    position_allow(*out, SESSION_ALLOWS);
    if (*i < end && strcmp(l->word[*i], "moves") != 0) {
        position_destroy(*out);
        *out = NULL;
        return missing(err, "expected moves or the end of the line");
    }
    for (++*i; *i < end && st == ST_OK; ++*i) {
        *at = (int)*i;
        st = position_play(*out, l->word[*i], err);
    }
    if (st == ST_OK) st = position_settle(*out, err);
    if (st != ST_OK) {
        position_destroy(*out);
        *out = NULL;
    }
    return st;
}

void refuse_position(session *s) {
    position_destroy(s->position);
    s->position = NULL;
    s->unset_because = "the last position command was refused";
}

/* Where the rules themselves gave up the answer says so. */
static void tell_trouble(session *s, const request *l) {
    error e;
    if (position_trouble(s->position, &e) != ST_OK) command_fails(s, l, &e, -1);
}

void cmd_position(session *s, const request *l) {
    error e;
    position *p;
    int at = -1;
    size_t i = 1;
    status st = read_position(s, l, &i, l->count, &p, &at, &e);
    if (st == ST_OK) {
        if (*position_note(p)) say_note(&s->voice, "%s", position_note(p));
        position_destroy(s->position);
        s->position = p;
        tell_trouble(s, l);
        return;
    }
    command_fails(s, l, &e, at);
    /* What was never understood changes nothing; what was understood and is wrong must not be
     * played on as if it were the old position. */
    if (st == ST_BAD_SYNTAX || st == ST_NO_POSITION || st == ST_NOMEM || st == ST_UNSUPPORTED)
        return;
    refuse_position(s);
}

static void say_ply(session *s) {
    say(&s->voice, "ply %u key %016llx", position_ply(s->position),
        (unsigned long long)position_key(s->position));
}

/* What the events from `ply` on did, as this caller may know it. */
static status collect_happened(const position *p, unsigned ply, happened_list *l, error *err) {
    status st = ST_OK;
    for (; st == ST_OK && ply < position_ply(p); ply++)
        st = position_happened(p, ply, position_seat(p), l, err);
    return st;
}

static void say_happened(session *s, const happened_list *l) {
    text row = text_growing();
    for (size_t i = 0; i < l->count; i++) {
        int seat = l->at[i].seat < 0 ? 0 : l->at[i].seat + 1;
        text_clear(&row);
        text_format(&row, "happened seat %d text \"%s\"", seat, happened_words(l, i));
        say_text(&s->voice, &row);
    }
    text_done(&row);
}

/* All or nothing: events are played on a clone, which then takes the place of the position. */
void cmd_play(session *s, const request *l) {
    error e;
    position *next = NULL;
    int at = -1;
    if (!has_position(s, l)) return;
    status st = l->count > 1 ? position_clone(&next, s->position, &e)
                             : error_set(&e, ST_BAD_SYNTAX, "play needs an event");
    for (size_t i = 1; i < l->count && st == ST_OK; i++) {
        st = position_play(next, l->word[i], &e);
        if (st != ST_OK) at = (int)i;
    }
    if (st == ST_OK) st = position_settle(next, &e);
    happened_list done;
    happened_init(&done, NULL);
    if (st == ST_OK && s->voice.dialect == DIALECT_MGI)
        st = collect_happened(next, position_ply(s->position), &done, &e);
    if (st == ST_OK) {
        position_destroy(s->position);
        s->position = next;
        say_happened(s, &done);
        tell_trouble(s, l);
        say_ply(s);
    } else {
        position_destroy(next);
        command_fails(s, l, &e, at);
    }
    happened_done(&done);
}

void cmd_undo(session *s, const request *l) {
    error e;
    uint64_t n = 1;
    if (!has_position(s, l)) return;
    if (l->count > 2 || (l->count == 2 && !text_u64(l->word[1], UINT32_MAX, &n))) {
        (void)error_set(&e, ST_BAD_SYNTAX, "undo takes a number");
        command_fails(s, l, &e, 1);
        return;
    }
    status st = position_undo(s->position, (unsigned)n, &e);
    if (st == ST_OK) st = position_settle(s->position, &e);
    if (st == ST_OK)
        say_ply(s);
    else
        command_fails(s, l, &e, -1);
}
