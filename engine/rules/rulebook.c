#include "engine/rules/rulebook.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/rulebook_text.h"
#include "engine/rules/run.h"

/* The game contract over compiled rules texts, and the shelf they stand on. */

area rb_set_in(const rulebook *b, const void *s, int set) {
    area a = area_none();
    const uint64_t *sets =
        (const uint64_t *)(const void *)((const unsigned char *)s + sizeof(rb_head));
    memcpy(a.w, sets + (size_t)set * (size_t)b->words, (size_t)b->words * 8);
    return a;
}

void rb_set_put(const rulebook *b, void *s, int set, area a) {
    uint64_t *sets = (uint64_t *)(void *)((unsigned char *)s + sizeof(rb_head));
    memcpy(sets + (size_t)set * (size_t)b->words, a.w, (size_t)b->words * 8);
}

/* --- a game on the shelf --- */

enum { TEXT_GAMES = 512 };

typedef struct text_game {
    game g; /* first: the contract */
    const rules_shelf *shelf;
    uint32_t node; /* with everything inherited */
    char name[RB_NAME], title[128], alias[RB_NAME];
    param_spec param[PARAMS_MAX + 1];
    char usual[PARAMS_MAX][16];
    char option[PARAMS_MAX][PARAMS_NAME];
} text_game;

struct rules_shelf {
    ast tree;
    char **text; /* copies of what was read, and of their names */
    int texts;
    text_game **games;
    int count;
};

/* --- the contract --- */

static void text_close(rules *r) {
    rulebook_clear((rulebook *)(void *)r);
    rules_free(r);
}

static status text_open(rules **out, const game *g, const params *p, error *err) {
    const text_game *k = g->data;
    rulebook *b = (rulebook *)(void *)rules_alloc(g, p, sizeof *b);
    diags *d = mem_alloc(sizeof *d);
    status st = b && d ? rulebook_compile(b, &k->shelf->tree, k->node, p, d) : ST_NOMEM;
    if (st == ST_NOMEM) (void)error_set(err, ST_NOMEM, "no memory for the rules of %s", g->name);
    if (st == ST_BAD_SYNTAX) {
        (void)diags_status(d, err);
        if (err) err->code = st = ST_BAD_VALUE; /* the text is right: these options are not */
    }
    mem_free(d);
    if (st != ST_OK && b) text_close(&b->head);
    *out = st == ST_OK ? &b->head : NULL;
    return st;
}

static void text_start(const rules *r, void *s) {
    rulebook_of(r)->run->start(rulebook_of(r), s);
}

static int text_actor(const rules *r, const void *s) {
    const rb_head *h = rb_head_in(s);
    if (h->over) return ACTOR_NONE;
    return rulebook_of(r)->point[h->point].chance ? ACTOR_CHANCE : h->mover;
}

static int text_legal(const rules *r, const void *s, const trail *t, action *out) {
    if (text_actor(r, s) < 0) return 0;
    return rulebook_of(r)->run->legal(rulebook_of(r), s, t, out);
}

static int text_chance(const rules *r, const void *s, action *out, float *weight) {
    if (text_actor(r, s) != ACTOR_CHANCE) return 0;
    int n = rulebook_of(r)->run->legal(rulebook_of(r), s, NULL, out);
    for (int i = 0; i < n; i++) weight[i] = 1.0F / (float)n;
    return n;
}

static void text_apply(const rules *r, void *s, trail *t, action a) {
    rulebook_of(r)->run->apply(rulebook_of(r), s, t, a);
}

static int text_play_out(const rules *r, void *s, trail *t, rng *g, int most) {
    return rulebook_of(r)->run->play_out(rulebook_of(r), s, t, g, most);
}

static void text_random(const rules *r, void *s, trail *t, rng *g) {
    (void)text_play_out(r, s, t, g, 1);
}

static uint64_t text_count(const rules *r, const void *s, const trail *t) {
    if (text_actor(r, s) < 0) return 0;
    return rulebook_of(r)->run->count(rulebook_of(r), s, t);
}

static uint64_t text_hash(const rules *r, const void *s) {
    (void)r;
    return rb_head_in(s)->hash;
}

static uint64_t text_rehash(const rules *r, const void *s) {
    return rulebook_of(r)->run->rehash(rulebook_of(r), s);
}

static void text_returns(const rules *r, const void *s, float *utility, int32_t *points) {
    const rb_head *h = rb_head_in(s);
    int n = r->players;
    for (int i = 0; i < n; i++) {
        points[i] = 0;
        if (h->over == OVER_WIN)
            utility[i] = i == h->winner ? 1.0F : 0.0F;
        else if (h->over == OVER_SCORE && n > 1)
            utility[i] = (float)h->score[i] / (float)(2 * (n - 1));
        else
            utility[i] = h->over == OVER_SCORE ? 0 : 1.0F / (float)n;
    }
}

static status refuse(error *why, const char *reason, const char *sentence) {
    status st = error_set(why, ST_ILLEGAL_ACTION, "%s", sentence);
    error_reason(why, reason, "%s", "");
    return st;
}

