#ifndef KIBITZ_H
#define KIBITZ_H
/* Kibitz as a library: games, positions, searches, players at tables, and protocol sessions.
 *
 * Rules that hold for every function:
 *   - Failures are values. A function that can fail returns a kibitz_code, KIBITZ_OK being 0, and
 *     fills *err, which may be NULL. Then nothing has changed, and what it would have made is NULL.
 *   - Nothing is printed, no signal is caught, the process is never ended.
 *   - What a *_create, *_open, *_clone, *_read or *_start function makes is the caller's, who ends
 *     it with the matching *_close. NULL is welcome there. Handles may be closed in any order: a
 *     library lives until the last handle made from it is closed.
 *   - Text that is returned as `char *` is the caller's, who ends it with kibitz_free(). Text that
 *     is returned as `const char *` belongs to its handle; its comment says for how long.
 *   - Seats are numbered from 0.
 *   - Different handles may be used by different threads at the same time. One handle is for one
 *     thread at a time, unless its comment says otherwise.
 *
 * Old callers keep working with every version 1.x. */

#include <stddef.h>
#include <stdint.h>

#define KIBITZ_VERSION_MAJOR 1
#define KIBITZ_VERSION_MINOR 0
#define KIBITZ_VERSION_PATCH 0
#define KIBITZ_VERSION_TEXT  "1.0.0"

#if defined(__GNUC__)
#define KIBITZ_API __attribute__((visibility("default")))
#else
#define KIBITZ_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
    KIBITZ_SEATS = 8,    /* at most */
    KIBITZ_NOBODY = -1,  /* who acts: the game is over */
    KIBITZ_CHANCE = -2,  /* who acts: chance */
    KIBITZ_EVERYONE = -1 /* whose eyes: those of one who sees everything */
};

/* --- versions and errors --- */

KIBITZ_API const char *kibitz_version(void); /* of the library at run time: "1.0.0" */
KIBITZ_API int kibitz_version_number(void);  /* 10000 * major + 100 * minor + patch */

/* The codes of the protocol (docs/protocol.md), in its order. New ones are added at the end. */
typedef enum kibitz_code {
    KIBITZ_OK,
    KIBITZ_UNKNOWN_COMMAND,
    KIBITZ_UNKNOWN_TOKEN,
    KIBITZ_UNKNOWN_OPTION,
    KIBITZ_BAD_VALUE,
    KIBITZ_BAD_SYNTAX,
    KIBITZ_BAD_LINE,
    KIBITZ_BAD_FEN,
    KIBITZ_BAD_STATE,
    KIBITZ_BAD_VIEW,
    KIBITZ_ILLEGAL_ACTION,
    KIBITZ_WRONG_SEAT,
    KIBITZ_ACTION_EXPECTED,
    KIBITZ_CHANCE_EXPECTED,
    KIBITZ_CHANCE_IMPOSSIBLE,
    KIBITZ_LEAK,
    KIBITZ_TOO_MUCH_WORK,
    KIBITZ_GAME_OVER,
    KIBITZ_NO_POSITION,
    KIBITZ_BUSY,
    KIBITZ_UNSUPPORTED,
    KIBITZ_NOT_FOUND,
    KIBITZ_IO,
    KIBITZ_NO_MEMORY,
    KIBITZ_STOPPED,
    KIBITZ_INTERNAL
} kibitz_code;

KIBITZ_API const char *kibitz_code_name(kibitz_code code); /* "illegal-action"; never NULL */

typedef struct kibitz_error {
    kibitz_code code;
    char text[240];   /* one sentence for people */
    char reason[48];  /* where a rule of the game was broken: its name, which stays the same, */
    char detail[112]; /* and what broke it: "shape=O2" */
    char word[64];    /* the offending word, where there is one */
    int line, column; /* in a rules text, from 1; 0: no place is known */
    char reserved[64];
} kibitz_error;

/* Ends text that a function returned as `char *`. NULL is welcome. */
KIBITZ_API void kibitz_free(char *text);

/* --- the library and its games --- */

typedef struct kibitz kibitz;
typedef struct kibitz_game kibitz_game; /* belongs to the library */

