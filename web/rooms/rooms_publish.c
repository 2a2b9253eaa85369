/* What a change is to those who listen. */
#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "web/rooms/rooms_inside.h"

/* --- one event --- */

static void put_id(json_writer *w, const room *r) {
    json_key(w, "room");
    json_string(w, r->base->id);
}

static void offer_data(const room *r, const room_row *row, text *out) {
    json_writer w = json_writer_on(out);
    bool open = r->offer.open && r->offer.kind == row->offered;
    int from = row->kind == ROW_OFFER ? row->seat : r->offer.seat;
    json_open(&w, '{');
    put_id(&w, r);
    json_key(&w, "kind");
    json_string(&w, room_row_name(row->offered));
    json_key(&w, "from");
    json_int(&w, from + 1);
    json_key(&w, "agreed");
    json_open(&w, '[');
    for (int i = 0; open && i < r->base->players; i++)
        if (r->offer.agreed >> i & 1) json_int(&w, i + 1);
    json_close(&w, ']');
    json_key(&w, "lapsed");
    json_bool(&w, !open);
    json_close(&w, '}');
}

static void seat_data(const room *r, const room_row *row, const room_viewer *v,
                      const room_present *now, text *out) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    put_id(&w, r);
    json_key(&w, "seat");
    room_write_seat(r, v, now, row->seat, &w);
    json_key(&w, "state");
    json_string(&w, room_state_name(room_state_now(r)));
    json_close(&w, '}');
}

static void room_data(const room *r, const room_viewer *v, const room_present *now, text *out) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "room");
    (void)room_write(r, v, now, 0, &w, NULL);
    json_close(&w, '}');
}

void rooms_event_data(const room *r, const room_row *row, const room_viewer *v,
                      const room_present *now, text *out) {
    switch (row->kind) {
    case ROW_ACT:
    case ROW_UNDO:
    case ROW_REDO:
    case ROW_REROLL:
        room_event_move(r, row, v->view, now->secret, NULL, out);
        break;
    case ROW_OFFER:
    case ROW_ANSWER:
        offer_data(r, row, out);
        break;
    case ROW_CHAT:
        room_event_chat(r, row, out);
        break;
    case ROW_SEAT:
    case ROW_AWAY:
        seat_data(r, row, v, now, out);
        break;
    default:
        room_data(r, v, now, out);
        break;
    }
}

/* --- before it is written down: what takes time --- */

static status prepare_view(rooms_commit *c, int view, error *err) {
    const unsigned char *secret = c->entry->all->world->secret;
    text scene = text_growing();
    unsigned ply;
    status st = room_write_scene(c->copy, view, -1, &scene, &ply, err);
    bool small = scene.len <= ROOM_EVENT_SCENE;
    if (st == ST_OK)
        room_event_move(c->copy, c->moved, view, secret, small ? text_string(&scene) : NULL,
                        &c->told[view]);
    text_done(&scene);
    return st;
}

status rooms_prepare_events(rooms_commit *c, error *err) {
    const room *r = c->copy;
    bool hidden = r->base->hidden && !(r->started && room_is_over(r));
    status st = ST_OK;
    c->moved = NULL;
    for (size_t i = c->first_row; i < r->rows; i++)
        if (room_row_moves(r->row[i])) c->moved = r->row[i];
    if (!c->moved) return ST_OK;
    if (!hidden) return prepare_view(c, ROOM_VIEW_ALL, err);
    for (int i = 0; st == ST_OK && i < r->base->players; i++) st = prepare_view(c, i, err);
    return st == ST_OK ? prepare_view(c, ROOM_VIEW_PUBLIC, err) : st;
}

/* --- afterwards --- */

typedef struct telling {
    const rooms_commit *c;
    const room_row *row;
    room_present now;
} telling;

static void tell_one(void *ctx, stream *s, const web_person *who) {
    const telling *t = ctx;
    const room *r = t->c->copy;
    if (!rooms_person_may(r, who)) return;
    room_viewer v = room_viewer_of(r, who->id, ROOM_NO_SEAT);
    const char *name = room_event_name(t->row->kind);
    if (t->row == t->c->moved && t->c->told[v.view].len) {
        stream_push(s, t->row->event, name, text_string(&t->c->told[v.view]), NULL);
        return;
    }
    text data = text_growing();
    rooms_event_data(r, t->row, &v, &t->now, &data);
    if (!data.cut) stream_push(s, t->row->event, name, text_string(&data), NULL);
    text_done(&data);
}

void rooms_publish(rooms *all, rooms_commit *c) {
    char topic[ROOM_ID_SIZE + 8];
    text t = text_over(topic, sizeof topic);
    if (all->changed) all->changed(all->changed_ctx);
    if (!all->world->streams) return;
    text_format(&t, "room:%s", c->entry->id);
    telling told = {.c = c};
    mtx_lock(&c->entry->mutex);
    told.now = rooms_present(c->entry, clock_now_ms());
    mtx_unlock(&c->entry->mutex);
    size_t end = c->rows ? c->first_row + c->rows : c->copy->rows;
    for (size_t i = c->first_row; i < end; i++) {
        told.row = c->copy->row[i];
        told.now.event = told.row->event;
        streams_each(all->world->streams, topic, tell_one, &told);
    }
}

/* --- clocks --- */

static void tell_clocks(void *ctx, stream *s, const web_person *who) {
    const text *data = ctx;
    (void)who;
    stream_push(s, 0, "clock", text_string(data), "clock");
}

void rooms_publish_clocks(rooms *all, room_entry *e) {
    char topic[ROOM_ID_SIZE + 8];
    text t = text_over(topic, sizeof topic);
    text data = text_growing();
    json_writer w = json_writer_on(&data);
    mtx_lock(&e->mutex);
    room *r = room_share(e->now);
    room_present now = rooms_present(e, clock_now_ms());
    unsigned running = e->clock_ms >= 0 ? room_clocks_running(r) : 0;
    mtx_unlock(&e->mutex);
    json_open(&w, '{');
    put_id(&w, r);
    json_key(&w, "clocks");
    room_write_clocks(r, &now, &w);
    json_key(&w, "running");
    json_open(&w, '[');
    for (int i = 0; i < r->base->players; i++)
        if (running >> i & 1) json_int(&w, i + 1);
    json_close(&w, ']');
    json_close(&w, '}');
    text_format(&t, "room:%s", e->id);
    if (all->world->streams && room_has_clock(r) && !data.cut)
        streams_each(all->world->streams, topic, tell_clocks, &data);
    text_done(&data);
    room_release(r);
}

void rooms_set_event(text *answer, int64_t event) {
    char hole[48];
    char number[32];
    int len = snprintf(hole, sizeof hole, "\"event\":%lld", (long long)ROOMS_NO_EVENT);
    int digits = snprintf(number, sizeof number, "%19lld", (long long)event);
    if (!answer->at || len < 0 || digits != 19) return;
    for (char *at = strstr(answer->at, hole); at; at = strstr(at, hole))
        memcpy(at + len - digits, number, (size_t)digits);
}
