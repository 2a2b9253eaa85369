#include "web/api/api_reviews.h"

#include <string.h>

#include "engine/base/memory.h"
#include "web/api/asked_room.h"
#include "web/api/review_file.h"
#include "web/api/saved.h"
#include "web/think/side_work.h"
#include "web/think/thoughts.h"

enum { DEFAULT_MS = 200, MAX_MS = 60000, MAX_EVENTS = 20000, LISTED = 100 };

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the review");
}

/* --- which game --- */

/* What is reviewed, and where it is from. */
typedef struct subject {
    asked_game g;
    position *game;
    text names, source, origin;
} subject;

static void subject_init(subject *s) {
    *s = (subject){.names = text_growing(), .source = text_growing(), .origin = text_growing()};
    s->g.source = text_growing();
}

static void subject_done(subject *s) {
    position_destroy(s->game);
    asked_game_done(&s->g);
    text_done(&s->names);
    text_done(&s->source);
    text_done(&s->origin);
}

static bool take_saved(void *ctx, const store_value *column, int count) {
    text *out = ctx; /* record, source, players */
    (void)count;
    text_putn(&out[0], column[7].text, column[7].len);
    if (column[6].text) text_putn(&out[1], column[6].text, column[6].len);
    text_putn(&out[2], column[2].text, column[2].len);
    return false;
}

static status from_library(subject *s, const web_world *world, const web_person *who,
                           const char *id, error *err) {
    text got[3] = {text_growing(), text_growing(), text_growing()};
    const store_value arg[] = {store_text(id), store_int(who->id)};
    saved_game saved = {0};
    status st = store_read(world->store, STORE_SAVED_READ, arg, 2, take_saved, got, err);
    if (st == ST_OK && !got[0].len)
        st = error_set(err, ST_NOT_FOUND, "there is no game %.20s in your library", id);
    if (st == ST_OK)
        st = saved_game_read(&saved, world, who, text_string(&got[0]), text_string(&got[1]), err);
    if (st == ST_OK) {
        s->game = saved.end;
        saved.end = NULL;
        text_put(&s->names, text_string(&got[2]));
        text_put(&s->source, text_string(&got[1]));
        text called = text_over(s->g.name, sizeof s->g.name);
        text_put(&called, position_rules(s->game)->game->name);
    }
    saved_game_done(&saved);
    for (int i = 0; i < 3; i++) text_done(&got[i]);
    return st;
}

static status from_text(subject *s, const web_world *world, const web_person *who, const char *name,
                        const char *data, error *err) {
    game_file f = {0};
    game_tree *tree = NULL;
    status st = ST_OK;
    s->g.list = game_library_games(world->library);
    if (name) {
        asked_game_done(&s->g);
        st = asked_game_open(&s->g, world, who, name, NULL, err);
    }
    if (st == ST_OK) st = saved_parse(&f, &s->g, data, strlen(data), err);
    if (st == ST_OK) st = game_file_position(&s->game, &f, s->g.list, s->g.game, err);
    if (st == ST_OK) st = game_file_tree(&tree, &f, s->g.list, s->g.game, err);
    if (st == ST_OK) {
        saved_names(tree, &f.rec, position_rules(s->game)->players, &s->names);
        text_put(&s->source, text_string(&s->g.source));
        text called = text_over(s->g.name, sizeof s->g.name);
        if (!name) text_put(&called, position_rules(s->game)->game->name);
    }
    game_file_done(&f);
    return st;
}

static bool from_room(web_request *q, const web_world *world, subject *s, const char *room) {
    error e;
    asked_game_done(&s->g);
    if (!asked_room_position(q, world, &s->g, &s->game)) return false;
    status st = asked_room_names(world, room, position_rules(s->game)->players, &s->names, &e);
    text_put(&s->source, text_string(&s->g.source));
    if (st != ST_OK) asked_fail(q, st, &e);
    return st == ST_OK;
}

