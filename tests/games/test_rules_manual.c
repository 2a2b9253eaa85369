/* docs/rules-language.md and docs/boardlang.md hold what they say: complete games are read without
 * a word and played, parts of games in the game they are for, every error and warning is provoked
 * by its example, the grammar has every word of the language and no other, and the limits are those
 * of the code. The commands are run by test_manual_commands.c. */
#include <acutest.h>

#include <stdio.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/game/battery.h"
#include "engine/rules/compile/compile.h"
#include "engine/rules/text/lexer.h"
#include "lib/catalogue.h"
#include "tests/support/manual.h"
#include "tests/support/pace.h"

static const char *const manuals[] = {SOURCE_DIR "/docs/rules-language.md",
                                      SOURCE_DIR "/docs/boardlang.md"};

enum { MANUALS = sizeof manuals / sizeof *manuals };

static void open_manual(manual *m, int i) {
    TEST_CASE(manuals[i]);
    TEST_ASSERT(manual_read(m, manuals[i]));
}

static text_library *open_texts(void) {
    text_library *s = NULL;
    const game_library *own = catalogue_library();
    TEST_ASSERT(own && text_library_create_next_to(&s, game_library_texts(own)) == ST_OK);
    return s;
}

/* --- games --- */

static void print_problems(const diags *d) {
    text out = text_growing();
    diags_write(d, &out);
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
}

/* Reads a text without errors and warnings. */
static void read_clean(text_library *s, const char *body, const manual_block *b) {
    diags *d = mem_alloc(sizeof *d);
    TEST_ASSERT(d != NULL);
    status st = text_library_read(s, &(source){b->argument, body, strlen(body)}, d);
    TEST_CHECK_(st == ST_OK && d->count == 0, "line %u: %s is read", b->line, b->argument);
    print_problems(d);
    mem_free(d);
}

enum { GAMES = PACE(2, 1), PLIES = PACE(200, 40) };

static void play_some(const game *g, const manual_block *b) {
    params usual = params_default();
    battery_options o = {.seed = 7, .games = GAMES, .max_plies = PLIES, .looks = PACE(24, 3)};
    battery_result got = {0};
    error err = {0};
    status st = battery_run(g, &usual, &o, &got, &err);
    TEST_CHECK_(st == ST_OK && got.plies > 0, "line %u: %s is played", b->line, g->name);
    TEST_MSG("%s", err.text);
}

/* A block `game FILE.game` holds one or more games; `part PARENT` the inside of one made from
 * PARENT. */
static void read_block(text_library *s, const manual_block *b) {
    int before = text_library_count(s);
    bool part = strcmp(b->mark, "part") == 0;
    text body = text_growing();
    if (part)
        text_format(&body, "game part_of_%s from %s {\n%s}\n", b->argument, b->argument, b->body);
    else
        text_put(&body, b->body);
    TEST_CHECK_(part || strstr(b->argument, ".game"), "line %u: a file's name", b->line);
    read_clean(s, text_string(&body), b);
    text_done(&body);
    int after = text_library_count(s);
    TEST_CHECK_(part || after > before, "line %u: there is a game in it", b->line);
    for (int i = before; i < after; i++) play_some(text_library_at(s, i), b);
    char name[MANUAL_WORD + 16];
    (void)snprintf(name, sizeof name, "part_of_%s", b->argument);
    if (part && before == after && text_library_game(s, name))
        play_some(text_library_game(s, name), b);
}

static void test_games(void) {
    text_library *s = open_texts();
    int games = 0;
    int parts = 0;
    for (int i = 0; i < MANUALS; i++) {
        manual m;
        open_manual(&m, i);
        for (int k = 0; k < m.count; k++) {
            const manual_block *b = &m.block[k];
            bool is_game = strcmp(b->mark, "game") == 0;
            bool is_part = strcmp(b->mark, "part") == 0;
            games += is_game;
            parts += is_part;
            if (is_game || is_part) read_block(s, b);
        }
        manual_done(&m);
    }
    TEST_CHECK_(games >= 12 && parts >= 8, "%d games and %d parts", games, parts);
    text_library_destroy(s);
    TEST_CHECK(mem_live() == 0);
}

