#include "web/api/api_rooms.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/notation/blob.h"
#include "web/api/asked_room.h"
#include "web/rooms/rooms_job.h"
#include "web/think/engine_queue.h"
#include "web/think/think_ids.h"

enum {
    MAX_LISTED = 100,
    MAX_CLOCK_MS = 24 * 3600 * 1000,
    MIN_REACT_MS = 100,
    MAX_REACT_MS = 600000
};

/* --- what a table is made of --- */

/* One of some words; -1: it was refused. */
static int choice(web_request *q, const char *name, const char *const *names, int otherwise) {
    const char *said;
    if (!web_field_text_or(q, name, names[otherwise], &said)) return -1;
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], said) == 0) return i;
    char sentence[200];
    text t = text_over(sentence, sizeof sentence);
    text_format(&t, "%s is one of:", name);
    for (int i = 0; names[i]; i++) text_format(&t, " %s", names[i]);
    web_refuse(q, 422, status_name(ST_BAD_VALUE), sentence, name);
    return -1;
}

static bool refuse(web_request *q, const char *sentence, const char *place) {
    web_refuse(q, 422, status_name(ST_BAD_VALUE), sentence, place);
    return false;
}

static bool clock_field(web_request *q, const json_t *clock, const char *name, int64_t *out) {
    const json_t *v = json_object_get(clock, name);
    if (!v) return true;
    *out = json_is_integer(v) ? json_integer_value(v) : -1;
    return (*out >= 0 && *out <= MAX_CLOCK_MS) ||
           refuse(q, "times are milliseconds, at most a day", "clock");
}

static bool read_clock(web_request *q, room_clock *out) {
    json_t *clock = NULL;
    const json_t *there = json_object_get(q->body, "clock");
    if (!there || json_is_null(there)) return true;
    if (!web_field_object_or(q, "clock", &clock)) return false;
    void *i = json_object_iter(clock);
    for (; i; i = json_object_iter_next(clock, i)) {
        const char *key = json_object_iter_key(i);
        if (strcmp(key, "main_ms") != 0 && strcmp(key, "increment_ms") != 0 &&
            strcmp(key, "move_ms") != 0)
            return refuse(q, "a clock has main_ms and increment_ms, or move_ms", "clock");
    }
    if (!clock_field(q, clock, "main_ms", &out->main_ms) ||
        !clock_field(q, clock, "increment_ms", &out->increment_ms) ||
        !clock_field(q, clock, "move_ms", &out->move_ms))
        return false;
    if (out->main_ms && out->move_ms)
        return refuse(q, "a clock has main time, or a time for each action", "clock");
    if (out->increment_ms && !out->main_ms)
        return refuse(q, "an increment needs main time", "clock");
    return true;
}

static const char *const looks[] = {"public", "link", "seats", NULL};
static const char *const undos[] = {"none", "ask", "free", NULL};
static const char *const dice[] = {"server", "typed", NULL};

static bool read_title(web_request *q, const char *otherwise, char out[ROOM_TITLE_SIZE]) {
    const char *title;
    if (!web_field_text_or(q, "title", otherwise, &title)) return false;
    if (strlen(title) >= ROOM_TITLE_SIZE) return refuse(q, "the title is too long", "title");
    text t = text_over(out, ROOM_TITLE_SIZE);
    text_put(&t, title);
    return true;
}

static bool read_policy(web_request *q, room_policy *p) {
    int64_t react;
    int look = choice(q, "look", looks, ROOM_LOOK_LINK);
    int undo = look < 0 ? -1 : choice(q, "undo", undos, ROOM_UNDO_ASK);
    int typed = undo < 0 ? -1 : choice(q, "dice", dice, 0);
    if (typed < 0) return false;
    *p =
        (room_policy){.look = (room_look)look, .undo = (room_undo_policy)undo, .typed = typed != 0};
    if (!read_title(q, "", p->title) || !read_clock(q, &p->clock) ||
        !web_field_bool_or(q, "open_analysis", false, &p->open_analysis) ||
        !web_field_bool_or(q, "handover", true, &p->handover) ||
        !web_field_bool_or(q, "engine_values", false, &p->engine_values) ||
        !web_field_int_or(q, "react_ms", MIN_REACT_MS, MAX_REACT_MS, 15000, &react))
        return false;
    p->react_ms = (int)react;
    return true;
}

/* --- seats --- */

bool api_rooms_engine(web_request *q, const char *words_of, int64_t level, room_seat *out) {
    text t = text_over(out->engine, sizeof out->engine);
    out->kind = ROOM_SEAT_ENGINE;
    text_put(&t, words_of && *words_of ? words_of : "auto");
    if (level) text_format(&t, " level=%d", (int)level);
    if (t.cut) return refuse(q, "these words for an engine are too long", "engine");
    text name = text_over(out->name, sizeof out->name);
    if (level)
        text_format(&name, "%.40s level %d", words_of && *words_of ? words_of : "engine",
                    (int)level);
    else
        text_format(&name, "%.60s", words_of && *words_of ? words_of : "engine");
    return true;
}

