/* Nothing that a seat may ask tells what it cannot know. Two worlds which a seat cannot tell apart
 * give the same answers to the byte: every command of the protocol on a view and with `seat k`, the
 * same in JSON, and the screen of `play` with the files that it writes.
 *
 * The commands come from the tables of the program itself. One that is not listed here fails the
 * test, so that a new command is either asked or said to know no position. */
#include <acutest.h>

#include "cli/play/play_commands.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/notation/blob.h"
#include "lib/catalogue.h"
#include "search/skill.h"
#include "tests/support/client.h"
#include "tests/support/folder.h"
#include "tests/support/pace.h"
#include "tests/support/worlds.h"
#include "uci/commands/commands.h"

#if TEST_PACE
enum { PAIRS = 2, GAMES = 8 };
#else
enum { PAIRS = 1, GAMES = 2 };
#endif

/* --- the lines --- */

enum { LINES = 5 };

/* What is asked: `%` is the viewer's seat, `#` another one. `all` is asked where the session knows
 * everything, `view` on the view. Both empty: `why` says why there is nothing to ask. */
typedef struct asked {
    const char *name;
    const char *all[LINES], *view[LINES];
    const char *why;
} asked;

static const char no_position[] = "does not look at the position";

static const asked table[] = {
    {"uci", {0}, {0}, no_position},
    {"ugi", {0}, {0}, no_position},
    {"mgi", {0}, {0}, no_position},
    {"isready", {0}, {0}, no_position},
    {"ucinewgame", {0}, {0}, no_position},
    {"uginewgame", {0}, {0}, no_position},
    {"newgame", {0}, {0}, no_position},
    {"debug", {0}, {0}, no_position},
    {"register", {0}, {0}, no_position},
    {"setoption", {0}, {0}, no_position},
    {"getoption", {0}, {0}, no_position},
    {"position", {0}, {"position view # current", "position current moves ?nothing"}, NULL},
    {"play",
     {0},
     {"play pass", "play call", "play @%:none", "play !quick=none", "play ?p1.draw"},
     NULL},
    {"undo", {0}, {"undo", "undo 3"}, NULL},
    {"go",
     {"go seat % visits 12 seed 5", "go visits 5 seed 2 searchmoves call pass seat %"},
     {"go visits 12 seed 5", "go seat # visits 3"},
     NULL},
    {"stop", {0}, {0}, no_position},
    {"ponderhit", {0}, {0}, no_position},
    {"quit", {0}, {0}, no_position},
    {"games", {0}, {0}, no_position},
    {"game", {0}, {0}, no_position},
    {"load", {0}, {0}, no_position},
    {"check", {0}, {0}, no_position},
    {"status", {0}, {"status"}, NULL},
    {"legal",
     {"legal seat %", "legal count seat %"},
     {"legal", "legal count", "legal seat %", "legal seat #"},
     NULL},
    {"verify",
     {0},
     {"verify pass", "verify call", "verify play:americorn>p1", "verify !quick=none",
      "verify @#:none"},
     NULL},
    {"chance", {0}, {"chance", "chance max 2"}, NULL},
    {"roll", {0}, {"roll", "roll seed 3"}, NULL},
    {"view", {"view %"}, {"view %", "view #", "view all", "view public"}, NULL},
    {"state", {0}, {"state"}, NULL},
    {"fen", {0}, {"fen"}, NULL},
    {"d", {"d seat %"}, {"d", "d seat %", "d seat #", "d seat public", "d seat all"}, NULL},
    {"scene",
     {"scene seat %", "scene seat public"},
     {"scene", "scene seat %", "scene seat #", "scene seat public", "scene seat all"},
     NULL},
    {"pick",
     {"pick seat %", "pick seat % pass", "pick seat % neigh"},
     {"pick", "pick seat %", "pick seat #", "pick none"},
     NULL},
    {"belief",
     {"belief seat % deals 20"},
     {"belief deals 20", "belief seat % deals 20", "belief seat # deals 20"},
     NULL},
    {"eval", {"eval seat %"}, {"eval", "eval seat %", "eval seat #", "eval seat all"}, NULL},
    {"flip", {0}, {"flip"}, NULL},
    {"perft", {0}, {"perft 1"}, NULL},
    {"bench", {0}, {0}, no_position},
    {"speedtest", {0}, {0}, no_position},
    {"analyze",
     {"analyze id a position current go seat % visits 4 seed 3"},
     {"analyze id a position current go visits 4 seed 3",
      "analyze id b position current go seat # visits 4 seed 3",
      "analyze id c turns all position current go visits 4 seed 3"},
     NULL},
    {"cancel", {0}, {"cancel all"}, NULL},
    {"tune", {0}, {0}, no_position},
    {"selfplay", {0}, {0}, no_position},
    {"query", {0}, {"query p1turn", "query gameover", "query result"}, NULL},
    {"version", {0}, {0}, no_position},
    {"help", {0}, {0}, no_position},
};

