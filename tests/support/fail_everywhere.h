#ifndef TESTS_SUPPORT_FAIL_EVERYWHERE_H
#define TESTS_SUPPORT_FAIL_EVERYWHERE_H
/* Out of memory, everywhere: to be included after acutest.h. */

#include "engine/base/memory.h"
#include "engine/base/status.h"
#include "tests/support/pace.h"

/* Does some work again and again while its first, its second, ... allocation fails, until it is
 * done: each time it ends in ST_NOMEM and leaves nothing behind. It may do without at most `spare`
 * allocations (memory for speed, which is asked for again in smaller pieces); a success by any
 * other way would mean that something is missing and no one said so. Of the later ones
 * fewer are tried, the more so under sanitizers. */
static inline void fail_everywhere_but(const char *name, uint64_t spare,
                                       status (*work)(error *err)) {
    enum { ENOUGH = 50000, FEWEST = 4 };
    uint64_t spared = 0;
    TEST_CASE(name);
    for (uint64_t n = 1; n < ENOUGH; n += 1 + n / PACE(200, 6)) {
        error err = {0};
        uint64_t before = mem_count();
        mem_fail_at(n);
        status st = work(&err);
        mem_fail_at(0);
        TEST_ASSERT_(mem_live() == 0, "failing at allocation %d leaves nothing behind", (int)n);
        if (mem_count() - before < n) {
            TEST_CHECK_(st == ST_OK && n >= FEWEST, "enough memory is enough: %s", status_name(st));
            TEST_MSG("%s", err.text);
            TEST_CHECK_(spared <= spare, "%d allocations failed unnoticed", (int)spared);
            return;
        }
        if (st == ST_OK && spare > 0)
            spared++;
        else
            TEST_CHECK_(st == ST_NOMEM, "allocation %d: %s", (int)n, status_name(st));
        TEST_MSG("%s", err.text);
    }
    TEST_CHECK_(false, "the work ends");
}

static inline void fail_everywhere(const char *name, status (*work)(error *err)) {
    fail_everywhere_but(name, 0, work);
}

#endif
