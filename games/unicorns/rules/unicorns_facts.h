#ifndef GAMES_UNICORNS_RULES_UNICORNS_FACTS_H
#define GAMES_UNICORNS_RULES_UNICORNS_FACTS_H
/* What is known of an effect without doing it, by the numbers of un_opcode; unicorns_ops.inc has a
 * row for each. */

#include "games/unicorns/rules/unicorns_rules.h"

enum { UN_KIND_DESTROY = 1, UN_KIND_SACRIFICE = 2, UN_KIND_RETURN = 4 };

/* On whose tables an effect finds its targets; ASKED: of the player who picks. */
enum {
    UN_TABLES_NONE,
    UN_TABLES_ALL,
    UN_TABLES_OTHERS,
    UN_TABLES_ASKED,
    UN_TABLES_AIMED,
    UN_TABLES_OWN
};

/* Cards there that it cannot be aimed at, as bits. */
enum {
    UN_BAR_CLAIMED = 1, /* another effect of this link has them */
    UN_BAR_SAFE = 2,    /* cannot be destroyed, or not by this source */
    UN_BAR_LOYAL = 4,   /* cannot be sacrificed */
    UN_BAR_LOCKED = 8,  /* basics that the owner may not get */
    UN_BAR_STUCK = 16   /* there is no player to send them to */
};

typedef struct un_fact {
    uint8_t kinds, tables, bars;
} un_fact;

extern const un_fact un_facts[UN_OPS];

static inline const un_fact *un_fact_of(const un_rules *r, const un_effect *e) {
    return &un_facts[un_node_at(r, e)->op];
}

#endif