/* Only complete knowledge can be reviewed. */
static status check_subject(const subject *s, error *err) {
    const position *p = s->game;
    unsigned n = position_ply(p) - position_first_ply(p);
    if (position_seat(p) != SEAT_ALL)
        return error_set(err, ST_LEAK, "a game with hidden cards is reviewed after its end");
    if (!n) return error_set(err, ST_BAD_VALUE, "nothing has happened in this game");
    if (n > MAX_EVENTS)
        return error_set(err, ST_BAD_VALUE, "a review has at most %d events", MAX_EVENTS);
    return s->names.cut || s->source.cut || s->origin.cut ? no_memory(err) : ST_OK;
}

static void put_library_origin(const char *id, text *out) {
    json_writer w = json_writer_on(out);
    json_open(&w, '{');
    json_key(&w, "library");
    json_string(&w, id);
    json_close(&w, '}');
}

static bool find_subject(web_request *q, const web_world *world, subject *s) {
    const char *room;
    const char *id;
    const char *data;
    const char *name;
    error e;
    if (!web_field_text_or(q, "room", NULL, &room) || !web_field_text_or(q, "library", NULL, &id) ||
        !web_field_text_or(q, "record", NULL, &data) || !web_field_text_or(q, "game", NULL, &name))
        return false;
    if (!!room + !!id + !!data != 1) {
        web_refuse(q, 422, "bad-value", "say one of: room, library, record", NULL);
        return false;
    }
    status st = ST_OK;
    if (room && !from_room(q, world, s, room)) return false;
    if (id) st = from_library(s, world, &q->person, id, &e);
    if (data) st = from_text(s, world, &q->person, name, data, &e);
    if (st == ST_OK && room) asked_room_origin(room, &s->origin);
    if (st == ST_OK && id) put_library_origin(id, &s->origin);
    if (st == ST_OK) st = check_subject(s, &e);
    if (st != ST_OK) asked_fail(q, st, &e);
    return st == ST_OK;
}

static void begin(void *ctx, web_request *q) {
    static const char *const fields[] = {"room",    "library", "record", "game", "ply",
                                         "time_ms", "nodes",   "engine", NULL};
    const web_world *world = ctx;
    subject s;
    int64_t ms;
    int64_t nodes;
    const char *engine;
    char id[THINK_ID_SIZE];
    error e;
    subject_init(&s);
    if (web_fields_known(q, fields) && web_field_int_or(q, "time_ms", 1, MAX_MS, 0, &ms) &&
        web_field_int_or(q, "nodes", 1, INT64_MAX, 0, &nodes) &&
        web_field_text_or(q, "engine", NULL, &engine) && find_subject(q, world, &s)) {
        review_order o = {.game = s.game,
                          .engine = engine,
                          .limits = limits_none(),
                          .name = s.g.name,
                          .source = s.source.len ? text_string(&s.source) : NULL,
                          .names = text_string(&s.names),
                          .origin = s.origin.len ? text_string(&s.origin) : NULL};
        o.limits.nodes = (uint64_t)nodes;
        o.limits.movetime_ms = ms ? ms : nodes ? MAX_MS : DEFAULT_MS;
        s.game = NULL; /* taken over */
        status st = thoughts_review(world->thoughts, &q->person, &o, id, &e);
        if (st == ST_OK) {
            json_writer w = web_answer(q, 201);
            json_open(&w, '{');
            json_key(&w, "review");
            json_string(&w, id);
            json_close(&w, '}');
        } else {
            asked_fail(q, st, &e);
        }
    }
    subject_done(&s);
}

static void begin_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, begin, world, q);
}

/* --- stored ones --- */

enum { IS_STATE, IS_GAME, IS_SOURCE, IS_RECORD, IS_NAMES, IS_JUDGE, IS_BODY, IS_ORIGIN, IS_COUNT };

typedef struct stored_review {
    text at[IS_COUNT];
    bool found;
} stored_review;

static bool take_review(void *ctx, const store_value *column, int count) {
    stored_review *r = ctx;
    r->found = true;
    for (int i = 0; i < IS_COUNT && i < count; i++)
        if (column[i].text) text_putn(&r->at[i], column[i].text, column[i].len);
    return false;
}

static void stored_done(stored_review *r) {
    for (int i = 0; i < IS_COUNT; i++) text_done(&r->at[i]);
}

static const char *get(const stored_review *r, int field) {
    return text_string(&r->at[field]);
}

