/* What lies on the table of a game from a rules text. */
#include <ctype.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/book/rulebook_layout.h"
#include "engine/rules/book/rulebook_table.h"
#include "engine/rules/book/rulebook_view.h"
#include "engine/rules/machine/run.h"

/* A hexagonal grid has pointy cells one wide; a row is half a cell further left than the one above
 * it, and rows are sqrt(3) / 2 apart. With flat cells columns are so, each half a cell lower than the
 * one to the right of it. */
#define HEX_STEP 0.8660254F
#define HEX_TALL 1.1547005F

/* What is between squares, of their width. */
#define EDGE_THIN 0.25F

typedef struct scene_plan {
    const program *b;
    scene *out;
    struct scene_grid grid;
    rb_layout lay; /* of a board of lines */
    int level;     /* of a box, that is being added */
    float wide, high;
} scene_plan;

/* --- the board --- */

/* The cell in this place, rows from the top; BOARD_OFF: none. */
static int cell_at(const scene_plan *p, int col, int row) {
    const board *o = &p->b->board;
    int y = p->grid.rows - 1 - row;
    if (o->shape == BOARD_LINES) return rb_layout_cell(o, &p->lay, col, y);
    int c = (p->level * p->grid.rows + y) * o->width + col;
    return area_has(&o->all, c) ? c : BOARD_OFF;
}

/* Columns as scenes count them: a..z, aa, bb …; with `go` there is no i. */
static void scheme_name(int col, int rank, bool go, text *out) {
    int letters = go ? 25 : 26;
    int at = col % letters;
    text_repeat(out, (char)('a' + at + (go && at >= 'i' - 'a')), col / letters + 1);
    text_format(out, "%d", rank);
}

static bool follows(const scene_plan *p, bool go) {
    for (int i = 0; i < p->grid.cols * p->grid.rows; i++) {
        char buf[16];
        text name = text_over(buf, sizeof buf);
        int col = i % p->grid.cols;
        int row = i / p->grid.cols;
        int c = cell_at(p, col, row);
        scheme_name(col, p->grid.rows - row, go, &name);
        if (c >= 0 && strcmp(buf, p->b->board.cell_name[c]) != 0) return false;
    }
    return true;
}

/* Names by a rule where they follow one, else a list. */
static void name_cells(scene_plan *p) {
    if (follows(p, false) || follows(p, true)) {
        p->grid.names = follows(p, false) ? "a1" : "go";
        return;
    }
    int n = p->grid.cols * p->grid.rows;
    const char **ids = scene_list(p->out, (size_t)n);
    for (int i = 0; ids && i < n; i++) {
        int c = cell_at(p, i % p->grid.cols, i / p->grid.cols);
        if (c >= 0) ids[i] = p->b->board.cell_name[c];
    }
    p->grid.ids = ids;
    if (!ids) p->grid.names = "a1"; /* the scene is not written */
}

/* "plain", "checkered", or a letter for each cell: a, b, c as `look` says, d dark, l light, - plain. */
static const char *shade_of(const scene_plan *p) {
    const rb_looks *l = &p->b->looks;
    const board *o = &p->b->board;
    bool checkered = rb_look_board(p->b) == LOOK_CHECKERED;
    bool custom = false;
    for (int i = 0; i < LOOK_SHADES; i++) custom |= area_some(l->shade[i]);
    if (!custom) return checkered ? "checkered" : "plain";
    char buf[BOARD_SIDE * 100];
    text shade = text_over(buf, sizeof buf);
    for (int i = 0; i < p->grid.cols * p->grid.rows; i++) {
        int c = cell_at(p, i % p->grid.cols, i / p->grid.cols);
        bool square = c >= 0 && (!o->between || area_has(&o->squares, c));
        char letter = !square || !checkered ? '-' : area_has(&o->dark, c) ? 'd' : 'l';
        for (int k = 0; c >= 0 && k < LOOK_SHADES; k++)
            if (area_has(&l->shade[k], c)) letter = (char)('a' + k);
        text_char(&shade, letter);
    }
    return scene_text(p->out, "%s", buf);
}

static void add_holes(const scene_plan *p) {
    bool go = p->grid.names && strcmp(p->grid.names, "go") == 0;
    for (int i = 0; p->grid.names && i < p->grid.cols * p->grid.rows; i++) {
        char buf[16];
        text name = text_over(buf, sizeof buf);
        int col = i % p->grid.cols;
        int row = i / p->grid.cols;
        if (cell_at(p, col, row) >= 0) continue;
        scheme_name(col, p->grid.rows - row, go, &name);
        scene_add_hole(p->out, scene_text(p->out, "%s", buf));
    }
}

