#ifndef ENGINE_RULES_TEXT_AST_H
#define ENGINE_RULES_TEXT_AST_H
/* A rules text as a tree: nodes in one array, linked by index, 0 = none. The parser makes it, the
 * checker reads it. Nothing is resolved here: names are names. */

#include <assert.h>

#include "engine/rules/kinds.h"
#include "engine/rules/text/diag.h"

/* What a node means, and its children in order ("?" may be missing, "*" any number). `name` is a
 * string of the tree; `value` as said. */
/* Effects that begin with a word of their own. X(id, word, form): what follows the word, and is
 * under its node, has the form AST_FORM_##form; SPECIAL is read and written by a function of its
 * own. */
#define AST_EFFECTS(X)                                                                             \
    X(REMOVE, "remove", ONE) /* then TOP? */                                                       \
    X(PUT, "put", SPECIAL)   /* name: the kind; OF?, ON */                                         \
    X(FLIP, "flip", ONE)                                                                           \
    X(GIVE, "give", TO_PRIMARY)                                                                    \
    X(CHANGE, "change", SPECIAL) /* name: the kind; expression */                                  \
    X(RELOCATE, "relocate", TO)  /* then TOP?; flags: AST_UNDER for `under` */                     \
    X(PUSH, "push", DIRS)                                                                          \
    X(IF, "if", SPECIAL) /* expression, BLOCK, then BLOCK or effect? */                            \
    X(DONE, "done", NOTHING)

typedef enum ast_form {
    AST_FORM_SPECIAL,
    AST_FORM_NOTHING,
    AST_FORM_ONE,        /* expression */
    AST_FORM_TO,         /* expression "to" expression */
    AST_FORM_TO_PRIMARY, /* expression "to" primary */
    AST_FORM_DIRS        /* DIRS, expression */
} ast_form;

