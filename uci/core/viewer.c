#include "uci/core/viewer.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"

bool viewer_read_seat(const char *word, const rules *r, int *seat) {
    uint64_t k;
    if (strcmp(word, "all") == 0)
        *seat = SEAT_ALL;
    else if (strcmp(word, "public") == 0)
        *seat = SEAT_PUBLIC;
    else if (text_u64(word, r->players, &k) && k > 0)
        *seat = (int)k - 1;
    else
        return false;
    return true;
}

status viewer_only_knows(int own, error *err) {
    return own == SEAT_PUBLIC ? error_set(err, ST_LEAK, "this engine only knows what all seats see")
                              : error_set(err, ST_LEAK, "this engine only knows seat %d", own + 1);
}

/* What all players see, from the view of one seat: the same in all deals that fit. */
static status public_of_view(const position *p, position **own, error *err) {
    position *deal = NULL;
    void *world = viewer_world(p);
    status st = world ? position_with_state(&deal, p, world, err)
                      : error_set(err, ST_NOMEM, "no memory for the view");
    if (st == ST_OK) st = position_observe(own, deal, SEAT_PUBLIC, err);
    position_destroy(deal);
    mem_free(world);
    return st;
}

status viewer_sees(const position *p, int seat, position **own, const position **out, error *err) {
    int knows = position_seat(p);
    *own = NULL;
    *out = p;
    if (seat == knows || !(position_rules(p)->traits & GAME_HIDDEN)) return ST_OK;
    status st = ST_OK;
    if (knows == SEAT_ALL)
        st = position_observe(own, p, seat, err);
    else if (seat == SEAT_PUBLIC)
        st = public_of_view(p, own, err);
    else
        st = viewer_only_knows(knows, err);
    *out = *own;
    return st;
}

void *viewer_world(const position *p) {
    void *s = mem_alloc(position_rules(p)->state_size);
    rng g = {.s = 1};
    if (s) position_world(p, &g, s);
    return s;
}
