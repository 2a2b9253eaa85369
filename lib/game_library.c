#include "lib/game_library.h"

#include <assert.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "eval/evaluate.h"
#include "eval/weights/weights_texts.h"
#include "lib/native/native_object.h"
#include "lib/rules_check.h"

enum { MAX_GAMES = 1024, MAX_FILES = 1024 };

/* A game on the kit, and how many texts had been read before it came. */
typedef struct kit_entry {
    kit *k;
    unsigned after;
} kit_entry;

struct game_library {
    text_library *texts;
    game_list in_c;
    game_loader loader;
    kit_entry *kits; /* all are kept, for those who still play one that was replaced */
    size_t kit_count, kit_cap;
    bool native;                      /* shared objects may be loaded */
    const game *games[MAX_GAMES + 1]; /* ended by NULL */
};

/* --- the list --- */

static bool listed(const game_library *l, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (text_same(l->games[i]->name, name)) return true;
    return false;
}

/* What came last under the name of g: a text, a game on the kit, or g itself. */
static const game *latest(const game_library *l, const game *g) {
    const game *read = text_library_game(l->texts, g->name);
    if (read && !text_same(read->name, g->name)) read = NULL; /* a variant of that name */
    for (size_t i = l->kit_count; i-- > 0;) {
        const game *on_kit = kit_game(l->kits[i].k);
        if (!text_same(on_kit->name, g->name)) continue;
        return read && text_facts_of(read)->reading > l->kits[i].after ? read : on_kit;
    }
    return read ? read : g;
}

/* Each name is there once. */
static FOR_ASSERT bool library_check(const game_library *l) {
    size_t n = 0;
    for (; l->games[n]; n++)
        if (n >= MAX_GAMES || listed(l, n, l->games[n]->name)) return false;
    return true;
}

/* What fits; a program with a thousand games has other troubles. */
static void list_games(game_library *l) {
    size_t n = 0;
    const game *chess = text_library_game(l->texts, "chess");
    if (chess) l->games[n++] = latest(l, chess);
    for (game_list g = l->in_c; *g && n < MAX_GAMES; g++)
        if (!listed(l, n, (*g)->name)) l->games[n++] = latest(l, *g);
    for (size_t i = 0; i < l->kit_count && n < MAX_GAMES; i++)
        if (!listed(l, n, kit_game(l->kits[i].k)->name))
            l->games[n++] = latest(l, kit_game(l->kits[i].k));
    size_t sorted = n;
    for (int i = 0; i < text_library_count(l->texts) && n < MAX_GAMES; i++) {
        const game *read = text_library_at(l->texts, i);
        if (listed(l, n, read->name)) continue;
        size_t at = n++;
        for (; at > sorted && strcmp(l->games[at - 1]->name, read->name) > 0; at--)
            l->games[at] = l->games[at - 1];
        l->games[at] = read;
    }
    l->games[n] = NULL;
    assert(library_check(l));
}

/* --- the protocol's side --- */

static void report_problems(const load_listener *to, const diags *d) {
    for (int i = 0; to && to->problem && i < d->count; i++) {
        const diag *x = &d->item[i];
        load_problem p = {.file = x->file,
                          .line = x->line,
                          .column = x->column,
                          .code = x->code,
                          .message = x->message,
                          .hint = x->hint,
                          .error = x->code[0] == 'E'};
        to->problem(to->ctx, &p);
    }
}

/* The games of the text that was read last. */
static void report_games(const load_listener *to, const text_library *s) {
    for (int i = 0; to && to->game && i < text_library_count(s); i++) {
        const game *g = text_library_at(s, i);
        const text_facts *f = text_facts_of(g);
        if (f->reading == text_library_readings(s))
            to->game(to->ctx, &(loaded_game){.kind = g, .cells = f->cells, .hash = f->hash});
    }
}

static status reported(status st, const char *name, error *err) {
    if (st == ST_BAD_SYNTAX) return error_set(err, st, "%.120s: the rules text has errors", name);
    if (st == ST_NOMEM) return error_set(err, st, "no memory for %.120s", name);
    return st;
}

