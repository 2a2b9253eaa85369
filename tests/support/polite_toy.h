#ifndef TESTS_SUPPORT_POLITE_TOY_H
#define TESTS_SUPPORT_POLITE_TOY_H
/* The toy with a terminal of its own, all of it: a screen `Ann: *.....`, a prompt `Walk, Ann: `,
 * words (stay, right, left, go WHERE), a last sentence, and a log:
 *
 *     toy f=0 p=0 at=m left=0 win=- names=Ann,Bob
 *     Ann walks rr success
 *     coin falls t success
 *     Bob walks xx fail
 *     end Ann
 *
 * A saved game has the position in a line before that. */

#include "engine/game/game_terminal.h"

/* A game called `polite`, good until the process ends. */
const game *polite_toy(void);

#endif
