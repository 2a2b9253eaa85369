#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/rules/book/rulebook_view.h"
#include "engine/rules/book/text_game.h"
#include "engine/rules/compile/compiler.h"
#include "engine/rules/machine/run.h"
#include "engine/rules/text/ast_build.h"

/* The text library. What is read at once is a *text unit* with a tree of its own, which nothing
 * changes any more once its games are in the library: so games can be opened by any thread, a text
 * that is wrong leaves no trace, and a game of a known name can take its place while the old one is
 * still being played. Parents that are in the library are copied into the unit of their child,
 * which still points into the texts of theirs.
 *
 * A unit has users: the library as long as one of its games is there, what was opened from it,
 * who keeps a game of it, and units made from it. It goes with the last one. The library lets go of
 * what was replaced when the next text is read, so that who asked for a game has the time to look
 * again. */

struct text_library {
    const text_library *beside; /* parents are looked for here as well; may be NULL */
    bool trusts;                /* what is read now is not compiled */
    text_unit **units;
    size_t unit_count, unit_cap;
    unsigned readings;
    text_game **games; /* the newest of each name; units own them */
    size_t count, cap;
};

/* What always holds, for assertions: each game is of a unit, and the only one of its name. */
FOR_ASSERT static bool text_library_check(const text_library *s) {
    bool good = s->unit_count <= s->unit_cap && s->count <= s->cap;
    for (size_t i = 0; good && i < s->count; i++) {
        good = s->games[i]->home != NULL;
        for (size_t k = 0; good && k < i; k++)
            good = !text_same(s->games[i]->name, s->games[k]->name);
    }
    return good;
}

enum { TEXT_GAMES = 512 }; /* in one text */

/* --- create and destroy --- */

status text_library_create(text_library **out) {
    return text_library_create_next_to(out, NULL);
}

status text_library_create_next_to(text_library **out, const text_library *other) {
    *out = mem_alloc(sizeof **out);
    if (!*out) return ST_NOMEM;
    (*out)->beside = other;
    return ST_OK;
}

void text_library_destroy(text_library *s) {
    if (!s) return;
    for (size_t i = 0; i < s->unit_count; i++) text_unit_let_go(s->units[i]);
    mem_free(s->units);
    mem_free(s->games);
    mem_free(s);
}

/* --- parents from elsewhere --- */

typedef struct importer {
    ast *to;
    const ast *from;
    int source[AST_SOURCES]; /* number of each of from's texts among to's; -1: not there yet */
    bool nomem, full;
} importer;

static uint8_t import_source(importer *m, uint8_t number) {
    if (m->source[number] < 0) {
        m->full |= m->to->sources == AST_SOURCES;
        if (m->full) return 0;
        m->source[number] = m->to->sources;
        m->to->source[m->to->sources++] = m->from->source[number];
    }
    return (uint8_t)m->source[number];
}

static uint32_t import_node(importer *m, uint32_t node) {
    ast_node n = *ast_at(m->from, node);
    const char *name = m->from->strings + n.name;
    n.first = n.next = 0;
    n.source = import_source(m, n.source);
    if (!ast_intern(m->to, name, strlen(name), &n.name)) m->nomem = true;
    uint32_t copy = m->nomem ? 0 : ast_add(m->to, n);
    if (!copy) m->nomem = true;
    ast_list l = {.owner = copy};
    AST_EACH(m->from, node, i) {
        if (m->nomem) break;
        ast_append(m->to, &l, import_node(m, i));
    }
    return copy;
}

static const text_game *find_by_name(const text_library *s, const char *name) {
    for (; s; s = s->beside)
        for (size_t i = 0; i < s->count; i++)
            if (text_same(s->games[i]->name, name)) return s->games[i];
    return NULL;
}

static bool add_parent(text_unit *v, text_unit *parent) {
    for (size_t i = 0; i < v->parent_count; i++)
        if (v->parents[i] == parent) return true;
    if (MEM_GROW(v->parents, v->parent_cap, v->parent_count + 1) != ST_OK) return false;
    v->parents[v->parent_count++] = parent;
    text_unit_keep(parent);
    return true;
}

