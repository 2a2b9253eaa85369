#ifndef GAMES_UNICORNS_TEXT_UNICORNS_TEXT_H
#define GAMES_UNICORNS_TEXT_UNICORNS_TEXT_H
/* Tokens, reasons and plain words; README.md has the syntax. */

#include "games/unicorns/rules/unicorns_turn.h"

/* "p2.basic-unicorn", with #2 where that table has several of the kind. */
void un_put_table_card(const un_rules *r, const un_state *s, int pos, text *out);
void un_put_action(const un_rules *r, const un_state *s, action a, text *out);

struct happened_list; /* engine/game/happened.h */

/* Contract functions. */
status un_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                 error *err);
void un_to_text(const rules *r, const void *s, const action *steps, int n, text *out);
status un_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                    error *err);
void un_describe(const rules *r, const void *s, const action *steps, int n, text *out);
void un_draw_board(const rules *r, const void *s, int seat, bool colours, text *out);
/* unicorns_happened.c */
void un_happened(const rules *r, const void *before, const action *steps, int n, int seat,
                 struct happened_list *list);

/* unicorns_say.c: an effect in plain words; the open question, as the seat that is asked sees it;
 * the card that asks it, or UN_NO_CARD; the effect that a `may` asks about. */
const char *un_verb(const un_rules *r, const un_state *s); /* of the cards that are picked */
void un_say_effect(const un_rules *r, int node, text *out);
void un_say_trigger(int when, text *out); /* when an effect happens */
void un_say_question(const un_rules *r, const un_state *s, text *out);
int un_asking(const un_rules *r, const un_state *s);
int un_may_node(const un_rules *r, const un_state *s);

/* unicorns_card.c: all that a card does, on one line; its type; a kind by its name or its token,
 * case-insensitive: else -1, ST_BAD_VALUE in *err and a near one. */
void un_say_card(const un_rules *r, const un_kind *k, text *out);
const char *un_type_words_of(const un_kind *k);
int un_find_card(const un_deck *d, const char *name, error *err);
status un_explain(const rules *r, const char *what, text *out, error *err);

/* An effect in the notation of decks. */
void un_put_effect(const un_rules *r, int node, text *out);

/* A mark and a number after it: positions and tokens are made of these, and formats are slow. */
static inline void un_put_number(text *out, const char *mark, unsigned n) {
    char digits[12];
    size_t at = sizeof digits;
    do digits[--at] = (char)('0' + n % 10);
    while ((n /= 10) > 0);
    text_put(out, mark);
    text_putn(out, digits + at, sizeof digits - at);
}

#endif
