/* Expressions: one function a level of binding, loosest first. Chains of operators of one level
 * lean to the left. */
#include "engine/rules/text/parser_state.h"

static uint32_t parse_sum(parser *p);

/* A chain is as deep as it is long, so its length has a limit as well. */
static uint32_t join(parser *p, ast_kind kind, int op, uint32_t left, uint32_t (*right)(parser *)) {
    size_t here = p->now.at;
    if (++p->operators > PARSER_MAX_OPERATORS && !p->lost) {
        diag_add(p->d, p->src, here, "E30", "limit exceeded: more than %d operators in a row",
                 PARSER_MAX_OPERATORS);
        diag_hint(p->d, "give a part a name with 'def'");
        parser_lost(p);
    }
    parser_advance(p);
    uint32_t second = right(p);
    uint32_t node = parser_pair(p, kind, here, left, second);
    if (node) p->tree->node[node].value = op;
    return node;
}

uint32_t parse_part(parser *p, ast_kind kind, uint32_t (*what)(parser *p)) {
    size_t here = p->now.at;
    parser_advance(p);
    uint32_t child = what(p);
    return parser_pair(p, kind, here, child, 0);
}

uint32_t parse_prefix(parser *p, ast_kind kind, uint32_t (*operand)(parser *p)) {
    if (!parser_enter(p)) return 0;
    uint32_t node = parse_part(p, kind, operand);
    parser_leave(p);
    return node;
}

/* --- primaries: what operators stand between. `from` and `to` are cells here, because an operand
 * is expected; where an operator could stand they are separators and never get here. */

uint32_t parse_integer(parser *p, bool may_be_negative) {
    lexeme t = p->now;
    bool negative = may_be_negative && parser_accept(p, TOK_MINUS);
    int32_t value = p->now.value;
    if (!parser_accept(p, TOK_INT)) {
        (void)parser_expected(p, "a number", NULL);
        return 0;
    }
    uint32_t node = parser_node(p, AST_INT, t.at);
    if (node) p->tree->node[node].value = negative ? -value : value;
    return node;
}

static const char no_call[] = "a name before '(' is a call: write 'from (name) (pattern)'";

/* The same after the bracket. */
static void parse_list(parser *p, ast_list *l, lexeme_kind close) {
    do {
        ast_append(p->tree, l, parse_expression(p));
    } while (parser_accept(p, TOK_COMMA));
    if (!parser_accept(p, close) &&
        parser_expected(p, close == TOK_CLOSE_PAREN ? "',' or ')'" : "',' or ']'", NULL) &&
        p->origin)
        diag_hint(p->d, "%s", no_call);
}

void parse_arguments(parser *p, ast_list *l, lexeme_kind open, lexeme_kind close) {
    if (!parser_enter(p)) return;
    if (parser_expect(p, open)) parse_list(p, l, close);
    parser_leave(p);
}

/* [ "my" ] ( NAME | "(" NAME { NAME } ")" ) */
uint32_t parse_directions(parser *p) {
    static const char what[] = "a direction";
    ast_list l = {.owner = parser_node(p, AST_DIRS, p->now.at)};
    if (parser_accept(p, TOK_MY) && l.owner) p->tree->node[l.owner].flags = AST_MINE;
    if (parser_accept(p, TOK_OPEN_PAREN)) {
        do {
            ast_append(p->tree, &l, parse_name(p, AST_NAME, what));
        } while (!p->lost && parser_at(p, TOK_NAME));
        if (!parser_accept(p, TOK_CLOSE_PAREN)) parser_expected(p, "a direction or ')'", NULL);
    } else {
        ast_append(p->tree, &l, parse_name(p, AST_NAME, what));
    }
    return l.owner;
}

static uint32_t parse_group(parser *p) {
    size_t open = p->now.at;
    if (!parser_enter(p)) return 0;
    parser_advance(p);
    uint32_t inner = parse_expression(p);
    if (!parser_accept(p, TOK_CLOSE_PAREN) && parser_expected(p, "')'", NULL))
        diag_hint(p->d, "it ends the '(' in line %d, column %d", diag_line(p->src, open),
                  diag_column(p->src, open));
    parser_leave(p);
    return inner;
}

