#include "engine/rules/rulebook.h"

#include <stdio.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/rules/compile.h"
#include "engine/rules/run.h"

/* The compiler from tree to rulebook: declarations, checks, code for each side, keys, tables. */

/* --- checks of the whole --- */

static void check_piece_blocks(compiler *c) {
    for (int k = 0; k < c->b->kinds; k++) {
        c->at = (place){.from = true, .piece = k};
        if (c->piece[k].hits) {
            bool itself = false;
            AST_EACH(c->a, c->piece[k].node, i)
            if (c->a->node[i].kind == AST_HITS) {
                const ast_node *n = ast_at(c->a, c->a->node[i].first);
                itself |= n->kind == AST_WORD && n->value == AST_WORD_HITS;
            }
            if (itself)
                complain(c, c->piece[k].hits, "E18", "'hits' uses itself");
            else
                (void)check_is(c, c->piece[k].hits, NULL, VAL_AREA);
        }
        AST_EACH(c->a, c->piece[k].node, i) {
            const ast_node *n = ast_at(c->a, i);
            if (n->kind != AST_PROMOTES) continue;
            c->at = (place){.from = true, .to = true, .piece = k};
            (void)check_is(c, n->first, NULL, VAL_AREA);
            if (needs(c, n->first, NULL) & ~(uint32_t)NEEDS_STATE)
                complain(c, n->first, "E15", "`from` and `to` are not known here");
            for (uint32_t kind = c->a->node[n->first].next; kind; kind = c->a->node[kind].next) {
                if (find_piece(c, c->a->node[kind].name) >= 0) continue;
                complain(c, kind, "E12", "unknown name '%s': no such piece", ast_name(c->a, kind));
                suggest_name(c, ast_name(c->a, kind));
            }
        }
    }
}

static void check_turns(compiler *c) {
    for (int i = 0; i < c->b->phases; i++) {
        c->at = (place){.piece = -1};
        check_rule(c, c->turn[i], NULL);
        if (says_else(c, c->turn[i])) continue;
        complain(c, c->turn[i], "E20", "turn has no `else`");
        suggest(c, "what happens when there is no action? `else lose`, `else draw`, `else pass`");
    }
}

static void check_the_rest(compiler *c) {
    AST_EACH(c->a, c->game, i) {
        const ast_node *n = ast_at(c->a, i);
        if (n->kind == AST_BEFORE) {
            c->at = (place){.from = true, .to = true, .opt = true, .piece = -1};
            check_block(c, n->first, NULL);
        }
        if (n->kind != AST_END) continue;
        AST_EACH(c->a, i, k) {
            uint32_t test = c->a->node[k].first;
            c->at = (place){.piece = -1, .ending = true};
            (void)check_is(c, test, NULL, VAL_BOOL);
            check_block(c, c->a->node[test].next, NULL);
        }
    }
    /* Definitions that nobody uses are looked at all the same, as far as that can be done. */
    for (int i = 0; i < c->defs; i++) {
        if (c->def[i].used || child_of(c, c->def[i].node, AST_PARAMS)) continue;
        c->at = (place){
            .from = true, .to = true, .opt = true, .piece = -1, .ending = true, .require = true};
        c->def[i].busy = true;
        (void)check_expr(c, body_of(c, c->def[i].node), NULL);
        c->def[i].busy = false;
    }
}

/* --- warnings --- */

static void warn_unused(compiler *c) {
    for (int i = 0; i < c->defs; i++)
        if (!c->def[i].used)
            complain(c, c->def[i].node, "W02", "def '%s' is never used",
                     c->a->strings + c->def[i].name);
    for (int i = 0; i < c->rule_count; i++)
        if (!c->rule[i].used)
            complain(c, c->rule[i].node, "W02", "rule '%s' is never used",
                     c->a->strings + c->rule[i].name);
    for (int i = 0; i < c->b->vars; i++)
        if (!c->var_used[i])
            complain(c, c->var_node[i], "W02", "variable '%s' is never read", c->b->var[i].name);
}

