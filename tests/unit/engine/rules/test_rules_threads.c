/* One library, many threads: games of it are opened and played at the same time, those that are
 * open are shared; and every thread sees the same games. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "engine/base/threads.h"
#include "engine/game/trail.h"
#include "engine/rules/book/text_library.h"

enum { THREADS = 4, ROUNDS = 6, PLIES = 60 };

static const char text_body[] =
    "game knights { option size 6 in 4..9  players white black  board rect size size\n"
    "  piece king K { hits step any  move hits - mine }\n"
    "  piece knight N { hits leap 1 2  move hits - mine }\n"
    "  setup { put king of white on a1  put king of black on e4  put knight of white on rank 2\n"
    "    put knight of black on rank 3 }\n"
    "  turn pieces require not attacked(mine & king) else lose\n"
    "  end { when repeats >= 3 draw  when turns > 90 draw } }\n"
    "game dice { players A B C  board hexagon 4  piece s  var die\n"
    "  turn chance die in 1..3 then { place s on empty where dist(to, edge) < die else pass }\n"
    "    else draw\n"
    "  end { when count occupied > 20 score count(group(last, mine)) } }\n";

typedef struct job {
    const text_library *shelf;
    rules *shared; /* opened by the main thread */
    uint64_t seed, sum;
    status st;
} job;

/* A random game; the hashes on the way are its sum. */
static uint64_t play(const rules *r, uint64_t seed, status *st) {
    const game *g = r->game;
    rng random = rng_stream(seed, 1);
    trail t = {0};
    uint64_t sum = 0;
    void *s = mem_alloc(r->state_size);
    action *list = mem_alloc(r->max_actions * sizeof *list);
    float *weight = mem_alloc(r->max_actions * sizeof *weight);
    if (!s || !list || !weight || !trail_reserve(&t, (size_t)PLIES * 4)) *st = ST_NOMEM;
    if (*st == ST_OK) g->start(r, s);
    for (int i = 0; *st == ST_OK && i < PLIES && g->actor(r, s) != ACTOR_NONE; i++) {
        bool chance = g->actor(r, s) == ACTOR_CHANCE;
        int n = chance ? g->chance(r, s, list, weight) : g->legal(r, s, &t, list);
        g->apply(r, s, &t, list[rng_below(&random, (uint64_t)n)]);
        sum = sum * 31 + g->hash(r, s);
    }
    mem_free(s);
    mem_free(list);
    mem_free(weight);
    trail_done(&t);
    return sum;
}

static int work(void *arg) {
    job *j = arg;
    error err;
    for (int i = 0; i < ROUNDS && j->st == ST_OK; i++) {
        const game *g = text_library_at(j->shelf, i % text_library_count(j->shelf));
        params p = params_default();
        rules *r = NULL;
        j->st = rules_open(&r, g, &p, &err);
        if (j->st == ST_OK) j->sum += play(r, j->seed + (uint64_t)i, &j->st);
        rules_close(r);
        rules *mine = rules_share(j->shared);
        j->sum += play(mine, j->seed + (uint64_t)i, &j->st);
        rules_close(mine);
    }
    return 0;
}

static void test_many_at_once(void) {
    text_library *shelf;
    diags d = {0};
    error err = {0};
    job jobs[THREADS + 1];
    thrd_t thread[THREADS];
    params p = params_default();
    rules *shared;
    TEST_ASSERT(text_library_create(&shelf) == ST_OK);
    source src = {"t.game", text_body, strlen(text_body)};
    TEST_ASSERT(text_library_read(shelf, &src, &d) == ST_OK);
    TEST_ASSERT(rules_open(&shared, text_library_game(shelf, "knights"), &p, &err) == ST_OK);
    for (int i = 0; i <= THREADS; i++)
        jobs[i] = (job){.shelf = shelf, .shared = shared, .seed = 100, .st = ST_OK};
    (void)work(&jobs[THREADS]); /* alone: what all of them should find */
    for (int i = 0; i < THREADS; i++)
        TEST_ASSERT(thrd_create(&thread[i], work, &jobs[i]) == thrd_success);
    for (int i = 0; i < THREADS; i++) {
        int result;
        (void)thrd_join(thread[i], &result);
        TEST_CHECK(jobs[i].st == ST_OK && jobs[i].sum == jobs[THREADS].sum);
    }
    TEST_CHECK(jobs[THREADS].st == ST_OK && jobs[THREADS].sum != 0);
    rules_close(shared);
    text_library_destroy(shelf);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"many_at_once", test_many_at_once}, {NULL, NULL}};
