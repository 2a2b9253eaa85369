#include "uci/core/uci_options.h"

#include <stdio.h>
#include <string.h>

typedef struct own_option {
    option_spec spec;
    option_id follows;
} own_option;

static const own_option own[UCI_OPT_OWN] = {
#define UCI_OPTION_SPEC(id, name, type, initial, follows)                                          \
    {{name, OPT_##type, initial, 0, 1}, follows},
    UCI_OPTION_LIST(UCI_OPTION_SPEC)
#undef UCI_OPTION_SPEC
};

/* --- the order --- */

/* How many options of this list come before the option `id` of the other. */
static int own_before(option_id id) {
    int n = 0;
    while (n < UCI_OPT_OWN && own[n].follows < id) n++;
    return n;
}

int uci_options_at(int i) {
    for (int id = 0; id < OPT_FIRST_MARGIN; id++)
        if (id + own_before((option_id)id) == i) return id;
    for (int k = 0; k < UCI_OPT_OWN; k++)
        if ((int)own[k].follows + 1 + k == i) return OPT_COUNT + k;
    return UCI_OPT_COUNT;
}

int uci_options_find(const char *name) {
    int id = (int)options_find(name);
    while (id >= OPT_COUNT && id < UCI_OPT_COUNT && !text_same(own[id - OPT_COUNT].spec.name, name))
        id++;
    return id;
}

const char *uci_options_nearest(const char *name) {
    const char *best = options_nearest(name);
    int min = best ? text_distance(best, name) : 4;
    for (int k = 0; k < UCI_OPT_OWN; k++) {
        int d = option_distance(&own[k].spec, name);
        if (d < min) {
            min = d;
            best = own[k].spec.name;
        }
    }
    return best;
}

/* --- values --- */

void uci_options_init(uci_options *o, game_list games, const search_registry *book) {
    *o = (uci_options){0};
    options_init(&o->search, games, book);
    const game *first = options_first_variant(games);
    (void)snprintf(o->first_variant, OPTION_NAME_SIZE, "%s",
                   first ? options_variant(first) : (*games)->name);
    (void)snprintf(o->variant, OPTION_TEXT_SIZE, "%s", o->first_variant);
    (void)snprintf(o->about, OPTION_TEXT_SIZE,
                   "Kibitz analyses and plays turn-based tabletop games");
}

option_ref uci_options_ref(uci_options *o, int id) {
    if (id < OPT_COUNT) return options_ref(&o->search, (option_id)id);
    int k = id - OPT_COUNT;
    option_ref r = {.spec = &own[k].spec, .number = &o->flag[k], .max = 1, .initial = ""};
    switch ((uci_option_id)id) {
    case UCI_OPT_OPPONENT:
        r.word = o->opponent;
        break;
    case UCI_OPT_ABOUT:
        r.initial = r.word = o->about;
        break;
    case UCI_OPT_LOG_FILE:
        r.word = o->log_file;
        break;
    case UCI_OPT_VARIANT:
        r.word = o->variant;
        r.initial = o->first_variant;
        r.games = o->search.games;
        r.name_of = options_variant;
        break;
    default:
        break;
    }
    return r;
}

int64_t uci_options_number(const uci_options *o, int id) {
    return id < OPT_COUNT ? o->search.number[id] : o->flag[id - OPT_COUNT];
}

const char *uci_options_word(uci_options *o, int id) {
    return uci_options_ref(o, id).word;
}

status uci_options_set(uci_options *o, int id, const char *value, error *err) {
    option_ref r = uci_options_ref(o, id);
    return option_set(&r, value, err);
}

void uci_options_choices(const option_ref *r, text *out) {
    for (game_list g = r->games; g && *g; g++)
        if (r->name_of(*g)) text_format(out, "%s ", r->name_of(*g));
    if (r->choices) text_put(out, r->choices);
}

void uci_options_value(uci_options *o, int id, text *out) {
    option_ref r = uci_options_ref(o, id);
    switch (r.spec->type) {
    case OPT_CHECK:
        text_put(out, *r.number ? "true" : "false");
        break;
    case OPT_SPIN:
        text_format(out, "%lld", (long long)*r.number);
        break;
    case OPT_COMBO:
    case OPT_STRING:
        text_put(out, r.word && *r.word ? r.word : "<empty>");
        break;
    case OPT_BUTTON:
        break;
    }
}
