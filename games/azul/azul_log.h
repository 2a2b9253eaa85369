#ifndef GAMES_AZUL_AZUL_LOG_H
#define GAMES_AZUL_AZUL_LOG_H
/* The log of a game in the original's form, one line an attempt, five words each:
 *
 *     game 2b 1d - c 0 -/-/-/-/- - B20Y20R20K20W20 - <seats> names=Ann,Bob
 *     table(-) deals 1 D:B2YW/R2K2/Y3K/BRKW/W4 success
 *     Ann(0) takes H3.2 4 success          source.type, line or F
 *     Bob(1) takes C.1 6x fail             kept for the reader, skipped by replay
 *     Ann(0) places 4 5 success            line, column; F for a line without a place
 *     result 64,60 0                       final scores, the winners' seats
 *
 * Placements that follow by themselves (basic wall; grey lines without a place) are logged and,
 * when read, compared with what the rules do. With `first random` there is `table(-) starts 1
 * first=2`. Seats count from 0. What could be mistaken for the log's own signs in a name (spaces,
 * commas) becomes `_`. A saved game is the position (AZN) in a line of its own and the log that led
 * to it. The functions are those of engine/game/game_terminal.h. */

#include "engine/game/game_terminal.h"
#include "games/azul/azul_placed.h"

void az_log_head(const rules *r, const void *s, char *const *names, text *out);
void az_log_attempt(const rules *r, const void *s, char *const *names, const char *line,
                    bool success, text *out);
void az_log_end(const rules *r, const void *s, char *const *names, text *out);

/* A saved game whose log is cut is not compared with its position; one that is cut before the log's
 * first line has an end is that position alone. */
status az_log_record(const struct game *g, const char *data, size_t len, text *out, bool *cut,
                     error *err);

/* For writer and reader: who acts (below 0 the table), a placement as a line, the result without
 * its line's end. */
void az_log_who(int seat, char *const *names, text *out);
void az_log_placed(const az_placed *p, char *const *names, text *out);
void az_log_result(const rules *r, const az_state *s, text *out);

#endif
