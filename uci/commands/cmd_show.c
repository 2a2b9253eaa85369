#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/notation/blob.h"
#include "search/score.h"
#include "uci/commands/cmd.h"
#include "uci/core/viewer.h"

/* Showing the position: as blobs, as text, as a board, as numbers. */

/* Adds the position as the last field, and says the reply. */
static void say_blob(session *s, const request *l, const position *p, reply *r, const char *key) {
    text blob = text_growing();
    blob_write(p, &blob);
    reply_text(r, key, &blob);
    reply_lead(r, "");
    if (blob.cut)
        request_refuse(s, l, ST_NOMEM, "no memory for the blob", -1);
    else
        responder_say(&s->responder, r);
    text_done(&blob);
}

void cmd_view(session *s, const request *l) {
    int seat;
    error e;
    if (!request_has_position(s, l)) return;
    if (l->count != 2 || !viewer_read_seat(l->word[1], position_rules(s->position), &seat)) {
        request_refuse(s, l, ST_BAD_SYNTAX, "view takes all, public or a seat",
                       l->count > 1 ? 1 : -1);
        return;
    }
    position *seen = NULL;
    int own = position_seat(s->position);
    status st = own != SEAT_ALL && own != seat ? viewer_only_knows(own, &e)
                                               : position_observe(&seen, s->position, seat, &e);
    if (st == ST_OK) {
        reply r;
        reply_init(&r, "view");
        if (seat >= 0)
            reply_int(&r, "seats", seat + 1);
        else
            reply_word(&r, "seats", l->word[1]);
        reply_lead(&r, "");
        reply_hash(&r, "key", position_key(seen));
        say_blob(s, l, seen, &r, "blob");
    } else {
        request_fails(s, l, &e, 1);
    }
    position_destroy(seen);
}

void cmd_state(session *s, const request *l) {
    if (!request_has_position(s, l)) return;
    if (position_seat(s->position) != SEAT_ALL) {
        error e;
        (void)viewer_only_knows(position_seat(s->position), &e);
        request_fails(s, l, &e, -1);
        return;
    }
    reply r;
    reply_init(&r, "state");
    say_blob(s, l, s->position, &r, "state");
}

void cmd_fen(session *s, const request *l) {
    if (!request_has_position(s, l)) return;
    text fen = text_growing();
    reply r;
    position_write(s->position, &fen);
    reply_init(&r, "fen");
    reply_text(&r, "fen", &fen);
    reply_lead(&r, "");
    responder_say(&s->responder, &r);
    text_done(&fen);
}

static void put_points(const position *p, const void *world, text *out) {
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (position_seat(p) != SEAT_ALL || !(r->traits & GAME_POINTS)) return;
    r->game->returns(r, world, utility, points);
    text_put(out, "Points:");
    for (int i = 0; i < r->players; i++) text_format(out, " %d", (int)points[i]);
    text_char(out, '\n');
}

/* The keys: of the position, and of what the seat to act knows; of a view its own alone. */
static void put_keys(const position *p, int actor, text *out) {
    bool all = position_seat(p) == SEAT_ALL;
    text_format(out, "%s: %016llx\n", all ? "Key" : "View key",
                (unsigned long long)position_key(p));
    position *seen = NULL;
    if (all && position_rules(p)->traits & GAME_HIDDEN && actor >= 0 &&
        position_observe(&seen, p, actor, NULL) == ST_OK)
        text_format(out, "View key: %016llx\n", (unsigned long long)position_key(seen));
    position_destroy(seen);
}

/* `counted`: p knows how many events there were. */
static void describe_node(const position *p, const void *world, bool counted, text *out) {
    const rules *r = position_rules(p);
    int actor = r->game->actor(r, world);
    text_put(out, "\nFen: ");
    position_write(p, out);
    text_char(out, '\n');
    put_keys(p, actor, out);
    if (game_is_over(r, world)) {
        text_format(out, "Over: %s\n", game_ending(r, world));
        put_points(p, world, out);
    } else {
        if (game_end(r, world) == END_CLAIM) text_format(out, "Claim: %s\n", game_ending(r, world));
        text_format(out, "Seat: %d\nKind: %s\n", actor == ACTOR_CHANCE ? 0 : actor + 1,
                    game_kind_name(game_kind(r, world)));
    }
    if (counted) text_format(out, "Ply: %u\n", position_ply(p));
}

