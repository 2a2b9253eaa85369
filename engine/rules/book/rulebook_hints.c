#include <string.h>

#include "engine/rules/machine/run.h"
#include "engine/rules/machine/terms.h"

/* Hints for searches, and the players that come with every text. */

typedef struct state_view {
    const program *b;
    const terms *j;
    const void *s;
    const uint8_t *cells;
    int me;
} state_view;

static state_view view_state(const rules *r, const void *s) {
    const program *b = program_of(r);
    return (state_view){b, b->terms, s, rb_cells_in(b, s), rb_head_in(s)->mover};
}

/* The value of the enemy's piece on a cell; 0 where there is none. */
static inline float enemy_on(const state_view *x, unsigned cell) {
    if (cell == RB_NO_CELL || !x->cells[cell]) return 0;
    unsigned owner = rb_code_owner(x->b, x->cells[cell]);
    if (owner == (unsigned)x->me || owner == x->b->head.players) return 0;
    return x->j->value[rb_code_kind(x->b, x->cells[cell])];
}

/* What an action takes at once: what is where it goes, or on the cell it jumps over. */
static inline float taken_by(const state_view *x, const rb_gen *g, rb_action a) {
    if (g->kind != GEN_MOVE && g->kind != GEN_PICK) return 0;
    if (g->kind == GEN_PICK && !g->takes) return 0;
    float there = enemy_on(x, a.to);
    return there > 0 ? there : enemy_on(x, a.aux);
}

/* What a piece gains by becoming another. */
static inline float gained_by(const state_view *x, const rb_gen *g, rb_action a) {
    if (!a.opt || g->kind == GEN_PLACE) return 0;
    unsigned at = g->kind == GEN_MOVE ? a.from : a.to;
    if (at == RB_NO_CELL || !x->cells[at]) return 0;
    return x->j->value[a.opt - 1] - x->j->value[rb_code_kind(x->b, x->cells[at])];
}

static inline bool is_noisy(const state_view *x, const rb_gen *g, rb_action a) {
    if (taken_by(x, g, a) > 0) return true;
    return a.opt && gained_by(x, g, a) >= x->j->best_gain;
}

bool rb_noisy(const rules *r, const void *s, action step) {
    state_view x = view_state(r, s);
    rb_action a = rb_unpack(step);
    return is_noisy(&x, &x.b->side[x.me].gen[a.gen], a);
}

int rb_noisy_list(const rules *r, const void *s, const trail *t, action *out) {
    state_view x = view_state(r, s);
    const rb_gen *gen = x.b->side[x.me].gen;
    int n = x.b->run->taking(x.b, s, t, out);
    int kept = 0;
    for (int i = 0; i < n; i++) {
        rb_action a = rb_unpack(out[i]);
        if (is_noisy(&x, &gen[a.gen], a)) out[kept++] = out[i];
    }
    return kept;
}

/* Where lines win: pieces around a cell, of any player. */
static int company(const state_view *x, unsigned cell) {
    const board *o = &x->b->board;
    int n = 0;
    if (!x->b->side[x->me].aim.line) return 0;
    for (int d = 0; d < o->dirs; d++) {
        int to = o->next[d][cell];
        n += to >= 0 && x->cells[to];
    }
    return n;
}

/* Takers first, the most valuable victim and then the cheapest taker; else by the value of the
 * cells. */
