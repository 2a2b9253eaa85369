/* Writes rules texts as C, for the build:
 *
 *   rules_generator code OUT.c GAME FILE.game...
 *   rules_generator TABLE OUT.c "GAME GAME ..." FILE.game...
 *
 * `code` is compiled once for each player (engine/rules/machine/native_write.h), a TABLE of that
 * name is the list of all games (native_texts.h). The files are all that the games may be made
 * from. */

#include <stdio.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/rules/book/text_library.h"
#include "engine/rules/machine/native_write.h"

typedef struct generator {
    text_library *texts;
    text out;
    error err;
} generator;

static void tell(void *ctx, const source *src, status st, const diags *d) {
    (void)ctx;
    text said = text_growing();
    if (st != ST_OK) diags_write(d, &said);
    if (st != ST_OK) (void)fprintf(stderr, "%s: %s\n", src->name, text_string(&said));
    text_done(&said);
}

static status read_texts(generator *g, int count, char **files) {
    source *src = mem_alloc((size_t)count * sizeof *src);
    text *data = mem_alloc((size_t)count * sizeof *data);
    status st = src && data ? ST_OK : ST_NOMEM;
    for (int i = 0; i < count && st == ST_OK; i++) {
        data[i] = text_growing();
        st = file_read(&data[i], files[i], PARSER_MAX_BYTES, &g->err);
        src[i] = (source){files[i], text_string(&data[i]), data[i].len};
    }
    if (st == ST_OK) text_library_trust(g->texts, true);
    if (st == ST_OK) st = text_library_read_all(g->texts, src, (size_t)count, tell, NULL);
    for (int i = 0; data && i < count; i++) text_done(&data[i]);
    mem_free(data);
    mem_free(src);
    return st;
}

static status open_game(generator *g, const char *name, rules **out) {
    const game *one = text_library_game(g->texts, name);
    if (!one) return error_set(&g->err, ST_BAD_VALUE, "there is no game %.60s", name);
    params p = params_default();
    return rules_open(out, one, &p, &g->err);
}

static status write_game(generator *g, const char *name) {
    rules *r;
    status st = open_game(g, name, &r);
    if (st != ST_OK) return st;
    native_write(program_of(r), &g->out);
    rules_close(r);
    return ST_OK;
}

static status write_row(generator *g, const char *name) {
    rules *r;
    status st = open_game(g, name, &r);
    if (st != ST_OK) return st;
    char symbol[RB_NAME + 8];
    (void)snprintf(symbol, sizeof symbol, "%s_native", name);
    native_write_row(program_of(r), symbol, &g->out);
    rules_close(r);
    return ST_OK;
}

static status write_table(generator *g, const char *table, const words *names) {
    status st = ST_OK;
    text_put(&g->out, "#include \"engine/rules/machine/run.h\"\n\n");
    for (size_t i = 0; i < names->count && st == ST_OK; i++) st = write_row(g, names->at[i]);
    text_format(&g->out, "extern const rb_native *const %s[];\nconst rb_native *const %s[] = {",
                table, table);
    for (size_t i = 0; i < names->count; i++) text_format(&g->out, "&%s_native, ", names->at[i]);
    text_put(&g->out, "NULL};\n");
    return st;
}

static status generate(generator *g, int argc, char **argv) {
    if (argc < 4) return error_set(&g->err, ST_BAD_SYNTAX, "code|TABLE OUT.c GAMES FILE.game...");
    status st = text_library_create(&g->texts);
    if (st == ST_OK) st = read_texts(g, argc - 4, argv + 4);
    words names = {0};
    if (st == ST_OK) st = words_split(&names, argv[3], &g->err);
    bool code = strcmp(argv[1], "code") == 0;
    if (st == ST_OK) st = code ? write_game(g, argv[3]) : write_table(g, argv[1], &names);
    words_done(&names);
    if (st == ST_OK && g->out.cut) st = ST_NOMEM;
    if (st == ST_OK) st = file_write(argv[2], text_string(&g->out), g->out.len, &g->err);
    return st;
}

int main(int argc, char **argv) {
    generator g = {.out = text_growing(), .err = {.code = ST_OK}};
    status st = generate(&g, argc, argv);
    if (st != ST_OK) (void)fprintf(stderr, "rules_generator: %s\n", g.err.text);
    text_library_destroy(g.texts);
    text_done(&g.out);
    return st == ST_OK ? 0 : 1;
}
