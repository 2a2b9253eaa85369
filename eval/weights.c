#include "eval/weights.h"

#include <assert.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "eval/net/net_library.h"

/* Searches from a place on, round to it again: files give the terms in their order. */
static int find(const weights *of, const char *name, int from) {
    for (int k = 0; k < of->count; k++) {
        int i = from + k < of->count ? from + k : from + k - of->count;
        if (strcmp(of->game->features[i].name, name) == 0) return i;
    }
    return -1;
}

void weights_init(weights *to, const game *g) {
    *to = (weights){.game = g};
    for (const feature *f = g->features; f && f->name && to->count < EVAL_MAX_FEATURES; f++)
        to->weight[to->count++] = f->weight;
    for (const draw_term *d = g->draws; d && d->name; d++) {
        int i = *d->name ? find(to, d->name, 0) : EVAL_DRAW_BASE;
        if (i < 0) continue;
        to->margin[i] = d->margin;
        to->scale[i] = d->scale;
        to->draws = true;
    }
}

static bool same(const float *a, const float *b, int n) {
    for (int i = 0; i < n; i++)
        if (a[i] != b[i]) return false;
    return true;
}

bool weights_equal(const weights *a, const weights *b) {
    int draws = EVAL_DRAW_BASE + 1;
    return a->game == b->game && a->choice == b->choice && a->net == b->net &&
           a->count == b->count && same(a->weight, b->weight, a->count) && a->draws == b->draws &&
           same(a->margin, b->margin, draws) && same(a->scale, b->scale, draws);
}

uint64_t weights_hash(const weights *w) {
    return hash_bytes(w->weight, (size_t)w->count * sizeof *w->weight, 0);
}

void weights_draws(const weights *w, draw_term *out) {
    assert(w->count >= 0 && w->count <= EVAL_MAX_FEATURES);
    for (int i = 0; i <= w->count && w->draws; i++) {
        int k = i < w->count ? i : EVAL_DRAW_BASE;
        if (w->margin[k] == 0 && w->scale[k] == 0) continue;
        const char *name = i < w->count ? w->game->features[i].name : "";
        *out++ = (draw_term){name, w->margin[k], w->scale[k]};
    }
    *out = (draw_term){0};
}

/* "# game azul ..." names the game the weights belong to. */
static status check_owner(const weights *of, const words *w, unsigned line, error *err) {
    if (w->count < 3 || strcmp(w->at[0], "#") != 0 || strcmp(w->at[1], "game") != 0) return ST_OK;
    if (text_same(w->at[2], of->game->name)) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "line %u: these are weights of %.40s, not of %s", line,
                     w->at[2], of->game->name);
}

/* draw name margin scale */
static status read_draw(weights *to, const words *w, bool *seen, unsigned line, error *err) {
    int i = strcmp(w->at[1], "base") == 0 ? EVAL_DRAW_BASE : find(to, w->at[1], 0);
    double margin;
    double scale;
    if (i < 0)
        return error_set(err, ST_BAD_VALUE, "line %u: %s has no term %.60s", line, to->game->name,
                         w->at[1]);
    if (!text_real(w->at[2], &margin) || !text_real(w->at[3], &scale))
        return error_set(err, ST_BAD_VALUE, "line %u: expected draw name margin scale", line);
    if (seen[i])
        return error_set(err, ST_BAD_VALUE, "line %u: draw %.60s is given twice", line, w->at[1]);
    seen[i] = true;
    to->margin[i] = (float)margin;
    to->scale[i] = (float)scale;
    to->draws = true;
    return ST_OK;
}

/* Which terms a file has given. */
typedef struct given {
    bool weight[EVAL_MAX_FEATURES], draw[EVAL_MAX_FEATURES + 1];
    int next; /* the place after the last term that was read */
} given;

