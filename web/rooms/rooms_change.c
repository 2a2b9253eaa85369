/* Changes of a table, from start to end. */
#include <assert.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "web/http/web_gate.h"
#include "web/rooms/rooms_inside.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the table");
}

static status unreachable(error *err) {
    return error_set(err, ST_IO, "the data cannot be reached: ask again with the same key");
}

/* --- jobs --- */

rooms_job *rooms_job_own(room_entry *e) {
    rooms_job *j = mem_alloc(sizeof *j);
    if (!j) return NULL;
    j->entry = rooms_take(e);
    j->seat = ROOM_NO_SEAT;
    j->received_ms = clock_now_ms();
    return j;
}

rooms_job *rooms_job_create(rooms *all, web_request *q, const char *id) {
    room_entry *e;
    error err;
    if (rooms_find(all, id, &e, &err) != ST_OK) {
        web_refuse_error(q, &err);
        return NULL;
    }
    rooms_job *j = rooms_job_own(e);
    rooms_let_go(e);
    if (!j) {
        (void)no_memory(&err);
        web_refuse_error(q, &err);
        return NULL;
    }
    j->q = q;
    j->who = q->person;
    return j;
}

void rooms_job_drop(rooms_job *j) {
    if (!j) return;
    for (int i = 0; i < j->parts; i++) mem_free(j->part[i]);
    mem_free(j->part);
    mem_free(j->said);
    rooms_let_go(j->entry);
    mem_free(j);
}

/* The next job of the table, or rest. */
static void release(rooms *all, room_entry *e) {
    mtx_lock(&e->mutex);
    rooms_job *next = e->first;
    if (next) {
        e->first = next->next;
        if (!e->first) e->last = &e->first;
        next->next = NULL;
    } else {
        e->busy = false;
        atomic_fetch_sub_explicit(&all->busy, 1, memory_order_relaxed);
    }
    mtx_unlock(&e->mutex);
    if (next) rooms_worker_push(all, next);
}

/* The answer is written: sends it, and the job ends. */
static void finish_job(rooms_job *j) {
    web_request *q = j->deferred ? j->q : NULL;
    rooms_job_drop(j);
    if (q) web_finish(q);
}

static void refuse_job(rooms_job *j, const error *e) {
    if (j->q && j->forbidden)
        web_refuse(j->q, 403, "forbidden", e->text, NULL);
    else if (j->q)
        web_refuse_error(j->q, e);
    finish_job(j);
}

/* All that wait for a table get what the one before them got. */
static void fail_waiting(room_entry *e, const error *err) {
    mtx_lock(&e->mutex);
    rooms_job *list = e->first;
    e->first = NULL;
    e->last = &e->first;
    mtx_unlock(&e->mutex);
    while (list) {
        rooms_job *j = list;
        list = j->next;
        refuse_job(j, err);
    }
}

/* --- the answer --- */

static int seat_view(const room *r, int seat) {
    if (!r->base->hidden || (r->started && room_is_over(r))) return ROOM_VIEW_ALL;
    return seat >= 0 ? seat : ROOM_VIEW_PUBLIC;
}

/* The action as its own seat was given it. */
static void put_action(json_writer *w, const room *r, const room_row *row, int seat) {
    const room_told *t = row->told ? &row->told[seat_view(r, seat)] : NULL;
    const char *said = row->tokens ? row->token[0] : "";
    const char *sentences = "[]";
    for (size_t i = 0; t && i < t->count; i++) {
        if (t->item[i].seat != seat) continue;
        said = t->item[i].token;
        sentences = t->item[i].words;
        break;
    }
    json_key(w, "ply");
    json_int(w, t ? t->ply : room_view_ply(r, seat_view(r, seat)));
    json_key(w, "token");
    json_ascii(w, said);
    json_key(w, "words");
    json_raw(w, sentences);
}

