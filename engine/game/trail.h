#ifndef ENGINE_GAME_TRAIL_H
#define ENGINE_GAME_TRAIL_H
/* Hashes of the positions on the way here: those of the record, then those of the search path. The
 * caller owns it, one a thread; a game's apply() pushes, the caller cuts back to a mark. Only games
 * with GAME_REPEATS look at it; for all others it is NULL. */

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What one apply() normally pushes at most: the origin, a position at the end of a turn, and two
 * entries of a turn that can go round. */
enum { TRAIL_PUSHES = 4 };

typedef struct trail {
    uint64_t *hash;
    size_t len, cap;
} trail;

/* What always holds, for assertions. */
static inline bool trail_check(const trail *t) {
    return t->len <= t->cap && (t->hash != NULL) == (t->cap > 0);
}

/* room for `more` pushes; false when there is no memory */
bool trail_reserve(trail *t, size_t more);
bool trail_copy(trail *to, const trail *from, size_t more); /* replaces *to; with room for more */
void trail_done(trail *t);

/* A push beyond the room that was reserved is forgotten: a search that runs so deep sees a
 * repetition late rather than failing. */
static inline void trail_push(trail *t, uint64_t hash) {
    assert(trail_check(t));
    if (t->len < t->cap) t->hash[t->len++] = hash;
}

static inline void trail_cut(trail *t, size_t len) {
    if (len < t->len) t->len = len;
}

/* How often `hash` occurs among the last n entries. */
static inline int trail_count(const trail *t, uint64_t hash, size_t n) {
    int count = 0;
    assert(trail_check(t));
    size_t first = n < t->len ? t->len - n : 0;
    for (size_t i = t->len; i-- > first;) count += t->hash[i] == hash;
    return count;
}

#endif
