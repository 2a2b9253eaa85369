/* What viewers are given of a row: the one place where that is decided.
 *
 * A viewer of a hidden game hears of each event that shows something to it, also of chance with one
 * outcome, as it may not know that there was no other; so two games that it cannot tell apart give
 * it the same list. It may look at the table as it was after a row, not inside one: where chance
 * stopped in between depends on what it does not see. */
#include <assert.h>
#include <ctype.h>

#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/game/game_views.h"
#include "engine/game/happened.h"
#include "web/rooms/room.h"

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for what happened");
}

int room_view_of_seat(const room *r, int seat) {
    return r->base->hidden && seat >= 0 ? seat : r->base->hidden ? ROOM_VIEW_PUBLIC : ROOM_VIEW_ALL;
}

int room_position_seat(int view) {
    return view == ROOM_VIEW_ALL ? SEAT_ALL : view == ROOM_VIEW_PUBLIC ? SEAT_PUBLIC : view;
}

/* --- one event --- */

/* Sentences of a list as JSON; those that do not say who get the name of the seat. */
static void put_words(const room *r, const happened_list *l, text *out) {
    json_writer w = json_writer_on(out);
    bool says_who = room_rules(r)->terminal->names_seats;
    json_open(&w, '[');
    for (size_t i = 0; i < l->count; i++) {
        int seat = l->at[i].seat;
        const char *said = happened_words(l, i);
        const char *name = seat < 0 ? "" : r->base->seat_name[seat];
        if (seat < 0 || says_who || text_starts(said, name)) {
            json_ascii(&w, said);
            continue;
        }
        text line = text_growing();
        text_format(&line, "%c%s: %s", toupper((unsigned char)name[0]), *name ? name + 1 : "",
                    said);
        json_ascii(&w, text_string(&line));
        out->cut |= line.cut;
        text_done(&line);
    }
    json_close(&w, ']');
}

static status add_item(const room *r, room_told *t, int seat, const char *said,
                       const happened_list *l, error *err) {
    if (l->cut || l->words.cut || l->moves.cut) return no_memory(err);
    text sentences = text_growing();
    put_words(r, l, &sentences);
    room_item item = {.seat = seat,
                      .ply = t->ply,
                      .token = mem_string(said),
                      .words = sentences.cut ? NULL : mem_string(text_string(&sentences))};
    text_done(&sentences);
    if (item.token && item.words && MEM_GROW(t->item, t->cap, t->count + 1) == ST_OK) {
        t->item[t->count++] = item;
        return ST_OK;
    }
    mem_free(item.token);
    mem_free(item.words);
    return no_memory(err);
}

static int actor_of(const rules *r, const void *s) {
    int actor = r->game->actor(r, s);
    return actor == ACTOR_CHANCE ? ROOM_CHANCE : actor;
}

static happened_list new_list(const room *r) {
    happened_list l;
    happened_init(&l, r->base->seat_name);
    return l;
}

/* --- all events of a row --- */

static status tell_all(const room *r, room_told *t, unsigned from, error *err) {
    const rules *game_rules = room_rules(r);
    status st = ST_OK;
    for (unsigned ply = from; st == ST_OK && ply < position_ply(r->now); ply++) {
        position_moment m;
        happened_list l = new_list(r);
        bool there = position_moment_at(r->now, ply, 0, &m);
        assert(there);
        t->ply = ply + 1;
        st = there ? happened_at_ply(r->now, ply, SEAT_ALL, &l, err) : ST_OK;
        if (st == ST_OK) st = add_item(r, t, actor_of(game_rules, m.data), m.event, &l, err);
        happened_done(&l);
    }
    return st;
}

