#ifndef WEB_ROOMS_ROOM_H
#define WEB_ROOMS_ROOM_H
/* A table as plain data: what was set up, and the rows that happened there since. It knows no
 * thread, no store and no clock: times come from the caller.
 *
 * A room that others can see is never changed. A change takes a copy, lets one of
 * the functions below add rows to it, has these rows written down, and puts the copy in its place.
 * The same rows put onto the same start give the same room, which is how it is read again after a
 * restart. Copies share rows and start; each belongs to one thread until it is shared.
 *
 * A row is one thing that happened: an action with all that chance decided after it, an undo, a
 * word in the chat. What each viewer was given of it (`told`) is part of it and never computed
 * again. In games with hidden cards viewers are the seats and the public; elsewhere all see all. */

#include <stdatomic.h>

#include "engine/game/position.h"

enum {
    ROOM_ID_SIZE = 24,
    ROOM_NAME_SIZE = 64,
    ROOM_TITLE_SIZE = 96,
    ROOM_ENGINE_SIZE = 160,
    ROOM_KEY_SIZE = 72,
    ROOM_CHAT_SIZE = 1000,
    ROOM_MAX_ROWS = 20000,
    ROOM_MAX_TOKENS = 4096 /* chance events of one row */
};

/* Numbers of viewers: seats from 0, then these. */
enum { ROOM_VIEW_PUBLIC = GAME_MAX_PLAYERS, ROOM_VIEW_ALL, ROOM_VIEWS };
enum { ROOM_NO_SEAT = -1, ROOM_CHANCE = -2 }; /* whose doing a row is, besides a seat from 0 */

typedef enum room_look { ROOM_LOOK_PUBLIC, ROOM_LOOK_LINK, ROOM_LOOK_SEATS } room_look;
typedef enum room_undo_policy { ROOM_UNDO_NONE, ROOM_UNDO_ASK, ROOM_UNDO_FREE } room_undo_policy;
typedef enum room_seat_kind { ROOM_SEAT_OPEN, ROOM_SEAT_PERSON, ROOM_SEAT_ENGINE } room_seat_kind;
typedef enum room_state {
    ROOM_OPEN, /* a seat is free */
    ROOM_PLAYING,
    ROOM_PAUSED,
    ROOM_OVER,
    ROOM_CLOSED
} room_state;

#define ROOM_ROW_KINDS(X)                                                                          \
    X(ACT, "act")                                                                                  \
    X(UNDO, "undo")                                                                                \
    X(REDO, "redo")                                                                                \
    X(REROLL, "reroll")                                                                            \
    X(OFFER, "offer")                                                                              \
    X(ANSWER, "answer")                                                                            \
    X(RESIGN, "resign")                                                                            \
    X(DRAW, "draw")                                                                                \
    X(CLAIM, "claim")                                                                              \
    X(FLAG, "flag")                                                                                \
    X(PAUSE, "pause")                                                                              \
    X(SEAT, "seat")                                                                                \
    X(AWAY, "away")                                                                                \
    X(POLICY, "room")                                                                              \
    X(CHAT, "chat")                                                                                \
    X(CLOSE, "close")

typedef enum room_row_kind {
#define ROOM_ROW_ENUM(id, name) ROW_##id,
    ROOM_ROW_KINDS(ROOM_ROW_ENUM)
#undef ROOM_ROW_ENUM
        ROW_KINDS
} room_row_kind;

/* Main time and increment, or a time for each action; all 0: no clock. */
typedef struct room_clock {
    int64_t main_ms, increment_ms, move_ms;
} room_clock;

typedef struct room_policy {
    char title[ROOM_TITLE_SIZE];
    room_look look;
    room_undo_policy undo;
    room_clock clock;
    bool typed; /* chance is typed in by people */
    bool open_analysis, handover;
    bool engine_values; /* while engines think, all who look are given their values and lines */
    int react_ms;
} room_policy;

