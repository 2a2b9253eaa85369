/* What an event did, in words.
 *
 * The event is played once more on a copy, part by part: the answer itself, then one effect or one
 * phase at a time. Each part is told by what it changed: which cards lie elsewhere now, and what
 * the turn has become. Nothing is recorded while the game is played for real, so that play pays
 * nothing for it.
 *
 * What a seat may not know is only ever the kind of a card that goes from the pile or from one hand
 * to another, and what others answer in a round of reactions. Such cards move as answers, never in
 * what follows by itself. */
#include "engine/game/happened.h"

#include "games/unicorns/rules/unicorns_chain.h"
#include "games/unicorns/rules/unicorns_effects.h"
#include "games/unicorns/text/unicorns_table.h"
#include "games/unicorns/text/unicorns_text.h"
#include "games/unicorns/unicorns_view.h"

typedef struct teller {
    const un_rules *r;
    const un_state *was; /* before the part that is told */
    const un_state *is;  /* after it */
    int viewer;          /* a seat, SEAT_ALL or SEAT_PUBLIC */
    happened_list *list;
} teller;

static const char *kind_name(const teller *t, int kind) {
    return t->r->deck.kind[kind].name;
}

static const char *card_name(const teller *t, int id) {
    return un_kind_of(t->r, id)->name;
}

static void put_seat(const teller *t, int seat, text *out) {
    happened_seat(t->list, seat, out);
}

/* A template with seats (%a, %b) and cards (%n). */
typedef struct sentence {
    int a, b;
    const char *cards;
} sentence;

static void put_sentence(const teller *t, const char *form, sentence w, text *out) {
    for (const char *c = form; *c; c++) {
        if (*c != '%') {
            text_char(out, *c);
        } else if (*++c == 'n') {
            text_put(out, w.cards);
        } else {
            put_seat(t, *c == 'a' ? w.a : w.b, out);
        }
    }
}

/* --- what moved --- */

/* Cards went from one zone to another in the entry begun last; where one card went to a table it is
 * named (`pos` is its place there in t->is, -1: it has none). */
static void tell_way(const teller *t, int from, int to, int pos) {
    char from_buf[24];
    char to_buf[24];
    char thing_buf[UN_NAME_SIZE + 16];
    text a = text_over(from_buf, sizeof from_buf);
    text b = text_over(to_buf, sizeof to_buf);
    text thing = text_over(thing_buf, sizeof thing_buf);
    un_put_zone(t->r, from, &a);
    un_put_zone(t->r, to, &b);
    if (pos >= 0) un_put_table_card(t->r, t->is, pos, &thing);
    happened_move(t->list, thing_buf, from_buf, to_buf);
}

/* --- the event itself --- */

static bool sees(const teller *t, int seat) {
    return t->viewer == SEAT_ALL || t->viewer == seat;
}

/* The card whose effect this is about. */
static void put_because(const teller *t, text *out) {
    int source = un_asking(t->r, t->was);
    if (source != UN_NO_CARD) text_format(out, " (%s)", card_name(t, source));
}

static void tell_play(const teller *t, action a, text *out) {
    const un_state *s = t->was;
    sentence w = {s->seat, un_b(a), NULL};
    if (un_a(a) == UN_NO_CARD) {
        put_sentence(t, s->played ? "%a plays nothing more" : "%a passes", w, out);
        return;
    }
    const un_kind *k = &t->r->deck.kind[un_a(a)];
    w.cards = k->name;
    put_sentence(t, k->type == UN_SPELL ? "%a plays %n" : "%a plays %n into the stable of %b", w,
                 out);
}

