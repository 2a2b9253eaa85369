#include <acutest.h>

#include "search/mcts/mcts_check.h"

/* A tree made by hand: the root decides between two steps, each of which leads to a node. What is
 * then made wrong in it is found. */

enum { BYTES = 1 << 16 };

typedef struct hand_made {
    _Alignas(16) unsigned char memory[BYTES];
    mcts_tree t;
    mcts_chunk chunk;
    mcts_node *root;
    mcts_block *block;
    mcts_edge *edge[2];
    mcts_node *child[2];
} hand_made;

static hand_made h;

static void make(int actor) {
    memset(&h, 0, sizeof h);
    mcts_tree_init(&h.t, mcts_shape_of(1, false, false), h.memory, BYTES);
    h.t.root = mcts_new_node(&h.t, &h.chunk, actor, 0, 1);
    TEST_ASSERT(h.t.root != 0);
    h.root = mcts_node_at(&h.t, h.t.root);
    uint32_t b = mcts_new_block(&h.t, &h.chunk, 2);
    TEST_ASSERT(b != 0);
    h.block = mcts_block_at(&h.t, b);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t child = mcts_new_node(&h.t, &h.chunk, 1, 0, 1);
        TEST_ASSERT(child != 0);
        h.edge[i] = mcts_edge_at(&h.t, h.block, i);
        h.edge[i]->step = i + 1;
        h.child[i] = mcts_node_at(&h.t, child);
        RELAXED_STORE(&h.edge[i]->visits, 2);
        RELAXED_STORE(&h.child[i]->visits, 2);
        (void)mcts_link(&h.t, h.edge[i], child);
    }
    RELAXED_STORE(&h.block->count, 2);
    RELAXED_STORE(&h.root->edges, b);
    RELAXED_STORE(&h.root->flags, NODE_COMPLETE);
    RELAXED_STORE(&h.root->visits, 5);
}

static void test_a_good_tree(void) {
    make(0);
    TEST_CHECK(mcts_tree_check(&h.t));
    TEST_CHECK(RELAXED_LOAD(&h.root->lock) == 0 && RELAXED_LOAD(&h.child[1]->lock) == 0);
    /* A proven win of a child is one of the root. */
    RELAXED_STORE(mcts_v(&h.t, h.child[0], V_LOW, 0), 1);
    RELAXED_STORE(mcts_v(&h.t, h.root, V_LOW, 0), 1);
    TEST_CHECK(mcts_tree_check(&h.t));
}

static void test_visits(void) {
    make(0);
    RELAXED_STORE(&h.root->visits, 3); /* fewer than its edges */
    TEST_CHECK(!mcts_tree_check(&h.t));
    make(0);
    RELAXED_STORE(&h.child[0]->visits, 3); /* more than its edge */
    TEST_CHECK(!mcts_tree_check(&h.t));
}

static void test_memory(void) {
    make(0);
    RELAXED_STORE(&h.edge[1]->raw_link, h.t.units - 1); /* half outside */
    TEST_CHECK(!mcts_tree_check(&h.t));
    make(0);
    RELAXED_STORE(&h.edge[1]->raw_link, h.t.units / 2); /* not handed out */
    TEST_CHECK(!mcts_tree_check(&h.t));
    make(0);
    RELAXED_STORE(&h.edge[1]->raw_link, h.t.root); /* the node itself */
    TEST_CHECK(!mcts_tree_check(&h.t));
    make(0);
    RELAXED_STORE(&h.block->count, 3); /* more than fit */
    TEST_CHECK(!mcts_tree_check(&h.t));
    make(0);
    RELAXED_STORE(&h.root->edges, EDGES_COMING); /* begun, never finished */
    TEST_CHECK(!mcts_tree_check(&h.t));
}

static void test_steps(void) {
    make(0);
    h.edge[1]->step = h.edge[0]->step; /* twice */
    TEST_CHECK(!mcts_tree_check(&h.t));
    make(0);
    h.edge[1]->step = ACTION_NONE;
    TEST_CHECK(!mcts_tree_check(&h.t));
}

static void test_proofs(void) {
    make(0);
    RELAXED_STORE(mcts_v(&h.t, h.child[0], V_LOW, 0), 0.75F);
    RELAXED_STORE(mcts_v(&h.t, h.child[0], V_HIGH, 0), 0.25F); /* bounds that cross */
    TEST_CHECK(!mcts_tree_check(&h.t));
    make(0);
    RELAXED_STORE(mcts_v(&h.t, h.root, V_LOW, 0), 1); /* a win that no child has */
    TEST_CHECK(!mcts_tree_check(&h.t));
    make(1);
    RELAXED_STORE(mcts_v(&h.t, h.root, V_HIGH, 0), 0); /* the same for the other player */
    TEST_CHECK(!mcts_tree_check(&h.t));
    make(0);
    RELAXED_STORE(mcts_v(&h.t, h.root, V_HIGH, 0), 0.5F); /* a child may be better */
    TEST_CHECK(!mcts_tree_check(&h.t));
}

static void test_chance(void) {
    make(ACTOR_CHANCE);
    RELAXED_STORE(&h.root->flags, NODE_COMPLETE | NODE_WEIGHTED);
    mcts_set_probability(h.root, h.edge[0], 0.25F);
    mcts_set_probability(h.root, h.edge[1], 0.75F);
    TEST_CHECK(mcts_tree_check(&h.t));
    RELAXED_STORE(mcts_v(&h.t, h.child[1], V_LOW, 0), 1);
    RELAXED_STORE(mcts_v(&h.t, h.root, V_LOW, 0), 0.75F);
    TEST_CHECK(mcts_tree_check(&h.t));
    RELAXED_STORE(mcts_v(&h.t, h.root, V_LOW, 0), 0.8F); /* more than the outcomes prove */
    TEST_CHECK(!mcts_tree_check(&h.t));
    RELAXED_STORE(mcts_v(&h.t, h.root, V_LOW, 0), 0);
    mcts_set_probability(h.root, h.edge[1], 0.5F); /* something does not happen */
    TEST_CHECK(!mcts_tree_check(&h.t));
}

TEST_LIST = {{"a_good_tree", test_a_good_tree},
             {"visits", test_visits},
             {"memory", test_memory},
             {"steps", test_steps},
             {"proofs", test_proofs},
             {"chance", test_chance},
             {NULL, NULL}};
