/* Events of a position: played, rolled, taken back. */
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_terminal.h"
#include "engine/game/game_views.h"
#include "engine/game/position_state.h"

static trail *trail_of(position *p) {
    return position_has_trail(p) ? &p->trail : NULL;
}

/* --- ends that play may go past --- */

/* Over, but not for good. */
static bool is_closed(const position *p) {
    const game *g = p->rules->game;
    return p->seat == SEAT_ALL && p->rules->endings->reopen &&
           g->actor(p->rules, p->now) == ACTOR_NONE && game_end(p->rules, p->now) != END_FINAL;
}

static void open_end(position *p) {
    if (p->allowed & POSITION_OPEN_ENDS && is_closed(p))
        p->rules->endings->reopen(p->rules, p->now);
}

void position_allow(position *p, unsigned flags) {
    p->allowed |= flags;
    open_end(p);
}

status position_claim(position *p, error *err) {
    const rules *r = p->rules;
    if (p->seat != SEAT_ALL || game_end(r, p->now) != END_CLAIM)
        return error_set(err, ST_UNSUPPORTED, "nothing can be claimed here");
    if (r->game->actor(r, p->now) != ACTOR_NONE) r->endings->close(r, p->now);
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
    if (!position_is_hidden(p)) return 0;
    for (int i = 0; i <= p->rules->players; i++) {
        int seat = i < p->rules->players ? i : SEAT_PUBLIC;
        char buf[GAME_TOKEN_SIZE];
        text out = text_over(buf, sizeof buf);
        p->rules->views->seen_text(p->rules, p->now, tok->steps, tok->count, seat, &out);
        if (out.len) mask |= 1U << position_viewer(seat);
    }
    return (uint16_t)mask;
}

static void pop(position *p) {
    assert(p->count > 0);
    position_entry *e = &p->entries[--p->count];
    assert(e->words <= p->words.len && e->trail_len <= p->trail.len);
    count_seen(p, e->seen, -1);
    memcpy(p->now, p->saved + p->count * p->size, p->size);
    text_truncate(&p->words, e->words);
    trail_cut(&p->trail, e->trail_len);
    if (!(e->flags & ENTRY_SILENT)) p->ply--;
    open_end(p);
}

/* Writes down the moment before an event; `steps` is how many trail entries it may push. */
static status push(position *p, const char *event, uint8_t flags, int steps, error *err) {
    size_t words_at = p->words.len;
    bool ok = MEM_GROW(p->entries, p->entries_cap, p->count + 1) == ST_OK &&
              MEM_GROW(p->saved, p->saved_cap, (p->count + 1) * p->size) == ST_OK &&
              (!position_has_trail(p) || trail_reserve(&p->trail, TRAIL_PUSHES * (size_t)steps));
    if (ok) {
        text_put(&p->words, event);
        text_char(&p->words, '\0');
        ok = !p->words.cut;
        if (!ok) text_truncate(&p->words, words_at);
        p->words.cut = false;
    }
    if (!ok) return position_no_memory(err);
    p->entries[p->count] = (position_entry){words_at, p->trail.len, 0, flags};
    memcpy(p->saved + p->count * p->size, p->now, p->size);
    p->count++;
    assert(p->count <= p->entries_cap && p->count * p->size <= p->saved_cap);
    if (!(flags & ENTRY_SILENT)) p->ply++;
    return ST_OK;
}

static status push_token(position *p, const token *tok, uint8_t flags, error *err) {
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    token_write(p->rules, p->now, tok, &event);
    uint16_t viewers = viewers_of(p, tok);
    status st = push(p, buf, flags, tok->count, err);
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
                    : position_no_memory(err);
    if (st == ST_OK) memcpy(probe, p->now, p->size);
    token part = {.count = 0};
    for (int i = 0; i < tok->count && st == ST_OK; i++) {
        part.steps[part.count++] = tok->steps[i];
        p->rules->game->apply(p->rules, probe, position_has_trail(p) ? &copy : NULL, tok->steps[i]);
        if (game_inside(p->rules, probe) && i + 1 < tok->count) continue;
        st = push_token(p, &part, 0, err);
        part.count = 0;
    }
    trail_done(&copy);
    mem_free(probe);
    return st;
}

static bool at_chance(const position *p) {
    return p->seat == SEAT_ALL && p->rules->game->actor(p->rules, p->now) == ACTOR_CHANCE;
}

