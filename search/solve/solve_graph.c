#include "search/solve/solve_graph.h"

/* Lists every state that can be reached from the root's tokens, chance nodes included, and has
 * their values found (solve_iterate.c). For games with chance, also where play can go in cycles,
 * and for any small game that the depth-first methods cannot handle.
 *
 * States are found breadth first through an index by hash, and compared byte by byte, so a clash of
 * hashes does no harm. At most two million states in which a player decides, or as many as the
 * memory holds; more is not solved.
 *
 * In a game that looks at its trail a node is a state together with how often each position has
 * been on the way (a sum over mixed hashes: what the game can count, it tells apart, and order does
 * not matter to it). Each node keeps the hashes pushed on one way that leads to it, so that the
 * trail can be laid out again. */

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "search/solve/solve_graph.h"

static const char too_many[] = "more than 2000000 states can be reached: too many to be solved";
static const char too_little[] = "the memory is too small for all states that can be reached; "
                                 "raise Hash";

/* --- memory --- */

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Divides the arena: 3/5 for nodes, the rest for edges. */
static bool take_memory(graph *g) {
    arena *a = g->s->job->memory;
    size_t key = (g->key_size + 7) & ~(size_t)7;
    size_t shared = larger(key + 2 * sizeof(uint32_t), 5 * sizeof(uint32_t));
    size_t each = shared + (size_t)g->width * sizeof(double) + sizeof *g->edge + sizeof *g->actor +
                  sizeof *g->weighted + sizeof *g->inside;
    if (g->s->trailed) each += sizeof *g->last + sizeof *g->link;
    size_t start = g->s->count * sizeof *g->start;
    size_t bytes = a->size > start + 256 ? a->size - start - 256 : 0;
    size_t nodes = bytes / 5 * 3 / each;
    size_t max = (size_t)3 * GRAPH_MAX_DECISIONS;
    g->cap = (uint32_t)(nodes < max ? nodes : max);
    size_t edges = (bytes - g->cap * each) / sizeof *g->target;
    g->edge_cap = (uint32_t)(edges < UINT32_MAX / 2 ? edges : UINT32_MAX / 2);
    if (g->cap < 2) return false;
    g->slots = 2 * g->cap;
    g->keys = arena_take(a, g->cap * shared);
    g->value = arena_take(a, g->cap * (size_t)g->width * sizeof *g->value);
    if (g->s->trailed) {
        g->link = arena_take(a, g->cap * sizeof *g->link);
        g->last = arena_take(a, g->cap * sizeof *g->last);
        g->link_cap = g->cap;
    }
    g->edge = arena_take(a, ((size_t)g->cap + 1) * sizeof *g->edge);
    g->start = arena_take(a, start);
    g->actor = arena_take(a, g->cap * sizeof *g->actor);
    g->weighted = arena_take(a, g->cap * sizeof *g->weighted);
    g->inside = arena_take(a, g->cap * sizeof *g->inside);
    g->target = arena_take(a, g->edge_cap * sizeof *g->target);
    if (!g->keys || !g->value || !g->edge || !g->start || !g->actor || !g->weighted || !g->inside ||
        !g->target)
        return false;
    g->slot = (uint32_t *)(void *)(g->keys + g->cap * key);
    g->spare = (uint32_t *)(void *)g->keys;
    g->key_size = key;
    memset(g->slot, 0, g->slots * sizeof *g->slot);
    return true;
}

/* --- trails --- */

static trail *trail_of(graph *g) {
    return g->s->trailed ? &g->trail : NULL;
}

/* Lays out the trail of a node; false when there is no memory. */
static bool lay_trail(graph *g, uint32_t node) {
    if (!g->s->trailed) return true;
    size_t length = 0;
    for (uint32_t i = g->last[node]; i; i = g->link[i - 1].before) length++;
    trail_cut(&g->trail, g->root_trail);
    if (!trail_reserve(&g->trail, length + GAME_MAX_STEPS)) return false;
    assert(length <= g->links);
    g->trail.len = g->root_trail + length;
    for (uint32_t i = g->last[node]; i; i = g->link[i - 1].before)
        g->trail.hash[g->root_trail + --length] = g->link[i - 1].hash;
    return true;
}

