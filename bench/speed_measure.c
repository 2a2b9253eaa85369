#include "bench/speed_measure.h"

#include <string.h>

#include "bench/numbers.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/game/game_speed.h"
#include "engine/game/perft.h"
#include "search/alphabeta/alphabeta.h"
#include "search/fingerprint.h"
#include "search/mcts/mcts.h"
#include "search/search.h"

enum {
    SEED = 1,
    MAX_PLAYOUT = 20000, /* steps; random play in some games would never end */
    MAX_PERFT_DEPTH = 40,
    MAX_LEAVES = 5000000,
    MAX_ITERATIONS = 1 << 18, /* a tree beyond this measures the memory more than the search */
    TREE_BYTES = 64 << 20,    /* for each thread; holds the tree of that many iterations */
    IN_BATCHES = 2            /* MctsBatch: with any number of threads */
};

/* --- rounds --- */

/* Does `amount` units of work; *mark depends on all of them. */
typedef status (*worker)(void *ctx, uint64_t amount, uint64_t *mark, error *err);

typedef struct rounds {
    worker work;
    void *ctx;
    uint64_t max;    /* units in a round */
    uint64_t amount; /* found */
    uint64_t mark;
    double rate; /* units per CPU second */
} rounds;

static status timed(rounds *r, double *seconds, error *err) {
    int64_t start = clock_cpu_ns();
    status st = r->work(r->ctx, r->amount, &r->mark, err);
    *seconds = (double)(clock_cpu_ns() - start) / 1e9;
    return st;
}

/* The warm-up: more and more work until it fills a round. In steps, as the first units (new
 * memory, threads that start) say little about the later ones. */
static status calibrate(rounds *r, const speed_plan *plan, error *err) {
    for (r->amount = 1;;) {
        double seconds;
        status st = timed(r, &seconds, err);
        if (st != ST_OK || r->amount >= r->max || seconds >= 0.8 * plan->round_seconds) return st;
        double grow = seconds > 0 ? plan->round_seconds / seconds : 16;
        grow = grow > 16 ? 16 : grow < 1.5 ? 1.5 : grow;
        double wanted = (double)r->amount * grow + 1;
        r->amount = wanted < (double)r->max ? (uint64_t)wanted : r->max;
    }
}

static status run_rounds(rounds *r, const speed_plan *plan, const char *what, error *err) {
    double rates[SPEED_MAX_ROUNDS];
    status st = calibrate(r, plan, err);
    uint64_t mark = r->mark;
    for (int i = 0; i < plan->rounds && st == ST_OK; i++) {
        double seconds;
        st = timed(r, &seconds, err);
        rates[i] = (double)r->amount / (seconds > 0 ? seconds : 1e-9);
        if (st == ST_OK && r->mark != mark)
            st = error_set(err, ST_INTERNAL, "%s: equal rounds, different results", what);
    }
    if (st == ST_OK) r->rate = numbers_median(rates, (size_t)plan->rounds);
    return st;
}

static status open_start(position **out, const game *g, error *err) {
    params none = params_default();
    return position_start(out, g, &none, SEAT_ALL, err);
}

/* --- playouts --- */

typedef struct player {
    const rules *r;
    const void *start;
    unsigned char *state;
    trail trail, *t;
    chance_buffers lists;
    rng g;
    void (*fused)(const rules *r, void *s, trail *t, rng *g); /* a ply in one call, or NULL */
    bool complete;                                            /* a playout in one call */
} player;

static void play_step(player *p, int actor) {
    const game *g = p->r->game;
    action a;
    if (actor == ACTOR_CHANCE) {
        a = game_draw_chance(p->r, p->state, p->lists, &p->g, NULL);
    } else {
        int n = g->legal(p->r, p->state, p->t, p->lists.outcome);
        a = p->lists.outcome[rng_below(&p->g, (uint64_t)n)];
    }
    g->apply(p->r, p->state, p->t, a);
}

/* As the playout of a search is: through the pointers of the contract, in as few calls as the game
 * allows. */
static uint64_t play_out(player *p) {
    const game *g = p->r->game;
    memcpy(p->state, p->start, p->r->state_size);
    trail_cut(&p->trail, 0);
    uint64_t steps = 0;
    if (p->complete)
        steps = (uint64_t)p->r->speed->play_out(p->r, p->state, p->t, &p->g, MAX_PLAYOUT);
    for (; steps < MAX_PLAYOUT; steps++) {
        int actor = g->actor(p->r, p->state);
        if (actor == ACTOR_NONE) break;
        if (p->fused)
            p->fused(p->r, p->state, p->t, &p->g);
        else
            play_step(p, actor);
    }
    return steps;
}

static status play_many(void *ctx, uint64_t amount, uint64_t *mark, error *err) {
    player *p = ctx;
    (void)err;
    p->g = rng_stream(SEED, 0);
    *mark = 0;
    while (amount--) *mark += play_out(p);
    return ST_OK;
}

