#include "games/project_l/project_l.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "engine/game/option_text.h"
#include "games/project_l/project_l_bounds.h"
#include "games/project_l/project_l_features.h"
#include "games/project_l/project_l_greedy.h"
#include "games/project_l/project_l_inputs.h"
#include "games/project_l/project_l_options.h"
#include "games/project_l/project_l_order.h"
#include "games/project_l/project_l_policy.h"
#include "games/project_l/project_l_table.h"
#include "games/project_l/project_l_text.h"

enum { PL_MAX_ACTIONS = 3264, PL_MAX_STEPS = 10, PUZZLE_FILE_LIMIT = 1 << 20 };

static status read_set(pl_rules *r, const params *p, error *err) {
    const char *file = params_word(p, "file", NULL);
    size_t len;
    const char *base = pl_base_text(&len);
    if (!file) return pl_set_read(&r->set, base, len, err);
    text data;
    status st = option_text_read(&data, file, PUZZLE_FILE_LIMIT, err);
    if (st != ST_OK) return st;
    rules_note_file(&r->head, "file", text_string(&data), data.len);
    st = pl_set_read(&r->set, text_string(&data), data.len, err);
    text_done(&data);
    return st;
}

static status pl_open(rules **out, const game *g, const params *p, error *err) {
    if (p->first > 0) return error_set(err, ST_UNSUPPORTED, "in projectl seat 1 starts");
    pl_rules *r = (pl_rules *)(void *)rules_alloc(g, p, sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the rules of projectl");
    pl_pieces_init(&r->pieces);
    for (int l = 1; l <= PL_LEVELS; l++) r->level[l] = pl_level_shapes(l);
    hash_fill(r->salt, sizeof r->salt / sizeof *r->salt, "projectl/part");
    status st = read_set(r, p, err);
    if (st == ST_OK) st = pl_options_read(r, p, err);
    if (st == ST_OK) {
        r->needs = pl_needs_make(&r->pieces, &r->set);
        if (!r->needs) st = error_set(err, ST_NOMEM, "no memory for the tables of projectl");
    }
    if (st != ST_OK) {
        rules_free(&r->head);
        return st;
    }
    for (int i = 0; i < r->set.count; i++) r->colour[r->set.puzzle[i].colour] |= UINT64_C(1) << i;
    r->head.state_size = sizeof(pl_state);
    r->head.max_actions = PL_MAX_ACTIONS;
    r->head.max_steps = PL_MAX_STEPS;
    *out = &r->head;
    return ST_OK;
}

static void pl_close(rules *r) {
    mem_free(((pl_rules *)(void *)r)->needs);
    rules_free(r);
}

static uint64_t hash(const rules *r, const void *s) {
    (void)r;
    return ((const pl_state *)s)->hash;
}

static bool inside(const rules *r, const void *state) {
    const pl_state *s = state;
    (void)r;
    return s->chain == PL_MASTER || s->chain == PL_RECYCLE;
}

static node_kind kind(const rules *r, const void *state) {
    const pl_state *s = state;
    (void)r;
    if (s->rewards) return KIND_REWARD;
    return s->draws || s->chain == PL_SEATING ? KIND_CHANCE : KIND_ACTION;
}

static const char *phase(const rules *r, const void *s) {
    static const char *const names[] = {"N", "E", "T", "F"};
    (void)r;
    return names[((const pl_state *)s)->phase];
}

static const char *ending(const rules *r, const void *state) {
    const pl_state *s = state;
    return pl_of(r)->rounds && s->round >= pl_of(r)->rounds ? "round-limit" : "finished";
}

static int chance(const rules *r, const void *s, action *out, float *weight) {
    if (((const pl_state *)s)->chain == PL_SEATING) {
        int lots = 1;
        for (int i = 2; i <= r->players; i++) lots *= i;
        for (int i = 0; i < lots; i++) {
            out[i] = pl_make(PL_LOT, (unsigned)i, 0);
            weight[i] = 1.0F / (float)lots;
        }
        return lots;
    }
    uint64_t set = pl_draw_candidates(pl_of(r), s);
    int n = __builtin_popcountll(set);
    for (int i = 0; i < n; i++, set &= set - 1) {
        out[i] = pl_make(PL_DRAW, (unsigned)__builtin_ctzll(set), 0);
        weight[i] = 1.0F / (float)n;
    }
    return n;
}

static const action_syntax syntax[] = {
    {"take", "take:W17 take:top-white take:top-black"},
    {"recycle", "recycle:white:W3,W12,W17,W30"},
    {"basic", "basic basic:I2"},
    {"change", "change:O1>I2"},
    {"place", "place:W17:I3:0038000 place:W17:I3:a4:r"},
    {"master", "master:W17:I2:0001800+B3:O1:0000080"},
    {"endft", "endft"},
    {"nothing", "nothing"},
    {"reward", "reward:L2"},
    {"chance", "!W23 !seats=2,1,3"},
    {NULL, NULL},
};

static const game_endings pl_endings = {
    .name = ending,
    .ranks = pl_ranks,
};

static const game_hints pl_hints = {
    .bounds = pl_bounds,
    .order = pl_order,
    .finish = pl_finish,
};

static const game_speed pl_speed = {
    .playout_policy = pl_playout,
};

static const game_evaluation pl_evaluation = {
    .measure = pl_measure,
};

static const game_terminal pl_terminal = {
    .what_if = pl_what_if,
    .typed = pl_typed,
    .spell = pl_spell,
    .explain = pl_explain,
    .describe = pl_describe,
    .happened = pl_happened,
};

const game project_l = {
    .name = "projectl",
    .title = "Project L",
    .min_players = 1,
    .max_players = PL_SEATS,
    .default_players = 2,
    .traits = GAME_CHANCE | GAME_POINTS,
    .params = pl_param_specs,
    .syntax = syntax,
    .bots = pl_bots,
    .features = pl_features,
    .endings = &pl_endings,
    .hints = &pl_hints,
    .speed = &pl_speed,
    .evaluation = &pl_evaluation,
    .inputs = &pl_inputs,
    .terminal = &pl_terminal,
    .table = &pl_game_table,
    .open = pl_open,
    .close = pl_close,
    .start = pl_start,
    .actor = pl_actor,
    .legal = pl_legal,
    .apply = pl_apply,
    .hash = hash,
    .rehash = pl_rehash,
    .returns = pl_returns,
    .verify = pl_verify,
    .to_text = pl_to_text,
    .from_text = pl_from_text,
    .write = pl_write,
    .read = pl_read,
    .draw = pl_draw_board,
    .imply = pl_imply,
    .inside = inside,
    .kind = kind,
    .phase = phase,
    .check = pl_check,
    .chance = chance,
};
