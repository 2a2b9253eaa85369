#include "web/api/people_argon.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"

enum { THREADS = 2, MAX_WAITING = 8 };

static_assert((int)PEOPLE_ARGON_SIZE >= (int)crypto_pwhash_STRBYTES, "a hash fits");

typedef struct waiting_job {
    struct waiting_job *next;
    argon_job job;
    size_t size; /* of what follows */
    char words[];
} waiting_job;

struct people_argon {
    mtx_t mutex;
    cnd_t work;
    waiting_job *first, **last;
    int waiting;
    bool stopping;
    thrd_t thread[THREADS];
    int threads;
};

const char *people_argon_nobody(void) {
    return "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
           "wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA";
}

static void run_job(waiting_job *w) {
    char hash[PEOPLE_ARGON_SIZE] = "";
    bool good;
    if (w->job.hash)
        good = crypto_pwhash_str_verify(w->job.hash, w->job.password, strlen(w->job.password)) == 0;
    else
        good = crypto_pwhash_str(hash, w->job.password, strlen(w->job.password),
                                 crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                 crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    w->job.done(w->job.ctx, good, hash);
    sodium_memzero(w->words, w->size);
    mem_free(w);
}

static int work(void *ctx) {
    people_argon *a = ctx;
    mtx_lock(&a->mutex);
    for (;;) {
        while (!a->first && !a->stopping) cnd_wait(&a->work, &a->mutex);
        waiting_job *w = a->first;
        if (!w) break;
        a->first = w->next;
        if (!a->first) a->last = &a->first;
        a->waiting--;
        mtx_unlock(&a->mutex);
        run_job(w);
        mtx_lock(&a->mutex);
    }
    mtx_unlock(&a->mutex);
    return 0;
}

status people_argon_create(people_argon **out, error *err) {
    *out = NULL;
    people_argon *a = mem_alloc(sizeof *a);
    if (!a) return error_set(err, ST_NOMEM, "no memory for log-ins");
    mtx_init(&a->mutex, mtx_plain);
    cnd_init(&a->work);
    a->last = &a->first;
    for (int i = 0; i < THREADS; i++)
        if (thrd_create(&a->thread[i], work, a) == thrd_success)
            a->threads++;
        else
            break;
    if (a->threads < THREADS) {
        people_argon_stop(a);
        people_argon_destroy(a);
        return error_set(err, ST_NOMEM, "no threads for log-ins");
    }
    *out = a;
    return ST_OK;
}

void people_argon_stop(people_argon *a) {
    mtx_lock(&a->mutex);
    a->stopping = true;
    cnd_broadcast(&a->work);
    int threads = a->threads;
    a->threads = 0;
    mtx_unlock(&a->mutex);
    for (int i = 0; i < threads; i++) thrd_join(a->thread[i], NULL);
}

void people_argon_destroy(people_argon *a) {
    if (!a) return;
    people_argon_stop(a);
    cnd_destroy(&a->work);
    mtx_destroy(&a->mutex);
    mem_free(a);
}

status people_argon_add(people_argon *a, const argon_job *job, error *err) {
    size_t password = strlen(job->password) + 1, hash = job->hash ? strlen(job->hash) + 1 : 0;
    waiting_job *w = mem_alloc(sizeof *w + password + hash);
    if (!w) return error_set(err, ST_NOMEM, "no memory for a log-in");
    w->size = password + hash;
    w->job = *job;
    w->job.password = memcpy(w->words, job->password, password);
    if (hash) w->job.hash = memcpy(w->words + password, job->hash, hash);
    mtx_lock(&a->mutex);
    status st = a->stopping ? ST_STOPPED : a->waiting >= MAX_WAITING ? ST_BUSY : ST_OK;
    if (st == ST_OK) {
        *a->last = w;
        a->last = &w->next;
        a->waiting++;
        cnd_signal(&a->work);
    }
    mtx_unlock(&a->mutex);
    if (st == ST_OK) return ST_OK;
    sodium_memzero(w->words, w->size);
    mem_free(w);
    return error_set(err, st, "%s",
                     st == ST_BUSY ? "too many log in at this moment" : "the server stops");
}
