#include "engine/rules/text/parser_state.h"

#include <stdio.h>
#include <string.h>

/* --- tokens */

/* Nothing more can be done: the rest of the text is not looked at. */
static void halt(parser *p) {
    p->halted = p->lost = true;
    p->now = (lexeme){.kind = TOK_END, .at = p->lex.end, .from = p->lex.end};
}

/* Whether a declaration can end with this token: where it cannot, a name after it is its own. */
static bool can_end(lexeme_kind k) {
    switch (k) {
    case TOK_NAME:
    case TOK_INT:
    case TOK_STRING:
    case TOK_OPEN_BRACE: /* of the game */
    case TOK_CLOSE_BRACE:
    case TOK_CLOSE_PAREN:
    case TOK_CLOSE_BRACKET:
    case TOK_SEMICOLON:
    case TOK_WIN:
    case TOK_LOSE:
    case TOK_DRAW:
    case TOK_PASS:
    case TOK_PIECES:
    case TOK_PIECE:  /* per piece */
    case TOK_PLAYER: /* per player */
    case TOK_BOARD:  /* fen board */
    case TOK_FEN:
        return true;
    default:
        return lexeme_is_word(k);
    }
}

/* `look`, `hint` and others are words of their own only where a declaration can begin: first of its
 * line, between declarations, and after what may end one; some of them only before a name. */
static void note_soft_word(parser *p) {
    static const lexeme_kind soft[] = {TOK_LOOK,   TOK_HINT,  TOK_BAG,  TOK_TERM,
                                       TOK_SET_OF, TOK_CARDS, TOK_DECK, TOK_HIDDEN};
    if (!parser_at(p, TOK_NAME) || !p->now.first || p->braces != 1 || !can_end(p->before.kind))
        return;
    for (size_t i = 0; i < sizeof soft / sizeof *soft; i++) {
        if (!parser_is_text(p, p->now, lexeme_word(soft[i]))) continue;
        if (soft[i] <= TOK_HINT || parser_peek(p).kind == TOK_NAME) p->now.kind = soft[i];
        return;
    }
}

bool parser_at_soft(const parser *p) {
    return !p->lost && p->now.kind >= TOK_LOOK && (int)p->now.kind <= LEXER_LAST_SOFT;
}

void parser_advance(parser *p) {
    if (p->halted) return;
    if (parser_at(p, TOK_OPEN_BRACE)) p->braces++;
    if (parser_at(p, TOK_CLOSE_BRACE) && p->braces > 0) p->braces--;
    p->before = p->now;
    p->lex.quiet = p->lost;
    p->now = lexer_next(&p->lex);
    note_soft_word(p);
    if (p->now.first) p->leader = p->now;
    parser_check_full(p);
}

bool parser_accept(parser *p, lexeme_kind k) {
    if (p->lost || !parser_at(p, k)) return false;
    parser_advance(p);
    return true;
}

lexeme parser_peek(parser *p) {
    size_t here = p->lex.at;
    size_t end = p->lex.end;
    bool fresh = p->lex.fresh;
    p->lex.quiet = true;
    lexeme t = lexer_next(&p->lex);
    p->lex.at = here;
    p->lex.end = end;
    p->lex.fresh = fresh;
    return t;
}

bool parser_is_text(const parser *p, lexeme t, const char *word) {
    return t.kind >= TOK_NAME && strlen(word) == t.len &&
           memcmp(p->src->at + t.from, word, t.len) == 0;
}

bool parser_at_words(parser *p, const char *first, const char *second) {
    if (p->lost || parser_at(p, TOK_STRING) || !parser_is_text(p, p->now, first)) return false;
    lexeme next = parser_peek(p);
    return next.kind != TOK_STRING && parser_is_text(p, next, second);
}

bool parser_expect(parser *p, lexeme_kind k) {
    if (parser_accept(p, k)) return true;
    char what[24];
    (void)snprintf(what, sizeof what, "'%s'", lexeme_word(k));
    (void)parser_expected(p, what, NULL);
    return false;
}

