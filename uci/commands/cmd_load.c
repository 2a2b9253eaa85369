#include <stdio.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "uci/commands/cmd.h"
#include "uci/core/safe.h"
#include "uci/core/worker.h"

/* Games from rules texts: from files, from folders, or from the lines that follow. A text is read
 * all or not at all; what is wrong with it is reported problem by problem. */

enum { PATH_SIZE = 600 };

/* --- what is reported --- */

typedef struct teller {
    const responder *v;
    const char *cmd;
    unsigned problems; /* errors reported */
    bool quiet;        /* games are not reported */
} teller;

static void say_problem(void *ctx, const load_problem *p) {
    teller *t = ctx;
    const char *lead = p->hint[0] ? "; " : "";
    char place[PATH_SIZE + 32];
    char sentence[1024];
    (void)snprintf(place, sizeof place, "%s:%d:%d", p->file, p->line, p->column);
    (void)snprintf(sentence, sizeof sentence, "%s: %s%s%s", p->code, p->message, lead, p->hint);
    if (p->error) {
        t->problems++;
        responder_failure(t->v, status_name(ST_BAD_SYNTAX), t->cmd, -1, place, sentence);
    } else {
        const char *said = sentence + strlen(p->code) + 2; /* the code is said first */
        responder_note(t->v, "warning %s cmd=%s arg=%s : %s", p->code, t->cmd, place, said);
    }
}

static void say_loaded(void *ctx, const loaded_game *g) {
    const teller *t = ctx;
    if (t->quiet) return;
    reply r;
    reply_init(&r, "rules");
    reply_word(&r, "verdict", "ok");
    reply_lead(&r, "");
    reply_word(&r, "name", g->kind->name);
    reply_list(&r, "players", 0);
    reply_list_add(&r, g->kind->min_players);
    reply_list_add(&r, g->kind->max_players);
    reply_int(&r, "cells", g->cells);
    reply_hash(&r, "hash", g->hash);
    responder_say(t->v, &r);
}

static load_listener listener(teller *t) {
    return (load_listener){t, say_problem, say_loaded};
}

/* What was not reported problem by problem. */
static void say_failure(const teller *t, const error *e) {
    if (e->code != ST_BAD_SYNTAX || !t->problems) responder_error(t->v, e, t->cmd, -1);
}

void cmd_load_ends(const responder *v, const char *command) {
    responder_word(v, strcmp(command, "check") == 0 ? "checkok" : "loadok");
}

/* --- load --- */

/* The current game may be another one now, under the same name. */
static void look_again(session *s) {
    const game *g = game_find(s->config.games, s->game->name);
    if (g && g != s->game)
        session_change_game(s, g, "the rules of the game were loaded again: set a position");
}

static status no_loader(error *err) {
    return error_set(err, ST_UNSUPPORTED, "this engine reads no rules texts");
}

static void load(session *s, const char *name, const text *body) {
    error e;
    teller t = {.v = &s->responder, .cmd = "load"};
    load_listener to = listener(&t);
    const game_loader *l = s->config.loader;
    status st = !l     ? no_loader(&e)
                : body ? l->read(l->ctx, &(load_text){name, text_string(body), body->len}, &to, &e)
                       : l->read_path(l->ctx, name, &to, &e);
    if (st != ST_OK) say_failure(&t, &e);
    look_again(s);
    cmd_load_ends(&s->responder, "load");
}

/* --- check --- */

static void run_check(session *s, task *t) {
    error e;
    teller to = {.v = &t->responder, .cmd = "check"};
    load_listener hears = listener(&to);
    const game_loader *l = s->config.loader;
    load_text in = {text_string(&t->check_name), text_string(&t->check_text), t->check_text.len};
    status st = l->check(l->ctx, &in, &hears, &s->stop, &e);
    worker_answers(s);
    if (st != ST_OK) say_failure(&to, &e);
    cmd_load_ends(&t->responder, "check");
}

