#include "cli/play/play_events.h"

#include <assert.h>
#include <string.h>

#include "cli/play/play_choose.h"
#include "cli/play/play_engines.h"
#include "cli/play/play_log.h"
#include "cli/play/play_names.h"
#include "cli/play/play_show.h"
#include "cli/play/play_thoughts.h"
#include "engine/game/game_endings.h"

void play_put(play *p, position *made) {
    assert(made && made != p->pos);
    play_choose_forget(p);
    position_destroy(p->pos);
    p->pos = made;
    p->resigned = -1;
    p->tries = (play_tries){0};
    p->stale = true;
    p->reported = false;
    for (int i = 0; i < GAME_MAX_PLAYERS; i++)
        if (p->looked[i] > position_ply(made)) p->looked[i] = position_ply(made);
}

void play_put_new(play *p, position *made) {
    position_allow(made, POSITION_OPEN_ENDS);
    play_put(p, made);
    position_destroy(p->future);
    p->future = NULL;
    p->facing = -1;
    p->open = false;
    memset(p->looked, 0, sizeof p->looked);
    memset(p->illegal, 0, sizeof p->illegal);
    play_thoughts_done(p);
    play_engines_again(p);
    play_log_new(p);
}

static status play_and_log(play *p, const char *event, error *err) {
    size_t mark = play_log_event(p, event);
    status st = position_play(p->pos, event, err);
    if (st != ST_OK) {
        play_log_cut(p, mark);
        return st;
    }
    play_choose_forget(p);
    p->stale = p->log.used = true;
    p->tries = (play_tries){0};
    position_destroy(p->future);
    p->future = NULL;
    play_log_report(p);
    return ST_OK;
}

status play_event(play *p, const char *event, bool own, error *err) {
    assert(!play_replays(p) && *event);
    unsigned ply = position_ply(p->pos);
    int viewer = play_event_viewer(p);
    status st = play_and_log(p, event, err);
    if (st == ST_OK) play_show_events(p, ply, viewer, own);
    if (st == ST_OK) play_show_opening(p, true);
    return st;
}

void play_give_up(play *p, int seat, bool forfeit) {
    p->resigned = seat;
    p->forfeit = forfeit;
    p->tries = (play_tries){0};
    p->reported = false;
    if (play_hidden(p)) play_log_again(p); /* there are no secrets any more */
}

status play_claim(play *p, error *err) {
    play_who who;
    const char *name = play_name(p, play_actor(p), &who);
    status st = position_claim(p->pos, err);
    if (st != ST_OK) return st;
    char buf[128];
    text draw = text_over(buf, sizeof buf);
    game_tell_result(position_rules(p->pos), position_data(p->pos), "a draw", &draw);
    play_say(p, "%s claims %s\n", name, buf);
    p->reported = false;
    play_log_report(p);
    return ST_OK;
}
