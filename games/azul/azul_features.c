#include "games/azul/azul_features.h"

#include <assert.h>
#include <string.h>

#include "games/azul/azul_outlook.h"

/* Boards are looked at as if the offer ended now (azul_outlook.h). As long as no row would be
 * complete: points, lines under way, and how far rows, columns and colours are. What that is worth
 * changes as the end comes nearer, so each term is measured twice: times the share of the rounds
 * that the fullest row leaves at least, and times the share that is gone. Once a player's row is
 * sure to be complete, only the final points count, the more so the fewer tiles are available. With
 * three and four seats all of it has weights of its own (many-x). */

enum { PARTS = 10 }; /* lines 2 to 5, by the tiles they lack */
enum {
    POINTS,              /* with what is sure to come in this round */
    PART,                /* a line under way, by its size and by what it lacks */
    GAIN = PART + PARTS, /* points that lines under way will bring, times the share they have */
    SOON,                /* the same of lines that what is available can fill */
    HELP,                /* how far they will bring columns and colours, times that share */
    ROW,                 /* rows with 1 to 4 tiles */
    COLUMN = ROW + 4,    /* columns with 1 to 5 */
    COLOUR = COLUMN + 5, /* colours with 1 to 5 */
    NEAR = COLOUR + 5,   /* what tiles in the free cells would bring, on average */
    START,               /* starts the next round, or this one before it begins */
    CROWD,               /* tiles available, for each seat, that the board has no room for */
    DANGER,              /* tiles in the centre that would fall on the floor, colour by colour */
    HEAP,                /* the most of them in one colour */
    FREE,                /* lines that are empty while tiles are available */
    MOVE,                /* is to act */
    TERMS
};

enum {
    FINAL = 2 * TERMS, /* final points: times the share of tiles available, and of those taken */
    BLOCK = FINAL + 2, /* one such block for two seats, and one for more */
    FEATURES = 2 * BLOCK
};

#define PAIR(term, name, early, late)                                                              \
    [2 * (term)] = {"early-" name, early, -9, 9, 0.01F},                                           \
         [2 * (term) + 1] = {"late-" name, late, -9, 9, 0.01F}
#define MANY(term, name, early, late)                                                              \
    [BLOCK + 2 * (term)] = {"many-early-" name, early, -9, 9, 0.01F},                              \
                 [BLOCK + 2 * (term) + 1] = {"many-late-" name, late, -9, 9, 0.01F}

