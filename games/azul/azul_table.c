#include "games/azul/azul_table.h"

#include "engine/game/happened.h"
#include "engine/game/scene.h"
#include "games/azul/azul_edit.h"
#include "games/azul/azul_moves.h"
#include "games/azul/azul_parts.h"
#include "games/azul/azul_placed.h"
#include "games/azul/azul_text.h"

/* --- the scene --- */

static const char *const palette[AZ_COLOURS] = {"c1", "c2", "c3", "c4", "c5"};

typedef struct stage {
    const az_rules *r;
    const az_state *s;
    scene *out;
} stage;

/* Tile number n on a cell. */
static void add_tile(const stage *x, const char *cell, int n, unsigned colour, int owner) {
    scene_add_thing(x->out, &(scene_thing){.id = scene_text(x->out, "%s.%d", cell, n),
                                           .label = az_colour_name[colour],
                                           .sprite = "tile",
                                           .at = cell,
                                           .colour = palette[colour],
                                           .part = az_colour_name[colour],
                                           .owner = owner});
}

static int add_tiles(const stage *x, const char *cell, az_tiles t, int owner) {
    int n = 0;
    for (unsigned c = 0; c < AZ_COLOURS; c++)
        for (unsigned i = 0; i < az_of_colour(t, c); i++) add_tile(x, cell, ++n, c, owner);
    return n;
}

static void add_marker(const stage *x, const char *cell, int owner) {
    scene_add_thing(x->out, &(scene_thing){.id = "marker",
                                           .label = "starting player's marker",
                                           .sprite = "marker",
                                           .at = cell,
                                           .text = "1",
                                           .owner = owner});
}

static void add_sources(const stage *x) {
    float width = (float)(3 * x->r->displays);
    scene_add_area(x->out, &(scene_area){.id = "displays",
                                         .label = "displays and centre",
                                         .owner = SCENE_TABLE,
                                         .box = {0, 0, width, 5.5F}});
    for (int i = 0; i < x->r->displays; i++) {
        const char *id = scene_text(x->out, "d%d", i + 1);
        scene_add_cell(x->out, &(scene_cell){.id = id,
                                             .label = scene_text(x->out, "display %d", i + 1),
                                             .shape = "circle",
                                             .x = (float)(3 * i) + 0.25F,
                                             .y = 0,
                                             .w = 2.5F,
                                             .h = 2.5F});
        (void)add_tiles(x, id, x->r->kinds.tiles[x->s->display[i]], SCENE_TABLE);
    }
    scene_add_cell(x->out, &(scene_cell){.id = "centre",
                                         .label = "centre of the table",
                                         .x = 0.25F,
                                         .y = 3,
                                         .w = width - 0.5F,
                                         .h = 2.5F});
    if (az_marker_free(x->s)) add_marker(x, "centre", SCENE_TABLE);
    (void)add_tiles(x, "centre", x->s->centre, SCENE_TABLE);
}

static void add_lines(const stage *x, int seat) {
    const az_seat *p = &x->s->seat[seat];
    for (unsigned line = 0; line < AZ_LINES; line++) {
        const char *id = scene_text(x->out, "p%d.line%u", seat + 1, line + 1);
        scene_add_cell(x->out,
                       &(scene_cell){.id = id,
                                     .label = scene_text(x->out, "line %u, %u of %u", line + 1,
                                                         az_line_count(p, line), line + 1),
                                     .x = (float)(AZ_LINES - 1 - line),
                                     .y = (float)line,
                                     .w = (float)(line + 1),
                                     .h = 1});
        for (unsigned i = 0; i < az_line_count(p, line); i++)
            add_tile(x, id, (int)i + 1, az_line_colour(p, line), seat);
    }
}

static void add_wall_cell(const stage *x, int seat, unsigned row, unsigned column) {
    int colour = az_cell(x->r, &x->s->seat[seat], row, column);
    int waits = x->r->o.grey ? -1 : (int)((column + AZ_LINES - row) % AZ_LINES);
    const char *id = scene_text(x->out, "p%d.w%u%u", seat + 1, row + 1, column + 1);
    scene_add_cell(x->out, &(scene_cell){.id = id,
                                         .label = scene_text(x->out, "wall, row %u, column %u",
                                                             row + 1, column + 1),
                                         .x = (float)(AZ_LINES + 1 + column),
                                         .y = (float)row,
                                         .w = 1,
                                         .h = 1});
    if (colour >= 0)
        scene_add_thing(x->out, &(scene_thing){.id = scene_text(x->out, "on.%s", id),
                                               .label = az_colour_name[colour],
                                               .sprite = "tile",
                                               .at = id,
                                               .colour = palette[colour],
                                               .owner = seat});
    else if (waits >= 0)
        scene_add_thing(x->out, &(scene_thing){.id = scene_text(x->out, "for.%s", id),
                                               .label = scene_text(x->out, "a place for %s",
                                                                   az_colour_name[waits]),
                                               .sprite = "tile",
                                               .at = id,
                                               .colour = palette[waits],
                                               .owner = seat,
                                               .dim = true});
}

