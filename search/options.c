#include "search/options.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const option_spec specs[OPT_COUNT] = {
#define OPTION_SPEC(id, name, type, initial, min, max) {name, OPT_##type, initial, min, max},
    OPTION_LIST(OPTION_SPEC)
#undef OPTION_SPEC
#define OPTION_KNOB(id, name, initial, max, what) {name, OPT_SPIN, KNOB_AUTO, KNOB_AUTO, max},
        KNOB_LIST(OPTION_KNOB)
#undef OPTION_KNOB
};

/* Objectives in the order of their enum. */
static const char objectives[] = "win points margin rank";

option_id options_find(const char *name) {
    int i = 0;
    while (i < OPT_COUNT && !text_same(specs[i].name, name)) i++;
    if (i == OPT_COUNT && knob_find(name) != KNOB_COUNT)
        i = OPT_FIRST_KNOB + (int)knob_find(name); /* by its alias */
    return (option_id)i;
}

const char *options_name(option_id id) {
    return specs[id].name;
}

const char *options_alias(option_id id) {
    return id < OPT_FIRST_KNOB ? NULL : knob_alias((knob_id)(id - OPT_FIRST_KNOB));
}

int option_distance(const option_spec *s, const char *name) {
    return text_distance(s->name, name);
}

static void take_nearer(const char **best, int *min, const char *candidate, const char *name) {
    int d = text_distance(candidate, name);
    if (d >= *min) return;
    *min = d;
    *best = candidate;
}

const char *options_nearest(const char *name) {
    const char *best = NULL;
    int min = 4;
    for (int i = 0; i < OPT_COUNT; i++) {
        const char *alias = options_alias((option_id)i);
        take_nearer(&best, &min, specs[i].name, name);
        if (alias) take_nearer(&best, &min, alias, name);
    }
    return best;
}

static void add_algorithm(options *o, const char *prefix, const char *word) {
    char choice[64];
    char *all = o->algorithms;
    (void)snprintf(choice, sizeof choice, "%s%s", prefix, word);
    /* Two games may have a bot of the same name. */
    for (const char *at = all; (at = strstr(at, choice)); at++) {
        char before = at == all ? ' ' : at[-1];
        char after = at[strlen(choice)];
        if (before == ' ' && (after == ' ' || !after)) return;
    }
    size_t len = strlen(all);
    (void)snprintf(all + len, OPTION_CHOICES - len, "%s%s", len ? " " : "", choice);
}

const char *options_variant(const game *g) {
    if (!(g->traits & GAME_UCI) || text_same(g->name, OPTIONS_CHESS960)) return NULL;
    return g->variant ? g->variant : g->name;
}

const game *options_first_variant(game_list games) {
    game_list g = games;
    while (*g && !options_variant(*g)) g++;
    return *g;
}

static const char *name_of(const game *g) {
    return g->name;
}

/* Where the word of a combo or string is; OPT_WORD_COUNT: it has none. */
static option_word word_of(option_id id) {
#define OPTION_CASE_CHECK(id)
#define OPTION_CASE_SPIN(id)
#define OPTION_CASE_BUTTON(id)
#define OPTION_CASE_COMBO(id)                                                                      \
    case OPT_##id:                                                                                 \
        return OPT_WORD_##id;
#define OPTION_CASE_STRING(id)                         OPTION_CASE_COMBO(id)
#define OPTION_CASE(id, name, type, initial, min, max) OPTION_CASE_##type(id)
    switch (id) {
        OPTION_LIST(OPTION_CASE)
    default:
        return OPT_WORD_COUNT;
    }
#undef OPTION_CASE
}

option_ref options_ref(options *o, option_id id) {
    assert((int)id >= 0 && id < OPT_COUNT);
    option_word w = word_of(id);
    option_ref r = {.spec = &specs[id], .number = &o->number[id], .max = o->max[id]};
    if (w != OPT_WORD_COUNT) r.word = o->word[w];
    r.initial = "";
    switch (id) {
    case OPT_GAME:
        r.games = o->games;
        r.name_of = name_of;
        r.initial = o->first_game;
        break;
    case OPT_ALGORITHM:
        r.choices = o->algorithms;
        r.initial = "auto";
        break;
    case OPT_OBJECTIVE:
        r.choices = objectives;
        r.initial = "win";
        break;
    default:
        break;
    }
    return r;
}

void options_init(options *o, game_list games, const search_registry *book) {
    memset(o, 0, sizeof *o);
    o->games = games;
    for (int i = 0; i < OPT_COUNT; i++) o->number[i] = specs[i].initial;
    for (int i = 0; i < OPT_COUNT; i++) o->max[i] = specs[i].max;
    add_algorithm(o, "", "auto");
    for (searcher_list k = book->searchers; *k; k++) /* bots are listed by their own names */
        if (strcmp((*k)->name, "bot") != 0) add_algorithm(o, "", (*k)->name);
    for (game_list g = games; *g; g++)
        for (const bot *b = (*g)->bots; b && b->name; b++) add_algorithm(o, "bot:", b->name);
    const game *first = options_first_variant(games);
    (void)snprintf(o->first_game, OPTION_NAME_SIZE, "%s", first ? first->name : (*games)->name);
    for (int i = 0; i < OPT_COUNT; i++) {
        option_ref r = options_ref(o, (option_id)i);
        if (r.word) (void)snprintf(r.word, OPTION_TEXT_SIZE, "%s", r.initial);
    }
}

