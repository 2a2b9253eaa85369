/* What events did, in words: everything that happens is said, and to each seat only what it may
 * know. */
#include <acutest.h>

#include "engine/base/memory.h"
#include "engine/game/happened.h"
#include "games/unicorns/text/unicorns_text.h"
#include "games/unicorns/unicorns_bots.h"
#include "tests/support/stable.h"

enum { A, B, C };

#if TEST_PACE
enum { GAMES = 3 };
#else
enum { GAMES = 1 };
#endif

/* --- sentences --- */

static bool holds(const happened_list *l, const char *sentence) {
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(happened_words(l, i), sentence) == 0) return true;
    return false;
}

static void print(const happened_list *l) {
    for (size_t i = 0; i < l->count; i++) printf("    %s\n", happened_words(l, i));
}

/* Plays events, the last of which is what `l` is about; silent chance after it counts. */
static void play_and_look(stable *t, const char *events, int seat, happened_list *l) {
    const char *last = strrchr(events, ' ');
    char before[300] = "";
    if (last) (void)snprintf(before, sizeof before, "%.*s", (int)(last - events), events);
    stable_do(t, before);
    const char *event = last ? last + 1 : events;
    action list[UN_MAX_CARDS];
    float weight[UN_MAX_CARDS];
    action a;
    int n;
    happened_clear(l);
    TEST_ASSERT(un_from_text(t->head, t->s, event + (event[0] == '!'), &a, &n, NULL) == ST_OK);
    happened_in_state(t->head, t->s, &a, 1, seat, l);
    un_apply(t->head, t->s, NULL, a);
    while ((t->s->ask == UN_ASK_QUICK || t->s->ask == UN_ASK_SHOW) &&
           un_chance(t->head, t->s, list, weight) == 1) {
        happened_in_state(t->head, t->s, list, 1, seat, l);
        un_apply(t->head, t->s, NULL, list[0]);
    }
}

#define SAYS(l, sentence)                                                                          \
    do {                                                                                           \
        if (!TEST_CHECK_(holds(&(l), sentence), "%s", sentence)) print(&(l));                      \
    } while (0)

/* The only unicorn on the other table is destroyed without a question. */
static void test_only_target(void) {
    stable t = stable_open(2, false);
    happened_list l;
    happened_init(&l, NULL);
    stable_put(&t, A, "narwhal");
    stable_put(&t, B, "basic-unicorn");
    stable_hold(&t, A, "unicorn-poison yay");
    stable_hold(&t, B, "yay");
    stable_play(&t, A);
    play_and_look(&t, "play:unicorn-poison none", B, &l);
    SAYS(l, "seat 2 does not answer");
    SAYS(l, "no seat answers: Unicorn Poison takes effect");
    SAYS(l, "Unicorn Poison: Basic Unicorn of seat 2 is destroyed");
    SAYS(l, "the turn of seat 2 begins");
    TEST_CHECK(l.count == 4 && l.at[2].seat == A);
    happened_done(&l);
    stable_done(&t);
}

/* After `discard:neigh` a card comes to the stable: it is said which, and why. */
static void test_after_discard(void) {
    stable t = stable_open(2, false);
    happened_list l;
    happened_init(&l, NULL);
    stable_put(&t, A, "extremely-fertile-unicorn");
    stable_hold(&t, A, "neigh yay");
    stable_turn(&t, A);
    play_and_look(&t, "yes", B, &l);
    SAYS(l, "seat 1 uses Extremely Fertile Unicorn: discard a card, then bring a baby unicorn from "
            "the nursery into the stable");
    play_and_look(&t, "discard:neigh", B, &l);
    SAYS(l, "seat 1 picks Neigh to discard (Extremely Fertile Unicorn)");
    SAYS(l, "Extremely Fertile Unicorn: seat 1 discards Neigh");
    char *names[] = {"Ann", "Bob"};
    happened_list named;
    happened_init(&named, names);
    stable_done(&t);
    t = stable_open(2, false);
    stable_put(&t, A, "sadistic-ritual narwhal");
    stable_hold(&t, B, "yay");
    stable_play(&t, B);
    play_and_look(&t, "pass !p2.draw=neigh", A, &named);
    SAYS(named, "Bob draws a card");
    SAYS(named, "the turn of Ann begins");
    SAYS(named, "Sadistic Ritual: Ann sacrifices Narwhal");
    happened_done(&named);
    happened_done(&l);
    stable_done(&t);
}

/* One card stands in for another without a choice. */
static void test_saved(void) {
    stable t = stable_open(2, false);
    happened_list l;
    happened_init(&l, NULL);
    stable_put(&t, B, "black-knight-unicorn narwhal");
    stable_hold(&t, A, "unicorn-poison");
    stable_hold(&t, B, "yay");
    stable_play(&t, A);
    play_and_look(&t, "play:unicorn-poison destroy:p2.narwhal yes", A, &l);
    SAYS(l, "Black Knight Unicorn saves Narwhal of seat 2");
    SAYS(l, "seat 2 sacrifices Black Knight Unicorn instead");
    happened_done(&l);
    stable_done(&t);
}

