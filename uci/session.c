#include "uci/session.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "uci/json.h"
#include "uci/line_reader.h"
#include "uci/session_state.h"

enum { TOKEN_LIMIT = 64 << 10, QUIT_MS = 150, POLL_MS = 100 };

/* --- life --- */

static status set_start(session *s, error *err) {
    s->game = game_find(s->config.games, s->options.word[OPT_GAME]);
    evaluator_init(&s->evaluator, s->game);
    params p = params_default();
    return position_start(&s->position, s->game, &p, SEAT_ALL, err);
}

status session_create(session **out, const session_config *config, output *o, error *err) {
    *out = NULL;
    session *s = mem_alloc(sizeof *s);
    if (!s) return error_set(err, ST_NOMEM, "no memory for a session");
    s->config = *config;
    s->voice = (voice){.out = o, .json = config->json};
    if (config->json) s->voice.dialect = DIALECT_MGI;
    s->unset_because = "no position has been set";
    (void)mtx_init(&s->lock, mtx_plain);
    (void)cnd_init(&s->changed);
    options_init(&s->options, config->games, config->book);
    status st = set_start(s, err);
    if (st == ST_OK && search_create(&s->search) != ST_OK)
        st = error_set(err, ST_NOMEM, "no memory for a search");
    if (st == ST_OK) {
        s->worker_runs = thrd_create(&s->worker, worker_main, s) == thrd_success;
        if (!s->worker_runs) st = error_set(err, ST_NOMEM, "no thread for a session");
    }
    if (st != ST_OK) {
        session_destroy(s);
        return st;
    }
    *out = s;
    return ST_OK;
}

void session_destroy(session *s) {
    if (!s) return;
    analysis_destroy(s->analysis);
    if (s->shop) s->config.workshop->destroy(s->shop);
    if (s->worker_runs) {
        worker_stop(s);
        (void)mtx_lock(&s->lock);
        s->ending = true;
        (void)cnd_broadcast(&s->changed);
        (void)mtx_unlock(&s->lock);
        (void)thrd_join(s->worker, NULL);
    }
    search_destroy(s->search);
    position_destroy(s->position);
    text_done(&s->heredoc.body);
    cnd_destroy(&s->changed);
    mtx_destroy(&s->lock);
    mem_free(s);
}

void session_wait(session *s) {
    (void)mtx_lock(&s->lock);
    while (s->unfinished) (void)cnd_wait(&s->changed, &s->lock);
    (void)mtx_unlock(&s->lock);
    analysis_wait(s->analysis);
    if (s->shop) s->config.workshop->wait(s->shop);
}

/* --- one line --- */

bool has_position(session *s, const request *l) {
    if (s->position) return true;
    error e;
    (void)error_set(&e, ST_NO_POSITION, "%s", s->unset_because);
    say_error(&s->voice, &e, l->word[0], -1);
    return false;
}

void command_fails(session *s, const request *l, const error *e, int at) {
    error told = *e;
    if (at >= 0 && (size_t)at < l->count && !told.arg[0]) error_arg(&told, l->word[at]);
    say_error(&s->voice, &told, l->word[0], at);
}

void fail_with(session *s, const request *l, status code, const char *what, int at) {
    error e;
    (void)error_set(&e, code, "%s", what);
    command_fails(s, l, &e, at);
}

void *world_of(const position *p) {
    void *s = mem_alloc(position_rules(p)->state_size);
    rng g = {.s = 1};
    if (s) position_world(p, &g, s);
    return s;
}

static status check_words(const request *l, error *err, int *at) {
    for (size_t i = 0; i < l->count; i++) {
        *at = (int)i;
        if (strlen(l->word[i]) > TOKEN_LIMIT)
            return error_set(err, ST_BAD_SYNTAX, "a word has at most 65536 characters");
        if (!text_is_plain(l->word[i]))
            return error_set(err, ST_BAD_SYNTAX, "only printable ASCII is read");
    }
    return ST_OK;
}

