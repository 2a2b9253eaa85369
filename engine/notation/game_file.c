#include "engine/notation/game_file.h"

#include <limits.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/game/game_terminal.h"
#include "engine/notation/record_tree.h"

enum { FILE_LIMIT = GAME_TEXT_MAX_BYTES };

void game_file_done(game_file *f) {
    record_done(&f->rec);
    game_trees_done(&f->trees);
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

/* --- forms of others --- */

size_t game_file_count(const game_file *f) {
    return f->form ? f->trees.count : 1;
}

status game_file_choose(game_file *f, size_t number, error *err) {
    size_t count = game_file_count(f);
    if (number < 1 || number > count)
        return error_set(err, ST_BAD_VALUE, "there is no game %zu: the file has %zu", number,
                         count);
    if (!f->form) return ST_OK;
    text body = text_growing();
    record made = {0};
    status st = record_write_tree(f->trees.at[number - 1], &body, err);
    if (st == ST_OK) st = record_read(&made, text_string(&body), body.len, err);
    text_done(&body);
    if (st != ST_OK) {
        record_done(&made);
        return st;
    }
    made.folder = f->rec.folder;
    made.force = f->rec.force;
    made.closed = f->rec.closed;
    f->rec.folder = NULL;
    record_done(&f->rec);
    f->rec = made;
    f->chosen = number - 1;
    return ST_OK;
}

static status try_form(game_file *out, const format *form, const text *body, game_list games,
                       const game *fallback, error *err) {
    formats_request ask = {.data = text_string(body),
                           .len = body->len,
                           .games = games,
                           .fallback = formats_takes(form, fallback) ? fallback : NULL,
                           .skip_broken = true};
    status st = formats_read(&out->trees, form, &ask, &out->broken, &out->why);
    out->form = form;
    if (st != ST_OK) {
        if (err) *err = out->why;
        return st;
    }
    return game_file_choose(out, 1, err);
}

/* The form by how the text begins: a list that the game can play is one of tokens. */
static const format *form_of(const char *data, const game *fallback, const params *plain) {
    const format *form = game_file_ours(data) ? NULL : formats_find(NULL, data);
    char word[GAME_TOKEN_SIZE];
    text first = text_over(word, sizeof word);
    data += strspn(data, " \t\r\n");
    text_putn(&first, data, strcspn(data, " \t\r\n"));
    if (!form || !fallback || formats_takes(form, fallback)) return form;
    return starts_with_event(fallback, plain, word) ? NULL : form;
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
    const format *form = form_of(data, fallback, &plain);
    if (form) return try_form(out, form, body, games, fallback, err);
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
    const format *form = formats_find(path, NULL); /* the ending says what it is meant to be */
    st = form ? try_form(out, form, &data, games, fallback, err)
              : game_file_parse(out, &data, games, fallback, setup, err);
    text_done(&data);
    if (st == ST_OK) st = set_folder(&out->rec, path, err);
    return st;
}

status game_file_agrees(const game_file *f, const char *path, const game *stated, game_list games,
                        error *err) {
    const char *name = record_get(&f->rec, "game");
    const game *own = name ? game_find(games, name) : NULL;
    if (f->rec.field_count == 0 && f->rec.event_count == 0)
        return error_set(err, ST_BAD_VALUE, "%.120s is empty: it has no game", path);
    if (!stated || !own || strcmp(own->name, stated->name) == 0) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "%.120s is a game of %s, not of %s", path, own->name,
                     stated->name);
}

static bool has_null_move(const record *r) {
    for (size_t i = 0; i < r->event_count; i++)
        if (strcmp(r->events[i].token, "0000") == 0) return true;
    return false;
}

status game_file_tree(game_tree **out, game_file *f, game_list games, const game *fallback,
                      error *err) {
    status st = ST_OK;
    if (!f->trees.count) st = record_tree(out, &f->rec, games, fallback, err);
    if (!f->trees.count && st == ST_OK) st = game_trees_add(&f->trees, *out, err);
    *out = st == ST_OK ? f->trees.at[f->chosen] : NULL;
    return st;
}

status game_file_position(position **out, const game_file *f, game_list games, const game *fallback,
                          error *err) {
    const game_tree *t = f->form ? f->trees.at[f->chosen] : NULL;
    if (t && has_null_move(&f->rec)) return game_tree_position(out, t, game_tree_last(t, 0), err);
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

static status check_line(const char *what, const char *stated, const char *found, error *err) {
    if (!stated || strcmp(stated, found) == 0) return ST_OK;
    return error_set(err, ST_BAD_STATE, "the %s given is %.80s, but the events lead to %.80s", what,
                     stated, found);
}

/* The position text, whatever the folder of a file in it is called now. */
static status check_position(const game_file *f, const position *end, error *err) {
    const char *stated = record_get(&f->rec, "position");
    text now = text_growing();
    text then = text_growing();
    position_write(end, &now);
    status st = now.cut ? error_set(err, ST_NOMEM, "no memory for the position") : ST_OK;
    if (st == ST_OK && stated)
        st = record_local_text(&f->rec, position_rules(end)->game, stated, &then, err);
    if (st == ST_OK && stated)
        st = check_line("position", text_string(&then), text_string(&now), err);
    text_done(&now);
    text_done(&then);
    return st;
}

/* The line of the result as record_write() has it. */
static status check_result(const game_file *f, const position *end, const char *key, error *err) {
    const char *stated = record_get(&f->rec, key);
    record found = {0};
    text body = text_growing();
    if (!stated) return ST_OK;
    record_write(end, &body);
    status st = body.cut ? error_set(err, ST_NOMEM, "no memory for the result")
                         : record_read(&found, text_string(&body), body.len, err);
    const char *now = st == ST_OK ? record_get(&found, key) : NULL;
    /* Somebody may have won before the last move: by resigning, or on time. */
    if (now) st = check_line(key, stated, now, err);
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
    return formats_find(NULL, head) && strstr(head, "kibitz") != NULL;
}
