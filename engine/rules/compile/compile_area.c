#include "engine/base/memory.h"
#include "engine/rules/compile/compile.h"

/* Code for areas. */

static val in_area(uint16_t at) {
    return (val){.type = VAL_AREA, .cell = -1, .at = at};
}

static val area2(compiler *c, rb_op op, uint32_t a, uint32_t b) {
    uint16_t d = temp_area(c);
    emit(c, op, 0, d, a, b);
    return in_area(d);
}

static int note_cell(compiler *c, int cell) {
    if (cell == CELL_LAST) c->saw |= READS_LAST;
    if (cell == CELL_LASTFROM) c->saw |= READS_LASTFROM;
    return cell;
}

int named_cell(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    if (n->kind == AST_WORD) {
        return n->value == AST_WORD_FROM       ? CELL_FROM
               : n->value == AST_WORD_TO       ? CELL_TO
               : n->value == AST_WORD_LAST     ? note_cell(c, CELL_LAST)
               : n->value == AST_WORD_LASTFROM ? note_cell(c, CELL_LASTFROM)
                                               : -1;
    }
    if (n->kind != AST_CALL) return -1;
    uint32_t arg = env_find(c, e, n->name, &where);
    if (arg) return named_cell(c, arg, where);
    return c->at.bound && c->at.bound == n->name ? CELL_AUX : -1;
}

/* One of the cells that code can name, also as an area. */
static val the_cell(compiler *c, int cell) {
    (void)note_cell(c, cell);
    uint16_t d = temp_area(c);
    emit(c, OP_AREA_CELL, 0, d, (uint32_t)cell, 0);
    return (val){.type = VAL_AREA, .cell = (int8_t)cell, .at = d};
}

/* --- lists that instructions refer to --- */

static void *one_more(compiler *c, void **list, int count, size_t size) {
    void *more = mem_resize(*list, (size_t)(count + 1) * size);
    if (!more) {
        c->nomem = true;
        return NULL;
    }
    *list = more;
    void *at = (char *)more + (size_t)count * size;
    memset(at, 0, size);
    return at;
}

static int keep_table(compiler *c, const area *t) {
    program *b = c->b;
    size_t size = (size_t)b->board.cells;
    for (int i = 0; i < b->tables; i++)
        if (memcmp(b->table + (size_t)i * size, t, size * sizeof *t) == 0) return i;
    int most = (int)(MOST_TABLE_BYTES / (size * sizeof *t));
    if (!limit(c, c->blame, b->tables < most, "tables of steps and leaps", most)) return 0;
    area *more = mem_resize(b->table, (size_t)(b->tables + 1) * size * sizeof *more);
    if (!more) {
        c->nomem = true;
        return 0;
    }
    b->table = more;
    memcpy(more + (size_t)b->tables * size, t, size * sizeof *t);
    return b->tables++;
}

int add_table(compiler *c, uint32_t node, const env *e) {
    int cells = c->b->board.cells;
    area *t = mem_alloc((size_t)cells * sizeof *t);
    if (!t) {
        c->nomem = true;
        return 0;
    }
    AREA_EACH(&c->b->board.all, i) t[i] = fold_area(c, node, e, i);
    int k = keep_table(c, t);
    mem_free(t);
    return k;
}

/* The table of a line or leap whose origin is given: as if it began at the source. */
static int origin_table(compiler *c, uint32_t node, const env *e) {
    c->bare = node;
    int k = add_table(c, node, e);
    c->bare = 0;
    return k;
}

int add_walk(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    rb_walk w = {.dirs = dirs_of(c, child_of(c, node, AST_DIRS), false)};
    w.mode = (uint8_t)(n->kind == AST_SLIDE  ? WALK_SLIDE
                       : n->kind == AST_DASH ? WALK_DASH
                       : n->kind == AST_RAY  ? WALK_RAY
                       : n->kind == AST_STEP ? WALK_STEP
                                             : WALK_RIDE);
    uint32_t max = child_of(c, node, AST_MAX);
    if (max) {
        w.limited = true;
        w.max = make_num(c, c->a->node[max].first, e);
    }
    return keep_walk(c, w);
}

