/* The rules texts of chess, draughts and othello against the same games written a second time: at
 * every position of many random games the same actions, the same position text, the same end. */
#include <acutest.h>

#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "tests/support/oracle_chess.h"
#include "tests/support/oracle_draughts.h"
#include "tests/support/oracle_othello.h"
#include "tests/support/text_table.h"

/* Sanitizers are slow and look at every byte: fewer positions will do. */
#if TEST_PACE
enum { MIN_POSITIONS = 40000, SCALE = 3 };
#else
enum { MIN_POSITIONS = 8000, SCALE = 20 };
#endif

/* What a game must have shown by the time the test ends. */
typedef struct tally {
    const char *what;
    int seen, least; /* least: in the release build */
} tally;

static void check_tallies(const tally *t, int n) {
    for (int i = 0; i < n; i++) {
        TEST_CHECK_(t[i].seen * SCALE >= t[i].least, "%s", t[i].what);
        TEST_MSG("seen %d times, expected %d", t[i].seen, t[i].least / SCALE);
    }
}

/* The words of both sides, which must be the same. */
static bool same_words(table *x, const oracle_words *w, const char *where) {
    char joined[ORACLE_WORDS * ORACLE_WORD];
    text_table_look(x);
    bool same = x->count == w->count;
    for (int i = 0; same && i < w->count; i++) same = strcmp(x->word[i], w->at[i]) == 0;
    if (same) return true;
    oracle_words_join(w, joined);
    TEST_CHECK_(false, "the same actions: %s", where);
    TEST_MSG("expected: %s", joined);
    (void)text_table_offers(x, joined);
    return false;
}

static bool play_both(table *x, const char *word) {
    action a = text_table_action(x, word);
    if (a == ACTION_NONE) return false;
    text_table_apply(x, a);
    return true;
}

/* A random word; sometimes one that takes back what the same side did last, so that positions come
 * again. `back` is that word turned round, "" for none. */
static const char *some_word(const oracle_words *w, const char *back, rng *g) {
    if (rng_below(g, 3) == 0 && oracle_words_have(w, back)) return back;
    return w->at[rng_below(g, (uint64_t)w->count)];
}

static void turn_round(char back[ORACLE_WORD], const char *word) {
    (void)snprintf(back, ORACLE_WORD, "%.2s%.2s", word + 2, word);
}

/* The utility of the first player: 1, 0.5 or 0; -1 while the game continues. */
static double value(const table *x) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (text_table_actor(x) != ACTOR_NONE) return -1;
    x->r->game->returns(x->r, x->s, utility, points);
    return (double)utility[0];
}

/* --- chess --- */

enum {
    CHESS_CASTLES,
    CHESS_ENPASSANT,
    CHESS_PROMOTES,
    CHESS_UNDER,
    CHESS_CHECKS,
    CHESS_MATES,
    CHESS_STALEMATES,
    CHESS_FIFTIES,
    CHESS_REPEATS,
    CHESS_DEAD,
    CHESS_TALLIES
};

static void put(char *cell, rng *g, char piece, int low, int high) {
    int at;
    do {
        at = low + (int)rng_below(g, (uint64_t)(high - low));
    } while (cell[at] != '.');
    cell[at] = piece;
}

/* Pawns: where they promote soon, or (e and o, d and u) where they meet in passing. */
static void put_one(char *cell, rng *g, char piece) {
    bool near = rng_below(g, 2) != 0;
    switch (piece) {
    case 'P':
        put(cell, g, 'P', near ? 40 : 8, 56);
        break;
    case 'p':
        put(cell, g, 'p', 8, near ? 24 : 56);
        break;
    case 'e':
    case 'd':
        put(cell, g, 'P', piece == 'e' ? 8 : 32, piece == 'e' ? 16 : 40);
        break;
    case 'o':
    case 'u':
        put(cell, g, 'p', piece == 'o' ? 24 : 48, piece == 'o' ? 32 : 56);
        break;
    default:
        put(cell, g, piece, 0, 64);
        break;
    }
}

