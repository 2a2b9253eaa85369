#ifndef TESTS_SUPPORT_STABLE_H
#define TESTS_SUPPORT_STABLE_H
/* Tables of Unstable Unicorns put together card by card, for tests. What fails is printed. */

#include "games/unicorns/rules/unicorns_cards.h"
#include "games/unicorns/rules/unicorns_chain.h"
#include "games/unicorns/rules/unicorns_turn.h"
#include "games/unicorns/unicorns.h"
#include "games/unicorns/unicorns_view.h"

typedef struct stable {
    rules *head;
    const un_rules *r;
    un_state *s;
    bool failed; /* something could not be done */
} stable;

/* An empty table: all cards are in the pile and in the nursery. Ended with stable_done(). */
stable stable_open(int players, bool reference);
stable stable_open_with(const char *setup);
void stable_done(stable *t);

/* A card by its name in lower case with dashes, onto a table or into a hand; several with spaces
 * between them. Nothing is triggered. Seats from 0. */
void stable_put(stable *t, int seat, const char *cards);
void stable_hold(stable *t, int seat, const char *cards);
void stable_discard(stable *t, const char *cards);

/* Begins a seat's turn, or lets it play a card at once. */
void stable_turn(stable *t, int seat);
void stable_play(stable *t, int seat);

/* Events with spaces between them. Questions before an event that it does not answer are answered:
 * draws with any card, reactions with none. "end" continues to the next PLAY. */
void stable_do(stable *t, const char *events);
void stable_settle(stable *t); /* what comes without a choice */

bool stable_legal(const stable *t, const char *token);
int stable_options(const stable *t);
int stable_count(const stable *t, int zone, const char *card); /* copies of a card in a zone */
int stable_size(const stable *t, int zone);
int stable_on(const stable *t, int seat, const char *card); /* on a seat's table */

#endif
