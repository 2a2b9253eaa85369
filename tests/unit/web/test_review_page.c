#include <acutest.h>

#include <string.h>

#include "engine/base/sha256.h"
#include "engine/game/tokens.h"
#include "games/connect4/connect4.h"
#include "lib/catalogue.h"
#include "tests/support/fail_everywhere.h"
#include "tests/support/one_line.h"
#include "tests/support/pace.h"
#include "web/page_scenes.h"
#include "web/review_page.h"

enum { MAX_EVENTS = 40 };

/* --- a game with a review made up for it, so that no search is needed --- */

typedef struct reviewed {
    position *game;
    review_event events[MAX_EVENTS];
    review rev;
} reviewed;

static void put_event(const position *p, rng *g, char *out) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    text event = text_over(out, GAME_TOKEN_SIZE);
    token tok = {.count = 1};
    if (r->game->actor(r, s) == ACTOR_CHANCE) {
        chance_buffers b;
        TEST_ASSERT(chance_buffers_init(&b, r) == ST_OK);
        tok.steps[0] = game_draw_chance(r, s, b, g, NULL);
        chance_buffers_done(&b);
    } else {
        TEST_ASSERT(token_random((state_ref){r, s, position_trail(p)}, g, &tok) == ST_OK);
    }
    token_write(r, s, &tok, &event);
}

static void make_event(review_event *e, const position *p, rng *g, size_t i) {
    const rules *r = position_rules(p);
    *e = (review_event){.ply = (unsigned)i, .valued = true};
    e->actor = r->game->actor(r, position_data(p));
    put_event(p, g, e->token);
    for (int k = 0; k < r->players; k++) {
        e->values[k] = k ? 0.75 / (r->players - 1) : 0.25;
        e->best[k] = 1.0 / r->players;
        e->luck[k] = e->actor == ACTOR_CHANCE ? e->values[k] - e->best[k] : 0;
    }
    if (e->actor == ACTOR_CHANCE) {
        e->luck_kind = LUCK_BEFORE;
        return;
    }
    e->loss = (double)(i % 4) / 8;
    e->mark = review_mark_of(e->loss);
    memcpy(e->line, e->token, sizeof e->token);
    if (i % 2) {
        put_event(p, g, e->better);
        memcpy(e->line, e->better, sizeof e->better);
    }
}

static bool play_reviewed(reviewed *x, const game *g, size_t events, uint64_t seed) {
    rng dice = {.s = seed};
    error e = {0};
    x->game = one_line_start(g, "");
    if (!x->game) return false;
    const rules *r = position_rules(x->game);
    size_t n = 0;
    while (n < events && r->game->actor(r, position_data(x->game)) != ACTOR_NONE) {
        make_event(&x->events[n], x->game, &dice, n);
        if (!TEST_CHECK_(position_play(x->game, x->events[n].token, &e) == ST_OK, "%s", e.text))
            break;
        n++;
    }
    x->rev = (review){.events = x->events, .count = n, .total = n, .players = r->players};
    return n > 0;
}

static status write_page(const reviewed *x, text *out, error *err) {
    static const char *const names[GAME_MAX_PLAYERS] = {"Ann </script>", NULL};
    review_page page = {.game = x->game,
                        .rev = &x->rev,
                        .judge = "a <test>",
                        .made = "kibitz",
                        .seat_names = names};
    return review_page_write(&page, out, err);
}

/* --- what a page promises --- */

/* What is between the first `from` and the next `to`. */
static const char *between(const char *s, const char *from, const char *to, size_t *len) {
    const char *at = strstr(s, from);
    if (!at) return NULL;
    at += strlen(from);
    const char *end = strstr(at, to);
    *len = end ? (size_t)(end - at) : 0;
    return end ? at : NULL;
}

static void check_hash(const char *page, const char *from, const char *to, const char *rule) {
    size_t len = 0;
    const char *body = between(page, from, to, &len);
    text want = text_growing();
    TEST_ASSERT(body != NULL);
    text_format(&want, "%s '", rule);
    sha256_put_source(&want, body, len);
    text_put(&want, "'");
    TEST_CHECK_(strstr(page, text_string(&want)) != NULL, "%s", text_string(&want));
    text_done(&want);
}

static void check_page(const text *page) {
    const char *s = text_string(page);
    size_t len = 0;
    check_hash(s, "<style>", "</style>", "style-src");
    check_hash(s, "<script type=\"module\">", "</script>", "script-src");
    const char *data = between(s, "id=\"data\">", "</script>", &len);
    TEST_ASSERT(data != NULL);
    TEST_CHECK(data[0] == '{' && data[len - 1] == '}' && !memchr(data, '<', len));
    size_t plain = 0;
    while (plain < len && data[plain] > 0 && data[plain] < 127) plain++;
    TEST_CHECK_(plain == len, "byte %zu is not ASCII", plain);
    TEST_CHECK(!strstr(s, "http://") || strstr(s, "http://www.w3.org/"));
    TEST_CHECK(review_page_ours(s) && strstr(s, "Ann &lt;/script>"));
    TEST_CHECK(!strstr(s, "@DATA@") && !strstr(s, "@SCRIPT@") && !strstr(s, " style="));
}

