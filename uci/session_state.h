#ifndef UCI_SESSION_STATE_H
#define UCI_SESSION_STATE_H
/* The insides of a session, shared by the files that carry out commands. */

#include <stdatomic.h>

#include "engine/base/threads.h"
#include "engine/game/perft.h"
#include "eval/evaluate.h"
#include "search/fingerprint.h"
#include "search/search.h"
#include "uci/options.h"
#include "uci/session.h"

typedef enum dialect { DIALECT_UCI, DIALECT_UGI, DIALECT_MGI } dialect;

enum { ID_ROOM = 96 };

/* Who speaks: where lines go, and in the JSON twin which request they answer. Every task owns one,
 * so that answers keep the id of their question. */
typedef struct voice {
    output *out;
    dialect dialect;
    bool json;
    char id[ID_ROOM]; /* as JSON text; empty: none */
} voice;

/* How `info` lines look; copied into each task. */
typedef struct info_style {
    bool wdl, values, ranks;
    bool mate_plies; /* the distance of a mate in plies, as UGI has it */
    int multipv;
} info_style;

typedef enum task_kind { TASK_NONE, TASK_GO, TASK_PERFT, TASK_BENCH, TASK_CHECK } task_kind;

/* One piece of long work, handed to the worker thread whole. */
typedef struct task {
    task_kind kind;
    voice voice;
    info_style style;
    position *root; /* owned */
    search_question question;
    token *only; /* owned; question.only */
    perft_options perft;
    fingerprint_setup bench;
    const game *bench_game;      /* NULL: all */
    text check_name, check_text; /* owned: a rules text */
} task;

/* A text in the lines behind `load <<END`. */
typedef struct heredoc {
    bool open, check;
    bool spoiled; /* a line of it was lost */
    char end[64]; /* the line that ends it */
    text body;
} heredoc;

typedef struct analysis analysis;

struct session {
    session_config config;
    voice voice; /* for the line being carried out */
    options options;
    bool debug, quit;
    const game *game;
    position *position; /* NULL: unset */
    const char *unset_because;
    evaluator evaluator;
    heredoc heredoc;
    analysis *analysis;
    void *shop;        /* config.workshop's; NULL until it is needed */
    uint64_t searches; /* counts `go`s, for fresh seeds */

    search *search;
    thrd_t worker;
    bool worker_runs;
    mtx_t lock; /* guards the next five */
    cnd_t changed;
    task *task;     /* waiting or running */
    int unfinished; /* tasks whose last line has not left yet */
    bool busy, ending;
    atomic_bool stop; /* for perft and bench */
};

/* The words of a line; word[0] is the command. */
typedef struct request {
    char **word;
    size_t count;
} request;

/* --- speaking (voice.c) --- */
void say(const voice *v, const char *fmt, ...) PRINTF_LIKE(2, 3);
void say_progress(const voice *v, const text *row);              /* may be dropped in a crowd */
void say_text(const voice *v, const text *row);                  /* a line made elsewhere */
void say_free(const voice *v, const char *cmd, const char *row); /* a line without keywords */
void say_block(const voice *v, const char *command,
               const char *lines); /* several, split at newlines */
/* An error in the protocol's form; at < 0: no word is to blame. */
void say_error(const voice *v, const error *e, const char *cmd, int at);
void say_note(const voice *v, const char *fmt, ...) PRINTF_LIKE(2, 3); /* info string */

/* --- commands (one file a group) --- */
typedef void (*command_fn)(session *s, const request *l);
typedef struct command {
    const char *name;
    command_fn run;
    bool idle; /* refused with `busy` while a search runs */
    const char *syntax, *purpose;
} command;
const command *command_find(const char *name);
const command *command_at(size_t i); /* NULL past the end */

