#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "uci/session_state.h"

/* The analysis queue: positions to search one after the other on a thread of their own, by
 * priority, in any order, cancellable, beside whatever `go` does. Each turn asked for gets exactly
 * one final result. */

enum { MAX_TURNS = 100000 };

/* One turn of one request. */
typedef struct item {
    char id[ID_ROOM];
    int64_t priority;
    uint64_t number; /* order of arrival */
    unsigned turn;
    int every_ms; /* 0: no partial results */
    bool cancelled;
    task *task;
} item;

struct analysis {
    search *search;
    thrd_t thread;
    mtx_t lock; /* guards everything below */
    cnd_t changed;
    item *items; /* waiting */
    size_t count, cap;
    item running; /* its task is NULL when nothing runs */
    uint64_t arrived;
    bool ending;
};

/* --- results --- */

static void start_result(const item *it, bool partial, text *out) {
    text_format(out, "result id %s turn %u partial %s", it->id, it->turn,
                partial ? "true" : "false");
}

static void say_none(const item *it) {
    text out = text_growing();
    start_result(it, false, &out);
    text_put(&out, " none true");
    say_text(&it->task->voice, &out);
    text_done(&out);
}

static void say_result(const item *it, const search_report *r, bool partial) {
    const task *t = it->task;
    const search_line *line = &r->lines[0];
    text out = text_growing();
    start_result(it, partial, &out);
    text_format(&out, " seat %d best ", t->question.seat + 1);
    text_putn(&out, line->pv, strcspn(line->pv, " "));
    info_scores(t->root, line, t->question.seat, &t->style, &out);
    text_format(&out, " visits %llu nodes %llu depth %u time %lld pv %s",
                (unsigned long long)line->visits, (unsigned long long)r->nodes, r->depth,
                (long long)r->time_ms, line->pv);
    say_text(&t->voice, &out);
    text_done(&out);
}

static void listen(void *ctx, const search_report *r) {
    say_result(ctx, r, true);
}

/* --- the thread --- */

static size_t most_urgent(const analysis *a) {
    size_t best = 0;
    for (size_t i = 1; i < a->count; i++) {
        const item *x = &a->items[i];
        const item *y = &a->items[best];
        if (x->priority > y->priority || (x->priority == y->priority && x->number < y->number))
            best = i;
    }
    return best;
}

static void run_item(analysis *a, item *it) {
    search_answer answer;
    error e;
    it->task->question.report_every_ms = it->every_ms;
    status st = search_run(a->search, &it->task->question, listen, it, &answer, &e);
    if (st == ST_OK && answer.report.count) {
        say_result(it, &answer.report, false);
        return;
    }
    if (st != ST_OK) say_error(&it->task->voice, &e, "analyze", -1);
    say_none(it);
}

static int analyse(void *arg) {
    analysis *a = arg;
    (void)mtx_lock(&a->lock);
    for (;;) {
        while (!a->count && !a->ending) (void)cnd_wait(&a->changed, &a->lock);
        if (!a->count) break;
        size_t at = most_urgent(a);
        a->running = a->items[at];
        a->items[at] = a->items[--a->count];
        item mine = a->running;
        if (!mine.cancelled) search_prepare(a->search, false);
        (void)mtx_unlock(&a->lock);
        if (mine.cancelled)
            say_none(&mine);
        else
            run_item(a, &mine);
        task_done(mine.task);
        (void)mtx_lock(&a->lock);
        a->running.task = NULL;
        (void)cnd_broadcast(&a->changed);
    }
    (void)mtx_unlock(&a->lock);
    return 0;
}

static status start_analysis(session *s, error *err) {
    if (s->analysis) return ST_OK;
    analysis *a = mem_alloc(sizeof *a);
    if (!a || search_create(&a->search) != ST_OK) {
        mem_free(a);
        return error_set(err, ST_NOMEM, "no memory for an analysis");
    }
    (void)mtx_init(&a->lock, mtx_plain);
    (void)cnd_init(&a->changed);
    if (thrd_create(&a->thread, analyse, a) != thrd_success) {
        search_destroy(a->search);
        cnd_destroy(&a->changed);
        mtx_destroy(&a->lock);
        mem_free(a);
        return error_set(err, ST_NOMEM, "no thread for an analysis");
    }
    s->analysis = a;
    return ST_OK;
}

