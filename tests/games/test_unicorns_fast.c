/* Fast playouts follow the same rules: what they decide is replayed by the rules themselves, and
 * both must come to the same state. UNICORNS_GAMES=2000 in the environment makes it the long
 * version. */
#include <acutest.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "games/unicorns/fast/unicorns_fast.h"
#include "games/unicorns/unicorns_bots.h"
#include "tests/support/stable.h"

#if TEST_PACE
enum { GAMES = 24 };
#else
enum { GAMES = 2 };
#endif
enum { DECISIONS = 100000, MOST_CHOICES = UN_MAX_KINDS * UN_SEATS + 1 };

static int games_wanted(void) {
    const char *word = getenv("UNICORNS_GAMES"); /* NOLINT: nobody changes it meanwhile */
    uint64_t n;
    return word && text_u64(word, 1000000, &n) ? (int)n : GAMES;
}

/* A game of fast playouts, one turn each, and its replay. */
typedef struct race {
    stable t;       /* the replay */
    un_state *fast; /* where the fast playout came to */
    un_view *va, *vb;
    action *made;
    rng g;
    uint64_t decisions;
} race;

static race race_make(stable t, uint64_t seed) {
    race x = {.t = t, .g = rng_stream(seed, 0)};
    x.fast = mem_alloc(x.t.head->state_size);
    x.va = mem_alloc(un_view_bytes(x.t.r));
    x.vb = mem_alloc(un_view_bytes(x.t.r));
    x.made = mem_alloc(DECISIONS * sizeof *x.made);
    TEST_ASSERT(x.fast && x.va && x.vb && x.made);
    return x;
}

static race race_open(const char *setup, uint64_t seed) {
    return race_make(stable_open_with(setup), seed);
}

static race race_over(rules *r, uint64_t seed) { /* r is the race's from now on */
    stable t = {.head = r, .r = un_of(r), .s = mem_alloc(r->state_size)};
    TEST_ASSERT(t.s != NULL);
    return race_make(t, seed);
}

static void race_done(race *x) {
    mem_free(x->fast);
    mem_free(x->va);
    mem_free(x->vb);
    mem_free(x->made);
    stable_done(&x->t);
}

static bool allowed(const race *x, action a) {
    static action list[MOST_CHOICES];
    static float weight[MOST_CHOICES];
    const un_state *s = x->t.s;
    int n = s->ask >= UN_ASK_SEATS ? un_chance(x->t.r, s, list, weight) : un_legal(x->t.r, s, list);
    for (int i = 0; i < n; i++)
        if (list[i] == a) return true;
    return false;
}

static bool same(race *x) {
    const un_state *a = x->t.s;
    const un_state *b = x->fast;
    float ua[GAME_MAX_PLAYERS];
    float ub[GAME_MAX_PLAYERS];
    int32_t pa[GAME_MAX_PLAYERS];
    int32_t pb[GAME_MAX_PLAYERS];
    if (a->ended != b->ended || a->ask != b->ask || a->turn != b->turn) return false;
    if (a->ended == UN_ENDED_ROOM) return true; /* in the midst of an effect */
    if (!a->ended) {
        un_view_of(x->t.r, a, UN_EVERYTHING, x->va);
        un_view_of(x->t.r, b, UN_EVERYTHING, x->vb);
        return memcmp(x->va, x->vb, un_view_bytes(x->t.r)) == 0 &&
               a->hash == un_rehash(x->t.r, b) &&
               memcmp(a->heard, b->heard, sizeof a->heard) == 0 &&
               memcmp(a->lasting, b->lasting, sizeof a->lasting) == 0;
    }
    unicorns.returns(x->t.head, a, ua, pa);
    unicorns.returns(x->t.head, b, ub, pb);
    return memcmp(ua, ub, (size_t)x->t.r->n * sizeof *ua) == 0 &&
           memcmp(pa, pb, (size_t)x->t.r->n * sizeof *pa) == 0;
}

