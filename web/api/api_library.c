#include "web/api/api_library.h"

#include <string.h>

#include "engine/base/memory.h"
#include "web/api/asked_room.h"
#include "web/api/library_game.h"
#include "web/api/library_import.h"
#include "web/api/match_table.h"
#include "web/think/side_work.h"
#include "web/think/think_ids.h"

enum { PAGE = 50, MAX_MARKS = 2000, NOTE_SIZE = 1000 };

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the library");
}

/* Takes the batch. */
static status write_batch(const web_world *world, store_batch *b, status added, error *err) {
    if (added == ST_OK) return store_write(world->store, b, err);
    store_batch_destroy(b);
    return no_memory(err);
}

static void answer_empty(web_request *q) {
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_close(&w, '}');
}

static void put_text(json_writer *w, const char *key, const char *value) {
    json_key(w, key);
    json_string(w, value ? value : "");
}

/* --- find --- */

typedef struct found_game {
    char id[THINK_ID_SIZE];
    text fields; /* the rest of its object */
} found_game;

typedef struct found_games {
    found_game at[PAGE];
    size_t count;
    int64_t all;
} found_games;

static bool take_found(void *ctx, const store_value *column, int count) {
    found_games *f = ctx;
    if (count < 9 || f->count == PAGE) return false;
    found_game *g = &f->at[f->count++];
    text id = text_over(g->id, sizeof g->id);
    text_put(&id, column[0].text);
    g->fields = text_growing();
    json_writer w = json_writer_on(&g->fields);
    json_open(&w, '{');
    put_text(&w, "id", g->id);
    put_text(&w, "game", column[1].text);
    put_text(&w, "title", column[2].text);
    json_key(&w, "players");
    json_raw(&w, column[3].text);
    put_text(&w, "date", column[4].text);
    put_text(&w, "result", column[5].text);
    json_key(&w, "plies");
    json_int(&w, column[6].number);
    json_key(&w, "added");
    json_int(&w, column[7].number);
    f->all = column[8].number;
    return true;
}

static bool put_mark_ply(void *ctx, const store_value *column, int count) {
    (void)count;
    json_int(ctx, column[0].number);
    return true;
}

static status put_found(json_writer *w, const web_world *world, int64_t account,
                        const found_game *g, error *err) {
    const store_value arg[] = {store_int(account), store_text(g->id)};
    text plies = text_growing();
    json_writer list = json_writer_on(&plies);
    json_open(&list, '[');
    status st = store_read(world->store, STORE_MARKS_OF_SAVED, arg, 2, put_mark_ply, &list, err);
    json_close(&list, ']');
    text whole = text_growing();
    text_format(&whole, "%s,\"marked\":%s}", text_string(&g->fields), text_string(&plies));
    if (st == ST_OK) json_raw(w, text_string(&whole));
    w->out->cut |= whole.cut || plies.cut || g->fields.cut;
    text_done(&whole);
    text_done(&plies);
    return st;
}

/* A word of the query; one that is empty is not there. */
static store_value filter(const web_request *q, const char *name) {
    const char *word = web_query(q, name, 0);
    return word && *word ? store_text(word) : store_null();
}

static void find(void *ctx, web_request *q) {
    const web_world *world = ctx;
    const char *word = web_query(q, "page", 0);
    int64_t page = 1;
    error e;
    if (word && !text_i64(word, 1, 1000000, &page)) {
        web_refuse(q, 422, "bad-value", "pages are numbered from 1", "page");
        return;
    }
    found_games *f = mem_alloc(sizeof *f);
    const store_value arg[] = {
        store_int(q->person.id), filter(q, "game"), filter(q, "player"),
        filter(q, "from"),       filter(q, "to"),   filter(q, "result"),
        filter(q, "q"),          store_int(PAGE),   store_int((page - 1) * PAGE)};
    status st =
        f ? store_read(world->store, STORE_SAVED_FIND, arg, 9, take_found, f, &e) : no_memory(&e);
    if (st == ST_OK) {
        json_writer w = web_answer(q, 200);
        json_open(&w, '{');
        json_key(&w, "games");
        json_open(&w, '[');
        for (size_t i = 0; st == ST_OK && i < f->count; i++)
            st = put_found(&w, world, q->person.id, &f->at[i], &e);
        json_close(&w, ']');
        json_key(&w, "pages");
        json_int(&w, (f->all + PAGE - 1) / PAGE);
        json_key(&w, "all");
        json_int(&w, f->all);
        json_close(&w, '}');
    }
    if (st != ST_OK) asked_fail(q, st, &e);
    for (size_t i = 0; f && i < f->count; i++) text_done(&f->at[i].fields);
    mem_free(f);
}

