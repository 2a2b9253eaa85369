#include <string.h>

#include "engine/base/clock.h"
#include "engine/game/game_hints.h"
#include "search/mcts/mcts_walker.h"

/* The end of a round, exactly. Where little is left to decide before chance acts or the game ends,
 * all of it is searched before the tree grows: all players choose what is best for them, and the
 * evaluation is asked where chance comes in. Actions of the root that are worse than the best by a
 * margin are pruned, so that the tree, which draws what chance brings, spends its visits on those
 * that are left. With two players whose values add up this is alpha-beta, else max^n; both remember
 * positions in a table.
 *
 * What is small enough is first estimated: by the product of the choices on the line that takes the
 * first of each, which in Azul is about the number of steps it takes. A search that turns out to be
 * larger than the knob allows is given up and changes nothing; neither does one of several lines,
 * which wants them all. */

enum { MAX_PLIES = 16, TABLE_BITS = 12, CLOCK_STEPS = 64 };
enum { KNOWN = 1, AT_LEAST, AT_MOST }; /* 0: an empty slot */
#define MARGIN 0.08                    /* of a win */

typedef struct round_slot {
    uint64_t hash;
    double value[GAME_MAX_PLAYERS];
    uint8_t bound; /* of player 0's value, where values add up */
} round_slot;

struct mcts_round {
    int64_t left;     /* steps that may still be tried */
    int64_t until_ns; /* and so long; INT64_MAX: no matter */
    unsigned char *state[MAX_PLIES + 1];
    action *list[MAX_PLIES + 1];
    float *score;
    round_slot *table;
};

/* What is known of player 0's value; without two values that add up only what is exact counts. */
typedef struct window {
    double low, high;
} window;

void mcts_round_done(mcts_walker *w) {
    mcts_round *d = w->round;
    if (!d) return;
    for (int i = 0; i <= MAX_PLIES; i++) {
        mem_free(d->state[i]);
        mem_free(d->list[i]);
    }
    mem_free(d->score);
    mem_free(d->table);
    mem_free(d);
}

bool mcts_round_make(mcts_walker *w) {
    const rules *r = w->m->r;
    mcts_round *d = w->round = mem_alloc(sizeof *d);
    if (!d) return false;
    bool ready = true;
    for (int i = 0; i <= MAX_PLIES && ready; i++) {
        d->state[i] = mem_alloc(r->state_size);
        d->list[i] = mem_alloc(r->max_actions * sizeof(action));
        ready = d->state[i] && d->list[i];
    }
    d->score = mem_alloc(r->max_actions * sizeof *d->score);
    d->table = mem_alloc(sizeof *d->table << TABLE_BITS);
    return ready && d->score && d->table;
}

/* Plays a step into the next state; false when there are none left to try. */
static bool step_to(mcts_walker *w, int ply, action a) {
    const mcts *m = w->m;
    mcts_round *d = w->round;
    if (d->left-- <= 0) return false;
    if (d->left % CLOCK_STEPS == 0 && search_expired(m->job->control, clock_now_ns())) return false;
    memcpy(d->state[ply + 1], d->state[ply], m->r->state_size);
    m->game->apply(m->r, d->state[ply + 1], NULL, a);
    RELAXED_STORE(&w->nodes, RELAXED_LOAD(&w->nodes) + 1);
    return true;
}

static bool looks_small(mcts_walker *w) {
    const mcts *m = w->m;
    mcts_round *d = w->round;
    int64_t max = d->left / 2;
    int64_t size = 1;
    for (int ply = 0; ply < MAX_PLIES; ply++) {
        if (m->game->actor(m->r, d->state[ply]) < 0) return ply > 0;
        size *= m->game->legal(m->r, d->state[ply], NULL, d->list[ply]);
        if (size > max || !step_to(w, ply, d->list[ply][0])) return false;
    }
    return false;
}

/* Chance comes in, or the end. */
static void leaf_value(mcts_walker *w, const void *state, int actor, double *value) {
    const mcts *m = w->m;
    game_result res;
    if (actor == ACTOR_CHANCE) {
        mcts_win_chances(w, state, value);
        return;
    }
    result_read(&res, m->r, state, false);
    result_value(&m->scale, &res, value);
}

/* The legal steps, those that the game thinks good first. */
static int sorted_list(mcts_walker *w, int ply) {
    const mcts *m = w->m;
    action *list = w->round->list[ply];
    float *score = w->round->score;
    int n = m->game->legal(m->r, w->round->state[ply], NULL, list);
    if (!m->r->hints->order) return n;
    m->r->hints->order(m->r, w->round->state[ply], list, n, score);
    for (int i = 1; i < n; i++) {
        action a = list[i];
        float v = score[i];
        int at = i;
        for (; at > 0 && score[at - 1] < v; at--) {
            list[at] = list[at - 1];
            score[at] = score[at - 1];
        }
        list[at] = a;
        score[at] = v;
    }
    return n;
}

