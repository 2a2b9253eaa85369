#ifndef ENGINE_RULES_RUN_TURNS_H
#define ENGINE_RULES_RUN_TURNS_H
/* Counting turns: those of one action by number, longer ones by carrying out all actions but the
 * last. What comes behind a turn is not looked at: only for games in which somebody else is to act
 * then, or nobody. */

#include "engine/rules/run_play.h"

enum { TURN_ACTIONS = 256, TURN_CHAIN = 24 }; /* beyond these it is left to others */

static bool turns_from(look *k, uint64_t *out);

/* Whether every action of a tree ends the turn. */
static bool tree_ends(const frame *f, uint16_t node) {
    const rb_node *n = &f->b->node[node];
    if (n->kind == NODE_GEN) return f->side->gen[n->gen].succ == RB_END;
    if (n->kind == NODE_AUTO || n->kind == NODE_LONGEST) return false;
    for (uint16_t i = n->first; i; i = f->b->node[i].next)
        if (!tree_ends(f, i)) return false;
    return true;
}

/* One action on a copy, and what can follow it. */
static bool turns_behind(const look *k, action a, uint64_t *out) {
    spot copy;
    look next;
    const rulebook *b = k->f.b;
    memcpy(copy.at, k->f.s, b->head.state_size);
    look_on(&next, b, copy.at, k->f.t, k->f.me, k->f.work);
    next.f.hashing = b->reads_trail;
    next.f.sealed = k->f.sealed;
    next.chain = (uint8_t)(k->chain + 1);
    perform(&next.f, rb_unpack(a));
    return turns_from(&next, out);
}

static bool turns_in_tree(look *k, uint16_t node, uint64_t *out) {
    const rulebook *b = k->f.b;
    const rb_node *n = &b->node[node];
    const fan *x = &k->f.fans[node];
    *out = 0;
    if (x->count && x->ends) {
        *out = fan_count(&k->f, x);
        return true;
    }
    if (n->kind == NODE_ELSE) {
        for (uint16_t i = n->first; i && !*out; i = b->node[i].next)
            if (!turns_in_tree(k, i, out)) return false;
        return true;
    }
    if (n->kind == NODE_AUTO) return true;
    if (!x->count && tree_ends(&k->f, node)) {
        *out = count_tree(k, node);
        return true;
    }
    action list[TURN_ACTIONS];
    int many = list_tree(k, node, list, TURN_ACTIONS);
    if (many == TURN_ACTIONS) return false;
    for (int i = 0; i < many; i++) {
        uint64_t more;
        if (!turns_behind(k, list[i], &more)) return false;
        *out += more;
    }
    return true;
}

/* From wherever the point stands. */
static bool turns_from(look *k, uint64_t *out) {
    const rulebook *b = k->f.b;
    const rb_head *h = rb_head_in(k->f.s);
    if (k->chain > TURN_CHAIN) return false;
    for (int i = 0; i < RB_AUTOMATIC && !h->over && h->point != RB_END; i++) {
        uint16_t node = b->point[h->point].node;
        k->looked = false;
        k->f.cell[CELL_LAST] = h->last;
        k->f.cell[CELL_LASTFROM] = h->lastfrom;
        if (!turns_in_tree(k, node, out)) return false;
        if (*out) return true;
        pass_on(k, probe(k, node));
    }
    *out = 1;
    return true;
}

static bool run_count_turns(const rulebook *b, const void *s, const trail *t, uint64_t *out) {
    look k;
    rb_work work = {.left = b->work};
    look_on(&k, b, (void *)s, t, rb_head_in(s)->mover, &work);
    return turns_in_tree(&k, b->point[rb_head_in(s)->point].node, out);
}

#endif
