#include <string.h>

#include "arena/announce.h"
#include "arena/illegal.h"
#include "arena/openings.h"
#include "arena/player.h"
#include "engine/base/memory.h"
#include "lib/api/public_state.h"
#include "lib/catalogue.h"

/* Players at tables: those of the caller, who are asked through functions, and engines (searches,
 * bots, programs), who are players of the arena. */

enum { PATIENCE_MS = 10000 };

typedef struct chair {
    const kibitz_player *caller; /* NULL: an engine, or nobody */
    player *engine;              /* NULL: the caller's, or nobody */
    engine_spec *spec;           /* of the engine, which refers to it */
} chair;

struct kibitz_table {
    handle head;
    kibitz *owner;
    kibitz_position game; /* what kibitz_table_position() hands out */
    opening_dice dice;
    uint64_t seed, drawn; /* drawn: chance events so far */
    chair chair[KIBITZ_SEATS];
    illegal_policy illegal;
    bool begun, over;
    int lost;       /* the seat that gave up or broke the rules; -1: none */
    unsigned tries; /* illegal answers to the present question */
    error refused;  /* what was wrong with the last of them */

    mtx_t lock; /* guards what follows: any thread may answer or stop */
    cnd_t changed;
    bool asked; /* the caller's player at seat `asking` was asked, */
    int asking;
    char *answer; /* and this is the answer; NULL: not yet */
    bool stopped;
};

static const rules *rules_at(const kibitz_table *t) {
    return position_rules(t->game.at);
}

/* --- create and destroy --- */

kibitz_code kibitz_table_create(kibitz *k, const kibitz_position *start, uint64_t seed,
                                kibitz_table **out, kibitz_error *err) {
    error e;
    *out = NULL;
    if (!handle_good(k, HANDLE_LIBRARY, err) || !handle_good(start, HANDLE_POSITION, err))
        return KIBITZ_BAD_VALUE;
    kibitz_table *t = handle_make(HANDLE_TABLE, sizeof *t, err);
    if (!t) return KIBITZ_NO_MEMORY;
    t->seed = seed;
    t->lost = -1;
    status st = position_clone(&t->game.at, start->at, &e);
    if (st == ST_OK) st = opening_dice_init(&t->dice, rules_at(t), seed, &e);
    if (st != ST_OK) {
        position_destroy(t->game.at);
        handle_end(&t->head);
        return public_fail(err, &e);
    }
    (void)mtx_init(&t->lock, mtx_plain);
    (void)cnd_init(&t->changed);
    t->owner = public_share(k);
    t->game.head.kind = HANDLE_POSITION;
    t->game.owner = k;
    *out = t;
    return KIBITZ_OK;
}

static void leave(chair *c) {
    player_destroy(c->engine);
    if (c->spec) engine_spec_done(c->spec);
    mem_free(c->spec);
    *c = (chair){0};
}

void kibitz_table_close(kibitz_table *t) {
    if (!t || !handle_good(t, HANDLE_TABLE, NULL)) return;
    kibitz *owner = t->owner;
    for (int i = 0; i < KIBITZ_SEATS; i++) leave(&t->chair[i]);
    opening_dice_done(&t->dice);
    position_destroy(t->game.at);
    mem_free(t->answer);
    cnd_destroy(&t->changed);
    mtx_destroy(&t->lock);
    handle_end(&t->head);
    public_let_go(owner);
}

/* --- who sits where --- */

void kibitz_table_set_illegal(kibitz_table *t, kibitz_illegal policy) {
    if (handle_good(t, HANDLE_TABLE, NULL) && policy >= KIBITZ_ILLEGAL_FORFEIT &&
        policy <= KIBITZ_ILLEGAL_RANDOM)
        t->illegal = (illegal_policy)policy;
}

static bool may_sit(const kibitz_table *t, int seat, kibitz_error *err) {
    if (seat < 0 || seat >= rules_at(t)->players)
        (void)public_refuse(err, ST_BAD_VALUE, "no such seat");
    else if (t->begun)
        (void)public_refuse(err, ST_BUSY, "the game has begun");
    else
        return true;
    return false;
}

