#include "search/skill.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "search/streams.h"

/* Visits for searches that count them, steps for all: about fifty steps a visit, so that in a tree
 * search the visits decide. A level more is two to three times the work and a sharper choice. */
typedef struct strength {
    uint8_t skill;
    uint32_t visits, nodes; /* 0: as many as the limits allow */
} strength;

static const strength levels[SKILL_LEVELS] = {
    {0, 8, 400},          {3, 20, 1000},     {6, 50, 2500},      {9, 120, 6000},
    {11, 300, 15000},     {13, 750, 40000},  {15, 2000, 100000}, {17, 6000, 300000},
    {19, 20000, 1000000}, {SKILL_FULL, 0, 0}};

/* In connect four, each level against the one below it, 400 games. There 7, 8 and 9 are equally
 * strong, as far as 100 games tell; their numbers only keep the order. Level 10 has no limit of its
 * own and no Elo. */
static const int elo_of_level[SKILL_LEVELS - 1] = {1105, 1350, 1490, 1610, 1665,
                                                   1730, 1810, 1815, 1820};

/* The row of this level of this game; NULL: it was not measured. */
static const search_preset *row_of(const search_preset *presets, const rules *r, int level) {
    for (const search_preset *p = presets; p && p->game; p++)
        if (p->level && (!level || p->level == level) && text_same(p->game, r->game->name) &&
            r->players >= p->from_players && r->players <= p->to_players)
            return p;
    return NULL;
}

int skill_level_of_elo(int elo, const search_preset *presets, const rules *r) {
    bool measured = row_of(presets, r, 0);
    int best = 0;
    int distance = 0;
    for (int level = 1; level < SKILL_LEVELS; level++) {
        const search_preset *p = row_of(presets, r, level);
        if (measured && !p) continue;
        int off = abs((p ? p->value : elo_of_level[level - 1]) - elo);
        if (best && off >= distance) continue;
        best = level;
        distance = off;
    }
    return best;
}

static uint64_t tighter(uint64_t limit, uint64_t cap) {
    return cap && (!limit || cap < limit) ? cap : limit;
}

void skill_level(int level, bool visits, search_limits *limits, search_options *options) {
    assert(level >= 1 && level <= SKILL_LEVELS);
    const strength *s = &levels[level - 1];
    if (s->skill < options->skill) options->skill = s->skill;
    if (visits) limits->visits = tighter(limits->visits, s->visits);
    limits->nodes = tighter(limits->nodes, s->nodes);
}

/* x^(n/8) from square roots and products alone, the same on every machine, which pow() is not. */
static double power_eighths(double x, int n) {
    double root = sqrt(sqrt(sqrt(x)));
    double product = 1;
    while (n-- > 0) product *= root;
    return product;
}

/* At skill 0 a line with 16 times the visits is taken twice as often, at 19 some 1400 times. */
static double weight_by_visits(const search_line *l, int skill) {
    return power_eighths((double)l->visits, 2 + skill);
}

/* Between ends that are certain: tokens by which a win comes later than the best one, or a loss
 * sooner. */
static int wasted(const search_line *best, const search_line *l) {
    if (l->proof != best->proof || !l->plies || !best->plies) return 0;
    int later = (int)l->plies - (int)best->plies;
    int n = l->proof == PROOF_WIN ? later : l->proof == PROOF_LOSS ? -later : 0;
    return n > 0 ? n : 0;
}

/* What a line gives away against the best one, in expected score. Where the game is all but decided
 * scores are nearly equal: there it is how far their odds are apart, which is the same near one
 * half, so that a won game is brought home and a lost one held. */
static double loss_against(const search_line *best, const search_line *l, int seat) {
    static const double each_token = 0.02;
    double b = best->values[seat];
    double v = l->values[seat];
    if (v >= b) return each_token * wasted(best, l);
    double apart = (b - v) / (b + v - 2 * b * v) / 2;
    return apart > b - v ? apart : b - v;
}

/* Without visits: a fourth power that halves at a loss of about 0.06 at skill 0 and 0.001 at 19. */
static double weight_by_value(double loss, int skill) {
    double room = 0.3;
    while (skill-- > 0) room *= 0.8;
    double share = room / (room + loss);
    return share * share * share * share;
}

size_t skill_pick(const search_report *r, const search_options *o, int seat) {
    if (o->skill >= SKILL_FULL || r->count < 2) return 0;
    bool counted = false;
    bool proven = r->lines[0].proof != PROOF_NONE; /* needs no visits, so they say nothing */
    const search_line *best = &r->lines[0];
    for (size_t i = 0; i < r->count; i++) {
        counted |= r->lines[i].visits > 0;
        if (r->lines[i].values[seat] > best->values[seat]) best = &r->lines[i];
    }
    double weight[SEARCH_MAX_LINES];
    double sum = 0;
    size_t n = r->count < SEARCH_MAX_LINES ? r->count : SEARCH_MAX_LINES;
    for (size_t i = 0; i < n; i++) {
        const search_line *l = &r->lines[i];
        weight[i] = counted && !proven ? weight_by_visits(l, o->skill)
                                       : weight_by_value(loss_against(best, l, seat), o->skill);
        sum += weight[i];
    }
    rng g = stream_rng(o->seed, STREAM_SKILL, 0);
    double at = rng_unit(&g) * sum;
    for (size_t i = 0; i < n; i++) {
        at -= weight[i];
        if (at < 0) return i;
    }
    return 0;
}
