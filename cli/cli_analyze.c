#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/analyze_lines.h"
#include "cli/analyze_record.h"
#include "cli/analyze_table.h"
#include "cli/cli.h"
#include "cli/cli_engine.h"
#include "cli/crew_tasks.h"
#include "cli/screen/screen.h"
#include "cli/setup.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "engine/game/game_endings.h"
#include "lib/catalogue.h"
#include "search/search_registry.h"

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
    const char *algorithm, *annotate, *html;
    text words; /* --weights and --option */
    size_t hash_mb;
    int lines;
    bool sample, all, json, edit;
} request;

typedef struct watcher {
    progress bar;
    const position *root;
    spelling how;
    int seat;
    const search_limits *limits;
} watcher;

/* --- arguments --- */

/* "3000", "3000ms", "3s", "1.5s", "2m" */
static status take_time(void *to, arg_line *line, error *err) {
    request *q = to;
    const char *value = NULL;
    char number[32] = "";
    double n = 0;
    status st = args_value(line, &value, err);
    if (st != ST_OK) return st;
    size_t len = strspn(value, "0123456789.");
    const char *unit = value + len;
    double scale = text_same(unit, "s")                ? 1000
                   : text_same(unit, "m")              ? 60000
                   : !*unit || strcmp(unit, "ms") == 0 ? 1
                                                       : 0;
    if (len < sizeof number) memcpy(number, value, len);
    bool good = scale > 0 && text_real(number, &n) && n * scale >= 1 && n * scale <= 86400000;
    if (!good)
        return error_set(err, ST_BAD_VALUE,
                         "%s takes milliseconds from 1 to 86400000, or seconds as in 3s, not %.40s",
                         line->being->name, value);
    q->limits.movetime_ms = (int64_t)(n * scale);
    return ST_OK;
}

/* What one seat of a hidden game knows. */
static status take_view(void *to, arg_line *line, error *err) {
    request *q = to;
    uint64_t seat = 0;
    status st = args_number(line, 1, GAME_MAX_PLAYERS, &seat, err);
    q->setup.view = (int)seat;
    return st;
}

static const arg args[] = {
    ARGS_CALL("--time", "MS", take_time,
              "how long to think (default 3000; of a record 500 for each decision), or 3s; also "
              "--movetime"),
    ARGS_CALL("--movetime", "MS", take_time, NULL),
    ARGS_CALL("--ms", "MS", take_time, NULL),
    ARGS_NUMBER("--nodes", "N", request, limits.nodes, 1, UINT64_MAX,
                "how many nodes to search; of a record for each decision"),
    ARGS_NUMBER("--visits", "N", request, limits.visits, 1, UINT64_MAX,
                "how many visits of the root, in searches that count them"),
    ARGS_NUMBER("--depth", "N", request, limits.depth, 1, 86400000, "how deep to search"),
    ARGS_NUMBER("--node", "N", request, limits.nodes, 1, UINT64_MAX, NULL),
    ARGS_NUMBER("--plies", "N", request, limits.depth, 1, 86400000, NULL),
    ARGS_NUMBER("--threads", "N", request, options.threads, 1, 256,
                "threads of a search (default 1)"),
    ARGS_NUMBER("--hash", "MB", request, hash_mb, 1, 65536, "memory of the search (default 256)"),
    ARGS_NUMBER("--lines", "N", request, lines, 1, SEARCH_MAX_LINES,
                "how many actions to show (default 5); also --multipv"),
    ARGS_NUMBER("--multipv", "N", request, lines, 1, SEARCH_MAX_LINES, NULL),
    ARGS_NUMBER("--multi-pv", "N", request, lines, 1, SEARCH_MAX_LINES, NULL),
    ARGS_NUMBER("--pv", "N", request, lines, 1, SEARCH_MAX_LINES, NULL),
    ARGS_TEXT("--algo", "NAME", request, algorithm,
              "auto, mcts, alphabeta, expectimax, paranoid, brs, ismcts, pimc, solve, random or "
              "bot:NAME"),
    ARGS_TEXT("--algorithm", "NAME", request, algorithm, NULL),
    ARGS_FLAG("--json", request, json,
              "the answer as a line of JSON; of a record one line for each event"),
    ARGS_CALL("--view", "SEAT", take_view,
              "of a game with hidden cards: what this seat knows. --moves are then the events as "
              "it saw them, with ?x for what was hidden from it, --fen is its view"),
    ARGS_FLAG("--setup", request, edit,
              "set the position up at the keyboard before it is analysed, piece by piece or by its "
              "text: help lists how, done begins the analysis"),
    ARGS_FLAG("--dice", request, setup.dice,
              "chance is typed in as it falls on a real table: dice, displays, puzzles, cards"),
    ARGS_FLAG("--deterministic", request, options.deterministic,
              "the same answer for any number of threads (with --nodes or --visits)"),
    ARGS_FLAG("--sample", request, sample, "analyse a sample position of Project L"),
    ARGS_END};

