#ifndef TESTS_UNIT_WEB_ROOMS_ROOM_TRIAL_H
#define TESTS_UNIT_WEB_ROOMS_ROOM_TRIAL_H
/* Tables for tests: people on all seats, chance from a seed, rows written down and read again. */

#include "engine/base/rng.h"
#include "lib/game_library.h"
#include "web/rooms/room_view.h"

typedef struct room_trial {
    game_library *library;
    rng dice;
    room_policy policy;
} room_trial;

extern const unsigned char room_trial_secret[32];

void room_trial_init(room_trial *t);
void room_trial_done(room_trial *t);
/* A table at which account 1 holds seat 1, account 2 seat 2 and so on; the game has begun. */
room *room_trial_table(room_trial *t, const char *game, const char *setup);
/* The same with another setup; all seats are free. */
room *room_trial_empty(room_trial *t, const room_setup *s);
void room_trial_sit_all(room *r);

/* Takes the place of *r if the act is possible; returns what became of it. */
status room_trial_act(room **r, int seat, const char *token, error *err);
/* A legal token of a seat that is asked, at random, NULL where none is; mem_free() ends it. */
char *room_trial_any(const room *r, rng *g, int *seat);

/* The table read again from its rows. */
room *room_trial_again(room_trial *t, const room *r, const room_setup *s);
/* The table as a person sees it: everything that routes give. mem_free() ends it. */
char *room_trial_bytes(const room *r, int64_t account, int shown);

#endif
