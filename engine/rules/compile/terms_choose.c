#include <stdio.h>
#include <string.h>

#include "engine/rules/compile/compiler.h"

/* Which terms a text gets: by the words that are in it. */

typedef struct mention {
    bool kind[AST_KIND_COUNT];
    bool says[AST_FUNC_COUNT];      /* anywhere */
    bool ends_with[AST_FUNC_COUNT]; /* in an `end` */
    bool hand;                      /* a number per player and piece */
    bool tally;                     /* a number per player */
    int followed;
} mention;

typedef struct fact {
    const char *name;
    float weight;
} fact;

static const fact facts[] = {
#define TERMS_FACT(id, name, weight, what) {name, weight},
    TERMS_OF_KINDS(TERMS_FACT) TERMS_OF_GAME(TERMS_FACT)
#undef TERMS_FACT
};

static uint32_t find_def(const ast *a, uint32_t top, uint32_t name) {
    AST_EACH(a, top, i) if (a->node[i].kind == AST_DEF && a->node[i].name == name) return i;
    return 0;
}

enum { FOLLOWED = 200 }; /* definitions, those inside others included */

/* The functions of an ending, those of the definitions it uses included. */
static void look_at_end(const ast *a, uint32_t top, uint32_t node, mention *m) {
    const ast_node *n = ast_at(a, node);
    if (n->kind == AST_FUNC) m->ends_with[n->value] = true;
    uint32_t def = n->kind == AST_CALL ? find_def(a, top, n->name) : 0;
    if (def && m->followed++ < FOLLOWED) look_at_end(a, top, def, m);
    AST_EACH(a, node, i) look_at_end(a, top, i, m);
}

static void look(const ast *a, uint32_t top, uint32_t node, mention *m) {
    const ast_node *n = ast_at(a, node);
    if (n->kind == AST_HINT || n->kind == AST_TERM) return; /* no other term depends on them */
    m->kind[n->kind] = true;
    if (n->kind == AST_FUNC) m->says[n->value] = true;
    if (n->kind == AST_END) look_at_end(a, top, node, m);
    if (n->kind == AST_VAR && n->value == VAR_INT && n->flags & AST_PER_PLAYER &&
        !(n->flags & AST_SECRET)) { /* others do not see hidden cards */
        m->hand |= (n->flags & AST_PER_PIECE) != 0;
        m->tally |= !(n->flags & AST_PER_PIECE);
    }
    AST_EACH(a, node, i) look(a, top, i, m);
}

static bool names(const ast *a, uint32_t node, uint32_t name) {
    const ast_node *n = ast_at(a, node);
    if (n->kind == AST_CALL && n->name == name) return true;
    AST_EACH(a, node, i) if (names(a, i, name)) return true;
    return false;
}

/* Whether somebody asks if this kind is attacked. */
static bool is_royal(const ast *a, uint32_t node, uint32_t piece) {
    const ast_node *n = ast_at(a, node);
    if (n->kind == AST_TERM) return false;
    if (n->kind == AST_FUNC && n->value == AST_FUNC_ATTACKED && n->first &&
        names(a, n->first, a->node[piece].name))
        return true;
    AST_EACH(a, node, i) if (is_royal(a, i, piece)) return true;
    return false;
}

static bool sees_side(const ast *a, uint32_t node) {
    const ast_node *n = ast_at(a, node);
    if (n->kind == AST_MY || (n->kind == AST_DIRS && n->flags & AST_MINE)) return true;
    AST_EACH(a, node, i) if (sees_side(a, i)) return true;
    return false;
}

static void add(terms_plan *p, terms_what what, int kind, const char *of, float weight) {
    if (p->count == TERMS_MAX) return;
    int i = p->count++;
    p->term[i] = (terms_entry){.what = (uint8_t)what, .kind = (uint8_t)kind};
    (void)snprintf(p->name[i], sizeof p->name[i], "%s%s", of, facts[what].name);
    float limit = 8 * (weight < 0 ? -weight : weight) + 2;
    p->list[i] =
        (feature){.name = p->name[i], .weight = weight, .min = -limit, .max = limit, .step = 0.01F};
}

static void add_default(terms_plan *p, terms_what what, int kind, const char *of) {
    add(p, what, kind, of, facts[what].weight);
}

