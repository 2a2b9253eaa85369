#ifndef TESTS_SUPPORT_PACE_H
#define TESTS_SUPPORT_PACE_H
/* How many: sanitizers are slow and look at every byte, so in their builds fewer of the same do.
 * TEST_PACE is 1 (all) or 0 (few), from the option of that name. */

#if TEST_PACE
#define PACE(usual, slow) (usual)
#else
#define PACE(usual, slow) (slow)
#endif

#endif
