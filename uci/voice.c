#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "uci/json.h"
#include "uci/session_state.h"

static void put_object(const voice *v, const char *type, const char *row, text *out) {
    if (type)
        json_from_free(type, row, v->id, out);
    else
        json_from_line(row, v->id, out);
}

/* Short objects need no memory: a `bestmove` is said whatever happens. */
static void speak(const voice *v, const char *type, const char *row, bool droppable) {
    if (!v->out) return;
    if (!v->json) {
        output_line(v->out, row, droppable);
        return;
    }
    char buf[1536];
    text object = text_over(buf, sizeof buf);
    put_object(v, type, row, &object);
    if (object.cut) {
        object = text_growing();
        put_object(v, type, row, &object);
    }
    if (!object.cut) output_line(v->out, text_string(&object), droppable);
    text_done(&object);
}

void say(const voice *v, const char *fmt, ...) {
    char room[2048];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(room, sizeof room, fmt, args);
    va_end(args);
    speak(v, NULL, room, false);
}

void say_text(const voice *v, const text *row) {
    if (!row->cut) speak(v, NULL, text_string(row), false);
}

void say_progress(const voice *v, const text *row) {
    if (!row->cut) speak(v, NULL, text_string(row), true);
}

void say_free(const voice *v, const char *cmd, const char *row) {
    speak(v, cmd, row, false);
}

void say_block(const voice *v, const char *cmd, const char *rows) {
    char room[2048];
    while (*rows) {
        size_t n = strcspn(rows, "\n");
        size_t kept = n < sizeof room ? n : sizeof room - 1;
        memcpy(room, rows, kept);
        while (kept && room[kept - 1] == ' ') kept--; /* no trailing blanks on the wire */
        room[kept] = '\0';
        say_free(v, cmd, room);
        rows += n + (rows[n] == '\n');
    }
}

void say_note(const voice *v, const char *fmt, ...) {
    char room[1024];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(room, sizeof room, fmt, args);
    va_end(args);
    say(v, "info string %s", room);
}

void say_error(const voice *v, const error *e, const char *cmd, int at) {
    char where[160] = "";
    char machine[160] = "";
    char code[64] = "";
    size_t n = 0;
    size_t m = 0;
    if (at >= 0) {
        n = (size_t)snprintf(where, sizeof where, " at=%d", at);
        m = (size_t)snprintf(machine, sizeof machine, " at %d", at);
    }
    if (e->arg[0]) {
        (void)snprintf(where + n, sizeof where - n, " arg=%s", e->arg);
        (void)snprintf(machine + m, sizeof machine - m, " arg %s", e->arg);
    }
    /* A broken rule carries its stable name along. */
    if (e->reason[0]) (void)snprintf(code, sizeof code, " (%s)", e->reason);
    const char *name = status_name(e->code);
    say(v, "info string error %s cmd=%s%s : %s%s", name, cmd, where, e->text, code);
    if (v->dialect == DIALECT_MGI)
        say(v, "error %s cmd %s%s msg %s%s", name, cmd, machine, e->text, code);
}
