#include "games/unicorns/fast/unicorns_fast.h"

#include "games/unicorns/rules/unicorns_turn.h"

/* --- reactions --- */

typedef struct stack {
    int n;
    uint8_t card[UN_SET_SIZE], by[UN_SET_SIZE];
} stack;

/* The seats that may answer to the top of the stack; *armed gets those of them with an instant. */
static unsigned eligible(const un_fast *w, int top, int player, unsigned *armed) {
    unsigned open = 0;
    unsigned arms = 0;
    if (w->r->card[top].flags & UN_NOT_NEIGHABLE || w->lasting[player] & UN_NO_NEIGH) return 0;
    for (int p = 0; p < w->r->n; p++) {
        open |= (unsigned)(w->held[p] && !(w->lasting[p] & UN_NO_INSTANTS)) << p;
        arms |= (unsigned)((w->hand[p] & w->sets->instants) != 0) << p;
    }
    if (w->r->official) open &= ~(1U << player);
    *armed = open & arms;
    return open;
}

/* A round: all who may answer, and one of those with an instant was quickest (or no one:
 * -1). *card gets the instant. */
static int round_of(un_fast *w, unsigned open, unsigned armed, int *card) {
    uint8_t kind[UN_SEATS] = {0};
    unsigned volunteers = 0;
    for (; armed; armed &= armed - 1) {
        int p = __builtin_ctz(armed);
        if (un_fast_coin(w)) continue;
        un_set held = w->hand[p] & w->sets->instants;
        int n = un_set_rest(held) ? un_set_count(held) : 1;
        kind[p] = w->r->kind_of[un_set_any(held, n, w->g)];
        volunteers |= 1U << p;
    }
    for (; open; open &= open - 1) {
        int p = __builtin_ctz(open);
        un_fast_ply(w, UN_ASK_REACT, volunteers >> p & 1 ? kind[p] : UN_NO_CARD, 0);
    }
    if (!volunteers) {
        un_fast_ply(w, UN_ASK_QUICK, UN_NO_CARD, 0);
        return -1;
    }
    unsigned left = volunteers;
    if (left & (left - 1))
        for (uint64_t skip = rng_below(w->g, (uint64_t)__builtin_popcount(left)); skip; skip--)
            left &= left - 1;
    int seat = __builtin_ctz(left);
    un_fast_ply(w, UN_ASK_QUICK, seat, 0);
    *card = un_set_first(w->hand[seat] & w->sets->kind[kind[seat]]);
    return seat;
}

/* Whether the card at the bottom comes to resolve. */
static bool survives(un_fast *w, stack *t) {
    for (;;) {
        int card = 0;
        unsigned armed = 0;
        unsigned open = eligible(w, t->card[t->n - 1], t->by[t->n - 1], &armed);
        int seat = -1;
        if (armed || (open && w->log))
            seat = round_of(w, open, armed, &card);
        else if (open)
            w->plies += __builtin_popcount(open) + 1; /* no seat has anything to answer with */
        if (seat >= 0) {
            un_fast_take_out(w, card);
            t->card[t->n] = (uint8_t)card;
            t->by[t->n++] = (uint8_t)seat;
            continue;
        }
        if (t->n == 1) return true;
        un_fast_leave(w, t->card[t->n - 1], false, -1);
        un_fast_leave(w, t->card[t->n - 2], false, -1);
        t->n -= 2;
        if (!t->n) return false;
    }
}

/* --- turns --- */

static int to_anybody(un_fast *w, int id) {
    int type = w->r->type_of[id];
    if (type == UN_SPELL) return w->active;
    if (type != UN_BASIC || !(w->lasting_any & UN_BASIC_LOCK))
        return (int)rng_below(w->g, (uint64_t)w->r->n);
    int seat[UN_SEATS];
    int n = 0;
    for (int p = 0; p < w->r->n; p++)
        if (!un_fast_basic_lock(w, p, UN_BASIC_LOCK)) seat[n++] = p;
    return seat[rng_below(w->g, (uint64_t)n)];
}

static void resolve(un_fast *w, int id, int to) {
    const un_card *k = &w->r->card[id];
    if (!un_fast_in(w, w->sets->spells, id)) {
        un_fast_enter(w, id, to, -1);
        un_fast_register(w, id);
    } else {
        for (int i = 0; i < k->triggers; i++)
            un_fast_queue(w, w->r->deck.trigger[k->first_trigger + i].node, id, w->active);
        un_fast_leave(w, id, false, -1);
    }
    un_fast_chain(w);
}

/* One of the cards that could be played to the own stable, each as likely; -1: none. */
static int random_card(un_fast *w) {
    un_set left = w->hand[w->active];
    for (int n = w->held[w->active]; n > 0; n--) {
        int id = un_set_any(left, n, w->g);
        if (un_fast_playable(w, id)) return id;
        left &= ~un_fast_bit(w, id);
    }
    return -1;
}

