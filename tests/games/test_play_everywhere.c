/* Every game of the catalogue at the table of `kibitz play`, without a terminal: all commands, and
 * lines that mean nothing. Engines are random or look at a few lines only: whether they play well
 * is not asked here. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdlib.h>
#include <unistd.h>

#include "cli/play/play_core.h"
#include "engine/base/memory.h"
#include "lib/catalogue.h"
#include "search/skill.h"
#include "tests/support/pace.h"

enum { VISITS = 6, MAX_THOUGHTS = 2000, BYTES = 40 };

typedef struct desk {
    const game *g;
    play *table;
    text said;
    rng dice;
} desk;

static void hear(void *ctx, const char *said) {
    text_put(&((desk *)ctx)->said, said);
}

static play_config config(desk *d, const char *others) {
    play_config c = {.games = catalogue_games(),
                     .book = catalogue_registry(),
                     .limits = limits_none(),
                     .options = search_default_options(),
                     .level = SKILL_LEVELS,
                     .seed = 5,
                     .files = true,
                     .say = hear,
                     .say_ctx = d};
    c.seat[0] = "human";
    for (int i = 1; i < d->g->default_players; i++) c.seat[i] = others;
    c.limits.visits = VISITS;
    c.options.hash_bytes = 1 << 16;
    return c;
}

static void sit(desk *d, position *start, const char *others) {
    error e;
    play_config c = config(d, others);
    TEST_ASSERT_(play_create(&d->table, &c, start, &e) == ST_OK, "%s: %s", d->g->name, e.text);
}

static position *start_of(const game *g) {
    position *p = NULL;
    params usual = params_default();
    error e;
    TEST_ASSERT_(position_start(&p, g, &usual, SEAT_ALL, &e) == ST_OK, "%s", e.text);
    return p;
}

/* Engines move until a line is wanted, which it must be sooner or later. */
static void until_line(desk *d) {
    play_want want = PLAY_THINK;
    error e = {0};
    for (int i = 0; i < MAX_THOUGHTS && want == PLAY_THINK; i++) {
        TEST_ASSERT_(play_next(d->table, &want, &e) == ST_OK, "%s: %s", d->g->name, e.text);
        if (want == PLAY_THINK)
            TEST_ASSERT_(play_think(d->table, &e) == ST_OK, "%s: %s", d->g->name, e.text);
    }
    TEST_ASSERT_(want == PLAY_LINE, "%s wants a line", d->g->name);
}

/* Says a line; what was said because of it is in d->said. */
static void tell(desk *d, const char *line) {
    until_line(d);
    text_clear(&d->said);
    play_line(d->table, line);
    until_line(d);
    TEST_CHECK_(!d->said.cut, "%s: %s", d->g->name, line);
}

static void heard(const desk *d, const char *what) {
    bool found = strstr(text_string(&d->said), what) != NULL;
    TEST_CHECK_(found, "%s says \"%s\"", d->g->name, what);
    if (!found) TEST_MSG("%.2000s", text_string(&d->said));
}

static uint64_t key(const desk *d) {
    return position_key(play_position(d->table));
}

/* Something legal for the one to act, from what that one knows. */
static void choose(desk *d, char *room, size_t cap) {
    const position *p = play_position(d->table);
    const rules *r = position_rules(p);
    position *own = NULL;
    void *world = mem_alloc(r->state_size);
    token tok;
    text out = text_over(room, cap);
    TEST_ASSERT(world != NULL);
    if (r->traits & GAME_HIDDEN)
        TEST_ASSERT(position_observe(&own, p, play_actor(d->table), NULL) == ST_OK);
    position_world(own ? own : p, &d->dice, world);
    TEST_ASSERT(token_random((state_ref){r, world, position_trail(p)}, &d->dice, &tok) == ST_OK);
    token_write(r, world, &tok, &out);
    position_destroy(own);
    mem_free(world);
}

