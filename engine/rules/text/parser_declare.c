/* Declarations: what a game consists of. */
#include <string.h>

#include "engine/rules/text/parser_state.h"

static const char declarations[] =
    "players view option board piece def rule var counter setup before phase turn end fen show "
    "bag deck cards hidden set look hint term | "
    "else then require where and or in as to of on max wrap only without per hits move promotes";

/* A word that begins a declaration, where no other name is possible. */
static bool at_soft(const parser *p, lexeme_kind kind) {
    return parser_at(p, kind) ||
           (parser_at(p, TOK_NAME) && parser_is_text(p, p->now, lexeme_word(kind)));
}

/* Any of them. */
static bool at_any_soft(const parser *p) {
    for (int k = TOK_LOOK; k <= LEXER_LAST_SOFT; k++)
        if (at_soft(p, (lexeme_kind)k)) return true;
    return false;
}

/* --- players, view, option */

static uint32_t parse_players(parser *p) {
    ast_list l = parse_begin(p, AST_PLAYERS);
    parser_declare(p, l.owner);
    do {
        uint32_t player = parse_new_name(p, AST_NAME, "a name for a player");
        parser_declare(p, player);
        ast_append(p->tree, &l, player);
    } while (!p->lost && parser_at(p, TOK_NAME));
    return l.owner;
}

static uint32_t parse_view(parser *p) {
    static const char *const views[] = {BOARD_TURNS(KINDS_NAME) NULL};
    parser_advance(p);
    uint32_t node = parse_name(p, AST_VIEW, "the name of a player");
    parser_declare(p, node);
    parser_set_value(p, node, parse_choice(p, views, "a view", true));
    return node;
}

static uint32_t parse_option(parser *p) {
    parser_advance(p);
    ast_list l = {.owner = parse_new_name(p, AST_OPTION, "a name for the option")};
    parser_declare(p, l.owner);
    ast_append(p->tree, &l, parse_integer(p, true));
    (void)parser_expect(p, TOK_IN);
    ast_append(p->tree, &l, parse_integer(p, true));
    (void)parser_expect(p, TOK_RANGE);
    ast_append(p->tree, &l, parse_integer(p, true));
    if (p->lost || !parser_is_text(p, p->now, "halves")) return l.owner;
    parser_advance(p);
    parser_set_flag(p, l.owner, AST_HALVES);
    return l.owner;
}

/* --- piece */

/* Not `hits`: where the parser is lost it may be an operand. */
static bool starts_clause(lexeme_kind k) {
    return k == TOK_MOVE || k == TOK_PROMOTES;
}

static uint32_t parse_promotes(parser *p) {
    ast_list l = parse_begin(p, AST_PROMOTES);
    (void)parser_expect(p, TOK_ON);
    ast_append(p->tree, &l, parse_expression(p));
    (void)parser_expect(p, TOK_WORD_TO);
    if (!p->lost) parse_names(p, &l, "the name of a piece");
    return l.owner;
}

static uint32_t parse_clause(parser *p) {
    switch (p->now.kind) {
    case TOK_WORD_HITS:
        return parse_part(p, AST_HITS, parse_expression);
    case TOK_MOVE:
        return parse_move(p);
    case TOK_PROMOTES:
        return parse_promotes(p);
    case TOK_ON:
        return parse_part(p, AST_STANDS, parse_expression);
    default:
        (void)parser_expected(p, "'hits', 'move', 'promotes' or 'on'",
                              "hits move promotes on | where as to and or in");
        return 0;
    }
}

static uint32_t parse_letter(parser *p) {
    if (p->now.len == 1 && text_is_alpha(p->src->at[p->now.from]))
        return parse_name(p, AST_LETTER, "a letter");
    (void)parser_expected(p, "one letter for the piece, '{' or a declaration", declarations);
    return 0;
}

static uint32_t parse_piece(parser *p) {
    static const parser_block clauses = {parse_clause, starts_clause};
    parser_advance(p);
    ast_list l = {.owner = parse_new_name(p, AST_PIECE, "a name for the piece")};
    parser_declare(p, l.owner);
    if (!p->lost && parser_at(p, TOK_NAME) && !at_any_soft(p))
        ast_append(p->tree, &l, parse_letter(p));
    if (!p->lost && parser_at(p, TOK_OPEN_BRACE)) parse_block(p, &l, &clauses);
    return l.owner;
}

/* --- def, rule, var, counter */

