#ifndef SEARCH_STREAMS_H
#define SEARCH_STREAMS_H
/* The random streams of a search's seed. Each use has a range of its own, so that no two draws of
 * one search are made of the same numbers. */

#include "engine/base/rng.h"

typedef enum search_stream {
    STREAM_WALKER,    /* i: who walks through a tree; 0 also for a choice without one */
    STREAM_WORLD,     /* i: the i-th deal of the hidden cards */
    STREAM_ROOT_DEAL, /* the cards that the root's list is made from */
    STREAM_SKILL,     /* which error a weak player makes */
    STREAM_CHANCE,    /* key of a node: the outcomes that are looked at there */
    STREAM_COUNT
} search_stream;

/* The first number of each range, and of the one after the last (all ones: it has the rest). */
static const uint64_t stream_first[STREAM_COUNT + 1] = {
    0, 1000, UINT64_C(1) << 62, (UINT64_C(1) << 62) + 1, UINT64_C(1) << 63, UINT64_MAX};

static inline uint64_t stream_number(search_stream use, uint64_t i) {
    return stream_first[use] + i % (stream_first[use + 1] - stream_first[use]);
}

static inline rng stream_rng(uint64_t seed, search_stream use, uint64_t i) {
    return rng_stream(seed, stream_number(use, i));
}

#endif