/* --- import --- */

static void put_imported(web_request *q, const library_import *i) {
    const char *at = text_string(&i->problems);
    const char *end = at + i->problems.len;
    const char *id = text_string(&i->ids);
    json_writer w = web_answer(q, 201);
    json_open(&w, '{');
    json_key(&w, "added");
    json_open(&w, '[');
    while (*id) {
        size_t n = strcspn(id, " ");
        json_stringn(&w, id, n);
        id += n + (id[n] == ' ');
    }
    json_close(&w, ']');
    json_key(&w, "broken");
    json_int(&w, (int64_t)i->broken);
    json_key(&w, "problems");
    json_open(&w, '[');
    for (; at < end; at += strlen(at) + 1) json_ascii(&w, at);
    json_close(&w, ']');
    json_close(&w, '}');
}

static bool take_number(void *ctx, const store_value *column, int count) {
    (void)count;
    *(int64_t *)ctx = column[0].number;
    return false;
}

static status check_count(const web_world *world, int64_t account, size_t more, error *err) {
    int64_t n = 0;
    const store_value arg[] = {store_int(account)};
    status st = store_read(world->store, STORE_SAVED_COUNT, arg, 1, take_number, &n, err);
    if (st == ST_OK && n + (int64_t)more > LIBRARY_MAX_GAMES)
        st = error_set(err, ST_BAD_VALUE, "a library has at most %d games", LIBRARY_MAX_GAMES);
    return st;
}

static void store_import(web_request *q, const web_world *world, library_import *i) {
    error e;
    status st = check_count(world, q->person.id, i->added, &e);
    if (st == ST_OK) {
        st = store_write(world->store, i->batch, &e);
        i->batch = NULL; /* taken */
    }
    if (st == ST_OK)
        put_imported(q, i);
    else
        asked_fail(q, st, &e);
}

static void import_room(web_request *q, const web_world *world, const char *room) {
    asked_game g = {0};
    position *p = NULL;
    text names = text_growing();
    library_import i;
    error e;
    library_import_init(&i);
    if (asked_room_position(q, world, &g, &p)) {
        status st = asked_room_names(world, room, position_rules(p)->players, &names, &e);
        if (st == ST_OK)
            st = library_import_position(&i, p, q->person.id, text_string(&names),
                                         text_string(&g.source), &e);
        if (st == ST_OK)
            store_import(q, world, &i);
        else
            asked_fail(q, st, &e);
    }
    library_import_done(&i);
    text_done(&names);
    position_destroy(p);
    asked_game_done(&g);
}

static void import_text(web_request *q, const web_world *world, const char *name,
                        library_request *r) {
    asked_game g = {.source = text_growing(), .list = game_library_games(world->library)};
    library_import i;
    error e;
    status st = ST_OK;
    library_import_init(&i);
    if (!name && r->form && text_same(r->form, "azn")) name = "azul"; /* the form of one game */
    if (name && *name) {
        text_done(&g.source);
        st = asked_game_open(&g, world, &q->person, name, NULL, &e);
    }
    r->g = &g;
    r->account = q->person.id;
    r->side = world->side;
    if (st == ST_OK) st = library_import_text(&i, r, &e);
    if (st == ST_OK)
        store_import(q, world, &i);
    else
        asked_fail(q, st, &e);
    library_import_done(&i);
    r->g = NULL;
    asked_game_done(&g);
}

