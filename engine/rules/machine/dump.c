#include "engine/rules/machine/dump.h"

#include <stdlib.h>
#include <string.h>

#include "engine/rules/kinds.h"
#include "engine/rules/machine/dump_words.h"

/* --- sizes --- */

static void put_board(const dumper *d) {
    static const char *const shapes[] = {BOARD_SHAPES(KINDS_NAME)};
    const board *o = &d->b->board;
    text_format(d->out, "board       %s", shapes[o->shape]);
    if (o->between)
        text_format(d->out, " %d x %d with edges%s%s:", (o->width + 1) / 2 - o->rim,
                    (o->height + 1) / 2 - o->rim, area_some(o->corners) ? ", corners" : "",
                    o->rim ? ", rim" : "");
    if (o->shape != BOARD_LINES) text_format(d->out, " %d x %d", o->width, o->height / o->depth);
    if (o->shape == BOARD_BOX) text_format(d->out, " x %d", o->depth);
    text_format(d->out, ", %d cells, %d directions\n", area_count(o->all), o->dirs);
}

static void put_variables(const dumper *d) {
    static const char *const types[] = {VAR_TYPES(KINDS_NAME)};
    const program *b = d->b;
    if (!b->vars) return;
    text_put(d->out, "variables  ");
    for (int i = 0; i < b->vars; i++) {
        const rb_var *v = &b->var[i];
        text_format(d->out, "%s%s : %s%s%s%s", i ? ", " : " ", v->name, types[v->type],
                    v->counter ? " counter" : "", v->per_player ? " per player" : "",
                    v->per_piece ? " per piece" : "");
    }
    text_char(d->out, '\n');
}

static void put_looks(const dumper *d) {
    static const char *const boards[] = {LOOK_BOARDS(KINDS_NAME)};
    static const char *const sprites[] = {LOOK_SPRITES(KINDS_NAME)};
    static const char *const colours[] = {LOOK_COLOURS(KINDS_NAME)};
    const program *b = d->b;
    const rb_looks *l = &b->looks;
    char buf[600];
    text out = text_over(buf, sizeof buf);
    if (l->board) text_format(&out, ", board %s", boards[l->board - 1]);
    for (int i = 0; i < b->kinds; i++)
        if (l->sprite[i]) text_format(&out, ", %s %s", b->kind[i].name, sprites[l->sprite[i] - 1]);
    for (int i = 0; i < b->head.players; i++)
        if (l->colour[i])
            text_format(&out, ", %s %s", b->player_name[i], colours[l->colour[i] - 1]);
    for (int i = 0; i < LOOK_SHADES; i++)
        if (area_some(l->shade[i]))
            text_format(&out, ", %d cells shade %c", area_count(l->shade[i]), 'a' + i);
    if (out.len) text_format(d->out, "looks       %s\n", buf + 2);
}

static void put_traits(const dumper *d) {
    static const struct {
        uint32_t bit;
        const char *word;
    } traits[] = {{GAME_CHANCE, "chance"}, {GAME_REPEATS, "depends on repetitions"},
                  {GAME_RANKS, "scores"},  {GAME_UNEVEN, "results that do not add up to 1"},
                  {GAME_UCI, "UCI moves"}, {GAME_POINTS, "points"}};
    const char *lead = "traits      ";
    for (size_t i = 0; i < sizeof traits / sizeof *traits; i++) {
        if (!(d->b->head.traits & traits[i].bit)) continue;
        text_format(d->out, "%s%s", lead, traits[i].word);
        lead = ", ";
    }
    if (lead[0] == ',') text_char(d->out, '\n');
}

