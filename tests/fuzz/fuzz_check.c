#include "tests/fuzz/fuzz.h"

enum { PLIES = 200 };

static void check_state(const rules *r, const void *s) {
    error e;
    FUZZ_HOLDS(r->kind->hash(r, s) == r->kind->rehash(r, s));
    status st = r->kind->check ? r->kind->check(r, s, &e) : ST_OK;
    FUZZ_HOLDS(st == ST_OK || st == ST_TOO_MUCH_WORK);
}

void fuzz_check_position(const position *p) {
    const rules *r = position_rules(p);
    const game *k = r->kind;
    text line = text_growing();
    position *again;
    error e;
    position_write(p, &line);
    FUZZ_HOLDS(position_read(&again, k, &r->options, position_seat(p), text_string(&line), &e) ==
               ST_OK);
    FUZZ_HOLDS(position_key(again) == position_key(p));
    position_destroy(again);
    text_done(&line);
    void *s = mem_alloc(r->state_size);
    action *list = mem_alloc(r->max_actions * sizeof *list);
    float *weight = mem_alloc(r->max_actions * sizeof *weight);
    FUZZ_HOLDS(s && list && weight);
    rng g = {.s = 5};
    position_world(p, &g, s);
    for (int i = 0; i < PLIES; i++) {
        check_state(r, s);
        int actor = k->actor(r, s);
        if (actor == ACTOR_NONE) break;
        action a;
        if (actor == ACTOR_CHANCE) {
            a = game_draw_chance(r, s, (chance_room){list, weight}, &g, NULL);
        } else {
            int n = k->legal(r, s, position_trail(p), list);
            FUZZ_HOLDS(n > 0);
            a = list[rng_below(&g, (uint64_t)n)];
        }
        if (!position_trail(p)) k->apply(r, s, NULL, a);
    }
    mem_free(s);
    mem_free(list);
    mem_free(weight);
}
