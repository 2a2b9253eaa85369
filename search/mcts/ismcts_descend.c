#include <math.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/portable_math.h"
#include "search/mcts/mcts_lane.h"

/* The way down and back between observers: see ismcts.c. */

/* --- whose eyes --- */

uint64_t ismcts_key(const mcts *m, mcts_room *room, const void *s, int actor) {
    bool all_see = m->public_eyes && actor != m->job->seat;
    m->k->observe(m->r, s, all_see ? SEAT_PUBLIC : actor, room->view);
    return hash_mix(m->k->view_hash(m->r, room->view) + (uint64_t)(actor + 1));
}

mcts_node *ismcts_find(const mcts *m, const mcts_tree *t, mcts_room *room, const void *s) {
    int actor = m->k->actor(m->r, s);
    if (actor < 0) return NULL;
    uint32_t i = mcts_find(t, ismcts_key(m, room, s, actor));
    return i ? mcts_node_at(t, i) : NULL;
}

/* The node of who acts, made where it is wanted and new; NULL where there is none. */
static mcts_node *find_node(lane *l, int actor, bool make) {
    const mcts *m = l->m;
    mcts_tree *t = l->tree;
    uint64_t key = ismcts_key(m, &l->room, l->room.state, actor);
    uint32_t i = mcts_find(t, key);
    if (!i && make) {
        i = mcts_new_node(t, &l->chunk, actor, m->low, m->high);
        if (i) mcts_enter(t, key, i);
    }
    return i ? mcts_node_at(t, i) : NULL;
}

/* --- what is on offer --- */

static uint32_t slot_of(const mcts *m, action step) {
    return (uint32_t)(hash_mix(step) & m->place_mask);
}

/* Notes where each of the listed steps is, for find_place(). */
static void note_places(lane *l, int count) {
    const mcts *m = l->m;
    uint32_t *place = l->eyes.place;
    memset(place, 0, ((size_t)m->place_mask + 1) * sizeof *place);
    for (int i = 0; i < count; i++) {
        uint32_t at = slot_of(m, l->room.list[i]);
        while (place[at]) at = (at + 1) & m->place_mask;
        place[at] = (uint32_t)i + 1;
    }
}

static int find_place(const lane *l, action step) {
    const mcts *m = l->m;
    const uint32_t *place = l->eyes.place;
    for (uint32_t at = slot_of(m, step); place[at]; at = (at + 1) & m->place_mask)
        if (l->room.list[place[at] - 1] == step) return (int)place[at] - 1;
    return -1;
}

/* Puts the edges of the listed steps into eyes.offer, NULL for new ones; returns how many those
 * are. Most nodes list the same steps in the same order each time. */
static int match_edges(lane *l, const mcts_node *n, int count) {
    mcts_edge **offer = l->eyes.offer;
    int at = 0;
    int found = 0;
    bool noted = false;
    for (int i = 0; i < count; i++) offer[i] = NULL;
    MCTS_EDGES(l->tree, n, it) {
        mcts_edge *e = it.edge;
        int i = at;
        if (noted || at >= count || l->room.list[at] != e->step) {
            if (!noted) note_places(l, count);
            noted = true;
            i = find_place(l, e->step);
        }
        if (i >= 0) {
            found += !offer[i];
            offer[i] = e;
        }
        at++;
    }
    return count - found;
}

/* The edges of all listed steps, in eyes.offer; false when the tree is full. */
static bool offer_all(lane *l, mcts_node *n, int count) {
    const mcts *m = l->m;
    if (!match_edges(l, n, count)) return true;
    if (RELAXED_LOAD(&l->tree->full)) return false;
    if (m->priors) mcts_make_priors(l, n->actor, count, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        if (l->eyes.offer[i]) continue;
        mcts_edge *e = mcts_edge_for(l, n, l->room.list[i]);
        if (!e) return false;
        float p = m->priors ? l->score[i] * PRIOR_ONE : PRIOR_ONE / (float)count;
        mcts_set_prior(n, e, (uint16_t)(p < 1 ? 1 : p));
        l->eyes.offer[i] = e;
    }
    return true;
}

/* --- choosing --- */

/* The shares of the first guesses among what is on offer, in l->score; the bot's guess included. */
static void share_priors(lane *l, const mcts_node *n, int count) {
    const mcts *m = l->m;
    float sum = 0;
    for (int i = 0; i < count; i++) sum += (float)mcts_prior(n, l->eyes.offer[i]);
    float rest = (float)(100 - m->bot_prior) / 100 / sum;
    for (int i = 0; i < count; i++) l->score[i] = rest * (float)mcts_prior(n, l->eyes.offer[i]);
    if (!m->bot_prior) return;
    action guess = m->bot->choose(m->r, l->room.state, mcts_trail(l), &l->g);
    for (int i = 0; i < count; i++)
        if (l->room.list[i] == guess) l->score[i] += (float)m->bot_prior / 100;
}

