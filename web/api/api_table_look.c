/* What people may see of a table: scenes at any ply, what may be done, the log, records. */
#include <stdio.h>
#include <string.h>

#include "engine/notation/record.h"
#include "web/api/api_rooms.h"
#include "web/api/asked_room.h"
#include "web/api/review_file.h"
#include "web/rooms/rooms_job.h"
#include "web/think/side_work.h"

enum { MAX_PARTS = 64 };

typedef room_sight looking;

static bool look(void *ctx, web_request *q, looking *l) {
    web_world *world = ctx;
    return rooms_look(world->rooms, q, q->word[0], l);
}

static bool refuse(web_request *q, const char *sentence, const char *place) {
    web_refuse(q, 422, status_name(ST_BAD_VALUE), sentence, place);
    return false;
}

static bool forbid(web_request *q) {
    web_refuse(q, 403, "forbidden", "this is not yours to see", "seat");
    return false;
}

/* The view that ?seat asks for: one's own unless it is there. */
static bool read_view(web_request *q, const looking *l, int *view) {
    const char *said = web_query(q, "seat", 0);
    uint64_t k;
    *view = l->v.view;
    if (!said) return true;
    if (strcmp(said, "all") == 0)
        *view = ROOM_VIEW_ALL;
    else if (strcmp(said, "public") == 0)
        *view = ROOM_VIEW_PUBLIC;
    else if (text_u64(said, (uint64_t)l->r->base->players, &k) && k > 0)
        *view = (int)k - 1;
    else
        return refuse(q, "seat is all, public or a number from 1", "seat");
    if (!l->r->base->hidden) *view = ROOM_VIEW_ALL; /* all see all */
    bool may = *view == l->v.view || *view == ROOM_VIEW_PUBLIC || l->v.view == ROOM_VIEW_ALL;
    return may || forbid(q);
}

static bool read_number(web_request *q, const char *name, int64_t otherwise, int64_t *out) {
    const char *said = web_query(q, name, 0);
    *out = otherwise;
    if (!said || text_i64(said, 0, 1000000, out)) return true;
    return refuse(q, "a number is needed", name);
}

/* A seat that may choose for itself: the person's, with its hand open. */
static bool read_seat(web_request *q, const looking *l, int *seat) {
    const char *said = web_query(q, "seat", 0);
    uint64_t k;
    if (!said || !text_u64(said, (uint64_t)l->r->base->players, &k))
        return refuse(q, "which seat?", "seat");
    *seat = k ? (int)k - 1 : ROOM_CHANCE;
    bool own = k ? l->v.own >> *seat & 1 : l->v.own || l->v.maker;
    bool open = !k || !l->r->base->hidden || l->v.view == *seat || l->v.view == ROOM_VIEW_ALL;
    if (own && open) return true;
    return forbid(q);
}

static void finish(web_request *q, looking *l, status st, const error *e) {
    if (st != ST_OK) web_refuse_error(q, e);
    room_release(l->r);
}

static void put_at(json_writer *w, const looking *l, int view) {
    char at[ROOM_AT_SIZE];
    room_at(l->r, view, l->now.secret, at);
    json_key(w, "at");
    json_string(w, at);
    json_key(w, "event");
    json_int(w, l->now.event);
}

static void look_scene(void *ctx, web_request *q) {
    looking l;
    int view;
    int64_t ply;
    unsigned at_ply;
    error e;
    if (!look(ctx, q, &l)) return;
    text scene = text_growing();
    status st = ST_OK;
    if (read_view(q, &l, &view) && read_number(q, "ply", -1, &ply)) {
        st = room_write_scene(l.r, view, ply, &scene, &at_ply, &e);
        if (st == ST_OK) {
            json_writer w = web_answer(q, 200);
            json_open(&w, '{');
            json_key(&w, "scene");
            json_raw(&w, text_string(&scene));
            json_key(&w, "ply");
            json_int(&w, at_ply);
            put_at(&w, &l, view);
            json_close(&w, '}');
        }
    }
    text_done(&scene);
    finish(q, &l, st, &e);
}

static void look_pick(void *ctx, web_request *q) {
    looking l;
    int seat;
    error e;
    char *part[MAX_PARTS];
    int n = 0;
    if (!look(ctx, q, &l)) return;
    text pick = text_growing();
    status st = ST_OK;
    for (const char *p; n < MAX_PARTS && (p = web_query(q, "part", n));) part[n++] = (char *)p;
    if (read_seat(q, &l, &seat)) {
        st = room_write_pick(l.r, seat, part, n, &pick, &e);
        if (st == ST_OK) {
            json_writer w = web_answer(q, 200);
            json_open(&w, '{');
            json_key(&w, "pick");
            json_raw(&w, text_string(&pick));
            put_at(&w, &l,
                   l.v.view == ROOM_VIEW_ALL ? ROOM_VIEW_ALL : room_view_of_seat(l.r, seat));
            json_close(&w, '}');
        }
    }
    text_done(&pick);
    finish(q, &l, st, &e);
}

static void look_legal(void *ctx, web_request *q) {
    looking l;
    int seat;
    error e;
    if (!look(ctx, q, &l)) return;
    status st = ST_OK;
    if (read_seat(q, &l, &seat)) {
        json_writer w = web_answer(q, 200);
        st = room_write_legal(l.r, seat, &w, &e);
    }
    finish(q, &l, st, &e);
}

