/* Project L against a second implementation of its rules (project_l_plain.h): random games in
 * lockstep, compared at every node. KIBITZ_PLAIN_GAMES and KIBITZ_PLAIN_SEED in the environment ask
 * for another number of games a setting and other games. */
#include <acutest.h>

#include <math.h>
#include <stdlib.h>

#include "engine/game/game_endings.h"
#include "engine/game/game_terminal.h"
#include "games/project_l/project_l.h"
#include "tests/games/project_l_plain_guest.h"
#include "tests/support/one_line.h"

enum { GAMES = 1, ALONE = 1 }; /* a setting; the setting times four numbers of players */

enum {
    MAX_PLIES = 400,
    IDLE = 36,            /* plies a player without a placement: the game is stuck for ever */
    LONG_LIST = 2000,     /* from here on lists are compared at every third node, ... */
    SET_LIMIT = 20000,    /* from here on by their length ... */
    COUNT_LIMIT = 100000, /* ... and the longest ones not at all */
    POOL = 64
};

/* Number of players and options, as words of the protocol. Every one is played by 1 to 4. */
static const char *const settings[] = {
    "rules official",
    "rules official set reserve=7 set rounds=40",
    "rules official set reserve=4 set rounds=20",
    "rules official set reserve=5 set black=6 set rounds=25",
    "rules official set black=5",
    "rules official set black=5 set white=4 set rounds=60",
    "rules official set black=8 set white=6 set pass=1",
    "rules official set white=5 set reserve=6 set rounds=30",
    "rules official set rounds=3",
    "rules official set rounds=1 set pass=1",
    "rules official set black=5 set rounds=2",
    "rules official set black=7 set rounds=8",
    "rules official set ft_return=0 set black=7",
    "rules official set ft_points=0 set black=6",
    "rules official set same_change=1 set reserve=7 set black=9",
    "rules official set trigger_black=0 set black=7 set white=12",
    "rules official set basic_subst=0 set reward_lower=0 set reserve=4 set rounds=20",
    "rules reference",
    "rules reference set black=12",
    "rules reference set reserve=6 set rounds=35",
    "rules reference set reserve=4 set rounds=20",
    "rules reference set black=5",
    "rules reference set black=5 set white=4 set rounds=40",
    "rules reference set black=6 set white=6 set pass=0 set rounds=60",
    "rules reference set ft_points=1 set black=7",
    "rules reference set ft_return=1 set black=7",
    "rules reference set trigger_black=1 set black=8",
    "rules reference set basic_subst=1 set reward_lower=1 set reserve=4 set rounds=20",
    "rules reference set same_change=1 set reserve=5 set rounds=3"};

typedef struct match {
    const char *setup;
    uint64_t seed;
    int ply, idle;
    plain_guest who;
    position *p;                  /* NULL: the plain one plays alone */
    char pool[POOL][PLAIN_TOKEN]; /* tokens of earlier nodes */
    size_t pooled;
    bool failed;
    bool shaken; /* with pieces out of nowhere at times */
} match;

static int differences; /* noted so far */

/* Notes a difference, with all that is needed to see it again. */
static void differ(match *m, const char *what, const char *plain_says, const char *engine_says) {
    char now[PLAIN_TEXT];
    plain_text(&m->who.g, now, sizeof now);
    m->failed = true;
    differences++;
    (void)TEST_CHECK_(false, "%s, seed %llu, ply %d: %s", m->setup, (unsigned long long)m->seed,
                      m->ply, what);
    TEST_MSG("plain:  %s", plain_says);
    TEST_MSG("engine: %s", engine_says);
    TEST_MSG("at:     %s", now);
}

static void differ_numbers(match *m, const char *what, double plain_says, double engine_says) {
    char a[40];
    char b[40];
    (void)snprintf(a, sizeof a, "%.10g", plain_says);
    (void)snprintf(b, sizeof b, "%.10g", engine_says);
    differ(m, what, a, b);
}

