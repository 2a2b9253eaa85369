#ifndef CLI_PLAY_PLAY_STATE_H
#define CLI_PLAY_PLAY_STATE_H
/* The insides of the play core, shared by its files and by nobody else. */

#include "arena/engine_search.h"
#include "cli/play/play_core.h"
#include "engine/game/manners.h"

enum { PLAY_PROMPT_ROOM = 128 };

typedef struct play_seat {
    bool human;
    int number;                  /* of the engine that plays here */
    char engine[PLAY_NAME_ROOM]; /* what it is called; "human" for a person */
    char name[PLAY_PERSON_ROOM]; /* empty: nobody told it */
} play_seat;

/* One engine of the table. */
typedef struct play_engine {
    engine_spec spec;
    engine_search how;
    int64_t clock_ms; /* what is left of its clock, where it has one, */
    unsigned moves;   /* and how many moves it has made on it */
} play_engine;

/* Something that was tried before the event of this number and came to nothing. */
typedef struct play_miss {
    unsigned ply;
    int actor;
    char *line;
} play_miss;

/* The log so far; what the owner has of it are the first `told` bytes. */
typedef struct play_log {
    text body;
    size_t told;
    bool wanted;
    bool broken, lost; /* the owner has no use for more; what is here is not whole */
    bool ended;        /* the last line is written */
    bool used, anew;   /* something was logged of this game; it is another one from now on */
    play_miss *miss;
    size_t miss_count, miss_cap;
} play_log;

/* A game that is only looked at: `whole` has all its events. The game on the table waits. */
typedef struct play_tape {
    position *whole, *waiting;
    play_seat seat[GAME_MAX_PLAYERS]; /* of the waiting game, */
    int resigned;                     /* and who gave up there */
    bool open; /* it was played to its end, so that nothing in it is secret any more */
} play_tape;

struct play {
    play_config c;
    position *pos;
    search *search;
    play_seat seat[GAME_MAX_PLAYERS];
    play_engine *engine; /* GAME_MAX_PLAYERS, and one more for hints */
    int level;
    bool same_level; /* somebody set the level of all */
    uint64_t seed;
    int resigned; /* who gave up; -1: nobody */
    int facing;   /* who sits at the keyboard, where that matters; -1: nobody */
    unsigned looked[GAME_MAX_PLAYERS]; /* up to which ply a seat has been told what happened */
    bool handing;                      /* PLAY_ENTER was asked for */
    bool stale;                        /* the board has changed since it was drawn */
    bool told;                         /* the result was said */
    bool open;                         /* and with it what was hidden: this game has no secrets */
    bool introduced, quit;
    bool own;         /* the game's own screen and words, where it has any */
    position *future; /* the longest line that something was taken back from; may be NULL */
    play_log log;
    play_tape tape; /* whole: NULL where nothing is looked at */
    char prompt[PLAY_PROMPT_ROOM];
};

static inline const game_manners *play_manners(const play *p) {
    return position_rules(p->pos)->kind->manners;
}

static inline bool play_hidden(const play *p) {
    return (position_rules(p->pos)->traits & GAME_HIDDEN) != 0;
}

int play_humans(const play *p); /* how many people play */

/* Whose eyes look at the screen now: SEAT_ALL where nothing is hidden, when the game is over, or
 * when only engines play. */
int play_eyes(const play *p);

/* Whose knowledge may be written to a file now: SEAT_ALL where nothing is hidden, or nothing any
 * more; else the one person's, or with several people what everybody sees. */
int play_file_seat(const play *p);

/* Puts another position of the game on the table; the old one is destroyed. */
void play_put(play *p, position *fresh);
/* The same with a position of another game, or of one that starts anew. */
void play_put_new(play *p, position *fresh);

/* Plays an event on the table and logs it. Nothing has changed on failure. */
status play_event(play *p, const char *event, error *err);

/* A token as the table writes it now: in the game's own words where its own screen is shown, else
 * `usual`. s is the state before it. */
void play_spell(const play *p, const void *s, const token *tok, const char *usual, text *out);
/* A line of tokens from `root` on, each in those words. */
void play_spell_line(const play *p, const position *root, const char *line, text *out);
/* Words that are this game's own, as a token: as game_manners has it. */
status play_read_own(const play *p, const char *line, text *out, error *err);

/* What the seat to act may know, as a position to ask: *own is to be destroyed by the caller and
 * may be NULL. */
status play_view(const play *p, position **own, const position **view, error *err);

/* A question about the seat to act, to its own engine or to that for hints (full strength); root is
 * the caller's. */
status play_question(const play *p, bool hint, search_question *q, error *err);

/* --- engines (cli_play_engines.c) --- */

