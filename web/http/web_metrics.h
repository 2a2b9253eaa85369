#ifndef WEB_HTTP_WEB_METRICS_H
#define WEB_HTTP_WEB_METRICS_H
/* What the server counts, as Prometheus text. Nothing here names a room, a seat, a person or a
 * token: routes by their patterns, refusals by a word of ours. Any thread. */

#include <stdint.h>

#include "engine/base/text.h"
#include "web/http/web_request.h"
#include "web/http/web_routes.h"

typedef struct web_metrics web_metrics;

/* `tables`: all routes there are; ended by NULL, they stay. */
status web_metrics_create(web_metrics **out, const web_route *const *tables);
void web_metrics_destroy(web_metrics *m); /* NULL is welcome */

void web_metrics_request(web_metrics *m, const web_request *q, int64_t ns);
/* From the receipt of an act to the moment when its events were handed to the streams. */
void web_metrics_act_to_event(web_metrics *m, int64_t ns);

/* A number that is read when it is asked for: open streams, rooms. At most 24; name and help stay. */
typedef double (*web_gauge)(void *ctx);
void web_metrics_gauge(web_metrics *m, const char *name, const char *help, web_gauge read,
                       void *ctx);

/* Further lines, written when they are asked for: a histogram that another part counts. One. */
typedef void (*web_metrics_lines)(void *ctx, text *out);
void web_metrics_more(web_metrics *m, web_metrics_lines lines, void *ctx);

void web_metrics_write(web_metrics *m, text *out);

#endif
