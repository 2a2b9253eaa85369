#include <string.h>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "tune/data/rows.h"
#include "tune/job_state.h"

/* What a run leaves on the disk: checkpoints and weights. Every file is written next to it, synced
 * and renamed. */

enum { CHECKPOINT_LIMIT = 256 << 20 };

/* --- files that are there already --- */

static bool begins(const char *head, const char *with) {
    return strncmp(head, with, strlen(with)) == 0;
}

static bool is_weights(const char *head) {
    return begins(head, "# game ") || begins(head, "setoption name ") || net_recognise(head);
}

static bool is_checkpoint(const char *head) {
    return begins(head, "tune: ");
}

static bool is_report(const char *head) {
    return begins(head, JOB_REPORT_HEAD);
}

static bool is_table(const char *head) {
    return begins(head, JOB_TABLE_LEARNS) || begins(head, JOB_TABLE_PLAYS);
}

static status claim_next_to(const char *path, const char *suffix, file_recogniser ours, bool force,
                            error *err) {
    text name = text_growing();
    text_format(&name, "%s%s", path, suffix);
    status st = name.cut ? error_set(err, ST_NOMEM, "no memory for the name of a file")
                         : file_claim(text_string(&name), ours, force, err);
    text_done(&name);
    return st;
}

status tune_job_claim_report(const char *path, bool force, error *err) {
    status st = file_claim(path, is_report, force, err);
    return st == ST_OK ? claim_next_to(path, ".tsv", is_table, force, err) : st;
}

status job_claim_files(const tune_settings *s, bool resumed, bool force, error *err) {
    status st = s->out[0] ? file_claim(s->out, is_weights, force, err) : ST_OK;
    if (st == ST_OK && s->out[0] && !resumed)
        st = claim_next_to(s->out, ".tune", is_checkpoint, force, err);
    if (st == ST_OK && s->plot[0]) st = tune_job_claim_report(s->plot, force, err);
    return st;
}

/* --- checkpoints: settings as lines, an empty line, rows of numbers; the last line is a sum --- */

static status checkpoint_path(const tune_settings *s, text *out, error *err) {
    *out = text_growing();
    text_format(out, "%s.tune", s->out);
    return out->cut ? error_set(err, ST_NOMEM, "no memory for the checkpoint") : ST_OK;
}

status job_write_checkpoint(const tune_job *j, error *err) {
    text body = text_growing();
    text path;
    status st = checkpoint_path(&j->s, &path, err);
    tune_settings_write(&j->s, &body);
    record_write_rules(j->rules, &body);
    text_format(&body, "program: %s\n", j->w.commit);
    if (tune_learns(j->s.method))
        text_format(&body, "data-hash: %016llx\n", (unsigned long long)j->data.hash);
    text_char(&body, '\n');
    if (j->s.method == TUNE_NET)
        net_fit_write(&j->net, &body);
    else if (tune_learns(j->s.method))
        fit_write(&j->fit, &body);
    else
        job_play_write(j, &body);
    match_section_close(&body, 0);
    if (st == ST_OK && body.cut) st = error_set(err, ST_NOMEM, "no memory for the checkpoint");
    if (st == ST_OK) st = file_write(text_string(&path), body.at, body.len, err);
    text_done(&path);
    text_done(&body);
    return st;
}

static status split(text *body, const char *path, char **rows, error *err) {
    section entire;
    size_t at = 0;
    if (!match_section_next(text_string(body), body->len, &at, &entire) || at != body->len)
        return error_set(err, ST_IO, "%.160s is no checkpoint, or it is damaged", path);
    body->at[entire.len] = '\0'; /* the sum is not one of the rows */
    char *space = strstr(body->at, "\n\n");
    if (!space) return error_set(err, ST_IO, "%.160s is no checkpoint", path);
    space[1] = '\0';
    *rows = space + 2;
    return ST_OK;
}

status job_read_checkpoint(tune_settings *s, const char *path, game_list games, text *body,
                           const char **rows, error *err) {
    char *numbers = NULL;
    record r = {0};
    error why;
    status st = file_read(body, path, CHECKPOINT_LIMIT, err);
    if (st == ST_OK) st = split(body, path, &numbers, err);
    if (st != ST_OK) return st;
    st = record_read(&r, body->at, strlen(body->at), &why);
    if (st == ST_OK) st = tune_settings_read(s, &r, games, &why);
    if (st != ST_OK) (void)error_set(err, st, "%.80s: %.140s", path, why.text);
    record_done(&r);
    *rows = numbers;
    return st;
}

/* A run that is resumed has the rules that it began with, and the data. */
static status check_same(const tune_job *j, const char *head, error *err) {
    record r;
    uint64_t reported = 0;
    status st = record_read(&r, head, strlen(head), err);
    r.force = j->w.force;
    if (st == ST_OK) st = record_check_rules(&r, j->rules, err);
    const char *value = st == ST_OK ? record_get(&r, "data-hash") : NULL;
    if (st == ST_OK && tune_learns(j->s.method) &&
        (!value || !text_hex(value, &reported) || reported != j->data.hash))
        st = error_set(err, ST_BAD_VALUE, "the data has changed since the checkpoint was written");
    record_done(&r);
    return st;
}

