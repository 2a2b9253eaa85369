#ifndef TESTS_SUPPORT_THINK_DESK_H
#define TESTS_SUPPORT_THINK_DESK_H
/* A server without sockets that thinks: routes of games, positions, analyses, reviews, texts and
 * the library, and two people who ask. */

#include <acutest.h>

#include <string.h>

#include "lib/catalogue.h"
#include "tests/support/web_client.h"
#include "web/think/engine_queue.h"
#include "web/think/side_work.h"
#include "web/think/thoughts.h"

typedef struct desk {
    web_client *c;
    web_world *world;
    web_person ann, bob; /* members */
    web_person guest;
} desk;

static inline bool desk_tell(void *world, const web_person *who, const stored_event *e, text *event,
                             text *data) {
    (void)world, (void)who, (void)e, (void)event, (void)data;
    return false;
}

static inline bool desk_may(void *world, const web_person *who, const char *topic) {
    return thoughts_may(((web_world *)world)->thoughts, who, topic);
}

/* `tables` ends with NULL and stays. What does not work ends the test. */
static inline desk desk_open(const web_route *const *tables) {
    error e = {0};
    desk d = {.c = web_client_create(tables)};
    TEST_ASSERT(d.c);
    d.world = web_client_world(d.c);
    d.world->library = catalogue_library();
    d.world->book = catalogue_registry();
    d.world->limits.threads = 2;
    d.world->limits.hash_mb = 4;
    engine_queue_setup setup = {.book = d.world->book,
                                .games = game_library_games(d.world->library),
                                .threads = 2,
                                .hash_mb = 4};
    TEST_ASSERT(engine_queue_create(&d.world->queue, &setup, &e) == ST_OK);
    TEST_ASSERT(side_work_create(&d.world->side, 2, &e) == ST_OK);
    TEST_ASSERT(thoughts_create(&d.world->thoughts, d.world, &e) == ST_OK);
    streams_set_tellers(d.world->streams, desk_tell, desk_may, d.world);
    d.ann = web_client_person(d.c, "Ann", PERSON_MEMBER);
    d.bob = web_client_person(d.c, "Bob", PERSON_MEMBER);
    d.guest = web_client_person(d.c, "Guest", PERSON_GUEST);
    return d;
}

static inline void desk_close(desk *d) {
    side_work_destroy(d->world->side);
    thoughts_stop(d->world->thoughts);
    engine_queue_destroy(d->world->queue);
    thoughts_destroy(d->world->thoughts);
    d->world->thoughts = NULL;
    d->world->side = NULL;
    d->world->queue = NULL;
    web_client_destroy(d->c);
}

/* Asks as Ann; the answer is good until the next one. */
static inline int desk_get(desk *d, const char *target) {
    return web_client_say(d->c, &d->ann, "GET", target, NULL);
}

static inline int desk_post(desk *d, const char *target, const char *body) {
    return web_client_say(d->c, &d->ann, "POST", target, body);
}

static inline const char *desk_text(desk *d, const char *path) {
    return web_client_text(d->c, path);
}

static inline void desk_check(desk *d, const char *asked, int got, int code,
                              const char *error_code) {
    TEST_CHECK_(got == code, "%.120s: %d %.200s", asked, got, web_client_answer(d->c));
    if (error_code)
        TEST_CHECK_(strcmp(desk_text(d, "error/code"), error_code) == 0, "%.120s: %.200s", asked,
                    web_client_answer(d->c));
}

/* Checks the code of the answer, and that of its error (NULL: any). */
static inline void desk_expect(desk *d, const char *target, const char *body, int code,
                               const char *error_code) {
    desk_check(d, body ? body : target, desk_post(d, target, body), code, error_code);
}

static inline void desk_expect_get(desk *d, const char *target, int code, const char *error_code) {
    desk_check(d, target, desk_get(d, target), code, error_code);
}

static inline int64_t desk_number(desk *d, const char *path) {
    json_t *j = web_client_field(d->c, path);
    return json_is_integer(j) ? json_integer_value(j) : -1;
}

static inline size_t desk_size(desk *d, const char *path) {
    return json_array_size(web_client_field(d->c, path));
}

#endif
