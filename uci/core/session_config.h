#ifndef UCI_CORE_SESSION_CONFIG_H
#define UCI_CORE_SESSION_CONFIG_H
/* What a session is made of (uci/session.h). */

#include "engine/game/loader.h"
#include "search/searcher.h"
#include "uci/core/jobs.h"

typedef struct session session;

typedef struct session_config {
    game_list games; /* the catalogue; the first with GAME_UCI is the default */
    /* For `load`, `check` and RulesPath: adds to that list. NULL: they are refused. The session
     * uses it from the thread that obeys lines, and for `check` from the one for long work. */
    const game_loader *loader;
    game_list bench; /* what `bench` searches unless given; NULL: all of them */
    const search_registry *book;
    const jobs_interface *jobs; /* for `tune` and `selfplay`; NULL: they are refused */
    const char *version, *commit, *compiler, *features;
    bool allow_native; /* the loader may run shared objects: AllowNative starts as true */
    bool safe;         /* for strangers: no files, and bounds on memory and threads (safe.c) */
    bool json;         /* JSON lines, in the mgi dialect from the start */
} session_config;

#endif
