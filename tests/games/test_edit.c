/* Positions that are set up: what lies on a board is taken off and put back by what it is called,
 * and the position is the same. For every game of the catalogue that can be edited. */
#include <acutest.h>

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_speed.h"
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

/* --- Azul --- */

static void edit(const rules *r, void *s, game_edit_kind kind, const char *cell, const char *what) {
    error e = {0};
    game_edit one = {kind, cell, what};
    bool made = r->table->edit(r, s, &one, &e) == ST_OK;
    TEST_CHECK_(made, "%s: %s", cell ? cell : "turn", e.text);
}

static void put_unless(const rules *r, void *s, const char *none, const char *cell,
                       const char *what) {
    if (strcmp(what, none) != 0) edit(r, s, EDIT_PUT, cell, what);
}

/* Cuts "a/b/c" at the sign; the pieces are put on PREFIX1, PREFIX2, ... */
static void put_list(const rules *r, void *s, char *list, const char *prefix) {
    char cell[40];
    for (int i = 1; list; i++) {
        char *next = strchr(list, '/');
        if (next) *next++ = '\0';
        (void)snprintf(cell, sizeof cell, "%s%d", prefix, i);
        put_unless(r, s, "-", cell, list);
        list = next;
    }
}

/* score:lines:wall:floor */
static void put_seat(const rules *r, void *s, char *word, int seat) {
    char cell[20];
    char *part[4] = {word};
    for (int i = 1; i < 4; i++) {
        part[i] = strchr(part[i - 1], ':');
        TEST_ASSERT(part[i] != NULL);
        *part[i]++ = '\0';
    }
    (void)snprintf(cell, sizeof cell, "p%d.points", seat);
    edit(r, s, EDIT_PUT, cell, part[0]);
    (void)snprintf(cell, sizeof cell, "p%d.line", seat);
    put_list(r, s, part[1], cell);
    for (int i = 0; i < 25; i++) {
        char tile[2] = {part[2][i / 5 * 6 + i % 5], '\0'};
        (void)snprintf(cell, sizeof cell, "p%d.w%d%d", seat, i / 5 + 1, i % 5 + 1);
        put_unless(r, s, ".", cell, tile);
    }
    (void)snprintf(cell, sizeof cell, "p%d.floor", seat);
    put_unless(r, s, "-", cell, part[3]);
}

/* Where tiles lie is in every word but those of bag and lid. */
enum { ROUND = 1, MOVER = 2, DISPLAYS = 5, CENTRE, BAG, LID, SEATS };

static void check_same_table(const char *was, const char *now) {
    words a = {0};
    words b = {0};
    char *copy[2] = {mem_string(was), mem_string(now)};
    TEST_ASSERT(copy[0] && copy[1] && words_split(&a, copy[0], NULL) == ST_OK &&
                words_split(&b, copy[1], NULL) == ST_OK && a.count == b.count);
    for (size_t i = 0; i < a.count; i++)
        TEST_CHECK_(i == BAG || i == LID || strcmp(a.at[i], b.at[i]) == 0, "%s became %s", was,
                    now);
    words_done(&a);
    words_done(&b);
    mem_free(copy[0]);
    mem_free(copy[1]);
}

/* A table in the middle of a round, taken apart and built again from its text. */
static void check_azul(const position *p) {
    error e = {0};
    position *again = NULL;
    const rules *r = position_rules(p);
    text before = text_growing();
    text after = text_growing();
    words w = {0};
    void *s = mem_alloc(r->state_size);
    TEST_ASSERT(s != NULL);
    memcpy(s, position_data(p), r->state_size);
    position_write(p, &before);
    char *copy = mem_string(text_string(&before));
    TEST_ASSERT(copy && words_split(&w, copy, &e) == ST_OK);
    edit(r, s, EDIT_CLEAR_ALL, NULL, NULL);
    put_list(r, s, w.at[DISPLAYS], "d");
    put_unless(r, s, "-", "centre", w.at[CENTRE]);
    for (int i = 0; i < r->players; i++) put_seat(r, s, w.at[SEATS + i], i + 1);
    char seat[2] = {(char)(w.at[MOVER][0] + 1), '\0'};
    edit(r, s, EDIT_TURN, NULL, seat);
    write_state(r, s, &after);
    check_same_table(text_string(&before), text_string(&after));
    TEST_CHECK_(position_read(&again, r->game, &r->options, SEAT_ALL, text_string(&after), &e) ==
                    ST_OK,
                "%s: %s", text_string(&after), e.text);
    position_destroy(again);
    mem_free(s);
    mem_free(copy);
    words_done(&w);
    text_done(&before);
    text_done(&after);
}

