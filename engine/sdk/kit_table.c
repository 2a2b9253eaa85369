/* Games on the kit on the table: scenes, and moves part by part. A cell is called by its row and
 * column, 2,3, the thing on it on.2,3. */
#include "engine/base/memory.h"
#include "engine/game/game_table.h"
#include "engine/game/happened.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "engine/sdk/kit_state.h"

enum { PLACE_SIZE = 16, NAME_SIZE = 24, KINDS = 9 };

static void put_place(const kit *k, int cell, text *out) {
    text_format(out, "%d,%d", cell / k->from->cols, cell % k->from->cols);
}

/* --- whose a piece is --- */

/* The only player who may move the piece, or else place it, by the author's hints. */
static int owner_of(const kit *k, uint8_t piece) {
    for (int way = 0; way < 2; way++) {
        int owner = SCENE_TABLE;
        int count = 0;
        for (int p = 0; p < k->from->players; p++) {
            bool may = way == 0 ? k->may_move[p][piece] : k->may_place[p][piece];
            if (may) owner = p;
            count += may;
        }
        if (count == 1) return owner;
    }
    return SCENE_TABLE;
}

/* --- scenes --- */

/* Pieces of chess have characters of their own: white king to white pawn, black king to black pawn. */
static const char *chess_sprite(uint32_t letter) {
    static const char *const names[] = {"chess-king",   "chess-queen",  "chess-rook",
                                        "chess-bishop", "chess-knight", "chess-pawn"};
    enum { WHITE_KING = 0x2654, BLACK_PAWN = 0x265f };
    return letter >= WHITE_KING && letter <= BLACK_PAWN ? names[(letter - WHITE_KING) % 6] : NULL;
}

static void add_piece(const kit *k, int cell, uint8_t piece, scene *out) {
    char place[PLACE_SIZE];
    char letter[8];
    text at = text_over(place, sizeof place);
    text sign = text_over(letter, sizeof letter);
    int number = k->number[piece] - 2;
    int owner = owner_of(k, piece);
    const char *chess = chess_sprite(k->letter[number]);
    put_place(k, cell, &at);
    kit_put_letter(k, piece, &sign);
    scene_add_thing(
        out, &(scene_thing){.id = scene_text(out, "on.%s", place),
                            .label = owner >= 0
                                         ? scene_text(out, "piece %s of seat %d", letter, owner + 1)
                                         : scene_text(out, "piece %s", letter),
                            .sprite = chess ? chess : "letter",
                            .at = scene_text(out, "%s", place),
                            .colour = owner >= 0 ? scene_text(out, "p%d", owner + 1)
                                                 : scene_text(out, "c%d", number % KINDS + 1),
                            .text = chess ? NULL : scene_text(out, "%s", letter),
                            .owner = owner});
}

/* What the board does not show, in the author's words. */
static void add_more(const kit_rules *r, const kit_state *s, scene *out) {
    text more = text_growing();
    kit_put_more(r, s, &more);
    if (more.len)
        scene_add_area(out, &(scene_area){.id = "notes",
                                          .label = "notes",
                                          .owner = SCENE_TABLE,
                                          .box = {0, (float)r->k->from->rows + 0.5F, 4, 1},
                                          .lines = scene_text(out, "%s", text_string(&more))});
    text_done(&more);
}

/* Pieces that were taken: how many each player has left. */
static void count_pieces(const kit *k, const uint8_t *board, scene *out) {
    int now[GAME_MAX_PLAYERS] = {0};
    int first[GAME_MAX_PLAYERS] = {0};
    for (int i = 0; i < k->cells; i++)
        for (int p = 0; p < GAME_MAX_PLAYERS; p++) {
            now[p] += k->number[board[i]] >= 2 && owner_of(k, board[i]) == p;
            first[p] += k->number[k->start[i]] >= 2 && owner_of(k, k->start[i]) == p;
        }
    scene_count_pieces(out, now, first);
}

static void kit_scene(const rules *head, const void *seen, int seat, scene *out) {
    const kit_rules *r = kit_rules_of(head);
    const kit *k = r->k;
    const kit_state *s = seen;
    const uint8_t *board = kit_board(k, s);
    (void)seat;
    scene_add_area(out, &(scene_area){.id = "board",
                                      .label = "board",
                                      .owner = SCENE_TABLE,
                                      .box = {0, 0, (float)k->from->cols, (float)k->from->rows},
                                      .grid = {.cols = k->from->cols,
                                               .rows = k->from->rows,
                                               .shape = "square",
                                               .shade = "plain",
                                               .names = "0,0"}});
    for (int i = 0; i < k->cells; i++) {
        char place[PLACE_SIZE];
        text at = text_over(place, sizeof place);
        put_place(k, i, &at);
        if (k->start[i] == BW_NULL) scene_add_hole(out, scene_text(out, "%s", place));
    }
    for (int i = 0; i < k->cells; i++)
        if (k->number[board[i]] >= 2) add_piece(k, i, board[i], out);
    count_pieces(k, board, out);
    add_more(r, s, out);
}

