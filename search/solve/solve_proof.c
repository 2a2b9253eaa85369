#include "search/solve/solve_core.h"

/* Depth-first proof-number search (df-pn; Nagai 2002) for two-player games that end in wins, draws
 * and losses. It answers "does the first player get at least this?"; solve_two.c asks about the win
 * and then about the draw. It needs no knowledge of the game: it goes where the fewest positions
 * are left to be decided, so forcing lines come first.
 *
 * Each position has two numbers: about how many more must be decided to prove the claim, and to
 * refute it. Who acts decides which of the two is the minimum over the children and which adds up
 * over them, never the parity of the ply. Adding up counts a position several times where lines
 * meet again, so the largest child counts in full and every other open one as 1 (weak proof
 * numbers; Ueda et al. 2008).
 *
 * A position is searched until one of its numbers reaches a threshold; the thresholds of a child
 * let it become a quarter worse than the next best, not just worse by one, so that the search does
 * not jump to and fro (Pawlewicz and Lew 2007). The table is bounded and forgets; what is forgotten
 * is searched again.
 *
 * Games that can repeat are not for it: the value of a position would depend on the way to it. A
 * game that goes in cycles without a rule against it ends in HALT_DEEP, one with other outcomes in
 * HALT_ODD. One thread works. */

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/game/game_hints.h"

enum { NUMBER_BITS = 28, ENDLESS = (1 << NUMBER_BITS) - 1 };
enum { DRAW = SOLVE_ONE / 2 };

/* Seen from who acts: what it takes to reach their aim, and to keep them from it. */
typedef struct effort {
    uint32_t reach, keep;
} effort;

typedef struct claim {
    int32_t score;
    uint64_t salt;
} claim;

static const effort reached = {0, ENDLESS};
static const effort missed = {ENDLESS, 0};

/* The table holds the first player's numbers. */
static effort turn(effort e, int actor) {
    return actor == 0 ? e : (effort){e.keep, e.reach};
}

static uint64_t pack(effort e, int actor, uint64_t work) {
    assert(e.reach <= ENDLESS && e.keep <= ENDLESS);
    assert((e.reach != 0 || e.keep == ENDLESS) && (e.keep != 0 || e.reach == ENDLESS));
    e = turn(e, actor);
    return ((uint64_t)e.reach << NUMBER_BITS | e.keep) << SOLVE_WORK_BITS | solve_work(work);
}

static effort unpack(uint64_t word, int actor) {
    effort e = {1, 1}; /* nothing is known */
    if (word) {
        e.reach = (uint32_t)(word >> (SOLVE_WORK_BITS + NUMBER_BITS));
        e.keep = (uint32_t)(word >> SOLVE_WORK_BITS) & ENDLESS;
    }
    return turn(e, actor);
}

static uint64_t key_of(const solve_worker *l, const void *state, const claim *c) {
    const solver *s = l->s;
    uint64_t hash =
        s->r->hints->class_hash ? s->r->hints->class_hash(s->r, state) : s->game->hash(s->r, state);
    return hash ^ c->salt;
}

/* Whether the claim holds at the end of the game. */
static bool holds(solve_worker *l, const void *state, const claim *c) {
    game_result res;
    double value[GAME_MAX_PLAYERS];
    solve_end(l->s, state, &res, value);
    int32_t score = solve_score(value[0]);
    if (score != 0 && score != DRAW && score != SOLVE_ONE) l->halt = HALT_ODD;
    return score >= c->score;
}

/* --- children --- */

/* The children of a node that are open, on top of the worker's stacks: steps (at ply 0: numbers of
 * the root's tokens) in list; in child, two words each, the key and what was last heard of it here.
 * Two children that take turns in the same slot of the table would otherwise be searched for ever.
 */
typedef struct family {
    size_t at;
    int count, actor;
} family;

static void make_child(const solve_worker *l, int ply, action step) {
    const solver *s = l->s;
    void *child = solve_state(l, ply + 1);
    if (ply == 0) {
        memcpy(child, solve_after(s, (size_t)step), s->r->state_size);
        return;
    }
    memcpy(child, solve_state(l, ply), s->r->state_size);
    s->game->apply(s->r, child, NULL, step);
}

static int list_steps(solve_worker *l, int ply, action *list) {
    const solver *s = l->s;
    if (ply > 0) return s->game->legal(s->r, solve_state(l, ply), NULL, list);
    for (size_t i = 0; i < s->count; i++) list[i] = i;
    return (int)s->count;
}

/* Lists the children; true when the node is decided by one that ends the game (*settled), whose
 * step is then the first of the family. */
static bool list_family(solve_worker *l, int ply, const claim *c, family *f, effort *settled) {
    const solver *s = l->s;
    size_t longest = ply ? s->r->max_actions : s->count;
    f->at = l->list_used;
    f->count = 0;
    *settled = missed;
    if (f->at + longest > l->list_cap) {
        l->halt = HALT_DEEP;
        return true;
    }
    action *list = l->list + f->at;
    int n = list_steps(l, ply, list);
    for (int i = 0; i < n && l->halt == HALT_NONE; i++) {
        const void *child = solve_state(l, ply + 1);
        make_child(l, ply, list[i]);
        if (s->game->actor(s->r, child) == ACTOR_NONE) {
            if (holds(l, child, c) != (f->actor == 0)) continue; /* of no use to who acts */
            list[0] = list[i];
            *settled = reached;
            return true;
        }
        list[f->count] = list[i];
        uint64_t *entry = l->child + 2 * (f->at + (size_t)f->count++);
        entry[0] = key_of(l, child, c);
        entry[1] = 0;
    }
    return f->count == 0;
}

