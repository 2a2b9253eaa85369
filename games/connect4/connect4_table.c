/* Connect four on the table: the scene, and actions part by part. */
#include "games/connect4/connect4_table.h"

#include <string.h>

#include "engine/game/happened.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "games/connect4/connect4_rules.h"
#include "games/connect4/connect4_text.h"

static uint64_t cell_bit(int column, int row) {
    return UINT64_C(1) << (column * C4_STRIDE + row);
}

/* The cells of fours of one player. */
static uint64_t fours(uint64_t x) {
    static const int step[] = {1, C4_STRIDE, C4_STRIDE + 1, C4_STRIDE - 1};
    uint64_t cells = 0;
    for (int i = 0; i < 4; i++) {
        int d = step[i];
        uint64_t first = x & x >> d & x >> 2 * d & x >> 3 * d;
        cells |= first | first << d | first << 2 * d | first << 3 * d;
    }
    return cells;
}

static void c4_scene(const rules *r, const void *seen, int seat, scene *out) {
    const c4_state *s = seen;
    static const char *const name[] = {"X", "O"};
    (void)r;
    (void)seat;
    for (int i = 0; i < 2; i++) scene_name_seat(out, i, name[i], NULL);
    scene_add_area(out, &(scene_area){.id = "board",
                                      .label = "board",
                                      .owner = SCENE_TABLE,
                                      .box = {0, 0, C4_COLUMNS, C4_ROWS},
                                      .grid = {.cols = C4_COLUMNS,
                                               .rows = C4_ROWS,
                                               .shape = "square",
                                               .shade = "plain",
                                               .names = "a1"}});
    uint64_t win = 0;
    for (int i = 0; i < 2; i++) win |= fours(s->stone[i]);
    for (int c = 0; c < C4_COLUMNS; c++)
        for (int row = 0; row < C4_ROWS; row++) {
            uint64_t cell = cell_bit(c, row);
            if (!((s->stone[0] | s->stone[1]) & cell)) continue;
            int owner = (s->stone[1] & cell) != 0;
            const char *at = scene_text(out, "%c%d", 'a' + c, row + 1);
            scene_add_thing(out, &(scene_thing){.id = scene_text(out, "on.%s", at),
                                                .label = scene_text(out, "disc of %s", name[owner]),
                                                .sprite = "disc",
                                                .at = at,
                                                .colour = owner ? "p2" : "p1",
                                                .owner = owner});
        }
    if (!win || s->ending != C4_FOUR) return;
    scene_add_mark(out, "win");
    for (int c = 0; c < C4_COLUMNS; c++)
        for (int row = 0; row < C4_ROWS; row++)
            if (win & cell_bit(c, row))
                scene_mark_cell(out, scene_text(out, "%c%d", 'a' + c, row + 1));
}

static bool c4_parts(const rules *r, const void *state, const trail *t, pick_path path,
                     pick_list *out) {
    const c4_state *s = state;
    (void)r;
    (void)t;
    if (path.count || s->ending != C4_OPEN) return false;
    pick_ask(out, "which column?");
    uint64_t landing = c4_landing(s);
    for (int c = 0; c < C4_COLUMNS; c++)
        for (int row = 0; row < C4_ROWS; row++) {
            if (!(landing & cell_bit(c, row))) continue;
            pick_add(out, &(pick_part){.part = pick_text(out, "%c%d", 'a' + c, row + 1),
                                       .words = pick_text(out, "column %c", 'a' + c),
                                       .token = pick_text(out, "%c", 'a' + c),
                                       .kind = PICK_CELL});
        }
    return out->count > 0;
}

static void c4_moved(const rules *r, const void *before, const action *steps, int n, int seat,
                     happened_list *out) {
    const c4_state *s = before;
    int c = (int)steps[0];
    int row = 0;
    char id[8];
    char thing[12];
    text cell = text_over(id, sizeof id);
    text name = text_over(thing, sizeof thing);
    (void)r;
    (void)n;
    (void)seat;
    while ((s->stone[0] | s->stone[1]) & cell_bit(c, row)) row++;
    text_format(&cell, "%c%d", 'a' + c, row + 1);
    text_format(&name, "on.%s", id);
    happened_move(out, thing, NULL, id);
}

/* --- set up --- */

/* "X", "O", "disc of X", or a seat from 1; -1: another word. */
static int player_called(const char *what) {
    static const char *const name[] = {"X", "O"};
    static const char *const prefix[] = {"disc of ", "seat "};
    for (int i = 0; i < 2; i++)
        if (text_starts(what, prefix[i])) what += strlen(prefix[i]);
    for (int i = 0; i < 2; i++)
        if (text_same(what, name[i]) || (what[0] == '1' + i && !what[1])) return i;
    return -1;
}

/* Columns fill from the bottom and turns alternate, or the reader of positions says what is wrong. */
static status c4_edit(const rules *r, void *state, const game_edit *e, error *err) {
    c4_state s = *(const c4_state *)state;
    uint64_t cells = C4_BOARD;
    int player = e->what ? player_called(e->what) : 0;
    (void)r;
    if (player < 0) return error_set(err, ST_BAD_VALUE, "'%.40s' is no player: X or O", e->what);
    if (e->kind == EDIT_PUT || e->kind == EDIT_CLEAR) {
        const char *c = e->cell;
        if (c[0] < 'a' || c[0] >= 'a' + C4_COLUMNS || c[1] < '1' || c[1] >= '1' + C4_ROWS || c[2])
            return error_set(err, ST_BAD_VALUE, "the board has no cell '%.40s': they are a1 to g6",
                             c);
        cells = cell_bit(c[0] - 'a', c[1] - '1');
    }
    if (e->kind != EDIT_TURN) {
        for (int i = 0; i < 2; i++) s.stone[i] &= ~cells;
        if (e->kind == EDIT_PUT) s.stone[player] |= cells;
        player = __builtin_popcountll(s.stone[0]) > __builtin_popcountll(s.stone[1]);
    }
    s.mover = (uint8_t)player;
    bool four = c4_has_four(s.stone[0]) || c4_has_four(s.stone[1]);
    s.ending = four ? C4_FOUR : (s.stone[0] | s.stone[1]) == C4_BOARD ? C4_FULL : C4_OPEN;
    *(c4_state *)state = s;
    return ST_OK;
}

const game_table c4_game_table = {
    .scene = c4_scene, .parts = c4_parts, .moved = c4_moved, .edit = c4_edit};
