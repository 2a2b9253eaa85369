#include "games/leduc/leduc_view.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/game/tokens.h"
#include "games/leduc/leduc_text.h"

enum { SPECTATOR = 2 };

static uint8_t viewer(int player) {
    assert(player == SEAT_PUBLIC || player == 0 || player == 1);
    return (uint8_t)(player == SEAT_PUBLIC ? SPECTATOR : player);
}

/* A card dealt to `slot` is shown to all players, or to one alone. */
static bool sees(int player, int slot) {
    return slot == LEDUC_SLOT_BOARD || slot - 1 == player;
}

void leduc_observe(const rules *r, const void *state, int player, void *view) {
    (void)r;
    const leduc_state *s = state;
    leduc_view *v = view;
    v->player = viewer(player);
    v->hand = v->player == SPECTATOR ? LEDUC_NO_CARD : s->hand[v->player];
    v->table = s->table;
}

/* Draws without return are alike in any order, so the unseen cards may be drawn after those that
 * are seen, from what these leave. */
void leduc_resample(const rules *r, const void *view, void *state, rng *g) {
    (void)r;
    const leduc_view *v = view;
    leduc_state *s = state;
    memset(s, 0, sizeof *s);
    s->table = v->table;
    if (v->player != SPECTATOR) s->hand[v->player] = v->hand;
    for (int i = 0; i < 2; i++)
        if (i != v->player && leduc_hand_dealt(&v->table, i))
            s->hand[i] = (uint8_t)leduc_draw_card(s, g);
}

void leduc_view_start(const rules *r, int player, void *view) {
    leduc_state s;
    r->game->start(r, &s);
    leduc_observe(r, &s, player, view);
}

void leduc_seen_text(const rules *r, const void *s, const action *steps, int n, int player,
                     text *out) {
    int slot = (int)(steps[0] >> 2);
    if (slot && player != SEAT_ALL && !sees(player, slot)) {
        text_format(out, "?%s", leduc_slot_name(slot));
        return;
    }
    if (slot) text_char(out, '!');
    leduc_to_text(r, s, steps, n, out);
}

static status impossible(error *err, const char *reason, const char *name, const char *sentence) {
    status st = error_set(err, ST_CHANCE_IMPOSSIBLE, "%s%s", sentence, name);
    error_reason(err, reason, "expected=%s", name);
    return st;
}

static status leak(const leduc_view *v, int slot, error *err) {
    char who[24] = "a spectator";
    if (v->player != SPECTATOR) (void)snprintf(who, sizeof who, "seat %d", v->player + 1);
    status st =
        error_set(err, ST_LEAK, "%s cannot see what seat %d is dealt; use ?p%d", who, slot, slot);
    error_reason(err, "hidden-card", "slot=p%d", slot);
    return st;
}

/* "!p1=J" or "?p2". The rank is possible whatever it is: no view knows two cards
 * before the board. */
static status apply_deal(leduc_view *v, const char *event, error *err) {
    int due = leduc_slot(&v->table);
    const char *name = leduc_slot_name(due);
    bool shown = sees(v->player, due);
    if (event[0] == '?') {
        if (strcmp(event + 1, name) != 0)
            return impossible(err, "bad-outcome", name, "the next card is dealt to ");
        if (shown)
            return impossible(err, "card-needed", name, "this card is seen; add its rank to !");
        leduc_table_deal(&v->table, LEDUC_NO_CARD);
        return ST_OK;
    }
    action a = leduc_parse(event + 1);
    int slot = a <= LEDUC_RAISE || a == ACTION_NONE ? 0 : (int)(a >> 2);
    if (slot && !sees(v->player, slot)) return leak(v, slot, err);
    if (slot != due) return impossible(err, "bad-outcome", name, "the next card is dealt to ");
    if (due != LEDUC_SLOT_BOARD) v->hand = (uint8_t)(a & 3);
    leduc_table_deal(&v->table, (int)(a & 3));
    return ST_OK;
}