/* Up to the next card that is played; false when something differs. */
static bool one_turn(race *x, const char *setup) {
    un_fast w;
    un_fast_log log = {x->made, 0, DECISIONS};
    error err = {0};
    while (x->t.s->ask && !un_fast_starts(x->t.r, x->t.s))
        un_apply(x->t.r, x->t.s, un_random_action(x->t.r, x->t.s, &x->g));
    if (!x->t.s->ask) return true;
    un_fast_take(&w, x->t.r, x->t.s, &x->g);
    w.log = &log;
    un_fast_run(&w, 1);
    un_fast_give(&w, x->fast);
    bool fine = log.count == w.plies;
    for (int i = 0; fine && i < log.count && x->t.s->ended != UN_ENDED_ROOM; i++) {
        fine = allowed(x, x->made[i]);
        if (fine) un_apply(x->t.r, x->t.s, x->made[i]);
    }
    x->decisions += (uint64_t)log.count;
    fine = fine && unicorns.check(x->t.head, x->fast, &err) == ST_OK && same(x);
    TEST_CHECK_(fine, "%s, turn %d, decision %d: %s", setup, x->t.s->turn, (int)x->decisions,
                err.text);
    return fine;
}

static void test_replay(void) {
    static const char *const more[] = {"", " rules reference", " set deck=picnic",
                                       " rules reference set deck=picnic"};
    int games = games_wanted();
    for (int n = 2; n <= UN_SEATS; n++)
        for (int i = 0; i < 4; i++) {
            char setup[80];
            text out = text_over(setup, sizeof setup);
            if (i > 1 && n > 4) continue; /* a small deck */
            text_format(&out, "players %d%s", n, more[i]);
            race x = race_open(setup, 8 * (uint64_t)n + (uint64_t)i);
            bool fine = x.t.r->sets.usable;
            TEST_CHECK_(fine, "%s", setup);
            for (int k = 0; fine && k < games; k++) {
                unicorns.start(x.t.head, x.t.s);
                while (fine && x.t.s->ask) fine = one_turn(&x, setup);
            }
            race_done(&x);
        }
}

/* --- decks made up --- */

static const char *any_of(const char *const *list, size_t n, rng *g) {
    return list[rng_below(g, n)];
}
#define ANY_OF(list, g) any_of(list, sizeof(list) / sizeof *(list), g)

static void put_any_effect(text *out, rng *g, int depth) {
    static const char *const single[] = {"destroy(1,unicorn)",
                                         "destroy(2,any)",
                                         "sac(1,any)",
                                         "sac(2,unicorn)",
                                         "sac(all,downgrade)",
                                         "sac(1,unicorn,draw_hit)",
                                         "sac(1,unicorn,draw_pick)",
                                         "sac_each(1,unicorn)",
                                         "sac_each(2,any)",
                                         "sac_self",
                                         "return(1,any)",
                                         "return(2,unicorn)",
                                         "return(1,any,kick)",
                                         "return_each(1,any)",
                                         "steal(1,unicorn)",
                                         "steal(2,upgrade)",
                                         "steal(1,unicorn,eot)",
                                         "steal(1,any,seducer)",
                                         "bring(1,unicorn,discard)",
                                         "bring(2,any,discard)",
                                         "bring(2,unicorn,hand)",
                                         "bring(1,baby,nursery)",
                                         "bring(2,baby,nursery)",
                                         "discard(1,any,me)",
                                         "discard(2,any,each)",
                                         "discard(1,unicorn,me)",
                                         "discard(1,any,any)",
                                         "discard(all,any,me)",
                                         "draw(2)",
                                         "draw_each(1)",
                                         "bonus_draw(1)",
                                         "search(pile,spell)",
                                         "search(discard,any)",
                                         "search(pile,\"Card\")",
                                         "search(discard,\"Card\")",
                                         "shuffle",
                                         "reshuffle",
                                         "pull(any)",
                                         "pull(other)",
                                         "peek_take",
                                         "swap_hands",
                                         "retarget(upgrade,any)",
                                         "retarget(downgrade,other)",
                                         "swap_unicorn",
                                         "shrink",
                                         "walk",
                                         "walk(lazy)",
                                         "extra_turn",
                                         "skip_to_end",
                                         "plays2"};
    static const char *const open[] = {"may(", "and(", "if(", "oneof(", "free(", "crowded("};
    static const char *const middle[] = {"", ",", ") ", "|", "", ""};
    if (depth == 0 || rng_below(g, 2)) {
        text_put(out, ANY_OF(single, g));
        return;
    }
    size_t i = rng_below(g, sizeof open / sizeof *open);
    text_put(out, open[i]);
    put_any_effect(out, g, depth - 1);
    text_put(out, middle[i]);
    if (*middle[i]) put_any_effect(out, g, depth - 1);
    if (i != 2) text_char(out, ')');
}

