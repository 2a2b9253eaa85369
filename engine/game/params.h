#ifndef ENGINE_GAME_PARAMS_H
#define ENGINE_GAME_PARAMS_H
/* How a game is set up: number of players, rule set, and the options the game names. Plain data;
 * copied freely. A game lists its options as `param_spec`s and reads them in open(). */

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/status.h"
#include "engine/base/text.h"

struct game;

/* A PARAM_FILE names a file, or one of its choices, or several of these with commas between. */
/* PARAM_HALVES is a number with halves: 7.5. */
typedef enum param_type {
    PARAM_INT,
    PARAM_ENUM,
    PARAM_FLAG,
    PARAM_TEXT,
    PARAM_FILE,
    PARAM_HALVES
} param_type;

typedef struct param_spec {
    const char *name;
    param_type type;
    const char *default_value; /* the default under `rules official`, as text; for people */
    int64_t min, max;          /* PARAM_INT; of PARAM_HALVES in halves: 15 is 7.5 */
    const char *choices; /* PARAM_ENUM: words separated by spaces; PARAM_FILE: what needs no file */
    const char *what;    /* one line for people */
} param_spec;

enum { PARAMS_MAX = 24, PARAMS_NAME = 24, PARAMS_VALUE = 200 };
enum { PARAMS_FIRST_RANDOM = -2 }; /* chance says who starts; needs GAME_FIRST_EVENT */

typedef struct params {
    int players;    /* 0: the game's default */
    int first;      /* who starts, from 0; -1: the game's default; PARAMS_FIRST_RANDOM */
    bool reference; /* `rules reference`: the reference program's behaviour */
    bool noend;     /* count lines past the end of the game (perft); needs GAME_NOEND */
    bool no_files;  /* options that name a file are refused: params_check(); texts of the host
                       (option_text.h) are none */
    int count;
    struct {
        char name[PARAMS_NAME], value[PARAMS_VALUE];
    } set[PARAMS_MAX]; /* options set on purpose, sorted by name */
} params;

params params_default(void);

/* Sets one option after checking it against the game's list; *p is unchanged on failure. "rules"
 * with official or reference is understood as well. */
status params_set(params *p, const struct game *g, const char *name, const char *value, error *err);

/* The same from one word, "name=value", split at its first '='. */
status params_set_pair(params *p, const struct game *g, const char *word, error *err);

/* Everything: number of players and first seat within the game's range, and no files where none may
 * be opened (ST_UNSUPPORTED). Values were checked by set. */
status params_check(const params *p, const struct game *g, error *err);

/* Whether the game has an option of this name, and it is a PARAM_FILE. */
bool params_names_file(const struct game *g, const char *name);
/* The next part of a PARAM_FILE's value that is the name of a file: false when there are no more.
 * *at starts as the value; `name` holds PARAMS_VALUE bytes. */
bool params_next_file(const param_spec *s, const char **at, char *name);

/* For open(): the value set, or `otherwise`. */
int64_t params_int(const params *p, const char *name, int64_t otherwise); /* flags: 0 or 1 */
/* A PARAM_HALVES in halves: 15 for 7.5. */
int64_t params_halves(const params *p, const char *name, int64_t otherwise);
/* "7.5", "7", "-0.5" as halves, and back. */
bool params_read_halves(const char *value, int64_t *out);
void params_write_halves(int64_t halves, text *out);
const char *params_word(const params *p, const char *name, const char *otherwise);
bool params_has(const params *p, const char *name);

/* As in the protocol: "players 3 rules reference first 2 set target=20"; reads back with
 * params_read. */
void params_write(const params *p, text *out);

/* Reads setup words from word[*i] on, and stops at the first that is none of them. Seeds are the
 * caller's, and so is `first random` where the game has no event for it. */
status params_read(params *p, const struct game *g, char **word, size_t count, size_t *i,
                   error *err);

bool params_equal(const params *a, const params *b);

#endif
