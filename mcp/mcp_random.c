#define _DEFAULT_SOURCE
#include "mcp/mcp_random.h"

#include <sys/random.h>
#include <unistd.h>

bool mcp_random(void *out, size_t bytes) {
    return getentropy(out, bytes) == 0;
}
