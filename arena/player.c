#include "arena/player.h"

#include <assert.h>
#include <string.h>

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

void player_refuse(player *p, const char *answer, const error *why) {
    if (!p->conduct.refused[0]) {
        text first = text_over(p->conduct.refused, sizeof p->conduct.refused);
        text_format(&first, "%.60s: %.160s", *answer ? answer : "(nothing)", why->text);
    }
    if (p->kind->refuse) p->kind->refuse(p, answer, why);
}

/* --- following a game --- */

static void put_event(void *ctx, unsigned ply, const char *event) {
    (void)ply;
    text_format(ctx, "%s\n", event);
}

/* A line for where the game begins, and one for each event as the seat saw it. */
static status write_game(const position *now, int seat, text *out, error *err) {
    const char *origin = position_origin(now);
    bool hidden = position_rules(now)->traits & GAME_HIDDEN;
    text_format(out, "%d %s\n", seat, origin ? origin : "");
    status st = position_report(now, hidden ? seat : SEAT_ALL, put_event, out, err);
    if (st == ST_OK && out->cut) st = error_set(err, ST_NOMEM, "no memory to follow the game");
    return st;
}

static status begin(player *p, const position *now, int seat, error *err) {
    position *start = NULL;
    status st = position_clone(&start, now, err);
    if (st != ST_OK) return st;
    position_cut(start, position_first_ply(now));
    player_new_game(p, start, seat, 1);
    position_destroy(start);
    return ST_OK;
}

/* Lines that each end with a newline, which is there again afterwards. */
static void see_lines(player *p, char *from, const char *end) {
    while (from < end) {
        size_t n = strcspn(from, "\n");
        from[n] = '\0';
        player_see(p, from);
        from[n] = '\n';
        from += n + 1;
    }
}

status player_follow(player *p, const position *now, int seat, text *told, error *err) {
    text all = text_growing();
    status st = write_game(now, seat, &all, err);
    bool same = st == ST_OK && told->len && told->len <= all.len &&
                memcmp(all.at, told->at, told->len) == 0;
    size_t known = same ? told->len : 0;
    text_clear(told); /* of a failure nothing is remembered */
    told->cut = false;
    if (st == ST_OK && !same) {
        st = begin(p, now, seat, err);
        known = strcspn(text_string(&all), "\n") + 1;
    }
    if (st == ST_OK) {
        see_lines(p, all.at + known, all.at + all.len);
        text_put(told, all.at);
        if (told->cut) st = error_set(err, ST_NOMEM, "no memory to follow the game");
    }
    text_done(&all);
    return st;
}

void player_stop(player *p) {
    p->kind->stop(p);
}
