#include "search/solve/solve_core.h"

/* How far the end of a proven win is: tokens to it when the winner hurries and the loser holds out.
 *
 * A proof says who wins, not how soon, and the line that comes with it may be too long or too short
 * by any number. So the distance is found by questions of its own: "is the win forced within n
 * tokens?", for n two by two (in most games ends come on one player's turns alone), and when it is,
 * for one token less. An answer "no" is a lower bound that may be better than n + 1 (fail-soft).
 * The table keeps, for each position and winner, a lower and an upper bound on the distance, next
 * to what the proof has left there: where that denies the win, the position is not searched.
 *
 * All tokens of the root are asked about n before any is about more, so the shortest win is found
 * first; of a loss all tokens have to be, and the last one to fall is best. With one line wanted
 * only the best token's distance is.
 *
 * A shortest win can be far harder to find than any win. So the search for distances has a budget,
 * SolveDistance times the nodes of the proof and a quarter of a million more; beyond it no distance
 * is reported. Only games without chance and without repetition come here (solve_graph.c has its
 * own way). */

#include <assert.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/game/game_hints.h"

enum { ENDLESS = (1 << 20) - 1, FIELD_BITS = 20, MIN_NODES = 250000, ETC_LEFT = 3 };

typedef struct hunt {
    solve_worker *l;
    const solve_prover *by;
    int winner;
    uint64_t salt;
    uint64_t stop_at; /* nodes of the worker */
} hunt;

/* --- the table --- */

typedef struct span {
    unsigned min, max; /* of the distance; ENDLESS: no win is known */
    unsigned tag;      /* of the step that decided */
} span;

static uint64_t pack(span b, uint64_t work) {
    assert(b.min <= b.max && b.max <= ENDLESS && b.tag < 1U << SOLVE_TAG_BITS);
    return (((uint64_t)b.max << FIELD_BITS | b.min) << SOLVE_TAG_BITS | b.tag) << SOLVE_WORK_BITS |
           solve_work(work);
}

static span unpack(uint64_t word) {
    if (!word) return (span){0, ENDLESS, 0};
    uint64_t rest = word >> (SOLVE_WORK_BITS + SOLVE_TAG_BITS);
    return (span){(unsigned)(rest & ENDLESS), (unsigned)(rest >> FIELD_BITS & ENDLESS),
                  (unsigned)(word >> SOLVE_WORK_BITS & ((1U << SOLVE_TAG_BITS) - 1))};
}

static uint64_t key_of(const hunt *h, const void *state) {
    const solver *s = h->l->s;
    uint64_t hash =
        s->r->hints->class_hash ? s->r->hints->class_hash(s->r, state) : s->game->hash(s->r, state);
    return hash ^ h->salt;
}

/* --- one position --- */

static bool won(const solver *s, const void *state, int player) {
    game_result res;
    double value[GAME_MAX_PLAYERS];
    solve_end(s, state, &res, value);
    return value[player] >= 1;
}

static unsigned plus(unsigned distance, unsigned tokens) {
    return distance >= ENDLESS ? ENDLESS : distance + tokens;
}

static bool go_on(const hunt *h) {
    if (!solve_tick(h->l)) return false;
    if (h->l->nodes >= h->stop_at) h->l->halt = HALT_COSTLY;
    return h->l->halt == HALT_NONE;
}

/* The steps that can matter, on top of the worker's stack. 0 where the game shows the end:
 * *distance is then what it is. -1 where the stack is full. */
static int list_steps(const hunt *h, const void *state, int actor, unsigned *distance) {
    solve_worker *l = h->l;
    const solver *s = l->s;
    float utility[GAME_MAX_PLAYERS] = {1, 1};
    int n = solve_list(l, state, utility);
    *distance = 0;
    if (n < 0 || !s->looks_ahead) return n;
    bool denied = utility[h->winner] < 1;
    if (n == 0 || denied) *distance = denied ? ENDLESS : actor == h->winner ? 1 : 2;
    return denied ? 0 : n;
}

/* Plays a step into the next ply; what it costs in tokens. */
static unsigned play(const solve_worker *l, int ply, action a) {
    const solver *s = l->s;
    void *child = solve_state(l, ply + 1);
    memcpy(child, solve_state(l, ply), s->r->state_size);
    s->game->apply(s->r, child, NULL, a);
    return !game_inside(s->r, child);
}

