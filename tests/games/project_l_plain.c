#include "tests/games/project_l_plain.h"

#include <assert.h>
#include <string.h>

const int plain_levels[PLAIN_SHAPES] = {1, 4, 2, 3, 4, 3, 4, 4, 4};

/* --- small questions --- */

int plain_actor(const plain *g) {
    if (g->phase == 'F') return PLAIN_NOBODY;
    return g->draws > 0 ? PLAIN_CHANCE : g->seat;
}

const char *plain_kind(const plain *g) {
    if (g->draws > 0) return "chance";
    return g->rewards > 0 ? "reward" : "action";
}

int plain_deck_size(const plain_deck *d) {
    return d->unknown + d->tails;
}

bool plain_full(const plain_image *image) {
    for (int r = 0; r < PLAIN_SIDE; r++)
        for (int c = 0; c < PLAIN_SIDE; c++)
            if (!image->cell[r][c]) return false;
    return true;
}

int plain_own_slot(const plain *g, int puzzle) {
    for (int i = 0; i < PLAIN_SLOTS; i++)
        if (puzzle >= 0 && g->player[g->seat].slot[i].puzzle == puzzle) return i;
    return -1;
}

/* --- what the reserve has to offer --- */

static bool level_left(const plain *g, int level) {
    for (int i = 0; i < PLAIN_SHAPES; i++)
        if (plain_levels[i] == level && g->reserve[i] > 0) return true;
    return false;
}

static int add_level(const plain *g, int level, int *options, int n) {
    for (int i = 0; i < PLAIN_SHAPES; i++)
        if (plain_levels[i] == level && g->reserve[i] > 0) options[n++] = i;
    return n;
}

/* The lowest level above `level` with a piece left; 0 if there is none. */
static int level_above(const plain *g, int level) {
    for (int l = level + 1; l <= 4; l++)
        if (level_left(g, l)) return l;
    return 0;
}

int plain_rewards(const plain *g, int puzzle, int options[PLAIN_SHAPES]) {
    int shape = g->set->puzzle[puzzle].reward;
    int level = plain_levels[shape];
    int n = 0;
    if (g->reserve[shape] > 0) {
        options[0] = shape;
        return 1;
    }
    if (level_left(g, level)) return add_level(g, level, options, 0);
    int above = level_above(g, level);
    if (above == 0 || g->o.reward_lower)
        for (int l = 1; l < level; l++) n = add_level(g, l, options, n);
    if (above > 0) n = add_level(g, above, options, n);
    return n;
}

bool plain_change_allowed(const plain *g, int from, int to) {
    if (g->reserve[to] == 0) return false;
    if (from == to) return g->o.same_change != 0;
    if (plain_levels[to] <= plain_levels[from]) return true;
    return plain_levels[to] == level_above(g, plain_levels[from]);
}

bool plain_basic_allowed(const plain *g, int shape) {
    if (g->reserve[shape] == 0) return false;
    if (plain_levels[shape] == 1) return true;
    return g->o.basic_subst && !level_left(g, 1) && plain_levels[shape] == level_above(g, 1);
}

/* --- turns --- */

static void game_over(plain *g) {
    g->phase = 'F';
    for (int p = 0; p < g->o.players; p++)
        for (int i = 0; i < PLAIN_SLOTS; i++) {
            int puzzle = g->player[p].slot[i].puzzle;
            if (puzzle >= 0) g->player[p].score -= g->set->puzzle[puzzle].points;
        }
}

static void end_turn(plain *g) {
    g->actions = 3;
    g->master = false;
    g->black = false;
    if (g->seat + 1 < g->o.players) {
        g->seat++;
        return;
    }
    if (g->phase == 'E' && g->last) {
        g->phase = 'T';
        g->seat = 0;
        return;
    }
    if (g->phase == 'E') g->last = true;
    if (g->o.rounds > 0 && g->round >= g->o.rounds) {
        game_over(g);
        return;
    }
    g->seat = 0;
    g->round++;
}

static void end_action(plain *g) {
    bool took = g->acting == 't';
    g->acting = 0;
    if (g->phase == 'T') return;
    if (took && g->phase == 'N' && plain_deck_size(&g->deck[PLAIN_BLACK]) == 0) {
        g->phase = 'E';
        g->last = false;
        if (g->o.trigger_black) g->black = false;
    }
    if (g->actions > 1)
        g->actions--;
    else
        end_turn(g);
}

/* --- draws --- */

static void receive(plain *g, int puzzle) {
    plain_player *p = &g->player[g->seat];
    int i = 0;
    while (p->slot[i].puzzle >= 0) i++;
    assert(i < PLAIN_SLOTS);
    memset(&p->slot[i], 0, sizeof p->slot[i]);
    p->slot[i].puzzle = puzzle;
    p->slot[i].image = g->set->puzzle[puzzle].start;
}

