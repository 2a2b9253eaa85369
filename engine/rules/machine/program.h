#ifndef ENGINE_RULES_MACHINE_PROGRAM_H
#define ENGINE_RULES_MACHINE_PROGRAM_H
/* A rules text in its compiled form, under one set of options: what the compiler makes and the
 * interpreter runs. Immutable, shared by all threads.
 *
 * A turn is an automaton. A *point* is a place in it where the player to act is asked (or nature
 * is); what is available there is a small tree of *generators*. Expressions and effects are code: a
 * list of instructions over areas, numbers and cells. There is a copy of everything for each player
 * (a *side*), in which `me` is a constant; points, trees and generators have the same numbers in
 * all of them.
 *
 * state.h has the state that it runs on. */

#include <assert.h>

#include "engine/game/game.h"
#include "engine/rules/machine/board.h"
#include "engine/rules/machine/instructions.h"

enum {
    RB_POINTS = 255,
    RB_GENS = 254, /* numbers beyond are none: ACTION_NONE is no action */
    RB_KINDS = 28,
    RB_VARS = 256,   /* declared */
    RB_SLOTS = 1024, /* numbers, each element of a variable counted */
    RB_ELEMENTS_OF_VAR = 256,
    RB_SECRETS = 6, /* hidden areas, the deck included */
    RB_SECRET_PLAYERS = 7,
    RB_AREA_VARS = 16,
    RB_TEMPS = 64,   /* areas, and as many numbers, that code works with */
    RB_ELEMENTS = 8, /* of a pattern */
    RB_LEVELS = 255, /* of a stack */
    RB_SCORES = 32,
    RB_CLAIMS = 32,
    RB_MAX_PHASES = 16,
    RB_MAX_STATE = 8192, /* the interpreter has copies of states on its stack */
    RB_MAX_FIELDS = 12,
    RB_NAME = 65,    /* bytes of a name: as long as the lexer lets it be */
    RB_REQUIRES = 8, /* around one generator */
    RB_HINTS = 32,
    RB_TERMS = 32, /* of the evaluation, by the author */
    RB_MAX_ACTIONS = 4096,
    RB_OUTCOMES = 1024, /* of a `chance` */
    RB_CHOICES = 1024,  /* of an `act` that is chosen part by part */
    RB_PARTS = 3,       /* of such a choice */
    RB_MAX_TURNS = 60000,
    RB_TURNS = 10000,       /* of a game, unless its text says otherwise */
    RB_TURN_ACTIONS = 254,  /* of a turn that can go round: that many, or fewer */
    RB_AUTOMATIC = 256,     /* points passed without a choice in one apply() */
    RB_WORK = 20000000,     /* steps of one call: then the state is over (OVER_WORK) */
    RB_CHAIN_TRIES = 20000, /* actions of `longest` chains that are tried in one look */
    RB_CODE = 8192,         /* instructions a side: 64 KiB */
    RB_NO_CELL = 0xffff,
    RB_NO_SET = 0xffff,
    RB_END = 0 /* the point after the last of a turn */
};

static_assert((int)BOARD_PLAYERS == (int)GAME_MAX_PLAYERS, "every player has a view");
static_assert(RB_KINDS <= 32, "sets of kinds are 32 bits");

/* --- what code refers to --- */

#define RB_WALK_MODES(X)                                                                           \
    X(SLIDE, "slide") X(RIDE, "ride") X(DASH, "dash") X(RAY, "ray") X(STEP, "step")

typedef enum rb_walk_mode {
#define RB_WALK_ENUM(id, name) WALK_##id,
    RB_WALK_MODES(RB_WALK_ENUM)
#undef RB_WALK_ENUM
} rb_walk_mode;

typedef struct rb_walk {
    uint64_t dirs;
    uint8_t mode;
    bool limited;
    uint16_t max; /* a number: steps at most, where limited */
} rb_walk;

typedef struct rb_element {
    uint16_t area; /* operand */
    char repeat;   /* 0, '*', '+' or '?' */
    bool inside;   /* collected by [ ] */
} rb_element;

