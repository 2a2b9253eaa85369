#ifndef ENGINE_RULES_RUN_JUDGE_H
#define ENGINE_RULES_RUN_JUDGE_H
/* Measuring: the terms of a game's evaluation for one player (judge.h). */

#include "engine/rules/judge.h"
#include "engine/rules/run_play.h"

typedef struct summing {
    const rulebook *b;
    const judge *j;
    const wide *w;
    const void *s;
    const bits *sets;
    int player;
    float late; /* 0 at the start, 1 when nothing is left */
    float moves[RB_KINDS], siege;
} summing;

static bits pieces_of(const summing *m, int player, int kind) {
    bits own = m->sets[SET_OWN + player];
    return m->b->kinds > 1 ? bits_and(own, m->sets[m->b->set_kind + kind]) : own;
}

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
    return now < j->useful_at_start ? 1 - now / j->useful_at_start : 0;
}

/* --- what pieces hit --- */

/* Around the royal pieces of the others. */
static bits royal_zone(const summing *m) {
    const rulebook *b = m->b;
    bits zone = bits_none();
    for (int p = 0; p < b->head.players; p++) {
        if (p == m->player || !b->side[p].royal.known) continue;
        bits at = pieces_of(m, p, b->side[p].royal.kind);
        for (int d = 0; d < b->board.dirs; d++)
            zone = bits_or(zone, shift_one(m->w, b, at, d));
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
            bits to = h->form == HIT_TABLE ? m->w->table[(size_t)h->forward * (size_t)m->w->cells + c]
                                           : ride(m->w, b, c, h->forward_dirs, occupied);
            moves += bits_count(bits_sub(to, own));
            siege += bits_count(bits_and(to, zone));
        }
        m->moves[h->kind] += (float)moves;
    }
    m->siege = (float)siege;
}

static float shelter(const summing *m) {
    const rulebook *b = m->b;
    const rb_side *side = &b->side[m->player];
    if (!side->royal.known) return 0;
    bits at = pieces_of(m, m->player, side->royal.kind);
    bits zone = bits_none();
    for (int d = 0; d < b->board.dirs; d++) zone = bits_or(zone, shift_one(m->w, b, at, d));
    return (float)bits_count(bits_and(zone, m->sets[SET_OWN + m->player])) * (1 - m->late);
}

/* --- where pieces stand --- */

static float sum_over(bits who, const float *table) {
    float sum = 0;
    BITS_CELLS(who, c) sum += table[c];
    return sum;
}

/* Tables are made for the first player: others look up what they see there. */
static float sum_place(const summing *m, bits who, int kind) {
    const rulebook *b = m->b;
    const float *table = m->j->place + (size_t)kind * (size_t)b->board.cells;
    const uint8_t *x = m->j->column + (size_t)m->player * (size_t)b->board.cells;
    const uint8_t *y = m->j->row + (size_t)m->player * (size_t)b->board.cells;
    float sum = 0;
    if (m->player == 0) return sum_over(who, table);
    BITS_CELLS(who, c) sum += table[y[c] * b->board.width + x[c]];
    return sum;
}

static float sum_advance(const summing *m, bits who) {
    const uint8_t *row = m->j->row + (size_t)m->player * (size_t)m->b->board.cells;
    float last = (float)(m->j->rows > 1 ? m->j->rows - 1 : 1);
    float sum = 0;
    BITS_CELLS(who, c) {
        float far = (float)row[c] / last;
        sum += far * far;
    }
    return sum;
}

/* Pieces that only go forwards, file by file. */
typedef struct files {
    uint8_t mine[BOARD_SIDE + 2]; /* by file from 1 */
    uint8_t top[BOARD_SIDE + 2];  /* the row, as I see it, of the farthest enemy; 0: none */
} files;

static void fill_files(const summing *m, int kind, bits who, files *f) {
    const rulebook *b = m->b;
    size_t at = (size_t)m->player * (size_t)b->board.cells;
    const uint8_t *x = m->j->column + at;
    const uint8_t *y = m->j->row + at;
    memset(f, 0, sizeof *f);
    BITS_CELLS(who, c) f->mine[x[c] + 1]++;
    for (int p = 0; p < b->head.players; p++) {
        if (p == m->player) continue;
        bits enemy = pieces_of(m, p, kind);
        BITS_CELLS(enemy, c) if (f->top[x[c] + 1] < y[c] + 1) f->top[x[c] + 1] = (uint8_t)(y[c] + 1);
    }
}

