#define _POSIX_C_SOURCE 200809L
#include "cli/play/line_edit.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

#ifndef KIBITZ_LIBEDIT

line_edit *line_edit_open(const line_edit_owner *owner) {
    (void)owner;
    return NULL;
}

void line_edit_close(line_edit *e) {
    (void)e;
}

const char *line_edit_next(line_edit *e) {
    (void)e;
    return NULL;
}

void line_edit_forget(line_edit *e) {
    (void)e;
}

#else

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>
#include <wchar.h>

#include "engine/base/text.h"

enum { WAIT_MS = 50, REMEMBERED = 500, MAX_SHOWN = 60, WIDTH = 72 };

struct line_edit {
    line_edit_owner owner;
    EditLine *el;
    History *past;
    text line;
};

static line_edit *of(EditLine *el) {
    void *data = NULL;
    (void)el_get(el, EL_CLIENTDATA, &data);
    return data;
}

static char *prompt(EditLine *el) {
    const line_edit *e = of(el);
    return (char *)e->owner.prompt(e->owner.ctx);
}

/* --- keys --- */

static void report_updates(const line_edit *e) {
    const char *updates = e->owner.updates(e->owner.ctx);
    if (!updates) return;
    (void)printf("\n%s\n", updates);
    (void)fflush(stdout);
    (void)el_set(e->el, EL_REFRESH);
}

/* Waits for a byte, with an eye on the owner; false at the end. */
static bool next_byte(const line_edit *e, char *out) {
    for (;;) {
        struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
        int ready = poll(&in, 1, WAIT_MS);
        if (e->owner.leave(e->owner.ctx)) return false;
        report_updates(e);
        if (ready < 0 && errno != EINTR) return false;
        if (ready <= 0) continue;
        ssize_t n = read(STDIN_FILENO, out, 1);
        if (n < 0 && errno == EINTR) continue;
        return n == 1;
    }
}

/* libedit's way to read: 1 and a character, 0 at the end. Bytes that are no character of the
 * locale are dropped. */
static int next_character(EditLine *el, wchar_t *out) {
    const line_edit *e = of(el);
    mbstate_t state;
    memset(&state, 0, sizeof state);
    for (char byte; next_byte(e, &byte);) {
        size_t n = mbrtowc(out, &byte, 1, &state);
        if (n <= 1) return 1;
        if (n == (size_t)-1) memset(&state, 0, sizeof state);
    }
    return 0;
}

/* --- completion --- */

typedef struct finding {
    char *at[MAX_SHOWN];
    int count;
    size_t common; /* this many bytes are the same in all of them */
} finding;

static void take_found(void *ctx, const char *line) {
    finding *f = ctx;
    char *copy = f->count < MAX_SHOWN ? mem_string(line) : NULL;
    if (!copy) return;
    f->at[f->count++] = copy;
    if (f->count == 1) f->common = strlen(copy);
    size_t n = 0;
    while (n < f->common && f->at[0][n] == copy[n]) n++;
    f->common = n;
}

/* In columns below the line. */
static void show_found(const finding *f) {
    size_t width = 0;
    for (int i = 0; i < f->count; i++)
        if (strlen(f->at[i]) > width) width = strlen(f->at[i]);
    size_t columns = WIDTH / (width + 2) ? WIDTH / (width + 2) : 1;
    (void)printf("\n");
    for (int i = 0; i < f->count; i++) {
        bool last = i + 1 == f->count || (size_t)(i + 1) % columns == 0;
        (void)printf("%-*s%s", last ? 0 : (int)width + 2, f->at[i], last ? "\n" : "");
    }
    if (f->count == MAX_SHOWN) (void)printf("...\n");
    (void)fflush(stdout);
}

static unsigned char complete(EditLine *el, int key) {
    const line_edit *e = of(el);
    const LineInfo *li = el_line(el);
    finding f = {.count = 0};
    text typed = text_growing();
    (void)key;
    text_putn(&typed, li->buffer, (size_t)(li->cursor - li->buffer));
    e->owner.complete(e->owner.ctx, text_string(&typed), MAX_SHOWN, take_found, &f);
    unsigned char result = CC_ERROR;
    if (f.count && f.common > typed.len) {
        f.at[0][f.common] = '\0';
        result = el_insertstr(el, f.at[0] + typed.len) == 0 ? CC_REFRESH : CC_ERROR;
    } else if (f.count > 1) {
        show_found(&f);
        result = CC_REDISPLAY;
    }
    for (int i = 0; i < f.count; i++) mem_free(f.at[i]);
    text_done(&typed);
    return result;
}

/* --- create and destroy --- */

static bool terminal_is_able(void) {
    const char *term = getenv("TERM");
    return term && *term && strcmp(term, "dumb") != 0;
}

static bool set_up(line_edit *e) {
    HistEvent event;
    e->past = history_init();
    e->el = el_init("kibitz", stdin, stdout, stderr);
    if (!e->past || !e->el) return false;
    (void)history(e->past, &event, H_SETSIZE, REMEMBERED);
    (void)history(e->past, &event, H_SETUNIQUE, 1);
    (void)el_set(e->el, EL_CLIENTDATA, e);
    (void)el_set(e->el, EL_PROMPT, prompt);
    (void)el_set(e->el, EL_EDITOR, "emacs");
    (void)el_set(e->el, EL_HIST, history, e->past);
    (void)el_set(e->el, EL_ADDFN, "kibitz-complete", "complete", complete);
    (void)el_set(e->el, EL_BIND, "^I", "kibitz-complete", NULL);
    (void)el_set(e->el, EL_BIND, "^R", "em-inc-search-prev", NULL);
    (void)el_set(e->el, EL_GETCFN, next_character);
    return true;
}

line_edit *line_edit_open(const line_edit_owner *owner) {
    line_edit *e = terminal_is_able() ? mem_alloc(sizeof *e) : NULL;
    if (!e) return NULL;
    (void)setlocale(LC_CTYPE, ""); /* which bytes make a character */
    e->owner = *owner;
    e->line = text_growing();
    if (set_up(e)) return e;
    line_edit_close(e);
    return NULL;
}

void line_edit_close(line_edit *e) {
    if (!e) return;
    if (e->el) el_end(e->el);
    if (e->past) history_end(e->past);
    text_done(&e->line);
    mem_free(e);
}

const char *line_edit_next(line_edit *e) {
    HistEvent event;
    int count = 0;
    (void)fflush(stdout);
    el_resize(e->el);
    /* Before the prompt is seen: what is typed at once (the end of input above all) is for us. */
    (void)el_set(e->el, EL_PREP_TERM, 1);
    const char *got = el_gets(e->el, &count);
    if (!got || count <= 0 || e->owner.leave(e->owner.ctx)) return NULL;
    text_clear(&e->line);
    text_putn(&e->line, got, strcspn(got, "\r\n"));
    if (e->line.len) (void)history(e->past, &event, H_ENTER, text_string(&e->line));
    return text_string(&e->line);
}

void line_edit_forget(line_edit *e) {
    HistEvent event;
    (void)history(e->past, &event, H_CLEAR);
}

#endif
