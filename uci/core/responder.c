#include "uci/core/responder.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void write_reply(const responder *v, const reply *r, text *out) {
    if (v->json)
        reply_json(r, v->id, out);
    else
        reply_line(r, out);
}

/* Short replies need no memory: a `bestmove` is said whatever happens. */
static void speak(const responder *v, const reply *r, bool droppable) {
    if (!v->out || r->lost) return;
    char buf[1536];
    text out = text_over(buf, sizeof buf);
    write_reply(v, r, &out);
    if (out.cut) {
        out = text_growing();
        write_reply(v, r, &out);
    }
    if (!out.cut) output_line(v->out, text_string(&out), droppable);
    text_done(&out);
}

void responder_say(const responder *v, const reply *r) {
    speak(v, r, false);
}

void responder_progress(const responder *v, const reply *r) {
    speak(v, r, true);
}

void responder_word(const responder *v, const char *word) {
    assert(!strpbrk(word, " \n"));
    reply r;
    reply_init(&r, word);
    responder_say(v, &r);
}

void responder_no_move(const responder *v) {
    reply r;
    reply_init(&r, "bestmove");
    reply_word(&r, "move", "(none)");
    reply_lead(&r, "");
    responder_say(v, &r);
}

static void say_string(const responder *v, const char *said) {
    reply r;
    reply_init(&r, "info");
    reply_word(&r, "string", said);
    responder_say(v, &r);
}

void responder_note(const responder *v, const char *fmt, ...) {
    char buf[1024];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(buf, sizeof buf, fmt, args);
    va_end(args);
    say_string(v, buf);
}

void responder_block(const responder *v, const char *command, const char *lines) {
    reply r;
    char buf[2048];
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        size_t kept = n < sizeof buf ? n : sizeof buf - 1;
        while (kept && lines[kept - 1] == ' ') kept--; /* no trailing spaces on the wire */
        memcpy(buf, lines, kept);
        buf[kept] = '\0';
        reply_init_free(&r, command, buf);
        responder_say(v, &r);
        lines += n + (lines[n] == '\n');
    }
}

void responder_failure(const responder *v, const char *code, const char *cmd, int at,
                       const char *arg, const char *sentence) {
    assert(*code && *cmd && at >= -1);
    char buf[1024];
    text said = text_over(buf, sizeof buf);
    text_format(&said, "error %s cmd=%s", code, cmd);
    if (at >= 0) text_format(&said, " at=%d", at);
    if (*arg) text_format(&said, " arg=%s", arg);
    text_format(&said, " : %s", sentence);
    say_string(v, buf);
    if (v->dialect != DIALECT_MGI) return;
    reply r;
    reply_init(&r, "error");
    reply_word(&r, "code", code);
    reply_lead(&r, "");
    reply_word(&r, "cmd", cmd);
    if (at >= 0) reply_int(&r, "at", at);
    if (*arg) reply_word(&r, "arg", arg);
    reply_word(&r, "msg", sentence);
    responder_say(v, &r);
}

void responder_error(const responder *v, const error *e, const char *cmd, int at) {
    assert(e->code != ST_OK && e->text[0]);
    char buf[sizeof e->text + sizeof e->reason + 4];
    text sentence = text_over(buf, sizeof buf);
    text_put(&sentence, e->text);
    /* A broken rule carries its stable name along. */
    if (e->reason[0]) text_format(&sentence, " (%s)", e->reason);
    responder_failure(v, status_name(e->code), cmd, at, e->arg, buf);
}
