#include "web/api/api_analyses.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/belief.h"
#include "engine/notation/blob.h"
#include "web/api/asked_room.h"
#include "web/think/side_work.h"
#include "web/think/thoughts.h"

enum { MAX_LINES = 20, MAX_TOKENS = 256, DEFAULT_MS = 3000 };

/* --- what is asked --- */

/* A list of words of the body, ended by NULL; *out is NULL where it is not there. To be freed. */
static bool read_list(web_request *q, const char *name, const char ***out) {
    json_t *list;
    *out = NULL;
    if (!web_field_array_or(q, name, &list)) return false;
    size_t n = list ? json_array_size(list) : 0;
    bool good = n <= MAX_TOKENS;
    for (size_t i = 0; good && i < n; i++) good = json_is_string(json_array_get(list, i));
    if (!good) {
        web_refuse(q, 422, "bad-value", "this is a list of at most 256 actions", name);
        return false;
    }
    if (!n) return true;
    *out = mem_alloc((n + 1) * sizeof **out);
    if (!*out) {
        web_refuse(q, 503, status_name(ST_NOMEM), "no memory for the list", name);
        return false;
    }
    for (size_t i = 0; i < n; i++) (*out)[i] = json_string_value(json_array_get(list, i));
    return true;
}

/* How long a person may think at most, in ms. */
static int64_t longest(const web_world *world, const web_person *who) {
    int s = who->kind == PERSON_GUEST ? world->limits.guest_analysis_s : world->limits.analysis_s;
    return (int64_t)s * 1000;
}

static bool read_limits(web_request *q, const web_world *world, analysis_order *o) {
    int64_t most = longest(world, &q->person);
    int64_t ms;
    int64_t nodes;
    int64_t depth;
    int64_t lines;
    int64_t threads;
    bool infinite;
    if (!web_field_int_or(q, "time_ms", 1, INT32_MAX, 0, &ms) ||
        !web_field_int_or(q, "nodes", 1, INT64_MAX, 0, &nodes) ||
        !web_field_int_or(q, "depth", 1, 1000, 0, &depth) ||
        !web_field_int_or(q, "lines", 1, MAX_LINES, 3, &lines) ||
        !web_field_int_or(q, "threads", 1, 256, 1, &threads) ||
        !web_field_bool_or(q, "infinite", false, &infinite) ||
        !web_field_bool_or(q, "why", false, &o->why))
        return false;
    o->limits = limits_none();
    o->limits.nodes = (uint64_t)nodes;
    o->limits.depth = (unsigned)depth;
    bool counted = nodes || depth || infinite;
    o->limits.movetime_ms = ms ? ms : counted ? most : DEFAULT_MS;
    if (o->limits.movetime_ms > most) o->limits.movetime_ms = most;
    o->lines = (int)lines;
    o->threads = q->person.kind == PERSON_GUEST ? 1 : (int)threads;
    return true;
}

/* Who decides there, and what they know: *p is replaced by the view in a hidden game. */
static status set_root(position **p, int *seat, error *err) {
    const rules *r = position_rules(*p);
    void *world = mem_alloc(r->state_size);
    if (!world) return error_set(err, ST_NOMEM, "no memory to think");
    rng g = {.s = 1};
    position_world(*p, &g, world);
    *seat = game_is_over(r, world) && game_end(r, world) != END_CLAIM ? ACTOR_NONE
                                                                      : r->game->actor(r, world);
    mem_free(world);
    if (*seat == ACTOR_NONE) return error_set(err, ST_GAME_OVER, "the game is over");
    if (*seat == ACTOR_CHANCE)
        return error_set(err, ST_CHANCE_EXPECTED, "chance is to act here: say what it brings");
    int knows = position_seat(*p);
    if (knows != SEAT_ALL && knows != *seat)
        return error_set(err, ST_WRONG_SEAT, "it is the turn of seat %d", *seat + 1);
    if (knows != SEAT_ALL || !(r->traits & GAME_HIDDEN)) return ST_OK;
    position *view;
    status st = position_observe(&view, *p, *seat, err);
    if (st != ST_OK) return st;
    position_destroy(*p);
    *p = view;
    return ST_OK;
}

static void answer(web_request *q, const char *id, const text *blob, const text *stored) {
    json_writer w = web_answer(q, 201);
    json_open(&w, '{');
    json_key(&w, "analysis");
    json_string(&w, id);
    json_key(&w, "position"); /* what this person may see: lines can be walked from there */
    json_string(&w, text_string(blob));
    json_key(&w, "stored");
    json_raw(&w, stored->len && !stored->cut ? text_string(stored) : "null");
    json_close(&w, '}');
}

