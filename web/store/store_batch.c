/* Lists of statements to be carried out together, and the line in which they wait. */
#include <sodium.h>
#include <string.h>

#include "engine/base/memory.h"
#include "web/store/store_inside.h"

enum { MAX_TOGETHER = 1024 }; /* batches of one transaction */

store_value store_int(int64_t n) {
    return (store_value){.type = STORE_INT, .number = n};
}
store_value store_text(const char *s) {
    return s ? store_textn(s, strlen(s)) : store_null();
}
store_value store_textn(const char *s, size_t len) {
    return (store_value){.type = STORE_TEXT, .text = s, .len = len};
}
store_value store_null(void) {
    return (store_value){.type = STORE_NULL};
}
store_value store_event(void) {
    return (store_value){.type = STORE_EVENT};
}
store_value store_now(void) {
    return (store_value){.type = STORE_NOW};
}

int64_t store_next_event(int64_t last) {
    return last + 1 + (int64_t)randombytes_uniform(STORE_EVENT_STEP);
}

bool store_order_met(const store_order *o, int64_t changed) {
    if (o->rows == STORE_ROWS_ANY) return true;
    return o->rows == STORE_ROWS_SOME ? changed > 0 : changed == o->rows;
}

/* --- batches --- */

store_batch *store_batch_create(void) {
    return mem_alloc(sizeof(store_batch));
}

void store_batch_destroy(store_batch *b) {
    if (!b) return;
    for (size_t i = 0; i < b->value_count; i++)
        if (b->values[i].type == STORE_TEXT) mem_free((void *)b->values[i].text);
    mem_free(b->values);
    mem_free(b->orders);
    mem_free(b->events);
    mem_free(b->words);
    mem_free(b);
}

static status add_value(store_batch *b, const store_value *v) {
    store_value *into = &b->values[b->value_count];
    *into = *v;
    if (v->type == STORE_TEXT) {
        char *copy = mem_alloc(v->len + 1);
        if (!copy) return ST_NOMEM;
        memcpy(copy, v->text, v->len);
        into->text = copy;
    }
    b->value_count++;
    return ST_OK;
}

status store_batch_add(store_batch *b, store_statement st, const store_value *arg, int args) {
    if (!b) return ST_NOMEM;
    if (MEM_GROW(b->orders, b->cap, b->count + 1) != ST_OK ||
        MEM_GROW(b->values, b->value_cap, b->value_count + (size_t)args) != ST_OK)
        return b->st = ST_NOMEM;
    store_order o = {.st = st, .first = (int)b->value_count, .args = args, .rows = STORE_ROWS_ANY};
    for (int i = 0; i < args; i++)
        if (add_value(b, &arg[i]) != ST_OK) return b->st = ST_NOMEM;
    b->orders[b->count++] = o;
    return ST_OK;
}

void store_batch_require(store_batch *b) {
    if (b && b->count) b->orders[b->count - 1].rows = STORE_ROWS_SOME;
}

void store_batch_require_rows(store_batch *b, int64_t rows) {
    if (b && b->count) b->orders[b->count - 1].rows = rows;
}

status store_batch_tell(store_batch *b, const char *word) {
    if (!b) return ST_NOMEM;
    size_t old = b->words ? strlen(b->words) : 0, len = strlen(word);
    char *joined = mem_alloc(old + len + 2);
    if (!joined) return b->st = ST_NOMEM;
    if (old) memcpy(joined, b->words, old);
    joined[old] = ' ';
    memcpy(joined + old + 1, word, len + 1);
    mem_free(b->words);
    b->words = joined;
    return ST_OK;
}

/* --- the line --- */

void store_line_init(store_line *l) {
    l->last = &l->first;
    mtx_init(&l->mutex, mtx_plain);
    cnd_init(&l->work);
}

void store_line_done(store_line *l) {
    cnd_destroy(&l->work);
    mtx_destroy(&l->mutex);
}

status store_line_push(store_line *l, store_batch *b) {
    mtx_lock(&l->mutex);
    bool taken = !l->stopping;
    if (taken) {
        *l->last = b;
        l->last = &b->next;
        cnd_signal(&l->work);
    }
    mtx_unlock(&l->mutex);
    if (taken && l->wake) l->wake(l->wake_ctx);
    return taken ? ST_OK : ST_STOPPED;
}

store_batch *store_line_take(store_line *l, bool wait) {
    mtx_lock(&l->mutex);
    while (wait && !l->first && !l->stopping) cnd_wait(&l->work, &l->mutex);
    store_batch *first = l->first, **end = &l->first;
    for (int n = 0; *end && n < MAX_TOGETHER; n++) end = &(*end)->next;
    l->first = *end;
    if (!l->first) l->last = &l->first;
    if (first) *end = NULL;
    mtx_unlock(&l->mutex);
    return first;
}

void store_line_stop(store_line *l) {
    mtx_lock(&l->mutex);
    l->stopping = true;
    cnd_broadcast(&l->work);
    mtx_unlock(&l->mutex);
    if (l->wake) l->wake(l->wake_ctx);
}

bool store_line_stopping(store_line *l) {
    mtx_lock(&l->mutex);
    bool stopping = l->stopping;
    mtx_unlock(&l->mutex);
    return stopping;
}

static void count_facts(store_line *l, const store_batch *first) {
    uint64_t n = 0, failed = 0;
    for (; first; first = first->next) n++, failed += first->st != ST_OK;
    int size = 0;
    while (size < STORE_SIZES - 1 && n > (uint64_t)1 << size) size++;
    mtx_lock(&l->mutex);
    l->facts.commits++;
    l->facts.batches += n;
    l->facts.failed += failed;
    l->facts.sizes[size]++;
    mtx_unlock(&l->mutex);
}

void store_line_finish(store_line *l, store_batch *first) {
    count_facts(l, first);
    while (first) {
        store_batch *b = first;
        first = b->next;
        if (b->done) b->done(b->ctx, b->st, b->events, b->event_count);
        store_batch_destroy(b);
    }
}
