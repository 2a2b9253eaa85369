#ifndef ENGINE_RULES_RUN_LOOK_H
#define ENGINE_RULES_RUN_LOOK_H
/* Looking: what is on offer at a point, as a list, a number, or one drawn at random. An action with
 * a `require` is carried out on a copy to see whether it holds. While an action is carried out the
 * hash is that of board and variables alone. */

#include "engine/rules/run_fan.h"
#include "engine/rules/run_gen.h"

typedef struct spot {
    _Alignas(16) unsigned char at[8192];
} spot;

/* --- one action --- */

static void change_board(frame *f, const rb_gen *g, rb_action a) {
    const rulebook *b = f->b;
    const uint8_t *cells = rb_cells_in(b, f->s);
    switch ((rb_gen_kind)g->kind) {
    case GEN_MOVE: {
        unsigned code = cells[a.from];
        if (!a.opt && code && !cells[a.to]) {
            move_cell(f, a.from, a.to);
            break;
        }
        if (a.opt) code = with_kind(b, code, a.opt - 1u);
        if (cells[a.to]) f->taken = true;
        set_cell(f, a.from, 0);
        set_cell(f, a.to, code);
        break;
    }
    case GEN_PLACE: {
        unsigned kind = a.opt ? a.opt - 1u : b->kind_list[g->kinds];
        set_cell(f, a.to, 1 + kind * (b->head.players + 1u) + g->owner);
        break;
    }
    case GEN_PICK:
        if (a.opt && cells[a.to]) set_cell(f, a.to, with_kind(b, cells[a.to], a.opt - 1u));
        break;
    case GEN_CHANCE:
        store_num(f, g->var, (int16_t)a.to);
        break;
    default:
        break;
    }
}

/* Does it, up to `last`. f is on the state, with the mover as me; or, where a `can` is answered,
 * with the player asked about, as if it were his turn. */
static void perform(frame *f, rb_action a) {
    rb_head *h = rb_head_of(f->s);
    if (f->hashing && f->sealed) h->hash ^= head_hash(f->b, h);
    f->sealed = false;
    if (f->asking) {
        h->mover = f->me;
        h->phase = h->fresh_phase;
        h->next = 0xff;
    }
    const rb_gen *g = &f->side->gen[a.gen];
    bool chance = g->kind == GEN_CHANCE;
    f->cell[CELL_FROM] = a.from;
    f->cell[CELL_TO] = chance ? RB_NO_CELL : a.to;
    f->cell[CELL_AUX] = a.aux;
    f->cell[CELL_LAST] = h->last;
    f->cell[CELL_LASTFROM] = h->lastfrom;
    f->opt = opt_of(f->b, g, a.opt);
    f->done = false;
    if (f->side->before && !chance) (void)run_code(f, f->side->before);
    change_board(f, g, a);
    if (g->block) run_effects(f, g->block);
    if (!chance) {
        h->last = a.to;
        h->lastfrom = a.from;
        f->cell[CELL_LAST] = a.to;
        f->cell[CELL_LASTFROM] = a.from;
    }
    h->point = f->done ? RB_END : g->succ;
}

static bool passes_trial(const frame *f, action a) {
    spot copy;
    frame x;
    rb_action u = rb_unpack(a);
    const rb_gen *g = &f->side->gen[u.gen];
    charge(f, g->trial_work);
    if (is_spent(f)) return false;
    memcpy(copy.at, f->s, f->b->head.state_size);
    frame_on(&x, f->b, copy.at, f->t, f->me, f->work);
    x.hashing = f->b->reads_trail;
    x.sealed = f->sealed;
    x.asking = f->asking;
    x.sieve = f->sieve;
    perform(&x, u);
    bool holds = true;
    for (int i = 0; i < g->requires && holds; i++) holds = run_code(&x, g->require[i]);
    blame_if_spent(f, g->place);
    return holds && !is_spent(f);
}

/* --- what is on offer --- */

/* One look at a point: what belongs to it is worked out when first needed. */
typedef struct look {
    frame f;
    safety x;
    bool looked;     /* at the royal piece */
    bool first_only; /* `can`: what comes after `else` does not count */
    uint8_t chain;   /* actions of a `longest` chain that were tried to get here */
    unsigned *tries; /* how many more of them may be tried at all */
    harvest v;
} look;

/* Chains can be endless, and there can be more of them than anybody could try: beyond this many
 * actions they count as equally long. */
enum { CHAIN_LONGEST = 40 };

static void look_on(look *k, const rulebook *b, void *s, const trail *t, int me, rb_work *work) {
    frame_on(&k->f, b, s, t, me, work);
    k->looked = k->first_only = false;
    k->v.taking = false;
    k->chain = 0;
    k->tries = NULL;
}

