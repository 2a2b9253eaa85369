#include "engine/game/position.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"

enum { ENTRY_ROLLED = 1, ENTRY_SILENT = 2, ENTRY_ANNOUNCED = 4 };

/* Those who may see an event or not: the seats, and behind them the public. */
enum { PUBLIC = GAME_MAX_PLAYERS, VIEWERS };

/* One event: its words, and how to return to the moment before it. The snapshots lie in `saved`,
 * one `size` each, in the same order. */
typedef struct entry {
    size_t words, trail_len;
    uint16_t seen; /* a bit for each viewer to whom something of it shows */
    uint8_t flags;
} entry;

struct position {
    rules *rules;
    int seat;
    size_t size;        /* bytes of the state or view */
    unsigned char *now; /* the state or view */
    trail trail;
    entry *entries;
    size_t count, entries_cap;
    unsigned char *saved;
    size_t saved_cap;
    text words;   /* all events, each with its NUL */
    char *origin; /* position text at the start, if not the usual one */
    unsigned base_ply, ply;
    unsigned seen[VIEWERS]; /* hidden games, the entire state: how many events each has seen */
    uint64_t seed;
    bool seeded;
    unsigned allowed; /* POSITION_ flags */
    char *note;       /* of the text it was read from, if any */
    chance_room room; /* max_actions outcomes and weights */
};

/* --- making and ending --- */

static bool has_trail(const position *p) {
    return (p->rules->traits & GAME_REPEATS) != 0;
}

static trail *trail_of(position *p) {
    return has_trail(p) ? &p->trail : NULL;
}

static bool is_hidden(const position *p) {
    return (p->rules->traits & GAME_HIDDEN) != 0;
}

static int viewer_of(int seat) {
    return seat == SEAT_PUBLIC ? PUBLIC : seat;
}

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the position");
}

/* Takes over one use of r, also on failure. */
static status make(position **out, rules *r, int seat, error *err) {
    *out = NULL;
    position *p = mem_alloc(sizeof *p);
    if (!p) {
        rules_close(r);
        return no_memory(err);
    }
    p->rules = r;
    p->seat = seat;
    p->size = seat == SEAT_ALL ? r->state_size : r->view_size;
    p->words = text_growing();
    p->now = mem_alloc(p->size);
    p->room.outcome = mem_alloc(r->max_actions * sizeof(action));
    p->room.weight = mem_alloc(r->max_actions * sizeof(float));
    if (!p->now || !p->room.outcome || !p->room.weight) {
        position_destroy(p);
        return no_memory(err);
    }
    *out = p;
    return ST_OK;
}

void position_destroy(position *p) {
    if (!p) return;
    mem_free(p->now);
    mem_free(p->room.outcome);
    mem_free(p->room.weight);
    mem_free(p->entries);
    mem_free(p->saved);
    mem_free(p->origin);
    mem_free(p->note);
    text_done(&p->words);
    trail_done(&p->trail);
    rules_close(p->rules);
    mem_free(p);
}

/* A seat the rules have; a view only where something is hidden: elsewhere everybody sees all. */
static status check_seat(const rules *r, int *seat, error *err) {
    if (*seat >= r->players) return error_set(err, ST_BAD_VALUE, "there are %d seats", r->players);
    if (!(r->traits & GAME_HIDDEN)) *seat = SEAT_ALL;
    return ST_OK;
}

static status settle_silent(position *p, error *err);

/* Opens the rules and makes an empty position for a seat. */
static status open_for(position **out, const game *g, const params *setup, int seat, error *err) {
    rules *r;
    *out = NULL;
    status st = rules_open(&r, g, setup, err);
    if (st != ST_OK) return st;
    st = check_seat(r, &seat, err);
    if (st == ST_OK) return make(out, r, seat, err);
    rules_close(r);
    return st;
}

status position_start(position **out, const game *g, const params *setup, int seat, error *err) {
    status st = open_for(out, g, setup, seat, err);
    if (st != ST_OK) return st;
    position *p = *out;
    if (p->seat == SEAT_ALL)
        g->start(p->rules, p->now);
    else
        g->view_start(p->rules, p->seat, p->now);
    st = settle_silent(*out, err);
    if (st != ST_OK) {
        position_destroy(*out);
        *out = NULL;
    }
    return st;
}

