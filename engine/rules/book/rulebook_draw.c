#include <ctype.h>
#include <string.h>

#include "engine/rules/book/rulebook.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/machine/run.h"

/* Boards for people. */

static const char *const shades[] = {"\033[1;37m", "\033[1;34m", "\033[1;31m", "\033[1;32m",
                                     "\033[1;33m", "\033[1;35m", "\033[1;36m", "\033[1;90m"};

static void draw_cell(const rulebook *b, unsigned code, bool colours, text *out) {
    unsigned owners = b->head.players + 1u;
    if (!code) {
        text_put(out, " . ");
        return;
    }
    unsigned owner = (code - 1) % owners;
    char c = b->kind[(code - 1) / owners].letter;
    if (owner == 1 && b->head.players == 2) c = (char)tolower((unsigned char)c);
    if (colours) text_put(out, shades[owner % 8]);
    text_char(out, ' ');
    text_char(out, c);
    if (owner == b->head.players)
        text_char(out, '0');
    else if (b->head.players > 2)
        text_format(out, "%u", owner + 1);
    else
        text_char(out, ' ');
    if (colours) text_put(out, "\033[0m");
}

static void draw_grid(const rulebook *b, const uint8_t *cells, bool colours, text *out) {
    const board *o = &b->board;
    bool hex = o->shape != BOARD_RECT;
    for (int y = o->height - 1; y >= 0; y--) {
        /* A hexagonal grid leans: each row further up stands half a cell to the right. */
        text_format(out, "%3d ", y + 1);
        if (hex) text_repeat(out, ' ', y + y / 2);
        for (int x = 0; x < o->width; x++) {
            int c = y * o->width + x;
            if (area_has(&o->all, c))
                draw_cell(b, cells[c], colours, out);
            else
                text_put(out, "   ");
        }
        text_char(out, '\n');
    }
    text_put(out, "    ");
    for (int x = 0; x < o->width; x++) {
        char file[4];
        board_file_name(x, file);
        text_format(out, " %-2s", file);
    }
    text_char(out, '\n');
}

/* Points of a board of lines stand where their names say: letters across, numbers up. */
static void draw_lines(const rulebook *b, const uint8_t *cells, bool colours, text *out) {
    const board *o = &b->board;
    int rows = 0;
    int columns = 0;
    for (int c = 0; c < o->cells; c++) {
        const char *name = o->cell_name[c];
        int x = islower((unsigned char)name[0]) ? name[0] - 'a' + 1 : 0;
        int y = isdigit((unsigned char)name[1]) ? name[1] - '0' : 0;
        if (x > columns) columns = x;
        if (y > rows) rows = y;
    }
    for (int y = rows; y >= 1; y--) {
        text_format(out, "%3d ", y);
        for (int x = 1; x <= columns; x++) {
            char name[3] = {(char)('a' + x - 1), (char)('0' + y), '\0'};
            int c = board_cell(o, name);
            if (c >= 0)
                draw_cell(b, cells[c], colours, out);
            else
                text_put(out, "   ");
        }
        text_char(out, '\n');
    }
    text_put(out, "    ");
    for (int x = 0; x < columns; x++) text_format(out, " %c ", 'a' + x);
    text_char(out, '\n');
}

void rb_draw(const rules *r, const void *s, int seat, bool colours, text *out) {
    const rulebook *b = rulebook_of(r);
    const rb_head *h = rb_head_in(s);
    (void)seat;
    if (b->board.shape == BOARD_LINES)
        draw_lines(b, rb_cells_in(b, s), colours, out);
    else
        draw_grid(b, rb_cells_in(b, s), colours, out);
    for (int i = 0; i < b->vars; i++) {
        const rb_var *v = &b->var[i];
        if (v->type != VAR_INT || v->count > 64) continue;
        bool any = false;
        for (int k = 0; k < v->count; k++) any |= rb_vars_in(b, s)[v->at + k] != 0;
        if (!any) continue;
        text_format(out, "    %s", v->name);
        for (int k = 0; k < v->count; k++) text_format(out, " %d", rb_vars_in(b, s)[v->at + k]);
        text_char(out, '\n');
    }
    if (h->over == OVER_WIN)
        text_format(out, "    %s has won\n", b->player_name[h->winner]);
    else if (h->over == OVER_WORK)
        text_put(out, "    the rules took too long: a draw\n");
    else if (h->over)
        text_put(out, "    the game is over\n");
    else
        text_format(out, "    %s to move\n", b->player_name[h->mover]);
}
