#define _POSIX_C_SOURCE 200809L
#include "arena/match_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/node_score.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/notation/forms/movetext.h"

/* --- sections --- */

#define END_WORDS "# end "
enum { END_LINE = sizeof END_WORDS - 1 + 16 };

void match_section_close(text *out, size_t from) {
    assert(from <= out->len);
    uint64_t hash = hash_bytes(text_string(out) + from, out->len - from, 0);
    text_format(out, END_WORDS "%016llx\n\n", (unsigned long long)hash);
}

/* The first line from `at` on that begins with END_WORDS, or NULL. */
static const char *find_end(const char *at, const char *stop) {
    while (at < stop) {
        const char *newline = memchr(at, '\n', (size_t)(stop - at));
        if (!newline) return NULL;
        if (newline - at == END_LINE && memcmp(at, END_WORDS, strlen(END_WORDS)) == 0) return at;
        at = newline + 1;
    }
    return NULL;
}

bool match_section_next(const char *data, size_t len, size_t *offset, section *out) {
    assert(*offset <= len);
    const char *from = data + *offset;
    const char *stop = data + len;
    const char *end = find_end(from, stop);
    if (!end) return false;
    char digits[17] = {0};
    uint64_t reported;
    memcpy(digits, end + strlen(END_WORDS), 16);
    size_t size = (size_t)(end - from);
    if (!text_hex(digits, &reported) || hash_bytes(from, size, 0) != reported) return false;
    const char *next = end + END_LINE + 1;
    if (next >= stop || *next != '\n') return false; /* the empty line after it is part of it */
    *out = (section){from, size};
    *offset = (size_t)(next + 1 - data);
    return true;
}

#define GAME_WORDS "match-game: "

static bool line_begins(const char *at, const char *stop, const char *with) {
    size_t n = strlen(with);
    return (size_t)(stop - at) >= n && memcmp(at, with, n) == 0;
}

section_gap match_section_skip(const char *data, size_t len, size_t *offset) {
    const char *stop = data + len;
    const char *last = NULL; /* the last line that begins a game */
    size_t starts = 0;
    size_t ends = 0;
    size_t ends_at_last = 0;
    for (const char *at = data + *offset; at < stop;) {
        if (line_begins(at, stop, GAME_WORDS)) {
            section sec;
            size_t from = (size_t)(at - data);
            size_t next = from;
            if (match_section_next(data, len, &next, &sec)) {
                *offset = from;
                size_t games = starts > ends ? starts : ends;
                return (section_gap){.damaged = games ? games : 1};
            }
            last = at;
            starts++;
            ends_at_last = ends;
        }
        ends += line_begins(at, stop, END_WORDS);
        const char *newline = memchr(at, '\n', (size_t)(stop - at));
        at = newline ? newline + 1 : stop;
    }
    section_gap gap = {0};
    size_t rest = len - *offset;
    *offset = len;
    bool open = last && ends == ends_at_last; /* the last game has no end */
    if (open) {
        gap.cut = (size_t)(stop - last);
        starts--;
    }
    gap.damaged = starts > ends ? starts : ends;
    if (!last && !ends) gap.foreign = rest;
    return gap;
}

/* --- games --- */

typedef struct remark_source {
    const match_game *game;
    int seats;
    bool scores; /* evaluations mean something in this game */
} remark_source;

static void write_ended(const match_game *g, text *out) {
    if (g->too_long)
        text_put(out, "ended: too-long\n");
    else if (g->reply == PLAYER_REPLY_MOVE)
        text_put(out, "ended: over\n");
    else
        text_format(out, "ended: %s %d\n", player_reply_name(g->reply), g->offender);
}

/* What the player thought of event number i, as a remark: "0.512 0.488". */
static void write_values(void *ctx, unsigned i, text *out) {
    const match_game *g = ((const remark_source *)ctx)->game;
    int seats = ((const remark_source *)ctx)->seats;
    const float *at = g->values + (size_t)i * (size_t)seats;
    if (i >= g->valued || at[0] < 0) return;
    for (int k = 0; k < seats; k++) text_format(out, "%s%.3f", k ? " " : "", (double)at[k]);
}

