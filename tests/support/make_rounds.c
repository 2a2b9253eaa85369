/* Composes puzzles/azul/rounds.txt: make_rounds [SEED] writes a suite of positions with one best
 * action to standard output. The same seed gives the same suite.
 *
 * Games are played by the policy of playouts and the greedy bot; openings are dealt with few
 * colours on a display, so that the round can be searched to its end. A position is taken if one
 * action is better than all others by far (azul_round.h), if the greedy bot does not see it, and if
 * its table, wall, phase and goal are still wanted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "games/azul/azul.h"
#include "games/azul/azul_play.h"
#include "tests/support/azul_round.h"

enum { GAP = 4, MAX_NODES = 1500000, MAX_OPENING = 12000000, DEALS = 400, FEWEST_TURNS = 4 };

typedef struct request {
    const char *title;
    int players;
    bool grey, opening;
    round_goal goal;
    int count;
    uint64_t least_nodes; /* no position that is seen at a glance */
} request;

static const request wishes[] = {
    {"last round, 2 seats, basic wall: the only action that wins", 2, false, false, ROUND_RESULT, 5,
     2000},
    {"last round, 2 seats, grey wall: the only action that wins", 2, true, false, ROUND_RESULT, 2,
     1000},
    {"last round, 3 seats, basic wall: the only action that wins", 3, false, false, ROUND_RESULT, 3,
     500},
    {"last round, 3 seats, grey wall: the only action that wins", 3, true, false, ROUND_RESULT, 1,
     300},
    {"a round begins, 2 seats, basic wall: the greatest lead at its end", 2, false, true,
     ROUND_LEAD, 3, 20000},
    {"a round, 2 seats, basic wall: the greatest lead at its end", 2, false, false, ROUND_LEAD, 3,
     5000},
    {"a round, 2 seats, grey wall: the greatest lead at its end", 2, true, false, ROUND_LEAD, 3,
     5000},
    {"a round, 3 seats, basic wall: the greatest lead at its end", 3, false, false, ROUND_LEAD, 3,
     2000},
    {"a round, 3 seats, grey wall: the greatest lead at its end", 3, true, false, ROUND_LEAD, 1,
     2000},
};

enum { WISHES = sizeof wishes / sizeof *wishes };

/* Sources times colours available: about how many turns are left. */
static unsigned groups(const az_rules *r, const az_state *s) {
    uint64_t lanes = az_present(s->centre);
    unsigned n = 0;
    for (unsigned i = 0; i < r->displays; i++) lanes += r->kind_lanes[s->display[i]];
    for (unsigned c = 0; c < AZ_COLOURS; c++) n += az_of_colour(lanes, c);
    return n;
}

static action greedy_choice(const rules *r, const az_state *s) {
    rng g = rng_stream(1, 1);
    for (const bot *b = azul.bots; b->name; b++)
        if (strcmp(b->name, "greedy") == 0) return b->choose(r, s, NULL, &g);
    return ACTION_NONE;
}

/* The deal with the fewest groups of many. */
static action easy_deal(const rules *r, const az_state *s, rng *g) {
    action best = 0;
    unsigned fewest = 1000;
    for (int i = 0; i < DEALS; i++) {
        az_state next = *s;
        action a = az_sample(r, s, g);
        az_apply(r, &next, NULL, a);
        unsigned n = groups(az_of(r), &next);
        if (n >= fewest) continue;
        fewest = n;
        best = a;
    }
    return best;
}

/* Writes the puzzle if the position is one. */
static bool try_position(round_table *t, const rules *r, const az_state *s, const request *w) {
    bool result = w->goal == ROUND_RESULT;
    int gap = result ? 1 : GAP;
    round_answer a = round_search(t, r, s, w->goal, gap, w->opening ? MAX_OPENING : MAX_NODES);
    char buf[32];
    text token = text_over(buf, sizeof buf);
    if (!a.done || a.nodes < w->least_nodes || a.next > a.value - gap) return false;
    if (a.next == ROUND_NONE || (result && a.value != ROUND_WIN)) return false;
    if (a.best == greedy_choice(r, s) || azul.terminal->alias(r, s, &a.best, 1, 0, &token))
        return false;
    azul.to_text(r, s, &a.best, 1, &token);
    text line = text_growing();
    azul.write(r, s, &line);
    if (result)
        printf("%s ; wins ; %s\n", text_string(&line), buf);
    else
        printf("%s ; lead %+d, others at most %+d ; %s\n", text_string(&line), a.value, a.next,
               buf);
    text_done(&line);
    return true;
}

