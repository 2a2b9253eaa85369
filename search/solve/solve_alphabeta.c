#include "search/solve/solve_core.h"

/* Exact alpha-beta for two players with opposite interests, without chance.
 *
 * Every question is a null window: "does the first player get at least this score?" The player
 * whose turn it is, not the parity of the ply, says whether one child suffices or all are needed,
 * so turns of several steps are no special case. The answer is fail-soft, and the table keeps a
 * lower and an upper bound for each position, so the next question (solve_two.c asks as MTD(f)
 * does; Plaat et al. 1996) begins where the last one ended. Nothing is ever cut by an estimate:
 * depth, evaluation and reductions play no part.
 *
 * Order: what the table calls best, then the game's own order (promising(), or order()), then by a
 * history of what answered questions elsewhere. Where points are played for, the game's bounds on
 * final points cut. Workers share the table; all but the first try the second choice first now and
 * then, so that they come to places where the others have not been. */

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/game/game_hints.h"

enum { ETC_PLY = 16, ETC_WIDTH = 32, HISTORY_BITS = 12, FIELD_BITS = 24 };

typedef struct bounds {
    int32_t min, max;
    unsigned tag; /* of the best action; 0: none */
} bounds;

unsigned solve_tag(action a) {
    assert(a != ACTION_NONE);
    return 1 + (unsigned)(hash_mix(a) % ((1U << SOLVE_TAG_BITS) - 1));
}

static uint64_t pack(const bounds *b, uint64_t work) {
    assert(b->min <= b->max && b->tag < 1U << SOLVE_TAG_BITS);
    assert(b->min > -(1 << (FIELD_BITS - 1)) && b->max < 1 << (FIELD_BITS - 1));
    uint64_t min = (uint64_t)(uint32_t)b->min & ((1U << FIELD_BITS) - 1);
    uint64_t max = (uint64_t)(uint32_t)b->max & ((1U << FIELD_BITS) - 1);
    return ((max << FIELD_BITS | min) << SOLVE_TAG_BITS | b->tag) << SOLVE_WORK_BITS |
           solve_work(work);
}

static int32_t signed_field(uint64_t word) {
    return (int32_t)((uint32_t)word << (32 - FIELD_BITS)) >> (32 - FIELD_BITS);
}

static bounds unpack(uint64_t word) {
    uint64_t rest = word >> (SOLVE_WORK_BITS + SOLVE_TAG_BITS);
    return (bounds){signed_field(rest), signed_field(rest >> FIELD_BITS),
                    (unsigned)(word >> SOLVE_WORK_BITS & ((1U << SOLVE_TAG_BITS) - 1))};
}

static uint64_t key_of(const solve_worker *l, const void *state, unsigned left) {
    const solver *s = l->s;
    uint64_t hash =
        s->r->hints->class_hash ? s->r->hints->class_hash(s->r, state) : s->game->hash(s->r, state);
    /* Under a depth limit an answer holds for what was left, and for this horizon. */
    if (s->job->limits.depth) hash ^= hash_mix((uint64_t)left << 32 ^ (uint32_t)l->horizon);
    return hash;
}

static int32_t end_score(const solve_worker *l, const void *state) {
    game_result res;
    double value[GAME_MAX_PLAYERS];
    solve_end(l->s, state, &res, value);
    return solve_score(value[0]);
}

/* --- order --- */

static int32_t *history_of(const solve_worker *l, int actor, action a) {
    return &l->history[((size_t)actor << HISTORY_BITS) + (hash_mix(a) >> (64 - HISTORY_BITS))];
}

/* Insertion sort, stable: lists are short or nearly in order. */
static void sort_list(action *list, float *score, int n) {
    for (int i = 1; i < n; i++) {
        action a = list[i];
        float x = score[i];
        int at = i;
        for (; at > 0 && score[at - 1] < x; at--) {
            list[at] = list[at - 1];
            score[at] = score[at - 1];
        }
        list[at] = a;
        score[at] = x;
    }
}

static void to_front(action *list, int i) {
    action a = list[i];
    memmove(list + 1, list, (size_t)i * sizeof *list);
    list[0] = a;
}

