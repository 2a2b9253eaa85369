#include <string.h>

#include "games/azul/azul_options.h"
#include "games/azul/azul_text.h"

/* AZN, the position in one line:
 *
 *   <n><wall> <round><phase> <mover> <marker> <starter> <displays> <centre> <bag> <lid> <seats>
 *
 * and options that differ from the published rules. A seat is score:lines:wall:floor. Seats count
 * from 0. */

enum {
    FIELD_TABLE,
    FIELD_ROUND,
    FIELD_MOVER,
    FIELD_MARKER,
    FIELD_STARTER,
    FIELD_DISPLAYS,
    FIELD_CENTRE,
    FIELD_BAG,
    FIELD_LID,
    FIELD_SEATS,
    LINE_MAX_LENGTH = 1500
};

static const char phase_letter[] = "dotx";

/* --- writing --- */

static void put_seat_digit(unsigned seat, char no_player, text *out) {
    text_char(out, seat == AZ_NO_SEAT ? no_player : (char)('0' + seat));
}

static void put_seat(const az_rules *r, const az_seat *p, text *out) {
    text_format(out, " %d:", p->score);
    for (unsigned i = 0; i < AZ_LINES; i++) {
        if (i) text_char(out, '/');
        az_put_tiles(az_line_count(p, i) * az_tile(az_line_colour(p, i)), out);
    }
    for (unsigned i = 0; i < AZ_CELLS; i++) {
        int colour = az_cell(r, p, i / AZ_LINES, i % AZ_LINES);
        if (i % AZ_LINES == 0) text_char(out, i ? '/' : ':');
        text_char(out, colour < 0 ? '.' : az_letter[colour]);
    }
    text_char(out, ':');
    bool marker = p->floor >> 8 * AZ_MARKER_BYTE & 1;
    if (marker) text_char(out, '*');
    if (!marker || p->floor & AZ_TILE_LANES) az_put_tiles(p->floor, out);
}

void az_write(const rules *head, const void *state, text *out) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    bool moves = s->phase == AZ_OFFER || s->phase == AZ_TILING;
    text_format(out, "%d%c %d%c ", head->players, r->o.grey ? 'g' : 'b', s->round,
                phase_letter[s->phase]);
    put_seat_digit(moves ? s->mover : AZ_NO_SEAT, '-', out);
    text_char(out, ' ');
    put_seat_digit(s->marker, 'c', out);
    text_char(out, ' ');
    put_seat_digit(s->starter, '-', out);
    for (unsigned i = 0; i < r->displays; i++) {
        text_char(out, i ? '/' : ' ');
        az_put_tiles(r->kinds.tiles[s->display[i]], out);
    }
    const az_tiles heaps[] = {s->centre, s->bag, s->lid};
    for (int i = 0; i < 3; i++) {
        text_char(out, ' ');
        az_put_tiles(heaps[i], out);
    }
    for (int i = 0; i < head->players; i++) put_seat(r, &s->seat[i], out);
    az_options_write(&r->o, out);
}

/* --- reading, field by field --- */

static status bad(error *err, const char *field, const char *what) {
    return error_set(err, ST_BAD_FEN, "%s: %s", field, what);
}

static status read_round(az_state *s, const char *word, error *err) {
    static const char what[] = "expected a round from 1 to 9999 and d, o, t or x";
    unsigned n = 0;
    const char *at = word;
    while (text_is_digit(*at) && at - word < 4) n = n * 10 + (unsigned)(*at++ - '0');
    const char *phase = *at ? strchr(phase_letter, *at) : NULL;
    if (n == 0 || word[0] == '0' || !phase || at[1]) return bad(err, "round", what);
    s->round = (uint16_t)n;
    s->phase = (uint8_t)(phase - phase_letter);
    return ST_OK;
}

static bool read_digit(const char *word, int players, char no_player, uint8_t *out) {
    if (!word[0] || word[1]) return false;
    *out = word[0] == no_player ? AZ_NO_SEAT : (uint8_t)(word[0] - '0');
    return word[0] == no_player || (word[0] >= '0' && word[0] < '0' + players);
}

