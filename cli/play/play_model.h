#ifndef CLI_PLAY_PLAY_MODEL_H
#define CLI_PLAY_PLAY_MODEL_H
/* The table of `kibitz play`: what lies on it, who sits there, and what follows from that. Shared
 * by the files of this folder and by no other; its functions change nothing. */

#include "arena/engine_search.h"
#include "arena/player.h"
#include "cli/play/play_core.h"
#include "engine/game/game_endings.h"
#include "engine/game/game_terminal.h"
#include "engine/game/pick.h"
#include "engine/notation/san/opening_names.h"
#include "engine/notation/spelling.h"
#include "search/score.h"

enum { PLAY_PROMPT_SIZE = 128 };

typedef struct play_seat {
    bool human;
    int number;                  /* of the engine that plays here */
    char engine[PLAY_NAME_SIZE]; /* what it is called; "human" for a person */
    char name[PLAY_PERSON_SIZE]; /* empty: not given */
} play_seat;

/* One engine of the table. */
typedef struct play_engine {
    engine_spec spec;
    engine_search how;
    int64_t clock_ms; /* what is left of its clock, where it has one, */
    unsigned moves;   /* and how many moves it has made on it */
    player *program;  /* of others (play_programs.h); NULL: a search of this process */
    rules *rules;     /* that it was started for */
    text told;        /* of the game, to the program */
    int log;          /* an open file with all that was said; 0: none */
} play_engine;

/* What came to nothing of the decision that a program is asked for. */
typedef struct play_tries {
    unsigned illegal; /* times it was asked again after an illegal answer, */
    unsigned failed;  /* and started again after none */
} play_tries;

/* What an engine thought of an action of its own, by where that led. */
typedef struct play_thought {
    unsigned ply;   /* after the action, */
    uint64_t after; /* and the hash of that position */
    int seat;
    line_score score;
    unsigned depth;
    int64_t clock_ms; /* left; -1: no clock */
} play_thought;

/* Something that was tried before the event of this number and came to nothing. */
typedef struct play_miss {
    unsigned ply;
    int actor;
    char *line;
} play_miss;

/* The log so far; what the owner has of it are the first `reported` bytes. */
typedef struct play_log {
    text body;
    size_t reported;
    bool wanted;
    bool broken, lost;    /* the owner has no use for more; what is here is incomplete */
    bool ended;           /* the last line is written */
    bool used, restarted; /* something was logged of this game; it is another one from now on */
    play_miss *miss;
    size_t miss_count, miss_cap;
} play_log;

/* A game that is only looked at: `full` has all its events. The game on the table waits. */
typedef struct play_replayed {
    position *full, *waiting;
    play_seat seat[GAME_MAX_PLAYERS]; /* of the waiting game, */
    int resigned;                     /* and who gave up there */
    bool open; /* it was played to its end, so that nothing in it is secret any more */
} play_replayed;

/* What was chosen so far of the next action. */
typedef struct play_choice {
    char *part[PICK_MAX_PARTS];
    int count;
    char *typed; /* an action that lacks only its turn, "place W29 I2 b2"; or NULL */
    bool listed; /* what may follow was shown with numbers */
} play_choice;

struct play {
    play_config c;
    position *pos;
    search *search;
    play_seat seat[GAME_MAX_PLAYERS];
    play_engine *engine; /* GAME_MAX_PLAYERS, and one more for hints */
    int level;
    bool same_level; /* the level was set of all */
    uint64_t seed;
    int resigned; /* who gave up; -1: no one */
    bool forfeit; /* not of their own accord */
    play_tries tries;
    unsigned illegal[GAME_MAX_PLAYERS]; /* answers of programs that were no legal action */
    atomic_bool hurry;                  /* an answer is wanted at once */
    int facing; /* who sits at the keyboard, where that matters; -1: no one */
    unsigned looked[GAME_MAX_PLAYERS]; /* up to which ply a seat has been shown what happened */
    bool handing;                      /* PLAY_ENTER was asked for */
    bool stale;                        /* the board has changed since it was drawn */
    bool reported;                     /* the result was said */
    bool open;                         /* and with it what was hidden: this game has no secrets */
    bool introduced, quit;
    bool own;         /* the game's own screen and words, where it has any */
    position *future; /* the longest line that something was taken back from; may be NULL */
    play_log log;
    play_thought *thought;
    size_t thoughts, thoughts_cap;
    opening_names *openings; /* made when it is first asked for; NULL: there are none */
    bool openings_tried;
    play_choice choice;
    position *draft;        /* that is set up; NULL: none */
    play_replayed replayed; /* full: NULL where nothing is looked at */
    char prompt[PLAY_PROMPT_SIZE];
};

/* The game's own screen with what belongs to it; NULL where it has none. */
static inline const game_terminal *play_terminal(const play *p) {
    const game_terminal *t = position_rules(p->pos)->terminal;
    return t->screen ? t : NULL;
}

static inline bool play_hidden(const play *p) {
    return (position_rules(p->pos)->traits & GAME_HIDDEN) != 0;
}

static inline bool play_replays(const play *p) {
    return p->replayed.full != NULL;
}

/* Whether the game has ended by its rules. */
static inline bool play_ended(const position *pos) {
    return game_is_over(position_rules(pos), position_data(pos));
}

/* How actions of the game on the table are shown. */
static inline spelling play_spelling(const play *p) {
    if (play_terminal(p)) return p->own ? SPELLING_OWN : SPELLING_TOKENS;
    return p->c.tokens ? SPELLING_TOKENS : spelling_for(position_rules(p->pos));
}

/* The opening of a game, where it has one with a name. */
bool play_opening(play *p, const position *pos, opening_name *out);

int play_humans(const play *p); /* how many people play */

/* The seat that looks at the screen now: SEAT_ALL where nothing is hidden, when the game is over,
 * or when only engines play. */
int play_viewer(const play *p);

/* Whose knowledge may be written to a file now: SEAT_ALL where nothing is hidden, or nothing any
 * more; else the one person's, or with several people what all players see. */
int play_file_seat(const play *p);

/* What the seat to act may know, as a position to ask: *own is to be destroyed by the caller and
 * may be NULL. play_view_of(): of any position. */
status play_view_of(const position *pos, position **own, const position **view, error *err);
status play_view(const play *p, position **own, const position **view, error *err);

/* Whether the person at the keyboard may ask about the seat to act: in a game with hidden cards
 * that is looked at it may be another one's turn. */
bool play_may_ask(const play *p);

#endif
