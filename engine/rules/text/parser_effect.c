/* Effects: what happens with or after an action. */
#include "engine/rules/text/parser_state.h"

static const char effects[] =
#define EFFECT_WORD(id, word, form) word " "
    AST_EFFECTS(EFFECT_WORD)
#undef EFFECT_WORD
        "win lose draw score next phase NAME= | else for";

bool parser_starts_outcome(lexeme_kind k) {
    return k == TOK_WIN || k == TOK_LOSE || k == TOK_DRAW || k == TOK_SCORE;
}

bool parser_starts_effect(lexeme_kind k) {
    switch (k) {
#define EFFECT_CASE(id, word, form) case TOK_##id:
        AST_EFFECTS(EFFECT_CASE)
#undef EFFECT_CASE
    case TOK_PHASE:
        return true;
    default:
        return parser_starts_outcome(k);
    }
}

/* The operation of an assignment, or -1. */
static int assignment(lexeme_kind k) {
    switch (k) {
    case TOK_SET:
        return AST_SET;
    case TOK_ADD_SET:
        return AST_ADD;
    case TOK_SUB_SET:
        return AST_SUB;
    case TOK_OR_SET:
        return AST_JOIN;
    case TOK_AND_SET:
        return AST_MEET;
    default:
        return -1;
    }
}

/* After win or lose: a player, unless the word begins the next statement. */
static bool at_player(parser *p) {
    bool word = parser_at(p, TOK_WORD_ME) || parser_at(p, TOK_WORD_NEXT) ||
                parser_at(p, TOK_WORD_PREV) || parser_at(p, TOK_NAME);
    if (p->lost || !word) return false;
    lexeme_kind k = parser_peek(p).kind;
    return assignment(k) < 0 && k != TOK_OPEN_BRACKET && k != TOK_OPEN_PAREN;
}

/* `claim` and `call` are words of their own only before `draw`. */
bool parser_at_claim(parser *p) {
    bool word =
        !p->lost && (parser_is_text(p, p->now, "claim") || parser_is_text(p, p->now, "call"));
    return word && parser_peek(p).kind == TOK_DRAW;
}

/* "draw" [ "as" STRING ] after one of them */
static uint32_t parse_claim(parser *p) {
    lexeme t = p->now;
    int flag = parser_is_text(p, t, "claim") ? AST_CLAIM : AST_CALLED;
    parser_advance(p);
    parser_advance(p);
    uint32_t node = parser_node(p, AST_DRAW, t.at);
    if (node) p->tree->node[node].flags = (uint16_t)flag;
    if (!parser_accept(p, TOK_AS)) return node;
    uint32_t why = parse_string(p, AST_STRING);
    if (node && why) p->tree->node[node].name = p->tree->node[why].name;
    return node;
}

uint32_t parse_outcome(parser *p) {
    if (parser_at_claim(p)) return parse_claim(p);
    lexeme t = p->now;
    switch (t.kind) {
    case TOK_SCORE:
        return parse_part(p, AST_SCORE, parse_expression);
    case TOK_DRAW:
        parser_advance(p);
        return parser_node(p, AST_DRAW, t.at);
    default:
        break;
    }
    parser_advance(p);
    uint32_t node = parser_node(p, t.kind == TOK_WIN ? AST_WIN : AST_LOSE, t.at);
    if (!at_player(p)) return node;
    uint32_t player = parser_named(p, AST_NAME, p->now);
    if (node && player) p->tree->node[node].name = p->tree->node[player].name;
    parser_advance(p);
    return node;
}

/* The name a node takes over from one that was read. */
static void take_name(parser *p, uint32_t node, uint32_t named) {
    if (node && named) p->tree->node[node].name = p->tree->node[named].name;
}

static uint32_t parse_put(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_PUT, p->now.at)};
    parser_advance(p);
    take_name(p, l.owner, parse_name(p, AST_NAME, "the name of a piece"));
    if (!p->lost && parser_at(p, TOK_OF))
        ast_append(p->tree, &l, parse_part(p, AST_OF, parse_primary));
    if (!p->lost && parser_at(p, TOK_ON))
        ast_append(p->tree, &l, parse_part(p, AST_ON, parse_expression));
    else
        (void)parser_expected(p, "'on'", "on of");
    return l.owner;
}

static uint32_t parse_change(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_CHANGE, p->now.at)};
    parser_advance(p);
    ast_append(p->tree, &l, parse_expression(p));
    (void)parser_expect(p, TOK_INTO);
    take_name(p, l.owner, parse_name(p, AST_NAME, "the name of a piece"));
    return l.owner;
}

static uint32_t parse_effect(parser *p);

static uint32_t parse_if(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_IF, p->now.at)};
    if (!parser_enter(p)) return 0;
    parser_advance(p);
    ast_append(p->tree, &l, parse_expression(p));
    ast_append(p->tree, &l, parse_effects(p));
    if (parser_accept(p, TOK_ELSE))
        ast_append(p->tree, &l, parser_at(p, TOK_OPEN_BRACE) ? parse_effects(p) : parse_effect(p));
    parser_leave(p);
    return l.owner;
}

static uint32_t parse_phase(parser *p) {
    uint32_t node = parser_node(p, AST_SET_PHASE, p->now.at);
    parser_advance(p);
    if (parser_expect(p, TOK_SET))
        take_name(p, node, parse_name(p, AST_NAME, "the name of a phase"));
    return node;
}

static uint32_t parse_next(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_SET_NEXT, p->now.at)};
    parser_advance(p);
    if (parser_expect(p, TOK_SET)) ast_append(p->tree, &l, parse_primary(p));
    return l.owner;
}

