#include <assert.h>
#include <limits.h>

#include "engine/sdk/kit_state.h"

/* Moves and what comes of them. What is legal is found by asking validate_move about everything
 * that the hints allow. A random move is drawn by asking about one such candidate after the other:
 * those that are accepted are as likely as each other, like those of the entire list, and most
 * positions answer after a few. */

enum {
    FEW_TRIES = 64,  /* to find any move by chance, before all are looked at */
    LIST_SIZE = 4096 /* moves of an author's generator that fit on the stack */
};

static const kit_rules *rules_of(const bw_state *h) {
    return h->rules;
}

/* --- the author's hands --- */

static void put(bw_state *h, int r, int c, uint8_t piece) {
    const kit *k = rules_of(h)->k;
    kit_work *w = h->work;
    kit_state *s = w->writes;
    if (!s) return; /* not while a rule only asks */
    unsigned number = k->number[piece];
    if (!bw_on_board(h, r, c)) {
        s->fault = FAULT_PUT_OUTSIDE;
    } else if (!number) {
        s->fault = FAULT_PUT_UNKNOWN;
    } else {
        int cell = r * h->cols + c;
        const uint64_t *keys = k->keys + (size_t)cell * (size_t)(k->pieces + 2);
        s->key ^= keys[k->number[h->cell[cell]]] ^ keys[number];
        h->cell[cell] = piece;
    }
}

/* --- candidates --- */

/* All that the player of a handle may name. */
typedef struct choices {
    const uint8_t *piece;
    const kit_place *spot, *goal; /* where pieces are placed, and where movements end */
    int pieces, spots, goals, sources;
    kit_place source[BW_CELLS], blank[BW_CELLS];
} choices;

static void gather(const bw_state *h, choices *c) {
    const kit *k = rules_of(h)->k;
    const bool *movable = k->may_move[h->player];
    int blanks = 0;
    int sources = 0;
    for (int i = 0; i < k->live_count; i++) {
        uint8_t b = h->cell[k->live_cell[i]];
        c->blank[blanks] = c->source[sources] = k->live[i];
        blanks += b == BW_BLANK;
        sources += movable[b] ? 1 : 0;
    }
    unsigned flags = k->from->flags;
    c->piece = k->placeable[h->player];
    c->pieces = k->placeable_count[h->player];
    c->sources = sources;
    c->spot = flags & BW_PLACE_ANYWHERE ? k->live : c->blank;
    c->spots = flags & BW_PLACE_ANYWHERE ? k->live_count : blanks;
    c->goal = flags & BW_DEST_BLANK ? c->blank : k->live;
    c->goals = flags & BW_DEST_BLANK ? blanks : k->live_count;
}

static bw_move movement(kit_place from, kit_place to) {
    assert(from < 1 << BW_MOVE_WIDTH && to < 1 << BW_MOVE_WIDTH);
    return (bw_move)BW_MOVEMENT | (bw_move)from << BW_MOVE_WIDTH | to;
}

static bw_move placement(uint8_t piece, kit_place at) {
    assert(at < 1 << BW_MOVE_WIDTH);
    return (bw_move)piece << BW_MOVE_WIDTH | at;
}

static bool accepted(const bw_state *h, bw_move m) {
    return rules_of(h)->k->from->validate_move(h, m) != 0;
}

/* Why a placement or movement is no candidate; NULL if it is one. */
static const char *refuses_placement(const bw_state *h, bw_move m) {
    const kit *k = rules_of(h)->k;
    uint8_t piece;
    int r;
    int c;
    bw_place_fields(m, &piece, &r, &c);
    if (m >> (BW_MOVE_WIDTH + 8) || !bw_on_board(h, r, c)) return "not-on-board";
    if (!k->may_place[h->player][piece]) return "not-your-piece";
    if (!(k->from->flags & BW_PLACE_ANYWHERE) && bw_at(h, r, c) != BW_BLANK) return "occupied";
    return NULL;
}

static const char *refuses_movement(const bw_state *h, bw_move m) {
    const kit *k = rules_of(h)->k;
    int r0;
    int c0;
    int r1;
    int c1;
    bw_move_fields(m, &r0, &c0, &r1, &c1);
    if (m >= 2 * (bw_move)BW_MOVEMENT || !bw_on_board(h, r0, c0) || !bw_on_board(h, r1, c1))
        return "not-on-board";
    if (bw_at(h, r0, c0) == BW_BLANK) return "no-piece";
    if (!k->may_move[h->player][bw_at(h, r0, c0)]) return "not-your-piece";
    if (r0 == r1 && c0 == c1) return "same-cell";
    if (k->from->flags & BW_DEST_BLANK && bw_at(h, r1, c1) != BW_BLANK) return "occupied";
    return NULL;
}

