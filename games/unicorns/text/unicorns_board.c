/* The board for people, and effects in the notation of decks. */
#include "games/unicorns/deck/unicorns_words.h"
#include "games/unicorns/rules/unicorns_chain.h"
#include "games/unicorns/text/unicorns_text.h"
#include "games/unicorns/unicorns_view.h"

/* --- effects --- */

static const char *word_of(const un_word *list, unsigned value) {
    for (int i = 0; list[i].name; i++)
        if (list[i].value == value) return list[i].name;
    return "";
}

static void put_types(unsigned types, text *out) {
    const char *entire = word_of(un_set_words, types);
    if (*entire) {
        text_put(out, entire);
        return;
    }
    bool more = false;
    for (unsigned bit = 1; bit <= types; bit <<= 1) {
        if (!(types & bit)) continue;
        text_format(out, "%s%s", more ? "+" : "", word_of(un_set_words, bit));
        more = true;
    }
}

static void put_children(const un_rules *r, int first, const char *mark, text *out) {
    for (int c = first; c; c = r->deck.node[c].next) {
        if (c != first) text_put(out, mark);
        un_put_effect(r, c, out);
    }
}

static void put_argument(const un_rules *r, const un_node *n, char kind, text *out) {
    switch (kind) {
    case 'n':
        if (n->n == UN_ALL)
            text_put(out, "all");
        else
            text_format(out, "%d", n->n);
        break;
    case 't':
        put_types(n->types, out);
        break;
    case 's':
        text_format(out, "%s,", word_of(un_arg_words, n->arg));
        if (n->word)
            text_format(out, "\"%s\"", r->deck.word[n->word - 1]);
        else
            put_types(n->types, out);
        break;
    case 'e':
    case 'f':
        un_put_effect(r, n->first, out);
        break;
    case 'E':
        put_children(r, n->first, ",", out);
        break;
    case '|':
        put_children(r, n->first, "|", out);
        break;
    default:
        text_put(out, word_of(un_arg_words, n->arg));
        break;
    }
}

void un_put_effect(const un_rules *r, int node, text *out) {
    const un_node *n = &r->deck.node[node];
    const un_op_word *w = &un_op_words[n->op];
    if (!w->name) return;
    text_put(out, w->name);
    bool open = false;
    for (const char *c = w->args; *c; c++) {
        if (*c == 'l' && !n->arg) break;
        text_char(out, open ? ',' : '(');
        open = true;
        put_argument(r, n, *c, out);
    }
    if (open) text_char(out, ')');
    if (n->op == UN_OP_IF) {
        text_char(out, ' ');
        un_put_effect(r, r->deck.node[n->first].next, out);
    }
}

/* --- the board --- */

enum { WIDTH = 96, INDENT = 14 };

typedef struct line {
    text *out;
    int column;
} line;

/* A word of a list after the mark that parts it from the one before, on a new line where it does
 * not fit: the mark ends the old one. */
static void put_word(line *l, const char *mark, const char *word) {
    int len = (int)strlen(word);
    text_put(l->out, mark);
    l->column += (int)strlen(mark);
    bool wraps = l->column + 1 + len + 1 > WIDTH;
    if (wraps) {
        text_char(l->out, '\n');
        text_repeat(l->out, ' ', INDENT);
        l->column = INDENT;
    } else if (l->column > INDENT) {
        text_char(l->out, ' ');
        l->column++;
    }
    text_put(l->out, word);
    l->column += len;
}

/* Kinds with how many of them, in the order in which they first lie there. */
static void put_kinds(const un_rules *r, const uint8_t *kind, int n, const char *label, text *out) {
    line l = {out, INDENT};
    text_format(out, "  %-*s", INDENT - 2, label);
    bool any = false;
    for (int i = 0; i < n; i++) {
        int copies = 0;
        bool first = true;
        for (int j = 0; j < n; j++) {
            copies += kind[j] == kind[i];
            if (j < i && kind[j] == kind[i]) first = false;
        }
        if (!first || kind[i] == UN_NO_CARD) continue;
        char buf[64];
        text word = text_over(buf, sizeof buf);
        text_put(&word, r->deck.kind[kind[i]].name);
        if (copies > 1) text_format(&word, " x%d", copies);
        put_word(&l, any ? "," : "", buf);
        any = true;
    }
    int hidden = 0;
    for (int i = 0; i < n; i++) hidden += kind[i] == UN_NO_CARD;
    if (hidden) {
        char buf[32];
        text word = text_over(buf, sizeof buf);
        text_format(&word, "%s%d unknown", any ? "and " : "", hidden);
        put_word(&l, "", buf);
    }
    if (!n) text_char(out, '-');
    text_char(out, '\n');
}

static void put_zone(const un_rules *r, const un_view *v, int zone, const char *label, text *out) {
    int from = zone ? v->end[zone - 1] : 0;
    put_kinds(r, v->pool + from, v->end[zone] - from, label, out);
}

static void put_seat(const un_rules *r, const un_state *s, const un_view *v, int p, bool colours,
                     text *out) {
    bool open = s->ask != UN_ASK_REACT || v->player == UN_EVERYTHING || v->player == p;
    bool mover = open && un_actor(&r->head, s) == p;
    text_format(out, "%s%c seat %d%s  %d of %d unicorns, %d letters%s\n",
                colours && mover ? "\033[1m" : "", s->active == p ? '>' : ' ', p + 1,
                mover ? " is asked" : "", un_value(r, s, p), r->to_win, un_letters(r, s, p),
                colours && mover ? "\033[0m" : "");
    put_zone(r, v, un_table(p, UN_STABLE), "stable", out);
    if (un_size(s, un_table(p, UN_UPGRADES)))
        put_zone(r, v, un_table(p, UN_UPGRADES), "upgrades", out);
    if (un_size(s, un_table(p, UN_DOWNGRADES)))
        put_zone(r, v, un_table(p, UN_DOWNGRADES), "downgrades", out);
    put_zone(r, v, un_hand(r, p), "hand", out);
}

/* Who is asked in a round of reactions is shown to that seat alone. */
static void put_question(const un_rules *r, const un_state *s, int viewer, text *out) {
    bool shows = s->ask != UN_ASK_REACT || viewer == UN_EVERYTHING || viewer == s->seat;
    if (un_actor(&r->head, s) < 0 || !shows) return;
    text_format(out, "seat %d: ", s->seat + 1);
    un_say_question(r, s, out);
    text_char(out, '\n');
}

void un_draw_board(const rules *head, const void *state, int seat, bool colours, text *out) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    un_view_buf seen;
    int viewer = seat == SEAT_ALL ? UN_EVERYTHING : seat == SEAT_PUBLIC ? UN_SPECTATOR : seat;
    un_view_of(r, s, viewer, &seen.v);
    text_format(out, "turn %d, %s\n", s->turn, head->game->phase(head, s));
    for (int p = 0; p < r->n; p++) put_seat(r, s, &seen.v, p, colours, out);
    if (un_size(s, un_stack(r))) put_zone(r, &seen.v, un_stack(r), "stack", out);
    put_zone(r, &seen.v, un_discard(r), "discard", out);
    put_zone(r, &seen.v, un_nursery(r), "nursery", out);
    text_format(out, "  %-*s%d cards\n", INDENT - 2, "pile", un_size(s, un_pile(r)));
    put_question(r, s, viewer, out);
}
