#include "games/azul/azul_inputs.h"

#include "games/azul/azul_rules.h"

/* Each seat's board, one's own first: tiles on the wall by cell and by colour, lines by colour and
 * by how full they are, the floor, the score, the marker. Then what all share: how many displays
 * have how many tiles of a colour, the centre, the bag, the phase. */

enum { LINE_FILLS = AZ_LINES * (AZ_LINES + 1) / 2, SCORE_STEPS = 20, ON_OFFER = 3 };

/* Of a seat. */
enum {
    WALL = 0,
    ROW_HAS = WALL + AZ_CELLS,
    LINE_COLOUR = ROW_HAS + AZ_CELLS,
    LINE_FILL = LINE_COLOUR + AZ_CELLS,
    FLOOR = LINE_FILL + LINE_FILLS,
    SCORE = FLOOR + AZ_FLOOR_PLACES,
    MARKER = SCORE + SCORE_STEPS,
    STARTS,
    OF_SEAT
};

/* Of the table, after the seats. */
enum {
    HEAP_STEPS = 8,
    BAG_STEPS = 5,
    OFFER = 0, /* by colour, tiles on a display (1 to 4), and displays (1 to 3, or more) */
    CENTRE = OFFER + AZ_COLOURS * AZ_ON_DISPLAY * ON_OFFER,
    BAG = CENTRE + AZ_COLOURS * HEAP_STEPS,
    MARKER_FREE = BAG + AZ_COLOURS * BAG_STEPS,
    PHASE,
    OF_TABLE = PHASE + AZ_OVER + 1
};

static const int16_t score_step[SCORE_STEPS] = {1,  2,  4,  6,  8,  11, 14, 17, 20, 24,
                                                28, 32, 37, 42, 48, 55, 62, 70, 80, 95};
static const int16_t heap_step[HEAP_STEPS] = {1, 2, 3, 4, 5, 6, 8, 10};
static const int16_t bag_step[BAG_STEPS] = {1, 4, 8, 12, 16};
static const int16_t offer_step[ON_OFFER] = {1, 2, 3};
static const int16_t floor_step[AZ_FLOOR_PLACES] = {1, 2, 3, 4, 5, 6, 7};

static int count(const rules *r) {
    return r->players * OF_SEAT + OF_TABLE;
}

static int put_bits(uint32_t bits, int first, uint16_t *out) {
    int n = 0;
    for (; bits; bits &= bits - 1) out[n++] = (uint16_t)(first + __builtin_ctz(bits));
    return n;
}

static int put_seat(const az_state *s, int who, int first, uint16_t *out) {
    const az_seat *p = &s->seat[who];
    int n = put_bits(p->wall, first + WALL, out);
    n += put_bits(p->row_has, first + ROW_HAS, out + n);
    for (unsigned line = 0; line < AZ_LINES; line++) {
        int tiles = (int)az_line_count(p, line);
        int colour = (int)az_line_colour(p, line);
        if (colour)
            out[n++] = (uint16_t)(first + LINE_COLOUR + (int)line * AZ_COLOURS + colour - 1);
        for (int k = 1; k <= tiles; k++)
            out[n++] = (uint16_t)(first + LINE_FILL + (int)(line * (line + 1) / 2) + k - 1);
    }
    n +=
        game_inputs_put(out + n, first + FLOOR, floor_step, AZ_FLOOR_PLACES, (int)az_sum(p->floor));
    n += game_inputs_put(out + n, first + SCORE, score_step, SCORE_STEPS, p->score);
    if (s->marker == who) out[n++] = (uint16_t)(first + MARKER);
    if (s->starter == who) out[n++] = (uint16_t)(first + STARTS);
    return n;
}

