#include <string.h>

#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/game/game_views.h"
#include "engine/game/scene.h"
#include "lib/api/public_state.h"

/* Questions about what a position, or a view of it, shows: the part that both share. */

const void *public_world(const position *p, void **made) {
    rng g = {.s = 1};
    *made = NULL;
    if (position_seat(p) == SEAT_ALL) return position_data(p);
    *made = mem_alloc(position_rules(p)->state_size);
    if (*made) position_world(p, &g, *made);
    return *made;
}

static void put_word(char *to, size_t size, const char *word) {
    text t = text_over(to, size);
    text_put(&t, word ? word : "");
}

/* On a view the result is told only where every view knows it. */
static void put_end(const position *p, const void *world, kibitz_status *out) {
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    put_word(out->ending, sizeof out->ending, game_ending(r, world));
    r->game->returns(r, world, utility, points);
    game_ranks(r, world, out->rank);
    for (int i = 0; i < r->players; i++) {
        out->utility[i] = (double)utility[i];
        out->points[i] = points[i] / (r->traits & GAME_HALVES ? 2.0 : 1.0);
    }
}

void public_status(const position *p, kibitz_status *out) {
    const rules *r = position_rules(p);
    void *made;
    const void *world = public_world(p, &made);
    *out = (kibitz_status){.seats = r->players, .actor = KIBITZ_NOBODY, .ply = position_ply(p)};
    if (!world) return;
    out->over = game_is_over(r, world);
    out->actor = out->over ? KIBITZ_NOBODY : r->game->actor(r, world);
    put_word(out->phase, sizeof out->phase, r->game->phase ? r->game->phase(r, world) : "play");
    bool known = position_seat(p) == SEAT_ALL || r->views->open_end;
    if (out->over && known) put_end(p, world, out);
    mem_free(made);
}

char *public_board(const position *p, int seat, kibitz_error *err) {
    void *made;
    const void *world = public_world(p, &made);
    text t = text_growing();
    if (world)
        game_draw(position_rules(p), world, seat, false, &t);
    else
        t.cut = true;
    mem_free(made);
    return public_text(&t, err);
}

kibitz_code public_verify(const position *p, const char *spelled, char **canonical,
                          kibitz_error *err) {
    error e;
    text t = text_growing();
    status st = position_verify(p, spelled, &t, &e);
    if (st != ST_OK) {
        text_done(&t);
        return public_fail(err, &e);
    }
    if (!canonical) {
        text_done(&t);
        return KIBITZ_OK;
    }
    *canonical = public_text(&t, err);
    return *canonical ? KIBITZ_OK : KIBITZ_NO_MEMORY;
}

char *public_describe(const position *p, const char *spelled, kibitz_error *err) {
    const rules *r = position_rules(p);
    error e;
    token tok;
    void *made;
    const void *world = public_world(p, &made);
    text t = text_growing();
    status st = world ? token_read((state_ref){r, world, position_trail(p)}, spelled, &tok, &e)
                      : error_set(&e, ST_NOMEM, "no memory to describe an action");
    if (st == ST_OK && r->terminal->describe)
        r->terminal->describe(r, world, tok.steps, tok.count, &t);
    else if (st == ST_OK)
        token_write(r, world, &tok, &t);
    mem_free(made);
    if (st == ST_OK) return public_text(&t, err);
    text_done(&t);
    (void)public_fail(err, &e);
    return NULL;
}

char *public_scene(const position *p, int seat, kibitz_error *err) {
    scene *s;
    error e;
    text t = text_growing();
    status st = scene_build(&s, p, seat, &e);
    if (st == ST_OK) {
        st = scene_write(s, &t, &e);
        scene_destroy(s);
    }
    if (st == ST_OK) return public_text(&t, err);
    text_done(&t);
    (void)public_fail(err, &e);
    return NULL;
}

/* --- lists --- */

enum { BATCH = 4096 };

/* A batch of tokens at a time: those before it are walked over again. */
struct kibitz_legal {
    handle head;
    kibitz *owner;
    const position *of;
    void *world;       /* of a view */
    text names;        /* of this batch, each with its NUL */
    size_t at, left;   /* the next one in `names`; how many are left of the batch */
    uint64_t seen;     /* in all batches before this one */
    uint64_t skip;     /* while one is filled */
    bool more, failed; /* there are others after it; there was no memory */
};

static bool take_name(void *ctx, const token *tok, const char *name) {
    kibitz_legal *l = ctx;
    (void)tok;
    if (l->skip) {
        l->skip--;
        return true;
    }
    if (l->left == BATCH) {
        l->more = true;
        return false;
    }
    text_putn(&l->names, name, strlen(name) + 1);
    l->left++;
    return !l->names.cut;
}