static uint32_t parse_params(parser *p) {
    ast_set seen = {0};
    ast_list l = parse_begin(p, AST_PARAMS);
    do {
        uint32_t known = 0;
        uint32_t name = parse_new_name(p, AST_NAME, "a name for an argument");
        ast_append(p->tree, &l, name);
        if (name && !ast_set_add(&seen, ast_at(p->tree, name)->name, name, &known)) parser_nomem(p);
        if (known) ast_report_twice(p->tree, known, name, p->d);
        parser_check_full(p);
    } while (parser_accept(p, TOK_COMMA));
    ast_set_done(&seen);
    if (!parser_accept(p, TOK_CLOSE_PAREN)) (void)parser_expected(p, "',' or ')'", NULL);
    return l.owner;
}

static uint32_t parse_definition(parser *p, ast_kind kind, uint32_t (*body)(parser *)) {
    parser_advance(p);
    ast_list l = {.owner = parse_new_name(p, kind, "a name")};
    parser_declare(p, l.owner);
    if (!p->lost && parser_at(p, TOK_OPEN_PAREN)) ast_append(p->tree, &l, parse_params(p));
    if (!parser_accept(p, TOK_SET)) (void)parser_expected(p, "'(' or '='", NULL);
    ast_append(p->tree, &l, body(p));
    return l.owner;
}

/* The index of `hand[me, kind]` follows the words `per player per piece`, so their order is set. */
static void parse_per(parser *p, uint32_t node) {
    int flags = 0;
    while (parser_accept(p, TOK_PER)) {
        if (!flags && parser_accept(p, TOK_PLAYER)) {
            flags |= AST_PER_PLAYER;
        } else if (!(flags & AST_PER_PIECE) && parser_accept(p, TOK_PIECE)) {
            flags |= AST_PER_PIECE;
        } else if (!flags && !p->lost && parser_is_text(p, p->now, "cell")) {
            parser_advance(p);
            parser_set_flag(p, node, AST_PER_CELL);
            return;
        } else if (flags & AST_PER_PIECE) {
            if (parser_expected(p, "the end of 'per'", NULL))
                diag_hint(p->d, "at most 'per player per piece', in this order");
        } else {
            (void)parser_expected(p, flags ? "'piece'" : "'player', 'piece' or 'cell'",
                                  flags ? "player piece" : "player piece cell");
        }
    }
    parser_set_flag(p, node, flags);
}

/* "if" "used": the second is a word of its own only here. */
static void parse_if_used(parser *p, uint32_t node) {
    static const char *const only[] = {"used", NULL};
    if (!parser_accept(p, TOK_IF)) return;
    if (parse_choice(p, only, "'used'", true) == 0) parser_set_flag(p, node, AST_IF_USED);
}

static void parse_value(parser *p, ast_list *l) {
    if (parser_accept(p, TOK_SET)) ast_append(p->tree, l, parse_expression(p));
}

/* After ": rule": "=" NAME */
static uint32_t parse_plan(parser *p, ast_list *l) {
    parser_set_value(p, l->owner, VAR_INT);
    parser_set_flag(p, l->owner, AST_RULES);
    if (parser_expect(p, TOK_SET))
        ast_append(p->tree, l, parse_name(p, AST_CALL, "the name of a rule"));
    return l->owner;
}

static uint32_t parse_var(parser *p) {
    static const char *const types[] = {VAR_TYPES(KINDS_NAME) "card", NULL};
    enum { CARD = VAR_CELLS + 1 };
    parser_advance(p);
    ast_list l = {.owner = parse_new_name(p, AST_VAR, "a name for the variable")};
    parser_declare(p, l.owner);
    int type = VAR_INT;
    if (parser_accept(p, TOK_COLON)) {
        if (parser_accept(p, TOK_RULE)) return parse_plan(p, &l);
        type = parse_choice(p, types, "'int', 'cell', 'cells' or 'card'", true);
    }
    parser_set_value(p, l.owner, type == CARD ? VAR_INT : type);
    if (type == CARD) parser_set_flag(p, l.owner, AST_OF_CARD);
    parse_per(p, l.owner);
    parse_if_used(p, l.owner);
    parse_value(p, &l);
    return l.owner;
}

/* NAME [ "*" prim ] */
static uint32_t parse_item_of_bag(parser *p) {
    ast_list l = {.owner = parse_name(p, AST_ITEM, "the name of a piece")};
    if (parser_accept(p, TOK_STAR)) ast_append(p->tree, &l, parse_primary(p));
    return l.owner;
}

static bool starts_item(lexeme_kind k) {
    return k == TOK_NAME;
}