status leduc_view_apply(const rules *r, void *view, const char *event, error *err) {
    (void)r;
    leduc_view *v = view;
    bool deal = event[0] == '!' || event[0] == '?';
    int due = leduc_slot(&v->table);
    if (v->table.stage == LEDUC_OVER) return error_set(err, ST_GAME_OVER, "the game is over");
    if (deal && !due)
        return error_set(err, ST_ACTION_EXPECTED, "seat %d has to bet", v->table.mover + 1);
    if (!deal && due)
        return error_set(err, ST_CHANCE_EXPECTED, "a card is due, announce %c%s%s",
                         sees(v->player, due) ? '!' : '?', leduc_slot_name(due),
                         sees(v->player, due) ? "=<J, Q or K>" : "");
    if (deal) return apply_deal(v, event, err);
    action bet = leduc_parse(event);
    status st = leduc_verify_bet(&v->table, bet, err);
    if (st == ST_OK) leduc_bet(&v->table, (int)bet);
    return st;
}

/* The board card of a rank may need the other hand to be another one. */
static void make_possible(const leduc_view *v, leduc_state *s, int rank) {
    int other = v->player == 0 ? 1 : 0;
    if (leduc_left(s, rank) > 0) return;
    s->hand[other] = LEDUC_NO_CARD;
    int spare = LEDUC_JACK;
    while (spare == rank || leduc_left(s, spare) == 0) spare++;
    s->hand[other] = (uint8_t)spare;
}

status leduc_view_deal(const rules *r, const void *view, const char *event, void *state,
                       struct token *out, error *err) {
    leduc_view next = *(const leduc_view *)view;
    leduc_state *s = state;
    rng g = {.s = 1};
    status st = leduc_view_apply(r, &next, event, err);
    if (st != ST_OK) return st;
    leduc_resample(r, view, s, &g);
    int slot = leduc_slot(&s->table);
    out->count = 1;
    if (event[0] == '?') {
        out->steps[0] = (action)4 * (unsigned)slot + (unsigned)leduc_draw_card(s, &g);
        return ST_OK;
    }
    out->steps[0] = leduc_parse(event + (event[0] == '!'));
    if (slot) make_possible(view, s, (int)(out->steps[0] & 3));
    return ST_OK;
}

/* The high bit keeps views apart from states. */
uint64_t leduc_view_hash(const rules *r, const void *view) {
    (void)r;
    const leduc_view *v = view;
    return hash_mix(leduc_word((uint8_t)(v->player | 0x80), v->hand, &v->table));
}

int leduc_view_player(const rules *r, const void *view) {
    (void)r;
    const leduc_view *v = view;
    return v->player == SPECTATOR ? SEAT_PUBLIC : v->player;
}

void leduc_view_write(const rules *r, const void *view, text *out) {
    (void)r;
    const leduc_view *v = view;
    uint8_t hand[2];
    for (int i = 0; i < 2; i++) {
        hand[i] = leduc_hand_dealt(&v->table, i) ? LEDUC_UNSEEN : LEDUC_NO_CARD;
        if (i == v->player) hand[i] = v->hand;
    }
    leduc_line_write(hand, &v->table, out);
}

status leduc_view_read(const rules *r, int player, void *view, const char *line, error *err) {
    (void)r;
    leduc_view *v = view;
    memset(v, 0, sizeof *v);
    v->player = viewer(player);
    uint8_t hand[2];
    status st = leduc_line_read(hand, &v->table, line, ST_BAD_VIEW, err);
    if (st != ST_OK) return st;
    for (int i = 0; i < 2; i++) {
        bool own = i == v->player;
        if (own && hand[i] == LEDUC_UNSEEN)
            return error_set(err, ST_BAD_VIEW, "hands: this view must name the card of seat %d", i);
        if (!own && hand[i] != LEDUC_UNSEEN && hand[i] != LEDUC_NO_CARD)
            return error_set(err, ST_LEAK,
                             "hands: this view cannot know the card of seat %d; "
                             "write ?",
                             i);
        if (own) v->hand = hand[i];
    }
    return ST_OK;
}
