#ifndef ENGINE_GAME_LOADER_H
#define ENGINE_GAME_LOADER_H
/* Games that people bring along as texts or shared objects, seen from those who know nothing of
 * either: the protocol and the command line. lib/catalogue makes one. What is read becomes part of
 * the game list its owner hands out. One thread at a time. */

#include "engine/game/game.h"

/* One thing that is wrong, or odd, with a text. */
typedef struct load_problem {
    const char *file;
    int line, column;
    const char *code;    /* "E12"; warnings start with W */
    const char *message; /* one line */
    const char *hint;    /* one line; may be empty */
    bool error;
} load_problem;

/* A game that was found in a text. */
typedef struct loaded_game {
    const game *kind;
    int cells;     /* of its board */
    uint64_t hash; /* of its rules */
} loaded_game;

/* Who hears of it; each may be NULL. */
typedef struct load_listener {
    void *ctx;
    void (*problem)(void *ctx, const load_problem *p);
    void (*game)(void *ctx, const loaded_game *g);
} load_listener;

/* A text and what to call it; not kept. */
typedef struct load_text {
    const char *name, *data;
    size_t len;
} load_text;

typedef struct game_loader {
    void *ctx;
    /* Reads a text, all or nothing: its games are in the list from then on, in the place of others
     * of the same name. ST_BAD_SYNTAX after the problems were reported. */
    status (*read)(void *ctx, const load_text *in, const load_listener *to, error *err);
    /* Reads a file (a text, or a shared object: *.so), or the *.game files of a folder: what is
     * wrong with one of them keeps out that one alone, and the call then fails. Shared objects
     * only where allow_native() has said so: ST_UNSUPPORTED. */
    status (*read_path)(void *ctx, const char *path, const load_listener *to, error *err);
    /* Reads a text without keeping it, and plays random games of each of its games with every check
     * there is. ST_INTERNAL and the sentence of the first check that failed; ST_STOPPED. Changes
     * nothing, so other threads may use the games meanwhile. */
    status (*check)(void *ctx, const load_text *in, const load_listener *to,
                    const atomic_bool *stop, error *err);
    /* The list as it is now, in a copy that does not change and whose games stay: for other threads
     * than the one that loads. Held on the loading thread, released on any; NULL: no memory. */
    game_list (*hold)(void *ctx);
    void (*release)(void *ctx, game_list held); /* NULL is welcome */
    /* Whether code of others (a shared object) may be run; it may not unless this says so. */
    void (*allow_native)(void *ctx, bool on);
} game_loader;

#endif
