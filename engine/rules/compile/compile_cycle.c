#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "engine/rules/compile/compile.h"

/* Definitions and rules are expanded where they are used, so none may lead back to itself, and none
 * may lead through too many others. First who uses whom is written down; then all ways are
 * followed. Definitions are numbered from 0, rules after them. */

enum { MAX_BODIES = 2 * COMPILE_MAX_NAMES };

enum { NOT_SEEN, UNDER_WAY, DONE };

typedef struct use {
    uint32_t node; /* where */
    uint32_t next; /* of the same body; 0: none */
    int what;
} use;

typedef struct finder {
    scope *c;
    use *uses; /* uses[0] is not used */
    size_t count, cap;
    uint32_t first[MAX_BODIES];
    uint8_t state[MAX_BODIES];
    uint8_t depth[MAX_BODIES]; /* DONE: how many are inside each other, this one included */
    int way[MAX_BODIES];
    int length;
    bool good;
} finder;

static named_node *body_at(scope *c, int i) {
    return i < c->shared->defs ? &c->shared->def[i] : &c->shared->rule[i - c->shared->defs];
}

static int body_named(const scope *c, uint32_t name) {
    int d = compile_find_def(c, name);
    if (d >= 0) return d;
    int r = compile_find_rule(c, name);
    return r >= 0 ? c->shared->defs + r : -1;
}

static bool is_param(const scope *c, uint32_t list, uint32_t name) {
    if (list) AST_EACH(c->a, list, p) {
            if (c->a->node[p].name == name) return true;
        }
    return false;
}

static void note_use(finder *f, int body, uint32_t node, int what) {
    if (MEM_GROW(f->uses, f->cap, f->count + 1) != ST_OK) {
        f->c->shared->nomem = true;
        return;
    }
    f->uses[f->count] = (use){.node = node, .next = f->first[body], .what = what};
    f->first[body] = (uint32_t)f->count++;
}

static void note_uses(finder *f, int body, uint32_t node, uint32_t list) {
    scope *c = f->c;
    const ast_node *n = ast_at(c->a, node);
    bool called = n->kind == AST_CALL && !is_param(c, list, n->name);
    int what = called ? body_named(c, n->name) : -1;
    if (what >= 0) note_use(f, body, node, what);
    if (called && what < 0 && compile_plan(c, n->name)) { /* whichever rule it holds */
        plan_rules all = compile_rules_of(c, n->name);
        for (int i = 0; i < all.count && !c->shared->nomem; i++)
            note_use(f, body, node, c->shared->defs + all.rule[i]);
    }
    int value; /* names of rules that are given or compared are not used */
    if (n->kind == AST_ASSIGN && compile_plan(c, n->name)) return;
    if (n->kind == AST_COMPARE && compile_compares_plan(c, node, &value)) return;
    for (uint32_t i = n->first; i && !c->shared->nomem; i = c->a->node[i].next)
        note_uses(f, body, i, list);
}

static void report_cycle(finder *f, uint32_t node, int what) {
    char buf[150];
    text chain = text_over(buf, sizeof buf);
    scope *c = f->c;
    int from = 0;
    while (f->way[from] != what) from++;
    for (int i = from; i < f->length; i++)
        text_format(&chain, "%.30s uses ", c->a->strings + body_at(c, f->way[i])->name);
    text_format(&chain, "%.30s", c->a->strings + body_at(c, what)->name);
    compile_complain(c, node, "E18", "'%.40s' uses itself", c->a->strings + body_at(c, what)->name);
    compile_suggest(c, "%s", buf);
    f->good = false;
}

static void follow(finder *f, int body) {
    scope *c = f->c;
    int deepest = 0;
    f->state[body] = UNDER_WAY;
    f->way[f->length++] = body;
    for (uint32_t i = f->first[body]; i && f->good; i = f->uses[i].next) {
        int what = f->uses[i].what;
        if (f->state[what] == UNDER_WAY) report_cycle(f, f->uses[i].node, what);
        if (f->state[what] == NOT_SEEN) follow(f, what);
        if (!f->good) break;
        if (f->depth[what] > deepest) deepest = f->depth[what];
        f->good = compile_limit(c, f->uses[i].node, deepest < COMPILE_MAX_DEPTH,
                                "definitions inside each other", COMPILE_MAX_DEPTH);
    }
    f->length--;
    f->depth[body] = (uint8_t)(deepest + 1);
    f->state[body] = DONE;
}

bool compile_check_cycles(scope *c) {
    finder *f = mem_alloc(sizeof *f);
    if (!f) return !(c->shared->nomem = true);
    f->c = c;
    f->count = 1;
    f->good = true;
    int bodies = c->shared->defs + c->shared->rule_count;
    for (int i = 0; i < bodies && !c->shared->nomem; i++) {
        uint32_t node = body_at(c, i)->node;
        note_uses(f, i, compile_body_of(c, node), compile_child_of(c, node, AST_PARAMS));
    }
    for (int i = 0; i < bodies && f->good && !c->shared->nomem; i++)
        if (f->state[i] == NOT_SEEN) follow(f, i);
    bool good = f->good && !c->shared->nomem;
    mem_free(f->uses);
    mem_free(f);
    return good;
}
