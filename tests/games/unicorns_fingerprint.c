/* The statistical fingerprint of the reference program: 6000 games a row, all players uniform
 * random, measured there with its shuffle and its crash repaired. Plays as many games here as the
 * first argument says (default 400) for each number of players and compares the means.
 *
 * A column may be off by 3.5 standard errors of both samples, and by 2 % on top: the rows of the
 * reference differ from one another by more than chance would have it in two places, and in one
 * point it does what the rules say it should not: when the game ends at the beginning of a turn it
 * still draws. That draw is added to the hands here.
 *
 * At last bots `rule` among random players, six in all: its author reports that three of six win
 * 98.3 % of the games (100,000 of them), two of six 90.9 to 93 %.
 *
 * Every row is played twice: decision by decision, and by fast playouts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "games/unicorns/fast/unicorns_fast.h"
#include "games/unicorns/rules/unicorns_chain.h"
#include "games/unicorns/rules/unicorns_turn.h"
#include "games/unicorns/unicorns.h"
#include "games/unicorns/unicorns_bots.h"

enum { TURNS, VALUE, LETTERS, STABLE, HAND, DISCARD, PILE_OUT, INSTANTS, PASSES, PLAYS, COLUMNS };
static const char *const names[COLUMNS] = {"turns",   "value",    "letters",  "stable", "hand",
                                           "discard", "pile-out", "instants", "passes", "plays"};
enum { ROWS = 5, REFERENCE_GAMES = 6000, TELLTALES = 18 };
static const int players[ROWS] = {2, 3, 4, 6, 8};
static const double expected[ROWS][COLUMNS] = {
    {27.81, 7.038, 93.4, 4.846, 3.176, 13.85, 0.0007, 4.92, .96, 26.91},
    {37.10, 7.033, 93.5, 4.116, 3.076, 16.46, 0.0018, 7.15, 1.28, 35.69},
    {46.80, 7.039, 93.6, 3.689, 3.044, 17.98, 0.0057, 9.55, 1.66, 44.88},
    {46.35, 6.031, 79.4, 2.647, 3.153, 17.21, 0.0063, 11.17, 1.22, 44.82},
    {61.44, 5.942, 78.3, 2.302, 3.033, 19.82, 0.0545, 15.86, 2.05, 58.99},
};

/* Plays of some cards in 1000 games of four. */
static const struct {
    const char *card;
    double plays;
} telltale[TELLTALES] = {{"basic-unicorn", 8949},
                         {"narwhal", 418},
                         {"back-kick", 1469},
                         {"unicorn-poison", 1265},
                         {"change-of-luck", 788},
                         {"extra-tail", 839},
                         {"rainbow-mane", 850},
                         {"re-target", 886},
                         {"targeted-destruction", 367},
                         {"two-for-one", 946},
                         {"unicorn-swap", 896},
                         {"shake-up", 0},
                         {"yay", 993},
                         {"magical-flying-unicorn", 576},
                         {"queen-bee-unicorn", 472},
                         {"llamacorn", 480},
                         {"reset-button", 560},
                         {"pandamonium", 552}};

typedef struct tally {
    double sum[COLUMNS], square[COLUMNS];
    long plays[UN_MAX_KINDS];
} tally;

enum { DECISIONS = 100000 };

/* Decides the entire game beforehand. */
static void un_fast_game(const un_rules *r, const un_state *s, rng *g, un_fast_log *log) {
    un_fast w;
    log->count = 0;
    un_fast_take(&w, r, s, g);
    w.log = log;
    un_fast_run(&w, DECISIONS);
}

static void play_game(const un_rules *r, un_state *s, rng *g, un_fast_log *log, double *x,
                      long *plays) {
    un_start(&r->head, s);
    int phase = s->phase;
    if (log) un_fast_game(r, s, g, log);
    for (int i = 0; s->ask; i++) {
        action a = log ? log->at[i] : un_random_action(&r->head, s, NULL, g);
        bool none = un_a(a) == UN_NO_CARD;
        phase = s->phase;
        if (s->ask == UN_ASK_PLAY) {
            x[none ? PASSES : PLAYS]++;
            if (!none) plays[un_a(a)]++;
        }
        x[INSTANTS] += s->ask == UN_ASK_QUICK && !none;
        un_apply_raw(r, s, a);
    }
    if (phase == UN_PH_BOT_CHAIN && s->ended == UN_ENDED_WON && !s->skip) x[HAND] += 1 + s->bonus;
}

