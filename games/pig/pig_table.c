/* Pig on the table: the scene, and actions part by part. */
#include "games/pig/pig_table.h"

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

const game_table pig_game_table = {.scene = pig_scene, .parts = pig_parts};
