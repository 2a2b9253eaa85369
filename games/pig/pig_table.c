/* Pig on the table: the scene, actions part by part, and positions that are set up. */
#include "games/pig/pig_table.h"

#include "engine/game/edit.h"
#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "games/pig/pig_rules.h"
#include "games/pig/pig_text.h"

static void pig_scene(const rules *r, const void *seen, int seat, scene *out) {
    const pig_state *s = seen;
    (void)seat;
    for (int i = 0; i < r->players; i++) scene_set_points(out, i, s->score[i]);
    scene_add_count(out, SCENE_TABLE, "target", pig_of(r)->target);
    scene_add_count(out, s->player, "this turn", s->turn);
    scene_add_area(out, &(scene_area){.id = "table",
                                      .label = "table",
                                      .owner = SCENE_TABLE,
                                      .box = {0, 0, 3, 1},
                                      .flow = "row"});
    scene_add_thing(out,
                    &(scene_thing){.id = "die",
                                   .label = s->phase == PIG_FALL ? "the die is rolling" : "the die",
                                   .sprite = "die",
                                   .at = "table",
                                   .owner = SCENE_TABLE});
    if (s->turn)
        scene_add_thing(out, &(scene_thing){.id = "turn",
                                            .label = "points of this turn",
                                            .sprite = "chip",
                                            .at = "table",
                                            .colour = scene_text(out, "p%d", s->player + 1),
                                            .owner = s->player,
                                            .count = s->turn});
    if (s->phase == PIG_DECIDE)
        scene_ask(out, scene_text(out, "seat %d: roll or hold", s->player + 1));
}

static bool pig_parts(const rules *r, const void *state, const trail *t, pick_path path,
                      pick_list *out) {
    const pig_state *s = state;
    action list[PIG_FACES];
    if (path.count || s->phase == PIG_OVER) return false;
    if (s->phase == PIG_FALL) {
        pick_ask(out, "what does the die show?");
        for (int face = 1; face <= PIG_FACES; face++)
            pick_add(out, &(pick_part){.part = pick_text(out, "%d", face),
                                       .token = pick_text(out, "!%d", face),
                                       .kind = PICK_CHOICE});
        return true;
    }
    pick_ask(out, "roll or hold?");
    int n = r->game->legal(r, state, t, list);
    for (int i = 0; i < n; i++) {
        char does[64];
        text out_words = text_over(does, sizeof does);
        const char *verb = list[i] == PIG_ROLL ? "roll" : "hold";
        pig_describe(r, state, &list[i], 1, &out_words);
        pick_add(out, &(pick_part){.part = verb, .words = does, .token = verb, .kind = PICK_VERB});
    }
    return n > 0;
}

/* --- set up --- */

/* The field of a number: the points of a seat or, on the table, those of this turn. NULL: none. */
static uint16_t *number_called(const rules *r, pig_state *s, const char *cell) {
    unsigned seat;
    const char *of_seat = edit_of_seat(r, cell, &seat);
    if (of_seat) return text_same(of_seat, "points") ? &s->score[seat] : NULL;
    return text_same(cell, "turn") || text_same(cell, "table") ? &s->turn : NULL;
}

static status put(const rules *r, pig_state *s, const char *cell, const char *what, error *err) {
    uint16_t *number = number_called(r, s, cell);
    bool die = text_same(cell, "die");
    unsigned n = 0;
    if (!number && !die)
        return error_set(err, ST_BAD_VALUE,
                         "there is no place '%.40s': p1.points to p%d.points, turn, die", cell,
                         r->players);
    if (die && what && !text_same(what, "rolls") && !text_same(what, "lies"))
        return error_set(err, ST_BAD_VALUE, "'%.40s' is nothing that the die does: rolls, lies",
                         what);
    if (die) {
        s->phase = what && text_same(what, "rolls") ? PIG_FALL : PIG_DECIDE;
        return ST_OK;
    }
    status st = what ? edit_number(cell, what, pig_totals(pig_of(r)) - 1, &n, err) : ST_OK;
    if (st == ST_OK) *number = (uint16_t)n;
    return st;
}

/* Whether the totals can be reached is for the reader of positions to say. */
static status pig_edit(const rules *r, void *state, const game_edit *e, error *err) {
    pig_state s = *(const pig_state *)state;
    unsigned seat = s.player;
    status st = ST_OK;
    if (e->kind == EDIT_TURN)
        st = edit_seat(r, e->what, &seat, err);
    else if (e->kind == EDIT_CLEAR_ALL)
        s = (pig_state){0};
    else
        st = put(r, &s, e->cell, e->kind == EDIT_PUT ? e->what : NULL, err);
    if (st != ST_OK) return st;
    s.player = (uint8_t)seat;
    if (s.score[seat] >= pig_of(r)->target)
        s.phase = PIG_OVER;
    else if (s.phase == PIG_OVER)
        s.phase = PIG_DECIDE;
    s.hash = pig_rehash(pig_of(r), &s);
    *(pig_state *)state = s;
    return ST_OK;
}

const game_table pig_game_table = {.scene = pig_scene, .parts = pig_parts, .edit = pig_edit};
