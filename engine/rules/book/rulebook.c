#include "engine/game/game_endings.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_speed.h"
#include "engine/game/game_terminal.h"
#include "engine/rules/book/text_library.h"
#include "engine/rules/compile/compiler.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/book/rulebook_table.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/book/rulebook_view.h"
#include "engine/rules/book/text_game.h"
#include "engine/rules/machine/inputs.h"
#include "engine/rules/machine/native_write.h"
#include "engine/rules/machine/run.h"
#include "engine/rules/machine/terms.h"

/* The game contract over compiled rules texts. */

static void discard(rules *r) {
    program_clear((program *)(void *)r);
    rules_free(r);
}

static void text_close(rules *r) {
    const game *g = r->game;
    discard(r);
    text_game_keep(g, false);
}

#define TEXT_HINTS                                                                                 \
    .noisy = rb_noisy, .noisy_list = rb_noisy_list, .order = rb_order, .skip = rb_skip,            \
    .urgent = rb_urgent, .goes_on = rb_goes_on, .key = rb_key, .marks = rb_marks

static const game_hints text_hints = {TEXT_HINTS};

/* For texts in which nothing moves and nothing is taken. */
static const game_hints text_hints_placing = {
    .order = rb_order, .goes_on = rb_goes_on, .key = rb_key};

/* For texts in which both of two players take by going to a cell. */
static const game_hints text_hints_taking = {TEXT_HINTS, .exchange = rb_exchange,
                                             .threats = rb_threats};

static bool only_places(const program *b) {
    for (int p = 0; p < b->head.players; p++)
        for (int i = 0; i < b->gens; i++) {
            const rb_gen *g = &b->side[p].gen[i];
            if (g->kind == GEN_MOVE || g->kind == GEN_PICK) return false;
        }
    return true;
}

static status text_open(rules **out, const game *g, const params *p, error *err) {
    const text_game *k = g->data;
    program *b = (program *)(void *)rules_alloc(g, p, sizeof *b);
    diags *d = mem_alloc(sizeof *d);
    status st = b && d ? compile_program(b, k->tree, k->node, p, d) : ST_NOMEM;
    if (st == ST_OK) st = text_game_hash(k, &b->head.text_hash);
    if (st == ST_OK) st = terms_make(b, &k->plan);
    if (st == ST_OK) st = inputs_make(b);
    if (st == ST_OK && k->native) st = native_attach(b, k->native);
    if (st == ST_NOMEM) (void)error_set(err, ST_NOMEM, "no memory for the rules of %s", g->name);
    if (st == ST_BAD_SYNTAX) {
        (void)diags_status(d, err);
        if (err) err->code = st = ST_BAD_VALUE; /* the text is right: these options are not */
    }
    mem_free(d);
    if (st != ST_OK && b) discard(&b->head);
    if (st == ST_OK) text_game_keep(g, true);
    if (st == ST_OK && b->terms->hitters[0] && b->terms->hitters[1])
        b->head.hints = &text_hints_taking;
    if (st == ST_OK && only_places(b)) b->head.hints = &text_hints_placing;
    if (st == ST_OK && b->secrets) {
        b->head.views = &rb_views;
        b->head.view_size = rb_view_size(b);
    }
    *out = st == ST_OK ? &b->head : NULL;
    return st;
}

static void text_start(const rules *r, void *s) {
    program_of(r)->run->start(program_of(r), s);
}

static int text_actor(const rules *r, const void *s) {
    const rb_head *h = rb_head_in(s);
    if (h->over) return ACTOR_NONE;
    return program_of(r)->point[h->point].chance ? ACTOR_CHANCE : h->mover;
}

static int text_legal(const rules *r, const void *s, const trail *t, action *out) {
    if (text_actor(r, s) < 0) return 0;
    return program_of(r)->run->legal(program_of(r), s, t, out);
}

static int text_chance(const rules *r, const void *s, action *out, float *weight) {
    if (text_actor(r, s) != ACTOR_CHANCE) return 0;
    const program *b = program_of(r);
    if (b->weighs) return b->run->chance(b, s, out, weight);
    int n = b->run->legal(b, s, NULL, out);
    for (int i = 0; i < n; i++) weight[i] = 1.0F / (float)n;
    return n;
}

