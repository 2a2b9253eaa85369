#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "lib/catalogue.h"
#include "tests/support/client.h"
#include "tests/support/folder.h"
#include "tests/support/pace.h"
#include "tune/tune_jobs.h"

/* `tune` and `selfplay` as a front end meets them: a session with jobs, in a folder. */

enum { LINE = 256 };

static client *enter(void) {
    folder_make();
    client *c = client_open_jobs();
    TEST_ASSERT(c != NULL);
    client_send(c, "setoption name Game value connect4");
    client_send(c, "setoption name Hash value 1");
    client_send(c, "newgame");
    return c;
}

static void leave(client *c) {
    client_close(c);
    folder_remove();
}

/* A line with the folder's name for each $. */
static void order(client *c, const char *line) {
    char said[LINE];
    size_t n = 0;
    for (; *line && n + LINE / 4 < sizeof said; line++) {
        if (*line == '$')
            n += (size_t)snprintf(said + n, sizeof said - n, "%s", folder_path(""));
        else
            said[n++] = *line;
    }
    said[n] = '\0';
    client_send(c, said);
}

/* Lines until one fits; false where none does before `end`. */
static bool hear(client *c, const char *pattern, const char *end) {
    for (;;) {
        char *line = client_next(c, CLIENT_PATIENCE_MS);
        bool fits = line && client_fits(line, pattern);
        bool over = !line || (end && text_starts(line, end));
        mem_free(line);
        if (fits || over) return fits;
    }
}

static bool is_there(const char *name) {
    return access(folder_path(name), R_OK) == 0;
}

static void play_some(client *c) {
    order(c, PACE("selfplay games 60 nodes 30 seed 3 out $c4.games",
                  "selfplay games 40 nodes 5 seed 3 out $c4.games"));
    TEST_CHECK(hear(c, PACE("selfplay progress 60 60", "selfplay progress 40 40"), "selfplayok"));
    TEST_CHECK(hear(c, "selfplayok", NULL) && is_there("c4.games"));
}

static void test_list(void) {
    client *c = enter();
    order(c, "tune list");
    TEST_CHECK(hear(c, "tune param threats value * min -5 max 5 step 0.1 group threats", "tuneok"));
    TEST_CHECK(hear(c, "tuneok", NULL));
    order(c, "tune status");
    TEST_CHECK(hear(c, "tune idle", NULL));
    leave(c);
}

static void test_learning(void) {
    client *c = enter();
    play_some(c);
    order(c, "tune start grad data $c4.games out $c4.txt epochs 6 patience 0 seed 2");
    TEST_CHECK(hear(c, "tune progress 1 6 pct ...", "tuneok"));
    TEST_CHECK(hear(c, "tune progress 6 6 pct 100.0 eta 0 ...", "tuneok"));
    TEST_CHECK(hear(c, "tuneok", NULL) && is_there("c4.txt") && is_there("c4.txt.tune"));
    order(c, "tune status");
    TEST_CHECK(hear(c, "tune progress 6 6 ...", NULL));
    TEST_CHECK(!is_there("page.html"));
    order(c, "tune report $page.html");
    TEST_CHECK(hear(c, "info string report in *", "tuneok") && hear(c, "tuneok", NULL));
    TEST_CHECK(is_there("page.html") && is_there("page.html.tsv"));
    order(c, "tune resume $c4.txt.tune");
    TEST_CHECK(hear(c, "tuneok", NULL));
    leave(c);
}

/* A run that would take hours tells what it knows, is stopped, and can be resumed. */
static void test_stopping(void) {
    client *c = enter();
    play_some(c);
    order(c, "tune start grad data $c4.games out $c4.txt epochs 1000000 patience 0");
    TEST_CHECK(hear(c, "tune progress 2 1000000 ...", "tuneok"));
    order(c, "tune report $page.html");
    TEST_CHECK(hear(c, "info string report in *", "tuneok") && is_there("page.html"));
    order(c, "tune start grad data $c4.games out $other.txt");
    TEST_CHECK(hear(c, "info string error busy cmd=tune ...", "tuneok"));
    order(c, "selfplay games 5 out $more.games");
    TEST_CHECK(hear(c, "info string error busy cmd=selfplay ...", "tuneok"));
    order(c, "tune stop");
    TEST_CHECK(hear(c, "tunestopped", "tuneok"));
    TEST_CHECK(is_there("c4.txt.tune") && !is_there("c4.txt"));
    order(c, "tune resume $c4.txt.tune");
    TEST_CHECK(hear(c, "tune progress * 1000000 ...", "tuneok"));
    leave(c); /* which ends the work */
}

