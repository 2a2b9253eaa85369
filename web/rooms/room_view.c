#include "web/rooms/room_view.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "engine/base/base64.h"
#include "engine/game/game_endings.h"

/* --- who looks --- */

static bool is_revealed(const room *r) {
    return r->started && room_is_over(r);
}

static int only_seat(unsigned mask) {
    for (int i = 0; i < GAME_MAX_PLAYERS; i++)
        if (mask == 1U << i) return i;
    return ROOM_NO_SEAT;
}

room_viewer room_viewer_of(const room *r, int64_t account, int shown) {
    room_viewer v = {.account = account,
                     .own = room_seats_of(r, account),
                     .maker = account && account == r->base->maker,
                     .shown = ROOM_NO_SEAT,
                     .view = ROOM_VIEW_ALL};
    if (shown >= 0 && v.own >> shown & 1) v.shown = shown;
    if (!r->base->hidden || is_revealed(r)) return v;
    int seat = only_seat(v.own);
    if (seat == ROOM_NO_SEAT) seat = v.shown;
    v.view = seat == ROOM_NO_SEAT ? ROOM_VIEW_PUBLIC : seat;
    return v;
}

bool room_may_look(const room *r, int64_t account) {
    if (r->policy.look != ROOM_LOOK_SEATS) return true;
    return account && (account == r->base->maker || room_seats_of(r, account));
}

status room_check_study(const room *r, const room_viewer *v, error *err) {
    bool agreed = r->policy.open_analysis;
    if (is_revealed(r)) return ST_OK;
    if (v->own && !agreed)
        return error_set(err, ST_LEAK, "who plays gets no analysis of this table until the end");
    if (r->base->hidden && !(v->own && agreed))
        return error_set(err, ST_LEAK, "with hidden hands analysis is for after the end");
    return ST_OK;
}

void room_at_of(const room *r, int view, unsigned n, const unsigned char *secret,
                char out[ROOM_AT_SIZE]) {
    unsigned char hash[crypto_generichash_BYTES_MIN];
    char line[ROOM_ID_SIZE + 40];
    text what = text_over(line, sizeof line);
    text_format(&what, "%s %d %u", r->base->id, view, n);
    (void)crypto_generichash(hash, sizeof hash, (const unsigned char *)line, what.len, secret,
                             crypto_generichash_KEYBYTES);
    text t = text_over(out, ROOM_AT_SIZE);
    base64_put(&t, hash, sizeof hash, BASE64_URL);
}

void room_at(const room *r, int view, const unsigned char *secret, char out[ROOM_AT_SIZE]) {
    room_at_of(r, view, r->given[view], secret, out);
}

/* --- seats and clocks --- */

static int64_t clock_of(const room *r, const room_present *now, int seat) {
    int64_t left = r->left_ms[seat];
    if (room_clocks_running(r) >> seat & 1) left -= now->elapsed_ms;
    return left > 0 ? left : 0;
}

void room_write_clocks(const room *r, const room_present *now, json_writer *w) {
    json_open(w, '[');
    for (int i = 0; room_has_clock(r) && i < r->base->players; i++)
        json_int(w, clock_of(r, now, i));
    json_close(w, ']');
}

static void put_text(json_writer *w, const char *key, const char *value) {
    json_key(w, key);
    json_string(w, value);
}

static void put_bool(json_writer *w, const char *key, bool on) {
    json_key(w, key);
    json_bool(w, on);
}

static void put_int(json_writer *w, const char *key, int64_t n) {
    json_key(w, key);
    json_int(w, n);
}

static void put_null(json_writer *w, const char *key) {
    json_key(w, key);
    json_raw(w, "null");
}

void room_write_seat(const room *r, const room_viewer *v, const room_present *now, int seat,
                     json_writer *w) {
    static const char *const kinds[] = {"open", "person", "engine"};
    const room_seat *s = &r->seat[seat];
    bool several = v->own & (v->own - 1);
    json_open(w, '{');
    put_int(w, "seat", seat + 1);
    put_text(w, "kind", kinds[s->kind]);
    put_text(w, "name", s->name);
    put_text(w, "side", r->base->seat_name[seat]);
    put_bool(w, "you", v->own >> seat & 1);
    if (s->kind == ROOM_SEAT_ENGINE) put_text(w, "engine", s->engine);
    put_bool(w, "away", s->kind == ROOM_SEAT_PERSON ? now->away >> seat & 1 : s->failed);
    if (s->kind == ROOM_SEAT_PERSON && now->seen_ms[seat] >= 0)
        put_int(w, "seen", now->seen_ms[seat]);
    else
        put_null(w, "seen");
    if (room_has_clock(r))
        put_int(w, "clock_ms", clock_of(r, now, seat));
    else
        put_null(w, "clock_ms");
    put_bool(w, "shown",
             (v->own >> seat & 1) && (!several || !r->base->hidden || v->shown == seat));
    json_close(w, '}');
}

