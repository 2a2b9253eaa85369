#include "engine/base/memory.h"
#include "engine/rules/compile/compile.h"

/* The board: its shape and size, what is cut out of it, who sees it how. */

/* A line is straight, or a ring that ends where it began. */
bool compile_check_line(scope *c, uint32_t line) {
    uint32_t first = c->a->node[line].first;
    if (!compile_limit(c, line, compile_child_count(c, line) <= AREA_CELLS + 1, "cells",
                       AREA_CELLS))
        return false;
    AST_EACH(c->a, line, i) {
        const char *name = ast_name(c->a, i);
        if (strlen(name) >= BOARD_NAME) {
            compile_complain(c, i, "E30", "limit exceeded: characters of a cell's name, at most %d",
                             BOARD_NAME - 1);
            return false;
        }
        for (uint32_t k = c->a->node[i].next; k; k = c->a->node[k].next) {
            if (c->a->node[k].name != c->a->node[i].name) continue;
            bool closes = i == first && !c->a->node[k].next;
            if (closes && c->a->node[c->a->node[first].next].next != k &&
                c->a->node[first].next != k)
                continue;
            compile_complain(c, k, "E06", "cell '%s' is on this line already", name);
            compile_suggest(c, "only a ring of three cells or more comes back to its first cell");
            return false;
        }
    }
    return true;
}

static bool declare_lines(scope *c, uint32_t decl) {
    const char **names = mem_alloc(4096 * sizeof *names);
    int length[BOARD_DIRS / 2];
    int lines = 0;
    int total = 0;
    bool good = names != NULL;
    if (!good) c->shared->nomem = true;
    AST_EACH(c->a, decl, i) {
        if (!good || c->a->node[i].kind != AST_LINE) continue;
        good = compile_limit(c, i, lines < BOARD_DIRS / 2, "lines", BOARD_DIRS / 2);
        if (!good) break;
        length[lines] = 0;
        good = compile_check_line(c, i);
        AST_EACH(c->a, i, k) {
            if (good) good = compile_limit(c, k, total < 4096, "cells", AREA_CELLS);
            if (!good) break;
            names[total++] = ast_name(c->a, k);
            length[lines]++;
        }
        lines++;
    }
    if (good && !board_lines(&c->b->board, names, length, lines))
        good = compile_limit(c, decl, false, "cells", AREA_CELLS);
    mem_free(names);
    return good;
}

static bool declare_box(scope *c, uint32_t decl, const int32_t size[3]) {
    bool fits = size[0] >= 1 && size[1] >= 1 && size[2] >= 1 && size[0] <= BOARD_SIDE / 2 &&
                size[1] <= BOARD_DIGITS && size[2] <= BOARD_DIGITS;
    if (!compile_limit(c, decl, fits, "rows and levels of a box (columns: 26; at least 1)",
                       BOARD_DIGITS) ||
        !compile_limit(c, decl, size[0] * size[1] * size[2] <= AREA_CELLS, "cells", AREA_CELLS))
        return false;
    board_box(&c->b->board, size[0], size[1], size[2]);
    return true;
}

/* A rectangle with places between its squares. */
static bool declare_edges(scope *c, uint32_t decl, const int32_t size[2]) {
    const ast_node *n = ast_at(c->a, decl);
    if (n->value != BOARD_RECT || n->flags & BOARD_WRAPS) {
        compile_complain(c, decl, "E13",
                         n->value != BOARD_RECT
                             ? "only squares can have edges that are places"
                             : "a board with edges that are places has no `wrap`");
        compile_suggest(c, "`board rect 9 9 edges`");
        return false;
    }
    int side = BOARD_SIDE / 2; /* columns have one letter: e1e2 is not e1e and a 2 */
    bool fits = size[0] >= 1 && size[1] >= 1 && size[0] <= side && size[1] <= side;
    if (!compile_limit(c, decl, fits, "columns and rows of a board with edges (and at least 1)",
                       side))
        return false;
    int cells = board_half_steps(size[0], n->flags) * board_half_steps(size[1], n->flags);
    if (!compile_limit(c, decl, cells <= AREA_CELLS, "cells, with those between the squares",
                       AREA_CELLS))
        return false;
    board_grid(&c->b->board, BOARD_RECT, size[0], size[1], n->flags);
    return true;
}

