#include "tests/games/project_l_plain.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const plain_shape_names[PLAIN_SHAPES] = {"O1", "O2", "I2", "I3", "I4",
                                                     "L2", "L3", "Z",  "T"};

/* --- names --- */

int plain_shape(const char *name) {
    for (int i = 0; i < PLAIN_SHAPES; i++)
        if (strcmp(name, plain_shape_names[i]) == 0) return i;
    return -1;
}

void plain_name(const plain_set *set, int puzzle, char out[8]) {
    memcpy(out, set->puzzle[puzzle].name, 8);
}

int plain_find(const plain_set *set, const char *name) {
    for (int i = 0; i < set->count; i++)
        if (strcmp(name, set->puzzle[i].name) == 0) return i;
    return -1;
}

uint32_t plain_mask(const plain_image *image) {
    uint32_t value = 0;
    for (int i = PLAIN_SIDE * PLAIN_SIDE - 1; i >= 0; i--)
        value = value * 2 + image->cell[i / PLAIN_SIDE][i % PLAIN_SIDE];
    return value;
}

/* --- shapes --- */

static plain_image push_top_left(plain_image image) {
    for (int pass = 0; pass < 2 * PLAIN_SIDE; pass++) {
        bool top = false;
        bool left = false;
        for (int i = 0; i < PLAIN_SIDE; i++) {
            top |= image.cell[0][i];
            left |= image.cell[i][0];
        }
        plain_image moved = {0};
        for (int r = top ? 0 : 1; r < PLAIN_SIDE; r++)
            for (int c = left ? 0 : 1; c < PLAIN_SIDE; c++)
                moved.cell[r - (top ? 0 : 1)][c - (left ? 0 : 1)] = image.cell[r][c];
        image = moved;
    }
    return image;
}

/* A quarter turn; before the fifth of eight it is mirrored as well. */
static plain_image turn(const plain_image *image, bool mirror) {
    plain_image out;
    for (int r = 0; r < PLAIN_SIDE; r++)
        for (int c = 0; c < PLAIN_SIDE; c++)
            out.cell[c][PLAIN_SIDE - 1 - r] = image->cell[r][mirror ? PLAIN_SIDE - 1 - c : c];
    return push_top_left(out);
}

void plain_turn_shapes(plain_set *set) {
    static const char *const drawn[PLAIN_SHAPES][2] = {{"#", ""},    {"##", "##"},  {"##", ""},
                                                       {"###", ""},  {"####", ""},  {"##", "#"},
                                                       {"###", "#"}, {"##", " ##"}, {"###", " #"}};
    for (int shape = 0; shape < PLAIN_SHAPES; shape++) {
        plain_image now = {0};
        set->turns[shape] = 0;
        for (int r = 0; r < 2; r++)
            for (int c = 0; drawn[shape][r][c]; c++) now.cell[r][c] = drawn[shape][r][c] == '#';
        for (int k = 0; k < 8; k++) {
            bool known = false;
            for (int i = 0; i < set->turns[shape]; i++)
                known |= memcmp(&now, &set->turned[shape][i], sizeof now) == 0;
            if (!known) set->turned[shape][set->turns[shape]++] = now;
            now = turn(&now, k == 3);
        }
    }
}

/* --- the puzzle file --- */

typedef struct reader {
    plain_puzzle now;
    bool named, rewarded;
    int rows;
} reader;

/* What follows the first letter, as at most two words; false if there are more or none. */
static bool two_words(const char *line, char a[16], char b[16]) {
    char rest[2];
    a[0] = b[0] = '\0';
    return sscanf(line + 1, " %15s %15s %1s", a, b, rest) < 3 && a[0] != '\0';
}

static bool read_number(const char *word, int *out) {
    char *end;
    long value = strtol(word, &end, 10);
    *out = (int)value;
    return word[0] >= '0' && word[0] <= '9' && *end == '\0' && value < 100000;
}