/* Makes a library with every game of the program. Several in one process do not know each other. */
KIBITZ_API kibitz_code kibitz_open(kibitz **out, kibitz_error *err);
KIBITZ_API void kibitz_close(kibitz *k);

/* Any thread may ask while others load. */
KIBITZ_API size_t kibitz_game_count(kibitz *k);
KIBITZ_API const kibitz_game *kibitz_game_at(kibitz *k, size_t i); /* NULL after the last */
KIBITZ_API const kibitz_game *kibitz_game_find(kibitz *k, const char *name); /* NULL: none */

/* Adds the games of a rules text. *first (may be NULL) is the first of them. A game takes the place
 * of one of the same name; positions of that one live on. KIBITZ_BAD_SYNTAX with the place of the
 * first mistake. */
KIBITZ_API kibitz_code kibitz_load_text(kibitz *k, const char *text, size_t length,
                                        const kibitz_game **first, kibitz_error *err);
/* The same from a file. Shared objects ("x.so") run with all rights of the process: they are
 * refused with KIBITZ_UNSUPPORTED unless kibitz_allow_objects() said otherwise. */
KIBITZ_API kibitz_code kibitz_load_file(kibitz *k, const char *path, const kibitz_game **first,
                                        kibitz_error *err);
KIBITZ_API void kibitz_allow_objects(kibitz *k, int yes);

struct bw_game; /* <kibitz/boardwalk.h> */
/* Adds a game written on the kit; the table must outlive the library. */
KIBITZ_API kibitz_code kibitz_load_kit(kibitz *k, const struct bw_game *table,
                                       const kibitz_game **game, kibitz_error *err);

enum { /* what a game has, as bits */
       KIBITZ_HAS_CHANCE = 1,
       KIBITZ_HAS_HIDDEN = 4,    /* hands that others do not see: play from views */
       KIBITZ_HAS_REACTIONS = 8, /* other seats may be asked in between */
       KIBITZ_HAS_POINTS = 16
};

KIBITZ_API const char *kibitz_game_name(const kibitz_game *g);  /* lives as long as the game */
KIBITZ_API const char *kibitz_game_title(const kibitz_game *g); /* likewise */
KIBITZ_API void kibitz_game_players(const kibitz_game *g, int *min, int *max, int *standard);
KIBITZ_API unsigned kibitz_game_traits(const kibitz_game *g);

/* An option of a game's rules. The texts live as long as the game. */
typedef struct kibitz_option {
    const char *name, *what;
    const char *type;     /* "int", "enum", "flag", "text", "file" or "halves" */
    const char *standard; /* the value it has unless it is set */
    const char *choices;  /* of an enum, with spaces between; else NULL */
    int64_t min, max;     /* of a number */
    void *reserved[4];
} kibitz_option;
/* 0 after the last. */
KIBITZ_API int kibitz_game_option(const kibitz_game *g, size_t i, kibitz_option *out);

/* --- positions --- */

typedef struct kibitz_position kibitz_position;

/* `setup` is written as in the protocol: "players 3 first 2 set target=20"; NULL: the defaults. A file
 * that an option names (a deck, puzzles) is read now. */
KIBITZ_API kibitz_code kibitz_position_start(kibitz *k, const kibitz_game *g, const char *setup,
                                             kibitz_position **out, kibitz_error *err);
KIBITZ_API kibitz_code kibitz_position_read(kibitz *k, const kibitz_game *g, const char *setup,
                                            const char *text, kibitz_position **out,
                                            kibitz_error *err);
/* A blob has the game, its options and the position in one word. */
KIBITZ_API kibitz_code kibitz_position_from_blob(kibitz *k, const char *blob, kibitz_position **out,
                                                 kibitz_error *err);
KIBITZ_API kibitz_code kibitz_position_clone(const kibitz_position *p, kibitz_position **out,
                                             kibitz_error *err);
KIBITZ_API void kibitz_position_close(kibitz_position *p);

/* Plays an action of the player to act, or announces an outcome of chance ("!6"). */
KIBITZ_API kibitz_code kibitz_position_act(kibitz_position *p, const char *token,
                                           kibitz_error *err);
