/* What is chosen in one action, part by part, and the sets that it is chosen from. */
#include "engine/rules/text/parser_state.h"

static bool starts_name(lexeme_kind k) {
    return k == TOK_NAME;
}

static uint32_t parse_kind(parser *p) {
    return parse_name(p, AST_NAME, "the name of a piece");
}

/* "set" NAME "{" { NAME } "}" */
uint32_t parse_set_of_kinds(parser *p) {
    static const parser_block kinds = {parse_kind, starts_name};
    parser_advance(p);
    ast_list l = {.owner = parse_new_name(p, AST_KIND_SET, "a name for the set")};
    parser_declare(p, l.owner);
    parse_block(p, &l, &kinds);
    return l.owner;
}

/* "cards" NAME { NAME }: kinds of pieces that are never on the board. */
uint32_t parse_cards(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_CARDS, p->now.at)};
    parser_advance(p);
    do {
        uint32_t card = parse_new_name(p, AST_NAME, "a name for a card");
        if (card) parser_declare(p, card);
        ast_append(p->tree, &l, card);
    } while (!p->lost && parser_at(p, TOK_NAME) && !parser_at_soft(p));
    return l.owner;
}

/* --- cards that go somewhere --- */

/* `reveal`, `take` and `pass` are words of their own where no assignment follows. */
bool parser_at_card(parser *p) {
    if (p->lost) return false;
    if (parser_at(p, TOK_PASS)) return true;
    if (!parser_at(p, TOK_NAME)) return false;
    bool word = parser_is_text(p, p->now, "reveal") || parser_is_text(p, p->now, "take");
    lexeme_kind k = parser_peek(p).kind;
    return word && (k == TOK_NAME || k == TOK_INT || k == TOK_OPEN_PAREN);
}

/* "reveal" prim "from" prim | "reveal" prim "to" prim | "take" prim "into" prim |
 * "pass" prim "from" prim "to" prim */
uint32_t parse_card(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_CARD, p->now.at)};
    bool passes = parser_at(p, TOK_PASS);
    bool takes = !passes && parser_is_text(p, p->now, "take");
    parser_advance(p);
    ast_append(p->tree, &l, parse_primary(p));
    ast_card form = takes ? AST_CARD_TAKE : passes ? AST_CARD_PASS : AST_CARD_REVEAL;
    if (takes) {
        (void)parser_expect(p, TOK_INTO);
    } else if (!passes && parser_accept(p, TOK_WORD_TO)) {
        form = AST_CARD_OPEN;
    } else if (!parser_accept(p, TOK_WORD_FROM)) {
        (void)parser_expected(p, passes ? "'from'" : "'from' or 'to'", "from to");
    }
    ast_append(p->tree, &l, parse_primary(p));
    if (passes && parser_expect(p, TOK_WORD_TO)) ast_append(p->tree, &l, parse_primary(p));
    if (l.owner) p->tree->node[l.owner].value = (int)form;
    return l.owner;
}

/* --- choices --- */

/* `with` is a word of its own only before `NAME :` or `hidden NAME :`. */
static bool at_with(parser *p) {
    if (p->lost || !parser_at(p, TOK_NAME) || !parser_is_text(p, p->now, "with")) return false;
    lexer ahead = p->lex;
    ahead.quiet = true;
    if (lexer_next(&ahead).kind != TOK_NAME) return false;
    lexeme_kind k = lexer_next(&ahead).kind;
    return k == TOK_COLON || (k == TOK_NAME && lexer_next(&ahead).kind == TOK_COLON);
}

static void set_form(parser *p, uint32_t node, ast_choice form) {
    if (node) p->tree->node[node].value = (int)form;
}

/* A name that no number begins with. */
static bool at_set(parser *p) {
    if (!parser_at(p, TOK_NAME)) return false;
    lexeme_kind k = parser_peek(p).kind;
    return k != TOK_RANGE && k != TOK_OPEN_PAREN && k != TOK_OPEN_BRACKET;
}

/* [ "hidden" ] NAME ":" ( "player" | "piece" | "card" | NAME | prim ".." prim ) */
static uint32_t parse_choice_of(parser *p) {
    bool secret = parser_at(p, TOK_NAME) && parser_is_text(p, p->now, "hidden") &&
                  parser_peek(p).kind == TOK_NAME;
    if (secret) parser_advance(p);
    ast_list l = {.owner = parse_new_name(p, AST_CHOICE, "a name for what is chosen")};
    if (!parser_expect(p, TOK_COLON)) return 0;
    if (l.owner && secret) p->tree->node[l.owner].flags = AST_SECRET;
    if (parser_accept(p, TOK_PLAYER)) {
        set_form(p, l.owner, AST_CHOICE_PLAYER);
    } else if (parser_accept(p, TOK_PIECE)) {
        set_form(p, l.owner, AST_CHOICE_PIECE);
    } else if (at_set(p) && parser_is_text(p, p->now, "card")) {
        set_form(p, l.owner, AST_CHOICE_CARD);
        parser_advance(p);
    } else if (at_set(p)) {
        set_form(p, l.owner, AST_CHOICE_SET);
        ast_append(p->tree, &l, parse_name(p, AST_NAME, "the name of a set"));
    } else {
        set_form(p, l.owner, AST_CHOICE_RANGE);
        ast_append(p->tree, &l, parse_primary(p));
        (void)parser_expect(p, TOK_RANGE);
        ast_append(p->tree, &l, parse_primary(p));
    }
    return l.owner;
}

void parse_with(parser *p, ast_list *l) {
    if (!at_with(p)) return;
    ast_list with = {.owner = parser_node(p, AST_WITH, p->now.at)};
    parser_advance(p);
    do {
        ast_append(p->tree, &with, parse_choice_of(p));
    } while (parser_accept(p, TOK_COMMA));
    ast_append(p->tree, l, with.owner);
}
