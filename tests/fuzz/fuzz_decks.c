#include "engine/game/game_speed.h"
#include "engine/game/happened.h"
#include "games/unicorns/rules/unicorns_rules.h"
#include "games/unicorns/rules/unicorns_turn.h"
#include "games/unicorns/unicorns.h"
#include "tests/fuzz/fuzz.h"

enum { PLIES = 300 };

/* Whatever can happen next is told, to all and to one seat. */
static void tell(const rules *r, const un_state *s, rng *g) {
    action list[UN_MAX_KINDS * UN_SEATS + 1];
    float weight[UN_MAX_KINDS];
    happened_list l;
    int n =
        un_actor(r, s) == ACTOR_CHANCE ? un_chance(r, s, list, weight) : un_legal(r, s, NULL, list);
    if (n <= 0) return;
    action a = list[rng_below(g, (uint64_t)n)];
    happened_init(&l, NULL);
    happened_in_state(r, s, &a, 1, SEAT_ALL, &l);
    FUZZ_HOLDS(l.count > 0 && happened_words(&l, 0)[0]);
    happened_in_state(r, s, &a, 1, 0, &l);
    happened_done(&l);
}

/* What is wrong has a place inside the text; what is not is read. */
static void scan(const char *body, size_t len) {
    static un_deck deck;
    static un_problems list;
    list.count = 0;
    un_deck_begin(&deck);
    un_deck_scan(&deck, body, len, false, &list);
    for (int i = 0; i < list.count && i < UN_MAX_PROBLEMS; i++)
        FUZZ_HOLDS(list.at[i].line >= 1 && list.at[i].column >= 1 && list.at[i].text[0]);
    un_deck_begin(&deck);
    FUZZ_HOLDS((un_deck_read(&deck, body, len, false, NULL) == ST_OK) == (list.count == 0));
}

/* Whatever a deck says, its cards stay together and every question has an answer. */
static void play(const rules *r, uint64_t seed) {
    un_state *s = mem_alloc(r->state_size);
    rng g = rng_stream(seed, 0);
    error why;
    FUZZ_HOLDS(s != NULL);
    unicorns.start(r, s);
    for (int i = 0; i < PLIES && s->ask; i++) {
        FUZZ_HOLDS(unicorns.check(r, s, &why) == ST_OK);
        tell(r, s, &g);
        unicorns.speed->play_random(r, s, NULL, &g);
    }
    unicorns.start(r, s);
    FUZZ_HOLDS(unicorns.speed->play_out(r, s, NULL, &g, PLIES) <= PLIES);
    FUZZ_HOLDS(unicorns.check(r, s, &why) == ST_OK);
    mem_free(s);
}

/* Deck files: byte 0 picks players and rules. What is read is played; what is refused says where.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size < 1 || size > 8192) return 0;
    params p = params_default();
    p.players = 2 + data[0] % 7;
    p.reference = data[0] & 128;
    rules *r;
    error why = {0};
    char *body = fuzz_string(data + 1, size - 1);
    scan(body, size - 1);
    if (un_open_deck(&r, &unicorns, &p, body, size - 1, &why) == ST_OK) {
        play(r, data[0]);
        rules_close(r);
    } else {
        FUZZ_HOLDS(why.text[0]);
    }
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