status play_engines_create(play *p, const rules *r, error *err);
void play_engines_done(play *p);
/* Whether the engines at the table can play this. */
status play_check_seats(const play *p, const rules *r, error *err);
void play_engines_again(play *p); /* another game, or a new one: weights and clocks */
/* What the engine of a seat is asked with; below 0 the one for hints. */
status play_engine_ask(const play *p, int seat, search_question *out, error *err);
uint64_t play_engine_seed(const play *p, int seat); /* the option Seed; 0: none */
void play_engine_used(play *p, int seat, int64_t ms);
const weights *play_weights(const play *p); /* for hints and evaluations */

/* --- names (cli_play_names.c) --- */

/* A name for each seat, for a game's manners. */
typedef struct play_names {
    char room[GAME_MAX_PLAYERS][PLAY_PERSON_ROOM];
    char *at[GAME_MAX_PLAYERS];
} play_names;
void play_fill_names(const play *p, play_names *out);

/* "Ann", or "seat 2"; the text is good until the next call with the same room. */
typedef struct play_who {
    char room[PLAY_PERSON_ROOM];
} play_who;
const char *play_name(const play *p, int seat, play_who *room);

/* A text of the game with names in place of "seat 2". In a drawing all of them take the same width
 * where a column follows, so that columns stay columns. */
void play_put_named(const play *p, const char *said, bool drawing, text *out);
/* What an action does, in the words of a game that has describe(), with names. */
void play_put_description(const play *p, const void *s, const token *tok, text *out);

/* "Ann,Bob", one for each seat of the table; an empty one takes a name away. */
status play_take_names(play *p, const rules *r, const char *list, error *err);
/* The same back; nothing where there are none. */
void play_write_names(const play *p, const rules *r, text *out);

/* --- the log (cli_play_log.c) --- */

/* Writes the log anew from the position, the names and what was missed, and hands it on. */
void play_log_again(play *p);
/* An event that is about to be played; worth where the log stood, for play_log_cut(). */
size_t play_log_event(play *p, const char *event);
void play_log_cut(play *p, size_t mark); /* it was not played */
void play_log_tell(play *p);             /* it was: hands on what is new */
void play_log_missed(play *p, const char *line);
void play_log_forget(play *p, unsigned ply); /* what was missed behind so many events */
void play_log_new(play *p);                  /* another game is on the table */
void play_log_done(play *p);

/* A position's record, with what the table knows in its header: as play_file_seat() may know it. */
status play_record(const play *p, const position *pos, text *out, error *err);

/* --- looking at a game (cli_play_replay.c) --- */

static inline bool play_replays(const play *p) {
    return p->tape.whole != NULL;
}
/* Whether whoever is at the keyboard may ask about the seat to act: in a game with hidden cards
 * that is looked at it may be another one's turn. */
bool play_may_ask(const play *p);
void play_replay(play *p, const char *path);
void play_replay_end(play *p); /* back to the game that waits, if one does */
/* A line while a game is looked at; false if it is none of its commands. */
bool play_replay_line(play *p, const char *line);
void play_replay_prompt(const play *p, text *out);
const char *play_replay_word(size_t i); /* NULL behind the last */

/* --- saying (cli_play_show.c) --- */

void play_say(const play *p, const char *fmt, ...) PRINTF_LIKE(2, 3);
void play_say_text(const play *p, const text *t);
void play_say_error(const play *p, const error *e);
void play_show_board(const play *p);
void play_show_result(const play *p);
void play_show_seats(const play *p);
void play_show_moves(const play *p, unsigned from, int eyes, const char *head);
/* What was played from event `from` on, as `eyes` see it: each event and what followed it. `own`:
 * the first one was typed here, so that only what followed is said. */
void play_show_events(const play *p, unsigned from, int eyes, bool own);
int play_event_eyes(const play *p); /* whose eyes these are, asked before the event is played */

/* --- answering (cli_play_answer.c) --- */

void play_show_legal(play *p, const char *prefix);
void play_show_why(play *p, const char *event);
void play_show_hint(play *p);
void play_show_table(play *p); /* eval */

/* --- claims (cli_play_core.c) --- */

status play_claim(play *p, error *err); /* by whoever is to act; says so */

/* --- commands (cli_play_commands.c) --- */

/* Reads a file of any kind that tells a game (game_file.h); says what is odd about it. *names gets
 * a copy of its names or NULL, to be freed. */
status play_read_game(play *p, const char *path, position **out, char **names, uint64_t *seed,
                      error *err);
/* Does what a line says if its first word is a command; false if it is none. */
bool play_command(play *p, const char *line);
const char *play_nearest_command(const char *word); /* NULL if none is near */
const char *play_command_name(size_t i);            /* NULL behind the last */

#endif
