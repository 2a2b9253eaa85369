/* Areas of a rules text in words. */
#include <string.h>

#include "engine/base/text.h"
#include "engine/rules/book/page_say.h"

/* --- directions --- */

enum { N = 1, S = 2, E = 4, W = 8, NE = 16, NW = 32, SE = 64, SW = 128, OTHER = 256 };

static unsigned direction(const char *name) {
    static const struct {
        const char *name;
        unsigned set;
    } known[] = {{"n", N},
                 {"s", S},
                 {"e", E},
                 {"w", W},
                 {"ne", NE},
                 {"nw", NW},
                 {"se", SE},
                 {"sw", SW},
                 {"ortho", N | S | E | W},
                 {"diag", NE | NW | SE | SW},
                 {"any", N | S | E | W | NE | NW | SE | SW}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0) return known[i].set;
    return OTHER;
}

/* Sets that have words of their own; `mine` as the player sees it. */
static const char *set_words(unsigned set, bool mine, bool square) {
    static const struct {
        unsigned set;
        const char *board, *player;
    } said[] = {{N | S | E | W | NE | NW | SE | SW, "in any direction", "in any direction"},
                {N | S | E | W, "straight, not diagonally,", "straight, not diagonally,"},
                {NE | NW | SE | SW, "diagonally", "diagonally"},
                {NE | NW, "diagonally up", "diagonally forwards"},
                {SE | SW, "diagonally down", "diagonally backwards"},
                {N | NE | NW, "straight or diagonally up", "straight or diagonally forwards"},
                {S | SE | SW, "straight or diagonally down", "straight or diagonally backwards"},
                {E | W, "sideways", "sideways"},
                {N | S, "up or down", "forwards or backwards"},
                {NE | SW, "along the rising diagonal", "along the rising diagonal"},
                {NW | SE, "along the falling diagonal", "along the falling diagonal"},
                {N, "up", "forwards"},
                {S, "down", "backwards"},
                {E, "to the right", "to the right"},
                {W, "to the left", "to the left"}};
    for (size_t i = 0; square && i < sizeof said / sizeof *said; i++)
        if (said[i].set == set) return mine ? said[i].player : said[i].board;
    return NULL;
}

static bool is_square(const page *p) {
    uint32_t board = page_child(p->a, p->game, AST_BOARD);
    return !board || p->a->node[board].value == BOARD_RECT;
}

void page_put_dirs(const page *p, uint32_t dirs, text *out) {
    unsigned set = 0;
    bool mine = p->a->node[dirs].flags & AST_MINE;
    bool any = false;
    AST_EACH(p->a, dirs, i) {
        set |= direction(ast_name(p->a, i));
        any |= strcmp(ast_name(p->a, i), "any") == 0;
    }
    const char *said = any ? "in any direction" : set_words(set, mine, is_square(p));
    if (said) {
        text_put(out, said);
        return;
    }
    text_put(out, mine ? "to your " : "to the ");
    AST_EACH(p->a, dirs, i) {
        const char *name = ast_name(p->a, i);
        static const char *const full[][2] = {
            {"n", "north"},       {"s", "south"},       {"e", "east"},        {"w", "west"},
            {"ne", "north-east"}, {"nw", "north-west"}, {"se", "south-east"}, {"sw", "south-west"}};
        for (size_t k = 0; k < sizeof full / sizeof *full; k++)
            if (strcmp(full[k][0], name) == 0) name = full[k][1];
        uint32_t next = p->a->node[i].next;
        text_format(out, "%s%s", name, !next ? "" : p->a->node[next].next ? ", " : " or ");
    }
}

/* --- motions --- */

static bool is_walk(ast_kind k) {
    return (k >= AST_STEP && k <= AST_RAY) || k == AST_LEAP || k == AST_ALONG;
}

static void put_leap(const page *p, uint32_t node, text *out) {
    uint32_t first = p->a->node[node].first;
    int a = p->a->node[first].value;
    int b = p->a->node[p->a->node[first].next].value;
    if (a > b) {
        int c = a;
        a = b;
        b = c;
    }
    if (a == 0)
        text_format(out, "with a leap of %d cells straight", b);
    else if (a == b)
        text_format(out, "with a leap of %d cells diagonally", b);
    else if (a == 1 && b == 2)
        text_put(out, "with a knight's leap (one cell straight and two across)");
    else
        text_format(out, "with a leap of %d cells one way and %d across", a, b);
}

