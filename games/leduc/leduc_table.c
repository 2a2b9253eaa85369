/* Leduc on the table: the scene, actions part by part, and positions that are set up. */
#include "games/leduc/leduc_table.h"

#include <string.h>

#include "engine/game/edit.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "games/leduc/leduc_text.h"
#include "games/leduc/leduc_view.h"

static const char *const ranks[] = {"", "jack", "queen", "king"};

static void add_card(scene *out, const char *area, int owner, int rank) {
    bool up = rank != LEDUC_NO_CARD;
    scene_add_thing(out, &(scene_thing){.id = scene_text(out, "%s.card", area),
                                        .label = up ? ranks[rank] : "a card face down",
                                        .sprite = "card",
                                        .at = area,
                                        .text = up ? ranks[rank] : NULL,
                                        .owner = owner,
                                        .down = !up});
}

static void leduc_scene(const rules *r, const void *seen, int seat, scene *out) {
    const leduc_view *v = seen;
    const leduc_table *t = &v->table;
    (void)r;
    (void)seat;
    for (int i = 0; i < 2; i++) {
        const char *id = scene_text(out, "p%d.hand", i + 1);
        scene_add_count(out, i, "chips in the pot", t->pot[i]);
        scene_add_area(out, &(scene_area){.id = id,
                                          .label = scene_text(out, "hand of seat %d", i + 1),
                                          .owner = i,
                                          .box = {0, i ? 4 : 0, 2, 2},
                                          .flow = "row"});
        if (leduc_hand_dealt(t, i)) add_card(out, id, i, v->player == i ? v->hand : LEDUC_NO_CARD);
    }
    scene_add_area(out, &(scene_area){.id = "board",
                                      .label = "board",
                                      .owner = SCENE_TABLE,
                                      .box = {0, 2, 4, 2},
                                      .flow = "row"});
    if (t->board) add_card(out, "board", SCENE_TABLE, t->board);
    scene_add_thing(out, &(scene_thing){.id = "pot",
                                        .label = "pot",
                                        .sprite = "chip",
                                        .at = "board",
                                        .owner = SCENE_TABLE,
                                        .count = t->pot[0] + t->pot[1]});
}

static bool parts_of_chance(const leduc_state *s, pick_list *out) {
    const char *slot = leduc_slot_name(leduc_slot(&s->table));
    pick_ask(out, "which card?");
    for (int rank = LEDUC_JACK; rank <= LEDUC_KING; rank++) {
        if (!leduc_left(s, rank)) continue;
        pick_add(out, &(pick_part){.part = ranks[rank],
                                   .token = pick_text(out, "!%s=%c", slot, " JQK"[rank]),
                                   .kind = PICK_CARD});
    }
    return out->count > 0;
}

static bool leduc_parts(const rules *r, const void *state, const trail *t, pick_path path,
                        pick_list *out) {
    static const char *const verbs[] = {"", "fold", "call", "raise"};
    const leduc_state *s = state;
    action list[3];
    if (path.count || s->table.stage == LEDUC_OVER) return false;
    if (!leduc_betting(&s->table)) return parts_of_chance(s, out);
    pick_ask(out, "fold, call or raise?");
    int n = r->game->legal(r, state, t, list);
    for (int i = 0; i < n; i++) {
        char does[64];
        text out_words = text_over(does, sizeof does);
        const char *verb = verbs[list[i]];
        leduc_describe(r, state, &list[i], 1, &out_words);
        pick_add(out, &(pick_part){.part = verb, .words = does, .token = verb, .kind = PICK_VERB});
    }
    return n > 0;
}

/* --- set up --- */

/* What nothing else tells. Stage, mover and chips follow from it. */
typedef struct facts {
    uint8_t hand[2], board;
    uint8_t before; /* chips that each put in before this round's bets */
    uint8_t bets;   /* as in a table */
} facts;

/* Plays the bets of the round. False where no betting goes like that. */
static bool play(const facts *f, leduc_table *t) {
    const leduc_table bets = {.bets = f->bets};
    int hands = (f->hand[0] != LEDUC_NO_CARD) + (f->hand[1] != LEDUC_NO_CARD);
    *t = (leduc_table){.board = f->board, .pot = {f->before, f->before}};
    t->stage = (uint8_t)(hands < 2 ? hands : f->board ? LEDUC_BET_2 : LEDUC_BET_1);
    for (int i = 0; i < leduc_bet_count(&bets); i++) {
        action bet = (action)leduc_bet_at(&bets, i);
        if (leduc_verify_bet(t, bet, NULL) != ST_OK) return false;
        leduc_bet(t, (int)bet);
    }
    return true;
}

static facts facts_of(const leduc_state *s) {
    facts f = {{s->hand[0], s->hand[1]}, s->table.board, LEDUC_ANTE, s->table.bets};
    leduc_table t;
    for (int chips = LEDUC_ANTE; chips <= LEDUC_MAX_CHIPS; chips++) {
        f.before = (uint8_t)chips;
        if (play(&f, &t) && memcmp(t.pot, s->table.pot, sizeof t.pot) == 0) return f;
    }
    f.before = LEDUC_ANTE;
    return f;
}

