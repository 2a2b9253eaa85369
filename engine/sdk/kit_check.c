#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/game/game_hints.h"
#include "engine/sdk/kit_state.h"

/* What an author promised, against brute force: validate_move is asked about everything that can be
 * said at all, and what the hints, lists and answers of the author say must agree with it. */

enum { MAX_PLIES = 400 };

typedef struct inspection {
    const kit_rules *r;
    kit_state *s, *copy;
    action *list, *brute;
    trail t, *repeats;
    unsigned ply;
    error *err;
} inspection;

static status broken(const inspection *x, const char *what) {
    char buf[100];
    text at = text_over(buf, sizeof buf);
    kit_write(&x->r->head, x->s, &at);
    return error_set(x->err, ST_INTERNAL, "%s, ply %u: %s [%s]", x->r->k->from->name, x->ply, what,
                     buf);
}

/* Every placement and every movement that validate_move accepts, hints or not. */
static int by_brute_force(const bw_state *h, action *out) {
    const kit *k = ((const kit_rules *)h->rules)->k;
    int n = 0;
    for (int i = 0; i < k->pieces; i++)
        for (int j = 0; j < k->live_count; j++) {
            bw_move m = (bw_move)k->piece[i] << BW_MOVE_WIDTH | k->live[j];
            if (k->from->validate_move(h, m)) out[n++] = m;
        }
    for (int i = 0; i < k->live_count; i++)
        for (int j = 0; j < k->live_count; j++) {
            bw_move m = (bw_move)BW_MOVEMENT | (bw_move)k->live[i] << BW_MOVE_WIDTH | k->live[j];
            bool piece = h->cell[k->live_cell[i]] != BW_BLANK;
            if (i != j && piece && k->from->validate_move(h, m)) out[n++] = m;
        }
    return n;
}

static int by_value(const void *a, const void *b) {
    action x = *(const action *)a;
    action y = *(const action *)b;
    return (x > y) - (x < y);
}

static status check_list(inspection *x, const bw_state *h, int n) {
    int m = by_brute_force(h, x->brute);
    if (n != m) return broken(x, "hints or generate_moves list another number than validate_move");
    action *sorted = x->brute + m; /* there is room for two */
    memcpy(sorted, x->list, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_value);
    qsort(x->brute, (size_t)m, sizeof *x->brute, by_value);
    if (memcmp(sorted, x->brute, (size_t)n * sizeof *sorted) != 0)
        return broken(x, "hints or generate_moves list other moves than validate_move");
    const bw_game *a = x->r->k->from;
    if (a->count_moves && a->count_moves(h) != n) return broken(x, "count_moves counts otherwise");
    return ST_OK;
}

static status check_players(inspection *x, const bw_state *h) {
    for (int p = 0; p < x->r->head.players; p++) {
        bw_state other = *h;
        other.player = p;
        bool any = by_brute_force(&other, x->brute) > 0;
        if ((bw_can_move(h, p) != 0) != any)
            return broken(x, "has_move (or a hint) disagrees with validate_move");
    }
    return ST_OK;
}

/* Mirror images have the same class, and as many moves. */
static status check_images(inspection *x, int n) {
    const kit *k = x->r->k;
    for (int image = 0; image < k->images; image++) {
        memcpy(x->copy, x->s, x->r->head.state_size);
        for (int i = 0; i < k->cells; i++)
            kit_board(k, x->copy)[k->image[image * k->cells + i]] = kit_board(k, x->s)[i];
        x->copy->key = kit_key(k, kit_board(k, x->copy));
        if (k->g.hints->class_hash(&x->r->head, x->copy) !=
            k->g.hints->class_hash(&x->r->head, x->s))
            return broken(x, "mirror images do not form a group");
        if (kit_legal(&x->r->head, x->copy, x->repeats, x->brute) != n)
            return broken(x, "a mirror image has other moves");
    }
    return ST_OK;
}

static status check_position(inspection *x, int *found) {
    const kit_rules *r = x->r;
    kit_work w;
    memcpy(x->copy, x->s, r->head.state_size);
    kit_work_init(&w, x->s);
    bw_state h = kit_handle(r, x->s, &w);
    int n = *found = kit_legal(&r->head, x->s, x->repeats, x->list);
    if (n <= 0) return broken(x, "the player to move cannot, and the game is not over");
    status st = check_list(x, &h, n);
    if (st == ST_OK) st = check_players(x, &h);
    if (st == ST_OK && memcmp(x->copy, x->s, r->head.state_size) != 0)
        st = broken(x, "asking changes the position");
    return st == ST_OK ? check_images(x, n) : st;
}

static status one_game(inspection *x, rng *g, uint64_t *stuck) {
    const rules *r = &x->r->head;
    status st = ST_OK;
    kit_begin(x->r, x->s);
    trail_cut(&x->t, 0);
    if (x->s->lot) kit_apply(r, x->s, x->repeats, kit_first_draw(r, g));
    for (x->ply = 0; st == ST_OK && x->ply < MAX_PLIES && x->s->ending == KIT_OPEN; x->ply++) {
        int n;
        st = check_position(x, &n);
        if (st == ST_OK) kit_apply(r, x->s, x->repeats, x->list[rng_below(g, (uint64_t)n)]);
    }
    if (st == ST_OK && x->s->fault) st = broken(x, kit_fault_name(x->s->fault));
    if (stuck) *stuck += x->s->ending == KIT_NO_MOVE;
    return st;
}

static bool make_room(inspection *x) {
    const kit *k = x->r->k;
    size_t max = (size_t)k->live_count * (size_t)(k->pieces + k->live_count);
    x->s = mem_alloc(x->r->head.state_size);
    x->copy = mem_alloc(x->r->head.state_size);
    x->list = mem_alloc((max + x->r->head.max_actions) * sizeof *x->list);
    x->brute = mem_alloc(2 * (max + x->r->head.max_actions) * sizeof *x->brute);
    if (x->r->repetition) x->repeats = &x->t;
    return x->s && x->copy && x->list && x->brute && trail_reserve(&x->t, MAX_PLIES + 1);
}

status kit_check(const game *g, const params *p, unsigned games, uint64_t seed, uint64_t *stuck,
                 error *err) {
    rules *r;
    status st = rules_open(&r, g, p, err);
    if (st != ST_OK) return st;
    inspection x = {.r = kit_rules_of(r), .err = err};
    if (!make_room(&x)) st = error_set(err, ST_NOMEM, "no memory to check %s", g->name);
    for (unsigned i = 0; st == ST_OK && i < games; i++) {
        rng dice = rng_stream(seed, i);
        st = one_game(&x, &dice, stuck);
    }
    mem_free(x.s);
    mem_free(x.copy);
    mem_free(x.list);
    mem_free(x.brute);
    trail_done(&x.t);
    rules_close(r);
    return st;
}
