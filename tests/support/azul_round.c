#include "tests/support/azul_round.h"
#include "engine/game/game_hints.h"

#include <string.h>

#include "engine/base/memory.h"
#include "games/azul/azul.h"

enum { TABLE_BITS = 20, INFINITE = 9999 };
enum { EXACT, LOWER, UPPER };

typedef struct entry {
    uint64_t hash;
    action best;
    int16_t value;
    uint8_t bound, run; /* of which search; others' entries do not count */
} entry;

struct round_table {
    uint8_t run;
    entry at[1u << TABLE_BITS];
};

typedef struct walk {
    round_table *t;
    const rules *r;
    round_goal goal;
    int root; /* the seat that is asked for */
    uint64_t nodes, most;
    bool stopped;
} walk;

round_table *round_table_create(void) {
    return mem_alloc(sizeof(round_table));
}

void round_table_destroy(round_table *t) {
    mem_free(t);
}

static int points_of(const az_state *s, int seat) {
    const az_seat *p = &s->seat[seat];
    return p->score + (s->phase == AZ_OVER ? 0 : az_bonus(p));
}

static int value_of(walk *w, const az_state *s) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (w->goal == ROUND_RESULT) {
        if (s->phase != AZ_OVER) {
            w->stopped = true;
            return 0;
        }
        azul.returns(w->r, s, utility, points);
        return (int)(utility[w->root] * ROUND_WIN + 0.5F);
    }
    int best = -INFINITE;
    for (int i = 0; i < w->r->players; i++)
        if (i != w->root && points_of(s, i) > best) best = points_of(s, i);
    return points_of(s, w->root) - best;
}

/* The actions, the best prior first: what the table says, then by the game's hints. */
static int list_actions(const walk *w, const az_state *s, action first, action *list) {
    float score[AZ_MAX_ACTIONS];
    int n = az_legal(w->r, s, NULL, list);
    azul.hints->order(w->r, s, list, n, score);
    for (int i = 0; i < n; i++) {
        action a = list[i];
        float v = a == first ? 1e9F : score[i];
        int at = i;
        for (; at > 0 && score[at - 1] < v; at--) {
            list[at] = list[at - 1];
            score[at] = score[at - 1];
        }
        list[at] = a;
        score[at] = v;
    }
    return n;
}

static int search(walk *w, const az_state *s, int low, int high);

static int child(walk *w, const az_state *s, action a, int low, int high) {
    az_state next = *s;
    az_apply(w->r, &next, NULL, a);
    return search(w, &next, low, high);
}

/* The value in [low, high], or a bound outside. */
static int search(walk *w, const az_state *s, int low, int high) {
    action list[AZ_MAX_ACTIONS];
    if (++w->nodes > w->most) w->stopped = true;
    if (w->stopped) return 0;
    if (s->phase == AZ_OVER || s->phase == AZ_DEAL) return value_of(w, s);
    entry *e = &w->t->at[s->hash >> (64 - TABLE_BITS)];
    bool known = e->hash == s->hash && e->run == w->t->run;
    if (known && (e->bound == EXACT || (e->bound == LOWER && e->value >= high) ||
                  (e->bound == UPPER && e->value <= low)))
        return e->value;
    bool mine = az_actor(w->r, s) == w->root;
    int n = list_actions(w, s, known ? e->best : ACTION_NONE, list);
    int best = mine ? -INFINITE : INFINITE;
    int from = low;
    int to = high;
    action choice = list[0];
    for (int i = 0; i < n && from < to; i++) {
        int v = child(w, s, list[i], from, to);
        if (w->stopped) return 0;
        if (mine ? v > best : v < best) {
            best = v;
            choice = list[i];
        }
        if (mine && best > from) from = best;
        if (!mine && best < to) to = best;
    }
    uint8_t bound = best <= low ? UPPER : best >= high ? LOWER : EXACT;
    *e = (entry){s->hash, choice, (int16_t)best, bound, w->t->run};
    return best;
}

round_answer round_search(round_table *t, const rules *r, const az_state *s, round_goal goal,
                          int gap, uint64_t most_nodes) {
    walk w = {.t = t, .r = r, .goal = goal, .root = az_actor(r, s), .most = most_nodes};
    action list[AZ_MAX_ACTIONS];
    round_answer out = {.value = -INFINITE, .next = ROUND_NONE};
    if (++t->run == 0) {
        memset(t->at, 0, sizeof t->at);
        t->run = 1;
    }
    int n = list_actions(&w, s, ACTION_NONE, list);
    for (int i = 0; i < n; i++) {
        int v = child(&w, s, list[i], out.value, INFINITE);
        if (v <= out.value || w.stopped) continue;
        out.value = v;
        out.best = list[i];
    }
    for (int i = 0; i < n; i++) {
        int limit = out.value - gap;
        if (list[i] == out.best) continue;
        int v = child(&w, s, list[i], limit, limit + 1);
        if (v <= limit) v = limit;
        if (v > out.next) out.next = v;
    }
    out.done = !w.stopped;
    out.nodes = w.nodes;
    return out;
}