/* cmd_engine.c */
void cmd_uci(session *s, const request *l);
void cmd_ugi(session *s, const request *l);
void cmd_mgi(session *s, const request *l);
void cmd_isready(session *s, const request *l);
void cmd_newgame(session *s, const request *l);
void cmd_debug(session *s, const request *l);
void cmd_register(session *s, const request *l);
void cmd_setoption(session *s, const request *l);
void cmd_getoption(session *s, const request *l);
void cmd_games(session *s, const request *l);
void cmd_game(session *s, const request *l);
void cmd_version(session *s, const request *l);
void cmd_help(session *s, const request *l);
void cmd_quit(session *s, const request *l);

/* cmd_load.c */
void cmd_load(session *s, const request *l);
void cmd_check(session *s, const request *l);
/* One more line of a text; the last one sets it in motion. */
void heredoc_line(session *s, const char *line);
/* RulesPath: files and folders, with ':' or ';' between. */
status load_rules_path(session *s, const char *paths, error *err);
void run_check(session *s, task *t); /* on the worker's thread */

/* cmd_position.c */
void cmd_position(session *s, const request *l);
void cmd_play(session *s, const request *l);
void cmd_undo(session *s, const request *l);

/* cmd_ask.c */
void cmd_status(session *s, const request *l);
void cmd_legal(session *s, const request *l);
void cmd_verify(session *s, const request *l);
void cmd_chance(session *s, const request *l);
void cmd_roll(session *s, const request *l);
void cmd_query(session *s, const request *l);

/* cmd_show.c */
void cmd_view(session *s, const request *l);
void cmd_state(session *s, const request *l);
void cmd_fen(session *s, const request *l);
void cmd_draw(session *s, const request *l);
void cmd_eval(session *s, const request *l);

/* cmd_go.c */
void cmd_go(session *s, const request *l);
void cmd_stop(session *s, const request *l);
void cmd_ponderhit(session *s, const request *l);
void cmd_perft(session *s, const request *l);
void cmd_bench(session *s, const request *l);

/* cmd_workshop.c */
void cmd_tune(session *s, const request *l);
void cmd_selfplay(session *s, const request *l);

/* cmd_analyze.c */
void cmd_analyze(session *s, const request *l);
void cmd_cancel(session *s, const request *l);
void analysis_destroy(analysis *a); /* cancels and ends; NULL is welcome */
void analysis_wait(analysis *a);

/* --- shared pieces --- */

/* A failure of a command: the error is said, nothing else happens. */
void command_fails(session *s, const request *l, const error *e, int at);
void fail_with(session *s, const request *l, status code, const char *what, int at);

/* The session plays this game from now on; the position is unset for that reason. */
void change_game(session *s, const game *g, const char *because);

/* True if there is a position; otherwise says no-position for the command. */
bool has_position(session *s, const request *l);

/* Reads `position` words from l->word[*i] on (behind the word position) up to `end`; *at is the
 * word to blame. (cmd_position.c) */
status read_position(session *s, const request *l, size_t *i, size_t end, position **out, int *at,
                     error *err);

/* Reads the words of a `go` from l->word[i] on into a task with its own clone of the position.
 * (go_words.c) */
status read_go(session *s, const request *l, size_t i, const position *p, task *out, int *at,
               error *err);
void task_done(task *t); /* frees what it owns */

/* A state that fits the position, owned by the caller (mem_free); NULL when there is no memory. */
void *world_of(const position *p);

/* What a search tells (info.c): on the way, and at its end with the final lines and `bestmove`. */
void info_report(const task *t, const search_report *r);
void info_answer(const task *t, const search_answer *a, const error *failure);
int info_value_cp(double p); /* an expected score in 0..1 as centipawns */
/* " score cp 12 values … win … points …" of a line, as the style wants it; `mate` in place of `cp`
 * where the line is proven to the end of the game. */
void info_scores(const position *root, const search_line *line, int seat, const info_style *style,
                 text *out);

/* Hands work to the worker; takes the task over. (worker.c) */
status worker_begin(session *s, task *t, error *err);
bool worker_busy(session *s);
void become_idle(session *s); /* for the worker: before the last line of an answer */
void worker_stop(session *s);
void worker_ponderhit(session *s); /* ignored unless pondering */
int worker_main(void *session_pointer);

#endif
