#define _POSIX_C_SOURCE 200809L
#include "arena/crew/crew_ranks.h"

#include <assert.h>
#include <string.h>
#include <time.h>

#include "arena/crew/crew_message.h"
#include "arena/crew/crew_queue.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"

enum { AHEAD = 16, SILENCE_MS = 120000, MAX_OPEN = 8, HOST_SIZE = 80 };

/* What is known of a rank; number 0 is the own one and does no jobs. */
typedef struct one_rank {
    bool greeted, left;
    char host[HOST_SIZE];
    int64_t heard_ms;
    uint32_t opened; /* the last task that it has ready */
} one_rank;

typedef struct open_task {
    uint32_t id; /* 0: free */
    const crew_plan *plan;
} open_task;

struct crew_ranks {
    crew_ranks_setup setup;
    crew_link link;
    one_rank *rank;
    crew_rank_load *load;
    uint32_t last_id;
    open_task open[MAX_OPEN];
    int64_t nap_ns;

    /* The run under way. */
    const crew_ranks_run *run; /* NULL: none */
    crew_queue queue;
};

static _Thread_local crew_ranks *own_ranks;

crew_ranks *crew_ranks_own(void) {
    return own_ranks;
}

int crew_ranks_count(const crew_ranks *r) {
    return r->link.size - 1;
}

void crew_ranks_use(crew_ranks *r) {
    own_ranks = r;
}

