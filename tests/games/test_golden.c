/* Golden playthroughs: a game with a fixed seed, event by event, must read as it always did. A line
 * is ply, event, position, key, who acts (0 chance, - nobody) and how many tokens there are.
 * KIBITZ_UPDATE_GOLDEN=1 writes the files anew: look at the difference before you keep it. */
#include <acutest.h>

#include <stdlib.h>

#include "cli/catalogue.h"
#include "engine/base/file.h"
#include "tests/support/scene.h"

enum { MAX_PLIES = 120, MAX_FILE = 1 << 20 };

static void write_line(const position *p, const char *event, text *out) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    uint64_t count = 0;
    TEST_CHECK(token_count(r, s, position_trail(p), &count) == ST_OK);
    text_format(out, "%u %s | ", position_ply(p), event);
    position_write(p, out);
    text_format(out, " | %016llx ", (unsigned long long)position_key(p));
    int actor = r->kind->actor(r, s);
    if (actor == ACTOR_NONE)
        text_char(out, '-');
    else
        text_format(out, "%d", actor == ACTOR_CHANCE ? 0 : actor + 1);
    text_format(out, " %d\n", (int)count);
}

typedef struct lot {
    uint64_t at; /* which token is wanted, counting down */
    token chosen;
} lot;

static bool draw(void *ctx, const token *tok) {
    lot *l = ctx;
    l->chosen = *tok;
    return l->at-- != 0;
}

/* One event at random; chance by its probabilities. */
static void choose(const position *p, rng *g, text *event) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    action outcome[64];
    float weight[64];
    lot l = {.at = 0};
    TEST_ASSERT(r->max_actions <= 64);
    if (r->kind->actor(r, s) == ACTOR_CHANCE) {
        chance_room room = {outcome, weight};
        l.chosen.count = 1;
        l.chosen.steps[0] = game_draw_chance(r, s, room, g, NULL);
    } else {
        uint64_t count = 0;
        lot all = {.at = UINT64_MAX};
        (void)token_walk(r, s, position_trail(p), draw, &all);
        count = UINT64_MAX - all.at;
        l.at = rng_below(g, count);
        (void)token_walk(r, s, position_trail(p), draw, &l);
    }
    token_write(r, s, &l.chosen, event);
}

static void playthrough(const game *g, const char *setup, uint64_t seed, text *out) {
    position *p = scene_start(g, setup);
    TEST_ASSERT(p != NULL);
    rng dice = rng_stream(seed, 0);
    text_format(out, "# %s %s seed %d\n", g->name, setup, (int)seed);
    write_line(p, "start", out);
    while (position_ply(p) < MAX_PLIES &&
           g->actor(position_rules(p), position_data(p)) != ACTOR_NONE) {
        char room[GAME_TOKEN_ROOM];
        text event = text_over(room, sizeof room);
        choose(p, &dice, &event);
        TEST_ASSERT(scene_play(p, room));
        write_line(p, room, out);
    }
    position_destroy(p);
}

static void compare(const char *path, const text *now) {
    text old;
    error err;
    const char *update = getenv("KIBITZ_UPDATE_GOLDEN");
    if (update && strcmp(update, "1") == 0) {
        TEST_CHECK(file_write(path, text_string(now), now->len, &err) == ST_OK);
        TEST_MSG("%s", err.text);
        return;
    }
    TEST_ASSERT_(file_read(&old, path, MAX_FILE, &err) == ST_OK, "%s is there", path);
    const char *a = text_string(&old);
    const char *b = text_string(now);
    int line = 1;
    while (*a && *a == *b) {
        line += *a == '\n';
        a++;
        b++;
    }
    TEST_CHECK_(*a == *b, "%s, line %d is as it was", path, line);
    text_done(&old);
}

static void test_playthroughs(void) {
    for (game_list at = catalogue_games(); *at; at++) {
        const game *g = *at;
        char path[1024];
        char setup[40];
        text now = text_growing();
        for (int i = 0; i < 3; i++) {
            int players = i == 2 ? g->max_players : g->usual_players;
            (void)snprintf(setup, sizeof setup, "players %d", players);
            playthrough(g, setup, (uint64_t)i + 1, &now);
        }
        TEST_CASE(g->name);
        TEST_ASSERT((size_t)snprintf(path, sizeof path, "%s/%s.txt", GOLDEN_DIR, g->name) <
                    sizeof path);
        compare(path, &now);
        text_done(&now);
    }
}

TEST_LIST = {{"playthroughs", test_playthroughs}, {NULL, NULL}};
