/* What people do at a table: act, take back, offer, sit, talk. */
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "web/api/api_rooms.h"
#include "web/rooms/rooms_job.h"
#include "web/think/engine_queue.h"
#include "web/web_world.h"

static bool refuse(web_request *q, const char *sentence, const char *place) {
    web_refuse(q, 422, status_name(ST_BAD_VALUE), sentence, place);
    return false;
}

/* --- fields --- */

/* The same request has the same hash: what it asks for, and all its fields. */
static bool hash_request(web_request *q, char out[20]) {
    char *body = json_dumps(q->body, JSON_SORT_KEYS | JSON_COMPACT);
    if (!body) return refuse(q, "no memory for the request", NULL);
    const char *verb = strrchr(q->path, '/');
    uint64_t h = hash_bytes(body, strlen(body), hash_bytes(verb, strlen(verb), 0));
    web_json_free(body);
    text t = text_over(out, 20);
    text_format(&t, "%016llx", (unsigned long long)h);
    return true;
}

/* seat, at and key, which most requests have. */
static bool read_head(web_request *q, rooms_job *j, bool needs_key) {
    int64_t seat;
    const char *at;
    const char *key;
    if (!web_field_int(q, "seat", 0, GAME_MAX_PLAYERS, &seat) || !web_field_text(q, "at", &at) ||
        !web_field_text_or(q, "key", "", &key))
        return false;
    if (needs_key && !*key) return refuse(q, "an action needs a key, a word of your own", "key");
    if (strlen(key) >= ROOM_KEY_SIZE) return refuse(q, "the key is too long", "key");
    if (strlen(at) >= ROOM_AT_SIZE) at = "";
    text t = text_over(j->at, sizeof j->at);
    text_put(&t, at);
    t = text_over(j->key, sizeof j->key);
    text_put(&t, key);
    j->seat = seat ? (int)seat - 1 : ROOM_CHANCE;
    return !*key || hash_request(q, j->asked);
}

/* A job for a request about a table. NULL: it was answered. */
static rooms_job *job_for(web_world *world, web_request *q, const char *const *known) {
    if (!web_fields_known(q, known)) return NULL;
    return rooms_job_create(world->rooms, q, q->word[0]);
}

static void submit(web_world *world, rooms_job *j, bool good) {
    if (good)
        rooms_submit(world->rooms, j);
    else
        rooms_job_drop(j);
}

static bool keep(web_request *q, char **to, const char *from) {
    *to = mem_string(from);
    return *to || refuse(q, "no memory for the request", NULL);
}

/* --- act --- */

static bool read_parts(web_request *q, rooms_job *j, const json_t *parts) {
    size_t n = json_array_size(parts);
    if (n > 64) return refuse(q, "an action has at most 64 parts", "parts");
    j->part = mem_alloc((n + 1) * sizeof(char *));
    if (!j->part) return refuse(q, "no memory for the request", NULL);
    for (size_t i = 0; i < n; i++) {
        const char *s = json_string_value(json_array_get(parts, i));
        if (!s) return refuse(q, "parts are a list of words", "parts");
        if (!keep(q, &j->part[i], s)) return false;
        j->parts++;
    }
    return true;
}

static status run_act(rooms_job *j, room *r, const room_ask *q, error *err) {
    bool kept;
    if (j->seat >= r->base->players) return error_set(err, ST_BAD_VALUE, "there is no such seat");
    if (j->said) return room_act(r, q, j->said, &kept, err);
    char *said = NULL;
    status st = room_check_playing(r, err);
    if (st == ST_OK) st = room_token(r, j->seat, j->part, j->parts, &said, err);
    if (st == ST_OK) st = room_act(r, q, said, &kept, err);
    mem_free(said);
    return st;
}

static void act(void *ctx, web_request *q) {
    static const char *const known[] = {"at", "seat", "token", "parts", "key", NULL};
    const char *said;
    json_t *parts = NULL;
    rooms_job *j = job_for(ctx, q, known);
    if (!j) return;
    j->needs = JOB_SEAT | JOB_AT | JOB_ACT;
    j->run = run_act;
    bool good = read_head(q, j, true) && web_field_text_or(q, "token", NULL, &said) &&
                web_field_array_or(q, "parts", &parts);
    if (good && !said == !parts)
        good = refuse(q, "an action is a token, or a list of parts", "token");
    if (good) good = said ? keep(q, &j->said, said) : read_parts(q, j, parts);
    submit(ctx, j, good);
}

/* --- what others may have to agree to --- */

static status run_want(rooms_job *j, room *r, const room_ask *q, error *err) {
    if (j->said) return room_agree(r, q, j->yes, err);
    return room_want(r, q, j->what, err);
}