static status read_turn(const az_rules *r, az_state *s, char **word, error *err) {
    int players = r->head.players;
    bool moves = s->phase == AZ_OFFER || s->phase == AZ_TILING;
    if (!read_digit(word[FIELD_MOVER], players, '-', &s->mover) ||
        (s->mover == AZ_NO_SEAT) == moves)
        return bad(err, "mover", moves ? "expected a seat from 0" : "expected - in this phase");
    if (!moves) s->mover = 0;
    if (!read_digit(word[FIELD_MARKER], players, 'c', &s->marker))
        return bad(err, "marker", "expected c or a seat from 0");
    if (!moves && s->marker != AZ_NO_SEAT)
        return bad(err, "marker", "between rounds it lies in the centre: expected c");
    if (!read_digit(word[FIELD_STARTER], players, '-', &s->starter))
        return bad(err, "starter", "expected a seat from 0");
    if (s->starter == AZ_NO_SEAT && (s->phase != AZ_DEAL || s->round != 1))
        return bad(err, "starter", "only the first deal may wait for it: expected a seat from 0");
    return ST_OK;
}

static status read_heap(const char *word, const char *field, az_tiles *out, error *err) {
    if (az_take_tiles(&word, out) && !*word) return ST_OK;
    return bad(err, field, "expected - or colours in the order BYRKW with counts, as in B2YW");
}

static status read_displays(const az_rules *r, az_state *s, const char *at, error *err) {
    for (unsigned i = 0; i < r->displays; i++) {
        az_tiles t;
        if ((i && *at++ != '/') || !az_take_tiles(&at, &t))
            return error_set(err, ST_BAD_FEN,
                             "display %u: expected - or colours in the order BYRKW, and %d "
                             "displays with / between them",
                             i + 1, r->displays);
        int kind = az_kind_of(&r->kinds, t);
        if (kind < 0) return error_set(err, ST_BAD_FEN, "display %u: more than 4 tiles", i + 1);
        s->display[i] = (uint8_t)kind;
    }
    return *at ? error_set(err, ST_BAD_FEN, "displays: more than %d", r->displays) : ST_OK;
}

static status read_lines(az_seat *p, const char **at, error *err) {
    for (unsigned i = 0; i < AZ_LINES; i++) {
        az_tiles t;
        if ((i && *(*at)++ != '/') || !az_take_tiles(at, &t))
            return error_set(err, ST_BAD_FEN, "line %u: expected - or a colour and a count", i + 1);
        uint64_t lanes = az_present(t);
        if (lanes & (lanes - 1))
            return error_set(err, ST_BAD_FEN, "line %u: more than one colour", i + 1);
        if (az_sum(t) > i + 1)
            return error_set(err, ST_BAD_FEN, "line %u: more than %u tiles", i + 1, i + 1);
        if (!t) continue;
        unsigned colour = (unsigned)__builtin_ctzll(lanes) / 8;
        p->count = (uint16_t)(p->count | az_sum(t) << 3 * i);
        p->colour = (uint16_t)(p->colour | colour << 3 * i);
    }
    return ST_OK;
}

status az_put_on_wall(const az_rules *r, az_seat *p, unsigned at, char letter, error *err) {
    int colour = az_colour_of(letter);
    unsigned c = (unsigned)colour;
    unsigned row = at / AZ_LINES;
    unsigned column = at % AZ_LINES;
    if (letter == '.') return ST_OK;
    const char *wrong = NULL;
    if (colour < 0)
        wrong = "expected five rows of . or a colour, with / between them";
    else if (!r->o.grey && az_column(row, c) != column)
        wrong = "this colour has another column of the basic wall";
    else if (p->row_has >> (AZ_LINES * row + c) & 1)
        wrong = "the row has this colour twice";
    else if (p->column_has >> (AZ_LINES * column + c) & 1)
        wrong = "the column has this colour twice";
    if (wrong)
        return error_set(err, ST_BAD_FEN, "wall row %u, column %u: %s", row + 1, column + 1, wrong);
    p->wall |= 1u << at;
    p->row_has |= 1u << (AZ_LINES * row + c);
    if (!r->o.grey) return ST_OK;
    p->column_has |= 1u << (AZ_LINES * column + c);
    for (unsigned i = 0; i < 3; i++) p->plane[i] |= ((c + 1) >> i & 1) << at;
    return ST_OK;
}

