#include "tests/support/oracle_chess.h"

#include <assert.h>
#include <string.h>

enum { NORTH = 10, EAST = 1 };

/* Straight ones first, then the diagonal ones. */
static const int ways[8] = {NORTH,        -NORTH,       EAST,          -EAST,
                            NORTH + EAST, NORTH - EAST, -NORTH + EAST, -NORTH - EAST};
static const int leaps[8] = {2 * NORTH + EAST,  2 * NORTH - EAST,  NORTH + 2 * EAST,
                             NORTH - 2 * EAST,  -NORTH + 2 * EAST, -NORTH - 2 * EAST,
                             -2 * NORTH + EAST, -2 * NORTH - EAST};

int oracle_place(int cell) {
    return 21 + cell % 8 + NORTH * (cell / 8);
}

int oracle_place_cell(int place) {
    return (place - 21) % NORTH + 8 * ((place - 21) / NORTH);
}

static int file_of(int place) { /* 0..7 */
    return (place - 21) % NORTH;
}

static int rank_of(int place) { /* 0..7 */
    return (place - 21) / NORTH;
}

/* The piece of a colour: kind is an upper-case letter. */
static char piece_of(int colour, char kind) {
    return (char)(colour == ORACLE_WHITE ? kind : kind - 'A' + 'a');
}

/* -1 for an empty place and for the rim. */
static int colour_of(char piece) {
    if (piece >= 'A' && piece <= 'Z') return ORACLE_WHITE;
    return piece >= 'a' && piece <= 'z' ? ORACLE_BLACK : -1;
}

static char kind_of(char piece) {
    return (char)(colour_of(piece) == ORACLE_BLACK ? piece - 'a' + 'A' : piece);
}

/* Where a pawn of this colour goes. */
static int forward(int colour) {
    return colour == ORACLE_WHITE ? NORTH : -NORTH;
}

/* The first place from `place` that is not empty. */
static int look(const oracle_chess *g, int place, int way) {
    do place += way;
    while (g->at[place] == '.');
    return place;
}

bool oracle_chess_attacked(const oracle_chess *g, int place, int by) {
    char king = piece_of(by, 'K'), queen = piece_of(by, 'Q'), knight = piece_of(by, 'N');
    for (int i = 0; i < 8; i++) {
        char rider = piece_of(by, i < 4 ? 'R' : 'B');
        char seen = g->at[look(g, place, ways[i])];
        if (seen == queen || seen == rider || g->at[place + ways[i]] == king) return true;
        if (g->at[place + leaps[i]] == knight) return true;
    }
    char pawn = piece_of(by, 'P');
    int behind = place - forward(by);
    return g->at[behind + EAST] == pawn || g->at[behind - EAST] == pawn;
}

bool oracle_chess_check(const oracle_chess *g) {
    return oracle_chess_attacked(g, g->king[g->mover], 1 - g->mover);
}

/* --- making a move --- */

static bool castles(const oracle_chess *g, oracle_move m) {
    return m.from == g->king[g->mover] && colour_of(g->at[m.to]) == g->mover;
}

/* Where king and rook stand after castling: on the g and f files, or on the c and d files. */
static int castled(int colour, int side, bool king) {
    static const int cell[2][2] = {{5, 6}, {3, 2}};
    return oracle_place(cell[side][king] + (colour == ORACLE_WHITE ? 0 : 56));
}

static void castle(oracle_chess *g, oracle_move m) {
    int me = g->mover, side = m.to > m.from ? ORACLE_KING_SIDE : ORACLE_QUEEN_SIDE;
    g->at[m.from] = g->at[m.to] = '.';
    g->king[me] = castled(me, side, true);
    g->at[g->king[me]] = piece_of(me, 'K');
    g->at[castled(me, side, false)] = piece_of(me, 'R');
    g->clock++;
}

/* A rook that moves or is taken can no longer castle. */
static void lose_rights(oracle_chess *g, int place) {
    for (int i = 0; i < 4; i++)
        if (g->rook[i / 2][i % 2] == place) g->rook[i / 2][i % 2] = ORACLE_NOWHERE;
}

static void move_piece(oracle_chess *g, oracle_move m) {
    int me = g->mover;
    char piece = g->at[m.from];
    bool pawn = kind_of(piece) == 'P';
    g->clock = pawn || g->at[m.to] != '.' ? 0 : g->clock + 1;
    if (pawn && m.to == g->ep) g->at[m.to - forward(me)] = '.';
    g->at[m.from] = '.';
    g->at[m.to] = m.promoted ? piece_of(me, (char)(m.promoted - 'a' + 'A')) : piece;
    if (kind_of(piece) == 'K') g->king[me] = m.to;
    g->ep = ORACLE_NOWHERE;
    char enemy = piece_of(1 - me, 'P');
    if (pawn && m.to == m.from + 2 * forward(me) &&
        (g->at[m.to + EAST] == enemy || g->at[m.to - EAST] == enemy))
        g->ep = m.from + forward(me);
}

