/* Rows and setups as JSON, for the store. Short keys: there are many rows. */
#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"
#include "web/http/web_json.h"
#include "web/rooms/room.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the table");
}

static status spoiled(error *err, const char *what) {
    return error_set(err, ST_BAD_STATE, "the store: a row of a table has no good %s", what);
}

/* --- reading fields --- */

static int64_t number(const json_t *o, const char *key, int64_t otherwise) {
    const json_t *v = json_object_get(o, key);
    return json_is_integer(v) ? json_integer_value(v) : otherwise;
}

static bool flag(const json_t *o, const char *key) {
    return json_is_true(json_object_get(o, key));
}

static const char *word(const json_t *o, const char *key) {
    return json_string_value(json_object_get(o, key));
}

static void copy_word(char *to, size_t size, const json_t *o, const char *key) {
    const char *s = word(o, key);
    text t = text_over(to, size);
    if (s) text_put(&t, s);
}

/* --- policies --- */

static void put_policy(json_writer *w, const room_policy *p) {
    json_open(w, '{');
    json_key(w, "title");
    json_string(w, p->title);
    json_key(w, "look");
    json_int(w, p->look);
    json_key(w, "undo");
    json_int(w, p->undo);
    json_key(w, "main");
    json_int(w, p->clock.main_ms);
    json_key(w, "increment");
    json_int(w, p->clock.increment_ms);
    json_key(w, "move");
    json_int(w, p->clock.move_ms);
    json_key(w, "typed");
    json_bool(w, p->typed);
    json_key(w, "analysis");
    json_bool(w, p->open_analysis);
    json_key(w, "handover");
    json_bool(w, p->handover);
    json_key(w, "values");
    json_bool(w, p->engine_values);
    json_key(w, "react");
    json_int(w, p->react_ms);
    json_close(w, '}');
}

static void take_policy(room_policy *p, const json_t *o) {
    *p = (room_policy){
        .look = (room_look)number(o, "look", ROOM_LOOK_LINK),
        .undo = (room_undo_policy)number(o, "undo", ROOM_UNDO_ASK),
        .clock = {number(o, "main", 0), number(o, "increment", 0), number(o, "move", 0)},
        .typed = flag(o, "typed"),
        .open_analysis = flag(o, "analysis"),
        .handover = flag(o, "handover"),
        .engine_values = flag(o, "values"),
        .react_ms = (int)number(o, "react", 15000)};
    copy_word(p->title, sizeof p->title, o, "title");
}

/* --- what was told --- */

static void put_told(json_writer *w, const room_row *row) {
    json_key(w, "told");
    json_open(w, '[');
    for (int view = 0; view < ROOM_VIEWS; view++) {
        const room_told *t = &row->told[view];
        json_open(w, '[');
        json_int(w, t->n);
        json_int(w, t->ply);
        for (size_t i = 0; i < t->count; i++) {
            json_open(w, '[');
            json_int(w, t->item[i].seat);
            json_int(w, t->item[i].ply);
            json_string(w, t->item[i].token);
            json_raw(w, t->item[i].words);
            json_close(w, ']');
        }
        json_close(w, ']');
    }
    json_close(w, ']');
}

static status take_item(room_item *item, const json_t *v, error *err) {
    const char *token_text = json_string_value(json_array_get(v, 2));
    const json_t *sentences = json_array_get(v, 3);
    if (!token_text || !json_is_array(sentences)) return spoiled(err, "item");
    text list = text_growing();
    json_writer w = json_writer_on(&list);
    json_open(&w, '[');
    for (size_t i = 0; i < json_array_size(sentences); i++) {
        const char *s = json_string_value(json_array_get(sentences, i));
        json_ascii(&w, s ? s : "");
    }
    json_close(&w, ']');
    item->seat = (int)json_integer_value(json_array_get(v, 0));
    item->ply = (unsigned)json_integer_value(json_array_get(v, 1));
    item->token = mem_string(token_text);
    item->words = list.cut ? NULL : mem_string(text_string(&list));
    text_done(&list);
    return item->token && item->words ? ST_OK : no_memory(err);
}