kibitz_code kibitz_table_seat(kibitz_table *t, int seat, const kibitz_player *p,
                              kibitz_error *err) {
    if (!handle_good(t, HANDLE_TABLE, err)) return KIBITZ_BAD_VALUE;
    if (!may_sit(t, seat, err)) return t->begun ? KIBITZ_BUSY : KIBITZ_BAD_VALUE;
    if (!p || !p->choose == !p->ask)
        return public_refuse(err, ST_BAD_VALUE, "a player has either choose or ask");
    leave(&t->chair[seat]);
    t->chair[seat].caller = p;
    return KIBITZ_OK;
}

kibitz_code kibitz_table_seat_engine(kibitz_table *t, int seat, const char *line,
                                     kibitz_error *err) {
    error e;
    if (!handle_good(t, HANDLE_TABLE, err)) return KIBITZ_BAD_VALUE;
    if (!may_sit(t, seat, err)) return t->begun ? KIBITZ_BUSY : KIBITZ_BAD_VALUE;
    chair made = {.spec = mem_alloc(sizeof *made.spec)};
    if (!made.spec) return public_refuse(err, ST_NOMEM, "no memory for an engine");
    status st = engine_spec_read(made.spec, line, &e);
    if (st != ST_OK) {
        mem_free(made.spec);
        return public_fail(err, &e);
    }
    player_setup setup = {.spec = made.spec,
                          .games = game_library_games(t->owner->games),
                          .book = catalogue_registry(),
                          .rules = rules_at(t),
                          .patience_ms = PATIENCE_MS};
    st = player_create(&made.engine, &setup, &e);
    if (st == ST_OK) st = player_try(made.engine, &e);
    if (st != ST_OK) {
        leave(&made);
        return public_fail(err, &e);
    }
    leave(&t->chair[seat]);
    t->chair[seat] = made;
    return KIBITZ_OK;
}

/* --- a game --- */

static kibitz_code view_for(const kibitz_table *t, int seat, kibitz_view **out, kibitz_error *err) {
    return kibitz_view_of(&t->game, seat, out, err);
}

static kibitz_code begin(kibitz_table *t, kibitz_error *err) {
    for (int i = 0; i < rules_at(t)->players; i++) {
        const chair *c = &t->chair[i];
        if (!c->caller && !c->engine)
            return public_refuse(err, ST_NOT_FOUND, "a seat has no player");
    }
    t->begun = true;
    for (int i = 0; i < rules_at(t)->players; i++) {
        const chair *c = &t->chair[i];
        if (c->engine) player_new_game(c->engine, t->game.at, i, t->seed + 1 + (uint64_t)i);
        if (!c->caller || !c->caller->init) continue;
        kibitz_view *v;
        kibitz_code code = view_for(t, i, &v, err);
        if (code != KIBITZ_OK) return code;
        bool plays =
            c->caller->init(c->caller->self, i, rules_at(t)->players, v, c->caller->config);
        kibitz_view_close(v);
        if (!plays && t->lost < 0) t->lost = i;
    }
    return KIBITZ_OK;
}

static void tell(void *ctx, int seat, const char *event) {
    kibitz_table *t = ctx;
    const chair *c = &t->chair[seat];
    if (c->engine) player_see(c->engine, event);
    if (c->caller && c->caller->see) c->caller->see(c->caller->self, event);
}

static status play(kibitz_table *t, const char *event, error *e) {
    status st = announce_event(t->game.at, event, tell, t, e);
    if (st == ST_OK) st = position_play(t->game.at, event, e);
    t->drawn += event[0] == '!';
    t->tries = 0;
    return st;
}

static void end_game(kibitz_table *t) {
    kibitz_status end;
    t->over = true;
    kibitz_table_status(t, &end);
    for (int i = 0; i < end.seats; i++) {
        const kibitz_player *p = t->chair[i].caller;
        if (p && p->done) p->done(p->self, &end);
    }
}

/* --- one answer --- */

typedef enum answer_kind { ANSWERED, LATER, GAVE_UP, ENDED, STOPPED } answer_kind;

