#include "games/project_l/project_l_edit.h"

#include <assert.h>
#include <string.h>

#include "engine/game/edit.h"
#include "games/project_l/project_l_text.h"

enum { MAX_SCORE = 2000, MAX_ROUND = 60000 };

/* --- places --- */

typedef enum place_kind {
    PLACE_ROW,      /* at: 0..7, or the first free one of a colour */
    PLACE_DECK,     /* at: colour */
    PLACE_SLOT,     /* at: slot */
    PLACE_FINISHED, /* by a seat */
    PLACE_CELL,     /* at: cell of the puzzle on seat and slot */
    PLACE_PIECES,
    PLACE_POINTS,
    PLACE_ROUND,
    PLACE_ACTIONS,
    PLACE_MASTER,
    PLACE_PHASE
} place_kind;

typedef struct place {
    place_kind kind;
    unsigned seat, slot, at;
    bool any; /* one that is free */
} place;

static int colour_called(const char *name, size_t len) {
    for (int c = PL_WHITE; c <= PL_BLACK; c++)
        if (len == strlen(pl_colour_name[c]) && strncmp(name, pl_colour_name[c], len) == 0)
            return c;
    return -1;
}

/* "row.white", "row.white.2", "deck.white". */
static bool find_on_table(const char *cell, place *out) {
    bool row = text_starts(cell, "row.");
    if (!row && !text_starts(cell, "deck.")) return false;
    const char *name = cell + (row ? 4 : 5);
    size_t len = strcspn(name, ".");
    int colour = colour_called(name, len);
    if (colour < 0 || (name[len] && !row)) return false;
    out->kind = row ? PLACE_ROW : PLACE_DECK;
    out->any = !name[len];
    if (!out->any && !edit_index(name + len + 1, PL_ROW, &out->at)) return false;
    out->at += (unsigned)colour * (row ? PL_ROW : 1);
    return true;
}

static bool find_of_seat(const char *name, place *out) {
    static const struct {
        const char *name;
        place_kind kind;
    } places[] = {{"puzzles", PLACE_SLOT},
                  {"finished", PLACE_FINISHED},
                  {"pieces", PLACE_PIECES},
                  {"points", PLACE_POINTS}};
    out->kind = PLACE_SLOT;
    if (text_starts(name, "slot")) return edit_index(name + 4, PL_SLOTS, &out->slot);
    out->any = true;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        out->kind = places[i].kind;
        if (text_same(name, places[i].name)) return true;
    }
    return false;
}

static bool find_word(const char *cell, place *out) {
    static const char *const names[] = {"round", "actions", "master", "phase"};
    for (unsigned i = 0; i < 4; i++) {
        out->kind = (place_kind)(PLACE_ROUND + i);
        if (text_same(cell, names[i])) return true;
    }
    return false;
}

/* "W17.b2", and "W17.b2.box", where a piece lies. */
static bool find_cell(const pl_rules *r, const pl_state *s, const char *cell, place *out) {
    size_t len = strcspn(cell, ".");
    int puzzle = pl_set_find(&r->set, cell, len);
    int at = cell[len] ? pl_cell_called(cell + len + 1) : -1;
    const char *rest = at < 0 ? "" : cell + len + 3;
    if (puzzle < 0 || at < 0 || (*rest && strcmp(rest, ".box") != 0)) return false;
    out->kind = PLACE_CELL;
    out->at = (unsigned)at;
    for (out->seat = 0; out->seat < r->head.players; out->seat++)
        for (out->slot = 0; out->slot < PL_SLOTS; out->slot++)
            if (s->puzzle[out->seat][out->slot] == puzzle + 1) return true;
    return false;
}

static bool find_place(const pl_rules *r, const pl_state *s, const char *cell, place *out) {
    *out = (place){0};
    const char *of_seat = edit_of_seat(&r->head, cell, &out->seat);
    if (of_seat) return find_of_seat(of_seat, out);
    return find_on_table(cell, out) || find_word(cell, out) || find_cell(r, s, cell, out);
}

