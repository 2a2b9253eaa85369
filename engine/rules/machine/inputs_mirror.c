#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/machine/inputs_parts.h"
#include "engine/rules/machine/run.h"
#include "engine/rules/machine/state.h"

/* Whether a game is the same when its board is mirrored or turned. No rule says so: it is found out
 * by playing a game and its mirror image side by side. */

typedef enum turn { TURN_LEFT_RIGHT, TURN_UP_DOWN, TURN_HALF, TURNS } turn;

static int turned(const board *d, turn t, int c) {
    int x = c % d->width;
    int y = c / d->width;
    if (t != TURN_UP_DOWN) x = d->width - 1 - x;
    if (t != TURN_LEFT_RIGHT) y = d->height - 1 - y;
    return y * d->width + x;
}

/* Whether it takes the board to itself. */
static bool is_turn(const board *d, turn t) {
    if (d->shape == BOARD_LINES || d->shape == BOARD_BOX || d->cells != d->width * d->height)
        return false;
    for (int c = 0; c < d->cells; c++)
        if (area_has(&d->all, c) != area_has(&d->all, turned(d, t, c))) return false;
    return true;
}

/* --- a game and its image --- */

typedef struct pair {
    const program *b;
    turn turn;
    unsigned char *state, *image;
    action *list, *other;
    uint64_t hashes[2][TRAIL_PUSHES * 4];
} pair;

static unsigned cell_of(const pair *p, unsigned c) {
    return c < (unsigned)p->b->board.cells ? (unsigned)turned(&p->b->board, p->turn, (int)c) : c;
}

static area area_of_image(const pair *p, area a) {
    area out = area_none();
    for (int c = area_next(&a, 0); c >= 0; c = area_next(&a, c + 1))
        area_set(&out, (int)cell_of(p, (unsigned)c));
    return out;
}

/* The image of the start: cells, variables of cells and the last step are turned, the rest follows. */
static void start_both(const pair *p) {
    const program *b = p->b;
    b->run->start(b, p->state);
    memcpy(p->image, p->state, b->head.state_size);
    const uint8_t *from = rb_cells_in(b, p->state);
    uint8_t *to = rb_cells_of(b, p->image);
    for (int c = 0; c < b->board.cells; c++) to[cell_of(p, (unsigned)c)] = from[c];
    for (int i = 0; i < b->area_slots; i++) {
        int set = b->set_var + i;
        rb_set_put(b, p->image, set, area_of_image(p, rb_set_in(b, p->state, set)));
    }
    rb_head *h = rb_head_of(p->image);
    h->last = (uint16_t)cell_of(p, h->last);
    h->lastfrom = (uint16_t)cell_of(p, h->lastfrom);
    (void)b->run->rebuild(b, p->image);
}

static bool same_now(const pair *p) {
    const program *b = p->b;
    const rb_head *x = rb_head_in(p->state);
    const rb_head *y = rb_head_in(p->image);
    const uint8_t *from = rb_cells_in(b, p->state);
    const uint8_t *to = rb_cells_in(b, p->image);
    for (int c = 0; c < b->board.cells; c++)
        if (to[cell_of(p, (unsigned)c)] != from[c]) return false;
    return x->over == y->over && x->winner == y->winner && x->mover == y->mover &&
           x->phase == y->phase && x->point == y->point && x->out == y->out &&
           memcmp(rb_vars_in(b, p->state), rb_vars_in(b, p->image),
                  (size_t)b->var_slots * sizeof(int32_t)) == 0;
}

/* The image of a step among those of the image; ACTION_NONE: it is not there, or not alone. */
static action image_of(const pair *p, action a, int count) {
    rb_action x = rb_unpack(a);
    action found = ACTION_NONE;
    for (int i = 0; i < count; i++) {
        rb_action y = rb_unpack(p->other[i]);
        if (y.gen != x.gen || y.opt != x.opt || y.from != cell_of(p, x.from) ||
            y.to != cell_of(p, x.to))
            continue;
        bool choice = p->b->side[0].gen[x.gen].choices > 0; /* no cell */
        if (y.aux != x.aux && (choice || y.aux != cell_of(p, x.aux))) continue;
        if (found != ACTION_NONE) return ACTION_NONE;
        found = p->other[i];
    }
    return found;
}

/* One game of at most `max` steps; false where the image is another game. */
static bool play_both(pair *p, rng *g, int max) {
    const program *b = p->b;
    if (b->rounds) return false; /* boards of a turn are on the trail: not looked at */
    start_both(p);
    if (!same_now(p)) return false;
    for (int i = 0; i < max && !rb_head_in(p->state)->over; i++) {
        /* Without the past: what repeats is the same for both. */
        trail t[2] = {{p->hashes[0], 0, sizeof p->hashes[0] / 8},
                      {p->hashes[1], 0, sizeof p->hashes[1] / 8}};
        if (b->point[rb_head_in(p->state)->point].chance) return false; /* not looked at */
        int n = b->run->legal(b, p->state, &t[0], p->list);
        int m = b->run->legal(b, p->image, &t[1], p->other);
        if (n != m || n <= 0) return false;
        action a = p->list[rng_below(g, (uint64_t)n)];
        action to = image_of(p, a, m);
        if (to == ACTION_NONE) return false;
        b->run->apply(b, p->state, &t[0], a);
        b->run->apply(b, p->image, &t[1], to);
        if (!same_now(p)) return false;
    }
    return true;
}

static bool holds(pair *p) {
    enum { GAMES = 24, STEPS = 400 };
    rng g = rng_stream(1, (uint64_t)p->turn);
    for (int i = 0; i < GAMES; i++)
        if (!play_both(p, &g, STEPS)) return false;
    return true;
}

/* --- inputs --- */

/* The image of a place as a seat sees it. */
static int place_turned(const program *b, turn t, int seat, int place) {
    const uint16_t *to = b->inputs->place + (size_t)seat * (size_t)b->board.cells;
    for (int c = 0; c < b->board.cells; c++)
        if (area_has(&b->board.all, c) && to[c] == place) return to[turned(&b->board, t, c)];
    return place;
}

/* Fills one list; false where seats see different images. */
static bool fill(const program *b, turn t, uint16_t *out) {
    const inputs *in = b->inputs;
    for (int place = 0; place < in->cells; place++) {
        int to = place_turned(b, t, 0, place);
        for (int seat = 1; seat < b->head.players; seat++)
            if (place_turned(b, t, seat, place) != to) return false;
        for (int i = place; i < in->number_at; i += in->cells) out[i] = (uint16_t)(i - place + to);
    }
    for (int i = in->number_at; i < in->count; i++) out[i] = (uint16_t)i;
    return true;
}

int inputs_mirrors(const rules *r, uint16_t *out) {
    const program *b = program_of(r);
    pair p = {.b = b};
    int n = 0;
    for (int i = 0; i < b->vars; i++)
        if (b->var[i].per_cell) return 0; /* its numbers are not turned */
    if (b->levels) return 0;
    p.state = mem_alloc(r->state_size);
    p.image = mem_alloc(r->state_size);
    p.list = mem_alloc(r->max_actions * sizeof *p.list);
    p.other = mem_alloc(r->max_actions * sizeof *p.other);
    bool ok = p.state && p.image && p.list && p.other && b->inputs->count;
    for (turn t = 0; ok && t < TURNS; t++) {
        p.turn = t;
        if (is_turn(&b->board, t) && fill(b, t, out + (size_t)n * (size_t)b->inputs->count) &&
            holds(&p))
            n++;
    }
    mem_free(p.state);
    mem_free(p.image);
    mem_free(p.list);
    mem_free(p.other);
    return n;
}
