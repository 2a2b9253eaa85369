#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/match.h"
#include "arena/match_report.h"
#include "cli/build_info.h"
#include "cli/cli.h"
#include "cli/setup.h"
#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "lib/catalogue.h"

enum { SELFPLAY_PLIES = 8, SELFPLAY_GAMES = 1000 };
enum { REDRAW_NS = 100000000 }; /* fast games must not flood the terminal */

typedef struct request {
    cli_setup setup;
    match_settings *settings;
    const char *engine[MATCH_ENGINES];
    int engines;
    const char *each; /* words for all engines */
    const char *out, *resume;
    bool games_given, sprt_given;
    bool trust; /* the programs that a match file names may be started */
    uint64_t concurrency, every;
} request;

typedef struct watcher {
    const match_settings *settings;
    progress bar;
    uint64_t every;
} watcher;

/* --- words --- */

static status take_number(request *q, int argc, char **argv, int *i, bool *taken, error *err) {
    match_settings *s = q->settings;
    const char *w = argv[*i];
    uint64_t n;
    status st = ST_OK;
    *taken = true;
    if (strcmp(w, "--games") == 0) {
        st = setup_number(argc, argv, i, 1, 100000000, &s->games, err);
        q->games_given = true;
    } else if (strcmp(w, "--concurrency") == 0) {
        st = setup_number(argc, argv, i, 1, 256, &q->concurrency, err);
    } else if (strcmp(w, "--every") == 0) {
        st = setup_number(argc, argv, i, 1, 100000000, &q->every, err);
    } else if (strcmp(w, "--opening-plies") == 0) {
        st = setup_number(argc, argv, i, 0, 1000, &n, err);
        if (st == ST_OK) s->opening_plies = (unsigned)n;
    } else if (strcmp(w, "--max-plies") == 0) {
        st = setup_number(argc, argv, i, 1, 10000000, &n, err);
        if (st == ST_OK) s->max_plies = (unsigned)n;
    } else if (strcmp(w, "--margin") == 0) {
        st = setup_number(argc, argv, i, 0, 86400000, &n, err);
        if (st == ST_OK) s->margin_ms = (int64_t)n;
    } else if (strcmp(w, "--patience") == 0) {
        st = setup_number(argc, argv, i, 0, 86400000, &n, err);
        if (st == ST_OK) s->patience_ms = (int64_t)n;
    } else {
        *taken = false;
    }
    return st;
}

static status take_engine(request *q, int argc, char **argv, int *i, error *err) {
    if (q->engines == MATCH_ENGINES)
        return error_set(err, ST_BAD_SYNTAX, "a match has at most %d engines", MATCH_ENGINES);
    return setup_value(argc, argv, i, &q->engine[q->engines++], err);
}

/* --sprt takes any number of words that have a '=' in them. */
static status take_test(request *q, int argc, char **argv, int *i, error *err) {
    status st = ST_OK;
    q->settings->tested = q->sprt_given = true;
    for (++*i; st == ST_OK && *i < argc && argv[*i][0] != '-' && strchr(argv[*i], '='); ++*i)
        st = sprt_read(&q->settings->test, argv[*i], err);
    return st;
}

static status take_openings(request *q, int argc, char **argv, int *i, error *err) {
    const char *path = NULL;
    status st = setup_value(argc, argv, i, &path, err);
    if (st != ST_OK) return st;
    if (strlen(path) >= MATCH_PATH || strpbrk(path, "\r\n"))
        return error_set(err, ST_BAD_VALUE, "--openings: that is no name for a file");
    (void)snprintf(q->settings->openings, MATCH_PATH, "%s", path);
    return ST_OK;
}

static status take_word(request *q, int argc, char **argv, int *i, bool *taken, error *err) {
    const char *w = argv[*i];
    *taken = true;
    if (strcmp(w, "--engine") == 0) return take_engine(q, argc, argv, i, err);
    if (strcmp(w, "--each") == 0) return setup_value(argc, argv, i, &q->each, err);
    if (strcmp(w, "--out") == 0) return setup_value(argc, argv, i, &q->out, err);
    if (strcmp(w, "--resume") == 0) return setup_value(argc, argv, i, &q->resume, err);
    if (strcmp(w, "--openings") == 0) return take_openings(q, argc, argv, i, err);
    if (strcmp(w, "--sprt") == 0) return take_test(q, argc, argv, i, err);
    bool gauntlet = strcmp(w, "--gauntlet") == 0;
    bool trust = strcmp(w, "--trust") == 0;
    q->settings->gauntlet |= gauntlet;
    q->trust |= trust;
    if (gauntlet || trust) {
        ++*i;
        return ST_OK;
    }
    status st = take_number(q, argc, argv, i, taken, err);
    if (st != ST_OK || *taken) return st;
    if (strcmp(w, "--fen") == 0 || strcmp(w, "--moves") == 0 || strcmp(w, "--record") == 0)
        return error_set(err, ST_BAD_SYNTAX, "%s: positions to start from go into --openings", w);
    return setup_take(&q->setup, argc, argv, i, taken, err);
}

