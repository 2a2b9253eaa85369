#ifndef TESTS_SUPPORT_AZUL_ROUND_H
#define TESTS_SUPPORT_AZUL_ROUND_H
/* The rest of a round of Azul, searched to its end. Inside a round there is no chance, so what the
 * player to act can be sure of, whatever all others do, is a plain number:
 *
 *   ROUND_LEAD   own points less those of the best other seat when the round is over, each with
 * what full rows, columns and colours on the wall bring in the end ROUND_RESULT share of the win in
 * twelfths; only where every line ends the game
 *
 * The search is alpha-beta over the rules of games/azul, with a table. */

#include "games/azul/azul_rules.h"

typedef enum round_goal { ROUND_LEAD, ROUND_RESULT } round_goal;

enum { ROUND_WIN = 12, ROUND_NONE = -10000 };

typedef struct round_table round_table;
round_table *round_table_create(void); /* NULL: no memory */
void round_table_destroy(round_table *t);

typedef struct round_answer {
    bool done;   /* within the nodes allowed, and for results without meeting a deal */
    int value;   /* of the best action */
    int next;    /* an upper bound of all others; ROUND_NONE if there are none */
    action best; /* one of the best */
    uint64_t nodes;
} round_answer;

/* The best action, and whether it is the only one: where any other action is worth more than value
 * - gap, next is above that. */
round_answer round_search(round_table *t, const rules *r, const az_state *s, round_goal goal,
                          int gap, uint64_t most_nodes);

#endif
