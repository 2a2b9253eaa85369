/* `kibitz uci --safe`: whatever is sent, no file is opened or written, no code is run, and there
 * are bounds. Every command, every option and every option of a game that could name a file is
 * tried; what is new and not listed here fails the test. */
#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/notation/blob.h"
#include "lib/catalogue.h"
#include "tests/support/client.h"
#include "tests/support/folder.h"
#include "uci/commands/commands.h"
#include "uci/core/uci_options.h"

static const char a_game[] = "game tiny { players X O board rect 3 1 piece mark\n"
                             "turn place mark on empty else draw }\n";

/* Files that would do, were they opened. */
static void put_files(void) {
    folder_make();
    TEST_ASSERT(file_write(folder_path("tiny.game"), a_game, sizeof a_game - 1, NULL) == ST_OK);
    TEST_ASSERT(file_write(folder_path("weights"), "# game chess\n", 13, NULL) == ST_OK);
}

/* A line with `$name` for a file of the folder. */
static void fill_in(const char *pattern, text *out) {
    for (; *pattern; pattern++) {
        if (*pattern != '$') {
            text_char(out, *pattern);
            continue;
        }
        char name[32] = {0};
        size_t n = strcspn(pattern + 1, " ");
        memcpy(name, pattern + 1, n < sizeof name ? n : sizeof name - 1);
        text_put(out, folder_path(name));
        pattern += n;
    }
}

/* Everything that is said to a line. */
static void ask(client *c, const char *pattern, text *out) {
    text line = text_growing();
    fill_in(pattern, &line);
    client_send(c, text_string(&line));
    text_done(&line);
    session_wait(client_session(c));
    client_send(c, "isready");
    text_clear(out);
    for (char *got; (got = client_next(c, 5000));) {
        bool end = strcmp(got, "readyok") == 0;
        if (!end) text_format(out, "%s\n", got);
        mem_free(got);
        if (end) return;
    }
    TEST_CHECK_(false, "no answer to %s", pattern);
}

static void says(client *c, const char *pattern, const char *what) {
    text out = text_growing();
    ask(c, pattern, &out);
    TEST_CHECK_(strstr(text_string(&out), what) != NULL, "%s: no \"%s\" in: %.300s", pattern, what,
                text_string(&out));
    text_done(&out);
}

static void is_silent(client *c, const char *pattern) {
    text out = text_growing();
    ask(c, pattern, &out);
    TEST_CHECK_(!out.len, "%s: %.300s", pattern, text_string(&out));
    text_done(&out);
}

static bool is_there(const char *name) {
    return access(folder_path(name), F_OK) == 0;
}

/* --- commands --- */

typedef struct named {
    const char *name;
    const char *line[3]; /* that name a file; none: no word of it does */
} named;

static const named commands_here[] = {
    {"uci", {0}},
    {"ugi", {0}},
    {"mgi", {0}},
    {"isready", {0}},
    {"ucinewgame", {0}},
    {"uginewgame", {0}},
    {"newgame", {0}},
    {"debug", {0}},
    {"register", {0}},
    {"setoption", {0}}, /* see options */
    {"getoption", {0}},
    {"position", {0}}, /* see options of games, and blobs */
    {"play", {0}},
    {"undo", {0}},
    {"go", {0}},
    {"stop", {0}},
    {"ponderhit", {0}},
    {"quit", {0}},
    {"games", {0}},
    {"game", {0}},
    {"load", {"load $tiny.game", "load $x.so", "load -"}},
    {"check", {"check $tiny.game", "check -"}},
    {"status", {0}},
    {"legal", {0}},
    {"verify", {0}},
    {"chance", {0}},
    {"roll", {0}},
    {"view", {0}},
    {"state", {0}},
    {"fen", {0}},
    {"d", {0}},
    {"scene", {0}},
    {"pick", {0}},
    {"belief", {0}},
    {"eval", {0}},
    {"flip", {0}},
    {"perft", {0}},
    {"bench", {"bench file $tiny.game", "bench 16 1 13 $tiny.game depth"}},
    {"speedtest", {"speedtest file $tiny.game"}},
    {"analyze", {0}}, /* as position */
    {"cancel", {0}},
    {"tune", {"tune start fit data $data out $made", "tune resume $made", "tune list"}},
    {"selfplay",
     {"selfplay games 2 out $made", "selfplay sprt $weights default out $made", "selfplay stop"}},
    {"query", {0}},
    {"version", {0}},
    {"help", {0}},
};

