#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/analyze_record.h"
#include "cli/cli.h"
#include "cli/cli_engine.h"
#include "cli/setup.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "engine/game/game_endings.h"
#include "lib/catalogue.h"
#include "search/score.h"
#include "search/search_registry.h"
#include "search/search_why.h"

/* The position that `./run` shows: Project L after five rounds, the first seat to act. */
#define SAMPLE_GAME "projectl"
#define SAMPLE_FEN                                                                                 \
    "ph=N p=0 a=3 m=0 b=0 l=0 r=6 R=14,14,12,15,13,15,14,13,14 WR=W16,W5,W14,W20 "                 \
    "BR=B12,B6,B20,B9 WD=23:W1,W2,W3,W4,W6,W8,W9,W10,W11,W12,W13,W15,W19,W23,W24,W25,W26,W27,"     \
    "W28,W29,W30,W31,W32/- BD=4:B1,B2,B3,B4,B5,B7,B10,B11,B15,B16,B18,B19/- "                      \
    "| P0 s=6 T=1,1,1,0,1,0,0,2,0 U=B14/10c67ff/000000000;-;-;- F=W22,W17,W7,B17 "                 \
    "| P1 s=5 T=0,0,2,0,1,0,0,0,0 U=B8/01fffff/000000101;-;-;- F=W18,B13,W21"

typedef struct request {
    cli_setup setup;
    search_limits limits;
    search_options options;
    const char *algorithm, *annotate;
    text words; /* --weights and --option */
    size_t hash_mb;
    int lines;
    bool sample, all, json;
} request;

typedef struct watcher {
    progress bar;
    const rules *r;
    int seat;
    const search_limits *limits;
} watcher;

/* --- arguments --- */

static const arg args[] = {
    ARGS_NUMBER("--time", "MS", request, limits.movetime_ms, 1, 86400000,
                "how long to think (default 3000; of a record 500 for each decision)"),
    ARGS_NUMBER("--nodes", "N", request, limits.nodes, 1, UINT64_MAX,
                "how many nodes to search; of a record for each decision"),
    ARGS_NUMBER("--visits", "N", request, limits.visits, 1, UINT64_MAX,
                "how many visits of the root, in searches that count them"),
    ARGS_NUMBER("--depth", "N", request, limits.depth, 1, 86400000, "how deep to search"),
    ARGS_NUMBER("--threads", "N", request, options.threads, 1, 256,
                "threads of a search (default 1)"),
    ARGS_NUMBER("--hash", "MB", request, hash_mb, 1, 65536, "memory of the search (default 256)"),
    ARGS_NUMBER("--lines", "N", request, lines, 1, SEARCH_MAX_LINES,
                "how many actions to show (default 5)"),
    ARGS_TEXT("--algo", "NAME", request, algorithm,
              "auto, mcts, alphabeta, expectimax, paranoid, brs, ismcts, pimc, solve, random or "
              "bot:NAME"),
    ARGS_FLAG("--deterministic", request, options.deterministic,
              "the same answer for any number of threads (with --nodes or --visits)"),
    ARGS_FLAG("--sample", request, sample, "analyse a sample position of Project L"),
    ARGS_END};

static const arg record_args[] = {
    ARGS_WORD("RECORD", "the name of a file: review the game in it"),
    ARGS_FLAG("--all", request, all, "the same for --record FILE or --moves"),
    ARGS_FLAG("--json", request, json, "a JSON object for each event instead of a table"),
    ARGS_TEXT("--annotate", "FILE", request, annotate,
              "write the record with values, losses and luck as remarks; a file that kibitz did "
              "not write is only replaced with --force"),
    ARGS_END};

static const arg_group groups[] = {
    {"Game and position", setup_position_args, NULL, offsetof(request, setup)},
    {"Rules", setup_rules_args, NULL, offsetof(request, setup)},
    {"Thinking", args, NULL, 0},
    {"Engine", cli_engine_args, NULL, offsetof(request, words)},
    {"Review of a game", record_args, NULL, 0},
    {0}};

