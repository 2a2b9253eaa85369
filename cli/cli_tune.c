#include <stdio.h>
#include <string.h>

#include "cli/args_help.h"
#include "cli/build_info.h"
#include "cli/cli.h"
#include "cli/setup.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "lib/catalogue.h"
#include "tune/job.h"
#include "tune/tune_jobs.h"

typedef struct request {
    cli_setup setup;
    tune_settings *settings;
    const char *resume, *plot;
    uint64_t threads;
    bool list, list_settings, force;
    bool trust; /* programs that the checkpoint names may be started */
} request;

/* --- arguments --- */

/* --epochs 50 is the tuner's own setting epochs. */
static status take_setting(void *to, arg_line *line, error *err) {
    request *q = to;
    const char *name = line->being->name + 2;
    const char *value = NULL;
    status st = args_value(line, &value, err);
    error why;
    if (st == ST_OK && tune_settings_take(q->settings, name, value, &why) != ST_OK)
        st = error_set(err, why.code, "--%.200s", why.text);
    if (st == ST_OK && strcmp(name, "plot") == 0) q->plot = value;
    if (st == ST_OK && strcmp(name, "threads") == 0) q->threads = q->settings->threads;
    return st;
}

/* The settings of the tuner as options. */
static const arg *setting_args(void) {
    enum { MAX_SETTINGS = 64, NAME_SIZE = 24 };
    static char name[MAX_SETTINGS][NAME_SIZE];
    static arg made[MAX_SETTINGS + 1];
    tune_setting s;
    for (size_t i = 0; i < MAX_SETTINGS && tune_settings_at(i, &s); i++) {
        (void)snprintf(name[i], NAME_SIZE, "--%s", s.name);
        made[i] = (arg)ARGS_CALL(name[i], s.value, take_setting, s.what);
    }
    return made;
}

static const arg args[] = {
    ARGS_TEXT("--resume", "FILE", request, resume,
              "continue with the run whose checkpoint this is; only --threads, --plot, --trust and "
              "--force may be given as well"),
    ARGS_FLAG("--trust", request, trust, "start the programs that the checkpoint names"),
    ARGS_FLAG("--force", request, force,
              "replace files that kibitz did not write (its own are always replaced, and saved as "
              "FILE~); read games and checkpoints of other rules"),
    ARGS_FLAG("--list", request, list, "what can be tuned of this game"),
    ARGS_FLAG("--settings", request, list_settings,
              "the list of the settings below (old name: --words)"),
    ARGS_FLAG("--words", request, list_settings, NULL),
    ARGS_CALL("--fen", "TEXT", setup_no_position, NULL),
    ARGS_CALL("--moves", "LIST", setup_no_position, NULL),
    ARGS_CALL("--record", "FILE", setup_no_position, NULL),
    ARGS_END};

static const arg_group settings_group = {"Settings of a run", NULL, setting_args, 0};
static const arg_group groups[] = {{"Options", args, NULL, 0},
                                   {"Settings of a run", NULL, setting_args, 0},
                                   {"Rules", setup_rules_args, NULL, offsetof(request, setup)},
                                   {0}};

static status take_word(void *to, const char *word, bool *taken, error *err) {
    return setup_take_game(&((request *)to)->setup, word, taken, err);
}

/* As tune_settings_check(), in words of the command line. */
static status check_files(const tune_settings *s, error *err) {
    const char *method = tune_method_name(s->method);
    if (tune_learns(s->method) && s->files == 0)
        return error_set(err, ST_BAD_SYNTAX,
                         "%s learns from games: --data FILE, as kibitz selfplay writes them",
                         method);
    if (!tune_learns(s->method) && s->files)
        return error_set(err, ST_BAD_SYNTAX, "%s plays its own games: it takes no --data", method);
    if (!s->out[0]) return error_set(err, ST_BAD_SYNTAX, "where do the weights go? --out FILE");
    return ST_OK;
}

static status read_arguments(request *q, int argc, char **argv, error *err) {
    static const arg_reader how = {"tune", groups, take_word};
    static const char *const resumed[] = {"--resume", "--threads", "--plot",
                                          "--trust",  "--force",   NULL};
    status st = args_read(&how, q, argc, argv, err);
    if (st != ST_OK || q->list_settings) return st;
    if (q->resume && (q->setup.game || args_other(argc, argv, resumed)))
        return error_set(err, ST_BAD_SYNTAX,
                         "--resume takes everything from the checkpoint: only --threads, --plot, "
                         "--trust and --force may be given as well");
    if (!q->resume && !q->setup.game)
        return error_set(err, ST_BAD_SYNTAX, "which game? see kibitz help tune");
    q->settings->game = q->setup.game;
    q->settings->setup = q->setup.params;
    return q->resume || q->list ? ST_OK : check_files(q->settings, err);
}

/* --- what can be tuned --- */

static void list_header(void) {
    (void)printf("%-32s %10s %10s %10s %8s\n", "name", "value", "min", "max", "step");
}

static void list_one(const feature *f) {
    (void)printf("%-32s %10.4g %10g %10g %8g\n", f->name, (double)f->weight, (double)f->min,
                 (double)f->max, (double)f->step);
}