/* The same from parts, in any order, as kibitz_position_pick() names them. */
KIBITZ_API kibitz_code kibitz_position_act_parts(kibitz_position *p, const char *const *part,
                                                 size_t parts, kibitz_error *err);
/* Takes n actions back, with what chance decided after each. */
KIBITZ_API kibitz_code kibitz_position_undo(kibitz_position *p, unsigned n, kibitz_error *err);
/* From now on chance is decided by this seed: before an action and in kibitz_position_roll(). */
KIBITZ_API void kibitz_position_set_seed(kibitz_position *p, uint64_t seed);
/* Decides what is left to chance now. KIBITZ_UNSUPPORTED without a seed. */
KIBITZ_API kibitz_code kibitz_position_roll(kibitz_position *p, kibitz_error *err);

typedef struct kibitz_status {
    int seats;
    int actor;                    /* a seat, KIBITZ_CHANCE or KIBITZ_NOBODY */
    unsigned ply;                 /* events until now */
    int over;                     /* 0 or 1; what follows holds where it is 1: */
    double utility[KIBITZ_SEATS]; /* 0..1, what each seat got */
    double points[KIBITZ_SEATS];  /* where the game has points */
    int rank[KIBITZ_SEATS];       /* from 1 */
    char phase[32];               /* a word of the game for what is going on */
    char ending[64];              /* why it is over: "checkmate" */
    char reserved[64];
} kibitz_status;
KIBITZ_API void kibitz_position_status(const kibitz_position *p, kibitz_status *out);

/* KIBITZ_OK, or why not; `canonical` (may be NULL) gets the canonical spelling, the caller's. */
KIBITZ_API kibitz_code kibitz_position_verify(const kibitz_position *p, const char *token,
                                              char **canonical, kibitz_error *err);
/* What an action does, in words; NULL with *err. */
KIBITZ_API char *kibitz_position_describe(const kibitz_position *p, const char *token,
                                          kibitz_error *err);
KIBITZ_API uint64_t kibitz_position_hash(const kibitz_position *p);
KIBITZ_API char *kibitz_position_text(const kibitz_position *p, kibitz_error *err);
KIBITZ_API char *kibitz_position_blob(const kibitz_position *p, kibitz_error *err);
KIBITZ_API char *kibitz_position_board(const kibitz_position *p, kibitz_error *err); /* drawn */
/* The event number `ply`; lives until the position changes. NULL: there is none. */
KIBITZ_API const char *kibitz_position_event(const kibitz_position *p, unsigned ply);
/* JSON, as docs/protocol.md describes it: what lies on the table for one seat, or for
 * KIBITZ_EVERYONE; and what may follow the parts of an action chosen so far. */
KIBITZ_API char *kibitz_position_scene(const kibitz_position *p, int seat, kibitz_error *err);
KIBITZ_API char *kibitz_position_pick(const kibitz_position *p, const char *const *part,
                                      size_t parts, kibitz_error *err);

/* Every legal action (at chance: every outcome), one after the other: there may be hundreds of
 * thousands, and memory is taken for some thousands at a time. The position must not change, or be
 * closed, meanwhile. */
typedef struct kibitz_legal kibitz_legal;
KIBITZ_API kibitz_code kibitz_position_legal(const kibitz_position *p, kibitz_legal **out,
                                             kibitz_error *err);
/* Lives until the next call; NULL after the last one, or where memory is out (*err says so). */
KIBITZ_API const char *kibitz_legal_next(kibitz_legal *l, kibitz_error *err);
KIBITZ_API void kibitz_legal_close(kibitz_legal *l);
KIBITZ_API kibitz_code kibitz_position_legal_count(const kibitz_position *p, uint64_t *out,
                                                   kibitz_error *err);

/* The outcomes of chance with their probabilities, until `visit` returns 0. KIBITZ_UNSUPPORTED
 * where there are too many to list. */
typedef int (*kibitz_outcome_visit)(void *ctx, const char *token, double probability);
KIBITZ_API kibitz_code kibitz_position_outcomes(const kibitz_position *p,
                                                kibitz_outcome_visit visit, void *ctx,
                                                kibitz_error *err);