/* Kings, and a few pieces of those that make rare moves likely. False: no position of chess. */
static bool sparse_chess(oracle_chess *o, rng *g) {
    static const char *const sets[] = {"PPp",  "PPPppp", "RRrr",   "Qq",        "Pp",  "Bb",
                                       "N",    "Nn",     "PPppR",  "RPrp",      "BBb", "Rr",
                                       "Qp",   "PPPPpp", "QR",     "qr",        "QQ",  "qqP",
                                       "QPPp", "eeeooo", "ddduuu", "QRBNPqrbnp"};
    char cell[ORACLE_CELLS];
    char fen[ORACLE_TEXT];
    memset(cell, '.', sizeof cell);
    bool castles = rng_below(g, 3) == 0;
    const char *set = sets[rng_below(g, sizeof sets / sizeof *sets)];
    if (castles) {
        cell[4] = 'K';
        cell[60] = 'k';
        cell[0] = cell[7] = 'R';
        cell[56] = cell[63] = 'r';
    } else {
        put(cell, g, 'K', 0, 64);
        put(cell, g, 'k', 0, 64);
    }
    for (; *set; set++) put_one(cell, g, *set);
    char *end = oracle_board_write(fen, cell);
    char mover = rng_below(g, 2) ? 'w' : 'b';
    int clock = rng_below(g, 4) ? 0 : 80 + (int)rng_below(g, 20);
    (void)snprintf(end, (size_t)(fen + sizeof fen - end), " %c %s - %d 1", mover,
                   castles ? "KQkq" : "-", clock);
    return oracle_chess_read(o, fen, false) == NULL;
}

/* A position that no game has: the side that is not to move stands in check. */
static bool king_hangs(const oracle_chess *o) {
    return oracle_chess_attacked(o, o->king[1 - o->mover], o->mover);
}

/* Castling and en passant, when they are available. */
static const char *rare_word(const oracle_chess *o, const oracle_words *w) {
    for (int i = 0; i < w->count; i++) {
        int from = oracle_place(oracle_cell(w->at[i]));
        int to = oracle_place(oracle_cell(w->at[i] + 2));
        char piece = o->at[from];
        if ((piece == 'K' || piece == 'k') && (to - from == 2 || from - to == 2)) return w->at[i];
        if ((piece == 'P' || piece == 'p') && to == o->ep && (to - from) % 10 != 0) return w->at[i];
    }
    return NULL;
}

static void tally_chess(tally *t, const oracle_chess *before, const char *word,
                        const oracle_chess *after) {
    int from = oracle_place(oracle_cell(word));
    int to = oracle_place(oracle_cell(word + 2));
    char piece = before->at[from];
    bool pawn = piece == 'P' || piece == 'p';
    bool king = piece == 'K' || piece == 'k';
    t[CHESS_CASTLES].seen += king && (to - from == 2 || from - to == 2);
    t[CHESS_ENPASSANT].seen += pawn && to == before->ep && (to - from) % 10 != 0;
    t[CHESS_PROMOTES].seen += word[4] == 'q';
    t[CHESS_UNDER].seen += word[4] && word[4] != 'q';
    t[CHESS_CHECKS].seen += oracle_chess_check(after);
}

/* Both must agree on whether and how it is over. True: it is. */
static bool chess_is_over(table *x, const oracle_chess_game *way, tally *t) {
    static const int slot[] = {[ORACLE_CHECKMATE] = CHESS_MATES,
                               [ORACLE_STALEMATE] = CHESS_STALEMATES,
                               [ORACLE_FIFTY] = CHESS_FIFTIES,
                               [ORACLE_THREEFOLD] = CHESS_REPEATS,
                               [ORACLE_DEAD] = CHESS_DEAD};
    oracle_ending e = oracle_chess_ending(way);
    double want = e == ORACLE_GOES_ON     ? -1
                  : e == ORACLE_CHECKMATE ? way->now.mover == ORACLE_BLACK
                                          : 0.5;
    TEST_CHECK_(value(x) == want, "ending %d: %s", (int)e, text_table_text(x));
    TEST_MSG("expected %.1f, found %.1f", want, value(x));
    if (e != ORACLE_GOES_ON) t[slot[e]].seen++;
    return e != ORACLE_GOES_ON || value(x) != want;
}

