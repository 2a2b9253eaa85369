#ifndef WEB_API_ASKED_H
#define WEB_API_ASKED_H
/* What game and what position a request is about, for all routes of positions outside of
 * tables, analyses and the library. Files are never opened: options that name one take the names of
 * what is inside the program. */

#include "web/http/web_request.h"
#include "web/think/own_games.h"

/* A game of the catalogue, a person's own (me/NAME), or one from a text in the request. */
typedef struct asked_game {
    const game *game; /* kept until asked_game_done() */
    game_list list;   /* where readers of blobs and records look for it */
    text source;      /* of an own one: its rules text; else empty */
    char name[80];    /* as people call it: "chess", "me/hexes", "text" */
    own_game own;
} asked_game;

/* By its name; `rules_text` (NULL: none) is read instead. `name` may be NULL with it.
 * ST_NOT_FOUND, ST_BAD_SYNTAX. The caller ends *out with asked_game_done() in any case. */
status asked_game_open(asked_game *out, const web_world *world, const web_person *who,
                       const char *name, const char *rules_text, error *err);
void asked_game_done(asked_game *g);

/* Sets players and options from fields of the request (`players`, `options`). */
status asked_setup(params *out, const asked_game *g, int64_t players, const json_t *options,
                   error *err);

/* Plays a list of events, at most limits.token_bytes of them; chess notation is read, too. */
status asked_moves(position *p, const web_world *world, const json_t *moves, error *err);

/* The position that the fields game, text, players, options, position, fen and moves of a request
 * name. False: it was refused. The caller ends *g with asked_game_done() in any case. */
bool asked_position(web_request *q, const web_world *world, asked_game *g, position **out);

/* The fields that asked_position() reads, ended by NULL, for web_fields_known(): */
#define ASKED_FIELDS "game", "text", "players", "options", "position", "fen", "moves"

/* A seat in the query or the body: "all", "public" or a number from 1. */
bool asked_seat(const char *word, const rules *r, int *seat);

/* Has rolled all open chance nodes, from a seed of its own. */
status asked_roll(position *p, error *err);

/* Writes "scene":…,"pick":…,"position":…,"fen":…,"text":…,"legal":…,"over":… as that seat sees the
 * position. */
status asked_put_position(json_writer *w, const position *p, int seat, error *err);

/* "scene":… alone. */
status asked_put_scene(json_writer *w, const position *p, int seat, error *err);

/* "pick":{"chosen":…}: what may follow these parts. */
status asked_put_pick(json_writer *w, const position *p, const json_t *parts, error *err);
/* The token that the parts make; ST_ILLEGAL_ACTION where they are none, or not yet one. */
status asked_token(const position *p, const json_t *parts, text *out, error *err);

/* Refuses with the error, or answers 503 for no memory at all. */
void asked_fail(web_request *q, status st, const error *err);

/* Whether the position will take a while: a rules text, or many moves. For side_work.h. */
bool asked_is_slow(const web_request *q);

#endif
