#define _DEFAULT_SOURCE
#include "mcp/tool_common.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/game/game_terminal.h"
#include "engine/game/scene.h"

/* --- the table of a call --- */

status tool_table_init(tool_table *out, mcp_call *c, error *err) {
    mcp_tables t = mcp_client_tables(c->client);
    *out = (tool_table){.handle = mcp_json_text(c->args, "table", "")};
    status st = t.kind->see(t.self, out->handle, &out->seen, err);
    if (st == ST_OK) st = table_text_init(&out->text, out->seen.now, out->seen.eyes, err);
    /* The text speaks to the seat, also where it sees everything. */
    if (st == ST_OK && out->seen.seat >= 0) out->text.seat = out->seen.seat;
    return st;
}

status tool_study_init(tool_table *out, mcp_call *c, error *err) {
    mcp_tables t = mcp_client_tables(c->client);
    status st = tool_table_init(out, c, err);
    return st == ST_OK && t.kind->may_study ? t.kind->may_study(t.self, out->handle, err) : st;
}

void tool_table_done(tool_table *t) {
    table_text_done(&t->text);
    mcp_seen_done(&t->seen);
}

int tool_seat(int seat) {
    return seat >= 0 ? seat + 1 : 0;
}

void tool_key_text(mcp_call *c, const char *key, const char *value) {
    json_key(&c->out, key);
    json_ascii(&c->out, value);
}

void tool_key_int(mcp_call *c, const char *key, int64_t value) {
    json_key(&c->out, key);
    json_int(&c->out, value);
}

void tool_key_flag(mcp_call *c, const char *key, bool value) {
    json_key(&c->out, key);
    json_bool(&c->out, value);
}

void tool_put_open(const tool_table *t, mcp_call *c) {
    if (!t->seen.hidden || !t->seen.open) return;
    text_put(&c->words, "This table is open: nothing is hidden from you.\n");
    tool_key_flag(c, "open", true);
}

/* --- look --- */

static void put_since(const tool_table *t, mcp_call *c) {
    const happened_list *l = &t->seen.since;
    json_key(&c->out, "since");
    json_open(&c->out, '[');
    if (l->count) text_put(&c->words, "Since your last action:\n");
    for (size_t i = 0; i < l->count; i++) {
        const char *said = happened_words(l, i);
        int seat = tool_seat(l->at[i].seat);
        json_open(&c->out, '{');
        tool_key_int(c, "seat", seat);
        tool_key_text(c, "words", said);
        json_close(&c->out, '}');
        bool named = position_rules(t->seen.now)->terminal->names_seats;
        if (seat && !named)
            text_format(&c->words, "- seat %d: %s\n", seat, said);
        else
            text_format(&c->words, "- %s\n", said);
    }
    json_close(&c->out, ']');
}

static void put_result(const tool_table *t, mcp_call *c) {
    const rules *r = position_rules(t->seen.now);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (t->seen.idle) { /* not by the rules */
        tool_key_text(c, "result", t->seen.note);
        return;
    }
    text said = text_growing();
    table_text_result(r, t->text.world, NULL, &said);
    tool_key_text(c, "result", text_string(&said));
    c->words.cut |= said.cut;
    text_done(&said);
    r->game->returns(r, t->text.world, utility, points);
    if (!(r->traits & GAME_POINTS)) return;
    json_key(&c->out, "points");
    json_open(&c->out, '[');
    text_put(&c->words, "Points:");
    for (int i = 0; i < r->players; i++) {
        json_int(&c->out, points[i]);
        text_format(&c->words, "%s seat %d %d", i ? "," : "", i + 1, (int)points[i]);
    }
    text_char(&c->words, '\n');
    json_close(&c->out, ']');
}

