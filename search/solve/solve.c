#include "search/solve/solve.h"

/* Exact search: the value of a position with best play of all players, proven.
 *
 * Which method, by traits:
 *   two players, zero sum, no chance   alpha-beta over a table of bounds (solve_alphabeta.c), or
 *                                      df-pn (solve_proof.c) where the game gives no hints and
 *                                      ends in wins, draws and losses; solve_two.c asks
 *   one player, several, or values     max^n with a table (solve_maxn.c)
 *   that do not add up
 *   chance, repetition, cycles         all reachable states are listed and their values iterated
 *                                      (solve_graph.c, solve_iterate.c)
 *
 * A game with chance may have none left: the depth-first methods are tried first and give up at the
 * first chance node they meet (then the graph, or nothing where outcomes can only be sampled).
 * Positions count as the same when their hashes are equal, as the contract allows; the graph
 * compares entire states. Where the game looks at its trail (repetition), hashes do not give the
 * value of a position is worth, so only the graph serves, with the trail as part of the state.
 * Hidden information is not handled.
 *
 * Limits end a search before its proof: then the lines say so (PROOF_NONE), and their values are
 * the middle of what is still possible. */

#include <stdlib.h>
#include <string.h>

#include "engine/game/game_hints.h"
#include "search/solve/solve_core.h"

enum { METHOD_AUTO, METHOD_ALPHABETA, METHOD_PROOF, METHOD_MAXN, METHOD_GRAPH };
enum { HISTORY_SIZE = 2 << 12 };

/* --- which method, and what after it --- */

static bool renew_table(solver *s) {
    (void)mtx_lock(&s->lock);
    bool made = solve_table_init(&s->table, s->job->memory);
    (void)mtx_unlock(&s->lock);
    return made;
}

static int method_of(const solver *s) {
    int wanted = s->job->options.knobs.value[KNOB_SOLVE_METHOD];
    uint32_t traits = s->r->traits;
    bool listed = !(traits & GAME_SAMPLED); /* the graph has every outcome */
    if (traits & GAME_REPEATS || (wanted == METHOD_GRAPH && listed)) return METHOD_GRAPH;
    if (!s->zero_sum || wanted == METHOD_MAXN) return METHOD_MAXN;
    bool plain = s->job->options.objective == OBJECTIVE_WIN && !s->job->options.contempt &&
                 !(traits & (GAME_POINTS | GAME_RANKS)) && !s->job->limits.depth;
    if (wanted == METHOD_PROOF && plain) return METHOD_PROOF;
    bool hints = s->r->hints->promising || s->r->hints->order || traits & GAME_CHANCE;
    return wanted == METHOD_AUTO && plain && !hints ? METHOD_PROOF : METHOD_ALPHABETA;
}

/* A worker that cannot continue takes the others with it. */
static void leave(solve_worker *l) {
    solver *s = l->s;
    if (l->halt == HALT_CHANCE || l->halt == HALT_DEEP || l->halt == HALT_ODD)
        atomic_store(&s->why, l->halt);
    atomic_fetch_add(&s->nodes, l->nodes % SOLVE_CLOCK_EVERY);
    assert(atomic_load(&s->workers_at_work) > 0);
    atomic_fetch_sub(&s->workers_at_work, 1);
}

/* The first worker alone, with all of the memory, once the others have left the table. */
static bool start_over(solve_worker *l) {
    solver *s = l->s;
    while (atomic_load(&s->workers_at_work) > 1) thrd_yield();
    l->halt = HALT_NONE;
    l->task = 0;
    atomic_store(&s->why, HALT_NONE);
    atomic_store(&s->task, 0);
    solve_drop_table(s);
    return !search_expired(s->job->control, clock_now_ns());
}

static void first_worker(solve_worker *l, int method) {
    solver *s = l->s;
    if (method == METHOD_PROOF) {
        (void)solve_two(l, &solve_proof);
        if (l->halt == HALT_ODD && start_over(l) && renew_table(s)) method = METHOD_ALPHABETA;
    }
    if (method == METHOD_ALPHABETA) (void)solve_two(l, &solve_alphabeta);
    if (method == METHOD_MAXN) solve_maxn(l);
    bool beyond = l->halt == HALT_CHANCE || l->halt == HALT_DEEP;
    if (beyond) atomic_store(&s->why, l->halt);
    bool listed = !(s->r->traits & GAME_SAMPLED);
    if (beyond && !listed) solve_note(s, "chance with too many outcomes lies before the end");
    if (method == METHOD_GRAPH || (beyond && listed && start_over(l))) solve_graph(l);
    (void)mtx_lock(&s->lock);
    bool shown = s->best >= 0 && solve_proven(s, &s->lines[s->best]);
    (void)mtx_unlock(&s->lock);
    if (!shown && l->halt == HALT_LIMIT) solve_note(s, "the search ended before a proof was found");
    if (!shown) solve_note(s, "nothing is proven within this depth");
}

