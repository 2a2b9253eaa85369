#ifndef TESTS_SUPPORT_TABLE_CHECKS_H
#define TESTS_SUPPORT_TABLE_CHECKS_H
/* A game on the table, in checks of one word; to be included after acutest.h. */

#include <string.h>

#include "engine/base/memory.h"
#include "tests/support/text_table.h"

static inline void done(table *x) {
    text_table_close(x);
    TEST_CHECK(mem_live() == 0);
}

#define OPEN(x, body)      TEST_ASSERT(text_table_open(x, body, ""))
#define OFFERS(x, list)    TEST_CHECK_(text_table_offers(x, list), "%s", list)
#define PLAY(x, list)      TEST_ASSERT_(text_table_play(x, list), "%s", list)
#define PAYS(x, utilities) TEST_CHECK_(text_table_pays(x, utilities), "%s", utilities)
#define READ(x, line)      TEST_ASSERT_(text_table_read(x, line), "%s", line)
#define SOUND(x)           TEST_CHECK(text_table_sound(x))
#define IS(x, line)                                                                                \
    do {                                                                                           \
        TEST_CHECK_(strcmp(text_table_text(x), line) == 0, "%s", line);                            \
        TEST_MSG("found %s", text_table_text(x));                                                  \
    } while (0)

#endif
