/* Scenes and picks over everything in the catalogue: what every scene promises (scene_check), equal
 * bytes in worlds that a seat cannot tell apart, and for picks exactly one path to every legal
 * token. */
#include <acutest.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_table.h"
#include "engine/game/game_views.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "lib/catalogue.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"

enum { GAMES = PACE(10, 1), MAX_PLIES = 300, EVERY = PACE(7, 31), DESCENTS = PACE(40, 5) };

enum { PARTS = 4 };

/* --- scenes --- */

static bool line_of(const position *p, int seat, text *out) {
    scene *s;
    error e = {0};
    status st = scene_build(&s, p, seat, &e);
    text_clear(out);
    if (st == ST_OK) st = scene_check(s, &e);
    if (st == ST_OK) st = scene_write(s, out, &e);
    TEST_CHECK_(st == ST_OK, "%s seat %d ply %u", position_rules(p)->game->name, seat,
                position_ply(p));
    TEST_MSG("%s", e.text);
    scene_destroy(s);
    return st == ST_OK;
}

/* The same position twice: the same bytes. */
static bool check_scene(const position *p, int seat) {
    text one = text_growing();
    text two = text_growing();
    bool ok = line_of(p, seat, &one) && line_of(p, seat, &two);
    ok = ok && TEST_CHECK(strcmp(text_string(&one), text_string(&two)) == 0);
    for (const char *c = text_string(&one); ok && *c; c++) ok = TEST_CHECK(*c >= ' ' && *c < 127);
    text_done(&one);
    text_done(&two);
    return ok;
}

/* Two worlds that the seat cannot tell apart look the same to it. */
static void check_worlds(const position *p, int seat, rng *g) {
    const rules *r = position_rules(p);
    unsigned char *view = mem_alloc(r->view_size);
    unsigned char *state = mem_alloc(r->state_size);
    position *here = NULL;
    position *there = NULL;
    text one = text_growing();
    text two = text_growing();
    TEST_ASSERT(view && state);
    r->views->observe(r, position_data(p), seat, view);
    r->views->resample(r, view, state, g);
    TEST_ASSERT(position_with_state(&here, p, position_data(p), NULL) == ST_OK);
    TEST_ASSERT(position_with_state(&there, p, state, NULL) == ST_OK);
    bool over = r->game->actor(r, state) == ACTOR_NONE; /* results may be known to referees only */
    if (!over && line_of(here, seat, &one) && line_of(there, seat, &two)) {
        TEST_CHECK_(strcmp(text_string(&one), text_string(&two)) == 0, "%s seat %d: a leak",
                    r->game->name, seat);
        TEST_MSG("%.400s", text_string(&one));
        TEST_MSG("%.400s", text_string(&two));
    }
    position_destroy(here);
    position_destroy(there);
    text_done(&one);
    text_done(&two);
    mem_free(view);
    mem_free(state);
}

static bool check_scenes(const position *p, rng *g) {
    const rules *r = position_rules(p);
    bool ok = check_scene(p, SEAT_ALL) && check_scene(p, SEAT_PUBLIC);
    for (int k = 0; ok && k < r->players; k++) {
        ok = check_scene(p, k);
        if (ok && r->traits & GAME_HIDDEN) check_worlds(p, k, g);
    }
    return ok;
}

/* --- picks --- */

typedef struct token_set {
    char **at;
    size_t count, cap;
    bool over; /* more than PICK_MAX_COUNT */
} token_set;

static void set_done(token_set *s) {
    for (size_t i = 0; i < s->count; i++) mem_free(s->at[i]);
    mem_free(s->at);
}

static void set_add(token_set *s, const char *name) {
    s->over = s->over || s->count >= PICK_MAX_COUNT;
    if (s->over) return;
    TEST_ASSERT(MEM_GROW(s->at, s->cap, s->count + 1) == ST_OK);
    s->at[s->count] = mem_string(name);
    TEST_ASSERT(s->at[s->count++] != NULL);
}

