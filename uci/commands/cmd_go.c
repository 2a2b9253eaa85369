#include <string.h>

#include "engine/base/memory.h"
#include "uci/commands/cmd.h"
#include "uci/commands/go_keywords.h"
#include "uci/core/info.h"
#include "uci/core/worker.h"

/* Searches: read here, run by the worker. */

static void listen(void *ctx, const search_report *r) {
    info_report(ctx, r);
}

static void run_go(session *s, task *t) {
    search_answer answer;
    error failure;
    status st = search_run(s->search, &t->question, listen, t, &answer, &failure);
    worker_answers(s);
    info_answer(t, &answer, st == ST_OK ? NULL : &failure);
}

/* A search of a finished root under `infinite` or `ponder`: nothing to do but to wait. */
static void run_nothing(session *s, task *t) {
    worker_wait_stop(s);
    responder_no_move(&t->responder);
}

/* A root that is over: its value, then no move; under infinite and ponder only when asked. */
static void answer_finished(session *s, const request *l) {
    const rules *r = position_rules(s->position);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    bool draw = true;
    (void)l;
    if (position_seat(s->position) == SEAT_ALL) {
        r->game->returns(r, position_data(s->position), utility, points);
        for (int i = 1; i < r->players; i++) draw &= utility[i] == utility[0];
    }
    reply answer;
    reply_init(&answer, "info");
    reply_int(&answer, "depth", 0);
    reply_score(&answer, "score", draw ? "cp" : "mate", 0, NULL);
    responder_say(&s->responder, &answer);
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
        request_fails(s, l, e, at);
    if (!go_is_perft(l)) responder_no_move(&s->responder);
}

static bool waits_for_stop(const request *l) {
    return has_word(l, "infinite") || has_word(l, "ponder");
}

void cmd_go(session *s, const request *l) {
    error e;
    request_part w = {.l = l, .i = 1, .end = l->count, .at = -1};
    if (!request_has_position(s, l)) {
        if (!go_is_perft(l)) responder_no_move(&s->responder);
        return;
    }
    task *t = mem_alloc(sizeof *t);
    if (!t) {
        (void)error_set(&e, ST_NOMEM, "no memory for the search");
        refuse_go(s, l, ST_NOMEM, &e, -1);
        return;
    }
    status st = go_keywords_read(s, &w, s->position, t, &e);
    if (st == ST_GAME_OVER && waits_for_stop(l)) {
        /* The answer waits for stop, as any other would. */
        answer_finished(s, l);
        t->kind = TASK_NONE;
        st = ST_OK;
    }
    if (st == ST_OK) {
        t->run = t->kind == TASK_NONE ? run_nothing : t->kind == TASK_GO ? run_go : cmd_count_run;
        worker_begin(s, t);
        return;
    }
    task_done(t);
    refuse_go(s, l, st, &e, w.at);
}