status position_read(position **out, const game *g, const params *given, int seat, const char *line,
                     error *err) {
    *out = NULL;
    params p = *given;
    status st = g->imply ? g->imply(&p, line, err) : ST_OK;
    p.no_files = given->no_files;
    if (st == ST_OK) st = open_for(out, g, &p, seat, err);
    if (st != ST_OK) return st;
    position *pos = *out;
    error told = {.code = ST_OK};
    st = pos->seat == SEAT_ALL ? g->read(pos->rules, pos->now, line, &told)
                               : g->view_read(pos->rules, pos->seat, pos->now, line, &told);
    if (st != ST_OK && err) *err = told;
    if (st == ST_OK && *told.note) {
        pos->note = mem_string(told.note);
        if (!pos->note) st = no_memory(err);
    }
    if (st == ST_OK) {
        text canonical = text_growing();
        position_write(pos, &canonical);
        pos->origin = canonical.cut ? NULL : mem_string(text_string(&canonical));
        text_done(&canonical);
        st = pos->origin ? settle_silent(pos, err) : no_memory(err);
    }
    if (st == ST_OK) return ST_OK;
    position_destroy(pos);
    *out = NULL;
    return st;
}

status position_clone(position **out, const position *p, error *err) {
    status st = make(out, rules_share(p->rules), p->seat, err);
    if (st != ST_OK) return st;
    position *c = *out;
    memcpy(c->now, p->now, p->size);
    void *entries = NULL;
    void *saved = NULL;
    bool ok = mem_grow(&entries, &c->entries_cap, p->count, sizeof(entry)) &&
              mem_grow(&saved, &c->saved_cap, p->count * p->size, 1) &&
              trail_copy(&c->trail, &p->trail, 0);
    c->entries = entries;
    c->saved = saved;
    if (ok && p->count) {
        memcpy(c->entries, p->entries, p->count * sizeof(entry));
        memcpy(c->saved, p->saved, p->count * p->size);
    }
    text_putn(&c->words, text_string(&p->words), p->words.len);
    if (p->origin) c->origin = mem_string(p->origin);
    if (!ok || c->words.cut || (p->origin && !c->origin)) {
        position_destroy(c);
        *out = NULL;
        return no_memory(err);
    }
    c->count = p->count;
    c->base_ply = p->base_ply;
    c->ply = p->ply;
    memcpy(c->seen, p->seen, sizeof c->seen);
    c->seed = p->seed;
    c->seeded = p->seeded;
    c->allowed = p->allowed;
    return ST_OK;
}

status position_observe(position **out, const position *p, int seat, error *err) {
    *out = NULL;
    status st = check_seat(p->rules, &seat, err);
    if (st != ST_OK) return st;
    if (p->seat != SEAT_ALL && p->seat != seat)
        return error_set(err, ST_LEAK, "this engine only knows seat %d", p->seat + 1);
    st = make(out, rules_share(p->rules), seat, err);
    if (st != ST_OK) return st;
    position *o = *out;
    if (p->seat == seat)
        memcpy(o->now, p->now, p->size);
    else
        p->rules->kind->observe(p->rules, p->now, seat, o->now);
    text line = text_growing();
    position_write(o, &line);
    o->origin = line.cut ? NULL : mem_string(text_string(&line));
    text_done(&line);
    if (!o->origin || !trail_copy(&o->trail, &p->trail, 0)) {
        position_destroy(o);
        *out = NULL;
        return no_memory(err);
    }
    o->base_ply = o->ply = position_seen(p, seat);
    if (seat == SEAT_ALL) memcpy(o->seen, p->seen, sizeof o->seen);
    o->allowed = p->allowed;
    return ST_OK;
}

status position_with_state(position **out, const position *p, const void *state, error *err) {
    status st = make(out, rules_share(p->rules), SEAT_ALL, err);
    if (st != ST_OK) return st;
    memcpy((*out)->now, state, p->rules->state_size);
    (*out)->base_ply = (*out)->ply = p->ply;
    memcpy((*out)->seen, p->seen, sizeof p->seen);
    (*out)->allowed = p->allowed;
    return ST_OK;
}

void position_set_seed(position *p, uint64_t seed) {
    p->seed = seed;
    p->seeded = true;
}

void position_set_ply(position *p, unsigned ply) {
    p->base_ply = ply;
    p->ply = ply;
}

void position_set_seen(position *p, int seat, unsigned count) {
    p->seen[viewer_of(seat)] = count;
}

/* --- ends that play may go past --- */

