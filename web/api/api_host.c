#include "web/api/api_session.h"
#include "web/http/web_gate.h"
#include "web/web_world.h"

static void events(void *world, web_request *q) {
    streams_answer(((web_world *)world)->streams, q);
}

static void metrics(void *world, web_request *q) {
    text_clear(&q->out);
    web_metrics_write(web_gate_metrics(((web_world *)world)->gate), &q->out);
    q->type = "text/plain; version=0.0.4; charset=utf-8";
}

static void alive(void *world, web_request *q) {
    (void)world;
    text_clear(&q->out);
    text_put(&q->out, "ok\n");
    q->type = "text/plain; charset=utf-8";
}

const web_route api_host_routes[] = {{"GET", "/events", events, 0},
                                     {"GET", "=/metrics", metrics, ROUTE_OWNER | ROUTE_TOKEN},
                                     {"GET", "=/healthz", alive, ROUTE_OPEN},
                                     {NULL, NULL, NULL, 0}};
