#ifndef UCI_OPTIONS_H
#define UCI_OPTIONS_H
/* The engine's options: one table with types and ranges, values by number. Not shared between
 * threads: a search takes a copy. */

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/text.h"
#include "engine/game/game.h"
#include "search/search.h"
#include "search/skill.h"

/* X(id, name, type, default, min, max) — default is a number for spins and checks; combos and
 * strings get theirs in options_init(). The order is that of the `uci` answer. */
#define OPTION_LIST(X)                                                                             \
    X(HASH, "Hash", SPIN, 256, 1, 65536)                                                           \
    X(THREADS, "Threads", SPIN, 1, 1, 256)                                                         \
    X(MULTIPV, "MultiPV", SPIN, 1, 1, 256)                                                         \
    X(PONDER, "Ponder", CHECK, 0, 0, 1)                                                            \
    X(MOVE_OVERHEAD, "Move Overhead", SPIN, 10, 0, 5000)                                           \
    X(CLEAR_HASH, "Clear Hash", BUTTON, 0, 0, 0)                                                   \
    X(CHESS960, "UCI_Chess960", CHECK, 0, 0, 1)                                                    \
    X(SHOW_WDL, "UCI_ShowWDL", CHECK, 0, 0, 1)                                                     \
    X(ANALYSE_MODE, "UCI_AnalyseMode", CHECK, 0, 0, 1)                                             \
    X(LIMIT_STRENGTH, "UCI_LimitStrength", CHECK, 0, 0, 1)                                         \
    X(ELO, "UCI_Elo", SPIN, SKILL_ELO_LEAST, SKILL_ELO_LEAST, SKILL_ELO_MOST)                      \
    X(OPPONENT, "UCI_Opponent", STRING, 0, 0, 0)                                                   \
    X(ABOUT, "UCI_EngineAbout", STRING, 0, 0, 0)                                                   \
    X(VARIANT, "UCI_Variant", COMBO, 0, 0, 0)                                                      \
    X(GAME, "Game", COMBO, 0, 0, 0)                                                                \
    X(ALGORITHM, "Algorithm", COMBO, 0, 0, 0)                                                      \
    X(SEED, "Seed", SPIN, 0, 0, INT64_MAX)                                                         \
    X(DETERMINISTIC, "Deterministic", CHECK, 0, 0, 1)                                              \
    X(OBJECTIVE, "Objective", COMBO, 0, 0, 0)                                                      \
    X(SHOW_VALUES, "ShowValues", CHECK, 0, 0, 1)                                                   \
    X(SHOW_RANKS, "ShowRanks", CHECK, 0, 0, 1)                                                     \
    X(CHANCE_SAMPLES, "ChanceSamples", SPIN, 0, 0, 60000)                                          \
    X(WORLDS, "Worlds", SPIN, 0, 0, 1000000)                                                       \
    X(EVAL_FILE, "EvalFile", STRING, 0, 0, 0)                                                      \
    X(RULES_PATH, "RulesPath", STRING, 0, 0, 0)                                                    \
    X(ALLOW_NATIVE, "AllowNative", CHECK, 0, 0, 1)                                                 \
    X(LOG_FILE, "LogFile", STRING, 0, 0, 0)                                                        \
    X(DEFAULT_MOVE_TIME, "DefaultMoveTime", SPIN, 1000, 1, 86400000)                               \
    X(CONTEMPT, "Contempt", SPIN, 0, -100, 100)                                                    \
    X(SKILL, "Skill Level", SPIN, 20, 0, 20)                                                       \
    X(LEVEL, "Level", SPIN, 0, 0, SKILL_LEVELS)

typedef enum option_id {
#define OPTION_ENUM(id, name, type, usual, min, max) OPT_##id,
    OPTION_LIST(OPTION_ENUM)
#undef OPTION_ENUM
/* then the knobs of the searches, as spins from KNOB_AUTO on */
#define OPTION_KNOB(id, name, usual, max, what) OPT_##id,
        KNOB_LIST(OPTION_KNOB)
#undef OPTION_KNOB
            OPT_COUNT,
    OPT_FIRST_KNOB = OPT_COUNT - KNOB_COUNT
} option_id;

typedef enum option_type { OPT_CHECK, OPT_SPIN, OPT_COMBO, OPT_STRING, OPT_BUTTON } option_type;

enum { OPTION_TEXT = 512, OPTION_CHOICES = 2048 };

typedef struct options {
    int64_t number[OPT_COUNT], max[OPT_COUNT]; /* the largest number that is taken */
    char word[OPT_COUNT][OPTION_TEXT];         /* combos and strings */
    char usual[OPT_COUNT][32];                 /* a combo's default */
    char choices[OPT_COUNT][OPTION_CHOICES];   /* combos: words separated by blanks */
    game_list games;                           /* what Game and UCI_Variant offer, as it is now */
} options;

/* Chess as front ends know it is two games: UCI_Chess960 chooses between them. */
#define OPTIONS_CHESS    "chess"
#define OPTIONS_CHESS960 "chess960"

/* Every option as it starts. Algorithm offers `auto`, every search of the book by name and the
 * games' bots; Game every game, UCI_Variant those with FEN positions and UCI moves by the names
 * front ends know. The first of those is the default of both. The list must outlive the options. */
void options_init(options *o, game_list games, const search_book *book);

/* A spin takes no more than this, and starts with no more. */
void options_cap(options *o, option_id id, int64_t max);

/* What the options say of a search: everything but its seed, kind, root and limits. */
void options_apply(const options *o, search_question *q);

/* The option of that name, case aside; OPT_COUNT if there is none. */
option_id options_find(const char *name);
const char *options_name(option_id id);
option_type options_type(option_id id);
const char *options_nearest(const char *name); /* for hints; NULL if nothing is near */

/* Checks and sets; on failure the option keeps its value. Combos are stored as they are spelt here.
 */
status options_set(options *o, option_id id, const char *value, error *err);

/* What UCI_Variant calls a game; NULL where it does not offer it. */
const char *options_variant(const game *g);

void options_declare(const options *o, option_id id,
                     text *out); /* "option name Hash type spin …" */
void options_value(const options *o, option_id id, text *out); /* as setoption would take it */

#endif