/* --- taking off --- */

static void take_pieces(pl_state *s, unsigned seat, unsigned slot) {
    for (int i = 0; i < PL_SHAPES; i++) s->reserve += pl_used(s->used[seat][slot], i) * pl_one(i);
    s->used[seat][slot] = 0;
}

static void clear_slot(pl_state *s, unsigned seat, unsigned slot) {
    take_pieces(s, seat, slot);
    s->puzzle[seat][slot] = 0;
    s->image[seat][slot] = 0;
}

/* The puzzle at a place of s->order, which is in part `part`. */
static void take_ordered(pl_state *s, int at, int part) {
    int last = pl_part(s, 2 + PL_SEATS) - 1;
    assert(last >= at && at >= 0);
    for (int i = at; i < last; i++) s->order[i] = s->order[i + 1];
    s->order[last] = 0;
    s->length[part]--;
}

static void clear_part(pl_state *s, int part) {
    while (s->length[part]) take_ordered(s, pl_part(s, part), part);
}

/* From wherever it lies open. */
static void take_puzzle(const pl_rules *r, pl_state *s, int puzzle) {
    for (int i = 0; i < 2 * PL_ROW; i++)
        if (s->row[i] == puzzle + 1) s->row[i] = 0;
    for (unsigned p = 0; p < r->head.players; p++)
        for (unsigned i = 0; i < PL_SLOTS; i++)
            if (s->puzzle[p][i] == puzzle + 1) clear_slot(s, p, i);
    for (int part = 0; part < 2 + PL_SEATS; part++)
        for (int at = pl_part(s, part); at < pl_part(s, part) + s->length[part]; at++)
            if (s->order[at] == puzzle) {
                take_ordered(s, at, part);
                return;
            }
}

/* The piece that lies on a cell, in the one way in which scenes show the pieces. */
static void clear_cell(const pl_rules *r, pl_state *s, place at) {
    uint16_t config[PL_CELLS];
    uint32_t *image = &s->image[at.seat][at.slot];
    uint64_t *used = &s->used[at.seat][at.slot];
    uint32_t left = *image & ~r->set.puzzle[s->puzzle[at.seat][at.slot] - 1].image;
    if (!(left >> at.at & 1) || !pl_lay(r, left, *used, config)) return;
    int i = 0;
    while (!(r->pieces.mask[config[i]] >> at.at & 1)) i++;
    int shape = r->pieces.shape[config[i]];
    *image &= ~r->pieces.mask[config[i]];
    *used -= UINT64_C(1) << (5 * shape);
    s->reserve += pl_one(shape);
}

static void clear_row(pl_state *s, place at) {
    for (unsigned i = 0; i < (at.any ? PL_ROW : 1U); i++) s->row[at.at + i] = 0;
}

static void clear_place(const pl_rules *r, pl_state *s, place at) {
    switch (at.kind) {
    case PLACE_ROW:
        clear_row(s, at);
        break;
    case PLACE_DECK:
        clear_part(s, (int)at.at);
        break;
    case PLACE_SLOT:
        for (unsigned i = 0; i < PL_SLOTS; i++)
            if (at.any || i == at.slot) clear_slot(s, at.seat, i);
        break;
    case PLACE_FINISHED:
        clear_part(s, 2 + (int)at.seat);
        break;
    case PLACE_CELL:
        clear_cell(r, s, at);
        break;
    case PLACE_PIECES:
        s->reserve += s->supply[at.seat];
        s->supply[at.seat] = 0;
        break;
    case PLACE_POINTS:
        s->score[at.seat] = 0;
        break;
    case PLACE_ROUND:
        s->round = 1;
        break;
    case PLACE_ACTIONS:
        s->actions = PL_ACTIONS;
        break;
    case PLACE_MASTER:
        s->flags &= (uint8_t)~PL_MASTER_USED;
        break;
    default:
        s->phase = PL_N;
        s->flags &= (uint8_t)~PL_LAST_ROUND;
    }
}