static void add_floor(const stage *x, int seat) {
    const az_seat *p = &x->s->seat[seat];
    char buf[64];
    text label = text_over(buf, sizeof buf);
    text_put(&label, "floor:");
    for (int i = 0; i < AZ_FLOOR_PLACES; i++) text_format(&label, " -%d", x->r->o.penalty[i]);
    const char *id = scene_text(x->out, "p%d.floor", seat + 1);
    scene_add_cell(x->out, &(scene_cell){.id = id,
                                         .label = scene_text(x->out, "%s", buf),
                                         .x = 0,
                                         .y = AZ_LINES + 0.5F,
                                         .w = AZ_FLOOR_PLACES,
                                         .h = 1});
    if (p->floor >> 8 * AZ_MARKER_BYTE & 1) add_marker(x, id, seat);
    (void)add_tiles(x, id, p->floor, seat);
}

static void add_seat(const stage *x, int seat) {
    const az_seat *p = &x->s->seat[seat];
    float top = 6.5F + 7.5F * (float)seat;
    scene_set_points(x->out, seat, p->score);
    if (p->floor) scene_add_count(x->out, seat, "floor costs", x->r->fine[az_sum(p->floor)]);
    scene_add_area(x->out, &(scene_area){.id = scene_text(x->out, "p%d", seat + 1),
                                         .label = scene_text(x->out, "board of seat %d", seat + 1),
                                         .owner = seat,
                                         .box = {0, top, 2 * AZ_LINES + 1, AZ_LINES + 1.5F}});
    add_lines(x, seat);
    for (unsigned row = 0; row < AZ_LINES; row++)
        for (unsigned column = 0; column < AZ_LINES; column++) add_wall_cell(x, seat, row, column);
    add_floor(x, seat);
}

static void ask(const stage *x) {
    const az_state *s = x->s;
    if (s->phase == AZ_OFFER)
        scene_ask(x->out, scene_text(x->out, "seat %d takes tiles", s->mover + 1));
    else if (s->phase == AZ_TILING)
        scene_ask(x->out, scene_text(x->out, "seat %d chooses a column for line %u", s->mover + 1,
                                     az_next_line(&s->seat[s->mover]) + 1));
    else if (s->phase == AZ_DEAL)
        scene_ask(x->out, s->starter == AZ_NO_SEAT ? "who starts is drawn" : "tiles are dealt");
}

static void az_scene(const rules *r, const void *seen, int seat, scene *out) {
    const stage x = {az_of(r), seen, out};
    (void)seat;
    scene_add_count(out, SCENE_TABLE, "round", x.s->round);
    scene_add_count(out, SCENE_TABLE, "tiles in the bag", az_sum(x.s->bag));
    if (x.s->lid) scene_add_count(out, SCENE_TABLE, "tiles in the lid", az_sum(x.s->lid));
    add_sources(&x);
    for (int i = 0; i < r->players; i++) add_seat(&x, i);
    ask(&x);
}

const game_table az_game_table = {.scene = az_scene, .parts = az_parts, .edit = az_edit};

/* --- what an event did --- */

typedef struct cell_name {
    char at[16];
} cell_name;

/* A cell of a seat: "p1.line4", "p1.w25". */
static const char *seat_cell(cell_name *id, int seat, const char *what, unsigned number) {
    text t = text_over(id->at, sizeof id->at);
    text_format(&t, "p%d.%s", seat + 1, what);
    if (number) text_format(&t, "%u", number);
    return id->at;
}

static const char *destination(cell_name *id, int seat, unsigned to) {
    return to == AZ_FLOOR ? seat_cell(id, seat, "floor", 0) : seat_cell(id, seat, "line", to + 1);
}

static const char *source_cell(cell_name *id, int source) {
    text t = text_over(id->at, sizeof id->at);
    if (source == AZ_CENTRE)
        text_put(&t, "centre");
    else
        text_format(&t, "d%d", source + 1);
    return id->at;
}