enum { ASKED = sizeof table / sizeof *table };

static void test_every_command_is_listed(void) {
    const command *c;
    for (size_t i = 0; (c = commands_at(i)); i++) {
        size_t k = 0;
        while (k < ASKED && strcmp(table[k].name, c->name) != 0) k++;
        TEST_CHECK_(k < ASKED, "%s: what may one seat ask of it?", c->name);
    }
}

/* --- answers --- */

/* Replaces the numbers after words that are measured. */
static void mask_measured(char *line) {
    static const char *const keys[] = {" time ", " nps ", "\"time\":", "\"nps\":", "\"nps\":\""};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char *at = strstr(line, keys[i]);
        if (!at) continue;
        at += strlen(keys[i]);
        size_t n = strspn(at, "0123456789");
        if (n) memmove(at, at + n, strlen(at + n) + 1);
    }
}

static bool is_progress(const char *line) {
    return text_starts(line, "info depth") || text_starts(line, "{\"type\":\"info\",\"depth\"");
}

/* All that the engine says, but of the reports of a search the last alone: the others come by the
 * clock. */
static void hear_all(client *c, text *out) {
    char *report = NULL;
    session_wait(client_session(c));
    client_send(c, "isready");
    for (char *line; (line = client_next(c, 5000));) {
        bool end = strstr(line, "readyok") != NULL;
        mask_measured(line);
        if (is_progress(line)) {
            mem_free(report);
            report = line;
            continue;
        }
        if (report) text_format(out, "%s\n", report);
        mem_free(report);
        report = NULL;
        if (!end) text_format(out, "%s\n", line);
        mem_free(line);
        if (end) return;
    }
    TEST_CHECK_(false, "the engine answers");
}

static void fill_in(const char *pattern, const worlds *w, char *room, size_t cap) {
    int players = position_rules(w->one)->players;
    int other = w->seat >= 0 ? (w->seat + 1) % players : 0;
    text out = text_over(room, cap);
    for (; *pattern; pattern++) {
        if (*pattern == '%' && w->seat == SEAT_PUBLIC)
            text_put(&out, "public");
        else if (*pattern == '%' || *pattern == '#')
            text_format(&out, "%d", (*pattern == '%' ? w->seat : other) + 1);
        else
            text_char(&out, *pattern);
    }
}

static void set_world(client *c, const position *p, const worlds *w, bool view) {
    text line = text_growing();
    position *seen = NULL;
    if (view && w->seat == SEAT_PUBLIC) {
        TEST_ASSERT(position_observe(&seen, p, SEAT_PUBLIC, NULL) == ST_OK);
        text_put(&line, "position infoset ");
        blob_write(seen, &line);
    } else if (w->history && !view) {
        const char *event;
        text_format(&line, "position startpos players %d moves", position_rules(p)->players);
        for (unsigned i = 0; (event = position_event(p, i)); i++) text_format(&line, " %s", event);
    } else {
        text_put(&line, "position ");
        if (view) text_format(&line, "view %d ", w->seat + 1);
        text_put(&line, "state ");
        blob_write(p, &line);
    }
    TEST_ASSERT(!line.cut);
    client_send(c, text_string(&line));
    position_destroy(seen);
    text_done(&line);
}

/* One line in both worlds. */
static void compare_line(client *c, const worlds *w, const char *pattern, bool view) {
    char line[256];
    text one = text_growing();
    text two = text_growing();
    bool shown = text_starts(pattern, "d ") || text_starts(pattern, "view ");
    if (w->seat == SEAT_PUBLIC && strchr(pattern, '%') && !shown)
        return; /* spectators do not act */
    fill_in(pattern, w, line, sizeof line);
    set_world(c, w->one, w, view);
    client_send(c, line);
    hear_all(c, &one);
    set_world(c, w->two, w, view);
    client_send(c, line);
    hear_all(c, &two);
    bool same = one.len && strcmp(text_string(&one), text_string(&two)) == 0;
    bool silent = !one.len && !two.len;
    TEST_CHECK_(same || silent, "%s, seat %d%s: %s", position_rules(w->one)->game->name,
                w->seat + 1, view ? ", on the view" : "", line);
    if (!same && !silent) TEST_MSG("%s---\n%s", text_string(&one), text_string(&two));
    text_done(&one);
    text_done(&two);
}

