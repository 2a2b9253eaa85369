#include "tests/games/project_l_plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void plain_tokens_done(plain_tokens *t) {
    free(t->at);
    *t = (plain_tokens){0};
}

/* One more token; the list may be NULL where only the number counts. */
static size_t add(plain_tokens *t, const char *token) {
    if (!t) return 1;
    if (t->count == PLAIN_LEGAL_CAP) {
        t->cut = true;
        return 1;
    }
    if (t->count == t->cap) {
        t->cap = t->cap ? t->cap * 2 : 256;
        char(*more)[PLAIN_TOKEN] = realloc(t->at, t->cap * sizeof *more);
        if (!more) abort();
        t->at = more;
    }
    memcpy(t->at[t->count++], token, strlen(token) + 1);
    return 1;
}

/* out = a + b + c; tokens are far shorter than their room. */
static void join(char out[PLAIN_TOKEN], const char *a, const char *b, const char *c) {
    while (*a) *out++ = *a++;
    while (*b) *out++ = *b++;
    while (*c) *out++ = *c++;
    *out = '\0';
}

static size_t add_if_legal(const plain *g, plain_tokens *t, const char *token) {
    plain_verdict v;
    return plain_verify(g, token, &v) ? add(t, token) : 0;
}

static size_t list_takes(const plain *g, plain_tokens *t) {
    size_t n = 0;
    char token[16] = "take:";
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < PLAIN_SLOTS; i++) {
            if (g->row[c][i] < 0) continue;
            plain_name(g->set, g->row[c][i], token + 5);
            n += add_if_legal(g, t, token);
        }
    n += add_if_legal(g, t, "take:top-white");
    return n + add_if_legal(g, t, "take:top-black");
}

/* All orders of the puzzles in a row: each in turn comes next, the others follow. */
static size_t list_orders(const plain *g, int colour, const char *so_far, const bool *gone,
                          plain_tokens *t) {
    size_t n = 0;
    bool any = false;
    for (int i = 0; i < PLAIN_SLOTS; i++) {
        if (g->row[colour][i] < 0 || gone[i]) continue;
        char name[8];
        char more[PLAIN_TOKEN];
        bool now_gone[PLAIN_SLOTS];
        any = true;
        memcpy(now_gone, gone, sizeof now_gone);
        now_gone[i] = true;
        plain_name(g->set, g->row[colour][i], name);
        bool first = so_far[strlen(so_far) - 1] == ':';
        join(more, so_far, first ? "" : ",", name);
        n += list_orders(g, colour, more, now_gone, t);
    }
    return any || so_far[strlen(so_far) - 1] == ':' ? n : n + add(t, so_far);
}

static size_t list_pieces(const plain *g, plain_tokens *t) {
    size_t n = add_if_legal(g, t, "basic");
    char token[24];
    for (int to = 1; to < PLAIN_SHAPES && g->reserve[0] == 0; to++) {
        (void)snprintf(token, sizeof token, "basic:%s", plain_shape_names[to]);
        n += add_if_legal(g, t, token);
    }
    for (int from = 0; from < PLAIN_SHAPES; from++)
        for (int to = 0; to < PLAIN_SHAPES; to++) {
            if (g->player[g->seat].supply[from] == 0 || g->reserve[to] == 0) continue;
            (void)snprintf(token, sizeof token, "change:%s>%s", plain_shape_names[from],
                           plain_shape_names[to]);
            n += add_if_legal(g, t, token);
        }
    return n;
}

/* What fits into one puzzle. */
typedef struct fits {
    int shape[400];
    char text[400][24]; /* "W17:I3:0038000" */
    int count;
} fits;

/* Tries a turned shape at a place: false if it sticks out or hits something. */
static bool shift(const plain_image *turned, int down, int right, const plain_image *image,
                  plain_image *out) {
    memset(out, 0, sizeof *out);
    for (int r = 0; r < PLAIN_SIDE; r++)
        for (int c = 0; c < PLAIN_SIDE; c++) {
            if (!turned->cell[r][c]) continue;
            if (r + down >= PLAIN_SIDE || c + right >= PLAIN_SIDE) return false;
            if (image->cell[r + down][c + right]) return false;
            out->cell[r + down][c + right] = true;
        }
    return true;
}

static void find_fits(const plain *g, const plain_slot *s, fits *out) {
    const plain_set *set = g->set;
    char name[8];
    out->count = 0;
    if (s->puzzle < 0) return;
    plain_name(set, s->puzzle, name);
    for (int shape = 0; shape < PLAIN_SHAPES; shape++) {
        if (g->player[g->seat].supply[shape] == 0) continue;
        for (int i = 0; i < set->turns[shape] * PLAIN_SIDE * PLAIN_SIDE; i++) {
            plain_image mask;
            if (!shift(&set->turned[shape][i / 25], i / 5 % 5, i % 5, &s->image, &mask)) continue;
            out->shape[out->count] = shape;
            (void)snprintf(out->text[out->count++], sizeof out->text[0], "%s:%s:%07x", name,
                           plain_shape_names[shape], plain_mask(&mask));
        }
    }
}