static float measure_files(const summing *m, judge_what what, int kind) {
    const rulebook *b = m->b;
    size_t at = (size_t)m->player * (size_t)b->board.cells;
    bits who = pieces_of(m, m->player, kind);
    files f;
    float sum = 0;
    float last = (float)(m->j->rows > 1 ? m->j->rows - 1 : 1);
    if (b->board.shape != AST_RECT || b->board.width > BOARD_SIDE) return 0;
    fill_files(m, kind, who, &f);
    if (what == JUDGE_DOUBLED) {
        for (int x = 1; x <= b->board.width; x++) sum += f.mine[x] > 1 ? (float)(f.mine[x] - 1) : 0;
        return sum;
    }
    BITS_CELLS(who, c) {
        unsigned x = m->j->column[at + c] + 1u;
        unsigned y = m->j->row[at + c];
        if (what == JUDGE_ALONE) {
            sum += f.mine[x - 1] || f.mine[x + 1] ? 0 : 1;
        } else if (f.top[x - 1] <= y + 1 && f.top[x] <= y && f.top[x + 1] <= y + 1) {
            float far = (float)y / last;
            sum += far * far;
        }
    }
    return sum;
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
    frame_on(&f, b, (void *)(uintptr_t)m->s, NULL, m->player);
    float full = (float)bits_count(m->sets[SET_OCCUPIED]) / (float)bits_count(m->w->all);
    return (float)run_code(&f, b->side[m->player].score[0]) * full * full;
}

static float nearest_goal(const summing *m) {
    const rb_aim *x = &m->b->side[m->player].aim;
    const float *near = m->j->near_goal + (size_t)m->player * (size_t)m->b->board.cells;
    float best = 0;
    if (!x->has_goal) return 0;
    bits who = m->sets[SET_OWN + m->player];
    if (x->goal_kind >= 0) who = pieces_of(m, m->player, x->goal_kind);
    BITS_CELLS(who, c) if (near[c] > best) best = near[c];
    return best * best;
}

/* How many more pieces would join the two sides, at best. */
static float path_length(const summing *m) {
    const rulebook *b = m->b;
    const rb_aim *x = &b->side[m->player].aim;
    if (!x->has_path) return 0;
    bits own = m->sets[SET_OWN + m->player];
    bits from = narrowed(x->path_from);
    bits to = narrowed(x->path_to);
    bits got = flood(m->w, b, bits_and(from, own), own);
    int most = b->board.width + b->board.height;
    for (int n = 0; n < most; n++) {
        if (bits_some(bits_and(got, to))) return (float)-n;
        bits next = bits_or(shift_all(m->w, b, got, b->board.near), from);
        next = bits_sub(bits_and(next, m->sets[SET_EMPTY]), got);
        if (!bits_some(next)) break;
        got = bits_or(got, next);
        got = flood(m->w, b, got, bits_or(own, got));
    }
    return (float)-most;
}

/* Places for a winning line that nobody else stands in, by the number of my pieces there: the
 * places are counted all at once, in numbers of four bits spread over four areas. */
static void open_lines(const summing *m, float out[3]) {
    const rulebook *b = m->b;
    int k = b->side[m->player].aim.line;
    bits own = m->sets[SET_OWN + m->player];
    bits other = bits_sub(m->sets[SET_OCCUPIED], own);
    out[0] = out[1] = out[2] = 0;
    if (!k) return;
    for (int d = 0; d < b->board.dirs; d += 2) {
        bits mine = own;
        bits theirs = other;
        bits there = m->w->all;
        bits sum[4] = {own, bits_none(), bits_none(), bits_none()};
        bits blocked = other;
        bits valid = there;
        for (int i = 1; i < k; i++) { /* what is i steps further, seen from each cell */
            int back = b->board.opposite[d];
            mine = shift_one(m->w, b, mine, back);
            theirs = shift_one(m->w, b, theirs, back);
            there = shift_one(m->w, b, there, back);
            blocked = bits_or(blocked, theirs);
            valid = bits_and(valid, there);
            bits carry = mine;
            for (int n = 0; n < 4; n++) {
                bits over = bits_and(sum[n], carry);
                sum[n] = bits_xor(sum[n], carry);
                carry = over;
            }
        }
        bits open = bits_sub(valid, blocked);
        for (int lack = 1; lack <= 3 && lack < k; lack++) {
            bits here = open;
            for (int n = 0; n < 4; n++)
                here = (k - lack) >> n & 1 ? bits_and(here, sum[n]) : bits_sub(here, sum[n]);
            out[lack - 1] += (float)bits_count(here);
        }
    }
}

