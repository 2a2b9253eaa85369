#include <ctype.h>
#include <stdio.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/rules/compile/compile.h"
#include "engine/rules/text/lexer.h"

static_assert((int)RB_NAME == (int)LEXER_MAX_NAME + 1, "a name that was read fits");

/* Declarations: players, options, board, pieces, variables; the set-up. */

enum { BAG_MAX = 1000000 }; /* pieces of a kind */

uint32_t compile_declaration(const scope *c, ast_kind k) {
    return compile_child_of(c, c->shared->game, k);
}

bool compile_missing(scope *c, uint32_t found, const char *what) {
    if (found) return false;
    compile_complain(c, c->shared->game, "E05", "missing declaration: %s", what);
    return true;
}

static void copy_name(char *to, size_t cap, const char *from) {
    snprintf(to, cap, "%s", from);
}

/* --- options and players --- */

static int32_t value_of(const scope *c, uint32_t node) {
    return c->a->node[node].value;
}

static bool declare_options(scope *c, const params *p) {
    AST_EACH(c->a, c->shared->game, i) {
        if (c->a->node[i].kind != AST_OPTION) continue;
        if (!compile_limit(c, i, c->shared->options < COMPILE_MAX_OPTIONS, "options",
                           COMPILE_MAX_OPTIONS))
            return false;
        uint32_t preset = c->a->node[i].first;
        uint32_t low = c->a->node[preset].next;
        uint32_t high = c->a->node[low].next;
        const char *name = ast_name(c->a, i);
        option_info *o = &c->shared->option[c->shared->options++];
        *o = (option_info){.node = i, .name = c->a->node[i].name};
        bool halves = c->a->node[i].flags & AST_HALVES;
        c->b->halves |= halves;
        o->value = (int32_t)(halves ? params_halves(p, name, value_of(c, preset))
                                    : params_int(p, name, value_of(c, preset)));
        if (strcmp(name, "seats") == 0) {
            o->used = true;
            if (p->players && params_has(p, name) && p->players != o->value) {
                compile_complain(c, i, "E24", "option 'seats' is %d, but there are %d players",
                                 o->value, p->players);
                return false;
            }
            if (p->players) o->value = p->players;
        }
        bool turns = strcmp(name, "maxturns") == 0;
        if (turns && (value_of(c, low) < 1 || value_of(c, high) > RB_MAX_TURNS)) {
            compile_complain(c, i, "E24", "option 'maxturns' lies between 1 and %d", RB_MAX_TURNS);
            return false;
        }
        if (o->value < value_of(c, low) || o->value > value_of(c, high)) {
            compile_complain(c, i, "E24", "option '%s' is %d, out of range", name, o->value);
            compile_suggest(c, "%d to %d", value_of(c, low), value_of(c, high));
            return false;
        }
    }
    return true;
}

static bool declare_players(scope *c) {
    uint32_t decl = compile_declaration(c, AST_PLAYERS);
    if (compile_missing(c, decl, "players")) return false;
    int n = compile_child_count(c, decl);
    if (!compile_limit(c, decl, n <= GAME_MAX_PLAYERS, "players", GAME_MAX_PLAYERS)) return false;
    for (int i = 0; i < c->shared->options; i++)
        if (strcmp(c->a->strings + c->shared->option[i].name, "seats") == 0 &&
            c->shared->option[i].value < n)
            n = c->shared->option[i].value < 1 ? 1 : c->shared->option[i].value;
    int k = 0;
    AST_EACH(c->a, decl, i) {
        if (k == n) break;
        c->shared->player[k] = c->a->node[i].name;
        copy_name(c->b->player_name[k++], sizeof c->b->player_name[0], ast_name(c->a, i));
    }
    c->b->head.players = (uint8_t)n;
    c->b->head.options.players = n; /* opened again from these, it is the same game */
    return true;
}

bool compile_constant_num(scope *c, uint32_t node, int32_t *out) {
    if (!compile_check_is(c, node, NULL, VAL_NUM)) return false;
    if (compile_needs(c, node, NULL)) {
        compile_complain(c, node, "E10",
                         "wrong type: needs a constant, found a number that may change");
        return false;
    }
    *out = compile_fold_num(c, node, NULL, -1);
    return true;
}

/* --- pieces and names --- */

