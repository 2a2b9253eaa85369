/* Golden playthroughs: a game with a fixed seed, event by event, must read as it always did. A line
 * is ply, event, position, key, who acts (0 chance, - no one) and how many tokens there are.
 * KIBITZ_UPDATE_GOLDEN=1 writes the files again: look at the difference before you keep it. */
#include <acutest.h>

#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

enum { MAX_PLIES = 120, MAX_FILE = 1 << 20 };

static void write_line(const position *p, const char *event, text *out) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    uint64_t count = 0;
    TEST_CHECK(token_count((state_ref){r, s, position_trail(p)}, &count) == ST_OK);
    text_format(out, "%u %s | ", position_ply(p), event);
    position_write(p, out);
    text_format(out, " | %016llx ", (unsigned long long)position_key(p));
    int actor = r->game->actor(r, s);
    if (actor == ACTOR_NONE)
        text_char(out, '-');
    else
        text_format(out, "%d", actor == ACTOR_CHANCE ? 0 : actor + 1);
    text_format(out, " %d\n", (int)count);
}

/* A bot, step by step until the token is complete. */
static void choose_by_bot(const position *p, const bot *b, rng *g, token *out) {
    const rules *r = position_rules(p);
    void *s = mem_alloc(r->state_size);
    TEST_ASSERT(s != NULL);
    memcpy(s, position_data(p), r->state_size);
    do {
        action a = b->choose(r, s, NULL, g);
        out->steps[out->count++] = a;
        r->game->apply(r, s, NULL, a);
    } while (game_inside(r, s));
    mem_free(s);
}

/* One event at random; chance by its probabilities. Where uniform play would not end, the bot
 * `helped` plays. */
static void choose(const position *p, rng *g, text *event) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    const bot *helped = r->game->bots;
    while (helped && helped->name && strcmp(helped->name, "helped") != 0) helped++;
    token chosen = {.count = 0};
    if (r->game->actor(r, s) == ACTOR_CHANCE) {
        chance_buffers scratch;
        TEST_ASSERT(chance_buffers_init(&scratch, r) == ST_OK);
        chosen.count = 1;
        chosen.steps[0] = game_draw_chance(r, s, scratch, g, NULL);
        chance_buffers_done(&scratch);
    } else if (helped && helped->name) {
        choose_by_bot(p, helped, g, &chosen);
    } else {
        TEST_ASSERT(token_random((state_ref){r, s, position_trail(p)}, g, &chosen) == ST_OK);
    }
    token_write(r, s, &chosen, event);
}

static void playthrough(const game *g, const char *setup, uint64_t seed, text *out) {
    position *p = one_line_start(g, setup);
    TEST_ASSERT(p != NULL);
    rng dice = rng_stream(seed, 0);
    text_format(out, "# %s %s seed %d\n", g->name, setup, (int)seed);
    write_line(p, "start", out);
    while (position_ply(p) < MAX_PLIES &&
           g->actor(position_rules(p), position_data(p)) != ACTOR_NONE) {
        char buf[GAME_TOKEN_SIZE];
        text event = text_over(buf, sizeof buf);
        choose(p, &dice, &event);
        TEST_ASSERT(one_line_play(p, buf));
        write_line(p, buf, out);
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
    int n = 0;
    for (game_list at = catalogue_games(); *at; at++) {
        const game *g = *at;
        if (n++ % PACE(1, 4)) continue; /* sanitizers: the battery has them all */
        char path[1024];
        char setup[40];
        text now = text_growing();
        /* Texts share one interpreter: one game of each will do. */
        for (int i = 0; i < (text_facts_of(g) ? 1 : 3); i++) {
            int players = i == 2 ? g->max_players : g->default_players;
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