/* Puts the card where the first open draw wants it. */
static void deliver(plain *g, int puzzle) {
    int colour = g->draw[0].colour;
    int slot = g->draw[0].slot;
    g->draws--;
    for (int i = 0; i < g->draws; i++) g->draw[i] = g->draw[i + 1];
    if (slot < 0)
        receive(g, puzzle);
    else
        g->row[colour][slot] = puzzle;
}

static void draw_unknown(plain *g, int puzzle) {
    plain_deck *d = &g->deck[g->draw[0].colour];
    assert(d->unknown > 0 && d->may[puzzle]);
    d->may[puzzle] = false;
    d->unknown--;
    if (d->unknown == 0) memset(d->may, 0, sizeof d->may);
    deliver(g, puzzle);
}

static void draw_known(plain *g) {
    plain_deck *d = &g->deck[g->draw[0].colour];
    int puzzle = d->tail[0];
    assert(d->unknown == 0 && d->tails > 0);
    d->tails--;
    for (int i = 0; i < d->tails; i++) d->tail[i] = d->tail[i + 1];
    deliver(g, puzzle);
}

/* The one puzzle that can be on top, or -1 if the deck's unknown part leaves a choice. */
static int only_candidate(const plain_deck *d) {
    int found = -1;
    for (int i = 0; i < PLAIN_PUZZLES; i++) {
        if (d->may[i] && found >= 0) return -1;
        if (d->may[i]) found = i;
    }
    return found;
}

static void want_card(plain *g, int colour, int slot) {
    g->draw[g->draws].colour = colour;
    g->draw[g->draws].slot = slot;
    g->draws++;
}

static void refill(plain *g, int colour) {
    int left = plain_deck_size(&g->deck[colour]);
    for (int i = 0; i < PLAIN_SLOTS && left > 0; i++) {
        if (g->row[colour][i] >= 0) continue;
        want_card(g, colour, i);
        left--;
    }
}

/* --- completed puzzles --- */

static void give_back(plain_player *p, plain_slot *s) {
    for (int i = 0; i < PLAIN_SHAPES; i++) p->supply[i] += s->used[i];
    p->done[p->dones++] = s->puzzle;
    memset(s, 0, sizeof *s);
    s->puzzle = -1;
}

/* Settles the first completed puzzle with a piece for it, or with none (-1). */
static void settle_reward(plain *g, int shape) {
    plain_player *p = &g->player[g->seat];
    plain_slot *s = &p->slot[g->reward[0]];
    g->rewards--;
    for (int i = 0; i < g->rewards; i++) g->reward[i] = g->reward[i + 1];
    p->score += g->set->puzzle[s->puzzle].points;
    if (shape >= 0) {
        g->reserve[shape]--;
        p->supply[shape]++;
    }
    give_back(p, s);
}

/* Phase T: no reward; the rest is up to the options. */
static void complete_in_touches(plain *g, int slot) {
    plain_player *p = &g->player[g->seat];
    plain_slot *s = &p->slot[slot];
    p->touched_done++;
    if (g->o.ft_points) p->score += g->set->puzzle[s->puzzle].points;
    if (g->o.ft_return) return; /* it lies there until endft */
    for (int i = 0; i < PLAIN_SHAPES; i++) {
        g->lost[i] += s->used[i];
        s->used[i] = 0;
    }
    give_back(p, s);
}

/* --- everything that needs no decision --- */

static void resolve(plain *g) {
    while (g->draws > 0) {
        const plain_deck *d = &g->deck[g->draw[0].colour];
        if (d->unknown == 0)
            draw_known(g);
        else if (only_candidate(d) >= 0)
            draw_unknown(g, only_candidate(d));
        else
            return;
    }
    while (g->rewards > 0) {
        int options[PLAIN_SHAPES];
        int n = plain_rewards(g, g->player[g->seat].slot[g->reward[0]].puzzle, options);
        if (n > 1) return;
        settle_reward(g, n == 1 ? options[0] : -1);
    }
    if (g->acting) end_action(g);
}

/* --- the actions --- */

static void take(plain *g, const plain_move *m) {
    int colour = m->colour;
    if (colour >= 0) {
        want_card(g, colour, -1);
    } else {
        int puzzle = m->list[0];
        colour = g->set->puzzle[puzzle].colour;
        for (int i = 0; i < PLAIN_SLOTS; i++)
            if (g->row[colour][i] == puzzle) g->row[colour][i] = -1;
        receive(g, puzzle);
        refill(g, colour);
    }
    if (colour == PLAIN_BLACK) g->black = true;
}

