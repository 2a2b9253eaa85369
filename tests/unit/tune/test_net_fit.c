#include <acutest.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/match.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "eval/net/net_library.h"
#include "lib/catalogue.h"
#include "tests/support/folder.h"
#include "tests/support/pace.h"
#include "tune/job.h"
#include "tune/nets/net_fit.h"

/* Training nets: the gradient, the same bytes whatever the threads, and that something is learned. */

/* --- examples of something that is known --- */

enum { INPUTS = 24, ACTIVE = 6 };

/* The target depends on which of both rows has more of the first twelve inputs, and on one pair. */
static void fill_on(net_examples *e, int rows, int outs, size_t count, uint64_t seed,
                    const float *base) {
    rng g = rng_stream(seed, 0);
    net_examples_init(e, &(net_shape){.rows = rows, .outs = outs});
    for (size_t i = 0; i < count; i++) {
        uint16_t input[2 * ACTIVE];
        uint16_t length[2] = {ACTIVE, ACTIVE};
        float target[GAME_MAX_PLAYERS] = {0};
        int few[2] = {0, 0};
        for (int row = 0; row < rows; row++)
            for (int k = 0; k < ACTIVE; k++) {
                int x = 4 * k + (int)rng_below(&g, 4);
                input[row * ACTIVE + k] = (uint16_t)x;
                few[row] += x % 4 < 2;
            }
        bool both = input[0] == 0 && input[1] == 4;
        double odds = (few[0] - (rows == 2 ? few[1] : 3)) * 0.8 + (both ? 2 : 0);
        double share = 1 / (1 + exp(-odds));
        for (int k = 0; k < outs; k++) target[k] = (float)(outs == 1 ? share : (k == 0) * share);
        if (outs > 1)
            for (int k = 1; k < outs; k++) target[k] = (float)((1 - share) / (outs - 1));
        TEST_ASSERT(net_examples_add(e, input, length, &(net_answer){target, base, NULL}) == ST_OK);
    }
}

static void fill(net_examples *e, int rows, int outs, size_t count, uint64_t seed) {
    fill_on(e, rows, outs, count, seed, NULL);
}

static net_shape shape_of(int rows, int outs) {
    return (net_shape){.inputs = INPUTS, .rows = rows, .width = 16, .hidden = 8, .outs = outs};
}

/* --- points --- */

enum { NUMBERS = 2 };

/* Examples with points: of each row, three for every one of its inputs that is a low one. */
static void fill_points(net_examples *e, size_t count, uint64_t seed) {
    fill(e, 2, 1, count, seed);
    e->numbers = NUMBERS;
    e->points = mem_alloc(count * NUMBERS * sizeof *e->points);
    TEST_ASSERT(e->points != NULL);
    for (size_t i = 0; i < count; i++)
        for (int row = 0; row < NUMBERS; row++) {
            int n;
            const uint16_t *input = net_examples_row(e, i, row, &n);
            float sum = 20;
            for (int k = 0; k < n; k++) sum += input[k] % 4 < 2 ? 3 : 0;
            e->points[i * NUMBERS + (size_t)row] = sum;
        }
}

/* What points are off, as it counts beside the loss; 0 without points. */
static double squares_off(const net_fit *f, const net_examples *e) {
    double sum = 0;
    for (size_t i = 0; i < e->count; i++) {
        double said[GAME_MAX_PLAYERS];
        net_math_points(&f->layout, f->now, e, i, said);
        for (size_t k = 0; k < (size_t)f->layout.shape.points; k++) {
            double off = (said[k] - (double)e->points[i * NUMBERS + k]) / NET_POINTS_UNIT;
            sum += f->layout.points_share * off * off / 2;
        }
    }
    return sum;
}

/* Moves parameters a little both ways: the difference of what is to become small is the slope. */
static void check_slopes(net_fit *f, const net_batch *all, const float *gradient) {
    int looked = 0;
    int wrong = 0;
    for (size_t i = 0; i < f->layout.count; i += i < f->layout.second ? 5 : 1) {
        const float by = 0.002F;
        float keep = f->now[i];
        f->now[i] = keep + by;
        double up = net_math_sum(&f->layout, f->now, all, NULL) + squares_off(f, all->e);
        f->now[i] = keep - by;
        double down = net_math_sum(&f->layout, f->now, all, NULL) + squares_off(f, all->e);
        f->now[i] = keep;
        double slope = (up - down) / (2 * (double)by);
        looked++;
        wrong += fabs(slope - (double)gradient[i]) > 0.02 + 0.05 * fabs(slope);
    }
    /* a few parameters move a unit over its bend */
    TEST_CHECK_(wrong * 50 <= looked, "%d of %d slopes are wrong", wrong, looked);
}

