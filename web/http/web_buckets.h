#ifndef WEB_HTTP_WEB_BUCKETS_H
#define WEB_HTTP_WEB_BUCKETS_H
/* How often something may be done: token buckets by a word (a session, an address, a name).
 *
 * The table has a fixed size. Where a row of it is full the bucket that is nearest to full again gives its place up:
 * that is the one whose limit would be felt least. Any thread. */

#include <stdint.h>

#include "engine/base/status.h"

typedef enum web_bucket_kind {
    WEB_BUCKET_ACT,
    WEB_BUCKET_REQUEST,
    WEB_BUCKET_LOGIN_NAME,
    WEB_BUCKET_LOGIN_ADDRESS,
    WEB_BUCKET_KINDS
} web_bucket_kind;

/* Acts and requests a second, log-ins a minute. */
typedef struct web_bucket_limits {
    int acts, requests, login_name, login_address;
} web_bucket_limits;

typedef struct web_buckets web_buckets;

status web_buckets_create(web_buckets **out, web_bucket_limits limits);
void web_buckets_destroy(web_buckets *b); /* NULL is welcome */

/* Takes one. 0: granted; else the seconds after which one will be there. */
int web_buckets_take(web_buckets *b, web_bucket_kind kind, const char *key, int64_t now_ms);

#endif