static void put_any_card(text *out, rng *g, int number) {
    static const char *const types[] = {"magical", "magical", "spell", "upgrade", "downgrade"};
    static const char *const flags[] = {
        "-", "-", "-", "not_destroyable", "not_sacrificable", "double", "needs_basic"};
    static const char *const when[] = {"enter",   "enter",          "bot",       "bot",
                                       "any_bot", "foreign_bot",    "near",      "near_unicorn",
                                       "crowd",   "crowd_anywhere", "own_entry", "hit",
                                       "hit_each"};
    static const char *const reaction[] = {"if_sd: self_to_hand",
                                           "if_sdr: self_to_hand",
                                           "if_sd: may(self_to_hand)",
                                           "guard: may(instead_sac_self)",
                                           "doomed: may(instead_discard(1))",
                                           "doomed_sd: may(instead_discard(2))"};
    static const char *const lasting[] = {"no_instants",      "no_upgrades",   "no_spells",
                                          "no_neigh",         "unicorns_safe", "spell_proof",
                                          "spell_proof_self", "basic_lock",    "basic_lock_all",
                                          "pandas",           "blind"};
    const char *type = ANY_OF(types, g);
    bool spell = strcmp(type, "spell") == 0;
    char room[400];
    text effect = text_over(room, sizeof room);
    put_any_effect(&effect, g, 2);
    /* Of several cards that hold what they stole it does not show which one holds it. */
    int copies = strstr(room, "seducer") ? 1 : 1 + (int)rng_below(g, 3);
    const char *flag = spell ? "-" : ANY_OF(flags, g);
    const char *moment = spell ? "cast" : ANY_OF(when, g);
    text_format(out, "%d; Card %d; %s; %s; %s: %s", copies, number, type, flag, moment, room);
    if (!spell && rng_below(g, 4) == 0) text_format(out, "; %s", ANY_OF(reaction, g));
    if (!spell && rng_below(g, 4) == 0) text_format(out, "; cont: %s", ANY_OF(lasting, g));
    text_char(out, '\n');
}

/* Cards that the reader refuses (not everything fits together) are left out. */
static rules *any_deck(rng *g, int seed, error *err) {
    params p = params_default();
    rules *r = NULL;
    text deck = text_growing();
    p.players = 2 + seed % 4;
    p.reference = seed / 4 % 2;
    text_put(&deck, "20; Basic; basic; -\n8; Neigh; instant; -\n1; Stop; instant; not_neighable\n"
                    "9; Baby; baby; -; if_sdr: self_to_nursery");
    text_put(&deck, seed % 3 ? "\n" : "; enter: may(draw(1))\n");
    for (int i = 0; i < 30; i++) {
        size_t before = deck.len;
        put_any_card(&deck, g, i);
        if (un_open_deck(&r, &unicorns, &p, text_string(&deck), deck.len, err) == ST_OK)
            rules_close(r);
        else if (err->code == ST_BAD_SYNTAX)
            text_truncate(&deck, before);
        r = NULL;
    }
    (void)un_open_deck(&r, &unicorns, &p, text_string(&deck), deck.len, err);
    text_done(&deck);
    return r;
}

