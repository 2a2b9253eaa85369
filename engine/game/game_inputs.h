#ifndef ENGINE_GAME_GAME_INPUTS_H
#define ENGINE_GAME_GAME_INPUTS_H
/* The contract's table for nets: a position as a list of small numbers, the *inputs* that are
 * active, as one seat sees it. Seats are rotated: what belongs to `seat` comes first, then what
 * belongs to the next one, and so on, so that one net serves all seats.
 *
 * Positions with equal hashes have the same inputs. In a game with hidden hands an input depends on
 * nothing that `seat` may not know. */

#include "engine/game/game.h"

enum { INPUTS_MAX = 65535, INPUTS_MAX_MIRRORS = 3 };

/* From one position to another: inputs that are active no more, and those that have become it. The
 * caller's lists hold max_active numbers each. */
typedef struct input_change {
    uint16_t *removed, *added;
    int removals, additions;
} input_change;

typedef struct game_inputs {
    /* How many inputs there are, at most INPUTS_MAX; 0: these rules have none. */
    int (*count)(const rules *r);
    int (*max_active)(const rules *r); /* at once */
    /* Those that are active, each once, in any order; returns their number. */
    int (*list)(const rules *r, const void *s, int seat, uint16_t *out);
    /* What is different in `after`, where that is quicker than two lists; false, and *out is
     * undefined, where it is not. May be NULL. */
    bool (*change)(const rules *r, const void *before, const void *after, int seat,
                   input_change *out);
    /* Ways to turn or mirror the board under which the game stays the same, at most
     * INPUTS_MAX_MIRRORS; `out` gets a list for each, one after the other: the image of every input.
     * It is tried out, which takes milliseconds. May be NULL: none is known. */
    int (*mirrors)(const rules *r, uint16_t *out);
    /* Takes the n-th thing that all players see away (from 0), for list() alone: the state is good
     * for nothing else then. *name gets what it was: "black knight f6". False: there are fewer. May
     * be NULL. */
    bool (*without)(const rules *r, void *s, int n, text *name);
    /* What an input says, in a few words: "own knight f3". Different inputs have different names. */
    void (*name)(const rules *r, int input, text *out);
} game_inputs;

/* A number as inputs: one for each step, active where the number is at least that, or for steps
 * below 0 at most. */
static inline bool input_is_at(int step, int x) {
    return step > 0 ? x >= step : x <= step;
}
/* Adds those of x to a list, of which `first` is the first; returns how many. */
int game_inputs_put(uint16_t *out, int first, const int16_t *step, int steps, int x);

/* How the name of an input of the n-th seat from the one that looks begins: "own ". */
void game_inputs_put_seat(int n, text *out);

/* Of the names of all inputs: two lists with the same hash are the same list. 0: there are none. */
uint64_t game_inputs_hash(const rules *r);

#endif
