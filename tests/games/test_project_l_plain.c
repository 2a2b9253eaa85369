/* Project L against a second implementation of its rules (project_l_plain.h): random games in
 * lockstep, compared at every node. KIBITZ_PLAIN_GAMES and KIBITZ_PLAIN_SEED in the environment ask
 * for another number of games a setting and other games. */
#include <acutest.h>

#include <math.h>
#include <stdlib.h>

#include "games/project_l/project_l.h"
#include "tests/games/project_l_plain.h"
#include "tests/support/scene.h"

#ifdef NDEBUG
enum { GAMES = 9, ALONE = 1 }; /* a setting; the setting times four numbers of players */
#else
enum { GAMES = 1, ALONE = 1 };
#endif

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
    plain g;
    position *p; /* NULL: the plain one plays alone */
    rng r;
    plain_tokens legal;
    char pool[POOL][PLAIN_TOKEN]; /* tokens of earlier nodes */
    size_t pooled;
    bool failed;
    bool shaken;  /* with pieces out of nowhere at times */
    double greed; /* how much a puzzle more is wanted by who has one already */
} match;

static int differences; /* noted so far */

/* Notes a difference, with all that is needed to see it again. */
static void differ(match *m, const char *what, const char *plain_says, const char *engine_says) {
    char now[PLAIN_TEXT];
    plain_text(&m->g, now, sizeof now);
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

static size_t below(match *m, size_t n) {
    return (size_t)rng_below(&m->r, n);
}

static bool chance_of(match *m, double share) {
    return rng_unit(&m->r) < share;
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
    char room[GAME_TOKEN_ROOM];
    text t = text_over(room, sizeof room);
    token_write(l->r, l->s, tok, &t);
    note(l, room);
    for (int k = 0; l->r->kind->alias; k++) {
        t = text_over(room, sizeof room);
        if (!l->r->kind->alias(l->r, l->s, tok->steps, tok->count, k, &t)) break;
        note(l, room);
    }
    return true;
}

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Names the first token that only one of the two has. */
static void tell_tokens(match *m, listing *l) {
    plain_tokens *a = &m->legal;
    plain_tokens b = {.cap = (size_t)l->count};
    b.at = calloc(b.cap + 1, sizeof *b.at);
    TEST_ASSERT(b.at != NULL);
    l->keep = &b;
    (void)token_walk(l->r, l->s, position_trail(m->p), note_token, l);
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
    if (m->legal.count > LONG_LIST && ((uint64_t)m->ply + m->seed) % 3 != 0) return;
    if (m->legal.count > SET_LIMIT || m->legal.cut) {
        uint64_t count = plain_count(&m->g);
        uint64_t other = count;
        if (count <= COUNT_LIMIT) (void)token_count(l.r, l.s, position_trail(m->p), &other);
        if (count != other) differ_numbers(m, "count", (double)count, (double)other);
        return;
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < m->legal.count; i++) sum += hash_of(m->legal.at[i]);
    (void)token_walk(l.r, l.s, position_trail(m->p), note_token, &l);
    if (l.count != m->legal.count || l.sum != sum) tell_tokens(m, &l);
}

static void compare_weights(match *m) {
    const rules *r = position_rules(m->p);
    action *outcome = calloc(r->max_actions, sizeof *outcome);
    float *weight = calloc(r->max_actions, sizeof *weight);
    TEST_ASSERT(outcome && weight);
    int n = r->kind->chance(r, position_data(m->p), outcome, weight);
    for (int i = 0; i < n && !m->failed; i++)
        if (fabs((double)weight[i] * (double)m->legal.count - 1) > 1e-4)
            differ_numbers(m, "weight", 1.0 / (double)m->legal.count, (double)weight[i]);
    free(outcome);
    free(weight);
}

/* --- the same verdicts? --- */

static void compare_verdict(match *m, const char *word) {
    plain_verdict v;
    error err = {0};
    bool fine = plain_verify(&m->g, word, &v);
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

static int some_shape(match *m) {
    const int *supply = m->g.player[m->g.seat].supply;
    int shape = (int)below(m, PLAIN_SHAPES);
    for (int i = 0; i < 4 && supply[shape] == 0; i++) shape = (int)below(m, PLAIN_SHAPES);
    return shape;
}

static const char *some_puzzle(match *m) {
    int own = m->g.player[m->g.seat].slot[below(m, PLAIN_SLOTS)].puzzle;
    int row = m->g.row[below(m, 2)][below(m, PLAIN_SLOTS)];
    if (own >= 0 && chance_of(m, 0.6)) return m->g.set->puzzle[own].name;
    if (row >= 0 && chance_of(m, 0.5)) return m->g.set->puzzle[row].name;
    return m->g.set->puzzle[below(m, (size_t)m->g.set->count)].name;
}

/* A shape somewhere, at times cut off by the edge; or any cells. */
static uint32_t some_mask(match *m, int shape) {
    plain_image mask = {0};
    const plain_set *set = m->g.set;
    const plain_image *t = &set->turned[shape][below(m, (size_t)set->turns[shape])];
    int down = (int)below(m, 4);
    int right = (int)below(m, 4);
    bool any = chance_of(m, 0.1);
    for (int r = 0; r < PLAIN_SIDE; r++)
        for (int c = 0; c < PLAIN_SIDE; c++) {
            bool in = r >= down && c >= right && t->cell[r - down][c - right];
            mask.cell[r][c] = any ? chance_of(m, 0.1) : in;
        }
    return plain_mask(&mask);
}

static const char *some_legal(match *m, const char *kind) {
    for (int i = 0; i < 20 && m->legal.count; i++) {
        const char *word = m->legal.at[below(m, m->legal.count)];
        if (strncmp(word, kind, strlen(kind)) == 0) return word;
    }
    return NULL;
}

static void some_placement(match *m, char out[40]) {
    const char *known = some_legal(m, "place:");
    int shape = some_shape(m);
    if (known && chance_of(m, 0.6))
        (void)snprintf(out, 40, "%.30s", known + 6);
    else
        (void)snprintf(out, 40, "%s:%s:%07x", some_puzzle(m), plain_shape_names[shape],
                       some_mask(m, chance_of(m, 0.8) ? shape : some_shape(m)));
}

static void odd_recycle(match *m, char *out) {
    int colour = (int)below(m, 2);
    const int *row = m->g.row[colour];
    size_t turn = below(m, PLAIN_SLOTS);
    char names[80] = "";
    for (size_t i = 0; i < PLAIN_SLOTS; i++) {
        int puzzle = row[(i + turn) % PLAIN_SLOTS];
        if (puzzle < 0 || chance_of(m, 0.08)) continue;
        size_t len = strlen(names);
        const char *name = chance_of(m, 0.1) ? some_puzzle(m) : m->g.set->puzzle[puzzle].name;
        (void)snprintf(names + len, sizeof names - len, "%s%s", len ? "," : "", name);
    }
    (void)snprintf(out, PLAIN_TOKEN, "recycle:%s:%s", colour ? "black" : "white",
                   names[0] ? names : some_puzzle(m));
}

static void odd_master(match *m, char *out) {
    size_t n = 1 + below(m, 4);
    (void)snprintf(out, PLAIN_TOKEN, chance_of(m, 0.05) ? "master:-" : "master:");
    if (strcmp(out, "master:-") == 0) return;
    for (size_t i = 0; i < n; i++) {
        char one[40];
        size_t len = strlen(out);
        some_placement(m, one);
        (void)snprintf(out + len, PLAIN_TOKEN - len, "%s%s", i ? "+" : "", one);
    }
}

/* A legal placement, or several, with rewards that may or may not be on offer. */
static void odd_suffix(match *m, char *out) {
    const char *known = some_legal(m, chance_of(m, 0.5) ? "place:" : "master:W");
    int shape = (int)below(m, PLAIN_SHAPES);
    (void)snprintf(out, PLAIN_TOKEN, "%.200s=%s", known ? known : "place:W1:O1:0000001",
                   plain_shape_names[shape]);
    if (!chance_of(m, 0.3)) return;
    size_t len = strlen(out);
    (void)snprintf(out + len, PLAIN_TOKEN - len, ",%s", plain_shape_names[some_shape(m)]);
}

/* A token that may well be wrong, yet spelt as a token. */
static void odd_token(match *m, char *out) {
    static const char *const fixed[] = {"basic", "nothing",  "endft",          "take:top-white",
                                        "take:", "master:-", "take:top-black", "nothing"};
    const char *name = plain_shape_names[below(m, PLAIN_SHAPES)];
    char one[40];
    switch (below(m, 12)) {
    case 0:
        (void)snprintf(out, PLAIN_TOKEN, "%s", fixed[below(m, 8)]);
        break;
    case 1:
        (void)snprintf(out, PLAIN_TOKEN, "take:%s", some_puzzle(m));
        break;
    case 2:
    case 3:
        odd_recycle(m, out);
        break;
    case 4:
        (void)snprintf(out, PLAIN_TOKEN, "%s:%s", chance_of(m, 0.5) ? "basic" : "reward", name);
        break;
    case 5:
    case 6:
        (void)snprintf(out, PLAIN_TOKEN, "change:%s>%s", plain_shape_names[some_shape(m)], name);
        break;
    case 7:
    case 8:
        some_placement(m, one);
        (void)snprintf(out, PLAIN_TOKEN, "place:%s", one);
        break;
    case 9:
        odd_suffix(m, out);
        break;
    default:
        odd_master(m, out);
        break;
    }
}

/* Some tokens at every node, two dozen at every fifth and where nodes are rare. */
static void compare_verdicts(match *m) {
    char odd[PLAIN_TOKEN];
    bool chance = plain_actor(&m->g) == PLAIN_CHANCE;
    int times = m->ply % 5 == 0 || m->g.rewards > 0 || m->g.phase == 'T' ? 4 : 1;
    for (int i = 0; i < times && !m->failed; i++)
        compare_verdict(m, m->legal.at[below(m, m->legal.count)]);
    for (int i = 0; i < times && chance && !m->failed; i++) {
        (void)snprintf(odd, sizeof odd, "!%s", some_puzzle(m));
        compare_verdict(m, odd);
    }
    if (chance) return;
    for (int i = 0; i < 4 * times && !m->failed; i++) {
        odd_token(m, odd);
        compare_verdict(m, odd);
    }
    for (int i = 0; i < times && m->pooled && !m->failed; i++)
        compare_verdict(m, m->pool[below(m, m->pooled < POOL ? m->pooled : POOL)]);
}

/* --- one node --- */

static void compare_node(match *m) {
    char mine[PLAIN_TEXT];
    text theirs = text_growing();
    const rules *r = position_rules(m->p);
    const void *s = position_data(m->p);
    int actor = plain_actor(&m->g);
    const char *kind = game_kind_name(game_kind(r, s));
    plain_text(&m->g, mine, sizeof mine);
    position_write(m->p, &theirs);
    if (strcmp(mine, text_string(&theirs)) != 0)
        differ(m, "text", mine, text_string(&theirs));
    else if (r->kind->actor(r, s) != actor)
        differ_numbers(m, "actor", actor, r->kind->actor(r, s));
    else if (actor != PLAIN_NOBODY && strcmp(plain_kind(&m->g), kind) != 0)
        differ(m, "kind", plain_kind(&m->g), kind);
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
    plain_results(&m->g, points, ranks, utility);
    r->kind->returns(r, position_data(m->p), their_utility, their_points);
    game_ranks(r, position_data(m->p), their_ranks);
    for (int i = 0; i < m->g.o.players && !m->failed; i++) {
        double u = (double)their_utility[i];
        bool alone = m->g.o.players == 1; /* then it is a share of what points were possible */
        if (points[i] != their_points[i]) differ_numbers(m, "points", points[i], their_points[i]);
        if (ranks[i] != their_ranks[i]) differ_numbers(m, "rank", ranks[i], their_ranks[i]);
        if (alone ? u < 0 || u > 1 : fabs(u - utility[i]) > 1e-5)
            differ_numbers(m, "utility", utility[i], u);
    }
}

/* --- what to play --- */

/* How good a placement is: best when it completes a puzzle, else the nearer it brings one to that
 * and the fewer single holes it leaves. */
static int worth(const match *m, const char *word) {
    plain after = m->g;
    const plain_player *me = &after.player[m->g.seat];
    int done = m->g.player[m->g.seat].dones + m->g.player[m->g.seat].touched_done;
    int best = -1000;
    int holes = 0;
    plain_play(&after, word);
    int more = after.rewards + me->dones + me->touched_done - done;
    if (more > 0) return more;
    for (int i = 0; i < PLAIN_SLOTS; i++) {
        int open = 0;
        if (me->slot[i].puzzle < 0) continue;
        for (int r = 0; r < PLAIN_SIDE; r++)
            for (int c = 0; c < PLAIN_SIDE; c++) {
                const plain_image *at = &me->slot[i].image;
                if (at->cell[r][c]) continue;
                open++;
                holes += (r == 0 || at->cell[r - 1][c]) && (r == 4 || at->cell[r + 1][c]) &&
                         (c == 0 || at->cell[r][c - 1]) && (c == 4 || at->cell[r][c + 1]);
            }
        if (-open > best) best = -open;
    }
    return best - 3 * holes;
}

/* Of some placements one that completes a puzzle, or else a good one. */
static const char *good_place(match *m, const char *kind) {
    const char *best = NULL;
    int best_worth = 0;
    for (int i = 0; i < 8; i++) {
        const char *word = some_legal(m, kind);
        int now = word ? worth(m, word) : 0;
        if (!word || (best && now <= best_worth)) continue;
        best = word;
        best_worth = now;
    }
    return best;
}

/* How gladly a kind of token is played, by how it begins. */
static const struct {
    const char *start;
    double weight;
} kinds[] = {{"take:W", 2}, {"take:B", 2},    {"take:t", 2},  {"recycle", 0.4},
             {"basic", 1},  {"change", 4},    {"place", 6},   {"master:-", 0.02},
             {"master", 3}, {"nothing", 0.2}, {"endft", 1.5}, {"reward", 1},
             {"!", 1}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static double weight_of(const match *m, size_t kind) {
    const plain_player *me = &m->g.player[m->g.seat];
    double weight = kinds[kind].weight;
    if (kinds[kind].start[0] == 'b' && me->supply[0] > 0) weight *= m->greed;
    for (int i = 0; i < PLAIN_SLOTS && kinds[kind].start[0] == 't'; i++)
        if (me->slot[i].puzzle >= 0) weight *= m->greed;
    return weight;
}

/* Sensible enough to bring games to their end, odd enough to see everything. */
static const char *choose(match *m) {
    const char *found[KINDS] = {0};
    size_t seen[KINDS] = {0};
    size_t kind = 0;
    double sum = 0;
    for (size_t i = 0; i < m->legal.count; i++) {
        const char *word = m->legal.at[i];
        if (strncmp(word, kinds[kind].start, strlen(kinds[kind].start)) != 0)
            for (kind = 0; strncmp(word, kinds[kind].start, strlen(kinds[kind].start)) != 0;)
                kind++;
        if (below(m, ++seen[kind]) == 0) found[kind] = word;
    }
    for (size_t i = 0; i < KINDS; i++) {
        bool placing = kinds[i].start[0] == 'p' || kinds[i].start[0] == 'm';
        const char *good = found[i] && placing ? good_place(m, kinds[i].start) : NULL;
        if (good) found[i] = good;
        if (found[i]) sum += weight_of(m, i);
    }
    double at = rng_unit(&m->r) * sum;
    const char *last = m->legal.at[0];
    for (size_t i = 0; i < KINDS; i++) {
        if (!found[i]) continue;
        last = found[i];
        if (at < weight_of(m, i)) return last;
        at -= weight_of(m, i);
    }
    return last;
}

/* The placements of a master in another order. */
static void shuffle_master(match *m, char *word) {
    char copy[PLAIN_TOKEN];
    char *part[PLAIN_LIST];
    size_t n = 0;
    (void)snprintf(copy, sizeof copy, "%s", word + strlen("master:"));
    for (char *at = copy; at && n < PLAIN_LIST;) {
        part[n++] = at;
        at = strchr(at, '+');
        if (at) *at++ = '\0';
    }
    (void)snprintf(word, PLAIN_TOKEN, "master:");
    for (; n > 0; n--) {
        size_t k = below(m, n);
        size_t len = strlen(word);
        (void)snprintf(word + len, PLAIN_TOKEN - len, "%s%s", part[k], n > 1 ? "+" : "");
        part[k] = part[n - 1];
    }
}

/* Answers to all the questions that a token raises, as its suffix. */
static void answer_rewards(match *m, char *word) {
    plain after = m->g;
    plain_play(&after, word);
    for (int i = 0; after.acting && after.draws == 0 && after.rewards > 0; i++) {
        int options[PLAIN_SHAPES];
        char answer[16];
        size_t len = strlen(word);
        int slot = after.reward[0];
        int n = plain_rewards(&after, after.player[after.seat].slot[slot].puzzle, options);
        const char *name = plain_shape_names[options[below(m, (size_t)n)]];
        (void)snprintf(answer, sizeof answer, "reward:%s", name);
        (void)snprintf(word + len, PLAIN_TOKEN - len, "%c%s", i ? ',' : '=', name);
        plain_play(&after, answer);
    }
}

static void play(match *m, const char *chosen) {
    char word[PLAIN_TOKEN];
    error err = {0};
    (void)snprintf(word, sizeof word, "%s", chosen);
    if (strncmp(word, "master:", 7) == 0 && chance_of(m, 0.5)) shuffle_master(m, word);
    if ((word[0] == 'm' || word[0] == 'p') && chance_of(m, 0.3)) answer_rewards(m, word);
    if (m->p && position_play(m->p, word, &err) != ST_OK) differ(m, "play", word, err.text);
    plain_play(&m->g, word);
    m->ply++;
    m->idle = word[0] == 'p' || word[0] == 'm' ? 0 : m->idle + 1;
    const char *broken = plain_check(&m->g);
    if (broken) differ(m, "the plain game itself", broken, word);
    if (word[0] != '!') memcpy(m->pool[m->pooled++ % POOL], word, sizeof word);
}

/* --- games --- */

/* Hands pieces of some shapes to the players and sets the engine up from the text of that: with
 * little left in the reserve, rewards and exchanges become interesting. */
static void shake(match *m) {
    char now[PLAIN_TEXT];
    int budget = 16;
    for (int i = 0; i < PLAIN_SHAPES; i++) budget -= m->g.player[m->g.seat].supply[i];
    for (int i = 0; i < 5 && budget > 0; i++) {
        size_t shape = below(m, PLAIN_SHAPES);
        for (; m->g.reserve[shape] > 0 && budget > 0; budget--) {
            m->g.reserve[shape]--;
            m->g.player[below(m, (size_t)m->g.o.players)].supply[shape]++;
        }
    }
    if (!m->p) return;
    plain_text(&m->g, now, sizeof now);
    position_destroy(m->p);
    m->p = scene_read(&project_l, now);
    TEST_ASSERT_(m->p != NULL, "%s, seed %llu", m->setup, (unsigned long long)m->seed);
}

/* Reads a setting for the plain game; the engine's way is scene_start(). */
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
        bool known = plain_option(&o, at, (int)strtol(eq + 1, &at, 10));
        TEST_ASSERT_(known, "%s", setup);
    }
    return o;
}

/* True when the game came to its end without a difference. */
static bool run(const plain_set *set, const char *setup, uint64_t seed, bool alone) {
    static match room; /* too large for some stacks */
    match *m = &room;
    plain_tokens kept = m->legal;
    memset(m, 0, sizeof *m);
    m->setup = setup;
    m->seed = seed;
    m->legal = kept;
    m->r = rng_stream(seed, 7);
    m->shaken = chance_of(m, 0.5);
    m->greed = chance_of(m, 0.2) ? 0.6 : 0.25;
    plain_options o = read_setup(setup);
    plain_start(&m->g, set, &o);
    m->p = alone ? NULL : scene_start(&project_l, setup);
    TEST_ASSERT_(alone || m->p, "%s can be started", setup);
    while (!m->failed && m->ply < MAX_PLIES && m->idle < IDLE * o.players) {
        int actor = plain_actor(&m->g);
        if (m->shaken && actor >= 0 && !m->g.acting && chance_of(m, 0.06)) shake(m);
        if (actor == PLAIN_CHANCE)
            plain_outcomes(&m->g, &m->legal);
        else
            plain_legal(&m->g, &m->legal);
        if (m->p) compare_node(m);
        if (actor == PLAIN_NOBODY || m->failed) break;
        play(m, choose(m));
    }
    bool over = plain_actor(&m->g) == PLAIN_NOBODY;
    if (m->p && over && !m->failed) compare_results(m);
    position_destroy(m->p);
    return over && !m->failed;
}

static long from_environment(const char *name, long usual) {
    const char *value = getenv(name);
    return value ? strtol(value, NULL, 10) : usual;
}

static void run_all(long games, bool alone) {
    plain_set set;
    TEST_ASSERT_(plain_load(&set, PUZZLE_FILE), "%s", PUZZLE_FILE);
    uint64_t seed = (uint64_t)from_environment("KIBITZ_PLAIN_SEED", 1) * 1000000;
    long played = 0;
    long ended = 0;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        for (int players = 1; players <= PLAIN_PLAYERS; players++)
            for (long k = 0; k < games; k++) {
                char setup[200];
                (void)snprintf(setup, sizeof setup, "players %d %s", players, settings[i]);
                ended += run(&set, setup, seed++, alone);
                played++;
                if (differences >= 5) return; /* one cause, many differences */
            }
    TEST_CHECK_(ended * 10 >= played * 9, "%ld of %ld games ended", ended, played);
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