static void test_sprt(void) {
    client *c = enter();
    error e;
    static const char bad[] = "# game connect4 eval 1\nthreats -5 -5 5 0.1\ncentre -5 -5 5 0.1\n";
    TEST_CHECK(file_write(folder_path("bad.txt"), bad, sizeof bad - 1, &e) == ST_OK);
    order(c, "selfplay sprt default $bad.txt elo1 100 nodes 60 games 400");
    TEST_CHECK(hear(c, "info string SPRT normalised Elo 0 against 100: LLR * * * H1 accepted",
                    "selfplayok"));
    TEST_CHECK(hear(c,
                    "info string again: selfplay sprt default * elo1 100 nodes 60 games 400 seed *",
                    "selfplayok"));
    TEST_CHECK(hear(c, "selfplayok", NULL));
    leave(c);
}

/* Games are loaded, again and again, while the threads of a match look at the list of them. */
static void test_loading_meanwhile(void) {
    client *c = enter();
    order(c, PACE("selfplay games 60 nodes 60 seed 3 threads 2 out $c4.games",
                  "selfplay games 60 nodes 20 seed 3 threads 2 out $c4.games"));
    for (int i = 0; i < 20; i++) {
        char line[LINE];
        client_post(c, "load <<END");
        (void)snprintf(line, sizeof line,
                       "game extra%d { players X O board rect %d 2 piece m turn place m on empty "
                       "else draw }",
                       i / 2, 2 + i);
        client_post(c, line);
        client_post(c, "END");
        TEST_CHECK(hear(c, "loadok", "info string error"));
    }
    client_send(c, "selfplay stop");
    session_wait(client_session(c));
    order(c, "selfplay games 4 nodes 20 seed 3 out $more.games");
    TEST_CHECK(hear(c, "selfplayok", NULL) && is_there("more.games"));
    leave(c);
    TEST_CHECK(mem_live() == 0);
}

/* Whether a line fits before the engine is ready for the next. */
static bool answers(client *c, const char *pattern) {
    bool fits = false;
    client_send(c, "isready");
    for (;;) {
        char *line = client_next(c, CLIENT_PATIENCE_MS);
        bool over = !line || strcmp(line, "readyok") == 0;
        fits = fits || (line && client_fits(line, pattern));
        mem_free(line);
        if (over) return fits;
    }
}

static void test_errors(void) {
    static const char *const wrong[][2] = {
        {"tune", "bad-syntax cmd=tune ..."},
        {"tune dance", "bad-syntax cmd=tune ..."},
        {"tune report $x.html", "bad-value cmd=tune ..."},
        {"tune report", "bad-syntax cmd=tune ..."},
        {"tune resume", "bad-syntax cmd=tune ..."},
        {"tune resume $none.tune", "* cmd=tune ..."},
        {"tune start grad data $none.games out $x.txt", "* cmd=tune ..."},
        {"tune start dance data $none.games out $x.txt", "bad-value cmd=tune ..."},
        {"tune start grad data", "bad-syntax cmd=tune ..."},
        {"tune start grad steps 7", "unknown-token cmd=tune ..."},
        {"tune start spsa nodes 0 out $x.txt", "bad-value cmd=tune ..."},
        {"selfplay games", "bad-syntax cmd=selfplay ..."},
        {"selfplay games 5", "bad-syntax cmd=selfplay ..."},
        {"selfplay games none out $x.games", "bad-value cmd=selfplay ..."},
        {"selfplay sprt default", "bad-syntax cmd=selfplay ..."},
        {"selfplay sprt default $none.txt games 2", "* cmd=selfplay ..."},
        {"selfplay games 5 steps 7 out $x.games", "unknown-token cmd=selfplay ..."},
    };
    client *c = enter();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char pattern[LINE];
        (void)snprintf(pattern, sizeof pattern, "info string error %s", wrong[i][1]);
        order(c, wrong[i][0]);
        TEST_CHECK_(answers(c, pattern), "%s: %s", wrong[i][0], wrong[i][1]);
    }
    TEST_CHECK(!is_there("x.txt") && !is_there("x.games"));
    leave(c);
}

TEST_LIST = {
    {"list", test_list}, {"learning", test_learning}, {"stopping", test_stopping},
    {"sprt", test_sprt}, {"errors", test_errors},     {"loading_meanwhile", test_loading_meanwhile},
    {NULL, NULL}};
