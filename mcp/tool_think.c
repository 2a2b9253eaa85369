/* Searches, reviews and beliefs, from what the seat knows. */
#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/game/belief.h"
#include "engine/game/game_terminal.h"
#include "mcp/mcp_tools.h"
#include "mcp/tool_common.h"
#include "search/review.h"
#include "search/score.h"
#include "search/search_registry.h"
#include "search/search_why.h"

/* As `uci --safe` allows. A search that was just cancelled needs a moment to end. */
enum { PATIENCE_MS = 500, HASH_BYTES = 32 << 20, REPORT_MS = 250, STANDARD_LINES = 3 };

static search_question ask_about(const tool_table *t, const mcp_call *c) {
    search_question q = {.root = t->seen.now,
                         .seat = t->text.actor,
                         .options = search_default_options(),
                         .report_every_ms = REPORT_MS};
    q.limits = limits_none();
    q.limits.movetime_ms = (int64_t)(1000 * mcp_json_real(c->args, "seconds", TOOL_SECONDS));
    q.limits.visits = (uint64_t)mcp_json_int(c->args, "visits", 0);
    q.options.hash_bytes = HASH_BYTES;
    q.options.multipv = (int)mcp_json_int(c->args, "count", STANDARD_LINES);
    return q;
}

/* Where something is hidden a search is for the seat that decides, from its own view. */
static status may_think(const tool_table *t, error *err) {
    if (t->text.actor == ACTOR_NONE) return error_set(err, ST_GAME_OVER, "the game is over");
    if (t->text.actor == ACTOR_CHANCE)
        return error_set(err, ST_CHANCE_EXPECTED, "chance decides here: look with wait");
    if (t->seen.eyes == SEAT_ALL || t->text.actor == t->seen.eyes) return ST_OK;
    return error_set(err, ST_LEAK,
                     "hands are hidden, and seat %d is to act: ask again when it is your turn",
                     t->text.actor + 1);
}

/* An open table of a hidden game is searched from the view of who decides all the same: a search knows
 * nothing else. */
static status root_of(tool_table *t, search_question *q, position **own, error *err) {
    *own = NULL;
    if (!t->seen.hidden || position_seat(t->seen.now) != SEAT_ALL) return ST_OK;
    status st = position_observe(own, t->seen.now, t->text.actor, err);
    q->root = *own;
    return st;
}

/* --- lines --- */

typedef struct thinking {
    mcp_call *c;
    const tool_table *t;
    double limit_s;
} thinking;

static void put_first(const table_text *x, const token *tok, text *out) {
    token_write(position_rules(x->seen), x->world, tok, out);
}

static void tell_progress(void *ctx, const search_report *r) {
    thinking *k = ctx;
    char buf[GAME_TOKEN_SIZE + 80];
    text said = text_over(buf, sizeof buf);
    if (!r->count) return;
    put_first(&k->t->text, &r->lines[0].first, &said);
    int seat = k->t->text.actor;
    text_format(&said, ": seat %d %.1f %%", seat + 1, 100 * r->lines[0].values[seat]);
    mcp_call_progress(k->c, (double)r->time_ms / 1000, k->limit_s, buf);
}

static void put_numbers(mcp_call *c, const char *key, const double *x, int n, int digits) {
    json_key(&c->out, key);
    json_open(&c->out, '[');
    for (int i = 0; i < n; i++) json_real(&c->out, x[i], digits);
    json_close(&c->out, ']');
}

static const char *proof_name(search_proof p) {
    static const char *const name[] = {"", "win", "loss", "draw", "exact"};
    return name[p];
}

