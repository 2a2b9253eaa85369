#define _POSIX_C_SOURCE 200809L
#include "cli/front.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "engine/base/memory.h"

enum { WAIT_MS = 100 };

static void wipe_bar(front *f) {
    if (f->drawn) progress_end(&f->bar);
    f->drawn = false;
}

void front_say(void *ctx, const char *said) {
    const front *f = ctx;
    wipe_bar(ctx);
    (void)fputs(said, f->to);
}

void front_progress(void *ctx, const search_report *r) {
    front *f = ctx;
    uint64_t done = f->limits->movetime_ms >= 0 ? (uint64_t)r->time_ms : r->nodes;
    progress_note(&f->bar, done, "");
    f->drawn = true;
}

static const char how_to_leave[] = "(interrupt again to leave, or type quit)";

/* An interrupt ends the thinking, as often as it comes; where only engines play, the second one
 * leaves. At the prompt the second one leaves, or the first in a pipe, always in good order. */
static bool interrupted(void *ctx, int which) {
    front *f = ctx;
    if (atomic_load(&f->leave)) return false;
    bool thinking = atomic_load(&f->thinking);
    bool counts = !thinking || !atomic_load(&f->people);
    int n = counts ? atomic_fetch_add(&f->interrupts, 1) + 1 : 0;
    if (which == SIGTERM || n > 1 || (!thinking && !f->screen)) atomic_store(&f->leave, true);
    if (thinking)
        play_stop(f->table);
    else if (!atomic_load(&f->leave) && f->edit)
        atomic_store(&f->notice, true);
    else if (!atomic_load(&f->leave))
        (void)fprintf(stderr, "\n%s\n", how_to_leave);
    return true;
}

/* --- what the editor asks --- */

static const char *show_prompt(void *ctx) {
    const front *f = ctx;
    return f->asks ? play_prompt(f->table) : "";
}

static void complete_line(void *ctx, const char *line, int max,
                          void (*found)(void *found_ctx, const char *line), void *found_ctx) {
    play_complete(((front *)ctx)->table, line, max, found, found_ctx);
}

static bool wants_to_leave(void *ctx) {
    return atomic_load(&((front *)ctx)->leave);
}

static const char *report_updates(void *ctx) {
    return atomic_exchange(&((front *)ctx)->notice, false) ? how_to_leave : NULL;
}

static line_edit *open_editor(front *f) {
    line_edit_owner owner = {show_prompt, complete_line, wants_to_leave, report_updates, f};
    return f->screen ? line_edit_open(&owner) : NULL;
}

/* The bar is there for as long as something is searched. */
static void start_thinking(front *f) {
    (void)fflush(f->to);
    uint64_t total =
        f->limits->movetime_ms >= 0 ? (uint64_t)f->limits->movetime_ms : f->limits->nodes;
    progress_start(&f->bar, "thinking", total);
    f->bar.silent = true; /* what people read here is the game */
    atomic_store(&f->people, play_has_human(f->table));
    atomic_store(&f->thinking, true);
}

static void end_thinking(front *f) {
    atomic_store(&f->thinking, false);
    wipe_bar(f);
}

static void hand_in(front *f, const char *line) {
    atomic_store(&f->interrupts, 0);
    start_thinking(f);
    play_line(f->table, line);
    end_thinking(f);
}

/* Without an editor. */
static bool read_plainly(front *f) {
    if (f->asks) (void)fputs(play_prompt(f->table), f->to);
    (void)fflush(f->to);
    line_result got = LINE_NOTHING_YET;
    while (got == LINE_NOTHING_YET && !atomic_load(&f->leave))
        got = line_reader_next(f->in, WAIT_MS);
    if (got == LINE_READ && f->echo) (void)fprintf(f->to, "%s\n", text_string(&f->in->line));
    if (got == LINE_READ) {
        hand_in(f, text_string(&f->in->line));
    } else {
        (void)fprintf(f->to, "\n");
        if (got == LINE_TOO_LONG) (void)fprintf(f->to, "that line is too long\n");
        if (got == LINE_HAS_NUL) (void)fprintf(f->to, "that line has a NUL byte in it\n");
        if (got == LINE_NO_MEMORY) (void)fprintf(f->to, "there is no memory for that line\n");
    }
    return got != LINE_END && got != LINE_NOTHING_YET;
}

/* One line to the table; false at the end of input, or when it is time to leave. */
static bool read_line(front *f, bool prompt) {
    f->asks = prompt;
    if (!f->edit) return read_plainly(f);
    if (!prompt) line_edit_forget(f->edit); /* it is another one's from here on */
    const char *line = line_edit_next(f->edit);
    if (line)
        hand_in(f, line);
    else
        (void)fprintf(f->to, "\n");
    return line != NULL;
}

/* --- from outside --- */

bool front_ask(const front *f, const char *question, text *out) {
    (void)fputs(question, f->to);
    (void)fflush(f->to);
    line_result got = LINE_NOTHING_YET;
    while (got != LINE_READ && got != LINE_END) got = line_reader_next(f->in, WAIT_MS);
    if (got == LINE_END) return false;
    if (f->echo) (void)fprintf(f->to, "%s\n", text_string(&f->in->line));
    const char *from = text_string(&f->in->line);
    from += strspn(from, " \t");
    size_t n = strlen(from);
    while (n && strchr(" \t\r", from[n - 1])) n--;
    text_clear(out);
    text_putn(out, from, n);
    return true;
}

status front_init(front *f, FILE *to, const search_limits *limits, error *err) {
    *f = (front){.to = to,
                 .screen = isatty(STDIN_FILENO) == 1 && isatty(fileno(to)) == 1,
                 .echo = isatty(STDIN_FILENO) != 1,
                 .limits = limits};
    f->in = mem_alloc(sizeof *f->in);
    if (!f->in) return error_set(err, ST_NOMEM, "no memory to read lines");
    line_reader_init(f->in, STDIN_FILENO);
    return ST_OK;
}

void front_done(front *f) {
    if (f->in) line_reader_done(f->in);
    mem_free(f->in);
    f->in = NULL;
}

void front_open(front *f, play *table) {
    f->table = table;
    f->edit = open_editor(f);
    cli_on_every_interrupt(interrupted, f);
}

void front_close(front *f) {
    cli_on_interrupt(NULL, NULL);
    line_edit_close(f->edit);
    f->edit = NULL;
}

status front_run(front *f, error *err) {
    status st = ST_OK;
    play_want want = PLAY_LINE;
    for (bool on = true; on && st == ST_OK;) {
        st = play_next(f->table, &want, err);
        if (st != ST_OK || want == PLAY_QUIT) break;
        if (want == PLAY_THINK) {
            start_thinking(f);
            st = play_think(f->table, err);
            end_thinking(f);
        } else {
            on = read_line(f, want == PLAY_LINE);
        }
        on = on && !atomic_load(&f->leave) && !ferror(f->to);
    }
    (void)fflush(f->to);
    return st;
}
