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

static void change_board(frame *f, const rb_gen *g, rb_action a) {
    const rulebook *b = f->b;
    const uint8_t *cells = rb_cells_in(b, f->s);
    switch ((rb_gen_kind)g->kind) {
    case GEN_MOVE: {
        unsigned code = cells[a.from];
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
    f->opt = a.opt;
    f->done = false;
    if (f->side->before && !chance) (void)run_code(f, f->side->before);
    change_board(f, g, a);
    if (g->block) (void)run_code(f, g->block);
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
    memcpy(copy.at, f->s, f->b->head.state_size);
    frame_on(&x, f->b, copy.at, f->t, f->me);
    x.hashing = f->b->reads_trail;
    x.sealed = f->sealed;
    x.asking = f->asking;
    perform(&x, u);
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
    uint8_t chain;   /* actions of a `longest` chain that were tried to get here */
    unsigned *tries; /* how many more of them may be tried at all */
    harvest v;
} look;

/* Chains can be endless, and there can be more of them than anybody could try: beyond this many
 * actions they count as equally long. */
enum { CHAIN_LONGEST = 40, CHAIN_TRIES = 20000 };

static void look_on(look *k, const rulebook *b, void *s, const trail *t, int me) {
    frame_on(&k->f, b, s, t, me);
    k->looked = k->first_only = false;
    k->chain = 0;
    k->tries = NULL;
}

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
    for (int i = 0; i < v->swaths; i++) {
        int more = swath_write(&k->f, &v->swath[i], out + n, cap - n);
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
        action list[AREA_CELLS];
        int n = swath_write(&k->f, &v->swath[i], list, AREA_CELLS);
        for (int at = 0; at < n; at++)
            if (passes_trial(&k->f, list[at])) return true;
    }
    return false;
}

static bool gen_offers(look *k, int gen) {
    const rb_gen *g = &k->f.side->gen[gen];
    frame *f = &k->f;
    if ((g->kind == GEN_PLACE || g->kind == GEN_PICK) && !g->where && !g->requires) {
        if (g->guard && !run_code(f, g->guard)) return false;
        if (g->prep) (void)run_code(f, g->prep);
        return bits_some(placed_on(f, g));
    }
    harvest_clear(&k->v);
    gather(k, gen);
    return some_legal(k);
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

/* Whether a tree is nothing but generators, perhaps behind conditions. */
static bool gather_tree(look *k, uint16_t node) {
    const rulebook *b = k->f.b;
    const rb_node *n = &b->node[node];
    if (n->kind == NODE_GEN) {
        gather(k, n->gen);
        return true;
    }
    if (n->kind == NODE_WHEN && !run_code(&k->f, k->f.side->test[n->gen])) return true;
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
    if (k->chain >= CHAIN_LONGEST || !*k->tries) return 1;
    --*k->tries;
    memcpy(copy.at, k->f.s, b->head.state_size);
    look_on(&next, b, copy.at, k->f.t, k->f.me);
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
    int best = 0;
    for (int i = 0; i < n && best < CHAIN_LONGEST - k->chain; i++) {
        int len = chain_length(&next, list[i]);
        if (len > best) best = len;
    }
    return 1 + best;
}

static int keep_longest(look *k, action *out, int n) {
    int best = 0;
    int kept = 0;
    unsigned tries = CHAIN_TRIES;
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
    if (n->kind == NODE_GEN) {
        harvest_clear(&k->v);
        gather(k, n->gen);
        return write_harvest(k, out, cap);
    }
    if (n->kind == NODE_AUTO) return 0;
    if (n->kind == NODE_WHEN && !run_code(&k->f, k->f.side->test[n->gen])) return 0;
    for (uint16_t i = n->first; i; i = b->node[i].next) {
        count += list_tree(k, i, out + count, cap - count);
        if (n->kind == NODE_ELSE && count) break;
    }
    return n->kind == NODE_LONGEST ? keep_longest(k, out, count) : count;
}

static bool can_act(const frame *f, int player) {
    look k;
    const rb_head *h = rb_head_in(f->s);
    if (player < 0 || player >= f->b->head.players || h->out >> player & 1) return false;
    if (f->asking) return true;
    look_on(&k, f->b, f->s, f->t, player);
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
    rb_action a = swath_action(&k->f, w, bits_nth(w->to, each == 1 ? at : at / each));
    if (w->kind_count) a.opt = (uint8_t)(k->f.b->kind_list[w->kinds + at % each] + 1);
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

static bool draw_tree(look *k, uint16_t node, rng *g, action *out) {
    const rulebook *b = k->f.b;
    const rb_node *n = &b->node[node];
    if (n->kind == NODE_ELSE) {
        for (uint16_t i = n->first; i; i = b->node[i].next)
            if (draw_tree(k, i, g, out)) return true;
        return false;
    }
    const rb_gen *only = n->kind == NODE_GEN ? &k->f.side->gen[n->gen] : NULL;
    if (only && only->kind == GEN_PLACE && !only->where && !only->requires && !only->kind_count) {
        if (only->guard && !run_code(&k->f, only->guard)) return false;
        if (only->prep) (void)run_code(&k->f, only->prep);
        bits to = placed_on(&k->f, only);
        unsigned many = (unsigned)bits_count(to);
        if (!many) return false;
        unsigned at = bits_nth(to, (unsigned)rng_below(g, many));
        *out = rb_pack((rb_action){RB_NO_CELL, (uint16_t)at, RB_NO_CELL, (uint8_t)n->gen, 0});
        return true;
    }
    harvest_clear(&k->v);
    if (gather_tree(k, node)) return draw_one(k, g, out);
    action list[RB_MOST_ACTIONS];
    int legal = list_tree(k, node, list, RB_MOST_ACTIONS);
    if (legal) *out = list[rng_below(g, (uint64_t)legal)];
    return legal > 0;
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
static inline void forget(const rulebook *b, rb_head *h) {
    const rb_point *p = &b->point[h->point];
    if (!p->keeps_last) h->last = RB_NO_CELL;
    if (!p->keeps_from) h->lastfrom = RB_NO_CELL;
}

/* f is left as the player to come sees it. */
static void end_turn(frame *f, trail *t) {
    const rulebook *b = f->b;
    rb_head *h = rb_head_of(f->s);
    int me = h->mover;
    f->cell[CELL_LAST] = h->last;
    f->cell[CELL_LASTFROM] = h->lastfrom;
    if (h->turns < UINT16_MAX) h->turns++;
    if (b->shrinks && b->reads_trail)
        h->quiet = (uint8_t)(f->taken ? 0 : h->quiet + (h->quiet < UINT8_MAX));
    f->taken = false;
    int to_come = h->next != 0xff && !(h->out >> h->next & 1) ? h->next : following(b, h, me, 1);
    h->next = 0xff;
    h->mover = (uint8_t)to_come;
    h->phase = h->fresh_phase;
    h->point = b->entry[h->phase];
    if (h->over) return;
    forget(b, h);
    size_t at = t ? t->len : 0;
    if (t) trail_push(t, h->hash ^ head_hash(b, h));
    f->coming = (int8_t)to_come;
    f->cell[CELL_FROM] = f->cell[CELL_TO] = f->cell[CELL_AUX] = RB_NO_CELL;
    for (int i = 0; i < b->endings && !h->over && !b->no_end; i++) {
        if (!run_code(f, f->side->ending[i].test)) continue;
        (void)run_code(f, f->side->ending[i].effect);
        if (h->over) h->cause = (uint8_t)(i + 1);
        if (h->out >> to_come & 1) h->mover = (uint8_t)following(b, h, to_come, 1);
        if (t && t->len > at) t->hash[at] = h->hash ^ head_hash(b, h); /* it may have changed */
    }
    f->coming = -1;
    frame_turn(f, h->mover);
    if (!h->over && h->turns >= b->max_turns) h->over = OVER_DRAW;
}

static void run_automatic(frame *f, uint16_t node) {
    rb_head *h = rb_head_of(f->s);
    const rb_node *n = &f->b->node[node];
    f->cell[CELL_FROM] = f->cell[CELL_TO] = f->cell[CELL_AUX] = RB_NO_CELL;
    f->done = false;
    (void)run_code(f, f->side->test[n->gen]);
    h->point = f->done ? RB_END : n->succ;
}

/* From wherever the point stands to somebody's choice, or to the end. */
static void settle(look *k, trail *t) {
    const rulebook *b = k->f.b;
    rb_head *h = rb_head_of(k->f.s);
    for (int i = 0; !h->over; i++) {
        if (i == RB_AUTOMATIC) {
            h->over = OVER_DRAW;
            break;
        }
        if (h->out >> h->mover & 1) h->point = RB_END; /* who has lost does not go on */
        if (h->point == RB_END) {
            end_turn(&k->f, t);
            continue;
        }
        k->looked = false;
        k->f.cell[CELL_LAST] = h->last;
        k->f.cell[CELL_LASTFROM] = h->lastfrom;
        int found = probe(k, b->point[h->point].node);
        if (found == OFFERS_ACTION) break;
        if (found == OFFERS_AUTO)
            run_automatic(&k->f, k->f.automatic);
        else
            h->point = b->point[h->point].skip;
    }
    if (h->over) h->point = b->entry[h->phase];
    forget(b, h);
    if (k->f.hashing) h->hash ^= head_hash(b, h);
    k->f.sealed = true;
}

/* --- the table --- */

/* Where it all began counts as well when positions repeat. */
static inline void note_origin(const rulebook *b, const void *s, trail *t) {
    const rb_head *h = s;
    if (t && t->len == 0 && h->point == b->entry[h->phase]) trail_push(t, h->hash);
}

static void run_apply(const rulebook *b, void *s, trail *t, action a) {
    look k;
    note_origin(b, s, t);
    look_on(&k, b, s, t, rb_head_in(s)->mover);
    perform(&k.f, rb_unpack(a));
    settle(&k, t);
}

static int run_legal(const rulebook *b, const void *s, const trail *t, action *out) {
    const rb_head *h = s;
    look k;
    if (h->over) return 0;
    look_on(&k, b, (void *)s, t, h->mover);
    return list_tree(&k, b->point[h->point].node, out, (int)b->head.max_actions);
}

static uint64_t count_tree(look *k, uint16_t node) {
    const rulebook *b = k->f.b;
    const rb_node *n = &b->node[node];
    uint64_t all = 0;
    if (n->kind == NODE_ELSE) {
        for (uint16_t i = n->first; i && !all; i = b->node[i].next) all = count_tree(k, i);
        return all;
    }
    harvest_clear(&k->v);
    bool plain = gather_tree(k, node);
    for (int i = 0; i < k->v.swaths && plain; i++) plain = !k->v.swath[i].trial;
    for (int i = 0; i < k->v.loose && plain; i++)
        if (!k->v.loose_trial[i] || passes_trial(&k->f, k->v.loose_action[i])) all++;
    if (plain) return all + k->v.total;
    action list[RB_MOST_ACTIONS];
    return (uint64_t)list_tree(k, node, list, RB_MOST_ACTIONS);
}

static uint64_t run_count(const rulebook *b, const void *s, const trail *t) {
    const rb_head *h = s;
    look k;
    if (h->over) return 0;
    look_on(&k, b, (void *)s, t, h->mover);
    return count_tree(&k, b->point[h->point].node);
}

static bool run_allowed(const rulebook *b, const void *s, const trail *t, action a) {
    action list[RB_MOST_ACTIONS];
    int n = run_legal(b, s, t, list);
    for (int i = 0; i < n; i++)
        if (list[i] == a) return true;
    return false;
}

/* A ply of a playout. Where no rule ever asks for it, the hash is left behind. */
static void run_random(const rulebook *b, void *s, trail *t, rng *g) {
    const rb_head *h = s;
    look k;
    action a;
    if (h->over) return;
    note_origin(b, s, t);
    look_on(&k, b, s, t, h->mover);
    k.f.hashing = b->reads_trail;
    if (!draw_tree(&k, b->point[h->point].node, g, &a)) return;
    perform(&k.f, rb_unpack(a));
    settle(&k, t);
}

/* --- playing on at random --- */

/* Games of placing one piece at a time, where nothing else ever happens: most of what a turn could
 * hold need not be looked at. */
static inline bool quick_ends(const frame *f, const rb_side *side, unsigned at) {
    const rb_quick *q = &side->quick;
    const bits *mine = area_ptr(f, q->area);
    if (BW == 1 && f->b->lines) { /* the lines through a cell, as areas */
        const uint64_t *line = f->b->lines + (size_t)at * RB_LINES;
        for (; *line; line++)
            if ((mine->w[0] & *line) == *line) return true;
        return false;
    }
    if (q->run) return run_reaches(f, mine, at, q->run);
    return joins_newly(f, *mine, at, area_at(f, q->from), area_at(f, q->to));
}

/* Where one can place, counted word by word; kept up while it is just the empty cells. */
typedef struct room_left {
    bits to;
    unsigned have[BW], all;
} room_left;

static inline void count_room(frame *f, const rb_gen *g, room_left *r) {
    if (g->prep) (void)run_code(f, g->prep);
    r->to = placed_on(f, g);
    r->all = 0;
    BITS_EACH(i) {
        r->have[i] = (unsigned)__builtin_popcountll(r->to.w[i]);
        r->all += r->have[i];
    }
}

static inline unsigned take_room(room_left *r, rng *g) {
    unsigned k = (unsigned)rng_below(g, r->all);
    unsigned i = 0;
    for (; i + 1 < BW && k >= r->have[i]; i++) k -= r->have[i];
    unsigned at = word_nth(r->to.w[i], k);
    r->to.w[i] ^= UINT64_C(1) << at;
    r->have[i]--;
    r->all--;
    return i * 64 + at;
}

/* Plies until the game is over, or `most` of them, or something unusual comes; returns how many. */
static int quick_plies(look *k, rng *g, int most) {
    frame *f = &k->f;
    const rulebook *b = f->b;
    rb_head *h = rb_head_of(f->s);
    bits *sets = sets_of(f->s);
    uint8_t *cells = rb_cells_of(b, f->s);
    const rb_gen *gen = &f->side->gen[b->quick_gen];
    bool just_empty = !gen->prep && gen->result == SET_EMPTY && gen->mask == RB_CONST &&
                      !bits_some(area_at(f, gen->except));
    room_left room = {.all = 0};
    int n = 0;
    if (just_empty) count_room(f, gen, &room);
    for (; n < most; n++) {
        const rb_side *side = f->side;
        if (!just_empty) count_room(f, &side->gen[b->quick_gen], &room);
        if (!room.all || h->turns + 1 >= b->max_turns) break;
        unsigned at = take_room(&room, g);
        int me = f->me;
        bits_flip(&sets[SET_EMPTY], at);
        bits_flip(&sets[SET_OCCUPIED], at);
        bits_flip(&sets[SET_OWN + me], at);
        if (b->kinds > 1) bits_flip(&sets[b->kind_set[side->quick.code]], at);
        cells[at] = side->quick.code;
        h->turns++;
        h->mover = (uint8_t)(1 - me);
        frame_turn(f, 1 - me);
        if (quick_ends(f, side, at) && !b->no_end) {
            h->over = OVER_WIN;
            h->winner = (uint8_t)me;
            h->cause = 1;
            n++;
            break;
        }
    }
    return n;
}

static int run_playout(const rulebook *b, void *s, trail *t, rng *g, int most) {
    rb_head *h = s;
    look k;
    action a;
    int n = 0;
    if (h->over) return 0;
    note_origin(b, s, t);
    look_on(&k, b, s, t, h->mover);
    k.f.hashing = b->reads_trail;
    if (k.f.hashing) h->hash ^= head_hash(b, h);
    k.f.sealed = false;
    if (b->quick_gen >= 0) n = quick_plies(&k, g, most);
    for (int idle = 0; n < most && !h->over && idle < RB_AUTOMATIC;) {
        if (h->out >> h->mover & 1) h->point = RB_END;
        if (h->point == RB_END) {
            end_turn(&k.f, t);
            idle++;
            continue;
        }
        k.looked = false;
        k.f.cell[CELL_LAST] = h->last;
        k.f.cell[CELL_LASTFROM] = h->lastfrom;
        uint16_t node = b->point[h->point].node;
        if (draw_tree(&k, node, g, &a)) {
            perform(&k.f, rb_unpack(a));
            n++;
            idle = 0;
            continue;
        }
        idle++;
        if (probe(&k, node) == OFFERS_AUTO)
            run_automatic(&k.f, k.f.automatic);
        else
            h->point = b->point[h->point].skip;
    }
    settle(&k, t);
    return n;
}

static uint64_t body_hash(const rulebook *b, const void *s) {
    uint64_t x = 0;
    const uint8_t *cells = rb_cells_in(b, s);
    const int32_t *vars = rb_vars_in(b, s);
    const bits *sets = sets_of((void *)s);
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

static void settle_anew(const rulebook *b, void *s) {
    look k;
    rb_head *h = s;
    h->hash = body_hash(b, s);
    look_on(&k, b, s, NULL, h->mover);
    k.f.sealed = false;
    settle(&k, NULL);
}

static void run_rebuild(const rulebook *b, void *s) {
    fill_sets(b, rb_cells_of(b, s), sets_of(s));
    settle_anew(b, s);
}

static bool run_sound(const rulebook *b, const void *s) {
    bits sets[SET_OWN + GAME_MAX_PLAYERS + 1 + RB_KINDS];
    fill_sets(b, rb_cells_in(b, s), sets);
    return memcmp(sets, sets_of((void *)s), (size_t)b->set_var * sizeof *sets) == 0;
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
    settle_anew(b, s);
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
        .play_out = run_playout, .rehash = run_rehash, .rebuild = run_rebuild, .sound = run_sound  \
    }

#endif
