#include "arena/lead_in.h"

#include "engine/base/memory.h"

enum { MAX_DECISIONS = 150, MIN_DECISIONS = 4 };

static int actor_of(const position *p) {
    const rules *r = position_rules(p);
    return r->game->actor(r, position_data(p));
}

static bool is_special(const position *p, int seat) {
    node_kind k = game_kind(position_rules(p), position_data(p));
    return actor_of(p) == seat && (k == KIND_REWARD || k == KIND_REACTION);
}

static status decide(const lead_in_request *q, position *p, error *err) {
    char buf[GAME_TOKEN_SIZE];
    text answer = text_over(buf, sizeof buf);
    player_turn turn = {.now = p, .seat = actor_of(p)};
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) turn.clock_ms[i] = -1;
    player_reply reply = player_decide(q->who, &turn, &answer);
    if (reply == PLAYER_REPLY_STOPPED) return error_set(err, ST_STOPPED, "stopped");
    if (reply != PLAYER_REPLY_MOVE)
        return error_set(err, ST_INTERNAL, "the search that begins a game found nothing");
    return position_play(p, buf, err);
}

/* Plays on until a reward or a reaction of the seat; *decisions has the plies of all of them. */
static status play_on(const lead_in_request *q, position *p, unsigned *decisions, unsigned *count,
                      error *err) {
    char buf[GAME_TOKEN_SIZE];
    opening_dice dice = {0};
    uint64_t drawn = 0;
    status st = opening_dice_init(&dice, position_rules(p), q->seed, err);
    while (st == ST_OK && *count < MAX_DECISIONS && actor_of(p) != ACTOR_NONE) {
        if (actor_of(p) == ACTOR_CHANCE) {
            text event = text_over(buf, sizeof buf);
            opening_roll(&dice, p, drawn++, &event);
            st = position_play(p, buf, err);
            continue;
        }
        if (*count >= MIN_DECISIONS && is_special(p, q->seat)) break;
        decisions[(*count)++] = position_ply(p);
        st = decide(q, p, err);
    }
    opening_dice_done(&dice);
    return st;
}

static status take_events(lead_in *l, error *err) {
    unsigned first = position_first_ply(l->end);
    unsigned n = position_ply(l->end) - first;
    l->line.event = mem_alloc((n + 1) * sizeof *l->line.event);
    if (!l->line.event) return error_set(err, ST_NOMEM, "no memory for the start of a game");
    for (unsigned i = 0; i < n; i++) l->line.event[i] = (char *)position_event(l->end, first + i);
    l->line.count = n;
    return ST_OK;
}

status lead_in_play(lead_in *out, const lead_in_request *q, error *err) {
    unsigned decisions[MAX_DECISIONS];
    unsigned count = 0;
    *out = (lead_in){0};
    status st = position_start(&out->end, q->game, q->setup, SEAT_ALL, err);
    if (st != ST_OK) return st;
    player_new_game(q->who, out->end, q->seat, q->seed);
    st = play_on(q, out->end, decisions, &count, err);
    if (st == ST_OK && !is_special(out->end, q->seat) && count) {
        rng g = rng_stream(q->seed, 1);
        position_cut(out->end, decisions[rng_below(&g, count / 2 + 1)]);
    }
    return st == ST_OK ? take_events(out, err) : st;
}

void lead_in_done(lead_in *l) {
    mem_free(l->line.event);
    position_destroy(l->end);
    *l = (lead_in){0};
}