/* A board and what belongs to it, all from one position: the session's, or what the seat that was
 * asked for knows of it. */
void cmd_draw(session *s, const request *l) {
    if (!request_has_position(s, l)) return;
    const rules *r = position_rules(s->position);
    int own = position_seat(s->position);
    int seat = own;
    bool given = l->count == 3 && strcmp(l->word[1], "seat") == 0;
    if ((l->count > 1 && !given) || (given && !viewer_read_seat(l->word[2], r, &seat))) {
        request_refuse(s, l, ST_BAD_SYNTAX, "expected: d [seat all|public|<k>]", -1);
        return;
    }
    error e;
    position *made;
    const position *shown;
    if (viewer_sees(s->position, seat, &made, &shown, &e) != ST_OK) {
        request_fails(s, l, &e, 2);
        return;
    }
    void *world = viewer_world(shown);
    text out = text_growing();
    if (world) {
        game_draw(r, world, seat, false, &out);
        describe_node(shown, world, !(made && own != SEAT_ALL), &out);
    }
    if (!world || out.cut)
        request_refuse(s, l, ST_NOMEM, "no memory for the board", -1);
    else
        responder_block(&s->responder, "d", text_string(&out));
    responder_word(&s->responder, "dok");
    text_done(&out);
    mem_free(world);
    position_destroy(made);
}

/* --- eval --- */

enum { EVAL_LONG_LIST = 128 }; /* from more terms than this, those that are 0 are left out */

static void say_eval(session *s, const evaluation *v, int seat) {
    const weights *e = &s->weights;
    for (int i = 0; i < e->count; i++) {
        double raw = (double)v->raw[seat][i];
        if (raw == 0 && e->count > EVAL_LONG_LIST) continue;
        reply r;
        reply_init(&r, "eval");
        reply_word(&r, "term", e->game->features[i].name);
        reply_int(&r, "seat", seat + 1);
        reply_short(&r, "raw", raw, 4);
        reply_short(&r, "weight", (double)e->weight[i], 4);
        reply_real(&r, "value", (double)e->weight[i] * raw, 4);
        responder_say(&s->responder, &r);
    }
}

/* Which net it is, in place of terms. */
static void say_net(session *s, const net *n) {
    reply r;
    char shape[32];
    text t = text_over(shape, sizeof shape);
    net_write_shape(n, &t);
    reply_init(&r, "eval");
    reply_word(&r, "net", shape);
    reply_quoted(&r, "trained", n->trained);
    responder_say(&s->responder, &r);
}

/* What the first seat would have without each thing that all see, one by one. */
static void say_without(session *s, const evaluation *v, const position *p) {
    const rules *r = position_rules(p);
    void *state = mem_alloc(r->state_size);
    for (int i = 0; state; i++) {
        char name[GAME_TOKEN_SIZE];
        text t = text_over(name, sizeof name);
        double total[GAME_MAX_PLAYERS];
        reply said;
        if (!evaluate_without(v, position_ref(p), state, i, &t, total)) break;
        /* against the second seat, where there is one */
        double now = total[0] - (r->players > 1 ? total[1] : 0);
        double before = v->by_net[0] - (r->players > 1 ? v->by_net[1] : 0);
        reply_init(&said, "eval");
        reply_quoted(&said, "without", name);
        reply_real(&said, "value", now, 4);
        reply_real(&said, "change", now - before, 4);
        responder_say(&s->responder, &said);
    }
    mem_free(state);
}

