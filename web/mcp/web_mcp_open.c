/* A new table of an assistant: a room, engines and people in its seats, and handles. */
#include <sodium.h>
#include <stdio.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "mcp/mcp_random.h"
#include "web/api/api_rooms.h"
#include "web/api/asked.h"
#include "web/mcp/web_mcp_inside.h"
#include "web/rooms/rooms_job.h"
#include "web/think/engine_queue.h"
#include "web/think/think_ids.h"

/* How long a reaction waits: no one else does, or others do. */
enum { ALONE_REACT_MS = 600000, SHARED_REACT_MS = 60000 };

/* What a new room is made of, with all that it points to. */
typedef struct birth {
    room_setup setup;
    asked_game game;
    char id[THINK_ID_SIZE], invite[THINK_ID_SIZE], hash[20];
    text options;
    char **moves;
} birth;

static void birth_done(birth *b) {
    mem_free(b->moves);
    text_done(&b->options);
    asked_game_done(&b->game);
}

static room_policy policy_of(const mcp_opening *o, int players) {
    bool shared = false;
    for (int i = 0; i < players; i++) shared |= o->guest[i];
    return (room_policy){.look = shared ? ROOM_LOOK_LINK : ROOM_LOOK_SEATS,
                         .undo = shared ? ROOM_UNDO_ASK : ROOM_UNDO_FREE,
                         .open_analysis = o->analysis || o->known || o->open,
                         .handover = true,
                         .react_ms = shared ? SHARED_REACT_MS : ALONE_REACT_MS};
}

static status prepare(birth *b, const web_mcp_line *l, const mcp_opening *o, error *err) {
    const rules *r = position_rules(o->start);
    bool own = o->game && text_starts(o->game, "me/");
    *b = (birth){.options = text_growing(), .game = {.source = text_growing()}};
    status st =
        asked_game_open(&b->game, l->all->world, &l->who, own ? o->game : r->game->name, NULL, err);
    if (st != ST_OK) return st;
    think_new_id(b->id);
    think_new_id(b->invite);
    if (b->game.source.len)
        (void)snprintf(b->hash, sizeof b->hash, "%016llx",
                       (unsigned long long)hash_bytes(b->game.source.at, b->game.source.len, 0));
    b->setup = (room_setup){.id = b->id,
                            .invite = b->invite,
                            .game_name = b->game.name,
                            .hash = b->hash,
                            .game = b->game.game,
                            .games = b->game.list,
                            .maker = l->who.id,
                            .made = think_now_ms(),
                            .policy = policy_of(o, r->players)};
    st = api_rooms_setup(&b->setup, o->start, &b->options, &b->moves);
    return st == ST_OK ? ST_OK : error_set(err, st, "no memory for the table");
}

static status sit_down(room *r, const web_mcp_line *l, const mcp_opening *o, error *err) {
    web_world *world = l->all->world;
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < r->base->players; i++) {
        room_seat who = {.kind = ROOM_SEAT_ENGINE};
        text name = text_over(who.name, sizeof who.name);
        text engine = text_over(who.engine, sizeof who.engine);
        if (o->guest[i]) continue;
        if (o->caller[i]) {
            who.kind = ROOM_SEAT_PERSON;
            who.account = l->who.id;
            text_format(&name, "%.40s (assistant)", l->who.name);
        } else {
            text_format(&engine, "auto level=%d movetime=%lld", o->level[i], (long long)o->move_ms);
            text_format(&name, "engine level %d", o->level[i]);
            if (world->queue) st = engine_queue_check(world->queue, room_rules(r), who.engine, err);
        }
        room_ask ask = {.account = l->who.id, .seat = i, .time = think_now_ms()};
        if (st == ST_OK) st = room_sit(r, &ask, &who, err);
    }
    return st;
}

/* Writes the room down; it is there afterwards. */
static status make_room(const web_mcp_line *l, const mcp_opening *o, const birth *b, error *err) {
    rooms *all = l->all->world->rooms;
    room *r = NULL;
    status st = room_create(&r, &b->setup, err);
    if (st != ST_OK) return st;
    rooms_use_random(all, r);
    st = sit_down(r, l, o, err);
    if (st != ST_OK) {
        room_release(r);
        return st;
    }
    web_mcp_ask a;
    web_mcp_ask_init(&a, &l->who);
    rooms_add(all, &a.q, &(rooms_new){r, &b->setup, text_string(&b->game.source)});
    st = web_mcp_ask_wait(&a, err);
    web_mcp_ask_done(&a);
    return st;
}

/* --- handles --- */

static bool make_handle(char out[MCP_HANDLE_SIZE]) {
    unsigned char byte[(MCP_HANDLE_SIZE - 1) / 2];
    if (!mcp_random(byte, sizeof byte)) return false;
    (void)sodium_bin2hex(out, MCP_HANDLE_SIZE, byte, sizeof byte);
    return true;
}

static status give_handles(const web_mcp_line *l, const mcp_opening *o, const birth *b,
                           mcp_tickets *out, error *err) {
    store_batch *batch = store_batch_create();
    out->count = 0;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++)
        if (o->caller[i]) out->at[out->count++].seat = i;
    if (!out->count) out->at[out->count++].seat = SEAT_PUBLIC;
    for (int i = 0; i < out->count; i++) {
        mcp_ticket *k = &out->at[i];
        char hash[WEB_MCP_HASH_SIZE];
        if (!make_handle(k->handle)) {
            store_batch_destroy(batch);
            return error_set(err, ST_IO, "the system gives no random numbers");
        }
        web_mcp_hash_handle(k->handle, hash);
        store_value arg[] = {store_text(hash), store_int(l->token), store_text(b->id),
                             store_int(k->seat >= 0 ? k->seat + 1 : 0), store_int(o->open)};
        (void)store_batch_add(batch, STORE_HANDLE_ADD, arg, 5);
    }
    for (int i = 0; i < GAME_MAX_PLAYERS; i++)
        if (o->guest[i])
            (void)snprintf(out->link, sizeof out->link, "%s/#/join/%s/%s", l->all->url, b->id,
                           b->invite);
    return store_write(l->all->world->store, batch, err);
}

status web_mcp_open(void *self, mcp_opening *o, mcp_tickets *out, error *err) {
    const web_mcp_line *l = self;
    birth b;
    status st = ST_OK;
    if (o->seeded)
        st = error_set(err, ST_UNSUPPORTED,
                       "chance comes from the system at a web board: leave `seed` out");
    if (st == ST_OK) st = api_rooms_places(l->all->world, l->who.id, err);
    if (st == ST_OK) {
        st = prepare(&b, l, o, err);
        if (st == ST_OK) st = make_room(l, o, &b, err);
        if (st == ST_OK) st = give_handles(l, o, &b, out, err);
        birth_done(&b);
    }
    position_destroy(o->start);
    return st;
}
