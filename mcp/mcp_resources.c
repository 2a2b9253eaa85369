#include "mcp/mcp_resources.h"

#include <string.h>

#include "lib/game_page.h"

extern const unsigned char mcp_language_page[];

static const char rules_uri[] = "kibitz://rules/";
static const char record_uri[] = "kibitz://record/";
static const char language_uri[] = "kibitz://language";

const char *mcp_resources_language(void) {
    return (const char *)mcp_language_page;
}

static void put_text(json_writer *w, const char *key, const char *value) {
    json_key(w, key);
    json_ascii(w, value);
}

static void put_entry(json_writer *w, const char *uri, const char *name, const char *title) {
    json_open(w, '{');
    put_text(w, "uri", uri);
    put_text(w, "name", name);
    put_text(w, "title", title);
    put_text(w, "mimeType", strcmp(uri, language_uri) == 0 ? "text/markdown" : "text/plain");
    json_close(w, '}');
}

status mcp_resources_list(mcp_client *c, json_writer *w, error *err) {
    game_list games = mcp_client_hold_games(c);
    if (!games) return error_set(err, ST_NOMEM, "no memory for the list");
    json_key(w, "resources");
    json_open(w, '[');
    put_entry(w, language_uri, "language", "The rules language on one page");
    for (game_list g = games; *g; g++) {
        text uri = text_growing();
        text title = text_growing();
        text_format(&uri, "%s%s", rules_uri, (*g)->name);
        text_format(&title, "Rules of %s", (*g)->title);
        put_entry(w, text_string(&uri), (*g)->name, text_string(&title));
        text_done(&uri);
        text_done(&title);
    }
    json_close(w, ']');
    mcp_client_release_games(c, games);
    return ST_OK;
}

static void put_template(json_writer *w, const char *uri, const char *name, const char *about) {
    json_open(w, '{');
    put_text(w, "uriTemplate", uri);
    put_text(w, "name", name);
    put_text(w, "description", about);
    put_text(w, "mimeType", "text/plain");
    json_close(w, '}');
}

void mcp_resources_templates(json_writer *w) {
    json_key(w, "resourceTemplates");
    json_open(w, '[');
    put_template(w, "kibitz://rules/{game}", "rules", "The rules of a game on a page");
    put_template(
        w, "kibitz://record/{table}", "record",
        "The record of a table by one of its handles: all of it, or before the end of a game "
        "with hidden hands what the seat saw");
    json_close(w, ']');
}

/* --- reading --- */

static status write_rules(mcp_client *c, const char *name, text *out, error *err) {
    const game *g = NULL;
    rules *r = NULL;
    params setup = params_default();
    setup.no_files = true;
    status st = mcp_client_game(c, name, &g, err);
    if (st == ST_OK) st = rules_open(&r, g, &setup, err);
    if (st == ST_OK) st = game_page_rules(r, out, err);
    rules_close(r);
    game_let_go(g);
    return st;
}

static status write_body(mcp_client *c, const char *uri, text *out, mcp_cache *cache, error *err) {
    mcp_tables t = mcp_client_tables(c);
    if (strcmp(uri, language_uri) == 0) {
        *cache = MCP_CACHE_PUBLIC;
        text_put(out, mcp_resources_language());
        return ST_OK;
    }
    if (text_starts(uri, rules_uri)) {
        if (!mcp_client_has_loaded(c)) *cache = MCP_CACHE_PUBLIC;
        return write_rules(c, uri + strlen(rules_uri), out, err);
    }
    if (text_starts(uri, record_uri))
        return t.kind->record(t.self, uri + strlen(record_uri), out, err);
    return error_set(err, ST_NOT_FOUND, "there is no such resource: resources/list has them");
}

status mcp_resources_read(mcp_client *c, const char *uri, json_writer *w, mcp_cache *cache,
                          error *err) {
    text body = text_growing();
    *cache = MCP_CACHE_PRIVATE;
    status st = write_body(c, uri, &body, cache, err);
    if (st == ST_OK && body.cut) st = error_set(err, ST_NOMEM, "no memory for the resource");
    if (st == ST_OK) {
        json_key(w, "contents");
        json_open(w, '[');
        json_open(w, '{');
        put_text(w, "uri", uri);
        put_text(w, "mimeType", strcmp(uri, language_uri) == 0 ? "text/markdown" : "text/plain");
        put_text(w, "text", text_string(&body));
        json_close(w, '}');
        json_close(w, ']');
    }
    text_done(&body);
    return st;
}
