#include <ctype.h>
#include <string.h>

#include "engine/rules/book/rulebook_layout.h"
#include "engine/rules/book/rulebook_table.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/book/rulebook_view.h"
#include "engine/rules/book/text_library.h"
#include "engine/rules/machine/run.h"
#include "engine/rules/machine/terms.h"

/* Boards for people. */

static const char *const shades[] = {"\033[1;37m", "\033[1;34m", "\033[1;31m", "\033[1;32m",
                                     "\033[1;33m", "\033[1;35m", "\033[1;36m", "\033[1;90m"};

typedef struct drawing {
    const program *b;
    const void *s;
    bool colours;
} drawing;

/* What is on an empty cell: its number, where cells have some. */
static void draw_number(const drawing *d, int cell, text *out) {
    for (int i = 0; i < d->b->vars; i++) {
        const rb_var *v = &d->b->var[i];
        int32_t number = rb_vars_in(d->b, d->s)[v->per_cell ? v->at + cell : 0];
        if (!v->per_cell) continue;
        if (number < -9 || number > 99)
            text_put(out, number < 0 ? " --" : " ++");
        else
            text_format(out, number < 0 ? " %d" : "%2d ", number);
        return;
    }
    text_put(out, " . ");
}

/* Three columns: the letter, and then the owner, or how many pieces the stack has. */
static void draw_cell(const drawing *d, int cell, text *out) {
    const program *b = d->b;
    bool colours = d->colours;
    unsigned code = rb_cells_in(b, d->s)[cell];
    unsigned height = b->levels ? rb_heights_in(b, d->s)[cell] : 0;
    if (!code) {
        draw_number(d, cell, out);
        return;
    }
    unsigned owner = rb_code_owner(b, code);
    char c = b->kind[rb_code_kind(b, code)].letter;
    if (owner == 1 && b->head.players == 2) c = (char)tolower((unsigned char)c);
    if (colours) text_put(out, shades[owner % 8]);
    if (height < 9) text_char(out, ' ');
    text_char(out, c);
    if (height)
        text_format(out, "%u", height + 1 < 100 ? height + 1 : 99);
    else if (owner == b->head.players)
        text_char(out, '0');
    else if (b->head.players > 2)
        text_format(out, "%u", owner + 1);
    else
        text_char(out, ' ');
    if (colours) text_put(out, "\033[0m");
}

static void draw_files(const board *o, int columns, text *out) {
    text_put(out, "    ");
    for (int x = 0; x < columns; x++) {
        char file[4];
        board_file_name(o, x, file);
        text_format(out, " %-2s", file);
    }
    text_char(out, '\n');
}

/* Rows of one level, the topmost first; a board that is no box has one. */
static void draw_level(const drawing *d, int level, text *out) {
    const board *o = &d->b->board;
    bool hex = o->shape == BOARD_HEX || o->shape == BOARD_HEXAGON;
    int rows = o->height / o->depth;
    for (int y = rows - 1; y >= 0; y--) {
        /* A hexagonal grid leans: each row further up is half a cell to the right. */
        text_format(out, "%3d ", y + 1);
        if (hex) text_repeat(out, ' ', y + y / 2);
        for (int x = 0; x < o->width; x++) {
            int c = (level * rows + y) * o->width + x;
            if (area_has(&o->all, c))
                draw_cell(d, c, out);
            else
                text_put(out, "   ");
        }
        text_char(out, '\n');
    }
    draw_files(o, o->width, out);
}

static void draw_grid(const drawing *d, text *out) {
    for (int level = d->b->board.depth - 1; level >= 0; level--) {
        if (d->b->board.shape == BOARD_BOX) text_format(out, "    level %d\n", level + 1);
        draw_level(d, level, out);
    }
}

/* --- boards with places between squares --- */

/* What is drawn as a line: a neutral wall, where there is one kind of them. */
static int wall_kind(const program *b) {
    int found = -1;
    for (int k = 0; k < b->kinds; k++) {
        if (rb_look_sprite(b, k) != LOOK_WALL) continue;
        if (found >= 0) return -1;
        found = k;
    }
    return found;
}

