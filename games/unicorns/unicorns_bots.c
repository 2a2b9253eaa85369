#include "games/unicorns/unicorns_bots.h"

#include <assert.h>
#include <stdlib.h>

#include "games/unicorns/fast/unicorns_fast.h"
#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_effects.h"
#include "games/unicorns/rules/unicorns_turn.h"
#include "games/unicorns/unicorns_worth.h"

enum { MAX = UN_MAX_KINDS * UN_SEATS + 1 };

/* --- random --- */

static int to_anybody(const un_rules *r, const un_state *s, int id, rng *g) {
    int seat[UN_SEATS];
    int n = 0;
    if (r->type_of[id] == UN_SPELL) return s->active;
    if (r->type_of[id] != UN_BASIC) return (int)rng_below(g, (uint64_t)r->n);
    for (int p = 0; p < r->n; p++)
        if (un_playable(r, s, id, p)) seat[n++] = p;
    return seat[rng_below(g, (uint64_t)n)];
}

/* A card drawn from the hand until one fits is one of those that fit, each as likely. */
static action random_play(const un_rules *r, const un_state *s, rng *g) {
    uint8_t hand[UN_MAX_CARDS];
    int zone = un_hand(r, s->active);
    int n = un_size(s, zone);
    memcpy(hand, s->pool + un_from(s, zone), (size_t)n);
    while (n > 0) {
        int at = (int)rng_below(g, (uint64_t)n);
        int id = hand[at];
        if (un_playable(r, s, id, s->active))
            return un_make(UN_ASK_PLAY, r->kind_of[id], to_anybody(r, s, id, g));
        hand[at] = hand[--n];
    }
    return un_make(UN_ASK_PLAY, UN_NO_CARD, 0);
}

/* The kind of an instant of this hand, or UN_NO_CARD. */
static int random_instant(const un_rules *r, const un_state *s, int seat, rng *g) {
    int zone = un_hand(r, seat);
    int end = s->end[zone];
    int n = 0;
    for (int pos = un_from(s, zone); pos < end; pos++) n += r->type_of[s->pool[pos]] == UN_INSTANT;
    if (!n || rng_below(g, 2)) return UN_NO_CARD;
    int skip = n > 1 ? (int)rng_below(g, (uint64_t)n) : 0;
    int pos = un_from(s, zone);
    while (r->type_of[s->pool[pos]] != UN_INSTANT || skip-- > 0) pos++;
    return r->kind_of[s->pool[pos]];
}

static action random_reaction(const un_rules *r, const un_state *s, rng *g) {
    return un_make(UN_ASK_REACT, random_instant(r, s, s->seat, g), 0);
}

/* All answers of a round of reactions that has just begun or is under way, up to the question who
 * was quickest; as many plies as there were answers. */
static int random_round(const un_rules *r, un_state *s, rng *g) {
    int plies = 0;
    unsigned later = s->open & (0xffU << s->first);
    for (int part = 0; part < 2; part++) {
        for (unsigned open = part ? s->open & ~later : later; open; open &= open - 1, plies++) {
            int seat = __builtin_ctz(open);
            int kind = random_instant(r, s, seat, g);
            if (kind != UN_NO_CARD) s->answers |= (uint32_t)r->deck.kind[kind].instant << 4 * seat;
        }
    }
    s->stale = 1;
    un_round_over(s);
    return plies;
}

/* The first of as many as are still to be picked out of all, each set as likely: Knuth's selection
 * sampling. */
static action random_pick(const un_rules *r, const un_state *s, rng *g) {
    uint8_t list[UN_MAX_CARDS];
    int n = un_picks(r, s, list);
    int left = s->ask == UN_ASK_SAVE ? 1 : s->left;
    bool table = un_picks_table(r, s);
    if (!n) return un_make(s->ask, UN_NO_CARD, 0);
    int i = 0;
    while (n - i > left && (int)rng_below(g, (uint64_t)(n - i)) >= left) i++;
    return un_make(s->ask, table ? un_pos(r, s, list[i]) : r->kind_of[list[i]], table);
}

static action random_of_list(const un_rules *r, const un_state *s, rng *g) {
    action list[MAX];
    int n = un_legal(&r->head, s, NULL, list);
    return list[n > 1 ? rng_below(g, (uint64_t)n) : 0];
}