static int play_chess(table *x, const oracle_chess *from, rng *g, tally *t) {
    static oracle_chess_game way;
    char fen[ORACLE_TEXT];
    char back[2][ORACLE_WORD] = {"", ""};
    int plies = 0;
    oracle_chess_begin(&way, from);
    oracle_chess_write(from, fen);
    if (!text_table_read(x, fen)) return 1000000;
    for (; plies < 400; plies++) {
        oracle_words w;
        char word[ORACLE_WORD];
        oracle_chess_moves(&way.now, &w);
        oracle_chess_write(&way.now, fen);
        if (w.count == 0) break; /* a start that is over */
        TEST_CHECK_(strncmp(text_table_text(x), fen, strlen(fen)) == 0, "%s", fen);
        TEST_MSG("found %s", text_table_text(x));
        if (!same_words(x, &w, fen)) return 1000000;
        const char *rare = rng_below(g, 2) ? rare_word(&way.now, &w) : NULL;
        (void)snprintf(word, sizeof word, "%s", rare ? rare : some_word(&w, back[plies & 1], g));
        turn_round(back[plies & 1], word);
        oracle_chess before = way.now;
        if (!play_both(x, word) || !oracle_chess_go(&way, word)) return 1000000;
        tally_chess(t, &before, word, &way.now);
        if (chess_is_over(x, &way, t)) break;
    }
    return plies + 1;
}

static void test_chess(void) {
    tally t[CHESS_TALLIES] = {
        [CHESS_CASTLES] = {"castling", 0, 100},     [CHESS_ENPASSANT] = {"en passant", 0, 30},
        [CHESS_PROMOTES] = {"queens made", 0, 100}, [CHESS_UNDER] = {"other pieces made", 0, 300},
        [CHESS_CHECKS] = {"checks", 0, 1000},       [CHESS_MATES] = {"mates", 0, 20},
        [CHESS_STALEMATES] = {"stalemates", 0, 6},  [CHESS_FIFTIES] = {"fifty moves", 0, 50},
        [CHESS_REPEATS] = {"third times", 0, 10},   [CHESS_DEAD] = {"dead positions", 0, 50}};
    table x;
    rng g = rng_stream(1, 0);
    TEST_ASSERT(text_table_open_file(&x, RULEBOOKS "/chess.game", ""));
    for (int n = 0, i = 0; n < MIN_POSITIONS; i++) {
        oracle_chess from;
        oracle_chess_start(&from);
        if (i % 8 && (!sparse_chess(&from, &g) || king_hangs(&from))) continue;
        oracle_chess_game begun;
        oracle_chess_begin(&begun, &from);
        if (oracle_chess_ending(&begun) == ORACLE_GOES_ON) n += play_chess(&x, &from, &g, t);
    }
    check_tallies(t, CHESS_TALLIES);
    text_table_close(&x);
    TEST_CHECK(mem_live() == 0);
}

/* --- draughts --- */

enum {
    DRAUGHTS_JUMPS,
    DRAUGHTS_CHAINS, /* three jumps and more */
    DRAUGHTS_CROWNS,
    DRAUGHTS_CROWNED_JUMPS, /* crowned by a jump: the turn is over */
    DRAUGHTS_KING_JUMPS,
    DRAUGHTS_STUCKS,
    DRAUGHTS_QUIETS,
    DRAUGHTS_REPEATS,
    DRAUGHTS_TALLIES
};

static void put_dark(char *cell, rng *g, char piece) {
    int at;
    do {
        at = (int)rng_below(g, 64);
    } while (cell[at] != '.' || (at % 8 + at / 8) % 2 || (piece == 'M' && at > 55) ||
             (piece == 'm' && at < 8));
    cell[at] = piece;
}

static bool sparse_draughts(oracle_draughts *o, rng *g) {
    static const char *const sets[] = {"Kk",     "KKkk",   "KKmmmmm", "MMMMkk", "KKk",
                                       "MMMmmm", "KMmmmm", "Kmmmmmm", "MMMMMMk"};
    char cell[ORACLE_CELLS];
    char line[ORACLE_TEXT];
    memset(cell, '.', sizeof cell);
    for (const char *s = sets[rng_below(g, sizeof sets / sizeof *sets)]; *s; s++)
        put_dark(cell, g, *s);
    char *end = oracle_board_write(line, cell);
    (void)snprintf(end, (size_t)(line + sizeof line - end), " %d", (int)rng_below(g, 2));
    if (oracle_draughts_read(o, line) != NULL) return false;
    o->quiet = rng_below(g, 3) ? 0 : 60 + (int)rng_below(g, 19);
    return true;
}

