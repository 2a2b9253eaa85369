#include "search/solve/solve_core.h"

#include <assert.h>

/* What the methods share: counting, the clock, the end of a game, notes, and the order of lines. */

bool solve_tick_slow(solve_worker *l) {
    solver *s = l->s;
    atomic_fetch_add_explicit(&s->nodes, SOLVE_CLOCK_EVERY, memory_order_relaxed);
    unsigned seen = atomic_load_explicit(&s->deepest, memory_order_relaxed);
    if (l->deepest > seen) atomic_store_explicit(&s->deepest, l->deepest, memory_order_relaxed);
    if (l->halt != HALT_NONE) return false;
    if (search_expired(s->job->control, clock_now_ns()))
        l->halt = HALT_LIMIT;
    else if (atomic_load(&s->why) != HALT_NONE)
        l->halt = (solve_halt)atomic_load(&s->why);
    else if (atomic_load_explicit(&s->task, memory_order_relaxed) > l->task)
        l->halt = HALT_TASK;
    return l->halt == HALT_NONE;
}

void solve_end(const solver *s, const void *state, game_result *res, double *value) {
    assert(s->game->actor(s->r, state) == ACTOR_NONE);
    result_read(res, s->r, state, false);
    result_value(&s->scale, res, value);
}

void solve_note(solver *s, const char *note) {
    (void)mtx_lock(&s->lock);
    if (!s->note) s->note = note;
    (void)mtx_unlock(&s->lock);
}

void solve_drop_table(solver *s) {
    (void)mtx_lock(&s->lock);
    s->table.slot = NULL;
    (void)mtx_unlock(&s->lock);
    arena_reset(s->job->memory);
}

bool solve_write(const solver *s, const void *state, const token *tok, text *pv) {
    assert(tok->count > 0);
    size_t mark = pv->len;
    if (pv->len) text_char(pv, ' ');
    token_write(s->r, state, tok, pv);
    if (pv->cut) text_truncate(pv, mark);
    return !pv->cut;
}

/* --- lines --- */

bool solve_proven(const solver *s, const solve_line *line) {
    return line->known || (s->zero_sum && line->min == line->max);
}

double solve_seat_value(const solver *s, const solve_line *line) {
    if (line->known || !s->zero_sum || line->min == SOLVE_MIN) return line->values[s->seat];
    double first = ((double)line->min + (double)line->max) / 2 / SOLVE_ONE;
    return s->seat == 0 ? first : 1 - first;
}

bool solve_better(const solver *s, const solve_line *a, const solve_line *b) {
    double v = solve_seat_value(s, a);
    double w = solve_seat_value(s, b);
    if (v - w > 1e-12 || w - v > 1e-12) return v > w;
    if (solve_proven(s, a) != solve_proven(s, b)) return solve_proven(s, a);
    unsigned near = a->plies - 1; /* 0 wraps around */
    unsigned far = b->plies - 1;
    return v > 0.5 ? near < far : v < 0.5 && near > far;
}
