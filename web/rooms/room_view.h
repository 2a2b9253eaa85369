#ifndef WEB_ROOMS_ROOM_VIEW_H
#define WEB_ROOMS_ROOM_VIEW_H
/* A table as one person may see it, as JSON. Everything that leaves a room is written here or comes
 * from `told` of its rows. Nothing is changed; any thread that holds the room may ask. */

#include "engine/base/json.h"
#include "web/rooms/room.h"

enum { ROOM_AT_SIZE = 32, ROOM_EVENT_SCENE = 16 * 1024, ROOM_MAX_LEGAL = 1000 };

/* Who looks. */
typedef struct room_viewer {
    int64_t account;
    unsigned own; /* seats that this person holds */
    bool maker;
    int view;  /* what of the game they are given now */
    int shown; /* of several seats at one device: the one in front of them; ROOM_NO_SEAT */
} room_viewer;

/* What is true at the moment and not of rows. */
typedef struct room_present {
    const unsigned char *secret; /* keys the words `at` */
    int64_t event;               /* the newest of this room */
    int64_t elapsed_ms;          /* since the seat to act was asked, as its clock counts */
    int64_t until_ms;            /* of an open reaction: what is left */
    unsigned away;
    int64_t seen_ms[GAME_MAX_PLAYERS]; /* ago; -1: not known */
} room_present;

/* `shown` is a seat, or ROOM_NO_SEAT. */
room_viewer room_viewer_of(const room *r, int64_t account, int shown);
/* Whether this person may look at the table at all. */
bool room_may_look(const room *r, int64_t account);

/* Whether they may study the game apart from the table, by an analysis or by playing on from it:
 * after the end all may, before it who plays only with open analysis, and with hidden hands they
 * alone. ST_LEAK. */
status room_check_study(const room *r, const room_viewer *v, error *err);

/* The word for what a view has been given so far. */
void room_at(const room *r, int view, const unsigned char *secret, char out[ROOM_AT_SIZE]);
void room_at_of(const room *r, int view, unsigned n, const unsigned char *secret,
                char out[ROOM_AT_SIZE]);

enum { ROOM_WITH_SCENE = 1, ROOM_WITH_PICK = 2 };
/* Writes the room as one JSON object. */
status room_write(const room *r, const room_viewer *v, const room_present *now, unsigned parts,
                  json_writer *w, error *err);
void room_write_seat(const room *r, const room_viewer *v, const room_present *now, int seat,
                     json_writer *w);
void room_write_clocks(const room *r, const room_present *now, json_writer *w);
void room_write_offer(const room *r, json_writer *w);

/* --- room_look.c: the table, now and before, and what may be done --- */

/* The scene at a viewer's ply (-1: now), and that ply. */
status room_write_scene(const room *r, int view, int64_t ply, text *out, unsigned *at_ply,
                        error *err);
/* What follows some parts that a seat has chosen. */
status room_write_pick(const room *r, int seat, char *const *part, int n, text *out, error *err);
status room_write_legal(const room *r, int seat, json_writer *w, error *err);
/* Entries after number `after` of the view's own log. */
void room_write_log(const room *r, int view, int64_t after, json_writer *w);
/* The game as far as this view knows it: "record", "pgn", …; *type and *ending for the file. */
status room_write_record(const room *r, int view, const char *format, text *out,
                         const char **ending, error *err);

/* --- room_event.c: rows as events of a stream --- */

/* Name and data of the event that a row is to a viewer; scene may be NULL. False: nothing. */
typedef struct room_event {
    const char *name; /* "act", "undo", "offer", "chat" */
    text *data;
} room_event;
const char *room_event_name(room_row_kind kind);
/* Events `act` and `undo` as a view is given them. */
void room_event_move(const room *r, const room_row *row, int view, const unsigned char *secret,
                     const char *scene, text *out);
void room_event_chat(const room *r, const room_row *row, text *out);

#endif
