/* Games under other names: nothing tells which game it is, and every action has one name that leads back. */
#include <acutest.h>

#include <ctype.h>
#include <stdio.h>

#include "arena/disguise.h"
#include "engine/game/game_terminal.h"
#include "lib/catalogue.h"
#include "lib/game_page.h"
#include "tests/support/pace.h"

#if TEST_PACE
enum { GAMES = 20, LOOKS = 3 };
#else
enum { GAMES = 1, LOOKS = 2 };
#endif

typedef struct known {
    char name[64][64];
    int count;
} known;

static void keep(void *ctx, game_name_kind kind, const char *name, char letter) {
    known *k = ctx;
    (void)letter;
    if (kind != GAME_NAME_ACT && k->count < 64)
        (void)snprintf(k->name[k->count++], sizeof *k->name, "%s", name);
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

static void check_game(const game *g, uint64_t seed) {
    enum { PLIES = 60 };
    error e;
    position *p = NULL;
    disguise *d = NULL;
    params setup = params_default();
    known k = {.count = 0};
    rng dice = rng_stream(seed, 3);
    text page = text_growing();
    text said = text_growing();
    TEST_ASSERT(position_start(&p, g, &setup, SEAT_ALL, &e) == ST_OK);
    const rules *r = position_rules(p);
    TEST_CHECK_(disguise_create(&d, r, seed, &e) == ST_OK, "%s: %s", g->name, e.text);
    if (d) {
        r->terminal->names(r, keep, &k);
        keep(&k, GAME_NAME_PLAYER, g->name, 0);
        TEST_CHECK(game_page_plain(r, &page, &e) == ST_OK);
        disguise_text(d, text_string(&page), &said);
        const char *name = told(&k, text_string(&said));
        TEST_CHECK_(!name, "the page of %s tells %s", g->name, name ? name : "");
        for (int i = 0; i < PLIES; i++) {
            if (rng_below(&dice, PLIES / LOOKS) == 0) look(d, &k, p, g->name);
            if (!play_random(p, &dice)) break;
        }
    }
    disguise_destroy(d);
    position_destroy(p);
    text_done(&page);
    text_done(&said);
}

static void test_every_text(void) {
    int texts = 0;
    for (game_list g = catalogue_games(); *g; g++) {
        if (!(*g)->terminal || !(*g)->terminal->names) continue;
        texts++;
        for (uint64_t seed = 1; seed <= GAMES; seed++) check_game(*g, seed);
    }
    TEST_CHECK(texts > 30);
}

static void test_others_have_none(void) {
    error e;
    rules *r = NULL;
    disguise *d = NULL;
    params setup = params_default();
    TEST_ASSERT(rules_open(&r, game_find(catalogue_games(), "azul"), &setup, &e) == ST_OK);
    TEST_CHECK(disguise_create(&d, r, 1, &e) == ST_UNSUPPORTED && !d);
    TEST_CHECK(game_page_plain(r, NULL, &e) == ST_UNSUPPORTED);
    rules_close(r);
}

TEST_LIST = {
    {"every_text", test_every_text}, {"others_have_none", test_others_have_none}, {NULL, NULL}};
