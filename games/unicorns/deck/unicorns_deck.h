#ifndef GAMES_UNICORNS_DECK_UNICORNS_DECK_H
#define GAMES_UNICORNS_DECK_UNICORNS_DECK_H
/* Decks: cards as data, and the reader of deck files (base.deck and picnic.deck are compiled in).
 *
 * A card is one entry, `count; name; type; flags; trigger: effect; …`; the next line continues with
 * it where it starts with a blank, '#' starts a comment. An effect is a tree in the notation of the
 * README. A field that starts with `official` or `reference` counts under those rules alone.
 * The words are tables (unicorns_words.c): a new one is an entry there. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"
#include "engine/base/text.h"

enum { UN_BABY, UN_BASIC, UN_MAGICAL, UN_SPELL, UN_UPGRADE, UN_DOWNGRADE, UN_INSTANT, UN_PANDA };

/* Sets of types. */
enum {
    UN_SET_UNICORN = 1 << UN_BABY | 1 << UN_BASIC | 1 << UN_MAGICAL,
    UN_SET_PANDA = 1 << UN_PANDA,
    UN_SET_ANY = UN_SET_PANDA - 1
};

/* What a card is from the start, and what it does while it lies registered on a table. */
enum {
    UN_NOT_DESTROYABLE = 1,
    UN_NOT_SACRIFICABLE = 2,
    UN_NOT_NEIGHABLE = 4,
    UN_DOUBLE = 8, /* counts as two unicorns */
    UN_NEEDS_BASIC = 16
};
enum {
    UN_NO_INSTANTS = 1,
    UN_NO_UPGRADES = 2,
    UN_NO_NEIGH = 4,
    UN_UNICORNS_SAFE = 8,
    UN_SPELL_PROOF = 16, /* every card on every table */
    UN_SPELL_PROOF_SELF = 32,
    UN_BASIC_LOCK = 64, /* only playing */
    UN_BASIC_LOCK_ALL = 128,
    UN_PANDAS = 256,
    UN_BLIND = 512,
    UN_NO_SPELLS = 1024
};

/* Events that triggers hear. The first two are about a turn, the next two about a card, the last
 * three about an effect. */
enum { UN_BOT, UN_EOT, UN_ENTERED, UN_LEFT, UN_TARGETING, UN_LOCATION, UN_PRELEAVE, UN_EVENTS };

enum {
    UN_MAX_CARDS = 255, /* of all decks together */
    UN_MAX_KINDS = 200,
    UN_MAX_NODES = 250,
    UN_MAX_TRIGGERS = 255,
    UN_MAX_LINKERS = 30, /* cards that steal until they leave */
    UN_MAX_INSTANTS = 15,
    UN_MAX_WORDS = 8,
    UN_MAX_DEPTH = 8,
    UN_NAME_SIZE = 40,
    UN_ALL = 255 /* as a number of cards */
};

/* The effects: what the words of the notation mean, and some that are never written. */
typedef enum un_opcode {
    UN_OP_NONE,
#define EFFECT(code, word, arguments, riders, phrase, kinds, tables, bars, choose, apply)          \
    UN_OP_##code,
#include "games/unicorns/deck/unicorns_ops.inc"
    UN_OPS
} un_opcode;

/* The last argument of an effect, where it has one. */
enum {
    UN_ARG_NONE,
    UN_ARG_ME,
    UN_ARG_EACH,
    UN_ARG_ANYONE,
    UN_ARG_OTHER,
    UN_ARG_HAND,
    UN_ARG_DISCARD,
    UN_ARG_NURSERY,
    UN_ARG_PILE,
    UN_ARG_EOT,
    UN_ARG_SEDUCER,
    UN_ARG_KICK,
    UN_ARG_DRAW_HIT,
    UN_ARG_DRAW_PICK,
    UN_ARG_LAZY
};

/* Node 0 is none. The nodes of the effects that others make come first, one each, in order. */
typedef struct un_node {
    uint8_t op, n, types, arg;
    uint8_t first, next; /* first child, next sibling */
    uint8_t word;        /* of a search: a word of names, from 1 */
    uint8_t hidden;      /* its requirement looks at cards of a hand */
} un_node;

enum { UN_NODE_BABIES = 1, UN_NODE_STEAL_BACK, UN_NODE_KICKED, UN_NODE_SAC_SAVER, UN_NODE_HOME };

typedef struct un_trigger {
    uint8_t when; /* an index into un_trigger_words */
    uint8_t node;
} un_trigger;

typedef struct un_kind {
    char name[UN_NAME_SIZE], slug[UN_NAME_SIZE]; /* as printed; lower case with dashes */
    uint8_t type, flags, letters, count;
    uint8_t tier;     /* for players by rule: 0 the best, 7 the worst */
    uint16_t lasting; /* continuous effects */
    uint8_t first_trigger, triggers;
    uint8_t events; /* that its triggers hear */
    uint8_t first_id;
    uint8_t words;   /* of searches that its name has, a bit each */
    uint8_t linker;  /* number of its first card among those that steal until they leave, from 1 */
    uint8_t instant; /* number among the instants, from 1 */
} un_kind;

typedef struct un_deck {
    un_kind kind[UN_MAX_KINDS]; /* of the pile, then of the nursery */
    int kinds, cards, pile;     /* cards in all, and in the pile at the start */
    un_node node[UN_MAX_NODES];
    int nodes;
    un_trigger trigger[UN_MAX_TRIGGERS];
    int triggers;
    uint8_t linker_id[UN_MAX_LINKERS + 1];
    uint8_t instant_kind[UN_MAX_INSTANTS + 1];
    int linkers, instants;
    char word[UN_MAX_WORDS][UN_NAME_SIZE];
    int words;
} un_deck;

/* What is wrong with a text: as many problems as there are, the first ones with their words. */
enum { UN_MAX_PROBLEMS = 50, UN_PROBLEM_SIZE = 150 };

typedef struct un_problem {
    int line, column;
    status code; /* ST_BAD_SYNTAX or ST_BAD_VALUE */
    char text[UN_PROBLEM_SIZE];
} un_problem;

typedef struct un_problems {
    int count; /* also of those for which there is no room */
    un_problem at[UN_MAX_PROBLEMS];
} un_problems;

/* Reads deck texts, one after another: nursery joins nursery, pile joins pile. un_deck_begin()
 * comes first, un_deck_end() last: it numbers the cards and checks all of it. un_deck_scan() adds
 * all problems of a text to the list, field by field, and leaves out the cards that have one;
 * un_deck_read() fails with the first, "line L, column C: ", and the number of the others. */
void un_deck_begin(un_deck *d);
void un_deck_scan(un_deck *d, const char *data, size_t len, bool reference, un_problems *list);
status un_deck_read(un_deck *d, const char *data, size_t len, bool reference, error *err);
status un_deck_end(un_deck *d, error *err);

/* A compiled-in deck by its name, NULL if there is none; ended by a NUL that *len does not count.
 * un_deck_name(i) names them, NULL after the last. */
const char *un_deck_text(const char *name, size_t *len);
const char *un_deck_name(int i);

int un_kind_find(const un_deck *d, const char *slug, size_t len); /* -1: there is none */

#endif
