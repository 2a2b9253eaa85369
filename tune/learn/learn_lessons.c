#include <stdio.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "tune/learn/learn_state.h"

/* The nets of a round: what they learn from, and the ways in which they do. */

enum {
    WINDOW = 6,        /* rounds whose games are learned from */
    BLEND_ROUNDS = 3,  /* the first nets are learned in several blends */
    BLEND_GAMES = 200, /* that such nets play against each other, at most */
};

static status take_count(tune_settings *s, const char *name, uint64_t n, error *err) {
    char value[24];
    (void)snprintf(value, sizeof value, "%llu", (unsigned long long)n);
    return tune_settings_take(s, name, value, err);
}

/* The games of this round and of some before it. */
static status name_data(const learn *l, tune_settings *s, unsigned n, error *err) {
    static const char *const kind[] = {"games", "surprises"};
    status st = ST_OK;
    for (unsigned i = n > WINDOW ? n - WINDOW + 1 : 1; st == ST_OK && i <= n; i++)
        for (int k = 0; st == ST_OK && k < 2; k++) {
            text path = text_growing();
            learn_path(l, kind[k], i, &path);
            if (file_exists(text_string(&path)))
                st = tune_settings_take(s, "data", text_string(&path), err);
            text_done(&path);
        }
    return st;
}

/* A net of this round: which file, whether it is added to the weights, and what it learns. */
typedef struct lesson {
    const char *name;
    bool on_weights;
    double blend;
} lesson;

static status make_settings(const learn *l, tune_settings *s, const lesson *of, error *err) {
    unsigned n = l->rounds + 1;
    text path = text_growing();
    learn_path(l, of->name, n, &path);
    tune_settings_init(s, l->s.game);
    s->setup = l->s.setup;
    status st = tune_settings_take(s, "method", "net", err);
    if (st == ST_OK) st = tune_settings_take(s, "out", text_string(&path), err);
    if (st == ST_OK) st = tune_settings_take(s, "rate", "0.001", err);
    if (st == ST_OK) st = tune_settings_take(s, "patience", "3", err);
    if (st == ST_OK) st = take_count(s, "width", l->s.width, err);
    if (st == ST_OK) st = take_count(s, "hidden", l->s.hidden, err);
    if (st == ST_OK) st = take_count(s, "epochs", l->s.epochs, err);
    if (st == ST_OK) st = take_count(s, "seed", l->s.seed + n, err);
    if (st == ST_OK) st = take_count(s, "threads", l->s.threads, err);
    s->on_weights = of->on_weights;
    s->blend = of->blend;
    if (st == ST_OK) st = name_data(l, s, n, err);
    text_done(&path);
    return st;
}

/* A checkpoint of this very training is continued. */
static status make_job(learn *l, tune_job **job, const lesson *of, error *err) {
    text checkpoint = text_growing();
    learn_path(l, of->name, l->rounds + 1, &checkpoint);
    text_put(&checkpoint, ".tune");
    status st = ST_NOT_FOUND;
    if (file_exists(text_string(&checkpoint)))
        st = tune_job_resume(job, text_string(&checkpoint), &l->w, (int)l->s.threads, NULL, NULL);
    text_done(&checkpoint);
    if (st == ST_OK) return ST_OK;
    tune_settings *s = mem_alloc(sizeof *s);
    if (!s) return error_set(err, ST_NOMEM, "no memory for the net");
    st = make_settings(l, s, of, err);
    if (st == ST_OK) st = tune_job_create(job, s, &l->w, err);
    mem_free(s);
    return st;
}

static bool heard_job(void *ctx, const tune_job *j) {
    learn *l = ctx;
    char more[60];
    tune_state s = tune_job_state(j);
    (void)snprintf(more, sizeof more, "validated loss %.4f", s.valid);
    return learn_report(l, s.done,
                        more); /* what is trained is trained to the end, whatever the time */
}