/* Over, but not for good. */
static bool is_closed(const position *p) {
    const game *g = p->rules->kind;
    return p->seat == SEAT_ALL && g->reopen && g->actor(p->rules, p->now) == ACTOR_NONE &&
           game_end(p->rules, p->now) != END_FINAL;
}

static void open_end(position *p) {
    if (p->allowed & POSITION_OPEN_ENDS && is_closed(p)) p->rules->kind->reopen(p->rules, p->now);
}

void position_allow(position *p, unsigned flags) {
    p->allowed |= flags;
    open_end(p);
}

status position_claim(position *p, error *err) {
    const rules *r = p->rules;
    if (p->seat != SEAT_ALL || game_end(r, p->now) != END_CLAIM)
        return error_set(err, ST_UNSUPPORTED, "nothing can be claimed here");
    if (r->kind->actor(r, p->now) != ACTOR_NONE) r->kind->close_end(r, p->now);
    return ST_OK;
}

/* --- events --- */

/* Adds `by` to the number of events of everyone who saw this one. */
static void count_seen(position *p, unsigned viewers, int by) {
    for (int i = 0; viewers; i++, viewers >>= 1)
        if (viewers & 1) p->seen[i] += (unsigned)by;
}

/* Who sees something of a token that is played now. */
static uint16_t viewers_of(const position *p, const token *tok) {
    unsigned mask = 0;
    if (!is_hidden(p)) return 0;
    for (int i = 0; i <= p->rules->players; i++) {
        int seat = i < p->rules->players ? i : SEAT_PUBLIC;
        char room[GAME_TOKEN_ROOM];
        text out = text_over(room, sizeof room);
        p->rules->kind->seen_text(p->rules, p->now, tok->steps, tok->count, seat, &out);
        if (out.len) mask |= 1U << viewer_of(seat);
    }
    return (uint16_t)mask;
}

static void pop(position *p) {
    entry *e = &p->entries[--p->count];
    count_seen(p, e->seen, -1);
    memcpy(p->now, p->saved + p->count * p->size, p->size);
    text_truncate(&p->words, e->words);
    trail_cut(&p->trail, e->trail_len);
    if (!(e->flags & ENTRY_SILENT)) p->ply--;
    open_end(p);
}

/* Writes down the moment before an event; `steps` is how many trail entries it may push. */
static status push(position *p, const char *event, uint8_t flags, int steps, error *err) {
    void *entries = p->entries;
    void *saved = p->saved;
    size_t words_at = p->words.len;
    bool ok = mem_grow(&entries, &p->entries_cap, p->count + 1, sizeof(entry));
    if (ok) p->entries = entries;
    ok = ok && mem_grow(&saved, &p->saved_cap, (p->count + 1) * p->size, 1);
    if (ok) p->saved = saved;
    ok = ok && (!has_trail(p) || trail_reserve(&p->trail, TRAIL_PUSHES * (size_t)steps));
    if (ok) {
        text_put(&p->words, event);
        text_char(&p->words, '\0');
        ok = !p->words.cut;
        if (!ok) text_truncate(&p->words, words_at);
        p->words.cut = false;
    }
    if (!ok) return no_memory(err);
    p->entries[p->count] = (entry){words_at, p->trail.len, 0, flags};
    memcpy(p->saved + p->count * p->size, p->now, p->size);
    p->count++;
    if (!(flags & ENTRY_SILENT)) p->ply++;
    return ST_OK;
}

static status push_token(position *p, const token *tok, uint8_t flags, error *err) {
    char room[GAME_TOKEN_ROOM];
    text event = text_over(room, sizeof room);
    token_write(p->rules, p->now, tok, &event);
    uint16_t viewers = viewers_of(p, tok);
    status st = push(p, room, flags, tok->count, err);
    if (st != ST_OK) return st;
    p->entries[p->count - 1].seen = viewers;
    count_seen(p, viewers, 1);
    token_apply(p->rules, p->now, trail_of(p), tok);
    open_end(p);
    return ST_OK;
}

/* What was read as one word may be several events: a placement with the reward it brings. Each is
 * written down and played by itself. */
