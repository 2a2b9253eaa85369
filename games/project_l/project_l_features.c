#include "games/project_l/project_l_features.h"

#include <string.h>

#include "games/project_l/project_l_outlook.h"

/* The linear evaluation asks two things. As long as the black deck lasts: what has a player got,
 * and how near are the player's puzzles to being done (project_l_needs.h)? What that is worth
 * changes as the deck shrinks, so each term is measured twice: times the share of the deck that is
 * left, and times the share that is gone. Once the end is triggered: what will the final points
 * be (project_l_outlook.h)? */

/* Until the end is triggered. Puzzles are told apart by the actions they still need, 1 to 5 and
 * more. */
enum { NEEDS = 5 };
enum {
    POINTS,                  /* score so far */
    LEVEL,                   /* pieces of level 1 to 4, those on puzzles included */
    HAVE = LEVEL + 4,        /* a piece of this shape, 1 or 0 */
    FULL = HAVE + PL_SHAPES, /* no room for another puzzle */
    GAIN,                    /* points of unfinished puzzles, by need */
    REWARD = GAIN + NEEDS,   /* levels of their rewards */
    NEED = REWARD + NEEDS,   /* their number */
    READY = NEED + NEEDS,    /* those that the pieces at hand can fill */
    TEMPO,                   /* actions to come in this round */
    MASTER,                  /* ready puzzles above the first, while a master is possible */
    TERMS
};

/* And afterwards. */
enum {
    FINAL = 2 * TERMS, /* likely final points: round of the trigger, last round, touches */
    SPARE = FINAL + 3, /* actions left over after that: round of the trigger, last round */
    DONE = SPARE + 2,  /* finished puzzles: ties */
    FEATURES
};

#define PAIR(term, name, early, late)                                                              \
    [2 * (term)] = {"early-" name, early, -9, 9, 0.01F},                                           \
         [2 * (term) + 1] = {"late-" name, late, -9, 9, 0.01F}

const feature pl_features[] = {
    PAIR(POINTS, "points", 0.72F, 1.36F),
    PAIR(LEVEL, "level-1", -0.07F, 0.23F),
    PAIR(LEVEL + 1, "level-2", 0.17F, 0.43F),
    PAIR(LEVEL + 2, "level-3", 0.60F, 0.30F),
    PAIR(LEVEL + 3, "level-4", 0.97F, 0.36F),
    PAIR(HAVE + PL_O1, "have-O1", 0.22F, 0.19F),
    PAIR(HAVE + PL_O2, "have-O2", 0.15F, -0.08F),
    PAIR(HAVE + PL_I2, "have-I2", -0.07F, -0.02F),
    PAIR(HAVE + PL_I3, "have-I3", 0.11F, -0.21F),
    PAIR(HAVE + PL_I4, "have-I4", 0.01F, -0.01F),
    PAIR(HAVE + PL_L2, "have-L2", 0.29F, -0.12F),
    PAIR(HAVE + PL_L3, "have-L3", 0.52F, 0.29F),
    PAIR(HAVE + PL_Z, "have-Z", 0.19F, 0.10F),
    PAIR(HAVE + PL_T, "have-T", 0.21F, -0.12F),
    PAIR(FULL, "full", 2.08F, -0.03F),
    PAIR(GAIN, "gain-1", 0.64F, 1.40F),
    PAIR(GAIN + 1, "gain-2", 0.54F, 1.33F),
    PAIR(GAIN + 2, "gain-3", 0.39F, 1.27F),
    PAIR(GAIN + 3, "gain-4", 0.24F, 0.53F),
    PAIR(GAIN + 4, "gain-5", 0.19F, 0.52F),
    PAIR(REWARD, "reward-1", 0.45F, -0.09F),
    PAIR(REWARD + 1, "reward-2", 0.24F, -0.01F),
    PAIR(REWARD + 2, "reward-3", 0.13F, -0.06F),
    PAIR(REWARD + 3, "reward-4", -0.08F, -0.44F),
    PAIR(REWARD + 4, "reward-5", 0.28F, -0.45F),
    PAIR(NEED, "need-1", -1.24F, -0.11F),
    PAIR(NEED + 1, "need-2", -0.92F, -1.33F),
    PAIR(NEED + 2, "need-3", -0.62F, -2.15F),
    PAIR(NEED + 3, "need-4", 0.18F, 0.52F),
    PAIR(NEED + 4, "need-5", -1.56F, -0.50F),
    PAIR(READY, "ready", 0.19F, -0.46F),
    PAIR(TEMPO, "tempo", 0.50F, 1.22F),
    PAIR(MASTER, "master", 0.08F, 1.40F),
    [FINAL] = {"final-1", 1.18F, -9, 9, 0.01F},
    [FINAL + 1] = {"final-2", 1.47F, -9, 9, 0.01F},
    [FINAL + 2] = {"final-3", 2.59F, -9, 9, 0.01F},
    [SPARE] = {"spare-1", 1.14F, -9, 9, 0.01F},
    [SPARE + 1] = {"spare-2", 0.94F, -9, 9, 0.01F},
    [DONE] = {"done", 0.57F, -9, 9, 0.01F},
    [FEATURES] = {NULL, 0, 0, 0, 0},
};

/* --- what a player holds --- */

