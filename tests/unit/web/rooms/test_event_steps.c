/* Numbers of events grow by random steps, so that gaps tell nothing. */
#include <acutest.h>
#include <string.h>

#include "tests/unit/web/rooms/room_desk.h"

enum { EVENT_STEPS = 64 };

static room_desk d;

typedef struct counted {
    int64_t last;
    int step[EVENT_STEPS + 1], before, pair[16], other; /* pair: quarters of two in a row */
} counted;

static bool count_step(void *ctx, const store_value *column, int count) {
    counted *c = ctx;
    (void)count;
    int64_t step = column[0].number - c->last;
    bool first = c->last < 0 || strcmp(column[2].text, "chat") != 0;
    c->last = column[0].number;
    if (first) return true;
    if (step < 1 || step > EVENT_STEPS) {
        c->other++;
        return true;
    }
    c->step[step]++;
    int quarter = (int)(step - 1) / (EVENT_STEPS / 4);
    c->pair[c->before * 4 + quarter]++;
    c->before = quarter;
    return true;
}

/* Steps of the numbers: 1 to 64, each as often as any other, whatever came before. */
static void test_steps(void) {
    enum { COUNT = 64 * EVENT_STEPS };
    room_desk_open(&d);
    TEST_ASSERT(room_desk_make(&d, &d.ann, "{\"game\":\"chess\"}") == 201);
    store_batch *b = store_batch_create();
    for (int i = 0; i < COUNT; i++) {
        store_value v[] = {store_event(), store_text(d.id), store_int(1000 + i),
                           store_null(),  store_null(),     store_text("chat"),
                           store_null(),  store_text("{}"), store_int(1)};
        TEST_ASSERT(store_batch_add(b, STORE_EVENT_ADD, v, 9) == ST_OK);
    }
    TEST_ASSERT(store_write(d.world->store, b, NULL) == ST_OK);
    counted c = {.last = -1};
    store_value arg[] = {store_text(d.id), store_int(0), store_int(COUNT + 100)};
    TEST_ASSERT(store_read(d.world->store, STORE_EVENTS_AFTER, arg, 3, count_step, &c, NULL) ==
                ST_OK);
    double chi = 0;
    double pairs = 0;
    for (int i = 1; i <= EVENT_STEPS; i++) chi += (c.step[i] - 64.0) * (c.step[i] - 64.0) / 64;
    for (int i = 0; i < 16; i++)
        pairs += (c.pair[i] - COUNT / 16.0) * (c.pair[i] - COUNT / 16.0) / (COUNT / 16.0);
    /* 63 and 15 degrees of freedom: less than once in a million by chance */
    TEST_CHECK_(c.other == 0 && chi < 135, "%d outside, chi square %.1f", c.other, chi);
    TEST_CHECK_(pairs < 56, "pairs: chi square %.1f", pairs);
    room_desk_close(&d);
}

TEST_LIST = {{"steps", test_steps}, {NULL, NULL}};