static status read_text(void *ctx, const load_text *in, const load_listener *to, error *err) {
    game_library *l = ctx;
    diags *d = mem_alloc(sizeof *d);
    if (!d) return reported(ST_NOMEM, in->name, err);
    status st = game_library_read(l, &(source){in->name, in->data, in->len}, NULL, d, err);
    report_problems(to, d);
    if (st == ST_OK) report_games(to, l->texts);
    mem_free(d);
    return st;
}

typedef struct folder_update {
    game_library *l;
    const load_listener *to;
} folder_update;

static void report_text(void *ctx, const source *src, status st, const diags *d) {
    folder_update *n = ctx;
    (void)src;
    report_problems(n->to, d);
    if (st == ST_OK) report_games(n->to, n->l->texts);
}

static status load_files(game_library *l, const file_names *names, const load_listener *to,
                         const char *path, error *err) {
    text *body = mem_alloc(names->count * sizeof *body);
    source *src = mem_alloc(names->count * sizeof *src);
    status st = body && src ? ST_OK : reported(ST_NOMEM, path, err);
    size_t n = 0;
    for (; n < names->count && st == ST_OK; n++) {
        st = file_read(&body[n], names->at[n], PARSER_MAX_BYTES, err);
        if (st == ST_OK) src[n] = (source){names->at[n], text_string(&body[n]), body[n].len};
    }
    folder_update updates = {l, to};
    if (st == ST_OK)
        st = reported(text_library_read_all(l->texts, src, n, report_text, &updates), path, err);
    list_games(l);
    for (size_t i = 0; body && i < n; i++) text_done(&body[i]);
    mem_free(body);
    mem_free(src);
    return st;
}

/* --- games on the kit --- */

bool game_library_is_object(const char *path) {
    size_t n = strlen(path);
    return n > 3 && strcmp(path + n - 3, ".so") == 0;
}

/* Takes the kit over, also on failure. */
static status keep_kit(game_library *l, kit *k, error *err) {
    if (MEM_GROW(l->kits, l->kit_cap, l->kit_count + 1) != ST_OK) {
        kit_destroy(k);
        return error_set(err, ST_NOMEM, "no memory for one more game");
    }
    l->kits[l->kit_count++] = (kit_entry){k, text_library_readings(l->texts)};
    list_games(l);
    return ST_OK;
}

status game_library_add(game_library *l, const bw_game *from, error *err) {
    kit *k;
    status st = kit_create(&k, from, err);
    return st == ST_OK ? keep_kit(l, k, err) : st;
}

void game_library_allow_native(game_library *l, bool on) {
    l->native = on;
}

bool game_library_allows_native(const game_library *l) {
    return l->native;
}

static void allow_native(void *ctx, bool on) {
    game_library_allow_native(ctx, on);
}

status game_library_check_native(const game_library *l, const char *path, error *err) {
    if (l->native) return ST_OK;
    return error_set(err, ST_UNSUPPORTED,
                     "%.120s would run as a part of this program: where that is meant say so with "
                     "--allow-native, or the option AllowNative",
                     path);
}

/* Texts with the code that was generated from them. */
static status load_native(game_library *l, const char *path, const load_listener *to,
                          const game **out, error *err) {
    const rb_native_object *o;
    diags *d = mem_alloc(sizeof *d);
    const game *first = NULL;
    status st = d ? native_object_open(&o, path, l->texts, err)
                  : error_set(err, ST_NOMEM, "no memory for %.120s", path);
    for (const rb_native_text *t = st == ST_OK ? o->texts : NULL; st == ST_OK && t->name; t++) {
        const game *one = NULL;
        st = game_library_read(l, &(source){t->name, t->text, t->len}, &one, d, err);
        if (!first) first = one;
    }
    for (const rb_native *const *n = st == ST_OK ? o->natives : NULL; n && *n; n++) {
        text_library_native(l->texts, *n);
        const game *g = text_library_game(l->texts, (*n)->name);
        const text_facts *facts = text_facts_of(g);
        if (to && to->game) to->game(to->ctx, &(loaded_game){g, facts->cells, facts->hash});
    }
    if (st == ST_OK && out) *out = first;
    mem_free(d);
    return st;
}