static void put_line(const tool_table *t, mcp_call *c, const search_line *l, size_t i) {
    const rules *r = position_rules(t->seen.now);
    char buf[GAME_TOKEN_SIZE];
    text first = text_over(buf, sizeof buf);
    text does = text_growing();
    put_first(&t->text, &l->first, &first);
    if (r->terminal->describe)
        r->terminal->describe(r, t->text.world, l->first.steps, l->first.count, &does);
    json_open(&c->out, '{');
    tool_key_text(c, "action", buf);
    if (does.len) tool_key_text(c, "words", text_string(&does));
    put_numbers(c, "values", l->values, r->players, 4);
    if (score_has_points(r, l)) put_numbers(c, "points", l->points, r->players, 2);
    if (l->visits) tool_key_int(c, "visits", (int64_t)l->visits);
    if (l->proof != PROOF_NONE) tool_key_text(c, "proof", proof_name(l->proof));
    tool_key_text(c, "line", l->pv);
    json_close(&c->out, '}');
    text_format(&c->words, "%zu) %s%s%s:", i + 1, buf, does.len ? ", " : "", text_string(&does));
    for (int k = 0; k < r->players; k++)
        text_format(&c->words, "%s seat %d %.1f %%", k ? "," : "", k + 1, 100 * l->values[k]);
    if (l->proof != PROOF_NONE) text_format(&c->words, " (proven %s)", proof_name(l->proof));
    text_format(&c->words, "; line %s\n", l->pv);
    text_done(&does);
}

static void put_lines(const tool_table *t, mcp_call *c, const search_report *r, size_t max) {
    tool_key_int(c, "at", t->seen.at);
    tool_key_int(c, "seat", t->text.actor + 1);
    text_format(&c->words, "Seat %d to act, at %lld.\n", t->text.actor + 1, (long long)t->seen.at);
    tool_put_open(t, c);
    json_key(&c->out, "lines");
    json_open(&c->out, '[');
    for (size_t i = 0; i < r->count && i < max; i++) put_line(t, c, &r->lines[i], i);
    json_close(&c->out, ']');
    tool_key_int(c, "nodes", (int64_t)r->nodes);
}

static status put_why(const search_question *q, mcp_call *c, const search_report *r, error *err) {
    text why = text_growing();
    status st = search_why(q->root, q->seat, NULL, r, &why, err);
    if (st == ST_OK && why.len) {
        tool_key_text(c, "why", text_string(&why));
        text_format(&c->words, "Why: %s\n", text_string(&why));
    }
    text_done(&why);
    return st;
}

static status think(mcp_call *c, const char *algorithm, tool_table *t, search_question *q,
                    search_answer *out, error *err) {
    const search_registry *book = mcp_client_world(c->client)->book;
    const mcp_host *host = mcp_client_world(c->client)->host;
    search *unused;
    thinking k = {c, t, (double)q->limits.movetime_ms / 1000};
    status st = search_choose(book, algorithm, position_rules(t->seen.now), q, err);
    if (st == ST_OK && host)
        return host->search(host->self, c, &(mcp_search){algorithm, q, tell_progress, &k}, out,
                            err);
    if (st == ST_OK) st = mcp_call_take(c, clock_now_ms() + PATIENCE_MS, &unused, err);
    return st == ST_OK ? mcp_call_search(c, q, tell_progress, &k, out, err) : st;
}

status tool_analyze(mcp_call *c, error *err) {
    tool_table t;
    position *own = NULL;
    search_answer found;
    status st = tool_study_init(&t, c, err);
    if (st == ST_OK) st = may_think(&t, err);
    if (st == ST_OK) {
        search_question q = ask_about(&t, c);
        st = root_of(&t, &q, &own, err);
        if (st == ST_OK) st = think(c, "auto", &t, &q, &found, err);
        if (st == ST_OK) {
            put_lines(&t, c, &found.report, (size_t)q.options.multipv);
            tool_key_text(c, "search", search_kind(&q, position_rules(t.seen.now))->name);
            st = put_why(&q, c, &found.report, err);
        }
    }
    mcp_call_give(c);
    position_destroy(own);
    tool_table_done(&t);
    return st;
}

status tool_solve(mcp_call *c, error *err) {
    tool_table t;
    search_answer found;
    status st = tool_study_init(&t, c, err);
    if (st == ST_OK && t.seen.hidden)
        st = error_set(err, ST_UNSUPPORTED, "games with hidden hands are not solved: use analyze");
    if (st == ST_OK) st = may_think(&t, err);
    if (st == ST_OK) {
        search_question q = ask_about(&t, c);
        st = think(c, "solve", &t, &q, &found, err);
    }
    if (st == ST_OK) {
        bool solved = found.report.count && found.report.lines[0].proof != PROOF_NONE;
        tool_key_flag(c, "solved", solved);
        text_put(&c->words, solved ? "Solved. " : "Not solved in this time. ");
        put_lines(&t, c, &found.report, STANDARD_LINES);
    }
    mcp_call_give(c);
    tool_table_done(&t);
    return st;
}

