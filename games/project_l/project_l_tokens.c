#include <string.h>

#include "games/project_l/project_l_text.h"

/* Reading tokens. A refusal names the first broken rule by its stable reason, with its data; the
 * tests of each kind are in the order in which the reasons are promised. */

static const char *const phase_name[] = {"N", "E", "T", "F"};

typedef struct pl_placement {
    char name[12];     /* as typed; may name no puzzle */
    int slot;          /* of the mover; -1: they have no such unfinished puzzle */
    int shape, config; /* config -1: the mask is none of the shape's */
    uint32_t mask;
    uint32_t unclear; /* orientations that fit where none was named; 0: clear */
} pl_placement;

typedef struct reader {
    const pl_rules *r;
    const pl_state *s;
    const char *at;
    action *steps;
    int *n;
    error *err;
} reader;

static status refuse(const reader *x, const char *reason, const char *detail,
                     const char *sentence) {
    status st = error_set(x->err, ST_ILLEGAL_ACTION, "%s", sentence);
    error_reason(x->err, reason, "%s", detail);
    return st;
}

static status malformed(const reader *x) {
    return refuse(x, "bad-action", "",
                  "actions are take: recycle: basic change: place: master: nothing endft reward:");
}

static bool skip(reader *x, const char *word) {
    size_t n = strlen(word);
    if (strncmp(x->at, word, n) != 0) return false;
    x->at += n;
    return true;
}

static void add(reader *x, action a) {
    x->steps[(*x->n)++] = a;
}

/* Copies the word up to any of `ends`; false if it is empty or too long. */
static bool word_of(reader *x, const char *ends, char *out, size_t size) {
    size_t n = strcspn(x->at, ends);
    if (n == 0 || n >= size) return false;
    memcpy(out, x->at, n);
    out[n] = '\0';
    x->at += n;
    return true;
}

static bool shape_of(reader *x, const char *ends, int *shape) {
    char name[4];
    if (!word_of(x, ends, name, sizeof name)) return false;
    *shape = pl_shape_find(name, (int)strlen(name));
    return *shape >= 0;
}

/* --- one kind after the other; the tests are in the order in which the reasons are promised --- */

static status read_take(reader *x) {
    char name[12] = "";
    char detail[32];
    text d = text_over(detail, sizeof detail);
    const pl_state *s = x->s;
    bool top_white = strcmp(x->at, "top-white") == 0;
    bool top = top_white || strcmp(x->at, "top-black") == 0;
    if (pl_free_slot(s, s->mover) == PL_SLOTS)
        return refuse(x, "PlayerAlreadyHasMaxPuzzles", "", "you have four puzzles already");
    if (top) {
        int colour = top_white ? PL_WHITE : PL_BLACK;
        text_format(&d, "deck=%s", pl_colour_name[colour]);
        if (!pl_deck(s, colour))
            return refuse(x, "PuzzleDeckIsEmpty", detail, "that deck is empty");
        add(x, pl_make(PL_TOP, (unsigned)colour, 0));
        return ST_OK;
    }
    if (!*x->at) return refuse(x, "PuzzleIdIsNull", "", "which puzzle? take:W17 or take:top-white");
    if (!word_of(x, "", name, sizeof name)) return malformed(x);
    int puzzle = pl_set_find(&x->r->set, name, strlen(name));
    text_format(&d, "id=%s", name);
    for (unsigned i = 0; i < 2 * PL_ROW; i++) {
        if (puzzle < 0 || s->row[i] != puzzle + 1) continue;
        if (s->phase == PL_E && s->flags & PL_BLACK_TAKEN && i >= PL_ROW)
            return refuse(x, "PlayerAlreadyTookBlackPuzzleInEndOfTheGame", "",
                          "after the end was triggered one black puzzle a turn is allowed");
        add(x, pl_make(PL_TAKE, i, 0));
        return ST_OK;
    }
    return refuse(x, "PuzzleNotAvailable", detail, "that puzzle lies in neither row");
}

static int row_length(const pl_state *s, int colour) {
    int n = 0;
    for (int i = 0; i < PL_ROW; i++) n += s->row[colour * PL_ROW + i] != 0;
    return n;
}

