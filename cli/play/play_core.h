#ifndef CLI_PLAY_PLAY_CORE_H
#define CLI_PLAY_PLAY_CORE_H
/* The core of `kibitz play`: one table with people and engines in its seats, as a machine that is
 * fed lines and says text. It reads no input and knows no terminal, so that other screens can be
 * built on it and tests can talk to it.
 *
 * Its owner does again and again what play_next() asks for. One thread; only play_stop() may come
 * from another. */

#include "arena/illegal.h"
#include "cli/screen/screen.h"
#include "search/search.h"

typedef struct play play;

enum {
    PLAY_NAME_SIZE = 64,  /* bytes that hold the name of a search or a word, */
    PLAY_PERSON_SIZE = 40 /* and that of a person */
};

#define PLAY_LOG_RESTARTED SIZE_MAX

typedef enum play_screen {
    PLAY_SCREEN_ANY, /* the game's own in ASCII, unless it is for those who ask for it */
    PLAY_SCREEN_CLASSIC,
    PLAY_SCREEN_STANDARD
} play_screen;

/* What a table is for. */
typedef enum play_purpose {
    PLAY_TO_PLAY,
    PLAY_TO_DECIDE, /* to bring a position to the next decision, or the end: what chance brings is
                       rolled or typed in, and then it is left */
    PLAY_TO_SET_UP  /* the same, after a position was set up */
} play_purpose;

typedef struct play_config {
    game_list games; /* for load */
    const search_registry *book;
    /* "human", or the words of an engine as in a match (arena/engine_spec.h), the name of a search
     * or more: "mcts EvalFile=x level=4 movetime=200"; a program: "cmd=./mine proto=mgi". NULL:
     * auto. */
    const char *seat[GAME_MAX_PLAYERS];
    const char *engine_settings; /* for all our engines, before their own; may be NULL */
    illegal_policy illegal;      /* what an illegal answer of a program does */
    int64_t patience_ms;         /* how long after its time a program is waited for */
    const char *names;           /* of the seats, with commas between them; may be NULL */
    search_limits limits;        /* of each engine move and hint */
    search_options options;      /* threads and hash_bytes; the rest is ours */
    int level;                   /* of the engines, 1 to SKILL_LEVELS */
    uint64_t seed;               /* for chance and for the engines */
    bool dice;                   /* chance is typed in by a person */
    play_purpose purpose;
    bool ask_all; /* also asks where there is only one answer */
    bool files;   /* save and load are allowed */
    bool screen;  /* a terminal: what others must not see is wiped */
    bool colours;
    /* How boards are drawn now; NULL, or false from it: as the games draw them, in ASCII. */
    bool (*look)(screen_look *out);
    bool tokens;       /* actions are shown as tokens, not in chess notation */
    play_screen start; /* which screen comes first, where the game has its own */
    void (*say)(void *ctx, const char *text); /* complete lines */
    void *say_ctx;
    search_listener listen; /* while an engine thinks; may be NULL */
    void *listen_ctx;
    /* The log of the game, if it is wanted, an event at a time: of what was logged so far the first
     * `keep` bytes stay (all of it, unless something was taken back), and `more` comes after them.
     * PLAY_LOG_RESTARTED: another game begins, and what was logged is another file's. After a
     * failure, which is said once, it is not called again. */
    status (*log)(void *ctx, size_t keep, const char *more, error *err);
    void *log_ctx;
} play_config;

/* Takes over `start`, also on failure. ST_BAD_VALUE, ST_NOT_FOUND or ST_UNSUPPORTED where a seat's
 * search cannot play this game. */
status play_create(play **out, const play_config *c, position *start, error *err);
void play_destroy(play *p); /* NULL is welcome */

typedef enum play_want {
    PLAY_LINE,  /* show play_prompt(), read a line, and hand it to play_line() */
    PLAY_ENTER, /* the keyboard changes hands: any line to play_line(), then it continues */
    PLAY_THINK, /* call play_think(): an engine is to act */
    PLAY_QUIT   /* a player said so */
} play_want;

/* Does what needs no person (rolls dice, shows the board) and tells what comes next. ST_NOMEM. */
status play_next(play *p, play_want *want, error *err);

const char *play_prompt(const play *p); /* "seat 1> ", "Ann> ", "dice> ", "over> ", ... */

/* One line of a person: an action, an outcome of chance, or a command. Whatever it is, the game
 * goes on. An action wins over a command of the same name; a '/' before a word makes it a
 * command. */
void play_line(play *p, const char *line);

/* One action of an engine, or one attempt of a program that came to nothing, which is said and counted.
 * On failure nothing was played. */
status play_think(play *p, error *err);
void play_stop(play *p); /* from any thread: play with what was found so far */

/* The seat to act (from 0), ACTOR_CHANCE or ACTOR_NONE (over, also by resigning). */
int play_actor(const play *p);
bool play_may_claim(const play *p); /* whether the player to act may end the game by a claim */
const position *play_position(const play *p);
bool play_has_human(const play *p);
bool play_was_left(const play *p); /* a person said quit, or does not want what was set up */

/* The game in the form that the ending of the path names (x.pgn, formats.h), else as a record, with seats, names and seed in the header; for a game with a log of its own
 * the position in one line and the log after it. Resigning is not part of that log. */
status play_save(play *p, const char *path, bool force, error *err);

/* Whether a text may be the name of a person; ST_BAD_VALUE says what is wrong with it. */
status play_check_name(const char *name, error *err);

/* Every line that could be typed at the prompt now and starts with `line`: commands, and after the
 * commands that take one, or alone, legal actions. At most `most`. */
void play_complete(play *p, const char *line, int max, void (*found)(void *ctx, const char *line),
                   void *ctx);

#endif
