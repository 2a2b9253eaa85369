/* Actions part by part: a card, and where it goes; answers are one part. */
#include <string.h>

#include "engine/game/pick.h"
#include "engine/game/tokens.h"
#include "games/unicorns/text/unicorns_table.h"
#include "games/unicorns/text/unicorns_text.h"

enum { MAX_OFFERS = UN_MAX_KINDS * UN_SEATS + 1 };

typedef struct offer {
    const un_rules *r;
    const un_state *s;
    pick_list *out;
    action list[MAX_OFFERS];
    int count;
} offer;

static const char *token_of(const offer *x, action a) {
    char buf[GAME_TOKEN_SIZE];
    text t = text_over(buf, sizeof buf);
    token tok = {.steps = {a}, .count = 1};
    token_write(&x->r->head, x->s, &tok, &t);
    return pick_text(x->out, "%s", buf);
}

static const char *words_of(const offer *x, action a) {
    char buf[GAME_TOKEN_SIZE];
    text t = text_over(buf, sizeof buf);
    un_describe(&x->r->head, x->s, &a, 1, &t);
    return pick_text(x->out, "%s", buf);
}

static void add(const offer *x, action a, const char *part, pick_kind kind, bool loud) {
    pick_add(x->out, &(pick_part){.part = part,
                                  .words = words_of(x, a),
                                  .token = token_of(x, a),
                                  .kind = kind,
                                  .loud = loud});
}

static const char *slug_of(const offer *x, action a) {
    return un_a(a) == UN_NO_CARD ? "none" : x->r->deck.kind[un_a(a)].slug;
}

/* --- playing a card: the card, then the seat --- */

static void add_plays(const offer *x) {
    uint8_t seats[UN_MAX_KINDS] = {0};
    for (int i = 0; i < x->count; i++)
        if (un_a(x->list[i]) != UN_NO_CARD) seats[un_a(x->list[i])]++;
    for (int i = 0; i < x->count; i++) {
        action a = x->list[i];
        if (un_a(a) == UN_NO_CARD) {
            add(x, a, "pass", PICK_VERB, false);
            continue;
        }
        const un_kind *k = &x->r->deck.kind[un_a(a)];
        bool spell = k->type == UN_SPELL; /* goes into no stable */
        if (!seats[un_a(a)]) continue;    /* listed with its first seat */
        text does = text_growing();
        text_format(&does, "%s: ", k->name);
        un_say_card(x->r, k, &does);
        pick_add(x->out, &(pick_part){.part = k->slug,
                                      .words = text_string(&does),
                                      .token = spell ? token_of(x, a) : NULL,
                                      .below = spell ? 0 : seats[un_a(a)],
                                      .kind = PICK_CARD});
        text_done(&does);
        seats[un_a(a)] = 0;
    }
}

static void add_seats_of(const offer *x, const char *card) {
    for (int i = 0; i < x->count; i++) {
        action a = x->list[i];
        if (un_a(a) == UN_NO_CARD || x->r->deck.kind[un_a(a)].type == UN_SPELL ||
            strcmp(slug_of(x, a), card) != 0)
            continue;
        add(x, a, pick_text(x->out, "p%d", un_b(a) + 1), PICK_CHOICE, false);
    }
}

static bool parts_of_play(const offer *x, pick_path path) {
    if (path.count == 0) {
        pick_ask(x->out, x->s->played ? "one more card, or pass?" : "which card?");
        add_plays(x);
    } else if (path.count == 1) {
        pick_ask(x->out, "into whose stable?");
        add_seats_of(x, path.part[0]);
    }
    return x->out->count > 0;
}

/* --- who sits where: seat by seat --- */

static bool parts_of_seats(const offer *x, pick_path path) {
    unsigned used = 0;
    char buf[2 * UN_SEATS + 16];
    text order = text_over(buf, sizeof buf);
    text_put(&order, "!seats=");
    if (path.count >= x->r->n) return false;
    for (int i = 0; i < path.count; i++) {
        const char *at = path.part[i];
        bool seat = at[0] == 'p' && at[1] >= '1' && at[1] < '1' + x->r->n && !at[2];
        if (!seat || used >> (at[1] - '1') & 1) return false;
        used |= 1u << (at[1] - '1');
        text_format(&order, "%c,", at[1]);
    }
    uint64_t below = 1;
    for (int i = 2; i < x->r->n - path.count; i++) below *= (uint64_t)i;
    pick_ask(x->out, pick_text(x->out, "who sits in place %d?", path.count + 1));
    for (int p = 0; p < x->r->n; p++) {
        if (used >> p & 1) continue;
        bool last = path.count + 1 == x->r->n;
        pick_add(x->out, &(pick_part){.part = pick_text(x->out, "p%d", p + 1),
                                      .token = last ? pick_text(x->out, "%s%d", buf, p + 1) : NULL,
                                      .below = below > PICK_MAX_COUNT ? PICK_MAX_COUNT + 1 : below,
                                      .kind = PICK_CHOICE,
                                      .ordered = true});
    }
    return true;
}

