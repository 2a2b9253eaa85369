/* Effects of fast playouts: those that wait, those at work, and what they are aimed at. */
#include "games/unicorns/fast/unicorns_fast.h"

/* Equal discards of one owner are one, done so often. */
static bool joins(un_fast *w, const un_fast_effect *e) {
    const un_node *n = un_fast_node(w, e);
    bool discard = (n->op == UN_OP_DISCARD || n->op == UN_OP_KICKED) && n->arg == UN_ARG_ME;
    for (int i = 0; discard && i < w->next; i++) {
        un_fast_effect *o = &w->waiting[i];
        if (o->node == e->node && o->source == e->source && o->owner == e->owner &&
            o->count < 100) {
            o->count = (uint8_t)(o->count + e->count);
            return true;
        }
    }
    return false;
}

void un_fast_queue_fx(un_fast *w, const un_fast_effect *e) {
    if (joins(w, e)) return;
    if (e->card != UN_NO_CARD) w->will_name = true;
    if (un_fast_has_space(w)) w->waiting[w->next++] = *e;
}

void un_fast_queue(un_fast *w, int node, int source, int owner) {
    un_fast_effect e = un_fast_effect_of(node, source, owner);
    un_fast_queue_fx(w, &e);
}

void un_fast_insert(un_fast *w, int at, const un_fast_effect *e) {
    assert(at >= 0 && at <= w->cur);
    if (!un_fast_has_space(w)) return;
    for (int i = w->cur; i > at; i--) w->fx[i] = w->fx[i - 1];
    w->fx[at] = *e;
    w->cur++;
    w->load++;
}

void un_fast_append(un_fast *w, const un_fast_effect *e) {
    if (e->card != UN_NO_CARD) w->names = true;
    un_fast_insert(w, w->cur, e);
}

/* The targets that lie with a seat and are unicorns there. */
un_set un_fast_ours(const un_fast *w, int k, int holder) {
    if (w->lasting[holder] & UN_PANDAS) return 0;
    return un_fast_targets(w, k) & w->table[holder] & w->sets->unicorns;
}
