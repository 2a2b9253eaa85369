#ifndef ENGINE_RULES_RUN_JUDGE_H
#define ENGINE_RULES_RUN_JUDGE_H
/* Measuring: the terms of a game's evaluation for one player (judge.h). */

#include "engine/rules/run_shapes.h"

static float lateness(const summing *m) {
    const rulebook *b = m->b;
    const judge *j = m->j;
    float now = 0;
    if (j->useful_at_start <= 0) return 0;
    bits all = bits_none();
    for (int p = 0; p < b->head.players; p++) all = bits_or(all, m->sets[SET_OWN + p]);
    for (int k = 0; k < b->kinds; k++) {
        if (!j->useful[k]) continue;
        bits kind = b->kinds > 1 ? bits_and(all, m->sets[b->set_kind + k]) : all;
        now += j->value[k] * (float)bits_count(kind);
    }
    float gone = 1 - now / j->useful_at_start;
    return gone > 1e-5F ? gone : 0; /* sums in another order may differ in the last bit */
}

/* --- what pieces hit --- */

/* Around the royal pieces of the others. */
static bits royal_zone(const summing *m) {
    const rulebook *b = m->b;
    bits zone = bits_none();
    for (int p = 0; p < b->head.players; p++) {
        if (p == m->player || !b->side[p].royal.known) continue;
        zone = bits_or(zone, around(m, pieces_of(m, p, b->side[p].royal.kind)));
    }
    return zone;
}

static void count_hits(summing *m) {
    const rulebook *b = m->b;
    const rb_side *side = &b->side[m->player];
    if (side->aim.reach < 0) return;
    const rb_plan *p = &side->plan[side->aim.reach];
    bits zone = m->j->wants[JUDGE_SIEGE] ? royal_zone(m) : bits_none();
    bits own = m->sets[SET_OWN + m->player];
    bits occupied = m->sets[SET_OCCUPIED];
    int siege = 0;
    for (int i = 0; i < p->count; i++) {
        const rb_hit *h = &side->hit[p->first + i];
        if (h->form == HIT_CODE) continue;
        bits who = pieces_of(m, m->player, h->kind);
        int moves = 0;
        BITS_CELLS(who, c) {
            bits to = h->form == HIT_TABLE
                          ? m->w->table[(size_t)h->forward * (size_t)m->w->cells + c]
                          : ride(m->w, b, c, h->forward_dirs, occupied);
            moves += bits_count(bits_sub(to, own));
            siege += bits_count(bits_and(to, zone));
        }
        m->moves[h->kind] += (float)moves;
    }
    m->siege = (float)siege;
}

static float shelter(const summing *m) {
    const rb_side *side = &m->b->side[m->player];
    if (!side->royal.known) return 0;
    bits zone = around(m, pieces_of(m, m->player, side->royal.kind));
    return (float)bits_count(bits_and(zone, m->sets[SET_OWN + m->player])) * (1 - m->late);
}

/* --- where pieces stand --- */

/* Pieces that only go forwards, file by file: how many of mine, and the row, as I see it, of the
 * farthest enemy, from 1. */
typedef struct files {
    uint8_t mine[BOARD_SIDE + 2], top[BOARD_SIDE + 2];
} files;

static void fill_files(const summing *m, int kind, bits who, files *f) {
    const rulebook *b = m->b;
    const judge_spot *sight = m->j->spot + (size_t)m->player * (size_t)b->board.cells;
    memset(f, 0, sizeof *f);
    BITS_CELLS(who, c) f->mine[sight[c].column]++;
    for (int p = 0; p < b->head.players; p++) {
        if (p == m->player) continue;
        bits enemy = pieces_of(m, p, kind);
        BITS_CELLS(enemy, c) {
            uint8_t *top = &f->top[sight[c].column];
            if (*top < sight[c].row) *top = sight[c].row;
        }
    }
}

