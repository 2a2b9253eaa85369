#ifndef MCP_MCP_TABLES_H
#define MCP_MCP_TABLES_H
/* Where the tables of a client are: an interface, so that the same tools serve tables of this process
 * (mcp_local.h) and rooms of a server.
 *
 * A handle is a word that cannot be guessed; it stands for one seat of one table. Everything that comes
 * back for it is what that seat may know. All calls are safe from any thread. */

#include "engine/game/happened.h"
#include "engine/game/position.h"
#include "mcp/mcp_call.h"

enum { MCP_HANDLE_SIZE = 33, MCP_MAX_TABLES = 32, MCP_LINK_SIZE = 400, MCP_NOTE_SIZE = 200 };

/* A table that is to be made. */
typedef struct mcp_opening {
    position *start;               /* taken over, also on failure */
    const char *game;              /* what the caller calls it */
    bool caller[GAME_MAX_PLAYERS]; /* seats that the caller plays */
    bool guest[GAME_MAX_PLAYERS];  /* seats kept free for people; the others are engines */
    int level[GAME_MAX_PLAYERS];
    int64_t move_ms; /* of an engine, for one decision */
    bool open;       /* of a hidden game: nothing is hidden from the caller */
    bool known;      /* the caller has seen the entire position: it was set up */
    bool analysis;   /* who plays may have it analysed before the end */
    bool seeded;     /* chance comes from `seed`; else from the system */
    uint64_t seed;
} mcp_opening;

typedef struct mcp_ticket {
    int seat; /* from 0, or SEAT_PUBLIC */
    char handle[MCP_HANDLE_SIZE];
} mcp_ticket;

typedef struct mcp_tickets {
    mcp_ticket at[GAME_MAX_PLAYERS];
    int count;
    char link[MCP_LINK_SIZE]; /* for people to take the free seats; empty: none are free */
} mcp_tickets;

/* What the seat of a handle sees now; the caller ends it with mcp_seen_done(). */
typedef struct mcp_seen {
    position *now;       /* in a hidden game the view of the seat, unless all is open to it */
    int seat;            /* who looks: from 0, SEAT_PUBLIC */
    int eyes;            /* the same, or SEAT_ALL where nothing is hidden from it */
    int64_t at;          /* grows with everything that the seat sees happen */
    happened_list since; /* what happened since its last action */
    bool hidden, open;   /* of the game; of the table */
    bool over;
    /* Whatever the position says, the seat is not asked now: others are waited for, or the game has
     * ended otherwise than by its rules. `note` says why. */
    bool idle;
    char note[MCP_NOTE_SIZE];
} mcp_seen;

void mcp_seen_done(mcp_seen *s);

/* What a call of act or look waits for: until the seat is asked, for at most this long. */
typedef struct mcp_wait {
    mcp_call *call;
    int64_t until_ms; /* on clock_now_ms */
} mcp_wait;

typedef struct mcp_act {
    const char *handle;
    int64_t at;
    /* The event in the view that belongs to `at`: called once, under no lock. */
    status (*choose)(void *ctx, const mcp_seen *s, text *event, error *err);
    void *ctx;
} mcp_act;

typedef struct mcp_tables {
    const struct mcp_tables_kind *kind;
    void *self;
} mcp_tables;

/* ST_NOT_FOUND where no table has the handle. */
typedef struct mcp_tables_kind {
    status (*open)(void *self, mcp_opening *o, mcp_tickets *out, error *err);
    status (*see)(void *self, const char *handle, mcp_seen *out, error *err);
    /* Lets the engines answer until the seat is asked, the game is over, or time is up. */
    status (*wait)(void *self, const char *handle, const mcp_wait *w, error *err);
    /* ST_BUSY: `at` is old. Plays the event and waits as wait() does. */
    status (*act)(void *self, const mcp_act *a, const mcp_wait *w, error *err);
    status (*undo)(void *self, const char *handle, int64_t at, error *err);
    /* The record: of all, or before the end of a hidden game of what the seat saw. */
    status (*record)(void *self, const char *handle, text *out, error *err);
    /* Whether the seat may have the table analysed now: ST_LEAK says why not. NULL: always. */
    status (*may_study)(void *self, const char *handle, error *err);
    /* All that happened, for a review. ST_LEAK before the end of a hidden game. */
    status (*game)(void *self, const char *handle, position **out, error *err);
    status (*close)(void *self, const char *handle, error *err);
} mcp_tables_kind;

#endif
