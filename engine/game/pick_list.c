/* The list of what may follow a path, and where it comes from. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/game/pick.h"

enum { PAGE_BYTES = 2048 };

struct pick_page { /* of strings */
    struct pick_page *next;
    size_t used;
    char at[];
};

void pick_list_init(pick_list *l) {
    *l = (pick_list){0};
}

void pick_list_clear(pick_list *l) {
    while (l->pages) {
        struct pick_page *next = l->pages->next;
        mem_free(l->pages);
        l->pages = next;
    }
    l->count = 0;
    l->ask = l->lead = NULL;
    l->no_memory = false;
}

void pick_list_done(pick_list *l) {
    pick_list_clear(l);
    mem_free(l->at);
    *l = (pick_list){0};
}

static char *reserve(pick_list *l, size_t bytes) {
    if (!l->pages || l->pages->used + bytes > PAGE_BYTES) {
        struct pick_page *page =
            mem_alloc(sizeof *page + (bytes > PAGE_BYTES ? bytes : (size_t)PAGE_BYTES));
        if (!page) return NULL;
        page->next = l->pages;
        l->pages = page;
    }
    char *at = l->pages->at + l->pages->used;
    l->pages->used += bytes;
    return at;
}

const char *pick_text(pick_list *l, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    char *at = n >= 0 ? reserve(l, (size_t)n + 1) : NULL;
    if (at) (void)vsnprintf(at, (size_t)n + 1, fmt, again);
    va_end(again);
    va_end(args);
    l->no_memory |= !at;
    return at ? at : "";
}

static const char *copy(pick_list *l, const char *s) {
    return s ? pick_text(l, "%s", s) : NULL;
}

void pick_ask(pick_list *l, const char *question) {
    l->ask = copy(l, question);
}

void pick_add(pick_list *l, const pick_part *p) {
    assert(p->part && (*p->part || l->no_memory));
    if (MEM_GROW(l->at, l->cap, l->count + 1) != ST_OK) {
        l->no_memory = true;
        return;
    }
    pick_part own = *p;
    own.part = copy(l, p->part);
    own.words = copy(l, p->words ? p->words : p->part);
    own.mask = copy(l, p->mask);
    own.token = copy(l, p->token);
    l->at[l->count++] = own;
}

bool pick_known(pick_list *l, const char *part, bool ends) {
    for (size_t i = 0; i < l->count; i++) {
        if (strcmp(l->at[i].part, part) != 0) continue;
        if (!ends) l->at[i].token = NULL;
        return true;
    }
    return false;
}

const char *pick_kind_name(pick_kind k) {
    static const char *const names[] = {"cell", "thing", "verb", "choice", "turn", "card"};
    assert((size_t)k < sizeof names / sizeof *names);
    return names[k];
}

/* --- the default: one part, the token --- */

typedef struct default_list {
    state_ref at;
    pick_list *out;
} default_list;

static bool add_token(void *ctx, const token *tok, const char *name) {
    default_list *d = ctx;
    const rules *r = d->at.rules;
    char buf[GAME_TOKEN_SIZE];
    text does = text_over(buf, sizeof buf);
    if (r->terminal->describe) r->terminal->describe(r, d->at.state, tok->steps, tok->count, &does);
    pick_add(d->out,
             &(pick_part){
                 .part = name, .words = does.len ? buf : name, .token = name, .kind = PICK_CHOICE});
    return !d->out->no_memory;
}

bool pick_next(state_ref at, pick_path path, pick_list *out) {
    const rules *r = at.rules;
    pick_list_clear(out);
    if (r->table->parts) return r->table->parts(r, at.state, at.trail, path, out);
    if (path.count > 0 || r->game->actor(r, at.state) == ACTOR_NONE) return false;
    default_list d = {at, out};
    status st = token_spell(at, add_token, &d);
    out->no_memory |= st == ST_NOMEM;
    return out->count > 0;
}