static void declare_piece(scope *c, uint32_t i, int k) {
    piece_info *p = &c->shared->piece[k];
    *p = (piece_info){.node = i, .name = c->a->node[i].name};
    uint32_t letter = compile_child_of(c, i, AST_LETTER);
    const char *sign = letter ? ast_name(c->a, letter) : ast_name(c->a, i);
    rb_kind *kind = &c->b->kind[k];
    copy_name(kind->name, sizeof kind->name, ast_name(c->a, i));
    kind->letter = (char)toupper((unsigned char)sign[0]);
    if ((letter && sign[1]) || !isalpha((unsigned char)sign[0])) {
        compile_complain(c, letter ? letter : i, "E03",
                         "expected one letter for the piece, found '%s'", sign);
        compile_suggest(c, "`piece %s X`", kind->name);
        return;
    }
    for (int o = 0; o < k; o++) {
        if (c->b->kind[o].letter != kind->letter) continue;
        compile_complain(c, letter ? letter : i, "E22", "piece letter '%c' used twice",
                         kind->letter);
        compile_suggest(c, "give '%s' another letter: `piece %s X`", kind->name, kind->name);
    }
    uint32_t hits = compile_child_of(c, i, AST_HITS);
    p->hits = hits ? c->a->node[hits].first : 0;
    p->promotes = compile_child_of(c, i, AST_PROMOTES) != 0;
    int clauses = 0;
    AST_EACH(c->a, i, part) clauses += c->a->node[part].kind == AST_PROMOTES;
    (void)compile_limit(c, i, clauses <= COMPILE_MAX_PROMOTIONS, "`promotes` of a piece",
                        COMPILE_MAX_PROMOTIONS);
}

/* What a piece may become, for the evaluation of positions. */
static void note_promotions(scope *c, int k) {
    AST_EACH(c->a, c->shared->piece[k].node, i) {
        if (c->a->node[i].kind != AST_PROMOTES) continue;
        AST_EACH(c->a, i, to) {
            int kind =
                c->a->node[to].kind == AST_NAME ? compile_find_piece(c, c->a->node[to].name) : -1;
            if (kind >= 0) c->b->kind[k].promotes |= UINT32_C(1) << kind;
        }
    }
}

static bool declare_pieces(scope *c) {
    int k = 0;
    uint32_t any = 0;
    AST_EACH(c->a, c->shared->game, i) {
        if (c->a->node[i].kind != AST_PIECE) continue;
        any = i;
        if (!compile_limit(c, i, k < RB_KINDS, "piece kinds", RB_KINDS)) return false;
        declare_piece(c, i, k++);
        c->b->kinds = k;
    }
    uint32_t cards = compile_declaration(c, AST_CARDS);
    if (cards) AST_EACH(c->a, cards, i) {
            if (!compile_limit(c, i, k < RB_KINDS, "piece kinds and cards", RB_KINDS)) return false;
            c->shared->piece[k] = (piece_info){.node = i, .name = c->a->node[i].name};
            copy_name(c->b->kind[k].name, sizeof c->b->kind[k].name, ast_name(c->a, i));
            c->b->kinds = ++k;
            c->b->cards++;
        }
    if (!cards && compile_missing(c, any, "piece")) return false;
    if (!any) any = cards;
    for (int i = 0; i < k; i++) note_promotions(c, i);
    c->b->codes = (int)rb_code(c->b, (unsigned)k, 0); /* that of the kind after the last */
    return compile_limit(c, any, c->b->codes <= 256, "piece kinds times (players + 1)", 255);
}

static bool declare_names(scope *c) {
    AST_EACH(c->a, c->shared->game, i) {
        ast_kind k = (ast_kind)c->a->node[i].kind;
        named_node n = {.node = i, .name = c->a->node[i].name};
        if (k != AST_DEF && k != AST_RULE) continue;
        int *count = k == AST_DEF ? &c->shared->defs : &c->shared->rule_count;
        if (!compile_limit(c, i, *count < COMPILE_MAX_NAMES, "definitions", COMPILE_MAX_NAMES))
            return false;
        (k == AST_DEF ? c->shared->def : c->shared->rule)[(*count)++] = n;
    }
    return true;
}

