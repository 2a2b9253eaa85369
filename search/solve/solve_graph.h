#ifndef SEARCH_SOLVE_SOLVE_GRAPH_H
#define SEARCH_SOLVE_SOLVE_GRAPH_H
/* All states that can be reached from a root, as a graph, and the values of its nodes. Private to
 * search/solve/solve_graph.c (which makes it), search/solve/solve_iterate.c (which finds the
 * values) and search/solve/solve_retrograde.c (how far ends are). */

#include "search/solve/solve_core.h"

enum { GRAPH_MAX_DECISIONS = 2000000 };

/* A hash pushed on the trail on the way to a node, and the one before it (+ 1; 0: the root's). */
typedef struct solve_graph_link {
    uint64_t hash;
    uint32_t before;
} solve_graph_link;

typedef struct graph {
    solver *s;
    solve_worker *l;
    /* Nodes, in the order they were found. */
    uint32_t count, cap, decisions;
    uint32_t *edge;  /* where a node's edges begin; edge[count] is the end of all */
    int16_t *actor;  /* ACTOR_NONE: its value is fixed */
    bool *weighted;  /* chance with unequal outcomes: each edge is followed by its weight */
    bool *inside;    /* in the middle of a token */
    uint32_t *start; /* the nodes after the root's tokens */
    /* Edges: a target each, after it (if weighted) the bits of a float. */
    uint32_t edge_count, edge_cap;
    uint32_t *target;
    /* While nodes are looked for: their states and an index by hash. Afterwards the same memory
     * (`spare`, 20 bytes a node) serves the iteration. */
    size_t key_size; /* bytes of a state and, where the game has a trail, of its fingerprint */
    unsigned char *keys;
    uint32_t *slot; /* node + 1; 0: empty */
    uint32_t slots;
    uint32_t *spare;
    /* The trail, where the game has one. */
    trail trail;
    size_t root_trail;
    solve_graph_link *link;
    uint32_t links, link_cap;
    uint32_t *last; /* by node: its newest link + 1; 0: none */
    /* Values, `width` numbers a node: solve_iterate.c. */
    int width;
    double *value;
} graph;

static inline double *solve_graph_value(const graph *g, uint32_t node) {
    return g->value + (size_t)node * (size_t)g->width;
}

/* The value of a new node: fixed at the end of the game (given per player), else all that is
 * possible. */
void solve_graph_first_value(graph *g, uint32_t node, const double *fixed);

/* Whether the graph is one: edges of a node follow those of the node before, lead to nodes, have
 * weights above 0 where they have any; an ended game leads nowhere and all else somewhere; bounds
 * do not cross. After all nodes were found; for assertions and tests. */
bool solve_graph_check(const graph *g);

/* Whether the value of every node is what its edges make of theirs, as far as it is known. After
 * the iteration. */
bool solve_graph_values_check(const graph *g);

/* Finds the values of all nodes; false when the worker has to leave off. */
bool solve_graph_iterate(graph *g);

/* The node's value per player; false where it is not known to 1e-9. */
bool solve_graph_read(const graph *g, uint32_t node, double *values);

/* The number of the edge that a player chooses at a decision. */
uint32_t solve_graph_choice(const graph *g, uint32_t node);

/* --- solve_retrograde.c: two players without chance, after the iteration --- */

bool solve_graph_has_chance(const graph *g);

/* By node, the tokens to the winner's win; a node without that win has a number beyond all. The
 * numbers are in the spare memory, apart for each winner. NULL when there was no time. */
const uint32_t *solve_graph_distances(graph *g, int winner);

/* The number of the edge that best play takes by these distances. */
uint32_t solve_graph_nearest(const graph *g, const uint32_t *distance, uint32_t node, int winner);

#endif
