#include "games/project_l/project_l_table.h"

#include "engine/game/happened.h"
#include "engine/game/scene.h"
#include "games/project_l/project_l_edit.h"
#include "games/project_l/project_l_text.h"

enum { CARD = 6, CARD_STEP = 7, CARD_HEIGHT = 7 }; /* five cells and a margin; below, the reward */

static const char *const palette[PL_SHAPES] = {"c1", "c2", "c3", "c4", "c5",
                                               "c6", "c7", "c8", "c9"};

typedef struct stage {
    const pl_rules *r;
    const pl_state *s;
    scene *out;
} stage;

static const char *mask_text(scene *out, uint32_t mask) {
    char buf[32];
    text t = text_over(buf, sizeof buf);
    pl_put_mask(mask, &t);
    return scene_text(out, "%s", buf);
}

static uint32_t first_mask(const pl_rules *r, int shape) {
    return pl_orientation_mask(r->pieces.first_orientation[shape]);
}

static const char *puzzle_name(const stage *x, int puzzle) {
    char buf[PL_NAME_SIZE];
    text t = text_over(buf, sizeof buf);
    pl_put_name(x->r, puzzle, &t);
    return scene_text(x->out, "%s", buf);
}

/* All 25 cells, the open ones as 1. */
static const char *open_cells(const stage *x, uint32_t closed) {
    char buf[32];
    text t = text_over(buf, sizeof buf);
    for (int i = 0; i < PL_CELLS; i++) {
        if (i && i % 5 == 0) text_char(&t, '/');
        text_char(&t, closed >> i & 1 ? '0' : '1');
    }
    return scene_text(x->out, "%s", buf);
}

/* A puzzle lies on a place: the card, and its reward in a corner. The place begins at x0. */
static void add_puzzle(const stage *x, int puzzle, const char *place, int owner, float x0) {
    const pl_puzzle *p = &x->r->set.puzzle[puzzle];
    const char *name = puzzle_name(x, puzzle);
    const char *shape = pl_shape_name(p->reward);
    const char *corner = scene_text(x->out, "%s.reward", name);
    scene_add_cell(x->out, &(scene_cell){.id = corner, .x = x0 + 4, .y = 5.25F, .w = 2, .h = 1.5F});
    scene_add_thing(x->out,
                    &(scene_thing){.id = name,
                                   .label = scene_text(x->out, "puzzle %s, %d point%s, %s", name,
                                                       p->points, p->points == 1 ? "" : "s", shape),
                                   .sprite = "card",
                                   .at = place,
                                   .text = scene_text(x->out, "%d", p->points),
                                   .mask = open_cells(x, p->image),
                                   .tags = pl_colour_name[p->colour],
                                   .owner = owner});
    scene_add_thing(x->out, &(scene_thing){.id = scene_text(x->out, "%s.gives", name),
                                           .label = scene_text(x->out, "reward %s", shape),
                                           .sprite = "poly",
                                           .at = corner,
                                           .colour = palette[p->reward],
                                           .mask = mask_text(x->out, first_mask(x->r, p->reward)),
                                           .owner = owner,
                                           .dim = true});
}

static void add_place(const stage *x, const char *id, const char *label, float x0) {
    scene_add_cell(
        x->out,
        &(scene_cell){.id = id, .label = label, .x = x0, .y = 0, .w = CARD, .h = CARD_HEIGHT});
}

static void add_row(const stage *x, int colour) {
    const char *name = pl_colour_name[colour];
    int deck = pl_deck(x->s, colour);
    scene_add_area(x->out, &(scene_area){.id = scene_text(x->out, "row.%s", name),
                                         .label = scene_text(x->out, "%s puzzles", name),
                                         .owner = SCENE_TABLE,
                                         .box = {0, (float)(colour * (CARD_HEIGHT + 1)),
                                                 5 * CARD_STEP, CARD_HEIGHT}});
    for (int i = 0; i < PL_ROW; i++) {
        int puzzle = x->s->row[colour * PL_ROW + i] - 1;
        const char *id = scene_text(x->out, "row.%s.%d", name, i + 1);
        add_place(x, id, scene_text(x->out, "%s row, place %d", name, i + 1),
                  (float)(CARD_STEP * i));
        if (puzzle >= 0) add_puzzle(x, puzzle, id, SCENE_TABLE, (float)(CARD_STEP * i));
    }
    const char *place = scene_text(x->out, "deck.%s", name);
    add_place(x, place, scene_text(x->out, "%s deck", name), PL_ROW * CARD_STEP);
    if (!deck) return;
    scene_add_thing(x->out, &(scene_thing){.id = scene_text(x->out, "top-%s", name),
                                           .label = scene_text(x->out, "top of the %s deck", name),
                                           .sprite = "card",
                                           .at = place,
                                           .tags = name,
                                           .owner = SCENE_TABLE,
                                           .count = deck,
                                           .down = true});
}

