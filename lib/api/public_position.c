#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "engine/notation/blob.h"
#include "lib/api/public_state.h"

/* Positions and views. What both can do is written once, over the position inside. */

static kibitz_code hand_out(kibitz *k, position *at, kibitz_position **out, kibitz_error *err) {
    kibitz_position *p = handle_make(HANDLE_POSITION, sizeof *p, err);
    if (!p) {
        position_destroy(at);
        return KIBITZ_NO_MEMORY;
    }
    p->owner = public_share(k);
    p->at = at;
    *out = p;
    return KIBITZ_OK;
}

static kibitz_code hand_out_view(kibitz *k, position *at, int seat, kibitz_view **out,
                                 kibitz_error *err) {
    kibitz_view *v = handle_make(HANDLE_VIEW, sizeof *v, err);
    if (!v) {
        position_destroy(at);
        return KIBITZ_NO_MEMORY;
    }
    v->owner = public_share(k);
    v->at = at;
    v->seat = seat;
    *out = v;
    return KIBITZ_OK;
}

/* --- create and destroy --- */

/* `line` NULL: the start. */
static kibitz_code open_position(const kibitz_game *g, const char *setup, const char *line,
                                 position **out, kibitz_error *err) {
    error e;
    params with;
    *out = NULL;
    if (!g) return public_refuse(err, ST_NOT_FOUND, "there is no such game");
    status st = public_setup(&with, public_game(g), setup, &e);
    if (st == ST_OK)
        st = line ? position_read(out, public_game(g), &with, SEAT_ALL, line, &e)
                  : position_start(out, public_game(g), &with, SEAT_ALL, &e);
    return st == ST_OK ? KIBITZ_OK : public_fail(err, &e);
}

kibitz_code kibitz_position_start(kibitz *k, const kibitz_game *g, const char *setup,
                                  kibitz_position **out, kibitz_error *err) {
    position *at = NULL;
    *out = NULL;
    if (!handle_good(k, HANDLE_LIBRARY, err)) return KIBITZ_BAD_VALUE;
    kibitz_code code = open_position(g, setup, NULL, &at, err);
    return code == KIBITZ_OK ? hand_out(k, at, out, err) : code;
}

kibitz_code kibitz_position_read(kibitz *k, const kibitz_game *g, const char *setup,
                                 const char *line, kibitz_position **out, kibitz_error *err) {
    position *at = NULL;
    *out = NULL;
    if (!handle_good(k, HANDLE_LIBRARY, err)) return KIBITZ_BAD_VALUE;
    kibitz_code code = open_position(g, setup, line, &at, err);
    return code == KIBITZ_OK ? hand_out(k, at, out, err) : code;
}

static kibitz_code read_blob(kibitz *k, const char *blob, position **out, kibitz_error *err) {
    error e;
    (void)mtx_lock(&k->lock);
    status st = blob_read(out, game_library_games(k->games), blob, &e);
    (void)mtx_unlock(&k->lock);
    return st == ST_OK ? KIBITZ_OK : public_fail(err, &e);
}

kibitz_code kibitz_position_from_blob(kibitz *k, const char *blob, kibitz_position **out,
                                      kibitz_error *err) {
    position *at = NULL;
    *out = NULL;
    if (!handle_good(k, HANDLE_LIBRARY, err)) return KIBITZ_BAD_VALUE;
    kibitz_code code = read_blob(k, blob, &at, err);
    if (code != KIBITZ_OK) return code;
    if (position_seat(at) == SEAT_ALL) return hand_out(k, at, out, err);
    position_destroy(at);
    return public_refuse(err, ST_LEAK, "this is what one seat knows, not a position");
}

