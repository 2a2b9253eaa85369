#include "tune/data/data.h"

#include <limits.h>
#include <stdatomic.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/game/game_evaluation.h"
#include "engine/game/game_hints.h"
#include "engine/game/game_inputs.h"

enum { FILE_LIMIT = 0x7fffffff, WINDOW = 256 };

data_options data_default(void) {
    return (data_options){.valid = 0.1, .blend = 0.5, .decided = 1, .seed = 1};
}

/* --- one game --- */

/* What one game gives: rows in the order of its decisions. */
typedef struct game_rows {
    section from;
    float *value; /* of each decision: terms numbers for each seat, a target and, with inputs,
                     what a net stands on, for each */
    uint64_t *key;
    size_t count, value_cap, key_cap;
    /* With inputs: `examples` for each decision, each of `rows` lists; how long the lists are. */
    uint16_t *input, *length;
    size_t used, input_cap, length_cap;
    size_t unquiet, settled;
    int8_t *first; /* with inputs: who acts */
    size_t first_cap;
    float margin[GAME_MAX_PLAYERS], points[GAME_MAX_PLAYERS];
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
    const rules *rules; /* with inputs */
    const evaluator *base;
    net_shape shape; /* of nets that are trained with them */
    int examples;    /* of a decision: one a seat where hands are hidden */
    game_rows *window;
    size_t n;
    atomic_size_t next;
} reader;

static size_t width(const reader *r) {
    return (size_t)r->seats * ((size_t)r->terms + (r->o->inputs ? 2 : 1));
}

/* How many lists of inputs a decision has. */
static size_t lists(const reader *r) {
    return r->o->inputs ? (size_t)r->examples * (size_t)r->shape.rows : 0;
}

static bool grow_for_one(const reader *r, game_rows *g) {
    size_t max = r->o->inputs ? lists(r) * (size_t)r->rules->inputs->max_active(r->rules) : 0;
    return MEM_GROW(g->value, g->value_cap, (g->count + 1) * width(r)) == ST_OK &&
           MEM_GROW(g->key, g->key_cap, g->count + 1) == ST_OK &&
           MEM_GROW(g->input, g->input_cap, g->used + max + 1) == ST_OK &&
           MEM_GROW(g->length, g->length_cap, (g->count + 1) * lists(r) + 1) == ST_OK &&
           MEM_GROW(g->first, g->first_cap, g->count + 1) == ST_OK;
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

/* What a net sees: the player to act first, or each seat with what it knows. */
static void take_inputs(const reader *r, game_rows *g, const rules *own, const void *s) {
    int first = own->game->actor(own, s);
    for (size_t i = 0; i < lists(r); i++) {
        int seat = r->examples > 1 ? (int)i : (first + (int)i) % r->seats;
        int n = own->inputs->list(own, s, seat, g->input + g->used);
        g->length[g->count * lists(r) + i] = (uint16_t)n;
        g->used += (size_t)n;
    }
}

/* Targets by seat, the player to act first, as nets have them. */
static void rotate(const reader *r, int first, float *target) {
    float seat[GAME_MAX_PLAYERS];
    if (r->examples > 1) return;
    for (int k = 0; k < r->seats; k++) seat[k] = target[k];
    for (int k = 0; k < r->seats; k++) target[k] = seat[(first + k) % r->seats];
}

/* What the weights say, as the net's outs: the player to act first, or against the other. */
static void take_base(const reader *r, int first, const void *s, float *out) {
    double total[GAME_MAX_PLAYERS] = {0};
    if (r->base) evaluator_totals(r->base, s, total);
    for (int k = 0; k < r->seats; k++) out[k] = (float)total[(first + k) % r->seats];
    if (r->shape.rows == 2) out[0] -= out[1];
}

/* A decision, its final result, and what the searches of it and of later ones found; NULL: none. */
typedef struct lesson_values {
    const record_event *e;
    const double *utility;
    const float *found;
} lesson_values;

static status take_decision(const reader *r, game_rows *g, const position *p,
                            const lesson_values *of, error *err) {
    const rules *own = position_rules(p);
    token tok;
    status st =
        token_read((state_ref){own, position_data(p), position_trail(p)}, of->e->token, &tok, err);
    if (st != ST_OK) return st;
    if (!r->o->noisy && unquiet(p, &tok)) {
        g->unquiet++;
        return ST_OK;
    }
    if (!grow_for_one(r, g)) return error_set(err, ST_NOMEM, "no memory for the examples");
    float *at = g->value + g->count * width(r);
    float *target = at + (size_t)r->seats * (size_t)r->terms;
    for (int k = 0; k < r->seats; k++) {
        if (!r->o->inputs)
            own->evaluation->measure(own, position_data(p), k, at + (size_t)k * (size_t)r->terms);
        double u = of->utility[k];
        if (of->found) u = (1 - r->o->blend) * u + r->o->blend * (double)of->found[k];
        target[k] = (float)u;
    }
    if (r->o->inputs) {
        int first = own->game->actor(own, position_data(p));
        g->first[g->count] = (int8_t)first;
        take_inputs(r, g, own, position_data(p));
        rotate(r, first, target);
        take_base(r, first, position_data(p), target + r->seats);
    }
    g->key[g->count++] = position_key(p);
    return ST_OK;
}

/* The final points, and how much they are above their mean; with two seats their difference. */
static void take_points(const position *p, float *said, float *margin) {
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS] = {0};
    double mean = 0;
    r->game->returns(r, position_data(p), utility, points);
    for (int k = 0; k < r->players; k++) mean += (double)points[k] / r->players;
    for (int k = 0; k < r->players; k++) {
        said[k] = (float)points[k];
        margin[k] = (float)(points[k] - mean);
    }
    if (r->players == 2) margin[0] = (float)(points[0] - points[1]);
}

