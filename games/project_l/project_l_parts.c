/* Actions of Project L part by part: verb, puzzle, piece, turn, cell. Nothing is listed that is not
 * asked for, and what lies below a part is counted, not walked: a master has a million tokens.
 *
 * The cell of a placement is its first covered one, row by row. The placements of a master come in
 * the order of the puzzles before the seat. */
#include <string.h>

#include "engine/game/pick.h"
#include "games/project_l/project_l_table.h"
#include "games/project_l/project_l_text.h"

typedef struct walk {
    const pl_rules *r;
    const pl_state *start;
    pl_state s; /* after the steps so far */
    action steps[GAME_MAX_STEPS];
    int n;
    pick_path path;
    int at; /* parts read */
    pick_list *out;
} walk;

static bool at_end(const walk *w) {
    return w->at == w->path.count;
}

static const char *next_part(walk *w) {
    return w->path.part[w->at++];
}

static void make_step(walk *w, action a) {
    w->steps[w->n++] = a;
    pl_move(w->r, &w->s, a);
}

static const char *puzzle_name(walk *w, int puzzle) {
    char buf[PL_NAME_SIZE];
    text t = text_over(buf, sizeof buf);
    pl_put_name(w->r, puzzle, &t);
    return pick_text(w->out, "%s", buf);
}

/* The token of the steps so far and one more. */
static const char *token_with(walk *w, action a) {
    char buf[GAME_TOKEN_SIZE];
    text t = text_over(buf, sizeof buf);
    action steps[GAME_MAX_STEPS];
    memcpy(steps, w->steps, sizeof steps);
    steps[w->n] = a;
    pl_to_text(&w->r->head, w->start, steps, w->n + 1, &t);
    return pick_text(w->out, "%s", buf);
}

static uint64_t capped(uint64_t n) {
    return n > PICK_MAX_COUNT ? PICK_MAX_COUNT + 1 : n;
}

/* --- placements --- */

static uint32_t open_cells(const pl_state *s, int slot) {
    return s->puzzle[s->mover][slot] ? ~s->image[s->mover][slot] & PL_FULL : 0;
}

/* In how many ways a shape fits on a slot, turned as it may be. */
static unsigned ways_of_shape(const pl_rules *r, const pl_state *s, int slot, int shape) {
    unsigned n = 0;
    for (int i = r->pieces.first_orientation[shape]; i < r->pieces.first_orientation[shape + 1];
         i++)
        n += (unsigned)__builtin_popcount(pl_fits(&r->pieces.fit[i], open_cells(s, slot)));
    return n;
}

static uint64_t ways_on_slot(const pl_rules *r, const pl_state *s, int slot) {
    uint64_t n = 0;
    for (int i = 0; i < PL_SHAPES; i++)
        if (pl_count(s->supply[s->mover], i)) n += ways_of_shape(r, s, slot, i);
    return n;
}

/* In how many ways a master can go on with the slots from `slot` on, ending it counted. The table
 * has the ways of each shape on each slot. */
static uint64_t masters_from(const unsigned ways[PL_SLOTS][PL_SHAPES], uint64_t supply, int slot) {
    if (slot >= PL_SLOTS) return 1;
    uint64_t sum = masters_from(ways, supply, slot + 1);
    for (int i = 0; i < PL_SHAPES && sum <= PICK_MAX_COUNT; i++)
        if (ways[slot][i] && pl_count(supply, i))
            sum += ways[slot][i] * masters_from(ways, supply - pl_one(i), slot + 1);
    return capped(sum);
}

/* How many tokens there are once a shape has been placed on a slot. */
static uint64_t after_placing(const walk *w, bool master, int slot, int shape) {
    unsigned ways[PL_SLOTS][PL_SHAPES] = {0};
    if (!master) return 1;
    for (int i = slot + 1; i < PL_SLOTS; i++)
        for (int k = 0; k < PL_SHAPES; k++) ways[i][k] = ways_of_shape(w->r, &w->s, i, k);
    return masters_from((const unsigned(*)[PL_SHAPES])ways, w->s.supply[w->s.mover] - pl_one(shape),
                        slot + 1);
}