static void put_element(page *p, uint32_t element, text *out) {
    const ast_node *n = ast_at(p->a, element);
    if (n->value)
        text_put(out, n->value == '*'   ? "any number of "
                      : n->value == '+' ? "one or more "
                                        : "perhaps one of ");
    if (n->value)
        page_put_area(p, n->first, out);
    else
        page_put_one(p, n->first, out);
    if (!n->name) return;
    text_put(out, " (called ");
    page_put_own_name(p, n->name, out);
    text_char(out, ')');
}

/* "over one of enemy pieces (over), to one of empty cells" */
static void put_pattern(page *p, uint32_t pattern, text *out) {
    AST_EACH(p->a, pattern, i) {
        bool group = p->a->node[i].kind == AST_GROUP;
        const char *lead = p->a->node[i].next ? " over " : " to ";
        if (!group) {
            text_put(out, i == p->a->node[pattern].first ? lead : p->a->node[i].next ? ", " : lead);
            put_element(p, i, out);
            continue;
        }
        AST_EACH(p->a, i, k) {
            text_put(out, lead);
            put_element(p, k, out);
        }
    }
}

static void put_walk(page *p, uint32_t node, text *out) {
    ast_kind kind = (ast_kind)p->a->node[node].kind;
    uint32_t dirs = page_child(p->a, node, AST_DIRS);
    uint32_t max = page_child(p->a, node, AST_MAX);
    if (kind == AST_STEP && !max) {
        text_put(out, "one step ");
    } else if (max) {
        text_put(out, "up to ");
        page_put_number(p, p->a->node[max].first, out);
        text_put(out, " steps ");
    } else {
        text_put(out, kind == AST_DASH ? "as far as it goes " : "any distance ");
    }
    page_put_dirs(p, dirs, out);
    if (kind == AST_SLIDE || kind == AST_DASH) text_put(out, " through empty cells");
    if (kind == AST_RIDE) text_put(out, " through empty cells, as far as the first piece");
    if (kind == AST_RAY) text_put(out, " over anything");
}

static void put_origin(page *p, uint32_t node, text *out) {
    uint32_t origin = page_child(p->a, node, AST_ORIGIN);
    if (!origin) return;
    text_put(out, " from ");
    page_put_area(p, p->a->node[origin].first, out);
}

static bool motions_only(const page *p, uint32_t node) {
    const ast_node *n = ast_at(p->a, node);
    if (n->kind == AST_BINARY && n->value == AST_JOIN)
        return motions_only(p, n->first) && motions_only(p, p->a->node[n->first].next);
    return is_walk((ast_kind)n->kind);
}

bool page_put_motion(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    if (!motions_only(p, node)) return false;
    if (n->kind == AST_BINARY) {
        (void)page_put_motion(p, n->first, out);
        text_put(out, ", or ");
        return page_put_motion(p, p->a->node[n->first].next, out);
    }
    if (n->kind == AST_LEAP) {
        put_leap(p, node, out);
    } else if (n->kind == AST_ALONG) {
        text_put(out, "in a line ");
        page_put_dirs(p, page_child(p->a, node, AST_DIRS), out);
        put_pattern(p, page_child(p->a, node, AST_PATTERN), out);
    } else {
        put_walk(p, node, out);
    }
    put_origin(p, node, out);
    return true;
}

/* --- nouns --- */

bool page_is_word(const page *p, uint32_t node, ast_word word) {
    const ast_node *n = ast_at(p->a, node);
    return n->kind == AST_WORD && n->value == (int)word;
}

/* Set algebra: A & (B - C) is A & B - C, and so is (A - C) & B. */
void page_split(const page *p, uint32_t node, page_parts *parts) {
    const ast_node *n = ast_at(p->a, node);
    bool deep = parts->ins + 2 > PAGE_MAX_PARTS || parts->outs + 2 > PAGE_MAX_PARTS;
    if (n->kind == AST_BINARY && !deep && (n->value == AST_MEET || n->value == AST_SUB)) {
        uint32_t second = p->a->node[n->first].next;
        page_split(p, n->first, parts);
        if (n->value == AST_MEET)
            page_split(p, second, parts);
        else if (parts->outs < PAGE_MAX_PARTS)
            parts->out[parts->outs++] = second;
    } else if (parts->ins < PAGE_MAX_PARTS) {
        parts->in[parts->ins++] = node;
    }
}