static answer_kind ask_engine(kibitz_table *t, int seat, text *answer) {
    player_turn turn = {.now = t->game.at, .seat = seat, .patience_ms = PATIENCE_MS};
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) turn.clock_ms[i] = -1;
    player_reply reply = player_decide(t->chair[seat].engine, &turn, answer);
    if (reply == PLAYER_REPLY_MOVE || reply == PLAYER_REPLY_ILLEGAL) return ANSWERED;
    if (reply == PLAYER_REPLY_STOPPED) return STOPPED;
    (void)error_set(&t->refused, ST_IO, "the engine of seat %d: %s", seat + 1,
                    player_reply_name(reply));
    return reply == PLAYER_REPLY_RESIGN ? GAVE_UP : ENDED;
}

/* Whether an answer that comes later is there; it goes into `answer`. */
static bool take_answer(kibitz_table *t, text *answer) {
    (void)mtx_lock(&t->lock);
    bool there = t->answer != NULL;
    if (there) text_put(answer, t->answer);
    if (there) t->asked = false;
    mem_free(t->answer);
    t->answer = NULL;
    (void)mtx_unlock(&t->lock);
    return there;
}

static answer_kind ask_caller(kibitz_table *t, int seat, text *answer, kibitz_error *err) {
    const kibitz_player *p = t->chair[seat].caller;
    const rules *r = rules_at(t);
    const void *s = position_data(t->game.at);
    kibitz_view *v;
    if (t->asked) return take_answer(t, answer) ? ANSWERED : LATER;
    if (view_for(t, seat, &v, err) != KIBITZ_OK) return ENDED;
    kibitz_turn turn = {.view = v,
                        .seat = seat,
                        .kind = game_kind_name(game_kind(r, s)),
                        .phase = r->game->phase ? r->game->phase(r, s) : "play",
                        .tries = t->tries,
                        .refused = t->tries ? t->refused.text : NULL};
    answer_kind kind = ANSWERED;
    if (p->choose) {
        char said[GAME_TOKEN_SIZE] = "";
        if (!p->choose(p->self, &turn, said, sizeof said)) kind = GAVE_UP;
        said[sizeof said - 1] = '\0';
        text_put(answer, said);
    } else {
        (void)mtx_lock(&t->lock);
        t->asked = true;
        t->asking = seat;
        (void)mtx_unlock(&t->lock);
        p->ask(p->self, &turn, t);
        if (!take_answer(t, answer)) kind = LATER;
    }
    kibitz_view_close(v);
    return kind;
}

/* An illegal answer: what is played instead. False: the seat is asked again, or has lost. */
static bool replace(kibitz_table *t, int seat, text *answer) {
    t->tries++;
    if (t->chair[seat].engine)
        player_refuse(t->chair[seat].engine, text_string(answer), &t->refused);
    if (t->illegal == ILLEGAL_ASK && t->tries <= ILLEGAL_MAX_ASKED) return false;
    if (illegal_instead(t->illegal, t->game.at, t->seed, answer)) return true;
    t->lost = seat;
    return false;
}

/* --- steps --- */

static bool is_stopped(kibitz_table *t) {
    (void)mtx_lock(&t->lock);
    bool stopped = t->stopped;
    (void)mtx_unlock(&t->lock);
    return stopped;
}

/* The decision of a seat, once. */
static kibitz_code decide(kibitz_table *t, int seat, kibitz_step *out, kibitz_error *err) {
    char buf[GAME_TOKEN_SIZE];
    error e;
    for (;;) {
        text answer = text_over(buf, sizeof buf);
        kibitz_error why = {0};
        answer_kind kind = t->chair[seat].engine ? ask_engine(t, seat, &answer)
                                                 : ask_caller(t, seat, &answer, &why);
        if (kind == STOPPED) return public_refuse(err, ST_STOPPED, "the table was stopped");
        if (kind == LATER) {
            *out = KIBITZ_STEP_WAITING;
            return KIBITZ_OK;
        }
        if (kind == ENDED && why.code != KIBITZ_OK) {
            if (err) *err = why;
            return why.code;
        }
        if (kind != ANSWERED) t->lost = seat;
        if (kind == ANSWERED && !illegal_check(t->game.at, &answer, &t->refused) &&
            !replace(t, seat, &answer) && t->lost < 0)
            continue; /* asked again */
        if (t->lost >= 0) return KIBITZ_OK;
        return play(t, buf, &e) == ST_OK ? KIBITZ_OK : public_fail(err, &e);
    }
}