const feature az_features[] = {
    PAIR(POINTS, "points", 0.09F, 0.23F),
    PAIR(PART, "line-2-lacks-1", -0.85F, -0.77F),
    PAIR(PART + 1, "line-3-lacks-1", -0.08F, -1.09F),
    PAIR(PART + 2, "line-3-lacks-2", -0.30F, -0.50F),
    PAIR(PART + 3, "line-4-lacks-1", 0.07F, -1.19F),
    PAIR(PART + 4, "line-4-lacks-2", -0.11F, -0.73F),
    PAIR(PART + 5, "line-4-lacks-3", -0.05F, -0.36F),
    PAIR(PART + 6, "line-5-lacks-1", -0.03F, -1.01F),
    PAIR(PART + 7, "line-5-lacks-2", 0, -0.84F),
    PAIR(PART + 8, "line-5-lacks-3", -0.20F, -0.72F),
    PAIR(PART + 9, "line-5-lacks-4", -0.31F, -0.48F),
    PAIR(GAIN, "gain", 0.18F, 0.09F),
    PAIR(SOON, "soon", 0.09F, 0.11F),
    PAIR(HELP, "help", 0.17F, 0.16F),
    PAIR(ROW, "row-1", -0.07F, 0.20F),
    PAIR(ROW + 1, "row-2", -0.34F, 0.25F),
    PAIR(ROW + 2, "row-3", -0.22F, 0.05F),
    PAIR(ROW + 3, "row-4", 0.11F, 0.08F),
    PAIR(COLUMN, "column-1", 0.01F, 0.09F),
    PAIR(COLUMN + 1, "column-2", 0.07F, 0.06F),
    PAIR(COLUMN + 2, "column-3", 0.06F, -0.05F),
    PAIR(COLUMN + 3, "column-4", 0.27F, -0.08F),
    PAIR(COLUMN + 4, "column-5", 0.51F, 1.44F),
    PAIR(COLOUR, "colour-1", 0.04F, -0.14F),
    PAIR(COLOUR + 1, "colour-2", -0.06F, -0.15F),
    PAIR(COLOUR + 2, "colour-3", -0.13F, -0.23F),
    PAIR(COLOUR + 3, "colour-4", 0.09F, -0.13F),
    PAIR(COLOUR + 4, "colour-5", 1.08F, 2.10F),
    PAIR(NEAR, "near", 2.54F, 0.04F),
    PAIR(START, "start", -0.03F, 0.53F),
    PAIR(CROWD, "crowd", -0.06F, 0.07F),
    PAIR(DANGER, "danger", 0.02F, -0.15F),
    PAIR(HEAP, "heap", -0.10F, 0.03F),
    PAIR(FREE, "free", 0.10F, 0.87F),
    PAIR(MOVE, "move", 0.05F, 0.21F),
    [FINAL] = {"final-early", 0.10F, -9, 9, 0.01F},
    [FINAL + 1] = {"final-late", 0.55F, -9, 9, 0.01F},
    MANY(POINTS, "points", 0.02F, 0.22F),
    MANY(PART, "line-2-lacks-1", -0.83F, -0.75F),
    MANY(PART + 1, "line-3-lacks-1", 0, -1.03F),
    MANY(PART + 2, "line-3-lacks-2", -0.31F, -0.63F),
    MANY(PART + 3, "line-4-lacks-1", 0.03F, -1.09F),
    MANY(PART + 4, "line-4-lacks-2", -0.02F, -0.68F),
    MANY(PART + 5, "line-4-lacks-3", -0.17F, -0.46F),
    MANY(PART + 6, "line-5-lacks-1", -0.06F, -1.03F),
    MANY(PART + 7, "line-5-lacks-2", -0.02F, -0.83F),
    MANY(PART + 8, "line-5-lacks-3", -0.02F, -0.70F),
    MANY(PART + 9, "line-5-lacks-4", -0.34F, -0.59F),
    MANY(GAIN, "gain", 0.07F, 0.03F),
    MANY(SOON, "soon", 0.04F, 0.11F),
    MANY(HELP, "help", 0.14F, 0.22F),
    MANY(ROW, "row-1", -0.16F, 0.33F),
    MANY(ROW + 1, "row-2", -0.21F, 0.25F),
    MANY(ROW + 2, "row-3", -0.21F, 0.17F),
    MANY(ROW + 3, "row-4", 0.12F, 0.11F),
    MANY(COLUMN, "column-1", -0.07F, 0.10F),
    MANY(COLUMN + 1, "column-2", 0.02F, 0.10F),
    MANY(COLUMN + 2, "column-3", 0.14F, 0),
    MANY(COLUMN + 3, "column-4", 0.37F, 0.10F),
    MANY(COLUMN + 4, "column-5", 0.46F, 1.36F),
    MANY(COLOUR, "colour-1", 0.01F, -0.07F),
    MANY(COLOUR + 1, "colour-2", -0.09F, -0.12F),
    MANY(COLOUR + 2, "colour-3", -0.06F, -0.18F),
    MANY(COLOUR + 3, "colour-4", 0.16F, 0.07F),
    MANY(COLOUR + 4, "colour-5", 1.04F, 2.00F),
    MANY(NEAR, "near", 2.49F, 0.14F),
    MANY(START, "start", -0.05F, 0.50F),
    MANY(CROWD, "crowd", -0.09F, 0.02F),
    MANY(DANGER, "danger", 0.01F, -0.15F),
    MANY(HEAP, "heap", -0.04F, 0.04F),
    MANY(FREE, "free", -0.03F, 0.77F),
    MANY(MOVE, "move", 0.05F, 0.30F),
    [BLOCK + FINAL] = {"many-final-early", 0.09F, -9, 9, 0.01F},
    [BLOCK + FINAL + 1] = {"many-final-late", 0.46F, -9, 9, 0.01F},
    [FEATURES] = {NULL, 0, 0, 0, 0},
};

/* --- terms --- */

