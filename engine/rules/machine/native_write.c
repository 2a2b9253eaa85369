#include "engine/rules/machine/native_write.h"

#include <stdatomic.h>

#include "engine/base/hash.h"
#include "engine/rules/machine/terms.h"

/* The C text. Only what differs from 0 is written. */
typedef struct writer {
    const program *b;
    text *out;
} writer;

static void put_field(const writer *w, const char *name, long long value) {
    if (value) text_format(w->out, ".%s = %lld, ", name, value);
}
/* The field of the same name of a struct p. */
#define FIELD(name) put_field(w, #name, (long long)p->name)

static void put_key(const writer *w, uint64_t key) {
    text_format(w->out, "UINT64_C(0x%llx), ", (unsigned long long)key);
}

static void put_mask(const writer *w, const char *name, uint64_t mask) {
    if (mask) text_format(w->out, ".%s = UINT64_C(0x%llx), ", name, (unsigned long long)mask);
}

/* The words of an area; nothing for an empty one. */
static void put_area(const writer *w, const char *name, area a) {
    if (!area_some(a)) return;
    text_format(w->out, ".%s = {{", name);
    for (int i = 0; i < AREA_WORDS; i++) put_key(w, a.w[i]);
    text_put(w->out, "}}, ");
}

/* --- arrays of a side --- */

static void begin_array(const writer *w, const char *type, const char *name, int side) {
    text_format(w->out, "static const %s native_%s_%d[] = {\n", type, name, side);
}
static void end_array(const writer *w, int count) {
    text_put(w->out, count ? "};\n" : "    {0},\n};\n");
}

static void put_gen(const writer *w, const rb_gen *p) {
    text_put(w->out, "    {");
    FIELD(kind), FIELD(form), FIELD(succ), FIELD(requires), FIELD(simple), FIELD(owned);
    FIELD(many), FIELD(takes), FIELD(round), FIELD(starving), FIELD(owner), FIELD(promotions);
    FIELD(promotion), FIELD(kinds), FIELD(kind_count), FIELD(guard), FIELD(choice), FIELD(prep);
    FIELD(where), FIELD(block), FIELD(src), FIELD(src_in), FIELD(mask), FIELD(except), FIELD(arg);
    FIELD(result), FIELD(place), FIELD(trial_work), FIELD(where_work), FIELD(target_work);
    FIELD(name), FIELD(var), FIELD(low), FIELD(high), FIELD(weight), FIELD(draws), FIELD(lift);
    FIELD(parts), FIELD(part), FIELD(choices), FIELD(held), FIELD(held_part);
    FIELD(concludes), FIELD(peeks), FIELD(veiled);
    if (p->requires) {
        text_put(w->out, ".require = {");
        for (int i = 0; i < p->requires; i++) text_format(w->out, "%d, ", p->require[i]);
        text_put(w->out, "}");
    }
    text_put(w->out, "},\n");
}

static void put_walk(const writer *w, const rb_walk *p) {
    text_put(w->out, "    {");
    put_mask(w, "dirs", p->dirs);
    FIELD(mode), FIELD(limited), FIELD(max);
    text_put(w->out, "},\n");
}

static void put_element(const writer *w, const rb_element *p) {
    text_put(w->out, "{");
    FIELD(area), FIELD(repeat), FIELD(inside);
    text_put(w->out, "}, ");
}

static void put_pattern(const writer *w, const rb_pattern *p) {
    text_put(w->out, "    {");
    put_mask(w, "dirs", p->dirs);
    FIELD(count), FIELD(bound), FIELD(collects), FIELD(fixed), FIELD(flank);
    text_put(w->out, ".element = {");
    for (int i = 0; i < p->count; i++) put_element(w, &p->element[i]);
    text_put(w->out, "}},\n");
}

static void put_hit(const writer *w, const rb_hit *p) {
    text_put(w->out, "    {");
    FIELD(player), FIELD(kind), FIELD(form), FIELD(table), FIELD(forward);
    put_mask(w, "forward_dirs", p->forward_dirs);
    put_mask(w, "dirs", p->dirs);
    FIELD(code), FIELD(result), FIELD(mask);
    text_put(w->out, "},\n");
}

