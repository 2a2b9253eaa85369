#ifndef CLI_PLAY_PLAY_ENGINES_H
#define CLI_PLAY_PLAY_ENGINES_H
/* The engines of a table, their weights and clocks, and what they are asked. */

#include "cli/play/play_model.h"

status play_engines_create(play *p, const rules *r, error *err);
void play_engines_done(play *p);
/* Whether the engines at the table can play this. */
status play_check_seats(const play *p, const rules *r, error *err);
void play_engines_again(play *p); /* another game, or a new one: weights and clocks */
/* A question about the seat to act, to its own engine or to that for hints (full strength); root is
 * the caller's. */
status play_question(const play *p, bool hint, search_question *q, error *err);

void play_engine_used(play *p, int seat, int64_t ms);
const weights *play_weights(const play *p); /* for hints and evaluations */

#endif
