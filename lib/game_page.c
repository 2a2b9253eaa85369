#include "lib/game_page.h"

#include <stdio.h>
#include <string.h>

#include "engine/game/game_terminal.h"
#include "engine/game/position.h"
#include "engine/rules/book/rules_page.h"
#include "engine/rules/book/text_library.h"
#include "engine/rules/machine/program.h"
#include "engine/sdk/kit.h"
#include "eval/evaluate.h"
#include "games/pages/game_pages.h"
#include "search/search_registry.h"

enum { WIDTH = RULES_PAGE_WIDTH, EXAMPLE_ACTIONS = 2 };

static status finish(const text *out, error *err) {
    return out->cut ? error_set(err, ST_NOMEM, "no memory for the page") : ST_OK;
}

/* Ends a text that became a part of the page. */
static void done(text *part, text *out) {
    out->cut |= part->cut;
    text_done(part);
}

static void put_title(const char *title, text *out) {
    text_format(out, "%s\n", title);
    text_repeat(out, '=', (int)strlen(title));
    text_char(out, '\n');
}

static void put_sentence(int indent, const char *sentence, text *out) {
    text_repeat(out, ' ', indent);
    text_wrapped(out, sentence, (text_layout){indent, indent + 2, WIDTH});
}

/* "2", "2 to 4" */
static void put_range(const game *g, const char *between, text *out) {
    text_format(out, "%d", g->min_players);
    if (g->max_players > g->min_players) text_format(out, "%s%d", between, g->max_players);
}

static void put_players(const game *g, text *out) {
    text said = text_growing();
    put_range(g, " to ", &said);
    text_format(&said, " player%s", g->max_players > 1 ? "s" : "");
    if (g->max_players > g->min_players) text_format(&said, " (%d unless set)", g->default_players);
    text_put(&said, g->traits & GAME_HIDDEN   ? "; chance, and what others do not see"
                    : g->traits & GAME_CHANCE ? "; chance"
                                              : "; no chance, nothing hidden");
    if (g->traits & GAME_POINTS) text_put(&said, "; points");
    text_char(&said, '.');
    put_sentence(0, text_string(&said), out);
    done(&said, out);
}

/* --- options, notation, bots --- */

static void put_option(const game *g, const param_spec *s, text *out) {
    text said = text_growing();
    text_format(&said, "--set %s=%s", s->name, s->default_value);
    if (s->what && *s->what) text_format(&said, ": %s", s->what);
    if (s->type == PARAM_ENUM && s->choices) text_format(&said, " (one of: %s)", s->choices);
    if (s->type == PARAM_INT && !text_facts_of(g) && !strstr(s->what ? s->what : "", " to "))
        text_format(&said, " (%lld to %lld)", (long long)s->min, (long long)s->max);
    if (text_facts_of(g)) {
        text comment = text_growing();
        rules_page_option(g, s->name, &comment);
        if (comment.len) text_format(&said, "; %s", text_string(&comment));
        done(&comment, out);
    }
    put_sentence(2, text_string(&said), out);
    done(&said, out);
}

static void put_options(const game *g, text *out) {
    if (!g->params || !g->params->name) return;
    text_put(out, "\nOptions (with their defaults)\n");
    for (const param_spec *s = g->params; s->name; s++) put_option(g, s, out);
}

static void put_notation(const game *g, text *out) {
    if (!g->syntax || !g->syntax->kind) return;
    text_put(out, "\nHow actions are written\n");
    for (const action_syntax *s = g->syntax; s->kind; s++) {
        enum { COLUMN = 15 };
        text_format(out, "  %-12s ", s->kind);
        text_wrapped(out, s->pattern, (text_layout){COLUMN, COLUMN, WIDTH});
    }
}

/* --- the rules --- */

static const embedded_file *find_page(const rules *r) {
    char name[80];
    (void)snprintf(name, sizeof name, "%s_page.txt", r->game->name);
    for (const embedded_file *f = game_pages; f->name; f++)
        if (strcmp(f->name, name) == 0) return f;
    return NULL;
}

