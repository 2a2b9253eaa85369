#include <string.h>

#include "engine/base/memory.h"
#include "uci/session_state.h"

/* Questions about the position: who acts, what is legal, what chance may bring. On a view they ask
 * a state dealt from it, and say nothing that depends on how it was dealt. */

enum { LEGAL_LINES = 4096, VIEW_DEALS = 512 };

static bool count_outcomes(const position *p, void *world, uint64_t *count);

static void no_memory(session *s, const request *l) {
    error e;
    (void)error_set(&e, ST_NOMEM, "no memory for the answer");
    command_fails(s, l, &e, -1);
}

/* --- status --- */

static void say_over(session *s, const rules *r, const void *world) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    int ranks[GAME_MAX_PLAYERS];
    char room[512];
    text out = text_over(room, sizeof room);
    /* What a view does not know it does not tell: a showdown it never saw. */
    bool known = position_seat(s->position) == SEAT_ALL;
    text_format(&out, "status over reason %s", game_ending(r, world));
    if (known) {
        r->kind->returns(r, world, utility, points);
        game_ranks(r, world, ranks);
        text_put(&out, " ranks");
        for (int i = 0; i < r->players; i++) text_format(&out, " %d", ranks[i]);
        text_put(&out, " points");
        for (int i = 0; i < r->players; i++) text_format(&out, " %d", (int)points[i]);
        text_put(&out, " utilities");
        for (int i = 0; i < r->players; i++) text_format(&out, " %.4f", (double)utility[i]);
    }
    say_text(&s->voice, &out);
}

/* What the player to act may claim: nothing, or " claim draw reason repetition". */
static void put_claim(const rules *r, const void *world, text *out) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    int best = 0;
    bool even = true;
    if (game_end(r, world) != END_CLAIM) return;
    r->kind->returns(r, world, utility, points);
    for (int i = 1; i < r->players; i++) {
        even &= utility[i] == utility[0];
        if (utility[i] > utility[best]) best = i;
    }
    if (even)
        text_put(out, " claim draw");
    else
        text_format(out, " claim win %d", best + 1);
    text_format(out, " reason %s", game_ending(r, world));
}

/* Whether what can be done here is known: on a view not where another seat acts. */
static bool knows_options(const position *p, int actor) {
    return position_seat(p) == SEAT_ALL || actor == ACTOR_CHANCE || actor == position_seat(p);
}

static void say_node(session *s, const request *l, void *world, int actor) {
    const rules *r = position_rules(s->position);
    bool dealt_chance = position_seat(s->position) != SEAT_ALL && actor == ACTOR_CHANCE;
    bool known = knows_options(s->position, actor);
    uint64_t count = 0;
    char room[256];
    text out = text_over(room, sizeof room);
    text_format(&out, "status seat %d kind %s ply %u phase %s",
                actor == ACTOR_CHANCE ? 0 : actor + 1, game_kind_name(game_kind(r, world)),
                position_ply(s->position), r->kind->phase ? r->kind->phase(r, world) : "play");
    bool ok = true;
    if (dealt_chance)
        ok = count_outcomes(s->position, world, &count);
    else if (known)
        ok = token_count(r, world, position_trail(s->position), &count) == ST_OK;
    if (known) text_format(&out, " options %llu", (unsigned long long)count);
    put_claim(r, world, &out);
    if (ok)
        say_text(&s->voice, &out);
    else
        no_memory(s, l);
}

void cmd_status(session *s, const request *l) {
    if (!has_position(s, l)) return;
    const rules *r = position_rules(s->position);
    void *world = world_of(s->position);
    int actor = world ? r->kind->actor(r, world) : ACTOR_NONE;
    if (!world)
        no_memory(s, l);
    else if (game_is_over(r, world))
        say_over(s, r, world);
    else
        say_node(s, l, world, actor);
    mem_free(world);
}

/* --- legal --- */

typedef struct listing {
    session *s;
    const rules *r;
    const void *world;
    const char *prefix; /* NULL: all */
    bool print;
    uint64_t count, printed;
} listing;