static status train(learn *l, const lesson *of, learn_round *round, error *err) {
    tune_job *job = NULL;
    error why = {0};
    l->doing = of->on_weights ? "training on the weights" : "training";
    l->of = l->s.epochs;
    status st = make_job(l, &job, of, &why);
    if (st == ST_UNSUPPORTED) return ST_OK; /* positions: the next round has more */
    if (st != ST_OK) {
        if (err) *err = why;
        return st;
    }
    learn_set_running(l, NULL, job);
    st = tune_job_run(job, heard_job, l, err);
    learn_set_running(l, NULL, NULL);
    if (st == ST_OK) {
        round->trained = true;
        round->loss = tune_job_state(job).best;
        round->positions = tune_job_positions(job);
        round->blend = of->blend;
    }
    tune_job_destroy(job);
    return st;
}

status learn_copy_net(const learn *l, const char *name, unsigned n, const char *to, error *err) {
    text path = text_growing();
    text data;
    learn_path(l, name, n, &path);
    status st = file_read(&data, text_string(&path), NET_MAX_BYTES + (1 << 12), err);
    if (st == ST_OK) st = file_write(to, data.at, data.len, err);
    text_done(&data);
    text_done(&path);
    return st;
}

/* The weights see all hands, a net what one seat knows: they are not added. */
static bool may_stand_on_weights(const learn *l) {
    return !(l->rules->traits & GAME_HIDDEN) && l->s.game->features && l->s.game->features->name;
}

/* The first net that can be trained is trained both ways, alone and added to the weights. The
 * better way stays; a net alone is quicker, so it also stays where there is little between them.
 * *name gets the file of the better one. */
static status choose_way(learn *l, learn_round *round, const char **name, error *err) {
    const double worth = 0.002; /* of the loss */
    learn_round added = *round;
    *name = "alone";
    status st = train(l, &(lesson){"alone", false, l->blend}, round, err);
    if (st != ST_OK || !round->trained || !may_stand_on_weights(l)) return st;
    st = train(l, &(lesson){"added", true, l->blend}, &added, err);
    if (st != ST_OK || added.loss > round->loss - worth) return st;
    *name = "added";
    *round = added;
    l->on_weights = true;
    return st;
}

/* How much of what a net learns should be the values of searches, and how much results, differs from
 * game to game, and losses of different blends cannot be compared: they play against each other.
 * *name is the file of the best one so far. */
static status choose_blend(learn *l, learn_round *round, const char **name, error *err) {
    static const struct {
        const char *name;
        double blend;
    } ways[] = {{"results", 0}, {"mixed", 0.5}, {"values", 1}};
    unsigned n = l->rounds + 1;
    uint64_t games = l->s.test_games < BLEND_GAMES ? l->s.test_games : BLEND_GAMES;
    status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < sizeof ways / sizeof *ways; i++) {
        learn_round other = *round;
        learn_round found = {0};
        char file[40];
        learn_pairing p = {file, {ways[i].name, n}, {*name, n}, .fixed = games};
        if (ways[i].blend == l->blend) continue;
        st = train(l, &(lesson){ways[i].name, l->on_weights, ways[i].blend}, &other, err);
        if (st != ST_OK) break;
        l->doing = "testing what is best to learn from";
        (void)snprintf(file, sizeof file, "%s-%s", ways[i].name, *name);
        st = learn_play_match(l, &p, &found, err);
        if (st != ST_OK || !found.kept) continue;
        *name = ways[i].name;
        *round = other;
    }
    return st;
}

static unsigned trained_rounds(const learn *l) {
    unsigned n = 0;
    for (unsigned i = 0; i < l->rounds; i++) n += l->round[i].trained;
    return n;
}

/* The first ones in several ways, of which the best stays and becomes the file `net`. */
status learn_train(learn *l, learn_round *round, error *err) {
    unsigned before = trained_rounds(l);
    const char *name = "first";
    if (before >= BLEND_ROUNDS)
        return train(l, &(lesson){"net", l->on_weights, l->blend}, round, err);
    status st = before ? train(l, &(lesson){name, l->on_weights, l->blend}, round, err)
                       : choose_way(l, round, &name, err);
    if (st != ST_OK || !round->trained) return st;
    st = choose_blend(l, round, &name, err);
    text path = text_growing();
    learn_path(l, "net", l->rounds + 1, &path);
    if (st == ST_OK) st = learn_copy_net(l, name, l->rounds + 1, text_string(&path), err);
    text_done(&path);
    return st;
}
