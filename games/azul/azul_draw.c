#include <ctype.h>

#include "games/azul/azul_text.h"

/* The table for people: displays, centre, bag and lid, then the boards, two next to each other. On
 * a wall [B] is a tile and a small letter a cell of the basic wall that waits for one; on a floor a
 * number is what the next item there will cost. */

enum { BOARD_WIDTH = 40, ABREAST = 2 };

typedef struct pen {
    text *out;
    bool colours;
    int column; /* what was written since the line began, colours aside */
} pen;

static void put(pen *p, const char *plain) {
    for (; *plain; plain++, p->column++) text_char(p->out, *plain);
}

static void put_number(pen *p, const char *before, int n, const char *after) {
    char buf[40];
    text part = text_over(buf, sizeof buf);
    text_format(&part, "%s%d%s", before, n, after);
    put(p, buf);
}

void az_put_coloured(int colour, bool strong, char letter, bool colours, text *out) {
    static const char *const code[AZ_COLOURS] = {"34", "33", "31", "35", "97"};
    if (colours) text_format(out, strong ? "\033[1;%sm" : "\033[2;%sm", code[colour]);
    text_char(out, letter);
    if (colours) text_put(out, "\033[0m");
}

static void put_letter(pen *p, int colour, bool there) {
    char letter = az_letter[colour];
    if (!there) letter = (char)tolower(letter);
    az_put_coloured(colour, there, letter, p->colours, p->out);
    p->column++;
}

static void put_tiles(pen *p, az_tiles t) {
    for (unsigned c = 0; c < AZ_COLOURS; c++)
        for (unsigned i = 0; i < az_of_colour(t, c); i++) put_letter(p, (int)c, true);
}

/* Blanks at the end of a line are not written. */
static void end_line(pen *p) {
    while (p->column > 0 && p->out->len && p->out->at[p->out->len - 1] == ' ') {
        text_truncate(p->out, p->out->len - 1);
        p->column--;
    }
    text_char(p->out, '\n');
    p->column = 0;
}

static void put_heap(pen *p, const char *name, az_tiles t) {
    put(p, name);
    put_number(p, " ", (int)az_sum(t), t ? ":" : "");
    for (unsigned c = 0; c < AZ_COLOURS; c++) {
        if (!az_of_colour(t, c)) continue;
        put(p, " ");
        put_letter(p, (int)c, true);
        put_number(p, "", (int)az_of_colour(t, c), "");
    }
}

static void draw_title(const az_state *s, pen *p) {
    static const char *const phase[] = {"the deal is due", "offer", "tiling", "the game is over"};
    put_number(p, "round ", s->round, ", ");
    put(p, phase[s->phase]);
    if (s->phase == AZ_TILING)
        put_number(p, ": line ", (int)az_next_line(&s->seat[s->mover]) + 1, " needs a column");
    end_line(p);
}

static void draw_centre(const az_state *s, pen *p) {
    put(p, "centre    ");
    if (az_marker_free(s)) put(p, "* ");
    for (unsigned c = 0; c < AZ_COLOURS; c++) {
        for (unsigned i = 0; i < az_of_colour(s->centre, c); i++) put_letter(p, (int)c, true);
        if (az_of_colour(s->centre, c)) put(p, " ");
    }
    if (!az_marker_free(s) && !s->centre) put(p, "-");
    end_line(p);
}

static void draw_middle(const az_rules *r, const az_state *s, pen *p) {
    draw_title(s, p);
    put(p, "displays");
    for (unsigned i = 0; i < r->displays; i++) {
        put_number(p, "  ", (int)i + 1, " ");
        int from = p->column;
        put_tiles(p, r->kinds.tiles[s->display[i]]);
        while (p->column < from + AZ_ON_DISPLAY) put(p, ".");
    }
    end_line(p);
    draw_centre(s, p);
    put_heap(p, "bag", s->bag);
    put_heap(p, "   lid", s->lid);
    end_line(p);
}

static void draw_head(const az_state *s, int seat, pen *p) {
    bool moves = (s->phase == AZ_OFFER || s->phase == AZ_TILING) && s->mover == seat;
    bool starts = s->starter == seat;
    if (p->colours && moves) text_put(p->out, "\033[1m");
    put(p, moves ? ">" : " ");
    put_number(p, " seat ", seat + 1, "");
    if (p->colours && moves) text_put(p->out, "\033[0m");
    put_number(p, "  ", s->seat[seat].score, s->seat[seat].score == 1 ? " point" : " points");
    if (s->marker == seat)
        put(p, ", marker");
    else if (starts && az_marker_free(s))
        put(p, ", starts");
}

static void draw_row(const az_rules *r, const az_seat *seat, unsigned row, pen *p) {
    unsigned held = az_line_count(seat, row);
    put_number(p, "  ", (int)row + 1, " ");
    for (unsigned i = AZ_LINES; i-- > 0;) {
        if (i > row)
            put(p, " ");
        else if (i < held)
            put_letter(p, (int)az_line_colour(seat, row), true);
        else
            put(p, ".");
    }
    put(p, " > ");
    for (unsigned c = 0; c < AZ_LINES; c++) {
        int colour = az_cell(r, seat, row, c);
        put(p, colour >= 0 ? "[" : " ");
        if (colour >= 0)
            put_letter(p, colour, true);
        else if (r->o.grey)
            put(p, ".");
        else
            put_letter(p, (int)((c + AZ_LINES - row) % AZ_LINES), false);
        put(p, colour >= 0 ? "]" : " ");
    }
}

static void draw_floor(const az_rules *r, const az_seat *seat, pen *p) {
    unsigned items = az_sum(seat->floor);
    put(p, "  floor ");
    if (seat->floor >> 8 * AZ_MARKER_BYTE & 1) put(p, " *");
    for (unsigned c = 0; c < AZ_COLOURS; c++)
        for (unsigned i = 0; i < az_of_colour(seat->floor, c); i++) {
            put(p, " ");
            put_letter(p, (int)c, true);
        }
    for (unsigned i = items; i < AZ_FLOOR_PLACES; i++) put_number(p, " ", r->o.penalty[i], "");
    if (items) put_number(p, "  costs ", r->fine[items], "");
}

/* Grey: a column is chosen by its number. */
static void draw_columns(pen *p) {
    put(p, "            ");
    for (int c = 0; c < AZ_LINES; c++) put_number(p, " ", c + 1, " ");
}

/* One line of one board: its head, five rows, the numbers of columns, the floor. */
static void draw_board_line(const az_rules *r, const az_state *s, int seat, int line, pen *p) {
    if (line == 0)
        draw_head(s, seat, p);
    else if (line <= AZ_LINES)
        draw_row(r, &s->seat[seat], (unsigned)line - 1, p);
    else if (line == AZ_LINES + 1)
        draw_columns(p);
    else
        draw_floor(r, &s->seat[seat], p);
}

void az_draw(const rules *head, const void *state, int seat, bool colours, text *out) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    pen p = {.out = out, .colours = colours};
    (void)seat;
    draw_middle(r, s, &p);
    for (int first = 0; first < head->players; first += ABREAST) {
        int last = first + ABREAST < head->players ? first + ABREAST : head->players;
        end_line(&p);
        for (int line = 0; line <= AZ_LINES + 2; line++) {
            if (line == AZ_LINES + 1 && !r->o.grey) continue;
            for (int i = first; i < last; i++) {
                int who = r->o.to_right ? first + last - 1 - i : i;
                while (p.column < (i - first) * BOARD_WIDTH) put(&p, " ");
                draw_board_line(r, s, who, line, &p);
            }
            end_line(&p);
        }
    }
}