static bool remembered(const round_slot *e, uint64_t hash, window win, double *value) {
    if (e->hash != hash || !e->bound) return false;
    bool cuts = (e->bound == AT_LEAST && e->value[0] >= win.high) ||
                (e->bound == AT_MOST && e->value[0] <= win.low);
    if (e->bound == KNOWN || cuts) memcpy(value, e->value, sizeof e->value);
    return e->bound == KNOWN || cuts;
}

static void remember(const mcts *m, round_slot *e, uint64_t hash, window win, const double *value) {
    e->hash = hash;
    e->bound = KNOWN;
    if (m->width == 1 && value[0] <= win.low) e->bound = AT_MOST;
    if (m->width == 1 && value[0] >= win.high) e->bound = AT_LEAST;
    memcpy(e->value, value, sizeof e->value);
}

/* The value of state[ply]; where values add up, outside of the window only a bound. False: given
 * up. */
static bool search_rest(mcts_walker *w, int ply, window win, double *value) {
    const mcts *m = w->m;
    mcts_round *d = w->round;
    int actor = m->game->actor(m->r, d->state[ply]);
    if (actor < 0) {
        leaf_value(w, d->state[ply], actor, value);
        return true;
    }
    uint64_t hash = m->game->hash(m->r, d->state[ply]);
    round_slot *e = &d->table[hash >> (64 - TABLE_BITS)];
    if (remembered(e, hash, win, value)) return true;
    if (ply == MAX_PLIES) return false;
    window now = win;
    int n = sorted_list(w, ply);
    double best = -10;
    for (int i = 0; i < n && now.low < now.high; i++) {
        double v[GAME_MAX_PLAYERS] = {0};
        if (!step_to(w, ply, d->list[ply][i]) || !search_rest(w, ply + 1, now, v)) return false;
        if (v[actor] <= best) continue;
        best = v[actor];
        memcpy(value, v, sizeof v);
        if (m->width > 1) continue;
        if (actor == 0 && value[0] > now.low) now.low = value[0];
        if (actor == 1 && value[0] < now.high) now.high = value[0];
    }
    remember(m, e, hash, win, value);
    return true;
}

/* The value of each edge of the root for the seat, in order; false: given up. */
static bool search_edges(mcts_walker *w, const mcts_node *root, double *best) {
    const mcts *m = w->m;
    int seat = m->job->seat;
    uint32_t at = 0;
    *best = -10;
    MCTS_EDGES(w->tree, root, it) {
        mcts_edge *e = it.edge;
        double v[GAME_MAX_PLAYERS] = {0};
        double min = *best - MARGIN;
        window win = {-10, 10};
        if (m->width == 1 && seat == 0) win.low = min;
        if (m->width == 1 && seat == 1) win.high = 1 - min;
        if (!step_to(w, 0, e->step) || !search_rest(w, 1, win, v)) return false;
        if (v[seat] > *best) *best = v[seat];
        w->score[at++] = (float)v[seat];
    }
    return true;
}

/* No more than an eighth of what the tree may take. */
static void set_limits(const mcts_walker *w, mcts_round *d) {
    int64_t deadline = atomic_load(&w->m->job->control->deadline_ns);
    int64_t now = clock_now_ns();
    uint64_t part = w->node_budget / 8;
    d->left = w->m->round;
    if (w->node_budget && part < (uint64_t)d->left) d->left = (int64_t)part;
    d->until_ns = deadline == INT64_MAX ? INT64_MAX : now + (deadline - now) / 8;
}

void mcts_prune_worse(mcts_walker *w) {
    mcts *m = w->m;
    const mcts_node *root = mcts_node_at(w->tree, w->tree->root);
    mcts_round *d = w->round;
    double best;
    memcpy(d->state[0], position_data(m->job->root), m->r->state_size);
    set_limits(w, d);
    if (!looks_small(w) || !search_edges(w, root, &best)) return;
    uint32_t at = 0;
    MCTS_EDGES(w->tree, root, it) {
        bool worse = (double)w->score[at++] < best - MARGIN + 1e-6;
        if (worse) RELAXED_STORE(&it.edge->pruned, 1);
    }
    RELAXED_STORE(&m->prunes, true);
}

void mcts_restore(mcts_walker *w, const mcts_node *root) {
    MCTS_EDGES(w->tree, root, it) {
        RELAXED_STORE(&it.edge->pruned, 0);
    }
    RELAXED_STORE(&w->m->prunes, false);
}
