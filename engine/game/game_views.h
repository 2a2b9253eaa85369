#ifndef ENGINE_GAME_GAME_VIEWS_H
#define ENGINE_GAME_GAME_VIEWS_H
/* The contract's table for hidden information (GAME_HIDDEN). A view is what one player knows: a
 * flat type of its own, rules->view_size bytes, without fields for what the player does not know.
 * Players are numbered from 0; SEAT_PUBLIC is a spectator. All but deal() are required. */

#include "engine/game/game.h"

struct token; /* tokens.h */

typedef struct game_views {
    void (*observe)(const rules *r, const void *s, int player, void *view);
    void (*resample)(const rules *r, const void *view, void *s, rng *g); /* a state that fits */
    void (*start)(const rules *r, int player, void *view); /* before the first event */
    /* Advances a view by one event as its player sees it: an action token, !x, or ?x. ST_LEAK where
     * the player could not have seen that. A chance event with one possible outcome may be left
     * out. On failure the view is unchanged. */
    status (*apply)(const rules *r, void *view, const char *event, error *err);
    /* A state that fits the view and in which that event is possible, and the steps of the event
     * there; what of them the player cannot see is invented. Fails as apply() does. May be NULL
     * where the game has neither describe() nor happened(). */
    status (*deal)(const rules *r, const void *view, const char *event, void *s, struct token *out,
                   error *err);
    /* The event as `player` sees it, with its '!' or '?'; empty where nothing of it shows. s is the
     * state before it. Chance events with one outcome count: a view may learn from them. */
    void (*seen_text)(const rules *r, const void *s, const action *steps, int n, int player,
                      text *out);
    uint64_t (*hash)(const rules *r, const void *view);
    int (*player)(const rules *r, const void *view);
    void (*write)(const rules *r, const void *view, text *out);
    status (*read)(const rules *r, int player, void *view, const char *line, error *err);
    bool
        open_end; /* when the game is over, every view tells who has won and with how many points */
} game_views;

#endif