static bool has_game(const ast *a, const char *name) {
    for (uint32_t i = a->first_game; i; i = ast_at(a, i)->next)
        if (text_same(ast_name(a, i), name)) return true;
    return false;
}

/* The parent of a game, where it is neither in the tree nor unknown: a copy becomes the last game
 * of the tree. */
static status import_parent(const text_library *s, text_unit *v, uint32_t child, uint32_t *last,
                            diags *d) {
    ast *a = &v->tree;
    uint32_t parent = 0;
    AST_EACH(a, child, i) if (ast_at(a, i)->kind == AST_PARENT) parent = i;
    if (!parent || has_game(a, ast_name(a, parent))) return ST_OK;
    const text_game *k = find_by_name(s, ast_name(a, parent));
    if (!k) return ST_OK; /* ast_inherit() reports it */
    if (!add_parent(v, k->home)) return ST_NOMEM;
    importer m = {.to = a, .from = k->tree};
    for (int i = 0; i < AST_SOURCES; i++) m.source[i] = -1;
    uint32_t copy = import_node(&m, k->node);
    if (m.nomem) return ST_NOMEM;
    if (m.full) {
        const ast_node *n = ast_at(a, parent);
        diag_add(d, &a->source[n->source], n->at, "E30",
                 "limit exceeded: the ancestors of this game are in more than %d texts",
                 AST_SOURCES);
        return ST_BAD_SYNTAX;
    }
    a->node[*last].next = copy;
    *last = copy;
    return ST_OK;
}

/* --- facts of a game --- */

/* The players that are declared; the option `seats` says how few there may be, and how many there are by default. */
static int seats_of(const ast *a, uint32_t node, int *lowest, int *standard) {
    int n = 0;
    AST_EACH(a, node, i)
    if (a->node[i].kind == AST_PLAYERS) AST_EACH(a, i, k) n++;
    *lowest = *standard = n;
    AST_EACH(a, node, i) {
        if (a->node[i].kind != AST_OPTION || strcmp(ast_name(a, i), "seats") != 0) continue;
        uint32_t preset = a->node[i].first;
        uint32_t low = a->node[preset].next;
        if (a->node[low].value < n) *lowest = a->node[low].value;
        if (a->node[preset].value < n) *standard = a->node[preset].value;
    }
    return n;
}

static void put_number(int32_t n, bool halves, text *out) {
    if (halves)
        params_write_halves(n, out);
    else
        text_format(out, "%d", n);
}

static void fill_options(text_game *k, const ast *a) {
    int n = 0;
    AST_EACH(a, k->node, i) {
        if (a->node[i].kind != AST_OPTION || n == PARAMS_MAX) continue;
        uint32_t preset = a->node[i].first;
        uint32_t low = a->node[preset].next;
        (void)snprintf(k->option[n], sizeof k->option[n], "%s", ast_name(a, i));
        bool halves = a->node[i].flags & AST_HALVES;
        text value = text_over(k->preset[n], sizeof k->preset[n]);
        text range = text_over(k->range[n], sizeof k->range[n]);
        put_number(a->node[preset].value, halves, &value);
        put_number(a->node[low].value, halves, &range);
        text_put(&range, " to ");
        put_number(a->node[a->node[low].next].value, halves, &range);
        k->param[n] = (param_spec){.name = k->option[n],
                                   .type = halves ? PARAM_HALVES : PARAM_INT,
                                   .default_value = k->preset[n],
                                   .min = a->node[low].value,
                                   .max = a->node[a->node[low].next].value,
                                   .what = k->range[n]};
        n++;
    }
    if (n) k->g.params = k->param;
}

/* Titles go out in protocol lines, which are plain ASCII. */
static void copy_plain(char *to, size_t size, const char *from) {
    size_t n = 0;
    for (; *from && n + 1 < size; from++) to[n++] = *from >= ' ' && *from < 0x7f ? *from : '?';
    to[n] = '\0';
}

