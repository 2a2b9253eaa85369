#include "search/alphabeta/expectimax.h"

/* Chance in the alpha-beta family: expectiminimax with the cuts of Ballard (1983, The *-minimax
 * search procedure for trees containing chance nodes), as Hauk, Buro and Schaeffer (2004) describe
 * them.
 *
 * A chance node is worth the average of its outcomes. Every outcome lies between -AB_SURE and
 * AB_SURE, so a part of them bounds the whole: Star1 gives each outcome the window outside of which
 * the average would leave its own window, whatever the rest brings, and stops as soon as that has
 * happened. Star2 first looks at one step behind each outcome, which bounds that outcome from one
 * side, in the hope that these bounds are enough.
 *
 * Where a node has more outcomes than AbOutcomes, or ChanceSamples asks for it, or outcomes can
 * only be sampled, that many are drawn and each counts as often as it came. The draw depends on
 * seed and position alone, so that every visit sees the same ones; nothing behind it is called
 * proven. A chance event costs no depth. At the horizon a die is still thrown if it has few faces.
 *
 * The searcher `expectimax` is for two players; the others of the family use the same code. */

#include <math.h>

#include "search/alphabeta/alphabeta_tree.h"
#include "search/streams.h"

enum { FEW_OUTCOMES = 6, PROBE_DEPTH = 2, USUAL_SAMPLES = 8 };

/* One chance node. The outcomes are on the stack of the worker from `base`. */
typedef struct ab_event {
    int ply, depth, side;
    size_t base;
    int count;
    bool sampled, proven;
    int path_ply;
    double low, high; /* bounds of the average, from those of the outcomes */
} ab_event;

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

/* Draws `wish` outcomes in place of all: behind them on the stack, then moved down. */
static int draw(ab_worker *w, int ply, int listed, int wish) {
    const ab *m = w->m;
    rng g = stream_rng(m->job->options.seed, STREAM_CHANCE, w->frame[ply].key);
    const action *from = &w->list[w->top];
    const float *weight = &w->weight[w->top];
    size_t base = w->top + (size_t)listed;
    int count = 0;
    for (int i = 0; i < wish; i++) {
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
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!(weight[i] > 0)) continue;
        sum += (double)weight[i];
        list[kept] = list[i];
        weight[kept++] = weight[i];
    }
    for (int i = 0; i < kept; i++) weight[i] = (float)((double)weight[i] / sum);
    return kept;
}

/* Lists or draws the outcomes at w->top, with weights that add up to 1; returns their number, -1
 * when there is no room. */
static int list_outcomes(ab_worker *w, ab_event *e) {
    const ab *m = w->m;
    int most = m->knob[KNOB_AB_OUTCOMES];
    unsigned asked = m->job->options.chance_samples;
    int wish = asked && asked < 1000 ? (int)asked : most ? most : USUAL_SAMPLES;
    if (w->cap - w->top < m->r->max_actions + (size_t)wish) return -1;
    int n = m->game->chance
                ? m->game->chance(m->r, ab_state(w, e->ply), &w->list[w->top], &w->weight[w->top])
                : 0;
    bool many = (asked && n > wish) || (most && n > most);
    e->sampled = n == 0 || many;
    if (e->sampled) n = draw(w, e->ply, n, wish);
    return even_out(w, n);
}

/* --- bounds --- */

static void narrow(ab_worker *w, ab_event *e, size_t i, int low, int high) {
    double p = (double)w->weight[i];
    e->low += p * (low - w->low[i]);
    e->high += p * (high - w->high[i]);
    w->low[i] = low;
    w->high[i] = high;
}

/* Whether the bounds leave the window; *out gets the score then. The margins are for rounding. */
static bool leaves(const ab_event *e, int alpha, int beta, int *out) {
    if (e->high <= alpha + 1e-6) {
        double up = ceil(e->high - 1e-6);
        *out = up < alpha ? (int)up : alpha;
        return true;
    }
    if (e->low >= beta - 1e-6) {
        double down = floor(e->low + 1e-6);
        *out = down > beta ? (int)down : beta;
        return true;
    }
    return false;
}

/* The window of outcome i: at or below *a the average cannot rise above alpha, at or above *b it
 * cannot stay below beta. */