static status open_player(player *p, const position *at, error *err) {
    const rules *r = position_rules(at);
    *p = (player){.r = r, .start = position_data(at)};
    p->fused = r->speed->playout_policy ? r->speed->playout_policy : r->speed->play_random;
    p->complete = !r->speed->playout_policy && r->speed->play_out;
    p->state = mem_alloc(r->state_size);
    bool listed = chance_buffers_init(&p->lists, r) == ST_OK;
    bool repeats = position_trail(at) != NULL;
    if (repeats) p->t = &p->trail;
    if (p->state && listed && (!repeats || trail_reserve(&p->trail, MAX_PLAYOUT))) return ST_OK;
    return error_set(err, ST_NOMEM, "no memory for playouts");
}

static void close_player(player *p) {
    mem_free(p->state);
    chance_buffers_done(&p->lists);
    trail_done(&p->trail);
}

status speed_playouts(speed_row *row, const speed_plan *plan, error *err) {
    position *start;
    status st = open_start(&start, row->game, err);
    if (st != ST_OK) return st;
    player p;
    st = open_player(&p, start, err);
    rounds r = {.work = play_many, .ctx = &p, .max = UINT64_MAX / 2};
    if (st == ST_OK) st = run_rounds(&r, plan, "random playouts", err);
    if (st == ST_OK) {
        row->actions_per_playout = (double)r.mark / (double)r.amount;
        row->playouts = r.rate;
        row->playouts_by = p.complete ? "game" : p.fused ? "ply" : "list";
        if (p.r->speed->playout_policy) row->playouts_by = "policy";
        row->actions = r.rate * row->actions_per_playout;
    }
    close_player(&p);
    position_destroy(start);
    return st;
}

/* --- perft --- */

typedef struct perft_work {
    const position *start;
    perft_options options;
    uint64_t nodes;
} perft_work;

static status count_lines(void *ctx, uint64_t amount, uint64_t *mark, error *err) {
    perft_work *w = ctx;
    *mark = 0;
    while (amount--) {
        perft_result got;
        status st = perft_run(w->start, &w->options, NULL, NULL, &got, err);
        if (st != ST_OK) return st;
        *mark += w->nodes = got.nodes;
    }
    return ST_OK;
}

/* For a game without a depth of its own: the deepest count of about MAX_LEAVES; small games end
 * before, and then the widest depth. By leaves and not by the clock, so that it is the same each
 * time. */
static status pick_depth(perft_work *w, error *err) {
    uint64_t last = 1;
    unsigned best = 0;
    for (w->options.depth = 1; w->options.depth <= MAX_PERFT_DEPTH; w->options.depth++) {
        uint64_t mark;
        status st = count_lines(w, 1, &mark, err);
        if (st == ST_UNSUPPORTED) break; /* chance that cannot be listed: no deeper than this */
        if (st != ST_OK) return st;
        if (w->nodes < last) break;
        best = w->options.depth;
        if ((double)w->nodes / (double)last * (double)w->nodes > MAX_LEAVES) break;
        last = w->nodes;
    }
    w->options.depth = best;
    return ST_OK;
}

status speed_perft(speed_row *row, const speed_plan *plan, error *err) {
    position *start;
    row->perft = SPEED_NONE;
    status st = open_start(&start, row->game, err);
    if (st != ST_OK) return st;
    perft_work w = {.start = start, .options = {.turns = row->turns, .depth = row->perft_depth}};
    row->perft_depth = 0;
    if (!w.options.depth) st = pick_depth(&w, err);
    rounds r = {.work = count_lines, .ctx = &w, .max = UINT64_MAX / 2};
    if (st == ST_OK && w.options.depth) {
        st = run_rounds(&r, plan, "perft", err);
        row->perft = r.rate * (double)w.nodes;
        row->perft_depth = w.options.depth;
        row->perft_nodes = w.nodes;
    }
    position_destroy(start);
    return st;
}

/* --- search --- */

/* A search with threads and memory of its own, so that both stay warm between rounds. */
typedef struct seeker {
    search *search;
    position *root;
    search_question question;
} seeker;

static void close_seeker(seeker *s) {
    search_destroy(s->search);
    position_destroy(s->root);
}

/* A search from the start; the caller may change the question before the first seek(). */
static status open_seeker(seeker *s, const game *g, const search_registry *book, int threads,
                          error *err) {
    *s = (seeker){0};
    position *start;
    int seat = 0;
    status st = fingerprint_position(&start, g, 0, err);
    if (st != ST_OK) return st;
    st = fingerprint_root(&s->root, &seat, start, err);
    position_destroy(start);
    if (st == ST_OK && search_create(&s->search) != ST_OK)
        st = error_set(err, ST_NOMEM, "no memory for the search");
    s->question = (search_question){
        .root = s->root,
        .seat = seat,
        .limits = limits_none(),
        .options = fingerprint_options(threads, (size_t)TREE_BYTES * (size_t)threads),
        .presets = book->presets};
    if (st == ST_OK) {
        s->question.kind = speed_tree_search(book, position_rules(s->root));
        st = search_ready(s->search, &s->question.options, err);
    }
    if (st != ST_OK) close_seeker(s);
    return st;
}