static void tell_decision(const teller *t, action a, text *out) {
    const un_rules *r = t->r;
    const un_state *s = t->was;
    int source = un_asking(r, s);
    sentence w = {s->seat, un_a(a), source == UN_NO_CARD ? "the effect" : card_name(t, source)};
    if (s->ask == UN_ASK_PLAYER) {
        put_sentence(t, "%a chooses %b (%n)", w, out);
        return;
    }
    if (s->ask == UN_ASK_MAY && !un_a(a)) {
        put_sentence(t, "%a does not use %n", w, out);
        return;
    }
    put_sentence(t, s->ask == UN_ASK_MAY ? "%a uses %n: " : "%a chooses with %n: ", w, out);
    int node = s->ask == UN_ASK_MAY ? un_may_node(r, s) : un_node_at(r, &s->fx[s->k])->first;
    for (int i = 0; s->ask == UN_ASK_EFFECT && i < un_a(a); i++) node = r->deck.node[node].next;
    un_say_effect(r, node, out);
}

static const char *pick_form(const un_rules *r, const un_state *s) {
    const un_effect *e = &s->fx[s->k];
    if (s->phase == UN_PH_LIMIT) return "%a discards %n for the hand limit";
    if (s->ask == UN_ASK_DISCARD) return "%a picks %n to discard";
    if (s->ask == UN_ASK_TAKE) return "%a takes %n from %b";
    if (s->ask == UN_ASK_SEARCH)
        return un_in_pile(r, s->ask, e) ? "%a takes %n from the pile"
                                        : "%a takes %n from the discard pile";
    return "%a picks %n";
}

static void tell_pick(const teller *t, action a, text *out) {
    const un_rules *r = t->r;
    const un_state *s = t->was;
    int who = s->fx[s->k].who;
    sentence w = {s->seat, who, NULL};
    if (un_b(a)) {
        w.b = un_holder_at(s, un_a(a));
        w.cards = card_name(t, s->pool[un_a(a)]);
        put_sentence(t, s->ask == UN_ASK_SAVE ? "%a saves %n of %b" : "%a picks %n of %b", w, out);
    } else if (un_a(a) == UN_NO_CARD) {
        w.cards = un_verb(r, s);
        put_sentence(t, "%a finds no card to %n", w, out);
    } else {
        bool shown = s->ask != UN_ASK_TAKE || sees(t, s->seat) || sees(t, who);
        w.cards = shown ? kind_name(t, un_a(a)) : "a card";
        put_sentence(t, pick_form(r, s), w, out);
    }
    put_because(t, out);
}

/* No seat reacts to the top of the stack any more: what comes of it. */
static void tell_settled(const teller *t, const char *first, text *out) {
    const un_state *s = t->was;
    int stack = un_stack(t->r);
    int n = un_size(s, stack);
    int top = s->pool[s->end[stack] - 1];
    sentence w = {s->to, 0, card_name(t, top)};
    text_put(out, first);
    if (n > 1)
        text_format(out, ": %s stops %s", w.cards, card_name(t, s->pool[s->end[stack] - 2]));
    else if (t->r->type_of[top] == UN_SPELL)
        put_sentence(t, ": %n takes effect", w, out);
    else
        put_sentence(t, ": %n comes into the stable of %a", w, out);
}

/* Kinds with how many of them, in the order of the deck. */
static void put_hand(const teller *t, int seat, text *out) {
    const un_rules *r = t->r;
    uint8_t count[UN_MAX_KINDS] = {0};
    int zone = un_hand(r, seat);
    bool any = false;
    for (int pos = un_from(t->was, zone); pos < t->was->end[zone]; pos++)
        count[r->kind_of[t->was->pool[pos]]]++;
    for (int k = 0; k < r->deck.kinds; k++) {
        if (!count[k]) continue;
        text_format(out, "%s%s", any ? ", " : ": ", kind_name(t, k));
        if (count[k] > 1) text_format(out, " x%d", count[k]);
        any = true;
    }
}

static void tell_show(const teller *t, text *out) {
    const un_effect *e = &t->was->fx[t->was->k];
    int op = un_node_at(t->r, e)->op;
    sentence w = {e->owner, e->who, NULL};
    if (op == UN_OP_SEARCH) {
        put_sentence(t, "%a looks through the pile", w, out);
    } else if (op == UN_OP_SWAP_HANDS) {
        put_sentence(t, "%a and %b swap hands", w, out);
    } else {
        put_sentence(t, "%a sees the hand of %b", w, out);
        put_because(t, out);
        if (sees(t, e->owner)) put_hand(t, e->who, out);
        return;
    }
    put_because(t, out);
}