/* UCI: words before a known command are skipped; here they are also told. */
static const command *skip_to_command(session *s, request *l) {
    for (size_t i = 0; i < l->count; i++) {
        const command *c = command_find(l->word[i]);
        if (!c) continue;
        for (size_t j = 0; j < i; j++) {
            error e;
            (void)error_set(&e, ST_UNKNOWN_TOKEN, "skipped, as no command has this name");
            error_arg(&e, l->word[j]);
            say_error(&s->voice, &e, c->name, (int)j);
        }
        l->word += i;
        l->count -= i;
        return c;
    }
    return NULL;
}

/* Lines behind `load <<END` are swallowed whatever becomes of the command. */
static bool opens_text(const command *c, const request *l) {
    bool reads = c->run == cmd_load || c->run == cmd_check;
    return reads && l->count == 2 && text_starts(l->word[1], "<<");
}

static void run_words(session *s, request *l) {
    error e;
    int at = 0;
    if (check_words(l, &e, &at) != ST_OK) {
        say_error(&s->voice, &e, command_find(l->word[0]) ? l->word[0] : "unknown", at);
        return;
    }
    const command *c = skip_to_command(s, l);
    if (!c) {
        (void)error_set(&e, ST_UNKNOWN_COMMAND, "there is no such command; help lists them");
        error_arg(&e, l->word[0]);
        say_error(&s->voice, &e, "unknown", 0);
    } else if (c->idle && !opens_text(c, l) && worker_busy(s)) {
        (void)error_set(&e, ST_BUSY, "a search is running: stop it first");
        say_error(&s->voice, &e, c->name, -1);
    } else {
        c->run(s, l);
    }
}

bool session_line(session *s, char *words_of_line) {
    output_log_input(s->voice.out, words_of_line);
    s->voice.id[0] = '\0';
    error e;
    text unwrapped = text_growing();
    char *start = words_of_line + strspn(words_of_line, " \t");
    if (s->config.json && *start == '{' && !(s->heredoc.open && !text_starts(start, "{\""))) {
        if (json_request(start, &unwrapped, s->voice.id, sizeof s->voice.id, &e) != ST_OK) {
            say_error(&s->voice, &e, "json", -1);
            text_done(&unwrapped);
            return true;
        }
        start = unwrapped.at ? unwrapped.at : start + strlen(start);
        words_of_line = start;
    }
    if (s->heredoc.open) {
        heredoc_line(s, words_of_line);
    } else if (*start && *start != '#') {
        words w = {0};
        if (words_split(&w, start, &e) != ST_OK) {
            say_error(&s->voice, &e, "line", -1);
        } else if (w.count) {
            request l = {w.at, w.count};
            run_words(s, &l);
        }
        words_done(&w);
    }
    text_done(&unwrapped);
    return !s->quit;
}

void session_bad_line(session *s, const char *what) {
    error e;
    (void)error_set(&e, ST_BAD_SYNTAX, "%s", what);
    s->heredoc.spoiled = s->heredoc.open;
    s->voice.id[0] = '\0';
    say_error(&s->voice, &e, "line", -1);
}

int session_loop(session *s, output *o, int fd) {
    line_reader *r = mem_alloc(sizeof *r);
    if (!r) return 70;
    line_reader_init(r, fd);
    for (bool on = true; on && !output_broken(o);) {
        switch (line_reader_next(r, POLL_MS)) {
        case LINE_READ:
            /* An empty line says nothing, but counts in a text. */
            on = r->line.at ? session_line(s, r->line.at) : session_line(s, (char[]){""});
            break;
        case LINE_TOO_LONG:
            session_bad_line(s, "a line has at most 1048576 bytes");
            break;
        case LINE_HAS_NUL:
            session_bad_line(s, "a NUL byte in the line");
            break;
        case LINE_NOTHING_YET:
            break;
        case LINE_END:
            on = false;
            break;
        }
    }
    line_reader_done(r);
    mem_free(r);
    return 0;
}
