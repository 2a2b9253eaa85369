#ifndef UCI_SESSION_STATE_H
#define UCI_SESSION_STATE_H
/* The insides of a session, shared by the files that carry out commands. */

#include <stdatomic.h>

#include "engine/base/threads.h"
#include "engine/game/perft.h"
#include "eval/draws.h"
#include "eval/evaluate.h"
#include "search/fingerprint.h"
#include "search/search.h"
#include "uci/line_queue.h"
#include "uci/session.h"
#include "uci/uci_options.h"

typedef enum dialect { DIALECT_UCI, DIALECT_UGI, DIALECT_MGI } dialect;

/* Who speaks: where lines go, and in the JSON twin which request they answer. Every task owns one,
 * so that answers keep the id of their question. */
typedef struct voice {
    output *out; /* NULL: says nothing */
    dialect dialect;
    bool json;
    char id[ID_ROOM]; /* as JSON text; empty: none */
} voice;

/* How `info` lines look; copied into each task. */
typedef struct info_style {
    bool wdl, values, ranks;
    draw_odds draws; /* at the root, for wdl */
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
    weights eval; /* question.eval: what is asked now does not change with the session */
    token *only;  /* owned; question.only */
    perft_options perft;
    fingerprint_setup bench;
    const char *bench_name;      /* the command */
    const game *bench_game;      /* NULL: all */
    text check_name, check_text; /* owned: a rules text */
} task;

enum { WORD_LIMIT = 64 << 10, TEXT_LIMIT = 1 << 20, HEREDOC_END_SIZE = 64 };

/* A text in the lines that follow `load <<END`, while it is being read. */
typedef struct heredoc {
    bool open;
    char end[HEREDOC_END_SIZE]; /* the line that ends it */
    waiting_line line;          /* the command and the text so far */
} heredoc;

typedef struct analysis analysis;

/* Three threads meet here, beside the one that writes: one hands lines in (intake.c), one obeys
 * them (obey.c), one does long work (worker.c). */
struct session {
    session_config config;
    output *out;

    /* Of the thread that hands lines in. */
    heredoc heredoc;
    atomic_bool debug; /* others read it */
    bool ended;        /* after `quit` or the end of input */

    /* Of the thread that obeys lines. */
    voice voice; /* for the line being obeyed */
    uci_options options;
    const game *game;
    position *position; /* NULL: unset */
    const char *unset_because;
    weights weights;
    analysis *analysis;
    void *shop;         /* config.workshop's; NULL until it is needed */
    uint64_t searches;  /* counts `go`s, for fresh seeds */
    atomic_int dialect; /* voice.dialect, for the thread that hands lines in */

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
    command_fn run; /* on the thread that obeys lines */
    /* Instead of run: on the thread that hands lines in, at once; `rest` follows the name. */
    void (*at_once)(session *s, const voice *v, const char *rest);
    line_kind kind;
    line_work work;
    line_subject subject;
    const char *syntax, *purpose;
} command;
const command *command_find(const char *name);
const command *command_find_word(const char *word, size_t len);
const command *command_at(size_t i); /* NULL past the end */

/* cmd_engine.c */
void cmd_uci(session *s, const request *l);
void cmd_ugi(session *s, const request *l);
void cmd_mgi(session *s, const request *l);
void cmd_isready(session *s, const request *l);
void cmd_newgame(session *s, const request *l);
void cmd_register(session *s, const request *l);
void cmd_setoption(session *s, const request *l);
void cmd_getoption(session *s, const request *l);
void cmd_games(session *s, const request *l);
void cmd_game(session *s, const request *l);
void cmd_version(session *s, const request *l);
void cmd_help(session *s, const request *l);

/* cmd_load.c */
void cmd_load(session *s, const request *l);
void cmd_check(session *s, const request *l);
/* The same with the text that followed; takes `body` over. */
void load_text(session *s, const request *l, text body, bool spoiled);
/* RulesPath: files and folders, with ':' or ';' between. */
status load_rules_path(session *s, const char *paths, error *err);
void run_check(session *s, task *t); /* on the worker's thread */

