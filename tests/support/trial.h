#ifndef TESTS_SUPPORT_TRIAL_H
#define TESTS_SUPPORT_TRIAL_H
/* A match of two engines for tests. What goes wrong in setting it up is printed, and the match then
 * fails to run. */

#include "arena/match.h"

typedef struct trial {
    match_settings settings;
    match *match;
    const search_registry *book;
    uint64_t stop_after; /* games; 0: never */
    bool force;          /* games of other rules count */
} trial;

/* setup: words as in one_line_setup(). */
trial trial_of(const search_registry *book, const char *game_name, const char *setup, const char *a,
               const char *b, uint64_t games);

/* Plays (or plays on), in the file at `path` if it is not NULL; the standings stay with the match
 * until trial_done(). */
status trial_run(trial *t, const char *path, int concurrency, error *err);
void trial_done(trial *t); /* it may be filled again, and has the same book */

/* A name for a file that is not there yet; false if none can be had. */
bool trial_file(char path[64]);

/* All of a file, to be ended with text_done(); empty if it cannot be read. */
text trial_content(const char *path);

#endif