const char *kit_refuses(const bw_state *h, bw_move m) {
    return bw_is_placement(m) ? refuses_placement(h, m) : refuses_movement(h, m);
}

bool kit_valid(const bw_state *h, bw_move m) {
    return !kit_refuses(h, m) && accepted(h, m);
}

/* --- going through all of them --- */

typedef struct sink {
    action *out; /* may be NULL */
    int room, stop, found;
    bw_move last;
} sink;

/* True when that was enough. */
static bool offer(const bw_state *h, sink *k, bw_move m) {
    if (!accepted(h, m)) return false;
    if (k->out && k->found < k->room) k->out[k->found] = m;
    k->last = m;
    return ++k->found == k->stop;
}

static bool is_goal(const bw_state *h, int cell) {
    const kit *k = rules_of(h)->k;
    if (cell >= k->cells || h->cell[cell] == BW_NULL) return false;
    return !(k->from->flags & BW_DEST_BLANK) || h->cell[cell] == BW_BLANK;
}

static kit_place place_of(const bw_state *h, int cell) {
    return (kit_place)(cell / h->cols << 7 | cell % h->cols);
}

static bool scan_targets(const bw_state *h, kit_place from, sink *k) {
    uint16_t cell[BW_CELLS];
    int n = rules_of(h)->k->from->targets(h, from >> 7, from & 127, cell, BW_CELLS);
    for (int i = 0; i < n && i < BW_CELLS; i++) {
        if (!is_goal(h, cell[i])) continue;
        kit_place to = place_of(h, cell[i]);
        if (to != from && offer(h, k, movement(from, to))) return true;
    }
    return false;
}

/* Placements by piece and cell, then movements by origin and goal. */
static void scan(const bw_state *h, const choices *c, sink *k) {
    for (int i = 0; i < c->pieces; i++)
        for (int j = 0; j < c->spots; j++)
            if (offer(h, k, placement(c->piece[i], c->spot[j]))) return;
    bool stated = rules_of(h)->k->from->targets != NULL;
    for (int i = 0; i < c->sources; i++) {
        if (stated) {
            if (scan_targets(h, c->source[i], k)) return;
            continue;
        }
        for (int j = 0; j < c->goals; j++)
            if (c->goal[j] != c->source[i] && offer(h, k, movement(c->source[i], c->goal[j])))
                return;
    }
}

/* How many there are; at most `room` of them are filled. */
static int list_all(const bw_state *h, action *out, int room) {
    choices c;
    sink k = {.out = out, .room = room, .stop = INT_MAX};
    gather(h, &c);
    scan(h, &c, &k);
    return k.found;
}

/* --- one of them --- */

/* A candidate, each as likely; it may turn out to be none (a move to where it comes from). */
static bool draw_candidate(const choices *c, rng *g, bw_move *out) {
    uint32_t places = (uint32_t)(c->pieces * c->spots);
    uint32_t x = (uint32_t)rng_below(g, places + (uint32_t)(c->sources * c->goals));
    if (x < places) {
        uint32_t spots = (uint32_t)c->spots;
        *out = placement(c->piece[x / spots], c->spot[x % spots]);
        return true;
    }
    x -= places;
    uint32_t goals = (uint32_t)c->goals;
    if (!goals) return false; /* never: there is such a candidate */
    kit_place from = c->source[x / goals];
    kit_place to = c->goal[x % goals];
    *out = movement(from, to);
    return from != to;
}

static uint64_t candidates(const choices *c) {
    return (uint64_t)c->pieces * (uint64_t)c->spots + (uint64_t)c->sources * (uint64_t)c->goals;
}

/* Tries this many; 0 where none of them was any good. */
static bool draw_some(const bw_state *h, const choices *c, rng *g, uint64_t tries, bw_move *out) {
    while (tries--)
        if (draw_candidate(c, g, out) && accepted(h, *out)) return true;
    return false;
}

/* The goals of all sources in one list, where the author lists them; -1 where it is too long. */
static int gather_targets(const bw_state *h, const choices *c, bw_move *list) {
    int n = 0;
    for (int i = 0; i < c->sources; i++) {
        uint16_t cell[BW_CELLS];
        kit_place from = c->source[i];
        int m = rules_of(h)->k->from->targets(h, from >> 7, from & 127, cell, BW_CELLS);
        for (int j = 0; j < m && j < BW_CELLS; j++) {
            if (!is_goal(h, cell[j])) continue;
            if (n == LIST_SIZE) return -1;
            list[n++] = movement(from, place_of(h, cell[j]));
        }
    }
    return n;
}

