/* Hidden cards for people: on drawn boards, in scenes, and in what happened. */
#include <string.h>

#include "engine/game/happened.h"
#include "engine/rules/book/rulebook_table.h"
#include "engine/rules/book/rulebook_text.h"
#include "engine/rules/book/rulebook_view.h"

/* --- drawn boards --- */

/* What the seat knows of a holder's cards. */
static void known_cards(const program *b, const void *s, const rb_var *v, int holder, int seat,
                        int32_t *out) {
    const int32_t *vars = rb_vars_in(b, s);
    bool all = seat == SEAT_ALL || (v->per_player && holder == seat);
    int eyes = seat < 0 ? CARDS_PUBLIC : seat;
    for (int k = 0; k < b->kinds; k++) {
        int32_t word = vars[cards_known_slot(b, v, holder, k)];
        out[k] = all ? vars[cards_slot(b, v, holder, k)] : (int32_t)cards_nibble(word, eyes);
    }
}

void rb_draw_cards(const program *b, const void *s, int seat, text *out) {
    for (int i = 0; i < b->secrets; i++) {
        const rb_var *v = cards_area(b, i);
        for (int h = 0; h < cards_holders(b, v); h++) {
            int32_t cards[RB_KINDS];
            int size = cards_count(b, rb_vars_in(b, s), v, h);
            int known = 0;
            known_cards(b, s, v, h, seat, cards);
            for (int k = 0; k < b->kinds; k++) known += cards[k];
            text_format(out, "    %s", v->name);
            if (v->per_player) text_format(out, " of %s", b->player_name[h]);
            text_put(out, ": ");
            if (known < size) text_format(out, "%d", size);
            if (known < size && known) text_put(out, ", ");
            if (known || known == size) rb_put_cards(b, cards, out);
            text_char(out, '\n');
        }
    }
}

/* --- scenes --- */

typedef struct hand_row {
    const program *b;
    scene *out;
} hand_row;

static void add_holder(const hand_row *row, const void *view, int which, int holder, float at) {
    const program *b = row->b;
    const rb_var *v = cards_area(b, which);
    const int32_t *vars = rb_vars_in(b, rb_view_state_in(view));
    int size = rb_view_pool_in(b, view)[b->kinds + rb_view_place(b, which, holder)];
    int owner = v->per_player ? holder : SCENE_TABLE;
    const char *id = v->per_player ? scene_text(row->out, "p%d.%s", holder + 1, v->name)
                                   : scene_text(row->out, "table.%s", v->name);
    const char *label =
        v->per_player ? scene_text(row->out, "%s of %s", v->name, b->player_name[holder]) : v->name;
    scene_add_area(
        row->out,
        &(scene_area){
            .id = id, .label = label, .owner = owner, .box = {0, at, 8, 1}, .flow = "row"});
    for (int k = 0; k < b->kinds; k++) {
        int n = vars[cards_slot(b, v, holder, k)];
        size -= n;
        if (!n) continue;
        scene_add_thing(row->out,
                        &(scene_thing){.id = scene_text(row->out, "%s.%s", id, b->kind[k].name),
                                       .label = rb_look_label(b, k),
                                       .sprite = "card",
                                       .at = id,
                                       .part = b->kind[k].name,
                                       .text = rb_look_label(b, k),
                                       .owner = owner,
                                       .count = n > 1 ? n : 0});
    }
    if (size <= 0) return;
    scene_add_thing(row->out, &(scene_thing){.id = scene_text(row->out, "%s.down", id),
                                             .label = "cards face down",
                                             .sprite = "card",
                                             .at = id,
                                             .owner = owner,
                                             .count = size > 1 ? size : 0,
                                             .down = true});
}

void rb_add_cards(const program *b, const void *view, float top, scene *out) {
    hand_row row = {.b = b, .out = out};
    float at = top;
    for (int i = 0; i < b->secrets; i++) {
        const rb_var *v = cards_area(b, i);
        for (int h = 0; h < cards_holders(b, v); h++) {
            add_holder(&row, view, i, h, at);
            at += 1.25F;
        }
    }
}

/* --- what happened --- */

void rb_describe_seen(const rules *r, const void *s, action step, int seat, text *out) {
    const program *b = program_of(r);
    const rb_head *h = rb_head_in(s);
    if (rb_sees(r, s, step, seat)) {
        rb_describe(r, s, &step, 1, out);
        return;
    }
    rb_action a = rb_unpack(step);
    const rb_gen *g = &b->side[h->mover].gen[a.gen];
    if (g->kind == GEN_CHANCE) {
        text_format(out, "a card for %s", b->names + g->name);
        return;
    }
    text_put(out, b->names + g->name);
    for (int k = 0; k < g->parts; k++) {
        const rb_part *p = rb_part_of(b, h, g, k);
        if (p->secret) {
            text_format(out, ", %s face down", b->names + p->name);
            continue;
        }
        text_format(out, ", %s ", b->names + p->name);
        rb_put_part(b, p, a, out);
    }
}