/* --- looking back --- */

static void tell_event(void *ctx, const review *r, const review_event *last) {
    mcp_call *c = ctx;
    char said[GAME_TOKEN_SIZE + 40];
    (void)snprintf(said, sizeof said, "event %u: %s", last->ply + 1, last->token);
    mcp_call_progress(c, (double)r->count, (double)r->total, said);
}

static bool has_luck(const review_event *e) {
    return e->luck_kind != LUCK_UNKNOWN;
}

static void put_event(const review *v, const review_event *e, mcp_call *c) {
    bool chance = e->actor == ACTOR_CHANCE;
    json_open(&c->out, '{');
    tool_key_int(c, "ply", e->ply + 1);
    tool_key_int(c, "seat", tool_seat(e->actor));
    tool_key_text(c, "action", e->token);
    text_format(&c->words, "%u. %s", e->ply + 1, e->token);
    if (!chance && e->valued) {
        json_key(&c->out, "loss");
        json_real(&c->out, e->loss, 4);
        if (e->mark != MARK_NONE) tool_key_text(c, "mark", review_mark_text(e->mark));
        text_format(&c->words, "%s (seat %d)", review_mark_text(e->mark), e->actor + 1);
        if (e->loss >= 0.0005) text_format(&c->words, " lost %.1f %%", 100 * e->loss);
        if (e->better[0]) {
            tool_key_text(c, "better", e->better);
            tool_key_text(c, "line", e->line);
            text_format(&c->words, ", better was %s", e->better);
        }
    }
    if (chance && has_luck(e)) {
        put_numbers(c, "luck", e->luck, v->players, 4);
        text_put(&c->words, ", luck");
        for (int i = 0; i < v->players; i++)
            text_format(&c->words, "%s seat %d %+.1f %%", i ? "," : "", i + 1, 100 * e->luck[i]);
    }
    text_char(&c->words, '\n');
    json_close(&c->out, '}');
}

static void put_seats(const review *v, mcp_call *c) {
    json_key(&c->out, "seats");
    json_open(&c->out, '[');
    for (int i = 0; i < v->players; i++) {
        const review_seat *s = &v->seat[i];
        json_open(&c->out, '{');
        tool_key_int(c, "seat", i + 1);
        tool_key_int(c, "decisions", s->decisions);
        json_key(&c->out, "accuracy");
        json_real(&c->out, review_accuracy(s), 4);
        json_key(&c->out, "average_loss");
        json_real(&c->out, review_average_loss(s), 4);
        json_key(&c->out, "luck");
        json_real(&c->out, s->luck, 4);
        tool_key_int(c, "dubious", s->marks[MARK_DUBIOUS]);
        tool_key_int(c, "mistakes", s->marks[MARK_MISTAKE]);
        tool_key_int(c, "blunders", s->marks[MARK_BLUNDER]);
        json_close(&c->out, '}');
        text_format(&c->words,
                    "Seat %d: %u decisions, accuracy %.1f %%, average loss %.2f %%, luck %+.1f %%; "
                    "%u dubious, %u mistakes, %u blunders.\n",
                    i + 1, s->decisions, 100 * review_accuracy(s), 100 * review_average_loss(s),
                    100 * s->luck, s->marks[MARK_DUBIOUS], s->marks[MARK_MISTAKE],
                    s->marks[MARK_BLUNDER]);
    }
    json_close(&c->out, ']');
}

static void put_review(const review *v, mcp_call *c) {
    json_key(&c->out, "events");
    json_open(&c->out, '[');
    for (size_t i = 0; i < v->count; i++) put_event(v, &v->events[i], c);
    json_close(&c->out, ']');
    put_seats(v, c);
    tool_key_flag(c, "complete", v->count == v->total);
}

