#ifndef ENGINE_GAME_PICK_H
#define ENGINE_GAME_PICK_H
/* Choosing an action part by part: which piece, where to, which promotion. A path is a list of
 * parts in canonical order; every legal token is reached by exactly one path. The parts that may
 * follow come from the game's hook parts() (game_table.h), which lists them without listing all
 * tokens; without a hook a path is one part, the token.
 *
 * Used by the terminal (parts by number), by pages (parts by clicking) and by the protocol. */

#include "engine/game/game_table.h"
#include "engine/game/position.h"

typedef enum pick_kind {
    PICK_CELL,   /* a cell of the scene */
    PICK_THING,  /* a thing of the scene */
    PICK_VERB,   /* take, place, pass, done */
    PICK_CHOICE, /* a promotion, yes or no, a seat, a number */
    PICK_TURN,   /* an orientation, with a mask */
    PICK_CARD
} pick_kind;

enum { PICK_MAX_PARTS = 64, PICK_MAX_COUNT = 4096 };

typedef struct pick_part {
    const char *part;  /* what is chosen; unique among its neighbours */
    const char *words; /* for people */
    const char *mask;  /* of a PICK_TURN: rows of 0 and 1, "11/10"; else NULL */
    const char *token; /* the part ends the path, and this is the action; else NULL */
    uint64_t below;    /* how many tokens begin so, where the game knows; 0: they are counted */
    pick_kind kind;
    bool loud;    /* though it may be the only one: to take it silently would reveal something */
    bool ordered; /* this part and all after it are never put into another order */
} pick_part;

/* What may follow a path. Strings are copied. */
typedef struct pick_list {
    pick_part *at;
    size_t count, cap;
    const char *ask;  /* "where to?" */
    const char *lead; /* begins what is said of another part: "a knight on g1 reaches"; or NULL */
    struct pick_page *pages;
    bool no_memory;
} pick_list;

void pick_list_init(pick_list *l);
void pick_list_done(pick_list *l);
void pick_list_clear(pick_list *l);

/* --- for games --- */

void pick_ask(pick_list *l, const char *question);
void pick_add(pick_list *l, const pick_part *p);
/* For lists that are made of complete paths: whether the part is there already. Where one path ends
 * with it and another one goes on, it does not end a path any more: `done` has to follow. */
bool pick_known(pick_list *l, const char *part, bool ends);
/* A string that lives as long as the list. */
const char *pick_text(pick_list *l, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* --- for everyone else --- */

/* What follows a path in the position, for the player to act, chance included. False where the path
 * leads nowhere. */
bool pick_next(state_ref at, pick_path path, pick_list *out);

/* The answer to some parts that were chosen, in any order. */
typedef struct pick_answer {
    char **chosen; /* in canonical order */
    size_t chosen_count, chosen_cap;
    pick_list next;  /* empty when the token is complete */
    uint64_t *below; /* of each of next: how many tokens; PICK_MAX_COUNT + 1: more */
    uint64_t count;  /* of all of them together; likewise */
    char *token;     /* complete, or NULL */
    char *words;     /* what it does, where it is complete */
} pick_answer;

void pick_answer_init(pick_answer *a);
void pick_answer_done(pick_answer *a);

/* Sorts the parts into a path and tells what may follow. ST_ILLEGAL_ACTION names the part in
 * err->detail and *at (from 0). ST_LEAK where another seat acts than the position's own. */
status pick_choose(const position *p, char *const *part, int n, pick_answer *out, int *at,
                   error *err);

/* {"chosen":[…],"ask":…,"next":[…]} in one line. */
status pick_write(const pick_answer *a, text *out, error *err);

const char *pick_kind_name(pick_kind k);

#endif
