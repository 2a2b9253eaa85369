#include "engine/base/memory.h"
#include "uci/session_state.h"

/* tune and selfplay: passed on to whoever was brought along. */

static void say_for(void *ctx, const char *line) {
    say(ctx, "%s", line);
}

static bool open_shop(session *s) {
    if (!s->shop && s->config.workshop)
        s->shop = s->config.workshop->create(s->config.workshop->world);
    return s->shop != NULL;
}

static void pass_on(session *s, const request *l) {
    error e;
    int at = -1;
    if (!s->config.workshop) {
        fail_with(s, l, ST_UNSUPPORTED, "this engine was built without it", -1);
        return;
    }
    voice *own = mem_alloc(sizeof *own);
    if (!own || !open_shop(s)) {
        mem_free(own);
        fail_with(s, l, ST_NOMEM, "no memory", -1);
        return;
    }
    *own = s->voice;
    params usual = params_default();
    workshop_order o = {.game = s->game,
                        .setup = s->position ? &position_rules(s->position)->options : &usual,
                        .word = l->word,
                        .count = l->count,
                        .say = say_for,
                        .ctx = own,
                        .end = mem_free};
    if (s->config.workshop->order(s->shop, &o, &at, &e) != ST_OK) command_fails(s, l, &e, at);
}

void cmd_tune(session *s, const request *l) {
    pass_on(s, l);
}

void cmd_selfplay(session *s, const request *l) {
    pass_on(s, l);
}
