#include "games/project_l/project_l_order.h"

#include <string.h>

#include "games/project_l/project_l_rules.h"

/* Every held puzzle has a way to be completed (project_l_needs.h). Steps on such a way are good:
 * its placements, and exchanges for pieces it lacks. Placements that leave more pieces to be placed
 * than necessary are bad. An available puzzle is as good as what it pays per action. The weights
 * were fitted to what players with the evaluation and a short search chose (conditional logit). */

enum {
    DO_PLACE,
    PLACE_LEVEL,
    COMPLETES,        /* the puzzle */
    COMPLETES_POINTS, /* its points */
    COMPLETES_REWARD, /* the level of its reward, before the end is triggered */
    ON_WAY,           /* with pieces at hand all the way */
    ON_LONG_WAY,      /* pieces are missing */
    ON_WAY_RATE,      /* what the puzzle pays per action */
    OFF_LONG_WAY,     /* not on the way, and pieces are missing */
    WASTE,            /* pieces more than necessary afterwards */
    TOUCH_VAIN,       /* finishing touches that cannot pay */
    DO_JOIN,
    JOIN_MORE,    /* and a later puzzle can join, too */
    JOIN_SKIPPED, /* but an earlier one could have */
    DO_JOINED,
    JOINED_MORE, /* though another puzzle could join */
    DO_TAKE,
    TAKE_RATE,
    TAKE_POINTS,
    TAKE_READY,
    TAKE_HELD,
    TAKE_LATE, /* it cannot be finished in time */
    DO_TOP,
    TOP_LATE,
    DO_BASIC,
    BASIC_WANTED,
    BASIC_OWN, /* pieces of level 1 and 2 at hand */
    DO_CHANGE,
    CHANGE_UP,
    CHANGE_DOWN,
    CHANGE_WANTED, /* the new piece is missing on a way */
    CHANGE_BEST,   /* on the one that pays most */
    CHANGE_IDLE,   /* no puzzle can be filled with what is at hand */
    TAKE_IDLE,
    BASIC_IDLE,
    CHANGE_OFFER, /* no way to go: pieces for what will be taken */
    CHANGE_USED,  /* the old piece is needed on a way */
    CHANGE_LATE,
    DO_PUT,
    DO_NOTHING,
    REWARD_LEVEL,
    REWARD_NEW,
    REWARD_WANTED,
    DO_ENDFT,
    ENDFT_EARLY, /* though touches would pay */
    WEIGHTS
};

static const float weights[WEIGHTS] = {
    [DO_PLACE] = 3.4F,         [PLACE_LEVEL] = -0.2F,      [COMPLETES] = 4.4F,
    [COMPLETES_POINTS] = 0.3F, [COMPLETES_REWARD] = -0.1F, [ON_WAY] = 1.7F,
    [ON_LONG_WAY] = -0.8F,     [ON_WAY_RATE] = 0.8F,       [OFF_LONG_WAY] = -1.2F,
    [WASTE] = -2.6F,           [TOUCH_VAIN] = -0.5F,       [DO_JOIN] = -0.9F,
    [JOIN_MORE] = 5.3F,        [JOIN_SKIPPED] = -1.5F,     [DO_JOINED] = -2.1F,
    [JOINED_MORE] = 0.5F,      [DO_TAKE] = -2.1F,          [TAKE_RATE] = 3.3F,
    [TAKE_POINTS] = 0.2F,      [TAKE_READY] = 3.3F,        [TAKE_HELD] = -2.2F,
    [TAKE_LATE] = 5.9F,        [DO_TOP] = -2.5F,           [TOP_LATE] = -0.1F,
    [DO_BASIC] = 0.6F,         [BASIC_WANTED] = 4.3F,      [BASIC_OWN] = 0.3F,
    [DO_CHANGE] = 0.8F,        [CHANGE_UP] = 1.9F,         [CHANGE_DOWN] = -1.2F,
    [CHANGE_WANTED] = 1.6F,    [CHANGE_BEST] = 2.0F,       [CHANGE_IDLE] = 1.7F,
    [TAKE_IDLE] = 2.5F,        [BASIC_IDLE] = 3.0F,        [CHANGE_OFFER] = 1.1F,
    [CHANGE_USED] = 0.3F,      [CHANGE_LATE] = -0.3F,      [DO_PUT] = -3.6F,
    [DO_NOTHING] = -4.0F,      [REWARD_LEVEL] = 0.5F,      [REWARD_NEW] = 0.3F,
    [REWARD_WANTED] = 1.0F,    [DO_ENDFT] = 6.4F,          [ENDFT_EARLY] = -4.0F,
};