static void fill_facts(text_game *k) {
    const ast *a = k->tree;
    int lowest, standard;
    k->g = rb_contract;
    k->g.data = k;
    (void)snprintf(k->name, sizeof k->name, "%s", ast_name(a, k->node));
    (void)snprintf(k->title, sizeof k->title, "%s", k->name);
    AST_EACH(a, k->node, i) {
        ast_kind kind = a->node[i].kind;
        if (kind == AST_TITLE) copy_plain(k->title, sizeof k->title, ast_name(a, i));
        if (kind == AST_SHOW) copy_plain(k->show, sizeof k->show, ast_name(a, i));
        /* One word, as front ends choose by it. */
        if (kind == AST_ALIAS && text_is_plain(ast_name(a, i)))
            copy_plain(k->alias, sizeof k->alias, ast_name(a, i));
    }
    int n = seats_of(a, k->node, &lowest, &standard);
    k->g.name = k->name;
    k->g.title = k->title;
    k->g.variant = *k->alias ? k->alias : NULL;
    k->g.show = *k->show ? k->show : NULL;
    k->g.max_players = (uint8_t)(n > GAME_MAX_PLAYERS ? GAME_MAX_PLAYERS : n);
    k->g.min_players = (uint8_t)(lowest < 1 ? 1 : lowest);
    if (standard > k->g.max_players) standard = k->g.max_players;
    k->g.default_players = standard < k->g.min_players ? k->g.min_players : (uint8_t)standard;
    fill_options(k, a);
}

/* What the words of a game say without compiling it. */
typedef struct sight {
    bool there[AST_KIND_COUNT];
    bool repeats; /* asks for earlier positions */
    bool chooses; /* a move or pick may choose a kind */
    bool stages;  /* a turn may have several actions */
    uint32_t placed;
    bool mixed;           /* more than one kind is placed */
    bool skips_i, halves; /* columns without an i, options in halves */
    bool hides;           /* hidden cards */
    bool labels;          /* of stages */
    bool edges;           /* are places */
} sight;

static int names_in(const ast *a, uint32_t node) {
    int n = 0;
    AST_EACH(a, node, i) n += a->node[i].kind == AST_NAME;
    return n;
}

static void look_at_kinds(const ast *a, uint32_t node, bool places, sight *s) {
    AST_EACH(a, node, i) {
        if (!places) continue;
        s->mixed |= s->placed && s->placed != a->node[i].name;
        s->placed = a->node[i].name;
    }
    s->chooses |= !places && names_in(a, node) > 1;
}

/* Whether a rule offers something, and is not just carried out. */
static bool offers(const ast *a, uint32_t node) {
    const ast_node *n = ast_at(a, node);
    switch ((ast_kind)n->kind) {
    case AST_ELSE:
    case AST_THEN:
    case AST_UNION: {
        bool any = false;
        AST_EACH(a, node, i) any |= offers(a, i);
        return any;
    }
    case AST_REQUIRE:
        return offers(a, n->first);
    case AST_WHEN: /* a condition, a rule */
        return offers(a, a->node[n->first].next);
    case AST_DO:
    case AST_WIN:
    case AST_LOSE:
    case AST_DRAW:
    case AST_SCORE:
        return false;
    default:
        return true;
    }
}

static bool asks_twice(const ast *a, uint32_t then) {
    for (uint32_t i = a->node[ast_at(a, then)->first].next; i; i = a->node[i].next)
        if (offers(a, i)) return true;
    return false;
}

