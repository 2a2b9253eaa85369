#include <math.h>
#include <stdio.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/game/game_inputs.h"
#include "eval/net/net_library.h"
#include "tune/job_state.h"

/* Training a net: its data, epochs, and the file that is written of it. */

enum { MIN_POSITIONS = 20000 };

net_fit_data job_net_data(const tune_job *j) {
    return (net_fit_data){&j->data.net_train, &j->data.net_valid};
}

/* Positions are learned with their mirror images, where the game has any. */
static status find_mirrors(tune_job *j, error *err) {
    const rules *r = j->rules;
    net_examples *e = &j->data.net_train;
    if (!r->inputs->mirrors) return ST_OK;
    e->inputs = r->inputs->count(r);
    j->mirror = mem_alloc((size_t)INPUTS_MAX_MIRRORS * (size_t)e->inputs * sizeof *j->mirror);
    if (!j->mirror) return error_set(err, ST_NOMEM, "no memory for the net");
    e->mirror = j->mirror;
    e->mirrors = r->inputs->mirrors(r, j->mirror);
    if (e->mirrors)
        text_format(&j->notes,
                    "the game stays the same in %d mirror image%s, which are learned as well\n",
                    e->mirrors, e->mirrors == 1 ? "" : "s");
    return ST_OK;
}

status job_net_start(tune_job *j, error *err) {
    status st;
    net_shape shape = net_shape_for(j->rules, (int)j->s.width, (int)j->s.hidden);
    shape.points = net_points_for(j->rules);
    net_fit_options o = net_fit_default();
    net_fit_data d = job_net_data(j);
    o.epochs = (unsigned)j->s.epochs;
    o.batch = (unsigned)j->s.batch;
    o.patience = (unsigned)j->s.patience;
    o.seed = j->s.seed;
    if (j->s.rate > 0) o.rate = j->s.rate;
    if (j->s.points > 0) o.points = j->s.points;
    if (d.train->count < MIN_POSITIONS)
        return error_set(err, ST_UNSUPPORTED,
                         "%zu positions are too few for a net: it takes at least %d",
                         d.train->count, MIN_POSITIONS);
    st = find_mirrors(j, err);
    if (st != ST_OK) return st;
    if (net_fit_init(&j->net, &o, &shape, j->threads, &d) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the net");
    st = net_create(&j->made, j->rules, &shape, err);
    if (st == ST_OK && j->s.on_weights) {
        weights own;
        weights_init(&own, j->s.game);
        j->made->weights_hash = weights_hash(&own);
    }
    return st;
}

status job_net_epoch(tune_job *j, error *err) {
    net_fit_data d = job_net_data(j);
    if (net_fit_epoch(&j->net, &d) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the net");
    const fit_moment *c = j->net.course;
    if (j->net.epoch == 2 && d.valid->count && c[2].valid > c[1].valid)
        text_put(&j->notes, "warning: the validated loss rises from the first epoch on: more games "
                            "or a smaller net would help\n");
    return ST_OK;
}

void job_net_done(tune_job *j) {
    net_fit_done(&j->net);
    net_destroy(j->made);
    mem_free(j->mirror);
}

status job_net_write(tune_job *j, error *err) {
    net_fit_data d = job_net_data(j);
    const net_examples *judges = d.valid->count ? d.valid : d.train;
    char points[64] = "";
    net_fit_quantise(&j->net, &d, j->made);
    if (j->made->shape.points)
        (void)snprintf(points, sizeof points, ", points off by %.2f",
                       net_fit_points_error(j->made, judges));
    double loss = net_fit_integer_loss(j->made, judges);
    text out = text_growing();
    (void)snprintf(j->made->trained, sizeof j->made->trained,
                   "%zu positions of %llu games, data %016llx, %u epochs, seed %llu, loss %.6f, as "
                   "integers %.6f%s, by %.40s",
                   d.train->count, (unsigned long long)j->data.games,
                   (unsigned long long)j->data.hash, j->net.best_epoch,
                   (unsigned long long)j->s.seed, j->net.best_valid, loss, points, j->w.commit);
    net_write(j->made, &out);
    status st = out.cut ? error_set(err, ST_NOMEM, "no memory for the net")
                        : file_write(j->s.out, out.at, out.len, err);
    text_done(&out);
    return st;
}

void job_net_sides(const tune_job *j, weights *made, weights *old) {
    *made = *old = j->start;
    if (j->s.on_weights) weights_init(made, j->s.game);
    made->choice = EVAL_NET;
    made->net = j->made;
    old->choice = EVAL_LINEAR;
}
