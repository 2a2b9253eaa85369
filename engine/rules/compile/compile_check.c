#include <stdio.h>

#include "engine/rules/compile/compile.h"

/* Types and names: everything an author can get wrong in an expression is found here, so that what
 * follows may take it for granted. */

static const char *type_name(val_type t) {
    switch (t) {
    case VAL_NUM:
        return "a number";
    case VAL_BOOL:
        return "a condition";
    case VAL_AREA:
        return "an area";
    case VAL_PLAYER:
        return "a player";
    case VAL_BAD:
        break;
    }
    return "something";
}

/* Where an expression begins; a node of two operands is at its operator. */
static uint32_t begin_of(const scope *c, uint32_t node) {
    for (;;) {
        ast_kind k = (ast_kind)c->a->node[node].kind;
        if (k != AST_BINARY && k != AST_COMPARE && k != AST_AND && k != AST_OR) return node;
        node = c->a->node[node].first;
    }
}

static void wrong_type(scope *c, uint32_t node, val_type want, val_type found) {
    node = begin_of(c, node);
    compile_complain(c, node, "E10", "wrong type: needs %s, found %s", type_name(want),
                     type_name(found));
    if (want == VAL_NUM && found == VAL_AREA) compile_suggest(c, "e.g. `count A`");
    if (want == VAL_BOOL && found == VAL_AREA) compile_suggest(c, "e.g. `some A` or `no A`");
    if (want == VAL_BOOL && found == VAL_NUM) compile_suggest(c, "compare it with something");
}

bool compile_check_is(scope *c, uint32_t node, const env *e, val_type want) {
    val_type found = compile_check_expr(c, node, e);
    if (found == VAL_BAD) return false;
    /* A player's name means its pieces where an area is wanted. */
    if (found == VAL_PLAYER && want == VAL_AREA && !compile_needs(c, node, e)) return true;
    if (found != want) wrong_type(c, node, want, found);
    return found == want;
}

/* Every child is of one type. */
static bool check_all(scope *c, uint32_t node, const env *e, val_type want) {
    bool good = true;
    AST_EACH(c->a, node, i) good &= compile_check_is(c, i, e, want);
    return good;
}

static bool arguments(scope *c, uint32_t node, const char *name, int min, int limit) {
    int n = compile_child_count(c, node);
    if (n >= min && n <= limit) return true;
    if (limit > min)
        compile_complain(c, node, "E11", "wrong number of arguments: '%s' takes %d to %d, found %d",
                         name, min, limit, n);
    else
        compile_complain(c, node, "E11", "wrong number of arguments: '%s' takes %d, found %d", name,
                         min, n);
    return false;
}

/* How a definition or rule begins: "jumps(src) = ..." */
void compile_suggest_head(scope *c, uint32_t decl) {
    char buf[150];
    text head = text_over(buf, sizeof buf);
    uint32_t list = compile_child_of(c, decl, AST_PARAMS);
    const char *between = "(";
    text_put(&head, ast_name(c->a, decl));
    if (list) AST_EACH(c->a, list, i) {
            text_format(&head, "%s%s", between, ast_name(c->a, i));
            between = ", ";
        }
    if (list) text_put(&head, ")");
    compile_suggest(c, "line %d: %s = ...",
                    diag_line(&c->a->source[c->a->node[decl].source], c->a->node[decl].at), buf);
}

/* --- directions --- */

static bool is_under(const ast *a, uint32_t node, uint32_t wanted) {
    if (node == wanted) return true;
    AST_EACH(a, node, i) if (is_under(a, i, wanted)) return true;
    return false;
}

/* Whether the definition or rule around a name has a parameter that is called so. */
static bool is_parameter(const scope *c, const named_node *list, int count, uint32_t name) {
    for (int k = 0; k < count; k++) {
        uint32_t own = compile_child_of(c, list[k].node, AST_PARAMS);
        if (!own || !is_under(c->a, list[k].node, name)) continue;
        AST_EACH(c->a, own, i) if (c->a->node[i].name == c->a->node[name].name) return true;
    }
    return false;
}

