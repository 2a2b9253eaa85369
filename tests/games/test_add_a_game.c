/* docs/add-a-game.md: the same game as a rules text, on the kit and native. All three are the same
 * game, and the page shows the files that are tested here. */
#include <acutest.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/game/battery.h"
#include "engine/game/perft.h"
#include "engine/game/position.h"
#include "lib/catalogue.h"

extern const game hexapawn_native; /* docs/hexapawn_native.c */

enum { WAYS = 3, DEPTH = 8, GAMES = 300, MAX_FILE = 1 << 16 };

typedef struct ways {
    game_library *lib;
    const game *g[WAYS]; /* text, kit, native */
} ways;

static const game *load(game_library *l, const char *path) {
    diags *d = mem_alloc(sizeof *d);
    const game *g = NULL;
    error e;
    TEST_ASSERT(d != NULL);
    game_library_allow_native(l, true);
    TEST_ASSERT_(game_library_read_file(l, path, &g, d, &e) == ST_OK, "%s: %s", path, e.text);
    mem_free(d);
    return g;
}

static void open_ways(ways *w) {
    error e;
    TEST_ASSERT_(catalogue_create(&w->lib, &e) == ST_OK, "%s", e.text);
    w->g[0] = load(w->lib, DOCS "/hexapawn.game");
    w->g[1] = load(w->lib, KIT_OBJECT);
    w->g[2] = &hexapawn_native;
}

static position *start_of(const game *g) {
    position *p = NULL;
    params usual = params_default();
    error e;
    TEST_ASSERT_(position_start(&p, g, &usual, SEAT_ALL, &e) == ST_OK, "%s", e.text);
    return p;
}

/* --- counts --- */

/* A game has seven moves at most. */
static void test_the_same_counts(void) {
    static const uint64_t known[DEPTH + 1] = {1, 3, 10, 28, 56, 70, 64, 20, 0};
    ways w;
    open_ways(&w);
    for (int i = 0; i < WAYS; i++) {
        position *p = start_of(w.g[i]);
        for (unsigned depth = 1; depth <= DEPTH; depth++) {
            perft_options o = {.depth = depth};
            perft_result r;
            error e;
            TEST_ASSERT_(perft_run(p, &o, NULL, NULL, &r, &e) == ST_OK, "%s", e.text);
            TEST_CHECK_(r.nodes == known[depth], "%s, %u: %llu", w.g[i]->name, depth,
                        (unsigned long long)r.nodes);
        }
        position_destroy(p);
    }
    game_library_destroy(w.lib);
}

/* --- games --- */

/* "a1a2" as the kit has it: rows from the top. */
static void to_kit(const char *name, char *room, size_t cap) {
    (void)snprintf(room, cap, "%d,%d:%d,%d", '3' - name[1], name[0] - 'a', '3' - name[3],
                   name[2] - 'a');
}

static int actor(const position *p) {
    const rules *r = position_rules(p);
    return r->game->actor(r, position_data(p));
}

static uint64_t count(const position *p) {
    uint64_t n = 0;
    TEST_ASSERT(token_count(position_ref(p), &n) == ST_OK);
    return n;
}

/* Every token of the native game is one of the others, and they have as many. */
static bool same_token(void *ctx, const token *tok, const char *name) {
    position *const *p = ctx;
    char kit_name[32];
    (void)tok;
    to_kit(name, kit_name, sizeof kit_name);
    TEST_CHECK_(position_verify(p[0], name, NULL, NULL) == ST_OK, "text: %s", name);
    TEST_CHECK_(position_verify(p[1], kit_name, NULL, NULL) == ST_OK, "kit: %s", kit_name);
    return true;
}

static void compare(position *const *p) {
    for (int i = 0; i < 2; i++) {
        TEST_ASSERT_(actor(p[i]) == actor(p[2]), "the turn of %d", i);
        if (actor(p[2]) >= 0) TEST_CHECK(count(p[i]) == count(p[2]));
    }
    if (actor(p[2]) >= 0)
        TEST_CHECK(token_spell((state_ref){position_rules(p[2]), position_data(p[2]), NULL},
                               same_token, (void *)p) == ST_OK);
}

/* Who has won; all three say so. */
static int winner_of(position *const *p) {
    float utility[WAYS][2];
    int32_t points[2];
    for (int i = 0; i < WAYS; i++) {
        const rules *r = position_rules(p[i]);
        r->game->returns(r, position_data(p[i]), utility[i], points);
        TEST_CHECK(utility[i][0] == utility[0][0] && utility[i][1] == utility[0][1]);
    }
    return utility[0][1] > utility[0][0];
}

