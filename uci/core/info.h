#ifndef UCI_CORE_INFO_H
#define UCI_CORE_INFO_H
/* What a search reports, as lines: on the way, and at its end with the final lines and
 * `bestmove`. */

#include "uci/core/task.h"

void info_report(const task *t, const search_report *r);
void info_answer(const task *t, const search_answer *a, const error *failure);

/* Adds score, values, win, points, … of a line, as the task's style wants it; `mate` in place of
 * `cp` where the line is proven to the end of the game. */
void info_scores(const task *t, const search_line *line, reply *out);

#endif
