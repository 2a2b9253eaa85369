/* Actions of a rules text part by part. Paths are made of the legal list, which is short:
 *
 *   move     from, to, and what it becomes where that is a choice
 *   place    the cell; where the kind is a choice, the kind and the cell
 *   pick     the cell, and the kind where that is a choice
 *   pass, skip, act      a verb; of an act that is chosen part by part, the verb and its parts
 *   chance   the number; where chance sets several variables at once, the variable and the number
 *
 * Where a path is the beginning of another, it ends with the verb `done`. */
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/book/rulebook_table.h"
#include "engine/rules/book/rulebook_text.h"

enum { PATH_PARTS = 4, PART_SIZE = RB_NAME };

typedef struct path_step {
    const char *part; /* a name of the program, or `number` */
    pick_kind kind;
} path_step;

typedef struct action_path {
    path_step at[PATH_PARTS];
    int count;
    rb_gen_kind gen;
    const rb_gen *asked;
    char number[16];
    char chosen[RB_PARTS][PART_SIZE];
} action_path;

typedef struct part_maker {
    const rules *r;
    const program *b;
    const void *s;
    const action *list;
    int count;
    bool many_dice; /* chance sets more than one variable here */
    pick_path chosen;
    pick_list *out;
} part_maker;

static const rb_gen *gen_of(const part_maker *m, rb_action a) {
    return &m->b->side[rb_head_in(m->s)->mover].gen[a.gen];
}

/* --- paths --- */

static void add_step(action_path *p, const char *part, pick_kind kind) {
    p->at[p->count++] = (path_step){part, kind};
}

static pick_kind kind_step(const program *b) {
    return rb_tray(b) >= 0 ? PICK_THING : PICK_CHOICE;
}

static void path_of(const part_maker *m, action step, action_path *p) {
    const program *b = m->b;
    rb_action a = rb_unpack(step);
    const rb_gen *g = gen_of(m, a);
    *p = (action_path){.gen = (rb_gen_kind)g->kind, .asked = g};
    text label = text_over(p->chosen[0], sizeof p->chosen[0]);
    switch (p->gen) {
    case GEN_MOVE:
        add_step(p, b->board.cell_name[a.from], PICK_CELL);
        add_step(p, b->board.cell_name[a.to], PICK_CELL);
        if (a.opt && g->many) add_step(p, b->kind[a.opt - 1].name, PICK_CHOICE);
        break;
    case GEN_PLACE:
        if (g->many)
            add_step(p, b->kind[a.opt ? a.opt - 1 : b->kind_list[g->kinds]].name, kind_step(b));
        add_step(p, b->board.cell_name[a.to], PICK_CELL);
        break;
    case GEN_PICK:
        add_step(p, b->board.cell_name[a.to], PICK_CELL);
        if (a.opt && g->many) add_step(p, b->kind[a.opt - 1].name, PICK_CHOICE);
        break;
    case GEN_PASS:
        add_step(p, "pass", PICK_VERB);
        break;
    case GEN_SKIP:
        text_format(&label, g->many ? "skip:%s" : "skip", b->names + g->name);
        add_step(p, p->chosen[0], PICK_VERB);
        break;
    case GEN_ACT:
        add_step(p, b->names + g->name, PICK_VERB);
        for (int k = 0; k < g->parts; k++) {
            text part = text_over(p->chosen[k], sizeof p->chosen[k]);
            rb_put_part(b, rb_part_of(b, rb_head_in(m->s), g, k), a, &part);
            add_step(p, p->chosen[k], PICK_CHOICE);
        }
        break;
    case GEN_CHANCE: {
        text number = text_over(p->number, sizeof p->number);
        text_format(&number, "%d", (int16_t)a.to);
        if (m->many_dice) add_step(p, b->names + g->name, PICK_CHOICE);
        add_step(p, g->draws ? b->kind[a.to].name : p->number, PICK_CHOICE);
        break;
    }
    }
}

static bool begins_with(const action_path *p, pick_path chosen) {
    if (p->count < chosen.count) return false;
    for (int i = 0; i < chosen.count; i++)
        if (strcmp(p->at[i].part, chosen.part[i]) != 0) return false;
    return true;
}

/* --- words --- */

static const char *article(const char *noun) {
    return strchr("aeiouAEIOU", noun[0]) ? "an" : "a";
}

static const char *piece_on(const part_maker *m, unsigned cell) {
    unsigned code = rb_cells_in(m->b, m->s)[cell];
    return code ? rb_look_label(m->b, (int)rb_code_kind(m->b, code)) : "";
}

/* What the next part of an action is, in words: "knight g1", "f3, taking the pawn", "queen". */
static void put_words(const part_maker *m, action step, const action_path *p, text *out) {
    rb_action a = rb_unpack(step);
    int n = m->chosen.count;
    bool from = p->gen == GEN_MOVE && n == 0;
    bool to = p->gen == GEN_MOVE && n == 1;
    const char *here = from                       ? piece_on(m, a.from)
                       : to || p->gen == GEN_PICK ? piece_on(m, a.to)
                                                  : "";
    if (p->at[n].kind != PICK_CELL) {
        if (p->gen == GEN_SKIP)
            rb_describe(m->r, m->s, &step, 1, out);
        else
            text_put(out, p->at[n].part);
    } else if (to && *here) {
        bool own = rb_code_owner(m->b, rb_cells_in(m->b, m->s)[a.to]) == rb_head_in(m->s)->mover;
        text_format(out, own ? "%s, the %s there" : "%s, taking the %s", p->at[n].part, here);
    } else {
        text_format(out, "%s%s%s", here, *here ? " " : "", p->at[n].part);
    }
}

