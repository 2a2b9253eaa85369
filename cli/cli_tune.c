#include <stdio.h>
#include <string.h>

#include "cli/build_info.h"
#include "cli/cli.h"
#include "cli/setup.h"
#include "engine/base/memory.h"
#include "engine/base/progress.h"
#include "lib/catalogue.h"
#include "tune/job.h"

typedef struct request {
    cli_setup setup;
    tune_settings *settings;
    const char *resume, *plot;
    uint64_t threads;
    bool list, words, force;
    bool trust;       /* programs that the checkpoint names may be started */
    bool other_words; /* that a resumed run does not take */
} request;

typedef struct watcher {
    progress bar;
    uint64_t every;
} watcher;

/* --- words --- */

/* --epochs 50 is the tuner's own word epochs. */
static status take_own(request *q, int argc, char **argv, int *i, bool *taken, error *err) {
    const char *w = argv[*i];
    const char *value = NULL;
    *taken = strncmp(w, "--", 2) == 0 && tune_settings_has(w + 2);
    if (!*taken) return ST_OK;
    status st = setup_value(argc, argv, i, &value, err);
    if (st == ST_OK) st = tune_settings_take(q->settings, w + 2, value, err);
    if (st == ST_OK && strcmp(w, "--threads") == 0)
        q->threads = q->settings->threads;
    else if (st == ST_OK && strcmp(w, "--plot") == 0)
        q->plot = value;
    else
        q->other_words = true;
    return st;
}

static status take_word(request *q, int argc, char **argv, int *i, bool *taken, error *err) {
    const char *w = argv[*i];
    *taken = true;
    if (strcmp(w, "--resume") == 0) return setup_value(argc, argv, i, &q->resume, err);
    if (strcmp(w, "--list") == 0 || strcmp(w, "--words") == 0 || strcmp(w, "--trust") == 0) {
        *(w[2] == 'l' ? &q->list : w[2] == 'w' ? &q->words : &q->trust) = true;
        ++*i;
        return ST_OK;
    }
    if (strcmp(w, "--force") == 0) {
        q->force = true;
        ++*i;
        return ST_OK;
    }
    if (strcmp(w, "--fen") == 0 || strcmp(w, "--moves") == 0 || strcmp(w, "--record") == 0)
        return error_set(err, ST_BAD_SYNTAX, "%s has no use here", w);
    status st = take_own(q, argc, argv, i, taken, err);
    if (st != ST_OK || *taken) return st;
    q->other_words = true;
    return setup_take(&q->setup, argc, argv, i, taken, err);
}

