#ifndef TESTS_SUPPORT_TREES_H
#define TESTS_SUPPORT_TREES_H
/* Files of games in tests: reading them, and games with variations to write. To be included after
 * acutest.h. */

#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/notation/tree/game_text.h"
#include "lib/catalogue.h"

typedef status (*trees_next)(game_text *s, game_tree **out, error *err);
typedef status (*trees_write)(const game_tree *t, text *out, error *err);

static inline const game *trees_game(const char *name) {
    const game *g = game_find(catalogue_games(), name);
    TEST_ASSERT_(g != NULL, "%s is there", name);
    return g;
}

/* The first game of a text; NULL and *err where there is none. */
static inline game_tree *trees_read_bytes(trees_next next, const char *data, size_t len,
                                          error *err) {
    game_text s;
    game_tree *t = NULL;
    *err = (error){0};
    status st = game_text_init(&s, data, len, err);
    s.games = catalogue_games();
    if (st == ST_OK) st = next(&s, &t, err);
    TEST_CHECK((st == ST_OK) == (t != NULL));
    game_text_done(&s);
    return t;
}

static inline game_tree *trees_read(trees_next next, const char *data, error *err) {
    return trees_read_bytes(next, data, strlen(data), err);
}

/* Reads a text that has to be right. */
static inline game_tree *trees_good(trees_next next, const char *data) {
    error err;
    game_tree *t = trees_read(next, data, &err);
    TEST_ASSERT_(t != NULL, "%s", err.text);
    return t;
}

/* The text is refused with this sentence. */
static inline void trees_refused(trees_next next, const char *data, const char *sentence) {
    error err;
    game_tree *t = trees_read(next, data, &err);
    TEST_CHECK_(t == NULL && strcmp(err.text, sentence) == 0, "%s", sentence);
    TEST_MSG("%s", err.text);
    game_tree_destroy(t);
    TEST_CHECK(mem_live() == 0);
}

/* What is written, and that it is read to an equal game. Ends t. */
static inline void trees_written(trees_next next, trees_write write, game_tree *t,
                                 const char *want) {
    text out = text_growing();
    error err = {0};
    TEST_CHECK_(write(t, &out, &err) == ST_OK, "written: %s", err.text);
    TEST_CHECK_(!want || strcmp(text_string(&out), want) == 0, "what is written");
    TEST_MSG("%s", text_string(&out));
    game_tree *again = trees_read(next, text_string(&out), &err);
    TEST_CHECK_(again && game_tree_equal(t, again), "read again: %s", err.text);
    TEST_MSG("%s", text_string(&out));
    game_tree_destroy(again);
    game_tree_destroy(t);
    text_done(&out);
    TEST_CHECK(mem_live() == 0);
}

/* The main line as tokens with spaces. */
static inline void trees_line(const game_tree *t, const char *want) {
    text out = text_growing();
    for (int n = t->nodes[0].first; n != GAME_TREE_NONE; n = t->nodes[n].first) {
        if (out.len) text_char(&out, ' ');
        text_put(&out, t->nodes[n].token);
    }
    TEST_CHECK_(strcmp(text_string(&out), want) == 0, "the line %s", want);
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
}

/* Random lines from a node on; some of them branch. */
static inline void trees_grow(game_tree *t, int node, position *p, int plies, rng *random) {
    const rules *r = position_rules(p);
    unsigned ply = position_ply(p);
    int mover = -1;
    for (int i = 0; i < plies || r->game->actor(r, position_data(p)) == mover; i++) {
        char buf[64];
        text event = text_over(buf, sizeof buf);
        token tok;
        int parent = node;
        mover = r->game->actor(r, position_data(p));
        if (mover < 0) break;
        TEST_ASSERT(token_random((state_ref){r, position_data(p), position_trail(p)}, random,
                                 &tok) == ST_OK);
        token_write(r, position_data(p), &tok, &event);
        if (game_tree_child(t, node, buf) != GAME_TREE_NONE) break;
        TEST_ASSERT(game_tree_add(t, node, buf, &node, NULL) == ST_OK);
        if (rng_below(random, 12) == 0 && plies > 4) trees_grow(t, parent, p, plies / 3, random);
        TEST_ASSERT(position_play(p, buf, NULL) == ST_OK);
        if (r->game->actor(r, position_data(p)) == mover) continue; /* the turn has not ended */
        if (rng_below(random, 5) == 0) game_tree_nag(t, node, 1 + (int)rng_below(random, 6));
        if (rng_below(random, 5) == 0)
            TEST_ASSERT(game_tree_remark(&t->nodes[node].after, "a remark on this", 16, NULL) ==
                        ST_OK);
    }
    position_cut(p, ply);
}

static inline game_tree *trees_random(const char *name, int plies, uint64_t seed) {
    game_tree *t = NULL;
    position *p = NULL;
    rng random = rng_stream(seed, 0);
    TEST_ASSERT(game_tree_create(&t, trees_game(name), NULL) == ST_OK);
    TEST_ASSERT(game_tree_start(&p, t, NULL) == ST_OK);
    trees_grow(t, 0, p, plies, &random);
    position_destroy(p);
    TEST_ASSERT(game_tree_position(&p, t, game_tree_last(t, 0), NULL) == ST_OK);
    game_tree_judge(t, p);
    position_destroy(p);
    return t;
}

#endif