/* Cancels what has this id (NULL: everything); returns how many turns were waiting or running. */
static unsigned cancel(analysis *a, const char *id) {
    unsigned n = 0;
    (void)mtx_lock(&a->lock);
    for (size_t i = 0; i < a->count; i++) {
        if (id && strcmp(a->items[i].id, id) != 0) continue;
        n += !a->items[i].cancelled;
        a->items[i].cancelled = true;
    }
    if (a->running.task && (!id || strcmp(a->running.id, id) == 0)) {
        n++;
        search_stop(a->search);
    }
    (void)mtx_unlock(&a->lock);
    return n;
}

void analysis_wait(analysis *a) {
    if (!a) return;
    (void)mtx_lock(&a->lock);
    while (a->count || a->running.task) (void)cnd_wait(&a->changed, &a->lock);
    (void)mtx_unlock(&a->lock);
}

void analysis_destroy(analysis *a) {
    if (!a) return;
    (void)cancel(a, NULL);
    (void)mtx_lock(&a->lock);
    a->ending = true;
    (void)cnd_broadcast(&a->changed);
    (void)mtx_unlock(&a->lock);
    (void)thrd_join(a->thread, NULL);
    search_destroy(a->search);
    mem_free(a->items);
    cnd_destroy(&a->changed);
    mtx_destroy(&a->lock);
    mem_free(a);
}

/* --- the command --- */

typedef struct order {
    const char *id, *turns; /* turns NULL: the last position alone */
    int64_t priority;
    uint64_t every_ms;
    size_t position_at, go_at; /* behind these words */
} order;

static bool take_pair(order *o, const char *key, const char *value) {
    if (strcmp(key, "priority") == 0) return text_i64(value, INT32_MIN, INT32_MAX, &o->priority);
    if (strcmp(key, "every") == 0) return text_u64(value, INT32_MAX, &o->every_ms);
    if (strcmp(key, "turns") == 0) {
        o->turns = value;
        return true;
    }
    o->id = value;
    return strcmp(key, "id") == 0 && text_is_name(value) && strlen(value) < ID_ROOM;
}

static status read_order(const request *l, order *o, int *at, error *err) {
    size_t i = 1;
    for (; i + 1 < l->count && strcmp(l->word[i], "position") != 0; i += 2) {
        const char *key = l->word[i];
        const char *value = l->word[i + 1];
        *at = (int)i + 1;
        if (!take_pair(o, key, value))
            return error_set(err, ST_BAD_SYNTAX,
                             "expected id name, priority n, every ms or turns list");
    }
    *at = -1;
    if (!o->id) return error_set(err, ST_BAD_SYNTAX, "analyze needs an id");
    o->position_at = i + 1;
    for (size_t j = l->count; j-- > i && !o->go_at;)
        if (strcmp(l->word[j], "go") == 0) o->go_at = j + 1;
    if (i >= l->count || strcmp(l->word[i], "position") != 0 || !o->go_at)
        return error_set(err, ST_BAD_SYNTAX, "expected: analyze id ... position ... go ...");
    return ST_OK;
}

/* "3,5,9" or "all" as a list of plies. */
static bool next_turn(const char **list, uint64_t *turn) {
    char digits[16] = {0};
    size_t n = strcspn(*list, ",");
    if (n == 0 || n >= sizeof digits) return false;
    memcpy(digits, *list, n);
    *list += n + ((*list)[n] == ',');
    return text_u64(digits, UINT32_MAX, turn);
}

static bool seat_decides(const position *p) {
    void *world = world_of(p);
    bool yes = world && position_rules(p)->kind->actor(position_rules(p), world) >= 0;
    mem_free(world);
    return yes;
}

