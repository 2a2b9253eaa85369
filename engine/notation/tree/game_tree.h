#ifndef ENGINE_NOTATION_TREE_GAME_TREE_H
#define ENGINE_NOTATION_TREE_GAME_TREE_H
/* A game as people keep it: who played, from which position, the actions with their variations, and
 * what was said about them. One type for all formats (PGN, SGF, PDN, ...); the actions are tokens
 * of the game, so that nothing here knows a notation.
 *
 * Nodes are numbers. Node 0 is the start and has no token; the first child of a node continues the
 * line, its siblings are the variations. Text is UTF-8. Owned by one thread at a time. */

#include "engine/game/position.h"

enum { GAME_TREE_NONE = -1 };                               /* no such node */
enum { GAME_TREE_UNKNOWN = -2, GAME_TREE_DRAW = -1 };       /* results that are no seat */
enum { GAME_TREE_MAX_NAGS = 8, GAME_TREE_MAX_DEPTH = 200 }; /* variations inside one another */

typedef struct game_node {
    char *token;          /* as the game spells it; 0000 hands the turn over; NULL: the start */
    char *before, *after; /* comments; NULL: none. On the start: `after` */
    char *extra; /* what only one format knows of it (marks of SGF), as it was written; NULL:
                    nothing */
    uint8_t nag[GAME_TREE_MAX_NAGS]; /* as in PGN: 1 is !, 2 is ?, ... */
    int nags;
    int64_t clock_ms; /* left on the mover's clock; -1: not known */
    int64_t spent_ms; /* on this action; -1: not known */
    bool has_eval;
    int eval_mate;  /* in this many moves, below 0: against the first player; 0: see eval */
    int eval_depth; /* of the search that gave it; 0: not known */
    double eval;    /* as the first player sees it, in the units of the format (pawns, points) */
    int parent, first, last, next; /* children from `first` to `last`, linked by `next` */
    unsigned line, column;         /* where it was read, from 1; 0: nowhere */
} game_node;

typedef struct game_tag {
    char *name, *value;
} game_tag;

typedef struct game_tree {
    const game *game; /* not owned */
    params setup;
    char *start;    /* position text; NULL: the start of the game */
    int result;     /* the seat that has won (from 0), GAME_TREE_DRAW or GAME_TREE_UNKNOWN */
    game_tag *tags; /* in the words of PGN: Event, Date, White, ...; each name once */
    size_t tag_count, tag_cap;
    game_node *nodes;
    size_t count, cap;
} game_tree;

/* A tree of the start alone. The caller ends *out with game_tree_destroy(). */
status game_tree_create(game_tree **out, const game *g, error *err);
void game_tree_destroy(game_tree *t); /* NULL is welcome */

/* A new last child: *out is its number. */
status game_tree_add(game_tree *t, int parent, const char *event, int *out, error *err);
/* The child with that token, or GAME_TREE_NONE. */
int game_tree_child(const game_tree *t, int parent, const char *event);
/* How many actions lead to a node, and the last node of the line that goes on from it. */
unsigned game_tree_depth(const game_tree *t, int node);
int game_tree_last(const game_tree *t, int node);

/* The value of a tag; NULL where there is none. Setting it replaces what was there. */
const char *game_tree_tag(const game_tree *t, const char *name);
status game_tree_set_tag(game_tree *t, const char *name, const char *value, error *err);
/* Adds to a comment, with a space between. */
status game_tree_remark(char **comment, const char *more, size_t len, error *err);
/* One more NAG; those beyond GAME_TREE_MAX_NAGS and repeated ones are left out. */
void game_tree_nag(game_tree *t, int node, int nag);

/* The position before the first action, in which 0000 may be played. */
status game_tree_start(position **out, const game_tree *t, error *err);
/* The position at a node: errors name the action that cannot be played. */
status game_tree_position(position **out, const game_tree *t, int node, error *err);
/* The game and its main line from a position with its events. */
status game_tree_from(game_tree **out, const position *p, error *err);
/* Sets the result from a position that is over; leaves it otherwise. */
void game_tree_judge(game_tree *t, const position *end);
/* Sets the start to a position text; the game's own start becomes NULL. ST_BAD_FEN */
status game_tree_set_start(game_tree *t, const char *line, error *err);

/* Same game, start, result, tags, actions and remarks? Where it was read does not matter. */
bool game_tree_equal(const game_tree *a, const game_tree *b);

/* Several of them. */
typedef struct game_trees {
    game_tree **at;
    size_t count, cap;
} game_trees;

/* Takes t, also on failure. */
status game_trees_add(game_trees *list, game_tree *t, error *err);
void game_trees_done(game_trees *list);

#endif
