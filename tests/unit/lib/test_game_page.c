#include <acutest.h>

#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/book/text_library.h"
#include "engine/sdk/kit.h"
#include "lib/catalogue.h"
#include "lib/game_page.h"

/* Pages about every game of the catalogue. */

static rules *open_game(const char *name) {
    rules *r = NULL;
    params p = params_default();
    const game *g = game_find(catalogue_games(), name);
    TEST_ASSERT_(g != NULL, "%s", name);
    TEST_ASSERT(rules_open(&r, g, &p, NULL) == ST_OK);
    return r;
}

static bool has(const text *page, const char *part) {
    return strstr(text_string(page), part) != NULL;
}

/* Plain ASCII in lines that fit, no trailing spaces, no marks for what could not be said. */
static void check_layout(const char *page) {
    for (const char *at = page; *at;) {
        size_t n = strcspn(at, "\n");
        TEST_CHECK_(n <= 79, "%.*s", (int)n, at);
        TEST_CHECK_(!n || at[n - 1] != ' ', "%.*s|", (int)n, at);
        for (size_t i = 0; i < n; i++) TEST_CHECK_(at[i] >= ' ' && at[i] < 0x7f, "byte %d", at[i]);
        TEST_CHECK(at[n] == '\n');
        at += n + (at[n] == '\n');
    }
}

static void test_rules_of_every_game(void) {
    size_t live = mem_live();
    int games = 0;
    for (game_list g = catalogue_games(); *g; g++, games++) {
        rules *r = open_game((*g)->name);
        text page = text_growing();
        error e;
        TEST_CASE((*g)->name);
        TEST_CHECK(game_page_rules(r, &page, &e) == ST_OK);
        check_layout(text_string(&page));
        TEST_CHECK(text_starts(text_string(&page), (*g)->title));
        TEST_CHECK(has(&page, "player") && has(&page, "\nHow actions are written\n"));
        TEST_CHECK(has(&page, "A turn") || has(&page, "A bet") || has(&page, "Moving"));
        TEST_CHECK(!has(&page, "no page")); /* each has one of its own, or a text */
        TEST_CHECK(!has(&page, " ? ") && !has(&page, "of of") && !has(&page, "  -\n"));
        if (text_facts_of(*g) && !((*g)->traits & GAME_HIDDEN)) /* cards need no board */
            TEST_CHECK(has(&page, "\nPieces\n") && has(&page, "\nBoard\n"));
        for (const param_spec *s = (*g)->params; s && s->name; s++) TEST_CHECK(has(&page, s->name));
        text_done(&page);
        rules_close(r);
    }
    TEST_CHECK(games > 50);
    TEST_CHECK(mem_live() == live);
}

/* What a reader must find there. */
static void test_what_pages_say(void) {
    static const char *const facts[][2] = {
        {"chess", "Chess by the Laws of Chess of the FIDE."},
        {"chess", "Moves one step forwards to an empty cell."},
        {"chess", "Moves with a knight's leap"},
        {"chess", "On your row 8 it becomes a queen, rook, bishop or knight."},
        {"chess", "- Only actions after which your king is not attacked."},
        {"chess", "the next\n    player may claim a draw (repetition)."},
        {"chess", "'clock': a counter: actions since a capture or a pawn's move"},
        {"koth", "Made from chess"},
        {"koth", "you win."},
        {"hex", "If your pieces connect your row 1 with your row 'size': you win."},
        {"hex", "--set size=11: 3 to 19"},
        {"go", "--set komi="},
        {"tictactoe", "Place a mark on an empty cell."},
        {"tictactoe", "is at least 3: you win."},
        {"draughts", "Move one of your men one step diagonally forwards to an empty cell"},
        {"amazons", "Place a neutral arrow on one of the cells any distance"},
        {"ludo", "- Chance: 'die' becomes a number from 1 to 6, all equally likely."},
        {"morris", "- Choose an enemy piece; then"},
        {"neutron", "A turn in the phase opening"},
        {"quoridor",
         "The edges between squares are places for pieces, too, and so are the corners"},
        {"quoridor", "The edge above a1 is called a1n"},
        {"quoridor", "over one of empty\n    edges to one of empty squares"},
        {"go", "A board of squares, columns and rows: 'size' by 'size'.\n\nPieces"},
        {"azul", "7 for each full column"},
        {"projectl", "master: once in a turn"},
        {"unicorns", "Seven unicorns"},
        {"leduc", "Two raises a round"},
        {"pig", "--set target=100"},
        {"lazuli", "it is in the\n    middle (3,3)"},
        {"amethyst12", "twelve men"}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        rules *r = open_game(facts[i][0]);
        text page = text_growing();
        TEST_CASE(facts[i][0]);
        TEST_CHECK(game_page_rules(r, &page, NULL) == ST_OK);
        TEST_CHECK_(has(&page, facts[i][1]), "%s", facts[i][1]);
        text_done(&page);
        rules_close(r);
    }
}

