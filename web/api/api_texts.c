#include "web/api/api_texts.h"

#include <string.h>

#include "engine/base/memory.h"
#include "games/rulebooks/rulebook_texts.h"
#include "web/api/api_games.h"
#include "web/think/side_work.h"
#include "web/think/think_ids.h"

enum { MAX_TEXTS = 200 };

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the text");
}

static void answer_empty(web_request *q) {
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_close(&w, '}');
}

/* --- check --- */

static void put_field(json_writer *w, const char *key, const char *value) {
    json_key(w, key);
    json_ascii(w, value);
}

static void put_problem(json_writer *w, const diag *d) {
    text said = text_growing();
    text_put(&said, d->message);
    if (d->hint[0]) text_format(&said, " (%s)", d->hint);
    json_open(w, '{');
    json_key(w, "line");
    json_int(w, d->line);
    json_key(w, "column");
    json_int(w, d->column);
    put_field(w, "code", d->code);
    put_field(w, "severity", d->code[0] == 'E' ? "error" : "warning");
    put_field(w, "sentence", text_string(&said));
    put_field(w, "hint", d->hint);
    put_field(w, "file", d->file);
    json_close(w, '}');
    text_done(&said);
}

/* What comes up when the game is opened: a rule that takes too long, a start without an end. */
static void put_trouble(json_writer *w, const error *why) {
    json_open(w, '{');
    json_key(w, "line");
    json_int(w, 1);
    json_key(w, "column");
    json_int(w, 1);
    put_field(w, "code", status_name(why->code));
    put_field(w, "severity", "error");
    put_field(w, "sentence", why->text);
    json_close(w, '}');
}

/* The start as it is played: ST_TOO_MUCH_WORK and the like. */
static status try_start(const game *g, position **out, error *err) {
    params usual = params_default();
    usual.no_files = true;
    status st = position_start(out, g, &usual, SEAT_ALL, err);
    if (st == ST_OK) st = asked_roll(*out, err);
    if (st == ST_OK) st = position_trouble(*out, err);
    return st;
}

static status put_game(json_writer *w, const web_world *world, const char *name,
                       const own_game *own, error *err) {
    asked_game g = {.game = own->game, .list = own->list};
    text called = text_over(g.name, sizeof g.name);
    if (name)
        text_format(&called, "me/%s", name);
    else
        text_put(&called, own->game->name);
    json_key(w, "game");
    return api_games_put(w, world, &g, err);
}

/* Everything that an editor shows; problems of the text are no failure. */
static void check_text(web_request *q, const web_world *world, const char *name, const char *body) {
    diags *d = mem_alloc(sizeof *d);
    own_game own = {0};
    position *start = NULL;
    error e = {0};
    text made = text_growing();
    if (!d) {
        web_refuse(q, 503, status_name(ST_NOMEM), "no memory for the text", NULL);
        return;
    }
    status st = own_game_read(&own, world, name, body, d, &e);
    status read = st;
    if (st == ST_OK) st = try_start(own.game, &start, &e);
    if (read == ST_OK || read == ST_BAD_SYNTAX) {
        json_writer g = json_writer_on(&made);
        json_open(&g, '{');
        if (st == ST_OK) st = put_game(&g, world, name, &own, &e);
        if (st == ST_OK) st = asked_put_position(&g, start, SEAT_ALL, &e);
        json_close(&g, '}');
        json_writer w = web_answer(q, 200);
        json_open(&w, '{');
        json_key(&w, "ok");
        json_bool(&w, st == ST_OK);
        json_key(&w, "problems");
        json_open(&w, '[');
        for (int i = 0; i < d->count; i++) put_problem(&w, &d->item[i]);
        if (st != ST_OK && !d->errors) put_trouble(&w, &e);
        json_close(&w, ']');
        if (st == ST_OK) { /* the fields of the other object */
            text_char(w.out, ',');
            text_putn(w.out, made.at + 1, made.len - 2);
        } else {
            json_key(&w, "game");
            json_raw(&w, "null");
            json_key(&w, "position");
            json_raw(&w, "null");
        }
        json_close(&w, '}');
        q->out.cut |= made.cut;
    } else {
        asked_fail(q, read, &e);
    }
    position_destroy(start);
    own_game_done(&own);
    text_done(&made);
    mem_free(d);
}

static bool read_name(web_request *q, const char *name) {
    if (own_name_is_good(name)) return true;
    web_refuse(q, 422, "bad-value", "a name is a letter, then letters, digits, - and _, 63 at most",
               "name");
    return false;
}

static void check(void *world, web_request *q) {
    static const char *const fields[] = {"name", "text", NULL};
    const char *name;
    const char *body;
    if (web_fields_known(q, fields) && web_field_text_or(q, "name", NULL, &name) &&
        web_field_text(q, "text", &body) && (!name || read_name(q, name)))
        check_text(q, world, name, body);
}

static void check_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, check, world, q);
}

/* --- one's own --- */

static bool put_listed(void *ctx, const store_value *column, int count) {
    json_writer *w = ctx;
    (void)count;
    json_open(w, '{');
    put_field(w, "name", column[0].text);
    put_field(w, "title", column[1].text);
    json_key(w, "changed");
    json_int(w, column[2].number);
    json_close(w, '}');
    return true;
}

