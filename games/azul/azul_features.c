#include "games/azul/azul_features.h"

#include <string.h>

#include "games/azul/azul_outlook.h"

/* Boards are looked at as if the offer ended now (azul_outlook.h). As long as no row would be
 * complete: points, lines under way, and how far rows, columns and colours are. What that is worth
 * changes as the end comes nearer, so each term is measured twice: times the share of the rounds
 * that the fullest row leaves at least, and times the share that is gone. Once somebody's row is
 * sure to be complete, only the final points count, the more so the fewer tiles are on offer. */

enum { PARTS = 10 }; /* lines 2 to 5, by the tiles they lack */
enum {
    POINTS,              /* with what is sure to come in this round */
    PART,                /* a line under way, by its size and by what it lacks */
    GAIN = PART + PARTS, /* points that lines under way will bring, times the share they have */
    ROW,                 /* rows with 1 to 4 tiles */
    COLUMN = ROW + 4,    /* columns with 1 to 5 */
    COLOUR = COLUMN + 5, /* colours with 1 to 5 */
    NEAR = COLOUR + 5,   /* what tiles in the free cells would bring, on average */
    START,               /* starts the next round, or this one before it begins */
    CROWD,               /* tiles on offer, for each seat, that the board has no use for */
    FREE,                /* lines that are empty while tiles are on offer */
    MOVE,                /* is to act */
    TERMS
};

enum {
    FINAL = 2 * TERMS, /* final points: times the share of tiles on offer, and of those taken */
    FEATURES = FINAL + 2
};

#define PAIR(term, name, early, late)                                                              \
    [2 * (term)] = {"early-" name, early, -9, 9, 0.01F},                                           \
         [2 * (term) + 1] = {"late-" name, late, -9, 9, 0.01F}

const feature az_features[] = {
    PAIR(POINTS, "points", 0.10F, 0.23F),
    PAIR(PART, "line-2-lacks-1", -0.81F, -0.68F),
    PAIR(PART + 1, "line-3-lacks-1", -0.26F, -0.74F),
    PAIR(PART + 2, "line-3-lacks-2", -0.38F, -0.29F),
    PAIR(PART + 3, "line-4-lacks-1", -0.06F, -0.58F),
    PAIR(PART + 4, "line-4-lacks-2", -0.18F, -0.40F),
    PAIR(PART + 5, "line-4-lacks-3", -0.30F, -0.34F),
    PAIR(PART + 6, "line-5-lacks-1", -0.09F, -0.36F),
    PAIR(PART + 7, "line-5-lacks-2", -0.13F, -0.39F),
    PAIR(PART + 8, "line-5-lacks-3", -0.33F, -0.42F),
    PAIR(PART + 9, "line-5-lacks-4", -0.52F, -0.38F),
    PAIR(GAIN, "gain", 0.40F, 0.24F),
    PAIR(ROW, "row-1", 0.05F, 0.11F),
    PAIR(ROW + 1, "row-2", -0.18F, 0.20F),
    PAIR(ROW + 2, "row-3", -0.05F, 0.07F),
    PAIR(ROW + 3, "row-4", 0.13F, 0.17F),
    PAIR(COLUMN, "column-1", 0, 0.09F),
    PAIR(COLUMN + 1, "column-2", 0.03F, 0.10F),
    PAIR(COLUMN + 2, "column-3", 0.12F, -0.02F),
    PAIR(COLUMN + 3, "column-4", 0.36F, -0.07F),
    PAIR(COLUMN + 4, "column-5", 0.62F, 1.45F),
    PAIR(COLOUR, "colour-1", -0.06F, -0.11F),
    PAIR(COLOUR + 1, "colour-2", -0.14F, -0.09F),
    PAIR(COLOUR + 2, "colour-3", -0.13F, -0.19F),
    PAIR(COLOUR + 3, "colour-4", 0.39F, -0.23F),
    PAIR(COLOUR + 4, "colour-5", 1.10F, 2.17F),
    PAIR(NEAR, "near", 2.41F, 0.03F),
    PAIR(START, "start", -0.12F, 0.60F),
    PAIR(CROWD, "crowd", -0.04F, -0.08F),
    PAIR(FREE, "free", 0.09F, 0.67F),
    PAIR(MOVE, "move", 0.05F, 0.26F),
    [FINAL] = {"final-early", 0.11F, -9, 9, 0.01F},
    [FINAL + 1] = {"final-late", 0.56F, -9, 9, 0.01F},
    [FEATURES] = {NULL, 0, 0, 0, 0},
};

