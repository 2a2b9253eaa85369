#include "uci/options.h"

#include <stdio.h>
#include <string.h>

typedef struct option_spec {
    const char *name;
    option_type type;
    int64_t usual, min, max;
} option_spec;

static const option_spec specs[OPT_COUNT] = {
#define OPTION_SPEC(id, name, type, usual, min, max) {name, OPT_##type, usual, min, max},
    OPTION_LIST(OPTION_SPEC)
#undef OPTION_SPEC
#define OPTION_KNOB(id, name, usual, max, what) {name, OPT_SPIN, KNOB_AUTO, KNOB_AUTO, max},
        KNOB_LIST(OPTION_KNOB)
#undef OPTION_KNOB
};

option_id options_find(const char *name) {
    int i = 0;
    while (i < OPT_COUNT && !text_same(specs[i].name, name)) i++;
    return (option_id)i;
}

const char *options_name(option_id id) {
    return specs[id].name;
}

option_type options_type(option_id id) {
    return specs[id].type;
}

const char *options_nearest(const char *name) {
    const char *best = NULL;
    int least = 4;
    for (int i = 0; i < OPT_COUNT; i++) {
        int d = text_distance(specs[i].name, name);
        if (d < least) {
            least = d;
            best = specs[i].name;
        }
    }
    return best;
}

static void add_choice(options *o, option_id id, const char *prefix, const char *word) {
    char choice[64];
    (void)snprintf(choice, sizeof choice, "%s%s", prefix, word);
    /* Two games may have a bot of the same name. */
    for (const char *at = o->choices[id]; (at = strstr(at, choice)); at++) {
        char before = at == o->choices[id] ? ' ' : at[-1];
        char after = at[strlen(choice)];
        if (before == ' ' && (after == ' ' || !after)) return;
    }
    size_t len = strlen(o->choices[id]);
    (void)snprintf(o->choices[id] + len, OPTION_CHOICES - len, "%s%s", len ? " " : "", choice);
}

static void set_usual(options *o, option_id id, const char *word) {
    (void)snprintf(o->usual[id], sizeof o->usual[id], "%s", word);
    (void)snprintf(o->word[id], OPTION_TEXT, "%s", word);
}

const char *options_variant(const game *g) {
    if (!(g->traits & GAME_UCI) || text_same(g->name, OPTIONS_CHESS960)) return NULL;
    return g->variant ? g->variant : g->name;
}

/* The name under which a combo offers a game; NULL: it does not. */
static const char *offered(option_id id, const game *g) {
    return id == OPT_GAME ? g->name : options_variant(g);
}

static bool is_of_games(option_id id) {
    return id == OPT_GAME || id == OPT_VARIANT;
}

void options_init(options *o, game_list games, const search_book *book) {
    memset(o, 0, sizeof *o);
    o->games = games;
    for (int i = 0; i < OPT_COUNT; i++) o->number[i] = specs[i].usual;
    for (int i = 0; i < OPT_COUNT; i++) o->max[i] = specs[i].max;
    add_choice(o, OPT_ALGORITHM, "", "auto");
    for (searcher_list k = book->searchers; *k; k++) /* bots are listed by their own names */
        if (strcmp((*k)->name, "bot") != 0) add_choice(o, OPT_ALGORITHM, "", (*k)->name);
    const game *usual = NULL;
    for (game_list g = games; *g; g++) {
        if (options_variant(*g) && !usual) usual = *g;
        for (const bot *b = (*g)->bots; b && b->name; b++)
            add_choice(o, OPT_ALGORITHM, "bot:", b->name);
    }
    set_usual(o, OPT_ALGORITHM, "auto");
    set_usual(o, OPT_GAME, usual ? usual->name : (*games)->name);
    set_usual(o, OPT_VARIANT, usual ? options_variant(usual) : (*games)->name);
    (void)snprintf(o->choices[OPT_OBJECTIVE], OPTION_CHOICES, "win points margin rank");
    set_usual(o, OPT_OBJECTIVE, "win");
    (void)snprintf(o->word[OPT_ABOUT], OPTION_TEXT,
                   "Kibitz analyses and plays turn-based tabletop games");
}

static int64_t usual_number(const options *o, option_id id) {
    return specs[id].usual < o->max[id] ? specs[id].usual : o->max[id];
}