/* The dots of a go board, where it is large enough for them. */
static void add_dots(const scene_plan *p) {
    int n = p->grid.cols;
    int from_edge = n >= 12 ? 3 : 2;
    int at[3] = {from_edge, n / 2, n - 1 - from_edge};
    if (n != p->grid.rows || n < 7) return;
    for (int i = 0; i < 9; i++) {
        bool centre = i == 4;
        bool side = i % 2 == 1;
        int c = cell_at(p, at[i % 3], at[i / 3]);
        if ((centre || side) && n % 2 == 0) continue;
        if (side && n < 17) continue;
        if (c >= 0) scene_add_dot(p->out, p->b->board.cell_name[c]);
    }
}

/* Each step once, whichever way it is written. */
static void add_lines(const scene_plan *p) {
    const board *o = &p->b->board;
    uint64_t dirs = o->shape == BOARD_LINES ? ~UINT64_C(0) : o->near;
    for (int d = 0; d < o->dirs; d++) {
        if (!(dirs >> d & 1)) continue;
        AREA_EACH(&o->all, c) {
            int to = o->next[d][c];
            bool known = to < 0 || to < c;
            for (int e = 0; e < d && !known; e++)
                known = (dirs >> e & 1) && (o->next[e][c] == to || o->next[e][to] == c);
            if (!known) scene_add_line(p->out, o->cell_name[c], o->cell_name[to]);
        }
    }
}

/* The sides of a board that a player has to join are in the player's colour. */
static void add_edges(const scene_plan *p) {
    static const char *const sides[] = {"top", "bottom", "left", "right"};
    const board *o = &p->b->board;
    if (o->shape == BOARD_LINES || o->shape == BOARD_BOX) return;
    for (int side = 0; side < 4; side++) {
        area line = area_none();
        AREA_EACH(&o->all, c) {
            int x = c % o->width;
            int y = c / o->width;
            bool on = side == 0   ? y == o->height - 1
                      : side == 1 ? y == 0
                      : side == 2 ? x == 0
                                  : x == o->width - 1;
            if (on) area_set(&line, c);
        }
        for (int k = 0; k < p->b->head.players; k++) {
            const rb_aim *aim = &p->b->side[k].aim;
            if (!aim->has_path) continue;
            if (!area_equal(aim->path_from, line) && !area_equal(aim->path_to, line)) continue;
            scene_add_edge(p->out, sides[side], scene_text(p->out, "p%d", k + 1));
        }
    }
}

/* The levels of a box, from below, next to each other. */
static void add_levels(scene_plan *p) {
    float step = (float)p->grid.cols + 0.5F;
    for (p->level = 0; p->level < p->b->board.depth; p->level++) {
        p->grid.shade = shade_of(p);
        name_cells(p);
        scene_add_area(
            p->out,
            &(scene_area){.id = p->level ? scene_text(p->out, "board.%d", p->level + 1) : "board",
                          .label = scene_text(p->out, "level %d", p->level + 1),
                          .owner = SCENE_TABLE,
                          .box = {step * (float)p->level, 0, (float)p->grid.cols, p->high},
                          .grid = p->grid});
    }
    p->wide = step * (float)p->level - 0.5F;
    p->level = 0;
}

/* How wide a grid of squares with edges between them is. */
static float across_edges(const board *o, int columns) {
    int squares = (columns + 1) / 2 - o->rim;
    return (float)squares + (float)(columns - squares) * EDGE_THIN;
}

