#include "tune/data/data.h"

#include <limits.h>
#include <stdatomic.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "eval/evaluate.h"

enum { FILE_LIMIT = 0x7fffffff, WINDOW = 256 };

data_options data_default(void) {
    return (data_options){.valid = 0.1, .blend = 0.5, .seed = 1};
}

/* --- one game --- */

/* What one game gives: rows in the order of its decisions. */
typedef struct game_rows {
    section from;
    float *value; /* of each decision: terms numbers for each seat, then a target for each */
    uint64_t *key;
    size_t count, value_cap, key_cap;
    size_t unquiet;
    float margin[GAME_MAX_PLAYERS];
    bool finished;
    status st;
    error why;
} game_rows;

typedef struct reader {
    const data_options *o;
    const match_settings *settings;
    game_list games;
    bool force;
    int terms, seats;
    game_rows *window;
    size_t n;
    atomic_size_t next;
} reader;

static size_t width(const reader *r) {
    return (size_t)r->seats * ((size_t)r->terms + 1);
}

static bool grow_for_one(const reader *r, game_rows *g) {
    return MEM_GROW(g->value, g->value_cap, (g->count + 1) * width(r)) == ST_OK &&
           MEM_GROW(g->key, g->key_cap, g->count + 1) == ST_OK;
}

/* Whether the balance is about to change, so that no evaluation should be asked here. */
static bool unquiet(const position *p, const token *tok) {
    const rules *r = position_rules(p);
    if (r->hints->urgent && r->hints->urgent(r, position_data(p))) return true;
    return r->hints->noisy && r->hints->noisy(r, position_data(p), tok->steps[0]);
}

/* The values after an event, "0.512 0.488"; false where there are none. */
static bool read_values(const char *remark, int seats, float *out) {
    char copy[GAME_MAX_PLAYERS * 12];
    text t = text_over(copy, sizeof copy);
    words w = {0};
    double x;
    if (!remark) return false;
    text_put(&t, remark);
    bool ok = !t.cut && words_split(&w, copy, NULL) == ST_OK && w.count == (size_t)seats;
    for (int k = 0; ok && k < seats; k++) {
        ok = text_real(w.at[k], &x) && x >= 0 && x <= 1;
        out[k] = ok ? (float)x : 0;
    }
    words_done(&w);
    return ok;
}

static status take_decision(const reader *r, game_rows *g, const position *p, const record_event *e,
                            const double *utility, error *err) {
    const rules *own = position_rules(p);
    token tok;
    status st =
        token_read((state_ref){own, position_data(p), position_trail(p)}, e->token, &tok, err);
    if (st != ST_OK) return st;
    if (!r->o->noisy && unquiet(p, &tok)) {
        g->unquiet++;
        return ST_OK;
    }
    if (!grow_for_one(r, g)) return error_set(err, ST_NOMEM, "no memory for the examples");
    float *at = g->value + g->count * width(r);
    float *target = at + (size_t)r->seats * (size_t)r->terms;
    float found[GAME_MAX_PLAYERS];
    bool valued = read_values(e->remark, r->seats, found);
    for (int k = 0; k < r->seats; k++) {
        own->evaluation->measure(own, position_data(p), k, at + (size_t)k * (size_t)r->terms);
        double u = utility[k];
        if (valued) u = (1 - r->o->blend) * u + r->o->blend * (double)found[k];
        target[k] = (float)u;
    }
    g->key[g->count++] = position_key(p);
    return ST_OK;
}

/* The final points, each above their mean; with two seats the difference. */
static void take_margins(const position *p, float *margin) {
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS] = {0};
    double mean = 0;
    r->game->returns(r, position_data(p), utility, points);
    for (int k = 0; k < r->players; k++) mean += (double)points[k] / r->players;
    for (int k = 0; k < r->players; k++) margin[k] = (float)(points[k] - mean);
    if (r->players == 2) margin[0] = (float)(points[0] - points[1]);
}

static status replay(const reader *r, game_rows *g, const record *rec, const double *utility,
                     error *err) {
    position *p = NULL;
    status st = record_replay(&p, rec, r->games, r->settings->game, 0, err);
    for (size_t i = 0; st == ST_OK && i < rec->event_count; i++) {
        const record_event *e = &rec->events[i];
        const rules *own = position_rules(p);
        int actor = own->game->actor(own, position_data(p));
        if (actor >= 0) st = take_decision(r, g, p, e, utility, err);
        if (st == ST_OK) st = position_play(p, e->token, err);
    }
    if (st == ST_OK) {
        const rules *own = position_rules(p);
        g->finished = own->game->actor(own, position_data(p)) == ACTOR_NONE;
        if (g->finished) take_margins(p, g->margin);
    }
    position_destroy(p);
    return st;
}

