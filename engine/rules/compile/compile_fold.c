#include "engine/rules/compile/compile.h"

/* What is known when a text is read: options, cells, ranks, directions. And what of it is known
 * once the source of a move is: that becomes a table. */

static int32_t wrap(int64_t x) {
    return (int32_t)(uint32_t)(uint64_t)x;
}

static int32_t fold_binary(int op, int64_t x, int64_t y) {
    switch (op) {
    case AST_ADD:
        return wrap(x + y);
    case AST_SUB:
        return wrap(x - y);
    case AST_MUL:
        return wrap(x * y);
    case AST_DIV:
        return y ? wrap(x / y) : 0;
    case AST_MOD:
        return y ? wrap(x % y) : 0;
    case AST_LT:
        return x < y;
    case AST_LE:
        return x <= y;
    case AST_GT:
        return x > y;
    case AST_GE:
        return x >= y;
    case AST_EQ:
        return x == y;
    case AST_NE:
        return x != y;
    default:
        return 0;
    }
}

static area view_of(const board *b, int player, area a) {
    area out = area_none();
    AREA_EACH(&a, i) area_set(&out, b->view[player][i]);
    return out;
}

static area step_table(const board *b, int from, uint64_t dirs, int limit) {
    area out = area_none();
    for (int d = 0; d < board_ways(b); d++) {
        if (!(dirs >> d & 1)) continue;
        int at = from;
        for (int k = 0; k < limit; k++) {
            at = b->next[d][at];
            if (at < 0 || at == from) break;
            area_set(&out, at);
        }
    }
    return out;
}

static area fold_line(scope *c, uint32_t node, const env *e, int from) {
    const board *b = &c->b->board;
    const ast_node *n = ast_at(c->a, node);
    uint32_t max = compile_child_of(c, node, AST_MAX);
    uint32_t origin = c->bare == node ? 0 : compile_child_of(c, node, AST_ORIGIN);
    int limit = n->kind == AST_STEP ? 1 : b->cells;
    if (max) {
        int32_t m = compile_fold_num(c, c->a->node[max].first, e, from);
        if (m < limit) limit = m;
    }
    area at = origin ? compile_fold_area(c, c->a->node[origin].first, e, from) : area_of(from);
    uint64_t dirs = compile_dirs_of(c, compile_child_of(c, node, AST_DIRS), false);
    area out = area_none();
    AREA_EACH(&at, i) out = area_or(out, step_table(b, i, dirs, limit));
    return out;
}

/* All cells that many columns and rows away, either way round. On a hexagonal grid a and b are
 * steps in two neighbouring directions. */
static area leap_from(const board *b, int from, int p, int q) {
    area out = area_none();
    for (int turn = 0; turn < 8; turn++) {
        int dx = turn & 1 ? p : q;
        int dy = turn & 1 ? q : p;
        if (turn & 2) dx = -dx;
        if (turn & 4) dy = -dy;
        int x = from % b->width + dx;
        int y = from / b->width + dy;
        if (b->wrap & BOARD_WRAP_X) x = ((x % b->width) + b->width) % b->width;
        if (b->wrap & BOARD_WRAP_Y) y = ((y % b->height) + b->height) % b->height;
        if (x < 0 || y < 0 || x >= b->width || y >= b->height) continue;
        int to = y * b->width + x;
        if (to != from && area_has(&b->all, to)) area_set(&out, to);
    }
    return out;
}

