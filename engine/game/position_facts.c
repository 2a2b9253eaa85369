/* What a position is at this moment: its state, its numbers, and what always holds. */
#include "engine/game/game_views.h"
#include "engine/game/position_state.h"

void position_set_seed(position *p, uint64_t seed) {
    p->seed = seed;
    p->seeded = true;
}

void position_set_ply(position *p, unsigned ply) {
    assert(p->ply == p->base_ply); /* the first number, not one in between */
    p->base_ply = ply;
    p->ply = ply;
}

void position_set_seen(position *p, int seat, unsigned count) {
    assert(p->seat == SEAT_ALL && position_is_hidden(p));
    p->seen[position_viewer(seat)] = count;
}

/* --- what always holds --- */

#ifndef NDEBUG
bool position_check(const position *p) {
    size_t events = 0;
    bool good = p->count <= p->entries_cap && p->count * p->size <= p->saved_cap &&
                trail_check(&p->trail) && text_check(&p->words) && !p->words.cut &&
                p->size == (p->seat == SEAT_ALL ? p->rules->state_size : p->rules->view_size);
    for (size_t i = 0; good && i < p->count; i++) {
        const position_entry *e = &p->entries[i];
        const position_entry *before = i ? e - 1 : NULL;
        good = e->words < p->words.len && (!before || e->words > before->words) &&
               e->trail_len <= p->trail.len && (!before || e->trail_len >= before->trail_len) &&
               (e->words == 0 || p->words.at[e->words - 1] == '\0');
        events += !(e->flags & ENTRY_SILENT);
    }
    return good && p->ply == p->base_ply + events;
}
#endif

/* --- facts --- */

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
    return position_has_trail(p) ? &p->trail : NULL;
}

state_ref position_ref(const position *p) {
    return (state_ref){p->rules, p->now, position_trail(p)};
}

trail *position_trail_edit(position *p) {
    return position_has_trail(p) ? &p->trail : NULL;
}

unsigned position_ply(const position *p) {
    return p->ply;
}

unsigned position_seen(const position *p, int seat) {
    return p->seat == SEAT_ALL && position_is_hidden(p) && seat != SEAT_ALL
               ? p->seen[position_viewer(seat)]
               : p->ply;
}

unsigned position_first_ply(const position *p) {
    return p->base_ply;
}

uint64_t position_key(const position *p) {
    const game *g = p->rules->game;
    return p->seat == SEAT_ALL ? g->hash(p->rules, p->now)
                               : p->rules->views->hash(p->rules, p->now);
}

const char *position_note(const position *p) {
    return p->note ? p->note : "";
}

const char *position_origin(const position *p) {
    return p->origin;
}

void position_write(const position *p, text *out) {
    const game *g = p->rules->game;
    if (p->seat == SEAT_ALL)
        g->write(p->rules, p->now, out);
    else
        p->rules->views->write(p->rules, p->now, out);
}

void position_world(const position *p, rng *g, void *s) {
    assert(s && s != p->now);
    if (p->seat == SEAT_ALL)
        memcpy(s, p->now, p->size);
    else
        p->rules->views->resample(p->rules, p->now, s, g);
}

status position_trouble(const position *p, error *err) {
    const game *g = p->rules->game;
    error why;
    if (p->seat != SEAT_ALL || !g->check) return ST_OK;
    if (g->check(p->rules, p->now, &why) != ST_TOO_MUCH_WORK) return ST_OK;
    if (err) *err = why;
    return ST_TOO_MUCH_WORK;
}