static void look_around(const ast *a, uint32_t node, sight *s) {
    const ast_node *n = ast_at(a, node);
    s->there[n->kind] = true;
    s->repeats |=
        n->kind == AST_WORD && (n->value == AST_WORD_REPEATS || n->value == AST_WORD_SEEN);
    s->skips_i |= n->kind == AST_BOARD && n->flags & BOARD_SKIP_I;
    s->edges |= n->kind == AST_BOARD && n->flags & BOARD_EDGES;
    s->labels |= n->kind == AST_OPTIONAL && n->name;
    s->hides |= n->kind == AST_VAR && n->flags & AST_SECRET;
    s->halves |= n->kind == AST_OPTION && n->flags & AST_HALVES;
    s->chooses |= n->kind == AST_PROMOTES && names_in(a, node) > 1;
    s->stages |= n->kind == AST_REPEAT || (n->kind == AST_THEN && asks_twice(a, node));
    AST_EACH(a, node, i) {
        if (a->node[i].kind == AST_KINDS) look_at_kinds(a, i, n->kind == AST_PLACE, s);
        look_around(a, i, s);
    }
}

/* The same as the compiler finds; a word in a definition that are not used may add one. */
static uint32_t traits_by_words(const text_game *k, const sight *s) {
    uint32_t t = GAME_NOEND;
    if (s->there[AST_CHANCE]) t |= GAME_CHANCE;
    if (s->repeats) t |= GAME_REPEATS;
    if (s->there[AST_SCORE]) t |= k->g.default_players > 2 ? GAME_RANKS | GAME_UNEVEN : GAME_RANKS;
    if (s->there[AST_FEN] && !s->stages) t |= GAME_UCI;
    if (s->skips_i) t |= GAME_SKIPS_I;
    if (s->halves) t |= GAME_HALVES;
    if (s->hides) t |= GAME_HIDDEN;
    return t;
}

/* How its actions are written, kind by kind. */
static void fill_syntax(text_game *k, const sight *s) {
    static const char *const edge[] = {"e4, e4n", "e4, N@e4n"};
    bool letter = s->chooses || (s->there[AST_FEN] && s->there[AST_PROMOTES]);
    const struct {
        ast_kind kind;
        action_syntax syntax;
    } row[] = {{AST_MOVE,
                {"move", !letter    ? "e2e4"
                         : s->edges ? "e2e4, e7e8=q"
                                    : "e2e4, e7e8q"}},
               {AST_PLACE,
                {"place", s->edges   ? edge[s->mixed]
                          : s->mixed ? "e4, N@e4"
                                     : "e4"}},
               {AST_PICK,
                {"pick", s->chooses ? "e4, e4=q"
                         : s->edges ? edge[0]
                                    : "e4"}},
               {AST_PASS, {"pass", "pass"}},
               {AST_ACT, {"word", s->there[AST_WITH] ? "name, name:part" : "name"}},
               {AST_OPTIONAL, {"skip", s->labels ? "skip, skip:name" : "skip"}},
               {AST_CHANCE, {"chance", "name=4"}}};
    int n = 0;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (s->there[row[i].kind]) k->syntax[n++] = row[i].syntax;
    k->g.syntax = k->syntax;
}

/* Compiles a game under its default options: to report what is wrong, and what its traits are. */
static status try_game(text_game *k, diags *d) {
    params p = params_default();
    program *b = (program *)(void *)rules_alloc(&k->g, &p, sizeof *b);
    if (!b) return ST_NOMEM;
    status st = compile_program(b, k->tree, k->node, &p, d);
    if (st == ST_OK) {
        k->g.traits = b->head.traits;
        k->facts.cells = area_count(b->board.all);
    }
    program_clear(b);
    rules_free(&b->head);
    return st;
}

status text_game_hash(const text_game *k, uint64_t *out) {
    *out = k->facts.hash;
    if (*out) return ST_OK;
    text canonical = text_growing();
    ast_write_plain(k->tree, k->node, &canonical);
    *out = hash_bytes(text_string(&canonical), canonical.len, 0);
    bool cut = canonical.cut;
    text_done(&canonical);
    return cut ? ST_NOMEM : ST_OK;
}

/* --- reading --- */

/* A game evaluates positions as the one it is made from, where both have the same terms. */
static void inherit_weights(const text_library *s, const text_unit *v, uint32_t node,
                            text_game *k) {
    const char *parent = NULL;
    AST_EACH(&v->tree, node, i)
    if (ast_at(&v->tree, i)->kind == AST_PARENT) parent = ast_name(&v->tree, i);
    if (!parent) return;
    const text_game *from = find_by_name(s, parent);
    for (size_t i = 0; i + 1 < v->count; i++)
        if (text_same(v->games[i]->name, parent)) from = v->games[i];
    if (from) terms_inherit(&k->plan, &from->plan);
}

