#ifndef WEB_API_API_CONSOLE_H
#define WEB_API_API_CONSOLE_H
/* The expert console: one line of the protocol that only looks, on a position that the person may
 * see. */

#include "engine/base/status.h"
#include "web/http/web_routes.h"

extern const web_route api_console_routes[];

/* Whether a line is one of those that only look: ST_OK, ST_UNKNOWN_COMMAND or ST_BAD_LINE. */
status api_console_allows(const char *line, error *err);

#endif
