/* A game made from another one: its own declarations and those of its ancestors as one list. */
#include <string.h>

#include "engine/rules/text/ast_build.h"
#include "engine/rules/text/parser.h"

typedef struct heritage {
    ast *tree;
    diags *d;
    uint32_t line[PARSER_MAX_ANCESTORS]; /* the game, its parent, ... */
    int count;
    ast_set place;   /* from a declaration's kind and name to its node in the new list */
    ast_list merged; /* the new game */
    uint32_t end;    /* its AST_END, once there is one */
    bool nomem, clash;
    bool parents; /* what is copied now is an ancestor's */
} heritage;

static uint32_t child_of_kind(const ast *a, uint32_t node, ast_kind kind) {
    AST_EACH(a, node, child) {
        if (ast_at(a, child)->kind == kind) return child;
    }
    return 0;
}

/* By name alone: an alias is for the outside. */
static uint32_t game_named(const ast *a, const char *name) {
    for (uint32_t g = a->first_game; g; g = ast_at(a, g)->next)
        if (text_same(ast_name(a, g), name)) return g;
    return 0;
}

/* --- the line of ancestors */

/* "a, made from b, made from a" */
static void report_cycle(heritage *h, uint32_t parent, int first) {
    char buf[150];
    text chain = text_over(buf, sizeof buf);
    for (int i = first; i < h->count; i++)
        text_format(&chain, "%.30s, made from ", ast_name(h->tree, h->line[i]));
    text_format(&chain, "%.30s", ast_name(h->tree, h->line[first]));
    const ast_node *n = ast_at(h->tree, parent);
    diag_add(h->d, &h->tree->source[n->source], n->at, "E18", "game is made from itself: '%.40s'",
             ast_name(h->tree, h->line[first]));
    diag_hint(h->d, "%s", buf);
}

static void report_unknown(heritage *h, uint32_t parent) {
    const ast *a = h->tree;
    const char *name = ast_name(a, parent);
    const char *near = NULL;
    int best = 3;
    for (uint32_t g = a->first_game; g; g = ast_at(a, g)->next) {
        int d = text_distance(ast_name(a, g), name);
        if (d >= best) continue;
        best = d;
        near = ast_name(a, g);
    }
    diag_add(h->d, &a->source[ast_at(a, parent)->source], ast_at(a, parent)->at, "E25",
             "parent game not found: '%.40s'", name);
    if (near)
        diag_hint(h->d, "did you mean '%s'?", near);
    else
        diag_hint(h->d, "it must be in the same text, or in one that is read with it");
}

/* Adds a game to the line, unless that ends in an error. */
static bool extend(heritage *h, uint32_t game, uint32_t parent) {
    for (int i = 0; i < h->count; i++) {
        if (h->line[i] != game) continue;
        report_cycle(h, parent, i);
        return false;
    }
    if (h->count == PARSER_MAX_ANCESTORS) {
        const ast_node *n = ast_at(h->tree, parent);
        diag_add(h->d, &h->tree->source[n->source], n->at, "E30",
                 "limit exceeded: more than %d games made from each other", PARSER_MAX_ANCESTORS);
        return false;
    }
    h->line[h->count++] = game;
    return true;
}

static bool collect_line(heritage *h, uint32_t game) {
    uint32_t parent = 0;
    while (game) {
        if (!extend(h, game, parent)) return false;
        parent = child_of_kind(h->tree, game, AST_PARENT);
        if (!parent) return true;
        game = game_named(h->tree, ast_name(h->tree, parent));
    }
    report_unknown(h, parent);
    return false;
}

/* --- the list */

/* A node of its own for the new list, with the children it had: those are shared. */
static uint32_t copy(heritage *h, uint32_t node) {
    ast_node n = *ast_at(h->tree, node);
    n.next = 0;
    if (n.kind == AST_LOOK && h->parents) n.flags |= AST_LOOK_PARENTS;
    uint32_t i = ast_add(h->tree, n);
    if (!i) h->nomem = true;
    return i;
}

/* The endings of a descendant go before those that are there. */
static void prepend_endings(heritage *h, uint32_t end) {
    uint32_t older = ast_at(h->tree, h->end)->first;
    h->tree->node[h->end].first = 0;
    ast_list l = {.owner = h->end};
    for (uint32_t i = ast_at(h->tree, end)->first; i && !h->nomem; i = ast_at(h->tree, i)->next)
        ast_append(h->tree, &l, copy(h, i));
    if (l.last)
        h->tree->node[l.last].next = older;
    else
        h->tree->node[h->end].first = older;
}

/* A declaration takes the place of the one that had its kind and name, or goes to the end. */
static void inherit_one(heritage *h, uint32_t node) {
    ast_node n = *ast_at(h->tree, node);
    uint32_t known = 0;
    if (n.kind == AST_END && h->end) {
        prepend_endings(h, node);
        return;
    }
    uint32_t mine = copy(h, node);
    if (mine && n.kind == AST_HINT) { /* all of them, in their order */
        ast_append(h->tree, &h->merged, mine);
        return;
    }
    uint64_t key = ast_key(n.kind, ast_declaration_key(&n) & UINT32_MAX);
    if (!mine || !ast_set_add(&h->place, key, mine, &known)) {
        h->nomem = true;
    } else if (known) {
        n.next = ast_at(h->tree, known)->next;
        h->tree->node[known] = n;
    } else {
        ast_append(h->tree, &h->merged, mine);
        if (n.kind == AST_END) h->end = mine;
    }
}

static bool is_declaration(ast_kind k) {
    return k != AST_PARENT && k != AST_TITLE && k != AST_ALIAS;
}

static void inherit_all(heritage *h) {
    uint32_t game = h->line[0];
    h->merged.owner = copy(h, game);
    if (h->nomem) return;
    h->tree->node[h->merged.owner].first = 0;
    AST_EACH(h->tree, game, head) {
        ast_kind k = ast_at(h->tree, head)->kind;
        if (k == AST_TITLE || k == AST_ALIAS) ast_append(h->tree, &h->merged, copy(h, head));
    }
    for (int i = h->count; i-- > 0;) {
        h->parents = i > 0;
        AST_EACH(h->tree, h->line[i], child) {
            if (is_declaration(ast_at(h->tree, child)->kind) && !h->nomem) inherit_one(h, child);
        }
    }
}

/* --- names that clash only now */

static void check_name(heritage *h, ast_set *seen, uint32_t node) {
    uint32_t known;
    if (!ast_set_add(seen, ast_declaration_key(ast_at(h->tree, node)), node, &known)) {
        h->nomem = true;
    } else if (known) {
        ast_report_twice(h->tree, known, node, h->d);
        h->clash = true;
    }
}

static void check_names(heritage *h) {
    ast_set seen = {0};
    AST_EACH(h->tree, h->merged.owner, child) {
        ast_kind k = ast_at(h->tree, child)->kind;
        if (is_declaration(k) && k != AST_HINT) check_name(h, &seen, child);
        if (k != AST_PLAYERS && k != AST_CARDS) continue;
        AST_EACH(h->tree, child, player) check_name(h, &seen, player);
    }
    ast_set_done(&seen);
}

status ast_inherit(ast *a, uint32_t game, uint32_t *out, diags *d) {
    heritage h = {.tree = a, .d = d};
    *out = 0;
    if (!collect_line(&h, game)) return ST_BAD_SYNTAX;
    inherit_all(&h);
    if (!h.nomem) check_names(&h);
    ast_set_done(&h.place);
    if (h.nomem) return ST_NOMEM;
    if (h.clash) return ST_BAD_SYNTAX;
    *out = h.merged.owner;
    return ST_OK;
}
