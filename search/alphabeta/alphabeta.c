#include "search/alphabeta/alphabeta.h"

/* Alpha-beta search, generic over the contract of a game: iterations, windows, threads and memory.
 * Two players without chance are searched by versus_node.c, in scores that are logarithms of odds;
 * with chance (expectimax.c) and with more players (paranoid.c, brs.c) alphabeta_node.c searches in
 * shares of the win. Both compute the minimax value of the deciding seat to a depth counted in
 * tokens, deeper and deeper until a limit, with one table for all threads that is saved from move
 * to move (AbTable).
 *
 * Between two players: windows around the last value (AbAspiration, AbPvs); steps ordered by the
 * table, what they win, killers, and how often they cut before, anywhere and after the last two
 * steps (AbHistory); late steps searched less deep, by their record and whether the player's game
 * gets better (AbLmr), or near the leaves not at all (AbLate, where pieces take by going to a
 * cell); evaluations far outside of the window trusted near the leaves (AbFutility); null moves
 * with verification where the game can skip a turn (AbNull); the table's step deeper where it
 * stands out (AbSingular); urgent positions (a check) a token deeper (AbExtend); noisy steps
 * followed beyond the depth, if they do not lose and can matter (AbQuiescence). Ideas and their
 * common forms: Marsland 1986 (a review of game-tree pruning), Donninger 1993 (null move),
 * Schaeffer 1989 (history), Heinz 1998 (futility), Anantharaman, Campbell and Hsu 1990 (singular
 * extensions), and the descriptions of Ethereal and Stockfish. The other search has fewer of these,
 * by the same names.
 *
 * Who moves. A token may be several steps and a player may move twice, so no sign is ever flipped
 * by habit: each node asks who acts, and the window turns only where the side does. Steps inside a
 * token cost no depth, nor does a step that leaves open a turn which can take any number of them
 * (goes_on): where turns can go round, depth counts turns.
 *
 * Proofs. A score is *proven* when no deeper search can change it: every step counted ended the
 * game or was proven itself. Whatever cuts by an estimate (futility, null moves, evaluations, drawn
 * chance) makes it not proven, and never returns a win. So a win, a loss, a draw or an exact value
 * that is reported as proven is one, and when all lines asked for are proven and shown to their end
 * the search stops; only after a short win it continues to depths at which a shorter one would
 * show, and then leaves nothing out (careful). Cuts by the table are not taken on the principal variation, so that it is complete.
 *
 * Repetition. In games that look at the trail a result may hold on this path alone. Results that
 * depend on a position above a node (its path_ply) are not put into the table. Not handled: a table
 * entry that does not know of a repetition which this path would allow, and legal lists that depend
 * on the path.
 *
 * Threads (lazy SMP): all workers search the same root and share the table, the odd ones a token
 * deeper; who finishes a depth first reports it. In `deterministic` mode only the first worker
 * searches, with a table of its own that starts empty, so the answer is that of one thread.
 *
 * Two players whose values do not add up (objectives other than winning) are searched as if they
 * did: the other side takes the deciding seat's value down. A limit in visits counts nodes. */

#include "search/alphabeta/versus.h"

enum {
    ASPIRE_DEPTH = 4,
    ASPIRE_WIDTH = 1500,
    ASPIRE_TIMES = 8,
    SHORT_WIN = 16, /* steps */
    AT_ONCE = 2
};

/* What lies at the start of the arena: a search that uses the memory for something else writes over
 * it, and then the table is not taken for one. */
typedef struct saved_table {
    uint64_t mark, key;
    tt table;
    versus_memory *learned; /* one a worker; NULL: there was no room for them */
    int workers;
} saved_table;

#define SAVED_MARK UINT64_C(0x6b69626974747461)

/* --- iterations --- */

/* Searches the root for one line, with a window that widens until the value is inside. It lies
 * around the last value; in shares of the win around that of two depths before, as odd and even
 * depths often see different things. */