static status read_recycle(reader *x) {
    char detail[64];
    text d = text_over(detail, sizeof detail);
    const pl_state *s = x->s;
    int colour = skip(x, "white:") ? PL_WHITE : skip(x, "black:") ? PL_BLACK : -1;
    if (colour < 0) return malformed(x);
    unsigned slots[PL_MAX_PUZZLES];
    int got = 0;
    for (bool more = *x->at; more; got++) {
        char name[12];
        if (got == PL_MAX_PUZZLES || !word_of(x, ",", name, sizeof name)) return malformed(x);
        int puzzle = pl_set_find(&x->r->set, name, strlen(name));
        slots[got] = 99;
        for (unsigned i = 0; i < PL_ROW; i++)
            if (puzzle >= 0 && s->row[colour * PL_ROW + (int)i] == puzzle + 1)
                slots[got] = (unsigned)colour * PL_ROW + i;
        more = skip(x, ",");
    }
    int length = row_length(s, colour);
    text_format(&d, "colour=%s", pl_colour_name[colour]);
    if (!length) return refuse(x, "EmptyRowRecycle", detail, "that row is empty");
    if (got != length) {
        text_clear(&d);
        text_format(&d, "expected=%d got=%d colour=%s", length, got, pl_colour_name[colour]);
        return refuse(x, "NumberOfRecycledPuzzlesMismatch", detail,
                      "name every puzzle of the row once");
    }
    for (unsigned i = (unsigned)colour * PL_ROW; i < (unsigned)(colour + 1) * PL_ROW; i++) {
        bool named = !s->row[i];
        for (int k = 0; k < got; k++) named |= slots[k] == i;
        if (named) continue;
        text_put(&d, " id=");
        pl_put_name(x->r, s->row[i] - 1, &d);
        return refuse(x, "PuzzleNotInRow", detail, "a puzzle of the row is missing from the list");
    }
    for (int k = 0; k < got; k++) add(x, pl_make(PL_PUT, slots[k], 0));
    return ST_OK;
}

static status read_basic(reader *x) {
    int shape = PL_O1;
    char detail[24];
    text d = text_over(detail, sizeof detail);
    if (skip(x, ":") && (!shape_of(x, "", &shape) || shape == PL_O1)) return malformed(x);
    if (*x->at) return malformed(x);
    if (!(pl_basic_options(x->r, x->s) >> shape & 1)) {
        text_format(&d, "shape=%s", pl_shape_name(shape));
        return refuse(x, "BasicTetrominoNotInSharedReserve", detail,
                      "the reserve does not offer that piece");
    }
    add(x, pl_make(PL_BASIC, (unsigned)shape, 0));
    return ST_OK;
}

static status no_piece(const reader *x, int shape) {
    char detail[24];
    char sentence[40];
    text d = text_over(detail, sizeof detail);
    text t = text_over(sentence, sizeof sentence);
    text_format(&d, "shape=%s", pl_shape_name(shape));
    text_format(&t, "you have no %s", pl_shape_name(shape));
    return refuse(x, "TetrominoNotInPersonalSupply", detail, sentence);
}

static status read_change(reader *x) {
    int old_shape;
    int new_shape;
    char detail[32];
    text d = text_over(detail, sizeof detail);
    if (!shape_of(x, ">", &old_shape) || !skip(x, ">") || !shape_of(x, "", &new_shape))
        return malformed(x);
    text_format(&d, "old=%s new=%s", pl_shape_name(old_shape), pl_shape_name(new_shape));
    if (old_shape == new_shape && !x->r->same_change)
        return refuse(x, "InvalidTetrominoChange", detail,
                      "a piece is exchanged for another shape");
    if (!pl_count(x->s->supply[x->s->mover], old_shape)) return no_piece(x, old_shape);
    if (!(pl_change_options(x->r, pl_present(x->s->reserve), old_shape) >> new_shape & 1))
        return refuse(x, "InvalidTetrominoChange", detail,
                      "at most one level up, and only for what the reserve has");
    add(x, pl_make(PL_CHANGE, (unsigned)old_shape, (unsigned)new_shape));
    return ST_OK;
}

