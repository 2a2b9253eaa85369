#include <string.h>

#include "engine/base/memory.h"
#include "uci/session_state.h"

/* Long work: searches, perft, bench. Reading is done here; the worker does the rest. */

/* A root that is over: its value, then no move; under infinite and ponder only when asked. */
static void answer_finished(session *s, const request *l) {
    const rules *r = position_rules(s->position);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    bool draw = true;
    (void)l;
    if (position_seat(s->position) == SEAT_ALL) {
        r->kind->returns(r, position_data(s->position), utility, points);
        for (int i = 1; i < r->players; i++) draw &= utility[i] == utility[0];
    }
    say(&s->voice, "info depth 0 score %s", draw ? "cp 0" : "mate 0");
}

static bool has_word(const request *l, const char *word) {
    for (size_t i = 1; i < l->count; i++)
        if (strcmp(l->word[i], word) == 0) return true;
    return false;
}

/* `go perft` counts and ends without a `bestmove`. */
static bool go_is_perft(const request *l) {
    return has_word(l, "perft");
}

static void refuse_go(session *s, const request *l, status st, const error *e, int at) {
    if (st == ST_GAME_OVER)
        answer_finished(s, l);
    else
        command_fails(s, l, e, at);
    if (!go_is_perft(l)) say(&s->voice, "bestmove (none)");
}

static bool waits_for_stop(const request *l) {
    return has_word(l, "infinite") || has_word(l, "ponder");
}

void cmd_go(session *s, const request *l) {
    error e;
    int at = -1;
    if (!has_position(s, l)) {
        if (!go_is_perft(l)) say(&s->voice, "bestmove (none)");
        return;
    }
    task *t = mem_alloc(sizeof *t);
    if (!t) {
        (void)error_set(&e, ST_NOMEM, "no memory for the search");
        refuse_go(s, l, ST_NOMEM, &e, -1);
        return;
    }
    status st = read_go(s, l, 1, s->position, t, &at, &e);
    if (st == ST_GAME_OVER && waits_for_stop(l)) {
        /* The answer waits for stop, as any other would. */
        answer_finished(s, l);
        t->kind = TASK_NONE;
        st = ST_OK;
    }
    if (st == ST_OK) {
        worker_begin(s, t);
        return;
    }
    task_done(t);
    refuse_go(s, l, st, &e, at);
}

/* --- perft and bench --- */

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
    if (!has_position(s, l)) return;
    if (!read_perft(l, &o, &at)) {
        fail_with(s, l, ST_BAD_SYNTAX, "expected: perft n [turns] [noend] [unique] [divide]", at);
        return;
    }
    if (safe_perft(s, &o, &e) != ST_OK) {
        command_fails(s, l, &e, 1);
        return;
    }
    task *t = mem_alloc(sizeof *t);
    if (!t) {
        fail_with(s, l, ST_NOMEM, "no memory for perft", -1);
        return;
    }
    t->kind = TASK_PERFT;
    t->voice = s->voice;
    t->perft = o;
    if (position_clone(&t->root, s->position, &e) == ST_OK) {
        worker_begin(s, t);
    } else {
        task_done(t);
        command_fails(s, l, &e, -1);
    }
}

/* A number that changes how the positions are searched; a limit replaces the usual one. */
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
    if (l->count % 2 == 0) return error_set(err, ST_BAD_SYNTAX, "that word needs a value");
    return ST_OK;
}

/* The game and the options of the session. */
static void take_speed(const session *s, task *t) {
    search_question q = {.options = search_usual_options()};
    options_apply(&s->options, &q);
    t->bench_game = s->game;
    t->bench.book = s->config.book;
    t->bench.threads = q.options.threads;
    t->bench.hash_bytes = q.options.hash_bytes;
    t->bench.limits = limits_none();
}

static void begin_bench(session *s, const request *l, bool speed) {
    enum { SPEED_MS = 1000 };
    error e;
    int at = -1;
    task *t = mem_alloc(sizeof *t);
    if (!t) {
        fail_with(s, l, ST_NOMEM, "no memory for the bench", -1);
        return;
    }
    t->kind = TASK_BENCH;
    t->voice = s->voice;
    t->bench_name = speed ? "speedtest" : "bench";
    t->bench = fingerprint_usual();
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
        command_fails(s, l, &e, at);
    }
}

void cmd_bench(session *s, const request *l) {
    begin_bench(s, l, false);
}

void cmd_speedtest(session *s, const request *l) {
    begin_bench(s, l, true);
}
