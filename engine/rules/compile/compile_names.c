#include <stdarg.h>
#include <stdio.h>

#include "engine/base/text.h"
#include "engine/rules/compile/compile.h"
#include "engine/rules/text/lexer.h"

/* A string of the text may hold anything; a message is plain ASCII. */
static void make_plain(char *line) {
    for (char *s = line; *s; s++)
        if (*s < ' ' || *s > '~') *s = '?';
}

void compile_complain(const scope *c, uint32_t node, const char *code, const char *fmt, ...) {
    if (!c->checking) return;
    if (code[0] == 'E')
        c->shared->errors++; /* also where the list is full, or it was told before */
    char line[200];
    va_list args;
    va_start(args, fmt);
    vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    make_plain(line);
    const ast_node *n = ast_at(c->a, node);
    /* A definition that is used twice is wrong once. */
    c->shared->reported_now = false;
    for (int i = 0; i < c->shared->reported; i++)
        if (c->shared->reported_at[i] == n->at && c->shared->reported_source[i] == n->source)
            return;
    if (c->shared->reported < DIAG_MAX_COUNT) {
        c->shared->reported_at[c->shared->reported] = n->at;
        c->shared->reported_source[c->shared->reported++] = n->source;
    }
    c->shared->reported_now = true;
    diag_add(c->shared->d, &c->a->source[n->source], n->at, code, "%s", line);
}

void compile_suggest(const scope *c, const char *fmt, ...) {
    if (!c->checking || !c->shared->reported_now) return;
    char line[200];
    va_list args;
    va_start(args, fmt);
    vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    make_plain(line);
    diag_hint(c->shared->d, "%s", line);
}

typedef struct nearest {
    const char *to, *best;
    int distance;
} nearest;

static void try_word(nearest *n, const char *word) {
    int d = text_distance(n->to, word);
    if (d < n->distance) {
        n->distance = d;
        n->best = word;
    }
}

static nearest nearest_to(const char *name) {
    return (nearest){.to = name, .distance = (int)strlen(name) < 4 ? 2 : 3};
}

void compile_suggest_name(const scope *c, const char *name) {
    static const char *const known[] = {
#define WORD(id, word) word,
        AST_WORDS(WORD)
#undef WORD
#define WORD(id, word, takes, type, usage) word,
            AST_FUNCS(WORD)
#undef WORD
                "rank",
        "file",
        "step",
        "slide",
        "ride",
        "dash",
        "ray",
        "leap",
        "along",
        "shift"};
    nearest n = nearest_to(name);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) try_word(&n, known[i]);
    const char *s = c->a->strings;
    for (int i = 0; i < c->b->kinds; i++) try_word(&n, s + c->shared->piece[i].name);
    for (int i = 0; i < c->b->head.players; i++) try_word(&n, s + c->shared->player[i]);
    for (int i = 0; i < c->shared->defs; i++) try_word(&n, s + c->shared->def[i].name);
    for (int i = 0; i < c->shared->rule_count; i++) try_word(&n, s + c->shared->rule[i].name);
    for (int i = 0; i < c->shared->options; i++) try_word(&n, s + c->shared->option[i].name);
    for (int i = 0; i < c->b->vars; i++) try_word(&n, s + c->shared->var_name[i]);
    if (n.best) compile_suggest(c, "did you mean '%s'?", n.best);
}

void compile_suggest_var(const scope *c, const char *name) {
    nearest n = nearest_to(name);
    for (int i = 0; i < c->b->vars; i++) try_word(&n, c->a->strings + c->shared->var_name[i]);
    if (n.best)
        compile_suggest(c, "did you mean '%s'?", n.best);
    else
        compile_suggest(c, "declare it: `var %s`", name);
}

void compile_suggest_piece(const scope *c, const char *name) {
    nearest n = nearest_to(name);
    for (int i = 0; i < c->b->kinds; i++) try_word(&n, c->a->strings + c->shared->piece[i].name);
    if (n.best) compile_suggest(c, "did you mean '%s'?", n.best);
}

/* The cell was on the board before `only` or `without`. */
static void suggest_cut(scope *c) {
    const ast_node *cut = ast_at(c->a, c->shared->cut_by);
    compile_suggest(c, "`%s` in line %d leaves it out; %d cells are left",
                    cut->kind == AST_ONLY ? "only" : "without",
                    diag_line(&c->a->source[cut->source], cut->at), area_count(c->b->board.all));
}

bool compile_is_place(const scope *c, const char *name) {
    return board_cell(&c->b->board, name) >= 0 || board_places(&c->b->board, name);
}

/* Words for places that this board does not have. */
static bool lacks_places(scope *c, uint32_t node, const char *name) {
    bool corners = strcmp(name, "corners") == 0;
    if (!corners && strcmp(name, "squares") != 0 && strcmp(name, "edges") != 0) return false;
    compile_complain(c, node, "E12", "unknown name '%s': this board has no such places", name);
    compile_suggest(c, "`board rect 9 9 edges%s`", corners ? " corners" : "");
    return true;
}

bool compile_complain_of_cell(scope *c, uint32_t node, const char *name) {
    const board *b = &c->b->board;
    size_t len = strlen(name);
    if (!(b->between ? lexer_is_place(name, len) : lexer_is_cell(name, len)))
        return lacks_places(c, node, name);
    compile_complain(c, node, "E14", "cell '%s' is not on the board", name);
    if (board_cut_cell(b, name) && c->shared->cut_by)
        suggest_cut(c);
    else if (b->between)
        compile_suggest(c, "the board has %d squares, %d edges (a1n, a1e) and %d corners (a1ne)",
                        area_count(b->squares), area_count(b->edges),
                        area_count(area_and(b->corners, b->all)));
    else if (b->shape == BOARD_LINES || b->shape == BOARD_BOX)
        compile_suggest(c, "it has %d cells", area_count(b->all));
    else
        compile_suggest(c, "the board has %d columns and %d rows, %d cells", b->width, b->height,
                        area_count(b->all));
    return true;
}