static void put_hint(const writer *w, const rb_hint *p) {
    text_put(w->out, "    {");
    FIELD(kind), FIELD(form), FIELD(prefers), FIELD(pieces), FIELD(test), FIELD(code), FIELD(area);
    text_put(w->out, "},\n");
}

static void put_ending(const writer *w, const rb_ending *p) {
    text_put(w->out, "    {");
    FIELD(test), FIELD(effect), FIELD(place), FIELD(slow), FIELD(plain);
    text_put(w->out, "},\n");
}

static void put_side_arrays(const writer *w, int side) {
    const program *b = w->b;
    const rb_side *s = &b->side[side];
    begin_array(w, "rb_gen", "gen", side);
    for (int i = 0; i < b->gens; i++) put_gen(w, &s->gen[i]);
    end_array(w, b->gens);
    begin_array(w, "uint16_t", "test", side);
    for (int i = 0; i < s->tests; i++) text_format(w->out, "    %d,\n", s->test[i]);
    text_put(w->out, "    0,\n};\n");
    begin_array(w, "rb_promotion", "promotion", side);
    for (int i = 0; i < s->promotions; i++)
        text_format(w->out, "    {%d, %d, %d},\n", s->promotion[i].area, s->promotion[i].kinds,
                    s->promotion[i].count);
    end_array(w, s->promotions);
    begin_array(w, "rb_walk", "walk", side);
    for (int i = 0; i < s->walks; i++) put_walk(w, &s->walk[i]);
    end_array(w, s->walks);
    begin_array(w, "rb_pattern", "pattern", side);
    for (int i = 0; i < s->patterns; i++) put_pattern(w, &s->pattern[i]);
    end_array(w, s->patterns);
    begin_array(w, "rb_hit", "hit", side);
    for (int i = 0; i < s->hitting; i++) put_hit(w, &s->hit[i]);
    end_array(w, s->hitting);
    begin_array(w, "rb_plan", "plan", side);
    for (int i = 0; i < s->plans; i++)
        text_format(w->out, "    {UINT64_C(0x%llx), %d, %d},\n",
                    (unsigned long long)s->plan[i].players, s->plan[i].first, s->plan[i].count);
    end_array(w, s->plans);
    begin_array(w, "rb_ending", "ending", side);
    for (int i = 0; i < b->endings; i++) put_ending(w, &s->ending[i]);
    end_array(w, b->endings);
    begin_array(w, "rb_hint", "hint", side);
    for (int i = 0; i < b->hints; i++) put_hint(w, &s->hint[i]);
    end_array(w, b->hints);
}

/* --- a side --- */

static void put_watch(const writer *w, const char *name, const rb_watch *p) {
    text_format(w->out, "        .%s = {", name);
    FIELD(here), FIELD(player), FIELD(kind), FIELD(plan), FIELD(excuse);
    put_mask(w, "players", p->players);
    text_put(w->out, ".riders = {");
    for (int i = 0; i < w->b->board.dirs; i++) text_format(w->out, "%u, ", p->riders[i]);
    text_put(w->out, "}},\n");
}

static void put_sparing(const writer *w, const rb_sparing *p) {
    text_put(w->out, "        .sparing = {");
    FIELD(known), FIELD(plain), FIELD(stakes), FIELD(require), FIELD(holds), FIELD(haven);
    FIELD(haven_at), FIELD(kinds);
    text_put(w->out, "\n");
    put_watch(w, "own", &p->own);
    put_watch(w, "other", &p->other);
    text_put(w->out, "        .stake = {");
    for (int i = 0; i < RB_STAKES; i++)
        text_format(w->out, "{%d, %d}, ", p->stake[i].owner, p->stake[i].kind);
    text_put(w->out, "}},\n");
}

static void put_aim(const writer *w, const rb_aim *p) {
    text_put(w->out, "        .aim = {");
    FIELD(has_goal), FIELD(has_path), FIELD(gathers), FIELD(goal_kind), FIELD(goal_all);
    FIELD(line), FIELD(tally), FIELD(tally_sign), FIELD(reach);
    put_area(w, "goal", p->goal);
    put_area(w, "path_from", p->path_from);
    put_area(w, "path_to", p->path_to);
    text_put(w->out, "},\n");
}

