#ifndef WEB_SCENE_LIST_H
#define WEB_SCENE_LIST_H
/* Many scenes of one game in little space: each is cut into pieces between its objects, and a piece
 * that was there before is written once. A scene is then a list of numbers; its pieces after one
 * another are the scene to the byte. */

#include "engine/base/json.h"
#include "engine/game/position.h"

typedef struct scene_list scene_list; /* scene_list.c */

status scene_list_create(scene_list **out);
void scene_list_destroy(scene_list *l); /* NULL is welcome */

/* Adds the scene of a position, everything shown. *number counts from 0. */
status scene_list_add(scene_list *l, const position *p, size_t *number, error *err);

/* The numbers of a scene's pieces as a JSON list; the pieces of all scenes as a list of strings. */
void scene_list_write(const scene_list *l, size_t number, json_writer *w);
void scene_list_write_pieces(const scene_list *l, json_writer *w);

#endif
