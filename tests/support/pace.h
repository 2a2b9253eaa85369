#ifndef TESTS_SUPPORT_PACE_H
#define TESTS_SUPPORT_PACE_H
/* How many: sanitizers are slow and look at every byte, so in their builds fewer of the same do.
 * TEST_PACE is 1 (all) or 0 (few), from the option of that name. */

#if TEST_PACE
#define PACE(usual, slow) (usual)
#else
#define PACE(usual, slow) (slow)
#endif

/* From how many threads on: the thread sanitizer has nothing to see in one, which other builds ask as well. */
#ifdef TEST_THREADS
#define PACE_THREADS 2
#else
#define PACE_THREADS 1
#endif

#endif
