#include <string.h>

#include "engine/base/hash.h"
#include "search/mcts/mcts_check.h"
#include "search/mcts/mcts_walker.h"

/* The trees of a search in the arena. One that is left there serves the next search: it looks for
 * its own root behind whatever was played or announced meanwhile, and continues from there. */

/* In front of the trees in the arena: what the next search needs to find its way. */
typedef struct saved_tree {
    mcts_tree tree;
    uint32_t state_size, zero;
    unsigned char root[]; /* the root's state */
} saved_tree;

static uint64_t saved_key(const mcts *m) {
    uint64_t key = search_key(m->job);
    key = hash_bytes(&m->job->options.knobs, sizeof m->job->options.knobs, key);
    uint64_t sizes[] = {m->job->memory->size, (uint64_t)m->width, m->job->options.chance_samples};
    return hash_bytes(sizes, sizeof sizes, key);
}

typedef struct tree_walk {
    const mcts *m;
    const mcts_tree *t;
    unsigned char *states; /* DEEPEST_ROOT + 1 of them */
    trail *trail;
    uint64_t wanted; /* hash */
    const void *state;
    int steps_left;
} tree_walk;

enum { DEEPEST_ROOT = 24, MAX_STEPS = 20000 };

/* The node at exactly `left` steps below n that stands for the wanted state; 0 if there is none. */
static uint32_t find_below(tree_walk *w, uint32_t node, int depth, int left) {
    const rules *r = w->m->r;
    const mcts_node *n = mcts_node_at(w->t, node);
    unsigned char *s = w->states + (size_t)depth * r->state_size;
    assert(depth + left <= DEEPEST_ROOT);
    if (left == 0) {
        bool same = r->game->hash(r, s) == w->wanted && memcmp(s, w->state, r->state_size) == 0;
        return same ? node : 0;
    }
    size_t mark = w->trail->len;
    MCTS_EDGES(w->t, n, it) {
        mcts_edge *e = it.edge;
        uint32_t child = mcts_child_number(w->t, e);
        if (!child || w->steps_left-- <= 0) continue;
        memcpy(s + r->state_size, s, r->state_size);
        r->game->apply(r, s + r->state_size, w->m->trailed ? w->trail : NULL, e->step);
        uint32_t found = find_below(w, child, depth + 1, left - 1);
        trail_cut(w->trail, mark);
        if (found) return found;
    }
    return 0;
}

/* The new root in the old tree; 0 if it is not there. */
static uint32_t find_root(const mcts *m, const mcts_tree *t, const unsigned char *root) {
    tree_walk w = {.m = m, .t = t, .state = position_data(m->job->root)};
    trail path = {0};
    w.trail = &path;
    w.steps_left = MAX_STEPS;
    w.states = mem_alloc((size_t)(DEEPEST_ROOT + 1) * m->r->state_size);
    bool ready = w.states != NULL;
    if (ready && m->trailed)
        ready =
            trail_copy(&path, position_trail(m->job->root), (size_t)TRAIL_PUSHES * DEEPEST_ROOT);
    uint32_t found = 0;
    if (ready) {
        w.wanted = m->game->hash(m->r, w.state);
        memcpy(w.states, root, m->r->state_size);
        for (int left = 0; left <= DEEPEST_ROOT && !found && w.steps_left > 0; left++)
            found = find_below(&w, t->root, 0, left);
    }
    trail_done(&path);
    mem_free(w.states);
    return found;
}

/* Whether searches like this one may leave their tree to the next. */
static bool leaves_tree(const mcts *m) {
    return m->trees == 1 && m->mode->reuse && !m->job->only;
}

bool mcts_reuse_tree(mcts *m, mcts_tree *t, unsigned char *root) {
    uint32_t found = find_root(m, t, root);
    if (!found) return false;
    mcts_reroot(t, found);
    if (!t->root) return false;
    assert(mcts_tree_check(t));
    const mcts_node *n = mcts_node_at(t, t->root);
    if (n->actor < 0 || !mcts_edges(t, n) || mcts_has_more(n)) return false;
    memcpy(root, position_data(m->job->root), m->r->state_size);
    return true;
}

bool mcts_take_over(mcts *m) {
    search_saved *saved = m->job->saved;
    if (!m->job->options.knobs.value[KNOB_MCTS_REUSE] || !leaves_tree(m) ||
        saved->kind != m->kind || saved->key != saved_key(m))
        return false;
    saved_tree *old = saved->data;
    mcts_tree *t = &old->tree;
    if (!m->mode->reuse(m, t, old->root)) return false;
    m->tree = t;
    t->shared = m->walkers > 1;
    m->reused = RELAXED_LOAD(&mcts_node_at(t, t->root)->visits);
    return true;
}

/* A tree in the arena behind a saved_tree head; several trees share the arena evenly. */
bool mcts_make_trees(mcts *m) {
    arena *memory = m->job->memory;
    mcts_shape shape = mcts_shape_of(m->width, m->grave > 0, m->transpositions || m->mode->by_view);
    shape.by_view = m->mode->by_view;
    arena_reset(memory);
    *m->job->saved = (search_saved){0};
    size_t head = sizeof(saved_tree) + m->r->state_size;
    saved_tree *saved = arena_take(memory, head);
    mcts_tree *more = m->trees > 1 ? arena_take(memory, (size_t)m->trees * sizeof *more) : NULL;
    if (!saved || (m->trees > 1 && !more)) return false;
    saved->state_size = m->r->state_size;
    if (!m->mode->deals) memcpy(saved->root, position_data(m->job->root), m->r->state_size);
    m->tree = more ? more : &saved->tree;
    size_t bytes = (memory->size - memory->used) / (size_t)m->trees & ~(size_t)15;
    for (int i = 0; i < m->trees; i++) {
        void *region = arena_take(memory, bytes);
        if (!region || bytes < 4096) return false;
        mcts_tree_init(&m->tree[i], shape, region, bytes);
        m->tree[i].shared = m->trees == 1 && m->walkers > 1;
    }
    if (leaves_tree(m)) *m->job->saved = (search_saved){m->kind, saved_key(m), saved};
    return true;
}