static void warn_hits(compiler *c) {
    if (!c->attacked_used) return;
    for (int k = 0; k < c->b->kinds; k++) {
        if (c->piece[k].hits || !child_of(c, c->piece[k].node, AST_MOVE)) continue;
        complain(c, c->piece[k].node, "W01",
                 "piece '%s' moves but has no `hits`; `attacked` does not see it",
                 c->b->kind[k].name);
    }
}

/* A number that only ever grows makes every position a new one. */
static bool only_grows(const compiler *c, uint32_t node, uint32_t name, bool *grows) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_ASSIGN && n->name == name) {
        if (n->value != AST_ADD) return false;
        *grows = true;
    }
    AST_EACH(c->a, node, i)
    if (!only_grows(c, i, name, grows)) return false;
    return true;
}

static void warn_growing(compiler *c) {
    if (!c->b->reads_trail) return;
    for (int i = 0; i < c->b->vars; i++) {
        bool grows = false;
        if (c->b->var[i].counter || c->b->var[i].type != AST_TYPE_INT) continue;
        if (!only_grows(c, c->game, c->var_name[i], &grows) || !grows) continue;
        complain(c, c->var_node[i], "W04", "'%s' grows for ever: repetition can never occur",
                 c->b->var[i].name);
        suggest(c, "use `counter %s`", c->b->var[i].name);
    }
}

static void warn_repeat(compiler *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_REPEAT) {
        const ast_node *item = ast_at(c->a, n->first);
        if ((item->kind == AST_PASS || item->kind == AST_ACT) && !item->first) {
            complain(c, node, "W06", "stage may repeat without changing the board");
            suggest(c, "add a limit: `when ...`");
        }
    }
    AST_EACH(c->a, node, i) warn_repeat(c, i);
}

/* Two ways of saying the same in one list: `pass` twice, or two acts of one name. */
static void warn_same_text(compiler *c, uint32_t node) {
    const ast_node *n = ast_at(c->a, node);
    if (n->kind == AST_UNION) {
        AST_EACH(c->a, node, i) {
            const ast_node *x = ast_at(c->a, i);
            if (x->kind != AST_PASS && x->kind != AST_ACT) continue;
            for (uint32_t k = x->next; k; k = c->a->node[k].next) {
                const ast_node *y = ast_at(c->a, k);
                if (y->kind == x->kind && y->name == x->name)
                    complain(c, k, "W05", "two alternatives may give the same action text");
            }
        }
    }
    AST_EACH(c->a, node, i) warn_same_text(c, i);
}

static void warn(compiler *c) {
    warn_unused(c);
    warn_hits(c);
    warn_growing(c);
    for (int i = 0; i < c->b->phases; i++) {
        warn_repeat(c, c->turn[i]);
        warn_same_text(c, c->turn[i]);
    }
    if (!c->can_end) {
        complain(c, c->game, "W03", "no way to end the game found");
        suggest(c, "`else lose`, `else draw`, or `end { when ... win }`");
    }
}

/* --- finishing --- */

static bool make_keys(compiler *c) {
    rulebook *b = c->b;
    size_t n = (size_t)b->board.cells * (size_t)b->codes;
    b->key = mem_alloc(n * sizeof *b->key);
    if (!b->key) return false;
    for (int cell = 0; cell < b->board.cells; cell++)
        for (int code = 1; code < b->codes; code++)
            b->key[cell * b->codes + code] = hash_key("rules/piece", (uint64_t)(cell * 256 + code));
    hash_fill(b->mover_key, GAME_MAX_PLAYERS, "rules/mover");
    hash_fill(b->phase_key, 16, "rules/phase");
    hash_fill(b->point_key, RB_POINTS + 1, "rules/point");
    hash_fill(b->var_key, RB_VARS, "rules/var");
    hash_fill(b->area_key, RB_AREA_VARS, "rules/area");
    return true;
}

/* Whether somebody may be asked in what follows of a turn, from this node of a tree on. */
static bool asks_again(const rulebook *b, uint16_t node, int depth) {
    const rb_node *n = &b->node[node];
    if (n->kind == NODE_GEN || depth > RB_POINTS) return true;
    if (n->kind == NODE_AUTO && n->succ != RB_END &&
        asks_again(b, b->point[n->succ].node, depth + 1))
        return true;
    for (uint16_t i = n->first; i; i = b->node[i].next)
        if (asks_again(b, i, depth + 1)) return true;
    return false;
}