typedef struct choice {
    effort sum;      /* the node's numbers */
    int best, open;  /* the child to search; how many are open */
    effort child;    /* its numbers */
    uint32_t second; /* the next best child's `reach` */
} choice;

static choice look_around(const solve_worker *l, const family *f) {
    choice c = {.sum = missed, .child = missed, .second = ENDLESS};
    for (int i = 0; i < f->count; i++) {
        const uint64_t *entry = l->child + 2 * (f->at + (size_t)i);
        uint64_t word = solve_table_get(&l->s->table, entry[0]);
        effort e = unpack(word ? word : entry[1], f->actor);
        if (e.reach < c.child.reach) {
            c.second = c.child.reach;
            c.child = e;
            c.best = i;
        } else if (e.reach < c.second) {
            c.second = e.reach;
        }
        if (e.keep == 0) continue;
        c.open++;
        if (e.keep > c.sum.keep) c.sum.keep = e.keep;
    }
    c.sum.reach = c.child.reach;
    if (c.sum.reach == 0) c.sum = reached;
    if (c.sum.keep && c.sum.keep < ENDLESS) c.sum.keep += (uint32_t)(c.open - 1);
    return c;
}

/* --- the search --- */

static uint32_t lesser(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Searches the node at `ply` until one of its numbers reaches its limit. */
static effort search(solve_worker *l, int ply, const claim *c, effort limit) {
    const solver *s = l->s;
    effort now = {1, 1};
    uint64_t before = l->nodes;
    if (!solve_tick(l)) return now;
    if ((unsigned)ply > l->deepest) l->deepest = (unsigned)ply;
    family f = {.actor = ply ? s->game->actor(s->r, solve_state(l, ply)) : s->seat};
    if (f.actor == ACTOR_CHANCE) l->halt = HALT_CHANCE;
    if (ply == SOLVE_MAX_PLY) l->halt = HALT_DEEP;
    if (l->halt != HALT_NONE) return now;
    uint64_t key = ply ? key_of(l, solve_state(l, ply), c) : 0;
    bool settled = list_family(l, ply, c, &f, &now);
    int best = 0;
    l->list_used += (size_t)f.count;
    while (!settled && l->halt == HALT_NONE) {
        choice ch = look_around(l, &f);
        now = ch.sum;
        best = ch.best;
        if (now.reach >= limit.reach || now.keep >= limit.keep) break;
        uint32_t patience = lesser(ch.second, ENDLESS / 2);
        effort next = {lesser(limit.reach, patience + 1 + patience / 4),
                       limit.keep - (uint32_t)(ch.open - 1)};
        make_child(l, ply, l->list[f.at + (size_t)best]);
        int actor = s->game->actor(s->r, solve_state(l, ply + 1));
        /* The limits are those of who acts here; the child may be another's. */
        effort got = search(l, ply + 1, c, turn(turn(next, f.actor), actor));
        l->child[2 * (f.at + (size_t)best) + 1] = pack(got, actor, 1);
    }
    l->list_used = f.at;
    if (l->halt != HALT_NONE) return now;
    if (ply == 0 && now.reach == 0) l->root_best = (int)l->list[f.at + (size_t)best];
    if (ply) solve_table_put(&l->s->table, key, pack(now, f.actor, l->nodes - before));
    return now;
}

/* --- questions --- */

static int32_t answer(solve_worker *l, int ply, int actor, int32_t score) {
    assert(ply == 0 || actor >= 0 || actor == ACTOR_NONE);
    claim c = {score > DRAW ? SOLVE_ONE : DRAW, hash_mix(score > DRAW ? 1 : 2)};
    if (score <= 0) return 0;
    l->list_used = 0;
    bool over = ply && actor == ACTOR_NONE;
    bool yes = over && holds(l, solve_state(l, ply), &c);
    if (!over) yes = turn(search(l, ply, &c, (effort){ENDLESS, ENDLESS}), actor).reach == 0;
    if (yes) return c.score;
    return c.score == SOLVE_ONE ? DRAW : 0;
}

static int32_t ask_at(solve_worker *l, int ply, unsigned left, int32_t score) {
    const solver *s = l->s;
    (void)left;
    int actor = s->game->actor(s->r, solve_state(l, ply));
    if (actor == ACTOR_CHANCE) l->halt = HALT_CHANCE;
    return l->halt == HALT_NONE ? answer(l, ply, actor, score) : 0;
}

static int32_t ask(solve_worker *l, int item, int32_t score) {
    if (item == SOLVE_ROOT) return answer(l, 0, l->s->seat, score);
    memcpy(solve_state(l, 1), solve_after(l->s, (size_t)item), l->s->r->state_size);
    return ask_at(l, 1, 0, score);
}

/* That the first player wins is refuted, or that they get a draw is proven. */
static bool denies(const solve_worker *l, const void *state, int winner) {
    claim c = winner == 0 ? (claim){SOLVE_ONE, hash_mix(1)} : (claim){DRAW, hash_mix(2)};
    uint64_t word = solve_table_get(&l->s->table, key_of(l, state, &c));
    effort e = unpack(word, 0);
    return word && (winner == 0 ? e.keep == 0 : e.reach == 0);
}

const solve_prover solve_proof = {ask, ask_at, denies};
