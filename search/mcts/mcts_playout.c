#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/game/game_speed.h"
#include "search/mcts/mcts_walker.h"

/* A leaf is worth what a playout from it brings, or, where the game has an evaluation and the knob
 * says so, what the evaluation says after a few steps of playout. */

static void remember(mcts_walker *w, int actor, action step) {
    if (w->made_count < MAX_PATH + MAX_PLAYOUT) w->made[w->made_count++] = (made_step){step, actor};
}

/* --- the margin --- */

/* Where the win is as good as decided, values hardly differ, and a player who looks at nothing else
 * gives points away: the one who has lost, and the one who has won as well. So a small share of a
 * value is the margin in points: the same softmax over sums that are so much smaller that it tells
 * large margins apart (KataGo's utility of the score is of this kind, Wu 2019). */
enum { FLATTER = 6 };    /* the sums of an evaluation, divided by this */
#define POINT_WORTH 0.25 /* what a point adds to such a sum: about 1.5 / FLATTER */

static void mix_margin(const mcts *m, const double *flat, double *value) {
    double margin[GAME_MAX_PLAYERS];
    evaluator_softmax(flat, m->players, margin);
    for (int i = 0; i < m->players; i++)
        value[i] = (1 - m->margin) * value[i] + m->margin * margin[i];
}

static void softmax_with_margin(const mcts *m, const double *total, double *win) {
    double flat[GAME_MAX_PLAYERS];
    if (m->soften > 1) {
        for (int i = 0; i < m->players; i++) flat[i] = total[i] / m->soften;
        total = flat;
    }
    evaluator_scores(m->job->eval, total, win);
    if (m->margin <= 0) return;
    for (int i = 0; i < m->players; i++) flat[i] = total[i] / FLATTER;
    mix_margin(m, flat, win);
}

void mcts_result_value(const mcts *m, const game_result *res, double *value) {
    double flat[GAME_MAX_PLAYERS];
    result_value(&m->scale, res, value);
    if (m->margin <= 0) return;
    for (int i = 0; i < m->players; i++) flat[i] = POINT_WORTH * res->points[i];
    mix_margin(m, flat, value);
}

/* --- evaluations --- */

static void totals_of(const mcts_walker *w, const void *s, double *total) {
    const mcts *m = w->m;
    if (w->net) {
        int32_t odds[GAME_MAX_PLAYERS];
        net_path_jump(w->net, s, odds);
        evaluator_from_odds(m->job->eval, s, odds, total);
    } else {
        evaluator_totals(m->job->eval, s, total);
    }
}

void mcts_win_chances(const mcts_walker *w, const void *s, double *win) {
    double total[GAME_MAX_PLAYERS] = {0};
    totals_of(w, s, total);
    softmax_with_margin(w->m, total, win);
}

/* Keeps the points that the net says of the leaf. It was asked about it last, unless its value was
 * known before. */
static void keep_points(mcts_walker *w) {
    const mcts *m = w->m;
    int32_t odds[GAME_MAX_PLAYERS];
    if (!m->by_points) return;
    if (m->implicit > 0) net_path_jump(w->net, w->scratch.state, odds);
    net_path_points(w->net, w->said);
    w->pointed = true;
}

/* --- playouts --- */

/* One step, of chance or of a player. */
static void one_step(mcts_walker *w, int actor) {
    const mcts *m = w->m;
    mcts_scratch *scratch = &w->scratch;
    action a;
    if (actor == ACTOR_CHANCE) {
        chance_buffers c = {scratch->list, scratch->weight};
        a = game_draw_chance(m->r, scratch->state, c, &w->g, NULL);
    } else {
        int n = m->game->legal(m->r, scratch->state, mcts_trail(w), scratch->list);
        a = scratch->list[rng_below(&w->g, (uint64_t)n)];
        if (w->made) remember(w, actor, a);
    }
    m->game->apply(m->r, scratch->state, mcts_trail(w), a);
}

/* One step of the game's bot, where a seat decides. */
static bool step_of_bot(mcts_walker *w, int actor) {
    const mcts *m = w->m;
    if (actor < 0) return false;
    action a = m->bot->choose(m->r, w->scratch.state, mcts_trail(w), &w->g);
    if (w->made) remember(w, actor, a);
    m->game->apply(m->r, w->scratch.state, mcts_trail(w), a);
    return true;
}

/* At most `most` steps; true when the game is over. */
static bool play_on(mcts_walker *w, int max) {
    const mcts *m = w->m;
    /* A policy of the game keeps its steps to itself; what counts then are those of the tree. */
    bool single = !m->fused || (w->made && !m->r->speed->playout_policy);
    int i = 0;
    bool over = false;
    bool noted =
        w->made && m->r->speed->play_noted && w->made_count + max <= MAX_PATH + MAX_PLAYOUT;
    if (noted && !m->bot && m->fused == m->r->speed->play_random) {
        made_steps made = {w->made, w->made_count};
        i = m->r->speed->play_noted(m->r, w->scratch.state, mcts_trail(w), &w->g, max, &made);
        w->made_count = made.count;
    } else if (!single && !m->bot && m->fused == m->r->speed->play_random && m->r->speed->play_out)
        i = m->r->speed->play_out(m->r, w->scratch.state, mcts_trail(w), &w->g, max);
    for (;; i++) {
        int actor = m->game->actor(m->r, w->scratch.state);
        over = actor == ACTOR_NONE;
        if (over || i == max) break;
        if (m->bot && step_of_bot(w, actor)) continue;
        if (single)
            one_step(w, actor);
        else
            m->fused(m->r, w->scratch.state, mcts_trail(w), &w->g);
    }
    RELAXED_STORE(&w->nodes, RELAXED_LOAD(&w->nodes) + (uint64_t)i);
    return over;
}

/* Whether this short playout continues to the end of the game, for the points alone: the first of
 * every action, then one in POINTS_EVERY, and half as many whenever the iterations have doubled, as
 * the choice does not depend on them and each takes as long as many iterations. */
bool mcts_for_points(const mcts_walker *w) {
    uint64_t now = RELAXED_LOAD(&w->iterations);
    uint64_t every = POINTS_EVERY;
    if (w->path[0].edge && w->path[0].edge_ticket == 1) return true;
    while (every * POINTS_EVERY <= now) every *= 2;
    return now % every == 0;
}

/* Whether the net has said of a leaf all that a finished playout would tell. */
static bool said_all(const mcts *m) {
    return m->by_points && !m->job->options.want_ranks;
}

bool mcts_playout(mcts_walker *w, game_result *res, double *value) {
    const mcts *m = w->m;
    bool short_one = m->evaluates && m->cutoff < MAX_PLAYOUT;
    if (short_one && !play_on(w, m->cutoff)) {
        if (m->cutoff == 0 && w->leaf_is_new && m->implicit > 0)
            memcpy(value, w->static_value, sizeof w->static_value);
        else
            mcts_win_chances(w, w->scratch.state, value);
        keep_points(w);
        if (!(m->r->traits & GAME_POINTS) || said_all(m) || !mcts_for_points(w)) return false;
        if (!play_on(w, MAX_PLAYOUT)) return false;
        result_read(res, m->r, w->scratch.state, m->job->options.want_ranks);
        return true;
    }
    if (short_one || play_on(w, MAX_PLAYOUT))
        result_read(res, m->r, w->scratch.state, m->job->options.want_ranks);
    else
        result_even(res, m->r);
    mcts_result_value(m, res, value);
    return true;
}