int keep_walk(compiler *c, rb_walk w) {
    rb_side *s = c->side;
    for (int i = 0; i < s->walks; i++)
        if (!w.limited && !s->walk[i].limited && s->walk[i].dirs == w.dirs &&
            s->walk[i].mode == w.mode)
            return i;
    rb_walk *at = one_more(c, (void **)&s->walk, s->walks, sizeof w);
    if (at) *at = w;
    return at ? s->walks++ : 0;
}

static void add_elements(compiler *c, uint32_t node, const env *e, rb_pattern *p, bool inside) {
    AST_EACH(c->a, node, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind == AST_GROUP) {
            p->collects = true;
            add_elements(c, i, e, p, true);
            continue;
        }
        if (p->count == RB_ELEMENTS) return;
        rb_element *el = &p->element[p->count];
        el->area = make_area(c, n->first, e).at;
        el->repeat = (char)n->value;
        el->inside = inside;
        if (n->value) p->fixed = false;
        if (n->name) p->bound = p->count;
        p->count++;
    }
}

int add_pattern(compiler *c, uint32_t along, const env *e) {
    rb_pattern p = {.bound = RB_ELEMENTS, .fixed = true};
    p.dirs = dirs_of(c, child_of(c, along, AST_DIRS), false);
    add_elements(c, child_of(c, along, AST_PATTERN), e, &p, false);
    const rb_element *el = p.element;
    p.flank = p.count == 2 && el[0].inside && el[0].repeat == '+' && !el[1].inside && !el[1].repeat;
    return keep_pattern(c, &p);
}

int keep_pattern(compiler *c, const rb_pattern *p) {
    rb_side *s = c->side;
    rb_pattern *at = one_more(c, (void **)&s->pattern, s->patterns, sizeof *p);
    if (at) *at = *p;
    return at ? s->patterns++ : 0;
}

/* --- attackers --- */

typedef struct hit_maker {
    compiler *c;
    int player, kind;
    bool failed; /* a part cannot be turned round */
    rb_hit part[8];
    int parts;
} hit_maker;

static void reverse_table(hit_maker *m, uint32_t node, area mask) {
    compiler *c = m->c;
    int cells = c->b->board.cells;
    area *t = mem_alloc(2 * (size_t)cells * sizeof *t);
    if (!t) {
        c->nomem = true;
        return;
    }
    area *forward = t + cells;
    AREA_EACH(&c->b->board.all, from) {
        forward[from] = area_and(fold_area(c, node, NULL, from), mask);
        AREA_EACH(&forward[from], to) area_set(&t[to], from);
    }
    rb_hit *h = &m->part[m->parts++];
    *h = (rb_hit){.form = HIT_TABLE, .table = (uint16_t)keep_table(c, t)};
    h->forward = (uint16_t)keep_table(c, forward);
    mem_free(t);
}

static uint64_t turned_dirs(const board *b, uint64_t dirs) {
    uint64_t out = 0;
    for (int d = 0; d < b->dirs; d++)
        if (dirs >> d & 1) out |= UINT64_C(1) << b->opposite[d];
    return out;
}