/* What bots play by may depend on the options, so it is asked of the rules. */
static status list_numbers(const game *g, const params *setup, error *err) {
    rules *r = NULL;
    feature list[BOT_MAX_PARAMS];
    if (!g->bot_params) return ST_OK;
    status st = rules_open(&r, g, setup, err);
    if (st != ST_OK) return st;
    for (const bot_params *b = g->bot_params; b->bot; b++) {
        (void)printf("\nbot:%s (--group %s, with a method that plays)\n", b->bot, b->bot);
        list_header();
        int n = b->list(r, list);
        for (int i = 0; i < n; i++) list_one(&list[i]);
    }
    rules_close(r);
    return ST_OK;
}

static int list_params(const game *g, const params *setup) {
    error e;
    bool terms = g->features && g->features->name;
    if (!terms) (void)printf("%s names no features\n", g->name);
    if (terms) list_header();
    for (const feature *f = g->features; terms && f->name; f++) list_one(f);
    if (list_numbers(g, setup, &e) != ST_OK) return cli_fail("tune", &e);
    return terms || g->bot_params ? EXIT_DONE : EXIT_NO;
}

static int list_settings(void) {
    text out = text_growing();
    args_write_group(&settings_group, &out);
    (void)fputs(text_string(&out), stdout);
    text_done(&out);
    return EXIT_DONE;
}

/* --- running --- */

static bool show(void *ctx, const tune_job *j) {
    progress *bar = ctx;
    if (!progress_due(bar)) return true;
    text line = text_growing();
    tune_job_words(j, &line);
    progress_note(bar, tune_job_state(j).done, text_string(&line));
    text_done(&line);
    return true;
}

static void stop(void *j) {
    tune_job_stop(j);
}

static int run_job(tune_job *j) {
    error e;
    const tune_settings *s = tune_job_settings(j);
    (void)fputs(tune_job_notes(j), stdout);
    (void)fflush(stdout);
    cli_on_interrupt(stop, j);
    progress bar;
    progress_start(&bar, "tune", s->epochs);
    bar.before = tune_job_state(j).done;
    status st = tune_job_run(j, show, &bar, &e);
    cli_on_interrupt(NULL, NULL);
    progress_end(&bar);
    if (st == ST_STOPPED) {
        (void)fprintf(stderr, "kibitz tune: stopped; kibitz tune --resume %s.tune continues\n",
                      s->out);
        return EXIT_NO;
    }
    if (st != ST_OK) return cli_fail("tune", &e);
    text stated = text_growing();
    tune_job_summary(j, &stated);
    (void)fputs(text_string(&stated), stdout);
    text_done(&stated);
    return EXIT_DONE;
}

static int run(int argc, char **argv) {
    tune_job *j = NULL;
    error e;
    request q = {0};
    tune_world w = {.games = catalogue_games(),
                    .book = catalogue_registry(),
                    .commit = build_info_get()->commit};
    setup_init(&q.setup);
    q.settings = mem_alloc(sizeof *q.settings);
    if (!q.settings) {
        (void)error_set(&e, ST_NOMEM, "no memory for the tuner");
        return cli_fail("tune", &e);
    }
    tune_settings_init(q.settings, NULL);
    status st = read_arguments(&q, argc, argv, &e);
    int code = EXIT_DONE;
    if (st == ST_OK && q.list_settings) {
        code = list_settings();
    } else if (st == ST_OK && q.list) {
        code = list_params(q.settings->game, &q.settings->setup);
    } else {
        w.trust = q.trust;
        w.force = q.force;
        w.games = catalogue_games(); /* a rules file among the arguments has added to it */
        if (st == ST_OK)
            st = q.resume ? tune_job_resume(&j, q.resume, &w, (int)q.threads, q.plot, &e)
                          : tune_job_create(&j, q.settings, &w, &e);
        code = st == ST_OK ? run_job(j) : cli_fail("tune", &e);
        tune_job_destroy(j);
    }
    mem_free(q.settings);
    return code;
}

const subcommand cli_tune = {
    "tune",
    run,
    "find better weights for the evaluation, or better options for a search",
    "kibitz tune GAME --data FILE --out WEIGHTS [OPTIONS]      learn from games\n"
    "       kibitz tune GAME --method spsa|cmaes|ga --out WEIGHTS [OPTIONS]      by playing\n"
    "       kibitz tune --resume WEIGHTS.tune [--threads N] [--plot FILE] [--trust] [--force]\n"
    "       kibitz tune GAME --list      what can be tuned\n"
    "       kibitz tune --settings       every setting and its default\n",
    groups,
    "docs/tuning.md goes from nothing to a proven gain in one page of commands.\n"
    "Exit code 0: done; 1: interrupted (--resume continues); 2: invalid arguments; 3: an unusable\n"
    "file.\n\n"
    "Example:\n"
    "  kibitz selfplay azul --out azul.games --games 2000 --concurrency 2\n"
    "  kibitz tune azul --data azul.games --out azul.txt --plot azul.html --match 400\n"
    "  kibitz tune unicorns --players 6 --method ga --group evolved --seats 2 --games 400 \\\n"
    "      --opponents bot:rule,bot:random --out cards.txt      then --set weights=cards.txt\n",
};
