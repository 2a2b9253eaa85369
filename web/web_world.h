#ifndef WEB_WEB_WORLD_H
#define WEB_WEB_WORLD_H
/* All parts of a running server, for handlers (web/api). Made by serve.c; the same until the end. */

#include "lib/game_library.h"
#include "search/searcher.h"
#include "web/http/stream.h"
#include "web/store/store.h"

typedef struct web_limits {
    int rooms_each, rooms, room_days; /* 50, 10000, 30 */
    int guest_analysis_s, analysis_s; /* 10; members: 600 */
    int threads, hash_mb;             /* of all searches together; of one analysis */
    int session_streams;              /* 4 */
    int text_bytes, token_bytes;      /* 64 KiB of rules text, 192 KiB of tokens of a position */
} web_limits;

/* What a host gets who sets nothing. */
static inline web_limits web_limits_defaults(void) {
    return (web_limits){.rooms_each = 50,
                        .rooms = 10000,
                        .room_days = 30,
                        .guest_analysis_s = 10,
                        .analysis_s = 600,
                        .threads = 1,
                        .hash_mb = 64,
                        .session_streams = 4,
                        .text_bytes = 64 << 10,
                        .token_bytes = 192 << 10};
}

struct rooms;
/* As rooms_position() of web/rooms/rooms.h. */
typedef status (*web_room_position)(struct rooms *r, const char *id, const web_person *who, int ply,
                                    struct position **out, error *err);

typedef struct web_world {
    store *store;
    streams *streams;
    struct people *people; /* web/api/people.h: accounts and sessions */
    /* people_drop_old(), for the thread that looks for what is old; NULL: none */
    status (*people_drop_old)(struct people *p, error *err);
    struct web_gate *gate;           /* web/http/web_gate.h */
    struct web_mcp *mcp;             /* web/mcp/web_mcp.h: assistants; NULL: they are not let in */
    struct rooms *rooms;             /* web/rooms/rooms.h */
    web_room_position room_position; /* rooms_position(), for who thinks about a room; NULL: none */
    struct engine_queue *queue;      /* web/think/engine_queue.h */
    struct side_work *side;          /* web/think/side_work.h; NULL: work is done at once */
    struct thoughts *thoughts;       /* web/think/thoughts.h: analyses and reviews */
    struct given_texts *given;       /* web/think/given_texts.h: instead of files; NULL: none */
    game_library *library;
    const search_registry *book;
    const char *const *engines; /* of the owner, "NAME=CMD", ended by NULL */
    web_limits limits;
    bool owner_mode;          /* no accounts */
    unsigned char secret[32]; /* keys the words `at`; the same after a restart */
} web_world;

#endif