/* ( "bag" | "deck" ) NAME "{" { item } "}": a number for each kind, and what it is at first. */
static uint32_t parse_bag(parser *p) {
    static const parser_block items = {parse_item_of_bag, starts_item};
    int secret = parser_at(p, TOK_DECK) ? AST_SECRET : 0;
    parser_advance(p);
    ast_list l = {.owner = parse_new_name(p, AST_VAR, "a name for the bag")};
    parser_declare(p, l.owner);
    parser_set_value(p, l.owner, VAR_INT);
    parser_set_flag(p, l.owner, AST_BAG | AST_PER_PIECE | secret);
    parse_block(p, &l, &items);
    return l.owner;
}

/* "hidden" NAME "per" "player" */
static uint32_t parse_hidden(parser *p) {
    parser_advance(p);
    ast_list l = {.owner = parse_new_name(p, AST_VAR, "a name for the hidden cards")};
    parser_declare(p, l.owner);
    parser_set_value(p, l.owner, VAR_INT);
    parser_set_flag(p, l.owner, AST_PER_PLAYER | AST_PER_PIECE | AST_SECRET);
    if (parser_expect(p, TOK_PER)) (void)parser_expect(p, TOK_PLAYER);
    return l.owner;
}

static uint32_t parse_counter(parser *p) {
    parser_advance(p);
    ast_list l = {.owner = parse_new_name(p, AST_VAR, "a name for the counter")};
    parser_declare(p, l.owner);
    parser_set_flag(p, l.owner, AST_COUNTER);
    parse_value(p, &l);
    return l.owner;
}

/* --- setup, before, turn, end */

static uint32_t parse_setup(parser *p) {
    ast_list l = parse_begin(p, AST_SETUP);
    parser_declare(p, l.owner);
    if (p->lost) return 0;
    if (parser_at(p, TOK_STRING))
        ast_append(p->tree, &l, parse_string(p, AST_STRING));
    else if (parser_at(p, TOK_OPEN_BRACE))
        ast_append(p->tree, &l, parse_effects(p));
    else
        (void)parser_expected(p, "a string or '{'", NULL);
    return l.owner;
}

static uint32_t parse_before(parser *p) {
    ast_list l = parse_begin(p, AST_BEFORE);
    parser_declare(p, l.owner);
    ast_append(p->tree, &l, parse_effects(p));
    return l.owner;
}

static uint32_t parse_turn(parser *p) {
    uint32_t phase = 0;
    if (parser_accept(p, TOK_PHASE)) phase = parse_new_name(p, AST_NAME, "a name for the phase");
    if (p->lost || !parser_at(p, TOK_TURN)) {
        (void)parser_expected(p, "'turn'", "turn");
        return 0;
    }
    ast_list l = parse_begin(p, AST_TURN);
    if (l.owner && phase) p->tree->node[l.owner].name = p->tree->node[phase].name;
    parser_declare(p, l.owner);
    ast_append(p->tree, &l, parse_rule(p));
    return l.owner;
}

static bool starts_ending(lexeme_kind k) {
    return k == TOK_WHEN;
}

static uint32_t parse_ending(parser *p) {
    if (!parser_at(p, TOK_WHEN)) {
        (void)parser_expected(p, "'when' or '}'", "when | win lose draw score and or");
        return 0;
    }
    ast_list l = parse_begin(p, AST_ENDING);
    ast_append(p->tree, &l, parse_expression(p));
    if (p->lost) return 0;
    if (parser_at(p, TOK_OPEN_BRACE))
        ast_append(p->tree, &l, parse_effects(p));
    else if (parser_starts_outcome(p->now.kind) || parser_at_claim(p))
        ast_append(p->tree, &l, parse_outcome(p));
    else
        (void)parser_expected(p, "an outcome or '{'", "win lose draw score claim call | and or in");
    return l.owner;
}

static uint32_t parse_end(parser *p) {
    static const parser_block endings = {parse_ending, starts_ending};
    ast_list l = parse_begin(p, AST_END);
    parser_declare(p, l.owner);
    parse_block(p, &l, &endings);
    return l.owner;
}

/* --- fen, show */

/* `board` is a field, unless it begins the declaration of a board. */
static bool at_field(parser *p) {
    if (p->lost) return false;
    if (!parser_at(p, TOK_BOARD)) return parser_at(p, TOK_NAME);
    lexeme t = parser_peek(p);
    for (int i = 0; parser_shapes[i]; i++)
        if (parser_is_text(p, t, parser_shapes[i])) return false;
    return true;
}

