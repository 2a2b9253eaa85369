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
 * Who decides next is a player (from 0), chance, or nobody. apply() leaves a *settled* state: the
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

struct happened_list; /* engine/game/happened.h */

typedef uint64_t action;
#define ACTION_NONE UINT64_MAX /* never legal */

enum {
    GAME_MAX_PLAYERS = 8,
    GAME_MAX_STEPS = 24,  /* the longest chain inside one token */
    GAME_TOKEN_ROOM = 512 /* bytes that hold any token's text */
};

enum { ACTOR_NONE = -1, ACTOR_CHANCE = -2 }; /* what actor() says besides a player */
enum { SEAT_ALL = -1, SEAT_PUBLIC = -2 };    /* whose eyes: everything; an onlooker's */

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
    GAME_FAIR_BOTS = 2048 /* bots look at nothing that their seat may not know: the true state may
                             be handed to them */
};

/* How a state has ended. A *claim* is an end that the player to act may ask for, a *called* end one
 * that holds unless the players go on all the same. Both are over for searches, playouts and
 * referees (actor() is ACTOR_NONE); reopen() makes of them the state in which play goes on. */
typedef enum end_kind { END_NONE, END_CLAIM, END_CALLED, END_FINAL } end_kind;

typedef enum node_kind { KIND_ACTION, KIND_CHANCE, KIND_REWARD, KIND_REACTION } node_kind;

/* A file that an option named, as it was when the rules were opened. */
typedef struct rules_file {
    char option[PARAMS_NAME];
    uint64_t hash; /* of its bytes; of several files behind one option all of them */
} rules_file;

enum { RULES_FILES = 4 };

typedef struct rules {
    const struct game *game;
    uint32_t state_size, view_size; /* bytes of a flat state and of a view (0: nothing is hidden) */
    uint32_t traits;
    uint32_t max_actions; /* the longest list that legal() or chance() can fill */
    uint16_t max_steps;   /* the longest token, in steps */
    uint8_t players;
    atomic_int users;   /* how many hold these rules: rules_share() and rules_close() keep count */
    params options;     /* what it was opened with: for texts, blobs and records */
    uint64_t text_hash; /* of the rules text or the shared object that it came from; 0: neither */
    rules_file file[RULES_FILES];
    int files;
} rules;

/* A policy that plays on its own, for opponents and baselines. It is handed a state that fits what
 * the player to act knows, and returns one legal step. */
typedef struct bot {
    const char *name;
    action (*choose)(const rules *r, const void *s, const trail *t, rng *g);
} bot;

/* One named term of the evaluation and the weight it has before anybody tunes it. */
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
typedef struct bot_numbers {
    const char *bot;    /* its name among the game's bots */
    const char *option; /* the game's option that reads a file of them, "name value" on a line */
    /* How many; with `out`, which holds NUMBERS_MAX, also what they are now. The names live as long
     * as the rules. */
    int (*list)(const rules *r, feature *out);
    /* The bot with these numbers instead. */
    action (*choose)(const rules *r, const void *s, const trail *t, const float *number, rng *g);
} bot_numbers;

enum { NUMBERS_MAX = 256 };

typedef struct action_syntax {
    const char *kind, *pattern; /* "column", "a..g" */
} action_syntax;

