#include "engine/game/game_endings.h"

#include <assert.h>
#include <string.h>

#include "engine/base/text.h"

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

/* Names that many games share, as people say them; empty where a result says as much. */
static const struct {
    const char *name, *words;
} well_known[] = {{"win", ""},
                  {"draw", ""},
                  {"score", ""},
                  {"end", ""},
                  {"finished", ""},
                  {"repetition", "by repetition"},
                  {"fivefold", "by fivefold repetition"},
                  {"fifty", "by the fifty-move rule"},
                  {"seventyfive", "by the seventy-five-move rule"},
                  {"insufficient", "by insufficient material"},
                  {"too-much-work", "the rules took too long"}};

void game_tell_end(const rules *r, const void *s, text *out) {
    const char *name = game_ending(r, s);
    size_t mark = out->len;
    if (r->endings->tell) r->endings->tell(r, s, out);
    if (out->len > mark) return;
    for (size_t i = 0; i < sizeof well_known / sizeof *well_known; i++) {
        if (strcmp(well_known[i].name, name) != 0) continue;
        text_put(out, well_known[i].words);
        return;
    }
    for (; *name; name++) text_char(out, *name == '-' ? ' ' : *name);
}

void game_tell_result(const rules *r, const void *s, const char *result, text *out) {
    char buf[96];
    text stated = text_over(buf, sizeof buf);
    game_tell_end(r, s, &stated);
    if (!*buf)
        text_put(out, result);
    else if (text_starts(buf, "by "))
        text_format(out, "%s %s", result, buf);
    else
        text_format(out, "%s, %s", buf, result);
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
