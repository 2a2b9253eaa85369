/* Random games to the end through the contract, for games whose searches play by a policy and are
 * measured so by `kibitz bench`, and for Unicorns next to them. An operation is one game. */
#include <limits.h>
#include <string.h>

#include "bench/bench.h"
#include "engine/base/memory.h"
#include "engine/game/game_speed.h"
#include "games/azul/azul.h"
#include "games/unicorns/unicorns.h"

static uint64_t play(const game *kind, int players, uint64_t ops) {
    params setup = params_default();
    rules *r;
    rng g = {.s = 42};
    uint64_t sum = 0;
    setup.players = players;
    if (rules_open(&r, kind, &setup, NULL) != ST_OK) return 0;
    void *s = mem_alloc(r->state_size);
    void *first = mem_alloc(r->state_size);
    bool ok = s && first;
    if (ok) kind->start(r, first);
    for (uint64_t i = 0; ok && i < ops; i++) {
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        memcpy(s, first, r->state_size);
        while (kind->actor(r, s) != ACTOR_NONE)
            sum += (uint64_t)kind->speed->play_out(r, s, NULL, &g, INT_MAX);
        kind->returns(r, s, utility, points);
        sum += (uint64_t)(points[0] + 100) + (utility[0] > 0);
    }
    mem_free(first);
    mem_free(s);
    rules_close(r);
    return sum;
}

static uint64_t azul_two(uint64_t ops) {
    return play(&azul, 2, ops);
}

static uint64_t azul_four(uint64_t ops) {
    return play(&azul, 4, ops);
}

static uint64_t unicorns_four(uint64_t ops) {
    return play(&unicorns, 4, ops);
}

int main(int argc, char **argv) {
    static const bench_case cases[] = {{"azul/2", azul_two, 30000},
                                       {"azul/4", azul_four, 15000},
                                       {"unicorns/4", unicorns_four, 6000},
                                       {0}};
    return bench_main(argc, argv, cases);
}