static void test_cards(void) {
    for (game_list g = catalogue_games(); *g; g++) {
        rules *r = open_game((*g)->name);
        text page = text_growing();
        error e = {0};
        TEST_CASE((*g)->name);
        TEST_CHECK_(game_page_card(r, catalogue_registry(), &page, &e) == ST_OK, "%s", e.text);
        TEST_CHECK(has(&page, "\nExamples\n") && has(&page, "--moves \""));
        for (const bot *b = (*g)->bots; b && b->name; b++) TEST_CHECK(has(&page, b->name));
        for (const action_syntax *s = (*g)->syntax; s && s->kind; s++)
            TEST_CHECK(has(&page, s->kind));
        text_done(&page);
        rules_close(r);
    }
}

/* Every game once, on a line of its own. */
static void test_list(void) {
    text page = text_growing();
    game_page_list(catalogue_games(), &page);
    int lines = 0;
    for (game_list g = catalogue_games(); *g; g++) {
        char line[100];
        (void)snprintf(line, sizeof line, "\n  %-22s ", (*g)->name);
        TEST_CHECK_(has(&page, line), "%s", (*g)->name);
        lines++;
    }
    for (const char *at = text_string(&page); (at = strstr(at, "\n  ")); at++) lines--;
    TEST_CHECK_(lines == 0, "%d lines too few", lines);
    TEST_CHECK(has(&page, "Chess and its relatives\n") && has(&page, "Tiles, cards, dice\n"));
    text_done(&page);
}

/* A text of its own making: all that the language has can be said. */
static void test_every_word(void) {
    static const char rules_text[] =
        "# A game of odds and ends.\n#\n# Its second paragraph.\n"
        "game ends \"Odds and ends\" {\n  option size 5 in 4..6    # how wide\n"
        "  players red blue\n  board rect size 5 wrap x touch any without a1\n"
        "  view blue rotate\n  var n\n  var marks : cells\n  counter c\n"
        "  piece man M { hits along diag (empty* occupied [enemy? mine]) move slide my (n e) max "
        "2\n"
        "    promotes on ~(edge | light) to king }\n  piece king K { move (dash (se) | leap 1 3) "
        "as man }\n"
        "  def odd(a) = nth(a, 2) | threatened(a, red) | transpose(a)\n"
        "  rule go(x) = { pick odd(x) as king man { push n x  give x to next  marks &= x } }\n"
        "  setup { put man of red on rank 1  put man of blue on rank 5 }\n"
        "  turn { optional move mine to ray w from c3 & odd(mine)\n"
        "         act \"wave\" where kind(c4) != 1 or owner(c3) == prev { n = -n % 3  phase = late "
        "}\n"
        "         repeat at most 2 go(mine) }\n"
        "    then longest { go(enemy) } else score by(n, c) - turns\n"
        "  phase late turn pieces require not (some marks and n < 2) else pass\n"
        "  end { when runs(mine, last, 3) >= 1 or group(lastfrom, neutral) != none { next = prev  "
        "flip dark } }\n"
        "}\n";
    text_library *l = NULL;
    diags *d = mem_alloc(sizeof *d);
    TEST_ASSERT(d && text_library_create(&l) == ST_OK);
    status st = text_library_read(l, &(source){"ends.game", rules_text, strlen(rules_text)}, d);
    text problems = text_growing();
    diags_write(d, &problems);
    TEST_CHECK_(st == ST_OK, "%s", text_string(&problems));
    text_done(&problems);
    if (st == ST_OK) {
        rules *r = NULL;
        params p = params_default();
        text page = text_growing();
        TEST_CHECK(rules_open(&r, text_library_at(l, 0), &p, NULL) == ST_OK);
        TEST_CHECK(game_page_rules(r, &page, NULL) == ST_OK);
        check_layout(text_string(&page));
        TEST_CHECK(has(&page, "\nA game of odds and ends.\n\nIts second paragraph.\n"));
        TEST_CHECK(has(&page, "--set size=5: 4 to 6; how wide\n"));
        TEST_CHECK(!has(&page, " ? ") && has(&page, "'odd' of ('a'): "));
        TEST_MSG("%s", text_string(&page));
        text_done(&page);
        rules_close(r);
    }
    text_library_destroy(l);
    mem_free(d);
}

/* Whatever allocation fails, the page is complete or refused. */
static void test_no_memory(void) {
    rules *r = open_game("chess");
    text entire = text_growing();
    TEST_CHECK(game_page_rules(r, &entire, NULL) == ST_OK);
    for (uint64_t n = 1; n < 60; n++) {
        text page = text_growing();
        mem_fail_at(n);
        status st = game_page_rules(r, &page, NULL);
        mem_fail_at(0);
        bool complete = strcmp(text_string(&page), text_string(&entire)) == 0;
        TEST_CHECK_(st == ST_NOMEM || (st == ST_OK && complete), "allocation %d", (int)n);
        text_done(&page);
    }
    text_done(&entire);
    rules_close(r);
}

TEST_LIST = {{"rules_of_every_game", test_rules_of_every_game},
             {"what_pages_say", test_what_pages_say},
             {"cards", test_cards},
             {"list", test_list},
             {"every_word", test_every_word},
             {"no_memory", test_no_memory},
             {NULL, NULL}};
