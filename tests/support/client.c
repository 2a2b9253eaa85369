#include "tests/support/client.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "games/connect4/connect4.h"
#include "games/leduc/leduc.h"
#include "lib/catalogue.h"
#include "tune/tune_jobs.h"

struct client {
    session *session;
    output *output;
    game_library *library; /* its own, so that what is loaded is gone with it */
    tune_world world;
    jobs_interface jobs;
    mtx_t lock; /* guards the queue */
    cnd_t more;
    char **lines;
    size_t first, count, cap;
    bool quit;
};

static void keep_line(void *ctx, const char *line) {
    client *c = ctx;
    (void)mtx_lock(&c->lock);
    if (MEM_GROW(c->lines, c->cap, c->count + 1) == ST_OK) {
        c->lines[c->count] = mem_string(line);
        if (c->lines[c->count]) c->count++;
    }
    (void)cnd_broadcast(&c->more);
    (void)mtx_unlock(&c->lock);
}

static status open_library(game_library **out, bool entire) {
    static const game *const in_c[] = {&connect4, &leduc, NULL};
    embedded_file texts[2] = {{0}, {0}};
    if (entire) return catalogue_create(out, NULL);
    for (const embedded_file *t = rulebook_texts; t->name; t++)
        if (strcmp(t->name, "chess.game") == 0) texts[0] = *t;
    return game_library_create(out, in_c, texts, (const struct rb_native *const[]){NULL}, NULL);
}

typedef enum client_kind { PLAIN = 0, JSON = 1, COMPLETE = 2, JOBS = 4, SAFE = 8 } client_kind;

static client *open_with(unsigned kind) {
    client *c = mem_alloc(sizeof *c);
    if (!c) return NULL;
    (void)mtx_init(&c->lock, mtx_plain);
    (void)cnd_init(&c->more);
    if (open_library(&c->library, kind & COMPLETE) != ST_OK) {
        client_close(c);
        return NULL;
    }
    c->world = (tune_world){
        .games = game_library_games(c->library), .book = catalogue_registry(), .commit = "test"};
    c->jobs = tune_jobs;
    c->jobs.world = &c->world;
    session_config config = {.games = game_library_games(c->library),
                             .loader = game_library_loader(c->library),
                             .book = catalogue_registry(),
                             .version = KIBITZ_VERSION,
                             .commit = "test",
                             .compiler = "test",
                             .features = "test",
                             .jobs = kind & JOBS ? &c->jobs : NULL,
                             .safe = kind & SAFE,
                             .json = kind & JSON};
    if (output_to_sink(&c->output, keep_line, c) != ST_OK ||
        session_create(&c->session, &config, c->output, NULL) != ST_OK) {
        client_close(c);
        return NULL;
    }
    return c;
}

client *client_open(bool json) {
    return open_with(json ? COMPLETE | JSON : COMPLETE);
}

client *client_open_small(void) {
    return open_with(PLAIN);
}

client *client_open_jobs(void) {
    return open_with(JOBS);
}

client *client_open_mode(bool json) {
    return open_with(json ? JOBS | JSON : JOBS);
}

client *client_open_safe(void) {
    return open_with(COMPLETE | JOBS | SAFE);
}

void client_close(client *c) {
    if (!c) return;
    session_destroy(c->session);
    output_close(c->output, 0);
    game_library_destroy(c->library);
    for (size_t i = c->first; i < c->count; i++) mem_free(c->lines[i]);
    mem_free(c->lines);
    cnd_destroy(&c->more);
    mtx_destroy(&c->lock);
    mem_free(c);
}

void client_post(client *c, const char *line) {
    if (!session_line(c->session, line)) c->quit = true;
}

void client_send(client *c, const char *line) {
    client_post(c, line);
    session_catch_up(c->session);
}

bool client_quit(const client *c) {
    return c->quit;
}

session *client_session(client *c) {
    return c->session;
}

char *client_next(client *c, int ms) {
    int64_t until = clock_now_ms() + ms;
    char *line = NULL;
    (void)mtx_lock(&c->lock);
    while (c->first == c->count && clock_now_ms() < until) thread_wait_ms(&c->more, &c->lock, 20);
    if (c->first < c->count) line = c->lines[c->first++];
    (void)mtx_unlock(&c->lock);
    return line;
}

bool client_skip_to(client *c, const char *prefix) {
    for (;;) {
        char *line = client_next(c, CLIENT_PATIENCE_MS);
        bool found = line && text_starts(line, prefix);
        bool end = !line;
        mem_free(line);
        if (found || end) return found;
    }
}

static bool is_measured(const char *word) {
    return strcmp(word, "time") == 0 || strcmp(word, "nps") == 0 || strcmp(word, "hashfull") == 0 ||
           strcmp(word, "Nodes/second:") == 0;
}

static bool words_fit(const words *x, const words *y) {
    for (size_t i = 0; i < y->count; i++) {
        uint64_t n;
        if (strcmp(y->at[i], "...") == 0 && i + 1 == y->count) return true;
        if (i >= x->count) return false;
        bool number = text_u64(x->at[i], UINT64_MAX, &n) && text_u64(y->at[i], UINT64_MAX, &n);
        bool free_word = strcmp(y->at[i], "*") == 0 || (i && is_measured(y->at[i - 1]) && number);
        if (!free_word && strcmp(x->at[i], y->at[i]) != 0) return false;
    }
    return x->count == y->count;
}

/* Character by character; `...` stands for any of them. */
static bool object_fits(const char *line, const char *pattern) {
    const char *gap = strstr(pattern, "...");
    size_t n = gap ? (size_t)(gap - pattern) : strlen(pattern);
    if (strncmp(line, pattern, n) != 0) return false;
    if (!gap) return line[n] == '\0';
    for (line += n; *line; line++)
        if (object_fits(line, gap + 3)) return true;
    return object_fits(line, gap + 3);
}

bool client_fits(const char *line, const char *pattern) {
    if (text_starts(pattern, "scene {") || text_starts(pattern, "pick {"))
        return object_fits(line, pattern);
    char *a = mem_string(line);
    char *b = mem_string(pattern);
    words x = {0};
    words y = {0};
    bool fits = a && b && words_split(&x, a, NULL) == ST_OK && words_split(&y, b, NULL) == ST_OK &&
                words_fit(&x, &y);
    words_done(&x);
    words_done(&y);
    mem_free(a);
    mem_free(b);
    return fits;
}