/* Whether a piece may be one that only goes forwards: its moves say `my`, or are told elsewhere. */
static bool may_advance(const ast *a, uint32_t piece) {
    bool moves = false;
    AST_EACH(a, piece, i) {
        if (a->node[i].kind != AST_MOVE) continue;
        moves = true;
        if (sees_side(a, i)) return true;
    }
    return !moves;
}

/* The terms of one kind of pieces. */
static void add_kind(terms_plan *p, const ast *a, const mention *m, int kind, uint32_t piece,
                     bool royal) {
    const char *name = ast_name(a, piece);
    bool moves = m->kind[AST_MOVE];
    bool flips = m->kind[AST_FLIP];
    bool gathers = m->ends_with[AST_FUNC_GROUP]; /* then more pieces are no better */
    if (royal) {                                 /* there is always one: only where it is matters */
        add(p, TERMS_CENTRE, kind, name, -0.25F);
        add(p, TERMS_LATE, kind, name, 0.6F);
        return;
    }
    /* Stones that are only turned over come back: what counts then is the score, in the end. */
    if ((moves && !gathers) || (m->kind[AST_REMOVE] && !flips))
        add_default(p, TERMS_PIECE, kind, name);
    if (moves || flips) add_default(p, TERMS_PLACE, kind, name);
    if (!moves && m->hand) add(p, TERMS_HAND, kind, name, 0.1F); /* resources */
    if (!moves) return;
    add_default(p, TERMS_CENTRE, kind, name);
    if (m->kind[AST_HITS]) add_default(p, TERMS_LATE, kind, name);
    if (m->kind[AST_HITS]) add_default(p, TERMS_MOVES, kind, name);
    for (terms_what w = TERMS_ADVANCE; w <= TERMS_ALONE && may_advance(a, piece); w++)
        add_default(p, w, kind, name);
    if (m->kind[AST_HITS]) add_default(p, TERMS_PAIR, kind, name);
    if (m->hand) add_default(p, TERMS_HAND, kind, name);
    if (!m->kind[AST_HITS]) return;
    add_default(p, TERMS_SAFE, kind, name);
    add_default(p, TERMS_FREE, kind, name);
    add_default(p, TERMS_FREE_LATE, kind, name);
    add_default(p, TERMS_OUTPOST, kind, name);
    for (terms_what w = TERMS_PASSED_LATE; w <= TERMS_CHAINED && may_advance(a, piece); w++)
        add_default(p, w, kind, name);
}

/* --- what the author counts --- */

static float weight_of(const ast *a, uint32_t term) {
    uint32_t weight = a->node[a->node[term].first].next;
    uint32_t below = weight ? a->node[weight].next : 0;
    if (!weight) return facts[TERMS_OWN].weight;
    float whole = (float)a->node[weight].value;
    return below && a->node[below].value ? whole / (float)a->node[below].value : whole;
}

static void add_own(terms_plan *p, const ast *a, uint32_t node) {
    int number = 0;
    AST_EACH(a, node, i) {
        if (a->node[i].kind == AST_TERM && number < RB_TERMS)
            add(p, TERMS_OWN, number++, ast_name(a, i), weight_of(a, i));
    }
}

/* --- cells --- */

/* A board whose cells are known from the text: its size is written in numbers, nothing is cut out,
 * and it is small enough for each cell to be seen often. */
static bool plain_board(const ast *a, uint32_t node, int *width, int *height) {
    AST_EACH(a, node, i) {
        const ast_node *n = ast_at(a, i);
        if (n->kind != AST_BOARD) continue;
        if (n->value != BOARD_RECT || n->flags || !n->first) return false;
        const ast_node *x = ast_at(a, n->first);
        const ast_node *y = ast_at(a, x->next);
        if (x->kind != AST_INT || y->kind != AST_INT || y->next) return false;
        *width = (int)x->value;
        *height = (int)y->value;
        return *width > 0 && *height > 0 && *width <= TERMS_CELLS && *height <= TERMS_CELLS &&
               *width * *height <= TERMS_CELLS;
    }
    return false;
}

static void add_cell(terms_plan *p, terms_entry e, const char *of, int width) {
    char name[RB_NAME + 8];
    (void)snprintf(name, sizeof name, "%.*s.%c%d", RB_NAME - 1, of, 'a' + e.cell % width,
                   e.cell / width + 1);
    add_default(p, e.what, e.kind, name);
    p->term[p->count - 1] = e;
}