static bool read_line(reader *r, const char *line) {
    char a[16];
    char b[16];
    if (line[0] != 'I' && line[0] != 'R' && line[0] != 'P') return true;
    if (!two_words(line, a, b)) return false;
    if (line[0] == 'I') {
        bool fine = !r->named && (strcmp(a, "W") == 0 || strcmp(a, "B") == 0);
        r->named = true;
        r->now.colour = a[0] == 'W' ? PLAIN_WHITE : PLAIN_BLACK;
        return fine && read_number(b, &r->now.number);
    }
    if (line[0] == 'R') {
        bool fine = !r->rewarded && read_number(a, &r->now.points);
        r->rewarded = true;
        r->now.reward = plain_shape(b);
        return fine && r->now.reward >= 0;
    }
    if (r->rows == PLAIN_SIDE || strlen(a) != PLAIN_SIDE || b[0]) return false;
    for (int c = 0; c < PLAIN_SIDE; c++) {
        if (a[c] != '#' && a[c] != '.') return false;
        r->now.start.cell[r->rows][c] = a[c] == '#';
    }
    r->rows++;
    return true;
}

/* Names the puzzle and sorts it in: white first, then by number. */
static bool add_puzzle(plain_set *set, plain_puzzle *p) {
    (void)snprintf(p->name, sizeof p->name, "%c%d", p->colour == PLAIN_WHITE ? 'W' : 'B',
                   p->number % 100000);
    if (set->count == PLAIN_PUZZLES || plain_find(set, p->name) >= 0) return false;
    int at = set->count++;
    while (at > 0 &&
           (set->puzzle[at - 1].colour > p->colour ||
            (set->puzzle[at - 1].colour == p->colour && set->puzzle[at - 1].number > p->number))) {
        set->puzzle[at] = set->puzzle[at - 1];
        at--;
    }
    set->puzzle[at] = *p;
    return true;
}

bool plain_load(plain_set *set, const char *path) {
    memset(set, 0, sizeof *set);
    plain_turn_shapes(set);
    FILE *in = fopen(path, "r");
    if (!in) return false;
    char line[200];
    reader r = {0};
    bool fine = true;
    while (fine && fgets(line, sizeof line, in)) {
        fine = read_line(&r, line);
        if (!r.named || !r.rewarded || r.rows < PLAIN_SIDE) continue;
        fine = fine && add_puzzle(set, &r.now);
        r = (reader){0};
    }
    (void)fclose(in);
    return fine;
}

/* --- options --- */

typedef struct option {
    const char *name;
    size_t offset;
} option;

static const option options[] = {/* by name */
                                 {"basic_subst", offsetof(plain_options, basic_subst)},
                                 {"black", offsetof(plain_options, black)},
                                 {"ft_points", offsetof(plain_options, ft_points)},
                                 {"ft_return", offsetof(plain_options, ft_return)},
                                 {"pass", offsetof(plain_options, pass)},
                                 {"reserve", offsetof(plain_options, reserve)},
                                 {"reward_lower", offsetof(plain_options, reward_lower)},
                                 {"rounds", offsetof(plain_options, rounds)},
                                 {"same_change", offsetof(plain_options, same_change)},
                                 {"trigger_black", offsetof(plain_options, trigger_black)},
                                 {"white", offsetof(plain_options, white)}};

static int option_value(const plain_options *o, size_t i) {
    int value;
    memcpy(&value, (const char *)o + options[i].offset, sizeof value);
    return value;
}

bool plain_option(plain_options *o, const char *name, int value) {
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (strcmp(name, options[i].name) != 0) continue;
        memcpy((char *)o + options[i].offset, &value, sizeof value);
        return true;
    }
    return false;
}

/* --- position text --- */

typedef struct line {
    char *at;
    size_t len, cap;
} line;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put(line *l, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->at + l->len, l->cap - l->len, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= l->cap - l->len) abort(); /* PLAIN_TEXT is too small */
    l->len += (size_t)n;
}

static void put_counts(line *l, const char *field, const int *counts) {
    put(l, " %s=", field);
    for (int i = 0; i < PLAIN_SHAPES; i++) put(l, "%s%d", i ? "," : "", counts[i]);
}