bool oracle_chess_takes_ep(const oracle_chess *g) {
    int me = g->mover, on = g->ep - forward(me);
    for (int side = -EAST; side <= EAST; side += 2 * EAST) {
        if (g->at[on + side] != piece_of(me, 'P')) continue;
        oracle_chess after = *g;
        after.at[g->ep] = after.at[on + side];
        after.at[on] = after.at[on + side] = '.';
        if (!oracle_chess_attacked(&after, after.king[me], 1 - me)) return true;
    }
    return false;
}

void oracle_chess_apply(oracle_chess *g, oracle_move m) {
    int me = g->mover;
    bool king = m.from == g->king[me];
    if (castles(g, m)) {
        castle(g, m);
        g->ep = ORACLE_NOWHERE;
    } else {
        move_piece(g, m);
    }
    lose_rights(g, m.from);
    lose_rights(g, m.to);
    if (king) g->rook[me][ORACLE_KING_SIDE] = g->rook[me][ORACLE_QUEEN_SIDE] = ORACLE_NOWHERE;
    if (me == ORACLE_BLACK) g->number++;
    g->mover = 1 - me;
    if (g->ep != ORACLE_NOWHERE && !oracle_chess_takes_ep(g)) g->ep = ORACLE_NOWHERE;
}

/* --- listing moves --- */

typedef struct listing {
    const oracle_chess *g;
    oracle_move *out;
    int count;
} listing;

/* Adds a move unless it leaves the king attacked. */
static void try_move(listing *l, int from, int to, char promoted) {
    oracle_chess after = *l->g;
    oracle_move m = {from, to, promoted};
    oracle_chess_apply(&after, m);
    if (oracle_chess_attacked(&after, after.king[1 - after.mover], after.mover)) return;
    assert(l->count < ORACLE_WORDS);
    l->out[l->count++] = m;
}

static void try_pawn(listing *l, int from, int to) {
    int last = l->g->mover == ORACLE_WHITE ? 7 : 0;
    if (rank_of(to) != last) {
        try_move(l, from, to, 0);
        return;
    }
    for (const char *kind = "qrbn"; *kind; kind++) try_move(l, from, to, *kind);
}

static void list_pawn(listing *l, int from) {
    const oracle_chess *g = l->g;
    int me = g->mover, ahead = from + forward(me);
    if (g->at[ahead] == '.') {
        try_pawn(l, from, ahead);
        bool first = rank_of(from) == (me == ORACLE_WHITE ? 1 : 6);
        if (first && g->at[ahead + forward(me)] == '.') try_move(l, from, ahead + forward(me), 0);
    }
    for (int side = -EAST; side <= EAST; side += 2 * EAST)
        if (colour_of(g->at[ahead + side]) == 1 - me || ahead + side == g->ep)
            try_pawn(l, from, ahead + side);
}

static void list_leaps(listing *l, int from, const int step[8]) {
    for (int i = 0; i < 8; i++) {
        char there = l->g->at[from + step[i]];
        if (there == '.' || colour_of(there) == 1 - l->g->mover)
            try_move(l, from, from + step[i], 0);
    }
}

static void list_rides(listing *l, int from, int first, int last) {
    for (int i = first; i < last; i++) {
        int to = from + ways[i];
        for (; l->g->at[to] == '.'; to += ways[i]) try_move(l, from, to, 0);
        if (colour_of(l->g->at[to]) == 1 - l->g->mover) try_move(l, from, to, 0);
    }
}

static int min(int a, int b) {
    return a < b ? a : b;
}

static int max(int a, int b) {
    return a > b ? a : b;
}

/* All places that king and rook touch must be empty but for the two, and the king must not stand
 * in, cross or reach an attacked one (that it does not reach one is also seen once it is there:
 * only then is the rook out of the way). */
static bool may_castle(const oracle_chess *g, int side) {
    int me = g->mover, king = g->king[me], rook = g->rook[me][side];
    if (rook == ORACLE_NOWHERE) return false;
    int king_to = castled(me, side, true), rook_to = castled(me, side, false);
    int from = min(min(king, rook), min(king_to, rook_to));
    int to = max(max(king, rook), max(king_to, rook_to));
    for (int place = from; place <= to; place++)
        if (place != king && place != rook && g->at[place] != '.') return false;
    for (int place = min(king, king_to); place <= max(king, king_to); place++)
        if (oracle_chess_attacked(g, place, 1 - me)) return false;
    return true;
}

static void list_king(listing *l, int from) {
    list_leaps(l, from, ways);
    for (int side = 0; side < 2; side++)
        if (may_castle(l->g, side)) try_move(l, from, l->g->rook[l->g->mover][side], 0);
}

