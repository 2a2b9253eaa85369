#ifndef WEB_API_MATCH_TABLE_H
#define WEB_API_MATCH_TABLE_H
/* A match file as a table with a graph. Nothing in the file is run or opened: its engines are names
 * here. */

#include "engine/base/json.h"
#include "engine/game/game.h"

/* {"game","games","engines":[…],"pairs":[…],"graph":{…},"report","problems"} */
status match_table_put(json_writer *w, game_list games, const char *data, size_t len, error *err);

#endif
