#ifndef TESTS_SUPPORT_GAME_TEXTS_H
#define TESTS_SUPPORT_GAME_TEXTS_H
/* A game read and written by one format of engine/notation, for tests that run out of memory. */

#include <string.h>

#include "engine/notation/tree/game_text.h"
#include "engine/notation/tree/game_tree.h"
#include "lib/catalogue.h"

typedef status (*game_texts_next)(game_text *s, game_tree **out, error *err);
typedef status (*game_texts_write)(const game_tree *t, text *out, error *err);

static inline status game_texts_round(const char *data, game_texts_next next,
                                      game_texts_write write, error *err) {
    game_text s;
    game_tree *t = NULL;
    text out = text_growing();
    status st = game_text_init(&s, data, strlen(data), err);
    s.games = catalogue_games();
    if (st == ST_OK) st = next(&s, &t, err);
    if (st == ST_OK) st = write(t, &out, err);
    game_tree_destroy(t);
    game_text_done(&s);
    text_done(&out);
    return st;
}

#endif
