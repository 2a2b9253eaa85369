#ifndef WEB_PAGE_SCENES_H
#define WEB_PAGE_SCENES_H
/* Many scenes of one game in little space: each is cut into pieces between its objects, and a piece
 * that was there before is written once. A scene is then a list of numbers; its pieces after one
 * another are the scene to the byte. */

#include "engine/base/json.h"
#include "engine/game/position.h"

typedef struct page_scenes page_scenes; /* page_scenes.c */

status page_scenes_create(page_scenes **out);
void page_scenes_destroy(page_scenes *l); /* NULL is welcome */

/* Adds the scene of a position, everything shown. *number counts from 0. */
status page_scenes_add(page_scenes *l, const position *p, size_t *number, error *err);

/* The numbers of a scene's pieces as a JSON list; the pieces of all scenes as a list of strings. */
void page_scenes_write(const page_scenes *l, size_t number, json_writer *w);
void page_scenes_write_pieces(const page_scenes *l, json_writer *w);

#endif
