#ifndef WEB_THINK_OUTSIDE_SEATS_H
#define WEB_THINK_OUTSIDE_SEATS_H
/* Programs of the owner that sit at tables: which there are, and a few that stay between two
 * decisions of the same seat, so that they need not be started again. Safe from any thread. */

#include "arena/player.h"

typedef struct outside_seats outside_seats;
typedef struct outside_seat outside_seat; /* one program; of one thread at a time */

status outside_seats_create(outside_seats **out, const char *const *engines, game_list games,
                            const search_registry *book);
void outside_seats_destroy(outside_seats *all); /* none may be in use; NULL is welcome */

/* The words of engine_spec.h for an engine of the owner by its name; ST_NOT_FOUND. */
status outside_seats_words(const outside_seats *all, const char *name, text *out, error *err);

/* Whose program it is. */
typedef struct outside_key {
    const char *line; /* of outside_seats_words() */
    uint64_t asker;
    int seat; /* from 0 */
} outside_key;

/* The program for a seat of an asker, started now or before. The caller hands it back. */
status outside_seats_take(outside_seats *all, const outside_key *whose, const position *p,
                          outside_seat **out, error *err);
void outside_seats_give_back(outside_seats *all, outside_seat *s, bool usable);

/* Decides at p with these limits; the answer is legal. */
status outside_seat_decide(outside_seat *s, const position *p, const search_limits *limits,
                           text *answer, error *err);
void outside_seat_stop(outside_seat *s); /* from any thread; it is not usable then */

#endif
