#include "games/azul/azul_edit.h"

#include <string.h>

#include "engine/game/edit.h"
#include "games/azul/azul_text.h"

/* --- places --- */

typedef enum place_kind {
    PLACE_DISPLAY,
    PLACE_CENTRE,
    PLACE_ROUND,
    PLACE_LINE,
    PLACE_WALL,
    PLACE_FLOOR,
    PLACE_POINTS
} place_kind;

typedef struct place {
    place_kind kind;
    unsigned seat, at; /* a display, a line, or 5 * row + column, from 0 */
} place;

static bool find_of_seat(const char *name, place *out) {
    bool wall = (name[0] == 'w' || name[0] == 'W') && name[1] >= '1' && name[1] <= '5' &&
                name[2] >= '1' && name[2] <= '5' && !name[3];
    if (wall) out->at = AZ_LINES * (unsigned)(name[1] - '1') + (unsigned)(name[2] - '1');
    if (wall)
        out->kind = PLACE_WALL;
    else if (text_starts(name, "line") && edit_index(name + 4, AZ_LINES, &out->at))
        out->kind = PLACE_LINE;
    else if (text_same(name, "floor"))
        out->kind = PLACE_FLOOR;
    else if (text_same(name, "points"))
        out->kind = PLACE_POINTS;
    else
        return false;
    return true;
}

static bool find_place(const az_rules *r, const char *cell, place *out) {
    *out = (place){0};
    const char *of_seat = edit_of_seat(&r->head, cell, &out->seat);
    if (of_seat) return find_of_seat(of_seat, out);
    out->kind = text_same(cell, "round") ? PLACE_ROUND : PLACE_CENTRE;
    if (text_same(cell, "centre") || text_same(cell, "center") || out->kind == PLACE_ROUND)
        return true;
    out->kind = PLACE_DISPLAY;
    return (cell[0] == 'd' || cell[0] == 'D') && edit_index(cell + 1, r->displays, &out->at);
}

/* --- tiles --- */

typedef struct tile_list {
    az_tiles tiles;
    bool marker;
} tile_list;

static int colour_called(const char *word) {
    for (int c = 0; c < AZ_COLOURS; c++)
        if (text_same(word, az_colour_name[c])) return c;
    return -1;
}

