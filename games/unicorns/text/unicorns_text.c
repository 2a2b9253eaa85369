#include "games/unicorns/text/unicorns_text.h"

#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_effects.h"

/* --- tokens --- */

void un_put_table_card(const un_rules *r, const un_state *s, int pos, text *out) {
    int seat = un_holder_at(s, pos);
    int kind = r->kind_of[s->pool[pos]];
    int rank = 0;
    int all = 0;
    for (int i = un_from(s, un_table(seat, 0)); i < s->end[un_table(seat, 2)]; i++) {
        if (r->kind_of[s->pool[i]] != kind) continue;
        all++;
        rank += i <= pos;
    }
    un_put_number(out, "p", (unsigned)seat + 1);
    text_char(out, '.');
    text_put(out, r->deck.kind[kind].slug);
    if (all > 1) un_put_number(out, "#", (unsigned)rank);
}

static const char *slug_of(const un_rules *r, int kind) {
    return kind == UN_NO_CARD ? "none" : r->deck.kind[kind].slug;
}

static void put_play(const un_rules *r, action a, text *out) {
    if (un_a(a) == UN_NO_CARD) {
        text_put(out, "pass");
        return;
    }
    text_put(out, "play:");
    text_put(out, slug_of(r, un_a(a)));
    if (r->deck.kind[un_a(a)].type != UN_SPELL) un_put_number(out, ">p", (unsigned)un_b(a) + 1);
}

static void put_chance(const un_rules *r, const un_state *s, action a, text *out) {
    uint8_t seat[UN_SEATS];
    switch (un_question(a)) {
    case UN_ASK_SEATS:
        un_seat_order(r->n, un_a(a) | un_b(a) << 8, seat);
        for (int i = 0; i < r->n; i++) text_format(out, "%s%d", i ? "," : "seats=", seat[i] + 1);
        break;
    case UN_ASK_DRAW:
        un_put_number(out, "p", s->seat + 1U);
        text_put(out, ".draw=");
        text_put(out, slug_of(r, un_a(a)));
        break;
    case UN_ASK_PULL:
        text_put(out, "pull=");
        text_put(out, slug_of(r, un_a(a)));
        break;
    case UN_ASK_QUICK:
        if (un_a(a) == UN_NO_CARD)
            text_put(out, "quick=none");
        else
            un_put_number(out, "quick=p", (unsigned)un_a(a) + 1);
        break;
    default:
        text_put(out, "show");
        break;
    }
}

void un_put_action(const un_rules *r, const un_state *s, action a, text *out) {
    switch (un_question(a)) {
    case UN_ASK_PLAY:
        put_play(r, a, out);
        break;
    case UN_ASK_REACT:
        text_put(out, slug_of(r, un_a(a)));
        break;
    case UN_ASK_MAY:
        text_put(out, un_a(a) ? "yes" : "no");
        break;
    case UN_ASK_EFFECT:
        text_format(out, "option:%d", un_a(a) + 1);
        break;
    case UN_ASK_PLAYER:
        text_format(out, "p%d", un_a(a) + 1);
        break;
    case UN_ASK_SEATS:
    case UN_ASK_DRAW:
    case UN_ASK_QUICK:
    case UN_ASK_PULL:
    case UN_ASK_SHOW:
        put_chance(r, s, a, out);
        break;
    default:
        text_put(out, un_verb(r, s));
        text_char(out, ':');
        if (un_b(a))
            un_put_table_card(r, s, un_a(a), out);
        else
            text_put(out, slug_of(r, un_a(a)));
        break;
    }
}

void un_to_text(const rules *r, const void *s, const action *steps, int n, text *out) {
    (void)n;
    un_put_action(un_of(r), s, steps[0], out);
}

enum { MAX = UN_MAX_KINDS * UN_SEATS + 1 };

static int offers(const un_rules *r, const un_state *s, action *list) {
    float weight[UN_MAX_KINDS];
    return un_actor(&r->head, s) == ACTOR_CHANCE ? un_chance(&r->head, s, list, weight)
                                                 : un_legal(&r->head, s, NULL, list);
}

/* --- reading and reasons --- */

static status refuse(error *err, const char *reason, const char *detail, const char *sentence) {
    status st = error_set(err, ST_ILLEGAL_ACTION, "%s", sentence);
    error_reason(err, reason, "%s", detail);
    return st;
}

