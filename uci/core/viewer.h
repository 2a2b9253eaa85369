#ifndef UCI_CORE_VIEWER_H
#define UCI_CORE_VIEWER_H
/* Who looks. A question for one seat is answered from that seat's view alone, also where the
 * session knows everything: what is not in the view cannot slip into the answer. */

#include "engine/game/position.h"

/* A state that fits the position, owned by the caller (mem_free); NULL when there is no memory. */
void *viewer_world(const position *p);

/* all, public or a seat from 1. */
bool viewer_read_seat(const char *word, const rules *r, int *seat);

/* The position as a seat (or SEAT_PUBLIC) knows it: *out is p itself where nothing is hidden from
 * it, else *own, which the caller destroys. ST_LEAK from the view of another seat. */
status viewer_sees(const position *p, int seat, position **own, const position **out, error *err);

status viewer_only_knows(int own, error *err); /* ST_LEAK: this is the view of another seat */

#endif
