#include <acutest.h>

#include "lib/catalogue.h"
#include "tests/support/mcp_talk.h"
#include "tests/support/mcp_walls.h"
#include "tests/support/pace.h"

/* Tables of the process: seats are walls. */

#if TEST_PACE
enum { PAIRS = 6, GAMES = 8 };
#else
enum { PAIRS = 2, GAMES = 2 };
#endif

static char *ask(void *ctx, const char *method, const char *message) {
    (void)method;
    return mcp_talk_ask(ctx, message);
}

static void test_two_worlds(void) {
    error e;
    mcp_local *tables;
    TEST_ASSERT(mcp_local_create(&tables, catalogue_registry(), &e) == ST_OK);
    mcp_talk *talk = mcp_talk_open_with(mcp_local_tables(tables));
    mcp_walls_found found = mcp_walls_compare(&(mcp_walls){.tables = mcp_local_tables(tables),
                                                           .seeded = true,
                                                           .games = GAMES,
                                                           .pairs = PAIRS,
                                                           .ask = ask,
                                                           .ctx = talk});
    TEST_CHECK_(!found.differ, "%u differ: %s", found.differ, found.first);
    TEST_CHECK(found.every_kind && found.compared > 100);
    mcp_talk_close(talk);
    mcp_local_destroy(tables);
}

static void test_every_tool_is_listed(void) {
    const char *missing = mcp_walls_unlisted();
    TEST_CHECK_(!missing, "%s: what may one seat ask of it?", missing);
}

TEST_LIST = {{"every_tool_is_listed", test_every_tool_is_listed},
             {"two_worlds", test_two_worlds},
             {NULL, NULL}};