static status load_object(game_library *l, const char *path, const load_listener *to,
                          const game **out, error *err) {
    kit *k = NULL;
    status st = game_library_check_native(l, path, err);
    bool native = false;
    if (st == ST_OK) st = native_object_look(path, &native, err);
    if (native) return load_native(l, path, to, out, err);
    if (st == ST_OK) st = kit_load(&k, path, err);
    for (size_t i = 0; st == ST_OK && i < l->kit_count; i++) {
        if (!kit_is_stale(k, l->kits[i].k)) continue;
        kit_destroy(k);
        st = error_set(err, ST_UNSUPPORTED,
                       "%.120s has changed since it was loaded: start the program again", path);
    }
    if (st == ST_OK) st = keep_kit(l, k, err);
    if (st != ST_OK) return st;
    if (out) *out = kit_game(k);
    if (to && to->game)
        to->game(to->ctx, &(loaded_game){kit_game(k), kit_cells(k), kit_hash_of(k)});
    return ST_OK;
}

/* --- files --- */

static status load_path(void *ctx, const char *path, const load_listener *to, error *err) {
    game_library *l = ctx;
    file_names names = {0};
    if (game_library_is_object(path)) return load_object(l, path, to, NULL, err);
    status st = file_is_folder(path) ? file_list(&names, path, ".game", MAX_FILES, err)
                                     : file_names_add(&names, path, err);
    if (st == ST_OK && !names.count)
        st = error_set(err, ST_NOT_FOUND, "there is no *.game file in %.120s", path);
    if (st == ST_OK) st = load_files(l, &names, to, path, err);
    file_names_done(&names);
    return st;
}

static status check_text(void *ctx, const load_text *in, const load_listener *to,
                         const atomic_bool *stop, error *err) {
    const game_library *l = ctx;
    text_library *own = NULL;
    if (in->len > 4 && memcmp(in->data, "\177ELF", 4) == 0)
        return error_set(err, ST_UNSUPPORTED, "%.120s is no text: kibitz check looks at objects",
                         in->name);
    diags *d = mem_alloc(sizeof *d);
    status st = d ? text_library_create_next_to(&own, l->texts) : ST_NOMEM;
    if (st == ST_OK) st = text_library_read(own, &(source){in->name, in->data, in->len}, d);
    st = reported(st, in->name, err);
    if (d) report_problems(to, d);
    for (int i = 0; st == ST_OK && i < text_library_count(own); i++) {
        battery_result res;
        st = rules_check(text_library_at(own, i),
                         &(rules_check_options){.games = RULES_CHECK_GAMES, .stop = stop}, &res,
                         err);
    }
    if (st == ST_OK) report_games(to, own);
    text_library_destroy(own);
    mem_free(d);
    return st;
}

/* --- for other threads --- */

static game_list hold_games(void *ctx) {
    const game_library *l = ctx;
    size_t n = 0;
    while (l->games[n]) n++;
    size_t bytes = (n + 1) * sizeof(void *);
    const game **copy = mem_alloc(bytes);
    if (copy) memcpy(copy, l->games, bytes);
    for (size_t i = 0; copy && i < n; i++) (void)game_keep(copy[i]);
    return copy;
}

static void release_games(void *ctx, game_list held) {
    (void)ctx;
    for (size_t i = 0; held && held[i]; i++) game_let_go(held[i]);
    mem_free((void *)held);
}

/* --- create and destroy --- */

typedef struct own_update {
    game_library *l;
    error *err;
} own_update;

/* Weights that are inside the program, for a text of ours. */
static void set_weights(game_library *l, const game *g, error *err) {
    for (const embedded_file *w = weights_texts; w->name; w++) {
        size_t n = strlen(w->name) - strlen(".txt");
        if (strncmp(w->name, g->name, n) != 0 || g->name[n]) continue;
        weights e;
        int missing;
        weights_init(&e, g);
        status st = weights_read(&e, (const char *)w->at, *w->size, &missing, err);
        if (st != ST_OK) continue;
        draw_term draws[EVAL_MAX_FEATURES + 2];
        weights_draws(&e, draws);
        text_library_set_weights(l->texts, g->name, e.weight);
        text_library_draws(l->texts, g->name, draws);
    }
}

