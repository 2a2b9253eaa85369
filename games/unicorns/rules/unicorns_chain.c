#include "games/unicorns/rules/unicorns_chain.h"

#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_effects.h"

/* --- the end --- */

int un_value(const un_rules *r, const un_state *s, int seat) {
    int zone = un_table(seat, UN_STABLE);
    int sum = 0;
    if (r->official && s->lasting[seat] & UN_PANDAS) return 0;
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++)
        sum += r->card[s->pool[pos]].flags & UN_DOUBLE ? 2 : 1;
    return sum;
}

int un_letters(const un_rules *r, const un_state *s, int seat) {
    int zone = un_table(seat, UN_STABLE);
    int sum = 0;
    for (int pos = un_from(s, zone); pos < s->end[zone]; pos++)
        sum += un_kind_of(r, s->pool[pos])->letters;
    return sum;
}

void un_win_check(const un_rules *r, un_state *s) {
    if (s->ended) return;
    if (s->ending) s->ended = UN_ENDED_PILE;
    for (int p = 0; p < r->n; p++) {
        int cards = un_size(s, un_table(p, UN_STABLE));
        if (cards + r->doubles >= r->to_win && un_value(r, s, p) >= r->to_win)
            s->ended = UN_ENDED_WON;
    }
}

/* --- the steps --- */

static bool at_end(const un_state *s) {
    return s->k >= s->cur || s->ended;
}

static void next_effect(un_state *s) {
    s->k++;
    s->resume = UN_RESUME_START;
    s->last = UN_NO_CARD;
}

static bool choose_one(const un_rules *r, un_state *s) {
    assert(s->step == UN_CHOOSE && s->k < s->cur);
    un_part part = un_ops[un_node_at(r, &s->fx[s->k])->op].choose;
    if (part && !part(&(un_host){r, s}, s->k)) return false;
    next_effect(s);
    return true;
}

static bool choose(const un_rules *r, un_state *s) {
    while (!at_end(s))
        if (!choose_one(r, s)) return false;
    return true;
}

/* One listener's triggers for the event about effect k. */
static bool one_reacts(const un_rules *r, un_state *s, const un_event *e) {
    int id = UN_REG(r, s)[s->t];
    const un_card *k = &r->card[id];
    if (!(k->events >> e->event & 1)) return true;
    int holder = un_holder(r, s, id);
    for (; s->u < k->triggers; s->u++, s->resume = UN_RESUME_START) {
        const un_trigger *t = &r->deck.trigger[k->first_trigger + s->u];
        if (!(un_trigger_words[t->when].events >> e->event & 1)) continue;
        if (!s->resume && (un_mute(r, s, id, holder, e) || !un_fires(r, s, t->when, id, holder, e)))
            continue;
        if (!un_react(r, s, t->node, id, holder)) return false;
    }
    return true;
}

static bool has_targets(const un_effect *e) {
    return e->hits || e->card != UN_NO_CARD;
}

/* Steps 2 and 3. Reactions run at once; what they append is looked at in turn. All of them ask for
 * an effect that destroys, sacrifices or returns. */
static bool reactions(const un_rules *r, un_state *s, int event) {
    if (!s->heard[event]) return true;
    for (; s->k < s->cur && !s->ended; s->k++, s->t = 0) {
        if (!un_fact_of(r, &s->fx[s->k])->kinds || (!has_targets(&s->fx[s->k]) && !s->resume))
            continue;
        un_event e = {event, UN_NO_CARD, s->k};
        for (; s->t < s->listeners; s->t++, s->u = 0)
            if (!one_reacts(r, s, &e)) return false;
    }
    return true;
}

/* The cards of effect k that lie on tables: its targets in their order, then the one it names. */
static int cards_of(const un_rules *r, const un_state *s, int k, uint8_t *out) {
    const un_effect *e = &s->fx[k];
    int n = 0;
    int end = e->hits ? un_tables_end(r, s) : 0;
    const uint8_t *aim = UN_AIM(r, s);
    for (int pos = 0; pos < end && n < e->hits; pos++)
        if ((aim[s->pool[pos]] & ~UN_CLAIMED) == k + 1) out[n++] = s->pool[pos];
    if (e->card != UN_NO_CARD) out[n++] = e->card;
    assert(n <= e->hits + 1);
    return n;
}

/* Who hears that a card is about to leave: triggers, and cards that must go home then. */
static bool preleave_heard(const un_rules *r, const un_state *s) {
    (void)r;
    return s->heard[UN_PRELEAVE] || s->linked;
}