/* Its clock and score, as PGN has them: "[%eval 0.35,12] [%clk 0:00:59]". */
static void write_note(void *ctx, unsigned i, text *out) {
    const remark_source *from = ctx;
    if (i >= from->game->noted) return;
    const referee_note *note = &from->game->notes[i];
    game_node n = {.clock_ms = note->clock_ms, .spent_ms = -1};
    if (note->seat < 0) return;
    if (note->scored && from->scores) node_score_set(&n, &note->score, note->seat, note->depth);
    text commands = text_growing();
    movetext_write_commands(&n, &commands);
    text_put(out, text_string(&commands));
    out->cut |= commands.cut;
    text_done(&commands);
}

/* "illegal: 0 3", a number a seat. Where an illegal answer loses the game `ended` says it all. */
static void write_illegal(const match_game *g, const match_settings *s, int seats, text *out) {
    bool any = false;
    for (int i = 0; i < seats; i++) any |= g->illegal[i] > 0;
    if (!any || s->illegal == ILLEGAL_FORFEIT) return;
    text_put(out, "illegal:");
    for (int i = 0; i < seats; i++) text_format(out, " %u", g->illegal[i]);
    text_char(out, '\n');
}

/* What only tables ask for; a record has the points by itself. */
static void write_ranks(const match_game *g, int seats, text *out) {
    text_put(out, "ranks:");
    for (int i = 0; i < seats; i++) text_format(out, " %d", g->rank[i]);
    text_char(out, '\n');
}

void match_game_write(const match_game *g, const match_settings *s, const position *final,
                      text *out) {
    assert(g->number < s->games && (g->reply == PLAYER_REPLY_MOVE) == (g->offender < 0));
    assert(!g->valued || g->values);
    size_t start = out->len;
    block_plan plan = settings_plan(s);
    block_game b = blocks_game(&plan, g->number);
    text_format(out, GAME_WORDS "%llu\nblock: %llu\nseats:", (unsigned long long)g->number + 1,
                (unsigned long long)b.block + 1);
    for (int i = 0; i < plan.seats; i++) text_format(out, " %s", s->engine[b.seat[i]].name);
    text_char(out, '\n');
    write_ended(g, out);
    for (int i = 0; i < plan.seats; i++) {
        if (!g->answers[i].decisions) continue;
        text_format(out, "answers%d: ", i);
        text_answers_write(&g->answers[i], out);
        text_char(out, '\n');
    }
    write_illegal(g, s, plan.seats, out);
    if (s->table) write_ranks(g, plan.seats, out);
    if (g->too_long || g->reply != PLAYER_REPLY_MOVE) {
        text_put(out, "result:");
        for (int i = 0; i < plan.seats; i++) text_format(out, " %.6g", g->utility[i]);
        text_char(out, '\n');
    }
    remark_source from = {g, plan.seats, node_score_fits(position_rules(final))};
    record_remark remark = g->values ? write_values : g->notes ? write_note : NULL;
    record_write_remarks(final, remark, &from, out);
    match_section_close(out, start);
}

static status read_ended(match_game *g, const char *value, int seats, error *err) {
    g->reply = PLAYER_REPLY_MOVE;
    g->offender = -1;
    g->too_long = strcmp(value, "too-long") == 0;
    if (g->too_long || strcmp(value, "over") == 0) return ST_OK;
    for (int d = PLAYER_REPLY_RESIGN; d < PLAYER_REPLY_COUNT; d++) {
        const char *name = player_reply_name((player_reply)d);
        size_t n = strlen(name);
        int64_t seat;
        if (strncmp(value, name, n) != 0 || value[n] != ' ') continue;
        if (!text_i64(value + n + 1, 0, seats - 1, &seat)) break;
        g->reply = (player_reply)d;
        g->offender = (int)seat;
        return ST_OK;
    }
    return error_set(err, ST_BAD_VALUE, "ended: %.40s says nothing", value);
}

/* Numbers from low to high, one for each seat. */
typedef struct seat_numbers {
    const char *key, *what;
    double low, high;
} seat_numbers;

