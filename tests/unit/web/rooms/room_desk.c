#define _POSIX_C_SOURCE 200809L
#include "tests/unit/web/rooms/room_desk.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "lib/catalogue.h"
#include "web/api/api_analyses.h"
#include "web/api/api_console.h"
#include "web/api/api_games.h"
#include "web/api/api_library.h"
#include "web/api/api_reviews.h"
#include "web/api/api_rooms.h"
#include "web/api/api_scene.h"
#include "web/api/api_session.h"
#include "web/api/api_texts.h"
#include "web/think/engine_queue.h"
#include "web/think/given_texts.h"
#include "web/think/thoughts.h"

#define MUST(what)                                                                                 \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what);                       \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static uint64_t roll(void *ctx) {
    room_desk *d = ctx;
    rng g = {.s = d->dice};
    uint64_t x = rng_next(&g);
    d->dice = g.s;
    return x;
}

static void open_rooms(room_desk *d) {
    MUST(rooms_create(&d->world->rooms, d->world, NULL) == ST_OK);
    rooms_set_random(d->world->rooms, roll, d);
    if (d->delay_ms) rooms_set_engine_delay(d->world->rooms, d->delay_ms);
    streams_set_tellers(d->world->streams, rooms_tell, rooms_may, d->world->rooms);
}

static void open_desk(room_desk *d, const web_route *const *tables) {
    *d = (room_desk){.c = web_client_create(tables), .dice = 11};
    MUST(d->c);
    d->world = web_client_world(d->c);
    d->world->library = catalogue_library();
    d->world->book = catalogue_registry();
    open_rooms(d);
    d->ann = web_client_person(d->c, "Ann", PERSON_MEMBER);
    d->bob = web_client_person(d->c, "Bob", PERSON_MEMBER);
    d->cid = web_client_person(d->c, "Cid", PERSON_MEMBER);
}

void room_desk_open(room_desk *d) {
    static const web_route *const tables[] = {api_rooms_routes, api_table_routes,
                                              api_table_look_routes, api_host_routes, NULL};
    open_desk(d, tables);
}

static void start_queue(room_desk *d) {
    (void)signal(SIGPIPE, SIG_IGN);
    static const char *const engines[] = {"broken=false", NULL}; /* ends without a word */
    d->world->engines = engines;
    engine_queue_setup setup = {.book = d->world->book,
                                .engines = engines,
                                .games = game_library_games(d->world->library),
                                .threads = 1,
                                .hash_mb = 4};
    MUST(engine_queue_create(&d->world->queue, &setup, NULL) == ST_OK);
}

void room_desk_open_engines(room_desk *d, int delay_ms) {
    room_desk_open(d);
    start_queue(d);
    d->delay_ms = delay_ms;
    rooms_set_engine_delay(d->world->rooms, delay_ms);
}

void room_desk_open_thinking(room_desk *d) {
    static const web_route *const tables[] = {
        api_rooms_routes,   api_table_routes,   api_table_look_routes, api_host_routes,
        api_scene_routes,   api_games_routes,   api_analyses_routes,   api_reviews_routes,
        api_console_routes, api_library_routes, api_texts_routes,      NULL};
    open_desk(d, tables);
    start_queue(d);
    d->world->room_position = rooms_position;
    MUST(given_texts_create(&d->world->given, d->world->store, NULL) == ST_OK);
    MUST(thoughts_create(&d->world->thoughts, d->world, NULL) == ST_OK);
}

void room_desk_close(room_desk *d) {
    if (d->world->thoughts) thoughts_stop(d->world->thoughts);
    rooms_stop(d->world->rooms);
    engine_queue_destroy(d->world->queue);
    d->world->queue = NULL;
    store_stop(d->world->store);
    rooms_destroy(d->world->rooms);
    d->world->rooms = NULL;
    thoughts_destroy(d->world->thoughts);
    d->world->thoughts = NULL;
    given_texts_destroy(d->world->given);
    d->world->given = NULL;
    web_client_destroy(d->c);
}

void room_desk_forget(room_desk *d) {
    rooms_stop(d->world->rooms);
    rooms_destroy(d->world->rooms);
    open_rooms(d);
}

int room_desk_make(room_desk *d, const web_person *who, const char *body) {
    int code = web_client_say(d->c, who, "POST", "/api/1/rooms", body);
    if (code == 201) (void)snprintf(d->id, sizeof d->id, "%s", web_client_text(d->c, "room/id"));
    return code;
}

static int say(room_desk *d, const web_person *who, const char *method, const char *path,
               const char *body) {
    char target[600];
    (void)snprintf(target, sizeof target, "/api/1/rooms/%s%s", d->id, path);
    return web_client_say(d->c, who, method, target, body);
}

int room_desk_post(room_desk *d, const web_person *who, const char *path, const char *body) {
    return say(d, who, body ? "POST" : "DELETE", path, body);
}

int room_desk_get(room_desk *d, const web_person *who, const char *path) {
    return say(d, who, "GET", path, NULL);
}

static void read_at(room_desk *d, const web_person *who, char at[40]) {
    (void)room_desk_get(d, who, "");
    (void)snprintf(at, 40, "%s", web_client_text(d->c, "room/at"));
}

int room_desk_act(room_desk *d, const web_person *who, int seat, const char *said) {
    char at[40];
    char body[900];
    read_at(d, who, at);
    (void)snprintf(body, sizeof body,
                   "{\"at\":\"%s\",\"seat\":%d,\"token\":\"%s\",\"key\":\"k%d\"}", at, seat, said,
                   ++d->keys);
    return room_desk_post(d, who, "/act", body);
}

int room_desk_want(room_desk *d, const web_person *who, int seat, const char *verb,
                   const char *answer) {
    char at[40];
    char body[300];
    char path[40];
    read_at(d, who, at);
    (void)snprintf(path, sizeof path, "/%s", verb);
    (void)snprintf(body, sizeof body, "{\"at\":\"%s\",\"seat\":%d%s%s%s}", at, seat,
                   answer ? ",\"answer\":\"" : "", answer ? answer : "", answer ? "\"" : "");
    return room_desk_post(d, who, path, body);
}