/* UCT, or PUCT with first guesses, where each step has been on offer as often as it says. */
static mcts_edge *choose_best(lane *l, const mcts_node *n, int count) {
    const mcts *m = l->m;
    bool guesses = m->priors || m->bot_prior;
    bool known = RELAXED_LOAD(&n->v[V_MEAN]) > VALUE_NONE;
    double first = (known ? (double)mcts_get(l->tree, n, V_MEAN, n->actor) : 1.0 / m->players);
    double best = -HUGE_VAL;
    mcts_edge *chosen = NULL;
    uint64_t fresh = 0; /* never taken, so far */
    if (guesses) share_priors(l, n, count);
    for (int i = 0; i < count; i++) {
        mcts_edge *e = l->eyes.offer[i];
        uint32_t visits = RELAXED_LOAD(&e->visits);
        uint32_t offered = mcts_offers(l->tree, e);
        if (!visits && !guesses && m->fpu == 0) {
            if (rng_below(&l->g, ++fresh) == 0) chosen = e;
            continue;
        }
        float mean = mcts_value(n, e);
        double u = mean > VALUE_NONE ? (double)mean : first - m->fpu;
        if (guesses)
            u += m->exploration * (double)l->score[i] * sqrt((double)offered) / (1 + visits);
        else
            u += m->exploration * sqrt(portable_log(offered)) * mcts_isqrt(m, visits ? visits : 1);
        if (u <= best || fresh) continue;
        best = u;
        chosen = e;
    }
    return chosen;
}

/* As often as it was chosen so far; what was not, as the first guesses say. */
static mcts_edge *choose_again(lane *l, const mcts_node *n, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)RELAXED_LOAD(&l->eyes.offer[i]->visits) +
               (double)mcts_prior(n, l->eyes.offer[i]) / (double)PRIOR_ONE;
    double at = rng_unit(&l->g) * sum;
    for (int i = 0; i < count; i++) {
        at -= (double)RELAXED_LOAD(&l->eyes.offer[i]->visits) +
              (double)mcts_prior(n, l->eyes.offer[i]) / (double)PRIOR_ONE;
        if (at < 0) return l->eyes.offer[i];
    }
    return l->eyes.offer[count - 1];
}

/* --- going --- */

static bool is_aside(const lane *l) {
    return l->eyes.whose != l->m->job->seat;
}

/* Who is asked apart learns at his nodes there, and so does the root's seat with cards that it has
 * not: nothing else shows him how such hands are played. What the root's seat really knows is
 * learned about in worlds of its own alone, which the others' eyes would not deal in the right
 * shares; third seats are asked apart themselves. */
static bool learns_here(const lane *l, int actor) {
    const mcts *m = l->m;
    if (!m->redeal || actor == l->eyes.whose) return true;
    return is_aside(l) && actor == m->job->seat && !l->eyes.alike;
}

static uint64_t view_key(lane *l, int seat) {
    const mcts *m = l->m;
    m->k->observe(m->r, l->room.state, seat, l->room.view);
    return m->k->view_hash(m->r, l->room.view);
}

/* Deals what the player to act does not know anew; false where the deal does not fit what he knows,
 * which a game promises not to do. */
static bool deal_anew(lane *l, int actor) {
    const mcts *m = l->m;
    int seat = m->job->seat;
    uint64_t root_knows = view_key(l, seat);
    uint64_t knows = view_key(l, actor);
    m->k->resample(m->r, l->room.view, l->room.state, &l->g);
    l->eyes.alike = view_key(l, seat) == root_knows;
    return m->k->actor(m->r, l->room.state) == actor && view_key(l, actor) == knows;
}

static void go_on(lane *l);

/* An iteration of its own from path[l->depth] on, in a world that the player to act believes
 * possible; then the world is what it was. *chosen is what he did, NULL where the tree ended. False
 * where there is no such world. */
