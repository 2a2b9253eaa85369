#ifndef ENGINE_GAME_MANNERS_H
#define ENGINE_GAME_MANNERS_H
/* How a game is used to being played at a keyboard, where that differs from the table that every
 * game gets: its own screen, prompt, words and log. All functions are optional and pure; `names`
 * has a name for each seat. What they write is whole lines, a prompt aside. */

#include "engine/game/game.h"

typedef struct game_manners {
    /* The table as `seat` sees it, instead of draw(). */
    void (*screen)(const rules *r, const void *s, int seat, char *const *names, bool colours,
                   text *out);
    /* What stands before the cursor of the player to act. */
    void (*prompt)(const rules *r, const void *s, char *const *names, text *out);
    /* What somebody typed, as a token of from_text(). ST_NOT_FOUND: none of these words, it may be
     * an action or a command as everywhere; another failure: words of this game, but wrong, and
     * *why says how. */
    status (*typed)(const rules *r, const void *s, const char *line, text *token, error *why);
    /* A token as this screen writes it, so that typed() reads it back (an outcome of chance need
     * not be read). s is the state before it. */
    void (*spell)(const rules *r, const void *s, const action *steps, int n, text *out);
    /* What `help` says of these words, instead of the syntax of tokens, and what `about` says: the
     * game in short, and how it is played here. */
    void (*help)(const rules *r, text *out);
    void (*about)(const rules *r, text *out);
    /* What is said behind the last board, instead of the usual result. */
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

    bool from_zero; /* seats without a name are Player 0, Player 1, ...; else Player 1, ... */
} game_manners;

#endif