/* False: it was refused. The caller ends *out in any case. */
static bool read_stored(web_request *q, const web_world *world, stored_review *out) {
    error e;
    const store_value arg[] = {store_text(q->word[0]), store_int(q->person.id)};
    *out = (stored_review){0};
    for (int i = 0; i < IS_COUNT; i++) out->at[i] = text_growing();
    status st = store_read(world->store, STORE_REVIEW_READ, arg, 2, take_review, out, &e);
    for (int i = 0; st == ST_OK && i < IS_COUNT; i++)
        if (out->at[i].cut) st = no_memory(&e);
    if (st == ST_OK && !out->found)
        st = error_set(&e, ST_NOT_FOUND, "there is no review %.20s of yours", q->word[0]);
    if (st != ST_OK) asked_fail(q, st, &e);
    return st == ST_OK;
}

static void put_raw(json_writer *w, const char *key, const char *json) {
    json_key(w, key);
    json_raw(w, *json ? json : "null");
}

/* The fields of the stored object after those before it. */
static void put_body(json_writer *w, const char *body) {
    size_t n = strlen(body);
    if (n <= 2) return;
    text_char(w->out, ',');
    text_putn(w->out, body + 1, n - 2);
    w->comma = true;
}

static status put_head(json_writer *w, const stored_review *r, const saved_game *s) {
    int64_t events = position_ply(s->end) - position_first_ply(s->end);
    json_key(w, "state");
    json_string(w, get(r, IS_STATE));
    json_key(w, "game");
    json_ascii(w, get(r, IS_GAME));
    json_key(w, "own");
    json_bool(w, r->at[IS_SOURCE].len > 0);
    json_key(w, "players");
    json_int(w, position_rules(s->end)->players);
    put_raw(w, "names", get(r, IS_NAMES));
    put_raw(w, "source", get(r, IS_ORIGIN));
    json_key(w, "judge");
    json_ascii(w, get(r, IS_JUDGE));
    json_key(w, "scenes");
    json_int(w, events + 1);
    return ST_OK;
}

static void show(void *ctx, web_request *q) {
    const web_world *world = ctx;
    stored_review r;
    saved_game s = {0};
    error e;
    if (read_stored(q, world, &r)) {
        status st =
            saved_game_read(&s, world, &q->person, get(&r, IS_RECORD), get(&r, IS_SOURCE), &e);
        if (st == ST_OK) {
            json_writer w = web_answer(q, 200);
            json_open(&w, '{');
            json_key(&w, "review");
            json_string(&w, q->word[0]);
            st = put_head(&w, &r, &s);
            if (strcmp(get(&r, IS_STATE), "running") != 0)
                put_body(&w, get(&r, IS_BODY));
            else
                (void)thoughts_review_now(world->thoughts, &q->person, q->word[0], &w, &e);
            json_close(&w, '}');
        }
        if (st != ST_OK) asked_fail(q, st, &e);
    }
    saved_game_done(&s);
    stored_done(&r);
}

static void show_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, show, world, q);
}

static bool put_listed(void *ctx, const store_value *column, int count) {
    static const char *const keys[] = {"review", "state", "game", "names", "judge", "time"};
    json_writer *w = ctx;
    json_open(w, '{');
    for (int i = 0; i < 6 && i < count; i++) {
        json_key(w, keys[i]);
        if (i == 3)
            json_raw(w, column[i].text);
        else if (i == 5)
            json_int(w, column[i].number);
        else
            json_ascii(w, column[i].text ? column[i].text : "");
    }
    json_close(w, '}');
    return true;
}

static void list(void *ctx, web_request *q) {
    const web_world *world = ctx;
    error e;
    const store_value arg[] = {store_int(q->person.id), store_int(LISTED)};
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_key(&w, "reviews");
    json_open(&w, '[');
    status st = store_read(world->store, STORE_REVIEWS_LIST, arg, 2, put_listed, &w, &e);
    json_close(&w, ']');
    json_close(&w, '}');
    if (st != ST_OK) asked_fail(q, st, &e);
}

/* --- a ply of it --- */

static bool read_ply(web_request *q, int64_t *ply) {
    const char *word = web_query(q, "ply", 0);
    *ply = -1;
    if (!word || text_i64(word, 0, INT32_MAX, ply)) return true;
    web_refuse(q, 422, "bad-value", "ply is a number from 0", "ply");
    return false;
}

