/* Games under other names: nothing tells which game it is, and every action has one name that leads back. */
#include <acutest.h>

#include <ctype.h>
#include <stdio.h>

#include "arena/disguise.h"
#include "engine/game/game_terminal.h"
#include "engine/rules/book/text_library.h"
#include "engine/sdk/kit.h"
#include "lib/catalogue.h"
#include "lib/game_page.h"
#include "tests/support/pace.h"
#include "tests/support/small_kits.h"

#if TEST_PACE
enum { GAMES = 20, LOOKS = 3 };
#else
enum { GAMES = 1, LOOKS = 2 };
#endif

typedef struct known {
    char name[128][64];
    int count;
} known;

static void keep(void *ctx, const game_word *n) {
    known *k = ctx;
    if (n->kind != GAME_NAME_LETTER && n->kind != GAME_NAME_ACT && k->count < 128)
        (void)snprintf(k->name[k->count++], sizeof *k->name, "%s", n->word);
}

/* The first name of the game, its kinds or its players in a text, as a word; NULL: there is none. */
static const char *told(const known *k, const char *said) {
    while (*said) {
        char word[64];
        size_t n = 0;
        while (isalnum((unsigned char)said[n]) || said[n] == '_') n++;
        (void)snprintf(word, sizeof word, "%.*s", (int)n, said);
        for (int i = 0; n && i < k->count; i++)
            if (text_same(word, k->name[i])) return k->name[i];
        said += n ? n : 1;
    }
    return NULL;
}

typedef struct listing {
    const disguise *d;
    char name[512][64];
    int count, bad;
} listing;

/* Each action back to itself, and no two with one name. */
static bool check_action(void *ctx, const table_action *a) {
    listing *l = ctx;
    char other[GAME_TOKEN_SIZE];
    char back[GAME_TOKEN_SIZE];
    text to = text_over(other, sizeof other);
    text from = text_over(back, sizeof back);
    disguise_token(l->d, a->token, &to);
    disguise_plain_token(l->d, other, &from);
    if (strcmp(back, a->token) != 0 && !l->bad++)
        (void)fprintf(stderr, "%s: %s: %s\n", a->token, other, back);
    for (int i = 0; i < l->count; i++) l->bad += strcmp(l->name[i], other) == 0;
    if (l->count < 512) (void)snprintf(l->name[l->count++], sizeof *l->name, "%.60s", other);
    return true;
}

static void look(const disguise *d, const known *k, const position *p, const char *game_name) {
    error e;
    table_text t;
    text said = text_growing();
    static listing l;
    TEST_ASSERT(table_text_init(&t, p, SEAT_ALL, &e) == ST_OK);
    TEST_CHECK_(disguise_board(d, &t, &said, &e) == ST_OK, "%s: %s", game_name, e.text);
    if (t.actor >= 0) {
        l = (listing){.d = d};
        TEST_CHECK(disguise_legal(d, &t, 400, &said, &e) == ST_OK);
        TEST_CHECK(table_text_walk(&t, check_action, &l, &e) == ST_OK);
        TEST_CHECK_(!l.bad, "%s: %d actions do not lead back", game_name, l.bad);
    }
    const char *name = told(k, text_string(&said));
    TEST_CHECK_(!name, "%s: %s is told", game_name, name ? name : "");
    if (name) TEST_MSG("%.800s", text_string(&said));
    text_done(&said);
    table_text_done(&t);
}

static bool play_random(position *p, rng *g) {
    token tok;
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    const rules *r = position_rules(p);
    if (r->game->actor(r, position_data(p)) == ACTOR_NONE) return false;
    if (token_random(position_ref(p), g, &tok) != ST_OK) return false;
    token_write(r, position_data(p), &tok, &event);
    return position_play(p, buf, NULL) == ST_OK;
}

/* `more`: names that must not be told either; may be NULL. */
static void check_game(const game *g, uint64_t seed, const known *more) {
    enum { PLIES = 60 };
    error e;
    position *p = NULL;
    disguise *d = NULL;
    params setup = params_default();
    known k = more ? *more : (known){.count = 0};
    rng dice = rng_stream(seed, 3);
    text said = text_growing();
    TEST_ASSERT(position_start(&p, g, &setup, SEAT_ALL, &e) == ST_OK);
    const rules *r = position_rules(p);
    TEST_CHECK_(disguise_create(&d, r, game_page_plain, seed, &e) == ST_OK, "%s: %s", g->name,
                e.text);
    if (d) {
        r->terminal->names(r, keep, &k);
        keep(&k, &(game_word){.kind = GAME_NAME_PLAYER, .word = g->name});
        disguise_page(d, &said);
        const char *name = told(&k, text_string(&said));
        TEST_CHECK_(!name, "the page of %s tells %s", g->name, name ? name : "");
        for (int i = 0; i < PLIES; i++) {
            if (rng_below(&dice, PLIES / LOOKS) == 0) look(d, &k, p, g->name);
            if (!play_random(p, &dice)) break;
        }
    }
    disguise_destroy(d);
    position_destroy(p);
    text_done(&said);
}