static status read_numbers(const seat_numbers *n, const char *value, int seats, double *out,
                           error *err) {
    char copy[400];
    text t = text_over(copy, sizeof copy);
    words w = {0};
    text_put(&t, value);
    status st = words_split(&w, copy, err);
    bool good = st == ST_OK && !t.cut && w.count == (size_t)seats;
    for (int i = 0; good && i < seats; i++)
        good = text_real(w.at[i], &out[i]) && out[i] >= n->low && out[i] <= n->high;
    words_done(&w);
    if (st != ST_OK || good) return st;
    return error_set(err, ST_BAD_VALUE, "%s: %.60s is not a %s for each of %d seats", n->key, value,
                     n->what, seats);
}

static status read_result(match_game *g, const char *value, int seats, error *err) {
    static const seat_numbers scores = {"result", "score", 0, 1};
    return read_numbers(&scores, value, seats, g->utility, err);
}

static status read_illegal(match_game *g, const record *r, int seats, error *err) {
    static const seat_numbers counts = {"illegal", "count", 0, 1e9};
    double n[GAME_MAX_PLAYERS] = {0};
    const char *value = record_get(r, "illegal");
    status st = value ? read_numbers(&counts, value, seats, n, err) : ST_OK;
    for (int i = 0; i < seats; i++) g->illegal[i] = (unsigned)n[i];
    if (!value && g->reply == PLAYER_REPLY_ILLEGAL) g->illegal[g->offender] = 1;
    return st;
}

static status check_seats(const match_game *g, const char *value, const match_settings *s,
                          error *err) {
    block_plan plan = settings_plan(s);
    block_game b = blocks_game(&plan, g->number);
    text want = text_growing();
    for (int i = 0; i < plan.seats; i++)
        text_format(&want, "%s%s", i ? " " : "", s->engine[b.seat[i]].name);
    bool same = !want.cut && strcmp(text_string(&want), value) == 0;
    bool lost = want.cut;
    text_done(&want);
    if (lost) return error_set(err, ST_NOMEM, "no memory for a game");
    if (same && b.block == g->block) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "seats and block are not those of the plan");
}

static status read_table(match_game *g, const record *r, int seats, error *err) {
    static const seat_numbers places = {"ranks", "rank", 1, GAME_MAX_PLAYERS};
    static const seat_numbers scores = {"points", "number", -1e9, 1e9};
    double rank[GAME_MAX_PLAYERS] = {0};
    const char *ranks = record_get(r, "ranks");
    const char *points = record_get(r, "points");
    if (!ranks) return error_set(err, ST_BAD_SYNTAX, "ranks are missing");
    status st = read_numbers(&places, ranks, seats, rank, err);
    for (int i = 0; i < seats; i++) g->rank[i] = (int)rank[i];
    g->pointed = points != NULL;
    return st == ST_OK && points ? read_numbers(&scores, points, seats, g->points, err) : st;
}

static status read_fields(match_game *g, const record *r, const match_settings *s, error *err) {
    const char *number = record_get(r, "match-game");
    const char *block = record_get(r, "block");
    const char *seats = record_get(r, "seats");
    const char *ended = record_get(r, "ended");
    const char *result = record_get(r, "result");
    if (!number || !block || !seats || !ended || !result)
        return error_set(err, ST_BAD_SYNTAX,
                         "match-game, block, seats, ended or result is missing");
    if (!text_u64(number, s->games, &g->number) || g->number == 0 ||
        !text_u64(block, s->games, &g->block) || g->block == 0)
        return error_set(err, ST_BAD_VALUE, "game %.20s or block %.20s is beyond the match", number,
                         block);
    g->number--;
    g->block--;
    int n = settings_seats(s);
    status st = check_seats(g, seats, s, err);
    if (st == ST_OK) st = read_ended(g, ended, n, err);
    if (st == ST_OK) st = read_illegal(g, r, n, err);
    if (st == ST_OK && s->table) st = read_table(g, r, n, err);
    for (int i = 0; st == ST_OK && i < n; i++) {
        char key[24];
        (void)snprintf(key, sizeof key, "answers%d", i);
        const char *answers = record_get(r, key);
        if (answers) st = text_answers_read(&g->answers[i], answers, err);
    }
    return st == ST_OK ? read_result(g, result, n, err) : st;
}