/* Pieces by shape, in a tray. */
static void add_pieces(const stage *x, const char *area, const char *prefix, uint64_t counts,
                       int owner) {
    for (int i = 0; i < PL_SHAPES; i++) {
        int n = (int)pl_count(counts, i);
        const char *shape = pl_shape_name(i);
        if (!n) continue;
        scene_add_thing(x->out, &(scene_thing){.id = scene_text(x->out, "%s.%s", prefix, shape),
                                               .label = scene_text(x->out, "piece %s", shape),
                                               .sprite = "poly",
                                               .at = area,
                                               .colour = palette[i],
                                               .part = shape,
                                               .mask = mask_text(x->out, first_mask(x->r, i)),
                                               .owner = owner,
                                               .count = n});
    }
}

/* One cell of the puzzle on a slot. */
static void add_small_cell(const stage *x, const char *id, int slot, int cell) {
    int column = slot * CARD_STEP + cell % 5;
    int row = cell / 5;
    scene_add_cell(
        x->out, &(scene_cell){
                    .id = id, .x = (float)column + 0.5F, .y = (float)row + 0.25F, .w = 1, .h = 1});
}

/* Which pieces lie where is not stored: one way in which they can. */
static void add_laid(const stage *x, int seat, int slot, const char *name) {
    uint16_t config[PL_CELLS];
    uint32_t left = x->s->image[seat][slot] & ~x->r->set.puzzle[x->s->puzzle[seat][slot] - 1].image;
    if (!pl_lay(x->r, left, x->s->used[seat][slot], config)) return;
    for (int i = 0; left; i++) {
        uint32_t mask = x->r->pieces.mask[config[i]];
        int shape = x->r->pieces.shape[config[i]];
        char first[4];
        char corner[4];
        text a = text_over(first, sizeof first);
        text b = text_over(corner, sizeof corner);
        pl_put_cell(__builtin_ctz(mask), &a);
        pl_put_cell(pl_box_corner(mask), &b);
        left &= ~mask;
        add_small_cell(x, scene_text(x->out, "%s.%s.box", name, first), slot, pl_box_corner(mask));
        scene_add_thing(x->out,
                        &(scene_thing){.id = scene_text(x->out, "on.%s.%s", name, first),
                                       .label = scene_text(x->out, "%s on %s at %s",
                                                           pl_shape_name(shape), name, corner),
                                       .sprite = "poly",
                                       .at = scene_text(x->out, "%s.%s.box", name, first),
                                       .colour = palette[shape],
                                       .mask = mask_text(x->out, mask),
                                       .owner = seat});
    }
}

static void add_slot(const stage *x, int seat, int slot) {
    int puzzle = x->s->puzzle[seat][slot] - 1;
    float x0 = (float)(slot * CARD_STEP);
    const char *id = scene_text(x->out, "p%d.slot%d", seat + 1, slot + 1);
    add_place(x, id, scene_text(x->out, "place %d for a puzzle", slot + 1), x0);
    if (puzzle < 0) return;
    add_puzzle(x, puzzle, id, seat, x0);
    const char *name = puzzle_name(x, puzzle);
    for (int i = 0; i < PL_CELLS; i++) {
        char buf[4];
        text cell = text_over(buf, sizeof buf);
        if (x->r->set.puzzle[puzzle].image >> i & 1) continue;
        pl_put_cell(i, &cell);
        add_small_cell(x, scene_text(x->out, "%s.%s", name, buf), slot, i);
    }
    add_laid(x, seat, slot, name);
}

static void add_seat(const stage *x, int seat) {
    const pl_state *s = x->s;
    float top = (float)(2 * (CARD_HEIGHT + 1) + 3 + seat * (CARD_HEIGHT + 4));
    scene_set_points(x->out, seat, s->score[seat]);
    scene_add_count(x->out, seat, "puzzles finished", s->length[2 + seat]);
    if (seat == s->mover && s->phase <= PL_E) {
        scene_add_count(x->out, seat, "actions left", s->actions);
        if (s->flags & PL_MASTER_USED) scene_add_count(x->out, seat, "master used", 1);
    }
    scene_add_area(x->out,
                   &(scene_area){.id = scene_text(x->out, "p%d.puzzles", seat + 1),
                                 .label = scene_text(x->out, "puzzles of seat %d", seat + 1),
                                 .owner = seat,
                                 .box = {0, top, PL_SLOTS * CARD_STEP, CARD_HEIGHT}});
    for (int i = 0; i < PL_SLOTS; i++) add_slot(x, seat, i);
    const char *tray = scene_text(x->out, "p%d.pieces", seat + 1);
    scene_add_area(x->out, &(scene_area){.id = tray,
                                         .label = scene_text(x->out, "pieces of seat %d", seat + 1),
                                         .owner = seat,
                                         .box = {0, top + CARD_HEIGHT, PL_SLOTS * CARD_STEP, 3},
                                         .flow = "tray"});
    add_pieces(x, tray, scene_text(x->out, "p%d", seat + 1), s->supply[seat], seat);
}