status job_read_rows(tune_job *j, const char *head, const char *rows, error *err) {
    status st = check_same(j, head, err);
    if (st == ST_OK)
        st = j->s.method == TUNE_NET    ? net_fit_read(&j->net, &rows, err)
             : tune_learns(j->s.method) ? fit_read(&j->fit, &rows, err)
                                        : job_play_read(j, &rows, err);
    if (st == ST_OK && !row_end(rows))
        st = error_set(err, ST_BAD_SYNTAX, "the checkpoint is damaged");
    return st;
}

/* --- weights --- */

static bool reads_back(const char *number, float x) {
    double back;
    return text_real(number, &back) && (float)back == x;
}

/* Shortest digits that read back as the same number. The reader takes no exponents, so what %g
 * would write with one is written out, to as many digits as the reader takes. */
static void write_number(text *out, float x) {
    char buf[64];
    bool same = false;
    for (int digits = 3; !same && digits <= 9; digits++) {
        text t = text_over(buf, sizeof buf);
        text_format(&t, "%.*g", digits, (double)x);
        same = reads_back(buf, x);
    }
    for (int digits = 6; !same && digits <= 38; digits++) {
        text t = text_over(buf, sizeof buf);
        text_format(&t, "%.*f", digits, (double)x);
        same = reads_back(buf, x);
    }
    text_put(out, buf);
}

static void write_terms(const tune_job *j, const weights *e, text *out) {
    text_format(out, "# game %s eval 1 hash %016llx engine %s data %016llx loss %.6f\n",
                j->s.game->name, (unsigned long long)weights_hash(e), j->w.commit,
                (unsigned long long)j->data.hash,
                tune_learns(j->s.method) ? j->fit.best_valid : 0.0);
    text_format(out, "# kibitz tune %s, %llu epochs, seed %llu", tune_method_name(j->s.method),
                (unsigned long long)tune_job_state(j).done, (unsigned long long)j->s.seed);
    if (tune_learns(j->s.method))
        text_format(out, ", %zu positions of %llu games", j->data.train.count,
                    (unsigned long long)j->data.games);
    else
        text_format(out, ", %llu games", (unsigned long long)j->games);
    text_char(out, '\n');
    for (int i = 0; i < e->count; i++) {
        const feature *f = &j->s.game->features[i];
        text_format(out, "%s ", f->name);
        write_number(out, e->weight[i]);
        text_format(out, " %g %g %g\n", (double)f->min, (double)f->max, (double)f->step);
    }
    /* Draws are not what is tuned here: as they were. */
    draw_term draws[EVAL_MAX_FEATURES + 2];
    weights_draws(e, draws);
    for (const draw_term *d = draws; d->name; d++) {
        text_format(out, "draw %s ", *d->name ? d->name : "base");
        write_number(out, d->margin);
        text_char(out, ' ');
        write_number(out, d->scale);
        text_char(out, '\n');
    }
}

static void write_numbers(const tune_job *j, const double *number, text *out) {
    feature list[BOT_MAX_PARAMS];
    float all[BOT_MAX_PARAMS];
    size_t done = evolve_round(j->evolve);
    job_bots_all(j, number, all);
    (void)j->tuned->list(j->rules, list);
    text_format(out, "# game %s bot %s hash %016llx engine %s worth %.6f\n", j->s.game->name,
                j->tuned->bot,
                (unsigned long long)hash_bytes(all, (size_t)j->numbers * sizeof *all, 0),
                j->w.commit, done ? j->round[done - 1].value : 0.0);
    text_format(out, "# kibitz tune %s, %zu rounds, seed %llu, %llu games: %llu of %d seats",
                tune_method_name(j->s.method), done, (unsigned long long)j->s.seed,
                (unsigned long long)j->games, (unsigned long long)j->s.seats, j->rules->players);
    text_format(out, " against %s\n", j->rivals ? j->s.opponents : "the best so far");
    for (int i = 0; i < j->numbers; i++) {
        text_format(out, "%s ", list[i].name);
        write_number(out, all[i]);
        text_format(out, " %g %g %g\n", (double)list[i].min, (double)list[i].max,
                    (double)list[i].step);
    }
}

/* Options of searches are written as the protocol sets them. */
static void write_options(const tune_job *j, const double *number, text *out) {
    for (int i = 0; i < j->params; i++)
        if (j->param[i].knob != KNOB_COUNT)
            text_format(out, "setoption name %s value %.0f\n", j->param[i].name, number[i]);
}

status job_write_weights(const tune_job *j, error *err) {
    double number[TUNE_MAX_PARAMS];
    weights e;
    text out = text_growing();
    bool terms = false;
    job_best(j, number);
    job_weights(j, number, &e);
    for (int i = 0; i < j->params; i++) terms |= j->param[i].term >= 0;
    if (terms) write_terms(j, &e, &out);
    if (j->tuned) write_numbers(j, number, &out);
    write_options(j, number, &out);
    status st = out.cut ? error_set(err, ST_NOMEM, "no memory for the weights")
                        : file_write(j->s.out, out.at, out.len, err);
    text_done(&out);
    return st;
}
