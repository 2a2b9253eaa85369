#ifndef WEB_ROOMS_ROOMS_JOB_H
#define WEB_ROOMS_ROOMS_JOB_H
/* Changes of a table, from start to end: checked against the table as it is, carried out on a copy,
 * written down, and only then seen by others. Jobs of one table come one after the other; while
 * one is being written down the next waits, and what reads sees the table before it.
 *
 * A job belongs to the rooms from rooms_submit() on. Its request, if it has one, is answered when
 * all is written down, or when it was refused. */

#include "web/rooms/room_view.h"
#include "web/rooms/rooms.h"

typedef struct room_entry room_entry; /* a table in memory: rooms_inside.h */
typedef struct rooms_job rooms_job;

enum {
    JOB_SEAT = 1,   /* its seat must be the person's (chance: of any player there) */
    JOB_AT = 2,     /* what they saw must be what there is */
    JOB_MAKER = 4,  /* the maker's alone */
    JOB_MEMBER = 8, /* who sits there, or the maker */
    JOB_ACT = 16,   /* the answer has the action */
    JOB_LINK = 32   /* who has the table's link (in `said`) need not be one of those who may look */
};

struct rooms_job {
    rooms_job *next;
    room_entry *entry;
    web_request *q; /* NULL: the server's own */
    web_person who; /* id 0: the server itself */
    unsigned needs; /* JOB_ flags */
    int seat;       /* from 0, ROOM_CHANCE or ROOM_NO_SEAT */
    char *said;     /* a token, or words; owned */
    char **part;    /* instead of a token; owned */
    int parts;
    char at[ROOM_AT_SIZE];
    char key[ROOM_KEY_SIZE]; /* empty: none */
    char asked[20];
    room_row_kind what;
    bool yes;
    room_seat sits;
    room_policy policy;
    unsigned given; /* the server's own: drop it where the table has moved on */
    bool checks_given;
    int64_t received_ms; /* monotonic */
    unsigned away;       /* seats whose people are not there, when it is carried out */
    bool forbidden;      /* run() failed for who asks, not for what */
    bool deferred;       /* the request is answered later */
    int tries;           /* so often another process was first */
    bool fresh;          /* all that others had written when it came has been heard of */
    /* Carries it out on a copy. */
    status (*run)(rooms_job *j, room *r, const room_ask *q, error *err);
};

/* For a request to one table: finds it, or answers. NULL: it was answered. */
rooms_job *rooms_job_create(rooms *all, web_request *q, const char *id);
/* For the server itself; NULL without memory. */
rooms_job *rooms_job_own(room_entry *e);
void rooms_job_drop(rooms_job *j); /* one that is not submitted */
void rooms_submit(rooms *all, rooms_job *j);

/* --- reading --- */

/* A table as it is, and who looks at it. */
typedef struct room_sight {
    room *r; /* released by who asked */
    room_viewer v;
    room_present now;
} room_sight;
/* For a person who may look at it. False: the request was answered with 404 or 403. */
bool rooms_look(rooms *all, web_request *q, const char *id, room_sight *out);
/* The same without a request: ST_NOT_FOUND, ST_LEAK. */
status rooms_look_for(rooms *all, const char *id, const web_person *who, room_sight *out,
                      error *err);
/* At one device: which hand is open before this session. ROOM_NO_SEAT: none. */
bool rooms_show(rooms *all, web_request *q, const char *id, int seat, bool on);

/* --- a new one --- */
void rooms_use_random(rooms *all, room *r); /* before a player sits down */
typedef struct rooms_new {
    room *table; /* with its first rows; taken over */
    const room_setup *setup;
    const char *source; /* its rules text; NULL or "": of the program */
} rooms_new;
/* Writes it down and answers the request with 201. */
void rooms_add(rooms *all, web_request *q, const rooms_new *n);

#endif
