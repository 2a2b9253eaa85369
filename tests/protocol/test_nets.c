#include <acutest.h>

#include <stdio.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "eval/net/net.h"
#include "eval/nets/net_files.h"
#include "lib/catalogue.h"
#include "tests/support/client.h"
#include "tests/support/folder.h"

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
    text out = text_growing();
    net_write(n, &out);
    TEST_ASSERT(file_write(path, out.at, out.len, &e) == ST_OK);
    text_done(&out);
    net_destroy(n);
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

TEST_LIST = {{"the_net_of_the_program", test_the_net_of_the_program},
             {"files_that_do_not_fit", test_files_that_do_not_fit},
             {NULL, NULL}};
