#ifndef ENGINE_RULES_COMPILE_COMPILE_H
#define ENGINE_RULES_COMPILE_COMPILE_H
/* The internals of the compiler, shared by its sources. What is checked is checked once (for the
 * first player); then code is made for each player with `me` a constant. Definitions and rules are
 * expanded where they are used: an `env` says what their parameters stand for there. */

#include "engine/rules/machine/state.h"
#include "engine/rules/text/parser.h"

typedef struct env {
    uint32_t params;         /* AST_PARAMS, or 0 */
    uint32_t args;           /* the first argument */
    const struct env *outer; /* where the arguments are to be read; of a loop: what is around it */
    int depth;               /* of expansion */
    uint32_t loop;           /* the variable of a loop, or a part of a choice; 0: neither */
    uint8_t what;            /* env_what: what that is */
    int8_t player;           /* ENV_PLAYER: whom it is just now; */
    uint8_t cell;            /* ENV_CELL: the CELL_LOOP of this number; */
    uint8_t kind;            /* ENV_KIND: of piece; */
    uint32_t choice;         /* ENV_CHOICE: an AST_CHOICE, the part of this number */
    uint16_t part;
} env;

typedef enum env_what { ENV_CALL, ENV_PLAYER, ENV_CELL, ENV_KIND, ENV_CHOICE } env_what;

typedef enum val_type { VAL_BAD, VAL_NUM, VAL_BOOL, VAL_AREA, VAL_PLAYER } val_type;

/* What an expression has become. */
typedef struct val {
    uint8_t type;
    bool constant; /* numbers and players: k is it */
    int8_t cell;   /* areas: the CELL_ it is, or -1 */
    uint16_t at;   /* operand */
    int32_t k;
} val;

/* What a value depends on. */
enum {
    NEEDS_STATE = 1,
    NEEDS_FROM = 2,
    NEEDS_TO = 4,
    NEEDS_AUX = 8,
    NEEDS_OPT = 16,
    NEEDS_LOOP = 64, /* shifted by the number of the loop */
    NEEDS_LOOPS = NEEDS_LOOP * ((2 << RB_LOOPS) - 1),
    /* compile_secrets() alone says these: */
    NEEDS_OWN = 1 << 20,   /* the player's own hidden cards, or a part of a choice that is hidden */
    NEEDS_OTHERS = 1 << 21 /* those of others, or the deck */
};

typedef struct stream {
    rb_ins *ins;
    size_t cap;
    uint32_t len;
} stream;

/* What an expression may speak of at its place. */
typedef struct place {
    bool from, to, opt;
    int piece;      /* whose block it is in, or -1 */
    uint32_t bound; /* the name after @, or 0 */
    bool ending;    /* `repeats` is known */
    bool require;   /* `seen` is known */
} place;

typedef struct piece_info {
    uint32_t node, name;
    uint32_t hits; /* expression, or 0 */
    bool bad_hits; /* there are some, but wrong ones */
    bool promotes;
} piece_info;

typedef struct named_node {
    uint32_t node, name;
    bool used;
} named_node;

typedef struct option_info {
    uint32_t node, name;
    int32_t value;
    bool used;
} option_info;

