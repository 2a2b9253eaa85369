/* Rules: who may do what, as alternatives and stages. */
#include "engine/rules/text/parser_state.h"

static const char items[] =
    "place move pick pass act pieces when optional repeat longest chance do "
    "win lose draw score NAME | then else require where";

bool parser_starts_rule(lexeme_kind k) {
    switch (k) {
    case TOK_PLACE:
    case TOK_MOVE:
    case TOK_PICK:
    case TOK_PASS:
    case TOK_ACT:
    case TOK_PIECES:
    case TOK_WHEN:
    case TOK_OPTIONAL:
    case TOK_REPEAT:
    case TOK_LONGEST:
    case TOK_CHANCE:
    case TOK_DO:
        return true;
    default:
        return false;
    }
}

/* [ "where" expr ] [ block ] */
static void parse_tail(parser *p, ast_list *l) {
    if (!p->lost && parser_at(p, TOK_WHERE))
        ast_append(p->tree, l, parse_part(p, AST_WHERE, parse_expression));
    if (!p->lost && parser_at(p, TOK_OPEN_BRACE)) ast_append(p->tree, l, parse_effects(p));
}

static uint32_t parse_kinds(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_KINDS, p->now.at)};
    parse_names(p, &l, "the name of a piece");
    return l.owner;
}

static uint32_t parse_place(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_PLACE, p->now.at)};
    parser_advance(p);
    ast_append(p->tree, &l, parse_kinds(p));
    if (!p->lost && parser_at(p, TOK_OF))
        ast_append(p->tree, &l, parse_part(p, AST_OF, parse_primary));
    if (!p->lost && parser_at(p, TOK_ON))
        ast_append(p->tree, &l, parse_part(p, AST_ON, parse_expression));
    else
        (void)parser_expected(p, "'on'", "on of");
    parse_tail(p, &l);
    return l.owner;
}

/* [ "as" NAME { NAME } ] tail */
static void parse_kinds_and_tail(parser *p, ast_list *l) {
    if (parser_accept(p, TOK_AS)) ast_append(p->tree, l, parse_kinds(p));
    parse_tail(p, l);
}

uint32_t parse_move(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_MOVE, p->now.at)};
    parser_advance(p);
    uint32_t top = parse_top(p);
    ast_append(p->tree, &l, top);
    size_t here = p->now.at;
    uint32_t area = parse_expression(p);
    if (top && !p->lost && !parser_at(p, TOK_WORD_TO)) {
        (void)parser_expected(p, "'to' after what `top .. of` moves", "to");
        return 0;
    }
    if (parser_accept(p, TOK_WORD_TO)) {
        ast_append(p->tree, &l, parser_pair(p, AST_SRC, here, area, 0));
        here = p->now.at;
        area = parse_expression(p);
    }
    ast_append(p->tree, &l, parser_pair(p, AST_TO, here, area, 0));
    parse_kinds_and_tail(p, &l);
    return l.owner;
}

static uint32_t parse_pick(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_PICK, p->now.at)};
    parser_advance(p);
    size_t here = p->now.at;
    uint32_t area = parse_expression(p);
    ast_append(p->tree, &l, parser_pair(p, AST_TO, here, area, 0));
    parse_kinds_and_tail(p, &l);
    return l.owner;
}

static uint32_t parse_pass(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_PASS, p->now.at)};
    parser_advance(p);
    parse_tail(p, &l);
    return l.owner;
}

static uint32_t parse_act(parser *p) {
    parser_advance(p);
    ast_list l = {.owner = parse_string(p, AST_ACT)};
    parse_with(p, &l);
    parse_tail(p, &l);
    return l.owner;
}

static uint32_t parse_pieces(parser *p) {
    uint32_t node = parser_node(p, AST_PIECES, p->now.at);
    parser_advance(p);
    return node;
}

/* `weights` is a word of its own only before a number or a parenthesis. */
static bool at_weights(parser *p) {
    if (p->lost || !parser_at(p, TOK_NAME) || !parser_is_text(p, p->now, "weights")) return false;
    lexeme_kind k = parser_peek(p).kind;
    return k == TOK_INT || k == TOK_OPEN_PAREN;
}

/* { INT | "(" expr ")" } */
static uint32_t parse_weights(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_WEIGHTS, p->now.at)};
    parser_advance(p);
    while (!p->lost && (parser_at(p, TOK_INT) || parser_at(p, TOK_OPEN_PAREN)))
        ast_append(p->tree, &l, parse_primary(p));
    return l.owner;
}

/* NAME "in" prim ".." prim [ "weights" ... ] or NAME [ "[" expr "]" ] "from" NAME */
static uint32_t parse_die(parser *p) {
    ast_list l = {.owner = parse_name(p, AST_CHANCE, "the name of a variable")};
    uint32_t whose = 0;
    if (parser_accept(p, TOK_OPEN_BRACKET)) {
        whose = parse_expression(p);
        (void)parser_expect(p, TOK_CLOSE_BRACKET);
    }
    if (parser_accept(p, TOK_WORD_FROM)) {
        if (l.owner) p->tree->node[l.owner].flags = AST_BAG;
        ast_append(p->tree, &l, parse_name(p, AST_NAME, "the name of a bag"));
        ast_append(p->tree, &l, whose);
        return l.owner;
    }
    if (!p->lost && whose) {
        (void)parser_expected(p, "'from'", "from");
        return 0;
    }
    if (!p->lost && !parser_at(p, TOK_IN)) {
        (void)parser_expected(p, "'in' or 'from'", "in from");
        return 0;
    }
    (void)parser_expect(p, TOK_IN);
    ast_append(p->tree, &l, parse_primary(p));
    (void)parser_expect(p, TOK_RANGE);
    ast_append(p->tree, &l, parse_primary(p));
    if (at_weights(p)) ast_append(p->tree, &l, parse_weights(p));
    return l.owner;
}