static bool declare_phases(scope *c) {
    uint32_t any = 0;
    AST_EACH(c->a, c->shared->game, i) {
        if (c->a->node[i].kind != AST_TURN) continue;
        any = i;
        if (!compile_limit(c, i, c->b->phases < RB_MAX_PHASES, "phases", RB_MAX_PHASES))
            return false;
        int k = c->b->phases++;
        c->shared->phase_name[k] = c->a->node[i].name;
        c->shared->turn[k] = c->a->node[i].first;
        copy_name(c->b->phase_name[k], sizeof c->b->phase_name[0], ast_name(c->a, i));
    }
    return !compile_missing(c, any, "turn");
}

/* --- variables --- */

static bool uses_neutral(const scope *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_WORD && n->value == AST_WORD_NEUTRAL) return true;
    if (n->kind == AST_SETUP && n->first && c->a->node[n->first].kind == AST_STRING) {
        const char *s = ast_name(c->a, n->first);
        for (; *s; s++)
            if (isalpha((unsigned char)s[0]) && s[1] == '0') return true;
    }
    AST_EACH(c->a, node, i)
    if (uses_neutral(c, i)) return true;
    return false;
}

/* Whether an action that places something, or what allows it, names this. */
static bool placing_names(const scope *c, uint32_t node, uint32_t name, bool placing) {
    const ast_node *n = ast_at(c->a, node);
    placing |= n->kind == AST_PLACE;
    bool names = n->kind == AST_INDEXED || n->kind == AST_ASSIGN;
    if (placing && names && n->name == name) return true;
    AST_EACH(c->a, node, i)
    if (placing_names(c, i, name, placing)) return true;
    return false;
}

/* What a bag has at first: kinds of pieces, each once, and numbers that are known. */
static void check_items(scope *c, uint32_t bag) {
    if (!c->a->node[bag].first) {
        compile_complain(c, bag, "E24", "the bag '%.40s' holds nothing", ast_name(c->a, bag));
        compile_suggest(c, "name pieces in it: `bag %.20s { PIECE*3 }`", ast_name(c->a, bag));
    }
    AST_EACH(c->a, bag, i) {
        const ast_node *n = ast_at(c->a, i);
        if (compile_find_piece(c, n->name) < 0) {
            compile_complain(c, i, "E12", "unknown name '%s': no such piece", ast_name(c->a, i));
            compile_suggest_piece(c, ast_name(c->a, i));
        }
        for (uint32_t k = c->a->node[bag].first; k != i; k = c->a->node[k].next)
            if (c->a->node[k].name == n->name)
                compile_complain(c, i, "E06", "piece '%s' is in this bag already",
                                 ast_name(c->a, i));
        int32_t count = 1;
        if (n->first && compile_constant_num(c, n->first, &count) && (count < 0 || count > BAG_MAX))
            compile_complain(c, n->first, "E30",
                             "limit exceeded: a bag holds 0 to %d pieces of a kind", BAG_MAX);
    }
}

static bool declare_vars(scope *c) {
    program *b = c->b;
    b->has_neutral = uses_neutral(c, c->shared->game);
    AST_EACH(c->a, c->shared->game, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind != AST_VAR) continue;
        if (!compile_limit(c, i, b->vars < RB_VARS, "variables", RB_VARS)) return false;
        rb_var *v = &b->var[b->vars];
        c->shared->var_name[b->vars] = n->name;
        c->shared->var_node[b->vars++] = i;
        copy_name(v->name, sizeof v->name, ast_name(c->a, i));
        v->type = (uint8_t)n->value;
        v->counter = n->flags & AST_COUNTER;
        v->per_player = n->flags & AST_PER_PLAYER;
        v->per_piece = n->flags & AST_PER_PIECE;
        v->if_used = n->flags & AST_IF_USED;
        v->bag = n->flags & AST_BAG;
        v->per_cell = n->flags & AST_PER_CELL;
        if (v->per_cell && v->type != VAR_INT)
            compile_complain(c, i, "E10", "wrong type: `per cell` is for numbers, '%s' is an area",
                             v->name);
        v->secret = n->flags & AST_SECRET;
        v->card = n->flags & AST_OF_CARD;
        if (v->bag) check_items(c, i);
        v->tray = v->type == VAR_INT && v->per_player && v->per_piece && !v->secret &&
                  placing_names(c, c->shared->game, n->name, false);
        if (v->if_used && v->type == VAR_INT)
            compile_complain(c, i, "E10", "wrong type: `if used` is for cells, '%s' is a number",
                             v->name);
        else if (v->if_used && b->fades < RB_AREA_VARS)
            b->fading[b->fades++] = (uint16_t)(b->vars - 1);
        int each = (v->per_player ? b->head.players : 1) * (v->per_piece ? b->kinds : 1);
        v->count = (uint16_t)(v->per_cell ? b->board.cells : each);
        bool number = v->type == VAR_INT;
        int *slots = number ? &b->var_slots : &b->area_slots;
        int max = number ? RB_SLOTS : RB_AREA_VARS;
        if (!compile_limit(c, i, *slots + v->count <= max, number ? "variables" : "area variables",
                           max))
            return false;
        v->at = (uint16_t)*slots;
        for (int k = 0; k < v->count; k++)
            (number ? b->slot_hashed : b->area_hashed)[*slots + k] = !v->counter;
        *slots += v->count;
        if (!compile_limit(c, i, v->count <= RB_ELEMENTS_OF_VAR, "elements of a variable",
                           RB_ELEMENTS_OF_VAR))
            return false;
        if (v->secret && !compile_declare_secret(c, i, v)) return false;
    }
    return compile_declare_past(c);
}

