#ifndef WEB_API_ASKED_ROOM_H
#define WEB_API_ASKED_ROOM_H
/* Positions of rooms, for who thinks about them: as the room allows it to this person. */

#include "web/api/asked.h"

/* The fields room and ply of the body, or else those of asked_position(). Guests may ask for rooms
 * alone. False: it was refused. The caller ends *g in any case. */
bool asked_room_position(web_request *q, const web_world *world, asked_game *g, position **out);
#define ASKED_ROOM_FIELDS ASKED_FIELDS, "room", "ply"

/* The names of a room's seats as a JSON list, and the rules text it was begun with (empty: a game of
 * the program). After asked_room_position() has allowed it. */
status asked_room_names(const web_world *world, const char *id, int players, text *out, error *err);
status asked_room_source(const web_world *world, const char *id, text *out, error *err);
/* How reviews name the room they are of, as JSON. */
void asked_room_origin(const char *id, text *out);

#endif
