#ifndef TESTS_GAMES_PROJECT_L_PLAIN_H
#define TESTS_GAMES_PROJECT_L_PLAIN_H
/* Project L once more, slow and plain, written from the rules alone: a second opinion for tests and
 * nothing else. It shares no code with games/project_l, works on cells instead of masks, finds
 * placements by trying, and speaks the same tokens and position texts.
 *
 * Files: project_l_plain.c carries tokens out, project_l_plain_moves.c reads and judges them,
 * project_l_plain_list.c lists them, project_l_plain_text.c reads puzzles and writes positions.
 *
 * A `plain` is flat; copying it clones the game. The puzzle set must outlive it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PLAIN_SHAPES = 9,
    PLAIN_SIDE = 5,  /* of an image */
    PLAIN_SLOTS = 4, /* of a row, and of a player */
    PLAIN_PUZZLES = 64,
    PLAIN_PLAYERS = 4,
    PLAIN_LIST = 8,    /* the most puzzles or placements that one token may name */
    PLAIN_TOKEN = 256, /* room for a token */
    PLAIN_TEXT = 2048, /* room for a position text */
    PLAIN_LEGAL_CAP = 20001
};
enum { PLAIN_WHITE, PLAIN_BLACK };
enum { PLAIN_NOBODY = -1, PLAIN_CHANCE = -2 };

typedef struct plain_image {
    bool cell[PLAIN_SIDE][PLAIN_SIDE]; /* true: closed or covered */
} plain_image;

typedef struct plain_puzzle {
    int colour, number, points, reward;
    char name[8]; /* "W17" */
    plain_image start;
} plain_puzzle;

/* The puzzles of a file, white before black, by number; a puzzle is named by its index. And the
 * ways to turn each shape, pushed to the top left. */
typedef struct plain_set {
    plain_puzzle puzzle[PLAIN_PUZZLES];
    int count;
    plain_image turned[PLAIN_SHAPES][8];
    int turns[PLAIN_SHAPES];
} plain_set;

typedef struct plain_options {
    int players, ft_points, ft_return, trigger_black, basic_subst, reward_lower, same_change, pass;
    int black, white, reserve, rounds;
} plain_options;

typedef struct plain_deck {
    int unknown;             /* cards on top in unknown order, each one of those that ... */
    bool may[PLAIN_PUZZLES]; /* ... may be among them; all false when there are none */
    int tail[PLAIN_PUZZLES]; /* the known cards below */
    int tails;
} plain_deck;

typedef struct plain_slot {
    int puzzle; /* -1: empty */
    plain_image image;
    int used[PLAIN_SHAPES];
} plain_slot;

typedef struct plain_player {
    int score;
    int supply[PLAIN_SHAPES];
    plain_slot slot[PLAIN_SLOTS];
    int done[PLAIN_PUZZLES];
    int dones;
    int touches, touched_done; /* placements and completions in phase T; for plain_check() */
} plain_player;

typedef struct plain {
    const plain_set *set;
    plain_options o;
    char phase; /* N E T F */
    int seat, actions, round;
    bool master, black, last;
    int reserve[PLAIN_SHAPES];
    int row[2][PLAIN_SLOTS]; /* -1: empty */
    plain_deck deck[2];
    plain_player player[PLAIN_PLAYERS];
    struct {
        int colour, slot;    /* slot -1: a card taken from the top */
    } draw[2 * PLAIN_SLOTS]; /* cards still to come, in order */
    int draws;
    int reward[PLAIN_SLOTS]; /* slots of completed puzzles to be settled, in order */
    int rewards;
    char acting;            /* first letter of the action under way, 0 if there is none */
    int lost[PLAIN_SHAPES]; /* pieces gone with puzzles completed in phase T */
} plain;

/* --- setting up (project_l_plain_text.c, project_l_plain.c) --- */

bool plain_load(plain_set *set, const char *path); /* false: unreadable or broken */
plain_options plain_usual(int players, bool reference);
/* Sets an option by name; false if there is none of that name. */
bool plain_option(plain_options *o, const char *name, int value);
void plain_start(plain *g, const plain_set *set, const plain_options *o);

/* --- asking --- */

int plain_actor(const plain *g);        /* a player, PLAIN_CHANCE or PLAIN_NOBODY */
const char *plain_kind(const plain *g); /* "action", "reward" or "chance" */
int plain_deck_size(const plain_deck *d);
int plain_rewards(const plain *g, int puzzle, int options[PLAIN_SHAPES]); /* how many */
bool plain_full(const plain_image *image);
bool plain_change_allowed(const plain *g, int from, int to);
bool plain_basic_allowed(const plain *g, int shape);

/* A growing list of tokens; start from {0}, end with plain_tokens_done(). */
typedef struct plain_tokens {
    char (*at)[PLAIN_TOKEN];
    size_t count, cap;
    bool cut; /* there are more than PLAIN_LEGAL_CAP */
} plain_tokens;

void plain_legal(const plain *g, plain_tokens *out);    /* replaces what *out held */
void plain_outcomes(const plain *g, plain_tokens *out); /* at chance; all are as likely */
uint64_t plain_count(const plain *g);                   /* as plain_legal(), without a cap */
void plain_tokens_done(plain_tokens *t);

typedef struct plain_verdict {
    char reason[48], data[112];
} plain_verdict;

/* Whether a token is legal; if not, *v has the reason ("Malformed" if it is no token at all). */
bool plain_verify(const plain *g, const char *token, plain_verdict *v);

/* --- playing: a legal token, or an outcome --- */

void plain_play(plain *g, const char *token);

/* --- words and results (project_l_plain_text.c) --- */

void plain_text(const plain *g, char *out, size_t cap);
void plain_results(const plain *g, int *points, int *ranks, double *utility); /* when over */
const char *plain_check(const plain *g); /* NULL, or which invariant is broken */

/* --- between the files --- */

typedef struct plain_placement {
    int puzzle, shape;
    plain_image mask;
} plain_placement;

/* A token taken apart. Which fields count depends on the kind. */
typedef struct plain_move {
    char kind;  /* the first letter of take recycle basic change place master endft nothing;
                   '=' for a reward */
    int colour; /* recycle; take from the top, else -1 */
    int list[PLAIN_LIST];
    int listed;   /* take: at most one; recycle */
    int from, to; /* shapes: change; to: basic, reward */
    plain_placement place[PLAIN_LIST];
    int places;
    int wanted[PLAIN_LIST]; /* rewards in the suffix */
    int wants;
} plain_move;

extern const char *const plain_shape_names[PLAIN_SHAPES];
extern const int plain_levels[PLAIN_SHAPES];

bool plain_parse(const plain *g, const char *token, plain_move *m);
void plain_name(const plain_set *set, int puzzle, char out[8]); /* "W17" */
int plain_find(const plain_set *set, const char *name);         /* -1: none */
int plain_shape(const char *name);                              /* -1: none */
uint32_t plain_mask(const plain_image *image);
void plain_turn_shapes(plain_set *set);
bool plain_any_other(const plain *g); /* something to do besides nothing, in phases N and E */
int plain_own_slot(const plain *g, int puzzle); /* of the seat to move; -1: not there */

#endif