static void put_sizes(const dumper *d) {
    const program *b = d->b;
    text_format(d->out, "game        %s \"%s\"\nplayers    ", b->name, b->head.game->title);
    for (int i = 0; i < b->head.players; i++) text_format(d->out, " %s", b->player_name[i]);
    text_char(d->out, '\n');
    put_board(d);
    text_put(d->out, "pieces     ");
    for (int i = 0; i < b->kinds; i++)
        text_format(d->out, "%s%s %c", i ? ", " : " ", b->kind[i].name,
                    b->kind[i].letter ? b->kind[i].letter : '-');
    text_char(d->out, '\n');
    put_variables(d);
    put_looks(d);
    put_traits(d);
    text_format(d->out,
                "state       %u bytes: %d sets of %d bits, numbers: %d, a byte a cell\n"
                "actions     at most %u at a time\n"
                "constants   tables by cell: %d, areas: %d, numbers: %d\n\n",
                b->head.state_size, b->sets, 64 * b->words, b->var_slots, b->head.max_actions,
                b->tables, b->constants, b->numbers);
}

/* --- points and trees --- */

static void put_point(const dumper *d, int point) {
    if (point == RB_END)
        text_put(d->out, "the end of the turn");
    else
        text_format(d->out, "point %d", point);
}

static void put_tree(const dumper *d, uint16_t node, int depth) {
    static const char *const lead[] = {"", "all of", "the first that offers something of",
                                       "", "",       "the longest of"};
    const rb_node *n = &d->b->node[node];
    text_format(d->out, "%*s", 2 + 2 * depth, "");
    switch ((rb_node_kind)n->kind) {
    case NODE_GEN:
        text_format(d->out, "generator %d\n", n->gen);
        break;
    case NODE_WHEN:
        text_format(d->out, "when @%d\n", d->s->test[n->gen]);
        break;
    case NODE_AUTO:
        text_format(d->out, "do @%d, then ", d->s->test[n->gen]);
        put_point(d, n->succ);
        text_char(d->out, '\n');
        break;
    default:
        text_format(d->out, "%s\n", lead[n->kind]);
    }
    for (uint16_t i = n->first; i; i = d->b->node[i].next) put_tree(d, i, depth + 1);
}

static void put_points(const dumper *d) {
    const program *b = d->b;
    for (int i = 1; i <= b->points; i++) {
        const rb_point *p = &b->point[i];
        if (!p->node) continue;
        text_format(d->out, "point %d", i);
        for (int k = 0; k < b->phases; k++)
            if (b->entry[k] == i)
                text_format(d->out, ": a turn%s%s begins", b->phase_name[k][0] ? " of phase " : "",
                            b->phase_name[k]);
        if (p->chance) text_put(d->out, ", nature decides");
        if (p->keeps_last) text_put(d->out, ", `last` is read");
        if (p->keeps_from) text_put(d->out, ", `lastfrom` is read");
        if (p->weighty) text_put(d->out, ", may take too long to list");
        text_put(d->out, "; where nothing is legal: ");
        put_point(d, p->skip);
        text_char(d->out, '\n');
        put_tree(d, p->node, 0);
    }
    text_char(d->out, '\n');
}

/* --- generators --- */

/* What narrows something down, unless it is everywhere. */
static void put_limit(const dumper *d, const char *word, uint16_t at) {
    if (at == RB_CONST) return;
    text_put(d->out, word);
    dump_area(d, at);
}

static void put_targets(const dumper *d, const rb_gen *g) {
    static const char *const forms[] = {RB_FORMS(KINDS_NAME)};
    text_format(d->out, " to [%s] ", forms[g->form]);
    switch ((rb_form)g->form) {
    case FORM_SET:
        dump_area(d, g->result);
        break;
    case FORM_TABLE:
        text_format(d->out, "table %d", g->arg);
        break;
    case FORM_RIDE:
        dump_walk(d, &d->s->walk[g->arg]);
        break;
    case FORM_LINE:
    case FORM_ALONG:
        dump_pattern(d, &d->s->pattern[g->arg]);
        break;
    case FORM_CODE:
        text_format(d->out, "@%d ", g->arg);
        dump_area(d, g->result);
        break;
    }
    put_limit(d, " in ", g->mask);
    bool nothing =
        (g->except & RB_BASE) == RB_CONST && !area_some(d->b->constant[g->except & RB_INDEX]);
    if (!nothing) put_limit(d, " not in ", g->except);
}

