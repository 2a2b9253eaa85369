/* Searches of hidden games see what their seat sees, and no more: states that differ only in what
 * the seat to act cannot know, and the view itself, get one and the same answer from one seed. */
#include <acutest.h>

#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/game/game_views.h"
#include "lib/catalogue.h"
#include "search/search_registry.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

enum {
    GAMES = PACE(3, 1),
    PROBES = PACE(6, 3),
    APART = 9,
    FIRST = 24,
    ENOUGH = 10,
    PLAYED_ON = 60
};

/* Everything that an answer says, as one number. */
static uint64_t answer_of(search *s, const position *root, int seat, const char *name) {
    const rules *r = position_rules(root);
    error err = {0};
    search_answer a;
    search_question q = {.root = root, .seat = seat, .limits = limits_none()};
    q.options = search_default_options();
    TEST_ASSERT(search_choose(catalogue_registry(), name, r, &q, &err) == ST_OK);
    if (strcmp(name, "auto") == 0) TEST_CHECK(strcmp(q.kind->name, "ismcts") == 0);
    q.limits.visits = PACE(120, 40);
    q.options.seed = 9;
    q.options.hash_bytes = 1u << 20;
    q.options.multipv = 4;
    search_forget(s);
    search_prepare(s, false);
    TEST_ASSERT_(search_run(s, &q, NULL, NULL, &a, &err) == ST_OK, "%s: %s", name, err.text);
    uint64_t sum = hash_mix(a.report.nodes) + a.report.visits;
    for (size_t i = 0; i < a.report.count; i++) {
        const search_line *l = &a.report.lines[i];
        sum = hash_bytes(l->first.steps, (size_t)l->first.count * sizeof(action), sum);
        sum = hash_bytes(&l->visits, sizeof l->visits, sum);
        sum = hash_bytes(l->values, sizeof l->values, sum);
        sum = hash_bytes(l->pv, strlen(l->pv), sum);
    }
    return sum;
}

/* Compares at one position; true where another deal was in fact another state. */
static bool compare(search *s, const position *p, int seat, rng *g) {
    static const char *const names[] = {"auto", "pimc", NULL}; /* auto is ismcts */
    const rules *r = position_rules(p);
    position *view = NULL;
    position *twin = NULL;
    unsigned char *other = mem_alloc(r->state_size);
    TEST_ASSERT(other && position_observe(&view, p, seat, NULL) == ST_OK);
    position_world(view, g, other);
    bool differs = r->game->hash(r, other) != r->game->hash(r, position_data(p));
    TEST_CHECK(r->game->actor(r, other) == seat);
    TEST_ASSERT(position_with_state(&twin, p, other, NULL) == ST_OK);
    for (int i = 0; names[i]; i++) {
        uint64_t one = answer_of(s, p, seat, names[i]);
        TEST_CHECK_(answer_of(s, twin, seat, names[i]) == one, "%s, %s: another deal",
                    r->game->name, names[i]);
        TEST_CHECK_(answer_of(s, view, seat, names[i]) == one, "%s, %s: the view", r->game->name,
                    names[i]);
    }
    mem_free(other);
    position_destroy(twin);
    position_destroy(view);
    return differs;
}

static bool play_random(position *p, rng *g) {
    const rules *r = position_rules(p);
    token tok;
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    if (token_random((state_ref){r, position_data(p), position_trail(p)}, g, &tok) != ST_OK)
        return false;
    token_write(r, position_data(p), &tok, &event);
    return position_play(p, buf, NULL) == ST_OK;
}

