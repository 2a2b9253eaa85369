#ifndef WEB_HTTP_WEB_JSON_H
#define WEB_HTTP_WEB_JSON_H
/* JSON is read with jansson and written by our writer. Three names are in both: ours stay, and
 * those makers of values that jansson has are not for use here. */

#define json_string  jansson_string
#define json_stringn jansson_stringn
#define json_real    jansson_real
#include <jansson.h>
#undef json_string
#undef json_stringn
#undef json_real

#include "engine/base/json.h"

#endif