typedef struct rb_pattern {
    uint64_t dirs;
    uint8_t count, bound; /* bound: the element that @name is about; RB_ELEMENTS: none */
    bool collects;        /* has [ ] */
    bool fixed;           /* no element is repeated */
    bool flank;           /* [X+] Y */
    rb_element element[RB_ELEMENTS];
} rb_pattern;

/* One way of hitting: pieces `kinds` of `player`. */
typedef enum rb_hit_form { HIT_TABLE, HIT_RIDE, HIT_CODE } rb_hit_form;

typedef struct rb_hit {
    uint8_t player, kind, form;
    uint16_t table;        /* HIT_TABLE: by target, from where it is hit */
    uint16_t forward;      /* HIT_TABLE: by source, what it hits */
    uint64_t forward_dirs; /* HIT_RIDE: as seen from the source */
    uint64_t dirs;         /* HIT_RIDE: as seen from the target */
    /* HIT_CODE: the area of hits with the piece at CELL_FROM, on the player's side */
    uint16_t code;
    uint16_t result; /* HIT_CODE: operand */
    uint16_t mask;   /* operand that the target must be in, on the player's side; RB_CONST: any */
} rb_hit;

typedef struct rb_plan {
    uint64_t players;      /* whose */
    uint16_t first, count; /* hits */
} rb_plan;

/* --- the automaton --- */

#define RB_GEN_KINDS(X)                                                                            \
    X(PLACE, "place")                                                                              \
    X(MOVE, "move")                                                                                \
    X(PICK, "pick") X(PASS, "pass") X(ACT, "act") X(SKIP, "skip") X(CHANCE, "chance")

typedef enum rb_gen_kind {
#define RB_GEN_ENUM(id, name) GEN_##id,
    RB_GEN_KINDS(RB_GEN_ENUM)
#undef RB_GEN_ENUM
} rb_gen_kind;

/* How the targets of a move are found. */
#define RB_FORMS(X)                                                                                \
    X(SET, "set")     /* the same for every source */                                              \
    X(TABLE, "table") /* a table by source */                                                      \
    X(RIDE, "ride")   /* rides from the source; `arg` a walk */                                    \
    X(LINE, "line")   /* a pattern of single cells: set-wise, direction by direction */            \
    X(ALONG, "along") /* any pattern: ends with bound cells */                                     \
    X(CODE, "code")   /* code for every source */

typedef enum rb_form {
#define RB_FORM_ENUM(id, name) FORM_##id,
    RB_FORMS(RB_FORM_ENUM)
#undef RB_FORM_ENUM
} rb_form;

typedef struct rb_promotion {
    uint16_t area;  /* operand: where */
    uint16_t kinds; /* first of them in kind_list */
    uint8_t count;
} rb_promotion;

/* A `place` that takes enemy groups without empty cells next to them and must leave its own group
 * one; nothing else is asked of it but perhaps that the position was not there before. */
enum { STARVING_CODE = 2 }; /* instructions of its effects that do this */
typedef enum rb_starving { STARVING_NOT, STARVING, STARVING_NOT_SEEN } rb_starving;

/* A part of what is chosen in an act: one of `count`, which is number / stride % count of the
 * combination. */
typedef enum rb_part_what { PART_KIND, PART_PLAYER, PART_NUMBER } rb_part_what;

typedef struct rb_part {
    uint8_t what;
    bool secret; /* only who chooses sees it */
    uint16_t count, stride;
    uint16_t kinds; /* PART_KIND: first of them in kind_list */
    uint16_t name;  /* in `names` */
    int32_t low;    /* PART_NUMBER: the first one */
} rb_part;

