#include "arena/announce.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_views.h"

typedef struct crowd {
    const rules *r;
    announce_listener hear;
    void *ctx;
} crowd;

/* What each of them can see of a token played in state s. */
static void tell(const crowd *c, const void *s, const token *tok) {
    for (int i = 0; i < c->r->players; i++) {
        char buf[GAME_TOKEN_SIZE];
        text seen = text_over(buf, sizeof buf);
        c->r->views->seen_text(c->r, s, tok->steps, tok->count, i, &seen);
        if (buf[0]) c->hear(c->ctx, i, buf);
    }
}

static status tell_silent(const crowd *c, const position *now, const token *tok, error *err) {
    const rules *r = c->r;
    unsigned char *s = mem_alloc(r->state_size);
    chance_buffers chance;
    bool ok = chance_buffers_init(&chance, r) == ST_OK && s;
    if (ok) {
        memcpy(s, position_data(now), r->state_size);
        token_apply(r, s, NULL, tok);
    }
    while (ok && r->game->chance && r->game->actor(r, s) == ACTOR_CHANCE &&
           r->game->chance(r, s, chance.outcome, chance.weight) == 1) {
        token only = {.steps = {chance.outcome[0]}, .count = 1};
        tell(c, s, &only);
        token_apply(r, s, NULL, &only);
    }
    mem_free(s);
    chance_buffers_done(&chance);
    return ok ? ST_OK : error_set(err, ST_NOMEM, "no memory to tell the players");
}

status announce_event(const position *now, const char *event, announce_listener hear, void *ctx,
                      error *err) {
    crowd c = {position_rules(now), hear, ctx};
    token tok;
    if (!(c.r->traits & GAME_HIDDEN)) {
        for (int i = 0; i < c.r->players; i++) hear(ctx, i, event);
        return ST_OK;
    }
    status st =
        token_read((state_ref){c.r, position_data(now), position_trail(now)}, event, &tok, err);
    if (st != ST_OK) return st;
    tell(&c, position_data(now), &tok);
    return position_trail(now) ? ST_OK : tell_silent(&c, now, &tok, err);
}
