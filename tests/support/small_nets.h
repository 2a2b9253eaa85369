#ifndef TESTS_SUPPORT_SMALL_NETS_H
#define TESTS_SUPPORT_SMALL_NETS_H
/* Files of small nets, for tests; false where one cannot be made. */

#include "eval/net/net.h"

bool small_nets_save(net *n, const char *path); /* the net ends here */

/* A net of leduc with numbers of many sizes, and points. */
bool small_nets_leduc(const char *path);

#endif
