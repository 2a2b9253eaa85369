#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_views.h"
#include "uci/commands/cmd.h"
#include "uci/core/viewer.h"

/* What chance may bring. On a view the outcomes are those of states dealt from it. */

enum { VIEW_DEALS = 512 };

/* Outcomes by their text: on a view several look equal, and their chances are estimated over
 * deals. */
typedef struct outcome {
    char name[GAME_TOKEN_SIZE];
    double prob;
} outcome;

typedef struct outcomes {
    outcome *at;
    size_t count, cap;
} outcomes;

static bool add_outcome(outcomes *o, const char *name, double prob) {
    for (size_t i = 0; i < o->count; i++) {
        if (strcmp(o->at[i].name, name) != 0) continue;
        o->at[i].prob += prob;
        return true;
    }
    if (MEM_GROW(o->at, o->cap, o->count + 1) != ST_OK) return false;
    outcome *made = &o->at[o->count++];
    text out = text_over(made->name, sizeof made->name);
    text_put(&out, name);
    made->prob = prob;
    return true;
}

/* Adds the outcomes of one state, each weighted with `share`. */
static bool add_outcomes(const position *p, const void *world, double share, chance_buffers chance,
                         outcomes *o) {
    const rules *r = position_rules(p);
    int n = r->game->chance ? r->game->chance(r, world, chance.outcome, chance.weight) : 0;
    bool ok = true;
    for (int i = 0; i < n && ok; i++) {
        char name[GAME_TOKEN_SIZE];
        text out = text_over(name, sizeof name);
        token one = {.steps = {chance.outcome[i]}, .count = 1};
        if (position_seat(p) == SEAT_ALL)
            token_write(r, world, &one, &out);
        else
            r->views->seen_text(r, world, one.steps, 1, position_seat(p), &out);
        ok = add_outcome(o, name, (double)chance.weight[i] * share);
    }
    return ok;
}

static bool gather_outcomes(const position *p, void *world, outcomes *o) {
    const rules *r = position_rules(p);
    chance_buffers chance = {mem_alloc(r->max_actions * sizeof(action)),
                             mem_alloc(r->max_actions * sizeof(float))};
    bool ok = chance.outcome && chance.weight;
    if (ok && position_seat(p) == SEAT_ALL) ok = add_outcomes(p, world, 1, chance, o);
    rng g = {.s = 1};
    for (int i = 0; ok && position_seat(p) != SEAT_ALL && i < VIEW_DEALS; i++) {
        position_world(p, &g, world);
        ok = add_outcomes(p, world, 1.0 / VIEW_DEALS, chance, o);
    }
    mem_free(chance.outcome);
    mem_free(chance.weight);
    return ok;
}

bool cmd_chance_count(const position *p, void *world, uint64_t *count) {
    outcomes o = {0};
    bool ok = gather_outcomes(p, world, &o);
    *count = o.count;
    mem_free(o.at);
    return ok;
}

/* Says why a question about chance is out of place; true if it is not. */
static bool at_chance(session *s, const request *l, const void *world) {
    const rules *r = position_rules(s->position);
    int actor = r->game->actor(r, world);
    error e;
    if (actor == ACTOR_CHANCE) return true;
    if (actor == ACTOR_NONE)
        (void)error_set(&e, ST_GAME_OVER, "the game is over");
    else
        (void)error_set(&e, ST_ACTION_EXPECTED, "seat %d has to move", actor + 1);
    request_fails(s, l, &e, -1);
    return false;
}

static void say_outcomes(const responder *v, const outcomes *o, uint64_t max, bool complete) {
    reply r;
    reply_init(&r, "chance");
    reply_count(&r, "count", o->count);
    reply_bool(&r, "complete", complete);
    responder_say(v, &r);
    for (size_t i = 0; i < o->count && i < max; i++) {
        reply_init(&r, "chance");
        reply_word(&r, "outcome", o->at[i].name);
        reply_real(&r, "prob", o->at[i].prob, 6);
        responder_say(v, &r);
    }
    responder_word(v, "chanceok");
}

void cmd_chance(session *s, const request *l) {
    uint64_t max = UINT64_MAX;
    if (!request_has_position(s, l)) return;
    if (l->count > 1 && !(l->count == 3 && strcmp(l->word[1], "max") == 0 &&
                          text_u64(l->word[2], UINT64_MAX, &max))) {
        request_refuse(s, l, ST_BAD_SYNTAX, "expected: chance [max n]", -1);
        return;
    }
    void *world = viewer_world(s->position);
    outcomes o = {0};
    if (!world) {
        request_no_memory(s, l);
    } else if (at_chance(s, l, world)) {
        if (gather_outcomes(s->position, world, &o)) {
            bool exact = position_seat(s->position) == SEAT_ALL;
            bool complete = exact && o.count && o.count <= max;
            say_outcomes(&s->responder, &o, max, complete);
        } else {
            request_no_memory(s, l);
        }
    }
    mem_free(o.at);
    mem_free(world);
}

static void roll_once(session *s, const request *l, const void *world, uint64_t seed) {
    const rules *r = position_rules(s->position);
    chance_buffers chance = {mem_alloc(r->max_actions * sizeof(action)),
                             mem_alloc(r->max_actions * sizeof(float))};
    if (chance.outcome && chance.weight) {
        char name[GAME_TOKEN_SIZE];
        text out = text_over(name, sizeof name);
        rng g = rng_stream(seed, position_ply(s->position));
        float prob;
        token one = {.count = 1};
        one.steps[0] = game_draw_chance(r, world, chance, &g, &prob);
        token_write(r, world, &one, &out);
        reply rolled;
        reply_init(&rolled, "roll");
        reply_word(&rolled, "outcome", name);
        reply_lead(&rolled, "");
        reply_real(&rolled, "prob", (double)prob, 6);
        reply_count(&rolled, "seed", seed);
        responder_say(&s->responder, &rolled);
    } else {
        request_no_memory(s, l);
    }
    mem_free(chance.outcome);
    mem_free(chance.weight);
}

void cmd_roll(session *s, const request *l) {
    uint64_t seed = 0;
    if (!request_has_position(s, l)) return;
    bool given = l->count == 3 && strcmp(l->word[1], "seed") == 0;
    if ((l->count > 1 && !given) || (given && !text_u64(l->word[2], UINT64_MAX, &seed))) {
        request_refuse(s, l, ST_BAD_SYNTAX, "expected: roll [seed n]", -1);
        return;
    }
    if (position_seat(s->position) != SEAT_ALL) {
        request_refuse(s, l, ST_UNSUPPORTED, "one seat's view cannot be the dice", -1);
        return;
    }
    if (at_chance(s, l, position_data(s->position)))
        roll_once(s, l, position_data(s->position), given ? seed : rng_entropy() >> 16);
}