uint32_t pl_turned_to(const pl_rules *r, int orientation, int cell) {
    uint32_t mask = pl_orientation_mask(orientation);
    uint32_t there = mask << cell;
    bool inside =
        there <= PL_FULL && pl_config_find(&r->pieces, pl_shape_of(orientation), there) >= 0;
    return inside && pl_box_corner(there) == cell ? there : 0;
}

int pl_cell_called(const char *word) {
    bool cell = word[0] >= 'a' && word[0] <= 'e' && word[1] >= '1' && word[1] <= '5';
    return cell ? 5 * (word[1] - '1') + word[0] - 'a' : -1;
}

/* b2 or b2:rf. Without a turn it is the one way in which the piece fits there; where there are
 * several, `unclear` becomes the set of these orientations. */
static bool read_corner(const reader *x, const char *word, pl_placement *p) {
    const char *turn = word[0] && word[1] ? word + 2 : "";
    int shape = p->shape;
    int cell = pl_cell_called(word);
    if (cell < 0 || (*turn && *turn != ':')) return false;
    if (*turn) {
        int orientation = pl_orientation_find(shape, turn + 1);
        p->mask = orientation < 0 ? 0 : pl_turned_to(x->r, orientation, cell);
        return orientation >= 0;
    }
    uint32_t closed = p->slot >= 0 ? x->s->image[x->s->mover][p->slot] : 0;
    int ways = 0;
    p->mask = pl_turned_to(x->r, x->r->pieces.first_orientation[shape], cell);
    for (int i = x->r->pieces.first_orientation[shape];
         i < x->r->pieces.first_orientation[shape + 1]; i++) {
        uint32_t there = pl_turned_to(x->r, i, cell);
        if (!there || there & closed) continue;
        p->mask = there;
        p->unclear |= UINT32_C(1) << i;
        ways++;
    }
    if (ways < 2) p->unclear = 0;
    return true;
}

/* NAME:SHAPE:MASK, or a corner and a turn instead of the mask. */
static bool read_placement(reader *x, pl_placement *p) {
    char mask[12];
    uint64_t bits;
    if (!word_of(x, ":", p->name, sizeof p->name) || !skip(x, ":")) return false;
    if (!shape_of(x, ":", &p->shape) || !skip(x, ":")) return false;
    p->slot = -1;
    p->unclear = 0;
    int puzzle = pl_set_find(&x->r->set, p->name, strlen(p->name));
    for (int i = 0; i < PL_SLOTS; i++)
        if (puzzle >= 0 && x->s->puzzle[x->s->mover][i] == puzzle + 1) p->slot = i;
    if (!word_of(x, "+=", mask, sizeof mask)) return false;
    bool hex = strlen(mask) == 7 && text_hex(mask, &bits);
    if (hex)
        p->mask = (uint32_t)bits;
    else if (!read_corner(x, mask, p))
        return false;
    bool cells = p->mask && p->mask <= PL_FULL;
    p->config = cells ? pl_config_find(&x->r->pieces, p->shape, p->mask) : -1;
    return true;
}

/* Several ways to turn the piece fit there. */
static status unclear(const reader *x, const pl_placement *p) {
    char sentence[120];
    text t = text_over(sentence, sizeof sentence);
    text_format(&t, "%s fits there in several ways; say which:", pl_shape_name(p->shape));
    for (uint32_t set = p->unclear; set; set &= set - 1) {
        const char *name = pl_orientation_name(__builtin_ctz(set));
        text_format(&t, "%s %s", set == p->unclear ? "" : " or", *name ? name : "as-is");
    }
    return refuse(x, "OrientationNeeded", "", sentence);
}

static status check_placement(const reader *x, const pl_placement *p) {
    char detail[64];
    text d = text_over(detail, sizeof detail);
    const pl_state *s = x->s;
    if (!pl_count(s->supply[s->mover], p->shape)) return no_piece(x, p->shape);
    if (p->config < 0) {
        text_format(&d, "shape=%s mask=%07x", pl_shape_name(p->shape), p->mask);
        return refuse(x, "InvalidTetrominoConfiguration", detail,
                      "the cells do not form that piece");
    }
    text_format(&d, "id=%s", p->name);
    if (p->slot < 0)
        return refuse(x, "PlayerDoesntHavePuzzle", detail, "that is no unfinished puzzle of yours");
    if (p->unclear) return unclear(x, p);
    text_format(&d, " mask=%07x", p->mask);
    if (p->mask & s->image[s->mover][p->slot])
        return refuse(x, "CannotPlaceTetromino", detail, "some of these cells are not open");
    return ST_OK;
}