/* What is known of a child without searching it: bounds on its distance, the step included. */
static span glance(const hunt *h, int ply, unsigned cost) {
    const solver *s = h->l->s;
    const void *child = solve_state(h->l, ply + 1);
    span b = {cost, ENDLESS, 0};
    if (s->game->actor(s->r, child) == ACTOR_NONE) {
        b.min = b.max = won(s, child, h->winner) ? cost : ENDLESS;
        return b;
    }
    b = unpack(solve_table_get(&s->table, key_of(h, child)));
    return (span){plus(b.min, cost), plus(b.max, cost), 0};
}

/* A child that answers the question: its step and its distance. */
typedef struct answer {
    action step;
    unsigned distance;
} answer;

/* Whether the table or the end of the game has such a child. */
static bool answered(const hunt *h, int ply, unsigned left, bool hunts, int n, answer *out) {
    const action *list = h->l->list + h->l->list_used;
    for (int i = 0; i < n; i++) {
        span b = glance(h, ply, play(h->l, ply, list[i]));
        *out = (answer){list[i], hunts ? b.max : b.min};
        if (hunts ? b.max <= left : b.min > left) return true;
    }
    return false;
}

static unsigned search(const hunt *h, int ply, unsigned left);

/* Asks the children one after the other. The winner needs one that is near enough, the other side
 * one that is not. */
static unsigned try_children(const hunt *h, int ply, unsigned left, bool hunts, int n,
                             unsigned *tag) {
    solve_worker *l = h->l;
    action *list = l->list + l->list_used;
    answer known;
    solve_order(l, solve_state(l, ply), hunts ? h->winner : 1 - h->winner, list, n, *tag);
    if (left >= ETC_LEFT && answered(h, ply, left, hunts, n, &known)) {
        *tag = solve_tag(known.step);
        return known.distance;
    }
    unsigned best = hunts ? ENDLESS : 0;
    *tag = 0;
    l->list_used += (size_t)n;
    for (int i = 0; i < n; i++) {
        unsigned cost = play(l, ply, list[i]);
        unsigned d = cost > left ? cost : plus(search(h, ply + 1, left - cost), cost);
        if (l->halt != HALT_NONE) break;
        if (hunts ? d < best : d > best) best = d;
        if (hunts ? best > left : best <= left) continue;
        *tag = solve_tag(list[i]);
        break;
    }
    assert(l->list_used >= (size_t)n);
    l->list_used -= (size_t)n;
    return best;
}

/* The distance of the state at `ply` where it is at most `left`, or else a lower bound. */
static unsigned search(const hunt *h, int ply, unsigned left) {
    solve_worker *l = h->l;
    const solver *s = l->s;
    const void *state = solve_state(l, ply);
    if (!go_on(h)) return 0;
    int actor = s->game->actor(s->r, state);
    if (actor == ACTOR_NONE) return won(s, state, h->winner) ? 0 : ENDLESS;
    if (actor == ACTOR_CHANCE) l->halt = HALT_CHANCE;
    if (ply == SOLVE_MAX_PLY) l->halt = HALT_DEEP;
    if (l->halt != HALT_NONE) return 0;
    if (left == 0) return 1; /* the token at hand is not played yet */
    uint64_t key = key_of(h, state);
    solve_table_prefetch(&s->table, key);
    unsigned seen;
    int n = list_steps(h, state, actor, &seen);
    if (n <= 0) return seen;
    span known = unpack(solve_table_get(&s->table, key));
    if (known.max <= left) return known.max;
    if (known.min > left) return known.min;
    if (!known.min && h->by->denies(l, state, h->winner)) return ENDLESS;
    uint64_t before = l->nodes;
    unsigned tag = known.tag;
    unsigned d = try_children(h, ply, left, actor == h->winner, n, &tag);
    if (l->halt != HALT_NONE) return 0;
    if (d <= left)
        known.max = d;
    else
        known.min = d;
    if (tag) known.tag = tag;
    solve_table_put(&l->s->table, key, pack(known, l->nodes - before + 1));
    return d;
}

/* --- the root's tokens --- */

/* Whether the token wins within n tokens, itself included; *distance is the bound found. */
static bool wins_within(const hunt *h, size_t item, unsigned n, unsigned *distance) {
    solve_worker *l = h->l;
    assert(n >= 1 && item < l->s->count);
    memcpy(solve_state(l, 1), solve_after(l->s, item), l->s->r->state_size);
    l->list_used = 0;
    *distance = plus(search(h, 1, n - 1), 1);
    return l->halt == HALT_NONE && *distance <= n;
}

