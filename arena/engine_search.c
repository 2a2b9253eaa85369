#include "arena/engine_search.h"

#include "engine/base/memory.h"
#include "search/search_registry.h"

enum { MATCH_HASH = 64 };

option_id engine_search_option(const char *name) {
    for (int id = 0; id < OPT_COUNT; id++) {
        const char *alias = options_alias((option_id)id);
        if (engine_option_same(options_name((option_id)id), name)) return (option_id)id;
        if (alias && engine_option_same(alias, name)) return (option_id)id;
    }
    return OPT_COUNT;
}

/* Options of a front end: the first three would promise what does not happen, the others say
 * nothing about a search. */
static const char *const front_end[] = {"Ponder",         "LogFile",     "UCI_Variant",
                                        "UCI_Chess960",   "UCI_ShowWDL", "UCI_Opponent",
                                        "UCI_EngineAbout"};
enum { FRONT_END_REFUSED = 3, FRONT_END_COUNT = sizeof front_end / sizeof *front_end };

static int find_front_end(const char *name) {
    int k = 0;
    while (k < FRONT_END_COUNT && !engine_option_same(front_end[k], name)) k++;
    return k;
}

bool engine_search_knows(const char *name) {
    return engine_search_option(name) != OPT_COUNT || find_front_end(name) < FRONT_END_COUNT;
}

static status unknown_option(const engine_spec *spec, const char *name, error *err) {
    const char *near = options_nearest(name);
    return error_set(err, ST_BAD_VALUE, "engine %s: there is no option %.60s%s%s%s", spec->name,
                     name, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

/* What the game itself can be played with, under its default options. */
static status bad_algorithm(const engine_spec *spec, const char *value, const engine_context *c,
                            error *err) {
    rules *r = NULL;
    error why;
    search_question none = {0};
    params defaults = params_default();
    status st = rules_open(&r, c->game, &defaults, err);
    if (st != ST_OK) return st;
    st = search_choose(c->book, value, r, &none, &why);
    rules_close(r);
    if (st == ST_OK) return ST_OK; /* its bot did not fit in the list of all */
    return error_set(err, ST_BAD_VALUE, "engine %s: %.200s", spec->name, why.text);
}

static status take_option(options *o, const engine_spec *spec, int k, const engine_context *c,
                          bool *reported, error *err) {
    const engine_option *word = &spec->option[k];
    option_id id = engine_search_option(word->name);
    error why;
    status st;
    int front = find_front_end(word->name);
    if (!engine_search_knows(word->name)) return unknown_option(spec, word->name, err);
    if (id == OPT_GAME || front < FRONT_END_REFUSED)
        return error_set(err, ST_BAD_VALUE, "engine %s: %.40s cannot be used %s", spec->name,
                         word->name, c->where);
    if (id == OPT_COUNT) return ST_OK;
    st = options_set(o, id, word->value, &why);
    if (st != ST_OK && id == OPT_ALGORITHM) return bad_algorithm(spec, word->value, c, err);
    if (st != ST_OK)
        return error_set(err, why.code, "engine %s: %.160s, not %.40s", spec->name, why.text,
                         word->value);
    reported[id] = true;
    return ST_OK;
}

/* What is not given stays as it was. */
static void keep_untold(search_options *now, const search_options *base, const bool *reported) {
    if (!reported[OPT_HASH]) now->hash_bytes = base->hash_bytes;
    if (!reported[OPT_THREADS]) now->threads = base->threads;
    if (!reported[OPT_MULTIPV]) now->multipv = base->multipv;
    if (!reported[OPT_DETERMINISTIC]) now->deterministic = base->deterministic;
    if (!reported[OPT_LEVEL] && !reported[OPT_ELO]) {
        now->level = base->level;
        now->elo = base->elo;
    }
    now->seed = base->seed;
}

status engine_search_read(engine_search *out, const engine_spec *spec, const engine_context *c,
                          error *err) {
    options *o = mem_alloc(sizeof *o);
    if (!o) return error_set(err, ST_NOMEM, "no memory for an engine");
    *out = (engine_search){.ask = {.limits = spec->limits}};
    weights_init(&out->eval, c->game);
    if (c->weights) out->eval = *c->weights;
    options_init(o, c->games, c->book);
    o->number[OPT_HASH] = MATCH_HASH;
    o->number[OPT_MOVE_OVERHEAD] = 0; /* no pipe to cross */
    status st = ST_OK;
    for (int k = 0; st == ST_OK && k < spec->options; k++)
        st = take_option(o, spec, k, c, out->reported, err);
    if (st == ST_OK) {
        options_apply(o, &out->ask.options);
        out->ask.overhead_ms = o->number[OPT_MOVE_OVERHEAD];
        if (c->base) keep_untold(&out->ask.options, c->base, out->reported);
        out->seed = (uint64_t)o->number[OPT_SEED];
        const char *file = o->word[OPT_WORD_EVAL_FILE];
        int missing; /* terms keep their weights: a match plays with them */
        if (*file) st = weights_load(&out->eval, file, &missing, err);
    }
    mem_free(o);
    return st;
}

status engine_search_choose(engine_search *out, const engine_spec *spec, const engine_context *c,
                            const rules *r, error *err) {
    error why;
    const net *n;
    status st = search_choose(c->book, engine_spec_algorithm(spec), r, &out->ask, &why);
    if (st == ST_OK) st = evaluator_choose(&out->eval, r, &n, &why);
    if (st == ST_OK) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "engine %s: %.200s", spec->name, why.text);
}