/* Keeps the first thing that is wrong. */
static void take_ours(void *ctx, const source *src, status st, const diags *d) {
    const own_update *n = ctx;
    const text_library *s = n->l->texts;
    (void)src;
    if (st == ST_BAD_SYNTAX && n->err->code == ST_OK) (void)diags_status(d, n->err);
    for (int i = 0; st == ST_OK && i < text_library_count(s); i++)
        if (text_facts_of(text_library_at(s, i))->reading == text_library_readings(s))
            set_weights(n->l, text_library_at(s, i), n->err);
}

static status read_ours(game_library *l, const embedded_file *texts, error *err) {
    size_t n = 0;
    while (texts[n].name) n++;
    source *src = mem_alloc(n * sizeof *src);
    if (!src) return ST_NOMEM;
    for (size_t i = 0; i < n; i++)
        src[i] = (source){texts[i].name, (const char *)texts[i].at, *texts[i].size};
    text_library_trust(l->texts, true);
    own_update updates = {l, err};
    status st = text_library_read_all(l->texts, src, n, take_ours, &updates);
    text_library_trust(l->texts, false);
    mem_free(src);
    return st;
}

status game_library_create(game_library **out, game_list in_c, const embedded_file *texts,
                           const struct rb_native *const *natives, error *err) {
    error wrong = {.code = ST_OK};
    game_library *l = mem_alloc(sizeof *l);
    *out = l;
    status st = l ? text_library_create(&l->texts) : ST_NOMEM;
    if (st == ST_OK) {
        l->in_c = in_c;
        l->loader = (game_loader){.ctx = l,
                                  .read = read_text,
                                  .read_path = load_path,
                                  .check = check_text,
                                  .hold = hold_games,
                                  .release = release_games,
                                  .allow_native = allow_native};
        st = read_ours(l, texts, &wrong);
        for (; *natives; natives++) text_library_native(l->texts, *natives);
        list_games(l);
    }
    if (st == ST_OK && wrong.code != ST_OK) st = wrong.code;
    if (st == ST_OK) return ST_OK;
    if (st != ST_NOMEM) return error_set(err, ST_INTERNAL, "%s", wrong.text);
    game_library_destroy(l);
    *out = NULL;
    return error_set(err, ST_NOMEM, "no memory for the rules texts");
}

void game_library_destroy(game_library *l) {
    if (!l) return;
    for (size_t i = 0; i < l->kit_count; i++) kit_destroy(l->kits[i].k);
    mem_free(l->kits);
    text_library_destroy(l->texts);
    mem_free(l);
}

/* --- use --- */

game_list game_library_games(const game_library *l) {
    return l->games;
}

const text_library *game_library_texts(const game_library *l) {
    return l->texts;
}

const game_loader *game_library_loader(game_library *l) {
    return &l->loader;
}

static const game *first_of_last(const text_library *s) {
    for (int i = 0; i < text_library_count(s); i++) {
        const text_facts *f = text_facts_of(text_library_at(s, i));
        if (f->reading == text_library_readings(s) && f->place == 0) return text_library_at(s, i);
    }
    return NULL;
}

status game_library_read(game_library *l, const source *src, const game **first, diags *d,
                         error *err) {
    if (first) *first = NULL;
    status st = reported(text_library_read(l->texts, src, d), src->name, err);
    if (st != ST_OK) return st;
    list_games(l);
    if (first) *first = first_of_last(l->texts);
    return ST_OK;
}

status game_library_read_file(game_library *l, const char *path, const game **first, diags *d,
                              error *err) {
    if (game_library_is_object(path)) return load_object(l, path, NULL, first, err);
    text data;
    status st = file_read(&data, path, PARSER_MAX_BYTES, err);
    if (st != ST_OK) return st;
    source src = {path, text_string(&data), data.len};
    st = game_library_read(l, &src, first, d, err);
    text_done(&data);
    return st;
}
