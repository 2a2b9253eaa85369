#include "tests/support/oracle_draughts.h"

#include <assert.h>
#include <string.h>

static bool owned(char piece, int player) {
    return player == 0 ? piece == 'M' || piece == 'K' : piece == 'm' || piece == 'k';
}

static bool is_king(char piece) {
    return piece == 'K' || piece == 'k';
}

static bool is_dark(int cell) {
    return (cell % 8 + cell / 8) % 2 == 0;
}

static int last_rank(int player) {
    return player == 0 ? 7 : 0;
}

/* The cell so far to the side and up, or -1. */
static int beside(int cell, int files, int ranks) {
    int file = cell % 8 + files, rank = cell / 8 + ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

/* --- moves --- */

/* Whether the piece on `from` may go this way in one step (reach 1) or jump (reach 2). */
static bool may_go(const oracle_draughts *g, int from, int files, int ranks, int reach) {
    int me = g->mover, ahead = me == 0 ? 1 : -1;
    if (ranks != ahead && !is_king(g->cell[from])) return false;
    int to = beside(from, reach * files, reach * ranks);
    if (to < 0 || g->cell[to] != '.') return false;
    return reach == 1 || owned(g->cell[beside(from, files, ranks)], 1 - me);
}

static void add(oracle_words *out, int from, int to) {
    char word[ORACLE_WORD];
    oracle_cell_name(oracle_cell_name(word, from), to);
    oracle_words_add(out, word);
}

static void add_from(const oracle_draughts *g, int from, int reach, oracle_words *out) {
    if (!owned(g->cell[from], g->mover)) return;
    for (int files = -1; files <= 1; files += 2)
        for (int ranks = -1; ranks <= 1; ranks += 2)
            if (may_go(g, from, files, ranks, reach))
                add(out, from, beside(from, reach * files, reach * ranks));
}

/* All jumps if there are any, else all steps; in the middle of a turn the jumps of one piece. */
static void list(const oracle_draughts *g, oracle_words *out) {
    out->count = 0;
    if (g->jumper != ORACLE_NO_JUMPER) {
        add_from(g, g->jumper, 2, out);
        return;
    }
    for (int reach = 2; reach >= 1 && out->count == 0; reach--)
        for (int cell = 0; cell < ORACLE_CELLS; cell++) add_from(g, cell, reach, out);
}

void oracle_draughts_moves(const oracle_draughts *g, oracle_words *out) {
    list(g, out);
    oracle_words_sort(out);
}

static bool can_jump_on(const oracle_draughts *g, int cell) {
    oracle_words jumps = {.count = 0};
    add_from(g, cell, 2, &jumps);
    return jumps.count > 0;
}

static void apply(oracle_draughts *g, int from, int to) {
    char piece = g->cell[from];
    bool king = is_king(piece), jump = to - from > 9 || from - to > 9;
    bool crowned = !king && to / 8 == last_rank(g->mover);
    g->cell[from] = '.';
    g->cell[to] = piece;
    if (crowned) g->cell[to] = g->mover == 0 ? 'K' : 'k';
    if (jump) g->cell[(from + to) / 2] = '.';
    g->quiet = king && !jump ? g->quiet + 1 : 0;
    g->jumper = ORACLE_NO_JUMPER;
    if (jump && !crowned && can_jump_on(g, to))
        g->jumper = to;
    else
        g->mover = 1 - g->mover;
}

bool oracle_draughts_play(oracle_draughts *g, const char *word) {
    oracle_words legal;
    list(g, &legal);
    if (!oracle_words_have(&legal, word)) return false;
    apply(g, oracle_cell(word), oracle_cell(word + 2));
    return true;
}

uint64_t oracle_draughts_perft(const oracle_draughts *g, int depth) {
    if (depth == 0) return 1;
    oracle_words legal;
    list(g, &legal);
    uint64_t sum = 0;
    for (int i = 0; i < legal.count; i++) {
        oracle_draughts after = *g;
        apply(&after, oracle_cell(legal.at[i]), oracle_cell(legal.at[i] + 2));
        sum += oracle_draughts_perft(&after, after.mover == g->mover ? depth : depth - 1);
    }
    return sum;
}

/* --- texts --- */

static void clear(oracle_draughts *g) {
    memset(g, 0, sizeof *g);
    memset(g->cell, '.', sizeof g->cell);
    g->jumper = ORACLE_NO_JUMPER;
}

void oracle_draughts_start(oracle_draughts *g) {
    clear(g);
    for (int cell = 0; cell < ORACLE_CELLS; cell++) {
        if (!is_dark(cell)) continue;
        if (cell / 8 <= 2) g->cell[cell] = 'M';
        if (cell / 8 >= 5) g->cell[cell] = 'm';
    }
}

const char *oracle_draughts_read(oracle_draughts *g, const char *text) {
    clear(g);
    const char *rest = oracle_board_read(text, "MKmk", g->cell);
    if (!rest) return "a board that is none";
    for (int cell = 0; cell < ORACLE_CELLS; cell++)
        if (!is_dark(cell) && g->cell[cell] != '.') return "a piece on a light cell";
    if (strcmp(rest, " 0") != 0 && strcmp(rest, " 1") != 0) return "a seat that is none";
    g->mover = rest[1] - '0';
    return NULL;
}

void oracle_draughts_write(const oracle_draughts *g, char out[ORACLE_TEXT]) {
    char *end = oracle_board_write(out, g->cell);
    *end++ = ' ';
    *end++ = (char)('0' + g->mover);
    *end = '\0';
}

/* --- endings --- */

void oracle_draughts_begin(oracle_draughts_game *game, const oracle_draughts *from) {
    game->now = *from;
    game->pasts = 0;
}

/* At the end of a turn board and seat are all there is to a position. */
static int occurrences(const oracle_draughts_game *game) {
    int n = 1;
    for (int i = 0; i < game->pasts; i++) {
        const oracle_draughts *p = &game->past[i];
        if (p->mover == game->now.mover && memcmp(p->cell, game->now.cell, sizeof p->cell) == 0)
            n++;
    }
    return n;
}

oracle_draughts_ending oracle_draughts_ending_of(const oracle_draughts_game *game) {
    oracle_words legal;
    if (game->now.jumper != ORACLE_NO_JUMPER) return ORACLE_DRAUGHTS_GOES_ON;
    if (game->now.quiet >= 80) return ORACLE_DRAUGHTS_QUIET;
    if (occurrences(game) >= 3) return ORACLE_DRAUGHTS_REPEAT;
    list(&game->now, &legal);
    return legal.count == 0 ? ORACLE_DRAUGHTS_STUCK : ORACLE_DRAUGHTS_GOES_ON;
}

bool oracle_draughts_go(oracle_draughts_game *game, const char *word) {
    if (oracle_draughts_ending_of(game) != ORACLE_DRAUGHTS_GOES_ON) return false;
    oracle_draughts before = game->now;
    if (!oracle_draughts_play(&game->now, word)) return false;
    assert(game->pasts < ORACLE_DRAUGHTS_PAST); /* after 80 quiet actions the game is over */
    if (before.jumper == ORACLE_NO_JUMPER) game->past[game->pasts++] = before;
    if (game->now.quiet == 0) game->pasts = 0; /* a man moved or a piece left: no way back */
    return true;
}