typedef struct rb_gen {
    uint8_t kind, form;
    uint8_t succ;       /* the point after it */
    uint8_t requires;   /* how many */
    bool simple;        /* moves or places one piece and touches variables, no more */
    bool owned;         /* its sources are surely pieces */
    bool many;          /* more than one kind can be chosen: it is written */
    bool takes;         /* its effects remove pieces */
    bool round;         /* it must not bring back a board of this turn */
    uint8_t starving;   /* rb_starving */
    uint8_t owner;      /* GEN_PLACE: owner of the new piece, players for neutral */
    uint8_t promotions; /* how many */
    uint16_t promotion; /* the first */
    uint16_t kinds;     /* `kind_count` of them in kind_list: place and `as` */
    uint8_t kind_count;
    uint16_t guard;  /* code that returns a number: offers nothing when 0; 0: none */
    uint16_t choice; /* code for each kind to choose from; 0: none */
    uint16_t prep;   /* code run once before the sources; 0: none */
    uint16_t where;  /* code for each action; 0: none */
    uint16_t block;  /* effects; 0: none */
    uint16_t lift;   /* code that says how many pieces of a stack move; 0: all of them */
    uint16_t src;    /* operand: sources; GEN_PLACE and GEN_PICK: none */
    uint16_t src_in; /* operand: and they are in this as well */
    uint16_t mask;   /* operand: targets are in it; RB_CONST: anywhere */
    uint16_t except; /* operand: and not in this */
    uint16_t arg;    /* table, walk or pattern; FORM_CODE: code */
    uint16_t result; /* FORM_CODE: operand */
    uint16_t require[RB_REQUIRES];
    uint16_t place;      /* of the text */
    uint16_t trial_work; /* steps: to try an action; to run this code once */
    uint16_t where_work, target_work;
    uint16_t name; /* GEN_ACT, GEN_CHANCE: in `names` */
    uint16_t var;  /* GEN_CHANCE: the variable; from, to: operands */
    uint16_t low, high;
    uint16_t weight; /* GEN_CHANCE: code that says how likely an outcome is; 0: all are the same */
    bool draws;      /* GEN_CHANCE: outcomes are kinds of pieces, out of a bag */
    uint8_t parts;   /* GEN_ACT: of a choice; 0: there is none */
    uint8_t held;    /* 1 + the secret area that a card of the choice leaves; 0: none does */
    uint8_t held_part; /* which part that card is */
    bool concludes;    /* who sees that it was legal knows of kinds that are not in that area */
    bool peeks;        /* whether it is legal depends on other hidden cards as well */
    bool veiled;       /* some part is secret */
    uint16_t part;     /* the first of them on this side */
    uint16_t choices;  /* combinations; the `aux` of an action is the number of its own */
} rb_gen;

typedef enum rb_node_kind {
    NODE_GEN,
    NODE_UNION,
    NODE_ELSE,
    NODE_WHEN,
    NODE_AUTO,
    NODE_LONGEST
} rb_node_kind;

typedef struct rb_node {
    uint8_t kind;
    uint16_t gen;         /* NODE_GEN: which; NODE_WHEN, NODE_AUTO: number of its code */
    uint16_t first, next; /* children; 0: none */
    uint8_t succ;         /* NODE_AUTO: the point after it */
    bool peeks;           /* NODE_WHEN: its code reads hidden cards */
    uint16_t place;       /* NODE_WHEN, NODE_AUTO: of the text */
    /* NODE_GEN, once the program is finished: */
    bool cheap; /* whether it offers anything is quickly seen: all sources of a line at once */
    uint16_t last_gen;   /* of it and the siblings after it whose generators are numbered on, */
    uint16_t after_last; /* and the sibling after these; 0: none */
} rb_node;

typedef struct rb_point {
    uint16_t node;   /* the tree; 0 for RB_END */
    uint8_t skip;    /* where it continues when nothing is available */
    bool chance;     /* nature decides */
    bool keeps_last; /* `last` can still be read from here, */
    bool keeps_from; /* `lastfrom` too */
    bool free;       /* the turn can be ended here as it is: `skip` */
    bool weighty;    /* to list what is available may take more than RB_WORK steps */
} rb_point;

typedef struct rb_ending {
    uint16_t test, effect; /* code */
    uint16_t place;        /* of the text */
    bool slow;             /* the test may take many steps */
    bool plain; /* outcomes of what a position text says: it holds for positions that are read */
} rb_ending;

/* Where a hint says: by its code, or, where groups without liberties are taken, by groups with one
 * liberty (run_groups.inc). */
typedef enum rb_hint_form {
    HINT_CODE,
    HINT_EYES,  /* cells that keep my groups */
    HINT_SAVES, /* cells that save groups of mine next to the last stone */
    HINT_TAKES, /* cells that take groups */
    HINT_RISKS, /* cells that leave a group of mine with one liberty and take nothing */
    HINT_FORMS
} rb_hint_form;