static void test_made_up_decks(void) {
    int decks = 2 * games_wanted();
    int played = 0;
    for (int i = 0; i < decks; i++) {
        rng g = rng_stream((uint64_t)i, 9);
        error err = {0};
        rules *r = any_deck(&g, i, &err);
        if (!r) continue;
        race x = race_over(r, (uint64_t)i);
        unicorns.start(x.t.head, x.t.s);
        bool fine = x.t.r->sets.usable;
        for (int k = 0; fine && k < 60 && x.t.s->ask; k++) fine = one_turn(&x, "a deck made up");
        TEST_CHECK_(fine, "deck %d", i);
        played++;
        race_done(&x);
    }
    TEST_CHECK_(played >= decks / 2, "%d of %d decks", played, decks);
}

/* A playout of so many decisions ends there, wherever in a turn that is, with the decisions that a
 * longer one makes. */
static void test_cut_short(void) {
    race x = race_open("players 4", 5);
    un_state *s = mem_alloc(x.t.head->state_size);
    TEST_ASSERT(s != NULL);
    for (int i = 0; i < 40; i++) {
        unicorns.start(x.t.head, s);
        un_fast w;
        un_fast_log log = {x.made, 0, DECISIONS};
        rng g = x.g;
        un_fast_take(&w, x.t.r, s, &g);
        w.log = &log;
        un_fast_run(&w, DECISIONS);
        int most = 24 + (int)rng_below(&g, 232); /* fewer are played without a un_fast */
        if (most > log.count) most = log.count;
        unicorns.start(x.t.head, x.t.s);
        for (int k = 0; k < most; k++) un_apply(x.t.r, x.t.s, x.made[k]);
        TEST_CHECK(unicorns.play_out(x.t.head, s, NULL, &x.g, most) == most);
        TEST_CHECK_(unicorns.hash(x.t.head, s) == x.t.s->hash, "after %d decisions", most);
        error err = {0};
        TEST_CHECK_(unicorns.check(x.t.head, s, &err) == ST_OK, "%s", err.text);
        x.g = rng_stream((uint64_t)i, 3);
    }
    mem_free(s);
    race_done(&x);
}

/* From anywhere, with any limit: never more, and less only when the game is over. */
static void test_limits(void) {
    stable t = stable_open(5, true);
    rng g = rng_stream(11, 0);
    for (int i = 0; i < 60; i++) {
        unicorns.start(t.head, t.s);
        int most = (int)rng_below(&g, 900);
        int played = 0;
        for (int k = (int)rng_below(&g, 120); k > 0 && t.s->ask; k--)
            un_play_random(t.head, t.s, NULL, &g);
        played = unicorns.play_out(t.head, t.s, NULL, &g, most);
        error err = {0};
        TEST_CHECK_(played == most || (played < most && !t.s->ask), "%d of %d", played, most);
        TEST_CHECK_(unicorns.check(t.head, t.s, &err) == ST_OK, "%s", err.text);
        TEST_CHECK(!t.s->ask || un_asks_sense(t.r, t.s));
    }
    stable_done(&t);
}

/* A deck that does not fit the sets is played all the same. */
static void test_large_deck(void) {
    stable t = stable_open_with("players 3 set deck=base,picnic");
    rng g = rng_stream(2, 0);
    TEST_CHECK(t.r->cards > UN_SET_ROOM && !t.r->sets.usable);
    unicorns.start(t.head, t.s);
    (void)unicorns.play_out(t.head, t.s, NULL, &g, DECISIONS);
    TEST_CHECK(unicorns.actor(t.head, t.s) == ACTOR_NONE);
    stable_done(&t);
}

TEST_LIST = {{"replay", test_replay},         {"made_up_decks", test_made_up_decks},
             {"cut_short", test_cut_short},   {"limits", test_limits},
             {"large_deck", test_large_deck}, {NULL, NULL}};
