/* Games on the kit against the same games written plainly (tests/support/plain_board.h): over
 * random games the same moves, boards, players, ends and winners; draws by length and repetition
 * included. */
#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/sdk/kit.h"
#include "games/boardwalk/boardwalk_games.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"
#include "tests/support/plain_board.h"

#if TEST_PACE
enum { GAMES = 40 };
#else
enum { GAMES = 4 };
#endif

enum { MAX_PLIES = 400, TIMES = 3, NAME = 24, SNAPSHOT = 200 };

typedef struct duel {
    const plain_game *g;
    plain b;
    position *p;
    char (*past)[SNAPSHOT]; /* positions so far, for repetition */
    int plies;
    bool limited;
    int repeated; /* games that were drawn by repetition */
} duel;

static char plain_letter(unsigned code) {
    return code == 0xc2 ? 'K' : code == 0xd4 ? 'Q' : '?';
}

/* The board of the kit's text, cell by cell, against the plain one. */
static bool same_board(const duel *d, const char *row) {
    for (int r = 0; r < d->b.rows; r++) {
        for (int c = 0; c < d->b.cols; c++) {
            char got = *row++;
            if (got == '~') {
                got = plain_letter((unsigned)strtoul((char[]){row[0], row[1], 0}, NULL, 16));
                row += 2;
            }
            if ((got == '.' ? ' ' : got) != d->b.at[r][c]) return false;
        }
        if (*row++ != (r + 1 < d->b.rows ? '/' : ' ')) return false;
    }
    return true;
}

static void name_move(const plain_move *m, char *out) {
    if (m->piece)
        (void)snprintf(out, NAME, "%c:%d,%d", m->piece, m->r1, m->c1);
    else
        (void)snprintf(out, NAME, "%d,%d:%d,%d", m->r0, m->c0, m->r1, m->c1);
}

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

typedef struct names {
    char at[PLAIN_MOVES][NAME];
    int count;
    const position *p;
} names;

static bool collect(void *ctx, const token *tok) {
    names *n = ctx;
    text out = text_over(n->at[n->count++], NAME);
    token_write(position_rules(n->p), position_data(n->p), tok, &out);
    return n->count < PLAIN_MOVES;
}

/* The same moves; *move is one of them, as many as there are. */
static bool same_moves(const duel *d, plain_move *list, int *count) {
    static names ours; /* too large for the stack of a thread */
    static names theirs;
    const rules *r = position_rules(d->p);
    theirs.count = 0;
    theirs.p = d->p;
    TEST_CHECK(token_walk((state_ref){r, position_data(d->p), position_trail(d->p)}, collect,
                          &theirs) == ST_OK);
    ours.count = *count = d->g->moves(&d->b, list);
    for (int i = 0; i < ours.count; i++) name_move(&list[i], ours.at[i]);
    qsort(ours.at, (size_t)ours.count, NAME, by_name);
    qsort(theirs.at, (size_t)theirs.count, NAME, by_name);
    bool same = ours.count == theirs.count;
    for (int i = 0; same && i < ours.count; i++) same = strcmp(ours.at[i], theirs.at[i]) == 0;
    return same;
}

static bool same_end(const duel *d) {
    const rules *r = position_rules(d->p);
    int actor = r->game->actor(r, position_data(d->p));
    if (!d->b.over) return actor == d->b.mover;
    float share[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (actor != ACTOR_NONE) return false;
    r->game->returns(r, position_data(d->p), share, points);
    float draw = d->b.alone ? 0 : 0.5F;
    return share[0] == (d->b.winner < 0 ? draw : d->b.winner == 0 ? 1 : 0);
}

/* Draws that the rules of the game do not know. */
static void limit(duel *d) {
    const plain *b = &d->b;
    char *now = d->past[d->plies];
    (void)snprintf(now, SNAPSHOT, "%d %d %d %d %d %d %d ", b->mover, b->placed, b->hand[0],
                   b->hand[1], b->more, b->more_r, b->more_c);
    size_t n = strlen(now);
    for (int i = 0; i < 16; i++) now[n++] = (char)('a' + b->reserve[i / 8][i % 8]);
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++) now[n++] = b->at[r][c];
    now[n] = '\0';
    int times = 1;
    for (int i = 0; i < d->plies; i++) times += strcmp(d->past[i], now) == 0;
    if (b->over || !d->limited || !d->g->endless) return;
    d->b.over = times >= TIMES || d->plies >= MAX_PLIES;
    d->repeated += times >= TIMES && d->plies < MAX_PLIES;
}

