#include "cli/args.h"

#include <assert.h>
#include <string.h>

#include "engine/base/text.h"

enum { NEAR = 2 };

const arg *args_of(const arg_group *g) {
    assert((g->made == NULL) != (g->list == NULL));
    return g->made ? g->made() : g->list;
}

static bool is_option(const char *word) {
    return word[0] == '-' && word[1];
}

/* --- values --- */

status args_value(arg_line *line, const char **out, error *err) {
    const arg *a = line->being;
    assert(a && a->value); /* the help says what it takes */
    if (line->at >= line->argc)
        return error_set(err, ST_BAD_SYNTAX, "%s needs a value: %s %s", a->name, a->name, a->value);
    *out = line->argv[line->at++];
    return ST_OK;
}

status args_number(arg_line *line, uint64_t min, uint64_t max, uint64_t *out, error *err) {
    const char *value = NULL;
    status st = args_value(line, &value, err);
    if (st != ST_OK) return st;
    if (text_u64(value, max, out) && *out >= min) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "%s takes a whole number from %llu to %llu, not %.40s",
                     line->being->name, (unsigned long long)min, (unsigned long long)max, value);
}

/* Fields may be signed: no maximum in a table is too large for its field. */
static void store(char *field, size_t size, uint64_t n) {
    uint32_t small = (uint32_t)n;
    assert(size == sizeof n || (size == sizeof small && n <= INT32_MAX));
    if (size == sizeof small)
        memcpy(field, &small, sizeof small);
    else
        memcpy(field, &n, sizeof n);
}

static status read_number(const arg *a, char *field, arg_line *line, error *err) {
    uint64_t n = 0;
    status st = args_number(line, a->min, a->max, &n, err);
    if (st == ST_OK) store(field, a->size, n);
    return st;
}

static status read_text(char *field, arg_line *line, error *err) {
    const char *value = NULL;
    status st = args_value(line, &value, err);
    if (st == ST_OK) memcpy(field, &value, sizeof value);
    return st;
}

static status read_option(const arg *a, char *to, arg_line *line, error *err) {
    line->being = a;
    line->at++;
    switch (a->type) {
    case ARG_FLAG:
        *(bool *)(void *)(to + a->at) = true;
        return ST_OK;
    case ARG_NUMBER:
        return read_number(a, to + a->at, line, err);
    case ARG_TEXT:
        return read_text(to + a->at, line, err);
    case ARG_CALL:
        return a->call(to, line, err);
    case ARG_WORD:
        break;
    }
    return error_set(err, ST_INTERNAL, "%s is no option", a->name);
}

/* --- tables --- */

static const arg *find_in(const arg *list, const char *name) {
    while (list->name && (list->type == ARG_WORD || strcmp(list->name, name) != 0)) list++;
    return list->name ? list : NULL;
}

static const arg *find(const arg_group *groups, const char *name, const arg_group **group) {
    for (const arg_group *g = groups; g && g->title; g++) {
        const arg *a = find_in(args_of(g), name);
        *group = g;
        if (a) return a;
    }
    return NULL;
}

/* The listed option that is most like it; NULL if none is near. */
static const char *nearest(const arg_group *groups, const char *name) {
    const char *best = NULL;
    int fewest = NEAR + 1;
    for (const arg_group *g = groups; g && g->title; g++)
        for (const arg *a = args_of(g); a->name; a++) {
            int edits = a->type == ARG_WORD || !a->help ? fewest : text_distance(a->name, name);
            if (edits >= fewest) continue;
            fewest = edits;
            best = a->name;
        }
    return best;
}

static status unknown(const arg_reader *how, const char *word, error *err) {
    const char *near = is_option(word) ? nearest(how->groups, word) : NULL;
    return error_set(err, ST_BAD_SYNTAX, "unknown argument %.60s; %s%s%ssee kibitz help %s", word,
                     near ? "did you mean " : "", near ? near : "", near ? "? " : "", how->command);
}

/* Options begin with dashes, have one meaning, and their limits are in order. */
static FOR_ASSERT bool args_check(const arg_group *groups) {
    const arg_group *first;
    for (const arg_group *g = groups; g && g->title; g++)
        for (const arg *a = args_of(g); a->name; a++) {
            if (a->type == ARG_WORD) continue;
            if (a->name[0] != '-' || a->min > a->max || find(groups, a->name, &first) != a)
                return false;
            if ((a->type == ARG_CALL) != (a->call != NULL)) return false;
        }
    return true;
}

/* --- the command line --- */

static status read_word(const arg_reader *how, void *to, arg_line *line, error *err) {
    const char *word = line->argv[line->at++];
    bool taken = how->word != NULL;
    status st = taken ? how->word(to, word, &taken, err) : ST_OK;
    return st != ST_OK || taken ? st : unknown(how, word, err);
}

status args_read(const arg_reader *how, void *to, int argc, char **argv, error *err) {
    assert(args_check(how->groups));
    arg_line line = {.argc = argc, .argv = argv, .at = 1};
    status st = ST_OK;
    while (st == ST_OK && line.at < argc) {
        const char *word = argv[line.at];
        const arg_group *group = NULL;
        const arg *a = is_option(word) ? find(how->groups, word, &group) : NULL;
        if (a)
            st = read_option(a, (char *)to + group->at, &line, err);
        else
            st = is_option(word) ? unknown(how, word, err) : read_word(how, to, &line, err);
    }
    return st;
}

status args_take_out(const arg_group *g, void *to, int *argc, char **argv, error *err) {
    arg_line line = {.argc = *argc, .argv = argv, .at = 1};
    status st = ST_OK;
    int kept = 1;
    while (st == ST_OK && line.at < *argc) {
        const arg *a = find_in(args_of(g), argv[line.at]);
        if (a)
            st = read_option(a, (char *)to + g->at, &line, err);
        else
            argv[kept++] = argv[line.at++];
    }
    if (st != ST_OK) return st;
    argv[kept] = NULL;
    *argc = kept;
    return ST_OK;
}

const char *args_other(int argc, char **argv, const char *const *known) {
    for (int i = 1; i < argc; i++) {
        const char *const *k = known;
        while (*k && strcmp(*k, argv[i]) != 0) k++;
        if (strncmp(argv[i], "--", 2) == 0 && !*k) return argv[i];
    }
    return NULL;
}