static void test_every_text(void) {
    int texts = 0;
    for (game_list g = catalogue_games(); *g; g++) {
        if (!text_facts_of(*g) || (*g)->traits & GAME_HIDDEN) continue; /* cards without a board */
        texts++;
        for (uint64_t seed = 1; seed <= GAMES; seed++) check_game(*g, seed, NULL);
    }
    TEST_CHECK(texts > 30);
}

/* --- games on the kit --- */

/* What people call the games, and words that tell which one it is. */
static const char *const famous[] = {
    "amethyst",  "checkers", "draughts",  "daisy",    "shogi",  "unashogi",    "lazuli",
    "solitaire", "lilac",    "tafl",      "obsidian", "chess",  "orchid",      "kharebga",
    "peridot",   "tic",      "noughts",   "crosses",  "quartz", "reversi",     "othello",
    "saffron",   "tron",     "tangerine", "topaz",    "morris", "domineering", "mill",
    "mills",     "violet",   "amazons",   "amazon",   "king",   "kings",       "queen",
    "rook",      "bishop",   "knight",    "pawn",     "pawns",  "man",         "men",
    "peg",       "pegs",     "gold",      "silver",   "lance",  "domino",      "dominoes",
    "cycle",     "cycles",   "marker",    "arrow",    "arrows", "king_slide"};

static known famous_words(void) {
    static known k;
    k.count = 0;
    for (size_t i = 0; i < sizeof famous / sizeof *famous; i++)
        keep(&k, &(game_word){.kind = GAME_NAME_PIECE, .word = famous[i]});
    return k;
}

static void test_every_kit(void) {
    int games = 0;
    known k = famous_words();
    for (game_list g = catalogue_games(); *g; g++) {
        if (!kit_of(*g)) continue;
        games++;
        for (uint64_t seed = 1; seed <= GAMES; seed++) check_game(*g, seed, &k);
    }
    TEST_CHECK(games == 13);
}

/* A table in disguise. */
typedef struct masked {
    position *p;
    disguise *d;
    table_text t;
} masked;

static masked masked_of(const char *name, const char *moves, uint64_t seed) {
    masked m = {0};
    error e;
    params setup = params_default();
    TEST_ASSERT(position_start(&m.p, game_find(catalogue_games(), name), &setup, SEAT_ALL, &e) ==
                ST_OK);
    char buf[256];
    (void)snprintf(buf, sizeof buf, "%s", moves);
    for (char *s = buf; *s;) {
        size_t n = strcspn(s, " ");
        bool last = !s[n];
        s[n] = '\0';
        TEST_CHECK_(position_play(m.p, s, &e) == ST_OK, "%s: %s", s, e.text);
        s += n + !last;
    }
    TEST_ASSERT(disguise_create(&m.d, position_rules(m.p), game_page_plain, seed, &e) == ST_OK);
    TEST_ASSERT(table_text_init(&m.t, m.p, SEAT_ALL, &e) == ST_OK);
    return m;
}

static void masked_done(masked *m) {
    table_text_done(&m->t);
    disguise_destroy(m->d);
    position_destroy(m->p);
}

/* Event by event: what is said of an action leads to the same action, in games that are the same. */
static void test_kit_answers(void) {
    enum { PLIES = 30 };
    for (game_list g = catalogue_games(); *g; g++) {
        if (!kit_of(*g)) continue;
        error e;
        rng dice = rng_stream(7, 1);
        masked m = masked_of((*g)->name, "", 11);
        const rules *r = position_rules(m.p);
        for (int i = 0; i < PLIES && r->game->actor(r, position_data(m.p)) >= 0; i++) {
            token tok;
            char plain[GAME_TOKEN_SIZE];
            char other[GAME_TOKEN_SIZE];
            char back[GAME_TOKEN_SIZE];
            text event = text_over(plain, sizeof plain);
            text said = text_over(other, sizeof other);
            text read = text_over(back, sizeof back);
            table_text t;
            TEST_ASSERT(token_random(position_ref(m.p), &dice, &tok) == ST_OK);
            token_write(r, position_data(m.p), &tok, &event);
            disguise_token(m.d, plain, &said);
            TEST_ASSERT(table_text_init(&t, m.p, SEAT_ALL, &e) == ST_OK);
            TEST_CHECK(disguise_read(m.d, &t, other, &read, &e) == ST_OK);
            TEST_CHECK_(strcmp(back, plain) == 0 && strcmp(other, plain) != 0, "%s: %s: %s", plain,
                        other, back);
            table_text_done(&t);
            TEST_ASSERT(position_play(m.p, back, &e) == ST_OK);
        }
        masked_done(&m);
    }
}