/* "seats=2,1,3" as the number of the order; -1 when it is none. */
static int read_seats(const un_rules *r, const char *token) {
    int lots = 1;
    for (int i = 2; i <= r->n; i++) lots *= i;
    if (!text_starts(token, "seats=")) return -1;
    for (int lot = 0; lot < lots; lot++) {
        uint8_t seat[UN_SEATS];
        const char *at = token + 6;
        un_seat_order(r->n, lot, seat);
        int i = 0;
        for (; i < r->n && *at == '1' + seat[i]; i++) at += 1 + (at[1] == ',' && i + 1 < r->n);
        if (i == r->n && !*at) return lot;
    }
    return -1;
}

/* The card a token names: what follows its last : or = and before > or #. */
static int card_named(const un_rules *r, const char *token) {
    const char *at = token;
    for (const char *c = token; *c; c++)
        if (*c == ':' || *c == '=') at = c + 1;
    if (at[0] == 'p' && text_is_digit(at[1]) && at[2] == '.') at += 3;
    return un_kind_find(&r->deck, at, strcspn(at, ">#"));
}

static status refuse_play(const un_rules *r, const un_state *s, const char *token, error *err) {
    int kind = card_named(r, token);
    const char *to = strchr(token, '>');
    int p = to && to[1] == 'p' ? to[2] - '1' : s->active;
    if (kind < 0) return refuse(err, "no-such-card", token, "the deck has no such card");
    if (un_find(r, s, un_hand(r, s->active), kind) < 0)
        return refuse(err, "not-in-hand", token, "this card is not in the player's hand");
    if (r->deck.kind[kind].type == UN_INSTANT)
        return refuse(err, "instant", token, "instants answer other cards and are not played");
    if (p < 0 || p >= r->n) return refuse(err, "no-such-seat", token, "there is no such seat");
    if (!to && r->deck.kind[kind].type != UN_SPELL)
        return refuse(err, "seat-needed", token, "say whose stable it goes to, as in >p1");
    return refuse(err, "not-playable", token,
                  "this card cannot be played now: its effect has nothing to work on, or a card on "
                  "the table forbids it");
}

static status refuse_token(const un_rules *r, const un_state *s, const char *token, error *err) {
    char detail[60];
    text d = text_over(detail, sizeof detail);
    text_format(&d, "token=%.40s", token);
    if (un_actor(&r->head, s) == ACTOR_CHANCE)
        return refuse(err, "bad-outcome", detail, "this cannot come out here");
    if (s->ask == UN_ASK_PLAY && text_starts(token, "play:")) return refuse_play(r, s, token, err);
    if (strchr(token, ':') && card_named(r, token) < 0 && !text_starts(token, "option:"))
        return refuse(err, "no-such-card", detail, "the deck has no such card");
    return refuse(err, "not-an-option", detail, "this is not among the answers to the question");
}

static bool same_token(const un_rules *r, const un_state *s, action a, const char *token) {
    char buf[GAME_TOKEN_SIZE];
    text name = text_over(buf, sizeof buf);
    un_put_action(r, s, a, &name);
    return strcmp(buf, token) == 0;
}

status un_from_text(const rules *head, const void *state, const char *token, action *steps, int *n,
                    error *err) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    action list[MAX];
    *n = 1;
    if (s->ask == UN_ASK_SEATS) {
        int lot = read_seats(r, token);
        steps[0] = un_make(UN_ASK_SEATS, lot & 255, lot >> 8 & 255);
        return lot >= 0 ? ST_OK : refuse_token(r, s, token, err);
    }
    int count = offers(r, s, list);
    for (int i = 0; i < count; i++)
        if (same_token(r, s, list[i], token)) {
            steps[0] = list[i];
            return ST_OK;
        }
    return refuse_token(r, s, token, err);
}

status un_verify(const rules *head, const void *state, const trail *t, const action *steps, int n,
                 error *err) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    (void)t;
    action list[MAX];
    int actor = un_actor(&r->head, s);
    status code = actor == ACTOR_CHANCE ? ST_CHANCE_IMPOSSIBLE : ST_ILLEGAL_ACTION;
    int count = n == 1 ? offers(r, s, list) : 0;
    for (int i = 0; i < count; i++)
        if (list[i] == steps[0]) return ST_OK;
    if (s->ask == UN_ASK_SEATS && n == 1 && un_question(steps[0]) == UN_ASK_SEATS) return ST_OK;
    status st = refuse(err, actor == ACTOR_NONE ? "game-over" : "not-an-option", "",
                       "this is not among the answers to the question");
    if (err) err->code = code;
    return st == ST_OK ? st : code;
}

/* --- plain words --- */

static const char *name_of(const un_rules *r, int id) {
    return un_kind_of(r, id)->name;
}