static bool list_one(void *ctx, const token *tok, const char *name) {
    listing *x = ctx;
    if (x->prefix && !text_starts(name, x->prefix)) return true;
    x->count++;
    if (!x->print || x->printed == LEGAL_LINES) return true;
    x->printed++;
    text out = text_growing();
    text_format(&out, "legal action %s", name);
    if (x->r->kind->describe) {
        text_put(&out, " text \"");
        x->r->kind->describe(x->r, x->world, tok->steps, tok->count, &out);
        text_char(&out, '"');
    }
    say_text(&x->s->voice, &out);
    text_done(&out);
    return true;
}

typedef struct legal_words {
    bool count_only;
    uint64_t seat; /* 0: not given */
    const char *prefix;
} legal_words;

static bool read_legal(session *s, const request *l, legal_words *out) {
    *out = (legal_words){0};
    for (size_t i = 1; i < l->count; i++) {
        bool more = i + 1 < l->count;
        if (strcmp(l->word[i], "count") == 0) {
            out->count_only = true;
        } else if (strcmp(l->word[i], "seat") == 0 && more) {
            if (!text_u64(l->word[++i], GAME_MAX_PLAYERS, &out->seat) || out->seat == 0) {
                fail_with(s, l, ST_BAD_VALUE, "a seat is a number from 1", (int)i);
                return false;
            }
        } else if (strcmp(l->word[i], "match") == 0 && more) {
            out->prefix = l->word[++i];
        } else {
            fail_with(s, l, ST_BAD_SYNTAX, "expected count, seat k or match prefix", (int)i);
            return false;
        }
    }
    return true;
}

/* Whether the one who asks may know what the actor can do; otherwise it has been said. */
static bool may_list(session *s, const request *l, const legal_words *w, int actor) {
    error e;
    int own = position_seat(s->position);
    bool view = own != SEAT_ALL;
    if (view && (knows_options(s->position, actor) && (!w->seat || (int)w->seat == own + 1)))
        return true;
    if (!view && (!w->seat || (int)w->seat == actor + 1)) return true;
    if (view)
        (void)only_knows(own, &e);
    else
        (void)error_set(&e, ST_WRONG_SEAT, "seat %d is to act", actor + 1);
    command_fails(s, l, &e, -1);
    return false;
}

static void list_legal(session *s, const request *l, const legal_words *w, const position *p,
                       const void *world) {
    const rules *r = position_rules(p);
    int actor = r->kind->actor(r, world);
    if (actor == ACTOR_NONE) {
        fail_with(s, l, ST_GAME_OVER, "the game is over", -1);
        return;
    }
    if (actor == ACTOR_CHANCE) {
        fail_with(s, l, ST_CHANCE_EXPECTED, "chance decides here: ask chance", -1);
        return;
    }
    if (!may_list(s, l, w, actor)) return;
    /* The count stands before the list, so the tokens are walked twice. */
    listing x = {.s = s, .r = r, .world = world, .prefix = w->prefix};
    const trail *t = position_trail(p);
    status st = token_spell(r, world, t, list_one, &x);
    if (st != ST_OK) {
        no_memory(s, l);
        return;
    }
    say(&s->voice, "legal seat %d kind %s count %llu", actor + 1,
        game_kind_name(game_kind(r, world)), (unsigned long long)x.count);
    if (!w->count_only) {
        x.print = true;
        uint64_t all = x.count;
        (void)token_spell(r, world, t, list_one, &x);
        if (x.printed < all) say(&s->voice, "legal more");
    }
    say(&s->voice, "legalok");
}

void cmd_legal(session *s, const request *l) {
    legal_words w;
    if (!has_position(s, l) || !read_legal(s, l, &w)) return;
    error e;
    position *made = NULL;
    const position *p = s->position;
    bool exists = w.seat && w.seat <= position_rules(p)->players;
    if (exists && seen_by(s->position, (int)w.seat - 1, &made, &p, &e) != ST_OK) {
        command_fails(s, l, &e, -1);
        return;
    }
    void *world = world_of(p);
    if (world)
        list_legal(s, l, &w, p, world);
    else
        no_memory(s, l);
    mem_free(world);
    position_destroy(made);
}

/* --- verify --- */