kibitz_code kibitz_position_clone(const kibitz_position *p, kibitz_position **out,
                                  kibitz_error *err) {
    position *at = NULL;
    error e;
    *out = NULL;
    if (!handle_good(p, HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    if (position_clone(&at, p->at, &e) != ST_OK) return public_fail(err, &e);
    return hand_out(p->owner, at, out, err);
}

void kibitz_position_close(kibitz_position *p) {
    if (!p || !handle_good(p, HANDLE_POSITION, NULL)) return;
    kibitz *owner = p->owner;
    position_destroy(p->at);
    handle_end(&p->head);
    public_let_go(owner);
}

kibitz_code kibitz_view_of(const kibitz_position *p, int seat, kibitz_view **out,
                           kibitz_error *err) {
    position *at = NULL;
    error e;
    *out = NULL;
    if (!handle_good(p, HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    const rules *r = position_rules(p->at);
    if (seat < 0 || seat >= r->players) return public_refuse(err, ST_BAD_VALUE, "no such seat");
    status st = r->traits & GAME_HIDDEN ? position_observe(&at, p->at, seat, &e)
                                        : position_clone(&at, p->at, &e);
    return st == ST_OK ? hand_out_view(p->owner, at, seat, out, err) : public_fail(err, &e);
}

kibitz_code kibitz_view_from_blob(kibitz *k, const char *blob, kibitz_view **out,
                                  kibitz_error *err) {
    position *at = NULL;
    *out = NULL;
    if (!handle_good(k, HANDLE_LIBRARY, err)) return KIBITZ_BAD_VALUE;
    kibitz_code code = read_blob(k, blob, &at, err);
    if (code != KIBITZ_OK) return code;
    if (position_seat(at) >= 0) return hand_out_view(k, at, position_seat(at), out, err);
    position_destroy(at);
    return public_refuse(err, ST_BAD_VALUE, "this is a position, not what one seat knows");
}

kibitz_code kibitz_view_clone(const kibitz_view *v, kibitz_view **out, kibitz_error *err) {
    position *at = NULL;
    error e;
    *out = NULL;
    if (!handle_good(v, HANDLE_VIEW, err)) return KIBITZ_BAD_VALUE;
    if (position_clone(&at, v->at, &e) != ST_OK) return public_fail(err, &e);
    return hand_out_view(v->owner, at, v->seat, out, err);
}

void kibitz_view_close(kibitz_view *v) {
    if (!v || !handle_good(v, HANDLE_VIEW, NULL)) return;
    kibitz *owner = v->owner;
    position_destroy(v->at);
    handle_end(&v->head);
    public_let_go(owner);
}

/* --- playing --- */

kibitz_code kibitz_position_act(kibitz_position *p, const char *spelled, kibitz_error *err) {
    error e;
    if (!handle_good(p, HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    return position_play(p->at, spelled, &e) == ST_OK ? KIBITZ_OK : public_fail(err, &e);
}

/* The answer to some parts of an action. */
static kibitz_code choose_parts(const position *p, const char *const *part, size_t parts,
                                pick_answer *out, kibitz_error *err) {
    char *copy[PICK_MAX_PARTS] = {NULL};
    error e;
    int at;
    size_t n = 0;
    if (parts > PICK_MAX_PARTS) return public_refuse(err, ST_BAD_VALUE, "too many parts");
    status st = ST_OK;
    for (; n < parts && st == ST_OK; n++) {
        copy[n] = mem_string(part[n]);
        if (!copy[n]) st = error_set(&e, ST_NOMEM, "no memory for the parts");
    }
    if (st == ST_OK) st = pick_choose(p, copy, (int)parts, out, &at, &e);
    while (n > 0) mem_free(copy[--n]);
    return st == ST_OK ? KIBITZ_OK : public_fail(err, &e);
}

kibitz_code kibitz_position_act_parts(kibitz_position *p, const char *const *part, size_t parts,
                                      kibitz_error *err) {
    pick_answer a;
    if (!handle_good(p, HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    pick_answer_init(&a);
    kibitz_code code = choose_parts(p->at, part, parts, &a, err);
    if (code == KIBITZ_OK)
        code = a.token
                   ? kibitz_position_act(p, a.token, err)
                   : public_refuse(err, ST_ILLEGAL_ACTION, "the parts are not a complete action");
    pick_answer_done(&a);
    return code;
}

kibitz_code kibitz_position_undo(kibitz_position *p, unsigned n, kibitz_error *err) {
    error e;
    if (!handle_good(p, HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    return position_undo(p->at, n, &e) == ST_OK ? KIBITZ_OK : public_fail(err, &e);
}

void kibitz_position_set_seed(kibitz_position *p, uint64_t seed) {
    if (handle_good(p, HANDLE_POSITION, NULL)) position_set_seed(p->at, seed);
}

kibitz_code kibitz_position_roll(kibitz_position *p, kibitz_error *err) {
    error e;
    if (!handle_good(p, HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    if (position_resolve(p->at, &e) != ST_OK) return public_fail(err, &e);
    const rules *r = position_rules(p->at);
    if (r->game->actor(r, position_data(p->at)) == ACTOR_CHANCE)
        return public_refuse(err, ST_UNSUPPORTED,
                             "chance needs a seed: kibitz_position_set_seed()");
    return KIBITZ_OK;
}

kibitz_code kibitz_view_see(kibitz_view *v, const char *event, kibitz_error *err) {
    error e;
    if (!handle_good(v, HANDLE_VIEW, err)) return KIBITZ_BAD_VALUE;
    return position_play(v->at, event, &e) == ST_OK ? KIBITZ_OK : public_fail(err, &e);
}

/* --- asking --- */

void kibitz_position_status(const kibitz_position *p, kibitz_status *out) {
    *out = (kibitz_status){.actor = KIBITZ_NOBODY};
    if (handle_good(p, HANDLE_POSITION, NULL)) public_status(p->at, out);
}

void kibitz_view_status(const kibitz_view *v, kibitz_status *out) {
    *out = (kibitz_status){.actor = KIBITZ_NOBODY};
    if (handle_good(v, HANDLE_VIEW, NULL)) public_status(v->at, out);
}

kibitz_code kibitz_position_verify(const kibitz_position *p, const char *spelled, char **canonical,
                                   kibitz_error *err) {
    if (canonical) *canonical = NULL;
    if (!handle_good(p, HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    return public_verify(p->at, spelled, canonical, err);
}

kibitz_code kibitz_view_verify(const kibitz_view *v, const char *spelled, char **canonical,
                               kibitz_error *err) {
    if (canonical) *canonical = NULL;
    if (!handle_good(v, HANDLE_VIEW, err)) return KIBITZ_BAD_VALUE;
    return public_verify(v->at, spelled, canonical, err);
}

char *kibitz_position_describe(const kibitz_position *p, const char *spelled, kibitz_error *err) {
    return handle_good(p, HANDLE_POSITION, err) ? public_describe(p->at, spelled, err) : NULL;
}

char *kibitz_view_describe(const kibitz_view *v, const char *spelled, kibitz_error *err) {
    return handle_good(v, HANDLE_VIEW, err) ? public_describe(v->at, spelled, err) : NULL;
}

uint64_t kibitz_position_hash(const kibitz_position *p) {
    return handle_good(p, HANDLE_POSITION, NULL) ? position_key(p->at) : 0;
}

uint64_t kibitz_view_hash(const kibitz_view *v) {
    return handle_good(v, HANDLE_VIEW, NULL) ? position_key(v->at) : 0;
}

int kibitz_view_seat(const kibitz_view *v) {
    return handle_good(v, HANDLE_VIEW, NULL) ? v->seat : 0;
}

const char *kibitz_position_event(const kibitz_position *p, unsigned ply) {
    return handle_good(p, HANDLE_POSITION, NULL) ? position_event(p->at, ply) : NULL;
}

/* --- as text --- */

static char *written(const position *p, void (*write)(const position *, text *),
                     kibitz_error *err) {
    text t = text_growing();
    write(p, &t);
    return public_text(&t, err);
}

char *kibitz_position_text(const kibitz_position *p, kibitz_error *err) {
    return handle_good(p, HANDLE_POSITION, err) ? written(p->at, position_write, err) : NULL;
}

char *kibitz_view_text(const kibitz_view *v, kibitz_error *err) {
    return handle_good(v, HANDLE_VIEW, err) ? written(v->at, position_write, err) : NULL;
}

char *kibitz_position_blob(const kibitz_position *p, kibitz_error *err) {
    return handle_good(p, HANDLE_POSITION, err) ? written(p->at, blob_write, err) : NULL;
}

char *kibitz_view_blob(const kibitz_view *v, kibitz_error *err) {
    return handle_good(v, HANDLE_VIEW, err) ? written(v->at, blob_write, err) : NULL;
}

char *kibitz_position_board(const kibitz_position *p, kibitz_error *err) {
    return handle_good(p, HANDLE_POSITION, err) ? public_board(p->at, SEAT_ALL, err) : NULL;
}

char *kibitz_view_board(const kibitz_view *v, kibitz_error *err) {
    return handle_good(v, HANDLE_VIEW, err) ? public_board(v->at, v->seat, err) : NULL;
}

char *kibitz_position_scene(const kibitz_position *p, int seat, kibitz_error *err) {
    if (!handle_good(p, HANDLE_POSITION, err)) return NULL;
    if (seat < KIBITZ_EVERYONE || seat >= position_rules(p->at)->players) {
        (void)public_refuse(err, ST_BAD_VALUE, "no such seat");
        return NULL;
    }
    return public_scene(p->at, seat == KIBITZ_EVERYONE ? SEAT_ALL : seat, err);
}

char *kibitz_view_scene(const kibitz_view *v, kibitz_error *err) {
    return handle_good(v, HANDLE_VIEW, err) ? public_scene(v->at, v->seat, err) : NULL;
}

char *public_pick(const position *p, const char *const *part, size_t parts, kibitz_error *err) {
    pick_answer a;
    text t = text_growing();
    error e;
    pick_answer_init(&a);
    char *out = NULL;
    kibitz_code code = choose_parts(p, part, parts, &a, err);
    if (code == KIBITZ_OK && pick_write(&a, &t, &e) != ST_OK) code = public_fail(err, &e);
    pick_answer_done(&a);
    if (code == KIBITZ_OK) out = public_text(&t, err);
    if (code != KIBITZ_OK) text_done(&t);
    return out;
}

char *kibitz_position_pick(const kibitz_position *p, const char *const *part, size_t parts,
                           kibitz_error *err) {
    return handle_good(p, HANDLE_POSITION, err) ? public_pick(p->at, part, parts, err) : NULL;
}

char *kibitz_view_pick(const kibitz_view *v, const char *const *part, size_t parts,
                       kibitz_error *err) {
    return handle_good(v, HANDLE_VIEW, err) ? public_pick(v->at, part, parts, err) : NULL;
}

kibitz_code kibitz_position_legal(const kibitz_position *p, kibitz_legal **out, kibitz_error *err) {
    *out = NULL;
    if (!handle_good(p, HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    return public_legal(p->at, p->owner, out, err);
}

kibitz_code kibitz_view_legal(const kibitz_view *v, kibitz_legal **out, kibitz_error *err) {
    *out = NULL;
    if (!handle_good(v, HANDLE_VIEW, err)) return KIBITZ_BAD_VALUE;
    return public_legal(v->at, v->owner, out, err);
}