/* Room for takes, exchanges and the pieces of four ways, twice. */
enum { QUICK_STEPS = 16 + PL_SHAPES + PL_SHAPES * PL_SHAPES + 2 * PL_SLOTS * PL_NEED_CELLS };

typedef struct hints {
    const pl_rules *r;
    const pl_state *s;
    pl_hand hand;
    pl_way way[PL_SLOTS];
    float rate[PL_SLOTS]; /* what a puzzle pays per action */
    float offer[2 * PL_ROW];
    bool offer_ready[2 * PL_ROW];
    unsigned held, ready;  /* slots */
    bool any_way;          /* some puzzle has one */
    unsigned wanted, used; /* shapes that ways lack, and that they use */
    unsigned most_wanted;  /* by the way that pays most */
    unsigned offer_wanted;
    int low_pieces;
    int actions_left; /* until the finishing touches, once that is known */
} hints;

static float gain_of(const hints *h, int puzzle, bool held) {
    const pl_puzzle *p = &h->r->set.puzzle[puzzle];
    bool early = h->s->phase == PL_N;
    float piece = early ? 0.5F * (float)pl_shape_level(p->reward) : 0.1F;
    return (float)p->points + piece + (held && !early ? (float)p->points : 0);
}

static int actions_left(const pl_state *s) {
    if (s->phase == PL_N) return 1000;
    if (s->phase == PL_FT) return 0;
    return s->flags & PL_LAST_ROUND ? s->actions : s->actions + PL_ACTIONS;
}

static void look_at_own(hints *h) {
    const pl_state *s = h->s;
    int me = s->mover;
    float best = 0;
    for (int i = 0; i < PL_SLOTS; i++) {
        uint32_t open = ~s->image[me][i] & PL_FULL;
        if (!s->puzzle[me][i] || !open) continue;
        int puzzle = s->puzzle[me][i] - 1;
        const pl_need_table *t = &h->r->needs->of[puzzle];
        pl_way *w = &h->way[i];
        pl_way_of(t, open, &h->hand, PL_NEED_FAR, w);
        h->held |= 1u << i;
        h->any_way |= w->count > 0;
        if (w->need.ready < PL_NEED_FAR && !w->missing) h->ready |= 1u << i;
        h->wanted |= w->missing;
        h->used |= w->shapes;
        h->rate[i] = gain_of(h, puzzle, true) / (float)w->need.actions;
        if (h->rate[i] <= best) continue;
        best = h->rate[i];
        h->most_wanted = w->missing;
    }
    h->used &= ~h->wanted;
}

/* Available puzzles are only estimated, but for the best one. */
static void look_at_offers(hints *h) {
    const pl_state *s = h->s;
    int best = -1;
    for (int i = 0; i < 2 * PL_ROW; i++) {
        if (!s->row[i]) continue;
        int puzzle = s->row[i] - 1;
        uint32_t open = ~h->r->set.puzzle[puzzle].image & PL_FULL;
        int need = pl_need_bound(&h->r->needs->of[puzzle], open, &h->hand);
        bool late = need + 1 > h->actions_left;
        h->offer[i] = late ? -1 : gain_of(h, puzzle, false) / (float)(need + 1);
        h->offer_ready[i] = h->hand.ready[need] >= __builtin_popcount(open);
        if (best < 0 || h->offer[i] > h->offer[best]) best = i;
    }
    if (best < 0 || h->held) return;
    pl_way w;
    int puzzle = s->row[best] - 1;
    uint32_t open = ~h->r->set.puzzle[puzzle].image & PL_FULL;
    pl_way_of(&h->r->needs->of[puzzle], open, &h->hand, PL_NEED_FAR, &w);
    h->offer_wanted = w.missing;
}

static void look(hints *h, const pl_rules *r, const pl_state *s) {
    *h = (hints){.r = r, .s = s};
    h->actions_left = actions_left(s);
    pl_hand_of(s->supply[s->mover], &h->hand);
    h->low_pieces =
        (int)(pl_count(s->supply[s->mover], PL_O1) + pl_count(s->supply[s->mover], PL_I2));
    look_at_own(h);
    if (s->chain == PL_IDLE && s->phase < PL_FT) look_at_offers(h);
}

static bool on_way(const hints *h, int slot, unsigned cells) {
    const pl_way *w = &h->way[slot];
    for (int i = 0; i < w->count; i++)
        if (w->cells[i] == cells) return true;
    return false;
}