action un_random_action(const rules *head, const void *state, const trail *t, rng *g) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    (void)t;
    switch (s->ask) {
    case UN_ASK_PLAY:
        return random_play(r, s, g);
    case UN_ASK_REACT:
        return random_reaction(r, s, g);
    case UN_ASK_MAY:
    case UN_ASK_EFFECT:
    case UN_ASK_PLAYER:
        return random_of_list(r, s, g);
    case UN_ASK_CARD:
    case UN_ASK_DISCARD:
    case UN_ASK_SEARCH:
    case UN_ASK_TAKE:
    case UN_ASK_SAVE:
        return random_pick(r, s, g);
    default:
        return un_sample(head, s, g);
    }
}

void un_play_random(const rules *r, void *s, trail *t, rng *g) {
    const un_state *now = s;
    if (now->ask >= UN_ASK_SEATS)
        un_roll_raw(un_of(r), s, g);
    else
        un_apply_raw(un_of(r), s, un_random_action(r, s, t, g));
}

enum { FAST_MIN = 24 }; /* fewer decisions are not worth the way there and back */

int un_play_out(const rules *r, void *state, trail *t, rng *g, int max) {
    un_state *s = state;
    int plies = 0;
    while (plies < max && s->ask) {
        bool fast = max - plies >= FAST_MIN && un_fast_starts(un_of(r), s);
        int done = fast ? un_fast_play_out(un_of(r), s, g, max - plies) : 0;
        plies += done;
        if (done) continue;
        if (s->ask == UN_ASK_REACT && max - plies > UN_SEATS) {
            plies += random_round(un_of(r), s, g);
            continue;
        }
        un_play_random(r, s, t, g);
        plies++;
    }
    return plies;
}

/* --- rule and evolved: how bad a card is, from 0 up --- */

typedef struct assessment {
    const un_rules *r;
    const un_state *s;
    const float *worth; /* of the kinds, for `evolved`; NULL: by tiers */
    rng *g;
} assessment;

#define OWN_CARD          100.0F
#define OWN_DOWNGRADE     (-1000.0F)
#define FOREIGN_DOWNGRADE 1000.0F

static float badness(const assessment *j, int kind) {
    assert(j->r && kind >= 0 && kind < j->r->deck.kinds);
    return j->worth ? UN_TIERS * j->worth[kind] : (float)j->r->deck.kind[kind].tier;
}

static int kind_at(const assessment *j, action a) {
    return un_b(a) ? j->r->kind_of[j->s->pool[un_a(a)]] : un_a(a);
}

static int smallest_other(const assessment *j, const action *list, int n, int self) {
    int best = -1;
    for (int i = 0; i < n; i++) {
        int p = un_question(list[i]) == UN_ASK_PLAYER ? un_a(list[i]) : un_b(list[i]);
        if (p == self) continue;
        if (best < 0) best = i;
        int q = un_question(list[best]) == UN_ASK_PLAYER ? un_a(list[best]) : un_b(list[best]);
        if (un_size(j->s, un_table(p, UN_STABLE)) < un_size(j->s, un_table(q, UN_STABLE))) best = i;
    }
    return best;
}

/* The worst card first: Neighs are for the better ones. */
static action rule_play(const assessment *j) {
    const un_rules *r = j->r;
    const un_state *s = j->s;
    int zone = un_hand(r, s->active);
    int worst = -1;
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++) {
        int kind = r->kind_of[s->pool[pos]];
        bool worse = worst < 0 || badness(j, kind) > badness(j, worst);
        if (worse && un_playable(r, s, s->pool[pos], s->active)) worst = kind;
    }
    if (worst < 0) return un_make(UN_ASK_PLAY, UN_NO_CARD, 0);
    if (r->deck.kind[worst].type != UN_DOWNGRADE) return un_make(UN_ASK_PLAY, worst, s->active);
    action to[UN_SEATS] = {0};
    for (int p = 0; p < r->n; p++) to[p] = un_make(UN_ASK_PLAY, worst, p);
    int best = smallest_other(j, to, r->n, s->active);
    return to[best < 0 ? 0 : best];
}