static status seek(void *ctx, uint64_t amount, uint64_t *mark, error *err) {
    seeker *s = ctx;
    search_answer a;
    s->question.limits.visits = amount;
    search_prepare(s->search, false);
    search_forget(s->search); /* every round from scratch */
    status st = search_run(s->search, &s->question, NULL, NULL, &a, err);
    if (st == ST_OK) *mark = a.report.nodes;
    return st;
}

const searcher_kind *speed_tree_search(const search_registry *book, const rules *r) {
    search_question q = {.kind = NULL};
    bool hidden = r->traits & GAME_HIDDEN;
    status st = search_choose(book, hidden ? "auto" : book->searchers[0]->name, r, &q, NULL);
    return st == ST_OK ? q.kind : NULL;
}

status speed_tree_rate(const game *g, const knobs *k, const speed_plan *plan, double *rate,
                       error *err) {
    seeker s;
    *rate = SPEED_NONE;
    status st = open_seeker(&s, g, plan->book, 1, err);
    if (st != ST_OK) return st == ST_GAME_OVER ? ST_OK : st;
    s.question.options.knobs = *k;
    rounds r = {.work = seek, .ctx = &s, .max = MAX_ITERATIONS};
    if (s.question.kind) st = run_rounds(&r, plan, s.question.kind->name, err);
    if (st == ST_OK && s.question.kind) *rate = r.rate;
    close_seeker(&s);
    return st;
}

status speed_mcts(speed_row *row, const speed_plan *plan, error *err) {
    knobs shipped = knobs_auto();
    rules *r;
    params none = params_default();
    row->mcts = SPEED_NONE;
    status st = rules_open(&r, row->game, &none, err);
    if (st != ST_OK) return st;
    row->node_bytes = mcts_node_bytes(r->players);
    rules_close(r);
    return speed_tree_rate(row->game, &shipped, plan, &row->mcts, err);
}

/* Nodes, where the game has an evaluation to go by. */
status speed_alphabeta(speed_row *row, const speed_plan *plan, error *err) {
    seeker s;
    row->alphabeta = SPEED_NONE;
    status st = open_seeker(&s, row->game, plan->book, 1, err);
    if (st != ST_OK) return st == ST_GAME_OVER ? ST_OK : st;
    const rules *r = position_rules(s.root);
    s.question.kind = &alphabeta_searcher;
    if (r->game->features && alphabeta_searcher.accepts(r)) {
        rounds work = {.work = seek, .ctx = &s, .max = MAX_ITERATIONS};
        st = run_rounds(&work, plan, "alphabeta", err);
        if (st == ST_OK) row->alphabeta = work.rate;
    }
    close_seeker(&s);
    return st;
}

/* Iterations a second by the wall clock and by CPU time. */
typedef struct pace {
    double wall, cpu;
} pace;

static status pace_of(seeker *s, uint64_t amount, pace *out, error *err) {
    uint64_t mark;
    int64_t wall = clock_now_ns();
    int64_t cpu = clock_cpu_ns();
    status st = seek(s, amount, &mark, err);
    out->cpu = (double)amount * 1e9 / (double)(clock_cpu_ns() - cpu + 1);
    out->wall = (double)amount * 1e9 / (double)(clock_now_ns() - wall + 1);
    return st;
}

/* Both grow a tree of the same size: in a larger one an iteration walks deeper and takes longer. In
 * turns, so that a disturbance meets both. */
static status compare(seeker *one, seeker *two, uint64_t amount, const speed_plan *plan,
                      speed_row *row, error *err) {
    double wall[SPEED_MAX_ROUNDS];
    double cpu[SPEED_MAX_ROUNDS];
    for (int i = -1; i < plan->rounds; i++) { /* -1: the warm-up */
        pace a;
        pace b;
        status st = pace_of(one, amount, &a, err);
        if (st == ST_OK) st = pace_of(two, amount, &b, err);
        if (st != ST_OK) return st;
        if (i < 0) continue;
        wall[i] = b.wall / a.wall;
        cpu[i] = 2 * b.cpu / a.cpu;
    }
    row->threads2 = numbers_median(wall, (size_t)plan->rounds);
    row->threads2_cpu = numbers_median(cpu, (size_t)plan->rounds);
    return ST_OK;
}

/* Both in batches, so that the ratio says what a second thread brings and nothing else. */
status speed_threads(speed_row *row, const speed_plan *plan, error *err) {
    seeker one;
    seeker two;
    row->threads2 = row->threads2_cpu = SPEED_NONE;
    status st = open_seeker(&one, row->game, plan->book, 1, err);
    if (st != ST_OK) return st == ST_GAME_OVER ? ST_OK : st;
    st = open_seeker(&two, row->game, plan->book, 2, err);
    if (st == ST_OK) {
        rounds r = {.work = seek, .ctx = &one, .max = MAX_ITERATIONS};
        one.question.options.knobs.value[KNOB_MCTS_BATCH] = IN_BATCHES;
        two.question.options.knobs.value[KNOB_MCTS_BATCH] = IN_BATCHES;
        if (one.question.kind) st = calibrate(&r, plan, err);
        if (st == ST_OK && one.question.kind) st = compare(&one, &two, r.amount, plan, row, err);
        close_seeker(&two);
    }
    close_seeker(&one);
    return st;
}
