/* Positions that are set up: what lies on a board is taken off and put back by what it is called,
 * and the position is the same. For every game of the catalogue that can be edited. */
#include <acutest.h>

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_table.h"
#include "engine/game/scene_parts.h"
#include "lib/catalogue.h"

static void write_state(const rules *r, const void *s, text *out) {
    text_clear(out);
    r->game->write(r, s, out);
}

/* The board is the first word. */
static bool same_board(const text *a, const text *b) {
    size_t n = strcspn(text_string(a), " ");
    return n == strcspn(text_string(b), " ") && memcmp(text_string(a), text_string(b), n) == 0;
}

static void put_back(const rules *r, void *s, const scene *board) {
    error e;
    for (size_t i = 0; i < board->items; i++) {
        const scene_thing *t = &board->item[i].t;
        if (!board->area[board->item[i].area].grid.shape) continue;
        game_edit put = {EDIT_PUT, t->at, t->label};
        TEST_CHECK_(r->table->edit(r, s, &put, &e) == ST_OK, "%s on %s: %s", t->label, t->at,
                    e.text);
    }
}

static void check_game(const game *g) {
    error e;
    position *p;
    scene *board;
    text before = text_growing();
    text after = text_growing();
    TEST_ASSERT_(position_start(&p, g, &(params){0}, SEAT_ALL, &e) == ST_OK, "%s", e.text);
    const rules *r = position_rules(p);
    if (r->table->edit) {
        void *s = mem_alloc(r->state_size);
        TEST_ASSERT(s && scene_build(&board, p, SEAT_ALL, &e) == ST_OK);
        memcpy(s, position_data(p), r->state_size);
        write_state(r, s, &before);
        game_edit clear = {.kind = EDIT_CLEAR_ALL};
        TEST_CHECK_(r->table->edit(r, s, &clear, &e) == ST_OK, "%s", e.text);
        put_back(r, s, board);
        write_state(r, s, &after);
        TEST_CHECK_(same_board(&before, &after), "%s became %s", text_string(&before),
                    text_string(&after));
        /* What is wrong is said, and changes nothing. */
        const game_edit wrong[] = {{EDIT_PUT, "nowhere", "x"},
                                   {EDIT_CLEAR, "nowhere", NULL},
                                   {EDIT_TURN, NULL, "the cat"}};
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            TEST_CHECK(r->table->edit(r, s, &wrong[i], &e) == ST_BAD_VALUE && e.text[0]);
            write_state(r, s, &before);
            TEST_CHECK(strcmp(text_string(&before), text_string(&after)) == 0);
        }
        scene_destroy(board);
        mem_free(s);
    }
    text_done(&before);
    text_done(&after);
    position_destroy(p);
}

static void test_off_and_on_again(void) {
    for (game_list g = catalogue_games(); *g; g++) {
        TEST_CASE((*g)->name);
        check_game(*g);
    }
}

TEST_LIST = {{"off_and_on_again", test_off_and_on_again}, {NULL, NULL}};
