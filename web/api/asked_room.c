#include "web/api/asked_room.h"

#include <string.h>

static bool fail(web_request *q, status st, const error *err) {
    asked_fail(q, st, err);
    return false;
}

bool asked_room_position(web_request *q, const web_world *world, asked_game *g, position **out) {
    const char *room;
    int64_t ply;
    error e;
    *g = (asked_game){.source = text_growing()};
    *out = NULL;
    if (!web_field_text_or(q, "room", NULL, &room) ||
        !web_field_int_or(q, "ply", 0, INT32_MAX, -1, &ply))
        return false;
    if (!room && q->person.kind == PERSON_GUEST) {
        web_refuse(q, 403, "forbidden", "guests think about the table they sit at", NULL);
        return false;
    }
    if (!room) return asked_position(q, world, g, out);
    if (!world->room_position)
        return fail(q, error_set(&e, ST_NOT_FOUND, "there is no room %.20s", room), &e);
    status st = world->room_position(world->rooms, room, &q->person, (int)ply, out, &e);
    if (st != ST_OK) return fail(q, st, &e);
    text called = text_over(g->name, sizeof g->name);
    g->game = position_rules(*out)->game;
    text_put(&called, g->game->name);
    st = asked_room_source(world, room, &g->source, &e);
    if (st == ST_OK) return true;
    position_destroy(*out);
    *out = NULL;
    return fail(q, st, &e);
}

/* --- what else is known of a room --- */

void asked_room_origin(const char *id, text *out) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "room");
    json_string(&w, id);
    json_close(&w, '}');
}

typedef struct seat_names {
    char name[GAME_MAX_PLAYERS][PERSON_NAME_SIZE];
} seat_names;

static bool take_name(void *ctx, const store_value *column, int count) {
    seat_names *n = ctx;
    int64_t seat = column[0].number;
    if (count < 2 || seat < 1 || seat > GAME_MAX_PLAYERS || !column[1].text) return true;
    text t = text_over(n->name[seat - 1], sizeof n->name[0]);
    text_put(&t, column[1].text);
    return true;
}

status asked_room_names(const web_world *world, const char *id, int players, text *out,
                        error *err) {
    seat_names n = {0};
    const store_value arg[] = {store_text(id)};
    status st = store_read(world->store, STORE_SEATS_READ, arg, 1, take_name, &n, err);
    if (st != ST_OK) return st;
    json_writer w = json_writer_on(out);
    json_open(&w, '[');
    for (int i = 0; i < players; i++) json_string(&w, n.name[i]);
    json_close(&w, ']');
    return out->cut ? error_set(err, ST_NOMEM, "no memory for the names") : ST_OK;
}

/* Column 2 of ROOM_READ is the hash of the text, where there is one. */
static bool take_hash(void *ctx, const store_value *column, int count) {
    if (count > 2 && column[2].type == STORE_TEXT) text_put(ctx, column[2].text);
    return false;
}

static bool take_text(void *ctx, const store_value *column, int count) {
    (void)count;
    text_putn(ctx, column[0].text, column[0].len);
    return false;
}

status asked_room_source(const web_world *world, const char *id, text *out, error *err) {
    char buf[160];
    text hash = text_over(buf, sizeof buf);
    const store_value arg[] = {store_text(id)};
    status st = store_read(world->store, STORE_ROOM_READ, arg, 1, take_hash, &hash, err);
    if (st != ST_OK || !hash.len) return st;
    const store_value kept[] = {store_text(buf)};
    return store_read(world->store, STORE_TEXT_KEPT, kept, 1, take_text, out, err);
}
