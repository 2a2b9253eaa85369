#include <math.h>

#include "engine/base/clock.h"
#include "engine/game/game_hints.h"
#include "search/alphabeta/alphabeta_tree.h"

/* The path of a worker: a step further, the value of the state at its end, and what the root
 * allows. Nothing here searches. */

enum { POLL = 64 }; /* decisions between looks at the clock */

/* --- the end of the path --- */

bool ab_stopped(ab_worker *w) {
    if (w->stopped) return true;
    if (w->budget && w->nodes >= w->budget) w->stopped = true;
    if (++w->ticks % POLL == 0) {
        const ab *m = w->m;
        atomic_store_explicit(&w->shown_nodes, w->nodes, memory_order_relaxed);
        if (atomic_load_explicit(&m->done, memory_order_relaxed) ||
            search_expired(m->job->control, clock_now_ns()))
            w->stopped = true;
    }
    return w->stopped;
}

int ab_score_of(const ab *m, double value) {
    double x = m->versus ? AB_ODDS * log(value / (1 - value)) : (value - 0.5) * 2 * AB_SURE;
    if (!(x > -AB_SURE)) return -AB_SURE;
    if (!(x < AB_SURE)) return AB_SURE;
    return (int)(x < 0 ? x - 0.5 : x + 0.5);
}

double ab_value_of(const ab *m, int score) {
    int plain = ab_plain(score);
    if (!m->versus) return 0.5 + plain / (2.0 * AB_SURE);
    if (score > AB_SURE || score < -AB_SURE) return score > 0;
    return 1 / (1 + exp(-(double)plain / AB_ODDS));
}

/* The sums of the evaluation for all players. */
static void made_totals(ab_worker *w, int ply, double *total) {
    const ab *m = w->m;
    if (w->net) {
        int32_t odds[GAME_MAX_PLAYERS];
        net_path_odds(w->net, w->states, m->stride, ply, odds);
        evaluator_from_odds(m->job->eval, ab_state(w, ply), odds, total);
    } else {
        evaluator_totals(m->job->eval, ab_state(w, ply), total);
    }
}

/* An evaluation for side 0, never as certain as the end of a game. */
static int made_evaluation(ab_worker *w, int ply) {
    const ab *m = w->m;
    double total[GAME_MAX_PLAYERS];
    double score;
    made_totals(w, ply, total);
    if (m->versus) {
        score = AB_ODDS * (total[m->seat] - total[1 - m->seat]);
    } else {
        double win[GAME_MAX_PLAYERS];
        evaluator_softmax(total, m->players, win);
        score = ab_score_of(m, win[m->seat]);
    }
    if (score >= AB_SURE - 1) return AB_SURE - 1;
    if (score <= 1 - AB_SURE) return 1 - AB_SURE;
    return (int)(score < 0 ? score - 0.5 : score + 0.5);
}

int ab_evaluate(ab_worker *w, int ply, int side) {
    const ab *m = w->m;
    int score;
    uint64_t key = w->frame[ply].key;
    ab_cached_eval *known = &w->cached[key >> 7 & (AB_CACHED_EVALS - 1)];
    if (!evaluator_speaks(m->job->eval)) {
        score = m->even;
    } else if (known->key == key && key) {
        score = known->score;
    } else {
        score = made_evaluation(w, ply);
        *known = (ab_cached_eval){key, score};
    }
    assert(score > -AB_SURE && score < AB_SURE); /* only the end of a game is certain */
    return side ? -score : score;
}

/* The game is over at `ply`. Did it end because a position came back? Then it would continue
 * without the trail; the score belongs to this path alone, as far up as the first time that the
 * position stood there. */
static int path_ply_of(ab_worker *w, int ply) {
    const ab *m = w->m;
    void *s = ab_state(w, AB_MAX_PLY + 2);
    memcpy(s, ab_state(w, ply - 1), m->r->state_size);
    w->empty.len = 0;
    m->game->apply(m->r, s, &w->empty, w->frame[ply].step);
    if (m->game->actor(m->r, s) == ACTOR_NONE) return AB_ANY_PATH;
    size_t len = w->frame[ply].trail_len;
    if (len == w->frame[ply - 1].trail_len) return -1; /* not known which position: any may be it */
    size_t first = 0;
    while (first + 1 < len && w->trail.hash[first] != w->trail.hash[len - 1]) first++;
    if (first + 1 >= len || first < w->frame[0].trail_len) return -1;
    int at = 0;
    while (w->frame[at].trail_len <= first) at++;
    return at;
}

ab_result ab_score_end(ab_worker *w, int ply, int side) {
    const ab *m = w->m;
    game_result res;
    double value[GAME_MAX_PLAYERS];
    result_read(&res, m->r, ab_state(w, ply), false);
    result_value(&m->scale, &res, value);
    int score = ab_score_of(m, value[m->seat]);
    assert(w->frame[ply].actor == ACTOR_NONE);
    if (m->scale.objective == OBJECTIVE_WIN && res.utility[m->seat] >= 1) score = AB_WIN - ply;
    if (m->scale.objective == OBJECTIVE_WIN && res.utility[m->seat] <= 0) score = ply - AB_WIN;
    return (ab_result){.score = side ? -score : score,
                       .path_ply = m->trailed ? path_ply_of(w, ply) : AB_ANY_PATH,
                       .proven = true};
}