static void check_gradient(int rows, int outs, const float *base) {
    net_examples e;
    net_fit f;
    net_shape s = shape_of(rows, outs);
    net_fit_options o = net_fit_default();
    fill_on(&e, rows, outs, 40, 3, base);
    net_fit_data d = {&e, &e};
    TEST_ASSERT(net_fit_init(&f, &o, &s, NULL, &d) == ST_OK);
    size_t n = f.layout.count;
    float *gradient = mem_alloc(n * sizeof *gradient);
    uint32_t list[40];
    for (uint32_t i = 0; i < 40; i++) list[i] = i;
    net_batch all = {&e, list, 40, 0};
    (void)net_math_sum(&f.layout, f.now, &all, gradient);
    check_slopes(&f, &all, gradient);
    mem_free(gradient);
    net_fit_done(&f);
    net_examples_done(&e);
}

static void test_gradient(void) {
    const float base[] = {0.7F, -0.4F, 0.2F}; /* of what the net stands on */
    check_gradient(2, 1, NULL);
    check_gradient(1, 1, base);
    check_gradient(1, 3, NULL);
    check_gradient(1, 3, base);
}

/* The slopes are those of the loss and of the squares together. */
static void test_gradient_of_points(void) {
    enum { COUNT = 40 };
    net_examples e;
    net_fit f;
    net_shape s = shape_of(2, 1);
    net_fit_options o = net_fit_default();
    uint32_t list[COUNT];
    s.points = NUMBERS;
    o.points = 2;
    fill_points(&e, COUNT, 3);
    net_fit_data d = {&e, &e};
    TEST_ASSERT(net_fit_init(&f, &o, &s, NULL, &d) == ST_OK);
    for (size_t i = f.layout.points; i < f.layout.points_bias; i++)
        f.now[i] = 0.3F * (float)(i % 5) - 0.6F;
    float *gradient = mem_alloc(f.layout.count * sizeof *gradient);
    for (uint32_t i = 0; i < COUNT; i++) list[i] = i;
    net_batch all = {&e, list, COUNT, 0};
    (void)net_math_sum(&f.layout, f.now, &all, gradient);
    check_slopes(&f, &all, gradient);
    mem_free(gradient);
    net_fit_done(&f);
    net_examples_done(&e);
}

static void train(net_fit *f, const net_fit_data *d, int rows, pool *threads, unsigned epochs) {
    net_shape s = shape_of(rows, d->train->outs);
    net_fit_options o = net_fit_default();
    s.points = d->train->numbers;
    o.epochs = epochs;
    o.batch = 128;
    o.patience = 0;
    TEST_ASSERT(net_fit_init(f, &o, &s, threads, d) == ST_OK);
    while (!net_fit_finished(f)) TEST_ASSERT(net_fit_epoch(f, d) == ST_OK);
}

/* The loss comes near to that of the true expected scores. */
static void test_it_learns(void) {
    net_examples train_with;
    net_examples valid;
    net_fit f;
    fill(&train_with, 2, 1, 8000, 1);
    fill(&valid, 2, 1, 2000, 2);
    net_fit_data d = {&train_with, &valid};
    train(&f, &d, 2, NULL, 12);
    double least = 0;
    for (size_t i = 0; i < valid.count; i++) {
        double share = (double)valid.target[i];
        least += net_math_loss(&valid.target[i], &share, 1) / (double)valid.count;
    }
    TEST_CHECK_(f.best_valid < least + 0.01, "%.4f, at best %.4f", f.best_valid, least);
    TEST_CHECK_(f.course[0].valid > least + 0.1, "before: %.4f", f.course[0].valid);
    net_fit_done(&f);
    net_examples_done(&train_with);
    net_examples_done(&valid);
}