/* What a job answers; `row` is the action, where it has one. */
static status write_answer(const rooms_job *j, const room *r, const room_row *row,
                           const room_present *now, int64_t event, error *err) {
    json_writer w = web_answer(j->q, 200);
    char at[ROOM_AT_SIZE];
    mtx_lock(&j->entry->mutex);
    room_viewer v = rooms_viewer(j->entry, r, &j->who);
    mtx_unlock(&j->entry->mutex);
    int view = j->seat == ROOM_NO_SEAT ? v.view : seat_view(r, j->seat);
    bool acted = row && j->needs & JOB_ACT;
    json_open(&w, '{');
    if (acted && row->told)
        room_at_of(r, view, row->told[view].n, now->secret, at);
    else
        room_at(r, view, now->secret, at);
    json_key(&w, "at");
    json_string(&w, at);
    json_key(&w, "event");
    json_int(&w, event);
    if (acted) put_action(&w, r, row, j->seat);
    json_key(&w, "room");
    status st = room_write(r, &v, now, ROOM_WITH_SCENE | ROOM_WITH_PICK, &w, err);
    json_close(&w, '}');
    return st;
}

/* --- checks --- */

/* True: it may be carried out. False: it was answered, or is of no use any more. */
static bool check_person(rooms_job *j, const room *r) {
    if (!j->q) return true;
    unsigned own = room_seats_of(r, j->who.id);
    bool maker = j->who.id && j->who.id == r->base->maker;
    const char *why = NULL;
    bool linked = j->needs & JOB_LINK && j->said && strcmp(j->said, r->base->invite) == 0;
    if (!linked && !rooms_person_may(r, &j->who))
        why = "this table is for those who sit there";
    else if (j->needs & JOB_MAKER && !maker)
        why = "only who made the table can do that";
    else if (j->needs & JOB_MEMBER && !maker && !own)
        why = "only who sits here can do that";
    else if (j->needs & JOB_SEAT &&
             !(j->seat >= 0 ? own >> j->seat & 1 : j->seat == ROOM_CHANCE && (own || maker)))
        why = "this is not your seat";
    if (why) web_refuse(j->q, 403, "forbidden", why, NULL);
    return !why;
}

/* A request that was carried out before is answered again, and nothing is done. */
static bool check_key(rooms_job *j, const room *r, const room_present *now) {
    const room_row *row = j->q && *j->key ? room_row_by_key(r, j->key) : NULL;
    error err;
    if (!row) return true;
    if (!row->asked || strcmp(row->asked, j->asked) != 0)
        web_refuse(j->q, 422, "bad-value", "this key was used for another request", "key");
    else if (write_answer(j, r, row, now, row->event ? row->event : now->event, &err) != ST_OK)
        web_refuse_error(j->q, &err);
    return false;
}

static bool check_at(rooms_job *j, const room *r, const room_present *now) {
    char at[ROOM_AT_SIZE];
    if (j->checks_given) return j->given == r->given[ROOM_VIEW_ALL];
    if (!j->q || !(j->needs & JOB_AT)) return true;
    room_at(r, seat_view(r, j->seat), now->secret, at);
    if (strcmp(at, j->at) == 0) return true;
    json_writer w = web_answer(j->q, 409);
    json_open(&w, '{');
    json_key(&w, "error");
    json_open(&w, '{');
    json_key(&w, "code");
    json_string(&w, "stale");
    json_key(&w, "sentence");
    json_string(&w, "the table has moved on");
    json_key(&w, "place");
    json_string(&w, "at");
    json_close(&w, '}');
    json_key(&w, "at");
    json_string(&w, at);
    json_close(&w, '}');
    return false;
}

/* --- writing down --- */

static status add_event(store_batch *b, const room *r, const room_row *row) {
    text body = text_growing();
    room_row_write(row, &body);
    store_value v[] = {store_event(),
                       store_text(r->base->id),
                       store_int(row->number),
                       store_text(row->key),
                       store_text(row->asked),
                       store_text(room_row_name(row->kind)),
                       row->account ? store_int(row->account) : store_null(),
                       store_text(text_string(&body)),
                       store_now()};
    status st = body.cut ? ST_NOMEM : store_batch_add(b, STORE_EVENT_ADD, v, 9);
    store_batch_require(b); /* another process may have been first */
    text_done(&body);
    if (st != ST_OK || row->kind != ROW_SEAT) return st;
    store_value s[] = {store_text(r->base->id), store_int(row->seat + 1),
                       row->sits.account ? store_int(row->sits.account) : store_null(),
                       store_text(row->sits.name)};
    return store_batch_add(b, STORE_SEAT_SET, s, 4);
}

