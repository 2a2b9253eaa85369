#include "lib/rules_check.h"

#include <assert.h>

status rules_check(const game *g, const rules_check_options *o, battery_result *out, error *err) {
    assert(g && o->games > 0);
    *out = (battery_result){0};
    params setup = params_default();
    for (unsigned i = 0; i < o->games; i++) {
        if (o->stop && atomic_load_explicit(o->stop, memory_order_relaxed))
            return error_set(err, ST_STOPPED, "stopped after %u of %u games", i, o->games);
        battery_options one = {.seed = i + 1, .games = 1, .max_plies = RULES_CHECK_MAX_PLIES};
        battery_result res;
        status st = battery_run(g, &setup, &one, &res, err);
        out->plies += res.plies;
        out->finished += res.finished;
        if (st != ST_OK) return st;
        if (o->each) o->each(o->ctx, i + 1);
    }
    return ST_OK;
}