static void complain_of_direction(scope *c, uint32_t name) {
    const board *b = &c->b->board;
    const compiler *all = c->shared;
    if (is_parameter(c, all->def, all->defs, name) ||
        is_parameter(c, all->rule, all->rule_count, name)) {
        compile_complain(c, name, "E13", "the parameter '%s' cannot be a direction",
                         ast_name(c->a, name));
        compile_suggest(c, "parameters are areas, numbers and players: write the direction itself");
        return;
    }
    compile_complain(c, name, "E13", "direction '%s' does not exist on this board",
                     ast_name(c->a, name));
    compile_suggest(c, b->shape == BOARD_BOX     ? "n s e w u d, ne nu neu .., ortho, diag, any"
                       : b->shape == BOARD_RECT  ? "n s e w ne nw se sw, ortho, diag, any"
                       : b->shape == BOARD_LINES ? "any"
                                                 : "n s e w nw se, any");
}

uint64_t compile_dirs_of(scope *c, uint32_t dirs, bool report) {
    const board *b = &c->b->board;
    bool mine = c->a->node[dirs].flags & AST_MINE;
    uint64_t all = 0;
    AST_EACH(c->a, dirs, i) {
        uint64_t some = board_dirs(b, ast_name(c->a, i));
        if (!some && report) complain_of_direction(c, i);
        all |= some;
    }
    if (!mine) return all;
    uint64_t turned = 0;
    for (int p = 0; p < c->b->head.players && report; p++) {
        for (int d = 0; d < board_ways(b); d++) {
            if (!(all >> d & 1) || b->view_dir[p][d] >= 0) continue;
            compile_complain(c, dirs, "E19", "`my` needs a view that keeps directions");
            compile_suggest(c, "add `view %s ...`", c->b->player_name[p]);
            return 0;
        }
    }
    for (int d = 0; d < board_ways(b); d++)
        if (all >> d & 1 && b->view_dir[c->me][d] >= 0)
            turned |= UINT64_C(1) << b->view_dir[c->me][d];
    return turned;
}

static bool check_dirs(scope *c, uint32_t node) {
    uint32_t dirs = compile_child_of(c, node, AST_DIRS);
    int before = c->shared->errors;
    (void)compile_dirs_of(c, dirs, true);
    return c->shared->errors == before;
}

/* Whatever starts from a cell: by default the moving piece. */
static bool check_origin(scope *c, uint32_t node, const env *e) {
    uint32_t origin = compile_child_of(c, node, AST_ORIGIN);
    if (origin) return compile_check_is(c, c->a->node[origin].first, e, VAL_AREA);
    if (c->at.from) return true;
    compile_complain(c, node, "E15", "`from` is not known here: this starts nowhere");
    compile_suggest(c, "say where it starts: `... from CELL`");
    return false;
}

static val_type check_line(scope *c, uint32_t node, const env *e) {
    ast_kind k = (ast_kind)c->a->node[node].kind;
    const char *word = k == AST_SLIDE ? "slide" : k == AST_RIDE ? "ride" : "dash";
    bool free = k == AST_STEP || k == AST_RAY; /* whatever is on the cells */
    if (!free && compile_is_past(c, node, word)) return VAL_BAD;
    bool good = check_dirs(c, node);
    uint32_t max = compile_child_of(c, node, AST_MAX);
    if (max) good &= compile_check_is(c, c->a->node[max].first, e, VAL_NUM);
    good &= check_origin(c, node, e);
    return good ? VAL_AREA : VAL_BAD;
}

static val_type check_leap(scope *c, uint32_t node, const env *e) {
    bool box = c->b->board.shape == BOARD_BOX;
    if (box || c->b->board.shape == BOARD_LINES) {
        compile_complain(c, node, "E13", "there are no leaps %s",
                         box ? "in a box" : "on a board of lines");
        return VAL_BAD;
    }
    return check_origin(c, node, e) ? VAL_AREA : VAL_BAD;
}

/* --- patterns --- */

typedef struct pattern_count {
    int elements, bound;
} pattern_count;

static bool check_elements(scope *c, uint32_t node, const env *e, pattern_count *n) {
    bool good = true;
    AST_EACH(c->a, node, i) {
        const ast_node *el = ast_at(c->a, i);
        if (el->kind == AST_GROUP) {
            good &= check_elements(c, i, e, n);
            continue;
        }
        n->elements++;
        good &= compile_check_is(c, el->first, e, VAL_AREA);
        if (!el->name) continue;
        if (el->value || ++n->bound > 1) {
            compile_complain(c, i, "E17", "`@%s` on a repeated element, or two bound names",
                             ast_name(c->a, i));
            compile_suggest(c, "bind one single cell");
            good = false;
        }
    }
    return good;
}