/* A puzzle's name, or '-' for none. */
static void put_puzzle(line *l, const plain_set *set, int puzzle) {
    char name[8] = "-";
    if (puzzle >= 0) plain_name(set, puzzle, name);
    put(l, "%s", name);
}

static void put_list(line *l, const plain_set *set, const int *list, int count) {
    if (count == 0) put(l, "-");
    for (int i = 0; i < count; i++) {
        if (i) put(l, ",");
        put_puzzle(l, set, list[i]);
    }
}

static void put_deck(line *l, const plain_set *set, const char *field, const plain_deck *d) {
    int may[PLAIN_PUZZLES];
    int n = 0;
    for (int i = 0; i < set->count; i++)
        if (d->may[i]) may[n++] = i;
    put(l, " %s=%d:", field, d->unknown);
    put_list(l, set, may, n);
    put(l, "/");
    put_list(l, set, d->tail, d->tails);
}

static void put_slot(line *l, const plain_set *set, const plain_slot *s) {
    put_puzzle(l, set, s->puzzle);
    if (s->puzzle < 0) return;
    put(l, "/%07x/", plain_mask(&s->image));
    for (int i = 0; i < PLAIN_SHAPES; i++)
        put(l, "%c", "0123456789abcdefghijklmnopqrstuvwxyz"[s->used[i] % 36]);
}

static void put_player(line *l, const plain *g, int seat) {
    const plain_player *p = &g->player[seat];
    put(l, " | P%d s=%d", seat, p->score);
    put_counts(l, "T", p->supply);
    put(l, " U=");
    for (int i = 0; i < PLAIN_SLOTS; i++) {
        if (i) put(l, ";");
        put_slot(l, g->set, &p->slot[i]);
    }
    put(l, " F=");
    put_list(l, g->set, p->done, p->dones);
}

static void put_chain(line *l, const plain *g) {
    for (int i = 0; i < g->draws; i++) {
        put(l, "%s%c", i ? "," : " chain=draw:", g->draw[i].colour == PLAIN_WHITE ? 'W' : 'B');
        if (g->draw[i].slot < 0)
            put(l, "t");
        else
            put(l, "%d", g->draw[i].slot);
    }
    for (int i = 0; g->draws == 0 && i < g->rewards; i++) {
        put(l, i ? "," : " chain=reward:");
        put_puzzle(l, g->set, g->player[g->seat].slot[g->reward[i]].puzzle);
    }
}

void plain_text(const plain *g, char *out, size_t cap) {
    line l = {out, 0, cap};
    put(&l, "ph=%c p=%d a=%d m=%d b=%d l=%d r=%d", g->phase, g->seat, g->actions, g->master,
        g->black, g->last, g->round);
    put_counts(&l, "R", g->reserve);
    for (int c = 0; c < 2; c++) {
        put(&l, c == PLAIN_WHITE ? " WR=" : " BR=");
        for (int i = 0; i < PLAIN_SLOTS; i++) {
            if (i) put(&l, ",");
            put_puzzle(&l, g->set, g->row[c][i]);
        }
    }
    put_deck(&l, g->set, "WD", &g->deck[PLAIN_WHITE]);
    put_deck(&l, g->set, "BD", &g->deck[PLAIN_BLACK]);
    for (int p = 0; p < g->o.players; p++) put_player(&l, g, p);
    put_chain(&l, g);
    plain_options usual = plain_usual(g->o.players, false);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (option_value(&g->o, i) != option_value(&usual, i))
            put(&l, " %s=%d", options[i].name, option_value(&g->o, i));
}

/* --- results --- */

static int pieces_left(const plain_player *p) {
    int n = 0;
    for (int i = 0; i < PLAIN_SHAPES; i++) n += p->supply[i];
    return n;
}

/* Above 0 when a is ahead of b. */
static int compare(const plain_player *a, const plain_player *b) {
    if (a->score != b->score) return a->score - b->score;
    if (a->dones != b->dones) return a->dones - b->dones;
    return pieces_left(a) - pieces_left(b);
}

