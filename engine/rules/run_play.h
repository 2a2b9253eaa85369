#ifndef ENGINE_RULES_RUN_PLAY_H
#define ENGINE_RULES_RUN_PLAY_H
/* Playing: an action carried out, and on until somebody has to decide; playouts; states made and
 * checked. What the head adds to the hash is put back when a state is settled. */

#include "engine/rules/run_look.h"
#include "engine/rules/run_prepare.h"
#include "engine/rules/run_quick.h"

static int run_legal(const rulebook *b, const void *s, const trail *t, action *out);

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

/* What the head adds while nobody has claimed the end. */
static __attribute__((noinline)) uint64_t open_hash(const rulebook *b, const rb_head *h) {
    rb_head then = *h;
    then.over = OVER_NOT;
    return head_hash(b, &then);
}

/* Puts the position behind the first `at` of the trail; where it may be over by a claim, as it is
 * without that. */
static inline void note_position(frame *f, trail *t, size_t at) {
    const rb_head *h = rb_head_in(f->s);
    f->here = h->hash ^ (h->claim ? open_hash(f->b, h) : head_hash(f->b, h));
    trail_cut(t, at);
    trail_push(t, f->here);
    if (f->sieve) sieve_add(f->sieve, f->here);
}

/* With `plain` only those that hold for a position that was read as well. */
static inline void test_endings(frame *f, trail *t, bool plain) {
    const rulebook *b = f->b;
    rb_head *h = rb_head_of(f->s);
    int to_come = h->mover;
    size_t at = t ? t->len : 0;
    if (t) note_position(f, t, at);
    f->coming = (int8_t)to_come;
    f->cell[CELL_FROM] = f->cell[CELL_TO] = f->cell[CELL_AUX] = RB_NO_CELL;
    int endings = b->no_end ? 0 : b->endings;
    const rb_ending *e = f->side->ending;
    for (int i = 0; i < endings; i++, e++) {
        if (plain && !e->plain) continue;
        bool holds = run_test(f, e->test);
        if (e->slow && is_spent(f)) {
            blame_if_spent(f, e->place);
            break;
        }
        if (!holds) continue;
        (void)run_code(f, e->effect);
        if (h->out >> to_come & 1) h->mover = (uint8_t)following(b, h, to_come, 1);
        if (t && t->len > at) note_position(f, t, at); /* it may have changed */
        if (decided(b, h)) break;
    }
    f->coming = -1;
}

/* Whether the player to come has another choice if some sets are empty. */
static __attribute__((noinline)) bool sets_matter(const rulebook *b, const void *s, const trail *t,
                                                  const rb_var *v) {
    spot copy;
    action with[RB_MOST_ACTIONS];
    action without[RB_MOST_ACTIONS];
    memcpy(copy.at, s, b->head.state_size);
    for (int i = 0; i < v->count; i++) sets_of(copy.at)[v->at + i] = bits_none();
    int n = run_legal(b, s, t, with);
    if (n != run_legal(b, copy.at, t, without)) return true;
    return memcmp(with, without, (size_t)n * sizeof *with) != 0;
}

static __attribute__((noinline)) bool fades(const rulebook *b, void *s, const trail *t,
                                            const rb_var *v) {
    look k;
    bool open = !b->faders; /* whether a closer look is needed */
    rb_work work = {.left = b->work};
    look_on(&k, b, s, t, rb_head_in(s)->mover, &work);
    k.f.hashing = false;
    for (int i = 0; i < b->faders && !open; i++) open = gen_offers(&k, b->fader[i]);
    return !open || !sets_matter(b, s, t, v);
}

/* Forgets the variables `if used` that are of no use to the player to come, so that positions which
 * play alike are alike. */
static inline void fade(const frame *f, const trail *t) {
    const rulebook *b = f->b;
    for (int i = 0; i < b->fades; i++) {
        const rb_var *v = &b->var[b->fading[i]];
        bool some = false;
        for (int k = 0; k < v->count; k++) some |= bits_some(sets_of(f->s)[v->at + k]);
        if (!some || !fades(b, f->s, t, v)) continue;
        for (int k = 0; k < v->count; k++) store_area(f, v->at + k, bits_none());
    }
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
    fade(f, t);
    test_endings(f, t, false);
    frame_turn(f, h->mover);
    if (!h->over && h->turns >= b->max_turns) h->over = OVER_DRAW;
}

