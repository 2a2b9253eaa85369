#define _POSIX_C_SOURCE 200809L
#include "cli/analyze_record.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/cli_engine.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "engine/notation/game_file.h"
#include "engine/notation/record.h"
#include "lib/catalogue.h"
#include "search/review.h"
#include "search/search_registry.h"

enum { LINE_SHOWN = 40 };

/* What the printing needs to know. */
typedef struct printing {
    const record_request *q;
    const rules *r;
    const position *game;
    spelling how;
    progress bar;
    int width; /* of the column with actions */
} printing;

/* What an interrupt stops. */
typedef struct stopper {
    search *s;
    atomic_bool stop;
} stopper;

static void stop(void *ctx) {
    stopper *x = ctx;
    atomic_store(&x->stop, true);
    search_stop(x->s);
}

/* --- JSON --- */

static void put_field_n(const char *name, const char *value, size_t len, text *out) {
    text_format(out, ", \"%s\": \"", name);
    for (size_t i = 0; i < len; i++) {
        if (value[i] == '"' || value[i] == '\\') text_char(out, '\\');
        text_char(out, value[i]);
    }
    text_char(out, '"');
}

static void put_field(const char *name, const char *value, text *out) {
    put_field_n(name, value, strlen(value), out);
}

static void put_list(const char *name, const double *x, int n, text *out) {
    text_format(out, ", \"%s\": [", name);
    for (int i = 0; i < n; i++) text_format(out, "%s%.4f", i ? ", " : "", x[i]);
    text_char(out, ']');
}

/* The position before an event; NULL where there is no memory. */
static position *moment_of(const printing *p, const review_event *e) {
    position *at = NULL;
    if (p->how != SPELLING_TOKENS && position_clone(&at, p->game, NULL) == ST_OK)
        position_cut(at, e->ply);
    return at;
}

/* A line of actions from before an event, as people write it. */
static void put_spelled(const printing *p, const review_event *e, const char *line, text *out) {
    position *at = moment_of(p, e);
    if (at)
        spelling_write_line(p->how, at, line, out);
    else
        text_put(out, line);
    position_destroy(at);
}

static void put_san(const printing *p, const review_event *e, const char *name, const char *line,
                    text *out) {
    text spelled = text_growing();
    put_spelled(p, e, line, &spelled);
    if (p->how != SPELLING_TOKENS) put_field(name, text_string(&spelled), out);
    text_done(&spelled);
}

static void json_event(const printing *p, const review *rev, const review_event *e, text *out) {
    bool chance = e->actor == ACTOR_CHANCE;
    text_format(out, "{\"type\": \"%s\", \"ply\": %u, \"seat\": %d", chance ? "chance" : "decision",
                e->ply + 1, chance ? 0 : e->actor + 1);
    put_field(chance ? "outcome" : "played", e->token, out);
    if (!chance) put_san(p, e, "san", e->token, out);
    if (e->valued) put_list("values", e->values, rev->players, out);
    if (chance && e->luck_kind != LUCK_UNKNOWN) {
        put_list("expected", e->best, rev->players, out);
        put_list("luck", e->luck, rev->players, out);
        if (e->outcomes) text_format(out, ", \"outcomes\": %d", e->outcomes);
    }
    if (!chance) {
        text_format(out, ", \"loss\": %.4f, \"forced\": %s", e->loss, e->forced ? "true" : "false");
        put_field("mark", review_mark_text(e->mark), out);
        put_field_n("best", e->line, strcspn(e->line, " "), out);
        put_list("best_values", e->best, rev->players, out);
        put_field("line", e->line, out);
        put_san(p, e, "line_san", e->line, out);
    }
    text_put(out, "}\n");
}

static void json_summary(const review *rev, text *out) {
    for (int i = 0; i < rev->players; i++) {
        const review_seat *s = &rev->seat[i];
        text_format(out,
                    "{\"type\": \"seat\", \"seat\": %d, \"decisions\": %u, \"forced\": %u, "
                    "\"average_loss\": %.4f, \"dubious\": %u, \"mistakes\": %u, \"blunders\": %u, ",
                    i + 1, s->decisions, s->forced, review_average_loss(s), s->marks[MARK_DUBIOUS],
                    s->marks[MARK_MISTAKE], s->marks[MARK_BLUNDER]);
        if (s->decisions)
            text_format(out, "\"accuracy\": %.4f, ", review_accuracy(s));
        else
            text_put(out, "\"accuracy\": null, ");
        text_format(out, "\"luck\": %.4f}\n", s->luck);
    }
    text_format(out, "{\"type\": \"end\", \"events\": %zu, \"judged\": %zu, \"partial\": %s}\n",
                rev->total, rev->count, rev->stopped ? "true" : "false");
}