static void begin(void *ctx, web_request *q) {
    static const char *const fields[] = {
        ASKED_ROOM_FIELDS, "engine",  "time_ms", "nodes",   "depth", "infinite",
        "lines",           "threads", "only",    "exclude", "why",   NULL};
    const web_world *world = ctx;
    asked_game g = {0};
    analysis_order o = {0};
    const char **only = NULL;
    const char **without = NULL;
    char id[THINK_ID_SIZE];
    text stored = text_growing();
    text blob = text_growing();
    error e;
    if (web_fields_known(q, fields) && read_limits(q, world, &o) &&
        web_field_text_or(q, "engine", NULL, &o.engine) && read_list(q, "only", &only) &&
        read_list(q, "exclude", &without) && asked_room_position(q, world, &g, &o.root)) {
        o.only = (const char *const *)only;
        o.without = (const char *const *)without;
        status st = set_root(&o.root, &o.seat, &e);
        if (st == ST_OK) blob_write(o.root, &blob);
        if (st == ST_OK)
            st = thoughts_analyse(world->thoughts, &q->person, &o, id, &stored, &e);
        else
            position_destroy(o.root);
        if (st == ST_OK)
            answer(q, id, &blob, &stored);
        else
            asked_fail(q, st, &e);
    }
    text_done(&stored);
    text_done(&blob);
    mem_free((void *)only);
    mem_free((void *)without);
    asked_game_done(&g);
}

static void begin_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, begin, world, q);
}

/* --- what was found --- */

static void show(void *ctx, web_request *q) {
    const web_world *world = ctx;
    error e;
    text found = text_growing();
    status st = thoughts_analysis(world->thoughts, &q->person, q->word[0], &found, &e);
    if (st == ST_OK) {
        json_writer w = web_answer(q, 200);
        json_raw(&w, text_string(&found));
    } else {
        asked_fail(q, st, &e);
    }
    text_done(&found);
}

static void stop(void *ctx, web_request *q) {
    const web_world *world = ctx;
    error e;
    status st = thoughts_end_analysis(world->thoughts, &q->person, q->word[0], &e);
    if (st == ST_OK) {
        json_writer w = web_answer(q, 200);
        json_open(&w, '{');
        json_close(&w, '}');
    } else {
        asked_fail(q, st, &e);
    }
}

/* --- belief --- */

static void put_belief(web_request *q, const belief *b) {
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_key(&w, "deals");
    json_int(&w, b->deals);
    json_key(&w, "belief");
    json_open(&w, '[');
    for (size_t i = 0; i < b->count; i++) {
        json_open(&w, '{');
        json_key(&w, "place");
        json_ascii(&w, b->at[i].place);
        json_key(&w, "card");
        json_ascii(&w, b->at[i].card);
        json_key(&w, "prob");
        json_real(&w, (double)b->at[i].deals / (double)b->deals, 4);
        json_close(&w, '}');
    }
    json_close(&w, ']');
    json_close(&w, '}');
}

static status count_belief(const position *p, int seat, unsigned deals, belief *out, error *err) {
    position *view = NULL;
    if (!(position_rules(p)->traits & GAME_HIDDEN) || position_seat(p) == seat)
        return belief_count(out, p, deals, 1, err);
    status st = position_observe(&view, p, seat, err);
    if (st == ST_OK) st = belief_count(out, view, deals, 1, err);
    position_destroy(view);
    return st;
}

static void believe(void *ctx, web_request *q) {
    static const char *const fields[] = {ASKED_ROOM_FIELDS, "seat", "deals", NULL};
    asked_game g = {0};
    position *p = NULL;
    int64_t seat;
    int64_t deals;
    belief found = {0};
    error e;
    if (web_fields_known(q, fields) && web_field_int_or(q, "seat", 1, GAME_MAX_PLAYERS, 0, &seat) &&
        web_field_int_or(q, "deals", 1, BELIEF_MAX_DEALS, BELIEF_DEALS, &deals) &&
        asked_room_position(q, ctx, &g, &p)) {
        int who = seat ? (int)seat - 1 : position_seat(p);
        status st = who < position_rules(p)->players
                        ? count_belief(p, who, (unsigned)deals, &found, &e)
                        : error_set(&e, ST_BAD_VALUE, "there is no seat %d", who + 1);
        if (st == ST_OK)
            put_belief(q, &found);
        else
            asked_fail(q, st, &e);
    }
    belief_done(&found);
    position_destroy(p);
    asked_game_done(&g);
}

static void believe_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, believe, world, q);
}

const web_route api_analyses_routes[] = {{"POST", "/analyses", begin_route, 0},
                                         {"POST", "/analyses/belief", believe_route, 0},
                                         {"GET", "/analyses/{}", show, 0},
                                         {"DELETE", "/analyses/{}", stop, 0},
                                         {NULL, NULL, NULL, 0}};