/* Takes an expression apart into what can be looked at from the target. */
static void take_apart(hit_maker *m, uint32_t node, area mask) {
    compiler *c = m->c;
    const ast_node *n = ast_at(c->a, node);
    uint32_t first = n->first;
    uint32_t second = first ? c->a->node[first].next : 0;
    if (m->failed || m->parts == 8) {
        m->failed = true;
        return;
    }
    if (!(needs_area(c, node, NULL) & ~(uint32_t)NEEDS_FROM)) {
        reverse_table(m, node, mask);
        return;
    }
    int d = n->kind == AST_CALL ? find_def(c, n->name) : -1;
    if (d >= 0 && !first && !child_of(c, c->def[d].node, AST_PARAMS)) {
        take_apart(m, body_of(c, c->def[d].node), mask);
    } else if (n->kind == AST_RIDE && !child_of(c, node, AST_MAX) &&
               !child_of(c, node, AST_ORIGIN)) {
        rb_hit *h = &m->part[m->parts++];
        *h = (rb_hit){.form = HIT_RIDE};
        h->forward_dirs = dirs_of(c, child_of(c, node, AST_DIRS), false);
        h->dirs = turned_dirs(&c->b->board, h->forward_dirs);
        h->mask = area_equal(mask, c->b->board.all) ? RB_CONST : const_area(c, mask);
    } else if (n->kind == AST_BINARY && n->value == AST_JOIN) {
        take_apart(m, first, mask);
        take_apart(m, second, mask);
    } else if (n->kind == AST_BINARY && n->value == AST_MEET && !needs_area(c, second, NULL)) {
        take_apart(m, first, area_and(mask, fold_area(c, second, NULL, -1)));
    } else if (n->kind == AST_BINARY && n->value == AST_MEET && !needs_area(c, first, NULL)) {
        take_apart(m, second, area_and(mask, fold_area(c, first, NULL, -1)));
    } else if (n->kind == AST_BINARY && n->value == AST_SUB && !needs_area(c, second, NULL)) {
        take_apart(m, first, area_sub(mask, fold_area(c, second, NULL, -1)));
    } else {
        m->failed = true;
    }
}

/* The whole expression as code with the piece at CELL_FROM. */
static void forward_hit(hit_maker *m, uint32_t node) {
    compiler *c = m->c;
    stream *out = c->out;
    stream *hoist = c->hoist;
    int areas = c->areas;
    int numbers = c->numbers;
    stream s = {0};
    c->out = &s;
    c->hoist = NULL;
    c->areas = c->numbers = 0;
    val v = make_area(c, node, NULL);
    m->parts = 1;
    m->part[0] = (rb_hit){.form = HIT_CODE, .result = v.at};
    m->part[0].code = settle_code(c, &s, const_num(c, 0));
    c->out = out;
    c->hoist = hoist;
    c->areas = areas;
    c->numbers = numbers;
}

static void add_hits(compiler *c, int player, int kind) {
    rb_side *s = c->side;
    hit_maker m = {.c = c, .player = player, .kind = kind};
    int me = c->me;
    place at = c->at;
    uint8_t saw = c->saw;
    c->me = player;
    c->saw = 0;
    c->at = (place){.from = true, .piece = kind};
    take_apart(&m, c->piece[kind].hits, c->b->board.all);
    if (m.failed) forward_hit(&m, c->piece[kind].hits);
    c->plan_reads |= c->saw;
    c->saw = saw;
    c->me = me;
    c->at = at;
    for (int i = 0; i < m.parts && !c->nomem; i++) {
        rb_hit *h = one_more(c, (void **)&s->hit, s->hitting, sizeof *h);
        if (!h) return;
        *h = m.part[i];
        h->player = (uint8_t)player;
        h->kind = (uint8_t)kind;
        if (!h->mask) h->mask = RB_CONST;
        s->hitting++;
    }
}

int add_plan(compiler *c, uint64_t players) {
    rb_side *s = c->side;
    for (int i = 0; i < s->plans; i++)
        if (s->plan[i].players == players) return i;
    rb_plan plan = {.first = (uint16_t)s->hitting, .players = players};
    for (int p = 0; p < c->b->head.players; p++) {
        if (!(players >> p & 1)) continue;
        for (int k = 0; k < c->b->kinds; k++)
            if (c->piece[k].hits) add_hits(c, p, k);
    }
    plan.count = (uint16_t)(s->hitting - plan.first);
    rb_plan *at = one_more(c, (void **)&s->plan, s->plans, sizeof plan);
    if (at) *at = plan;
    return at ? s->plans++ : 0;
}

/* --- expressions --- */

