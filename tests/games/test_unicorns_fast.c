/* Fast playouts follow the same rules: what they decide is replayed by the rules themselves, and
 * both must come to the same state. UNICORNS_GAMES=2000 in the environment makes it the long
 * version. */
#include <acutest.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/game/game_speed.h"
#include "games/unicorns/fast/unicorns_fast.h"
#include "games/unicorns/unicorns_bots.h"
#include "tests/support/stable.h"

#if TEST_PACE
enum { GAMES = 24 };
#else
enum { GAMES = 2 };
#endif
enum { DECISIONS = 100000, MAX_CHOICES = UN_MAX_KINDS * UN_SEATS + 1 };

static int games_wanted(void) {
    const char *word = getenv("UNICORNS_GAMES"); /* NOLINT: no one changes it meanwhile */
    uint64_t n;
    return word && text_u64(word, 1000000, &n) ? (int)n : GAMES;
}

/* A game of fast playouts, one turn each, and its replay. */
typedef struct race {
    stable t;       /* the replay */
    un_state *fast; /* where the fast playout came to */
    un_state *watched;
    un_view *va, *vb;
    action *made;
    rng g;
    uint64_t decisions;
    int *seen; /* how often each effect was at work in the replay, or NULL */
} race;

static race race_make(stable t, uint64_t seed) {
    race x = {.t = t, .g = rng_stream(seed, 0)};
    x.fast = mem_alloc(x.t.head->state_size);
    x.watched = mem_alloc(x.t.head->state_size);
    x.va = mem_alloc(un_view_bytes(x.t.r));
    x.vb = mem_alloc(un_view_bytes(x.t.r));
    x.made = mem_alloc(DECISIONS * sizeof *x.made);
    TEST_ASSERT(x.fast && x.watched && x.va && x.vb && x.made);
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
    mem_free(x->watched);
    mem_free(x->va);
    mem_free(x->vb);
    mem_free(x->made);
    stable_done(&x->t);
}

static bool allowed(const race *x, action a) {
    static action list[MAX_CHOICES];
    static float weight[MAX_CHOICES];
    const un_state *s = x->t.s;
    int n = s->ask >= UN_ASK_SEATS ? un_chance(x->t.head, s, list, weight)
                                   : un_legal(x->t.head, s, NULL, list);
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
    if (a->ended == UN_ENDED_RESOURCE) return true; /* in the midst of an effect */
    if (!a->ended) {
        un_view_of(x->t.r, a, UN_EVERYTHING, x->va);
        un_view_of(x->t.r, b, UN_EVERYTHING, x->vb);
        return memcmp(x->va, x->vb, un_view_bytes(x->t.r)) == 0 &&
               a->hash == un_rehash(x->t.head, b) &&
               memcmp(a->heard, b->heard, sizeof a->heard) == 0 &&
               memcmp(a->lasting, b->lasting, sizeof a->lasting) == 0;
    }
    unicorns.returns(x->t.head, a, ua, pa);
    unicorns.returns(x->t.head, b, ub, pb);
    return memcmp(ua, ub, (size_t)x->t.r->n * sizeof *ua) == 0 &&
           memcmp(pa, pb, (size_t)x->t.r->n * sizeof *pa) == 0;
}

/* Counts the effects at work while an answer is worked through. */
static void watch(race *x, action a) {
    const un_rules *r = x->t.r;
    un_state *s = x->watched;
    memcpy(s, x->t.s, x->t.head->state_size);
    un_answer_raw(r, s, a);
    do {
        if (s->step != UN_IDLE && s->k < s->cur) x->seen[un_node_at(r, &s->fx[s->k])->op]++;
    } while (un_advance_part(r, s));
}