static void text_apply(const rules *r, void *s, trail *t, action a) {
    program_of(r)->run->apply(program_of(r), s, t, a);
}

static int text_play_out(const rules *r, void *s, trail *t, rng *g, int max) {
    return program_of(r)->run->play_out(program_of(r), s, t, g, max, NULL);
}

static int text_play_noted(const rules *r, void *s, trail *t, rng *g, int max, made_steps *made) {
    return program_of(r)->run->play_out(program_of(r), s, t, g, max, made);
}

static void text_random(const rules *r, void *s, trail *t, rng *g) {
    (void)text_play_out(r, s, t, g, 1);
}

static uint64_t text_count(const rules *r, const void *s, const trail *t) {
    if (text_actor(r, s) < 0) return 0;
    return program_of(r)->run->count(program_of(r), s, t);
}

static bool text_count_turns(const rules *r, const void *s, const trail *t, uint64_t *out) {
    const program *b = program_of(r);
    return b->turns_pass && text_actor(r, s) >= 0 && b->run->count_turns(b, s, t, out);
}

static uint64_t text_hash(const rules *r, const void *s) {
    (void)r;
    return rb_head_in(s)->hash;
}

static uint64_t text_rehash(const rules *r, const void *s) {
    return program_of(r)->run->rehash(program_of(r), s);
}

static void text_returns(const rules *r, const void *s, float *utility, int32_t *points) {
    const rb_head *h = rb_head_in(s);
    int n = r->players;
    for (int i = 0; i < n; i++) {
        points[i] = 0;
        if (h->over == OVER_WIN)
            utility[i] = i == h->winner ? 1.0F : 0.0F;
        else if (h->over == OVER_SCORE && n > 1)
            utility[i] = (float)h->score[i] / (float)(2 * (n - 1));
        else
            utility[i] = h->over == OVER_SCORE ? 0 : 1.0F / (float)n;
    }
}

static void text_measure(const rules *r, const void *s, int player, float *out) {
    program_of(r)->run->measure(program_of(r), s, player, out);
}

static void text_weighted_sum(const rules *r, const void *s, const void *folded, double *total) {
    program_of(r)->run->weigh(program_of(r), s, folded, total);
}

static status refuse(error *err, const char *reason, const char *sentence) {
    status st = error_set(err, ST_ILLEGAL_ACTION, "%s", sentence);
    error_reason(err, reason, "%s", "");
    return st;
}

/* Why no legal action is this action. */
static status explain_no(const program *b, const void *s, const trail *t, rb_action a, error *err) {
    const rb_head *h = rb_head_in(s);
    const uint8_t *cells = rb_cells_in(b, s);
    if (a.gen != RB_NO_GEN && b->side[h->mover].gen[a.gen].round)
        return refuse(err, "repeats-in-turn", "that was on the board before in this turn");
    if (a.gen != RB_NO_GEN) { /* it was legal without the trail */
        (void)t;
        return refuse(err, "repeats", "this position was there before");
    }
    if (a.from != RB_NO_CELL && !cells[a.from])
        return refuse(err, "no-piece", "there is no piece to move");
    if (a.from != RB_NO_CELL && rb_code_owner(b, cells[a.from]) != h->mover)
        return refuse(err, "not-yours", "that piece is not yours");
    if (a.from != RB_NO_CELL && cells[a.to] && rb_code_owner(b, cells[a.to]) == h->mover)
        return refuse(err, "own-piece", "a piece of yours is there");
    if (a.from != RB_NO_CELL)
        return refuse(err, "no-such-move", "the rules do not let this piece go there now");
    if (a.to != RB_NO_CELL && cells[a.to]) return refuse(err, "occupied", "that cell is taken");
    return refuse(err, "not-offered", "the rules do not offer this now");
}

static status text_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                          error *err) {
    const program *b = program_of(r);
    int actor = text_actor(r, s);
    if (actor == ACTOR_NONE) return refuse(err, "game-over", "the game is over");
    if (n == 1 && rb_unpack(steps[0]).gen < b->gens && b->run->allowed(b, s, t, steps[0]))
        return ST_OK;
    if (actor == ACTOR_CHANCE) {
        status st = error_set(err, ST_CHANCE_IMPOSSIBLE, "no such outcome here");
        error_reason(err, "no-such-outcome", "%s", "");
        return st;
    }
    return explain_no(b, s, t, rb_unpack(steps[0]), err);
}