/* Why nothing on offer is this action. */
static status explain_no(const rulebook *b, const void *s, const trail *t, rb_action a,
                         error *why) {
    const rb_head *h = rb_head_in(s);
    const uint8_t *cells = rb_cells_in(b, s);
    unsigned owners = b->head.players + 1u;
    if (a.gen != RB_NO_GEN) { /* it was on offer without the trail */
        (void)t;
        return refuse(why, "repeats", "this position was there before");
    }
    if (a.from != RB_NO_CELL && !cells[a.from])
        return refuse(why, "no-piece", "there is no piece to move");
    if (a.from != RB_NO_CELL && (cells[a.from] - 1u) % owners != h->mover)
        return refuse(why, "not-yours", "that piece is not yours");
    if (a.from != RB_NO_CELL && cells[a.to] && (cells[a.to] - 1u) % owners == h->mover)
        return refuse(why, "own-piece", "a piece of yours stands there");
    if (a.from != RB_NO_CELL)
        return refuse(why, "no-such-move", "the rules do not let this piece go there now");
    if (a.to != RB_NO_CELL && cells[a.to]) return refuse(why, "occupied", "that cell is taken");
    return refuse(why, "not-offered", "the rules do not offer this now");
}

static status text_verify(const rules *r, const void *s, const trail *t, const action *steps, int n,
                          error *why) {
    const rulebook *b = rulebook_of(r);
    int actor = text_actor(r, s);
    if (actor == ACTOR_NONE) return refuse(why, "game-over", "the game is over");
    if (n == 1 && rb_unpack(steps[0]).gen < b->gens && b->run->allowed(b, s, t, steps[0]))
        return ST_OK;
    if (actor == ACTOR_CHANCE) {
        status st = error_set(why, ST_CHANCE_IMPOSSIBLE, "no such outcome here");
        error_reason(why, "no-such-outcome", "%s", "");
        return st;
    }
    return explain_no(b, s, t, rb_unpack(steps[0]), why);
}

static const char *text_phase(const rules *r, const void *s) {
    const char *name = rulebook_of(r)->phase_name[rb_head_in(s)->phase];
    return *name ? name : "play";
}

static const char *text_ending(const rules *r, const void *s) {
    (void)r;
    const rb_head *h = rb_head_in(s);
    return h->over == OVER_WIN ? "win" : h->over == OVER_DRAW ? "draw" : "score";
}

static status text_check(const rules *r, const void *s, error *err) {
    const rulebook *b = rulebook_of(r);
    if (b->run->sound(b, s)) return ST_OK;
    return error_set(err, ST_INTERNAL, "sets and cells of %s disagree", b->name);
}

static const action_syntax text_syntax[] = {{"move", "e2e4, e7e8q"},
                                            {"place", "e4, N@e4"},
                                            {"pick", "e4, e4=q"},
                                            {"word", "pass, skip, ..."},
                                            {NULL, NULL}};

static const game text_contract = {
    .traits = GAME_NOEND,
    .syntax = text_syntax,
    .open = text_open,
    .close = text_close,
    .start = text_start,
    .actor = text_actor,
    .legal = text_legal,
    .apply = text_apply,
    .hash = text_hash,
    .rehash = text_rehash,
    .returns = text_returns,
    .verify = text_verify,
    .to_text = rb_to_text,
    .from_text = rb_from_text,
    .write = rb_write,
    .read = rb_read,
    .draw = rb_draw,
    .phase = text_phase,
    .ending = text_ending,
    .describe = rb_describe,
    .check = text_check,
    .chance = text_chance,
    .play_random = text_random,
    .play_out = text_play_out,
    .count = text_count,
};

/* --- the shelf --- */

status rules_shelf_create(rules_shelf **out) {
    rules_shelf *s = mem_alloc(sizeof *s);
    *out = s;
    if (!s) return ST_NOMEM;
    status st = ast_init(&s->tree);
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are meant */
    s->games = mem_alloc(TEXT_GAMES * sizeof *s->games);
    if (st == ST_OK && s->games) return ST_OK;
    rules_shelf_destroy(s);
    *out = NULL;
    return ST_NOMEM;
}

void rules_shelf_destroy(rules_shelf *s) {
    if (!s) return;
    for (int i = 0; i < s->texts; i++) mem_free(s->text[i]);
    for (int i = 0; s->games && i < s->count; i++) mem_free(s->games[i]);
    mem_free(s->text);
    mem_free(s->games);
    ast_done(&s->tree);
    mem_free(s);
}

static int seats_of(const ast *a, uint32_t node, int *least) {
    int n = 0;
    AST_EACH(a, node, i)
    if (a->node[i].kind == AST_PLAYERS) AST_EACH(a, i, k) n++;
    *least = n;
    AST_EACH(a, node, i) {
        if (a->node[i].kind != AST_OPTION || strcmp(ast_name(a, i), "seats") != 0) continue;
        uint32_t low = a->node[a->node[i].first].next;
        if (a->node[low].value < n) *least = a->node[low].value;
    }
    return n;
}

