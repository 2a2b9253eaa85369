/* The reader of arguments, what it says of wrong ones, and the pages made of its tables: the
 * options in docs/kibitz.1 are compared with them (KIBITZ_UPDATE_GOLDEN=1 writes them there). */
#include <acutest.h>

#include <stdlib.h>

#include "cli/args_help.h"
#include "engine/base/file.h"

typedef struct inner {
    uint64_t seed;
} inner;

typedef struct request {
    bool loud;
    int lines;
    int64_t time_ms;
    const char *file;
    const char *word[3];
    int words, calls;
    inner in;
} request;

static status take_pair(void *to, arg_line *line, error *err) {
    request *q = to;
    const char *one = NULL;
    uint64_t two = 0;
    status st = args_value(line, &one, err);
    if (st == ST_OK) st = args_number(line, 1, 9, &two, err);
    if (st == ST_OK) q->calls += (int)two;
    return st;
}

static const arg own[] = {ARGS_WORD("WORD", "a word"),
                          ARGS_FLAG("--loud", request, loud, "be loud"),
                          ARGS_NUMBER("--lines", "N", request, lines, 1, 50, "how many lines"),
                          ARGS_NUMBER("--time", "MS", request, time_ms, 0, 86400000,
                                      "how long, in words enough that the help must break the line "
                                      "and go on below"),
                          ARGS_TEXT("--file", "FILE", request, file, "a file"),
                          ARGS_CALL("--pair", "NAME AND A LONG VALUE", take_pair, "two values"),
                          ARGS_FLAG("--old", request, loud, NULL),
                          ARGS_END};
static const arg inner_args[] = {
    ARGS_NUMBER("--seed", "N", inner, seed, 0, UINT64_MAX, "of all that is drawn"), ARGS_END};
static const arg *made(void) {
    return inner_args;
}
static const arg_group groups[] = {
    {"Own", own, NULL, 0}, {"Inner", NULL, made, offsetof(request, in)}, {0}};

static status take_word(void *to, const char *word, bool *taken, error *err) {
    request *q = to;
    if (strcmp(word, "bad") == 0) return error_set(err, ST_BAD_VALUE, "that one is bad");
    *taken = q->words < 3;
    if (*taken) q->word[q->words++] = word;
    return ST_OK;
}

enum { MAX_WORDS = 16 };

static status read_line(const char *line, request *q, error *err) {
    static char copy[200];
    char *argv[MAX_WORDS] = {"test"};
    words w = {0};
    arg_reader how = {"test", groups, take_word};
    TEST_CASE(line);
    *q = (request){0};
    (void)snprintf(copy, sizeof copy, "%s", line);
    TEST_ASSERT(words_split(&w, copy, err) == ST_OK && w.count + 1 < MAX_WORDS);
    int argc = 1;
    for (size_t i = 0; i < w.count; i++) argv[argc++] = w.at[i];
    words_done(&w);
    return args_read(&how, q, argc, argv, err);
}

static void test_reads(void) {
    request q;
    error e;
    TEST_CHECK(read_line("", &q, &e) == ST_OK && !q.loud && q.words == 0);
    TEST_CHECK(read_line("a --loud --lines 50 - --time 86400000 --file --loud b", &q, &e) == ST_OK);
    TEST_CHECK(q.loud && q.lines == 50 && q.time_ms == 86400000 && strcmp(q.file, "--loud") == 0);
    TEST_CHECK(q.words == 3 && strcmp(q.word[1], "-") == 0 && strcmp(q.word[2], "b") == 0);
    TEST_CHECK(read_line("--pair x 4 --pair y 2 --seed 18446744073709551615", &q, &e) == ST_OK);
    TEST_CHECK(q.calls == 6 && q.in.seed == UINT64_MAX);
    TEST_CHECK(read_line("--old", &q, &e) == ST_OK && q.loud);
}

static void refused(const char *line, status code, const char *says) {
    request q;
    error e = {0};
    TEST_CHECK(read_line(line, &q, &e) == code);
    TEST_CHECK_(strcmp(e.text, says) == 0, "%s", e.text);
}

static void test_refuses(void) {
    refused("--lines", ST_BAD_SYNTAX, "--lines needs a value: --lines N");
    refused("--lines 0", ST_BAD_VALUE, "--lines takes a whole number from 1 to 50, not 0");
    refused("--lines 51", ST_BAD_VALUE, "--lines takes a whole number from 1 to 50, not 51");
    refused("--lines x", ST_BAD_VALUE, "--lines takes a whole number from 1 to 50, not x");
    refused("--lnes 3", ST_BAD_SYNTAX,
            "unknown argument --lnes; did you mean --lines? see kibitz help test");
    refused("--frobnicate", ST_BAD_SYNTAX, "unknown argument --frobnicate; see kibitz help test");
    refused("-x", ST_BAD_SYNTAX, "unknown argument -x; see kibitz help test");
    refused("a b c d", ST_BAD_SYNTAX, "unknown argument d; see kibitz help test");
    refused("WORD bad", ST_BAD_VALUE, "that one is bad");
    refused("--pair x", ST_BAD_SYNTAX, "--pair needs a value: --pair NAME AND A LONG VALUE");
}

