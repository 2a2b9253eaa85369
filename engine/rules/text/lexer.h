#ifndef ENGINE_RULES_TEXT_LEXER_H
#define ENGINE_RULES_TEXT_LEXER_H
/* A rules text as tokens, one at a time. Every keyword, word and sign is a kind of its own, so that
 * the parser can switch over them. A copy of a lexer is a bookmark. */

#include "engine/rules/text/ast.h"

/* X(id, text) */
#define LEXER_SIGNS(X)                                                                             \
    X(OPEN_BRACE, "{")                                                                             \
    X(CLOSE_BRACE, "}")                                                                            \
    X(OPEN_PAREN, "(")                                                                             \
    X(CLOSE_PAREN, ")")                                                                            \
    X(OPEN_BRACKET, "[")                                                                           \
    X(CLOSE_BRACKET, "]")                                                                          \
    X(COMMA, ",")                                                                                  \
    X(COLON, ":")                                                                                  \
    X(SEMICOLON, ";")                                                                              \
    X(OR_SET, "|=")                                                                                \
    X(BAR, "|")                                                                                    \
    X(AND_SET, "&=")                                                                               \
    X(AMPERSAND, "&")                                                                              \
    X(SUB_SET, "-=")                                                                               \
    X(MINUS, "-")                                                                                  \
    X(ADD_SET, "+=")                                                                               \
    X(PLUS, "+")                                                                                   \
    X(STAR, "*")                                                                                   \
    X(SLASH, "/")                                                                                  \
    X(PERCENT, "%")                                                                                \
    X(EQUAL, "==")                                                                                 \
    X(SET, "=")                                                                                    \
    X(NOT_EQUAL, "!=")                                                                             \
    X(AT_MOST, "<=")                                                                               \
    X(LESS, "<")                                                                                   \
    X(AT_LEAST, ">=")                                                                              \
    X(GREATER, ">")                                                                                \
    X(AT, "@")                                                                                     \
    X(QUESTION, "?")                                                                               \
    X(TILDE, "~")                                                                                  \
    X(RANGE, "..")

/* Reserved words that are neither effects (AST_EFFECTS) nor functions (AST_FUNCS) nor words of
 * expressions (AST_WORDS). */
#define LEXER_KEYWORDS(X)                                                                          \
    X(GAME, "game")                                                                                \
    X(AS, "as")                                                                                    \
    X(PLAYERS, "players")                                                                          \
    X(VIEW, "view")                                                                                \
    X(OPTION, "option")                                                                            \
    X(IN, "in")                                                                                    \
    X(BOARD, "board")                                                                              \
    X(PIECE, "piece")                                                                              \
    X(DEF, "def")                                                                                  \
    X(RULE, "rule")                                                                                \
    X(VAR, "var")                                                                                  \
    X(PER, "per")                                                                                  \
    X(PLAYER, "player")                                                                            \
    X(COUNTER, "counter")                                                                          \
    X(SETUP, "setup")                                                                              \
    X(BEFORE, "before")                                                                            \
    X(PHASE, "phase")                                                                              \
    X(TURN, "turn")                                                                                \
    X(END_RULES, "end")                                                                            \
    X(WHEN, "when")                                                                                \
    X(FEN, "fen")                                                                                  \
    X(SHOW, "show")                                                                                \
    X(WRAP, "wrap")                                                                                \
    X(ONLY, "only")                                                                                \
    X(WITHOUT, "without")                                                                          \
    X(PROMOTES, "promotes")                                                                        \
    X(ON, "on")                                                                                    \
    X(ELSE, "else")                                                                                \
    X(THEN, "then")                                                                                \
    X(REQUIRE, "require")                                                                          \
    X(PIECES, "pieces")                                                                            \
    X(OPTIONAL, "optional")                                                                        \
    X(REPEAT, "repeat")                                                                            \
    X(LONGEST, "longest")                                                                          \
    X(CHANCE, "chance")                                                                            \
    X(DO, "do")                                                                                    \
    X(PLACE, "place")                                                                              \
    X(OF, "of")                                                                                    \
    X(MOVE, "move")                                                                                \
    X(PICK, "pick")                                                                                \
    X(PASS, "pass")                                                                                \
    X(ACT, "act")                                                                                  \
    X(WHERE, "where")                                                                              \
    X(INTO, "into")                                                                                \
    X(WIN, "win")                                                                                  \
    X(LOSE, "lose")                                                                                \
    X(DRAW, "draw")                                                                                \
    X(SCORE, "score")                                                                              \
    X(AND, "and")                                                                                  \
    X(OR, "or")                                                                                    \
    X(NOT, "not")                                                                                  \
    X(SOME, "some")                                                                                \
    X(NO, "no")                                                                                    \
    X(MY, "my")                                                                                    \
    X(COUNT_OF, "count")                                                                           \
    X(RANK, "rank")                                                                                \
    X(FILES, "file")                                                                               \
    X(STEP, "step")                                                                                \
    X(SLIDE, "slide")                                                                              \
    X(RIDE, "ride")                                                                                \
    X(DASH, "dash")                                                                                \
    X(RAY, "ray")                                                                                  \
    X(LEAP, "leap")                                                                                \
    X(ALONG, "along")                                                                              \
    X(MAX, "max")                                                                                  \
    X(SHIFT, "shift")                                                                              \
    X(CAN, "can")