void solve_order(solve_worker *l, const void *state, int actor, action *list, int n, unsigned tag) {
    const solver *s = l->s;
    if (!s->looks_ahead) {
        for (int i = 0; i < n; i++) l->order[i] = 0;
        if (s->r->hints->order) s->r->hints->order(s->r, state, list, n, l->order);
        for (int i = 0; i < n; i++)
            l->order[i] += (float)*history_of(l, actor, list[i]) / (float)(1 << 20);
        sort_list(list, l->order, n);
    }
    if (l->index && n > 1 && (l->nodes ^ (uint64_t)l->index) % 16 == 0) to_front(list, 1);
    for (int i = 1; tag && i < n; i++) {
        if (solve_tag(list[i]) != tag) continue;
        to_front(list, i);
        break;
    }
}

static void praise(solve_worker *l, int actor, action a, int n) {
    int32_t *h = history_of(l, actor, a);
    *h += n;
    if (*h < 1 << 28) return;
    for (size_t i = 0; i < (size_t)2 << HISTORY_BITS; i++) l->history[i] /= 2;
}

/* --- the search --- */

/* Final points that are bounded bound the margin. */
static void points_bounds(const solver *s, const void *state, bounds *b) {
    int32_t low[GAME_MAX_PLAYERS];
    int32_t high[GAME_MAX_PLAYERS];
    s->r->hints->bounds(s->r, state, low, high);
    int32_t min = solve_score(0.5 + (low[0] - high[1]) / (2 * s->scale.span));
    int32_t max = solve_score(0.5 + (high[0] - low[1]) / (2 * s->scale.span));
    if (min > b->min) b->min = min;
    if (max < b->max) b->max = max;
}

/* What each player can still get bounds the other's value. */
static void narrow(bounds *b, const float *max) {
    int32_t first = solve_score((double)max[0]);
    int32_t second = SOLVE_ONE - solve_score((double)max[1]);
    if (first < b->max) b->max = first;
    if (second > b->min) b->min = second;
}

int solve_list(solve_worker *l, const void *state, float *utility) {
    const solver *s = l->s;
    if (l->list_used + s->r->max_actions > l->list_cap) {
        l->halt = HALT_DEEP;
        return -1;
    }
    action *list = l->list + l->list_used;
    if (!s->looks_ahead) return s->game->legal(s->r, state, NULL, list);
    return s->r->hints->promising(s->r, state, list, utility);
}

static int32_t search(solve_worker *l, int ply, unsigned left, int32_t score);

/* A child that answers the question: its step and its value. */
typedef struct answer {
    action step;
    int32_t value;
} answer;

/* Whether the table already has a child that answers the question: looked up for all before any is
 * searched (enhanced transposition cutoff; Plaat et al. 1996). Far from the root that costs more
 * than it saves. */
static bool answered(const solve_worker *l, int ply, unsigned left, int32_t score, int n,
                     answer *out) {
    const solver *s = l->s;
    const action *list = l->list + l->list_used;
    const void *state = solve_state(l, ply);
    void *child = solve_state(l, ply + 1);
    int actor = s->game->actor(s->r, state);
    uint64_t key[ETC_WIDTH];
    if (ply > ETC_PLY || n > ETC_WIDTH || n < 2) return false;
    for (int i = 0; i < n; i++) {
        memcpy(child, state, s->r->state_size);
        s->game->apply(s->r, child, NULL, list[i]);
        key[i] = key_of(l, child, left - !game_inside(s->r, child));
        solve_table_prefetch(&s->table, key[i]);
    }
    for (int i = 0; i < n; i++) {
        uint64_t word = solve_table_get(&s->table, key[i]);
        if (!word) continue;
        bounds b = unpack(word);
        *out = (answer){list[i], actor == 0 ? b.min : b.max};
        if (actor == 0 ? out->value >= score : out->value < score) return true;
    }
    return false;
}

/* Tries the children in order; *tag becomes that of the one that answers the question. */
static int32_t try_children(solve_worker *l, int ply, unsigned left, int32_t score, int n,
                            unsigned *tag) {
    const solver *s = l->s;
    const void *state = solve_state(l, ply);
    void *child = solve_state(l, ply + 1);
    int actor = s->game->actor(s->r, state);
    action *list = l->list + l->list_used;
    answer known;
    solve_order(l, state, actor, list, n, *tag);
    if (answered(l, ply, left, score, n, &known)) {
        *tag = solve_tag(known.step);
        return known.value;
    }
    int32_t best = actor == 0 ? INT32_MIN : INT32_MAX;
    *tag = 0;
    l->list_used += (size_t)n;
    for (int i = 0; i < n; i++) {
        memcpy(child, state, s->r->state_size);
        s->game->apply(s->r, child, NULL, list[i]);
        int32_t v = search(l, ply + 1, left - !game_inside(s->r, child), score);
        if (l->halt != HALT_NONE) break;
        if (actor == 0 ? v > best : v < best) best = v;
        if (actor == 0 ? best < score : best >= score) continue;
        *tag = solve_tag(list[i]);
        if (!s->looks_ahead) praise(l, actor, list[i], n);
        break;
    }
    assert(l->list_used >= (size_t)n);
    l->list_used -= (size_t)n;
    return best;
}