static void add(void *ctx, web_request *q) {
    static const char *const fields[] = {"text", "format", "title", "game", "room", "ply", NULL};
    const char *room;
    const char *name;
    library_request r = {0};
    if (!web_fields_known(q, fields) || !web_field_text_or(q, "room", NULL, &room) ||
        !web_field_text_or(q, "text", NULL, &r.data) ||
        !web_field_text_or(q, "title", NULL, &r.title) ||
        !web_field_text_or(q, "format", NULL, &r.form) ||
        !web_field_text_or(q, "game", NULL, &name))
        return;
    if (!room == !r.data) {
        web_refuse(q, 422, "bad-value", "say one of: text, room", NULL);
    } else if (room) {
        import_room(q, ctx, room);
    } else {
        r.len = strlen(r.data);
        import_text(q, ctx, name, &r);
    }
}

/* --- one game --- */

enum {
    SG_GAME,
    SG_TITLE,
    SG_PLAYERS,
    SG_DATE,
    SG_RESULT,
    SG_PLIES,
    SG_SOURCE,
    SG_RECORD,
    SG_COUNT
};

typedef struct stored_game {
    text at[SG_COUNT];
    int64_t plies;
    bool found;
} stored_game;

static bool take_game(void *ctx, const store_value *column, int count) {
    stored_game *s = ctx;
    s->found = true;
    for (int i = 0; i < SG_COUNT && i < count; i++)
        if (column[i].text) text_putn(&s->at[i], column[i].text, column[i].len);
    s->plies = column[SG_PLIES].number;
    return false;
}

static void stored_done(stored_game *s) {
    for (int i = 0; i < SG_COUNT; i++) text_done(&s->at[i]);
}

static const char *get(const stored_game *s, int field) {
    return text_string(&s->at[field]);
}

/* Both are the caller's to end in any case. False: it was refused. */
static bool open_stored(web_request *q, const web_world *world, stored_game *s,
                        saved_game *game_at) {
    const store_value arg[] = {store_text(q->word[0]), store_int(q->person.id)};
    error e;
    *s = (stored_game){0};
    *game_at = (saved_game){0};
    for (int i = 0; i < SG_COUNT; i++) s->at[i] = text_growing();
    status st = store_read(world->store, STORE_SAVED_READ, arg, 2, take_game, s, &e);
    if (st == ST_OK && !s->found)
        st = error_set(&e, ST_NOT_FOUND, "there is no game %.20s in your library", q->word[0]);
    if (st == ST_OK)
        st = saved_game_read(game_at, world, &q->person, get(s, SG_RECORD), get(s, SG_SOURCE), &e);
    if (st != ST_OK) asked_fail(q, st, &e);
    return st == ST_OK;
}

static void put_meta(json_writer *w, const web_request *q, const stored_game *s) {
    json_key(w, "game");
    json_open(w, '{');
    put_text(w, "id", q->word[0]);
    put_text(w, "game", get(s, SG_GAME));
    put_text(w, "name", get(s, SG_GAME));
    put_text(w, "title", get(s, SG_TITLE));
    json_key(w, "players");
    json_raw(w, get(s, SG_PLAYERS));
    put_text(w, "date", get(s, SG_DATE));
    put_text(w, "result", get(s, SG_RESULT));
    json_key(w, "plies");
    json_int(w, s->plies);
    json_key(w, "own");
    json_bool(w, s->at[SG_SOURCE].len > 0);
    if (s->at[SG_SOURCE].len) put_text(w, "text", get(s, SG_SOURCE));
    json_close(w, '}');
}