/* An answer to what was asked after so many rows. */
static status add_answer(store_batch *b, const room *r, const room_row *row, size_t rows) {
    store_value v[] = {store_text(r->base->id), store_int(row->seat + 1),  store_text(row->key),
                       store_text(row->asked),  store_text(row->token[0]), store_int(row->time),
                       store_int((int64_t)rows)};
    status st = store_batch_add(b, STORE_ANSWER_ADD, v, 7);
    store_batch_require(b);
    return st;
}

/* The answers that are out are those that were played: no other process has kept one more. */
static status close_answers(store_batch *b, const room *r) {
    store_value v[] = {store_text(r->base->id), store_int((int64_t)r->kepts)};
    status st = store_batch_add(b, STORE_ANSWERS_KNOWN, v, 2);
    store_batch_require(b);
    return st == ST_OK ? store_batch_add(b, STORE_ANSWERS_CLOSE, v, 1) : st;
}

/* Other processes are to read what has no row. */
static status tell_others(store_batch *b, const room *r) {
    char word[ROOM_ID_SIZE + 8];
    text t = text_over(word, sizeof word);
    text_format(&t, "room:%s", r->base->id);
    return store_batch_tell(b, word);
}

status rooms_batch_rows(store_batch *b, const room *r, size_t first_row, size_t first_kept) {
    status st = ST_OK;
    bool moved = false;
    store_value id = store_text(r->base->id);
    if (r->kepts > first_kept) st = tell_others(b, r); /* they have no events */
    for (size_t i = first_kept; st == ST_OK && i < r->kepts; i++)
        st = add_answer(b, r, r->kept[i], first_row);
    for (size_t i = first_row; st == ST_OK && i < r->rows; i++) {
        st = add_event(b, r, r->row[i]);
        moved |= room_row_moves(r->row[i]) || r->end.ended;
    }
    if (st == ST_OK && moved && room_rules(r)->traits & GAME_REACTIONS) st = close_answers(b, r);
    if (st != ST_OK || first_row == r->rows) return st;
    store_value v[] = {id, store_int(r->policy.look),
                       store_text(room_state_name(room_state_now(r))),
                       store_int(r->row[r->rows - 1]->time)};
    return store_batch_add(b, STORE_ROOM_TOUCH, v, 4);
}

static status add_declines(store_batch *b, const room *before, const room *after) {
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < after->base->players; i++) {
        if (before->react.declines[i] == after->react.declines[i]) continue;
        store_value v[] = {store_text(after->base->id), store_int(i + 1),
                           store_int(after->react.declines[i])};
        st = store_batch_add(b, STORE_SEAT_DECLINES, v, 3);
        if (st == ST_OK) st = tell_others(b, after);
    }
    return st;
}

static void commit_drop(rooms_commit *c) {
    for (int i = 0; i < ROOM_VIEWS; i++) text_done(&c->told[i]);
    room_release(c->copy);
    room_release(c->base);
    mem_free(c);
}

/* The clock of the seat that is asked now begins, unless its hand is covered. */
void rooms_ask_again(room_entry *e, int64_t since_ms) {
    const room *r = e->now;
    int actor = room_actor(r);
    e->used_ms = 0;
    e->asked_ms = e->clock_ms = since_ms;
    if (actor < 0 || !r->base->hidden) return;
    unsigned own = room_seats_of(r, r->seat[actor].account);
    if (!(own & (own - 1))) return;
    for (size_t i = 0; i < e->showns; i++)
        if (e->shown[i].seat == actor) return;
    e->clock_ms = -1;
}

/* What the store gave to new rows. */
void rooms_number_rows(const rooms *all, room *r, size_t first, const int64_t *event,
                       size_t events) {
    for (size_t i = 0; i < events && first + i < r->rows; i++) {
        r->row[first + i]->event = event[i];
        r->row[first + i]->time = store_commit_ms(all->world->store);
    }
}