static area hex_leap_from(const board *b, int from, int p, int q) {
    /* The six directions in a cycle; the cell p steps one way and q the next way on. */
    static const int8_t ring[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
    area out = area_none();
    for (int k = 0; k < 12; k++) {
        const int8_t *u = ring[k % 6];
        const int8_t *v = ring[(k + 1) % 6];
        int m = k < 6 ? p : q;
        int n = k < 6 ? q : p;
        int x = from % b->width + u[0] * m + v[0] * n;
        int y = from / b->width + u[1] * m + v[1] * n;
        if (b->wrap & BOARD_WRAP_X) x = ((x % b->width) + b->width) % b->width;
        if (b->wrap & BOARD_WRAP_Y) y = ((y % b->height) + b->height) % b->height;
        if (x < 0 || y < 0 || x >= b->width || y >= b->height) continue;
        int to = y * b->width + x;
        if (to != from && area_has(&b->all, to)) area_set(&out, to);
    }
    return out;
}

static area fold_leap(scope *c, uint32_t node, const env *e, int from) {
    const board *b = &c->b->board;
    uint32_t first = c->a->node[node].first;
    int p = c->a->node[first].value;
    int q = c->a->node[c->a->node[first].next].value;
    uint32_t origin = c->bare == node ? 0 : compile_child_of(c, node, AST_ORIGIN);
    area at = origin ? compile_fold_area(c, c->a->node[origin].first, e, from) : area_of(from);
    area out = area_none();
    if (p > AREA_CELLS || q > AREA_CELLS) return out;
    int unit = b->between ? 2 : 1; /* squares are two half steps apart */
    AREA_EACH(&at, i)
    out = area_or(out, b->shape == BOARD_RECT ? leap_from(b, i, unit * p, unit * q)
                                              : hex_leap_from(b, i, p, q));
    return out;
}

static int rank_number(scope *c, uint32_t rank, uint32_t node, const env *e) {
    const char *name = ast_name(c->a, node);
    if (!compile_is_file_letter(c, rank, node)) return compile_fold_num(c, node, e, -1);
    return name[1] ? (name[0] - 'a' + 1) * 26 + name[1] - 'a' + 1 : name[0] - 'a' + 1;
}

static area fold_ranks(scope *c, uint32_t node, const env *e) {
    const board *b = &c->b->board;
    uint32_t first = c->a->node[node].first;
    uint32_t second = c->a->node[first].next;
    int low = rank_number(c, node, first, e);
    int high = second ? rank_number(c, node, second, e) : low;
    area out = area_none();
    bool ranks = c->a->node[node].kind == AST_RANKS;
    for (int i = 0; i < b->cells; i++) {
        if (!c->whole && !area_has(&b->all, i)) continue;
        int x = i % b->width;
        int y = i / b->width % (b->height / b->depth);
        if (b->between && !board_square(b, i, &x, &y)) continue;
        int k = (ranks ? y : x) + 1;
        if (k >= low && k <= high) area_set(&out, i);
    }
    return out;
}

static area fold_shift(scope *c, uint32_t node, const env *e, int from) {
    uint32_t dirs = c->a->node[node].first;
    area a = compile_fold_area(c, c->a->node[dirs].next, e, from);
    area out = area_none();
    uint64_t all = compile_dirs_of(c, dirs, false);
    AREA_EACH(&a, i) out = area_or(out, step_table(&c->b->board, i, all, 1));
    return out;
}

static area fold_word(scope *c, uint32_t node, int from) {
    const board *b = &c->b->board;
    switch ((ast_word)c->a->node[node].value) {
    case AST_WORD_CELLS:
        return b->all;
    case AST_WORD_DARK:
        return b->dark;
    case AST_WORD_LIGHT:
        return area_sub(b->between ? b->squares : b->all, b->dark);
    case AST_WORD_EDGE:
        return b->edge;
    case AST_WORD_FROM:
        return from >= 0 ? area_of(from) : area_none();
    case AST_WORD_HITS:
        return compile_fold_area(c, c->shared->piece[c->at.piece].hits, NULL, from);
    default:
        return area_none();
    }
}

static area spread(const board *b, area seed, area inside) {
    seed = area_and(seed, inside);
    for (;;) {
        area more = seed;
        AREA_EACH(&seed, i) more = area_or(more, step_table(b, i, b->near, 1));
        more = area_and(more, inside);
        if (area_equal(more, seed)) return seed;
        seed = more;
    }
}

/* The cell number k of an area, from 0; from the other end where k is negative. */
static area nth_cell(area a, int32_t k) {
    if (k < 0) k += area_count(a);
    AREA_EACH(&a, i) {
        if (k-- == 0) return area_of(i);
    }
    return area_none();
}

static area fold_func(scope *c, uint32_t node, const env *e, int from) {
    const board *b = &c->b->board;
    uint32_t first = c->a->node[node].first;
    uint32_t second = c->a->node[first].next;
    switch ((ast_func)c->a->node[node].value) {
    case AST_FUNC_BY: {
        for (int k = 0; k < c->me; k++) first = c->a->node[first].next;
        return compile_fold_area(c, first, e, from);
    }
    case AST_FUNC_TRANSPOSED: {
        area a = compile_fold_area(c, first, e, from);
        area out = area_none();
        AREA_EACH(&a, i) area_set(&out, i % b->width * b->width + i / b->width);
        return area_and(out, b->all);
    }
    case AST_FUNC_NTH: {
        area a = compile_fold_area(c, first, e, from);
        return nth_cell(a, compile_fold_num(c, second, e, from));
    }
    case AST_FUNC_GROUP: {
        area a = compile_fold_area(c, first, e, from);
        return spread(b, a, compile_fold_area(c, second, e, from));
    }
    case AST_FUNC_STARVED: {
        area a = compile_fold_area(c, first, e, from);
        area feed = compile_fold_area(c, second, e, from);
        area near = area_none();
        AREA_EACH(&feed, i) near = area_or(near, step_table(b, i, b->near, 1));
        return area_sub(a, spread(b, near, a));
    }
    default:
        return area_none();
    }
}

static area fold_name(scope *c, uint32_t node, const env *e, int from) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    uint32_t arg = compile_env_find(c, e, n->name, &where);
    if (arg) return compile_fold_area(c, arg, where, from);
    int d = compile_find_def(c, n->name);
    if (d >= 0) {
        env inner = compile_env_call(c, c->shared->def[d].node, node, e);
        return compile_fold_area(c, compile_body_of(c, c->shared->def[d].node), &inner, from);
    }
    const area *places = board_places(&c->b->board, ast_name(c->a, node));
    if (places) return *places;
    int cell = board_cell(&c->b->board, ast_name(c->a, node));
    return cell >= 0 ? area_of(cell) : area_none();
}