/* A jack, "J" or "jack"; LEDUC_NO_CARD: another word. */
static uint8_t rank_called(const char *what) {
    for (unsigned rank = LEDUC_JACK; rank <= LEDUC_KING; rank++) {
        const char letter[] = {" JQK"[rank], '\0'};
        if (text_same(what, ranks[rank]) || text_same(what, letter)) return (uint8_t)rank;
    }
    return LEDUC_NO_CARD;
}

static status put_card(facts *f, uint8_t *card, const char *what, error *err) {
    uint8_t rank = rank_called(what);
    *card = LEDUC_NO_CARD;
    if (!rank)
        return error_set(err, ST_BAD_VALUE, "there is no card '%.40s': jack, queen, king", what);
    if ((f->hand[0] == rank) + (f->hand[1] == rank) + (f->board == rank) == LEDUC_COPIES)
        return error_set(err, ST_BAD_VALUE, "both cards of the rank %s are dealt already",
                         ranks[rank]);
    *card = rank;
    return ST_OK;
}

/* "rc", or words: "raise call". */
static status put_bets(facts *f, const char *what, error *err) {
    static const char *const names[] = {"", "fold", "call", "raise"};
    unsigned bets = 0;
    int n = 0;
    leduc_table t;
    for (const char *at = what; *(at += strspn(at, " ,"));) {
        unsigned bet = LEDUC_FOLD;
        while (bet <= LEDUC_RAISE && !text_starts(at, names[bet]) && *at != names[bet][0]) bet++;
        if (bet > LEDUC_RAISE || n == 4)
            return error_set(err, ST_BAD_VALUE,
                             "'%.40s' is no betting: up to four of fold, call, raise", what);
        at += text_starts(at, names[bet]) ? strlen(names[bet]) : 1;
        bets |= bet << 2 * n++;
    }
    f->bets = (uint8_t)bets;
    if (!f->hand[0] || !f->hand[1])
        return error_set(err, ST_BAD_VALUE, "nobody bets before both hands are dealt");
    if (!play(f, &t)) return error_set(err, ST_BAD_VALUE, "no betting goes like '%.40s'", what);
    return ST_OK;
}

/* A card or, with `what` NULL, none; bets go with the cards they were made on. */
static status put(const rules *r, facts *f, const char *cell, const char *what, error *err) {
    unsigned seat;
    const char *of_seat = edit_of_seat(r, cell, &seat);
    unsigned chips = LEDUC_ANTE;
    uint8_t *card = of_seat && text_same(of_seat, "hand") ? &f->hand[seat]
                    : text_same(cell, "board")            ? &f->board
                                                          : NULL;
    status st = ST_OK;
    if (card) {
        leduc_table first;
        bool was = *card != LEDUC_NO_CARD;
        bool round = play(f, &first) && first.pot[0] == first.pot[1];
        st = what ? put_card(f, card, what, err) : ST_OK;
        if (!what) *card = LEDUC_NO_CARD;
        if (was == (*card != LEDUC_NO_CARD)) return st;
        f->bets = 0;
        f->before = card == &f->board && what && round ? first.pot[0] : LEDUC_ANTE;
        return st;
    }
    if (text_same(cell, "bets")) {
        f->bets = 0;
        return what ? put_bets(f, what, err) : ST_OK;
    }
    if (!text_same(cell, "pot"))
        return error_set(err, ST_BAD_VALUE,
                         "there is no place '%.40s': p1.hand, p2.hand, board, pot, bets", cell);
    if (what)
        st = edit_number(cell, what, LEDUC_ANTE + LEDUC_MAX_RAISES * LEDUC_RAISE_1, &chips, err);
    if (chips % LEDUC_RAISE_1 != LEDUC_ANTE)
        return error_set(err, ST_BAD_VALUE,
                         "before the bets of this round each has put in 1, 3 or 5, not %u", chips);
    f->before = (uint8_t)chips;
    return st;
}

static status turn(const rules *r, const leduc_table *t, const char *who, error *err) {
    unsigned seat;
    status st = edit_seat(r, who, &seat, err);
    if (st != ST_OK) return st;
    if (!leduc_betting(t)) return error_set(err, ST_BAD_VALUE, "no seat is to bet here");
    if (seat != t->mover)
        return error_set(err, ST_BAD_VALUE,
                         "by the bets it is the turn of seat %d: put bets changes it",
                         t->mover + 1);
    return ST_OK;
}

static status leduc_edit(const rules *r, void *state, const game_edit *e, error *err) {
    leduc_state *s = state;
    facts f = facts_of(s);
    leduc_table t;
    if (e->kind == EDIT_TURN) return turn(r, &s->table, e->what, err);
    if (e->kind == EDIT_CLEAR_ALL) f = (facts){.before = LEDUC_ANTE};
    status st = e->kind == EDIT_CLEAR_ALL
                    ? ST_OK
                    : put(r, &f, e->cell, e->kind == EDIT_PUT ? e->what : NULL, err);
    if (st != ST_OK) return st;
    (void)play(&f, &t); /* the bets were tried when they were put */
    t.bets = f.bets;
    *s = (leduc_state){{f.hand[0], f.hand[1]}, t};
    return ST_OK;
}

const game_table leduc_game_table = {
    .scene = leduc_scene, .parts = leduc_parts, .edit = leduc_edit};
