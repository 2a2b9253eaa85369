/* Views of a rules text with hidden cards: what a seat knows, and worlds that fit it. */
#include "engine/rules/book/rulebook_view.h"

#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/machine/run.h"

enum { MOST_PLACES = RB_SECRETS * RB_SECRET_PLAYERS };

int rb_view_places(const program *b) {
    int n = 0;
    for (int i = 0; i < b->secrets; i++) n += cards_holders(b, cards_area(b, i));
    return n;
}

int rb_view_place(const program *b, int which, int holder) {
    int n = holder;
    for (int i = 0; i < which; i++) n += cards_holders(b, cards_area(b, i));
    return n;
}

uint32_t rb_view_size(const program *b) {
    uint32_t numbers = (uint32_t)(b->kinds + rb_view_places(b)) * 4;
    return ((uint32_t)sizeof(rb_view) + b->head.state_size + numbers + 7) & ~7u;
}

/* --- observing --- */

static int32_t masked(int32_t word, int seat) {
    int32_t kept = cards_with_nibble(0, CARDS_PUBLIC, cards_nibble(word, CARDS_PUBLIC));
    return cards_with_nibble(kept, seat, cards_nibble(word, seat));
}

void rb_observe(const rules *r, const void *s, int player, void *view) {
    const program *b = program_of(r);
    rb_view *v = view;
    memset(view, 0, r->view_size);
    v->seat = player < 0 ? CARDS_PUBLIC : player;
    memcpy(rb_view_state(view), s, b->head.state_size);
    rb_head *h = rb_view_state(view);
    h->hash = 0;
    h->quiet = 0;
    int32_t *vars = rb_vars_of(b, rb_view_state(view));
    int32_t *pool = rb_view_pool(b, view);
    int place = 0;
    for (int i = 0; i < b->secrets; i++) {
        const rb_var *a = cards_area(b, i);
        for (int holder = 0; holder < cards_holders(b, a); holder++, place++) {
            bool own = a->per_player && holder == v->seat;
            pool[b->kinds + place] = cards_count(b, vars, a, holder);
            for (int k = 0; k < b->kinds; k++) {
                int32_t *count = &vars[cards_slot(b, a, holder, k)];
                int32_t *word = &vars[cards_known_slot(b, a, holder, k)];
                *word = masked(*word, v->seat);
                int32_t known = (int32_t)cards_nibble(*word, v->seat);
                if (own) continue;
                pool[k] += *count - known;
                *count = known;
            }
        }
    }
}

/* --- dealing --- */

typedef struct dealing {
    const program *b;
    int places, kinds;
    int32_t pool[RB_KINDS];
    int32_t need[MOST_PLACES];
    int32_t voids[MOST_PLACES];
    int32_t dealt[MOST_PLACES][RB_KINDS];
    bool seen[MOST_PLACES];
} dealing;

static bool fits(const dealing *d, int place, int kind) {
    return !(d->voids[place] >> kind & 1);
}

/* A kind for a place, each card as likely; -1: none fits. */
static int draw_kind(const dealing *d, int place, rng *g) {
    int64_t total = 0;
    for (int k = 0; k < d->kinds; k++)
        if (fits(d, place, k)) total += d->pool[k];
    if (!total) return -1;
    int64_t at = (int64_t)rng_below(g, (uint64_t)total);
    int k = 0;
    for (;; k++) {
        if (!fits(d, place, k)) continue;
        at -= d->pool[k];
        if (at < 0) return k;
    }
}

/* A card for a place that only cards which others have fit: one of them gives it up and gets
 * another. */
static bool find_by_exchange(dealing *d, int place) {
    d->seen[place] = true;
    for (int k = 0; k < d->kinds; k++)
        if (fits(d, place, k) && d->pool[k] > 0) {
            d->pool[k]--;
            d->dealt[place][k]++;
            return true;
        }
    for (int other = 0; other < d->places; other++)
        for (int k = 0; k < d->kinds && !d->seen[other]; k++) {
            if (!fits(d, place, k) || !d->dealt[other][k]) continue;
            if (!find_by_exchange(d, other)) break;
            d->dealt[other][k]--;
            d->dealt[place][k]++;
            return true;
        }
    return false;
}