static void play_one(const ways *w, rng *g, int *wins) {
    position *p[WAYS];
    char name[GAME_TOKEN_SIZE];
    char kit_name[32];
    for (int i = 0; i < WAYS; i++) p[i] = start_of(w->g[i]);
    for (compare(p); actor(p[2]) >= 0; compare(p)) {
        token tok;
        text out = text_over(name, sizeof name);
        const rules *r = position_rules(p[2]);
        TEST_ASSERT(token_random((state_ref){r, position_data(p[2]), NULL}, g, &tok) == ST_OK);
        token_write(r, position_data(p[2]), &tok, &out);
        to_kit(name, kit_name, sizeof kit_name);
        TEST_ASSERT(position_play(p[0], name, NULL) == ST_OK);
        TEST_ASSERT(position_play(p[1], kit_name, NULL) == ST_OK);
        TEST_ASSERT(position_play(p[2], name, NULL) == ST_OK);
    }
    wins[winner_of(p)]++;
    for (int i = 0; i < WAYS; i++) position_destroy(p[i]);
}

static void test_the_same_games(void) {
    ways w;
    int wins[2] = {0};
    rng g = rng_stream(3, 0);
    open_ways(&w);
    for (int i = 0; i < GAMES; i++) play_one(&w, &g, wins);
    TEST_CHECK(wins[0] > GAMES / 10 && wins[1] > GAMES / 10);
    game_library_destroy(w.lib);
}

/* --- promises --- */

static void test_all_pass_the_battery(void) {
    ways w;
    params usual = params_default();
    battery_options o = {.seed = 9, .games = 40, .max_plies = 50};
    battery_result r;
    error e;
    open_ways(&w);
    for (int i = 0; i < WAYS; i++) {
        TEST_CHECK_(battery_run(w.g[i], &usual, &o, &r, &e) == ST_OK, "%s: %s", w.g[i]->name,
                    e.text);
        TEST_CHECK(r.finished == o.games);
    }
    game_library_destroy(w.lib);
}

static void test_wrong_positions_are_refused(void) {
    static const char *const wrong[] = {"",
                                        "bbb/.../www",
                                        "bbb/.../www x",
                                        "bbb/.../wwx w",
                                        "bbb.....www w",
                                        "bbb/.../www w ",
                                        "bbb/bw./www w",
                                        "wbb/.../.ww w"};
    const game *g = &hexapawn_native;
    params usual = params_default();
    position *p;
    error e;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        TEST_CHECK_(position_read(&p, g, &usual, SEAT_ALL, wrong[i], &e) == ST_BAD_FEN, "%s",
                    wrong[i]);
    TEST_ASSERT(position_read(&p, g, &usual, SEAT_ALL, "wbb/.../.ww b", &e) == ST_OK);
    TEST_CHECK(actor(p) == ACTOR_NONE);
    position_destroy(p);
}

/* --- the page --- */

static void check_shown(const text *page, const char *path) {
    text file;
    error e;
    TEST_ASSERT_(file_read(&file, path, MAX_FILE, &e) == ST_OK, "%s", e.text);
    TEST_CHECK_(strstr(text_string(page), text_string(&file)) != NULL, "%s is shown as it is",
                path);
    text_done(&file);
}

static int lines_of(const char *path) {
    text file;
    int n = 0;
    TEST_ASSERT(file_read(&file, path, MAX_FILE, NULL) == ST_OK);
    for (const char *s = text_string(&file); *s; s++) n += *s == '\n';
    text_done(&file);
    return n;
}

static void test_the_page(void) {
    text page;
    error e;
    char row[128];
    TEST_ASSERT_(file_read(&page, DOCS "/add-a-game.md", MAX_FILE, &e) == ST_OK, "%s", e.text);
    check_shown(&page, DOCS "/hexapawn.game");
    check_shown(&page, DOCS "/hexapawn_kit.c");
    (void)snprintf(row, sizeof row, "| Hexapawn takes | %d lines | %d lines | %d lines |",
                   lines_of(DOCS "/hexapawn.game"), lines_of(DOCS "/hexapawn_kit.c"),
                   lines_of(DOCS "/hexapawn_native.c"));
    TEST_CHECK_(strstr(text_string(&page), row) != NULL, "%s", row);
    TEST_CHECK(lines_of(DOCS "/hexapawn_kit.c") < 80);
    text_done(&page);
}

TEST_LIST = {{"the_same_counts", test_the_same_counts},
             {"the_same_games", test_the_same_games},
             {"all_pass_the_battery", test_all_pass_the_battery},
             {"wrong_positions_are_refused", test_wrong_positions_are_refused},
             {"the_page", test_the_page},
             {NULL, NULL}};