static void clear_all(const pl_rules *r, pl_state *s) {
    for (unsigned k = 0; k < 2 * PL_ROW; k += PL_ROW)
        clear_place(r, s, (place){.kind = PLACE_ROW, .at = k, .any = true});
    for (unsigned p = 0; p < r->head.players; p++)
        for (int k = PLACE_SLOT; k <= PLACE_POINTS; k++)
            if (k != PLACE_CELL)
                clear_place(r, s, (place){.kind = (place_kind)k, .seat = p, .any = true});
    for (int k = PLACE_ROUND; k <= PLACE_PHASE; k++)
        clear_place(r, s, (place){.kind = (place_kind)k});
    for (int c = PL_WHITE; c <= PL_BLACK; c++) clear_part(s, c);
    s->flags = 0;
    for (int i = 0; i < PL_SHAPES; i++) /* those that finishing touches took out of the game */
        s->reserve += ((uint64_t)r->reserve - pl_count(s->reserve, i)) * pl_one(i);
}

/* --- puzzles --- */

/* As many names of a colour (-1: of both) as fit into a sentence. */
static status no_puzzle(const pl_rules *r, int colour, const char *what, error *err) {
    char buf[180];
    text list = text_over(buf, sizeof buf);
    for (int i = 0; i < r->set.count; i++) {
        if (colour >= 0 && r->set.puzzle[i].colour != colour) continue;
        if (list.len) text_put(&list, ", ");
        if (list.len + PL_NAME_SIZE + 5 > sizeof buf) {
            text_put(&list, "...");
            break;
        }
        pl_put_name(r, i, &list);
    }
    return error_set(err, ST_BAD_VALUE, "there is no puzzle '%.20s': %s", what, buf);
}

/* "W17", "puzzle W17", or what a scene calls it, with points and a piece after a comma. */
static int puzzle_called(const pl_rules *r, const char *what) {
    char name[PL_NAME_SIZE];
    text copy = text_over(name, sizeof name);
    if (text_starts(what, "puzzle ")) what += 7;
    text_putn(&copy, what, strcspn(what, ","));
    if (*name >= 'a' && *name <= 'z') *name = (char)(*name - 'a' + 'A');
    return copy.cut ? -1 : pl_set_find(&r->set, name, strlen(name));
}

static status put_in_row(pl_state *s, place at, int puzzle, error *err) {
    for (unsigned i = at.at; at.any && i < at.at + PL_ROW; i++)
        if (!s->row[i]) {
            s->row[i] = (uint8_t)(puzzle + 1);
            return ST_OK;
        }
    if (at.any) return error_set(err, ST_BAD_VALUE, "no place of the row is free");
    s->row[at.at] = (uint8_t)(puzzle + 1);
    return ST_OK;
}

static status put_before_seat(const pl_rules *r, pl_state *s, place at, int puzzle, error *err) {
    unsigned slot = at.any ? (unsigned)pl_free_slot(s, (int)at.seat) : at.slot;
    if (slot == PL_SLOTS)
        return error_set(err, ST_BAD_VALUE, "seat %u has four puzzles already", at.seat + 1);
    clear_slot(s, at.seat, slot);
    s->puzzle[at.seat][slot] = (uint8_t)(puzzle + 1);
    s->image[at.seat][slot] = r->set.puzzle[puzzle].image;
    return ST_OK;
}

static void append(pl_state *s, int part, int puzzle) {
    int at = pl_part(s, part) + s->length[part];
    memmove(s->order + at + 1, s->order + at, (size_t)(pl_part(s, 2 + PL_SEATS) - at));
    s->order[at] = (uint8_t)puzzle;
    s->length[part]++;
}

