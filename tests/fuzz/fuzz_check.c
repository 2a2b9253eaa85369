#include "engine/game/game_endings.h"
#include "tests/fuzz/fuzz.h"

enum { PLIES = 200 };

/* --- which game --- */

/* They stay until the process ends, as all of the catalogue does. */
static void add_authors(void) {
    static const char *const texts[] = {AUTHORS, NULL};
    static bool added;
    if (added) return;
    added = true;
    game_library *l = catalogue_library();
    size_t before = mem_here();
    diags *d = mem_alloc(sizeof *d);
    FUZZ_HOLDS(d);
    for (const char *const *path = texts; *path; path++) {
        error err;
        const game *first;
        FUZZ_HOLDS(game_library_read_file(l, *path, &first, d, &err) == ST_OK);
    }
    mem_free(d);
    mem_exempt(mem_here() - before);
}

const game *fuzz_named_game(const uint8_t **data, size_t *size) {
    char name[64];
    const uint8_t *at = *data;
    add_authors();
    FUZZ_HOLDS(*size > 0);
    const uint8_t *end = at[0] == '@' ? memchr(at, '\n', *size) : NULL;
    size_t len = end ? (size_t)(end - at) : 0;
    if (!len || len > sizeof name) len = 0;
    (void)snprintf(name, sizeof name, "%.*s", len ? (int)len - 1 : 0, (const char *)at + 1);
    const game *g = len ? game_find(catalogue_games(), name) : NULL;
    size_t used = g ? len + 1 : 1;
    *data += used;
    *size -= used;
    return g ? g : fuzz_game(at[0]);
}

/* --- positions --- */

static void check_state(const rules *r, const void *s) {
    error e;
    FUZZ_HOLDS(r->game->hash(r, s) == game_rehash(r, s));
    status st = r->game->check ? r->game->check(r, s, &e) : ST_OK;
    FUZZ_HOLDS(st == ST_OK || st == ST_TOO_MUCH_WORK);
}

/* On past ends that can be played past, with a null move, and back. */
static void play_past(const position *p) {
    enum { PAST = 20 };
    const rules *r = position_rules(p);
    position *c;
    error e;
    rng g = {.s = 6};
    uint64_t key = position_key(p);
    if (position_seat(p) != SEAT_ALL || !r->endings->reopen) return;
    FUZZ_HOLDS(position_clone(&c, p, &e) == ST_OK);
    position_allow(c, POSITION_OPEN_ENDS | POSITION_NULL_MOVES);
    check_state(r, position_data(c));
    if (r->game->actor(r, position_data(p)) != ACTOR_NONE) FUZZ_HOLDS(position_key(c) == key);
    key = position_key(c);
    unsigned from = position_ply(c);
    (void)position_play(c, "0000", &e);
    for (int i = 0; i < PAST && r->game->actor(r, position_data(c)) >= 0; i++) {
        char buf[GAME_TOKEN_SIZE];
        text event = text_over(buf, sizeof buf);
        token tok;
        check_state(r, position_data(c));
        FUZZ_HOLDS(token_random((state_ref){r, position_data(c), position_trail(c)}, &g, &tok) ==
                   ST_OK);
        token_write(r, position_data(c), &tok, &event);
        FUZZ_HOLDS(position_play(c, buf, &e) == ST_OK);
    }
    position_cut(c, from);
    FUZZ_HOLDS(position_key(c) == key);
    position_destroy(c);
}

void fuzz_check_position(const position *p) {
    const rules *r = position_rules(p);
    const game *k = r->game;
    text line = text_growing();
    position *again;
    error e;
    position_write(p, &line);
    FUZZ_HOLDS(position_read(&again, k, &r->options, position_seat(p), text_string(&line), &e) ==
               ST_OK);
    /* A text does not tell whether play continues past a called end. */
    if (k->actor(r, position_data(p)) != ACTOR_NONE) position_allow(again, POSITION_OPEN_ENDS);
    FUZZ_HOLDS(position_key(again) == position_key(p));
    position_destroy(again);
    text_done(&line);
    play_past(p);
    void *s = mem_alloc(r->state_size);
    action *list = mem_alloc(r->max_actions * sizeof *list);
    float *weight = mem_alloc(r->max_actions * sizeof *weight);
    FUZZ_HOLDS(s && list && weight);
    rng g = {.s = 5};
    position_world(p, &g, s);
    for (int i = 0; i < PLIES; i++) {
        check_state(r, s);
        int actor = k->actor(r, s);
        if (actor == ACTOR_NONE) break;
        action a;
        if (actor == ACTOR_CHANCE) {
            a = game_draw_chance(r, s, (chance_buffers){list, weight}, &g, NULL);
        } else {
            int n = k->legal(r, s, position_trail(p), list);
            FUZZ_HOLDS(n > 0);
            a = list[rng_below(&g, (uint64_t)n)];
        }
        if (!position_trail(p)) k->apply(r, s, NULL, a);
    }
    mem_free(s);
    mem_free(list);
    mem_free(weight);
}
