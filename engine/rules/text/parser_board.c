/* Boards: shape, sizes, and what may follow them. */
#include "engine/rules/text/parser_state.h"

/* Any name in parentheses: a line of cells. */
static uint32_t parse_line(parser *p) {
    ast_list l = parse_begin(p, AST_LINE);
    do {
        ast_append(p->tree, &l, parse_name(p, AST_NAME, "the name of a cell"));
    } while (!p->lost && parser_at(p, TOK_NAME));
    if (!parser_accept(p, TOK_CLOSE_PAREN)) (void)parser_expected(p, "a cell or ')'", NULL);
    return l.owner;
}

static void parse_wrap(parser *p, uint32_t board) {
    static const char *const ways[] = {"x", "y", "xy", NULL};
    static const int flags[] = {BOARD_WRAP_X, BOARD_WRAP_Y, BOARD_WRAP_X | BOARD_WRAP_Y};
    if (!parser_accept(p, TOK_WRAP)) return;
    int way = parse_choice(p, ways, "x, y or xy", false);
    if (way >= 0) parser_set_flag(p, board, flags[way]);
}

/* `touch` is a word of its own only here: after a board no name can follow. */
static void parse_touch(parser *p, ast_list *l) {
    if (p->lost || !parser_is_text(p, p->now, "touch")) return;
    parser_advance(p);
    ast_append(p->tree, l, parse_directions(p));
}

/* Likewise `skip`: columns without the letter i. */
static void parse_skip(parser *p, uint32_t board) {
    static const char *const letters[] = {"i", NULL};
    if (p->lost || !parser_is_text(p, p->now, "skip")) return;
    parser_advance(p);
    if (parse_choice(p, letters, "i", false) >= 0) parser_set_flag(p, board, BOARD_SKIP_I);
}

/* Likewise `stacks`: how many pieces a cell can hold. */
static void parse_stacks(parser *p, ast_list *l) {
    if (p->lost || !parser_is_text(p, p->now, "stacks")) return;
    ast_append(p->tree, l, parse_part(p, AST_STACKS, parse_primary));
}

/* And `track`, after all else: cells one after the other, as a direction with a name. */
static void parse_tracks(parser *p, ast_list *l) {
    while (!p->lost && parser_is_text(p, p->now, "track")) {
        parser_advance(p);
        ast_list track = {.owner = parse_new_name(p, AST_TRACK, "a name for the direction")};
        if (!p->lost && parser_at(p, TOK_NAME))
            ast_append(p->tree, &track, parse_new_name(p, AST_NAME, "a name for the way back"));
        if (!p->lost && parser_at(p, TOK_OPEN_PAREN))
            ast_append(p->tree, &track, parse_line(p));
        else
            (void)parser_expected(p, "'(' and a line of cells", NULL);
        ast_append(p->tree, l, track.owner);
    }
}

/* And what is between the squares; `corners` and `rim` only after `edges`. */
static void parse_edges(parser *p, uint32_t board) {
    static const struct {
        const char *word;
        int flag;
    } kinds[] = {{"edges", BOARD_EDGES}, {"corners", BOARD_CORNERS}, {"rim", BOARD_RIM}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!p->lost && parser_is_text(p, p->now, kinds[i].word)) {
            parser_advance(p);
            parser_set_flag(p, board, kinds[i].flag);
        } else if (i == 0) {
            return;
        }
    }
}

static void parse_rectangle(parser *p, ast_list *l, bool box) {
    for (int i = 0; i < 2 + box; i++) ast_append(p->tree, l, parse_primary(p));
    if (!box) parse_edges(p, l->owner);
    if (!box && !p->lost) parse_wrap(p, l->owner);
    if (!box) parse_skip(p, l->owner);
    parse_touch(p, l);
    parse_stacks(p, l);
    if (p->lost) return;
    if (parser_at(p, TOK_ONLY))
        ast_append(p->tree, l, parse_part(p, AST_ONLY, parse_expression));
    else if (parser_at(p, TOK_WITHOUT))
        ast_append(p->tree, l, parse_part(p, AST_WITHOUT, parse_expression));
}

const char *const parser_shapes[] = {BOARD_SHAPES(KINDS_NAME) NULL};

uint32_t parse_board(parser *p) {
    ast_list l = parse_begin(p, AST_BOARD);
    parser_declare(p, l.owner);
    int shape = parse_choice(p, parser_shapes, "a shape", true);
    if (shape < 0) return 0;
    parser_set_value(p, l.owner, shape);
    if (shape == BOARD_RECT || shape == BOARD_HEX || shape == BOARD_BOX) {
        parse_rectangle(p, &l, shape == BOARD_BOX);
    } else if (shape == BOARD_HEXAGON) {
        ast_append(p->tree, &l, parse_primary(p));
        parse_stacks(p, &l);
    } else {
        if (!parser_at(p, TOK_OPEN_PAREN))
            (void)parser_expected(p, "'(' and a line of cells", NULL);
        while (!p->lost && parser_at(p, TOK_OPEN_PAREN)) ast_append(p->tree, &l, parse_line(p));
        parse_stacks(p, &l);
    }
    parse_tracks(p, &l);
    return l.owner;
}
