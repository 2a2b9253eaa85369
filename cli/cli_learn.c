#include <stdio.h>

#include "cli/args_help.h"
#include "cli/build_info.h"
#include "cli/cli.h"
#include "cli/setup.h"
#include "engine/base/progress.h"
#include "engine/base/threads.h"
#include "lib/catalogue.h"
#include "tune/learn/learn.h"

typedef struct request {
    cli_setup setup;
    learn_settings s;
    const char *hours, *out, *folder;
    bool force;
} request;

/* --- arguments --- */

static const arg args[] = {
    ARGS_TEXT("--hours", "H", request, hours, "how long (default 2); 0.5 is half an hour"),
    ARGS_TEXT("--out", "FILE", request, out, "where the best net goes (default GAME.net)"),
    ARGS_TEXT("--folder", "FOLDER", request, folder,
              "games, nets and the state of the run (default GAME.learn)"),
    ARGS_NUMBER("--threads", "N", request, s.threads, 1, 256, "how many (default: all processors)"),
    ARGS_NUMBER("--rounds", "N", request, s.rounds, 1, LEARN_MAX_ROUNDS,
                "at most (default: as many as there is time for)"),
    ARGS_NUMBER("--games", "N", request, s.games, 8, 10000000, "played in a round (default 3000)"),
    ARGS_NUMBER("--nodes", "N", request, s.effort, 5, 1000000000,
                "searched for a decision of these games (default 1000)"),
    ARGS_NUMBER("--width", "N", request, s.width, NET_WIDTH_STEP, NET_MAX_WIDTH,
                "units of the first layer, for each player (default 64)"),
    ARGS_NUMBER("--hidden", "N", request, s.hidden, NET_HIDDEN_STEP, NET_MAX_HIDDEN,
                "units of the second layer (default 32)"),
    ARGS_NUMBER("--epochs", "N", request, s.epochs, 1, 10000, "of training, at most (default 12)"),
    ARGS_NUMBER("--test-games", "N", request, s.test_games, 2, 1000000,
                "a new net against the best, at most (default 1000)"),
    ARGS_NUMBER("--last-games", "N", request, s.last_games, 0, 1000000,
                "the best net against the weights in the end (default 200); 0: none"),
    ARGS_FLAG("--force", request, force, "replace a file that kibitz did not write"),
    ARGS_CALL("--fen", "TEXT", setup_no_position, NULL),
    ARGS_CALL("--moves", "LIST", setup_no_position, NULL),
    ARGS_CALL("--record", "FILE", setup_no_position, NULL),
    ARGS_END};

static const arg_group groups[] = {
    {"Options", args, NULL, 0}, {"Rules", setup_rules_args, NULL, offsetof(request, setup)}, {0}};

static status take_word(void *to, const char *word, bool *taken, error *err) {
    return setup_take_game(&((request *)to)->setup, word, taken, err);
}

static status take_path(char *to, size_t size, const char *path, error *err) {
    text t = text_over(to, size);
    if (!path) return ST_OK;
    text_put(&t, path);
    return t.cut ? error_set(err, ST_BAD_VALUE, "%.60s...: the name is too long", path) : ST_OK;
}

static status complete(request *q, error *err) {
    learn_settings named;
    if (!q->setup.game) return error_set(err, ST_BAD_SYNTAX, "which game? see kibitz help learn");
    learn_default(&named, q->setup.game);
    learn_settings *s = &q->s;
    s->game = q->setup.game;
    s->setup = q->setup.params;
    s->seed = q->setup.seed;
    status st = take_path(s->folder, sizeof s->folder, q->folder ? q->folder : named.folder, err);
    if (st == ST_OK) st = take_path(s->out, sizeof s->out, q->out ? q->out : named.out, err);
    if (st == ST_OK && q->hours && (!text_real(q->hours, &s->hours) || s->hours <= 0))
        st = error_set(err, ST_BAD_VALUE, "--hours is a number above 0, not %.40s", q->hours);
    return st;
}

/* --- running --- */

typedef struct shown {
    progress bar;
    const learn *learn;
} shown;

static bool show(void *ctx, const char *said) {
    shown *s = ctx;
    if (progress_due(&s->bar)) progress_note(&s->bar, (uint64_t)learn_spent(s->learn), said);
    return true;
}

static void stop(void *l) {
    learn_stop(l);
}

static int learn_now(learn *l, const learn_settings *s) {
    error e;
    shown w = {.learn = l};
    if (learn_rounds(l)) (void)printf("continues after round %u\n", learn_rounds(l));
    (void)fflush(stdout);
    cli_on_interrupt(stop, l);
    progress_start(&w.bar, "learn", (uint64_t)(s->hours * 3600) + 1);
    w.bar.before = (uint64_t)learn_spent(l);
    status st = learn_run(l, show, &w, &e);
    cli_on_interrupt(NULL, NULL);
    progress_end(&w.bar);
    if (st != ST_OK && st != ST_STOPPED) return cli_fail("learn", &e);
    text said = text_growing();
    learn_summary(l, &said);
    (void)fputs(text_string(&said), stdout);
    text_done(&said);
    if (st == ST_STOPPED)
        (void)fprintf(stderr, "kibitz learn: stopped; the same command continues (%s)\n",
                      s->folder);
    return st == ST_STOPPED ? EXIT_NO : EXIT_DONE;
}

static int run(int argc, char **argv) {
    request q = {0};
    learn *l = NULL;
    error e;
    static const arg_reader how = {"learn", groups, take_word};
    setup_init(&q.setup);
    learn_default(&q.s, NULL);
    q.s.threads = (uint64_t)thread_processors();
    status st = args_read(&how, &q, argc, argv, &e);
    if (st == ST_OK) st = complete(&q, &e);
    tune_world w = {.games = catalogue_games(),
                    .book = catalogue_registry(),
                    .commit = build_info_get()->commit,
                    .force = q.force};
    if (st == ST_OK) st = learn_create(&l, &q.s, &w, &e);
    int code = st == ST_OK ? learn_now(l, &q.s) : cli_fail("learn", &e);
    learn_destroy(l);
    return code;
}

const subcommand cli_learn = {
    "learn",
    run,
    "train a net for a game by playing against itself",
    "kibitz learn GAME [--hours H] [--out FILE] [OPTIONS]\n\n"
    "Plays the game against itself and older selves, trains a net with these games, and keeps it\n"
    "if it beats the best one so far; then again, until the time is over. In the end the best net\n"
    "plays the weights at equal time. The same command continues a run that was stopped.\n",
    groups,
    "docs/learning.md is a page about it. FOLDER/report.html shows how it went.\n"
    "Exit code 0: done; 1: interrupted (the same command continues); 2: invalid arguments; 3: an\n"
    "unusable file.\n\n"
    "Example:\n"
    "  kibitz learn breakthrough --hours 1\n"
    "  kibitz play breakthrough --weights breakthrough.net\n"
    "  kibitz learn my.game --hours 2 --out my.net\n",
};
