#include "uci/obey.h"

#include <string.h>

#include "uci/commands/commands.h"
#include "uci/lines/json_request.h"

static status check_words(const request *l, error *err, int *at) {
    for (size_t i = 0; i < l->count; i++) {
        *at = (int)i;
        if (strlen(l->word[i]) > WORD_LIMIT)
            return error_set(err, ST_BAD_LINE, "a word has at most 65536 characters");
        if (!text_is_plain(l->word[i]))
            return error_set(err, ST_BAD_LINE, "only printable ASCII is read");
    }
    return ST_OK;
}

/* A line that was not read changes nothing; but a `go` is answered all the same, and a position
 * that was not understood is no position. */
static void refuse_line(session *s, const waiting_line *l, const error *e, const char *cmd,
                        int at) {
    responder_error(&s->responder, e, cmd, at);
    if (!l->command) return;
    if (l->command->run == cmd_position && e->code == ST_BAD_LINE) session_drop_position(s);
    if (l->work == WORK_SEARCH) responder_no_move(&s->responder);
    if (l->has_body) cmd_load_ends(&s->responder, l->command->name);
}

static void run_words(session *s, waiting_line *line, request *l) {
    error e;
    int at = 0;
    const command *c = line->command;
    if (check_words(l, &e, &at) != ST_OK) {
        refuse_line(s, line, &e, c ? c->name : "unknown", at);
        return;
    }
    if (!c) {
        (void)error_set(&e, ST_UNKNOWN_COMMAND, "there is no such command; help lists them");
        error_arg(&e, l->word[0]);
        responder_error(&s->responder, &e, "unknown", 0);
        return;
    }
    for (at = 0; strcmp(l->word[0], c->name) != 0; at++, l->word++, l->count--)
        request_skipped(&s->responder, l->word[0], at, c->name);
    if (line->has_body) {
        cmd_load_text(s, l, line->body, line->spoiled);
        line->body = (text){0};
    } else {
        c->run(s, l);
    }
}

static void obey_words(session *s, waiting_line *line) {
    error e;
    words w = {0};
    if (words_split(&w, line->words, &e) == ST_OK) {
        request l = {w.at, w.count};
        run_words(s, line, &l);
    } else {
        refuse_line(s, line, &e, line->command ? line->command->name : "line", -1);
    }
    words_done(&w);
}

static void obey(session *s, waiting_line *line) {
    error e;
    s->responder.out = line->again ? NULL : s->out;
    memcpy(s->responder.id, line->id, sizeof s->responder.id);
    if (line->refused) {
        (void)error_set(&e, line->refused_code, "%s", line->refused);
        refuse_line(s, line, &e, line->command ? line->command->name : "line", -1);
    } else if (line->malformed) {
        text nothing = text_growing();
        if (json_request(line->words, &nothing, s->responder.id, sizeof s->responder.id, &e) !=
            ST_OK)
            responder_error(&s->responder, &e, "json", -1);
        text_done(&nothing);
    } else {
        obey_words(s, line);
    }
}

/* Once, when the log cannot be written any more. */
static void report_log(session *s) {
    char why[OUTPUT_WHY];
    s->responder.out = s->out;
    if (output_log_failed(s->out, why)) responder_note(&s->responder, "the log ends here: %s", why);
}

int obey_main(void *session_pointer) {
    session *s = session_pointer;
    (void)mtx_lock(&s->lock);
    for (;;) {
        waiting_line *line = line_queue_next(&s->lines, s->state);
        if (!line && s->closing && !s->lines.count) break;
        if (!line) {
            (void)cnd_wait(&s->changed, &s->lock);
            continue;
        }
        bool dropped = line->dropped;
        (void)mtx_unlock(&s->lock);
        if (!dropped) obey(s, line);
        report_log(s);
        (void)mtx_lock(&s->lock);
        line_queue_obeyed(&s->lines);
        (void)cnd_broadcast(&s->changed);
    }
    s->drained = true;
    (void)cnd_broadcast(&s->changed);
    (void)mtx_unlock(&s->lock);
    return 0;
}
