#include "engine/notation/game_file.h"

#include <limits.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"

enum { FILE_LIMIT = 16 << 20 };

void game_file_done(game_file *f) {
    record_done(&f->rec);
    *f = (game_file){0};
}

static status take_record(game_file *out, const text *body, error *err) {
    if (body->cut) return error_set(err, ST_NOMEM, "no memory for the record");
    return record_read(&out->rec, text_string(body), body->len, err);
}

/* ST_NOT_FOUND: the game has no logs, or this is none. */
static status try_log(game_file *out, const game *g, const char *data, size_t len, error *err) {
    if (!g->terminal || !g->terminal->log_record) return ST_NOT_FOUND;
    text body = text_growing();
    bool cut = false;
    status st = g->terminal->log_record(g, data, len, &body, &cut, err);
    if (st == ST_OK) st = take_record(out, &body, err);
    out->log = st == ST_OK;
    out->cut = cut;
    text_done(&body);
    return st;
}

static status try_logs(game_file *out, const char *data, size_t len, game_list games,
                       const game *fallback, error *err) {
    status st = fallback ? try_log(out, fallback, data, len, err) : ST_NOT_FOUND;
    for (size_t i = 0; st == ST_NOT_FOUND && games[i]; i++)
        if (games[i] != fallback) st = try_log(out, games[i], data, len, err);
    return st;
}

/* The only line with anything on it, without the spaces around it; NULL if there are more. To be
 * freed. */
static char *only_line(const char *data, size_t len) {
    size_t from = 0;
    while (from < len && strchr(" \t\r\n", data[from])) from++;
    size_t to = len;
    while (to > from && strchr(" \t\r\n", data[to - 1])) to--;
    if (from == to || memchr(data + from, '\n', to - from) || data[from] == '#') return NULL;
    char *line = mem_alloc(to - from + 1);
    if (line) memcpy(line, data + from, to - from);
    return line;
}

/* Whether the first word could be played at the start: then the line is a list of events. */
static bool starts_with_event(const game *g, const params *p, const char *line) {
    position *start;
    char word[GAME_TOKEN_SIZE];
    text first = text_over(word, sizeof word);
    text_putn(&first, line, strcspn(line, " \t"));
    if (position_start(&start, g, p, SEAT_ALL, NULL) != ST_OK) return false;
    bool playable = position_verify(start, word, NULL, NULL) == ST_OK;
    position_destroy(start);
    return playable;
}

static status try_position(game_file *out, const char *line, const game *g, const params *p,
                           error *err) {
    position *pos;
    text body = text_growing();
    status st = position_read(&pos, g, p, SEAT_ALL, line, err);
    if (st == ST_OK) {
        record_write(pos, &body);
        position_destroy(pos);
        st = take_record(out, &body, err);
    }
    text_done(&body);
    return st;
}

status game_file_parse(game_file *out, const text *body, game_list games, const game *fallback,
                       const params *setup, error *err) {
    const char *data = text_string(body);
    size_t len = body->len;
    params plain = params_default();
    *out = (game_file){0};
    if (memchr(data, '\0', len)) return error_set(err, ST_BAD_SYNTAX, "this is no text: NUL found");
    status st = try_logs(out, data, len, games, fallback, err);
    if (st != ST_NOT_FOUND) return st;
    char *line = fallback ? only_line(data, len) : NULL;
    if (line && !starts_with_event(fallback, &plain, line)) {
        st = try_position(out, line, fallback, &plain, NULL);
        if (st != ST_OK && setup) st = try_position(out, line, fallback, setup, NULL);
    }
    mem_free(line);
    return st == ST_OK ? ST_OK : record_read(&out->rec, data, len, err);
}