static void add_board(scene_plan *p) {
    const board *o = &p->b->board;
    look_board look = rb_look_board(p->b);
    bool hex = o->shape == BOARD_HEX || o->shape == BOARD_HEXAGON;
    bool points = look == LOOK_POINTS || look == LOOK_LINES;
    if (o->shape == BOARD_LINES) (void)rb_lay_out(o, &p->lay);
    p->grid.cols = o->shape == BOARD_LINES ? p->lay.columns : o->width;
    p->grid.rows = o->shape == BOARD_LINES ? p->lay.rows : o->height / o->depth;
    p->grid.shape = hex ? "hex" : points ? "point" : "square";
    p->wide = (float)p->grid.cols;
    p->high = (float)p->grid.rows;
    if (o->shape == BOARD_BOX) {
        add_levels(p);
        return;
    }
    p->grid.shade = shade_of(p);
    name_cells(p);
    p->grid.flat = hex && look == LOOK_FLAT;
    if (p->grid.flat) {
        p->high += (p->wide - 1) / 2;
        p->wide = (p->wide - 1) * HEX_STEP + HEX_TALL;
    } else if (o->between) {
        p->grid.thin = EDGE_THIN;
        p->grid.thin_from = 1 - o->rim;
        p->wide = across_edges(o, o->width);
        p->high = across_edges(o, o->height);
    } else if (hex) {
        p->wide += (p->high - 1) / 2;
        p->high = (p->high - 1) * HEX_STEP + HEX_TALL;
    }
    scene_add_area(p->out, &(scene_area){.id = "board",
                                         .label = "board",
                                         .owner = SCENE_TABLE,
                                         .box = {0, 0, p->wide, p->high},
                                         .grid = p->grid});
    add_holes(p);
    if (look == LOOK_POINTS && o->shape == BOARD_RECT) add_dots(p);
    if (look == LOOK_LINES) add_lines(p);
    add_edges(p);
}

/* --- pieces --- */

static const char *colour_of(scene *out, const program *b, int owner) {
    return owner < b->head.players ? scene_text(out, "p%d", owner + 1) : NULL;
}

/* What is written on pieces that have no picture. */
static const char *letter_of(scene *out, const program *b, int kind) {
    return rb_look_sprite(b, kind) == LOOK_LETTER ? scene_text(out, "%c", b->kind[kind].letter)
                                                  : NULL;
}

/* A stack by its pieces, the top first: "white man, black man". */
static const char *stack_label(const scene_plan *p, const void *s, int c, const char *top) {
    const program *b = p->b;
    const char *all = top;
    for (unsigned i = rb_heights_in(b, s)[c]; i > 0; i--) {
        unsigned code = rb_pile_in(b, s, (unsigned)c)[i - 1];
        int owner = (int)rb_code_owner(b, code);
        bool owned = owner < b->head.players;
        all = scene_text(p->out, "%s, %s%s%s", all, owned ? b->player_name[owner] : "",
                         owned ? " " : "", rb_look_label(b, (int)rb_code_kind(b, code)));
    }
    return all;
}

static void add_piece(const scene_plan *p, const void *s, int c) {
    const program *b = p->b;
    unsigned code = rb_cells_in(b, s)[c];
    int under = b->levels ? rb_heights_in(b, s)[c] : 0;
    int kind = (int)rb_code_kind(b, code);
    int owner = (int)rb_code_owner(b, code);
    const char *at = b->board.cell_name[c];
    const char *what = rb_look_label(b, kind);
    bool owned = owner < b->head.players;
    const char *label = owned ? scene_text(p->out, "%s %s", b->player_name[owner], what) : what;
    scene_add_thing(p->out, &(scene_thing){.id = scene_text(p->out, "on.%s", at),
                                           .label = under ? stack_label(p, s, c, label) : label,
                                           .sprite = rb_look_sprite_name(rb_look_sprite(b, kind)),
                                           .at = at,
                                           .colour = colour_of(p->out, b, owner),
                                           .text = letter_of(p->out, b, kind),
                                           .owner = owned ? owner : SCENE_TABLE,
                                           .count = under ? under + 1 : 0});
}

/* --- what is in hand, dice, numbers --- */

static void add_tray(const scene_plan *p, const void *s, const rb_var *v) {
    const program *b = p->b;
    for (int k = 0; k < b->head.players; k++) {
        const int32_t *in_hand = rb_vars_in(b, s) + v->at + (ptrdiff_t)k * b->kinds;
        const char *id = scene_text(p->out, "p%d.%s", k + 1, v->name);
        scene_add_area(
            p->out,
            &(scene_area){.id = id,
                          .label = scene_text(p->out, "%s of %s", v->name, b->player_name[k]),
                          .owner = k,
                          .box = {0, p->high + 0.5F + (float)k, (float)b->kinds, 1},
                          .flow = "tray"});
        for (int i = 0; i < b->kinds; i++) {
            const char *what = rb_look_label(b, i);
            if (in_hand[i] <= 0) continue;
            scene_add_thing(
                p->out,
                &(scene_thing){.id = scene_text(p->out, "%s.%s", id, b->kind[i].name),
                               .label = scene_text(p->out, "%s %s", b->player_name[k], what),
                               .sprite = rb_look_sprite_name(rb_look_sprite(b, i)),
                               .at = id,
                               .colour = colour_of(p->out, b, k),
                               .part = b->kind[i].name,
                               .text = letter_of(p->out, b, i),
                               .owner = k,
                               .count = in_hand[i]});
        }
    }
}