/* "chance" die { "," die }: several are one after the other, in braces. */
static uint32_t parse_chance(parser *p) {
    size_t here = p->now.at;
    parser_advance(p);
    uint32_t first = parse_die(p);
    if (p->lost || !parser_at(p, TOK_COMMA)) return first;
    ast_list l = {.owner = parser_node(p, AST_THEN, here)};
    ast_append(p->tree, &l, first);
    while (parser_accept(p, TOK_COMMA)) ast_append(p->tree, &l, parse_die(p));
    return parser_pair(p, AST_UNION, here, l.owner, 0);
}

static uint32_t parse_do(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_DO, p->now.at)};
    parser_advance(p);
    ast_append(p->tree, &l, parse_effects(p));
    return l.owner;
}

static uint32_t parse_call(parser *p) {
    ast_list l = {.owner = parser_named(p, AST_CALL, p->now)};
    parser_advance(p);
    if (p->lost || !parser_at(p, TOK_OPEN_PAREN)) return l.owner;
    if (l.owner) p->tree->node[l.owner].value = 1;
    parse_arguments(p, &l, TOK_OPEN_PAREN, TOK_CLOSE_PAREN);
    return l.owner;
}

static uint32_t parse_item(parser *p);

static uint32_t parse_when(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_WHEN, p->now.at)};
    if (!parser_enter(p)) return 0;
    parser_advance(p);
    ast_append(p->tree, &l, parse_expression(p));
    ast_append(p->tree, &l, parse_item(p));
    parser_leave(p);
    return l.owner;
}

/* "optional" [ STRING ] item */
static uint32_t parse_optional(parser *p) {
    size_t here = p->now.at;
    if (!parser_enter(p)) return 0;
    parser_advance(p);
    uint32_t label = parser_at(p, TOK_STRING) ? parse_string(p, AST_STRING) : 0;
    uint32_t node = parser_pair(p, AST_OPTIONAL, here, parse_item(p), 0);
    parser_leave(p);
    if (node && label) p->tree->node[node].name = p->tree->node[label].name;
    return node;
}

static uint32_t parse_union(parser *p) {
    static const parser_block alternatives = {parse_rule, parser_starts_rule};
    ast_list l = {.owner = parser_node(p, AST_UNION, p->now.at)};
    parse_block(p, &l, &alternatives);
    return l.owner;
}

/* "repeat" [ "at" "most" prim | INT | "(" expr ")" ] item */
static uint32_t parse_repeat(parser *p) {
    size_t here = p->now.at;
    uint32_t count = 0;
    if (!parser_enter(p)) return 0;
    parser_advance(p);
    if (parser_at_words(p, "at", "most")) {
        parser_advance(p);
        count = parse_part(p, AST_MAX, parse_primary);
    } else if (parser_at(p, TOK_INT) || parser_at(p, TOK_OPEN_PAREN)) {
        size_t number = p->now.at;
        count = parser_pair(p, AST_TIMES, number, parse_primary(p), 0);
    }
    uint32_t item = parse_item(p);
    parser_leave(p);
    return parser_pair(p, AST_REPEAT, here, item, count);
}

static uint32_t parse_item(parser *p) {
    if (p->lost) return 0;
    switch (p->now.kind) {
    case TOK_OPEN_BRACE:
        return parse_union(p);
    case TOK_PLACE:
        return parse_place(p);
    case TOK_MOVE:
        return parse_move(p);
    case TOK_PICK:
        return parse_pick(p);
    case TOK_PASS:
        return parse_pass(p);
    case TOK_ACT:
        return parse_act(p);
    case TOK_PIECES:
        return parse_pieces(p);
    case TOK_WHEN:
        return parse_when(p);
    case TOK_OPTIONAL:
        return parse_optional(p);
    case TOK_REPEAT:
        return parse_repeat(p);
    case TOK_LONGEST:
        return parse_prefix(p, AST_LONGEST, parse_item);
    case TOK_CHANCE:
        return parse_chance(p);
    case TOK_DO:
        return parse_do(p);
    case TOK_NAME:
        return parser_at_claim(p) ? parse_outcome(p) : parse_call(p);
    default:
        break;
    }
    if (parser_starts_outcome(p->now.kind)) return parse_outcome(p);
    (void)parser_expected(p, "a rule", items);
    return 0;
}

/* item { "require" expr } */
static uint32_t parse_required(parser *p) {
    uint32_t item = parse_item(p);
    if (p->lost || !parser_at(p, TOK_REQUIRE)) return item;
    ast_list l = {.owner = parser_node(p, AST_REQUIRE, p->now.at)};
    ast_append(p->tree, &l, item);
    while (parser_accept(p, TOK_REQUIRE)) ast_append(p->tree, &l, parse_expression(p));
    return l.owner;
}

/* One part, or a node with all parts that stand between the words. */
static uint32_t parse_parts(parser *p, ast_kind kind, lexeme_kind word,
                            uint32_t (*part)(parser *)) {
    uint32_t first = part(p);
    if (p->lost || !parser_at(p, word)) return first;
    ast_list l = {.owner = parser_node(p, kind, p->now.at)};
    ast_append(p->tree, &l, first);
    while (parser_accept(p, word)) ast_append(p->tree, &l, part(p));
    return l.owner;
}

static uint32_t parse_sequence(parser *p) {
    return parse_parts(p, AST_THEN, TOK_THEN, parse_required);
}

uint32_t parse_rule(parser *p) {
    return parse_parts(p, AST_ELSE, TOK_ELSE, parse_sequence);
}