enum {
    COMPILE_MAX_NAMES = 512,
    COMPILE_MAX_OPTIONS = 24,
    COMPILE_MAX_DEPTH = 64,
    COMPILE_MAX_SHARED_REQUIRES = 64,
    COMPILE_MAX_TESTS = 1000,
    COMPILE_MAX_ENDINGS = 100,
    COMPILE_MAX_LEVELS = 1000,      /* expressions inside each other, definitions expanded */
    COMPILE_MAX_EXPANDED = 1000000, /* nodes that are looked at, definitions expanded */
    COMPILE_MAX_TABLE_BYTES = 8 << 20,
    COMPILE_MAX_NAME_BYTES = 60000, /* of all acts */
    COMPILE_MAX_PROMOTIONS = 16,    /* clauses of a piece */
    COMPILE_MAX_ACT_NAME = 40,
    COMPILE_MAX_WEIGHTS = 64,
    COMPILE_MAX_PAST = 7,
    COMPILE_MAX_PLANS = 16
};
enum { READS_LAST = 1, READS_LASTFROM = 2, READS_CAN = 4, READS_FADING = 8 };

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): ordered for readers */
typedef struct compiler {
    diags *d;
    uint32_t game;
    bool nomem;

    piece_info piece[RB_KINDS];
    uint32_t player[GAME_MAX_PLAYERS];
    named_node def[COMPILE_MAX_NAMES], rule[COMPILE_MAX_NAMES];
    int defs, rule_count;
    option_info option[COMPILE_MAX_OPTIONS];
    int options;
    uint32_t var_name[RB_VARS];
    uint32_t var_node[RB_VARS];
    bool var_used[RB_VARS];
    uint32_t phase_name[RB_MAX_PHASES];
    uint32_t turn[RB_MAX_PHASES];

    bool over_limit;
    int32_t spent; /* of COMPILE_MAX_EXPANDED */
    int level;     /* of COMPILE_MAX_LEVELS */

    int gens, nodes, points, tests, endings, scores, kind_list, names, places;
    size_t nodes_cap, places_cap, kind_cap, names_cap, constant_cap, number_cap;
    bool sets_next;        /* `next =` is used: even of two players either may follow */
    bool can_end;          /* an outcome is reachable */
    bool reads_turns;      /* in comparisons with constants, the largest of which is turns_limit; */
    uint32_t counts_turns; /* or otherwise: the node */
    int32_t turns_limit;
    bool attacked_used;
    uint32_t shared_node
        [COMPILE_MAX_SHARED_REQUIRES]; /* `require`s that have code already, on this side */
    uint16_t shared_code[COMPILE_MAX_SHARED_REQUIRES];
    int shared_requires;
    bool pieces_checked;
    uint32_t cut_by;     /* the `only` or `without` of the board; 0: none */
    uint32_t royal_node; /* the `require` that is about the royal piece */
    uint8_t gen_reads[RB_GENS + 1], test_reads[COMPILE_MAX_TESTS + 1];
    uint8_t before_reads, plan_reads, require_reads, ending_reads;
    bool gen_secret[RB_GENS + 1];          /* hidden cards decide what it offers */
    uint32_t gen_node[RB_GENS + 1];        /* where it is in the text */
    bool test_ends[COMPILE_MAX_TESTS + 1]; /* a `do` or outcome that always ends the game */
    int errors;   /* of this game: the list may hold those of others, or be full */
    int reported; /* places where something was reported */
    bool reported_now;
    uint32_t reported_at[DIAG_MAX_COUNT];
    uint8_t reported_source[DIAG_MAX_COUNT];
} compiler;

/* Where the walk over a text is: what holds for the part at hand. It is passed down; who goes into
 * a part where something else holds makes a copy, which ends with the function that made it. So a
 * stream that `out` points to is a local of this function or of a caller. */
typedef struct scope {
    compiler *shared;
    const ast *a;
    program *b;
    rb_side *side; /* the side being made: that of */
    int me;
    bool checking;    /* first player: problems are reported */
    bool inside_hits; /* a piece's `hits` is being checked */
    bool whole;       /* ranks and files have the cells that were cut out, too */
    bool longest;     /* inside `longest` */
    uint8_t saw;      /* READS_ of the code being made */
    place at;
    stream *out;         /* where code goes */
    stream *hoist;       /* where what does not depend on the source goes; NULL: nowhere else */
    int areas, numbers;  /* temporaries in use */
    int loops;           /* over cells, inside each other */
    int past;            /* inside `was`: 1 + turns; else 0 */
    uint32_t bare;       /* the line whose origin is left aside */
    uint32_t error_node; /* the node that limits are reported at */
} scope;

/* The same, at another place of the text. */
static inline scope scope_at(const scope *c, place at) {
    scope in = *c;
    in.at = at;
    return in;
}