static bool draw_by_targets(const bw_state *h, const choices *c, rng *g, bw_move *out) {
    bw_move list[LIST_SIZE];
    int n = gather_targets(h, c, list);
    uint64_t places = (uint64_t)c->pieces * (uint64_t)c->spots;
    for (uint64_t tries = n < 0 ? 0 : (places + (uint64_t)n) / 2; tries--;) {
        uint64_t x = rng_below(g, places + (uint64_t)n);
        *out = x < places
                   ? placement(c->piece[x / (uint64_t)c->spots], c->spot[x % (uint64_t)c->spots])
                   : list[x - places];
        if (kit_valid(h, *out)) return true;
    }
    return false;
}

/* The k-th of all, where drawing found none soon. */
static bool draw_from_all(const bw_state *h, const choices *c, rng *g, bw_move *out) {
    sink all = {.stop = INT_MAX};
    scan(h, c, &all);
    if (!all.found) return false;
    sink pick = {.stop = 1 + (int)rng_below(g, (uint64_t)all.found)};
    scan(h, c, &pick);
    *out = pick.last;
    return true;
}

static bool draw_generated(const bw_state *h, rng *g, bw_move *out) {
    bw_move list[LIST_SIZE];
    int n = rules_of(h)->k->from->generate_moves(h, list, LIST_SIZE);
    if (n > LIST_SIZE) n = LIST_SIZE;
    if (n > 0) *out = list[rng_below(g, (uint64_t)n)];
    return n > 0;
}

static bool draw_move(const bw_state *h, rng *g, bw_move *out) {
    const kit_rules *r = rules_of(h);
    if (r->k->from->generate_moves && r->head.max_actions <= LIST_SIZE)
        return draw_generated(h, g, out);
    choices c;
    gather(h, &c);
    if (r->k->from->targets ? draw_by_targets(h, &c, g, out)
                            : draw_some(h, &c, g, candidates(&c) / 2, out))
        return true;
    return draw_from_all(h, &c, g, out);
}

/* --- whether there is one --- */

static bool seen_before(const bw_state *h, const kit_work *w) {
    int p = h->player;
    for (int i = 1; i <= w->known[p]; i++) /* the latest first */
        if (kit_valid(h, w->witness[p][(w->next[p] - i) & (KIT_WITNESSES - 1)])) return true;
    return false;
}

static void remember(kit_work *w, int p, bw_move m) {
    w->witness[p][w->next[p]] = m;
    w->next[p] = (w->next[p] + 1) & (KIT_WITNESSES - 1);
    if (w->known[p] < KIT_WITNESSES) w->known[p]++;
}

static int can_move(const bw_state *asked, int player) {
    const kit_rules *r = rules_of(asked);
    kit_work *w = asked->work;
    if (player < 0 || player >= r->head.players) return 0;
    bw_state h = *asked;
    h.player = player;
    const bw_game *a = r->k->from;
    if (a->has_move) return a->has_move(&h, player) != 0;
    if (a->generate_moves && r->head.max_actions <= LIST_SIZE) {
        bw_move list[LIST_SIZE];
        return a->generate_moves(&h, list, LIST_SIZE) > 0;
    }
    if (seen_before(&h, w)) return 1;
    choices c;
    bw_move found = 0;
    gather(&h, &c);
    uint64_t tries = candidates(&c) / 2;
    bool any = draw_some(&h, &c, &w->g, tries < FEW_TRIES ? tries : FEW_TRIES, &found);
    if (!any) {
        sink k = {.stop = 1};
        scan(&h, &c, &k);
        any = k.found > 0;
        found = k.last;
    }
    if (any) remember(w, player, found);
    return any;
}

const bw_host kit_host = {put, can_move};

/* --- hashes --- */

uint64_t kit_key(const kit *k, const uint8_t *cell) {
    uint64_t key = 0;
    for (int i = 0; i < k->cells; i++)
        key ^= k->keys[(size_t)i * (size_t)(k->pieces + 2) + k->number[cell[i]]];
    return key;
}

uint64_t kit_hash(const rules *head, const void *state) {
    const kit *k = kit_rules_of(head)->k;
    const kit_state *s = state;
    uint64_t h = s->key ^ k->player_key[s->player];
    size_t extra = k->from->extra_size;
    if (extra) h ^= hash_bytes(kit_extra(s), extra, k->round_key);
    if (k->from->flags & BW_HASH_ROUND) h ^= hash_mix(k->round_key + (uint64_t)s->round);
    if (s->lot) h ^= k->lot_key;
    if (s->ending != KIT_OPEN) {
        int who = s->winner < BW_NOBODY ? BW_NOBODY : s->winner;
        h ^= k->over_key[who + 1] + (uint64_t)(s->winner < BW_NOBODY ? -s->winner : 0);
    }
    return h;
}

