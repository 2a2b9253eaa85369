#include <math.h>

#include "search/alphabeta/alphabeta_tree.h"
#include "search/streams.h"

/* A chance node without its recursion (alphabeta_node.c): the outcomes, listed or drawn, the bounds
 * of their average, and what the table knows. expectimax.c explains the cuts. */

enum { DEFAULT_SAMPLES = 8 };

/* --- the outcomes --- */

/* Adds one drawn outcome to the first `count` from `base`; returns how many there are now. */
static int add_drawn(ab_worker *w, size_t base, int count, action a) {
    int i = 0;
    while (i < count && w->list[base + (size_t)i] != a) i++;
    w->list[base + (size_t)i] = a;
    w->weight[base + (size_t)i] = i < count ? w->weight[base + (size_t)i] + 1 : 1;
    return i < count ? count : count + 1;
}

static action draw_one(const action *outcome, const float *weight, int count, rng *g) {
    double at = rng_unit(g);
    int i = 0;
    for (; i < count - 1 && at >= (double)weight[i]; i++) at -= (double)weight[i];
    return outcome[i];
}

/* Draws `wanted` outcomes in place of all: after them on the stack, then moved down. */
static int draw(ab_worker *w, int ply, int listed, int wanted) {
    const ab *m = w->m;
    rng g = stream_rng(m->job->options.seed, STREAM_CHANCE, w->frame[ply].key);
    const action *from = &w->list[w->top];
    const float *weight = &w->weight[w->top];
    size_t base = w->top + (size_t)listed;
    int count = 0;
    for (int i = 0; i < wanted; i++) {
        action a = listed ? draw_one(from, weight, listed, &g)
                          : m->game->sample(m->r, ab_state(w, ply), &g);
        count = add_drawn(w, base, count, a);
    }
    memmove(&w->list[w->top], &w->list[base], (size_t)count * sizeof *w->list);
    memmove(&w->weight[w->top], &w->weight[base], (size_t)count * sizeof *w->weight);
    return count;
}

/* Drops what cannot happen and makes the weights add up to 1; returns what is left. */
static int even_out(ab_worker *w, int count) {
    action *list = &w->list[w->top];
    float *weight = &w->weight[w->top];
    double sum = 0;
    int left = 0;
    for (int i = 0; i < count; i++) {
        if (!(weight[i] > 0)) continue;
        sum += (double)weight[i];
        list[left] = list[i];
        weight[left++] = weight[i];
    }
    assert(left > 0); /* something happens */
    for (int i = 0; i < left; i++) weight[i] = (float)((double)weight[i] / sum);
    return left;
}

int ab_chance_list(ab_worker *w, ab_event *e) {
    const ab *m = w->m;
    int max = m->knob[KNOB_AB_OUTCOMES];
    unsigned asked = m->job->options.chance_samples;
    int wanted = asked && asked < 1000 ? (int)asked : max ? max : DEFAULT_SAMPLES;
    if (w->cap - w->top < m->r->max_actions + (size_t)wanted) return -1;
    int n = m->game->chance
                ? m->game->chance(m->r, ab_state(w, e->ply), &w->list[w->top], &w->weight[w->top])
                : 0;
    bool many = (asked && n > wanted) || (max && n > max);
    e->sampled = n == 0 || many;
    if (e->sampled) n = draw(w, e->ply, n, wanted);
    return even_out(w, n);
}

/* --- bounds --- */

void ab_chance_narrow(ab_worker *w, ab_event *e, size_t i, int low, int high) {
    double p = (double)w->weight[i];
    assert(low <= high && p > 0); /* an exact value may lie outside what a probe promised */
    e->low += p * (low - w->low[i]);
    e->high += p * (high - w->high[i]);
    w->low[i] = low;
    w->high[i] = high;
}

/* The margins are for rounding. */
bool ab_chance_leaves(const ab_event *e, ab_window win, int *out) {
    if (e->high <= win.alpha + 1e-6) {
        double up = ceil(e->high - 1e-6);
        *out = up < win.alpha ? (int)up : win.alpha;
        return true;
    }
    if (e->low >= win.beta - 1e-6) {
        double down = floor(e->low + 1e-6);
        *out = down > win.beta ? (int)down : win.beta;
        return true;
    }
    return false;
}

ab_window ab_chance_window(const ab_worker *w, const ab_event *e, size_t i, ab_window win) {
    double p = (double)w->weight[i];
    assert(p > 0 && win.alpha < win.beta);
    double low = floor((win.alpha - (e->high - p * w->high[i])) / p);
    double high = ceil((win.beta - (e->low - p * w->low[i])) / p);
    int a = low < -AB_INFINITE ? -AB_INFINITE : low > AB_INFINITE - 1 ? AB_INFINITE - 1 : (int)low;
    int b = high > AB_INFINITE ? AB_INFINITE : high < a + 1 ? a + 1 : (int)high;
    return (ab_window){a, b};
}

/* --- the table --- */

bool ab_chance_known(ab_worker *w, const ab_event *e, ab_window win, ab_result *out) {
    const ab *m = w->m;
    tt_entry t;
    if (!m->knob[KNOB_AB_TABLE] || !tt_probe(m->table, w->frame[e->ply].key, &t)) return false;
    if (t.depth < (e->depth > 0 ? e->depth : 0)) return false;
    if (t.bound != TT_EXACT && !(t.bound == TT_LOWER && t.score >= win.beta) &&
        !(t.bound == TT_UPPER && t.score <= win.alpha))
        return false;
    *out = (ab_result){t.score, AB_ANY_PATH, t.depth == AB_PROVEN};
    return true;
}

ab_result ab_chance_keep(ab_worker *w, const ab_event *e, int bound, int score) {
    const ab *m = w->m;
    bool any_path = e->path_ply >= e->ply; /* as far as the node can know */
    bool proven = e->proven && !e->sampled;
    ab_result found = {score, any_path ? AB_ANY_PATH : e->path_ply, proven};
    if (!any_path || !m->knob[KNOB_AB_TABLE]) return found;
    tt_store(m->table, w->frame[e->ply].key,
             (tt_entry){.step = ACTION_NONE,
                        .eval = TT_NO_EVAL,
                        .score = (int16_t)score,
                        .depth = (uint8_t)(proven         ? AB_PROVEN
                                           : e->depth > 0 ? e->depth
                                                          : 0),
                        .bound = (uint8_t)bound});
    return found;
}
