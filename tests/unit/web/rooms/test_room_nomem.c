/* A table whose every allocation fails once: it says so, and leaves nothing behind. */
#include <acutest.h>

#include "lib/catalogue.h"
#include "tests/support/fail_everywhere.h"
#include "web/rooms/room_view.h"

static const game *played;
static const char *first_action;

static uint64_t roll(void *ctx) {
    (void)ctx;
    return 99;
}

static status sit(room *r, int seat, error *err) {
    room_ask q = {.account = seat + 1, .seat = seat, .key = "k", .asked = "a"};
    room_seat who = {.kind = ROOM_SEAT_PERSON, .account = seat + 1};
    if (seat) q.key = q.asked = NULL;
    return room_sit(r, &q, &who, err);
}

static status look(const room *r, error *err) {
    static const unsigned char secret[32] = "x";
    room_present now = {.secret = secret};
    status st = ST_OK;
    for (int64_t who = 0; st == ST_OK && who < 3; who++) {
        text out = text_growing();
        json_writer w = json_writer_on(&out);
        room_viewer v = room_viewer_of(r, who, ROOM_NO_SEAT);
        st = room_write(r, &v, &now, ROOM_WITH_SCENE | ROOM_WITH_PICK, &w, err);
        text_done(&out);
    }
    return st;
}

/* The last row as it is stored, and read again. */
static status store(const room *r, error *err) {
    text body = text_growing();
    room_row *row = NULL;
    room_row_write(r->row[r->rows - 1], &body);
    status st = body.cut ? error_set(err, ST_NOMEM, "no memory")
                         : room_row_read(&row, text_string(&body), err);
    room_row_release(row);
    text_done(&body);
    return st;
}

static status play(error *err) {
    room *r = NULL;
    room *copy = NULL;
    bool kept;
    room_setup s = {.id = "k3",
                    .invite = "i",
                    .game = played,
                    .game_name = played->name,
                    .setup = "players 2",
                    .policy = {.undo = ROOM_UNDO_ASK}};
    status st = room_create(&r, &s, err);
    if (st == ST_OK) {
        r->base->random = roll;
        st = sit(r, 0, err);
    }
    if (st == ST_OK) st = sit(r, 1, err);
    if (st == ST_OK) st = room_copy(&copy, r, err);
    room_ask q = {.account = 1, .seat = 0, .key = "b"};
    if (st == ST_OK) st = room_act(copy, &q, first_action, &kept, err);
    if (st == ST_OK) st = look(copy, err);
    if (st == ST_OK) st = store(copy, err);
    room_ask other = {.account = 2, .seat = 1};
    if (st == ST_OK) st = room_want(copy, &q, ROW_UNDO, err);
    if (st == ST_OK) st = room_agree(copy, &other, true, err);
    if (st == ST_OK) st = room_want(copy, &q, ROW_REDO, err);
    room_release(copy);
    room_release(r);
    return st;
}

static void test_nomem(void) {
    static const struct {
        const char *name, *action;
    } cases[] = {{"pig", "roll"}, {"leduc", "call"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        played = game_find(catalogue_games(), cases[i].name);
        first_action = cases[i].action;
        size_t live = mem_live();
        mem_exempt(live);                            /* the games themselves */
        fail_everywhere_but(cases[i].name, 2, play); /* buffers for no words, in two copies */
    }
}

TEST_LIST = {{"nomem", test_nomem}, {NULL, NULL}};