/* A row will be complete whatever happens. */
static bool last_round(const rules *r, const az_state *s) {
    for (int i = 0; i < r->players; i++) {
        const az_seat *p = &s->seat[i];
        for (unsigned line = 0; line < AZ_LINES; line++)
            if (p->full >> line & 1 && __builtin_popcount(az_row_bits(p->wall, line)) == 4)
                return true;
    }
    return false;
}

/* Whether a position of this kind could be one. */
static bool fits(const rules *r, const az_state *s, const request *w, bool dealt, rng *g) {
    unsigned n = groups(az_of(r), s);
    bool last = last_round(r, s);
    if (s->phase != AZ_OFFER || n < FEWEST_TURNS) return false;
    if (w->opening) return dealt && n <= 11 && s->round > 1;
    return n <= (w->grey ? 7 : 8) && last == (w->goal == ROUND_RESULT) && rng_below(g, 3) == 0;
}

/* One game; the number of puzzles found, at most one. */
static int try_game(round_table *t, const rules *r, const request *w, rng *g) {
    az_state s;
    az_start(r, &s);
    while (s.phase != AZ_OVER) {
        bool dealt = s.phase == AZ_DEAL;
        if (dealt && w->opening)
            az_apply(r, &s, NULL, easy_deal(r, &s, g));
        else if (dealt || rng_below(g, 4) == 0)
            azul.speed->playout_policy(r, &s, NULL, g);
        else
            az_apply(r, &s, NULL, greedy_choice(r, &s));
        s.hash = az_rehash(r, &s);
        if (fits(r, &s, w, dealt, g) && try_position(t, r, &s, w)) return 1;
    }
    return 0;
}

static void fulfil(round_table *t, const request *w, rng *g) {
    params p = params_default();
    rules *r;
    error e;
    p.players = w->players;
    if (w->grey && params_set(&p, &azul, "wall", "g", &e) != ST_OK) abort();
    if (rules_open(&r, &azul, &p, &e) != ST_OK) abort();
    printf("#\n# %s\n", w->title);
    for (int found = 0; found < w->count;) found += try_game(t, r, w, g);
    rules_close(r);
}

int main(int argc, char **argv) {
    uint64_t seed = 1;
    round_table *t = round_table_create();
    if (!t || argc > 2 || (argc == 2 && !text_u64(argv[1], UINT64_MAX, &seed))) {
        (void)fprintf(stderr, "usage: make_rounds [SEED]\n");
        return 2;
    }
    int all = 0;
    for (int i = 0; i < WISHES; i++) all += wishes[i].count;
    printf(
        "# Azul: %d positions with one best action, composed by make_rounds %llu\n"
        "# (tests/support/make_rounds.c) and checked by tests/games/test_azul_puzzles.c.\n"
        "# A line: position (AZN) ; what is proven ; the action.\n"
        "#   wins                the player to act wins whatever the others do, and with no other\n"
        "#                       action; the game ends with this round\n"
        "#   lead +7, others at most +3\n"
        "#                       when the round is over the player to act is at least 7 points\n"
        "#                       ahead of the best other seat, full rows, columns and colours\n"
        "#                       counted; no other action makes sure of more than 3\n",
        all, (unsigned long long)seed);
    for (int i = 0; i < WISHES; i++) {
        rng g = rng_stream(seed, (uint64_t)i);
        fulfil(t, &wishes[i], &g);
        (void)fflush(stdout);
    }
    round_table_destroy(t);
    return 0;
}
