#include "engine/rules/machine/dump_words.h"

#include <ctype.h>
#include <string.h>

#include "engine/rules/kinds.h"

enum { FEW_CELLS = 8 };

const char *dump_owner(const program *b, int owner) {
    return owner < b->head.players ? b->player_name[owner] : "neutral";
}

/* --- areas --- */

static void put_cells(const dumper *d, area a) {
    text_char(d->out, '{');
    bool first = true;
    AREA_EACH(&a, c) {
        text_format(d->out, "%s%s", first ? "" : " ", d->b->board.cell_name[c]);
        first = false;
    }
    text_char(d->out, '}');
}

static void put_constant(const dumper *d, area a) {
    area all = d->b->board.all;
    area rest = area_sub(all, a);
    if (!area_some(rest))
        text_put(d->out, "all cells");
    else if (area_count(a) <= FEW_CELLS)
        put_cells(d, a);
    else if (area_count(rest) <= FEW_CELLS) {
        text_put(d->out, "all but ");
        put_cells(d, rest);
    } else
        text_format(d->out, "%d cells", area_count(a));
}

/* The variable with that slot (or set), and which element of it. */
static const rb_var *var_at(const program *b, bool number, unsigned at, unsigned *element) {
    for (int i = 0; i < b->vars; i++) {
        const rb_var *v = &b->var[i];
        if ((v->type == VAR_INT) != number || at < v->at || at >= v->at + (unsigned)v->count)
            continue;
        *element = at - v->at;
        return v;
    }
    return NULL;
}

static void put_var(const dumper *d, bool number, unsigned at) {
    unsigned element = 0;
    const rb_var *v = var_at(d->b, number, at, &element);
    text_put(d->out, v ? v->name : "?");
    if (v && v->count > 1) text_format(d->out, "[%u]", element);
}

static void put_set(const dumper *d, unsigned set) {
    const program *b = d->b;
    if (set == SET_EMPTY)
        text_put(d->out, "empty");
    else if (set == SET_OCCUPIED)
        text_put(d->out, "occupied");
    else if (set < (unsigned)b->set_kind)
        text_put(d->out, dump_owner(b, (int)set - SET_OWN));
    else if (set < (unsigned)b->set_var)
        text_put(d->out, b->kind[set - (unsigned)b->set_kind].name);
    else
        put_var(d, false, set);
}

void dump_area(const dumper *d, uint16_t operand) {
    unsigned at = operand & RB_INDEX;
    switch (operand & RB_BASE) {
    case RB_STATE:
        put_set(d, at);
        break;
    case RB_CONST:
        put_constant(d, d->b->constant[at]);
        break;
    default:
        text_format(d->out, "t%u", at);
    }
}

/* --- numbers --- */

void dump_number(const dumper *d, uint16_t operand) {
    unsigned at = operand & RB_INDEX;
    switch (operand & RB_BASE) {
    case RB_STATE:
        put_var(d, true, at);
        break;
    case RB_CONST:
        text_format(d->out, "%d", (int)d->b->number[at]);
        break;
    default:
        text_format(d->out, "n%u", at);
    }
}

static void put_player(const dumper *d, uint16_t operand) {
    bool known = (operand & RB_BASE) == RB_CONST;
    int32_t k = known ? d->b->number[operand & RB_INDEX] : -1;
    if (k >= 0 && k < d->b->head.players)
        text_put(d->out, d->b->player_name[k]);
    else
        dump_number(d, operand);
}

/* --- lines --- */

void dump_dirs(const dumper *d, uint64_t dirs) {
    const board *o = &d->b->board;
    int n = 0;
    for (int i = 0; i < o->dirs; i++) n += (int)(dirs >> i & 1);
    if (n == o->dirs) {
        text_put(d->out, "any");
        return;
    }
    for (int i = 0, first = 1; i < board_ways(o); i++) {
        if (!(dirs >> i & 1)) continue;
        if (!first) text_char(d->out, ' ');
        first = 0;
        if (i >= o->dirs)
            text_format(d->out, "%s%s", o->track_name[(i - o->dirs) & ~1],
                        (i - o->dirs) & 1 ? " backwards" : "");
        else if (o->dir_name[i][0])
            text_put(d->out, o->dir_name[i]);
        else
            text_format(d->out, "#%d", i);
    }
}

void dump_walk(const dumper *d, const rb_walk *w) {
    static const char *const modes[] = {RB_WALK_MODES(KINDS_NAME)};
    text_format(d->out, "%s (", modes[w->mode]);
    dump_dirs(d, w->dirs);
    text_char(d->out, ')');
    if (!w->limited) return;
    text_put(d->out, " max ");
    dump_number(d, w->max);
}

