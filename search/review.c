#include "search/review.h"

#include <assert.h>
#include <string.h>

#include "search/score.h"

enum { MIN_NODES = 64, MIN_MS = 2 };

/* What is known on the way through the game. */
typedef struct walk {
    search *s;
    const review_question *q;
    review *out;
    position *at; /* the game up to the event at hand */
    bool known;   /* before[] is the value right before the chance event at hand,
                   * or before the draws in a row that it ends */
    double before[GAME_MAX_PLAYERS];
    review_event *unreported; /* the last draw of this row whose luck is not reported yet */
} walk;

/* --- marks and sums --- */

review_mark review_mark_of(double loss) {
    if (loss >= 0.30) return MARK_BLUNDER;
    if (loss >= 0.20) return MARK_MISTAKE;
    return loss >= 0.10 ? MARK_DUBIOUS : MARK_NONE;
}

const char *review_mark_text(review_mark m) {
    assert((int)m >= 0 && (int)m < REVIEW_MARKS);
    static const char *const texts[REVIEW_MARKS] = {"", "?!", "?", "??"};
    return texts[m];
}

double review_average_loss(const review_seat *s) {
    return s->decisions ? s->loss / s->decisions : 0;
}

double review_accuracy(const review_seat *s) {
    return s->best > 0 ? s->kept / s->best : 1;
}

void review_sum_up(review *r) {
    memset(r->seat, 0, sizeof r->seat);
    for (size_t i = 0; i < r->count; i++) {
        const review_event *e = &r->events[i];
        for (int k = 0; k < r->players; k++) r->seat[k].luck += e->luck[k];
        if (e->actor < 0) continue;
        assert(e->actor < r->players);
        review_seat *s = &r->seat[e->actor];
        if (e->forced) {
            s->forced++;
            continue;
        }
        s->decisions++;
        s->marks[e->mark]++;
        s->loss += e->loss;
        s->best += e->best[e->actor];
        s->kept += e->values[e->actor];
    }
}

/* --- searching --- */

static bool stopped(const walk *w) {
    return w->q->stop && atomic_load(w->q->stop);
}

static uint64_t half_of(uint64_t limit, uint64_t min) {
    if (!limit) return 0;
    return limit / 2 > min ? limit / 2 : min;
}

/* What each of several positions gets that are compared with one another. */
static search_limits half(const search_limits *l) {
    search_limits out = *l;
    out.nodes = half_of(l->nodes, MIN_NODES);
    out.visits = half_of(l->visits, 1);
    out.playouts = half_of(l->playouts, 1);
    if (l->movetime_ms > 0) out.movetime_ms = (int64_t)half_of((uint64_t)l->movetime_ms, MIN_MS);
    return out;
}

/* Every question has the limits to itself, so each is prepared. A stop that came before that is
 * seen in the flag, which is set first; a later one reaches the search. */
static status ask(walk *w, search_question *q, search_answer *a, error *err) {
    q->report_every_ms = 0;
    search_prepare(w->s, false);
    if (stopped(w)) return error_set(err, ST_STOPPED, "stopped");
    status st = search_run(w->s, q, NULL, NULL, a, err);
    if (st == ST_OK && !a->report.count)
        st = error_set(err, ST_INTERNAL, "the search found nothing");
    if (st == ST_OK && stopped(w)) st = error_set(err, ST_STOPPED, "stopped");
    return st;
}

/* The value of a token if nothing else may be played; *line is the search's, until the next
 * question. */
static status value_alone(walk *w, const search_question *all, const token *tok, double *values,
                          const search_line **line, error *err) {
    search_question q = *all;
    search_answer a;
    q.limits = half(&all->limits);
    q.only = tok;
    q.only_count = 1;
    status st = ask(w, &q, &a, err);
    if (st != ST_OK) return st;
    *line = &a.report.lines[0];
    memcpy(values, (*line)->values, sizeof(*line)->values);
    return ST_OK;
}