static status put_puzzle(const pl_rules *r, pl_state *s, place at, const char *what, error *err) {
    int colour = at.kind == PLACE_ROW    ? (int)at.at / PL_ROW
                 : at.kind == PLACE_DECK ? (int)at.at
                                         : -1;
    int puzzle = puzzle_called(r, what);
    if (puzzle < 0) return no_puzzle(r, colour, what, err);
    if (colour >= 0 && r->set.puzzle[puzzle].colour != colour)
        return error_set(err, ST_BAD_VALUE, "%.20s is no %s puzzle", what, pl_colour_name[colour]);
    take_puzzle(r, s, puzzle);
    if (at.kind == PLACE_ROW) return put_in_row(s, at, puzzle, err);
    if (at.kind == PLACE_SLOT) return put_before_seat(r, s, at, puzzle, err);
    append(s, at.kind == PLACE_DECK ? colour : 2 + (int)at.seat, puzzle);
    return ST_OK;
}

/* --- pieces --- */

/* Cuts the next word off; false where there is none, or it is too long to be one. */
static bool next_word(const char **what, char *out, size_t size) {
    text word = text_over(out, size);
    *what += strspn(*what, " ,");
    size_t n = strcspn(*what, " ,");
    text_putn(&word, *what, n);
    *what += n;
    return n && !word.cut;
}

static status no_piece(const char *what, error *err) {
    return error_set(err, ST_BAD_VALUE,
                     "there is no piece '%.40s': O1, O2, I2, I3, I4, L2, L3, Z, T", what);
}

static status take_from_reserve(pl_state *s, int shape, unsigned n, error *err) {
    if (pl_count(s->reserve, shape) < n)
        return error_set(err, ST_BAD_VALUE, "the reserve has only %u %s",
                         pl_count(s->reserve, shape), pl_shape_name(shape));
    s->reserve -= n * pl_one(shape);
    return ST_OK;
}

/* "2 I3 L2": so many of a shape, and where no number is said one more. */
static status put_supply(pl_state *s, unsigned seat, const char *what, error *err) {
    char word[8];
    const char *at = what;
    uint64_t n = 0;
    bool counted = false;
    bool any = false;
    while (next_word(&at, word, sizeof word)) {
        if (text_same(word, "piece")) continue;
        if (!counted && (counted = text_u64(word, 99, &n))) continue;
        int shape = pl_shape_find(word, (int)strlen(word));
        if (shape < 0) return no_piece(what, err);
        unsigned had = pl_count(s->supply[seat], shape);
        unsigned want = counted ? (unsigned)n : had + 1;
        s->reserve += had * pl_one(shape);
        s->supply[seat] -= had * pl_one(shape);
        status st = take_from_reserve(s, shape, want, err);
        if (st != ST_OK) return st;
        s->supply[seat] += want * pl_one(shape);
        counted = false;
        any = true;
    }
    return any && !counted && !*at ? ST_OK : no_piece(what, err);
}

/* The cells of a piece with its corner at a cell: turned as it is said, else the one way in which it
 * fits. 0: *err says why not. */
static uint32_t cells_of(const pl_rules *r, int shape, const char *turn, place at, uint32_t closed,
                         error *err) {
    uint32_t found = 0;
    char buf[80];
    text ways = text_over(buf, sizeof buf);
    int count = 0;
    int wanted = turn ? pl_orientation_find(shape, turn) : -1;
    if (turn && wanted < 0) {
        (void)error_set(err, ST_BAD_VALUE,
                        "'%.20s' is no turn of %s: r for each quarter turn, f for the mirror", turn,
                        pl_shape_name(shape));
        return 0;
    }
    for (int i = r->pieces.first_orientation[shape]; i < r->pieces.first_orientation[shape + 1];
         i++) {
        uint32_t there = pl_turned_to(r, i, (int)at.at);
        if (!there || there & closed || (turn && i != wanted)) continue;
        const char *name = pl_orientation_name(i);
        text_format(&ways, "%s%s", count++ ? ", " : "", *name ? name : "as-is");
        found = there;
    }
    if (count == 1) return found;
    if (count)
        (void)error_set(err, ST_BAD_VALUE,
                        "%s fits there in more ways, so say how it is turned: %s",
                        pl_shape_name(shape), buf);
    else
        (void)error_set(err, ST_BAD_VALUE,
                        "%s does not fit there: the cell is the corner of the box around it",
                        pl_shape_name(shape));
    return 0;
}