void options_cap(options *o, option_id id, int64_t max) {
    o->max[id] = max;
    o->number[id] = usual_number(o, id);
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

static status set_combo(options *o, option_id id, const char *value, error *err) {
    for (const char *at = o->choices[id]; *at;) {
        char choice[64] = {0};
        size_t n = strcspn(at, " ");
        memcpy(choice, at, n < sizeof choice ? n : sizeof choice - 1);
        if (text_same(choice, value)) {
            (void)snprintf(o->word[id], OPTION_TEXT, "%s", choice);
            return ST_OK;
        }
        at += n + (at[n] == ' ');
    }
    char list[200];
    (void)snprintf(list, sizeof list, "one of: %.180s", o->choices[id]);
    return bad(err, specs[id].name, value, list);
}

static status set_game(options *o, option_id id, const char *value, error *err) {
    const char *near = NULL;
    int least = 3;
    for (game_list g = o->games; *g; g++) {
        const char *name = offered(id, *g);
        if (!name) continue;
        if (text_same(name, value)) {
            (void)snprintf(o->word[id], OPTION_TEXT, "%s", name);
            return ST_OK;
        }
        int d = text_distance(name, value);
        if (d >= least) continue;
        least = d;
        near = name;
    }
    char takes[160];
    (void)snprintf(takes, sizeof takes, "a game of its list%s%.60s%s",
                   near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return bad(err, specs[id].name, value, takes);
}

status options_set(options *o, option_id id, const char *value, error *err) {
    const option_spec *s = &specs[id];
    int64_t n;
    switch (s->type) {
    case OPT_BUTTON:
        return ST_OK;
    case OPT_CHECK:
        if (!text_same(value, "true") && !text_same(value, "false"))
            return bad(err, s->name, value, "true or false");
        o->number[id] = text_same(value, "true");
        return ST_OK;
    case OPT_SPIN:
        if (!text_i64(value, s->min, o->max[id], &n)) return bad_number(err, s, o->max[id], value);
        o->number[id] = n;
        return ST_OK;
    case OPT_COMBO:
        return is_of_games(id) ? set_game(o, id, value, err) : set_combo(o, id, value, err);
    case OPT_STRING:
        if (strlen(value) >= OPTION_TEXT)
            return bad(err, s->name, value, "fewer than 512 characters");
        (void)snprintf(o->word[id], OPTION_TEXT, "%s", text_same(value, "<empty>") ? "" : value);
        return ST_OK;
    }
    return ST_INTERNAL;
}

void options_declare(const options *o, option_id id, text *out) {
    static const char *const types[] = {"check", "spin", "combo", "string", "button"};
    const option_spec *s = &specs[id];
    text_format(out, "option name %s type %s", s->name, types[s->type]);
    if (s->type == OPT_CHECK) text_format(out, " default %s", s->usual ? "true" : "false");
    if (s->type == OPT_SPIN)
        text_format(out, " default %lld min %lld max %lld", (long long)usual_number(o, id),
                    (long long)s->min, (long long)o->max[id]);
    if (s->type == OPT_STRING)
        text_format(out, " default %s", id == OPT_ABOUT ? o->word[id] : "<empty>");
    if (s->type != OPT_COMBO) return;
    text_format(out, " default %s", o->usual[id]);
    for (game_list g = o->games; is_of_games(id) && *g; g++)
        if (offered(id, *g)) text_format(out, " var %s", offered(id, *g));
    for (const char *at = o->choices[id]; *at;) {
        size_t n = strcspn(at, " ");
        text_put(out, " var ");
        text_putn(out, at, n);
        at += n + (at[n] == ' ');
    }
}

void options_value(const options *o, option_id id, text *out) {
    switch (specs[id].type) {
    case OPT_CHECK:
        text_put(out, o->number[id] ? "true" : "false");
        break;
    case OPT_SPIN:
        text_format(out, "%lld", (long long)o->number[id]);
        break;
    case OPT_COMBO:
    case OPT_STRING:
        text_put(out, *o->word[id] ? o->word[id] : "<empty>");
        break;
    case OPT_BUTTON:
        break;
    }
}

static objective objective_of(const options *o) {
    const char *goal = o->word[OPT_OBJECTIVE];
    return text_same(goal, "points")   ? OBJECTIVE_POINTS
           : text_same(goal, "margin") ? OBJECTIVE_MARGIN
           : text_same(goal, "rank")   ? OBJECTIVE_RANK
                                       : OBJECTIVE_WIN;
}

void options_apply(const options *o, search_question *q) {
    bool analysing = o->number[OPT_ANALYSE_MODE];
    q->overhead_ms = o->number[OPT_MOVE_OVERHEAD];
    search_options *so = &q->options;
    so->threads = (int)o->number[OPT_THREADS];
    so->hash_bytes = (size_t)o->number[OPT_HASH] << 20;
    so->multipv = (int)o->number[OPT_MULTIPV];
    so->deterministic = o->number[OPT_DETERMINISTIC];
    so->want_ranks = o->number[OPT_SHOW_RANKS];
    so->contempt = analysing ? 0 : (int)o->number[OPT_CONTEMPT];
    so->skill = analysing ? 20 : (int)o->number[OPT_SKILL];
    so->level = analysing ? 0 : (int)o->number[OPT_LEVEL];
    if (o->number[OPT_LIMIT_STRENGTH] && !analysing)
        so->level = skill_level_of_elo((int)o->number[OPT_ELO]);
    for (int i = 0; i < KNOB_COUNT; i++)
        so->knobs.value[i] = (int32_t)o->number[OPT_FIRST_KNOB + i];
    so->worlds = (unsigned)o->number[OPT_WORLDS];
    so->chance_samples = (unsigned)o->number[OPT_CHANCE_SAMPLES];
    so->objective = objective_of(o);
}
