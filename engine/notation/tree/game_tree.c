#include "engine/notation/tree/game_tree.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the game");
}

/* --- create and destroy --- */

status game_tree_create(game_tree **out, const game *g, error *err) {
    game_tree *t = mem_alloc(sizeof *t);
    *out = NULL;
    if (!t) return no_memory(err);
    t->game = g;
    t->setup = params_default();
    t->result = GAME_TREE_UNKNOWN;
    int root;
    status st = game_tree_add(t, GAME_TREE_NONE, NULL, &root, err);
    if (st == ST_OK)
        *out = t;
    else
        game_tree_destroy(t);
    return st;
}

void game_tree_destroy(game_tree *t) {
    if (!t) return;
    for (size_t i = 0; i < t->count; i++) {
        mem_free(t->nodes[i].token);
        mem_free(t->nodes[i].before);
        mem_free(t->nodes[i].after);
        mem_free(t->nodes[i].extra);
    }
    for (size_t i = 0; i < t->tag_count; i++) {
        mem_free(t->tags[i].name);
        mem_free(t->tags[i].value);
    }
    mem_free(t->nodes);
    mem_free(t->tags);
    mem_free(t->start);
    mem_free(t);
}

status game_trees_add(game_trees *list, game_tree *t, error *err) {
    if (MEM_GROW(list->at, list->cap, list->count + 1) != ST_OK) {
        game_tree_destroy(t);
        return no_memory(err);
    }
    list->at[list->count++] = t;
    return ST_OK;
}

void game_trees_done(game_trees *list) {
    for (size_t i = 0; i < list->count; i++) game_tree_destroy(list->at[i]);
    mem_free(list->at);
    *list = (game_trees){0};
}

/* --- nodes --- */

status game_tree_add(game_tree *t, int parent, const char *event, int *out, error *err) {
    *out = GAME_TREE_NONE;
    if (t->count >= INT32_MAX || MEM_GROW(t->nodes, t->cap, t->count + 1) != ST_OK)
        return no_memory(err);
    char *copy = event ? mem_string(event) : NULL;
    if (event && !copy) return no_memory(err);
    int n = (int)t->count++;
    t->nodes[n] = (game_node){.token = copy,
                              .clock_ms = -1,
                              .spent_ms = -1,
                              .parent = parent,
                              .first = GAME_TREE_NONE,
                              .last = GAME_TREE_NONE,
                              .next = GAME_TREE_NONE};
    if (parent != GAME_TREE_NONE) {
        game_node *p = &t->nodes[parent];
        if (p->last == GAME_TREE_NONE)
            p->first = n;
        else
            t->nodes[p->last].next = n;
        p->last = n;
    }
    *out = n;
    return ST_OK;
}

int game_tree_child(const game_tree *t, int parent, const char *event) {
    int n = t->nodes[parent].first;
    while (n != GAME_TREE_NONE && strcmp(t->nodes[n].token, event) != 0) n = t->nodes[n].next;
    return n;
}

unsigned game_tree_depth(const game_tree *t, int node) {
    unsigned n = 0;
    for (; node > 0; node = t->nodes[node].parent) n++;
    return n;
}

int game_tree_last(const game_tree *t, int node) {
    while (t->nodes[node].first != GAME_TREE_NONE) node = t->nodes[node].first;
    return node;
}

void game_tree_nag(game_tree *t, int node, int nag) {
    game_node *n = &t->nodes[node];
    if (nag < 1 || nag > UINT8_MAX || n->nags == GAME_TREE_MAX_NAGS) return;
    for (int i = 0; i < n->nags; i++)
        if (n->nag[i] == nag) return;
    n->nag[n->nags++] = (uint8_t)nag;
}

status game_tree_remark(char **comment, const char *more, size_t len, error *err) {
    size_t old = *comment ? strlen(*comment) : 0;
    if (!len) return ST_OK;
    char *both = mem_resize(*comment, old + len + 2);
    if (!both) return no_memory(err);
    if (old) both[old++] = ' ';
    memcpy(both + old, more, len);
    both[old + len] = '\0';
    *comment = both;
    return ST_OK;
}

/* --- tags --- */

static game_tag *find_tag(const game_tree *t, const char *name) {
    for (size_t i = 0; i < t->tag_count; i++)
        if (strcmp(t->tags[i].name, name) == 0) return &t->tags[i];
    return NULL;
}

const char *game_tree_tag(const game_tree *t, const char *name) {
    const game_tag *tag = find_tag(t, name);
    return tag ? tag->value : NULL;
}

status game_tree_set_tag(game_tree *t, const char *name, const char *value, error *err) {
    game_tag *tag = find_tag(t, name);
    if (!tag && MEM_GROW(t->tags, t->tag_cap, t->tag_count + 1) != ST_OK) return no_memory(err);
    char *copy = mem_string(value);
    char *key = tag ? tag->name : mem_string(name);
    if (!copy || !key) {
        mem_free(copy);
        if (!tag) mem_free(key);
        return no_memory(err);
    }
    if (tag)
        mem_free(tag->value);
    else
        tag = &t->tags[t->tag_count++];
    *tag = (game_tag){key, copy};
    return ST_OK;
}

/* --- positions --- */