static void put_side(const writer *w, int side) {
    static const char *const arrays[] = {"gen", "test", "promotion", "walk", "pattern",
                                         "hit", "plan", "ending",    "hint"};
    const rb_side *p = &w->b->side[side];
    text_put(w->out, "    {\n        ");
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) /* nothing writes through them */
        text_format(w->out, ".%s = (void *)native_%s_%d, ", arrays[i], arrays[i], side);
    text_put(w->out, "\n        ");
    FIELD(code_len), FIELD(before), FIELD(keep), FIELD(movegen_work), FIELD(tests),
        FIELD(promotions);
    FIELD(walks), FIELD(patterns), FIELD(hitting), FIELD(plans);
    text_put(w->out, "\n        .score = {");
    for (int i = 0; i < w->b->scores; i++) text_format(w->out, "%d, ", p->score[i]);
    text_put(w->out, "}, .term = {");
    for (int i = 0; i < w->b->own_terms; i++) text_format(w->out, "%d, ", p->term[i]);
    text_format(w->out, "},\n        .royal = {%d, %d},\n", p->royal.known, p->royal.kind);
    put_sparing(w, &p->sparing);
    text_format(w->out, "        .placing = {%d, %d, %d, %d, %d},\n", p->placing.code,
                p->placing.run, p->placing.area, p->placing.from, p->placing.to);
    put_aim(w, &p->aim);
    text_put(w->out, "    },\n");
}

/* --- the program --- */

static void put_numbers(const writer *w, const char *name, const uint8_t *list, int count) {
    text_format(w->out, "    .%s = {", name);
    for (int i = 0; i < count; i++) text_format(w->out, "%d, ", list[i]);
    text_put(w->out, "},\n");
}

static void put_flags(const writer *w, const char *name, const bool *list, int count) {
    text_format(w->out, "    .%s = {", name);
    for (int i = 0; i < count; i++) text_format(w->out, "%d, ", list[i]);
    text_put(w->out, "},\n");
}

static void put_keys(const writer *w, const char *name, const uint64_t *list, int count) {
    text_format(w->out, "    .%s = {", name);
    for (int i = 0; i < count; i++) put_key(w, list[i]);
    text_put(w->out, "},\n");
}

static void put_board(const writer *w) {
    const board *p = &w->b->board;
    text_put(w->out, "    .board = {");
    FIELD(shape), FIELD(wrap), FIELD(width), FIELD(height), FIELD(depth), FIELD(cells), FIELD(dirs);
    FIELD(rings), FIELD(tracks);
    put_mask(w, "near", p->near);
    put_area(w, "all", p->all);
    text_put(w->out, "\n    .opposite = {");
    for (int i = 0; i < board_ways(p); i++) text_format(w->out, "%d, ", p->opposite[i]);
    text_put(w->out, "}, .sense = {");
    for (int i = 0; i < board_ways(p); i++) text_format(w->out, "%d, ", p->sense[i]);
    text_put(w->out, "}},\n");
}

/* The children of each node one after the other, those of node i from native_child_at[i] on. */
static void put_children(const writer *w) {
    const rb_node *node = w->b->node;
    int at = 0;
    text_put(w->out, "};\nstatic const uint16_t native_child[] = {");
    for (int i = 0; i < w->b->nodes; i++)
        for (int k = node[i].first; k; k = node[k].next) text_format(w->out, "%d, ", k);
    text_put(w->out, "0};\nstatic const uint16_t native_child_at[] = {0, ");
    for (int i = 0; i < w->b->nodes; i++) {
        for (int k = node[i].first; k; k = node[k].next) at++;
        text_format(w->out, "%d, ", at);
    }
    text_put(w->out, "};\n#define NATIVE_NODES(X)");
    for (int i = 1; i < w->b->nodes; i++) text_format(w->out, " X(%d)", i);
    text_put(w->out, "\n");
}