static const char *text_phase(const rules *r, const void *s) {
    const char *name = program_of(r)->phase_name[rb_head_in(s)->phase];
    return *name ? name : "play";
}

static const char *text_ending(const rules *r, const void *s) {
    const rb_head *h = rb_head_in(s);
    if (h->claim) return program_of(r)->claim[h->claim - 1].name;
    static const char *const names[] = {"", "win", "draw", "score", "too-much-work"};
    return names[h->over];
}

static status too_much_work(const program *b, const rb_head *h, error *err) {
    const rb_place *at = &b->place[rb_work_place(h)];
    char where[96] = "";
    if (rb_work_place(h)) (void)snprintf(where, sizeof where, "%.80s:%d: ", at->file, at->line);
    return error_set(err, ST_TOO_MUCH_WORK,
                     "%sthe rules of %s take more than %lld steps here: drawn", where, b->name,
                     (long long)b->work);
}

static end_kind text_end(const rules *r, const void *s) {
    const rb_head *h = rb_head_in(s);
    if (!h->claim) return h->over ? END_FINAL : END_NONE;
    return program_of(r)->claim[h->claim - 1].called ? END_CALLED : END_CLAIM;
}

static void text_reopen(const rules *r, void *s) {
    program_of(r)->run->reopen(program_of(r), s);
}

static void text_close_end(const rules *r, void *s) {
    rb_head *h = rb_head_of(s);
    h->over = OVER_DRAW;
    h->hash = text_rehash(r, s);
}

static bool text_null_move(const rules *r, const void *s, const trail *t, action *out) {
    const program *b = program_of(r);
    *out = rb_pack(
        (rb_action){.from = RB_NO_CELL, .to = RB_NO_CELL, .aux = RB_NO_CELL, .gen = RB_NULL_GEN});
    return r->traits & GAME_UCI && b->run->null(b, s, t);
}

static status text_sound(const rules *r, const void *s, error *err) {
    const program *b = program_of(r);
    if (rb_head_in(s)->over == OVER_WORK) return too_much_work(b, rb_head_in(s), err);
    const char *why;
    if (b->secrets && !rb_check_cards(b, s, &why))
        return error_set(err, ST_INTERNAL, "hidden cards of %s: %s", b->name, why);
    if (b->run->sound(b, s)) return ST_OK;
    return error_set(err, ST_INTERNAL, "sets and cells of %s disagree", b->name);
}

static const game_endings text_endings = {
    .name = text_ending,
    .tell = rb_tell_end,
    .end = text_end,
    .reopen = text_reopen,
    .close = text_close_end,
};

static const game_speed text_speed = {
    .play_random = text_random,
    .play_out = text_play_out,
    .play_noted = text_play_noted,
    .count = text_count,
    .count_turns = text_count_turns,
};

static const game_evaluation text_evaluation = {
    .measure = text_measure,
    .precompute = terms_precompute,
    .weighted_sum = text_weighted_sum,
};

static const game_terminal text_terminal = {
    .null_move = text_null_move,
    .names = rb_names,
    .describe = rb_describe,
    .happened = rb_happened,
};

const game rb_contract = {
    .traits = GAME_NOEND,
    .endings = &text_endings,
    .hints = &text_hints,
    .speed = &text_speed,
    .evaluation = &text_evaluation,
    .inputs = &inputs_contract,
    .terminal = &text_terminal,
    .table = &rb_table,
    .open = text_open,
    .close = text_close,
    .keep = text_game_keep,
    .start = text_start,
    .actor = text_actor,
    .legal = text_legal,
    .apply = text_apply,
    .hash = text_hash,
    .rehash = text_rehash,
    .returns = text_returns,
    .verify = text_verify,
    .to_text = rb_to_text,
    .from_text = rb_from_text,
    .write = rb_write,
    .read = rb_read,
    .draw = rb_draw,
    .phase = text_phase,
    .check = text_sound,
    .chance = text_chance,
    .bots = rb_bots,
};