static void measure_files(const summing *m, int kind, bits who, float *v) {
    const rulebook *b = m->b;
    const judge_spot *sight = m->j->spot + (size_t)m->player * (size_t)b->board.cells;
    files f;
    float passed = 0;
    int alone = 0;
    int doubled = 0;
    if (b->board.shape != AST_RECT) return;
    fill_files(m, kind, who, &f);
    BITS_CELLS(who, c) {
        unsigned x = sight[c].column;
        unsigned y = sight[c].row;
        doubled += f.mine[x] > 1;
        alone += !f.mine[x - 1] && !f.mine[x + 1];
        if (f.top[x - 1] <= y && f.top[x] <= y && f.top[x + 1] <= y) passed += sight[c].far;
    }
    v[JUDGE_PASSED] = passed;
    v[JUDGE_DOUBLED] = (float)doubled;
    v[JUDGE_ALONE] = (float)alone;
}

/* Everything about the pieces of one kind, by judge_what. */
static void measure_kind(const summing *m, int kind, float *v) {
    const rulebook *b = m->b;
    const judge *j = m->j;
    size_t cells = (size_t)b->board.cells;
    const float *place = j->place + (size_t)kind * cells;
    const judge_spot *sight = j->spot + (size_t)m->player * cells;
    bits who = pieces_of(m, m->player, kind);
    int n = bits_count(who);
    float there = 0;
    float centre = 0;
    float far = 0;
    memset(v, 0, JUDGE_TEMPO * sizeof *v);
    BITS_CELLS(who, c) {
        there += place[sight[c].seen];
        centre += sight[c].centre;
        far += sight[c].far;
    }
    v[JUDGE_PIECE] = (float)n * j->value[kind];
    v[JUDGE_PLACE] = there;
    v[JUDGE_MOVES] = m->moves[kind];
    v[JUDGE_CENTRE] = centre * (1 - m->late);
    v[JUDGE_LATE] = centre * m->late;
    v[JUDGE_PAIR] = n > 1 && j->useful[kind] ? 1 : 0;
    if (j->hand >= 0)
        v[JUDGE_HAND] =
            j->value[kind] * (float)rb_vars_in(b, m->s)[j->hand + m->player * b->kinds + kind];
    if (!n || !j->forward[kind]) return;
    v[JUDGE_ADVANCE] = far * (1 - m->late);
    v[JUDGE_ADVANCE_LATE] = far * m->late;
    measure_files(m, kind, who, v);
}

/* --- the whole board --- */

static float mobility(const summing *m) {
    spot copy;
    memcpy(copy.at, m->s, m->b->head.state_size);
    rb_head *h = rb_head_of(copy.at);
    h->mover = (uint8_t)m->player;
    h->phase = h->fresh_phase;
    h->point = m->b->entry[h->phase];
    h->over = OVER_NOT;
    if (h->out >> m->player & 1) return 0;
    return (float)run_count(m->b, copy.at, NULL);
}

static float score_now(const summing *m) {
    frame f;
    const rulebook *b = m->b;
    if (!b->scores) return 0;
    rb_work work = {.left = b->work};
    frame_on(&f, b, (void *)m->s, NULL, m->player, &work);
    float full = (float)bits_count(m->sets[SET_OCCUPIED]) / (float)bits_count(m->w->all);
    return (float)run_code(&f, b->side[m->player].score[0]) * full * full;
}

static float nearest_goal(const summing *m) {
    const rb_aim *x = &m->b->side[m->player].aim;
    const judge_spot *sight = m->j->spot + (size_t)m->player * (size_t)m->b->board.cells;
    float best = 0;
    if (!x->has_goal) return 0;
    bits who = m->sets[SET_OWN + m->player];
    if (x->goal_kind >= 0) who = pieces_of(m, m->player, x->goal_kind);
    BITS_CELLS(who, c) if (sight[c].near > best) best = sight[c].near;
    return best * best;
}

/* --- terms --- */