/* How many displays have 1, 2, 3 or 4 tiles of a colour. */
static int put_offer(const az_rules *r, const az_state *s, int first, uint16_t *out) {
    int displays[AZ_COLOURS][AZ_ON_DISPLAY + 1] = {{0}};
    int n = 0;
    for (unsigned d = 0; d < r->displays; d++)
        for (unsigned c = 0; c < AZ_COLOURS; c++)
            displays[c][az_of_colour(r->kinds.tiles[s->display[d]], c)]++;
    for (int c = 0; c < AZ_COLOURS; c++)
        for (int k = 1; k <= AZ_ON_DISPLAY; k++)
            n += game_inputs_put(out + n, first + (c * AZ_ON_DISPLAY + k - 1) * ON_OFFER,
                                 offer_step, ON_OFFER, displays[c][k]);
    return n;
}

static int put_table(const az_rules *r, const az_state *s, int first, uint16_t *out) {
    int n = put_offer(r, s, first + OFFER, out);
    for (int c = 0; c < AZ_COLOURS; c++) {
        n += game_inputs_put(out + n, first + CENTRE + c * HEAP_STEPS, heap_step, HEAP_STEPS,
                             (int)az_of_colour(s->centre, (unsigned)c));
        n += game_inputs_put(out + n, first + BAG + c * BAG_STEPS, bag_step, BAG_STEPS,
                             (int)az_of_colour(s->bag, (unsigned)c));
    }
    if (az_marker_free(s)) out[n++] = (uint16_t)(first + MARKER_FREE);
    out[n++] = (uint16_t)(first + PHASE + s->phase);
    return n;
}

static int list(const rules *r, const void *state, int seat, uint16_t *out) {
    int n = 0;
    for (int k = 0; k < r->players; k++)
        n += put_seat(state, (seat + k) % r->players, k * OF_SEAT, out + n);
    return n + put_table(az_of(r), state, r->players * OF_SEAT, out + n);
}

/* --- names --- */

static void name_of_seat(int input, text *out) {
    if (input < ROW_HAS)
        text_format(out, "wall %d,%d", input / AZ_LINES + 1, input % AZ_LINES + 1);
    else if (input < LINE_COLOUR)
        text_format(out, "row %d has %c", (input - ROW_HAS) / AZ_COLOURS + 1,
                    az_letter[(input - ROW_HAS) % AZ_COLOURS]);
    else if (input < LINE_FILL)
        text_format(out, "line %d is %c", (input - LINE_COLOUR) / AZ_COLOURS + 1,
                    az_letter[(input - LINE_COLOUR) % AZ_COLOURS]);
    else if (input < FLOOR)
        text_format(out, "filled place %d of the lines", input - LINE_FILL + 1);
    else if (input < SCORE)
        text_format(out, "floor >= %d", floor_step[input - FLOOR]);
    else if (input < MARKER)
        text_format(out, "score >= %d", score_step[input - SCORE]);
    else
        text_put(out, input == MARKER ? "has the marker" : "started the round");
}

static void name_of_table(int input, text *out) {
    if (input < CENTRE)
        text_format(out, "%d displays or more with %d %c", input % ON_OFFER + 1,
                    input / ON_OFFER % AZ_ON_DISPLAY + 1,
                    az_letter[input / ON_OFFER / AZ_ON_DISPLAY]);
    else if (input < BAG)
        text_format(out, "centre: %c >= %d", az_letter[(input - CENTRE) / HEAP_STEPS],
                    heap_step[(input - CENTRE) % HEAP_STEPS]);
    else if (input < MARKER_FREE)
        text_format(out, "bag: %c >= %d", az_letter[(input - BAG) / BAG_STEPS],
                    bag_step[(input - BAG) % BAG_STEPS]);
    else if (input == MARKER_FREE)
        text_put(out, "marker in the centre");
    else
        text_format(out, "phase %d", input - PHASE);
}

static void name(const rules *r, int input, text *out) {
    int seat = input / OF_SEAT;
    if (seat >= r->players) {
        name_of_table(input - r->players * OF_SEAT, out);
        return;
    }
    game_inputs_put_seat(seat, out);
    name_of_seat(input % OF_SEAT, out);
}

const game_inputs az_inputs = {
    .count = count,
    .max_active = count,
    .list = list,
    .name = name,
};