static const arg record_args[] = {
    ARGS_WORD("RECORD", "the name of a file: review the game in it. A record of kibitz, a list of "
                        "moves, or PGN (chess), SGF (go, hex), PDN (draughts), GGF or a transcript "
                        "(othello), AZN (Azul)"),
    ARGS_FLAG("--all", request, all, "the same for --record FILE or --moves"),
    ARGS_TEXT("--out", "FILE", request, annotate,
              "write the game with what was found: as a record with values, losses and luck as "
              "remarks, or where FILE ends in .pgn, .sgf, .pdn or .ggf in that form, with "
              "evaluations, marks and better lines; a file that kibitz did not write is only "
              "replaced with --force"),
    ARGS_TEXT("--annotate", "FILE", request, annotate, "the same"),
    ARGS_TEXT("--html", "FILE", request, html,
              "write the review as one page for a browser: boards, graphs, what was better, luck"),
    ARGS_END};

static const arg_group groups[] = {
    {"Game and position", setup_position_args, NULL, offsetof(request, setup)},
    {"Rules", setup_rules_args, NULL, offsetof(request, setup)},
    {"Notation", setup_notation_args, NULL, offsetof(request, setup)},
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
    if ((q->annotate || q->html) && !q->all)
        return error_set(err, ST_BAD_SYNTAX, "--out and --html are for a record or --all");
    if (q->html && q->setup.number == SETUP_ALL_GAMES)
        return error_set(err, ST_BAD_SYNTAX, "--html is for one game: choose it with --game N");
    if (q->setup.view && q->all)
        return error_set(err, ST_BAD_SYNTAX, "--view is for a position, not for a review");
    bool table = q->edit || q->setup.dice;
    if (table && (q->all || q->setup.view))
        return error_set(err, ST_BAD_SYNTAX, "--setup and --dice are for a position, not for %s",
                         q->all ? "a review" : "--view");
    if (table && q->setup.record && strcmp(q->setup.record, "-") == 0)
        return error_set(err, ST_BAD_SYNTAX, "--record - and %s cannot share the standard input",
                         q->edit ? "--setup" : "--dice");
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
    text out = text_over(note, sizeof note);
    text_put(&out, "best ");
    analyze_put_first(w->how, w->root, best->pv, &out);
    text_format(&out, " %.1f %%", 100 * best->values[w->seat]);
    progress_note(&w->bar, done, note);
}

static void stop(void *s) {
    search_stop(s);
}

/* --- results --- */

/* What there is to look at: the position, a state that fits it, and whose turn it is. */
typedef struct looking {
    position *p;
    void *world;
    int actor;
    opening_name opening;
    opening_names *names;
    bool ascii; /* how the board is drawn */
} looking;

static void looking_done(looking *l) {
    position_destroy(l->p);
    mem_free(l->world);
    opening_names_destroy(l->names);
}

/* *left: the person at the keyboard wants no analysis. */
static status look(const request *q, looking *l, bool *left, error *err) {
    rng deal = {.s = 1};
    *l = (looking){.ascii = q->setup.ascii};
    status st = setup_position(&q->setup, &l->p, err);
    if (st == ST_OK && (q->edit || q->setup.dice)) {
        table_request ask = {.setup = &q->setup, .edit = q->edit, .json = q->json};
        st = analyze_table(&ask, &l->p, left, err);
    }
    if (st != ST_OK || *left) return st;
    const rules *r = position_rules(l->p);
    l->world = mem_alloc(r->state_size);
    if (!l->world) return error_set(err, ST_NOMEM, "no memory for the position");
    position_world(l->p, &deal, l->world);
    l->actor = r->game->actor(r, l->world);
    if (spelling_for(r) == SPELLING_SAN &&
        opening_names_create(&l->names, catalogue_games(), NULL) == ST_OK)
        (void)opening_names_of(l->names, l->p, &l->opening);
    int seat = position_seat(l->p);
    if (seat == SEAT_ALL || l->actor == seat) return ST_OK;
    if (l->actor < 0)
        return error_set(err, ST_BAD_STATE,
                         l->actor == ACTOR_CHANCE ? "chance is to act here: announce what seat %d "
                                                    "sees of it (!x or ?x)"
                                                  : "the game is over for seat %d",
                         seat + 1);
    return error_set(err, ST_BAD_STATE, "it is the turn of seat %d: seat %d has nothing to decide",
                     l->actor + 1, seat + 1);
}

