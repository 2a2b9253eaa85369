#ifndef TESTS_UNIT_WEB_ROOMS_ROOM_DESK_H
#define TESTS_UNIT_WEB_ROOMS_ROOM_DESK_H
/* A server without sockets that has tables: requests of people go through the gate and the routes
 * to the store and back, and streams are heard. */

#include "tests/support/web_client.h"
#include "web/rooms/rooms.h"

typedef struct room_desk {
    web_client *c;
    web_world *world;
    web_person ann, bob, cid; /* members */
    char id[32];              /* of the table made last */
    int keys;
    int delay_ms; /* of engines; 0: the default */
    uint64_t dice;
} room_desk;

/* Without engines; chance comes from a seed. */
void room_desk_open(room_desk *d);
/* The same with a queue of engines on one thread; engine:broken is one that never answers. */
void room_desk_open_engines(room_desk *d, int delay_ms);
/* The same with all routes about games, positions and thinking. */
void room_desk_open_thinking(room_desk *d);
void room_desk_close(room_desk *d);
/* All tables leave memory. */
void room_desk_forget(room_desk *d);

/* Asks and returns the code; the answer is that of web_client_answer(). `path` follows
 * /api/1/rooms/ID. */
int room_desk_make(room_desk *d, const web_person *who, const char *body);
int room_desk_post(room_desk *d, const web_person *who, const char *path, const char *body);
int room_desk_get(room_desk *d, const web_person *who, const char *path);
/* An action with the `at` that this person is given now, and a key of its own. */
int room_desk_act(room_desk *d, const web_person *who, int seat, const char *token);
/* The same for undo, draw, …; answer may be NULL. */
int room_desk_want(room_desk *d, const web_person *who, int seat, const char *verb,
                   const char *answer);

#endif
