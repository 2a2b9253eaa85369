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
