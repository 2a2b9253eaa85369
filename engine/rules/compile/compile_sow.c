#include "engine/rules/compile/compile.h"
#include "engine/rules/text/lexer.h"

/* Numbers of cells (`var seeds per cell`), tracks around a board, and sowing. */

/* --- tracks --- */

static bool is_plain_size(const scope *c, uint32_t where) {
    AST_EACH(c->a, where, i) {
        ast_kind k = (ast_kind)c->a->node[i].kind;
        if (k == AST_TRACK || k == AST_ONLY || k == AST_WITHOUT || k == AST_DIRS) break;
        if (k != AST_INT && k != AST_LINE && k != AST_STACKS) return false;
    }
    return true;
}

/* The cells of a track; those that a smaller board does not have are left out. -1: reported. */
static int cells_of_track(scope *c, uint32_t where, uint32_t line, int *cells) {
    int n = 0;
    bool strict = is_plain_size(c, where);
    AST_EACH(c->a, line, i) {
        const char *name = ast_name(c->a, i);
        int cell = board_cell(&c->b->board, name);
        if (cell < 0 && (strict || !lexer_is_place(name, strlen(name)))) {
            compile_complain(c, i, "E14", "cell '%s' is not on the board", name);
            return -1;
        }
        if (cell >= 0) cells[n++] = cell;
    }
    return n;
}

static bool declare_track(scope *c, uint32_t where, uint32_t track) {
    int cells[AREA_CELLS + 1];
    uint32_t line = compile_child_of(c, track, AST_LINE);
    uint32_t back = compile_child_of(c, track, AST_NAME);
    board *b = &c->b->board;
    if (!compile_check_line(c, line)) return false;
    int n = cells_of_track(c, where, line, cells);
    if (n < 0) return false;
    for (int i = 0; i < 2; i++) {
        uint32_t name = i ? back : track;
        bool twice = i && back && c->a->node[back].name == c->a->node[track].name;
        if (!name || (!twice && !board_dirs(b, ast_name(c->a, name)))) continue;
        compile_complain(c, name, "E06", "there is a direction '%s' already", ast_name(c->a, name));
        return false;
    }
    return compile_limit(
        c, track,
        board_track(b, ast_name(c->a, track), back ? ast_name(c->a, back) : NULL, cells, n),
        "tracks", BOARD_TRACKS);
}

bool compile_declare_tracks(scope *c, uint32_t where) {
    AST_EACH(c->a, where, i)
    if (c->a->node[i].kind == AST_TRACK && !declare_track(c, where, i)) return false;
    return true;
}

/* --- numbers of cells --- */

/* What is in the brackets is a cell, or cells. */
bool compile_check_cell_index(scope *c, uint32_t node, const env *e, const rb_var *v) {
    uint32_t index = c->a->node[node].kind == AST_INDEXED || c->a->node[node].kind == AST_INDEX
                         ? c->a->node[node].first
                         : 0;
    if (!index || c->a->node[index].next) {
        compile_complain(c, node, "E11",
                         "wrong number of arguments: '%s' has 1 in brackets, found %d", v->name,
                         index ? compile_child_count(c, node) : 0);
        compile_suggest(c, "it is a number of each cell: `%s[CELL]`", v->name);
        return false;
    }
    return compile_check_is(c, index, e, VAL_AREA);
}

/* The only cell of an area that is known now; -1: none. */
static int one_cell(scope *c, uint32_t node, const env *e) {
    if (compile_needs_area(c, node, e)) return -1;
    area a = compile_fold_area(c, node, e, -1);
    return area_count(a) == 1 ? area_next(&a, 0) : -1;
}

uint16_t compile_cell_number(scope *c, uint32_t node, const env *e, const rb_var *v) {
    uint32_t index = c->a->node[node].first;
    int cell = one_cell(c, index, e);
    if (cell >= 0) return (uint16_t)(RB_STATE | (v->at + cell));
    uint16_t d = compile_temp_num(c);
    compile_emit(c, OP_NUM_AT_CELL, 0, d, v->at, compile_area(c, index, e).at);
    return d;
}

/* `=`, `+=` and `-=`, for each cell of an area. */
void compile_assign_cells(scope *c, uint32_t node, const env *e, const rb_var *v) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t index = compile_child_of(c, node, AST_INDEX);
    uint16_t where = compile_area(c, c->a->node[index].first, e).at;
    uint16_t x = compile_num(c, c->a->node[index].next, e);
    if (n->value == AST_SUB) x = compile_num2(c, OP_NUM_SUB, compile_const_num(c, 0), x);
    compile_emit(c, n->value == AST_SET ? OP_STORE_CELLS : OP_ADD_CELLS, 0, v->at, x, where);
}

/* --- sowing --- */

void compile_check_sow(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t without = compile_child_of(c, node, AST_WITHOUT);
    uint32_t into = compile_child_of(c, node, AST_NAME);
    int v = compile_find_var(c, n->name);
    if (v < 0 || !c->b->var[v].per_cell) {
        compile_complain(c, node, v < 0 ? "E12" : "E10",
                         v < 0 ? "unknown name '%s': no such variable"
                               : "wrong type: '%s' is no number of each cell",
                         ast_name(c->a, node));
        compile_suggest(c, "`var seeds per cell` declares one");
    } else {
        c->shared->var_used[v] = true;
    }
    if (compile_check_is(c, n->first, e, VAL_AREA)) compile_warn_many(c, n->first, e);
    uint32_t dirs = compile_child_of(c, node, AST_DIRS);
    uint64_t all = compile_dirs_of(c, dirs, true);
    if (all & (all - 1))
        compile_complain(c, dirs, "E10", "wrong type: needs one direction, found several");
    if (without) (void)compile_check_is(c, c->a->node[without].first, e, VAL_AREA);
    v = into ? compile_find_var(c, c->a->node[into].name) : -1;
    if (!into || (v >= 0 && c->b->var[v].type == VAR_CELL && c->b->var[v].count == 1)) return;
    compile_complain(c, into, v < 0 ? "E12" : "E10",
                     v < 0 ? "unknown name '%s': no such variable" : "wrong type: '%s' is no cell",
                     ast_name(c->a, into));
    compile_suggest(c, "`var %.20s : cell` declares it", v < 0 ? ast_name(c->a, into) : "land");
}

void compile_sow(scope *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t without = compile_child_of(c, node, AST_WITHOUT);
    uint32_t into = compile_child_of(c, node, AST_NAME);
    const rb_var *v = &c->b->var[compile_find_var(c, n->name)];
    uint64_t dirs = compile_dirs_of(c, compile_child_of(c, node, AST_DIRS), false);
    uint16_t from = compile_area(c, n->first, e).at;
    uint16_t none = compile_const_area(c, area_none());
    uint16_t skipped = without ? compile_area(c, c->a->node[without].first, e).at : none;
    compile_emit(c, OP_SOW, dirs ? __builtin_ctzll(dirs) : 0, v->at, from, skipped);
    if (!into) return;
    uint16_t land = compile_temp_area(c);
    int to = compile_find_var(c, c->a->node[into].name);
    compile_emit(c, OP_AREA_SOWN, 0, land, 0, 0);
    compile_emit(c, OP_STORE_AREA, 0, c->b->var[to].at, land, 0);
}
