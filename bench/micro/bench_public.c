/* What the public library costs over what lies below it: an action and back, and random games. An
 * operation is one action, or one game. */
#include <string.h>

#include "bench/bench.h"
#include "engine/base/memory.h"
#include "engine/game/game_speed.h"
#include "engine/game/position.h"
#include "lib/api/kibitz.h"
#include "lib/catalogue.h"

static kibitz *library;

static uint64_t below(const char *name, const char *event, uint64_t ops) {
    position *p;
    params setup = params_default();
    uint64_t sum = 0;
    const game *g = game_find(catalogue_games(), name);
    if (position_start(&p, g, &setup, SEAT_ALL, NULL) != ST_OK) return 0;
    for (uint64_t i = 0; i < ops; i++) {
        sum += position_play(p, event, NULL) == ST_OK;
        sum += position_undo(p, 1, NULL) == ST_OK;
    }
    position_destroy(p);
    return sum;
}

static uint64_t above(const char *name, const char *event, uint64_t ops) {
    kibitz_position *p;
    uint64_t sum = 0;
    const kibitz_game *g = kibitz_game_find(library, name);
    if (kibitz_position_start(library, g, NULL, &p, NULL)) return 0;
    for (uint64_t i = 0; i < ops; i++) {
        sum += kibitz_position_act(p, event, NULL) == KIBITZ_OK;
        sum += kibitz_position_undo(p, 1, NULL) == KIBITZ_OK;
    }
    kibitz_position_close(p);
    return sum;
}

static uint64_t connect4_below(uint64_t ops) {
    return below("connect4", "d", ops);
}

static uint64_t connect4_above(uint64_t ops) {
    return above("connect4", "d", ops);
}

static uint64_t chess_below(uint64_t ops) {
    return below("chess", "e2e4", ops);
}

static uint64_t chess_above(uint64_t ops) {
    return above("chess", "e2e4", ops);
}

static uint64_t games_below(uint64_t ops) {
    const game *kind = game_find(catalogue_games(), "connect4");
    params setup = params_default();
    rules *r;
    rng g = {.s = 42};
    uint64_t sum = 0;
    if (rules_open(&r, kind, &setup, NULL) != ST_OK) return 0;
    void *s = mem_alloc(r->state_size);
    for (uint64_t i = 0; s && i < ops; i++) {
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        kind->start(r, s);
        for (; kind->actor(r, s) != ACTOR_NONE; sum++) kind->speed->play_random(r, s, NULL, &g);
        kind->returns(r, s, utility, points);
        sum += utility[0] > 0;
    }
    mem_free(s);
    rules_close(r);
    return sum;
}

static uint64_t games_above(uint64_t ops) {
    kibitz_position *p;
    kibitz_playouts sums = {0};
    const kibitz_game *g = kibitz_game_find(library, "connect4");
    if (kibitz_position_start(library, g, NULL, &p, NULL)) return 0;
    (void)kibitz_batch_playouts(p, ops, 1, 42, &sums, NULL);
    kibitz_position_close(p);
    return sums.plies;
}

int main(int argc, char **argv) {
    static const bench_case cases[] = {{"connect4 below", connect4_below, 300000},
                                       {"connect4", connect4_above, 300000},
                                       {"chess below", chess_below, 100000},
                                       {"chess", chess_above, 100000},
                                       {"games below", games_below, 50000},
                                       {"games", games_above, 50000},
                                       {0}};
    if (kibitz_open(&library, NULL)) return 1;
    int code = bench_main(argc, argv, cases);
    kibitz_close(library);
    return code;
}
