#ifndef UCI_COMMANDS_POSITION_KEYWORDS_H
#define UCI_COMMANDS_POSITION_KEYWORDS_H
/* The words of `position`. */

#include "uci/core/request.h"

/* Reads those that follow the word position. The caller owns *out, which is NULL after a
 * failure. */
status position_keywords_read(session *s, request_part *w, position **out, error *err);

#endif