/* The time is divided among the events; each search of an event takes at most its part. */
static status look_back(mcp_call *c, const position *p, error *err) {
    const search_registry *book = mcp_client_world(c->client)->book;
    const mcp_host *host = mcp_client_world(c->client)->host;
    const rules *r = position_rules(p);
    unsigned events = position_ply(p) - position_first_ply(p);
    review_question q = {.game = p, .stop = &c->stop};
    search_question open = {0};
    review v = {0};
    search *s = NULL;
    if (!events) return error_set(err, ST_BAD_VALUE, "nothing has happened at this table yet");
    q.ask.options = search_default_options();
    q.ask.options.hash_bytes = HASH_BYTES;
    q.ask.limits = limits_none();
    q.ask.limits.movetime_ms =
        (int64_t)(500 * mcp_json_real(c->args, "seconds", TOOL_SECONDS) / events);
    if (q.ask.limits.movetime_ms < 1) q.ask.limits.movetime_ms = 1;
    if (host)
        return host->review(
            host->self, c, &(mcp_review){p, q.ask.limits.movetime_ms, tell_event, put_review}, err);
    status st = search_choose(book, "auto", r, &q.ask, err);
    if (st == ST_OK) st = search_choose(book, "mcts", r, &open, err);
    q.open = open.kind;
    if (st == ST_OK) st = mcp_call_take(c, clock_now_ms() + PATIENCE_MS, &s, err);
    if (st == ST_OK && mcp_call_stopped(c)) st = error_set(err, ST_STOPPED, "cancelled");
    if (st == ST_OK) st = review_run(&v, s, &q, tell_event, c, err);
    if (st == ST_OK) put_review(&v, c);
    review_done(&v);
    return st;
}

status tool_review(mcp_call *c, error *err) {
    mcp_tables k = mcp_client_tables(c->client);
    position *p = NULL;
    tool_table t;
    status st = tool_table_init(&t, c, err);
    if (st == ST_OK) st = k.kind->game(k.self, t.handle, &p, err);
    if (st == ST_OK) tool_put_open(&t, c);
    if (st == ST_OK) st = look_back(c, p, err);
    mcp_call_give(c);
    position_destroy(p);
    tool_table_done(&t);
    return st;
}

/* --- belief --- */

static void put_belief(const belief *b, mcp_call *c) {
    const char *place = "";
    tool_key_int(c, "deals", b->deals);
    json_key(&c->out, "cards");
    json_open(&c->out, '[');
    for (size_t i = 0; i < b->count; i++) {
        const belief_entry *x = &b->at[i];
        double share = (double)x->deals / b->deals;
        json_open(&c->out, '{');
        tool_key_text(c, "place", x->place);
        tool_key_text(c, "card", x->card);
        json_key(&c->out, "share");
        json_real(&c->out, share, 4);
        json_close(&c->out, '}');
        if (strcmp(place, x->place) != 0) text_format(&c->words, "%s:\n", x->place);
        place = x->place;
        text_format(&c->words, "  %.1f %% %s\n", 100 * share, x->card);
    }
    json_close(&c->out, ']');
}

status tool_belief(mcp_call *c, error *err) {
    tool_table t;
    position *own = NULL;
    belief b = {0};
    status st = tool_study_init(&t, c, err);
    if (st == ST_OK && !t.seen.hidden)
        st = error_set(err, ST_UNSUPPORTED, "nothing is hidden in %s",
                       position_rules(t.seen.now)->game->name);
    if (st == ST_OK && position_seat(t.seen.now) == SEAT_ALL)
        st = position_observe(&own, t.seen.now, t.seen.seat, err);
    if (st == ST_OK)
        st = belief_count(&b, own ? own : t.seen.now, (unsigned)mcp_json_int(c->args, "deals", 500),
                          1, err);
    if (st == ST_OK) {
        tool_key_int(c, "at", t.seen.at);
        tool_put_open(&t, c);
        put_belief(&b, c);
    }
    belief_done(&b);
    position_destroy(own);
    tool_table_done(&t);
    return st;
}