typedef struct room_seat {
    room_seat_kind kind;
    int64_t account;               /* of a person; 0: one who left for good */
    char engine[ROOM_ENGINE_SIZE]; /* words of arena/engine_spec.h */
    bool failed;                   /* an engine that does not answer: it is asked no more */
    char name[ROOM_NAME_SIZE];     /* now: the store keeps it apart; in rows, when they sat down */
} room_seat;

/* One event as a viewer was given it. */
typedef struct room_item {
    int seat; /* from 0, or ROOM_CHANCE */
    unsigned ply;
    char *token;
    char *words; /* a JSON list of sentences */
} room_item;

/* What a viewer was given of a row. */
typedef struct room_told {
    unsigned n;   /* how many rows that move the game this viewer was given, with this one */
    unsigned ply; /* after it, as this viewer counts */
    room_item *item;
    size_t count, cap;
} room_told;

typedef struct room_row {
    atomic_int users;
    room_row_kind kind;
    int number;       /* from 1 */
    int64_t event;    /* its number over all rooms; 0: not written down yet */
    int64_t time;     /* ms since 1970 */
    int64_t account;  /* whose doing; 0: no account's */
    int64_t spent_ms; /* of the seat's clock */
    int seat;
    int parent; /* of moves: the row after which it was played; 0: the start */
    int to;     /* UNDO, REDO: the row that is the last one now; OFFER: what UNDO would have */
    int own;    /* of moves: so many of the tokens are decisions, the others chance */
    char **token;
    size_t tokens, token_cap;
    room_row_kind offered; /* OFFER, ANSWER */
    bool yes;              /* ANSWER; PAUSE: on */
    bool revealed;         /* UNDO: after hidden things were seen */
    room_seat sits;        /* SEAT */
    room_policy policy;    /* POLICY */
    char *text;            /* CHAT */
    char *key, *asked;     /* of the request; NULL: none */
    room_told *told;       /* ROOM_VIEWS of them, of rows that move the game */
} room_row;

/* What never changes. */
typedef struct room_base {
    atomic_int users;
    char id[ROOM_ID_SIZE], invite[ROOM_ID_SIZE];
    char game[ROOM_NAME_SIZE]; /* as it was asked for: "chess", "me/NAME" */
    char hash[32];             /* of the rules text; "" where it came with the program */
    int64_t maker, made;
    position *start; /* with the moves it was set up with */
    int players;
    bool hidden;
    char *seat_name[GAME_MAX_PLAYERS]; /* the game's own words: "white" */
    uint64_t (*random)(void *ctx);     /* chance; the system's unless set */
    void *random_ctx;
} room_base;

/* A reaction that is open: all seats of `asked` answer, unseen. */
typedef struct room_react {
    unsigned asked;                  /* a bit for each seat; 0: none is open */
    char *answer[GAME_MAX_PLAYERS];  /* NULL: not yet */
    int declines[GAME_MAX_PLAYERS];  /* since that row; 0: no */
    int last_turn[GAME_MAX_PLAYERS]; /* the row that asked the seat last, reactions aside */
} room_react;

typedef struct room_offer {
    bool open;
    room_row_kind kind; /* ROW_UNDO, ROW_DRAW, ROW_REROLL */
    int seat;
    int to;          /* of an undo */
    unsigned agreed; /* seats of people */
} room_offer;

typedef struct room_end {
    bool ended;         /* otherwise than by the rules */
    room_row_kind kind; /* RESIGN, DRAW, CLAIM, FLAG */
    int seat;           /* who resigned, claimed or ran out of time last */
} room_end;

typedef struct room_held {
    int64_t account;
    int seat;
} room_held;

