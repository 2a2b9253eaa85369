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

/* Ends what json_dumps() gave, with the memory functions that jansson has been given. */
static inline void web_json_free(char *dumped) {
    json_malloc_t take;
    json_free_t give;
    json_get_alloc_funcs(&take, &give);
    give(dumped);
}

#endif