/* The same, for code of its own: nothing is in use, nothing was read. */
static inline scope scope_into(const scope *c, stream *out, uint32_t error_node) {
    scope in = *c;
    in.out = out;
    in.hoist = NULL;
    in.areas = in.numbers = 0;
    in.saw = 0;
    in.error_node = error_node;
    return in;
}

/* --- compile_names.c: finding and complaining --- */

void compile_complain(const scope *c, uint32_t node, const char *code, const char *fmt, ...)
    PRINTF_LIKE(4, 5);
void compile_suggest(const scope *c, const char *fmt, ...) PRINTF_LIKE(2, 3);
void compile_suggest_name(const scope *c, const char *name); /* the nearest known one */
void compile_suggest_var(const scope *c, const char *name);  /* the nearest variable, and so on */
void compile_suggest_piece(const scope *c, const char *name);
void compile_suggest_player(const scope *c, const char *name);
bool compile_is_place(const scope *c, const char *name); /* a cell, or squares and their like */
/* E14, E12 where it looks like a cell, or a word for some, that is not there; else false. */
bool compile_complain_of_cell(scope *c, uint32_t node, const char *name);
/* E12 where the name is that of a player whom an option has taken out; else false. */
bool compile_complain_of_seat(const scope *c, uint32_t node, const char *name);
void compile_suggest_rule(const scope *c, const char *name);
bool compile_limit(const scope *c, uint32_t node, bool fits, const char *what, int most);
/* One more node is looked at. Definitions are expanded, so a short text can be a very long one:
 * false, and reported, where that gets out of hand. */
bool compile_spend(const scope *c, uint32_t node);

/* The argument that a parameter means: its node, and where it is to be read. 0: no parameter. */
uint32_t compile_env_find(const scope *c, const env *e, uint32_t name, const env **where);
env compile_env_call(const scope *c, uint32_t decl, uint32_t call, const env *from);

int compile_find_piece(const scope *c, uint32_t name);
int compile_find_player(const scope *c, uint32_t name);
int compile_find_def(const scope *c, uint32_t name);
int compile_find_rule(const scope *c, uint32_t name);
int compile_find_option(const scope *c, uint32_t name);
int compile_find_var(const scope *c, uint32_t name);
int compile_find_phase(const scope *c, uint32_t name);
uint32_t compile_body_of(const scope *c, uint32_t decl); /* after PARAMS */
/* the first such; 0: none */
uint32_t compile_child_of(const scope *c, uint32_t node, ast_kind kind);
int compile_child_count(const scope *c, uint32_t node);
bool compile_is_file_letter(const scope *c, uint32_t files, uint32_t node); /* `file c`: no name */

/* --- compile_loop.c: one cell after the other, one player after the other --- */

/* The loop around, up to the definition at hand, that has a variable of this name; NULL: none. */
const env *compile_env_loop(const env *e, uint32_t name);
val_type compile_check_over(scope *c, uint32_t node, const env *e); /* AST_OVER */
void compile_check_for(scope *c, uint32_t node, const env *e);      /* AST_FOR */
uint32_t compile_needs_over(scope *c, uint32_t node, const env *e);
uint16_t compile_over(scope *c, uint32_t node, const env *e);
val compile_those(scope *c, uint32_t node, const env *e); /* the same where it is an area */
void compile_for(scope *c, uint32_t node, const env *e);

/* Whether a name means something already. */
bool compile_is_taken(const scope *c, uint32_t name, const env *e);
/* Of such a variable: its type, what it depends on, and its number. */
val_type compile_loop_type(const scope *c, const env *loop);
uint32_t compile_loop_needs(const env *loop);
uint16_t compile_loop_num(scope *c, const env *loop);

/* --- compile_choice.c: what is chosen, part by part --- */

void compile_check_sets(scope *c);
uint32_t compile_find_set(const scope *c, uint32_t name); /* AST_KIND_SET; 0: none */
/* The kind that an expression names and nothing else; -1: it is another expression. */
int compile_kind_named(const scope *c, uint32_t node, const env *e);
/* A kind compared with a number. */
bool compile_compares_kind(scope *c, uint32_t compare, const env *e);
/* The parts of an AST_ACT around what is inside it, in an env for each; the innermost one, or e
 * itself. */