static void want(web_world *world, web_request *q, room_row_kind what) {
    static const char *const known[] = {"at", "seat", "key", "answer", NULL};
    const char *answer;
    rooms_job *j = job_for(world, q, known);
    if (!j) return;
    j->needs = JOB_SEAT | JOB_AT;
    j->what = what;
    j->run = run_want;
    bool good = read_head(q, j, false) && web_field_text_or(q, "answer", NULL, &answer);
    if (good && answer) {
        j->yes = strcmp(answer, "yes") == 0;
        good = j->yes || strcmp(answer, "no") == 0 ? keep(q, &j->said, answer)
                                                   : refuse(q, "an answer is yes or no", "answer");
    }
    submit(world, j, good);
}

static void undo(void *ctx, web_request *q) {
    want(ctx, q, ROW_UNDO);
}
static void redo(void *ctx, web_request *q) {
    want(ctx, q, ROW_REDO);
}
static void reroll(void *ctx, web_request *q) {
    want(ctx, q, ROW_REROLL);
}
static void draw(void *ctx, web_request *q) {
    want(ctx, q, ROW_DRAW);
}

static status run_end(rooms_job *j, room *r, const room_ask *q, error *err) {
    return j->what == ROW_RESIGN ? room_resign(r, q, err) : room_claim(r, q, err);
}

static void end_game(web_world *world, web_request *q, room_row_kind what) {
    static const char *const known[] = {"at", "seat", "key", NULL};
    rooms_job *j = job_for(world, q, known);
    if (!j) return;
    j->needs = JOB_SEAT | JOB_AT;
    j->what = what;
    j->run = run_end;
    submit(world, j, read_head(q, j, false));
}

static void resign(void *ctx, web_request *q) {
    end_game(ctx, q, ROW_RESIGN);
}
static void claim(void *ctx, web_request *q) {
    end_game(ctx, q, ROW_CLAIM);
}

/* --- pauses, talk --- */

static status run_pause(rooms_job *j, room *r, const room_ask *q, error *err) {
    return room_pause(r, q, j->yes, err);
}

static void pause_game(void *ctx, web_request *q) {
    static const char *const known[] = {"on", NULL};
    rooms_job *j = job_for(ctx, q, known);
    if (!j) return;
    j->needs = JOB_MEMBER;
    j->run = run_pause;
    submit(ctx, j, web_field_bool_or(q, "on", true, &j->yes));
}

static status run_chat(rooms_job *j, room *r, const room_ask *q, error *err) {
    room_ask from = *q;
    unsigned own = room_seats_of(r, j->who.id);
    const char *name = j->who.name;
    for (int i = r->base->players; i-- > 0;) {
        if (!(own >> i & 1)) continue;
        from.seat = i;
        name = r->seat[i].name;
    }
    return room_chat(r, &from, name, j->said, err);
}

static void chat(void *ctx, web_request *q) {
    static const char *const known[] = {"text", NULL};
    const char *said;
    rooms_job *j = job_for(ctx, q, known);
    if (!j) return;
    j->run = run_chat;
    submit(ctx, j, web_field_text(q, "text", &said) && keep(q, &j->said, said));
}

static status run_decline(rooms_job *j, room *r, const room_ask *q, error *err) {
    (void)q;
    return room_decline(r, j->seat, j->yes, err);
}

static void decline(void *ctx, web_request *q) {
    static const char *const known[] = {"seat", "on", NULL};
    int64_t seat;
    rooms_job *j = job_for(ctx, q, known);
    if (!j) return;
    j->needs = JOB_SEAT;
    j->run = run_decline;
    bool good = web_field_int(q, "seat", 1, GAME_MAX_PLAYERS, &seat) &&
                web_field_bool_or(q, "on", true, &j->yes);
    j->seat = good ? (int)seat - 1 : ROOM_NO_SEAT;
    submit(ctx, j, good);
}

/* --- seats --- */

static bool seat_word(web_request *q, int *out) {
    uint64_t k;
    if (text_u64(q->word[1], GAME_MAX_PLAYERS, &k) && k > 0) {
        *out = (int)k - 1;
        return true;
    }
    web_refuse(q, 404, status_name(ST_NOT_FOUND), "there is no such seat", NULL);
    return false;
}

static status forbid(rooms_job *j, error *err, const char *sentence) {
    j->forbidden = true;
    return error_set(err, ST_LEAK, "%s", sentence);
}

/* Who may take a free seat: at a public table all who may look; else with its link. */
static bool is_invited(const rooms_job *j, const room *r) {
    if (j->who.id == r->base->maker || r->policy.look == ROOM_LOOK_PUBLIC) return true;
    if (room_seats_of(r, j->who.id)) return true;
    if (j->who.kind == PERSON_GUEST) return strcmp(j->who.room, r->base->id) == 0;
    return j->said && strcmp(j->said, r->base->invite) == 0;
}

