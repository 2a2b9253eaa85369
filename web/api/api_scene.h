#ifndef WEB_API_API_SCENE_H
#define WEB_API_API_SCENE_H
/* Positions outside of tables: shared ones, those of the editors. */

#include "web/http/web_routes.h"

extern const web_route api_scene_routes[];

#endif