static void test_every_game(void) {
    game_list games = catalogue_games();
    for (int i = 0; games[i]; i++) {
        reviewed x = {0};
        text a = text_growing();
        text b = text_growing();
        error e = {0};
        TEST_CASE(games[i]->name);
        if (TEST_CHECK(play_reviewed(&x, games[i], PACE(6, 2), 1))) {
            TEST_CHECK_(write_page(&x, &a, &e) == ST_OK, "%s", e.text);
#if TEST_PACE
            TEST_CHECK(write_page(&x, &b, &e) == ST_OK && a.len == b.len &&
                       memcmp(a.at, b.at, a.len) == 0);
#endif
            check_page(&a);
        }
        position_destroy(x.game);
        text_done(&a);
        text_done(&b);
    }
}

/* A review that was stopped has the rest of the game, without values. */
static void test_stopped(void) {
    reviewed x = {0};
    text out = text_growing();
    error e = {0};
    TEST_ASSERT(play_reviewed(&x, &connect4, 10, 3));
    x.rev.count = 2;
    x.rev.stopped = true;
    TEST_CHECK_(write_page(&x, &out, &e) == ST_OK, "%s", e.text);
    check_page(&out);
    int events = 0;
    for (const char *at = text_string(&out); (at = strstr(at, "\"shown\":")); at++) events++;
    TEST_CHECK_(events == 10, "%d events", events);
    TEST_CHECK(strstr(text_string(&out), "\"judged\":2") != NULL);
    position_destroy(x.game);
    text_done(&out);
}

static void test_ours(void) {
    TEST_CHECK(!review_page_ours("") && !review_page_ours("<!doctype html>\n<html lang=\"en\">"));
    TEST_CHECK(!review_page_ours("game: pig\n"));
}

static status page_work(error *err) {
    position *p = NULL;
    params none = {0};
    status st = position_start(&p, &connect4, &none, SEAT_ALL, err);
    review_event events[2] = {{.valued = true, .mark = MARK_MISTAKE}, {.valued = false}};
    memcpy(events[0].token, "d", 2);
    memcpy(events[0].better, "c", 2);
    memcpy(events[0].line, "c d", 4);
    memcpy(events[1].token, "d", 2);
    events[1].actor = 1;
    if (st == ST_OK) st = position_play(p, "d", err);
    if (st == ST_OK) st = position_play(p, "d", err);
    review rev = {.events = events, .count = 2, .total = 2, .players = 2};
    review_page page = {.game = p, .rev = &rev, .judge = "x", .made = "kibitz"};
    text out = text_growing();
    if (st == ST_OK) st = review_page_write(&page, &out, err);
    text_done(&out);
    position_destroy(p);
    return st;
}

static void test_nomem(void) {
    /* The words of a clone at the start: none, so none are lost. */
    fail_everywhere_but("a page", 1, page_work);
}

/* --- scenes that share pieces --- */

/* Scenes that differ in little take little space, and equal ones none. */
static void test_pieces(void) {
    page_scenes *l;
    error e = {0};
    size_t number = 9;
    size_t size[3];
    position *p = one_line_start(&connect4, "");
    TEST_ASSERT(p && page_scenes_create(&l) == ST_OK);
    for (size_t i = 0; i < 3; i++) {
        text out = text_growing();
        json_writer w = json_writer_on(&out);
        if (i == 2) TEST_ASSERT(one_line_play(p, "d d c"));
        TEST_CHECK(page_scenes_add(l, p, &number, &e) == ST_OK && number == i);
        page_scenes_write_pieces(l, &w);
        size[i] = out.len;
        text_done(&out);
    }
    TEST_CHECK(size[0] == size[1] && size[2] > size[1] && size[2] < 3 * size[0]);
    text a = text_growing();
    text b = text_growing();
    json_writer wa = json_writer_on(&a);
    json_writer wb = json_writer_on(&b);
    page_scenes_write(l, 0, &wa);
    page_scenes_write(l, 1, &wb);
    TEST_CHECK(a.len > 3 && strcmp(text_string(&a), text_string(&b)) == 0);
    text_done(&a);
    text_done(&b);
    page_scenes_destroy(l);
    position_destroy(p);
}

TEST_LIST = {{"every_game", test_every_game}, {"stopped", test_stopped}, {"ours", test_ours},
             {"nomem", test_nomem},           {"pieces", test_pieces},   {NULL, NULL}};
