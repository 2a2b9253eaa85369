#include "search/solve/solve_core.h"

/* Best play without chance for one player, for several, or where values do not add up to one: max^n
 * (Luckhardt and Irani 1986). Each player maximises their own value; of actions equally good for
 * them a player takes the first listed, so the value is that of one equilibrium, the same one every
 * time.
 *
 * Depth first with a table of complete value vectors. A player who has found the most that they can
 * still get (all of the win, or their bound on final points) looks no further; a later action could
 * only equal it, so the result is the same. Other pruning would not be sound for max^n
 * (Korf 1991). */

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/game/game_hints.h"

/* Entries of players + 1 words: the hash (0: empty), then the values. It begins small; when half of
 * it is filled it starts again with more memory. */
typedef struct memo {
    uint64_t *at;
    size_t width, slots, max, filled;
    clean_pages pages;
} memo;

typedef struct maxn {
    solve_worker *l;
    memo memo;
    bool unsure; /* something lay beyond the depth limit */
} maxn;

/* --- the table --- */

static uint64_t *entry_of(const memo *m, uint64_t key) {
    return m->at + (size_t)((unsigned __int128)key * m->slots >> 64) * m->width;
}

static void memo_clear(memo *m, size_t slots) {
    assert(slots > 0 && slots <= m->max);
    m->slots = slots;
    m->filled = 0;
    m->pages.bytes = slots * m->width * sizeof *m->at;
    clean_pages_reset(&m->pages);
}

static bool memo_init(memo *m, const solver *s) {
    enum { FIRST = 1 << 14 };
    arena *a = s->job->memory;
    m->width = (size_t)s->players + 1;
    size_t each = m->width * sizeof *m->at;
    size_t left = a->size - a->used;
    m->max = (left - left / CLEAN_PAGE) / each;
    while (m->max && m->max * each + clean_pages_count(m->max * each) + 8 > left) m->max--;
    m->at = arena_take(a, m->max * each);
    void *state = arena_take(a, clean_pages_count(m->max * each));
    if (!m->max || !m->at || !state) return false;
    m->pages = (clean_pages){.base = (unsigned char *)(void *)m->at, .state = state};
    memo_clear(m, m->max < FIRST ? m->max : FIRST);
    return true;
}

/* The pages in which an entry begins and ends. */
static void open_entry(const memo *m, const uint64_t *e) {
    size_t at = (size_t)(e - m->at) * sizeof *e;
    (void)clean_pages_open(&m->pages, at);
    (void)clean_pages_open(&m->pages, at + (m->width - 1) * sizeof *e);
}

/* What is known of a key, or NULL. */
static const double *memo_get(const memo *m, uint64_t key) {
    const uint64_t *e = entry_of(m, key);
    if (!clean_pages_ready(&m->pages, (size_t)(e - m->at) * sizeof *e) || e[0] != key) return NULL;
    return (const double *)(const void *)(e + 1);
}

static void memo_put(memo *m, uint64_t key, const double *value) {
    assert(key != 0); /* marks an empty entry */
    uint64_t *e = entry_of(m, key);
    open_entry(m, e);
    m->filled += !e[0];
    e[0] = key;
    memcpy(e + 1, value, (m->width - 1) * sizeof *value);
    if (m->filled * 2 <= m->slots || m->slots == m->max) return;
    memo_clear(m, m->slots * 8 < m->max ? m->slots * 8 : m->max);
}

/* --- the search --- */

static double max_for(const solver *s, const void *state, int player) {
    if (s->job->options.objective != OBJECTIVE_POINTS) return (double)s->ceiling / SOLVE_ONE;
    int32_t low[GAME_MAX_PLAYERS];
    int32_t high[GAME_MAX_PLAYERS];
    s->r->hints->bounds(s->r, state, low, high);
    return (high[player] - s->scale.low) / s->scale.span;
}

static void search(maxn *x, int ply, unsigned left, double *out);

static void play(maxn *x, int ply, unsigned left, action a, double *out) {
    const solver *s = x->l->s;
    void *child = solve_state(x->l, ply + 1);
    memcpy(child, solve_state(x->l, ply), s->r->state_size);
    s->game->apply(s->r, child, NULL, a);
    search(x, ply + 1, left - !game_inside(s->r, child), out);
}

/* The best of the children for who acts; *choice (may be NULL) is its number. */
static void choose(maxn *x, int ply, unsigned left, double *out, int *choice) {
    solve_worker *l = x->l;
    const solver *s = l->s;
    const void *state = solve_state(l, ply);
    int actor = s->game->actor(s->r, state);
    if (l->list_used + s->r->max_actions > l->list_cap) {
        l->halt = HALT_DEEP;
        return;
    }
    action *list = l->list + l->list_used;
    int n = s->game->legal(s->r, state, NULL, list);
    double max = max_for(s, state, actor);
    l->list_used += (size_t)n;
    for (int i = 0; i < n && l->halt == HALT_NONE; i++) {
        double value[GAME_MAX_PLAYERS];
        play(x, ply, left, list[i], value);
        if (l->halt != HALT_NONE || (i > 0 && value[actor] <= out[actor])) continue;
        memcpy(out, value, sizeof value);
        if (choice) *choice = i;
        if (out[actor] >= max) break;
    }
    l->list_used -= (size_t)n;
}

