#include "eval/evaluate.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/portable_math.h"

void evaluator_init(evaluator *e, const game *g) {
    *e = (evaluator){.kind = g};
    for (const feature *f = g->features; f && f->name && e->count < EVAL_MAX_FEATURES; f++)
        e->weight[e->count++] = f->weight;
}

static int find(const evaluator *e, const char *name) {
    for (int i = 0; i < e->count; i++)
        if (strcmp(e->kind->features[i].name, name) == 0) return i;
    return -1;
}

/* "# game azul ..." names the game the weights belong to. */
static status check_owner(const evaluator *e, const words *w, unsigned line, error *err) {
    if (w->count < 3 || strcmp(w->at[0], "#") != 0 || strcmp(w->at[1], "game") != 0) return ST_OK;
    if (text_same(w->at[2], e->kind->name)) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "line %u: these are weights of %.40s, not of %s", line,
                     w->at[2], e->kind->name);
}

static status read_line(evaluator *e, const words *w, bool *seen, unsigned line, error *err) {
    if (w->count == 0) return ST_OK;
    if (w->at[0][0] == '#') return check_owner(e, w, line, err);
    if (w->count != 2 && w->count != 5)
        return error_set(err, ST_BAD_SYNTAX, "line %u: expected name value [min max step]", line);
    int i = find(e, w->at[0]);
    double number[4];
    if (i < 0)
        return error_set(err, ST_BAD_VALUE, "line %u: %s has no term %.60s", line, e->kind->name,
                         w->at[0]);
    for (size_t k = 1; k < w->count; k++)
        if (!text_real(w->at[k], &number[k - 1]))
            return error_set(err, ST_BAD_VALUE, "line %u: %.40s is not a number", line, w->at[k]);
    if (seen[i])
        return error_set(err, ST_BAD_VALUE, "line %u: %.60s is given twice", line, w->at[0]);
    seen[i] = true;
    e->weight[i] = (float)number[0];
    return ST_OK;
}

status evaluator_read(evaluator *e, const char *data, size_t len, int *missing, error *err) {
    if (memchr(data, '\0', len)) return error_set(err, ST_BAD_SYNTAX, "a weights file is text");
    char *copy = mem_alloc(len + 1);
    if (!copy) return error_set(err, ST_NOMEM, "no memory for the weights");
    memcpy(copy, data, len);
    evaluator fresh = *e;
    bool seen[EVAL_MAX_FEATURES] = {false};
    words w = {0};
    status st = ST_OK;
    unsigned line = 0;
    for (char *s = copy; s && st == ST_OK;) {
        char *next = strchr(s, '\n');
        if (next) *next++ = '\0';
        char *cr = strchr(s, '\r');
        if (cr) *cr = '\0';
        st = words_split(&w, s, err);
        if (st == ST_OK) st = read_line(&fresh, &w, seen, ++line, err);
        s = next;
    }
    words_done(&w);
    mem_free(copy);
    if (st != ST_OK) return st;
    *missing = 0;
    for (int i = 0; i < e->count; i++) *missing += !seen[i];
    *e = fresh;
    return ST_OK;
}

/* By softmax. */
void evaluator_share_out(const double *total, int players, double *win) {
    double most = total[0];
    for (int p = 1; p < players; p++)
        if (total[p] > most) most = total[p];
    double sum = 0;
    for (int p = 0; p < players; p++) sum += win[p] = portable_exp(total[p] - most);
    for (int p = 0; p < players; p++) win[p] /= sum;
}

static double weigh(const evaluator *e, const float *raw) {
    double total = 0;
    for (int i = 0; i < e->count; i++) total += (double)e->weight[i] * (double)raw[i];
    return total;
}

double evaluator_total(const evaluator *e, const rules *r, const void *s, int player) {
    float raw[EVAL_MAX_FEATURES];
    if (!e->count) return 0;
    e->kind->measure(r, s, player, raw);
    return weigh(e, raw);
}

void evaluator_fold(evaluator *out, const evaluator *e, const rules *r) {
    *out = *e;
    out->folded = NULL;
    if (!e->count || !r->kind->fold) return;
    void *room = mem_alloc(r->kind->fold(r, e->weight, NULL));
    if (room) (void)r->kind->fold(r, e->weight, room);
    out->folded = room;
}

void evaluator_unfold(evaluator *e) {
    mem_free(e->folded);
    e->folded = NULL;
}

void evaluator_shares(const evaluator *e, const rules *r, const void *s, double *win) {
    double total[GAME_MAX_PLAYERS] = {0};
    if (e->folded)
        r->kind->weigh(r, s, e->folded, total);
    else
        for (int p = 0; p < r->players; p++) total[p] = evaluator_total(e, r, s, p);
    evaluator_share_out(total, r->players, win);
}

void evaluator_run(const evaluator *e, const rules *r, const void *s, evaluation *out) {
    for (int p = 0; p < r->players; p++) {
        if (e->count) e->kind->measure(r, s, p, out->raw[p]);
        out->total[p] = weigh(e, out->raw[p]);
    }
    evaluator_share_out(out->total, r->players, out->win);
}