void cmd_verify(session *s, const request *l) {
    if (!has_position(s, l)) return;
    if (l->count != 2) {
        fail_with(s, l, ST_BAD_SYNTAX, "verify takes one event", -1);
        return;
    }
    const rules *r = position_rules(s->position);
    void *world = world_of(s->position);
    if (!world) {
        no_memory(s, l);
        return;
    }
    error e;
    char room[GAME_TOKEN_ROOM];
    text canonical = text_over(room, sizeof room);
    status st = position_verify(s->position, l->word[1], &canonical, &e);
    bool told = l->word[1][0] == '!' || l->word[1][0] == '?'; /* of chance: the view is the judge */
    if (st == ST_OK)
        say(&s->voice, "verify %s %s kind %s",
            told || knows_options(s->position, r->kind->actor(r, world)) ? "ok" : "possible", room,
            game_kind_name(game_kind(r, world)));
    else if (st == ST_NOMEM)
        no_memory(s, l);
    else
        say(&s->voice, "verify illegal %s%s%s : %s", e.reason[0] ? e.reason : status_name(e.code),
            e.detail[0] ? " detail " : "", e.detail, e.text);
    mem_free(world);
}

/* --- chance --- */

/* Outcomes by their text: on a view several look alike, and their chances are estimated over deals.
 */
typedef struct outcome {
    char name[GAME_TOKEN_ROOM];
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
    void *at = o->at;
    if (!mem_grow(&at, &o->cap, o->count + 1, sizeof *o->at)) return false;
    o->at = at;
    outcome *fresh = &o->at[o->count++];
    text out = text_over(fresh->name, sizeof fresh->name);
    text_put(&out, name);
    fresh->prob = prob;
    return true;
}

/* Adds the outcomes of one state, each weighed with `share`. */
static bool add_outcomes(const position *p, const void *world, double share, chance_room room,
                         outcomes *o) {
    const rules *r = position_rules(p);
    int n = r->kind->chance ? r->kind->chance(r, world, room.outcome, room.weight) : 0;
    bool ok = true;
    for (int i = 0; i < n && ok; i++) {
        char name[GAME_TOKEN_ROOM];
        text out = text_over(name, sizeof name);
        token one = {.steps = {room.outcome[i]}, .count = 1};
        if (position_seat(p) == SEAT_ALL)
            token_write(r, world, &one, &out);
        else
            r->kind->seen_text(r, world, one.steps, 1, position_seat(p), &out);
        ok = add_outcome(o, name, (double)room.weight[i] * share);
    }
    return ok;
}

static bool gather_outcomes(const position *p, void *world, outcomes *o) {
    const rules *r = position_rules(p);
    chance_room room = {mem_alloc(r->max_actions * sizeof(action)),
                        mem_alloc(r->max_actions * sizeof(float))};
    bool ok = room.outcome && room.weight;
    if (ok && position_seat(p) == SEAT_ALL) ok = add_outcomes(p, world, 1, room, o);
    rng g = {.s = 1};
    for (int i = 0; ok && position_seat(p) != SEAT_ALL && i < VIEW_DEALS; i++) {
        position_world(p, &g, world);
        ok = add_outcomes(p, world, 1.0 / VIEW_DEALS, room, o);
    }
    mem_free(room.outcome);
    mem_free(room.weight);
    return ok;
}

static bool count_outcomes(const position *p, void *world, uint64_t *count) {
    outcomes o = {0};
    bool ok = gather_outcomes(p, world, &o);
    *count = o.count;
    mem_free(o.at);
    return ok;
}

/* Says why a question about chance is out of place; true if it is not. */
static bool at_chance(session *s, const request *l, const void *world) {
    const rules *r = position_rules(s->position);
    int actor = r->kind->actor(r, world);
    error e;
    if (actor == ACTOR_CHANCE) return true;
    if (actor == ACTOR_NONE)
        (void)error_set(&e, ST_GAME_OVER, "the game is over");
    else
        (void)error_set(&e, ST_ACTION_EXPECTED, "seat %d has to move", actor + 1);
    command_fails(s, l, &e, -1);
    return false;
}