area compile_fold_area(scope *c, uint32_t node, const env *e, int from) {
    const ast_node *n = ast_at(c->a, node);
    if (!compile_spend(c, node)) return area_none();
    uint32_t first = n->first;
    uint32_t second = first ? c->a->node[first].next : 0;
    switch ((ast_kind)n->kind) {
    case AST_BINARY: {
        area x = compile_fold_area(c, first, e, from);
        area y = compile_fold_area(c, second, e, from);
        return n->value == AST_JOIN   ? area_or(x, y)
               : n->value == AST_MEET ? area_and(x, y)
                                      : area_sub(x, y);
    }
    case AST_REST:
        return area_sub(c->b->board.all, compile_fold_area(c, first, e, from));
    case AST_MY: {
        /* On a board of dark cells the view of a rank has other cells than the rank: those that
         * were cut out come back on the other side. */
        scope in = *c;
        in.whole = true;
        area a = compile_fold_area(&in, first, e, from);
        a = view_of(&c->b->board, c->me, a);
        return c->whole ? a : area_and(a, c->b->board.all);
    }
    case AST_RANKS:
    case AST_FILES:
        return fold_ranks(c, node, e);
    case AST_STEP:
    case AST_RAY:
        return fold_line(c, node, e, from);
    case AST_LEAP:
        return fold_leap(c, node, e, from);
    case AST_SHIFT:
        return fold_shift(c, node, e, from);
    case AST_FUNC:
        return fold_func(c, node, e, from);
    case AST_WORD:
        return fold_word(c, node, from);
    case AST_CALL:
        return fold_name(c, node, e, from);
    default:
        return area_none();
    }
}

static int32_t fold_name_num(scope *c, uint32_t node, const env *e, int from) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    uint32_t arg = compile_env_find(c, e, n->name, &where);
    if (arg) return compile_fold_num(c, arg, where, from);
    const env *loop = compile_env_loop(e, n->name);
    if (loop) return loop->what == ENV_KIND ? loop->kind : loop->player;
    int o = compile_find_option(c, n->name);
    if (o >= 0) return c->shared->option[o].value;
    int d = compile_find_def(c, n->name);
    if (d >= 0) {
        env inner = compile_env_call(c, c->shared->def[d].node, node, e);
        return compile_fold_num(c, compile_body_of(c, c->shared->def[d].node), &inner, from);
    }
    return compile_find_player(c, n->name);
}

/* Numbers, conditions and players. */
int32_t compile_fold_num(scope *c, uint32_t node, const env *e, int from) {
    const ast_node *n = ast_at(c->a, node);
    if (!compile_spend(c, node)) return 0;
    uint32_t first = n->first;
    uint32_t second = first ? c->a->node[first].next : 0;
    int players = c->b->head.players;
    switch ((ast_kind)n->kind) {
    case AST_INT:
        return n->value;
    case AST_NEGATE:
        return wrap(-(int64_t)compile_fold_num(c, first, e, from));
    case AST_NOT:
        return !compile_fold_num(c, first, e, from);
    case AST_AND:
        return compile_fold_num(c, first, e, from) && compile_fold_num(c, second, e, from);
    case AST_OR:
        return compile_fold_num(c, first, e, from) || compile_fold_num(c, second, e, from);
    case AST_COUNT:
        return area_count(compile_fold_area(c, first, e, from));
    case AST_SOME:
        return area_some(compile_fold_area(c, first, e, from));
    case AST_NO:
        return !area_some(compile_fold_area(c, first, e, from));
    case AST_BINARY: {
        int32_t x = compile_fold_num(c, first, e, from);
        return fold_binary(n->value, x, compile_fold_num(c, second, e, from));
    }
    case AST_COMPARE:
        if (compile_compares_kind(c, node, e)) {
            int kind = compile_kind_named(c, first, e);
            uint32_t other = kind >= 0 ? second : first;
            if (kind < 0) kind = compile_kind_named(c, second, e);
            return fold_binary(n->value, compile_fold_num(c, other, e, from), kind);
        }
        if (n->value == AST_IN || compile_area_shaped(c, first, e)) {
            area x = compile_fold_area(c, first, e, from);
            area y = compile_fold_area(c, second, e, from);
            if (n->value == AST_IN) return area_some(x) && !area_some(area_sub(x, y));
            return area_equal(x, y) == (n->value == AST_EQ);
        } else {
            int32_t x = compile_fold_num(c, first, e, from);
            return fold_binary(n->value, x, compile_fold_num(c, second, e, from));
        }
    case AST_FUNC:
        if (n->value != AST_FUNC_BY) return 0;
        for (int k = 0; k < c->me; k++) first = c->a->node[first].next;
        return compile_fold_num(c, first, e, from);
    case AST_WORD:
        if (n->value == AST_WORD_ME) return c->me;
        if (n->value == AST_WORD_NEXT) return (c->me + 1) % players;
        if (n->value == AST_WORD_PREV) return (c->me + players - 1) % players;
        return 0;
    case AST_CALL:
        return fold_name_num(c, node, e, from);
    default:
        return 0;
    }
}

int compile_fold_player(scope *c, uint32_t node, const env *e) {
    return compile_fold_num(c, node, e, -1);
}
