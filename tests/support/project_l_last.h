#ifndef TESTS_SUPPORT_PROJECT_L_LAST_H
#define TESTS_SUPPORT_PROJECT_L_LAST_H
/* What a player's last turns can bring in Project L, by trying everything: answers that hold
 * whatever the other players do.
 *
 * LAST_SURE: without any puzzle taken, so that nothing depends on what the others leave. Pieces come
 * from the reserve, which must be large enough for everybody.
 * LAST_LUCKY: any puzzle that is available or in the white deck can be taken, with the best of luck,
 * as if the others took none. (A recycle brings nothing that the top card does not bring an action
 * sooner.)
 *
 * Between the turns of a player the others do nothing. */

#include "games/project_l/project_l_rules.h"

typedef enum last_way { LAST_SURE, LAST_LUCKY } last_way;
typedef enum last_answer { LAST_NO, LAST_YES, LAST_UNKNOWN } last_answer;

/* Whether `seat` can end with this many points or more, once the end is triggered. LAST_UNKNOWN: that took more positions than allowed, or the reserve is too small. */
last_answer last_reaches(const rules *r, const pl_state *s, int seat, last_way way, int points);

/* The most points that are sure; INT_MIN where that is not known. *lucky: and with luck. */
int last_points(const rules *r, const pl_state *s, int seat, int *lucky);

#endif