static val_type check_along(scope *c, uint32_t node, const env *e) {
    pattern_count n = {0, 0};
    bool good = check_dirs(c, node);
    good &= check_origin(c, node, e);
    uint32_t pattern = compile_child_of(c, node, AST_PATTERN);
    good &= check_elements(c, pattern, e, &n);
    good &=
        compile_limit(c, pattern, n.elements <= RB_ELEMENTS, "elements of a pattern", RB_ELEMENTS);
    return good ? VAL_AREA : VAL_BAD;
}

/* --- functions --- */

/* One value for each player; those of players who do not sit here today are there, too. */
static val_type check_by(scope *c, uint32_t node, const env *e) {
    int players = c->b->head.players;
    int declared = compile_child_count(c, compile_child_of(c, c->shared->game, AST_PLAYERS));
    if (!arguments(c, node, "by", players, declared)) {
        compile_suggest(c, "one value for each player");
        return VAL_BAD;
    }
    val_type all = VAL_BAD;
    AST_EACH(c->a, node, i) {
        val_type t = compile_check_expr(c, i, e);
        if (t == VAL_BAD) return VAL_BAD;
        if (all != VAL_BAD && t != all) {
            wrong_type(c, i, all, t);
            return VAL_BAD;
        }
        all = t;
    }
    return all;
}

/* `attacked` and `threatened`: by all enemies, or by one player. */
static val_type check_attacked(scope *c, uint32_t node, const env *e, val_type is) {
    const char *name = is == VAL_BOOL ? "attacked" : "threatened";
    if (!arguments(c, node, name, 1, 2)) {
        compile_suggest(c, "%s(AREA), %s(AREA, PLAYER)", name, name);
        return VAL_BAD;
    }
    uint32_t what = c->a->node[node].first;
    uint32_t who = c->a->node[what].next;
    bool good = compile_check_is(c, what, e, VAL_AREA);
    if (who) good &= compile_check_is(c, who, e, VAL_PLAYER);
    if (who && good && compile_needs(c, who, e)) {
        compile_complain(c, who, "E10",
                         "wrong type: needs a constant, found a player who may change");
        good = false;
    }
    c->shared->attacked_used = true;
    return good ? is : VAL_BAD;
}

static val_type check_func(scope *c, uint32_t node, const env *e) {
    static const struct {
        const char *name, *takes, *usage;
        val_type type;
    } func[AST_FUNC_COUNT] = {
#define CHECK_FUNC(id, word, takes, type, usage) [AST_FUNC_##id] = {word, takes, usage, VAL_##type},
        AST_FUNCS(CHECK_FUNC)
#undef CHECK_FUNC
    };
    int f = c->a->node[node].value;
    bool now = f == AST_FUNC_ATTACKED || f == AST_FUNC_THREATENED || f == AST_FUNC_KIND ||
               f == AST_FUNC_OWNER;
    if (now && compile_is_past(c, node, func[f].name)) return VAL_BAD;
    if (f == AST_FUNC_BY) return check_by(c, node, e);
    if (f == AST_FUNC_ATTACKED) return check_attacked(c, node, e, VAL_BOOL);
    if (f == AST_FUNC_THREATENED) return check_attacked(c, node, e, VAL_AREA);
    const char *takes = func[f].takes;
    if (f == AST_FUNC_OWNER && compile_child_count(c, node) == 2)
        return compile_check_level_owner(c, node, e) ? VAL_PLAYER : VAL_BAD;
    int want = (int)strlen(takes);
    if (!arguments(c, node, func[f].name, want, want)) {
        compile_suggest(c, "%s", func[f].usage);
        return VAL_BAD;
    }
    bool good = true;
    AST_EACH(c->a, node, i) good &= compile_check_is(c, i, e, *takes++ == 'A' ? VAL_AREA : VAL_NUM);
    const board *b = &c->b->board;
    if (f == AST_FUNC_TRANSPOSED &&
        (b->shape == BOARD_LINES || b->shape == BOARD_BOX || b->width != b->height)) {
        compile_complain(c, node, "E13", "`transpose` needs a square board");
        good = false;
    }
    return good ? func[f].type : VAL_BAD;
}

/* --- words and names --- */