/* --- views: what one seat knows --- */

/* A type of its own, so that a player cannot be handed more than its seat may know. In games
 * without hidden hands a view shows everything. */
typedef struct kibitz_view kibitz_view;

KIBITZ_API kibitz_code kibitz_view_of(const kibitz_position *p, int seat, kibitz_view **out,
                                      kibitz_error *err);
/* The blob of a view has its game, options and seat; views of games without hidden hands have
 * none, as nothing distinguishes them from positions: KIBITZ_BAD_VALUE. */
KIBITZ_API kibitz_code kibitz_view_from_blob(kibitz *k, const char *blob, kibitz_view **out,
                                             kibitz_error *err);
KIBITZ_API kibitz_code kibitz_view_clone(const kibitz_view *v, kibitz_view **out,
                                         kibitz_error *err);
KIBITZ_API void kibitz_view_close(kibitz_view *v);
KIBITZ_API int kibitz_view_seat(const kibitz_view *v);
/* An event as this seat saw it. */
KIBITZ_API kibitz_code kibitz_view_see(kibitz_view *v, const char *event, kibitz_error *err);
KIBITZ_API void kibitz_view_status(const kibitz_view *v, kibitz_status *out);
KIBITZ_API kibitz_code kibitz_view_verify(const kibitz_view *v, const char *token, char **canonical,
                                          kibitz_error *err);
KIBITZ_API char *kibitz_view_describe(const kibitz_view *v, const char *token, kibitz_error *err);
KIBITZ_API uint64_t kibitz_view_hash(const kibitz_view *v);
KIBITZ_API char *kibitz_view_text(const kibitz_view *v, kibitz_error *err);
KIBITZ_API char *kibitz_view_blob(const kibitz_view *v, kibitz_error *err);
KIBITZ_API char *kibitz_view_board(const kibitz_view *v, kibitz_error *err);
KIBITZ_API char *kibitz_view_scene(const kibitz_view *v, kibitz_error *err);
KIBITZ_API char *kibitz_view_pick(const kibitz_view *v, const char *const *part, size_t parts,
                                  kibitz_error *err);
/* Of the own seat, while it acts. */
KIBITZ_API kibitz_code kibitz_view_legal(const kibitz_view *v, kibitz_legal **out,
                                         kibitz_error *err);

/* --- searches --- */

typedef struct kibitz_search kibitz_search;

/* Memory and threads are taken at the first question. */
KIBITZ_API kibitz_code kibitz_search_create(kibitz *k, kibitz_search **out, kibitz_error *err);
/* Stops what is under way and waits for it. */
KIBITZ_API void kibitz_search_close(kibitz_search *s);
/* An option by the protocol's name: "Hash", "Threads", "MultiPV", "Algorithm", "Seed", "EvalFile",
 * "Objective", "Level", … Not while it searches (KIBITZ_BUSY). */
KIBITZ_API kibitz_code kibitz_search_set(kibitz_search *s, const char *name, const char *value,
                                         kibitz_error *err);

/* What may be spent; kibitz_limits_none() says nothing, and with nothing said it is a second. */
typedef struct kibitz_limits {
    uint64_t nodes, visits;
    unsigned depth, movestogo;
    int64_t movetime_ms;                                        /* -1: none */
    int64_t clock_ms[KIBITZ_SEATS], increment_ms[KIBITZ_SEATS]; /* clock -1: none */
    int64_t byoyomi_ms;
    int infinite; /* until kibitz_search_stop() */
    int64_t reserved[4];
} kibitz_limits;
KIBITZ_API kibitz_limits kibitz_limits_none(void);

/* One action and what follows it. Texts live until the search is asked again or closed. */
typedef struct kibitz_line {
    const char *action, *pv, *proof;         /* proof: "", "win", "loss", "draw" or "exact" */
    double value[KIBITZ_SEATS];              /* expected share, 0..1 */
    double win[KIBITZ_SEATS];                /* to be the only first */
    double points[KIBITZ_SEATS];             /* where has_points */
    double rank[KIBITZ_SEATS][KIBITZ_SEATS]; /* with the option ShowRanks: by seat and rank */
    uint64_t visits;
    unsigned plies; /* to a proven end; 0: none */
    int has_points;
    double reserved[8];
} kibitz_line;

