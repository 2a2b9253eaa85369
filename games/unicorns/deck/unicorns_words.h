#ifndef GAMES_UNICORNS_DECK_UNICORNS_WORDS_H
#define GAMES_UNICORNS_DECK_UNICORNS_WORDS_H
/* The words of deck files, as tables. A new effect or trigger is a row of unicorns_ops.inc or
 * unicorns_whens.inc. */

#include <stdint.h>

#include "games/unicorns/deck/unicorns_deck.h"

/* Arguments by letter: n a number or all, t types, w a player (me, each, any), o a player (other,
 * any), z a zone (hand, discard, nursery), s a zone and what to search there, l an optional link or
 * rider, e one effect, E effects, f two effects (as `if(a) b`), | effects to choose from. */
typedef struct un_op_word {
    const char *name, *args;
    const char *riders; /* for l: words separated by spaces */
} un_op_word;

extern const un_op_word un_op_words[UN_OPS];

typedef struct un_word {
    const char *name;
    unsigned value;
} un_word;

/* Each ended by a NULL name. */
extern const un_word un_type_words[], un_set_words[], un_flag_words[], un_lasting_words[],
    un_arg_words[];

/* When an effect happens: on registration, when a spell is cast, or at events. */
enum {
#define TRIGGER(code, word, phrase, events, reaction, fires) UN_WHEN_##code,
#include "games/unicorns/deck/unicorns_whens.inc"
    UN_WHENS
};

typedef struct un_trigger_word {
    const char *name;
    uint8_t events;   /* bits */
    uint8_t reaction; /* runs at once, inside the step that changes targets or places */
} un_trigger_word;

extern const un_trigger_word un_trigger_words[];

/* A word among the first ones of a table; -1 where it is none. */
int un_word_find(const un_word *list, const char *at, size_t len);

#endif