static void put_nodes(const writer *w) {
    text_put(w->out, "static const rb_node native_node[] = {\n");
    for (int i = 0; i < w->b->nodes; i++) {
        const rb_node *p = &w->b->node[i];
        text_put(w->out, "    {");
        FIELD(kind), FIELD(gen), FIELD(first), FIELD(next), FIELD(succ), FIELD(place);
        FIELD(peeks), FIELD(cheap), FIELD(last_gen), FIELD(after_last);
        text_put(w->out, "},\n");
    }
    put_children(w);
    text_put(w->out, "static const uint8_t native_kind_list[] = {");
    for (int i = 0; i < w->b->listed; i++) text_format(w->out, "%d, ", w->b->kind_list[i]);
    text_put(w->out, "0};\nstatic const int32_t native_number[] = {");
    for (int i = 0; i < w->b->numbers; i++) text_format(w->out, "%d, ", w->b->number[i]);
    text_put(w->out, "0};\n");
}

static void put_points(const writer *w) {
    text_put(w->out, "    .point = {\n");
    for (int i = 0; i <= w->b->points; i++) {
        const rb_point *p = &w->b->point[i];
        text_put(w->out, "    {");
        FIELD(node), FIELD(skip), FIELD(chance), FIELD(keeps_last), FIELD(keeps_from);
        FIELD(free), FIELD(weighty);
        text_put(w->out, "},\n");
    }
    text_put(w->out, "    },\n");
}

static void put_program(const writer *w) {
    const program *p = w->b;
    text_put(w->out, "static const program native_program = {\n    ");
    text_format(w->out, ".head = {.players = %d, .state_size = %u, .max_actions = %u},\n    ",
                p->head.players, (unsigned)p->head.state_size, (unsigned)p->head.max_actions);
    FIELD(words), FIELD(kinds), FIELD(owners), FIELD(codes), FIELD(sets), FIELD(set_kind);
    FIELD(set_var), FIELD(vars_at), FIELD(cells_at), FIELD(var_slots), FIELD(area_slots);
    FIELD(levels), FIELD(stacks_at);
    FIELD(phases), FIELD(points), FIELD(nodes), FIELD(gens), FIELD(endings), FIELD(hints);
    FIELD(scores), FIELD(own_terms), FIELD(claims), FIELD(reads_ends), FIELD(fades), FIELD(faders);
    FIELD(constants), FIELD(numbers), FIELD(tables), FIELD(weighs), FIELD(reads_trail),
        FIELD(rounds);
    FIELD(shrinks), FIELD(turns_pass), FIELD(turns_limit), FIELD(max_turns), FIELD(first);
    FIELD(placing_gen), FIELD(starving_gen), FIELD(starving_pass), FIELD(secrets);
    text_put(w->out, "\n");
    put_board(w);
    put_numbers(w, "entry", p->entry, p->phases);
    put_numbers(w, "fader", p->fader, p->faders);
    text_put(w->out, "    .fading = {");
    for (int i = 0; i < p->fades; i++) text_format(w->out, "%d, ", p->fading[i]);
    text_put(w->out, "},\n");
    put_flags(w, "slot_hashed", p->slot_hashed, p->var_slots);
    put_flags(w, "area_hashed", p->area_hashed, p->area_slots);
    put_keys(w, "var_key", p->var_key, p->var_slots);
    put_keys(w, "area_key", p->area_key, p->area_slots);
    put_keys(w, "phase_key", p->phase_key, p->phases);
    put_points(w);
    text_put(w->out, "    .node = (void *)native_node, .kind_list = (void *)native_kind_list,\n"
                     "    .number = (void *)native_number,\n    .side = {\n");
    for (int i = 0; i < p->head.players; i++) put_side(w, i);
    text_put(w->out, "    },\n};\n");
}

/* --- the evaluation --- */