static uint64_t fingerprint(const graph *g) {
    uint64_t sum = 0;
    for (size_t i = g->root_trail; i < g->trail.len; i++) sum += hash_mix(g->trail.hash[i]);
    return sum;
}

/* --- nodes --- */

/* The state with its fingerprint as one block; the spare bytes are zero. */
static void make_key(const graph *g, const void *state, unsigned char *key) {
    const solver *s = g->s;
    memset(key, 0, g->key_size);
    memcpy(key, state, s->r->state_size);
    if (!s->trailed) return;
    uint64_t sum = fingerprint(g);
    memcpy(key + g->key_size - sizeof sum, &sum, sizeof sum);
}

static bool keep_links(graph *g, uint32_t node, uint32_t from, size_t mark) {
    g->last[node] = from;
    for (size_t i = mark; i < g->trail.len; i++) {
        if (g->links == g->link_cap) return false;
        g->link[g->links] = (solve_graph_link){g->trail.hash[i], g->last[node]};
        g->last[node] = ++g->links;
    }
    return true;
}

static bool add_node(graph *g, const void *state, const unsigned char *key) {
    const solver *s = g->s;
    if (g->count == g->cap) {
        solve_note(g->s, too_little);
        return false;
    }
    uint32_t node = g->count++;
    assert(g->count <= g->slots / 2); /* a slot of the index stays empty */
    int actor = s->game->actor(s->r, state);
    game_result res;
    double value[GAME_MAX_PLAYERS];
    memcpy(g->keys + node * g->key_size, key, g->key_size);
    g->actor[node] = (int16_t)actor;
    g->weighted[node] = false;
    g->inside[node] = game_inside(s->r, state);
    if (actor == ACTOR_NONE) solve_end(s, state, &res, value);
    solve_graph_first_value(g, node, actor == ACTOR_NONE ? value : NULL);
    g->decisions += actor >= 0;
    if (g->decisions <= GRAPH_MAX_DECISIONS) return true;
    solve_note(g->s, too_many);
    return false;
}

/* The node of a state (and the trail as it lies), made if it is new. `from` is the newest link of
 * the node before, `mark` the length of the trail there. */
static bool node_of(graph *g, const void *state, uint32_t from, size_t mark, uint32_t *out) {
    const solver *s = g->s;
    unsigned char *key = solve_state(g->l, 2); /* the two states after it are free */
    make_key(g, state, key);
    uint64_t hash = s->game->hash(s->r, state);
    if (s->trailed) hash = hash_mix(hash ^ fingerprint(g));
    uint32_t at = (uint32_t)((hash * UINT64_C(0x9e3779b97f4a7c15) >> 32) * g->slots >> 32);
    for (; g->slot[at]; at = at + 1 == g->slots ? 0 : at + 1) {
        uint32_t node = g->slot[at] - 1;
        if (memcmp(g->keys + node * g->key_size, key, g->key_size) != 0) continue;
        *out = node;
        return true;
    }
    if (!add_node(g, state, key)) return false;
    *out = g->count - 1;
    g->slot[at] = g->count;
    if (!s->trailed || keep_links(g, *out, from, mark)) return true;
    solve_note(g->s, too_little);
    return false;
}

static bool add_edge(graph *g, uint32_t word) {
    if (g->edge_count == g->edge_cap) {
        solve_note(g->s, too_little);
        return false;
    }
    g->target[g->edge_count++] = word;
    return true;
}

/* --- expansion --- */

/* The steps of a node, in l->moves; weights of chance in l->order. */
static int list_steps(graph *g, uint32_t node, const void *state) {
    const solver *s = g->s;
    solve_worker *l = g->l;
    if (g->actor[node] >= 0) return s->game->legal(s->r, state, trail_of(g), l->moves);
    int n = s->game->chance(s->r, state, l->moves, l->order);
    for (int i = 1; i < n; i++) g->weighted[node] |= l->order[i] != l->order[0];
    return n;
}

