#include <acutest.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "tests/support/client.h"

/* Dialogs as tests: `>` lines are sent, `<` lines must come back in this order and nothing else; `<
 * ...` stands for any lines in between. A `>>` line is sent without a look at what came before it,
 * as if in one write with it. Progress of a search may always come on top. The dialogs of
 * docs/protocol.md (its ```dialog blocks) are run as well, so that the manual stays true. */

typedef struct dialog {
    const char *file;
    unsigned line;
    client *c;
    bool gap; /* the last expectation was `...` */
} dialog;

static bool is_progress(const char *line) {
    return text_starts(line, "info depth") || text_starts(line, "{\"type\":\"info\",\"depth\"");
}

static void expect(dialog *d, const char *pattern) {
    if (strcmp(pattern, "...") == 0) {
        d->gap = true;
        return;
    }
    /* Progress alone must not keep it waiting for ever. */
    for (int64_t until = clock_now_ms() + CLIENT_PATIENCE_MS;;) {
        char *got = client_next(d->c, CLIENT_PATIENCE_MS);
        bool fits = got && client_fits(got, pattern);
        bool late = clock_now_ms() > until;
        bool skip = got && !fits && !late && (d->gap || is_progress(got));
        if (!skip) {
            TEST_CHECK(fits);
            TEST_MSG("%s:%u: expected: %s", d->file, d->line, pattern);
            TEST_MSG("%s:%u: got:      %s", d->file, d->line, got ? got : "(nothing)");
            d->gap = false;
        }
        mem_free(got);
        if (!skip) return;
    }
}

/* Before the next command (and at the end) nothing may be left over. */
static void expect_silence(dialog *d) {
    session_catch_up(client_session(d->c));
    for (char *got; (got = client_next(d->c, 0)); mem_free(got)) {
        TEST_CHECK(d->gap || is_progress(got));
        TEST_MSG("%s:%u: unexpected: %s", d->file, d->line, got);
    }
    d->gap = false;
}

/* Requests in JSON are read where jansson was found. */
static bool reads_json(void) {
#ifdef KIBITZ_JANSSON
    return true;
#else
    return false;
#endif
}

/* Without jansson those of the JSON mode are left out. */
static void open_dialog(dialog *d, bool json) {
    client_close(d->c);
    d->c = NULL;
    if (json && !reads_json()) return;
    d->c = client_open(json);
    d->gap = false;
    TEST_ASSERT(d->c != NULL);
}

static void dialog_line(dialog *d, char *s) {
    if (text_starts(s, ">> ")) {
        client_post(d->c, s + 3);
    } else if (s[0] == '>' && (s[1] == ' ' || !s[1])) { /* `>` alone is an empty line */
        expect_silence(d);
        client_send(d->c, s[1] ? s + 2 : "");
    } else if (s[0] == '<') {
        expect(d, s[1] == ' ' ? s + 2 : s + 1);
    }
}

/* In a manual only fenced blocks marked `dialog` count; a dialog file is one block, and a line `===
 * name` starts the next with a new engine (`=== name json` with the JSON mode). */
static void run_file(const char *path, bool manual) {
    text data;
    error e;
    TEST_CASE(path);
    TEST_ASSERT_(file_read(&data, path, 1 << 20, &e) == ST_OK, "%s", e.text);
    dialog d = {.file = path};
    bool inside = !manual;
    unsigned commands = 0;
    for (char *s = data.at; s;) {
        char *next = strchr(s, '\n');
        if (next) *next++ = '\0';
        d.line++;
        if (manual && text_starts(s, "```")) {
            if (inside && d.c) expect_silence(&d);
            inside = text_starts(s, "```dialog");
            if (inside) open_dialog(&d, strstr(s, "json") != NULL);
        } else if (!manual && text_starts(s, "===")) {
            if (d.c) expect_silence(&d);
            open_dialog(&d, strstr(s, " json") != NULL);
        } else if (inside && d.c) {
            commands += *s == '>';
            dialog_line(&d, s);
        }
        s = next;
    }
    if (d.c) expect_silence(&d);
    TEST_CHECK_(commands > 0, "%s has commands", path);
    client_close(d.c);
    text_done(&data);
}

/* The manual's numbers are those of a tree with room; the hostile build has hardly any. */
static void test_manual(void) {
    if (MEM_SIZED(true, false)) run_file(SOURCE_DIR "/docs/protocol.md", true);
}

static void test_players(void) {
    run_file(SOURCE_DIR "/docs/write-a-player.md", true);
}

static void test_uci(void) {
    run_file(SOURCE_DIR "/tests/protocol/uci.dialog", false);
}

static void test_mgi(void) {
    run_file(SOURCE_DIR "/tests/protocol/mgi.dialog", false);
}

static void test_errors(void) {
    run_file(SOURCE_DIR "/tests/protocol/errors.dialog", false);
}

static void test_views(void) {
    run_file(SOURCE_DIR "/tests/protocol/views.dialog", false);
}

static void test_projectl(void) {
    run_file(SOURCE_DIR "/tests/protocol/projectl.dialog", false);
}

static void test_azul(void) {
    run_file(SOURCE_DIR "/tests/protocol/azul.dialog", false);
}

static void test_chess(void) {
    run_file(SOURCE_DIR "/tests/protocol/chess.dialog", false);
}

static void test_table(void) {
    run_file(SOURCE_DIR "/tests/protocol/table.dialog", false);
}

static void test_claims(void) {
    run_file(SOURCE_DIR "/tests/protocol/claims.dialog", false);
}

static void test_rules(void) {
    run_file(SOURCE_DIR "/tests/protocol/rules.dialog", false);
}

static void test_kit(void) {
    run_file(SOURCE_DIR "/tests/protocol/kit.dialog", false);
}

static void test_order(void) {
    run_file(SOURCE_DIR "/tests/protocol/order.dialog", false);
}

static void test_json(void) {
    if (reads_json()) run_file(SOURCE_DIR "/tests/protocol/json.dialog", false);
}

TEST_LIST = {{"uci", test_uci},         {"mgi", test_mgi},
             {"errors", test_errors},   {"views", test_views},
             {"json", test_json},       {"projectl", test_projectl},
             {"chess", test_chess},     {"rules", test_rules},
             {"manual", test_manual},   {"kit", test_kit},
             {"azul", test_azul},       {"order", test_order},
             {"claims", test_claims},   {"table", test_table},
             {"players", test_players}, {NULL, NULL}};