/* The mean distance of pieces from their middle. */
static float apartness(const summing *m) {
    bits own = m->sets[SET_OWN + m->player];
    int n = bits_count(own);
    int width = m->b->board.width;
    float sx = 0;
    float sy = 0;
    float sum = 0;
    if (!n) return 0;
    BITS_CELLS(own, c) {
        sx += (float)((int)c % width);
        sy += (float)((int)c / width);
    }
    BITS_CELLS(own, c) {
        float dx = (float)((int)c % width) - sx / (float)n;
        float dy = (float)((int)c / width) - sy / (float)n;
        dx = dx < 0 ? -dx : dx;
        dy = dy < 0 ? -dy : dy;
        sum += dx > dy ? dx : dy;
    }
    return sum / (float)n;
}

/* --- terms --- */

static float measure_kind(const summing *m, judge_what what, int kind) {
    const judge *j = m->j;
    bits who = pieces_of(m, m->player, kind);
    int n = bits_count(who);
    switch (what) {
    case JUDGE_PIECE:
        return (float)n * j->value[kind];
    case JUDGE_PLACE:
        return n ? sum_place(m, who, kind) : 0;
    case JUDGE_MOVES:
        return m->moves[kind];
    case JUDGE_CENTRE:
        return n ? sum_over(who, j->centre) * (1 - m->late) : 0;
    case JUDGE_LATE:
        return n ? sum_over(who, j->centre) * m->late : 0;
    case JUDGE_ADVANCE:
        return n && j->forward[kind] ? sum_advance(m, who) * (1 - m->late) : 0;
    case JUDGE_ADVANCE_LATE:
        return n && j->forward[kind] ? sum_advance(m, who) * m->late : 0;
    case JUDGE_PASSED:
    case JUDGE_DOUBLED:
    case JUDGE_ALONE:
        return n && j->forward[kind] ? measure_files(m, what, kind) : 0;
    case JUDGE_PAIR:
        return n > 1 && j->useful[kind] ? 1 : 0;
    case JUDGE_HAND:
        return j->hand < 0 ? 0
                           : j->value[kind] * (float)rb_vars_in(m->b, m->s)
                                                  [j->hand + m->player * m->b->kinds + kind];
    default:
        return 0;
    }
}

static float measure_game(const summing *m, judge_what what, const float *lines) {
    const rb_aim *x = &m->b->side[m->player].aim;
    switch (what) {
    case JUDGE_TEMPO:
        return rb_head_in(m->s)->mover == m->player;
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
    case JUDGE_APART:
        return apartness(m);
    case JUDGE_TALLY:
        return x->tally < 0 ? 0 : (float)(x->tally_sign * rb_vars_in(m->b, m->s)[x->tally]);
    default:
        return 0;
    }
}

static void run_measure(const rulebook *b, const void *s, int player, float *out) {
    const judge *j = b->judge;
    summing m = {.b = b, .j = j, .w = b->wide, .s = s, .player = player};
    float lines[3] = {0};
    m.sets = sets_of((void *)(uintptr_t)s);
    m.late = lateness(&m);
    if (j->wants[JUDGE_MOVES] || j->wants[JUDGE_SIEGE]) count_hits(&m);
    if (j->wants[JUDGE_LINE1]) open_lines(&m, lines);
    for (int i = 0; i < j->plan->count; i++) {
        judge_what what = j->plan->term[i].what;
        out[i] = what < JUDGE_TEMPO ? measure_kind(&m, what, j->plan->term[i].kind)
                                    : measure_game(&m, what, lines);
    }
}

static bool run_skip(const rulebook *b, void *s) {
    look k;
    rb_head *h = s;
    look_on(&k, b, s, NULL, h->mover);
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

#define RUN_TABLE                                                                                  \
    {                                                                                              \
        .words = BW, .prepare = run_prepare, .start = run_start, .legal = run_legal,               \
        .count = run_count, .allowed = run_allowed, .apply = run_apply, .play_out = run_playout,   \
        .rehash = run_rehash, .rebuild = run_rebuild, .sound = run_sound, .refill = run_refill,    \
        .find = run_find, .measure = run_measure, .skip = run_skip                                 \
    }

#endif