static void test_commands(void) {
    client *c = client_open_safe();
    const command *at;
    TEST_ASSERT(c != NULL);
    put_files();
    for (size_t i = 0; (at = commands_at(i)); i++) {
        const named *n = commands_here;
        const named *end = n + sizeof commands_here / sizeof *commands_here;
        while (n < end && strcmp(n->name, at->name) != 0) n++;
        TEST_CHECK_(n < end, "%s: does a word of it name a file?", at->name);
        for (int k = 0; n < end && k < 3 && n->line[k]; k++) {
            /* What bench does not know at all is no file to it. */
            bool unknown = strcmp(n->line[k], "bench 16 1 13 $tiny.game depth") == 0;
            says(c, n->line[k], unknown ? "error bad-value" : "error unsupported");
        }
    }
    TEST_CHECK(!is_there("made"));
    says(c, "game tiny", "error not-found");
    client_close(c);
    folder_remove();
}

/* --- options --- */

static void test_options(void) {
    static const char *const files[] = {"EvalFile", "RulesPath", "LogFile"};
    static const char *const plain[] = {"UCI_Opponent", "UCI_EngineAbout"};
    client *c = client_open_safe();
    TEST_ASSERT(c != NULL);
    put_files();
    static uci_options all;
    uci_options_init(&all, catalogue_games(), catalogue_registry());
    for (int i = 0; i < UCI_OPT_COUNT; i++) {
        const option_spec *option = uci_options_ref(&all, i).spec;
        const char *name = option->name;
        char line[120];
        bool file = false;
        bool known = false;
        if (option->type != OPT_STRING) continue;
        for (size_t k = 0; k < sizeof files / sizeof *files; k++) file |= !strcmp(name, files[k]);
        for (size_t k = 0; k < sizeof plain / sizeof *plain; k++) known |= !strcmp(name, plain[k]);
        TEST_CHECK_(file || known, "%s: does it name a file?", name);
        if (!file) continue;
        (void)snprintf(line, sizeof line, "setoption name %s value $weights", name);
        says(c, line, "error unsupported");
        (void)snprintf(line, sizeof line, "setoption name %s value $made", name);
        says(c, line, "error unsupported");
        (void)snprintf(line, sizeof line, "setoption name %s value <empty>", name);
        is_silent(c, line);
    }
    TEST_CHECK(!is_there("made"));
    says(c, "setoption name AllowNative value true", "error unsupported");
    is_silent(c, "setoption name AllowNative value false");
    says(c, "setoption name Hash value 65", "error bad-value");
    says(c, "setoption name Threads value 3", "error bad-value");
    says(c, "setoption name MultiPV value 17", "error bad-value");
    is_silent(c, "setoption name Hash value 64");
    says(c, "uci", "option name Hash type spin default 64 min 1 max 64\n");
    says(c, "getoption name Threads", "value 1\n");
    client_close(c);
    folder_remove();
}

/* --- options of games --- */

static position *open_with(const game *g, const char *name, const char *value) {
    params p = params_default();
    position *out = NULL;
    error e = {0};
    TEST_ASSERT_(params_set(&p, g, name, value, &e) == ST_OK, "%s", e.text);
    TEST_ASSERT_(position_start(&out, g, &p, SEAT_ALL, &e) == ST_OK, "%s", e.text);
    return out;
}

/* The file in the line, in the position text, and inside blobs of all kinds. */
static void try_file(client *c, const game *g, const char *option, const char *file) {
    position *p = open_with(g, option, file);
    position *view = NULL;
    text line = text_growing();
    text_format(&line, "position startpos set %s=%s", option, file);
    says(c, text_string(&line), "error unsupported cmd=position");
    text_clear(&line);
    text_format(&line, "analyze id a position startpos set %s=%s go visits 1", option, file);
    says(c, text_string(&line), "error unsupported cmd=analyze");
    text_clear(&line);
    text_put(&line, "position state ");
    blob_write(p, &line);
    says(c, text_string(&line), "error unsupported cmd=position");
    TEST_ASSERT(position_observe(&view, p, SEAT_PUBLIC, NULL) == ST_OK);
    text_clear(&line);
    text_put(&line, "position infoset ");
    blob_write(view, &line);
    says(c, text_string(&line), "error unsupported cmd=position");
    text_clear(&line);
    text_put(&line, "position fen ");
    position_write(p, &line);
    if (strstr(text_string(&line), file)) /* the text names it, too */
        says(c, text_string(&line), "error unsupported cmd=position");
    is_silent(c, "position startpos");
    position_destroy(view);
    position_destroy(p);
    text_done(&line);
}

