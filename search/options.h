#ifndef SEARCH_OPTIONS_H
#define SEARCH_OPTIONS_H
/* The options that decide what is searched, and how: one table with types and ranges, values by
 * number. The protocol adds those of a front end (uci/core/uci_options.h). Not shared between threads: a
 * search takes a copy. */

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/text.h"
#include "engine/game/game.h"
#include "search/searcher.h"
#include "search/skill.h"

/* X(id, name, type, default, min, max): the default is a number for spins and checks; combos and
 * strings get theirs in options_init(). Their order is that of the `uci` answer. */
#define OPTION_LIST(X)                                                                             \
    X(HASH, "Hash", SPIN, 256, 1, 65536)                                                           \
    X(THREADS, "Threads", SPIN, 1, 1, 256)                                                         \
    X(MULTIPV, "MultiPV", SPIN, 1, 1, 256)                                                         \
    X(MOVE_OVERHEAD, "Move Overhead", SPIN, 10, 0, 5000)                                           \
    X(CLEAR_HASH, "Clear Hash", BUTTON, 0, 0, 0)                                                   \
    X(ANALYSE_MODE, "UCI_AnalyseMode", CHECK, 0, 0, 1)                                             \
    X(LIMIT_STRENGTH, "UCI_LimitStrength", CHECK, 0, 0, 1)                                         \
    X(ELO, "UCI_Elo", SPIN, SKILL_STANDARD_ELO, SKILL_MIN_ELO, SKILL_MAX_ELO)                      \
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
    X(DEFAULT_MOVE_TIME, "DefaultMoveTime", SPIN, 1000, 1, 86400000)                               \
    X(CONTEMPT, "Contempt", SPIN, 0, -100, 100)                                                    \
    X(SKILL, "Skill Level", SPIN, 20, 0, 20)                                                       \
    X(LEVEL, "Level", SPIN, 0, 0, SKILL_LEVELS)

typedef enum option_id {
#define OPTION_ENUM(id, name, type, initial, min, max) OPT_##id,
    OPTION_LIST(OPTION_ENUM)
#undef OPTION_ENUM
/* then the knobs of the searches, as spins from KNOB_AUTO on */
#define OPTION_KNOB(id, name, initial, max, what) OPT_##id,
        KNOB_LIST(OPTION_KNOB)
#undef OPTION_KNOB
            OPT_COUNT,
    OPT_FIRST_KNOB = OPT_COUNT - KNOB_COUNT,
    OPT_FIRST_MARGIN = OPT_FIRST_KNOB + KNOB_FIRST_MARGIN /* from here on not listed by `uci` */
} option_id;

typedef enum option_type { OPT_CHECK, OPT_SPIN, OPT_COMBO, OPT_STRING, OPT_BUTTON } option_type;

/* Combos and strings alone have words: a list of their places among the words. */
#define OPTION_WORD_CHECK(id)
#define OPTION_WORD_SPIN(id)
#define OPTION_WORD_BUTTON(id)
#define OPTION_WORD_COMBO(id)  OPT_WORD_##id,
#define OPTION_WORD_STRING(id) OPT_WORD_##id,
typedef enum option_word {
#define OPTION_WORD(id, name, type, initial, min, max) OPTION_WORD_##type(id)
    OPTION_LIST(OPTION_WORD)
#undef OPTION_WORD
        OPT_WORD_COUNT
} option_word;

enum { OPTION_TEXT_SIZE = 512, OPTION_CHOICES = 2048, OPTION_NAME_SIZE = 32 };

typedef struct options {
    int64_t number[OPT_COUNT], max[OPT_COUNT];   /* the largest number that is taken */
    char word[OPT_WORD_COUNT][OPTION_TEXT_SIZE]; /* combos and strings */
    char first_game[OPTION_NAME_SIZE];           /* the default of Game */
    char algorithms[OPTION_CHOICES];             /* what Algorithm offers, with spaces between */
    game_list games;                             /* what Game offers, as it is now */
} options;

/* Every option as it starts. Algorithm offers `auto`, every search of the book by name and the
 * games' bots; Game every game, the first with FEN positions and UCI moves by default. The list
 * must outlive the options. */
void options_init(options *o, game_list games, const search_registry *book);

/* A spin takes no more than this, and starts with no more. */
void options_cap(options *o, option_id id, int64_t max);

/* What the options say of a search: everything but its seed. */
void options_apply(const options *o, search_options *out);

/* The option of that name or alias, case-insensitive; OPT_COUNT if there is none. */
option_id options_find(const char *name);
const char *options_name(option_id id);
const char *options_alias(option_id id); /* a second name that is accepted; NULL: there is none */
const char *options_nearest(const char *name); /* for hints; NULL if nothing is near */

/* Checks and sets; on failure the option keeps its value. Combos are stored as they are spelt here.
 */
status options_set(options *o, option_id id, const char *value, error *err);

/* --- one option, of this table or of another --- */

typedef struct option_spec {
    const char *name;
    option_type type;
    int64_t initial, min, max;
} option_spec;

/* The option and where its value is. */
typedef struct option_ref {
    const option_spec *spec;
    int64_t *number;     /* of checks and spins */
    int64_t max;         /* of a spin, as it is now */
    char *word;          /* of combos and strings: OPTION_TEXT_SIZE bytes */
    const char *initial; /* of a combo or string */
    const char *choices; /* of a combo, with spaces between; NULL: those of the games */
    game_list games;
    const char *(*name_of)(const game *g); /* what a combo of games calls one; NULL: not offered */
} option_ref;

option_ref options_ref(options *o, option_id id);
status option_set(const option_ref *r, const char *value, error *err);
int64_t option_initial(const option_ref *r); /* the number of a spin or check at the start */
int option_distance(const option_spec *s, const char *name); /* how far a name is from its own */

/* --- games as front ends call them --- */

/* Chess as front ends know it is two games: UCI_Chess960 chooses between them. */
#define OPTIONS_CHESS    "chess"
#define OPTIONS_CHESS960 "chess960"

/* What UCI_Variant calls a game; NULL where it does not offer it. */
const char *options_variant(const game *g);
const game *options_first_variant(game_list games); /* NULL: there is none */

#endif
