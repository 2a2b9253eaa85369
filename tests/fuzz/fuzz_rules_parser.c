#include "engine/rules/text/lexer.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/rules_tree.h"

/* Rules texts. What reads is written, and reads again as the same; so does every game with what it
 * inherits. What is refused says where. An input that begins with '%' is a list of words, one a
 * byte: the bytes of a text seldom make one. */

static void check_diags(const diags *d, const source *src) {
    FUZZ_HOLDS(d->count <= DIAG_MAX_COUNT && d->errors <= d->count);
    int lines = 1;
    for (size_t i = 0; i < src->len; i++) lines += src->at[i] == '\n';
    for (int i = 0; i < d->count; i++) {
        const diag *e = &d->item[i];
        FUZZ_HOLDS(e->code[0] == 'E' && text_is_digit(e->code[1]) && text_is_digit(e->code[2]));
        FUZZ_HOLDS(e->line >= 1 && e->line <= lines && e->column >= 1);
        FUZZ_HOLDS(e->message[0] && e->caret >= 0 && e->caret < (int)sizeof e->excerpt);
        for (const char *s = e->message; *s; s++) FUZZ_HOLDS(*s >= ' ' && *s <= '~');
        for (const char *s = e->excerpt; *s; s++) FUZZ_HOLDS(*s >= ' ' && *s <= '~');
    }
}

/* The same tree again; node 0: all games. */
static void check_back(const ast *a, uint32_t node) {
    ast b;
    diags d = {0};
    text out = text_growing();
    ast_write(a, node, &out);
    FUZZ_HOLDS(!out.cut && ast_init(&b) == ST_OK);
    if (tree_read(&b, "again.game", text_string(&out), &d) != ST_OK) {
        text_clear(&out);
        diags_write(&d, &out);
        (void)fprintf(stderr, "%s", text_string(&out));
        abort();
    }
    FUZZ_HOLDS(tree_same(a, node, &b, node ? b.first_game : 0));
    ast_done(&b);
    text_done(&out);
}

static void check_heirs(ast *a) {
    int n = 0;
    for (uint32_t g = a->first_game; g && n < 8; g = ast_at(a, g)->next, n++) {
        diags d = {0};
        uint32_t all;
        status st = ast_inherit(a, g, &all, &d);
        FUZZ_HOLDS(st == (d.errors ? ST_BAD_SYNTAX : ST_OK) && (all != 0) == (st == ST_OK));
        check_diags(&d, &a->source[0]);
        if (all) check_back(a, all);
    }
}

static char *spell(const uint8_t *data, size_t size) {
    static const char *const more[] = {
        "a1",   "x",       "y",      "n",       "3",    "\"s\"", "\n",     "rect", "same",
        "box",  "stacks",  "track",  "for",     "each", "cell",  "card",   "sum",  "those",
        "with", "weights", "weight", "sow",     "top",  "under", "reveal", "take", "at",
        "most", "used",    "edges",  "corners", "rim",  "a1ne"};
    text out = text_growing();
    for (size_t i = 0; i < size; i++) {
        int k = TOK_STRING + 1 + data[i];
        int other = k < TOK_COUNT ? 0 : (k - TOK_COUNT) % (int)(sizeof more / sizeof *more);
        text_format(&out, "%s ", k < TOK_COUNT ? lexeme_word((lexeme_kind)k) : more[other]);
    }
    char *body = mem_string(text_string(&out));
    FUZZ_HOLDS(body && !out.cut);
    text_done(&out);
    return body;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { /* NOLINT: libFuzzer's name */
    if (size > 8192) return 0;
    bool list = size && data[0] == '%';
    char *body = list ? spell(data + 1, size - 1) : fuzz_string(data, size);
    source src = {.name = "x.game", .at = body, .len = list ? strlen(body) : size};
    ast a;
    diags d = {0};
    FUZZ_HOLDS(ast_init(&a) == ST_OK);
    status st = parse_text(&a, &src, &d);
    FUZZ_HOLDS(st == (d.errors ? ST_BAD_SYNTAX : ST_OK));
    check_diags(&d, &src);
    check_back(&a, 0);
    check_heirs(&a);
    ast_done(&a);
    mem_free(body);
    FUZZ_HOLDS(mem_live() == 0);
    return 0;
}
