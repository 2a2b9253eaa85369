#include "games/unicorns/text/unicorns_table.h"

#include "engine/game/scene.h"
#include "games/unicorns/rules/unicorns_chain.h"
#include "games/unicorns/text/unicorns_edit.h"
#include "games/unicorns/text/unicorns_text.h"
#include "games/unicorns/unicorns_view.h"

typedef struct stage {
    const un_rules *r;
    const un_view *v;
    const un_state *s; /* a world that fits: for what all players know */
    scene *out;
} stage;

void un_put_zone(const un_rules *r, int zone, text *out) {
    static const char *const tables[] = {"stable", "upgrades", "downgrades"};
    static const char *const shared[] = {"stack", "nursery", "discard", "pile"};
    if (zone < 3 * r->n)
        text_format(out, "p%d.%s", zone / 3 + 1, tables[zone % 3]);
    else if (zone < un_stack(r))
        text_format(out, "p%d.hand", zone - un_hand(r, 0) + 1);
    else
        text_put(out, shared[zone - un_stack(r)]);
}

static const char *zone_id(const stage *x, int zone) {
    char buf[24];
    text t = text_over(buf, sizeof buf);
    un_put_zone(x->r, zone, &t);
    return scene_text(x->out, "%s", buf);
}

static int zone_from(const un_view *v, int zone) {
    return zone ? v->end[zone - 1] : 0;
}

static void add_words(const stage *x, const un_kind *k) {
    text does = text_growing();
    un_say_card(x->r, k, &does);
    scene_add_words(x->out, k->slug, scene_text(x->out, "%s", text_string(&does)));
    text_done(&does);
}

static void add_card(const stage *x, const char *id, int kind, int owner, scene_thing more) {
    bool known = kind != UN_NO_CARD;
    const un_kind *k = known ? &x->r->deck.kind[kind] : NULL;
    if (known) add_words(x, k);
    scene_add_thing(x->out, &(scene_thing){.id = id,
                                           .label = more.label ? more.label
                                                    : known    ? k->name
                                                               : "a card face down",
                                           .sprite = "card",
                                           .at = more.at,
                                           .part = more.part,
                                           .kind = known ? k->slug : NULL,
                                           .tags = known ? un_type_words_of(k) : NULL,
                                           .owner = owner,
                                           .count = more.count,
                                           .down = !known});
}

static void begin_area(const stage *x, int zone, const char *label, int owner, const char *flow) {
    float top = owner == SCENE_TABLE ? 0 : 4.0F + 12.0F * (float)owner;
    float row = zone < 3 * x->r->n ? (float)(3 * (zone % 3)) : owner == SCENE_TABLE ? 0 : 9;
    float left = owner == SCENE_TABLE ? 6.0F * (float)(zone - un_stack(x->r)) : 0;
    scene_add_area(x->out, &(scene_area){.id = zone_id(x, zone),
                                         .label = label,
                                         .owner = owner,
                                         .box = {left, top + row, owner == SCENE_TABLE ? 5 : 20, 3},
                                         .flow = flow});
}

static void add_table(const stage *x, int seat, int area) {
    static const char *const labels[] = {"stable", "upgrades", "downgrades"};
    int zone = un_table(seat, area);
    begin_area(x, zone, scene_text(x->out, "%s of seat %d", labels[area], seat + 1), seat, "row");
    for (int pos = zone_from(x->v, zone); pos < x->v->end[zone]; pos++) {
        char buf[UN_NAME_SIZE + 16];
        text id = text_over(buf, sizeof buf);
        un_put_table_card(x->r, x->s, pos, &id);
        add_card(x, scene_text(x->out, "%s", buf), x->v->pool[pos], seat,
                 (scene_thing){.at = zone_id(x, zone)});
    }
}

static void add_hand(const stage *x, int seat) {
    int zone = un_hand(x->r, seat);
    int from = zone_from(x->v, zone);
    begin_area(x, zone, scene_text(x->out, "hand of seat %d", seat + 1), seat, "fan");
    for (int pos = from; pos < x->v->end[zone]; pos++) {
        int kind = x->v->pool[pos];
        const char *part = kind == UN_NO_CARD ? NULL : x->r->deck.kind[kind].slug;
        add_card(x, scene_text(x->out, "p%d.hand.%d", seat + 1, pos - from + 1), kind, seat,
                 (scene_thing){.at = zone_id(x, zone), .part = part});
    }
}

