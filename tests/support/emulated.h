#ifndef TESTS_SUPPORT_EMULATED_H
#define TESTS_SUPPORT_EMULATED_H
/* Whether programs are started through an emulator. Under qemu-user a process that cannot become
 * another program is seen to end, not to fail. */

#include <stdbool.h>
#include <stdlib.h>

static inline bool emulated(void) {
    const char *by = getenv("KIBITZ_EMULATOR");
    return by && *by;
}

#endif