/* "I3", "I3 r", "piece I3", or "I3 on W17 at b2", as scenes say. */
static status put_piece(const pl_rules *r, pl_state *s, place at, const char *what, error *err) {
    char word[8];
    char turn[8];
    const char *rest = text_starts(what, "piece ") ? what + 6 : what;
    int shape = next_word(&rest, word, sizeof word) ? pl_shape_find(word, (int)strlen(word)) : -1;
    if (shape < 0) return no_piece(what, err);
    bool turned = next_word(&rest, turn, sizeof turn) && !text_same(turn, "on");
    if (turned && rest[strspn(rest, " ")]) return no_piece(what, err);
    uint32_t *image = &s->image[at.seat][at.slot];
    uint32_t cells = cells_of(r, shape, turned ? turn : NULL, at, *image, err);
    if (!cells) return ST_BAD_VALUE;
    status st = take_from_reserve(s, shape, 1, err);
    if (st != ST_OK) return st;
    *image |= cells;
    s->used[at.seat][at.slot] += UINT64_C(1) << (5 * shape);
    return ST_OK;
}

/* --- numbers and words --- */

static status put_points(pl_state *s, unsigned seat, const char *what, error *err) {
    int64_t n = 0;
    if (!text_i64(what, -MAX_SCORE, MAX_SCORE, &n))
        return error_set(err, ST_BAD_VALUE, "points are a whole number, not '%.40s'", what);
    s->score[seat] = (int16_t)n;
    return ST_OK;
}

static status put_number(pl_state *s, place at, const char *cell, const char *what, error *err) {
    bool round = at.kind == PLACE_ROUND;
    unsigned n = 0;
    status st = edit_number(cell, what, round ? MAX_ROUND : PL_ACTIONS, &n, err);
    if (st == ST_OK && !n) st = error_set(err, ST_BAD_VALUE, "%.40s counts from 1", cell);
    if (st != ST_OK) return st;
    if (round)
        s->round = (uint16_t)n;
    else
        s->actions = (uint8_t)n;
    return ST_OK;
}

static status put_master(pl_state *s, const char *what, error *err) {
    bool used = text_same(what, "used");
    if (!used && !text_same(what, "free"))
        return error_set(err, ST_BAD_VALUE, "the master action is not '%.40s': used, free", what);
    s->flags = (uint8_t)(used ? s->flags | PL_MASTER_USED : s->flags & ~PL_MASTER_USED);
    return ST_OK;
}

static status put_phase(pl_state *s, const char *what, error *err) {
    static const char *const names[] = {"normal", "ending", "last", "touches", "over"};
    static const uint8_t phases[] = {PL_N, PL_E, PL_E, PL_FT, PL_F};
    for (int i = 0; i < 5; i++) {
        if (!text_same(what, names[i])) continue;
        s->phase = phases[i];
        if (i == 2 || i == 3) s->flags |= PL_LAST_ROUND;
        if (i < 2) s->flags &= (uint8_t)~PL_LAST_ROUND;
        return ST_OK;
    }
    return error_set(err, ST_BAD_VALUE,
                     "there is no phase '%.40s': normal, ending, last (round), touches, over",
                     what);
}

/* --- the rest follows --- */