/* A net is for one set of rules: the same list of inputs has to fit all games. */
static status check_rules(const reader *r, const rules *own, error *err) {
    if (own->text_hash == r->rules->text_hash && own->players == r->rules->players &&
        own->inputs->count(own) == r->rules->inputs->count(r->rules))
        return ST_OK;
    return error_set(err, ST_BAD_VALUE, "it was played with other options or by other rules");
}

/* What is known of an event: whether a value was found there, and one that left little open. */
typedef struct event_note {
    bool valued, decided;
} event_note;

/* For each event, in out[event * seats + seat]: the value found there mixed with what was found later
 * and, at last, with the result. */
static void mix_values(const reader *r, const record *rec, const double *utility, float *out,
                       event_note *note) {
    double later[GAME_MAX_PLAYERS];
    for (int k = 0; k < r->seats; k++) later[k] = utility[k];
    for (size_t i = rec->event_count; i-- > 0;) {
        float *at = out + i * (size_t)r->seats;
        note[i] = (event_note){.valued = read_values(rec->events[i].remark, r->seats, at)};
        for (int k = 0; k < r->seats && note[i].valued; k++) {
            note[i].decided |= (double)at[k] > r->o->decided;
            later[k] = (1 - r->o->lambda) * (double)at[k] + r->o->lambda * later[k];
            at[k] = (float)later[k];
        }
    }
}

