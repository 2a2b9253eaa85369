/* Unicorns on the table: what scenes show and hide, actions part by part, cards in words. */
#include <acutest.h>

#include <stdio.h>

#include "engine/game/game_endings.h"
#include "engine/game/game_terminal.h"
#include "engine/game/happened.h"
#include "engine/game/pick.h"
#include "games/unicorns/text/unicorns_text.h"
#include "tests/support/one_line.h"
#include "tests/support/stable.h"
#include "tests/support/table_words.h"

enum { A, B };

/* A position of a table that was put together. */
static position *position_of(const stable *t) {
    text line = text_growing();
    un_write(t->head, t->s, &line);
    position *p = one_line_read(&unicorns, text_string(&line));
    text_done(&line);
    TEST_ASSERT(p != NULL);
    return p;
}

/* One random event. */
static void play_any(position *p, rng *g) {
    const rules *r = position_rules(p);
    token tok = {.count = 1};
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    TEST_ASSERT(token_random((state_ref){r, position_data(p), NULL}, g, &tok) == ST_OK);
    token_write(r, position_data(p), &tok, &event);
    TEST_ASSERT(one_line_play(p, buf));
}

static void test_scene(void) {
    stable t = stable_open(2, false);
    stable_put(&t, A, "basic-unicorn basic-unicorn yay");
    stable_put(&t, B, "baby-unicorn slowdown");
    stable_hold(&t, A, "unicorn-poison neigh");
    stable_hold(&t, B, "super-neigh");
    stable_play(&t, A);
    position *p = position_of(&t);
    TEST_CHECK(table_shows(p, A,
                           "{\"id\":\"p1.basic-unicorn#2\",\"sprite\":\"card\",\"at\":"
                           "\"p1.stable\",\"label\":\"Basic Unicorn\",\"owner\":1,\"kind\":"
                           "\"basic-unicorn\",\"tags\":\"basic unicorn\"}"));
    TEST_CHECK(table_shows(p, A, "\"id\":\"p1.yay\",\"sprite\":\"card\",\"at\":\"p1.upgrades\""));
    TEST_CHECK(table_shows(p, A,
                           "\"id\":\"p2.slowdown\",\"sprite\":\"card\","
                           "\"at\":\"p2.downgrades\""));
    TEST_CHECK(table_shows(p, A, "\"part\":\"unicorn-poison\""));
    TEST_CHECK(table_shows(p, A,
                           "\"id\":\"p2.hand.1\",\"sprite\":\"card\",\"at\":\"p2.hand\","
                           "\"label\":\"a card face down\",\"owner\":2,\"face\":\"down\""));
    TEST_CHECK(table_shows(p, B, "\"part\":\"super-neigh\""));
    TEST_CHECK(table_shows(p, SEAT_ALL, "\"part\":\"super-neigh\""));
    TEST_CHECK(table_shows(p, SEAT_PUBLIC,
                           "\"id\":\"p1.hand.2\",\"sprite\":\"card\",\"at\":"
                           "\"p1.hand\",\"label\":\"a card face down\""));
    TEST_CHECK(table_shows(p, A, "\"yay\":\"cards of its player cannot be stopped\""));
    TEST_CHECK(table_shows(p, A, "\"unicorn-poison\":\"destroy a unicorn on other tables\""));
    TEST_CHECK(table_shows(p, A, "\"counts\":[[\"unicorns\",2],[\"cards in hand\",2]]"));
    TEST_CHECK(table_shows(p, A, "\"words\":\"seat 1: play a card, or pass and draw one\""));
    position_destroy(p);
    stable_done(&t);
}