static void put_choice(const dumper *d, const rb_gen *g) {
    if (g->kind_count && (g->kind != GEN_PLACE || g->kind_count > 1)) {
        text_put(d->out, " as ");
        dump_kinds(d, g->kinds, g->kind_count);
    }
    for (int i = 0; i < g->promotions; i++) {
        const rb_promotion *p = &d->s->promotion[g->promotion + i];
        text_put(d->out, " promotes in ");
        dump_area(d, p->area);
        text_put(d->out, " to ");
        dump_kinds(d, p->kinds, p->count);
    }
}

static void put_code_at(const dumper *d, const char *word, uint16_t code) {
    if (code) text_format(d->out, " %s @%d", word, code);
}

static void put_generator(const dumper *d, int number) {
    const rb_gen *g = &d->s->gen[number];
    static const char *const kinds[] = {RB_GEN_KINDS(KINDS_NAME)};
    text_format(d->out, "generator %d: %s", number, kinds[g->kind]);
    if (g->kind == GEN_ACT || g->kind == GEN_CHANCE)
        text_format(d->out, " %s", d->b->names + g->name);
    if (g->kind == GEN_PLACE) {
        text_format(d->out, " %s ", dump_owner(d->b, g->owner));
        dump_kinds(d, g->kinds, 1);
    }
    if (g->kind == GEN_MOVE) {
        text_put(d->out, " from ");
        dump_area(d, g->src);
        put_limit(d, " and ", g->src_in);
    }
    if (g->kind <= GEN_PICK) put_targets(d, g);
    put_choice(d, g);
    text_put(d->out, "\n   ");
    put_code_at(d, "guard", g->guard);
    put_code_at(d, "for each kind", g->choice);
    put_code_at(d, "prepares", g->prep);
    put_code_at(d, "where", g->where);
    put_code_at(d, "effects", g->block);
    for (int i = 0; i < g->requires; i++) put_code_at(d, "require", g->require[i]);
    text_format(d->out, "%s then ", g->simple ? " (moves one piece)" : "");
    put_point(d, g->succ);
    text_char(d->out, '\n');
}

/* --- who hits what --- */

static void put_hit(const dumper *d, const rb_hit *h) {
    text_format(d->out, "  %s %s by ", dump_owner(d->b, h->player), d->b->kind[h->kind].name);
    if (h->form == HIT_TABLE)
        text_format(d->out, "table %d", h->table);
    else if (h->form == HIT_CODE)
        text_format(d->out, "the code @%d of that side", h->code);
    else {
        text_put(d->out, "rides that come from (");
        dump_dirs(d, h->dirs);
        text_char(d->out, ')');
    }
    text_char(d->out, '\n');
}

static void put_plans(const dumper *d) {
    for (int i = 0; i < d->s->plans; i++) {
        const rb_plan *p = &d->s->plan[i];
        text_format(d->out, "plan %d: cells are hit by\n", i);
        for (int k = 0; k < p->count; k++) put_hit(d, &d->s->hit[p->first + k]);
    }
}

/* --- code --- */

typedef struct heading {
    uint16_t at;
    const char *what;
    int number; /* -1: none */
} heading;