static bool expand(graph *g, uint32_t node) {
    const solver *s = g->s;
    solve_worker *l = g->l;
    void *state = solve_state(l, 0);
    void *child = solve_state(l, 1);
    g->edge[node] = g->edge_count;
    if (g->actor[node] == ACTOR_NONE) return true;
    if (!lay_trail(g, node)) {
        solve_note(g->s, too_little);
        return false;
    }
    memcpy(state, g->keys + node * g->key_size, s->r->state_size);
    size_t mark = g->trail.len;
    uint32_t from = s->trailed ? g->last[node] : 0;
    int n = list_steps(g, node, state);
    for (int i = 0; i < n; i++) {
        uint32_t next;
        uint32_t weight;
        if (!solve_tick(l)) return false;
        memcpy(child, state, s->r->state_size);
        trail_cut(&g->trail, mark);
        s->game->apply(s->r, child, trail_of(g), l->moves[i]);
        if (!node_of(g, child, from, mark, &next) || !add_edge(g, next)) return false;
        memcpy(&weight, &l->order[i], sizeof weight);
        if (g->weighted[node] && !add_edge(g, weight)) return false;
    }
    return true;
}

static bool add_starts(graph *g) {
    solver *s = g->s;
    for (size_t i = 0; i < s->count; i++) {
        void *state = solve_state(g->l, 1);
        trail_cut(&g->trail, g->root_trail);
        memcpy(state, s->root, s->r->state_size);
        token_apply(s->r, state, trail_of(g), &s->lines[i].first);
        memcpy(solve_after(s, i), state, s->r->state_size);
        if (!node_of(g, state, 0, g->root_trail, &g->start[i])) return false;
    }
    return true;
}

static bool find_all(graph *g) {
    if (!add_starts(g)) return false;
    for (uint32_t node = 0; node < g->count; node++)
        if (!expand(g, node)) return false;
    g->edge[g->count] = g->edge_count;
    assert(solve_graph_check(g));
    return true;
}

static bool edges_check(const graph *g, uint32_t node) {
    uint32_t stride = g->weighted[node] ? 2 : 1;
    uint32_t from = g->edge[node];
    uint32_t to = g->edge[node + 1];
    if (from > to || to > g->edge_count || (to - from) % stride) return false;
    if ((g->actor[node] == ACTOR_NONE) != (from == to)) return false;
    for (uint32_t e = from; e < to; e += stride) {
        float weight = 1;
        if (stride == 2) memcpy(&weight, &g->target[e + 1], sizeof weight);
        if (g->target[e] >= g->count || !(weight >= 0)) return false;
    }
    return true;
}

bool solve_graph_check(const graph *g) {
    uint32_t decisions = 0;
    if (g->count > g->cap || g->edge_count > g->edge_cap || g->links > g->link_cap) return false;
    for (uint32_t i = 0; i < g->count; i++) {
        const double *v = solve_graph_value(g, i);
        if (g->actor[i] < ACTOR_CHANCE || g->actor[i] >= g->s->players) return false;
        if (g->weighted[i] && g->actor[i] != ACTOR_CHANCE) return false;
        if (!edges_check(g, i) || (g->s->zero_sum && !(v[0] <= v[1]))) return false;
        if (g->s->trailed && g->last[i] > g->links) return false;
        decisions += g->actor[i] >= 0;
    }
    for (size_t i = 0; i < g->s->count; i++)
        if (g->start[i] >= g->count) return false;
    return decisions == g->decisions;
}

/* --- what came out --- */

/* What a line follows: the best edges, or where the distance to a win is known, the nearest. */
typedef struct guide {
    const uint32_t *distance;
    int winner;
} guide;

/* Plays a token along the edges of the guide; false where the text is full. */
static bool write_token(graph *g, const guide *by, uint32_t *node, text *pv) {
    const solver *s = g->s;
    solve_worker *l = g->l;
    void *state = solve_state(l, 1);
    token tok = {.count = 0};
    memcpy(solve_state(l, 0), state, s->r->state_size);
    do {
        uint32_t choice = by->distance ? solve_graph_nearest(g, by->distance, *node, by->winner)
                                       : solve_graph_choice(g, *node);
        (void)s->game->legal(s->r, state, trail_of(g), l->moves);
        tok.steps[tok.count++] = l->moves[choice];
        s->game->apply(s->r, state, trail_of(g), l->moves[choice]);
        assert(choice < g->edge[*node + 1] - g->edge[*node] && tok.count <= GAME_MAX_STEPS);
        *node = g->target[g->edge[*node] + choice];
        if (s->trailed && !trail_reserve(&g->trail, GAME_MAX_STEPS)) return false;
    } while (game_inside(s->r, state));
    return solve_write(s, solve_state(l, 0), &tok, pv);
}

