#ifndef UCI_CORE_UCI_OPTIONS_H
#define UCI_CORE_UCI_OPTIONS_H
/* The options of a session: those of a search (search/options.h) and those of a front end. One
 * number names an option of either table: an option_id, or a uci_option_id. */

#include "search/options.h"

/* X(id, name, type, default, follows): in the `uci` answer it comes after the option `follows`, and
 * after those of this list that follow the same one. */
#define UCI_OPTION_LIST(X)                                                                         \
    X(PONDER, "Ponder", CHECK, 0, OPT_MULTIPV)                                                     \
    X(CHESS960, "UCI_Chess960", CHECK, 0, OPT_CLEAR_HASH)                                          \
    X(SHOW_WDL, "UCI_ShowWDL", CHECK, 0, OPT_CLEAR_HASH)                                           \
    X(OPPONENT, "UCI_Opponent", STRING, 0, OPT_ELO)                                                \
    X(ABOUT, "UCI_EngineAbout", STRING, 0, OPT_ELO)                                                \
    X(VARIANT, "UCI_Variant", COMBO, 0, OPT_ELO)                                                   \
    X(LOG_FILE, "LogFile", STRING, 0, OPT_ALLOW_NATIVE)

typedef enum uci_option_id {
    UCI_OPT_BEFORE_FIRST = OPT_COUNT - 1,
#define UCI_OPTION_ENUM(id, name, type, initial, follows) UCI_OPT_##id,
    UCI_OPTION_LIST(UCI_OPTION_ENUM)
#undef UCI_OPTION_ENUM
        UCI_OPT_COUNT /* of both tables */
} uci_option_id;

enum { UCI_OPT_OWN = UCI_OPT_COUNT - OPT_COUNT };

typedef struct uci_options {
    options search;
    int64_t flag[UCI_OPT_OWN];
    char opponent[OPTION_TEXT_SIZE], about[OPTION_TEXT_SIZE], variant[OPTION_TEXT_SIZE],
        log_file[OPTION_TEXT_SIZE];
    char first_variant[OPTION_NAME_SIZE]; /* the default of UCI_Variant */
} uci_options;

/* UCI_Variant offers the games with FEN positions and UCI moves by the names front ends know; the
 * first of them is the default. */
void uci_options_init(uci_options *o, game_list games, const search_registry *book);

/* The i-th option of the `uci` answer; UCI_OPT_COUNT after the last. */
int uci_options_at(int i);

int uci_options_find(const char *name); /* case-insensitive; UCI_OPT_COUNT if there is none */
const char *uci_options_nearest(const char *name); /* for hints; NULL if nothing is near */

option_ref uci_options_ref(uci_options *o, int id);
int64_t uci_options_number(const uci_options *o, int id); /* of checks and spins */
const char *uci_options_word(uci_options *o, int id);     /* of combos and strings */

/* Checks and sets, as options_set(). */
status uci_options_set(uci_options *o, int id, const char *value, error *err);

void uci_options_choices(const option_ref *r, text *out);  /* of a combo, with spaces between */
void uci_options_value(uci_options *o, int id, text *out); /* as setoption would take it */

#endif
