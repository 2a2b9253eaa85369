#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/blob.h"
#include "uci/session_state.h"

/* Showing the position: as blobs, as text, as a board, as numbers. */

/* all, public or a seat from 1. */
static bool read_seats(const char *word, const rules *r, int *seat) {
    uint64_t k;
    if (strcmp(word, "all") == 0)
        *seat = SEAT_ALL;
    else if (strcmp(word, "public") == 0)
        *seat = SEAT_PUBLIC;
    else if (text_u64(word, r->players, &k) && k > 0)
        *seat = (int)k - 1;
    else
        return false;
    return true;
}

static void say_blob(session *s, const request *l, const position *p, const char *lead) {
    text out = text_growing();
    text_put(&out, lead);
    blob_write(p, &out);
    if (out.cut)
        fail_with(s, l, ST_NOMEM, "no memory for the blob", -1);
    else
        say_text(&s->voice, &out);
    text_done(&out);
}

void cmd_view(session *s, const request *l) {
    int seat;
    error e;
    if (!has_position(s, l)) return;
    if (l->count != 2 || !read_seats(l->word[1], position_rules(s->position), &seat)) {
        fail_with(s, l, ST_BAD_SYNTAX, "view takes all, public or a seat", l->count > 1 ? 1 : -1);
        return;
    }
    position *seen = NULL;
    int own = position_seat(s->position);
    status st = ST_OK;
    if (own != SEAT_ALL && own != seat)
        st = error_set(&e, ST_LEAK, "this engine only knows seat %d", own + 1);
    else
        st = position_observe(&seen, s->position, seat, &e);
    if (st == ST_OK) {
        char lead[64];
        text out = text_over(lead, sizeof lead);
        text_format(&out, "view %s key %016llx ", l->word[1],
                    (unsigned long long)position_key(seen));
        say_blob(s, l, seen, lead);
    } else {
        command_fails(s, l, &e, 1);
    }
    position_destroy(seen);
}

void cmd_state(session *s, const request *l) {
    if (!has_position(s, l)) return;
    if (position_seat(s->position) != SEAT_ALL) {
        error e;
        (void)error_set(&e, ST_LEAK, "this engine only knows seat %d: ask view",
                        position_seat(s->position) + 1);
        command_fails(s, l, &e, -1);
        return;
    }
    say_blob(s, l, s->position, "state ");
}

void cmd_fen(session *s, const request *l) {
    if (!has_position(s, l)) return;
    text out = text_growing();
    text_put(&out, "fen ");
    position_write(s->position, &out);
    say_text(&s->voice, &out);
    text_done(&out);
}

static void say_points(session *s, const rules *r, const void *world, text *out) {
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (position_seat(s->position) != SEAT_ALL) return;
    r->kind->returns(r, world, utility, points);
    text_put(out, "Points:");
    for (int i = 0; i < r->players; i++) text_format(out, " %d", (int)points[i]);
    text_char(out, '\n');
}

static void describe_node(session *s, const rules *r, const void *world, text *out) {
    const position *p = s->position;
    int actor = r->kind->actor(r, world);
    text_put(out, "\nFen: ");
    position_write(p, out);
    if (position_seat(p) == SEAT_ALL) {
        text_format(out, "\nKey: %016llx\n", (unsigned long long)position_key(p));
        if (r->traits & GAME_HIDDEN && actor >= 0) {
            position *seen = NULL;
            if (position_observe(&seen, p, actor, NULL) == ST_OK)
                text_format(out, "View key: %016llx\n", (unsigned long long)position_key(seen));
            position_destroy(seen);
        }
    } else {
        text_format(out, "\nView key: %016llx\n", (unsigned long long)position_key(p));
    }
    if (actor == ACTOR_NONE) {
        text_format(out, "Over: %s\n", r->kind->ending ? r->kind->ending(r, world) : "end");
        if (r->traits & GAME_POINTS) say_points(s, r, world, out);
    } else {
        text_format(out, "Seat: %d\nKind: %s\n", actor == ACTOR_CHANCE ? 0 : actor + 1,
                    game_kind_name(game_kind(r, world)));
    }
    text_format(out, "Ply: %u\n", position_ply(p));
}

void cmd_draw(session *s, const request *l) {
    if (!has_position(s, l)) return;
    const rules *r = position_rules(s->position);
    int own = position_seat(s->position);
    int seat = own;
    bool given = l->count == 3 && strcmp(l->word[1], "seat") == 0;
    if ((l->count > 1 && !given) || (given && !read_seats(l->word[2], r, &seat))) {
        fail_with(s, l, ST_BAD_SYNTAX, "expected: d [seat all|public|<k>]", -1);
        return;
    }
    if (own != SEAT_ALL && seat != own && seat != SEAT_PUBLIC) {
        error e;
        (void)error_set(&e, ST_LEAK, "this engine only knows seat %d", own + 1);
        command_fails(s, l, &e, 2);
        return;
    }
    void *world = world_of(s->position);
    text out = text_growing();
    if (world) {
        r->kind->draw(r, world, seat, false, &out);
        describe_node(s, r, world, &out);
    }
    if (!world || out.cut)
        fail_with(s, l, ST_NOMEM, "no memory for the board", -1);
    else
        say_block(&s->voice, "d", text_string(&out));
    say(&s->voice, "dok");
    text_done(&out);
    mem_free(world);
}

/* --- eval --- */

static void say_eval(session *s, const evaluation *v, int seat) {
    const evaluator *e = &s->evaluator;
    for (int i = 0; i < e->count; i++)
        say(&s->voice, "eval term %s seat %d raw %.4g weight %.4g value %.4f",
            e->kind->features[i].name, seat + 1, (double)v->raw[seat][i], (double)e->weight[i],
            (double)e->weight[i] * (double)v->raw[seat][i]);
}

static void say_total(session *s, const evaluation *v, int seat) {
    say(&s->voice, "eval total seat %d value %.4f cp %d win %.4f", seat + 1, v->total[seat],
        info_value_cp(v->win[seat]), v->win[seat]);
}

/* On a view only the own seat's terms can be known; the other sums are those of a deal. */
void cmd_eval(session *s, const request *l) {
    if (!has_position(s, l)) return;
    const rules *r = position_rules(s->position);
    int own = position_seat(s->position);
    int only = own;
    bool given = l->count == 3 && strcmp(l->word[1], "seat") == 0;
    if ((l->count > 1 && !given) || (given && !read_seats(l->word[2], r, &only))) {
        fail_with(s, l, ST_BAD_SYNTAX, "expected: eval [seat k]", -1);
        return;
    }
    if (own != SEAT_ALL && only != own) {
        error e;
        (void)error_set(&e, ST_LEAK, "this engine only knows seat %d", own + 1);
        command_fails(s, l, &e, 2);
        return;
    }
    if (!s->evaluator.count) {
        fail_with(s, l, ST_UNSUPPORTED, "this game has no evaluation", -1);
        return;
    }
    void *world = world_of(s->position);
    evaluation *v = mem_alloc(sizeof *v);
    if (world && v) {
        evaluator_run(&s->evaluator, r, world, v);
        for (int i = 0; i < r->players; i++)
            if (only < 0 || only == i) say_eval(s, v, i);
        for (int i = 0; i < r->players; i++)
            if (only < 0 || only == i) say_total(s, v, i);
        say(&s->voice, "evalok");
    } else {
        fail_with(s, l, ST_NOMEM, "no memory for the evaluation", -1);
    }
    mem_free(v);
    mem_free(world);
}
