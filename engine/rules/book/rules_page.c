#include "engine/rules/book/rules_page.h"

#include <string.h>

#include "engine/rules/book/page_say.h"
#include "engine/rules/book/text_game.h"

/* --- lines --- */

static void put_heading(const char *title, text *out) {
    text_format(out, "\n%s\n", title);
}

/* A sentence begins with a capital letter and ends with a dot. */
static void put_sentence(int indent, text *sentence, text *out) {
    text line = text_growing();
    const char *s = text_string(sentence);
    if (*s >= 'a' && *s <= 'z') {
        text_char(&line, (char)(*s - 'a' + 'A'));
        s++;
    }
    text_put(&line, s);
    if (line.len && !strchr(".:!", text_string(&line)[line.len - 1])) text_char(&line, '.');
    page_put_line(indent, text_string(&line), out);
    out->cut |= sentence->cut;
    page_done(&line, out);
    text_clear(sentence);
}

/* --- the comment --- */

static void put_comment(const page *p, uint32_t own, text *out) {
    text said = text_growing();
    page_comment_above(p->a, own, &said);
    for (const char *at = text_string(&said); *at;) {
        size_t n = strcspn(at, "\n");
        text paragraph = text_growing();
        text_putn(&paragraph, at, n);
        text_char(out, '\n');
        text_wrapped(out, text_string(&paragraph), (text_layout){0, 0, RULES_PAGE_WIDTH});
        page_done(&paragraph, out);
        at += n + (at[n] == '\n');
    }
    page_done(&said, out);
}

static void put_comment_after(const page *p, uint32_t node, text *out) {
    if (!p->plain) page_comment_after(p->a, node, out);
}

static void put_parent(const page *p, uint32_t own, text *out) {
    uint32_t parent = page_child(p->a, own, AST_PARENT);
    if (!parent) return;
    text said = text_growing();
    text_format(
        &said,
        "Made from %s: what this game does not change is as there, and is on this page, too.",
        ast_name(p->a, parent));
    text_char(out, '\n');
    text_wrapped(out, text_string(&said), (text_layout){0, 0, RULES_PAGE_WIDTH});
    page_done(&said, out);
}

/* --- board --- */

static void put_players(const page *p, text *out) {
    uint32_t list = page_child(p->a, p->game, AST_PLAYERS);
    text said = text_growing();
    text_put(&said, "The players, in the order of their turns: ");
    if (list) AST_EACH(p->a, list, i) {
            page_put_name(ast_name(p->a, i), &said);
            if (p->a->node[i].next) text_put(&said, ", ");
        }
    put_sentence(2, &said, out);
    page_done(&said, out);
}

static void put_shape(page *p, uint32_t decl, text *said) {
    static const char *const shape[] = {"squares", "hexagons in a rhombus", "hexagons in a hexagon",
                                        "points that lines connect", "levels of squares"};
    const ast_node *n = ast_at(p->a, decl);
    text_format(said, "A board of %s", shape[n->value]);
    if (n->value == BOARD_LINES) {
        text_put(said, ": ");
        bool first = true;
        AST_EACH(p->a, decl, i) {
            if (p->a->node[i].kind != AST_LINE) continue;
            if (!first) text_put(said, ", ");
            first = false;
            AST_EACH(p->a, i, k)
            text_format(said, "%s%s", ast_name(p->a, k), p->a->node[k].next ? "-" : "");
        }
        return;
    }
    text_put(said, n->value == BOARD_HEXAGON ? ", along each side "
                   : n->value == BOARD_BOX   ? ", columns, rows and levels: "
                                             : ", columns and rows: ");
    bool first = true;
    AST_EACH(p->a, decl, i) {
        ast_kind k = (ast_kind)p->a->node[i].kind;
        if (k == AST_DIRS || k == AST_ONLY || k == AST_WITHOUT || k == AST_STACKS || k == AST_TRACK)
            continue;
        if (!first) text_put(said, " by ");
        first = false;
        page_put_number(p, i, said);
    }
}

/* What is between the squares, and what it is called. */
static void put_places(unsigned flags, text *said, text *out) {
    bool rim = flags & BOARD_RIM;
    text_format(said, "The edges between squares%s are places for pieces, too",
                rim ? ", and the outer sides," : "");
    if (flags & BOARD_CORNERS)
        text_format(said, ", and so are the corners where %ssquares meet", rim ? "" : "four ");
    put_sentence(2, said, out);
    text_put(said, "A step goes from a square to an edge of it, or from there to the next square");
    put_sentence(2, said, out);
    text_format(said, "The edge above a1 is called a1n, the one to the right of it a1e%s%s",
                flags & BOARD_CORNERS ? ", the corner between these a1ne" : "",
                rim ? "; below it is a1s, to the left of it a1w" : "");
    put_sentence(2, said, out);
}