static void window_of(const ab_worker *w, const ab_event *e, size_t i, int alpha, int beta, int *a,
                      int *b) {
    double p = (double)w->weight[i];
    double low = floor((alpha - (e->high - p * w->high[i])) / p);
    double high = ceil((beta - (e->low - p * w->low[i])) / p);
    *a = low < -AB_INFINITE ? -AB_INFINITE : low > AB_INFINITE - 1 ? AB_INFINITE - 1 : (int)low;
    *b = high > AB_INFINITE ? AB_INFINITE : high < *a + 1 ? *a + 1 : (int)high;
}

static void take_path(ab_event *e, ab_result v) {
    if (v.path_ply < e->path_ply) e->path_ply = v.path_ply;
}

/* The bounds of outcome i are not proven (the ranks of the stack are free for it here). */
static void note_doubt(ab_worker *w, size_t i, bool doubt) {
    w->rank[i] = doubt;
}

/* --- Star2: one step behind each outcome --- */

static void note_probe(ab_worker *w, ab_event *e, size_t i, ab_result v) {
    note_doubt(w, i, !v.proven);
    take_path(e, v);
}

static bool probe_all(ab_worker *w, ab_event *e, int alpha, int beta, int *out) {
    const ab *m = w->m;
    for (int k = 0; k < e->count; k++) {
        size_t i = e->base + (size_t)k;
        int a;
        int b;
        ab_step(w, e->ply, w->list[i]);
        int actor = w->frame[e->ply + 1].actor;
        if (actor < 0) continue;
        window_of(w, e, i, alpha, beta, &a, &b);
        if (ab_side(m, actor) == e->side) {
            ab_result found = ab_decide(w, e->ply + 1, e->depth, a, b, true);
            int v = ab_plain(found.score);
            if (!w->stopped && v > a && v > w->low[i]) {
                narrow(w, e, i, v, w->high[i]);
                note_probe(w, e, i, found);
            }
        } else {
            ab_result found = ab_decide(w, e->ply + 1, e->depth, -b, -a, true);
            int v = ab_plain(-found.score);
            if (!w->stopped && v < b && v < w->high[i]) {
                narrow(w, e, i, w->low[i], v);
                note_probe(w, e, i, found);
            }
        }
        if (w->stopped || leaves(e, alpha, beta, out)) return true;
    }
    return false;
}

/* --- the average --- */

static bool search_one(ab_worker *w, ab_event *e, size_t i, int alpha, int beta, int *out) {
    int a = -AB_INFINITE;
    int b = AB_INFINITE;
    if (w->m->knob[KNOB_AB_STAR]) window_of(w, e, i, alpha, beta, &a, &b);
    ab_step(w, e->ply, w->list[i]);
    ab_result found = ab_search(w, e->ply + 1, e->depth, a, b, e->side);
    if (w->stopped) return true;
    take_path(e, found);
    int v = found.score;
    int plain = ab_plain(v);
    bool exact = v > a && v < b;
    note_doubt(w, i, !found.proven || (!exact && w->rank[i]));
    /* A score outside its window is a bound, and what is known already may be better. */
    int low = v <= a ? w->low[i] : plain;
    int high = v >= b ? w->high[i] : plain;
    if (!exact && low < w->low[i]) low = w->low[i];
    if (!exact && high > w->high[i]) high = w->high[i];
    narrow(w, e, i, low, high > low ? high : low);
    return w->m->knob[KNOB_AB_STAR] && leaves(e, alpha, beta, out);
}

static bool search_all(ab_worker *w, ab_event *e, int alpha, int beta, int *out) {
    for (int k = 0; k < e->count; k++)
        if (search_one(w, e, e->base + (size_t)k, alpha, beta, out)) return true;
    double x = (e->low + e->high) / 2; /* equal but for rounding */
    *out = (int)floor(x + 0.5);
    return false;
}

/* --- the node --- */

static bool ask_table(ab_worker *w, const ab_event *e, int alpha, int beta, ab_result *out) {
    const ab *m = w->m;
    tt_entry t;
    if (!m->knob[KNOB_AB_TABLE] || !tt_probe(m->table, w->frame[e->ply].key, &t)) return false;
    if (t.depth < (e->depth > 0 ? e->depth : 0)) return false;
    if (t.bound != TT_EXACT && !(t.bound == TT_LOWER && t.score >= beta) &&
        !(t.bound == TT_UPPER && t.score <= alpha))
        return false;
    *out = (ab_result){t.score, AB_ANY_PATH, t.depth == AB_PROVEN};
    return true;
}

