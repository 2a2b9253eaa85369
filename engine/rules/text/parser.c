#include "engine/rules/text/parser.h"

#include <stdio.h>
#include <string.h>

#include "engine/rules/text/parser_state.h"

/* Two games of a tree may not differ in case alone: people name them on command lines. */
static void declare_game(parser *p, uint32_t game) {
    uint32_t name;
    uint32_t known = 0;
    char small[LEXER_MAX_NAME + 1];
    if (!game) return;
    (void)snprintf(small, sizeof small, "%s", ast_name(p->tree, game));
    for (char *c = small; *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
    if (!ast_intern(p->tree, small, strlen(small), &name) ||
        !ast_set_add(&p->games, name, game, &known))
        parser_nomem(p);
    else if (known && known != game)
        ast_report_twice(p->tree, known, game, p->d);
    parser_check_full(p);
}

/* "game" NAME [ "from" NAME ] [ STRING ] [ "as" STRING ], and up to the brace after an error. */
static ast_list parse_head(parser *p) {
    parser_advance(p);
    ast_list l = {.owner = parse_new_name(p, AST_GAME, "a name for the game")};
    declare_game(p, l.owner);
    if (parser_accept(p, TOK_WORD_FROM))
        ast_append(p->tree, &l, parse_name(p, AST_PARENT, "the name of a game"));
    if (parser_at(p, TOK_STRING)) ast_append(p->tree, &l, parse_string(p, AST_TITLE));
    const char *more = l.last ? "as" : "from as";
    if (parser_accept(p, TOK_AS)) {
        ast_append(p->tree, &l, parse_string(p, AST_ALIAS));
        more = NULL;
    }
    if (!parser_at(p, TOK_OPEN_BRACE)) (void)parser_expected(p, "'{'", more);
    while (p->lost && !parser_at(p, TOK_END) && !parser_at(p, TOK_GAME) &&
           !parser_starts_declaration(p->now.kind)) {
        if (parser_at(p, TOK_OPEN_BRACE))
            p->lost = p->halted;
        else
            parser_advance(p);
    }
    return l;
}

/* A game with errors stays out of the list, but its nodes are kept: a message may point there. */
static void parse_game(parser *p) {
    static const parser_block declarations = {parse_declaration, parser_starts_declaration};
    int errors = p->d->errors;
    p->braces = 0;
    ast_set_clear(&p->declared);
    ast_list l = parse_head(p);
    parse_block(p, &l, &declarations);
    if (p->d->errors > errors || p->halted) return;
    if (p->last_game)
        p->tree->node[p->last_game].next = l.owner;
    else
        p->tree->first_game = l.owner;
    p->last_game = l.owner;
}

static void parse_games(parser *p) {
    parser_advance(p);
    while (!parser_at(p, TOK_END)) {
        p->lost = p->unwinding = p->too_deep = p->halted;
        if (parser_accept(p, TOK_SEMICOLON)) continue;
        if (parser_at(p, TOK_GAME))
            parse_game(p);
        else
            (void)parser_expected(p, "a game", "game");
        while (p->lost && !parser_at(p, TOK_END) && !parser_at(p, TOK_GAME)) parser_advance(p);
    }
}

static bool refused(ast *a, const source *src, diags *d) {
    if (src->len > PARSER_MAX_BYTES)
        diag_add(d, src, 0, "E30", "limit exceeded: the text has more than %d bytes",
                 PARSER_MAX_BYTES);
    else if (a->sources == AST_SOURCES)
        diag_add(d, src, 0, "E30", "limit exceeded: more than %d texts are read together",
                 AST_SOURCES);
    else
        return false;
    return true;
}

status parse_text(ast *a, const source *src, diags *d) {
    int errors = d->errors;
    if (refused(a, src, d)) return ST_BAD_SYNTAX;
    parser p = {.tree = a, .d = d, .src = &a->source[a->sources], .source = (uint8_t)a->sources};
    a->source[a->sources++] = *src;
    for (uint32_t g = a->first_game; g && !p.nomem; g = ast_at(a, g)->next) {
        declare_game(&p, g);
        p.last_game = g;
    }
    lexer_init(&p.lex, p.src, d);
    parse_games(&p);
    ast_set_done(&p.declared);
    ast_set_done(&p.games);
    if (p.nomem) return ST_NOMEM;
    return p.halted || d->errors > errors ? ST_BAD_SYNTAX : ST_OK;
}
