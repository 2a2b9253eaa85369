#include "uci/core/session_state.h"

#include <assert.h>

static void unset_position(session *s, const char *because) {
    assert(because && *because);
    position_destroy(s->position);
    s->position = NULL;
    s->unset_because = because;
}

void session_change_game(session *s, const game *g, const char *because) {
    assert(g);
    const game *before = s->game;
    s->game = game_keep(g);
    weights_init(&s->weights, g);
    unset_position(s, because);
    s->options.search.word[OPT_WORD_EVAL_FILE][0] = '\0';
    game_let_go(before);
}

void session_drop_position(session *s) {
    unset_position(s, "the last position command was refused");
}
