#include <string.h>

#include "engine/rules/machine/terms.h"

/* Weights folded for one game: what a piece is worth on each cell (terms.h). */

/* What the weights of cells add to the value of a piece there; `at` is the first of them. */
static void add_cell_weights(const terms *j, const float *weight, int at, int half,
                             terms_halves royals, terms_value *to) {
    if (at < 0) return;
    to->early += weight[at];
    if (j->plan->cell_terms > 1) to->change += weight[at + 1] - weight[at];
    if (j->plan->cell_terms < 4) return;
    float side =
        weight[at + 2] * (float)(half * royals.own) + weight[at + 3] * (float)(half * royals.enemy);
    to->early += side;
    to->change -= side;
}

static bool is_halved(const terms_plan *p) {
    return p->cell_terms == 4;
}

/* The values of all pieces everywhere, with royal pieces on these halves. */
static void precompute_values(const program *b, const float *weight, terms_precomputed *f,
                              terms_halves royals, terms_value *w) {
    const terms *j = b->terms;
    int cells = b->board.cells;
    for (int p = 0; p < b->head.players; p++) {
        for (int k = 0; k < b->kinds; k++) {
            bool forward = j->forward[k];
            for (int c = 0; c < cells; c++, w++) {
                const terms_cell *at = &j->cell[p * cells + c];
                float centre = f->kind[TERMS_CENTRE][k] * at->centre;
                float ahead = forward ? f->kind[TERMS_ADVANCE][k] * at->far : 0;
                float late = f->kind[TERMS_LATE][k] * at->centre;
                if (forward) late += f->kind[TERMS_ADVANCE_LATE][k] * at->far;
                w->early = f->kind[TERMS_PIECE][k] * j->value[k] +
                           f->kind[TERMS_PLACE][k] * j->place[k * cells + at->seen] + centre +
                           ahead;
                w->change = late - centre - ahead;
                if (j->on_cell)
                    add_cell_weights(j, weight, j->on_cell[k * cells + at->seen], at->half, royals,
                                     w);
            }
        }
    }
}

size_t terms_precompute(const rules *r, const float *weight, void *out) {
    const program *b = program_of(r);
    const terms *j = b->terms;
    terms_precomputed *f = out;
    size_t n = (size_t)r->players * (size_t)b->kinds * (size_t)b->board.cells;
    bool halved = is_halved(j->plan);
    if (!f) return sizeof *f + (halved ? TERMS_HALVES : 1) * n * sizeof *f->value;
    memset(f, 0, sizeof *f);
    f->halved = halved;
    for (int i = 0; i < j->plan->count; i++) {
        const terms_entry *t = &j->plan->term[i];
        f->uses[t->what] |= weight[i] != 0;
        if (t->what < TERMS_TEMPO)
            f->kind[t->what][t->kind] = weight[i];
        else if (t->what == TERMS_OWN)
            f->own[t->kind] = weight[i];
        else
            f->rest[t->what] = weight[i];
    }
    terms_value *at = f->value;
    for (int own = -1; own <= 1 && halved; own++)
        for (int enemy = -1; enemy <= 1; enemy++, at += n)
            precompute_values(b, weight, f, (terms_halves){own, enemy}, at);
    if (!halved) precompute_values(b, weight, f, (terms_halves){0, 0}, at);
    return 0;
}
