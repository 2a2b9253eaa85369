#include <math.h>
#include <string.h>

#include "engine/base/hash.h"
#include "search/mcts/mcts_lane.h"

/* A leaf is worth what a playout from it brings, or, where the game has an evaluation and the knob
 * says so, what the evaluation says after a few steps of playout. MAST (Finnsson and Bjornsson
 * 2008) chooses steps by how well they went in all playouts before. */

static mast_entry *mast_of(const lane *l, int actor, action step) {
    return &l->mast[hash_mix(step * 8 + (uint64_t)actor) % MAST_SIZE];
}

void mcts_mast_learn(lane *l, const double *value) {
    for (int i = 0; i < l->made_count; i++) {
        mast_entry *e = mast_of(l, l->made[i].actor, l->made[i].step);
        e->visits++;
        float gain = (float)value[l->made[i].actor] - e->mean;
        e->mean += gain / (float)(e->visits < 1000 ? e->visits : 1000);
    }
}

/* The step with the best record; one that nobody has tried is thought to be good. */
static action mast_best(const lane *l, int actor, int n) {
    float best = -1;
    action chosen = l->room.list[0];
    for (int i = 0; i < n; i++) {
        const mast_entry *e = mast_of(l, actor, l->room.list[i]);
        float mean = e->visits ? e->mean : 1;
        if (mean > best) {
            best = mean;
            chosen = l->room.list[i];
        }
    }
    return chosen;
}

static void remember(lane *l, int actor, action step) {
    if (l->made_count < MAX_PATH + MAX_PLAYOUT) l->made[l->made_count++] = (made_step){step, actor};
}

/* --- evaluations --- */

static cached_total *cached(const lane *l, uint64_t hash, int player, uint64_t *key) {
    *key = hash_mix(hash + (uint64_t)player);
    return &l->cache[*key % CACHE_SIZE];
}

double mcts_total(lane *l, const void *s, int player) {
    const mcts *m = l->m;
    if (!l->cache) return evaluator_total(m->job->eval, s, player);
    uint64_t key;
    cached_total *c = cached(l, m->k->hash(m->r, s), player, &key);
    if (c->key != key) *c = (cached_total){key, evaluator_total(m->job->eval, s, player)};
    return c->total;
}

/* All players at once are quicker than one by one, where the game has a way. */
void mcts_win_chances(lane *l, const void *s, double *win) {
    const mcts *m = l->m;
    double total[GAME_MAX_PLAYERS] = {0};
    uint64_t hash = l->cache ? m->k->hash(m->r, s) : 0;
    int known = 0;
    for (int i = 0; i < m->players && l->cache; i++) {
        uint64_t key;
        const cached_total *c = cached(l, hash, i, &key);
        if (c->key != key) break;
        total[i] = c->total;
        known++;
    }
    if (known < m->players) {
        evaluator_totals(m->job->eval, s, total);
        for (int i = 0; i < m->players && l->cache; i++) {
            uint64_t key;
            cached_total *c = cached(l, hash, i, &key);
            *c = (cached_total){key, total[i]};
        }
    }
    evaluator_share_out(total, m->players, win);
}

/* --- playouts --- */

/* One step by somebody: chance, chosen by MAST, or any. */
static void one_step(lane *l, int actor) {
    const mcts *m = l->m;
    mcts_room *room = &l->room;
    action a;
    if (actor == ACTOR_CHANCE) {
        chance_room c = {room->list, room->weight};
        a = game_draw_chance(m->r, room->state, c, &l->g, NULL);
    } else {
        int n = m->k->legal(m->r, room->state, mcts_trail(l), room->list);
        bool by_record = m->mast && (int)rng_below(&l->g, 100) < m->mast;
        a = by_record ? mast_best(l, actor, n) : room->list[rng_below(&l->g, (uint64_t)n)];
        if (l->made) remember(l, actor, a);
    }
    m->k->apply(m->r, room->state, mcts_trail(l), a);
}

/* One step of the game's bot, where it is somebody's turn. The deciding seat plays on by it; the
 * others may be worse players than that, as the knob says. */
static bool step_of_bot(lane *l, int actor) {
    const mcts *m = l->m;
    if (actor < 0) return false;
    bool own = actor == m->job->seat;
    if (!own && m->bot_share < 100 && (int)rng_below(&l->g, 100) >= m->bot_share) return false;
    action a = m->bot->choose(m->r, l->room.state, mcts_trail(l), &l->g);
    if (l->made) remember(l, actor, a);
    m->k->apply(m->r, l->room.state, mcts_trail(l), a);
    return true;
}

/* At most `most` steps; true when the game is over. */
static bool play_on(lane *l, int most) {
    const mcts *m = l->m;
    /* A policy of the game keeps its steps to itself; what counts then are those of the tree. */
    bool single = !m->fused || (l->made && !m->k->playout_policy);
    int i = 0;
    bool over = false;
    if (!single && !m->bot && m->fused == m->k->play_random && m->k->play_out)
        i = m->k->play_out(m->r, l->room.state, mcts_trail(l), &l->g, most);
    for (;; i++) {
        int actor = m->k->actor(m->r, l->room.state);
        over = actor == ACTOR_NONE;
        if (over || i == most) break;
        if (m->bot && step_of_bot(l, actor)) continue;
        if (single)
            one_step(l, actor);
        else
            m->fused(m->r, l->room.state, mcts_trail(l), &l->g);
    }
    RELAXED_STORE(&l->nodes, RELAXED_LOAD(&l->nodes) + (uint64_t)i);
    return over;
}

bool mcts_playout(lane *l, game_result *res, double *value) {
    const mcts *m = l->m;
    bool short_one = m->evaluates && m->cutoff < MAX_PLAYOUT;
    if (short_one && !play_on(l, m->cutoff)) {
        if (m->cutoff == 0 && l->fresh && m->implicit > 0)
            memcpy(value, l->static_value, sizeof l->static_value);
        else if (m->cutoff == 0)
            mcts_win_chances(l, l->room.state, value);
        else /* playouts may leave the hash behind */
            evaluator_shares(m->job->eval, l->room.state, value);
        /* Some go on to the end, for the points alone: the first of every action, and later a few.
         */
        bool first = l->path[0].edge && l->path[0].edge_ticket == 1;
        bool counts = first || RELAXED_LOAD(&l->iterations) % POINTS_EVERY == 0;
        if (!(m->r->traits & GAME_POINTS) || !counts) return false;
        if (!play_on(l, MAX_PLAYOUT)) return false;
        result_read(res, m->r, l->room.state, m->job->options.want_ranks);
        return true;
    }
    if (short_one || play_on(l, MAX_PLAYOUT))
        result_read(res, m->r, l->room.state, m->job->options.want_ranks);
    else
        result_even(res, m->r);
    result_value(&m->scale, res, value);
    return true;
}
