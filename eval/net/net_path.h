#ifndef EVAL_NET_NET_PATH_H
#define EVAL_NET_NET_PATH_H
/* What a net says along a path of states, as a search walks them: the sums of the first layer are
 * kept for every place of the path, and those of a new state are made from the nearest place before
 * it by what has changed. One thread uses it. */

#include "eval/net/net.h"

typedef struct net_path net_path;

/* A path of at most `places` states. ST_NOMEM: *out is NULL. The net and the rules outlive it. */
status net_path_create(net_path **out, const net *n, const rules *r, int places);
void net_path_destroy(net_path *p); /* NULL is welcome */

/* The state at `place` is another one than before. Places after it are entered before they are
 * asked about. */
void net_path_enter(net_path *p, int place);

/* What the net says of the state s at `place`: the logarithms of odds of all seats, NET_ODDS a
 * unit; of two seats the second number is 0. `states` are those of the path, `stride` bytes from
 * one to the next; the sums of those before `place` may not be made yet. */
void net_path_odds(net_path *p, const unsigned char *states, size_t stride, int place,
                   int32_t *odds);

/* The points in the end, by seat, as the net said them with these odds: those of the last call; 0
 * where it says none. */
void net_path_points(const net_path *p, double *points);

/* The same for a search that jumps from state to state: from the sums of the state that was asked
 * about last, or from scratch where less is the same. Of a path of NET_PATH_JUMPS places. */
enum { NET_PATH_JUMPS = 2 };
void net_path_jump(net_path *p, const void *s, int32_t *odds);

/* What comes out, in the order of the net: logarithms of odds, and points in hundredths. */
typedef struct net_said {
    int32_t odds[GAME_MAX_PLAYERS], points[GAME_MAX_PLAYERS];
} net_said;

/* The same for lists of active inputs, one a row. */
void net_say(const net *n, uint16_t *const *row, const int *count, net_said *out);

/* What it says of a state without a path, from scratch; needs no memory of its own. `points` may be NULL. */
void net_odds(const net *n, const rules *r, const void *s, int32_t *odds, double *points);

#endif
