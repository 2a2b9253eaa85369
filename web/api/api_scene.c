#include "web/api/api_scene.h"

#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_table.h"
#include "web/api/asked.h"
#include "web/think/side_work.h"

/* What comes of a position: the answer, or what is wrong. Takes p. */
static void answer(web_request *q, position *p, const asked_game *g, int seat) {
    error e;
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_key(&w, "game");
    json_string(&w, g->name);
    status st = asked_put_position(&w, p, seat, &e);
    json_close(&w, '}');
    position_destroy(p);
    if (st != ST_OK) asked_fail(q, st, &e);
}

/* `seat` of the body: a number from 1, or "all", "public". */
static bool read_seat(web_request *q, const rules *r, int *seat) {
    const json_t *j = q->body ? json_object_get(q->body, "seat") : NULL;
    char number[24];
    text t = text_over(number, sizeof number);
    *seat = SEAT_ALL;
    if (!j || json_is_null(j)) return true;
    if (json_is_integer(j)) text_format(&t, "%lld", (long long)json_integer_value(j));
    const char *word = json_is_string(j) ? json_string_value(j) : number;
    if (asked_seat(word, r, seat)) return true;
    web_refuse(q, 422, "bad-value", "a seat is a number from 1, all or public", "seat");
    return false;
}

static bool roll(web_request *q, position *p) {
    bool on;
    error e;
    if (!web_field_bool_or(q, "roll", false, &on)) return false;
    status st = on ? asked_roll(p, &e) : ST_OK;
    if (st != ST_OK) asked_fail(q, st, &e);
    return st == ST_OK;
}

static void show(void *world, web_request *q) {
    static const char *const fields[] = {ASKED_FIELDS, "seat", "roll", NULL};
    asked_game g = {0};
    position *p = NULL;
    int seat;
    if (web_fields_known(q, fields) && asked_position(q, world, &g, &p) &&
        read_seat(q, position_rules(p), &seat) && roll(q, p))
        answer(q, p, &g, seat);
    else
        position_destroy(p);
    asked_game_done(&g);
}

/* --- pick and play --- */

static void pick(void *world, web_request *q) {
    static const char *const fields[] = {ASKED_FIELDS, "seat", "parts", NULL};
    asked_game g = {0};
    position *p = NULL;
    json_t *parts;
    error e;
    if (web_fields_known(q, fields) && web_field_array_or(q, "parts", &parts) &&
        asked_position(q, world, &g, &p)) {
        json_writer w = web_answer(q, 200);
        json_open(&w, '{');
        status st = asked_put_pick(&w, p, parts, &e);
        json_close(&w, '}');
        if (st != ST_OK) asked_fail(q, st, &e);
    }
    position_destroy(p);
    asked_game_done(&g);
}

/* The event to play: a token, or parts that make one. */
static status read_event(const position *p, const char *said, const json_t *parts, text *out,
                         error *err) {
    if (said) text_put(out, said);
    if (said) return ST_OK;
    if (parts) return asked_token(p, parts, out, err);
    return error_set(err, ST_BAD_VALUE, "the field token or parts is missing");
}

static void play(void *world, web_request *q) {
    static const char *const fields[] = {ASKED_FIELDS, "seat", "roll", "token", "parts", NULL};
    asked_game g = {0};
    position *p = NULL;
    json_t *parts;
    const char *said;
    int seat;
    error e;
    text event = text_growing();
    bool good = web_fields_known(q, fields) && web_field_text_or(q, "token", NULL, &said) &&
                web_field_array_or(q, "parts", &parts) && asked_position(q, world, &g, &p) &&
                read_seat(q, position_rules(p), &seat);
    if (good) {
        status st = read_event(p, said, parts, &event, &e);
        if (st == ST_OK) {
            json_t *list = json_pack("[s]", text_string(&event));
            st = list ? asked_moves(p, world, list, &e) : error_set(&e, ST_NOMEM, "no memory");
            json_decref(list);
        }
        good = st == ST_OK;
        if (!good) asked_fail(q, st, &e);
    }
    if (good && roll(q, p))
        answer(q, p, &g, seat);
    else
        position_destroy(p);
    text_done(&event);
    asked_game_done(&g);
}

/* --- edit --- */

static status read_edit(const json_t *j, game_edit *out, error *err) {
    static const char *const kinds[] = {"put", "clear", "clear-all", "turn"};
    const char *kind = json_string_value(json_object_get(j, "kind"));
    *out = (game_edit){.cell = json_string_value(json_object_get(j, "cell")),
                       .what = json_string_value(json_object_get(j, "what"))};
    for (int i = 0; kind && i < 4; i++) {
        if (strcmp(kind, kinds[i]) != 0) continue;
        out->kind = (game_edit_kind)i;
        bool cell = i == EDIT_PUT || i == EDIT_CLEAR;
        bool what = i == EDIT_PUT || i == EDIT_TURN;
        if ((cell && !out->cell) || (what && !out->what))
            return error_set(err, ST_BAD_VALUE, "an edit of kind %s needs %s", kind,
                             cell && !out->cell ? "a cell" : "what");
        return ST_OK;
    }
    return error_set(err, ST_BAD_VALUE, "edits are put, clear, clear-all or turn");
}

