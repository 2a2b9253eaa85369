#ifndef ENGINE_GAME_HAPPENED_H
#define ENGINE_GAME_HAPPENED_H
/* What events did, in words: the list that a game's happened() fills, and how to ask for it.
 *
 * An entry is a short sentence and the seat whose doing it is. The first entry of an event is the
 * event itself; those after it are what followed without a question, in order: effects that had one
 * possible target, cards that were discarded for a limit. A list says no more than the seat it was
 * asked for may know. */

#include "engine/game/position.h"

typedef struct happening {
    int seat;     /* from 0, or ACTOR_CHANCE where it is no seat's doing */
    size_t words; /* where its sentence starts in the list's text */
    size_t moved; /* where the names of its thing, from and to start; 0: nothing moved */
} happening;

typedef struct happened_list {
    char *const *names; /* what the seats are called; NULL: seat 1, seat 2, … */
    happening *at;
    size_t count, cap;
    text words; /* all sentences, each with its NUL */
    text moves; /* names of what moved, each with its NUL */
    bool cut;   /* there was no memory for all of it */
} happened_list;

/* A zeroed list is empty; its memory is taken when something is added. */
void happened_init(happened_list *l, char *const *names);
void happened_clear(happened_list *l);
void happened_done(happened_list *l);

/* For games: begins an entry and returns the text that its sentence is written to, without a
 * newline. Never NULL; good until the next call. */
text *happened_add(happened_list *l, int seat);
/* For games: what a seat is called in a sentence. */
void happened_seat(const happened_list *l, int seat, text *out);

/* For games: what moved in the entry begun last, as a scene calls it; NULL or "" where there is no
 * such place. */
void happened_move(happened_list *l, const char *thing, const char *from, const char *to);

const char *happened_words(const happened_list *l, size_t i);
const char *happened_thing(const happened_list *l, size_t i); /* NULL: none */
const char *happened_from(const happened_list *l, size_t i);
const char *happened_to(const happened_list *l, size_t i);

/* What an event does in a state, as `seat` may know it; adds to the list. */
void happened_in_state(const rules *r, const void *before, const action *steps, int n, int seat,
                       happened_list *l);

/* The same for event number `ply` of a position and all outcomes that followed it silently. On a
 * view `seat` must be SEAT_ALL or the view's own, and both mean that seat. Without such an event
 * (also after a position text) nothing is added. ST_NOMEM, ST_LEAK. */
status happened_at_ply(const position *p, unsigned ply, int seat, happened_list *l, error *err);

#endif
