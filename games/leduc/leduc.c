#include "games/leduc/leduc.h"

#include <assert.h>
#include <string.h>

#include "engine/game/game_endings.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "engine/game/game_views.h"
#include "games/leduc/leduc_inputs.h"
#include "games/leduc/leduc_rules.h"
#include "games/leduc/leduc_table.h"
#include "games/leduc/leduc_text.h"
#include "games/leduc/leduc_view.h"

static status leduc_open(rules **out, const game *g, const params *p, error *err) {
    if (p->first > 0)
        return error_set(err, ST_UNSUPPORTED, "in leduc seat 1 bets first in both rounds");
    rules *r = rules_alloc(g, p, sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the rules of leduc");
    r->state_size = sizeof(leduc_state);
    r->view_size = sizeof(leduc_view);
    r->max_actions = LEDUC_RANKS; /* as many as there are bets */
    *out = r;
    return ST_OK;
}

static void leduc_start(const rules *r, void *state) {
    (void)r;
    leduc_state *s = state;
    memset(s, 0, sizeof *s);
    s->table.pot[0] = s->table.pot[1] = LEDUC_ANTE;
}

static int leduc_actor(const rules *r, const void *state) {
    (void)r;
    const leduc_table *t = &((const leduc_state *)state)->table;
    if (leduc_betting(t)) return t->mover;
    return t->stage == LEDUC_OVER ? ACTOR_NONE : ACTOR_CHANCE;
}

static int leduc_legal(const rules *r, const void *state, const trail *t, action *out) {
    (void)r;
    (void)t;
    const leduc_table *table = &((const leduc_state *)state)->table;
    if (!leduc_betting(table)) return 0;
    int n = 0;
    if (leduc_facing(table)) out[n++] = LEDUC_FOLD;
    out[n++] = LEDUC_CALL;
    if (leduc_may_raise(table)) out[n++] = LEDUC_RAISE;
    return n;
}

static void leduc_apply(const rules *r, void *state, trail *t, action a) {
    assert(leduc_verify(r, state, t, &a, 1, NULL) == ST_OK);
    (void)r;
    (void)t;
    leduc_state *s = state;
    if (a <= LEDUC_RAISE)
        leduc_bet(&s->table, (int)a);
    else
        leduc_deal(s, (int)(a & 3));
}

static void leduc_play_random(const rules *r, void *s, trail *t, rng *g) {
    (void)r;
    (void)t;
    leduc_put_random(s, g);
}

static int leduc_chance(const rules *r, const void *state, action *out, float *weight) {
    (void)r;
    const leduc_state *s = state;
    action slot = (action)leduc_slot(&s->table);
    int deck = 0;
    int n = 0;
    for (int rank = LEDUC_JACK; rank <= LEDUC_KING; rank++) deck += leduc_left(s, rank);
    for (int rank = LEDUC_JACK; rank <= LEDUC_KING; rank++) {
        int left = leduc_left(s, rank);
        if (left == 0) continue;
        out[n] = slot << 2 | (action)rank;
        weight[n++] = (float)left / (float)deck;
    }
    return n;
}

static uint64_t leduc_hash_of(const rules *r, const void *s) {
    (void)r;
    return leduc_hash(s);
}

static int hands_dealt(const leduc_state *s) {
    return (s->hand[0] != LEDUC_NO_CARD) + (s->hand[1] != LEDUC_NO_CARD);
}

/* From scratch, another way: the table played out again from its bets. */
static uint64_t leduc_rehash(const rules *r, const void *state) {
    (void)r;
    const leduc_state *s = state;
    leduc_state again = *s;
    const char *field;
    if (!leduc_rebuild(&again.table, hands_dealt(s), &s->table, &field)) return 0;
    return leduc_hash(&again);
}

/* What seat 0 has won; a fold leaves the folder with fewer chips in the pot. */
static int net_of_first(const leduc_state *s) {
    const leduc_table *t = &s->table;
    if (t->pot[0] != t->pot[1]) return t->pot[0] > t->pot[1] ? t->pot[1] : -t->pot[0];
    int first = s->hand[0] == t->board ? LEDUC_KING + 1 : s->hand[0];
    int second = s->hand[1] == t->board ? LEDUC_KING + 1 : s->hand[1];
    return first == second ? 0 : first > second ? t->pot[1] : -t->pot[0];
}

static void leduc_returns(const rules *r, const void *s, float *utility, int32_t *points) {
    (void)r;
    int net = net_of_first(s);
    points[0] = net;
    points[1] = -net;
    for (int i = 0; i < 2; i++) utility[i] = 0.5F + (float)points[i] / (2.0F * LEDUC_MAX_CHIPS);
}

static void leduc_bounds(const rules *r, const void *s, int32_t *low, int32_t *high) {
    (void)r;
    (void)s;
    for (int i = 0; i < 2; i++) {
        low[i] = -LEDUC_MAX_CHIPS;
        high[i] = LEDUC_MAX_CHIPS;
    }
}

static const char *leduc_phase(const rules *r, const void *state) {
    static const char *const names[] = {"deal", "deal", "round1", "deal", "round2", "over"};
    (void)r;
    return names[((const leduc_state *)state)->table.stage];
}

static const char *leduc_ending(const rules *r, const void *state) {
    (void)r;
    const leduc_table *t = &((const leduc_state *)state)->table;
    return t->pot[0] == t->pot[1] ? "showdown" : "fold";
}

static status leduc_check(const rules *r, const void *state, error *err) {
    (void)r;
    const leduc_state *s = state;
    for (int rank = LEDUC_JACK; rank <= LEDUC_KING; rank++)
        if (leduc_left(s, rank) < 0) return error_set(err, ST_INTERNAL, "three cards of one rank");
    if (s->hand[0] > LEDUC_KING || s->hand[1] > LEDUC_KING || s->table.board > LEDUC_KING)
        return error_set(err, ST_INTERNAL, "a card of no rank");
    if (s->hand[1] && !s->hand[0]) return error_set(err, ST_INTERNAL, "seat 1 was dealt to first");
    leduc_table again;
    const char *field;
    if (!leduc_rebuild(&again, hands_dealt(s), &s->table, &field))
        return error_set(err, ST_INTERNAL, "%s does not fit the rest", field);
    if (memcmp(&again, &s->table, sizeof again) != 0)
        return error_set(err, ST_INTERNAL, "stage or mover do not fit the bets");
    return ST_OK;
}

enum { FEATURE_HAND_RANK, FEATURE_PAIR, FEATURE_POT_LEAD };

static const feature leduc_features[] = {
    {"hand-rank", 0.5F, -5, 5, 0.05F}, /* -1 jack, 0 queen, 1 king */
    {"pair", 1.5F, -5, 5, 0.05F},      /* with the board */
    {"pot-lead", 0.1F, -5, 5, 0.05F},  /* raises the other has not paid yet */
    {NULL, 0, 0, 0, 0},
};

static void leduc_measure(const rules *r, const void *state, int player, float *out) {
    (void)r;
    const leduc_state *s = state;
    const leduc_table *t = &s->table;
    int hand = s->hand[player];
    int lead = t->pot[player] - t->pot[player ^ 1];
    out[FEATURE_HAND_RANK] = hand ? (float)(hand - LEDUC_QUEEN) : 0;
    out[FEATURE_PAIR] = hand && hand == t->board ? 1 : 0;
    out[FEATURE_POT_LEAD] = (float)((lead > 0) - (lead < 0));
}

/* Raises with a pair or a king, stays with a queen, and gives a jack up to a bet. */
static action tight(const rules *r, const void *state, const trail *t, rng *g) {
    (void)r;
    (void)t;
    (void)g;
    const leduc_state *s = state;
    int hand = s->hand[s->table.mover];
    if (hand == LEDUC_KING || hand == s->table.board)
        return leduc_may_raise(&s->table) ? LEDUC_RAISE : LEDUC_CALL;
    return hand == LEDUC_JACK && leduc_facing(&s->table) ? LEDUC_FOLD : LEDUC_CALL;
}

static const game_endings leduc_endings = {
    .name = leduc_ending,
};

static const game_views leduc_views = {
    .observe = leduc_observe,
    .resample = leduc_resample,
    .start = leduc_view_start,
    .apply = leduc_view_apply,
    .deal = leduc_view_deal,
    .seen_text = leduc_seen_text,
    .hash = leduc_view_hash,
    .player = leduc_view_player,
    .write = leduc_view_write,
    .read = leduc_view_read,
};

static const game_hints leduc_hints = {
    .bounds = leduc_bounds,
};

static const game_speed leduc_speed = {
    .play_random = leduc_play_random,
};

static const game_evaluation leduc_evaluation = {
    .measure = leduc_measure,
};

static const game_terminal leduc_terminal = {
    .describe = leduc_describe,
};

const game leduc = {
    .name = "leduc",
    .title = "Leduc Hold'em",
    .min_players = 2,
    .max_players = 2,
    .default_players = 2,
    .traits = GAME_CHANCE | GAME_HIDDEN | GAME_POINTS,
    .syntax = (const action_syntax[]){{"fold", "fold"},
                                      {"call", "call"},
                                      {"raise", "raise"},
                                      {"chance", "!p1=J, !p2=Q, !board=K"},
                                      {NULL, NULL}},
    .bots = (const bot[]){{"tight", tight}, {NULL, NULL}},
    .features = leduc_features,
    .endings = &leduc_endings,
    .views = &leduc_views,
    .hints = &leduc_hints,
    .speed = &leduc_speed,
    .evaluation = &leduc_evaluation,
    .inputs = &leduc_inputs,
    .terminal = &leduc_terminal,
    .table = &leduc_game_table,
    .open = leduc_open,
    .start = leduc_start,
    .actor = leduc_actor,
    .legal = leduc_legal,
    .apply = leduc_apply,
    .hash = leduc_hash_of,
    .rehash = leduc_rehash,
    .returns = leduc_returns,
    .verify = leduc_verify,
    .to_text = leduc_to_text,
    .from_text = leduc_from_text,
    .write = leduc_write,
    .read = leduc_read,
    .draw = leduc_draw,
    .phase = leduc_phase,
    .check = leduc_check,
    .chance = leduc_chance,
};
