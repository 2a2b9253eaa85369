#ifndef GAMES_UNICORNS_UNICORNS_WORTH_H
#define GAMES_UNICORNS_UNICORNS_WORTH_H
/* How bad each kind of card is, from 0 (the best) to 1: what the bot `evolved` plays by. The
 * numbers that are compiled in (evolved.txt) were found by `kibitz tune`; cards they do not name
 * have a seventh of their tier. */

#include "games/unicorns/rules/unicorns_rules.h"

enum { UN_TIERS = 7 }; /* the worst one */

/* By a name (evolved, tiers) or from a file; NULL: evolved. */
status un_worth_open(un_rules *r, const char *name, error *err);

/* A weights file: `card value [min max step]` on a line, the card in lower case with dashes, '#'
 * starts a comment. Cards that it leaves out keep what they have; those of other decks that are
 * compiled in are left aside; what is no card at all, a second value and a number out of 0..1 are
 * errors that name the line, and nothing is changed. */
status un_worth_read(un_rules *r, const char *data, size_t len, error *err);

/* For the contract: all kinds, in the order of the deck. */
int un_worth_list(const rules *r, feature *out);

#endif