static ab_result search_root(ab_worker *w, int depth, int line) {
    const ab *m = w->m;
    int alpha = -AB_INFINITE;
    int beta = AB_INFINITE;
    int width = m->versus ? m->knob[KNOB_AB_ASPIRE] + 1 : ASPIRE_WIDTH;
    int max = ASPIRE_TIMES * width;
    int last = m->versus ? w->past[line].last : w->past[line].before;
    w->excluded = line;
    int sure = w->past[line].last < 0 ? -w->past[line].last : w->past[line].last;
    w->careful = m->versus && sure > AB_SURE && sure <= AB_WIN;
    if (w->careful && depth > AB_WIN - sure) depth = AB_WIN - sure;
    w->horizon = depth;
    /* Averages are searched again at a high price, and swing with every depth. */
    bool steady = !(m->r->traits & GAME_CHANCE) && depth >= ASPIRE_DEPTH;
    if (m->knob[KNOB_AB_ASPIRATION] && steady && last <= AB_SURE && last >= -AB_SURE) {
        alpha = last - width;
        beta = last + width;
    }
    for (;;) {
        w->root_raised = false;
        ab_result found = m->versus ? versus_decide(w, 0, depth, (ab_window){alpha, beta}, false)
                                    : ab_decide(w, 0, depth, alpha, beta, false);
        int v = found.score;
        if (w->stopped || v == AB_NO_MOVE) return found;
        if (v > alpha && v < beta) return found;
        width *= 2;
        if (v >= beta) { /* a better line than expected is good to know if time runs out */
            ab_take_line(w, line, v, v > AB_SURE);
            beta = width > max ? AB_INFINITE : v + width;
        } else {
            alpha = width > max ? -AB_INFINITE : v - width;
        }
    }
}

/* All lines at one depth; returns how many were scored, and in *complete whether all were. */
static int search_lines(ab_worker *w, int depth, bool *complete) {
    *complete = true;
    for (int i = 0; i < w->m->lines; i++) {
        ab_result v = search_root(w, depth, i);
        if (w->stopped) {
            *complete = false;
            /* The best line of last time is searched first, so what rose above it counts; a mere
             * estimate must be beaten. */
            bool better = !w->estimated || w->root_score > w->lines[0].score;
            if (i == 0 && w->root_raised && better)
                ab_take_line(w, 0, w->root_score, w->root_score > AB_SURE);
            return i;
        }
        if (v.score == AB_NO_MOVE) { /* no more tokens than lines */
            if (w->count > i) w->count = i;
            return i;
        }
        ab_take_line(w, i, v.score, v.proven);
        ab_past *past = &w->past[i];
        *past = (ab_past){.last = v.score, .before = past->last};
    }
    return w->m->lines;
}

/* A short win or loss is reported when nothing shorter was overlooked. */
static bool all_proven(const ab_worker *w, int depth) {
    for (int i = 0; i < w->count; i++) {
        const ab_line *l = &w->lines[i];
        int steps = AB_WIN - (l->score < 0 ? -l->score : l->score);
        if (!l->proven || !l->complete) return false;
        bool hasty = w->m->versus && !w->careful && steps > AT_ONCE;
        if (steps < SHORT_WIN && (depth < steps || hasty)) return false;
    }
    return w->count > 0;
}

static void iterate(ab_worker *w) {
    ab *m = w->m;
    unsigned limit = m->job->limits.depth;
    unsigned last = limit && limit < AB_MAX_DEPTH ? limit : AB_MAX_DEPTH;
    unsigned done = 0;
    for (unsigned depth = 1 + (unsigned)(w->id & 1); depth <= last; depth++) {
        w->top = 0;
        bool complete;
        int scored = search_lines(w, (int)depth, &complete);
        if (complete) done = depth;
        w->estimated &= !complete;
        ab_publish(w, done, scored, complete);
        if (!complete || all_proven(w, (int)depth)) break;
    }
    assert(w->null_off == 0); /* every verification is over */
    w->top = 0;
    atomic_store_explicit(&w->shown_nodes, w->nodes, memory_order_relaxed);
    /* Out of its own nodes a worker leaves the others theirs. */
    if (!w->stopped) atomic_store_explicit(&m->done, true, memory_order_relaxed);
}

