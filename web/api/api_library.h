#ifndef WEB_API_API_LIBRARY_H
#define WEB_API_API_LIBRARY_H
/* Saved games: imported, found, shown, exported; positions that a person has marked; match files as
 * tables. */

#include "web/http/web_routes.h"

extern const web_route api_library_routes[];

#endif