static bool one_game(duel *d, const game *g, uint64_t seed) {
    static plain_move list[PLAIN_MOVES];
    char setup[80];
    rng dice = rng_stream(seed, 0);
    d->limited = seed % 2;
    (void)snprintf(setup, sizeof setup, "%s %s", d->limited ? "" : "rules reference", d->g->setup);
    d->p = one_line_start(g, setup);
    d->b.option = d->g->option;
    d->g->start(&d->b);
    bool same = d->p != NULL;
    for (d->plies = 0; same; d->plies++) {
        int n = 0;
        text line = text_growing();
        limit(d);
        position_write(d->p, &line);
        same = same_board(d, text_string(&line)) && same_end(d) &&
               (d->b.over || same_moves(d, list, &n));
        if (!same) (void)printf("  differs at ply %d: %s\n", d->plies, text_string(&line));
        text_done(&line);
        if (!same || d->b.over || d->plies == MAX_PLIES) break;
        char move[NAME];
        const plain_move *m = &list[rng_below(&dice, (uint64_t)n)];
        name_move(m, move);
        d->g->play(&d->b, m);
        same = one_line_play(d->p, move);
    }
    position_destroy(d->p);
    return same;
}

static int compare(const plain_game *against, unsigned games) {
    duel d = {.g = against};
    kit *k = NULL;
    TEST_CASE(against->name);
    for (const bw_game *const *g = boardwalk_games; *g; g++)
        if (strcmp((*g)->name, against->name) == 0) TEST_CHECK(kit_create(&k, *g, NULL) == ST_OK);
    d.past = mem_alloc((MAX_PLIES + 2) * sizeof *d.past);
    TEST_ASSERT(k && d.past);
    uint64_t seed = 1;
    while (seed <= games && one_game(&d, kit_game(k), seed)) seed++;
    TEST_CHECK_(seed > games, "game %d", (int)seed);
    mem_free(d.past);
    kit_destroy(k);
    TEST_CHECK(mem_live() == 0);
    return d.repeated;
}

static void test_checkers(void) {
    int repeated = compare(&plain_checkers, PACE(100, 4));
    TEST_CHECK(repeated >= PACE(1, 0)); /* such draws are among them */
    (void)compare(&plain_checkers8, GAMES / 4);
    (void)compare(&plain_short_kings, GAMES / 4);
}

static void test_tafl(void) {
    (void)compare(&plain_tafl, GAMES);
    (void)compare(&plain_tafl_passive, GAMES);
}

static void test_seega(void) {
    (void)compare(&plain_seega, GAMES);
}

static void test_morris(void) {
    (void)compare(&plain_morris, GAMES);
    (void)compare(&plain_morris_cross, GAMES / 4);
}

static void test_chess_and_shogi(void) {
    (void)compare(&plain_chess, GAMES);
    (void)compare(&plain_shogi, GAMES / 4);
}

static void test_small_ones(void) {
    static const plain_game *const games[] = {
        &plain_reversi,  &plain_amazons, &plain_tron, &plain_pegs,
        &plain_dominoes, &plain_rows,    NULL};
    for (int i = 0; games[i]; i++) (void)compare(games[i], GAMES / 2);
}

TEST_LIST = {{"checkers", test_checkers},
             {"tafl", test_tafl},
             {"seega", test_seega},
             {"morris", test_morris},
             {"chess_and_shogi", test_chess_and_shogi},
             {"small_ones", test_small_ones},
             {NULL, NULL}};