/* --- the other parts --- */

static void put_game(json_writer *w, const room *r) {
    const rules *own = room_rules(r);
    json_key(w, "game");
    json_open(w, '{');
    put_text(w, "name", r->base->game);
    put_text(w, "title", own->game->title);
    put_int(w, "players", own->players);
    json_key(w, "options");
    json_open(w, '{');
    for (int i = 0; i < own->options.count; i++)
        put_text(w, own->options.set[i].name, own->options.set[i].value);
    json_close(w, '}');
    put_bool(w, "hidden", r->base->hidden);
    if (*r->base->hash) put_text(w, "text", r->base->hash);
    json_close(w, '}');
}

static void put_policy(json_writer *w, const room *r) {
    static const char *const undo[] = {"none", "ask", "free"};
    static const char *const look[] = {"public", "link", "seats"};
    const room_policy *p = &r->policy;
    put_text(w, "undo", undo[p->undo]);
    put_text(w, "look", look[p->look]);
    put_text(w, "dice", p->typed ? "typed" : "server");
    put_bool(w, "open_analysis", p->open_analysis);
    put_int(w, "react_ms", p->react_ms);
    put_bool(w, "handover", p->handover);
    if (!room_has_clock(r)) {
        put_null(w, "clock");
        return;
    }
    json_key(w, "clock");
    json_open(w, '{');
    if (p->clock.move_ms) {
        put_int(w, "move_ms", p->clock.move_ms);
    } else {
        put_int(w, "main_ms", p->clock.main_ms);
        put_int(w, "increment_ms", p->clock.increment_ms);
    }
    json_close(w, '}');
}

static void put_seats(json_writer *w, const char *key, unsigned mask) {
    json_key(w, key);
    json_open(w, '[');
    for (int i = 0; i < GAME_MAX_PLAYERS; i++)
        if (mask >> i & 1) json_int(w, i + 1);
    json_close(w, ']');
}

void room_write_offer(const room *r, json_writer *w) {
    if (!r->offer.open) {
        json_raw(w, "null");
        return;
    }
    json_open(w, '{');
    put_text(w, "kind", room_row_name(r->offer.kind));
    put_int(w, "from", r->offer.seat + 1);
    put_seats(w, "agreed", r->offer.agreed);
    json_close(w, '}');
}

static void put_react(json_writer *w, const room *r, const room_viewer *v,
                      const room_present *now) {
    json_key(w, "react");
    if (!r->react.asked || room_state_now(r) != ROOM_PLAYING) {
        json_raw(w, "null");
        return;
    }
    int seat = v->view < GAME_MAX_PLAYERS ? v->view : only_seat(v->own);
    bool mine = seat >= 0 && r->react.asked >> seat & 1;
    json_open(w, '{');
    put_int(w, "until_ms", now->until_ms);
    put_seats(w, "asked", r->react.asked);
    put_bool(w, "answered", mine && !room_asks(r, seat));
    json_close(w, '}');
}

/* Places when it did not end by the rules. */
static void rank_by_row(const room *r, int *rank) {
    for (int i = 0; i < r->base->players; i++) rank[i] = 1;
    if (r->end.kind != ROW_DRAW && r->end.seat >= 0)
        rank[r->end.seat] = r->base->players > 1 ? r->base->players : 2;
}

static const char *reason_of(const room *r) {
    if (!r->end.ended || r->end.kind == ROW_CLAIM)
        return game_ending(room_rules(r), position_data(r->now));
    return r->end.kind == ROW_RESIGN ? "resigned" : r->end.kind == ROW_FLAG ? "time" : "agreed";
}

static void put_result(json_writer *w, const room *r) {
    const rules *own = room_rules(r);
    json_key(w, "result");
    if (!is_revealed(r)) {
        json_raw(w, "null");
        return;
    }
    bool by_rules = !r->end.ended || r->end.kind == ROW_CLAIM;
    float utility[GAME_MAX_PLAYERS] = {0};
    int32_t points[GAME_MAX_PLAYERS] = {0};
    int rank[GAME_MAX_PLAYERS] = {0};
    if (by_rules) {
        own->game->returns(own, position_data(r->now), utility, points);
        game_ranks(own, position_data(r->now), rank);
    } else {
        rank_by_row(r, rank);
    }
    json_open(w, '{');
    put_text(w, "reason", reason_of(r));
    json_key(w, "ranks");
    json_open(w, '[');
    for (int i = 0; i < own->players; i++) json_int(w, rank[i]);
    json_close(w, ']');
    json_key(w, "points");
    if (by_rules && own->traits & GAME_POINTS) {
        json_open(w, '[');
        for (int i = 0; i < own->players; i++) json_int(w, points[i]);
        json_close(w, ']');
    } else {
        json_raw(w, "null");
    }
    json_close(w, '}');
}

static bool is_claim(const room *r) {
    return game_end(room_rules(r), position_data(r->now)) == END_CLAIM;
}

