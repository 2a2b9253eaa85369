#include "search/alphabeta/versus.h"

/* Which step first: the one of the table; noisy ones that do not lose; quiet ones that cut at this
 * distance from the root (killers), then by how often they cut before; last the noisy ones that
 * lose. Whether a noisy one loses is asked when its turn comes. Steps are known by the game's key
 * for them, so that what is learned holds in many positions. */

enum {
    RANK_FIRST = 1 << 30,
    RANK_NOISY = 1 << 26,
    RANK_LOSING = -(1 << 26),
    RANK_NOT_YET = RANK_LOSING / 2 + 1, /* a quiet one that nothing is known of: below the others */
    RANK_KILLER = 3 << 16,
    NOISY_SCALE = 1 << 17, /* of the game's hint: a step of e times the odds */
    QUIET_SCALE = 1 << 14,
    MAX_HINT = 1 << 24,
    MAX_BONUS = 1800,
    BONUS = 170,
    HALF_KEYS = VERSUS_KEYS / 2,
    NOISY = 1, /* flags of a step */
    THREAT = 2
};

static uint16_t index_of(const ab *m, int actor, uint64_t key) {
    if (key >= HALF_KEYS) key = hash_mix(key) % HALF_KEYS;
    return (uint16_t)(key + (size_t)ab_side(m, actor) * HALF_KEYS);
}

uint16_t versus_index(const ab_worker *w, int ply, action a) {
    const ab *m = w->m;
    const game_hints *h = m->r->hints;
    uint64_t key = h->key ? h->key(m->r, ab_state(w, ply), a) : hash_mix(a);
    return index_of(m, w->frame[ply].actor, key);
}

void versus_forget(versus_memory *m) {
    memset(m, 0, offsetof(versus_memory, after));
}

static uint16_t step_before(const ab_worker *w, int ply, int back) {
    return ply >= back ? w->frame[ply - back].index : 0;
}

/* What is known of steps after the one `back` before; NULL: nothing. */
static const int16_t *row_after(const ab_worker *w, int ply, int back) {
    uint16_t before = step_before(w, ply, back);
    return w->learned->used[back][before] ? w->learned->after[back][before] : NULL;
}

static int16_t *open_after(const ab_worker *w, int ply, int back, uint16_t index) {
    uint16_t before = step_before(w, ply, back);
    int16_t *row = w->learned->after[back][before];
    if (!w->learned->used[back][before]) memset(row, 0, sizeof w->learned->after[back][before]);
    w->learned->used[back][before] = true;
    return &row[index];
}

int versus_record(const ab_worker *w, int ply, uint16_t index) {
    const int16_t *one = row_after(w, ply, 0);
    const int16_t *two = row_after(w, ply, 1);
    return w->learned->quiet[index] + (one ? one[index] : 0) + (two ? two[index] : 0);
}

/* --- a list --- */

static int32_t scaled(float hint, float scale) {
    float x = hint * scale;
    float max = MAX_HINT;
    return (int32_t)(x > max ? max : x < -max ? -max : x);
}

static int keep_noisy(ab_worker *w, int ply, size_t base, int count) {
    int left = 0;
    for (int i = 0; i < count; i++)
        if (ab_noisy(w, ply, w->list[base + (size_t)i]))
            w->list[base + (size_t)left++] = w->list[base + (size_t)i];
    return left;
}

int versus_list(ab_worker *w, int ply, bool noisy_only) {
    const ab *m = w->m;
    const game_hints *h = m->r->hints;
    size_t base = w->top;
    const void *s = ab_state(w, ply);
    assert(base <= w->cap && w->frame[ply].actor >= 0);
    if (w->cap - base < m->r->max_actions) return -1;
    trail_cut(&w->trail, w->frame[ply].trail_len);
    int count = noisy_only && h->noisy_list ? h->noisy_list(m->r, s, ab_trail(w), &w->list[base])
                                            : m->game->legal(m->r, s, ab_trail(w), &w->list[base]);
    return noisy_only && !h->noisy_list ? keep_noisy(w, ply, base, count) : count;
}

/* --- ranks ---
 *
 * The bounds of the stack serve as memory for what is known of a step: in `low` its index and, above
 * it, its place in the game's order, which decides between equals; in `high` flags. Its weights hold
 * the hints. Quiet steps are ranked only when the first of them is asked for. */

static uint16_t index_at(const ab_worker *w, size_t i) {
    return (uint16_t)w->low[i];
}