static status replay(const reader *r, game_rows *g, const record *rec, const double *utility,
                     error *err) {
    position *p = NULL;
    size_t n = rec->event_count;
    size_t decisions = 0; /* before this one */
    float *found = mem_alloc((n * (size_t)r->seats + 1) * sizeof *found);
    event_note *note = mem_alloc((n + 1) * sizeof *note);
    status st = found && note ? ST_OK : error_set(err, ST_NOMEM, "no memory for a game");
    if (st == ST_OK) mix_values(r, rec, utility, found, note);
    if (st == ST_OK) st = record_replay(&p, rec, r->games, r->settings->game, 0, err);
    if (st == ST_OK && r->o->inputs) st = check_rules(r, position_rules(p), err);
    for (size_t i = 0; st == ST_OK && i < n; i++) {
        const record_event *e = &rec->events[i];
        lesson_values of = {e, utility, note[i].valued ? found + i * (size_t)r->seats : NULL};
        const rules *own = position_rules(p);
        int actor = own->game->actor(own, position_data(p));
        bool settled = note[i].decided || (r->o->plies && decisions >= r->o->plies);
        decisions += actor >= 0;
        g->settled += actor >= 0 && settled;
        if (actor >= 0 && !settled) st = take_decision(r, g, p, &of, err);
        if (st == ST_OK) st = position_play(p, e->token, err);
    }
    if (st == ST_OK) {
        const rules *own = position_rules(p);
        g->finished = own->game->actor(own, position_data(p)) == ACTOR_NONE;
        if (g->finished) take_points(p, g->points, g->margin);
    }
    position_destroy(p);
    mem_free(found);
    mem_free(note);
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

/* Where list number n begins. */
static const uint16_t *input_at(const uint16_t *input, const uint16_t *length, size_t n) {
    for (size_t i = 0; i < n; i++) input += length[i];
    return input;
}

/* The examples of a decision for a net, of which there is one, or one a seat. */
static status add_inputs(const reader *r, const game_rows *g, size_t decision,
                         const uint16_t *input, net_examples *to) {
    const float *target = g->value + decision * width(r) + (size_t)r->seats * (size_t)r->terms;
    const uint16_t *length = g->length + decision * lists(r);
    status st = ST_OK;
    for (int k = 0; st == ST_OK && k < r->examples; k++) {
        size_t list = (size_t)k * (size_t)r->shape.rows;
        float points[GAME_MAX_PLAYERS];
        int first = r->examples > 1 ? k : g->first[decision];
        for (int i = 0; i < r->seats; i++) points[i] = g->points[(first + i) % r->seats];
        net_answer a = {target + k, r->base ? target + r->seats : NULL, points};
        st = net_examples_add(to, input_at(input, length, list), length + list, &a);
    }
    return st;
}

static status add_game(loader *l, const reader *r, const game_rows *g) {
    data_set *d = l->out;
    uint64_t fate = hash_mix(l->o->seed ^ hash_mix(d->games + 1)) >> 11;
    bool valid = (double)fate * 0x1.0p-53 < l->o->valid;
    examples *to = valid ? &d->valid : &d->train;
    d->games++;
    d->valid_games += valid;
    d->unquiet += g->unquiet;
    d->settled += g->settled;
    status st = ST_OK;
    const uint16_t *input = g->input;
    for (size_t i = 0; st == ST_OK && i < g->count; i++) {
        const float *at = g->value + i * width(r);
        const uint16_t *length = g->length + i * lists(r);
        bool made = false;
        st = key_add(&l->seen, g->key[i], &made);
        d->decisions++;
        d->doubles += st == ST_OK && !made;
        if (st == ST_OK && made && !r->o->inputs)
            st = examples_add(to, at, at + (size_t)r->seats * (size_t)r->terms, g->margin);
        if (st == ST_OK && made && r->o->inputs)
            st = add_inputs(r, g, i, input, valid ? &d->net_valid : &d->net_train);
        input = input_at(input, length, lists(r));
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
        mem_free(g->input);
        mem_free(g->length);
        mem_free(g->first);
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
        if (l->o->inputs) {
            net_shape shape = net_shape_for(l->from->rules, NET_WIDTH_STEP, NET_HIDDEN_STEP);
            shape.points = net_points_for(l->from->rules);
            net_examples_init(&d->net_train, &shape);
            net_examples_init(&d->net_valid, &shape);
            e.count = 0;
        } else if (!e.count)
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
                .seats = l->out->seats,
                .rules = l->from->rules,
                .base = l->from->base,
                .examples = 1};
    if (r.o->inputs) {
        r.shape = net_shape_for(r.rules, NET_WIDTH_STEP, NET_HIDDEN_STEP);
        if (r.rules->traits & GAME_HIDDEN) r.examples = r.seats;
    }
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
    net_examples_done(&d->net_train);
    net_examples_done(&d->net_valid);
    text_done(&d->notes);
    *d = (data_set){0};
}