const env *compile_check_choices(scope *c, uint32_t act, const env *e, env *parts);
const env *compile_choices(scope *c, uint32_t act, const env *e, env *parts, rb_gen *g);
uint16_t compile_keep_kind(scope *c, int kind); /* in the program's list of kinds */

env compile_env_of_kind(const scope *c, uint32_t loop, const env *e, int kind);
uint32_t compile_loop_body(const scope *c, uint32_t loop);

/* --- compile_cards.c: decks, hidden areas and cards that go from one to the other --- */

bool compile_declare_secret(scope *c, uint32_t node, rb_var *v);
void compile_first_voids(scope *c, uint32_t deck, const rb_var *v);
int compile_secret_number(const scope *c, int var);               /* of an area; -1: it is none */
void compile_refuse_card(scope *c, uint32_t node, uint32_t name); /* where a piece is wanted */
void compile_check_card(scope *c, uint32_t node, const env *e);   /* AST_CARD */
void compile_card(scope *c, uint32_t node, const env *e);
uint16_t compile_held(scope *c, uint32_t node, const env *e, int var);
void compile_check_leaving(scope *c, uint32_t block); /* of an act */
void compile_leaving(scope *c, uint32_t block, const env *e, rb_gen *g);

/* --- compile_secrets.c: what hidden cards may decide --- */

bool compile_is_me(const scope *c, uint32_t node, const env *e);
uint32_t compile_secret_of(const scope *c, uint32_t node, const env *e); /* AST_INDEXED */
bool compile_refuse_secrets(scope *c, uint32_t node, const env *e, uint32_t bits, const char *what);
void compile_check_effect_secrets(scope *c, uint32_t node, const env *e);
void compile_conclusions(scope *c, uint32_t where, const env *e, rb_gen *g);
void compile_check_stages(scope *c); /* the automaton made */

/* --- compile_called.c: functions whose names are free elsewhere --- */

/* X(id, name) */
#define COMPILE_CALLED(X)                                                                          \
    X(LEVELS, "levels") X(TOP, "top") X(WAS, "was") X(MOVED, "moved") X(PATH, "path")

typedef enum called_func {
    CALLED_NONE,
#define CALLED_ENUM(id, name) CALLED_##id,
    COMPILE_CALLED(CALLED_ENUM)
#undef CALLED_ENUM
        CALLED_COUNT
} called_func;

called_func compile_called(scope *c, uint32_t node,
                           const env *e); /* CALLED_NONE: it is none of them */
val_type compile_check_called(scope *c, uint32_t node, const env *e, called_func what);
uint16_t compile_called_num(scope *c, uint32_t node, const env *e, called_func what);

/* --- compile_past.c: what was, and what has moved --- */

bool compile_declare_past(scope *c);
void compile_place_past(program *b);
bool compile_keeps_past(const program *b); /* sets of the past, not only what has moved */
val_type compile_check_past(scope *c, uint32_t node, const env *e, called_func what);
bool compile_is_past(scope *c, uint32_t node, const char *what); /* true: inside `was`, reported */
uint16_t compile_past_set(const scope *c, uint16_t set); /* as it was, where that is asked */
uint16_t compile_past_occupied(scope *c);
val compile_past(scope *c, uint32_t node, const env *e, called_func what);
void compile_past_code(scope *c); /* of the side at hand */
void compile_past_start(scope *c);
/* What an action or effect does to the pieces that have moved; before it is carried out. */
void compile_moved_by_gen(scope *c, uint32_t gen); /* after it */
void compile_moved_gone(scope *c, uint16_t where);
void compile_moved_relocated(scope *c, uint16_t from, uint16_t to);
void compile_moved_pushed(scope *c, uint16_t what, int walk);

/* --- compile_plan.c: variables that hold a rule --- */

typedef struct plan_rules {
    int count;
    int rule[COMPILE_MAX_PLANS];
    bool plan; /* it is a variable: one of them */
} plan_rules;

