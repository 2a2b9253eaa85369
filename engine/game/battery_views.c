/* What one player sees: views, and sentences of what happened. */
#include <string.h>

#include "engine/base/hash.h"
#include "engine/game/battery_state.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_views.h"
#include "engine/game/happened.h"

/* Whether the result of the resampled state is the real one, where every view is to tell it. */
static bool same_end(const battery *b) {
    const rules *r = b->r;
    float utility[2][GAME_MAX_PLAYERS] = {{0}};
    int32_t points[2][GAME_MAX_PLAYERS] = {{0}};
    int rank[2][GAME_MAX_PLAYERS] = {{0}};
    if (!r->views->open_end) return true;
    const void *end[2] = {battery_now(b), b->s1};
    for (int i = 0; i < 2; i++) {
        r->game->returns(r, end[i], utility[i], points[i]);
        game_ranks(r, end[i], rank[i]);
    }
    bool same = memcmp(rank[0], rank[1], sizeof rank[0]) == 0;
    return same &&
           (!(r->traits & GAME_POINTS) || memcmp(points[0], points[1], sizeof points[0]) == 0);
}

status battery_check_view(battery *b, int i) {
    const rules *r = b->r;
    const game *g = r->game;
    const unsigned char *view = b->views[i];
    int player = battery_viewer(b, i);
    r->views->observe(r, battery_now(b), player, b->v1);
    if (memcmp(b->v1, view, r->view_size) != 0)
        return battery_broken(b, "observe differs from the events as seen");
    if (r->views->player(r, view) != player) return battery_broken(b, "a view forgot its player");
    r->views->resample(r, view, b->s1, &b->g);
    r->views->observe(r, b->s1, player, b->v1);
    if (memcmp(b->v1, view, r->view_size) != 0)
        return battery_broken(b, "a resampled state does not fit");
    error why;
    if (g->check && g->check(r, b->s1, &why) != ST_OK) return battery_broken(b, why.text);
    if (g->hash(r, b->s1) != game_rehash(r, b->s1))
        return battery_broken(b, "a resampled state's hash is off");
    if (game_is_over(r, battery_now(b)) && !same_end(b))
        return battery_broken(b, "a view of the end does not tell who has won");
    int actor = g->actor(r, battery_now(b));
    /* Players react at the same time: who is being asked shows to no one else. */
    bool shows = game_kind(r, battery_now(b)) != KIND_REACTION || actor == player;
    if (shows && g->actor(r, b->s1) != actor)
        return battery_broken(b, "a resampled state asks another seat");
    if (actor == player) {
        const trail *t = position_trail(b->p);
        int n = g->legal(r, battery_now(b), t, b->list);
        int m = g->legal(r, b->s1, t, b->again);
        if (n != m || memcmp(b->list, b->again, (size_t)n * sizeof(action)) != 0)
            return battery_broken(b, "a player's own choices depend on what is hidden");
    }
    char line[2048];
    text w = text_over(line, sizeof line);
    r->views->write(r, view, &w);
    memset(b->v1, 0xa5, r->view_size);
    if (r->views->read(r, player, b->v1, line, &why) != ST_OK) return battery_broken(b, why.text);
    if (memcmp(b->v1, view, r->view_size) != 0)
        return battery_broken(b, "the view text does not round-trip");
    if (r->views->hash(r, b->v1) != r->views->hash(r, view))
        return battery_broken(b, "equal views, other hash");
    return ST_OK;
}

static bool same_happenings(const happened_list *a, const happened_list *b) {
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = a->at[i].seat == b->at[i].seat &&
               strcmp(happened_words(a, i), happened_words(b, i)) == 0;
    return same;
}

/* Sentences that fit into a line of the protocol, between quotes. */
static bool good_sentences(const happened_list *l) {
    for (size_t i = 0; i < l->count; i++) {
        const char *said = happened_words(l, i);
        if (!*said || l->at[i].seat == ACTOR_NONE) return false;
        for (const char *c = said; *c; c++)
            if (*c < ' ' || *c > '~' || *c == '"') return false;
    }
    return true;
}

/* What a view is given of an event equals what the state shows that player: nothing hidden is in
 * it. `seen` is the event as the player sees it, in view number i; SEAT_ALL where i is -1. */
static status check_happened(battery *b, const void *s, const token *tok, int i, const char *seen) {
    const rules *r = b->r;
    int player = i < 0 ? SEAT_ALL : battery_viewer(b, i);
    happened_list from_state;
    happened_list from_view;
    token dealt;
    error why;
    status st = ST_OK;
    happened_init(&from_state, NULL);
    happened_init(&from_view, NULL);
    happened_in_state(r, s, tok->steps, tok->count, player, &from_state);
    if (!good_sentences(&from_state))
        st = battery_broken(b, "what happened is not described in words");
    if (st == ST_OK && (from_state.count > 0) != (*seen != '\0'))
        st = battery_broken(b, "something happened unseen, or nothing was seen to happen");
    if (st == ST_OK && i >= 0 && *seen && r->views->deal) {
        if (r->views->deal(r, b->views[i], seen, b->s2, &dealt, &why) != ST_OK)
            st = battery_broken(b, why.text);
        else
            happened_in_state(r, b->s2, dealt.steps, dealt.count, player, &from_view);
        if (st == ST_OK && !same_happenings(&from_state, &from_view))
            st = battery_broken(b, "what happened shows a seat more than its view knows");
    }
    happened_done(&from_state);
    happened_done(&from_view);
    return st;
}

status battery_advance_views(battery *b, const void *s, const token *tok) {
    const rules *r = b->r;
    status st = check_happened(b, s, tok, -1, "all");
    if (!(r->traits & GAME_HIDDEN)) return st;
    for (int i = 0; st == ST_OK && i <= r->players; i++) {
        char buf[GAME_TOKEN_SIZE];
        text seen = text_over(buf, sizeof buf);
        error why;
        r->views->seen_text(r, s, tok->steps, tok->count, battery_viewer(b, i), &seen);
        if (seen.cut) return battery_broken(b, "an event as seen is too long");
        st = check_happened(b, s, tok, i, buf);
        if (st != ST_OK) return st;
        if (!buf[0]) continue; /* this player sees nothing of it */
        if (r->views->apply(r, b->views[i], buf, &why) != ST_OK) return battery_broken(b, why.text);
    }
    return st;
}

/* What a position settles silently, chance with one outcome, views hear of like of anything else.
 * b->s1 is the state after the last token. */
status battery_advance_silent(battery *b) {
    const rules *r = b->r;
    status st = ST_OK;
    while (st == ST_OK && r->traits & GAME_HIDDEN && r->game->chance &&
           r->game->actor(r, b->s1) == ACTOR_CHANCE &&
           r->game->chance(r, b->s1, b->list, b->chances.weight) == 1) {
        token only = {.steps = {b->list[0]}, .count = 1};
        st = battery_advance_views(b, b->s1, &only);
        token_apply(r, b->s1, NULL, &only);
    }
    return st;
}