/* --- the same list of tokens? --- */

static uint64_t hash_of(const char *s) {
    uint64_t h = 14695981039346656037u; /* FNV-1a, then stirred, so that sums tell sets apart */
    for (; *s; s++) h = (h ^ (unsigned char)*s) * 1099511628211u;
    h = (h ^ (h >> 31)) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
}

typedef struct listing {
    const rules *r;
    const void *s;
    uint64_t count, sum;
    plain_tokens *keep; /* for the story of a difference: all tokens; else NULL */
} listing;

static void note(listing *l, const char *word) {
    l->count++;
    l->sum += hash_of(word);
    if (!l->keep || l->keep->count == l->keep->cap) return;
    (void)snprintf(l->keep->at[l->keep->count++], PLAIN_TOKEN, "%.255s", word);
}

static bool note_token(void *ctx, const token *tok) {
    listing *l = ctx;
    char buf[GAME_TOKEN_SIZE];
    text t = text_over(buf, sizeof buf);
    token_write(l->r, l->s, tok, &t);
    note(l, buf);
    for (int k = 0; l->r->terminal->alias; k++) {
        t = text_over(buf, sizeof buf);
        if (!l->r->terminal->alias(l->r, l->s, tok->steps, tok->count, k, &t)) break;
        note(l, buf);
    }
    return true;
}

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Names the first token that only one of the two has. */
static void tell_tokens(match *m, listing *l) {
    plain_tokens *a = &m->who.legal;
    plain_tokens b = {.cap = (size_t)l->count};
    b.at = calloc(b.cap + 1, sizeof *b.at);
    TEST_ASSERT(b.at != NULL);
    l->keep = &b;
    (void)token_walk((state_ref){l->r, l->s, position_trail(m->p)}, note_token, l);
    if (a->count) qsort(a->at, a->count, sizeof *a->at, by_text);
    if (b.count) qsort(b.at, b.count, sizeof *b.at, by_text);
    size_t i = 0;
    while (i < a->count && i < b.count && strcmp(a->at[i], b.at[i]) == 0) i++;
    differ(m, "legal tokens, sorted", i < a->count ? a->at[i] : "(no more)",
           i < b.count ? b.at[i] : "(no more)");
    free(b.at);
}

static void compare_lists(match *m) {
    listing l = {.r = position_rules(m->p), .s = position_data(m->p)};
    if (m->who.legal.count > LONG_LIST && ((uint64_t)m->ply + m->seed) % 3 != 0) return;
    if (m->who.legal.count > SET_LIMIT || m->who.legal.cut) {
        uint64_t count = plain_count(&m->who.g);
        uint64_t other = count;
        if (count <= COUNT_LIMIT)
            (void)token_count((state_ref){l.r, l.s, position_trail(m->p)}, &other);
        if (count != other) differ_numbers(m, "count", (double)count, (double)other);
        return;
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < m->who.legal.count; i++) sum += hash_of(m->who.legal.at[i]);
    (void)token_walk((state_ref){l.r, l.s, position_trail(m->p)}, note_token, &l);
    if (l.count != m->who.legal.count || l.sum != sum) tell_tokens(m, &l);
}

static void compare_weights(match *m) {
    const rules *r = position_rules(m->p);
    action *outcome = calloc(r->max_actions, sizeof *outcome);
    float *weight = calloc(r->max_actions, sizeof *weight);
    TEST_ASSERT(outcome && weight);
    int n = r->game->chance(r, position_data(m->p), outcome, weight);
    for (int i = 0; i < n && !m->failed; i++)
        if (fabs((double)weight[i] * (double)m->who.legal.count - 1) > 1e-4)
            differ_numbers(m, "weight", 1.0 / (double)m->who.legal.count, (double)weight[i]);
    free(outcome);
    free(weight);
}

/* --- the same verdicts? --- */

