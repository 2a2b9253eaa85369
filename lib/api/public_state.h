#ifndef LIB_API_PUBLIC_STATE_H
#define LIB_API_PUBLIC_STATE_H
/* What the files of the public library share: handles, errors, and positions behind handles. */

#include <stdatomic.h>

#include "engine/base/threads.h"
#include "engine/game/position.h"
#include "lib/api/kibitz.h"
#include "lib/game_library.h"

/* Every handle begins with its kind. With assertions, closed handles are kept for a while, so that
 * one who uses them is told instead of reading what is gone. */
typedef enum handle_kind {
    HANDLE_CLOSED,
    HANDLE_LIBRARY,
    HANDLE_POSITION,
    HANDLE_VIEW,
    HANDLE_LEGAL,
    HANDLE_SEARCH,
    HANDLE_TABLE,
    HANDLE_SESSION
} handle_kind;

typedef struct handle {
    handle_kind kind;
} handle;

/* A handle of `bytes`, zeroed; NULL: no memory, and *err says so. */
void *handle_make(handle_kind kind, size_t bytes, kibitz_error *err);
void handle_end(handle *h);
/* Whether it is an open handle of that kind; always true without assertions. */
bool handle_good(const void *h, handle_kind kind, kibitz_error *err);

/* --- errors --- */

kibitz_code public_fail(kibitz_error *to, const error *e);
/* The same with a sentence of ours. */
kibitz_code public_refuse(kibitz_error *to, status code, const char *sentence);
/* The content of a growing text, which ends here, as the caller's; NULL and *err without memory. */
char *public_text(text *t, kibitz_error *err);

/* --- the library --- */

struct kibitz {
    handle head;
    atomic_int users; /* handles made from it, and the caller's own */
    game_library *games;
    mtx_t lock; /* guards loading and the list */
};

kibitz *public_share(kibitz *k);
void public_let_go(kibitz *k);
static inline const game *public_game(const kibitz_game *g) {
    return (const game *)(const void *)g;
}
status public_setup(params *out, const game *g, const char *setup, error *err);

/* --- positions and views: the same inside --- */

struct kibitz_position {
    handle head;
    kibitz *owner;
    position *at;
};

struct kibitz_view {
    handle head;
    kibitz *owner;
    position *at; /* of a game without hidden hands the position itself */
    int seat;
};

/* A state that fits, the same for the same position: the state itself, or one dealt from a view.
 * *made is what the caller frees; NULL without memory. */
const void *public_world(const position *p, void **made);

void public_status(const position *p, kibitz_status *out);
char *public_board(const position *p, int seat, kibitz_error *err);
char *public_describe(const position *p, const char *token, kibitz_error *err);
char *public_scene(const position *p, int seat, kibitz_error *err);
char *public_pick(const position *p, const char *const *part, size_t parts, kibitz_error *err);
kibitz_code public_verify(const position *p, const char *token, char **canonical,
                          kibitz_error *err);
kibitz_code public_legal(const position *p, kibitz *owner, kibitz_legal **out, kibitz_error *err);

#endif