static void solve_run(void *self, int worker) {
    solver *s = self;
    solve_worker *l = &s->worker[worker];
    int method = method_of(s);
    if (s->truncated) return;
    if (worker == 0)
        first_worker(l, method);
    else if (method == METHOD_ALPHABETA && !s->job->options.deterministic)
        (void)solve_two(l, &solve_alphabeta);
    leave(l);
}

/* --- telling --- */

static search_proof proof_of(const solver *s, const solve_line *line, double own) {
    if (!solve_proven(s, line)) return PROOF_NONE;
    if (s->job->options.objective != OBJECTIVE_WIN) return PROOF_EXACT;
    if (line->ended && line->end.sole_first < 0 && s->players == 2) return PROOF_DRAW;
    if (own >= 1 - 1e-12) return PROOF_WIN;
    return own <= 1e-12 ? PROOF_LOSS : PROOF_EXACT;
}

static void fill_line(const solver *s, const solve_line *from, search_line *to) {
    assert(from->first.count > 0 && from->min <= from->max);
    memset(to, 0, sizeof *to);
    to->first = from->first;
    double own = solve_seat_value(s, from);
    for (int i = 0; i < s->players; i++) to->values[i] = from->values[i];
    if (s->zero_sum) {
        to->values[s->seat] = own;
        to->values[s->seat ^ 1] = 1 - own;
    }
    to->proof = proof_of(s, from, own);
    to->plies = from->plies;
    memcpy(to->pv, from->pv, sizeof to->pv);
    if (!from->ended) return;
    /* One line of play that is certain: its end is what each player gets. */
    to->ended = true;
    to->lcb = own;
    for (int i = 0; i < s->players; i++) {
        to->points[i] = from->end.points[i];
        to->win[i] = from->end.sole_first == i;
        if (s->job->options.want_ranks) to->ranks[i][from->end.ranks[i] - 1] = 1;
    }
}

static void sort_lines(const solver *s, uint16_t *order) {
    for (size_t i = 0; i < s->count; i++) {
        size_t at = i;
        for (; at > 0 && solve_better(s, &s->lines[i], &s->lines[order[at - 1]]); at--)
            order[at] = order[at - 1];
        order[at] = (uint16_t)i;
    }
}

static void solve_report(void *self, search_report *out) {
    solver *s = self;
    uint16_t order[SOLVE_MAX_ROOT] = {0};
    (void)mtx_lock(&s->lock);
    sort_lines(s, order);
    out->nodes = atomic_load(&s->nodes);
    out->visits = out->worlds = 0;
    size_t max = s->best >= 0 && s->job->options.multipv == 1 ? 1 : SEARCH_MAX_LINES;
    out->count = s->count < max ? s->count : max;
    size_t from = 0;
    assert(s->best < (int)s->count);
    if (s->best >= 0) fill_line(s, &s->lines[s->best], &out->lines[from++]);
    for (size_t i = 0; i < s->count && from < out->count; i++)
        if (order[i] != s->best) fill_line(s, &s->lines[order[i]], &out->lines[from++]);
    const solve_line *first = &s->lines[s->best >= 0 ? s->best : order[0]];
    unsigned deepest = atomic_load(&s->deepest);
    out->depth = first->length ? first->length : 1;
    out->seldepth = deepest > out->depth ? deepest : out->depth;
    out->hashfull = s->full ? s->full : s->table.slot ? solve_table_full(&s->table) : 0;
    out->note = s->note;
    (void)mtx_unlock(&s->lock);
}

/* --- making --- */

static void solve_destroy(void *self) {
    solver *s = self;
    for (int i = 0; i < s->workers; i++) {
        solve_worker *l = &s->worker[i];
        mem_free(l->state);
        mem_free(l->list);
        mem_free(l->moves);
        mem_free(l->order);
        mem_free(l->history);
        mem_free(l->child);
    }
    mem_free(s->root);
    mem_free(s->after);
    mem_free(s->lines);
    mtx_destroy(&s->lock);
    mem_free(s);
}

/* The tokens of the root, as far as they fit. */
typedef struct gather {
    solver *s;
    size_t cap;
    status st;
} gather;

static bool add_token(void *ctx, const token *tok) {
    gather *g = ctx;
    solver *s = g->s;
    if (s->count == SOLVE_MAX_ROOT) {
        s->truncated = true;
        return false;
    }
    g->st = MEM_GROW(s->lines, g->cap, s->count + 1);
    if (g->st != ST_OK) return false;
    solve_line *line = &s->lines[s->count++];
    memset(line, 0, sizeof *line);
    line->first = *tok;
    line->min = s->zero_sum ? s->floor : SOLVE_MIN;
    line->max = s->zero_sum ? s->ceiling : SOLVE_MAX;
    for (int i = 0; i < s->players; i++) line->values[i] = solve_even(s);
    text pv = text_over(line->pv, sizeof line->pv);
    (void)solve_write(s, s->root, tok, &pv);
    line->length = 1;
    return true;
}

