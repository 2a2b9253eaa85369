#ifndef CLI_PLAY_PLAY_CHOOSE_H
#define CLI_PLAY_PLAY_CHOOSE_H
/* Choosing an action by its parts and by numbers: what a line says of them, what is listed, and
 * what there is no choice about. */

#include "cli/play/play_model.h"

typedef enum play_chose {
    PLAY_CHOSE_NOTHING, /* the line is not about parts */
    PLAY_CHOSE_PART,    /* a list was shown, or a step back was made */
    PLAY_CHOSE_ACTION,  /* `event` is complete */
    PLAY_CHOSE_WRONG    /* it is, but *err says what is wrong with it */
} play_chose;

play_chose play_choose(play *p, const char *line, text *event, error *err);

/* A step back, where something was chosen: "..", an empty line; "cancel" drops all of it. */
bool play_choose_back(play *p, const char *line);
void play_choose_forget(play *p);

/* Lists what may follow the parts of a prefix, and the next number means this list; without a
 * prefix from what was chosen on. False where the prefix is no parts, or a complete action. */
bool play_choose_list(play *p, const char *prefix);

/* Says what is to be chosen: "which card does seat 1 draw?" */
void play_choose_question(const play *p);

/* Whether a person is to act in a position and has but one answer, which need not be asked for; it
 * is written to `event` (may be NULL). */
bool play_choose_forced(const play *p, const position *pos, text *event);

/* Lines of parts that start with `line`, from what was chosen on, unless they are complete actions
 * by themselves. */
void play_choose_complete(const play *p, const char *line,
                          void (*found)(void *ctx, const char *line), void *ctx);

#endif
