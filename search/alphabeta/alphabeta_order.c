#include "engine/game/game_hints.h"
#include "search/alphabeta/alphabeta_tree.h"

/* Which step first. Before all the one that the table or the last iteration liked; then the noisy
 * ones; then by the game's own hint, by what cut at this distance from the root (killers), and by
 * how often a step has cut before: anywhere (history), after the step before it and after the one
 * before that (continuations). Steps are known by a hash of player and action, so the tables have
 * one size for every game; equal ranks keep the game's order. */

enum {
    RANK_FIRST = 1 << 30,
    RANK_NOISY = 1 << 24,
    RANK_KILLER = 1 << 15,
    HINT_SCALE = 32768, /* a step of e times the odds */
    MAX_HINT = 1 << 20, /* with all that is learned less than half of RANK_NOISY */
    MEMORY = 16384,     /* what history tends to */
    MAX_BONUS = 1600
};

bool ab_noisy(const ab_worker *w, int ply, action a) {
    const ab *m = w->m;
    return m->r->hints->noisy && m->r->hints->noisy(m->r, ab_state(w, ply), a);
}

static int16_t *follow_at(const ab_worker *w, int ply, int back, uint16_t index) {
    size_t before = ply - back >= 0 ? w->frame[ply - back].index % AB_BEFORE : 0;
    return &w->follow[(((size_t)back * AB_BEFORE) + before) * AB_HISTORY + index];
}

/* Hints of the game as ranks; the weights of the stack serve as scratch memory. */
static void take_hints(ab_worker *w, int ply, size_t base, int count) {
    const ab *m = w->m;
    float *hint = &w->weight[base];
    m->r->hints->order(m->r, ab_state(w, ply), &w->list[base], count, hint);
    for (int i = 0; i < count; i++) {
        float x = hint[i] * HINT_SCALE;
        float max = MAX_HINT;
        w->rank[base + (size_t)i] = (int32_t)(x > max ? max : x < -max ? -max : x);
    }
}

static int32_t learned(const ab_worker *w, int ply, action a) {
    const ab_frame *f = &w->frame[ply];
    uint16_t index = ab_index(f->actor, a);
    int32_t rank = w->history[index] + *follow_at(w, ply, 0, index) + *follow_at(w, ply, 1, index);
    if (a == f->killer[0]) rank += RANK_KILLER;
    if (a == f->killer[1]) rank += RANK_KILLER / 2;
    return rank;
}

bool ab_noisy_at(const ab_worker *w, int ply, size_t i) {
    int32_t rank = w->rank[i];
    if (!w->m->r->hints->noisy) return false;
    return rank == RANK_FIRST ? ab_noisy(w, ply, w->list[i]) : rank >= RANK_NOISY / 2;
}

bool ab_losing_at(const ab_worker *w, size_t i) {
    return w->rank[i] < RANK_NOISY;
}

/* Of a leaf's steps only the noisy ones. (BRS+ wants all: an opponent's special step is one of
 * them.) */
static int keep_noisy(ab_worker *w, int ply, size_t base, int count) {
    int left = 0;
    for (int i = 0; i < count; i++)
        if (ab_noisy(w, ply, w->list[base + (size_t)i]))
            w->list[base + (size_t)left++] = w->list[base + (size_t)i];
    return left;
}

int ab_list(ab_worker *w, int ply, action first, bool leaf) {
    const ab *m = w->m;
    size_t base = w->top;
    assert(base <= w->cap && w->frame[ply].actor >= 0);
    if (w->cap - base < m->r->max_actions) return -1;
    trail_cut(&w->trail, w->frame[ply].trail_len);
    bool sifted = leaf && m->style != AB_BRS;
    const void *s = ab_state(w, ply);
    int count = sifted && m->r->hints->noisy_list
                    ? m->r->hints->noisy_list(m->r, s, ab_trail(w), &w->list[base])
                    : m->game->legal(m->r, s, ab_trail(w), &w->list[base]);
    if (sifted && !m->r->hints->noisy_list) count = keep_noisy(w, ply, base, count);
    if (m->r->hints->order && (sifted || !leaf))
        take_hints(w, ply, base, count);
    else
        memset(&w->rank[base], 0, (size_t)count * sizeof *w->rank);
    for (int i = 0; i < count; i++) {
        action a = w->list[base + (size_t)i];
        int32_t *rank = &w->rank[base + (size_t)i];
        if (m->knob[KNOB_AB_HISTORY] && !leaf) *rank += learned(w, ply, a);
        if (sifted || ab_noisy(w, ply, a)) *rank += RANK_NOISY;
        if (a == first) *rank = RANK_FIRST;
    }
    return count;
}

void ab_pick(ab_worker *w, size_t base, int i, int count) {
    const int32_t *rank = &w->rank[base];
    assert(i >= 0 && i < count && base + (size_t)count <= w->cap);
    int best = i;
    for (int k = i + 1; k < count; k++)
        if (rank[k] > rank[best]) best = k;
    /* Those passed over move one place on, so that equals keep their order. */
    action a = w->list[base + (size_t)best];
    int32_t r = rank[best];
    size_t gap = (size_t)(best - i);
    action *list = &w->list[base + (size_t)i];
    int32_t *ranks = &w->rank[base + (size_t)i];
    memmove(list + 1, list, gap * sizeof *list);
    memmove(ranks + 1, ranks, gap * sizeof *ranks);
    list[0] = a;
    ranks[0] = r;
}

/* Moves a counter towards the bonus; the nearer it is to its bound, the less. */
static void nudge(int16_t *counter, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *counter = (int16_t)(*counter + bonus - *counter * size / MEMORY);
    assert(*counter >= -MEMORY && *counter <= MEMORY);
}

static void teach(ab_worker *w, int ply, action a, int bonus) {
    uint16_t index = ab_index(w->frame[ply].actor, a);
    nudge(&w->history[index], bonus);
    nudge(follow_at(w, ply, 0, index), bonus);
    nudge(follow_at(w, ply, 1, index), bonus);
}

void ab_reward(ab_worker *w, int ply, int depth, action cut, const action *tried, int count) {
    ab_frame *f = &w->frame[ply];
    if (!w->m->knob[KNOB_AB_HISTORY]) return;
    int bonus = 16 * depth * depth;
    if (bonus > MAX_BONUS) bonus = MAX_BONUS;
    teach(w, ply, cut, bonus);
    for (int i = 0; i < count; i++)
        if (tried[i] != cut) teach(w, ply, tried[i], -bonus);
    if (f->killer[0] == cut) return;
    f->killer[1] = f->killer[0];
    f->killer[0] = cut;
}
