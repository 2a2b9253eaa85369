/* Effects and open questions in plain words. */
#include "games/unicorns/rules/unicorns_effects.h"
#include "games/unicorns/rules/unicorns_triggers.h"
#include "games/unicorns/text/unicorns_text.h"

/* @q so many cards of a type, @c so many cards, @z where from, @e an effect, @E effects one after
 * another, @| effects to choose from, @t the effect behind an `if`. */
static const char *const phrases[UN_OPS] = {
    [UN_OP_MAY] = "may @e",
    [UN_OP_AND] = "@E",
    [UN_OP_IF] = "@e, then @t",
    [UN_OP_ONEOF] = "@|",
    [UN_OP_FREE] = "@e",
    [UN_OP_CROWDED] = "with more than five unicorns @e",
    [UN_OP_DESTROY] = "destroy @q on other tables",
    [UN_OP_SAC] = "sacrifice @q",
    [UN_OP_SAC_EACH] = "let every player sacrifice @q",
    [UN_OP_SAC_SELF] = "sacrifice this card",
    [UN_OP_RETURN] = "return @q to the hand of whoever has it",
    [UN_OP_RETURN_EACH] = "let every player return @q to the hand",
    [UN_OP_STEAL] = "steal @q",
    [UN_OP_BRING] = "bring @q from the @z into the stable",
    [UN_OP_DISCARD] = "discard @q",
    [UN_OP_DRAW] = "draw @c",
    [UN_OP_DRAW_EACH] = "let every player draw @c",
    [UN_OP_BONUS_DRAW] = "draw @c more this turn",
    [UN_OP_SEARCH] = "take @q from the @z",
    [UN_OP_SHUFFLE] = "shuffle the pile",
    [UN_OP_RESHUFFLE] = "shuffle the discard pile into the pile",
    [UN_OP_PULL] = "pull a card at random from a hand",
    [UN_OP_PEEK_TAKE] = "look at a hand and take a card of it",
    [UN_OP_SWAP_HANDS] = "swap hands with another player",
    [UN_OP_RETARGET] = "move @q to another player",
    [UN_OP_SWAP_UNICORN] = "swap a unicorn with another player",
    [UN_OP_SHRINK] = "turn all unicorns of a player into babies",
    [UN_OP_WALK] = "walk to the player whose turn it is",
    [UN_OP_EXTRA_TURN] = "take another turn",
    [UN_OP_SKIP] = "skip the rest of the turn",
    [UN_OP_PLAYS2] = "play two cards this turn",
    [UN_OP_INSTEAD_SAC_SELF] = "sacrifice this card instead",
    [UN_OP_INSTEAD_DISCARD] = "discard @c instead",
    [UN_OP_SELF_TO_HAND] = "return to the hand instead",
    [UN_OP_SELF_TO_NURSERY] = "return to the nursery instead",
    [UN_OP_BABIES] = "get babies",
    [UN_OP_STEAL_BACK] = "steal a unicorn back",
    [UN_OP_KICKED] = "discard a card",
    [UN_OP_SAC_SAVER] = "sacrifice itself",
    [UN_OP_HOME] = "go home",
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
}

void un_say_trigger(int when, text *out) {
    static const char *const phrase[UN_WHENS] = {
        [UN_WHEN_ENTER] = "when it comes into a stable",
        [UN_WHEN_CAST] = "when it is played",
        [UN_WHEN_BOT] = "at the beginning of the turn of its player",
        [UN_WHEN_ANY_BOT] = "at the beginning of every turn",
        [UN_WHEN_FOREIGN_BOT] = "at the beginning of the turns of others",
        [UN_WHEN_IF_SD] = "if it would be sacrificed or destroyed",
        [UN_WHEN_IF_SDR] = "if it would be sacrificed, destroyed or returned",
        [UN_WHEN_GUARD] = "if a unicorn of this stable would be destroyed",
        [UN_WHEN_DOOMED] = "if it would be destroyed",
        [UN_WHEN_DOOMED_SD] = "if it would be sacrificed or destroyed",
        [UN_WHEN_HIT] = "when it is sacrificed or destroyed",
        [UN_WHEN_HIT_EACH] = "when an effect sacrifices or destroys it, once for each card hit",
        [UN_WHEN_NEAR] = "when another card comes to or leaves this table",
        [UN_WHEN_NEAR_UNICORN] = "when a unicorn comes to or leaves this table",
        [UN_WHEN_CROWD] = "when a card comes to this table, with more than five unicorns",
        [UN_WHEN_CROWD_ANYWHERE] = "when a card comes to any table, with over five unicorns here",
        [UN_WHEN_OWN_ENTRY] = "when it has come to a table",
    };
    text_put(out, phrase[when]);
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