static void tell_chance(const teller *t, action a, text *out) {
    const un_state *s = t->was;
    int who = s->fx[s->k].who;
    sentence w = {s->seat, who, NULL};
    bool shown = sees(t, s->seat) || (s->ask == UN_ASK_PULL && sees(t, who));
    switch (s->ask) {
    case UN_ASK_DRAW:
        w.cards = shown ? kind_name(t, un_a(a)) : "a card";
        put_sentence(t, "%a draws %n", w, out);
        put_because(t, out);
        break;
    case UN_ASK_PULL:
        w.cards = shown ? kind_name(t, un_a(a)) : "a card";
        put_sentence(t, "%a pulls %n from %b", w, out);
        put_because(t, out);
        break;
    case UN_ASK_QUICK:
        if (un_a(a) == UN_NO_CARD) {
            tell_settled(t, "no seat answers", out);
            break;
        }
        w.a = un_a(a);
        w.cards = kind_name(t, t->r->deck.instant_kind[un_answer(s, w.a)]);
        put_sentence(t, "%a answers with %n", w, out);
        break;
    case UN_ASK_SHOW:
        tell_show(t, out);
        break;
    default:
        text_put(out, "the seats are drawn by lot");
        break;
    }
}

/* Whose doing an event is. */
static int doer(const un_state *s, action a) {
    if (s->ask == UN_ASK_QUICK) return un_a(a) == UN_NO_CARD ? ACTOR_CHANCE : un_a(a);
    if (s->ask == UN_ASK_SEATS) return ACTOR_CHANCE;
    return s->ask == UN_ASK_SHOW ? s->fx[s->k].owner : s->seat;
}

/* The way of the card that an event is about. */
static void tell_event_way(const teller *t, action a) {
    const un_rules *r = t->r;
    const un_state *s = t->was;
    bool none = un_a(a) == UN_NO_CARD;
    switch (s->ask) {
    case UN_ASK_PLAY:
        if (!none) tell_way(t, un_hand(r, s->seat), un_stack(r), -1);
        break;
    case UN_ASK_DRAW:
        tell_way(t, un_pile(r), un_hand(r, s->seat), -1);
        break;
    case UN_ASK_PULL:
    case UN_ASK_TAKE:
        if (!none) tell_way(t, un_hand(r, s->fx[s->k].who), un_hand(r, s->seat), -1);
        break;
    case UN_ASK_SEARCH:
        if (!none)
            tell_way(t, un_in_pile(r, s->ask, &s->fx[s->k]) ? un_pile(r) : un_discard(r),
                     un_hand(r, s->seat), -1);
        break;
    case UN_ASK_QUICK:
        if (!none) tell_way(t, un_hand(r, un_a(a)), un_stack(r), -1);
        break;
    default:
        break;
    }
}

/* False where nothing of it shows. */
static bool tell_event(const teller *t, action a) {
    const un_state *s = t->was;
    if (s->ask == UN_ASK_REACT && !sees(t, s->seat)) return false;
    text *out = happened_add(t->list, doer(s, a));
    sentence w = {s->seat, 0, un_a(a) == UN_NO_CARD ? "" : kind_name(t, un_a(a))};
    switch (s->ask) {
    case UN_ASK_PLAY:
        tell_play(t, a, out);
        break;
    case UN_ASK_REACT:
        put_sentence(t, *w.cards ? "%a wants to answer with %n" : "%a does not answer", w, out);
        break;
    case UN_ASK_MAY:
    case UN_ASK_EFFECT:
    case UN_ASK_PLAYER:
        tell_decision(t, a, out);
        break;
    case UN_ASK_CARD:
    case UN_ASK_DISCARD:
    case UN_ASK_SEARCH:
    case UN_ASK_TAKE:
    case UN_ASK_SAVE:
        tell_pick(t, a, out);
        break;
    default:
        tell_chance(t, a, out);
        break;
    }
    tell_event_way(t, a);
    return true;
}

