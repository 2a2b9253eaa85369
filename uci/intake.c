#include "uci/intake.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"
#include "uci/commands/commands.h"
#include "uci/core/worker.h"
#include "uci/lines/json_request.h"
#include "uci/lines/line_words.h"

/* The thread that hands lines in: it finds out what a line is, obeys at once what cannot wait
 * (`stop`, `ponderhit`, `quit`, `debug`, `isready` during long work) and queues the rest. It runs
 * no rules and waits for nothing but a place in the queue. A line costs no memory that is needed to
 * answer it: without memory for a copy the queue still knows which command it was. */

/* UCI: words before a known command are skipped. *line is left after the command. */
static const command *find_command(const char **line, size_t *skipped) {
    *skipped = 0;
    for (line_word w; (w = line_word_next(line)).len; ++*skipped) {
        const command *c = commands_find_word(w.at, w.len);
        if (c) return c;
    }
    return NULL;
}

/* What the one who obeys will refuse must not be obeyed here. */
static bool is_readable(const char *line) {
    for (line_word w; (w = line_word_next(&line)).len;) {
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
    if (c->work == WORK_SEARCH && line_word_among(line, "perft")) l->work = WORK_COUNT;
    bool stops = c->subject == SUBJECT_JOBS && line_word_is(line_word_next(&line), "stop");
    if (stops) l->kind = LINE_OVERTAKES;
}

static void refuse(waiting_line *l, status code, const char *why) {
    l->refused = why;
    l->refused_code = code;
}

/* Takes over what the line owns. */
static void queue_line(session *s, const waiting_line *l) {
    assert(l->words || l->refused); /* what cannot be obeyed can be answered */
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
static bool opens_text(const command *c, const char *rest, line_word *end) {
    if (!c || (c->run != cmd_load && c->run != cmd_check)) return false;
    line_word w = line_word_next(&rest);
    bool alone = !line_word_next(&rest).len;
    *end = (line_word){w.at + 2, w.len > 2 ? w.len - 2 : 0};
    return alone && end->len && end->len < HEREDOC_END_SIZE && strncmp(w.at, "<<", 2) == 0;
}

static void open_text(session *s, const waiting_line *l, line_word end) {
    heredoc *h = &s->heredoc;
    assert(!h->open && end.len < HEREDOC_END_SIZE);
    *h = (heredoc){.open = true, .line = *l};
    h->line.has_body = true;
    h->line.body = text_growing();
    memcpy(h->end, end.at, end.len);
}

static void close_text(session *s) {
    assert(s->heredoc.open && s->heredoc.line.has_body);
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

static responder responder_of(session *s, const waiting_line *l) {
    responder v = {.out = s->out, .json = s->config.json};
    v.dialect = (dialect)atomic_load(&s->dialect);
    memcpy(v.id, l->id, sizeof v.id);
    return v;
}

void intake_end(session *s) {
    if (s->ended) return;
    if (s->heredoc.open) {
        refuse(&s->heredoc.line, ST_BAD_SYNTAX, "the input ended before the text did");
        close_text(s);
    }
    (void)mtx_lock(&s->lock);
    worker_stop_search(s, false);
    line_queue_quit(&s->lines, false);
    cmd_end_of_lines(s);
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
    responder v = responder_of(s, l);
    for (size_t i = 0; i < skipped; i++) {
        char word[LINE_WORD_SIZE];
        line_word_copy(line_word_next(&line), word);
        request_skipped(&v, word, (int)i, c->name);
    }
    if (c->at_once)
        c->at_once(s, &v, rest);
    else
        responder_word(&v, "readyok");
    return true;
}

/* --- one line --- */

static void take_words(session *s, waiting_line *l, const char *line) {
    line_word end;
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
        char head[LINE_WORD_SIZE];
        text start = text_over(head, sizeof head);
        json_request_head(object, &start, l->id, sizeof l->id);
        if (!s->heredoc.open) classify(l, head);
        refuse(l, ST_NOMEM, "no memory for the line");
    } else {
        l->malformed = true;
        keep_words(l, object);
    }
    queue_line(s, l);
    return false;
}

bool intake_line(session *s, const char *line) {
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

void intake_bad_line(session *s, status code, const char *why, const char *head) {
    waiting_line l = {0};
    if (s->ended) return;
    s->heredoc.line.spoiled = s->heredoc.open;
    /* Inside a text it is no command. */
    if (!s->heredoc.open) classify(&l, head);
    refuse(&l, code, why);
    queue_line(s, &l);
}