static void tally_draughts(tally *t, const oracle_draughts *before, const char *word,
                           const oracle_draughts *after, int *chain) {
    int from = oracle_cell(word);
    int to = oracle_cell(word + 2);
    bool jump = to - from > 9 || from - to > 9;
    bool man = before->cell[from] == 'M' || before->cell[from] == 'm';
    bool crowned = man && (after->cell[to] == 'K' || after->cell[to] == 'k');
    *chain = jump ? *chain + 1 : 0;
    t[DRAUGHTS_JUMPS].seen += jump;
    t[DRAUGHTS_CHAINS].seen += *chain == 3;
    t[DRAUGHTS_CROWNS].seen += crowned;
    t[DRAUGHTS_CROWNED_JUMPS].seen += crowned && jump;
    t[DRAUGHTS_KING_JUMPS].seen += jump && !man;
    if (after->jumper == ORACLE_NO_JUMPER) *chain = 0;
}

static bool draughts_is_over(table *x, const oracle_draughts_game *way, tally *t) {
    oracle_draughts_ending e = oracle_draughts_ending_of(way);
    double want = e == ORACLE_DRAUGHTS_GOES_ON ? -1
                  : e == ORACLE_DRAUGHTS_STUCK ? way->now.mover == 1
                                               : 0.5;
    TEST_CHECK_(value(x) == want, "ending %d: %s", (int)e, text_table_text(x));
    TEST_MSG("expected %.1f, found %.1f", want, value(x));
    t[DRAUGHTS_STUCKS].seen += e == ORACLE_DRAUGHTS_STUCK;
    t[DRAUGHTS_QUIETS].seen += e == ORACLE_DRAUGHTS_QUIET;
    t[DRAUGHTS_REPEATS].seen += e == ORACLE_DRAUGHTS_REPEAT;
    return e != ORACLE_DRAUGHTS_GOES_ON || value(x) != want;
}

static int play_draughts(table *x, const oracle_draughts *from, rng *g, tally *t) {
    static oracle_draughts_game way;
    char line[ORACLE_TEXT + 16];
    char back[2][ORACLE_WORD] = {"", ""};
    int plies = 0;
    int chain = 0;
    oracle_draughts_begin(&way, from);
    oracle_draughts_write(from, line);
    if (from->quiet) (void)snprintf(line + strlen(line), 16, " quiet=%d", from->quiet);
    if (!text_table_read(x, line)) return 1000000;
    for (; plies < 400; plies++) {
        oracle_words w;
        char word[ORACLE_WORD];
        oracle_draughts_moves(&way.now, &w);
        oracle_draughts_write(&way.now, line);
        TEST_CHECK_(strncmp(text_table_text(x), line, strlen(line)) == 0, "%s", line);
        TEST_MSG("found %s", text_table_text(x));
        if (!same_words(x, &w, line)) return 1000000;
        (void)snprintf(word, sizeof word, "%s", some_word(&w, back[way.now.mover], g));
        turn_round(back[way.now.mover], word);
        oracle_draughts before = way.now;
        if (!play_both(x, word) || !oracle_draughts_go(&way, word)) return 1000000;
        tally_draughts(t, &before, word, &way.now, &chain);
        if (draughts_is_over(x, &way, t)) break;
    }
    return plies + 1;
}