static float score_placement(const hints *h, action a, const float *w) {
    int slot = (int)pl_a(a);
    int config = (int)pl_b(a);
    int puzzle = h->s->puzzle[h->s->mover][slot] - 1;
    const pl_puzzle *p = &h->r->set.puzzle[puzzle];
    const pl_need_table *t = &h->r->needs->of[puzzle];
    const pl_way *way = &h->way[slot];
    uint32_t mask = h->r->pieces.mask[config];
    uint32_t open = ~h->s->image[h->s->mover][slot] & PL_FULL;
    float score = w[PLACE_LEVEL] * (float)pl_shape_level(h->r->pieces.shape[config]);
    if (open == mask) {
        score += w[COMPLETES] + w[COMPLETES_POINTS] * (float)p->points;
        if (h->s->phase == PL_N) score += w[COMPLETES_REWARD] * (float)pl_shape_level(p->reward);
        return score;
    }
    int least = pl_need_min(t, open ^ mask);
    score += w[WASTE] * (float)(least + 1 - way->need.least);
    if (t->least && on_way(h, slot, pl_need_set(t, mask)))
        score += w[way->missing ? ON_LONG_WAY : ON_WAY] + w[ON_WAY_RATE] * h->rate[slot];
    else if (way->missing)
        score += w[OFF_LONG_WAY];
    if (h->s->phase == PL_FT && way->need.ready >= 2 * p->points) score += w[TOUCH_VAIN];
    return score;
}

static float score_join(const hints *h, action a, const float *w) {
    unsigned slot = pl_a(a);
    unsigned before = h->ready & ((1u << slot) - 1);
    unsigned after = h->ready >> slot >> 1;
    float score = w[DO_JOIN] + score_placement(h, a, w);
    if (after) score += w[JOIN_MORE];
    if (h->s->chain == PL_IDLE && before) score += w[JOIN_SKIPPED];
    return score;
}

static float score_joined(const hints *h, const float *w) {
    unsigned next = PL_SLOTS;
    while (next > 0 && !h->s->placed[next - 1]) next--;
    return w[DO_JOINED] + (h->ready >> next ? w[JOINED_MORE] : 0);
}

static float score_take(const hints *h, action a, const float *w) {
    unsigned slot = pl_a(a);
    const pl_puzzle *p = &h->r->set.puzzle[h->s->row[slot] - 1];
    float held = w[DO_TAKE] + w[TAKE_HELD] * (float)__builtin_popcount(h->held);
    if (!h->ready) held += w[TAKE_IDLE];
    if (h->offer[slot] < 0) return held + w[TAKE_LATE];
    return held + w[TAKE_RATE] * h->offer[slot] + w[TAKE_POINTS] * (float)p->points +
           (h->offer_ready[slot] ? w[TAKE_READY] : 0);
}

static float score_change(const hints *h, action a, const float *w) {
    unsigned from = pl_a(a);
    unsigned to = pl_b(a);
    int up = pl_shape_level((int)to) - pl_shape_level((int)from);
    float score = w[DO_CHANGE] + (up > 0 ? w[CHANGE_UP] : up < 0 ? w[CHANGE_DOWN] : 0);
    if (h->wanted >> to & 1)
        score += w[CHANGE_WANTED];
    else if (!h->held && h->offer_wanted >> to & 1)
        score += w[CHANGE_OFFER];
    if (h->most_wanted >> to & 1) score += w[CHANGE_BEST];
    if (h->used >> from & 1) score += w[CHANGE_USED];
    if (!h->ready) score += w[CHANGE_IDLE];
    if (h->s->phase != PL_N && !(h->wanted >> to & 1)) score += w[CHANGE_LATE];
    return score;
}

static float score_reward(const hints *h, action a, const float *w) {
    unsigned shape = pl_a(a);
    float score = w[REWARD_LEVEL] * (float)pl_shape_level((int)shape);
    if (!pl_count(h->s->supply[h->s->mover], (int)shape)) score += w[REWARD_NEW];
    if (h->wanted >> shape & 1) score += w[REWARD_WANTED];
    return score;
}

static float score_endft(const hints *h, const float *w) {
    bool pays = false;
    for (int i = 0; i < PL_SLOTS; i++) {
        if (!(h->ready >> i & 1)) continue;
        const pl_puzzle *p = &h->r->set.puzzle[h->s->puzzle[h->s->mover][i] - 1];
        pays |= h->way[i].need.ready < 2 * p->points;
    }
    return w[DO_ENDFT] + (pays ? w[ENDFT_EARLY] : 0);
}