/* Points are learned beside the scores, which stay as good; and integers say them as well. */
static void test_it_learns_points(void) {
    net_examples train_with;
    net_examples valid;
    net_fit f;
    net_fit plain;
    net *n;
    rules *r;
    error err;
    params p = params_default();
    fill_points(&train_with, 8000, 1);
    fill_points(&valid, 2000, 2);
    net_fit_data d = {&train_with, &valid};
    train(&f, &d, 2, NULL, 12);
    TEST_ASSERT(rules_open(&r, game_find(catalogue_games(), "azul"), &p, &err) == ST_OK);
    TEST_ASSERT(net_create(&n, r, &f.layout.shape, &err) == ST_OK);
    net_fit_quantise(&f, &d, n);
    double off = net_fit_points_error(n, &valid); /* their spread is 3.7 */
    TEST_CHECK_(off < 1.8, "points are off by %.2f", off);
    train_with.numbers = valid.numbers = 0;
    train(&plain, &d, 2, NULL, 12);
    TEST_CHECK_(f.best_valid < plain.best_valid + 0.005, "%.4f, without points %.4f", f.best_valid,
                plain.best_valid);
    net_destroy(n);
    rules_close(r);
    net_fit_done(&f);
    net_fit_done(&plain);
    net_examples_done(&train_with);
    net_examples_done(&valid);
}

static void test_threads_make_no_difference(void) {
    net_examples e;
    net_fit one;
    net_fit two;
    pool *threads;
    fill(&e, 2, 1, 3000, 1);
    net_fit_data d = {&e, &e};
    TEST_ASSERT(pool_create(&threads, 3) == ST_OK);
    train(&one, &d, 2, NULL, 3);
    train(&two, &d, 2, threads, 3);
    TEST_CHECK(memcmp(one.now, two.now, one.layout.count * sizeof *one.now) == 0);
    TEST_CHECK(one.best_valid == two.best_valid);
    pool_destroy(threads);
    net_fit_done(&one);
    net_fit_done(&two);
    net_examples_done(&e);
}

/* Three epochs, written, read and three more are six. */
static void test_resume_to_the_bit(void) {
    net_examples e;
    net_fit all;
    net_fit half;
    net_shape s = shape_of(2, 1);
    net_fit_options o = net_fit_default();
    text saved = text_growing();
    error err;
    fill(&e, 2, 1, 1500, 1);
    net_fit_data d = {&e, &e};
    train(&all, &d, 2, NULL, 6);
    o.epochs = 6;
    o.batch = 128;
    o.patience = 0;
    TEST_ASSERT(net_fit_init(&half, &o, &s, NULL, &d) == ST_OK);
    for (int i = 0; i < 3; i++) TEST_ASSERT(net_fit_epoch(&half, &d) == ST_OK);
    net_fit_write(&half, &saved);
    net_fit_done(&half);
    TEST_ASSERT(net_fit_init(&half, &o, &s, NULL, &d) == ST_OK);
    const char *at = text_string(&saved);
    TEST_ASSERT(net_fit_read(&half, &at, &err) == ST_OK);
    for (int i = 0; i < 3; i++) TEST_ASSERT(net_fit_epoch(&half, &d) == ST_OK);
    TEST_CHECK(memcmp(all.now, half.now, all.layout.count * sizeof *all.now) == 0);
    TEST_CHECK(all.best_valid == half.best_valid && all.best_epoch == half.best_epoch);
    at = "net 1 2 3\n";
    TEST_CHECK(net_fit_read(&half, &at, &err) == ST_BAD_SYNTAX);
    net_fit_done(&all);
    net_fit_done(&half);
    net_examples_done(&e);
    text_done(&saved);
}

/* --- a game --- */

