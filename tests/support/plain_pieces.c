#include <ctype.h>
#include <string.h>

#include "tests/support/plain_board.h"

/* Obsidian and daisy: what each kind does is a row of steps, and how far they go. */

typedef struct kind {
    const char *steps; /* a letter a step: see step_of() */
    int reach;
} kind;

/* Compass letters, from the side of the mover: n is forward. Knights' jumps are digits. */
static void step_of(char letter, int up, int *dr, int *dc) {
    static const char letters[] = "nsewabcd12345678";
    static const int step[16][2] = {{1, 0},  {-1, 0},  {0, 1},  {0, -1}, {1, 1},  {1, -1},
                                    {-1, 1}, {-1, -1}, {2, 1},  {2, -1}, {-2, 1}, {-2, -1},
                                    {1, 2},  {1, -2},  {-1, 2}, {-1, -2}};
    long i = strchr(letters, letter) - letters;
    *dr = step[i][0] * up;
    *dc = step[i][1];
}

static int owner(char piece, bool first_is_upper) {
    if (!isalpha((unsigned char)piece)) return -1;
    return (isupper((unsigned char)piece) != 0) == first_is_upper ? 0 : 1;
}

/* Along each step until something is in the way. `takes` says whether enemies may be taken. */
static void walk(const plain *b, const kind *k, int r, int c, bool upper, bool takes,
                 plain_move *out, int *n) {
    int up = b->mover == 0 ? -1 : 1;
    for (const char *s = k->steps; *s; s++) {
        int dr;
        int dc;
        step_of(*s, up, &dr, &dc);
        for (int i = 1; i <= k->reach && plain_inside(b, r + i * dr, c + i * dc); i++) {
            int who = owner(b->at[r + i * dr][c + i * dc], upper);
            if (who == b->mover || (who >= 0 && !takes)) break;
            plain_add(out, n, 0, r, c, r + i * dr, c + i * dc);
            if (who >= 0) break;
        }
    }
}

/* --- obsidian --- */

static void start_chess(plain *b) {
    static const char *const rows[] = {"ABCDECBA", "FFFFFFFF", "________", "________",
                                       "________", "________", "ffffffff", "abcdecba"};
    plain_fill(b, 8, 8, rows);
}

static void pawn_moves(const plain *b, int r, int c, plain_move *out, int *n) {
    int up = b->mover == 0 ? -1 : 1;
    int home = b->mover == 0 ? 6 : 1;
    if (plain_inside(b, r + up, c) && b->at[r + up][c] == '_') {
        plain_add(out, n, 0, r, c, r + up, c);
        if (r == home && b->at[r + 2 * up][c] == '_') plain_add(out, n, 0, r, c, r + 2 * up, c);
    }
    for (int dc = -1; dc <= 1; dc += 2)
        if (plain_inside(b, r + up, c + dc) && owner(b->at[r + up][c + dc], false) == 1 - b->mover)
            plain_add(out, n, 0, r, c, r + up, c + dc);
}

static int moves_chess(const plain *b, plain_move *out) {
    static const kind kinds[] = {
        {"nsew", 7}, {"12345678", 1}, {"abcd", 7}, {"nsewabcd", 1}, {"nsewabcd", 7}};
    int n = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            if (owner(b->at[r][c], false) != b->mover) continue;
            int which = tolower((unsigned char)b->at[r][c]) - 'a';
            if (which == 5)
                pawn_moves(b, r, c, out, &n);
            else
                walk(b, &kinds[which], r, c, false, true, out, &n);
        }
    return n;
}

static void play_chess(plain *b, const plain_move *m) {
    plain_move list[PLAIN_MOVES];
    char taken = b->at[m->r1][m->c1];
    char piece = b->at[m->r0][m->c0];
    b->at[m->r0][m->c0] = '_';
    b->at[m->r1][m->c1] = piece;
    if (m->r1 % 7 == 0 && piece == 'f') b->at[m->r1][m->c1] = 'e';
    if (m->r1 % 7 == 0 && piece == 'F') b->at[m->r1][m->c1] = 'E';
    if (taken == 'd' || taken == 'D') {
        b->over = true;
        b->winner = b->mover;
        return;
    }
    b->mover = 1 - b->mover;
    b->over = !moves_chess(b, list); /* a draw */
}

const plain_game plain_chess = {"obsidian", "", false, true, start_chess, moves_chess, play_chess};

/* --- daisy --- */

static void start_shogi(plain *b) {
    static const char *const rows[] = {"_________", "_________", "_________",
                                       "_________", "_________", "_________",
                                       "_________", "_________", "_________"};
    static const int all[8] = {1, 1, 1, 2, 2, 2, 2, 9};
    plain_fill(b, 9, 9, rows);
    for (int k = 0; k < 8; k++) b->reserve[0][k] = b->reserve[1][k] = all[k];
}

static bool stands(const plain *b, char piece) {
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++)
            if (b->at[r][c] == piece) return true;
    return false;
}

static int moves_shogi(const plain *b, plain_move *out) {
    static const kind kinds[] = {{"nsewabcd", 1}, {"nsew", 8}, {"abcd", 8}, {"nsewab", 1},
                                 {"nabcd", 1},    {"12", 1},   {"n", 8},    {"n", 1}};
    char base = b->mover == 0 ? 'A' : 'a';
    bool takes = stands(b, base);
    int n = 0;
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) {
            int who = owner(b->at[r][c], true);
            if (who == b->mover) walk(b, &kinds[b->at[r][c] - base], r, c, true, takes, out, &n);
            for (int k = 0; who < 0 && k < 8; k++)
                if (b->reserve[b->mover][k]) plain_add(out, &n, (char)(base + k), 0, 0, r, c);
        }
    return n;
}

static void play_shogi(plain *b, const plain_move *m) {
    char taken = b->at[m->r1][m->c1];
    if (m->piece) {
        b->at[m->r1][m->c1] = m->piece;
        b->reserve[b->mover][toupper((unsigned char)m->piece) - 'A']--;
    } else {
        b->at[m->r1][m->c1] = b->at[m->r0][m->c0];
        b->at[m->r0][m->c0] = '_';
    }
    if (taken != '_') b->reserve[b->mover][toupper((unsigned char)taken) - 'A']++;
    b->over = taken == 'a' || taken == 'A';
    if (b->over)
        b->winner = b->mover;
    else
        b->mover = 1 - b->mover;
}

const plain_game plain_shogi = {"daisy", "", false, true, start_shogi, moves_shogi, play_shogi};
