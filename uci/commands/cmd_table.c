#include <string.h>

#include "engine/game/belief.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "uci/commands/cmd.h"
#include "uci/core/viewer.h"

/* For boards on a screen: what lies on the table, an action part by part, and where hidden cards
 * may be. */

static void say_object(session *s, const request *l, const char *type, const text *object) {
    reply r;
    reply_init(&r, type);
    reply_object(&r, type, text_string(object));
    reply_lead(&r, "");
    if (object->cut)
        request_no_memory(s, l);
    else
        responder_say(&s->responder, &r);
}

void cmd_scene(session *s, const request *l) {
    if (!request_has_position(s, l)) return;
    const rules *r = position_rules(s->position);
    int seat = position_seat(s->position);
    bool good = l->count == 1 || (l->count == 3 && strcmp(l->word[1], "seat") == 0 &&
                                  viewer_read_seat(l->word[2], r, &seat));
    if (!good) {
        request_refuse(s, l, ST_BAD_SYNTAX, "scene takes seat all, seat public or seat k",
                       l->count > 2 ? 2 : 1);
        return;
    }
    error e;
    scene *made;
    text object = text_growing();
    status st = scene_build(&made, s->position, seat, &e);
    if (st == ST_OK) st = scene_write(made, &object, &e);
    if (st == ST_OK)
        say_object(s, l, "scene", &object);
    else
        request_fails(s, l, &e, l->count > 2 ? 2 : -1);
    text_done(&object);
    scene_destroy(made);
}

/* Takes "seat k" off the front; *first is the first part. */
static bool read_seat(session *s, const request *l, int *seat, size_t *first) {
    *seat = position_seat(s->position);
    *first = 1;
    if (l->count < 2 || strcmp(l->word[1], "seat") != 0) return true;
    *first = 3;
    if (l->count > 2 && viewer_read_seat(l->word[2], position_rules(s->position), seat) &&
        *seat >= 0)
        return true;
    request_refuse(s, l, ST_BAD_SYNTAX, "expected a seat", l->count > 2 ? 2 : -1);
    return false;
}

static status choose(const position *p, const request *l, size_t first, text *object, int *blame,
                     error *err) {
    pick_answer answer;
    int at;
    pick_answer_init(&answer);
    status st = pick_choose(p, l->word + first, (int)(l->count - first), &answer, &at, err);
    *blame = st == ST_ILLEGAL_ACTION && first + (size_t)at < l->count ? (int)first + at : -1;
    if (st == ST_OK) st = pick_write(&answer, object, err);
    pick_answer_done(&answer);
    return st;
}

void cmd_pick(session *s, const request *l) {
    int seat;
    size_t first;
    if (!request_has_position(s, l) || !read_seat(s, l, &seat, &first)) return;
    error e;
    position *made = NULL;
    const position *p = s->position;
    int blame = -1;
    text object = text_growing();
    status st = viewer_sees(s->position, seat, &made, &p, &e);
    if (st == ST_OK) st = choose(p, l, first, &object, &blame, &e);
    if (st == ST_OK)
        say_object(s, l, "pick", &object);
    else
        request_fails(s, l, &e, blame);
    text_done(&object);
    position_destroy(made);
}

/* --- belief --- */

typedef struct belief_words {
    int seat; /* from 0; SEAT_ALL: not given */
    uint64_t deals;
} belief_words;

static bool read_belief(session *s, const request *l, belief_words *out) {
    *out = (belief_words){.seat = SEAT_ALL, .deals = BELIEF_DEALS};
    for (size_t i = 1; i < l->count; i += 2) {
        const char *value = i + 1 < l->count ? l->word[i + 1] : "";
        bool seat = strcmp(l->word[i], "seat") == 0;
        bool good = seat ? viewer_read_seat(value, position_rules(s->position), &out->seat) &&
                               out->seat >= 0
                         : strcmp(l->word[i], "deals") == 0 &&
                               text_u64(value, BELIEF_MAX_DEALS, &out->deals) && out->deals;
        if (good) continue;
        request_refuse(s, l, ST_BAD_SYNTAX, "belief takes seat k and deals n, at most 10000",
                       (int)(*value ? i + 1 : i));
        return false;
    }
    return true;
}

/* The seat whose belief it is where none is named: the one that looks, or acts. */
static status default_seat(const position *p, int *seat, error *err) {
    const rules *r = position_rules(p);
    *seat = position_seat(p);
    if (*seat == SEAT_ALL) *seat = r->game->actor(r, position_data(p));
    return *seat >= 0 || position_seat(p) != SEAT_ALL
               ? ST_OK
               : error_set(err, ST_WRONG_SEAT, "no seat acts here: name one, belief seat 1");
}

static void say_belief(session *s, const belief *b) {
    for (size_t i = 0; i < b->count; i++) {
        reply r;
        reply_init(&r, "belief");
        reply_word(&r, "place", b->at[i].place);
        reply_word(&r, "card", b->at[i].card);
        reply_real(&r, "prob", (double)b->at[i].deals / (double)b->deals, 4);
        responder_say(&s->responder, &r);
    }
    responder_word(&s->responder, "beliefok");
}

void cmd_belief(session *s, const request *l) {
    belief_words w;
    error e;
    position *made = NULL;
    const position *p = NULL;
    belief found = {0};
    if (!request_has_position(s, l) || !read_belief(s, l, &w)) return;
    status st = w.seat == SEAT_ALL ? default_seat(s->position, &w.seat, &e) : ST_OK;
    if (st == ST_OK) st = viewer_sees(s->position, w.seat, &made, &p, &e);
    uint64_t seed = (uint64_t)s->options.search.number[OPT_SEED];
    if (st == ST_OK) st = belief_count(&found, p, (unsigned)w.deals, seed, &e);
    if (st == ST_OK)
        say_belief(s, &found);
    else
        request_fails(s, l, &e, -1);
    belief_done(&found);
    position_destroy(made);
}
