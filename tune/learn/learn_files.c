#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "tune/data/rows.h"
#include "tune/learn/learn_state.h"
#include "tune/plot.h"

/* What a run has on the disk: its state, a page about it, and openings for the next games. Every
 * file is written next to it, synced and renamed. */

void learn_path(const learn *l, const char *name, unsigned number, text *out) {
    text_format(out, "%s/%s", l->s.folder, name);
    if (number) text_format(out, "-%u", number);
}

/* --- the state: settings as lines, an empty line, rows of numbers, a sum --- */

enum { ROW = 10, STATE_LIMIT = 1 << 20 };

static void put_settings(const learn *l, text *out) {
    params setup = l->s.setup;
    if (setup.players == 0) setup.players = l->s.game->default_players;
    text_format(out, "learn: 2\ngame: %s\nsetup: ", l->s.game->name);
    params_write(&setup, out);
    text_format(out, "\nseed: %llu\ngames: %llu\ntest: %llu\nshape: %llu %llu\nepochs: %llu\n",
                (unsigned long long)l->s.seed, (unsigned long long)l->s.games,
                (unsigned long long)l->s.test_games, (unsigned long long)l->s.width,
                (unsigned long long)l->s.hidden, (unsigned long long)l->s.epochs);
    text_format(out, "effort: %llu\n", (unsigned long long)l->s.effort);
    record_write_rules(l->rules, out);
}

static void put_round(text *out, const char *name, const learn_round *r) {
    double row[ROW] = {
        (double)r->games, (double)r->positions, r->loss,    r->score, (double)r->tested,
        r->elo,           r->elo_error,         r->trained, r->kept,  r->blend};
    row_write(out, name, row, ROW);
}

static bool take_round(const char **s, const char *name, learn_round *r) {
    double row[ROW];
    if (!row_read(s, name, row, ROW)) return false;
    for (int i = 0; i < ROW; i++)
        if (!isfinite(row[i]) || fabs(row[i]) > 1e15) return false;
    if (row[0] < 0 || row[1] < 0 || row[4] < 0 || row[9] < 0 || row[9] > 1) return false;
    *r = (learn_round){.games = (uint64_t)row[0],
                       .positions = (uint64_t)row[1],
                       .loss = row[2],
                       .score = row[3],
                       .tested = (uint64_t)row[4],
                       .elo = row[5],
                       .elo_error = row[6],
                       .trained = row[7] != 0,
                       .kept = row[8] != 0,
                       .blend = row[9]};
    return true;
}

status learn_write_state(const learn *l, error *err) {
    text body = text_growing();
    text path = text_growing();
    double spent = learn_spent(l);
    double proven = l->proven_best;
    double on_weights = l->on_weights;
    learn_path(l, "state", 0, &path);
    put_settings(l, &body);
    text_char(&body, '\n');
    row_write(&body, "spent", &spent, 1);
    row_write(&body, "on-weights", &on_weights, 1);
    row_write(&body, "proven", &proven, 1);
    put_round(&body, "last", &l->last);
    for (unsigned i = 0; i < l->rounds; i++) put_round(&body, "round", &l->round[i]);
    match_section_close(&body, 0);
    status st = body.cut || path.cut ? error_set(err, ST_NOMEM, "no memory for the state")
                                     : file_write(text_string(&path), body.at, body.len, err);
    text_done(&body);
    text_done(&path);
    return st;
}

static bool take_rows(learn *l, const char *s) {
    double proven;
    double on_weights;
    if (!row_read(&s, "spent", &l->spent, 1) || !(l->spent >= 0 && l->spent < 1e9)) return false;
    if (!row_read(&s, "on-weights", &on_weights, 1)) return false;
    l->on_weights = on_weights != 0;
    if (!row_read(&s, "proven", &proven, 1) || !take_round(&s, "last", &l->last)) return false;
    while (!row_end(s)) {
        if (l->rounds == LEARN_MAX_ROUNDS || !take_round(&s, "round", &l->round[l->rounds]))
            return false;
        const learn_round *r = &l->round[l->rounds++];
        if (r->kept) l->best = l->rounds;
        if (r->trained) l->blend = r->blend;
    }
    if (!(proven >= 0 && proven <= l->rounds)) return false;
    l->proven_best = (unsigned)proven;
    return true;
}

/* The same settings, and after the empty line rows that make sense. */
static status take_state(learn *l, text *body, const char *path, error *err) {
    section entire;
    size_t at = 0;
    text own = text_growing();
    status st = ST_OK;
    put_settings(l, &own);
    bool good = match_section_next(text_string(body), body->len, &at, &entire) && at == body->len;
    char *empty = good ? strstr(body->at, "\n\n") : NULL;
    if (!empty) {
        st = error_set(err, ST_IO, "%.160s is no state of kibitz learn, or it is damaged", path);
    } else if ((size_t)(empty + 1 - body->at) != own.len ||
               memcmp(body->at, text_string(&own), own.len) != 0) {
        st = error_set(err, ST_BAD_VALUE,
                       "%.120s belongs to a run with other settings or rules: name another folder",
                       path);
    } else {
        body->at[entire.len] = '\0';
        if (!take_rows(l, empty + 2)) st = error_set(err, ST_IO, "%.160s is damaged", path);
    }
    text_done(&own);
    return st;
}

