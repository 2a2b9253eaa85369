#include "tests/support/native_equal.h"

#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/game/game_hints.h"
#include "engine/rules/machine/terms.h"

/* One game played twice: `nat` by generated code, `own` by the interpreter. */
typedef struct pair {
    const program *nat;
    program own;
    unsigned char *s, *x, *y; /* the state, and room for what comes after it */
    trail t, u, v;
    action *list, *other;
    void *folded;
    rng g;
    text *said;
} pair;

static bool differs(const pair *p, const char *what, int ply) {
    text_format(p->said, "%s: %s differs at ply %d", p->nat->name, what, ply);
    return false;
}

static bool same_lists(const pair *p, int n, int m) {
    return n == m && memcmp(p->list, p->other, (size_t)n * sizeof *p->list) == 0;
}

static bool same_trails(const trail *a, const trail *b) {
    return a->len == b->len && memcmp(a->hash, b->hash, a->len * sizeof *a->hash) == 0;
}

static bool same_threats(const pair *p, rb_arrival x) {
    rb_arrival all[] = {x, {x.to, x.from, x.kind}, {RB_NO_CELL, x.to, x.kind}};
    bool a[3];
    bool b[3];
    p->nat->run->threats(p->nat, p->s, all, 3, a);
    p->own.run->threats(&p->own, p->s, all, 3, b);
    return memcmp(a, b, sizeof a) == 0;
}

static bool same_order(const pair *p, int n) {
    enum { MOST = 64 };
    float a[MOST] = {0};
    float b[MOST] = {0};
    int some = n < MOST ? n : MOST;
    p->nat->run->flee(p->nat, p->s, p->list, some, a);
    p->own.run->flee(&p->own, p->s, p->list, some, b);
    for (int i = 0; i < some; i++)
        if (a[i] != b[i]) return false;
    return true;
}

/* What searches ask about a position and some of its actions. */
static bool same_answers(pair *p, int n) {
    const program *nat = p->nat;
    const program *own = &p->own;
    const void *s = p->s;
    bool royal = own->head.players == 2 && own->side[0].royal.known && own->side[1].royal.known;
    bool takes = own->terms->hitters[0] && own->terms->hitters[1];
    if (royal && nat->run->in_check(nat, s) != own->run->in_check(own, s)) return false;
    for (int i = 0; i < n && i < 24; i++) {
        rb_action a = rb_unpack(p->list[rng_below(&p->g, (uint64_t)n)]);
        if (a.from == RB_NO_CELL || a.to == RB_NO_CELL) continue;
        unsigned code = rb_cells_in(own, s)[a.from];
        if (!code) continue;
        int kind = (int)rb_code_kind(own, code);
        float gain = (float)rng_below(&p->g, 5) - 1;
        float stake = own->terms->value[kind];
        if (royal &&
            nat->run->guarded(nat, s, a.from, a.to) != own->run->guarded(own, s, a.from, a.to))
            return false;
        if (takes && nat->run->exchange(nat, s, a.from, a.to, gain, stake) !=
                         own->run->exchange(own, s, a.from, a.to, gain, stake))
            return false;
        if (royal && takes && !same_threats(p, (rb_arrival){a.from, a.to, kind})) return false;
    }
    return !takes || own->head.players != 2 || same_order(p, n);
}

static bool same_worth(const pair *p) {
    double a[GAME_MAX_PLAYERS] = {0};
    double b[GAME_MAX_PLAYERS] = {0};
    p->nat->run->weigh(p->nat, p->s, p->folded, a);
    p->own.run->weigh(&p->own, p->s, p->folded, b);
    return memcmp(a, b, p->own.head.players * sizeof *a) == 0;
}

static bool same_playouts(pair *p) {
    size_t size = p->own.head.state_size;
    int most = 1 + (int)rng_below(&p->g, 40);
    rng one = p->g;
    rng two = p->g;
    if (!trail_copy(&p->u, &p->t, 512) || !trail_copy(&p->v, &p->t, 512)) return false;
    memcpy(p->x, p->s, size);
    memcpy(p->y, p->s, size);
    int n = p->nat->run->play_out(p->nat, p->x, &p->u, &one, most, NULL);
    int m = p->own.run->play_out(&p->own, p->y, &p->v, &two, most, NULL);
    return n == m && memcmp(p->x, p->y, size) == 0 && same_trails(&p->u, &p->v) &&
           rng_next(&one) == rng_next(&two);
}