/* --- tables --- */

static void table_head(const printing *p, const char *search_name, size_t events, text *out) {
    text_format(out, "%s, %zu events, judged by %s\n\n", p->r->game->title, events, search_name);
    text_format(out, " ply  seat  %-*s    value     loss\n", p->width, "played");
}

static void table_luck(const review *rev, const review_event *e, text *out) {
    if (e->luck_kind == LUCK_UNKNOWN) return;
    text_put(out, "luck");
    for (int i = 0; i < rev->players; i++)
        text_format(out, "%s seat %d %+.1f %%", i ? "," : "", i + 1, 100 * e->luck[i]);
}

static void table_event(const printing *p, const review *rev, const review_event *e, text *out) {
    if (e->actor == ACTOR_CHANCE) {
        text_format(out, "%4u     -  %-*s  ", e->ply + 1, p->width, e->token);
        table_luck(rev, e, out);
    } else {
        text_format(out, "%4u  %4d  ", e->ply + 1, e->actor + 1);
        size_t mark = out->len;
        put_spelled(p, e, e->token, out);
        text_repeat(out, ' ', p->width - (int)(out->len - mark));
        text_format(out, "  %5.1f %%  %5.1f %%", 100 * e->values[e->actor], 100 * e->loss);
        if (e->forced) text_put(out, "  forced");
        if (e->better[0]) {
            text_format(out, "  %-2s  better: ", review_mark_text(e->mark));
            put_spelled(p, e, e->line, out);
        }
    }
    while (out->len && out->at[out->len - 1] == ' ') text_truncate(out, out->len - 1);
    text_char(out, '\n');
}

static void table_summary(const printing *p, const review *rev, text *out) {
    bool luck = (p->r->traits & GAME_CHANCE) != 0;
    text_format(out, "\nseat  decisions  forced  average loss   ?!    ?   ??  accuracy%s\n",
                luck ? "     luck" : "");
    for (int i = 0; i < rev->players; i++) {
        const review_seat *s = &rev->seat[i];
        text_format(out, "%4d  %9u  %6u", i + 1, s->decisions, s->forced);
        if (s->decisions)
            text_format(out, "  %10.1f %%  %3u  %3u  %3u  %6.1f %%", 100 * review_average_loss(s),
                        s->marks[MARK_DUBIOUS], s->marks[MARK_MISTAKE], s->marks[MARK_BLUNDER],
                        100 * review_accuracy(s));
        else /* nothing was judged */
            text_format(out, "  %10s    %3s  %3s  %3s  %6s", "-", "-", "-", "-", "-");
        if (luck) text_format(out, "%s  %+5.1f %%", s->decisions ? "" : "  ", 100 * s->luck);
        text_char(out, '\n');
    }
    if (rev->stopped)
        text_format(out, "Stopped after %zu of %zu events.\n", rev->count, rev->total);
}

static void print(text *out) {
    (void)fputs(text_string(out), stdout);
    (void)fflush(stdout);
    text_clear(out);
}

static void show_event(void *ctx, const review *rev, const review_event *e) {
    printing *p = ctx;
    text out = text_growing();
    progress_end(&p->bar);
    if (p->q->json)
        json_event(p, rev, e, &out);
    else
        table_event(p, rev, e, &out);
    print(&out);
    progress_note(&p->bar, rev->count, "");
    text_done(&out);
}

/* --- remarks --- */

static void put_remark(const review *rev, const review_event *e, text *out) {
    if (e->actor != ACTOR_CHANCE) {
        text_format(out, " ; {\"value\": %.4f, \"loss\": %.4f", e->values[e->actor], e->loss);
        if (e->mark != MARK_NONE) put_field("mark", review_mark_text(e->mark), out);
        if (e->better[0]) put_field("best", e->better, out);
        text_char(out, '}');
    } else if (e->luck_kind != LUCK_UNKNOWN) {
        text_put(out, " ; {\"luck\": [");
        for (int i = 0; i < rev->players; i++)
            text_format(out, "%s%.4f", i ? ", " : "", e->luck[i]);
        text_put(out, "]}");
    }
}

/* The record with our remarks in place of earlier ones, and the header lines it had. */
static void annotated(const position *p, const record *rec, const review *rev, text *out) {
    text plain = text_growing();
    record_write(p, &plain);
    const char *body = strstr(text_string(&plain), "\n\n");
    if (body) text_putn(out, plain.at, (size_t)(body + 1 - plain.at));
    for (size_t i = 0; i < rec->field_count; i++)
        if (!record_is_own(rec->fields[i].key))
            text_format(out, "%s: %s\n", rec->fields[i].key, rec->fields[i].value);
    text_char(out, '\n');
    const char *event;
    for (unsigned i = position_first_ply(p); (event = position_event(p, i)); i++) {
        size_t at = i - position_first_ply(p);
        text_put(out, event);
        if (at < rev->count) put_remark(rev, &rev->events[at], out);
        text_char(out, '\n');
    }
    if (plain.cut) out->cut = true;
    text_done(&plain);
}

