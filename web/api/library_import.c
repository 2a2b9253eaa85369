#define _POSIX_C_SOURCE 200809L
#include "web/api/library_import.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "engine/base/memory.h"
#include "engine/notation/record_tree.h"
#include "web/think/side_work.h"
#include "web/think/think_ids.h"

enum { MAX_PROBLEMS = 20 };

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the import");
}

void library_import_init(library_import *i) {
    *i = (library_import){
        .batch = store_batch_create(), .ids = text_growing(), .problems = text_growing()};
}

void library_import_done(library_import *i) {
    store_batch_destroy(i->batch);
    text_done(&i->ids);
    text_done(&i->problems);
    *i = (library_import){0};
}

/* --- one game --- */

typedef struct entry {
    const position *end;
    const char *record, *title, *names, *date, *result, *source;
    int64_t account;
} entry;

static status add_entry(library_import *i, const entry *e, error *err) {
    char id[THINK_ID_SIZE];
    think_new_id(id);
    const store_value arg[] = {
        store_text(id),
        store_int(e->account),
        store_text(position_rules(e->end)->game->name),
        store_text(e->title),
        store_text(e->names),
        store_text(e->date),
        store_text(e->result),
        store_int(position_ply(e->end) - position_first_ply(e->end)),
        store_text(e->source && *e->source ? e->source : NULL),
        store_text(e->record),
        store_int(think_now_ms()),
    };
    if (store_batch_add(i->batch, STORE_SAVED_ADD, arg, 11) != ST_OK) return no_memory(err);
    text_format(&i->ids, "%s%s", i->added ? " " : "", id);
    i->added++;
    return i->ids.cut ? no_memory(err) : ST_OK;
}

/* "Ann - Bob" from a JSON list; nothing where no player is named. */
static void join_names(const char *names, const char *between, text *out) {
    json_t *list = json_loads(names, 0, NULL);
    bool any = false;
    for (size_t k = 0; k < json_array_size(list); k++) {
        const char *name = json_string_value(json_array_get(list, k));
        any |= name && *name;
    }
    for (size_t k = 0; any && k < json_array_size(list); k++) {
        const char *name = json_string_value(json_array_get(list, k));
        text_format(out, "%s%s", k ? between : "", name && *name ? name : "?");
    }
    json_decref(list);
}

static void put_title(const library_request *r, const game_tree *t, const char *names, text *out) {
    const char *event = game_tree_tag(t, "Event");
    if (r->title && *r->title) text_put(out, r->title);
    if (!out->len) join_names(names, " - ", out);
    if (!out->len && event && *event && strcmp(event, "?") != 0) text_put(out, event);
    if (!out->len) text_put(out, t->game->title);
}

/* The record as it is stored: our own text as it was, others with their variations and tags. */
static status put_record(game_file *f, const game_tree *t, const position *end,
                         const library_request *r, text *out, error *err) {
    if (f->form) return record_write_tree(t, out, err);
    if (!f->log && game_file_ours(r->data)) {
        text_putn(out, r->data, r->len);
        return ST_OK;
    }
    const char *names = record_get(&f->rec, "names");
    if (!names) return record_write_tree(t, out, err);
    record_write(end, out);
    text own = text_growing(); /* names go into the header, before its first empty line */
    const char *body = text_string(out);
    const char *head = strstr(body, "\n\n");
    size_t n = head ? (size_t)(head - body) + 1 : out->len;
    text_putn(&own, body, n);
    text_format(&own, "names: %s\n", names);
    text_put(&own, body + n);
    text_clear(out);
    text_put(out, text_string(&own));
    out->cut |= own.cut;
    text_done(&own);
    return ST_OK;
}

static status import_one(library_import *i, game_file *f, const library_request *r, size_t number,
                         error *err) {
    game_tree *t = NULL;
    position *end = NULL;
    text rec = text_growing();
    text names = text_growing();
    text title = text_growing();
    char date[16];
    char result[16];
    text day = text_over(date, sizeof date);
    text won = text_over(result, sizeof result);
    status st = game_file_choose(f, number, err);
    if (st == ST_OK && game_file_is_view(f))
        st = error_set(err, ST_UNSUPPORTED, "what one seat saw of a game is no complete game");
    if (st == ST_OK) st = game_file_position(&end, f, r->g->list, r->g->game, err);
    if (st == ST_OK) st = game_file_tree(&t, f, r->g->list, r->g->game, err);
    if (st == ST_OK) st = put_record(f, t, end, r, &rec, err);
    if (st == ST_OK) {
        saved_names(t, &f->rec, position_rules(end)->players, &names);
        saved_date(t, &day);
        saved_result(t, end, &won);
        put_title(r, t, text_string(&names), &title);
        entry e = {.end = end,
                   .record = text_string(&rec),
                   .title = text_string(&title),
                   .names = text_string(&names),
                   .date = date,
                   .result = result,
                   .source = text_string(&r->g->source),
                   .account = r->account};
        st = rec.cut || names.cut || title.cut ? no_memory(err) : add_entry(i, &e, err);
    }
    position_destroy(end);
    text_done(&rec);
    text_done(&names);
    text_done(&title);
    return st;
}

