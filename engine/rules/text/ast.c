#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/rules/text/ast_build.h"
#include "engine/rules/text/parser.h"

status ast_init(ast *a) {
    *a = (ast){0};
    if (MEM_GROW(a->strings, a->strings_cap, 1) != ST_OK) return ST_NOMEM;
    a->strings[a->strings_len++] = '\0';
    (void)ast_add(a, (ast_node){.kind = AST_NONE});
    return a->count == 1 ? ST_OK : ST_NOMEM;
}

void ast_done(ast *a) {
    mem_free(a->node);
    mem_free(a->strings);
    mem_free(a->slot);
    *a = (ast){0};
}

uint32_t ast_add(ast *a, ast_node n) {
    if (MEM_GROW(a->node, a->node_cap, (size_t)a->count + 1) != ST_OK) return 0;
    assert(a->count < a->node_cap && n.name <= a->strings_len);
    a->node[a->count] = n;
    return a->count++;
}

void ast_append(ast *a, ast_list *l, uint32_t child) {
    if (!child || !l->owner) return;
    assert(child < a->count && l->owner < a->count && l->last < a->count);
    assert(!a->node[child].next && child != l->owner);
    if (l->last)
        a->node[l->last].next = child;
    else
        a->node[l->owner].first = child;
    l->last = child;
}

/* --- strings */

/* The slot of a string, or the free one where it belongs. */
static uint32_t slot_of(const ast *a, const char *s, size_t len) {
    uint32_t mask = a->slots - 1;
    uint32_t i = (uint32_t)hash_bytes(s, len, 0) & mask;
    for (; a->slot[i]; i = (i + 1) & mask) {
        const char *known = a->strings + a->slot[i];
        if (strncmp(known, s, len) == 0 && known[len] == '\0') break;
    }
    return i;
}

static bool grow_slots(ast *a) {
    if (a->slots_used * 2 < a->slots) return true;
    uint32_t slots = a->slots ? a->slots * 2 : MEM_SIZED(64, 2);
    uint32_t *slot = mem_alloc(slots * sizeof *slot);
    if (!slot) return false;
    mem_free(a->slot);
    a->slot = slot;
    a->slots = slots;
    for (const char *s = a->strings + 1; s < a->strings + a->strings_len; s += strlen(s) + 1)
        a->slot[slot_of(a, s, strlen(s))] = (uint32_t)(s - a->strings);
    return true;
}

bool ast_intern(ast *a, const char *s, size_t len, uint32_t *out) {
    *out = 0;
    if (len == 0) return true;
    assert(!memchr(s, '\0', len));
    if (!grow_slots(a)) return false;
    uint32_t i = slot_of(a, s, len);
    *out = a->slot[i];
    if (*out) return true;
    if (MEM_GROW(a->strings, a->strings_cap, a->strings_len + len + 1) != ST_OK) return false;
    memcpy(a->strings + a->strings_len, s, len);
    a->strings[a->strings_len + len] = '\0';
    *out = a->slot[i] = a->strings_len;
    a->slots_used++;
    assert(a->slots_used < a->slots); /* a search for a free one ends */
    a->strings_len += (uint32_t)len + 1;
    return true;
}

/* --- declarations by name */

static size_t entry_of(const ast_set *s, uint64_t key) {
    size_t i = hash_mix(key) & (s->cap - 1);
    while (s->entry[i].node && s->entry[i].key != key) i = (i + 1) & (s->cap - 1);
    return i;
}

static bool grow_set(ast_set *s) {
    if (s->used * 2 < s->cap) return true;
    ast_set larger = {.cap = s->cap ? s->cap * 2 : MEM_SIZED(64, 2), .used = s->used};
    larger.entry = mem_alloc(larger.cap * sizeof *larger.entry);
    if (!larger.entry) return false;
    for (size_t i = 0; i < s->cap; i++)
        if (s->entry[i].node) larger.entry[entry_of(&larger, s->entry[i].key)] = s->entry[i];
    mem_free(s->entry);
    *s = larger;
    return true;
}

bool ast_set_add(ast_set *s, uint64_t key, uint32_t node, uint32_t *known) {
    *known = 0;
    if (!grow_set(s)) return false;
    struct ast_entry *e = &s->entry[entry_of(s, key)];
    *known = e->node;
    if (e->node) return true;
    *e = (struct ast_entry){.key = key, .node = node};
    s->used++;
    return true;
}

void ast_set_clear(ast_set *s) {
    if (s->used) memset(s->entry, 0, s->cap * sizeof *s->entry);
    s->used = 0;
}

void ast_set_done(ast_set *s) {
    mem_free(s->entry);
    *s = (ast_set){0};
}

uint64_t ast_declaration_key(const ast_node *n) {
    switch (n->kind) {
    case AST_OPTION:
    case AST_PIECE:
    case AST_DEF:
    case AST_RULE:
    case AST_VAR:
    case AST_KIND_SET:
    case AST_NAME: /* a player or card */
        return ast_key(AST_SPACE_NAMES, n->name);
    case AST_VIEW:
    case AST_TURN:
    case AST_LOOK:
    case AST_TERM:
        return ast_key(n->kind, n->name);
    default:
        return ast_key(n->kind, 0);
    }
}

/* The word of a declaration a game has one of. */
static const char *single_word(ast_kind kind) {
    switch (kind) {
    case AST_PLAYERS:
        return "players";
    case AST_CARDS:
        return "cards";
    case AST_BOARD:
        return "board";
    case AST_SETUP:
        return "setup";
    case AST_BEFORE:
        return "before";
    case AST_TURN:
        return "turn";
    case AST_END:
        return "end";
    case AST_FEN:
        return "fen";
    case AST_SHOW:
        return "show";
    default:
        return "";
    }
}

void ast_report_twice(const ast *a, uint32_t first, uint32_t second, diags *d) {
    const ast_node *one = ast_at(a, first);
    const ast_node *two = ast_at(a, second);
    const source *src = &a->source[two->source];
    const char *name = ast_name(a, second);
    if (two->kind == AST_LOOK)
        diag_add(d, src, two->at, "E06", "look already declared: '%.40s'", name);
    else if (two->kind == AST_TERM)
        diag_add(d, src, two->at, "E06", "term already declared: '%.40s'", name);
    else if (two->kind == AST_VIEW)
        diag_add(d, src, two->at, "E06", "view already declared: '%.40s'", name);
    else if (two->kind == AST_TURN && name[0])
        diag_add(d, src, two->at, "E06", "turn of this phase already declared: '%.40s'", name);
    else if (single_word(two->kind)[0])
        diag_add(d, src, two->at, "E06", "already declared: '%s'", single_word(two->kind));
    else
        diag_add(d, src, two->at, "E06", "name already declared: '%.40s'", name);
    const source *first_src = &a->source[one->source];
    int line = diag_line(first_src, one->at);
    if (one->source == two->source || !first_src->name)
        diag_hint(d, "first declared in line %d", line);
    else
        diag_hint(d, "first declared in %.60s, line %d", first_src->name, line);
}

/* --- games */

uint32_t ast_find_game(const ast *a, const char *name) {
    for (uint32_t g = a->first_game; g; g = ast_at(a, g)->next)
        if (text_same(ast_name(a, g), name)) return g;
    for (uint32_t g = a->first_game; g; g = ast_at(a, g)->next) {
        AST_EACH(a, g, child) {
            if (ast_at(a, child)->kind == AST_ALIAS && text_same(ast_name(a, child), name))
                return g;
        }
    }
    return 0;
}