typedef struct room {
    atomic_int users;
    room_base *base;
    room_policy policy;
    room_seat seat[GAME_MAX_PLAYERS];
    room_held *held; /* who has sat where, since play began */
    size_t helds, held_cap;
    position *now;
    room_row **row;
    size_t rows, row_cap;
    int *line;          /* numbers of the moves that led here */
    unsigned *line_ply; /* the ply before each of them */
    size_t line_len, line_cap, ply_cap;
    int *undone; /* moves that redo would bring back, the next one last */
    size_t undone_len, undone_cap;
    room_react react;
    room_row **kept; /* answers to reactions, for their keys: kind ANSWER, not among the rows */
    size_t kepts, kept_cap;
    room_offer offer;
    room_end end;
    int out[GAME_MAX_PLAYERS]; /* seats that have resigned or had no time left, in that order */
    int outs;
    int64_t left_ms[GAME_MAX_PLAYERS];
    unsigned given[ROOM_VIEWS]; /* how many moves each viewer was given */
    bool started, paused, closed;
} room;

/* --- room.c: made, copied, shared --- */

/* What a new room is made of. */
typedef struct room_setup {
    const char *id, *invite, *game_name, *hash;
    const game *game;
    game_list games;   /* for blobs */
    const char *setup; /* words of params_write(): "players 3 set target=20" */
    const char *start; /* a position text; NULL: the start of the game */
    const char *blob;  /* instead of it; NULL: none */
    char *const *move; /* played from there */
    size_t moves;
    int64_t maker, made;
    room_policy policy;
} room_setup;

/* Empty seats, nothing has happened. Errors are those of position_read() and its friends. */
status room_create(room **out, const room_setup *s, error *err);
status room_copy(room **out, const room *r, error *err);
room *room_share(room *r);
void room_release(room *r); /* the last one ends it; NULL is welcome */

bool room_is_over(const room *r);
room_state room_state_now(const room *r);
const char *room_state_name(room_state s);
const rules *room_rules(const room *r);
/* The seat to act (reactions: ROOM_NO_SEAT), ROOM_CHANCE, or ROOM_NO_SEAT where none is. */
int room_actor(const room *r);
/* Whether a seat is asked now and has not answered yet. */
bool room_asks(const room *r, int seat);
/* A bit for each seat of a person, and for each seat that this one holds. */
unsigned room_people(const room *r);
unsigned room_seats_of(const room *r, int64_t account);

/* --- rows --- */

/* Who wants something, and when. */
typedef struct room_ask {
    int64_t account; /* 0: the server itself, for an engine or the clock */
    int seat;
    int64_t time;     /* ms since 1970 */
    int64_t spent_ms; /* on the seat's clock since it was asked */
    const char *key, *asked;
} room_ask;

room_row *room_row_create(room_row_kind kind, const room_ask *q);
void room_row_release(room_row *row); /* NULL is welcome */
const char *room_row_name(room_row_kind k);
status room_row_add_token(room_row *row, const char *token, error *err);
/* Puts a row onto the room; takes it, also on failure. `told` of a new one is filled. */
status room_put(room *r, room_row *row, error *err);
const room_row *room_row_at(const room *r, int number); /* NULL for 0 */
const room_row *room_row_by_key(const room *r, const char *key);
bool room_row_moves(const room_row *row); /* the game is elsewhere after it */

/* --- room_rows.c: rows as JSON, for the store --- */
void room_row_write(const room_row *row, text *out);
status room_row_read(room_row **out, const char *body, error *err);
/* The setup as it is stored, and the other way. *s points into *kept, which the caller ends with
 * room_stored_done(). */
typedef struct room_stored room_stored;
void room_setup_write(const room_setup *s, text *out);
status room_setup_read(room_stored **kept, room_setup *s, const char *json, error *err);
void room_stored_done(room_stored *kept);

/* --- room_play.c: actions and chance --- */

/* Begins the game when all seats are taken: deals what chance decides before the first action. */
status room_start(room *r, const room_ask *q, error *err);
/* An action of a seat, or an outcome that a person typed (seat ROOM_CHANCE). At a reaction it is
 * kept until all have answered: then *kept is true and no row was added. */