static float guess(const state_view *x, action step) {
    rb_action a = rb_unpack(step);
    const rb_gen *g = &x->b->side[x->me].gen[a.gen];
    int cells = x->b->board.cells;
    float taken = taken_by(x, g, a);
    float gain = gained_by(x, g, a);
    if (g->kind == GEN_PLACE) {
        int kind = a.opt ? a.opt - 1 : x->b->kind_list[g->kinds];
        return 0.1F * x->j->place[kind * cells + a.to] + 0.3F * (float)company(x, a.to);
    }
    if (g->kind != GEN_MOVE || !x->cells[a.from]) return 0.3F * taken;
    unsigned kind = rb_code_kind(x->b, x->cells[a.from]);
    float score = 0.4F * taken + 0.4F * gain;
    if (taken > 0) {
        float own = x->j->value[kind];
        bool dear = own > taken + 0.5F && gain <= 0 && x->b->side[x->me].royal.known;
        if (dear && x->b->run->guarded(x->b, x->s, a.from, a.to)) return 0.4F * (taken - own);
        return score - 0.02F * own;
    }
    const terms_cell *info = x->j->cell + (size_t)x->me * (size_t)cells;
    const float *place = x->j->place + kind * (size_t)cells;
    float moved = place[info[a.to].seen] - place[info[a.from].seen];
    if (x->j->forward[kind]) moved += 0.2F;
    return score + 0.1F * moved + info[a.to].near - info[a.from].near;
}

/* What the hints of a text add. */
#define HINT_PREFERRED 0.5F
#define HINT_AVOIDED   (-1.5F)

static void add_hint(const state_view *x, const rb_hint *h, const action *list, int n,
                     float *score) {
    const rb_side *side = &x->b->side[x->me];
    area to;
    if (!x->b->run->hint(x->b, x->s, h, &to)) return;
    for (int i = 0; i < n; i++) {
        rb_action a = rb_unpack(list[i]);
        if (!rb_hint_fits(x->b, side, x->cells, h, a)) continue;
        if (h->kind == GEN_PASS || area_has(&to, a.to))
            score[i] += h->prefers ? HINT_PREFERRED : HINT_AVOIDED;
    }
}

void rb_order(const rules *r, const void *s, const action *list, int n, float *score) {
    state_view x = view_state(r, s);
    for (int i = 0; i < n; i++) score[i] = guess(&x, list[i]);
    if (x.b->head.players == 2 && x.j->hitters[x.me]) x.b->run->flee(x.b, s, list, n, score);
    for (int i = 0; i < x.b->hints; i++) add_hint(&x, &x.b->side[x.me].hint[i], list, n, score);
}

/* Handing the turn over says something only in games of royal pieces: there having to move is
 * hardly ever worse than not moving, while two pieces are left that go both ways. */
bool rb_skip(const rules *r, void *s) {
    enum { ENOUGH_USEFUL = 2 };
    const program *b = program_of(r);
    const rb_head *h = rb_head_in(s);
    if (b->head.players != 2 || !b->side[h->mover].royal.known || h->over) return false;
    if (h->point != b->entry[h->phase] || h->next != 0xff) return false;
    for (int i = 0; i < b->vars; i++)
        if (b->var[i].type == VAR_CELL && area_some(rb_set_in(b, s, b->var[i].at)))
            return false; /* a cell that matters just now, as in taking en passant */
    area own = rb_set_in(b, s, SET_OWN + h->mover);
    int useful = 0;
    for (int k = 0; k < b->kinds && b->kinds > 1; k++)
        if (b->terms->useful[k])
            useful += area_count(area_and(own, rb_set_in(b, s, b->set_kind + k)));
    return useful >= ENOUGH_USEFUL && b->run->skip(b, s);
}

bool rb_urgent(const rules *r, const void *s) {
    const program *b = program_of(r);
    const rb_head *h = rb_head_in(s);
    return !h->over && b->side[h->mover].royal.known && b->run->in_check(b, s);
}

/* Elsewhere the stages of a turn are counted, or each takes something off the board. */
bool rb_goes_on(const rules *r, const void *s) {
    return program_of(r)->rounds && rb_head_in(s)->in_turn;
}

/* --- for searches that leave steps out --- */

/* The kind of piece that an action moves or places, as it will be; -1: none. */
static inline int kind_of(const state_view *x, rb_action a) {
    const rb_gen *g = &x->b->side[x->me].gen[a.gen];
    if (g->kind != GEN_MOVE && g->kind != GEN_PLACE) return -1;
    if (a.opt) return a.opt - 1;
    if (g->kind == GEN_PLACE) return x->b->kind_list[g->kinds];
    return x->cells[a.from] ? (int)rb_code_kind(x->b, x->cells[a.from]) : -1;
}

