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
#include "lib/game_page.h"

enum { SELFPLAY_PLIES = 8, SELFPLAY_GAMES = 1000 };

typedef struct request {
    cli_setup setup;
    match_settings settings;
    const char *engine[MATCH_MAX_ENGINES];
    int engines;
    const char *each;   /* settings for all engines */
    const char *lineup; /* how many of each sit at a table */
    const char *seating;
    const char *out, *resume, *pgn;
    bool games_given;
    bool trust; /* the programs that a match file names may be started */
    uint64_t concurrency, every;
} request;

typedef struct watcher {
    const match_settings *settings;
    progress bar;
    uint64_t every;
} watcher;

/* --- arguments --- */

static status take_engine(void *to, arg_line *line, error *err) {
    request *q = to;
    if (q->engines == MATCH_MAX_ENGINES)
        return error_set(err, ST_BAD_SYNTAX, "a match has at most %d engines", MATCH_MAX_ENGINES);
    return args_value(line, &q->engine[q->engines++], err);
}

static status take_games(void *to, arg_line *line, error *err) {
    request *q = to;
    q->games_given = true;
    return args_number(line, 1, 100000000, &q->settings.games, err);
}

/* Takes any number of arguments that have a '=' in them. */
static status take_test(void *to, arg_line *line, error *err) {
    request *q = to;
    status st = ST_OK;
    q->settings.tested = true;
    for (; st == ST_OK && line->at < line->argc; line->at++) {
        const char *word = line->argv[line->at];
        if (word[0] == '-' || !strchr(word, '=')) break;
        st = stats_sprt_read(&q->settings.test, word, err);
    }
    return st;
}

static status take_openings(void *to, arg_line *line, error *err) {
    request *q = to;
    const char *path = NULL;
    status st = args_value(line, &path, err);
    if (st != ST_OK) return st;
    if (strlen(path) >= MATCH_PATH || strpbrk(path, "\r\n"))
        return error_set(err, ST_BAD_VALUE, "--openings: that is no name for a file");
    (void)snprintf(q->settings.openings, MATCH_PATH, "%s", path);
    return ST_OK;
}

static status no_position(void *to, arg_line *line, error *err) {
    (void)to;
    return error_set(err, ST_BAD_SYNTAX, "%s: positions to start from go into --openings",
                     line->being->name);
}

static const arg args[] = {
    ARGS_CALL("--engine", "\"SETTINGS\"", take_engine,
              "one for each engine (selfplay: the first sits in every game, the others are "
              "drawn; default nodes=2000)"),
    ARGS_TEXT("--each", "\"SETTINGS\"", request, each,
              "settings for all engines, before their own"),
    ARGS_CALL("--games", "N", take_games,
              "at most (default 100, selfplay 1000), rounded up to complete blocks"),
    ARGS_NUMBER("--concurrency", "N", request, concurrency, 1, 256, "games at a time (default 1)"),
    ARGS_TEXT("--out", "FILE", request, out,
              "save all games; the same command again continues where it stopped"),
    ARGS_TEXT("--pgn", "FILE", request, pgn,
              "write all games as PGN, or as the ending of FILE says (.sgf, .pdn, .ggf)"),
    ARGS_TEXT("--resume", "FILE", request, resume,
              "continue with the games in FILE, or show how a match ended; programs that it starts "
              "are named again with --engine, or trusted with --trust"),
    ARGS_FLAG("--trust", request, trust, "start the programs that the file of --resume names"),
    ARGS_FLAG("--force", request, setup.force,
              "continue a file whose games were played by other rules"),
    ARGS_NUMBER("--opening-plies", "N", request, settings.opening_plies, 0, 1000,
                "random actions at the start of each round (default 0); selfplay: at most this "
                "many (default 8)"),
    ARGS_CALL("--openings", "FILE", take_openings,
              "lines `[fen TEXT] [moves] ACTIONS`, one for each round, in turn; or a file of games "
              "(PGN, SGF, PDN, GGF): the main line of each"),
    ARGS_NUMBER("--opening-depth", "N", request, settings.opening_depth, 1, 100000,
                "of such games at most this many actions (default: all)"),
    ARGS_NUMBER("--max-plies", "N", request, settings.max_plies, 1, 10000000,
                "longer games end as a tie of all seats (default 10000)"),
    ARGS_NUMBER("--margin", "MS", request, settings.margin_ms, 0, 86400000,
                "how late an answer may come (default 300)"),
    ARGS_NUMBER("--patience", "MS", request, settings.patience_ms, 0, 86400000,
                "how long to wait for a program after that (default 10000)"),
    ARGS_NUMBER("--every", "N", request, every, 1, 100000000,
                "print a line after every N games, where no progress bar is drawn (default: one "
                "every few seconds, on stderr)"),
    ARGS_NUMBER("--seed", "N", request, setup.seed, 0, UINT64_MAX,
                "of openings, dice and deals (default 1)"),
    ARGS_CALL("--fen", "TEXT", no_position, NULL),
    ARGS_CALL("--moves", "LIST", no_position, NULL),
    ARGS_CALL("--record", "FILE", no_position, NULL),
    ARGS_END};

