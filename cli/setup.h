#ifndef CLI_SETUP_H
#define CLI_SETUP_H
/* The words that name a game and a position, shared by the subcommands that need one. */

#include "engine/game/position.h"

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
    text *names; /* if not NULL: gets the names that a record tells */
} cli_setup;

void setup_init(cli_setup *s);

/* Whether a word names a file with rules: a text (".game") or a shared object (".so"). */
bool setup_is_rules_file(const char *word);

/* Reads the rules in a file into the program's library; *first (may be NULL) is its first game.
 * What is wrong with the text is printed to stderr, all of it. */
status setup_load(const char *path, const game **first, error *err);

/* Takes argv[*i] (and its value) if it is one of ours and moves *i behind it. A first word without
 * dashes is the game, or a file with its rules. *taken tells whether it was ours. */
status setup_take(cli_setup *s, int argc, char **argv, int *i, bool *taken, error *err);

/* The value behind an option, or an error that names it. */
status setup_value(int argc, char **argv, int *i, const char **out, error *err);
status setup_number(int argc, char **argv, int *i, uint64_t min, uint64_t max, uint64_t *out,
                    error *err);

/* Builds the position; chance nodes that nobody announced are rolled from the seed, unless `dice`
 * or `open` say otherwise. */
status setup_position(const cli_setup *s, position **out, error *err);

#define SETUP_HELP                                                                                 \
    "  GAME                 one of `kibitz games` (the default is the first), or FILE.game: the\n" \
    "                       first game of that rules text; or FILE.so: a game on the kit,\n"       \
    "                       which runs as a part of the program: only with --allow-native\n"       \
    "  --fen TEXT           the position in one line\n"                                            \
    "  --moves \"a b c\"      actions from there on, chance as !x\n"                               \
    "  --record FILE        the position at the end of a game record (- is standard input)\n"      \
    "  --force              also of one whose rules have changed; follow the paths in it\n"        \
    "  --players N, --rules official|reference, --set NAME=VALUE, --first SEAT\n"                  \
    "  --seed N             for dice and deals that nobody announced (default 1)\n"

#endif
