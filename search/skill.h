#ifndef SEARCH_SKILL_H
#define SEARCH_SKILL_H
/* Weaker play on purpose: the one place that says what a strength is.
 *
 * Two scales. `Skill Level` 0..20 (search_options.skill) only changes the final choice: below 20 it
 * is drawn among the lines of the report, the better ones more often. A *level* 1..10, for people,
 * is a skill and a cap on what a search may spend; level 10 is full strength and caps nothing. */

#include "search/searcher.h"

enum {
    SKILL_FULL = 20,
    SKILL_LINES = 32, /* how many lines a search writes out when the choice is drawn among them */
    SKILL_LEVELS = 10
};

/* The range of UCI_Elo: what matches have measured (docs/strength.md). */
enum { SKILL_MIN_ELO = 427, SKILL_MAX_ELO = 2386, SKILL_STANDARD_ELO = 1105 };

/* The level from 1 to 9 whose Elo is nearest, as measured in this game (rows of `presets`, which may be
 * NULL), elsewhere in connect four, with 500 for a player who moves at random. */
int skill_level_of_elo(int elo, const search_preset *presets, const rules *r);

/* The index of the line to play, for a report of the seat's search. 0 at full skill. Lines with
 * visits are drawn by a power of them; where a search counts no visits or has proven something, by
 * how little they lose against the best: in odds where the game is all but decided, in tokens
 * between certain ends. Drawn from options.seed alone. */
size_t skill_pick(const search_report *r, const search_options *o, int seat);

/* Narrows limits and options to a level from 1 to SKILL_LEVELS; limits that are tighter stay.
 * `visits`: for a search that counts them. */
void skill_level(int level, bool visits, search_limits *limits, search_options *options);

#endif