static ab_result keep(ab_worker *w, const ab_event *e, int bound, int score) {
    const ab *m = w->m;
    bool any_path = e->path_ply >= e->ply; /* as far as the node can know */
    bool proven = e->proven && !e->sampled;
    ab_result found = {score, any_path ? AB_ANY_PATH : e->path_ply, proven};
    if (!any_path || !m->knob[KNOB_AB_TABLE]) return found;
    tt_store(m->table, w->frame[e->ply].key,
             (tt_entry){.step = ACTION_NONE,
                        .score = (int16_t)score,
                        .depth = (uint8_t)(proven         ? AB_PROVEN
                                           : e->depth > 0 ? e->depth
                                                          : 0),
                        .bound = (uint8_t)bound});
    return found;
}

/* For the side whose view the table has. */
static ab_result average(ab_worker *w, ab_event *e, int alpha, int beta) {
    int score = 0;
    e->low = -AB_SURE;
    e->high = AB_SURE;
    for (int i = 0; i < e->count; i++) {
        w->low[e->base + (size_t)i] = -AB_SURE;
        w->high[e->base + (size_t)i] = AB_SURE;
        note_doubt(w, e->base + (size_t)i, false); /* nobody doubts that */
    }
    /* What was probed is searched again, so it pays only where the table remembers it. */
    const int32_t *knob = w->m->knob;
    bool probes = knob[KNOB_AB_STAR] == 2 && knob[KNOB_AB_TABLE] && e->depth >= PROBE_DEPTH;
    bool cut = probes && probe_all(w, e, alpha, beta, &score);
    if (!cut) cut = search_all(w, e, alpha, beta, &score);
    if (w->stopped) return ab_estimate(0);
    for (int i = 0; i < e->count; i++) e->proven &= !w->rank[e->base + (size_t)i];
    int bound = !cut ? TT_EXACT : score >= beta ? TT_LOWER : TT_UPPER;
    return keep(w, e, bound, score);
}

/* A single outcome is no chance at all: the line goes on. */
static ab_result pass(ab_worker *w, const ab_event *e, int alpha, int beta) {
    int ply = e->ply + 1;
    action a = w->list[e->base];
    ab_step(w, e->ply, a);
    w->frame[ply].beyond = w->frame[e->ply].beyond;
    ab_result found = ab_search(w, ply, e->depth, alpha, beta, e->side);
    int len = w->pv_len[ply];
    if (len > AB_MAX_PLY - 1) len = AB_MAX_PLY - 1;
    action *to = ab_pv(w, e->ply);
    to[0] = a;
    memcpy(to + 1, ab_pv(w, ply), (size_t)len * sizeof *to);
    w->pv_len[e->ply] = len + 1;
    found.proven &= !e->sampled;
    return found;
}

static ab_result node(ab_worker *w, ab_event *e, int alpha, int beta) {
    ab_result found;
    if (ab_stopped(w)) return ab_estimate(0);
    if (ask_table(w, e, alpha, beta, &found)) return found;
    e->base = w->top;
    e->count = list_outcomes(w, e);
    if (e->count < 0 || (e->depth <= 0 && e->count > FEW_OUTCOMES))
        return ab_estimate(ab_evaluate(w, e->ply, e->side));
    w->top = e->base + (size_t)e->count;
    found = e->count == 1 ? pass(w, e, alpha, beta) : average(w, e, alpha, beta);
    w->top = e->base;
    return found;
}

ab_result ab_chance(ab_worker *w, int ply, int depth, int alpha, int beta, int side) {
    const ab *m = w->m;
    /* Scores in the table are one player's, whoever asks. */
    int view = m->zero_sum ? ab_side(m, 0) : 0;
    ab_event e = {
        .ply = ply, .depth = depth, .side = view, .proven = true, .path_ply = AB_ANY_PATH};
    if (view == side) return node(w, &e, alpha, beta);
    return ab_turned(node(w, &e, -beta, -alpha));
}

/* --- the searcher --- */

static bool accepts(const rules *r) {
    return r->players == 2 && r->traits & GAME_CHANCE && !(r->traits & GAME_HIDDEN) &&
           (r->game->chance || r->game->sample);
}

static status create(void **out, const search_job *job, error *err) {
    return ab_create(out, job, &expectimax_searcher, AB_PARANOID, err);
}

const searcher_kind expectimax_searcher = {
    .name = "expectimax",
    .accepts = accepts,
    .create = create,
    .work = ab_work,
    .report = ab_report,
    .destroy = ab_destroy,
};
