#include "lib/native/native_object.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/machine/native_write.h"
#include "engine/sdk/object_file.h"

static const char entry_name[] = "kibitz_native";

enum { PATH_SIZE = 4096 };

/* --- writing --- */

typedef struct object_writer {
    const char *folder;
    file_names *files;
    text table;
    error *err;
} object_writer;

static status write_file(const object_writer *w, const char *name, const text *body,
                         bool compiled) {
    char path[PATH_SIZE];
    int n = snprintf(path, sizeof path, "%s/%s", w->folder, name);
    if (n < 0 || (size_t)n >= sizeof path || body->cut)
        return error_set(w->err, ST_NOMEM, "no memory for %.60s", name);
    status st = file_write(path, text_string(body), body->len, w->err);
    return st == ST_OK && compiled ? file_names_add(w->files, path, w->err) : st;
}

/* A file for each player, which includes the code that all share. */
static status write_players(const object_writer *w, int number, int players) {
    status st = ST_OK;
    for (int i = 0; i < players && st == ST_OK; i++) {
        char name[48];
        text body = text_growing();
        (void)snprintf(name, sizeof name, "game_%d_%d.c", number, i);
        text_format(&body, "#define ME %d\n#define NATIVE_SIDE_NAME native_%d_%d\n", i, number, i);
        text_format(&body, "#include \"game_%d.inc\"\n", number);
        st = write_file(w, name, &body, true);
        text_done(&body);
    }
    return st;
}

static status write_game(object_writer *w, const game *g, int number) {
    rules *r;
    params usual = params_default();
    status st = rules_open(&r, g, &usual, w->err);
    if (st != ST_OK) return st;
    char name[48];
    text body = text_growing();
    (void)snprintf(name, sizeof name, "game_%d.inc", number);
    native_write(program_of(r), &body);
    st = write_file(w, name, &body, false);
    text_done(&body);
    (void)snprintf(name, sizeof name, "native_%d", number);
    native_write_row(program_of(r), name, &w->table);
    if (st == ST_OK) st = write_players(w, number, r->players);
    rules_close(r);
    return st;
}

/* The bytes of a text, whatever they are. */
static void put_bytes(text *out, int number, const text *body) {
    text_format(out, "static const char text_%d[] = {", number);
    for (size_t i = 0; i < body->len; i++) {
        if (i % 24 == 0) text_put(out, "\n    ");
        text_format(out, "%d,", (signed char)text_string(body)[i]);
    }
    text_put(out, "\n    0};\n");
}

static status write_table(object_writer *w, const native_source *texts, size_t count, int games) {
    text *out = &w->table;
    for (size_t i = 0; i < count; i++) put_bytes(out, (int)i, texts[i].body);
    text_put(out, "static const rb_native_text texts[] = {\n");
    for (size_t i = 0; i < count; i++)
        text_format(out, "    {\"text %zu of the object\", text_%zu, %zu},\n", i + 1, i,
                    texts[i].body->len);
    text_put(out, "    {0}};\nstatic const rb_native *const natives[] = {");
    for (int i = 0; i < games; i++) text_format(out, "&native_%d, ", i);
    text_format(
        out,
        "0};\nstatic const rb_native_object object = {texts, natives};\n\n"
        "__attribute__((visibility(\"default\"))) const rb_native_object *%s(unsigned abi);\n"
        "const rb_native_object *%s(unsigned abi) {\n    return abi == %d ? &object : 0;\n}\n",
        entry_name, entry_name, NATIVE_ABI);
    return write_file(w, "table.c", out, true);
}

status native_object_write(const text_library *games, const native_source *texts, size_t count,
                           const char *folder, file_names *out, error *err) {
    object_writer w = {folder, out, text_growing(), err};
    int n = text_library_count(games);
    status st = ST_OK;
    text_put(&w.table, "#include \"engine/rules/machine/run.h\"\n\n");
    for (int i = 0; i < n && st == ST_OK; i++) st = write_game(&w, text_library_at(games, i), i);
    if (st == ST_OK) st = write_table(&w, texts, count, n);
    text_done(&w.table);
    return st;
}

/* --- opening --- */

status native_object_look(const char *path, bool *is, error *err) {
    status st = object_file_look(path, entry_name, err);
    *is = st == ST_OK;
    return st == ST_NOMEM ? st : ST_OK;
}

/* The code of a game, and what the game is compiled to here. */
static status check_native(const rb_native *n, const text_library *texts, const char *path,
                           error *err) {
    const game *g = text_library_game(texts, n->name);
    if (!g) return error_set(err, ST_UNSUPPORTED, "%.100s has no text of %.60s", path, n->name);
    rules *r;
    params usual = params_default();
    status st = rules_open(&r, g, &usual, err);
    if (st != ST_OK) return st;
    uint64_t hash = native_hash(program_of(r));
    bool fits = native_fits(program_of(r), n);
    rules_close(r);
    if (hash == n->hash && !fits)
        return error_set(
            err, ST_UNSUPPORTED,
            "the code of %.60s in %.80s was compiled with the files of another version "
            "of the program: compile it again",
            n->name, path);
    if (!hash) return error_set(err, ST_NOMEM, "no memory for %.120s", path);
    if (hash == n->hash) return ST_OK;
    return error_set(err, ST_UNSUPPORTED,
                     "the code of %.60s in %.80s is for a program of hash %016llx, its text is now "
                     "one of hash %016llx: compile it again",
                     n->name, path, (unsigned long long)n->hash, (unsigned long long)hash);
}

static status check_object(const rb_native_object *o, const char *path, const text_library *beside,
                           error *err) {
    text_library *own = NULL;
    diags *d = mem_alloc(sizeof *d);
    status st = d ? text_library_create_next_to(&own, beside) : ST_NOMEM;
    if (st == ST_NOMEM) (void)error_set(err, ST_NOMEM, "no memory for %.120s", path);
    for (const rb_native_text *t = o->texts; st == ST_OK && t->name; t++) {
        st = text_library_read(own, &(source){t->name, t->text, t->len}, d);
        if (st != ST_OK) (void)diags_status(d, err);
    }
    for (const rb_native *const *n = o->natives; st == ST_OK && *n; n++)
        st = check_native(*n, own, path, err);
    text_library_destroy(own);
    mem_free(d);
    return st;
}

status native_object_open(const rb_native_object **out, const char *path,
                          const text_library *beside, error *err) {
    object_file o;
    rb_native_entry ask;
    *out = NULL;
    status st = object_file_open(&o, path, entry_name, err);
    if (st != ST_OK) return st;
    memcpy(&ask, &o.symbol, sizeof ask); /* as POSIX promises */
    const rb_native_object *found = ask(NATIVE_ABI);
    st = found ? check_object(found, path, beside, err)
               : error_set(err, ST_UNSUPPORTED,
                           "%.120s was compiled for another version than %d of generated code: "
                           "compile it again",
                           path, NATIVE_ABI);
    if (st == ST_OK)
        *out = found;
    else
        (void)dlclose(o.handle);
    return st;
}
