/* One game on the kit, opened once and played by several threads: each finds what one alone
 * does. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "engine/game/game_speed.h"
#include "engine/sdk/kit.h"
#include "games/boardwalk/boardwalk_games.h"

enum { THREADS = 4, PLAYOUTS = 30, LONGEST = 401 };

typedef struct job {
    const rules *r;
    uint64_t seen; /* what came of it */
} job;

/* Playouts in one go and ply by ply, and the lists on the way. */
static int play_some(void *ctx) {
    job *j = ctx;
    const rules *r = j->r;
    const game *g = r->game;
    unsigned char *s = mem_alloc(r->state_size);
    action *list = mem_alloc(r->max_actions * sizeof *list);
    trail t = {0};
    bool ok = s && list && trail_reserve(&t, LONGEST);
    trail *repeats = r->traits & GAME_REPEATS ? &t : NULL;
    for (uint64_t i = 0; ok && i < PLAYOUTS; i++) {
        rng dice = rng_stream(9, i);
        g->start(r, s);
        trail_cut(&t, 0);
        if (i % 2) {
            (void)r->speed->play_out(r, s, repeats, &dice, LONGEST);
        } else {
            for (int ply = 0; ply < 40 && g->actor(r, s) != ACTOR_NONE; ply++) {
                j->seen = j->seen * 31 + (uint64_t)g->legal(r, s, repeats, list);
                r->speed->play_random(r, s, repeats, &dice);
            }
        }
        j->seen = j->seen * 31 + g->hash(r, s);
    }
    mem_free(s);
    mem_free(list);
    trail_done(&t);
    return ok;
}

static void test_threads_play_alike(void) {
    for (const bw_game *const *at = boardwalk_games; *at; at++) {
        kit *k;
        rules *r;
        params usual = params_default();
        TEST_ASSERT(kit_create(&k, *at, NULL) == ST_OK);
        TEST_ASSERT(rules_open(&r, kit_game(k), &usual, NULL) == ST_OK);
        job alone = {.r = r};
        TEST_CASE((*at)->name);
        TEST_CHECK(play_some(&alone) && alone.seen);
        job jobs[THREADS];
        thrd_t thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            jobs[i] = (job){.r = r};
            TEST_ASSERT(thrd_create(&thread[i], play_some, &jobs[i]) == thrd_success);
        }
        for (int i = 0; i < THREADS; i++) {
            int ok = 0;
            (void)thrd_join(thread[i], &ok);
            TEST_CHECK_(ok && jobs[i].seen == alone.seen, "thread %d", i);
        }
        rules_close(r);
        kit_destroy(k);
    }
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"threads_play_alike", test_threads_play_alike}, {NULL, NULL}};