static void put_board(page *p, text *out) {
    uint32_t decl = page_child(p->a, p->game, AST_BOARD);
    if (!decl) return;
    text said = text_growing();
    put_shape(p, decl, &said);
    put_sentence(2, &said, out);
    unsigned flags = p->a->node[decl].flags;
    unsigned wraps = flags & BOARD_WRAPS;
    if (flags & BOARD_EDGES) put_places(flags, &said, out);
    if (wraps) {
        text_format(&said, "The %s of the board are connected",
                    wraps == BOARD_WRAP_X   ? "left and right edges"
                    : wraps == BOARD_WRAP_Y ? "upper and lower edges"
                                            : "opposite edges");
        put_sentence(2, &said, out);
    }
    AST_EACH(p->a, decl, i) {
        ast_kind k = (ast_kind)p->a->node[i].kind;
        if (k == AST_DIRS) {
            text_put(&said, "Neighbours are cells one step apart ");
            page_put_dirs(p, i, &said);
        } else if (k == AST_STACKS) {
            text_put(&said, "A cell holds a stack of pieces, at most ");
            page_put_number(p, p->a->node[i].first, &said);
            text_put(&said, "; the one on top says whose it is and what it is, and stacks move "
                            "onto each other");
        } else if (k == AST_TRACK) {
            text_format(
                &said, "The direction %s goes from cell to cell in this order:", ast_name(p->a, i));
            uint32_t line = page_child(p->a, i, AST_LINE);
            if (line) AST_EACH(p->a, line, cell) text_format(&said, " %s", ast_name(p->a, cell));
        } else if (k == AST_ONLY || k == AST_WITHOUT) {
            text_put(&said, k == AST_ONLY ? "Only these are used: " : "These are not there: ");
            page_put_area(p, p->a->node[i].first, &said);
        }
        if (said.len) put_sentence(2, &said, out);
    }
    page_done(&said, out);
}

static void put_views(const page *p, text *out) {
    static const char *const turn[] = {"as it is",
                                       "with the rows upside down",
                                       "turned round by half",
                                       "with columns and rows exchanged",
                                       "from the left edge",
                                       "from the right edge"};
    AST_EACH(p->a, p->game, i) {
        if (p->a->node[i].kind != AST_VIEW) continue;
        text said = text_growing();
        page_put_name(ast_name(p->a, i), &said);
        text_format(&said, " sees the board %s", turn[p->a->node[i].value]);
        put_sentence(2, &said, out);
        page_done(&said, out);
    }
}

/* --- pieces --- */

static void put_clause(page *p, uint32_t clause, text *said) {
    const ast_node *n = ast_at(p->a, clause);
    switch ((ast_kind)n->kind) {
    case AST_HITS:
        text_put(said, "Attacks ");
        if (!page_put_motion(p, n->first, said)) page_put_area(p, n->first, said);
        return;
    case AST_MOVE:
        text_put(said, "Moves ");
        page_put_move(p, clause, said);
        return;
    case AST_PROMOTES:
        text_put(said, "On ");
        page_put_area(p, n->first, said);
        text_put(said, " it becomes a ");
        page_put_kinds(p, clause, said);
        return;
    case AST_STANDS:
        text_put(said, "It can only be on ");
        page_put_area(p, n->first, said);
        return;
    default:
        return;
    }
}

/* Whether a move says where it hits, too. */
static bool moves_by_hits(const page *p, uint32_t piece) {
    AST_EACH(p->a, piece, i) {
        uint32_t to = p->a->node[i].kind == AST_MOVE ? page_child(p->a, i, AST_TO) : 0;
        page_parts parts = {0};
        if (to) page_split(p, p->a->node[to].first, &parts);
        for (int k = 0; k < parts.ins; k++)
            if (page_is_word(p, parts.in[k], AST_WORD_HITS)) return true;
    }
    return false;
}

