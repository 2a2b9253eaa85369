#include "lib/rules_check.h"

status rules_check(const game *g, unsigned games, const atomic_bool *stop, check_each each,
                   void *ctx, battery_result *out, error *err) {
    *out = (battery_result){0};
    params usual = params_default();
    for (unsigned i = 0; i < games; i++) {
        if (stop && atomic_load_explicit(stop, memory_order_relaxed))
            return error_set(err, ST_STOPPED, "stopped after %u of %u games", i, games);
        battery_options one = {.seed = i + 1, .games = 1, .max_plies = CHECK_PLIES};
        battery_result res;
        status st = battery_run(g, &usual, &one, &res, err);
        out->plies += res.plies;
        out->finished += res.finished;
        if (st != ST_OK) return st;
        if (each) each(ctx, i + 1);
    }
    return ST_OK;
}