/* --- errors */

void parser_check_full(parser *p) {
    if (diags_full(p->d) && p->d->errors) halt(p);
}

void parser_lost(parser *p) {
    p->lost = true;
    parser_check_full(p);
}

void parser_nomem(parser *p) {
    p->nomem = true;
    halt(p);
}

/* A token for people. */
static void describe(const parser *p, lexeme t, char *out, size_t cap) {
    enum { LONG = 40 };
    int len = (int)(t.len < LONG ? t.len : LONG);
    const char *more = t.len > LONG ? "..." : "";
    if (t.kind == TOK_END)
        (void)snprintf(out, cap, "the end of the text");
    else if (t.kind == TOK_STRING)
        (void)snprintf(out, cap, "a string");
    else
        (void)snprintf(out, cap, "'%.*s%s'", len, p->src->at + t.from, more);
}

enum { WORD_SIZE = 24 };

/* How far a word is from another. Two letters exchanged ('esle') are the commonest slip: no
 * step. */
static int distance(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    bool swapped = a[i] && a[i + 1] && a[i] == b[i + 1] && a[i + 1] == b[i];
    return swapped && strcmp(a + i + 2, b + i + 2) == 0 ? 0 : text_distance(a, b);
}

/* The word of a list that is nearest to a name, if it is near: one edit from a short one, two from
 * a longer one. */
static bool nearest(const parser *p, lexeme t, const char *list, char out[WORD_SIZE]) {
    char word[WORD_SIZE];
    if (t.kind != TOK_NAME || t.len < 2 || t.len >= sizeof word) return false;
    (void)snprintf(word, sizeof word, "%.*s", (int)t.len, p->src->at + t.from);
    int best = t.len < 6 ? 2 : 3;
    bool found = false;
    for (size_t len = 0; *list; list += len + (list[len] == ' ')) {
        char candidate[WORD_SIZE];
        len = strcspn(list, " ");
        (void)snprintf(candidate, sizeof candidate, "%.*s", (int)len, list);
        int d = distance(word, candidate);
        if (d >= best) continue;
        best = d;
        found = true;
        memcpy(out, candidate, sizeof candidate);
    }
    return found;
}

/* "else then" as "else, then", up to the '|' that ends what is shown. */
static void hint_list(parser *p, const char *possible) {
    char buf[180];
    text out = text_over(buf, sizeof buf);
    for (const char *s = possible; *s && *s != '|'; s++) {
        if (*s != ' ')
            text_char(&out, *s);
        else if (s[1] && s[1] != '|')
            text_put(&out, ", ");
    }
    if (out.len) diag_hint(p->d, "possible here: %s", buf);
}

/* A misspelt keyword reads as a name, and only what follows does not fit: so the token before and
 * the first of the line are suspects, too. */
static const char beginnings[] =
    "place move pick pass act pieces when optional repeat longest chance remove put flip give "
    "change relocate push if players view option board piece def rule var counter setup before "
    "phase turn end show where require";

static void hint_expected(parser *p, const char *possible) {
    char found[64];
    char word[WORD_SIZE];
    if (possible && nearest(p, p->now, possible, word)) {
        diag_hint(p->d, "did you mean '%s'?", word);
    } else if (parser_at(p, TOK_SET)) {
        diag_hint(p->d, "'==' compares, '=' declares or assigns");
    } else if (nearest(p, p->before, beginnings, word)) {
        describe(p, p->before, found, sizeof found);
        diag_hint(p->d, "did you mean '%s' by %s?", word, found);
    } else if (nearest(p, p->leader, beginnings, word)) {
        describe(p, p->leader, found, sizeof found);
        diag_hint(p->d, "did you mean '%s' by %s?", word, found);
    } else if (possible) {
        hint_list(p, possible);
    }
}