static void mark_steps(ab_worker *w, int ply, size_t base, int count) {
    const ab *m = w->m;
    const game_hints *h = m->r->hints;
    int actor = w->frame[ply].actor;
    if (h->marks)
        h->marks(m->r, ab_state(w, ply), &w->list[base], count, &w->low[base], &w->high[base]);
    for (int i = 0; i < count; i++) {
        size_t at = base + (size_t)i;
        uint16_t index =
            h->marks ? index_of(m, actor, (uint64_t)w->low[at]) : versus_index(w, ply, w->list[at]);
        if (!h->marks) w->high[at] = ab_noisy(w, ply, w->list[at]) ? NOISY : 0;
        w->low[at] = (int32_t)((uint32_t)i << 16 | index);
    }
}

static void take_hints(ab_worker *w, int ply, size_t from, size_t end) {
    const ab *m = w->m;
    const game_hints *h = m->r->hints;
    int count = (int)(end - from);
    if (h->order)
        h->order(m->r, ab_state(w, ply), &w->list[from], count, &w->weight[from]);
    else
        memset(&w->weight[from], 0, (size_t)count * sizeof *w->weight);
}

static void exchange_ints(int32_t *entry, size_t a, size_t b) {
    int32_t x = entry[a];
    entry[a] = entry[b];
    entry[b] = x;
}

static void exchange_steps(ab_worker *w, size_t a, size_t b) {
    action x = w->list[a];
    w->list[a] = w->list[b];
    w->list[b] = x;
    exchange_ints(w->rank, a, b);
    exchange_ints(w->low, a, b);
    exchange_ints(w->high, a, b);
}

void versus_rank(ab_worker *w, int ply, size_t base, int count, action first) {
    const int16_t *noisy = w->learned->noisy;
    size_t quiet = base;
    size_t end = base + (size_t)count;
    mark_steps(w, ply, base, count);
    for (size_t i = base; i < end; i++)
        if (w->high[i] & NOISY) exchange_steps(w, quiet++, i);
    if (quiet > base) take_hints(w, ply, base, quiet);
    for (size_t i = base; i < quiet; i++)
        w->rank[i] = RANK_NOISY + scaled(w->weight[i], NOISY_SCALE) + noisy[index_at(w, i)];
    for (size_t i = quiet; i < end; i++) w->rank[i] = RANK_NOT_YET;
    for (size_t i = base; i < end && first != ACTION_NONE; i++)
        if (w->list[i] == first) w->rank[i] = RANK_FIRST;
}

static void rank_quiets(ab_worker *w, int ply, size_t from, size_t end) {
    const ab_frame *f = &w->frame[ply];
    const int16_t *quiet = w->learned->quiet;
    const int16_t *one = row_after(w, ply, 0);
    const int16_t *two = row_after(w, ply, 1);
    bool learned = w->m->knob[KNOB_AB_HISTORY];
    take_hints(w, ply, from, end);
    for (size_t i = from; i < end; i++) {
        if (w->rank[i] != RANK_NOT_YET) continue;
        int32_t rank = scaled(w->weight[i], QUIET_SCALE);
        uint16_t index = index_at(w, i);
        action a = w->list[i];
        if (learned) {
            rank += quiet[index] + (one ? one[index] : 0) + (two ? two[index] : 0);
            if (a == f->killer[0]) rank += RANK_KILLER;
            if (a == f->killer[1]) rank += RANK_KILLER / 2;
        }
        w->rank[i] = rank;
    }
}

/* Whether a noisy step loses; without an exchange to ask about, its hint tells. */
static bool loses(const ab_worker *w, int ply, size_t i) {
    const ab *m = w->m;
    if (m->r->hints->exchange) return !m->r->hints->exchange(m->r, ab_state(w, ply), w->list[i], 0);
    return w->rank[i] < RANK_NOISY - VERSUS_MEMORY;
}

static int32_t highest_rank(const ab_worker *w, size_t from, size_t end) {
    int32_t top = w->rank[from];
    for (size_t k = from + 1; k < end; k++) top = w->rank[k] > top ? w->rank[k] : top;
    return top;
}

/* The first of this rank in the game's order. */
static size_t first_of_rank(const ab_worker *w, size_t from, size_t end, int32_t rank) {
    uint32_t low = UINT32_MAX;
    for (size_t k = from; k < end; k++) {
        uint32_t own = (uint32_t)w->low[k];
        own |= w->rank[k] == rank ? 0 : UINT32_MAX;
        low = own < low ? own : low;
    }
    size_t k = from;
    while (w->rank[k] != rank || (uint32_t)w->low[k] != low) k++;
    return k;
}