int64_t option_initial(const option_ref *r) {
    return r->spec->initial < r->max ? r->spec->initial : r->max;
}

void options_cap(options *o, option_id id, int64_t max) {
    assert(max >= specs[id].min && max <= specs[id].max);
    o->max[id] = max;
    option_ref r = options_ref(o, id);
    o->number[id] = option_initial(&r);
}

static status bad(error *err, const char *name, const char *value, const char *takes) {
    status st = error_set(err, ST_BAD_VALUE, "%s takes %.180s", name, takes);
    error_arg(err, *value ? value : "(empty)");
    return st;
}

static status bad_number(error *err, const option_spec *s, int64_t max, const char *value) {
    char range[64];
    (void)snprintf(range, sizeof range, "a whole number from %lld to %lld", (long long)s->min,
                   (long long)max);
    return bad(err, s->name, value, range);
}

static status set_choice(const option_ref *r, const char *value, error *err) {
    for (const char *at = r->choices; *at;) {
        char choice[64] = {0};
        size_t n = strcspn(at, " ");
        memcpy(choice, at, n < sizeof choice ? n : sizeof choice - 1);
        if (text_same(choice, value)) {
            (void)snprintf(r->word, OPTION_TEXT_SIZE, "%s", choice);
            return ST_OK;
        }
        at += n + (at[n] == ' ');
    }
    char list[200];
    (void)snprintf(list, sizeof list, "one of: %.180s", r->choices);
    return bad(err, r->spec->name, value, list);
}

static status set_game(const option_ref *r, const char *value, error *err) {
    const char *near = NULL;
    int min = 3;
    for (game_list g = r->games; g && *g; g++) {
        const char *name = r->name_of(*g);
        if (!name) continue;
        if (text_same(name, value)) {
            (void)snprintf(r->word, OPTION_TEXT_SIZE, "%s", name);
            return ST_OK;
        }
        int d = text_distance(name, value);
        if (d >= min) continue;
        min = d;
        near = name;
    }
    char takes[160];
    (void)snprintf(takes, sizeof takes, "a game of its list%s%.60s%s",
                   near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return bad(err, r->spec->name, value, takes);
}

status option_set(const option_ref *r, const char *value, error *err) {
    const option_spec *s = r->spec;
    assert((s->type != OPT_STRING && s->type != OPT_COMBO) || r->word);
    int64_t n;
    switch (s->type) {
    case OPT_BUTTON:
        return ST_OK;
    case OPT_CHECK:
        if (!text_same(value, "true") && !text_same(value, "false"))
            return bad(err, s->name, value, "true or false");
        *r->number = text_same(value, "true");
        return ST_OK;
    case OPT_SPIN:
        if (!text_i64(value, s->min, r->max, &n)) return bad_number(err, s, r->max, value);
        *r->number = n;
        return ST_OK;
    case OPT_COMBO:
        return r->choices ? set_choice(r, value, err) : set_game(r, value, err);
    case OPT_STRING:
        if (strlen(value) >= OPTION_TEXT_SIZE)
            return bad(err, s->name, value, "fewer than 512 characters");
        (void)snprintf(r->word, OPTION_TEXT_SIZE, "%s", text_same(value, "<empty>") ? "" : value);
        return ST_OK;
    }
    return ST_INTERNAL;
}

status options_set(options *o, option_id id, const char *value, error *err) {
    option_ref r = options_ref(o, id);
    return option_set(&r, value, err);
}

static objective objective_of(const options *o) {
    const char *goal = o->word[OPT_WORD_OBJECTIVE];
    return text_same(goal, "points")   ? OBJECTIVE_POINTS
           : text_same(goal, "margin") ? OBJECTIVE_MARGIN
           : text_same(goal, "rank")   ? OBJECTIVE_RANK
                                       : OBJECTIVE_WIN;
}

void options_apply(const options *o, search_options *out) {
    bool analysing = o->number[OPT_ANALYSE_MODE];
    out->threads = (int)o->number[OPT_THREADS];
    out->hash_bytes = (size_t)o->number[OPT_HASH] << 20;
    out->multipv = (int)o->number[OPT_MULTIPV];
    out->deterministic = o->number[OPT_DETERMINISTIC];
    out->want_ranks = o->number[OPT_SHOW_RANKS];
    out->contempt = analysing ? 0 : (int)o->number[OPT_CONTEMPT];
    out->skill = analysing ? 20 : (int)o->number[OPT_SKILL];
    out->level = analysing ? 0 : (int)o->number[OPT_LEVEL];
    out->elo = o->number[OPT_LIMIT_STRENGTH] && !analysing ? (int)o->number[OPT_ELO] : 0;
    for (int i = 0; i < KNOB_COUNT; i++)
        out->knobs.value[i] = (int32_t)o->number[OPT_FIRST_KNOB + i];
    out->worlds = (unsigned)o->number[OPT_WORLDS];
    out->chance_samples = (unsigned)o->number[OPT_CHANCE_SAMPLES];
    out->objective = objective_of(o);
}