/* --- what follows: cards that lie elsewhere --- */

/* Cards that went the same way in one part. */
typedef struct move {
    int from, to;
    uint8_t id[UN_MAX_CARDS + 1];
    int n;
} move;

static void zones_of(const un_rules *r, const un_state *s, uint8_t *zone) {
    for (int pos = 0, z = 0; pos < r->cards; pos++) {
        while (pos >= s->end[z]) z++;
        zone[s->pool[pos]] = (uint8_t)z;
    }
}

/* The effect at work, NULL where none is. */
static const un_effect *cause_of(const un_state *s) {
    return s->step == UN_APPLY && s->k < s->cur ? &s->fx[s->k] : NULL;
}

static bool is_table(const un_rules *r, int zone) {
    return zone < 3 * r->n;
}

static bool is_hand(const un_rules *r, int zone) {
    return zone >= un_hand(r, 0) && zone < un_stack(r);
}

/* The seat that a table or hand is of; 0 for other zones. */
static int seat_of(const un_rules *r, int zone) {
    return is_table(r, zone) ? zone / 3 : is_hand(r, zone) ? zone - un_hand(r, 0) : 0;
}

static const char *from_table_form(const un_rules *r, const move *m, int op, bool many) {
    unsigned kinds = op ? un_facts[op].kinds : 0;
    if (is_table(r, m->to)) {
        if (op == UN_OP_STEAL || op == UN_OP_STEAL_BACK) return "%b steals %n from %a";
        if (op == UN_OP_HOME) return "%n goes home from %a to %b";
        return many ? "%n move from %a to %b" : "%n moves from %a to %b";
    }
    if (is_hand(r, m->to))
        return many ? "%n return to the hand of %b" : "%n returns to the hand of %b";
    if (kinds & UN_KIND_SACRIFICE)
        return op == UN_OP_SAC_SAVER ? "%a sacrifices %n instead" : "%a sacrifices %n";
    if (kinds & UN_KIND_DESTROY) return many ? "%n of %a are destroyed" : "%n of %a is destroyed";
    if (m->to == un_nursery(r))
        return many ? "%n of %a return to the nursery" : "%n of %a returns to the nursery";
    return many ? "%n of %a go to the discard pile" : "%n of %a goes to the discard pile";
}

static const char *move_form(const un_rules *r, const move *m, int op) {
    bool many = m->n > 1;
    if (is_table(r, m->from)) return from_table_form(r, m, op, many);
    if (is_table(r, m->to)) {
        if (is_hand(r, m->from)) return "%b brings %n from the hand into the stable";
        if (m->from == un_nursery(r)) return "%b gets %n from the nursery";
        if (m->from == un_discard(r)) return "%b brings %n from the discard pile into the stable";
        return many ? "%n come into the stable of %b" : "%n comes into the stable of %b";
    }
    if (is_hand(r, m->to))
        return m->from == un_discard(r) ? "%b takes %n from the discard pile"
               : m->from == un_pile(r)  ? "%b takes %n from the pile"
                                        : "%b takes %n from %a";
    if (is_hand(r, m->from)) return "%a discards %n";
    return many ? "%n go to the discard pile" : "%n goes to the discard pile";
}

/* Names in the order of the places they leave, those of a kind together. */
static void put_cards(const teller *t, const move *m, text *out) {
    bool any = false;
    for (int i = 0; i < m->n; i++) {
        int kind = t->r->kind_of[m->id[i]];
        int copies = 0;
        bool first = true;
        for (int j = 0; j < m->n; j++) {
            if (t->r->kind_of[m->id[j]] != kind) continue;
            copies++;
            first = first && j >= i;
        }
        if (!first) continue;
        text_format(out, "%s%s", any ? ", " : "", kind_name(t, kind));
        if (copies > 1) text_format(out, " x%d", copies);
        any = true;
    }
}

