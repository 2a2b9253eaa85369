#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "uci/json.h"
#include "uci/session_state.h"

/* The thread that hands lines in: it finds out what a line is, obeys at once what cannot wait
 * (`stop`, `ponderhit`, `quit`, `debug`, `isready` during long work) and queues the rest. It runs
 * no rules and waits for nothing but a place in the queue. A line costs no memory that is needed to
 * answer it: without memory for a copy the queue still knows which command it was. */

enum { HEAD_SIZE = 64 };

/* --- words of a line, without memory --- */

typedef struct span {
    const char *at;
    size_t len; /* 0: there is no word */
} span;

static span next_word(const char **line) {
    *line += strspn(*line, " \t");
    span w = {*line, strcspn(*line, " \t")};
    *line += w.len;
    return w;
}

static bool is_word(span w, const char *word) {
    return strlen(word) == w.len && memcmp(w.at, word, w.len) == 0;
}

static bool has_word(const char *line, const char *word) {
    for (span w; (w = next_word(&line)).len;)
        if (is_word(w, word)) return true;
    return false;
}

/* UCI: words before a known command are skipped. *line is left after the command. */
static const command *find_command(const char **line, size_t *skipped) {
    *skipped = 0;
    for (span w; (w = next_word(line)).len; ++*skipped) {
        const command *c = command_find_word(w.at, w.len);
        if (c) return c;
    }
    return NULL;
}

void say_skipped(const voice *v, const char *word, int at, const command *c) {
    error e;
    (void)error_set(&e, ST_UNKNOWN_TOKEN, "skipped, as no command has this name");
    error_arg(&e, word);
    say_error(v, &e, c->name, at);
}

/* A copy of a word for an error, which shows no more of it. */
static void copy_word(span w, char out[HEAD_SIZE]) {
    text t = text_over(out, HEAD_SIZE);
    text_putn(&t, w.at, w.len);
}

/* What the one who obeys will refuse must not be obeyed here. */
static bool is_readable(const char *line) {
    for (span w; (w = next_word(&line)).len;) {
        if (w.len > WORD_LIMIT) return false;
        for (size_t i = 0; i < w.len; i++)
            if (w.at[i] < '!' || w.at[i] > '~') return false;
    }
    return true;
}

/* --- the queue --- */

/* How the line goes with others. */
static void classify(waiting_line *l, const char *line) {
    size_t skipped;
    const command *c = find_command(&line, &skipped);
    l->command = c;
    l->kind = LINE_ASKS;
    if (!c) return;
    l->kind = c->kind;
    l->work = c->work;
    l->subject = c->subject;
    if (c->work == WORK_SEARCH && has_word(line, "perft")) l->work = WORK_COUNT;
    bool stops = c->subject == SUBJECT_WORKSHOP && is_word(next_word(&line), "stop");
    if (stops) l->kind = LINE_OVERTAKES;
}

static void refuse(waiting_line *l, status code, const char *why) {
    l->refused = why;
    l->refused_code = code;
}

/* Takes over what the line owns. */
static void queue_line(session *s, const waiting_line *l) {
    (void)mtx_lock(&s->lock);
    while (line_queue_full(&s->lines)) (void)cnd_wait(&s->changed, &s->lock);
    line_queue_push(&s->lines, l);
    (void)cnd_broadcast(&s->changed);
    (void)mtx_unlock(&s->lock);
}

static void keep_words(waiting_line *l, const char *line) {
    l->words = mem_string(line);
    if (!l->words && !l->refused) refuse(l, ST_NOMEM, "no memory for the line");
}

/* --- texts in the lines that follow a command --- */

/* Whether the line opens one: then the word that ends it. */
static bool opens_text(const command *c, const char *rest, span *end) {
    if (!c || (c->run != cmd_load && c->run != cmd_check)) return false;
    span w = next_word(&rest);
    bool alone = !next_word(&rest).len;
    *end = (span){w.at + 2, w.len > 2 ? w.len - 2 : 0};
    return alone && end->len && end->len < HEREDOC_END_SIZE && strncmp(w.at, "<<", 2) == 0;
}

static void open_text(session *s, const waiting_line *l, span end) {
    heredoc *h = &s->heredoc;
    *h = (heredoc){.open = true, .line = *l};
    h->line.has_body = true;
    h->line.body = text_growing();
    memcpy(h->end, end.at, end.len);
}

static void close_text(session *s) {
    waiting_line l = s->heredoc.line;
    s->heredoc = (heredoc){.open = false};
    queue_line(s, &l);
}

static void text_line(session *s, const char *line, const char *id) {
    heredoc *h = &s->heredoc;
    size_t n = strlen(line);
    if (strcmp(line, h->end) == 0) {
        if (id[0]) memcpy(h->line.id, id, sizeof h->line.id);
        close_text(s);
    } else if (h->line.body.len + n + 1 > TEXT_LIMIT) {
        h->line.spoiled = true;
    } else {
        text_putn(&h->line.body, line, n);
        text_char(&h->line.body, '\n');
    }
}

/* --- what is obeyed at once --- */

static voice voice_of(session *s, const waiting_line *l) {
    voice v = {.out = s->out, .json = s->config.json};
    v.dialect = (dialect)atomic_load(&s->dialect);
    memcpy(v.id, l->id, sizeof v.id);
    return v;
}

void take_stop(session *s, const voice *v, const char *rest) {
    (void)rest;
    (void)mtx_lock(&s->lock);
    bool running = worker_stop(s);
    bool any = line_queue_stop(&s->lines, running) || running;
    (void)mtx_unlock(&s->lock);
    if (!any && atomic_load(&s->debug)) say_note(v, "nothing to stop");
}