/* A card or a pass; false after a pass. */
static bool play(un_fast *w) {
    int id = random_card(w);
    if (id < 0) {
        un_fast_ply(w, UN_ASK_PLAY, UN_NO_CARD, 0);
        if (!w->played) un_fast_draw(w, w->active, 1);
        return false;
    }
    int to = to_anybody(w, id);
    id = un_fast_first_copy(w, w->active, id);
    un_fast_ply(w, UN_ASK_PLAY, w->r->kind_of[id], to);
    un_fast_take_out(w, id);
    stack t;
    t.n = 1;
    t.card[0] = (uint8_t)id;
    t.by[0] = w->active;
    if (survives(w, &t)) resolve(w, id, to);
    w->played++;
    return true;
}

static void keep_limit(un_fast *w) {
    int p = w->active;
    int excess = w->held[p] - UN_HAND_LIMIT;
    if (excess <= 0) return;
    for (un_set some = un_fast_some_of(w, w->hand[p], w->held[p], excess); some;
         some = un_set_rest(some)) {
        int id = un_fast_first_copy(w, p, un_set_first(some));
        un_fast_ply(w, UN_ASK_DISCARD, w->r->kind_of[id], 0);
        un_fast_leave(w, id, false, -1);
    }
}

static void begin_turn(un_fast *w) {
    w->skip = w->bonus = w->played = 0;
    w->plays = 1;
}

/* Up to the first card of a turn; false when the game is over. */
static bool open_turn(un_fast *w) {
    un_fast_bot(w);
    un_fast_chain(w);
    if (w->ended) return false;
    if (!w->skip) un_fast_draw(w, w->active, 1 + w->bonus);
    un_fast_win_check(w);
    return !w->ended;
}

/* From after the last card of a turn to before the next one. */
static bool close_turn(un_fast *w) {
    un_fast_eot(w);
    un_fast_chain(w);
    if (w->ended) return false;
    keep_limit(w);
    if (w->r->max_turns && w->turn >= w->r->max_turns) {
        w->ended = UN_ENDED_TURNS;
        return false;
    }
    w->turn++;
    if (!w->extra) w->active = (uint8_t)(w->active + 1 == w->r->n ? 0 : w->active + 1);
    w->extra = 0;
    begin_turn(w);
    return true;
}

static void deal(un_fast *w) {
    for (;;) {
        un_fast_draw(w, w->active, UN_DEALT - w->held[w->active]);
        if (++w->active == w->r->n) break;
        un_fast_baby(w, w->active, -1);
    }
    w->active = 0;
    w->dealing = 0;
    begin_turn(w);
}

void un_fast_run(un_fast *w, int max) {
    if (w->dealing) {
        deal(w);
        if (!open_turn(w)) return;
    }
    do {
        bool goes_on = true;
        while (goes_on && w->played < w->plays && !w->skip && !w->ended) {
            if (w->plies >= max) return;
            goes_on = play(w);
        }
        if (w->ended) return;
    } while (close_turn(w) && open_turn(w));
}

/* --- playouts --- */

enum { NEAR = 256 };

enum { SLACK = 24 };

/* Not more than `left` decisions: where they end within a turn, that turn is played again the long
 * way, with the decisions made here. */
static int close_in(const un_rules *r, un_state *s, rng *g, int left) {
    un_fast w;
    un_fast before; /* the last card, without effects: none waits there */
    action made[NEAR];
    un_fast_log log = {made, 0, NEAR};
    un_fast_take(&w, r, s, g);
    w.log = &log;
    do {
        memcpy(&before, &w, offsetof(un_fast, first));
        un_fast_run(&w, w.plies < left - SLACK ? left - SLACK : w.plies + 1);
    } while (!w.ended && w.plies < left);
    if (w.plies <= left) {
        un_fast_give(&w, s);
        return w.plies;
    }
    memcpy(&w, &before, offsetof(un_fast, first));
    if (w.plies > 0) un_fast_give(&w, s);
    for (int i = w.plies; i < left; i++) un_apply_raw(r, s, made[i]);
    return left;
}

/* Far from the end of the count: to the last card that is certain to come before it. */
static int run_far(const un_rules *r, un_state *s, rng *g, int left) {
    un_fast w;
    rng before = *g;
    un_fast_take(&w, r, s, g);
    un_fast_run(&w, left - NEAR);
    if (w.plies > left) { /* a turn of more than NEAR decisions */
        *g = before;
        return 0;
    }
    un_fast_give(&w, s);
    return w.plies;
}

int un_fast_play_out(const un_rules *r, un_state *s, rng *g, int max) {
    return max > NEAR ? run_far(r, s, g, max) : close_in(r, s, g, max);
}