/* Makes the step at ply 1 that best play makes when the end is `left` tokens off. */
static bool advance(const hunt *h, unsigned *left, token *tok) {
    solve_worker *l = h->l;
    const solver *s = l->s;
    int actor = s->game->actor(s->r, solve_state(l, 1));
    int n = s->game->legal(s->r, solve_state(l, 1), NULL, l->moves);
    for (int i = 0; i < n; i++) {
        unsigned cost = play(l, 1, l->moves[i]);
        unsigned rest = *left - cost;
        l->list_used = 0;
        if (cost > *left) continue;
        bool keeps = actor == h->winner ? search(h, 2, rest) <= rest
                                        : rest == 0 || search(h, 2, rest - 1) >= rest;
        if (l->halt != HALT_NONE) return false;
        if (!keeps) continue;
        tok->steps[tok->count++] = l->moves[i];
        s->game->apply(s->r, solve_state(l, 1), NULL, l->moves[i]);
        *left = rest;
        return true;
    }
    return false;
}

static bool write_token(const hunt *h, unsigned *left, text *pv) {
    solve_worker *l = h->l;
    const solver *s = l->s;
    token tok = {.count = 0};
    memcpy(solve_state(l, 0), solve_state(l, 1), s->r->state_size);
    do {
        if (!advance(h, left, &tok)) return false;
    } while (game_inside(s->r, solve_state(l, 1)));
    return solve_write(s, solve_state(l, 0), &tok, pv);
}

/* The line of a token that ends after `plies` tokens, itself included; false where it could not be
 * written to its end. */
static bool write_line(const hunt *h, size_t i, unsigned plies) {
    solve_worker *l = h->l;
    solver *s = l->s;
    solve_line *line = &s->lines[i];
    char buf[SEARCH_PV_SIZE];
    text pv = text_over(buf, sizeof buf);
    unsigned left = plies - 1;
    bool more = solve_write(s, s->root, &line->first, &pv);
    memcpy(solve_state(l, 1), solve_after(s, i), s->r->state_size);
    while (more && left) more = write_token(h, &left, &pv);
    const void *end = solve_state(l, 1);
    if (!more || s->game->actor(s->r, end) != ACTOR_NONE || !won(s, end, h->winner)) return false;
    (void)mtx_lock(&s->lock);
    memcpy(line->pv, buf, sizeof buf);
    line->length = line->plies = plies;
    line->known = line->ended = true;
    line->min = line->max = h->winner == 0 ? SOLVE_ONE : 0;
    solve_end(s, end, &line->end, line->values);
    (void)mtx_unlock(&s->lock);
    return true;
}

static void choose(solver *s, size_t i) {
    (void)mtx_lock(&s->lock);
    s->best = (int)i;
    (void)mtx_unlock(&s->lock);
}

/* The first token that wins within n, or with `inside` false the first that does not; -1 where
 * there is none. *bound: no token asked about, or the one returned, is nearer than that. */
static int first_token(const hunt *h, unsigned n, bool inside, unsigned *bound) {
    const solver *s = h->l->s;
    *bound = ENDLESS;
    for (size_t i = 0; i < s->count; i++) {
        unsigned d;
        bool wins = wins_within(h, i, n, &d);
        if (h->l->halt != HALT_NONE) return -1;
        if (!inside && !wins) *bound = d;
        if (wins == inside) return (int)i;
        if (d < *bound) *bound = d;
    }
    return -1;
}

static unsigned next_after(unsigned n, unsigned bound) {
    return bound > n + 2 ? bound : n + 2;
}

/* The seat wins and one line is wanted: the shortest win of all tokens. */
static void shortest_win(const hunt *h) {
    const solve_worker *l = h->l;
    unsigned bound;
    for (unsigned n = 1; n < ENDLESS; n = next_after(n, bound)) {
        int found = first_token(h, n, true, &bound);
        if (l->halt != HALT_NONE) return;
        if (found < 0) continue;
        int sooner = n > 1 ? first_token(h, n - 1, true, &bound) : -1;
        if (l->halt != HALT_NONE) return;
        size_t best = (size_t)(sooner < 0 ? found : sooner);
        if (write_line(h, best, sooner < 0 ? n : n - 1)) choose(l->s, best);
        return;
    }
}