void ab_work(void *self, int worker) {
    ab *m = self;
    if (worker < m->workers) iterate(&m->worker[worker]);
}

/* --- memory --- */

static void free_worker(const ab *m, ab_worker *w) {
    mem_free(w->states);
    mem_free(w->frame);
    spare_give(m->job->spare, w->list);
    spare_give(m->job->spare, w->rank);
    spare_give(m->job->spare, w->low);
    spare_give(m->job->spare, w->high);
    spare_give(m->job->spare, w->weight);
    spare_give(m->job->spare, w->pv);
    mem_free(w->history);
    spare_give(m->job->spare, w->follow);
    if (!m->learned) spare_give(m->job->spare, w->learned);
    spare_give(m->job->spare, w->cached);
    net_path_destroy(w->net);
    mem_free(w->lines);
    mem_free(w->past);
    trail_done(&w->trail);
}

void ab_destroy(void *self) {
    ab *m = self;
    search_saved *saved = m->job->saved;
    if (m->table && !m->job->options.deterministic)
        *saved = (search_saved){.kind = m->kind, .key = m->key, .data = m->job->memory->base};
    assert(!m->table || tt_check(m->table));
    for (int i = 0; i < m->workers; i++) free_worker(m, &m->worker[i]);
    mem_free(m->published.lines);
    mtx_destroy(&m->lock);
    mem_free(m);
}

/* The stack holds the longest list on every ply, or at least a few of them and much else. */
static size_t stack_size(const rules *r) {
    enum { SMALL = 1 << 14, LISTS = 4 };
    size_t max = (size_t)r->max_actions * (AB_MAX_PLY + 1);
    size_t enough = (size_t)r->max_actions * LISTS + SMALL;
    return (max < enough ? max : enough) + MEM_SIZED(1024, 64);
}

static bool make_worker(ab *m, int i) {
    const search_job *job = m->job;
    ab_worker *w = &m->worker[i];
    w->m = m;
    w->id = i;
    w->estimated = true;
    w->cap = stack_size(m->r);
    w->budget = limits_part(limits_nodes(&job->limits), i, m->workers);
    w->states = mem_alloc(m->stride * (AB_MAX_PLY + 3));
    w->frame = mem_alloc((AB_MAX_PLY + 2) * sizeof *w->frame);
    w->list = spare_take(job->spare, w->cap * sizeof *w->list);
    w->rank = spare_take(job->spare, w->cap * sizeof *w->rank);
    w->low = spare_take(job->spare, w->cap * sizeof *w->low);
    w->high = spare_take(job->spare, w->cap * sizeof *w->high);
    w->weight = spare_take(job->spare, w->cap * sizeof *w->weight);
    w->pv = spare_take(job->spare, sizeof(action) * AB_MAX_PLY * (AB_MAX_PLY + 1));
    w->cached = spare_take_zeroed(job->spare, AB_CACHED_EVALS * sizeof *w->cached);
    if (m->versus) {
        w->learned = m->learned ? &m->learned[i] : spare_take(job->spare, sizeof *w->learned);
        if (!m->learned && w->learned) versus_forget(w->learned);
    } else {
        w->history = mem_alloc(AB_HISTORY * sizeof *w->history);
        w->follow = spare_take_zeroed(job->spare, sizeof *w->follow * 2 * AB_BEFORE * AB_HISTORY);
    }
    if (job->eval->net && net_path_create(&w->net, job->eval->net, m->r, AB_MAX_PLY + 3) != ST_OK)
        return false;
    bool learns = m->versus ? w->learned != NULL : w->history && w->follow;
    w->lines = mem_alloc((size_t)m->lines * sizeof *w->lines);
    w->past = mem_alloc((size_t)m->lines * sizeof *w->past);
    if (!w->states || !w->frame || !w->list || !w->rank || !w->low || !w->high || !w->weight ||
        !w->pv || !w->cached || !learns || !w->lines || !w->past)
        return false;
    if (m->trailed &&
        !trail_copy(&w->trail, position_trail(job->root), (size_t)TRAIL_PUSHES * (AB_MAX_PLY + 2)))
        return false;
    for (int k = 0; k < m->lines; k++) w->past[k] = (ab_past){AB_INFINITE, AB_INFINITE};
    w->empty = (trail){w->empty_hashes, 0, sizeof w->empty_hashes / sizeof *w->empty_hashes};
    memcpy(ab_state(w, 0), position_data(job->root), m->r->state_size);
    for (int p = 0; p < AB_MAX_PLY + 2; p++)
        w->frame[p].killer[0] = w->frame[p].killer[1] = w->frame[p].excluded = ACTION_NONE;
    ab_frame *f = &w->frame[0];
    f->actor = (int16_t)m->seat;
    f->chooser = -1;
    f->root = true;
    f->trail_len = w->trail.len;
    f->key = m->game->hash(m->r, ab_state(w, 0)) ^ m->salt ^ m->free_key[0];
    return true;
}

