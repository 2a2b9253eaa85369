#define _POSIX_C_SOURCE 200809L
#include "cli/analyze_table.h"

#include <unistd.h>

#include "cli/front.h"
#include "lib/catalogue.h"
#include "search/skill.h"

static bool look_at_terminal(screen_look *out) {
    return screen_terminal(STDOUT_FILENO, out);
}

/* No one plays here, so nothing is hidden from the person at the keyboard. */
static play_config table_config(const table_request *q, front *f) {
    const cli_setup *s = q->setup;
    return (play_config){.games = catalogue_games(),
                         .book = catalogue_registry(),
                         .limits = limits_none(),
                         .options = search_default_options(),
                         .level = SKILL_LEVELS,
                         .seed = s->seed,
                         .dice = s->dice,
                         .purpose = q->edit ? PLAY_TO_SET_UP : PLAY_TO_DECIDE,
                         .start = PLAY_SCREEN_STANDARD,
                         .tokens = s->tokens,
                         .screen = f->screen,
                         .colours = !s->ascii && !q->json && progress_colours(STDOUT_FILENO),
                         .look = s->ascii || q->json ? NULL : look_at_terminal,
                         .say = front_say,
                         .say_ctx = f};
}

static status talk(front *f, play *table, position **p, bool *left, error *err) {
    position *made = NULL;
    front_open(f, table);
    status st = front_run(f, err);
    front_close(f);
    /* The end of input before it was done is no answer either. */
    play_want next = PLAY_QUIT;
    if (st == ST_OK) st = play_next(table, &next, err);
    *left = next != PLAY_QUIT || play_was_left(table);
    if (st != ST_OK || *left) return st;
    st = position_clone(&made, play_position(table), err);
    if (st != ST_OK) return st;
    position_destroy(*p);
    *p = made;
    return ST_OK;
}

status analyze_table(const table_request *q, position **p, bool *left, error *err) {
    front f;
    play *table = NULL;
    position *start = NULL;
    search_limits limits = limits_none();
    *left = false;
    status st = front_init(&f, q->json ? stderr : stdout, &limits, err);
    if (st == ST_OK) st = position_clone(&start, *p, err);
    play_config c = table_config(q, &f);
    if (st == ST_OK) st = play_create(&table, &c, start, err);
    if (st == ST_OK) st = talk(&f, table, p, left, err);
    play_destroy(table);
    front_done(&f);
    return st;
}