static bool add_legal(void *ctx, const token *tok, const char *name) {
    token_set *s = ctx;
    (void)tok;
    set_add(s, name);
    return !s->over;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_paths(state_ref at, const char **path, int n, token_set *out) {
    pick_list next;
    pick_list_init(&next);
    TEST_ASSERT(n < PICK_MAX_PARTS);
    bool some = pick_next(at, (pick_path){path, n}, &next);
    TEST_CHECK_(some && next.count > 0, "%s: a path of %d parts leads nowhere",
                at.rules->game->name, n);
    for (size_t i = 0; i < next.count && !out->over; i++) {
        for (size_t k = 0; k < i; k++)
            TEST_CHECK_(strcmp(next.at[k].part, next.at[i].part) != 0, "%s: part %s twice",
                        at.rules->game->name, next.at[i].part);
        size_t before = out->count;
        path[n] = next.at[i].part;
        if (next.at[i].token)
            set_add(out, next.at[i].token);
        else
            add_paths(at, path, n + 1, out);
        if (next.at[i].below && !next.at[i].token && !out->over)
            TEST_CHECK_(next.at[i].below == out->count - before, "%s: %s has %zu tokens, not %u",
                        at.rules->game->name, next.at[i].part, out->count - before,
                        (unsigned)next.at[i].below);
    }
    pick_list_done(&next);
}

/* Every legal token by exactly one path. */
static void compare_all(const position *p, state_ref at, token_set *legal) {
    token_set paths = {0};
    const char *path[PICK_MAX_PARTS];
    add_paths(at, path, 0, &paths);
    const char *name = at.rules->game->name;
    bool same = TEST_CHECK_(paths.count == legal->count && !paths.over,
                            "%s ply %u: %zu legal tokens, %zu paths", name, position_ply(p),
                            legal->count, paths.count);
    qsort(paths.at, paths.count, sizeof *paths.at, by_name);
    qsort(legal->at, legal->count, sizeof *legal->at, by_name);
    for (size_t i = 0; same && i < paths.count; i++)
        same = TEST_CHECK_(strcmp(paths.at[i], legal->at[i]) == 0, "%s: path to %s, legal is %s",
                           name, paths.at[i], legal->at[i]);
    set_done(&paths);
}

/* Where there are too many: random paths end in legal tokens. */
static void descend(const position *p, state_ref at, rng *g) {
    const char *path[PICK_MAX_PARTS];
    pick_list level[PICK_MAX_PARTS];
    int n = 0;
    const char *done = NULL;
    while (!done && n < PICK_MAX_PARTS) {
        pick_list_init(&level[n]);
        bool some = pick_next(at, (pick_path){path, n}, &level[n]);
        if (!TEST_CHECK_(some && level[n].count, "%s: nothing after %d parts", at.rules->game->name,
                         n)) {
            pick_list_done(&level[n]);
            break;
        }
        const pick_part *part = &level[n].at[rng_below(g, level[n].count)];
        path[n++] = part->part;
        done = part->token;
    }
    error e = {0};
    if (done) TEST_CHECK_(position_verify(p, done, NULL, &e) == ST_OK, "%s: %s", done, e.text);
    while (n > 0) pick_list_done(&level[--n]);
}

/* The parts in another order, or without a verb, give an answer that has the token in it. */
static void check_choose(const position *p, state_ref at, rng *g) {
    const char *path[PICK_MAX_PARTS];
    pick_list level[PICK_MAX_PARTS];
    char *part[24];
    int n = 0;
    const char *done = NULL;
    while (!done && n < 24) {
        pick_list_init(&level[n]);
        if (!pick_next(at, (pick_path){path, n}, &level[n])) break;
        const pick_part *one = &level[n].at[rng_below(g, level[n].count)];
        part[n] = (char *)one->part;
        path[n++] = one->part;
        done = one->token;
    }
    pick_answer a;
    error e = {0};
    int wrong;
    pick_answer_init(&a);
    if (done) {
        status st = pick_choose(p, part, n, &a, &wrong, &e);
        TEST_CHECK_(st == ST_OK && a.token && strcmp(a.token, done) == 0, "%s: %s", done, e.text);
    }
    pick_answer_done(&a);
    while (n > 0) pick_list_done(&level[--n]);
}

static void check_picks(const position *p, rng *g) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    if (r->game->actor(r, s) == ACTOR_NONE) return;
    state_ref at = {r, s, position_trail(p)};
    token_set legal = {0};
    status st = token_spell(at, add_legal, &legal);
    if (st == ST_OK && !legal.over) compare_all(p, at, &legal);
    set_done(&legal);
    /* Outcomes that are only sampled have paths, where the game has parts. */
    bool paths = st == ST_OK || (st == ST_UNSUPPORTED && r->table->parts);
    for (int i = 0; i < DESCENTS && paths; i++) descend(p, at, g);
    for (int i = 0; i < 3 && paths; i++) check_choose(p, at, g);
}

/* --- random games --- */

static bool play_one(position *p, rng *g) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    token tok = {.count = 1};
    int actor = r->game->actor(r, s);
    if (actor == ACTOR_NONE) return false;
    if (actor == ACTOR_CHANCE) {
        chance_buffers b;
        TEST_ASSERT(chance_buffers_init(&b, r) == ST_OK);
        tok.steps[0] = game_draw_chance(r, s, b, g, NULL);
        chance_buffers_done(&b);
    } else {
        TEST_ASSERT(token_random((state_ref){r, s, position_trail(p)}, g, &tok) == ST_OK);
    }
    token_write(r, s, &tok, &event);
    error e = {0};
    return TEST_CHECK_(position_play(p, buf, &e) == ST_OK, "%s: %s", buf, e.text);
}

static void play_game(const game *g, const char *setup, uint64_t seed) {
    rng dice = {.s = seed};
    position *p = one_line_start(g, setup);
    TEST_ASSERT(p != NULL);
    bool ok = check_scenes(p, &dice);
    check_picks(p, &dice);
    for (int ply = 1; ok && ply < MAX_PLIES && play_one(p, &dice); ply++) {
        if ((ply + (int)seed) % EVERY) continue;
        ok = check_scenes(p, &dice);
        check_picks(p, &dice);
    }
    if (ok) (void)check_scenes(p, &dice);
    position_destroy(p);
}

static void run_part(int part) {
    game_list games = catalogue_games();
    for (int n = part; games[n]; n += PARTS) {
        const game *g = games[n];
        char buf[32];
        for (int i = 0; i < GAMES; i++) {
            text setup = text_over(buf, sizeof buf);
            int span = g->max_players - g->min_players + 1;
            text_format(&setup, "players %d", g->min_players + i % span);
            play_game(g, buf, (uint64_t)i + 1);
        }
        TEST_CHECK_(mem_live() == 0, "%s leaks nothing", g->name);
    }
}

static void test_part_0(void) {
    run_part(0);
}

static void test_part_1(void) {
    run_part(1);
}

static void test_part_2(void) {
    run_part(2);
}

static void test_part_3(void) {
    run_part(3);
}

TEST_LIST = {{"part_0", test_part_0},
             {"part_1", test_part_1},
             {"part_2", test_part_2},
             {"part_3", test_part_3},
             {NULL, NULL}};