/* `top` is a word of its own only before `of`, or before a number or a parenthesis and `of`. */
static bool at_top(parser *p) {
    if (p->lost || !parser_at(p, TOK_NAME) || !parser_is_text(p, p->now, "top")) return false;
    lexer look = p->lex;
    look.quiet = true;
    lexeme t = lexer_next(&look);
    if (t.kind == TOK_INT) t = lexer_next(&look);
    if (t.kind == TOK_OPEN_PAREN) {
        for (int open = 1; open > 0 && t.kind != TOK_END;) {
            t = lexer_next(&look);
            open += (t.kind == TOK_OPEN_PAREN) - (t.kind == TOK_CLOSE_PAREN);
        }
        t = lexer_next(&look);
    }
    return t.kind == TOK_OF;
}

uint32_t parse_top(parser *p) {
    if (!at_top(p)) return 0;
    ast_list l = {.owner = parser_node(p, AST_TOP, p->now.at)};
    parser_advance(p);
    if (!parser_at(p, TOK_OF)) ast_append(p->tree, &l, parse_primary(p));
    (void)parser_expect(p, TOK_OF);
    return l.owner;
}

/* ( "rank" | "file" ) prim [ ".." prim ] */
static uint32_t parse_lines(parser *p, ast_kind kind) {
    ast_list l = {.owner = parser_node(p, kind, p->now.at)};
    if (!parser_enter(p)) return 0;
    parser_advance(p);
    ast_append(p->tree, &l, parse_primary(p));
    if (parser_accept(p, TOK_RANGE)) ast_append(p->tree, &l, parse_primary(p));
    parser_leave(p);
    return l.owner;
}

static void parse_origin(parser *p, ast_list *l) {
    if (!p->lost && parser_at(p, TOK_WORD_FROM))
        ast_append(p->tree, l, parse_prefix(p, AST_ORIGIN, parse_primary));
}

static uint32_t parse_walk(parser *p, ast_kind kind) {
    ast_list l = {.owner = parser_node(p, kind, p->now.at)};
    parser_advance(p);
    ast_append(p->tree, &l, parse_directions(p));
    if (!p->lost && parser_at(p, TOK_MAX))
        ast_append(p->tree, &l, parse_prefix(p, AST_MAX, parse_primary));
    parse_origin(p, &l);
    return l.owner;
}

static uint32_t parse_leap(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_LEAP, p->now.at)};
    parser_advance(p);
    ast_append(p->tree, &l, parse_integer(p, false));
    ast_append(p->tree, &l, parse_integer(p, false));
    parse_origin(p, &l);
    return l.owner;
}

static uint32_t parse_shift(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_SHIFT, p->now.at)};
    if (!parser_enter(p)) return 0;
    parser_advance(p);
    ast_append(p->tree, &l, parse_directions(p));
    ast_append(p->tree, &l, parse_primary(p));
    parser_leave(p);
    return l.owner;
}

/* --- patterns */

static int quantifier(parser *p) {
    if (parser_accept(p, TOK_STAR)) return '*';
    if (parser_accept(p, TOK_PLUS)) return '+';
    if (parser_accept(p, TOK_QUESTION)) return '?';
    return 0;
}

/* prim [ "*" | "+" | "?" ] [ "@" NAME ] */
static uint32_t parse_element(parser *p, int *count) {
    ast_list l = {.owner = parser_node(p, AST_ELEMENT, p->now.at)};
    if (++*count > PARSER_MAX_PATTERN && !p->lost) {
        diag_add(p->d, p->src, p->now.at, "E30", "limit exceeded: more than %d pattern elements",
                 PARSER_MAX_PATTERN);
        parser_lost(p);
    }
    ast_append(p->tree, &l, parse_primary(p));
    int repeats = quantifier(p);
    if (l.owner) p->tree->node[l.owner].value = repeats;
    if (!parser_accept(p, TOK_AT)) return l.owner;
    uint32_t name = parse_new_name(p, AST_NAME, "a name for the cell");
    if (l.owner && name) p->tree->node[l.owner].name = p->tree->node[name].name;
    return l.owner;
}

