#ifndef CLI_CLI_PLAY_STATE_H
#define CLI_CLI_PLAY_STATE_H
/* The insides of the play core, shared by its files and by nobody else. */

#include "cli/cli_play_core.h"

enum { PLAY_PROMPT_ROOM = 24 };

typedef struct play_seat {
    bool human;
    char engine[PLAY_NAME_ROOM]; /* which search plays; "human" for a person */
} play_seat;

struct play {
    play_config c;
    position *pos;
    search *search;
    play_seat seat[GAME_MAX_PLAYERS];
    int level;
    uint64_t seed;
    int resigned; /* who gave up; -1: nobody */
    int facing;   /* who sits at the keyboard, where that matters; -1: nobody */
    unsigned looked[GAME_MAX_PLAYERS]; /* up to which ply a seat has been told what happened */
    bool handing;                      /* PLAY_ENTER was asked for */
    bool stale;                        /* the board has changed since it was drawn */
    bool told;                         /* the result was said */
    bool introduced, quit;
    char prompt[PLAY_PROMPT_ROOM];
};

static inline bool play_hidden(const play *p) {
    return (position_rules(p->pos)->traits & GAME_HIDDEN) != 0;
}

int play_humans(const play *p); /* how many people play */

/* Whose eyes look at the screen now: SEAT_ALL where nothing is hidden, when the game is over, or
 * when only engines play. */
int play_eyes(const play *p);

/* Puts another position on the table; the old one is destroyed. */
void play_put(play *p, position *fresh);

/* What the seat to act may know, as a position to ask: *own is to be destroyed by the caller and
 * may be NULL. */
status play_view(const play *p, position **own, const position **view, error *err);

/* A question about the seat to act; root is the caller's, the limits and options are full
 * strength. */
status play_question(const play *p, const char *engine, search_question *q, error *err);

/* --- saying (cli_play_show.c) --- */

void play_say(const play *p, const char *fmt, ...) PRINTF_LIKE(2, 3);
void play_say_text(const play *p, const text *t);
void play_say_error(const play *p, const error *e);
void play_show_board(const play *p);
void play_show_result(const play *p);
void play_show_seats(const play *p);
void play_show_table(play *p); /* eval */
void play_show_legal(play *p, const char *prefix);
void play_show_moves(const play *p, unsigned from, int eyes, const char *head);
void play_show_why(play *p, const char *event);
void play_show_hint(play *p);
/* An event that is about to be played, as those at the table see it. */
void play_show_event(const play *p, const token *tok);

/* --- commands (cli_play_commands.c) --- */

/* Does what a line says if its first word is a command; false if it is none. */
bool play_command(play *p, const char *line);
const char *play_nearest_command(const char *word); /* NULL if none is near */

#endif
