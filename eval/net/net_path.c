#include "eval/net/net_path.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_inputs.h"
#include "eval/net/net_kernels.h"

/* --- from sums to odds --- */

/* The hidden units, from the sums of one or two rows. */
static void find_hidden(const net *n, const int16_t *own, const int16_t *other, int32_t *unit) {
    const net_shape *s = &n->shape;
    uint8_t below[2 * NET_MAX_WIDTH];
    n->kernels->clip(n, own, below);
    if (s->rows == 2) n->kernels->clip(n, other, below + s->width);
    n->kernels->hidden(n, below, unit);
    for (int k = 0; k < s->hidden; k++) {
        int32_t x = unit[k] < 0 ? 0 : unit[k] / NET_WEIGHT_ONE;
        unit[k] = x > NET_ONE ? NET_ONE : x;
    }
}

static int32_t weigh(const int32_t *unit, const int16_t *weight, int count, int64_t bias, int one) {
    for (int k = 0; k < count; k++) bias += (int64_t)unit[k] * weight[k];
    return (int32_t)(bias * one / ((int64_t)NET_ONE * NET_OUT_ONE));
}

static void forward(const net *n, const int16_t *own, const int16_t *other, net_said *out) {
    const net_shape *s = &n->shape;
    int32_t unit[NET_MAX_HIDDEN];
    find_hidden(n, own, other, unit);
    for (int i = 0; i < s->outs; i++)
        out->odds[i] = weigh(unit, n->at.out + (size_t)i * (size_t)s->hidden, s->hidden,
                             n->at.out_bias[i], NET_ODDS);
    for (int i = 0; i < s->points; i++)
        out->points[i] = weigh(unit, n->at.points + (size_t)i * (size_t)s->hidden, s->hidden,
                               n->at.points_bias[i], NET_POINT);
}

/* Whose inputs come first: the player to act, or at chance the first one. */
static int first_seat(const rules *r, const void *s) {
    int actor = r->game->actor(r, s);
    return actor >= 0 ? actor : 0;
}

/* From the order of the net, the player to act first, to that of seats. */
static void put_odds(const rules *r, const net *n, int first, const net_said *out, int32_t *odds) {
    for (int k = 0; k < r->players; k++)
        odds[(first + k) % r->players] = k < n->shape.outs ? out->odds[k] : 0;
}

static void put_points(const rules *r, const net *n, int first, const net_said *out,
                       double *points) {
    for (int k = 0; k < r->players; k++)
        points[(first + k) % r->players] =
            k < n->shape.points ? (double)out->points[k] / NET_POINT : 0;
}

/* Of one seat of a game with hidden hands. */
static void put_own(const net *n, int seat, const net_said *out, int32_t *odds, double *points) {
    odds[seat] = out->odds[0];
    points[seat] = n->shape.points ? (double)out->points[0] / NET_POINT : 0;
}

/* --- from scratch --- */

static int refresh(const net *n, const rules *r, const void *s, int seat, uint16_t *list,
                   int16_t *sum) {
    input_change all = {.added = list, .additions = r->inputs->list(r, s, seat, list)};
    n->kernels->sum(n, n->at.first_bias, sum, &all);
    return all.additions;
}

void net_say(const net *n, uint16_t *const *row, const int *count, net_said *out) {
    int16_t sum[2][NET_MAX_WIDTH];
    for (int k = 0; k < n->shape.rows; k++) {
        input_change all = {.added = row[k], .additions = count[k]};
        n->kernels->sum(n, n->at.first_bias, sum[k], &all);
    }
    forward(n, sum[0], sum[1], out);
}

void net_odds(const net *n, const rules *r, const void *s, int32_t *odds, double *points) {
    uint16_t list[INPUTS_MAX];
    int16_t sum[2][NET_MAX_WIDTH];
    net_said said = {{0}, {0}};
    double unasked[GAME_MAX_PLAYERS];
    bool hides = r->traits & GAME_HIDDEN;
    int first = first_seat(r, s);
    if (!points) points = unasked;
    for (int seat = 0; seat < r->players && hides; seat++) {
        (void)refresh(n, r, s, seat, list, sum[0]);
        forward(n, sum[0], NULL, &said);
        put_own(n, seat, &said, odds, points);
    }
    if (hides) return;
    (void)refresh(n, r, s, first, list, sum[0]);
    if (n->shape.rows == 2) (void)refresh(n, r, s, 1 - first, list, sum[1]);
    forward(n, sum[0], sum[1], &said);
    put_odds(r, n, first, &said, odds);
    put_points(r, n, first, &said, points);
}

/* --- along a path --- */

struct net_path {
    const net *net;
    const rules *rules;
    int places;
    int active_last; /* inputs that were summed from scratch last: more changes are no saving */
    int16_t *sum;    /* by (place * players + seat) * width */
    bool *made;      /* by place * players + seat */
    uint16_t *list;
    input_change change;
    unsigned char *states; /* of jumps: where it was last, and where it is */
    size_t stride;
    double points[GAME_MAX_PLAYERS]; /* as said last, by seat */
};