/* The black deck as it will be when the row is full again. */
static int black_left(const pl_state *s) {
    int n = pl_deck(s, PL_BLACK) - PL_ROW - (s->draws >> PL_TOP_BLACK & 1);
    for (int i = PL_ROW; i < 2 * PL_ROW; i++) n += s->row[i] != 0;
    return n;
}

typedef struct held {
    int due, levels_due[PL_LEVELS + 1]; /* points and rewards of puzzles complete but not settled */
    pl_held open;
    int reward[PL_SLOTS]; /* of the open ones */
} held;

static void look(const pl_rules *r, const pl_state *s, int player, held *h) {
    pl_hand hand;
    int max = s->phase == PL_N ? NEEDS - 1 : 2 * PL_ACTIONS; /* more makes no difference */
    pl_hand_of(s->supply[player], &hand);
    for (int k = 0; k < PL_SHAPES; k++) h->open.pieces += (int)pl_count(s->supply[player], k);
    if (s->apart && player == s->mover) {
        h->due += r->set.puzzle[s->apart - 1].points;
        h->levels_due[pl_shape_level(r->set.puzzle[s->apart - 1].reward)]++;
    }
    for (int i = 0; i < PL_SLOTS; i++) {
        if (!s->puzzle[player][i]) continue;
        int index = s->puzzle[player][i] - 1;
        const pl_puzzle *p = &r->set.puzzle[index];
        uint32_t open = ~s->image[player][i] & PL_FULL;
        if (open) {
            pl_way way;
            pl_way_of(&r->needs->of[index], open, &hand, max, &way);
            h->open.need[h->open.count] = way.need;
            h->open.points[h->open.count] = p->points;
            h->reward[h->open.count++] = pl_shape_level(p->reward);
        } else if (s->phase < PL_FT) { /* in finishing touches it has paid already */
            h->due += p->points;
            h->levels_due[pl_shape_level(p->reward)]++;
        }
    }
}

/* The actions a player still has in this round, the one under way aside. */
static int to_come(const pl_state *s, int player) {
    if (s->phase >= PL_FT) return 0;
    if (player == s->mover) return s->actions - (s->chain != PL_IDLE);
    return player > s->mover ? PL_ACTIONS : 0;
}

/* --- until the end is triggered --- */

static void count_pieces(const pl_state *s, int player, const held *h, float *term) {
    int level[PL_LEVELS + 1];
    memcpy(level, h->levels_due, sizeof level);
    for (int k = 0; k < PL_SHAPES; k++) {
        unsigned n = pl_count(s->supply[player], k);
        for (int i = 0; i < PL_SLOTS; i++) n += pl_used(s->used[player][i], k);
        level[pl_shape_level(k)] += (int)n;
        term[HAVE + k] = n ? 1 : 0;
    }
    for (int l = 1; l <= PL_LEVELS; l++) term[LEVEL + l - 1] = (float)level[l];
}

static void count_puzzles(const held *h, float *term) {
    for (int i = 0; i < h->open.count; i++) {
        int k = h->open.need[i].actions < NEEDS ? h->open.need[i].actions - 1 : NEEDS - 1;
        term[GAIN + k] += (float)h->open.points[i];
        term[REWARD + k] += (float)h->reward[i];
        term[NEED + k] += 1;
        term[READY] += h->open.need[i].ready < PL_NEED_FAR ? 1 : 0;
    }
    term[FULL] = h->open.count == PL_SLOTS ? 1 : 0;
}

static void measure_normal(const pl_state *s, int player, const held *h, float left, float *out) {
    float term[TERMS] = {0};
    term[POINTS] = (float)(s->score[player] + h->due);
    count_pieces(s, player, h, term);
    count_puzzles(h, term);
    term[TEMPO] = (float)to_come(s, player);
    bool used = player == s->mover && s->flags & PL_MASTER_USED;
    term[MASTER] = term[READY] > 1 && !used ? term[READY] - 1 : 0;
    for (int i = 0; i < TERMS; i++, out += 2) {
        out[0] = left * term[i];
        out[1] = (1 - left) * term[i];
    }
}

/* --- after the trigger --- */

/* A turn has one master; the one of the present turn may be gone. */
static int masters_left(const pl_state *s, int player, bool another_round) {
    bool used = player == s->mover && (s->flags & PL_MASTER_USED || s->chain == PL_MASTER);
    return another_round + (to_come(s, player) > 0 && !used);
}

static void measure_end(const pl_state *s, int player, held *h, float *out) {
    int part = s->phase >= PL_FT ? 2 : s->flags & PL_LAST_ROUND ? 1 : 0;
    int actions = to_come(s, player) + (part == 0 ? PL_ACTIONS : 0);
    h->open.masters = masters_left(s, player, part == 0);
    pl_outlook o = pl_outlook_of(&h->open, actions, s->phase < PL_FT || player >= s->mover);
    out[FINAL + part] = (float)(s->score[player] + h->due + o.points);
    if (part < 2) out[SPARE + part] = (float)o.spare;
    out[DONE] = (float)s->length[2 + player];
}

void pl_measure(const rules *head, const void *state, int player, float *out) {
    const pl_rules *r = pl_of(head);
    const pl_state *s = state;
    held h = {0};
    memset(out, 0, FEATURES * sizeof *out);
    look(r, s, player, &h);
    int left = s->phase == PL_N ? black_left(s) : 0;
    if (left > 0)
        measure_normal(s, player, &h, (float)left / (float)(r->in_play[PL_BLACK] - PL_ROW), out);
    else
        measure_end(s, player, &h, out);
}
