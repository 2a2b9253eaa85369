#include "tests/unit/web/rooms/room_trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "lib/catalogue.h"

const unsigned char room_trial_secret[32] = "a secret of thirty-one letters.";

#define MUST(what)                                                                                 \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what);                       \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static uint64_t roll(void *ctx) {
    return rng_next(ctx);
}

void room_trial_init(room_trial *t) {
    *t = (room_trial){.dice = {.s = 7},
                      .policy = {.look = ROOM_LOOK_LINK, .undo = ROOM_UNDO_ASK, .react_ms = 15000}};
    MUST(catalogue_create(&t->library, NULL) == ST_OK);
}

void room_trial_done(room_trial *t) {
    game_library_destroy(t->library);
}

room *room_trial_empty(room_trial *t, const room_setup *s) {
    room *r;
    error e = {.code = ST_OK};
    room_setup full = *s;
    full.id = "k3";
    full.invite = "word";
    full.games = game_library_games(t->library);
    full.game = game_find(full.games, s->game_name);
    full.maker = 1;
    full.made = 1000;
    full.policy = t->policy;
    if (room_create(&r, &full, &e) != ST_OK) {
        (void)fprintf(stderr, "%s\n", e.text);
        abort();
    }
    r->base->random = roll;
    r->base->random_ctx = &t->dice;
    return r;
}

void room_trial_sit_all(room *r) {
    error e;
    for (int i = 0; i < r->base->players; i++) {
        room_ask q = {.account = i + 1, .seat = i, .time = 2000};
        room_seat who = {.kind = ROOM_SEAT_PERSON, .account = i + 1};
        (void)snprintf(who.name, sizeof who.name, "Person %d", i + 1);
        MUST(room_sit(r, &q, &who, &e) == ST_OK);
    }
    MUST(r->started);
}

room *room_trial_table(room_trial *t, const char *name, const char *setup) {
    room *r = room_trial_empty(t, &(room_setup){.game_name = name, .setup = setup});
    room_trial_sit_all(r);
    return r;
}

status room_trial_act(room **r, int seat, const char *said, error *err) {
    room *copy;
    bool kept;
    room_ask q = {.account = seat + 1, .seat = seat, .time = 3000};
    MUST(room_copy(&copy, *r, err) == ST_OK);
    status st = room_act(copy, &q, said, &kept, err);
    if (st != ST_OK) {
        room_release(copy);
        return st;
    }
    room_release(*r);
    *r = copy;
    return ST_OK;
}

char *room_trial_any(const room *r, rng *g, int *seat) {
    int first = (int)rng_below(g, (uint64_t)r->base->players);
    for (int i = 0; i < r->base->players; i++) {
        *seat = (first + i) % r->base->players;
        if (!room_asks(r, *seat)) continue;
        position *own;
        const position *seen;
        const rules *rs = room_rules(r);
        void *world = mem_alloc(rs->state_size);
        rng one = {.s = 1};
        char buf[GAME_TOKEN_SIZE];
        text out = text_over(buf, sizeof buf);
        token tok;
        MUST(world && room_sees(r, room_view_of_seat(r, *seat), &own, &seen, NULL) == ST_OK);
        position_world(seen, &one, world);
        MUST(token_random((state_ref){rs, world, position_trail(seen)}, g, &tok) == ST_OK);
        token_write(rs, world, &tok, &out);
        position_destroy(own);
        mem_free(world);
        return mem_string(buf);
    }
    return NULL;
}

room *room_trial_again(room_trial *t, const room *r, const room_setup *s) {
    room *again = room_trial_empty(t, s);
    error e;
    for (size_t i = 0; i < r->rows; i++) {
        const room_row *old = r->row[i];
        room_row *row;
        text body = text_growing();
        room_row_write(old, &body);
        MUST(room_row_read(&row, text_string(&body), &e) == ST_OK);
        row->account = old->account;
        row->event = old->event;
        row->time = old->time;
        MUST(room_put(again, row, &e) == ST_OK);
        text_done(&body);
    }
    for (int i = 0; i < GAME_MAX_PLAYERS; i++)
        memcpy(again->seat[i].name, r->seat[i].name, ROOM_NAME_SIZE);
    for (size_t i = 0; i < r->kepts; i++) {
        const room_row *old = r->kept[i];
        room_ask q = {.seat = old->seat, .key = old->key, .asked = old->asked};
        room_row *row = room_row_create(ROW_ANSWER, &q);
        const char *open = r->react.answer[old->seat];
        MUST(row && room_row_add_token(row, old->token[0], &e) == ST_OK);
        MUST(room_react_load(again, row, open && strcmp(open, old->token[0]) == 0, &e) == ST_OK);
    }
    return again;
}

/* Every answer that reads a table, one after the other. */
char *room_trial_bytes(const room *r, int64_t account, int shown) {
    room_viewer v = room_viewer_of(r, account, shown);
    room_present now = {.secret = room_trial_secret, .event = 5, .until_ms = 100};
    text out = text_growing();
    json_writer w = json_writer_on(&out);
    error e;
    json_open(&w, '[');
    MUST(room_write(r, &v, &now, ROOM_WITH_SCENE | ROOM_WITH_PICK, &w, &e) == ST_OK);
    room_write_log(r, v.view, 0, &w);
    for (int seat = 0; seat < r->base->players; seat++)
        if (v.own >> seat & 1 && room_asks(r, seat) && (!r->base->hidden || v.view == seat))
            MUST(room_write_legal(r, seat, &w, &e) == ST_OK);
    json_close(&w, ']');
    unsigned last = room_view_ply(r, v.view);
    for (unsigned ply = last > 6 ? last - 6 : 0; ply <= last; ply++) {
        unsigned at;
        MUST(room_write_scene(r, v.view, ply, &out, &at, &e) == ST_OK);
        text_format(&out, " %u\n", at);
    }
    const char *ending;
    MUST(room_write_record(r, v.view, "record", &out, &ending, &e) == ST_OK);
    for (size_t i = 0; i < r->rows; i++)
        if (room_row_moves(r->row[i]))
            room_event_move(r, r->row[i], v.view, room_trial_secret, NULL, &out);
    MUST(!out.cut);
    return out.at;
}