typedef enum ast_kind {
    AST_NONE,
    /* declarations */
    AST_GAME,    /* name; PARENT? TITLE? ALIAS? then declarations */
    AST_PARENT,  /* name: the game it is made from */
    AST_TITLE,   /* name: for people */
    AST_ALIAS,   /* name: what user interfaces call it */
    AST_PLAYERS, /* NAME* */
    AST_CARDS,   /* NAME*: kinds of pieces that are never on the board */
    AST_VIEW,    /* name: the player; value: board_turn */
    AST_OPTION, /* name; INT default, INT low, INT high (each may be negative); flags: AST_HALVES */
    AST_BOARD,  /* value: board_shape; flags: BOARD_WRAP_X and its like; sizes (expressions) or
                     LINE*; then DIRS? (what touches), STACKS?, ONLY? or WITHOUT?, TRACK* */
    AST_LINE,   /* NAME* */
    AST_STACKS, /* expression: pieces on a cell at most */
    AST_TRACK,  /* name; NAME? (the way back), LINE */
    AST_ONLY,   /* expression */
    AST_WITHOUT,  /* expression */
    AST_PIECE,    /* name; LETTER? then HITS, MOVE, PROMOTES, STANDS in the order written */
    AST_LETTER,   /* name */
    AST_HITS,     /* expression */
    AST_PROMOTES, /* expression, NAME* */
    AST_STANDS,   /* expression: where it can be */
    AST_DEF,      /* name; PARAMS?, expression */
    AST_RULE,     /* name; PARAMS?, rule */
    AST_PARAMS,   /* NAME* */
    AST_VAR,      /* name; value: var_type; flags: AST_PER_PLAYER, AST_PER_PIECE, AST_COUNTER,
                     AST_IF_USED, AST_SECRET; expression?; AST_BAG: ITEM* instead */
    AST_KIND_SET, /* name; NAME*: kinds of pieces */
    AST_ITEM,     /* name: the kind; expression?: how many of it, else one */
    AST_SETUP,    /* STRING or BLOCK */
    AST_BEFORE,   /* BLOCK */
    AST_TURN,     /* name: the phase, may be 0; rule */
    AST_END,      /* ENDING* */
    AST_ENDING,   /* expression, outcome or BLOCK */
    AST_FEN,      /* FIELD* */
    AST_FIELD,    /* name: board, mover, flags, ...; subjects (NAME*), then FLAG*, STRING? (what to
                     say of flags that cannot be) */
    AST_FLAG,     /* name: what is written; expression: K=e1|h1 */
    AST_SHOW,     /* name: free text */
    AST_LOOK,     /* how it is shown. flags: AST_LOOK_BOARD, name `board`, value: look_board;
                     AST_LOOK_AREA, name `shade a`, value: 0 to 2; expression; else name: of a piece
                     or player; NAME: sprite or colour, STRING? AST_LOOK_PARENTS: inherited */
    AST_HINT,     /* what to try first or last. value: AST_PLACE, AST_MOVE, AST_PASS, or AST_NONE
                     for none at all; flags: AST_HINT_PREFER; KINDS?, ON?, WHERE? (its `when`) */
    AST_TERM,     /* of the evaluation. name; expression, then INT INT? (its weight, a fraction) */
    AST_NAME,     /* name */
    AST_STRING,   /* name */
    /* rules */
    AST_ELSE,    /* two or more rules: the first that offers something */
    AST_THEN,    /* two or more rules: one after the other */
    AST_REQUIRE, /* rule, expression, expression* */
    AST_UNION,   /* rule* */
    AST_PLACE,   /* KINDS, OF?, ON, WHERE?, BLOCK? */
    AST_MOVE,    /* TOP?, SRC?, TO, KINDS?, WHERE?, BLOCK? */
    AST_PICK,    /* TO, KINDS?, WHERE?, BLOCK? */
    AST_PASS,    /* WHERE?, BLOCK? */
    AST_ACT,     /* name: what it is called; WITH?, WHERE?, BLOCK? */
    AST_WITH,    /* CHOICE*: what is chosen, part by part */
    AST_CHOICE,  /* name; value: ast_choice; SET: NAME, RANGE: two expressions */
    AST_PIECES,
    AST_WHEN,     /* expression, rule */
    AST_OPTIONAL, /* rule; name: its label, or 0 */
    AST_REPEAT,   /* rule, MAX or TIMES? */
    AST_LONGEST,  /* rule */
    AST_CHANCE,   /* name: the variable; two expressions: from, to, WEIGHTS?; AST_BAG: NAME,
                     expression? (whose) */
    AST_WEIGHTS,  /* expression*, one for each outcome */
    AST_DO,       /* BLOCK */
    AST_CALL,     /* name; arguments (expressions): a rule or def with or without arguments. In
                     expressions with `value` 1 where there were parentheses, 0 for a bare name */
    AST_KINDS,    /* NAME* */
    AST_OF,       /* expression */
    AST_ON,       /* expression */
    AST_SRC,      /* expression */
    AST_TOP,      /* expression?: how many pieces of a stack, counted from the top; else one */
    AST_TO,       /* expression */
    AST_WHERE,    /* expression */
    /* effects */
    AST_BLOCK, /* effect* */
#define AST_EFFECT_ENUM(id, word, form) AST_##id,
    AST_EFFECTS(AST_EFFECT_ENUM)
#undef AST_EFFECT_ENUM
        AST_WIN,   /* name: "me", "next", "prev", a player's, or 0 */
    AST_LOSE,      /* the same */
    AST_DRAW,      /* flags: AST_CLAIM or AST_CALLED, and name: why, or 0 */
    AST_SCORE,     /* expression */
    AST_SET_NEXT,  /* expression */
    AST_SET_PHASE, /* name */
    AST_ASSIGN,    /* name; value: ast_op (AST_SET, AST_ADD, AST_SUB, AST_JOIN, AST_MEET); INDEX?,
                      expression */
    AST_INDEX,     /* expression* */
    AST_SOW,  /* name: the variable; expression (from), DIRS, WITHOUT?, NAME? (where it ended) */
    AST_CARD, /* value: ast_card; what, and where from or to: two or three expressions */
    AST_FOR,  /* name: its variable; flags: AST_OVER_PLAYERS or AST_OVER_KINDS; expression?
                      (cells) or NAME? (a set), BLOCK */
    /* expressions */
    AST_OR, /* two */
    AST_AND,
    AST_NOT,
    AST_COMPARE, /* value: ast_op; two */
    AST_SOME,
    AST_NO,
    AST_BINARY, /* value: ast_op; two */
    AST_NEGATE, /* unary minus */
    AST_REST,   /* ~ */
    AST_INT,    /* value */
    AST_MY,     /* expression */
    AST_COUNT,  /* expression */
    AST_RANKS,  /* expression, expression? (the end of a range) */
    AST_FILES,  /* the same; a file letter is a CALL without arguments */
    AST_STEP,   /* DIRS, MAX?, ORIGIN? */
    AST_SLIDE,
    AST_RIDE,
    AST_DASH,
    AST_RAY,
    AST_LEAP,    /* INT, INT, ORIGIN? */
    AST_ALONG,   /* DIRS, ORIGIN?, PATTERN */
    AST_SHIFT,   /* DIRS, expression */
    AST_FUNC,    /* value: ast_func; arguments */
    AST_CAN,     /* expression */
    AST_WORD,    /* value: ast_word */
    AST_INDEXED, /* name; expression* in brackets */
    AST_OVER,    /* name: its variable; value: ast_over; flags: AST_OVER_PLAYERS or AST_OVER_KINDS;
                    expression? (cells) or NAME? (a set), expression */
    AST_DIRS,    /* flags: AST_MINE for `my`; NAME* */
    AST_MAX,     /* expression */
    AST_TIMES,   /* expression */
    AST_ORIGIN,  /* expression */
    AST_PATTERN, /* ELEMENT or GROUP* */
    AST_ELEMENT, /* name: what it binds (@name) or 0; value: 0, '*', '+' or '?'; expression */
    AST_GROUP,   /* ELEMENT*: what [ ] collects */
    AST_KIND_COUNT
} ast_kind;

