#include "engine/game/game_endings.h"

#include <assert.h>

end_kind game_end(const rules *r, const void *s) {
    if (r->endings->end) return r->endings->end(r, s);
    return r->game->actor(r, s) == ACTOR_NONE ? END_FINAL : END_NONE;
}

bool game_is_over(const rules *r, const void *s) {
    return r->game->actor(r, s) == ACTOR_NONE || game_end(r, s) == END_CALLED;
}

const char *game_ending(const rules *r, const void *s) {
    return r->endings->name ? r->endings->name(r, s) : "end";
}

void game_ranks(const rules *r, const void *s, int *out) {
    if (r->endings->ranks) {
        r->endings->ranks(r, s, out);
        return;
    }
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    r->game->returns(r, s, utility, points);
    /* Dense ranks: one more than the number of different utilities above. */
    for (int i = 0; i < r->players; i++) {
        out[i] = 1;
        for (int j = 0; j < r->players; j++) {
            bool counted = utility[j] <= utility[i];
            for (int k = 0; k < j; k++) counted |= utility[k] == utility[j];
            out[i] += !counted;
        }
        assert(out[i] >= 1 && out[i] <= r->players);
    }
}