static void list_piece(listing *l, int from) {
    switch (kind_of(l->g->at[from])) {
    case 'P':
        list_pawn(l, from);
        break;
    case 'N':
        list_leaps(l, from, leaps);
        break;
    case 'B':
        list_rides(l, from, 4, 8);
        break;
    case 'R':
        list_rides(l, from, 0, 4);
        break;
    case 'Q':
        list_rides(l, from, 0, 8);
        break;
    default:
        list_king(l, from);
    }
}

int oracle_chess_list(const oracle_chess *g, oracle_move out[ORACLE_WORDS]) {
    listing l = {g, out, 0};
    for (int cell = 0; cell < ORACLE_CELLS; cell++) {
        int place = oracle_place(cell);
        if (colour_of(g->at[place]) == g->mover) list_piece(&l, place);
    }
    return l.count;
}

/* --- words --- */

void oracle_chess_word(const oracle_chess *g, oracle_move m, char out[ORACLE_WORD]) {
    int to = m.to;
    if (castles(g, m) && !g->chess960)
        to = castled(g->mover, m.to > m.from ? ORACLE_KING_SIDE : ORACLE_QUEEN_SIDE, true);
    char *end = oracle_cell_name(out, oracle_place_cell(m.from));
    end = oracle_cell_name(end, oracle_place_cell(to));
    *end++ = m.promoted;
    if (m.promoted) *end = '\0';
}

void oracle_chess_moves(const oracle_chess *g, oracle_words *out) {
    oracle_move list[ORACLE_WORDS];
    int count = oracle_chess_list(g, list);
    out->count = 0;
    for (int i = 0; i < count; i++) {
        char word[ORACLE_WORD];
        oracle_chess_word(g, list[i], word);
        oracle_words_add(out, word);
    }
    oracle_words_sort(out);
}

bool oracle_chess_play(oracle_chess *g, const char *word) {
    oracle_move list[ORACLE_WORDS];
    int count = oracle_chess_list(g, list);
    for (int i = 0; i < count; i++) {
        char name[ORACLE_WORD];
        oracle_chess_word(g, list[i], name);
        if (strcmp(name, word) != 0) continue;
        oracle_chess_apply(g, list[i]);
        return true;
    }
    return false;
}

uint64_t oracle_chess_perft(const oracle_chess *g, int depth) {
    if (depth == 0) return 1;
    oracle_move list[ORACLE_WORDS];
    int count = oracle_chess_list(g, list);
    if (depth == 1) return (uint64_t)count;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        oracle_chess after = *g;
        oracle_chess_apply(&after, list[i]);
        sum += oracle_chess_perft(&after, depth - 1);
    }
    return sum;
}

/* --- endings --- */

bool oracle_chess_same(const oracle_chess *a, const oracle_chess *b) {
    return memcmp(a->at, b->at, sizeof a->at) == 0 && a->mover == b->mover && a->ep == b->ep &&
           memcmp(a->rook, b->rook, sizeof a->rook) == 0;
}

/* With nothing but kings and knights, or kings and bishops. */
static bool dead(const oracle_chess *g) {
    int knights = 0, bishops[2] = {0, 0}, others = 0;
    for (int cell = 0; cell < ORACLE_CELLS; cell++) {
        int place = oracle_place(cell);
        char kind = kind_of(g->at[place]);
        if (kind == 'N') knights++;
        if (kind == 'B') bishops[(file_of(place) + rank_of(place)) % 2]++;
        if (kind == 'Q' || kind == 'R' || kind == 'P') others++;
    }
    if (others > 0) return false;
    if (bishops[0] + bishops[1] == 0) return knights <= 1;
    return knights == 0 && (bishops[0] == 0 || bishops[1] == 0);
}

void oracle_chess_begin(oracle_chess_game *game, const oracle_chess *from) {
    game->now = *from;
    game->pasts = 0;
}

static int occurrences(const oracle_chess_game *game) {
    int n = 1;
    for (int i = 0; i < game->pasts; i++)
        if (oracle_chess_same(&game->past[i], &game->now)) n++;
    return n;
}

oracle_ending oracle_chess_ending(const oracle_chess_game *game) {
    const oracle_chess *g = &game->now;
    oracle_move list[ORACLE_WORDS];
    if (oracle_chess_list(g, list) == 0)
        return oracle_chess_check(g) ? ORACLE_CHECKMATE : ORACLE_STALEMATE;
    if (g->clock >= 100) return ORACLE_FIFTY;
    if (occurrences(game) >= 3) return ORACLE_THREEFOLD;
    return dead(g) ? ORACLE_DEAD : ORACLE_GOES_ON;
}

bool oracle_chess_go(oracle_chess_game *game, const char *word) {
    if (oracle_chess_ending(game) != ORACLE_GOES_ON) return false;
    oracle_chess before = game->now;
    if (!oracle_chess_play(&game->now, word)) return false;
    assert(game->pasts < ORACLE_PAST); /* at a clock of 100 the game is over */
    game->past[game->pasts++] = before;
    if (game->now.clock == 0) game->pasts = 0; /* nothing before can come back */
    return true;
}