/* The sign of what is on an edge or corner. */
static char sign_of(const drawing *d, unsigned code, char line) {
    const program *b = d->b;
    unsigned owner = rb_code_owner(b, code);
    int kind = (int)rb_code_kind(b, code);
    char c = b->kind[kind].letter;
    if (owner >= b->head.players && kind == wall_kind(b)) return line;
    if (b->head.players > 2 && owner < b->head.players) c = (char)('1' + owner);
    if (b->head.players == 2 && owner == 1) c = (char)tolower((unsigned char)c);
    return c;
}

/* Whether an edge, or a corner with something on it, is next to a cell on this side. */
static bool goes_on(const drawing *d, int cell, int by, bool taken) {
    const board *o = &d->b->board;
    int to = cell + by;
    bool beside = by == 1 || by == -1;
    if (to < 0 || to >= o->cells || (beside && to / o->width != cell / o->width)) return false;
    return area_has(&o->all, to) && (!taken || rb_cells_in(d->b, d->s)[to]);
}

/* One column where it is between squares, three above or below one. */
static void draw_between(const drawing *d, int cell, bool wide, bool corner, text *out) {
    const board *o = &d->b->board;
    char line = '|';
    char sign = ' ';
    char side = ' ';
    if (wide || (corner && goes_on(d, cell, -1, true))) line = '-';
    if (corner && (goes_on(d, cell, 1, false) || goes_on(d, cell, -1, false) ||
                   goes_on(d, cell, o->width, false) || goes_on(d, cell, -o->width, false)))
        sign = '+';
    unsigned code = area_has(&o->all, cell) ? rb_cells_in(d->b, d->s)[cell] : 0;
    if (wide && code) side = '-';
    if (d->colours && code) text_put(out, shades[rb_code_owner(d->b, code) % 8]);
    if (wide) text_char(out, side);
    if (code) sign = sign_of(d, code, line);
    text_char(out, sign);
    if (wide) text_char(out, side);
    if (d->colours && code) text_put(out, "\033[0m");
}

/* Squares are large, and what is between them is thin. */
static void draw_edges(const drawing *d, text *out) {
    const board *o = &d->b->board;
    for (int row = o->height - 1; row >= 0; row--) {
        int x;
        int y;
        bool squares = (row + o->rim) % 2 == 0;
        (void)board_square(o, row * o->width, &x, &y);
        if (squares)
            text_format(out, "%3d ", y + 1);
        else
            text_put(out, "    ");
        for (int column = 0; column < o->width; column++) {
            int c = row * o->width + column;
            bool wide = (column + o->rim) % 2 == 0;
            if (squares && wide && area_has(&o->all, c))
                draw_cell(d, c, out);
            else if (squares && wide)
                text_put(out, "   ");
            else
                draw_between(d, c, wide, !wide && !squares, out);
        }
        text_char(out, '\n');
    }
    text_repeat(out, ' ', 4 + o->rim);
    for (int x = 0; x < (o->width + 1) / 2 - o->rim; x++) {
        char file[4];
        board_file_name(o, x, file);
        text_format(out, " %-3s", file);
    }
    text_char(out, '\n');
}

/* --- boards of lines --- */

enum { DRAWN = 3, PATH_STEPS = 64 }; /* DRAWN: columns of a cell */

static int max_name(const board *o) {
    size_t max = 0;
    for (int c = 0; c < o->cells; c++)
        if (strlen(o->cell_name[c]) > max) max = strlen(o->cell_name[c]);
    return (int)max;
}

/* What leads where: the lines as they were written, where that is not too much. */
static void draw_paths(const board *o, text *out) {
    int steps = 0;
    for (int d = 0; d < o->dirs; d += 2)
        for (int c = 0; c < o->cells; c++) steps += o->next[d][c] >= 0;
    if (steps > PATH_STEPS) return;
    for (int d = 0; d < o->dirs; d += 2) {
        int first = 0; /* where nothing leads to; a ring begins anywhere */
        while (first < o->cells && (o->next[d][first] < 0 || o->next[d + 1][first] >= 0)) first++;
        if (first == o->cells)
            for (first = 0; first < o->cells && o->next[d][first] < 0;) first++;
        if (first == o->cells) continue;
        text_format(out, "    %s", o->cell_name[first]);
        int at = first;
        for (int k = 0; k < o->cells && (at = o->next[d][at]) >= 0; k++) {
            text_format(out, "-%s", o->cell_name[at]);
            if (at == first) break;
        }
        text_char(out, '\n');
    }
}