static status take_view(room_told *t, const json_t *v, error *err) {
    size_t size = json_array_size(v);
    if (size < 2) return spoiled(err, "view");
    t->n = (unsigned)json_integer_value(json_array_get(v, 0));
    t->ply = (unsigned)json_integer_value(json_array_get(v, 1));
    if (size > 2 && MEM_GROW(t->item, t->cap, size - 2) != ST_OK) return no_memory(err);
    for (size_t i = 2; i < size; i++) {
        room_item *item = &t->item[t->count];
        *item = (room_item){0};
        t->count++;
        status st = take_item(item, json_array_get(v, i), err);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static status take_told(room_row *row, const json_t *o, error *err) {
    const json_t *told = json_object_get(o, "told");
    if (!told) return ST_OK;
    if (json_array_size(told) != ROOM_VIEWS) return spoiled(err, "list of views");
    row->told = mem_alloc(ROOM_VIEWS * sizeof *row->told);
    if (!row->told) return no_memory(err);
    status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < ROOM_VIEWS; i++)
        st = take_view(&row->told[i], json_array_get(told, i), err);
    return st;
}

/* --- rows --- */

static void put_sitting(json_writer *w, const room_seat *s) {
    json_key(w, "sits");
    json_open(w, '{');
    json_key(w, "kind");
    json_int(w, s->kind);
    json_key(w, "account");
    json_int(w, s->account);
    json_key(w, "engine");
    json_string(w, s->engine);
    if (s->kind == ROOM_SEAT_PERSON && *s->name) {
        json_key(w, "name"); /* removed with the account: SITTINGS_FORGET */
        json_string(w, s->name);
    }
    json_close(w, '}');
}

static void put_tokens(json_writer *w, const room_row *row) {
    json_key(w, "own");
    json_int(w, row->own);
    json_key(w, "tokens");
    json_open(w, '[');
    for (size_t i = 0; i < row->tokens; i++) json_string(w, row->token[i]);
    json_close(w, ']');
}

static void put_content(json_writer *w, const room_row *row) {
    switch (row->kind) {
    case ROW_ACT:
    case ROW_REROLL:
        put_tokens(w, row);
        break;
    case ROW_UNDO:
    case ROW_REDO:
        json_key(w, "to");
        json_int(w, row->to);
        break;
    case ROW_OFFER:
    case ROW_ANSWER:
        json_key(w, "offered");
        json_string(w, room_row_name(row->offered));
        json_key(w, "to");
        json_int(w, row->to);
        json_key(w, "yes");
        json_bool(w, row->yes);
        break;
    case ROW_PAUSE:
        json_key(w, "yes");
        json_bool(w, row->yes);
        break;
    case ROW_SEAT:
        put_sitting(w, &row->sits);
        break;
    case ROW_POLICY:
        json_key(w, "policy");
        put_policy(w, &row->policy);
        break;
    case ROW_CHAT:
        json_key(w, "name");
        json_string(w, row->sits.name);
        json_key(w, "text");
        json_string(w, row->text);
        break;
    default:
        break;
    }
}

void room_row_write(const room_row *row, text *out) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "k");
    json_string(&w, room_row_name(row->kind));
    json_key(&w, "seat");
    json_int(&w, row->seat);
    if (row->spent_ms) {
        json_key(&w, "spent");
        json_int(&w, row->spent_ms);
    }
    if (row->revealed) {
        json_key(&w, "revealed");
        json_bool(&w, true);
    }
    put_content(&w, row);
    if (row->told) put_told(&w, row);
    json_close(&w, '}');
}

static bool read_kind(const char *name, room_row_kind *out) {
    for (int k = 0; name && k < ROW_KINDS; k++) {
        if (strcmp(room_row_name((room_row_kind)k), name) != 0) continue;
        *out = (room_row_kind)k;
        return true;
    }
    return false;
}

static status take_tokens(room_row *row, const json_t *o, error *err) {
    const json_t *list = json_object_get(o, "tokens");
    size_t size = json_array_size(list);
    row->own = (int)number(o, "own", 0);
    status st = row->own >= 0 && (size_t)row->own <= size ? ST_OK : spoiled(err, "tokens");
    for (size_t i = 0; st == ST_OK && i < size; i++) {
        const char *s = json_string_value(json_array_get(list, i));
        st = s ? room_row_add_token(row, s, err) : spoiled(err, "token");
    }
    return st;
}

