#ifndef TESTS_SUPPORT_WEB_CLIENT_H
#define TESTS_SUPPORT_WEB_CLIENT_H
/* The server without sockets: a world with a store in a folder of its own, and requests that are pushed through
 * the gate and its routes. Parts that a test needs (rooms, the queue) it adds to the world itself. */

#include "web/http/web_gate.h"
#include "web/web_world.h"

typedef struct web_client web_client;

/* `tables` ends with NULL and stays. What does not work ends the test. */
web_client *web_client_create(const web_route *const *tables);
void web_client_destroy(web_client *c);

web_world *web_client_world(web_client *c);
web_gate *web_client_gate(web_client *c);

/* A person with an account and a session. */
web_person web_client_person(web_client *c, const char *name, person_kind kind);
/* The only table that is open to a guest. */
void web_client_set_room(web_client *c, web_person *guest, const char *room);

/* Asks, waits for the answer, returns its code. who NULL: without a session. body NULL: none. Any thread. */
int web_client_ask(web_client *c, const web_person *who, const char *method, const char *target,
                   const char *body, text *answer);

/* The same for one that asks one thing after the other: the answer is good until the next one. */
int web_client_say(web_client *c, const web_person *who, const char *method, const char *target,
                   const char *body);
const char *web_client_answer(const web_client *c);
/* A field of that answer by a path of names and numbers ("room/seats/0/name"); NULL: not there. */
json_t *web_client_field(web_client *c, const char *path);
const char *web_client_text(web_client *c, const char *path); /* "" where it is no text */

/* A stream: GET target (/api/1/events?...). Heard: all that has come since, onto `out`. */
struct stream *web_client_listen(web_client *c, const web_person *who, const char *target);
void web_client_hear(web_client *c, struct stream *s, text *out);
void web_client_leave(web_client *c, struct stream *s);

/* A request as it is, for attacks: everything in *in but the peer is the caller's. */
int web_client_send(web_client *c, const web_input *in, web_request *q);

#endif
