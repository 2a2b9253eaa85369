#ifndef WEB_SERVE_SHARED_H
#define WEB_SERVE_SHARED_H
/* This process among others on one database: what they have done is heard, and the limits that hold
 * over all of them are kept. All calls take NULL: then this process has the store to itself. */

#include "web/web_world.h"

typedef struct serve_shared serve_shared;

/* *out stays NULL where the store is not shared. */
status serve_shared_start(serve_shared **out, web_world *world, error *err);
/* Its work is left to the others at once. */
void serve_shared_stop(serve_shared *s);
void serve_shared_destroy(serve_shared *s); /* after the store was closed */

/* Sessions have ended: as streams_end(), for the others. */
void serve_shared_ended(serve_shared *s, int64_t account, int64_t session, bool others);
/* One more log-in of a name or an address: 0, or the seconds to wait. For web_gate_setup. */
int serve_shared_login(void *shared, const char *key, int a_minute);

#endif