static val_type unknown_here(scope *c, uint32_t node, const char *word, const char *where) {
    compile_complain(c, node, "E15", "`%s` is not known here", word);
    compile_suggest(c, "%s", where);
    return VAL_BAD;
}

static val_type check_word(scope *c, uint32_t node) {
    bool compares =
        c->a->node[node].value == AST_WORD_REPEATS || c->a->node[node].value == AST_WORD_SEEN;
    if (compares && c->b->secrets) {
        compile_complain(c, node, "E28", "positions that are compared have hidden cards");
        return VAL_BAD;
    }
    switch ((ast_word)c->a->node[node].value) {
    case AST_WORD_FROM:
        if (c->at.from) return VAL_AREA;
        return unknown_here(c, node, "from", "it is known in `where`, in blocks and in `before`");
    case AST_WORD_TO:
        if (c->at.to) return VAL_AREA;
        return unknown_here(c, node, "to", "it is known in `where`, in blocks and in `before`");
    case AST_WORD_LAST:
    case AST_WORD_LASTFROM:
        return compile_is_past(c, node, "last") ? VAL_BAD : VAL_AREA;
    case AST_WORD_HITS:
        if (compile_is_past(c, node, "hits")) return VAL_BAD;
        if (c->inside_hits) {
            compile_complain(c, node, "E18", "`hits` uses itself");
            return VAL_BAD;
        }
        if (c->at.piece >= 0 && c->shared->piece[c->at.piece].hits) return VAL_AREA;
        if (c->at.piece >= 0 && c->shared->piece[c->at.piece].bad_hits)
            return VAL_BAD; /* reported already */
        return unknown_here(c, node, "hits", "it is known in a piece that says `hits`");
    case AST_WORD_OPT:
        if (c->at.opt) return VAL_NUM;
        return unknown_here(c, node, "opt", "it is known where a kind is chosen");
    case AST_WORD_REPEATS:
        if (c->at.ending) return VAL_NUM;
        return unknown_here(c, node, "repeats", "it is known in `end`");
    case AST_WORD_SEEN:
        if (compile_keeps_past(c->b)) {
            compile_complain(c, node, "E15", "`seen` is not known where the text asks what `was`");
            compile_suggest(c, "the past is a part of the position, so none comes back");
            return VAL_BAD;
        }
        if (c->at.require) return VAL_BOOL;
        return unknown_here(c, node, "seen", "it is known in `require`");
    case AST_WORD_TURNS:
        return VAL_NUM;
    case AST_WORD_ME:
    case AST_WORD_NEXT:
    case AST_WORD_PREV:
        return VAL_PLAYER;
    default:
        return VAL_AREA;
    }
}

static val_type check_def(scope *c, uint32_t node, const env *e, int d) {
    named_node *def = &c->shared->def[d];
    uint32_t list = compile_child_of(c, def->node, AST_PARAMS);
    int want = list ? compile_child_count(c, list) : 0;
    def->used = true;
    if (!arguments(c, node, ast_name(c->a, node), want, want)) {
        compile_suggest_head(c, def->node);
        return VAL_BAD;
    }
    env inner = compile_env_call(c, def->node, node, e);
    return compile_check_expr(c, compile_body_of(c, def->node), &inner);
}

static val_type check_var(scope *c, uint32_t node, const env *e, int v) {
    const rb_var *var = &c->b->var[v];
    bool indexed = c->a->node[node].kind == AST_INDEXED;
    int want = var->per_player + var->per_piece;
    int found = indexed ? compile_child_count(c, node) : 0;
    c->shared->var_used[v] = true;
    if (var->type != VAR_INT && compile_is_past(c, node, var->name)) return VAL_BAD;
    if (var->per_cell) {
        if (!compile_check_cell_index(c, node, e, var)) return VAL_BAD;
        compile_warn_many(c, c->a->node[node].first, e);
        return VAL_NUM;
    }
    /* Without an index a variable per player is the mover's. */
    if (!indexed && ((var->per_player && !var->per_piece) || var->bag)) want = 0;
    if (var->secret && found < want) want = found; /* how many: of the mover, or of a player */
    if (found != want) {
        compile_complain(c, node, "E11",
                         "wrong number of arguments: '%s' has %d in brackets, found %d", var->name,
                         want, found);
        return VAL_BAD;
    }
    int k = var->per_player && indexed ? 0 : 1;
    if (indexed) {
        AST_EACH(c->a, node, i) {
            bool piece = k == 1 || !var->per_player;
            if (piece && compile_kind_named(c, i, e) >= 0) continue;
            val_type t = compile_check_expr(c, i, e);
            if (t == VAL_BAD) return VAL_BAD;
            if (t != VAL_NUM && (piece || t != VAL_PLAYER)) {
                wrong_type(c, i, piece ? VAL_NUM : VAL_PLAYER, t);
                return VAL_BAD;
            }
            k = 1;
        }
    }
    return var->type == VAR_INT ? VAL_NUM : VAL_AREA;
}

