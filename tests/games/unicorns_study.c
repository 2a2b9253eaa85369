/* The line-ups of the reference's study: some seats are played by one engine, all others by
 * another, and it is counted how often the winner is one of the first.
 *
 *   unicorns_study PLAYERS SEATS GAMES SEED ENGINE OTHERS
 *
 * under the rules `reference` (a seventh word names others; an eighth is an option of the game,
 * weights=FILE). An engine is a line of words as in
 * `kibitz match`. The seats of the first engine move round from game to game. Prints the share of
 * the wins with its 95 % interval (Wilson 1927). Without words a short line-up is played that must
 * not be lost. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/referee.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"

enum { OURS, THEIRS, SIDES, LONGEST_GAME = 100000 };

typedef struct study {
    int players, seats;
    uint64_t games, seed;
    const char *rules, *option;
    engine_spec spec[SIDES];
    player *who[SIDES][GAME_MAX_PLAYERS];
    params setup;
    position *start; /* holds the rules */
    double wins;
    uint64_t played, faults;
} study;

static int fail(const error *e) {
    (void)fprintf(stderr, "unicorns_study: %s\n", e->text);
    return 1;
}

/* --- players that do not think where there is nothing to choose --- */

typedef struct brisk {
    player base;
    player *inner;
} brisk;

typedef struct offer {
    token first;
    int count;
} offer;

static bool look(void *ctx, const token *tok) {
    offer *o = ctx;
    if (!o->count++) o->first = *tok;
    return o->count < 2;
}

static void brisk_new_game(player *p, const position *start, int seat, uint64_t seed) {
    player_new_game(((brisk *)p)->inner, start, seat, seed);
}

static player_reply brisk_decide(player *p, const player_turn *t, text *answer) {
    const rules *r = position_rules(t->now);
    const void *s = position_data(t->now);
    offer o = {.count = 0};
    if (token_walk((state_ref){r, s, position_trail(t->now)}, look, &o) != ST_OK || o.count != 1)
        return player_decide(((brisk *)p)->inner, t, answer);
    token_write(r, s, &o.first, answer);
    return PLAYER_REPLY_MOVE;
}

static void brisk_destroy(player *p) {
    player_destroy(((brisk *)p)->inner);
    mem_free(p);
}

static status make_brisk(player **out, const player_setup *setup, error *err) {
    static const player_kind kind = {
        .new_game = brisk_new_game, .decide = brisk_decide, .destroy = brisk_destroy};
    brisk *b = mem_alloc(sizeof *b);
    *out = b ? &b->base : NULL;
    if (!b) return error_set(err, ST_NOMEM, "no memory for a player");
    b->base.kind = &kind;
    return player_create(&b->inner, setup, err);
}

/* --- the line-up --- */

static status make_players(study *s, const game *g, const char *const line[SIDES], error *err) {
    s->setup = params_default();
    s->setup.players = s->players;
    status st = params_set(&s->setup, g, "rules", s->rules, err);
    if (st == ST_OK && s->option) st = params_set_pair(&s->setup, g, s->option, err);
    if (st == ST_OK) st = position_start(&s->start, g, &s->setup, SEAT_ALL, err);
    for (int side = 0; st == ST_OK && side < SIDES; side++) {
        st = engine_spec_read(&s->spec[side], line[side], err);
        for (int i = 0; st == ST_OK && i < s->players; i++) {
            player_setup p = {.spec = &s->spec[side],
                              .games = catalogue_games(),
                              .book = catalogue_registry(),
                              .rules = position_rules(s->start),
                              .patience_ms = 10000};
            st = make_brisk(&s->who[side][i], &p, err);
        }
    }
    return st;
}

/* The first engine sits evenly round the table, further on by one from game to game. */
static bool ours(const study *s, uint64_t number, int seat) {
    for (int i = 0; i < s->seats; i++)
        if ((int)((number + (uint64_t)(i * s->players / s->seats)) % (uint64_t)s->players) == seat)
            return true;
    return false;
}

static status play_game(study *s, const game *g, uint64_t number, error *err) {
    referee_game one = {.game = g,
                        .setup = &s->setup,
                        .max_plies = LONGEST_GAME,
                        .margin_ms = 100000,
                        .patience_ms = 100000};
    referee_result res;
    uint64_t which[2] = {s->seed, number};
    uint64_t key = hash_bytes(which, sizeof which, 0);
    one.opening.dice = key;
    for (int i = 0; i < s->players; i++) {
        int side = ours(s, number, i) ? OURS : THEIRS;
        one.seat[i] =
            (referee_seat){s->who[side][i], &s->spec[side], hash_mix(key + 1 + (uint64_t)i)};
    }
    status st = referee_play(&one, &res, err);
    if (st != ST_OK) return st;
    for (int i = 0; i < s->players; i++)
        if (ours(s, number, i)) s->wins += res.utility[i];
    s->faults += res.offender >= 0;
    s->played++;
    position_destroy(res.final);
    return ST_OK;
}

/* Wilson's interval of a share: its lower (sign -1) or upper end. */
static double bound(double wins, double n, double sign) {
    const double z = 1.96;
    double p = wins / n;
    double middle = p + z * z / (2 * n);
    double room = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (middle + sign * room) / (1 + z * z / n);
}

static status run(study *s, const game *g, const char *const line[SIDES], error *err) {
    status st = make_players(s, g, line, err);
    for (uint64_t i = 0; st == ST_OK && i < s->games; i++) st = play_game(s, g, i, err);
    for (int side = 0; side < SIDES; side++)
        for (int i = 0; i < s->players; i++) player_destroy(s->who[side][i]);
    for (int side = 0; side < SIDES; side++) engine_spec_done(&s->spec[side]);
    position_destroy(s->start);
    return st;
}

int main(int argc, char **argv) {
    const game *g = game_find(catalogue_games(), "unicorns");
    const char *line[SIDES] = {"name=ours ismcts visits=60", "name=theirs bot:random"};
    study s = {.players = 6, .seats = 2, .games = 12, .seed = 1, .rules = "reference"};
    error err = {0};
    if (argc > 1 && argc < 7) {
        (void)fprintf(stderr, "usage: unicorns_study PLAYERS SEATS GAMES SEED ENGINE OTHERS "
                              "[RULES [OPTION]]\n");
        return 2;
    }
    if (argc > 6) {
        s.players = (int)strtol(argv[1], NULL, 10);
        s.seats = (int)strtol(argv[2], NULL, 10);
        s.games = strtoull(argv[3], NULL, 10);
        s.seed = strtoull(argv[4], NULL, 10);
        line[OURS] = argv[5];
        line[THEIRS] = argv[6];
        if (argc > 7) s.rules = argv[7];
        if (argc > 8) s.option = argv[8];
    }
    if (s.players < 2 || s.players > GAME_MAX_PLAYERS || s.seats < 1 || s.seats > s.players)
        return 2;
    if (run(&s, g, line, &err) != ST_OK) return fail(&err);
    double n = (double)s.played;
    printf("%d of %d seats: %.1f wins in %.0f games, %.1f %% (%.1f to %.1f), faults %llu\n",
           s.seats, s.players, s.wins, n, 100 * s.wins / n, 100 * bound(s.wins, n, -1),
           100 * bound(s.wins, n, 1), (unsigned long long)s.faults);
    return argc > 1 || s.wins * 2 >= n ? 0 : 1;
}