static void ask(const stage *x) {
    const pl_state *s = x->s;
    int seat = s->mover + 1;
    if (s->phase == PL_F) return;
    if (s->chain == PL_SEATING)
        scene_ask(x->out, "the seats are drawn");
    else if (s->rewards)
        scene_ask(x->out, scene_text(x->out, "seat %d chooses a reward for %s", seat,
                                     puzzle_name(x, pl_waiting(s, 0))));
    else if (s->draws)
        scene_ask(x->out, scene_text(x->out, "a %s puzzle is revealed",
                                     pl_colour_name[pl_draw_colour(pl_next_draw(s))]));
    else if (s->phase == PL_FT)
        scene_ask(x->out, scene_text(x->out, "seat %d: finishing touches", seat));
    else
        scene_ask(x->out, scene_text(x->out, "seat %d has %d action%s left", seat, s->actions,
                                     s->actions == 1 ? "" : "s"));
}

static void pl_scene(const rules *r, const void *seen, int seat, scene *out) {
    const stage x = {pl_of(r), seen, out};
    (void)seat;
    scene_add_count(out, SCENE_TABLE, "round", x.s->round);
    add_row(&x, PL_WHITE);
    add_row(&x, PL_BLACK);
    scene_add_area(out, &(scene_area){.id = "reserve",
                                      .label = "reserve",
                                      .owner = SCENE_TABLE,
                                      .box = {0, 2 * (CARD_HEIGHT + 1), 5 * CARD_STEP, 3},
                                      .flow = "tray"});
    add_pieces(&x, "reserve", "reserve", x.s->reserve, SCENE_TABLE);
    for (int i = 0; i < r->players; i++) add_seat(&x, i);
    ask(&x);
}

const game_table pl_game_table = {.scene = pl_scene, .parts = pl_parts, .edit = pl_edit};

/* --- what an event did --- */

typedef struct place_name {
    char at[24];
} place_name;

static const char *name_of(place_name *n, const pl_rules *r, int puzzle, const char *fmt) {
    char buf[PL_NAME_SIZE];
    text name = text_over(buf, sizeof buf);
    text out = text_over(n->at, sizeof n->at);
    pl_put_name(r, puzzle, &name);
    text_format(&out, "%s%s", buf, fmt);
    return n->at;
}

static const char *place_of(place_name *n, const char *before, int number, const char *after) {
    text out = text_over(n->at, sizeof n->at);
    text_format(&out, "%s%d%s", before, number, after);
    return n->at;
}

static const char *slot_place(place_name *n, int seat, int slot) {
    text out = text_over(n->at, sizeof n->at);
    text_format(&out, "p%d.slot%d", seat + 1, slot + 1);
    return n->at;
}

static const char *row_place(place_name *n, unsigned slot) {
    text out = text_over(n->at, sizeof n->at);
    text_format(&out, "row.%s.%u", pl_colour_name[slot / PL_ROW], slot % PL_ROW + 1);
    return n->at;
}

static const char *deck_place(place_name *n, int colour) {
    text out = text_over(n->at, sizeof n->at);
    text_format(&out, "deck.%s", pl_colour_name[colour]);
    return n->at;
}

/* Where the thing that the step is about went. */
static void report_step(const pl_rules *r, const pl_state *s, action a, happened_list *list) {
    place_name thing;
    place_name from;
    place_name to;
    int seat = s->mover;
    int slot = pl_free_slot(s, seat);
    place_of(&to, "p", seat + 1, ".pieces");
    switch (pl_kind(a)) {
    case PL_TAKE:
        happened_move(list, name_of(&thing, r, s->row[pl_a(a)] - 1, ""), row_place(&from, pl_a(a)),
                      slot_place(&to, seat, slot));
        break;
    case PL_PUT:
        happened_move(list, name_of(&thing, r, s->row[pl_a(a)] - 1, ""), row_place(&from, pl_a(a)),
                      deck_place(&to, (int)pl_a(a) / PL_ROW));
        break;
    case PL_BASIC:
    case PL_REWARD:
        happened_move(list, NULL, "reserve", to.at);
        break;
    case PL_CHANGE:
        happened_move(list, NULL, to.at, "reserve");
        break;
    case PL_DRAW: {
        int draw = pl_next_draw(s);
        bool top = draw >= PL_TOP_WHITE;
        happened_move(list, name_of(&thing, r, (int)pl_a(a), ""),
                      deck_place(&from, pl_draw_colour(draw)),
                      top ? slot_place(&to, seat, slot) : row_place(&to, (unsigned)draw));
        break;
    }
    default:
        break;
    }
}

