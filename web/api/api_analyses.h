#ifndef WEB_API_API_ANALYSES_H
#define WEB_API_API_ANALYSES_H
/* Analyses: lines with values as they come, and what one seat may believe of hidden cards. */

#include "web/http/web_routes.h"

extern const web_route api_analyses_routes[];

#endif