static void describe_card(const un_rules *r, const un_state *s, action a, text *out) {
    if (un_b(a)) {
        int pos = un_a(a);
        text_format(out, "%s %s of seat %d", un_verb(r, s), name_of(r, s->pool[pos]),
                    un_holder_at(s, pos) + 1);
    } else if (un_a(a) == UN_NO_CARD) {
        text_format(out, "there is no card to %s", un_verb(r, s));
    } else {
        text_format(out, "%s %s", un_verb(r, s), r->deck.kind[un_a(a)].name);
    }
}

static void describe_play(const un_rules *r, const un_state *s, action a, text *out) {
    if (un_a(a) == UN_NO_CARD) {
        text_put(out, s->played ? "play nothing more" : "play nothing and draw a card");
        return;
    }
    const un_kind *k = &r->deck.kind[un_a(a)];
    text_format(out, "play %s", k->name);
    if (k->type != UN_SPELL) text_format(out, " into the stable of seat %d", un_b(a) + 1);
    if (k->type == UN_BASIC) return;
    text_put(out, ": ");
    un_say_card(r, k, out);
}

/* What the open question is about: the card whose effect asks. */
static void put_because(const un_rules *r, const un_state *s, text *out) {
    int source = un_asking(r, s);
    if (source != UN_NO_CARD) text_format(out, " (%s)", name_of(r, source));
    if (s->phase == UN_PH_LIMIT) text_format(out, " (a hand holds %d)", UN_HAND_LIMIT);
}

static void describe_may(const un_rules *r, const un_state *s, bool yes, text *out) {
    if (!yes) {
        text_put(out, "do not use the effect");
        return;
    }
    un_say_effect(r, un_may_node(r, s), out);
}

static void describe_effect(const un_rules *r, const un_state *s, action a, text *out) {
    int c = un_node_at(r, &s->fx[s->k])->first;
    for (int i = 0; i < un_a(a); i++) c = r->deck.node[c].next;
    un_say_effect(r, c, out);
}

/* No seat reacts, and what comes of the card on top. */
static void describe_unanswered(const un_rules *r, const un_state *s, text *out) {
    int stack = un_stack(r);
    int n = un_size(s, stack);
    int top = s->pool[s->end[stack] - 1];
    text_put(out, "no seat answers");
    if (n == 1)
        text_format(out, ": %s comes", name_of(r, top));
    else
        text_format(out, ": %s stops %s", name_of(r, top), name_of(r, s->pool[s->end[stack] - 2]));
}

static void describe_chance(const un_rules *r, const un_state *s, action a, text *out) {
    int who = s->fx[s->k].who;
    switch (un_question(a)) {
    case UN_ASK_DRAW:
        text_format(out, "seat %d draws %s", s->seat + 1, r->deck.kind[un_a(a)].name);
        break;
    case UN_ASK_PULL:
        text_format(out, "seat %d pulls %s from seat %d", s->seat + 1, r->deck.kind[un_a(a)].name,
                    who + 1);
        break;
    case UN_ASK_QUICK:
        if (un_a(a) == UN_NO_CARD)
            describe_unanswered(r, s, out);
        else
            text_format(out, "seat %d answers with %s", un_a(a) + 1,
                        r->deck.kind[r->deck.instant_kind[un_answer(s, un_a(a))]].name);
        break;
    case UN_ASK_SHOW:
        if (who < r->n && un_node_at(r, &s->fx[s->k])->op != UN_OP_SEARCH)
            text_format(out, "seat %d sees the hand of seat %d", s->seat + 1, who + 1);
        else
            text_format(out, "seat %d looks through the pile", s->seat + 1);
        break;
    default:
        text_put(out, "the seats are drawn by lot");
        break;
    }
}

void un_describe(const rules *head, const void *state, const action *steps, int n, text *out) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    action a = steps[0];
    (void)n;
    switch (un_question(a)) {
    case UN_ASK_PLAY:
        describe_play(r, s, a, out);
        return;
    case UN_ASK_REACT:
        if (un_a(a) == UN_NO_CARD)
            text_put(out, "do not react");
        else
            text_format(out, "answer with %s: stop %s", r->deck.kind[un_a(a)].name,
                        name_of(r, s->pool[s->end[un_stack(r)] - 1]));
        return;
    case UN_ASK_MAY:
        describe_may(r, s, un_a(a), out);
        break;
    case UN_ASK_EFFECT:
        describe_effect(r, s, a, out);
        break;
    case UN_ASK_PLAYER:
        text_format(out, "choose seat %d", un_a(a) + 1);
        break;
    case UN_ASK_CARD:
    case UN_ASK_DISCARD:
    case UN_ASK_SEARCH:
    case UN_ASK_TAKE:
    case UN_ASK_SAVE:
        describe_card(r, s, a, out);
        break;
    default:
        describe_chance(r, s, a, out);
        return;
    }
    put_because(r, s, out);
}