/* --- texts --- */

static void note_problem(library_import *i, size_t number, const error *why) {
    i->broken++;
    if (i->broken > MAX_PROBLEMS) return;
    if (number) text_format(&i->problems, "game %zu: ", number);
    text_put(&i->problems, why->text);
    text_char(&i->problems, '\0');
}

static status check_form(const game_file *f, const char *form, error *err) {
    if (!form || !*form) return ST_OK;
    bool ours = text_same(form, "record") || text_same(form, "log") || text_same(form, "azn");
    bool same = ours ? f->form == NULL : f->form && text_same(f->form->name, form);
    return same ? ST_OK
                : error_set(err, ST_BAD_SYNTAX, "this is no %.20s; it looks like %s", form,
                            f->form ? f->form->name : "a record or a list of moves");
}

status library_import_text(library_import *i, const library_request *r, error *err) {
    game_file f;
    error why = {0};
    status st = saved_parse(&f, r->g, r->data, r->len, err);
    if (st == ST_OK) st = check_form(&f, r->form, err);
    size_t count = st == ST_OK ? game_file_count(&f) : 0;
    if (count > LIBRARY_MAX_IMPORT)
        st = error_set(err, ST_BAD_VALUE, "%zu games: %d are taken at a time", count,
                       LIBRARY_MAX_IMPORT);
    if (st == ST_OK && f.broken) note_problem(i, 0, &f.why);
    if (st == ST_OK && f.broken) i->broken = f.broken;
    for (size_t k = 1; st == ST_OK && k <= count; k++) {
        status one = import_one(i, &f, r, k, &why);
        if (one == ST_NOMEM) st = no_memory(err);
        if (side_work_is_ending(r->side)) st = error_set(err, ST_STOPPED, "the server stops");
        if (one != ST_OK) note_problem(i, k, &why);
    }
    if (st == ST_OK && !i->added) { /* what is wrong with the only one is the answer */
        if (err) *err = why.code != ST_OK ? why : f.why;
        st = why.code != ST_OK ? why.code : ST_BAD_SYNTAX;
    }
    game_file_done(&f);
    return st;
}

/* --- positions --- */

static void today(char out[16]) {
    time_t now = time(NULL);
    struct tm day;
    if (!gmtime_r(&now, &day) || !strftime(out, 16, "%Y-%m-%d", &day)) out[0] = '\0';
}

status library_import_position(library_import *i, const position *p, int64_t account,
                               const char *names, const char *source_text, error *err) {
    text body = text_growing();
    text rec = text_growing();
    text title = text_growing();
    text header = text_growing();
    char date[16];
    char result[16];
    text won = text_over(result, sizeof result);
    if (position_seat(p) != SEAT_ALL)
        return error_set(err, ST_LEAK, "a game with hidden cards is saved after its end");
    today(date);
    saved_result(NULL, p, &won);
    join_names(names, " - ", &title);
    if (!title.len) text_put(&title, position_rules(p)->game->title);
    join_names(names, ",", &header);
    record_write(p, &body);
    const char *head = strstr(text_string(&body), "\n\n");
    size_t n = head ? (size_t)(head - text_string(&body)) + 1 : body.len;
    text_putn(&rec, text_string(&body), n);
    if (header.len) text_format(&rec, "names: %s\n", text_string(&header));
    text_put(&rec, text_string(&body) + n);
    entry e = {.end = p,
               .record = text_string(&rec),
               .title = text_string(&title),
               .names = names,
               .date = date,
               .result = result,
               .source = source_text,
               .account = account};
    bool cut = body.cut || rec.cut || title.cut || header.cut;
    status st = cut ? no_memory(err) : add_entry(i, &e, err);
    text_done(&body);
    text_done(&rec);
    text_done(&title);
    text_done(&header);
    return st;
}