static float score_step(const hints *h, action a, const float *w) {
    switch (pl_kind(a)) {
    case PL_PLACE:
        return w[DO_PLACE] + score_placement(h, a, w);
    case PL_JOIN:
        return score_join(h, a, w);
    case PL_JOINED:
        return score_joined(h, w);
    case PL_TAKE:
        return score_take(h, a, w);
    case PL_TOP:
        return w[DO_TOP] + (h->s->phase == PL_N ? 0 : w[TOP_LATE]);
    case PL_BASIC:
        return w[DO_BASIC] + w[BASIC_OWN] * (float)h->low_pieces +
               (h->wanted >> pl_a(a) & 1 ? w[BASIC_WANTED] : 0) + (h->ready ? 0 : w[BASIC_IDLE]);
    case PL_CHANGE:
        return score_change(h, a, w);
    case PL_REWARD:
        return score_reward(h, a, w);
    case PL_ENDFT:
        return score_endft(h, w);
    case PL_PUT:
        return w[DO_PUT];
    default:
        return w[DO_NOTHING];
    }
}

void pl_order(const rules *r, const void *s, const action *list, int n, float *score) {
    hints h;
    look(&h, pl_of(r), s);
    for (int i = 0; i < n; i++) score[i] = score_step(&h, list[i], weights);
}

/* --- one step by these guesses --- */

/* 2^x for x <= 0, near enough, from plain arithmetic: the same everywhere. */
static uint32_t weight_of(float x) {
    if (x < -20) return 0;
    int entire = (int)-x;
    float part = x + (float)entire; /* -1..0 */
    return (uint32_t)((float)(1 << 20) * (1 + part * (0.66F + part * 0.16F))) >> entire;
}

static action draw(const action *list, const float *score, int n, rng *g) {
    uint32_t weight[QUICK_STEPS];
    uint64_t sum = 0;
    float max = -1e9F;
    for (int i = 0; i < n; i++)
        if (score[i] > max) max = score[i];
    for (int i = 0; i < n; i++) sum += weight[i] = weight_of((score[i] - max) * 1.4427F);
    uint64_t pick = rng_below(g, sum);
    int i = 0;
    for (; i + 1 < n && pick >= weight[i]; i++) pick -= weight[i];
    return list[i];
}

/* The placements on the ways, with pieces at hand, on the slots from `first` on. */
static int list_ways(const hints *h, unsigned kind, unsigned first, action *out) {
    int n = 0;
    for (unsigned slot = first; slot < PL_SLOTS; slot++) {
        const pl_way *way = &h->way[slot];
        if (!(h->held >> slot & 1)) continue;
        const pl_need_table *t = &h->r->needs->of[h->s->puzzle[h->s->mover][slot] - 1];
        for (int i = 0; i < way->count; i++) {
            int config = pl_config_at(&h->r->pieces, pl_need_mask(t, way->cells[i]));
            if (config >= 0 && pl_count(h->hand.supply, h->r->pieces.shape[config]))
                out[n++] = pl_make(kind, slot, (unsigned)config);
        }
    }
    return n;
}

/* Takes, exchanges and what is on the ways: all but the placements that lead
 * nowhere, and recycles. */
static int list_quick(const hints *h, action *out) {
    const pl_state *s = h->s;
    int n = 0;
    if (s->chain == PL_MASTER) {
        unsigned next = PL_SLOTS;
        while (next > 0 && !s->placed[next - 1]) next--;
        out[n++] = pl_make(PL_JOINED, 0, 0);
        return n + list_ways(h, PL_JOIN, next, out + n);
    }
    n = pl_list_takes(s, out);
    n += pl_list_exchanges(h->r, s, out + n);
    n += list_ways(h, PL_PLACE, 0, out + n);
    if (!(s->flags & PL_MASTER_USED) && h->ready & (h->ready - 1))
        n += list_ways(h, PL_JOIN, 0, out + n);
    return n;
}

/* Where no puzzle has a way, pieces help; but once in a while something else has to be tried, as
 * puzzles without a table never have one. */
action pl_order_draw(const pl_rules *r, const pl_state *s, rng *g) {
    action list[QUICK_STEPS];
    float score[QUICK_STEPS];
    hints h;
    look(&h, r, s);
    if (h.held && !h.any_way && rng_next(g) >> 63) return ACTION_NONE;
    int n = list_quick(&h, list);
    if (n < 1) return ACTION_NONE;
    for (int i = 0; i < n; i++) score[i] = score_step(&h, list[i], weights);
    return draw(list, score, n, g);
}