static status read_words(request *q, int argc, char **argv, error *err) {
    for (int i = 1; i < argc;) {
        bool taken;
        const char *w = argv[i];
        status st = take_word(q, argc, argv, &i, &taken, err);
        if (st == ST_OK && !taken)
            st = error_set(err, ST_BAD_SYNTAX, "unknown word %.60s; see kibitz help tune", w);
        if (st != ST_OK) return st;
    }
    if (q->words) return ST_OK;
    if (q->resume && (q->other_words || q->list))
        return error_set(err, ST_BAD_SYNTAX,
                         "--resume takes everything from the checkpoint: only --threads, --plot, "
                         "--trust and --force may stand beside it");
    if (!q->resume && !q->setup.game)
        return error_set(err, ST_BAD_SYNTAX, "which game? see kibitz help tune");
    q->settings->game = q->setup.game;
    q->settings->setup = q->setup.params;
    if (q->setup.seeded) q->settings->seed = q->setup.seed;
    return ST_OK;
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
    feature list[NUMBERS_MAX];
    if (!g->numbers) return ST_OK;
    status st = rules_open(&r, g, setup, err);
    if (st != ST_OK) return st;
    for (const bot_numbers *b = g->numbers; b->bot; b++) {
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
    return terms || g->numbers ? EXIT_DONE : EXIT_NO;
}

static int list_words(void) {
    text out = text_growing();
    tune_settings_help(&out);
    (void)fputs(text_string(&out), stdout);
    text_done(&out);
    return EXIT_DONE;
}

/* --- running --- */

static bool show(void *ctx, const tune_job *j) {
    watcher *w = ctx;
    tune_state s = tune_job_state(j);
    text line = text_growing();
    tune_state_write(&s, &line);
    if (w->bar.shown)
        progress_note(&w->bar, s.done, strstr(text_string(&line), "loss"));
    else if (s.done % w->every == 0 || s.done == s.total) {
        (void)printf("%s\n", text_string(&line));
        (void)fflush(stdout);
    }
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
    watcher w = {.every = s->epochs / 20 ? s->epochs / 20 : 1};
    progress_start(&w.bar, "tune", s->epochs);
    status st = tune_job_run(j, show, &w, &e);
    cli_on_interrupt(NULL, NULL);
    progress_end(&w.bar);
    if (st == ST_STOPPED) {
        (void)fprintf(stderr, "kibitz tune: stopped; kibitz tune --resume %s.tune goes on\n",
                      s->out);
        return EXIT_NO;
    }
    if (st != ST_OK) return cli_fail("tune", &e);
    text told = text_growing();
    tune_job_summary(j, &told);
    (void)fputs(text_string(&told), stdout);
    text_done(&told);
    return EXIT_DONE;
}

static int run(int argc, char **argv) {
    tune_job *j = NULL;
    error e;
    request q = {0};
    tune_world w = {.games = catalogue_games(), .book = catalogue_book(), .commit = BUILD_COMMIT};
    setup_init(&q.setup);
    q.settings = mem_alloc(sizeof *q.settings);
    if (!q.settings) {
        (void)error_set(&e, ST_NOMEM, "no memory for the tuner");
        return cli_fail("tune", &e);
    }
    tune_settings_init(q.settings, NULL);
    status st = read_words(&q, argc, argv, &e);
    int code = EXIT_DONE;
    if (st == ST_OK && q.words) {
        code = list_words();
    } else if (st == ST_OK && q.list) {
        code = list_params(q.settings->game, &q.settings->setup);
    } else {
        w.trust = q.trust;
        w.force = q.force;
        w.games = catalogue_games(); /* a rules file among the words has added to it */
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
    "usage: kibitz tune GAME --data FILE --out WEIGHTS [OPTIONS]      learn from games\n"
    "       kibitz tune GAME --method spsa|cmaes|ga --out WEIGHTS [OPTIONS]      by playing\n"
    "       kibitz tune --resume WEIGHTS.tune [--threads N] [--plot FILE] [--trust] [--force]\n"
    "       kibitz tune GAME --list      what can be tuned\n"
    "       kibitz tune --words          every word, and what it is without being said\n\n"
    "  --method NAME        grad (default), texel, spsa, cmaes, ga\n"
    "  --data FILE          games of kibitz selfplay or kibitz match; may be given again\n"
    "  --out FILE           the weights, for EvalFile; FILE.tune is the checkpoint beside it\n"
    "  --force              replace files that kibitz did not write (its own are always replaced,\n"
    "                       and kept as FILE~); read games and checkpoints of other rules\n"
    "  --plot FILE.html     a report with pictures; FILE.html.tsv has the numbers\n"
    "  --match N            games of new against old weights at the end\n"
    "  --params A,B  --group PREFIX     tune only these; with spsa, cmaes and ga also options of\n"
    "                       the searches (MctsExploration)\n"
    "  --group BOT          the numbers that a bot plays by (--list has them); with --seats N of\n"
    "                       its own and --opponents bot:A,bot:B elsewhere\n"
    "  --weights FILE       weights to begin with\n"
    "  --threads N          makes no difference to the result\n"
    "  --epochs N --batch N --rate X --l2 X --valid X --patience N --seed N\n"
    "  --loss ce|mse|softmax --blend X --points X --adagrad true --scale true --noisy true\n"
    "  --games N --population N --opening-plies N --engine \"WORDS\" --opponents \"WORDS\"\n"
    "  --checkpoint N       epochs between two checkpoints (1)\n"
    "  --players N, --rules official|reference, --set NAME=VALUE\n\n"
    "docs/tuning.md goes from nothing to a proven gain in one page of commands.\n"
    "Exit code 0: done; 1: interrupted (--resume goes on); 2: bad words; 3: a file of no use.\n\n"
    "Example:\n"
    "  kibitz selfplay azul --out azul.games --games 2000 --concurrency 2\n"
    "  kibitz tune azul --data azul.games --out azul.txt --plot azul.html --match 400\n"
    "  kibitz tune unicorns --players 6 --method ga --group evolved --seats 2 --games 400 \\\n"
    "      --opponents bot:rule,bot:random --out cards.txt      then --set weights=cards.txt\n",
};
