#ifndef CLI_PLAY_PLAY_WALK_H
#define CLI_PLAY_PLAY_WALK_H
/* A walk through the parts of the next action (engine/game/pick.h), from what the one to act may
 * know: what may follow, and which of it a word names. */

#include "cli/play/play_model.h"

typedef struct play_walk {
    const play *p;
    position *own;        /* what the one to act knows, where that is not everything */
    const position *view; /* that, or the position itself */
    void *world;          /* a state that fits it */
    state_ref at;
    char *part[PICK_MAX_PARTS]; /* taken so far */
    int count;
    pick_list next; /* what may follow; empty when the action is complete */
    char *token;    /* the complete action; NULL: it is not */
} play_walk;

/* Begins before the first part. Whatever it returns, it is ended with play_walk_done(). */
status play_walk_init(play_walk *w, const play *p, const position *pos, error *err);
void play_walk_done(play_walk *w);

/* Takes the i-th of what may follow. ST_NOMEM. */
status play_walk_take(play_walk *w, size_t i, error *err);
/* Takes parts by their names; ST_NOT_FOUND where one does not follow. */
status play_walk_follow(play_walk *w, char *const *part, int n, error *err);

/* Whether what follows is one part that need not be asked for. */
bool play_walk_silent(const play_walk *w);
/* Takes such parts; with `complete` also the one that completes the action. */
status play_walk_only(play_walk *w, bool complete, error *err);

/* The part that is meant by a word: its name in any case and with spaces or dashes, the end of a
 * name after a dot (b2 for W29.b2), the first of its words (Basic Unicorn), or no, pass, none and
 * skip for each other. -1: none, or more than one. */
int play_walk_find(const play_walk *w, const char *word);

#endif
