#include "games/azul/azul_bounds.h"

#include <assert.h>

#include "games/azul/azul_outlook.h"

/* A tile gains at most 10 (two runs of five), and a row gets one in a round. Complete rows, columns
 * and colours stay. Floors can take points in every round that is still played. */

enum { MAX_BONUS = AZ_LINES * (2 + 7 + 10) };

/* This round is sure to be the last one: a row will be complete, or the limit is reached. */
static bool last_round(const az_rules *r, const az_state *s) {
    if (r->o.max_rounds && s->round >= r->o.max_rounds) return s->phase != AZ_DEAL;
    for (unsigned i = 0; i < r->head.players; i++) {
        az_outlook b;
        if (az_full_rows(&s->seat[i])) return true;
        if (r->o.grey) continue; /* choices of columns may leave a line without one */
        az_look(r, &s->seat[i], &b);
        if (b.longest == AZ_LINES) return true;
    }
    return false;
}

/* Tiles that can still come to the wall: one a row, or all that are missing. */
static int tiles_to_come(const az_seat *p, bool last) {
    int n = 0;
    for (unsigned i = 0; i < AZ_LINES; i++) {
        int missing = AZ_LINES - __builtin_popcount(az_row_bits(p->wall, i));
        n += last && missing > 1 ? 1 : missing;
    }
    return n;
}

void az_bounds(const rules *head, const void *state, int32_t *low, int32_t *high) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    bool over = s->phase == AZ_OVER;
    bool last = !over && last_round(r, s);
    int gain = r->o.merged ? 9 : 10;
    for (int i = 0; i < head->players; i++) {
        const az_seat *p = &s->seat[i];
        int min = r->o.clamp ? 0 : AZ_MIN_SCORE;
        int worst = last ? p->score - r->fine[AZ_FLOOR_PLACES] : min;
        low[i] = (worst > min ? worst : min) + az_bonus(p);
        high[i] = p->score + gain * tiles_to_come(p, last) + MAX_BONUS;
        if (over) low[i] = high[i] = p->score;
        assert(low[i] <= high[i]);
    }
}
