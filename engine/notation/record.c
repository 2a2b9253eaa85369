#include "engine/notation/record.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/notation/tree/game_tree.h"

enum { MAX_RECORD = 16 << 20 };

void record_done(record *r) {
    mem_free(r->body);
    mem_free(r->fields);
    mem_free(r->events);
    mem_free(r->branches);
    mem_free(r->folder);
    *r = (record){0};
}

const char *record_get(const record *r, const char *key) {
    for (size_t i = 0; i < r->field_count; i++)
        if (strcmp(r->fields[i].key, key) == 0) return r->fields[i].value;
    return NULL;
}

static char *trim(char *s) {
    s += strspn(s, " \t");
    size_t n = strlen(s);
    while (n && strchr(" \t\r", s[n - 1])) s[--n] = '\0';
    return s;
}

static status add_field(record *r, char *key, char *value, unsigned line, error *err) {
    if (!text_is_name(key))
        return error_set(err, ST_BAD_SYNTAX, "line %u: a header line is `key: value`", line);
    if (strcmp(key, "set") != 0 && record_get(r, key))
        return error_set(err, ST_BAD_SYNTAX, "line %u: %.40s is given twice", line, key);
    if (MEM_GROW(r->fields, r->field_cap, r->field_count + 1) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the record");
    r->fields[r->field_count++] = (record_field){key, value};
    return ST_OK;
}

/* --- events and variations --- */

/* Where the reader is: the event that came last, as record_branch names what it follows, and those
 * that the open variations will go on from. */
typedef struct reader {
    record *r;
    int last;
    int back[GAME_TREE_MAX_DEPTH];
    unsigned opened[GAME_TREE_MAX_DEPTH]; /* the line of its parenthesis */
    int depth;
    bool begun; /* the variation has an event */
} reader;

static status add_event(reader *x, record_event e, error *err) {
    record *r = x->r;
    if (!text_is_plain(e.token) || strlen(e.token) >= GAME_TOKEN_SIZE)
        return error_set(err, ST_BAD_SYNTAX, "line %u: not an event", e.line);
    bool main = x->depth == 0;
    status st = main ? MEM_GROW(r->events, r->event_cap, r->event_count + 1)
                     : MEM_GROW(r->branches, r->branch_cap, r->branch_count + 1);
    if (st != ST_OK) return error_set(err, ST_NOMEM, "no memory for the record");
    if (main)
        r->events[r->event_count++] = e;
    else
        r->branches[r->branch_count++] = (record_branch){e, x->last};
    x->last = main ? -(int)r->event_count - 1 : (int)r->branch_count - 1;
    x->begun = true;
    return ST_OK;
}

/* A parenthesis on a line of its own. */
static status read_parenthesis(reader *x, char c, unsigned line, error *err) {
    if (c == ')' && !x->depth)
        return error_set(err, ST_BAD_SYNTAX, "line %u: ) without a ( before it", line);
    if (!x->begun)
        return error_set(err, ST_BAD_SYNTAX, "line %u: expected an event before %c", line, c);
    if (c == ')') {
        x->last = x->back[--x->depth];
        return ST_OK;
    }
    if (x->depth == GAME_TREE_MAX_DEPTH)
        return error_set(err, ST_BAD_SYNTAX, "line %u: more than %d variations inside one another",
                         line, GAME_TREE_MAX_DEPTH);
    x->opened[x->depth] = line;
    x->back[x->depth++] = x->last;
    x->last = x->last < 0 ? x->last + 1 : x->r->branches[x->last].after;
    x->begun = false;
    return ST_OK;
}

/* "2,0": a place by row and column, and nothing else. */
static bool is_place(const char *s) {
    const char digits[] = "0123456789";
    size_t n = strspn(s, digits);
    if (!n || s[n] != ',') return false;
    s += n + 1;
    n = strspn(s, digits);
    return n && !s[n];
}

/* Moves of Boardwalk games are one a line with a space inside, "X 2,0" or "6,1 5,0", where a
 * token has a colon. Makes one token of such a line. */
static void join_move(char *s) {
    char *gap = s + strcspn(s, " \t");
    if (!*gap) return;
    char *to = gap + strspn(gap, " \t");
    if (!is_place(to)) return;
    *gap = '\0';
    bool moves = gap - s == 1 || is_place(s);
    *gap = moves ? ':' : ' ';
    if (moves) memmove(gap + 1, to, strlen(to) + 1);
}

/* A line of events: in a record one event and perhaps a remark, in a plain list any number. */
static status read_events(reader *x, char *s, unsigned line, error *err) {
    char *remark = strstr(s, " ;");
    if (remark) {
        *remark = '\0';
        remark = trim(remark + 2);
    }
    s = trim(s);
    if (strcmp(s, "(") == 0 || strcmp(s, ")") == 0) return read_parenthesis(x, *s, line, err);
    join_move(s);
    while (*s) {
        char *end = s + strcspn(s, " \t");
        bool last = !*end;
        *end = '\0';
        status st = add_event(x, (record_event){s, remark, line}, err);
        if (st != ST_OK) return st;
        s = last ? end : trim(end + 1);
    }
    return ST_OK;
}

/* Where the line's `key: value` splits, or NULL. A token like `take:W17` has no space after its
 * colon. */
static char *header_colon(char *s) {
    char *colon = strchr(s, ':');
    return colon && (colon[1] == ' ' || colon[1] == '\0') ? colon : NULL;
}

status record_read(record *out, const char *data, size_t len, error *err) {
    *out = (record){0};
    if (len > MAX_RECORD) return error_set(err, ST_NOMEM, "a record has at most 16 MiB");
    if (memchr(data, '\0', len))
        return error_set(err, ST_BAD_SYNTAX, "a record is text: NUL found");
    out->body = mem_alloc(len + 1);
    if (!out->body) return error_set(err, ST_NOMEM, "no memory for the record");
    memcpy(out->body, data, len);
    reader x = {.r = out, .last = -1};
    bool header = true;
    unsigned line = 0;
    status st = ST_OK;
    for (char *s = out->body; s && st == ST_OK;) {
        char *next = strchr(s, '\n');
        if (next) *next++ = '\0';
        line++;
        s = trim(s);
        char *colon = header ? header_colon(s) : NULL;
        if (*s == '#') {
            /* a comment */
        } else if (!*s) {
            header = header && out->field_count == 0;
        } else if (colon) {
            *colon = '\0';
            st = add_field(out, s, trim(colon + 1), line, err);
        } else if (header && out->field_count) {
            st = error_set(err, ST_BAD_SYNTAX, "line %u: an empty line ends the header", line);
        } else {
            header = false;
            st = read_events(&x, s, line, err);
        }
        s = next;
    }
    if (st == ST_OK && x.depth)
        st = error_set(err, ST_BAD_SYNTAX, "line %u: this ( is not closed", x.opened[x.depth - 1]);
    return st;
}

/* --- files and rules that a header names --- */

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Where the record is to find a file: next to itself. */
static status local_file(const record *r, const char *path, text *out, error *err) {
    if (!r->folder || r->force) {
        text_put(out, path);
        return ST_OK;
    }
    size_t mark = out->len;
    text_format(out, "%s/%s", r->folder, base_name(path));
    if (out->cut || file_exists(text_string(out) + mark)) return ST_OK;
    return error_set(err, ST_NOT_FOUND,
                     "the record needs %.60s, which is not next to it; --force follows its path "
                     "%.100s",
                     base_name(path), path);
}

/* An option's value with its files where they are. */
static status local_value(const record *r, const param_spec *s, const char *value, text *out,
                          error *err) {
    const char *from = value;
    const char *at = value;
    char name[PARAMS_VALUE];
    status st = ST_OK;
    while (st == ST_OK && params_next_file(s, &at, name)) {
        size_t n = strlen(name);
        const char *file = at - n - (at > value && at[-1] == ',');
        text_putn(out, from, (size_t)(file - from));
        st = local_file(r, name, out, err);
        from = file + n;
    }
    text_put(out, from);
    return st == ST_OK && out->cut
               ? error_set(err, ST_BAD_VALUE, "%s: the path is too long", s->name)
               : st;
}

static const param_spec *file_option(const game *g, const char *word, size_t n) {
    for (const param_spec *s = g->params; s && s->name; s++)
        if (s->type == PARAM_FILE && strlen(s->name) == n && strncmp(s->name, word, n) == 0)
            return s;
    return NULL;
}

status record_local_text(const record *r, const game *g, const char *line, text *out, error *err) {
    status st = ST_OK;
    while (st == ST_OK && *line) {
        size_t n = strcspn(line, " ");
        size_t name = strcspn(line, "= ");
        const param_spec *s = line[name] == '=' ? file_option(g, line, name) : NULL;
        char value[GAME_TOKEN_SIZE];
        text copy = text_over(value, sizeof value);
        if (s) text_putn(&copy, line + name + 1, n - name - 1);
        text_putn(out, line, s ? name + 1 : n);
        if (s) st = local_value(r, s, value, out, err);
        line += n;
        for (; *line == ' '; line++) text_char(out, ' ');
    }
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the record") : st;
}

bool record_is_old(const record *r, const game *g) {
    const char *stated = record_get(r, "coordinates");
    bool matters = g->traits & (GAME_SKIPS_I | GAME_HALVES);
    return matters && r->field_count && (!stated || strcmp(stated, "1") == 0);
}

static status check_coordinates(const record *r, error *err) {
    const char *stated = record_get(r, "coordinates");
    if (!stated || strcmp(stated, "1") == 0 || strcmp(stated, "2") == 0) return ST_OK;
    return error_set(err, ST_UNSUPPORTED, "coordinates: expected 1 or 2, found %.40s", stated);
}

static const param_spec *half_option(const game *g, const char *word, size_t n) {
    for (const param_spec *s = g->params; s && s->name; s++)
        if (s->type == PARAM_HALVES && strlen(s->name) == n && strncmp(s->name, word, n) == 0)
            return s;
    return NULL;
}

/* "deck=my.deck" */
static status set_pair(params *p, const record *r, const game *g, const char *word, error *err) {
    char buf[2 * PARAMS_VALUE];
    text pair = text_over(buf, sizeof buf);
    size_t n = strcspn(word, "=");
    int64_t halves;
    if (word[n] && record_is_old(r, g) && half_option(g, word, n) &&
        text_i64(word + n + 1, -1000000, 1000000, &halves)) {
        text_putn(&pair, word, n + 1);
        params_write_halves(halves, &pair);
        return params_set_pair(p, g, buf, err);
    }
    const param_spec *s = word[n] ? file_option(g, word, n) : NULL;
    if (!s) return params_set_pair(p, g, word, err);
    text_putn(&pair, word, n + 1);
    status st = local_value(r, s, word + n + 1, &pair, err);
    return st == ST_OK ? params_set_pair(p, g, buf, err) : st;
}

static status check_hash(const record *r, const char *key, uint64_t now, const char *what,
                         error *err) {
    const char *stated = record_get(r, key);
    uint64_t then;
    if (!stated || r->force) return ST_OK;
    if (!text_hex(stated, &then)) return error_set(err, ST_BAD_SYNTAX, "%s: expected a hash", key);
    if (then == now) return ST_OK;
    if (!now)
        return error_set(err, ST_BAD_STATE,
                         "the record was played with %s %.16s, here %s has none; --force reads on",
                         what, stated, what);
    return error_set(err, ST_BAD_STATE,
                     "the record was played with %s %.16s, here it is %016llx; --force reads on",
                     what, stated, (unsigned long long)now);
}

status record_check_rules(const record *r, const rules *own, error *err) {
    char what[80];
    (void)snprintf(what, sizeof what, "the rules of %.60s", own->game->name);
    status st = check_hash(r, "hash", own->text_hash, what, err);
    for (int i = 0; st == ST_OK && i < own->files; i++) {
        char key[PARAMS_NAME + 8];
        (void)snprintf(key, sizeof key, "%s-hash", own->file[i].option);
        (void)snprintf(what, sizeof what, "the %.40s file", own->file[i].option);
        st = check_hash(r, key, own->file[i].hash, what, err);
    }
    return st;
}

bool record_is_own(const char *key) {
    static const char *const own[] = {"game",  "players", "rules",  "first",  "set",         "hash",
                                      "start", "view",    "result", "points", "coordinates", NULL};
    size_t n = strlen(key);
    for (size_t i = 0; own[i]; i++)
        if (strcmp(key, own[i]) == 0) return true;
    return n > 5 && strcmp(key + n - 5, "-hash") == 0;
}

/* --- the setup --- */

/* Header seats count from 0. */
status record_setup(params *p, const record *r, const game *g, error *err) {
    *p = params_default();
    p->no_files = r->closed;
    int64_t n;
    status coordinates = check_coordinates(r, err);
    if (coordinates != ST_OK) return coordinates;
    const char *players = record_get(r, "players");
    const char *first = record_get(r, "first");
    if (players && !text_i64(players, 1, GAME_MAX_PLAYERS, &n))
        return error_set(err, ST_BAD_VALUE, "players: expected 1 to %d", GAME_MAX_PLAYERS);
    if (players) p->players = (int)n;
    bool random = first && g->traits & GAME_FIRST_EVENT && strcmp(first, "random") == 0;
    if (first && !random && !text_i64(first, 0, GAME_MAX_PLAYERS - 1, &n))
        return error_set(err, ST_BAD_VALUE, "first: expected 0 to %d", GAME_MAX_PLAYERS - 1);
    if (first) p->first = random ? PARAMS_FIRST_RANDOM : (int)n;
    for (size_t i = 0; i < r->field_count; i++) {
        status st = ST_OK;
        const record_field *f = &r->fields[i];
        if (strcmp(f->key, "rules") == 0)
            st = params_set(p, g, "rules", f->value, err);
        else if (strcmp(f->key, "set") == 0 && f->value)
            st = set_pair(p, r, g, f->value, err);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}