static void test_azul(void) {
    static const char *const walls[] = {"basic", "grey"};
    for (int n = 0; n < 6; n++) {
        position *p = NULL;
        error e = {0};
        params setup = params_default();
        setup.players = 2 + n % 3;
        const game *g = game_find(catalogue_games(), "azul");
        char *wall[] = {"wall", (char *)walls[n % 2]};
        size_t at = 0;
        TEST_ASSERT_(params_read(&setup, g, wall, 2, &at, &e) == ST_OK, "%s", e.text);
        TEST_ASSERT(position_start(&p, g, &setup, SEAT_ALL, &e) == ST_OK);
        rng dice = {.s = (uint64_t)n};
        void *s = mem_alloc(position_rules(p)->state_size);
        TEST_ASSERT(s != NULL);
        memcpy(s, position_data(p), position_rules(p)->state_size);
        for (int ply = 0; ply < 40; ply++) {
            const rules *r = position_rules(p);
            text line = text_growing();
            position *now = NULL;
            if (r->game->actor(r, s) == ACTOR_NONE) break;
            r->speed->play_random(r, s, NULL, &dice);
            write_state(r, s, &line);
            TEST_ASSERT(position_read(&now, g, &setup, SEAT_ALL, text_string(&line), &e) == ST_OK);
            if (strstr(text_string(&line), "o ")) check_azul(now);
            position_destroy(now);
            text_done(&line);
        }
        mem_free(s);
        position_destroy(p);
    }
}

static void test_azul_refuses(void) {
    static const char *const bad[][3] = {
        {"d9", "R", "there is no place 'd9'"},
        {"p3.line1", "R", "there is no place"},
        {"d1", "RRRRR", "at most 4 tiles"},
        {"d1", "green", "tiles are blue, yellow, red, black or white"},
        {"d1", "*", "the marker lies in the centre or on a floor"},
        {"p1.line2", "RK", "more than one colour"},
        {"p1.line2", "R3", "more than 2 tiles"},
        {"p1.w11", "red", "another column"},
        {"p1.w11", "BB", "one tile"},
        {"p1.floor", "*RRRRRRR", "at most 7"},
        {"p1.points", "many", "points takes a whole number"},
        {"centre", "21 red", "tiles are"},
        {"centre", "R9R9R9", "no red tile is left"},
    };
    position *p = NULL;
    error e = {0};
    params setup = params_default();
    const game *g = game_find(catalogue_games(), "azul");
    TEST_ASSERT(position_start(&p, g, &setup, SEAT_ALL, &e) == ST_OK);
    const rules *r = position_rules(p);
    void *s = mem_alloc(r->state_size);
    TEST_ASSERT(s != NULL);
    memcpy(s, position_data(p), r->state_size);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        game_edit one = {EDIT_PUT, bad[i][0], bad[i][1]};
        TEST_CASE(bad[i][1]);
        TEST_CHECK(r->table->edit(r, s, &one, &e) == ST_BAD_VALUE);
        TEST_CHECK_(strstr(e.text, bad[i][2]) != NULL, "%s", e.text);
        TEST_CHECK(memcmp(s, position_data(p), r->state_size) == 0);
    }
    mem_free(s);
    position_destroy(p);
}

TEST_LIST = {{"off_and_on_again", test_off_and_on_again},
             {"azul", test_azul},
             {"azul_refuses", test_azul_refuses},
             {NULL, NULL}};