/* What to try first or last: actions of this kind with these pieces that lead to an area. */
typedef struct rb_hint {
    uint8_t kind;    /* GEN_PLACE, GEN_MOVE, or GEN_PASS, which stands for `skip` as well */
    uint8_t form;    /* rb_hint_form */
    bool prefers;    /* false: avoids */
    uint32_t pieces; /* by bit; 0: any */
    uint16_t test;   /* code: it holds where that returns something else than 0; 0: always */
    uint16_t code;   /* after which the area is at `area`; 0: it has none */
    uint16_t area;   /* operand */
} rb_hint;

/* A draw that play may go past: a player can claim it, or it is called and can be ignored. */
typedef struct rb_claim {
    char name[RB_NAME]; /* why */
    bool called;
} rb_claim;

/* Where in a text something is written: for people. The name is the text's, which outlives it. */
typedef struct rb_place {
    const char *file;
    int line;
} rb_place;

/* The royal piece: `require not attacked(mine & K)` around what is available. */
typedef struct rb_royal {
    bool known;
    uint8_t kind;
} rb_royal;

/* A `require` that can be answered without a trial; see compile_royal.c. A piece that must not be
 * hit: */
typedef struct rb_watch {
    bool here; /* there is such a condition */
    uint8_t player, kind;
    uint16_t plan;
    uint16_t excuse;             /* code: not 0 where it may be hit after all; 0: none */
    uint64_t players;            /* by whom */
    uint32_t riders[BOARD_DIRS]; /* kinds that hit along a direction, as seen from the target; of
                                    all of them */
} rb_watch;

enum { RB_STAKES = 8, RB_ANY_KIND = 0xff };

/* Pieces whose loss changes what was found. */
typedef struct rb_stake {
    uint8_t owner, kind;
} rb_stake;

typedef struct rb_sparing {
    bool known;
    bool plain; /* it is about the mover's royal piece alone */
    uint8_t stakes;
    uint16_t require;         /* the code that is spared */
    uint16_t holds;           /* code: what has to hold besides; 0: none */
    uint16_t haven, haven_at; /* code, operand: where the mover's may be hit; 0: none */
    uint32_t kinds;           /* at stake: no piece may become one of them or cease to be one */
    rb_watch own, other;      /* the mover's; that of another player, hit by the mover */
    rb_stake stake[RB_STAKES];
} rb_sparing;

/* A game of placing one piece at a time: how its only ending is tested for the new piece. */
typedef struct rb_placing {
    uint8_t code;            /* the piece */
    uint8_t run;             /* a line of this length wins; 0: joining two areas does */
    uint16_t area, from, to; /* operands: lines or ways of `area`; joining `from` and `to` */
} rb_placing;

/* What the rules say about winning, as far as the form of `end` shows: for evaluations. */
typedef struct rb_aim {
    bool has_goal, has_path, gathers;
    int8_t goal_kind;        /* the kind of piece that is to reach the goal; -1: any */
    area goal;               /* one of mine there wins, */
    bool goal_all;           /* or all of its cells mine */
    area path_from, path_to; /* joining these wins */
    int line;                /* a line of this length wins; 0: none does */
    int tally, tally_sign;   /* a variable of mine that wins when it is large (1) or small (-1) */
    int reach;               /* plan of what my own pieces hit or take; -1: none */
} rb_aim;

typedef struct rb_side {
    rb_ins *code; /* code[0] is not used: offset 0 is "none" */
    uint16_t code_len;
    rb_gen *gen;
    uint16_t *test; /* code of NODE_WHEN and NODE_AUTO nodes, by number */
    rb_promotion *promotion;
    rb_walk *walk;
    rb_pattern *pattern;
    rb_hit *hit;
    rb_plan *plan;
    rb_ending *ending;
    rb_hint *hint;
    uint16_t before;           /* code; 0: none */
    uint16_t keep;             /* code at the end of a turn, for what was; 0: none */
    uint16_t movegen_work;     /* steps: to look at what is available */
    uint16_t score[RB_SCORES]; /* code of each `score`, by number */
    uint16_t term[RB_TERMS];   /* code of each `term` */
    rb_royal royal;
    rb_sparing sparing;
    rb_placing placing;
    rb_aim aim;
    rb_part *part;
    int tests, promotions, walks, patterns, hitting, plans, parts;
} rb_side;