static void put_can(json_writer *w, const room *r, const room_viewer *v) {
    static const room_row_kind asked[] = {ROW_UNDO, ROW_REDO, ROW_REROLL, ROW_DRAW};
    room_state state = room_state_now(r);
    int own = ROOM_NO_SEAT;
    for (int i = r->base->players; i-- > 0;)
        if (v->own >> i & 1) own = i;
    int actor = room_actor(r);
    json_key(w, "can");
    json_open(w, '[');
    for (size_t i = 0; own >= 0 && i < sizeof asked / sizeof *asked; i++)
        if (room_can(r, own, asked[i])) json_string(w, room_row_name(asked[i]));
    bool going = r->started && state < ROOM_OVER;
    if (own >= 0 && going && r->base->players <= 2) json_string(w, "resign");
    if (actor >= 0 && v->own >> actor & 1 && state == ROOM_PLAYING && is_claim(r))
        json_string(w, "claim");
    if ((own >= 0 || v->maker) && going) json_string(w, "pause");
    if (v->maker && state != ROOM_CLOSED) json_string(w, "close");
    if (r->base->hidden && v->own & (v->own - 1) && state < ROOM_OVER) json_string(w, "show");
    json_close(w, ']');
}

static void put_view(json_writer *w, const room_viewer *v) {
    json_key(w, "view");
    if (v->view == ROOM_VIEW_ALL)
        json_string(w, "all");
    else if (v->view == ROOM_VIEW_PUBLIC)
        json_string(w, "public");
    else
        json_int(w, v->view + 1);
}

/* --- what this person is asked --- */

/* The seat to choose for: one of theirs that is asked, chance where they type it in. */
static int pick_seat(const room *r, const room_viewer *v) {
    if (room_state_now(r) != ROOM_PLAYING) return ROOM_NO_SEAT;
    if (room_actor(r) == ROOM_CHANCE)
        return r->policy.typed && (v->own || v->maker) ? ROOM_CHANCE : ROOM_NO_SEAT;
    for (int i = 0; i < r->base->players; i++) {
        bool open = !r->base->hidden || v->view == i;
        if (v->own >> i & 1 && open && room_asks(r, i)) return i;
    }
    return ROOM_NO_SEAT;
}

static status put_pick(json_writer *w, const room *r, const room_viewer *v, error *err) {
    int seat = pick_seat(r, v);
    if (seat == ROOM_NO_SEAT) {
        put_null(w, "pick");
        put_null(w, "pick_seat");
        return ST_OK;
    }
    text pick = text_growing();
    status st = room_write_pick(r, seat, NULL, 0, &pick, err);
    if (st == ST_OK) {
        json_key(w, "pick");
        json_raw(w, text_string(&pick));
        put_int(w, "pick_seat", seat == ROOM_CHANCE ? 0 : seat + 1);
        w->out->cut |= pick.cut;
    }
    text_done(&pick);
    return st;
}

static status put_scene(json_writer *w, const room *r, const room_viewer *v, error *err) {
    text scene = text_growing();
    unsigned ply;
    status st = room_write_scene(r, v->view, -1, &scene, &ply, err);
    if (st == ST_OK) {
        json_key(w, "scene");
        json_raw(w, text_string(&scene));
        w->out->cut |= scene.cut;
    }
    text_done(&scene);
    return st;
}

status room_write(const room *r, const room_viewer *v, const room_present *now, unsigned parts,
                  json_writer *w, error *err) {
    char at[ROOM_AT_SIZE];
    status st = ST_OK;
    json_open(w, '{');
    put_text(w, "id", r->base->id);
    put_text(w, "title", r->policy.title);
    put_game(w, r);
    put_int(w, "made", r->base->made);
    put_bool(w, "maker", v->maker);
    put_text(w, "state", room_state_name(room_state_now(r)));
    put_bool(w, "started", r->started);
    json_key(w, "seats");
    json_open(w, '[');
    for (int i = 0; i < r->base->players; i++) room_write_seat(r, v, now, i, w);
    json_close(w, ']');
    put_seats(w, "you", v->own);
    put_view(w, v);
    put_policy(w, r);
    if (v->maker) put_text(w, "invite", r->base->invite);
    json_key(w, "offer");
    room_write_offer(r, w);
    put_int(w, "ply", room_view_ply(r, v->view));
    room_at(r, v->view, now->secret, at);
    put_text(w, "at", at);
    put_int(w, "event", now->event);
    if (parts & ROOM_WITH_SCENE) st = put_scene(w, r, v, err);
    if (st == ST_OK && parts & ROOM_WITH_PICK) st = put_pick(w, r, v, err);
    put_can(w, r, v);
    put_react(w, r, v, now);
    put_result(w, r);
    json_close(w, '}');
    return st == ST_OK && w->out->cut ? error_set(err, ST_NOMEM, "no memory for the table") : st;
}