enum {
    AST_PER_PLAYER = 1,
    AST_PER_PIECE = 2,
    AST_COUNTER = 4,
    AST_IF_USED = 8,
    AST_BAG = 16, /* of variables, and of chance */
    AST_PER_CELL = 128,
    AST_RULES = 256, /* of variables: it holds a rule, and its expression is the name of one */
    AST_CLAIM = 1,
    AST_CALLED = 2,
    AST_MINE = 1,
    AST_LOOK_BOARD = 1,
    AST_LOOK_AREA = 2,
    AST_LOOK_PARENTS = 4,
    AST_HINT_PREFER = 1,
    AST_HALVES = 1,
    AST_OVER_PLAYERS = 1,
    AST_OVER_KINDS = 2, /* of pieces; without a set: all, or */
    AST_OVER_CARDS = 4, /* those that are cards */
    AST_OF_CARD = 64,   /* of variables: the number of a kind, or -1 */
    AST_SECRET = 32,    /* of variables and of choices: not all players see it */
    AST_UNDER = 1
};

/* How a card goes. */
typedef enum ast_card {
    AST_CARD_REVEAL, /* C from H: face up */
    AST_CARD_OPEN,   /* H to V: all of them, face up */
    AST_CARD_TAKE,   /* C or V into H: what all have seen */
    AST_CARD_PASS    /* C from H to H: face down */
} ast_card;

/* What a part of a choice is chosen from. */
typedef enum ast_choice {
    AST_CHOICE_SET,    /* a `set` of pieces */
    AST_CHOICE_PIECE,  /* all kinds */
    AST_CHOICE_CARD,   /* those that are cards */
    AST_CHOICE_PLAYER, /* all players */
    AST_CHOICE_RANGE   /* numbers */
} ast_choice;

typedef enum ast_op {
    AST_SET,  /* =  */
    AST_ADD,  /* += + */
    AST_SUB,  /* -= - */
    AST_JOIN, /* |= | */
    AST_MEET, /* &= & */
    AST_MUL,
    AST_DIV,
    AST_MOD,
    AST_EQ,
    AST_NE,
    AST_LT,
    AST_LE,
    AST_GT,
    AST_GE,
    AST_IN
} ast_op;

/* Functions. X(id, word, takes, type, usage): takes an area for each A and a number for each N, or
 * anything where that is empty and the checker has a function of its own; VAL_##type it is. */
#define AST_FUNCS(X)                                                                               \
    X(ATTACKED, "attacked", "", BOOL, "attacked(AREA), attacked(AREA, PLAYER)")                    \
    X(JOINS, "joins", "AAA", BOOL, "joins(AREA, FROM, TO)")                                        \
    X(RUN, "run", "AA", NUM, "run(AREA, CELL)")                                                    \
    X(RUNS, "runs", "AAN", NUM, "runs(AREA, CELL, LENGTH)")                                        \
    X(INRUN, "inrun", "AN", AREA, "inrun(AREA, LENGTH)")                                           \
    X(GROUP, "group", "AA", AREA, "group(CELL, AREA)")                                             \
    X(STARVED, "starved", "AA", AREA, "starved(AREA, FOOD)")                                       \
    X(SCARCE, "scarce", "AA", AREA, "scarce(AREA, FOOD)")                                          \
    X(TRANSPOSED, "transpose", "A", AREA, "transpose(AREA)")                                       \
    X(BY, "by", "", BAD, "")                                                                       \
    X(KIND, "kind", "A", NUM, "kind(CELL)")                                                        \
    X(DIST, "dist", "AA", NUM, "dist(AREA, AREA)")                                                 \
    X(OWNER, "owner", "A", PLAYER, "owner(CELL)")                                                  \
    X(NTH, "nth", "AN", AREA, "nth(AREA, NUMBER)")                                                 \
    X(THREATENED, "threatened", "", AREA, "threatened(AREA), threatened(AREA, PLAYER)")

