#ifndef WEB_ROOMS_ROOMS_H
#define WEB_ROOMS_ROOMS_H
/* Tables that are being played. A room is its rows: it is rebuilt from the store when it is first
 * asked for, and changes only after its rows were committed. One lock each. */

#include "engine/game/position.h"
#include "web/web_world.h"

typedef struct rooms rooms;

enum { ROOMS_ENGINE_DELAY_MS = 1000 };

status rooms_create(rooms **out, web_world *world, error *err);
/* No further acts; engine seats and clocks stop. Before store_stop(). */
void rooms_stop(rooms *r);
void rooms_destroy(rooms *r); /* NULL is welcome */
int rooms_open(rooms *r);     /* how many are in memory; for metrics */

/* The position of a room as this person may analyse it now: the end of the game or a ply of it
 * (-1: now), everything or the view of the seat. ST_NOT_FOUND, ST_LEAK (the table did not agree to
 * analysis), ST_BAD_VALUE. The caller owns *out. */
status rooms_position(rooms *r, const char *id, const web_person *who, int ply, position **out,
                      error *err);

/* Chance and names of tables come from the system; tests take their own. */
void rooms_set_random(rooms *r, uint64_t (*random)(void *ctx), void *ctx);
/* How long an engine takes for an answer in a game with hidden hands, whatever it has to choose from;
 * ROOMS_ENGINE_DELAY_MS unless set. */
void rooms_set_engine_delay(rooms *r, int ms);
/* Called when something has happened at any table, after it can be seen: for who waits for that. Set
 * before anything is served; from any thread, must not block. */
void rooms_set_changed(rooms *r, void (*changed)(void *ctx), void *ctx);
/* For people.h: whether a link's word is good; what a person has here, as keys and values of an open
 * object; and forgetting a person who leaves: tables of theirs alone go, elsewhere they become a
 * former player, and what they made is the longest-sitting player's. */
bool rooms_invited(rooms *r, const char *id, const char *invite);
void rooms_export(void *rooms, int64_t account, json_writer *w);
status rooms_forget(void *rooms, int64_t account, store_batch *b);
/* Drops what is in memory and can be read again from the store; for tests. */
void rooms_unload(rooms *r);

/* Closes tables at which nothing has happened for limits.room_days; every hour by itself. */
void rooms_close_old(rooms *r);
/* How often that is done, and world->people_drop_old; an hour unless set. */
void rooms_set_clean_time(rooms *r, int ms);

/* Other processes at the same tables, on the thread that writes: a row of theirs, a table whose
 * answers have changed, and that such words may have been missed. */
void rooms_hear_row(rooms *r, const store_news *n);
void rooms_hear_word(rooms *r, const char *id);
void rooms_hear_missed(rooms *r);
/* "ROOM:SEAT": an engine for which a process thought that is no more. */
void rooms_adopt(rooms *r, const char *place);

/* For streams_set_tellers(). */
bool rooms_tell(void *rooms, const web_person *who, const stored_event *e, text *event, text *data);
bool rooms_may(void *rooms, const web_person *who, const char *topic);

#endif