static status add_game(const text_library *s, text_unit *v, uint32_t node, diags *d) {
    if (MEM_GROW(v->games, v->cap, v->count + 1) != ST_OK) return ST_NOMEM;
    text_game *k = mem_alloc(sizeof *k);
    if (!k) return ST_NOMEM;
    v->games[v->count++] = k;
    k->home = v;
    status st = ast_inherit(&v->tree, node, &k->node, d);
    if (st != ST_OK) return st;
    k->tree = &v->tree;
    k->facts.file = v->file;
    fill_facts(k);
    sight seen = {0};
    look_around(k->tree, k->node, &seen);
    fill_syntax(k, &seen);
    terms_choose(&k->plan, k->tree, k->node);
    inherit_weights(s, v, node, k);
    k->g.features = k->plan.list;
    k->g.traits = traits_by_words(k, &seen);
    if (seen.hides) {
        k->g.views = &rb_views;
        k->g.inputs = NULL; /* they would show a net what is hidden */
    }
    if (s->trusts) return ST_OK;
    st = try_game(k, d);
    return st == ST_OK ? text_game_hash(k, &k->facts.hash) : st;
}

static status too_many(const ast *a, uint32_t node, diags *d) {
    const ast_node *n = ast_at(a, node);
    diag_add(d, &a->source[n->source], n->at, "E30", "limit exceeded: more than %d games in a text",
             TEXT_GAMES);
    return ST_BAD_SYNTAX;
}

static status fill_unit(const text_library *s, text_unit *v, size_t len, diags *d) {
    source kept = {v->file, v->text, len};
    status st = parse_text(&v->tree, &kept, d);
    if (st != ST_OK) return st;
    ast *a = &v->tree;
    uint32_t last = a->first_game;
    while (last && ast_at(a, last)->next) last = ast_at(a, last)->next;
    uint32_t own = last;
    for (uint32_t i = a->first_game; i && st == ST_OK; i = i == own ? 0 : ast_at(a, i)->next)
        st = import_parent(s, v, i, &last, d);
    /* All games are looked at, so that all problems are reported at once. */
    status all = st;
    for (uint32_t i = a->first_game; i && st != ST_NOMEM; i = i == own ? 0 : ast_at(a, i)->next) {
        if (v->count == TEXT_GAMES) return too_many(a, i, d);
        st = add_game(s, v, i, d);
        if (st != ST_OK) all = st;
    }
    if (all == ST_OK && !v->count) {
        diag_add(d, &kept, 0, "E03", "expected a game, found none");
        all = ST_BAD_SYNTAX;
    }
    return all;
}

/* Room first, then the games one by one: this cannot fail half-way. */
static status put_in_library(text_library *s, text_unit *v) {
    if (MEM_GROW(s->units, s->unit_cap, s->unit_count + 1) != ST_OK ||
        MEM_GROW(s->games, s->cap, s->count + v->count) != ST_OK)
        return ST_NOMEM;
    s->units[s->unit_count++] = v;
    s->readings++;
    for (size_t i = 0; i < v->count; i++) {
        v->games[i]->facts.reading = s->readings;
        v->games[i]->facts.place = (unsigned)i;
        size_t at = 0;
        while (at < s->count && !text_same(s->games[at]->name, v->games[i]->name)) at++;
        s->games[at] = v->games[i];
        if (at == s->count) s->count++;
    }
    assert(text_library_check(s));
    return ST_OK;
}

static bool stands_there(const text_library *s, const text_unit *v) {
    for (size_t i = 0; i < s->count; i++)
        if (s->games[i]->home == v) return true;
    return false;
}

