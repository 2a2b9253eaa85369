#ifndef WEB_API_API_TEXTS_H
#define WEB_API_API_TEXTS_H
/* Rules texts: checked with what is wrong at line and column, stored as one's own, playable as
 * me/NAME. */

#include "web/http/web_routes.h"

extern const web_route api_texts_routes[];

#endif