/* At the end everyone knows who has won: the tables tell it. */
static void test_end(void) {
    position *p = one_line_start(&unicorns, "players 3 set max_turns=6");
    rng g = {.s = 7};
    TEST_ASSERT(p != NULL);
    const rules *r = position_rules(p);
    for (int i = 0; i < 2000 && r->game->actor(r, position_data(p)) != ACTOR_NONE; i++) {
        play_any(p, &g);
    }
    int rank[GAME_MAX_PLAYERS];
    char result[80];
    game_ranks(r, position_data(p), rank);
    (void)snprintf(result, sizeof result, "\"ranks\":[%d,%d,%d]", rank[0], rank[1], rank[2]);
    for (int seat = SEAT_PUBLIC; seat < 3; seat++)
        if (seat != SEAT_ALL) TEST_CHECK_(table_shows(p, seat, result), "%s to %d", result, seat);
    position *view = NULL;
    TEST_ASSERT(position_observe(&view, p, 1, NULL) == ST_OK);
    TEST_CHECK(table_shows(view, 1, result)); /* what it saw is enough */
    position_destroy(view);
    position_destroy(p);
}

/* A table of four, filled: the line stays short. */
static void test_size(void) {
    position *p = one_line_start(&unicorns, "players 4");
    rng g = {.s = 5};
    TEST_ASSERT(p != NULL);
    const rules *r = position_rules(p);
    size_t longest = 0;
    for (int i = 0; i < 400 && r->game->actor(r, position_data(p)) != ACTOR_NONE; i++) {
        play_any(p, &g);
        if (i % 20) continue;
        size_t size = table_size(p, SEAT_ALL);
        if (size > longest) longest = size;
    }
    TEST_CHECK_(longest > 4000 && longest < 32 << 10, "%zu bytes", longest);
    position_destroy(p);
}

static void test_picks(void) {
    stable t = stable_open(2, false);
    stable_put(&t, A, "basic-unicorn");
    stable_put(&t, B, "baby-unicorn basic-unicorn basic-unicorn");
    stable_hold(&t, A, "unicorn-poison yay neigh");
    stable_hold(&t, B, "yay");
    stable_play(&t, A);
    position *p = position_of(&t);
    TEST_CHECK(table_picks(p, "",
                           "{\"part\":\"yay\",\"kind\":\"card\",\"words\":\"Yay: cards of "
                           "its player cannot be stopped\",\"count\":2}"));
    TEST_CHECK(table_picks(p, "", "{\"part\":\"pass\",\"kind\":\"verb\""));
    TEST_CHECK(table_picks(p, "yay p2", "\"token\":\"play:yay>p2\""));
    TEST_CHECK(table_picks(p, "p2 yay", "\"token\":\"play:yay>p2\""));
    TEST_CHECK(table_picks(p, "unicorn-poison", "\"token\":\"play:unicorn-poison\""));
    TEST_CHECK(one_line_play(p, "play:unicorn-poison"));
    /* An answer is asked for aloud, though none is the only one. */
    TEST_CHECK(table_picks(p, "",
                           "\"part\":\"none\",\"kind\":\"verb\",\"words\":\"do not react\","
                           "\"count\":1,\"only\":true,\"silent\":false,"
                           "\"token\":\"@2:none\""));
    TEST_CHECK(table_shows(p, A,
                           "\"id\":\"stack.1\",\"sprite\":\"card\",\"at\":\"stack\",\"label\":"
                           "\"Unicorn Poison of seat 1\""));
    TEST_CHECK(table_shows(p, A, "\"from\":\"p1.hand\",\"to\":\"stack\""));
    TEST_CHECK(table_shows(p, A, "\"words\":\"others may answer\""));
    TEST_CHECK(one_line_play(p, "@2:none"));
    TEST_CHECK(table_picks(p, "p2.basic-unicorn#2", "\"token\":\"destroy:p2.basic-unicorn#2\""));
    TEST_CHECK(one_line_play(p, "destroy:p2.basic-unicorn#1"));
    TEST_CHECK(table_shows(p, A, "\"from\":\"p2.stable\",\"to\":\"discard\""));
    position_destroy(p);
    stable_done(&t);
}

/* --- words --- */