/* One try: places with the most that they cannot have come first. */
static bool deal_once(dealing *d, rng *g, bool exchange) {
    bool done[MOST_PLACES] = {0};
    for (int n = 0; n < d->places; n++) {
        int at = -1;
        for (int i = 0; i < d->places; i++) {
            if (done[i]) continue;
            if (at < 0 || __builtin_popcount((unsigned)d->voids[i]) >
                              __builtin_popcount((unsigned)d->voids[at]))
                at = i;
        }
        done[at] = true;
        for (int32_t left = d->need[at]; left > 0; left--) {
            int k = draw_kind(d, at, g);
            if (k >= 0) {
                d->pool[k]--;
                d->dealt[at][k]++;
                continue;
            }
            memset(d->seen, 0, sizeof d->seen);
            if (!exchange || !find_by_exchange(d, at)) return false;
        }
    }
    return true;
}

static bool deal(dealing *d, rng *g) {
    enum { TRIES = 20 };
    int32_t pool[RB_KINDS];
    memcpy(pool, d->pool, sizeof pool);
    for (int i = 0; i <= TRIES; i++) {
        memcpy(d->pool, pool, sizeof pool);
        memset(d->dealt, 0, sizeof d->dealt);
        if (deal_once(d, g, i == TRIES)) return true;
    }
    return false;
}

/* What every other seat knows is what all know, as far as this one can tell. */
static int32_t others_know(const program *b, int32_t word, int seat, int holder) {
    unsigned all = cards_nibble(word, CARDS_PUBLIC);
    int32_t out = cards_with_nibble(0, CARDS_PUBLIC, all);
    for (int p = 0; p < b->head.players; p++) {
        if (p == holder) continue;
        out = cards_with_nibble(out, p, p == seat ? cards_nibble(word, p) : all);
    }
    return out;
}

static void fill_world(const dealing *d, int seat, int32_t *vars) {
    const program *b = d->b;
    int place = 0;
    for (int i = 0; i < b->secrets; i++) {
        const rb_var *a = cards_area(b, i);
        for (int h = 0; h < cards_holders(b, a); h++, place++)
            for (int k = 0; k < b->kinds; k++) {
                int32_t *word = &vars[cards_known_slot(b, a, h, k)];
                vars[cards_slot(b, a, h, k)] += d->dealt[place][k];
                *word = others_know(b, *word, seat, a->per_player ? h : -1);
            }
    }
}

/* How many cards each place lacks, and what it cannot have; false where what is forced cannot be. *put
 * is where the forced card has to be added; -1: it is there. */
static bool prepare(dealing *d, const int32_t *vars, const int32_t *size, const rb_forced *f,
                    int *put) {
    const program *b = d->b;
    int place = 0;
    *put = -1;
    for (int i = 0; i < b->secrets; i++) {
        const rb_var *a = cards_area(b, i);
        for (int h = 0; h < cards_holders(b, a); h++, place++) {
            int32_t voids = vars[cards_void_slot(a, h)];
            d->need[place] = size[place] - cards_count(b, vars, a, h);
            d->voids[place] = voids;
            if (!f) continue;
            if (a->per_player && h == f->player) d->voids[place] |= f->voids[i];
            if (f->kind < 0 || i != f->area || h != (a->per_player ? f->player : 0)) continue;
            if (vars[cards_slot(b, a, h, f->kind)] > 0) continue;
            if (d->need[place] < 1 || d->pool[f->kind] < 1 || voids >> f->kind & 1) return false;
            d->need[place]--;
            d->pool[f->kind]--;
            *put = place;
        }
    }
    return true;
}

bool rb_view_deal_world(const program *b, const void *view, void *s, rng *g,
                        const rb_forced *forced) {
    dealing d = {.b = b, .places = rb_view_places(b), .kinds = b->kinds};
    const rb_view *v = view;
    const int32_t *pool = rb_view_pool_in(b, view);
    int put;
    memcpy(d.pool, pool, (size_t)b->kinds * sizeof *pool);
    const int32_t *known = rb_vars_in(b, rb_view_state_in(view));
    if (!prepare(&d, known, pool + b->kinds, forced, &put) || !deal(&d, g)) return false;
    if (forced && put >= 0) d.dealt[put][forced->kind]++;
    memcpy(s, rb_view_state_in(view), b->head.state_size);
    fill_world(&d, v->seat, rb_vars_of(b, s));
    rb_head_of(s)->hash = b->run->rehash(b, s);
    return true;
}