static void report_take(const az_rules *r, const az_state *s, action a, happened_list *list) {
    cell_name from;
    cell_name to;
    int source = az_source_of(r, s, a);
    az_describe(&r->head, s, &a, 1, happened_add(list, s->mover));
    happened_move(list, NULL, source_cell(&from, source),
                  destination(&to, s->mover, az_destination_in(a)));
    if (source == AZ_CENTRE) return;
    az_tiles there = r->kinds.tiles[s->display[source]];
    unsigned others = az_sum(there) - az_of_colour(there, az_colour_in(a));
    if (!others) return;
    text_format(happened_add(list, s->mover), "%u other%s to the centre", others,
                others > 1 ? "s go" : " goes");
    happened_move(list, NULL, from.at, "centre");
}

static void put_seat(const happened_list *list, int seat, text *out) {
    happened_seat(list, seat, out);
    text_put(out, ": ");
}

/* A line finds its place, or none. `t` is the state it finds it in. */
static void report_placed(const az_rules *r, az_state *t, az_placed k, happened_list *list) {
    az_seat *p = &t->seat[k.seat];
    cell_name from;
    cell_name to;
    text *out = happened_add(list, k.seat);
    const char *colour = az_colour_name[az_line_colour(p, k.line)];
    seat_cell(&from, k.seat, "line", k.line + 1u);
    put_seat(list, k.seat, out);
    if (k.column == AZ_FLOOR) {
        text_format(out, "line %d has no column for %s and is given up", k.line + 1, colour);
        happened_move(list, NULL, from.at, NULL);
        return;
    }
    int gain = az_gain(r, p->wall, k.line, k.column);
    cell_name thing;
    text name = text_over(thing.at, sizeof thing.at);
    seat_cell(&to, k.seat, "w", (k.line + 1u) * 10 + k.column + 1u);
    text_format(&name, "on.%s", to.at);
    text_format(out, "%s of line %d to column %d of the wall for %d point%s", colour, k.line + 1,
                k.column + 1, gain, gain == 1 ? "" : "s");
    happened_move(list, thing.at, from.at, to.at);
    p->wall |= 1u << (AZ_LINES * k.line + k.column);
}

/* What the floors cost and the walls bring: `t` is the table before they are counted. */
static void report_counting(const az_rules *r, const az_state *t, const az_state *after,
                            happened_list *list) {
    cell_name from;
    for (int i = 0; i < r->head.players; i++) {
        const az_seat *p = &t->seat[i];
        if (!p->floor || after->seat[i].floor) continue;
        int costs = r->fine[az_sum(p->floor)];
        text *out = happened_add(list, i);
        put_seat(list, i, out);
        text_format(out, "the floor costs %d point%s", costs, costs == 1 ? "" : "s");
        happened_move(list, NULL, seat_cell(&from, i, "floor", 0), NULL);
    }
    for (int i = 0; i < r->head.players && after->phase == AZ_OVER; i++) {
        int bonus = az_bonus(&after->seat[i]);
        if (!bonus) continue;
        text *out = happened_add(list, i);
        put_seat(list, i, out);
        text_format(out, "%d points for rows, columns and colours", bonus);
    }
}

void az_happened(const rules *head, const void *before, const action *steps, int n, int seat,
                 happened_list *list) {
    const az_rules *r = az_of(head);
    const az_state *s = before;
    action a = steps[0];
    (void)seat;
    az_state t = *s;
    az_state after = *s;
    az_apply(head, &after, NULL, a);
    if (s->phase == AZ_OFFER) {
        int source = az_source_of(r, s, a);
        unsigned to = az_destination_in(a);
        if (source < 0 || to > AZ_FLOOR) return; /* never: it is legal */
        report_take(r, s, a, list);
        (void)az_take(r, &t, (unsigned)source, az_colour_in(a), to);
    } else {
        az_describe(head, s, steps, n, happened_add(list, az_actor(head, s)));
    }
    if (s->phase == AZ_TILING) {
        cell_name from;
        cell_name to;
        unsigned line = az_next_line(&t.seat[s->mover]);
        unsigned column = az_destination_in(a);
        happened_move(list, NULL, seat_cell(&from, s->mover, "line", line + 1),
                      seat_cell(&to, s->mover, "w", (line + 1) * 10 + column + 1));
        t.seat[s->mover].wall = after.seat[s->mover].wall;
    }
    if (s->phase != AZ_OFFER && s->phase != AZ_TILING) return;
    az_placed placed[AZ_MAX_PLACED];
    int count = az_placed_by(r, s, a, placed);
    for (int i = 0; i < count; i++) report_placed(r, &t, placed[i], list);
    if (after.phase != AZ_OFFER || !after.sources) report_counting(r, &t, &after, list);
}