/* As the terminal can show it; false where the game's own drawing has to do. */
static bool put_scene(const looking *l, int seat, text *out) {
    screen_look look;
    scene *s;
    error e;
    if (!screen_terminal(STDOUT_FILENO, &look)) return false;
    if (position_seat(l->p) != SEAT_ALL) seat = position_seat(l->p);
    if (scene_build(&s, l->p, seat, &e) != ST_OK) return false;
    bool drawn = screen_draw(s, &look, out);
    scene_destroy(s);
    return drawn;
}

static void print_board(const looking *l) {
    const rules *r = position_rules(l->p);
    int actor = l->actor;
    text out = text_growing();
    text_format(&out, "%s, ply %u", r->game->title, position_ply(l->p));
    if (actor >= 0) text_format(&out, ", seat %d to act", actor + 1);
    if (position_seat(l->p) != SEAT_ALL) text_put(&out, ", as it sees the game");
    text_char(&out, '\n');
    if (l->opening.name) text_format(&out, "%s %s\n", l->opening.eco, l->opening.name);
    text_char(&out, '\n');
    /* An analyst of a hidden game sees what the deciding seat sees. */
    int seat = r->traits & GAME_HIDDEN && actor >= 0 ? actor : SEAT_ALL;
    bool colours = !l->ascii && progress_colours(STDOUT_FILENO);
    if (l->ascii || !put_scene(l, seat, &out)) game_draw(r, l->world, seat, colours, &out);
    text_char(&out, '\n');
    (void)fputs(text_string(&out), stdout);
    text_done(&out);
}

static void print_over(const position *p) {
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    char buf[128];
    text stated = text_over(buf, sizeof buf);
    r->game->returns(r, position_data(p), utility, points);
    game_tell_end(r, position_data(p), &stated);
    (void)printf("The game is over%s%s.", *buf ? ": " : "", buf);
    for (int i = 0; i < r->players; i++)
        (void)printf(" seat %d: %.1f %%", i + 1, 100 * (double)utility[i]);
    (void)printf("\n");
}

static void print_hints(void) {
    (void)printf(
        "\nTry next:\n"
        "  ./run analyze connect4 --moves \"d d c\"          another game, another position\n"
        "  ./run serve --open                              every game in your browser\n"
        "  ./run play connect4 --level 4                   you against the engine\n"
        "  ./run puzzles solve W17 --pieces O1,I2,I3,Z     fill a puzzle with these pieces\n"
        "  ./run help                                      the other commands\n");
}

/* What the deciding seat may know, as a position to search. */
static status open_root(const looking *l, position **out, error *err) {
    bool hidden = position_rules(l->p)->traits & GAME_HIDDEN && position_seat(l->p) == SEAT_ALL;
    return hidden ? position_observe(out, l->p, l->actor, err) : position_clone(out, l->p, err);
}

static status print_found(const request *q, const found_lines *f, error *err) {
    const search_report *rep = f->rep;
    text out = text_growing();
    status st = q->json ? analyze_put_json(f, &out, err) : analyze_put_lines(f, &out, err);
    (void)fputs(text_string(&out), stdout);
    text_done(&out);
    if (q->json) return st;
    (void)printf("\n%s: ", search_kind(f->ask, position_rules(f->root))->name);
    if (rep->visits) (void)printf("%llu visits, ", (unsigned long long)rep->visits);
    (void)printf("%llu nodes in %.2f s, depth %u/%u\n", (unsigned long long)rep->nodes,
                 (double)rep->time_ms / 1000, rep->depth, rep->seldepth);
    if (rep->note) (void)printf("%s\n", rep->note);
    return st;
}

static int search_and_print(const request *q, const cli_engine *engine, const looking *l) {
    const rules *r = position_rules(l->p);
    error e;
    position *root = NULL;
    search *s = NULL;
    search_answer a;
    search_question ask;
    spelling how = setup_spelling(&q->setup, r);
    watcher w = {.how = how, .seat = l->actor, .limits = &q->limits};
    status st = cli_engine_ask(engine, r, &ask, &e);
    ask.seat = l->actor;
    ask.limits = q->limits;
    ask.report_every_ms = 100;
    if (st == ST_OK) st = open_root(l, &root, &e);
    if (st == ST_OK) st = search_create(&s);
    if (st == ST_OK) {
        ask.root = w.root = root;
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
        found_lines found = {root, &ask, &a.report, how, l->opening};
        st = print_found(q, &found, &e);
    }
    search_destroy(s);
    position_destroy(root);
    return st == ST_OK ? EXIT_DONE : cli_fail("analyze", &e);
}