/* NULL, or what makes a trial unnecessary. */
static safety *safety_for(look *k, const rb_gen *g) {
    const rb_sparing *r = &k->f.side->sparing;
    if (!r->known || !g->simple || g->requires != 1 || g->require[0] != r->require) return NULL;
    if (!k->looked) {
        find_safety(&k->f, &k->x);
        k->looked = true;
    }
    return k->x.known ? &k->x : NULL;
}

/* Adds what one generator offers to the harvest. */
static void gather(look *k, int gen) {
    const rb_gen *g = &k->f.side->gen[gen];
    k->v.gen = gen;
    k->v.x = g->requires ? safety_for(k, g) : NULL;
    k->v.trial = g->requires && !k->v.x;
    gather_gen(&k->f, &k->v, g);
}

/* The harvest as a list of legal actions. */
static int write_harvest(const look *k, action *out, int cap) {
    const harvest *v = &k->v;
    int n = 0;
    for (int i = 0; i < v->swaths && n < cap; i++) {
        int more = swath_write(&k->f, &v->swath[i], out + n, cap - n);
        charge(&k->f, more);
        if (!v->swath[i].trial) {
            n += more;
            continue;
        }
        for (int end = n + more, at = n; at < end; at++)
            if (passes_trial(&k->f, out[at])) out[n++] = out[at];
    }
    for (int i = 0; i < v->loose && n < cap; i++)
        if (!v->loose_trial[i] || passes_trial(&k->f, v->loose_action[i]))
            out[n++] = v->loose_action[i];
    return n;
}

static bool some_legal(const look *k) {
    const harvest *v = &k->v;
    for (int i = 0; i < v->swaths; i++)
        if (!v->swath[i].trial) return true;
    for (int i = 0; i < v->loose; i++)
        if (!v->loose_trial[i] || passes_trial(&k->f, v->loose_action[i])) return true;
    for (int i = 0; i < v->swaths; i++) {
        action list[RB_MOST_ACTIONS];
        int n = swath_write(&k->f, &v->swath[i], list, RB_MOST_ACTIONS);
        for (int at = 0; at < n && !is_spent(&k->f); at++)
            if (passes_trial(&k->f, list[at])) return true;
    }
    return false;
}

/* A generator of places without conditions of their own: where. False: it is another one. */
static inline bool plain_places(look *k, const rb_gen *g, bits *to) {
    frame *f = &k->f;
    if ((g->kind != GEN_PLACE && g->kind != GEN_PICK) || g->choice || g->where || g->requires)
        return false;
    bool open = !g->guard || run_code(f, g->guard);
    if (open && g->prep) (void)run_code(f, g->prep);
    *to = open ? placed_on(f, g) : bits_none();
    return true;
}

static bool gen_offers(look *k, int gen) {
    const rb_gen *g = &k->f.side->gen[gen];
    bits to;
    if (plain_places(k, g, &to)) return bits_some(to);
    harvest_clear(&k->v);
    gather(k, gen);
    return some_legal(k);
}

enum { OFFERS_NOTHING, OFFERS_ACTION, OFFERS_AUTO };

static bool is_cheap(const look *k, uint16_t node) {
    const rb_node *n = &k->f.b->node[node];
    const rb_gen *g = &k->f.side->gen[n->gen];
    return n->kind == NODE_GEN && g->kind == GEN_MOVE && g->form == FORM_LINE && !g->where;
}

static bool run_when(frame *f, const rb_node *n) {
    bool holds = run_code(f, f->side->test[n->gen]);
    blame_if_spent(f, n->place);
    return holds;
}

/* Whether there is anything at all, and in f.automatic the node that goes on by itself. */
static int probe(look *k, uint16_t node) {
    const rulebook *b = k->f.b;
    const rb_node *n = &b->node[node];
    const fan *x = &k->f.fans[node];
    int found = OFFERS_NOTHING;
    if (x->count) return fan_some(&k->f, x) ? OFFERS_ACTION : OFFERS_NOTHING;
    switch ((rb_node_kind)n->kind) {
    case NODE_GEN:
        return gen_offers(k, n->gen) ? OFFERS_ACTION : OFFERS_NOTHING;
    case NODE_AUTO:
        k->f.automatic = node;
        return k->first_only ? OFFERS_NOTHING : OFFERS_AUTO;
    case NODE_WHEN:
        if (!run_when(&k->f, n)) return OFFERS_NOTHING;
        break;
    default:
        break;
    }
    /* Of alternatives the cheap ones first: all sources of a line at once. */
    for (uint16_t i = n->kind == NODE_UNION ? n->first : 0; i && !found; i = b->node[i].next)
        if (is_cheap(k, i)) found = probe(k, i);
    for (uint16_t i = n->first; i && !found; i = b->node[i].next) {
        if (n->kind == NODE_UNION && is_cheap(k, i)) continue;
        found = probe(k, i);
        if (n->kind == NODE_ELSE && k->first_only) break;
    }
    return found;
}