void rb_resample(const rules *r, const void *view, void *s, rng *g) {
    bool fitted = rb_view_deal_world(program_of(r), view, s, g, NULL);
    assert(fitted);
    (void)fitted;
}

/* --- the rest of the table --- */

static void view_start(const rules *r, int player, void *view) {
    _Alignas(16) unsigned char state[RB_MAX_STATE];
    r->game->start(r, state);
    rb_observe(r, state, player, view);
}

static uint64_t view_hash(const rules *r, const void *view) {
    return hash_bytes(view, r->view_size, 0);
}

static int view_player(const rules *r, const void *view) {
    const rb_view *v = view;
    (void)r;
    return v->seat == CARDS_PUBLIC ? SEAT_PUBLIC : v->seat;
}

static void view_write(const rules *r, const void *view, text *out) {
    rb_write_seen(r, rb_view_state_in(view), view, out);
}

/* A seat knows its own cards, and nothing of what others know alone. */
static status check_view(const program *b, const void *view, error *err) {
    const rb_view *v = view;
    const int32_t *vars = rb_vars_in(b, rb_view_state_in(view));
    const int32_t *pool = rb_view_pool_in(b, view);
    int64_t missing = 0;
    int place = 0;
    for (int i = 0; i < b->secrets; i++) {
        const rb_var *a = cards_area(b, i);
        for (int h = 0; h < cards_holders(b, a); h++, place++) {
            bool own = a->per_player && h == v->seat;
            int32_t more = pool[b->kinds + place] - cards_count(b, vars, a, h);
            missing += more;
            if (own && more)
                return error_set(err, ST_BAD_VIEW, "%s: this view must name the cards of seat %d",
                                 a->name, h + 1);
            for (int k = 0; k < b->kinds; k++) {
                int32_t word = vars[cards_known_slot(b, a, h, k)];
                if (masked(word, v->seat) != word)
                    return error_set(err, ST_LEAK, "%s: this view cannot know what others know",
                                     a->name);
                int32_t known = (int32_t)cards_nibble(word, v->seat);
                if (!own && vars[cards_slot(b, a, h, k)] != known)
                    return error_set(err, ST_LEAK, "%s: this view cannot know the card %s; write ?",
                                     a->name, b->kind[k].name);
            }
        }
    }
    for (int k = 0; k < b->kinds; k++) missing -= pool[k];
    if (missing) return error_set(err, ST_BAD_VIEW, "unseen: other cards than places for them");
    return ST_OK;
}

static status view_read(const rules *r, int player, void *view, const char *line, error *err) {
    const program *b = program_of(r);
    rb_view *v = view;
    rng g = {.s = 1};
    memset(view, 0, r->view_size);
    v->seat = player < 0 ? CARDS_PUBLIC : player;
    status st = rb_read_parts(r, rb_view_state(view), view, line, err);
    if (st == ST_BAD_FEN && err) err->code = st = ST_BAD_VIEW;
    if (st != ST_OK) return st;
    st = check_view(b, view, err);
    if (st != ST_OK) return st;
    void *world = mem_alloc(b->head.state_size);
    if (!world) return error_set(err, ST_NOMEM, "no memory to read a view");
    const char *why = "no cards fit it";
    bool good = rb_view_deal_world(b, view, world, &g, NULL);
    if (good) {
        (void)b->run->rebuild(b, world);
        good = rb_check_cards(b, world, &why);
        rb_observe(r, world, player, view);
    }
    mem_free(world);
    return good ? ST_OK : error_set(err, ST_BAD_VIEW, "the view cannot be: %s", why);
}

const game_views rb_views = {
    .observe = rb_observe,
    .resample = rb_resample,
    .start = view_start,
    .apply = rb_view_apply,
    .deal = rb_view_deal,
    .seen_text = rb_seen_text,
    .hash = view_hash,
    .player = view_player,
    .write = view_write,
    .read = view_read,
    .open_end = true,
};