static void ask_questions(desk *d, const char *event) {
    char line[GAME_TOKEN_SIZE + 8];
    tell(d, "help");
    heard(d, "  resign ");
    tell(d, "board");
    TEST_CHECK(d->said.len > 0);
    tell(d, "legal");
    TEST_CHECK_(strstr(text_string(&d->said), "\n  "), "%s lists something", d->g->name);
    (void)snprintf(line, sizeof line, "why %s", event);
    tell(d, line);
    heard(d, " is legal");
    tell(d, "why xyzzy");
    heard(d, "xyzzy is not legal: ");
    tell(d, "hint");
    heard(d, "hint: ");
    heard(d, "\nwhy: ");
    tell(d, "eval");
    heard(d, d->g->features ? "total" : "has no evaluation");
}

static void play_and_take_back(desk *d, const char *event) {
    uint64_t before = key(d);
    unsigned ply = position_ply(play_position(d->table));
    tell(d, event);
    TEST_CHECK_(position_ply(play_position(d->table)) > ply, "%s: %s", d->g->name, event);
    uint64_t after = key(d);
    tell(d, "moves");
    heard(d, "moves:\n");
    tell(d, "undo");
    TEST_CHECK_(key(d) == before, "%s: undo of %s", d->g->name, event);
    tell(d, "redo");
    TEST_CHECK_(key(d) == after, "%s: redo of %s", d->g->name, event);
    tell(d, "redo");
    heard(d, "nothing was taken back");
}

/* What the one to act knows: of a game with hidden things no more is saved before its end. */
static uint64_t known(const desk *d) {
    const position *p = play_position(d->table);
    position *view = NULL;
    if (!(position_rules(p)->traits & GAME_HIDDEN) || play_actor(d->table) < 0) return key(d);
    TEST_ASSERT(position_observe(&view, p, play_actor(d->table), NULL) == ST_OK);
    uint64_t k = position_key(view);
    position_destroy(view);
    return k;
}

static void use_files(desk *d) {
    uint64_t here = known(d);
    tell(d, "save game.txt");
    heard(d, "saved as game.txt");
    tell(d, "load game.txt");
    heard(d, d->g->title);
    TEST_CHECK_(known(d) == here, "%s: saved and loaded", d->g->name);
    uint64_t now = key(d);
    tell(d, "replay game.txt");
    TEST_CHECK_(!strstr(text_string(&d->said), " given is "), "%s: %s", d->g->name,
                text_string(&d->said));
    tell(d, "next");
    tell(d, "last");
    TEST_CHECK_(known(d) == here, "%s: played once more", d->g->name);
    tell(d, "back");
    tell(d, "first");
    tell(d, "end");
    TEST_CHECK_(key(d) == now, "%s: back from looking", d->g->name);
}

static void change_the_table(desk *d) {
    int players = position_rules(play_position(d->table))->players;
    tell(d, "names Ann");
    heard(d, "(Ann)");
    tell(d, "level 3");
    heard(d, "level 3 now");
    tell(d, "swap");
    bool hidden = position_rules(play_position(d->table))->traits & GAME_HIDDEN;
    bool over = play_actor(d->table) == ACTOR_NONE;
    if (hidden && players > 1 && !over) {
        heard(d, "another seat's cards are hidden");
    } else {
        heard(d, players > 1 ? "seat 1 " : "there is no engine to change seats with");
        if (players > 1) heard(d, "(Ann)");
    }
    TEST_CHECK(play_has_human(d->table));
    tell(d, "screen usual");
    tell(d, "screen own");
    tell(d, "new");
    heard(d, d->g->title);
}

static void give_up(desk *d) {
    if (play_actor(d->table) == ACTOR_NONE) return;
    uint64_t before = key(d);
    tell(d, "resign");
    TEST_CHECK(play_actor(d->table) == ACTOR_NONE);
    heard(d, " resigns");
    tell(d, "hint");
    heard(d, "the game is over");
    tell(d, "undo");
    TEST_CHECK_(play_actor(d->table) != ACTOR_NONE && key(d) == before, "%s", d->g->name);
}

/* --- what means nothing --- */