static void test_takes_out(void) {
    error e;
    request q = {0};
    char *argv[] = {"test", "a", "--loud", "--seed", "3", "--lines", "7", "b", NULL};
    int argc = 8;
    TEST_CHECK(args_take_out(&groups[1], &q, &argc, argv, &e) == ST_OK);
    TEST_CHECK(argc == 6 && q.in.seed == 3 && !argv[argc]);
    TEST_CHECK(strcmp(argv[2], "--loud") == 0 && strcmp(argv[3], "--lines") == 0);
    static const char *const known[] = {"--loud", NULL};
    TEST_CHECK(strcmp(args_other(argc, argv, known), "--lines") == 0);
    TEST_CHECK(args_other(3, argv, known) == NULL);
}

static void test_help(void) {
    static const arg_group common = {"Everywhere", inner_args, NULL, 0};
    static const subcommand c = {"test", NULL, "test", "kibitz test\n", groups, "The end.\n"};
    text page = text_growing();
    args_write_help(&c, &common, &page);
    TEST_CHECK(
        strcmp(text_string(&page),
               "usage: kibitz test\n\n"
               "Own:\n"
               "  WORD                 a word\n"
               "  --loud               be loud\n"
               "  --lines N            how many lines\n"
               "  --time MS            how long, in words enough that the help must break the\n"
               "                       line and go on below\n"
               "  --file FILE          a file\n"
               "  --pair NAME AND A LONG VALUE\n"
               "                       two values\n\n"
               "Inner:\n"
               "  --seed N             of all that is drawn\n\n"
               "Everywhere:\n"
               "  --seed N             of all that is drawn\n\n"
               "The end.\n") == 0);
    TEST_MSG("%s", text_string(&page));
    text_done(&page);
}

/* Each command has a page whose lines fit a terminal, and no option twice. */
static void test_every_command(void) {
    for (const subcommand *const *c = cli_commands; *c; c++) {
        text page = text_growing();
        TEST_CASE((*c)->name);
        args_write_help(*c, &cli_common_args, &page);
        TEST_CHECK(!page.cut && strstr(text_string(&page), (*c)->name) != NULL);
        for (const char *s = text_string(&page); *s; s += strcspn(s, "\n") + 1)
            TEST_CHECK_(strcspn(s, "\n") <= 104, "%.*s", (int)strcspn(s, "\n"), s);
        text_done(&page);
        for (const arg_group *g = (*c)->groups; g && g->title; g++)
            for (const arg *a = args_of(g); a->name; a++)
                for (const arg_group *h = g; h->title; h++)
                    for (const arg *b = h == g ? a + 1 : args_of(h); b->name; b++)
                        TEST_CHECK_(a->type == ARG_WORD || strcmp(a->name, b->name) != 0,
                                    "%s is there twice", a->name);
    }
}

/* --- the manual page --- */

#define FIRST_LINE ".\\\" From here to the next such line"
#define LAST_LINE  ".\\\" The end of the options.\n"

/* A build without the web board lacks its options. */
static bool has_all_options(void) {
    return args_of(cli_serve.groups)->name != NULL;
}

static void test_manual_page(void) {
    error e;
    text page;
    text now = text_growing();
    TEST_ASSERT_(file_read(&page, MANUAL_PAGE, 1 << 20, &e) == ST_OK, "%s", e.text);
    char *from = strstr(page.at, FIRST_LINE);
    char *to = strstr(page.at, LAST_LINE);
    TEST_ASSERT(from && to);
    from = strchr(from, '\n') + 1;
    args_write_manual(cli_commands, &cli_common_args, &now);
    TEST_CHECK(!now.cut);
    const char *update = getenv("KIBITZ_UPDATE_GOLDEN");
    if (update && strcmp(update, "1") == 0) {
        text entire = text_growing();
        text_putn(&entire, page.at, (size_t)(from - page.at));
        text_put(&entire, text_string(&now));
        text_put(&entire, to);
        TEST_CHECK(file_write(MANUAL_PAGE, text_string(&entire), entire.len, &e) == ST_OK);
        text_done(&entire);
    } else if (has_all_options()) {
        bool same = now.len == (size_t)(to - from) && memcmp(now.at, from, now.len) == 0;
        TEST_CHECK_(same, "the options in docs/kibitz.1 are those of the tables");
    }
    /* The commands are described by hand: none is missing. */
    for (const subcommand *const *c = cli_commands; *c; c++) {
        char head[40];
        (void)snprintf(head, sizeof head, "\n.BR %s ", (*c)->name);
        bool there = strstr(page.at, head) != NULL;
        (void)snprintf(head, sizeof head, "\n.B %s\n", (*c)->name);
        TEST_CHECK_(there || strstr(page.at, head) != NULL, "%s is described", (*c)->name);
    }
    text_done(&page);
    text_done(&now);
}

TEST_LIST = {{"reads", test_reads},
             {"refuses", test_refuses},
             {"takes_out", test_takes_out},
             {"help", test_help},
             {"every_command", test_every_command},
             {"manual_page", test_manual_page},
             {NULL, NULL}};
