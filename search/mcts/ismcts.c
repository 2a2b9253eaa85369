#include "search/mcts/ismcts.h"

/* Information set Monte Carlo tree search with several observers (MO-ISMCTS, Cowling, Powley and
 * Whitehouse 2012), for games in which players do not know the same things.
 *
 * The search begins with what the deciding seat knows, a view, and with nothing else: a root that
 * is a full state is observed first. Every iteration deals the unknown part again and plays that
 * deal. At a decision the player to act is asked: the node is what this player knows at that point,
 * by the hash of the view, so that no choice can depend on what its player does not see. Chance is
 * drawn and has no nodes. ismcts_descend.c has all this; memory, threads, playouts and reports are
 * those of the MCTS.
 *
 * In every deal from the root's view the deciding seat holds the same cards, so the others learn to
 * play as if they knew them. What was tried against that, and gained nothing, is in
 * docs/strength.md: others searched from their own view, mixed choices, nodes shared by all hands.
 *
 * Where hands are large, a deal almost never gives another player a hand they had before. Their
 * node is then a new one, and the playout begins there: its policy (the knob MctsBot) is the model
 * of the others, and as it plays each seat by what that seat sees, it knows no one else's cards
 * either.
 *
 * What it does not do: prove results, share nodes between equal states, or find an equilibrium; its
 * strategies can be exploited (docs/strength.md says by how much in leduc). */

#include "search/mcts/mcts_walker.h"

/* --- the mode --- */

/* All nodes stay where they are, as long as half of the memory is free. */
static bool reuse(mcts *m, mcts_tree *t, unsigned char *root) {
    (void)root; /* the views say what nodes stand for */
    if (2 * mcts_full_permille(t) > 1000) return false;
    uint32_t found = mcts_find(t, ismcts_key(m, &m->scratch, m->root_world, m->job->seat));
    if (found) t->root = found;
    return found != 0;
}

static void plant(mcts_walker *w, bool is_new) {
    mcts *m = w->m;
    if (!is_new) return;
    uint64_t key = ismcts_key(m, &m->scratch, m->root_world, m->job->seat);
    mcts_enter(w->tree, key, w->tree->root);
}

static const mcts_node *child_of(const mcts *m, const mcts_tree *t, const mcts_edge *e,
                                 mcts_scratch *scratch, const void *after) {
    (void)e;
    return ismcts_find(m, t, scratch, after);
}

static const mcts_node *after_token(const mcts *m, const mcts_tree *t, const token *tok,
                                    mcts_scratch *scratch, const void *after) {
    (void)tok;
    return ismcts_find(m, t, scratch, after);
}

/* An edge has the deciding seat's value alone, from all visits there ever were; what is left is
 * shared out among the others as this search has seen it. */
static double value_of(const mcts *m, const mcts_tree *t, const mcts_node *n, const mcts_edge *e,
                       const root_sum *sum, int player) {
    (void)t;
    int seat = m->job->seat;
    double own = (double)mcts_value(n, e);
    if (own <= (double)VALUE_NONE) return 1.0 / m->players;
    if (player == seat) return own;
    double rest = sum->visits > 0 ? 1 - sum->value[seat] / sum->visits : 0;
    if (rest < 1e-9) return (1 - own) / (m->players - 1);
    return sum->value[player] / sum->visits * (1 - own) / rest;
}

static const mcts_mode by_view = {
    .deals = true,
    .by_view = true,
    .priors = true,
    .reuse = reuse,
    .plant = plant,
    .select = ismcts_select,
    .counts = ismcts_counts,
    .backup = ismcts_backup,
    .child = child_of,
    .after = after_token,
    .value = value_of,
};

/* --- the searcher --- */

static bool accepts(const rules *r) {
    return r->traits & GAME_HIDDEN;
}

static status create(void **out, const search_job *job, error *err) {
    return mcts_create_as(&ismcts_searcher, &by_view, out, job, err);
}

const searcher_kind ismcts_searcher = {
    .name = "ismcts",
    .visits = true,
    .accepts = accepts,
    .create = create,
    .work = mcts_work,
    .report = mcts_report,
    .destroy = mcts_destroy,
};
