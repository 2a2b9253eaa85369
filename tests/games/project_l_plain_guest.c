#include "tests/games/project_l_plain_guest.h"

#include <stdio.h>
#include <string.h>

size_t plain_guest_below(plain_guest *m, size_t n) {
    return (size_t)rng_below(&m->r, n);
}

static bool chance_of(plain_guest *m, double share) {
    return rng_unit(&m->r) < share;
}

/* --- tokens that may be wrong --- */

static int some_shape(plain_guest *m) {
    const int *supply = m->g.player[m->g.seat].supply;
    int shape = (int)plain_guest_below(m, PLAIN_SHAPES);
    for (int i = 0; i < 4 && supply[shape] == 0; i++)
        shape = (int)plain_guest_below(m, PLAIN_SHAPES);
    return shape;
}

const char *plain_guest_puzzle(plain_guest *m) {
    int own = m->g.player[m->g.seat].slot[plain_guest_below(m, PLAIN_SLOTS)].puzzle;
    size_t colour = plain_guest_below(m, 2);
    int row = m->g.row[colour][plain_guest_below(m, PLAIN_SLOTS)];
    if (own >= 0 && chance_of(m, 0.6)) return m->g.set->puzzle[own].name;
    if (row >= 0 && chance_of(m, 0.5)) return m->g.set->puzzle[row].name;
    return m->g.set->puzzle[plain_guest_below(m, (size_t)m->g.set->count)].name;
}

/* A shape somewhere, at times cut off by the edge; or any cells. */
static uint32_t some_mask(plain_guest *m, int shape) {
    plain_image mask = {0};
    const plain_set *set = m->g.set;
    const plain_image *t = &set->turned[shape][plain_guest_below(m, (size_t)set->turns[shape])];
    int down = (int)plain_guest_below(m, 4);
    int right = (int)plain_guest_below(m, 4);
    bool any = chance_of(m, 0.1);
    for (int r = 0; r < PLAIN_SIDE; r++)
        for (int c = 0; c < PLAIN_SIDE; c++) {
            bool in = r >= down && c >= right && t->cell[r - down][c - right];
            mask.cell[r][c] = any ? chance_of(m, 0.1) : in;
        }
    return plain_mask(&mask);
}

static const char *some_legal(plain_guest *m, const char *kind) {
    for (int i = 0; i < 20 && m->legal.count; i++) {
        const char *word = m->legal.at[plain_guest_below(m, m->legal.count)];
        if (strncmp(word, kind, strlen(kind)) == 0) return word;
    }
    return NULL;
}

static void some_placement(plain_guest *m, char out[40]) {
    const char *known = some_legal(m, "place:");
    int shape = some_shape(m);
    if (known && chance_of(m, 0.6)) {
        (void)snprintf(out, 40, "%.30s", known + 6);
        return;
    }
    const char *puzzle = plain_guest_puzzle(m);
    uint32_t mask = some_mask(m, chance_of(m, 0.8) ? shape : some_shape(m));
    (void)snprintf(out, 40, "%s:%s:%07x", puzzle, plain_shape_names[shape], mask);
}

static void odd_recycle(plain_guest *m, char *out) {
    int colour = (int)plain_guest_below(m, 2);
    const int *row = m->g.row[colour];
    size_t turn = plain_guest_below(m, PLAIN_SLOTS);
    char names[80] = "";
    for (size_t i = 0; i < PLAIN_SLOTS; i++) {
        int puzzle = row[(i + turn) % PLAIN_SLOTS];
        if (puzzle < 0 || chance_of(m, 0.08)) continue;
        size_t len = strlen(names);
        const char *name =
            chance_of(m, 0.1) ? plain_guest_puzzle(m) : m->g.set->puzzle[puzzle].name;
        (void)snprintf(names + len, sizeof names - len, "%s%s", len ? "," : "", name);
    }
    (void)snprintf(out, PLAIN_TOKEN, "recycle:%s:%s", colour ? "black" : "white",
                   names[0] ? names : plain_guest_puzzle(m));
}

static void odd_master(plain_guest *m, char *out) {
    size_t n = 1 + plain_guest_below(m, 4);
    (void)snprintf(out, PLAIN_TOKEN, chance_of(m, 0.05) ? "master:-" : "master:");
    if (strcmp(out, "master:-") == 0) return;
    for (size_t i = 0; i < n; i++) {
        char one[40];
        size_t len = strlen(out);
        some_placement(m, one);
        (void)snprintf(out + len, PLAIN_TOKEN - len, "%s%s", i ? "+" : "", one);
    }
}