static status take_disguise(void *to, arg_line *line, error *err) {
    request *q = to;
    q->settings.disguised = true;
    return args_number(line, 0, UINT64_MAX, &q->settings.disguise, err);
}

static status take_illegal(void *to, arg_line *line, error *err) {
    request *q = to;
    const char *word = NULL;
    status st = args_value(line, &word, err);
    return st == ST_OK ? illegal_policy_read(&q->settings.illegal, word, err) : st;
}

static const arg match_args[] = {
    ARGS_CALL("--illegal", "WHAT", take_illegal,
              "what an illegal answer does: forfeit (default) loses the game, skip passes the turn "
              "where an action does that, ask asks again up to ten times, random plays a random "
              "legal action instead; the result line counts them"),
    ARGS_CALL("--disguise", "SEED", take_disguise,
              "programs that answer with text (text=) get the game under other names and mirrored; "
              "for games of rules texts and on the kit"),
    ARGS_CALL("--sprt", "[NAME=X ...]", take_test,
              "stop as soon as one of two hypotheses is accepted: elo0 (default 0), elo1 (5), "
              "alpha (0.05), beta (0.05), model=normalized|logistic"),
    ARGS_FLAG("--table", request, settings.table,
              "all engines at one table, each in every seat, instead of pairs: a row for each, "
              "with its share of wins, points, rank and rating"),
    ARGS_TEXT("--lineup", "NAME=N,...", request, lineup,
              "such a table with N of each engine, by name: mine=2,rule=4"),
    ARGS_TEXT("--seating", "rotate|all", request, seating,
              "how they change seats in a block: rotate (default) by one seat in each of N games, "
              "in an order that is drawn; all: every seating that differs"),
    ARGS_FLAG("--gauntlet", request, settings.gauntlet,
              "more than two engines: the first against each of the others"),
    ARGS_END};

static const arg_group groups[] = {{"Games", args, NULL, 0},
                                   {"Matches", match_args, NULL, 0},
                                   {"Rules", setup_rules_args, NULL, offsetof(request, setup)},
                                   {0}};
static const arg_group selfplay_groups[] = {
    {"Games", args, NULL, 0}, {"Rules", setup_rules_args, NULL, offsetof(request, setup)}, {0}};

static status take_word(void *to, const char *word, bool *taken, error *err) {
    return setup_take_game(&((request *)to)->setup, word, taken, err);
}

/* --each comes first, so that an engine's own settings win. */
static status add_engines(const request *q, match_settings *to, error *err) {
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < q->engines; i++) {
        text line = text_growing();
        text_format(&line, "%s %s", q->each ? q->each : "", q->engine[i]);
        st = line.cut ? error_set(err, ST_NOMEM, "no memory for an engine")
                      : settings_add_engine(to, text_string(&line), err);
        text_done(&line);
    }
    return st;
}

