#ifndef UCI_POSITION_WORDS_H
#define UCI_POSITION_WORDS_H
/* The words of `position`. */

#include "uci/request.h"

/* Reads those that follow the word position. The caller owns *out, which is NULL after a failure.
 */
status position_words_read(session *s, request_part *w, position **out, error *err);

#endif
