#ifndef TESTS_SUPPORT_PACE_H
#define TESTS_SUPPORT_PACE_H
/* How many: sanitizers are slow and look at every byte, so in their builds fewer of the same do. */

#ifdef NDEBUG
#define PACE(usual, slow) (usual)
#else
#define PACE(usual, slow) (slow)
#endif

#endif
