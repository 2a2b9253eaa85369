#ifndef SEARCH_TT_H
#define SEARCH_TT_H
/* Transposition table: from a position's hash to what an earlier search learned there.
 *
 * The memory is the caller's; nothing is owned. All threads of a search share one table without
 * locks: probes and stores are safe at any time, a torn entry reads as a miss. tt_init() and
 * tt_age() belong between searches. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game/game.h"
#include "search/clean_pages.h"

enum { TT_UPPER = 1, TT_LOWER, TT_EXACT, TT_NO_EVAL = INT16_MIN };

typedef struct tt_entry {
    action step;   /* ACTION_NONE when none is known */
    int16_t score; /* seen from this node's player, not from the root's */
    int16_t eval;  /* the evaluation of the position, seen likewise; TT_NO_EVAL: none is known */
    uint8_t depth;
    uint8_t bound; /* TT_UPPER, TT_LOWER or TT_EXACT */
} tt_entry;

/* Three entries, a cache line. */
typedef struct tt_cluster tt_cluster;

typedef struct tt {
    tt_cluster *at;
    clean_pages pages; /* of the clusters */
    uint64_t count;
    uint8_t generation; /* 0..63; entries of older ones are replaced first */
} tt;

enum { TT_CLUSTER_BYTES = 64 };

/* Makes an empty table of all clusters that fit into the memory; false if not even one does. Takes
 * little time whatever the size: pages are cleared when they are first written to. */
bool tt_init(tt *t, void *memory, size_t bytes);
void tt_age(tt *t); /* a new search begins: what is there stays usable, but gives way */

bool tt_probe(const tt *t, uint64_t hash, tt_entry *out);

/* Keeps an entry. A deeper one of the same position stays, unless it is old or the new one exact;
 * a known action stays when the new entry has none. */
void tt_store(const tt *t, uint64_t hash, tt_entry e);

unsigned tt_full(const tt *t); /* how much this generation has filled, per mille, from a sample */

/* Whether every entry is one that tt_store() makes, and none is of a generation to come; of a large
 * table a part that is another with each generation. Between searches; for assertions and tests. */
bool tt_check(const tt *t);

static inline uint64_t tt_index(const tt *t, uint64_t hash) {
    return (uint64_t)((unsigned __int128)hash * t->count >> 64);
}

static inline void tt_prefetch(const tt *t, uint64_t hash) {
    __builtin_prefetch((const char *)(const void *)t->at + tt_index(t, hash) * TT_CLUSTER_BYTES);
}

#endif
