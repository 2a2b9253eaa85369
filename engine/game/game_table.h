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

/* One change of a position that a person sets up. */
typedef enum game_edit_kind { EDIT_PUT, EDIT_CLEAR, EDIT_CLEAR_ALL, EDIT_TURN } game_edit_kind;

typedef struct game_edit {
    game_edit_kind kind;
    const char *cell; /* of EDIT_PUT and EDIT_CLEAR, as scenes call it */
    const char *what; /* the piece ("white knight", "N"), or whose turn it is ("black", "2") */
} game_edit;

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
    /* Changes a state that is being set up. It can be drawn and written, but need not be possible
     * until read() has taken what write() makes of it. ST_BAD_VALUE says what is wrong, and nothing
     * is changed. NULL: such positions are given as texts. */
    status (*edit)(const rules *r, void *s, const game_edit *e, error *err);
} game_table;

#endif