/* --- decisions --- */

/* The played action was not the first choice: a closer look at both. */
static status compare(walk *w, const search_question *q, const token *best, const token *played,
                      review_event *e, error *err) {
    token first = *best;
    const search_line *line;
    status st = value_alone(w, q, &first, e->best, &line, err);
    if (st == ST_OK) st = value_alone(w, q, played, e->values, &line, err);
    if (st != ST_OK) return st;
    e->mate = score_of_line(q->root, line, e->actor, false).mate;
    assert(e->actor >= 0); /* a decision */
    e->loss = e->best[e->actor] - e->values[e->actor];
    if (e->loss > 0) {
        e->mark = review_mark_of(e->loss);
        return ST_OK;
    }
    e->loss = 0;
    memcpy(e->best, e->values, sizeof e->best);
    memcpy(e->line, line->pv, sizeof e->line);
    e->better[0] = '\0';
    return ST_OK;
}

static status search_decision(walk *w, const position *root, review_event *e, error *err) {
    const rules *r = position_rules(w->at);
    search_question q = w->q->ask;
    search_answer a;
    token played;
    q.root = root;
    q.seat = e->actor;
    q.options.multipv = 2;
    status st = token_read((state_ref){r, position_data(w->at), position_trail(w->at)}, e->token,
                           &played, err);
    if (st == ST_OK) st = ask(w, &q, &a, err);
    if (st != ST_OK) return st;
    const search_line *best = &a.report.lines[0];
    e->forced = a.only;
    e->valued = true;
    memcpy(e->line, best->pv, sizeof e->line);
    memcpy(e->best, best->values, sizeof e->best);
    memcpy(e->values, best->values, sizeof e->values);
    e->mate = score_of_line(root, best, e->actor, false).mate;
    if (a.only || token_equal(&best->first, &played)) return ST_OK;
    text better = text_over(e->better, sizeof e->better);
    token_write(r, position_data(w->at), &best->first, &better);
    return compare(w, &q, &best->first, &played, e, err);
}

static status assess_decision(walk *w, review_event *e, error *err) {
    const rules *r = position_rules(w->at);
    position *view = NULL;
    bool hidden = (r->traits & GAME_HIDDEN) != 0;
    status st = hidden ? position_observe(&view, w->at, e->actor, err) : ST_OK;
    if (st == ST_OK) st = search_decision(w, hidden ? view : w->at, e, err);
    position_destroy(view);
    /* A view's value is no base for luck that is reported with all cards open. */
    w->known = st == ST_OK && !hidden;
    w->unreported = NULL;
    memcpy(w->before, e->values, sizeof w->before);
    return st;
}

/* --- chance --- */

/* A state that follows draws: the value of a decision there, or the result. */
static status value_state(walk *w, const void *s, double *values, error *err) {
    const rules *r = position_rules(w->at);
    int actor = r->game->actor(r, s);
    if (actor == ACTOR_NONE) {
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        r->game->returns(r, s, utility, points);
        for (int i = 0; i < r->players; i++) values[i] = (double)utility[i];
        return ST_OK;
    }
    position *root;
    search_answer a;
    search_question q = w->q->ask;
    status st = position_with_state(&root, w->at, s, err);
    if (st != ST_OK) return st;
    if (r->traits & GAME_HIDDEN) q.kind = w->q->open;
    q.root = root;
    q.seat = actor;
    q.limits = half(&q.limits);
    st = ask(w, &q, &a, err);
    if (st == ST_OK)
        for (int i = 0; i < r->players; i++) values[i] = a.report.lines[0].values[i];
    position_destroy(root);
    return st;
}

