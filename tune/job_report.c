#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "tune/job_state.h"
#include "tune/plot.h"

/* The report: one page with its pictures inside, and the numbers next to it as a table. */

enum { WIDTH = 760, HEIGHT = 320, BINS = 20, SHOWN = 10 };

/* --- courses --- */

static size_t moments(const tune_job *j) {
    return tune_job_state(j).done + (tune_learns(j->s.method) ? 1 : 0);
}

static void write_course(const tune_job *j, text *out) {
    size_t n = moments(j);
    plot_line line[2] = {{.count = n}, {.count = n}};
    plot p = {.x_name = "epoch", .line = line, .lines = 2, .width = WIDTH, .height = HEIGHT};
    job_course c = {0};
    if (tune_learns(j->s.method)) c = job_learn_course(j);
    text_put(out, "<h2>Course</h2>\n");
    if (tune_learns(j->s.method)) {
        p.title = "how wrong the predictions are: less is better";
        p.y_name = "loss";
        p.lines = c.validated ? 2 : 1;
        line[0].name = "games learned from";
        line[0].y = &c.at[0].train;
        line[0].stride = line[1].stride = 2;
        line[1].name = "games kept back (validation)";
        line[1].y = &c.at[0].valid;
        plot_write(&p, out);
        return;
    }
    p.title = "win rate of the best set of a round";
    p.x_name = "round";
    p.y_name = "win rate";
    p.first = 1;
    p.lines = 1;
    line[0] = (plot_line){.name = "win rate", .y = &j->round[0].value, .count = n, .stride = 2};
    if (n) plot_write(&p, out);
    p.title = "how far it looks around";
    p.y_name = "spread, in steps";
    line[0] = (plot_line){.name = "spread", .y = &j->round[0].spread, .count = n, .stride = 2};
    if (n) plot_write(&p, out);
}

/* --- parameters --- */

static const double *path_of(const tune_job *j, int param) {
    return tune_learns(j->s.method) ? j->fit.path + j->param[param].term : j->path + param;
}

static size_t path_stride(const tune_job *j) {
    return (size_t)(tune_learns(j->s.method) ? j->fit.terms : j->params);
}

typedef struct change {
    int param;
    double by; /* in steps */
} change;

static int by_size(const void *a, const void *b) {
    const change *x = a;
    const change *y = b;
    if (x->by != y->by) return x->by < y->by ? 1 : -1;
    return x->param - y->param;
}

static void sort_changes(const tune_job *j, const double *now, change *out) {
    for (int i = 0; i < j->params; i++) {
        const evolve_param *r = &j->param[i].range;
        out[i] = (change){i, fabs(now[i] - r->start) / r->step};
    }
    qsort(out, (size_t)j->params, sizeof *out, by_size);
}

static void write_paths(const tune_job *j, const change *order, text *out) {
    plot_line line[SHOWN];
    int lines = j->params < SHOWN ? j->params : SHOWN;
    size_t n = moments(j);
    for (int i = 0; i < lines; i++)
        line[i] = (plot_line){.name = j->param[order[i].param].name,
                              .y = n ? path_of(j, order[i].param) : NULL,
                              .count = n,
                              .stride = path_stride(j),
                              .origin = j->param[order[i].param].range.start,
                              .unit = j->param[order[i].param].range.step};
    plot p = {.title = "the parameters that changed most, relative to the start",
              .x_name = tune_learns(j->s.method) ? "epoch" : "round",
              .y_name = "change from the start, in steps",
              .first = tune_learns(j->s.method) ? 0 : 1,
              .line = line,
              .lines = lines,
              .width = WIDTH,
              .height = HEIGHT + 60};
    text_put(out, "<h2>Parameters</h2>\n");
    if (n) plot_write(&p, out);
}

static void write_table(const tune_job *j, const change *order, const double *now, text *out) {
    text_put(out, "<table><tr><th>name</th><th>before</th><th>after</th><th>change</th><th>in "
                  "steps</th><th>range</th>");
    if (tune_learns(j->s.method)) text_put(out, "<th>positions with it</th>");
    text_put(out, "</tr>\n");
    for (int i = 0; i < j->params; i++) {
        const tune_param *p = &j->param[order[i].param];
        text_put(out, "<tr><td>");
        plot_put_html(out, p->name);
        double by = now[order[i].param] - p->range.start;
        text_format(out,
                    "</td><td>%.4g</td><td>%.4g</td><td>%+.4g</td><td>%+.2f</td><td>%.4g to "
                    "%.4g</td>",
                    p->range.start, now[order[i].param], by, by / p->range.step, p->range.min,
                    p->range.max);
        if (tune_learns(j->s.method))
            text_format(out, "<td>%llu</td>", (unsigned long long)j->data.train.active[p->term]);
        text_put(out, "</tr>\n");
    }
    text_put(out, "</table>\n");
}