/* A client that waits for an answer to its last `go ponder` waits for those before it, too: all of
 * them go by the clock from now on. */
void take_ponderhit(session *s, const voice *v, const char *rest) {
    (void)v;
    (void)rest;
    (void)mtx_lock(&s->lock);
    worker_ponderhit(s);
    line_queue_ponderhit(&s->lines);
    (void)mtx_unlock(&s->lock);
}

void take_debug(session *s, const voice *v, const char *rest) {
    span w = next_word(&rest);
    const char *after = rest;
    bool on = is_word(w, "on");
    if ((on || is_word(w, "off")) && !next_word(&after).len) {
        atomic_store(&s->debug, on);
        return;
    }
    error e;
    (void)error_set(&e, ST_BAD_SYNTAX, "debug takes on or off");
    char word[HEAD_SIZE];
    copy_word(w, word);
    if (w.len) error_arg(&e, word);
    say_error(v, &e, "debug", w.len ? 1 : -1);
}

static void end_of_lines(session *s) {
    s->ended = true;
    s->closing = true;
    (void)cnd_broadcast(&s->changed);
}

void take_quit(session *s, const voice *v, const char *rest) {
    (void)v;
    (void)rest;
    (void)mtx_lock(&s->lock);
    (void)worker_stop(s);
    line_queue_quit(&s->lines, true);
    end_of_lines(s);
    (void)mtx_unlock(&s->lock);
}

void take_end(session *s) {
    if (s->ended) return;
    if (s->heredoc.open) {
        refuse(&s->heredoc.line, ST_BAD_SYNTAX, "the input ended before the text did");
        close_text(s);
    }
    (void)mtx_lock(&s->lock);
    worker_stop_search(s, false);
    line_queue_quit(&s->lines, false);
    end_of_lines(s);
    (void)mtx_unlock(&s->lock);
}

/* isready: at once while long work runs. */
static bool pings_now(session *s, const waiting_line *l) {
    if (l->kind != LINE_PINGS) return false;
    (void)mtx_lock(&s->lock);
    bool runs = s->state == WORK_RUNS;
    (void)mtx_unlock(&s->lock);
    return runs;
}

/* True if the line needs no place in the queue. */
static bool obey_now(session *s, const waiting_line *l, const char *line) {
    const command *c = l->command;
    const char *rest = line;
    size_t skipped;
    if (!c || !is_readable(line) || !(c->at_once || pings_now(s, l))) return false;
    (void)find_command(&rest, &skipped);
    voice v = voice_of(s, l);
    for (size_t i = 0; i < skipped; i++) {
        char word[HEAD_SIZE];
        copy_word(next_word(&line), word);
        say_skipped(&v, word, (int)i, c);
    }
    if (c->at_once)
        c->at_once(s, &v, rest);
    else
        say(&v, "readyok");
    return true;
}

/* --- one line --- */

static void take_words(session *s, waiting_line *l, const char *line) {
    span end;
    classify(l, line);
    if (obey_now(s, l, line)) return;
    keep_words(l, line);
    const char *rest = line;
    size_t skipped;
    const command *c = find_command(&rest, &skipped);
    if (is_readable(line) && opens_text(c, rest, &end))
        open_text(s, l, end);
    else
        queue_line(s, l);
}

/* {"id": …, "line": "…"} as its line in *line; false where there is none: it was queued as what it
 * is. Without memory its first words tell what it asks. */
static bool unwrap(session *s, const char *object, text *line, waiting_line *l) {
    error e;
    status st = json_request(object, line, l->id, sizeof l->id, &e);
    if (st == ST_OK) return true;
    s->heredoc.line.spoiled = s->heredoc.open;
    if (st == ST_NOMEM) {
        char head[HEAD_SIZE];
        text start = text_over(head, sizeof head);
        (void)json_request(object, &start, l->id, sizeof l->id, &e);
        if (!s->heredoc.open) classify(l, head);
        refuse(l, ST_NOMEM, "no memory for the line");
    } else {
        l->malformed = true;
        keep_words(l, object);
    }
    queue_line(s, l);
    return false;
}

bool session_line(session *s, const char *line) {
    if (s->ended) return false;
    output_log_input(s->out, line);
    waiting_line l = {0};
    text unwrapped = text_growing();
    const char *start = line + strspn(line, " \t");
    bool wrapped = s->config.json && *start == '{';
    if (s->heredoc.open && !text_starts(start, "{\"")) wrapped = false;
    if (wrapped && !unwrap(s, start, &unwrapped, &l)) {
        text_done(&unwrapped);
        return true;
    }
    if (wrapped) line = text_string(&unwrapped);
    start = line + strspn(line, " \t");
    if (s->heredoc.open)
        text_line(s, line, l.id);
    else if (*start && *start != '#')
        take_words(s, &l, line);
    text_done(&unwrapped);
    return !s->ended;
}

void session_bad_line(session *s, status code, const char *why, const char *head) {
    waiting_line l = {0};
    if (s->ended) return;
    s->heredoc.line.spoiled = s->heredoc.open;
    /* Inside a text it is no command. */
    if (!s->heredoc.open) classify(&l, head);
    refuse(&l, code, why);
    queue_line(s, &l);
}

bool session_full(session *s) {
    (void)mtx_lock(&s->lock);
    bool full = line_queue_full(&s->lines);
    (void)mtx_unlock(&s->lock);
    return full;
}