/* Against good cards of others, and for own ones. */
static action rule_react(const assessment *j) {
    enum { GOOD = 1 };
    const float evolved_good = 0.2F * UN_TIERS;
    const un_rules *r = j->r;
    const un_state *s = j->s;
    int stack = un_stack(r);
    int base = s->pool[un_from(s, stack)];
    bool own = UN_NOTE(r, s)[base] == s->seat;
    bool comes = un_size(s, stack) % 2 == 1; /* as things stand the card resolves */
    action list[MAX];
    int n = un_legal(&r->head, s, NULL, list);
    bool good = badness(j, r->kind_of[base]) <= (j->worth ? evolved_good : (float)GOOD);
    return list[n > 1 && good && own != comes ? 1 : 0];
}

/* Smaller is better to pick. */
static float appeal(const assessment *j, action a) {
    const un_state *s = j->s;
    int kind = kind_at(j, a);
    if (kind == UN_NO_CARD) return 0;
    float bad = badness(j, kind);
    int op = s->step == UN_IDLE ? UN_OP_DISCARD : un_node_at(j->r, &s->fx[s->k])->op;
    if (s->ask == UN_ASK_DISCARD || op == UN_OP_SAC || op == UN_OP_SAC_EACH) return -bad;
    if (op != UN_OP_DESTROY && op != UN_OP_RETURN && op != UN_OP_RETURN_EACH) return bad;
    bool own = un_b(a) && un_holder_at(s, un_a(a)) == s->seat;
    bool downgrade = j->r->deck.kind[kind].type == UN_DOWNGRADE;
    if (downgrade) return bad + (own ? OWN_CARD + OWN_DOWNGRADE : FOREIGN_DOWNGRADE);
    return own ? bad + OWN_CARD : bad;
}

static action rule_pick(const assessment *j) {
    action list[MAX];
    int n = un_legal(&j->r->head, j->s, NULL, list);
    int best = 0;
    for (int i = 1; i < n; i++)
        if (appeal(j, list[i]) < appeal(j, list[best])) best = i;
    return list[best];
}

static action rule_player(const assessment *j) {
    action list[MAX];
    int n = un_legal(&j->r->head, j->s, NULL, list);
    for (int i = 0; i < n; i++)
        if (un_a(list[i]) == j->s->seat) return list[i];
    int best = smallest_other(j, list, n, -1);
    return list[best < 0 ? 0 : best];
}

static bool moves(const assessment *j) {
    int op = un_node_at(j->r, &j->s->fx[j->s->k])->op;
    return j->s->step == UN_CHOOSE && (op == UN_OP_RETARGET || op == UN_OP_SWAP_UNICORN);
}

static action by_rule(const assessment *j) {
    switch (j->s->ask) {
    case UN_ASK_PLAY:
        return rule_play(j);
    case UN_ASK_REACT:
        return rule_react(j);
    case UN_ASK_EFFECT:
        return random_of_list(j->r, j->s, j->g);
    case UN_ASK_PLAYER:
        return moves(j) ? random_of_list(j->r, j->s, j->g) : rule_player(j);
    case UN_ASK_MAY: {
        action list[2];
        (void)un_legal(&j->r->head, j->s, NULL, list);
        return list[0];
    }
    case UN_ASK_CARD:
        if (moves(j)) return random_of_list(j->r, j->s, j->g);
        return rule_pick(j);
    default:
        return rule_pick(j);
    }
}

static action choose_rule(const rules *r, const void *s, const trail *t, rng *g) {
    (void)t;
    return by_rule(&(assessment){un_of(r), s, NULL, g});
}

static action choose_evolved(const rules *r, const void *s, const trail *t, rng *g) {
    (void)t;
    return by_rule(&(assessment){un_of(r), s, un_of(r)->worth, g});
}

static action choose_tried(const rules *r, const void *s, const trail *t, const float *number,
                           rng *g) {
    (void)t;
    return by_rule(&(assessment){un_of(r), s, number, g});
}

const bot un_bots[] = {
    {"random", un_random_action},
    {"rule", choose_rule},
    {"evolved", choose_evolved},
    {NULL, NULL},
};

const bot_params un_numbers[] = {
    {"evolved", "weights", un_worth_list, choose_tried},
    {NULL, NULL, NULL, NULL},
};