static void compare_verdict(match *m, const char *word) {
    plain_verdict v;
    error err = {0};
    bool fine = plain_verify(&m->who.g, word, &v);
    if (strcmp(v.reason, "Malformed") == 0) return;
    status st = position_verify(m->p, word, NULL, &err);
    bool same = fine == (st == ST_OK);
    if (same && !fine && word[0] != '!') same = strcmp(v.reason, err.reason) == 0;
    if (same) return;
    char a[300];
    char b[400];
    (void)snprintf(a, sizeof a, "%s: %s %s", word, fine ? "legal" : v.reason, v.data);
    (void)snprintf(b, sizeof b, "%s %s: %s", status_name(st), err.reason, err.text);
    differ(m, "verdict", a, b);
}

/* Some tokens at every node, two dozen at every fifth and where nodes are rare. */
static void compare_verdicts(match *m) {
    char odd[PLAIN_TOKEN];
    bool chance = plain_actor(&m->who.g) == PLAIN_CHANCE;
    int times = m->ply % 5 == 0 || m->who.g.rewards > 0 || m->who.g.phase == 'T' ? 4 : 1;
    for (int i = 0; i < times && !m->failed; i++)
        compare_verdict(m, m->who.legal.at[plain_guest_below(&m->who, m->who.legal.count)]);
    for (int i = 0; i < times && chance && !m->failed; i++) {
        (void)snprintf(odd, sizeof odd, "!%s", plain_guest_puzzle(&m->who));
        compare_verdict(m, odd);
    }
    if (chance) return;
    for (int i = 0; i < 4 * times && !m->failed; i++) {
        plain_guest_odd(&m->who, odd);
        compare_verdict(m, odd);
    }
    for (int i = 0; i < times && m->pooled && !m->failed; i++)
        compare_verdict(m,
                        m->pool[plain_guest_below(&m->who, m->pooled < POOL ? m->pooled : POOL)]);
}

/* --- one node --- */

static void compare_node(match *m) {
    char mine[PLAIN_TEXT];
    text theirs = text_growing();
    const rules *r = position_rules(m->p);
    const void *s = position_data(m->p);
    int actor = plain_actor(&m->who.g);
    const char *kind = game_kind_name(game_kind(r, s));
    plain_text(&m->who.g, mine, sizeof mine);
    position_write(m->p, &theirs);
    if (strcmp(mine, text_string(&theirs)) != 0)
        differ(m, "text", mine, text_string(&theirs));
    else if (r->game->actor(r, s) != actor)
        differ_numbers(m, "actor", actor, r->game->actor(r, s));
    else if (actor != PLAIN_NOBODY && strcmp(plain_kind(&m->who.g), kind) != 0)
        differ(m, "kind", plain_kind(&m->who.g), kind);
    text_done(&theirs);
    if (m->failed || actor == PLAIN_NOBODY) return;
    compare_lists(m);
    if (actor == PLAIN_CHANCE && !m->failed) compare_weights(m);
    if (!m->failed) compare_verdicts(m);
}

static void compare_results(match *m) {
    const rules *r = position_rules(m->p);
    int points[PLAIN_PLAYERS];
    int ranks[PLAIN_PLAYERS];
    double utility[PLAIN_PLAYERS];
    float their_utility[GAME_MAX_PLAYERS];
    int32_t their_points[GAME_MAX_PLAYERS];
    int their_ranks[GAME_MAX_PLAYERS];
    plain_results(&m->who.g, points, ranks, utility);
    r->game->returns(r, position_data(m->p), their_utility, their_points);
    game_ranks(r, position_data(m->p), their_ranks);
    for (int i = 0; i < m->who.g.o.players && !m->failed; i++) {
        double u = (double)their_utility[i];
        bool alone = m->who.g.o.players == 1; /* then it is a share of what points were possible */
        if (points[i] != their_points[i]) differ_numbers(m, "points", points[i], their_points[i]);
        if (ranks[i] != their_ranks[i]) differ_numbers(m, "rank", ranks[i], their_ranks[i]);
        if (alone ? u < 0 || u > 1 : fabs(u - utility[i]) > 1e-5)
            differ_numbers(m, "utility", utility[i], u);
    }
}

