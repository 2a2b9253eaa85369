#include "search/search_registry.h"

#include <assert.h>
#include <string.h>

#include "search/baseline.h"

static const searcher_kind *find(const search_registry *book, const char *name) {
    for (searcher_list k = book->searchers; *k; k++)
        if (text_same((*k)->name, name)) return *k;
    return NULL;
}

static const char *by_preset(const search_registry *book, const rules *r) {
    for (const search_preset *p = book->presets; p && p->game; p++)
        if (p->algorithm && text_same(p->game, r->game->name) && r->players >= p->from_players &&
            r->players <= p->to_players)
            return p->algorithm;
    return NULL;
}

static const char *by_traits(const rules *r, bool evaluated) {
    if (r->traits & GAME_HIDDEN) return "ismcts";
    if (r->players == 2 && !(r->traits & GAME_CHANCE) && evaluated) return "alphabeta";
    return "mcts";
}

/* The first of these that exists and can play. */
static const searcher_kind *choose_auto(const search_registry *book, const rules *r,
                                        bool evaluated) {
    const char *const wanted[] = {by_preset(book, r), by_traits(r, evaluated), "mcts"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const searcher_kind *k = wanted[i] ? find(book, wanted[i]) : NULL;
        if (k && k->accepts(r)) return k;
    }
    assert(book->searchers[0]); /* a registry is not empty */
    return book->searchers[0];
}

void search_write_algorithms(const search_registry *book, const rules *r, text *out) {
    text_put(out, "auto");
    for (searcher_list k = book->searchers; *k; k++) /* bots are listed by their own names */
        if (strcmp((*k)->name, "bot") != 0 && (*k)->accepts(r)) text_format(out, " %s", (*k)->name);
    for (const bot *b = r->game->bots; b && b->name; b++) text_format(out, " bot:%s", b->name);
}

/* "there is no algorithm x for chess; there are auto mcts ..." */
static status refuse(const search_registry *book, const rules *r, const char *algorithm, status st,
                     error *err) {
    char list[150];
    text all = text_over(list, sizeof list);
    search_write_algorithms(book, r, &all);
    const char *name = r->game->name;
    if (st == ST_UNSUPPORTED)
        return error_set(err, st, "%.40s cannot play %s; these can: %s%s", algorithm, name, list,
                         all.cut ? " ..." : "");
    return error_set(err, st, "there is no algorithm %.40s for %s; there are: %s%s", algorithm,
                     name, list, all.cut ? " ..." : "");
}

status search_choose(const search_registry *book, const char *algorithm, const rules *r,
                     search_question *out, error *err) {
    out->options.bot = NULL;
    out->with_net = NULL;
    out->presets = book->presets;
    if (text_same(algorithm, "auto")) {
        out->kind = choose_auto(book, r, r->game->features);
        const searcher_kind *with_net = choose_auto(book, r, true);
        if (with_net != out->kind) out->with_net = with_net;
        return ST_OK;
    }
    const char *wanted = algorithm;
    if (text_starts(wanted, "bot:")) {
        out->options.bot = baseline_find_bot(r->game, wanted + 4);
        if (!out->options.bot) return refuse(book, r, algorithm, ST_NOT_FOUND, err);
        wanted = "bot";
    }
    out->kind = find(book, wanted);
    if (!out->kind) return refuse(book, r, algorithm, ST_NOT_FOUND, err);
    if (out->kind->accepts(r) && (strcmp(wanted, "bot") != 0 || out->options.bot)) return ST_OK;
    return refuse(book, r, algorithm, ST_UNSUPPORTED, err);
}