static uint32_t most_actions(const rulebook *b) {
    uint64_t most = 1;
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &b->side[0].gen[i];
        uint64_t cells = (uint64_t)area_count(b->board.all);
        uint64_t kinds = g->kind_count ? g->kind_count : g->promotions ? (uint64_t)b->kinds : 1;
        bool aims = g->kind == GEN_PLACE || g->kind == GEN_PICK;
        most += g->kind == GEN_MOVE     ? cells * cells * kinds
                : aims                  ? cells * kinds
                : g->kind == GEN_CHANCE ? 1024
                                        : 1;
    }
    return most < RB_MOST_ACTIONS ? (uint32_t)most : RB_MOST_ACTIONS;
}

static const rb_run *runner(int width) {
    return width == 1 ? &rb_run_w1 : width == 2 ? &rb_run_w2 : width == 4 ? &rb_run_w4 : &rb_run_w8;
}

static uint32_t traits_of(const rulebook *b) {
    uint32_t t = GAME_NOEND;
    bool plain = true; /* a turn is one action: a move as front ends know it */
    for (int i = 0; i < b->gens; i++) {
        const rb_gen *g = &b->side[0].gen[i];
        if (g->kind == GEN_CHANCE) t |= GAME_CHANCE;
        plain &= g->succ == RB_END || !asks_again(b, b->point[g->succ].node, 0);
    }
    if (b->reads_trail) t |= GAME_REPEATS;
    if (b->scores && b->head.players > 2) t |= GAME_UNEVEN;
    if (b->scores) t |= GAME_RANKS;
    if (b->fields && plain) t |= GAME_UCI;
    return t;
}

static status compile_all(compiler *c, const params *p) {
    rulebook *b = c->b;
    c->checking = true;
    c->side = &b->side[0];
    if (!declare(c, p)) return c->nomem ? ST_NOMEM : ST_BAD_SYNTAX;
    check_piece_blocks(c);
    check_turns(c);
    check_the_rest(c);
    if (c->d->errors) return ST_BAD_SYNTAX;
    bool good = make_start(c) && make_fields(c);
    c->checking = false;
    for (int i = 0; good && i < b->head.players; i++) {
        c->me = i;
        c->side = &b->side[i];
        good = make_turns(c);
    }
    c->checking = true;
    if (c->nomem) return ST_NOMEM;
    if (!good || c->d->errors || c->over_limit) return ST_BAD_SYNTAX;
    c->me = 0;
    find_live(c);
    warn(c);
    b->turns_limit = c->reads_turns ? c->turns_limit : -1;
    b->max_turns = 10000;
    b->head.max_actions = most_actions(b);
    b->head.max_steps = 1;
    b->head.traits = traits_of(b);
    b->no_end = p->noend;
    b->first = p->first > 0 ? p->first : 0;
    b->run = runner(b->words);
    if (!b->kind_list) b->kind_list = mem_alloc(1); /* so that a list of none is one, too */
    return b->kind_list && make_keys(c) ? b->run->prepare(b) : ST_NOMEM;
}

status rulebook_compile(rulebook *b, const ast *a, uint32_t node, const params *p, diags *d) {
    compiler *c = mem_alloc(sizeof *c);
    if (!c) return ST_NOMEM;
    c->a = a;
    c->b = b;
    c->d = d;
    c->game = node;
    snprintf(b->name, sizeof b->name, "%s", ast_name(a, node));
    status st = compile_all(c, p);
    mem_free(c);
    return st;
}

void rulebook_clear(rulebook *b) {
    for (int i = 0; i < GAME_MAX_PLAYERS; i++) {
        rb_side *s = &b->side[i];
        mem_free(s->code);
        mem_free(s->gen);
        mem_free(s->test);
        mem_free(s->promotion);
        mem_free(s->walk);
        mem_free(s->pattern);
        mem_free(s->hit);
        mem_free(s->plan);
        mem_free(s->ending);
    }
    mem_free(b->node);
    mem_free(b->kind_list);
    mem_free(b->names);
    mem_free(b->constant);
    mem_free(b->number);
    mem_free(b->table);
    mem_free(b->key);
    mem_free(b->wide);
}