static void read_game(const reader *r, game_rows *g) {
    match_game reported;
    record rec;
    g->st = match_game_read(&reported, &g->from, r->settings, NULL, &g->why);
    if (g->st != ST_OK) return;
    if (reported.too_long || reported.reply != PLAYER_REPLY_MOVE)
        return; /* not finished: nothing to learn */
    g->st = record_read(&rec, g->from.at, g->from.len, &g->why);
    rec.force = r->force;
    if (g->st == ST_OK) g->st = replay(r, g, &rec, reported.utility, &g->why);
    record_done(&rec);
}

static void work(void *ctx, int worker) {
    reader *r = ctx;
    (void)worker;
    for (;;) {
        size_t i = atomic_fetch_add_explicit(&r->next, 1, memory_order_relaxed);
        if (i >= r->n) return;
        read_game(r, &r->window[i]);
    }
}

/* --- positions that came up before --- */

typedef struct key_set {
    uint64_t *at; /* open addressing; 0 is free */
    size_t size, used;
} key_set;

static bool key_insert(uint64_t *at, size_t size, uint64_t key) {
    for (size_t i = (size_t)hash_mix(key) & (size - 1);; i = (i + 1) & (size - 1)) {
        if (at[i] == key) return false;
        if (at[i] == 0) {
            at[i] = key;
            return true;
        }
    }
}

/* ST_NOMEM, or ST_OK with *made. */
static status key_add(key_set *s, uint64_t key, bool *made) {
    if (key == 0) key = 1;
    if (2 * s->used >= s->size) {
        size_t size = s->size ? s->size * 2 : 1024;
        uint64_t *at = mem_alloc(size * sizeof *at);
        if (!at) return ST_NOMEM;
        for (size_t i = 0; i < s->size; i++)
            if (s->at[i]) (void)key_insert(at, size, s->at[i]);
        mem_free(s->at);
        s->at = at;
        s->size = size;
    }
    *made = key_insert(s->at, s->size, key);
    s->used += *made;
    return ST_OK;
}

/* --- files --- */

typedef struct loader {
    data_set *out;
    const data_source *from;
    const data_options *o;
    key_set seen;
    game_rows window[WINDOW];
} loader;

static status add_game(loader *l, const reader *r, const game_rows *g) {
    data_set *d = l->out;
    uint64_t fate = hash_mix(l->o->seed ^ hash_mix(d->games + 1)) >> 11;
    bool valid = (double)fate * 0x1.0p-53 < l->o->valid;
    examples *to = valid ? &d->valid : &d->train;
    d->games++;
    d->valid_games += valid;
    d->unquiet += g->unquiet;
    status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < g->count; i++) {
        const float *at = g->value + i * width(r);
        bool made = false;
        st = key_add(&l->seen, g->key[i], &made);
        d->decisions++;
        d->doubles += st == ST_OK && !made;
        if (st == ST_OK && made)
            st = examples_add(to, at, at + (size_t)r->seats * (size_t)r->terms, g->margin);
    }
    return st;
}

static status read_window(loader *l, reader *r, const char *path, error *err) {
    status st = ST_OK;
    r->window = l->window;
    atomic_store(&r->next, 0);
    if (l->from->threads) {
        pool_start(l->from->threads, work, r);
        (void)pool_wait(l->from->threads, -1);
    } else {
        work(r, 0);
    }
    for (size_t i = 0; i < r->n; i++) {
        game_rows *g = &l->window[i];
        if (st == ST_OK && g->st != ST_OK)
            st = error_set(err, g->st, "%.60s: game %llu: %.140s", path,
                           (unsigned long long)(l->out->games + l->out->unfinished + 1),
                           g->why.text);
        if (st == ST_OK && !g->finished) l->out->unfinished++;
        if (st == ST_OK && g->finished && add_game(l, r, g) != ST_OK)
            st = error_set(err, ST_NOMEM, "no memory for the examples");
        mem_free(g->value);
        mem_free(g->key);
        *g = (game_rows){0};
    }
    return st;
}

/* The first file says which game it is, and for how many. */
static status take_kind(loader *l, const match_settings *s, const char *path, error *err) {
    data_set *d = l->out;
    if (!d->kind) {
        d->kind = l->from->kind ? l->from->kind : s->game;
        d->seats = settings_seats(s);
        weights e;
        weights_init(&e, d->kind);
        if (!e.count)
            return error_set(err, ST_UNSUPPORTED, "%s names no features to tune", d->kind->name);
        if (examples_init(&d->train, d->seats, e.count, l->o->points) != ST_OK ||
            examples_init(&d->valid, d->seats, e.count, l->o->points) != ST_OK)
            return error_set(err, ST_NOMEM, "no memory for the examples");
    }
    if (strcmp(s->game->name, d->kind->name) != 0)
        return error_set(err, ST_BAD_VALUE, "%.80s has games of %s, not of %s", path, s->game->name,
                         d->kind->name);
    if (settings_seats(s) != d->seats)
        return error_set(err, ST_BAD_VALUE, "%.80s has games with %d seats, not %d", path,
                         settings_seats(s), d->seats);
    return ST_OK;
}