uint32_t compile_plan(const scope *c, uint32_t name); /* its declaration; 0: no such variable */
/* The rules that a name in a turn may mean: one, or those of a variable; none where it is no such. */
plan_rules compile_rules_of(const scope *c, uint32_t name);
int compile_plan_value(const scope *c, uint32_t plan, uint32_t value);
void compile_check_plan_value(scope *c, uint32_t plan, uint32_t value);
void compile_check_plans(scope *c);
bool compile_compares_plan(const scope *c, uint32_t compare, int *value);

/* --- compile_stack.c: several pieces on a cell --- */

bool compile_declare_stacks(scope *c, uint32_t where); /* of an AST_BOARD */
uint32_t compile_stack_bytes(const program *b);        /* of a state */
val_type compile_check_levels(scope *c, uint32_t node, const env *e, called_func what);
uint16_t compile_levels(scope *c, uint32_t node, const env *e, called_func what);
bool compile_check_level_owner(scope *c, uint32_t node, const env *e);
void compile_check_top(scope *c, uint32_t node, const env *e); /* of `remove`, `relocate`, `move` */
void compile_remove_top(scope *c, uint32_t node, const env *e);
void compile_lift(scope *c, uint32_t node, const env *e);
uint16_t compile_lifted(scope *c, uint32_t move, const env *e);

/* --- compile_sow.c: numbers of cells, tracks, sowing --- */

bool compile_declare_tracks(scope *c, uint32_t where); /* of an AST_BOARD */
bool compile_check_cell_index(scope *c, uint32_t node, const env *e, const rb_var *v);
uint16_t compile_cell_number(scope *c, uint32_t node, const env *e, const rb_var *v);
void compile_assign_cells(scope *c, uint32_t node, const env *e, const rb_var *v);
void compile_check_sow(scope *c, uint32_t node, const env *e);
void compile_sow(scope *c, uint32_t node, const env *e);

/* --- compile_cycle.c: definitions that use themselves --- */

bool compile_check_cycles(scope *c); /* false: some do, or too many use each other; reported */

/* --- compile_code.c: what code is made with --- */

void compile_emit(scope *c, rb_op op, int x, uint32_t d, uint32_t a, uint32_t b);
uint16_t compile_temp_area(scope *c);
uint16_t compile_temp_num(scope *c);
uint16_t compile_const_area(scope *c, area a);
uint16_t compile_const_num(scope *c, int32_t k);
/* Moves a stream after the side's code; its offset. A RETURN of `value` ends it. */
uint16_t compile_append_code(scope *c, stream *s, uint16_t value);
void compile_stream_done(stream *s);
/* One instruction and where its result is. */
uint16_t compile_num1(scope *c, rb_op op, uint32_t a);
uint16_t compile_num2(scope *c, rb_op op, uint32_t a, uint32_t b);
val compile_area2(scope *c, rb_op op, uint32_t a, uint32_t b);
val compile_in_area(uint16_t at);
/* Copies of areas and numbers that an instruction has no operand for: x names them. */
int compile_spare_area(scope *c, uint16_t at);
int compile_spare_num(scope *c, uint16_t at);
uint16_t compile_clamped(scope *c, uint16_t number, int last);
/* CELL_ if it is one by name, or -1 */
int compile_named_cell(scope *c, uint32_t node, const env *e);
val compile_cell_area(scope *c, int cell); /* one of the cells that code can name, as an area */
uint16_t compile_own_set(scope *c, int owner);
val compile_enemies(scope *c);
/* Lists that instructions refer to: the number of a new entry, or of an equal one. */
void *compile_one_more(scope *c, void **list, int count, size_t size);
int compile_keep_table(scope *c, const area *t);
int compile_keep_pattern(scope *c, const rb_pattern *p);
int compile_keep_walk(scope *c, rb_walk w);

/* --- compile_needs.c: what a value depends on --- */

uint32_t compile_needs(scope *c, uint32_t node, const env *e);
/* NEEDS_OWN and NEEDS_OTHERS. */
uint32_t compile_secrets(scope *c, uint32_t node, const env *e);
/* The same where an area is wanted: a player means its pieces there. */
uint32_t compile_needs_area(scope *c, uint32_t node, const env *e);