static const char *const nonsense[] = {"",
                                       " ",
                                       "/",
                                       "//",
                                       "!",
                                       "?",
                                       "@",
                                       "@1:",
                                       "@9:x",
                                       "xyzzy",
                                       "xyzzy plugh",
                                       "legal zzz",
                                       "undo 0",
                                       "undo -1",
                                       "undo x",
                                       "undo 99999999",
                                       "save",
                                       "load",
                                       "load nowhere",
                                       "replay",
                                       "replay nowhere",
                                       "swap 0",
                                       "swap 99",
                                       "swap x",
                                       "level 0",
                                       "level 99",
                                       "why",
                                       "why ",
                                       "names a,b,c,d,e,f,g,h,i",
                                       "screen x",
                                       "hint hint",
                                       "\x1b[2J",
                                       "\xff\xfe",
                                       "%s%n%d",
                                       "next",
                                       "back",
                                       "play",
                                       "; drop",
                                       "0",
                                       "-1",
                                       "18446744073709551616",
                                       "a b c d e f g h i j k l m n o p q r s t"};

/* Random bytes; none of them ends a line. */
static void make_noise(rng *g, char *line) {
    size_t n = rng_below(g, BYTES);
    for (size_t i = 0; i < n; i++) {
        line[i] = (char)(1 + rng_below(g, 255));
        if (line[i] == '\n' || line[i] == '/') line[i] = ' ';
    }
    line[n] = '\0';
}

/* Random words of those that mean something somewhere. */
static void make_words(rng *g, char *line, size_t cap) {
    static const char *const known[] = {"undo", "redo", "legal", "why",   "eval", "names", "moves",
                                        "swap", "new",  "level", "board", "help", "1,1",   "A",
                                        "a1",   "d",    "7",     "e2e4",  "roll", "!3",    "@2:"};
    text out = text_over(line, cap);
    int n = 1 + (int)rng_below(g, 3);
    for (int i = 0; i < n; i++)
        text_format(&out, "%s%s", i ? " " : "", known[rng_below(g, sizeof known / sizeof *known)]);
}

static void talk_nonsense(desk *d) {
    char line[128];
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) tell(d, nonsense[i]);
    for (int i = 0; i < PACE(30, 8); i++) {
        make_noise(&d->dice, line);
        tell(d, line);
        make_words(&d->dice, line, sizeof line);
        tell(d, line);
    }
    error e = {0};
    const rules *r = position_rules(play_position(d->table));
    const void *s = position_data(play_position(d->table));
    TEST_CHECK_(!r->game->check || r->game->check(r, s, &e) == ST_OK, "%s: %s", d->g->name, e.text);
    TEST_CHECK_(r->game->hash(r, s) == game_rehash(r, s), "%s", d->g->name);
}

/* --- the tests --- */

static void walk_through(const game *g) {
    char event[GAME_TOKEN_SIZE];
    desk d = {.g = g, .said = text_growing(), .dice = rng_stream(11, 0)};
    sit(&d, start_of(g), "random");
    until_line(&d);
    for (int i = 0; i < 2 && play_actor(d.table) != ACTOR_NONE; i++) {
        choose(&d, event, sizeof event);
        if (i == 0) ask_questions(&d, event);
        play_and_take_back(&d, event);
    }
    use_files(&d);
    change_the_table(&d);
    give_up(&d);
    talk_nonsense(&d);
    play_want want;
    until_line(&d);
    play_line(d.table, "/quit");
    TEST_CHECK(play_next(d.table, &want, NULL) == ST_OK && want == PLAY_QUIT);
    play_destroy(d.table);
    text_done(&d.said);
}

/* Under sanitizers one of each kind: in C, alone and with chance, from a text, on the kit, with dice,
 * with hidden cards. */
static bool is_walked(const char *name) {
    static const char *const few[] = {"azul", "projectl", "chess", "daisy", "pig", "unicorns"};
    for (size_t i = 0; i < sizeof few / sizeof *few; i++)
        if (strcmp(few[i], name) == 0) return true;
    return TEST_PACE;
}