/* A piece goes to a puzzle. */
static void report_placement(const pl_rules *r, const pl_state *s, action a, happened_list *list) {
    uint32_t mask = r->pieces.mask[pl_b(a)];
    int puzzle = s->puzzle[s->mover][pl_a(a)] - 1;
    char buf[4];
    text cell = text_over(buf, sizeof buf);
    place_name id;
    place_name thing;
    place_name from;
    place_name to;
    pl_put_cell(__builtin_ctz(mask), &cell);
    text out = text_over(thing.at, sizeof thing.at);
    text_format(&out, "on.%s.%s", name_of(&id, r, puzzle, ""), buf);
    text corner = text_over(to.at, sizeof to.at);
    text_format(&corner, "%s.", id.at);
    pl_put_cell(__builtin_ctz(mask), &corner);
    happened_move(list, thing.at, place_of(&from, "p", s->mover + 1, ".pieces"), to.at);
}

static void put_recycled(const pl_rules *r, const pl_state *s, action a, text *out) {
    pl_put_name(r, s->row[pl_a(a)] - 1, out);
    text_format(out, " to the bottom of the %s deck", pl_colour_name[pl_a(a) / PL_ROW]);
}

/* What followed without a question: puzzles that are complete, their rewards, the end. `chosen` is
 * the reward that the event itself was; -1: none. */
static void report_rest(const pl_rules *r, const pl_state *was, const pl_state *is, int chosen,
                        happened_list *list) {
    int seat = was->mover;
    place_name from;
    place_name to;
    for (int i = was->length[2 + seat]; i < is->length[2 + seat]; i++) {
        int puzzle = is->order[pl_part(is, 2 + seat) + i];
        int points = r->set.puzzle[puzzle].points;
        int slot = 0;
        while (slot < PL_SLOTS && was->puzzle[seat][slot] != puzzle + 1) slot++;
        text *out = happened_add(list, seat);
        text_format(out, "%s is complete: %d point%s", name_of(&to, r, puzzle, ""), points,
                    points == 1 ? "" : "s");
        if (slot < PL_SLOTS) happened_move(list, to.at, slot_place(&from, seat, slot), NULL);
    }
    for (int i = 0; i < PL_SHAPES && is->length[2 + seat] > was->length[2 + seat]; i++) {
        if (pl_count(is->reserve, i) + (i == chosen) >= pl_count(was->reserve, i)) continue;
        text *out = happened_add(list, seat);
        happened_seat(list, seat, out);
        text_format(out, " gets %s", pl_shape_name(i));
        happened_move(list, NULL, "reserve", place_of(&to, "p", seat + 1, ".pieces"));
    }
    if (is->phase == was->phase) return;
    text_put(happened_add(list, ACTOR_CHANCE), is->phase == PL_E    ? "the end is triggered"
                                               : is->phase == PL_FT ? "finishing touches begin"
                                                                    : "the game is over");
}

void pl_happened(const rules *head, const void *before, const action *steps, int n, int seat,
                 happened_list *list) {
    const pl_rules *r = pl_of(head);
    const pl_state *s = before;
    pl_state after = *s;
    bool chance = pl_actor(head, s) == ACTOR_CHANCE;
    bool several = false;
    (void)seat;
    pl_describe(head, s, steps, n, happened_add(list, chance ? ACTOR_CHANCE : s->mover));
    for (int i = 0; i < n; i++) {
        bool place = pl_kind(steps[i]) == PL_PLACE || pl_kind(steps[i]) == PL_JOIN;
        bool more = place || pl_kind(steps[i]) == PL_PUT;
        if (several && more) { /* one entry for each thing that moves */
            text *out = happened_add(list, s->mover);
            if (place)
                pl_describe(head, s, steps + i, 1, out);
            else
                put_recycled(r, &after, steps[i], out);
        }
        if (place)
            report_placement(r, s, steps[i], list);
        else
            report_step(r, &after, steps[i], list);
        several |= more;
        pl_move(r, &after, steps[i]);
    }
    bool reward = pl_kind(steps[0]) == PL_REWARD;
    report_rest(r, s, &after, reward ? (int)pl_a(steps[0]) : -1, list);
}