typedef struct kibitz_progress {
    uint64_t nodes, visits, worlds;
    unsigned depth, seldepth, lines;
    int64_t time_ms;
    int running; /* 0: this is the answer */
    int64_t reserved[4];
} kibitz_progress;

/* Called now and then while it searches, on a thread of the search; the search may be stopped from
 * there, kibitz_search_progress() and kibitz_search_line() may be called, and nothing else. */
typedef void (*kibitz_listener)(void *ctx, kibitz_search *s);

/* Searches and waits for the answer. In a game with hidden hands it searches from the view of the
 * seat to act, whatever the position knows. `listen` may be NULL. */
KIBITZ_API kibitz_code kibitz_search_run(kibitz_search *s, const kibitz_position *p,
                                         const kibitz_limits *l, kibitz_listener listen, void *ctx,
                                         kibitz_error *err);
KIBITZ_API kibitz_code kibitz_search_run_view(kibitz_search *s, const kibitz_view *v,
                                              const kibitz_limits *l, kibitz_listener listen,
                                              void *ctx, kibitz_error *err);
/* Searches on a thread of its own. The position is copied: the caller's may change. */
KIBITZ_API kibitz_code kibitz_search_start(kibitz_search *s, const kibitz_position *p,
                                           const kibitz_limits *l, kibitz_error *err);
KIBITZ_API kibitz_code kibitz_search_start_view(kibitz_search *s, const kibitz_view *v,
                                                const kibitz_limits *l, kibitz_error *err);
/* From any thread. The answer comes soon; nothing to stop is no failure. */
KIBITZ_API void kibitz_search_stop(kibitz_search *s);
/* Waits for what was started; its failure, where it failed. */
KIBITZ_API kibitz_code kibitz_search_wait(kibitz_search *s, kibitz_error *err);

/* What is known now, or was found last: any thread. The lines are the best first. */
KIBITZ_API void kibitz_search_progress(kibitz_search *s, kibitz_progress *out);
/* 0: there is no line i. While it searches the texts live until the next call from any thread. */
KIBITZ_API int kibitz_search_line(kibitz_search *s, size_t i, kibitz_line *out);
/* What it would play: the first line, or a worse one where Level or Skill Level says so. NULL:
 * nothing was found. Lives until the search is asked again. */
KIBITZ_API const char *kibitz_search_best(kibitz_search *s);
/* Why the first line, against the second; "" where there is nothing to compare. */
KIBITZ_API char *kibitz_search_why(kibitz_search *s, kibitz_error *err);

/* One term of the evaluation for one seat; until `visit` returns 0. */
typedef int (*kibitz_term_visit)(void *ctx, const char *name, int seat, double raw, double weight);
typedef struct kibitz_evaluation {
    double total[KIBITZ_SEATS]; /* sums of weight x raw, or what a net says */
    double win[KIBITZ_SEATS];   /* expected score */
    int by_net, has_points;
    double points[KIBITZ_SEATS]; /* expected in the end, where a net says them */
    double reserved[8];
} kibitz_evaluation;
/* The evaluation of a position with the weights of the search's option EvalFile. `visit` may be
 * NULL. KIBITZ_UNSUPPORTED where the game has none. */
KIBITZ_API kibitz_code kibitz_search_evaluate(kibitz_search *s, const kibitz_position *p,
                                              kibitz_term_visit visit, void *ctx,
                                              kibitz_evaluation *out, kibitz_error *err);

