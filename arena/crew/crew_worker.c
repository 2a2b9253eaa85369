#define _POSIX_C_SOURCE 200809L
#include "arena/crew/crew_worker.h"

#include <assert.h>
#include <string.h>

#include "arena/crew/crew_message.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"

enum { MAX_OPEN = 8, MAX_SLOTS = 1024, ALIVE_MS = 1000, GOODBYE_MS = 5000 };

/* A task that rank 0 has opened. */
typedef struct open_crew {
    uint32_t id; /* 0: free */
    const crew_task *task;
    void *ctx;
    int slots;
    int busy; /* threads that open it, work for it or close it */
    bool ready, closing;
    crew_source source;
} open_crew;

/* A message that waits: of rank 0 for a slot, or of a slot for rank 0. */
typedef struct note {
    struct note *next;
    crew_message m; /* its body is in bytes, or it has none */
    text bytes;
} note;

typedef struct note_list {
    note *first, *last;
} note_list;

/* A thread that waits for a file or a part of the data. */
typedef struct waiter {
    struct waiter *next;
    uint64_t number;
    bool done;
    error why; /* ST_OK: it is there */
    text *out;
} waiter;

typedef struct worker worker;

typedef struct slot {
    worker *own;
    int number;
    thrd_t thread;
} slot;

struct worker {
    crew_worker_setup setup;
    mtx_t lock; /* guards everything below */
    cnd_t jobs_came, notes_came, data_came;
    open_crew open[MAX_OPEN];
    note_list jobs, notes;
    waiter *waiting;
    uint64_t fetches;
    slot *slots;
    int slot_count, slots_left;
    bool quit, lost;
};

/* --- notes --- */

static void append(note_list *l, note *n) {
    n->next = NULL;
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
}

static note *unlink_after(note_list *l, note *before) {
    note *n = before ? before->next : l->first;
    if (!n) return NULL;
    if (before)
        before->next = n->next;
    else
        l->first = n->next;
    if (l->last == n) l->last = before;
    return n;
}

static void note_done(note *n) {
    if (n) text_done(&n->bytes);
    mem_free(n);
}

/* Under the lock. Where there is no memory this rank ends, and the job with it: rank 0 would wait for
 * ever. */
static void tell(worker *w, const crew_message *m) {
    note *n = mem_alloc(sizeof *n);
    w->lost |= !n;
    if (!n) return;
    n->bytes = text_growing();
    crew_message_write(m, &n->bytes);
    append(&w->notes, n);
    (void)cnd_signal(&w->notes_came);
}

static void tell_failure(worker *w, uint32_t id, uint64_t number, const error *why) {
    text body = text_growing();
    crew_error_write(why, &body);
    tell(w, &(crew_message){CREW_FAIL, id, number, {text_string(&body), body.len}});
    text_done(&body);
}

/* --- data of rank 0 --- */

static status fetch(worker *w, uint32_t id, const text *request, text *out, error *err) {
    waiter me = {.out = out};
    if (request->cut) return error_set(err, ST_NOMEM, "no memory for a request");
    (void)mtx_lock(&w->lock);
    me.number = ++w->fetches;
    me.next = w->waiting;
    w->waiting = &me;
    tell(w, &(crew_message){CREW_FETCH, id, me.number, {text_string(request), request->len}});
    while (!me.done && !w->quit) (void)cnd_wait(&w->data_came, &w->lock);
    waiter **at = &w->waiting;
    while (*at != &me) at = &(*at)->next;
    *at = me.next;
    (void)mtx_unlock(&w->lock);
    if (!me.done) return error_set(err, ST_STOPPED, "stopped");
    if (me.why.code != ST_OK && err) *err = me.why;
    return me.why.code;
}

static status fetch_part(const crew_source *s, uint64_t number, text *out, error *err) {
    text request = text_growing();
    crew_put_u64(&request, number);
    status st = fetch(s->self, s->crew, &request, out, err);
    text_done(&request);
    return st;
}

/* A file as rank 0 reads it: see file_read_from(). */
static status fetch_file(void *self, text *out, const char *path, size_t limit, error *err) {
    text request = text_growing();
    crew_put_string(&request, path);
    crew_put_u64(&request, limit < CREW_MAX_MESSAGE ? limit : CREW_MAX_MESSAGE);
    status st = fetch(self, 0, &request, out, err);
    if (st != ST_OK) text_done(out);
    text_done(&request);
    return st;
}