static uint32_t parse_collected(parser *p, int *count) {
    ast_list l = {.owner = parser_node(p, AST_GROUP, p->now.at)};
    parser_advance(p);
    do {
        ast_append(p->tree, &l, parse_element(p, count));
    } while (!p->lost && !parser_at(p, TOK_CLOSE_BRACKET) && !parser_at(p, TOK_END));
    (void)parser_expect(p, TOK_CLOSE_BRACKET);
    return l.owner;
}

static uint32_t parse_pattern(parser *p) {
    int count = 0;
    ast_list l = {.owner = parser_node(p, AST_PATTERN, p->now.at)};
    if (!parser_enter(p)) return 0;
    if (parser_accept(p, TOK_OPEN_PAREN)) {
        do {
            bool collects = parser_at(p, TOK_OPEN_BRACKET);
            uint32_t part = collects ? parse_collected(p, &count) : parse_element(p, &count);
            ast_append(p->tree, &l, part);
        } while (!p->lost && !parser_at(p, TOK_CLOSE_PAREN) && !parser_at(p, TOK_END));
        (void)parser_expect(p, TOK_CLOSE_PAREN);
    } else if (parser_expected(p, "a pattern in parentheses", NULL) &&
               p->before.kind == TOK_CLOSE_PAREN) {
        diag_hint(p->d, "%s", no_call);
    }
    parser_leave(p);
    return l.owner;
}

static uint32_t parse_along(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_ALONG, p->now.at)};
    parser_advance(p);
    ast_append(p->tree, &l, parse_directions(p));
    bool was = p->origin;
    p->origin = true;
    parse_origin(p, &l);
    p->origin = was;
    ast_append(p->tree, &l, parse_pattern(p));
    return l.owner;
}

/* --- names */

static uint32_t parse_function(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_FUNC, p->now.at)};
    if (l.owner) p->tree->node[l.owner].value = (int)p->now.kind - (int)TOK_FUNC_ATTACKED;
    parser_advance(p);
    parse_arguments(p, &l, TOK_OPEN_PAREN, TOK_CLOSE_PAREN);
    return l.owner;
}

static bool at_loop(parser *p) {
    return parser_at_words(p, "each", "player") || parser_at_words(p, "each", "cell") ||
           parser_at_words(p, "each", "card") || parser_at_words(p, "each", "piece");
}

/* After `each`: ( "piece" | "card" ) NAME [ "in" NAME ] */
static void parse_each_kind(parser *p, ast_list *l) {
    bool cards = !parser_at(p, TOK_PIECE);
    parser_advance(p);
    uint32_t name = parse_new_name(p, AST_NAME, "a name for the kind");
    if (l->owner && name) {
        p->tree->node[l->owner].name = p->tree->node[name].name;
        p->tree->node[l->owner].flags = AST_OVER_KINDS | (cards ? AST_OVER_CARDS : 0);
    }
    if (parser_accept(p, TOK_IN))
        ast_append(p->tree, l, parse_name(p, AST_NAME, "the name of a set"));
}

void parse_each(parser *p, ast_list *l) {
    parser_advance(p);
    bool players = parser_at(p, TOK_PLAYER);
    if (parser_at(p, TOK_PIECE) || (parser_at(p, TOK_NAME) && parser_is_text(p, p->now, "card"))) {
        parse_each_kind(p, l);
        return;
    }
    if (!players && !(parser_at(p, TOK_NAME) && parser_is_text(p, p->now, "cell"))) {
        (void)parser_expected(p, "'player', 'cell', 'piece' or 'card'", "player cell piece card");
        return;
    }
    parser_advance(p);
    uint32_t name =
        parse_new_name(p, AST_NAME, players ? "a name for the player" : "a name for the cell");
    if (l->owner && name) {
        p->tree->node[l->owner].name = p->tree->node[name].name;
        p->tree->node[l->owner].flags = players ? AST_OVER_PLAYERS : 0;
    }
    if (!players && parser_expect(p, TOK_IN)) ast_append(p->tree, l, parse_expression(p));
}