static status read_wall(const az_rules *r, az_seat *p, const char **at, error *err) {
    for (unsigned i = 0; i < AZ_CELLS; i++) {
        unsigned row = i / AZ_LINES;
        if (row && i % AZ_LINES == 0 && *(*at)++ != '/')
            return error_set(err, ST_BAD_FEN, "wall row %u: expected five cells and /", row);
        status st = az_put_on_wall(r, p, i, **at, err);
        if (st != ST_OK) return st;
        ++*at;
    }
    for (unsigned i = 0; i < AZ_LINES; i++)
        if (az_line_count(p, i) && p->row_has >> (AZ_LINES * i + az_line_colour(p, i)) & 1)
            return error_set(err, ST_BAD_FEN, "line %u: the wall row has this colour", i + 1);
    return ST_OK;
}

static status read_floor(az_seat *p, const char **at, error *err) {
    bool marker = **at == '*';
    az_tiles t = 0;
    *at += marker;
    bool ok = (marker && !**at) || az_take_tiles(at, &t);
    if (!ok || **at || (marker && !t && (*at)[-1] == '-'))
        return bad(err, "floor", "expected -, or * for the marker and colours in the order BYRKW");
    p->floor = t + (marker ? AZ_MARKER : 0);
    if (az_sum(p->floor) > AZ_FLOOR_PLACES) return bad(err, "floor", "more than 7 items");
    return ST_OK;
}

static status read_score(const az_rules *r, az_seat *p, const char **at, error *err) {
    bool minus = **at == '-';
    int n = 0;
    *at += minus;
    const char *from = *at;
    while (text_is_digit(**at) && *at - from < 4) n = n * 10 + (*(*at)++ - '0');
    bool zeros = *from == '0' && (minus || *at - from > 1);
    if (*at == from || zeros || **at != ':')
        return bad(err, "score", "expected a whole number of at most 4 digits and :");
    if (minus && r->o.clamp) return bad(err, "score", "below 0, which takes clamp=0");
    p->score = (int16_t)(minus ? -n : n);
    ++*at;
    return ST_OK;
}

static status read_seat(const az_rules *r, az_seat *p, const char *at, error *err) {
    status st = read_score(r, p, &at, err);
    if (st == ST_OK) st = read_lines(p, &at, err);
    if (st == ST_OK && *at++ != ':') st = bad(err, "lines", "expected five lines and :");
    if (st == ST_OK) st = read_wall(r, p, &at, err);
    if (st == ST_OK && *at++ != ':') st = bad(err, "wall", "expected five rows and :");
    return st == ST_OK ? read_floor(p, &at, err) : st;
}

/* --- whether the parts fit together --- */

static status check_totals(const az_rules *r, const az_state *s, status code, error *err) {
    az_tiles all = s->bag + s->lid + s->centre;
    for (unsigned i = 0; i < r->displays; i++) all += r->kinds.tiles[s->display[i]];
    for (unsigned i = 0; i < r->head.players; i++) {
        const az_seat *p = &s->seat[i];
        all += p->floor & AZ_TILE_LANES;
        for (unsigned k = 0; k < AZ_LINES; k++)
            all += az_line_count(p, k) * az_tile(az_line_colour(p, k));
        for (unsigned k = 0; k < AZ_CELLS; k++)
            if (p->row_has >> k & 1) all += az_tile(k % AZ_LINES);
    }
    bool fewer = r->o.destroy_used || r->o.destroy_surplus;
    for (unsigned c = 0; c < AZ_COLOURS; c++) {
        unsigned n = az_of_colour(all, c);
        if (n == AZ_EACH || (fewer && n < AZ_EACH)) continue;
        return error_set(err, code, "there are %u %s tiles, not 20", n, az_colour_name[c]);
    }
    return ST_OK;
}

