#ifndef UCI_CORE_SESSION_STATE_H
#define UCI_CORE_SESSION_STATE_H
/* The internals of a session, shared by the files that carry out commands.
 *
 * Three threads meet here, in addition to the one that writes: one hands lines in (intake.c), one
 * obeys them (obey.c), one does long work (worker.c). */

#include <stdatomic.h>

#include "engine/base/threads.h"
#include "eval/evaluate.h"
#include "search/search.h"
#include "uci/core/responder.h"
#include "uci/core/session_config.h"
#include "uci/core/task.h"
#include "uci/core/uci_options.h"
#include "uci/lines/line_queue.h"

enum { WORD_LIMIT = 64 << 10, TEXT_LIMIT = 1 << 20, HEREDOC_END_SIZE = 64 };

/* A text in the lines that follow `load <<END`, while it is being read. */
typedef struct heredoc {
    bool open;
    char end[HEREDOC_END_SIZE]; /* the line that ends it */
    waiting_line line;          /* the command and the text so far */
} heredoc;

struct session {
    session_config config;
    output *out;

    /* Of the thread that hands lines in. */
    heredoc heredoc;
    atomic_bool debug; /* others read it */
    bool ended;        /* after `quit` or the end of input */

    /* Of the thread that obeys lines. */
    responder responder; /* for the line being obeyed */
    uci_options options;
    const game *game;
    position *position; /* NULL: unset */
    const char *unset_because;
    weights weights;
    struct analysis *analysis; /* cmd_analyze.c */
    void *jobs;                /* config.jobs'; NULL until it is needed */
    uint64_t searches;         /* counts `go`s, for new seeds */
    atomic_int dialect;        /* responder.dialect, for the thread that hands lines in */

    search *search;
    thrd_t worker, obeyer;
    bool worker_runs, obeyer_runs;
    mtx_t lock; /* guards all that follows */
    cnd_t changed;
    line_queue lines;
    bool closing; /* no more lines come */
    bool drained; /* and all have been obeyed */
    task *task;   /* waiting or running; NULL unless `state` is WORK_RUNS or WORK_ANSWERS */
    work_state state;
    bool ending;      /* the worker may leave */
    atomic_bool stop; /* for perft, bench and check; read without the lock */
};

/* Positions are played as front ends expect it. */
enum { SESSION_ALLOWS = POSITION_OPEN_ENDS | POSITION_NULL_MOVES };

/* The session plays this game from now on; the position is unset for that reason. */
void session_change_game(session *s, const game *g, const char *because);

/* A position that was refused must not be played on as if it were the old one. */
void session_drop_position(session *s);

#endif