static bool lay_out(scope *c) {
    program *b = c->b;
    b->owners = b->head.players + b->has_neutral;
    b->words = b->board.cells <= 64 ? 1 : b->board.cells <= 128 ? 2 : b->board.cells <= 256 ? 4 : 8;
    b->set_kind = SET_OWN + b->owners;
    b->set_var = b->set_kind + (b->kinds > 1 ? b->kinds : 0);
    b->sets = b->set_var + b->area_slots;
    for (int i = 0; i < b->vars; i++)
        if (b->var[i].type != VAR_INT) b->var[i].at = (uint16_t)(b->var[i].at + b->set_var);
    compile_place_past(b);
    for (unsigned code = 1; code < (unsigned)b->codes; code++) {
        b->own_set[code] = (uint8_t)(SET_OWN + rb_code_owner(b, code));
        b->kind_set[code] =
            (uint8_t)(b->kinds > 1 ? (unsigned)b->set_kind + rb_code_kind(b, code) : 0xff);
    }
    b->vars_at = (uint32_t)sizeof(rb_head) + (uint32_t)(b->sets * b->words) * 8;
    b->cells_at = b->vars_at + (uint32_t)b->var_slots * 4;
    b->stacks_at = b->cells_at + (uint32_t)b->board.cells;
    uint32_t size = (b->stacks_at + compile_stack_bytes(b) + 7) & ~7u;
    b->head.state_size = size;
    return compile_limit(c, c->shared->game, size <= RB_MAX_STATE, "bytes of state", RB_MAX_STATE);
}

static bool sets_next(const scope *c, uint32_t node) {
    if (c->a->node[node].kind == AST_SET_NEXT) return true;
    AST_EACH(c->a, node, i) {
        if (sets_next(c, i)) return true;
    }
    return false;
}

bool compile_declare(scope *c, const params *p) {
    c->shared->sets_next = sets_next(c, c->shared->game);
    c->b->deck = -1;
    return declare_options(c, p) && declare_players(c) && declare_names(c) &&
           compile_check_cycles(c) && compile_declare_board(c) && declare_pieces(c) &&
           declare_phases(c) && declare_vars(c) && lay_out(c);
}

/* --- the set-up --- */

static bool bad_setup(scope *c, uint32_t node, int row, int column, const char *why) {
    compile_complain(c, node, "E23", "set-up string has wrong shape: row %d, column %d: %s", row,
                     column, why);
    return false;
}

static bool read_setup(scope *c, uint32_t node) {
    program *b = c->b;
    const board *o = &b->board;
    const char *s = ast_name(c->a, node);
    int x = 0;
    int y = o->shape == BOARD_LINES ? 0 : o->height - 1;
    for (; *s;) {
        int row = o->height - y;
        if (*s == '/') {
            if (x != o->width) return bad_setup(c, node, row, x + 1, "the row is too short");
            if (--y < 0) return bad_setup(c, node, row, x + 1, "there are too many rows");
            x = 0;
            s++;
            continue;
        }
        if (isdigit((unsigned char)*s)) {
            int n = 0;
            while (isdigit((unsigned char)*s) && n < 1000) n = n * 10 + *s++ - '0';
            x += n;
            if (x > o->width) return bad_setup(c, node, row, x, "the row is too long");
            continue;
        }
        if (x >= o->width) return bad_setup(c, node, row, x + 1, "the row is too long");
        if (*s == '(') return bad_setup(c, node, row, x + 1, "stacks are built by `put`");
        unsigned code = rb_piece_code(b, &s);
        int cell = y * o->width + x;
        if (!code) return bad_setup(c, node, row, x + 1, "no such piece");
        if (!area_has(&o->all, cell)) return bad_setup(c, node, row, x + 1, "there is no cell");
        b->setup_cell[cell] = (uint8_t)code;
        x++;
    }
    if (y != 0 || x != o->width)
        return bad_setup(c, node, o->height - y, x + 1, "it ends too soon");
    return true;
}

