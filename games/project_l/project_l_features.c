#include "games/project_l/project_l_features.h"

#include <string.h>

#include "games/project_l/project_l_rules.h"

enum {
    POINTS,     /* score so far */
    PIECES,     /* pieces in the supply */
    LEVELS,     /* cells of these pieces */
    BIG_PIECES, /* pieces of level 4 */
    PROGRESS,   /* share covered of each puzzle, times its points and 1 for the reward */
    OPEN_CELLS, /* cells still to be covered */
    HELD,       /* unfinished puzzles */
    PENALTY,    /* their points, once the end is near */
    FINISHED,   /* finished puzzles: ties */
    TEMPO,      /* actions left in the own turn */
    FEATURES
};

/* First weights by hand: a point counts 0.10 (thirty points decide a game), a level of pieces about
 * a third of a point in the middle of the game. */
const feature pl_features[] = {
    [POINTS] = {"points", 0.10F, 0, 1, 0.01F},
    [PIECES] = {"pieces", 0.010F, -1, 1, 0.01F},
    [LEVELS] = {"piece-levels", 0.030F, -1, 1, 0.01F},
    [BIG_PIECES] = {"big-pieces", 0.020F, -1, 1, 0.01F},
    [PROGRESS] = {"puzzle-progress", 0.070F, -1, 1, 0.01F},
    [OPEN_CELLS] = {"open-cells", -0.005F, -1, 1, 0.01F},
    [HELD] = {"puzzles-held", 0.020F, -1, 1, 0.01F},
    [PENALTY] = {"late-penalty", -0.080F, -1, 1, 0.01F},
    [FINISHED] = {"finished", 0.010F, -1, 1, 0.01F},
    [TEMPO] = {"tempo", 0.010F, -1, 1, 0.01F},
    [FEATURES] = {NULL, 0, 0, 0, 0},
};

static void measure_supply(uint64_t supply, float *out) {
    for (int i = 0; i < PL_SHAPES; i++) {
        float n = (float)pl_count(supply, i);
        out[PIECES] += n;
        out[LEVELS] += n * (float)pl_shape_level(i);
        if (pl_shape_level(i) == PL_LEVELS) out[BIG_PIECES] += n;
    }
}

void pl_measure(const rules *head, const void *state, int player, float *out) {
    const pl_rules *r = (const pl_rules *)head;
    const pl_state *s = state;
    memset(out, 0, FEATURES * sizeof *out);
    out[POINTS] = (float)s->score[player];
    out[FINISHED] = (float)s->length[2 + player];
    measure_supply(s->supply[player], out);
    for (int i = 0; i < PL_SLOTS; i++) {
        if (!s->puzzle[player][i]) continue;
        const pl_puzzle *p = &r->set.puzzle[s->puzzle[player][i] - 1];
        float cells = (float)__builtin_popcount(~p->image & PL_FULL);
        float open = (float)__builtin_popcount(~s->image[player][i] & PL_FULL);
        out[HELD] += 1;
        out[OPEN_CELLS] += open;
        out[PROGRESS] += (1 - open / cells) * (float)(p->points + 1);
        if (s->phase != PL_N) out[PENALTY] += (float)p->points;
        /* Pieces on a puzzle come back when it is done. */
        for (int k = 0; k < PL_SHAPES; k++)
            out[LEVELS] += 0.5F * (float)pl_used(s->used[player][i], k) * (float)pl_shape_level(k);
    }
    if (s->phase <= PL_E && s->mover == player) out[TEMPO] = (float)s->actions;
}

/* Nobody loses more than his unfinished puzzles and a point for each piece he can still place;
 * nobody wins more than the points of all puzzles that are not finished. */
void pl_bounds(const rules *head, const void *state, int32_t *low, int32_t *high) {
    const pl_rules *r = (const pl_rules *)head;
    const pl_state *s = state;
    int worst = 0;
    int left = 0;
    uint64_t done = 0;
    int finished = pl_part(s, 2 + PL_SEATS);
    for (int i = s->length[0] + s->length[1]; i < finished; i++) done |= UINT64_C(1) << s->order[i];
    for (int i = 0; i < r->set.count; i++) {
        int points = r->set.puzzle[i].points;
        if (points > worst) worst = points;
        if (!(done >> i & 1)) left += points;
    }
    for (int p = 0; p < head->players; p++) {
        low[p] = high[p] = s->score[p];
        if (s->phase == PL_F) continue;
        low[p] -= PL_SLOTS * (worst + PL_CELLS);
        high[p] += left;
    }
}