/* The range that chance sets the variable in holds the value. */
static bool is_rolled(const program *b, const rb_var *v, int32_t value) {
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &b->side[0].gen[i];
        bool fixed = (g->low & RB_BASE) == RB_CONST && (g->high & RB_BASE) == RB_CONST;
        if (g->kind != GEN_CHANCE || strcmp(b->names + g->name, v->name) != 0) continue;
        if (!fixed) return true;
        if (value >= b->number[g->low & RB_INDEX] && value <= b->number[g->high & RB_INDEX])
            return true;
    }
    return false;
}

static void add_dice(const scene_plan *p, const void *s) {
    const program *b = p->b;
    bool begun = false;
    for (int i = 0; i < b->vars; i++) {
        const rb_var *v = &b->var[i];
        if (!rb_is_die(b, i)) continue;
        if (!begun)
            scene_add_area(p->out, &(scene_area){.id = "table.dice",
                                                 .label = "dice",
                                                 .owner = SCENE_TABLE,
                                                 .box = {p->wide + 0.5F, 0, 2, 1},
                                                 .flow = "row"});
        begun = true;
        int32_t value = rb_vars_in(b, s)[v->at];
        bool rolled = is_rolled(b, v, value);
        scene_add_thing(
            p->out, &(scene_thing){.id = scene_text(p->out, "die.%s", v->name),
                                   .label = rolled ? scene_text(p->out, "%s: %d", v->name, value)
                                                   : scene_text(p->out, "%s: not yet", v->name),
                                   .sprite = "die",
                                   .at = "table.dice",
                                   .text = rolled ? scene_text(p->out, "%d", value) : NULL,
                                   .owner = SCENE_TABLE,
                                   .dim = !rolled});
    }
}

static void add_number(const scene_plan *p, const void *s, const rb_var *v) {
    const program *b = p->b;
    int kinds = v->per_piece ? b->kinds : 1;
    for (int k = 0; k < v->count; k++) {
        const char *name =
            v->per_piece ? scene_text(p->out, "%s %s", v->name, b->kind[k % kinds].name) : v->name;
        scene_add_count(p->out, v->per_player ? k / kinds : SCENE_TABLE, name,
                        rb_vars_in(b, s)[v->at + k]);
    }
}

/* Counters that lie on the cells. */
static void add_cell_numbers(const scene_plan *p, const void *s, const rb_var *v) {
    const program *b = p->b;
    const int32_t *number = rb_vars_in(b, s) + v->at;
    AREA_EACH(&b->board.all, c) {
        const char *at = b->board.cell_name[c];
        if (!number[c]) continue;
        scene_add_thing(p->out,
                        &(scene_thing){.id = scene_text(p->out, "%s.%s", v->name, at),
                                       .label = scene_text(p->out, "%s: %d", v->name, number[c]),
                                       .sprite = "chip",
                                       .at = at,
                                       .text = scene_text(p->out, "%d", number[c]),
                                       .owner = SCENE_TABLE});
    }
}

/* A card that lies on the table, for all to see. */
static void add_card_var(const scene_plan *p, const void *s, const rb_var *v) {
    const program *b = p->b;
    for (int k = 0; k < v->count; k++) {
        int32_t card = rb_vars_in(b, s)[v->at + k];
        const char *id = v->per_player ? scene_text(p->out, "p%d.%s", k + 1, v->name)
                                       : scene_text(p->out, "table.%s", v->name);
        int owner = v->per_player ? k : SCENE_TABLE;
        scene_add_area(p->out, &(scene_area){.id = id,
                                             .label = v->name,
                                             .owner = owner,
                                             .box = {p->wide + 3 + (float)k, 1, 1, 1},
                                             .flow = "row"});
        if (card < 0 || card >= b->kinds) continue;
        scene_add_thing(p->out, &(scene_thing){.id = scene_text(p->out, "%s.card", id),
                                               .label = rb_look_label(b, card),
                                               .sprite = "card",
                                               .at = id,
                                               .text = rb_look_label(b, card),
                                               .owner = owner});
    }
}