static void put_terms(const writer *w) {
    const terms *p = w->b->terms;
    text_put(w->out, "static const terms native_terms = {\n    ");
    FIELD(hand), FIELD(rider), FIELD(strongest);
    text_put(w->out, "\n");
    put_flags(w, "wants", p->wants, TERMS_COUNT);
    put_flags(w, "forward", p->forward, w->b->kinds);
    put_flags(w, "useful", p->useful, w->b->kinds);
    put_numbers(w, "hitters", p->hitters, 2);
    text_put(w->out, "    .hitter = {");
    for (int player = 0; player < 2; player++) {
        text_put(w->out, "{");
        for (int i = 0; i < p->hitters[player]; i++)
            text_format(w->out, "%d, ", p->hitter[player][i]);
        text_put(w->out, "}, ");
    }
    text_put(w->out, "},\n    .cheaper = {");
    for (int i = 0; i < w->b->kinds; i++) text_format(w->out, "%u, ", p->cheaper[i]);
    text_put(w->out, "},\n};\n");
}

/* --- code --- */

typedef struct entries {
    bool at[RB_CODE];
} entries;

static void note(entries *e, unsigned code) {
    if (code) e->at[code] = true;
}

/* Where code of a side is entered. */
static void find_entries(const program *b, const rb_side *s, entries *e) {
    *e = (entries){{false}};
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &s->gen[i];
        note(e, g->guard), note(e, g->choice), note(e, g->prep), note(e, g->where);
        note(e, g->block), note(e, g->weight), note(e, g->lift);
        if (g->starving) note(e, g->block + STARVING_CODE);
        if (g->kind == GEN_MOVE && g->form == FORM_CODE) note(e, g->arg);
        for (int r = 0; r < g->requires; r++) note(e, g->require[r]);
    }
    for (int i = 0; i < s->tests; i++) note(e, s->test[i]);
    for (int i = 0; i < b->endings; i++) note(e, s->ending[i].test), note(e, s->ending[i].effect);
    for (int i = 0; i < b->hints; i++) note(e, s->hint[i].test), note(e, s->hint[i].code);
    for (int i = 0; i < s->hitting; i++)
        if (s->hit[i].form == HIT_CODE) note(e, s->hit[i].code);
    for (int i = 0; i < b->scores; i++) note(e, s->score[i]);
    for (int i = 0; i < b->own_terms; i++) note(e, s->term[i]);
    note(e, s->before), note(e, s->keep);
    note(e, s->sparing.holds), note(e, s->sparing.haven);
    note(e, s->sparing.own.excuse), note(e, s->sparing.other.excuse);
}

static bool is_jump(const rb_ins *i) {
    return i->op == OP_JUMP || i->op == OP_JUMP_IF || i->op == OP_JUMP_IF_NOT;
}

/* The last instruction that code from here can reach. */
static int last_reached(const rb_side *s, int from) {
    int far = from;
    for (int at = from;; at++) {
        const rb_ins *i = &s->code[at];
        if (is_jump(i) && i->a > far) far = i->a;
        if (at >= far && (i->op == OP_RETURN || i->op == OP_JUMP)) return at;
    }
}

static void put_instruction(const writer *w, const rb_side *s, int at) {
    static const char *const names[] = {
#define NATIVE_NAME(name, work, what) #name,
        RB_OPS(NATIVE_NAME)
#undef NATIVE_NAME
    };
    const rb_ins *i = &s->code[at];
    text_put(w->out, "    ");
    switch ((rb_op)i->op) {
    case OP_RETURN:
        text_format(w->out, "return num_at(f, %d);\n", i->a);
        break;
    case OP_JUMP:
        text_format(w->out, "goto at_%d;\n", i->a);
        break;
    case OP_JUMP_IF:
        text_format(w->out, "if (num_at(f, %d)) goto at_%d;\n", i->b, i->a);
        break;
    case OP_JUMP_IF_NOT:
        text_format(w->out, "if (!num_at(f, %d)) goto at_%d;\n", i->b, i->a);
        break;
    default:
        text_format(w->out, "DO(%s, %d, %d, %d, %d)\n", names[i->op], i->x, i->d, i->a, i->b);
        break;
    }
}