/* Leaves a point where nobody has a choice. */
static void pass_on(look *k, int found) {
    frame *f = &k->f;
    rb_head *h = rb_head_of(f->s);
    if (found != OFFERS_AUTO) {
        h->point = f->b->point[h->point].skip;
        return;
    }
    const rb_node *n = &f->b->node[f->automatic];
    f->cell[CELL_FROM] = f->cell[CELL_TO] = f->cell[CELL_AUX] = RB_NO_CELL;
    f->done = false;
    (void)run_code(f, f->side->test[n->gen]);
    blame_if_spent(f, n->place);
    h->point = f->done ? RB_END : n->succ;
}

/* The rules take too long: a draw, and the rule is kept for who asks. */
static void give_up(const frame *f) {
    rb_head *h = rb_head_of(f->s);
    h->over = OVER_WORK;
    h->winner = 0;
    memset(h->score, 0, sizeof h->score);
    h->score[0] = (uint8_t)f->work->place;
    h->score[1] = (uint8_t)(f->work->place >> 8);
}

/* Where it may take too long to list what is on offer, that is found out now: who asks for the list
 * cannot end the game. */
static void weigh_list(look *k, uint16_t node) {
    k->looked = false;
    (void)count_tree(k, node);
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
            if (is_spent(&k->f)) break;
            continue;
        }
        k->looked = false;
        k->f.cell[CELL_LAST] = h->last;
        k->f.cell[CELL_LASTFROM] = h->lastfrom;
        const rb_point *p = &b->point[h->point];
        int found = probe(k, p->node);
        if (found == OFFERS_ACTION && p->weighty) weigh_list(k, p->node);
        if (found == OFFERS_ACTION || is_spent(&k->f)) break;
        pass_on(k, found);
    }
    if (is_spent(&k->f)) give_up(&k->f);
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

/* A turn without an action: all it does is what happens before each. */
static void perform_null(frame *f) {
    rb_head *h = rb_head_of(f->s);
    h->hash ^= head_hash(f->b, h);
    f->sealed = false;
    f->cell[CELL_FROM] = f->cell[CELL_TO] = f->cell[CELL_AUX] = RB_NO_CELL;
    f->done = false;
    if (f->side->before) (void)run_code(f, f->side->before);
    h->last = h->lastfrom = RB_NO_CELL;
    h->point = RB_END;
}

static bool null_passes(frame *f, uint16_t node) {
    const rb_node *n = &f->b->node[node];
    const rb_gen *g = &f->side->gen[n->gen];
    bool good = n->kind == NODE_GEN;
    for (int i = 0; good && i < g->requires; i++) good = run_code(f, g->require[i]);
    for (uint16_t i = n->kind == NODE_GEN ? 0 : n->first; i && !good; i = f->b->node[i].next)
        good = null_passes(f, i);
    return good;
}

/* Whether what some action has to fulfil holds without one: in chess, that there is no check. */
static bool run_null(const rulebook *b, const void *s, const trail *t) {
    const rb_head *h = s;
    spot copy;
    frame f;
    if (h->over || h->point != b->entry[h->phase]) return false;
    memcpy(copy.at, s, b->head.state_size);
    rb_work work = {.left = b->work};
    frame_on(&f, b, copy.at, t, h->mover, &work);
    perform_null(&f);
    return null_passes(&f, b->point[h->point].node);
}

static void run_apply(const rulebook *b, void *s, trail *t, action a) {
    look k;
    rb_head *h = s;
    rb_work work = {.left = b->work};
    rb_action u = rb_unpack(a);
    note_origin(b, s, t);
    h->claim = 0;
    look_on(&k, b, s, t, h->mover, &work);
    if (u.gen == RB_NULL_GEN)
        perform_null(&k.f);
    else
        perform(&k.f, u);
    settle(&k, t);
}

static int run_legal(const rulebook *b, const void *s, const trail *t, action *out) {
    const rb_head *h = s;
    look k;
    rb_work work = {.left = b->work};
    if (h->over) return 0;
    look_on(&k, b, (void *)s, t, h->mover, &work);
    return list_tree(&k, b->point[h->point].node, out, (int)b->head.max_actions);
}

static int run_legal_within(const rulebook *b, const void *s, rb_work *work, action *out) {
    const rb_head *h = s;
    look k;
    if (h->over) return 0;
    look_on(&k, b, (void *)s, NULL, h->mover, work);
    return list_tree(&k, b->point[h->point].node, out, (int)b->head.max_actions);
}

static uint64_t run_count(const rulebook *b, const void *s, const trail *t) {
    const rb_head *h = s;
    look k;
    rb_work work = {.left = b->work};
    if (h->over) return 0;
    look_on(&k, b, (void *)s, t, h->mover, &work);
    uint64_t n = count_tree(&k, b->point[h->point].node);
    return n < b->head.max_actions ? n : b->head.max_actions; /* where the list is cut, too */
}