static void tell_move(const teller *t, const move *m) {
    const un_rules *r = t->r;
    const un_effect *e = cause_of(t->was);
    char buf[UN_MAX_KINDS * (UN_NAME_SIZE + 6)];
    text cards = text_over(buf, sizeof buf);
    int a = seat_of(r, m->from);
    int b = seat_of(r, m->to);
    bool at_b = is_table(r, m->to) || is_hand(r, m->to);
    text *out = happened_add(t->list, e ? e->owner : at_b ? b : a);
    /* A card that moves itself is not named twice. Only on tables is it sure which copy it is. */
    bool itself = e && m->n == 1 && is_table(r, m->from) && m->id[0] == e->source;
    if (e && !itself) text_format(out, "%s: ", card_name(t, e->source));
    put_cards(t, m, &cards);
    put_sentence(t, move_form(r, m, e ? un_node_at(r, e)->op : 0), (sentence){a, b, buf}, out);
    bool one = m->n == 1 && is_table(r, m->to);
    tell_way(t, m->from, m->to, one ? un_pos(r, t->is, m->id[0]) : -1);
}

/* All moves of a part, in the order of the places that the cards leave. */
static void tell_moves(const teller *t) {
    const un_rules *r = t->r;
    uint8_t from[UN_MAX_CARDS + 1] = {0};
    uint8_t to[UN_MAX_CARDS + 1] = {0};
    bool done[UN_MAX_CARDS + 1] = {0};
    zones_of(r, t->was, from);
    zones_of(r, t->is, to);
    const un_effect *e = cause_of(t->was);
    bool swap = e && un_node_at(r, e)->op == UN_OP_SWAP_HANDS;
    bool shuffled = false;
    for (int pos = 0; pos < r->cards; pos++) {
        int id = t->was->pool[pos];
        if (done[id] || from[id] == to[id]) continue;
        if (swap && is_hand(r, from[id]) && is_hand(r, to[id])) continue; /* said with the event */
        if (to[id] == un_pile(r)) { /* the order of the pile means nothing */
            shuffled = true;
            continue;
        }
        move m = {.from = from[id], .to = to[id]};
        for (int at = pos; at < r->cards; at++) {
            int other = t->was->pool[at];
            if (from[other] != m.from || to[other] != m.to) continue;
            done[other] = true;
            m.id[m.n++] = (uint8_t)other;
        }
        tell_move(t, &m);
    }
    if (!shuffled || !e) return;
    text_format(happened_add(t->list, e->owner), "%s: the discard pile is shuffled into the pile",
                card_name(t, e->source));
}

/* --- what follows: the rest --- */

/* A card that takes the place of another: it is sacrificed when the effect is done. */
static void tell_saved(const teller *t) {
    const un_rules *r = t->r;
    if (t->was->step != UN_RETARGET || t->is->cur <= t->was->cur) return;
    const un_effect *e = &t->is->fx[t->is->cur - 1];
    if (un_node_at(r, e)->op != UN_OP_SAC_SAVER) return;
    for (int pos = 0; pos < un_tables_end(r, t->was); pos++) {
        int id = t->was->pool[pos];
        if (!UN_AIM(r, t->was)[id] || UN_AIM(r, t->is)[id]) continue;
        sentence w = {un_holder_at(t->was, pos), 0, card_name(t, id)};
        text *out = happened_add(t->list, e->owner);
        text_format(out, "%s saves ", card_name(t, e->source));
        put_sentence(t, "%n of %a", w, out);
    }
}

static int aim_of(const un_rules *r, const un_state *s, int id) {
    return UN_AIM(r, s)[id] & ~UN_CLAIMED;
}