static void export_game(web_request *q, const stored_game *s, const saved_game *g,
                        const char *form) {
    error e;
    status st = library_game_write(g, get(s, SG_RECORD), form, &q->out, &e);
    if (st != ST_OK) {
        asked_fail(q, st, &e);
        return;
    }
    q->code = 200;
    q->type = "text/plain; charset=utf-8";
    text name = text_over(q->filename, sizeof q->filename);
    text_format(&name, "%s-%s.%s", get(s, SG_GAME), q->word[0],
                strcmp(form, "record") == 0 ? "txt" : form);
}

static void show(void *ctx, web_request *q) {
    const char *form = web_query(q, "format", 0);
    stored_game s;
    saved_game g;
    error e;
    if (open_stored(q, ctx, &s, &g)) {
        if (form) {
            export_game(q, &s, &g, form);
        } else {
            json_writer w = web_answer(q, 200);
            json_open(&w, '{');
            put_meta(&w, q, &s);
            status st = library_game_put(&w, &g, &e);
            json_close(&w, '}');
            if (st != ST_OK) asked_fail(q, st, &e);
        }
    }
    saved_game_done(&g);
    stored_done(&s);
}

static void show_scene(void *ctx, web_request *q) {
    const char *word = web_query(q, "ply", 0);
    int64_t ply = -1;
    stored_game s;
    saved_game g;
    position *at = NULL;
    error e;
    if (word && !text_i64(word, 0, INT32_MAX, &ply)) {
        web_refuse(q, 422, "bad-value", "ply is a number from 0", "ply");
        return;
    }
    if (open_stored(q, ctx, &s, &g)) {
        status st = saved_at(g.end, ply, &at, &e);
        if (st == ST_OK) {
            json_writer w = web_answer(q, 200);
            json_open(&w, '{');
            json_key(&w, "ply");
            json_int(&w, position_ply(at) - position_first_ply(at));
            st = asked_put_position(&w, at, SEAT_ALL, &e);
            json_close(&w, '}');
        }
        if (st != ST_OK) asked_fail(q, st, &e);
    }
    position_destroy(at);
    saved_game_done(&g);
    stored_done(&s);
}

/* A row of one's own that goes; 404 where there was none. */
static void drop_row(web_request *q, const web_world *world, store_statement st_drop) {
    const store_value arg[] = {store_text(q->word[0]), store_int(q->person.id)};
    error e;
    store_batch *b = store_batch_create();
    status st = store_batch_add(b, st_drop, arg, 2);
    if (st == ST_OK) store_batch_require(b);
    st = write_batch(world, b, st, &e);
    if (st == ST_NOT_FOUND) (void)error_set(&e, st, "there is no %.20s of yours", q->word[0]);
    if (st == ST_OK)
        answer_empty(q);
    else
        asked_fail(q, st, &e);
}

static void drop(void *ctx, web_request *q) {
    drop_row(q, ctx, STORE_SAVED_DROP);
}

/* --- marks --- */

static bool put_mark(void *ctx, const store_value *column, int count) {
    json_writer *w = ctx;
    (void)count;
    json_open(w, '{');
    put_text(w, "id", column[0].text);
    put_text(w, "game", column[1].text);
    put_text(w, "position", column[2].text);
    put_text(w, "note", column[3].text);
    json_key(w, "library");
    if (column[4].text)
        json_string(w, column[4].text);
    else
        json_raw(w, "null");
    json_key(w, "ply");
    json_int(w, column[5].number);
    json_key(w, "time");
    json_int(w, column[6].number);
    json_close(w, '}');
    return true;
}

static void list_marks(void *ctx, web_request *q) {
    const web_world *world = ctx;
    const store_value arg[] = {store_int(q->person.id), store_int(MAX_MARKS)};
    error e;
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_key(&w, "marks");
    json_open(&w, '[');
    status st = store_read(world->store, STORE_MARKS_LIST, arg, 2, put_mark, &w, &e);
    json_close(&w, ']');
    json_close(&w, '}');
    if (st != ST_OK) asked_fail(q, st, &e);
}

