#include "engine/rules/text/lexer.h"

#include <assert.h>
#include <string.h>

static const char *const spelling[TOK_COUNT] = {[TOK_LOOK] = "look",
                                                [TOK_HINT] = "hint",
                                                [TOK_BAG] = "bag",
                                                [TOK_TERM] = "term",
                                                [TOK_SET_OF] = "set",
                                                [TOK_CARDS] = "cards",
                                                [TOK_DECK] = "deck",
                                                [TOK_HIDDEN] = "hidden",
#define LEXER_TEXT(id, word) [TOK_##id] = (word),
                                                LEXER_SIGNS(LEXER_TEXT) LEXER_KEYWORDS(LEXER_TEXT)
#undef LEXER_TEXT
#define LEXER_TEXT(id, word, form) [TOK_##id] = (word),
                                                    AST_EFFECTS(LEXER_TEXT)
#undef LEXER_TEXT
#define LEXER_TEXT(id, word, takes, type, usage) [TOK_FUNC_##id] = (word),
                                                        AST_FUNCS(LEXER_TEXT)
#undef LEXER_TEXT
#define LEXER_TEXT(id, word) [TOK_WORD_##id] = (word),
                                                            AST_WORDS(LEXER_TEXT)
#undef LEXER_TEXT
};

enum { FIRST_SIGN = LEXER_LAST_SOFT + 1, FIRST_RESERVED = TOK_RANGE + 1 };

static_assert(TOK_COUNT <= 256 && TOK_COUNT - FIRST_RESERVED < LEXER_SLOTS / 2,
              "the table of reserved words has bytes, and gaps");

const char *lexeme_word(lexeme_kind k) {
    return spelling[k] ? spelling[k] : "";
}

/* --- names */

static bool starts_name(char c) {
    return text_is_alpha(c) || c == '_';
}

static bool in_name(char c) {
    return starts_name(c) || text_is_digit(c);
}

bool lexer_is_cell(const char *s, size_t len) {
    size_t letters = 0;
    while (letters < len && s[letters] >= 'a' && s[letters] <= 'z') letters++;
    size_t digits = letters;
    while (digits < len && text_is_digit(s[digits])) digits++;
    digits -= letters;
    return letters >= 1 && letters <= 2 && digits >= 1 && digits <= 2 && letters + digits == len;
}

bool lexer_is_place(const char *s, size_t len) {
    size_t cell = len;
    if (cell && strchr("ew", s[cell - 1])) cell--;
    if (cell && strchr("ns", s[cell - 1])) cell--;
    return lexer_is_cell(s, cell);
}

/* Where the word is in the table, or the gap where it belongs. */
static unsigned slot_of(const lexer *x, const char *s, size_t len) {
    unsigned h = 0;
    for (size_t i = 0; i < len; i++) h = h * 31 + (unsigned char)s[i];
    for (h %= LEXER_SLOTS; x->slot[h]; h = (h + 1) % LEXER_SLOTS) {
        const char *word = spelling[x->slot[h]];
        if (strlen(word) == len && memcmp(word, s, len) == 0) break;
    }
    return h;
}

void lexer_init(lexer *x, const source *src, diags *d) {
    *x = (lexer){.src = src, .d = d, .fresh = true};
    for (unsigned k = FIRST_RESERVED; k < TOK_COUNT; k++)
        x->slot[slot_of(x, spelling[k], strlen(spelling[k]))] = (uint8_t)k;
    /* Some editors mark a UTF-8 text with these bytes. */
    if (src->len >= 3 && memcmp(src->at, "\xEF\xBB\xBF", 3) == 0) x->at = 3;
}

/* --- tokens */

static char peek(const lexer *x, size_t ahead) {
    return ahead < x->src->len - x->at ? x->src->at[x->at + ahead] : '\0';
}

static void skip_blanks(lexer *x) {
    bool comment = false;
    for (; x->at < x->src->len; x->at++) {
        char c = x->src->at[x->at];
        if (c == '\n') {
            comment = false;
            x->fresh = true;
        } else if (c == '#') {
            comment = true;
        } else if (!comment && c != ' ' && c != '\t' && c != '\r') {
            return;
        }
    }
}