static status put_legal_count(const tool_table *t, mcp_call *c, error *err) {
    uint64_t count = 0;
    const position *p = t->seen.now;
    if (t->seen.idle || t->text.actor != t->seen.seat) return ST_OK;
    if (token_count((state_ref){position_rules(p), t->text.world, position_trail(p)}, &count) !=
        ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the table");
    tool_key_int(c, "legal", (int64_t)count);
    text_format(&c->words, "%llu legal action%s: legal lists them.\n", (unsigned long long)count,
                count == 1 ? "" : "s");
    return ST_OK;
}

static status put_scene(const tool_table *t, mcp_call *c, error *err) {
    scene *s = NULL;
    text line = text_growing();
    status st = scene_build(&s, t->seen.now, t->seen.eyes, err);
    if (st == ST_OK) st = scene_write(s, &line, err);
    if (st == ST_OK) {
        json_key(&c->out, "scene");
        json_raw(&c->out, text_string(&line));
    }
    scene_destroy(s);
    text_done(&line);
    return st;
}

status tool_put_look(const tool_table *t, mcp_call *c, bool with_scene, error *err) {
    const rules *r = position_rules(t->seen.now);
    const table_text *x = &t->text;
    text board = text_growing();
    tool_key_text(c, "table", t->handle);
    tool_key_text(c, "game", r->game->name);
    tool_key_int(c, "seat", tool_seat(t->seen.seat));
    tool_key_int(c, "at", t->seen.at);
    text_format(&c->words, "%s, at %lld\n", r->game->title, (long long)t->seen.at);
    tool_put_open(t, c);
    table_text_board(x, &board);
    tool_key_text(c, "board", text_string(&board));
    text_put(&c->words, text_string(&board));
    c->words.cut |= board.cut;
    text_done(&board);
    put_since(t, c);
    bool idle = t->seen.idle;
    bool over = t->seen.over || (x->actor == ACTOR_NONE && !idle);
    tool_key_int(c, "turn", idle ? 0 : tool_seat(x->actor));
    tool_key_flag(c, "your_turn", !idle && x->actor >= 0 && x->actor == t->seen.seat);
    tool_key_text(c, "kind", over ? "over" : game_kind_name(game_kind(r, x->world)));
    tool_key_flag(c, "over", over);
    if (!idle) table_text_turn(x, &c->words);
    if (t->seen.note[0]) {
        text_format(&c->words, "%s\n", t->seen.note);
        tool_key_text(c, "note", t->seen.note);
    }
    if (over && t->seen.over) put_result(t, c);
    status st = put_legal_count(t, c, err);
    return st == ST_OK && with_scene ? put_scene(t, c, err) : st;
}

/* --- a new table --- */

status tool_read_params(const mcp_call *c, const game *g, params *out, error *err) {
    const json_t *list = mcp_json_get(c->args, "options");
    *out = params_default();
    out->no_files = true;
    out->players = (int)mcp_json_int(c->args, "players", 0);
    for (size_t i = 0; i < mcp_json_count(list); i++) {
        status st = params_set_pair(out, g, mcp_json_string(mcp_json_at(list, i)), err);
        if (st != ST_OK) return st;
    }
    return params_check(out, g, err);
}

static status read_seats(const mcp_call *c, const char *key, int players, bool *out, error *err) {
    const json_t *list = mcp_json_get(c->args, key);
    for (size_t i = 0; i < mcp_json_count(list); i++) {
        int64_t seat = mcp_json_integer(mcp_json_at(list, i));
        if (seat < 1 || seat > players)
            return error_set(err, ST_BAD_VALUE, "`%s` names seats from 1 to %d", key, players);
        out[seat - 1] = true;
    }
    return ST_OK;
}

static status read_play(const mcp_call *c, int players, mcp_opening *o, error *err) {
    o->caller[0] = !mcp_json_get(c->args, "play");
    status st = read_seats(c, "play", players, o->caller, err);
    if (st == ST_OK) st = read_seats(c, "invite", players, o->guest, err);
    for (int i = 0; st == ST_OK && i < players; i++)
        if (o->caller[i] && o->guest[i])
            st = error_set(err, ST_BAD_VALUE, "seat %d is in `play` and in `invite`", i + 1);
    return st;
}

enum { STANDARD_LEVEL = 5, LEVELS = 10 };

static status read_levels(const mcp_call *c, int players, mcp_opening *o, error *err) {
    const json_t *list = mcp_json_get(c->args, "levels");
    size_t given = mcp_json_count(list);
    size_t used = 0;
    for (int i = 0; i < players; i++) {
        o->level[i] = STANDARD_LEVEL;
        if (o->caller[i] || o->guest[i] || used >= given) continue;
        int64_t level = mcp_json_integer(mcp_json_at(list, used++));
        if (level < 1 || level > LEVELS)
            return error_set(err, ST_BAD_VALUE, "`levels` are from 1 to %d", LEVELS);
        o->level[i] = (int)level;
    }
    return used == given ? ST_OK
                         : error_set(err, ST_BAD_VALUE,
                                     "`levels` has %d numbers, but %d seats have an engine",
                                     (int)given, (int)used);
}

static status check_walls(const mcp_opening *o, const rules *r, error *err) {
    int seats = 0;
    int guests = 0;
    for (int i = 0; i < r->players; i++) {
        seats += o->caller[i];
        guests += o->guest[i];
    }
    if (!(r->traits & GAME_HIDDEN)) return ST_OK;
    if (o->open && guests)
        return error_set(err, ST_UNSUPPORTED,
                         "an open table is for you and engines: leave `invite` or `open` out");
    if (o->open) return ST_OK;
    if (o->seeded)
        return error_set(err, ST_UNSUPPORTED,
                         "hands are hidden in %s, and a seed would tell them: leave `seed` out, or "
                         "say open=true",
                         r->game->name);
    if (o->known)
        return error_set(err, ST_UNSUPPORTED,
                         "you know everything of this position of %s: say open=true",
                         r->game->name);
    return seats <= 1 ? ST_OK
                      : error_set(err, ST_UNSUPPORTED,
                                  "hands are hidden in %s: play one seat, or say open=true",
                                  r->game->name);
}

static status read_opening(const mcp_call *c, const rules *r, mcp_opening *o, error *err) {
    const json_t *seed = mcp_json_get(c->args, "seed");
    o->open = mcp_json_flag(c->args, "open", false);
    o->analysis = mcp_json_flag(c->args, "analysis", false);
    o->seeded = seed != NULL;
    o->seed = (uint64_t)mcp_json_integer(seed);
    o->move_ms = (int64_t)(1000 * mcp_json_real(c->args, "seconds", 1));
    status st = read_play(c, r->players, o, err);
    if (st == ST_OK) st = read_levels(c, r->players, o, err);
    return st == ST_OK ? check_walls(o, r, err) : st;
}

static void put_tickets(const mcp_tickets *k, mcp_call *c) {
    json_key(&c->out, "tables");
    json_open(&c->out, '[');
    for (int i = 0; i < k->count; i++) {
        json_open(&c->out, '{');
        tool_key_int(c, "seat", tool_seat(k->at[i].seat));
        tool_key_text(c, "table", k->at[i].handle);
        json_close(&c->out, '}');
        if (k->at[i].seat >= 0)
            text_format(&c->words, "Seat %d is yours, its table is %s\n", k->at[i].seat + 1,
                        k->at[i].handle);
        else
            text_format(&c->words, "You watch, the table is %s\n", k->at[i].handle);
    }
    json_close(&c->out, ']');
    if (!k->link[0]) return;
    tool_key_text(c, "link", k->link);
    text_format(&c->words, "People take the free seats at %s\n", k->link);
}

status tool_open_table(mcp_call *c, tool_start given, error *err) {
    mcp_tables t = mcp_client_tables(c->client);
    mcp_opening o = {.start = given.start, .game = given.called, .known = given.known};
    mcp_tickets tickets = {.count = 0};
    rules *r = rules_share(position_rules(given.start));
    status st = read_opening(c, r, &o, err);
    if (st == ST_OK)
        st = t.kind->open(t.self, &o, &tickets, err);
    else
        position_destroy(given.start);
    if (st == ST_OK) {
        bool own = given.called && text_starts(given.called, "me/");
        tool_key_text(c, "game", own ? given.called : r->game->name);
        tool_key_int(c, "players", r->players);
        text_format(&c->words, "%s, %d player%s.\n", r->game->title, r->players,
                    r->players == 1 ? "" : "s");
        if (o.open && r->traits & GAME_HIDDEN) {
            text_put(&c->words, "This table is open: nothing is hidden from you.\n");
            tool_key_flag(c, "open", true);
        }
        put_tickets(&tickets, c);
        text_put(&c->words, "look shows the table.\n");
    }
    rules_close(r);
    return st;
}

/* --- files --- */

status tool_read_file(const mcp_call *c, const char *name, text *out, error *err) {
    const char *folder = mcp_client_world(c->client)->folder;
    char path[PATH_MAX];
    char real[PATH_MAX];
    char root[PATH_MAX];
    if (!folder)
        return error_set(err, ST_UNSUPPORTED,
                         "no file is opened: only kibitz mcp with --allow-files does that");
    if (!*name || *name == '.' || strchr(name, '/'))
        return error_set(err, ST_BAD_VALUE, "`file` is the name of a file, without a folder");
    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (n < 0 || (size_t)n >= sizeof path || !realpath(folder, root) || !realpath(path, real))
        return error_set(err, ST_NOT_FOUND, "there is no file %.80s in the folder", name);
    size_t len = strlen(root);
    if (strncmp(real, root, len) != 0 || real[len] != '/')
        return error_set(err, ST_UNSUPPORTED, "%.80s leads out of the folder", name);
    return file_read(out, real, MCP_MAX_MESSAGE, err);
}

int64_t tool_until(const mcp_call *c, const char *key, double standard) {
    return clock_now_ms() + (int64_t)(1000 * mcp_json_real(c->args, key, standard));
}