status match_game_read(match_game *out, const section *sec, const match_settings *s,
                       const rules *own, error *err) {
    record r;
    error why;
    *out = (match_game){.offender = -1};
    status st = record_read(&r, sec->at, sec->len, &why);
    if (st == ST_OK) st = read_fields(out, &r, s, &why);
    if (st == ST_OK && own) st = record_check_rules(&r, own, &why);
    record_done(&r);
    if (st == ST_OK || st == ST_NOMEM) return st == ST_OK ? st : error_set(err, st, "%s", why.text);
    return error_set(err, st, "match file: %.200s", why.text);
}

/* --- the file --- */

enum { MAX_FILE_BYTES = 0x7fffffff };

struct match_file {
    int fd;
    text data;
    char path[MATCH_PATH];
};

static status failed(const match_file *f, const char *what, error *err) {
    return error_set(err, ST_IO, "cannot %s %.160s: %s", what, f->path, strerror(errno));
}

static status read_all(match_file *f, error *err) {
    char block[8192];
    for (;;) {
        ssize_t n = read(f->fd, block, sizeof block);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return failed(f, "read", err);
        if (n == 0) return ST_OK;
        text_putn(&f->data, block, (size_t)n);
        if (f->data.cut || f->data.len > MAX_FILE_BYTES)
            return error_set(err, ST_NOMEM, "%.160s is too large", f->path);
    }
}

static bool lock_file(int fd) {
    struct flock complete = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_SETLK, &complete) == 0;
}

static status open_it(match_file *f, bool must_exist, error *err) {
    struct stat info;
    f->fd = open(f->path, O_RDWR | O_APPEND | O_CLOEXEC | (must_exist ? 0 : O_CREAT), 0644);
    if (f->fd < 0) return failed(f, "open", err);
    if (fstat(f->fd, &info) != 0) return failed(f, "open", err);
    if (!S_ISREG(info.st_mode)) return error_set(err, ST_IO, "%.160s is no ordinary file", f->path);
    if (!lock_file(f->fd))
        return error_set(err, ST_IO, "%.160s is in use by another match", f->path);
    return read_all(f, err);
}

status match_file_open(match_file **out, const char *path, bool must_exist, error *err) {
    *out = NULL;
    if (strlen(path) >= MATCH_PATH)
        return error_set(err, ST_IO, "the name of the match file is too long");
    match_file *f = mem_alloc(sizeof *f);
    if (!f) return error_set(err, ST_NOMEM, "no memory for the match file");
    f->fd = -1;
    f->data = text_growing();
    (void)snprintf(f->path, sizeof f->path, "%s", path);
    status st = open_it(f, must_exist, err);
    if (st == ST_OK)
        *out = f;
    else
        match_file_close(f);
    return st;
}

void match_file_close(match_file *f) {
    if (!f) return;
    if (f->fd >= 0) (void)close(f->fd);
    text_done(&f->data);
    mem_free(f);
}

const text *match_file_data(match_file *f) {
    return &f->data;
}

status match_file_cut(match_file *f, size_t len, error *err) {
    assert(len <= f->data.len);
    if (ftruncate(f->fd, (off_t)len) != 0) return failed(f, "shorten", err);
    return ST_OK;
}

/* A disk may be full in the middle: then nothing of it stays. */
status match_file_append(match_file *f, const char *data, size_t len, error *err) {
    off_t before = lseek(f->fd, 0, SEEK_END);
    while (len) {
        ssize_t n = write(f->fd, data, len);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            status st = failed(f, "write", err);
            if (before >= 0 && ftruncate(f->fd, before) != 0) return st; /* resuming drops it */
            return st;
        }
        data += n;
        len -= (size_t)n;
    }
    return ST_OK;
}

status match_file_sync(match_file *f, error *err) {
    return fsync(f->fd) == 0 ? ST_OK : failed(f, "write", err);
}