status net_path_create(net_path **out, const net *n, const rules *r, int places) {
    net_path *p = mem_alloc(sizeof *p);
    *out = p;
    if (!p) return ST_NOMEM;
    size_t slots = (size_t)places * r->players;
    p->net = n;
    p->rules = r;
    p->places = places;
    size_t list = (size_t)r->inputs->max_active(r) + 1;
    p->sum = mem_alloc(slots * (size_t)n->shape.width * sizeof *p->sum);
    p->made = mem_alloc(slots * sizeof *p->made);
    p->list = mem_alloc(list * sizeof *p->list);
    p->change.removed = mem_alloc(list * sizeof *p->list);
    p->change.added = mem_alloc(list * sizeof *p->list);
    p->stride = (r->state_size + 15u) & ~(size_t)15;
    p->states = mem_alloc(NET_PATH_JUMPS * p->stride);
    if (p->sum && p->made && p->list && p->change.removed && p->change.added && p->states)
        return ST_OK;
    net_path_destroy(p);
    *out = NULL;
    return ST_NOMEM;
}

void net_path_destroy(net_path *p) {
    if (!p) return;
    mem_free(p->sum);
    mem_free(p->made);
    mem_free(p->list);
    mem_free(p->change.removed);
    mem_free(p->change.added);
    mem_free(p->states);
    mem_free(p);
}

static int16_t *sum_at(const net_path *p, int place, int seat) {
    size_t slot = (size_t)place * p->rules->players + (size_t)seat;
    return p->sum + slot * (size_t)p->net->shape.width;
}

static bool *made_at(const net_path *p, int place, int seat) {
    return &p->made[place * p->rules->players + seat];
}

void net_path_enter(net_path *p, int place) {
    assert(place >= 0 && place < p->places);
    for (int seat = 0; seat < p->rules->players; seat++) *made_at(p, place, seat) = false;
}

/* How many places back sums are looked for. */
enum { FAR = 6 };

/* The sums of a place, for one seat: from those of the nearest place before it. */
static void make(net_path *p, const unsigned char *states, size_t stride, int place, int seat) {
    const net *n = p->net;
    const rules *r = p->rules;
    const void *s = states + (size_t)place * stride;
    int from = place;
    if (*made_at(p, place, seat)) return;
    while (from > 0 && place - from < FAR && !*made_at(p, from, seat)) from--;
    bool near = *made_at(p, from, seat) && r->inputs->change;
    near = near && r->inputs->change(r, states + (size_t)from * stride, s, seat, &p->change);
    if (near && p->change.additions + p->change.removals <= p->active_last) {
        n->kernels->sum(n, sum_at(p, from, seat), sum_at(p, place, seat), &p->change);
    } else {
        p->active_last = refresh(n, r, s, seat, p->list, sum_at(p, place, seat));
    }
    *made_at(p, place, seat) = true;
}

/* Sums that were kept up are those from scratch. */
static FOR_ASSERT bool path_check(net_path *p, const void *s, int place, int seat) {
    int16_t sum[NET_MAX_WIDTH];
    (void)refresh(p->net, p->rules, s, seat, p->list, sum);
    return memcmp(sum, sum_at(p, place, seat), (size_t)p->net->shape.width * sizeof *sum) == 0;
}

void net_path_odds(net_path *p, const unsigned char *states, size_t stride, int place,
                   int32_t *odds) {
    const net *n = p->net;
    const rules *r = p->rules;
    const void *s = states + (size_t)place * stride;
    net_said said = {{0}, {0}};
    int first = first_seat(r, s);
    bool hides = r->traits & GAME_HIDDEN;
    assert(place >= 0 && place < p->places && r->players > 0);
    for (int k = 0; k < r->players; k++) {
        int seat = (first + k) % r->players;
        if (!hides && k >= n->shape.rows) continue;
        make(p, states, stride, place, seat);
        assert(path_check(p, s, place, seat));
        if (!hides) continue;
        forward(n, sum_at(p, place, seat), NULL, &said);
        put_own(n, seat, &said, odds, p->points);
    }
    if (hides) return;
    forward(n, sum_at(p, place, first), sum_at(p, place, (first + 1) % r->players), &said);
    put_odds(r, n, first, &said, odds);
    if (n->shape.points) put_points(r, n, first, &said, p->points);
}

void net_path_points(const net_path *p, double *points) {
    memcpy(points, p->points, p->rules->players * sizeof *points);
}

void net_path_jump(net_path *p, const void *s, int32_t *odds) {
    size_t sums = (size_t)p->rules->players * (size_t)p->net->shape.width;
    assert(p->places == NET_PATH_JUMPS);
    memcpy(p->states + p->stride, s, p->rules->state_size);
    net_path_enter(p, 1);
    net_path_odds(p, p->states, p->stride, 1, odds);
    /* Where it is now is where it comes from next; seats that were not asked about keep theirs only
     * while the state is the same. */
    memcpy(p->states, p->states + p->stride, p->rules->state_size);
    memcpy(p->sum, p->sum + sums, sums * sizeof *p->sum);
    memcpy(p->made, p->made + p->rules->players, p->rules->players * sizeof *p->made);
}