/* Random games, looked at here and there; returns how many deals were different ones. */
static int walk(const game *k, int players) {
    search *s;
    int different = 0;
    TEST_ASSERT(search_create(&s) == ST_OK);
    for (int i = 0; i < GAMES; i++) {
        position *p;
        params setup = params_default();
        rng g = rng_stream(31, 10 * (uint64_t)players + (uint64_t)i);
        int probes = 0;
        setup.players = players;
        TEST_ASSERT(position_start(&p, k, &setup, SEAT_ALL, NULL) == ST_OK);
        const rules *r = position_rules(p);
        bool small = r->max_actions < ENOUGH; /* short games: everywhere */
        for (;;) {
            int actor = r->game->actor(r, position_data(p));
            unsigned ply = position_ply(p);
            if (actor == ACTOR_NONE || probes == PROBES) break;
            if (actor >= 0 && (small || (ply >= FIRST && ply % APART == 0))) {
                different += compare(s, p, actor, &g);
                probes++;
            }
            TEST_ASSERT(play_random(p, &g));
        }
        position_destroy(p);
    }
    search_destroy(s);
    return different;
}

/* Plays a deal on by uniform choice; every question has an answer. */
static void play_on(const rules *r, unsigned char *s, rng *g) {
    chance_buffers c;
    TEST_ASSERT(chance_buffers_init(&c, r) == ST_OK);
    for (int i = 0; i < PLAYED_ON; i++) {
        int actor = r->game->actor(r, s);
        if (actor == ACTOR_NONE) break;
        action a = ACTION_NONE;
        if (actor == ACTOR_CHANCE) {
            a = game_draw_chance(r, s, c, g, NULL);
        } else {
            int n = r->game->legal(r, s, NULL, c.outcome);
            TEST_ASSERT_(n > 0, "%s: a question without an answer", r->game->name);
            a = c.outcome[rng_below(g, (uint64_t)n)];
        }
        r->game->apply(r, s, NULL, a);
    }
    chance_buffers_done(&c);
}

/* Deals from each seat's view at every decision of some games, also in the midst of others'
 * answers, can be played on. */
static void deal_everywhere(const game *k, int players, uint64_t seed) {
    position *p;
    params setup = params_default();
    rng g = rng_stream(77 + seed, (uint64_t)players);
    setup.players = players;
    TEST_ASSERT(position_start(&p, k, &setup, SEAT_ALL, NULL) == ST_OK);
    const rules *r = position_rules(p);
    unsigned char *view = mem_alloc(r->view_size);
    unsigned char *s = mem_alloc(r->state_size);
    TEST_ASSERT(view && s);
    while (r->game->actor(r, position_data(p)) != ACTOR_NONE) {
        int seat = (int)rng_below(&g, (uint64_t)players + 1);
        r->views->observe(r, position_data(p), seat == players ? SEAT_PUBLIC : seat, view);
        r->views->resample(r, view, s, &g);
        play_on(r, s, &g);
        TEST_ASSERT(play_random(p, &g));
    }
    mem_free(view);
    mem_free(s);
    position_destroy(p);
}

static void test_deals_from_any_eyes_are_played_on(void) {
    for (game_list k = catalogue_games(); *k; k++) {
        if (!((*k)->traits & GAME_HIDDEN)) continue;
        for (int players = (*k)->min_players; players <= (*k)->max_players; players++)
            for (uint64_t i = 0; i < GAMES; i++) deal_everywhere(*k, players, i);
    }
}

static void test_what_is_hidden_changes_nothing(void) {
    int games = 0;
    for (game_list k = catalogue_games(); *k; k++) {
        if (!((*k)->traits & GAME_HIDDEN)) continue;
        games++;
        for (int players = (*k)->min_players; players <= (*k)->max_players; players += 3) {
            int different = walk(*k, players);
            TEST_CHECK_(different > 0, "%s, %d players: no deal was another one", (*k)->name,
                        players);
        }
    }
    TEST_CHECK(games >= 2);
}

TEST_LIST = {{"what_is_hidden_changes_nothing", test_what_is_hidden_changes_nothing},
             {"deals_from_any_eyes_are_played_on", test_deals_from_any_eyes_are_played_on},
             {NULL, NULL}};