/* --- calibration: what was expected against what came --- */

typedef struct calibration {
    double expected[BINS], real[BINS];
    double positions[BINS]; /* how many there were */
    size_t n;
} calibration;

/* Sums for each bin of expected scores. */
typedef struct bins {
    double expected[BINS], got[BINS];
    size_t count[BINS];
} bins;

static void add_to_bin(bins *b, double expected, double got) {
    int bin = (int)(expected * BINS);
    if (bin >= BINS) bin = BINS - 1;
    b->expected[bin] += expected;
    b->got[bin] += got;
    b->count[bin]++;
}

static void close_bins(const bins *b, calibration *out) {
    out->n = 0;
    for (int i = 0; i < BINS; i++) {
        if (!b->count[i]) continue;
        out->expected[out->n] = b->expected[i] / (double)b->count[i];
        out->positions[out->n] = (double)b->count[i];
        out->real[out->n++] = b->got[i] / (double)b->count[i];
    }
}

static void calibrate(const tune_job *j, const double *weight, calibration *out) {
    const examples *e = j->data.valid.count ? &j->data.valid : &j->data.train;
    bins b = {0};
    double share[GAME_MAX_PLAYERS];
    for (size_t i = 0; i < e->count; i++) {
        loss_expected(e, weight, i, share);
        for (int k = 0; k < e->rows; k++)
            add_to_bin(&b, share[k], (double)e->share[i * (size_t)e->rows + (size_t)k]);
    }
    close_bins(&b, out);
}

static void calibrate_net(const tune_job *j, const float *param, calibration *out) {
    net_fit_data d = job_net_data(j);
    const net_examples *e = d.valid->count ? d.valid : d.train;
    bins b = {0};
    double share[GAME_MAX_PLAYERS];
    for (size_t i = 0; i < e->count; i++) {
        net_math_expected(&j->net.layout, param, e, i, share);
        for (int k = 0; k < e->outs; k++)
            add_to_bin(&b, share[k], (double)e->target[i * (size_t)e->outs + (size_t)k]);
    }
    close_bins(&b, out);
}

/* With the first weights and with the best ones; a net has no first ones that mean anything. */
static bool calibrate_both(const tune_job *j, calibration *before, calibration *after) {
    if (j->s.method == TUNE_NET) {
        before->n = 0;
        calibrate_net(j, j->net.best, after);
        return true;
    }
    double *start = mem_alloc(((size_t)j->fit.terms + 1) * sizeof *start);
    if (!start) return false;
    for (int i = 0; i < j->fit.terms; i++) start[i] = (double)j->start.weight[i];
    calibrate(j, start, before);
    calibrate(j, j->fit.best, after);
    mem_free(start);
    return true;
}

static void write_calibration(const tune_job *j, text *out) {
    calibration before;
    calibration after;
    if (!calibrate_both(j, &before, &after)) {
        out->cut = true;
        return;
    }
    plot_line line[2] = {
        {.name = "before", .x = before.expected, .y = before.real, .count = before.n, .dots = true},
        {.name = "after", .x = after.expected, .y = after.real, .count = after.n, .dots = true}};
    plot p = {.title = "what the seats got; dashed: as expected",
              .x_name = "expected score",
              .y_name = "real score",
              .line = before.n ? line : line + 1,
              .lines = before.n ? 2 : 1,
              .diagonal = true,
              .from_zero = true,
              .width = 600,
              .height = 380};
    text_put(out, "<h2>Calibration</h2>\n");
    plot_write(&p, out);
    plot_line bars = {
        .name = "seats", .x = after.expected, .y = after.positions, .count = after.n, .bars = true};
    p = (plot){.title = "how many there were (seats of positions, after)",
               .x_name = "expected score",
               .y_name = "count",
               .line = &bars,
               .lines = 1,
               .width = 600,
               .height = 200};
    plot_write(&p, out);
}

/* --- the match --- */

