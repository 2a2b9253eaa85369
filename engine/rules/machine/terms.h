#ifndef ENGINE_RULES_MACHINE_TERMS_H
#define ENGINE_RULES_MACHINE_TERMS_H
/* How a game from a rules text evaluates its positions: named terms, chosen from what the text
 * speaks of. Pieces that move are valued at what they can do (their moves on boards filled at
 * random), cells what can be done from there; where the text has royal pieces, hands, scores,
 * lines, ways to join or goals to reach, there are terms for them.
 *
 * The list of terms is known when a text is read (terms_choose); what the terms are measured
 * with is made when a game is opened (terms_make), and measured by the interpreter. */

#include "engine/game/game.h"
#include "engine/rules/kinds.h"
#include "engine/rules/machine/program.h"

/* X(id, name, weight, what): the weight before it is tuned, in logarithms of odds. */
#define TERMS_OF_KINDS(X)                                                                          \
    X(PIECE, ".count", 0.5F, "pieces of a kind, each valued by its moves")                         \
    X(PLACE, ".place", 0.08F, "how much can be done from their cells")                             \
    X(MOVES, ".moves", 0.02F, "cells they hit")                                                    \
    X(CENTRE, ".centre", 0.05F, "nearness to the middle")                                          \
    X(LATE, ".centre-late", 0.0F, "the same when few pieces are left")                             \
    X(ADVANCE, ".advance", 0.2F, "pieces that only go forwards: how far they are")                 \
    X(ADVANCE_LATE, ".advance-late", 0.4F, "the same when few pieces are left")                    \
    X(PASSED, ".passed", 0.5F, "and none of the enemy's can stop them")                            \
    X(DOUBLED, ".doubled", -0.08F, "and one is in the way of the other")                           \
    X(ALONE, ".alone", -0.06F, "and none is next to them")                                         \
    X(PAIR, ".pair", 0.1F, "two or more of a kind")                                                \
    X(HAND, ".hand", 0.5F, "pieces in hand")                                                       \
    X(SAFE, ".safe", 0.0F, "cells they hit that no cheaper piece of the enemy hits")               \
    X(FREE, ".free", 0.0F, "for each piece the root of that: the first cells count most")          \
    X(PASSED_LATE, ".passed-late", 0.0F, "what has passed when few pieces are left")               \
    X(PASSED_FREE, ".passed-free", 0.0F, "what has passed, with an empty cell ahead")              \
    X(ESCORT, ".escort", 0.0F, "what has passed, late: the own royal piece nearer by so many")     \
    X(CHAINED, ".chained", 0.0F, "pieces that only go forwards and are guarded by their like")     \
    X(FREE_LATE, ".free-late", 0.0F, "the same as free when few pieces are left")                  \
    X(OUTPOST, ".outpost", 0.0F, "guarded by what only goes forwards, and no such enemy can hit")  \
    X(CELL, "", 0.0F, "pieces on one cell or on its mirror image, left and right")                 \
    X(CELL_LATE, "-late", 0.0F, "the same when few pieces are left")                               \
    X(CELL_OWN, "-own", 0.0F, "on the half of the own royal piece, less those on the other half")  \
    X(CELL_ENEMY, "-enemy", 0.0F, "the same for the royal piece of the enemy")