/* Who may know which card. */
static void test_hidden(void) {
    static const struct {
        int seat;
        const char *sentence;
    } drawn[] = {{A, "seat 1 draws Yay"},
                 {SEAT_ALL, "seat 1 draws Yay"},
                 {B, "seat 1 draws a card"},
                 {SEAT_PUBLIC, "seat 1 draws a card"}},
      pulled[] = {{A, "seat 1 pulls Neigh from seat 2 (Americorn)"},
                  {B, "seat 1 pulls Neigh from seat 2 (Americorn)"},
                  {C, "seat 1 pulls a card from seat 2 (Americorn)"},
                  {SEAT_PUBLIC, "seat 1 pulls a card from seat 2 (Americorn)"}};
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        stable t = stable_open(3, false);
        happened_list l;
        happened_init(&l, NULL);
        stable_hold(&t, A, "americorn");
        stable_hold(&t, B, "neigh super-neigh");
        stable_turn(&t, A);
        play_and_look(&t, "!p1.draw=yay", drawn[i].seat, &l);
        SAYS(l, drawn[i].sentence);
        stable_do(&t, "play:americorn>p1 none");
        happened_clear(&l);
        play_and_look(&t, "p2 !pull=neigh", pulled[i].seat, &l);
        SAYS(l, pulled[i].sentence);
        happened_done(&l);
        stable_done(&t);
    }
}

/* --- complete games --- */

static bool names_card(const happened_list *l, const char *name) {
    for (size_t i = 0; i < l->count; i++)
        if (strstr(happened_words(l, i), name)) return true;
    return false;
}

static bool has_part(const happened_list *l, const char *part) {
    return names_card(l, part);
}

static int zone_of(const un_rules *r, const un_state *s, int id) {
    return un_zone_at(r, s, un_pos(r, s, id));
}

/* Every card that lies elsewhere afterwards was named. */
static bool all_moves_told(const un_rules *r, const un_state *was, const un_state *is,
                           const happened_list *l) {
    for (int id = 0; id < r->cards; id++) {
        int from = zone_of(r, was, id);
        int to = zone_of(r, is, id);
        bool hands =
            from >= un_hand(r, 0) && from < un_stack(r) && to >= un_hand(r, 0) && to < un_stack(r);
        if (from == to || (hands && has_part(l, "swap hands"))) continue;
        if (to == un_pile(r) && has_part(l, "shuffled into the pile")) continue;
        if (!names_card(l, un_kind_of(r, id)->name)) {
            printf("%s went from %d to %d\n", un_kind_of(r, id)->name, from, to);
            return false;
        }
    }
    return true;
}

static void play_game(int n, bool ref, uint64_t seed) {
    stable t = stable_open(n, ref);
    un_state *was = mem_alloc(t.head->state_size);
    un_state *parts = mem_alloc(t.head->state_size);
    happened_list l;
    rng g = rng_stream(seed, (uint64_t)n);
    happened_init(&l, NULL);
    unicorns.start(t.head, t.s);
    bool good = true;
    while (t.s->ask && good) {
        action list[UN_MAX_CARDS];
        float weight[UN_MAX_CARDS];
        action a;
        memcpy(was, t.s, t.head->state_size);
        if (un_actor(t.head, was) == ACTOR_CHANCE)
            a = game_draw_chance(t.head, was, (chance_buffers){list, weight}, &g, NULL);
        else
            a = un_bots[seed % 2].choose(t.head, was, NULL, &g);
        happened_clear(&l);
        un_happened(t.head, was, &a, 1, SEAT_ALL, &l);
        un_apply_raw(t.r, t.s, a);
        memcpy(parts, was, t.head->state_size);
        un_answer_raw(t.r, parts, a);
        while (un_advance_part(t.r, parts)) {
        }
        good = memcmp(parts, t.s, t.head->state_size) == 0;
        TEST_CHECK_(good, "%d players, turn %d: parts lead elsewhere", n, was->turn);
        bool stated = was->ask == UN_ASK_SHOW || all_moves_told(t.r, was, t.s, &l);
        if (!TEST_CHECK_(stated, "%d players, turn %d", n, was->turn)) print(&l);
        good = good && stated;
    }
    happened_done(&l);
    mem_free(was);
    mem_free(parts);
    stable_done(&t);
}

static void test_everything_is_told(void) {
    for (int n = 2; n <= UN_SEATS; n++)
        for (int ref = 0; ref < 2; ref++)
            for (uint64_t i = 0; i < GAMES; i++) play_game(n, ref, 2 * i + (uint64_t)n % 2);
}

/* --- the board --- */

/* No line of a board begins with a comma, and labels end in a blank. */
static void test_board(void) {
    stable t = stable_open(2, false);
    text out = text_growing();
    stable_put(&t, A, "barbed-wire sadistic-ritual slowdown tiny-stable blinding-light");
    stable_hold(&t, A,
                "annoying-flying-unicorn extremely-destructive-unicorn extremely-fertile-unicorn "
                "magical-flying-unicorn majestic-flying-unicorn seductive-unicorn yay neigh");
    stable_play(&t, A);
    un_draw_board(t.head, t.s, SEAT_ALL, false, &out);
    TEST_CHECK(strstr(text_string(&out), "downgrades  Barbed Wire") != NULL);
    for (const char *at = text_string(&out); *at; at += strcspn(at, "\n") + 1) {
        at += strspn(at, " ");
        TEST_CHECK(*at != ',');
        TEST_CHECK_(at[strcspn(at, "\n") - 1] != ' ', "%.*s", (int)strcspn(at, "\n"), at);
    }
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
    stable_done(&t);
}

TEST_LIST = {{"only_target", test_only_target},
             {"after_discard", test_after_discard},
             {"saved", test_saved},
             {"hidden", test_hidden},
             {"everything_is_told", test_everything_is_told},
             {"board", test_board},
             {NULL, NULL}};