static status read_words(request *q, int argc, char **argv, error *err) {
    for (int i = 1; i < argc;) {
        bool taken;
        const char *w = argv[i];
        status st = take_word(q, argc, argv, &i, &taken, err);
        if (st == ST_OK && !taken)
            st = error_set(err, ST_BAD_SYNTAX, "unknown word %.60s; see kibitz help match", w);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

/* --each goes in front, so that an engine's own words win. */
static status add_engine(request *q, const char *line, error *err) {
    text whole = text_growing();
    text_format(&whole, "%s %s", q->each ? q->each : "", line);
    status st = whole.cut ? error_set(err, ST_NOMEM, "no memory for an engine")
                          : settings_add_engine(q->settings, text_string(&whole), err);
    text_done(&whole);
    return st;
}

static status settle(request *q, error *err) {
    match_settings *s = q->settings;
    if (s->mixed && q->engines == 0) q->engine[q->engines++] = "nodes=2000";
    if (s->mixed && !q->games_given) s->games = SELFPLAY_GAMES;
    if (s->mixed && !q->setup.game)
        return error_set(err, ST_BAD_SYNTAX, "which game? see kibitz help selfplay");
    if (!q->setup.game && q->engines == 0)
        return error_set(err, ST_BAD_SYNTAX, "which game and which engines? see kibitz help match");
    s->game = q->setup.game ? q->setup.game : catalogue_games()[0];
    s->setup = q->setup.params;
    s->seed = q->setup.seed;
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < q->engines; i++) st = add_engine(q, q->engine[i], err);
    return st == ST_OK ? settings_check(s, err) : st;
}

static bool same_word(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether the command line starts the same program, with the same log. */
static bool is_named(const match_settings *named, const engine_spec *e) {
    for (int i = 0; i < named->engines; i++)
        if (same_word(named->engine[i].command, e->command) &&
            same_word(named->engine[i].log, e->log))
            return true;
    return false;
}

/* A file may come from anywhere, so what it says is not run because it says so: programs of others
 * are named again by --engine, or trusted as a whole. */
static status check_programs(const request *q, const match_settings *named, error *err) {
    for (int i = 0; i < q->settings->engines && !q->trust; i++) {
        const engine_spec *e = &q->settings->engine[i];
        if (!e->command || is_named(named, e)) continue;
        return error_set(err, ST_BAD_SYNTAX,
                         "the file starts the program %.60s%s%.60s: name it again with --engine "
                         "\"cmd=...\", or say --trust where the file is yours",
                         e->command, e->log ? " with the log " : "", e->log ? e->log : "");
    }
    return ST_OK;
}

/* The settings of the file; nothing else may be told but how to run it. */
static status resume(request *q, error *err) {
    if (q->setup.game || q->out || q->games_given || q->sprt_given)
        return error_set(err, ST_BAD_SYNTAX,
                         "--resume takes the match from the file: only --concurrency, --every, "
                         "--trust, --force and the programs (--engine) may stand beside it");
    match_settings *named = mem_alloc(sizeof *named);
    if (!named) return error_set(err, ST_NOMEM, "no memory for the match");
    *named = *q->settings; /* what --engine has told is there alone */
    status st = ST_OK;
    match_settings *found = q->settings;
    q->settings = named;
    for (int i = 0; st == ST_OK && i < q->engines; i++) st = add_engine(q, q->engine[i], err);
    q->settings = found;
    q->out = q->resume;
    if (st == ST_OK) st = match_load(q->settings, q->resume, catalogue_games(), err);
    if (st == ST_OK) st = check_programs(q, named, err);
    settings_done(named);
    mem_free(named);
    return st;
}

static const char *command_of(const request *q) {
    return q->settings->mixed ? "selfplay" : "match";
}

/* --- live --- */

/* Nobody is compared in self-play: only how far it is. */
static void tell(const watcher *w, const standings *now, bool bar, text *line) {
    if (!w->settings->mixed)
        report_live(w->settings, now, bar, line);
    else if (!bar)
        text_format(line, "%llu of %llu games", (unsigned long long)now->games,
                    (unsigned long long)w->settings->games);
}

static bool show(void *ctx, const standings *now) {
    watcher *w = ctx;
    text line = text_growing();
    if (w->bar.shown) {
        if (clock_now_ns() - w->bar.drawn_ns < REDRAW_NS) return true;
        tell(w, now, true, &line);
        progress_note(&w->bar, now->games, text_string(&line));
    } else if (now->games % w->every == 0) {
        tell(w, now, false, &line);
        (void)printf("%s\n", text_string(&line));
        (void)fflush(stdout);
    }
    text_done(&line);
    return true;
}

static void stop(void *m) {
    match_stop(m);
}

/* About twenty lines for a whole match, at the ends of rounds. */
static uint64_t usual_every(const match_settings *s) {
    block_plan p = settings_plan(s);
    uint64_t round = (uint64_t)blocks_games(&p) * (uint64_t)blocks_pairs(&p);
    uint64_t every = s->games / 20;
    return every < round ? round : every / round * round;
}

static int finish_selfplay(const request *q, const match *m, bool stopped) {
    const standings *now = match_standings(m);
    (void)printf("%llu games in %s\n", (unsigned long long)now->games, q->out);
    for (int i = 0; i < q->settings->engines; i++)
        (void)printf("  %s played in %llu\n", q->settings->engine[i].name,
                     (unsigned long long)now->played[i]);
    if (stopped)
        (void)fprintf(stderr, "kibitz selfplay: stopped; kibitz selfplay --resume %s goes on\n",
                      q->out);
    return stopped ? EXIT_NO : EXIT_DONE;
}

static int finish(const request *q, const match *m, bool stopped) {
    error e;
    if (q->settings->mixed) return finish_selfplay(q, m, stopped);
    text out = text_growing();
    status st = report_final(q->settings, match_standings(m), match_verdict(m), &out, &e);
    if (st == ST_OK) (void)fputs(text_string(&out), stdout);
    text_done(&out);
    if (st != ST_OK) return cli_fail("match", &e);
    if (stopped && q->out)
        (void)fprintf(stderr, "kibitz match: stopped; kibitz match --resume %s goes on\n", q->out);
    if (stopped) return EXIT_NO;
    return q->settings->tested && match_verdict(m) != SPRT_H1 ? EXIT_NO : EXIT_DONE;
}

static int play(const request *q, match *m) {
    error e;
    text note = text_growing();
    if (q->out && match_attach(m, q->out, &note, &e) != ST_OK) {
        text_done(&note);
        return cli_fail(command_of(q), &e);
    }
    if (note.len) (void)printf("%s\n", text_string(&note));
    text_done(&note);
    cli_on_interrupt(stop, m);
    watcher w = {.settings = q->settings, .every = q->every ? q->every : usual_every(q->settings)};
    progress_start(&w.bar, q->settings->mixed ? "selfplay" : "match", q->settings->games);
    status st = match_run(m, (int)q->concurrency, show, &w, &e);
    cli_on_interrupt(NULL, NULL);
    progress_end(&w.bar);
    if (st != ST_OK && st != ST_STOPPED) return cli_fail(command_of(q), &e);
    return finish(q, m, st == ST_STOPPED);
}

static int run_as(int argc, char **argv, bool mixed) {
    match *m = NULL;
    error e;
    request q = {.concurrency = 1};
    setup_init(&q.setup);
    q.settings = mem_alloc(sizeof *q.settings);
    if (!q.settings) {
        (void)error_set(&e, ST_NOMEM, "no memory for the match");
        return cli_fail("match", &e);
    }
    settings_init(q.settings);
    q.settings->mixed = mixed;
    if (mixed) q.settings->opening_plies = SELFPLAY_PLIES;
    status st = read_words(&q, argc, argv, &e);
    if (st == ST_OK && mixed && !q.out && !q.resume)
        st = error_set(&e, ST_BAD_SYNTAX, "where do the games go? --out FILE");
    if (st == ST_OK) st = q.resume ? resume(&q, &e) : settle(&q, &e);
    match_config config = {.settings = q.settings,
                           .games = catalogue_games(),
                           .book = catalogue_book(),
                           .program = "kibitz " BUILD_VERSION " " BUILD_COMMIT,
                           .force = q.setup.force};
    if (st == ST_OK) st = match_create(&m, &config, &e);
    int code = st == ST_OK ? play(&q, m) : cli_fail(mixed ? "selfplay" : "match", &e);
    match_destroy(m);
    settings_done(q.settings);
    mem_free(q.settings);
    return code;
}

static int run(int argc, char **argv) {
    return run_as(argc, argv, false);
}

static int run_selfplay(int argc, char **argv) {
    return run_as(argc, argv, true);
}

const subcommand cli_selfplay = {
    "selfplay",
    run_selfplay,
    "play games to learn from, for kibitz tune",
    "usage: kibitz selfplay GAME --out FILE [--engine \"WORDS\"]... [OPTIONS]\n"
    "       kibitz selfplay --resume FILE [--trust] [--force] [--concurrency N]\n\n"
    "Plays the engine against itself, or against a mixture: the first one named sits in every "
    "game,\n"
    "who takes the other seats is drawn. Games begin after up to --opening-plies random actions "
    "and\n"
    "are kept with what the searches thought of their decisions. The file grows game by game; the\n"
    "same command again, or --resume, goes on where it stopped.\n\n"
    "  --engine \"WORDS\"     as in kibitz match (default: auto nodes=2000)\n"
    "  --games N            how many (default 1000)\n"
    "  --opening-plies N    at most so many random actions at the start (default 8)\n"
    "  --openings FILE, --max-plies N, --concurrency N, --every N, --each \"WORDS\"\n"
    "  --players N, --rules official|reference, --set NAME=VALUE, --first SEAT, --seed N\n\n"
    "Examples:\n"
    "  kibitz selfplay azul --out azul.games --games 2000 --concurrency 2\n"
    "  kibitz selfplay chess --out chess.games --engine \"alphabeta nodes=5000\" \\\n"
    "      --engine \"name=other mcts nodes=20000\"\n",
};

const subcommand cli_match = {
    "match",
    run,
    "let engines play against each other and say who is better",
    "usage: kibitz match GAME --engine \"WORDS\" --engine \"WORDS\" [OPTIONS]\n"
    "       kibitz match --resume FILE [--engine \"cmd=PROGRAM\"]... [--trust] [--force]\n"
    "                           [--concurrency N] [--every N]\n\n"
    "Games are played in blocks: one opening and one sequence of dice and cards, every seat taken\n"
    "by both engines (2 games; 2N games for N seats). Words of an engine, '...' around blanks:\n\n"
    "  name=NAME                        what it is called\n"
    "  ALGORITHM                        auto, mcts, random, bot:NAME, ...: a search of ours\n"
    "  OPTION=VALUE                     any option of `kibitz uci`: Threads=2 Hash=64 MctsLcb=0\n"
    "  nodes=N visits=N playouts=N depth=N movetime=MS\n"
    "  tc=[MOVES/]SECONDS[+INCREMENT] byoyomi=MS       (without any limit: movetime=100)\n"
    "  cmd=PROGRAM proto=uci|ugi|mgi    another program; OPTION=VALUE is then sent to it\n"
    "  log=FILE                         its lines (default: FILE.1.log beside --out FILE)\n\n"
    "  --each \"WORDS\"       words for all engines, in front of their own\n"
    "  --games N            at most (default 100), rounded up to whole blocks\n"
    "  --concurrency N      games at a time (default 1)\n"
    "  --sprt [elo0=0] [elo1=5] [alpha=0.05] [beta=0.05] [model=normalized|logistic]\n"
    "                       stop as soon as one of the two hypotheses is accepted\n"
    "  --out FILE           keep all games; the same command again goes on where it stopped\n"
    "  --resume FILE        go on with the match in FILE, or show how it ended; programs that it\n"
    "                       starts are named again with --engine, or trusted with --trust\n"
    "  --force              continue a file whose games were played by other rules\n"
    "  --opening-plies N    random actions at the start of each round (default 0)\n"
    "  --openings FILE      lines `[fen TEXT] [moves] ACTIONS`, one a round, in turn\n"
    "  --gauntlet           more than two engines: the first against each of the others\n"
    "  --max-plies N        longer games are shared by all (default 10000)\n"
    "  --margin MS          how late an answer may come (default 300)\n"
    "  --patience MS        how long after that a program is waited for (default 10000)\n"
    "  --every N            a line after so many games, where no bar is drawn\n"
    "  --players N, --rules official|reference, --set NAME=VALUE, --first SEAT, --seed N\n\n"
    "A crash, a hang, an illegal action or too much time loses the game and is counted. The last\n"
    "line is for programs. Exit code 0: done, or H1 accepted; 1: H0 accepted, undecided, or\n"
    "interrupted (the file can be continued); 2: bad words; 3: a file or program of no use.\n\n"
    "Examples:\n"
    "  kibitz match projectl --engine \"name=new mcts movetime=100\" --engine bot:greedy --games "
    "50\n"
    "  kibitz match connect4 --each visits=500 --engine \"name=a MctsExploration=70\" \\\n"
    "      --engine name=b --opening-plies 4 --games 20000 --concurrency 2 --sprt elo1=10 \\\n"
    "      --out ab.txt\n"
    "  kibitz match pig --players 4 --engine \"name=x cmd='./other uci' proto=mgi tc=10+0.1\" \\\n"
    "      --engine \"mcts tc=10+0.1\"\n",
};
