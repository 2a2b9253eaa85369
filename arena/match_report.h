#ifndef ARENA_MATCH_REPORT_H
#define ARENA_MATCH_REPORT_H
/* The words for how a match stands. */

#include "arena/standings.h"

/* One line while it runs, without newline; `brief` leaves out what does not fit next to a bar. */
void match_report_live(const match_settings *s, const standings *now, bool brief, text *out);

/* The end, for people; then lines for programs, the last of them beginning with `result`. Fields
 * are words in pairs, in a fixed order. */
status match_report_final(const match_settings *s, const standings *now, sprt_verdict verdict,
                          text *out, error *err);

#endif
