#include <string.h>

#include "engine/base/memory.h"
#include "uci/commands/cmd.h"
#include "uci/core/safe.h"
#include "uci/core/worker.h"

/* Long work that counts: perft and bench. */

/* --- on the thread of the worker --- */

static void say_count(const responder *v, const char *command, const char *key, uint64_t n,
                      const char *label) {
    char buf[64];
    text line = text_over(buf, sizeof buf);
    text_format(&line, "%s: %llu", label, (unsigned long long)n);
    reply r;
    reply_init_free(&r, command, buf);
    reply_count(&r, key, n);
    responder_say(v, &r);
}

static void divide(void *ctx, const char *event, uint64_t nodes) {
    task *t = ctx;
    char buf[GAME_TOKEN_SIZE + 32];
    text out = text_over(buf, sizeof buf);
    text_format(&out, "%s: %llu", event, (unsigned long long)nodes);
    reply r;
    reply_init_free(&r, "perft", buf);
    reply_word(&r, "event", event);
    reply_count(&r, "nodes", nodes);
    responder_say(&t->responder, &r);
}

static void say_empty(const responder *v) {
    reply r;
    reply_init_free(&r, "perft", "");
    responder_say(v, &r);
}

void cmd_count_run(session *s, task *t) {
    perft_result result;
    error failure;
    t->perft.stop = &s->stop;
    status st = perft_run(t->root, &t->perft, divide, t, &result, &failure);
    worker_answers(s);
    if (st != ST_OK) {
        responder_error(&t->responder, &failure, "perft", -1);
        return;
    }
    say_empty(&t->responder);
    say_count(&t->responder, "perft", "total", result.nodes, "Nodes searched");
    if (t->perft.unique) say_count(&t->responder, "perft", "unique", result.unique, "Unique keys");
    say_empty(&t->responder); /* the end, for those who read up to it */
}

static void run_bench(session *s, task *t) {
    error failure;
    fingerprint f;
    const game *single[] = {t->bench_game, NULL};
    game_list all = s->config.bench ? s->config.bench : s->config.games;
    game_list games = t->bench_game ? single : all;
    status st = fingerprint_run(s->search, games, t->question.kind, &t->bench, &f, &failure);
    if (st == ST_OK && atomic_load(&s->stop))
        st = error_set(&failure, ST_STOPPED, "the %s was stopped", t->bench_name);
    worker_answers(s);
    if (st != ST_OK) {
        responder_error(&t->responder, &failure, t->bench_name, -1);
        return;
    }
    double seconds = t->bench.book ? f.wall : f.seconds;
    double rate = seconds > 0 ? (double)f.nodes / seconds : 0;
    say_count(&t->responder, t->bench_name, "nodes", f.nodes, "Nodes searched");
    say_count(&t->responder, t->bench_name, "nps", (uint64_t)(rate + 0.5), "Nodes/second");
}

/* --- reading --- */

static bool read_perft(const request *l, perft_options *o, int *at) {
    uint64_t depth;
    *at = l->count > 1 ? 1 : -1;
    if (l->count < 2 || !text_u64(l->word[1], 1000, &depth)) return false;
    o->depth = (unsigned)depth;
    for (size_t i = 2; i < l->count; i++) {
        *at = (int)i;
        if (strcmp(l->word[i], "turns") == 0)
            o->turns = true;
        else if (strcmp(l->word[i], "noend") == 0)
            o->noend = true;
        else if (strcmp(l->word[i], "unique") == 0)
            o->unique = true;
        else if (strcmp(l->word[i], "divide") != 0)
            return false;
    }
    return true;
}

void cmd_perft(session *s, const request *l) {
    error e;
    int at;
    perft_options o = {0};
    if (!request_has_position(s, l)) return;
    if (!read_perft(l, &o, &at)) {
        request_refuse(s, l, ST_BAD_SYNTAX, "expected: perft n [turns] [noend] [unique] [divide]",
                       at);
        return;
    }
    if (safe_perft(s, &o, &e) != ST_OK) {
        request_fails(s, l, &e, 1);
        return;
    }
    task *t = mem_alloc(sizeof *t);
    if (!t) {
        request_refuse(s, l, ST_NOMEM, "no memory for perft", -1);
        return;
    }
    t->kind = TASK_PERFT;
    t->run = cmd_count_run;
    t->responder = s->responder;
    t->perft = o;
    if (position_clone(&t->root, s->position, &e) == ST_OK) {
        worker_begin(s, t);
    } else {
        task_done(t);
        request_fails(s, l, &e, -1);
    }
}

