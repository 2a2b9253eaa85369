#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "eval/net/net.h"
#include "eval/nets/net_files.h"
#include "lib/catalogue.h"
#include "tests/support/client.h"
#include "tests/support/folder.h"
#include "tests/support/small_nets.h"

/* Nets through the protocol: which evaluation there is, and what EvalFile refuses. */

/* The next line fits; it is thrown away. */
static void expect(client *c, const char *pattern) {
    char *line = client_next(c, CLIENT_PATIENCE_MS);
    TEST_CHECK_(line && client_fits(line, pattern), "%s", pattern);
    TEST_MSG("%s", line ? line : "nothing");
    mem_free(line);
}

/* A program that was built with -DSHIPPED_NETS=OFF. */
static void check_without_nets(client *c) {
    client_send(c, "eval");
    expect(c, "eval term ...");
    TEST_CHECK(client_skip_to(c, "evalok"));
    client_send(c, "setoption name EvalFile value net");
    expect(c, "info string error not-found cmd=setoption ...");
}

static void test_the_net_of_the_program(void) {
    client *c = client_open(false);
    TEST_ASSERT(c != NULL);
    client_send(c, "setoption name Game value breakthrough");
    client_send(c, "position startpos");
    if (!net_files[0].name) {
        check_without_nets(c);
        client_close(c);
        return;
    }
    client_send(c, "eval");
    expect(c, "eval net * trained ...");
    expect(c, "eval without \"white pawn a1\" value * change *");
    TEST_CHECK(client_skip_to(c, "eval total seat 1"));
    TEST_CHECK(client_skip_to(c, "evalok"));
    client_send(c, "setoption name EvalFile value linear");
    client_send(c, "eval");
    expect(c, "eval term ...");
    TEST_CHECK(client_skip_to(c, "evalok"));
    client_send(c, "setoption name EvalFile value net");
    client_send(c, "eval");
    expect(c, "eval net ...");
    TEST_CHECK(client_skip_to(c, "evalok"));
    /* Options that it is not for: the weights evaluate again. */
    client_send(c, "setoption name EvalFile value <empty>");
    client_send(c, "position startpos set size=6");
    client_send(c, "eval");
    expect(c, "eval term ...");
    TEST_CHECK(client_skip_to(c, "evalok"));
    client_send(c, "setoption name EvalFile value net");
    expect(c, "info string error not-found cmd=setoption ...");
    client_close(c);
}

/* A file of nothing but zeros, of another size of board. */
static void write_net(const char *path) {
    rules *r;
    net *n;
    error e;
    params p = params_default();
    const game *g = game_find(catalogue_games(), "breakthrough");
    TEST_ASSERT(params_set(&p, g, "size", "5", &e) == ST_OK);
    TEST_ASSERT(rules_open(&r, g, &p, &e) == ST_OK);
    net_shape s = net_shape_for(r, NET_WIDTH_STEP, NET_HIDDEN_STEP);
    TEST_ASSERT(net_create(&n, r, &s, &e) == ST_OK);
    TEST_ASSERT(small_nets_save(n, path));
    rules_close(r);
}

static void test_files_that_do_not_fit(void) {
    char line[600];
    folder_make();
    const char *path = folder_path("five.net");
    write_net(path);
    client *c = client_open(false);
    TEST_ASSERT(c != NULL);
    (void)snprintf(line, sizeof line, "setoption name EvalFile value %s", path);
    client_send(c, "setoption name Game value othello");
    client_send(c, line);
    expect(c, "info string error bad-value cmd=setoption ...");
    client_send(c, "setoption name Game value breakthrough");
    client_send(c, "position startpos");
    client_send(c, line);
    expect(c, "info string error bad-value cmd=setoption ...");
    client_send(c, "position startpos set size=5");
    client_send(c, line);
    client_send(c, "eval");
    expect(c, "eval net 2x16-8-1 trained ...");
    TEST_CHECK(client_skip_to(c, "evalok"));
    client_send(c, "go nodes 2000");
    TEST_CHECK(client_skip_to(c, "bestmove"));
    client_close(c);
    folder_remove();
}

/* All lines up to one that begins like this, without what a clock says. */
static void collect(client *c, const char *last, text *out) {
    for (;;) {
        char *line = client_next(c, CLIENT_PATIENCE_MS);
        TEST_ASSERT(line != NULL);
        bool end = text_starts(line, last);
        if (!text_starts(line, "info ")) text_format(out, "%s\n", line);
        mem_free(line);
        if (end) return;
    }
}

/* Two deals that the first seat cannot tell apart: it gets the same lines, byte by byte; the other
 * seat does not. */
