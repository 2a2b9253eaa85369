#ifndef TESTS_SUPPORT_FAIL_EVERYWHERE_H
#define TESTS_SUPPORT_FAIL_EVERYWHERE_H
/* Out of memory, everywhere: to be included behind acutest.h. */

#include "engine/base/memory.h"
#include "engine/base/status.h"

/* Does some work again and again while its first, its second, ... allocation fails, until it is
 * done: each time it ends in ST_NOMEM or gets by without, and leaves nothing behind. */
static inline void fail_everywhere(const char *name, status (*work)(error *err)) {
    enum { ENOUGH = 50000, FEWEST = 4 };
    error err = {0};
    TEST_CASE(name);
    for (uint64_t n = 1; n < ENOUGH; n++) {
        uint64_t before = mem_count();
        mem_fail_at(n);
        status st = work(&err);
        mem_fail_at(0);
        TEST_ASSERT_(mem_live() == 0, "failing at allocation %d leaves nothing behind", (int)n);
        if (mem_count() - before < n) {
            TEST_CHECK_(st == ST_OK && n >= FEWEST, "enough memory is enough: %s", status_name(st));
            TEST_MSG("%s", err.text);
            return;
        }
        TEST_CHECK_(st == ST_OK || st == ST_NOMEM, "allocation %d: %s", (int)n, status_name(st));
        TEST_MSG("%s", err.text);
    }
    TEST_CHECK_(false, "the work ends");
}

#endif