typedef struct rb_var {
    char name[RB_NAME];
    uint8_t type; /* var_type */
    bool counter; /* not part of the position's identity */
    bool per_player, per_piece, per_cell;
    bool if_used; /* forgotten where the player to come has the same choice without it */
    bool tray;    /* per player per piece, and `place` reads it: what is in hand */
    bool bag;     /* per piece: what chance draws from */
    bool card;    /* the number of a kind, or -1 */
    bool past;    /* what was: no author's variable. Copies of the set `of`, the latest first; */
    uint16_t of;  /* RB_NO_SET: the cells of pieces that have moved */
    bool secret;  /* cards that not all players see: a deck, or an area per player (cards.h) */
    uint16_t known, voids; /* of those: slots of what is known of them */
    uint16_t at;           /* first variable, or set */
    uint16_t count;        /* elements */
} rb_var;

typedef struct rb_kind {
    char name[RB_NAME];
    char letter;       /* upper case; 0: a card, which is never on the board */
    uint32_t promotes; /* kinds that it may become, by bit */
    /* Where one of each player's can be, in positions that are read. */
    area stands[GAME_MAX_PLAYERS];
} rb_kind;

/* What `look` says, for front ends: no rule depends on it. 0: nothing was said. */
enum { RB_LABEL = 32 };

typedef struct rb_looks {
    uint8_t board;                    /* 1 + look_board */
    uint8_t colour[GAME_MAX_PLAYERS]; /* 1 + look_colour */
    uint8_t sprite[RB_KINDS];         /* 1 + look_sprite */
    char label[RB_KINDS][RB_LABEL];
    area shade[LOOK_SHADES];
} rb_looks;

/* --- FEN fields --- */

/* X(id, name, usage); BLANK: nothing to say, but the form has a place for it */
#define RB_FIELDS(X)                                                                               \
    X(BOARD, "board", "board")                                                                     \
    X(MOVER, "mover", " mover")                                                                    \
    X(FLAGS, "flags", " flags(..)")                                                                \
    X(CELL, "cell", " cell(..)")                                                                   \
    X(NUMBER, "number", " number(..)")                                                             \
    X(FULLMOVE, "fullmove", " fullmove")                                                           \
    X(BLANK, "blank", " blank")

typedef enum rb_field_kind {
#define RB_FIELD_ENUM(id, name, usage) FIELD_##id,
    RB_FIELDS(RB_FIELD_ENUM)
#undef RB_FIELD_ENUM
} rb_field_kind;

enum { RB_FLAGS = 24, RB_NOTE = 120, RB_NO_VAR = 0xffff };

/* What a letter means may depend on the pieces: an area worked out by code of side 0. */
typedef struct rb_flag {
    char letter;
    uint16_t code, at; /* at: operand */
} rb_flag;

typedef struct rb_field {
    uint8_t kind, flags;
    uint16_t var;   /* number in vars; FIELD_BOARD: what is in hand, or RB_NO_VAR */
    uint16_t marks; /* FIELD_BOARD: pieces that have a `~`, or RB_NO_VAR */
    rb_flag flag[RB_FLAGS];
    char dropped[RB_NOTE]; /* FIELD_FLAGS: what to say of flags that cannot be, `*` for them */
} rb_field;