/* An argument that names no game but looks like a file is a record to look back on. */
static bool is_record(const request *q, const char *w) {
    if (w[0] == '-' && w[1]) return false;
    if (q->setup.record || game_find(catalogue_games(), w)) return false;
    if (!q->setup.game && setup_is_rules_file(w)) return false;
    return q->setup.game || w[0] == '-' || strpbrk(w, "./") || access(w, F_OK) == 0;
}

static status take_word(void *to, const char *word, bool *taken, error *err) {
    request *q = to;
    if (!is_record(q, word)) return setup_take_game(&q->setup, word, taken, err);
    q->setup.record = word;
    q->all = true;
    return ST_OK;
}

static status read_arguments(request *q, int argc, char **argv, error *err) {
    static const arg_reader how = {"analyze", groups, take_word};
    status st = args_read(&how, q, argc, argv, err);
    if (st == ST_OK) st = setup_finish(&q->setup, err);
    if (st != ST_OK) return st;
    if (q->sample) {
        q->setup.game = game_find(catalogue_games(), SAMPLE_GAME);
        q->setup.fen = SAMPLE_FEN;
    }
    if ((q->json || q->annotate) && !q->all)
        return error_set(err, ST_BAD_SYNTAX, "--json and --annotate are for a record or --all");
    if (!limits_any(&q->limits)) q->limits.movetime_ms = q->all ? 500 : 3000;
    q->options.hash_bytes = q->hash_mb << 20;
    q->options.seed = q->setup.seed;
    q->options.multipv = q->lines;
    return ST_OK;
}

/* --- live --- */

static void show_progress(void *ctx, const search_report *r) {
    watcher *w = ctx;
    char note[96];
    const search_line *best = &r->lines[0];
    uint64_t done = (uint64_t)r->time_ms;
    if (w->limits->movetime_ms < 0 && w->limits->visits) done = r->visits;
    if (w->limits->movetime_ms < 0 && w->limits->nodes) done = r->nodes;
    (void)snprintf(note, sizeof note, "best %.*s %.1f %%", (int)strcspn(best->pv, " "), best->pv,
                   100 * best->values[w->seat]);
    progress_note(&w->bar, done, note);
}

static void stop(void *s) {
    search_stop(s);
}

/* --- results --- */

static void print_board(const position *p, bool colours) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    text out = text_growing();
    int actor = r->game->actor(r, s);
    text_format(&out, "%s, ply %u", r->game->title, position_ply(p));
    if (actor >= 0) text_format(&out, ", seat %d to act", actor + 1);
    text_put(&out, "\n\n");
    /* An analyst of a hidden game sees what the deciding seat sees. */
    game_draw(r, s, r->traits & GAME_HIDDEN && actor >= 0 ? actor : SEAT_ALL, colours, &out);
    text_char(&out, '\n');
    (void)fputs(text_string(&out), stdout);
    text_done(&out);
}

static void put_count(uint64_t n, text *out) {
    if (n >= 10000000)
        text_format(out, "%9.1f M", (double)n / 1e6);
    else if (n >= 10000)
        text_format(out, "%9.1f k", (double)n / 1e3);
    else
        text_format(out, "%9llu  ", (unsigned long long)n);
}

/* The table of lines: how wide the actions are, and which columns there is anything for. */
typedef struct table {
    const position *root;
    const search_report *rep;
    int seat, lines, width;
    bool points, visits;
    bool few, bound; /* marks that were used */
} table;

static table table_of(const position *root, const search_report *rep, int seat, int lines) {
    table t = {.root = root, .rep = rep, .seat = seat, .lines = lines, .width = 14};
    if (rep->count < (size_t)lines) t.lines = (int)rep->count;
    for (int i = 0; i < t.lines; i++) {
        const search_line *l = &rep->lines[i];
        int n = (int)strcspn(l->pv, " ");
        if (n > t.width) t.width = n;
        t.points |= score_has_points(position_rules(root), l);
        t.visits |= l->visits > 0;
    }
    return t;
}