/* Room for what the workers learn, where the table would hardly be smaller for it. */
static versus_memory *make_learned(const ab *m, arena *a) {
    enum { PART = 3 };
    size_t bytes = (size_t)m->workers * sizeof(versus_memory);
    if (!m->versus || a->size / PART < bytes) return NULL;
    versus_memory *made = arena_take(a, bytes);
    for (int i = 0; made && i < m->workers; i++) versus_forget(&made[i]);
    return made;
}

/* The table of the last search where it fits, with what was learned then; or else a new one in all
 * of the arena. */
static bool make_table(ab *m) {
    const search_job *job = m->job;
    arena *a = job->memory;
    saved_table *k = (saved_table *)(void *)a->base;
    bool fits = job->saved->kind == m->kind && job->saved->key == m->key && job->saved->data == k &&
                k->mark == SAVED_MARK && k->key == m->key && k->workers == m->workers &&
                !job->options.deterministic;
    *job->saved = (search_saved){0};
    if (fits) {
        tt_age(&k->table);
    } else {
        arena_reset(a);
        k = arena_take(a, sizeof *k);
        versus_memory *learned = k ? make_learned(m, a) : NULL;
        size_t rest = a->size - a->used;
        if (!k || !tt_init(&k->table, arena_take(a, rest & ~(size_t)7), rest & ~(size_t)7))
            return false;
        k->mark = SAVED_MARK;
        k->key = m->key;
        k->learned = learned;
        k->workers = m->workers;
    }
    m->table = &k->table;
    m->learned = k->learned;
    return true;
}

/* --- preparing --- */

/* log2 of x in 1/256, from squarings alone, so that it is the same everywhere. */
static int log2_of(unsigned x) {
    int complete = 31 - __builtin_clz(x);
    uint64_t y = (uint64_t)x << (31 - complete); /* 1 <= y / 2^31 < 2 */
    int part = 0;
    for (int i = 0; i < 8; i++) {
        y = y * y >> 31;
        int bit = (int)(y >> 32);
        y >>= bit;
        part = part * 2 + bit;
    }
    return complete * 256 + part;
}

/* A third and the product of the natural logarithms over 2.25, as the knobs have it. */
static void fill_reductions(ab *m) {
    int64_t base = (int64_t)m->knob[KNOB_AB_LMR_BASE] * 65536 / 100;
    int64_t slope = (int64_t)m->knob[KNOB_AB_LMR_SLOPE] * 4805; /* the square of log 2, in 10^6 */
    int64_t logarithm[AB_REDUCTIONS];
    for (unsigned i = 1; i < AB_REDUCTIONS; i++) logarithm[i] = log2_of(i);
    for (unsigned d = 1; d < AB_REDUCTIONS; d++)
        for (unsigned i = 1; i < AB_REDUCTIONS; i++) {
            int64_t r = (base + logarithm[d] * logarithm[i] * slope / 1000000) >> 16;
            m->reduction[d][i] = (uint8_t)(r > UINT8_MAX ? UINT8_MAX : r);
        }
}

