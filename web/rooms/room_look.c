/* The table now and before, what may be done, what was done. */
#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "engine/notation/forms/formats.h"
#include "engine/notation/record.h"
#include "web/rooms/room_view.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the table");
}

/* --- scenes --- */

static status write_scene(const position *p, int seat, unsigned since, text *out, error *err) {
    scene *s;
    status st = scene_build_since(&s, p, seat, since, err);
    if (st == ST_OK) st = scene_write(s, out, err);
    scene_destroy(s);
    return st;
}

status room_write_scene(const room *r, int view, int64_t ply, text *out, unsigned *at_ply,
                        error *err) {
    unsigned rests;
    unsigned since;
    position *past = NULL;
    const position *p = r->now;
    int seat = room_position_seat(view);
    status st = room_ply_of_view(r, view, ply, &rests, &since, err);
    if (st == ST_OK && rests != position_ply(p)) {
        st = position_clone(&past, p, err);
        if (st == ST_OK) position_cut(past, rests);
        p = past;
    }
    if (st == ST_OK) {
        *at_ply = position_seen(p, seat);
        st = write_scene(p, seat, since, out, err);
    }
    position_destroy(past);
    return st;
}

/* --- what may be done --- */

static status asked_view(const room *r, int seat, position **own, const position **seen,
                         error *err) {
    if (seat != ROOM_CHANCE && !room_asks(r, seat))
        return error_set(err, ST_WRONG_SEAT, "it is not this seat's turn");
    if (seat == ROOM_CHANCE && room_actor(r) != ROOM_CHANCE)
        return error_set(err, ST_ACTION_EXPECTED, "chance decides nothing here");
    return room_sees(r, seat == ROOM_CHANCE ? ROOM_VIEW_ALL : room_view_of_seat(r, seat), own, seen,
                     err);
}

status room_write_pick(const room *r, int seat, char *const *part, int n, text *out, error *err) {
    position *own = NULL;
    const position *seen;
    pick_answer answer;
    int at;
    status st = asked_view(r, seat, &own, &seen, err);
    if (st != ST_OK) return st;
    pick_answer_init(&answer);
    st = pick_choose(seen, part, n, &answer, &at, err);
    if (st == ST_OK) st = pick_write(&answer, out, err);
    pick_answer_done(&answer);
    position_destroy(own);
    return st;
}

typedef struct listing {
    const rules *r;
    const void *state;
    json_writer *w;
    int count;
    bool more;
} listing;

static bool list_one(void *ctx, const token *tok, const char *name) {
    listing *l = ctx;
    if (l->count == ROOM_MAX_LEGAL) {
        l->more = true;
        return false;
    }
    l->count++;
    json_open(l->w, '{');
    json_key(l->w, "token");
    json_ascii(l->w, name);
    json_key(l->w, "words");
    text words_of = text_growing();
    if (l->r->terminal->describe)
        l->r->terminal->describe(l->r, l->state, tok->steps, tok->count, &words_of);
    json_ascii(l->w, words_of.len ? text_string(&words_of) : name);
    text_done(&words_of);
    json_close(l->w, '}');
    return true;
}

status room_write_legal(const room *r, int seat, json_writer *w, error *err) {
    position *own = NULL;
    const position *seen;
    status st = asked_view(r, seat, &own, &seen, err);
    if (st != ST_OK) return st;
    listing l = {.r = room_rules(r), .w = w};
    rng g = {.s = 1};
    void *world = mem_alloc(l.r->state_size);
    l.state = world;
    json_open(w, '{');
    json_key(w, "legal");
    json_open(w, '[');
    if (world) {
        position_world(seen, &g, world);
        st = token_spell((state_ref){l.r, world, position_trail(seen)}, list_one, &l);
        if (st != ST_OK) st = error_set(err, st, "these outcomes cannot be listed");
    } else {
        st = no_memory(err);
    }
    json_close(w, ']');
    json_key(w, "more");
    json_bool(w, l.more);
    json_close(w, '}');
    mem_free(world);
    position_destroy(own);
    return st;
}

/* --- the log --- */

static bool on_line(const room *r, int number) {
    for (size_t i = 0; i < r->line_len; i++)
        if (r->line[i] == number) return true;
    return false;
}

static void put_key(json_writer *w, const char *key, int64_t n) {
    json_key(w, key);
    json_int(w, n);
}

static void put_seat(json_writer *w, int seat) {
    json_key(w, "seat");
    if (seat == ROOM_NO_SEAT)
        json_raw(w, "null");
    else
        json_int(w, seat == ROOM_CHANCE ? 0 : seat + 1);
}

static void begin_entry(json_writer *w, const room_row *row, int64_t number, int seat) {
    json_open(w, '{');
    put_key(w, "row", number);
    put_key(w, "event", row->event);
    json_key(w, "kind");
    json_string(w, room_row_name(row->kind));
    put_seat(w, seat);
    put_key(w, "time", row->time);
}