static uint16_t own_set(compiler *c, int owner) {
    if (owner == c->b->head.players && !c->b->has_neutral) return const_area(c, area_none());
    return (uint16_t)(RB_STATE | (SET_OWN + owner));
}

static val enemies(compiler *c) {
    int players = c->b->head.players;
    if (players == 1) return in_area(const_area(c, area_none()));
    if (players == 2) return in_area(own_set(c, 1 - c->me));
    val v = area2(c, OP_AREA_SUB, SET_OCCUPIED, own_set(c, c->me));
    if (c->b->has_neutral) emit(c, OP_AREA_SUB, 0, v.at, v.at, own_set(c, players));
    return v;
}

static val make_word(compiler *c, uint32_t node) {
    switch ((ast_word)c->a->node[node].value) {
    case AST_WORD_EMPTY:
        return in_area(SET_EMPTY);
    case AST_WORD_OCCUPIED:
        return in_area(SET_OCCUPIED);
    case AST_WORD_MINE:
        return in_area(own_set(c, c->me));
    case AST_WORD_ENEMY:
        return enemies(c);
    case AST_WORD_NEUTRAL:
        return in_area(own_set(c, c->b->head.players));
    case AST_WORD_FROM:
        return the_cell(c, CELL_FROM);
    case AST_WORD_TO:
        return the_cell(c, CELL_TO);
    case AST_WORD_LAST:
        return the_cell(c, CELL_LAST);
    case AST_WORD_LASTFROM:
        return the_cell(c, CELL_LASTFROM);
    default:
        return make_area(c, c->piece[c->at.piece].hits, NULL);
    }
}

static val make_area_var(compiler *c, uint32_t node, const env *e, int i) {
    const rb_var *v = &c->b->var[i];
    int fixed;
    if (v->if_used) c->saw |= READS_FADING;
    uint16_t at = var_index(c, node, e, v, &fixed);
    if (fixed >= 0) return in_area((uint16_t)(RB_STATE | (v->at + fixed)));
    uint16_t d = temp_area(c);
    emit(c, OP_AREA_LOAD, v->count - 1, d, v->at, at);
    return in_area(d);
}

static val make_name(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    const env *where;
    uint32_t arg = env_find(c, e, n->name, &where);
    if (arg) return make_area(c, arg, where);
    if (c->at.bound && c->at.bound == n->name) return the_cell(c, CELL_AUX);
    int i = find_var(c, n->name);
    if (i >= 0) return make_area_var(c, node, e, i);
    i = find_def(c, n->name);
    if (i >= 0) {
        env inner = env_call(c, c->def[i].node, node, e);
        return make_area(c, body_of(c, c->def[i].node), &inner);
    }
    i = find_piece(c, n->name);
    if (c->b->kinds == 1) return in_area(SET_OCCUPIED);
    return in_area((uint16_t)(RB_STATE | (c->b->set_kind + i)));
}

/* What begins at a cell: the cell that it is, or -1 and the area of them. */
static int make_origin(compiler *c, uint32_t node, const env *e, uint16_t *at) {
    uint32_t origin = child_of(c, node, AST_ORIGIN);
    if (!origin) return CELL_FROM;
    int cell = named_cell(c, c->a->node[origin].first, e);
    if (cell < 0) *at = make_area(c, c->a->node[origin].first, e).at;
    return cell;
}

static val make_line(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t max = child_of(c, node, AST_MAX);
    bool table = (n->kind == AST_STEP || n->kind == AST_RAY || n->kind == AST_LEAP) &&
                 (!max || !needs(c, c->a->node[max].first, e));
    uint16_t at = 0;
    uint32_t k = (uint32_t)(table ? origin_table(c, node, e) : add_walk(c, node, e));
    int cell = make_origin(c, node, e, &at);
    if (cell >= 0)
        return area2(c, table ? OP_AREA_TABLE_CELL : OP_AREA_WALK_CELL, k, (uint32_t)cell);
    return area2(c, table ? OP_AREA_TABLE : OP_AREA_WALK, k, at);
}