static size_t list_places(const plain *g, plain_tokens *t) {
    size_t n = 0;
    fits f;
    for (int i = 0; i < PLAIN_SLOTS; i++) {
        find_fits(g, &g->player[g->seat].slot[i], &f);
        for (int k = 0; k < f.count; k++) {
            char token[40];
            (void)snprintf(token, sizeof token, "place:%s", f.text[k]);
            n += add(t, token);
        }
    }
    return n;
}

/* Everything but master and nothing, in phases N and E. */
static size_t list_others(const plain *g, plain_tokens *out) {
    bool none[PLAIN_SLOTS] = {0};
    size_t n = list_takes(g, out);
    n += list_orders(g, PLAIN_WHITE, "recycle:white:", none, out);
    n += list_orders(g, PLAIN_BLACK, "recycle:black:", none, out);
    n += list_pieces(g, out);
    n += list_places(g, out);
    return n;
}

bool plain_any_other(const plain *g) {
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < PLAIN_SLOTS; i++)
            if (g->row[c][i] >= 0) return true; /* a row can be recycled */
    return list_others(g, NULL) > 0;
}

static void list_masters(const plain *g, const fits *f, int slot, const int *left,
                         const char *so_far, plain_tokens *t) {
    bool first = so_far[strlen(so_far) - 1] == ':';
    if (t->cut) return;
    if (slot == PLAIN_SLOTS) {
        if (!first) (void)add(t, so_far);
        return;
    }
    list_masters(g, f, slot + 1, left, so_far, t);
    for (int i = 0; i < f[slot].count; i++) {
        int now_left[PLAIN_SHAPES];
        char more[PLAIN_TOKEN];
        if (left[f[slot].shape[i]] == 0) continue;
        memcpy(now_left, left, sizeof now_left);
        now_left[f[slot].shape[i]]--;
        join(more, so_far, first ? "" : "+", f[slot].text[i]);
        list_masters(g, f, slot + 1, now_left, more, t);
    }
}

static void list_rewards(const plain *g, plain_tokens *t) {
    for (int i = 0; i < PLAIN_SHAPES; i++) {
        char token[16];
        (void)snprintf(token, sizeof token, "reward:%s", plain_shape_names[i]);
        (void)add_if_legal(g, t, token);
    }
}

void plain_legal(const plain *g, plain_tokens *out) {
    out->count = 0;
    out->cut = false;
    if (plain_actor(g) < 0) return;
    if (g->rewards > 0) {
        list_rewards(g, out);
        return;
    }
    if (g->phase == 'T') {
        (void)list_places(g, out);
        (void)add(out, "endft");
        return;
    }
    (void)list_others(g, out);
    (void)add_if_legal(g, out, "nothing");
    (void)add_if_legal(g, out, "master:-");
    if (g->master) return;
    fits f[PLAIN_SLOTS];
    for (int i = 0; i < PLAIN_SLOTS; i++) find_fits(g, &g->player[g->seat].slot[i], &f[i]);
    list_masters(g, f, 0, g->player[g->seat].supply, "master:", out);
}

/* How many ways from this slot on, the ways of one shape being alike. */
static uint64_t count_masters(uint64_t ways[PLAIN_SLOTS][PLAIN_SHAPES], int slot, int *left) {
    if (slot == PLAIN_SLOTS) return 1;
    uint64_t n = count_masters(ways, slot + 1, left);
    for (int i = 0; i < PLAIN_SHAPES; i++) {
        if (left[i] == 0 || ways[slot][i] == 0) continue;
        left[i]--;
        n += ways[slot][i] * count_masters(ways, slot + 1, left);
        left[i]++;
    }
    return n;
}

uint64_t plain_count(const plain *g) {
    plain_tokens t = {0};
    plain without = *g;
    without.master = true; /* the other tokens do not depend on it */
    plain_legal(&without, &t);
    uint64_t n = t.count;
    plain_tokens_done(&t);
    bool deciding = plain_actor(g) >= 0 && g->rewards == 0 && g->phase != 'T';
    if (!deciding || g->master) return n;
    uint64_t ways[PLAIN_SLOTS][PLAIN_SHAPES] = {0};
    int left[PLAIN_SHAPES];
    memcpy(left, g->player[g->seat].supply, sizeof left);
    for (int i = 0; i < PLAIN_SLOTS; i++) {
        fits f;
        find_fits(g, &g->player[g->seat].slot[i], &f);
        for (int k = 0; k < f.count; k++) ways[i][f.shape[k]]++;
    }
    return n + count_masters(ways, 0, left) - 1 + (g->o.pass ? 1 : 0);
}

void plain_outcomes(const plain *g, plain_tokens *out) {
    out->count = 0;
    out->cut = false;
    for (int i = 0; g->draws > 0 && i < g->set->count; i++) {
        char token[9] = "!";
        plain_name(g->set, i, token + 1);
        if (g->deck[g->draw[0].colour].may[i]) (void)add(out, token);
    }
}
