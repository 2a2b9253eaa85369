#include "engine/base/status.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *status_name(status s) {
    static const char *const names[] = {
#define STATUS_NAME(id, name) name,
        STATUS_LIST(STATUS_NAME)
#undef STATUS_NAME
    };
    return (unsigned)s < ST_COUNT ? names[s] : "internal";
}

void error_write(error *e, status code, const char *fmt, ...) {
    assert((unsigned)code < ST_COUNT && fmt);
    if (!e) return;
    memset(e, 0, sizeof *e);
    e->code = code;
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(e->text, sizeof e->text, fmt, args);
    va_end(args);
}

void error_reason(error *e, const char *reason, const char *detail_fmt, ...) {
    assert(reason && *reason);
    if (!e) return;
    assert(e->code != ST_OK); /* one that was just set */
    (void)snprintf(e->reason, sizeof e->reason, "%s", reason);
    va_list args;
    va_start(args, detail_fmt);
    (void)vsnprintf(e->detail, sizeof e->detail, detail_fmt, args);
    va_end(args);
}

void error_arg(error *e, const char *arg) {
    assert(arg);
    if (e) (void)snprintf(e->arg, sizeof e->arg, "%s", arg);
}

void error_note(error *e, const char *note) {
    if (!e) return;
    memset(e, 0, sizeof *e);
    (void)snprintf(e->note, sizeof e->note, "%s", note);
}
