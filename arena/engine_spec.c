#include "arena/engine_spec.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"

enum { PROTOS = PROTO_GTP + 1 };
static const char *const proto_names[PROTOS] = {"uci", "ugi", "mgi", "gtp"};

/* --- words --- */

/* Cuts the next word off *at, in place: spaces separate, quotes hold together and go away. NULL at
 * the end; *open tells that a quote never closes. */
static char *next_word(char **at, bool *open) {
    char *from = *at;
    from += strspn(from, " \t");
    if (!*from) return NULL;
    char *to = from;
    char *word = from;
    bool quoted = false;
    for (; *from && (quoted || (*from != ' ' && *from != '\t')); from++) {
        if (*from == '\'')
            quoted = !quoted;
        else
            *to++ = *from;
    }
    *open |= quoted;
    *at = *from ? from + 1 : from;
    *to = '\0';
    return word;
}

static char skip_spaces(const char **s) {
    while (**s == ' ' || **s == '_') ++*s;
    char c = **s;
    if (c) ++*s;
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool engine_option_same(const char *a, const char *b) {
    for (;;) {
        char x = skip_spaces(&a);
        char y = skip_spaces(&b);
        if (x != y) return false;
        if (!x) return true;
    }
}

static status set_option(engine_spec *e, const char *name, const char *value, error *err) {
    if (!*name) return error_set(err, ST_BAD_SYNTAX, "engine: a word begins with =");
    int i = 0;
    while (i < e->options && !engine_option_same(e->option[i].name, name)) i++;
    if (i == ENGINE_MAX_OPTIONS)
        return error_set(err, ST_BAD_SYNTAX, "engine: more than %d options", ENGINE_MAX_OPTIONS);
    if (i == e->options) e->options++;
    e->option[i] = (engine_option){name, value};
    return ST_OK;
}

/* --- limits --- */

static status bad_value(error *err, const char *name, const char *value, const char *takes) {
    return error_set(err, ST_BAD_VALUE, "engine: %s takes %s, not %.60s", name, takes, value);
}

/* Seconds with up to three decimals, in ms. */
static bool read_seconds(const char *s, int64_t *ms) {
    double seconds;
    if (!text_real(s, &seconds) || !(seconds >= 0 && seconds <= 1e6)) return false;
    *ms = (int64_t)(seconds * 1000 + 0.5);
    return true;
}

/* [moves/]seconds[+increment] */
static status read_clock(engine_spec *e, const char *value, error *err) {
    char copy[64];
    text t = text_over(copy, sizeof copy);
    text_put(&t, value);
    char *at = copy;
    char *slash = strchr(at, '/');
    char *plus = strchr(at, '+');
    uint64_t moves = 0;
    int64_t inc = 0;
    int64_t base = 0;
    bool ok = !t.cut;
    if (slash) {
        *slash = '\0';
        ok = ok && text_u64(at, 10000, &moves) && moves > 0 && (!plus || plus > slash);
        at = slash + 1;
    }
    if (plus) {
        *plus = '\0';
        ok = ok && read_seconds(plus + 1, &inc);
    }
    ok = ok && read_seconds(at, &base) && base + inc > 0;
    if (!ok) return bad_value(err, "tc", value, "[moves/]seconds[+increment], as in 60+0.5");
    e->clocked = true;
    e->moves = (unsigned)moves;
    e->base_ms = base;
    e->inc_ms = inc;
    return ST_OK;
}

static status read_limit(engine_spec *e, const char *name, const char *value, bool *taken,
                         error *err) {
    static const char *const names[] = {"nodes", "visits",   "playouts",
                                        "depth", "movetime", "byoyomi"};
    search_limits *l = &e->limits;
    int k = 0;
    while (k < 6 && strcmp(names[k], name) != 0) k++;
    *taken = k < 6;
    if (!*taken) return ST_OK;
    uint64_t n;
    if (!text_u64(value, k < 3 ? UINT64_MAX : 86400000, &n) || n == 0)
        return bad_value(err, name, value, "a whole number above 0");
    if (k == 0) l->nodes = n;
    if (k == 1) l->visits = n;
    if (k == 2) l->playouts = n;
    if (k == 3) l->depth = (unsigned)n;
    if (k == 4) l->movetime_ms = (int64_t)n;
    if (k == 5) l->byoyomi_ms = (int64_t)n;
    e->clocked |= k == 5;
    return ST_OK;
}

/* --- the line --- */

static status read_name(engine_spec *e, const char *value, error *err) {
    if (!text_is_plain(value) || strlen(value) >= ENGINE_NAME)
        return bad_value(err, "name", value, "one word of at most 31 letters");
    (void)snprintf(e->name, sizeof e->name, "%s", value);
    return ST_OK;
}

static status read_proto(engine_spec *e, const char *value, error *err) {
    for (int i = 0; i < PROTOS; i++)
        if (text_same(proto_names[i], value)) {
            e->proto = (engine_proto)i;
            return ST_OK;
        }
    return bad_value(err, "proto", value, "uci, ugi, mgi or gtp");
}

static const char *const legal_names[] = {"shown", "hidden", "after-error"};

/* What a program that answers with text is given; *taken: it was such a word. */
static status read_text_word(engine_spec *e, const char *name, const char *value, bool *taken,
                             error *err) {
    uint64_t n = 0;
    *taken = true;
    if (strcmp(name, "attempts") == 0) {
        if (!text_u64(value, 100, &n) || !n) return bad_value(err, name, value, "1 to 100");
        e->attempts = (unsigned)n;
    } else if (strcmp(name, "timeout") == 0) {
        if (!read_seconds(value, &e->timeout_ms) || !e->timeout_ms)
            return bad_value(err, name, value, "seconds");
    } else if (strcmp(name, "legal") == 0) {
        int i = 0;
        while (i < 3 && strcmp(legal_names[i], value) != 0) i++;
        if (i == 3) return bad_value(err, name, value, "shown, hidden or after-error");
        e->legal = (engine_legal)i;
    } else {
        *taken = false;
    }
    return ST_OK;
}

static status read_word(engine_spec *e, char *word, error *err) {
    char *equals = strchr(word, '=');
    if (!equals) return set_option(e, "Algorithm", word, err);
    *equals = '\0';
    const char *value = equals + 1;
    bool taken;
    if (strcmp(word, "name") == 0) return read_name(e, value, err);
    if (strcmp(word, "proto") == 0 || strcmp(word, "protocol") == 0)
        return read_proto(e, value, err);
    if (strcmp(word, "tc") == 0) return read_clock(e, value, err);
    if (strcmp(word, "text") == 0) {
        if (!*value) return bad_value(err, word, "nothing", "a program");
        e->command = value;
        e->proto = PROTO_TEXT;
        return ST_OK;
    }
    if (e->proto == PROTO_TEXT) {
        status own = read_text_word(e, word, value, &taken, err);
        if (taken) return own;
    }
    if (strcmp(word, "cmd") == 0 || strcmp(word, "log") == 0) {
        if (!*value) return bad_value(err, word, "nothing", "a path");
        *(word[0] == 'c' ? &e->command : &e->log) = value;
        return ST_OK;
    }
    status st = read_limit(e, word, value, &taken, err);
    return taken ? st : set_option(e, word, value, err);
}

/* Printable ASCII, so that the line can stand in the header of a match file. */
static status check_letters(const char *line, error *err) {
    if (strlen(line) >= ENGINE_LINE)
        return error_set(err, ST_BAD_SYNTAX, "engine: more than %d letters", ENGINE_LINE - 1);
    for (const char *c = line; *c; c++)
        if ((*c < ' ' && *c != '\t') || *c > '~')
            return error_set(err, ST_BAD_SYNTAX, "engine: only printable ASCII letters");
    return ST_OK;
}

/* What is not named is called by what it plays or where it is. */
static void name_it(engine_spec *e) {
    const char *from = engine_spec_algorithm(e);
    if (e->command) {
        from = strrchr(e->command, '/');
        from = from ? from + 1 : e->command;
    }
    size_t n = strcspn(from, " \t");
    (void)snprintf(e->name, sizeof e->name, "%.*s", (int)(n ? n : 1), n ? from : "x");
}

/* Whether a word of a command says that the program speaks GTP: "gtp", "--gtp", "--mode=gtp"; of the
 * program's name also a part, as in "gtp-rhino". */
static bool word_names_gtp(const char *word, size_t n, bool program) {
    static const char gtp[] = "gtp";
    enum { LEN = sizeof gtp - 1 };
    if (n < LEN) return false;
    bool begins = strncmp(word, gtp, LEN) == 0 && (n == LEN || (program && word[LEN] == '-'));
    const char *last = word + n - LEN;
    return begins ||
           (n > LEN && strncmp(last, gtp, LEN) == 0 && (last[-1] == '-' || last[-1] == '='));
}

static bool names_gtp(const char *command) {
    const char *at = command;
    for (bool program = true; *(at += strspn(at, " \t")); program = false) {
        size_t n = strcspn(at, " \t");
        size_t from = n;
        while (program && from > 0 && at[from - 1] != '/') from--;
        if (!program) from = 0;
        if (word_names_gtp(at + from, n - from, program)) return true;
        at += n;
    }
    return false;
}

/* What only the program could keep to, and has no words for in GTP. */
static status check_gtp(const engine_spec *e, error *err) {
    const search_limits *l = &e->limits;
    if (e->proto != PROTO_GTP || !e->command) return ST_OK;
    if (!l->nodes && !l->visits && !l->playouts && !l->depth) return ST_OK;
    return error_set(err, ST_BAD_VALUE,
                     "engine %s: in GTP there are no nodes, visits, playouts or depth: limit it by "
                     "time, or by a command of its own (level=1)",
                     e->name);
}

status engine_spec_read(engine_spec *out, const char *line, error *err) {
    enum { ATTEMPTS = 3, TIMEOUT_MS = 60000 };
    *out = (engine_spec){.limits = limits_none(),
                         .proto = PROTO_OPEN,
                         .attempts = ATTEMPTS,
                         .timeout_ms = TIMEOUT_MS};
    status st = check_letters(line, err);
    if (st != ST_OK) return st;
    out->words = mem_string(line);
    if (!out->words) return error_set(err, ST_NOMEM, "no memory for an engine");
    char *at = out->words;
    bool open = false;
    for (char *word; st == ST_OK && (word = next_word(&at, &open));) {
        if (*word) st = read_word(out, word, err);
    }
    if (st == ST_OK && open) st = error_set(err, ST_BAD_SYNTAX, "engine: a quote is not closed");
    if (st != ST_OK) {
        engine_spec_done(out);
        return st;
    }
    if (out->proto == PROTO_OPEN)
        out->proto = out->command && names_gtp(out->command) ? PROTO_GTP : PROTO_UCI;
    if (!out->name[0]) name_it(out);
    st = check_gtp(out, err);
    if (st != ST_OK) {
        engine_spec_done(out);
        return st;
    }
    assert(out->name[0] && !strpbrk(out->name, " \t") && out->options <= ENGINE_MAX_OPTIONS);
    return ST_OK;
}

void engine_spec_done(engine_spec *e) {
    mem_free(e->words);
    *e = (engine_spec){0};
}

const char *engine_spec_algorithm(const engine_spec *e) {
    for (int i = 0; i < e->options; i++)
        if (engine_option_same(e->option[i].name, "Algorithm")) return e->option[i].value;
    return "auto";
}

static void put_word(text *out, const char *name, const char *value) {
    bool space = strpbrk(name, " \t") || strpbrk(value, " \t") || !*value;
    text_format(out, " %s%s=%s%s", space ? "'" : "", name, value, space ? "'" : "");
}

static void put_number(text *out, const char *name, uint64_t n) {
    if (n) text_format(out, " %s=%llu", name, (unsigned long long)n);
}

void engine_spec_write(const engine_spec *e, text *out) {
    text_format(out, "name=%s", e->name);
    if (e->command && e->proto == PROTO_TEXT) {
        put_word(out, "text", e->command);
        put_word(out, "legal", legal_names[e->legal]);
        put_number(out, "attempts", e->attempts);
        text_format(out, " timeout=%lld.%03d", (long long)(e->timeout_ms / 1000),
                    (int)(e->timeout_ms % 1000));
    } else if (e->command) {
        put_word(out, "cmd", e->command);
        put_word(out, "proto", proto_names[e->proto]);
    }
    if (e->log) put_word(out, "log", e->log);
    put_number(out, "nodes", e->limits.nodes);
    put_number(out, "visits", e->limits.visits);
    put_number(out, "playouts", e->limits.playouts);
    put_number(out, "depth", e->limits.depth);
    if (e->limits.movetime_ms > 0) put_number(out, "movetime", (uint64_t)e->limits.movetime_ms);
    if (e->base_ms || e->inc_ms) {
        text_put(out, " tc=");
        if (e->moves) text_format(out, "%u/", e->moves);
        text_format(out, "%lld.%03d", (long long)(e->base_ms / 1000), (int)(e->base_ms % 1000));
        if (e->inc_ms)
            text_format(out, "+%lld.%03d", (long long)(e->inc_ms / 1000), (int)(e->inc_ms % 1000));
    }
    put_number(out, "byoyomi", (uint64_t)e->limits.byoyomi_ms);
    for (int i = 0; i < e->options; i++) put_word(out, e->option[i].name, e->option[i].value);
}
