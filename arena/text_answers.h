#ifndef ARENA_TEXT_ANSWERS_H
#define ARENA_TEXT_ANSWERS_H
/* How a player that answers with text (player_text.c) did: counts of one game, or of many. Plain data. */

#include <stdint.h>

#include "engine/base/status.h"
#include "engine/base/text.h"
#include "engine/game/game.h"

enum { TEXT_KINDS = KIND_REACTION + 1 };

/* X(field, word): the words are those of the match file. */
#define TEXT_ANSWERS(X)                                                                            \
    X(decisions, "decisions")                                                                      \
    X(attempts, "attempts")                                                                        \
    X(illegal, "illegal")                                                                          \
    X(silent, "silent")                                                                            \
    X(late, "late")                                                                                \
    X(killed, "killed")                                                                            \
    X(failed, "failed")                                                                            \
    X(forfeits, "forfeits")                                                                        \
    X(judged, "judged")

typedef struct text_answers {
    uint64_t decisions; /* that were asked for */
    uint64_t attempts;
    uint64_t illegal;           /* answers that name no legal action */
    uint64_t silent;            /* nothing was said */
    uint64_t late;              /* no end within the time */
    uint64_t killed;            /* ended by a signal */
    uint64_t failed;            /* ended with another code than 0 */
    uint64_t forfeits;          /* decisions without a legal answer */
    uint64_t judged;            /* decisions that a review has judged, */
    double loss;                /* and what they lost in all, in shares of a win */
    uint64_t kinds[TEXT_KINDS]; /* decisions by kind of node */
} text_answers;

void text_answers_add(text_answers *to, const text_answers *more);

/* "decisions 12 attempts 14 ... loss 0.2500 kinds 12 0 0 0", and back. ST_BAD_VALUE. */
void text_answers_write(const text_answers *a, text *out);
status text_answers_read(text_answers *out, const char *line, error *err);

/* As a report for people: a few indented lines. */
void text_answers_report(const text_answers *a, text *out);

#endif