/* Whether a tree is nothing but generators, perhaps behind conditions. */
static bool gather_tree(look *k, uint16_t node) {
    const rulebook *b = k->f.b;
    const rb_node *n = &b->node[node];
    if (n->kind == NODE_GEN) {
        gather(k, n->gen);
        return true;
    }
    if (n->kind == NODE_WHEN && !run_when(&k->f, n)) return true;
    if (n->kind != NODE_UNION && n->kind != NODE_WHEN) return false;
    for (uint16_t i = n->first; i; i = b->node[i].next)
        if (!gather_tree(k, i)) return false;
    return true;
}

static int list_tree(look *k, uint16_t node, action *out, int cap);

/* How many actions a chain can still have, this one included. */
static int chain_length(const look *k, action a) {
    spot copy;
    look next;
    action list[256];
    const rulebook *b = k->f.b;
    if (k->chain >= CHAIN_LONGEST || !*k->tries || is_spent(&k->f)) return 1;
    --*k->tries;
    charge(&k->f, k->f.side->look_work);
    memcpy(copy.at, k->f.s, b->head.state_size);
    look_on(&next, b, copy.at, k->f.t, k->f.me, k->f.work);
    next.f.hashing = b->reads_trail;
    next.f.sealed = k->f.sealed;
    next.f.asking = k->f.asking;
    next.chain = (uint8_t)(k->chain + 1);
    next.tries = k->tries;
    perform(&next.f, rb_unpack(a));
    const rb_head *h = rb_head_in(copy.at);
    uint16_t node = b->point[h->point].node;
    if (h->point == RB_END || h->over || b->node[node].kind != NODE_LONGEST) return 1;
    int n = list_tree(&next, b->node[node].first, list, 256);
    charge(&k->f, n);
    int best = 0;
    for (int i = 0; i < n && best < CHAIN_LONGEST - k->chain; i++) {
        int len = chain_length(&next, list[i]);
        if (len > best) best = len;
    }
    blame_if_spent(&k->f, k->f.side->gen[rb_unpack(a).gen].place);
    return 1 + best;
}

static int keep_longest(look *k, action *out, int n) {
    int best = 0;
    int kept = 0;
    unsigned tries = RB_CHAIN_TRIES;
    unsigned *outer = k->tries;
    if (!outer) k->tries = &tries;
    for (int i = 0; i < n; i++) {
        int len = chain_length(k, out[i]);
        if (len < best) continue;
        if (len > best) kept = 0;
        best = len;
        out[kept++] = out[i];
    }
    k->tries = outer;
    return kept;
}

static int list_tree(look *k, uint16_t node, action *out, int cap) {
    const rulebook *b = k->f.b;
    const rb_node *n = &b->node[node];
    int count = 0;
    if (k->f.fans[node].count) return fan_list(&k->f, &k->f.fans[node], out, cap);
    if (n->kind == NODE_GEN) {
        harvest_clear(&k->v);
        gather(k, n->gen);
        return write_harvest(k, out, cap);
    }
    if (n->kind == NODE_AUTO) return 0;
    if (n->kind == NODE_WHEN && !run_when(&k->f, n)) return 0;
    for (uint16_t i = n->first; i; i = b->node[i].next) {
        count += list_tree(k, i, out + count, cap - count);
        if (n->kind == NODE_ELSE && (count || k->v.taking)) break;
    }
    return n->kind == NODE_LONGEST ? keep_longest(k, out, count) : count;
}

/* How many list_tree() would find. */
static uint64_t count_tree(look *k, uint16_t node) {
    const rulebook *b = k->f.b;
    const rb_node *n = &b->node[node];
    const fan *x = &k->f.fans[node];
    uint64_t all = 0;
    if (x->count) return fan_count(&k->f, x);
    if (n->kind == NODE_ELSE) {
        for (uint16_t i = n->first; i && !all; i = b->node[i].next) all = count_tree(k, i);
        return all;
    }
    const rb_gen *only = n->kind == NODE_GEN ? &k->f.side->gen[n->gen] : NULL;
    bits to;
    if (only && !only->kind_count && plain_places(k, only, &to)) return (uint64_t)bits_count(to);
    action list[RB_MOST_ACTIONS];
    harvest_clear(&k->v);
    bool plain = gather_tree(k, node) && k->v.total + (uint32_t)k->v.loose <= RB_MOST_ACTIONS;
    if (!plain) return (uint64_t)list_tree(k, node, list, RB_MOST_ACTIONS);
    for (int i = 0; i < k->v.swaths; i++) {
        const swath *w = &k->v.swath[i];
        if (!w->trial) {
            all += w->count;
            continue;
        }
        int tried = swath_write(&k->f, w, list, RB_MOST_ACTIONS);
        for (int at = 0; at < tried; at++) all += passes_trial(&k->f, list[at]);
    }
    for (int i = 0; i < k->v.loose; i++)
        if (!k->v.loose_trial[i] || passes_trial(&k->f, k->v.loose_action[i])) all++;
    return all;
}

