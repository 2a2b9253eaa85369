/* A new table: written down with its first rows, then put into memory. */
#include "engine/base/memory.h"
#include "web/rooms/rooms_inside.h"
#include "web/think/given_texts.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the table");
}

typedef struct rooms_birth {
    rooms *all;
    room *table;
    web_request *q;
} rooms_birth;

static void born(void *ctx, status st, const int64_t *event, size_t events) {
    rooms_birth *b = ctx;
    web_request *q = b->q;
    error err;
    if (st == ST_OK) {
        rooms_number_rows(b->all, b->table, 0, event, events);
        int64_t last = events ? event[events - 1] : 0;
        room_entry *e = rooms_enter(b->all, &(rooms_loaded){.table = b->table, .event = last});
        rooms_set_event(&q->out, last);
        rooms_let_go(e);
    } else {
        room_release(b->table);
        (void)error_set(&err, ST_IO, "it could not be written down: there is no table");
        web_refuse_error(q, &err);
    }
    mem_free(b);
    web_finish(q);
}

static status birth_batch(store_batch *b, const rooms_new *n) {
    const room *r = n->table;
    bool own = n->source && *n->source;
    text setup = text_growing();
    room_setup_write(n->setup, &setup);
    status st = setup.cut ? ST_NOMEM : ST_OK;
    if (st == ST_OK && own) {
        store_value t[] = {store_text(r->base->hash), store_text(n->source)};
        st = store_batch_add(b, STORE_TEXT_KEEP, t, 2);
    }
    if (st == ST_OK) st = given_texts_keep(&room_rules(r)->options, b);
    store_value v[] = {store_text(r->base->id),
                       store_int(r->base->maker),
                       store_text(r->base->invite),
                       store_text(r->base->game),
                       own ? store_text(r->base->hash) : store_null(),
                       store_int(r->policy.look),
                       store_text(room_state_name(room_state_now(r))),
                       store_text(text_string(&setup)),
                       store_int(r->base->made)};
    if (st == ST_OK) st = store_batch_add(b, STORE_ROOM_ADD, v, 9);
    if (st == ST_OK) st = rooms_batch_rows(b, r, 0, 0);
    text_done(&setup);
    return st;
}

static status birth_answer(rooms *all, web_request *q, const room *r, error *err) {
    room_viewer v = room_viewer_of(r, q->person.id, ROOM_NO_SEAT);
    room_present now = {
        .secret = all->world->secret, .event = ROOMS_NO_EVENT, .until_ms = r->policy.react_ms};
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) now.seen_ms[i] = -1;
    json_writer w = web_answer(q, 201);
    json_open(&w, '{');
    json_key(&w, "room");
    status st = room_write(r, &v, &now, ROOM_WITH_SCENE | ROOM_WITH_PICK, &w, err);
    json_close(&w, '}');
    return st;
}

void rooms_add(rooms *all, web_request *q, const rooms_new *n) {
    error err;
    store_batch *batch = store_batch_create();
    rooms_birth *b = mem_alloc(sizeof *b);
    status st = batch && b ? birth_batch(batch, n) : ST_NOMEM;
    if (st != ST_OK)
        (void)no_memory(&err);
    else
        st = birth_answer(all, q, n->table, &err);
    if (st != ST_OK) {
        store_batch_destroy(batch);
        mem_free(b);
        room_release(n->table);
        web_refuse_error(q, &err);
        return;
    }
    *b = (rooms_birth){all, n->table, q};
    web_later(q);
    st = store_commit(all->world->store, batch, born, b, &err);
    if (st == ST_OK) return;
    mem_free(b);
    room_release(n->table);
    (void)error_set(&err, ST_IO, "the server stops: there is no table");
    web_refuse_error(q, &err);
    web_finish(q);
}