static status run_sit(rooms_job *j, room *r, const room_ask *q, error *err) {
    if (j->seat >= r->base->players) return error_set(err, ST_NOT_FOUND, "there is no such seat");
    const room_seat *now = &r->seat[j->seat];
    bool maker = j->who.id == r->base->maker;
    bool own = room_seats_of(r, j->who.id) >> j->seat & 1;
    bool left = now->kind == ROOM_SEAT_PERSON && (!now->account || j->away >> j->seat & 1);
    if (j->sits.kind == ROOM_SEAT_PERSON) {
        if (now->kind == ROOM_SEAT_PERSON && !own && now->account)
            return error_set(err, ST_BUSY, "another player sits there");
        if (now->kind == ROOM_SEAT_ENGINE && !maker)
            return forbid(j, err, "only who made the table can take an engine's seat");
        if (!is_invited(j, r)) return forbid(j, err, "this seat needs the table's link");
    } else {
        bool may = own || (maker && (now->kind != ROOM_SEAT_PERSON || left));
        if (j->sits.kind == ROOM_SEAT_ENGINE) may = may && maker;
        if (!may && maker) return forbid(j, err, "who sits there is here");
        if (!may) return forbid(j, err, "only who made the table can do that");
    }
    return room_sit(r, q, &j->sits, err);
}

static bool check_engine(web_world *world, web_request *q, const rooms_job *j) {
    room_sight s;
    error e;
    if (!world->queue) return true;
    if (!rooms_look(world->rooms, q, q->word[0], &s)) return false;
    status st = engine_queue_check(world->queue, room_rules(s.r), j->sits.engine, &e);
    room_release(s.r);
    if (st != ST_OK) web_refuse_error(q, &e);
    return st == ST_OK;
}

/* "me", "engine" or "open". */
static bool read_sitting(web_world *world, web_request *q, rooms_job *j) {
    const char *kind;
    const char *name;
    const char *engine;
    const char *invite;
    int64_t level;
    if (!web_field_text(q, "kind", &kind) || !web_field_text_or(q, "name", q->person.name, &name) ||
        !web_field_text_or(q, "engine", "", &engine) ||
        !web_field_text_or(q, "invite", "", &invite) ||
        !web_field_int_or(q, "level", 1, 10, 0, &level) || !keep(q, &j->said, invite))
        return false;
    if (strlen(name) >= ROOM_NAME_SIZE) return refuse(q, "the name is too long", "name");
    if (strcmp(kind, "engine") == 0)
        return api_rooms_engine(q, engine, level, &j->sits) && check_engine(world, q, j);
    if (strcmp(kind, "open") == 0) return true;
    if (strcmp(kind, "me") != 0) return refuse(q, "a seat is for: me, engine, open", "kind");
    j->sits.kind = ROOM_SEAT_PERSON;
    j->sits.account = q->person.id;
    text t = text_over(j->sits.name, sizeof j->sits.name);
    text_put(&t, *name ? name : q->person.name);
    return true;
}

static void sit(void *ctx, web_request *q) {
    static const char *const known[] = {"kind", "name", "engine", "level", "invite", NULL};
    int seat;
    if (!seat_word(q, &seat)) return;
    rooms_job *j = job_for(ctx, q, known);
    if (!j) return;
    j->seat = seat;
    j->needs = JOB_LINK;
    j->run = run_sit;
    submit(ctx, j, read_sitting(ctx, q, j));
}

static void stand_up(void *ctx, web_request *q) {
    web_world *world = ctx;
    int seat;
    if (!seat_word(q, &seat)) return;
    rooms_job *j = rooms_job_create(world->rooms, q, q->word[0]);
    if (!j) return;
    j->seat = seat;
    j->run = run_sit;
    submit(ctx, j, true);
}

/* --- hands at one device --- */

static void show_seat(web_world *world, web_request *q, bool on) {
    static const char *const known[] = {NULL};
    int seat;
    if (!seat_word(q, &seat) || !web_fields_known(q, known) ||
        !rooms_show(world->rooms, q, q->word[0], seat, on))
        return;
    api_rooms_answer(world, q);
}

static void show(void *ctx, web_request *q) {
    show_seat(ctx, q, true);
}
static void hide(void *ctx, web_request *q) {
    show_seat(ctx, q, false);
}

const web_route api_table_routes[] = {{"POST", "/rooms/{}/act", act, ROUTE_ACT},
                                      {"POST", "/rooms/{}/undo", undo, ROUTE_ACT},
                                      {"POST", "/rooms/{}/redo", redo, ROUTE_ACT},
                                      {"POST", "/rooms/{}/reroll", reroll, ROUTE_ACT},
                                      {"POST", "/rooms/{}/draw", draw, ROUTE_ACT},
                                      {"POST", "/rooms/{}/resign", resign, ROUTE_ACT},
                                      {"POST", "/rooms/{}/claim", claim, ROUTE_ACT},
                                      {"POST", "/rooms/{}/pause", pause_game, ROUTE_ACT},
                                      {"POST", "/rooms/{}/chat", chat, ROUTE_ACT},
                                      {"POST", "/rooms/{}/decline", decline, ROUTE_ACT},
                                      {"POST", "/rooms/{}/seats/{}", sit, 0},
                                      {"DELETE", "/rooms/{}/seats/{}", stand_up, 0},
                                      {"POST", "/rooms/{}/seats/{}/show", show, 0},
                                      {"POST", "/rooms/{}/seats/{}/hide", hide, 0},
                                      {NULL, NULL, NULL, 0}};