/* What was written down is the table from now on. */
static void take_place(room_entry *e, rooms_commit *c, const int64_t *event, size_t events) {
    room *r = c->copy;
    rooms_number_rows(e->all, r, c->first_row, event, events);
    int64_t now = clock_now_ms();
    mtx_lock(&e->mutex);
    room *old = e->now;
    bool asks_again = rooms_row_asks(old, r, c->moved);
    bool mixed = old != c->base; /* an answer came from elsewhere meanwhile */
    e->now = room_share(r);
    if (events) e->event = event[events - 1];
    e->touched_ms = now;
    if (asks_again) rooms_ask_again(e, now);
    rooms_plan(e, now);
    mtx_unlock(&e->mutex);
    room_release(old);
    if (mixed) rooms_read_again(e->all, e);
}

/* Another process was first: what it did has been heard of, so the same is tried on the table as it is
 * now. What was asked about an earlier one is stale then. */
static bool try_again(rooms *all, rooms_job *j, status st) {
    enum { MAX_TRIES = 32 };
    bool again = (st == ST_NOT_FOUND || st == ST_BAD_VALUE) && store_is_shared(all->world->store) &&
                 ++j->tries < MAX_TRIES;
    if (again) rooms_worker_push(all, j); /* the entry stays busy for it */
    return again;
}

/* On the writer's thread. */
static void written(void *ctx, status st, const int64_t *event, size_t events) {
    rooms_commit *c = ctx;
    room_entry *e = c->entry;
    rooms *all = e->all;
    rooms_job *j = c->job;
    if (st == ST_OK) {
        take_place(e, c, event, events);
        if (j->q) rooms_set_event(&j->q->out, events ? event[events - 1] : e->event);
        rooms_publish(all, c);
        if (j->q && c->moved && all->world->gate)
            web_metrics_act_to_event(web_gate_metrics(all->world->gate),
                                     clock_now_ns() - j->q->begun_ns);
        rooms_take(e);
        finish_job(j);
        release(all, e);
        rooms_kick(all, e);
        rooms_let_go(e);
    } else if (!try_again(all, j, st)) {
        error err;
        if (store_is_shared(all->world->store))
            (void)unreachable(&err);
        else
            (void)error_set(&err, ST_IO, "it could not be written down: nothing has happened");
        rooms_take(e);
        fail_waiting(e, &err);
        refuse_job(j, &err);
        release(all, e);
        rooms_let_go(e);
    }
    commit_drop(c);
}

/* --- from start to end --- */

static room_ask ask_of(const rooms_job *j, const room *r, const room_entry *e) {
    room_ask q = {.account = j->who.id,
                  .seat = j->seat,
                  .time = store_now_ms(e->all->world->store),
                  .key = *j->key ? j->key : NULL,
                  .asked = *j->asked ? j->asked : NULL};
    int64_t spent = rooms_elapsed(e, j->received_ms);
    if (room_has_clock(r) && room_clocks_running(r)) q.spent_ms = spent > 0 ? spent : 0;
    return q;
}

/* A job and the table it is carried out on. */
typedef struct attempt {
    rooms_job *job;
    room *base;
    room_present now;
    room_ask ask;
    rooms_commit *commit;
    store_batch *batch;
} attempt;

static status carry_out(attempt *a, error *err) {
    rooms_job *j = a->job;
    const room *base = a->base;
    rooms_commit *c = a->commit = mem_alloc(sizeof *c);
    if (!c) return no_memory(err);
    for (int i = 0; i < ROOM_VIEWS; i++) c->told[i] = text_growing();
    c->entry = j->entry;
    c->job = j;
    c->base = room_share(a->base);
    c->first_row = base->rows;
    c->first_kept = base->kepts;
    status st = room_copy(&c->copy, base, err);
    if (st == ST_OK) st = j->run(j, c->copy, &a->ask, err);
    if (st == ST_OK) st = rooms_prepare_events(c, err);
    if (st != ST_OK) return st;
    a->batch = store_batch_create();
    st = a->batch ? rooms_batch_rows(a->batch, c->copy, c->first_row, c->first_kept) : ST_NOMEM;
    if (st == ST_OK) st = add_declines(a->batch, base, c->copy);
    if (st != ST_OK) return no_memory(err);
    if (!j->q) return ST_OK;
    const room_row *row = NULL;
    if (c->copy->rows > c->first_row) row = c->copy->row[c->copy->rows - 1];
    if (c->copy->kepts > c->first_kept) row = c->copy->kept[c->copy->kepts - 1];
    room_present then = a->now;
    then.event = ROOMS_NO_EVENT;
    if (c->moved) {
        then.elapsed_ms = 0;
        then.until_ms = c->copy->policy.react_ms;
    }
    return write_answer(j, c->copy, row, &then, ROOMS_NO_EVENT, err);
}

