#include "games/azul/azul.h"

#include <string.h>

#include "engine/game/game_endings.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "games/azul/azul_bounds.h"
#include "games/azul/azul_classic.h"
#include "games/azul/azul_features.h"
#include "games/azul/azul_inputs.h"
#include "games/azul/azul_log.h"
#include "games/azul/azul_options.h"
#include "games/azul/azul_play.h"
#include "games/azul/azul_policy.h"
#include "games/azul/azul_table.h"
#include "games/azul/azul_text.h"

/* --- the rules' tables --- */

static void fill_runs(az_rules *r) {
    for (unsigned row = 0; row < 32; row++)
        for (unsigned at = 0; at < AZ_LINES; at++) {
            unsigned from = at;
            unsigned to = at;
            while (from > 0 && row >> (from - 1) & 1) from--;
            while (to + 1 < AZ_LINES && row >> (to + 1) & 1) to++;
            r->run[row][at] = row >> at & 1 ? (uint8_t)(to - from + 1) : 0;
        }
}

static void fill_choices(az_rules *r) {
    for (unsigned set = 0; set < 512; set++) {
        unsigned n = 0;
        for (unsigned i = 0; i < AZ_DISPLAYS; i++) {
            if (!(set >> i & 1)) continue;
            if (set < 64) r->nth[set][n] = (uint8_t)i;
            r->nth_source[set][n++] = (uint8_t)i;
        }
        for (; n <= AZ_DISPLAYS; n++) r->nth_source[set][n] = AZ_CENTRE;
    }
}

static void fill_tables(az_rules *r) {
    az_kinds_init(&r->kinds);
    fill_runs(r);
    fill_choices(r);
    for (unsigned i = 0; i < 32; i++)
        for (unsigned k = 0; k < AZ_COLOURS; k++) r->spread[i] |= (uint64_t)(i >> k & 1) << 8 * k;
    for (unsigned i = 0; i < AZ_KINDS; i++) r->kind_lanes[i] = az_present(r->kinds.tiles[i]);
    for (unsigned i = 0; i < AZ_FLOOR_PLACES; i++)
        r->fine[i + 1] = (int16_t)(r->fine[i] + r->o.penalty[i]);
    hash_fill(r->kind_key, AZ_KINDS, "azul/display");
    hash_fill(r->salt, sizeof r->salt / sizeof *r->salt, "azul/part");
}

static status az_open(rules **out, const game *g, const params *p, error *err) {
    az_rules *r = (az_rules *)(void *)rules_alloc(g, p, sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the rules of azul");
    status st = az_options_read(&r->o, p, err);
    if (st != ST_OK) {
        rules_free(&r->head);
        return st;
    }
    r->displays = (uint8_t)(2 * r->head.players + 1);
    fill_tables(r);
    r->head.state_size = sizeof(az_state);
    r->head.max_actions = AZ_MAX_ACTIONS;
    *out = &r->head;
    return ST_OK;
}

/* --- the contract --- */

static uint64_t hash(const rules *r, const void *s) {
    (void)r;
    return ((const az_state *)s)->hash;
}

static const char *phase(const rules *r, const void *s) {
    static const char *const names[] = {"d", "o", "t", "x"};
    (void)r;
    return names[((const az_state *)s)->phase];
}

static const char *ending(const rules *r, const void *state) {
    const az_state *s = state;
    for (int i = 0; i < r->players; i++)
        if (az_full_rows(&s->seat[i])) return "row-complete";
    return s->bag | s->lid ? "round-limit" : "no-tiles";
}

/* The first seat is listed; deals are too many. */
static int chance(const rules *r, const void *state, action *out, float *weight) {
    const az_state *s = state;
    if (s->starter != AZ_NO_SEAT) return 0;
    for (unsigned i = 0; i < r->players; i++) {
        out[i] = i;
        weight[i] = 1.0F / (float)r->players;
    }
    return r->players;
}

static const action_syntax syntax[] = {
    {"offer", "3R4 CB5 2KF"},
    {"tiling", "T25"},
    {"chance", "!D:B2YW/R2K2/Y3K/BRKW/W4 !first=2"},
    {NULL, NULL},
};

static const game_terminal az_terminal = {
    .on_request = true,
    .alias = az_alias,
    .canonical = az_canonical,
    .alias_rank = az_rank_text,
    .describe = az_describe,
    .happened = az_happened,
    .screen = az_classic_screen,
    .prompt = az_classic_prompt,
    .typed = az_classic_typed,
    .spell = az_classic_spell,
    .help = az_classic_help,
    .about = az_classic_about,
    .finish = az_classic_finish,
    .log_head = az_log_head,
    .log_attempt = az_log_attempt,
    .log_end = az_log_end,
    .log_record = az_log_record,
};

static const game_endings az_endings = {
    .name = ending,
    .ranks = az_ranks,
};

static const game_hints az_hints = {
    .bounds = az_bounds,
    .order = az_order,
};

static const game_speed az_speed = {
    .play_random = az_play_random,
    .play_out = az_play_out,
    .count = az_count,
    .playout_policy = az_playout,
};

static const game_evaluation az_evaluation = {
    .measure = az_measure,
};

const game azul = {
    .name = "azul",
    .title = "Azul",
    .min_players = 2,
    .max_players = AZ_SEATS,
    .default_players = 2,
    .traits = GAME_CHANCE | GAME_SAMPLED | GAME_POINTS | GAME_FIRST_EVENT,
    .params = az_param_specs,
    .syntax = syntax,
    .bots = az_bots,
    .features = az_features,
    .endings = &az_endings,
    .hints = &az_hints,
    .speed = &az_speed,
    .evaluation = &az_evaluation,
    .inputs = &az_inputs,
    .terminal = &az_terminal,
    .table = &az_game_table,
    .open = az_open,
    .start = az_start,
    .actor = az_actor,
    .legal = az_legal,
    .apply = az_apply,
    .hash = hash,
    .rehash = az_rehash,
    .returns = az_returns,
    .verify = az_verify,
    .to_text = az_to_text,
    .from_text = az_from_text,
    .write = az_write,
    .read = az_read,
    .draw = az_draw,
    .imply = az_imply,
    .phase = phase,
    .check = az_check,
    .chance = chance,
    .sample = az_sample,
};