void plain_results(const plain *g, int *points, int *ranks, double *utility) {
    int winners = 0;
    for (int p = 0; p < g->o.players; p++) {
        points[p] = g->player[p].score;
        ranks[p] = 0;
    }
    int placed = 0;
    for (int rank = 1; placed < g->o.players; rank++) {
        const plain_player *best = NULL;
        for (int p = 0; p < g->o.players; p++)
            if (ranks[p] == 0 && (!best || compare(&g->player[p], best) > 0)) best = &g->player[p];
        for (int p = 0; p < g->o.players; p++)
            if (ranks[p] == 0 && compare(&g->player[p], best) == 0) {
                ranks[p] = rank;
                placed++;
                winners += rank == 1;
            }
    }
    for (int p = 0; p < g->o.players; p++) utility[p] = ranks[p] == 1 ? 1.0 / winners : 0.0;
}

/* --- invariants --- */

static bool pieces_add_up(const plain *g) {
    for (int i = 0; i < PLAIN_SHAPES; i++) {
        int n = g->reserve[i] + g->lost[i];
        if (g->reserve[i] < 0) return false;
        for (int p = 0; p < g->o.players; p++) {
            if (g->player[p].supply[i] < 0) return false;
            n += g->player[p].supply[i];
            for (int k = 0; k < PLAIN_SLOTS; k++) n += g->player[p].slot[k].used[i];
        }
        if (n != g->o.reserve) return false;
    }
    return true;
}

/* Nowhere twice, and as many of each colour as were put into the game. */
static bool puzzles_add_up(const plain *g) {
    int seen[PLAIN_PUZZLES] = {0};
    int count[2] = {g->deck[0].unknown, g->deck[1].unknown};
    for (int c = 0; c < 2; c++) {
        for (int i = 0; i < PLAIN_SLOTS; i++)
            if (g->row[c][i] >= 0) seen[g->row[c][i]]++;
        for (int i = 0; i < g->deck[c].tails; i++) seen[g->deck[c].tail[i]]++;
    }
    for (int p = 0; p < g->o.players; p++) {
        for (int i = 0; i < PLAIN_SLOTS; i++)
            if (g->player[p].slot[i].puzzle >= 0) seen[g->player[p].slot[i].puzzle]++;
        for (int i = 0; i < g->player[p].dones; i++) seen[g->player[p].done[i]]++;
    }
    for (int i = 0; i < g->set->count; i++) {
        int colour = g->set->puzzle[i].colour;
        count[colour] += seen[i];
        if (seen[i] > 1 || (seen[i] == 1 && g->deck[colour].may[i])) return false;
    }
    return count[PLAIN_WHITE] == g->o.white && count[PLAIN_BLACK] == g->o.black;
}

/* A score is what was completed, less the touches, less what is unfinished at the end. */
static bool scores_add_up(const plain *g) {
    for (int k = 0; k < g->o.players; k++) {
        const plain_player *p = &g->player[k];
        int waiting = 0;
        int score = -p->touches;
        for (int i = 0; i < PLAIN_SLOTS; i++) {
            const plain_slot *s = &p->slot[i];
            if (s->puzzle < 0) continue;
            bool full = plain_full(&s->image);
            bool counted = full && g->phase == 'T' && g->o.ft_return;
            waiting += counted;
            if (full && g->phase != 'T' && g->rewards == 0) return false;
            if (counted && g->o.ft_points) score += g->set->puzzle[s->puzzle].points;
            if (g->phase == 'F') score -= g->set->puzzle[s->puzzle].points;
        }
        int paid = g->o.ft_points ? p->dones : p->dones - (p->touched_done - waiting);
        for (int i = 0; i < paid; i++) score += g->set->puzzle[p->done[i]].points;
        if (score != p->score) return false;
    }
    return true;
}

const char *plain_check(const plain *g) {
    if (!pieces_add_up(g)) return "pieces";
    if (!puzzles_add_up(g)) return "puzzles";
    return scores_add_up(g) ? NULL : "scores";
}