static bool read_seat(web_request *q, const web_world *world, const room *r, const json_t *o,
                      room_seat *out) {
    error e;
    const char *kind = json_string_value(json_object_get(o, "kind"));
    const char *name = json_string_value(json_object_get(o, "name"));
    const json_t *level = json_object_get(o, "level");
    int64_t n = json_is_integer(level) ? json_integer_value(level) : 0;
    if (!kind || !json_is_object(o)) return refuse(q, "a seat has a kind", "seats");
    if (name && strlen(name) >= ROOM_NAME_SIZE) return refuse(q, "a name is too long", "seats");
    if (level && (n < 1 || n > 10)) return refuse(q, "levels are 1 to 10", "seats");
    *out = (room_seat){.kind = ROOM_SEAT_OPEN};
    text t = text_over(out->name, sizeof out->name);
    if (strcmp(kind, "person") == 0) {
        out->kind = ROOM_SEAT_PERSON;
        out->account = q->person.id;
        text_put(&t, name && *name ? name : q->person.name);
    } else if (strcmp(kind, "engine") == 0) {
        const char *engine = json_string_value(json_object_get(o, "engine"));
        if (!api_rooms_engine(q, engine, n, out)) return false;
        status st =
            world->queue ? engine_queue_check(world->queue, room_rules(r), out->engine, &e) : ST_OK;
        if (st == ST_OK && name && *name) {
            text_clear(&t);
            text_put(&t, name);
        }
        if (st != ST_OK) web_refuse_error(q, &e);
        return st == ST_OK;
    } else if (strcmp(kind, "open") != 0) {
        return refuse(q, "a seat is for a person, open, or for an engine", "seats");
    }
    return true;
}

/* Puts people and engines on their seats; the game begins when all are taken. */
static bool sit_down(web_request *q, const web_world *world, room *r) {
    json_t *seats = NULL;
    error e;
    if (!web_field_array_or(q, "seats", &seats)) return false;
    if (seats && json_array_size(seats) != (size_t)r->base->players) {
        char sentence[80];
        (void)snprintf(sentence, sizeof sentence, "this table has %d seats", r->base->players);
        return refuse(q, sentence, "seats");
    }
    for (int i = 0; i < r->base->players; i++) {
        room_seat who = {.kind = ROOM_SEAT_PERSON, .account = q->person.id};
        text name = text_over(who.name, sizeof who.name);
        text_put(&name, q->person.name);
        if (seats && !read_seat(q, world, r, json_array_get(seats, (size_t)i), &who)) return false;
        if (who.kind == ROOM_SEAT_OPEN) continue;
        room_ask ask = {.account = q->person.id, .seat = i, .time = think_now_ms()};
        if (room_sit(r, &ask, &who, &e) == ST_OK) continue;
        web_refuse_error(q, &e);
        return false;
    }
    return true;
}

/* --- making one --- */

typedef struct counts {
    int64_t all, own;
} counts;

static bool take_counts(void *ctx, const store_value *column, int count) {
    counts *c = ctx;
    (void)count;
    *c = (counts){column[0].number, column[1].number};
    return false;
}

status api_rooms_places(const web_world *world, int64_t account, error *err) {
    counts c = {0};
    store_value who = store_int(account);
    status st = store_read(world->store, STORE_ROOMS_COUNT, &who, 1, take_counts, &c, err);
    if (st != ST_OK) return st;
    bool own = c.own >= world->limits.rooms_each;
    if (!own && c.all < world->limits.rooms) return ST_OK;
    return error_set(err, ST_BUSY, own ? "close one of your tables first" : "too many tables");
}

static bool check_limits(web_request *q, const web_world *world) {
    error e;
    status st = api_rooms_places(world, q->person.id, &e);
    if (st == ST_OK) return true;
    if (st == ST_BUSY) {
        q->retry_after = 60;
        web_refuse(q, 429, "too-many", e.text, NULL);
    } else {
        web_refuse_error(q, &e);
    }
    return false;
}

/* As many players as seats, where nothing else says how many. */
static void count_seats(web_request *q) {
    const json_t *seats = json_object_get(q->body, "seats");
    size_t n = json_array_size(seats);
    if (n && !json_object_get(q->body, "players") && !json_object_get(q->body, "position") &&
        !json_object_get(q->body, "fen") && !json_object_get(q->body, "room"))
        (void)json_object_set_new(q->body, "players", json_integer((json_int_t)n));
}

