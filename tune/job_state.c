#include "tune/job_state.h"

#include <string.h>

#include "engine/base/clock.h"

/* --- what is tuned --- */

/* Whether a name is among names with commas between. */
static bool named(const char *names, const char *name) {
    size_t n = strlen(name);
    for (const char *s = names; *s;) {
        size_t len = strcspn(s, ",");
        if (len == n && strncmp(s, name, n) == 0) return true;
        s += len + (s[len] == ',');
    }
    return false;
}

bool job_wanted(const tune_settings *s, const char *name) {
    return !s->params[0] || named(s->params, name);
}

status job_add_param(tune_job *j, const tune_param *p, error *err) {
    if (j->params == TUNE_MAX_PARAMS)
        return error_set(err, ST_BAD_VALUE, "at most %d parameters can be tuned at once",
                         TUNE_MAX_PARAMS);
    j->param[j->params++] = *p;
    return ST_OK;
}

const tune_settings *tune_job_settings(const tune_job *j) {
    return &j->s;
}

const char *tune_job_notes(const tune_job *j) {
    return text_string(&j->notes);
}

/* --- numbers --- */

void job_best(const tune_job *j, double *out) {
    for (int i = 0; i < j->params; i++) {
        const tune_param *p = &j->param[i];
        out[i] = tune_learns(j->s.method) ? j->fit.best[p->term] : evolve_best(j->evolve)[i];
    }
}

void job_weights(const tune_job *j, const double *number, weights *out) {
    *out = j->start;
    for (int i = 0; i < j->params; i++)
        if (j->param[i].term >= 0) out->weight[j->param[i].term] = (float)number[i];
}

/* --- state --- */

uint64_t job_epochs_done(const tune_job *j) {
    return tune_learns(j->s.method) ? job_learn_course(j).epoch : evolve_round(j->evolve);
}

tune_state tune_job_state(const tune_job *j) {
    tune_state s = {
        .done = job_epochs_done(j), .total = j->s.epochs, .games = j->games, .llr = j->llr};
    if (tune_learns(j->s.method)) {
        s.learns = s.has_best = true;
        job_course c = job_learn_course(j);
        s.validated = c.validated;
        s.loss = c.at[s.done].train;
        s.valid = c.at[s.done].valid;
        s.best = c.best_valid;
    } else if (s.done) {
        s.has_best = j->s.method != TUNE_SPSA;
        s.win_rate = j->round[s.done - 1].value;
        for (uint64_t i = 0; i < s.done; i++)
            if (j->round[i].value > s.best) s.best = j->round[i].value;
    }
    double spent = (double)(clock_now_ns() - j->started_ns) / 1e9;
    double made = (double)(s.done - j->begun_at);
    if (j->started_ns && made > 0 && spent > 0) {
        s.rate = made / spent;
        s.eta_s = (int64_t)((double)(s.total - s.done) / s.rate);
    }
    return s;
}

void tune_job_words(const tune_job *j, text *out) {
    tune_state s = tune_job_state(j);
    text_format(out, "%s %llu of %llu: ", s.learns ? "epoch" : "round", (unsigned long long)s.done,
                (unsigned long long)s.total);
    if (s.learns) {
        text_format(out, "loss %.6f", s.loss);
        if (s.validated) text_format(out, ", validated %.6f", s.valid);
        text_format(out, ", lowest so far %.6f", s.best);
    } else {
        text_format(out, "win rate %.1f %% of the %s", 100 * s.win_rate,
                    j->s.method == TUNE_SPSA ? "first set against the second" : "best set");
        if (s.has_best) text_format(out, ", highest so far %.1f %%", 100 * s.best);
        text_format(out, ", %llu games", (unsigned long long)s.games);
    }
}
