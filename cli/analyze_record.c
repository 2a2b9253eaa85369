#define _POSIX_C_SOURCE 200809L
#include "cli/analyze_record.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/analyze_annotate.h"
#include "cli/analyze_page.h"
#include "cli/cli.h"
#include "cli/cli_engine.h"
#include "cli/crew_tasks.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "engine/notation/game_file.h"
#include "engine/notation/san/opening_names.h"
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
    int width;  /* of the column with actions */
    text *sink; /* where it goes; NULL: to the standard output, event by event */
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
    if (p->how == SPELLING_SAN) put_field(name, text_string(&spelled), out);
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

static void print(text *out, text *sink) {
    if (sink) {
        text_put(sink, text_string(out));
        sink->cut |= out->cut;
    } else {
        (void)fputs(text_string(out), stdout);
        (void)fflush(stdout);
    }
    text_clear(out);
}

static void show_event(void *ctx, const review *rev, const review_event *e) {
    printing *p = ctx;
    text out = text_growing();
    if (!p->sink) progress_end(&p->bar);
    if (p->q->json)
        json_event(p, rev, e, &out);
    else
        table_event(p, rev, e, &out);
    print(&out, p->sink);
    if (!p->sink) progress_note(&p->bar, rev->count, "");
    text_done(&out);
}

/* --- all of it --- */

/* The game that is looked at, and where it comes from. */
typedef struct subject {
    game_file file;
    position *pos;
    game_tree *tree;
    size_t number, of; /* from 1; 0: it is no file of games */
} subject;

static const game *default_game(const record_request *q) {
    return q->setup.game ? q->setup.game : catalogue_games()[0];
}

static status open_file(const record_request *q, subject *g, error *err) {
    const cli_setup *setup = &q->setup;
    if (setup->moves || setup->fen)
        return error_set(err, ST_BAD_SYNTAX, "a record has its own position and moves");
    status st = game_file_read(&g->file, setup->record, catalogue_games(), default_game(q),
                               &setup->params, err);
    g->file.rec.force = setup->force;
    if (st == ST_OK)
        st = game_file_agrees(&g->file, setup->record, setup->game, catalogue_games(), err);
    if (st == ST_OK && g->file.form) g->of = game_file_count(&g->file);
    if (st == ST_OK && setup->number > 0)
        st = game_file_choose(&g->file, (size_t)setup->number, err);
    return st;
}

