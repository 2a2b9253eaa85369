#include <math.h>

#include "arena/crew/crew.h"
#include "engine/base/memory.h"
#include "tune/job_state.h"

/* Tuning by learning from games: the data, what is wrong with it, and epochs of fit. */

enum { MIN_PER_PARAM = 50 };

static fit_options options_of(const tune_settings *s) {
    fit_options o = fit_default();
    o.method = s->method == TUNE_TEXEL ? FIT_TEXEL : s->adagrad ? FIT_ADAGRAD : FIT_ADAM;
    o.loss = (loss_rule){s->loss, s->points};
    o.epochs = (unsigned)s->epochs;
    o.batch = (unsigned)s->batch;
    if (s->rate > 0) o.rate = s->rate;
    o.pull = s->l2;
    o.prior = s->prior;
    o.patience = (unsigned)s->patience;
    o.seed = s->seed;
    return o;
}

static status load(tune_job *j, error *err) {
    const char *path[TUNE_FILES];
    for (int i = 0; i < j->s.files; i++) path[i] = j->s.data[i];
    weights own;
    evaluator base = {0};
    weights_init(&own, j->s.game);
    own.choice = EVAL_LINEAR;
    if (j->s.on_weights) evaluator_init(&base, &own, j->rules);
    data_source from = {.games = j->w.games,
                        .path = path,
                        .paths = j->s.files,
                        .kind = j->s.game,
                        .rules = j->rules,
                        .base = j->s.on_weights ? &base : NULL,
                        .threads = j->threads,
                        .force = j->w.force};
    data_options o = {.valid = j->s.valid,
                      .blend = j->s.blend,
                      .lambda = j->s.lambda,
                      .decided = j->s.decided,
                      .plies = j->s.plies,
                      .noisy = j->s.noisy,
                      .points = j->s.points > 0,
                      .inputs = j->s.method == TUNE_NET,
                      .seed = j->s.seed};
    status st = data_load(&j->data, &from, &o, err);
    evaluator_done(&base);
    return st;
}

static void note_data(tune_job *j) {
    const data_set *d = &j->data;
    bool is_net = j->s.method == TUNE_NET;
    size_t train = is_net ? d->net_train.count : d->train.count;
    size_t valid = is_net ? d->net_valid.count : d->valid.count;
    text_put(&j->notes, text_string(&d->notes));
    text_format(
        &j->notes,
        "%llu games (%llu to validate with%s): %zu positions to learn from, %zu to validate; "
        "left out: %llu not quiet, %llu decided or late, %llu seen before",
        (unsigned long long)d->games, (unsigned long long)d->valid_games,
        d->unfinished ? ", others not played to their end" : "", train, valid,
        (unsigned long long)d->unquiet, (unsigned long long)d->settled,
        (unsigned long long)d->doubles);
    if (d->damaged)
        text_format(&j->notes, ", %llu damaged game%s", (unsigned long long)d->damaged,
                    d->damaged == 1 ? "" : "s");
    text_char(&j->notes, '\n');
}

/* Terms that nothing can be learned about are left alone, and reported. */
static int hold_the_idle(tune_job *j) {
    int idle = 0;
    for (int i = 0; i < j->fit.terms; i++) j->fit.held[i] = true;
    for (int i = 0; i < j->params; i++) {
        int term = j->param[i].term;
        j->fit.held[term] = j->data.train.active[term] == 0;
        if (j->fit.held[term])
            text_format(&j->notes, "%s%s",
                        idle++ ? ", " : "warning: never active, weights kept: ", j->param[i].name);
    }
    if (idle) text_char(&j->notes, '\n');
    for (int i = 0; i < j->params; i++) {
        int term = j->param[i].term;
        if (!j->fit.held[term] && j->data.train.active[term] < MIN_PER_PARAM)
            text_format(&j->notes, "warning: %s is active in %llu positions only\n",
                        j->param[i].name, (unsigned long long)j->data.train.active[term]);
    }
    return idle;
}

static status check_amount(const tune_job *j, int idle, error *err) {
    int tuned = j->params - idle;
    if (tuned == 0)
        return error_set(err, ST_BAD_VALUE,
                         "no term that was asked for is ever active in the data");
    if (j->data.train.count < (size_t)tuned * MIN_PER_PARAM)
        return error_set(
            err, ST_BAD_VALUE,
            "%zu positions are too few for %d parameters: it takes at least %d for each",
            j->data.train.count, tuned, MIN_PER_PARAM);
    if (j->rules->players == 1 && j->s.points <= 0)
        return error_set(err, ST_UNSUPPORTED,
                         "alone there is nothing to win from others: learn from points");
    return ST_OK;
}

job_course job_learn_course(const tune_job *j) {
    const data_set *d = &j->data;
    if (j->s.method == TUNE_NET)
        return (job_course){j->net.course,     j->net.epoch,           j->net.best_epoch,
                            j->net.best_valid, d->net_valid.count > 0, d->net_train.count,
                            d->net_valid.count};
    return (job_course){j->fit.course,    j->fit.epoch,   j->fit.best_epoch, j->fit.best_valid,
                        j->valid != NULL, d->train.count, d->valid.count};
}

uint64_t tune_job_positions(const tune_job *j) {
    return tune_learns(j->s.method) ? job_learn_course(j).positions : 0;
}

status job_learn_start(tune_job *j, error *err) {
    fit_options o = options_of(&j->s);
    status st = load(j, err);
    if (st != ST_OK) return st;
    note_data(j);
    if (j->s.method == TUNE_NET) return job_net_start(j, err);
    bool ok = fit_init(&j->fit, &o, j->s.game->features, j->start.weight, j->start.count) == ST_OK;
    ok = ok && loss_work_create(&j->train, &j->data.train, j->threads) == ST_OK;
    if (ok && j->data.valid.count)
        ok = loss_work_create(&j->valid, &j->data.valid, j->threads) == ST_OK;
    if (!ok) return error_set(err, ST_NOMEM, "no memory for the tuner");
    st = check_amount(j, hold_the_idle(j), err);
    int slots = j->s.threads > 1 ? (int)j->s.threads : 1;
    if (st == ST_OK && crew_uses_ranks()) st = loss_work_use_ranks(j->train, slots, err);
    if (st == ST_OK && crew_uses_ranks() && j->valid)
        st = loss_work_use_ranks(j->valid, slots, err);
    return st;
}

status job_learn_failure(const tune_job *j, error *err) {
    status st = loss_work_failure(j->train, err);
    return st == ST_OK ? loss_work_failure(j->valid, err) : st;
}

status job_learn_epoch(tune_job *j, error *err) {
    if (j->s.method == TUNE_NET) return job_net_epoch(j, err);
    if (fit_epoch(&j->fit, j->train, j->valid, &j->data.train) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the tuner");
    return job_learn_failure(j, err);
}

void job_learn_done(tune_job *j) {
    loss_work_destroy(j->train);
    loss_work_destroy(j->valid);
    fit_done(&j->fit);
    job_net_done(j);
    data_done(&j->data);
}