static int32_t search(solve_worker *l, int ply, unsigned left, int32_t score) {
    const solver *s = l->s;
    const void *state = solve_state(l, ply);
    if (!solve_tick(l)) return 0;
    if ((unsigned)ply > l->deepest) l->deepest = (unsigned)ply;
    /* 1. The end, or what this search cannot go through. */
    int actor = s->game->actor(s->r, state);
    if (actor == ACTOR_NONE) return end_score(l, state);
    if (actor == ACTOR_CHANCE) l->halt = HALT_CHANCE;
    if (ply == SOLVE_MAX_PLY) l->halt = HALT_DEEP;
    if (l->halt != HALT_NONE) return 0;
    if (left == 0 && s->job->limits.depth) return l->horizon;
    /* 2. What can be seen from here. The table's line travels meanwhile. */
    uint64_t key = key_of(l, state, left);
    solve_table_prefetch(&s->table, key);
    float utility[2] = {1, 1};
    int n = solve_list(l, state, utility);
    if (n < 0) return 0;
    if (n == 0) return solve_score((double)utility[0]);
    /* 3. What is known already. */
    bounds known = {s->floor, s->ceiling, 0};
    uint64_t word = solve_table_get(&s->table, key);
    if (word) known = unpack(word);
    if (s->looks_ahead) narrow(&known, utility);
    if (s->job->options.objective == OBJECTIVE_MARGIN) points_bounds(s, state, &known);
    if (known.min >= score) return known.min;
    if (known.max < score) return known.max;
    /* 4. The children. */
    uint64_t before = l->nodes;
    unsigned tag = known.tag;
    int32_t best = try_children(l, ply, left, score, n, &tag);
    if (l->halt != HALT_NONE) return 0;
    /* 5. A bound that is new. */
    if (best >= score)
        known.min = best;
    else
        known.max = best;
    if (tag) known.tag = tag;
    solve_table_put(&l->s->table, key, pack(&known, l->nodes - before + 1));
    return best;
}

/* --- questions --- */

static int32_t ask_at(solve_worker *l, int ply, unsigned left, int32_t score) {
    l->list_used = 0;
    return search(l, ply, left, score);
}

static int32_t ask_token(solve_worker *l, int item, int32_t score) {
    memcpy(solve_state(l, 1), solve_after(l->s, (size_t)item), l->s->r->state_size);
    return ask_at(l, 1, l->s->job->limits.depth - 1, score);
}

static int32_t ask(solve_worker *l, int item, int32_t score) {
    const solver *s = l->s;
    assert(item == SOLVE_ROOT || (item >= 0 && (size_t)item < s->count));
    if (item != SOLVE_ROOT) return ask_token(l, item, score);
    int32_t best = s->seat == 0 ? INT32_MIN : INT32_MAX;
    int first = l->root_best >= 0 ? l->root_best : 0;
    for (int k = 0; k < (int)s->count; k++) {
        int i = k == 0 ? first : k <= first ? k - 1 : k;
        int32_t v = ask_token(l, i, score);
        if (l->halt != HALT_NONE) return 0;
        if (s->seat == 0 ? v > best : v < best) best = v;
        if (s->seat == 0 ? best < score : best >= score) continue;
        l->root_best = i;
        break;
    }
    return best;
}

static bool denies(const solve_worker *l, const void *state, int winner) {
    const solver *s = l->s;
    if (s->job->limits.depth) return false; /* entries are about what was left */
    uint64_t word = solve_table_get(&s->table, key_of(l, state, 0));
    if (!word) return false;
    bounds b = unpack(word);
    return winner == 0 ? b.max < SOLVE_ONE : b.min > 0;
}

const solve_prover solve_alphabeta = {ask, ask_at, denies};