/* NAME [ "[" expr { "," expr } "]" ] ( "=" | "+=" | ... ) expr */
static uint32_t parse_assignment(parser *p) {
    lexeme_kind second = parser_peek(p).kind;
    if (assignment(second) < 0 && second != TOK_OPEN_BRACKET) {
        (void)parser_expected(p, "an effect", effects);
        return 0;
    }
    ast_list l = {.owner = parser_named(p, AST_ASSIGN, p->now)};
    parser_advance(p);
    if (parser_at(p, TOK_OPEN_BRACKET)) {
        ast_list index = {.owner = parser_node(p, AST_INDEX, p->now.at)};
        parse_arguments(p, &index, TOK_OPEN_BRACKET, TOK_CLOSE_BRACKET);
        ast_append(p->tree, &l, index.owner);
    }
    int op = assignment(p->now.kind);
    if (op < 0) {
        (void)parser_expected(p, "'=', '+=', '-=', '|=' or '&='", NULL);
        return 0;
    }
    parser_advance(p);
    if (l.owner) p->tree->node[l.owner].value = op;
    ast_append(p->tree, &l, parse_expression(p));
    return l.owner;
}

/* "for" "each" ... block */
static uint32_t parse_for(parser *p) {
    ast_list l = {.owner = parser_node(p, AST_FOR, p->now.at)};
    if (!parser_enter(p)) return 0;
    parser_advance(p);
    parse_each(p, &l);
    ast_append(p->tree, &l, parse_effects(p));
    parser_leave(p);
    return l.owner;
}

/* `sow` is a word of its own only before the name of a variable and `from`. */
static bool at_sow(parser *p) {
    return !p->lost && parser_is_text(p, p->now, "sow") && parser_peek(p).kind == TOK_NAME;
}

/* "sow" NAME "from" prim "along" dirs [ "without" expr ] [ "into" NAME ] */
static uint32_t parse_sow(parser *p) {
    size_t here = p->now.at;
    parser_advance(p);
    ast_list l = {.owner = parse_name(p, AST_SOW, "the name of a variable")};
    if (l.owner) p->tree->node[l.owner].at = (uint32_t)here;
    if (parser_expect(p, TOK_WORD_FROM)) ast_append(p->tree, &l, parse_primary(p));
    if (parser_expect(p, TOK_ALONG)) ast_append(p->tree, &l, parse_directions(p));
    if (!p->lost && parser_at(p, TOK_WITHOUT))
        ast_append(p->tree, &l, parse_part(p, AST_WITHOUT, parse_expression));
    if (parser_accept(p, TOK_INTO))
        ast_append(p->tree, &l, parse_name(p, AST_NAME, "the name of a variable"));
    return l.owner;
}

/* `under` instead of `to`: no other name can be there. */
static bool at_under(const parser *p) {
    return !p->lost && parser_at(p, TOK_NAME) && parser_is_text(p, p->now, "under");
}

/* An effect of AST_EFFECTS, with what belongs to its form. */
static uint32_t parse_formed(parser *p, ast_kind kind, ast_form form) {
    ast_list l = {.owner = parser_node(p, kind, p->now.at)};
    parser_advance(p);
    uint32_t top = kind == AST_REMOVE || kind == AST_RELOCATE ? parse_top(p) : 0;
    if (form == AST_FORM_DIRS) ast_append(p->tree, &l, parse_directions(p));
    if (form != AST_FORM_NOTHING) ast_append(p->tree, &l, parse_expression(p));
    if (form == AST_FORM_TO || form == AST_FORM_TO_PRIMARY) {
        if (kind == AST_RELOCATE && at_under(p)) {
            parser_advance(p);
            if (l.owner) p->tree->node[l.owner].flags = AST_UNDER;
        } else {
            (void)parser_expect(p, TOK_WORD_TO);
        }
        ast_append(p->tree, &l, form == AST_FORM_TO ? parse_expression(p) : parse_primary(p));
    }
    ast_append(p->tree, &l, top);
    return l.owner;
}

/* Those of the form SPECIAL. */
static uint32_t parse_special(parser *p) {
    switch (p->now.kind) {
    case TOK_PUT:
        return parse_put(p);
    case TOK_CHANGE:
        return parse_change(p);
    default:
        return parse_if(p);
    }
}

static uint32_t parse_effect(parser *p) {
    if (p->lost) return 0;
    switch (p->now.kind) {
#define EFFECT_CASE(id, word, form)                                                                \
    case TOK_##id:                                                                                 \
        return AST_FORM_##form == AST_FORM_SPECIAL ? parse_special(p)                              \
                                                   : parse_formed(p, AST_##id, AST_FORM_##form);
        AST_EFFECTS(EFFECT_CASE)
#undef EFFECT_CASE
    case TOK_PHASE:
        return parse_phase(p);
    case TOK_PASS:
        return parse_card(p);
    case TOK_WORD_NEXT:
        return parse_next(p);
    case TOK_NAME:
        if (parser_at_words(p, "for", "each")) return parse_for(p);
        if (at_sow(p)) return parse_sow(p);
        if (parser_at_card(p)) return parse_card(p);
        return parser_at_claim(p) ? parse_outcome(p) : parse_assignment(p);
    default:
        break;
    }
    if (parser_starts_outcome(p->now.kind)) return parse_outcome(p);
    (void)parser_expected(p, "an effect", effects);
    return 0;
}

uint32_t parse_effects(parser *p) {
    static const parser_block statements = {parse_effect, parser_starts_effect};
    ast_list l = {.owner = parser_node(p, AST_BLOCK, p->now.at)};
    parse_block(p, &l, &statements);
    return l.owner;
}