static void play(match *m, const char *chosen) {
    char word[PLAIN_TOKEN];
    error err = {0};
    (void)snprintf(word, sizeof word, "%s", chosen);
    plain_guest_respell(&m->who, word);
    if (m->p && position_play(m->p, word, &err) != ST_OK) differ(m, "play", word, err.text);
    plain_play(&m->who.g, word);
    m->ply++;
    m->idle = word[0] == 'p' || word[0] == 'm' ? 0 : m->idle + 1;
    const char *broken = plain_check(&m->who.g);
    if (broken) differ(m, "the plain game itself", broken, word);
    if (word[0] != '!') memcpy(m->pool[m->pooled++ % POOL], word, sizeof word);
}

/* --- games --- */

/* Hands pieces of some shapes to the players and sets the engine up from the text of that: with
 * little left in the reserve, rewards and exchanges become interesting. */
static void shake(match *m) {
    char now[PLAIN_TEXT];
    int budget = 16;
    for (int i = 0; i < PLAIN_SHAPES; i++) budget -= m->who.g.player[m->who.g.seat].supply[i];
    for (int i = 0; i < 5 && budget > 0; i++) {
        size_t shape = plain_guest_below(&m->who, PLAIN_SHAPES);
        for (; m->who.g.reserve[shape] > 0 && budget > 0; budget--) {
            m->who.g.reserve[shape]--;
            m->who.g.player[plain_guest_below(&m->who, (size_t)m->who.g.o.players)].supply[shape]++;
        }
    }
    if (!m->p) return;
    plain_text(&m->who.g, now, sizeof now);
    position_destroy(m->p);
    m->p = one_line_read(&project_l, now);
    TEST_ASSERT_(m->p != NULL, "%s, seed %llu", m->setup, (unsigned long long)m->seed);
}

/* Reads a setting for the plain game; the engine's way is one_line_start(). */
static plain_options read_setup(const char *setup) {
    char copy[200];
    int players = 2;
    (void)snprintf(copy, sizeof copy, "%s", setup);
    (void)sscanf(copy, "players %d", &players); /* NOLINT(cert-err34-c): our own table */
    plain_options o = plain_usual(players, strstr(copy, "rules reference") != NULL);
    for (char *at = strstr(copy, " set "); at; at = strstr(at, " set ")) {
        at += strlen(" set ");
        char *eq = strchr(at, '=');
        TEST_ASSERT(eq != NULL);
        *eq = '\0';
        char *end;
        int value = (int)strtol(eq + 1, &end, 10);
        TEST_ASSERT_(plain_option(&o, at, value), "%s", setup);
        at = end;
    }
    return o;
}

/* True when the game came to its end without a difference. */
static bool run(const plain_set *set, const char *setup, uint64_t seed, bool alone) {
    static match buf; /* too large for some stacks */
    match *m = &buf;
    plain_tokens kept = m->who.legal;
    memset(m, 0, sizeof *m);
    m->setup = setup;
    m->seed = seed;
    m->who.legal = kept;
    m->who.r = rng_stream(seed, 7);
    m->shaken = rng_unit(&m->who.r) < 0.5;
    m->who.greed = rng_unit(&m->who.r) < 0.2 ? 0.6 : 0.25;
    plain_options o = read_setup(setup);
    plain_start(&m->who.g, set, &o);
    m->p = alone ? NULL : one_line_start(&project_l, setup);
    TEST_ASSERT_(alone || m->p, "%s can be started", setup);
    while (!m->failed && m->ply < MAX_PLIES && m->idle < IDLE * o.players) {
        int actor = plain_actor(&m->who.g);
        if (m->shaken && actor >= 0 && !m->who.g.acting && rng_unit(&m->who.r) < 0.06) shake(m);
        if (actor == PLAIN_CHANCE)
            plain_outcomes(&m->who.g, &m->who.legal);
        else
            plain_legal(&m->who.g, &m->who.legal);
        if (m->p) compare_node(m);
        if (actor == PLAIN_NOBODY || m->failed) break;
        play(m, plain_guest_choose(&m->who));
    }
    bool over = plain_actor(&m->who.g) == PLAIN_NOBODY;
    if (m->p && over && !m->failed) compare_results(m);
    position_destroy(m->p);
    return over && !m->failed;
}