static status complete(request *q, error *err) {
    match_settings *s = &q->settings;
    if (s->mixed && q->engines == 0) q->engine[q->engines++] = "nodes=2000";
    if (s->mixed && !q->games_given) s->games = SELFPLAY_GAMES;
    if (s->mixed && !q->setup.game)
        return error_set(err, ST_BAD_SYNTAX, "which game? see kibitz help selfplay");
    if (!q->setup.game && q->engines == 0)
        return error_set(err, ST_BAD_SYNTAX, "which game and which engines? see kibitz help match");
    s->game = q->setup.game ? q->setup.game : catalogue_games()[0];
    s->setup = q->setup.params;
    s->seed = q->setup.seed;
    status st = add_engines(q, s, err);
    if (st == ST_OK && q->lineup) {
        s->table = true;
        st = settings_read_lineup(s, q->lineup, err);
    }
    if (st == ST_OK && q->seating && !s->table)
        st = error_set(err, ST_BAD_SYNTAX, "--seating is for a table: --table or --lineup");
    if (st == ST_OK && q->seating) st = settings_read_seating(s, q->seating, err);
    return st == ST_OK ? settings_check(s, err) : st;
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether the command line starts the same program, with the same log. */
static bool is_named(const match_settings *named, const engine_spec *e) {
    for (int i = 0; i < named->engines; i++)
        if (same_text(named->engine[i].command, e->command) &&
            same_text(named->engine[i].log, e->log))
            return true;
    return false;
}

/* A file may come from anywhere, so what it says is not run because it says so: programs of others
 * are named again by --engine, or trusted as a whole. */
static status check_programs(const request *q, const match_settings *named, error *err) {
    for (int i = 0; i < q->settings.engines && !q->trust; i++) {
        const engine_spec *e = &q->settings.engine[i];
        if (!e->command || is_named(named, e)) continue;
        return error_set(err, ST_BAD_SYNTAX,
                         "the file starts the program %.60s%s%.60s: name it again with --engine "
                         "\"%s=...\", or say --trust where the file is yours",
                         e->command, e->log ? " with the log " : "", e->log ? e->log : "",
                         e->proto == PROTO_TEXT ? "text" : "cmd");
    }
    return ST_OK;
}

/* What else is given must not seem to count: the file decides what is played. */
static status check_resumed(const request *q, int argc, char **argv, error *err) {
    static const char *const resumed[] = {"--resume", "--concurrency", "--every",
                                          "--trust",  "--force",       "--engine",
                                          "--each",   "--pgn",         NULL};
    const char *other = args_other(argc, argv, resumed);
    if (!other && q->setup.game) other = q->setup.game->name;
    if (!other) return ST_OK;
    return error_set(err, ST_BAD_SYNTAX,
                     "%.40s: --resume takes the match from the file: only --concurrency, --every, "
                     "--pgn, --trust, --force and the programs (--engine) may be given as well",
                     other);
}

static bool same_engine(const engine_spec *a, const engine_spec *b) {
    text one = text_growing();
    text two = text_growing();
    engine_spec_write(a, &one);
    engine_spec_write(b, &two);
    bool same = !one.cut && !two.cut && strcmp(text_string(&one), text_string(&two)) == 0;
    text_done(&one);
    text_done(&two);
    return same;
}

/* An engine is named as in the file, or by its program and log alone. */
static bool names_engine(const engine_spec *named, const engine_spec *saved) {
    engine_spec alone = {.limits = limits_none(), .proto = named->proto};
    alone.command = named->command;
    alone.log = named->log;
    memcpy(alone.name, named->name, sizeof alone.name);
    if (!named->command || !same_engine(named, &alone)) return same_engine(named, saved);
    return same_text(named->command, saved->command) && same_text(named->log, saved->log);
}

/* Settings of --engine that are not those of the match would not count. */
static status check_engines(const request *q, const match_settings *named, error *err) {
    for (int i = 0; i < named->engines; i++) {
        int k = 0;
        while (k < q->settings.engines && !names_engine(&named->engine[i], &q->settings.engine[k]))
            k++;
        if (k == q->settings.engines)
            return error_set(err, ST_BAD_SYNTAX,
                             "--engine %.80s: the match in the file has no such engine; --resume "
                             "takes all settings from there",
                             q->engine[i]);
    }
    return ST_OK;
}

/* The settings of the file; what may be given as well says how to run it. */
static status resume(request *q, error *err) {
    match_settings *named = mem_alloc(sizeof *named);
    if (!named) return error_set(err, ST_NOMEM, "no memory for the match");
    *named = q->settings; /* what --engine has named is there alone */
    status st = add_engines(q, named, err);
    q->out = q->resume;
    if (st == ST_OK) st = match_load(&q->settings, q->resume, catalogue_games(), err);
    if (st == ST_OK) st = check_programs(q, named, err);
    if (st == ST_OK) st = check_engines(q, named, err);
    settings_done(named);
    mem_free(named);
    return st;
}

static const char *command_of(const request *q) {
    return q->settings.mixed ? "selfplay" : "match";
}

/* --- live --- */

/* No engines are compared in self-play: only how far it is. */
static void report(const watcher *w, const standings *now, bool bar, text *line) {
    if (!w->settings->mixed)
        match_report_live(w->settings, now, bar, line);
    else if (!bar)
        text_format(line, "%llu of %llu games", (unsigned long long)now->games,
                    (unsigned long long)w->settings->games);
}

static bool show(void *ctx, const standings *now) {
    watcher *w = ctx;
    text line = text_growing();
    if (w->bar.shown || !w->every) {
        if (!progress_due(&w->bar)) return true;
        report(w, now, w->bar.shown, &line);
        progress_note(&w->bar, now->games, text_string(&line));
    } else if (now->games % w->every == 0) {
        report(w, now, false, &line);
        (void)printf("%s\n", text_string(&line));
        (void)fflush(stdout);
    }
    text_done(&line);
    return true;
}

static void stop(void *m) {
    match_stop(m);
}

static int finish_selfplay(const request *q, const match *m, bool stopped) {
    const standings *now = match_standings(m);
    (void)printf("%llu games in %s\n", (unsigned long long)now->games, q->out);
    for (int i = 0; i < q->settings.engines; i++)
        (void)printf("  %s played in %llu\n", q->settings.engine[i].name,
                     (unsigned long long)now->played[i]);
    if (stopped)
        (void)fprintf(stderr, "kibitz selfplay: stopped; kibitz selfplay --resume %s continues\n",
                      q->out);
    return stopped ? EXIT_NO : EXIT_DONE;
}

static int finish(const request *q, const match *m, bool stopped) {
    error e;
    if (q->settings.mixed) return finish_selfplay(q, m, stopped);
    text out = text_growing();
    status st = match_report_final(&q->settings, match_standings(m), match_verdict(m), &out, &e);
    if (st == ST_OK) (void)fputs(text_string(&out), stdout);
    text_done(&out);
    if (st != ST_OK) return cli_fail("match", &e);
    if (stopped && q->out)
        (void)fprintf(stderr, "kibitz match: stopped; kibitz match --resume %s continues\n",
                      q->out);
    if (stopped) return EXIT_NO;
    return q->settings.tested && match_verdict(m) != SPRT_H1 ? EXIT_NO : EXIT_DONE;
}

static int play(const request *q, match *m) {
    error e;
    text note = text_growing();
    if (q->pgn && match_export_to(m, q->pgn, &e) != ST_OK) return cli_fail(command_of(q), &e);
    if (q->out && match_attach(m, q->out, &note, &e) != ST_OK) {
        text_done(&note);
        return cli_fail(command_of(q), &e);
    }
    if (note.len) (void)printf("%s\n", text_string(&note));
    text_done(&note);
    cli_on_interrupt(stop, m);
    watcher w = {.settings = &q->settings, .every = q->every};
    progress_start(&w.bar, q->settings.mixed ? "selfplay" : "match", q->settings.games);
    w.bar.before = match_standings(m)->games;
    status st = match_run(m, (int)q->concurrency, show, &w, &e);
    cli_on_interrupt(NULL, NULL);
    progress_end(&w.bar);
    if (st != ST_OK && st != ST_STOPPED) return cli_fail(command_of(q), &e);
    return finish(q, m, st == ST_STOPPED);
}

static int run_as(int argc, char **argv, bool mixed) {
    match *m = NULL;
    error e;
    const arg_reader how = {mixed ? "selfplay" : "match", mixed ? selfplay_groups : groups,
                            take_word};
    request *q = mem_alloc(sizeof *q);
    if (!q) {
        (void)error_set(&e, ST_NOMEM, "no memory for the match");
        return cli_fail(how.command, &e);
    }
    q->concurrency = 1;
    setup_init(&q->setup);
    settings_init(&q->settings);
    q->settings.mixed = mixed;
    if (mixed) q->settings.opening_plies = SELFPLAY_PLIES;
    status st = args_read(&how, q, argc, argv, &e);
    if (st == ST_OK) st = setup_finish(&q->setup, &e);
    if (st == ST_OK && mixed && !q->out && !q->resume)
        st = error_set(&e, ST_BAD_SYNTAX, "where do the games go? --out FILE");
    if (st == ST_OK && q->resume) st = check_resumed(q, argc, argv, &e);
    if (st == ST_OK) st = q->resume ? resume(q, &e) : complete(q, &e);
    match_config config = {.settings = &q->settings,
                           .page = game_page_rules,
                           .plain_page = game_page_plain,
                           .games = catalogue_games(),
                           .book = catalogue_registry(),
                           .program = build_info_get()->program,
                           .force = q->setup.force};
    if (st == ST_OK) st = match_create(&m, &config, &e);
    int code = st == ST_OK ? play(q, m) : cli_fail(how.command, &e);
    match_destroy(m);
    settings_done(&q->settings);
    mem_free(q);
    return code;
}

static int run(int argc, char **argv) {
    return run_as(argc, argv, false);
}

static int run_selfplay(int argc, char **argv) {
    return run_as(argc, argv, true);
}

#define ENGINE_SETTINGS                                                                            \
    "Settings of an engine ('...' around spaces):\n"                                               \
    "  name=NAME            what it is called\n"                                                   \
    "  ALGORITHM            auto, mcts, random, bot:NAME, ...: a search of ours\n"                 \
    "  OPTION=VALUE         any option of `kibitz uci`: Threads=2 Hash=64 MctsLcb=0\n"             \
    "  nodes=N visits=N playouts=N depth=N movetime=MS\n"                                          \
    "  tc=[MOVES/]SECONDS[+INCREMENT] byoyomi=MS       (without any limit: movetime=100)\n"        \
    "  cmd=PROGRAM          another program; OPTION=VALUE is then sent to it\n"                    \
    "  text=PROGRAM         one that answers a prompt with text, such as a language model; then\n" \
    "                       legal=shown|hidden|after-error attempts=N timeout=SECONDS\n"           \
    "  proto=uci|ugi|mgi|gtp  what it speaks; by default uci, gtp where cmd= says so\n"            \
    "  log=FILE             its lines (default: FILE.1.log next to --out FILE)\n\n"

const subcommand cli_selfplay = {
    "selfplay",
    run_selfplay,
    "play games to learn from, for kibitz tune",
    "kibitz selfplay GAME --out FILE [--engine \"SETTINGS\"]... [OPTIONS]\n"
    "       kibitz selfplay --resume FILE [--trust] [--force] [--concurrency N]\n\n"
    "Plays the engine against itself, or against a mixture: the first engine sits in every game,\n"
    "the engines of the other seats are drawn. Games begin after up to --opening-plies random\n"
    "actions and are saved with the values that the searches found. The file grows game by game;\n"
    "the same command again, or --resume, continues where it stopped.\n",
    selfplay_groups,
    ENGINE_SETTINGS
    "Examples:\n"
    "  kibitz selfplay azul --out azul.games --games 2000 --concurrency 2\n"
    "  kibitz selfplay chess --out chess.games --engine \"alphabeta nodes=5000\" \\\n"
    "      --engine \"name=other mcts nodes=20000\"\n",
};

const subcommand cli_match = {
    "match",
    run,
    "let engines play against each other and say who is better",
    "kibitz match GAME --engine \"SETTINGS\" --engine \"SETTINGS\" [OPTIONS]\n"
    "       kibitz match --resume FILE [--engine \"cmd=PROGRAM\"]... [--trust] [--force]\n"
    "                           [--concurrency N] [--every N] [--pgn FILE]\n\n"
    "Games are played in blocks: one opening and one sequence of dice and cards, every seat taken\n"
    "by both engines (2 games; 2N games for N seats). With --table all engines sit together, and "
    "a\n"
    "block has each of them in every seat.\n",
    groups,
    ENGINE_SETTINGS
    "A crash, a hang or too much time loses the game and is counted, as an illegal action does\n"
    "unless --illegal says otherwise. The last\n"
    "line is for programs. Exit code 0: done, or H1 accepted; 1: H0 accepted, undecided, or\n"
    "interrupted (the file can be continued); 2: invalid arguments; 3: an unusable file or\n"
    "program.\n\n"
    "Examples:\n"
    "  kibitz match projectl --engine \"name=new mcts movetime=100\" --engine bot:greedy --games "
    "50\n"
    "  kibitz match connect4 --each visits=500 --engine \"name=a MctsExploration=70\" \\\n"
    "      --engine name=b --opening-plies 4 --games 20000 --concurrency 2 --sprt elo1=10 \\\n"
    "      --out ab.txt\n"
    "  kibitz match pig --players 4 --engine \"name=x cmd='./other uci' proto=mgi tc=10+0.1\" \\\n"
    "      --engine \"mcts tc=10+0.1\"\n"
    "  kibitz match unicorns --lineup mine=2,rule=4 --engine \"name=mine mcts visits=200\" \\\n"
    "      --engine \"name=rule bot:rule\" --games 60\n"
    "  kibitz match go --engine movetime=1000 --engine \"cmd='gnugo --mode gtp' level=1\" \\\n"
    "      --games 20\n",
};