static void show_ply(void *ctx, web_request *q) {
    const web_world *world = ctx;
    stored_review r;
    saved_game s = {0};
    position *at = NULL;
    int64_t ply;
    error e;
    if (read_stored(q, world, &r) && read_ply(q, &ply)) {
        status st =
            saved_game_read(&s, world, &q->person, get(&r, IS_RECORD), get(&r, IS_SOURCE), &e);
        if (st == ST_OK) st = saved_at(s.end, ply, &at, &e);
        if (st == ST_OK) {
            json_writer w = web_answer(q, 200);
            json_open(&w, '{');
            json_key(&w, "ply");
            json_int(&w, position_ply(at) - position_first_ply(at));
            json_key(&w, "game");
            json_ascii(&w, get(&r, IS_GAME));
            st = asked_put_position(&w, at, SEAT_ALL, &e);
            json_close(&w, '}');
        }
        if (st != ST_OK) asked_fail(q, st, &e);
    }
    position_destroy(at);
    saved_game_done(&s);
    stored_done(&r);
}

static void ply_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, show_ply, world, q);
}

/* --- the page to take along --- */

static void show_page(void *ctx, web_request *q) {
    const web_world *world = ctx;
    stored_review r;
    saved_game s = {0};
    error e;
    if (read_stored(q, world, &r)) {
        status st =
            saved_game_read(&s, world, &q->person, get(&r, IS_RECORD), get(&r, IS_SOURCE), &e);
        if (st == ST_OK && strcmp(get(&r, IS_STATE), "done") != 0)
            st = error_set(&e, ST_BUSY, "the review is not complete");
        if (st == ST_OK) {
            q->code = 200;
            q->type = "text/html; charset=utf-8";
            text name = text_over(q->filename, sizeof q->filename);
            text_format(&name, "review-%s.html", q->word[0]);
            review_file f = {.game = s.end,
                             .body = get(&r, IS_BODY),
                             .names = get(&r, IS_NAMES),
                             .judge = get(&r, IS_JUDGE)};
            st = review_file_write(&f, &q->out, &e);
        }
        if (st != ST_OK) {
            q->type = NULL;
            q->filename[0] = '\0';
            asked_fail(q, st, &e);
        }
    }
    saved_game_done(&s);
    stored_done(&r);
}

static void page_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, show_page, world, q);
}

/* --- ending --- */

static void drop(void *ctx, web_request *q) {
    const web_world *world = ctx;
    error e;
    const store_value arg[] = {store_text(q->word[0]), store_int(q->person.id)};
    stored_review r;
    if (read_stored(q, world, &r)) {
        status st = ST_OK;
        /* One that runs is stopped, and stays with what it has found. */
        if (thoughts_end_review(world->thoughts, &q->person, q->word[0], NULL) != ST_OK) {
            store_batch *b = store_batch_create();
            st = store_batch_add(b, STORE_REVIEW_DROP, arg, 2);
            if (st == ST_OK) {
                st = store_write(world->store, b, &e);
            } else {
                store_batch_destroy(b);
                st = no_memory(&e);
            }
        }
        if (st == ST_OK) {
            json_writer w = web_answer(q, 200);
            json_open(&w, '{');
            json_close(&w, '}');
        } else {
            asked_fail(q, st, &e);
        }
    }
    stored_done(&r);
}

static void drop_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, drop, world, q);
}

const web_route api_reviews_routes[] = {{"GET", "/reviews", list, ROUTE_MEMBER},
                                        {"POST", "/reviews", begin_route, ROUTE_MEMBER},
                                        {"GET", "/reviews/{}", show_route, ROUTE_MEMBER},
                                        {"DELETE", "/reviews/{}", drop_route, ROUTE_MEMBER},
                                        {"GET", "/reviews/{}/scene", ply_route, ROUTE_MEMBER},
                                        {"GET", "/reviews/{}/position", ply_route, ROUTE_MEMBER},
                                        {"GET", "/reviews/{}/page", page_route, ROUTE_MEMBER},
                                        {NULL, NULL, NULL, 0}};