/* A fence without a known mark would go unnoticed. */
static void test_marks(void) {
    static const char *const known[] = {"game", "part", "broken", "console", "grammar"};
    for (int i = 0; i < MANUALS; i++) {
        manual m;
        open_manual(&m, i);
        for (int k = 0; k < m.count; k++) {
            bool found = false;
            for (size_t n = 0; n < sizeof known / sizeof *known; n++)
                found |= strcmp(m.block[k].mark, known[n]) == 0;
            TEST_CHECK_(found, "line %u: a block marked '%s'", m.block[k].line, m.block[k].mark);
        }
        manual_done(&m);
    }
}

/* --- errors and warnings --- */

static bool is_code(const char *s) {
    return (s[0] == 'E' || s[0] == 'W') && text_is_digit(s[1]) && text_is_digit(s[2]) && !s[3];
}

/* The codes of the table, each with a space after it. */
static void check_row(const char *line, const char *frame, text *codes) {
    char code[MANUAL_CELL];
    char cell[MANUAL_CELL];
    char example[MANUAL_CELL];
    if (!manual_cell(line, 0, code) || !is_code(code)) return;
    text_format(codes, "%s ", code);
    TEST_ASSERT_(manual_cell(line, 2, cell) && manual_code(cell, example), "%s has one", code);
    bool whole = text_starts(example, "game ");
    text body = text_growing();
    text_format(&body, whole ? "%s\n%s\n" : "%s\ngame t from frame {\n%s\n}\n", frame, example);
    diags *d = mem_alloc(sizeof *d);
    text_library *s;
    TEST_ASSERT(d && text_library_create(&s) == ST_OK);
    (void)text_library_read(s, &(source){"t.game", text_string(&body), body.len}, d);
    TEST_CHECK_(d->count == 1 && strcmp(d->item[0].code, code) == 0, "%s: %s", code, example);
    print_problems(d);
    text_library_destroy(s);
    mem_free(d);
    text_done(&body);
}

/* "E12" and the like, as the sources of the language have them. */
static void check_source(const char *path, const text *codes) {
    text data;
    error err;
    TEST_ASSERT_(file_read(&data, path, 1 << 20, &err) == ST_OK, "%s", err.text);
    for (const char *s = text_string(&data); (s = strchr(s, '"')); s++) {
        char code[5] = "";
        (void)snprintf(code, 4, "%s", s + 1);
        if (!is_code(code) || s[4] != '"') continue;
        code[3] = ' ';
        TEST_CHECK_(strstr(text_string(codes), code) != NULL, "%s of %s is told of", code, path);
    }
    text_done(&data);
}

/* Every code in the sources of a folder is in the list; returns how many sources there are. */
static size_t check_folder(const char *name, const text *codes) {
    char path[512];
    error err;
    file_names sources = {0};
    snprintf(path, sizeof path, "%s/engine/rules/%s", SOURCE_DIR, name);
    TEST_ASSERT(file_list(&sources, path, ".c", 200, &err) == ST_OK);
    for (size_t i = 0; i < sources.count; i++) check_source(sources.at[i], codes);
    size_t count = sources.count;
    file_names_done(&sources);
    return count;
}

static void test_codes(void) {
    manual m;
    text codes = text_growing();
    open_manual(&m, 0);
    const char *frame = NULL;
    for (int i = 0; i < m.count; i++)
        if (strcmp(m.block[i].argument, "frame.game") == 0) frame = m.block[i].body;
    TEST_ASSERT(frame != NULL);
    for (const char *s = m.whole; s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL)
        check_row(s, frame, &codes);
    TEST_CHECK_(codes.len >= 4 * (size_t)30, "there are so many: %s", text_string(&codes));
    static const char *const folders[] = {"text", "machine", "compile", "book"};
    size_t seen = 0;
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++)
        seen += check_folder(folders[f], &codes);
    TEST_CHECK(seen > 20);
    text_done(&codes);
    manual_done(&m);
    TEST_CHECK(mem_live() == 0);
}

/* --- fragments in tables --- */

/* A game with a meaning for every letter that the tables use. Of C, which is a cell or a condition,
 * there are two. */