/* A card that goes elsewhere than the effect that hit it would have sent it. */
static void tell_hits(const teller *t) {
    const un_rules *r = t->r;
    if (t->was->step != UN_RELOCATE) return;
    for (int pos = 0; pos < un_tables_end(r, t->was); pos++) {
        int id = t->was->pool[pos];
        int old = aim_of(r, t->was, id);
        if (!old || aim_of(r, t->is, id) <= t->was->cur) continue;
        const un_effect *e = &t->was->fx[old - 1];
        sentence w = {un_holder_at(t->was, pos), 0, card_name(t, id)};
        text *out = happened_add(t->list, e->owner);
        text_format(out, "%s hits ", card_name(t, e->source));
        put_sentence(t, "%n of %a", w, out);
    }
}

static const char *turn_form(int op) {
    switch (op) {
    case UN_OP_EXTRA_TURN:
        return "%a takes another turn after this one";
    case UN_OP_SKIP:
        return "%a skips the rest of the turn";
    case UN_OP_PLAYS2:
        return "%a may play two cards this turn";
    case UN_OP_BONUS_DRAW:
        return "%a draws more cards this turn";
    case UN_OP_SHUFFLE:
        return "the pile is shuffled";
    default:
        return NULL;
    }
}

/* Effects that move no card. */
static void tell_turn_effect(const teller *t) {
    const un_effect *e = cause_of(t->was);
    const char *form = e ? turn_form(un_node_at(t->r, e)->op) : NULL;
    if (!form || (t->is->step == UN_APPLY && t->is->k == t->was->k)) return;
    text *out = happened_add(t->list, e->owner);
    text_format(out, "%s: ", card_name(t, e->source));
    put_sentence(t, form, (sentence){t->was->active, 0, NULL}, out);
}

static void tell_end(const teller *t) {
    const un_rules *r = t->r;
    const un_state *s = t->is;
    text *out = happened_add(t->list, ACTOR_CHANCE);
    text_put(out, "the game is over: ");
    if (s->ended == UN_ENDED_PILE) text_put(out, "the pile is empty");
    if (s->ended == UN_ENDED_TURNS) text_format(out, "%d turns were played", r->max_turns);
    if (s->ended == UN_ENDED_RESOURCE) text_put(out, "cards set each other off without an end");
    for (int p = 0, any = 0; p < r->n && s->ended == UN_ENDED_WON; p++) {
        if (un_value(r, s, p) < r->to_win) continue;
        if (any++) text_put(out, ", ");
        put_sentence(t, "%a has ", (sentence){p, 0, NULL}, out);
        text_format(out, "%d unicorns", un_value(r, s, p));
    }
}

static void tell_part(const teller *t) {
    const un_state *was = t->was;
    const un_state *is = t->is;
    bool settled =
        was->phase == UN_PH_REACT &&
        is->end[un_stack(t->r)] - un_from(is, un_stack(t->r)) < un_size(was, un_stack(t->r));
    if (settled) {
        tell_settled(t, "no seat can answer", happened_add(t->list, ACTOR_CHANCE));
    } else {
        tell_saved(t);
        tell_hits(t);
        tell_moves(t);
        tell_turn_effect(t);
    }
    if (is->turn != was->turn && !is->ended)
        put_sentence(t, "the turn of %a begins", (sentence){is->active, 0, NULL},
                     happened_add(t->list, is->active));
    if (is->ended && !was->ended) tell_end(t);
}

void un_happened(const rules *head, const void *before, const action *steps, int n, int seat,
                 happened_list *list) {
    const un_rules *r = un_of(head);
    un_state_buf was;
    un_state_buf is;
    teller t = {r, before, &is.s, seat, list};
    (void)n;
    if (!tell_event(&t, steps[0])) return;
    memcpy(&is, before, head->state_size);
    un_answer_raw(r, &is.s, steps[0]);
    if (is.s.ended) tell_end(&t);
    t.was = &was.s;
    for (;;) {
        memcpy(&was, &is, head->state_size);
        if (!un_advance_part(r, &is.s)) return;
        tell_part(&t);
    }
}