static bool is_bound_in(const scope *c, uint32_t node, uint32_t name) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_ELEMENT && n->name == name) return true;
    AST_EACH(c->a, node, i) {
        if (is_bound_in(c, i, name)) return true;
    }
    return false;
}

static val_type check_cell(scope *c, uint32_t node) {
    const char *name = ast_name(c->a, node);
    if (compile_is_place(c, name)) return VAL_AREA;
    if (compile_complain_of_cell(c, node, name)) return VAL_BAD;
    if (is_bound_in(c, c->shared->game, c->a->node[node].name)) {
        compile_complain(c, node, "E15", "`%s` is not known here", name);
        compile_suggest(c, "`@%s` is known in the `where` and the block of the move that binds it",
                        name);
        return VAL_BAD;
    }
    if (compile_complain_of_seat(c, node, name)) return VAL_BAD;
    compile_complain(c, node, "E12", "unknown name '%s'", name);
    compile_suggest_name(c, name);
    return VAL_BAD;
}

static val_type check_name(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    uint32_t arg = compile_env_find(c, e, n->name, &where);
    if (arg) return compile_check_expr(c, arg, where);
    const env *loop = compile_env_loop(e, n->name);
    if (loop) return compile_loop_type(c, loop);
    if (c->at.bound && c->at.bound == n->name) return VAL_AREA;
    int i = compile_find_var(c, n->name);
    if (i >= 0) return check_var(c, node, e, i);
    i = compile_find_option(c, n->name);
    if (i >= 0) {
        c->shared->option[i].used = true;
        return VAL_NUM;
    }
    i = compile_find_def(c, n->name);
    if (i >= 0) return check_def(c, node, e, i);
    if (compile_find_piece(c, n->name) >= 0) return VAL_AREA;
    if (compile_find_player(c, n->name) >= 0) return VAL_PLAYER;
    return check_cell(c, node);
}

/* --- everything --- */

static val_type check_two(scope *c, uint32_t node, const env *e, val_type want, val_type is) {
    return check_all(c, node, e, want) ? is : VAL_BAD;
}

static val_type check_compare(scope *c, uint32_t node, const env *e) {
    int op = c->a->node[node].value;
    uint32_t left = c->a->node[node].first;
    uint32_t right = c->a->node[left].next;
    int rule;
    if (compile_compares_plan(c, node, &rule)) {
        (void)compile_check_expr(c, left, e);
        return VAL_BOOL;
    }
    if (op == AST_IN) return check_two(c, node, e, VAL_AREA, VAL_BOOL);
    if (op != AST_EQ && op != AST_NE) return check_two(c, node, e, VAL_NUM, VAL_BOOL);
    val_type t = compile_check_expr(c, left, e);
    val_type u = compile_check_expr(c, right, e);
    if (t == VAL_BAD || u == VAL_BAD) return VAL_BAD;
    if (t == VAL_NUM && u == VAL_AREA && compile_kind_named(c, right, e) >= 0) return VAL_BOOL;
    if (u == VAL_NUM && t == VAL_AREA && compile_kind_named(c, left, e) >= 0) return VAL_BOOL;
    if (t == VAL_PLAYER && u == VAL_AREA && !compile_needs(c, left, e)) t = VAL_AREA;
    if (u == VAL_PLAYER && t == VAL_AREA && !compile_needs(c, right, e)) u = VAL_AREA;
    if (t == u && t != VAL_BOOL) return VAL_BOOL;
    wrong_type(c, right, t == VAL_BOOL ? VAL_NUM : t, u);
    return VAL_BAD;
}