versus_step versus_pick(ab_worker *w, int ply, size_t base, int i, int count) {
    size_t at = base + (size_t)i;
    size_t end = base + (size_t)count;
    assert(i >= 0 && i < count && end <= w->cap);
    for (;;) {
        int32_t rank = highest_rank(w, at, end);
        if (rank == RANK_NOT_YET) {
            rank_quiets(w, ply, at, end);
            continue;
        }
        size_t best = first_of_rank(w, at, end, rank);
        bool undecided = rank > RANK_NOISY / 2 && rank < RANK_FIRST;
        if (undecided && loses(w, ply, best)) {
            w->rank[best] += 2 * RANK_LOSING;
            continue;
        }
        if (best != at) exchange_steps(w, best, at);
        return (versus_step){w->list[at], index_at(w, at), w->high[at] & NOISY,
                             rank < RANK_LOSING / 2, w->high[at] & THREAT};
    }
}

void versus_find_threats(ab_worker *w, int ply, size_t base, int i, int count) {
    enum { AT_ONCE = 64 };
    const rules *r = w->m->r;
    bool threat[AT_ONCE];
    for (size_t at = base + (size_t)i; at < base + (size_t)count; at += AT_ONCE) {
        size_t left = base + (size_t)count - at;
        int many = left < AT_ONCE ? (int)left : AT_ONCE;
        r->hints->threats(r, ab_state(w, ply), &w->list[at], many, threat);
        for (int k = 0; k < many; k++)
            if (threat[k]) w->high[at + (size_t)k] |= THREAT;
    }
}

int versus_keep_threats(ab_worker *w, size_t base, int i, int count) {
    size_t kept = base + (size_t)i;
    for (size_t k = kept; k < base + (size_t)count; k++) {
        if (!w->high[k]) continue;
        w->list[kept] = w->list[k];
        w->rank[kept] = w->rank[k];
        w->low[kept] = w->low[k];
        w->high[kept++] = w->high[k];
    }
    return (int)(kept - base);
}

/* --- learning --- */

/* Moves a counter towards the bonus; the nearer it is to its bound, the less. */
static void nudge(int16_t *counter, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *counter = (int16_t)(*counter + bonus - *counter * size / VERSUS_MEMORY);
    assert(*counter >= -VERSUS_MEMORY && *counter <= VERSUS_MEMORY);
}

static void teach_quiet(ab_worker *w, int ply, uint16_t index, int bonus) {
    nudge(&w->learned->quiet[index], bonus);
    nudge(open_after(w, ply, 0, index), bonus);
    nudge(open_after(w, ply, 1, index), bonus);
}

static int bonus_of(int depth) {
    return BONUS * depth < MAX_BONUS ? BONUS * depth : MAX_BONUS;
}

void versus_praise(ab_worker *w, int ply, uint16_t index, int depth) {
    if (w->m->knob[KNOB_AB_HISTORY]) teach_quiet(w, ply, index, bonus_of(depth));
}

void versus_note_gain(ab_worker *w, uint16_t index, int gain) {
    const int32_t *knob = w->m->knob;
    int bonus = gain * knob[KNOB_AB_GAIN] / 100;
    if (!knob[KNOB_AB_HISTORY] || !bonus) return;
    if (bonus > MAX_BONUS) bonus = MAX_BONUS;
    if (bonus < -MAX_BONUS) bonus = -MAX_BONUS;
    nudge(&w->learned->quiet[index], bonus);
}

void versus_reward(ab_worker *w, const ab_node *n, const versus_step *cut, const versus_tried *t) {
    ab_frame *f = &w->frame[n->ply];
    if (!w->m->knob[KNOB_AB_HISTORY]) return;
    int bonus = bonus_of(n->depth);
    for (int i = 0; i < t->noisies; i++) nudge(&w->learned->noisy[t->noisy[i]], -bonus);
    if (cut->noisy) {
        nudge(&w->learned->noisy[cut->index], bonus);
        return;
    }
    teach_quiet(w, n->ply, cut->index, bonus);
    for (int i = 0; i < t->quiets; i++) teach_quiet(w, n->ply, t->quiet[i], -bonus);
    if (f->killer[0] == cut->a) return;
    f->killer[1] = f->killer[0];
    f->killer[0] = cut->a;
}

/* --- evaluations --- */

void versus_evaluate(ab_worker *w, ab_node *n) {
    if (n->raw == AB_NO_EVAL)
        n->raw = n->known.bound && n->known.eval != TT_NO_EVAL ? n->known.eval
                                                               : ab_evaluate(w, n->ply, n->side);
    n->eval = n->raw;
}

void versus_trust_table(ab_node *n) {
    int known = ab_from_table(n->known.score, n->ply);
    bool up = n->known.bound & TT_LOWER && known > n->eval;
    bool down = n->known.bound & TT_UPPER && known < n->eval;
    if (ab_is_plain(known) && (up || down)) n->eval = known;
}