/* "=L2,T": choices of rewards, checked one after the other on a copy that has
 * made the placements. */
static status read_rewards(reader *x) {
    pl_state after = *x->s;
    char detail[24];
    text d = text_over(detail, sizeof detail);
    for (int i = 0; i < *x->n; i++) pl_move(x->r, &after, x->steps[i]);
    for (bool more = true; more;) {
        int shape;
        if (!shape_of(x, ",", &shape)) return malformed(x);
        more = skip(x, ",");
        text_clear(&d);
        text_format(&d, "shape=%s", pl_shape_name(shape));
        bool open = after.rewards && *x->n < GAME_MAX_STEPS;
        int puzzle = open ? pl_waiting(&after, 0) : 0;
        if (!open || !(pl_reward_options(x->r, &after, puzzle) >> shape & 1))
            return refuse(x, "RewardNotOffered", detail, "that reward is not available");
        add(x, pl_make(PL_REWARD, (unsigned)shape, 0));
        pl_move(x->r, &after, pl_make(PL_REWARD, (unsigned)shape, 0));
    }
    if (after.rewards)
        return refuse(x, "RewardNotOffered", "",
                      "one reward for each completion that leaves a choice");
    return ST_OK;
}

static status read_place(reader *x) {
    pl_placement p;
    if (!read_placement(x, &p) || (*x->at && *x->at != '=')) return malformed(x);
    status st = check_placement(x, &p);
    if (st != ST_OK) return st;
    add(x, pl_make(PL_PLACE, (unsigned)p.slot, (unsigned)p.config));
    return skip(x, "=") ? read_rewards(x) : ST_OK;
}

static status check_master_pieces(const reader *x, const pl_placement *list, int count) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(list[i].name, list[k].name) == 0)
                return refuse(x, "MasterActionUniquePlacement", "", "one piece a puzzle");
    for (int shape = 0; shape < PL_SHAPES; shape++) {
        int used = 0;
        int owned = (int)pl_count(x->s->supply[x->s->mover], shape);
        for (int i = 0; i < count; i++) used += list[i].shape == shape;
        if (used <= owned) continue;
        char detail[48];
        text d = text_over(detail, sizeof detail);
        text_format(&d, "shape=%s owned=%d used=%d", pl_shape_name(shape), owned, used);
        return refuse(x, "MasterActionNotEnoughTetrominos", detail,
                      "you do not have that many pieces");
    }
    return ST_OK;
}

/* Steps in slot order; the last one carries the order of completions where it is another one. */
static void add_master(reader *x, const pl_placement *list, int count) {
    unsigned order = 0;
    int completed = 0;
    int last = -1;
    bool sorted = true;
    for (int i = 0; i < count; i++) {
        const pl_placement *p = &list[i];
        if ((x->s->image[x->s->mover][p->slot] | p->mask) != PL_FULL) continue;
        order |= (unsigned)(p->slot + 1) << (3 * completed++);
        sorted &= p->slot > last;
        last = p->slot;
    }
    for (int slot = 0; slot < PL_SLOTS; slot++)
        for (int i = 0; i < count; i++)
            if (list[i].slot == slot)
                add(x, pl_make(PL_JOIN, (unsigned)slot, (unsigned)list[i].config));
    add(x, pl_make(PL_JOINED, sorted ? 0 : order, 0));
}

