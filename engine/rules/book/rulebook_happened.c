/* What an action of a rules text did: in words, and what went where. */
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/book/rulebook_table.h"
#include "engine/rules/book/rulebook_text.h"

typedef struct change {
    const program *b;
    const uint8_t *was, *is; /* cells before and after; equal where there was no memory */
} change;

/* Where the piece that left `from` came down, if not on `to`: kings that castle onto their rook. */
static int landing(const change *x, int from, int to) {
    unsigned code = x->was[from];
    if (!code || x->is[to] == code) return to;
    bool moved = x->is[to] && rb_code_owner(x->b, x->is[to]) == rb_code_owner(x->b, code) &&
                 x->is[to] != x->was[to];
    if (moved) return to; /* it has become another piece */
    AREA_EACH(&x->b->board.all, c) {
        if (x->is[c] == code && x->was[c] != code) return c;
    }
    return to;
}

static void put_thing(const program *b, int cell, char *buf, size_t size) {
    text name = text_over(buf, size);
    text_format(&name, "on.%s", b->board.cell_name[cell]);
}

static void add_move(const program *b, int from, int to, happened_list *list) {
    char thing[BOARD_NAME + 4];
    put_thing(b, to >= 0 ? to : from, thing, sizeof thing);
    happened_move(list, thing, from >= 0 ? b->board.cell_name[from] : NULL,
                  to >= 0 ? b->board.cell_name[to] : NULL);
}

/* Pieces that were moved by an effect: a rook that castles. Each that came goes with one of its
 * kind that left; `from` and `to` are the action's own. */
static void add_others(const change *x, int seat, int from, int to, happened_list *list) {
    const program *b = x->b;
    area used = area_none();
    AREA_EACH(&b->board.all, c) {
        unsigned code = x->is[c];
        if (!code || x->was[c] == code || c == to) continue;
        AREA_EACH(&b->board.all, k) {
            if (x->was[k] != code || x->is[k] == code || k == from || area_has(&used, k)) continue;
            area_set(&used, k);
            text_format(happened_add(list, seat), "%s %s to %s",
                        rb_look_label(b, (int)rb_code_kind(b, code)), b->board.cell_name[k],
                        b->board.cell_name[c]);
            add_move(b, k, c, list);
            break;
        }
    }
}

void rb_happened(const rules *r, const void *before, const action *steps, int n, int seat,
                 happened_list *list) {
    const program *b = program_of(r);
    rb_action a = rb_unpack(steps[0]);
    int actor = r->game->actor(r, before);
    (void)n;
    if (b->secrets)
        rb_describe_seen(r, before, steps[0], seat, happened_add(list, actor));
    else
        rb_describe(r, before, steps, n, happened_add(list, actor));
    if (a.gen >= b->gens) return;
    rb_gen_kind kind = (rb_gen_kind)b->side[rb_head_in(before)->mover].gen[a.gen].kind;
    void *after = mem_alloc(r->state_size);
    if (!after) {
        list->cut = true;
        return;
    }
    memcpy(after, before, r->state_size);
    b->run->apply(b, after, NULL, steps[0]);
    change x = {b, rb_cells_in(b, before), rb_cells_in(b, after)};
    if (kind == GEN_MOVE) {
        int to = landing(&x, a.from, a.to);
        add_move(b, a.from, to, list);
        if (!b->levels) add_others(&x, actor, a.from, to, list); /* of stacks only tops are known */
    } else if (kind == GEN_PLACE) {
        add_move(b, BOARD_OFF, a.to, list);
    } else if (kind == GEN_PICK) {
        add_move(b, a.to, x.is[a.to] ? a.to : BOARD_OFF, list);
    } else if (kind == GEN_CHANCE && !b->side[0].gen[a.gen].draws) {
        char thing[RB_NAME + 4];
        text name = text_over(thing, sizeof thing);
        text_format(&name, "die.%s", b->names + b->side[0].gen[a.gen].name);
        happened_move(list, thing, NULL, NULL);
    }
    mem_free(after);
}

const game_table rb_table = {.scene = rb_scene, .parts = rb_parts, .edit = rb_edit};