static void pre_leave(const un_rules *r, un_state *s) {
    uint8_t list[UN_MAX_CARDS + 1];
    if (!preleave_heard(r, s)) return;
    for (int k = 0; k < s->cur && !s->ended; k++) {
        int n = cards_of(r, s, k, list);
        for (int i = 0; i < n; i++) un_publish(r, s, &(un_event){UN_PRELEAVE, list[i], k});
    }
}

static void unregister_all(const un_rules *r, un_state *s) {
    uint8_t list[UN_MAX_CARDS + 1];
    for (int k = 0; k < s->cur; k++) {
        if (!has_targets(&s->fx[k])) continue;
        int n = cards_of(r, s, k, list);
        for (int i = 0; i < n; i++)
            if (un_table_pos(r, s, list[i]) >= 0) un_unregister(r, s, list[i]);
    }
}

static bool apply_one(const un_rules *r, un_state *s) {
    assert(s->step == UN_APPLY && s->k < s->cur);
    un_part part = un_ops[un_node_at(r, &s->fx[s->k])->op].apply;
    if (part && !part(&(un_host){r, s}, s->k)) return false;
    next_effect(s);
    return true;
}

static bool apply(const un_rules *r, un_state *s) {
    while (!at_end(s))
        if (!apply_one(r, s)) return false;
    return true;
}

static void register_all(const un_rules *r, un_state *s) {
    uint8_t list[UN_MAX_CARDS + 1];
    for (int k = 0; k < s->cur; k++) {
        if (!has_targets(&s->fx[k])) continue;
        int n = cards_of(r, s, k, list);
        for (int i = 0; i < n; i++) un_register(r, s, list[i]);
    }
}

static void begin_step(un_state *s, int step) {
    s->step = (uint8_t)step;
    s->k = s->t = s->u = 0;
    s->resume = UN_RESUME_START;
}

static void begin_link(const un_rules *r, un_state *s) {
    (void)r;
    assert(s->next > 0);
    memmove(s->fx, &s->fx[s->cur], s->next * sizeof *s->fx);
    memset(&s->fx[s->next], 0, s->cur * sizeof *s->fx);
    s->cur = s->next;
    s->next = 0;
    begin_step(s, UN_CHOOSE);
}

static void end_link(const un_rules *r, un_state *s) {
    memset(un_aim(r, s), 0, (size_t)r->cards);
    memmove(s->fx, &s->fx[s->cur], s->next * sizeof *s->fx);
    memset(&s->fx[s->next], 0, s->cur * sizeof *s->fx);
    s->cur = 0;
    s->seat = 0;
    s->left = 0;
    s->last = UN_NO_CARD;
    begin_step(s, UN_IDLE);
}

/* One step; false when a seat or chance is asked. */
static bool run_step(const un_rules *r, un_state *s) {
    switch (s->step) {
    case UN_CHOOSE:
        if (!choose(r, s)) return false;
        begin_step(s, UN_RETARGET);
        return true;
    case UN_RETARGET:
        if (!reactions(r, s, UN_TARGETING)) return false;
        begin_step(s, UN_RELOCATE);
        return true;
    case UN_RELOCATE:
        if (!reactions(r, s, UN_LOCATION)) return false;
        pre_leave(r, s);
        unregister_all(r, s);
        begin_step(s, UN_APPLY);
        return true;
    default:
        if (!apply(r, s)) return false;
        register_all(r, s);
        end_link(r, s);
        return true;
    }
}

static bool waits(const un_state *s) {
    return s->step != UN_IDLE || (!s->ended && s->next);
}

static void next_link(const un_rules *r, un_state *s) {
    if (++s->links > UN_MAX_LINKS) s->ended = UN_ENDED_RESOURCE;
    begin_link(r, s);
}

bool un_chain(const un_rules *r, un_state *s) {
    while (waits(s)) {
        if (s->step == UN_IDLE) next_link(r, s);
        if (!run_step(r, s)) return false;
    }
    s->links = 0;
    un_win_check(r, s);
    return true;
}

bool un_chain_part(const un_rules *r, un_state *s) {
    if (!waits(s)) return false;
    if (s->step == UN_IDLE)
        next_link(r, s);
    else if (s->step == UN_CHOOSE && !at_end(s))
        (void)choose_one(r, s);
    else if (s->step == UN_APPLY && !at_end(s))
        (void)apply_one(r, s);
    else
        (void)run_step(r, s);
    return true;
}
