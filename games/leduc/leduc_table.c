/* Leduc on the table: the scene, and actions part by part. */
#include "games/leduc/leduc_table.h"

#include "engine/game/pick.h"
#include "engine/game/scene.h"
#include "games/leduc/leduc_text.h"
#include "games/leduc/leduc_view.h"

static const char *const ranks[] = {"", "jack", "queen", "king"};

static void add_card(scene *out, const char *area, int owner, int rank) {
    bool up = rank != LEDUC_NO_CARD;
    scene_add_thing(out, &(scene_thing){.id = scene_text(out, "%s.card", area),
                                        .label = up ? ranks[rank] : "a card face down",
                                        .sprite = "card",
                                        .at = area,
                                        .text = up ? ranks[rank] : NULL,
                                        .owner = owner,
                                        .down = !up});
}

static void leduc_scene(const rules *r, const void *seen, int seat, scene *out) {
    const leduc_view *v = seen;
    const leduc_table *t = &v->table;
    (void)r;
    (void)seat;
    for (int i = 0; i < 2; i++) {
        const char *id = scene_text(out, "p%d.hand", i + 1);
        scene_add_count(out, i, "chips in the pot", t->pot[i]);
        scene_add_area(out, &(scene_area){.id = id,
                                          .label = scene_text(out, "hand of seat %d", i + 1),
                                          .owner = i,
                                          .box = {0, i ? 4 : 0, 2, 2},
                                          .flow = "row"});
        if (leduc_hand_dealt(t, i)) add_card(out, id, i, v->player == i ? v->hand : LEDUC_NO_CARD);
    }
    scene_add_area(out, &(scene_area){.id = "board",
                                      .label = "board",
                                      .owner = SCENE_TABLE,
                                      .box = {0, 2, 4, 2},
                                      .flow = "row"});
    if (t->board) add_card(out, "board", SCENE_TABLE, t->board);
    scene_add_thing(out, &(scene_thing){.id = "pot",
                                        .label = "pot",
                                        .sprite = "chip",
                                        .at = "board",
                                        .owner = SCENE_TABLE,
                                        .count = t->pot[0] + t->pot[1]});
}

static bool parts_of_chance(const leduc_state *s, pick_list *out) {
    const char *slot = leduc_slot_name(leduc_slot(&s->table));
    pick_ask(out, "which card?");
    for (int rank = LEDUC_JACK; rank <= LEDUC_KING; rank++) {
        if (!leduc_left(s, rank)) continue;
        pick_add(out, &(pick_part){.part = ranks[rank],
                                   .token = pick_text(out, "!%s=%c", slot, " JQK"[rank]),
                                   .kind = PICK_CARD});
    }
    return out->count > 0;
}

static bool leduc_parts(const rules *r, const void *state, const trail *t, pick_path path,
                        pick_list *out) {
    static const char *const verbs[] = {"", "fold", "call", "raise"};
    const leduc_state *s = state;
    action list[3];
    if (path.count || s->table.stage == LEDUC_OVER) return false;
    if (!leduc_betting(&s->table)) return parts_of_chance(s, out);
    pick_ask(out, "fold, call or raise?");
    int n = r->game->legal(r, state, t, list);
    for (int i = 0; i < n; i++) {
        char does[64];
        text out_words = text_over(does, sizeof does);
        const char *verb = verbs[list[i]];
        leduc_describe(r, state, &list[i], 1, &out_words);
        pick_add(out, &(pick_part){.part = verb, .words = does, .token = verb, .kind = PICK_VERB});
    }
    return n > 0;
}

const game_table leduc_game_table = {.scene = leduc_scene, .parts = leduc_parts};