/* Takes the body over. */
static void check(session *s, const char *name, text body) {
    error e;
    task *t = mem_alloc(sizeof *t);
    status st = ST_OK;
    if (!s->config.loader)
        st = no_loader(&e);
    else if (!t)
        st = error_set(&e, ST_NOMEM, "no memory for the check");
    if (st == ST_OK) {
        *t = (task){
            .kind = TASK_CHECK, .run = run_check, .responder = s->responder, .check_text = body};
        t->check_name = text_growing();
        text_put(&t->check_name, name);
        worker_begin(s, t); /* it has the task now */
        return;
    }
    text_done(&body);
    mem_free(t);
    responder_error(&s->responder, &e, "check", -1);
    cmd_load_ends(&s->responder, "check");
}

static void check_file(session *s, const char *path) {
    text body;
    error e;
    status st = s->config.loader ? file_read(&body, path, TEXT_LIMIT, &e) : no_loader(&e);
    if (st == ST_OK) {
        check(s, path, body);
        return;
    }
    responder_error(&s->responder, &e, "check", -1);
    cmd_load_ends(&s->responder, "check");
}

/* --- the words --- */

static void read_words(session *s, const request *l, bool checks) {
    /* One that could be read comes with its text. */
    if (l->count == 2 && text_starts(l->word[1], "<<")) {
        request_refuse(s, l, ST_BAD_SYNTAX,
                       "<< needs a word of at most 63 letters that ends the text", 1);
        return;
    }
    error e;
    if (l->count > 1 && safe_file(s, &e) != ST_OK) {
        request_fails(s, l, &e, 1);
        cmd_load_ends(&s->responder, l->word[0]);
        return;
    }
    text path = text_growing();
    for (size_t i = 1; i < l->count; i++) text_format(&path, "%s%s", i > 1 ? " " : "", l->word[i]);
    if (l->count < 2)
        request_refuse(s, l, ST_BAD_SYNTAX, "which file? a path, or <<end and the text", -1);
    else if (path.cut)
        request_refuse(s, l, ST_NOMEM, "no memory for the path", -1);
    else if (checks)
        check_file(s, text_string(&path));
    else
        load(s, text_string(&path), NULL);
    text_done(&path);
}

void cmd_load(session *s, const request *l) {
    read_words(s, l, false);
}

void cmd_check(session *s, const request *l) {
    read_words(s, l, true);
}

void cmd_load_text(session *s, const request *l, text body, bool spoiled) {
    const char *end = l->word[1] + 2;
    error e;
    status st = ST_OK;
    if (body.cut)
        st = error_set(&e, ST_NOMEM, "no memory for the text");
    else if (spoiled)
        st = error_set(&e, ST_BAD_SYNTAX, "the text is too long, or a line of it was not read");
    if (st == ST_OK && strcmp(l->word[0], "check") == 0) {
        check(s, end, body);
        return;
    }
    if (st == ST_OK) {
        load(s, end, &body);
    } else {
        responder_error(&s->responder, &e, l->word[0], -1);
        cmd_load_ends(&s->responder, l->word[0]);
    }
    text_done(&body);
}

/* --- RulesPath --- */

status cmd_load_rules_path(session *s, const char *paths, error *err) {
    const game_loader *l = s->config.loader;
    teller t = {.v = &s->responder, .cmd = "setoption", .quiet = true};
    load_listener to = listener(&t);
    status all = ST_OK;
    if (*paths && !l) return no_loader(err);
    for (const char *at = paths; *at;) {
        char path[PATH_SIZE];
        size_t n = strcspn(at, ":;");
        (void)snprintf(path, sizeof path, "%.*s", (int)n, at);
        at += n + (at[n] != '\0');
        error e;
        status st = n ? l->read_path(l->ctx, path, &to, &e) : ST_OK;
        if (st == ST_OK) continue;
        if (all != ST_OK) say_failure(&t, err); /* the last one is the caller's */
        *err = e;
        all = st;
    }
    look_again(s);
    return all;
}