static uint64_t below_slot(const walk *w, bool master, int slot) {
    uint64_t sum = 0;
    if (!master) return ways_on_slot(w->r, &w->s, slot);
    for (int i = 0; i < PL_SHAPES; i++) {
        unsigned n = pl_count(w->s.supply[w->s.mover], i) ? ways_of_shape(w->r, &w->s, slot, i) : 0;
        if (n) sum += n * after_placing(w, master, slot, i);
    }
    return capped(sum);
}

/* The slots that a placement can be on: in a master after the last one used. */
static int first_slot(const pl_state *s) {
    int slot = PL_SLOTS;
    while (slot > 0 && !s->placed[slot - 1]) slot--;
    return slot;
}

static void add_slots(walk *w, bool master) {
    const pl_state *s = &w->s;
    for (int i = first_slot(s); i < PL_SLOTS; i++) {
        if (!ways_on_slot(w->r, s, i)) continue;
        int open = __builtin_popcount(open_cells(s, i));
        const char *name = puzzle_name(w, s->puzzle[s->mover][i] - 1);
        pick_add(w->out, &(pick_part){.part = name,
                                      .words = pick_text(w->out, "%s, %d cell%s open", name, open,
                                                         open == 1 ? "" : "s"),
                                      .below = below_slot(w, master, i),
                                      .kind = PICK_THING});
    }
}

static void add_shapes(walk *w, bool master, int slot) {
    const pl_state *s = &w->s;
    for (int i = 0; i < PL_SHAPES; i++) {
        unsigned have = pl_count(s->supply[s->mover], i);
        unsigned n = have ? ways_of_shape(w->r, s, slot, i) : 0;
        if (!n) continue;
        pick_add(w->out,
                 &(pick_part){.part = pl_shape_name(i),
                              .words = pick_text(w->out, "%s, one of %u", pl_shape_name(i), have),
                              .below = capped(n * after_placing(w, master, slot, i)),
                              .kind = PICK_THING});
    }
}