/* --- picks --- */

/* A move as a path of two: a piece or a cell, and a cell. */
typedef struct kit_path {
    bool places;
    uint8_t piece; /* that is placed or moved */
    int from, to;  /* cells; from: of a movement */
    char part[2][NAME_SIZE];
} kit_path;

static kit_path path_of(const kit *k, const uint8_t *board, action a) {
    bw_move m = (bw_move)a;
    kit_path p = {.places = bw_is_placement(m), .from = -1};
    text first = text_over(p.part[0], sizeof p.part[0]);
    text second = text_over(p.part[1], sizeof p.part[1]);
    int r0;
    int c0;
    int r1;
    int c1;
    if (p.places) {
        bw_place_fields(m, &p.piece, &r1, &c1);
        kit_piece_word(k, p.piece, &first);
    } else {
        bw_move_fields(m, &r0, &c0, &r1, &c1);
        p.from = r0 * k->from->cols + c0;
        p.piece = board[p.from];
        put_place(k, p.from, &first);
    }
    p.to = r1 * k->from->cols + c1;
    put_place(k, p.to, &second);
    return p;
}

static void put_cell_words(const kit *k, const char *lead, int cell, text *out) {
    text_format(out, "%srow %d, column %d", lead, cell / k->from->cols, cell % k->from->cols);
}

/* "X", "remove", "X on row 6, column 1"; and for the second part "row 5, column 0". */
static void put_words(const kit *k, const kit_path *p, int n, text *out) {
    if (n == 1) {
        put_cell_words(k, "", p->to, out);
        return;
    }
    if (p->places && p->piece == BW_BLANK) {
        text_put(out, "remove");
        return;
    }
    kit_put_letter(k, p->piece, out);
    if (!p->places) put_cell_words(k, " on ", p->from, out);
}

static void add_move(const rules *r, const void *s, action a, pick_path chosen, pick_list *out) {
    const kit *k = kit_rules_of(r)->k;
    kit_path p = path_of(k, kit_board(k, s), a);
    char does[64];
    char name[64];
    text sentence = text_over(does, sizeof does);
    text spelled = text_over(name, sizeof name);
    int n = chosen.count;
    if (n && strcmp(chosen.part[0], p.part[0]) != 0) return;
    if (n && !p.places && !out->lead) {
        char piece[NAME_SIZE];
        text word = text_over(piece, sizeof piece);
        kit_piece_word(k, p.piece, &word);
        out->lead = pick_text(out, "%s on %s reaches", piece, p.part[0]);
    }
    if (!out->ask) pick_ask(out, !n ? "which piece?" : p.places ? "where?" : "where to?");
    if (pick_known(out, p.part[n], n > 0)) return;
    put_words(k, &p, n, &sentence);
    kit_to_text(r, s, &a, 1, &spelled);
    pick_add(out, &(pick_part){.part = p.part[n],
                               .words = does,
                               .token = n ? name : NULL,
                               .kind = n || !p.places ? PICK_CELL : PICK_CHOICE});
}

static bool list_lots(const rules *r, pick_list *out) {
    pick_ask(out, "who starts?");
    for (int i = 0; i < r->players; i++)
        pick_add(out, &(pick_part){.part = pick_text(out, "%d", i + 1),
                                   .words = pick_text(out, "seat %d starts", i + 1),
                                   .token = pick_text(out, "!first=%d", i + 1),
                                   .kind = PICK_CHOICE});
    return true;
}

static bool kit_parts(const rules *r, const void *state, const trail *t, pick_path path,
                      pick_list *out) {
    const kit_state *s = state;
    if (path.count > 1 || s->ending != KIT_OPEN) return false;
    if (kit_lot_open(r, s)) return path.count == 0 && list_lots(r, out);
    action *list = mem_alloc(r->max_actions * sizeof *list);
    out->no_memory |= !list;
    if (!list) return false;
    int n = kit_legal(r, s, t, list);
    for (int i = 0; i < n; i++) add_move(r, s, list[i], path, out);
    mem_free(list);
    return out->count > 0;
}

/* --- what happened --- */

void kit_happened(const rules *r, const void *before, const action *steps, int n, int seat,
                  happened_list *list) {
    const kit *k = kit_rules_of(r)->k;
    const kit_state *s = before;
    char thing[NAME_SIZE + 4];
    text name = text_over(thing, sizeof thing);
    (void)seat;
    bool lot = kit_lot_open(r, s);
    kit_describe(r, s, steps, n, happened_add(list, lot ? ACTOR_CHANCE : s->player));
    if (lot) return;
    kit_path p = path_of(k, kit_board(k, s), steps[0]);
    bool removes = p.places && p.piece == BW_BLANK;
    text_format(&name, "on.%s", p.part[1]);
    happened_move(list, thing, p.places ? (removes ? p.part[1] : NULL) : p.part[0],
                  removes ? NULL : p.part[1]);
}

const game_table kit_game_table = {.scene = kit_scene, .parts = kit_parts, .edit = kit_edit};
