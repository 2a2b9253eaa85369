#ifndef GAMES_UNICORNS_DECK_UNICORNS_SCAN_H
#define GAMES_UNICORNS_DECK_UNICORNS_SCAN_H
/* A cursor over a deck text: spaces, comments, words, and the list of what is wrong. For
 * unicorns_deck.c. */

#include "games/unicorns/deck/unicorns_deck.h"

typedef struct un_scan {
    un_deck *d;
    const char *at, *end;
    int line, column;
    const char *word; /* the word that was read last */
    size_t len;
    int word_line, word_column;
    bool reference;
    bool link;  /* an effect of this card steals until it leaves */
    bool typed; /* the type of this card is known */
    bool full;  /* a limit was passed, and said so */
    un_problems *problems;
} un_scan;

/* Adds a problem and returns its code. At a place, at the cursor, at the word that was read last:
 * then the sentence starts with it, and `near` (may be NULL) is what may have been meant. */
status un_wrong_at(un_scan *p, int line, int column, status code, const char *what);
status un_wrong(un_scan *p, const char *what);
status un_wrong_word(un_scan *p, const char *what, const char *near);
/* The same, once a text: a limit is passed. */
status un_wrong_limit(un_scan *p, const char *what);

bool un_scan_end(const un_scan *p);
void un_scan_step(un_scan *p);
/* Over spaces, comments, and the ends of lines that go on: those whose next line starts with a
 * blank. */
void un_scan_skip(un_scan *p);
bool un_scan_take(un_scan *p, char c);
bool un_scan_word(un_scan *p); /* false where no word starts */
bool un_scan_is(const un_scan *p, const char *word);
bool un_scan_number(const un_scan *p, int *out); /* the last word as 1 to 255 */

/* To the next ';' of this card, or to its end. */
void un_scan_field(un_scan *p);
void un_scan_card(un_scan *p); /* to its end */

/* Which of `n` names, one every `stride` bytes from `first` on, is near to the last word; names may
 * be NULL. NULL where none is. */
const char *un_scan_near(const un_scan *p, const char *const *first, size_t stride, int n);

#endif
