#ifndef UCI_SESSION_H
#define UCI_SESSION_H
/* A protocol session: lines in, lines out (docs/protocol.md). The caller's thread reads and hands
 * lines in; searches run on a thread of the session; output has its own (uci/output.h). */

#include "engine/game/loader.h"
#include "search/searcher.h"
#include "uci/output.h"
#include "uci/workshop.h"

typedef struct session session;

typedef struct session_config {
    game_list games; /* the catalogue; the first with GAME_UCI is the default */
    /* For `load`, `check` and RulesPath: adds to that list. NULL: they are refused. The session
     * uses it from the thread that hands lines in, and for `check` from its own. */
    const game_loader *loader;
    game_list bench; /* what `bench` searches unless told; NULL: all of them */
    const search_book *book;
    const workshop_kind *workshop; /* for `tune` and `selfplay`; NULL: they are refused */
    const char *version, *commit, *compiler, *features;
    bool json; /* the JSON-lines twin, in the mgi dialect from the start */
} session_config;

status session_create(session **out, const session_config *config, output *o, error *err);
void session_destroy(session *s); /* stops what runs; the output stays the caller's */

/* Carries out one line (which it may write to); false after `quit`. */
bool session_line(session *s, char *line);

/* Says that a line could not be read: over-long, or with a NUL byte. */
void session_bad_line(session *s, const char *what);

void session_wait(
    session *s); /* until no search and no analysis is under way; for tests and pipes */

/* Reads lines from fd until `quit` or its end, and returns the exit code. */
int session_loop(session *s, output *o, int fd);

#endif
