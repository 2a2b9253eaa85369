#include "cli/cli_engine.h"

#include <string.h>

#include "lib/catalogue.h"
#include "search/search_registry.h"

static status add_setting(text *line, const char *name, size_t len, const char *value, error *err) {
    if (strchr(name, '\'') || strchr(value, '\''))
        return error_set(err, ST_BAD_VALUE, "a quote has no place in the value of an option");
    text_put(line, " '");
    text_putn(line, name, len);
    text_format(line, "=%s'", value);
    return line->cut ? error_set(err, ST_NOMEM, "no memory for the options") : ST_OK;
}

/* Settings of an engine that are no options (nodes, cmd, ...) are not meant here. */
static status take_option(void *to, arg_line *args, error *err) {
    text *line = to;
    const char *pair = NULL;
    status st = args_value(args, &pair, err);
    if (st != ST_OK) return st;
    const char *equals = strchr(pair, '=');
    char name[64];
    text copy = text_over(name, sizeof name);
    text_putn(&copy, pair, equals ? (size_t)(equals - pair) : 0);
    if (!equals || !name[0])
        return error_set(err, ST_BAD_VALUE, "--option takes NAME=VALUE, not %.60s", pair);
    if (!engine_search_knows(name)) {
        const char *near = options_nearest(name);
        return error_set(err, ST_BAD_VALUE, "there is no option %.60s%s%s%s", name,
                         near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
    return add_setting(line, name, strlen(name), equals + 1, err);
}

static status take_weights(void *to, arg_line *args, error *err) {
    const char *path = NULL;
    status st = args_value(args, &path, err);
    return st == ST_OK ? add_setting(to, "EvalFile", strlen("EvalFile"), path, err) : st;
}

const arg cli_engine_args[] = {ARGS_CALL("--weights", "FILE", take_weights,
                                         "evaluate with these weights (kibitz tune writes them)"),
                               ARGS_CALL("--option", "NAME=VALUE", take_option,
                                         "any option of `kibitz uci`; may be given more than once"),
                               ARGS_END};

static engine_context context(const game *g, const search_options *base) {
    return (engine_context){.game = g,
                            .games = catalogue_games(),
                            .book = catalogue_registry(),
                            .base = base,
                            .where = "here"};
}

status cli_engine_read(cli_engine *out, const text *line, const char *algorithm, const game *g,
                       const search_options *base, error *err) {
    text all = text_growing();
    text_put(&all, text_string(line));
    if (algorithm) text_format(&all, " '%s'", algorithm);
    status st = all.cut ? error_set(err, ST_NOMEM, "no memory for the options")
                        : engine_spec_read(&out->spec, text_string(&all), err);
    text_done(&all);
    if (st != ST_OK) return st;
    engine_context c = context(g, base);
    st = engine_search_read(&out->how, &out->spec, &c, err);
    if (st != ST_OK) engine_spec_done(&out->spec);
    return st;
}

void cli_engine_done(cli_engine *e) {
    engine_spec_done(&e->spec);
}

status cli_engine_ask(const cli_engine *e, const rules *r, search_question *out, error *err) {
    *out = e->how.ask;
    out->eval = &e->how.eval;
    return search_choose(catalogue_registry(), engine_spec_algorithm(&e->spec), r, out, err);
}