/* --- a table that is behind that of another process --- */

static void caught_up(void *ctx, status st, const int64_t *event, size_t events) {
    rooms_job *j = ctx;
    rooms *all = j->entry->all;
    (void)event, (void)events;
    j->fresh = true;
    if (st == ST_OK) {
        rooms_worker_push(all, j);
        return;
    }
    /* Whether it is stale is not known. */
    error err;
    room_entry *e = rooms_take(j->entry);
    (void)unreachable(&err);
    refuse_job(j, &err);
    release(all, e);
    rooms_let_go(e);
}

/* Who was answered by another process may be ahead of this one: before a request is refused all that
 * others have written is heard of. True: the job comes back. */
static bool catch_up(rooms *all, rooms_job *j) {
    if (!j->q || j->fresh || !store_is_shared(all->world->store)) return false;
    if (!j->deferred) {
        j->deferred = true;
        web_later(j->q);
    }
    return store_commit(all->world->store, store_batch_create(), caught_up, j, NULL) == ST_OK;
}

void rooms_process(rooms *all, rooms_job *j) {
    room_entry *e = rooms_take(j->entry);
    error err = {.code = ST_OK};
    attempt a = {.job = j};
    mtx_lock(&e->mutex);
    assert(e->busy);
    a.base = room_share(e->now);
    a.now = rooms_present(e, clock_now_ms());
    a.ask = ask_of(j, a.base, e);
    j->away = a.now.away;
    mtx_unlock(&e->mutex);
    bool may = check_person(j, a.base);
    bool is_new = may && check_key(j, a.base, &a.now);
    bool good = is_new && check_at(j, a.base, &a.now);
    if ((!may || (is_new && !good)) && catch_up(all, j)) {
        room_release(a.base);
        rooms_let_go(e);
        return;
    }
    status st = good ? carry_out(&a, &err) : ST_OK;
    bool handed = false;
    if (good && st == ST_OK) {
        if (j->q && !j->deferred) {
            j->deferred = true;
            web_later(j->q);
        }
        st = store_commit(all->world->store, a.batch, written, a.commit, &err);
        a.batch = NULL;
        handed = st == ST_OK; /* written() has the job and what was prepared */
        if (!handed) (void)error_set(&err, ST_IO, "the server stops: nothing has happened");
    }
    room_release(a.base);
    if (!handed) {
        store_batch_destroy(a.batch);
        if (a.commit) commit_drop(a.commit);
        if (good)
            refuse_job(j, &err);
        else
            finish_job(j);
        release(all, e);
    }
    rooms_let_go(e);
}

/* Takes the table, or puts the job (NULL: none) into its line. */
static bool begin(room_entry *e, rooms_job *j) {
    mtx_lock(&e->mutex);
    bool free_now = !e->busy;
    e->busy = true;
    if (free_now) {
        atomic_fetch_add_explicit(&e->all->busy, 1, memory_order_relaxed);
    } else if (j) {
        *e->last = j;
        e->last = &j->next;
    }
    mtx_unlock(&e->mutex);
    return free_now;
}

void rooms_submit(rooms *all, rooms_job *j) {
    room_entry *e = j->entry;
    bool mine = begin(e, NULL);
    if (!mine) {
        if (j->q) {
            j->deferred = true;
            web_later(j->q);
        }
        mine = begin(e, j);
    }
    if (mine) rooms_process(all, j);
}

void rooms_refuse(rooms *all, rooms_job *j) {
    room_entry *e = rooms_take(j->entry);
    error err;
    (void)error_set(&err, ST_IO, "the server stops: nothing has happened");
    refuse_job(j, &err);
    release(all, e);
    rooms_let_go(e);
}
