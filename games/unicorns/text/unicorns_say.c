/* Effects and open questions in plain words. */
#include "games/unicorns/rules/unicorns_effects.h"
#include "games/unicorns/rules/unicorns_triggers.h"
#include "games/unicorns/text/unicorns_text.h"

const char *un_verb(const un_rules *r, const un_state *s) {
    switch (s->ask) {
    case UN_ASK_DISCARD:
        return "discard";
    case UN_ASK_SEARCH:
        return "get";
    case UN_ASK_TAKE:
        return "take";
    case UN_ASK_SAVE:
        return "save";
    default:
        break;
    }
    switch (un_node_at(r, &s->fx[s->k])->op) {
    case UN_OP_DESTROY:
        return "destroy";
    case UN_OP_SAC:
    case UN_OP_SAC_EACH:
        return "sacrifice";
    case UN_OP_RETURN:
    case UN_OP_RETURN_EACH:
        return "return";
    case UN_OP_BRING:
        return "bring";
    case UN_OP_STEAL:
    case UN_OP_STEAL_BACK:
        return "steal";
    default:
        return "move";
    }
}

/* @q a number of cards of a type, @c a number of cards, @z where from, @e an effect, @E effects one
 * after another, @| effects to choose from, @t the second effect of an `if`. */
static const char *const phrases[UN_OPS] = {
#define EFFECT(code, word, arguments, riders, phrase, kinds, tables, bars, choose, apply)          \
    [UN_OP_##code] = (phrase),
#include "games/unicorns/deck/unicorns_ops.inc"
};

static void say_types(unsigned types, bool many, text *out) {
    static const char *const names[] = {"baby unicorn", "basic unicorn", "magical unicorn",
                                        "magic card",   "upgrade",       "downgrade",
                                        "instant"};
    if ((types & UN_SET_ANY) == UN_SET_ANY) {
        text_put(out, many ? "cards" : "card");
        return;
    }
    bool more = false;
    if ((types & UN_SET_UNICORN) == UN_SET_UNICORN) {
        text_put(out, many ? "unicorns" : "unicorn");
        types &= ~(unsigned)UN_SET_UNICORN;
        more = true;
    }
    for (int i = 0; i < UN_PANDA; i++) {
        if (!(types >> i & 1)) continue;
        text_format(out, "%s%s%s", more ? " or " : "", names[i], many ? "s" : "");
        more = true;
    }
}

static void say_count(int n, unsigned types, text *out) {
    bool vowel = types == 1U << UN_UPGRADE || types == 1U << UN_INSTANT;
    if (n == UN_ALL)
        text_put(out, "all ");
    else if (n == 1)
        text_put(out, vowel ? "an " : "a ");
    else
        text_format(out, "%d ", n);
    say_types(types, n != 1, out);
}

static void say_children(const un_rules *r, int first, const char *mark, text *out) {
    for (int c = first; c; c = r->deck.node[c].next) {
        if (c != first) text_put(out, mark);
        un_say_effect(r, c, out);
    }
}

static void say_part(const un_rules *r, const un_node *n, char part, text *out) {
    switch (part) {
    case 'q':
        if (n->op == UN_OP_SEARCH && n->word)
            text_format(out, "a card with %s in its name", r->deck.word[n->word - 1]);
        else
            say_count(n->op == UN_OP_SEARCH ? 1 : n->n, n->types, out);
        break;
    case 'c':
        say_count(n->n, UN_SET_ANY, out);
        break;
    case 'z':
        text_put(out, n->arg == UN_ARG_HAND      ? "hand"
                      : n->arg == UN_ARG_NURSERY ? "nursery"
                      : n->arg == UN_ARG_PILE    ? "pile"
                                                 : "discard pile");
        break;
    case 'E':
        say_children(r, n->first, ", ", out);
        break;
    case '|':
        say_children(r, n->first, " or ", out);
        break;
    case 't':
        un_say_effect(r, r->deck.node[n->first].next, out);
        break;
    default:
        un_say_effect(r, n->first, out);
        break;
    }
}

/* What a rider of an effect adds. */
static const char *rider_of(const un_node *n) {
    switch (n->arg) {
    case UN_ARG_EOT:
        return " until the end of the turn";
    case UN_ARG_SEDUCER:
        return " until this card leaves";
    case UN_ARG_KICK:
        return ", and that player discards a card";
    case UN_ARG_DRAW_HIT:
    case UN_ARG_DRAW_PICK:
        return " and draw a card for it";
    default:
        return "";
    }
}

void un_say_effect(const un_rules *r, int node, text *out) {
    const un_node *n = &r->deck.node[node];
    const char *phrase = phrases[n->op];
    if (n->op == UN_OP_DISCARD && n->arg == UN_ARG_EACH) phrase = "let every player discard @q";
    if (n->op == UN_OP_DISCARD && n->arg == UN_ARG_ANYONE) phrase = "let a player discard @q";
    for (const char *c = phrase ? phrase : ""; *c; c++) {
        if (*c == '@')
            say_part(r, n, *++c, out);
        else
            text_char(out, *c);
    }
    text_put(out, rider_of(n));
}

void un_say_trigger(int when, text *out) {
    static const char *const moments[UN_WHENS] = {
#define TRIGGER(code, word, phrase, events, reaction, fires) [UN_WHEN_##code] = (phrase),
#include "games/unicorns/deck/unicorns_whens.inc"
    };
    text_put(out, moments[when]);
}

/* --- questions --- */

/* The card whose effect asks. */
int un_asking(const un_rules *r, const un_state *s) {
    if (s->step == UN_IDLE || s->phase == UN_PH_LIMIT) return UN_NO_CARD;
    bool reacts = s->step == UN_RETARGET || s->step == UN_RELOCATE;
    return reacts ? UN_REG(r, s)[s->t] : s->fx[s->k].source;
}

/* The effect of a `may` that is open, in a chain or of a reaction. */
int un_may_node(const un_rules *r, const un_state *s) {
    if (s->step == UN_CHOOSE) return un_node_at(r, &s->fx[s->k])->first;
    const un_card *c = &r->card[UN_REG(r, s)[s->t]];
    return r->deck.node[r->deck.trigger[c->first_trigger + s->u].node].first;
}

static void say_stack(const un_rules *r, const un_state *s, text *out) {
    int stack = un_stack(r);
    int base = s->pool[un_from(s, stack)];
    text_format(out, "seat %d plays %s", UN_NOTE(r, s)[base] + 1, un_kind_of(r, base)->name);
    if (r->type_of[base] != UN_SPELL) text_format(out, " into the stable of seat %d", s->to + 1);
    for (int pos = un_from(s, stack) + 1; pos < s->end[stack]; pos++)
        text_format(out, ", seat %d answers with %s", UN_NOTE(r, s)[s->pool[pos]] + 1,
                    un_kind_of(r, s->pool[pos])->name);
}

void un_say_question(const un_rules *r, const un_state *s, text *out) {
    int source = un_asking(r, s);
    if (source != UN_NO_CARD) text_format(out, "%s: ", un_kind_of(r, source)->name);
    switch (s->ask) {
    case UN_ASK_PLAY:
        text_put(out, s->played ? "one more card, or pass" : "play a card, or pass and draw one");
        break;
    case UN_ASK_REACT:
        say_stack(r, s, out);
        text_put(out, "; an instant, or none?");
        break;
    case UN_ASK_MAY:
        un_say_effect(r, un_may_node(r, s), out);
        text_put(out, "? yes or no");
        break;
    case UN_ASK_EFFECT:
        un_say_effect(r, s->fx[s->k].node, out);
        text_put(out, "?");
        break;
    case UN_ASK_PLAYER:
        text_put(out, "which player?");
        break;
    default:
        text_format(out, "which card to %s?", un_verb(r, s));
        if (s->left > 1) text_format(out, " %d to go", s->left);
        break;
    }
}
