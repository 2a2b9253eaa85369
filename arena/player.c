#include "arena/player.h"

#include <assert.h>

status player_create(player **out, const player_setup *setup, error *err) {
    assert(setup->spec && setup->rules && setup->book);
    if (setup->spec->command && setup->spec->proto == PROTO_TEXT)
        return player_create_text(out, setup, err);
    if (setup->spec->command && setup->spec->proto == PROTO_GTP)
        return player_create_gtp(out, setup, err);
    return setup->spec->command ? player_create_outside(out, setup, err)
                                : player_create_inside(out, setup, err);
}

status player_try(player *p, error *err) {
    return p->kind->try_it ? p->kind->try_it(p, err) : ST_OK;
}

void player_destroy(player *p) {
    if (p) p->kind->destroy(p);
}

void player_new_game(player *p, const position *start, int seat, uint64_t seed) {
    assert(seat >= 0 && seat < position_rules(start)->players);
    p->kind->new_game(p, start, seat, seed);
}

void player_see(player *p, const char *event) {
    assert(*event);
    if (p->kind->see) p->kind->see(p, event);
}

player_reply player_decide(player *p, const player_turn *t, text *answer) {
    assert(t->seat >= 0 && t->seat < position_rules(t->now)->players);
    assert(answer->len == 0);
    return p->kind->decide(p, t, answer);
}

void player_stop(player *p) {
    p->kind->stop(p);
}