typedef struct game {
    /* --- facts -----------------------------------------------------------------------------------
     */
    const char *name, *title;
    const char *variant; /* what chess front ends call it (UCI_Variant); NULL: its name */
    const char *show;    /* free text for user interfaces (colours, pictures); NULL: none */
    uint8_t min_players, max_players, usual_players;
    uint32_t traits;             /* of the game under its usual options */
    const param_spec *params;    /* options, ended by a NULL name; may be NULL */
    const action_syntax *syntax; /* ended by a NULL kind */
    const bot *bots;             /* ended by a NULL name; may be NULL */
    const bot_numbers *numbers;  /* ended by a NULL bot; may be NULL */
    const feature *features;     /* ended by a NULL name; may be NULL, else with measure() */
    const draw_term *draws;      /* ended by a NULL name; NULL: nothing is known of them */
    const void *data;            /* the author's: for functions that serve more than one game */
    const struct game_manners *manners; /* how it is played at a keyboard; may be NULL */

    /* --- life ------------------------------------------------------------------------------------
     */
    /* Checks the options and makes the rules; the caller ends them with close(). Use rules_alloc().
     */
    status (*open)(rules **out, const struct game *g, const params *p, error *err);
    void (*close)(rules *r);
    /* One more user of the game itself, or one less: for games that others can take the place of.
     * What is open uses it, too. NULL: it is there as long as the program. Any thread. */
    void (*keep)(const struct game *g, bool on);
    void (*start)(const rules *r, void *s); /* the state before the first event; fills all bytes */

    /* --- play ------------------------------------------------------------------------------------
     */
    int (*actor)(const rules *r, const void *s); /* a player from 0, ACTOR_CHANCE or ACTOR_NONE */
    /* Every legal step of the player to act, in an order that depends on the state alone. */
    int (*legal)(const rules *r, const void *s, const trail *t, action *out);
    void (*apply)(const rules *r, void *s, trail *t, action a); /* also a chance outcome */
    uint64_t (*hash)(const rules *r,
                     const void *s); /* cheap: kept up by apply() or a word to mix */
    uint64_t (*rehash)(const rules *r,
                       const void *s); /* the same, from scratch; tests compare them */
    /* When over: each player's utility in 0..1 (the sum is 1) and points (0 where there are none).
     */
    void (*returns)(const rules *r, const void *s, float *utility, int32_t *points);

    /* --- words -----------------------------------------------------------------------------------
     */
    /* ST_OK, or ST_ILLEGAL_ACTION (at chance ST_CHANCE_IMPOSSIBLE) with reason, detail and
     * sentence. */
    status (*verify)(const rules *r, const void *s, const trail *t, const action *steps, int n,
                     error *why);
    /* A token without the '!' of chance or the '@k:' of reactions. s is the state before it. */
    void (*to_text)(const rules *r, const void *s, const action *steps, int n, text *out);
    /* Reads a token into at most GAME_MAX_STEPS steps; fails, with reason and sentence, on what no
     * position could allow. What depends on the position is for verify(). */
    status (*from_text)(const rules *r, const void *s, const char *token, action *steps, int *n,
                        error *why);
    /* The position in one line: canonical, and read() of it gives an equal state. read() checks
     * everything; on failure *s is undefined. With ST_OK it may leave an error_note(). A reopened
     * state is written as it is without its end. */
    void (*write)(const rules *r, const void *s, text *out);
    status (*read)(const rules *r, void *s, const char *line, error *err);
    /* A board for people, as `seat` sees it; colours only if told so. */
    void (*draw)(const rules *r, const void *s, int seat, bool colours, text *out);

    /* --- optional: NULL where the game has no use for it
     * -------------------------------------------- */
    /* Players and options that a position text implies, before the rules are opened. */
    status (*imply)(params *p, const char *line, error *err);
    bool (*inside)(const rules *r, const void *s);          /* in the middle of a token */
    node_kind (*kind)(const rules *r, const void *s);       /* default: action or chance */
    const char *(*phase)(const rules *r, const void *s);    /* a word for status; default "play" */
    const char *(*ending)(const rules *r, const void *s);   /* why it is over; default "end" */
    void (*ranks)(const rules *r, const void *s, int *out); /* from 1; default: by utility, dense */
    /* Ends that play may go past; default: END_FINAL where nobody acts. A reopened state still says
     * END_CLAIM or END_CALLED, and ending() and returns() what that would give, until a step is
     * made. reopen() and close_end() are for states that say so; where there is no legal step,
     * reopen() leaves a state with another end, END_FINAL. The hash of an open one is that of the
     * position without its end. */
    end_kind (*end)(const rules *r, const void *s);
    void (*reopen)(const rules *r, void *s);
    void (*close_end)(const rules *r, void *s); /* over again */
    /* The step that hands the turn over though no rule offers it, for front ends that play a null
     * move (0000); apply() and to_text() know it, legal() never lists it. False where that cannot
     * be: in check. */
    bool (*null_move)(const rules *r, const void *s, const trail *t, action *out);
    /* The k-th other spelling of a token, k from 0; false when there are no more. */
    bool (*alias)(const rules *r, const void *s, const action *steps, int n, int k, text *out);
    /* With alias(), where it shows afterwards which spelling was played (the display that is empty
     * now), though it does not matter: from_text() may return another step for another spelling,
     * which verify(), apply() and to_text() know and legal() does not list; apply() of it leads to
     * the hash that apply() of canonical() leads to. */
    action (*canonical)(const rules *r, const void *s, action a);
    /* Where a spelling stands in the list that the outside sees; default: behind the usual one. */
    uint32_t (*alias_rank)(const rules *r, const char *token);
    void (*describe)(const rules *r, const void *s, const action *steps, int n, text *out);
    /* What an event did, as `seat` (from 0, SEAT_ALL or SEAT_PUBLIC) may know it, in the state
     * `before` it: first the event itself, then whatever followed without a question, one entry
     * each. Nothing where the seat sees nothing of it. Default: describe(). happened.h has the
     * list. */
    void (*happened)(const rules *r, const void *before, const action *steps, int n, int seat,
                     struct happened_list *list);
    /* Invariants: pieces add up, …; ST_TOO_MUCH_WORK where the rules took too long and drew. */
    status (*check)(const rules *r, const void *s, error *err);
    /* What each player's final points cannot fall below or rise above. */
    void (*bounds)(const rules *r, const void *s, int32_t *low, int32_t *high);

    /* What if `subject` were completed now and these were the rewards on offer: the state in which
     * the player to act chooses one of them. Errors blame a word. */
    status (*what_if)(const rules *r, const void *s, const char *subject, char *const *options,
                      int n, void *out, error *err);

    /* Chance (with GAME_CHANCE): all outcomes with probabilities, or one of too many to list. */
    int (*chance)(const rules *r, const void *s, action *out, float *weight);
    action (*sample)(const rules *r, const void *s, rng *g);

    /* Hidden information (with GAME_HIDDEN). A view is a flat type of its own, rules->view_size
     * bytes, without room for what its player does not know. Players from 0, or SEAT_PUBLIC. */
    void (*observe)(const rules *r, const void *s, int player, void *view);
    void (*resample)(const rules *r, const void *view, void *s, rng *g); /* a state that fits */
    void (*view_start)(const rules *r, int player, void *view);
    /* Advances a view by one event as its player sees it: an action token, !x, or ?x. ST_LEAK where
     * the player could not have seen that. A chance event with one possible outcome may be left
     * out. On failure the view is unchanged. */
    status (*view_apply)(const rules *r, void *view, const char *event, error *why);
    /* A state that fits the view and in which that event is possible, and the steps of the event
     * there; what of them the player cannot see is invented. Fails as view_apply() does. May be
     * NULL where the game has neither describe() nor happened(). */
    status (*view_deal)(const rules *r, const void *view, const char *event, void *s, action *steps,
                        int *n, error *why);
    /* The event as `player` sees it, with its '!' or '?'; empty where nothing of it shows. s is the
     * state before it. Chance events with one outcome count: a view may learn from them. */
    void (*seen_text)(const rules *r, const void *s, const action *steps, int n, int player,
                      text *out);
    uint64_t (*view_hash)(const rules *r, const void *view);
    int (*view_player)(const rules *r, const void *view);
    void (*view_write)(const rules *r, const void *view, text *out);
    status (*view_read)(const rules *r, int player, void *view, const char *line, error *err);

    /* Speed: one random ply of whoever acts, chance included; legal, choose and apply in one call.
     * The state may afterwards hold a stale hash, but plays on correctly. */
    void (*play_random)(const rules *r, void *s, trail *t, rng *g);
    /* The same up to `most` plies in one go, or to the end of the game; returns how many. By the
     * probabilities of play_random(), if not by the same numbers of the generator. */
    int (*play_out)(const rules *r, void *s, trail *t, rng *g, int most);
    /* How many steps legal() would list, where that is quicker than listing them. */
    uint64_t (*count)(const rules *r, const void *s, const trail *t);
    /* How many ways there are to play the turn of the player to act to its end, in steps of this
     * player alone. False, and nothing said, where that has to be tried. */
    bool (*count_turns)(const rules *r, const void *s, const trail *t, uint64_t *out);
    /* The same as play_random() by a quick sensible policy, for games that uniform play would not
     * end. */
    void (*playout_policy)(const rules *r, void *s, trail *t, rng *g);
    /* Hints for searches. noisy(): the step changes the balance at once (a capture), so that no
     * evaluation should be trusted before it is answered. order(): a quick guess of how good each
     * of n legal steps is, as logarithms of odds (0 where there is nothing to say; a noisy
     * step below 0 gives more than it takes). skip(): hands
     * the turn over as if the player could pass; false, and nothing done, where that proves
     * nothing. urgent(): the player to act has to answer a threat, so that a search should not stop
     * here (a check). goes_on(): the player to act is in the middle of a turn that may take any
     * number of steps, so that one more of them brings nobody's reply nearer. */
    bool (*noisy)(const rules *r, const void *s, action a);
    /* The noisy ones of legal(), in its order, where that is quicker than asking for each. */
    int (*noisy_list)(const rules *r, const void *s, const trail *t, action *out);
    void (*order)(const rules *r, const void *s, const action *list, int n, float *score);
    bool (*skip)(const rules *r, void *s);
    bool (*urgent)(const rules *r, const void *s);
    bool (*goes_on)(const rules *r, const void *s);
    /* For exact searches. promising(): a look ahead about as cheap as legal(). It fills those steps
     * that can still matter, the best guess first, such that one of the best is among them, and
     * `utility` with the most that each player can still get. It is worth 0, and `utility` what the
     * players do get, where best play is plain to see: the player to act wins with this token, or
     * loses with the next one whatever he does. What it leaves out of a list loses with the next
     * token, so that the listed steps are also the best for who hurries or holds out.
     * class_hash(): a hash that a position shares with its mirror images, which have the same actor
     * and are worth the same to every player. */
    int (*promising)(const rules *r, const void *s, action *out, float *utility);
    uint64_t (*class_hash)(const rules *r, const void *s);
    /* The features' values for one player, from what that player may know. */
    void (*measure)(const rules *r, const void *s, int player, float *out);
    /* The sums of weight x feature for all players at once, where that is quicker than measuring.
     * fold() makes of the weights whatever weigh() wants to be handed; with `out` NULL it tells how
     * many bytes that takes. */
    size_t (*fold)(const rules *r, const float *weight, void *out);
    void (*weigh)(const rules *r, const void *s, const void *folded, double *total);
} game;

