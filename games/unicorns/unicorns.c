#include "games/unicorns/unicorns.h"

#include <string.h>

#include "engine/game/game_endings.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "engine/game/game_views.h"
#include "engine/game/option_text.h"
#include "games/unicorns/fast/unicorns_fast.h"
#include "games/unicorns/rules/unicorns_chain.h"
#include "games/unicorns/rules/unicorns_hash.h"
#include "games/unicorns/rules/unicorns_turn.h"
#include "games/unicorns/text/unicorns_table.h"
#include "games/unicorns/text/unicorns_text.h"
#include "games/unicorns/unicorns_bots.h"
#include "games/unicorns/unicorns_features.h"
#include "games/unicorns/unicorns_inputs.h"
#include "games/unicorns/unicorns_view.h"
#include "games/unicorns/unicorns_worth.h"

enum { DECK_LIMIT = 1 << 20, MANY = 5, WIN_MANY = 6, WIN_FEW = 7, LISTED_SEATS = 4 };

/* --- opening --- */

static status read_deck(un_rules *r, const char *name, error *err) {
    size_t len;
    const char *built_in = un_deck_text(name, &len);
    if (built_in) return un_deck_read(&r->deck, built_in, len, !r->official, err);
    text data;
    status st = option_text_read(&data, name, DECK_LIMIT, err);
    if (st != ST_OK) return st;
    error why;
    rules_note_file(&r->head, "deck", text_string(&data), data.len);
    st = un_deck_read(&r->deck, text_string(&data), data.len, !r->official, &why);
    text_done(&data);
    return st == ST_OK ? st : error_set(err, st, "%.40s, %.190s", name, why.text);
}

/* Names or files, separated by commas. */
static status read_decks(un_rules *r, const params *p, error *err) {
    char buf[PARAMS_VALUE];
    text names = text_over(buf, sizeof buf);
    text_put(&names, params_word(p, "deck", "base"));
    un_deck_begin(&r->deck);
    for (char *at = buf; at;) {
        char *comma = strchr(at, ',');
        if (comma) *comma = '\0';
        status st = read_deck(r, at, err);
        if (st != ST_OK) return st;
        at = comma ? comma + 1 : NULL;
    }
    return un_deck_end(&r->deck, err);
}

static void set_card(un_rules *r, int id, const un_kind *k) {
    r->type_of[id] = k->type;
    r->card[id] = (un_card){.events = k->events,
                            .flags = k->flags,
                            .first_trigger = k->first_trigger,
                            .triggers = k->triggers,
                            .lasting = k->lasting,
                            .type_bit = (uint8_t)(1U << k->type)};
    r->doubles += (k->flags & UN_DOUBLE) != 0;
}

static void set_sizes(un_rules *r) {
    r->cards = r->deck.cards;
    r->note_at = r->cards;
    r->aim_at = 2 * r->note_at;
    r->reg_at = 3 * r->note_at;
    r->to_win = r->n > MANY ? WIN_MANY : WIN_FEW;
    r->any = (uint8_t)(r->official ? UN_SET_ANY | UN_SET_PANDA : UN_SET_ANY);
    for (int k = 0; k < r->deck.kinds; k++)
        for (int i = 0; i < r->deck.kind[k].count; i++) {
            r->kind_of[r->deck.kind[k].first_id + i] = (uint8_t)k;
            set_card(r, r->deck.kind[k].first_id + i, &r->deck.kind[k]);
        }
    size_t bytes = sizeof(un_state) + 4 * (size_t)r->cards;
    r->head.state_size = (uint32_t)((bytes + 7) / 8 * 8);
    r->head.view_size = (uint32_t)un_view_bytes(r);
    r->head.max_actions = (uint32_t)(r->deck.kinds * r->n + 1);
    if (r->head.max_actions < UN_MAX_CARDS) r->head.max_actions = UN_MAX_CARDS;
    r->head.max_steps = 1;
}

static status read_all(un_rules *r, const params *p, const char *data, size_t len, error *err) {
    status st = ST_OK;
    if (data) {
        un_deck_begin(&r->deck);
        st = un_deck_read(&r->deck, data, len, !r->official, err);
        if (st == ST_OK) st = un_deck_end(&r->deck, err);
    } else {
        st = read_decks(r, p, err);
    }
    if (st == ST_OK && r->deck.pile < UN_DEALT * r->n + UN_SPARE)
        st = error_set(err, ST_BAD_VALUE, "the deck has %d cards, %d players need %d", r->deck.pile,
                       r->n, UN_DEALT * r->n + UN_SPARE);
    if (st != ST_OK) return st;
    set_sizes(r);
    un_sets_prepare(r);
    return un_worth_open(r, params_word(p, "weights", NULL), err);
}

status un_open_deck(rules **out, const game *g, const params *p, const char *data, size_t len,
                    error *err) {
    if (p->first > 0) return error_set(err, ST_UNSUPPORTED, "in unicorns seat 1 starts");
    un_rules *r = (un_rules *)(void *)rules_alloc(g, p, sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the rules of unicorns");
    r->n = r->head.players;
    r->official = !p->reference;
    r->shuffle_seats = params_int(p, "shuffle_seats", 0) != 0;
    r->max_turns = (int)params_int(p, "max_turns", UN_MAX_TURNS);
    if (r->shuffle_seats && r->n > LISTED_SEATS) r->head.traits |= GAME_SAMPLED;
    status st = read_all(r, p, data, len, err);
    if (st == ST_OK)
        *out = &r->head;
    else
        rules_free(&r->head);
    return st;
}

static status open(rules **out, const game *g, const params *p, error *err) {
    return un_open_deck(out, g, p, NULL, 0, err);
}

/* --- the end --- */

static bool before(const un_rules *r, const un_state *s, int a, int b) {
    int value = un_value(r, s, a) - un_value(r, s, b);
    return value ? value > 0 : un_letters(r, s, a) > un_letters(r, s, b);
}

/* From 1; ties share a rank under the printed rules, else the lower seat goes first. */
static void ranks(const rules *head, const void *state, int *out) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    for (int p = 0; p < r->n; p++) {
        out[p] = 1;
        for (int q = 0; q < r->n; q++) {
            bool tie = !before(r, s, p, q) && !before(r, s, q, p);
            out[p] += before(r, s, q, p) || (tie && !r->official && q < p);
        }
        if (s->ended == UN_ENDED_RESOURCE) out[p] = 1;
    }
}

