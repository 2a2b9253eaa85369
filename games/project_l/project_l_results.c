/* Who has won: points, ranks and utilities of a game that is over. */
#include <assert.h>

#include "games/project_l/project_l_rules.h"

static int pieces_left(const pl_state *s, int seat) {
    int n = 0;
    for (int i = 0; i < PL_SHAPES; i++) n += (int)pl_count(s->supply[seat], i);
    return n;
}

/* Score, then finished puzzles, then pieces left: positive if p is before q. */
static int compare(const pl_state *s, int p, int q) {
    if (s->score[p] != s->score[q]) return s->score[p] - s->score[q];
    if (s->length[2 + p] != s->length[2 + q]) return s->length[2 + p] - s->length[2 + q];
    return pieces_left(s, p) - pieces_left(s, q);
}

/* One seat plays for points between what cannot be undercut and what cannot be topped. */
static float lone_utility(const pl_rules *r, const pl_state *s) {
    int max = 0;
    int worst = 0;
    for (int i = 0; i < r->set.count; i++) {
        max += r->set.puzzle[i].points;
        if (r->set.puzzle[i].points > worst) worst = r->set.puzzle[i].points;
    }
    int low = -PL_SLOTS * (worst + PL_CELLS);
    float u = (float)(s->score[0] - low) / (float)(max - low);
    return u < 0 ? 0 : u > 1 ? 1 : u;
}

/* Dense: one more than the number of different results above. */
void pl_ranks(const rules *r, const void *state, int *out) {
    const pl_state *s = state;
    for (int p = 0; p < r->players; p++) {
        out[p] = 1;
        for (int q = 0; q < r->players; q++) {
            bool counts = compare(s, q, p) > 0;
            for (int k = 0; k < q && counts; k++) counts = compare(s, k, q) != 0;
            out[p] += counts;
        }
    }
}

void pl_returns(const rules *r, const void *state, float *utility, int32_t *points) {
    const pl_state *s = state;
    int ranks[GAME_MAX_PLAYERS];
    int winners = 0;
    assert(s->phase == PL_F);
    pl_ranks(r, s, ranks);
    for (int p = 0; p < r->players; p++) {
        points[p] = s->score[p];
        winners += ranks[p] == 1;
    }
    for (int p = 0; p < r->players; p++) utility[p] = ranks[p] == 1 ? 1.0F / (float)winners : 0;
    if (r->players == 1) utility[0] = lone_utility(pl_of(r), s);
}
