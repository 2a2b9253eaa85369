#include "cli/play/play_model.h"
#include "engine/game/game_endings.h"

const position *play_position(const play *p) {
    return p->pos;
}

int play_actor(const play *p) {
    const rules *r = position_rules(p->pos);
    const void *s = position_data(p->pos);
    return p->resigned >= 0 || game_is_over(r, s) ? ACTOR_NONE : r->game->actor(r, s);
}

bool play_may_claim(const play *p) {
    return play_actor(p) >= 0 &&
           game_end(position_rules(p->pos), position_data(p->pos)) == END_CLAIM;
}

int play_humans(const play *p) {
    int n = 0;
    for (int i = 0; i < position_rules(p->pos)->players; i++) n += p->seat[i].human;
    return n;
}

bool play_has_human(const play *p) {
    return play_humans(p) > 0;
}

int play_viewer(const play *p) {
    int humans = play_humans(p);
    if (!play_hidden(p) || humans == 0 || play_actor(p) == ACTOR_NONE) return SEAT_ALL;
    if (play_replays(p) && p->replayed.open) return SEAT_ALL;
    if (humans > 1) return p->facing >= 0 ? p->facing : SEAT_PUBLIC;
    int seat = 0;
    while (!p->seat[seat].human) seat++;
    return seat;
}

int play_file_seat(const play *p) {
    int humans = play_humans(p);
    if (!play_hidden(p) || humans == 0 || p->open || play_actor(p) == ACTOR_NONE) return SEAT_ALL;
    int seat = 0;
    while (!p->seat[seat].human) seat++;
    return humans > 1 ? SEAT_PUBLIC : seat;
}

status play_view_of(const position *pos, position **own, const position **view, error *err) {
    const rules *r = position_rules(pos);
    *own = NULL;
    *view = pos;
    int actor = play_ended(pos) ? ACTOR_NONE : r->game->actor(r, position_data(pos));
    if (!(r->traits & GAME_HIDDEN) || actor < 0) return ST_OK;
    status st = position_observe(own, pos, actor, err);
    *view = *own;
    return st;
}

status play_view(const play *p, position **own, const position **view, error *err) {
    *own = NULL;
    *view = p->pos;
    return play_actor(p) < 0 ? ST_OK : play_view_of(p->pos, own, view, err);
}

bool play_may_ask(const play *p) {
    if (!play_hidden(p) || !play_replays(p)) return true;
    int viewer = play_viewer(p);
    return viewer == SEAT_ALL || viewer == play_actor(p);
}

bool play_opening(play *p, const position *pos, opening_name *out) {
    *out = (opening_name){0};
    if (spelling_for(position_rules(pos)) != SPELLING_SAN) return false;
    if (!p->openings_tried) (void)opening_names_create(&p->openings, p->c.games, NULL);
    p->openings_tried = true;
    return p->openings && opening_names_of(p->openings, pos, out);
}