/* Plays chance nodes that have one outcome. */
status position_play_silent(position *p, error *err) {
    const rules *r = p->rules;
    while (at_chance(p) && r->game->chance &&
           r->game->chance(r, p->now, p->chances.outcome, p->chances.weight) == 1) {
        token only = {.steps = {p->chances.outcome[0]}, .count = 1};
        status st = push_token(p, &only, ENTRY_SILENT, err);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static status roll_open(position *p, error *err) {
    while (p->seeded && at_chance(p)) {
        rng g = rng_stream(p->seed, p->ply);
        token one = {.count = 1};
        one.steps[0] = game_draw_chance(p->rules, p->now, p->chances, &g, NULL);
        status st = push_token(p, &one, ENTRY_ROLLED, err);
        if (st == ST_OK) st = position_play_silent(p, err);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

/* The first outcome that was settled silently since the last event and not announced yet; p->count
 * if there is none. */
size_t position_first_silent(const position *p) {
    size_t i = p->count;
    while (i > 0 && p->entries[i - 1].flags & ENTRY_SILENT) i--;
    while (i < p->count && p->entries[i].flags & ENTRY_ANNOUNCED) i++;
    return i;
}

/* An announcement of what was settled silently: checked and dropped. False: the event is another
 * one. */
static bool announces_silent(position *p, const char *event, status *st, error *err) {
    size_t i = event[0] == '!' ? position_first_silent(p) : p->count;
    if (i == p->count) return false;
    if (strcmp(position_words(p, i), event) == 0) {
        p->entries[i].flags |= ENTRY_ANNOUNCED;
        *st = ST_OK;
        return true;
    }
    if (at_chance(p)) return false;
    *st = error_set(err, ST_CHANCE_IMPOSSIBLE, "only %.80s was possible", position_words(p, i));
    return true;
}

static void rewind_to(position *p, size_t count) {
    assert(count <= p->count);
    while (p->count > count) pop(p);
}

static status play_on_view(position *p, const char *event, error *err) {
    const rules *r = p->rules;
    const char *rest = event;
    if (event[0] == '@') {
        unsigned char *world = mem_alloc(r->state_size);
        if (!world) return position_no_memory(err);
        rng g = {.s = 1};
        position_world(p, &g, world);
        status st = token_seat(r, r->game->actor(r, world), event, &rest, err);
        mem_free(world);
        if (st != ST_OK) return st;
    }
    size_t mark = p->count;
    status st = push(p, event, 0, 1, err);
    if (st == ST_OK) st = r->views->apply(r, p->now, rest, err);
    if (st != ST_OK) rewind_to(p, mark);
    assert(position_check(p));
    return st;
}

/* The null move of front ends, where it is allowed. */
bool position_is_null_move(const position *p, const char *event) {
    return p->allowed & POSITION_NULL_MOVES && p->rules->terminal->null_move &&
           strcmp(event, "0000") == 0;
}

status position_read_null_move(const position *p, token *out, error *err) {
    out->count = 1;
    if (p->rules->terminal->null_move(p->rules, p->now, position_trail(p), out->steps))
        return ST_OK;
    (void)error_set(err, ST_ILLEGAL_ACTION, "the turn cannot be passed over here");
    error_reason(err, "no-null-move", "%s", "");
    return ST_ILLEGAL_ACTION;
}

static status play_event(position *p, const char *event, error *err) {
    status st = ST_OK;
    size_t mark = p->count;
    token tok;
    if (event[0] != '!') st = roll_open(p, err);
    if (st == ST_OK && position_is_null_move(p, event))
        st = position_read_null_move(p, &tok, err);
    else if (st == ST_OK)
        st = token_read_exact((state_ref){p->rules, p->now, trail_of(p)}, event, &tok, err);
    if (st == ST_OK) st = push_events(p, &tok, err);
    if (st == ST_OK) st = position_play_silent(p, err);
    if (st != ST_OK) rewind_to(p, mark);
    assert(st == ST_OK ? p->count > mark : p->count == mark);
    assert(position_check(p));
    return st;
}

/* The same from a state that is over, but not for good: that is the one to come back to. */
static status play_past_end(position *p, const char *event, error *err) {
    size_t mark = p->count;
    unsigned char *closed = mem_alloc(p->size);
    if (!closed) return position_no_memory(err);
    memcpy(closed, p->now, p->size);
    assert(is_closed(p));
    p->rules->endings->reopen(p->rules, p->now);
    status st = play_event(p, event, err);
    memcpy(st == ST_OK ? p->saved + mark * p->size : p->now, closed, p->size);
    mem_free(closed);
    return st;
}

status position_play(position *p, const char *event, error *err) {
    assert(event);
    status st;
    if (p->seat != SEAT_ALL) return play_on_view(p, event, err);
    if (announces_silent(p, event, &st, err)) return st;
    return is_closed(p) ? play_past_end(p, event, err) : play_event(p, event, err);
}

status position_resolve(position *p, error *err) {
    size_t mark = p->count;
    status st = roll_open(p, err);
    if (st != ST_OK) rewind_to(p, mark);
    assert(position_check(p));
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
    assert(position_check(p));
    return ST_OK;
}

void position_cut(position *p, unsigned ply) {
    while (p->count > 0 && p->ply > ply) pop(p);
    while (p->count > 0 && p->entries[p->count - 1].flags & ENTRY_SILENT) pop(p);
    (void)position_play_silent(p, NULL); /* memory for these entries is still there */
    assert(position_check(p));
}