static void look_log(void *ctx, web_request *q) {
    looking l;
    int view;
    int64_t after;
    if (!look(ctx, q, &l)) return;
    if (read_view(q, &l, &view) && read_number(q, "after", 0, &after)) {
        json_writer w = web_answer(q, 200);
        json_open(&w, '{');
        json_key(&w, "log");
        room_write_log(l.r, view, after, &w);
        put_at(&w, &l, view);
        json_close(&w, '}');
    }
    finish(q, &l, ST_OK, NULL);
}

/* --- files --- */

/* What this person has found out about the game, unless it has changed since. */
typedef struct own_review {
    const char *record; /* of the game */
    text judge, body;
} own_review;

static bool take_review(void *ctx, const store_value *column, int count) {
    own_review *r = ctx;
    if (count < 3 || !column[0].text || strcmp(column[0].text, r->record) != 0) return false;
    text_putn(&r->judge, column[1].text, column[1].len);
    text_putn(&r->body, column[2].text, column[2].len);
    return false;
}

static status write_page(const web_world *world, const web_request *q, const room *r, text *out,
                         error *err) {
    text all = text_growing();
    text names = text_growing();
    text origin = text_growing();
    own_review own = {.judge = text_growing(), .body = text_growing()};
    record_write(r->now, &all);
    own.record = text_string(&all);
    asked_room_origin(r->base->id, &origin);
    const store_value arg[] = {store_int(q->person.id), store_text(text_string(&origin))};
    status st = asked_room_names(world, r->base->id, r->base->players, &names, err);
    if (st == ST_OK)
        st = store_read(world->store, STORE_REVIEW_FROM, arg, 2, take_review, &own, err);
    if (st == ST_OK && (all.cut || origin.cut || own.judge.cut || own.body.cut))
        st = error_set(err, ST_NOMEM, "no memory for the page");
    review_file f = {.game = r->now,
                     .body = own.body.len ? text_string(&own.body) : NULL,
                     .names = text_string(&names),
                     .judge = own.body.len ? text_string(&own.judge) : "not reviewed"};
    if (st == ST_OK) st = review_file_write(&f, out, err);
    text_done(&all);
    text_done(&names);
    text_done(&origin);
    text_done(&own.judge);
    text_done(&own.body);
    return st;
}

/* The game as one page, with the newest review of this person where there is one. */
static void look_page(void *ctx, web_request *q) {
    looking l;
    error e;
    int view;
    if (!look(ctx, q, &l)) return;
    status st = ST_OK;
    if (read_view(q, &l, &view)) {
        if (room_state_now(l.r) != ROOM_OVER && !(l.r->closed && room_is_over(l.r)))
            st = error_set(&e, ST_UNSUPPORTED, "the page is made when the game is over");
        (void)web_answer(q, 200);
        if (st == ST_OK) st = write_page(ctx, q, l.r, &q->out, &e);
        q->type = "text/html; charset=utf-8";
        (void)snprintf(q->filename, sizeof q->filename, "%.24s.html", l.r->base->id);
    }
    if (st != ST_OK) {
        q->type = NULL;
        q->filename[0] = '\0';
    }
    finish(q, &l, st, &e);
}

static void look_record(void *ctx, web_request *q) {
    looking l;
    int view;
    error e;
    const char *form = web_query(q, "format", 0);
    const char *ending = "txt";
    if (form && strcmp(form, "page") == 0) {
        side_work_push(((web_world *)ctx)->side, look_page, ctx, q);
        return;
    }
    if (!look(ctx, q, &l)) return;
    status st = ST_OK;
    if (read_view(q, &l, &view)) {
        (void)web_answer(q, 200);
        st = room_write_record(l.r, view, form ? form : "record", &q->out, &ending, &e);
        q->type = "text/plain; charset=utf-8";
        (void)snprintf(q->filename, sizeof q->filename, "%.24s.%.8s", l.r->base->id, ending);
    }
    if (st != ST_OK) {
        q->type = NULL;
        q->filename[0] = '\0';
    }
    finish(q, &l, st, &e);
}

/* --- to go on from elsewhere --- */

/* The position at a ply, for who may study this game. */
static void look_position(void *ctx, web_request *q) {
    const web_world *world = ctx;
    error e;
    int64_t ply;
    position *at = NULL;
    if (!read_number(q, "ply", -1, &ply)) return;
    status st = rooms_position(world->rooms, q->word[0], &q->person, (int)ply, &at, &e);
    if (st == ST_OK) {
        json_writer w = web_answer(q, 200);
        json_open(&w, '{');
        json_key(&w, "ply");
        json_int(&w, position_ply(at));
        json_key(&w, "game");
        json_ascii(&w, position_rules(at)->game->name);
        st = asked_put_position(&w, at, position_seat(at), &e);
        json_close(&w, '}');
    }
    if (st != ST_OK) asked_fail(q, st, &e);
    position_destroy(at);
}

static void look_position_route(void *ctx, web_request *q) {
    side_work_push(((web_world *)ctx)->side, look_position, ctx, q);
}

const web_route api_table_look_routes[] = {{"GET", "/rooms/{}/scene", look_scene, 0},
                                           {"GET", "/rooms/{}/pick", look_pick, 0},
                                           {"GET", "/rooms/{}/legal", look_legal, 0},
                                           {"GET", "/rooms/{}/log", look_log, 0},
                                           {"GET", "/rooms/{}/record", look_record, 0},
                                           {"GET", "/rooms/{}/position", look_position_route, 0},
                                           {NULL, NULL, NULL, 0}};