/* The setup that leads to a position: its options, where it starts, its events. */
static status setup_of(room_setup *s, const position *p, text *options, char ***moves) {
    params_write(&position_rules(p)->options, options);
    s->setup = text_string(options);
    s->start = s->blob ? NULL : position_origin(p);
    unsigned first = position_first_ply(p);
    s->moves = position_ply(p) - first;
    *moves = mem_alloc((s->moves + 1) * sizeof(char *));
    if (!*moves || options->cut) return ST_NOMEM;
    for (size_t i = 0; i < s->moves; i++)
        (*moves)[i] = (char *)position_event(p, first + (unsigned)i);
    s->move = *moves;
    return ST_OK;
}

status api_rooms_setup(room_setup *s, const position *p, text *options, char ***moves) {
    return setup_of(s, p, options, moves);
}

static void add_room(web_world *world, web_request *q, room_setup *s, const char *rules_text) {
    room *r;
    error e;
    if (room_create(&r, s, &e) != ST_OK) {
        web_refuse_error(q, &e);
        return;
    }
    rooms_use_random(world->rooms, r);
    if (!sit_down(q, world, r)) {
        room_release(r);
        return;
    }
    rooms_add(world->rooms, q, &(rooms_new){r, s, rules_text});
}

/* What a new table is made of, until it is made. */
typedef struct new_table {
    room_setup setup;
    asked_game g;
    position *p;
    text options, blob;
    char **moves;
    const game *list[2]; /* of a game that another table has */
    char id[THINK_ID_SIZE], invite[THINK_ID_SIZE], hash[20];
} new_table;

static void table_done(new_table *t) {
    mem_free(t->moves);
    text_done(&t->options);
    text_done(&t->blob);
    position_destroy(t->p);
    asked_game_done(&t->g);
}

/* Another table at some ply: its start in one word, and what happened since. */
static bool from_room(web_request *q, const web_world *world, new_table *t) {
    static const char *const barred[] = {ASKED_FIELDS, NULL};
    position *first = NULL;
    error e;
    for (const char *const *k = barred; *k; k++)
        if (json_object_get(q->body, *k))
            return refuse(q, "say a table to play on from, or a game", *k);
    if (!asked_room_position(q, world, &t->g, &t->p)) return false;
    const rules *r = position_rules(t->p);
    status st = ST_OK;
    if (position_seat(t->p) != SEAT_ALL)
        st = error_set(&e, ST_LEAK, "with hidden hands one plays on after the end");
    else if (game_is_over(r, position_data(t->p)))
        st = error_set(&e, ST_GAME_OVER, "the game is over there: choose an earlier ply");
    if (st == ST_OK) st = position_clone(&first, t->p, &e);
    if (st == ST_OK) {
        position_cut(first, position_first_ply(first));
        blob_write(first, &t->blob);
        t->list[0] = r->game;
        t->g.list = t->list;
        t->setup.blob = text_string(&t->blob);
        if (t->blob.cut) st = error_set(&e, ST_NOMEM, "no memory for the table");
    }
    position_destroy(first);
    if (st != ST_OK) asked_fail(q, st, &e);
    return st == ST_OK;
}

static bool find_start(web_request *q, const web_world *world, new_table *t) {
    if (json_object_get(q->body, "room")) return from_room(q, world, t);
    if (json_object_get(q->body, "ply")) return refuse(q, "a ply of which table?", "room");
    return web_field_text_or(q, "position", NULL, &t->setup.blob) &&
           asked_position(q, world, &t->g, &t->p);
}

static void make_room(void *ctx, web_request *q) {
    static const char *const known[] = {
        ASKED_ROOM_FIELDS, "seats",    "look",  "undo",          "clock",         "dice",
        "react_ms",        "handover", "title", "open_analysis", "engine_values", NULL};
    web_world *world = ctx;
    new_table t = {.setup = {.maker = q->person.id, .made = think_now_ms()},
                   .g = {.source = text_growing()},
                   .options = text_growing(),
                   .blob = text_growing()};
    room_setup *s = &t.setup;
    count_seats(q);
    if (web_fields_known(q, known) && read_policy(q, &s->policy) && check_limits(q, world) &&
        find_start(q, world, &t)) {
        think_new_id(t.id);
        think_new_id(t.invite);
        s->id = t.id;
        s->invite = t.invite;
        s->game = t.g.game;
        s->games = t.g.list;
        s->game_name = t.g.name;
        if (t.g.source.len) {
            text h = text_over(t.hash, sizeof t.hash);
            text_format(&h, "%016llx",
                        (unsigned long long)hash_bytes(t.g.source.at, t.g.source.len, 0));
        }
        s->hash = t.hash;
        if (setup_of(s, t.p, &t.options, &t.moves) == ST_OK)
            add_room(world, q, s, text_string(&t.g.source));
        else
            web_refuse(q, 503, status_name(ST_NOMEM), "no memory for the table", NULL);
    }
    table_done(&t);
}