static void add_variables(const scene_plan *p, const void *s) {
    const program *b = p->b;
    for (int i = 0; i < b->vars; i++) {
        const rb_var *v = &b->var[i];
        if (v->type != VAR_INT || rb_is_die(b, i) || !rb_is_shown(b, i, s) || v->secret) continue;
        if (v->per_cell)
            add_cell_numbers(p, s, v);
        else if (v->card)
            add_card_var(p, s, v);
        else if (v->tray)
            add_tray(p, s, v);
        else
            add_number(p, s, v);
    }
    add_dice(p, s);
}

/* --- who is ahead --- */

/* What is counted by regions (area in go) means nothing before the end. */
static bool counts_regions(const program *b) {
    const rb_side *side = &b->side[0];
    for (int i = 0; i < b->scores; i++)
        for (unsigned at = side->score[i]; at < side->code_len; at++) {
            if (side->code[at].op == OP_AREA_STARVED) return true;
            if (side->code[at].op == OP_RETURN) break;
        }
    return false;
}

static bool add_points(const scene_plan *p, const void *s) {
    int32_t score[GAME_MAX_PLAYERS];
    const program *b = p->b;
    if (!rb_head_in(s)->over && counts_regions(b)) return true;
    if (!b->run->score(b, s, score)) return false;
    for (int i = 0; i < b->head.players; i++)
        if (b->halves)
            scene_set_halves(p->out, i, score[i]);
        else
            scene_set_points(p->out, i, score[i]);
    return true;
}

static void count_pieces(const program *b, const void *s, int *out) {
    const uint8_t *cells = rb_cells_in(b, s);
    memset(out, 0, GAME_MAX_PLAYERS * sizeof *out);
    AREA_EACH(&b->board.all, c) {
        unsigned owner = cells[c] ? rb_code_owner(b, cells[c]) : GAME_MAX_PLAYERS;
        if (owner < (unsigned)b->head.players) out[owner]++;
        for (int i = b->levels ? rb_heights_in(b, s)[c] : 0; i > 0; i--) {
            owner = rb_code_owner(b, rb_pile_in(b, s, (unsigned)c)[i - 1]);
            if (owner < (unsigned)b->head.players) out[owner]++;
        }
    }
}

/* Where all pieces are worth the same: not where there is a king. */
static void add_pieces_left(const scene_plan *p, const void *s) {
    const program *b = p->b;
    int now[GAME_MAX_PLAYERS];
    int first[GAME_MAX_PLAYERS];
    for (int i = 0; i < b->head.players; i++)
        if (b->side[i].royal.known) return;
    void *start = mem_alloc(b->head.state_size);
    if (!start) {
        scene_no_memory(p->out);
        return;
    }
    b->head.game->start(&b->head, start);
    count_pieces(b, start, first);
    count_pieces(b, s, now);
    scene_count_pieces(p->out, now, first);
    mem_free(start);
}

/* --- all of it --- */

static void add_question(const program *b, const void *s, scene *out) {
    const rb_head *h = rb_head_in(s);
    if (h->over || b->point[h->point].chance) return;
    const char *name = b->player_name[h->mover];
    scene_ask(out, scene_text(out, "%c%s to move", toupper((unsigned char)name[0]), name + 1));
}

void rb_scene(const rules *r, const void *seen, int seat, scene *out) {
    const program *b = program_of(r);
    const void *view = seen;
    if (b->secrets) seen = rb_view_state_in(view);
    const uint8_t *cells = rb_cells_in(b, seen);
    scene_plan p = {.b = b, .out = out};
    (void)seat;
    for (int k = 0; k < r->players; k++) {
        scene_name_seat(out, k, b->player_name[k], NULL);
        scene_look_seat(out, k, rb_look_colour(b, k));
    }
    add_question(b, seen, out);
    if (!b->no_board) add_board(&p);
    AREA_EACH(&b->board.all, c) {
        if (cells[c]) add_piece(&p, seen, c);
    }
    rb_add_marks(b, seen, out);
    if (!add_points(&p, seen) && !b->no_board) add_pieces_left(&p, seen);
    add_variables(&p, seen);
    if (b->secrets) rb_add_cards(b, view, p.high + 1, out);
}