/* What always holds of a state between calls; for assertions. */
FOR_ASSERT static bool kit_state_check(const kit_rules *r, const kit_state *s) {
    const kit *k = r->k;
    return s->player < r->head.players && s->ending < KIT_ENDINGS &&
           (s->ending == KIT_OPEN ? s->winner == BW_NOBODY && !s->fault
                                  : s->winner < r->head.players) &&
           (s->fault != FAULT_NONE) == (s->ending == KIT_FAULT) &&
           (!s->lot || (s->ending == KIT_OPEN && s->ply == 0)) &&
           s->key == kit_key(k, kit_board(k, s));
}

/* --- a move --- */

static void end_game(kit_state *s, int ending, int winner) {
    s->ending = (uint8_t)ending;
    s->winner = (int16_t)winner;
}

static void end_fault(kit_state *s) {
    end_game(s, KIT_FAULT, BW_NOBODY);
}

/* The player after this one, by the author's word; false after a fault. */
static bool hand_over(const kit_rules *r, kit_state *s, bw_state *h) {
    const bw_game *a = r->k->from;
    int next = a->next_player(h);
    if (next < 0 || next >= r->head.players) {
        s->fault = FAULT_PLAYER;
        return false;
    }
    s->player = (uint8_t)next;
    h->player = next;
    int round = a->round_counter ? a->round_counter(h) : s->round + 1;
    s->round = h->round = round;
    return true;
}

static void end_dead(const kit_rules *r, kit_state *s) {
    int p = s->player;
    int players = r->head.players;
    switch (r->k->from->on_no_move) {
    case BW_DEAD_LOSES:
        end_game(s, KIT_NO_MOVE, players == 2 ? 1 - p : -2 - p);
        return;
    case BW_DEAD_WINS:
        end_game(s, KIT_NO_MOVE, p);
        return;
    default:
        end_game(s, KIT_NO_MOVE, BW_NOBODY);
    }
}

void kit_end_if_stuck(const kit_rules *r, kit_state *s, kit_work *w) {
    bw_state h = kit_handle(r, s, w);
    bool passes = r->k->from->on_no_move == BW_DEAD_PASS;
    uint8_t player = s->player;
    int32_t round = s->round;
    for (int i = 0; i < (passes ? r->head.players : 1); i++) {
        if (can_move(&h, s->player)) return;
        if (passes && !hand_over(r, s, &h)) return;
    }
    s->player = player; /* all of them are stuck */
    s->round = round;
    end_dead(r, s);
}

static void finish(const kit_rules *r, kit_state *s, const bw_state *h) {
    int winner = r->k->from->get_winner(h);
    if (winner < BW_NOBODY || winner >= r->head.players)
        s->fault = FAULT_WINNER;
    else
        end_game(s, KIT_FINISHED, winner);
}

/* What ends a game that continues by the author's word: no player can move, or it lasts too
 * long. With `lazy`, who draws the next move finds out whether there is one. */
static void limit(const kit_rules *r, kit_state *s, const trail *t, kit_work *w, bool lazy) {
    bool full = r->max_plies && s->ply >= (uint32_t)r->max_plies;
    if (!lazy || full) kit_end_if_stuck(r, s, w);
    if (s->ending != KIT_OPEN || s->fault) return;
    bool again = t && r->repetition && t->len + 1 >= (size_t)r->repetition &&
                 trail_count(t, kit_hash(&r->head, s), t->len) + 1 >= r->repetition;
    if (again && lazy && !full) kit_end_if_stuck(r, s, w);
    if (s->ending != KIT_OPEN || !(full || again)) return;
    end_game(s, full ? KIT_MAX_PLIES : KIT_REPETITION, BW_NOBODY);
}

static void advance(const kit_rules *r, kit_state *s, trail *t, bw_move m, kit_work *w, bool lazy) {
    const bw_game *a = r->k->from;
    if (t) trail_push(t, kit_hash(&r->head, s));
    bw_state h = kit_handle(r, s, w);
    w->writes = s;
    if (a->perform_move)
        a->perform_move(&h, m);
    else
        bw_default_perform(&h, m);
    w->writes = NULL;
    s->ply++;
    if (a->game_finished(&h))
        finish(r, s, &h);
    else if (hand_over(r, s, &h))
        limit(r, s, t, w, lazy);
    if (s->fault) end_fault(s);
}

