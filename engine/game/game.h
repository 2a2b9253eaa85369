#ifndef ENGINE_GAME_GAME_H
#define ENGINE_GAME_GAME_H
/* The contract of a game: what an author writes, and all that a search, the protocol or a test
 * knows.
 *
 * A game is a table of functions (`game`) over two pieces of data:
 *   rules  one kind of game under one set of options: made once by open(), immutable, shared by all
 *          threads. The game's own tables follow this head.
 *   state  a flat struct without pointers and without undefined padding, rules->state_size bytes. A
 * clone is a memcpy. Callers keep states in memory aligned to 16 bytes.
 *
 * Who decides next is a player (from 0), chance, or none. apply() leaves a *settled* state: the
 * actor is final, and legal() (at chance: chance() or sample()) has something to offer unless the
 * game is over. Nothing but apply(), start(), read() and resample() changes a state.
 *
 * A *step* is one `action`. A *token* is what the outside sees: one step, or, where a game says so
 * with inside(), a chain of up to max_steps steps by the same player with no chance between them.
 *
 * Equal hashes mean equal futures: the same legal list in the same order, and each action leading
 * to equal hashes again (repetition and counters that only end the game aside). So an action never
 * names a thing by something that the hash ignores.
 *
 * The functions are pure: no globals, no printing, no clock, no allocation outside open(). They may
 * assert what callers promise (a legal action, a state of these rules), never what people typed. */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rng.h"
#include "engine/base/status.h"
#include "engine/base/text.h"
#include "engine/game/params.h"
#include "engine/game/trail.h"

typedef uint64_t action;
#define ACTION_NONE UINT64_MAX /* never legal */

enum {
    GAME_MAX_PLAYERS = 8,
    GAME_MAX_STEPS = 24,  /* the longest chain inside one token */
    GAME_TOKEN_SIZE = 512 /* bytes that hold any token's text */
};

enum { ACTOR_NONE = -1, ACTOR_CHANCE = -2 }; /* what actor() says besides a player */
enum { SEAT_ALL = -1, SEAT_PUBLIC = -2 };    /* whose view: everything; a spectator's */

/* Traits: what a caller has to be ready for. */
enum {
    GAME_CHANCE = 1,         /* chance acts somewhere */
    GAME_SAMPLED = 2,        /* some chance nodes have too many outcomes to list: sample() only */
    GAME_HIDDEN = 4,         /* observe(), resample() and the other view functions are there */
    GAME_REACTIONS = 8,      /* other seats may be asked in between */
    GAME_POINTS = 16,        /* final points are reported and mean something */
    GAME_REPEATS = 32,       /* legal() and apply() look at the trail */
    GAME_UCI = 64,           /* positions are FENs and actions UCI moves: offered as UCI_Variant */
    GAME_NOEND = 128,        /* open() honours params.noend */
    GAME_RANKS = 256,        /* utility is shared out by rank, not by winning */
    GAME_UNEVEN = 512,       /* utilities need not add up to 1 */
    GAME_FIRST_EVENT = 1024, /* open() honours PARAMS_FIRST_RANDOM: chance says who starts */
    GAME_FAIR_BOTS = 2048, /* bots look at nothing that their seat may not know: the true state may
                              be handed to them */
    GAME_SKIPS_I = 4096,   /* in tokens no column is called i */
    GAME_HALVES = 8192     /* final points are halves of what people call a point */
};

typedef enum node_kind { KIND_ACTION, KIND_CHANCE, KIND_REWARD, KIND_REACTION } node_kind;

/* A file that an option named, as it was when the rules were opened. */
typedef struct rules_file {
    char option[PARAMS_NAME];
    uint64_t hash; /* of its bytes; of several files of one option all of them */
} rules_file;

enum { RULES_MAX_FILES = 4 };

typedef struct rules {
    const struct game *game;
    /* The game's tables; empty ones where it has none, so that they are never NULL. */
    const struct game_views *views;
    const struct game_hints *hints;
    const struct game_speed *speed;
    const struct game_evaluation *evaluation;
    const struct game_inputs *inputs;
    const struct game_endings *endings;
    const struct game_terminal *terminal;
    const struct game_table *table;
    uint32_t state_size, view_size; /* bytes of a flat state and of a view (0: nothing is hidden) */
    uint32_t traits;
    uint32_t max_actions; /* the longest list that legal() or chance() can fill */
    uint16_t max_steps;   /* the longest token, in steps */
    uint8_t players;
    atomic_int users;   /* how many hold these rules: rules_share() and rules_close() keep count */
    params options;     /* what it was opened with: for texts, blobs and records */
    uint64_t text_hash; /* of the rules text or the shared object that it came from; 0: neither */
    rules_file file[RULES_MAX_FILES];
    int files;
    struct rules *next_open; /* among those that rules_open() has made and that are still held */
} rules;

/* A policy that plays on its own, for opponents and baselines. It is handed a state that fits what
 * the player to act knows, and returns one legal step. */