static bool ask_apart(lane *l, int actor, mcts_edge **chosen) {
    const mcts *m = l->m;
    int top = l->depth;
    int made = l->made_count;
    size_t mark = l->room.trail.len;
    bool in_root = l->in_root;
    memcpy(l->eyes.world, l->room.state, m->r->state_size);
    l->eyes.asked |= 1U << actor;
    bool fits = deal_anew(l, actor);
    if (fits) {
        game_result res;
        double value[GAME_MAX_PLAYERS];
        l->eyes.whose = actor;
        l->in_root = false;
        go_on(l);
        (void)mcts_playout(l, &res, value);
        (void)ismcts_backup(l, top, value);
        *chosen = l->path[top].edge;
    }
    l->eyes.whose = m->job->seat;
    l->in_root = in_root;
    l->depth = top;
    l->made_count = made;
    if (m->trailed) trail_cut(&l->room.trail, mark);
    memcpy(l->room.state, l->eyes.world, m->r->state_size);
    return fits;
}

/* Enters the node of who acts as path[l->depth]; NULL where the iteration ends. *chosen is his
 * choice if he was asked apart. */
static mcts_node *enter(lane *l, int actor, mcts_edge **chosen) {
    path_step *at = &l->path[l->depth];
    bool learns = learns_here(l, actor);
    mcts_node *n = find_node(l, actor, learns || !is_aside(l));
    *at = (path_step){.node = n, .learns = learns};
    if (!n) return NULL;
    if (!learns && !is_aside(l)) {
        /* The first visit chooses nothing, so that any world will do for it. */
        bool first = !RELAXED_LOAD(&n->visits);
        bool asks = !first && !(l->eyes.asked >> actor & 1);
        learns = first || (asks && !ask_apart(l, actor, chosen));
        *at = (path_step){.node = n, .learns = learns};
    }
    if (learns) at->ticket = mcts_add(l->tree, &n->visits, 1);
    return !learns || at->ticket > 1 || l->in_root ? n : NULL;
}

/* The choice at a node that has been entered: as it was chosen apart if that is on offer. */
static mcts_edge *choose(lane *l, const path_step *at, int count, mcts_edge *chosen) {
    const mcts *m = l->m;
    for (int i = 0; i < count && chosen; i++)
        if (l->eyes.offer[i] == chosen) return chosen;
    bool again = !at->learns || (m->smooth && (int)rng_below(&l->g, 100) < m->smooth);
    return again ? choose_again(l, at->node, count) : choose_best(l, at->node, count);
}

/* One decision; false where the leaf is reached. */
static bool step_on(lane *l, int actor) {
    path_step *at = &l->path[l->depth];
    mcts_edge *chosen = NULL;
    int count = mcts_list_steps(l);
    if (count == 1 && !l->in_root) { /* nothing to learn */
        mcts_follow(l, actor, l->room.list[0]);
        return true;
    }
    unsigned asked = l->eyes.asked;
    mcts_node *n = enter(l, actor, &chosen);
    if (!n) return false;
    if (asked != l->eyes.asked) count = mcts_list_steps(l); /* the room was needed meanwhile */
    if (l->depth + 1 >= MAX_PATH || !offer_all(l, n, count)) return false;
    for (int i = 0; i < count && at->learns; i++) mcts_add_offer(l->tree, l->eyes.offer[i]);
    mcts_edge *e = choose(l, at, count, chosen);
    if (at->learns) at->edge_ticket = mcts_add(l->tree, &e->visits, 1);
    at->edge = e;
    mcts_follow(l, actor, e->step);
    l->path[++l->depth] = (path_step){.node = NULL};
    return true;
}

static void go_on(lane *l) {
    const mcts *m = l->m;
    chance_room c = {l->room.list, l->room.weight};
    l->path[l->depth] = (path_step){.node = NULL};
    for (;;) {
        int actor = m->k->actor(m->r, l->room.state);
        if (actor == ACTOR_NONE) return;
        if (actor == ACTOR_CHANCE)
            mcts_follow(l, actor, game_draw_chance(m->r, l->room.state, c, &l->g, NULL));
        else if (!step_on(l, actor))
            return;
    }
}

void ismcts_select(lane *l) {
    l->eyes.whose = l->m->job->seat;
    l->eyes.asked = 0;
    go_on(l);
}

bool ismcts_counts(const lane *l) {
    return l->path[0].learns && l->path[0].node == mcts_node_at(l->tree, l->tree->root);
}

bool ismcts_backup(lane *l, int top, const double *value) {
    for (int i = l->depth; i >= top; i--) {
        const path_step *at = &l->path[i];
        if (!at->node || !at->learns) continue;
        if (at->edge) mcts_take_edge(at->node, at->edge, value[at->node->actor], at->edge_ticket);
        mcts_take_value(l->tree, at->node, value, (float)at->ticket);
    }
    return false; /* nothing is proven here */
}
