/* Rows as events of a stream. */
#include "engine/base/memory.h"
#include "web/http/web_json.h"
#include "web/rooms/room_view.h"

const char *room_event_name(room_row_kind kind) {
    switch (kind) {
    case ROW_ACT:
        return "act";
    case ROW_UNDO:
    case ROW_REDO:
    case ROW_REROLL:
        return "undo";
    case ROW_OFFER:
    case ROW_ANSWER:
        return "offer";
    case ROW_SEAT:
    case ROW_AWAY:
        return "seat";
    case ROW_CHAT:
        return "chat";
    default:
        return "room";
    }
}

static void put_seat(json_writer *w, int seat) {
    json_key(w, "seat");
    if (seat == ROOM_NO_SEAT)
        json_raw(w, "null");
    else
        json_int(w, seat == ROOM_CHANCE ? 0 : seat + 1);
}

static void put_items(json_writer *w, const room_told *t) {
    json_key(w, "acts");
    json_open(w, '[');
    for (size_t i = 0; i < t->count; i++) {
        const room_item *item = &t->item[i];
        json_open(w, '{');
        put_seat(w, item->seat);
        json_key(w, "token");
        json_ascii(w, item->token);
        json_key(w, "words");
        json_raw(w, item->words);
        json_key(w, "ply");
        json_int(w, item->ply);
        json_close(w, '}');
    }
    json_close(w, ']');
}

/* All sentences in one list. */
static void put_words(json_writer *w, const room_told *t) {
    json_key(w, "words");
    text all = text_growing();
    for (size_t i = 0; i < t->count; i++) {
        const char *list = t->item[i].words; /* "[…]" */
        size_t len = 0;
        while (list[len]) len++;
        if (len <= 2) continue;
        if (all.len) text_char(&all, ',');
        text_putn(&all, list + 1, len - 2);
    }
    text whole = text_growing();
    text_format(&whole, "[%s]", text_string(&all));
    json_raw(w, text_string(&whole));
    w->out->cut |= all.cut || whole.cut;
    text_done(&all);
    text_done(&whole);
}

void room_event_move(const room *r, const room_row *row, int view, const unsigned char *secret,
                     const char *scene, text *out) {
    const room_told *t = &row->told[view];
    char at[ROOM_AT_SIZE];
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "room");
    json_string(&w, r->base->id);
    put_seat(&w, row->seat);
    if (row->kind == ROW_ACT) {
        if (t->count && t->item[0].seat == row->seat) {
            json_key(&w, "token");
            json_ascii(&w, t->item[0].token);
        }
    } else {
        json_key(&w, "kind");
        json_string(&w, room_row_name(row->kind));
        json_key(&w, "revealed");
        json_bool(&w, row->revealed);
    }
    put_words(&w, t);
    put_items(&w, t);
    json_key(&w, "ply");
    json_int(&w, t->ply);
    room_at_of(r, view, t->n, secret, at);
    json_key(&w, "at");
    json_string(&w, at);
    json_key(&w, "clocks");
    room_present still = {.secret = secret};
    room_write_clocks(r, &still, &w);
    json_key(&w, "over");
    json_bool(&w, r->started && room_is_over(r));
    if (scene) {
        json_key(&w, "scene");
        json_raw(&w, scene);
    }
    json_close(&w, '}');
}

void room_event_chat(const room *r, const room_row *row, text *out) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "room");
    json_string(&w, r->base->id);
    put_seat(&w, row->seat);
    json_key(&w, "name");
    json_string(&w, row->sits.name);
    json_key(&w, "text");
    json_string(&w, row->text ? row->text : "");
    json_key(&w, "time");
    json_int(&w, row->time);
    json_close(&w, '}');
}