/* What a part of an intersection does in a noun. */
typedef enum role {
    ROLE_OWNER,
    ROLE_ADJECTIVE,
    ROLE_KIND,
    ROLE_PLACE,
    ROLE_NOUN, /* squares, edges, corners */
    ROLE_OTHER
} role;

/* One of the three kinds of places of a board that has edges. */
static bool is_places(const page *p, uint32_t node) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t board = page_child(p->a, p->game, AST_BOARD);
    if (n->kind != AST_CALL || n->first || !board || page_declared(p, AST_DEF, n->name))
        return false;
    const char *name = ast_name(p->a, node);
    return p->a->node[board].flags & BOARD_EDGES &&
           (strcmp(name, "squares") == 0 || strcmp(name, "edges") == 0 ||
            strcmp(name, "corners") == 0);
}

static role role_of(const page *p, uint32_t node) {
    const ast_node *n = ast_at(p->a, node);
    if (n->kind == AST_CALL && page_declared(p, AST_PIECE, n->name)) return ROLE_KIND;
    if (n->kind == AST_CALL && page_is_player(p, n->name)) return ROLE_OWNER;
    if (is_places(p, node)) return ROLE_NOUN;
    if (n->kind == AST_RANKS || n->kind == AST_FILES) return ROLE_PLACE;
    if (n->kind == AST_MY) {
        ast_kind inner = (ast_kind)p->a->node[n->first].kind;
        return inner == AST_RANKS || inner == AST_FILES ? ROLE_PLACE : ROLE_OTHER;
    }
    if (n->kind != AST_WORD) return ROLE_OTHER;
    switch ((ast_word)n->value) {
    case AST_WORD_MINE:
    case AST_WORD_ENEMY:
    case AST_WORD_NEUTRAL:
        return ROLE_OWNER;
    case AST_WORD_EMPTY:
    case AST_WORD_OCCUPIED:
    case AST_WORD_DARK:
    case AST_WORD_LIGHT:
    case AST_WORD_EDGE:
        return ROLE_ADJECTIVE;
    default:
        return ROLE_OTHER;
    }
}

static void put_owner(const page *p, uint32_t node, text *out) {
    if (p->a->node[node].kind == AST_CALL)
        page_put_name(ast_name(p->a, node), out);
    else
        text_put(out, page_is_word(p, node, AST_WORD_MINE)    ? "your"
                      : page_is_word(p, node, AST_WORD_ENEMY) ? "enemy"
                                                              : "neutral");
    text_char(out, ' ');
}