static uint32_t parse_flag(parser *p) {
    ast_list l = {.owner = parse_name(p, AST_FLAG, "what is written for a flag, or ')'")};
    (void)parser_expect(p, TOK_SET);
    ast_append(p->tree, &l, parse_expression(p));
    return l.owner;
}

/* NAME [ "(" NAME { "," NAME } { NAME "=" expr } [ STRING ] ")" ] */
static uint32_t parse_field(parser *p) {
    ast_list l = {.owner = parser_named(p, AST_FIELD, p->now)};
    parser_advance(p);
    if (!parser_accept(p, TOK_OPEN_PAREN)) return l.owner;
    do {
        ast_append(p->tree, &l, parse_name(p, AST_NAME, "the name of a variable"));
    } while (parser_accept(p, TOK_COMMA));
    while (!p->lost && !parser_at(p, TOK_CLOSE_PAREN) && !parser_at(p, TOK_STRING))
        ast_append(p->tree, &l, parse_flag(p));
    if (!p->lost && parser_at(p, TOK_STRING)) ast_append(p->tree, &l, parse_string(p, AST_STRING));
    (void)parser_expect(p, TOK_CLOSE_PAREN);
    return l.owner;
}

static uint32_t parse_fen(parser *p) {
    ast_list l = parse_begin(p, AST_FEN);
    parser_declare(p, l.owner);
    while (at_field(p)) ast_append(p->tree, &l, parse_field(p));
    return l.owner;
}

static uint32_t parse_show(parser *p) {
    size_t here = p->now.at;
    parser_advance(p);
    uint32_t node = parse_string(p, AST_SHOW);
    if (node) p->tree->node[node].at = (uint32_t)here;
    parser_declare(p, node);
    return node;
}

/* --- look */

static uint32_t parse_board_look(parser *p, size_t at) {
    static const char *const boards[] = {LOOK_BOARDS(KINDS_NAME) NULL};
    uint32_t node = parser_named(p, AST_LOOK, p->now);
    parser_advance(p);
    parser_set_flag(p, node, AST_LOOK_BOARD);
    parser_set_value(p, node, parse_choice(p, boards, "how the board looks", true));
    if (node) p->tree->node[node].at = (uint32_t)at;
    return node;
}

/* NAME { "-" NAME }: king-man */
static uint32_t parse_sprite(parser *p) {
    char buf[2 * LEXER_MAX_NAME + 2];
    text word = text_over(buf, sizeof buf);
    uint32_t node = parse_name(p, AST_NAME, "a sprite or a colour");
    if (!node || !parser_at(p, TOK_MINUS)) return node;
    text_put(&word, ast_name(p->tree, node));
    while (parser_accept(p, TOK_MINUS)) {
        uint32_t more = parse_name(p, AST_NAME, "the rest of a sprite's name");
        if (more) text_format(&word, "-%s", ast_name(p->tree, more));
    }
    if (!ast_intern(p->tree, buf, word.len, &p->tree->node[node].name)) parser_nomem(p);
    return node;
}

static uint32_t parse_area_look(parser *p, size_t at) {
    static const char *const shades[] = {"a", "b", "c", NULL};
    static const char *const names[] = {"shade a", "shade b", "shade c"};
    ast_list l = {.owner = parser_node(p, AST_LOOK, at)};
    parser_set_flag(p, l.owner, AST_LOOK_AREA);
    ast_append(p->tree, &l, parse_expression(p));
    if (p->lost) return l.owner;
    if (!parser_is_text(p, p->now, "shade")) {
        if (parser_expected(p, "'shade'", NULL))
            diag_hint(p->d, "`look PIECE SPRITE`, `look PLAYER COLOUR`, `look AREA shade a`");
        return l.owner;
    }
    parser_advance(p);
    int shade = parse_choice(p, shades, "a, b or c", false);
    if (shade < 0 || !l.owner) return l.owner;
    parser_set_value(p, l.owner, shade);
    if (!ast_intern(p->tree, names[shade], strlen(names[shade]), &p->tree->node[l.owner].name))
        parser_nomem(p);
    return l.owner;
}

static uint32_t parse_name_look(parser *p) {
    ast_list l = {.owner = parse_name(p, AST_LOOK, "the name of a piece or player")};
    ast_append(p->tree, &l, parse_sprite(p));
    if (!p->lost && parser_at(p, TOK_STRING)) ast_append(p->tree, &l, parse_string(p, AST_STRING));
    return l.owner;
}