/* Games of breakthrough on a small board, with random openings. */
static void play_games(const char *path, int games) {
    match_settings *s = mem_alloc(sizeof *s);
    match *m;
    error e;
    TEST_ASSERT(s != NULL);
    settings_init(s);
    s->mixed = true;
    s->game = game_find(catalogue_games(), "breakthrough");
    TEST_ASSERT(params_set(&s->setup, s->game, "size", "5", &e) == ST_OK);
    s->games = (uint64_t)games;
    s->opening_plies = 8;
    /* Slow builds do not test how well the net plays. */
    const char *engine =
        PACE("nodes=40 Hash=1 Algorithm=alphabeta EvalFile=linear", "name=a random");
    TEST_ASSERT(settings_add_engine(s, engine, &e) == ST_OK);
    TEST_ASSERT(settings_add_engine(s, "random", &e) == ST_OK);
    TEST_ASSERT_(settings_check(s, &e) == ST_OK, "%s", e.text);
    match_config c = {.settings = s, .games = catalogue_games(), .book = catalogue_registry()};
    TEST_ASSERT(match_create(&m, &c, &e) == ST_OK);
    TEST_ASSERT(match_attach(m, path, NULL, &e) == ST_OK);
    TEST_CHECK(match_run(m, 2, NULL, NULL, &e) == ST_OK);
    match_destroy(m);
    settings_done(s);
    mem_free(s);
}

static bool stop_at_two(void *ctx, const tune_job *j) {
    (void)ctx;
    return tune_job_state(j).done != 2;
}

/* Stops after two epochs and continues from the checkpoint. */
static status run_in_parts(tune_job **j, const tune_settings *s, const tune_world *w, error *e) {
    char checkpoint[TUNE_PATH + 8];
    (void)snprintf(checkpoint, sizeof checkpoint, "%s.tune", s->out);
    TEST_CHECK(tune_job_run(*j, stop_at_two, NULL, e) == ST_STOPPED);
    tune_job_destroy(*j);
    status st = tune_job_resume(j, checkpoint, w, 0, NULL, e);
    return st == ST_OK ? tune_job_run(*j, NULL, NULL, e) : st;
}

static void run_job(const char *data, const char *out, int threads, const char *on_weights) {
    tune_settings *s = mem_alloc(sizeof *s);
    tune_job *j;
    error e = {0};
    char number[8];
    tune_world w = {.games = catalogue_games(), .book = catalogue_registry(), .commit = "test"};
    tune_settings_init(s, game_find(catalogue_games(), "breakthrough"));
    TEST_ASSERT(params_set(&s->setup, s->game, "size", "5", &e) == ST_OK);
    (void)snprintf(number, sizeof number, "%d", threads);
    const char *const given[][2] = {
        {"method", "net"},   {"data", data},  {"out", out},      {"width", "16"},
        {"hidden", "8"},     {"epochs", "6"}, {"batch", "256"},  {"noisy", "true"},
        {"threads", number}, {"blend", "0"},  {"patience", "0"}, {"on-weights", on_weights}};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        TEST_ASSERT_(tune_settings_take(s, given[i][0], given[i][1], &e) == ST_OK, "%s", e.text);
    status st = tune_job_create(&j, s, &w, &e);
    TEST_ASSERT_(st == ST_OK, "%s", e.text);
    st = threads > 1 ? run_in_parts(&j, s, &w, &e) : tune_job_run(j, NULL, NULL, &e);
    TEST_ASSERT_(st == ST_OK, "%s", e.text);
    text said = text_growing();
    tune_job_summary(j, &said);
    TEST_CHECK(strstr(text_string(&said), "net in") != NULL);
    text_done(&said);
    tune_job_destroy(j);
    mem_free(s);
}

/* 64 games at depth 1: how many the first wins. */
static double play_nets(const char *trained, const char *untrained) {
    match_settings *s = mem_alloc(sizeof *s);
    match *m;
    error e;
    char line[2][400];
    settings_init(s);
    s->game = game_find(catalogue_games(), "breakthrough");
    TEST_ASSERT(params_set(&s->setup, s->game, "size", "5", &e) == ST_OK);
    s->games = 64;
    s->opening_plies = 2;
    const char *file[2] = {trained, untrained};
    for (int i = 0; i < 2; i++) {
        (void)snprintf(line[i], sizeof line[i],
                       "name=%c depth=1 Hash=1 Algorithm=alphabeta EvalFile=%s", 'a' + i, file[i]);
        TEST_ASSERT_(settings_add_engine(s, line[i], &e) == ST_OK, "%s", e.text);
    }
    TEST_ASSERT_(settings_check(s, &e) == ST_OK, "%s", e.text);
    match_config c = {.settings = s, .games = catalogue_games(), .book = catalogue_registry()};
    TEST_ASSERT(match_create(&m, &c, &e) == ST_OK);
    TEST_CHECK(match_run(m, 2, NULL, NULL, &e) == ST_OK);
    const stats_units *u = &match_standings(m)->pair[0];
    double won = 0;
    for (size_t i = 0; i < u->count; i++) won += 2 * u->bin[i].value * (double)u->bin[i].count;
    match_destroy(m);
    settings_done(s);
    mem_free(s);
    return won;
}