static bool list_root(solver *s) {
    const search_job *job = s->job;
    gather g = {.s = s};
    status st = ST_OK;
    for (size_t i = 0; i < job->only_count; i++)
        if (!add_token(&g, &job->only[i])) break;
    if (!job->only)
        st = token_walk((state_ref){s->r, s->root, position_trail(job->root)}, add_token, &g);
    if (st != ST_OK || g.st != ST_OK) return false;
    if (s->truncated) s->note = "the position has too many actions to be solved";
    s->after = mem_alloc(s->count * s->stride);
    if (!s->after) return false;
    if (s->trailed) return true; /* the graph plays them with their trails */
    for (size_t i = 0; i < s->count; i++) {
        memcpy(solve_after(s, i), s->root, s->r->state_size);
        token_apply(s->r, solve_after(s, i), NULL, &s->lines[i].first);
    }
    return true;
}

static bool make_worker(solver *s, int i) {
    solve_worker *l = &s->worker[i];
    bool shared = method_of(s) == METHOD_ALPHABETA && !s->job->options.deterministic;
    l->s = s;
    l->index = i;
    l->budget = limits_part(limits_nodes(&s->job->limits), shared ? i : 0, shared ? s->workers : 1);
    l->list_cap = s->r->max_actions + SOLVE_LIST_SIZE;
    l->state = mem_alloc((SOLVE_MAX_PLY + 2) * s->stride);
    l->list = mem_alloc(l->list_cap * sizeof *l->list);
    l->moves = mem_alloc(s->r->max_actions * sizeof *l->moves);
    l->order = mem_alloc(s->r->max_actions * sizeof *l->order);
    l->history = mem_alloc(HISTORY_SIZE * sizeof *l->history);
    l->child = mem_alloc(2 * l->list_cap * sizeof *l->child);
    return l->state && l->list && l->moves && l->order && l->history && l->child;
}

static status prepare(solver *s, error *err) {
    const search_job *job = s->job;
    status st = result_scale_init(&s->scale, job, err);
    if (st != ST_OK) return st;
    objective goal = job->options.objective;
    bool opposed = goal == OBJECTIVE_MARGIN || goal == OBJECTIVE_RANK || s->scale.adds_up;
    s->zero_sum = s->players == 2 && opposed;
    s->looks_ahead = s->r->hints->promising && goal == OBJECTIVE_WIN && job->options.contempt == 0;
    double shift = s->scale.contempt < 0 ? -s->scale.contempt : s->scale.contempt;
    s->floor = solve_score(shift > 0.5 ? 0.5 - shift : 0);
    s->ceiling = solve_score(shift > 0.5 ? 0.5 + shift : 1);
    s->root_min = s->floor;
    s->root_max = s->ceiling;
    s->root = mem_alloc(s->stride);
    bool ready = s->root != NULL;
    if (ready) memcpy(s->root, position_data(job->root), s->r->state_size);
    ready = ready && list_root(s);
    for (int i = 0; i < s->workers && ready; i++) ready = make_worker(s, i);
    arena_reset(job->memory);
    ready = ready && solve_table_init(&s->table, job->memory);
    return ready ? ST_OK : error_set(err, ST_NOMEM, "no memory for the search; raise Hash");
}

static status solve_create(void **out, const search_job *job, error *err) {
    const rules *r = position_rules(job->root);
    int workers = job->options.threads;
    *out = NULL;
    if (position_seat(job->root) != SEAT_ALL)
        return error_set(err, ST_UNSUPPORTED, "what a seat cannot see cannot be solved");
    solver *s = mem_alloc(sizeof *s + (size_t)workers * sizeof s->worker[0]);
    if (!s) return error_set(err, ST_NOMEM, "no memory for the search");
    s->job = job;
    s->r = r;
    s->game = r->game;
    s->players = r->players;
    s->seat = job->seat;
    s->workers = workers;
    s->trailed = position_trail(job->root) != NULL;
    s->stride = (r->state_size + 15U) & ~(size_t)15;
    s->best = -1;
    atomic_store(&s->workers_at_work, workers);
    if (mtx_init(&s->lock, mtx_plain) != thrd_success) {
        mem_free(s);
        return error_set(err, ST_NOMEM, "no memory for the search");
    }
    status st = prepare(s, err);
    if (st != ST_OK) {
        solve_destroy(s);
        return st;
    }
    job->saved->kind = NULL; /* the memory was used for something else */
    *out = s;
    return ST_OK;
}

static bool solve_accepts(const rules *r) {
    return !(r->traits & GAME_HIDDEN);
}

const searcher_kind solve_searcher = {
    .name = "solve",
    .ends = true,
    .accepts = solve_accepts,
    .create = solve_create,
    .work = solve_run,
    .report = solve_report,
    .destroy = solve_destroy,
};