/* What one event of a game was worth. */
typedef struct kibitz_judgement {
    unsigned ply;
    int actor;                         /* a seat, or KIBITZ_CHANCE */
    const char *token, *better, *line; /* better: "" where the best was played */
    const char *mark;                  /* "", "?!", "?" or "??" */
    double loss;                       /* of a decision, in shares of the win */
    double value[KIBITZ_SEATS];        /* after it */
    double luck[KIBITZ_SEATS];         /* of chance */
    int valued, forced;
    double reserved[8];
} kibitz_judgement;
/* The texts live during the call; 0 stops. */
typedef int (*kibitz_judgement_visit)(void *ctx, const kibitz_judgement *j);
/* Goes through all events of a position's game; the limits are for each decision. */
KIBITZ_API kibitz_code kibitz_search_review(kibitz_search *s, const kibitz_position *p,
                                            const kibitz_limits *each, kibitz_judgement_visit visit,
                                            void *ctx, kibitz_error *err);

/* --- players at tables --- */

/* What a player is told when it is asked. */
typedef struct kibitz_turn {
    const kibitz_view *view; /* what its seat knows; verify and legal answer there */
    int seat;
    const char *kind;    /* "action", "reward" or "reaction" */
    const char *phase;   /* a word of the game */
    unsigned tries;      /* how often this decision was answered with something illegal */
    const char *refused; /* the sentence about the last such answer, or NULL */
    void *reserved[4];
} kibitz_turn;

typedef struct kibitz_table kibitz_table;

/* A player written by the caller. Functions may be NULL but for one of choose and ask. */
typedef struct kibitz_player {
    const char *name;
    void *self;         /* handed to every function */
    const char *config; /* handed to init: a path or any text of the author; may be NULL */
    /* A game begins: the seats there are, and what this seat knows. 0: it does not play. */
    int (*init)(void *self, int seat, int seats, const kibitz_view *view, const char *config);
    /* Writes its action, ended by NUL, within `room` bytes; 0: it gives the game up. */
    int (*choose)(void *self, const kibitz_turn *t, char *action, size_t room);
    /* Instead: it will answer with kibitz_table_answer(), from any thread, now or later. The turn
     * lives during the call. */
    void (*ask)(void *self, const kibitz_turn *t, kibitz_table *table);
    void (*see)(void *self, const char *event); /* an event as its seat saw it */
    void (*done)(void *self, const kibitz_status *end);
    void *reserved[4];
} kibitz_player;

typedef enum kibitz_illegal {                         /* what an illegal answer does */
                              KIBITZ_ILLEGAL_FORFEIT, /* the game is lost */
                              KIBITZ_ILLEGAL_SKIP, /* the turn is passed where an action does that; else it is lost */
                              KIBITZ_ILLEGAL_ASK, /* the player is asked again, ten times; then it is lost */
                              KIBITZ_ILLEGAL_RANDOM /* a random legal action is played instead */
} kibitz_illegal;

/* A table for one game from this position on (a copy is kept). Chance is decided by the seed. */
KIBITZ_API kibitz_code kibitz_table_create(kibitz *k, const kibitz_position *start, uint64_t seed,
                                           kibitz_table **out, kibitz_error *err);
KIBITZ_API void kibitz_table_close(kibitz_table *t);
KIBITZ_API void kibitz_table_set_illegal(kibitz_table *t, kibitz_illegal policy);
/* Seats a player of the caller's, whose table must outlive the game. */
KIBITZ_API kibitz_code kibitz_table_seat(kibitz_table *t, int seat, const kibitz_player *player,
                                         kibitz_error *err);
/* Seats a search, a bot or a program, in the words of `kibitz match --engine`: "nodes=2000",
 * "random", "bot:rule", "cmd=./program proto=mgi movetime=100". */
KIBITZ_API kibitz_code kibitz_table_seat_engine(kibitz_table *t, int seat, const char *words,
                                                kibitz_error *err);

typedef enum kibitz_step {
    KIBITZ_STEP_PLAYED,  /* one event was played */
    KIBITZ_STEP_WAITING, /* a player was asked and has not answered yet */
    KIBITZ_STEP_OVER     /* the game is over */
} kibitz_step;
/* Plays one event, or asks for it. KIBITZ_NOT_FOUND where a seat has no player. */
KIBITZ_API kibitz_code kibitz_table_step(kibitz_table *t, kibitz_step *out, kibitz_error *err);
/* To the end; waits for players that answer later. */
KIBITZ_API kibitz_code kibitz_table_play(kibitz_table *t, kibitz_error *err);
/* From any thread: the answer of a player that was asked. */
KIBITZ_API kibitz_code kibitz_table_answer(kibitz_table *t, int seat, const char *action,
                                           kibitz_error *err);