/* Under the lock. */
static void take_data(worker *w, const crew_message *m) {
    waiter *me = w->waiting;
    while (me && me->number != m->number) me = me->next;
    if (!me || me->done) return;
    crew_reader in = crew_read(m->body);
    bool read = crew_error_read(&in, &me->why);
    crew_bytes data = crew_get_bytes(&in);
    if (!read || !crew_read_all(&in))
        (void)error_set(&me->why, ST_INTERNAL, "what rank 0 sent makes no sense");
    else if (me->why.code == ST_OK)
        text_putn(me->out, data.at, data.len);
    if (me->why.code == ST_OK && me->out->cut)
        (void)error_set(&me->why, ST_NOMEM, "no memory for a file of rank 0");
    me->done = true;
    (void)cnd_broadcast(&w->data_came);
}

/* --- tasks, under the lock unless it says otherwise --- */

static open_crew *find_crew(worker *w, uint32_t id) {
    for (int i = 0; id && i < MAX_OPEN; i++)
        if (w->open[i].id == id) return &w->open[i];
    return NULL;
}

/* The last thread that was busy with it closes it. */
static void leave_crew(worker *w, open_crew *c) {
    if (c->busy == 1 && c->closing && c->ready) {
        void *ctx = c->ctx;
        c->ready = false;
        (void)mtx_unlock(&w->lock);
        c->task->close(ctx);
        (void)mtx_lock(&w->lock);
    }
    if (--c->busy == 0 && c->closing) *c = (open_crew){0};
}

static const crew_task *find_task(const worker *w, const char *name) {
    const crew_task *const *t = w->setup.tasks;
    while (*t && strcmp((*t)->name, name) != 0) t++;
    return *t;
}

/* Without the lock. */
static status open_task(const worker *w, open_crew *c, crew_bytes body, error *err) {
    crew_reader in = crew_read(body);
    text name = text_growing();
    crew_get_string(&in, &name);
    (void)crew_get_upto(&in, MAX_SLOTS); /* known already */
    crew_bytes world = crew_get_bytes(&in);
    crew_opening o = {.world = &w->setup.world, .slots = c->slots, .source = &c->source};
    o.setup = crew_get_bytes(&in);
    const crew_task *task = find_task(w, text_string(&name));
    status st = ST_OK;
    if (!crew_read_all(&in) || name.cut || !task)
        st = error_set(err, ST_INTERNAL, "it knows no task %.40s", text_string(&name));
    text_done(&name);
    if (st == ST_OK && w->setup.prepare) st = w->setup.prepare(world, err);
    if (st == ST_OK) st = task->open(&c->ctx, &o, err);
    if (st == ST_OK) c->task = task;
    return st;
}

static void do_opening(worker *w, open_crew *c, const note *job) {
    error err;
    (void)mtx_unlock(&w->lock);
    status st = open_task(w, c, job->m.body, &err);
    (void)mtx_lock(&w->lock);
    c->ready = st == ST_OK;
    if (st == ST_OK)
        tell(w, &(crew_message){.kind = CREW_OPENED, .crew = c->id});
    else
        tell_failure(w, c->id, 0, &err);
    if (c->ready && c->closing && c->task->stop) c->task->stop(c->ctx);
}

static void do_job(worker *w, open_crew *c, const note *job, int number) {
    error err;
    text result = text_growing();
    crew_job todo = {.slot = number, .number = job->m.number, .bytes = job->m.body};
    (void)mtx_unlock(&w->lock);
    status st = c->task->work(c->ctx, &todo, &result, &err);
    if (st == ST_OK && result.cut) st = error_set(&err, ST_NOMEM, "no memory for a result");
    (void)mtx_lock(&w->lock);
    if (!c->closing && st == ST_OK)
        tell(w,
             &(crew_message){CREW_RESULT, c->id, todo.number, {text_string(&result), result.len}});
    else if (!c->closing)
        tell_failure(w, c->id, todo.number, &err);
    text_done(&result);
}

/* The first job that this slot may do. A job of a task that is not there (any more) is dropped. */
static note *next_job(worker *w, int number, open_crew **out) {
    note *before = NULL;
    note *n = w->jobs.first;
    while (n) {
        open_crew *c = find_crew(w, n->m.crew);
        bool gone = !c || (n->m.kind == CREW_JOB && c->closing);
        bool mine = !gone && number < c->slots &&
                    (n->m.kind == CREW_OPEN || n->m.kind == CREW_CLOSE || c->ready);
        if (gone || mine) {
            (void)unlink_after(&w->jobs, before);
            if (mine) {
                *out = c;
                return n;
            }
            note_done(n);
            n = before ? before->next : w->jobs.first;
            continue;
        }
        before = n;
        n = n->next;
    }
    return NULL;
}

static int slot_main(void *arg) {
    slot *l = arg;
    worker *w = l->own;
    (void)mtx_lock(&w->lock);
    for (;;) {
        open_crew *c;
        note *job = next_job(w, l->number, &c);
        if (!job && w->quit) break;
        if (!job) {
            (void)cnd_wait(&w->jobs_came, &w->lock);
            continue;
        }
        c->busy++;
        if (job->m.kind == CREW_OPEN)
            do_opening(w, c, job);
        else if (job->m.kind == CREW_JOB)
            do_job(w, c, job, l->number);
        note_done(job);
        leave_crew(w, c);
        (void)cnd_broadcast(&w->jobs_came);
    }
    w->slots_left++;
    (void)cnd_signal(&w->notes_came);
    (void)mtx_unlock(&w->lock);
    return 0;
}