/* What lies between complete games is left out, and said. */
static void skip_gap(loader *l, const text *data, size_t *at, const char *path) {
    size_t from = *at;
    section_gap gap = match_section_skip(data->at, data->len, at);
    text *notes = &l->out->notes;
    l->out->damaged += gap.damaged;
    if (gap.damaged)
        text_format(notes, "%s: %zu damaged %s left out (after byte %zu)\n", path, gap.damaged,
                    gap.damaged == 1 ? "game is" : "games are", from);
    if (gap.cut)
        text_format(notes, "%s is cut: %zu bytes after its last complete game are left out\n", path,
                    gap.cut);
    if (gap.foreign)
        text_format(notes, "%s ends with %zu bytes that are no game; they are left out\n", path,
                    gap.foreign);
}

static status read_sections(loader *l, const match_settings *s, const text *data, size_t *at,
                            const char *path, error *err) {
    reader r = {.o = l->o,
                .settings = s,
                .games = l->from->games,
                .force = l->from->force,
                .terms = l->out->train.terms,
                .seats = l->out->seats};
    status st = ST_OK;
    while (st == ST_OK && *at < data->len) {
        r.n = 0;
        while (r.n < WINDOW && *at < data->len) {
            if (match_section_next(data->at, data->len, at, &l->window[r.n].from))
                r.n++;
            else
                skip_gap(l, data, at, path);
        }
        st = read_window(l, &r, path, err);
    }
    return st;
}

static status read_header(match_settings *s, const section *head, game_list games, error *err) {
    record rec;
    status st = record_read(&rec, head->at, head->len, err);
    if (st == ST_OK) st = settings_read(s, &rec, games, err);
    record_done(&rec);
    return st;
}

static status read_data(loader *l, match_settings *s, const text *data, const char *path,
                        error *err) {
    size_t at = 0;
    section head;
    error why;
    if (!match_section_next(text_string(data), data->len, &at, &head))
        return error_set(err, ST_IO, "%.120s is no file of games, or its header is incomplete",
                         path);
    status st = read_header(s, &head, l->from->games, &why);
    if (st != ST_OK) return error_set(err, st, "%.80s: %.140s", path, why.text);
    st = take_kind(l, s, path, err);
    return st == ST_OK ? read_sections(l, s, data, &at, path, err) : st;
}

static status read_body(loader *l, const text *data, const char *path, error *err) {
    match_settings *s = mem_alloc(sizeof *s);
    if (!s) return error_set(err, ST_NOMEM, "no memory for the games");
    uint64_t parts[2] = {l->out->hash, hash_bytes(text_string(data), data->len, 0)};
    l->out->hash = hash_bytes(parts, sizeof parts, 0);
    settings_init(s);
    status st = read_data(l, s, data, path, err);
    settings_done(s);
    mem_free(s);
    return st;
}

static status read_file(loader *l, const char *path, error *err) {
    text data;
    status st = file_read(&data, path, FILE_LIMIT, err);
    if (st == ST_OK) st = read_body(l, &data, path, err);
    text_done(&data);
    return st;
}

/* --- all of it --- */

static status begin(loader **out, data_set *d, const data_source *from, const data_options *o,
                    error *err) {
    *d = (data_set){.notes = text_growing()};
    *out = mem_alloc(sizeof **out);
    if (!*out) return error_set(err, ST_NOMEM, "no memory for the games");
    **out = (loader){.out = d, .from = from, .o = o};
    return ST_OK;
}

static status end(loader *l, status st, error *err) {
    data_set *d = l->out;
    if (st == ST_OK && (examples_close(&d->train, l->o->seed) != ST_OK ||
                        examples_close(&d->valid, l->o->seed + 1) != ST_OK))
        st = error_set(err, ST_NOMEM, "no memory for the examples");
    mem_free(l->seen.at);
    mem_free(l);
    return st;
}

status data_load(data_set *out, const data_source *from, const data_options *o, error *err) {
    loader *l;
    status st = begin(&l, out, from, o, err);
    if (st != ST_OK) return st;
    for (int i = 0; st == ST_OK && i < from->paths; i++) st = read_file(l, from->path[i], err);
    return end(l, st, err);
}

void data_done(data_set *d) {
    examples_done(&d->train);
    examples_done(&d->valid);
    text_done(&d->notes);
    *d = (data_set){0};
}