bool parser_expected(parser *p, const char *what, const char *possible) {
    char found[64];
    if (p->lost) return false;
    bool stated = parser_at(p, TOK_BAD);
    if (!stated) {
        describe(p, p->now, found, sizeof found);
        diag_add(p->d, p->src, p->now.at, "E03", "expected %s, found %s", what, found);
        hint_expected(p, possible);
    }
    parser_lost(p);
    return !stated;
}

bool parser_enter(parser *p) {
    if (p->lost) return false;
    if (p->depth < PARSER_MAX_NESTING) {
        p->depth++;
        return true;
    }
    diag_add(p->d, p->src, p->now.at, "E30", "limit exceeded: nesting deeper than %d levels",
             PARSER_MAX_NESTING);
    diag_hint(p->d, "give a part a name with 'def' or 'rule'");
    p->too_deep = true;
    parser_lost(p);
    return false;
}

void parser_leave(parser *p) {
    p->depth--;
}

/* --- nodes */

uint32_t parser_node(parser *p, ast_kind kind, size_t offset) {
    if (p->lost) return 0;
    ast_node n = {.kind = (uint8_t)kind, .source = p->source, .at = (uint32_t)offset};
    uint32_t i = ast_add(p->tree, n);
    if (!i) parser_nomem(p);
    return i;
}

uint32_t parser_named(parser *p, ast_kind kind, lexeme t) {
    uint32_t name;
    uint32_t i = parser_node(p, kind, t.at);
    if (!i) return 0;
    if (!ast_intern(p->tree, p->src->at + t.from, t.len, &name)) {
        parser_nomem(p);
        return 0;
    }
    p->tree->node[i].name = name;
    return i;
}

uint32_t parser_pair(parser *p, ast_kind kind, size_t offset, uint32_t one, uint32_t two) {
    ast_list l = {.owner = parser_node(p, kind, offset)};
    ast_append(p->tree, &l, one);
    ast_append(p->tree, &l, two);
    return l.owner;
}

uint32_t parse_name(parser *p, ast_kind kind, const char *what) {
    lexeme t = p->now;
    if (parser_accept(p, TOK_NAME)) return parser_named(p, kind, t);
    (void)parser_expected(p, what, NULL);
    return 0;
}

uint32_t parse_new_name(parser *p, ast_kind kind, const char *what) {
    lexeme t = p->now;
    bool reserved = t.kind > TOK_RANGE && !t.first;
    if (reserved && parser_expected(p, what, NULL))
        diag_hint(p->d, "this word belongs to the language; choose another name");
    uint32_t i = parse_name(p, kind, what);
    if (i && lexer_is_cell(p->src->at + t.from, t.len)) {
        diag_add(p->d, p->src, t.at, "E07", "cell name used as a name: '%.*s'", (int)t.len,
                 p->src->at + t.from);
        diag_hint(p->d, "choose a name without trailing digits");
        parser_check_full(p);
    }
    return i;
}

void parse_names(parser *p, ast_list *l, const char *what) {
    do {
        ast_append(p->tree, l, parse_name(p, AST_NAME, what));
    } while (!p->lost && parser_at(p, TOK_NAME) && parser_peek(p).kind != TOK_OPEN_PAREN);
}

void parser_declare(parser *p, uint32_t node) {
    uint32_t known;
    if (!node || p->halted) return;
    if (!ast_set_add(&p->declared, ast_declaration_key(ast_at(p->tree, node)), node, &known)) {
        parser_nomem(p);
        return;
    }
    if (!known || known == node) return;
    ast_report_twice(p->tree, known, node, p->d);
    parser_check_full(p);
}

/* --- blocks */

bool parser_starts_declaration(lexeme_kind k) {
    switch (k) {
    case TOK_PLAYERS:
    case TOK_VIEW:
    case TOK_OPTION:
    case TOK_BOARD:
    case TOK_PIECE:
    case TOK_DEF:
    case TOK_RULE:
    case TOK_VAR:
    case TOK_COUNTER:
    case TOK_SETUP:
    case TOK_BEFORE:
    case TOK_PHASE:
    case TOK_TURN:
    case TOK_END_RULES:
    case TOK_FEN:
    case TOK_SHOW:
    case TOK_LOOK:
    case TOK_HINT:
    case TOK_BAG:
    case TOK_TERM:
    case TOK_SET_OF:
    case TOK_CARDS:
    case TOK_DECK:
    case TOK_HIDDEN:
        return true;
    default:
        return false;
    }
}