typedef struct bot {
    const char *name;
    action (*choose)(const rules *r, const void *s, const trail *t, rng *g);
} bot;

/* One named term of the evaluation and the weight it has before it is tuned. */
typedef struct feature {
    const char *name;
    float weight, min, max, step; /* the range and the step are the tuner's */
} feature;

/* What a feature says about an end without a winner: eval/draws.h. The name "" is for what does not
 * depend on the position. */
typedef struct draw_term {
    const char *name;
    float margin, scale;
} draw_term;

/* Numbers that a bot plays by, for a tuner to find better ones. Which there are may depend on the
 * rules (a deck of cards). */
typedef struct bot_params {
    const char *bot;    /* its name among the game's bots */
    const char *option; /* the game's option that reads a file of them, "name value" on a line */
    /* How many; with `out`, which holds BOT_MAX_PARAMS, also what they are now. The names live as long
     * as the rules. */
    int (*list)(const rules *r, feature *out);
    /* The bot with these numbers instead. */
    action (*choose)(const rules *r, const void *s, const trail *t, const float *number, rng *g);
} bot_params;

enum { BOT_MAX_PARAMS = 256 };

typedef struct action_syntax {
    const char *kind, *pattern; /* "column", "a..g" */
} action_syntax;

/* What only some games have comes in tables of their own, one header each. A game leaves out (NULL)
 * what it has no use for, and inside a table every function that is not named as required. */
struct game_views;      /* game_views.h: hidden information */
struct game_hints;      /* game_hints.h: what helps a search */
struct game_speed;      /* game_speed.h: several steps in one call */
struct game_evaluation; /* game_evaluation.h: features as numbers */
struct game_inputs;     /* game_inputs.h: what a net sees */
struct game_endings;    /* game_endings.h: why it is over, ranks, claims */
struct game_table;      /* game_table.h: scenes and picks, for front ends */
struct game_terminal;   /* game_terminal.h: what texts and keyboards need beyond the token */

typedef struct game {
    /* --- facts --- */
    const char *name, *title;
    const char *variant; /* what chess front ends call it (UCI_Variant); NULL: its name */
    const char *show;    /* free text for user interfaces (colours, pictures); NULL: none */
    uint8_t min_players, max_players, default_players;
    uint32_t traits;              /* of the game under its default options */
    const param_spec *params;     /* options, ended by a NULL name; may be NULL */
    const action_syntax *syntax;  /* ended by a NULL kind */
    const bot *bots;              /* ended by a NULL name; may be NULL */
    const bot_params *bot_params; /* ended by a NULL bot; may be NULL */
    const feature *features;      /* ended by a NULL name; may be NULL, else with `evaluation` */
    const draw_term *draws;       /* ended by a NULL name; NULL: nothing is known of them */
    const void *data;             /* the author's: for functions that serve more than one game */

    /* --- tables: NULL where the game has no use for it --- */
    const struct game_views *views; /* exactly where GAME_HIDDEN is among the traits */
    const struct game_hints *hints;
    const struct game_speed *speed;
    const struct game_evaluation *evaluation;
    const struct game_inputs *inputs;
    const struct game_endings *endings;
    const struct game_terminal *terminal;
    const struct game_table *table;

    /* --- every game has these ten --- */
    /* Checks the options and makes the rules; the caller ends them with close(). Use
     * rules_alloc(). */
    status (*open)(rules **out, const struct game *g, const params *p, error *err);
    void (*start)(const rules *r, void *s); /* the state before the first event; fills all bytes */
    int (*actor)(const rules *r, const void *s); /* a player from 0, ACTOR_CHANCE or ACTOR_NONE */
    /* Every legal step of the player to act, in an order that depends on the state alone. */
    int (*legal)(const rules *r, const void *s, const trail *t, action *out);
    void (*apply)(const rules *r, void *s, trail *t, action a); /* also a chance outcome */
    /* cheap: kept up by apply(), or a word to mix */
    uint64_t (*hash)(const rules *r, const void *s);
    /* When over: each player's utility in 0..1 (the sum is 1) and points (0 where there are
     * none). */
    void (*returns)(const rules *r, const void *s, float *utility, int32_t *points);
    /* A token without the '!' of chance or the '@k:' of reactions. s is the state before it. */
    void (*to_text)(const rules *r, const void *s, const action *steps, int n, text *out);
    /* The position in one line: canonical, and read() of it gives an equal state. read() checks
     * everything; on failure *s is undefined. With ST_OK it may leave an error_note(). A reopened
     * state is written as it is without its end. */
    void (*write)(const rules *r, const void *s, text *out);
    status (*read)(const rules *r, void *s, const char *line, error *err);

    /* --- NULL means a default --- */
    void (*close)(rules *r); /* default: rules_free() */
    /* hash() from scratch, for tests to compare; default: hash() itself, for one that is. */
    uint64_t (*rehash)(const rules *r, const void *s);
    /* ST_OK, or ST_ILLEGAL_ACTION (at chance ST_CHANCE_IMPOSSIBLE) with reason, detail and
     * sentence. Default: one step of legal(), or one outcome of chance(); so a game with inside(),
     * with sample() alone or with GAME_REPEATS brings its own. */
    status (*verify)(const rules *r, const void *s, const trail *t, const action *steps, int n,
                     error *err);
    /* Reads a token into at most GAME_MAX_STEPS steps; fails, with reason and sentence, on what no
     * position could allow. What depends on the position is for verify(). Default: the step of
     * legal() or chance() that to_text() writes so; same games. */
    status (*from_text)(const rules *r, const void *s, const char *token, action *steps, int *n,
                        error *err);
    /* A board for people, as `seat` sees it; colours only if asked for. Default: the line of
     * write(). */
    void (*draw)(const rules *r, const void *s, int seat, bool colours, text *out);

    /* --- NULL where the game has no use for it --- */
    /* Chance (with GAME_CHANCE): all outcomes with probabilities, or one of too many to list. */
    int (*chance)(const rules *r, const void *s, action *out, float *weight);
    action (*sample)(const rules *r, const void *s, rng *g);
    bool (*inside)(const rules *r, const void *s);       /* in the middle of a token */
    node_kind (*kind)(const rules *r, const void *s);    /* default: action or chance */
    const char *(*phase)(const rules *r, const void *s); /* a word for status; default "play" */
    /* Invariants: pieces add up, …; ST_TOO_MUCH_WORK where the rules took too long and drew. */
    status (*check)(const rules *r, const void *s, error *err);
    /* Players and options that a position text implies, before the rules are opened. */
    status (*imply)(const struct game *g, params *p, const char *line, error *err);
    /* One more user of the game itself, or one less: for games that others can take the place of.
     * What is open uses it, too. NULL: it is there as long as the program. Any thread. */
    void (*keep)(const struct game *g, bool on);
} game;

