#ifndef SEARCH_REVIEW_H
#define SEARCH_REVIEW_H
/* A game looked back on: what each decision lost and what luck chance brought.
 *
 * A decision is searched with the question's limits. If another action than the played one comes
 * out best, both are searched alone, each with half of the limits, so that neither has the
 * advantage of more visits; the loss is by how much the best is better for the deciding seat, never
 * less than 0. In a hidden game the search starts from the view of that seat.
 *
 * Luck is the value after an outcome less the value expected before it, for every seat. Where at
 * most REVIEW_OUTCOMES decisions (or ends) can follow, each is searched with half of the limits and
 * averaged. Where more can, and nothing is hidden, the value before is that of the action that led
 * there; draws in a row are then reported together with the last of them. In a hidden game states
 * are valued with all cards open. */

#include <stdatomic.h>

#include "search/search.h"

enum { REVIEW_OUTCOMES = 12 };

typedef enum review_mark { MARK_NONE, MARK_DUBIOUS, MARK_MISTAKE, MARK_BLUNDER } review_mark;
enum { REVIEW_MARKS = 4 };

/* From 10, 20 and 30 percent of a win on. */
review_mark review_mark_of(double loss);
const char *review_mark_text(review_mark m); /* "", "?!", "?", "??" */

typedef enum review_luck {
    LUCK_UNKNOWN,  /* nothing to compare with, or reported with a later event */
    LUCK_OUTCOMES, /* against all outcomes, weighted */
    LUCK_BEFORE    /* against the value of the action before */
} review_luck;

typedef struct review_event {
    unsigned ply;                    /* from 0; tables and JSON count from 1 */
    int actor;                       /* a player from 0, or ACTOR_CHANCE */
    char token[GAME_TOKEN_SIZE];     /* as played */
    bool valued;                     /* values and best mean something */
    double values[GAME_MAX_PLAYERS]; /* of the played action; at chance after the outcome */
    double best[GAME_MAX_PLAYERS];   /* of the best action; at chance expected before */
    /* decisions */
    double loss;
    int mate; /* own decisions to a proven end after the played action, this one included; negative
                 when lost, 0: none is shown */
    review_mark mark;
    bool forced;                  /* there was nothing to choose */
    char better[GAME_TOKEN_SIZE]; /* the best action; empty where it was played */
    char line[SEARCH_PV_SIZE];    /* the best line: begins with the best action, the played one
                                     where that was best (in the spelling of the legal list) */
    /* chance */
    review_luck luck_kind;
    int outcomes; /* how many were averaged */
    double luck[GAME_MAX_PLAYERS];
} review_event;

/* One seat's part of the game. Forced decisions are counted apart from the others. */
typedef struct review_seat {
    unsigned decisions, forced, marks[REVIEW_MARKS];
    double loss, best, kept; /* sums over the decisions: lost, to be had, and kept of it */
    double luck;
} review_seat;

double review_average_loss(const review_seat *s);
double review_accuracy(const review_seat *s); /* the share kept of what was to be had, 0..1 */

typedef struct review {
    review_event *events;
    size_t count, total; /* judged; fewer than the game has when it was stopped */
    int players;
    bool stopped;
    const char *searcher; /* the name of the search that judged */
    review_seat seat[GAME_MAX_PLAYERS];
} review;

/* Fills the seats from the events. */
void review_sum_up(review *r);

typedef struct review_question {
    const position *game;      /* everything is known of it; its events are judged */
    search_question ask;       /* kind, limits, options, weights, presets; the rest is ours */
    const searcher_kind *open; /* searches states of a hidden game with all cards open */
    const atomic_bool *stop;   /* set before search_stop() is called; NULL: it is never stopped */
} review_question;

/* Called after each event. */
typedef void (*review_listener)(void *ctx, const review *r, const review_event *last);

/* Assesses every event. The caller ends *out with review_done() in any case; on failure it holds
 * what was done. A stop is no failure. */
status review_run(review *out, search *s, const review_question *q, review_listener listen,
                  void *ctx, error *err);
void review_done(review *r);

#endif