/* The first thing of the side that has its code at this place; there may be others. */
static bool find_heading(const dumper *d, uint16_t at, heading *out) {
    const rb_side *s = d->s;
    *out = (heading){at, NULL, -1};
    if (s == &d->b->side[0] && d->b->start == at) *out = (heading){at, "the start", -1};
    if (s->before == at) *out = (heading){at, "before", -1};
    if (s->sparing.holds == at || s->sparing.haven == at || s->sparing.own.excuse == at ||
        s->sparing.other.excuse == at)
        *out = (heading){at, "about the royal piece", -1};
    for (int i = 0; i < d->b->scores; i++)
        if (s->score[i] == at) *out = (heading){at, "score", i};
    for (int i = 0; i < d->b->endings; i++) {
        if (s->ending[i].test == at) *out = (heading){at, "ending", i};
        if (s->ending[i].effect == at) *out = (heading){at, "effects of ending", i};
    }
    for (int i = 0; i < d->b->hints; i++) {
        if (s->hint[i].code == at) *out = (heading){at, "area of hint", i};
        if (s->hint[i].test == at) *out = (heading){at, "when of hint", i};
    }
    for (int i = 1; i < d->b->nodes; i++) {
        const rb_node *n = &d->b->node[i];
        if ((n->kind == NODE_WHEN || n->kind == NODE_AUTO) && s->test[n->gen] == at)
            *out = (heading){at, n->kind == NODE_WHEN ? "when" : "do", -1};
    }
    for (int i = d->b->gens - 1; i >= 0; i--) {
        const rb_gen *g = &s->gen[i];
        for (int k = 0; k < g->requires; k++)
            if (g->require[k] == at) *out = (heading){at, "require of generator", i};
        if (g->guard == at) *out = (heading){at, "guard of generator", i};
        if (g->choice == at) *out = (heading){at, "kinds of generator", i};
        if (g->prep == at) *out = (heading){at, "what generator prepares, number", i};
        if (g->where == at) *out = (heading){at, "where of generator", i};
        if (g->block == at) *out = (heading){at, "effects of generator", i};
        if (g->form == FORM_CODE && g->arg == at) *out = (heading){at, "targets of generator", i};
    }
    return out->what != NULL;
}

static void put_code(const dumper *d) {
    for (uint16_t i = 1; i < d->s->code_len; i++) {
        heading h;
        if (find_heading(d, i, &h)) {
            text_format(d->out, "@%d %s", h.at, h.what);
            if (h.number >= 0) text_format(d->out, " %d", h.number);
            text_char(d->out, '\n');
        }
        text_format(d->out, "%5d  ", i);
        dump_instruction(d, &d->s->code[i]);
        text_char(d->out, '\n');
    }
}

static void put_royal(const dumper *d) {
    const rb_sparing *x = &d->s->sparing;
    if (!x->known) return;
    text_format(d->out, "royal piece: %s", d->b->kind[x->own.kind].name);
    if (x->own.excuse) text_format(d->out, ", unless @%d", x->own.excuse);
    if (x->haven) text_format(d->out, ", but where @%d says", x->haven);
    if (x->other.here)
        text_format(d->out, "; and %s %s", dump_owner(d->b, x->other.player),
                    d->b->kind[x->other.kind].name);
    if (x->other.excuse) text_format(d->out, ", unless @%d", x->other.excuse);
    if (x->holds) text_format(d->out, "; if @%d", x->holds);
    text_char(d->out, '\n');
}

static void put_hints(const dumper *d) {
    static const char *const kinds[] = {RB_GEN_KINDS(KINDS_NAME)};
    static const char *const forms[HINT_FORMS] = {
        [HINT_SAVES] = " that saves a group",
        [HINT_TAKES] = " that takes a group",
        [HINT_RISKS] = " that leaves a group one liberty",
    };
    for (int i = 0; i < d->b->hints; i++) {
        const rb_hint *h = &d->s->hint[i];
        text_format(d->out, "hint %d: %s %s", i, h->prefers ? "prefer" : "avoid", kinds[h->kind]);
        for (int k = 0; k < d->b->kinds; k++)
            if (h->pieces >> k & 1) text_format(d->out, " %s", d->b->kind[k].name);
        if (forms[h->form]) text_put(d->out, forms[h->form]);
        if (h->code) text_format(d->out, " on @%d", h->code);
        if (h->test) text_format(d->out, " when @%d", h->test);
        text_char(d->out, '\n');
    }
}

void program_dump(const program *b, int player, text *out) {
    dumper d = {b, &b->side[player], out};
    put_sizes(&d);
    put_points(&d);
    text_format(out, "for %s\n\n", b->player_name[player]);
    for (int i = 0; i < b->gens; i++) put_generator(&d, i);
    put_royal(&d);
    put_plans(&d);
    put_hints(&d);
    text_format(out, "\ncode, %d instructions\n", d.s->code_len ? d.s->code_len - 1 : 0);
    put_code(&d);
}
