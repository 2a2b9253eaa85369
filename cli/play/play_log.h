#ifndef CLI_PLAY_PLAY_LOG_H
#define CLI_PLAY_PLAY_LOG_H
/* The log of a game: one line an attempt, in the game's own form or as a record. It is a function
 * of the position's events, of the names and of what was missed. */

#include "cli/play/play_model.h"

/* Writes the log again from the position, the names and what was missed, and hands it on. */
void play_log_again(play *p);
/* An event that is about to be played; returns where the log ended, for play_log_cut(). */
size_t play_log_event(play *p, const char *event);
void play_log_cut(play *p, size_t mark); /* it was not played */
void play_log_report(play *p);           /* it was: hands on what is new */
void play_log_missed(play *p, const char *line);
void play_log_forget(play *p, unsigned ply); /* what was missed after this many events */
void play_log_new(play *p);                  /* another game is on the table */
void play_log_done(play *p);

/* A position's record, with what the table knows in its header: as play_file_seat() may know it. */
status play_record(const play *p, const position *pos, text *out, error *err);

#endif
