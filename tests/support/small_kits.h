#ifndef TESTS_SUPPORT_SMALL_KITS_H
#define TESTS_SUPPORT_SMALL_KITS_H
/* Small games on the kit, to be changed by tests. */

#include "engine/sdk/kit.h"

/* Three seats place A, B and C on a row of nine. Finished when the third has just moved and three
 * cells or fewer are left; whoever moved has won; the author counts the rounds. */
extern const bw_game kit_row;
/* Two pieces walk up and down rows of three; drawn after twelve moves and at the third time. */
extern const bw_game kit_walk;

/* Their parts. */
int kit_any_blank(const bw_state *s, bw_move m); /* an own piece on a blank cell */
int kit_whoever_moved(const bw_state *s);
int kit_next_of_three(const bw_state *s);
int kit_other(const bw_state *s); /* of two */
int kit_never(const bw_state *s); /* 0 */

/* A kit of g; prints why not, and gives NULL. */
kit *kit_made(const bw_game *g);

#endif
