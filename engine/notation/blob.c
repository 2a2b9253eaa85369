#include "engine/notation/blob.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/base64.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"

/* Decodes into a string of the same buffer length or less; false on a bad character or length. */
static bool decode(const char *blob, text *out) {
    size_t len = strlen(blob);
    if (len % 4 == 1) return false;
    uint32_t bits = 0;
    int have = 0;
    for (size_t i = 0; i < len; i++) {
        int value = base64_url_value(blob[i]);
        if (value < 0) return false;
        bits = bits << 6 | (uint32_t)value;
        have += 6;
        if (have >= 8) {
            have -= 8;
            text_char(out, (char)(bits >> have & 255));
        }
    }
    return (bits & ((1u << have) - 1)) == 0; /* one text, one blob */
}

/* Whether the counts of what each viewer saw belong to it: see position_seen(). */
static bool counts_viewers(const position *p) {
    return position_seat(p) == SEAT_ALL && position_rules(p)->traits & GAME_HIDDEN;
}

/* The seats, then the public. */
static int viewer_at(const position *p, int i) {
    return i < position_rules(p)->players ? i : SEAT_PUBLIC;
}

static void write_seen(const position *p, text *out) {
    for (int i = 0; counts_viewers(p) && i <= position_rules(p)->players; i++)
        text_format(out, " %u", position_seen(p, viewer_at(p, i)));
}

void blob_write(const position *p, text *out) {
    const rules *r = position_rules(p);
    text body = text_growing();
    text_format(&body, "kibitz 1\n%s\n", r->game->name);
    params_write(&r->options, &body);
    text_format(&body, "\n%d %u", position_seat(p), position_ply(p));
    write_seen(p, &body);
    text_char(&body, '\n');
    position_write(p, &body);
    text_char(&body, '\n');
    const trail *t = position_trail(p);
    for (size_t i = 0; t && i < t->len; i++)
        text_format(&body, "%016llx ", (unsigned long long)t->hash[i]);
    text_format(&body, "\n%016llx",
                (unsigned long long)hash_bytes(text_string(&body), body.len, 0));
    if (body.cut)
        out->cut = true;
    else
        base64_put(out, (const unsigned char *)body.at, body.len, BASE64_URL);
    text_done(&body);
}

enum { LINE_MAGIC, LINE_GAME, LINE_OPTIONS, LINE_SEAT, LINE_TEXT, LINE_TRAIL, LINE_HASH, LINES };

static status broken(error *err, const char *what) {
    return error_set(err, ST_BAD_STATE, "not a blob of this engine: %s", what);
}

static status split(text *body, char *line[LINES], error *err) {
    if (body->len < 17 || memchr(body->at, '\0', body->len)) return broken(err, "not text");
    /* The hash covers everything before its own line break. */
    char real[18];
    (void)snprintf(real, sizeof real, "\n%016llx",
                   (unsigned long long)hash_bytes(body->at, body->len - 17, 0));
    if (strcmp(body->at + body->len - 17, real) != 0)
        return broken(err, "the checksum does not fit");
    char *s = body->at;
    for (int i = 0; i < LINES; i++) {
        line[i] = s;
        if (!s) return broken(err, "too short");
        s = strchr(s, '\n');
        if (s) *s++ = '\0';
    }
    if (s) return broken(err, "too long");
    return strcmp(line[LINE_MAGIC], "kibitz 1") == 0 ? ST_OK : broken(err, "another version");
}

static status read_options(params *p, const game *g, char *line, error *err) {
    *p = params_default();
    words w = {0};
    size_t i = 0;
    status st = words_split(&w, line, err);
    if (st == ST_OK) st = params_read(p, g, w.at, w.count, &i, err);
    if (st == ST_OK && i != w.count) st = broken(err, "options");
    words_done(&w);
    return st;
}

static status read_trail(position *p, char *line, error *err) {
    trail *t = position_trail_edit(p);
    words w = {0};
    status st = words_split(&w, line, err);
    if (st == ST_OK && w.count && !t) st = broken(err, "a trail in a game without repetition");
    if (st == ST_OK && t && !trail_reserve(t, w.count)) st = ST_NOMEM;
    if (st == ST_OK && t) t->len = 0;
    for (size_t i = 0; st == ST_OK && i < w.count; i++) {
        uint64_t hash;
        if (text_hex(w.at[i], &hash))
            trail_push(t, hash);
        else
            st = broken(err, "trail");
    }
    words_done(&w);
    return st;
}

/* "-1 23 20 21 19": whose, the ply, and for all of a hidden game what each viewer saw. Blobs of
 * earlier versions end after the ply: what they do not say is not made up of the truth. */
static status read_plies(position *p, const words *w, error *err) {
    uint64_t n;
    size_t viewers = counts_viewers(p) ? (size_t)position_rules(p)->players + 1 : 0;
    if (w->count != 2 && w->count != 2 + viewers) return broken(err, "seat");
    for (size_t i = 1; i < w->count; i++) {
        if (!text_u64(w->at[i], 1U << 30, &n)) return broken(err, "seat");
        if (i == 1)
            position_set_ply(p, (unsigned)n);
        else
            position_set_seen(p, viewer_at(p, (int)i - 2), (unsigned)n);
    }
    return ST_OK;
}

static status read_lines(position **out, game_list games, char *line[LINES], bool no_files,
                         error *err) {
    const game *g = game_find(games, line[LINE_GAME]);
    if (!g)
        return error_set(err, ST_BAD_STATE, "the blob is of the game %.60s, which is not here",
                         line[LINE_GAME]);
    params p;
    status st = read_options(&p, g, line[LINE_OPTIONS], err);
    if (st != ST_OK) return st;
    p.no_files = no_files;
    words w = {0};
    int64_t seat = 0;
    st = words_split(&w, line[LINE_SEAT], err);
    if (st == ST_OK && (!w.count || !text_i64(w.at[0], SEAT_PUBLIC, GAME_MAX_PLAYERS - 1, &seat)))
        st = broken(err, "seat");
    if (st == ST_OK) st = position_read(out, g, &p, (int)seat, line[LINE_TEXT], err);
    if (st == ST_OK) st = read_plies(*out, &w, err);
    if (st == ST_OK) st = read_trail(*out, line[LINE_TRAIL], err);
    words_done(&w);
    if (st == ST_OK) return ST_OK;
    position_destroy(*out);
    *out = NULL;
    return st;
}

static status read_blob(position **out, game_list games, const char *blob, bool no_files,
                        error *err) {
    *out = NULL;
    char *line[LINES] = {0};
    text body = text_growing();
    status st = decode(blob, &body) ? ST_OK : broken(err, "base64url is A-Z a-z 0-9 - _");
    if (st == ST_OK && body.cut) st = error_set(err, ST_NOMEM, "no memory for the blob");
    if (st == ST_OK) st = split(&body, line, err);
    if (st == ST_OK) st = read_lines(out, games, line, no_files, err);
    text_done(&body);
    return st;
}

status blob_read(position **out, game_list games, const char *blob, error *err) {
    return read_blob(out, games, blob, false, err);
}

status blob_read_closed(position **out, game_list games, const char *blob, error *err) {
    return read_blob(out, games, blob, true, err);
}