/* Files that it names are looked for where it lies itself. */
static status set_folder(record *r, const char *path, error *err) {
    const char *slash = strrchr(path, '/');
    text folder = text_growing();
    if (slash)
        text_putn(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    else
        text_char(&folder, '.');
    r->folder = folder.cut ? NULL : mem_string(text_string(&folder));
    text_done(&folder);
    return r->folder ? ST_OK : error_set(err, ST_NOMEM, "no memory for the record");
}

status game_file_read(game_file *out, const char *path, game_list games, const game *fallback,
                      const params *setup, error *err) {
    text data;
    *out = (game_file){0};
    status st = file_read(&data, path, FILE_LIMIT, err);
    if (st != ST_OK) return st;
    st = game_file_parse(out, &data, games, fallback, setup, err);
    text_done(&data);
    if (st == ST_OK) st = set_folder(&out->rec, path, err);
    return st;
}

status game_file_agrees(const game_file *f, const char *path, const game *told, game_list games,
                        error *err) {
    const char *name = record_get(&f->rec, "game");
    const game *own = name ? game_find(games, name) : NULL;
    if (f->rec.field_count == 0 && f->rec.event_count == 0)
        return error_set(err, ST_BAD_VALUE, "%.120s is empty: it has no game", path);
    if (!told || !own || strcmp(own->name, told->name) == 0) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "%.120s is a game of %s, not of %s", path, own->name,
                     told->name);
}

status game_file_position(position **out, const game_file *f, game_list games, const game *fallback,
                          error *err) {
    return record_replay(out, &f->rec, games, fallback, UINT_MAX, err);
}

/* A state that fits the view, as a position of its own. */
static status deal_from(position **out, const position *view, uint64_t seed, error *err) {
    const rules *r = position_rules(view);
    void *world = mem_alloc(r->state_size);
    text line = text_growing();
    if (world) {
        rng g = rng_stream(seed, position_ply(view));
        position_world(view, &g, world);
        r->game->write(r, world, &line);
    }
    status st = !world || line.cut
                    ? error_set(err, ST_NOMEM, "no memory for the position")
                    : position_read(out, r->game, &r->options, SEAT_ALL, text_string(&line), err);
    if (st == ST_OK) position_set_seen(*out, position_seat(view), position_ply(view));
    text_done(&line);
    mem_free(world);
    return st;
}

bool game_file_is_view(const game_file *f) {
    return record_get(&f->rec, "view") != NULL;
}

status game_file_deal(position **out, const game_file *f, game_list games, const game *fallback,
                      uint64_t seed, error *err) {
    position *view = NULL;
    *out = NULL;
    if (!game_file_is_view(f)) return game_file_position(out, f, games, fallback, err);
    status st = record_replay_view(&view, &f->rec, games, fallback, err);
    if (st == ST_OK) st = deal_from(out, view, seed, err);
    position_destroy(view);
    return st;
}

/* --- what is stored, against what comes of the events --- */

static status check_line(const char *what, const char *told, const char *found, error *err) {
    if (!told || strcmp(told, found) == 0) return ST_OK;
    return error_set(err, ST_BAD_STATE, "the %s given is %.80s, but the events lead to %.80s", what,
                     told, found);
}

/* The position text, whatever the folder of a file in it is called now. */
static status check_position(const game_file *f, const position *end, error *err) {
    const char *told = record_get(&f->rec, "position");
    text now = text_growing();
    text then = text_growing();
    position_write(end, &now);
    status st = now.cut ? error_set(err, ST_NOMEM, "no memory for the position") : ST_OK;
    if (st == ST_OK && told)
        st = record_local_text(&f->rec, position_rules(end)->game, told, &then, err);
    if (st == ST_OK && told)
        st = check_line("position", text_string(&then), text_string(&now), err);
    text_done(&now);
    text_done(&then);
    return st;
}

/* The line of the result as record_write() has it. */
static status check_result(const game_file *f, const position *end, const char *key, error *err) {
    const char *told = record_get(&f->rec, key);
    record found = {0};
    text body = text_growing();
    if (!told) return ST_OK;
    record_write(end, &body);
    status st = body.cut ? error_set(err, ST_NOMEM, "no memory for the result")
                         : record_read(&found, text_string(&body), body.len, err);
    const char *now = st == ST_OK ? record_get(&found, key) : NULL;
    /* Somebody may have won before the last move: by resigning, or on time. */
    if (now) st = check_line(key, told, now, err);
    record_done(&found);
    text_done(&body);
    return st;
}

status game_file_check(const game_file *f, const position *end, error *err) {
    status st = check_position(f, end, err);
    if (st == ST_OK) st = check_result(f, end, "result", err);
    return st == ST_OK ? check_result(f, end, "points", err) : st;
}

/* The first line names the game, or the second where the first is the position. */
bool game_file_ours(const char *head) {
    static const char *const heads[] = {"game: ", "game "};
    const char *second = strchr(head, '\n');
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (text_starts(head, heads[i]) || (second && text_starts(second + 1, heads[i])))
            return true;
    return false;
}