/* A number that changes how the positions are searched; a limit replaces the default. */
static bool take_bench_number(task *t, const char *key, uint64_t n) {
    search_limits *lim = &t->bench.limits;
    bool depth = strcmp(key, "depth") == 0 && n <= INT32_MAX;
    bool movetime = strcmp(key, "movetime") == 0 && n <= INT32_MAX;
    if (depth || movetime) *lim = limits_none();
    if (depth)
        lim->depth = (unsigned)n;
    else if (movetime)
        lim->movetime_ms = (int64_t)n;
    else if (strcmp(key, "nodes") == 0)
        lim->nodes = n;
    else if (strcmp(key, "threads") == 0 && n <= 256)
        t->bench.threads = (int)n;
    else if (strcmp(key, "hash") == 0 && n <= 65536)
        t->bench.hash_bytes = (size_t)n << 20;
    else if (strcmp(key, "seed") == 0)
        t->bench.seed = n;
    else
        return false;
    return true;
}

static status read_bench(session *s, const request *l, task *t, int *at, error *err) {
    for (size_t i = 1; i + 1 < l->count; i += 2) {
        uint64_t n;
        *at = (int)i + 1;
        if (strcmp(l->word[i], "game") == 0) {
            t->bench_game = game_find(s->config.games, l->word[i + 1]);
            if (!t->bench_game && !text_same(l->word[i + 1], "all"))
                return error_set(err, ST_NOT_FOUND, "there is no such game");
        } else if (!text_u64(l->word[i + 1], UINT64_MAX, &n) || !n ||
                   !take_bench_number(t, l->word[i], n)) {
            return error_set(err, ST_BAD_VALUE,
                             "%s takes nodes, depth, movetime, threads, hash or seed with a "
                             "number, and game with a name",
                             t->bench_name);
        }
    }
    *at = (int)l->count - 1;
    if (l->count % 2 == 0) return error_set(err, ST_BAD_SYNTAX, "that argument needs a value");
    return ST_OK;
}

/* The game and the options of the session. */
static void take_speed(const session *s, task *t) {
    search_options o = search_default_options();
    options_apply(&s->options.search, &o);
    t->bench_game = s->game;
    t->bench.book = s->config.book;
    t->bench.threads = o.threads;
    t->bench.hash_bytes = o.hash_bytes;
    t->bench.limits = limits_none();
    t->bench.eval = s->weights.choice == EVAL_LINEAR ? EVAL_LINEAR : EVAL_DEFAULT;
}

static void begin_bench(session *s, const request *l, bool speed) {
    enum { SPEED_MS = 1000 };
    error e;
    int at = -1;
    task *t = mem_alloc(sizeof *t);
    if (!t) {
        request_refuse(s, l, ST_NOMEM, "no memory for the bench", -1);
        return;
    }
    t->kind = TASK_BENCH;
    t->run = run_bench;
    t->responder = s->responder;
    t->bench_name = speed ? "speedtest" : "bench";
    t->bench = fingerprint_default();
    t->question.kind = s->config.book->searchers[0];
    if (speed) take_speed(s, t);
    status st = read_bench(s, l, t, &at, &e);
    if (!limits_any(&t->bench.limits)) t->bench.limits.movetime_ms = SPEED_MS;
    if (safe_bench(s, l, &t->bench, &e) != ST_OK) st = e.code;
    if (st == ST_OK) {
        t->bench.presets = s->config.book->presets;
        worker_begin(s, t);
    } else {
        task_done(t);
        request_fails(s, l, &e, at);
    }
}

void cmd_bench(session *s, const request *l) {
    begin_bench(s, l, false);
}

void cmd_speedtest(session *s, const request *l) {
    begin_bench(s, l, true);
}
