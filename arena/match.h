#ifndef ARENA_MATCH_H
#define ARENA_MATCH_H
/* A match: plays the games of its settings on several threads, writes each to the match file, and
 * stops early when the sequential test has its answer.
 *
 * Games may end in any order, but they are counted and written in theirs, so that the file and the
 * answer do not depend on how many games run at a time. Everything random in a game comes from the
 * seed and the game's number: what is interrupted and continued ends as if it had run through,
 * provided that the engines give the same answers (a limit by nodes or visits, one thread). */

#include "arena/crew/crew.h"
#include "arena/referee.h"
#include "arena/standings.h"

typedef struct match match;

typedef struct match_config {
    match_settings *settings; /* checked; the match does not own it */
    game_list games;
    const search_registry *book;
    table_text_page page;       /* rules, for programs that answer with text; may be NULL */
    table_text_page plain_page; /* the same without what tells which game it is, for a disguise */
    const char *program;        /* who plays, for the file: "kibitz 0.2.0 commit" */
    bool force; /* continue a file whose games were played by other rules; replace others */
} match_config;

/* Tries every engine once and reads the openings. */
status match_create(match **out, const match_config *config, error *err);
void match_destroy(match *m); /* not while it runs; NULL is welcome */

/* Keeps the games in a file: a new one, or one of the same match, which is then continued. *note
 * (may be NULL) gets a sentence on what was found there. */
status match_attach(match *m, const char *path, text *note, error *err);

/* Writes the games to another file as well, in a form of others (match_export.h): all of them, those
 * of a match that is continued, too. Before match_attach(). */
status match_export_to(match *m, const char *path, error *err);

/* The settings of the match in a file, for continuing it without naming them again. The caller ends
 * *out with settings_done() in any case. */
status match_load(match_settings *out, const char *path, game_list games, error *err);

/* Called after every counted game, never by two threads at once; false stops the match. It must not
 * call match_stop(). */
typedef bool (*match_listener)(void *ctx, const standings *s);

/* Plays on until the end of the match, a verdict, or a stop (ST_STOPPED). */
status match_run(match *m, int concurrency, match_listener listen, void *ctx, error *err);
void match_stop(match *m); /* from any thread */

/* The games of a match as a task of ranks: setup and jobs are those of match_run(). The lines of
 * programs (`log`) are not kept there. */
extern const crew_task match_task;

const standings *match_standings(const match *m); /* not while it runs */
sprt_verdict match_verdict(const match *m);

#endif