static float measure_game(const summing *m, judge_what what, const float *lines) {
    const rb_aim *x = &m->b->side[m->player].aim;
    switch (what) {
    case JUDGE_TEMPO:
        return rb_head_in(m->s)->mover == m->player ? 1 : 0;
    case JUDGE_SHELTER:
        return shelter(m);
    case JUDGE_SIEGE:
        return m->siege;
    case JUDGE_MOBILITY:
        return mobility(m);
    case JUDGE_SCORE:
        return score_now(m);
    case JUDGE_GOAL:
        return nearest_goal(m);
    case JUDGE_LINE1:
    case JUDGE_LINE2:
    case JUDGE_LINE3:
        return lines[what - JUDGE_LINE1];
    case JUDGE_PATH:
        return path_length(m);
    case JUDGE_LINKS:
        return links_needed(m);
    case JUDGE_FRONTIER:
        return frontier(m);
    case JUDGE_STABLE:
        return stable(m);
    case JUDGE_EXPOSED:
        return exposed(m);
    case JUDGE_LIBERTIES:
        return liberties(m);
    case JUDGE_NEARER:
        return nearer(m);
    case JUDGE_SHORT1:
        return short_of_breath(m, 1);
    case JUDGE_SHORT2:
        return short_of_breath(m, 2);
    case JUDGE_APART:
        return apartness(m);
    case JUDGE_TALLY:
        return x->tally < 0 ? 0 : (float)(x->tally_sign * rb_vars_in(m->b, m->s)[x->tally]);
    default:
        return 0;
    }
}

/* The terms of one kind stand together in the plan. */
static void run_measure(const rulebook *b, const void *s, int player, float *out) {
    const judge *j = b->judge;
    const judge_term *term = j->plan->term;
    summing m = {.b = b, .j = j, .w = b->wide, .s = s, .player = player};
    float lines[3] = {0};
    float v[JUDGE_TEMPO];
    int kind = -1;
    m.sets = sets_of((void *)s);
    m.late = lateness(&m);
    if (j->wants[JUDGE_MOVES] || j->wants[JUDGE_SIEGE]) count_hits(&m);
    if (j->wants[JUDGE_LINE1]) open_lines(&m, lines);
    for (int i = 0; i < j->plan->count; i++) {
        if (term[i].what >= JUDGE_TEMPO) {
            out[i] = measure_game(&m, term[i].what, lines);
            continue;
        }
        if (term[i].kind != kind) measure_kind(&m, kind = term[i].kind, v);
        out[i] = v[term[i].what];
    }
}

/* --- the sum alone --- */

static float weigh_kind(const summing *m, const judge_folded *f, int kind) {
    const rulebook *b = m->b;
    const judge *j = m->j;
    size_t at = ((size_t)m->player * (size_t)b->kinds + (size_t)kind) * (size_t)b->board.cells;
    const judge_worth *worth = f->worth + at;
    bits who = pieces_of(m, m->player, kind);
    float early = 0;
    float change = 0;
    float v[JUDGE_TEMPO];
    int n = bits_count(who);
    BITS_CELLS(who, c) {
        early += worth[c].early;
        change += worth[c].change;
    }
    float sum = early + change * m->late + f->kind[JUDGE_MOVES][kind] * m->moves[kind];
    if (n > 1 && j->useful[kind]) sum += f->kind[JUDGE_PAIR][kind];
    if (j->hand >= 0)
        sum += f->kind[JUDGE_HAND][kind] * j->value[kind] *
               (float)rb_vars_in(b, m->s)[j->hand + m->player * b->kinds + kind];
    if (!n || !j->forward[kind]) return sum;
    v[JUDGE_PASSED] = v[JUDGE_DOUBLED] = v[JUDGE_ALONE] = 0;
    measure_files(m, kind, who, v);
    for (int w = JUDGE_PASSED; w <= JUDGE_ALONE; w++) sum += f->kind[w][kind] * v[w];
    return sum;
}