static status put(const pl_rules *r, pl_state *s, place at, const game_edit *e, error *err) {
    switch (at.kind) {
    case PLACE_ROW:
    case PLACE_DECK:
    case PLACE_SLOT:
    case PLACE_FINISHED:
        return put_puzzle(r, s, at, e->what, err);
    case PLACE_CELL:
        return put_piece(r, s, at, e->what, err);
    case PLACE_PIECES:
        return put_supply(s, at.seat, e->what, err);
    case PLACE_POINTS:
        return put_points(s, at.seat, e->what, err);
    case PLACE_MASTER:
        return put_master(s, e->what, err);
    case PLACE_PHASE:
        return put_phase(s, e->what, err);
    default:
        return put_number(s, at, e->cell, e->what, err);
    }
}

static status turn(const pl_rules *r, pl_state *s, const char *who, error *err) {
    unsigned seat = s->mover;
    status st = edit_seat(&r->head, who, &seat, err);
    s->mover = (uint8_t)seat;
    s->actions = PL_ACTIONS;
    s->flags &= PL_LAST_ROUND;
    return st;
}

/* The decks: all that is in play and lies nowhere else. */
static status set_decks(const pl_rules *r, pl_state *s, error *err) {
    uint64_t seen = pl_seen(r, s);
    s->unseen = 0;
    for (int c = PL_WHITE; c <= PL_BLACK; c++) {
        int left = r->in_play[c] - __builtin_popcountll(seen & r->colour[c]);
        if (left < 0)
            return error_set(err, ST_BAD_VALUE, "only %d %s puzzles are in play, and all lie open",
                             r->in_play[c], pl_colour_name[c]);
        s->unknown[c] = (uint8_t)left;
        if (left) s->unseen |= r->colour[c] & ~seen;
    }
    return ST_OK;
}

static void set_turn(const pl_rules *r, pl_state *s) {
    bool ended = !pl_deck(s, PL_BLACK);
    bool fresh = !pl_part(s, 2 + PL_SEATS);
    s->chain = PL_IDLE;
    s->chain_count = s->rewards = s->queue = s->apart = 0;
    s->offer = s->draws = 0;
    memset(s->placed, 0, sizeof s->placed);
    if (s->phase == PL_N && ended) s->phase = PL_E;
    if (s->phase == PL_E && !ended) s->phase = PL_N;
    if (s->phase == PL_N) s->flags &= (uint8_t)~PL_LAST_ROUND;
    if (s->phase >= PL_FT) {
        s->actions = PL_ACTIONS;
        s->flags &= PL_LAST_ROUND;
    }
    for (unsigned p = 0; p < r->head.players; p++)
        for (unsigned i = 0; i < PL_SLOTS; i++) fresh &= !s->puzzle[p][i];
    if (fresh && s->phase < PL_FT) pl_ask_refill(s);
    if (s->draws) s->chain = PL_SETUP;
}

status pl_edit(const rules *head, void *state, const game_edit *e, error *err) {
    const pl_rules *r = pl_of(head);
    pl_state s = *(const pl_state *)state;
    place at = {0};
    status st = ST_OK;
    bool placed = e->kind == EDIT_PUT || e->kind == EDIT_CLEAR;
    if (placed && !find_place(r, &s, e->cell, &at))
        return error_set(err, ST_BAD_VALUE,
                         "there is no place '%.30s': they are row.white.1, deck.black, of a seat "
                         "p1.slot1, p1.pieces, p1.finished, p1.points, cells of its puzzles as "
                         "W17.b2; and round, actions, master, phase",
                         e->cell);
    if (e->kind == EDIT_TURN)
        st = turn(r, &s, e->what, err);
    else if (e->kind == EDIT_PUT)
        st = put(r, &s, at, e, err);
    else if (e->kind == EDIT_CLEAR)
        clear_place(r, &s, at);
    else
        clear_all(r, &s);
    if (st == ST_OK) st = set_decks(r, &s, err);
    if (st != ST_OK) return st;
    set_turn(r, &s);
    s.hash = pl_rehash(head, &s);
    memcpy(state, &s, sizeof s);
    return ST_OK;
}