void dump_pattern(const dumper *d, const rb_pattern *p) {
    text_put(d->out, "along (");
    dump_dirs(d, p->dirs);
    text_put(d->out, ") (");
    for (int i = 0; i < p->count; i++) {
        const rb_element *e = &p->element[i];
        if (i) text_char(d->out, ' ');
        if (e->inside) text_char(d->out, '[');
        dump_area(d, e->area);
        if (e->inside) text_char(d->out, ']');
        if (e->repeat) text_char(d->out, e->repeat);
        if (p->bound == i) text_put(d->out, "@aux");
    }
    text_char(d->out, ')');
}

void dump_kinds(const dumper *d, unsigned first, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        text_format(d->out, "%s%s", i ? " " : "", d->b->kind[d->b->kind_list[first + i]].name);
}

/* --- instructions --- */

static const char *const sentences[] = {
#define DUMP_SENTENCE(name, work, what) what,
    RB_OPS(DUMP_SENTENCE)
#undef DUMP_SENTENCE
};

static void put_cell(const dumper *d, uint16_t cell) {
    static const char *const names[] = {RB_CELLS(KINDS_NAME)};
    text_put(d->out, cell < sizeof names / sizeof *names ? names[cell] : "?");
}

static void put_piece(const dumper *d, unsigned code) {
    text_format(d->out, "%s %s", dump_owner(d->b, (int)rb_code_owner(d->b, code)),
                d->b->kind[rb_code_kind(d->b, code)].name);
}

/* What a letter means is said by the word before it. */
static bool put_special(const dumper *d, const rb_ins *i, const char *before, uint16_t v) {
    const rb_side *s = d->s;
    bool jump = i->op == OP_JUMP || i->op == OP_JUMP_IF || i->op == OP_JUMP_IF_NOT;
    if (strcmp(before, "cell") == 0)
        put_cell(d, v);
    else if (strcmp(before, "walk") == 0)
        dump_walk(d, &s->walk[v]);
    else if (strcmp(before, "directions") == 0)
        dump_dirs(d, s->walk[v].dirs);
    else if (strcmp(before, "pattern") == 0)
        dump_pattern(d, &s->pattern[v]);
    else if (strcmp(before, "player") == 0)
        put_player(d, v);
    else if (strcmp(before, "code") == 0)
        put_piece(d, v);
    else if (strcmp(before, "kind") == 0)
        text_put(d->out, d->b->kind[v].name);
    else if (strcmp(before, "phase") == 0)
        text_put(d->out, d->b->phase_name[v]);
    else if (strcmp(before, "direction") == 0)
        dump_dirs(d, UINT64_C(1) << v);
    else if (strcmp(before, "variable") == 0)
        put_var(d, i->op >= OP_NUM_LOAD && i->op <= OP_STORE_AT, v);
    else if (strcmp(before, "area") == 0)
        text_format(d->out, "t%u", (unsigned)v);
    else if (jump && strcmp(before, "to") == 0)
        text_format(d->out, "@%u", (unsigned)v);
    else if (strcmp(before, "table") == 0 || strcmp(before, "plan") == 0 ||
             strcmp(before, "map") == 0 || i->op == OP_SCORE)
        text_format(d->out, "%u", (unsigned)v);
    else
        return false;
    return true;
}

static bool is_article(const char *word, const char *next) {
    return *word == 'a' &&
           (text_starts(next, "row") || text_starts(next, "line") || text_starts(next, "cell"));
}

/* The cell of a loop is counted among those. */
static uint16_t operand(const rb_ins *i, char low) {
    if (low == 'x' && i->op == OP_NEXT_CELL) return (uint16_t)(CELL_LOOP + i->x);
    return low == 'd' ? i->d : low == 'a' ? i->a : low == 'b' ? i->b : i->x;
}

static void put_letter(const dumper *d, const rb_ins *i, const char *before, char letter) {
    char low = (char)tolower((unsigned char)letter);
    uint16_t v = operand(i, low);
    if (put_special(d, i, before, v)) return;
    if (low == 'x')
        text_format(d->out, "%u", (unsigned)v);
    else if (low != letter)
        dump_area(d, v);
    else
        dump_number(d, v);
}

void dump_instruction(const dumper *d, const rb_ins *i) {
    char before[24] = "";
    for (const char *at = sentences[i->op]; *at;) {
        size_t n = strcspn(at, " ,:");
        const char *next = at + n + strspn(at + n, " ,:");
        if (n == 1 && strchr("dabxDABX", *at) && !is_article(at, next))
            put_letter(d, i, before, *at);
        else
            text_putn(d->out, at, n);
        text_putn(d->out, at + n, (size_t)(next - at) - n);
        n = n < sizeof before ? n : sizeof before - 1;
        memcpy(before, at, n);
        before[n] = '\0';
        at = next;
    }
}