static void say_total(session *s, const evaluation *v, int seat) {
    reply r;
    reply_init(&r, "eval");
    reply_flag(&r, "total");
    reply_int(&r, "seat", seat + 1);
    reply_real(&r, "value", v->total[seat], 4);
    reply_int(&r, "cp", score_of_value(v->win[seat]));
    reply_real(&r, "win", v->win[seat], 4);
    if (v->pointed) reply_real(&r, "points", v->points[seat], 2);
    responder_say(&s->responder, &r);
}

enum { EVAL_DEALS = 64 };

/* The evaluation as the owner of a view can make it: the own terms, and the total and the chances
 * on average over deals of what is hidden. */
static bool evaluate_view(const evaluator *e, const position *view, evaluation *mean) {
    const rules *r = position_rules(view);
    void *world = mem_alloc(r->state_size);
    evaluation *one = mem_alloc(sizeof *one);
    rng g = {.s = 1};
    for (int i = 0; world && one && i < EVAL_DEALS; i++) {
        position_world(view, &g, world);
        evaluate_state(e, world, one);
        if (i == 0) memcpy(mean->raw, one->raw, sizeof mean->raw);
        for (int k = 0; k < r->players; k++) {
            mean->total[k] += one->total[k] / EVAL_DEALS;
            mean->win[k] += one->win[k] / EVAL_DEALS;
            mean->points[k] += one->points[k] / EVAL_DEALS;
        }
    }
    mean->net = e->net;
    mean->pointed = one && one->pointed;
    bool ok = world && one;
    mem_free(one);
    mem_free(world);
    return ok;
}

static bool read_eval(session *s, const request *l, int *only) {
    const rules *r = position_rules(s->position);
    *only = position_seat(s->position);
    bool given = l->count == 3 && strcmp(l->word[1], "seat") == 0;
    if ((l->count > 1 && !given) || (given && !viewer_read_seat(l->word[2], r, only))) {
        request_refuse(s, l, ST_BAD_SYNTAX, "expected: eval [seat k]", -1);
        return false;
    }
    if (*only == SEAT_PUBLIC) {
        request_refuse(s, l, ST_UNSUPPORTED, "spectators have no seat to evaluate for", -1);
        return false;
    }
    return true;
}

/* The seat's numbers, or those of all seats. */
static bool say_evaluation(session *s, const evaluator *e, const position *shown, int only) {
    const rules *r = position_rules(shown);
    bool open = position_seat(shown) == SEAT_ALL;
    evaluation *v = mem_alloc(sizeof *v);
    bool ok = v != NULL;
    if (ok && open) evaluate_state(e, position_data(shown), v);
    if (ok && !open) ok = evaluate_view(e, shown, v);
    if (ok && e->net) say_net(s, e->net);
    if (ok && e->net && open && only == SEAT_ALL) say_without(s, v, shown);
    for (int i = 0; ok && e->sums && i < r->players; i++)
        if (only == SEAT_ALL || only == i) say_eval(s, v, i);
    for (int i = 0; ok && i < r->players; i++)
        if (only == SEAT_ALL || only == i) say_total(s, v, i);
    mem_free(v);
    return ok;
}

void cmd_eval(session *s, const request *l) {
    int only;
    error e;
    position *made;
    const position *shown;
    if (!request_has_position(s, l) || !read_eval(s, l, &only)) return;
    if (viewer_sees(s->position, only, &made, &shown, &e) != ST_OK) {
        request_fails(s, l, &e, 2);
        return;
    }
    evaluator evaluates;
    evaluator_init(&evaluates, &s->weights, position_rules(shown));
    if (!evaluator_speaks(&evaluates))
        request_refuse(s, l, ST_UNSUPPORTED, "this game has no evaluation", -1);
    else if (say_evaluation(s, &evaluates, shown, only))
        responder_word(&s->responder, "evalok");
    else
        request_refuse(s, l, ST_NOMEM, "no memory for the evaluation", -1);
    evaluator_done(&evaluates);
    position_destroy(made);
}