static status queue_turn(session *s, const request *l, const order *o, const position *whole,
                         uint64_t turn, item **list, size_t *count, size_t *cap, error *err) {
    position *p;
    status st = position_clone(&p, whole, err);
    if (st != ST_OK) return st;
    position_cut(p, (unsigned)turn);
    bool every_ply = o->turns && strcmp(o->turns, "all") == 0;
    if (every_ply && !seat_decides(p)) {
        position_destroy(p);
        return ST_OK;
    }
    void *at = *list;
    task *t = mem_alloc(sizeof *t);
    int word = -1;
    if (!t || !mem_grow(&at, cap, *count + 1, sizeof **list)) {
        st = error_set(err, ST_NOMEM, "no memory for the analysis");
    } else {
        *list = at;
        st = read_go(s, l, o->go_at, p, t, &word, err);
        if (st == ST_GAME_OVER)
            st = error_set(err, st, "turn %u: the game is over", (unsigned)turn);
    }
    position_destroy(p);
    if (st == ST_OK && t->kind != TASK_GO)
        st = error_set(err, ST_UNSUPPORTED, "analyze searches; ask perft alone");
    if (st != ST_OK) {
        task_done(t);
        return st;
    }
    /* Nobody says stop here: without a limit a turn takes the usual time. */
    search_limits *lim = &t->question.limits;
    if (!limits_any(lim)) lim->movetime_ms = s->options.search.number[OPT_DEFAULT_MOVE_TIME];
    lim->infinite = lim->ponder = false;
    t->style.values = true;
    item *it = &(*list)[(*count)++];
    /* A question for one seat counts the events which that seat has seen. */
    int seat = go_seat(l, o->go_at);
    if (!o->turns && seat != SEAT_ALL) turn = position_seen(whole, seat);
    *it = (item){
        .priority = o->priority, .turn = (unsigned)turn, .every_ms = (int)o->every_ms, .task = t};
    memcpy(it->id, o->id, strlen(o->id) + 1);
    return ST_OK;
}

static status queue_turns(session *s, const request *l, const order *o, const position *whole,
                          item **list, size_t *count, error *err) {
    size_t cap = 0;
    uint64_t last = position_ply(whole);
    uint64_t first = position_first_ply(whole);
    if (!o->turns) return queue_turn(s, l, o, whole, last, list, count, &cap, err);
    status st = ST_OK;
    if (strcmp(o->turns, "all") == 0) {
        if (last - first > MAX_TURNS) return error_set(err, ST_NOMEM, "too many turns");
        for (uint64_t t = first; t <= last && st == ST_OK; t++)
            st = queue_turn(s, l, o, whole, t, list, count, &cap, err);
        return st;
    }
    for (const char *at = o->turns; *at && st == ST_OK;) {
        uint64_t turn;
        if (!next_turn(&at, &turn))
            return error_set(err, ST_BAD_SYNTAX, "turns takes plies with commas, or all");
        if (turn < first || turn > last)
            return error_set(err, ST_BAD_VALUE, "turn %llu is not among %llu to %llu",
                             (unsigned long long)turn, (unsigned long long)first,
                             (unsigned long long)last);
        st = queue_turn(s, l, o, whole, turn, list, count, &cap, err);
    }
    return st;
}

/* Hands the items over; `queued` is said first, as results may follow at once. */
static status hand_over(session *s, const order *o, item *list, size_t count, error *err) {
    analysis *a = s->analysis;
    (void)mtx_lock(&a->lock);
    void *at = a->items;
    bool ok = mem_grow(&at, &a->cap, a->count + count, sizeof *a->items);
    if (ok) {
        a->items = at;
        say(&s->voice, "queued id %s", o->id);
        for (size_t i = 0; i < count; i++) {
            list[i].number = a->arrived++;
            a->items[a->count++] = list[i];
        }
        (void)cnd_broadcast(&a->changed);
    }
    (void)mtx_unlock(&a->lock);
    return ok ? ST_OK : error_set(err, ST_NOMEM, "no memory for the analysis");
}

void cmd_analyze(session *s, const request *l) {
    error e;
    order o = {0};
    int at = -1;
    position *whole = NULL;
    item *list = NULL;
    size_t count = 0;
    status st = read_order(l, &o, &at, &e);
    size_t i = o.position_at;
    if (st == ST_OK) st = read_position(s, l, &i, o.go_at - 1, &whole, &at, &e);
    if (st == ST_OK) at = -1;
    if (st == ST_OK) st = queue_turns(s, l, &o, whole, &list, &count, &e);
    if (st == ST_OK) st = start_analysis(s, &e);
    if (st == ST_OK) st = hand_over(s, &o, list, count, &e);
    if (st != ST_OK) {
        for (size_t k = 0; k < count; k++) task_done(list[k].task);
        command_fails(s, l, &e, at);
    }
    mem_free(list);
    position_destroy(whole);
}

void cmd_cancel(session *s, const request *l) {
    error e;
    if (l->count != 2) {
        (void)error_set(&e, ST_BAD_SYNTAX, "cancel takes an id or all");
        command_fails(s, l, &e, -1);
        return;
    }
    bool all = strcmp(l->word[1], "all") == 0;
    unsigned n = s->analysis ? cancel(s->analysis, all ? NULL : l->word[1]) : 0;
    say(&s->voice, "cancelled id %s n %u", l->word[1], n);
}