/* What can be said without a search. */
static void print_before(const request *q, const looking *l) {
    const rules *r = position_rules(l->p);
    bool over = position_seat(l->p) == SEAT_ALL && game_is_over(r, l->world);
    if (q->json) {
        text out = text_growing();
        if (l->actor < 0) analyze_put_end(l->p, &out);
        (void)fputs(text_string(&out), stdout);
        text_done(&out);
        return;
    }
    print_board(l);
    (void)fflush(stdout);
    if (over) print_over(l->p);
    if (game_end(r, l->world) == END_CLAIM) {
        char buf[128];
        text draw = text_over(buf, sizeof buf);
        game_tell_result(r, l->world, "A draw", &draw);
        (void)printf("%s can be claimed.\n", buf);
    }
}

/* --- reviews by ranks: the same arguments, game by game --- */

static void request_init(request *q) {
    *q = (request){.limits = limits_none(), .hash_mb = 256, .lines = 5, .words = text_growing()};
    q->options = search_default_options();
    setup_init(&q->setup);
}

static record_request review_of(const request *q) {
    return (record_request){.setup = q->setup,
                            .limits = q->limits,
                            .options = q->options,
                            .algorithm = q->algorithm,
                            .annotate = q->annotate,
                            .html = q->html,
                            .words = &q->words,
                            .json = q->json};
}

typedef struct rank_review {
    request q;
    record_request all;
    record_review *review;
    char *copy; /* the arguments */
    char *argv[CREW_MAX_WORDS];
} rank_review;

static void close_rank(void *ctx) {
    rank_review *r = ctx;
    analyze_review_close(r->review);
    text_done(&r->q.words);
    mem_free(r->copy);
    mem_free(r);
}

static status open_rank(void **ctx, const crew_opening *o, error *err) {
    int argc = 0;
    rank_review *r = mem_alloc(sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the review");
    request_init(&r->q);
    status st = crew_tasks_get_words(o->setup, &r->copy, r->argv, &argc, err);
    if (st == ST_OK) st = read_arguments(&r->q, argc, r->argv, err);
    r->all = review_of(&r->q);
    if (st == ST_OK) st = analyze_review_open(&r->review, &r->all, err);
    if (st == ST_OK)
        *ctx = r;
    else
        close_rank(r);
    return st;
}

static status review_for_rank_0(void *ctx, const crew_job *job, text *result, error *err) {
    rank_review *r = ctx;
    text printed = text_growing();
    text annotated = text_growing();
    /* Writers put a space between a game and what is there already: a byte stands for that. */
    size_t before = job->number > 0;
    text_repeat(&annotated, '\n', (int)before);
    status st = analyze_review_one(r->review, (size_t)job->number, &printed, &annotated, err);
    crew_put_bytes(result, text_string(&printed), printed.len);
    crew_put_bytes(result, text_string(&annotated) + before, annotated.len - before);
    result->cut |= printed.cut || annotated.cut;
    text_done(&printed);
    text_done(&annotated);
    return st;
}

static void stop_rank(void *ctx) {
    analyze_review_stop(((rank_review *)ctx)->review);
}

const crew_task cli_review_task = {"review", open_rank, review_for_rank_0, stop_rank, close_rank};

/* --- the command --- */

static int answer(request *q, int argc, char **argv) {
    error e;
    looking l;
    cli_engine engine;
    if (q->all) {
        record_request all = review_of(q);
        all.task = &cli_review_task;
        all.argc = argc;
        all.argv = argv;
        return analyze_record(&all);
    }
    bool left = false;
    status st = look(q, &l, &left, &e);
    if (left) {
        looking_done(&l);
        return EXIT_DONE;
    }
    if (st == ST_OK)
        st = cli_engine_read(&engine, &q->words, q->algorithm, position_rules(l.p)->game,
                             &q->options, &e);
    if (st != ST_OK) {
        looking_done(&l);
        return cli_fail("analyze", &e);
    }
    int code = EXIT_DONE;
    print_before(q, &l);
    if (l.actor != ACTOR_NONE) code = search_and_print(q, &engine, &l);
    if (q->sample && code == EXIT_DONE && !q->json) print_hints();
    cli_engine_done(&engine);
    looking_done(&l);
    return code;
}

static int run(int argc, char **argv) {
    request q;
    error e;
    request_init(&q);
    status st = read_arguments(&q, argc, argv, &e);
    int code = st == ST_OK ? answer(&q, argc, argv) : cli_fail("analyze", &e);
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