static void run_weigh(const rulebook *b, const void *s, const void *folded, double *total) {
    const judge *j = b->judge;
    const judge_folded *f = folded;
    summing m = {.b = b, .j = j, .w = b->wide, .s = s};
    m.sets = sets_of((void *)s);
    m.late = lateness(&m);
    for (m.player = 0; m.player < b->head.players; m.player++) {
        float lines[3] = {0};
        float sum = 0;
        if (j->wants[JUDGE_MOVES] || j->wants[JUDGE_SIEGE]) {
            for (int k = 0; k < b->kinds; k++) m.moves[k] = 0;
            count_hits(&m);
        }
        if (j->wants[JUDGE_LINE1]) open_lines(&m, lines);
        for (int k = 0; k < b->kinds; k++) sum += weigh_kind(&m, f, k);
        for (int w = JUDGE_TEMPO; w < JUDGE_COUNT; w++)
            if (j->wants[w]) sum += f->rest[w] * measure_game(&m, (judge_what)w, lines);
        total[m.player] = (double)sum;
    }
}

/* Where there is a royal piece; elsewhere one side of an `else` may hide the other. */
static int run_taking(const rulebook *b, const void *s, const trail *t, action *out) {
    const rb_head *h = s;
    look k;
    if (h->over) return 0;
    rb_work work = {.left = b->work};
    look_on(&k, b, (void *)s, t, h->mover, &work);
    k.v.taking = b->side[h->mover].royal.known;
    return list_tree(&k, b->point[h->point].node, out, (int)b->head.max_actions);
}

static bool run_skip(const rulebook *b, void *s) {
    look k;
    rb_head *h = s;
    rb_work work = {.left = b->work};
    look_on(&k, b, s, NULL, h->mover, &work);
    find_safety(&k.f, &k.x);
    if (!k.x.known || k.x.checkers) return false;
    h->hash ^= head_hash(b, h);
    k.f.sealed = false;
    if (h->turns < UINT16_MAX) h->turns++;
    h->mover = (uint8_t)(1 - h->mover);
    h->quiet = (uint8_t)(h->quiet + (h->quiet < UINT8_MAX));
    forget(b, h);
    frame_turn(&k.f, h->mover);
    settle(&k, NULL);
    return true;
}

static bool run_in_check(const rulebook *b, const void *s) {
    frame f;
    int me = rb_head_in(s)->mover;
    rb_work work = {.left = b->work};
    frame_on(&f, b, (void *)s, NULL, me, &work);
    bits royal = f.areas[0][SET_OWN + me];
    if (b->kinds > 1) royal = bits_and(royal, f.areas[0][b->set_kind + f.side->royal.kind]);
    BITS_CELLS(royal, c) if (royal_hit(&f, c, f.areas[0][SET_OCCUPIED])) return true;
    return false;
}

static bool run_guarded(const rulebook *b, const void *s, unsigned from, unsigned to) {
    frame f;
    rb_work work = {.left = b->work};
    frame_on(&f, b, (void *)s, NULL, rb_head_in(s)->mover, &work);
    bits occupied = f.areas[0][SET_OCCUPIED];
    bits_flip(&occupied, from);
    return royal_hit(&f, to, occupied);
}

#define RUN_TABLE                                                                                  \
    {                                                                                              \
        .words = BW, .prepare = run_prepare, .start = run_start, .legal = run_legal,               \
        .count = run_count, .legal_within = run_legal_within, .count_turns = run_count_turns,      \
        .allowed = run_allowed, .apply = run_apply, .play_out = run_playout, .rehash = run_rehash, \
        .rebuild = run_rebuild, .sound = run_sound, .refill = run_refill, .find = run_find,        \
        .measure = run_measure, .weigh = run_weigh, .skip = run_skip, .in_check = run_in_check,    \
        .guarded = run_guarded, .taking = run_taking, .reopen = run_reopen, .null = run_null       \
    }

#endif
