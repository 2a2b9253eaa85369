#ifndef WEB_API_API_ROOMS_H
#define WEB_API_API_ROOMS_H
/* Tables: made, listed, changed, and who sits there (api_rooms.c); what is done at them
 * (api_table.c) and what is seen of them (api_table_look.c). */

#include "web/http/web_routes.h"

extern const web_route api_rooms_routes[];
extern const web_route api_table_routes[];
extern const web_route api_table_look_routes[];

struct room_seat;
struct room_setup;
struct position;
struct web_world;

/* An engine for a seat, from its words and a level (0: none). False: the request was refused. */
bool api_rooms_engine(web_request *q, const char *words, int64_t level, struct room_seat *out);

/* Whether an account may have one more table: ST_BUSY says what is too many. */
status api_rooms_places(const struct web_world *world, int64_t account, error *err);

/* The setup that leads to a position: its options, where it starts, its events. *options and *moves
 * are the caller's, and *s points into them. ST_NOMEM */
status api_rooms_setup(struct room_setup *s, const struct position *p, text *options,
                       char ***moves);

/* Answers with the table of the request's first word, as this person sees it. */
void api_rooms_answer(struct web_world *world, web_request *q);

#endif