static void put_item(json_writer *w, const room *r, const room_row *row, const room_item *item,
                     int64_t number) {
    begin_entry(w, row, number, item->seat);
    json_key(w, "token");
    json_ascii(w, item->token);
    json_key(w, "words");
    json_raw(w, item->words);
    put_key(w, "ply", item->ply);
    put_key(w, "spent_ms", item->seat == row->seat ? row->spent_ms : 0);
    json_key(w, "undone");
    json_bool(w, !on_line(r, row->number));
    json_close(w, '}');
}

/* Not those who have left for good. */
static bool names_who_sits(const room_row *row) {
    return row->kind == ROW_SEAT && row->sits.kind == ROOM_SEAT_PERSON && *row->sits.name;
}

/* Sentences for what is no event of the game. */
static void row_words(const room *r, const room_row *row, text *out) {
    const char *name = row->seat >= 0 ? r->base->seat_name[row->seat] : "the table";
    switch (row->kind) {
    case ROW_UNDO:
        text_format(out, "%s takes back%s", name,
                    row->revealed ? " what others had seen, and all agreed" : "");
        break;
    case ROW_REDO:
        text_format(out, "%s brings back what was taken back", name);
        break;
    case ROW_REROLL:
        text_format(out, "rolled again, and all agreed");
        break;
    case ROW_OFFER:
        text_format(out, "%s asks for: %s", name, room_row_name(row->offered));
        break;
    case ROW_ANSWER:
        text_format(out, "%s %s", name, row->yes ? "agrees" : "does not agree");
        break;
    case ROW_RESIGN:
        text_format(out, "%s resigns", name);
        break;
    case ROW_DRAW:
        text_put(out, "a draw was agreed");
        break;
    case ROW_CLAIM:
        text_format(out, "%s claims the end", name);
        break;
    case ROW_FLAG:
        text_format(out, "%s has no time left", name);
        break;
    case ROW_PAUSE:
        text_put(out, row->yes ? "a pause begins" : "the pause is over");
        break;
    case ROW_SEAT:
        if (names_who_sits(row))
            text_format(out, "%s sits down", row->sits.name);
        else
            text_format(out, "%s: %s", name,
                        row->sits.kind == ROOM_SEAT_OPEN     ? "the seat is free"
                        : row->sits.kind == ROOM_SEAT_PERSON ? "a player sits down"
                                                             : "an engine plays");
        break;
    case ROW_AWAY:
        text_format(out, "%s: the engine does not answer, and is asked no more", name);
        break;
    case ROW_POLICY:
        text_put(out, "the table is set up otherwise");
        break;
    case ROW_CHAT:
        text_put(out, row->text);
        break;
    case ROW_CLOSE:
        text_put(out, "the table is closed");
        break;
    default:
        break;
    }
}

static void put_other(json_writer *w, const room *r, const room_row *row, int view,
                      int64_t number) {
    text line = text_growing();
    row_words(r, row, &line);
    begin_entry(w, row, number, row->seat);
    json_key(w, "words");
    json_open(w, '[');
    json_string(w, text_string(&line));
    json_close(w, ']');
    if (row->told) put_key(w, "ply", row->told[view].ply);
    if (names_who_sits(row)) {
        json_key(w, "name");
        json_string(w, row->sits.name);
    }
    json_close(w, '}');
    text_done(&line);
}

void room_write_log(const room *r, int view, int64_t after, json_writer *w) {
    int64_t number = 0;
    json_open(w, '[');
    for (size_t i = 0; i < r->rows; i++) {
        const room_row *row = r->row[i];
        bool plays = row->kind == ROW_ACT || row->kind == ROW_REROLL;
        if (row->kind != ROW_ACT && ++number > after) put_other(w, r, row, view, number);
        for (size_t k = 0; plays && k < row->told[view].count; k++)
            if (++number > after) put_item(w, r, row, &row->told[view].item[k], number);
    }
    json_close(w, ']');
}

/* --- records --- */

static status write_form(const room *r, const format *f, text *out, error *err) {
    game_tree *t;
    status st = game_tree_from(&t, r->now, err);
    for (int i = 0; st == ST_OK && r->base->players == 2 && i < 2; i++)
        if (*r->seat[i].name)
            st = game_tree_set_tag(t, formats_player_tag(room_rules(r)->game, i), r->seat[i].name,
                                   err);
    if (st == ST_OK) st = f->write(t, out, err);
    game_tree_destroy(t);
    return st;
}

status room_write_record(const room *r, int view, const char *form, text *out, const char **ending,
                         error *err) {
    const rules *own = room_rules(r);
    if (strcmp(form, "record") == 0) {
        *ending = "record";
        if (view != ROOM_VIEW_ALL)
            return record_write_seen(r->now, room_position_seat(view), out, err);
        record_write(r->now, out);
        return out->cut ? no_memory(err) : ST_OK;
    }
    for (const format *f = formats_list; f->name; f++) {
        if (!text_same(f->name, form)) continue;
        if (!formats_takes(f, own->game))
            return error_set(err, ST_UNSUPPORTED, "%s is for %s", f->name, f->games);
        if (view != ROOM_VIEW_ALL)
            return error_set(err, ST_LEAK, "this form has no place for what is hidden");
        *ending = f->endings;
        return write_form(r, f, out, err);
    }
    return error_set(err, ST_BAD_VALUE, "unknown form %.20s: record, page, pgn, sgf, pdn, ggf",
                     form);
}