static status read_line(weights *to, const words *w, given *had, unsigned line, error *err) {
    bool *seen = had->weight;
    if (w->count == 0) return ST_OK;
    if (w->at[0][0] == '#') return check_owner(to, w, line, err);
    if (w->count == 4 && strcmp(w->at[0], "draw") == 0)
        return read_draw(to, w, had->draw, line, err);
    if (w->count != 2 && w->count != 5)
        return error_set(err, ST_BAD_SYNTAX, "line %u: expected name value [min max step]", line);
    int i = find(to, w->at[0], had->next);
    double number[4];
    if (i < 0)
        return error_set(err, ST_BAD_VALUE, "line %u: %s has no term %.60s", line, to->game->name,
                         w->at[0]);
    for (size_t k = 1; k < w->count; k++)
        if (!text_real(w->at[k], &number[k - 1]))
            return error_set(err, ST_BAD_VALUE, "line %u: %.40s is not a number", line, w->at[k]);
    if (seen[i])
        return error_set(err, ST_BAD_VALUE, "line %u: %.60s is given twice", line, w->at[0]);
    seen[i] = true;
    had->next = i + 1;
    to->weight[i] = (float)number[0];
    return ST_OK;
}

status weights_read(weights *to, const char *data, size_t len, int *missing, error *err) {
    assert(to->game);
    if (memchr(data, '\0', len)) return error_set(err, ST_BAD_SYNTAX, "a weights file is text");
    char *copy = mem_alloc(len + 1);
    if (!copy) return error_set(err, ST_NOMEM, "no memory for the weights");
    memcpy(copy, data, len);
    weights now = *to;
    given seen = {0};
    words w = {0};
    status st = ST_OK;
    unsigned line = 0;
    for (char *s = copy; s && st == ST_OK;) {
        char *next = strchr(s, '\n');
        if (next) *next++ = '\0';
        char *cr = strchr(s, '\r');
        if (cr) *cr = '\0';
        st = words_split(&w, s, err);
        if (st == ST_OK) st = read_line(&now, &w, &seen, ++line, err);
        s = next;
    }
    words_done(&w);
    mem_free(copy);
    if (st != ST_OK) return st;
    *missing = 0;
    for (int i = 0; i < to->count; i++) *missing += !seen.weight[i];
    *to = now;
    return ST_OK;
}

/* A net of this game; whether it fits the options is seen when rules are there. */
static status take_net(weights *to, const char *data, size_t len, error *err) {
    const net *n;
    status st = net_library_read(&n, data, len, err);
    if (st != ST_OK) return st;
    if (!text_same(n->game, to->game->name))
        return error_set(err, ST_BAD_VALUE, "this is a net of %s, not of %s", n->game,
                         to->game->name);
    to->choice = EVAL_NET;
    to->net = n;
    return ST_OK;
}

status weights_load(weights *w, const char *path, int *missing, error *err) {
    assert(w->game && *path);
    enum { MAX_WEIGHTS = 1 << 20, MAX_FILE = NET_MAX_BYTES + (1 << 12) };
    text data;
    error why;
    if (strcmp(path, "linear") == 0 || strcmp(path, "net") == 0) {
        *missing = 0;
        w->choice = *path == 'l' ? EVAL_LINEAR : EVAL_NET;
        w->net = NULL;
        return ST_OK;
    }
    status st = file_read(&data, path, MAX_FILE, err);
    if (st != ST_OK) return st;
    if (net_recognise(text_string(&data))) {
        *missing = 0;
        st = take_net(w, text_string(&data), data.len, &why);
    } else if (data.len > MAX_WEIGHTS) {
        st = error_set(&why, ST_IO, "a weights file has at most %d bytes", MAX_WEIGHTS);
    } else {
        st = weights_read(w, text_string(&data), data.len, missing, &why);
        if (st == ST_OK) w->choice = EVAL_LINEAR;
    }
    text_done(&data);
    return st == ST_OK ? st : error_set(err, st, "%.80s: %.150s", path, why.text);
}