kibitz_code kibitz_table_step(kibitz_table *t, kibitz_step *out, kibitz_error *err) {
    char buf[GAME_TOKEN_SIZE];
    error e;
    *out = KIBITZ_STEP_PLAYED;
    if (!handle_good(t, HANDLE_TABLE, err)) return KIBITZ_BAD_VALUE;
    if (is_stopped(t)) return public_refuse(err, ST_STOPPED, "the table was stopped");
    kibitz_code code = t->begun ? KIBITZ_OK : begin(t, err);
    if (code != KIBITZ_OK) return code;
    const rules *r = rules_at(t);
    int actor = r->game->actor(r, position_data(t->game.at));
    if (!t->over && t->lost < 0 && actor == ACTOR_CHANCE) {
        text event = text_over(buf, sizeof buf);
        opening_roll(&t->dice, t->game.at, t->drawn, &event);
        return play(t, buf, &e) == ST_OK ? KIBITZ_OK : public_fail(err, &e);
    }
    if (!t->over && t->lost < 0 && actor != ACTOR_NONE) code = decide(t, actor, out, err);
    if (code != KIBITZ_OK || *out == KIBITZ_STEP_WAITING) return code;
    bool ended = t->lost >= 0 || actor == ACTOR_NONE;
    if (ended && !t->over) end_game(t);
    if (t->over) *out = KIBITZ_STEP_OVER;
    return KIBITZ_OK;
}

kibitz_code kibitz_table_play(kibitz_table *t, kibitz_error *err) {
    for (;;) {
        kibitz_step step;
        kibitz_code code = kibitz_table_step(t, &step, err);
        if (code != KIBITZ_OK || step == KIBITZ_STEP_OVER) return code;
        if (step != KIBITZ_STEP_WAITING) continue;
        (void)mtx_lock(&t->lock);
        while (!t->answer && !t->stopped) (void)cnd_wait(&t->changed, &t->lock);
        (void)mtx_unlock(&t->lock);
    }
}

kibitz_code kibitz_table_answer(kibitz_table *t, int seat, const char *chosen, kibitz_error *err) {
    if (!handle_good(t, HANDLE_TABLE, err)) return KIBITZ_BAD_VALUE;
    char *copy = mem_string(chosen);
    if (!copy) return public_refuse(err, ST_NOMEM, "no memory for the answer");
    (void)mtx_lock(&t->lock);
    bool expected = t->asked && t->asking == seat && !t->answer;
    if (expected) t->answer = copy;
    (void)cnd_broadcast(&t->changed);
    (void)mtx_unlock(&t->lock);
    if (expected) return KIBITZ_OK;
    mem_free(copy);
    return public_refuse(err, ST_WRONG_SEAT, "this seat is not asked, or has answered");
}

void kibitz_table_stop(kibitz_table *t) {
    if (!t || !handle_good(t, HANDLE_TABLE, NULL)) return;
    (void)mtx_lock(&t->lock);
    t->stopped = true;
    (void)cnd_broadcast(&t->changed);
    (void)mtx_unlock(&t->lock);
    for (int i = 0; i < KIBITZ_SEATS; i++)
        if (t->chair[i].engine) player_stop(t->chair[i].engine);
}

const kibitz_position *kibitz_table_position(const kibitz_table *t) {
    return handle_good(t, HANDLE_TABLE, NULL) ? &t->game : NULL;
}

/* Who gave up or broke the rules is last; the others share the win. */
void kibitz_table_status(const kibitz_table *t, kibitz_status *out) {
    *out = (kibitz_status){.actor = KIBITZ_NOBODY};
    if (!handle_good(t, HANDLE_TABLE, NULL)) return;
    public_status(t->game.at, out);
    if (t->lost < 0) return;
    out->actor = KIBITZ_NOBODY;
    out->over = 1;
    text ending = text_over(out->ending, sizeof out->ending);
    text_put(&ending, "forfeit");
    for (int i = 0; i < out->seats; i++) {
        bool lost = i == t->lost;
        out->utility[i] = lost ? 0 : 1.0 / (out->seats > 1 ? out->seats - 1 : 1);
        out->rank[i] = lost && out->seats > 1 ? 2 : 1;
        out->points[i] = 0;
    }
}