static void search(maxn *x, int ply, unsigned left, double *out) {
    solve_worker *l = x->l;
    const solver *s = l->s;
    const void *state = solve_state(l, ply);
    game_result res;
    if (!solve_tick(l)) return;
    if ((unsigned)ply > l->deepest) l->deepest = (unsigned)ply;
    int actor = s->game->actor(s->r, state);
    if (actor == ACTOR_NONE) {
        solve_end(s, state, &res, out);
        return;
    }
    if (actor == ACTOR_CHANCE) l->halt = HALT_CHANCE;
    if (ply == SOLVE_MAX_PLY) l->halt = HALT_DEEP;
    if (l->halt != HALT_NONE) return;
    if (left == 0 && s->job->limits.depth) {
        x->unsure = true;
        result_even(&res, s->r);
        result_value(&s->scale, &res, out);
        return;
    }
    uint64_t key = s->game->hash(s->r, state);
    if (s->job->limits.depth) key ^= hash_mix(left + UINT64_C(1));
    key += !key;
    const double *known = memo_get(&x->memo, key);
    if (known) {
        memcpy(out, known, (size_t)s->players * sizeof *out);
        return;
    }
    choose(x, ply, left, out, NULL);
    if (l->halt == HALT_NONE) memo_put(&x->memo, key, out);
}

/* --- lines --- */

/* Plays the token that best play takes at ply 1; false when there was no time to find it. */
static bool write_token(maxn *x, unsigned left, text *pv) {
    solve_worker *l = x->l;
    const solver *s = l->s;
    void *state = solve_state(l, 1);
    token tok = {.count = 0};
    memcpy(solve_state(l, 0), state, s->r->state_size);
    do {
        double value[GAME_MAX_PLAYERS];
        int choice = 0;
        choose(x, 1, left, value, &choice);
        if (l->halt != HALT_NONE) return false;
        (void)s->game->legal(s->r, state, NULL, l->moves);
        tok.steps[tok.count++] = l->moves[choice];
        s->game->apply(s->r, state, NULL, l->moves[choice]);
    } while (game_inside(s->r, state));
    return solve_write(s, solve_state(l, 0), &tok, pv);
}

static void write_line(maxn *x, solve_line *line) {
    solve_worker *l = x->l;
    solver *s = l->s;
    char buf[SEARCH_PV_SIZE];
    text pv = text_over(buf, sizeof buf);
    unsigned left = s->job->limits.depth ? s->job->limits.depth - 1 : 0;
    unsigned length = 1;
    (void)solve_write(s, s->root, &line->first, &pv);
    memcpy(solve_state(l, 1), solve_after(s, (size_t)(line - s->lines)), s->r->state_size);
    while (s->game->actor(s->r, solve_state(l, 1)) >= 0 && write_token(x, left, &pv)) {
        length++;
        if (left) left--;
    }
    double value[GAME_MAX_PLAYERS];
    (void)mtx_lock(&s->lock);
    memcpy(line->pv, buf, sizeof buf);
    line->length = length;
    line->ended = s->game->actor(s->r, solve_state(l, 1)) == ACTOR_NONE;
    if (line->ended) solve_end(s, solve_state(l, 1), &line->end, value);
    (void)mtx_unlock(&s->lock);
}

/* The values of all tokens, or as many as the best needs; true when the best is known. */
static bool find_values(maxn *x) {
    solve_worker *l = x->l;
    solver *s = l->s;
    double max = max_for(s, s->root, s->seat);
    int best = 0;
    for (size_t i = 0; i < s->count; i++) {
        double value[GAME_MAX_PLAYERS];
        memcpy(solve_state(l, 1), solve_after(s, i), s->r->state_size);
        x->unsure = false;
        search(x, 1, s->job->limits.depth - 1, value);
        if (l->halt != HALT_NONE) return false;
        (void)mtx_lock(&s->lock);
        memcpy(s->lines[i].values, value, sizeof value);
        s->lines[i].known = !x->unsure;
        (void)mtx_unlock(&s->lock);
        /* What was found under a limit is only an estimate, and the table must not pass it on. */
        if (x->unsure) memo_clear(&x->memo, x->memo.slots);
        if (x->unsure) return false;
        if (value[s->seat] > s->lines[best].values[s->seat]) best = (int)i;
        if (s->job->options.multipv == 1 && value[s->seat] >= max) break;
    }
    (void)mtx_lock(&s->lock);
    s->best = best;
    (void)mtx_unlock(&s->lock);
    return true;
}

void solve_maxn(solve_worker *l) {
    solver *s = l->s;
    maxn x = {.l = l};
    solve_drop_table(s);
    l->list_used = 0;
    if (!memo_init(&x.memo, s)) {
        solve_note(s, "the memory is too small; raise Hash");
        return;
    }
    if (!find_values(&x)) return;
    for (size_t i = 0; i < s->count && l->halt == HALT_NONE; i++) {
        if (!s->lines[i].known) continue;
        if (s->job->options.multipv > 1 || (int)i == s->best) write_line(&x, &s->lines[i]);
    }
}