static const char fragments_of[] =
    "game fragments { option k 3 in 1..9 option N 2 in 1..9 option E 1 in 1..9 option x 1 in 1..9\n"
    "  players white black P red board rect 8 8 piece pawn piece king K piece queen Q piece knight "
    "N\n"
    "  piece stone T piece wall W piece K1 X piece K2 Y var n var hand per player per piece\n"
    "  var fresh : cells var marks : cells var ep : cell counter clock def A = mine def B = enemy "
    "def C = last def S = mine def X = rank 1\n"
    "  def Y = rank 8 def p = enemy rule a = pieces rule b = pass rule c = act \"c\"\n"
    "  view black mirror phase first turn pieces else draw phase second turn pieces else draw }\n"
    "game conditions from fragments { def C = some enemy }\n"
    "game couple from fragments { players white black setup { put wall of neutral on a1 } }\n"
    "game edged from fragments { board rect 4 4 edges corners }\n";

/* Where a fragment may stand. */
typedef struct gap {
    const char *before, *after;
} gap;

static const gap gaps[] = {
    {"def probe = ", ""},
    {"", ""},
    {"phase first turn ", " else draw"},
    {"phase first turn { ", " } else draw"},
    {"phase first turn pieces then ", " else draw"},
    {"phase first turn move mine to empty { ", " } else draw"},
    {"piece probe Z { hits step any ", " }"},
    {"piece probe Z { hits step any move ", " }"},
    {"fen board mover ", ""},
    {"fen mover ", ""},
    {"def probe = along n ", ""},
    {"end { when no mine ", " }"},
};

/* Directions have no names of one's own, so D is one of them; K is a piece, and no more. */
static void spell_out(const char *code, text *out) {
    for (const char *s = code; *s; s++) {
        bool alone = (s == code || !text_is_alpha(s[-1])) && !text_is_alpha(s[1]);
        if (alone && *s == 'D')
            text_put(out, "n");
        else if (alone && *s == 'K' && !text_is_digit(s[1]) && s[1] != '=')
            text_put(out, "king");
        else
            text_char(out, *s);
    }
}

static bool is_read(const text_library *frames, const char *parent, gap g, const char *code) {
    text body = text_growing();
    text_format(&body, "game t from %s { %s%s%s }\n", parent, g.before, code, g.after);
    diags *d = mem_alloc(sizeof *d);
    text_library *s;
    TEST_ASSERT(d && text_library_create_next_to(&s, frames) == ST_OK);
    status st = text_library_read(s, &(source){"t.game", text_string(&body), body.len}, d);
    text_library_destroy(s);
    mem_free(d);
    text_done(&body);
    return st == ST_OK;
}

/* Whether it is right somewhere. Neighbours in a table mostly stand alike: what fitted the last one
 * is tried first. */
static bool means_something(const text_library *frames, const char *code) {
    static const char *const parents[] = {"fragments", "conditions", "couple", "edged"};
    enum { GAPS = sizeof gaps / sizeof *gaps, ALL = GAPS * 4 };
    static size_t last;
    text spelt = text_growing();
    bool found = false;
    spell_out(code, &spelt);
    for (size_t i = 0; i < ALL && !found; i++) {
        size_t at = (last + i) % ALL;
        found = is_read(frames, parents[at / GAPS], gaps[at % GAPS], text_string(&spelt));
        if (found) last = at;
    }
    text_done(&spelt);
    return found;
}

