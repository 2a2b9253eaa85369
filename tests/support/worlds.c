#include "tests/support/worlds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/blob.h"

enum { APART = 3, LIST = 64 };

typedef struct walk {
    void (*look)(void *ctx, const worlds *w);
    void *ctx;
    worlds_count *count, left;
    rng g;
} walk;

/* What has to be so before anything can be tested. */
#define MUST(what)                                                                                 \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what);                       \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static void compare(walk *k, const position *one, const position *two, int seat, bool history) {
    position *a = NULL;
    position *b = NULL;
    MUST(position_observe(&a, one, seat, NULL) == ST_OK);
    MUST(position_observe(&b, two, seat, NULL) == ST_OK);
    size_t size = position_rules(one)->view_size;
    MUST(memcmp(position_data(a), position_data(b), size) == 0);
    position_destroy(a);
    position_destroy(b);
    k->look(k->ctx, &(worlds){one, two, seat, history});
}

/* A position does not rest where chance has one outcome. */
static bool rests(const rules *r, const void *s) {
    chance_buffers buf = {mem_alloc(r->max_actions * sizeof(action)),
                          mem_alloc(r->max_actions * sizeof(float))};
    MUST(buf.outcome && buf.weight);
    bool yes =
        r->game->actor(r, s) != ACTOR_CHANCE || r->game->chance(r, s, buf.outcome, buf.weight) != 1;
    mem_free(buf.outcome);
    mem_free(buf.weight);
    return yes;
}

/* The same moment with another state, as if it had been sent: without the events before it. */
static position *sent(const position *p, const void *state) {
    const game *games[] = {position_rules(p)->game, NULL};
    position *bare = NULL;
    position *out = NULL;
    text blob = text_growing();
    MUST(position_with_state(&bare, p, state, NULL) == ST_OK);
    blob_write(bare, &blob);
    MUST(blob_read(&out, games, text_string(&blob), NULL) == ST_OK);
    position_destroy(bare);
    text_done(&blob);
    return out;
}

/* The hidden part dealt again. */
static void redeal(walk *k, const position *p, int seat) {
    const rules *r = position_rules(p);
    position *view = NULL;
    void *other = mem_alloc(r->state_size);
    MUST(other && position_observe(&view, p, seat, NULL) == ST_OK);
    position_world(view, &k->g, other);
    bool differs = r->game->hash(r, other) != r->game->hash(r, position_data(p)) && rests(r, other);
    position *one = sent(p, position_data(p));
    position *two = sent(p, other);
    if (differs && k->left.redealt) {
        k->left.redealt--;
        k->count->redealt++;
        compare(k, one, two, seat, false);
    }
    position_destroy(one);
    position_destroy(two);
    position_destroy(view);
    mem_free(other);
}

typedef struct tokens {
    token at[LIST];
    int count;
} tokens;

static bool keep(void *ctx, const token *tok) {
    tokens *t = ctx;
    if (t->count < LIST) t->at[t->count++] = *tok;
    return true;
}

/* The position after a token, if the viewer sees nothing of it and of what follows by itself. */
static position *after_unseen(const position *p, const token *tok, int seat) {
    position *next = NULL;
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    token_write(position_rules(p), position_data(p), tok, &event);
    MUST(position_clone(&next, p, NULL) == ST_OK);
    MUST(position_play(next, buf, NULL) == ST_OK);
    if (position_seen(next, seat) == position_seen(p, seat)) return next;
    position_destroy(next);
    return NULL;
}

/* One event more, or another one, that the viewer sees nothing of. */
static void play_unseen(walk *k, const position *p, int seat) {
    tokens t = {.count = 0};
    position *first = NULL;
    const rules *r = position_rules(p);
    if (r->game->actor(r, position_data(p)) < 0) return;
    MUST(token_walk((state_ref){r, position_data(p), position_trail(p)}, keep, &t) == ST_OK);
    for (int i = 0; i < t.count && i < 8; i++) {
        position *next = after_unseen(p, &t.at[i], seat);
        if (!next) continue;
        if (!first && k->left.later) {
            k->left.later--;
            k->count->later++;
            compare(k, p, next, seat, true);
        } else if (first && k->left.other) {
            k->left.other--;
            k->count->other++;
            compare(k, first, next, seat, true);
        }
        if (first) {
            position_destroy(next);
            break;
        }
        first = next;
    }
    position_destroy(first);
}

static bool play_random(position *p, rng *g) {
    const rules *r = position_rules(p);
    token tok;
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    if (token_random((state_ref){r, position_data(p), position_trail(p)}, g, &tok) != ST_OK)
        return false;
    token_write(r, position_data(p), &tok, &event);
    return position_play(p, buf, NULL) == ST_OK;
}

void worlds_walk(const game *g, int players, int games, int max,
                 void (*look)(void *ctx, const worlds *w), void *ctx, worlds_count *count) {
    unsigned n = (unsigned)max;
    walk k = {.look = look, .ctx = ctx, .count = count, .left = {n, n, n}};
    for (int i = 0; i < games; i++) {
        position *p;
        params setup = params_default();
        setup.players = players;
        k.g = rng_stream(41 + (uint64_t)i, (uint64_t)players);
        MUST(position_start(&p, g, &setup, SEAT_ALL, NULL) == ST_OK);
        const rules *r = position_rules(p);
        for (;;) {
            bool reaction = game_kind(r, position_data(p)) == KIND_REACTION;
            bool over = r->game->actor(r, position_data(p)) == ACTOR_NONE;
            int seat = (int)rng_below(&k.g, (uint64_t)players + 1);
            if (seat == players) seat = SEAT_PUBLIC;
            if (reaction && (k.left.later || k.left.other)) play_unseen(&k, p, seat);
            if (k.left.redealt && rng_below(&k.g, (uint64_t)(over ? 1 : APART * players)) == 0)
                redeal(&k, p, seat);
            if (over || !play_random(p, &k.g)) break;
        }
        position_destroy(p);
    }
}
