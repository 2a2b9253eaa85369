#include "arena/player.h"

#include <assert.h>

const char *player_reply_name(player_reply d) {
    static const char *const names[PLAYER_REPLY_COUNT] = {"move", "stopped", "resign", "crash",
                                                          "hang", "illegal", "time"};
    assert((unsigned)d < PLAYER_REPLY_COUNT);
    return names[d];
}