/* cmd_position.c */
void cmd_position(session *s, const request *l);
void cmd_play(session *s, const request *l);
void cmd_undo(session *s, const request *l);
void cmd_flip(session *s, const request *l);
/* A position that was refused must not be played on as if it were the old one. */
void refuse_position(session *s);

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
void cmd_perft(session *s, const request *l);
void cmd_bench(session *s, const request *l);
void cmd_speedtest(session *s, const request *l);

/* cmd_workshop.c */
void cmd_tune(session *s, const request *l);
void cmd_selfplay(session *s, const request *l);

/* cmd_analyze.c */
void cmd_analyze(session *s, const request *l);
void cmd_cancel(session *s, const request *l);
void analysis_destroy(analysis *a); /* cancels and ends; NULL is welcome */
void analysis_wait(analysis *a);

/* intake.c: what is obeyed at once */
void take_stop(session *s, const voice *v, const char *rest);
void take_ponderhit(session *s, const voice *v, const char *rest);
void take_debug(session *s, const voice *v, const char *rest);
void take_quit(session *s, const voice *v, const char *rest);
/* The end of input: as `quit`, but perft, bench and check run to their end. */
void take_end(session *s);

/* obey.c */
int obey_main(void *session_pointer);

/* --- shared pieces --- */

/* Says that word number `at` was skipped on the way to a command. */
void say_skipped(const voice *v, const char *word, int at, const command *c);

/* A failure of a command: the error is said, nothing else happens. */
void command_fails(session *s, const request *l, const error *e, int at);
void fail_with(session *s, const request *l, status code, const char *what, int at);

/* The session plays this game from now on; the position is unset for that reason. */
void change_game(session *s, const game *g, const char *because);

/* Positions are played as front ends expect it. */
enum { SESSION_ALLOWS = POSITION_OPEN_ENDS | POSITION_NULL_MOVES };

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
/* The seat (from 0) that the words of a `go` ask for; SEAT_ALL where they name none. */
int go_seat(const request *l, size_t i);

/* --- what strangers may not ask for (safe.c): ST_UNSUPPORTED with --safe --- */
void safe_options(uci_options *o);
status safe_file(const session *s, error *err);
status safe_long_work(const session *s, error *err);
status safe_option(const session *s, int id, const char *value, error *err);
status safe_perft(const session *s, const perft_options *o, error *err);
status safe_bench(const session *s, const request *l, const fingerprint_setup *b, error *err);

/* --- who looks (viewer.c) --- */

/* A state that fits the position, owned by the caller (mem_free); NULL when there is no memory. */
void *world_of(const position *p);
/* all, public or a seat from 1. */
bool read_seats(const char *word, const rules *r, int *seat);
/* The position as a seat (or SEAT_PUBLIC) knows it: *out is p itself where nothing is hidden from
 * it, else *own, which the caller destroys. ST_LEAK from the view of another seat. */
status seen_by(const position *p, int seat, position **own, const position **out, error *err);
status only_knows(int own, error *err); /* ST_LEAK: this is the view of another seat */

/* What a search tells (info.c): on the way, and at its end with the final lines and `bestmove`. */
void info_report(const task *t, const search_report *r);
void info_answer(const task *t, const search_answer *a, const error *failure);
/* " score cp 12 values … win … points …" of a line, as the style wants it; `mate` in place of `cp`
 * where the line is proven to the end of the game. */
void info_scores(const position *root, const search_line *line, int seat, const info_style *style,
                 text *out);

/* Hands work to the worker, which is idle, and takes the task over. Marks on the line being obeyed
 * count: what was stopped already is begun with its stop. (worker.c) */
void worker_begin(session *s, task *t);
bool worker_busy(session *s);    /* long work runs, or its answer is being printed */
void worker_answers(session *s); /* for the worker: before the first line of an answer */
/* With the lock held; each is ignored where it does not fit. */
bool worker_stop(session *s);                           /* whatever runs; true if something does */
void worker_stop_search(session *s, bool only_endless); /* not perft, bench and check */
void worker_ponderhit(session *s);
int worker_main(void *session_pointer);

#endif