/* Up to the next card that is played; false when something differs. */
static bool one_turn(race *x, const char *setup) {
    un_fast w;
    un_fast_log log = {x->made, 0, DECISIONS};
    error err = {0};
    while (x->t.s->ask && !un_fast_starts(x->t.r, x->t.s))
        un_apply(x->t.head, x->t.s, NULL, un_random_action(x->t.head, x->t.s, NULL, &x->g));
    if (!x->t.s->ask) return true;
    un_fast_take(&w, x->t.r, x->t.s, &x->g);
    w.log = &log;
    un_fast_run(&w, 1);
    un_fast_give(&w, x->fast);
    bool fine = log.count == w.plies;
    for (int i = 0; fine && i < log.count && x->t.s->ended != UN_ENDED_RESOURCE; i++) {
        fine = allowed(x, x->made[i]);
        if (fine && x->seen) watch(x, x->made[i]);
        if (fine) un_apply(x->t.head, x->t.s, NULL, x->made[i]);
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

static bool is_reaction(int op) {
    return op >= UN_OP_INSTEAD_SAC_SELF && op <= UN_OP_SELF_TO_NURSERY;
}

static void put_any_effect(text *out, rng *g, int depth);

/* One argument by its letter (unicorns_words.h). */
static void put_argument(text *out, rng *g, const un_op_word *w, char letter, int depth) {
    static const char *const numbers[] = {"1", "1", "2", "all"};
    static const char *const types[] = {"any",     "unicorn",   "unicorn",           "basic",
                                        "upgrade", "downgrade", "upgrade+downgrade", "spell",
                                        "baby"};
    static const char *const players[] = {"me", "each", "any"};
    static const char *const others[] = {"other", "any"};
    static const char *const zones[] = {"hand", "discard", "nursery"};
    static const char *const searches[] = {"pile,spell", "discard,any", "pile,\"Card\"",
                                           "discard,\"Card\""};
    bool typed = strchr(w->args, 't') != NULL; /* no one draws all cards */
    switch (letter) {
    case 'n':
        text_put(out, typed ? ANY_OF(numbers, g) : numbers[rng_below(g, 3)]);
        break;
    case 't':
        text_put(out, ANY_OF(types, g));
        break;
    case 'w':
        text_put(out, ANY_OF(players, g));
        break;
    case 'o':
        text_put(out, ANY_OF(others, g));
        break;
    case 'z':
        text_put(out, ANY_OF(zones, g));
        break;
    case 's':
        text_put(out, ANY_OF(searches, g));
        break;
    case 'l': {
        const char *second = strchr(w->riders, ' ');
        size_t first = second ? (size_t)(second - w->riders) : strlen(w->riders);
        bool later = second && rng_below(g, 2);
        text_putn(out, later ? second + 1 : w->riders, later ? strlen(second + 1) : first);
        break;
    }
    default:
        put_any_effect(out, g, depth - 1);
        if (letter != 'E' && letter != '|') break;
        text_char(out, letter == 'E' ? ',' : '|');
        put_any_effect(out, g, depth - 1);
    }
}

/* An effect with any arguments, as the table of words has them: a new effect needs nothing here. */
static void put_effect(text *out, rng *g, int op, int depth) {
    const un_op_word *w = &un_op_words[op];
    bool rider = rng_below(g, 2);
    text_put(out, w->name);
    if (!*w->args || (*w->args == 'l' && !rider)) return;
    text_char(out, '(');
    for (const char *c = w->args; *c && (*c != 'l' || rider); c++) {
        if (c != w->args) text_char(out, ',');
        put_argument(out, g, w, *c, depth);
    }
    text_char(out, ')');
    if (*w->args != 'f') return;
    text_char(out, ' ');
    put_any_effect(out, g, depth - 1);
}

static void put_any_effect(text *out, rng *g, int depth) {
    int low = depth > 0 && rng_below(g, 2) ? UN_OP_MAY : UN_OP_CROWDED + 1;
    int high = low == UN_OP_MAY ? UN_OP_CROWDED : UN_OP_INSTEAD_SAC_SELF - 1;
    put_effect(out, g, low + (int)rng_below(g, (uint64_t)high - (uint64_t)low + 1), depth);
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
    char buf[400];
    text effect = text_over(buf, sizeof buf);
    put_any_effect(&effect, g, 2);
    /* Of several cards that hold what they stole it does not show which one holds it. */
    int copies = strstr(buf, "seducer") ? 1 : 1 + (int)rng_below(g, 3);
    const char *flag = spell ? "-" : ANY_OF(flags, g);
    const char *moment = spell ? "cast" : ANY_OF(when, g);
    text_format(out, "%d; Card %d; %s; %s; %s: %s", copies, number, type, flag, moment, buf);
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

/* --- effect by effect --- */

static void put_reaction(text *out, rng *g, int op) {
    static const char *const moves[] = {"if_sd", "if_sdr"};
    static const char *const pays[] = {"doomed", "doomed_sd"};
    const char *when = op == UN_OP_INSTEAD_SAC_SELF  ? "guard"
                       : op == UN_OP_INSTEAD_DISCARD ? ANY_OF(pays, g)
                                                     : ANY_OF(moves, g);
    bool may = rng_below(g, 2);
    text_format(out, "%s: %s", when, may ? "may(" : "");
    put_effect(out, g, op, 0);
    if (may) text_char(out, ')');
}

/* A card that has the effect. */
static void put_card_with(text *out, rng *g, int op, int number) {
    static const char *const types[] = {"magical", "magical", "spell", "upgrade", "downgrade"};
    static const char *const when[] = {"enter", "enter", "bot", "any_bot", "near", "hit"};
    const char *type = op == UN_OP_SELF_TO_NURSERY ? "baby" /* the nursery holds nothing else */
                       : is_reaction(op)           ? "magical"
                                                   : ANY_OF(types, g);
    char buf[400];
    text effect = text_over(buf, sizeof buf);
    if (is_reaction(op)) {
        put_reaction(&effect, g, op);
    } else {
        text_format(&effect, "%s: ", strcmp(type, "spell") == 0 ? "cast" : ANY_OF(when, g));
        put_effect(&effect, g, op, 1);
    }
    int copies = strstr(buf, "seducer") ? 1 : 1 + (int)rng_below(g, 2);
    text_format(out, "%d; Card %d; %s; -; %s\n", copies, number, type, buf);
}

/* A deck for one effect, and what gives it targets. */
static rules *deck_with(rng *g, int op, int seed, error *err) {
    params p = params_default();
    rules *r = NULL;
    text deck = text_growing();
    p.players = 2 + seed % 4;
    p.reference = seed % 2;
    text_put(&deck, "20; Basic; basic; -\n6; Neigh; instant; -\n"
                    "9; Baby; baby; -; if_sdr: self_to_nursery\n"
                    "10; Wasp; spell; -; cast: destroy(1,unicorn)\n"
                    "4; Ebb; spell; -; cast: free(sac_each(1,unicorn))\n"
                    "3; Rug; upgrade; -\n3; Ants; downgrade; -\n");
    for (int i = 0; i < 14; i++) {
        size_t before = deck.len;
        put_card_with(&deck, g, op, i);
        bool fine = un_open_deck(&r, &unicorns, &p, text_string(&deck), deck.len, err) == ST_OK;
        if (fine) rules_close(r);
        if (!fine) text_truncate(&deck, before);
        r = NULL;
    }
    (void)un_open_deck(&r, &unicorns, &p, text_string(&deck), deck.len, err);
    text_done(&deck);
    return r;
}

/* Reactions that are no effects of their own show in what they make. */
static int shows_as(int op) {
    return op == UN_OP_INSTEAD_SAC_SELF  ? UN_OP_SAC_SAVER
           : op == UN_OP_INSTEAD_DISCARD ? UN_OP_KICKED
                                         : op;
}

static void play_effect(int op, int decks, int *seen) {
    for (int i = 0; i < decks; i++) {
        rng g = rng_stream((uint64_t)i, (uint64_t)op);
        error err = {0};
        rules *r = deck_with(&g, op, i, &err);
        TEST_ASSERT_(r != NULL, "%s: %s", un_op_words[op].name, err.text);
        race x = race_over(r, (uint64_t)i);
        x.seen = seen;
        unicorns.start(x.t.head, x.t.s);
        bool fine = x.t.r->sets.usable;
        for (int k = 0; fine && k < 80 && x.t.s->ask; k++)
            fine = one_turn(&x, un_op_words[op].name);
        TEST_CHECK_(fine, "%s, deck %d", un_op_words[op].name, i);
        race_done(&x);
    }
}

static void test_each_effect(void) {
    int decks = 3 + games_wanted() / 8;
    int all[UN_OPS] = {0};
    for (int op = UN_OP_NONE + 1; op < UN_OPS; op++) {
        int seen[UN_OPS] = {0};
        if (!un_op_words[op].name) continue; /* made by others */
        play_effect(op, decks, seen);
        TEST_CHECK_(seen[shows_as(op)] > 0, "%s was never at work", un_op_words[op].name);
        for (int i = 0; i < UN_OPS; i++) all[i] += seen[i];
    }
    for (int op = UN_OP_BABIES; op < UN_OPS; op++) TEST_CHECK_(all[op] > 0, "effect %d", op);
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
        int max = 24 + (int)rng_below(&g, 232); /* fewer are played without a un_fast */
        if (max > log.count) max = log.count;
        unicorns.start(x.t.head, x.t.s);
        for (int k = 0; k < max; k++) un_apply(x.t.head, x.t.s, NULL, x.made[k]);
        TEST_CHECK(unicorns.speed->play_out(x.t.head, s, NULL, &x.g, max) == max);
        TEST_CHECK_(unicorns.hash(x.t.head, s) == x.t.s->hash, "after %d decisions", max);
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
        int max = (int)rng_below(&g, 900);
        int played = 0;
        for (int k = (int)rng_below(&g, 120); k > 0 && t.s->ask; k--)
            un_play_random(t.head, t.s, NULL, &g);
        played = unicorns.speed->play_out(t.head, t.s, NULL, &g, max);
        error err = {0};
        TEST_CHECK_(played == max || (played < max && !t.s->ask), "%d of %d", played, max);
        TEST_CHECK_(unicorns.check(t.head, t.s, &err) == ST_OK, "%s", err.text);
        TEST_CHECK(!t.s->ask || un_asks_sense(t.r, t.s));
    }
    stable_done(&t);
}

/* A deck that does not fit the sets is played all the same. */
static void test_large_deck(void) {
    stable t = stable_open_with("players 3 set deck=base,picnic");
    rng g = rng_stream(2, 0);
    TEST_CHECK(t.r->cards > UN_SET_SIZE && !t.r->sets.usable);
    unicorns.start(t.head, t.s);
    (void)unicorns.speed->play_out(t.head, t.s, NULL, &g, DECISIONS);
    TEST_CHECK(unicorns.actor(t.head, t.s) == ACTOR_NONE);
    stable_done(&t);
}

TEST_LIST = {{"replay", test_replay},
             {"made_up_decks", test_made_up_decks},
             {"each_effect", test_each_effect},
             {"cut_short", test_cut_short},
             {"limits", test_limits},
             {"large_deck", test_large_deck},
             {NULL, NULL}};