static void test_draughts(void) {
    tally t[DRAUGHTS_TALLIES] = {[DRAUGHTS_JUMPS] = {"jumps", 0, 2000},
                                 [DRAUGHTS_CHAINS] = {"chains of three", 0, 30},
                                 [DRAUGHTS_CROWNS] = {"crownings", 0, 500},
                                 [DRAUGHTS_CROWNED_JUMPS] = {"crownings by a jump", 0, 30},
                                 [DRAUGHTS_KING_JUMPS] = {"jumps of kings", 0, 500},
                                 [DRAUGHTS_STUCKS] = {"losses", 0, 200},
                                 [DRAUGHTS_QUIETS] = {"quiet draws", 0, 20},
                                 [DRAUGHTS_REPEATS] = {"third times", 0, 50}};
    table x;
    rng g = rng_stream(2, 0);
    TEST_ASSERT(text_table_open_file(&x, RULEBOOKS "/draughts.game", ""));
    for (int n = 0, i = 0; n < MIN_POSITIONS; i++) {
        oracle_draughts from;
        oracle_words w;
        oracle_draughts_start(&from);
        if (i % 4 && !sparse_draughts(&from, &g)) continue;
        oracle_draughts_moves(&from, &w);
        if (w.count) n += play_draughts(&x, &from, &g, t);
    }
    check_tallies(t, DRAUGHTS_TALLIES);
    text_table_close(&x);
    TEST_CHECK(mem_live() == 0);
}

/* --- othello --- */

enum { OTHELLO_PASSES, OTHELLO_ENDS, OTHELLO_EARLY_ENDS, OTHELLO_TIES, OTHELLO_TALLIES };

static bool random_othello(oracle_othello *o, rng *g) {
    char cell[ORACLE_CELLS];
    char line[ORACLE_TEXT];
    uint64_t full = 1 + rng_below(g, 8);
    uint64_t dark = 1 + rng_below(g, 8);
    for (int i = 0; i < ORACLE_CELLS; i++)
        cell[i] = rng_below(g, 9) >= full ? '.' : rng_below(g, 9) < dark ? 'D' : 'd';
    char *end = oracle_board_write(line, cell);
    (void)snprintf(end, (size_t)(line + sizeof line - end), " %d", (int)rng_below(g, 2));
    return oracle_othello_read(o, line) == NULL;
}

static void othello_ends(table *x, const oracle_othello *o, tally *t) {
    int mine = oracle_othello_discs(o, 0);
    int other = oracle_othello_discs(o, 1);
    double want = mine > other ? 1 : mine == other ? 0.5 : 0;
    TEST_CHECK_(value(x) == want, "%d to %d discs: %s", mine, other, text_table_text(x));
    t[OTHELLO_ENDS].seen++;
    t[OTHELLO_EARLY_ENDS].seen += mine + other < ORACLE_CELLS;
    t[OTHELLO_TIES].seen += mine == other;
}

static int play_othello(table *x, oracle_othello o, rng *g, tally *t) {
    int plies = 0;
    char line[ORACLE_TEXT];
    oracle_othello_write(&o, line);
    if (!text_table_read(x, line)) return 1000000;
    for (;; plies++) {
        oracle_words w;
        char word[ORACLE_WORD];
        oracle_othello_moves(&o, &w);
        oracle_othello_write(&o, line);
        if (!same_words(x, &w, line)) return 1000000;
        if (w.count == 0) break;
        TEST_CHECK_(strncmp(text_table_text(x), line, strlen(line)) == 0, "%s", line);
        TEST_MSG("found %s", text_table_text(x));
        (void)snprintf(word, sizeof word, "%s", w.at[rng_below(g, (uint64_t)w.count)]);
        t[OTHELLO_PASSES].seen += strcmp(word, "pass") == 0;
        if (!play_both(x, word) || !oracle_othello_play(&o, word)) return 1000000;
    }
    othello_ends(x, &o, t);
    return plies + 1;
}

static void test_othello(void) {
    tally t[OTHELLO_TALLIES] = {[OTHELLO_PASSES] = {"passes", 0, 500},
                                [OTHELLO_ENDS] = {"endings", 0, 300},
                                [OTHELLO_EARLY_ENDS] = {"endings with empty cells", 0, 100},
                                [OTHELLO_TIES] = {"ties", 0, 10}};
    table x;
    rng g = rng_stream(3, 0);
    TEST_ASSERT(text_table_open_file(&x, RULEBOOKS "/othello.game", ""));
    for (int n = 0, i = 0; n < MIN_POSITIONS; i++) {
        oracle_othello from;
        oracle_othello_start(&from);
        if (i % 3 && !random_othello(&from, &g)) continue;
        n += play_othello(&x, from, &g, t);
    }
    check_tallies(t, OTHELLO_TALLIES);
    text_table_close(&x);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {
    {"chess", test_chess}, {"draughts", test_draughts}, {"othello", test_othello}, {NULL, NULL}};
