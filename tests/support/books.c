#define _POSIX_C_SOURCE 200809L
#include "tests/support/books.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "tests/support/one_line.h"

enum { BOOKS = 120, BOOK_NAME = 80, BOOK_BYTES = 1 << 20 };

static bool put(text_library *s, const char *name, const char *string) {
    diags *d = mem_alloc(sizeof *d);
    if (!d) return false;
    status st = text_library_read(s, &(source){name, string, strlen(string)}, d);
    if (d->count) {
        text out = text_growing();
        diags_write(d, &out);
        printf("%s", text_string(&out));
        text_done(&out);
    }
    bool good = st == ST_OK && d->count == 0;
    mem_free(d);
    return good;
}

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

/* The names of the texts in a folder, sorted: parents are named before their children. */
static int list_books(const char *folder, char names[BOOKS][BOOK_NAME]) {
    int count = 0;
    DIR *d = opendir(folder);
    if (!d) return 0;
    for (const struct dirent *e = readdir(d); e && count < BOOKS; e = readdir(d)) {
        const char *dot = strrchr(e->d_name, '.');
        size_t len = strlen(e->d_name);
        if (!dot || strcmp(dot, ".game") != 0 || len >= BOOK_NAME) continue;
        memcpy(names[count++], e->d_name, len + 1);
    }
    closedir(d);
    qsort(names, (size_t)count, BOOK_NAME, by_name);
    return count;
}

static bool read_book(text_library *s, const char *folder, const char *name) {
    char path[512];
    text content;
    error err;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (file_read(&content, path, BOOK_BYTES, &err) != ST_OK) {
        printf("%s: %s\n", path, err.text);
        return false;
    }
    bool good = put(s, name, text_string(&content));
    text_done(&content);
    return good;
}

text_library *books_read(const char *folder) {
    static char names[BOOKS][BOOK_NAME];
    text_library *s;
    int count = list_books(folder, names);
    if (text_library_create(&s) != ST_OK) return NULL;
    bool good = count > 0;
    for (int i = 0; i < count; i++) good &= read_book(s, folder, names[i]);
    if (good) return s;
    text_library_destroy(s);
    return NULL;
}

text_library *books_some(const char *folder, const char *names) {
    text_library *s;
    if (text_library_create(&s) != ST_OK) return NULL;
    bool good = true;
    while (*names) {
        char file[BOOK_NAME];
        int len = (int)strcspn(names, " ");
        snprintf(file, sizeof file, "%.*s.game", len, names);
        good &= read_book(s, folder, file);
        names += len + (names[len] == ' ');
    }
    if (good) return s;
    text_library_destroy(s);
    return NULL;
}

text_library *books_of(const char *string) {
    text_library *s;
    if (text_library_create(&s) != ST_OK) return NULL;
    if (put(s, "test.game", string)) return s;
    text_library_destroy(s);
    return NULL;
}

position *books_at(const text_library *s, const char *name, const char *setup, const char *from) {
    const game *g = s ? text_library_game(s, name) : NULL;
    position *p = NULL;
    error err = {0};
    if (!g) {
        printf("there is no game %s\n", name);
        return NULL;
    }
    params options = one_line_setup(g, setup);
    status st = from ? position_read(&p, g, &options, SEAT_ALL, from, &err)
                     : position_start(&p, g, &options, SEAT_ALL, &err);
    if (st != ST_OK) printf("%s: %s\n", name, err.text);
    return st == ST_OK ? p : NULL;
}

typedef struct lister {
    const position *p;
    char word[4096][24];
    int count;
} lister;

static bool add_word(void *ctx, const token *tok) {
    lister *l = ctx;
    text word = text_over(l->word[l->count], sizeof l->word[0]);
    token_write(position_rules(l->p), position_data(l->p), tok, &word);
    return ++l->count < 4096;
}

action books_step(const position *p, const char *word) {
    const rules *r = position_rules(p);
    action steps[GAME_MAX_STEPS];
    int n = 0;
    error e = {0};
    status st = game_from_text(r, position_data(p), word, steps, &n, &e);
    if (st == ST_OK && n == 1) return steps[0];
    printf("%s: %s\n", word, st == ST_OK ? "more than one step" : e.text);
    return ACTION_NONE;
}

void books_legal(const position *p, text *out) {
    static lister l;
    l = (lister){.p = p};
    (void)token_walk(position_ref(p), add_word, &l);
    qsort(l.word, (size_t)l.count, sizeof l.word[0], by_name);
    for (int i = 0; i < l.count; i++) text_format(out, "%s%s", i ? " " : "", l.word[i]);
}

void books_result(const position *p, text *out) {
    const rules *r = position_rules(p);
    float utility[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (r->game->actor(r, position_data(p)) != ACTOR_NONE) {
        text_put(out, "-");
        return;
    }
    r->game->returns(r, position_data(p), utility, points);
    for (int i = 0; i < r->players; i++)
        text_format(out, "%s%.3g", i ? " " : "", (double)utility[i]);
}