static void write_match(const tune_job *j, text *out) {
    estimate e = stats_estimate(&j->units);
    text_put(out,
             "<h2>New against old</h2>\n<table><tr><th>blocks of games</th><th>Elo</th><th>nElo"
             "</th><th>LOS</th><th>LLR (0 against 5)</th></tr>\n");
    text_format(out,
                "<tr><td>%llu</td><td>%+.1f &plusmn; %.1f</td><td>%+.1f &plusmn; %.1f</td><td>%.1f "
                "%%</td><td>%.2f</td></tr></table>\n",
                (unsigned long long)j->units.units, e.elo, e.elo_error, e.nelo, e.nelo_error,
                100 * e.los, j->llr);
    text_put(out, "<table><tr><th>value of a block</th><th>how often</th></tr>\n");
    for (size_t i = 0; i < j->units.count; i++)
        text_format(out, "<tr><td>%.3g</td><td>%llu</td></tr>\n", j->units.bin[i].value,
                    (unsigned long long)j->units.bin[i].count);
    text_put(out, "</table>\n<p>Played by <code>");
    if (j->tuned) { /* a match of engines has one set of a bot's numbers */
        text_format(out, "bot:%s</code>.</p>\n", j->tuned->bot);
        return;
    }
    plot_put_html(out, j->s.engine);
    text_put(out, "</code>. To repeat and to decide it:</p><pre>kibitz match ");
    plot_put_html(out, j->s.game->name);
    text_put(out, " --each \"");
    plot_put_html(out, j->s.engine);
    text_put(out, "\" --engine \"name=new EvalFile=");
    plot_put_html(out, j->s.out);
    text_format(out, "\" --engine name=old --opening-plies %llu --sprt --games 20000</pre>\n",
                (unsigned long long)j->s.opening_plies);
}

/* --- files --- */

static void write_page(const tune_job *j, text *out) {
    double now[TUNE_MAX_PARAMS];
    change order[TUNE_MAX_PARAMS];
    text settings = text_growing();
    job_best(j, now);
    sort_changes(j, now, order);
    tune_settings_write(&j->s, &settings);
    text_put(out, JOB_REPORT_HEAD);
    plot_put_html(out, j->s.game->name);
    text_format(out, " tuned</title><style>%s</style></head><body>\n<h1>", plot_style);
    plot_put_html(out, j->s.game->title);
    text_format(out, ": tuned by %s</h1>\n<pre>", tune_method_name(j->s.method));
    plot_put_html(out, tune_job_notes(j));
    tune_state s = tune_job_state(j);
    text_format(out, "epochs %llu of %llu", (unsigned long long)s.done,
                (unsigned long long)s.total);
    if (tune_learns(j->s.method)) {
        job_course c = job_learn_course(j);
        text_format(out, ", the best was %u: loss %.6f%s, before %.6f", c.best_epoch,
                    c.validated ? c.best_valid : c.at[c.best_epoch].train,
                    c.validated ? " on games kept back" : "",
                    c.validated ? c.at[0].valid : c.at[0].train);
    }
    text_put(out, "</pre>\n");
    if (j->matched) write_match(j, out);
    write_course(j, out);
    if (j->s.method != TUNE_NET) {
        write_paths(j, order, out);
        write_table(j, order, now, out);
    }
    if (tune_learns(j->s.method)) write_calibration(j, out);
    text_put(out, "<h2>Settings</h2>\n<pre>");
    plot_put_html(out, text_string(&settings));
    text_put(out, "</pre></body></html>\n");
    out->cut |= settings.cut;
    text_done(&settings);
}

static void write_tsv(const tune_job *j, text *out) {
    bool learns = tune_learns(j->s.method);
    job_course c = {0};
    if (learns) c = job_learn_course(j);
    text_put(out, learns ? JOB_TABLE_LEARNS : JOB_TABLE_PLAYS);
    for (int i = 0; i < j->params; i++) text_format(out, "\t%s", j->param[i].name);
    text_char(out, '\n');
    for (size_t k = 0; k < moments(j); k++) {
        double a = learns ? c.at[k].train : j->round[k].value;
        double b = learns ? c.at[k].valid : j->round[k].spread;
        text_format(out, "%zu\t%.9g\t%.9g", learns ? k : k + 1, a, b);
        for (int i = 0; i < j->params; i++)
            text_format(out, "\t%.9g", path_of(j, i)[k * path_stride(j)]);
        text_char(out, '\n');
    }
}

static status put_file(const char *path, const text *body, error *err) {
    return body->cut ? error_set(err, ST_NOMEM, "no memory for the report")
                     : file_write(path, body->at, body->len, err);
}

status tune_job_report(const tune_job *j, const char *file, error *err) {
    text page = text_growing();
    text table = text_growing();
    text path = text_growing();
    write_page(j, &page);
    write_tsv(j, &table);
    text_format(&path, "%s.tsv", file);
    status st = put_file(file, &page, err);
    if (st == ST_OK && path.cut) st = error_set(err, ST_NOMEM, "no memory for the report");
    if (st == ST_OK) st = put_file(text_string(&path), &table, err);
    text_done(&page);
    text_done(&table);
    text_done(&path);
    return st;
}