/* The question that is asked here; actions of several kinds have one in common. */
static const char *question(const action_path *p, int n) {
    switch (p->gen) {
    case GEN_MOVE:
        return n == 0 ? "which piece?" : n == 1 ? "where to?" : "which piece does it become?";
    case GEN_PLACE:
        return p->at[n].kind == PICK_CELL ? "where?" : "which piece?";
    case GEN_PICK:
        return n == 0 ? "which cell?" : "as which piece?";
    case GEN_CHANCE:
        return "what does chance bring?";
    default:
        return "what now?";
    }
}

/* Verbs add nothing to the question; two others become one. */
static void ask(part_maker *m, const action_path *p) {
    static const char none[] = "what now?";
    static const char both[] = "which piece or cell?";
    int n = m->chosen.count;
    const char *asked = question(p, n);
    if (p->gen == GEN_ACT && n > 0) {
        const rb_part *part = rb_part_of(m->b, rb_head_in(m->s), p->asked, n - 1);
        asked = pick_text(m->out, "%s?", m->b->names + part->name);
    }
    const char *was = m->out->ask;
    if (!was || (strcmp(was, none) == 0 && strcmp(asked, none) != 0))
        pick_ask(m->out, asked);
    else if (strcmp(was, asked) != 0 && strcmp(was, both) != 0 && strcmp(asked, none) != 0)
        pick_ask(m->out, both);
}

/* --- the list --- */

/* A part that ends a path, with the token that it is. */
static void add_last(part_maker *m, action step, const pick_part *p) {
    char buf[GAME_TOKEN_SIZE];
    text name = text_over(buf, sizeof buf);
    pick_part last = *p;
    if (m->b->point[rb_head_in(m->s)->point].chance) text_char(&name, '!');
    rb_to_text(m->r, m->s, &step, 1, &name);
    last.token = buf;
    pick_add(m->out, &last);
}

/* `done`, where the path is complete and goes on as well. */
static void add_done(part_maker *m, action step) {
    char buf[GAME_TOKEN_SIZE];
    text does = text_over(buf, sizeof buf);
    rb_describe(m->r, m->s, &step, 1, &does);
    add_last(m, step, &(pick_part){.part = "done", .words = buf, .kind = PICK_VERB});
}

static void add_action(part_maker *m, action step, const action_path *p) {
    int n = m->chosen.count;
    bool ends = p->count == n + 1;
    char buf[GAME_TOKEN_SIZE];
    text does = text_over(buf, sizeof buf);
    ask(m, p);
    if (pick_known(m->out, p->at[n].part, ends)) return;
    put_words(m, step, p, &does);
    pick_part part = {.part = p->at[n].part, .words = buf, .kind = p->at[n].kind};
    if (ends)
        add_last(m, step, &part);
    else
        pick_add(m->out, &part);
}

/* What is said when another part was chosen: "a knight on g1 reaches f3 or h3". */
static void add_lead(part_maker *m, action step, const action_path *p) {
    rb_action a = rb_unpack(step);
    if (p->gen != GEN_MOVE || m->chosen.count != 1 || m->out->lead) return;
    const char *piece = piece_on(m, a.from);
    if (*piece)
        m->out->lead = pick_text(m->out, "%s %s on %s reaches", article(piece), piece,
                                 m->b->board.cell_name[a.from]);
}

static void note_dice(part_maker *m) {
    for (int i = 1; i < m->count; i++) {
        const rb_gen *one = gen_of(m, rb_unpack(m->list[0]));
        const rb_gen *two = gen_of(m, rb_unpack(m->list[i]));
        m->many_dice |= one->kind == GEN_CHANCE && two->kind == GEN_CHANCE && one->var != two->var;
    }
}

static void add_all(part_maker *m) {
    action_path p;
    int complete = -1;
    note_dice(m);
    for (int i = 0; i < m->count; i++) {
        path_of(m, m->list[i], &p);
        if (!begins_with(&p, m->chosen)) continue;
        if (p.count == m->chosen.count) {
            complete = i;
        } else {
            add_action(m, m->list[i], &p);
            add_lead(m, m->list[i], &p);
        }
    }
    if (complete >= 0 && m->out->count) add_done(m, m->list[complete]);
}

bool rb_parts(const rules *r, const void *s, const trail *t, pick_path path, pick_list *out) {
    const program *b = program_of(r);
    if (rb_head_in(s)->over || path.count > PATH_PARTS) return false;
    action *list = mem_alloc(r->max_actions * sizeof *list);
    out->no_memory |= !list;
    if (!list) return false;
    part_maker m = {.r = r, .b = b, .s = s, .list = list, .chosen = path, .out = out};
    m.count = b->run->legal(b, s, b->point[rb_head_in(s)->point].chance ? NULL : t, list);
    add_all(&m);
    mem_free(list);
    return out->count > 0;
}
