#include "tests/support/text_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/rules/machine/program.h"
#include "engine/rules/machine/state.h"
#include "tests/support/one_line.h"

static bool say(const char *what, const char *more) {
    (void)fprintf(stderr, "table: %s: %s\n", what, more);
    return false;
}

static void print_diags(const diags *d) {
    text out = text_growing();
    diags_write(d, &out);
    (void)fprintf(stderr, "%s", text_string(&out));
    text_done(&out);
}

static bool read_body(table *x, const char *name, const char *body, size_t len) {
    diags d = {0};
    status st = text_library_read(x->shelf, &(source){name, body, len}, &d);
    if (st == ST_OK) return true;
    print_diags(&d);
    return say(name, status_name(st));
}

static bool sit_down(table *x, const char *setup, int64_t steps) {
    error err = {0};
    if (!text_library_count(x->shelf)) return say("no game", "");
    const game *g = text_library_at(x->shelf, text_library_count(x->shelf) - 1);
    params p = one_line_setup(g, setup);
    if (rules_open(&x->r, g, &p, &err) != ST_OK) return say(g->name, err.text);
    if (steps) ((program *)(void *)x->r)->work = steps;
    x->s = mem_alloc(x->r->state_size);
    x->list = mem_alloc(x->r->max_actions * sizeof *x->list);
    x->word = mem_alloc(x->r->max_actions * sizeof *x->word);
    if (!x->s || !x->list || !x->word) return say("no memory", "");
    text_table_start(x);
    return true;
}

bool text_table_open(table *x, const char *body, const char *setup) {
    *x = (table){.line = text_growing()};
    if (text_library_create(&x->shelf) != ST_OK) return say("no memory", "");
    return read_body(x, "test.game", body, strlen(body)) && sit_down(x, setup, 0);
}

bool text_table_open_lazy(table *x, const char *body, int64_t steps) {
    *x = (table){.line = text_growing()};
    if (text_library_create(&x->shelf) != ST_OK) return say("no memory", "");
    return read_body(x, "test.game", body, strlen(body)) && sit_down(x, "", steps);
}

bool text_table_open_file(table *x, const char *file, const char *setup) {
    error err = {0};
    text body = text_growing();
    *x = (table){.line = text_growing()};
    if (text_library_create(&x->shelf) != ST_OK) return say("no memory", "");
    if (file_read(&body, file, 1 << 20, &err) != ST_OK) return say(file, err.text);
    bool good = read_body(x, file, text_string(&body), body.len);
    text_done(&body);
    return good && sit_down(x, setup, 0);
}

void text_table_close(table *x) {
    mem_free(x->s);
    mem_free(x->list);
    mem_free(x->word);
    trail_done(&x->t);
    text_done(&x->line);
    rules_close(x->r);
    text_library_destroy(x->shelf);
}

void text_table_start(table *x) {
    x->t.len = 0;
    x->r->game->start(x->r, x->s);
}

bool text_table_read(table *x, const char *line) {
    error err = {0};
    x->t.len = 0;
    if (x->r->game->read(x->r, x->s, line, &err) == ST_OK) return true;
    return say(line, err.text);
}

const char *text_table_text(table *x) {
    text_clear(&x->line);
    x->r->game->write(x->r, x->s, &x->line);
    return text_string(&x->line);
}

int text_table_actor(const table *x) {
    return x->r->game->actor(x->r, x->s);
}

static int by_word(const void *a, const void *b) {
    return strcmp(a, b);
}

static int list_actions(table *x) {
    const game *g = x->r->game;
    if (text_table_actor(x) != ACTOR_CHANCE) return g->legal(x->r, x->s, &x->t, x->list);
    float *weight = mem_alloc(x->r->max_actions * sizeof *weight);
    int n = weight ? g->chance(x->r, x->s, x->list, weight) : 0;
    mem_free(weight);
    return n;
}

void text_table_look(table *x) {
    x->count = list_actions(x);
    for (int i = 0; i < x->count; i++) {
        text t = text_over(x->word[i], TABLE_WORD);
        x->r->game->to_text(x->r, x->s, &x->list[i], 1, &t);
    }
    if (x->count) qsort(x->word, (size_t)x->count, sizeof *x->word, by_word);
}

