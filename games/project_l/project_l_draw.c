#include <string.h>

#include "games/project_l/project_l_text.h"

/* The board: puzzles as 5x5 pictures side by side, '#' closed, '.' open, pieces as letters. Which
 * piece lies where is not stored; any way they can lie is drawn. */

enum { CARD_WIDTH = 13 };

static const char letters[PL_SHAPES] = {'1', 'O', '2', '3', '4', 'l', 'L', 'Z', 'T'};
static const char *const colour_codes[PL_SHAPES] = {"33", "31", "32", "36", "34",
                                                    "35", "91", "92", "95"};

typedef struct card {
    int puzzle; /* -1: an empty place */
    char cell[PL_CELLS];
} card;

static card make_card(const pl_rules *r, int puzzle, uint32_t image, uint64_t used) {
    card c = {.puzzle = puzzle};
    if (puzzle < 0) return c;
    uint32_t closed = r->set.puzzle[puzzle].image;
    uint8_t shape[PL_CELLS] = {0};
    uint16_t config[PL_CELLS];
    uint32_t covered_cells = image & ~closed;
    (void)pl_lay(r, covered_cells, used, config);
    for (int i = 0; covered_cells; i++)
        for (uint32_t m = r->pieces.mask[config[i]]; m; m &= m - 1) {
            shape[__builtin_ctz(m)] = r->pieces.shape[config[i]];
            covered_cells &= ~(UINT32_C(1) << __builtin_ctz(m));
        }
    for (int i = 0; i < PL_CELLS; i++) {
        bool covered = image >> i & 1;
        c.cell[i] = closed >> i & 1 ? '#' : covered ? letters[shape[i]] : '.';
    }
    return c;
}

static void put_cell(char ch, bool colours, text *out) {
    const char *shape = memchr(letters, ch, sizeof letters);
    if (colours && shape)
        text_format(out, "\033[1;%sm%c\033[0m", colour_codes[shape - letters], ch);
    else
        text_char(out, ch);
}

static void put_cards(const pl_rules *r, const card *c, int n, bool colours, text *out) {
    text_put(out, "   ");
    for (int i = 0; i < n; i++) {
        char buf[32];
        text name = text_over(buf, sizeof buf);
        if (c[i].puzzle >= 0) {
            const pl_puzzle *p = &r->set.puzzle[c[i].puzzle];
            pl_puzzle_name(p, &name);
            text_format(&name, " %d %s", p->points, pl_shape_name(p->reward));
        } else {
            text_put(&name, "-");
        }
        text_format(out, "%-*s", i + 1 < n ? CARD_WIDTH : 0, buf);
    }
    text_char(out, '\n');
    for (int row = 0; row < 5; row++) {
        text_put(out, "   ");
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 5; k++)
                put_cell(c[i].puzzle >= 0 ? c[i].cell[5 * row + k] : ' ', colours, out);
            if (i + 1 < n) text_repeat(out, ' ', CARD_WIDTH - 5);
        }
        text_char(out, '\n');
    }
}

static void put_pieces(uint64_t counts, text *out) {
    bool any = false;
    for (int i = 0; i < PL_SHAPES; i++) {
        unsigned n = pl_count(counts, i);
        if (!n) continue;
        text_format(out, n > 1 ? " %s x%u" : " %s", pl_shape_name(i), n);
        any = true;
    }
    if (!any) text_put(out, " none");
}

static void put_row(const pl_rules *r, const pl_state *s, int colour, bool colours, text *out) {
    card row[PL_ROW];
    for (int i = 0; i < PL_ROW; i++) {
        int puzzle = s->row[colour * PL_ROW + i] - 1;
        row[i] = make_card(r, puzzle, puzzle < 0 ? 0 : r->set.puzzle[puzzle].image, 0);
    }
    text_format(out, "%s row, %d in the deck\n", colour == PL_WHITE ? "white" : "black",
                pl_deck(s, colour));
    put_cards(r, row, PL_ROW, colours, out);
}

static void put_seat(const pl_rules *r, const pl_state *s, int seat, bool colours, text *out) {
    bool moves = seat == s->mover && s->phase != PL_F;
    text_format(out, "%s seat %d   %d points, %d finished", moves ? ">" : " ", seat + 1,
                s->score[seat], s->length[2 + seat]);
    if (moves && s->phase <= PL_E)
        text_format(out, ", %d action%s left%s", s->actions, s->actions == 1 ? "" : "s",
                    s->flags & PL_MASTER_USED ? ", master used" : "");
    text_put(out, "\n   pieces:");
    put_pieces(s->supply[seat], out);
    text_char(out, '\n');
    card own[PL_SLOTS];
    int n = 0;
    for (int i = 0; i < PL_SLOTS; i++)
        if (s->puzzle[seat][i])
            own[n++] = make_card(r, s->puzzle[seat][i] - 1, s->image[seat][i], s->used[seat][i]);
    if (n) put_cards(r, own, n, colours, out);
}

void pl_draw_board(const rules *head, const void *state, int seat, bool colours, text *out) {
    static const char *const phases[] = {"", ", the end was triggered", ", finishing touches",
                                         ", finished"};
    const pl_rules *r = pl_of(head);
    const pl_state *s = state;
    (void)seat; /* nothing is hidden */
    text_format(out, "round %d%s%s\n", s->round, phases[s->phase],
                s->phase == PL_E && s->flags & PL_LAST_ROUND ? ", last round" : "");
    put_row(r, s, PL_WHITE, colours, out);
    put_row(r, s, PL_BLACK, colours, out);
    text_put(out, "reserve:");
    put_pieces(s->reserve, out);
    text_char(out, '\n');
    for (int p = 0; p < head->players; p++) put_seat(r, s, p, colours, out);
}