/* `by` has a distance where the line is a proven win of its winner. */
static void write_line(graph *g, size_t i, const guide *by) {
    enum { LONGEST = 500 }; /* play may go in cycles */
    solver *s = g->s;
    solve_line *line = &s->lines[i];
    uint32_t node = g->start[i];
    char buf[SEARCH_PV_SIZE];
    text pv = text_over(buf, sizeof buf);
    unsigned length = 1;
    (void)solve_write(s, s->root, &line->first, &pv);
    memcpy(solve_state(g->l, 1), solve_after(s, i), s->r->state_size);
    bool laid = lay_trail(g, node);
    while (laid && g->actor[node] >= 0 && length < LONGEST && write_token(g, by, &node, &pv))
        length++;
    (void)mtx_lock(&s->lock);
    memcpy(line->pv, buf, sizeof buf);
    line->length = length;
    line->known = solve_graph_read(g, g->start[i], line->values);
    line->ended = line->known && g->actor[node] == ACTOR_NONE;
    line->plies = line->ended && by->distance ? length : 0;
    double value[GAME_MAX_PLAYERS];
    if (line->ended) solve_end(s, solve_state(g->l, 1), &line->end, value);
    (void)mtx_unlock(&s->lock);
}

/* The player for whom the token is a proven win; -1 where there is none. */
static int winner_of(const graph *g, size_t i) {
    double value[GAME_MAX_PLAYERS];
    if (!solve_graph_read(g, g->start[i], value)) return -1;
    return value[0] >= 1 - 1e-12 ? 0 : value[0] <= 1e-12 ? 1 : -1;
}

static void write_lines(graph *g) {
    const solver *s = g->s;
    const search_options *o = &s->job->options;
    guide by[2] = {{NULL, 0}, {NULL, 1}};
    bool plain = s->zero_sum && o->objective == OBJECTIVE_WIN && !o->contempt &&
                 !(s->r->traits & GAME_POINTS) && o->knobs.value[KNOB_SOLVE_DISTANCE] &&
                 !solve_graph_has_chance(g);
    for (int k = 0; k < 2 && plain; k++) by[k].distance = solve_graph_distances(g, k);
    static const guide none = {NULL, 0};
    for (size_t i = 0; i < s->count; i++) {
        int winner = plain ? winner_of(g, i) : -1;
        write_line(g, i, winner < 0 ? &none : &by[winner]);
    }
}

/* The best token, if all values are known; of equal ones the nearest win or the farthest loss. */
static int best_of(const solver *s) {
    size_t best = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (!s->lines[i].known) return -1;
        if (solve_better(s, &s->lines[i], &s->lines[best])) best = i;
    }
    return (int)best;
}

void solve_graph(solve_worker *l) {
    solver *s = l->s;
    graph g = {.s = s, .l = l, .width = s->zero_sum ? 2 : s->players + 1};
    g.key_size = s->r->state_size + (s->trailed ? sizeof(uint64_t) : 0);
    solve_drop_table(s);
    bool ok = !s->trailed || trail_copy(&g.trail, position_trail(s->job->root), GAME_MAX_STEPS);
    g.root_trail = g.trail.len;
    ok = ok && take_memory(&g);
    if (!ok) solve_note(s, too_little);
    ok = ok && find_all(&g) && solve_graph_iterate(&g);
    if (ok) write_lines(&g);
    (void)mtx_lock(&s->lock);
    if (g.cap) s->full = (unsigned)((uint64_t)g.count * 1000 / g.cap);
    if (ok) s->best = best_of(s);
    bool open = ok && s->best < 0;
    (void)mtx_unlock(&s->lock);
    if (open) solve_note(s, "play can continue for ever, so not every value is known");
    trail_done(&g.trail);
}
