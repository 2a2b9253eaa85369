#ifndef CLI_SETUP_H
#define CLI_SETUP_H
/* The arguments that name a game and a position, shared by the subcommands that need one. */

#include "cli/args.h"
#include "engine/base/file.h"
#include "engine/game/position.h"
#include "engine/notation/game_file.h"
#include "engine/notation/spelling.h"

enum { SETUP_MAX_EARLY = 32 };

typedef struct cli_setup {
    const game *game;
    params params;
    const char *fen, *moves, *record;
    uint64_t seed;
    bool seeded; /* the seed was given */
    bool dice;   /* chance is not rolled: every outcome is announced */
    bool open;   /* a chance node at the end stays open */
    bool force;  /* a record whose rules or files have changed is read all the same, and files that
                  * we did not write may be replaced */
    bool deal;   /* a record of what one seat saw is gone on with: the rest is dealt */
    int view;    /* a seat from 1: the position is what it knows; 0: everything is known */
    int number;  /* which game of a file with several, from 1; 0: the first, or SETUP_ALL_GAMES */
    bool tokens; /* actions are shown as tokens, not in chess notation */
    bool ascii;  /* boards are drawn in ASCII, whatever the terminal can show */
    text *names; /* if not NULL: gets the names that a record names */
    /* Options of the rules that were given before the game: read when it is known. */
    struct {
        const char *option, *value;
    } early[SETUP_MAX_EARLY];
    int earlies;
} cli_setup;

enum { SETUP_ALL_GAMES = -1 };

void setup_init(cli_setup *s);

/* Whether a word names a file with rules: a text (".game") or a shared object (".so"). */
bool setup_is_rules_file(const char *word);

/* Reads the rules in a file into the program's library; *first (may be NULL) is its first game.
 * What is wrong with the text is printed to stderr, all of it. */
status setup_load(const char *path, const game **first, error *err);

/* The files that were read so, where other ranks must read them, too (arena/crew). */
const file_names *setup_loaded(void);

/* Options that a command's struct with a cli_setup in it takes. */
extern const arg
    setup_position_args[];           /* GAME, --fen, --moves, --record, --game, --force, --seed */
extern const arg setup_rules_args[]; /* --players, --rules, --set, --first */
extern const arg setup_notation_args[]; /* --notation, --ascii */

/* The game of this name, or the first one of a file with rules. */
status setup_find_game(const char *name, const game **out, error *err);

/* The first argument without dashes is the game; further ones are not taken. */
status setup_take_game(cli_setup *s, const char *word, bool *taken, error *err);

/* After the last argument: options of the rules where no game was named are those of the default
 * one. */
status setup_finish(cli_setup *s, error *err);

/* For the tables of commands that start every game from its beginning. */
status setup_no_position(void *to, arg_line *line, error *err);

/* How actions of these rules are shown: as people write them, unless tokens were asked for. */
spelling setup_spelling(const cli_setup *s, const rules *r);

/* Prints to stderr how many games of a file could not be read, and why; nothing where all were. */
void setup_say_broken(const game_file *f, const char *path);

/* Builds the position; chance nodes that were not announced are rolled from the seed, unless `dice`
 * or `open` say otherwise. */
status setup_position(const cli_setup *s, position **out, error *err);

#endif
