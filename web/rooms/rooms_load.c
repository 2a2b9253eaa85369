/* A table from the store: its setup, its rows, who sits there, answers that are not out yet. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "web/rooms/rooms_inside.h"
#include "web/think/own_games.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the table");
}

/* What one row of `rooms` says. */
typedef struct head {
    bool found, no_memory;
    char *invite, *hash, *setup;
    int64_t maker, made;
} head;

static char *keep(head *h, const store_value *v) {
    char *s = mem_string(v->type == STORE_TEXT ? v->text : "");
    h->no_memory |= !s;
    return s;
}

static bool take_head(void *ctx, const store_value *column, int count) {
    head *h = ctx;
    (void)count;
    h->found = true;
    h->maker = column[0].number;
    h->invite = keep(h, &column[1]);
    h->hash = keep(h, &column[2]);
    h->setup = keep(h, &column[3]);
    h->made = column[4].number;
    return false;
}

static bool take_text(void *ctx, const store_value *column, int count) {
    (void)count;
    text_put(ctx, column[0].type == STORE_TEXT ? column[0].text : "");
    return false;
}

/* The game of a setup: of the program, or from the text that was kept. */
static status open_game(rooms *all, room_setup *s, own_game *own, error *err) {
    if (!s->hash || !*s->hash) {
        s->games = game_library_games(all->world->library);
        s->game = game_find(s->games, s->game_name);
        return s->game
                   ? ST_OK
                   : error_set(err, ST_NOT_FOUND, "this version has no game %.40s", s->game_name);
    }
    text rules_text = text_growing();
    diags *d = mem_alloc(sizeof *d);
    store_value key = store_text(s->hash);
    const char *name = strchr(s->game_name, '/');
    status st = d ? ST_OK : no_memory(err);
    if (st == ST_OK)
        st = store_read(all->world->store, STORE_TEXT_KEPT, &key, 1, take_text, &rules_text, err);
    if (st == ST_OK)
        st = own_game_read(own, all->world, name ? name + 1 : s->game_name,
                           text_string(&rules_text), d, err);
    mem_free(d);
    text_done(&rules_text);
    s->game = own->game;
    s->games = own->list;
    return st;
}

/* --- rows --- */

typedef struct loading {
    room *r;
    int64_t event, changed;
    status st;
    error *err;
} loading;

static bool load_row(void *ctx, const store_value *c, int count) {
    loading *l = ctx;
    room_row *row;
    (void)count;
    l->st = room_row_read(&row, c[5].text ? c[5].text : "", l->err);
    if (l->st != ST_OK) return false;
    row->event = c[0].number;
    row->account = c[4].type == STORE_INT ? c[4].number : 0;
    row->time = c[6].number;
    if (c[2].type == STORE_TEXT) row->key = mem_string(c[2].text);
    if (c[3].type == STORE_TEXT) row->asked = mem_string(c[3].text);
    l->event = row->event;
    bool moves = room_row_moves(row);
    int64_t time = row->time;
    unsigned running = room_clocks_running(l->r);
    room_state state = room_state_now(l->r);
    l->st = room_put(l->r, row, l->err);
    if (l->st != ST_OK) return false;
    if (moves || running != room_clocks_running(l->r) || state != room_state_now(l->r))
        l->changed = time;
    return true;
}

bool rooms_row_asks(const room *before, const room *after, const room_row *row) {
    return (row && room_row_moves(row)) ||
           room_clocks_running(before) != room_clocks_running(after) ||
           room_state_now(before) != room_state_now(after);
}

static bool load_seat(void *ctx, const store_value *c, int count) {
    loading *l = ctx;
    int seat = (int)c[0].number - 1;
    (void)count;
    if (seat < 0 || seat >= GAME_MAX_PLAYERS) return true;
    text name = text_over(l->r->seat[seat].name, ROOM_NAME_SIZE);
    if (c[1].type == STORE_TEXT) text_put(&name, c[1].text);
    l->r->react.declines[seat] = (int)c[2].number;
    if (c[3].type != STORE_INT) l->r->seat[seat].account = 0; /* left for good */
    return true;
}

static bool load_answer(void *ctx, const store_value *c, int count) {
    loading *l = ctx;
    room_ask q = {.seat = (int)c[0].number - 1,
                  .key = c[2].type == STORE_TEXT ? c[2].text : NULL,
                  .asked = c[3].type == STORE_TEXT ? c[3].text : NULL};
    (void)count;
    if (q.seat < 0 || q.seat >= GAME_MAX_PLAYERS) return true;
    room_row *row = room_row_create(ROW_ANSWER, &q);
    l->st = row ? room_row_add_token(row, c[4].text ? c[4].text : "", l->err) : no_memory(l->err);
    if (l->st == ST_OK) l->st = room_react_load(l->r, row, c[1].number != 0, l->err);
    return l->st == ST_OK;
}

static status load_rows(rooms *all, const char *id, loading *l) {
    static const struct {
        store_statement st;
        store_row row;
    } reads[] = {{STORE_EVENTS_READ, load_row},
                 {STORE_SEATS_READ, load_seat},
                 {STORE_ANSWERS_READ, load_answer}};
    store_value arg[] = {store_text(id), store_int((int64_t)l->r->rows),
                         store_int(store_newest_event(all->world->store))};
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
        int args = reads[i].st == STORE_EVENTS_READ ? 3 : 1;
        status st = store_read(all->world->store, reads[i].st, arg, args, reads[i].row, l, l->err);
        if (st == ST_OK) st = l->st;
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

static status make(rooms *all, const char *id, const head *h, room **out, error *err) {
    room_stored *kept = NULL;
    own_game own = {0};
    room_setup s = {
        .id = id, .invite = h->invite, .hash = h->hash, .maker = h->maker, .made = h->made};
    status st = room_setup_read(&kept, &s, h->setup, err);
    if (st == ST_OK) st = open_game(all, &s, &own, err);
    if (st == ST_OK) st = room_create(out, &s, err);
    own_game_done(&own);
    room_stored_done(kept);
    return st;
}

status rooms_load(rooms *all, const char *id, rooms_loaded *out, error *err) {
    head h = {0};
    store_value key = store_text(id);
    *out = (rooms_loaded){.table = NULL};
    status st = store_read(all->world->store, STORE_ROOM_READ, &key, 1, take_head, &h, err);
    if (st == ST_OK && !h.found) st = error_set(err, ST_NOT_FOUND, "there is no such table");
    if (st == ST_OK && h.no_memory) st = no_memory(err);
    if (st == ST_OK) st = make(all, id, &h, &out->table, err);
    loading l = {.r = out->table, .err = err};
    if (st == ST_OK) {
        rooms_use_random(all, l.r);
        st = load_rows(all, id, &l);
    }
    out->event = l.event;
    out->changed = l.changed;
    mem_free(h.invite);
    mem_free(h.hash);
    mem_free(h.setup);
    if (st != ST_OK) {
        room_release(out->table);
        out->table = NULL;
    }
    return st;
}