/* --- answers --- */

/* A card on a table by its place; one of a hand or pile by its kind. */
static void add_pick(const offer *x, action a) {
    if (!un_b(a)) {
        bool none = un_a(a) == UN_NO_CARD;
        /* What a hand holds is asked for even without a choice. */
        add(x, a, slug_of(x, a), none ? PICK_VERB : PICK_CARD, true);
        return;
    }
    char buf[UN_NAME_SIZE + 16];
    text id = text_over(buf, sizeof buf);
    un_put_table_card(x->r, x->s, un_a(a), &id);
    add(x, a, buf, PICK_THING, false);
}

static void add_outcome(const offer *x, action a) {
    switch (un_question(a)) {
    case UN_ASK_DRAW:
    case UN_ASK_PULL:
        add(x, a, slug_of(x, a), PICK_CARD, false);
        break;
    case UN_ASK_QUICK:
        add(x, a, un_a(a) == UN_NO_CARD ? "none" : pick_text(x->out, "p%d", un_a(a) + 1),
            PICK_CHOICE, false);
        break;
    default:
        add(x, a, "show", PICK_VERB, false);
        break;
    }
}

static void add_answer(const offer *x, action a) {
    switch (un_question(a)) {
    case UN_ASK_REACT:
        add(x, a, slug_of(x, a), un_a(a) == UN_NO_CARD ? PICK_VERB : PICK_CARD, true);
        break;
    case UN_ASK_MAY: /* where only one answer is left a hand may be the reason */
        add(x, a, un_a(a) ? "yes" : "no", PICK_CHOICE, x->count == 1);
        break;
    case UN_ASK_EFFECT:
        add(x, a, pick_text(x->out, "option:%d", un_a(a) + 1), PICK_CHOICE, false);
        break;
    case UN_ASK_PLAYER:
        add(x, a, pick_text(x->out, "p%d", un_a(a) + 1), PICK_CHOICE, false);
        break;
    case UN_ASK_CARD:
    case UN_ASK_DISCARD:
    case UN_ASK_SEARCH:
    case UN_ASK_TAKE:
    case UN_ASK_SAVE:
        add_pick(x, a);
        break;
    default:
        add_outcome(x, a);
        break;
    }
}

static void ask_chance(const un_state *s, text *out) {
    int seat = s->seat + 1;
    switch (s->ask) {
    case UN_ASK_DRAW:
        text_format(out, "which card does seat %d draw?", seat);
        break;
    case UN_ASK_PULL:
        text_format(out, "which card does seat %d pull from seat %d?", seat, s->fx[s->k].who + 1);
        break;
    case UN_ASK_QUICK:
        text_put(out, "who answers first?");
        break;
    default:
        text_put(out, "what comes out?");
        break;
    }
}

static void ask(const offer *x, bool chance) {
    char buf[512];
    text question = text_over(buf, sizeof buf);
    if (chance)
        ask_chance(x->s, &question);
    else
        un_say_question(x->r, x->s, &question);
    pick_ask(x->out, buf);
}

bool un_parts(const rules *head, const void *state, const trail *t, pick_path path,
              pick_list *out) {
    offer x = {.r = un_of(head), .s = state, .out = out};
    float weight[UN_MAX_KINDS];
    int actor = un_actor(head, state);
    (void)t;
    if (actor == ACTOR_NONE) return false;
    if (x.s->ask == UN_ASK_SEATS) return parts_of_seats(&x, path);
    x.count = actor == ACTOR_CHANCE ? un_chance(head, state, x.list, weight)
                                    : un_legal(head, state, NULL, x.list);
    if (x.s->ask == UN_ASK_PLAY) return parts_of_play(&x, path);
    if (path.count) return false;
    ask(&x, actor == ACTOR_CHANCE);
    for (int i = 0; i < x.count; i++) add_answer(&x, x.list[i]);
    return out->count > 0;
}
