/* Composes puzzles/chess/mates.txt: make_mates [SEED] writes a suite of mates in two and three
 * moves to standard output. The same seed gives the same suite.
 *
 * Positions are drawn by chance (mate_boards.h), and all of chess is tried in them (oracle_mate.h).
 * Each puzzle of the suite has a theme, a mix of material and a colour to fulfil; no two have the
 * same material. Endings lose every man that the solution can do without, positions of a dozen men
 * a few. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "tests/support/mate_boards.h"
#include "tests/support/oracle_mate.h"

typedef enum theme {
    QUIET,
    CHECK,
    CAPTURE,
    SACRIFICE,
    PROMOTION,
    KNIGHTING,
    UNDERPROMOTION,
    CASTLING,
    EN_PASSANT,
    SEVERAL,
    THEMES
} theme;

static const struct {
    const char *name;
    int count; /* of each length */
    mate_feature feature;
} themes[THEMES] = {
    [QUIET] = {"a quiet first move", 7, MATE_PLAIN},
    [CHECK] = {"the first move gives check", 4, MATE_PLAIN},
    [CAPTURE] = {"the first move captures", 3, MATE_PLAIN},
    [SACRIFICE] = {"the first move offers a piece", 5, MATE_PLAIN},
    [PROMOTION] = {"the first move promotes to a queen", 2, MATE_ADVANCED},
    [KNIGHTING] = {"the first move promotes to a knight", 2, MATE_ADVANCED},
    [UNDERPROMOTION] = {"the first move promotes to a rook or a bishop", 1, MATE_ADVANCED},
    [CASTLING] = {"the first move is castling", 2, MATE_CASTLING},
    [EN_PASSANT] = {"the first move captures en passant", 2, MATE_STEPPED},
    [SEVERAL] = {"two or three first moves", 2, MATE_PLAIN},
};

enum { SUITE = 60, MATERIAL = 40, MIXES = MATE_PLAYED + 1 };

typedef struct puzzle {
    oracle_chess g; /* White to move */
    int moves;
    theme theme;
    oracle_move keys[ORACLE_WORDS];
    int count;
} puzzle;

/* --- themes --- */

static char kind_at(const oracle_chess *g, int place) {
    char piece = g->at[place];
    return (char)(piece >= 'a' && piece <= 'z' ? piece - 'a' + 'A' : piece);
}

static int value(char kind) {
    static const char kinds[] = ".PNBRQK";
    static const int values[] = {0, 1, 3, 3, 5, 9, 0};
    return values[strchr(kinds, kind) - kinds];
}

/* A piece goes where it can be taken, for less than itself. */
static bool sacrifices(const oracle_chess *g, oracle_move m, const oracle_chess *after) {
    char kind = kind_at(g, m.from);
    if (kind == 'K' || kind == 'P' || value(kind_at(g, m.to)) >= value(kind)) return false;
    oracle_move list[ORACLE_WORDS];
    int count = oracle_chess_list(after, list);
    for (int i = 0; i < count; i++)
        if (list[i].to == m.to) return true;
    return false;
}

/* The theme that a first move belongs to. */
static theme theme_of(const oracle_chess *g, oracle_move m) {
    oracle_chess after = *g;
    oracle_chess_apply(&after, m);
    bool own = g->at[m.to] >= 'A' && g->at[m.to] <= 'Z';
    if (own) return CASTLING;
    if (m.promoted == 'q') return PROMOTION;
    if (m.promoted) return m.promoted == 'n' ? KNIGHTING : UNDERPROMOTION;
    if (m.to == g->ep && kind_at(g, m.from) == 'P') return EN_PASSANT;
    if (sacrifices(g, m, &after)) return SACRIFICE;
    if (g->at[m.to] != '.') return CAPTURE;
    return oracle_chess_check(&after) ? CHECK : QUIET;
}

static int replies(const oracle_chess *g, oracle_move m) {
    oracle_chess after = *g;
    oracle_move list[ORACLE_WORDS];
    oracle_chess_apply(&after, m);
    return oracle_chess_list(&after, list);
}

/* --- solving --- */

/* Some move that fits the theme forces mate: said before the dearer questions are asked. */
static bool promising(const puzzle *p) {
    oracle_move list[ORACLE_WORDS];
    int count = oracle_chess_list(&p->g, list), fitting = 0;
    for (int i = 0; i < count; i++)
        if (p->theme == SEVERAL || theme_of(&p->g, list[i]) == p->theme) list[fitting++] = list[i];
    return fitting > 0 && oracle_mate_among(&p->g, p->moves, list, fitting);
}

/* Fills in the first moves; false unless it is a puzzle of its theme: not solved in fewer moves,
 * the right number of first moves, and more than one reply. */
static bool solve(puzzle *p) {
    if (!promising(p) || oracle_mate_in(&p->g, p->moves - 1)) return false;
    p->count = oracle_mate_keys(&p->g, p->moves, p->keys);
    if (p->theme == SEVERAL) return p->count == 2 || p->count == 3;
    return p->count == 1 && theme_of(&p->g, p->keys[0]) == p->theme &&
           replies(&p->g, p->keys[0]) > 1;
}