status crew_ranks_create(crew_ranks **out, const crew_ranks_setup *s, error *err) {
    assert(s->link.rank == 0 && s->link.size > 1);
    *out = NULL;
    crew_ranks *r = mem_alloc(sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the ranks");
    r->setup = *s;
    r->link = s->link;
    if (!r->setup.silence_ms) r->setup.silence_ms = SILENCE_MS;
    r->rank = mem_alloc((size_t)s->link.size * sizeof *r->rank);
    r->load = mem_alloc((size_t)s->link.size * sizeof *r->load);
    if (r->rank && r->load) {
        *out = r;
        return ST_OK;
    }
    crew_ranks_destroy(r);
    return error_set(err, ST_NOMEM, "no memory for the ranks");
}

void crew_ranks_destroy(crew_ranks *r) {
    if (!r) return;
    if (own_ranks == r) own_ranks = NULL;
    mem_free(r->rank);
    mem_free(r->load);
    mem_free(r);
}

/* --- sending --- */

static status send_to(crew_ranks *r, int to, const crew_message *m, error *err) {
    text bytes = text_growing();
    crew_message_write(m, &bytes);
    if (bytes.cut || bytes.len > CREW_MAX_MESSAGE) {
        bool cut = bytes.cut;
        text_done(&bytes);
        return cut ? error_set(err, ST_NOMEM, "no memory for a message")
                   : error_set(err, ST_UNSUPPORTED, "a message is too long for the other ranks");
    }
    return r->link.send(r->link.self, to, &bytes, err);
}

static status send_all(crew_ranks *r, const crew_message *m, error *err) {
    status st = ST_OK;
    for (int i = 1; st == ST_OK && i < r->link.size; i++)
        if (!r->rank[i].left) st = send_to(r, i, m, err);
    return st;
}

/* --- what ranks say --- */

/* An error of a rank, with its name. */
static status rank_error(const crew_ranks *r, int from, const error *why, error *err) {
    const char *host = r->rank[from].host;
    return error_set(err, why->code, "rank %d%s%s: %.200s", from, *host ? " on " : "", host,
                     why->text);
}

static status nonsense(const crew_ranks *r, int from, const char *what, error *err) {
    error why;
    (void)error_set(&why, ST_INTERNAL, "%s", what);
    return rank_error(r, from, &why, err);
}

static status take_hello(crew_ranks *r, int from, crew_bytes body, error *err) {
    crew_reader in = crew_read(body);
    text program = text_growing();
    text host = text_over(r->rank[from].host, HOST_SIZE);
    crew_get_string(&in, &program);
    crew_get_string(&in, &host);
    status st = ST_OK;
    if (!crew_read_all(&in))
        st = nonsense(r, from, "its first message makes no sense", err);
    else if (strcmp(text_string(&program), r->setup.program) != 0)
        st = error_set(err, ST_IO, "rank %d on %.60s runs %.60s, but rank 0 %.60s", from,
                       r->rank[from].host, text_string(&program), r->setup.program);
    text_done(&program);
    r->rank[from].greeted = true;
    return st;
}

static status take_fail(const crew_ranks *r, int from, crew_bytes body, error *err) {
    crew_reader in = crew_read(body);
    error why;
    if (!crew_error_read(&in, &why) || why.code == ST_OK)
        return nonsense(r, from, "it failed and does not say why", err);
    return rank_error(r, from, &why, err);
}

static const crew_plan *plan_of(const crew_ranks *r, uint32_t id) {
    for (int i = 0; id && i < MAX_OPEN; i++)
        if (r->open[i].id == id) return r->open[i].plan;
    return NULL;
}

/* A file (of task 0: its name and how long it may be), or a part of a task's data. */
static status fetch(const crew_ranks *r, const crew_message *m, text *out, error *err) {
    const crew_plan *plan = plan_of(r, m->crew);
    crew_reader in = crew_read(m->body);
    if (m->crew) {
        uint64_t part = crew_get_u64(&in);
        if (plan && plan->fetch && crew_read_all(&in))
            return plan->fetch(plan->ctx, part, out, err);
        return error_set(err, ST_NOT_FOUND, "there is no such part of the data");
    }
    text path = text_growing();
    crew_get_string(&in, &path);
    size_t limit = (size_t)crew_get_upto(&in, CREW_MAX_MESSAGE);
    status st = ST_OK;
    if (!crew_read_all(&in) || path.cut || limit == 0)
        st = error_set(err, ST_INTERNAL, "a file was asked for without a name");
    else if (strcmp(text_string(&path), "-") == 0)
        st = error_set(err, ST_UNSUPPORTED, "the standard input is read by rank 0 alone");
    else
        st = file_read(out, text_string(&path), limit, err);
    text_done(&path);
    return st;
}

static status answer_fetch(crew_ranks *r, int from, const crew_message *m, error *err) {
    text data = text_growing();
    text body = text_growing();
    error why;
    error_note(&why, "");
    status st = fetch(r, m, &data, &why);
    if (st == ST_OK && data.len > CREW_MAX_MESSAGE - 4 * CREW_HEAD - sizeof why)
        (void)error_set(&why, ST_UNSUPPORTED, "a file of %zu bytes is too long to send", data.len);
    crew_error_write(&why, &body);
    crew_put_bytes(&body, text_string(&data), why.code == ST_OK ? data.len : 0);
    crew_message answer = {CREW_DATA, m->crew, m->number, {text_string(&body), body.len}};
    st = body.cut ? error_set(err, ST_NOMEM, "no memory for a file")
                  : send_to(r, from, &answer, err);
    text_done(&data);
    text_done(&body);
    return st;
}

static status take_result(crew_ranks *r, int from, const crew_message *m, error *err) {
    if (!r->run || m->crew != r->run->id) return ST_OK; /* of a run that was stopped */
    if (!crew_queue_wants(&r->queue, m->number) || r->load[from].given == 0)
        return nonsense(r, from, "it answered what it was not asked", err);
    text result = text_growing();
    text_putn(&result, m->body.at, m->body.len);
    if (result.cut) {
        text_done(&result);
        return error_set(err, ST_NOMEM, "no memory for a result");
    }
    r->load[from].given--;
    crew_queue_put(&r->queue, m->number, &result);
    return ST_OK;
}

static status take_message(crew_ranks *r, int from, const crew_message *m, error *err) {
    r->rank[from].heard_ms = clock_now_ms();
    if (m->kind != CREW_HELLO && !r->rank[from].greeted)
        return nonsense(r, from, "it speaks before it says what it is", err);
    switch (m->kind) {
    case CREW_HELLO:
        return take_hello(r, from, m->body, err);
    case CREW_OPENED:
        r->rank[from].opened = m->crew;
        return ST_OK;
    case CREW_RESULT:
        return take_result(r, from, m, err);
    case CREW_FAIL:
        return m->crew && !plan_of(r, m->crew) ? ST_OK : take_fail(r, from, m->body, err);
    case CREW_FETCH:
        return answer_fetch(r, from, m, err);
    case CREW_ALIVE:
        return ST_OK;
    case CREW_BYE:
        r->rank[from].left = true;
        return ST_OK;
    default:
        return nonsense(r, from, "its message is for other ranks than 0", err);
    }
}

/* --- waiting --- */

/* All messages that have come; *any: there were some. */
static status listen(crew_ranks *r, bool *any, error *err) {
    status st = ST_OK;
    *any = false;
    while (st == ST_OK) {
        int from;
        text bytes;
        crew_message m;
        error why;
        st = r->link.receive(r->link.self, &from, &bytes, err);
        if (st != ST_OK || from < 0) break;
        *any = true;
        assert(from > 0 && from < r->link.size);
        if (crew_message_read(&m, (crew_bytes){text_string(&bytes), bytes.len}, &why) != ST_OK)
            st = rank_error(r, from, &why, err);
        else
            st = take_message(r, from, &m, err);
        text_done(&bytes);
    }
    return st;
}

/* Short naps where something has just happened, longer ones when nothing does. */
static void nap(crew_ranks *r, bool any) {
    if (any) {
        r->nap_ns = CREW_NAP_SHORT_NS;
        return;
    }
    struct timespec t = {.tv_nsec = (long)r->nap_ns};
    (void)nanosleep(&t, NULL);
    r->nap_ns = crew_longer_nap_ns(r->nap_ns);
}

static void begin_waiting(crew_ranks *r) {
    r->nap_ns = CREW_NAP_SHORT_NS;
    for (int i = 1; i < r->link.size; i++) r->rank[i].heard_ms = clock_now_ms();
}

/* A rank that has left without being sent, or says nothing any more. */
static status check_all_there(const crew_ranks *r, error *err) {
    int64_t now = clock_now_ms();
    for (int i = 1; i < r->link.size; i++) {
        int64_t silent = now - r->rank[i].heard_ms;
        if (r->rank[i].left) return nonsense(r, i, "it has left", err);
        if (silent > r->setup.silence_ms)
            return error_set(err, ST_IO, "rank %d%s%s has said nothing for %lld s", i,
                             r->rank[i].host[0] ? " on " : "", r->rank[i].host,
                             (long long)silent / 1000);
    }
    return ST_OK;
}

typedef bool (*condition)(const crew_ranks *r, uint32_t id);

static status wait_for(crew_ranks *r, condition done, uint32_t id, error *err) {
    status st = ST_OK;
    bool any;
    begin_waiting(r);
    while (st == ST_OK && !done(r, id)) {
        st = listen(r, &any, err);
        if (st == ST_OK) st = check_all_there(r, err);
        if (st == ST_OK && !done(r, id)) nap(r, any);
    }
    return st;
}

static bool all_greeted(const crew_ranks *r, uint32_t id) {
    (void)id;
    for (int i = 1; i < r->link.size; i++)
        if (!r->rank[i].greeted) return false;
    return true;
}

static bool all_opened(const crew_ranks *r, uint32_t id) {
    for (int i = 1; i < r->link.size; i++)
        if (r->rank[i].opened != id) return false;
    return true;
}

/* --- tasks --- */

static status send_opening(crew_ranks *r, const crew_plan *p, uint32_t id, error *err) {
    text body = text_growing();
    text world = text_growing();
    text setup = text_growing();
    if (r->setup.describe) r->setup.describe(&world);
    if (p->describe) p->describe(p->ctx, &setup);
    crew_put_string(&body, p->task->name);
    crew_put_u64(&body, (uint64_t)p->slots);
    crew_put_bytes(&body, text_string(&world), world.len);
    crew_put_bytes(&body, text_string(&setup), setup.len);
    crew_message m = {CREW_OPEN, id, 0, {text_string(&body), body.len}};
    status st = body.cut || world.cut || setup.cut
                    ? error_set(err, ST_NOMEM, "no memory for the ranks")
                    : send_all(r, &m, err);
    text_done(&body);
    text_done(&world);
    text_done(&setup);
    return st;
}

status crew_ranks_open(crew_ranks *r, const crew_plan *p, uint32_t *id, error *err) {
    int slot = 0;
    while (slot < MAX_OPEN && r->open[slot].id) slot++;
    if (slot == MAX_OPEN) return error_set(err, ST_BUSY, "the ranks have too many tasks");
    status st = wait_for(r, all_greeted, 0, err);
    if (st != ST_OK) return st;
    *id = ++r->last_id;
    r->open[slot] = (open_task){*id, p};
    st = send_opening(r, p, *id, err);
    if (st == ST_OK) st = wait_for(r, all_opened, *id, err);
    if (st != ST_OK) crew_ranks_close(r, *id);
    return st;
}

void crew_ranks_close(crew_ranks *r, uint32_t id) {
    crew_message m = {.kind = CREW_CLOSE, .crew = id};
    for (int i = 0; i < MAX_OPEN; i++)
        if (r->open[i].id == id) r->open[i] = (open_task){0};
    (void)send_all(r, &m, NULL); /* where it cannot be sent the ranks end with the program */
}

/* --- runs --- */

static status give_one(crew_ranks *r, int to, uint64_t number, error *err) {
    const crew_plan *p = r->run->plan;
    text job = text_growing();
    if (p->describe_job) p->describe_job(p->ctx, number, &job);
    crew_message m = {CREW_JOB, r->run->id, number, {text_string(&job), job.len}};
    status st = job.cut ? error_set(err, ST_NOMEM, "no memory for a job") : send_to(r, to, &m, err);
    text_done(&job);
    if (st == ST_OK) r->load[to].given++;
    return st;
}

static status hand_out(crew_ranks *r, error *err) {
    status st = ST_OK;
    uint64_t number;
    while (st == ST_OK) {
        int to = crew_queue_rank(r->load, r->link.size, r->queue.end - r->queue.next);
        if (to < 0 || !crew_queue_begin(&r->queue, &number)) break;
        st = give_one(r, to, number, err);
    }
    return st;
}

static status take_results(crew_ranks *r, bool *enough, error *err) {
    const crew_plan *p = r->run->plan;
    status st = ST_OK;
    text result;
    uint64_t number;
    while (st == ST_OK && !*enough && crew_queue_take(&r->queue, &number, &result)) {
        crew_bytes bytes = {text_string(&result), result.len};
        st = p->take(p->ctx, number, bytes, enough, err);
        text_done(&result);
    }
    return st;
}

static status work_through(crew_ranks *r, error *err) {
    status st = ST_OK;
    bool enough = false;
    begin_waiting(r);
    while (st == ST_OK && !enough && r->queue.taken < r->queue.end) {
        bool any;
        if (atomic_load(r->run->stopping)) return error_set(err, ST_STOPPED, "stopped");
        st = hand_out(r, err);
        if (st == ST_OK) st = listen(r, &any, err);
        if (st == ST_OK) st = check_all_there(r, err);
        if (st == ST_OK) st = take_results(r, &enough, err);
        if (st == ST_OK) nap(r, any);
    }
    return st;
}

status crew_ranks_do(crew_ranks *r, const crew_ranks_run *run, error *err) {
    assert(!r->run);
    uint64_t slots = (uint64_t)run->plan->slots;
    for (int i = 1; i < r->link.size; i++) r->load[i] = (crew_rank_load){(int)slots, 0};
    uint64_t window = slots * (uint64_t)(r->link.size - 1) * AHEAD;
    status st = crew_queue_init(&r->queue, run->first, run->end, window);
    if (st != ST_OK) return error_set(err, ST_NOMEM, "no memory for the crew");
    r->run = run;
    st = work_through(r, err);
    r->run = NULL;
    crew_queue_done(&r->queue);
    return st;
}

/* --- the end --- */

bool crew_ranks_quit(crew_ranks *r, int64_t ms) {
    crew_message m = {.kind = CREW_QUIT};
    int64_t until = clock_now_ms() + ms;
    int left = 0;
    if (send_all(r, &m, NULL) != ST_OK) return false;
    begin_waiting(r);
    while (left < r->link.size - 1 && clock_now_ms() < until) {
        bool any;
        error ignored; /* what ranks say now changes nothing */
        (void)listen(r, &any, &ignored);
        nap(r, any);
        left = 0;
        for (int i = 1; i < r->link.size; i++) left += r->rank[i].left;
    }
    return left == r->link.size - 1;
}