/* What a view says of itself is what the entire position says to that seat. */
static void compare_bases(client *c, const worlds *w, const char *on_view, const char *on_all) {
    char line[64];
    text one = text_growing();
    text two = text_growing();
    set_world(c, w->one, w, true);
    client_send(c, on_view);
    hear_all(c, &one);
    set_world(c, w->one, w, false);
    fill_in(on_all, w, line, sizeof line);
    client_send(c, line);
    hear_all(c, &two);
    TEST_CHECK_(strcmp(text_string(&one), text_string(&two)) == 0, "%s, seat %d: %s and %s",
                position_rules(w->one)->game->name, w->seat + 1, on_view, on_all);
    if (strcmp(text_string(&one), text_string(&two)) != 0)
        TEST_MSG("%s---\n%s", text_string(&one), text_string(&two));
    text_done(&one);
    text_done(&two);
}

typedef struct asking {
    client *c;
    const game *now;
    unsigned pairs;
} asking;

static void compare_worlds(void *ctx, const worlds *w) {
    asking *a = ctx;
    const game *g = position_rules(w->one)->game;
    char line[64];
    text out = text_growing();
    if (a->now != g) {
        text set = text_over(line, sizeof line);
        text_format(&set, "setoption name Game value %s", g->name);
        client_send(a->c, line);
        a->now = g;
    }
    for (size_t i = 0; i < ASKED; i++) {
        for (int k = 0; k < LINES && table[i].all[k]; k++)
            compare_line(a->c, w, table[i].all[k], false);
        for (int k = 0; k < LINES && table[i].view[k]; k++)
            compare_line(a->c, w, table[i].view[k], true);
    }
    compare_bases(a->c, w, "d", "d seat %");
    compare_bases(a->c, w, "eval", "eval seat %");
    a->pairs++;
    text_done(&out);
}

/* Every hidden game, with few players and with many; at the slow pace with few alone, or with most of
 * them, too. */
static void walk_all(void (*look)(void *ctx, const worlds *w), void *ctx, int pairs, bool many) {
    int games = 0;
    for (game_list g = catalogue_games(); *g; g++) {
        worlds_count n = {0};
        if (!((*g)->traits & GAME_HIDDEN)) continue;
        games++;
        int least = (*g)->min_players;
        int most = (*g)->max_players;
        int first = TEST_PACE || many || least == most ? least : least + 1;
        int step = PACE(2, many && most > least ? most - least : GAME_MAX_PLAYERS);
        for (int players = first; players <= most; players += step)
            worlds_walk(*g, players, GAMES, pairs, look, ctx, &n);
        TEST_CHECK_(n.redealt > 0, "%s: no deal was another one", (*g)->name);
        if ((*g)->traits & GAME_REACTIONS)
            TEST_CHECK_(n.later && n.other, "%s: %u and %u answers that did not show", (*g)->name,
                        n.later, n.other);
    }
    TEST_CHECK(games >= 2);
}

static void ask_in(bool json, int pairs) {
    asking a = {.c = client_open(json)};
    TEST_ASSERT(a.c != NULL);
    client_send(a.c, "mgi");
    client_send(a.c, "setoption name Hash value 1");
    text skipped = text_growing();
    hear_all(a.c, &skipped);
    text_done(&skipped);
    walk_all(compare_worlds, &a, pairs, !json);
    TEST_CHECK_(a.pairs >= 4, "%u pairs", a.pairs);
    client_close(a.c);
}

static void test_commands(void) {
    ask_in(false, PAIRS);
}

static void test_json(void) {
    ask_in(true, 1);
}

/* --- the screen of play --- */

static void hear(void *ctx, const char *said) {
    text_put(ctx, said);
}

/* With the person's seat alone at the table, and the others random. */
static play *sit_down(const position *start, int seat, bool ask_all, text *out) {
    play_config c = {.games = catalogue_games(),
                     .book = catalogue_registry(),
                     .limits = limits_none(),
                     .options = search_default_options(),
                     .level = SKILL_LEVELS,
                     .seed = 3,
                     .files = true,
                     .ask_all = ask_all,
                     .say = hear,
                     .say_ctx = out};
    c.limits.nodes = 40;
    c.options.hash_bytes = 1 << 18;
    for (int i = 0; i < position_rules(start)->players; i++)
        c.seat[i] = i == seat ? "human" : "random";
    position *own = NULL;
    play *table_of_play = NULL;
    error e;
    TEST_ASSERT(position_clone(&own, start, NULL) == ST_OK);
    TEST_ASSERT_(play_create(&table_of_play, &c, own, &e) == ST_OK, "%s", e.text);
    return table_of_play;
}