static void put_code(const writer *w, const rb_side *s, int from) {
    bool target[RB_CODE] = {false};
    int last = last_reached(s, from);
    for (int at = from; at <= last; at++)
        if (is_jump(&s->code[at])) target[s->code[at].a] = true;
    text_format(w->out, "static int32_t code_%d(frame *f) {\n", from);
    for (int at = from; at <= last; at++) {
        if (target[at]) text_format(w->out, "at_%d:\n", at);
        put_instruction(w, s, at);
    }
    text_put(w->out, "}\n");
}

static void put_list(const writer *w, const char *name, const entries *e, int count) {
    text_format(w->out, "#define %s(X)", name);
    for (int i = 0; i < count; i++)
        if (e->at[i]) text_format(w->out, " X(%d)", i);
    text_put(w->out, "\n");
}

/* Calls put(w, side) between #if and #endif for each player. */
static void put_by_player(const writer *w, void (*put)(const writer *w, const rb_side *s)) {
    for (int i = 0; i < w->b->head.players; i++) {
        text_format(w->out, "%s ME == %d\n", i ? "#elif" : "#if", i);
        put(w, &w->b->side[i]);
    }
    text_put(w->out, "#endif\n");
}

static void put_names(const writer *w, const rb_side *s) {
    entries e;
    find_entries(w->b, s, &e);
    put_list(w, "NATIVE_CODES", &e, s->code_len);
}

static void put_codes(const writer *w, const rb_side *s) {
    entries e;
    find_entries(w->b, s, &e);
    for (int i = 1; i < s->code_len; i++)
        if (e.at[i]) put_code(w, s, i);
}

void native_write(const program *b, text *out) {
    writer w = {b, out};
    text_format(out,
                "/* Generated from the rules of %s, compiled once for each player ME. */\n"
                "#define NATIVE\n#define BW %d\n"
                "#include \"engine/rules/machine/run_types.inc\"\n\n",
                b->name, b->words);
    for (int i = 0; i < b->head.players; i++) put_side_arrays(&w, i);
    put_nodes(&w);
    put_program(&w);
    put_terms(&w);
    b->run->write_wide(b, out);
    text_put(out, "#define NATIVE_PROGRAM native_program\n#define NATIVE_WIDE native_wide\n"
                  "#define NATIVE_TERMS native_terms\n");
    text_put(out, "#define NATIVE_GENS(X)");
    for (int i = 0; i < b->gens; i++) text_format(out, " X(%d)", i);
    text_put(out, "\n");
    put_by_player(&w, put_names);
    text_put(out, "#include \"engine/rules/machine/native.inc\"\n");
    put_by_player(&w, put_codes);
}

uint64_t native_hash(const program *b) {
    text out = text_growing();
    native_write(b, &out);
    uint64_t hash = out.cut ? 0 : hash_bytes(text_string(&out), out.len, NATIVE_ABI);
    text_done(&out);
    return hash;
}

void native_write_row(const program *b, const char *symbol, text *out) {
    int players = b->head.players;
    for (int i = 0; i < players; i++)
        text_format(out, "extern const rb_native_side %s_%d;\n", symbol, i);
    text_format(out, "static const rb_native %s = {\"%s\", UINT64_C(0x%llx), {", symbol, b->name,
                (unsigned long long)native_hash(b));
    for (int i = 0; i < players; i++) text_format(out, "&%s_%d, ", symbol, i);
    text_put(out, "}};\n");
}

static atomic_bool unused; /* see native_use() */

void native_use(bool on) {
    atomic_store(&unused, !on);
}

bool native_fits(const program *b, const rb_native *native) {
    bool fits = true;
    for (int i = 0; i < b->head.players; i++)
        fits &= native->side[i] && native->side[i]->layout == b->interpreter->layout;
    return fits;
}

status native_attach(program *b, const rb_native *native) {
    uint64_t hash = atomic_load(&unused) ? ~native->hash : native_hash(b);
    if (!hash) return ST_NOMEM;
    if (hash != native->hash || !native_fits(b, native)) return ST_OK;
    b->native = native;
    b->run = b->words == 1   ? &rb_native_w1
             : b->words == 2 ? &rb_native_w2
             : b->words == 4 ? &rb_native_w4
                             : &rb_native_w8;
    return ST_OK;
}