typedef enum lexeme_kind {
    TOK_END, /* of the text; it is right after the last token */
    TOK_BAD, /* what could not be read; it has been reported */
    TOK_NAME,
    TOK_INT,
    TOK_STRING, /* without its quotes */
    TOK_LOOK,   /* the name `look` where it begins a declaration: the parser knows */
    TOK_HINT,   /* the same for `hint`, */
    TOK_BAG,    /* for `bag`, */
    TOK_TERM,   /* for `term` */
    TOK_SET_OF, /* for `set`, */
    TOK_CARDS,  /* for `cards`, */
    TOK_DECK,   /* for `deck` */
    TOK_HIDDEN, /* and for `hidden` */
#define LEXER_ENUM(id, word) TOK_##id,
    LEXER_SIGNS(LEXER_ENUM) LEXER_KEYWORDS(LEXER_ENUM)
#undef LEXER_ENUM
#define LEXER_ENUM(id, word, form) TOK_##id,
        AST_EFFECTS(LEXER_ENUM)
#undef LEXER_ENUM
#define LEXER_ENUM(id, word, takes, type, usage) TOK_FUNC_##id,
            AST_FUNCS(LEXER_ENUM)
#undef LEXER_ENUM
#define LEXER_ENUM(id, word) TOK_WORD_##id,
                AST_WORDS(LEXER_ENUM)
#undef LEXER_ENUM
                    TOK_COUNT
} lexeme_kind;

enum { LEXER_LAST_SOFT = TOK_HIDDEN }; /* of the names that may begin a declaration */

typedef struct lexeme {
    lexeme_kind kind;
    bool first;      /* of its line */
    size_t at, from; /* where it begins; where its text does (after the quote of a string) */
    size_t len;      /* of that text */
    int32_t value;   /* of a number */
} lexeme;

enum { LEXER_SLOTS = 512, LEXER_MAX_NAME = 64 };

typedef struct lexer {
    const source *src;
    diags *d;
    size_t at, end;            /* what is read next; after the last token */
    bool quiet;                /* find tokens, report nothing */
    bool fresh;                /* no token on this line yet */
    uint8_t slot[LEXER_SLOTS]; /* hash table of all reserved words: their kinds */
} lexer;

void lexer_init(lexer *x, const source *src, diags *d);

/* The next token. E01 (character), E02 (string) and E30 (number, length of a name) are reported
 * here. */
lexeme lexer_next(lexer *x);

/* How a kind is written: "{", "game"; "" where it has no one form. */
const char *lexeme_word(lexeme_kind k);

static inline bool lexeme_is_func(lexeme_kind k) {
    return k >= TOK_FUNC_ATTACKED && k < TOK_FUNC_ATTACKED + AST_FUNC_COUNT;
}
static inline bool lexeme_is_word(lexeme_kind k) {
    return k >= TOK_WORD_EMPTY && k < TOK_WORD_EMPTY + AST_WORD_COUNT;
}

/* Is it a name of the form a1, ab12: one or two small letters, one or two digits? */
bool lexer_is_cell(const char *s, size_t len);
/* Or such a name and a direction: a1n, ab12sw, a place beside that square? */
bool lexer_is_place(const char *s, size_t len);

#endif