static status read_master(reader *x) {
    pl_placement list[8];
    int count = 0;
    bool empty = strcmp(x->at, "-") == 0;
    for (bool more = !empty; more; count++) {
        if (count == 8 || !read_placement(x, &list[count])) return malformed(x);
        more = skip(x, "+");
    }
    if (!empty && *x->at && *x->at != '=') return malformed(x);
    if (x->s->flags & PL_MASTER_USED)
        return refuse(x, "MasterActionAlreadyUsed", "", "one master action a turn");
    if (empty && !x->r->pass)
        return refuse(x, "NothingNotAllowed", "", "a master action places a piece at least");
    status st = check_master_pieces(x, list, count);
    for (int i = 0; i < count && st == ST_OK; i++) st = check_placement(x, &list[i]);
    if (st != ST_OK) return st;
    add_master(x, list, count);
    return skip(x, "=") ? read_rewards(x) : ST_OK;
}

static status read_nothing(reader *x) {
    action list[4096];
    int n = pl_legal(&x->r->head, x->s, NULL, list);
    if (pl_kind(list[n - 1]) != PL_NOTHING)
        return refuse(x, "NothingNotAllowed", "", "three actions must be taken; there is no pass");
    add(x, pl_make(PL_NOTHING, 0, 0));
    return ST_OK;
}

static status read_reward(reader *x) {
    int shape;
    char detail[24];
    text d = text_over(detail, sizeof detail);
    if (!shape_of(x, "", &shape)) return malformed(x);
    text_format(&d, "shape=%s", pl_shape_name(shape));
    const pl_state *s = x->s;
    if (!s->rewards || !(pl_reward_options(x->r, s, pl_waiting(s, 0)) >> shape & 1))
        return refuse(x, "RewardNotOffered", detail, "that reward is not available");
    add(x, pl_make(PL_REWARD, (unsigned)shape, 0));
    return ST_OK;
}

static status read_lot(reader *x) {
    unsigned lots = 1;
    for (int i = 2; i <= x->r->head.players; i++) lots *= (unsigned)i;
    for (unsigned lot = 0; lot < lots; lot++) {
        char size[24];
        text t = text_over(size, sizeof size);
        pl_put_lot(x->r->head.players, lot, &t);
        if (strcmp(size, x->at) != 0) continue;
        add(x, pl_make(PL_LOT, lot, 0));
        return ST_OK;
    }
    return refuse(x, "bad-outcome", "", "the seats are drawn first: seats=2,1 and so on");
}

static status read_draw(reader *x) {
    char name[12];
    char detail[24];
    text d = text_over(detail, sizeof detail);
    if (!word_of(x, "", name, sizeof name))
        return refuse(x, "bad-outcome", "", "an outcome is a puzzle, such as W17");
    int puzzle = pl_set_find(&x->r->set, name, strlen(name));
    text_format(&d, "id=%s", name);
    if (puzzle < 0 || !(pl_draw_candidates(x->r, x->s) >> puzzle & 1)) {
        int colour = pl_draw_colour(pl_next_draw(x->s));
        return refuse(x, "PuzzleNotInDeck", detail,
                      colour == PL_WHITE ? "no such puzzle can be next in the white deck"
                                         : "no such puzzle can be next in the black deck");
    }
    add(x, pl_make(PL_DRAW, (unsigned)puzzle, 0));
    return ST_OK;
}

static status wrong_phase(const reader *x, const char *kind) {
    char detail[32];
    text d = text_over(detail, sizeof detail);
    text_format(&d, "kind=%s", kind);
    return refuse(x, "InvalidActionDuringFinishingTouches", detail,
                  "in finishing touches pieces are placed, and endft ends them");
}

