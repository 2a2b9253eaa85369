#include <string.h>

#include "engine/base/memory.h"
#include "engine/sdk/boardwalk.h"
#include "lib/api/public_state.h"
#include "lib/catalogue.h"

/* Versions, errors, handles, the library and its games. */

_Static_assert((int)KIBITZ_INTERNAL == (int)ST_INTERNAL && (int)KIBITZ_LEAK == (int)ST_LEAK &&
                   (int)KIBITZ_NO_MEMORY == (int)ST_NOMEM,
               "codes are those of the protocol, in its order");

const char *kibitz_version(void) {
    return KIBITZ_VERSION_TEXT;
}

int kibitz_version_number(void) {
    return 10000 * KIBITZ_VERSION_MAJOR + 100 * KIBITZ_VERSION_MINOR + KIBITZ_VERSION_PATCH;
}

/* --- errors --- */

const char *kibitz_code_name(kibitz_code code) {
    return status_name((status)code);
}

static void copy_word(char *to, size_t size, const char *from) {
    text t = text_over(to, size);
    text_put(&t, from);
}

kibitz_code public_fail(kibitz_error *to, const error *e) {
    if (to) {
        *to = (kibitz_error){.code = (kibitz_code)e->code};
        copy_word(to->text, sizeof to->text, e->text);
        copy_word(to->reason, sizeof to->reason, e->reason);
        copy_word(to->detail, sizeof to->detail, e->detail);
        copy_word(to->word, sizeof to->word, e->arg);
    }
    return (kibitz_code)e->code;
}

kibitz_code public_refuse(kibitz_error *to, status code, const char *sentence) {
    error e;
    (void)error_set(&e, code, "%s", sentence);
    return public_fail(to, &e);
}

char *public_text(text *t, kibitz_error *err) {
    char *out = t->cut ? NULL : mem_string(text_string(t));
    text_done(t);
    if (!out) (void)public_refuse(err, ST_NOMEM, "no memory for a text");
    return out;
}

void kibitz_free(char *made) {
    mem_free(made);
}

/* --- handles --- */

#ifndef NDEBUG
enum { KEPT = 256 };
static struct {
    handle *at[KEPT];
    size_t next;
} closed;
static atomic_flag closed_lock = ATOMIC_FLAG_INIT;

static void lock_closed(void) {
    while (atomic_flag_test_and_set_explicit(&closed_lock, memory_order_acquire)) thrd_yield();
}

/* Keeps the memory of a closed handle for a while; the oldest one goes. */
static handle *exchange_closed(handle *h) {
    lock_closed();
    handle *old = closed.at[closed.next];
    closed.at[closed.next] = h;
    closed.next = (closed.next + 1) % KEPT;
    atomic_flag_clear_explicit(&closed_lock, memory_order_release);
    return old;
}

/* With the last open handle all of them go. */
static void forget_closed(void) {
    for (size_t i = 0; i < KEPT; i++) mem_free(exchange_closed(NULL));
}

static atomic_int open_handles;
#endif

void *handle_make(handle_kind kind, size_t bytes, kibitz_error *err) {
    handle *h = mem_alloc(bytes);
    if (!h) {
        (void)public_refuse(err, ST_NOMEM, "no memory for a handle");
        return NULL;
    }
    h->kind = kind;
#ifndef NDEBUG
    atomic_fetch_add(&open_handles, 1);
#endif
    return h;
}

void handle_end(handle *h) {
#ifdef NDEBUG
    mem_free(h);
#else
    h->kind = HANDLE_CLOSED;
    mem_free(exchange_closed(h));
    if (atomic_fetch_sub(&open_handles, 1) == 1) forget_closed();
#endif
}

bool handle_good(const void *h, handle_kind kind, kibitz_error *err) {
#ifdef NDEBUG
    (void)h;
    (void)kind;
    (void)err;
    return true;
#else
    if (h && ((const handle *)h)->kind == kind) return true;
    (void)public_refuse(err, ST_BAD_VALUE,
                        h ? "the handle is closed, or of another kind"
                          : "there is no handle: NULL");
    return false;
#endif
}

