#ifndef MCP_MCP_HOST_H
#define MCP_MCP_HOST_H
/* What a server does for its clients in the place of this process: searches that wait for their
 * turn among those of others, and rules texts that belong to a person and not to the library. The
 * calls come from the threads of tools and may wait; all are safe from any thread. */

#include "engine/game/loader.h"
#include "mcp/mcp_call.h"
#include "search/review.h"

/* A search that was chosen (search_choose()). Its answer's lines live as long as the call. */
typedef struct mcp_search {
    const char *algorithm; /* as it was asked for: "auto" */
    const search_question *ask;
    search_listener listen; /* may be called by another thread, while the caller waits */
    void *ctx;
} mcp_search;

typedef struct mcp_review {
    const position *game;
    int64_t move_ms; /* for each search of an event */
    void (*told)(void *call, const review *r, const review_event *last);
    void (*put)(const review *r, mcp_call *c); /* once, at the end, while the caller waits */
} mcp_review;

typedef void (*mcp_game_visit)(void *ctx, const char *name, const game *g);

/* A game and what its owner calls it. */
enum { MCP_OWN_NAME = 80 };
typedef struct mcp_own_game {
    const game *game;
    char name[MCP_OWN_NAME];
} mcp_own_game;

typedef struct mcp_host {
    void *self;
    size_t max_text; /* bytes of a rules text */
    status (*search)(void *self, mcp_call *c, const mcp_search *s, search_answer *out, error *err);
    status (*review)(void *self, mcp_call *c, const mcp_review *r, error *err);
    /* Something that works for long outside of the two: ST_BUSY, ST_STOPPED. Then leave(). */
    status (*enter)(void *self, mcp_call *c, error *err);
    void (*leave)(void *self);
    /* Games of the caller's own texts, "me/NAME": by name, kept; each of them; and a text that is to
     * be kept, with its first game. */
    status (*find_game)(void *self, const char *name, const game **out, error *err);
    void (*each_game)(void *self, mcp_game_visit visit, void *ctx);
    status (*keep_text)(void *self, const load_text *in, const load_listener *to,
                        mcp_own_game *first, error *err);
} mcp_host;

#endif
