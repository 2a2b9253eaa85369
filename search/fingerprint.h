#ifndef SEARCH_FINGERPRINT_H
#define SEARCH_FINGERPRINT_H
/* The functional signature: what a search finds from fixed positions, seeds and node limits with
 * one thread. A change of speed leaves it alone; a change of behaviour does not. Equal on every
 * machine and compiler. */

#include "search/search.h"
#include "search/search_registry.h"

/* How each position is searched. The signature of a build is that of the default setup. */
typedef struct fingerprint_setup {
    search_limits limits;
    int threads;
    size_t hash_bytes;
    uint64_t seed;
    const search_preset *presets; /* may be NULL */
    const search_registry *book;  /* not NULL: each game is searched as `auto` does */
    eval_choice eval;             /* EVAL_NET: only games that the program has a net for */
} fingerprint_setup;

/* 50,000 nodes, one thread, 16 MiB, seed 1, weights instead of nets */
fingerprint_setup fingerprint_default(void);

typedef struct fingerprint {
    uint64_t nodes; /* all searches together */
    uint64_t hash;  /* of the best lines and their visits */
    double seconds; /* CPU time */
    double wall;    /* seconds by the clock */
    unsigned positions;
} fingerprint;

/* Searches, in every game that `kind` accepts (with a book: in every game), the start and the
 * positions after 8 and 16 random events (where the game is not over by then), each under `setup`.
 * The caller has prepared `s` (search_prepare); a search_stop() cuts what is left short, and the
 * sums then mean nothing. */
status fingerprint_run(search *s, game_list games, const searcher_kind *kind,
                       const fingerprint_setup *setup, fingerprint *out, error *err);

/* The signature: the same for the tree search and, with a fifth of the nodes, for alpha-beta, as far
 * as they are among `kinds`. */
status fingerprint_sign(search *s, game_list games, searcher_list kinds,
                        const fingerprint_setup *setup, fingerprint *out, error *err);

/* --- for the other benches, so that all ask the same --- */

/* Where a search for the player to act starts: the position, or where something is hidden that
 * player's view. The caller ends *root. ST_GAME_OVER where no seat is to act. */
status fingerprint_root(position **root, int *seat, const position *p, error *err);

/* The start of a game under its default options, chance rolled from seed 1, after `events` random
 * events or fewer if it ends before. */
status fingerprint_position(position **out, const game *g, unsigned events, error *err);

/* What a search is given unless a bench says otherwise: seed 1, full skill. */
search_options fingerprint_options(int threads, size_t hash_bytes);

#endif