static void test_every_game(void) {
    char folder[] = "/tmp/kibitz-every-XXXXXX";
    TEST_ASSERT(mkdtemp(folder) && chdir(folder) == 0);
    int n = 0;
    for (game_list g = catalogue_games(); *g; g++) {
        if (!is_walked((*g)->name)) continue;
        TEST_CASE((*g)->name);
        walk_through(*g);
        n++;
    }
    TEST_CHECK(PACE(n > 50, n == 6));
    TEST_CHECK(mem_live() == 0);
    (void)unlink("game.txt");
    (void)unlink("game.txt~");
    TEST_CHECK(chdir("/") == 0 && rmdir(folder) == 0);
}

/* What a person in seat `seat` is told about this state. */
static void ask_about(const game *g, const position *rules_of, const void *state, const char *event,
                      text *out) {
    static const char *const questions[] = {"board", "legal", "hint", "eval", "moves"};
    desk d = {.g = g, .said = text_growing()};
    position *p;
    char line[GAME_TOKEN_SIZE + 8];
    play_want want = PLAY_THINK;
    TEST_ASSERT(position_with_state(&p, rules_of, state, NULL) == ST_OK);
    int seat = g->actor(position_rules(p), state);
    play_config c = config(&d, "random");
    for (int i = 0; i < g->default_players; i++) c.seat[i] = i == seat ? "human" : "random";
    TEST_ASSERT(play_create(&d.table, &c, p, NULL) == ST_OK);
    TEST_ASSERT(play_next(d.table, &want, NULL) == ST_OK && want == PLAY_LINE);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        play_line(d.table, questions[i]);
    (void)snprintf(line, sizeof line, "why %s", event);
    play_line(d.table, line);
    text_put(out, text_string(&d.said));
    play_destroy(d.table);
    text_done(&d.said);
}

/* At one point of a game: the answers do not depend on what the one who asks cannot know. */
static void compare_worlds(desk *d, const position *p) {
    const rules *r = position_rules(p);
    int actor = r->game->actor(r, position_data(p));
    position *own;
    text first = text_growing();
    text second = text_growing();
    char event[GAME_TOKEN_SIZE];
    text spelled = text_over(event, sizeof event);
    token tok;
    void *other = mem_alloc(r->state_size);
    TEST_ASSERT(other && position_observe(&own, p, actor, NULL) == ST_OK);
    position_world(own, &d->dice, other);
    TEST_ASSERT(token_random((state_ref){r, other, NULL}, &d->dice, &tok) == ST_OK);
    token_write(r, other, &tok, &spelled);
    ask_about(d->g, p, position_data(p), event, &first);
    ask_about(d->g, p, other, event, &second);
    TEST_CHECK_(strcmp(text_string(&first), text_string(&second)) == 0, "%s leaks", d->g->name);
    position_destroy(own);
    mem_free(other);
    text_done(&first);
    text_done(&second);
}

static void test_hidden_games_leak_nothing(void) {
    int games = 0;
    for (game_list g = catalogue_games(); *g; g++) {
        if (!((*g)->traits & GAME_HIDDEN)) continue;
        TEST_CASE((*g)->name);
        games++;
        desk d = {.g = *g, .dice = rng_stream(7, (uint64_t)games)};
        position *p = start_of(*g);
        const rules *r = position_rules(p);
        position_set_seed(p, 3);
        TEST_ASSERT(position_resolve(p, NULL) == ST_OK);
        for (int i = 0; i < 12 && (*g)->actor(r, position_data(p)) >= 0; i++) {
            char event[GAME_TOKEN_SIZE];
            text out = text_over(event, sizeof event);
            token tok;
            if (i % 3 == 0) compare_worlds(&d, p);
            TEST_ASSERT(token_random((state_ref){r, position_data(p), NULL}, &d.dice, &tok) ==
                        ST_OK);
            token_write(r, position_data(p), &tok, &out);
            TEST_ASSERT(position_play(p, event, NULL) == ST_OK);
            TEST_ASSERT(position_resolve(p, NULL) == ST_OK);
        }
        position_destroy(p);
    }
    TEST_CHECK(games >= 2);
}

TEST_LIST = {{"every_game", test_every_game},
             {"hidden_games_leak_nothing", test_hidden_games_leak_nothing},
             {NULL, NULL}};