/* The board is mirrored: the n-th cell of its row is that of the other side. */
static void test_kit_boards(void) {
    error e;
    masked m = masked_of("peridot", "A:0,0 V:1,2", 5);
    text board = text_growing();
    char a[GAME_TOKEN_SIZE];
    char v[GAME_TOKEN_SIZE];
    char drawn[80];
    text first = text_over(a, sizeof a);
    text second = text_over(v, sizeof v);
    disguise_token(m.d, "A:0,0", &first);
    disguise_token(m.d, "V:1,2", &second);
    TEST_CHECK(strcmp(a + 1, ":x3y3") == 0 && strcmp(v + 1, ":x1y2") == 0);
    TEST_CHECK(!strchr("AVXY", *a) && !strchr("AVXY", *v) && *a != *v);
    TEST_CHECK(disguise_board(m.d, &m.t, &board, &e) == ST_OK);
    (void)snprintf(drawn, sizeof drawn, "y3   .  .  %c \ny2   %c  .  . \ny1   .  .  . \n", *a, *v);
    TEST_CHECK_(text_starts(text_string(&board), drawn), "%s", text_string(&board));
    text_done(&board);
    masked_done(&m);
}

/* Notes of the author: pieces in hand and cells are those of the board. */
static void test_kit_notes(void) {
    error e;
    char x[GAME_TOKEN_SIZE];
    char hand[32];
    masked m = masked_of("violet", "6,0:5,0", 3);
    text board = text_growing();
    TEST_CHECK(disguise_board(m.d, &m.t, &board, &e) == ST_OK);
    TEST_CHECK_(strstr(text_string(&board), "to shoot: x10y5\n"), "%s", text_string(&board));
    masked_done(&m);
    text_clear(&board);
    m = masked_of("topaz", "", 3);
    text letter = text_over(x, sizeof x);
    disguise_token(m.d, "A:0,0", &letter);
    (void)snprintf(hand, sizeof hand, "in hand: 9 %c, 9 ", *x);
    TEST_CHECK(disguise_board(m.d, &m.t, &board, &e) == ST_OK);
    TEST_CHECK_(strstr(text_string(&board), hand), "%s", text_string(&board));
    masked_done(&m);
    text_done(&board);
}

/* Illegal answers get their sentence in other names. */
static void test_kit_refusals(void) {
    static const char *const cases[][2] = {
        {"x9y1:x1y1", "x9y1 is not on the board"},
        {"x1y4:x1y5", "there is no piece to move"},
        {"x1y1:x5y5", "the rules of this game do not allow it here"},
        {"e2e4",
         "incorrectly formatted: an action is two cells (x2y1:x2y3), or a letter and a cell "
         "with a colon between them"},
        {"",
         "incorrectly formatted: an action is two cells (x2y1:x2y3), or a letter and a cell with "
         "a colon between them"}};
    masked m = masked_of("obsidian", "", 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error e = {0};
        char buf[GAME_TOKEN_SIZE];
        text event = text_over(buf, sizeof buf);
        TEST_CHECK(disguise_read(m.d, &m.t, cases[i][0], &event, &e) != ST_OK);
        TEST_CHECK_(strcmp(e.text, cases[i][1]) == 0, "%s: %s", cases[i][0], e.text);
    }
    masked_done(&m);
}

/* Whatever is answered: what is taken can be played, what is not has a sentence. */
static void test_kit_any_answer(void) {
    enum { ANSWERS = PACE(400, 60), LENGTH = 12 };
    static const char from[] = "xxyy1234567:: ,_AaQ0\"(\xc3";
    masked m = masked_of("topaz", "A:0,0 B:3,0", 2);
    rng dice = rng_stream(5, 5);
    for (int i = 0; i < ANSWERS; i++) {
        error e = {0};
        char said[LENGTH + 1] = "";
        char buf[GAME_TOKEN_SIZE];
        text event = text_over(buf, sizeof buf);
        size_t n = (size_t)rng_below(&dice, LENGTH + 1);
        for (size_t k = 0; k < n; k++) said[k] = from[rng_below(&dice, sizeof from - 1)];
        status st = disguise_read(m.d, &m.t, said, &event, &e);
        TEST_CHECK_(st == ST_OK ? position_verify(m.p, buf, NULL, &e) == ST_OK : e.text[0], "%s",
                    said);
    }
    masked_done(&m);
}

