#ifndef ENGINE_RULES_MACHINE_DUMP_H
#define ENGINE_RULES_MACHINE_DUMP_H
/* A compiled rules text for people who want to see what became of their words: sizes, points with
 * their trees, generators with their forms, and the code of one side. */

#include "engine/rules/machine/program.h"

/* Writes what is the same for all players, then the side of `player` (from 0). */
void program_dump(const program *b, int player, text *out);

#endif