/* From any thread: ends a decision under way and kibitz_table_play() (KIBITZ_STOPPED). */
KIBITZ_API void kibitz_table_stop(kibitz_table *t);
/* Where the game is; lives and changes with the table, and is only to be read. */
KIBITZ_API const kibitz_position *kibitz_table_position(const kibitz_table *t);
/* The result, with a seat that gave up or broke the rules as the last. */
KIBITZ_API void kibitz_table_status(const kibitz_table *t, kibitz_status *out);

/* --- protocol sessions --- */

typedef struct kibitz_session kibitz_session;

/* Lines of the engine, without a newline, on a thread of the session; must not block. */
typedef void (*kibitz_line_sink)(void *ctx, const char *line);
/* A session as `kibitz uci` has one, without a process (docs/protocol.md). It has games of its own:
 * those of the program, and what its lines load. */
KIBITZ_API kibitz_code kibitz_session_open(kibitz_line_sink sink, void *ctx, kibitz_session **out,
                                           kibitz_error *err);
/* Hands a line in; 0 after `quit`. */
KIBITZ_API int kibitz_session_line(kibitz_session *s, const char *line);
/* Waits until every line has been obeyed and nothing is under way. */
KIBITZ_API void kibitz_session_wait(kibitz_session *s);
KIBITZ_API void kibitz_session_close(kibitz_session *s); /* as after `quit` */

/* --- batches, for languages in which a call costs --- */

/* Plays `games` random games from the position, on `threads` threads; the sums over all games of
 * each seat's utility, and how many plies (steps of players and of chance) there were; games that
 * do not end within 100,000 plies count as played, with no utility for any seat. The same seed gives the same sums for any
 * number of threads. */
typedef struct kibitz_playouts {
    uint64_t games, plies;
    double utility[KIBITZ_SEATS];
    double reserved[8];
} kibitz_playouts;
KIBITZ_API kibitz_code kibitz_batch_playouts(const kibitz_position *p, uint64_t games, int threads,
                                             uint64_t seed, kibitz_playouts *out,
                                             kibitz_error *err);
/* The terms of the evaluation of n positions of one game: by position, seat and term; `out` holds
 * n * seats * terms numbers. kibitz_batch_terms() tells how many terms there are. */
KIBITZ_API size_t kibitz_batch_terms(const kibitz_position *p);
KIBITZ_API kibitz_code kibitz_batch_features(const kibitz_position *const *p, size_t n, float *out,
                                             size_t room, kibitz_error *err);

/* Searches n positions with a pool of searches, which the caller made and set: each works on a
 * thread of its own, takes one position after the other, and forgets the last one before. So an
 * answer does not depend on how many there are, unless the limits are times. `visit` is told of the
 * answer to position i on a thread of the pool, one call at a time, in any order; `s` has its
 * lines. `why` is NULL, or says why there is no answer (the game is over). 0 stops the others:
 * KIBITZ_STOPPED. A search that is at work already, or stands twice in the pool: KIBITZ_BUSY. */
typedef int (*kibitz_answer_visit)(void *ctx, size_t i, kibitz_search *s, const kibitz_error *why);
typedef struct kibitz_pool {
    kibitz_search *const *search;
    size_t searches;
    kibitz_answer_visit visit;
    void *ctx; /* handed to visit */
    void *reserved[4];
} kibitz_pool;
KIBITZ_API kibitz_code kibitz_batch_search(const kibitz_pool *over, const kibitz_position *const *p,
                                           size_t n, const kibitz_limits *each, kibitz_error *err);
KIBITZ_API kibitz_code kibitz_batch_search_views(const kibitz_pool *over,
                                                 const kibitz_view *const *v, size_t n,
                                                 const kibitz_limits *each, kibitz_error *err);

#ifdef __cplusplus
}
#endif
#endif