/* Letters with counts, in any order: "RRW", "W R2", "*K". */
static bool read_letters(const char *word, unsigned times, tile_list *out) {
    for (const char *c = word; *c; c++) {
        int colour = az_colour_of(*c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
        if (*c == '*' && !out->marker) {
            out->marker = true;
            continue;
        }
        if (colour < 0) return false;
        unsigned n = c[1] >= '1' && c[1] <= '9' ? (unsigned)(*++c - '0') : times;
        if (az_sum(out->tiles) + n > AZ_EACH * AZ_COLOURS) return false;
        out->tiles += n * az_tile((unsigned)colour);
    }
    return true;
}

/* The same, or words: "2 red black". */
static bool read_tiles(const char *what, tile_list *out) {
    uint64_t times = 1;
    *out = (tile_list){0};
    while (*(what += strspn(what, " ,"))) {
        char buf[40];
        text word = text_over(buf, sizeof buf);
        size_t n = strcspn(what, " ,");
        text_putn(&word, what, n);
        what += n;
        if (word.cut) return false;
        if (text_u64(buf, AZ_EACH, &times)) continue;
        int colour = colour_called(buf);
        if (colour >= 0 && az_sum(out->tiles) + (unsigned)times <= AZ_EACH * AZ_COLOURS)
            out->tiles += times * az_tile((unsigned)colour);
        else if (!read_letters(buf, (unsigned)times, out))
            return false;
        times = 1;
    }
    return out->tiles || out->marker;
}

/* From the bag, and from the lid where that has too few. */
static status take(az_state *s, az_tiles tiles, error *err) {
    for (unsigned c = 0; c < AZ_COLOURS; c++)
        for (unsigned n = az_of_colour(tiles, c); n; n--) {
            az_tiles *from = az_of_colour(s->bag, c) ? &s->bag : &s->lid;
            if (!az_of_colour(*from, c))
                return error_set(err, ST_BAD_VALUE, "no %s tile is left in the bag or the lid",
                                 az_colour_name[c]);
            *from -= az_tile(c);
        }
    return ST_OK;
}

/* --- taking off --- */

static void set_line(az_seat *p, unsigned line, unsigned count, unsigned colour) {
    unsigned mask = 7u << 3 * line;
    p->count = (uint16_t)((p->count & ~mask) | count << 3 * line);
    p->colour = (uint16_t)((p->colour & ~mask) | (count ? colour : 0) << 3 * line);
}

/* The wall again, without one cell: what the state keeps of it follows from the colours. */
static void clear_wall(const az_rules *r, az_state *s, az_seat *p, unsigned at) {
    char cells[AZ_CELLS];
    for (unsigned i = 0; i < AZ_CELLS; i++) {
        int colour = az_cell(r, p, i / AZ_LINES, i % AZ_LINES);
        cells[i] = colour < 0 ? '.' : az_letter[colour];
    }
    int colour = az_colour_of(cells[at]);
    if (colour < 0) return;
    s->bag += az_tile((unsigned)colour);
    cells[at] = '.';
    p->wall = p->row_has = p->column_has = 0;
    memset(p->plane, 0, sizeof p->plane);
    for (unsigned i = 0; i < AZ_CELLS; i++) (void)az_put_on_wall(r, p, i, cells[i], NULL);
}

static void clear_floor(az_state *s, unsigned seat) {
    az_seat *p = &s->seat[seat];
    bool marker = p->floor >> 8 * AZ_MARKER_BYTE & 1;
    s->bag += p->floor - (marker ? AZ_MARKER : 0);
    p->floor = 0;
    if (marker) s->marker = AZ_NO_SEAT;
}

static void clear_place(const az_rules *r, az_state *s, place at) {
    az_seat *p = &s->seat[at.seat];
    switch (at.kind) {
    case PLACE_DISPLAY:
        s->bag += r->kinds.tiles[s->display[at.at]];
        s->display[at.at] = 0;
        break;
    case PLACE_CENTRE:
        s->bag += s->centre;
        s->centre = 0;
        break;
    case PLACE_ROUND:
        s->round = 1;
        break;
    case PLACE_LINE:
        s->bag += az_line_count(p, at.at) * az_tile(az_line_colour(p, at.at));
        set_line(p, at.at, 0, 0);
        break;
    case PLACE_WALL:
        clear_wall(r, s, p, at.at);
        break;
    case PLACE_FLOOR:
        clear_floor(s, at.seat);
        break;
    default:
        p->score = 0;
    }
}

static void clear_all(const az_rules *r, az_state *s) {
    for (unsigned i = 0; i < r->displays; i++) clear_place(r, s, (place){PLACE_DISPLAY, 0, i});
    clear_place(r, s, (place){.kind = PLACE_CENTRE});
    for (unsigned k = 0; k < r->head.players; k++) {
        for (unsigned i = 0; i < AZ_LINES; i++) clear_place(r, s, (place){PLACE_LINE, k, i});
        for (unsigned i = 0; i < AZ_CELLS; i++) clear_place(r, s, (place){PLACE_WALL, k, i});
        clear_place(r, s, (place){PLACE_FLOOR, k, 0});
        clear_place(r, s, (place){PLACE_POINTS, k, 0});
    }
    s->marker = AZ_NO_SEAT;
    s->bag += s->lid;
    s->lid = 0;
}

/* --- putting --- */

static status put_number(az_state *s, place at, const char *what, error *err) {
    bool round = at.kind == PLACE_ROUND;
    int64_t n = 0;
    if (!text_i64(what, round ? 1 : AZ_MIN_SCORE, AZ_MAX_ROUND, &n))
        return error_set(err, ST_BAD_VALUE, "%s takes a whole number, not %.40s",
                         round ? "round" : "points", what);
    if (round)
        s->round = (uint16_t)n;
    else
        s->seat[at.seat].score = (int16_t)n;
    return ST_OK;
}

/* It lies in one place only. */
static void put_marker(az_state *s, unsigned owner) {
    for (unsigned i = 0; i < AZ_SEATS; i++)
        if (s->seat[i].floor >> 8 * AZ_MARKER_BYTE & 1) s->seat[i].floor -= AZ_MARKER;
    s->marker = (uint8_t)owner;
    if (owner != AZ_NO_SEAT) s->seat[owner].floor += AZ_MARKER;
}

static status put_on_line(az_seat *p, unsigned line, az_tiles t, error *err) {
    uint64_t lanes = az_present(t);
    if (lanes & (lanes - 1))
        return error_set(err, ST_BAD_VALUE, "line %u: more than one colour", line + 1);
    if (az_sum(t) > line + 1)
        return error_set(err, ST_BAD_VALUE, "line %u: more than %u tiles", line + 1, line + 1);
    set_line(p, line, az_sum(t), lanes ? (unsigned)__builtin_ctzll(lanes) / 8 : 0);
    return ST_OK;
}

static status put_on_wall(const az_rules *r, az_seat *p, unsigned at, az_tiles t, error *err) {
    error why = {0};
    if (az_sum(t) != 1) return error_set(err, ST_BAD_VALUE, "a cell of the wall holds one tile");
    unsigned colour = (unsigned)__builtin_ctzll(az_present(t)) / 8;
    status st = az_put_on_wall(r, p, at, az_letter[colour], &why);
    return st == ST_OK ? st : error_set(err, ST_BAD_VALUE, "%s", why.text);
}

static status put_tiles(const az_rules *r, az_state *s, place at, const tile_list *l, error *err) {
    az_seat *p = &s->seat[at.seat];
    if (l->marker && at.kind != PLACE_CENTRE && at.kind != PLACE_FLOOR)
        return error_set(err, ST_BAD_VALUE, "the marker lies in the centre or on a floor");
    clear_place(r, s, at);
    status st = take(s, l->tiles, err);
    if (st != ST_OK) return st;
    int kind;
    switch (at.kind) {
    case PLACE_DISPLAY:
        kind = az_kind_of(&r->kinds, l->tiles);
        if (kind < 0) return error_set(err, ST_BAD_VALUE, "a display holds at most 4 tiles");
        s->display[at.at] = (uint8_t)kind;
        return ST_OK;
    case PLACE_CENTRE:
        s->centre = l->tiles;
        if (l->marker) put_marker(s, AZ_NO_SEAT);
        return ST_OK;
    case PLACE_LINE:
        return put_on_line(p, at.at, l->tiles, err);
    case PLACE_WALL:
        return put_on_wall(r, p, at.at, l->tiles, err);
    default:
        if (az_sum(l->tiles) + l->marker > AZ_FLOOR_PLACES)
            return error_set(err, ST_BAD_VALUE, "a floor holds at most 7 tiles");
        p->floor = l->tiles;
        if (l->marker) put_marker(s, at.seat);
        return ST_OK;
    }
}

static status put(const az_rules *r, az_state *s, place at, const char *what, error *err) {
    tile_list list;
    if (at.kind == PLACE_ROUND || at.kind == PLACE_POINTS) return put_number(s, at, what, err);
    if (!read_tiles(what, &list))
        return error_set(err, ST_BAD_VALUE,
                         "%.40s: tiles are blue, yellow, red, black or white, as in RRW or 2 red, "
                         "and * is the marker",
                         what);
    return put_tiles(r, s, at, &list, err);
}

static status turn(const az_rules *r, az_state *s, const char *who, error *err) {
    unsigned seat = s->mover;
    status st = edit_seat(&r->head, who, &seat, err);
    s->mover = (uint8_t)seat;
    return st;
}

/* The phase follows from what lies there: tiles available, none, or the end. */
static void set_phase(const az_rules *r, az_state *s) {
    bool offered = s->centre != 0;
    bool full = false;
    for (unsigned i = 0; i < r->displays; i++) offered |= s->display[i] != 0;
    for (unsigned i = 0; i < r->head.players; i++) full |= az_full_rows(&s->seat[i]) > 0;
    s->phase = offered ? AZ_OFFER : full || !(s->bag | s->lid) ? AZ_OVER : AZ_DEAL;
    if (s->starter == AZ_NO_SEAT) s->starter = 0;
}

status az_edit(const rules *head, void *state, const game_edit *e, error *err) {
    const az_rules *r = az_of(head);
    az_state s = *(const az_state *)state;
    place at = {0};
    status st = ST_OK;
    bool placed = e->kind == EDIT_PUT || e->kind == EDIT_CLEAR;
    if (placed && !find_place(r, e->cell, &at))
        return error_set(err, ST_BAD_VALUE,
                         "there is no place '%.40s': they are d1 to d%d, centre, and of a seat "
                         "p1.line1, p1.w25 (row 2, column 5), p1.floor, p1.points; and round",
                         e->cell, r->displays);
    if (e->kind == EDIT_TURN)
        st = turn(r, &s, e->what, err);
    else if (e->kind == EDIT_PUT)
        st = put(r, &s, at, e->what, err);
    else if (e->kind == EDIT_CLEAR)
        clear_place(r, &s, at);
    else
        clear_all(r, &s);
    if (st != ST_OK) return st;
    set_phase(r, &s);
    az_complete(r, &s);
    s.hash = az_rehash(head, &s);
    memcpy(state, &s, sizeof s);
    return ST_OK;
}
