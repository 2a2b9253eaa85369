/* A request inside the server: what a tool asks of a room, as a browser would, on a thread that may
 * wait for the answer. */
#include <string.h>

#include "web/mcp/web_mcp_inside.h"

static void later(web_link *l, web_request *q) {
    (void)l, (void)q;
}

static void finish(web_link *l, web_request *q) {
    web_mcp_ask *a = (web_mcp_ask *)(void *)l;
    (void)q;
    (void)mtx_lock(&a->mutex);
    a->finished = true;
    (void)cnd_signal(&a->done);
    (void)mtx_unlock(&a->mutex);
}

void web_mcp_ask_init(web_mcp_ask *a, const web_person *who) {
    a->link = (web_link){.later = later, .finish = finish};
    a->finished = false;
    (void)mtx_init(&a->mutex, mtx_plain);
    (void)cnd_init(&a->done);
    web_request_init(&a->q, &a->link);
    a->q.person = *who;
    a->q.address = "";
}

status web_mcp_ask_wait(web_mcp_ask *a, error *err) {
    (void)mtx_lock(&a->mutex);
    while (a->q.waits && !a->finished) (void)cnd_wait(&a->done, &a->mutex);
    (void)mtx_unlock(&a->mutex);
    if (a->q.code < 300) return ST_OK;
    json_t *said = json_loadb(text_string(&a->q.out), a->q.out.len, 0, NULL);
    const json_t *e = json_object_get(said, "error");
    const char *sentence = json_string_value(json_object_get(e, "sentence"));
    status st = a->q.code == 409   ? ST_BUSY
                : a->q.code == 404 ? ST_NOT_FOUND
                : a->q.code == 403 ? ST_LEAK
                : a->q.code >= 500 ? ST_IO
                                   : ST_BAD_VALUE;
    (void)error_set(err, st, "%.220s", sentence ? sentence : "the server could not do it");
    json_decref(said);
    return st;
}

void web_mcp_ask_done(web_mcp_ask *a) {
    web_request_done(&a->q);
    cnd_destroy(&a->done);
    mtx_destroy(&a->mutex);
}
