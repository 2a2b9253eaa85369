#ifndef ENGINE_GAME_GAME_TABLE_H
#define ENGINE_GAME_GAME_TABLE_H
/* The contract's table for front ends that show a game: what lies on the table, and how an action
 * is put together from it. Both functions have defaults, so that every game can be shown. */

#include "engine/game/game.h"

struct scene;         /* scene.h */
struct pick_list;     /* pick.h */
struct happened_list; /* happened.h */

/* What has been chosen of an action so far, in canonical order. */
typedef struct pick_path {
    const char *const *part;
    int count;
} pick_path;

typedef struct game_table {
    /* Fills a scene. In a hidden game `seen` is a view, so that a scene cannot leak; else it is the
     * state. Default: what draw() prints. */
    void (*scene)(const rules *r, const void *seen, int seat, struct scene *out);
    /* Lists what may follow the parts chosen so far, without listing all tokens; at a chance node
     * the outcomes. False, and nothing listed, where the path leads nowhere. In a hidden game the
     * state is a world that fits the view of the player to act. Default: one part, the token. */
    bool (*parts)(const rules *r, const void *s, const trail *t, pick_path path,
                  struct pick_list *out);
    /* Names what moved by an event, with happened_move() for the entry begun last; s is the state
     * before it. For games without a happened() of their own; default: nothing moved. */
    void (*moved)(const rules *r, const void *s, const action *steps, int n, int seat,
                  struct happened_list *out);
} game_table;

#endif
