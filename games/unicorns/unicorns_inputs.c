#include "games/unicorns/unicorns_inputs.h"

#include "games/unicorns/unicorns_view.h"

/* Each seat, one's own first: the kinds of cards on its table and those of its hand that are known,
 * one or more of each, and how many cards it holds. Then what all share: the kinds in the discard pile
 * and on the stack, the cards left in the pile, whose turn it is and who is asked, the phase and the
 * question. */

enum { COPIES = 2, HAND_STEPS = 8, PILE_STEPS = 8, PLAYS = 3 };

static const int16_t hand_step[HAND_STEPS] = {1, 2, 3, 4, 5, 6, 7, 8};
static const int16_t pile_step[PILE_STEPS] = {1, 4, 8, 15, 25, 40, 60, 80};

/* Where the parts begin; they depend on the deck and on the number of seats. */
typedef struct parts {
    int kinds, seat; /* kinds of cards; inputs of a seat */
    int discard, stack, pile, active, asked, phase, ask, plays, count;
} parts;

static parts parts_of(const un_rules *r) {
    parts p = {.kinds = r->deck.kinds};
    p.seat = 2 * COPIES * p.kinds + HAND_STEPS;
    p.discard = r->n * p.seat;
    p.stack = p.discard + COPIES * p.kinds;
    p.pile = p.stack + p.kinds;
    p.active = p.pile + PILE_STEPS;
    p.asked = p.active + r->n;
    p.phase = p.asked + r->n;
    p.ask = p.phase + UN_PHASES;
    p.plays = p.ask + UN_ASKS;
    p.count = p.plays + PLAYS;
    return p;
}

static int count(const rules *r) {
    return parts_of(un_of(r)).count;
}

static int max_active(const rules *r) {
    parts p = parts_of(un_of(r));
    int most = un_of(r)->cards + un_of(r)->n * HAND_STEPS + PILE_STEPS + PLAYS + 4;
    return most < p.count ? most : p.count;
}

/* The kinds of cards in some zones of a view that follow each other: `copies` inputs a kind. */
typedef struct heap {
    int first_zone, zones;
    int first, copies; /* inputs */
} heap;

static int put_kinds(const un_view *v, const heap *h, uint16_t *out) {
    uint8_t seen[UN_MAX_KINDS] = {0};
    int n = 0;
    int from = h->first_zone ? v->end[h->first_zone - 1] : 0;
    for (int i = from; i < v->end[h->first_zone + h->zones - 1]; i++) {
        int kind = v->pool[i];
        if (kind == UN_NO_CARD || seen[kind] >= h->copies) continue;
        out[n++] = (uint16_t)(h->first + h->copies * kind + seen[kind]++);
    }
    return n;
}

static int size_of(const un_view *v, int zone) {
    return v->end[zone] - (zone ? v->end[zone - 1] : 0);
}

static int list(const rules *head, const void *state, int seat, uint16_t *out) {
    const un_rules *r = un_of(head);
    parts p = parts_of(r);
    un_view_buf buf;
    const un_view *v = &buf.v;
    int n = 0;
    un_view_of(r, state, seat, &buf.v);
    for (int k = 0; k < r->n; k++) {
        int who = (seat + k) % r->n;
        int first = k * p.seat;
        int hand = first + COPIES * p.kinds;
        n += put_kinds(v, &(heap){un_table(who, 0), 3, first, COPIES}, out + n);
        n += put_kinds(v, &(heap){un_hand(r, who), 1, hand, COPIES}, out + n);
        n += game_inputs_put(out + n, hand + COPIES * p.kinds, hand_step, HAND_STEPS,
                             size_of(v, un_hand(r, who)));
    }
    n += put_kinds(v, &(heap){un_discard(r), 1, p.discard, COPIES}, out + n);
    n += put_kinds(v, &(heap){un_stack(r), 1, p.stack, 1}, out + n);
    n += game_inputs_put(out + n, p.pile, pile_step, PILE_STEPS, size_of(v, un_pile(r)));
    if (v->active < r->n) out[n++] = (uint16_t)(p.active + (v->active - seat + r->n) % r->n);
    if (v->seat < r->n) out[n++] = (uint16_t)(p.asked + (v->seat - seat + r->n) % r->n);
    out[n++] = (uint16_t)(p.phase + v->phase);
    out[n++] = (uint16_t)(p.ask + v->ask);
    for (int k = 0; k < PLAYS && k < v->plays; k++) out[n++] = (uint16_t)(p.plays + k);
    return n;
}

static void name(const rules *head, int input, text *out) {
    const un_rules *r = un_of(head);
    parts p = parts_of(r);
    if (input < p.discard) {
        int i = input % p.seat;
        int kind = i / COPIES % p.kinds;
        game_inputs_put_seat(input / p.seat, out);
        if (i >= 2 * COPIES * p.kinds)
            text_format(out, "cards in hand >= %d", hand_step[i - 2 * COPIES * p.kinds]);
        else
            text_format(out, "%s %s: %d or more", i < COPIES * p.kinds ? "table" : "hand",
                        r->deck.kind[kind].slug, i % COPIES + 1);
    } else if (input < p.stack) {
        text_format(out, "discarded %s: %d or more",
                    r->deck.kind[(input - p.discard) / COPIES].slug,
                    (input - p.discard) % COPIES + 1);
    } else if (input < p.pile) {
        text_format(out, "on the stack %s", r->deck.kind[input - p.stack].slug);
    } else if (input < p.active) {
        text_format(out, "pile >= %d", pile_step[input - p.pile]);
    } else if (input < p.asked) {
        text_format(out, "turn of seat %d from here", input - p.active);
    } else if (input < p.phase) {
        text_format(out, "seat %d from here is asked", input - p.asked);
    } else if (input < p.ask) {
        text_format(out, "phase %d", input - p.phase);
    } else if (input < p.plays) {
        text_format(out, "question %d", input - p.ask);
    } else {
        text_format(out, "plays >= %d", input - p.plays + 1);
    }
}

const game_inputs un_inputs = {
    .count = count,
    .max_active = max_active,
    .list = list,
    .name = name,
};