/* --- helpers for authors and callers --- */

/* For open(): zeroed memory of `bytes` (at least sizeof(rules)) with the head filled from g and p;
 * traits, players and options are set, the sizes are the author's. NULL when there is no memory. */
rules *rules_alloc(const game *g, const params *p, size_t bytes);
void rules_free(rules *r); /* a close() for games that own nothing else */

/* For open(): these bytes were read from a file that the option names. */
void rules_note_file(rules *r, const char *option, const char *data, size_t len);

/* Opens a game under p, which is checked first. Who opens what someone holds gets the same rules (unless a file was read
 * for them): they never change, and a text is compiled once. */
status rules_open(rules **out, const game *g, const params *p, error *err);
rules *rules_share(const rules *r); /* one more user of the same rules; safe from any thread */
void rules_close(rules *r);         /* one user less; the last one ends them. NULL is welcome */

/* Who remembers a game for longer than a call, and has nothing open, keeps it: one that was
 * replaced by another of its name goes with its last user. NULL is welcome; game_keep() returns
 * g. */
const game *game_keep(const game *g);
void game_let_go(const game *g);

/* The numbers of a bot by its name, case-insensitive; NULL where it has none. */
const bot_params *game_bot_params(const game *g, const char *name);

node_kind game_kind(const rules *r, const void *s);
const char *game_kind_name(node_kind k);
bool game_inside(const rules *r, const void *s);
/* The contract's functions with their defaults. The defaults of verify and from_text allocate:
 * ST_NOMEM. */
uint64_t game_rehash(const rules *r, const void *s);
status game_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                   error *err);
status game_from_text(const rules *r, const void *s, const char *token, action *steps, int *n,
                      error *err);
void game_draw(const rules *r, const void *s, int seat, bool colours, text *out);

/* A state with what is needed to ask about it; nothing is owned. */
typedef struct state_ref {
    const rules *rules;
    const void *state;
    const trail *trail; /* NULL unless the game has GAME_REPEATS */
} state_ref;

/* Lists of max_actions outcomes of chance and their probabilities. */
typedef struct chance_buffers {
    action *outcome;
    float *weight;
} chance_buffers;
status chance_buffers_init(chance_buffers *b, const rules *r); /* ST_NOMEM: nothing to end */
void chance_buffers_done(chance_buffers *b);                   /* also of one that is all zero */

/* One outcome of a chance node, drawn by its probability; *prob (may be NULL) gets that
 * probability, or 0 where outcomes are only sampled. */
action game_draw_chance(const rules *r, const void *s, chance_buffers b, rng *g, float *prob);

/* The catalogue: every game there is, ended by NULL. cli/ makes it; no other place names a game. */
typedef const game *const *game_list;
/* By its name or, if there is none, by its variant's; case-insensitive. NULL if there is none. */
const game *game_find(game_list games, const char *name);
/* for hints; NULL if nothing is near */
const char *game_nearest(game_list games, const char *name);

#endif