static lexeme read_name(lexer *x, lexeme t) {
    while (in_name(peek(x, t.len))) t.len++;
    const char *s = x->src->at + t.at;
    uint8_t reserved = x->slot[slot_of(x, s, t.len)];
    t.kind = reserved ? (lexeme_kind)reserved : TOK_NAME;
    x->at += t.len;
    if (t.len <= LEXER_MAX_NAME) return t;
    t.kind = TOK_BAD;
    if (!x->quiet)
        diag_add(x->d, x->src, t.at, "E30", "limit exceeded: the name has more than %d characters",
                 LEXER_MAX_NAME);
    return t;
}

static lexeme read_number(lexer *x, lexeme t) {
    int64_t n = 0;
    for (; text_is_digit(peek(x, t.len)); t.len++)
        if (n <= INT32_MAX) n = n * 10 + (peek(x, t.len) - '0');
    x->at += t.len;
    t.kind = TOK_INT;
    t.value = (int32_t)n;
    if (n <= INT32_MAX) return t;
    t.kind = TOK_BAD;
    if (x->quiet) return t;
    diag_add(x->d, x->src, t.at, "E30", "limit exceeded: the number has more than 32 bits");
    diag_hint(x->d, "the largest number is %d", INT32_MAX);
    return t;
}

/* A string ends on its line, and its bytes from space up (and tabs) may be anything: it is shown to
 * people. */
static lexeme read_string(lexer *x, lexeme t) {
    t.from++;
    x->at++;
    while ((unsigned char)peek(x, t.len) >= ' ' || peek(x, t.len) == '\t') {
        if (peek(x, t.len) == '"') {
            x->at += t.len + 1;
            t.kind = TOK_STRING;
            return t;
        }
        t.len++;
    }
    x->at += t.len;
    if (!x->quiet) diag_add(x->d, x->src, t.at, "E02", "string not closed on its line");
    return t;
}

static void report_character(const lexer *x, char c, size_t at) {
    if (c > ' ' && c <= '~')
        diag_add(x->d, x->src, at, "E01", "character not allowed here: '%c'", c);
    else
        diag_add(x->d, x->src, at, "E01", "character not allowed here: byte 0x%02X",
                 (unsigned)(unsigned char)c);
    if (c == '\'' || c == '`')
        diag_hint(x->d, "strings use double quotes");
    else if (c == '!')
        diag_hint(x->d, "say 'not'; '!=' means different");
    else if (c == '.')
        diag_hint(x->d, "a range is written 1..3");
    else
        diag_hint(x->d, "letters, digits and { } ( ) [ ] , : ; | & - + * / %% = < > @ ? ~ .. are; "
                        "others belong in strings and comments");
}

static lexeme read_sign(lexer *x, lexeme t) {
    for (unsigned k = FIRST_SIGN; k < FIRST_RESERVED; k++) {
        size_t len = strlen(spelling[k]);
        if (spelling[k][0] != peek(x, 0) || (len == 2 && spelling[k][1] != peek(x, 1))) continue;
        t.kind = (lexeme_kind)k;
        t.len = len;
        x->at += len;
        return t;
    }
    /* A character of several bytes, or several such, are one problem. */
    char c = peek(x, 0);
    t.len = 1;
    while ((unsigned char)c >= 0x80 && (unsigned char)peek(x, t.len) >= 0x80) t.len++;
    x->at += t.len;
    if (!x->quiet) report_character(x, c, t.at);
    return t;
}

static lexeme read_token(lexer *x, lexeme t) {
    char c = peek(x, 0);
    if (starts_name(c)) return read_name(x, t);
    if (text_is_digit(c)) return read_number(x, t);
    return c == '"' ? read_string(x, t) : read_sign(x, t);
}

lexeme lexer_next(lexer *x) {
    skip_blanks(x);
    lexeme t = {.kind = TOK_BAD, .first = x->fresh, .at = x->at, .from = x->at};
    x->fresh = false;
    if (x->at >= x->src->len) {
        t.kind = TOK_END;
        t.at = t.from = x->end;
        return t;
    }
    t = read_token(x, t);
    x->end = x->at;
    return t;
}