/* The first one wins; tied leaders all lose under the printed rules. */
static void returns(const rules *head, const void *state, float *utility, int32_t *points) {
    const un_rules *r = un_of(head);
    const un_state *s = state;
    int rank[GAME_MAX_PLAYERS];
    int first = 0;
    ranks(head, s, rank);
    for (int p = 0; p < r->n; p++) first += rank[p] == 1;
    for (int p = 0; p < r->n; p++) {
        utility[p] = rank[p] == 1 && first == 1 ? 1.0F : 0.0F;
        if (s->ended == UN_ENDED_RESOURCE) utility[p] = 1.0F / (float)r->n;
        points[p] = un_value(r, s, p);
    }
}

static const char *ending(const rules *r, const void *state) {
    static const char *const names[] = {"end", "unicorns", "pile", "turn-limit", "resource"};
    (void)r;
    return names[((const un_state *)state)->ended];
}

static const char *phase(const rules *r, const void *state) {
    static const char *const names[] = {"seats", "deal",  "begin", "begin",   "draw",
                                        "play",  "draw",  "react", "effects", "end",
                                        "end",   "limit", "over"};
    (void)r;
    return names[((const un_state *)state)->phase];
}

static node_kind kind(const rules *r, const void *state) {
    const un_state *s = state;
    (void)r;
    if (s->ask == UN_ASK_REACT) return KIND_REACTION;
    return s->ask >= UN_ASK_SEATS ? KIND_CHANCE : KIND_ACTION;
}

static const param_spec specs[] = {
    {"deck", PARAM_FILE, "base", 0, 0, "base picnic",
     "decks by name (base, picnic) or file, separated by ,"},
    {"max_turns", PARAM_INT, "1000", 0, 60000, NULL,
     "the game is ranked after this many; 0: never"},
    {"shuffle_seats", PARAM_FLAG, "0", 0, 1, NULL, "seats are drawn by lot before the game"},
    {"weights", PARAM_FILE, "evolved", 0, 0, "evolved tiers",
     "how the bot evolved weighs cards: evolved, tiers, a file"},
    {NULL, PARAM_FLAG, NULL, 0, 0, NULL, NULL},
};

static const action_syntax syntax[] = {
    {"play", "play:back-kick play:yay>p1 pass"},
    {"react", "neigh none"},
    {"effect", "yes no option:2 p3"},
    {"card", "destroy:p2.basic-unicorn#2 sacrifice:p1.yay return: steal: move: save:"},
    {"hand", "discard:neigh bring:narwhal get:yay take:neigh discard:none"},
    {"chance", "!p1.draw=neigh !quick=p2 !pull=yay !show !seats=2,1,3"},
    {NULL, NULL},
};

static const game_endings un_endings = {
    .name = ending,
    .ranks = ranks,
};

static const game_views un_views = {
    .open_end = true,
    .observe = un_observe,
    .resample = un_resample,
    .start = un_view_start,
    .apply = un_view_apply,
    .deal = un_view_deal,
    .seen_text = un_seen_text,
    .hash = un_view_hash,
    .player = un_view_player,
    .write = un_view_write,
    .read = un_view_read,
};

static const game_hints un_hints = {
    .order = un_order,
};

static const game_speed un_speed = {
    .play_random = un_play_random,
    .play_out = un_play_out,
};

static const game_evaluation un_evaluation = {
    .measure = un_measure,
};

static const game_terminal un_terminal = {
    .describe = un_describe,
    .happened = un_happened,
    .names_seats = true,
    .explain = un_explain,
};

const game unicorns = {
    .name = "unicorns",
    .title = "Unstable Unicorns",
    .min_players = 2,
    .max_players = UN_SEATS,
    .default_players = 4,
    .traits = GAME_CHANCE | GAME_HIDDEN | GAME_REACTIONS | GAME_UNEVEN | GAME_FAIR_BOTS,
    .params = specs,
    .syntax = syntax,
    .bots = un_bots,
    .bot_params = un_numbers,
    .features = un_features,
    .endings = &un_endings,
    .views = &un_views,
    .hints = &un_hints,
    .speed = &un_speed,
    .evaluation = &un_evaluation,
    .inputs = &un_inputs,
    .terminal = &un_terminal,
    .table = &un_game_table,
    .open = open,
    .start = un_start,
    .actor = un_actor,
    .legal = un_legal,
    .apply = un_apply,
    .hash = un_hash,
    .rehash = un_rehash,
    .returns = returns,
    .verify = un_verify,
    .to_text = un_to_text,
    .from_text = un_from_text,
    .write = un_write,
    .read = un_read,
    .draw = un_draw_board,
    .imply = un_imply,
    .kind = kind,
    .phase = phase,
    .check = un_check,
    .chance = un_chance,
    .sample = un_sample,
};