/* Texts all of whose games were replaced. */
static void clear_away(text_library *s) {
    size_t kept = 0;
    for (size_t i = 0; i < s->unit_count; i++) {
        if (stands_there(s, s->units[i]))
            s->units[kept++] = s->units[i];
        else
            text_unit_let_go(s->units[i]);
    }
    s->unit_count = kept;
}

status text_library_read(text_library *s, const source *src, diags *d) {
    text_unit *v;
    if (!s->trusts) clear_away(s);
    status st = text_unit_create(&v, src);
    if (st == ST_OK) st = fill_unit(s, v, src->len, d);
    if (st == ST_OK) st = put_in_library(s, v);
    if (st != ST_OK) text_unit_destroy(v);
    return st;
}

static bool waits_for_parent(const diags *d) {
    for (int i = 0; i < d->count; i++)
        if (strcmp(d->item[i].code, "E25") == 0) return true;
    return false;
}

status text_library_read_all(text_library *s, const source *src, size_t n, text_report stated,
                             void *ctx) {
    diags *d = mem_alloc(sizeof *d);
    bool *done = mem_alloc(n * sizeof *done);
    status all = d && done ? ST_OK : ST_NOMEM;
    size_t left = n;
    /* A text whose parent is still to come waits for the next round, as long as rounds help. */
    for (bool last = false; all != ST_NOMEM && left;) {
        size_t before = left;
        for (size_t i = 0; all != ST_NOMEM && i < n; i++) {
            if (done[i]) continue;
            *d = (diags){0};
            status st = text_library_read(s, &src[i], d);
            if (st == ST_BAD_SYNTAX && waits_for_parent(d) && !last) continue;
            done[i] = true;
            left--;
            if (st != ST_OK) all = st;
            if (st != ST_NOMEM && stated) stated(ctx, &src[i], st, d);
        }
        last = left == before;
    }
    mem_free(d);
    mem_free(done);
    return all;
}

void text_library_trust(text_library *s, bool on) {
    s->trusts = on;
}

void text_library_set_weights(text_library *s, const char *name, const float *weight) {
    for (size_t i = 0; i < s->count; i++) {
        terms_plan *p = &s->games[i]->plan;
        if (!text_same(s->games[i]->name, name)) continue;
        for (int k = 0; k < p->count; k++) p->list[k].weight = weight[k];
    }
}

void text_library_native(text_library *s, const rb_native *native) {
    for (size_t i = 0; i < s->count; i++)
        if (text_same(s->games[i]->name, native->name)) s->games[i]->native = native;
}

/* The name of a term as the game has it, "" for all positions; NULL: there is no such term. */
static const char *term_name(const terms_plan *p, const char *name) {
    if (!*name) return "";
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->list[i].name, name) == 0) return p->list[i].name;
    return NULL;
}

void text_library_draws(text_library *s, const char *name, const draw_term *list) {
    for (size_t i = 0; i < s->count; i++) {
        text_game *k = s->games[i];
        if (!text_same(k->name, name)) continue;
        int n = 0;
        for (const draw_term *d = list; d->name && n <= TERMS_MAX; d++) {
            const char *known = term_name(&k->plan, d->name);
            if (known) k->draws[n++] = (draw_term){known, d->margin, d->scale};
        }
        k->draws[n] = (draw_term){0};
        k->g.draws = n ? k->draws : NULL;
    }
}

/* --- what is there --- */

int text_library_count(const text_library *s) {
    return (int)s->count;
}

unsigned text_library_readings(const text_library *s) {
    return s->readings;
}

const game *text_library_at(const text_library *s, int i) {
    return &s->games[i]->g;
}

const game *text_library_game(const text_library *s, const char *name) {
    for (size_t i = 0; i < s->count; i++)
        if (text_same(s->games[i]->name, name)) return &s->games[i]->g;
    for (size_t i = 0; i < s->count; i++)
        if (*s->games[i]->alias && text_same(s->games[i]->alias, name)) return &s->games[i]->g;
    return NULL;
}

const text_facts *text_facts_of(const game *g) {
    return g->open == rb_contract.open ? &((const text_game *)g->data)->facts : NULL;
}