static status annotate(const record_request *q, const position *p, const record *rec,
                       const review *rev, error *err) {
    text out = text_growing();
    annotated(p, rec, rev, &out);
    status st = out.cut ? error_set(err, ST_NOMEM, "no memory for the record")
                        : file_claim(q->annotate, game_file_ours, q->setup.force, err);
    if (st == ST_OK) st = file_write(q->annotate, text_string(&out), out.len, err);
    text_done(&out);
    return st;
}

/* --- all of it --- */

static status read_game(const record_request *q, record *rec, position **out, error *err) {
    *rec = (record){0};
    *out = NULL;
    cli_setup setup = q->setup;
    setup.open = true;
    if (!setup.record) return setup_position(&setup, out, err);
    if (setup.moves || setup.fen)
        return error_set(err, ST_BAD_SYNTAX, "a record has its own position and moves");
    const game *defaults = setup.game ? setup.game : catalogue_games()[0];
    game_file f;
    status st = game_file_read(&f, setup.record, catalogue_games(), defaults, &setup.params, err);
    f.rec.force = setup.force;
    if (st == ST_OK) st = game_file_agrees(&f, setup.record, setup.game, catalogue_games(), err);
    *rec = f.rec; /* the caller's from now on */
    return st == ST_OK ? game_file_position(out, &f, catalogue_games(), defaults, err) : st;
}

static status choose(const record_request *q, const cli_engine *e, const rules *r,
                     review_question *ask, error *err) {
    search_question open = {0};
    status st = cli_engine_ask(e, r, &ask->ask, err);
    ask->ask.limits = q->limits;
    if (st == ST_OK) st = search_choose(catalogue_registry(), "mcts", r, &open, err);
    ask->open = open.kind;
    return st;
}

static int max_token(const position *p) {
    int width = 8;
    const char *event;
    for (unsigned i = position_first_ply(p); (event = position_event(p, i)); i++)
        if ((int)strlen(event) > width) width = (int)strlen(event);
    return width < LINE_SHOWN ? width : LINE_SHOWN;
}

static status review_and_print(const record_request *q, const position *p, search *s, review *rev,
                               error *err) {
    stopper stopping = {.s = s};
    printing to = {.q = q, .r = position_rules(p), .game = p, .width = max_token(p)};
    to.how = setup_spelling(&q->setup, to.r);
    review_question ask = {.game = p};
    cli_engine engine;
    status st = cli_engine_read(&engine, q->words, q->algorithm, to.r->game, &q->options, err);
    if (st != ST_OK) return st;
    st = choose(q, &engine, to.r, &ask, err);
    if (st != ST_OK) {
        cli_engine_done(&engine);
        return st;
    }
    ask.stop = &stopping.stop;
    size_t events = position_ply(p) - position_first_ply(p);
    text out = text_growing();
    if (!q->json) table_head(&to, ask.ask.kind->name, events, &out);
    print(&out);
    cli_on_interrupt(stop, &stopping);
    progress_start(&to.bar, "looking back", events);
    st = review_run(rev, s, &ask, show_event, &to, err);
    progress_end(&to.bar);
    if (st == ST_OK && q->json) json_summary(rev, &out);
    if (st == ST_OK && !q->json) table_summary(&to, rev, &out);
    print(&out);
    text_done(&out);
    cli_on_interrupt(NULL, NULL);
    cli_engine_done(&engine);
    return st;
}

int analyze_record(const record_request *q) {
    error e;
    record rec;
    position *p;
    search *s = NULL;
    review rev = {0};
    status st = read_game(q, &rec, &p, &e);
    if (st == ST_OK && q->annotate)
        st = file_check(q->annotate, game_file_ours, q->setup.force, &e);
    if (st == ST_OK && search_create(&s) != ST_OK)
        st = error_set(&e, ST_NOMEM, "no memory for the search");
    if (st == ST_OK) st = review_and_print(q, p, s, &rev, &e);
    if (st == ST_OK && q->annotate) st = annotate(q, p, &rec, &rev, &e);
    review_done(&rev);
    search_destroy(s);
    position_destroy(p);
    record_done(&rec);
    return st == ST_OK ? EXIT_DONE : cli_fail("analyze", &e);
}