static void end_game(const rules *head, const un_state *s, double *x) {
    const un_rules *r = un_of(head);
    int rank[GAME_MAX_PLAYERS];
    unicorns.endings->ranks(head, s, rank);
    for (int p = 0; p < r->n; p++) {
        x[STABLE] += un_size(s, un_table(p, UN_STABLE));
        x[HAND] += un_hand_size(r, s, p);
        if (rank[p] != 1) continue;
        x[VALUE] = un_value(r, s, p);
        x[LETTERS] = un_letters(r, s, p);
    }
    x[STABLE] /= r->n;
    x[HAND] /= r->n;
    x[TURNS] = s->turn;
    x[DISCARD] = un_size(s, un_discard(r));
    x[PILE_OUT] = s->ended == UN_ENDED_PILE;
}

static bool near(const char *name, double mean, double deviation, double games, double wanted) {
    double spread = deviation * sqrt(1 / games + 1.0 / REFERENCE_GAMES);
    double off = mean - wanted;
    double max = 3.5 * spread + 0.02 * wanted + 0.003;
    bool fine = off <= max && off >= -max;
    printf("  %-22s %9.3f  wanted %9.3f  %+8.3f of %.3f %s\n", name, mean, wanted, off, max,
           fine ? "" : "<- off");
    return fine;
}

static bool compare(const tally *t, int row, const un_rules *r, double games) {
    bool fine = true;
    printf("%d players, %.0f games\n", r->n, games);
    for (int c = 0; c < COLUMNS; c++) {
        double mean = t->sum[c] / games;
        double deviation = sqrt(t->square[c] / games - mean * mean);
        fine &= near(names[c], mean, deviation, games, expected[row][c]);
    }
    for (int i = 0; r->n == 4 && i < TELLTALES; i++) {
        int kind = un_kind_find(&r->deck, telltale[i].card, strlen(telltale[i].card));
        double mean = (double)t->plays[kind] / games;
        fine &= near(telltale[i].card, mean, sqrt(mean + 0.01), games, telltale[i].plays / 1000);
    }
    return fine;
}

static bool run_row(int row, long games, bool fast) {
    params p = params_default();
    p.players = players[row];
    p.reference = true;
    rules *head;
    error err;
    if (rules_open(&head, &unicorns, &p, &err) != ST_OK) {
        printf("%s\n", err.text);
        return false;
    }
    tally t = {0};
    rng g = rng_stream(7, (uint64_t)row + ROWS * (uint64_t)fast);
    un_state *s = mem_alloc(head->state_size);
    un_fast_log log = {mem_alloc(DECISIONS * sizeof(action)), 0, DECISIONS};
    for (long i = 0; s && log.at && i < games; i++) {
        double x[COLUMNS] = {0};
        play_game(un_of(head), s, &g, fast ? &log : NULL, x, t.plays);
        end_game(head, s, x);
        for (int c = 0; c < COLUMNS; c++) {
            t.sum[c] += x[c];
            t.square[c] += x[c] * x[c];
        }
    }
    bool fine = s && log.at && compare(&t, row, un_of(head), (double)games);
    mem_free(log.at);
    mem_free(s);
    rules_close(head);
    return fine;
}

/* How many games of six are won by one of so many bots. */
static bool run_bots(int bots, double low, double high, long games) {
    params p = params_default();
    p.players = 6;
    p.reference = true;
    rules *r;
    error err;
    if (rules_open(&r, &unicorns, &p, &err) != ST_OK) return false;
    un_state *s = mem_alloc(r->state_size);
    rng g = rng_stream(8, (uint64_t)bots);
    double won = 0;
    for (long i = 0; s && i < games; i++) {
        unsigned seats = 0;
        float utility[GAME_MAX_PLAYERS];
        int32_t points[GAME_MAX_PLAYERS];
        while (__builtin_popcount(seats) < bots) seats |= 1U << rng_below(&g, 6);
        un_start(r, s);
        for (int actor = un_actor(r, s); s->ask; actor = un_actor(r, s)) {
            const bot *b = &un_bots[actor >= 0 && seats >> actor & 1];
            un_apply_raw(un_of(r), s, b->choose(r, s, NULL, &g));
        }
        unicorns.returns(r, s, utility, points);
        for (int seat = 0; seat < 6; seat++) won += seats >> seat & 1 ? (double)utility[seat] : 0;
    }
    double share = won / (double)games;
    double spread = 3.5 * sqrt(low * (1 - low) / (double)games);
    bool fine = s && share > low - spread && share < high + spread;
    printf("%d bots among six win %.4f, wanted %.3f to %.3f %s\n", bots, share, low, high,
           fine ? "" : "<- off");
    mem_free(s);
    rules_close(r);
    return fine;
}

int main(int argc, char **argv) {
    long games = argc > 1 ? strtol(argv[1], NULL, 10) : 400;
    bool fine = games > 1;
    for (int row = 0; row < 2 * ROWS && games > 1; row++) fine &= run_row(row / 2, games, row % 2);
    fine = fine && run_bots(2, 0.909, 0.93, games) && run_bots(3, 0.983, 0.984, games);
    printf(fine ? "as the reference plays\n" : "not as the reference plays\n");
    return fine ? 0 : 1;
}
