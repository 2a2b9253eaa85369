#include "engine/game/params.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/game/game.h"
#include "engine/game/option_text.h"

params params_default(void) {
    return (params){.first = -1};
}

/* The options are sorted by name, each once. */
FOR_ASSERT static bool params_hold(const params *p) {
    bool good = p->count >= 0 && p->count <= PARAMS_MAX;
    for (int i = 1; good && i < p->count; i++)
        good = strcmp(p->set[i - 1].name, p->set[i].name) < 0;
    return good;
}

static int find(const params *p, const char *name) {
    assert(params_hold(p));
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->set[i].name, name) == 0) return i;
    return -1;
}

static const param_spec *spec_of(const game *g, const char *name) {
    for (const param_spec *s = g->params; s && s->name; s++)
        if (strcmp(s->name, name) == 0) return s;
    return NULL;
}

static bool in_choices(const char *choices, const char *value) {
    size_t n = strlen(value);
    for (const char *at = choices; *at;) {
        size_t word = strcspn(at, " ");
        if (word == n && strncmp(at, value, n) == 0) return true;
        at += word + (at[word] == ' ');
    }
    return false;
}

static status check_value(const param_spec *s, const char *value, error *err) {
    int64_t n;
    switch (s->type) {
    case PARAM_INT:
        if (text_i64(value, s->min, s->max, &n)) return ST_OK;
        return error_set(err, ST_BAD_VALUE, "%s takes a whole number from %lld to %lld", s->name,
                         (long long)s->min, (long long)s->max);
    case PARAM_HALVES:
        if (params_read_halves(value, &n) && n >= s->min && n <= s->max) return ST_OK;
        return error_set(err, ST_BAD_VALUE, "%s takes %s, halves allowed (as in 7.5)", s->name,
                         s->what);
    case PARAM_FLAG:
        if (strcmp(value, "0") == 0 || strcmp(value, "1") == 0) return ST_OK;
        return error_set(err, ST_BAD_VALUE, "%s takes 0 or 1", s->name);
    case PARAM_ENUM:
        if (in_choices(s->choices, value)) return ST_OK;
        return error_set(err, ST_BAD_VALUE, "%s takes one of: %s", s->name, s->choices);
    case PARAM_TEXT:
    case PARAM_FILE:
        if (*value && strlen(value) < PARAMS_VALUE) return ST_OK;
        return error_set(err, ST_BAD_VALUE, "%s takes 1 to %d characters", s->name,
                         PARAMS_VALUE - 1);
    }
    return ST_INTERNAL;
}

static status set_rules(params *p, const char *value, error *err) {
    bool reference = strcmp(value, "reference") == 0;
    if (!reference && strcmp(value, "official") != 0) {
        status st = error_set(err, ST_BAD_VALUE, "rules takes official or reference");
        error_arg(err, value);
        return st;
    }
    p->reference = reference;
    return ST_OK;
}

/* "hex has no option sise; it has size, swap" */
static status no_option(const game *g, const char *name, error *err) {
    char list[150];
    text all = text_over(list, sizeof list);
    for (const param_spec *s = g->params; s && s->name; s++)
        text_format(&all, "%s%s", all.len ? ", " : "; it has ", s->name);
    char *last = all.cut ? strrchr(list, ',') : NULL;
    if (last) *last = '\0';
    return error_set(err, ST_UNKNOWN_OPTION, "%s has no option %.40s%s%s", g->name, name, list,
                     last ? ", ..." : "");
}

status params_set(params *p, const game *g, const char *name, const char *value, error *err) {
    if (strcmp(name, "rules") == 0) return set_rules(p, value, err);
    const param_spec *s = spec_of(g, name);
    status st = ST_OK;
    if (!s)
        st = no_option(g, name, err);
    else
        st = check_value(s, value, err);
    if (st != ST_OK) {
        error_arg(err, s ? value : name);
        return st;
    }
    int at = find(p, name);
    assert(strlen(name) < PARAMS_NAME && strlen(value) < PARAMS_VALUE);
    if (at < 0) {
        if (p->count == PARAMS_MAX) return error_set(err, ST_NOMEM, "too many options");
        for (at = p->count++; at > 0 && strcmp(p->set[at - 1].name, name) > 0; at--)
            p->set[at] = p->set[at - 1];
        memset(&p->set[at], 0, sizeof p->set[at]);
        (void)snprintf(p->set[at].name, PARAMS_NAME, "%s", name);
    }
    memset(p->set[at].value, 0, PARAMS_VALUE);
    (void)snprintf(p->set[at].value, PARAMS_VALUE, "%s", value);
    assert(params_hold(p));
    return ST_OK;
}

bool params_names_file(const game *g, const char *name) {
    const param_spec *s = spec_of(g, name);
    return s && s->type == PARAM_FILE;
}

bool params_next_file(const param_spec *s, const char **at, char *name) {
    while (**at) {
        size_t n = strcspn(*at, ",");
        (void)snprintf(name, PARAMS_VALUE, "%.*s", (int)n, *at);
        *at += n + ((*at)[n] == ',');
        if (*name && !(s->choices && in_choices(s->choices, name))) return true;
    }
    return false;
}

static status check_files(const params *p, const game *g, error *err) {
    for (int i = 0; i < p->count; i++) {
        const param_spec *s = spec_of(g, p->set[i].name);
        const char *at = p->set[i].value;
        char name[PARAMS_VALUE];
        bool file = s && s->type == PARAM_FILE && params_next_file(s, &at, name);
        while (file && option_text_is(name)) file = params_next_file(s, &at, name);
        if (!file) continue;
        status st = error_set(err, ST_UNSUPPORTED, "no file is opened here: %s takes %s", s->name,
                              s->choices ? s->choices : "none");
        error_arg(err, name);
        return st;
    }
    return ST_OK;
}