/* A legal placement, or several, with rewards that may or may not be available. */
static void odd_suffix(plain_guest *m, char *out) {
    const char *known = some_legal(m, chance_of(m, 0.5) ? "place:" : "master:W");
    int shape = (int)plain_guest_below(m, PLAIN_SHAPES);
    (void)snprintf(out, PLAIN_TOKEN, "%.200s=%s", known ? known : "place:W1:O1:0000001",
                   plain_shape_names[shape]);
    if (!chance_of(m, 0.3)) return;
    size_t len = strlen(out);
    (void)snprintf(out + len, PLAIN_TOKEN - len, ",%s", plain_shape_names[some_shape(m)]);
}

void plain_guest_odd(plain_guest *m, char *out) {
    static const char *const fixed[] = {"basic", "nothing",  "endft",          "take:top-white",
                                        "take:", "master:-", "take:top-black", "nothing"};
    const char *name = plain_shape_names[plain_guest_below(m, PLAIN_SHAPES)];
    char one[40];
    switch (plain_guest_below(m, 12)) {
    case 0:
        (void)snprintf(out, PLAIN_TOKEN, "%s", fixed[plain_guest_below(m, 8)]);
        break;
    case 1:
        (void)snprintf(out, PLAIN_TOKEN, "take:%s", plain_guest_puzzle(m));
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

/* --- what to play --- */

/* How good a placement is: best when it completes a puzzle, else the nearer it brings one to that
 * and the fewer single holes it leaves. */
static int value(const plain_guest *m, const char *word) {
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
static const char *good_place(plain_guest *m, const char *kind) {
    const char *best = NULL;
    int best_value = 0;
    for (int i = 0; i < 8; i++) {
        const char *word = some_legal(m, kind);
        int now = word ? value(m, word) : 0;
        if (!word || (best && now <= best_value)) continue;
        best = word;
        best_value = now;
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

static double weight_of(const plain_guest *m, size_t kind) {
    const plain_player *me = &m->g.player[m->g.seat];
    double weight = kinds[kind].weight;
    if (kinds[kind].start[0] == 'b' && me->supply[0] > 0) weight *= m->greed;
    for (int i = 0; i < PLAIN_SLOTS && kinds[kind].start[0] == 't'; i++)
        if (me->slot[i].puzzle >= 0) weight *= m->greed;
    return weight;
}

const char *plain_guest_choose(plain_guest *m) {
    const char *found[KINDS] = {0};
    size_t seen[KINDS] = {0};
    size_t kind = 0;
    double sum = 0;
    for (size_t i = 0; i < m->legal.count; i++) {
        const char *word = m->legal.at[i];
        if (strncmp(word, kinds[kind].start, strlen(kinds[kind].start)) != 0)
            for (kind = 0; strncmp(word, kinds[kind].start, strlen(kinds[kind].start)) != 0;)
                kind++;
        if (plain_guest_below(m, ++seen[kind]) == 0) found[kind] = word;
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
static void shuffle_master(plain_guest *m, char *word) {
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
        size_t k = plain_guest_below(m, n);
        size_t len = strlen(word);
        (void)snprintf(word + len, PLAIN_TOKEN - len, "%s%s", part[k], n > 1 ? "+" : "");
        part[k] = part[n - 1];
    }
}

/* Answers to all the questions that a token raises, as its suffix. */
static void answer_rewards(plain_guest *m, char *word) {
    plain after = m->g;
    plain_play(&after, word);
    for (int i = 0; after.acting && after.draws == 0 && after.rewards > 0; i++) {
        int options[PLAIN_SHAPES];
        char answer[16];
        size_t len = strlen(word);
        int slot = after.reward[0];
        int n = plain_rewards(&after, after.player[after.seat].slot[slot].puzzle, options);
        const char *name = plain_shape_names[options[plain_guest_below(m, (size_t)n)]];
        (void)snprintf(answer, sizeof answer, "reward:%s", name);
        (void)snprintf(word + len, PLAIN_TOKEN - len, "%c%s", i ? ',' : '=', name);
        plain_play(&after, answer);
    }
}

void plain_guest_respell(plain_guest *m, char *word) {
    bool several = strncmp(word, "master:", 7) == 0;
    if (several && chance_of(m, 0.5)) shuffle_master(m, word);
    if ((several || strncmp(word, "place:", 6) == 0) && chance_of(m, 0.3)) answer_rewards(m, word);
}