status room_act(room *r, const room_ask *q, const char *token, bool *kept, error *err);
/* The token of parts that were chosen; mem_free() ends it. */
status room_token(const room *r, int seat, char *const *part, int n, char **out, error *err);
/* For the other files of a room. What a seat may do, by what it knows; whether the game is on; a
 * row of decisions, taken over, with what chance brings; the last row with other chance. */
status room_verify(const room *r, int seat, const char *token, error *err);
status room_check_playing(const room *r, error *err);
status room_play(room *r, room_row *row, char *const *token, size_t n, error *err);
status room_reroll(room *r, room_row *row, error *err);
/* The room as a seat (or ROOM_VIEW_PUBLIC) knows it: *own is destroyed by the caller. */
status room_sees(const room *r, int view, position **own, const position **out, error *err);

/* --- room_react.c --- */
status room_react_ask(room *r, error *err); /* after a move: who is asked */
status room_react_answer(room *r, const room_ask *q, const char *token, bool *kept, error *err);
/* The window is over: who has not answered declines. */
status room_react_finish(room *r, const room_ask *q, error *err);
/* One that was stored: open ones count. Takes the row, also on failure. */
status room_react_load(room *r, room_row *row, bool open, error *err);
bool room_react_ready(const room *r); /* a window is open, and no seat is still asked */
bool room_declines(const room *r, int seat);
status room_decline(room *r, int seat, bool on, error *err);
void room_react_forget(room *r); /* answers that are not out */

/* --- room_undo.c: back and forth, and what others must agree to --- */

/* What a seat asks for: ROW_UNDO, ROW_REDO, ROW_REROLL, ROW_DRAW; it happens at once, or becomes an
 * offer. */
status room_want(room *r, const room_ask *q, room_row_kind what, error *err);
/* An answer to the open offer. */
status room_agree(room *r, const room_ask *q, bool yes, error *err);
bool room_can(const room *r, int seat, room_row_kind what);

/* --- room_table.c: seats, clocks, the end --- */
status room_sit(room *r, const room_ask *q, const room_seat *who, error *err);
/* The engine of a seat does not answer: it is away until another sits there. */
status room_give_up(room *r, const room_ask *q, error *err);
/* A seat that resigns or has no time left is out. The game ends where fewer than two are left, or no
 * person; otherwise an engine moves for it, without a clock, and it is ranked after the others. */
status room_resign(room *r, const room_ask *q, error *err);
status room_claim(room *r, const room_ask *q, error *err);
status room_flag(room *r, const room_ask *q, error *err);
bool room_is_out(const room *r, int seat);
/* For room.c: a row that ends the game, or takes a seat out of it. */
void room_put_end(room *r, const room_row *row);
status room_pause(room *r, const room_ask *q, bool on, error *err);
status room_set_policy(room *r, const room_ask *q, const room_policy *p, error *err);
status room_chat(room *r, const room_ask *q, const char *name, const char *said, error *err);
status room_close(room *r, const room_ask *q, error *err);
/* A bit for each seat whose clock is to run (none in pauses, reactions and without clocks). */
unsigned room_clocks_running(const room *r);
bool room_has_clock(const room *r);

/* --- room_told.c: what viewers are given --- */

/* Whether this view is given less than all. */
int room_view_of_seat(const room *r, int seat); /* ROOM_VIEW_ALL where nothing is hidden */
int room_position_seat(int view);               /* as positions call it: SEAT_ALL, … */
/* Fills row->told from the events since `ply`. */
status room_tell(const room *r, room_row *row, unsigned ply, error *err);
/* The true ply at which a viewer's `ply` rests; -1: now. ST_BAD_VALUE beyond the last one. */
status room_ply_of_view(const room *r, int view, int64_t ply, unsigned *out, unsigned *since,
                        error *err);
unsigned room_view_ply(const room *r, int view); /* now, as this viewer counts */

#endif
