#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/threads.h"

static const char *program = "kibitz";

void cli_set_program(const char *path) {
    program = path;
}

const char *cli_program(void) {
    return program;
}

/* The word that an error is about goes with its sentence, unless that has it already. */
int cli_fail(const char *subcommand_name, const error *e) {
    bool known = !e->arg[0] || strstr(e->text, e->arg);
    bool takes = !known && strstr(e->text, " takes ");
    (void)fprintf(stderr, "kibitz %s: %s%s%s%s\n", subcommand_name, e->text,
                  known   ? ""
                  : takes ? ", not "
                          : " (",
                  known ? "" : e->arg, known || takes ? "" : ")");
    switch (e->code) {
    case ST_IO:
    case ST_NOT_FOUND:
        return EXIT_FILE;
    case ST_NOMEM:
    case ST_INTERNAL:
        return EXIT_INTERNAL;
    default:
        return EXIT_USAGE;
    }
}

/* --- interrupts --- */

/* Who is called; guarded by the lock, which is held during the call, so that who stops listening is
 * not called any more afterwards. One a process, as signals are. */
typedef struct interrupt {
    mtx_t lock;
    bool started;
    void (*once)(void *ctx);
    bool (*every)(void *ctx, int which);
    void *ctx;
} interrupt;

static interrupt watch;

static bool call_listener(int which) {
    bool go_on = true;
    (void)mtx_lock(&watch.lock);
    if (watch.every)
        go_on = watch.every(watch.ctx, which);
    else if (watch.once)
        watch.once(watch.ctx);
    else
        go_on = false;
    watch.once = NULL;
    (void)mtx_unlock(&watch.lock);
    return go_on;
}

static void signals_we_know(sigset_t *set) {
    (void)sigemptyset(set);
    (void)sigaddset(set, SIGINT);
    (void)sigaddset(set, SIGTERM);
}

/* Signals wait for this thread alone, so stopping can take locks. */
static int wait_for_signals(void *unused) {
    sigset_t set;
    int which = 0;
    (void)unused;
    signals_we_know(&set);
    while (sigwait(&set, &which) == 0)
        if (!call_listener(which)) _exit(128 + which);
    return 0;
}

static void listen_with(void (*once)(void *), bool (*every)(void *, int), void *ctx) {
    static thrd_t thread;
    sigset_t set;
    if (!watch.started) (void)mtx_init(&watch.lock, mtx_plain);
    (void)mtx_lock(&watch.lock);
    watch.once = once;
    watch.every = every;
    watch.ctx = ctx;
    (void)mtx_unlock(&watch.lock);
    if (watch.started) return;
    watch.started = true;
    signals_we_know(&set);
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
    (void)thrd_create(&thread, wait_for_signals, NULL);
}

void cli_on_interrupt(void (*stop)(void *ctx), void *ctx) {
    listen_with(stop, NULL, ctx);
}

void cli_on_every_interrupt(bool (*stop)(void *ctx, int which), void *ctx) {
    listen_with(NULL, stop, ctx);
}