/* A line under way: what its tile will be worth once it is there. */
static void measure_line(const az_rules *r, const az_seat *p, const az_outlook *b, unsigned line,
                         az_tiles offered, float *term) {
    unsigned held = az_line_count(p, line);
    unsigned lacks = line + 1 - held;
    unsigned colour = az_line_colour(p, line);
    float share = (float)held / (float)(line + 1);
    int column = az_best_column(r, b, line, colour);
    float gain = column < 0 ? -1 : (float)az_gain(r, b->wall, line, (unsigned)column);
    assert(held && lacks && line);
    term[PART + line * (line - 1) / 2 + lacks - 1] += 1;
    term[GAIN] += gain * share;
    if (az_of_colour(offered, colour) >= lacks) term[SOON] += gain;
    if (column < 0) return;
    unsigned down = az_column_bits(b->wall, (unsigned)column);
    unsigned equal = az_column_bits(b->row_has, colour);
    static const float value[AZ_LINES] = {0, 0.1F, 0.3F, 0.6F, 1};
    term[HELP] += share * (7 * value[__builtin_popcount(down & ~(1u << line))] +
                           10 * value[__builtin_popcount(equal & ~(1u << line))]);
}

static void measure_lines(const az_rules *r, const az_seat *p, const az_outlook *b,
                          az_tiles offered, float *term) {
    for (unsigned line = 1; line < AZ_LINES; line++) {
        unsigned held = az_line_count(p, line);
        if (held && held <= line) measure_line(r, p, b, line, offered, term);
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

static az_tiles on_offer(const az_rules *r, const az_state *s) {
    az_tiles all = s->centre;
    for (unsigned i = 0; i < r->displays; i++) all += r->kinds.tiles[s->display[i]];
    return all;
}

/* The most tiles of a colour that one line can still take. */
static unsigned room_for(const az_seat *p, unsigned colour) {
    unsigned lines = az_of_colour(p->open, colour) & 31 & ~(unsigned)p->full;
    unsigned max = 0;
    for (; lines; lines &= lines - 1) {
        unsigned line = (unsigned)__builtin_ctz(lines);
        unsigned room = line + 1 - az_line_count(p, line);
        if (room > max) max = room;
    }
    return max;
}

/* What is available, and where it could go. */
static void measure_offer(const az_rules *r, const az_state *s, const az_seat *p, az_tiles offered,
                          float *term) {
    unsigned room = 0;
    unsigned empty = 0;
    float max = 0;
    for (unsigned line = 0; line < AZ_LINES; line++) {
        room += line + 1 - az_line_count(p, line);
        empty += az_line_count(p, line) == 0;
    }
    float share = (float)az_sum(offered) / (float)r->head.players;
    term[CROWD] = share > (float)room ? share - (float)room : 0;
    term[FREE] = (float)empty * (float)az_sum(offered) / (float)(AZ_ON_DISPLAY * r->displays);
    for (unsigned c = 0; c < AZ_COLOURS; c++) {
        unsigned tiles = az_of_colour(s->centre, c);
        unsigned place = tiles ? room_for(p, c) : 0;
        if (tiles <= place) continue;
        float over = (float)(tiles - place);
        term[DANGER] += over;
        if (over > max) max = over;
    }
    term[HEAP] = max;
}

static bool starts(const az_state *s, int player) {
    if (s->phase == AZ_DEAL) return s->starter == player;
    return s->marker == player;
}

void az_measure(const rules *head, const void *state, int player, float *out) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    assert(player >= 0 && player < head->players);
    const az_seat *p = &s->seat[player];
    az_outlook own;
    int longest = 0;
    memset(out, 0, FEATURES * sizeof *out);
    if (head->players > 2) out += BLOCK;
    az_look(r, p, &own);
    for (int i = 0; i < head->players; i++) {
        az_outlook other;
        if (i != player) az_look(r, &s->seat[i], &other);
        int length = i == player ? own.longest : other.longest;
        if (length > longest) longest = length;
    }
    az_tiles offered = on_offer(r, s);
    if (longest == AZ_LINES) {
        float open = (float)az_sum(offered) / (float)(AZ_ON_DISPLAY * r->displays);
        float points = (float)(own.score + az_outlook_bonus(&own));
        out[FINAL] = open * points;
        out[FINAL + 1] = (1 - open) * points;
        return;
    }
    float term[TERMS] = {0};
    term[POINTS] = (float)own.score;
    measure_lines(r, p, &own, offered, term);
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