/* --- helpers for authors and callers --- */

/* For open(): zeroed memory of `bytes` (at least sizeof(rules)) with the head filled from g and p;
 * traits, players and options are set, the sizes are the author's. NULL when there is no memory. */
rules *rules_alloc(const game *g, const params *p, size_t bytes);
void rules_free(rules *r); /* a close() for games that own nothing else */

/* For open(): these bytes were read from a file that the option names. */
void rules_note_file(rules *r, const char *option, const char *data, size_t len);

/* Opens a game under p; a convenience around g->open that checks p first. */
status rules_open(rules **out, const game *g, const params *p, error *err);
rules *rules_share(const rules *r); /* one more user of the same rules; safe from any thread */
void rules_close(rules *r);         /* one user less; the last one ends them. NULL is welcome */

/* Who remembers a game for longer than a call, and has nothing open, keeps it: one that was
 * replaced by another of its name goes with its last user. NULL is welcome; game_keep() returns g.
 */
const game *game_keep(const game *g);
void game_let_go(const game *g);

/* The numbers of a bot by its name, case aside; NULL where it has none. */
const bot_numbers *game_numbers(const game *g, const char *name);

node_kind game_kind(const rules *r, const void *s);
end_kind game_end(const rules *r, const void *s);
/* Over, also by a called end that play has gone past; a claim counts only while it is closed. */
bool game_is_over(const rules *r, const void *s);
const char *game_ending(const rules *r, const void *s); /* why it has ended, or would */
const char *game_kind_name(node_kind k);
bool game_inside(const rules *r, const void *s);
void game_ranks(const rules *r, const void *s, int *out);

/* One outcome of a chance node, drawn by its probability; *prob (may be NULL) gets that
 * probability, or 0 where outcomes are only sampled. `room` holds max_actions actions and weights.
 */
typedef struct chance_room {
    action *outcome;
    float *weight;
} chance_room;
action game_draw_chance(const rules *r, const void *s, chance_room room, rng *g, float *prob);

/* The catalogue: every game there is, ended by NULL. cli/ makes it; nobody else names a game. */
typedef const game *const *game_list;
/* By its name or, if there is none, by its variant's; case aside. NULL if there is none. */
const game *game_find(game_list games, const char *name);
const char *game_nearest(game_list games,
                         const char *name); /* for hints; NULL if nothing is near */

#endif