/* Carries out all edits on a copy of the state; on failure it is as it was. */
static status edit_state(const position *p, const json_t *edits, void *state, error *err) {
    const rules *r = position_rules(p);
    status st = ST_OK;
    memcpy(state, position_data(p), r->state_size);
    if (!r->table->edit)
        st = error_set(err, ST_UNSUPPORTED,
                       "positions of %s are given as text, not by pieces on cells", r->game->name);
    for (size_t i = 0; st == ST_OK && i < json_array_size(edits); i++) {
        game_edit e;
        st = read_edit(json_array_get(edits, i), &e, err);
        if (st == ST_OK) st = r->table->edit(r, state, &e, err);
    }
    if (st != ST_OK) memcpy(state, position_data(p), r->state_size);
    return st;
}

static void put_problem(json_writer *w, const error *why) {
    json_key(w, "problem");
    if (!why) {
        json_raw(w, "null");
        return;
    }
    json_open(w, '{');
    json_key(w, "code");
    json_string(w, status_name(why->code));
    json_key(w, "sentence");
    json_ascii(w, why->text);
    json_close(w, '}');
}

/* What was set up may not be possible: then there is its scene and text, and what is wrong. `wrong`
 * is an edit that cannot be, or NULL. */
static status put_edited(json_writer *w, const position *p, const void *state, const error *wrong,
                         error *err) {
    const rules *r = position_rules(p);
    position *made = NULL;
    error why;
    text line = text_growing();
    r->game->write(r, state, &line);
    status possible =
        position_read(&made, r->game, &r->options, SEAT_ALL, text_string(&line), &why);
    put_problem(w, wrong ? wrong : possible == ST_OK ? NULL : &why);
    status st = ST_OK;
    if (possible == ST_OK) {
        st = asked_put_position(w, made, SEAT_ALL, err);
    } else {
        json_key(w, "fen");
        json_ascii(w, text_string(&line));
        st = position_with_state(&made, p, state, err);
        if (st == ST_OK) st = asked_put_scene(w, made, SEAT_ALL, err);
    }
    text_done(&line);
    position_destroy(made);
    return st;
}

static void edit(void *world, web_request *q) {
    static const char *const fields[] = {ASKED_FIELDS, "edits", NULL};
    asked_game g = {0};
    position *p = NULL;
    json_t *edits;
    error e;
    error wrong;
    if (web_fields_known(q, fields) && web_field_array_or(q, "edits", &edits) &&
        asked_position(q, world, &g, &p)) {
        const rules *r = position_rules(p);
        void *state = mem_alloc(r->state_size);
        status st = state ? ST_OK : error_set(&e, ST_NOMEM, "no memory for the position");
        if (st == ST_OK && position_seat(p) != SEAT_ALL)
            st = error_set(&e, ST_LEAK, "what one seat knows cannot be set up");
        if (st == ST_OK) {
            json_writer w = web_answer(q, 200);
            json_open(&w, '{');
            json_key(&w, "game");
            json_string(&w, g.name);
            json_key(&w, "can_edit");
            json_bool(&w, r->table->edit != NULL);
            bool good = edit_state(p, edits, state, &wrong) == ST_OK;
            st = put_edited(&w, p, state, good ? NULL : &wrong, &e);
            json_close(&w, '}');
        }
        if (st != ST_OK) asked_fail(q, st, &e);
        mem_free(state);
    }
    position_destroy(p);
    asked_game_done(&g);
}

/* --- routes --- */

static void show_route(void *world, web_request *q) {
    web_world *all = world;
    side_work_push(asked_is_slow(q) ? all->side : NULL, show, world, q);
}

static void pick_route(void *world, web_request *q) {
    web_world *all = world;
    side_work_push(asked_is_slow(q) ? all->side : NULL, pick, world, q);
}

static void play_route(void *world, web_request *q) {
    web_world *all = world;
    side_work_push(asked_is_slow(q) ? all->side : NULL, play, world, q);
}

static void edit_route(void *world, web_request *q) {
    web_world *all = world;
    side_work_push(asked_is_slow(q) ? all->side : NULL, edit, world, q);
}

const web_route api_scene_routes[] = {{"POST", "/scene", show_route, 0},
                                      {"POST", "/scene/pick", pick_route, 0},
                                      {"POST", "/scene/play", play_route, 0},
                                      {"POST", "/scene/edit", edit_route, 0},
                                      {NULL, NULL, NULL, 0}};