/* At `each`, after the parenthesis: ... ":" expr ")" */
static uint32_t parse_over(parser *p, size_t here, ast_over what) {
    ast_list l = {.owner = parser_node(p, AST_OVER, here)};
    if (!parser_enter(p)) return 0;
    if (l.owner) p->tree->node[l.owner].value = (int)what;
    parse_each(p, &l);
    if (parser_expect(p, TOK_COLON)) ast_append(p->tree, &l, parse_expression(p));
    (void)parser_expect(p, TOK_CLOSE_PAREN);
    parser_leave(p);
    return l.owner;
}

/* `max` is no operand but in `max(each ..)`. */
static uint32_t parse_largest(parser *p) {
    size_t here = p->now.at;
    parser_advance(p);
    if (!parser_expect(p, TOK_OPEN_PAREN)) return 0;
    if (at_loop(p)) return parse_over(p, here, AST_OVER_LARGEST);
    (void)parser_expected(p, "'each player' or 'each cell'", "each");
    return 0;
}

/* `sum(each ..)`, `min(each ..)` and `those(each ..)`, or calls of what an author has named so. */
static uint32_t parse_sum_or_call(parser *p, lexeme t) {
    parser_advance(p);
    if (at_loop(p))
        return parse_over(p, t.at,
                          parser_is_text(p, t, "sum")   ? AST_OVER_SUM
                          : parser_is_text(p, t, "min") ? AST_OVER_SMALLEST
                                                        : AST_OVER_THOSE);
    ast_list l = {.owner = parser_named(p, AST_CALL, t)};
    if (!parser_enter(p)) return 0;
    if (l.owner) p->tree->node[l.owner].value = 1;
    parse_list(p, &l, TOK_CLOSE_PAREN);
    parser_leave(p);
    return l.owner;
}

static uint32_t parse_named(parser *p) {
    lexeme t = p->now;
    parser_advance(p);
    ast_list l = {0};
    if (parser_at(p, TOK_OPEN_PAREN) &&
        (parser_is_text(p, t, "sum") || parser_is_text(p, t, "min") ||
         parser_is_text(p, t, "those")))
        return parse_sum_or_call(p, t);
    if (parser_at(p, TOK_OPEN_BRACKET)) {
        l.owner = parser_named(p, AST_INDEXED, t);
        parse_arguments(p, &l, TOK_OPEN_BRACKET, TOK_CLOSE_BRACKET);
        return l.owner;
    }
    l.owner = parser_named(p, AST_CALL, t);
    if (!l.owner || !parser_at(p, TOK_OPEN_PAREN)) return l.owner;
    p->tree->node[l.owner].value = 1;
    parse_arguments(p, &l, TOK_OPEN_PAREN, TOK_CLOSE_PAREN);
    return l.owner;
}

static uint32_t parse_word(parser *p) {
    uint32_t node = parser_node(p, AST_WORD, p->now.at);
    if (node) p->tree->node[node].value = (int)p->now.kind - (int)TOK_WORD_EMPTY;
    parser_advance(p);
    return node;
}

static const char operands[] =
    "my count rank file step slide ride dash ray leap along shift can empty occupied mine enemy "
    "cells none last | not some no neutral dark light edge from to lastfrom hits me next prev "
    "turns "
    "repeats seen opt attacked joins run runs inrun group starved scarce transpose by kind dist "
    "owner nth "
    "threatened";

