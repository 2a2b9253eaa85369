/* Tables: made, looked at, closed. */
#include "engine/base/clock.h"
#include "engine/notation/game_file.h"
#include "mcp/mcp_tools.h"
#include "mcp/tool_common.h"

status tool_new_table(mcp_call *c, error *err) {
    const game *g = NULL;
    position *start = NULL;
    params setup;
    status st = mcp_client_game(c->client, mcp_json_text(c->args, "game", ""), &g, err);
    if (st == ST_OK) st = tool_read_params(c, g, &setup, err);
    if (st == ST_OK) st = position_start(&start, g, &setup, SEAT_ALL, err);
    if (st == ST_OK)
        st =
            tool_open_table(c, (tool_start){start, mcp_json_text(c->args, "game", ""), false}, err);
    game_let_go(g);
    return st;
}

status tool_close_table(mcp_call *c, error *err) {
    mcp_tables t = mcp_client_tables(c->client);
    status st = t.kind->close(t.self, mcp_json_text(c->args, "table", ""), err);
    if (st != ST_OK) return st;
    tool_key_flag(c, "closed", true);
    text_put(&c->words, "The table is closed.\n");
    return ST_OK;
}

status tool_look(mcp_call *c, error *err) {
    mcp_tables k = mcp_client_tables(c->client);
    tool_table t;
    mcp_wait w = {c, tool_until(c, "wait", 0)};
    status st = ST_OK;
    if (mcp_json_get(c->args, "wait"))
        st = k.kind->wait(k.self, mcp_json_text(c->args, "table", ""), &w, err);
    if (st != ST_OK) return st;
    st = tool_table_init(&t, c, err);
    if (st == ST_OK) st = tool_put_look(&t, c, mcp_json_flag(c->args, "scene", false), err);
    tool_table_done(&t);
    return st;
}

/* --- positions of others --- */

static status read_body(const mcp_call *c, text *body, error *err) {
    const char *given = mcp_json_text(c->args, "record", NULL);
    const char *file = mcp_json_text(c->args, "file", NULL);
    if (!given == !file)
        return error_set(err, ST_BAD_VALUE, "give one of `position`, `record` and `file`");
    if (file) return tool_read_file(c, file, body, err);
    text_put(body, given);
    return body->cut ? error_set(err, ST_NOMEM, "no memory for the record") : ST_OK;
}

/* A record, PGN or another form of file, as far as `ply`. */
static status read_record(mcp_call *c, const game *g, params *setup, position **out, error *err) {
    game_file f = {0};
    text body = text_growing();
    game_list games = mcp_client_hold_games(c->client);
    status st = games ? read_body(c, &body, err) : error_set(err, ST_NOMEM, "no memory");
    if (st == ST_OK) st = game_file_parse(&f, &body, games, g, setup, err);
    if (st == ST_OK) {
        f.rec.closed = true;
        st = game_file_choose(&f, (size_t)mcp_json_int(c->args, "number", 1), err);
        if (st == ST_OK) st = game_file_position(out, &f, games, g, err);
    }
    game_file_done(&f);
    text_done(&body);
    mcp_client_release_games(c->client, games);
    const json_t *ply = mcp_json_get(c->args, "ply");
    if (st == ST_OK && ply) {
        int64_t n = mcp_json_integer(ply);
        if (n < position_first_ply(*out) || n > position_ply(*out))
            st = error_set(err, ST_BAD_VALUE, "`ply` is from %u to %u in this record",
                           position_first_ply(*out), position_ply(*out));
        else
            position_cut(*out, (unsigned)n);
    }
    if (st != ST_OK) {
        position_destroy(*out);
        *out = NULL;
    }
    return st;
}

status tool_position(mcp_call *c, error *err) {
    const char *name = mcp_json_text(c->args, "game", NULL);
    const char *line = mcp_json_text(c->args, "position", NULL);
    const game *g = NULL;
    position *start = NULL;
    params setup = params_default();
    setup.no_files = true;
    status st = ST_OK;
    if (!name && line)
        st = error_set(err, ST_BAD_VALUE, "`game` is missing: whose position is it?");
    if (st == ST_OK && name) st = mcp_client_game(c->client, name, &g, err);
    if (st == ST_OK && g) st = tool_read_params(c, g, &setup, err);
    if (st == ST_OK && line)
        st = position_read(&start, g, &setup, SEAT_ALL, line, err);
    else if (st == ST_OK)
        st = read_record(c, g, &setup, &start, err);
    if (st == ST_OK && *position_note(start)) tool_key_text(c, "note", position_note(start));
    if (st == ST_OK) st = tool_open_table(c, (tool_start){start, name, true}, err);
    game_let_go(g);
    return st;
}
