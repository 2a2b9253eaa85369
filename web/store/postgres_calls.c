#include "web/store/postgres_calls.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "engine/base/threads.h"

#ifdef __APPLE__
#define LIBRARY "libpq.5.dylib"
#else
#define LIBRARY "libpq.so.5"
#endif

const postgres_calls *postgres_lib;

static postgres_calls calls;
static atomic_flag loading = ATOMIC_FLAG_INIT;

/* A pointer to data becomes one to a function, which POSIX promises. */
static bool find(void *library, const char *name, void *call) {
    void *at = dlsym(library, name);
    memcpy(call, &at, sizeof at);
    return at != NULL;
}

static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    bool all = library != NULL;
#define POSTGRES_CALL(name) all = all && find(library, #name, &calls.name);
    POSTGRES_CALLS(POSTGRES_CALL)
#undef POSTGRES_CALL
    if (all) postgres_lib = &calls;
}

status postgres_calls_load(error *err) {
    while (atomic_flag_test_and_set_explicit(&loading, memory_order_acquire)) thrd_yield();
    if (!postgres_lib) load();
    bool here = postgres_lib != NULL;
    atomic_flag_clear_explicit(&loading, memory_order_release);
    if (here) return ST_OK;
    return error_set(err, ST_UNSUPPORTED,
                     "a store in PostgreSQL needs its library " LIBRARY " (package libpq5)");
}