static void put_start(const rules *r, text *out) {
    position *p = NULL;
    if (r->traits & (GAME_HIDDEN | GAME_CHANCE)) return;
    if (position_start(&p, r->game, &r->options, SEAT_ALL, NULL) != ST_OK) {
        out->cut = true;
        return;
    }
    text drawn = text_growing();
    game_draw(r, position_data(p), SEAT_ALL, false, &drawn);
    text_put(out, "\nAt the start\n");
    for (const char *at = text_string(&drawn); *at;) {
        size_t n = strcspn(at, "\n");
        size_t used = n;
        while (used && at[used - 1] == ' ') used--;
        text_put(out, used ? "  " : "");
        text_putn(out, at, used);
        text_char(out, '\n');
        at += n + (at[n] == '\n');
    }
    done(&drawn, out);
    position_destroy(p);
}

/* A game of another author that came without a page: what the contract says of it. */
static void put_unknown(const rules *r, text *out) {
    text said = text_growing();
    text_char(out, '\n');
    put_sentence(0,
                 "Its author has written no page. These are the facts that the program knows; "
                 "`legal` in `kibitz play` lists what can be done.",
                 out);
    const kit *k = kit_of(r->game);
    if (k) {
        const bw_game *from = kit_source(k);
        text_format(&said, "A board of %d rows and %d columns; pieces %s.", (int)from->rows,
                    (int)from->cols, from->pieces);
        put_sentence(0, text_string(&said), out);
    }
    done(&said, out);
}

/* A page is for the game that was built with it, not for one that was loaded with its name. */
static const embedded_file *page_of(const rules *r) {
    return !text_facts_of(r->game) && !r->text_hash ? find_page(r) : NULL;
}

status game_page_rules(const rules *r, text *out, error *err) {
    const game *g = r->game;
    const embedded_file *page = page_of(r);
    put_title(g->title, out);
    put_players(g, out);
    if (text_facts_of(g)) {
        rules_page_write(g, out);
    } else if (page) {
        text_char(out, '\n');
        text_putn(out, (const char *)page->at, *page->size);
    } else {
        put_unknown(r, out);
    }
    put_start(r, out);
    put_notation(g, out);
    put_options(g, out);
    return finish(out, err);
}

/* --- the rules, without what only tells which game it is --- */

static void put_letter(void *ctx, const game_word *n) {
    text *said = ctx;
    if (n->kind == GAME_NAME_LETTER) text_format(said, " \"%s\"", n->word);
}

/* A game on the kit: its page, or what the kit knows, and the options of its author as they are set. */
static void put_kit_plain(const rules *r, const bw_game *from, text *out) {
    const embedded_file *page = page_of(r);
    text_char(out, '\n');
    if (page) {
        text_putn(out, (const char *)page->at, *page->size);
    } else {
        text said = text_growing();
        text_format(&said, "A board of %d rows and %d columns; pieces:", (int)from->rows,
                    (int)from->cols);
        r->terminal->names(r, put_letter, &said);
        put_sentence(0, text_string(&said), out);
        done(&said, out);
    }
    for (const param_spec *s = r->game->params; s && s->name; s++) {
        if (s == r->game->params) text_put(out, "\nOptions, as they are set\n");
        text_format(out, "  %s=%s: %s\n", s->name,
                    params_word(&r->options, s->name, s->default_value), s->what ? s->what : "");
    }
}

status game_page_plain(const rules *r, text *out, error *err) {
    const kit *k = kit_of(r->game);
    if (!text_facts_of(r->game) && !k)
        return error_set(err, ST_UNSUPPORTED, "%s is no game of a rules text or on the kit",
                         r->game->name);
    put_players(r->game, out);
    if (k)
        put_kit_plain(r, kit_source(k), out);
    else
        rules_page_plain(r->game, out);
    return finish(out, err);
}

/* --- one game --- */

typedef struct first_token {
    const rules *r;
    const void *state;
    text *out;
} first_token;

static bool take_first(void *ctx, const token *tok) {
    first_token *f = ctx;
    token_write(f->r, f->state, tok, f->out);
    return false;
}

/* A few actions that can be played from the start, as they are given with --moves. */
static status put_actions(const rules *r, text *out, error *err) {
    position *p = NULL;
    status st = position_start(&p, r->game, &r->options, SEAT_ALL, err);
    if (st == ST_OK) position_set_seed(p, 1);
    for (int i = 0; st == ST_OK && i < EXAMPLE_ACTIONS; i++) {
        text said = text_growing();
        st = position_resolve(p, err);
        state_ref x = position_ref(p);
        if (st != ST_OK || r->game->actor(x.rules, x.state) < 0) {
            done(&said, out);
            break;
        }
        st = token_walk(x, take_first, &(first_token){x.rules, x.state, &said});
        if (st == ST_OK) st = position_play(p, text_string(&said), err);
        if (st == ST_OK) text_format(out, "%s%s", out->len ? " " : "", text_string(&said));
        done(&said, out);
    }
    position_destroy(p);
    return st;
}