#define TERMS_OF_GAME(X)                                                                           \
    X(TEMPO, "tempo", 0.08F, "to be the one who acts")                                             \
    X(SHELTER, "shelter", 0.06F, "pieces around the royal one, while many are left")               \
    X(SIEGE, "siege", 0.05F, "hits around the royal piece of the enemy")                           \
    X(MOBILITY, "mobility", 0.06F, "legal actions")                                                \
    X(SCORE, "score", 0.1F, "the score, the fuller the board")                                     \
    X(GOAL, "goal", 1.5F, "the nearest piece to the goal")                                         \
    X(LINE1, "line-1", 0.8F, "lines that lack one piece")                                          \
    X(LINE2, "line-2", 0.2F, "lines that lack two")                                                \
    X(LINE3, "line-3", 0.05F, "lines that lack three")                                             \
    X(PATH, "path", 0.7F, "pieces that are still needed to connect the sides")                     \
    X(APART, "apart", -0.6F, "how far the pieces are from each other")                             \
    X(TALLY, "tally", 0.7F, "a number of the player's that wins")                                  \
    X(LINKS, "links", 0.5F, "the same as path where bridges hold")                                 \
    X(FRONTIER, "frontier", -0.03F, "pieces next to empty cells, where they are turned over")      \
    X(STABLE, "stable", 0.25F, "pieces that can never be turned over")                             \
    X(EXPOSED, "exposed", -0.15F, "pieces next to empty corners")                                  \
    X(LIBERTIES, "liberties", 0.03F, "empty cells next to pieces that need them")                  \
    X(NEARER, "nearer", 0.08F, "cells that are nearer to one's own pieces")                        \
    X(SHORT1, "short-1", -0.1F, "pieces of groups with one liberty")                               \
    X(SHORT2, "short-2", -0.03F, "pieces of groups with two")                                      \
    X(THREATS, "threats", 0.0F, "pieces of the enemy that a cheaper piece hits")                   \
    X(HANGING, "hanging", 0.0F, "pieces of the enemy that are hit and not guarded")                \
    X(ASSAULT, "assault", 0.0F, "pairs of pieces that hit around the royal piece of the enemy")    \
    X(SHIELD, "shield", 0.0F, "pieces that only go forwards close before the royal one")           \
    X(OPEN, "open", 0.0F, "riders on columns without pieces that only go forwards")                \
    X(HALF_OPEN, "half-open", 0.0F, "riders on columns where only the enemy has some")             \
    X(WEAK, "weak", 0.0F, "cells hit around the enemy's royal piece that it alone guards")         \
    X(CHECKS, "checks", 0.0F, "ways to hit the enemy's royal piece from a safe cell")              \
    X(DANGER, "danger", 0.0F, "all that is near the enemy's royal piece, squared")                 \
    X(OPEN_ROYAL, "open-royal", 0.0F, "free lines to the own royal piece, while many are left")    \
    X(OWN, "", 0.1F, "what the author counts: `term`")

typedef enum terms_what {
#define TERMS_ENUM(id, name, weight, what) TERMS_##id,
    TERMS_OF_KINDS(TERMS_ENUM) TERMS_OF_GAME(TERMS_ENUM)
#undef TERMS_ENUM
        TERMS_COUNT
} terms_what;

enum { TERMS_HITTERS = 64, TERMS_ROOTS = 32, TERMS_MAX = 1024, TERMS_NAME = RB_NAME + 16 };
enum { TERMS_CELLS = 64 }; /* of a board with weights for its cells: more would be seldom seen */

typedef struct terms_entry {
    uint8_t what, kind; /* kind: of pieces, where the term is about one; TERMS_OWN: which */
    uint16_t cell;      /* where the term is about one, in the left half of the board */
} terms_entry;

typedef struct terms_plan {
    int count;
    int first_cell; /* the terms from here on are about cells: for each cell so many: */
    int cell_terms; /* early; early and late; and the two about the halves of the board */
    terms_entry term[TERMS_MAX];
    feature list[TERMS_MAX + 1]; /* for the contract */
    char name[TERMS_MAX][TERMS_NAME];
} terms_plan;

/* On which half of the board two royal pieces are: -1 left, 1 right, 0 in the middle or not known. */
typedef struct terms_halves {
    int own, enemy;
} terms_halves;
enum { TERMS_HALVES = 9 };

/* A cell as one player sees it. */
typedef struct terms_cell {
    int8_t half;         /* -1 left, 1 right, 0 in the middle */
    uint16_t seen;       /* the cell that the first player would see there */
    uint8_t column, row; /* from 1 */
    float far;           /* square of the way from the first row to the last */
    float centre;        /* 1 in the middle, 0 in a corner */
    float near;          /* to the goal: 1 there, 0 as far away as can be */
} terms_cell;