static bool same_skip(const pair *p) {
    const program *own = &p->own;
    if (own->head.players != 2 || !own->side[0].sparing.known || !own->side[1].sparing.known)
        return true;
    memcpy(p->x, p->s, own->head.state_size);
    memcpy(p->y, p->s, own->head.state_size);
    return p->nat->run->skip(p->nat, p->x) == own->run->skip(own, p->y) &&
           memcmp(p->x, p->y, own->head.state_size) == 0;
}

static bool same_looks(pair *p, int ply, int *n) {
    const program *nat = p->nat;
    const program *own = &p->own;
    *n = nat->run->legal(nat, p->s, &p->t, p->list);
    if (!same_lists(p, *n, own->run->legal(own, p->s, &p->t, p->other)))
        return differs(p, "what is legal", ply);
    if (nat->run->count(nat, p->s, &p->t) != own->run->count(own, p->s, &p->t))
        return differs(p, "how much is legal", ply);
    uint64_t turns = 0;
    uint64_t others = 0;
    if (own->turns_pass && *n &&
        (nat->run->count_turns(nat, p->s, &p->t, &turns) !=
             own->run->count_turns(own, p->s, &p->t, &others) ||
         turns != others))
        return differs(p, "the number of turns", ply);
    if (!same_answers(p, *n)) return differs(p, "what a search asks", ply);
    if (!same_worth(p)) return differs(p, "what it is worth", ply);
    if (!same_playouts(p)) return differs(p, "a playout", ply);
    if (*n && !same_skip(p)) return differs(p, "a skipped turn", ply);
    int taking = nat->run->taking(nat, p->s, &p->t, p->list);
    if (!same_lists(p, taking, own->run->taking(own, p->s, &p->t, p->other)))
        return differs(p, "what takes", ply);
    *n = own->run->legal(own, p->s, &p->t, p->list);
    return true;
}

static bool play_pair(pair *p, int plies) {
    const program *own = &p->own;
    size_t size = own->head.state_size;
    own->run->start(own, p->s);
    p->t.len = 0;
    for (int ply = 0; ply < plies; ply++) {
        int n;
        if (!same_looks(p, ply, &n)) return false;
        if (!n) return true;
        action a = p->list[rng_below(&p->g, (uint64_t)n)];
        if (!trail_copy(&p->u, &p->t, 512) || !trail_reserve(&p->t, 512)) return false;
        memcpy(p->x, p->s, size);
        p->nat->run->apply(p->nat, p->x, &p->u, a);
        own->run->apply(own, p->s, &p->t, a);
        if (memcmp(p->x, p->s, size) != 0 || !same_trails(&p->u, &p->t))
            return differs(p, "what an action leads to", ply);
        if (rb_head_in(p->s)->hash != own->run->rehash(own, p->s))
            return differs(p, "the hash", ply);
    }
    return true;
}

static bool prepare_weights(pair *p) {
    const terms_plan *plan = p->own.terms->plan;
    float weight[TERMS_MAX + 1] = {0};
    for (int i = 0; i < plan->count; i++) weight[i] = (float)(i % 7 + 1) / 16; /* all are used */
    p->folded = mem_alloc(terms_precompute(&p->own.head, weight, NULL));
    if (p->folded) (void)terms_precompute(&p->own.head, weight, p->folded);
    return p->folded != NULL;
}

bool native_equal(const program *b, native_course course, text *said) {
    pair p = {.nat = b, .own = *b, .said = said};
    p.own.run = b->interpreter;
    p.own.native = NULL;
    size_t size = b->head.state_size;
    p.s = mem_alloc(3 * size);
    p.x = p.s + size;
    p.y = p.x + size;
    p.list = mem_alloc(2 * (size_t)RB_MAX_ACTIONS * sizeof *p.list);
    p.other = p.list + RB_MAX_ACTIONS;
    bool good = p.s && p.list && prepare_weights(&p);
    for (int i = 0; good && i < course.games; i++) {
        p.g = rng_stream(course.seed, (uint64_t)i);
        good = play_pair(&p, course.plies);
    }
    trail_done(&p.t);
    trail_done(&p.u);
    trail_done(&p.v);
    mem_free(p.s);
    mem_free(p.list);
    mem_free(p.folded);
    return good;
}