static status fill(kibitz_legal *l, error *e) {
    const void *state = l->world ? l->world : position_data(l->of);
    text_clear(&l->names);
    l->at = l->left = 0;
    l->skip = l->seen;
    l->more = false;
    status st =
        token_spell((state_ref){position_rules(l->of), state, position_trail(l->of)}, take_name, l);
    if (l->names.cut) st = ST_NOMEM;
    if (st == ST_NOMEM) return error_set(e, st, "no memory for the list of actions");
    if (st != ST_OK) return error_set(e, st, "there are too many outcomes to list");
    l->seen += l->left;
    return ST_OK;
}

kibitz_code public_legal(const position *p, kibitz *owner, kibitz_legal **out, kibitz_error *err) {
    const rules *r = position_rules(p);
    error e;
    kibitz_legal *l = handle_make(HANDLE_LEGAL, sizeof *l, err);
    if (!l) return KIBITZ_NO_MEMORY;
    l->owner = public_share(owner);
    l->of = p;
    l->names = text_growing();
    const void *world = public_world(p, &l->world);
    status st = world ? ST_OK : error_set(&e, ST_NOMEM, "no memory for the list of actions");
    int actor = world ? r->game->actor(r, world) : ACTOR_NONE;
    if (st == ST_OK && position_seat(p) != SEAT_ALL && actor != position_seat(p) &&
        actor != ACTOR_NONE)
        st = error_set(&e, ST_LEAK, "what another seat can do is not known here");
    if (st == ST_OK && actor != ACTOR_NONE) st = fill(l, &e);
    if (st == ST_OK) {
        *out = l;
        return KIBITZ_OK;
    }
    kibitz_legal_close(l);
    return public_fail(err, &e);
}

const char *kibitz_legal_next(kibitz_legal *l, kibitz_error *err) {
    error e;
    if (err) *err = (kibitz_error){0};
    if (!handle_good(l, HANDLE_LEGAL, err)) return NULL;
    if (!l->left && l->more && fill(l, &e) != ST_OK) {
        l->more = false;
        l->left = 0;
        (void)public_fail(err, &e);
        return NULL;
    }
    if (!l->left) return NULL;
    const char *name = l->names.at + l->at;
    l->at += strlen(name) + 1;
    l->left--;
    return name;
}

void kibitz_legal_close(kibitz_legal *l) {
    if (!l || !handle_good(l, HANDLE_LEGAL, NULL)) return;
    kibitz *owner = l->owner;
    text_done(&l->names);
    mem_free(l->world);
    handle_end(&l->head);
    public_let_go(owner);
}

kibitz_code kibitz_position_legal_count(const kibitz_position *p, uint64_t *out,
                                        kibitz_error *err) {
    *out = 0;
    if (!handle_good(p, HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    const rules *r = position_rules(p->at);
    if (r->game->actor(r, position_data(p->at)) == ACTOR_NONE) return KIBITZ_OK;
    if (token_count(position_ref(p->at), out) == ST_OK) return KIBITZ_OK;
    return public_refuse(err, ST_NOMEM, "no memory to count the actions");
}

kibitz_code kibitz_position_outcomes(const kibitz_position *p, kibitz_outcome_visit visit,
                                     void *ctx, kibitz_error *err) {
    if (!handle_good(p, HANDLE_POSITION, err)) return KIBITZ_BAD_VALUE;
    const rules *r = position_rules(p->at);
    const void *s = position_data(p->at);
    if (r->game->actor(r, s) != ACTOR_CHANCE)
        return public_refuse(err, ST_ACTION_EXPECTED, "nothing is left to chance here");
    if (!r->game->chance)
        return public_refuse(err, ST_UNSUPPORTED, "there are too many outcomes to list");
    chance_buffers b;
    if (chance_buffers_init(&b, r) != ST_OK)
        return public_refuse(err, ST_NOMEM, "no memory for the outcomes");
    int n = r->game->chance(r, s, b.outcome, b.weight);
    bool go_on = true;
    for (int i = 0; i < n && go_on; i++) {
        char name[GAME_TOKEN_SIZE];
        text t = text_over(name, sizeof name);
        token_write(r, s, &(token){{b.outcome[i]}, 1}, &t);
        go_on = visit(ctx, name, (double)b.weight[i]);
    }
    chance_buffers_done(&b);
    return n ? KIBITZ_OK
             : public_refuse(err, ST_UNSUPPORTED, "there are too many outcomes to list");
}
