/* Scenes and picks over everything in the catalogue and the texts of the manuals: what every scene
 * promises (scene_check, and the schema of its JSON), equal bytes in worlds that a seat cannot tell
 * apart, pieces that stay where they are unless something moved them; for picks exactly one path to
 * every legal token, parts that are on the table, and parts in another order. */
#include <acutest.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_table.h"
#include "engine/game/game_views.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "engine/rules/book/text_library.h"
#include "lib/catalogue.h"
#include "tests/support/manual.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"
#include "tests/support/scene_schema.h"

enum {
    GAMES = PACE(3, 1),
    MAX_PLIES = PACE(300, 130),
    EVERY = PACE(17, 61),
    DESCENTS = PACE(15, 4)
};

enum { PARTS = 4 };

/* --- scenes --- */

static bool line_of(const position *p, int seat, bool check, text *out) {
    scene *s;
    error e = {0};
    status st = scene_build(&s, p, seat, &e);
    text_clear(out);
    if (st == ST_OK && check) st = scene_check(s, &e);
    if (st == ST_OK) st = scene_write(s, out, &e);
    TEST_CHECK_(st == ST_OK, "%s seat %d ply %u", position_rules(p)->game->name, seat,
                position_ply(p));
    TEST_MSG("%s", e.text);
    scene_destroy(s);
    return st == ST_OK;
}

/* The same position twice: the same bytes, and such as the schema says. */
static bool check_scene(const position *p, int seat) {
    text one = text_growing();
    text two = text_growing();
    text why = text_growing();
    bool ok = line_of(p, seat, true, &one) && line_of(p, seat, false, &two);
    ok = ok && TEST_CHECK_(scene_schema_fits(text_string(&one), &why), "%s: %s",
                           position_rules(p)->game->name, text_string(&why));
    text_done(&why);
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
    if (!over && line_of(here, seat, false, &one) && line_of(there, seat, false, &two)) {
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
    same = same && paths.count > 0;
    if (same) {
        qsort(paths.at, paths.count, sizeof *paths.at, by_name);
        qsort(legal->at, legal->count, sizeof *legal->at, by_name);
    }
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

/* Cells and things that can be chosen are on the table. */
static void check_on_table(const pick_part *part, const scene *s, const text *line) {
    char named[80];
    text word = text_over(named, sizeof named);
    if (part->kind != PICK_CELL && part->kind != PICK_THING) return;
    text_format(&word, "\"part\":\"%s\"", part->part);
    TEST_CHECK_(scene_has(s, part->part) || strstr(text_string(line), named), "%s is on no table",
                part->part);
}

static void check_parts_shown(const position *p, state_ref at) {
    scene *s;
    error e = {0};
    pick_list next;
    text line = text_growing();
    pick_list_init(&next);
    TEST_ASSERT_(scene_build(&s, p, SEAT_ALL, &e) == ST_OK, "%s", e.text);
    TEST_ASSERT_(scene_write(s, &line, &e) == ST_OK, "%s", e.text);
    (void)pick_next(at, (pick_path){NULL, 0}, &next);
    for (size_t i = 0; i < next.count; i++) check_on_table(&next.at[i], s, &line);
    const char *first = next.count ? next.at[0].part : "";
    pick_list more;
    pick_list_init(&more);
    if (next.count && !next.at[0].token && pick_next(at, (pick_path){&first, 1}, &more))
        for (size_t i = 0; i < more.count; i++) check_on_table(&more.at[i], s, &line);
    pick_list_done(&more);
    pick_list_done(&next);
    text_done(&line);
    scene_destroy(s);
}

static bool is_among(char *const *list, size_t n, const char *part) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i], part) == 0) return true;
    return false;
}

/* In any order the parts lead to a token that has all of them, or to what may follow where several
 * paths fit. `fixed`: from here on the order counts. */
static void check_shuffled(const position *p, char **part, int n, int fixed, rng *g) {
    pick_answer a;
    error e = {0};
    int wrong;
    for (int i = fixed - 1; i > 0; i--) {
        int k = (int)rng_below(g, (uint64_t)i + 1);
        char *other = part[i];
        part[i] = part[k];
        part[k] = other;
    }
    pick_answer_init(&a);
    status st = pick_choose(p, part, n, &a, &wrong, &e);
    TEST_CHECK_(st == ST_OK && (a.token || a.next.count), "%s: in another order: %s",
                position_rules(p)->game->name, e.text);
    for (int i = 0; st == ST_OK && i < n; i++)
        TEST_CHECK_(is_among(a.chosen, a.chosen_count, part[i]), "%s is lost", part[i]);
    pick_answer_done(&a);
}