status learn_read_state(learn *l, error *err) {
    text path = text_growing();
    text body;
    learn_path(l, "state", 0, &path);
    status st = ST_OK;
    if (file_exists(text_string(&path))) {
        st = file_read(&body, text_string(&path), STATE_LIMIT, err);
        if (st == ST_OK) st = take_state(l, &body, text_string(&path), err);
        text_done(&body);
    }
    text_done(&path);
    return st;
}

/* --- surprises --- */

enum { MAX_SURPRISES = 400, SURPRISE_LIMIT = 0x7fffffff };
#define SURPRISE 0.3 /* of the win, from one decision of a player to the next */

/* The value that the player to act had, as the remark says it; -1: none. */
static double value_of(const record_event *e, int seat) {
    const char *s = e->remark;
    double x = -1;
    for (int k = 0; s && *s && k <= seat; k++) {
        char word[16];
        size_t len = strcspn(s, " ");
        if (len >= sizeof word) return -1;
        memcpy(word, s, len);
        word[len] = '\0';
        if (!text_real(word, &x)) return -1;
        s += len + strspn(s + len, " ");
        if (k < seat) x = -1;
    }
    return x;
}

/* With two seats that take turns every second event is of the same player; other orders are as
 * good: it is the value of one seat that changes. */
static bool surprises_at(const record *r, size_t i) {
    double before = value_of(&r->events[i], 0);
    double after = value_of(&r->events[i + 2], 0);
    return before >= 0 && after >= 0 && fabs(before - after) >= SURPRISE;
}

static void put_opening(const record *r, size_t events, text *out) {
    text_put(out, "moves");
    for (size_t i = 0; i < events; i++) text_format(out, " %s", r->events[i].token);
    text_char(out, '\n');
}

/* The first surprise of each game. */
static size_t collect(const text *data, text *out) {
    size_t at = 0;
    size_t count = 0;
    section s;
    (void)match_section_next(text_string(data), data->len, &at, &s); /* the settings */
    while (count < MAX_SURPRISES && match_section_next(data->at, data->len, &at, &s)) {
        record r;
        if (record_read(&r, s.at, s.len, NULL) == ST_OK && !record_get(&r, "start"))
            for (size_t i = 1; i + 2 < r.event_count; i++)
                if (surprises_at(&r, i)) {
                    put_opening(&r, i, out);
                    count++;
                    break;
                }
        record_done(&r);
    }
    return count;
}

status learn_write_surprises(const learn *l, unsigned n, size_t *count, error *err) {
    text from = text_growing();
    text to = text_growing();
    text data;
    text lines = text_growing();
    *count = 0;
    learn_path(l, "games", n, &from);
    learn_path(l, "openings", n + 1, &to);
    status st = file_read(&data, text_string(&from), SURPRISE_LIMIT, err);
    if (st == ST_OK) *count = collect(&data, &lines);
    if (st == ST_OK && *count)
        st = lines.cut ? error_set(err, ST_NOMEM, "no memory for the openings")
                       : file_write(text_string(&to), lines.at, lines.len, err);
    text_done(&from);
    text_done(&to);
    text_done(&data);
    text_done(&lines);
    return st;
}

/* --- the page --- */

enum { WIDTH = 760, HEIGHT = 300 };

typedef struct curves {
    double elo[LEARN_MAX_ROUNDS + 1], positions[LEARN_MAX_ROUNDS], loss[LEARN_MAX_ROUNDS];
} curves;

static void draw(const char *title, const char *y_name, const double *y, size_t n, text *out) {
    plot_line line = {.name = y_name, .y = y, .count = n};
    plot p = {.title = title,
              .x_name = "round",
              .y_name = y_name,
              .line = &line,
              .lines = 1,
              .first = n && y_name[0] == 'E' ? 0 : 1,
              .width = WIDTH,
              .height = HEIGHT};
    if (n) plot_write(&p, out);
}

static void put_page(const learn *l, const curves *c, text *out) {
    text rows = text_growing();
    text_put(out, "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
    plot_put_html(out, l->s.game->name);
    text_format(out, " learned</title><style>%s</style></head><body>\n<h1>", plot_style);
    plot_put_html(out, l->s.game->title);
    text_put(out, ": learning by itself</h1>\n<pre>");
    learn_summary(l, &rows);
    plot_put_html(out, text_string(&rows));
    text_format(out, "%.2f hours</pre>\n", learn_spent(l) / 3600);
    draw("the best net, from the weights on: gains of one round added to those before", "Elo",
         c->elo, l->rounds + 1, out);
    draw("positions that a net was trained with", "positions", c->positions, l->rounds, out);
    draw("loss on games that were kept back", "loss", c->loss, l->rounds, out);
    text_put(out, "</body></html>\n");
    out->cut |= rows.cut;
    text_done(&rows);
}

status learn_write_page(const learn *l, error *err) {
    curves *c = mem_alloc(sizeof *c);
    text out = text_growing();
    text path = text_growing();
    if (!c) return error_set(err, ST_NOMEM, "no memory for the page");
    for (unsigned i = 0; i < l->rounds; i++) {
        const learn_round *r = &l->round[i];
        c->elo[i + 1] = c->elo[i] + (r->kept ? r->elo : 0);
        c->positions[i] = (double)r->positions;
        c->loss[i] = r->trained ? r->loss : i ? c->loss[i - 1] : 0;
    }
    learn_path(l, "report.html", 0, &path);
    put_page(l, c, &out);
    status st = out.cut || path.cut ? error_set(err, ST_NOMEM, "no memory for the page")
                                    : file_write(text_string(&path), out.at, out.len, err);
    mem_free(c);
    text_done(&out);
    text_done(&path);
    return st;
}