uint32_t parse_primary(parser *p) {
    if (p->lost) return 0;
    if (lexeme_is_func(p->now.kind)) return parse_function(p);
    if (lexeme_is_word(p->now.kind)) return parse_word(p);
    switch (p->now.kind) {
    case TOK_INT:
        return parse_integer(p, false);
    case TOK_OPEN_PAREN:
        return parse_group(p);
    case TOK_MY:
        return parse_prefix(p, AST_MY, parse_primary);
    case TOK_COUNT_OF:
        return parse_prefix(p, AST_COUNT, parse_primary);
    case TOK_CAN:
        return parse_prefix(p, AST_CAN, parse_primary);
    case TOK_RANK:
        return parse_lines(p, AST_RANKS);
    case TOK_FILES:
        return parse_lines(p, AST_FILES);
    case TOK_STEP:
        return parse_walk(p, AST_STEP);
    case TOK_SLIDE:
        return parse_walk(p, AST_SLIDE);
    case TOK_RIDE:
        return parse_walk(p, AST_RIDE);
    case TOK_DASH:
        return parse_walk(p, AST_DASH);
    case TOK_RAY:
        return parse_walk(p, AST_RAY);
    case TOK_LEAP:
        return parse_leap(p);
    case TOK_ALONG:
        return parse_along(p);
    case TOK_SHIFT:
        return parse_shift(p);
    case TOK_MAX:
        return parse_largest(p);
    case TOK_NAME:
        return parse_named(p);
    default:
        (void)parser_expected(p, "an operand (an area, a number, a name or '(')", operands);
        return 0;
    }
}

/* --- operators */

static uint32_t parse_unary(parser *p) {
    if (parser_at(p, TOK_MINUS)) return parse_prefix(p, AST_NEGATE, parse_unary);
    if (parser_at(p, TOK_TILDE)) return parse_prefix(p, AST_REST, parse_unary);
    return parse_primary(p);
}

static int term_operator(lexeme_kind k) {
    switch (k) {
    case TOK_STAR:
        return AST_MUL;
    case TOK_SLASH:
        return AST_DIV;
    case TOK_PERCENT:
        return AST_MOD;
    case TOK_AMPERSAND:
        return AST_MEET;
    default:
        return -1;
    }
}

static uint32_t parse_term(parser *p) {
    uint32_t left = parse_unary(p);
    int op;
    while (!p->lost && (op = term_operator(p->now.kind)) >= 0)
        left = join(p, AST_BINARY, op, left, parse_unary);
    return left;
}

static int sum_operator(lexeme_kind k) {
    switch (k) {
    case TOK_PLUS:
        return AST_ADD;
    case TOK_MINUS:
        return AST_SUB;
    case TOK_BAR:
        return AST_JOIN;
    default:
        return -1;
    }
}

static uint32_t parse_sum(parser *p) {
    if (parser_at(p, TOK_SOME)) return parse_prefix(p, AST_SOME, parse_sum);
    if (parser_at(p, TOK_NO)) return parse_prefix(p, AST_NO, parse_sum);
    uint32_t left = parse_term(p);
    int op;
    while (!p->lost && (op = sum_operator(p->now.kind)) >= 0)
        left = join(p, AST_BINARY, op, left, parse_term);
    return left;
}

static int comparison(lexeme_kind k) {
    switch (k) {
    case TOK_EQUAL:
        return AST_EQ;
    case TOK_NOT_EQUAL:
        return AST_NE;
    case TOK_LESS:
        return AST_LT;
    case TOK_AT_MOST:
        return AST_LE;
    case TOK_GREATER:
        return AST_GT;
    case TOK_AT_LEAST:
        return AST_GE;
    case TOK_IN:
        return AST_IN;
    default:
        return -1;
    }
}

static uint32_t parse_negation(parser *p) {
    if (parser_at(p, TOK_NOT)) return parse_prefix(p, AST_NOT, parse_negation);
    uint32_t left = parse_sum(p);
    int op = comparison(p->now.kind);
    if (p->lost || op < 0) return left;
    left = join(p, AST_COMPARE, op, left, parse_sum);
    if (comparison(p->now.kind) >= 0 && parser_expected(p, "the end of the comparison", NULL))
        diag_hint(p->d, "comparisons do not chain: write 'a < b and b < c'");
    return left;
}

static uint32_t parse_conjunction(parser *p) {
    uint32_t left = parse_negation(p);
    while (!p->lost && parser_at(p, TOK_AND)) left = join(p, AST_AND, 0, left, parse_negation);
    return left;
}

uint32_t parse_expression(parser *p) {
    if (p->inside++ == 0) p->operators = 0;
    uint32_t left = parse_conjunction(p);
    while (!p->lost && parser_at(p, TOK_OR)) left = join(p, AST_OR, 0, left, parse_conjunction);
    p->inside--;
    return left;
}
