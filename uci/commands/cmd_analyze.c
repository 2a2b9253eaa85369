#include <string.h>

#include "engine/base/memory.h"
#include "uci/commands/cmd.h"
#include "uci/commands/go_keywords.h"
#include "uci/commands/position_keywords.h"
#include "uci/core/info.h"
#include "uci/core/viewer.h"

/* The analysis queue: positions to search one after the other on a thread of their own, by
 * priority, in any order, cancellable, concurrently with `go`. Each turn asked for gets exactly one
 * final result. */

enum { MAX_TURNS = 100000 };

/* One turn of one request. */
typedef struct item {
    char id[LINE_ID_SIZE];
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

static void start_result(const item *it, bool partial, reply *out) {
    reply_init(out, "result");
    reply_word(out, "id", it->id);
    reply_int(out, "turn", it->turn);
    reply_bool(out, "partial", partial);
}

static void say_none(const item *it) {
    reply out;
    start_result(it, false, &out);
    reply_bool(&out, "none", true);
    responder_say(&it->task->responder, &out);
}

static void say_result(const item *it, const search_report *r, bool partial) {
    const task *t = it->task;
    const search_line *line = &r->lines[0];
    char first[GAME_TOKEN_SIZE];
    text best = text_over(first, sizeof first);
    text_putn(&best, line->pv, strcspn(line->pv, " "));
    reply out;
    start_result(it, partial, &out);
    reply_int(&out, "seat", t->question.seat + 1);
    reply_word(&out, "best", first);
    info_scores(t, line, &out);
    reply_count(&out, "visits", line->visits);
    reply_count(&out, "nodes", r->nodes);
    reply_int(&out, "depth", r->depth);
    reply_int(&out, "time", r->time_ms);
    reply_words(&out, "pv", line->pv);
    responder_say(&t->responder, &out);
}

static void listen(void *ctx, const search_report *r) {
    say_result(ctx, r, true);
}

/* --- the thread --- */

static size_t next_urgent(const analysis *a) {
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
    if (st != ST_OK) responder_error(&it->task->responder, &e, "analyze", -1);
    say_none(it);
}

static int analyse(void *arg) {
    analysis *a = arg;
    (void)mtx_lock(&a->lock);
    for (;;) {
        while (!a->count && !a->ending) (void)cnd_wait(&a->changed, &a->lock);
        if (!a->count) break;
        size_t at = next_urgent(a);
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

void cmd_analyze_wait(analysis *a) {
    if (!a) return;
    (void)mtx_lock(&a->lock);
    while (a->count || a->running.task) (void)cnd_wait(&a->changed, &a->lock);
    (void)mtx_unlock(&a->lock);
}

void cmd_analyze_end(analysis *a) {
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

typedef struct analysis_request {
    const request *l;
    const char *id, *turns; /* turns NULL: the last position alone */
    int64_t priority;
    uint64_t every_ms;
    size_t position_at, go_at; /* after these words */
} analysis_request;

static bool take_pair(analysis_request *o, const char *key, const char *value) {
    if (strcmp(key, "priority") == 0) return text_i64(value, INT32_MIN, INT32_MAX, &o->priority);
    if (strcmp(key, "every") == 0) return text_u64(value, INT32_MAX, &o->every_ms);
    if (strcmp(key, "turns") == 0) {
        o->turns = value;
        return true;
    }
    o->id = value;
    return strcmp(key, "id") == 0 && text_is_name(value) && strlen(value) < LINE_ID_SIZE;
}

static status read_request(const request *l, analysis_request *o, int *at, error *err) {
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
    void *world = viewer_world(p);
    bool yes = world && position_rules(p)->game->actor(position_rules(p), world) >= 0;
    mem_free(world);
    return yes;
}

/* The items of one order, before they are handed over. */
typedef struct item_list {
    item *at;
    size_t count, cap;
} item_list;

static void item_list_done(item_list *list, bool with_tasks) {
    for (size_t i = 0; with_tasks && i < list->count; i++) task_done(list->at[i].task);
    mem_free(list->at);
}

static item *add_item(item_list *list) {
    if (MEM_GROW(list->at, list->cap, list->count + 1) != ST_OK) return NULL;
    return &list->at[list->count];
}

/* Reads `go` for the position after `turn` events. */
static status read_task(session *s, const analysis_request *o, const position *p, task *t,
                        error *err) {
    request_part w = {.l = o->l, .i = o->go_at, .end = o->l->count};
    status st = go_keywords_read(s, &w, p, t, err);
    if (st == ST_GAME_OVER) return error_set(err, st, "turn %u: the game is over", position_ply(p));
    if (st == ST_OK && t->kind != TASK_GO)
        return error_set(err, ST_UNSUPPORTED, "analyze searches; ask perft alone");
    if (st != ST_OK) return st;
    /* No client says stop here: without a limit a turn takes the default time. */
    search_limits *lim = &t->question.limits;
    if (!limits_any(lim)) lim->movetime_ms = s->options.search.number[OPT_DEFAULT_MOVE_TIME];
    lim->infinite = lim->ponder = false;
    t->style.values = true;
    return ST_OK;
}

/* A question for one seat counts the events which that seat has seen. */
static unsigned turn_number(const analysis_request *o, const position *entire, uint64_t turn) {
    request_part w = {.l = o->l, .i = o->go_at, .end = o->l->count};
    int seat = go_keywords_seat(&w);
    return !o->turns && seat != SEAT_ALL ? position_seen(entire, seat) : (unsigned)turn;
}

static status queue_turn(session *s, const analysis_request *o, const position *entire,
                         uint64_t turn, item_list *list, error *err) {
    position *p;
    status st = position_clone(&p, entire, err);
    if (st != ST_OK) return st;
    position_cut(p, (unsigned)turn);
    bool every_ply = o->turns && strcmp(o->turns, "all") == 0;
    if (every_ply && !seat_decides(p)) {
        position_destroy(p);
        return ST_OK;
    }
    task *t = mem_alloc(sizeof *t);
    item *it = t ? add_item(list) : NULL;
    st = it ? read_task(s, o, p, t, err) : error_set(err, ST_NOMEM, "no memory for the analysis");
    position_destroy(p);
    if (st != ST_OK || !it) {
        task_done(t);
        return st;
    }
    *it = (item){.priority = o->priority,
                 .turn = turn_number(o, entire, turn),
                 .every_ms = (int)o->every_ms,
                 .task = t};
    memcpy(it->id, o->id, strlen(o->id) + 1);
    list->count++;
    return ST_OK;
}

static status queue_turns(session *s, const analysis_request *o, const position *entire,
                          item_list *list, error *err) {
    uint64_t last = position_ply(entire);
    uint64_t first = position_first_ply(entire);
    if (!o->turns) return queue_turn(s, o, entire, last, list, err);
    status st = ST_OK;
    if (strcmp(o->turns, "all") == 0) {
        if (last - first > MAX_TURNS) return error_set(err, ST_NOMEM, "too many turns");
        for (uint64_t t = first; t <= last && st == ST_OK; t++)
            st = queue_turn(s, o, entire, t, list, err);
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
        st = queue_turn(s, o, entire, turn, list, err);
    }
    return st;
}

/* Hands the items over; `queued` is said first, as results may follow at once. */
static status hand_over(session *s, const analysis_request *o, const item_list *list, error *err) {
    analysis *a = s->analysis;
    (void)mtx_lock(&a->lock);
    bool ok = MEM_GROW(a->items, a->cap, a->count + list->count) == ST_OK;
    if (ok) {
        reply queued;
        reply_init(&queued, "queued");
        reply_word(&queued, "id", o->id);
        responder_say(&s->responder, &queued);
        for (size_t i = 0; i < list->count; i++) {
            list->at[i].number = a->arrived++;
            a->items[a->count++] = list->at[i];
        }
        (void)cnd_broadcast(&a->changed);
    }
    (void)mtx_unlock(&a->lock);
    return ok ? ST_OK : error_set(err, ST_NOMEM, "no memory for the analysis");
}

void cmd_analyze(session *s, const request *l) {
    error e;
    analysis_request o = {.l = l};
    int at = -1;
    position *entire = NULL;
    item_list list = {0};
    status st = read_request(l, &o, &at, &e);
    if (st == ST_OK) {
        request_part w = {.l = l, .i = o.position_at, .end = o.go_at - 1, .at = -1};
        st = position_keywords_read(s, &w, &entire, &e);
        at = st == ST_OK ? -1 : w.at;
    }
    if (st == ST_OK) st = queue_turns(s, &o, entire, &list, &e);
    if (st == ST_OK) st = start_analysis(s, &e);
    if (st == ST_OK) st = hand_over(s, &o, &list, &e);
    if (st != ST_OK) request_fails(s, l, &e, at);
    item_list_done(&list, st != ST_OK);
    position_destroy(entire);
}

void cmd_cancel(session *s, const request *l) {
    error e;
    if (l->count != 2) {
        (void)error_set(&e, ST_BAD_SYNTAX, "cancel takes an id or all");
        request_fails(s, l, &e, -1);
        return;
    }
    bool all = strcmp(l->word[1], "all") == 0;
    unsigned n = s->analysis ? cancel(s->analysis, all ? NULL : l->word[1]) : 0;
    reply r;
    reply_init(&r, "cancelled");
    reply_word(&r, "id", l->word[1]);
    reply_int(&r, "n", n);
    responder_say(&s->responder, &r);
}