static void put_bots(const rules *r, const search_registry *book, text *out) {
    text said = text_growing();
    search_write_algorithms(book, r, &said);
    text_put(out, "\nWho can play it (--seat 2=NAME, --engine NAME)\n");
    put_sentence(2, text_string(&said), out);
    done(&said, out);
}

/* What evaluates positions where EvalFile says nothing. */
static void put_evaluation(const rules *r, text *out) {
    weights w;
    const net *n = NULL;
    weights_init(&w, r->game);
    (void)evaluator_choose(&w, r, &n, NULL);
    if (n) {
        text_put(out, "Positions are evaluated by a net, ");
        net_write_shape(n, out);
        text_format(out, ": %s.\n", n->trained);
    } else if (w.count) {
        text_format(out, "Positions are evaluated by %d weights (kibitz tune %s --list).\n",
                    w.count, r->game->name);
    } else {
        text_put(out, "It has no evaluation: games are played out.\n");
    }
}

status game_page_card(const rules *r, const search_registry *book, text *out, error *err) {
    const game *g = r->game;
    text moves = text_growing();
    put_title(g->title, out);
    text_format(out, "%s%s%s: ", g->name, g->variant ? ", for chess front ends " : "",
                g->variant ? g->variant : "");
    put_players(g, out);
    if (text_facts_of(g) && program_of(r)->native)
        text_put(out, "With these options it is played by code generated from its rules text.\n");
    put_evaluation(r, out);
    put_options(g, out);
    put_notation(g, out);
    put_bots(r, book, out);
    status st = put_actions(r, &moves, err);
    text_put(out, "\nExamples\n");
    text_format(out, "  kibitz rules %s\n  kibitz play %s\n", g->name, g->name);
    if (st == ST_OK && moves.len && !moves.cut)
        text_format(out, "  kibitz analyze %s --moves \"%s\" --time 1000\n", g->name,
                    text_string(&moves));
    done(&moves, out);
    return st == ST_OK ? finish(out, err) : st;
}

/* --- all games --- */

typedef enum game_group {
    GROUP_CHANCE,
    GROUP_CHESS,
    GROUP_BOARD,
    GROUP_KIT,
    GROUP_COUNT
} game_group;

static game_group group_of(const game *g) {
    if (kit_of(g)) return GROUP_KIT;
    if (g->traits & (GAME_CHANCE | GAME_HIDDEN)) return GROUP_CHANCE;
    return text_facts_of(g) && rules_page_has_hits(g) ? GROUP_CHESS : GROUP_BOARD;
}

/* Few options are named, many are counted. */
static void put_option_names(const game *g, text *out) {
    enum { FEW = 3 };
    int n = 0;
    for (const param_spec *s = g->params; s && s->name; s++) n++;
    if (n > FEW) text_format(out, "  (%d options)", n);
    if (!n || n > FEW) return;
    for (const param_spec *s = g->params; s->name; s++)
        text_format(out, "%s%s", s == g->params ? "  (" : ", ", s->name);
    text_char(out, ')');
}

void game_page_list(game_list games, text *out) {
    static const char *const title[GROUP_COUNT] = {
        "Tiles, cards, dice", "Chess and its relatives", "Other board games",
        "Board games on the kit (the Boardwalk study, and what was loaded)"};
    for (game_group k = 0; k < GROUP_COUNT; k++) {
        bool any = false;
        for (game_list g = games; *g; g++) {
            if (group_of(*g) != k) continue;
            if (!any) text_format(out, "%s%s\n", out->len ? "\n" : "", title[k]);
            any = true;
            char players[16];
            text range = text_over(players, sizeof players);
            put_range(*g, "-", &range);
            text_format(out, "  %-22s %-4s %s", (*g)->name, players, (*g)->title);
            put_option_names(*g, out);
            text_char(out, '\n');
        }
    }
    text_put(out, "\nkibitz games NAME: options, notation, bots and an example; kibitz rules NAME: "
                  "the rules.\n");
}
