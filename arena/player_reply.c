#include "arena/player.h"

#include <assert.h>

const char *player_reply_name(player_deed d) {
    static const char *const names[DEED_COUNT] = {"move", "stopped", "crash",
                                                  "hang", "illegal", "time"};
    assert((unsigned)d < DEED_COUNT);
    return names[d];
}
