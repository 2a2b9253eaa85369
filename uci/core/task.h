#ifndef UCI_CORE_TASK_H
#define UCI_CORE_TASK_H
/* One piece of long work: all that it needs, so that the session may change meanwhile. */

#include "engine/game/perft.h"
#include "eval/draws.h"
#include "search/fingerprint.h"
#include "search/search.h"
#include "uci/core/responder.h"
#include "uci/core/session_config.h"

/* How `info` lines look. */
typedef struct info_style {
    bool wdl, values, ranks;
    draw_odds draws; /* at the root, for wdl */
    bool mate_plies; /* the distance of a mate in plies, as UGI has it */
    int multipv;
} info_style;

typedef enum task_kind { TASK_NONE, TASK_GO, TASK_PERFT, TASK_BENCH, TASK_CHECK } task_kind;

typedef struct task {
    task_kind kind;
    /* Does it, on the worker's thread, and says the answer after worker_answers(). */
    void (*run)(session *s, struct task *t);
    responder responder;
    info_style style;
    position *root; /* owned */
    search_question question;
    weights eval; /* question.eval: what is asked now does not change with the session */
    token *only;  /* owned; question.only */
    perft_options perft;
    fingerprint_setup bench;
    const char *bench_name;      /* the command */
    const game *bench_game;      /* NULL: all */
    text check_name, check_text; /* owned: a rules text */
} task;

void task_done(task *t); /* frees it and what it owns; NULL is welcome */

#endif