static void test_options_of_games(void) {
    static const char *const known[][3] = {
        {"unicorns", "deck", SOURCE_DIR "/games/unicorns/picnic.deck"},
        {"unicorns", "weights", SOURCE_DIR "/games/unicorns/evolved.txt"},
        {"projectl", "file", SOURCE_DIR "/puzzles/project_l/base.txt"}};
    client *c = client_open_safe();
    TEST_ASSERT(c != NULL);
    for (game_list g = catalogue_games(); *g; g++) {
        for (const param_spec *s = (*g)->params; s && s->name; s++) {
            char line[200];
            size_t k = 0;
            if (s->type == PARAM_TEXT) /* a list of numbers */
                TEST_CHECK_(strcmp(s->name, "floorpen") == 0, "%s: is %s a file?", (*g)->name,
                            s->name);
            if (s->type != PARAM_FILE) continue;
            while (k < 3 &&
                   (strcmp(known[k][0], (*g)->name) != 0 || strcmp(known[k][1], s->name) != 0))
                k++;
            TEST_ASSERT_(k < 3, "%s: a file for %s", (*g)->name, s->name);
            (void)snprintf(line, sizeof line, "setoption name Game value %s", (*g)->name);
            is_silent(c, line);
            try_file(c, *g, s->name, known[k][2]);
        }
    }
    is_silent(c, "setoption name Game value unicorns");
    is_silent(c, "position startpos set deck=base,picnic set weights=tiers");
    says(c, "position startpos set deck=base,./x", "error unsupported cmd=position");
    says(c, "status", "status seat 0 kind chance"); /* what was refused changes nothing */
    client_close(c);
}

/* --- bounds, and what is left --- */

static void test_bounds(void) {
    client *c = client_open_safe();
    TEST_ASSERT(c != NULL);
    says(c, "perft 5", "error unsupported cmd=perft");
    says(c, "go perft 5", "error unsupported cmd=go");
    says(c, "perft 2 unique", "error unsupported cmd=perft");
    says(c, "perft 3", "Nodes searched: 8902");
    says(c, "go perft 2", "Nodes searched: 400");
    says(c, "bench threads 3 nodes 10 game connect4", "error unsupported cmd=bench");
    says(c, "bench hash 65 nodes 10 game connect4", "error unsupported cmd=bench");
    says(c, "bench nodes 10 game connect4", "Nodes searched: ");
    client_send(c, "load <<END");
    client_send(c, a_game);
    says(c, "END", "rules ok name tiny");
    client_send(c, "check <<END");
    client_send(c, a_game);
    says(c, "END", "rules ok name tiny");
    is_silent(c, "setoption name Game value tiny");
    says(c, "position startpos moves a1", "");
    says(c, "go nodes 50", "bestmove ");
    client_close(c);
}

/* The program itself; below the session is a lock on files that nothing takes off. */
static void test_the_program(void) {
    char shell[1200];
    char out[8000];
    put_files();
    (void)snprintf(shell, sizeof shell,
                   "printf 'load %s\\nsetoption name LogFile value %s\\nperft 9\\nload <<X\\n"
                   "game tiny { players X O board rect 3 1 piece mark\\n"
                   "turn place mark on empty else draw }\\nX\\nperft 1\\n' |"
                   "ASAN_OPTIONS=detect_leaks=0 '%s' uci --safe 2>&1",
                   folder_path("tiny.game"), folder_path("made"), PROGRAM);
    FILE *from = popen(shell, "r"); /* NOLINT: the words are our own */
    TEST_ASSERT(from != NULL);
    size_t n = fread(out, 1, sizeof out - 1, from);
    out[n] = '\0';
    int how = pclose(from);
    TEST_CHECK(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    static const char *const want[] = {
        "error unsupported cmd=load", "error unsupported cmd=setoption",
        "error unsupported cmd=perft", "rules ok name tiny", "Nodes searched: 20"};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        TEST_CHECK_(strstr(out, want[i]) != NULL, "no \"%s\" in: %.900s", want[i], out);
    TEST_CHECK(!is_there("made"));
    folder_remove();
}

/* In a process of its own, as it is for good. */
static void test_the_lock(void) {
    put_files();
    text data;
    file_names names = {0};
    error e = {0};
    TEST_CHECK(file_read(&data, folder_path("tiny.game"), 1000, &e) == ST_OK);
    text_done(&data);
    pid_t child = fork();
    TEST_ASSERT(child >= 0);
    if (child == 0) {
        file_forbid();
        bool ok = file_read(&data, folder_path("tiny.game"), 1000, &e) == ST_UNSUPPORTED &&
                  file_write(folder_path("made"), "x", 1, &e) == ST_UNSUPPORTED &&
                  file_list(&names, folder_path("."), ".game", 10, &e) == ST_UNSUPPORTED;
        _exit(ok ? 0 : 1);
    }
    int how = 0;
    TEST_CHECK(waitpid(child, &how, 0) == child && WIFEXITED(how) && WEXITSTATUS(how) == 0);
    TEST_CHECK(!is_there("made"));
    folder_remove();
}

TEST_LIST = {{"commands", test_commands},
             {"options", test_options},
             {"options_of_games", test_options_of_games},
             {"bounds", test_bounds},
             {"the_program", test_the_program},
             {"the_lock", test_the_lock},
             {NULL, NULL}};