/* One moment as a viewer of a hidden game sees it; nothing where it sees nothing. */
static status tell_moment(const room *r, room_told *t, const position_moment *m, int seat,
                          error *err) {
    const rules *game_rules = room_rules(r);
    char buf[GAME_TOKEN_SIZE];
    text seen = text_over(buf, sizeof buf);
    token tok;
    const trail *earlier = position_trail(r->now) ? &m->trail : NULL;
    status st = token_read_exact((state_ref){game_rules, m->data, earlier}, m->event, &tok, err);
    if (st != ST_OK) return st;
    game_rules->views->seen_text(game_rules, m->data, tok.steps, tok.count, seat, &seen);
    if (!seen.len) return ST_OK;
    happened_list l = new_list(r);
    happened_in_state(game_rules, m->data, tok.steps, tok.count, seat, &l);
    t->ply++;
    st = add_item(r, t, actor_of(game_rules, m->data), buf, &l, err);
    happened_done(&l);
    return st;
}

static status tell_view(const room *r, room_told *t, int seat, unsigned from, error *err) {
    status st = ST_OK;
    for (unsigned ply = from; st == ST_OK && ply < position_ply(r->now); ply++) {
        position_moment m;
        for (unsigned k = 0; st == ST_OK && position_moment_at(r->now, ply, k, &m); k++)
            st = tell_moment(r, t, &m, seat, err);
    }
    return st;
}

status room_tell(const room *r, room_row *row, unsigned ply, error *err) {
    assert(!row->told);
    row->told = mem_alloc(ROOM_VIEWS * sizeof *row->told);
    if (!row->told) return no_memory(err);
    bool plays = row->kind == ROW_ACT || row->kind == ROW_REROLL;
    position *before = NULL; /* for how much each viewer had seen then */
    status st = plays && r->base->hidden ? position_clone(&before, r->now, err) : ST_OK;
    if (before) position_cut(before, ply);
    for (int view = 0; st == ST_OK && view < ROOM_VIEWS; view++) {
        room_told *t = &row->told[view];
        int seat = room_position_seat(view);
        t->n = r->given[view] + 1;
        if (view != ROOM_VIEW_ALL && (!r->base->hidden || seat >= r->base->players)) continue;
        if (plays && seat == SEAT_ALL) {
            t->ply = ply;
            st = tell_all(r, t, ply, err);
        } else if (plays) {
            t->ply = position_seen(before, seat);
            st = tell_view(r, t, seat, ply, err);
        }
        t->ply = position_seen(r->now, seat);
    }
    position_destroy(before);
    return st;
}

/* --- plies --- */

unsigned room_view_ply(const room *r, int view) {
    return position_seen(r->now, room_position_seat(view));
}

/* Of a hidden game: the first end of a row at which the viewer has seen that much. */
static bool rest_of_view(const room *r, int view, unsigned ply, unsigned *out, unsigned *since) {
    unsigned end = position_ply(r->now);
    for (size_t i = 0; i < r->line_len; i++) {
        const room_row *row = room_row_at(r, r->line[i]);
        unsigned next = i + 1 < r->line_len ? r->line_ply[i + 1] : end;
        *since = r->line_ply[i];
        *out = next;
        if (row->told[view].ply >= ply) return true;
    }
    return false;
}

status room_ply_of_view(const room *r, int view, int64_t ply, unsigned *out, unsigned *since,
                        error *err) {
    unsigned now = position_ply(r->now);
    *out = now;
    *since = r->line_len ? r->line_ply[r->line_len - 1] : now;
    if (ply < 0) return ST_OK;
    if (ply > (int64_t)room_view_ply(r, view))
        return error_set(err, ST_BAD_VALUE, "there is no such ply yet");
    if (ply == 0 && r->line_len) {
        *out = *since = r->line_ply[0];
        return ST_OK;
    }
    if (view != ROOM_VIEW_ALL) {
        if (!rest_of_view(r, view, (unsigned)ply, out, since)) *out = *since = now;
        return ST_OK;
    }
    *out = (unsigned)ply < position_first_ply(r->now) ? position_first_ply(r->now) : (unsigned)ply;
    *since = *out > position_first_ply(r->now) ? *out - 1 : *out;
    return ST_OK;
}