void kit_begin(const kit_rules *r, kit_state *s) {
    const kit *k = r->k;
    const bw_game *a = k->from;
    memset(s, 0, r->head.state_size);
    memcpy(kit_board(k, s), k->start, (size_t)k->cells);
    s->key = kit_key(k, k->start);
    s->round = 1;
    s->winner = BW_NOBODY;
    kit_work w;
    kit_work_init(&w, s);
    bw_state h = kit_handle(r, s, &w);
    w.writes = s;
    if (a->init) a->init(&h);
    w.writes = NULL;
    int first = r->first >= 0 ? r->first : a->initial_player ? a->initial_player(&h) : 0;
    if (first < 0 || first >= r->head.players)
        s->fault = FAULT_PLAYER;
    else
        s->player = (uint8_t)first;
    s->lot = r->first == KIT_FIRST_LOT;
    if (!s->fault && !s->lot) kit_end_if_stuck(r, s, &w);
    if (s->fault) end_fault(s);
    assert(kit_state_check(r, s));
}

/* Who starts was drawn. */
static void begin_with(const kit_rules *r, kit_state *s, action outcome, kit_work *w) {
    s->lot = 0;
    s->player = (uint8_t)kit_first_seat(outcome);
    kit_end_if_stuck(r, s, w);
    if (s->fault) end_fault(s);
}

/* --- the contract --- */

int kit_legal(const rules *head, const void *state, const trail *t, action *out) {
    const kit_rules *r = kit_rules_of(head);
    const bw_game *a = r->k->from;
    int room = (int)head->max_actions;
    kit_work w;
    (void)t;
    kit_work_init(&w, state);
    bw_state h = kit_handle(r, state, &w);
    if (!a->generate_moves) {
        int n = list_all(&h, out, room);
        return n < room ? n : room;
    }
    /* The author's moves are half as wide: they go to the upper half and are spread out from the
     * front, never over one that is still to be read. */
    bw_move *list = (bw_move *)(void *)out + room;
    int n = a->generate_moves(&h, list, room);
    n = n < 0 ? 0 : n > room ? room : n;
    for (int i = 0; i < n; i++) {
        bw_move m;
        memcpy(&m, (const char *)out + ((size_t)room + (size_t)i) * sizeof m, sizeof m);
        out[i] = m;
    }
    return n;
}

uint64_t kit_count(const rules *head, const void *state, const trail *t) {
    const kit_rules *r = kit_rules_of(head);
    kit_work w;
    (void)t;
    kit_work_init(&w, state);
    bw_state h = kit_handle(r, state, &w);
    int n = r->k->from->count_moves(&h);
    return n < 0 ? 0 : (uint64_t)n;
}

void kit_apply(const rules *head, void *state, trail *t, action a) {
    kit_work w;
    kit_work_init(&w, state);
    assert(((kit_state *)state)->ending == KIT_OPEN);
    if (((kit_state *)state)->lot)
        begin_with(kit_rules_of(head), state, a, &w);
    else
        advance(kit_rules_of(head), state, t, (bw_move)a, &w, false);
    assert(kit_state_check(kit_rules_of(head), state));
}

void kit_play_random(const rules *head, void *state, trail *t, rng *g) {
    const kit_rules *r = kit_rules_of(head);
    kit_work w;
    bw_move m;
    kit_work_init(&w, state);
    if (((kit_state *)state)->lot) {
        begin_with(r, state, kit_first_draw(head, g), &w);
        return;
    }
    bw_state h = kit_handle(r, state, &w);
    if (draw_move(&h, g, &m)) advance(r, state, t, m, &w, false);
}

int kit_play_out(const rules *head, void *state, trail *t, rng *g, int max) {
    const kit_rules *r = kit_rules_of(head);
    kit_state *s = state;
    kit_work w;
    kit_work_init(&w, s);
    bool lazy = r->k->from->on_no_move != BW_DEAD_PASS;
    int n = 0;
    if (s->lot && max > 0) {
        begin_with(r, s, kit_first_draw(head, g), &w);
        n++;
    }
    for (; n < max && s->ending == KIT_OPEN; n++) {
        bw_state h = kit_handle(r, s, &w);
        rng before = *g;
        bw_move m;
        if (!draw_move(&h, g, &m)) {
            *g = before; /* one ply at a time would have ended here without a draw */
            end_dead(r, s);
            break;
        }
        advance(r, s, t, m, &w, lazy);
    }
    if (lazy && !s->lot && s->ending == KIT_OPEN) kit_end_if_stuck(r, s, &w);
    assert(kit_state_check(r, s) && n <= max);
    return n;
}