/* A weight for every cell of the left half; a mirror image has the same. They come last, kind by
 * kind, and either all or none. */
static void add_cells(terms_plan *p, const ast *a, uint32_t node, const mention *m, bool royal) {
    int width = 0;
    int height = 0;
    int kinds = 0;
    int each = m->kind[AST_HITS] ? (royal ? 4 : 2) : 1;
    p->first_cell = p->count;
    if (!(m->kind[AST_MOVE] || m->kind[AST_FLIP]) || !plain_board(a, node, &width, &height)) return;
    AST_EACH(a, node, i) kinds += a->node[i].kind == AST_PIECE;
    int half = (width + 1) / 2;
    if (width > 26 || p->count + kinds * half * height * each > TERMS_MAX) return;
    p->cell_terms = each;
    int kind = 0;
    AST_EACH(a, node, i) {
        if (a->node[i].kind != AST_PIECE) continue;
        for (int c = 0; c < half * height; c++) {
            for (int what = 0; what < each; what++) {
                terms_entry e = {.what = (uint8_t)(TERMS_CELL + what), .kind = (uint8_t)kind};
                e.cell = (uint16_t)(c / half * width + c % half);
                add_cell(p, e, ast_name(a, i), width);
            }
        }
        kind++;
    }
}

static void add_some(terms_plan *p, terms_what first, terms_what last) {
    for (terms_what w = first; w <= last; w++) add_default(p, w, 0, "");
}

void terms_choose(terms_plan *out, const ast *a, uint32_t node) {
    mention m = {0};
    bool any_royal = false;
    int kind = 0;
    out->count = out->first_cell = out->cell_terms = 0;
    look(a, node, node, &m);
    add_default(out, TERMS_TEMPO, 0, "");
    AST_EACH(a, node, i) {
        if (a->node[i].kind != AST_PIECE) continue;
        bool royal = is_royal(a, node, i);
        any_royal |= royal;
        add_kind(out, a, &m, kind++, i, royal);
    }
    if (any_royal) add_default(out, TERMS_SHELTER, 0, "");
    if (any_royal) add_default(out, TERMS_SIEGE, 0, "");
    if (any_royal && m.kind[AST_HITS]) add_some(out, TERMS_THREATS, TERMS_OPEN_ROYAL);
    bool lines = m.ends_with[AST_FUNC_RUN] || m.ends_with[AST_FUNC_RUNS];
    bool joins = m.ends_with[AST_FUNC_JOINS];
    if (!any_royal && !lines && !joins) add_default(out, TERMS_MOBILITY, 0, "");
    if (m.kind[AST_SCORE]) add_default(out, TERMS_SCORE, 0, "");
    if (m.kind[AST_END] && m.kind[AST_MOVE]) add_default(out, TERMS_GOAL, 0, "");
    if (lines) add_some(out, TERMS_LINE1, TERMS_LINE3);
    if (joins) add_default(out, TERMS_PATH, 0, "");
    if (joins) add_default(out, TERMS_LINKS, 0, "");
    if (m.ends_with[AST_FUNC_GROUP]) add_default(out, TERMS_APART, 0, "");
    if (m.kind[AST_FLIP] && !m.kind[AST_MOVE]) add_some(out, TERMS_FRONTIER, TERMS_EXPOSED);
    if (m.says[AST_FUNC_STARVED]) add_some(out, TERMS_LIBERTIES, TERMS_SHORT2);
    if (m.tally && m.kind[AST_END]) add_default(out, TERMS_TALLY, 0, "");
    add_own(out, a, node);
    add_cells(out, a, node, &m, any_royal);
}

/* Both lists are in about the same order: the search begins where the last one ended. */
static int find_term(const terms_plan *p, const char *name, int from) {
    for (int i = 0; i < p->count; i++) {
        int k = (from + i) % p->count;
        if (strcmp(p->name[k], name) == 0) return k;
    }
    return -1;
}

void terms_inherit(terms_plan *to, const terms_plan *from) {
    int last = 0;
    for (int i = 0; i < to->count; i++) {
        int k = find_term(from, to->name[i], last);
        if (k < 0 || to->term[i].what == TERMS_OWN) continue; /* the text says its weight */
        to->list[i] = from->list[k];
        to->list[i].name = to->name[i];
        last = k + 1;
    }
}