static status save_mark(const web_world *world, int64_t account, const store_value *arg,
                        error *err) {
    int64_t n = 0;
    const store_value who[] = {store_int(account)};
    status st = store_read(world->store, STORE_MARKS_COUNT, who, 1, take_number, &n, err);
    if (st == ST_OK && n >= MAX_MARKS)
        st = error_set(err, ST_BAD_VALUE, "%d positions can be marked", MAX_MARKS);
    if (st != ST_OK) return st;
    store_batch *b = store_batch_create();
    return write_batch(world, b, store_batch_add(b, STORE_MARK_ADD, arg, 8), err);
}

static void mark(void *ctx, web_request *q) {
    static const char *const fields[] = {"position", "game", "text", "note",
                                         "library",  "ply",  NULL};
    const web_world *world = ctx;
    const char *blob;
    const char *note;
    const char *saved;
    int64_t ply;
    asked_game g = {0};
    position *p = NULL;
    char id[THINK_ID_SIZE];
    error e;
    if (!web_fields_known(q, fields) || !web_field_text(q, "position", &blob) ||
        !web_field_text_or(q, "note", "", &note) ||
        !web_field_text_or(q, "library", NULL, &saved) ||
        !web_field_int_or(q, "ply", 0, INT32_MAX, 0, &ply))
        return;
    if (strlen(note) > NOTE_SIZE) {
        web_refuse(q, 422, "bad-value", "a note has at most 1000 bytes", "note");
        return;
    }
    if (asked_position(q, world, &g, &p)) { /* only what is one is marked */
        think_new_id(id);
        const store_value arg[] = {store_text(id),   store_int(q->person.id),  store_text(g.name),
                                   store_text(blob), store_text(note),         store_text(saved),
                                   store_int(ply),   store_int(think_now_ms())};
        status st = save_mark(world, q->person.id, arg, &e);
        if (st == ST_OK) {
            json_writer w = web_answer(q, 201);
            json_open(&w, '{');
            put_text(&w, "id", id);
            json_close(&w, '}');
        } else {
            asked_fail(q, st, &e);
        }
    }
    position_destroy(p);
    asked_game_done(&g);
}

static void drop_mark(void *ctx, web_request *q) {
    drop_row(q, ctx, STORE_MARK_DROP);
}

/* --- matches --- */

static void show_match(void *ctx, web_request *q) {
    static const char *const fields[] = {"text", NULL};
    const web_world *world = ctx;
    const char *data;
    error e;
    if (!web_fields_known(q, fields) || !web_field_text(q, "text", &data)) return;
    json_writer w = web_answer(q, 200);
    status st = match_table_put(&w, game_library_games(world->library), data, strlen(data), &e);
    if (st != ST_OK) asked_fail(q, st, &e);
}

/* --- routes: all of it beside the threads that serve --- */

#define BESIDE(name)                                                                               \
    static void name##_route(void *world, web_request *q) {                                        \
        side_work_push(((web_world *)world)->side, name, world, q);                                \
    }

BESIDE(find)
BESIDE(add)
BESIDE(show)
BESIDE(show_scene)
BESIDE(drop)
BESIDE(mark)
BESIDE(drop_mark)
BESIDE(show_match)

const web_route api_library_routes[] = {
    {"GET", "/library", find_route, ROUTE_MEMBER},
    {"POST", "/library", add_route, ROUTE_MEMBER | ROUTE_BIG},
    {"GET", "/library/marks", list_marks, ROUTE_MEMBER},
    {"POST", "/library/marks", mark_route, ROUTE_MEMBER},
    {"DELETE", "/library/marks/{}", drop_mark_route, ROUTE_MEMBER},
    {"POST", "/library/matches", show_match_route, ROUTE_MEMBER | ROUTE_BIG},
    {"GET", "/library/{}", show_route, ROUTE_MEMBER},
    {"DELETE", "/library/{}", drop_route, ROUTE_MEMBER},
    {"GET", "/library/{}/scene", show_scene_route, ROUTE_MEMBER},
    {NULL, NULL, NULL, 0}};