/* The position at the end of the chosen game, and its tree. */
static status take_game(const record_request *q, subject *g, error *err) {
    cli_setup setup = q->setup;
    setup.open = true;
    position_destroy(g->pos);
    g->pos = NULL;
    if (!setup.record) {
        status st = setup_position(&setup, &g->pos, err);
        if (st == ST_OK) st = game_tree_from(&g->tree, g->pos, err);
        return st == ST_OK ? game_trees_add(&g->file.trees, g->tree, err) : st;
    }
    g->number = g->of ? g->file.chosen + 1 : 0;
    status st = game_file_position(&g->pos, &g->file, catalogue_games(), default_game(q), err);
    if (st != ST_OK) return st;
    return game_file_tree(&g->tree, &g->file, catalogue_games(), default_game(q), err);
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

/* How wide the events are as they are shown. */
static int max_width(const position *p, spelling how) {
    int width = 8;
    const char *event;
    position *at = NULL;
    if (position_clone(&at, p, NULL) == ST_OK) position_cut(at, position_first_ply(p));
    for (unsigned i = position_first_ply(p); (event = position_event(p, i)); i++) {
        char buf[GAME_TOKEN_SIZE];
        text shown = text_over(buf, sizeof buf);
        spelling_write(at ? how : SPELLING_TOKENS, at, event, &shown);
        if ((int)shown.len > width) width = (int)shown.len;
        if (at && position_play(at, event, NULL) != ST_OK) {
            position_destroy(at);
            at = NULL;
        }
    }
    position_destroy(at);
    return width < LINE_SHOWN ? width : LINE_SHOWN;
}

static const char *known_tag(const game_tree *t, const char *name) {
    const char *value = game_tree_tag(t, name);
    return value && *value && strcmp(value, "?") != 0 ? value : NULL;
}

/* What is known of the game before its first event: who played, where, which opening. */
static void put_about(const subject *g, const opening_name *opening, text *out) {
    const char *who[2] = {known_tag(g->tree, formats_player_tag(g->tree->game, 0)),
                          known_tag(g->tree, formats_player_tag(g->tree->game, 1))};
    const char *event = known_tag(g->tree, "Event");
    const char *date = known_tag(g->tree, "Date");
    if (g->of > 1) text_format(out, "Game %zu of %zu", g->number, g->of);
    if (g->of > 1 && (who[0] || who[1])) text_put(out, ": ");
    if (g->of && (who[0] || who[1]))
        text_format(out, "%s - %s", who[0] ? who[0] : "?", who[1] ? who[1] : "?");
    if (g->of && event) text_format(out, "%s%s", out->len ? ", " : "", event);
    if (g->of && date && strcmp(date, "????.??.??") != 0)
        text_format(out, "%s%s", out->len ? ", " : "", date);
    if (out->len) text_char(out, '\n');
    if (opening->name) text_format(out, "Opening: %s %s\n", opening->eco, opening->name);
}

static void json_game(const subject *g, const opening_name *opening, text *out) {
    if (!g->of) return;
    text_format(out, "{\"type\": \"game\", \"number\": %zu, \"of\": %zu, \"events\": %u", g->number,
                g->of, position_ply(g->pos) - position_first_ply(g->pos));
    for (size_t i = 0; i < g->tree->tag_count; i++)
        put_field(g->tree->tags[i].name, g->tree->tags[i].value, out);
    if (opening->name) {
        put_field("eco", opening->eco, out);
        put_field("opening", opening->name, out);
    }
    text_put(out, "}\n");
}

/* Everything that reviews of games share. */
struct record_review {
    const record_request *q;
    subject game;
    search *s;
    opening_names *names;
    stopper stopping; /* of a rank */
    text *sink;       /* of the game under way; NULL: the standard output */
};

static status review_and_print(record_review *r, const opening_name *opening, review *rev,
                               error *err) {
    const record_request *q = r->q;
    const position *p = r->game.pos;
    stopper stopping = {.s = r->s};
    printing to = {.q = q, .r = position_rules(p), .game = p, .sink = r->sink};
    to.how = setup_spelling(&q->setup, to.r);
    to.width = max_width(p, to.how);
    review_question ask = {.game = p};
    cli_engine engine;
    status st = cli_engine_read(&engine, q->words, q->algorithm, to.r->game, &q->options, err);
    if (st != ST_OK) return st;
    st = choose(q, &engine, to.r, &ask, err);
    if (st != ST_OK) {
        cli_engine_done(&engine);
        return st;
    }
    ask.stop = r->sink ? &r->stopping.stop : &stopping.stop;
    size_t events = position_ply(p) - position_first_ply(p);
    text out = text_growing();
    if (q->json)
        json_game(&r->game, opening, &out);
    else
        put_about(&r->game, opening, &out);
    if (!q->json) table_head(&to, search_kind(&ask.ask, position_rules(p))->name, events, &out);
    print(&out, r->sink);
    if (!r->sink) cli_on_interrupt(stop, &stopping);
    if (!r->sink) progress_start(&to.bar, "looking back", events);
    st = review_run(rev, r->s, &ask, show_event, &to, err);
    if (!r->sink) progress_end(&to.bar);
    if (st == ST_OK && q->json) json_summary(rev, &out);
    if (st == ST_OK && !q->json) table_summary(&to, rev, &out);
    print(&out, r->sink);
    text_done(&out);
    if (!r->sink) cli_on_interrupt(NULL, NULL);
    cli_engine_done(&engine);
    return st;
}

/* Reviews the chosen game and keeps what was found in its tree. */
static status review_one(record_review *r, text *annotated, error *err) {
    const record_request *q = r->q;
    subject *g = &r->game;
    review rev = {0};
    opening_name opening = {0};
    status st = take_game(q, g, err);
    if (st == ST_OK && r->names) (void)opening_names_of(r->names, g->pos, &opening);
    if (st == ST_OK) st = review_and_print(r, &opening, &rev, err);
    if (st == ST_OK && q->annotate) {
        annotation what = {.game = g->pos, .rec = &g->file.rec, .found = &rev, .opening = opening};
        what.form = formats_find(q->annotate, NULL);
        st = analyze_annotate(&what, g->tree, annotated, err);
    }
    if (st == ST_OK) st = analyze_page_write(q, g->pos, &g->file.rec, &rev, err);
    review_done(&rev);
    return st;
}

/* --- game by game --- */

status analyze_review_open(record_review **out, const record_request *q, error *err) {
    *out = NULL;
    record_review *r = mem_alloc(sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the review");
    r->q = q;
    atomic_init(&r->stopping.stop, false);
    status st = q->setup.record ? open_file(q, &r->game, err) : ST_OK;
    if (st == ST_OK && search_create(&r->s) != ST_OK)
        st = error_set(err, ST_NOMEM, "no memory for the search");
    if (st == ST_OK && opening_names_create(&r->names, catalogue_games(), err) == ST_NOMEM)
        st = ST_NOMEM;
    r->stopping.s = r->s;
    if (st == ST_OK)
        *out = r;
    else
        analyze_review_close(r);
    return st;
}

void analyze_review_close(record_review *r) {
    if (!r) return;
    opening_names_destroy(r->names);
    search_destroy(r->s);
    position_destroy(r->game.pos);
    game_file_done(&r->game.file);
    mem_free(r);
}

size_t analyze_review_games(const record_review *r) {
    return r->q->setup.number == SETUP_ALL_GAMES && r->game.of ? r->game.of : 1;
}

/* Every game is looked at as if it were the only one. */
static status review_number(record_review *r, size_t number, text *annotated, error *err) {
    status st = ST_OK;
    search_forget(r->s);
    if (r->q->setup.number == SETUP_ALL_GAMES && r->game.of)
        st = game_file_choose(&r->game.file, number + 1, err);
    return st == ST_OK ? review_one(r, annotated, err) : st;
}

status analyze_review_one(record_review *r, size_t number, text *out, text *annotated, error *err) {
    if (number >= analyze_review_games(r))
        return error_set(err, ST_BAD_VALUE, "there is no such game");
    r->sink = out;
    status st = review_number(r, number, annotated, err);
    r->sink = NULL;
    if (st == ST_OK && atomic_load(&r->stopping.stop)) st = error_set(err, ST_STOPPED, "stopped");
    return st;
}

void analyze_review_stop(record_review *r) {
    stop(&r->stopping);
}

/* --- by ranks --- */

typedef struct rank_reviews {
    const record_request *q;
    size_t games, done;
    text *annotated;
    crew *crew;
    progress bar;
} rank_reviews;

static void describe(void *ctx, text *out) {
    const record_request *q = ((rank_reviews *)ctx)->q;
    for (int i = 0; i < q->argc; i++) {
        /* A file without a dot is known by being there, which it may not be on other machines. */
        if (q->argv[i] == q->setup.record && !strpbrk(q->argv[i], "./")) text_put(out, "./");
        crew_tasks_put_words(1, &q->argv[i], out);
    }
}

static status take_review(void *ctx, uint64_t number, crew_bytes result, bool *enough, error *err) {
    rank_reviews *r = ctx;
    crew_reader in = crew_read(result);
    crew_bytes printed = crew_get_bytes(&in);
    crew_bytes annotated = crew_get_bytes(&in);
    *enough = false;
    if (!crew_read_all(&in)) return error_set(err, ST_INTERNAL, "a review makes no sense");
    progress_end(&r->bar);
    if (number && !r->q->json) (void)printf("\n");
    (void)fwrite(printed.at, 1, printed.len, stdout);
    (void)fflush(stdout);
    text_putn(r->annotated, annotated.at, annotated.len);
    r->done = (size_t)number + 1;
    progress_note(&r->bar, r->done, "");
    return ST_OK;
}

static void stop_crew(void *ctx) {
    crew_stop(ctx);
}

static status review_by_ranks(const record_request *q, size_t games, text *annotated, error *err) {
    rank_reviews r = {.q = q, .games = games, .annotated = annotated};
    crew_plan plan = {
        .task = q->task, .slots = 1, .ctx = &r, .take = take_review, .describe = describe};
    status st = crew_create(&r.crew, &plan, err);
    if (st != ST_OK) return st;
    cli_on_interrupt(stop_crew, r.crew);
    progress_start(&r.bar, "looking back", games);
    st = crew_run(r.crew, 0, games, err);
    progress_end(&r.bar);
    cli_on_interrupt(NULL, NULL);
    crew_destroy(r.crew);
    if (st != ST_STOPPED) return st;
    return error_set(err, st, "stopped after %zu of %zu games", r.done, games);
}

/* --- all --- */

static status review_all(record_review *r, text *annotated, error *err) {
    const record_request *q = r->q;
    size_t count = analyze_review_games(r);
    status st = ST_OK;
    bool standard = q->setup.record && strcmp(q->setup.record, "-") == 0;
    if (count > 1 && q->task && crew_uses_ranks() && !standard)
        return review_by_ranks(q, count, annotated, err);
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        if (i && !q->json) (void)printf("\n");
        st = review_number(r, i, annotated, err);
    }
    if (st == ST_OK && r->game.of > 1 && !q->setup.number && !q->json)
        (void)printf("\n%.120s has %zu games: this is the first. --game N chooses another, --game "
                     "all reviews all.\n",
                     q->setup.record, r->game.of);
    return st;
}

int analyze_record(const record_request *q) {
    error e;
    record_review *r = NULL;
    text annotated = text_growing();
    status st = analyze_review_open(&r, q, &e);
    if (st == ST_OK && q->setup.record) setup_say_broken(&r->game.file, q->setup.record);
    if (st == ST_OK && q->annotate)
        st = file_check(q->annotate, game_file_ours, q->setup.force, &e);
    if (st == ST_OK) st = analyze_page_check(q, &e);
    if (st == ST_OK) st = review_all(r, &annotated, &e);
    if (st == ST_OK && annotated.cut) st = error_set(&e, ST_NOMEM, "no memory for the record");
    if (st == ST_OK && q->annotate)
        st = file_claim(q->annotate, game_file_ours, q->setup.force, &e);
    if (st == ST_OK && q->annotate)
        st = file_write(q->annotate, text_string(&annotated), annotated.len, &e);
    text_done(&annotated);
    analyze_review_close(r);
    if (st == ST_OK) return EXIT_DONE;
    int code = cli_fail("analyze", &e);
    return st == ST_STOPPED ? EXIT_NO : code;
}