/* A net of the same shape with its first random weights. */
static void write_untrained(const char *path) {
    rules *r;
    net *n;
    net_fit f;
    net_examples none;
    error e;
    params p = params_default();
    const game *g = game_find(catalogue_games(), "breakthrough");
    TEST_ASSERT(params_set(&p, g, "size", "5", &e) == ST_OK);
    TEST_ASSERT(rules_open(&r, g, &p, &e) == ST_OK);
    net_shape s = net_shape_for(r, 16, 8);
    net_fit_options o = net_fit_default();
    net_examples_init(&none, &s);
    net_fit_data d = {&none, &none};
    TEST_ASSERT(net_fit_init(&f, &o, &s, NULL, &d) == ST_OK);
    TEST_ASSERT(net_create(&n, r, &s, &e) == ST_OK);
    net_fit_quantise(&f, &d, n);
    text out = text_growing();
    net_write(n, &out);
    TEST_ASSERT(file_write(path, out.at, out.len, &e) == ST_OK);
    text_done(&out);
    net_destroy(n);
    net_fit_done(&f);
    rules_close(r);
}

/* What the header says: the loss, and the loss of the integers. Returns the loss. */
static double check_integers(const char *path, bool on_weights) {
    const net *n;
    error e;
    TEST_ASSERT(net_library_load(&n, path, &e) == ST_OK);
    TEST_CHECK((n->weights_hash != 0) == on_weights);
    const char *first = strstr(n->trained, "loss ");
    const char *second = strstr(n->trained, "as integers ");
    TEST_ASSERT(first && second);
    double loss = strtod(first + strlen("loss "), NULL);
    double integers = strtod(second + strlen("as integers "), NULL);
    TEST_CHECK(loss > 0.1 && integers > 0.1);
    TEST_CHECK_(integers < loss + 0.0005, "%f and %f", loss, integers);
    return loss;
}

static void test_a_tiny_net_learns_a_game(void) {
    char data[400];
    char one[400];
    char two[400];
    char on[400];
    char none[400];
    text a;
    text b;
    error e;
    folder_make();
    (void)snprintf(data, sizeof data, "%s", folder_path("bt.games"));
    (void)snprintf(one, sizeof one, "%s", folder_path("one.net"));
    (void)snprintf(two, sizeof two, "%s", folder_path("two.net"));
    (void)snprintf(on, sizeof on, "%s", folder_path("on.net"));
    (void)snprintf(none, sizeof none, "%s", folder_path("none.net"));
    play_games(data, PACE(4600, 2200));
    if (!TEST_PACE) { /* slow builds: one net, in parts, on the weights */
        run_job(data, on, 2, "true");
        (void)check_integers(on, true);
        folder_remove();
        return;
    }
    run_job(data, one, 1, "false");
    run_job(data, two, 2, "false");
    run_job(data, on, 1, "true");
    TEST_ASSERT(file_read(&a, one, 1 << 20, &e) == ST_OK);
    TEST_ASSERT(file_read(&b, two, 1 << 20, &e) == ST_OK);
    TEST_CHECK_(a.len == b.len && memcmp(a.at, b.at, a.len) == 0,
                "one thread = two threads and a pause");
    text_done(&a);
    text_done(&b);
    double alone = check_integers(one, false);
    double added = check_integers(on, true);
    TEST_CHECK_(added != alone && added < alone + 0.01, "alone %f, on weights %f", alone, added);
    write_untrained(none);
    double won = play_nets(one, none);
    TEST_CHECK_(won >= 56, "won %.1f of 64", won);
    folder_remove();
}

TEST_LIST = {{"gradient", test_gradient},
             {"gradient_of_points", test_gradient_of_points},
             {"it_learns", test_it_learns},
             {"it_learns_points", test_it_learns_points},
             {"threads_make_no_difference", test_threads_make_no_difference},
             {"resume_to_the_bit", test_resume_to_the_bit},
             {"a_tiny_net_learns_a_game", test_a_tiny_net_learns_a_game},
             {NULL, NULL}};