/* Is this token where a block can continue? */
static bool goes_on(parser *p, int braces, const parser_block *b) {
    lexeme_kind k = p->now.kind;
    if (braces == 1 && parser_starts_declaration(k)) {
        bool sure = p->unwinding || p->now.first || p->before.kind == TOK_SEMICOLON;
        if (sure) p->braces = 1;
        return sure;
    }
    if (p->braces != braces) return false;
    return k == TOK_CLOSE_BRACE || (braces > 1 && !p->too_deep && b->starts(k));
}

/* Looks for the place to resume: where the next thing of this block begins, or its end. False where
 * the block has no more: at a declaration that begins a line, at a game or at the end of the text;
 * then the parser stays lost. */
static bool recover(parser *p, int braces, const parser_block *b) {
    if (p->halted || (p->unwinding && braces > 1)) return false;
    while (!goes_on(p, braces, b)) {
        lexeme_kind k = p->now.kind;
        if (k == TOK_END || k == TOK_GAME) return false;
        if (braces > 1 && parser_starts_declaration(k) && p->now.first && k != TOK_PHASE)
            return false;
        parser_advance(p);
    }
    p->lost = p->unwinding = p->too_deep = false;
    return true;
}

static void not_closed(parser *p, size_t open) {
    if (p->lost) return;
    diag_add(p->d, p->src, p->now.at, "E04", "block not closed");
    diag_hint(p->d, "a '}' is missing for the '{' in line %d", diag_line(p->src, open));
    p->unwinding = true;
    parser_lost(p);
}

void parse_block(parser *p, ast_list *l, const parser_block *b) {
    size_t open = p->now.at;
    if (!parser_expect(p, TOK_OPEN_BRACE)) return;
    int braces = p->braces;
    if (!parser_enter(p)) return;
    for (;;) {
        if (p->lost && !recover(p, braces, b)) break;
        if (parser_accept(p, TOK_SEMICOLON)) continue;
        if (parser_accept(p, TOK_CLOSE_BRACE)) break;
        bool foreign = parser_starts_declaration(p->now.kind) && !b->starts(p->now.kind);
        if (foreign || parser_at(p, TOK_END) || parser_at(p, TOK_GAME))
            not_closed(p, open);
        else
            ast_append(p->tree, l, b->one(p));
    }
    parser_leave(p);
}

/* --- games */

uint32_t parse_string(parser *p, ast_kind kind) {
    lexeme t = p->now;
    if (parser_accept(p, TOK_STRING)) return parser_named(p, kind, t);
    (void)parser_expected(p, "a string in double quotes", NULL);
    return 0;
}

/* --- parts of declarations --- */

ast_list parse_begin(parser *p, ast_kind kind) {
    ast_list l = {.owner = parser_node(p, kind, p->now.at)};
    parser_advance(p);
    return l;
}

void parser_set_value(parser *p, uint32_t node, int value) {
    if (node) p->tree->node[node].value = value;
}

void parser_set_flag(parser *p, uint32_t node, int flag) {
    if (node) p->tree->node[node].flags |= (uint16_t)flag;
}

int parse_choice(parser *p, const char *const *choices, const char *what, bool hint) {
    for (int i = 0; choices[i]; i++) {
        if (p->lost || !parser_is_text(p, p->now, choices[i])) continue;
        parser_advance(p);
        return i;
    }
    char buf[80];
    text list = text_over(buf, sizeof buf);
    for (int i = 0; choices[i]; i++) text_format(&list, "%s%s", i ? " " : "", choices[i]);
    (void)parser_expected(p, what, hint ? buf : NULL);
    return -1;
}