static void put_head(const table *t, text *out) {
    const rules *r = position_rules(t->root);
    text_format(out, "   %-*s", t->width, "action");
    for (int i = 0; i < r->players; i++) text_format(out, "  seat %d ", i + 1);
    for (int i = 0; t->points && i < r->players; i++) text_format(out, "  pts %d", i + 1);
    if (!(r->traits & GAME_POINTS)) text_put(out, "        score");
    if (t->visits) text_put(out, "  at least     visits");
    text_put(out, "   line\n");
}

static void put_score(const table *t, const search_line *l, text *out) {
    char buf[32];
    text score = text_over(buf, sizeof buf);
    line_score s = score_of_line(t->root, l, t->seat, false);
    score_write(&s, &score);
    text_format(out, " %12s", buf);
}

static void put_row(table *t, int i, text *out) {
    const rules *r = position_rules(t->root);
    const search_line *l = &t->rep->lines[i];
    bool few = t->visits && search_few_visits(t->rep, l);
    t->few |= few;
    t->bound |= l->at_most;
    text_format(out, "%2d%c%-*.*s", i + 1,
                few          ? '?'
                : l->at_most ? '<'
                             : ' ',
                t->width, (int)strcspn(l->pv, " "), l->pv);
    for (int k = 0; k < r->players; k++) text_format(out, " %6.1f %%", 100 * l->values[k]);
    for (int k = 0; t->points && k < r->players; k++) {
        if (score_has_points(r, l))
            text_format(out, " %6.2f", l->points[k]);
        else
            text_format(out, " %6s", "-");
    }
    if (!(r->traits & GAME_POINTS)) put_score(t, l, out);
    if (t->visits) {
        text_format(out, "  %6.1f %%", 100 * (l->lcb > 0 ? l->lcb : 0));
        put_count(l->visits, out);
    }
    text_format(out, "   %s\n", l->pv);
}

static void print_lines(const position *root, const search_report *rep, int seat, int lines) {
    table t = table_of(root, rep, seat, lines);
    text out = text_growing();
    put_head(&t, &out);
    for (int i = 0; i < t.lines; i++) put_row(&t, i, &out);
    if (t.few) text_put(&out, "?  too few visits to be compared with the others\n");
    if (t.bound) text_put(&out, "<  at most this: the last depth was cut short before it\n");
    (void)fputs(text_string(&out), stdout);
    text_done(&out);
}

static void print_over(const position *p) {
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    r->game->returns(r, position_data(p), utility, points);
    (void)printf("The game is over (%s).", game_ending(r, position_data(p)));
    for (int i = 0; i < r->players; i++)
        (void)printf(" seat %d: %.1f %%", i + 1, 100 * (double)utility[i]);
    (void)printf("\n");
}

static void print_hints(void) {
    (void)printf(
        "\nTry next:\n"
        "  ./run analyze connect4 --moves \"d d c\"          another game, another position\n"
        "  ./run play connect4 --level 4                   you against the engine\n"
        "  ./run puzzles solve W17 --pieces O1,I2,I3,Z     fill a puzzle with these pieces\n"
        "  ./run help                                      the other commands\n");
}

static status print_why(const position *root, int seat, const weights *eval,
                        const search_report *rep, error *err) {
    text why = text_growing();
    status st = search_why(root, seat, eval, rep, &why, err);
    if (why.len) (void)printf("\nwhy: %s\n", text_string(&why));
    text_done(&why);
    return st;
}