int ab_static(ab_worker *w, int ply) {
    return w->frame[ply].actor == ACTOR_NONE ? ab_score_end(w, ply, 0).score
                                             : ab_evaluate(w, ply, 0);
}

/* --- a step --- */

static void enter(ab_worker *w, int ply) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[ply];
    ab_frame *c = &w->frame[ply + 1];
    const void *s = ab_state(w, ply + 1);
    if (w->net) net_path_enter(w->net, ply + 1);
    c->key = m->game->hash(m->r, s) ^ m->salt ^ m->free_key[c->chooser + 1];
    tt_prefetch(m->table, c->key);
    __builtin_prefetch(&w->cached[c->key >> 7 & (AB_CACHED_EVALS - 1)]);
    c->actor = (int16_t)m->game->actor(m->r, s);
    c->inside = m->game->inside && m->game->inside(m->r, s);
    c->root = f->root && c->inside;
    c->tokens = (uint16_t)(f->tokens + (f->actor >= 0 && !c->inside));
    c->last = (int16_t)(f->actor >= 0 ? f->actor : f->last);
    c->again = c->inside ? f->again : c->actor == c->last;
    c->beyond = f->beyond || f->actor == ACTOR_CHANCE;
    c->trail_len = w->trail.len;
}

void ab_step(ab_worker *w, int ply, action a) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[ply];
    ab_frame *c = &w->frame[ply + 1];
    void *s = ab_state(w, ply + 1);
    assert(f->actor != ACTOR_NONE && a != ACTION_NONE && ply <= AB_MAX_PLY);
    memcpy(s, ab_state(w, ply), m->r->state_size);
    trail_cut(&w->trail, f->trail_len);
    m->game->apply(m->r, s, ab_trail(w), a);
    w->nodes++;
    c->step = a;
    c->index = ab_index(f->actor, a);
    c->skipped = c->quiet = false;
    c->chooser = f->chooser;
    enter(w, ply);
    if (m->style == AB_BRS && c->actor == m->seat && c->chooser >= 0) {
        c->key ^= m->free_key[c->chooser + 1] ^ m->free_key[0];
        c->chooser = -1;
    }
}

bool ab_skip(ab_worker *w, int ply) {
    const ab *m = w->m;
    const ab_frame *f = &w->frame[ply];
    ab_frame *c = &w->frame[ply + 1];
    void *s = ab_state(w, ply + 1);
    memcpy(s, ab_state(w, ply), m->r->state_size);
    if (!m->r->hints->skip(m->r, s)) return false;
    w->nodes++;
    trail_cut(&w->trail, f->trail_len);
    c->step = ACTION_NONE;
    c->index = 0;
    c->chooser = f->chooser;
    enter(w, ply);
    c->skipped = true;
    return true;
}

void ab_extend_pv(ab_worker *w, int ply, action a) {
    int len = w->pv_len[ply + 1];
    assert(len >= 0 && len <= AB_MAX_PLY);
    if (len > AB_MAX_PLY - 1) len = AB_MAX_PLY - 1;
    action *to = ab_pv(w, ply);
    to[0] = a;
    memcpy(to + 1, ab_pv(w, ply + 1), (size_t)len * sizeof *to);
    w->pv_len[ply] = len + 1;
}

/* --- the root --- */

/* Whether the root token may continue with this step. */
bool ab_root_allows(const ab_worker *w, int ply, action step) {
    const search_job *job = w->m->job;
    if (!job->only) return true;
    for (size_t i = 0; i < job->only_count; i++) {
        const token *o = &job->only[i];
        bool same = o->count > ply && o->steps[ply] == step;
        for (int k = 0; k < ply && same; k++) same = o->steps[k] == w->frame[k + 1].step;
        if (same) return true;
    }
    return false;
}

/* Whether the root token that is complete at `ply` belongs to an earlier line. */
bool ab_root_excludes(const ab_worker *w, int ply) {
    for (int i = 0; i < w->excluded; i++) {
        const ab_line *l = &w->lines[i];
        bool same = l->first == ply;
        for (int k = 0; k < ply && same; k++) same = l->steps[k] == w->frame[k + 1].step;
        if (same) return true;
    }
    return false;
}

/* What the last iteration played here, while the path has followed it. */
action ab_root_hint(const ab_worker *w, int ply) {
    if (w->estimated || w->excluded >= w->count) return ACTION_NONE;
    const ab_line *l = &w->lines[w->excluded];
    for (int k = 0; k < ply; k++)
        if (k >= l->count || l->steps[k] != w->frame[k + 1].step) return ACTION_NONE;
    return ply < l->count ? l->steps[ply] : ACTION_NONE;
}