static void put_piece(page *p, uint32_t piece, text *out) {
    uint32_t letter = page_child(p->a, piece, AST_LETTER);
    uint32_t hits = page_child(p->a, piece, AST_HITS);
    text said = text_growing();
    page_put_name(ast_name(p->a, piece), &said);
    if (letter) text_format(&said, " (%s)", ast_name(p->a, letter));
    size_t head = said.len;
    put_comment_after(p, piece, &said);
    if (said.len > head) {
        text_truncate(&said, head);
        text_put(&said, ": ");
        put_comment_after(p, piece, &said);
    }
    page_put_line(2, text_string(&said), out);
    out->cut |= said.cut;
    text_clear(&said);
    p->hits = hits ? p->a->node[hits].first : 0;
    bool stated = hits && moves_by_hits(p, piece);
    AST_EACH(p->a, piece, i) {
        if (i == hits && stated) continue;
        put_clause(p, i, &said);
        if (said.len) put_sentence(4, &said, out);
    }
    p->hits = 0;
    page_done(&said, out);
}

/* --- turns and ends --- */

static void put_before(page *p, text *out) {
    uint32_t before = page_child(p->a, p->game, AST_BEFORE);
    if (!before) return;
    put_heading("With every action, before it is carried out", out);
    AST_EACH(p->a, p->a->node[before].first, i) {
        text said = text_growing();
        page_put_effects(p, i, &said);
        put_sentence(2, &said, out);
        page_done(&said, out);
    }
}

static void put_turns(page *p, text *out) {
    AST_EACH(p->a, p->game, i) {
        if (p->a->node[i].kind != AST_TURN) continue;
        text title = text_growing();
        text_put(&title, "A turn");
        if (p->a->node[i].name) {
            text_put(&title, " in the phase ");
            page_put_name(ast_name(p->a, i), &title);
        }
        put_heading(text_string(&title), out);
        page_done(&title, out);
        page_put_rule(p, p->a->node[i].first, 0, out);
    }
}

static void put_ends(page *p, text *out) {
    uint32_t end = page_child(p->a, p->game, AST_END);
    if (!end) return;
    put_heading("The end, looked for after each turn (you: who has just had it)", out);
    AST_EACH(p->a, end, i) {
        uint32_t condition = p->a->node[i].first;
        if (page_is_never(p, condition)) continue;
        text said = text_growing();
        text_put(&said, "- If ");
        page_put_condition(p, condition, &said);
        text_put(&said, ": ");
        page_put_effects(p, p->a->node[condition].next, &said);
        put_sentence(2, &said, out);
        page_done(&said, out);
    }
}

/* --- words --- */

/* "6 x wood, 5 x clay" */
static void put_items(page *p, uint32_t bag, text *out) {
    AST_EACH(p->a, bag, i) {
        uint32_t many = p->a->node[i].first;
        if (many)
            page_put_number(p, many, out);
        else
            text_char(out, '1');
        text_format(out, " x %s", ast_name(p->a, i));
        if (p->a->node[i].next) text_put(out, ", ");
    }
}

static void put_variable(page *p, uint32_t var, text *out) {
    const ast_node *n = ast_at(p->a, var);
    text said = text_growing();
    bool bag = n->flags & AST_BAG;
    page_put_own_name(p, n->name, &said);
    text_put(&said, n->flags & AST_COUNTER    ? ": a counter"
                    : n->value == VAR_CELL    ? ": a cell"
                    : n->value == VAR_CELLS   ? ": some cells"
                    : n->flags & AST_SECRET   ? (bag ? ": the deck" : ": hidden cards")
                    : n->flags & AST_OF_CARD  ? ": a card"
                    : bag                     ? ": a bag; what is left in it of each kind"
                    : n->flags & AST_RULES    ? ": a rule"
                    : n->flags & AST_PER_CELL ? ": a number of each cell"
                                              : ": a number");
    if (n->flags & AST_PER_PLAYER) text_put(&said, " for each player");
    if (n->flags & AST_PER_PIECE && !bag && !(n->flags & AST_SECRET))
        text_put(&said, " and kind of piece");
    if (n->first) text_put(&said, ", at first ");
    if (bag)
        put_items(p, var, &said);
    else if (n->first)
        page_put_expr(p, n->first, &said);
    text comment = text_growing();
    put_comment_after(p, var, &comment);
    if (comment.len) text_format(&said, ": %s", text_string(&comment));
    page_done(&comment, out);
    page_put_line(2, text_string(&said), out);
    page_done(&said, out);
}

static void put_term(page *p, uint32_t term, text *out) {
    uint32_t taken = page_child(p->a, term, AST_PARAMS);
    uint32_t body = page_body(p->a, term);
    bool rule = p->a->node[term].kind == AST_RULE;
    text said = text_growing();
    page_put_own_name(p, p->a->node[term].name, &said);
    if (taken) {
        text_put(&said, " of (");
        AST_EACH(p->a, taken, i) {
            page_put_own_name(p, p->a->node[i].name, &said);
            text_put(&said, p->a->node[i].next ? ", " : ")");
        }
    }
    text_put(&said, ": ");
    if (!rule) page_put_expr(p, body, &said);
    text comment = text_growing();
    put_comment_after(p, term, &comment);
    if (comment.len) text_format(&said, "  (%s)", text_string(&comment));
    page_done(&comment, out);
    page_put_line(2, text_string(&said), out);
    page_done(&said, out);
    if (rule) page_put_rule(p, body, 1, out);
}