/* --- the library --- */

kibitz_code kibitz_open(kibitz **out, kibitz_error *err) {
    error e;
    *out = NULL;
    kibitz *k = handle_make(HANDLE_LIBRARY, sizeof *k, err);
    if (!k) return KIBITZ_NO_MEMORY;
    status st = catalogue_create(&k->games, &e);
    if (st != ST_OK) {
        game_library_destroy(k->games);
        handle_end(&k->head);
        return public_fail(err, &e);
    }
    (void)mtx_init(&k->lock, mtx_plain);
    atomic_store(&k->users, 1);
    *out = k;
    return KIBITZ_OK;
}

kibitz *public_share(kibitz *k) {
    atomic_fetch_add(&k->users, 1);
    return k;
}

void public_let_go(kibitz *k) {
    if (atomic_fetch_sub(&k->users, 1) != 1) return;
    game_library_destroy(k->games);
    mtx_destroy(&k->lock);
    handle_end(&k->head);
}

void kibitz_close(kibitz *k) {
    if (k && handle_good(k, HANDLE_LIBRARY, NULL)) public_let_go(k);
}

static const kibitz_game *handed_out(const game *g) {
    return (const kibitz_game *)(const void *)g;
}

size_t kibitz_game_count(kibitz *k) {
    size_t n = 0;
    if (!handle_good(k, HANDLE_LIBRARY, NULL)) return 0;
    (void)mtx_lock(&k->lock);
    for (game_list g = game_library_games(k->games); g[n]; n++) {
    }
    (void)mtx_unlock(&k->lock);
    return n;
}

const kibitz_game *kibitz_game_at(kibitz *k, size_t i) {
    const game *found = NULL;
    if (!handle_good(k, HANDLE_LIBRARY, NULL)) return NULL;
    (void)mtx_lock(&k->lock);
    game_list g = game_library_games(k->games);
    for (size_t n = 0; g[n] && !found; n++)
        if (n == i) found = g[n];
    (void)mtx_unlock(&k->lock);
    return handed_out(found);
}

const kibitz_game *kibitz_game_find(kibitz *k, const char *name) {
    if (!handle_good(k, HANDLE_LIBRARY, NULL)) return NULL;
    (void)mtx_lock(&k->lock);
    const game *found = game_find(game_library_games(k->games), name);
    (void)mtx_unlock(&k->lock);
    return handed_out(found);
}

/* The place of the first mistake. */
static void put_place(const diags *d, kibitz_error *err) {
    for (int i = 0; i < d->count; i++) {
        if (d->item[i].code[0] != 'E') continue;
        err->line = d->item[i].line;
        err->column = d->item[i].column;
        return;
    }
}

/* The games of a text, or of a file where that is NULL. */
static kibitz_code load(kibitz *k, const source *text_of, const char *path,
                        const kibitz_game **first, kibitz_error *err) {
    error e;
    const game *made = NULL;
    if (first) *first = NULL;
    if (!handle_good(k, HANDLE_LIBRARY, err)) return KIBITZ_BAD_VALUE;
    diags *d = mem_alloc(sizeof *d);
    if (!d) return public_refuse(err, ST_NOMEM, "no memory to read a game");
    (void)mtx_lock(&k->lock);
    status st = text_of ? game_library_read(k->games, text_of, &made, d, &e)
                        : game_library_read_file(k->games, path, &made, d, &e);
    (void)mtx_unlock(&k->lock);
    kibitz_code code = st == ST_OK ? KIBITZ_OK : public_fail(err, &e);
    if (code != KIBITZ_OK && err) put_place(d, err);
    mem_free(d);
    if (first) *first = handed_out(made);
    return code;
}

