#ifndef ENGINE_RULES_RUN_PLAY_H
#define ENGINE_RULES_RUN_PLAY_H
/* Playing: what is on offer at a point, carrying an action out, and going on until somebody has to
 * decide. While an action is carried out the hash is that of board and variables alone; what the
 * head adds to it is put back at the end. */

#include "engine/rules/run_gen.h"

typedef struct spot {
    _Alignas(16) unsigned char at[8192];
} spot;

/* --- one action --- */

static void change_board(const frame *f, const rb_gen *g, rb_action a) {
    const rulebook *b = f->b;
    void *s = f->s;
    switch ((rb_gen_kind)g->kind) {
    case GEN_MOVE: {
        unsigned code = rb_cells_in(b, s)[a.from];
        if (a.opt) code = with_kind(b, code, a.opt - 1u);
        set_cell(b, s, a.from, 0);
        set_cell(b, s, a.to, code);
        break;
    }
    case GEN_PLACE: {
        unsigned kind = a.opt ? a.opt - 1u : b->kind_list[g->kinds];
        set_cell(b, s, a.to, 1 + kind * (b->head.players + 1u) + g->owner);
        break;
    }
    case GEN_PICK:
        if (a.opt && rb_cells_in(b, s)[a.to])
            set_cell(b, s, a.to, with_kind(b, rb_cells_in(b, s)[a.to], a.opt - 1u));
        break;
    case GEN_CHANCE:
        store_num(b, s, g->var, (int16_t)a.to);
        break;
    default:
        break;
    }
}

/* Does it, up to `last`; f is left on the changed state. */
static void perform(frame *f, const rulebook *b, void *s, const trail *t, rb_action a) {
    rb_head *h = s;
    h->hash ^= head_hash(b, h);
    frame_on(f, b, s, t, h->mover);
    const rb_gen *g = &f->side->gen[a.gen];
    f->cell[CELL_FROM] = a.from;
    f->cell[CELL_TO] = g->kind == GEN_CHANCE ? RB_NO_CELL : a.to;
    f->cell[CELL_AUX] = a.aux;
    f->opt = a.opt;
    if (f->side->before && g->kind != GEN_CHANCE) (void)run_code(f, f->side->before);
    change_board(f, g, a);
    if (g->block) (void)run_code(f, g->block);
    if (g->kind != GEN_CHANCE) {
        h->last = a.to;
        h->lastfrom = a.from;
        f->cell[CELL_LAST] = a.to;
        f->cell[CELL_LASTFROM] = a.from;
    }
    h->point = f->done ? RB_END : g->succ;
}

static bool passes_trial(const frame *f, const rb_gen *g, action a) {
    spot copy;
    frame x;
    memcpy(copy.at, f->s, f->b->head.state_size);
    perform(&x, f->b, copy.at, f->t, rb_unpack(a));
    for (int i = 0; i < g->requires; i++)
        if (!run_code(&x, g->require[i])) return false;
    return true;
}

/* --- what is on offer --- */

/* One look at a point: what belongs to it is worked out when first needed. */
typedef struct look {
    frame f;
    safety x;
    bool looked;     /* at the royal piece */
    bool first_only; /* `can`: what comes after `else` does not count */
} look;

/* NULL, or what makes a trial unnecessary. */
static const safety *safety_for(look *k, const rb_gen *g) {
    const rb_royal *r = &k->f.side->royal;
    if (!r->known || !g->simple || g->requires != 1 || g->require[0] != r->require) return NULL;
    if (!k->looked) {
        find_safety(&k->f, &k->x);
        k->looked = true;
    }
    return k->x.known ? &k->x : NULL;
}

/* The legal actions of a generator. */
static int gen_actions(look *k, int gen, action *out, int cap) {
    const rb_gen *g = &k->f.side->gen[gen];
    listing l = {.out = out, .cap = cap, .g = g, .gen = gen, .x = safety_for(k, g)};
    list_gen(&k->f, &l);
    if (!g->requires || l.x) return l.count;
    int n = 0;
    for (int i = 0; i < l.count; i++)
        if (passes_trial(&k->f, g, out[i])) out[n++] = out[i];
    return n;
}

/* A generator whose targets are one set, without more to it: that set. */
static bool plain_set(look *k, const rb_gen *g, bits *out) {
    if (g->kind != GEN_PLACE && g->kind != GEN_PICK) return false;
    if (g->where || g->kind_count > (g->kind == GEN_PLACE) || g->requires) return false;
    frame *f = &k->f;
    *out = bits_none();
    if (g->guard && !run_code(f, g->guard)) return true;
    if (g->prep) (void)run_code(f, g->prep);
    *out = bits_and(area_at(f, g->result), area_at(f, g->mask));
    return true;
}