/* What makes scores comparable beyond search_key(): how chance is drawn. */
static uint64_t key_of(const ab *m) {
    const search_job *job = m->job;
    uint64_t key = search_key(job);
    if (!(m->r->traits & GAME_CHANCE)) return key;
    key = hash_mix(key ^ job->options.chance_samples);
    key = hash_mix(key ^ (uint64_t)m->knob[KNOB_AB_OUTCOMES]);
    return hash_mix(key ^ job->options.seed);
}

static void prepare(ab *m) {
    const search_job *job = m->job;
    const rules *r = m->r;
    m->zero_sum = r->players == 2 && m->scale.adds_up;
    m->versus = m->zero_sum && m->style == AB_PARANOID && !(r->traits & GAME_CHANCE) &&
                m->scale.objective == OBJECTIVE_WIN;
    m->shallow = m->versus && m->knob[KNOB_AB_LATE] && r->hints->exchange && r->hints->threats;
    m->staged = r->max_steps == 1 && m->style != AB_BRS;
    m->trailed = position_trail(job->root) != NULL;
    m->stride = (r->state_size + 15u) & ~(size_t)15;
    m->salt = m->zero_sum ? 0 : hash_key("alphabeta/seat", (uint64_t)m->seat);
    if (m->style == AB_BRS) hash_fill(m->free_key, GAME_MAX_PLAYERS + 1, "alphabeta/free");
    m->even = ab_score_of(m, 1.0 / r->players);
    game_result even;
    double value[GAME_MAX_PLAYERS];
    result_even(&even, r);
    result_value(&m->scale, &even, value);
    m->draw = ab_score_of(m, value[m->seat]);
    m->key = key_of(m);
    fill_reductions(m);
}

status ab_create(void **out, const search_job *job, const searcher_kind *kind, ab_style style,
                 error *err) {
    int workers = job->options.deterministic ? 1 : job->options.threads;
    *out = NULL;
    ab *m = mem_alloc(sizeof *m + (size_t)workers * sizeof m->worker[0]);
    if (!m) return error_set(err, ST_NOMEM, "no memory for the search");
    if (mtx_init(&m->lock, mtx_plain) != thrd_success) {
        mem_free(m);
        return error_set(err, ST_NOMEM, "no memory for the search");
    }
    m->kind = kind;
    m->job = job;
    m->r = position_rules(job->root);
    m->game = m->r->game;
    m->knob = job->options.knobs.value;
    m->style = style;
    m->seat = job->seat;
    m->players = m->r->players;
    m->workers = workers;
    m->lines = job->options.multipv < 1                  ? 1
               : job->options.multipv > SEARCH_MAX_LINES ? SEARCH_MAX_LINES
                                                         : job->options.multipv;
    m->published.lines = mem_alloc((size_t)m->lines * sizeof *m->published.lines);
    status st = result_scale_init(&m->scale, job, err);
    if (st == ST_OK) prepare(m);
    bool ready = m->published.lines && st == ST_OK && make_table(m);
    for (int i = 0; i < workers && ready; i++) ready = make_worker(m, i);
    if (st == ST_OK && !ready)
        st = error_set(err, ST_NOMEM, "no memory for the search; raise Hash");
    if (st == ST_OK) st = ab_first_lines(m, err);
    if (st != ST_OK) {
        ab_destroy(m);
        return st;
    }
    *out = m;
    return ST_OK;
}

/* --- the searcher --- */

static bool accepts(const rules *r) {
    return r->players == 2 && !(r->traits & (GAME_CHANCE | GAME_HIDDEN));
}

static status create(void **out, const search_job *job, error *err) {
    return ab_create(out, job, &alphabeta_searcher, AB_PARANOID, err);
}

const searcher_kind alphabeta_searcher = {
    .name = "alphabeta",
    .accepts = accepts,
    .create = create,
    .work = ab_work,
    .report = ab_report,
    .destroy = ab_destroy,
};
