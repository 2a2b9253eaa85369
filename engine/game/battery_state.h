#ifndef ENGINE_GAME_BATTERY_STATE_H
#define ENGINE_GAME_BATTERY_STATE_H
/* The internals of the battery, shared by its sources. */

#include "engine/game/position.h"

enum {
    BATTERY_POOL = 48, /* tokens of earlier positions, at most: tried where they may be illegal */
    BATTERY_MAX_TOKENS = 512, /* tokens looked at in one position */
    BATTERY_MAX_NAMES = 4096, /* those whose texts are compared, where a token is one step */
    BATTERY_SEEN_SLOTS = 2 * BATTERY_MAX_NAMES,
    BATTERY_CLOSE_LOOKS = 64, /* tokens read back in one position, at most */
    /* Plies between boards, and between searches for where a ply went in a long list. */
    BATTERY_DRAW_EVERY = 8,
    BATTERY_VIEWS = GAME_MAX_PLAYERS + 1
};

typedef struct battery {
    const rules *r;
    position *p;
    unsigned char *s1, *s2, *v1; /* scratch states and a scratch view */
    unsigned char
        *views[BATTERY_VIEWS]; /* each player's, and a spectator's; advanced by events alone */
    chance_buffers chances;
    action *list, *again; /* list: those of chances, for legal steps too */
    token *tokens;
    char (*names)[GAME_TOKEN_SIZE];
    size_t token_count;
    bool token_more; /* there were more than BATTERY_MAX_TOKENS */
    uint64_t *seen;  /* hashes of their texts: an open table of BATTERY_SEEN_SLOTS */
    size_t seen_count;
    char shared[GAME_TOKEN_SIZE]; /* a text that two of them have; empty: there is none */
    char (*pool)[GAME_TOKEN_SIZE];
    size_t pool_count, pool_max; /* pool_max: BATTERY_POOL or less */
    size_t looks;                /* BATTERY_CLOSE_LOOKS or less */
    uint64_t *keys;              /* key at each ply, for undo */
    int inputs;                  /* that a net could see; 0: none */
    unsigned char *before;       /* the state at the last look at them */
    bool has_before;
    uint8_t *active; /* by input */
    uint16_t *input, *removed, *added;
    rng g;
    uint64_t seed;
    error *err;
} battery;

/* The first broken promise, with the game, the ply and the position. */
status battery_broken(battery *b, const char *what);
static inline const void *battery_now(const battery *b) {
    return position_data(b->p);
}

/* --- battery_position.c: what a position promises --- */

status battery_check_state(battery *b);
status battery_check_text(battery *b);
status battery_check_list(battery *b);
status battery_check_tokens(battery *b);
status battery_check_chance(battery *b);
status battery_check_random_ply(battery *b);

/* --- battery_inputs.c: what a net sees --- */

bool battery_make_inputs(battery *b); /* false: no memory */
void battery_free_inputs(battery *b);
status battery_check_inputs(battery *b);

/* --- battery_views.c: what one player sees --- */

/* Viewer i: a player, and after them the public. */
static inline int battery_viewer(const battery *b, int i) {
    return i == b->r->players ? SEAT_PUBLIC : i;
}
status battery_check_view(battery *b, int i);
/* Reports a token that is played in `s` to the views, as each of them sees it. */
status battery_advance_views(battery *b, const void *s, const token *tok);
status battery_advance_silent(battery *b);

#endif
