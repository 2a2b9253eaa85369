#include "uci/lines/line_queue.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"

void line_queue_line_done(waiting_line *l) {
    mem_free(l->words);
    text_done(&l->body);
    *l = (waiting_line){0};
}

status line_queue_init(line_queue *q) {
    *q = (line_queue){0};
    q->lines = mem_alloc(LINE_QUEUE_MAX * sizeof *q->lines);
    return q->lines ? ST_OK : ST_NOMEM;
}

void line_queue_done(line_queue *q) {
    line_queue_clear(q);
    line_queue_line_done(&q->current);
    mem_free(q->lines);
    *q = (line_queue){0};
}

bool line_queue_full(const line_queue *q) {
    return q->count == LINE_QUEUE_MAX || q->bytes >= LINE_QUEUE_MAX_BYTES;
}

/* The i-th line that waits. */
static waiting_line *at(const line_queue *q, size_t i) {
    return &q->lines[(q->first + i) % LINE_QUEUE_MAX];
}

static size_t size_of(const waiting_line *l) {
    return (l->words ? strlen(l->words) : 0) + l->body.len;
}

/* A mark is on a line that it means something to. */
static FOR_ASSERT bool is_line_sound(const waiting_line *l) {
    if (l->stopped && l->work == WORK_NONE) return false;
    if (l->hit && l->work != WORK_SEARCH) return false;
    if (l->dropped && (l->work == WORK_NONE || l->work == WORK_SEARCH)) return false;
    if (l->again && (l->kind != LINE_OVERTAKES || !l->words)) return false;
    return (l->refused != NULL) == (l->refused_code != ST_OK);
}

static FOR_ASSERT bool line_queue_check(const line_queue *q) {
    enum { COUNTED = 8 }; /* lines whose bytes are counted again: they may be long */
    size_t bytes = 0;
    if (q->count > LINE_QUEUE_MAX || q->first >= LINE_QUEUE_MAX) return false;
    for (size_t i = 0; i < q->count; i++)
        if (!is_line_sound(at(q, i))) return false;
    for (size_t i = 0; i < q->count && i < COUNTED; i++) bytes += size_of(at(q, i));
    return q->count > COUNTED ? bytes <= q->bytes : bytes == q->bytes;
}

void line_queue_push(line_queue *q, const waiting_line *l) {
    assert(!line_queue_full(q));
    assert(!l->stopped && !l->hit && !l->dropped && !l->again); /* later lines leave those */
    *at(q, q->count++) = *l;
    q->bytes += size_of(l);
    assert(line_queue_check(q));
}

/* --- whose turn it is --- */

/* A line that overtakes must not lose its effect on those it passes. */
static bool passes_its_subject(const line_queue *q, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (at(q, k)->subject == at(q, i)->subject) return true;
    return false;
}

/* The place of the line whose turn it is; q->count if none may be obeyed. */
static size_t turn_of(const line_queue *q, work_state now) {
    if (!q->count) return 0;
    if (now == WORK_IDLE || at(q, 0)->kind != LINE_CHANGES) return 0;
    for (size_t i = 1; i < q->count; i++) {
        const waiting_line *l = at(q, i);
        if (l->kind == LINE_OVERTAKES && !l->again) return i;
        if (l->kind == LINE_PINGS && now == WORK_RUNS) return i;
    }
    return q->count;
}

bool line_queue_ready(const line_queue *q, work_state now) {
    return turn_of(q, now) < q->count;
}

/* Leaves a copy of an overtaking line in its place; without memory none. */
static bool leave_copy(waiting_line *l) {
    char *copy = l->words ? mem_string(l->words) : NULL;
    if (!copy) return false;
    l->words = copy;
    l->again = true;
    return true;
}

static void take_out(line_queue *q, size_t i) {
    q->bytes -= size_of(at(q, i));
    for (; i > 0; i--) *at(q, i) = *at(q, i - 1);
    *at(q, 0) = (waiting_line){0};
    q->first = (q->first + 1) % LINE_QUEUE_MAX;
    q->count--;
}

waiting_line *line_queue_next(line_queue *q, work_state now) {
    size_t i = turn_of(q, now);
    if (i == q->count) return NULL;
    assert(!q->obeying);
    q->current = *at(q, i);
    q->obeying = true;
    bool stays = i > 0 && q->current.kind == LINE_OVERTAKES && passes_its_subject(q, i);
    if (!stays || !leave_copy(at(q, i))) take_out(q, i);
    assert(line_queue_check(q));
    return &q->current;
}

void line_queue_obeyed(line_queue *q) {
    assert(q->obeying);
    line_queue_line_done(&q->current);
    q->obeying = false;
}

/* --- marks --- */

/* The lines sent so far and not ended, in order: 0 is the one being obeyed. */
static waiting_line *pending(line_queue *q, size_t i) {
    assert(i <= q->count && (i || q->obeying));
    return i ? at(q, i - 1) : &q->current;
}

bool line_queue_stop(line_queue *q, bool running) {
    bool marked = false;
    for (size_t i = q->obeying ? 0 : 1; i <= q->count; i++) {
        waiting_line *l = pending(q, i);
        if (l->work == WORK_NONE) continue;
        if (l->work != WORK_OTHER || !running) l->stopped = marked = true;
        running = true;
    }
    assert(line_queue_check(q));
    return marked;
}

void line_queue_ponderhit(line_queue *q) {
    for (size_t i = q->obeying ? 0 : 1; i <= q->count; i++)
        if (pending(q, i)->work == WORK_SEARCH) pending(q, i)->hit = true;
}

void line_queue_quit(line_queue *q, bool drop_work) {
    for (size_t i = q->obeying ? 0 : 1; i <= q->count; i++) {
        waiting_line *l = pending(q, i);
        if (l->work == WORK_SEARCH) l->stopped = true;
        if (drop_work && (l->work == WORK_COUNT || l->work == WORK_OTHER)) l->dropped = true;
    }
    assert(line_queue_check(q));
}

void line_queue_clear(line_queue *q) {
    for (size_t i = 0; i < q->count; i++) line_queue_line_done(at(q, i));
    q->first = q->count = q->bytes = 0;
}