static bool gen_offers(look *k, int gen) {
    const rb_gen *g = &k->f.side->gen[gen];
    bits set;
    action list[RB_MOST_ACTIONS];
    if (plain_set(k, g, &set)) return bits_some(set);
    listing l = {.out = list, .cap = RB_MOST_ACTIONS, .g = g, .gen = gen, .x = safety_for(k, g)};
    if (!g->requires || l.x) l.cap = 1;
    list_gen(&k->f, &l);
    if (!g->requires || l.x) return l.count > 0;
    for (int i = 0; i < l.count; i++)
        if (passes_trial(&k->f, g, list[i])) return true;
    return false;
}

enum { OFFERS_NOTHING, OFFERS_ACTION, OFFERS_AUTO };

/* Whether there is anything at all, and in f.automatic the node that goes on by itself. */
static int probe(look *k, uint16_t node) {
    const rulebook *b = k->f.b;
    const rb_node *n = &b->node[node];
    int found = OFFERS_NOTHING;
    switch ((rb_node_kind)n->kind) {
    case NODE_GEN:
        return gen_offers(k, n->gen) ? OFFERS_ACTION : OFFERS_NOTHING;
    case NODE_AUTO:
        k->f.automatic = node;
        return k->first_only ? OFFERS_NOTHING : OFFERS_AUTO;
    case NODE_WHEN:
        if (!run_code(&k->f, k->f.side->test[n->gen])) return OFFERS_NOTHING;
        break;
    default:
        break;
    }
    for (uint16_t i = n->first; i && !found; i = b->node[i].next) {
        found = probe(k, i);
        if (n->kind == NODE_ELSE && k->first_only) break;
    }
    return found;
}

static int list_tree(look *k, uint16_t node, action *out, int cap);

/* How many actions a chain can still have, this one included. */
static int chain_length(const look *k, action a) {
    spot copy;
    const rulebook *b = k->f.b;
    look *next;
    frame x;
    memcpy(copy.at, k->f.s, b->head.state_size);
    perform(&x, b, copy.at, k->f.t, rb_unpack(a));
    rb_head *h = rb_head_of(copy.at);
    uint16_t node = b->point[h->point].node;
    if (h->point == RB_END || h->over || b->node[node].kind != NODE_LONGEST) return 1;
    look deeper;
    next = &deeper;
    action list[256];
    frame_on(&next->f, b, copy.at, k->f.t, h->mover);
    next->looked = next->first_only = false;
    int n = list_tree(next, b->node[node].first, list, 256);
    int best = 0;
    for (int i = 0; i < n; i++) {
        int len = chain_length(next, list[i]);
        if (len > best) best = len;
    }
    return 1 + best;
}

static int keep_longest(look *k, action *out, int n) {
    int best = 0;
    int kept = 0;
    for (int i = 0; i < n; i++) {
        int len = chain_length(k, out[i]);
        if (len < best) continue;
        if (len > best) kept = 0;
        best = len;
        out[kept++] = out[i];
    }
    return kept;
}

static int list_tree(look *k, uint16_t node, action *out, int cap) {
    const rulebook *b = k->f.b;
    const rb_node *n = &b->node[node];
    int count = 0;
    if (n->kind == NODE_GEN) return gen_actions(k, n->gen, out, cap);
    if (n->kind == NODE_AUTO) return 0;
    if (n->kind == NODE_WHEN && !run_code(&k->f, k->f.side->test[n->gen])) return 0;
    for (uint16_t i = n->first; i; i = b->node[i].next) {
        count += list_tree(k, i, out + count, cap - count);
        if (n->kind == NODE_ELSE && count) break;
    }
    return n->kind == NODE_LONGEST ? keep_longest(k, out, count) : count;
}

static void look_at(look *k, const rulebook *b, const void *s, const trail *t) {
    const rb_head *h = s;
    /* Looking changes nothing: code that changes a state runs on copies. */
    frame_on(&k->f, b, (void *)(uintptr_t)s, t, h->mover);
    k->looked = k->first_only = false;
}

static bool can_act(const frame *f, int player) {
    look k;
    const rb_head *h = (const void *)f->s;
    if (player < 0 || player >= f->b->head.players) return false;
    frame_on(&k.f, f->b, f->s, f->t, player);
    k.looked = false;
    k.first_only = true;
    uint8_t phase = h->point == RB_END || f->coming >= 0 ? h->fresh_phase : h->phase;
    return probe(&k, f->b->point[f->b->entry[phase]].node) == OFFERS_ACTION;
}

/* --- going on --- */

static uint64_t position_hash(const rulebook *b, const rb_head *h, int mover) {
    rb_head then = *h;
    then.mover = (uint8_t)mover;
    then.phase = h->fresh_phase;
    then.point = b->entry[then.phase];
    then.next = 0xff;
    then.turns++;
    return h->hash ^ head_hash(b, &then);
}

