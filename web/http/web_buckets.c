#include "web/http/web_buckets.h"

#include <sodium.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"

enum { ROWS = 2048, WAYS = 4 }; /* of each kind */

/* A bucket is what is missing until it is full, in thousandths of a token at a time. A key that
 * no request has used yet is a full bucket. */
typedef struct bucket {
    uint64_t key;    /* 0: empty */
    int64_t missing; /* thousandths, at the time `at` */
    int64_t at;      /* ms */
} bucket;

struct web_buckets {
    mtx_t mutex;
    int64_t size[WEB_BUCKET_KINDS];                  /* tokens in a full one */
    int64_t per_minute[WEB_BUCKET_KINDS];            /* tokens that flow in */
    unsigned char secret[crypto_shorthash_KEYBYTES]; /* strangers cannot choose who shares a row */
    bucket at[WEB_BUCKET_KINDS][ROWS][WAYS];
};

status web_buckets_create(web_buckets **out, web_bucket_limits limits) {
    *out = NULL;
    web_buckets *b = mem_alloc(sizeof *b);
    if (!b) return ST_NOMEM;
    mtx_init(&b->mutex, mtx_plain);
    randombytes_buf(b->secret, sizeof b->secret);
    const int64_t size[] = {limits.acts, limits.requests, limits.login_name, limits.login_address};
    for (int i = 0; i < WEB_BUCKET_KINDS; i++) {
        b->size[i] = size[i];
        b->per_minute[i] = i == WEB_BUCKET_ACT || i == WEB_BUCKET_REQUEST ? 60 * size[i] : size[i];
    }
    *out = b;
    return ST_OK;
}

void web_buckets_destroy(web_buckets *b) {
    if (!b) return;
    mtx_destroy(&b->mutex);
    mem_free(b);
}

static uint64_t key_of(const web_buckets *b, const char *key) {
    unsigned char out[crypto_shorthash_BYTES];
    crypto_shorthash(out, (const unsigned char *)key, strlen(key), b->secret);
    uint64_t n;
    memcpy(&n, out, sizeof n);
    return n ? n : 1;
}

/* 60000 ms bring per_minute * 1000 thousandths. */
static int64_t missing_now(const bucket *u, int64_t per_minute, int64_t now_ms) {
    int64_t passed = now_ms - u->at;
    if (passed < 0) passed = 0;
    if (passed > 3600000) return 0;
    int64_t left = u->missing - passed * per_minute / 60;
    return left > 0 ? left : 0;
}

static bucket *place_of(bucket *row, uint64_t key, int64_t per_minute, int64_t now_ms) {
    bucket *least = &row[0];
    for (int i = 0; i < WAYS; i++) {
        if (row[i].key == key) return &row[i];
        if (missing_now(&row[i], per_minute, now_ms) < missing_now(least, per_minute, now_ms))
            least = &row[i];
    }
    *least = (bucket){.key = key, .at = now_ms};
    return least;
}

int web_buckets_take(web_buckets *b, web_bucket_kind kind, const char *key, int64_t now_ms) {
    uint64_t k = key_of(b, key);
    int64_t rate = b->per_minute[kind], full = b->size[kind] * 1000;
    if (rate <= 0) return 0; /* no limit */
    mtx_lock(&b->mutex);
    bucket *u = place_of(b->at[kind][k % ROWS], k, rate, now_ms);
    int64_t missing = missing_now(u, rate, now_ms) + 1000;
    int wait = 0;
    if (missing > full) {
        int64_t ms = ((missing - full) * 60 + rate - 1) / rate;
        wait = (int)((ms + 999) / 1000);
    } else {
        u->missing = missing;
        u->at = now_ms;
    }
    mtx_unlock(&b->mutex);
    return wait;
}