static status push_events(position *p, const token *tok, error *err) {
    if (tok->count == 1 || p->rules->max_steps == 1) return push_token(p, tok, 0, err);
    unsigned char *probe = mem_alloc(p->size);
    trail copy = {0};
    status st = probe && trail_copy(&copy, &p->trail, (size_t)TRAIL_PUSHES * GAME_MAX_STEPS)
                    ? ST_OK
                    : no_memory(err);
    if (st == ST_OK) memcpy(probe, p->now, p->size);
    token part = {.count = 0};
    for (int i = 0; i < tok->count && st == ST_OK; i++) {
        part.steps[part.count++] = tok->steps[i];
        p->rules->kind->apply(p->rules, probe, has_trail(p) ? &copy : NULL, tok->steps[i]);
        if (game_inside(p->rules, probe) && i + 1 < tok->count) continue;
        st = push_token(p, &part, 0, err);
        part.count = 0;
    }
    trail_done(&copy);
    mem_free(probe);
    return st;
}

static bool at_chance(const position *p) {
    return p->seat == SEAT_ALL && p->rules->kind->actor(p->rules, p->now) == ACTOR_CHANCE;
}

/* Plays chance nodes that have one outcome. */
static status settle_silent(position *p, error *err) {
    const rules *r = p->rules;
    while (at_chance(p) && r->kind->chance &&
           r->kind->chance(r, p->now, p->room.outcome, p->room.weight) == 1) {
        token only = {.steps = {p->room.outcome[0]}, .count = 1};
        status st = push_token(p, &only, ENTRY_SILENT, err);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static status roll_open(position *p, error *err) {
    while (p->seeded && at_chance(p)) {
        rng g = rng_stream(p->seed, p->ply);
        token one = {.count = 1};
        one.steps[0] = game_draw_chance(p->rules, p->now, p->room, &g, NULL);
        status st = push_token(p, &one, ENTRY_ROLLED, err);
        if (st == ST_OK) st = settle_silent(p, err);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static const char *words_of(const position *p, size_t i) {
    return p->words.at + p->entries[i].words;
}

/* The first outcome that was settled silently since the last event and not announced yet; p->count
 * if there is none. */
static size_t first_silent(const position *p) {
    size_t i = p->count;
    while (i > 0 && p->entries[i - 1].flags & ENTRY_SILENT) i--;
    while (i < p->count && p->entries[i].flags & ENTRY_ANNOUNCED) i++;
    return i;
}

/* An announcement of what was settled silently: checked and dropped. False: the event is another
 * one. */
static bool announces_silent(position *p, const char *event, status *st, error *err) {
    size_t i = event[0] == '!' ? first_silent(p) : p->count;
    if (i == p->count) return false;
    if (strcmp(words_of(p, i), event) == 0) {
        p->entries[i].flags |= ENTRY_ANNOUNCED;
        *st = ST_OK;
        return true;
    }
    if (at_chance(p)) return false;
    *st = error_set(err, ST_CHANCE_IMPOSSIBLE, "only %.80s was possible", words_of(p, i));
    return true;
}

static void rewind_to(position *p, size_t count) {
    while (p->count > count) pop(p);
}

static status play_on_view(position *p, const char *event, error *err) {
    const rules *r = p->rules;
    const char *rest = event;
    if (event[0] == '@') {
        unsigned char *world = mem_alloc(r->state_size);
        if (!world) return no_memory(err);
        rng g = {.s = 1};
        position_world(p, &g, world);
        status st = token_seat(r, r->kind->actor(r, world), event, &rest, err);
        mem_free(world);
        if (st != ST_OK) return st;
    }
    size_t mark = p->count;
    status st = push(p, event, 0, 1, err);
    if (st == ST_OK) st = r->kind->view_apply(r, p->now, rest, err);
    if (st != ST_OK) rewind_to(p, mark);
    return st;
}

/* The null move of front ends, where it is allowed. */
static bool is_null_move(const position *p, const char *event) {
    return p->allowed & POSITION_NULL_MOVES && p->rules->kind->null_move &&
           strcmp(event, "0000") == 0;
}

static status read_null_move(const position *p, token *out, error *err) {
    out->count = 1;
    if (p->rules->kind->null_move(p->rules, p->now, position_trail(p), out->steps)) return ST_OK;
    (void)error_set(err, ST_ILLEGAL_ACTION, "the turn cannot be passed over here");
    error_reason(err, "no-null-move", "%s", "");
    return ST_ILLEGAL_ACTION;
}

static status play_event(position *p, const char *event, error *err) {
    status st = ST_OK;
    size_t mark = p->count;
    token tok;
    if (event[0] != '!') st = roll_open(p, err);
    if (st == ST_OK && is_null_move(p, event))
        st = read_null_move(p, &tok, err);
    else if (st == ST_OK)
        st = token_read_exact(p->rules, p->now, trail_of(p), event, &tok, err);
    if (st == ST_OK) st = push_events(p, &tok, err);
    if (st == ST_OK) st = settle_silent(p, err);
    if (st != ST_OK) rewind_to(p, mark);
    return st;
}

/* The same from a state that is over, but not for good: that is the one to come back to. */
static status play_past_end(position *p, const char *event, error *err) {
    size_t mark = p->count;
    unsigned char *closed = mem_alloc(p->size);
    if (!closed) return no_memory(err);
    memcpy(closed, p->now, p->size);
    p->rules->kind->reopen(p->rules, p->now);
    status st = play_event(p, event, err);
    memcpy(st == ST_OK ? p->saved + mark * p->size : p->now, closed, p->size);
    mem_free(closed);
    return st;
}

status position_play(position *p, const char *event, error *err) {
    status st;
    if (p->seat != SEAT_ALL) return play_on_view(p, event, err);
    if (announces_silent(p, event, &st, err)) return st;
    return is_closed(p) ? play_past_end(p, event, err) : play_event(p, event, err);
}

status position_settle(position *p, error *err) {
    size_t mark = p->count;
    status st = roll_open(p, err);
    if (st != ST_OK) rewind_to(p, mark);
    return st;
}

status position_undo(position *p, unsigned n, error *err) {
    size_t keep = p->count;
    for (unsigned i = 0; i < n; i++) {
        while (keep > 0 && p->entries[keep - 1].flags & (ENTRY_ROLLED | ENTRY_SILENT)) keep--;
        if (keep == 0)
            return error_set(err, ST_NOT_FOUND, "there %s %u to take back", i == 1 ? "is" : "are",
                             i);
        keep--;
    }
    rewind_to(p, keep);
    return ST_OK;
}

void position_cut(position *p, unsigned ply) {
    while (p->count > 0 && p->ply > ply) pop(p);
    while (p->count > 0 && p->entries[p->count - 1].flags & ENTRY_SILENT) pop(p);
    (void)settle_silent(p, NULL); /* room for these entries is still there */
}

/* --- asking --- */

/* What chance brings, or what another seat does: possible where the view can be told of it. */
static status verify_by_view(const position *p, const char *event, error *err) {
    unsigned char *copy = mem_alloc(p->size);
    if (!copy) return no_memory(err);
    memcpy(copy, p->now, p->size);
    status st = p->rules->kind->view_apply(p->rules, copy, event, err);
    mem_free(copy);
    return st;
}

/* The spelling that token_write() would give to a token of another seat, which need not be legal in
 * the state at hand: that one was only dealt. */
static void spell_for_other(const rules *r, const void *world, const char *event, text *out) {
    token tok = {.count = 0};
    if (r->kind->from_text(r, world, event, tok.steps, &tok.count, NULL) == ST_OK)
        token_write(r, world, &tok, out);
    else
        text_put(out, event);
}

static status verify_on_view(const position *p, const char *event, text *canonical, error *err) {
    const rules *r = p->rules;
    token tok;
    rng g = {.s = 1};
    const char *rest = event;
    if (event[0] == '!' || event[0] == '?') {
        status st = verify_by_view(p, event, err);
        if (st == ST_OK && canonical) text_put(canonical, event);
        return st;
    }
    unsigned char *world = mem_alloc(r->state_size);
    if (!world) return no_memory(err);
    position_world(p, &g, world);
    int actor = r->kind->actor(r, world);
    status st;
    if (actor >= 0 && actor != p->seat) {
        st = token_seat(r, actor, event, &rest, err);
        if (st == ST_OK) st = verify_by_view(p, rest, err);
        if (st == ST_OK && canonical) spell_for_other(r, world, rest, canonical);
    } else {
        st = token_read(r, world, position_trail(p), event, &tok, err);
        if (st == ST_OK && canonical) token_write(r, world, &tok, canonical);
    }
    mem_free(world);
    return st;
}

status position_verify(const position *p, const char *event, text *canonical, error *err) {
    if (p->seat != SEAT_ALL) return verify_on_view(p, event, canonical, err);
    size_t silent = event[0] == '!' ? first_silent(p) : p->count;
    if (silent < p->count && strcmp(words_of(p, silent), event) == 0) {
        if (canonical) text_put(canonical, event);
        return ST_OK;
    }
    token tok;
    status st = is_null_move(p, event)
                    ? read_null_move(p, &tok, err)
                    : token_read(p->rules, p->now, position_trail(p), event, &tok, err);
    if (st == ST_OK && canonical) token_write(p->rules, p->now, &tok, canonical);
    return st;
}

const rules *position_rules(const position *p) {
    return p->rules;
}

int position_seat(const position *p) {
    return p->seat;
}

const void *position_data(const position *p) {
    return p->now;
}

const trail *position_trail(const position *p) {
    return has_trail(p) ? &p->trail : NULL;
}

trail *position_trail_edit(position *p) {
    return trail_of(p);
}

unsigned position_ply(const position *p) {
    return p->ply;
}

unsigned position_seen(const position *p, int seat) {
    return p->seat == SEAT_ALL && is_hidden(p) && seat != SEAT_ALL ? p->seen[viewer_of(seat)]
                                                                   : p->ply;
}

unsigned position_first_ply(const position *p) {
    return p->base_ply;
}

uint64_t position_key(const position *p) {
    const game *k = p->rules->kind;
    return p->seat == SEAT_ALL ? k->hash(p->rules, p->now) : k->view_hash(p->rules, p->now);
}

const char *position_event(const position *p, unsigned ply) {
    unsigned at = p->base_ply;
    for (size_t i = 0; i < p->count; i++) {
        if (p->entries[i].flags & ENTRY_SILENT) continue;
        if (at++ == ply) return words_of(p, i);
    }
    return NULL;
}

bool position_moment_at(const position *p, unsigned ply, unsigned k, position_moment *out) {
    unsigned at = p->base_ply;
    size_t i = 0;
    for (; i < p->count; i++)
        if (!(p->entries[i].flags & ENTRY_SILENT) && at++ == ply) break;
    for (unsigned n = 0; n < k && i < p->count; n++) {
        i++;
        if (i < p->count && !(p->entries[i].flags & ENTRY_SILENT)) i = p->count;
    }
    if (i >= p->count) return false;
    out->data = p->saved + i * p->size;
    out->event = words_of(p, i);
    out->trail = p->trail;
    out->trail.len = p->entries[i].trail_len;
    return true;
}

status position_tell_start(const position *p, int seat, text *out, error *err) {
    const rules *r = p->rules;
    assert(p->seat == SEAT_ALL && is_hidden(p) && seat != SEAT_ALL);
    void *view = mem_alloc(r->view_size);
    if (!view) return no_memory(err);
    r->kind->observe(r, p->count ? p->saved : p->now, seat, view);
    r->kind->view_write(r, view, out);
    mem_free(view);
    return ST_OK;
}

status position_tell(const position *p, int seat, position_hearer hear, void *ctx, error *err) {
    const rules *r = p->rules;
    unsigned ply = p->base_ply;
    for (size_t i = 0; i < p->count; i++) {
        bool silent = p->entries[i].flags & ENTRY_SILENT;
        const void *before = p->saved + i * p->size;
        char room[GAME_TOKEN_ROOM];
        text seen = text_over(room, sizeof room);
        token tok;
        if (p->seat == SEAT_ALL && is_hidden(p) && seat != SEAT_ALL) {
            status st = token_read_exact(r, before, position_trail(p), words_of(p, i), &tok, err);
            if (st != ST_OK) return st;
            r->kind->seen_text(r, before, tok.steps, tok.count, seat, &seen);
        } else if (!silent) {
            text_put(&seen, words_of(p, i));
        }
        if (seen.len) hear(ctx, ply, room);
        ply += !silent;
    }
    return ST_OK;
}

const char *position_note(const position *p) {
    return p->note ? p->note : "";
}

const char *position_origin(const position *p) {
    return p->origin;
}

void position_write(const position *p, text *out) {
    const game *k = p->rules->kind;
    if (p->seat == SEAT_ALL)
        k->write(p->rules, p->now, out);
    else
        k->view_write(p->rules, p->now, out);
}

void position_world(const position *p, rng *g, void *s) {
    if (p->seat == SEAT_ALL)
        memcpy(s, p->now, p->size);
    else
        p->rules->kind->resample(p->rules, p->now, s, g);
}

status position_trouble(const position *p, error *err) {
    const game *g = p->rules->kind;
    error why;
    if (p->seat != SEAT_ALL || !g->check) return ST_OK;
    if (g->check(p->rules, p->now, &why) != ST_TOO_MUCH_WORK) return ST_OK;
    if (err) *err = why;
    return ST_TOO_MUCH_WORK;
}