/* --- compile_check.c: types --- */

/* The type of an expression; reports what is wrong with it. VAL_BAD: something is. */
val_type compile_check_expr(scope *c, uint32_t node, const env *e);
bool compile_check_is(scope *c, uint32_t node, const env *e, val_type want);
/* by its form: an area, not a number */
bool compile_area_shaped(scope *c, uint32_t node, const env *e);
uint64_t compile_dirs_of(scope *c, uint32_t dirs, bool report); /* 0: none, reported */
void compile_suggest_head(scope *c, uint32_t decl);             /* of a definition or rule */

/* --- compile_fold.c: what is known now --- */

/* The value of what needs nothing but (where from >= 0) the source. */
area compile_fold_area(scope *c, uint32_t node, const env *e, int from);
int32_t compile_fold_num(scope *c, uint32_t node, const env *e, int from);
int compile_fold_player(scope *c, uint32_t node, const env *e);

/* --- compile_hits.c: attackers, and tables by cell --- */

enum { HIT_PARTS = 8 };

/* A piece's `hits` as parts that can be looked at from the target. */
typedef struct hit_parts {
    bool failed; /* a part cannot be turned round */
    int count;
    rb_hit part[HIT_PARTS];
} hit_parts;

void compile_take_apart(scope *c, uint32_t node, area mask, hit_parts *out);
int compile_add_table(scope *c, uint32_t node, const env *e); /* of what needs only the source */
/* The table of a line or leap whose origin is given: as if it began at the source. */
int compile_origin_table(scope *c, uint32_t node, const env *e);
int compile_add_plan(scope *c, uint64_t players); /* attackers */
/* The same by what my pieces take, where no text says `hits`; -1: nothing. */
int compile_add_takers(scope *c);

/* --- compile_expr.c: code for values --- */

val compile_area(scope *c, uint32_t node, const env *e);
uint16_t compile_num(scope *c, uint32_t node, const env *e); /* also truth values and players */
/* The element of a variable that has several: known now (*fixed from 0), or a number to be added
 * (*fixed -1). */
uint16_t compile_var_index(scope *c, uint32_t node, const env *e, const rb_var *v, int *fixed);
int compile_add_pattern(scope *c, uint32_t along, const env *e);
int compile_add_walk(scope *c, uint32_t node, const env *e);

/* --- compile_effect.c --- */

void compile_check_block(scope *c, uint32_t node, const env *e);
void compile_check_owner(scope *c, uint32_t of, const env *e); /* of: AST_OF or 0 */
int compile_owner_of(scope *c, uint32_t of, const env *e); /* players: neutral; -1: not known yet */
void compile_block(scope *c, uint32_t node, const env *e);
void compile_warn_many(scope *c, uint32_t node, const env *e); /* where one cell is wanted */
void compile_check_outcome(scope *c, uint32_t node, const env *e);
void compile_outcome(scope *c, uint32_t node, const env *e);
/* Whether a block does no more than set variables. */
bool compile_is_quiet(const scope *c, uint32_t node);

/* --- compile_parts.c: expressions taken apart --- */

typedef struct sub_expr {
    uint32_t node;
    const env *e;
} sub_expr;

enum { COMPILE_MAX_PARTS = 16 };

typedef struct sub_exprs {
    sub_expr list[COMPILE_MAX_PARTS];
    env made[COMPILE_MAX_PARTS]; /* of definitions that were looked into */
    int count, envs;
} sub_exprs;

/* parameters and definitions */
sub_expr compile_look_through(const scope *c, sub_expr p, sub_exprs *keep);
void compile_split_and(const scope *c, sub_expr p, sub_exprs *out);
/* the word itself, after names */
bool compile_is_turns(const scope *c, uint32_t node, const env *e);
bool compile_fixed_part(scope *c, sub_expr p); /* the same whatever moves, and whereto */
/* `from in X` or `to in X` with an X that is the same for all: X; else 0. */
uint32_t compile_cell_in(scope *c, sub_expr p, ast_word word);
/* `some along D from to (pattern)` with a pattern that is the same for all: the `along`. */
sub_expr compile_along_to(scope *c, sub_expr p, sub_exprs *keep);