bool compile_complain_of_seat(const scope *c, uint32_t node, const char *name) {
    uint32_t players = compile_child_of(c, c->shared->game, AST_PLAYERS);
    bool known = false;
    AST_EACH(c->a, players, i) known |= strcmp(ast_name(c->a, i), name) == 0;
    if (!players || !known) return false;
    compile_complain(c, node, "E12", "player '%s' is not in this game: option 'seats' is %d", name,
                     c->b->head.players);
    compile_suggest(c, "say what holds for all: `me`, `next`, `enemy`, a variable per player");
    return true;
}

void compile_suggest_player(const scope *c, const char *name) {
    nearest n = nearest_to(name);
    for (int i = 0; i < c->b->head.players; i++) try_word(&n, c->a->strings + c->shared->player[i]);
    if (n.best) compile_suggest(c, "did you mean '%s'?", n.best);
}

void compile_suggest_rule(const scope *c, const char *name) {
    nearest n = nearest_to(name);
    for (int i = 0; i < c->shared->rule_count; i++)
        try_word(&n, c->a->strings + c->shared->rule[i].name);
    if (n.best)
        compile_suggest(c, "did you mean '%s'?", n.best);
    else
        compile_suggest(c, "`rule %s = ...` declares one", name);
}

bool compile_limit(const scope *c, uint32_t node, bool fits, const char *what, int max) {
    if (fits) return true;
    if (!c->shared->over_limit) {
        scope loud = *c;
        loud.checking = true;
        compile_complain(&loud, node, "E30", "limit exceeded: %s, at most %d", what, max);
    }
    c->shared->over_limit = true;
    return false;
}

bool compile_spend(const scope *c, uint32_t node) {
    if (c->shared->over_limit) return false;
    return compile_limit(c, node, ++c->shared->spent <= COMPILE_MAX_EXPANDED,
                         "parts of expanded definitions", COMPILE_MAX_EXPANDED);
}

uint32_t compile_env_find(const scope *c, const env *e, uint32_t name, const env **where) {
    for (; e && e->loop; e = e->outer)
        if (e->loop == name) return 0;
    if (!e || !e->params) return 0;
    uint32_t arg = e->args;
    AST_EACH(c->a, e->params, p) {
        if (!arg) break;
        if (c->a->node[p].name == name) {
            *where = e->outer;
            return arg;
        }
        arg = c->a->node[arg].next;
    }
    return 0;
}

env compile_env_call(const scope *c, uint32_t decl, uint32_t call, const env *from) {
    uint32_t first = c->a->node[decl].first;
    bool takes = first && c->a->node[first].kind == AST_PARAMS;
    return (env){.params = takes ? first : 0,
                 .args = c->a->node[call].first,
                 .outer = from,
                 .depth = (from ? from->depth : 0) + 1};
}

int compile_find_piece(const scope *c, uint32_t name) {
    for (int i = 0; i < c->b->kinds; i++)
        if (c->shared->piece[i].name == name) return i;
    return -1;
}

int compile_find_player(const scope *c, uint32_t name) {
    for (int i = 0; i < c->b->head.players; i++)
        if (c->shared->player[i] == name) return i;
    return -1;
}

int compile_find_def(const scope *c, uint32_t name) {
    for (int i = 0; i < c->shared->defs; i++)
        if (c->shared->def[i].name == name) return i;
    return -1;
}

int compile_find_rule(const scope *c, uint32_t name) {
    for (int i = 0; i < c->shared->rule_count; i++)
        if (c->shared->rule[i].name == name) return i;
    return -1;
}

int compile_find_option(const scope *c, uint32_t name) {
    for (int i = 0; i < c->shared->options; i++)
        if (c->shared->option[i].name == name) return i;
    return -1;
}

int compile_find_var(const scope *c, uint32_t name) {
    for (int i = 0; i < c->b->vars; i++)
        if (c->shared->var_name[i] == name) return i;
    return -1;
}

int compile_find_phase(const scope *c, uint32_t name) {
    for (int i = 0; i < c->b->phases; i++)
        if (c->shared->phase_name[i] == name) return i;
    return -1;
}

uint32_t compile_body_of(const scope *c, uint32_t decl) {
    uint32_t first = c->a->node[decl].first;
    return first && c->a->node[first].kind == AST_PARAMS ? c->a->node[first].next : first;
}

uint32_t compile_child_of(const scope *c, uint32_t node, ast_kind kind) {
    AST_EACH(c->a, node, i)
    if (c->a->node[i].kind == kind) return i;
    return 0;
}

int compile_child_count(const scope *c, uint32_t node) {
    int n = 0;
    AST_EACH(c->a, node, i) n++;
    return n;
}

bool compile_is_file_letter(const scope *c, uint32_t files, uint32_t node) {
    const char *name = ast_name(c->a, node);
    size_t len = strlen(name);
    return c->a->node[files].kind == AST_FILES && c->a->node[node].kind == AST_CALL && len >= 1 &&
           len <= 2 && strspn(name, "abcdefghijklmnopqrstuvwxyz") == len;
}