/* --- lists --- */

typedef struct listed {
    char id[MAX_LISTED][ROOM_ID_SIZE];
    size_t count;
} listed;

static bool keep_id(void *ctx, const store_value *column, int count) {
    listed *l = ctx;
    (void)count;
    if (l->count == MAX_LISTED) return false;
    text t = text_over(l->id[l->count++], ROOM_ID_SIZE);
    text_put(&t, column[0].text ? column[0].text : "");
    return true;
}

static void put_listed(json_writer *w, web_world *world, web_request *q, const char *id) {
    room_sight s;
    error e;
    if (rooms_look_for(world->rooms, id, &q->person, &s, &e) != ST_OK) return;
    (void)room_write(s.r, &s.v, &s.now, web_query(q, "scenes", 0) ? ROOM_WITH_SCENE : 0, w, &e);
    room_release(s.r);
}

static void list_rooms(void *ctx, web_request *q) {
    web_world *world = ctx;
    error e;
    bool mine = web_query(q, "mine", 0) != NULL;
    if (!mine && !web_query(q, "open", 0)) {
        (void)refuse(q, "which ones? ?mine or ?open", NULL);
        return;
    }
    listed *l = mem_alloc(sizeof *l);
    store_value arg[] = {store_int(q->person.id), store_int(MAX_LISTED)};
    status st = l ? ST_OK : error_set(&e, ST_NOMEM, "no memory for the list");
    if (st == ST_OK)
        st = mine ? store_read(world->store, STORE_ROOMS_MINE, arg, 2, keep_id, l, &e)
                  : store_read(world->store, STORE_ROOMS_OPEN, arg + 1, 1, keep_id, l, &e);
    if (st == ST_OK) {
        json_writer w = web_answer(q, 200);
        json_open(&w, '{');
        json_key(&w, "rooms");
        json_open(&w, '[');
        for (size_t i = 0; i < l->count; i++) put_listed(&w, world, q, l->id[i]);
        json_close(&w, ']');
        json_close(&w, '}');
    } else {
        web_refuse_error(q, &e);
    }
    mem_free(l);
}

/* --- changing and closing one --- */

static status run_policy(rooms_job *j, room *r, const room_ask *q, error *err) {
    room_policy p = r->policy;
    const json_t *b = j->q->body;
    if (json_object_get(b, "title")) memcpy(p.title, j->policy.title, sizeof p.title);
    if (json_object_get(b, "undo")) p.undo = j->policy.undo;
    if (json_object_get(b, "look")) p.look = j->policy.look;
    if (json_object_get(b, "open_analysis")) p.open_analysis = j->policy.open_analysis;
    if (json_object_get(b, "handover")) p.handover = j->policy.handover;
    if (json_object_get(b, "engine_values")) p.engine_values = j->policy.engine_values;
    return room_set_policy(r, q, &p, err);
}

static void change_room(void *ctx, web_request *q) {
    static const char *const known[] = {
        "title", "undo", "open_analysis", "look", "handover", "engine_values", NULL};
    web_world *world = ctx;
    room_policy p;
    if (!web_fields_known(q, known) || !read_policy(q, &p)) return;
    rooms_job *j = rooms_job_create(world->rooms, q, q->word[0]);
    if (!j) return;
    j->needs = JOB_MAKER;
    j->policy = p;
    j->run = run_policy;
    rooms_submit(world->rooms, j);
}

static status run_close(rooms_job *j, room *r, const room_ask *q, error *err) {
    (void)j;
    return room_close(r, q, err);
}

static void close_room(void *ctx, web_request *q) {
    web_world *world = ctx;
    rooms_job *j = rooms_job_create(world->rooms, q, q->word[0]);
    if (!j) return;
    j->needs = JOB_MAKER;
    j->run = run_close;
    rooms_submit(world->rooms, j);
}

void api_rooms_answer(struct web_world *world, web_request *q) {
    room_sight s;
    error e;
    if (!rooms_look(world->rooms, q, q->word[0], &s)) return;
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_key(&w, "room");
    status st = room_write(s.r, &s.v, &s.now, ROOM_WITH_SCENE | ROOM_WITH_PICK, &w, &e);
    json_close(&w, '}');
    if (st != ST_OK) web_refuse_error(q, &e);
    room_release(s.r);
}

static void look_at_room(void *ctx, web_request *q) {
    api_rooms_answer(ctx, q);
}

const web_route api_rooms_routes[] = {
    {"POST", "/rooms", make_room, ROUTE_MEMBER}, {"GET", "/rooms", list_rooms, 0},
    {"GET", "/rooms/{}", look_at_room, 0},       {"PATCH", "/rooms/{}", change_room, 0},
    {"DELETE", "/rooms/{}", close_room, 0},      {NULL, NULL, NULL, 0}};