static status check_seat(const az_rules *r, const az_state *s, unsigned i, status code,
                         error *err) {
    const az_seat *p = &s->seat[i];
    bool idle =
        s->phase == AZ_DEAL || s->phase == AZ_OVER || (s->phase == AZ_TILING && i < s->mover);
    if (p->floor >> 8 * AZ_MARKER_BYTE & 1 && s->marker != i)
        return error_set(err, code, "seat %u: * on its floor, but it does not own the marker", i);
    if (idle && p->full)
        return error_set(err, code, "seat %u: a full line that should be tiled already", i);
    if (idle && p->floor)
        return error_set(err, code, "seat %u: a floor that should be scored already", i);
    if (s->phase != AZ_TILING && s->phase != AZ_OVER && az_full_rows(p))
        return error_set(err, code, "seat %u: a full row, so the phase must be x", i);
    if (s->phase != AZ_TILING || i != s->mover) return ST_OK;
    if (!p->full || !az_columns(p, az_next_line(p)))
        return error_set(err, code, "seat %u: no full line that has a column to choose", i);
    return r->o.grey ? ST_OK : error_set(err, code, "phase t is for the grey wall");
}

static status check_phase(const az_rules *r, const az_state *s, status code, error *err) {
    bool rows = false;
    for (unsigned i = 0; i < r->head.players; i++) rows |= az_full_rows(&s->seat[i]) > 0;
    bool out = !(s->bag | s->lid);
    bool last = r->o.max_rounds && s->round >= r->o.max_rounds;
    if ((s->sources != 0) != (s->phase == AZ_OFFER))
        return error_set(err, code, "tiles can be taken in phase o, and only there");
    if (s->phase == AZ_DEAL && out)
        return error_set(err, code, "there is no tile for a deal, so the phase must be x");
    if (s->phase == AZ_OVER && !rows && !out && !last)
        return error_set(err, code, "no row is full and there are tiles: it is not over");
    if (s->phase != AZ_OVER && r->o.max_rounds && s->round > r->o.max_rounds)
        return error_set(err, code, "round: the game has %d of them", r->o.max_rounds);
    return ST_OK;
}

static status check_fit(const az_rules *r, const az_state *s, status code, error *err) {
    status st = check_totals(r, s, code, err);
    for (unsigned i = 0; i < r->head.players && st == ST_OK; i++)
        st = check_seat(r, s, i, code, err);
    return st == ST_OK ? check_phase(r, s, code, err) : st;
}

status az_check(const rules *head, const void *state, error *err) {
    const az_rules *r = az_of(head);
    const az_state *s = state;
    az_state again = *s;
    az_complete(r, &again);
    again.hash = s->hash;
    if (memcmp(&again, s, sizeof again) != 0)
        return error_set(err, ST_INTERNAL, "what follows from the state is not in it");
    return check_fit(r, s, ST_INTERNAL, err);
}

/* --- the line --- */

/* Splits a copy of the line; players and wall from its first word. */
typedef struct azn {
    char room[LINE_MAX_LENGTH];
    words w;
    int players;
    char wall;
} azn;

static status split(azn *z, const char *line, error *err) {
    size_t n = strlen(line);
    z->w = (words){0};
    if (n >= sizeof z->room) return error_set(err, ST_BAD_FEN, "the position text is too long");
    memcpy(z->room, line, n + 1);
    status st = words_split(&z->w, z->room, err);
    if (st != ST_OK) return st;
    const char *table = z->w.count ? z->w.at[FIELD_TABLE] : "";
    bool ok = table[0] >= '2' && table[0] <= '0' + AZ_SEATS && (table[1] == 'b' || table[1] == 'g');
    if (!ok || table[2]) return bad(err, "table", "expected 2, 3 or 4 seats and b or g, as in 2b");
    z->players = table[0] - '0';
    z->wall = table[1];
    if (z->w.count < FIELD_SEATS + (size_t)z->players)
        return error_set(err, ST_BAD_FEN, "expected %d fields and options, found %d",
                         FIELD_SEATS + z->players, (int)z->w.count);
    return ST_OK;
}