/* The seat loses and one line is wanted: the token that holds out longest. */
static void longest_loss(const hunt *h) {
    const solve_worker *l = h->l;
    unsigned bound;
    int holds = 0;
    for (unsigned n = 2; n < ENDLESS; n = next_after(n, bound)) {
        int open = first_token(h, n, false, &bound);
        if (l->halt != HALT_NONE) return;
        if (open >= 0) {
            holds = open;
            continue;
        }
        int later = first_token(h, n - 1, false, &bound);
        if (l->halt != HALT_NONE) return;
        size_t best = (size_t)(later < 0 ? holds : later);
        if (write_line(h, best, later < 0 ? n - 1 : n)) choose(l->s, best);
        return;
    }
}

/* Whether the token is proven to win for the winner, and its distance is still open. */
static bool is_open(const hunt *h, const solve_line *line) {
    int32_t wins = h->winner == 0 ? SOLVE_ONE : 0;
    return line->min == line->max && line->min == wins && !line->plies;
}

/* The distances of all tokens that win for the winner, the nearest first. */
static void all_distances(const hunt *h) {
    const solve_worker *l = h->l;
    const solver *s = l->s;
    unsigned bound = 0;
    for (unsigned n = 2; n < ENDLESS && bound < ENDLESS; n = next_after(n, bound)) {
        bound = ENDLESS;
        for (size_t i = 0; i < s->count; i++) {
            unsigned d;
            unsigned sooner;
            if (!is_open(h, &s->lines[i])) continue;
            bool wins = wins_within(h, i, n, &d);
            if (wins && wins_within(h, i, n - 1, &sooner)) d = sooner;
            if (l->halt != HALT_NONE) return;
            if (wins && !write_line(h, i, d)) return;
            if (!wins && d < bound) bound = d;
        }
    }
}

/* The nearest win, or of a loss the one farthest off: a token whose end was not found is farther
 * than any that was. */
static void choose_best(solver *s) {
    int best = s->best;
    bool mine = s->lines[best].min == (s->seat == 0 ? SOLVE_ONE : 0);
    for (size_t i = 0; i < s->count; i++) {
        const solve_line *line = &s->lines[i];
        unsigned own = line->plies ? line->plies : ENDLESS;
        unsigned other = s->lines[best].plies ? s->lines[best].plies : ENDLESS;
        if (line->min != line->max || line->min != s->lines[best].min) continue;
        if (mine ? own < other : own > other) best = (int)i;
    }
    choose(s, (size_t)best);
}

static hunt hunt_for(solve_worker *l, const solve_prover *by, int winner, uint64_t stop_at) {
    return (hunt){l, by, winner, hash_key("solve/distance", (uint64_t)winner), stop_at};
}

void solve_distances(solve_worker *l, const solve_prover *by) {
    solver *s = l->s;
    const search_options *o = &s->job->options;
    uint64_t share = (uint64_t)o->knobs.value[KNOB_SOLVE_DISTANCE];
    bool plain = o->objective == OBJECTIVE_WIN && !o->contempt && !(s->r->traits & GAME_POINTS);
    if (!plain || !share || s->best < 0 || l->halt != HALT_NONE) return;
    uint64_t spent = atomic_load(&s->nodes) + l->nodes % SOLVE_CLOCK_EVERY;
    uint64_t stop_at = l->nodes + MIN_NODES + share * spent;
    const solve_line *best = &s->lines[s->best];
    bool decided = best->min == best->max && (best->min == SOLVE_ONE || best->min == 0);
    if (o->multipv > 1) {
        for (int k = 0; k < 2 && l->halt == HALT_NONE; k++) {
            hunt h = hunt_for(l, by, k == 0 ? s->seat : 1 - s->seat, stop_at);
            all_distances(&h);
        }
        if (decided) choose_best(s);
    } else if (decided) {
        hunt h = hunt_for(l, by, best->min == SOLVE_ONE ? 0 : 1, stop_at);
        if (h.winner == s->seat)
            shortest_win(&h);
        else
            longest_loss(&h);
    }
    if (l->halt == HALT_NONE) return;
    solve_note(s, "the value is proven; how far the end is was too much to find");
    if (l->halt != HALT_LIMIT) l->halt = HALT_NONE; /* what is proven stays proven */
}
