#include <acutest.h>

#include <stdio.h>

#include "engine/base/memory.h"
#include "tests/support/mcp_board.h"
#include "tests/support/mcp_walls.h"

/* Seats are walls over HTTP, too: tables are rooms there. Engines take their time, so that nothing happens while two
 * tables are compared. */

static char word[64];

/* Mcp-Name repeats what the message is about. */
static char *ask(void *ctx, const char *method, const char *message) {
    mcp_board *b = ctx;
    char called[200] = "";
    const char *uri = strstr(message, "\"uri\":\"");
    const char *name = strstr(message, "\"name\":\"");
    const char *at = uri ? uri + 7 : name ? name + 8 : "";
    (void)snprintf(called, sizeof called, "%.*s", (int)strcspn(at, "\""), at);
    int code = mcp_board_send(b, &(mcp_board_post){.token = word,
                                                   .version = "2026-07-28",
                                                   .name = method,
                                                   .called = called,
                                                   .body = message});
    return code == 200 ? mem_string(text_string(&b->answer)) : NULL;
}

static void test_two_worlds(void) {
    mcp_board b;
    mcp_board_open(&b, 60000);
    mcp_board_token(&b, word);
    mcp_walls_found found = mcp_walls_compare(&(mcp_walls){
        .tables = mcp_board_tables(&b, word), .games = 1, .pairs = 2, .ask = ask, .ctx = &b});
    TEST_CHECK_(!found.differ, "%u differ: %s", found.differ, found.first);
    TEST_CHECK(found.every_kind && found.compared > 100);
    mcp_board_close(&b);
}

TEST_LIST = {{"two_worlds", test_two_worlds}, {NULL, NULL}};
