/* Functions whose names an author may use for something else, in words. */
#include <string.h>

#include "engine/rules/book/page_say.h"

static const struct {
    const char *name, *before, *between, *after; /* after: of a third argument, before it */
    bool number;                                 /* else an area */
} functions[] = {
    {"levels", "the number of pieces on ", " that belong to ", "", true},
    {"top", "the kind of the top piece of ", ", counted down to number ", "", true},
    {"was", "", " as it was ", " turns before the latest end of a turn", false},
    {"moved", "those that have moved of ", "", "", false},
    {"path", "the number of steps of the shortest way inside ", " from ", " to ", true}};

static int function_of(const page *p, uint32_t node) {
    const ast_node *n = ast_at(p->a, node);
    if (n->kind != AST_CALL || !n->value || !n->first || page_declared(p, AST_DEF, n->name))
        return -1;
    for (int i = 0; i < (int)(sizeof functions / sizeof *functions); i++)
        if (strcmp(functions[i].name, ast_name(p->a, node)) == 0) return i;
    return -1;
}

bool page_is_called_number(const page *p, uint32_t node) {
    int f = function_of(p, node);
    return f >= 0 && functions[f].number;
}

bool page_put_called(page *p, uint32_t node, text *out) {
    int f = function_of(p, node);
    if (f < 0) return false;
    uint32_t first = p->a->node[node].first;
    uint32_t second = p->a->node[first].next;
    text_put(out, functions[f].before);
    page_put_area(p, first, out);
    if (!second) return true;
    uint32_t third = p->a->node[second].next;
    text_put(out, functions[f].between);
    if (third)
        page_put_area(p, second, out);
    else
        page_put_player(p, second, out);
    text_put(out, functions[f].after);
    if (third) page_put_area(p, third, out);
    return true;
}
