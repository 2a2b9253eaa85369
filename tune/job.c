#include "tune/job.h"

#include <math.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "tune/job_state.h"

/* --- what is tuned --- */

static bool wanted(const tune_settings *s, const char *name) {
    return job_wanted(s, name) && strncmp(name, s->group, strlen(s->group)) == 0;
}

static status add_terms(tune_job *j, error *err) {
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < j->start.count; i++) {
        const feature *f = &j->s.game->features[i];
        if (!wanted(&j->s, f->name)) continue;
        double start = (double)j->start.weight[i];
        double feel = 5 * (double)f->step;
        tune_param p = {f->name, i, KNOB_COUNT, -1, {start, (double)f->min, (double)f->max, 0}};
        p.range.step = feel > 0.1 * fabs(start) ? feel : 0.1 * fabs(start);
        st = job_add_param(j, &p, err);
    }
    return st;
}

static int find_term(const tune_job *j, const char *name) {
    for (int i = 0; i < j->start.count; i++)
        if (strcmp(j->s.game->features[i].name, name) == 0) return i;
    return -1;
}

/* Names that are no terms must be options of the searches. */
static status add_options(tune_job *j, error *err) {
    char names[TUNE_NAMES];
    status st = ST_OK;
    memcpy(names, j->s.params, sizeof names);
    for (char *s = names; st == ST_OK && *s;) {
        size_t len = strcspn(s, ",");
        char *next = s + len + (s[len] == ',');
        s[len] = '\0';
        if (*s && find_term(j, s) < 0) {
            tune_param p = {.term = -1, .knob = knob_find(s), .number = -1};
            if (p.knob == KNOB_COUNT)
                st = error_set(err, ST_BAD_VALUE,
                               "%s has no term %.60s, and no search such an option",
                               j->s.game->name, s);
            else if (tune_learns(j->s.method))
                st = error_set(err, ST_BAD_VALUE,
                               "%.60s is an option of the searches: it takes a "
                               "method that plays (spsa, cmaes, ga)",
                               s);
            else
                job_knob_range(j, &p);
            if (st == ST_OK) st = job_add_param(j, &p, err);
        }
        s = next;
    }
    return st;
}

static status choose_params(tune_job *j, error *err) {
    status st = job_bots_choose(j, err);
    if (j->tuned || st != ST_OK || j->s.method == TUNE_NET) return st;
    st = add_terms(j, err);
    if (st == ST_OK) st = add_options(j, err);
    if (st == ST_OK && j->params == 0)
        st = error_set(err, ST_BAD_VALUE, "nothing to tune: %s has no term that was asked for",
                       j->s.game->name);
    return st;
}

static status take_weights(tune_job *j, error *err) {
    int missing = 0;
    weights_init(&j->start, j->s.game);
    j->start.choice = EVAL_LINEAR;
    if (!j->s.weights[0]) return ST_OK;
    status st = weights_load(&j->start, j->s.weights, &missing, err);
    if (st == ST_OK && missing)
        text_format(&j->notes, "%s names %d terms less than %s has: those keep their weights\n",
                    j->s.weights, missing, j->s.game->name);
    return st;
}

/* --- create and destroy --- */

static status start(tune_job *j, error *err) {
    status st = tune_settings_check(&j->s, err);
    if (st == ST_OK) st = rules_open(&j->rules, j->s.game, &j->s.setup, err);
    if (st == ST_OK) st = take_weights(j, err);
    if (st == ST_OK) st = choose_params(j, err);
    if (st == ST_OK && j->s.threads > 1 && pool_create(&j->threads, (int)j->s.threads) != ST_OK)
        st = error_set(err, ST_NOMEM, "no threads can be started");
    if (st == ST_OK) st = tune_learns(j->s.method) ? job_learn_start(j, err) : ST_OK;
    if (st == ST_OK && (!tune_learns(j->s.method) || j->s.match)) st = job_play_start(j, err);
    return st;
}

static status make(tune_job **out, const tune_settings *s, const tune_world *w, error *err) {
    tune_job *j = mem_alloc(sizeof *j);
    *out = j;
    if (!j) return error_set(err, ST_NOMEM, "no memory for the tuner");
    j->s = *s;
    tune_settings_complete(&j->s);
    j->w = *w;
    j->notes = text_growing();
    return start(j, err);
}

status tune_job_create(tune_job **out, const tune_settings *s, const tune_world *w, error *err) {
    *out = NULL;
    status st = job_claim_files(s, false, w->force, err);
    if (st == ST_OK) st = make(out, s, w, err);
    if (st == ST_OK && tune_learns(s->method) && s->method != TUNE_NET) {
        tune_job *j = *out;
        if (s->scale)
            text_format(&j->notes, "all weights times %.4f fit best\n",
                        fit_scale(&j->fit, j->train));
        if (fit_begin(&j->fit, j->train, j->valid) != ST_OK)
            st = error_set(err, ST_NOMEM, "no memory for the tuner");
        if (st == ST_OK) st = job_learn_failure(j, err);
    }
    if (st == ST_OK) return ST_OK;
    tune_job_destroy(*out);
    *out = NULL;
    return st;
}