status params_check(const params *p, const game *g, error *err) {
    int players = p->players ? p->players : g->default_players;
    if (players < g->min_players || players > g->max_players) {
        if (g->min_players == g->max_players)
            return error_set(err, ST_BAD_VALUE, "%s is for %d players", g->name, g->min_players);
        return error_set(err, ST_BAD_VALUE, "%s is for %d to %d players", g->name, g->min_players,
                         g->max_players);
    }
    if (p->first >= players)
        return error_set(err, ST_BAD_VALUE, "first must be a seat from 1 to %d", players);
    if (p->noend && !(g->traits & GAME_NOEND))
        return error_set(err, ST_UNSUPPORTED, "%s cannot be counted past its end", g->name);
    return p->no_files ? check_files(p, g, err) : ST_OK;
}

const char *params_word(const params *p, const char *name, const char *otherwise) {
    int i = find(p, name);
    return i < 0 ? otherwise : p->set[i].value;
}

bool params_has(const params *p, const char *name) {
    return find(p, name) >= 0;
}

bool params_read_halves(const char *value, int64_t *out) {
    char entire[24];
    const char *dot = strchr(value, '.');
    size_t n = dot ? (size_t)(dot - value) : strlen(value);
    bool half = dot && dot[1] == '5' && !dot[2];
    if (n >= sizeof entire || (dot && !half && strcmp(dot, ".0") != 0)) return false;
    memcpy(entire, value, n);
    entire[n] = '\0';
    if (!text_i64(entire, -1000000, 1000000, out)) return false;
    *out = 2 * *out + (half ? *entire == '-' ? -1 : 1 : 0);
    return true;
}

void params_write_halves(int64_t halves, text *out) {
    long long entire = (long long)(halves < 0 ? -(halves / 2) : halves / 2);
    text_format(out, "%s%lld%s", halves < 0 ? "-" : "", entire, halves % 2 ? ".5" : "");
}

int64_t params_halves(const params *p, const char *name, int64_t otherwise) {
    int64_t n;
    int i = find(p, name);
    return i >= 0 && params_read_halves(p->set[i].value, &n) ? n : otherwise;
}

int64_t params_int(const params *p, const char *name, int64_t otherwise) {
    int64_t n;
    int i = find(p, name);
    return i >= 0 && text_i64(p->set[i].value, INT64_MIN, INT64_MAX, &n) ? n : otherwise;
}

void params_write(const params *p, text *out) {
    text_format(out, "players %d", p->players);
    if (p->reference) text_put(out, " rules reference");
    if (p->first >= 0) text_format(out, " first %d", p->first + 1);
    if (p->first == PARAMS_FIRST_RANDOM) text_put(out, " first random");
    for (int i = 0; i < p->count; i++)
        text_format(out, " set %s=%s", p->set[i].name, p->set[i].value);
}

status params_set_pair(params *p, const game *g, const char *word, error *err) {
    const char *eq = strchr(word, '=');
    if (!eq || eq == word || (size_t)(eq - word) >= PARAMS_NAME) {
        status st = error_set(err, ST_BAD_SYNTAX, "set takes name=value as one word");
        error_arg(err, word);
        return st;
    }
    char name[PARAMS_NAME] = {0};
    memcpy(name, word, (size_t)(eq - word));
    return params_set(p, g, name, eq + 1, err);
}

static status read_seat(int *out, const char *key, const char *word, error *err) {
    uint64_t n;
    if (!text_u64(word, GAME_MAX_PLAYERS, &n) || n == 0) {
        status st =
            error_set(err, ST_BAD_VALUE, "%s takes a number from 1 to %d", key, GAME_MAX_PLAYERS);
        error_arg(err, word);
        return st;
    }
    *out = (int)n;
    return ST_OK;
}

status params_read(params *p, const game *g, char **word, size_t count, size_t *i, error *err) {
    for (; *i < count; *i += 2) {
        const char *key = word[*i];
        bool known = strcmp(key, "players") == 0 || strcmp(key, "rules") == 0 ||
                     strcmp(key, "set") == 0 || strcmp(key, "first") == 0;
        if (!known) return ST_OK;
        if (*i + 1 >= count) return error_set(err, ST_BAD_SYNTAX, "%s needs a value", key);
        const char *value = word[*i + 1];
        status st;
        if (*key == 'p') {
            st = read_seat(&p->players, key, value, err);
        } else if (*key == 'f') {
            bool random = g->traits & GAME_FIRST_EVENT && strcmp(value, "random") == 0;
            int seat = 0;
            st = random ? ST_OK : read_seat(&seat, key, value, err);
            if (st == ST_OK) p->first = random ? PARAMS_FIRST_RANDOM : seat - 1;
        } else if (*key == 'r') {
            st = params_set(p, g, "rules", value, err);
        } else {
            st = params_set_pair(p, g, value, err);
        }
        if (st != ST_OK) {
            ++*i;
            return st;
        }
    }
    return ST_OK;
}

bool params_equal(const params *a, const params *b) {
    return a->players == b->players && a->first == b->first && a->reference == b->reference &&
           a->noend == b->noend && a->count == b->count &&
           memcmp(a->set, b->set, (size_t)a->count * sizeof a->set[0]) == 0;
}
