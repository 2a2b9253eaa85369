#include "mcp/mcp_back.h"

bool mcp_last_action(const position *p, int seat, unsigned *ply) {
    const rules *r = position_rules(p);
    position_moment m;
    for (unsigned i = position_ply(p); i-- > position_first_ply(p);)
        if (position_moment_at(p, i, 0, &m) && r->game->actor(r, m.data) == seat) {
            *ply = i;
            return true;
        }
    return false;
}

typedef struct reveal {
    const position *p;
    int seat;
    unsigned from, last; /* the ply of the action; of the event heard last */
    bool heard, found;
} reveal;

static void hear_event(void *ctx, unsigned ply, const char *event) {
    reveal *x = ctx;
    const rules *r = position_rules(x->p);
    position_moment m;
    (void)event;
    if (ply < x->from) return;
    bool own = position_moment_at(x->p, ply, 0, &m) && r->game->actor(r, m.data) == x->seat;
    /* A second event of the same ply is an outcome that followed silently. */
    x->found |= !own || (x->heard && ply == x->last);
    x->heard = true;
    x->last = ply;
}

status mcp_reveals(const position *p, int seat, unsigned ply, bool *out, error *err) {
    reveal x = {.p = p, .seat = seat, .from = ply};
    status st = position_report(p, seat, hear_event, &x, err);
    *out = x.found;
    return st;
}
