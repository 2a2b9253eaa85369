#ifndef CLI_PLAY_PLAY_PROGRAMS_H
#define CLI_PLAY_PLAY_PROGRAMS_H
/* Programs of others in the seats of a table (cmd=, text=). They are started with the table, started
 * again when they end or do not answer, and never trusted: what they answer is checked. All that is
 * said with them is kept in a file without a name, or in the one of their log=. */

#include "cli/play/play_model.h"

/* Starts the program of an engine for these rules; says what is wrong with it if that fails. */
status play_program_open(const play *p, play_engine *e, const rules *r, error *err);
void play_program_close(play_engine *e); /* also of one that is none */
/* Whether it could play this, without a change of *e. */
status play_program_check(const play *p, const play_engine *e, const rules *r, error *err);

/* Asks the program of the seat to act once. The answer is played, or what the policy plays instead of
 * an illegal one; else the attempt is counted, and after too many of them the seat forfeits. */
status play_program_decide(play *p, int seat, error *err);

/* The command `log [SEAT] [N]`: the last lines that were said. */
void play_program_log(play *p, const char *rest);
void play_program_report(const play *p); /* how often the seats answered wrongly */

#endif