static int search_and_print(const request *q, const cli_engine *engine, const position *p,
                            int actor) {
    const rules *r = position_rules(p);
    error e;
    position *root = NULL;
    search *s = NULL;
    search_answer a;
    search_question ask;
    watcher w = {.r = r, .seat = actor, .limits = &q->limits};
    status st = cli_engine_ask(engine, r, &ask, &e);
    ask.seat = actor;
    ask.limits = q->limits;
    ask.report_every_ms = 100;
    if (st == ST_OK)
        st = r->traits & GAME_HIDDEN ? position_observe(&root, p, actor, &e)
                                     : position_clone(&root, p, &e);
    if (st == ST_OK) st = search_create(&s);
    if (st == ST_OK) {
        ask.root = root;
        search_prepare(s, false);
        cli_on_interrupt(stop, s);
        uint64_t total = q->limits.movetime_ms >= 0 ? (uint64_t)q->limits.movetime_ms
                         : q->limits.visits         ? q->limits.visits
                                                    : q->limits.nodes;
        progress_start(&w.bar, "thinking", total);
        st = search_run(s, &ask, show_progress, &w, &a, &e);
        progress_end(&w.bar);
        cli_on_interrupt(NULL, NULL);
    }
    if (st == ST_OK) {
        print_lines(root, &a.report, actor, ask.options.multipv);
        st = print_why(root, actor, ask.eval, &a.report, &e);
        (void)printf("\n%s: ", ask.kind->name);
        if (a.report.visits) (void)printf("%llu visits, ", (unsigned long long)a.report.visits);
        (void)printf("%llu nodes in %.2f s, depth %u/%u\n", (unsigned long long)a.report.nodes,
                     (double)a.report.time_ms / 1000, a.report.depth, a.report.seldepth);
        if (a.report.note) (void)printf("%s\n", a.report.note);
    }
    search_destroy(s);
    position_destroy(root);
    return st == ST_OK ? EXIT_DONE : cli_fail("analyze", &e);
}

static int answer(request *q) {
    error e;
    position *p;
    if (q->all) {
        record_request all = {q->setup,    q->limits, q->options, q->algorithm,
                              q->annotate, &q->words, q->json};
        return analyze_record(&all);
    }
    if (setup_position(&q->setup, &p, &e) != ST_OK) return cli_fail("analyze", &e);
    const rules *r = position_rules(p);
    int actor = r->game->actor(r, position_data(p));
    cli_engine engine;
    if (cli_engine_read(&engine, &q->words, q->algorithm, r->game, &q->options, &e) != ST_OK) {
        position_destroy(p);
        return cli_fail("analyze", &e);
    }
    print_board(p, progress_colours(STDOUT_FILENO));
    (void)fflush(stdout);
    int code = EXIT_DONE;
    if (game_is_over(r, position_data(p))) print_over(p);
    if (game_end(r, position_data(p)) == END_CLAIM)
        (void)printf("A draw can be claimed (%s).\n", game_ending(r, position_data(p)));
    if (actor != ACTOR_NONE) code = search_and_print(q, &engine, p, actor);
    if (q->sample && code == EXIT_DONE) print_hints();
    cli_engine_done(&engine);
    position_destroy(p);
    return code;
}

static int run(int argc, char **argv) {
    request q = {.limits = limits_none(), .hash_mb = 256, .lines = 5, .words = text_growing()};
    q.options = search_default_options();
    setup_init(&q.setup);
    error e;
    status st = read_arguments(&q, argc, argv, &e);
    int code = st == ST_OK ? answer(&q) : cli_fail("analyze", &e);
    text_done(&q.words);
    return code;
}

const subcommand cli_analyze = {
    "analyze",
    run,
    "find the best actions of a position and their value for each player",
    "kibitz analyze [GAME] [POSITION] [OPTIONS]\n"
    "       kibitz analyze [GAME] RECORD [OPTIONS]\n\n"
    "Draws the position, thinks, and lists the best actions with their value for each seat. Of a\n"
    "record: what each decision lost of the win (?! from 10 %, ? from 20 %, ?? from 30 %), what "
    "would\n"
    "have been better, and the luck of each seat.\n",
    groups,
    "An interrupt (control-C) ends the thinking and shows what was found.\n\n"
    "Example: kibitz analyze connect4 --moves \"d d c\" --time 1000\n",
};