static void test_two_worlds(void) {
    static const char *const deal[] = {"!p2=Q", "!p2=K"};
    text said[2][2];
    char line[600];
    folder_make();
    const char *path = folder_path("leduc.net");
    TEST_ASSERT(small_nets_leduc(path));
    client *c = client_open_small();
    TEST_ASSERT(c != NULL);
    client_send(c, "setoption name Game value leduc");
    (void)snprintf(line, sizeof line, "setoption name EvalFile value %s", path);
    for (int i = 0; i < 2; i++) {
        char dealt[100];
        said[i][0] = said[i][1] = text_growing();
        (void)snprintf(dealt, sizeof dealt, "position startpos moves !p1=J %s", deal[i]);
        client_send(c, dealt);
        client_send(c, line);
        client_send(c, "eval seat 1");
        collect(c, "evalok", &said[i][0]);
        client_send(c, "ucinewgame");
        client_send(c, "setoption name Seed value 7");
        client_send(c, dealt);
        client_send(c, "go nodes 300");
        collect(c, "bestmove", &said[i][0]);
        client_send(c, "eval seat 2");
        collect(c, "evalok", &said[i][1]);
    }
    TEST_CHECK(strstr(text_string(&said[0][0]), "eval net 1x16-8-1+1") != NULL);
    TEST_CHECK(strcmp(text_string(&said[0][0]), text_string(&said[1][0])) == 0);
    TEST_MSG("%s\n%s", said[0][0].at, said[1][0].at);
    TEST_CHECK(strcmp(text_string(&said[0][1]), text_string(&said[1][1])) != 0);
    for (int i = 0; i < 4; i++) text_done(&said[i / 2][i % 2]);
    client_close(c);
    folder_remove();
}

/* A net of Azul that says nothing but points: 40 of the player to act, 25 of the other. */
static void write_azul(const char *path) {
    rules *r;
    net *n;
    error e;
    params p = params_default();
    TEST_ASSERT(rules_open(&r, game_find(catalogue_games(), "azul"), &p, &e) == ST_OK);
    net_shape s = net_shape_for(r, NET_WIDTH_STEP, NET_HIDDEN_STEP);
    s.points = net_points_for(r);
    TEST_ASSERT(net_create(&n, r, &s, &e) == ST_OK && s.points == 2);
    n->at.points_bias[0] = 40 * NET_ONE * NET_OUT_ONE;
    n->at.points_bias[1] = 25 * NET_ONE * NET_OUT_ONE;
    net_finish(n);
    TEST_ASSERT(small_nets_save(n, path));
    rules_close(r);
}

/* Points of a net are in `eval`, and the search reports their mean over the leaves. */
static void test_points(void) {
    char line[600];
    folder_make();
    const char *path = folder_path("azul.net");
    write_azul(path);
    client *c = client_open(false);
    TEST_ASSERT(c != NULL);
    client_send(c, "setoption name Game value azul");
    client_send(c, "position startpos moves !D:YR2W/BYK2/BK3/B2YK/BY2K");
    (void)snprintf(line, sizeof line, "setoption name EvalFile value %s", path);
    client_send(c, line);
    client_send(c, "eval");
    expect(c, "eval net 2x16-8-1+2 trained ...");
    expect(c, "eval total seat 1 value * cp * win * points 40.00");
    expect(c, "eval total seat 2 value * cp * win * points 25.00");
    expect(c, "evalok");
    client_send(c, "setoption name ShowValues value true");
    client_send(c, "go nodes 3000");
    double least = 1000;
    double most = 0;
    for (bool over = false; !over;) {
        char *said = client_next(c, CLIENT_PATIENCE_MS);
        TEST_ASSERT(said != NULL);
        over = text_starts(said, "bestmove");
        const char *points = strstr(said, " points ");
        double x[2] = {30, 30};
        char *at = NULL;
        if (points) x[0] = strtod(points + strlen(" points "), &at);
        if (points) x[1] = strtod(at, NULL);
        for (int i = 0; i < 2; i++) {
            least = x[i] < least ? x[i] : least;
            most = x[i] > most ? x[i] : most;
        }
        mem_free(said);
    }
    TEST_CHECK_(least >= 25 && most <= 40 && least < most, "from %.2f to %.2f", least, most);
    client_close(c);
    folder_remove();
}

TEST_LIST = {{"the_net_of_the_program", test_the_net_of_the_program},
             {"files_that_do_not_fit", test_files_that_do_not_fit},
             {"two_worlds", test_two_worlds},
             {"points", test_points},
             {NULL, NULL}};