/* The span of a cell, which lies ahead of it as a player sees it; nothing but pieces that only go forwards is asked about. */
typedef struct terms_span {
    int16_t next; /* the cell ahead in the same column; -1: none */
    area front;   /* the column and those beside it, all rows ahead */
    area beside;  /* the columns beside it, every row */
} terms_span;

/* The weights of terms that both have. */
void terms_inherit(terms_plan *to, const terms_plan *from);

/* What terms are measured with. */
typedef struct terms {
    const terms_plan *plan;
    bool wants[TERMS_COUNT];
    float value[RB_KINDS];  /* the cheapest kind has the value 1 */
    bool forward[RB_KINDS]; /* never goes back */
    bool useful[RB_KINDS];  /* neither royal nor just forward: what makes it early or late */
    float best_gain;        /* the most that a piece can gain by becoming another */
    float useful_at_start;  /* of all players together; 0: it is never late */
    int16_t hand;           /* variable: what is in hand, by player and kind; -1: none */
    bool takes_by_going;    /* a piece takes what is where it goes, and no more */
    /* There, the ways of hitting of each of two players, by number,
     * the cheapest pieces first, royal ones last; none elsewhere. */
    uint8_t hitters[2];
    uint8_t hitter[2][TERMS_HITTERS];
    area anchor;                /* cells that no line goes through: nothing is turned over there */
    uint32_t cheaper[RB_KINDS]; /* kinds that are clearly cheaper than this one */
    int rider;                  /* the cheapest kind that rides along columns; -1: none */
    int strongest;              /* the kind of the highest value; -1: none */
    float root[TERMS_ROOTS];    /* of small numbers */
    float *place;               /* by kind * cells + cell, as the first player sees it */
    terms_cell *cell;           /* by player * cells + cell */
    int16_t *on_cell; /* the number of a term likewise, -1: none; NULL: there are none at all */
    area *shield;     /* by player * cells + cell of the royal piece; NULL: not wanted */
    area *column;     /* by cell: those of its column; NULL: not wanted */
    terms_span *span; /* by player * cells + cell; NULL: not wanted */
} terms;

/* Weights folded for one game: a table of the value of a piece where it is, early in the game
 * and what that changes until late; and the weights themselves for everything else. */
typedef struct terms_value {
    float early, change;
} terms_value;

typedef struct terms_precomputed {
    float kind[TERMS_TEMPO][RB_KINDS]; /* weights by term and kind */
    float rest[TERMS_COUNT];           /* of the terms that are about no kind */
    float own[RB_TERMS];               /* of the author's */
    bool uses[TERMS_COUNT];            /* some weight is not 0: what is not used is not measured */
    bool halved;                       /* it matters on which half royal pieces are */
    /* By (player * kinds + kind) * cells + cell; where it is halved so for each terms_halves in
     * turn. */
    terms_value value[];
} terms_precomputed;

size_t terms_precompute(const rules *r, const float *weight, void *out);

/* Fills b->terms; b is compiled otherwise. ST_NOMEM. */
status terms_make(program *b, const terms_plan *plan);
void terms_free(terms *j); /* NULL is welcome */

/* Hints for searches (rulebook_hints.c). */
bool rb_noisy(const rules *r, const void *s, action a);
int rb_noisy_list(const rules *r, const void *s, const trail *t, action *out);
void rb_order(const rules *r, const void *s, const action *list, int n, float *score);
bool rb_skip(const rules *r, void *s);
bool rb_urgent(const rules *r, const void *s);
bool rb_goes_on(const rules *r, const void *s);
unsigned rb_key(const rules *r, const void *s, action a);
void rb_marks(const rules *r, const void *s, const action *list, int n, int32_t *key,
              int32_t *noisy);
bool rb_exchange(const rules *r, const void *s, action a, int threshold);
void rb_threats(const rules *r, const void *s, const action *list, int n, bool *out);
extern const bot rb_bots[];

#endif