/* The parts as they are give the token; in another order at least an answer. */
static void check_choose(const position *p, state_ref at, rng *g) {
    const char *path[PICK_MAX_PARTS];
    pick_list level[PICK_MAX_PARTS];
    char *part[24];
    int n = 0;
    int fixed = 0;
    bool ordered = false;
    const char *done = NULL;
    while (!done && n < 24) {
        pick_list_init(&level[n]);
        if (!pick_next(at, (pick_path){path, n}, &level[n])) break;
        const pick_part *one = &level[n].at[rng_below(g, level[n].count)];
        ordered |= one->ordered;
        fixed += !ordered;
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
    if (done) check_shuffled(p, part, n, fixed, g);
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
    for (int i = 0; i < DESCENTS && st == ST_OK && legal.over; i++) descend(p, at, g);
    set_done(&legal);
    /* Outcomes that are only sampled have paths, where the game has parts. */
    bool sampled = st == ST_UNSUPPORTED && r->table->parts;
    for (int i = 0; i < DESCENTS && sampled; i++) descend(p, at, g);
    for (int i = 0; i < 3 && (st == ST_OK || sampled); i++) check_choose(p, at, g);
    if (st == ST_OK) check_parts_shown(p, at);
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

/* Games of each kind; KIBITZ_TABLE_GAMES in the environment asks for more. */
static int games_of_each(void) {
    const char *asked = getenv("KIBITZ_TABLE_GAMES");
    int n = asked ? (int)strtol(asked, NULL, 10) : GAMES;
    return n > 0 ? n : GAMES;
}

static void play_games(const game *g, int count) {
    char buf[32];
    for (int i = 0; i < count; i++) {
        text setup = text_over(buf, sizeof buf);
        int span = g->max_players - g->min_players + 1;
        text_format(&setup, "players %d", g->min_players + i % span);
        play_game(g, buf, (uint64_t)i + 1);
    }
}

static void open_schema(void) {
    bool read = scene_schema_open(SOURCE_DIR "/tests/data/scene.schema.json");
#ifdef KIBITZ_JANSSON
    TEST_CHECK(read);
#else
    (void)read;
#endif
}

static void run_part(int part) {
    game_list games = catalogue_games();
    open_schema();
    for (int n = part; games[n]; n += PARTS) {
        play_games(games[n], games_of_each());
        TEST_CHECK_(mem_live() == 0, "%s leaks nothing", games[n]->name);
    }
    scene_schema_close();
}

/* --- the texts of the manuals --- */

static void read_manual(text_library *texts, const char *path) {
    manual m;
    diags *d = mem_alloc(sizeof *d);
    TEST_ASSERT(d && manual_read(&m, path));
    for (int k = 0; k < m.count; k++) {
        const manual_block *b = &m.block[k];
        if (strcmp(b->mark, "game") != 0) continue;
        status st = text_library_read(texts, &(source){b->argument, b->body, strlen(b->body)}, d);
        TEST_CHECK_(st == ST_OK, "line %u: %s is read", b->line, b->argument);
    }
    manual_done(&m);
    mem_free(d);
}

static void test_manuals(void) {
    text_library *texts;
    const game_library *own = catalogue_library();
    TEST_ASSERT(own && text_library_create_next_to(&texts, game_library_texts(own)) == ST_OK);
    open_schema();
    read_manual(texts, SOURCE_DIR "/docs/rules-language.md");
    read_manual(texts, SOURCE_DIR "/docs/boardlang.md");
    TEST_CHECK(text_library_count(texts) >= 12);
    for (int i = 0; i < text_library_count(texts); i++)
        play_games(text_library_at(texts, i), PACE(2, 1));
    scene_schema_close();
    text_library_destroy(texts);
}

/* --- pieces are conserved --- */

static const game *game_named(const char *name) {
    game_list games = catalogue_games();
    while (*games && strcmp((*games)->name, name) != 0) games++;
    TEST_ASSERT_(*games != NULL, "%s", name);
    return *games;
}

static int find_at(const scene_piece *list, int n, const char *at) {
    for (int i = 0; i < n; i++)
        if (strcmp(list[i].at, at) == 0) return i;
    return -1;
}

/* What is on the board was there before, and the same player's, unless the last event moved it. */
static void compare_scenes(const char *name, const text *before, const text *after) {
    static scene_piece was[SCENE_PIECES];
    static scene_piece is[SCENE_PIECES];
    int n = scene_pieces(text_string(before), was);
    int m = scene_pieces(text_string(after), is);
    TEST_CHECK_(m <= n, "%s: %d pieces, then %d", name, n, m);
    for (int i = 0; i < m; i++) {
        int k = find_at(was, n, is[i].at);
        bool same = k >= 0 && was[k].owner == is[i].owner && strcmp(was[k].id, is[i].id) == 0;
        TEST_CHECK_(same || scene_moved(text_string(after), is[i].id), "%s: %s came from nowhere",
                    name, is[i].id);
        TEST_CHECK_(find_at(is, i, is[i].at) < 0, "%s: two pieces on %s", name, is[i].at);
    }
}

/* Games in which nothing is ever added. */
static void test_conserved(void) {
    static const char *const names[] = {"chess",         "chess960", "draughts",
                                        "international", "shatranj", "losalamos",
                                        "breakthrough",  "clobber",  "loa"};
#ifndef KIBITZ_JANSSON
    return;
#endif
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        rng dice = {.s = i + 1};
        text before = text_growing();
        text after = text_growing();
        position *p = one_line_start(game_named(names[i]), "");
        TEST_ASSERT_(p != NULL, "%s", names[i]);
        bool ok = line_of(p, SEAT_ALL, true, &before);
        for (int ply = 0; ok && ply < PACE(120, 30) && play_one(p, &dice); ply++) {
            ok = line_of(p, SEAT_ALL, true, &after);
            if (ok) compare_scenes(names[i], &before, &after);
            text_clear(&before);
            text_put(&before, text_string(&after));
        }
        position_destroy(p);
        text_done(&before);
        text_done(&after);
    }
    TEST_CHECK(mem_live() == 0);
}

/* --- the walker itself --- */

#ifdef KIBITZ_JANSSON

/* The line with one thing changed is refused, and it is said where. */
static void check_refused(const text *line, const char *from, const char *to, const char *where) {
    text changed = text_growing();
    text why = text_growing();
    const char *at = strstr(text_string(line), from);
    TEST_ASSERT_(at != NULL, "%s", from);
    text_putn(&changed, text_string(line), (size_t)(at - text_string(line)));
    text_put(&changed, to);
    text_put(&changed, at + strlen(from));
    TEST_CHECK_(!scene_schema_fits(text_string(&changed), &why), "%s", to);
    TEST_CHECK_(strcmp(text_string(&why), where) == 0, "%s: %s", where, text_string(&why));
    text_done(&changed);
    text_done(&why);
}

static void test_schema(void) {
    text line = text_growing();
    position *p = one_line_start(game_named("chess"), "");
    TEST_ASSERT(p && line_of(p, SEAT_ALL, true, &line));
    open_schema();
    check_refused(&line, "\"ply\":0", "\"ply\":-1", "/scene/ply: too small");
    check_refused(&line, "\"ply\":0,", "", "/scene: a key is missing");
    check_refused(&line, "\"ply\":0", "\"ply\":0,\"x\":1", "/scene/x: this key is unknown");
    check_refused(&line, "\"ply\":0", "\"ply\":\"0\"", "/scene/ply: another type");
    check_refused(&line, "chess-rook", "rook", "/scene/things/0/sprite: none of the values");
    check_refused(&line, "[0,0,8,8]", "[0,0,8]", "/scene/areas/0/box: too short");
    check_refused(&line, "\"grid\"", "\"flow\":\"row\",\"grid\"",
                  "/scene/areas/0: not exactly one of the forms");
    check_refused(&line, "\"counts\":[]", "\"counts\":[[\"x\",0,1]]",
                  "/scene/seats/0/counts/0: too long");
    check_refused(&line, "\"label\":\"board\"", "\"label\":\"\"", "/scene/areas/0/label: empty");
    check_refused(&line, "\"seat\":\"all\"", "\"seat\":\"none\"",
                  "/scene/seat: not exactly one of the forms");
    scene_schema_close();
    position_destroy(p);
    text_done(&line);
}

#else

static void test_schema(void) {}

#endif

/* --- sizes --- */

static void test_sizes(void) {
    text line = text_growing();
    position *p = one_line_start(game_named("chess"), "");
    TEST_ASSERT(p != NULL);
    rng dice = {.s = 5};
    do {
        TEST_CHECK_(line_of(p, SEAT_ALL, true, &line) && line.len < 8 << 10, "%zu bytes", line.len);
    } while (position_ply(p) < 60 && play_one(p, &dice));
    position_destroy(p);
    text_done(&line);
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

TEST_LIST = {{"part_0", test_part_0}, {"part_1", test_part_1},   {"part_2", test_part_2},
             {"part_3", test_part_3}, {"manuals", test_manuals}, {"conserved", test_conserved},
             {"schema", test_schema}, {"sizes", test_sizes},     {NULL, NULL}};
