#include "arena/match_answers.h"

#include "search/review.h"
#include "search/search_registry.h"

/* What the decisions of a seat that answers with text lost, by a review with a fixed number of nodes: the
 * same game has the same losses. */
static status judge_answers(const search_registry *book, const referee_result *res,
                            text_answers *answers, error *err) {
    enum { REVIEW_NODES = 1000 };
    const rules *r = position_rules(res->final);
    review_question q = {.game = res->final};
    search_question open = {0};
    review v = {0};
    search *s = NULL;
    if (search_create(&s) != ST_OK) return error_set(err, ST_NOMEM, "no memory for a review");
    q.ask.options = search_default_options();
    q.ask.limits = limits_none();
    q.ask.limits.nodes = REVIEW_NODES;
    status st = search_choose(book, "auto", r, &q.ask, err);
    if (st == ST_OK) st = search_choose(book, "mcts", r, &open, err);
    q.open = open.kind;
    if (st == ST_OK) st = review_run(&v, s, &q, NULL, NULL, err);
    for (size_t i = 0; st == ST_OK && i < v.count; i++) {
        const review_event *e = &v.events[i];
        if (e->actor < 0 || !answers[e->actor].decisions || e->forced || !e->valued) continue;
        answers[e->actor].judged++;
        answers[e->actor].loss += e->loss;
    }
    review_done(&v);
    search_destroy(s);
    return st;
}

status match_answers_take(const search_registry *book, const referee_game *g,
                          const referee_result *res, text_answers *out, error *err) {
    bool any = false;
    for (int i = 0; i < position_rules(res->final)->players; i++) {
        out[i] = g->seat[i].who->answers;
        any |= out[i].decisions > 0;
    }
    return any ? judge_answers(book, res, out, err) : ST_OK;
}