/* --- compile_gen.c: generators --- */

/* What surrounds a generator. */
typedef struct around {
    uint8_t succ; /* the point after it */
    uint8_t exit; /* the same for `skip`: after the `repeat` that it is all of */
    bool round;   /* it is part of a turn that can go round */
    int requires;
    uint32_t require[RB_REQUIRES];
    const env *require_env[RB_REQUIRES];
} around;

void compile_check_kinds(scope *c, uint32_t first); /* a list of pieces to choose from */
void compile_check_gen(scope *c, uint32_t node, const env *e);
bool compile_check_said(scope *c, uint32_t node, const char *what, const char *example);
uint16_t compile_keep_text(scope *c, const char *string); /* among the program's names */
/* Fills generator number g of the side. */
void compile_gen(scope *c, uint32_t node, const env *e, const around *r, int g);

/* --- compile_chance.c: what nature decides --- */

void compile_check_chance(scope *c, uint32_t node, const env *e);
/* Fills a generator; bounds that have to be worked out go to c->out. */
void compile_chance(scope *c, uint32_t node, const env *e, rb_gen *g);

/* --- compile_round.c: turns without an end --- */

/* an AST_REPEAT: it ends after a number of times; its actions may undo each other */
bool compile_is_counted(const scope *c, uint32_t repeat);
bool compile_goes_round(scope *c, uint32_t repeat);

/* --- compile_royal.c: what need not be tried --- */

void compile_royal(scope *c); /* of the side at hand */
/* Whether what a generator offers can make a royal piece, or something else of one. */
bool compile_changes_royal(const scope *c, const rb_gen *g);

/* --- compile_rule.c: checking rules --- */

bool compile_is_gen(ast_kind k);       /* `place` and others: an action */
bool compile_is_automatic(ast_kind k); /* `do` and outcomes: no player is asked */
void compile_check_rule(const scope *c, uint32_t node, const env *e);
bool compile_says_else(const scope *c, uint32_t node);

/* --- compile_turn.c: the automaton --- */

uint16_t compile_add_place(scope *c, uint32_t node); /* of the text; 0: none */
bool compile_turns(scope *c); /* for the side at hand; the first also makes points and nodes */
void compile_find_live(scope *c);
/* Whether there is something to choose in a tree, or to happen, whatever the position. */
bool compile_always_offers(const program *b, uint16_t node);

/* --- compile_aim.c: for evaluations --- */

void compile_find_aims(const scope *c); /* of the side at hand */

/* --- compile_warn.c --- */

void compile_warn(scope *c);

/* --- compile_game.c: declarations --- */

bool compile_declare(scope *c, const params *p);
bool compile_constant_num(scope *c, uint32_t node, int32_t *out); /* false: reported */
uint32_t compile_declaration(const scope *c, ast_kind k);         /* the first such; 0: none */
bool compile_missing(scope *c, uint32_t found, const char *what); /* reported where it is 0 */

/* --- compile_board.c --- */

bool compile_declare_board(scope *c);
bool compile_check_line(scope *c, uint32_t line); /* an AST_LINE: no cell twice, or a ring */
bool compile_start(scope *c);

/* --- compile_look.c --- */

void compile_looks(scope *c);

/* --- compile_hint.c: what to try first or last --- */

void compile_check_hints(scope *c);
void compile_hints(scope *c); /* of the side at hand, its generators made */
bool compile_hint_fits(const scope *c, uint32_t node); /* some action can be what it is about */
/* What a `place` may be: see rb_starving. */
uint8_t compile_starving(const scope *c, uint32_t node, const env *e, const around *r);

/* `term`: checks, and the code of the side at hand. */
void compile_check_terms(scope *c);
void compile_terms(scope *c);

/* --- compile_fen.c --- */

bool compile_fields(scope *c);

#endif