static val_type check_binary(scope *c, uint32_t node, const env *e) {
    int op = c->a->node[node].value;
    if (op == AST_JOIN || op == AST_MEET) return check_two(c, node, e, VAL_AREA, VAL_AREA);
    if (op != AST_SUB) return check_two(c, node, e, VAL_NUM, VAL_NUM);
    val_type t = compile_check_expr(c, c->a->node[node].first, e);
    if (t == VAL_BAD) return VAL_BAD;
    val_type both = t == VAL_NUM ? VAL_NUM : VAL_AREA;
    return check_two(c, node, e, both, both);
}

/* Ranks and files are known when the text is read. */
static val_type check_ranks(scope *c, uint32_t node, const env *e) {
    if (c->b->board.shape == BOARD_LINES) {
        compile_complain(c, node, "E13", "a board of lines has no ranks and files");
        return VAL_BAD;
    }
    AST_EACH(c->a, node, i) {
        if (compile_is_file_letter(c, node, i)) continue;
        if (!compile_check_is(c, i, e, VAL_NUM)) return VAL_BAD;
        if (compile_needs(c, i, e)) {
            compile_complain(c, i, "E10",
                             "wrong type: needs a constant, found a number that may change");
            compile_suggest(c, "a number, or an option");
            return VAL_BAD;
        }
    }
    return VAL_AREA;
}

static val_type check_any(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t first = n->first;
    switch ((ast_kind)n->kind) {
    case AST_INT:
        return VAL_NUM;
    case AST_OR:
    case AST_AND:
    case AST_NOT:
        return check_two(c, node, e, VAL_BOOL, VAL_BOOL);
    case AST_COMPARE:
        return check_compare(c, node, e);
    case AST_SOME:
    case AST_NO:
        return check_two(c, node, e, VAL_AREA, VAL_BOOL);
    case AST_BINARY:
        return check_binary(c, node, e);
    case AST_NEGATE:
        return check_two(c, node, e, VAL_NUM, VAL_NUM);
    case AST_REST:
    case AST_MY:
        return check_two(c, node, e, VAL_AREA, VAL_AREA);
    case AST_COUNT:
        return check_two(c, node, e, VAL_AREA, VAL_NUM);
    case AST_RANKS:
    case AST_FILES:
        return check_ranks(c, node, e);
    case AST_STEP:
    case AST_SLIDE:
    case AST_RIDE:
    case AST_DASH:
    case AST_RAY:
        return check_line(c, node, e);
    case AST_LEAP:
        return check_leap(c, node, e);
    case AST_ALONG:
        return check_along(c, node, e);
    case AST_SHIFT:
        if (!check_dirs(c, node)) return VAL_BAD;
        return compile_check_is(c, c->a->node[first].next, e, VAL_AREA) ? VAL_AREA : VAL_BAD;
    case AST_FUNC:
        return check_func(c, node, e);
    case AST_CAN:
        if (c->b->secrets) {
            compile_complain(c, node, "E28", "whether a player can act depends on hidden cards");
            return VAL_BAD;
        }
        if (compile_is_past(c, node, "can")) return VAL_BAD;
        return compile_check_is(c, first, e, VAL_PLAYER) ? VAL_BOOL : VAL_BAD;
    case AST_WORD:
        return check_word(c, node);
    case AST_OVER:
        return compile_check_over(c, node, e);
    case AST_INDEXED: {
        int v = compile_find_var(c, n->name);
        if (v >= 0) return check_var(c, node, e, v);
        compile_complain(c, node, "E12", "unknown name '%s'", ast_name(c->a, node));
        compile_suggest_name(c, ast_name(c->a, node));
        return VAL_BAD;
    }
    case AST_CALL: {
        called_func what = compile_called(c, node, e);
        return what ? compile_check_called(c, node, e, what) : check_name(c, node, e);
    }
    default:
        break;
    }
    compile_complain(c, node, "E03", "expected an expression");
    return VAL_BAD;
}

val_type compile_check_expr(scope *c, uint32_t node, const env *e) {
    if (!compile_spend(c, node)) return VAL_BAD;
    if (!compile_limit(c, node, c->shared->level < COMPILE_MAX_LEVELS,
                       "expressions inside each other", COMPILE_MAX_LEVELS))
        return VAL_BAD;
    c->shared->level++;
    val_type t = check_any(c, node, e);
    c->shared->level--;
    return t;
}

bool compile_area_shaped(scope *c, uint32_t node, const env *e) {
    scope quiet = *c;
    quiet.checking = false;
    return compile_check_expr(&quiet, node, e) == VAL_AREA;
}