/* Words of expressions. X(id, word) */
#define AST_WORDS(X)                                                                               \
    X(EMPTY, "empty")                                                                              \
    X(OCCUPIED, "occupied")                                                                        \
    X(MINE, "mine")                                                                                \
    X(ENEMY, "enemy")                                                                              \
    X(NEUTRAL, "neutral")                                                                          \
    X(CELLS, "cells")                                                                              \
    X(NONE, "none")                                                                                \
    X(DARK, "dark")                                                                                \
    X(LIGHT, "light")                                                                              \
    X(EDGE, "edge")                                                                                \
    X(FROM, "from")                                                                                \
    X(TO, "to")                                                                                    \
    X(LAST, "last")                                                                                \
    X(LASTFROM, "lastfrom")                                                                        \
    X(HITS, "hits")                                                                                \
    X(ME, "me")                                                                                    \
    X(NEXT, "next")                                                                                \
    X(PREV, "prev")                                                                                \
    X(TURNS, "turns")                                                                              \
    X(REPEATS, "repeats")                                                                          \
    X(SEEN, "seen")                                                                                \
    X(OPT, "opt")

/* What is made of one number for each cell or player; THOSE are cells. X(id, word) */
#define AST_OVERS(X) X(SUM, "sum") X(LARGEST, "max") X(SMALLEST, "min") X(THOSE, "those")

typedef enum ast_over {
#define AST_OVER_ENUM(id, word) AST_OVER_##id,
    AST_OVERS(AST_OVER_ENUM)
#undef AST_OVER_ENUM
} ast_over;

typedef enum ast_func {
#define AST_FUNC_ENUM(id, word, takes, type, usage) AST_FUNC_##id,
    AST_FUNCS(AST_FUNC_ENUM)
#undef AST_FUNC_ENUM
        AST_FUNC_COUNT
} ast_func;

typedef enum ast_word {
#define AST_WORD_ENUM(id, word) AST_WORD_##id,
    AST_WORDS(AST_WORD_ENUM)
#undef AST_WORD_ENUM
        AST_WORD_COUNT
} ast_word;

typedef struct ast_node {
    uint8_t kind;   /* ast_kind */
    uint8_t source; /* which text it comes from: an inherited declaration has its parent's */
    uint16_t flags;
    uint32_t at;   /* byte offset in that text: where a message points */
    uint32_t name; /* offset in `strings`; 0 is the empty string */
    int32_t value;
    uint32_t first, next; /* child, sibling */
} ast_node;

enum { AST_SOURCES = 128 };

typedef struct ast {
    ast_node *node; /* node[0] is not used */
    uint32_t count;
    char *strings; /* each ends in NUL; equal strings have equal offsets */
    uint32_t strings_len;
    size_t node_cap, strings_cap;
    uint32_t *slot; /* hash table of the strings: their offsets, 0 = free */
    uint32_t slots, slots_used;
    source source[AST_SOURCES]; /* texts are the caller's and outlive the tree */
    int sources;
    uint32_t first_game; /* AST_GAME nodes, linked by next */
} ast;

static inline const ast_node *ast_at(const ast *a, uint32_t i) {
    assert(i < a->count);
    return &a->node[i];
}
static inline const char *ast_name(const ast *a, uint32_t i) {
    assert(i < a->count && a->node[i].name < a->strings_len);
    return a->strings + a->node[i].name;
}

/* Every child of a node: AST_EACH(a, parent, child) { ... } with `child` an index to be
 * declared. */
#define AST_EACH(a, parent, child)                                                                 \
    for (uint32_t child = (a)->node[parent].first; (child); (child) = (a)->node[child].next)

#endif