static bool can_act(const frame *f, int player) {
    look k;
    const rb_head *h = rb_head_in(f->s);
    if (player < 0 || player >= f->b->head.players || h->out >> player & 1) return false;
    if (f->asking) return true;
    charge(f, f->side->look_work);
    if (is_spent(f)) return false;
    look_on(&k, f->b, f->s, f->t, player, f->work);
    k.f.hashing = f->hashing;
    k.f.sealed = f->sealed;
    k.f.asking = true;
    k.first_only = true;
    return probe(&k, f->b->point[f->b->entry[h->fresh_phase]].node) == OFFERS_ACTION;
}

/* --- drawing one --- */

static action nth_action(const look *k, uint32_t at, bool *trial) {
    const harvest *v = &k->v;
    if (at >= v->total) {
        *trial = v->loose_trial[at - v->total];
        return v->loose_action[at - v->total];
    }
    const swath *w = v->swath;
    for (; at >= w->count; w++) at -= w->count;
    unsigned each = w->kind_count ? w->kind_count : 1;
    rb_action a = swath_action(&k->f, w, bits_nth(k->f.w->nth, w->to, each == 1 ? at : at / each));
    if (w->kind_count) a.opt = (uint8_t)(w->kinds[at % each] + 1);
    *trial = w->trial;
    return rb_pack(a);
}

enum { DRAWS = 6 };

/* One of the gathered actions, each as likely; false where none is legal. */
static bool draw_one(const look *k, rng *g, action *out) {
    uint32_t n = k->v.total + (uint32_t)k->v.loose;
    for (int i = 0; i < DRAWS && n; i++) {
        bool trial;
        *out = nth_action(k, (uint32_t)rng_below(g, n), &trial);
        if (!trial || passes_trial(&k->f, *out)) return true;
    }
    if (!n) return false;
    action list[RB_MOST_ACTIONS];
    int legal = write_harvest(k, list, RB_MOST_ACTIONS);
    if (legal) *out = list[rng_below(g, (uint64_t)legal)];
    return legal > 0;
}

/* A tree that is no fan and has no alternatives. */
static __attribute__((noinline)) int draw_gathered(look *k, uint16_t node, rng *g, rb_action *out) {
    action drawn;
    harvest_clear(&k->v);
    if (gather_tree(k, node)) {
        if (!draw_one(k, g, &drawn)) return OFFERS_NOTHING;
        *out = rb_unpack(drawn);
        return OFFERS_ACTION;
    }
    action list[RB_MOST_ACTIONS];
    int legal = list_tree(k, node, list, RB_MOST_ACTIONS);
    if (!legal) return probe(k, node); /* what goes on by itself is on no list */
    *out = rb_unpack(list[rng_below(g, (uint64_t)legal)]);
    return OFFERS_ACTION;
}

/* As probe(), and if there is an action, one of them. */
static int draw_tree(look *k, uint16_t node, rng *g, rb_action *out) {
    const rb_node *nodes = k->f.b->node;
    const rb_node *n = &nodes[node];
    int found = OFFERS_NOTHING;
    if (n->kind == NODE_ELSE) {
        for (uint16_t i = n->first; i && !found; i = nodes[i].next) {
            const fan *x = &k->f.fans[i];
            if (x->count)
                found = fan_draw(&k->f, x, g, out) ? OFFERS_ACTION : OFFERS_NOTHING;
            else
                found = draw_tree(k, i, g, out);
        }
        return found;
    }
    if (k->f.fans[node].count)
        return fan_draw(&k->f, &k->f.fans[node], g, out) ? OFFERS_ACTION : OFFERS_NOTHING;
    if (n->kind == NODE_AUTO) {
        k->f.automatic = node;
        return OFFERS_AUTO;
    }
    const rb_gen *only = n->kind == NODE_GEN ? &k->f.side->gen[n->gen] : NULL;
    bits to;
    if (!only || only->kind_count || !plain_places(k, only, &to))
        return draw_gathered(k, node, g, out);
    unsigned many = (unsigned)bits_count(to);
    if (!many) return OFFERS_NOTHING;
    unsigned at = bits_nth(k->f.w->nth, to, (unsigned)rng_below(g, many));
    *out = (rb_action){RB_NO_CELL, (uint16_t)at, RB_NO_CELL, (uint8_t)n->gen, 0};
    return OFFERS_ACTION;
}

#endif
