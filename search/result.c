#include "search/result.h"

#include <assert.h>

#include "engine/game/game_endings.h"
#include "engine/game/game_hints.h"

void result_read(game_result *out, const rules *r, const void *s, bool want_ranks) {
    assert(r->game->actor(r, s) == ACTOR_NONE); /* only an end has a result */
    r->game->returns(r, s, out->utility, out->points);
    out->sole_first = 0;
    for (int i = 1; i < r->players; i++)
        if (out->utility[i] > out->utility[out->sole_first]) out->sole_first = i;
    int first = out->sole_first;
    for (int i = 0; i < r->players; i++)
        if (i != first && out->utility[i] == out->utility[first]) out->sole_first = -1;
    if (want_ranks) game_ranks(r, s, out->ranks);
}

void result_even(game_result *out, const rules *r) {
    for (int i = 0; i < r->players; i++) {
        out->utility[i] = 1.0F / (float)r->players;
        out->points[i] = 0;
        out->ranks[i] = 1;
    }
    out->sole_first = -1;
}

status result_scale_init(result_scale *out, const search_job *job, error *err) {
    const rules *r = position_rules(job->root);
    *out = (result_scale){.objective = job->options.objective,
                          .players = r->players,
                          .seat = job->seat,
                          .contempt = job->options.contempt / 100.0};
    bool by_points = out->objective == OBJECTIVE_POINTS || out->objective == OBJECTIVE_MARGIN;
    out->adds_up = out->objective == OBJECTIVE_WIN && !(r->traits & GAME_UNEVEN);
    if (!by_points) return ST_OK;
    if (!(r->traits & GAME_POINTS) || !r->hints->bounds)
        return error_set(err, ST_UNSUPPORTED, "%s has no points to play for", r->game->name);
    rng g = {.s = 1};
    unsigned char *s = mem_alloc(r->state_size);
    if (!s) return error_set(err, ST_NOMEM, "no memory for the search");
    int32_t low[GAME_MAX_PLAYERS];
    int32_t high[GAME_MAX_PLAYERS];
    position_world(job->root, &g, s);
    r->hints->bounds(r, s, low, high);
    mem_free(s);
    int32_t min = low[0];
    int32_t max = high[0];
    for (int i = 1; i < r->players; i++) {
        if (low[i] < min) min = low[i];
        if (high[i] > max) max = high[i];
    }
    out->low = min;
    out->span = max > min ? max - min : 1;
    assert(out->span > 0);
    return ST_OK;
}

/* Own points against the best of the others, from -span..span to 0..1. */
static double margin(const result_scale *s, const game_result *res, int i) {
    double best = s->low;
    for (int j = 0; j < s->players; j++)
        if (j != i && res->points[j] > best) best = res->points[j];
    return 0.5 + (res->points[i] - best) / (2 * s->span);
}

void result_value(const result_scale *s, const game_result *res, double *value) {
    assert(s->players >= 1 && s->players <= GAME_MAX_PLAYERS);
    for (int i = 0; i < s->players; i++) {
        switch (s->objective) {
        case OBJECTIVE_WIN:
            value[i] = (double)res->utility[i];
            break;
        case OBJECTIVE_POINTS:
            value[i] = (res->points[i] - s->low) / s->span;
            break;
        case OBJECTIVE_MARGIN:
            value[i] = margin(s, res, i);
            break;
        case OBJECTIVE_RANK: {
            /* The share of the others that finished below; equals count half. */
            double behind = 0;
            for (int j = 0; j < s->players; j++)
                if (j != i)
                    behind += res->utility[j] < res->utility[i]    ? 1
                              : res->utility[j] == res->utility[i] ? 0.5
                                                                   : 0;
            value[i] = s->players > 1 ? behind / (s->players - 1) : (double)res->utility[0];
            break;
        }
        }
    }
    if (s->contempt != 0 && res->sole_first < 0 && s->players == 2) {
        value[s->seat] -= s->contempt;
        value[s->seat ^ 1] += s->contempt;
    }
}
