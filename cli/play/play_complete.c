#include <string.h>

#include "cli/play/play_choose.h"
#include "cli/play/play_commands.h"
#include "cli/play/play_replay.h"
#include "cli/play/play_show.h"
#include "engine/base/memory.h"

/* What a line at the prompt may become: for a screen that completes what a person has begun. */

typedef struct request {
    const play *p;
    const void *world;
    const char *line;   /* what is there */
    const char *before; /* a command and a space, or nothing, that stays before an action */
    const char *action; /* the beginning of an action after it */
    int left;
    void (*found)(void *ctx, const char *line);
    void *ctx;
} request;

static bool offer(request *w, const char *before, const char *word) {
    char buf[2 * GAME_TOKEN_SIZE];
    text full = text_over(buf, sizeof buf);
    text_put(&full, before);
    text_put(&full, word);
    if (w->left == 0) return false;
    w->left--;
    w->found(w->ctx, buf);
    return true;
}

static bool offer_action(void *ctx, const token *tok, const char *name) {
    request *w = ctx;
    char buf[GAME_TOKEN_SIZE];
    text spelled = text_over(buf, sizeof buf);
    play_spell(w->p, w->world, tok, name, &spelled);
    if (text_starts(buf, w->action)) return offer(w, w->before, buf);
    return !text_starts(name, w->action) || offer(w, w->before, name);
}

/* From what the person knows. Chance may have too many outcomes to list; then there is nothing. */
static void offer_actions(play *p, request *w) {
    position *own = NULL;
    const position *view = NULL;
    void *world = mem_alloc(position_rules(p->pos)->state_size);
    rng deal = {.s = 1};
    if (world && play_actor(p) != ACTOR_NONE && play_view(p, &own, &view, NULL) == ST_OK) {
        position_world(view, &deal, world);
        w->world = world;
        (void)token_spell((state_ref){position_rules(view), world, position_trail(view)},
                          offer_action, w);
    }
    position_destroy(own);
    mem_free(world);
}

/* A part that may come next; actions have been offered. */
static void offer_part(void *ctx, const char *line) {
    request *w = ctx;
    (void)offer(w, w->before, line);
}

static void offer_words(const play *p, request *w) {
    const char *slash = w->line[0] == '/' ? "/" : "";
    const char *name;
    for (size_t i = 0; play_replays(p) && (name = play_replay_word(i)); i++)
        if (text_starts(name, w->line + strlen(slash))) (void)offer(w, slash, name);
    for (size_t i = 0; (name = play_command_name(i)); i++)
        if (text_starts(name, w->line + strlen(slash))) (void)offer(w, slash, name);
}

void play_complete(play *p, const char *line, int max, void (*found)(void *ctx, const char *line),
                   void *ctx) {
    static const char *const with_action[] = {"why ", "legal "};
    request w = {.p = p,
                 .line = line,
                 .before = "",
                 .action = line,
                 .left = max,
                 .found = found,
                 .ctx = ctx};
    if (p->handing) return;
    offer_words(p, &w);
    for (size_t i = 0; i < sizeof with_action / sizeof *with_action; i++) {
        if (!text_starts(line, with_action[i])) continue;
        w.before = with_action[i];
        w.action = line + strlen(w.before);
    }
    if ((play_replays(p) && !w.before[0]) || !play_may_ask(p)) return;
    offer_actions(p, &w);
    play_choose_complete(p, w.action, offer_part, &w);
}