/* The column of fragments of a table that begins so, or -1. */
static int fragment_column(const char *header) {
    static const char *const first[] = {"area",    "function", "number", "condition",
                                        "player",  "action",   "effect", "rule",
                                        "outcome", "pattern",  "field",  "declaration"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (strcmp(header, first[i]) == 0) return 0;
    return strcmp(header, "BoardLang") == 0 ? 1 : -1;
}

/* Everything in backticks; what is cut short with `..`, and signs alone, say nothing complete. */
static int check_fragments(const text_library *frames, const char *cell) {
    char code[MANUAL_CELL];
    int count = 0;
    while (manual_code(cell, code)) {
        bool letters = code[strcspn(code, "abcdefghijklmnopqrstuvwxyz")] != '\0';
        if (letters && !strstr(code, " ..") && !strstr(code, "NAME")) {
            TEST_CHECK_(means_something(frames, code), "%s", code);
            count++;
        }
        cell = strchr(strchr(cell, '`') + 1, '`') + 1;
    }
    return count;
}

static void test_fragments(void) {
    int count = 0;
    text_library *frames;
    diags *d = mem_alloc(sizeof *d);
    TEST_ASSERT(d && text_library_create(&frames) == ST_OK);
    source src = {"frames.game", fragments_of, strlen(fragments_of)};
    TEST_ASSERT(text_library_read(frames, &src, d) == ST_OK);
    mem_free(d);
    TEST_CHECK(!means_something(frames, "step any & nowhere"));
    TEST_CHECK(!means_something(frames, "wander"));
    for (int i = 0; i < MANUALS; i++) {
        manual m;
        char cell[MANUAL_CELL];
        bool inside = false;
        int column = -1;
        open_manual(&m, i);
        for (const char *s = m.whole; s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL) {
            bool row = manual_cell(s, 0, cell);
            if (row && !inside) column = fragment_column(cell);
            if (row && inside && column >= 0 && manual_cell(s, column, cell))
                count += check_fragments(frames, cell);
            inside = row;
        }
        manual_done(&m);
    }
    TEST_CHECK_(count >= 150, "there are %d", count);
    text_library_destroy(frames);
    TEST_CHECK(mem_live() == 0);
}

/* --- the grammar --- */

static bool is_reserved(const char *word, size_t len) {
    for (unsigned k = TOK_NAME; k < TOK_COUNT; k++) {
        const char *known = lexeme_word((lexeme_kind)k);
        if (strlen(known) == len && strncmp(known, word, len) == 0) return true;
    }
    return false;
}

/* Words that mean something at one place alone. */
static bool is_local(const char *word, size_t len) {
    static const char list[] =
        " same mirror rotate left right rect hex hexagon lines box x y xy touch "
        "int cell used claim call at most skip i halves checkered plain points flat shade a b c "
        "avoid prefer for each sum min weights weight stacks top under track sow those with card "
        "reveal take edges corners rim ";
    char padded[MANUAL_WORD];
    (void)snprintf(padded, sizeof padded, " %.*s ", (int)len, word);
    return strstr(list, padded) != NULL;
}

static void test_grammar(void) {
    manual m;
    open_manual(&m, 0);
    const manual_block *b = manual_find(&m, "grammar");
    TEST_ASSERT(b != NULL);
    for (unsigned k = TOK_NAME; k < TOK_COUNT; k++) {
        char quoted[MANUAL_WORD];
        const char *word = lexeme_word((lexeme_kind)k);
        (void)snprintf(quoted, sizeof quoted, "\"%s\"", word);
        TEST_CHECK_(!*word || strcmp(word, ":") == 0 || strstr(b->body, quoted), "%s", quoted);
    }
    for (const char *s = b->body; (s = strchr(s, '"'));) {
        size_t len = strcspn(s + 1, "\"");
        bool known = is_reserved(s + 1, len) || is_local(s + 1, len);
        TEST_CHECK_(known, "the language has no \"%.*s\"", (int)len, s + 1);
        s += len + 2;
    }
    manual_done(&m);
}

/* --- links --- */

/* What a heading is called in a link: small letters, digits, and - for spaces. */
static void heading_name(const char *line, char out[MANUAL_CELL]) {
    size_t len = 0;
    for (const char *s = line + strspn(line, "# "); *s && *s != '\n' && len + 1 < MANUAL_CELL;
         s++) {
        char c = *s >= 'A' && *s <= 'Z' ? (char)(*s - 'A' + 'a') : *s;
        if (c == ' ') c = '-';
        if (c == '-' || text_is_alpha(c) || text_is_digit(c)) out[len++] = c;
    }
    out[len] = '\0';
}

static bool has_heading(const manual *m, const char *name) {
    char found[MANUAL_CELL];
    for (const char *s = m->whole; s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL) {
        if (*s != '#') continue;
        heading_name(s, found);
        if (strcmp(found, name) == 0) return true;
    }
    return false;
}

static bool leads_somewhere(const manual *m, const char *link) {
    char path[MANUAL_CELL + 200];
    FILE *f;
    if (*link == '#') return has_heading(m, link + 1);
    (void)snprintf(path, sizeof path, SOURCE_DIR "/docs/%s", link);
    f = fopen(path, "r");
    if (f) (void)fclose(f);
    return f != NULL;
}

static void test_links(void) {
    int count = 0;
    for (int i = 0; i < MANUALS; i++) {
        manual m;
        char link[MANUAL_CELL];
        open_manual(&m, i);
        TEST_CHECK(!leads_somewhere(&m, "#27-nothing") && !leads_somewhere(&m, "nothing.md"));
        for (const char *s = m.whole; (s = strstr(s, "](")); s += 2) {
            size_t len = strcspn(s + 2, ")");
            if (len >= sizeof link) continue;
            (void)snprintf(link, sizeof link, "%.*s", (int)len, s + 2);
            TEST_CHECK_(leads_somewhere(&m, link), "%s", link);
            count++;
        }
        manual_done(&m);
    }
    TEST_CHECK_(count > 30, "there are %d", count);
}

/* --- limits --- */

/* The number in the last column of the row that begins so. */
static long limit_of(const manual *m, const char *name) {
    char cell[MANUAL_CELL];
    for (const char *s = m->whole; s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL) {
        uint64_t n;
        if (!manual_cell(s, 0, cell) || strcmp(cell, name) != 0) continue;
        if (manual_cell(s, 1, cell) && text_u64(cell, 1 << 30, &n)) return (long)n;
    }
    return -1;
}

static void test_limits(void) {
    static const struct {
        const char *name;
        long most;
    } limits[] = {{"actions of a turn that can go round", RB_TURN_ACTIONS},
                  {"times of `repeat at most` and `repeat N`", COMPILE_MAX_DEPTH},
                  {"loops over cells inside each other", RB_LOOPS},
                  {"steps of the interpreter for one position", RB_WORK},
                  {"bytes of a text", PARSER_MAX_BYTES},
                  {"games made from each other", PARSER_MAX_ANCESTORS},
                  {"characters of a name", LEXER_MAX_NAME},
                  {"nesting", PARSER_MAX_NESTING},
                  {"operators of one expression", PARSER_MAX_OPERATORS},
                  {"players", GAME_MAX_PLAYERS},
                  {"cells", AREA_CELLS},
                  {"columns, rows", BOARD_SIDE},
                  {"lines of a `lines` board", BOARD_DIRS / 2},
                  {"piece kinds", RB_KINDS},
                  {"phases", RB_MAX_PHASES},
                  {"bytes of a state", RB_MAX_STATE},
                  {"options", COMPILE_MAX_OPTIONS},
                  {"definitions, and as many rules", COMPILE_MAX_NAMES},
                  {"definitions inside each other", COMPILE_MAX_DEPTH},
                  {"numbers, each element of a variable counted", RB_SLOTS},
                  {"variables of cells, counted in the same way", RB_AREA_VARS},
                  {"actions of the text (generators, rules expanded)", RB_GENS},
                  {"points of turns", RB_POINTS},
                  {"stages in a row", COMPILE_MAX_DEPTH},
                  {"conditions and `do`s of the turns", COMPILE_MAX_TESTS},
                  {"areas at work in one expression, and as many numbers", RB_TEMPS},
                  {"`require`s around an action", RB_REQUIRES},
                  {"elements of a pattern", RB_ELEMENTS},
                  {"pieces of a stack", RB_LEVELS},
                  {"tracks", BOARD_TRACKS},
                  {"entries of `end`", COMPILE_MAX_ENDINGS},
                  {"`score`s", RB_SCORES},
                  {"`promotes` of a piece", COMPILE_MAX_PROMOTIONS},
                  {"flags of a field", RB_FLAGS},
                  {"instructions for each player", RB_CODE},
                  {"outcomes of a chance", RB_OUTCOMES},
                  {"weights of a chance", COMPILE_MAX_WEIGHTS},
                  {"combinations of a choice", RB_CHOICES},
                  {"parts of a choice", RB_PARTS},
                  {"turns that `was` looks back", COMPILE_MAX_PAST},
                  {"rules of a variable", COMPILE_MAX_PLANS},
                  {"rows and levels of a `box`", BOARD_DIGITS},
                  {"columns, rows of a board with edges", BOARD_SIDE / 2},
                  {"terms", RB_TERMS},
                  {"legal actions at a time", RB_MAX_ACTIONS}};
    manual m;
    open_manual(&m, 0);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        long stated = limit_of(&m, limits[i].name);
        TEST_CHECK_(stated == limits[i].most, "%s: %ld, told as %ld", limits[i].name,
                    limits[i].most, stated);
    }
    manual_done(&m);
}

TEST_LIST = {{"marks", test_marks},     {"games", test_games},
             {"codes", test_codes},     {"fragments", test_fragments},
             {"grammar", test_grammar}, {"links", test_links},
             {"limits", test_limits},   {NULL, NULL}};