static uint32_t parse_look(parser *p) {
    size_t at = p->now.at;
    parser_advance(p);
    lexeme second = parser_peek(p);
    bool named = parser_at(p, TOK_NAME) && second.kind == TOK_NAME && !second.first &&
                 !parser_is_text(p, second, "shade");
    uint32_t node = parser_at(p, TOK_BOARD) ? parse_board_look(p, at)
                    : named                 ? parse_name_look(p)
                                            : parse_area_look(p, at);
    if (!p->lost) parser_declare(p, node);
    return node;
}

/* --- hint */

/* "pass", or what is placed or moved, and where. */
static void parse_hinted(parser *p, ast_list *l) {
    static const ast_kind kinds[] = {AST_PLACE, AST_MOVE, AST_PASS};
    static const char *const actions[] = {"place", "move", "pass", NULL};
    int which = parse_choice(p, actions, "'place', 'move' or 'pass'", false);
    if (which < 0) return;
    parser_set_value(p, l->owner, (int)kinds[which]);
    if (kinds[which] != AST_PASS) {
        if (parser_at(p, TOK_NAME)) {
            ast_list kind = {.owner = parser_node(p, AST_KINDS, p->now.at)};
            parse_names(p, &kind, "the name of a piece");
            ast_append(p->tree, l, kind.owner);
        }
        if (!p->lost && !parser_at(p, TOK_ON)) {
            (void)parser_expected(p, "'on'", NULL);
            return;
        }
        ast_append(p->tree, l, parse_part(p, AST_ON, parse_expression));
    }
    if (!p->lost && parser_at(p, TOK_WHEN))
        ast_append(p->tree, l, parse_part(p, AST_WHERE, parse_expression));
}

static uint32_t parse_hint(parser *p) {
    enum { AVOID, PREFER, NONE };
    static const char *const ways[] = {"avoid", "prefer", "none", NULL};
    ast_list l = parse_begin(p, AST_HINT);
    int word = parse_choice(p, ways, "'avoid', 'prefer' or 'none'", false);
    if (word == PREFER) parser_set_flag(p, l.owner, AST_HINT_PREFER);
    if (word == AVOID || word == PREFER) parse_hinted(p, &l);
    return l.owner;
}

/* --- term */

/* NAME "=" expr [ "weight" int [ "/" INT ] ] */
static uint32_t parse_term_of(parser *p) {
    parser_advance(p);
    ast_list l = {.owner = parse_new_name(p, AST_TERM, "a name for the term")};
    parser_declare(p, l.owner);
    if (parser_expect(p, TOK_SET)) ast_append(p->tree, &l, parse_expression(p));
    if (p->lost || !parser_at(p, TOK_NAME) || !parser_is_text(p, p->now, "weight")) return l.owner;
    parser_advance(p);
    ast_append(p->tree, &l, parse_integer(p, true));
    if (parser_accept(p, TOK_SLASH)) ast_append(p->tree, &l, parse_integer(p, false));
    return l.owner;
}

uint32_t parse_declaration(parser *p) {
    if (at_soft(p, TOK_LOOK)) return parse_look(p);
    if (at_soft(p, TOK_HINT)) return parse_hint(p);
    if (at_soft(p, TOK_BAG)) return parse_bag(p);
    if (at_soft(p, TOK_TERM)) return parse_term_of(p);
    if (at_soft(p, TOK_SET_OF)) return parse_set_of_kinds(p);
    if (at_soft(p, TOK_CARDS)) return parse_cards(p);
    if (at_soft(p, TOK_DECK)) return parse_bag(p);
    if (at_soft(p, TOK_HIDDEN)) return parse_hidden(p);
    switch (p->now.kind) {
    case TOK_PLAYERS:
        return parse_players(p);
    case TOK_VIEW:
        return parse_view(p);
    case TOK_OPTION:
        return parse_option(p);
    case TOK_BOARD:
        return parse_board(p);
    case TOK_PIECE:
        return parse_piece(p);
    case TOK_DEF:
        return parse_definition(p, AST_DEF, parse_expression);
    case TOK_RULE:
        return parse_definition(p, AST_RULE, parse_rule);
    case TOK_VAR:
        return parse_var(p);
    case TOK_COUNTER:
        return parse_counter(p);
    case TOK_SETUP:
        return parse_setup(p);
    case TOK_BEFORE:
        return parse_before(p);
    case TOK_PHASE:
    case TOK_TURN:
        return parse_turn(p);
    case TOK_END_RULES:
        return parse_end(p);
    case TOK_FEN:
        return parse_fen(p);
    case TOK_SHOW:
        return parse_show(p);
    default:
        (void)parser_expected(p, "a declaration or '}'", declarations);
        return 0;
    }
}