bool text_table_offers(table *x, const char *list) {
    char want[4096][TABLE_WORD];
    int n = 0;
    text joined = text_growing();
    for (const char *s = list; *s; n++) {
        size_t len = strcspn(s, " ");
        (void)snprintf(want[n], TABLE_WORD, "%.*s", (int)len, s);
        s += len;
        s += strspn(s, " ");
    }
    if (n) qsort(want, (size_t)n, sizeof *want, by_word);
    text_table_look(x);
    bool same = n == x->count;
    for (int i = 0; i < n && same; i++) same = strcmp(want[i], x->word[i]) == 0;
    for (int i = 0; i < x->count; i++) text_format(&joined, "%s%s", i ? " " : "", x->word[i]);
    if (!same) (void)fprintf(stderr, "on offer: %s\nexpected: %s\n", text_string(&joined), list);
    text_done(&joined);
    return same;
}

bool text_table_has(table *x, const char *word) {
    text_table_look(x);
    for (int i = 0; i < x->count; i++)
        if (strcmp(x->word[i], word) == 0) return true;
    return false;
}

action text_table_action(table *x, const char *word) {
    char buf[TABLE_WORD];
    int n = list_actions(x);
    for (int i = 0; i < n; i++) {
        text t = text_over(buf, sizeof buf);
        x->r->game->to_text(x->r, x->s, &x->list[i], 1, &t);
        if (strcmp(buf, word) == 0) return x->list[i];
    }
    return ACTION_NONE;
}

void text_table_apply(table *x, action a) {
    (void)trail_reserve(&x->t, 4);
    x->r->game->apply(x->r, x->s, &x->t, a);
}

bool text_table_play(table *x, const char *list) {
    char word[TABLE_WORD];
    for (const char *s = list; *s;) {
        size_t len = strcspn(s, " ");
        (void)snprintf(word, sizeof word, "%.*s", (int)len, s);
        action a = text_table_action(x, word);
        if (a == ACTION_NONE) return say(word, "not on offer");
        text_table_apply(x, a);
        s += len;
        s += strspn(s, " ");
    }
    return true;
}

bool text_table_pays(table *x, const char *utilities) {
    float got[GAME_MAX_PLAYERS];
    int32_t points[GAME_MAX_PLAYERS];
    if (text_table_actor(x) != ACTOR_NONE) return say("the game goes on", text_table_text(x));
    x->r->game->returns(x->r, x->s, got, points);
    const char *at = utilities;
    for (int i = 0; i < x->r->players; i++) {
        char *end;
        float want = strtof(at, &end);
        at = end;
        if (want - got[i] > 0.001F || got[i] - want > 0.001F) {
            (void)fprintf(stderr, "player %d has %.3f, expected %s\n", i, (double)got[i],
                          utilities);
            return false;
        }
    }
    return true;
}

/* Byte for byte, but for how far back it is worth to look for repetitions. */
static bool same_state(const table *x, const void *copy) {
    rb_head a = *(const rb_head *)x->s;
    rb_head b = *(const rb_head *)copy;
    a.quiet = b.quiet = 0;
    return memcmp(&a, &b, sizeof a) == 0 &&
           memcmp((const char *)x->s + sizeof a, (const char *)copy + sizeof a,
                  x->r->state_size - sizeof a) == 0;
}

static bool reads_back(table *x) {
    const game *g = x->r->game;
    error err = {0};
    void *copy = mem_alloc(x->r->state_size);
    char *line = mem_string(text_table_text(x));
    bool good = copy && line && g->read(x->r, copy, line, &err) == ST_OK;
    if (good) good = g->hash(x->r, copy) == g->hash(x->r, x->s);
    if (good && text_table_actor(x) != ACTOR_NONE) good = same_state(x, copy);
    if (!good) {
        (void)fprintf(stderr, "does not read back: %s (%s)\n", line ? line : "", err.text);
        if (copy && line && !err.text[0]) {
            text_clear(&x->line);
            g->write(x->r, copy, &x->line);
            (void)fprintf(stderr, "but gives:          %s\n", text_string(&x->line));
        }
    }
    mem_free(copy);
    mem_free(line);
    return good;
}

bool text_table_sound(table *x) {
    const game *g = x->r->game;
    error err = {0};
    if (g->hash(x->r, x->s) != game_rehash(x->r, x->s)) return say("hash", text_table_text(x));
    if (g->check(x->r, x->s, &err) != ST_OK) return say("check", err.text);
    int n = list_actions(x);
    if ((n == 0) != (text_table_actor(x) == ACTOR_NONE))
        return say("not settled", text_table_text(x));
    for (int i = 0; i < n; i += 1 + n / 4) /* each time the entire list is made */
        if (game_verify(x->r, x->s, &x->t, &x->list[i], 1, &err) != ST_OK)
            return say("a listed action is refused", text_table_text(x));
    return reads_back(x);
}