/* Kind of piece and target; placing and moving are different. */
static inline unsigned key_of(const state_view *x, const rb_gen *g, rb_action a) {
    unsigned cells = (unsigned)x->b->board.cells;
    unsigned at = a.to < cells ? a.to : a.from < cells ? a.from : 0;
    int kind = kind_of(x, a);
    int kinds = x->b->kinds;
    int way = kind < 0 ? 2 * kinds + g->kind : g->kind == GEN_PLACE ? kinds + kind : kind;
    return (unsigned)way * cells + at;
}

unsigned rb_key(const rules *r, const void *s, action step) {
    state_view x = view_state(r, s);
    rb_action a = rb_unpack(step);
    return key_of(&x, &x.b->side[x.me].gen[a.gen], a);
}

void rb_marks(const rules *r, const void *s, const action *list, int n, int32_t *key,
              int32_t *noisy) {
    state_view x = view_state(r, s);
    const rb_gen *gen = x.b->side[x.me].gen;
    for (int i = 0; i < n; i++) {
        rb_action a = rb_unpack(list[i]);
        key[i] = (int32_t)key_of(&x, &gen[a.gen], a);
        noisy[i] = is_noisy(&x, &gen[a.gen], a);
    }
}

bool rb_exchange(const rules *r, const void *s, action step, int threshold) {
    state_view x = view_state(r, s);
    rb_action a = rb_unpack(step);
    const rb_gen *g = &x.b->side[x.me].gen[a.gen];
    int kind = kind_of(&x, a);
    float gain = taken_by(&x, g, a) + gained_by(&x, g, a) - (float)threshold / 1000;
    /* What is in hand can come back at any time: placed, a piece has what it is worth. */
    if (kind < 0 || a.to == RB_NO_CELL) return gain >= 0;
    unsigned from = g->kind == GEN_MOVE ? a.from : RB_NO_CELL;
    return x.b->run->exchange(x.b, s, from, a.to, gain, x.j->value[kind]);
}

void rb_threats(const rules *r, const void *s, const action *list, int n, bool *out) {
    enum { AT_ONCE = 64 };
    rb_arrival x[AT_ONCE];
    state_view v = view_state(r, s);
    const rb_side *side = &v.b->side[v.me];
    bool royal = v.b->side[1 - v.me].royal.known;
    for (int first = 0; first < n; first += AT_ONCE) {
        int many = n - first < AT_ONCE ? n - first : AT_ONCE;
        for (int i = 0; i < many; i++) {
            rb_action a = rb_unpack(list[first + i]);
            int kind = kind_of(&v, a);
            bool moves = side->gen[a.gen].kind == GEN_MOVE;
            x[i] = (rb_arrival){moves ? a.from : RB_NO_CELL, kind < 0 ? RB_NO_CELL : a.to, kind};
            out[first + i] = false;
        }
        if (royal) v.b->run->threats(v.b, s, x, many, out + first);
    }
}

/* --- players --- */

/* One action ahead: the most that can be taken or gained, any of those that are equal. */
static action choose_material(const rules *r, const void *s, const trail *t, rng *g) {
    const program *b = program_of(r);
    action list[RB_MAX_ACTIONS];
    state_view x = view_state(r, s);
    int n = b->run->legal(b, s, t, list);
    action best = list[0];
    float max = -1;
    uint64_t equal = 0;
    for (int i = 0; i < n; i++) {
        rb_action a = rb_unpack(list[i]);
        const rb_gen *gen = &b->side[x.me].gen[a.gen];
        float v = taken_by(&x, gen, a) + gained_by(&x, gen, a);
        if (v < max) continue;
        equal = v > max ? 1 : equal + 1;
        max = v;
        if (rng_below(g, equal) == 0) best = list[i];
    }
    return best;
}

const bot rb_bots[] = {{"material", choose_material}, {NULL, NULL}};