static void recycle(plain *g, const plain_move *m) {
    plain_deck *d = &g->deck[m->colour];
    for (int i = 0; i < m->listed; i++) d->tail[d->tails++] = m->list[i];
    for (int i = 0; i < PLAIN_SLOTS; i++) g->row[m->colour][i] = -1;
    refill(g, m->colour);
}

/* Rewards come from the reserve and placements from the supply, so that all pieces may be put down
 * before the first completed puzzle is settled. */
static void place(plain *g, const plain_placement *what) {
    plain_player *p = &g->player[g->seat];
    int slot = plain_own_slot(g, what->puzzle);
    plain_slot *s = &p->slot[slot];
    p->supply[what->shape]--;
    s->used[what->shape]++;
    for (int r = 0; r < PLAIN_SIDE; r++)
        for (int c = 0; c < PLAIN_SIDE; c++)
            if (what->mask.cell[r][c]) s->image.cell[r][c] = true;
    if (g->phase == 'T') {
        p->score--;
        p->touches++;
    }
    if (!plain_full(&s->image)) return;
    if (g->phase == 'T')
        complete_in_touches(g, slot);
    else
        g->reward[g->rewards++] = slot;
}

static void end_touches(plain *g) {
    plain_player *p = &g->player[g->seat];
    for (int i = 0; i < PLAIN_SLOTS; i++)
        if (p->slot[i].puzzle >= 0 && plain_full(&p->slot[i].image)) give_back(p, &p->slot[i]);
    if (g->seat + 1 < g->o.players)
        g->seat++;
    else
        game_over(g);
}

static void act(plain *g, const plain_move *m) {
    plain_player *p = &g->player[g->seat];
    g->acting = m->kind;
    if (m->kind == 't') take(g, m);
    if (m->kind == 'r') recycle(g, m);
    if (m->kind == 'm') g->master = true;
    if (m->kind == 'c') {
        p->supply[m->from]--;
        g->reserve[m->from]++;
    }
    if (m->kind == 'c' || m->kind == 'b') {
        g->reserve[m->to]--;
        p->supply[m->to]++;
    }
    for (int i = 0; i < m->places; i++) place(g, &m->place[i]);
}

void plain_play(plain *g, const char *token) {
    if (token[0] == '!') {
        draw_unknown(g, plain_find(g->set, token + 1));
        resolve(g);
        return;
    }
    plain_move m;
    bool read = plain_parse(g, token, &m);
    assert(read);
    (void)read;
    if (m.kind == '=') {
        settle_reward(g, m.to);
    } else if (m.kind == 'e') {
        end_touches(g);
        return;
    } else {
        act(g, &m);
    }
    resolve(g);
    for (int i = 0; i < m.wants; i++) {
        settle_reward(g, m.wanted[i]);
        resolve(g);
    }
}

/* --- the start --- */

plain_options plain_usual(int players, bool reference) {
    static const int black[PLAIN_PLAYERS + 1] = {0, 10, 12, 14, 16};
    if (reference)
        return (plain_options){
            .players = players, .pass = 1, .black = 20, .white = 32, .reserve = 15};
    return (plain_options){.players = players,
                           .ft_points = 1,
                           .ft_return = 1,
                           .trigger_black = 1,
                           .basic_subst = 1,
                           .reward_lower = 1,
                           .black = black[players],
                           .white = 32,
                           .reserve = 15,
                           .rounds = 100};
}

static void make_deck(plain *g, int colour, int wanted) {
    plain_deck *d = &g->deck[colour];
    int have = 0;
    for (int i = 0; i < g->set->count; i++)
        if (g->set->puzzle[i].colour == colour) {
            d->may[i] = true;
            have++;
        }
    d->unknown = wanted < have ? wanted : have;
}

void plain_start(plain *g, const plain_set *set, const plain_options *o) {
    memset(g, 0, sizeof *g);
    g->set = set;
    g->o = *o;
    g->phase = 'N';
    g->actions = 3;
    g->round = 1;
    for (int i = 0; i < PLAIN_SHAPES; i++) g->reserve[i] = o->reserve;
    for (int p = 0; p < PLAIN_PLAYERS; p++)
        for (int i = 0; i < PLAIN_SLOTS; i++) g->player[p].slot[i].puzzle = -1;
    for (int p = 0; p < o->players; p++) {
        g->reserve[0]--;
        g->reserve[2]--;
        g->player[p].supply[0]++;
        g->player[p].supply[2]++;
    }
    for (int i = 0; i < PLAIN_SLOTS; i++) g->row[PLAIN_WHITE][i] = g->row[PLAIN_BLACK][i] = -1;
    make_deck(g, PLAIN_WHITE, o->white);
    make_deck(g, PLAIN_BLACK, o->black);
    refill(g, PLAIN_WHITE);
    refill(g, PLAIN_BLACK);
    resolve(g);
}