/* A checkpoint may come from anywhere: what it says is not run because it says so. */
static status check_program(const char *line, error *err) {
    engine_spec e;
    if (!*line || engine_spec_read(&e, line, NULL) != ST_OK)
        return ST_OK; /* reported later, if at all */
    status st = !e.command
                    ? ST_OK
                    : error_set(err, ST_BAD_VALUE,
                                "the checkpoint starts the program %.100s: say --trust where "
                                "it is yours",
                                e.command);
    engine_spec_done(&e);
    return st;
}

status tune_job_resume(tune_job **out, const char *checkpoint, const tune_world *w, int threads,
                       const char *plot, error *err) {
    *out = NULL;
    tune_settings *s = mem_alloc(sizeof *s);
    if (!s) return error_set(err, ST_NOMEM, "no memory for the tuner");
    text body;
    const char *rows = NULL;
    status st = job_read_checkpoint(s, checkpoint, w->games, &body, &rows, err);
    if (st == ST_OK && !w->trust) st = check_program(s->engine, err);
    if (st == ST_OK && !w->trust) st = check_program(s->opponents, err);
    if (st == ST_OK) {
        if (threads) s->threads = (uint64_t)threads;
        if (plot && (st = tune_settings_take(s, "plot", plot, err)) != ST_OK) rows = NULL;
    }
    if (st == ST_OK) st = make(out, s, w, err);
    if (st == ST_OK) st = job_read_rows(*out, text_string(&body), rows, err);
    if (st == ST_OK) (*out)->resumed = true;
    text_done(&body);
    mem_free(s);
    if (st == ST_OK) return ST_OK;
    tune_job_destroy(*out);
    *out = NULL;
    return st;
}

void tune_job_destroy(tune_job *j) {
    if (!j) return;
    job_learn_done(j);
    job_play_done(j);
    pool_destroy(j->threads);
    rules_close(j->rules);
    text_done(&j->notes);
    mem_free(j);
}

/* --- running --- */

static bool finished(const tune_job *j) {
    if (j->s.method == TUNE_NET) return net_fit_finished(&j->net);
    return tune_learns(j->s.method) ? fit_finished(&j->fit) : evolve_finished(j->evolve);
}

static status epochs(tune_job *j, tune_listener listen, void *ctx, error *err) {
    status st = ST_OK;
    while (st == ST_OK && !finished(j)) {
        if (atomic_load(&j->stopping)) return error_set(err, ST_STOPPED, "stopped");
        st = tune_learns(j->s.method) ? job_learn_epoch(j, err) : job_play_round(j, err);
        bool due = st == ST_OK && (job_epochs_done(j) % j->s.checkpoint == 0 || finished(j));
        if (due) st = job_write_checkpoint(j, err);
        if (st == ST_OK && listen && !listen(ctx, j)) atomic_store(&j->stopping, true);
    }
    return st;
}

status tune_job_run(tune_job *j, tune_listener listen, void *ctx, error *err) {
    j->started_ns = clock_now_ns();
    j->begun_at = job_epochs_done(j);
    status st = j->resumed ? job_claim_files(&j->s, true, j->w.force, err) : ST_OK;
    if (st == ST_OK) st = epochs(j, listen, ctx, err);
    if (st == ST_STOPPED) {
        error why;
        status kept = job_write_checkpoint(j, &why);
        if (kept != ST_OK && err) *err = why;
        return kept == ST_OK ? st : kept;
    }
    if (st == ST_OK)
        st = j->s.method == TUNE_NET ? job_net_write(j, err) : job_write_weights(j, err);
    if (st == ST_OK && j->s.match) st = job_play_match(j, err);
    if (st == ST_OK && j->s.plot[0]) st = tune_job_report(j, j->s.plot, err);
    return st;
}

void tune_job_stop(tune_job *j) {
    atomic_store(&j->stopping, true);
    if (j->pairings) pairings_stop(j->pairings);
}

void tune_job_summary(const tune_job *j, text *out) {
    if (tune_learns(j->s.method)) {
        job_course c = job_learn_course(j);
        text_format(out, "best after epoch %u: %s %.6f, before %.6f\n", c.best_epoch,
                    c.validated ? "validated loss"
                                : "loss on the games learned from (none validate)",
                    c.best_valid, c.at[0].valid);
    } else {
        tune_job_words(j, out);
        text_char(out, '\n');
    }
    if (j->s.method == TUNE_NET) text_format(out, "trained: %s\n", j->made->trained);
    text_format(out, "%s in %s\n", j->s.method == TUNE_NET ? "net" : "weights", j->s.out);
    if (j->s.plot[0]) text_format(out, "report in %s\n", j->s.plot);
    if (!j->matched) return;
    estimate e = stats_estimate(&j->units);
    text_format(out,
                "new against old, %llu blocks: Elo %+.1f +- %.1f, nElo %+.1f +- %.1f, LOS %.1f %%, "
                "LLR %.2f\n",
                (unsigned long long)j->units.units, e.elo, e.elo_error, e.nelo, e.nelo_error,
                100 * e.los, j->llr);
}
