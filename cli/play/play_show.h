#ifndef CLI_PLAY_PLAY_SHOW_H
#define CLI_PLAY_PLAY_SHOW_H
/* What the table says: boards, seats, events and results, in the game's own words where its own
 * screen is shown. */

#include "cli/play/play_model.h"

void play_say(const play *p, const char *fmt, ...) PRINTF_LIKE(2, 3);
void play_say_text(const play *p, const text *t);
void play_say_error(const play *p, const error *e);
void play_show_board(const play *p);
void play_show_result(const play *p);
void play_show_seats(const play *p);
/* The name of the opening; `reached`: only where the last move has led to it. */
void play_show_opening(play *p, bool reached);
void play_show_moves(const play *p, unsigned from, int viewer, const char *head);
/* What was played from event `from` on, as `viewer` sees it: each event and what followed it.
 * `own`: the first one was typed here, so that only what followed is said. */
void play_show_events(const play *p, unsigned from, int viewer, bool own);
int play_event_viewer(const play *p); /* who that is, asked before the event is played */

/* A token as the table writes it now: in the game's own words where its own screen is shown, else
 * `standard`. s is the state before it. */
void play_spell(const play *p, const void *s, const token *tok, const char *defaults, text *out);
/* A line of tokens from `root` on, each in those words. */
void play_spell_line(const play *p, const position *root, const char *line, text *out);
/* Words that are this game's own, as a token: as game_terminal has it. */
status play_read_own(const play *p, const char *line, text *out, error *err);

#endif