static void put_set(page *p, uint32_t set, text *out) {
    text said = text_growing();
    page_put_own_name(p, p->a->node[set].name, &said);
    text_put(&said, ": ");
    AST_EACH(p->a, set, i) {
        page_put_own_name(p, p->a->node[i].name, &said);
        if (p->a->node[i].next) text_put(&said, ", ");
    }
    page_put_line(2, text_string(&said), out);
    page_done(&said, out);
}

/* Explaining a word may name further ones: the list grows meanwhile. */
static void put_words(page *p, text *out) {
    bool any = p->terms > 0;
    AST_EACH(p->a, p->game, i)
    any |= p->a->node[i].kind == AST_VAR || p->a->node[i].kind == AST_KIND_SET;
    if (!any) return;
    put_heading("Words of these rules", out);
    AST_EACH(p->a, p->game, i) if (p->a->node[i].kind == AST_VAR) put_variable(p, i, out);
    AST_EACH(p->a, p->game, i) if (p->a->node[i].kind == AST_KIND_SET) put_set(p, i, out);
    for (int k = 0; k < p->terms; k++) put_term(p, p->term[k], out);
}

/* --- all of it --- */

/* Whether something in the tree depends on who looks. */
static bool uses_views(const ast *a, uint32_t node) {
    const ast_node *n = ast_at(a, node);
    if (n->kind == AST_MY || (n->kind == AST_DIRS && n->flags & AST_MINE)) return true;
    AST_EACH(a, node, i) if (uses_views(a, i)) return true;
    return false;
}

static bool has_views(const page *p) {
    return page_child(p->a, p->game, AST_VIEW) != 0;
}

static void put_cards(page *p, uint32_t cards, text *out) {
    text said = text_growing();
    put_heading("Cards", out);
    AST_EACH(p->a, cards, i) {
        page_put_name(ast_name(p->a, i), &said);
        if (p->a->node[i].next) text_put(&said, ", ");
    }
    page_put_line(2, text_string(&said), out);
    page_done(&said, out);
}

static void put_rules(page *p, const game *g, text *out) {
    uint32_t cards = page_child(p->a, p->game, AST_CARDS);
    bool has_board = page_child(p->a, p->game, AST_BOARD) != 0;
    put_heading(has_board ? "Board" : "Players", out);
    put_players(p, out);
    if (has_board) put_board(p, out);
    if (has_views(p)) put_views(p, out);
    if (g->max_players > 1 && uses_views(p->a, p->game))
        page_put_line(2,
                      "\"Your\" rows, cells and directions are as you see the board: your row 1 "
                      "is the nearest one.",
                      out);
    if (cards) put_cards(p, cards, out);
    if (page_child(p->a, p->game, AST_PIECE)) put_heading("Pieces", out);
    AST_EACH(p->a, p->game, i) if (p->a->node[i].kind == AST_PIECE) put_piece(p, i, out);
    put_turns(p, out);
    put_ends(p, out);
    put_before(p, out);
    put_words(p, out);
}

void rules_page_write(const game *g, text *out) {
    const text_game *k = g->data;
    page p = {.a = k->tree, .game = k->node};
    uint32_t own = ast_find_game(k->tree, k->name);
    if (own) put_comment(&p, own, out);
    if (own) put_parent(&p, own, out);
    put_rules(&p, g, out);
}

void rules_page_plain(const game *g, text *out) {
    const text_game *k = g->data;
    page p = {.a = k->tree, .game = k->node, .plain = true};
    put_rules(&p, g, out);
}

void rules_page_option(const game *g, const char *option, text *out) {
    const text_game *k = g->data;
    AST_EACH(k->tree, k->node, i) {
        const ast_node *n = ast_at(k->tree, i);
        if (n->kind == AST_OPTION && strcmp(ast_name(k->tree, i), option) == 0)
            page_comment_after(k->tree, i, out);
    }
}

bool rules_page_has_hits(const game *g) {
    const text_game *k = g->data;
    AST_EACH(k->tree, k->node, i) {
        if (k->tree->node[i].kind == AST_PIECE && page_child(k->tree, i, AST_HITS)) return true;
    }
    return false;
}
