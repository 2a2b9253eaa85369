#ifndef ENGINE_GAME_TABLE_TEXT_H
#define ENGINE_GAME_TABLE_TEXT_H
/* A table as text, for readers who have nothing else: language models, at a tool or in a match. What
 * a seat sees, whose turn it is, what is legal and why something is not, and a page of rules through
 * a hook. Everything is made from the seat's view alone: in a hidden game two worlds that the seat
 * cannot tell apart give the same text. */

#include "engine/game/happened.h"
#include "engine/game/position.h"

/* A position as one seat sees it. */
typedef struct table_text {
    const position *seen; /* the position itself, or `own` */
    position *own;        /* the view of a hidden game; NULL: nothing is hidden from the seat */
    void *world;          /* a state that fits: the same for the same view */
    int seat;             /* from 0, SEAT_PUBLIC, or SEAT_ALL: everything */
    int actor;            /* who acts, as far as the seat knows; ACTOR_CHANCE, ACTOR_NONE */
} table_text;

/* `p` is a full position, or already the view of that seat; it must outlive *out, which the caller
 * ends with table_text_done() in any case. ST_NOMEM, ST_LEAK. */
status table_text_init(table_text *out, const position *p, int seat, error *err);
void table_text_done(table_text *t);

/* Whether the seat is the one to act and so may know what is legal. Who sees everything may always. */
bool table_text_may_act(const table_text *t);

void table_text_board(const table_text *t, text *out); /* complete lines */
/* "You (seat 1) are to act.", "Seat 2 is to act.", "The game is over: seat 1 wins." and a line end. */
void table_text_turn(const table_text *t, text *out);
/* Who wins or shares, without a full stop: "seat 2 wins", "a draw". `names` may be NULL. */
void table_text_winners(const rules *r, const float *utility, char *const *names, text *out);
/* The sentence of an end that is there, with its reason. */
void table_text_result(const rules *r, const void *s, char *const *names, text *out);

/* --- legal actions, numbered from 1 in the order of the outside list --- */

typedef struct table_action {
    uint64_t number;
    const char *token, *words; /* words may be empty */
} table_action;

typedef bool (*table_text_visit)(void *ctx, const table_action *a); /* false stops */
/* ST_LEAK where the seat does not act, ST_GAME_OVER, ST_CHANCE_EXPECTED, ST_NOMEM. */
status table_text_walk(const table_text *t, table_text_visit visit, void *ctx, error *err);
status table_text_count(const table_text *t, uint64_t *out, error *err);
/* The action of that number; ST_BAD_VALUE says how many there are. */
status table_text_find(const table_text *t, uint64_t number, text *out, error *err);
/* "  1) e2e4  pawn to e4" and so on; at most `max` of them. */
status table_text_legal(const table_text *t, uint64_t max, text *out, error *err);

/* Legal actions that are spelled nearly like a word; at most TABLE_TEXT_NEAR. */
enum { TABLE_TEXT_NEAR = 6 };
typedef struct table_near {
    char at[TABLE_TEXT_NEAR][GAME_TOKEN_SIZE];
    uint64_t number[TABLE_TEXT_NEAR];
    int count;
} table_near;
status table_text_near(const table_text *t, const char *word, table_near *out, error *err);

/* The page of rules, made by who knows all games (lib/game_page.h). */
typedef status (*table_text_page)(const rules *r, text *out, error *err);

#endif
