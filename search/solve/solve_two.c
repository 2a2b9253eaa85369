#include "search/solve/solve_core.h"

/* The value of a two-player game by yes-or-no questions, and the line of play that goes with it.
 *
 * A value is closed in on from both sides: each answer is a bound, and the next question is asked
 * just beyond it (MTD(f)). With wins, draws and losses these are at most two questions: is it won?
 * if not, is it drawn?
 *
 * The items are the root (the best of its tokens) and, where several lines are wanted, each token.
 * All workers ask the same questions of the shared table; who has an answer first publishes it, and
 * the others continue with the next. Under a depth limit each item is asked twice, with what lies
 * beyond the horizon lost and won for the first player; a result is proven when both agree.
 *
 * The line of play needs no memory of its own: at each position some child keeps the value, and the
 * questions that find it are mostly answered by the table. */

#include <assert.h>
#include <string.h>

typedef struct two {
    solve_worker *l;
    const solve_prover *by;
    int passes; /* 2 under a depth limit */
} two;

/* --- values --- */

static int32_t first_score(const solver *s, int item, int32_t min, int32_t max) {
    assert(min <= max);
    int32_t draw = solve_score(0.5);
    int32_t guess = s->seat == 0 ? draw + 1 : draw;
    if (item != SOLVE_ROOT) guess = s->seat == 0 ? max : min + 1; /* as good as the best? */
    return guess > max ? max : guess <= min ? min + 1 : guess;
}

/* Closes in on the value of an item; false when the worker has to leave off. */
static bool close_in(const two *t, int item, int32_t min, int32_t max, int32_t *out) {
    int32_t score = first_score(t->l->s, item, min, max);
    while (min < max) {
        assert(score > min && score <= max); /* a question whose answer is not known */
        int32_t v = t->by->ask(t->l, item, score);
        if (t->l->halt != HALT_NONE) return false;
        if (v >= score)
            min = v;
        else
            max = v;
        score = v >= score ? min + 1 : max;
    }
    *out = min;
    return true;
}

/* The root's best token is worth what the root is worth; if that is not settled, at least as much
 * to the seat as the root is sure to be. */
static void publish_best(solver *s) {
    solve_line *line = &s->lines[s->best];
    bool exact = s->root_min == s->root_max;
    if (exact || s->seat == 0) line->min = s->root_min;
    if (exact || s->seat == 1) line->max = s->root_max;
}

/* The first worker with an answer publishes it. */
static void publish(const two *t, int task, int32_t v) {
    solver *s = t->l->s;
    int item = task / t->passes - 1;
    int pass = task % t->passes;
    (void)mtx_lock(&s->lock);
    if (atomic_load(&s->task) == task) {
        if (item == SOLVE_ROOT && pass == (t->passes == 2 ? s->seat : 0))
            s->best = t->l->root_best >= 0 ? t->l->root_best : 0;
        if (item == SOLVE_ROOT && (t->passes == 1 || pass == 0)) s->root_min = v;
        if (item == SOLVE_ROOT && (t->passes == 1 || pass == 1)) s->root_max = v;
        solve_line *line = item == SOLVE_ROOT ? NULL : &s->lines[item];
        if (line && (t->passes == 1 || pass == 0)) line->min = v;
        if (line && (t->passes == 1 || pass == 1)) line->max = v;
        if (item == SOLVE_ROOT && pass == t->passes - 1) publish_best(s);
        atomic_store(&s->task, task + 1);
    }
    (void)mtx_unlock(&s->lock);
}

static bool resolve(const two *t, int task) {
    solve_worker *l = t->l;
    solver *s = l->s;
    int item = task / t->passes - 1;
    int32_t min = s->floor;
    int32_t max = s->ceiling;
    int32_t v;
    l->task = task;
    l->horizon = task % t->passes ? s->ceiling : s->floor;
    if (t->passes == 1 && item != SOLVE_ROOT) {
        if (s->seat == 0) max = s->root_max;
        if (s->seat == 1) min = s->root_min;
        (void)mtx_lock(&s->lock); /* the first may be done, and choose another by now */
        if (item == s->best) min = max = s->root_min;
        (void)mtx_unlock(&s->lock);
    }
    if (!close_in(t, item, min, max, &v)) {
        if (l->halt != HALT_TASK || atomic_load(&s->task) <= task) return false;
        l->halt = HALT_NONE;
        return true;
    }
    publish(t, task, v);
    return true;
}