/* The options in a text are all that differ from the published rules. */
static status read_options(const azn *z, const game *g, params *p, error *err) {
    char wall[2] = {z->wall, '\0'};
    *p = params_default();
    p->players = z->players;
    status st = z->wall == 'g' ? params_set(p, g, "wall", wall, err) : ST_OK;
    for (size_t i = FIELD_SEATS + (size_t)z->players; i < z->w.count && st == ST_OK; i++) {
        const char *word = z->w.at[i];
        int before = p->count;
        if (!strchr(word, '=') || text_starts(word, "wall=") || text_starts(word, "profile=") ||
            text_starts(word, "rules="))
            return error_set(err, ST_BAD_FEN, "%.40s: expected an option=value", word);
        st = params_set_pair(p, g, word, err);
        if (st == ST_OK && p->count == before)
            return error_set(err, ST_BAD_FEN, "%.40s: the option is given twice", word);
    }
    return st;
}

status az_imply(const game *g, params *p, const char *line, error *err) {
    azn z;
    params is_new;
    status st = split(&z, line, err);
    if (st == ST_OK) st = read_options(&z, g, &is_new, err);
    words_done(&z.w);
    if (st == ST_OK) *p = is_new;
    return st;
}

/* Whether the rules are those of the text. */
static status same_rules(const az_rules *r, const azn *z, error *err) {
    params p;
    az_options o;
    status st = read_options(z, r->head.game, &p, err);
    if (st == ST_OK) st = az_options_read(&o, &p, err);
    if (st != ST_OK) return st;
    char mine[400];
    char theirs[400];
    text a = text_over(mine, sizeof mine);
    text b = text_over(theirs, sizeof theirs);
    az_options_write(&r->o, &a);
    az_options_write(&o, &b);
    if (z->players != r->head.players || o.grey != r->o.grey || strcmp(mine, theirs) != 0)
        return error_set(err, ST_BAD_FEN, "the text is of a game with other options or seats");
    return ST_OK;
}

static status read_fields(const az_rules *r, az_state *s, char **word, error *err) {
    status st = read_round(s, word[FIELD_ROUND], err);
    if (st == ST_OK) st = read_turn(r, s, word, err);
    if (st == ST_OK) st = read_displays(r, s, word[FIELD_DISPLAYS], err);
    if (st == ST_OK) st = read_heap(word[FIELD_CENTRE], "centre", &s->centre, err);
    if (st == ST_OK) st = read_heap(word[FIELD_BAG], "bag", &s->bag, err);
    if (st == ST_OK) st = read_heap(word[FIELD_LID], "lid", &s->lid, err);
    for (int i = 0; i < r->head.players && st == ST_OK; i++) {
        error why;
        st = read_seat(r, &s->seat[i], word[FIELD_SEATS + i], &why);
        if (st != ST_OK) return error_set(err, st, "seat %d: %.200s", i, why.text);
    }
    return st;
}

status az_read(const rules *head, void *state, const char *line, error *err) {
    const az_rules *r = az_of(head);
    az_state *s = state;
    azn z;
    memset(s, 0, sizeof *s);
    status st = split(&z, line, err);
    if (st == ST_OK) st = same_rules(r, &z, err);
    if (st == ST_OK) st = read_fields(r, s, z.w.at, err);
    words_done(&z.w);
    if (st != ST_OK) return st;
    az_complete(r, s);
    st = check_fit(r, s, ST_BAD_FEN, err);
    if (st == ST_OK) s->hash = az_rehash(head, s);
    return st;
}