static status more_slots(worker *w, int wanted, error *err) {
    if (wanted <= w->slot_count) return ST_OK;
    for (; w->slot_count < wanted; w->slot_count++) {
        slot *l = &w->slots[w->slot_count];
        *l = (slot){.own = w, .number = w->slot_count};
        if (thrd_create(&l->thread, slot_main, l) != thrd_success) break;
    }
    return w->slot_count == wanted ? ST_OK : error_set(err, ST_NOMEM, "no threads can be started");
}

/* --- messages of rank 0, under the lock --- */

static status begin_opening(worker *w, const crew_message *m, error *err) {
    crew_reader in = crew_read(m->body);
    (void)crew_get_bytes(&in);
    int slots = (int)crew_get_upto(&in, MAX_SLOTS);
    int at = 0;
    while (at < MAX_OPEN && w->open[at].id) at++;
    if (in.bad || slots < 1 || at == MAX_OPEN || m->crew == 0 || find_crew(w, m->crew))
        return error_set(err, ST_INTERNAL, "it cannot open such a task");
    status st = more_slots(w, slots, err);
    if (st != ST_OK) return st;
    open_crew *c = &w->open[at];
    *c = (open_crew){.id = m->crew, .slots = slots};
    c->source = (crew_source){w, m->crew, fetch_part};
    return ST_OK;
}

static void close_crew(open_crew *c) {
    c->closing = true;
    if (c->ready && c->task->stop) c->task->stop(c->ctx);
}

/* Whether a slot has to have it. */
static status take_message(worker *w, const crew_message *m, bool *for_slots, error *err) {
    open_crew *c = find_crew(w, m->crew);
    *for_slots = m->kind == CREW_OPEN || m->kind == CREW_JOB || (m->kind == CREW_CLOSE && c);
    switch (m->kind) {
    case CREW_OPEN:
        return begin_opening(w, m, err);
    case CREW_JOB:
        return ST_OK;
    case CREW_CLOSE:
        if (c) close_crew(c);
        return ST_OK;
    case CREW_DATA:
        take_data(w, m);
        return ST_OK;
    case CREW_QUIT:
        w->quit = true;
        for (int i = 0; i < MAX_OPEN; i++)
            if (w->open[i].id) close_crew(&w->open[i]);
        (void)cnd_broadcast(&w->data_came);
        (void)cnd_broadcast(&w->jobs_came);
        return ST_OK;
    default:
        return error_set(err, ST_INTERNAL, "rank 0 sent a message that is for itself");
    }
}

/* Under the lock; takes the bytes. */
static status take_bytes(worker *w, text *bytes, error *err) {
    note *n = mem_alloc(sizeof *n);
    bool for_slots = false;
    status st = n ? ST_OK : error_set(err, ST_NOMEM, "no memory for a message");
    if (n) {
        n->bytes = *bytes;
        st = crew_message_read(&n->m, (crew_bytes){text_string(&n->bytes), n->bytes.len}, err);
    } else {
        text_done(bytes);
    }
    if (st == ST_OK) st = take_message(w, &n->m, &for_slots, err);
    if (st == ST_OK && for_slots) {
        append(&w->jobs, n);
        (void)cnd_broadcast(&w->jobs_came);
    } else {
        note_done(n);
    }
    return st;
}

/* The link belongs to the thread that talks. It is used without the lock: a thread that plays would
 * wait for this one, which may itself wait for a core. */

/* *any: something came. */
static status listen(worker *w, bool *any, error *err) {
    *any = false;
    for (;;) {
        int from;
        text bytes;
        error why;
        (void)mtx_unlock(&w->lock);
        status st = w->setup.link.receive(w->setup.link.self, &from, &bytes, err);
        (void)mtx_lock(&w->lock);
        if (st != ST_OK || from < 0) return st;
        *any = true;
        if (from != 0)
            text_done(&bytes);
        else if (take_bytes(w, &bytes, &why) != ST_OK)
            tell_failure(w, 0, 0, &why);
    }
}

static status send_notes(worker *w, error *err) {
    status st = ST_OK;
    note *n;
    while (st == ST_OK && (n = unlink_after(&w->notes, NULL))) {
        (void)mtx_unlock(&w->lock);
        if (n->bytes.cut || n->bytes.len > CREW_MAX_MESSAGE)
            st = error_set(err, ST_NOMEM, "a message is too long");
        else
            st = w->setup.link.send(w->setup.link.self, 0, &n->bytes, err);
        if (st == ST_OK) n->bytes = text_growing(); /* the link has them */
        note_done(n);
        (void)mtx_lock(&w->lock);
    }
    return st;
}