static val make_along(compiler *c, uint32_t node, const env *e) {
    uint32_t k = (uint32_t)add_pattern(c, node, e);
    uint16_t at = 0;
    int cell = make_origin(c, node, e, &at);
    if (cell >= 0) at = the_cell(c, cell).at;
    return area2(c, OP_AREA_ALONG, k, at);
}

static val make_shift(compiler *c, uint32_t node, const env *e) {
    uint32_t dirs = c->a->node[node].first;
    rb_walk w = {.dirs = dirs_of(c, dirs, false), .mode = WALK_RAY};
    val what = make_area(c, c->a->node[dirs].next, e);
    return area2(c, OP_AREA_SHIFT, (uint32_t)keep_walk(c, w), what.at);
}

static val make_func(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t first = n->first;
    uint32_t second = c->a->node[first].next;
    if (n->value == AST_FUNC_BY) {
        for (int k = 0; k < c->me; k++) first = c->a->node[first].next;
        return make_area(c, first, e);
    }
    val x = make_area(c, first, e);
    switch ((ast_func)n->value) {
    case AST_FUNC_NTH:
        return area2(c, OP_AREA_NTH, x.at, make_num(c, second, e));
    case AST_FUNC_THREATENED: {
        uint64_t who = ((UINT64_C(1) << c->b->head.players) - 1) & ~(UINT64_C(1) << c->me);
        if (second) who = UINT64_C(1) << fold_player(c, second, e);
        return area2(c, OP_AREA_THREATENED, x.at, (uint32_t)add_plan(c, who));
    }
    case AST_FUNC_GROUP:
        return area2(c, OP_AREA_GROUP, x.at, make_area(c, second, e).at);
    case AST_FUNC_STARVED:
        return area2(c, OP_AREA_STARVED, x.at, make_area(c, second, e).at);
    case AST_FUNC_INRUN:
        return area2(c, OP_AREA_INRUN, x.at, make_num(c, second, e));
    default:
        return area2(c, OP_AREA_MAP, x.at, GAME_MAX_PLAYERS); /* transpose */
    }
}

static val make_pair(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    val x = make_area(c, n->first, e);
    val y = make_area(c, c->a->node[n->first].next, e);
    rb_op op = n->value == AST_JOIN ? OP_AREA_OR : n->value == AST_MEET ? OP_AREA_AND : OP_AREA_SUB;
    return area2(c, op, x.at, y.at);
}

val area_code(compiler *c, uint32_t node, const env *e) {
    const ast_node *n = ast_at(c->a, node);
    uint32_t all = needs(c, node, e);
    if (c->over_limit) return in_area(RB_TEMP);
    if (!area_shaped(c, node, e)) return in_area(own_set(c, fold_player(c, node, e)));
    bool from = n->kind == AST_WORD && n->value == AST_WORD_FROM;
    if (!all) return in_area(const_area(c, fold_area(c, node, e, -1)));
    if (all == NEEDS_FROM && !from)
        return area2(c, OP_AREA_TABLE_CELL, (uint32_t)add_table(c, node, e), CELL_FROM);
    switch ((ast_kind)n->kind) {
    case AST_BINARY:
        return make_pair(c, node, e);
    case AST_REST:
        return area2(c, OP_AREA_NOT, make_area(c, n->first, e).at, 0);
    case AST_MY: {
        uint16_t seen = make_area(c, n->first, e).at;
        return area2(c, OP_AREA_MAP, seen, (uint32_t)c->me);
    }
    case AST_STEP:
    case AST_RAY:
    case AST_LEAP:
    case AST_SLIDE:
    case AST_RIDE:
    case AST_DASH:
        return make_line(c, node, e);
    case AST_ALONG:
        return make_along(c, node, e);
    case AST_SHIFT:
        return make_shift(c, node, e);
    case AST_FUNC:
        return make_func(c, node, e);
    case AST_WORD:
        return make_word(c, node);
    case AST_INDEXED:
        return make_area_var(c, node, e, find_var(c, n->name));
    default:
        return make_name(c, node, e);
    }
}