static void put_file(const char *name, text *out) {
    text data;
    TEST_ASSERT(file_read(&data, folder_path(name), 1 << 20, NULL) == ST_OK);
    text_put(out, text_string(&data));
    text_done(&data);
    (void)remove(folder_path(name));
}

static void say_line(play *p, const char *line) {
    play_want want = PLAY_QUIT;
    TEST_ASSERT_(play_next(p, &want, NULL) == ST_OK && want == PLAY_LINE, "before %s", line);
    play_line(p, line);
}

/* Everything that a person can ask before the end. */
static void ask_everything(play *p, text *out) {
    static const char *const ends[] = {"resign", "quit", "new"}; /* then there are no secrets */
    static const char *const more[] = {"why pass", "why call",  "why play:americorn>p1",
                                       "legal p",  "names A,B", "undo 2",
                                       "nonsense", "swap 1",    "level 3",
                                       "legal",    "99",        "legal pass",
                                       "..",       "neigh x",   "card neigh",
                                       "why neigh"};
    char line[512];
    const char *name;
    for (size_t i = 0; (name = play_command_name(i)); i++) {
        bool skip = false;
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) skip |= strcmp(name, ends[k]) == 0;
        bool saves = strcmp(name, "save") == 0;
        bool reads = strcmp(name, "load") == 0 || strcmp(name, "replay") == 0;
        if (skip || reads) continue;
        text word = text_over(line, sizeof line);
        text_put(&word, name);
        if (saves) text_format(&word, " %s", folder_path("game"));
        say_line(p, line);
        if (strcmp(name, "setup") == 0) say_line(p, "cancel"); /* back to the game */
        if (saves) put_file("game", out);
    }
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) say_line(p, more[i]);
}

/* What was saved is gone on with: what did not show is dealt again. */
static void save_and_load(play *p, text *out) {
    char line[512];
    text word = text_over(line, sizeof line);
    text_format(&word, "save %s", folder_path("game"));
    say_line(p, line);
    text_clear(&word);
    text_format(&word, "load %s", folder_path("game"));
    say_line(p, line);
    say_line(p, "legal");
    put_file("game", out);
}

/* Whether an answer is given without being asked for depends on what the seat knows. */
static void compare_forced(const worlds *w) {
    bool forced[2];
    for (int i = 0; i < 2; i++) {
        text out = text_growing();
        play_want want;
        play *p = sit_down(i ? w->two : w->one, w->seat, false, &out);
        TEST_CHECK(play_next(p, &want, NULL) == ST_OK);
        forced[i] = strstr(text_string(&out), "only one answer") != NULL;
        play_destroy(p);
        text_done(&out);
    }
    TEST_CHECK(forced[0] == forced[1]);
}

static void compare_screens(void *ctx, const worlds *w) {
    unsigned *pairs = ctx;
    const rules *r = position_rules(w->one);
    bool ours = w->seat >= 0 && r->game->actor(r, position_data(w->one)) == w->seat &&
                r->game->actor(r, position_data(w->two)) == w->seat;
    if (!ours) return;
    text out[2] = {text_growing(), text_growing()};
    for (int i = 0; i < 2; i++) {
        play *p = sit_down(i ? w->two : w->one, w->seat, true, &out[i]);
        ask_everything(p, &out[i]);
        save_and_load(p, &out[i]);
        play_destroy(p);
    }
    TEST_CHECK_(strcmp(text_string(&out[0]), text_string(&out[1])) == 0, "%s: what seat %d is told",
                r->game->name, w->seat + 1);
    if (strcmp(text_string(&out[0]), text_string(&out[1])) != 0)
        TEST_MSG("%s\n---\n%s", text_string(&out[0]), text_string(&out[1]));
    TEST_CHECK(strstr(text_string(&out[0]), "dealt again") != NULL);
    compare_forced(w);
    ++*pairs;
    text_done(&out[0]);
    text_done(&out[1]);
}

static void test_screens(void) {
    unsigned pairs = 0;
    folder_make();
    walk_all(compare_screens, &pairs, 8 * PAIRS, true);
    folder_remove();
    TEST_CHECK_(pairs >= 4, "%u pairs", pairs);
}

TEST_LIST = {{"every_command_is_listed", test_every_command_is_listed},
             {"commands", test_commands},
             {"json", test_json},
             {"screens", test_screens},
             {NULL, NULL}};
