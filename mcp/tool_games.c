/* Games and their rules. */
#include <string.h>

#include "lib/game_page.h"
#include "mcp/mcp_tools.h"
#include "mcp/tool_common.h"

static void put_traits(const game *g, const char *name, mcp_call *c) {
    tool_key_text(c, "name", name);
    tool_key_text(c, "title", g->title);
    tool_key_int(c, "min_players", g->min_players);
    tool_key_int(c, "max_players", g->max_players);
    tool_key_flag(c, "chance", g->traits & GAME_CHANCE);
    tool_key_flag(c, "hidden", g->traits & GAME_HIDDEN);
    text_format(&c->words, "%s: %s, %d", name, g->title, g->min_players);
    if (g->max_players > g->min_players) text_format(&c->words, " to %d", g->max_players);
    text_format(&c->words, " player%s%s%s\n", g->max_players > 1 ? "s" : "",
                g->traits & GAME_CHANCE ? ", chance" : "",
                g->traits & GAME_HIDDEN ? ", hidden hands" : "");
}

static bool holds(const char *where, const char *what) {
    size_t n = strlen(what);
    for (; *where; where++) {
        size_t i = 0;
        while (i < n && where[i] && (where[i] | 32) == (what[i] | 32)) i++;
        if (i == n) return true;
    }
    return n == 0;
}

static void put_game(void *ctx, const char *name, const game *g) {
    mcp_call *c = ctx;
    const char *match = mcp_json_text(c->args, "match", "");
    if (!holds(name, match) && !holds(g->title, match)) return;
    json_open(&c->out, '{');
    put_traits(g, name, c);
    json_close(&c->out, '}');
}

status tool_games(mcp_call *c, error *err) {
    const mcp_host *host = mcp_client_world(c->client)->host;
    game_list games = mcp_client_hold_games(c->client);
    if (!games) return error_set(err, ST_NOMEM, "no memory for the list");
    json_key(&c->out, "games");
    json_open(&c->out, '[');
    for (game_list g = games; *g; g++) put_game(c, (*g)->name, *g);
    if (host) host->each_game(host->self, put_game, c);
    json_close(&c->out, ']');
    if (!c->words.len) text_format(&c->words, "No game is called so; leave `match` out for all.\n");
    mcp_client_release_games(c->client, games);
    return ST_OK;
}

status tool_rules(mcp_call *c, error *err) {
    const game *g = NULL;
    rules *r = NULL;
    params setup;
    text page = text_growing();
    status st = mcp_client_game(c->client, mcp_json_text(c->args, "game", ""), &g, err);
    if (st == ST_OK) st = tool_read_params(c, g, &setup, err);
    if (st == ST_OK) st = rules_open(&r, g, &setup, err);
    if (st == ST_OK) st = game_page_rules(r, &page, err);
    if (st == ST_OK) {
        tool_key_text(c, "game", g->name);
        tool_key_text(c, "page", text_string(&page));
        text_put(&c->words, text_string(&page));
    }
    rules_close(r);
    game_let_go(g);
    text_done(&page);
    return st;
}