status pl_from_text(const rules *head, const void *state, const char *token, action *steps, int *n,
                    error *err) {
    reader x = {.r = pl_of(head), .s = state, .at = token, .steps = steps, .n = n, .err = err};
    const pl_state *s = state;
    static const struct {
        const char *word;
        status (*read)(reader *x);
        const char *kind;
    } kinds[] = {{"take:", read_take, "take"},   {"recycle:", read_recycle, "recycle"},
                 {"basic", read_basic, "basic"}, {"change:", read_change, "change"},
                 {"place:", read_place, NULL},   {"master:", read_master, "master"},
                 {"reward:", read_reward, NULL}};
    *n = 0;
    if (s->chain == PL_SEATING) return read_lot(&x);
    if (pl_actor(head, s) == ACTOR_CHANCE) return read_draw(&x);
    bool waiting = s->rewards != 0;
    bool reward = text_starts(token, "reward:");
    if (waiting && !reward)
        return refuse(&x, "RewardNotOffered", "", "a reward is to be chosen first");
    if (strcmp(token, "nothing") == 0)
        return s->phase == PL_FT ? wrong_phase(&x, "nothing") : read_nothing(&x);
    if (strcmp(token, "endft") == 0) {
        char detail[16];
        text d = text_over(detail, sizeof detail);
        text_format(&d, "phase=%s", phase_name[s->phase]);
        if (s->phase != PL_FT)
            return refuse(&x, "InvalidEndFinishingTouchesActionUse", detail,
                          "there are no finishing touches to end yet");
        add(&x, pl_make(PL_ENDFT, 0, 0));
        return ST_OK;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!skip(&x, kinds[i].word)) continue;
        if (s->phase == PL_FT && kinds[i].kind) return wrong_phase(&x, kinds[i].kind);
        return kinds[i].read(&x);
    }
    return malformed(&x);
}

/* Steps that came from elsewhere: each must be in the list at its time, or be the end of a master
 * that completes its puzzles in another order. */
status pl_verify(const rules *head, const void *state, const trail *t, const action *steps, int n,
                 error *err) {
    const pl_rules *r = pl_of(head);
    pl_state s;
    action list[4096];
    memcpy(&s, state, sizeof s);
    for (int i = 0; i < n; i++) {
        bool found = false;
        if (s.chain == PL_SEATING) {
            found = pl_kind(steps[i]) == PL_LOT;
        } else if (pl_actor(head, &s) == ACTOR_CHANCE) {
            found = pl_kind(steps[i]) == PL_DRAW && pl_a(steps[i]) < PL_MAX_PUZZLES &&
                    pl_draw_candidates(r, &s) >> pl_a(steps[i]) & 1;
        } else {
            int count = pl_legal(head, &s, t, list);
            bool end = pl_kind(steps[i]) == PL_JOINED && s.chain == PL_MASTER;
            for (int k = 0; k < count && !found; k++)
                found = list[k] == (end ? pl_make(PL_JOINED, 0, 0) : steps[i]);
        }
        if (!found) {
            status st = error_set(err, ST_ILLEGAL_ACTION, "that is not legal here");
            error_reason(err, "not-legal", "step=%d", i + 1);
            return st;
        }
        pl_move(r, &s, steps[i]);
    }
    return ST_OK;
}

/* --- what if --- */

status pl_what_if(const rules *head, const void *state, const game_supposition *q, void *out,
                  error *err) {
    const char *subject = q->subject;
    const pl_rules *r = pl_of(head);
    pl_state *s = out;
    memcpy(s, state, sizeof *s);
    int puzzle = subject ? pl_set_find(&r->set, subject, strlen(subject)) : -1;
    if (!subject && s->rewards) puzzle = pl_waiting(s, 0);
    bool ready = s->phase <= PL_E && !s->draws && s->chain <= PL_ACT;
    if (puzzle < 0 || !ready || !pl_suppose_done(r, s, puzzle)) {
        status st = error_set(err, ST_BAD_VALUE, "%s",
                              ready ? "for takes a puzzle that lies open: in a row or before a seat"
                                    : "no reward is to be supposed in the middle of an action or "
                                      "in finishing touches");
        error_arg(err, subject ? subject : "(none)");
        return st;
    }
    unsigned offer = 0;
    for (int i = 0; i < q->options; i++) {
        int shape = pl_shape_find(q->option[i], (int)strlen(q->option[i]));
        if (shape < 0) {
            status st =
                error_set(err, ST_BAD_VALUE, "not a piece; pieces are O1 O2 I2 I3 I4 L2 L3 Z T");
            error_arg(err, q->option[i]);
            return st;
        }
        offer |= 1u << shape;
    }
    if (!offer) offer = pl_reward_options(r, s, puzzle);
    if (!offer) return error_set(err, ST_BAD_VALUE, "the reserve has nothing to offer");
    s->offer = (uint16_t)offer;
    s->hash = pl_rehash(head, s);
    return ST_OK;
}