static bool declare_grid(scope *c, uint32_t decl) {
    const ast_node *n = ast_at(c->a, decl);
    int32_t size[3] = {0, 0, 1};
    int k = 0;
    bool box = n->value == BOARD_BOX;
    AST_EACH(c->a, decl, i) {
        ast_kind kind = (ast_kind)c->a->node[i].kind;
        if (kind == AST_ONLY || kind == AST_WITHOUT || kind == AST_DIRS || kind == AST_STACKS ||
            kind == AST_TRACK)
            break;
        if (k < 2 + box && !compile_constant_num(c, i, &size[k++])) return false;
    }
    if (box) return declare_box(c, decl, size);
    if (n->value == BOARD_HEXAGON)
        size[0] = size[1] = size[0] > 0 && size[0] < 100 ? 2 * size[0] - 1 : 0;
    if (n->flags & BOARD_EDGES) return declare_edges(c, decl, size);
    bool fits = size[0] >= 1 && size[1] >= 1 && size[0] <= BOARD_SIDE && size[1] <= BOARD_SIDE;
    if (!compile_limit(c, decl, fits, "columns and rows (and at least 1)", BOARD_SIDE))
        return false;
    if (!compile_limit(c, decl, size[0] * size[1] <= AREA_CELLS, "cells", AREA_CELLS)) return false;
    board_grid(&c->b->board, (board_shape)n->value, size[0], size[1], n->flags);
    return true;
}

static bool cut_board(scope *c, uint32_t decl) {
    uint32_t only = compile_child_of(c, decl, AST_ONLY);
    uint32_t without = compile_child_of(c, decl, AST_WITHOUT);
    if (!only && !without) return true;
    uint32_t expr = c->a->node[only ? only : without].first;
    if (!compile_check_is(c, expr, NULL, VAL_AREA)) return false;
    if (compile_needs_area(c, expr, NULL)) {
        compile_complain(c, expr, "E10",
                         "wrong type: needs a constant, found an area that may change");
        return false;
    }
    area a = compile_fold_area(c, expr, NULL, -1);
    board *b = &c->b->board;
    if (only && b->between)
        a = area_sub(b->all, area_sub(b->squares, a)); /* `only` names squares */
    board_cut(b, only ? a : area_sub(b->all, a));
    c->shared->cut_by = only ? only : without;
    if (area_some(c->b->board.all)) return true;
    compile_complain(c, expr, "E14", "no cell is left on the board");
    return false;
}

static bool set_views(scope *c) {
    board *b = &c->b->board;
    if (c->b->head.players == 2) { /* the second player sits on the other side */
        if (b->shape == BOARD_RECT) (void)board_view(b, 1, BOARD_MIRROR);
        if (b->shape == BOARD_HEX && b->width == b->height) (void)board_view(b, 1, BOARD_TRANSPOSE);
    }
    AST_EACH(c->a, c->shared->game, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind != AST_VIEW) continue;
        int p = compile_find_player(c, n->name);
        bool spare = false; /* of a player who does not sit here today */
        AST_EACH(c->a, compile_declaration(c, AST_PLAYERS), k)
        spare |= c->a->node[k].name == n->name;
        if (p < 0 && spare) continue;
        if (p < 0) {
            compile_complain(c, i, "E12", "unknown name '%s': no such player", ast_name(c->a, i));
            compile_suggest_player(c, ast_name(c->a, i));
            return false;
        }
        if (!board_view(b, p, (board_turn)n->value)) {
            compile_complain(c, i, "E19", "this board has no such view");
            compile_suggest(
                c, "`same`, or on a square board any of same mirror rotate transpose left right");
            return false;
        }
    }
    return true;
}

/* `touch D`: how `group`, `joins` and `starved` spread. */
static bool set_touch(scope *c, uint32_t decl) {
    uint32_t dirs = compile_child_of(c, decl, AST_DIRS);
    if (!dirs) return true;
    board *b = &c->b->board;
    int errors = c->shared->d->errors;
    uint64_t all = compile_dirs_of(c, dirs, true);
    for (int d = 0; d < b->dirs; d++) /* what touches is touched */
        if (all >> d & 1) all |= UINT64_C(1) << b->opposite[d];
    b->near = all;
    return c->shared->d->errors == errors;
}

bool compile_declare_board(scope *c) {
    uint32_t decl = compile_declaration(c, AST_BOARD);
    bool good = true;
    if (!decl && compile_declaration(c, AST_CARDS)) { /* played without one */
        c->b->no_board = true;
        board_grid(&c->b->board, BOARD_RECT, 1, 1, 0);
        if (!set_views(c)) return false;
        (void)compile_const_area(c, c->b->board.all);
        return !c->shared->nomem;
    }
    if (compile_missing(c, decl, "board")) return false;
    good = c->a->node[decl].value == BOARD_LINES ? declare_lines(c, decl) : declare_grid(c, decl);
    good = good && set_touch(c, decl) && compile_declare_stacks(c, decl) && cut_board(c, decl) &&
           compile_declare_tracks(c, decl);
    if (!good || !set_views(c)) return false;
    (void)compile_const_area(c, c->b->board.all); /* the first constant: everywhere */
    return !c->shared->nomem;
}
