#ifndef WEB_API_PEOPLE_ARGON_H
#define WEB_API_PEOPLE_ARGON_H
/* Passwords, hashed and compared on two threads of their own: each takes 64 MiB and a tenth of a
 * second or two. Eight wait, others are refused. */

#include <stdbool.h>

#include "engine/base/status.h"

enum { PEOPLE_ARGON_SIZE = 128 };

typedef struct people_argon people_argon;

typedef struct argon_job {
    const char *password; /* copied */
    const char *hash;     /* to compare with, copied; NULL: make one */
    /* On one of the two threads. Of a comparison `good` says whether it is equal, of a new hash
     * whether there was memory for it. */
    void (*done)(void *ctx, bool good, const char *hash);
    void *ctx;
} argon_job;

status people_argon_create(people_argon **out, error *err);
void people_argon_stop(people_argon *a); /* finishes what waits; takes no more */
void people_argon_destroy(people_argon *a);

/* ST_BUSY: too many wait. ST_STOPPED, ST_NOMEM. Then `done` is not called. */
status people_argon_add(people_argon *a, const argon_job *job, error *err);

/* A hash that no password has, for names that are not there: answers take the same time. */
const char *people_argon_nobody(void);

#endif
