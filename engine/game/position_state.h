#ifndef ENGINE_GAME_POSITION_STATE_H
#define ENGINE_GAME_POSITION_STATE_H
/* The internals of a position, shared by its sources. */

#include <assert.h>
#include <string.h>

#include "engine/game/position.h"

enum { ENTRY_ROLLED = 1, ENTRY_SILENT = 2, ENTRY_ANNOUNCED = 4 };

/* Those who may see an event or not: the seats, and after them the public. */
enum { VIEWER_PUBLIC = GAME_MAX_PLAYERS, VIEWERS };

/* One event: its words, and how to return to the moment before it. The snapshots lie in `saved`,
 * one `size` each, in the same order. */
typedef struct position_entry {
    size_t words, trail_len;
    uint16_t seen; /* a bit for each viewer to whom something of it shows */
    uint8_t flags;
} position_entry;

struct position {
    rules *rules;
    int seat;
    size_t size;        /* bytes of the state or view */
    unsigned char *now; /* the state or view */
    trail trail;
    position_entry *entries;
    size_t count, entries_cap;
    unsigned char *saved;
    size_t saved_cap;
    text words;   /* all events, each with its NUL */
    char *origin; /* position text at the start, if not the default one */
    unsigned base_ply, ply;
    unsigned seen[VIEWERS]; /* hidden games, the entire state: how many events each has seen */
    uint64_t seed;
    bool seeded;
    unsigned allowed; /* POSITION_ flags */
    char *note;       /* of the text it was read from, if any */
    chance_buffers chances;
};

static inline bool position_has_trail(const position *p) {
    return (p->rules->traits & GAME_REPEATS) != 0;
}

static inline bool position_is_hidden(const position *p) {
    return (p->rules->traits & GAME_HIDDEN) != 0;
}

/* The number of a seat, or of SEAT_PUBLIC, among the viewers. */
static inline int position_viewer(int seat) {
    assert(seat == SEAT_PUBLIC || (seat >= 0 && seat < GAME_MAX_PLAYERS));
    return seat == SEAT_PUBLIC ? VIEWER_PUBLIC : seat;
}

static inline const char *position_words(const position *p, size_t i) {
    assert(i < p->count);
    return p->words.at + p->entries[i].words;
}

static inline status position_no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the position");
}

/* Plays chance nodes that have one outcome. */
status position_play_silent(position *p, error *err);

/* The first outcome that was settled silently since the last event and not announced yet; p->count
 * if there is none. */
size_t position_first_silent(const position *p);

/* The null move of front ends, where it is allowed. */
bool position_is_null_move(const position *p, const char *event);
status position_read_null_move(const position *p, token *out, error *err);

/* What always holds between calls: entries, snapshots, words and plies belong together. For
 * assertions; true in builds without them. */
#ifdef NDEBUG
#define position_check(p) ((void)(p), true)
#else
bool position_check(const position *p);
#endif

#endif
