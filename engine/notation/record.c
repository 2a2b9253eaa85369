#include "engine/notation/record.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/game/game_endings.h"
#include "engine/notation/spelling.h"

enum { MAX_RECORD = 16 << 20 };

void record_done(record *r) {
    mem_free(r->body);
    mem_free(r->fields);
    mem_free(r->events);
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

static status add_event(record *r, char *event, char *remark, unsigned line, error *err) {
    if (!text_is_plain(event) || strlen(event) >= GAME_TOKEN_SIZE)
        return error_set(err, ST_BAD_SYNTAX, "line %u: not an event", line);
    if (MEM_GROW(r->events, r->event_cap, r->event_count + 1) != ST_OK)
        return error_set(err, ST_NOMEM, "no memory for the record");
    r->events[r->event_count++] = (record_event){event, remark, line};
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
static status read_events(record *r, char *s, unsigned line, error *err) {
    char *remark = strstr(s, " ;");
    if (remark) {
        *remark = '\0';
        remark = trim(remark + 2);
    }
    s = trim(s);
    join_move(s);
    while (*s) {
        char *end = s + strcspn(s, " \t");
        bool last = !*end;
        *end = '\0';
        status st = add_event(r, s, remark, line, err);
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
            st = read_events(out, s, line, err);
        }
        s = next;
    }
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

/* "deck=my.deck" */
static status set_pair(params *p, const record *r, const game *g, const char *word, error *err) {
    char buf[2 * PARAMS_VALUE];
    text pair = text_over(buf, sizeof buf);
    size_t n = strcspn(word, "=");
    const param_spec *s = word[n] ? file_option(g, word, n) : NULL;
    if (!s) return params_set_pair(p, g, word, err);
    text_putn(&pair, word, n + 1);
    status st = local_value(r, s, word + n + 1, &pair, err);
    return st == ST_OK ? params_set_pair(p, g, buf, err) : st;
}

static status check_hash(const record *r, const char *key, uint64_t now, const char *what,
                         error *err) {
    const char *told = record_get(r, key);
    uint64_t then;
    if (!told || r->force) return ST_OK;
    if (!text_hex(told, &then)) return error_set(err, ST_BAD_SYNTAX, "%s: expected a hash", key);
    if (then == now) return ST_OK;
    if (!now)
        return error_set(err, ST_BAD_STATE,
                         "the record was played with %s %.16s, here %s has none; --force reads on",
                         what, told, what);
    return error_set(err, ST_BAD_STATE,
                     "the record was played with %s %.16s, here it is %016llx; --force reads on",
                     what, told, (unsigned long long)now);
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
    static const char *const own[] = {"game",  "players", "rules",  "first",  "set", "hash",
                                      "start", "view",    "result", "points", NULL};
    size_t n = strlen(key);
    for (size_t i = 0; own[i]; i++)
        if (strcmp(key, own[i]) == 0) return true;
    return n > 5 && strcmp(key + n - 5, "-hash") == 0;
}

/* --- replaying --- */

/* Header seats count from 0. */
status record_setup(params *p, const record *r, const game *g, error *err) {
    *p = params_default();
    int64_t n;
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

static void name_line(error *err, unsigned line) {
    if (!err) return;
    error inner = *err;
    (void)snprintf(err->text, sizeof err->text, "line %u: %.200s", line, inner.text);
}

/* An event of the record as it is played, in `room`. A list from elsewhere may state outcomes of
 * chance without the '!': where chance acts nothing else can be meant. */
static const char *spelled(const position *p, const char *event, char *room, size_t cap) {
    const rules *r = position_rules(p);
    if (event[0] == '!' || r->game->actor(r, position_data(p)) != ACTOR_CHANCE) return event;
    (void)snprintf(room, cap, "!%s", event);
    return position_verify(p, room, NULL, NULL) == ST_OK ? room : event;
}

/* "1-0" and the like after the last move of a list. */
static bool is_result(const char *word) {
    static const char *const all[] = {"1-0", "0-1", "1/2-1/2", "*"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(word, all[i]) == 0) return true;
    return false;
}

/* What is no token may be chess notation, with the number of its move. */
static status play_event(position *p, const char *event, error *err) {
    char buf[GAME_TOKEN_SIZE + 1];
    status st = position_play(p, spelled(p, event, buf, sizeof buf), err);
    spelling how =
        st == ST_OK || st == ST_NOMEM ? SPELLING_TOKENS : spelling_for(position_rules(p));
    if (how == SPELLING_TOKENS) return st;
    text move = text_over(buf, sizeof buf);
    event = spelling_without_number(how, event);
    if (!*event || is_result(event)) return ST_OK;
    st = spelling_read(how, p, event, &move, err);
    return st == ST_OK ? position_play(p, buf, err) : st;
}

/* Whether the first event of a plain list is one, and not the first word of a position text. */
static bool is_first(const position *p, const char *event) {
    char buf[GAME_TOKEN_SIZE + 1];
    text move = text_over(buf, sizeof buf);
    spelling how = spelling_for(position_rules(p));
    if (position_verify(p, spelled(p, event, buf, sizeof buf), NULL, NULL) == ST_OK) return true;
    event = spelling_without_number(how, event);
    return how != SPELLING_TOKENS &&
           (!*event || spelling_read(how, p, event, &move, NULL) == ST_OK);
}

enum { MAX_START_WORDS = 64 };

/* A list without a header may begin with a position text of two or more words. *head is their
 * number, and then *out is that position; 0 if there is none. */
static status read_head(position **out, size_t *head, const record *r, const game *g,
                        const params *p, error *err) {
    size_t n = r->event_count < MAX_START_WORDS ? r->event_count : MAX_START_WORDS;
    for (*head = 0; n > 1; n--) {
        text line = text_growing();
        for (size_t i = 0; i < n; i++) {
            if (i) text_char(&line, ' ');
            text_put(&line, r->events[i].token);
        }
        status st = line.cut ? error_set(err, ST_NOMEM, "no memory for the record")
                             : position_read(out, g, p, SEAT_ALL, text_string(&line), err);
        text_done(&line);
        if (st == ST_OK) *head = n;
        if (st == ST_OK || st == ST_NOMEM) return st;
    }
    return ST_OK;
}

static status read_start(position **out, const record *r, const game *g, const params *p, int seat,
                         error *err) {
    text line = text_growing();
    status st = record_local_text(r, g, record_get(r, "start"), &line, err);
    if (st == ST_OK) st = position_read(out, g, p, seat, text_string(&line), err);
    text_done(&line);
    return st;
}

/* The position before the first event, and how many words of a plain list state it. */
typedef struct replay_start {
    position *pos;
    size_t head;
} replay_start;

static status open_start(replay_start *out, const record *r, const game *g, const params *p,
                         int seat, error *err) {
    *out = (replay_start){0};
    if (record_get(r, "start")) return read_start(&out->pos, r, g, p, seat, err);
    status st = position_start(&out->pos, g, p, seat, err);
    if (st != ST_OK || r->field_count || !r->event_count) return st;
    if (is_first(out->pos, r->events[0].token)) return ST_OK;
    position *other = NULL;
    st = read_head(&other, &out->head, r, g, p, err);
    if (st == ST_OK && !out->head) return ST_OK;
    position_destroy(out->pos);
    out->pos = other;
    return st;
}

/* The game of the record; NULL, with an error, where there is none. */
static const game *game_of(const record *r, game_list games, const game *fallback, error *err) {
    const char *name = record_get(r, "game");
    const game *g = name ? game_find(games, name) : fallback;
    if (!g && name)
        (void)error_set(err, ST_NOT_FOUND, "the record is of the game %.60s, which is not here",
                        name);
    else if (!g)
        (void)error_set(err, ST_BAD_SYNTAX, "the record does not name its game");
    return g;
}

static status replay_for(position **out, const record *r, const game *g, unsigned plies, int seat,
                         error *err) {
    *out = NULL;
    if (!g) return record_get(r, "game") ? ST_NOT_FOUND : ST_BAD_SYNTAX; /* of game_of() */
    params p;
    status st = record_setup(&p, r, g, err);
    if (st != ST_OK) return st;
    replay_start at;
    st = open_start(&at, r, g, &p, seat, err);
    position *pos = at.pos;
    size_t head = at.head;
    if (st == ST_OK) st = record_check_rules(r, position_rules(pos), err);
    for (size_t i = head; st == ST_OK && i < r->event_count && i - head < plies; i++) {
        st = seat == SEAT_ALL ? play_event(pos, r->events[i].token, err)
                              : position_play(pos, r->events[i].token, err);
        if (st != ST_OK) name_line(err, r->events[i].line);
    }
    if (st == ST_OK)
        *out = pos;
    else
        position_destroy(pos);
    return st;
}

status record_replay(position **out, const record *r, game_list games, const game *fallback,
                     unsigned plies, error *err) {
    *out = NULL;
    if (record_get(r, "view"))
        return error_set(err, ST_UNSUPPORTED,
                         "the record holds what one seat saw of a game that was not over: kibitz "
                         "play continues from it, nothing else can");
    return replay_for(out, r, game_of(r, games, fallback, err), plies, SEAT_ALL, err);
}

status record_replay_view(position **out, const record *r, game_list games, const game *fallback,
                          error *err) {
    const char *view = record_get(r, "view");
    int64_t seat = SEAT_PUBLIC;
    *out = NULL;
    if (!view) return error_set(err, ST_NOT_FOUND, "the record is no single seat's");
    if (strcmp(view, "public") != 0 && !text_i64(view, 0, GAME_MAX_PLAYERS - 1, &seat))
        return error_set(err, ST_BAD_VALUE, "view: expected a seat from 0, or public");
    status st = replay_for(out, r, game_of(r, games, fallback, err), UINT_MAX, (int)seat, err);
    if (st != ST_OK || position_seat(*out) == (int)seat) return st;
    position_destroy(*out);
    *out = NULL;
    return error_set(err, ST_BAD_VALUE, "view: nothing is hidden in this game");
}

static void write_result(const position *p, text *out) {
    const rules *r = position_rules(p);
    const void *s = position_data(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (position_seat(p) != SEAT_ALL || !game_is_over(r, s)) return;
    r->game->returns(r, s, utility, points);
    text_put(out, "result:");
    for (int i = 0; i < r->players; i++) text_format(out, " %.6g", (double)utility[i]);
    text_char(out, '\n');
    if (!(r->traits & GAME_POINTS)) return;
    text_put(out, "points:");
    for (int i = 0; i < r->players; i++) text_format(out, " %d", (int)points[i]);
    text_char(out, '\n');
}

static void write_event(const char *event, unsigned i, record_remark remark, void *ctx, text *out) {
    text_put(out, event);
    if (remark) {
        size_t before = out->len;
        text_put(out, " ; ");
        size_t empty = out->len;
        remark(ctx, i, out);
        if (out->len == empty) text_truncate(out, before);
    }
    text_char(out, '\n');
}

void record_write(const position *p, text *out) {
    record_write_remarks(p, NULL, NULL, out);
}

void record_write_rules(const rules *r, text *out) {
    if (r->text_hash) text_format(out, "hash: %016llx\n", (unsigned long long)r->text_hash);
    for (int i = 0; i < r->files; i++)
        text_format(out, "%s-hash: %016llx\n", r->file[i].option,
                    (unsigned long long)r->file[i].hash);
}

static void write_options(const rules *r, text *out) {
    const params *o = &r->options;
    text_format(out, "game: %s\nplayers: %d\n", r->game->name, r->players);
    if (o->reference) text_put(out, "rules: reference\n");
    if (o->first >= 0) text_format(out, "first: %d\n", o->first);
    if (o->first == PARAMS_FIRST_RANDOM) text_put(out, "first: random\n");
    for (int i = 0; i < o->count; i++)
        text_format(out, "set: %s=%s\n", o->set[i].name, o->set[i].value);
    record_write_rules(r, out);
}

/* What a seat knew before the first event, where that is not the default start. */
static status write_seen_start(const position *p, int seat, text *out, error *err) {
    if (!position_origin(p)) return ST_OK;
    text_put(out, "start: ");
    status st = position_report_start(p, seat, out, err);
    text_char(out, '\n');
    return st;
}

static void hear_event(void *ctx, unsigned ply, const char *event) {
    (void)ply;
    text_format(ctx, "%s\n", event);
}

status record_write_seen(const position *p, int seat, text *out, error *err) {
    write_options(position_rules(p), out);
    if (seat == SEAT_PUBLIC)
        text_put(out, "view: public\n");
    else
        text_format(out, "view: %d\n", seat);
    status st = write_seen_start(p, seat, out, err);
    text_char(out, '\n');
    if (st == ST_OK) st = position_report(p, seat, hear_event, out, err);
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the record") : st;
}

void record_write_remarks(const position *p, record_remark remark, void *ctx, text *out) {
    write_options(position_rules(p), out);
    if (position_origin(p)) text_format(out, "start: %s\n", position_origin(p));
    write_result(p, out);
    text_char(out, '\n');
    const char *event;
    unsigned first = position_first_ply(p);
    for (unsigned i = first; (event = position_event(p, i)); i++)
        write_event(event, i - first, remark, ctx, out);
}