static status take_content(room_row *row, const json_t *o, error *err) {
    const json_t *sits = json_object_get(o, "sits");
    const char *said = word(o, "text");
    row->to = (int)number(o, "to", 0);
    row->yes = flag(o, "yes");
    row->revealed = flag(o, "revealed");
    if (word(o, "offered") && !read_kind(word(o, "offered"), &row->offered))
        return spoiled(err, "offer");
    row->sits = (room_seat){.kind = (room_seat_kind)number(sits, "kind", ROOM_SEAT_OPEN),
                            .account = number(sits, "account", 0)};
    copy_word(row->sits.engine, sizeof row->sits.engine, sits, "engine");
    copy_word(row->sits.name, sizeof row->sits.name, sits, "name");
    if (row->kind == ROW_CHAT) copy_word(row->sits.name, sizeof row->sits.name, o, "name");
    if (row->kind == ROW_POLICY) take_policy(&row->policy, json_object_get(o, "policy"));
    bool seats = row->kind == ROW_SEAT || row->kind == ROW_AWAY;
    if (seats && (row->seat < 0 || row->seat >= GAME_MAX_PLAYERS)) return spoiled(err, "seat");
    if (said) row->text = mem_string(said);
    if (said && !row->text) return no_memory(err);
    return take_tokens(row, o, err);
}

status room_row_read(room_row **out, const char *body, error *err) {
    json_t *o = json_loads(body, 0, NULL);
    room_ask q = {.seat = (int)number(o, "seat", ROOM_NO_SEAT), .spent_ms = number(o, "spent", 0)};
    room_row_kind kind;
    *out = NULL;
    status st = ST_OK;
    room_row *row = NULL;
    if (!read_kind(word(o, "k"), &kind)) {
        st = spoiled(err, "kind");
    } else {
        row = room_row_create(kind, &q);
        if (!row) st = no_memory(err);
    }
    if (st == ST_OK) st = take_content(row, o, err);
    if (st == ST_OK) st = take_told(row, o, err);
    if (st == ST_OK && room_row_moves(row) && !row->told) st = spoiled(err, "list of views");
    json_decref(o);
    if (st != ST_OK)
        room_row_release(row);
    else
        *out = row;
    return st;
}

/* --- setups --- */

struct room_stored {
    json_t *json;
    char **move;
};

static void put_word(json_writer *w, const char *key, const char *value) {
    if (!value) return;
    json_key(w, key);
    json_string(w, value);
}

void room_setup_write(const room_setup *s, text *out) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    put_word(&w, "game", s->game_name);
    put_word(&w, "setup", s->setup);
    put_word(&w, "start", s->start);
    put_word(&w, "blob", s->blob);
    json_key(&w, "moves");
    json_open(&w, '[');
    for (size_t i = 0; i < s->moves; i++) json_string(&w, s->move[i]);
    json_close(&w, ']');
    json_key(&w, "policy");
    put_policy(&w, &s->policy);
    json_close(&w, '}');
}

status room_setup_read(room_stored **kept, room_setup *s, const char *json, error *err) {
    room_stored *k = mem_alloc(sizeof *k);
    *kept = k;
    if (!k) return no_memory(err);
    k->json = json_loads(json, 0, NULL);
    if (!k->json) return spoiled(err, "setup");
    const json_t *moves = json_object_get(k->json, "moves");
    s->moves = json_array_size(moves);
    k->move = mem_alloc((s->moves + 1) * sizeof *k->move);
    if (!k->move) return no_memory(err);
    for (size_t i = 0; i < s->moves; i++) {
        k->move[i] = (char *)json_string_value(json_array_get(moves, i));
        if (!k->move[i]) return spoiled(err, "move");
    }
    s->move = k->move;
    s->game_name = word(k->json, "game");
    s->setup = word(k->json, "setup");
    s->start = word(k->json, "start");
    s->blob = word(k->json, "blob");
    take_policy(&s->policy, json_object_get(k->json, "policy"));
    return s->game_name ? ST_OK : spoiled(err, "game");
}

void room_stored_done(room_stored *kept) {
    if (!kept) return;
    json_decref(kept->json);
    mem_free(kept->move);
    mem_free(kept);
}
