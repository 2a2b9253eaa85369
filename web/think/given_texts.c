#include "web/think/given_texts.h"

#include <sodium.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "engine/game/option_text.h"
#include "engine/game/params.h"

enum { MAX_GIVEN = 128, HASH_BYTES = 16, MAX_KEPT_BYTES = 1 << 20 };

typedef struct given {
    char name[GIVEN_NAME_SIZE];
    char *data;
    size_t len;
    uint64_t used; /* when it was last wanted */
} given;

struct given_texts {
    store *store;
    mtx_t mutex; /* guards all below */
    given at[MAX_GIVEN];
    int count;
    uint64_t now;
};

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the text");
}

/* --- in memory: with the lock --- */

static given *find(given_texts *g, const char *name) {
    for (int i = 0; i < g->count; i++)
        if (strcmp(g->at[i].name, name) == 0) return &g->at[i];
    return NULL;
}

/* A place for one more: a new one, or that of the one that was not wanted for longest. */
static given *place(given_texts *g) {
    given *oldest = &g->at[0];
    if (g->count < MAX_GIVEN) return &g->at[g->count++];
    for (int i = 1; i < g->count; i++)
        if (g->at[i].used < oldest->used) oldest = &g->at[i];
    mem_free(oldest->data);
    return oldest;
}

/* --- reading --- */

typedef struct kept {
    text *out;
    bool found;
} kept;

static bool take_kept(void *ctx, const store_value *column, int count) {
    kept *k = ctx;
    (void)count;
    k->found = true;
    text_putn(k->out, column[0].text, column[0].len);
    return false;
}

static status read_given(void *ctx, const char *name, text *out, error *err) {
    given_texts *g = ctx;
    mtx_lock(&g->mutex);
    given *x = find(g, name);
    if (x) {
        x->used = ++g->now;
        text_putn(out, x->data, x->len);
    }
    mtx_unlock(&g->mutex);
    if (x) return ST_OK;
    kept k = {.out = out};
    const store_value arg[] = {store_text(name + strlen(OPTION_TEXT_WORD))};
    status st = store_read(g->store, STORE_TEXT_KEPT, arg, 1, take_kept, &k, err);
    if (st != ST_OK || k.found) return st;
    return error_set(err, ST_UNSUPPORTED, "the text %.50s is not here (any more): name it again",
                     name);
}

/* --- create and destroy --- */

status given_texts_create(given_texts **out, store *s, error *err) {
    given_texts *g = mem_alloc(sizeof *g);
    *out = NULL;
    if (!g || mtx_init(&g->mutex, mtx_plain) != thrd_success) {
        mem_free(g);
        return no_memory(err);
    }
    g->store = s;
    option_text_set_source(read_given, g);
    *out = g;
    return ST_OK;
}

void given_texts_destroy(given_texts *g) {
    if (!g) return;
    option_text_drop_source(g);
    for (int i = 0; i < g->count; i++) mem_free(g->at[i].data);
    mtx_destroy(&g->mutex);
    mem_free(g);
}

/* --- giving --- */

static void put_name(const char *data, size_t len, char name[GIVEN_NAME_SIZE]) {
    unsigned char hash[HASH_BYTES];
    char hex[2 * HASH_BYTES + 1];
    text t = text_over(name, GIVEN_NAME_SIZE);
    (void)crypto_generichash(hash, sizeof hash, (const unsigned char *)data, len, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    text_format(&t, "%s%s", OPTION_TEXT_WORD, hex);
}

status given_texts_add(given_texts *g, const char *data, size_t len, char name[GIVEN_NAME_SIZE],
                       error *err) {
    char *copy = mem_string(data);
    if (!copy) return no_memory(err);
    put_name(data, len, name);
    mtx_lock(&g->mutex);
    given *x = find(g, name);
    if (!x) {
        x = place(g);
        *x = (given){.data = copy, .len = len};
        memcpy(x->name, name, sizeof x->name);
        copy = NULL;
    }
    x->used = ++g->now;
    mtx_unlock(&g->mutex);
    mem_free(copy);
    return ST_OK;
}

/* --- keeping --- */

static status keep_one(const char *name, store_batch *b) {
    text data;
    if (option_text_read(&data, name, MAX_KEPT_BYTES, NULL) != ST_OK) return ST_NOT_FOUND;
    store_value v[] = {store_text(name + strlen(OPTION_TEXT_WORD)),
                       store_textn(text_string(&data), data.len)};
    status st = store_batch_add(b, STORE_TEXT_KEEP, v, 2);
    text_done(&data);
    return st;
}

status given_texts_keep(const params *p, store_batch *b) {
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < p->count; i++) {
        char name[PARAMS_VALUE];
        for (const char *at = p->set[i].value; st == ST_OK && *at;) {
            size_t n = strcspn(at, ",");
            text t = text_over(name, sizeof name);
            text_putn(&t, at, n);
            at += n + (at[n] == ',');
            if (option_text_is(name)) st = keep_one(name, b);
        }
    }
    return st;
}