/* Values of `last` that no rule can read from here are not kept. */
static void forget(const rulebook *b, rb_head *h) {
    const rb_point *p = &b->point[h->point];
    if (!p->keeps_last) h->last = RB_NO_CELL;
    if (!p->keeps_from) h->lastfrom = RB_NO_CELL;
}

static void end_turn(const rulebook *b, void *s, trail *t) {
    rb_head *h = s;
    int me = h->mover;
    uint16_t last = h->last;
    uint16_t lastfrom = h->lastfrom;
    if (h->turns < UINT16_MAX) h->turns++;
    int to_come = h->next != 0xff && !(h->out >> h->next & 1) ? h->next : following(b, h, me, 1);
    h->next = 0xff;
    h->mover = (uint8_t)to_come;
    h->phase = h->fresh_phase;
    h->point = b->entry[h->phase];
    if (h->over) return;
    forget(b, h);
    if (t) trail_push(t, h->hash ^ head_hash(b, h));
    frame f;
    frame_on(&f, b, s, t, me);
    f.cell[CELL_LAST] = last;
    f.cell[CELL_LASTFROM] = lastfrom;
    f.coming = (int8_t)to_come;
    for (int i = 0; i < b->endings && !h->over; i++) {
        if (b->no_end || !run_code(&f, f.side->ending[i].test)) continue;
        (void)run_code(&f, f.side->ending[i].effect);
        h->cause = (uint8_t)(i + 1);
        if (h->out >> to_come & 1) h->mover = (uint8_t)following(b, h, to_come, 1);
    }
    if (!h->over && h->turns >= b->max_turns) h->over = OVER_DRAW;
}

static void run_automatic(const rulebook *b, void *s, trail *t, uint16_t node) {
    rb_head *h = s;
    frame f;
    const rb_node *n = &b->node[node];
    frame_on(&f, b, s, t, h->mover);
    (void)run_code(&f, f.side->test[n->gen]);
    h->point = f.done ? RB_END : n->succ;
}

/* From wherever the point stands to somebody's choice, or to the end. */
static void settle(const rulebook *b, void *s, trail *t) {
    rb_head *h = s;
    for (int i = 0; !h->over; i++) {
        if (i == RB_AUTOMATIC) {
            h->over = OVER_DRAW;
            break;
        }
        if (h->point == RB_END) {
            end_turn(b, s, t);
            continue;
        }
        look k;
        look_at(&k, b, s, t);
        int found = probe(&k, b->point[h->point].node);
        if (found == OFFERS_ACTION) break;
        if (found == OFFERS_AUTO)
            run_automatic(b, s, t, k.f.automatic);
        else
            h->point = b->point[h->point].skip;
    }
    if (h->over) h->point = b->entry[h->phase];
    forget(b, h);
    h->hash ^= head_hash(b, h);
}

/* --- the table --- */

static void run_apply(const rulebook *b, void *s, trail *t, action a) {
    frame f;
    if (t && t->len == 0) { /* where it all began counts as well */
        const rb_head *h = s;
        if (h->point == b->entry[h->phase]) trail_push(t, h->hash);
    }
    perform(&f, b, s, t, rb_unpack(a));
    settle(b, s, t);
}

static int run_legal(const rulebook *b, const void *s, const trail *t, action *out) {
    const rb_head *h = s;
    look k;
    if (h->over) return 0;
    look_at(&k, b, s, t);
    return list_tree(&k, b->point[h->point].node, out, (int)b->head.max_actions);
}

static uint64_t run_count(const rulebook *b, const void *s, const trail *t) {
    action list[RB_MOST_ACTIONS];
    return (uint64_t)run_legal(b, s, t, list);
}

static bool run_allowed(const rulebook *b, const void *s, const trail *t, action a) {
    action list[RB_MOST_ACTIONS];
    int n = run_legal(b, s, t, list);
    for (int i = 0; i < n; i++)
        if (list[i] == a) return true;
    return false;
}

static void run_random(const rulebook *b, void *s, trail *t, rng *g) {
    action list[RB_MOST_ACTIONS];
    int n = run_legal(b, s, t, list);
    if (n) run_apply(b, s, t, list[rng_below(g, (uint64_t)n)]);
}

static uint64_t body_hash(const rulebook *b, const void *s) {
    uint64_t x = 0;
    const uint8_t *cells = rb_cells_in(b, s);
    const int32_t *vars = rb_vars_in(b, s);
    const bits *sets = sets_of((void *)(uintptr_t)s);
    for (int c = 0; c < b->board.cells; c++) x ^= b->key[(size_t)c * (size_t)b->codes + cells[c]];
    for (int i = 0; i < b->var_slots; i++)
        if (b->slot_hashed[i]) x ^= var_hash(b, i, vars[i]);
    for (int i = 0; i < b->area_slots; i++)
        if (b->area_hashed[i]) x ^= area_hash(b, i, &sets[b->set_var + i]);
    return x;
}