/* --- the line of play --- */

typedef struct walk {
    unsigned left;
    int32_t score; /* the value that every position of the line has */
} walk;

/* Whether the step keeps the value for who makes it; the state after it is at ply 2. */
static bool keeps(const two *t, const walk *w, int actor, action a) {
    solve_worker *l = t->l;
    const solver *s = l->s;
    void *child = solve_state(l, 2);
    memcpy(child, solve_state(l, 1), s->r->state_size);
    s->game->apply(s->r, child, NULL, a);
    unsigned left = w->left && !game_inside(s->r, child) ? w->left - 1 : w->left;
    l->horizon = actor == 0 ? s->floor : s->ceiling;
    if (actor == 0) return w->score <= s->floor || t->by->ask_at(l, 2, left, w->score) >= w->score;
    return w->score >= s->ceiling || t->by->ask_at(l, 2, left, w->score + 1) <= w->score;
}

/* Makes the step that keeps the value at ply 1; false when none was found in time. */
static bool advance(const two *t, walk *w, token *tok) {
    solve_worker *l = t->l;
    const solver *s = l->s;
    const void *state = solve_state(l, 1);
    int actor = s->game->actor(s->r, state);
    int n = s->game->legal(s->r, state, NULL, l->moves);
    for (int i = 0; i < n; i++) {
        if (!keeps(t, w, actor, l->moves[i]) || l->halt != HALT_NONE) continue;
        /* The question may have been asked below ply 2: play the step again. */
        tok->steps[tok->count++] = l->moves[i];
        s->game->apply(s->r, solve_state(l, 1), NULL, l->moves[i]);
        return true;
    }
    return false;
}

static bool write_token(const two *t, walk *w, text *pv) {
    solve_worker *l = t->l;
    const solver *s = l->s;
    token tok = {.count = 0};
    memcpy(solve_state(l, 0), solve_state(l, 1), s->r->state_size);
    do {
        if (!advance(t, w, &tok)) return false;
    } while (game_inside(s->r, solve_state(l, 1)));
    if (w->left) w->left--;
    return solve_write(s, solve_state(l, 0), &tok, pv);
}

static void write_line(const two *t, solve_line *line) {
    solve_worker *l = t->l;
    solver *s = l->s;
    char buf[SEARCH_PV_SIZE];
    text pv = text_over(buf, sizeof buf);
    walk w = {s->job->limits.depth ? s->job->limits.depth - 1 : 0, line->min};
    unsigned length = 1;
    (void)solve_write(s, s->root, &line->first, &pv);
    memcpy(solve_state(l, 1), solve_after(s, (size_t)(line - s->lines)), s->r->state_size);
    while (s->game->actor(s->r, solve_state(l, 1)) >= 0 && write_token(t, &w, &pv)) length++;
    bool ended = s->game->actor(s->r, solve_state(l, 1)) == ACTOR_NONE;
    (void)mtx_lock(&s->lock);
    memcpy(line->pv, buf, sizeof buf);
    line->length = length;
    line->ended = ended;
    line->known = true;
    if (ended)
        solve_end(s, solve_state(l, 1), &line->end, line->values);
    else
        line->values[0] = (double)line->min / SOLVE_ONE;
    line->values[1] = 1 - line->values[0];
    (void)mtx_unlock(&s->lock);
}

/* The proven lines that will be shown, best first: the value is the seat's. */
static void write_lines(const two *t) {
    solver *s = t->l->s;
    for (size_t i = 0; i < s->count && t->l->halt == HALT_NONE; i++) {
        solve_line *line = &s->lines[i];
        if (line->min == line->max) write_line(t, line);
    }
}

bool solve_two(solve_worker *l, const solve_prover *by) {
    solver *s = l->s;
    assert(s->zero_sum && s->count > 0 && !s->trailed);
    two t = {l, by, s->job->limits.depth ? 2 : 1};
    int tasks = t.passes * (1 + (s->job->options.multipv > 1 ? (int)s->count : 0));
    l->root_best = -1;
    for (;;) {
        int task = atomic_load(&s->task);
        if (task >= tasks) break;
        if (!resolve(&t, task)) return false;
    }
    l->task = tasks;
    if (l->index) return true;
    write_lines(&t);
    solve_distances(l, by);
    return true;
}