static bool run_allowed(const rulebook *b, const void *s, const trail *t, action a) {
    action list[RB_MOST_ACTIONS];
    int n = run_legal(b, s, t, list);
    for (int i = 0; i < n; i++)
        if (list[i] == a) return true;
    return false;
}

/* --- playing on at random --- */

enum { SIEVE_PAYS = 16 }; /* plies */

/* Each ply has a budget of its own; a playout that takes more than so many is left where it is. */
enum { PLAYOUT_BUDGETS = 10 };

static void fill_sieve(const trail *t, sieve *v) {
    memset(v, 0, sizeof *v);
    for (size_t i = 0; i < t->len; i++) sieve_add(v, t->hash[i]);
}

/* Random plies, `most` of them or until the game is over, fewer where they take very long; returns
 * how many. Where no rule ever asks
 * for it, the hash is left behind. */
static int run_playout(const rulebook *b, void *s, trail *t, rng *g, int most) {
    rb_head *h = s;
    look k;
    sieve seen;
    rb_action a;
    int n = 0;
    if (h->over) return 0;
    note_origin(b, s, t);
    h->claim = 0;
    rb_work work = {.left = b->work};
    int64_t all = PLAYOUT_BUDGETS * b->work;
    look_on(&k, b, s, t, h->mover, &work);
    k.f.hashing = b->reads_trail;
    if (k.f.hashing) h->hash ^= head_hash(b, h);
    k.f.sealed = false;
    if (t && most > SIEVE_PAYS) {
        fill_sieve(t, &seen);
        k.f.sieve = &seen;
    }
    if (b->quick_gen >= 0) n = quick_plies(&k, g, most);
    for (int idle = 0; n < most && !h->over && idle < RB_AUTOMATIC && !is_spent(&k.f);) {
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
        int found = draw_tree(&k, node, g, &a);
        if (is_spent(&k.f)) break;
        if (found == OFFERS_ACTION) {
            perform(&k.f, a);
            n++;
            idle = 0;
            all -= b->work - work.left;
            if (is_spent(&k.f) || all < 0) break;
            work.left = b->work;
            continue;
        }
        idle++;
        pass_on(&k, found);
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
    rb_work work = {.left = b->work};
    look_on(&k, b, s, NULL, h->mover, &work);
    k.f.sealed = false;
    settle(&k, NULL);
}

/* A position at the beginning of a turn is what it would be after the turn before. */
static void end_turn_before(const rulebook *b, void *s) {
    rb_head *h = s;
    int mover = h->mover;
    frame f;
    if (h->over || h->out || h->point != b->entry[h->phase]) return;
    rb_work work = {.left = b->work};
    frame_on(&f, b, s, NULL, mover, &work);
    f.hashing = false;
    fade(&f, NULL);
    if (!b->reads_ends) return;
    frame_turn(&f, 1 - mover);
    test_endings(&f, NULL, true);
}

static bool run_rebuild(const rulebook *b, void *s) {
    bool over = rb_head_in(s)->over;
    fill_sets(b, rb_cells_of(b, s), sets_of(s));
    end_turn_before(b, s);
    bool ended = !over && rb_head_in(s)->over;
    settle_anew(b, s);
    return ended;
}

/* On past a claim; over for good where nobody has an action. */
static void run_reopen(const rulebook *b, void *s) {
    look k;
    rb_head *h = s;
    h->hash ^= head_hash(b, h);
    h->over = OVER_NOT;
    rb_work work = {.left = b->work};
    look_on(&k, b, s, NULL, h->mover, &work);
    k.f.sealed = false;
    settle(&k, NULL);
    if (h->over) h->claim = 0;
}

static void run_refill(const rulebook *b, void *s) {
    fill_sets(b, rb_cells_of(b, s), sets_of(s));
}

static area run_find(const rulebook *b, const void *s, uint16_t code, uint16_t at) {
    frame f;
    area out = area_none();
    rb_work work = {.left = b->work};
    frame_on(&f, b, (void *)s, NULL, 0, &work);
    (void)run_code(&f, code);
    bits found = area_at(&f, at);
    BITS_EACH(i) out.w[i] = found.w[i];
    return out;
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
    rb_work work = {.left = b->work};
    frame_on(&f, b, s, NULL, 0, &work);
    (void)run_code(&f, b->start);
    settle_anew(b, s);
}

#endif