static const char *turn_words(const char *name) {
    static const struct {
        const char *name, *words;
    } all[] = {{"", "as it is"},
               {"r", "turned right"},
               {"rr", "turned round"},
               {"rrr", "turned left"},
               {"f", "flipped"},
               {"rf", "turned right and flipped"},
               {"rrf", "turned round and flipped"},
               {"rrrf", "turned left and flipped"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0) return all[i].words;
    return name;
}

static const char *turn_part(int orientation) {
    const char *name = pl_orientation_name(orientation);
    return *name ? name : "as-is";
}

static void add_turns(walk *w, bool master, int slot, int shape) {
    const pl_pieces *p = &w->r->pieces;
    for (int i = p->first_orientation[shape]; i < p->first_orientation[shape + 1]; i++) {
        uint32_t fits = pl_fits(&p->fit[i], open_cells(&w->s, slot));
        char buf[32];
        text mask = text_over(buf, sizeof buf);
        if (!fits) continue;
        pl_put_mask(pl_orientation_mask(i), &mask);
        uint64_t n = (uint64_t)__builtin_popcount(fits);
        pick_add(w->out, &(pick_part){.part = turn_part(i),
                                      .words = turn_words(pl_orientation_name(i)),
                                      .mask = buf,
                                      .below = capped(n * after_placing(w, master, slot, shape)),
                                      .kind = PICK_TURN});
    }
}

static const char *cell_part(walk *w, int slot, int cell) {
    char buf[4];
    text t = text_over(buf, sizeof buf);
    pl_put_cell(cell, &t);
    return pick_text(w->out, "%s.%s", puzzle_name(w, w->s.puzzle[w->s.mover][slot] - 1), buf);
}

static void add_cells(walk *w, bool master, int slot, int orientation) {
    const pl_pieces *p = &w->r->pieces;
    uint32_t open = open_cells(&w->s, slot);
    for (uint32_t at = pl_fits(&p->fit[orientation], open); at; at &= at - 1) {
        int cell = __builtin_ctz(at);
        unsigned config = p->config[orientation][cell];
        char buf[64];
        text does = text_over(buf, sizeof buf);
        pl_put_cells(p->mask[config], &does);
        if (p->mask[config] == open) text_put(&does, ", which completes it");
        action a = pl_make(PL_PLACE, (unsigned)slot, config);
        pick_add(w->out,
                 &(pick_part){.part = cell_part(w, slot, cell),
                              .words = buf,
                              .token = master ? NULL : token_with(w, a),
                              .below = master ? after_placing(w, true, slot, p->shape[config]) : 0,
                              .kind = PICK_CELL,
                              .ordered = master});
    }
}

/* Reads a slot of the seat to act from its puzzle's name; -1: none that takes a piece. */
static int read_slot(const walk *w, const char *part) {
    int puzzle = pl_set_find(&w->r->set, part, strlen(part));
    for (int i = first_slot(&w->s); puzzle >= 0 && i < PL_SLOTS; i++)
        if (w->s.puzzle[w->s.mover][i] == puzzle + 1) return ways_on_slot(w->r, &w->s, i) ? i : -1;
    return -1;
}

static int read_shape(const walk *w, const char *part, int slot) {
    int shape = pl_shape_find(part, (int)strlen(part));
    bool exact = shape >= 0 && strcmp(part, pl_shape_name(shape)) == 0;
    bool fits = exact && pl_count(w->s.supply[w->s.mover], shape) &&
                ways_of_shape(w->r, &w->s, slot, shape);
    return fits ? shape : -1;
}

static int read_turn(const walk *w, const char *part, int slot, int shape) {
    const pl_pieces *p = &w->r->pieces;
    for (int i = p->first_orientation[shape]; i < p->first_orientation[shape + 1]; i++)
        if (strcmp(part, turn_part(i)) == 0)
            return pl_fits(&p->fit[i], open_cells(&w->s, slot)) ? i : -1;
    return -1;
}

/* The configuration at the cell; -1: it does not fit there. */
static int read_cell(walk *w, const char *part, int slot, int orientation) {
    const pl_pieces *p = &w->r->pieces;
    for (uint32_t at = pl_fits(&p->fit[orientation], open_cells(&w->s, slot)); at; at &= at - 1)
        if (strcmp(part, cell_part(w, slot, __builtin_ctz(at))) == 0)
            return p->config[orientation][__builtin_ctz(at)];
    return -1;
}

/* One placement: what follows its first parts is listed, or, where all four are there, it is made.
 * False where the path leads nowhere. */
static bool walk_placement(walk *w, bool master, bool *made) {
    *made = false;
    int slot = read_slot(w, next_part(w));
    if (slot < 0) return false;
    if (at_end(w)) {
        pick_ask(w->out, "which piece?");
        add_shapes(w, master, slot);
        return true;
    }
    int shape = read_shape(w, next_part(w), slot);
    if (shape < 0) return false;
    if (at_end(w)) {
        pick_ask(w->out, "how is it turned?");
        add_turns(w, master, slot, shape);
        return true;
    }
    int orientation = read_turn(w, next_part(w), slot, shape);
    if (orientation < 0) return false;
    if (at_end(w)) {
        pick_ask(w->out, "where does it go?");
        add_cells(w, master, slot, orientation);
        return true;
    }
    int config = read_cell(w, next_part(w), slot, orientation);
    *made = config >= 0 && master;
    if (*made) make_step(w, pl_make(PL_JOIN, (unsigned)slot, (unsigned)config));
    return *made;
}

static bool parts_of_place(walk *w) {
    bool made;
    if (!at_end(w)) return walk_placement(w, false, &made);
    pick_ask(w->out, "on which puzzle?");
    add_slots(w, false);
    return true;
}

static bool parts_of_master(walk *w) {
    while (!at_end(w)) {
        bool made;
        if (!walk_placement(w, true, &made)) return false;
        if (!made) return true;
    }
    pick_ask(w->out, w->n ? "on which puzzle, or done?" : "on which puzzle first?");
    add_slots(w, true);
    if (w->n || w->r->pass)
        pick_add(w->out, &(pick_part){.part = "done",
                                      .words = w->n ? "that is all" : "without a piece",
                                      .token = token_with(w, pl_make(PL_JOINED, 0, 0)),
                                      .kind = PICK_VERB});
    return true;
}

/* --- the other verbs --- */

static bool parts_of_take(walk *w) {
    action list[2 * PL_ROW + 2];
    int n = at_end(w) ? pl_list_takes(w->start, list) : 0;
    pick_ask(w->out, "which puzzle?");
    for (int i = 0; i < n; i++) {
        unsigned a = pl_a(list[i]);
        bool top = pl_kind(list[i]) == PL_TOP;
        const pl_puzzle *p = top ? NULL : &w->r->set.puzzle[w->start->row[a] - 1];
        const char *name = top ? pick_text(w->out, "top-%s", pl_colour_name[a])
                               : puzzle_name(w, w->start->row[a] - 1);
        pick_add(w->out,
                 &(pick_part){
                     .part = name,
                     .words = top ? pick_text(w->out, "the top of the %s deck", pl_colour_name[a])
                                  : pick_text(w->out, "%s: %d point%s and %s", name, p->points,
                                              p->points == 1 ? "" : "s", pl_shape_name(p->reward)),
                     .token = token_with(w, list[i]),
                     .kind = PICK_THING});
    }
    return n > 0;
}

static unsigned row_bits(const pl_state *s, int colour) {
    unsigned set = 0;
    for (int i = 0; i < PL_ROW; i++) set |= (unsigned)(s->row[colour * PL_ROW + i] != 0) << i;
    return set;
}

static uint64_t orders(int n) {
    return n > 1 ? (uint64_t)n * orders(n - 1) : 1;
}

/* The row, then its puzzles in the order in which they go to the bottom. */
static bool parts_of_recycle(walk *w) {
    if (at_end(w)) {
        pick_ask(w->out, "which row?");
        for (int c = PL_WHITE; c <= PL_BLACK; c++) {
            int n = __builtin_popcount(row_bits(w->start, c));
            if (!n) continue;
            pick_add(w->out,
                     &(pick_part){.part = pl_colour_name[c],
                                  .words = pick_text(w->out, "the %s row, %d puzzle%s",
                                                     pl_colour_name[c], n, n == 1 ? "" : "s"),
                                  .below = orders(n),
                                  .kind = PICK_CHOICE,
                                  .ordered = true});
        }
        return w->out->count > 0;
    }
    const char *row = next_part(w);
    int colour = strcmp(row, "white") == 0 ? PL_WHITE : strcmp(row, "black") == 0 ? PL_BLACK : -1;
    if (colour < 0) return false;
    unsigned left = row_bits(w->start, colour);
    while (!at_end(w)) {
        const char *part = next_part(w);
        int puzzle = pl_set_find(&w->r->set, part, strlen(part));
        unsigned i = 0;
        while (i < PL_ROW && (puzzle < 0 || w->start->row[colour * PL_ROW + (int)i] != puzzle + 1))
            i++;
        if (i == PL_ROW || !(left >> i & 1)) return false;
        left &= ~(1u << i);
        w->steps[w->n++] = pl_make(PL_PUT, (unsigned)colour * PL_ROW + i, 0);
    }
    int n = __builtin_popcount(left);
    pick_ask(w->out, "which puzzle goes to the bottom next?");
    for (; left; left &= left - 1) {
        unsigned at = (unsigned)colour * PL_ROW + (unsigned)__builtin_ctz(left);
        const char *name = puzzle_name(w, w->start->row[at] - 1);
        pick_add(w->out,
                 &(pick_part){.part = name,
                              .token = n == 1 ? token_with(w, pl_make(PL_PUT, at, 0)) : NULL,
                              .below = orders(n - 1),
                              .kind = PICK_THING,
                              .ordered = true});
    }
    return n > 0;
}

/* Pieces to choose from, which end the action. */
static bool add_pieces(walk *w, unsigned set, action (*step)(unsigned old, unsigned shape),
                       unsigned old) {
    for (unsigned of = set; of; of &= of - 1) {
        unsigned shape = (unsigned)__builtin_ctz(of);
        pick_add(w->out, &(pick_part){.part = pl_shape_name((int)shape),
                                      .words = pick_text(w->out, "%s, %u in the reserve",
                                                         pl_shape_name((int)shape),
                                                         pl_count(w->start->reserve, (int)shape)),
                                      .token = token_with(w, step(old, shape)),
                                      .kind = PICK_THING});
    }
    return set != 0;
}

static action basic_step(unsigned old, unsigned shape) {
    (void)old;
    return pl_make(PL_BASIC, shape, 0);
}

static action change_step(unsigned old, unsigned shape) {
    return pl_make(PL_CHANGE, old, shape);
}

static action reward_step(unsigned old, unsigned shape) {
    (void)old;
    return pl_make(PL_REWARD, shape, 0);
}

static bool parts_of_basic(walk *w) {
    pick_ask(w->out, "which piece?");
    return at_end(w) && add_pieces(w, pl_basic_options(w->r, w->start), basic_step, 0);
}

static bool parts_of_change(walk *w) {
    const pl_state *s = w->start;
    unsigned there = pl_present(s->reserve);
    unsigned own = pl_present(s->supply[s->mover]);
    if (at_end(w)) {
        pick_ask(w->out, "which piece is given back?");
        for (; own; own &= own - 1) {
            int shape = __builtin_ctz(own);
            unsigned n = (unsigned)__builtin_popcount(pl_change_options(w->r, there, shape));
            if (!n) continue;
            pick_add(w->out,
                     &(pick_part){.part = pl_shape_name(shape),
                                  .words = pick_text(w->out, "%s, one of %u", pl_shape_name(shape),
                                                     pl_count(s->supply[s->mover], shape)),
                                  .below = n,
                                  .kind = PICK_THING});
        }
        return w->out->count > 0;
    }
    const char *part = next_part(w);
    int old = pl_shape_find(part, (int)strlen(part));
    bool mine = old >= 0 && strcmp(part, pl_shape_name(old)) == 0 && own >> old & 1;
    pick_ask(w->out, "for which one?");
    return mine && at_end(w) &&
           add_pieces(w, pl_change_options(w->r, there, old), change_step, (unsigned)old);
}

/* --- all verbs --- */

typedef struct verb {
    const char *name, *words;
    bool (*parts)(walk *w); /* NULL: the verb is the action */
} verb;

enum { TAKE, RECYCLE, BASIC, CHANGE, PLACE, MASTER, NOTHING, ENDFT, VERBS };

static const verb verbs[VERBS] = {
    {"take", "take a puzzle", parts_of_take},
    {"recycle", "put a row under its deck", parts_of_recycle},
    {"basic", "take a piece", parts_of_basic},
    {"change", "exchange a piece", parts_of_change},
    {"place", "place a piece", parts_of_place},
    {"master", "master: a piece on each of several puzzles", parts_of_master},
    {"nothing", "do nothing", NULL},
    {"endft", "end the finishing touches", NULL},
};

/* How many tokens a verb has; 0: it is not legal. */
static uint64_t ways_of_verb(const walk *w, int v) {
    const pl_rules *r = w->r;
    const pl_state *s = w->start;
    action list[2 * PL_ROW + 2];
    uint64_t n = 0;
    bool touches = s->phase == PL_FT;
    if (v == ENDFT) return touches;
    if (touches && v != PLACE) return 0;
    switch (v) {
    case TAKE:
        return (uint64_t)pl_list_takes(s, list);
    case RECYCLE:
        for (int c = PL_WHITE; c <= PL_BLACK; c++) {
            int length = __builtin_popcount(row_bits(s, c));
            n += length ? orders(length) : 0;
        }
        return n;
    case BASIC:
        return (uint64_t)__builtin_popcount(pl_basic_options(r, s));
    case CHANGE:
        for (unsigned own = pl_present(s->supply[s->mover]); own; own &= own - 1)
            n += (uint64_t)__builtin_popcount(
                pl_change_options(r, pl_present(s->reserve), __builtin_ctz(own)));
        return n;
    case PLACE:
        for (int i = 0; i < PL_SLOTS; i++) n += ways_on_slot(r, s, i);
        return n;
    case MASTER:
        if (s->flags & PL_MASTER_USED) return 0;
        for (int i = 0; i < PL_SLOTS; i++) n += below_slot(w, true, i);
        return capped(n + r->pass);
    default:
        return 0;
    }
}

static bool parts_of_verbs(walk *w) {
    bool any = false;
    pick_ask(w->out, w->start->phase == PL_FT ? "place a piece, or end?" : "what to do?");
    for (int v = 0; v < VERBS; v++) {
        uint64_t n =
            v == NOTHING ? (w->r->pass || !any) && w->start->phase != PL_FT : ways_of_verb(w, v);
        if (!n) continue;
        any = true;
        pick_add(w->out, &(pick_part){.part = verbs[v].name,
                                      .words = verbs[v].words,
                                      .token = verbs[v].parts ? NULL : verbs[v].name,
                                      .below = n,
                                      .kind = PICK_VERB});
    }
    return any;
}

/* --- chance --- */

static bool parts_of_draw(walk *w) {
    pick_ask(w->out, pick_text(w->out, "which %s puzzle comes?",
                               pl_colour_name[pl_draw_colour(pl_next_draw(w->start))]));
    uint64_t set = at_end(w) ? pl_draw_candidates(w->r, w->start) : 0;
    for (; set; set &= set - 1) {
        int puzzle = __builtin_ctzll(set);
        const char *name = puzzle_name(w, puzzle);
        pick_add(w->out, &(pick_part){.part = name,
                                      .token = pick_text(w->out, "!%s", name),
                                      .kind = PICK_CHOICE});
    }
    return w->out->count > 0;
}

static bool parts_of_lot(walk *w) {
    unsigned lots = at_end(w) ? (unsigned)orders(w->r->head.players) : 0;
    pick_ask(w->out, "in which order do the players sit?");
    for (unsigned i = 0; i < lots; i++) {
        char buf[32];
        text t = text_over(buf, sizeof buf);
        pl_put_lot(w->r->head.players, i, &t);
        pick_add(w->out, &(pick_part){.part = strchr(buf, '=') + 1,
                                      .token = pick_text(w->out, "!%s", buf),
                                      .kind = PICK_CHOICE});
    }
    return w->out->count > 0;
}

bool pl_parts(const rules *head, const void *state, const trail *t, pick_path path,
              pick_list *out) {
    walk w = {.r = pl_of(head), .start = state, .path = path, .out = out};
    (void)t;
    memcpy(&w.s, state, sizeof w.s);
    if (w.s.phase == PL_F) return false;
    if (w.s.chain == PL_SEATING) return parts_of_lot(&w);
    if (pl_actor(head, state) == ACTOR_CHANCE) return parts_of_draw(&w);
    if (w.s.rewards) {
        pick_ask(out, "which reward?");
        return at_end(&w) &&
               add_pieces(&w, pl_reward_options(w.r, &w.s, pl_waiting(&w.s, 0)), reward_step, 0);
    }
    if (at_end(&w)) return parts_of_verbs(&w);
    const char *part = next_part(&w);
    for (int v = 0; v < VERBS; v++)
        if (verbs[v].parts && strcmp(part, verbs[v].name) == 0)
            return ways_of_verb(&w, v) && verbs[v].parts(&w);
    return false;
}
