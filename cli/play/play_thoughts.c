#include "cli/play/play_thoughts.h"

#include "arena/node_score.h"
#include "engine/base/memory.h"

static uint64_t hash_of(const position *p) {
    const rules *r = position_rules(p);
    return r->game->hash(r, position_data(p));
}

void play_thoughts_note(play *p, int seat, const line_score *score, unsigned depth) {
    const play_engine *e = &p->engine[p->seat[seat].number];
    if (MEM_GROW(p->thought, p->thoughts_cap, p->thoughts + 1) != ST_OK) return;
    p->thought[p->thoughts++] = (play_thought){.ply = position_ply(p->pos),
                                               .after = hash_of(p->pos),
                                               .seat = seat,
                                               .score = *score,
                                               .depth = depth,
                                               .clock_ms = e->spec.clocked ? e->clock_ms : -1};
}

void play_thoughts_done(play *p) {
    mem_free(p->thought);
    p->thought = NULL;
    p->thoughts = p->thoughts_cap = 0;
}

/* The last one that led here; NULL: no engine played that. */
static const play_thought *find(const play *p, const position *at) {
    for (size_t i = p->thoughts; i > 0; i--) {
        const play_thought *t = &p->thought[i - 1];
        if (t->ply == position_ply(at) && t->after == hash_of(at)) return t;
    }
    return NULL;
}

status play_thoughts_add(const play *p, const position *played, game_tree *t, error *err) {
    position *at = NULL;
    const char *event;
    int node = 0;
    bool fits = node_score_fits(position_rules(played));
    if (!p->thoughts) return ST_OK;
    status st = position_clone(&at, played, err);
    if (st == ST_OK) position_cut(at, position_first_ply(played));
    while (st == ST_OK && (event = position_event(played, position_ply(at)))) {
        st = position_play(at, event, err);
        node = t->nodes[node].first;
        const play_thought *known = st == ST_OK ? find(p, at) : NULL;
        if (node == GAME_TREE_NONE) break;
        if (!known) continue;
        if (fits) node_score_set(&t->nodes[node], &known->score, known->seat, known->depth);
        t->nodes[node].clock_ms = known->clock_ms;
    }
    position_destroy(at);
    return st;
}