static void list(void *ctx, web_request *q) {
    const web_world *world = ctx;
    const store_value arg[] = {store_int(q->person.id)};
    error e;
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_key(&w, "texts");
    json_open(&w, '[');
    status st = store_read(world->store, STORE_OWN_TEXTS_LIST, arg, 1, put_listed, &w, &e);
    json_close(&w, ']');
    json_close(&w, '}');
    if (st != ST_OK) asked_fail(q, st, &e);
}

static void show(void *ctx, web_request *q) {
    const web_world *world = ctx;
    text body = text_growing();
    error e;
    status st = own_text_read(world, q->person.id, q->word[0], &body, &e);
    if (st == ST_OK) {
        json_writer w = web_answer(q, 200);
        json_open(&w, '{');
        put_field(&w, "name", q->word[0]);
        json_key(&w, "text");
        json_string(&w, text_string(&body));
        json_close(&w, '}');
    } else {
        asked_fail(q, st, &e);
    }
    text_done(&body);
}

static bool take_count(void *ctx, const store_value *column, int count) {
    (void)count;
    *(int64_t *)ctx = column[0].number;
    return false;
}

status api_texts_save(const web_world *world, const web_person *who, const char *name,
                      const char *body, error *err) {
    diags *d = mem_alloc(sizeof *d);
    own_game own = {0};
    int64_t others = 0;
    const store_value counted[] = {store_int(who->id), store_text(name)};
    if (!d) return no_memory(err);
    status st = own_game_read(&own, world, name, body, d, err);
    if (st == ST_BAD_SYNTAX) st = ST_OK;
    if (st == ST_OK)
        st = store_read(world->store, STORE_OWN_TEXTS_COUNT, counted, 2, take_count, &others, err);
    if (st == ST_OK && others >= MAX_TEXTS)
        st = error_set(err, ST_BAD_VALUE, "%d texts are the most that one can store", MAX_TEXTS);
    if (st == ST_OK) {
        const store_value arg[] = {store_int(who->id), store_text(name),
                                   store_text(own.game ? own.game->title : name), store_text(body),
                                   store_int(think_now_ms())};
        store_batch *b = store_batch_create();
        st = store_batch_add(b, STORE_OWN_TEXT_SET, arg, 5);
        if (st == ST_OK) {
            st = store_write(world->store, b, err);
        } else {
            store_batch_destroy(b);
            st = no_memory(err);
        }
    }
    own_game_done(&own);
    mem_free(d);
    return st;
}

static void put(void *ctx, web_request *q) {
    static const char *const fields[] = {"text", NULL};
    const char *body;
    error e;
    if (!web_fields_known(q, fields) || !read_name(q, q->word[0]) ||
        !web_field_text(q, "text", &body))
        return;
    status st = api_texts_save(ctx, &q->person, q->word[0], body, &e);
    if (st == ST_OK)
        answer_empty(q);
    else
        asked_fail(q, st, &e);
}

static void put_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, put, world, q);
}

static void drop(void *ctx, web_request *q) {
    const web_world *world = ctx;
    const store_value arg[] = {store_int(q->person.id), store_text(q->word[0])};
    text body = text_growing();
    error e;
    status st = own_text_read(world, q->person.id, q->word[0], &body, &e);
    text_done(&body);
    if (st == ST_OK) {
        store_batch *b = store_batch_create();
        st = store_batch_add(b, STORE_OWN_TEXT_DROP, arg, 2);
        if (st == ST_OK) {
            st = store_write(world->store, b, &e);
        } else {
            store_batch_destroy(b);
            st = no_memory(&e);
        }
    }
    if (st == ST_OK)
        answer_empty(q);
    else
        asked_fail(q, st, &e);
}

static void drop_route(void *world, web_request *q) {
    side_work_push(((web_world *)world)->side, drop, world, q);
}

/* --- examples: the texts inside the program --- */

static void put_title(json_writer *w, const web_world *world, const char *file) {
    char name[64];
    text t = text_over(name, sizeof name);
    text_putn(&t, file, strcspn(file, "."));
    const game *g = game_find(game_library_games(world->library), name);
    put_field(w, "name", name);
    put_field(w, "title", g ? g->title : name);
}

static void examples(void *ctx, web_request *q) {
    json_writer w = web_answer(q, 200);
    json_open(&w, '[');
    for (const embedded_file *f = rulebook_texts; f->name; f++) {
        json_open(&w, '{');
        put_title(&w, ctx, f->name);
        json_key(&w, "text");
        json_stringn(&w, (const char *)f->at, *f->size);
        json_close(&w, '}');
    }
    json_close(&w, ']');
}

const web_route api_texts_routes[] = {{"POST", "/texts/check", check_route, ROUTE_MEMBER},
                                      {"GET", "/texts", list, ROUTE_MEMBER},
                                      {"GET", "/texts/examples", examples, 0},
                                      {"GET", "/texts/{}", show, ROUTE_MEMBER},
                                      {"PUT", "/texts/{}", put_route, ROUTE_MEMBER},
                                      {"DELETE", "/texts/{}", drop_route, ROUTE_MEMBER},
                                      {NULL, NULL, NULL, 0}};