kibitz_code kibitz_load_text(kibitz *k, const char *data, size_t length, const kibitz_game **first,
                             kibitz_error *err) {
    return load(k, &(source){.name = "text", .at = data, .len = length}, NULL, first, err);
}

kibitz_code kibitz_load_file(kibitz *k, const char *path, const kibitz_game **first,
                             kibitz_error *err) {
    return load(k, NULL, path, first, err);
}

void kibitz_allow_objects(kibitz *k, int yes) {
    if (!handle_good(k, HANDLE_LIBRARY, NULL)) return;
    (void)mtx_lock(&k->lock);
    game_library_allow_native(k->games, yes);
    (void)mtx_unlock(&k->lock);
}

kibitz_code kibitz_load_kit(kibitz *k, const struct bw_game *table, const kibitz_game **out,
                            kibitz_error *err) {
    error e;
    if (out) *out = NULL;
    if (!handle_good(k, HANDLE_LIBRARY, err)) return KIBITZ_BAD_VALUE;
    (void)mtx_lock(&k->lock);
    status st = game_library_add(k->games, table, &e);
    if (st == ST_OK && out) *out = handed_out(game_find(game_library_games(k->games), table->name));
    (void)mtx_unlock(&k->lock);
    return st == ST_OK ? KIBITZ_OK : public_fail(err, &e);
}

/* --- games --- */

const char *kibitz_game_name(const kibitz_game *g) {
    return public_game(g)->name;
}

const char *kibitz_game_title(const kibitz_game *g) {
    return public_game(g)->title;
}

void kibitz_game_players(const kibitz_game *g, int *min, int *max, int *standard) {
    if (min) *min = public_game(g)->min_players;
    if (max) *max = public_game(g)->max_players;
    if (standard) *standard = public_game(g)->default_players;
}

unsigned kibitz_game_traits(const kibitz_game *g) {
    const unsigned public_ones =
        KIBITZ_HAS_CHANCE | KIBITZ_HAS_HIDDEN | KIBITZ_HAS_REACTIONS | KIBITZ_HAS_POINTS;
    _Static_assert((int)KIBITZ_HAS_CHANCE == (int)GAME_CHANCE &&
                       (int)KIBITZ_HAS_HIDDEN == (int)GAME_HIDDEN &&
                       (int)KIBITZ_HAS_REACTIONS == (int)GAME_REACTIONS &&
                       (int)KIBITZ_HAS_POINTS == (int)GAME_POINTS,
                   "the bits are those of the contract");
    return public_game(g)->traits & public_ones;
}

int kibitz_game_option(const kibitz_game *g, size_t i, kibitz_option *out) {
    static const char *const type[] = {"int", "enum", "flag", "text", "file", "halves"};
    const param_spec *s = public_game(g)->params;
    for (size_t n = 0; s && s[n].name; n++) {
        if (n < i) continue;
        *out = (kibitz_option){.name = s[n].name,
                               .what = s[n].what,
                               .type = type[s[n].type],
                               .standard = s[n].default_value,
                               .choices = s[n].type == PARAM_ENUM ? s[n].choices : NULL,
                               .min = s[n].min,
                               .max = s[n].max};
        return 1;
    }
    return 0;
}

status public_setup(params *out, const game *g, const char *setup, error *err) {
    *out = params_default();
    if (!setup || !*setup) return ST_OK;
    char *copy = mem_string(setup);
    if (!copy) return error_set(err, ST_NOMEM, "no memory for the setup");
    words w = {0};
    size_t at = 0;
    status st = words_split(&w, copy, err);
    if (st == ST_OK) st = params_read(out, g, w.at, w.count, &at, err);
    if (st == ST_OK && at < w.count) {
        st = error_set(err, ST_BAD_SYNTAX,
                       "%.60s is no word of a setup: players, first, rules, set", w.at[at]);
        error_arg(err, w.at[at]);
    }
    words_done(&w);
    mem_free(copy);
    return st;
}