static long from_environment(const char *name, long usual) {
    const char *value = getenv(name);
    return value ? strtol(value, NULL, 10) : usual;
}

/* Sanitizers see every other setting once, by one number of players after the other. */
static bool plays(size_t setting, int players) {
    return TEST_PACE || (setting % 2 == 0 && players == 1 + (int)(setting / 2 % PLAIN_PLAYERS));
}

static void run_all(long games, bool alone) {
    plain_set set;
    TEST_ASSERT_(plain_load(&set, PUZZLE_FILE), "%s", PUZZLE_FILE);
    uint64_t seed = (uint64_t)from_environment("KIBITZ_PLAIN_SEED", 1) * 1000000;
    long played = 0;
    long ended = 0;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        for (int players = 1; players <= PLAIN_PLAYERS; players++)
            for (long k = 0; k < games && plays(i, players); k++) {
                char setup[200];
                (void)snprintf(setup, sizeof setup, "players %d %s", players, settings[i]);
                ended += run(&set, setup, seed++, alone);
                played++;
                if (differences >= 5) return; /* one cause, many differences */
            }
    TEST_CHECK_(ended * 5 >= played * 4, "%ld of %ld games ended", ended, played);
}

static void test_shapes_and_puzzles(void) {
    static const int positions[PLAIN_SHAPES] = {25, 16, 40, 30, 20, 64, 96, 48, 48};
    static const int turns[PLAIN_SHAPES] = {1, 1, 2, 2, 2, 4, 8, 4, 4};
    plain_set set;
    TEST_ASSERT_(plain_load(&set, PUZZLE_FILE), "%s", PUZZLE_FILE);
    int open[2] = {0};
    int points[2] = {0};
    for (int i = 0; i < set.count; i++) {
        const plain_puzzle *p = &set.puzzle[i];
        points[p->colour] += p->points;
        for (int k = 0; k < 25; k++) open[p->colour] += !p->start.cell[k / 5][k % 5];
    }
    TEST_CHECK(set.count == 52);
    TEST_CHECK(open[PLAIN_WHITE] == 158 && points[PLAIN_WHITE] == 29);
    TEST_CHECK(open[PLAIN_BLACK] == 248 && points[PLAIN_BLACK] == 77);
    for (int s = 0; s < PLAIN_SHAPES; s++) {
        int n = 0;
        for (int i = 0; i < set.turns[s]; i++) {
            int down = 0;
            int right = 0;
            for (int k = 0; k < 25; k++)
                if (set.turned[s][i].cell[k / 5][k % 5]) {
                    if (k / 5 > down) down = k / 5;
                    if (k % 5 > right) right = k % 5;
                }
            n += (PLAIN_SIDE - down) * (PLAIN_SIDE - right);
        }
        TEST_CHECK_(set.turns[s] == turns[s] && n == positions[s], "%s", plain_shape_names[s]);
    }
}

static void test_plain_alone(void) {
    run_all(from_environment("KIBITZ_PLAIN_GAMES", ALONE), true);
}

static void test_lockstep(void) {
    run_all(from_environment("KIBITZ_PLAIN_GAMES", GAMES), false);
}

TEST_LIST = {{"shapes_and_puzzles", test_shapes_and_puzzles},
             {"plain_alone", test_plain_alone},
             {"lockstep", test_lockstep},
             {NULL, NULL}};