/* The outcomes of a chance node; the caller ends the lists. */
static status list_outcomes(const rules *r, const void *s, chance_buffers *lists, int *n,
                            error *err) {
    if (chance_buffers_init(lists, r) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the outcomes");
    *n = r->game->chance ? r->game->chance(r, s, lists->outcome, lists->weight) : 0;
    assert(*n >= 0 && (uint32_t)*n <= r->max_actions);
    return ST_OK;
}

/* A walk over all that draws in a row can lead to. First it only counts, then it values. */
typedef struct fan {
    walk *w;
    int leaves; /* more than REVIEW_OUTCOMES also where outcomes can only be sampled */
    bool count_only;
} fan;

static status fan_out(fan *f, const void *s, double *values, error *err);

static status fan_child(fan *f, const void *s, action outcome, double *values, error *err) {
    const rules *r = position_rules(f->w->at);
    unsigned char *after = mem_alloc(r->state_size);
    if (!after) return error_set(err, ST_NOMEM, "no memory for the outcomes");
    memcpy(after, s, r->state_size);
    trail none = {0};
    r->game->apply(r, after, r->traits & GAME_REPEATS ? &none : NULL, outcome);
    status st = fan_out(f, after, values, err);
    mem_free(after);
    return st;
}

/* The expected values at s. */
static status fan_out(fan *f, const void *s, double *values, error *err) {
    const rules *r = position_rules(f->w->at);
    if (r->game->actor(r, s) != ACTOR_CHANCE) {
        if (!f->count_only) return value_state(f->w, s, values, err);
        f->leaves++;
        return ST_OK;
    }
    chance_buffers lists;
    int n;
    status st = list_outcomes(r, s, &lists, &n, err);
    if (st != ST_OK) return st;
    if (n == 0) f->leaves = REVIEW_OUTCOMES + 1;
    memset(values, 0, GAME_MAX_PLAYERS * sizeof *values);
    for (int i = 0; i < n && st == ST_OK && (!f->count_only || f->leaves <= REVIEW_OUTCOMES); i++) {
        double child[GAME_MAX_PLAYERS] = {0};
        st = fan_child(f, s, lists.outcome[i], child, err);
        for (int k = 0; k < r->players; k++) values[k] += (double)lists.weight[i] * child[k];
    }
    chance_buffers_done(&lists);
    return st;
}

/* Few outcomes: the expectation is theirs, and what came is one of them, valued just once. */
static status average_outcomes(fan *f, const token *fell, review_event *e, error *err) {
    const rules *r = position_rules(f->w->at);
    const void *s = position_data(f->w->at);
    chance_buffers lists;
    status st = list_outcomes(r, s, &lists, &e->outcomes, err);
    if (st != ST_OK) return st;
    for (int i = 0; i < e->outcomes && st == ST_OK; i++) {
        double child[GAME_MAX_PLAYERS] = {0};
        st = fan_child(f, s, lists.outcome[i], child, err);
        for (int k = 0; k < r->players; k++) e->best[k] += (double)lists.weight[i] * child[k];
        if (lists.outcome[i] == fell->steps[0]) memcpy(e->values, child, sizeof e->values);
    }
    chance_buffers_done(&lists);
    e->valued = st == ST_OK;
    return st;
}

static void report_luck(const walk *w, review_event *e, review_luck kind, const double *after,
                        const double *before) {
    e->luck_kind = kind;
    for (int k = 0; k < w->out->players; k++) e->luck[k] = after[k] - before[k];
}

static status assess_few(walk *w, fan *f, const token *fell, review_event *e, error *err) {
    status st = average_outcomes(f, fell, e, err);
    if (st != ST_OK) return st;
    report_luck(w, e, LUCK_OUTCOMES, e->values, e->best);
    if (w->unreported && w->known) report_luck(w, w->unreported, LUCK_BEFORE, e->best, w->before);
    w->unreported = NULL;
    w->known = !(position_rules(w->at)->traits & GAME_HIDDEN);
    memcpy(w->before, e->values, sizeof w->before);
    return ST_OK;
}

/* Many outcomes: only the end of a row of draws can be valued. */
static status assess_many(walk *w, const token *fell, review_event *e, error *err) {
    const rules *r = position_rules(w->at);
    unsigned char *after = mem_alloc(r->state_size);
    if (!after) return error_set(err, ST_NOMEM, "no memory for the outcomes");
    trail none = {0};
    memcpy(after, position_data(w->at), r->state_size);
    token_apply(r, after, r->traits & GAME_REPEATS ? &none : NULL, fell);
    status st = ST_OK;
    w->unreported = e;
    if (r->game->actor(r, after) != ACTOR_CHANCE && w->known) {
        st = value_state(w, after, e->values, err);
        e->valued = st == ST_OK;
        memcpy(e->best, w->before, sizeof e->best);
        if (st == ST_OK) report_luck(w, e, LUCK_BEFORE, e->values, w->before);
        w->unreported = NULL;
        memcpy(w->before, e->values, sizeof w->before);
    }
    mem_free(after);
    return st;
}

static status assess_chance(walk *w, review_event *e, error *err) {
    const rules *r = position_rules(w->at);
    const void *s = position_data(w->at);
    token fell;
    double unused[GAME_MAX_PLAYERS];
    fan f = {.w = w, .count_only = true};
    status st = token_read((state_ref){r, s, position_trail(w->at)}, e->token, &fell, err);
    if (st == ST_OK) st = fan_out(&f, s, unused, err);
    if (st != ST_OK) return st;
    f.count_only = false;
    return f.leaves <= REVIEW_OUTCOMES ? assess_few(w, &f, &fell, e, err)
                                       : assess_many(w, &fell, e, err);
}

/* --- the game --- */

static status assess_event(walk *w, unsigned ply, review_event *e, error *err) {
    const rules *r = position_rules(w->at);
    const char *token_text = position_event(w->q->game, ply);
    e->ply = ply;
    e->actor = r->game->actor(r, position_data(w->at));
    text copy = text_over(e->token, sizeof e->token);
    text_put(&copy, token_text);
    status st = e->actor == ACTOR_CHANCE ? assess_chance(w, e, err) : assess_decision(w, e, err);
    if (st == ST_OK) st = position_play(w->at, token_text, err);
    return st;
}

static status assess_all(walk *w, review_listener listen, void *ctx, error *err) {
    unsigned first = position_first_ply(w->q->game);
    review *out = w->out;
    status st = ST_OK;
    while (st == ST_OK && out->count < out->total && !stopped(w)) {
        review_event *e = &out->events[out->count];
        st = assess_event(w, first + (unsigned)out->count, e, err);
        if (st != ST_OK) break;
        out->count++;
        review_sum_up(out);
        if (listen) listen(ctx, out, e);
    }
    out->stopped = st == ST_STOPPED || out->count < out->total;
    return st == ST_STOPPED ? ST_OK : st;
}

status review_run(review *out, search *s, const review_question *q, review_listener listen,
                  void *ctx, error *err) {
    *out = (review){.players = position_rules(q->game)->players,
                    .searcher = search_kind(&q->ask, position_rules(q->game))->name};
    walk w = {.s = s, .q = q, .out = out};
    if (q->ask.kind->instant)
        return error_set(err, ST_UNSUPPORTED, "%s values nothing, so it cannot assess a game",
                         q->ask.kind->name);
    out->total = position_ply(q->game) - position_first_ply(q->game);
    if (!out->total) return ST_OK;
    out->events = mem_alloc(out->total * sizeof *out->events);
    if (!out->events) return error_set(err, ST_NOMEM, "no memory for the review");
    status st = position_clone(&w.at, q->game, err);
    if (st == ST_OK) {
        position_allow(w.at, POSITION_OPEN_ENDS); /* the players went on, and so do we */
        position_cut(w.at, position_first_ply(q->game));
        st = assess_all(&w, listen, ctx, err);
    }
    position_destroy(w.at);
    return st;
}

void review_done(review *r) {
    mem_free(r->events);
    *r = (review){0};
}