static void put_adjective(const page *p, uint32_t node, text *out) {
    static const struct {
        ast_word word;
        const char *says;
    } list[] = {{AST_WORD_EMPTY, "empty "},
                {AST_WORD_OCCUPIED, "occupied "},
                {AST_WORD_DARK, "dark "},
                {AST_WORD_LIGHT, "light "},
                {AST_WORD_EDGE, "outer "}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (page_is_word(p, node, list[i].word)) text_put(out, list[i].says);
}

static int count_role(const page *p, const page_parts *parts, role r) {
    int n = 0;
    for (int i = 0; i < parts->ins; i++) n += role_of(p, parts->in[i]) == r;
    return n;
}

/* Owner, adjectives, the noun itself, then where it is. Something without any of them is itself
 * the noun. */
static void put_joined(page *p, const page_parts *parts, bool one, text *out) {
    int owners = count_role(p, parts, ROLE_OWNER);
    int kinds = count_role(p, parts, ROLE_KIND);
    int skipped = -1;
    int noun = -1; /* the place that they are, where nothing says what is on it */
    for (int i = 0; i < parts->ins && !owners && !kinds; i++)
        if (role_of(p, parts->in[i]) == ROLE_NOUN) noun = i;
    if (!owners && !kinds && noun < 0 && !count_role(p, parts, ROLE_ADJECTIVE))
        for (int i = 0; i < parts->ins && skipped < 0; i++)
            if (role_of(p, parts->in[i]) == ROLE_OTHER) skipped = i;
    if (skipped >= 0) page_put_area(p, parts->in[skipped], out);
    page_many many = one ? PAGE_ONE : owners ? PAGE_OWNED : PAGE_MANY;
    for (role r = ROLE_OWNER; r <= ROLE_KIND; r++)
        for (int i = 0; i < parts->ins; i++) {
            uint32_t node = parts->in[i];
            if (role_of(p, node) != r) continue;
            if (r == ROLE_OWNER) put_owner(p, node, out);
            if (r == ROLE_ADJECTIVE) put_adjective(p, node, out);
            if (r == ROLE_KIND) page_put_kind(p, p->a->node[node].name, many, out);
        }
    const char *what = noun >= 0 ? ast_name(p->a, parts->in[noun]) : owners ? "pieces" : "cells";
    if (!kinds && skipped < 0) text_format(out, "%.*s", (int)strlen(what) - one, what);
    for (int i = 0; i < parts->ins; i++) {
        role r = role_of(p, parts->in[i]);
        if (i == skipped || i == noun || r < ROLE_PLACE) continue;
        bool place = r == ROLE_PLACE || r == ROLE_NOUN || page_is_cell(p, parts->in[i]);
        text_put(out, place ? " on " : " among ");
        page_put_area(p, parts->in[i], out);
    }
}

static void put_exceptions(page *p, const page_parts *parts, text *out) {
    for (int i = 0; i < parts->outs; i++) {
        text_put(out, i == 0 ? " except " : i + 1 < parts->outs ? ", " : " and ");
        page_put_area(p, parts->out[i], out);
    }
}

void page_put_parts(page *p, const page_parts *parts, text *out) {
    if (parts->ins == 1 && role_of(p, parts->in[0]) >= ROLE_PLACE)
        page_put_area(p, parts->in[0], out);
    else
        put_joined(p, parts, false, out);
    put_exceptions(p, parts, out);
}

void page_put_one(page *p, uint32_t node, text *out) {
    page_parts parts = {0};
    page_split(p, node, &parts);
    bool mine = false;
    for (int i = 0; i < parts.ins; i++) mine |= page_is_word(p, parts.in[i], AST_WORD_MINE);
    int nouns = count_role(p, &parts, ROLE_OWNER) + count_role(p, &parts, ROLE_KIND) +
                count_role(p, &parts, ROLE_ADJECTIVE) + count_role(p, &parts, ROLE_NOUN);
    if (page_is_cell(p, node)) {
        page_put_area(p, node, out);
    } else if (mine || !nouns) {
        text_put(out, "one of ");
        page_put_area(p, node, out);
    } else {
        text noun = text_growing();
        put_joined(p, &parts, true, &noun);
        text_put(out, strchr("aeio", text_string(&noun)[0]) ? "an " : "a ");
        text_put(out, text_string(&noun));
        page_done(&noun, out);
        put_exceptions(p, &parts, out);
    }
}

/* "row 2", "rows 1 to 3", "column a" */
static void put_lines(page *p, uint32_t node, const char *word, text *out) {
    uint32_t from = p->a->node[node].first;
    uint32_t to = p->a->node[from].next;
    text_format(out, "%s%s ", word, to ? "s" : "");
    page_put_number(p, from, out);
    if (!to) return;
    text_put(out, " to ");
    page_put_number(p, to, out);
}

static void put_name_area(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    uint32_t def = page_declared(p, AST_DEF, n->name);
    if (def && page_is_small(p, def)) {
        page_put_expr(p, page_body(p->a, def), out);
        return;
    }
    if (page_declared(p, AST_PIECE, n->name)) {
        page_put_kind(p, n->name, PAGE_MANY, out);
        return;
    }
    if (def)
        page_put_term(p, def, out);
    else if (is_places(p, node))
        text_put(out, ast_name(p->a, node));
    else
        page_put_own_name(p, n->name, out);
    if (!def && page_is_player(p, n->name)) text_put(out, " pieces");
    if (!n->first) return;
    text_put(out, " of (");
    AST_EACH(p->a, node, i) {
        page_put_expr(p, i, out);
        if (p->a->node[i].next) text_put(out, ", ");
    }
    text_char(out, ')');
}

static void put_word_area(const page *p, uint32_t node, text *out) {
    static const char *const says[AST_WORD_COUNT] = {
        [AST_WORD_CELLS] = "all cells",
        [AST_WORD_NONE] = "no cell",
        [AST_WORD_FROM] = "the cell it leaves",
        [AST_WORD_TO] = "the cell it goes to",
        [AST_WORD_LAST] = "the cell of the last action",
        [AST_WORD_LASTFROM] = "the cell that the last action left",
        [AST_WORD_HITS] = "what it attacks",
    };
    const char *word = says[p->a->node[node].value];
    text_put(out, word ? word : "?");
}

static void put_shift(page *p, uint32_t node, text *out) {
    uint32_t dirs = p->a->node[node].first;
    text_put(out, "the cells one step ");
    page_put_dirs(p, dirs, out);
    text_put(out, " from ");
    page_put_area(p, p->a->node[dirs].next, out);
}

static void put_call(page *p, const char *lead, uint32_t node, const char *between, text *out) {
    text_put(out, lead);
    AST_EACH(p->a, node, i) {
        page_put_expr(p, i, out);
        if (p->a->node[i].next) text_put(out, between);
    }
}

/* "the first of ...", "number 3 of ...": cells are counted from a1, row by row. */
static void put_nth(page *p, uint32_t node, text *out) {
    uint32_t area = p->a->node[node].first;
    uint32_t number = p->a->node[area].next;
    const ast_node *n = ast_at(p->a, number);
    if (n->kind == AST_INT && n->value == 0) {
        text_put(out, "the first");
    } else if (n->kind == AST_NEGATE) {
        text_put(out, "the last");
    } else {
        text_put(out, "number ");
        page_put_number(p, number, out);
        text_put(out, " (from 0, from a1 on, row by row)");
    }
    text_put(out, " of ");
    page_put_area(p, area, out);
}

static void put_func_area(page *p, uint32_t node, text *out) {
    switch ((ast_func)p->a->node[node].value) {
    case AST_FUNC_GROUP:
        put_call(p, "the group of ", node, " among ", out);
        return;
    case AST_FUNC_STARVED:
        put_call(p, "groups of ", node, " that touch none of ", out);
        return;
    case AST_FUNC_SCARCE:
        put_call(p, "what is next to groups of ", node, " that touch only this one of ", out);
        return;
    case AST_FUNC_INRUN:
        put_call(p, "those of ", node, " in a straight row of at least ", out);
        return;
    case AST_FUNC_NTH:
        put_nth(p, node, out);
        return;
    case AST_FUNC_TRANSPOSED:
        put_call(p, "the mirror image, columns as rows, of ", node, "", out);
        return;
    case AST_FUNC_THREATENED:
        put_call(p, "those of ", node, " that are attacked by ", out);
        if (!p->a->node[p->a->node[node].first].next) text_put(out, " that are attacked");
        return;
    default:
        page_put_by(p, node, out);
        return;
    }
}

static void put_operation(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    if (n->value == AST_JOIN) {
        page_put_area(p, n->first, out);
        text_put(out, " or ");
        page_put_area(p, p->a->node[n->first].next, out);
        return;
    }
    page_parts parts = {0};
    page_split(p, node, &parts);
    page_put_parts(p, &parts, out);
}

void page_put_area(page *p, uint32_t node, text *out) {
    const ast_node *n = ast_at(p->a, node);
    role r = role_of(p, node);
    if (r <= ROLE_ADJECTIVE) {
        put_joined(p, &(page_parts){.in = {node}, .ins = 1}, false, out);
        return;
    }
    switch ((ast_kind)n->kind) {
    case AST_BINARY:
        put_operation(p, node, out);
        return;
    case AST_REST:
        text_put(out, "all cells except ");
        page_put_area(p, n->first, out);
        return;
    case AST_MY: {
        ast_kind inner = (ast_kind)p->a->node[n->first].kind;
        bool simple = inner == AST_RANKS || inner == AST_FILES || inner == AST_CALL;
        text_put(out, "your ");
        if (!simple) text_char(out, '(');
        page_put_area(p, n->first, out);
        if (!simple) text_char(out, ')');
        return;
    }
    case AST_RANKS:
        put_lines(p, node, "row", out);
        return;
    case AST_FILES:
        put_lines(p, node, "column", out);
        return;
    case AST_SHIFT:
        put_shift(p, node, out);
        return;
    case AST_FUNC:
        put_func_area(p, node, out);
        return;
    case AST_WORD:
        put_word_area(p, node, out);
        return;
    case AST_CALL:
    case AST_INDEXED:
        if (!page_put_called(p, node, out)) put_name_area(p, node, out);
        return;
    case AST_OVER:
        page_put_over(p, node, out);
        return;
    default:
        break;
    }
    if (is_walk((ast_kind)n->kind)) {
        text_put(out, "the cells ");
        (void)page_put_motion(p, node, out);
    } else if (page_is_number(p, node)) {
        page_put_number(p, node, out);
    } else if (page_is_condition(p, node)) {
        page_put_condition(p, node, out);
    } else {
        text_put(out, "?"); /* no expression: the parser has made none of these */
    }
}