/* --- terms --- */

static float line_gain(const az_rules *r, const az_outlook *b, unsigned line, unsigned colour) {
    int column = az_best_column(r, b, line, colour);
    return column < 0 ? -1 : (float)az_gain(r, b->wall, line, (unsigned)column);
}

static void measure_lines(const az_rules *r, const az_seat *p, const az_outlook *b, float *term) {
    for (unsigned line = 1; line < AZ_LINES; line++) {
        unsigned held = az_line_count(p, line);
        unsigned lacks = line + 1 - held;
        if (!held || !lacks) continue;
        term[PART + line * (line - 1) / 2 + lacks - 1] += 1;
        term[GAIN] +=
            line_gain(r, b, line, az_line_colour(p, line)) * (float)held / (float)(line + 1);
    }
}

static void measure_wall(const az_rules *r, const az_outlook *b, float *term) {
    unsigned cells = 0;
    int gains = 0;
    for (unsigned i = 1; i <= AZ_LINES; i++) {
        if (i < AZ_LINES) term[ROW + i - 1] = (float)b->rows[i];
        term[COLUMN + i - 1] = (float)b->columns[i];
        term[COLOUR + i - 1] = (float)b->colours[i];
    }
    for (uint32_t set = ~b->wall & ((1u << AZ_CELLS) - 1); set; set &= set - 1, cells++) {
        unsigned at = (unsigned)__builtin_ctz(set);
        gains += az_gain(r, b->wall, at / AZ_LINES, at % AZ_LINES);
    }
    term[NEAR] = cells ? (float)gains / (float)cells : 0;
}

static unsigned on_offer(const az_rules *r, const az_state *s) {
    unsigned n = az_sum(s->centre);
    for (unsigned i = 0; i < r->displays; i++) n += az_sum(r->kinds.tiles[s->display[i]]);
    return n;
}

/* What is on offer, and where it could go. */
static void measure_offer(const az_rules *r, const az_state *s, const az_seat *p, unsigned offered,
                          float *term) {
    unsigned room = 0;
    unsigned empty = 0;
    for (unsigned line = 0; line < AZ_LINES; line++) {
        room += line + 1 - az_line_count(p, line);
        empty += az_line_count(p, line) == 0;
    }
    float share = (float)offered / (float)r->head.players;
    (void)s;
    term[CROWD] = share > (float)room ? share - (float)room : 0;
    term[FREE] = (float)empty * (float)offered / (float)(AZ_ON_DISPLAY * r->displays);
}

static bool starts(const az_state *s, int player) {
    if (s->phase == AZ_DEAL) return s->starter == player;
    return s->marker == player;
}

void az_measure(const rules *head, const void *state, int player, float *out) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    const az_seat *p = &s->seat[player];
    az_outlook own;
    int longest = 0;
    memset(out, 0, FEATURES * sizeof *out);
    az_look(r, p, &own);
    for (int i = 0; i < head->players; i++) {
        az_outlook other;
        if (i != player) az_look(r, &s->seat[i], &other);
        int length = i == player ? own.longest : other.longest;
        if (length > longest) longest = length;
    }
    unsigned offered = s->phase == AZ_OFFER ? on_offer(r, s) : 0;
    if (longest == AZ_LINES) {
        float open = (float)offered / (float)(AZ_ON_DISPLAY * r->displays);
        float points = (float)(own.score + az_outlook_bonus(&own));
        out[FINAL] = open * points;
        out[FINAL + 1] = (1 - open) * points;
        return;
    }
    float term[TERMS] = {0};
    term[POINTS] = (float)own.score;
    measure_lines(r, p, &own, term);
    measure_wall(r, &own, term);
    measure_offer(r, s, p, offered, term);
    term[START] = starts(s, player) ? 1 : 0;
    term[MOVE] = s->phase == AZ_OFFER && s->mover == player ? 1 : 0;
    float left = (float)(AZ_LINES - longest) / AZ_LINES;
    for (int i = 0; i < TERMS; i++, out += 2) {
        out[0] = left * term[i];
        out[1] = (1 - left) * term[i];
    }
}