/* --- the thread that talks --- */

static void wait_a_moment(worker *w, int64_t ns) {
    struct timespec until;
    (void)timespec_get(&until, TIME_UTC);
    until.tv_nsec += (long)ns;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    (void)cnd_timedwait(&w->notes_came, &w->lock, &until);
}

static status talk(worker *w, error *err) {
    int64_t nap_ns = CREW_NAP_SHORT_NS;
    int64_t alive_ms = clock_now_ms();
    int64_t end_ms = 0; /* after QUIT: when not to wait any longer */
    status st = ST_OK;
    while (st == ST_OK) {
        bool any;
        st = listen(w, &any, err);
        if (clock_now_ms() - alive_ms > ALIVE_MS) {
            alive_ms = clock_now_ms();
            tell(w, &(crew_message){.kind = CREW_ALIVE});
        }
        if (st == ST_OK && w->lost) st = error_set(err, ST_NOMEM, "no memory for a message");
        any |= w->notes.first != NULL;
        if (st == ST_OK) st = send_notes(w, err);
        if (w->quit && !end_ms) end_ms = clock_now_ms() + GOODBYE_MS;
        if (w->quit && (w->slots_left == w->slot_count || clock_now_ms() > end_ms)) break;
        if (any) nap_ns = CREW_NAP_SHORT_NS;
        if (!w->notes.first) wait_a_moment(w, nap_ns);
        nap_ns = crew_longer_nap_ns(nap_ns);
    }
    return st;
}

static void say_hello(worker *w) {
    text body = text_growing();
    crew_put_string(&body, w->setup.world.program);
    crew_put_string(&body, w->setup.host);
    tell(w, &(crew_message){CREW_HELLO, 0, 0, {text_string(&body), body.len}});
    text_done(&body);
}

static status say_goodbye(worker *w, error *err) {
    int64_t until = clock_now_ms() + GOODBYE_MS;
    tell(w, &(crew_message){.kind = CREW_BYE});
    status st = send_notes(w, err);
    while (st == ST_OK && !w->setup.link.idle(w->setup.link.self) && clock_now_ms() < until)
        wait_a_moment(w, CREW_NAP_LONG_NS);
    return st;
}

/* False: a thread goes on with what it does, and needs all that is here. */
static bool end_slots(worker *w) {
    w->quit = true;
    (void)cnd_broadcast(&w->jobs_came);
    (void)cnd_broadcast(&w->data_came);
    if (w->slots_left < w->slot_count) return false;
    (void)mtx_unlock(&w->lock);
    for (int i = 0; i < w->slot_count; i++) (void)thrd_join(w->slots[i].thread, NULL);
    (void)mtx_lock(&w->lock);
    /* Slots that end with tasks open: those that were closed when no job was under way. */
    for (int i = 0; i < MAX_OPEN; i++)
        if (w->open[i].ready) w->open[i].task->close(w->open[i].ctx);
    note *n;
    while ((n = unlink_after(&w->jobs, NULL))) note_done(n);
    while ((n = unlink_after(&w->notes, NULL))) note_done(n);
    return true;
}

static void worker_done(worker *w) {
    (void)mtx_unlock(&w->lock);
    cnd_destroy(&w->jobs_came);
    cnd_destroy(&w->notes_came);
    cnd_destroy(&w->data_came);
    mtx_destroy(&w->lock);
    mem_free(w->slots);
    mem_free(w);
}

status crew_worker_serve(const crew_worker_setup *s, error *err) {
    worker *w = mem_alloc(sizeof *w);
    if (!w) return error_set(err, ST_NOMEM, "no memory for this rank");
    w->setup = *s;
    w->slots = mem_alloc(MAX_SLOTS * sizeof *w->slots);
    (void)mtx_init(&w->lock, mtx_plain);
    (void)cnd_init(&w->jobs_came);
    (void)cnd_init(&w->notes_came);
    (void)cnd_init(&w->data_came);
    (void)mtx_lock(&w->lock);
    if (!w->slots) {
        worker_done(w);
        return error_set(err, ST_NOMEM, "no memory for this rank");
    }
    if (!s->shares_files) file_read_from(fetch_file, w);
    say_hello(w);
    status st = talk(w, err);
    bool ended = end_slots(w);
    if (st == ST_OK) st = say_goodbye(w, err);
    if (ended && !s->shares_files) file_read_from(NULL, NULL);
    if (ended)
        worker_done(w);
    else
        (void)mtx_unlock(&w->lock);
    if (st == ST_OK && !ended) st = error_set(err, ST_BUSY, "a job does not end");
    return st;
}