static void fill_bag(scope *c, uint32_t bag, const rb_var *v) {
    AST_EACH(c->a, bag, i) {
        uint32_t many = c->a->node[i].first;
        int kind = compile_find_piece(c, c->a->node[i].name);
        uint16_t count = compile_const_num(c, many ? compile_fold_num(c, many, NULL, -1) : 1);
        compile_emit(c, OP_STORE, 0, (uint32_t)(v->at + kind), count, 0);
    }
}

static void make_first_values(scope *c) {
    for (int i = 0; i < c->b->vars; i++) {
        uint32_t init = c->a->node[c->shared->var_node[i]].first;
        const rb_var *v = &c->b->var[i];
        if (c->a->node[c->shared->var_node[i]].flags & AST_RULES) continue; /* it begins with 0 */
        if (v->bag) {
            fill_bag(c, c->shared->var_node[i], v);
            if (v->secret) compile_first_voids(c, c->shared->var_node[i], v);
            continue;
        }
        if (v->per_cell && init) {
            scope in = scope_into(c, c->out, c->shared->var_node[i]);
            uint16_t x = compile_num(&in, init, NULL);
            compile_emit(&in, OP_STORE_CELLS, 0, v->at, x, RB_CONST);
            continue;
        }
        for (int k = 0; v->card && !init && k < v->count; k++)
            compile_emit(c, OP_STORE, 0, (uint32_t)(v->at + k), compile_const_num(c, -1), 0);
        for (int k = 0; init && k < v->count; k++) {
            scope in = scope_into(c, c->out, c->shared->var_node[i]);
            in.me = v->per_player ? k / (v->count / c->b->head.players) : 0;
            if (v->type == VAR_INT) {
                compile_emit(&in, OP_STORE, 0, (uint32_t)(v->at + k), compile_num(&in, init, NULL),
                             0);
            } else {
                uint16_t a = compile_area(&in, init, NULL).at;
                if (v->type == VAR_CELL) {
                    uint16_t d = compile_temp_area(&in);
                    compile_emit(&in, OP_AREA_LOWEST, 0, d, a, 0);
                    a = d;
                }
                compile_emit(&in, OP_STORE_AREA, 0, (uint32_t)(v->at + k), a, 0);
            }
        }
    }
}

/* Checks the set-up and first values, and (on the first side) makes their code. */
bool compile_start(scope *c) {
    compile_check_plans(c);
    uint32_t setup = compile_declaration(c, AST_SETUP);
    uint32_t what = setup ? c->a->node[setup].first : 0;
    for (int i = 0; i < c->b->vars; i++) {
        uint32_t init = c->a->node[c->shared->var_node[i]].first;
        bool number = c->b->var[i].type == VAR_INT;
        bool plan = c->a->node[c->shared->var_node[i]].flags & AST_RULES;
        if (c->b->var[i].bag || plan) continue;
        if (init && compile_check_is(c, init, NULL, number ? VAL_NUM : VAL_AREA) &&
            c->b->var[i].type == VAR_CELL)
            compile_warn_many(c, init, NULL);
    }
    if (what && c->a->node[what].kind == AST_STRING) (void)read_setup(c, what);
    bool block = what && c->a->node[what].kind == AST_BLOCK;
    if (block) compile_check_block(c, what, NULL);
    if (c->shared->errors) return false;
    stream s = {0};
    scope in = scope_into(c, &s, c->error_node);
    if (block) compile_block(&in, what, NULL);
    make_first_values(&in);
    compile_past_start(&in);
    c->b->start = compile_append_code(&in, &s, compile_const_num(&in, 1));
    return !c->shared->nomem && !c->shared->over_limit;
}