/* Points whose names say where they are have a ruler; others bear their names. */
static void draw_lines(const drawing *d, text *out) {
    const board *o = &d->b->board;
    rb_layout l;
    bool ruler = rb_lay_out(o, &l);
    int wide = ruler ? 0 : max_name(o) + 1;
    for (int y = l.rows - 1; y >= 0; y--) {
        int gap = ruler ? 0 : 4; /* spaces that are due before the next cell */
        if (ruler) text_format(out, "%3d ", y + 1);
        for (int x = 0; x < l.columns; x++) {
            int c = rb_layout_cell(o, &l, x, y);
            if (c < 0) {
                gap += DRAWN + wide;
                continue;
            }
            text_format(out, "%*s", gap, "");
            draw_cell(d, c, out);
            if (!ruler) text_put(out, o->cell_name[c]);
            gap = ruler ? 0 : wide - (int)strlen(o->cell_name[c]);
        }
        text_char(out, '\n');
    }
    if (ruler)
        draw_files(o, l.columns, out);
    else
        draw_paths(o, out);
}

/* What is under the tops, the lowest first. */
static void draw_stacks(const drawing *d, text *out) {
    const program *b = d->b;
    const char *begin = "    stacks ";
    AREA_EACH(&b->board.all, c) {
        unsigned height = b->levels ? rb_heights_in(b, d->s)[c] : 0;
        if (!height) continue;
        text_format(out, "%s%s:", begin, b->board.cell_name[c]);
        rb_write_stack(b, d->s, (unsigned)c, out);
        begin = " ";
    }
    if (*begin == ' ' && !begin[1]) text_char(out, '\n');
}

/* Numbers; cards by their names, also of what is counted for each kind. */
static void draw_values(const program *b, const void *s, const rb_var *v, text *out) {
    const int32_t *value = rb_vars_in(b, s) + v->at;
    for (int k = 0; k < v->count; k++) {
        bool named = v->card && value[k] >= 0 && value[k] < b->kinds;
        if (b->cards && v->per_piece) {
            if (k % b->kinds) continue;
            text_put(out, k ? " / " : " ");
            rb_put_cards(b, value + k, out);
        } else if (v->card) {
            text_format(out, " %s", named ? b->kind[value[k]].name : "-");
        } else {
            text_format(out, " %d", value[k]);
        }
    }
}

void rb_draw(const rules *r, const void *s, int seat, bool colours, text *out) {
    const program *b = program_of(r);
    drawing d = {b, s, colours};
    const rb_head *h = rb_head_in(s);
    if (b->no_board)
        ; /* nothing to draw */
    else if (b->board.between)
        draw_edges(&d, out);
    else if (b->board.shape == BOARD_LINES)
        draw_lines(&d, out);
    else
        draw_grid(&d, out);
    draw_stacks(&d, out);
    int drawn = 0; /* variables `per cell` */
    for (int i = 0; i < b->vars; i++) {
        const rb_var *v = &b->var[i];
        if (v->type != VAR_INT || (v->count > 64 && !(b->cards && v->per_piece)) || v->secret)
            continue;
        if (v->per_cell && drawn++ == 0) continue; /* on the board */
        bool any = false;
        if (!rb_is_shown(b, i, s)) continue;
        for (int k = 0; k < v->count; k++) any |= rb_vars_in(b, s)[v->at + k] != (v->card ? -1 : 0);
        if (!any) continue;
        text_format(out, "    %s", v->name);
        draw_values(b, s, v, out);
        text_char(out, '\n');
    }
    if (b->secrets) rb_draw_cards(b, s, seat, out);
    if (h->over == OVER_WIN)
        text_format(out, "    %s has won\n", b->player_name[h->winner]);
    else if (h->over == OVER_WORK)
        text_put(out, "    the rules took too long: a draw\n");
    else if (h->over)
        text_put(out, "    the game is over\n");
    else
        text_format(out, "    %s to move%s\n", b->player_name[h->mover],
                    rb_urgent(r, s) ? ", in check" : "");
}
