#ifndef ENGINE_GAME_GAME_TERMINAL_H
#define ENGINE_GAME_GAME_TERMINAL_H
/* The contract's table for people: what texts need beyond the token, and how a game is played at a
 * keyboard where that differs from what every game gets (its own screen, prompt, words and log).
 * All functions are optional and pure; `names` has a name for each seat. What screens and logs
 * write is complete lines, a prompt aside. */

#include "engine/game/game.h"

struct happened_list; /* engine/game/happened.h */

/* What is supposed: that `subject` is completed, and that these are the rewards; all that there
 * are, where none is named. */
typedef struct game_supposition {
    const char *subject; /* NULL: the one that waits */
    char *const *option;
    int options;
} game_supposition;

/* Words of a game's own in its texts and tokens. A piece has a name, or is known by its letter alone. */
typedef enum game_name_kind {
    GAME_NAME_PLAYER,
    GAME_NAME_PIECE,
    GAME_NAME_LETTER,
    GAME_NAME_ACT
} game_name_kind;

typedef struct game_word {
    game_name_kind kind;
    const char *word; /* as tokens and sentences have it; a letter alone is case-sensitive */
    const char *sign; /* of GAME_NAME_LETTER: as labels of scenes have it (UTF-8) */
    char letter; /* of GAME_NAME_PIECE: upper case, 0 for none; of GAME_NAME_LETTER: as plain texts
                         have it */
} game_word;

typedef void (*game_name_visit)(void *ctx, const game_word *n);

typedef struct game_terminal {
    /* --- beyond the token --- */
    /* Calls visit for every name that the game's texts, boards and tokens use: players, kinds of pieces,
     * acts and options. For who has to use other names. */
    void (*names)(const rules *r, game_name_visit visit, void *ctx);
    void (*describe)(const rules *r, const void *s, const action *steps, int n, text *out);
    /* What an event did, as `seat` (from 0, SEAT_ALL or SEAT_PUBLIC) may know it, in the state
     * `before` it: first the event itself, then what followed without a question, one entry each.
     * Nothing where the seat sees nothing of it. Default: describe(). */
    void (*happened)(const rules *r, const void *before, const action *steps, int n, int seat,
                     struct happened_list *list);
    /* The k-th other spelling of a token, k from 0; false when there are no more. */
    bool (*alias)(const rules *r, const void *s, const action *steps, int n, int k, text *out);
    /* With alias(), where it shows afterwards which spelling was played (the display that is empty
     * now), though it does not matter: from_text() may return another step for another spelling,
     * which verify(), apply() and to_text() know and legal() does not list; apply() of it leads to
     * the hash that apply() of canonical() leads to. */
    action (*canonical)(const rules *r, const void *s, action a);
    /* Where a spelling appears in the list that the outside sees; default: after the first one. */
    uint32_t (*alias_rank)(const rules *r, const char *token);
    /* The step that hands the turn over though no rule offers it, for front ends that play a null
     * move (0000); apply() and to_text() know it, legal() never lists it. False where that cannot
     * be: in check. */
    bool (*null_move)(const rules *r, const void *s, const trail *t, action *out);
    /* What if `subject` were completed now and these were the rewards to choose from: the state in
     * which the player to act chooses one of them. Errors name the offending word. */
    status (*what_if)(const rules *r, const void *s, const game_supposition *q, void *out,
                      error *err);

    /* --- at the keyboard --- */
    /* The table as `seat` sees it, instead of draw(). */
    void (*screen)(const rules *r, const void *s, int seat, char *const *names, bool colours,
                   text *out);
    /* What appears before the cursor of the player to act. */
    void (*prompt)(const rules *r, const void *s, char *const *names, text *out);
    /* What a person typed, as a token of from_text(). ST_NOT_FOUND: none of these words, it may be
     * an action or a command as everywhere; another failure: words of this game, but wrong, and
     * *err says how. */
    status (*typed)(const rules *r, const void *s, const char *line, text *token, error *err);
    /* A token as this screen writes it, so that typed() reads it back (an outcome of chance need
     * not be read). s is the state before it. Without screen() typed() and spell() are used on the
     * standard screen, and outcomes of chance are not spelled. */
    void (*spell)(const rules *r, const void *s, const action *steps, int n, text *out);
    /* What `help` says of these words, instead of the syntax of tokens, and what `about` says: the
     * game in short, and how it is played here. */
    void (*help)(const rules *r, text *out);
    void (*about)(const rules *r, text *out);
    /* What a thing of the game is and does, in complete lines: a card, a puzzle, a piece by the name
     * that a person types. ST_NOT_FOUND: there is none, and *err says which is near. */
    status (*explain)(const rules *r, const char *what, text *out, error *err);
    /* What is said after the last board, instead of the standard result. */
    void (*finish)(const rules *r, const void *s, char *const *names, text *out);

    /* A log in the game's own form. log_head(): the first line, for the state a game starts from.
     * log_attempt(): one event that was tried, in the state s before it: the token, or what was
     * typed where no token came of it; what follows by itself belongs to it. log_end(): the last
     * line of a game that is over. */
    void (*log_head)(const rules *r, const void *s, char *const *names, text *out);
    void (*log_attempt)(const rules *r, const void *s, char *const *names, const char *line,
                        bool success, text *out);
    void (*log_end)(const rules *r, const void *s, char *const *names, text *out);
    /* Turns such a log, or a game saved with one, into a record (record.h) with `names:` in its
     * header. A last line without its end is left out, and *cut says so. ST_NOT_FOUND: the text is
     * no log of this game; ST_BAD_SYNTAX names the line. */
    status (*log_record)(const struct game *g, const char *data, size_t len, text *record,
                         bool *cut, error *err);

    bool on_request;  /* a table starts with the standard screen; this one is asked for */
    bool names_seats; /* what happened() writes are sentences that say who; else words as describe()
                         has them */
    bool from_zero;   /* seats without a name are Player 0, Player 1, ...; else Player 1, ... */
} game_terminal;

#endif