/* The card that is played, and who answered with what. */
static void add_stack(const stage *x) {
    int zone = un_stack(x->r);
    int from = zone_from(x->v, zone);
    begin_area(x, zone, "card being played, and answers", SCENE_TABLE, "row");
    for (int pos = from; pos < x->v->end[zone]; pos++) {
        int kind = x->v->pool[pos];
        int seat = x->v->pool[x->r->cards + pos];
        add_card(x, scene_text(x->out, "stack.%d", pos - from + 1), kind, seat,
                 (scene_thing){.at = "stack",
                               .label = scene_text(x->out, "%s of seat %d",
                                                   x->r->deck.kind[kind].name, seat + 1)});
    }
}

/* A heap: one thing for each kind, and one for what is not known. */
static void add_heap(const stage *x, int zone, const char *label) {
    uint8_t count[UN_MAX_KINDS] = {0};
    int hidden = 0;
    const char *id = zone_id(x, zone);
    begin_area(x, zone, label, SCENE_TABLE, "stack");
    for (int pos = zone_from(x->v, zone); pos < x->v->end[zone]; pos++) {
        if (x->v->pool[pos] == UN_NO_CARD)
            hidden++;
        else
            count[x->v->pool[pos]]++;
    }
    for (int k = 0; k < x->r->deck.kinds; k++) {
        if (!count[k]) continue;
        const char *slug = x->r->deck.kind[k].slug;
        add_card(x, scene_text(x->out, "%s.%s", id, slug), k, SCENE_TABLE,
                 (scene_thing){.at = id, .part = slug, .count = count[k]});
    }
    if (hidden)
        add_card(x, scene_text(x->out, "%s.cards", id), UN_NO_CARD, SCENE_TABLE,
                 (scene_thing){
                     .at = id, .label = scene_text(x->out, "%d cards", hidden), .count = hidden});
}

static void add_seat(const stage *x, int seat) {
    scene_add_count(x->out, seat, "unicorns", un_value(x->r, x->s, seat));
    scene_add_count(x->out, seat, "cards in hand", un_hand_size(x->r, x->s, seat));
    for (int a = 0; a < 3; a++) add_table(x, seat, a);
    add_hand(x, seat);
}

/* Cards that an effect is aimed at. */
static void mark_aims(const stage *x) {
    bool begun = false;
    for (int pos = 0; pos < x->v->end[un_table(x->r->n - 1, 2)]; pos++) {
        char buf[UN_NAME_SIZE + 16];
        text id = text_over(buf, sizeof buf);
        if (!x->v->pool[x->r->aim_at + pos]) continue;
        if (!begun) scene_add_mark(x->out, "danger");
        begun = true;
        un_put_table_card(x->r, x->s, pos, &id);
        scene_mark_cell(x->out, scene_text(x->out, "%s", buf));
    }
}

/* Answers in a round of reactions are asked for in secret. */
static void ask(const stage *x) {
    int actor = un_actor(&x->r->head, x->s);
    bool own = x->v->player == actor;
    if (x->v->phase == UN_PH_REACT && !own) scene_ask(x->out, "others may answer");
    if (actor < 0 || (x->v->phase == UN_PH_REACT && !own)) return;
    text question = text_growing();
    text_format(&question, "seat %d: ", actor + 1);
    un_say_question(x->r, x->s, &question);
    scene_ask(x->out, scene_text(x->out, "%s", text_string(&question)));
    text_done(&question);
}

static void un_scene(const rules *head, const void *seen, int seat, scene *out) {
    const un_rules *r = un_of(head);
    const un_view *v = seen;
    un_state_buf world;
    rng g = {.s = 1};
    (void)seat;
    un_develop(r, v, &world.s, &g);
    const stage x = {r, v, &world.s, out};
    scene_add_count(out, SCENE_TABLE, "turn", v->turn);
    scene_add_count(out, SCENE_TABLE, "unicorns to win", r->to_win);
    add_stack(&x);
    add_heap(&x, un_nursery(r), "nursery");
    add_heap(&x, un_discard(r), "discard pile");
    add_heap(&x, un_pile(r), "pile");
    for (int p = 0; p < r->n; p++) add_seat(&x, p);
    mark_aims(&x);
    ask(&x);
}

const game_table un_game_table = {.scene = un_scene, .parts = un_parts, .edit = un_edit};