static void fill_options(text_game *k, const ast *a) {
    int n = 0;
    AST_EACH(a, k->node, i) {
        if (a->node[i].kind != AST_OPTION || n == PARAMS_MAX) continue;
        uint32_t usual = a->node[i].first;
        uint32_t low = a->node[usual].next;
        snprintf(k->option[n], sizeof k->option[n], "%s", ast_name(a, i));
        snprintf(k->usual[n], sizeof k->usual[n], "%d", a->node[usual].value);
        k->param[n] = (param_spec){.name = k->option[n],
                                   .type = PARAM_INT,
                                   .usual = k->usual[n],
                                   .min = a->node[low].value,
                                   .max = a->node[a->node[low].next].value,
                                   .what = "an option of the rules text"};
        n++;
    }
    if (n) k->g.params = k->param;
}

static void fill_facts(text_game *k, const rules_shelf *s) {
    const ast *a = &s->tree;
    int least;
    k->shelf = s;
    k->g = text_contract;
    k->g.data = k;
    snprintf(k->name, sizeof k->name, "%s", ast_name(a, k->node));
    snprintf(k->title, sizeof k->title, "%s", k->name);
    AST_EACH(a, k->node, i) {
        if (a->node[i].kind == AST_TITLE) snprintf(k->title, sizeof k->title, "%s", ast_name(a, i));
        if (a->node[i].kind == AST_ALIAS) snprintf(k->alias, sizeof k->alias, "%s", ast_name(a, i));
    }
    int n = seats_of(a, k->node, &least);
    k->g.name = k->name;
    k->g.title = k->title;
    k->g.max_players = k->g.usual_players = (uint8_t)(n > GAME_MAX_PLAYERS ? GAME_MAX_PLAYERS : n);
    k->g.min_players = (uint8_t)(least < 1 ? 1 : least);
    fill_options(k, a);
}

/* Compiles a game under its usual options: to tell what is wrong, and what its traits are. */
static status try_game(text_game *k, diags *d) {
    params p = params_default();
    rulebook *b = (rulebook *)(void *)rules_alloc(&k->g, &p, sizeof *b);
    if (!b) return ST_NOMEM;
    status st = rulebook_compile(b, &k->shelf->tree, k->node, &p, d);
    if (st == ST_OK) k->g.traits = b->head.traits;
    text_close(&b->head);
    return st;
}

static status put_on_shelf(rules_shelf *s, uint32_t node, diags *d) {
    text_game *k = mem_alloc(sizeof *k);
    if (!k) return ST_NOMEM;
    const ast_node *n = ast_at(&s->tree, node);
    status st = s->count < TEXT_GAMES ? ST_OK : ST_BAD_SYNTAX;
    if (st != ST_OK)
        diag_add(d, &s->tree.source[n->source], n->at, "E30",
                 "limit exceeded: games that are read together, at most %d", TEXT_GAMES);
    if (st == ST_OK) st = ast_inherit(&s->tree, node, &k->node, d);
    if (st == ST_OK) {
        fill_facts(k, s);
        st = try_game(k, d);
    }
    if (st != ST_OK) {
        mem_free(k);
        return st;
    }
    s->games[s->count++] = k;
    return ST_OK;
}

static char *keep_copy(rules_shelf *s, const char *at, size_t len) {
    char **more = mem_resize(s->text, (size_t)(s->texts + 1) * sizeof *more);
    char *copy = mem_alloc(len + 1);
    if (more) s->text = more;
    if (!more || !copy) {
        mem_free(copy);
        return NULL;
    }
    memcpy(copy, at, len);
    s->text[s->texts++] = copy;
    return copy;
}

status rules_shelf_read(rules_shelf *s, const source *src, diags *d) {
    source kept = {.len = src->len};
    kept.at = keep_copy(s, src->at, src->len);
    kept.name = keep_copy(s, src->name, strlen(src->name));
    if (!kept.at || !kept.name) return ST_NOMEM;
    uint32_t last = 0;
    for (uint32_t i = s->tree.first_game; i; i = s->tree.node[i].next) last = i;
    status all = parse_text(&s->tree, &kept, d);
    if (all == ST_NOMEM) return all;
    uint32_t i = last ? s->tree.node[last].next : s->tree.first_game;
    for (; i; i = s->tree.node[i].next) {
        status st = put_on_shelf(s, i, d);
        if (st == ST_NOMEM) return st;
        if (st != ST_OK) all = st;
    }
    return all;
}

int rules_shelf_count(const rules_shelf *s) {
    return s->count;
}

const game *rules_shelf_at(const rules_shelf *s, int i) {
    return &s->games[i]->g;
}

const game *rules_shelf_game(const rules_shelf *s, const char *name) {
    for (int i = s->count - 1; i >= 0; i--)
        if (text_same(s->games[i]->name, name) || text_same(s->games[i]->alias, name))
            return &s->games[i]->g;
    return NULL;
}