status game_tree_start(position **out, const game_tree *t, error *err) {
    status st = t->start ? position_read(out, t->game, &t->setup, SEAT_ALL, t->start, err)
                         : position_start(out, t->game, &t->setup, SEAT_ALL, err);
    if (st == ST_OK) position_allow(*out, POSITION_NULL_MOVES);
    return st;
}

status game_tree_position(position **out, const game_tree *t, int node, error *err) {
    position *p = NULL;
    status st = game_tree_start(&p, t, err);
    unsigned n = game_tree_depth(t, node);
    int *path = st == ST_OK ? mem_alloc((n + 1) * sizeof *path) : NULL;
    if (st == ST_OK && !path) st = no_memory(err);
    for (unsigned i = n; st == ST_OK && i-- > 0; node = t->nodes[node].parent) path[i] = node;
    for (unsigned i = 0; st == ST_OK && i < n; i++)
        st = position_play(p, t->nodes[path[i]].token, err);
    mem_free(path);
    *out = st == ST_OK ? p : NULL;
    if (st != ST_OK) position_destroy(p);
    return st;
}

void game_tree_judge(game_tree *t, const position *end) {
    const rules *r = position_rules(end);
    const void *s = position_data(end);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (position_seat(end) != SEAT_ALL || !game_is_over(r, s)) return;
    r->game->returns(r, s, utility, points);
    t->result = GAME_TREE_DRAW;
    for (int i = 0; i < r->players; i++)
        if (utility[i] > 0.999F) t->result = i;
}

/* The text of the game's own start under the rules of p. */
static status write_own_start(const position *p, text *out, error *err) {
    const rules *r = position_rules(p);
    void *s = mem_alloc(r->state_size);
    if (!s) return no_memory(err);
    r->game->start(r, s);
    r->game->write(r, s, out);
    mem_free(s);
    return ST_OK;
}

status game_tree_set_start(game_tree *t, const char *line, error *err) {
    position *p = NULL;
    text given = text_growing();
    text own = text_growing();
    char *copy = NULL;
    status st = position_read(&p, t->game, &t->setup, SEAT_ALL, line, err);
    if (st == ST_OK) st = write_own_start(p, &own, err);
    if (st == ST_OK) position_write(p, &given);
    if (given.cut || own.cut) st = no_memory(err);
    bool other = st == ST_OK && strcmp(text_string(&given), text_string(&own)) != 0;
    if (other && !(copy = mem_string(text_string(&given)))) st = no_memory(err);
    if (st == ST_OK) {
        mem_free(t->start);
        t->start = copy;
    }
    text_done(&given);
    text_done(&own);
    position_destroy(p);
    return st;
}

status game_tree_from(game_tree **out, const position *p, error *err) {
    const rules *r = position_rules(p);
    game_tree *t = NULL;
    *out = NULL;
    status st = game_tree_create(&t, r->game, err);
    if (st != ST_OK) return st;
    t->setup = r->options;
    if (position_origin(p)) t->start = mem_string(position_origin(p));
    if (position_origin(p) && !t->start) st = no_memory(err);
    const char *event;
    int node = 0;
    for (unsigned i = position_first_ply(p); st == ST_OK && (event = position_event(p, i)); i++)
        st = game_tree_add(t, node, event, &node, err);
    if (st == ST_OK) {
        game_tree_judge(t, p);
        *out = t;
    } else {
        game_tree_destroy(t);
    }
    return st;
}

/* --- comparing --- */

static bool same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_node(const game_node *a, const game_node *b) {
    bool marks = a->nags == b->nags && memcmp(a->nag, b->nag, (size_t)a->nags) == 0;
    bool times = a->clock_ms == b->clock_ms && a->spent_ms == b->spent_ms;
    double off = a->eval - b->eval;
    bool evals = a->has_eval == b->has_eval && a->eval_mate == b->eval_mate &&
                 a->eval_depth == b->eval_depth && off < 0.005 && off > -0.005;
    return marks && times && evals && same_text(a->token, b->token) &&
           same_text(a->before, b->before) && same_text(a->after, b->after) &&
           same_text(a->extra, b->extra);
}

/* The node after n in the order in which a line is told: children first, then the next of the
 * nearest that has one. */
static int walk(const game_tree *t, int n) {
    if (t->nodes[n].first != GAME_TREE_NONE) return t->nodes[n].first;
    while (n > 0 && t->nodes[n].next == GAME_TREE_NONE) n = t->nodes[n].parent;
    return n > 0 ? t->nodes[n].next : GAME_TREE_NONE;
}

bool game_tree_equal(const game_tree *a, const game_tree *b) {
    if (a->game != b->game || a->result != b->result || !params_equal(&a->setup, &b->setup) ||
        !same_text(a->start, b->start) || a->count != b->count || a->tag_count != b->tag_count)
        return false;
    for (size_t i = 0; i < a->tag_count; i++)
        if (!same_text(a->tags[i].value, game_tree_tag(b, a->tags[i].name))) return false;
    int i = 0;
    int k = 0;
    for (; i != GAME_TREE_NONE && k != GAME_TREE_NONE; i = walk(a, i), k = walk(b, k))
        if (!same_node(&a->nodes[i], &b->nodes[k]) ||
            game_tree_depth(a, i) != game_tree_depth(b, k))
            return false;
    return i == k;
}