void cmd_chance(session *s, const request *l) {
    uint64_t most = UINT64_MAX;
    if (!has_position(s, l)) return;
    if (l->count > 1 && !(l->count == 3 && strcmp(l->word[1], "max") == 0 &&
                          text_u64(l->word[2], UINT64_MAX, &most))) {
        fail_with(s, l, ST_BAD_SYNTAX, "expected: chance [max n]", -1);
        return;
    }
    void *world = world_of(s->position);
    outcomes o = {0};
    if (!world) {
        no_memory(s, l);
    } else if (at_chance(s, l, world)) {
        if (gather_outcomes(s->position, world, &o)) {
            bool exact = position_seat(s->position) == SEAT_ALL;
            bool complete = exact && o.count && o.count <= most;
            say(&s->voice, "chance count %zu complete %s", o.count, complete ? "true" : "false");
            for (size_t i = 0; i < o.count && i < most; i++)
                say(&s->voice, "chance outcome %s prob %.6f", o.at[i].name, o.at[i].prob);
            say(&s->voice, "chanceok");
        } else {
            no_memory(s, l);
        }
    }
    mem_free(o.at);
    mem_free(world);
}

static void roll_once(session *s, const request *l, const void *world, uint64_t seed) {
    const rules *r = position_rules(s->position);
    chance_room room = {mem_alloc(r->max_actions * sizeof(action)),
                        mem_alloc(r->max_actions * sizeof(float))};
    if (room.outcome && room.weight) {
        char name[GAME_TOKEN_ROOM];
        text out = text_over(name, sizeof name);
        rng g = rng_stream(seed, position_ply(s->position));
        float prob;
        token one = {.count = 1};
        one.steps[0] = game_draw_chance(r, world, room, &g, &prob);
        token_write(r, world, &one, &out);
        say(&s->voice, "roll %s prob %.6f seed %llu", name, (double)prob, (unsigned long long)seed);
    } else {
        no_memory(s, l);
    }
    mem_free(room.outcome);
    mem_free(room.weight);
}

void cmd_roll(session *s, const request *l) {
    uint64_t seed = 0;
    if (!has_position(s, l)) return;
    bool given = l->count == 3 && strcmp(l->word[1], "seed") == 0;
    if ((l->count > 1 && !given) || (given && !text_u64(l->word[2], UINT64_MAX, &seed))) {
        fail_with(s, l, ST_BAD_SYNTAX, "expected: roll [seed n]", -1);
        return;
    }
    if (position_seat(s->position) != SEAT_ALL) {
        fail_with(s, l, ST_UNSUPPORTED, "one seat's view cannot be the dice", -1);
        return;
    }
    if (at_chance(s, l, position_data(s->position)))
        roll_once(s, l, position_data(s->position), given ? seed : rng_entropy() >> 16);
}

/* --- UGI's questions --- */

static const char *result_word(const rules *r, const void *world) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (!game_is_over(r, world)) return "none";
    r->kind->returns(r, world, utility, points);
    if (utility[0] == utility[1]) return "draw";
    return utility[0] > utility[1] ? "p1win" : "p2win";
}

void cmd_query(session *s, const request *l) {
    if (!has_position(s, l)) return;
    const rules *r = position_rules(s->position);
    const char *what = l->count == 2 ? l->word[1] : "";
    if (r->players != 2) {
        fail_with(s, l, ST_UNSUPPORTED, "query is for two players; ask status", -1);
        return;
    }
    void *world = world_of(s->position);
    if (!world) {
        no_memory(s, l);
        return;
    }
    int actor = r->kind->actor(r, world);
    if (strcmp(what, "p1turn") == 0)
        say(&s->voice, "response %s", actor == 0 ? "true" : "false");
    else if (strcmp(what, "gameover") == 0)
        say(&s->voice, "response %s", game_is_over(r, world) ? "true" : "false");
    else if (strcmp(what, "result") == 0 && game_is_over(r, world) &&
             position_seat(s->position) != SEAT_ALL)
        fail_with(s, l, ST_LEAK, "a view need not know who has won; status says how it ended", -1);
    else if (strcmp(what, "result") == 0)
        say(&s->voice, "response %s", result_word(r, world));
    else
        fail_with(s, l, ST_BAD_SYNTAX, "expected: query p1turn, gameover or result", -1);
    mem_free(world);
}