static void test_explain(void) {
    stable t = stable_open_with("set deck=base,picnic");
    text out = text_growing();
    error e = {0};
    TEST_CHECK(un_explain(t.head, "Unicorn Lasso", &out, &e) == ST_OK);
    TEST_CHECK(strcmp(text_string(&out),
                      "Unicorn Lasso (upgrade, 1 in the deck): at the beginning of the turn of its "
                      "player: may steal a unicorn until the end of the turn\n") == 0);
    TEST_MSG("%s", text_string(&out));
    text_clear(&out);
    TEST_CHECK(un_explain(t.head, "grumpy-warden", &out, &e) == ST_OK);
    TEST_CHECK(strstr(text_string(&out), "its player cannot play magic cards") != NULL);
    TEST_CHECK(un_explain(t.head, "unicorn laso", &out, &e) == ST_NOT_FOUND);
    TEST_CHECK(strstr(e.text, "did you mean unicorn-lasso?") != NULL);
    /* No card of any deck is without words. */
    for (int i = 0; i < t.r->deck.kinds; i++) {
        text_clear(&out);
        un_say_card(t.r, &t.r->deck.kind[i], &out);
        TEST_CHECK_(out.len > 10 && !strstr(text_string(&out), ": ;"), "%s: %s",
                    t.r->deck.kind[i].name, text_string(&out));
    }
    text_done(&out);
    stable_done(&t);
}

/* --- positions --- */

/* Names are written; numbers are read. */
static void test_names_in_positions(void) {
    stable t = stable_open(2, false);
    stable_put(&t, A, "basic-unicorn basic-unicorn yay");
    stable_hold(&t, B, "super-neigh neigh");
    stable_play(&t, A);
    text line = text_growing();
    un_write(t.head, t.s, &line);
    TEST_CHECK(strstr(text_string(&line), " P0=basic-unicorn*2/yay//") != NULL);
    TEST_MSG("%s", text_string(&line));
    /* The same with numbers of kinds. */
    text numbers = text_growing();
    for (const char *c = text_string(&line); *c;) {
        size_t n = strcspn(c, ",/=*:!. ");
        bool cards = c > line.at && (c[-1] == '=' || c[-1] == '/' || c[-1] == ',' || c[-1] == '.');
        int kind = n && cards ? un_kind_find(&t.r->deck, c, n) : -1;
        if (kind >= 0)
            text_format(&numbers, "%d", kind);
        else
            text_putn(&numbers, c, n);
        if (c[n]) text_char(&numbers, c[n]);
        c += n + (c[n] != '\0');
    }
    TEST_CHECK(!strstr(text_string(&numbers), "unicorn"));
    un_state_buf again;
    error e = {0};
    TEST_CHECK(un_read(t.head, &again.s, text_string(&numbers), &e) == ST_OK);
    TEST_MSG("%s\n%s", e.text, text_string(&numbers));
    text twice = text_growing();
    un_write(t.head, &again.s, &twice);
    TEST_CHECK(strcmp(text_string(&line), text_string(&twice)) == 0);
    text_clear(&twice);
    const char *name = strstr(text_string(&line), "super-neigh");
    text_putn(&twice, text_string(&line), (size_t)(name - text_string(&line)));
    text_format(&twice, "horse%s", name + strlen("super-neigh"));
    TEST_CHECK(un_read(t.head, &again.s, text_string(&twice), &e) == ST_BAD_FEN);
    TEST_CHECK(strcmp(e.text, "P1=: the deck has no card horse") == 0);
    TEST_MSG("%s", e.text);
    text_done(&line);
    text_done(&numbers);
    text_done(&twice);
    stable_done(&t);
}

TEST_LIST = {{"end", test_end},
             {"scene", test_scene},
             {"size", test_size},
             {"picks", test_picks},
             {"explain", test_explain},
             {"names_in_positions", test_names_in_positions},
             {NULL, NULL}};