/* An A that begins a sentence is an article; one in quotes, or before a cell, is a piece. */
static void test_kit_sentences(void) {
    masked m = masked_of("peridot", "", 5);
    char buf[128];
    char want[128];
    char placed[GAME_TOKEN_SIZE];
    text letter = text_over(placed, sizeof placed);
    text out = text_over(buf, sizeof buf);
    disguise_token(m.d, "A:0,0", &letter);
    disguise_text(m.d, "A row; \"A\" at 0,0, A:1,1, row 2, column 1 to the left", &out);
    (void)snprintf(want, sizeof want, "A row; \"%c\" at x3y3, %c:x2y2, x2y1 to the right", *placed,
                   *placed);
    TEST_CHECK_(strcmp(buf, want) == 0, "%s", buf);
    masked_done(&m);
}

/* A game of a stranger, without a page; its name is row, so rows are called otherwise. */
static void test_kit_of_a_stranger(void) {
    bw_game row = kit_row;
    error e;
    position *p = NULL;
    row.pieces = "ABC2*\xc3\x82"; /* A with a hat is uc2 in tokens */
    row.plain = "ABC2*K";
    kit *k = kit_made(&row);
    disguise *d = NULL;
    params setup = params_default();
    text page = text_growing();
    TEST_ASSERT(k != NULL);
    setup.players = kit_row.players;
    TEST_ASSERT(position_start(&p, kit_game(k), &setup, SEAT_ALL, &e) == ST_OK);
    TEST_CHECK(disguise_create(&d, position_rules(p), game_page_plain, 4, &e) == ST_OK);
    if (d) {
        disguise_page(d, &page);
        TEST_CHECK(strstr(text_string(&page), " and 9 columns; pieces: \""));
        TEST_CHECK_(!strstr(text_string(&page), "\"A\""), "%s", text_string(&page));
        static const char *const tokens[] = {"A:0,0", "2:0,2", "*:0,8", "uc2:0,1", "!first=2"};
        for (int i = 0; i < 5; i++) {
            char other[GAME_TOKEN_SIZE];
            char back[GAME_TOKEN_SIZE];
            text said = text_over(other, sizeof other);
            text read = text_over(back, sizeof back);
            disguise_token(d, tokens[i], &said);
            disguise_plain_token(d, other, &read);
            TEST_CHECK_(strcmp(back, tokens[i]) == 0, "%s: %s", tokens[i], other);
            TEST_CHECK_((other[1] == ':' && isupper((unsigned char)*other)) == (i < 4), "%s",
                        other);
        }
    }
    disguise_destroy(d);
    position_destroy(p);
    text_done(&page);
    kit_destroy(k);
}

/* Forty kinds of pieces have no letters: refused in a sentence. */
static void test_kit_with_too_many(void) {
    bw_game many = kit_row;
    error e;
    rules *r = NULL;
    disguise *d = NULL;
    params setup = params_default();
    many.pieces = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789*+";
    kit *k = kit_made(&many);
    TEST_ASSERT(k != NULL);
    setup.players = many.players;
    TEST_ASSERT(rules_open(&r, kit_game(k), &setup, &e) == ST_OK);
    TEST_CHECK(disguise_create(&d, r, game_page_plain, 4, &e) == ST_UNSUPPORTED && !d);
    TEST_CHECK_(strstr(e.text, "more kinds of pieces than there are letters"), "%s", e.text);
    rules_close(r);
    kit_destroy(k);
}

/* --- others --- */

static void test_others_have_none(void) {
    error e;
    rules *r = NULL;
    disguise *d = NULL;
    params setup = params_default();
    TEST_ASSERT(rules_open(&r, game_find(catalogue_games(), "azul"), &setup, &e) == ST_OK);
    TEST_CHECK(disguise_create(&d, r, game_page_plain, 1, &e) == ST_UNSUPPORTED && !d);
    TEST_CHECK(game_page_plain(r, NULL, &e) == ST_UNSUPPORTED);
    rules_close(r);
}

TEST_LIST = {{"every_text", test_every_text},
             {"every_kit", test_every_kit},
             {"kit_answers", test_kit_answers},
             {"kit_boards", test_kit_boards},
             {"kit_notes", test_kit_notes},
             {"kit_refusals", test_kit_refusals},
             {"kit_any_answer", test_kit_any_answer},
             {"kit_sentences", test_kit_sentences},
             {"kit_of_a_stranger", test_kit_of_a_stranger},
             {"kit_with_too_many", test_kit_with_too_many},
             {"others_have_none", test_others_have_none},
             {NULL, NULL}};
