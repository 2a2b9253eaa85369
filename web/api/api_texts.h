#ifndef WEB_API_API_TEXTS_H
#define WEB_API_API_TEXTS_H
/* Rules texts: checked with what is wrong at line and column, stored as one's own, playable as
 * me/NAME. */

#include "web/http/web_routes.h"

extern const web_route api_texts_routes[];

/* Stores a text as this person's, also one that is wrong: it is being written. Waits for the store,
 * so it is not for threads that serve. */
struct web_world;
status api_texts_save(const struct web_world *world, const web_person *who, const char *name,
                      const char *body, error *err);

#endif