/* --- the program --- */

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): ordered for readers */
typedef struct program {
    rules head;
    char name[RB_NAME];
    board board;
    int words;         /* 1, 2, 4 or 8: of an area in the state */
    int kinds, owners; /* owners: players, and one more for neutral pieces */
    rb_kind kind[RB_KINDS];
    rb_looks looks;
    char player_name[GAME_MAX_PLAYERS][RB_NAME];
    int codes;             /* piece codes: 1 + kind * (players + 1) + owner */
    uint8_t own_set[256];  /* by piece code: sets[] it is in */
    uint8_t kind_set[256]; /* 0xff: there is only one kind, and no set for it */
    bool has_neutral;
    bool halves;                 /* points, and options that say so, count halves */
    int sets, set_kind, set_var; /* numbers of sets: first kind, first variable */
    uint32_t vars_at, cells_at;
    int levels; /* of a stack, at most; 0: a cell holds one piece, and the state no piles: */
    uint32_t stacks_at;
    int vars, var_slots, area_slots;
    rb_var var[RB_VARS];
    bool slot_hashed[RB_SLOTS], area_hashed[RB_AREA_VARS]; /* counters are not */
    int secrets, deck;          /* areas of hidden cards; deck: its number among them, -1: none */
    uint8_t secret[RB_SECRETS]; /* variables, by number */
    int cards;                  /* kinds that are cards: the last ones */
    bool no_board;              /* the text has none: one cell, which is not shown */
    int phases;
    char phase_name[RB_MAX_PHASES][RB_NAME];
    uint8_t entry[RB_MAX_PHASES]; /* points, by phase */

    rb_point point[RB_POINTS + 1];
    int points;
    rb_node *node;
    int nodes;
    int gens, endings, hints, scores, claims, places, own_terms;
    rb_place *place; /* 0 is none */
    rb_claim claim[RB_CLAIMS];
    bool reads_ends; /* positions that are read can be over by a plain ending */
    int fades;       /* variables that are there only `if used`, */
    uint16_t fading[RB_AREA_VARS];
    int faders; /* the generators that read the only one, where nothing else does; 0: not known */
    uint8_t fader[RB_GENS];
    uint8_t *kind_list;
    int listed;  /* how many */
    char *names; /* of acts and chance variables */
    rb_side side[GAME_MAX_PLAYERS];
    uint16_t play_code; /* code of side 0 from here on is not that of the set-up */
    uint16_t start;     /* code on side 0: set-up and first values */

    area *constant;
    int constants;
    int32_t *number;
    int numbers;
    area *table; /* by table * cells + cell */
    int tables;
    uint8_t setup_cell[AREA_CELLS]; /* codes, where the set-up is a string */

    bool weighs; /* some outcomes of chance are more likely than others */
    bool reads_trail;
    bool rounds;  /* a turn can go round: boards of a turn are kept on the trail */
    bool shrinks; /* no rule adds pieces: before one was taken, no position was like those after */
    bool turns_pass;     /* after a turn another player acts, or none; and turns do not go round */
    int32_t turns_limit; /* turns beyond this are equal; -1: no rule reads them */
    int32_t max_turns;
    int64_t work;      /* steps of one call: RB_WORK */
    bool no_end;       /* endings are left aside: for perft */
    int first;         /* who begins */
    int placing_gen;   /* the only generator of a game that rb_placing fits; -1: none */
    int starving_gen;  /* the only `place` of a turn, an rb_starving one; -1: none */
    int starving_pass; /* the `pass` next to it; -1: none */
    int fields;
    rb_field field[RB_MAX_FIELDS];

    uint64_t *key; /* by cell * codes + code */
    uint64_t mover_key[GAME_MAX_PLAYERS], phase_key[RB_MAX_PHASES], point_key[RB_POINTS + 1];
    uint64_t var_key[RB_SLOTS], area_key[RB_AREA_VARS];

    struct terms *terms;   /* how positions are evaluated (terms.h) */
    struct inputs *inputs; /* what a net sees of them (inputs.h) */

    /* made for the width of the game */
    const struct rb_run *run;
    const struct rb_run *interpreter; /* the same as run, where there is no generated code: */
    const struct rb_native *native;   /* (run.h); NULL: it is interpreted */
    void *wide;                       /* constants, tables, rays in the game's width */
} program;

/* What the compiler does last, with code and automaton in place: (program_finish.c, program_work.c)
 * actions that have to be written with the letter of their kind, P@e4 where e4 would not do; */
void program_mark_kinds(const program *b);
/* the steps that generators take, and the points that may take too many; */
void program_find_work(program *b);
/* and everything else that follows from the program, that included; ready to be run. ST_NOMEM. */
status program_finish(program *b);

/* What the interpreter relies on, for assertions: every operand names something that is there, code
 * jumps forward or to the head of a loop, points, nodes and generators refer to each other. */
bool program_check(const program *b);

void program_clear(program *b); /* frees what it holds, not itself */

static inline const program *program_of(const rules *r) {
    return (const program *)(const void *)r;
}

#endif