/* Takes men away, in an order of chance, as long as the puzzle stays one. */
static void reduce(puzzle *p, int tries, rng *r) {
    for (int i = 0; i < tries; i++) {
        int place = oracle_place((int)rng_below(r, ORACLE_CELLS));
        if (p->g.at[place] == '.' || kind_at(&p->g, place) == 'K') continue;
        puzzle less = *p;
        if (mate_board_without(&p->g, place, &less.g) && solve(&less)) *p = less;
    }
}

/* --- the suite --- */

/* What is on the board, White's first: the men in the order of the alphabet. */
static void material_of(const oracle_chess *g, char out[MATERIAL]) {
    for (const char *piece = "BKNPQRbknpqr"; *piece; piece++)
        for (int cell = 0; cell < ORACLE_CELLS; cell++)
            if (g->at[oracle_place(cell)] == *piece) *out++ = *piece;
    *out = '\0';
}

typedef struct suite {
    char material[SUITE][MATERIAL];
    int count;
} suite;

static bool is_new(const suite *s, const puzzle *p) {
    char material[MATERIAL];
    material_of(&p->g, material);
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->material[i], material) == 0) return false;
    return true;
}

/* Black's king has few cells to go to. Few others are mated, and to find that out takes long. */
static bool cornered(const oracle_chess *g, mate_mix mix) {
    int flights = 0;
    for (int files = -1; files <= 1; files++)
        for (int ranks = -1; ranks <= 1; ranks++) {
            int to = g->king[ORACLE_BLACK] + files + 10 * ranks;
            bool blocked = g->at[to] == '#' || (g->at[to] >= 'a' && g->at[to] <= 'z');
            flights += !blocked && !oracle_chess_attacked(g, to, ORACLE_WHITE);
        }
    return flights <= (mix >= MATE_CROWDED ? 1 : 2);
}

static void compose(suite *s, puzzle *p, mate_mix mix, rng *r) {
    for (;;) {
        if (!mate_board(&p->g, mix, themes[p->theme].feature, r)) continue;
        if (!cornered(&p->g, mix) || !solve(p)) continue;
        if (mix == MATE_ENDING) reduce(p, 300, r);
        if (mix == MATE_MIDDLE) reduce(p, 25, r);
        if (is_new(s, p)) break;
    }
    material_of(&p->g, s->material[s->count++]);
}

/* One line; for Black the board is turned, which changes the ranks of the moves alone. */
static void print(const puzzle *p, bool black) {
    char fen[ORACLE_TEXT], all[ORACLE_WORDS * ORACLE_WORD];
    oracle_chess g = black ? mate_board_turned(&p->g) : p->g;
    oracle_words first = {.count = 0};
    oracle_move keys[ORACLE_WORDS];
    int count = oracle_mate_keys(&g, p->moves, keys);
    for (int i = 0; i < count; i++) {
        char word[ORACLE_WORD];
        oracle_chess_word(&g, keys[i], word);
        oracle_words_add(&first, word);
    }
    oracle_words_sort(&first);
    oracle_words_join(&first, all);
    oracle_chess_write(&g, fen);
    printf("%s ; mate in %d ; %s\n", fen, p->moves, all);
    (void)fflush(stdout);
}

/* Random games rarely lead to castling, promotion or en passant: those come from the other mixes.
 */
static mate_mix mix_for(theme t, int i) {
    return (mate_mix)(themes[t].feature == MATE_PLAIN ? i % MIXES : i % MATE_PLAYED);
}

int main(int argc, char **argv) {
    uint64_t seed = 1;
    suite s = {.count = 0};
    if (argc > 2 || (argc == 2 && !text_u64(argv[1], UINT64_MAX, &seed))) {
        (void)fprintf(stderr, "usage: make_mates [SEED]\n");
        return 2;
    }
    printf(
        "# Chess: %d mates, composed by make_mates %llu (tests/support/make_mates.c) and checked "
        "by\n"
        "# tests/games/test_mates.c. A line: FEN ; mate in N ; the first moves that force it, in "
        "UCI\n"
        "# notation. None can be solved in fewer moves. Not every position can arise in a game.\n",
        SUITE, (unsigned long long)seed);
    for (int moves = 2; moves <= 3; moves++)
        for (theme t = 0; t < THEMES; t++) {
            printf("#\n# mate in %d: %s\n", moves, themes[t].name);
            for (int i = 0; i < themes[t].count; i++) {
                rng r = rng_stream(seed, (uint64_t)s.count);
                puzzle p = {.moves = moves, .theme = t};
                bool black = rng_below(&r, 2) == 1;
                compose(&s, &p, mix_for(t, i), &r);
                print(&p, black);
            }
        }
    return s.count == SUITE ? EXIT_SUCCESS : EXIT_FAILURE;
}