static uint64_t run_rehash(const rulebook *b, const void *s) {
    return body_hash(b, s) ^ head_hash(b, s);
}

static void fill_sets(const rulebook *b, const uint8_t *cells, bits *sets) {
    const wide *w = b->wide;
    for (int i = 0; i < b->set_var; i++) sets[i] = bits_none();
    for (int c = 0; c < b->board.cells; c++) {
        unsigned code = cells[c];
        if (!code) continue;
        bits_add(&sets[SET_OCCUPIED], (unsigned)c);
        bits_add(&sets[b->own_set[code]], (unsigned)c);
        if (b->kind_set[code] != 0xff) bits_add(&sets[b->kind_set[code]], (unsigned)c);
    }
    sets[SET_EMPTY] = bits_sub(w->all, sets[SET_OCCUPIED]);
}

static void run_rebuild(const rulebook *b, void *s) {
    rb_head *h = s;
    fill_sets(b, rb_cells_of(b, s), sets_of(s));
    h->hash = body_hash(b, s);
    settle(b, s, NULL);
}

static void run_refill(const rulebook *b, void *s) {
    fill_sets(b, rb_cells_of(b, s), sets_of(s));
}

static area run_find(const rulebook *b, const void *s, uint16_t code, uint16_t at) {
    frame f;
    area out = area_none();
    frame_on(&f, b, (void *)(uintptr_t)s, NULL, 0);
    (void)run_code(&f, code);
    bits found = area_at(&f, at);
    BITS_EACH(i) out.w[i] = found.w[i];
    return out;
}

static bool run_sound(const rulebook *b, const void *s) {
    bits sets[SET_OWN + GAME_MAX_PLAYERS + 1 + RB_KINDS];
    fill_sets(b, rb_cells_in(b, s), sets);
    return memcmp(sets, sets_of((void *)(uintptr_t)s), (size_t)b->set_var * sizeof *sets) == 0;
}

static void run_start(const rulebook *b, void *s) {
    rb_head *h = s;
    frame f;
    memset(s, 0, b->head.state_size);
    memcpy(rb_cells_of(b, s), b->setup_cell, (size_t)b->board.cells);
    fill_sets(b, rb_cells_of(b, s), sets_of(s));
    h->last = h->lastfrom = RB_NO_CELL;
    h->next = 0xff;
    h->mover = (uint8_t)b->first;
    h->point = b->entry[0];
    frame_on(&f, b, s, NULL, 0);
    (void)run_code(&f, b->start);
    h->hash = body_hash(b, s);
    settle(b, s, NULL);
}

/* --- preparing --- */

static bits narrowed(area a) {
    bits r;
    BITS_EACH(i) r.w[i] = a.w[i];
    return r;
}

static status run_prepare(rulebook *b) {
    size_t cells = (size_t)b->board.cells;
    size_t tables = (size_t)b->tables * cells;
    size_t rays = (size_t)b->board.dirs * cells;
    size_t all = (size_t)b->constants + tables + rays;
    wide *w = mem_alloc(sizeof *w + all * sizeof(bits));
    if (!w) return ST_NOMEM;
    bits *at = (bits *)(void *)(w + 1);
    w->cells = b->board.cells;
    w->all = narrowed(b->board.all);
    w->constant = at;
    for (int i = 0; i < b->constants; i++) *at++ = narrowed(b->constant[i]);
    w->table = at;
    for (size_t i = 0; i < tables; i++) *at++ = narrowed(b->table[i]);
    w->ray = at;
    for (int d = 0; d < b->board.dirs; d++) {
        w->can[d] = bits_none();
        w->straight[d] = b->board.sense[d] != 0;
        w->delta[d] = b->board.dy[d] * b->board.width + b->board.dx[d];
        for (int c = 0; c < b->board.cells; c++, at++) {
            *at = bits_none();
            if (b->board.next[d][c] >= 0) bits_add(&w->can[d], (unsigned)c);
            int to = b->board.next[d][c];
            for (int k = 0; to >= 0 && to != c && k < b->board.cells;
                 k++, to = b->board.next[d][to])
                bits_add(at, (unsigned)to);
        }
    }
    b->wide = w;
    return ST_OK;
}

#define RUN_TABLE                                                                                  \
    {                                                                                              \
        .words = BW, .prepare = run_prepare, .start = run_start, .legal = run_legal,               \
        .count = run_count, .allowed = run_allowed, .apply = run_apply, .play_random = run_random, \
        .rehash = run_rehash, .rebuild = run_rebuild, .sound = run_sound, .refill = run_refill,    \
        .find = run_find                                                                           \
    }

#endif
