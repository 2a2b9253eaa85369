/* The transcripts of docs/mcp.md: each call is made, and its words are compared. In a block that begins with
 * ```mcp a line "> tool {arguments}" is a call: TABLE stands for the handle given last, AT for the number that
 * look gave last. "> ..." plays action 1 until the game is over. Lines that follow are the answer; "..." stands
 * for any lines. Also the examples of the language page. */
#include <acutest.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "mcp/mcp_json.h"
#include "mcp/mcp_resources.h"
#include "tests/support/mcp_talk.h"

typedef struct reading {
    mcp_talk *talk;
    char table[40];
    long at;
    bool over;
    text answer;          /* the words of the last one, the handle as TABLE */
    const char *compared; /* up to here */
    int calls;
} reading;

static void put_filled(const char *form, const reading *r, text *out) {
    for (; *form; form++) {
        if (strncmp(form, "\"TABLE\"", 7) == 0) {
            text_format(out, "\"%s\"", r->table);
            form += 6;
        } else if (strncmp(form, " AT", 3) == 0 && strchr(",}", form[3])) {
            text_format(out, " %ld", r->at);
            form += 2;
        } else {
            text_char(out, *form);
        }
    }
}

static void take_answer(reading *r, const char *line) {
    json_t *m = NULL;
    error e;
    TEST_ASSERT(line && mcp_json_read(&m, line, strlen(line), &e) == ST_OK);
    const json_t *result = mcp_json_get(m, "result");
    const json_t *data = mcp_json_get(result, "structuredContent");
    const json_t *tables = mcp_json_get(data, "tables");
    const char *said = mcp_json_text(mcp_json_at(mcp_json_get(result, "content"), 0), "text", line);
    r->at = (long)mcp_json_int(data, "at", r->at);
    r->over = mcp_json_flag(data, "over", false);
    if (tables)
        (void)snprintf(r->table, sizeof r->table, "%s",
                       mcp_json_text(mcp_json_at(tables, 0), "table", ""));
    text_clear(&r->answer);
    for (const char *s = said; *s; s++) {
        bool handle = r->table[0] && strncmp(s, r->table, 32) == 0;
        if (handle)
            text_put(&r->answer, "TABLE");
        else
            text_char(&r->answer, *s);
        if (handle) s += 31;
    }
    mcp_json_free(m);
}

static void call(reading *r, const char *tool, const char *form) {
    text args = text_growing();
    put_filled(form, r, &args);
    char *line = mcp_talk_call(r->talk, tool, text_string(&args));
    take_answer(r, line);
    mem_free(line);
    text_done(&args);
    r->compared = text_string(&r->answer);
    r->calls++;
}

static void play_on(reading *r) {
    for (int i = 0; i < 500 && !r->over; i++)
        call(r, "act", "{\"table\": \"TABLE\", \"at\": AT, \"number\": 1}");
    TEST_CHECK(r->over);
}

/* "> tool {arguments}" */
static void command(reading *r, const char *line) {
    char tool[40] = "";
    if (strcmp(line, "> ...") == 0) {
        play_on(r);
        return;
    }
    int n = 0;
    TEST_CHECK_(sscanf(line, "> %39s %n", tool, &n) == 1, "%s", line);
    call(r, tool, line[n] ? line + n : "{}");
}

/* One line of the answer that is in the page. */
static void expect(reading *r, const char *line, bool any_before) {
    const char *at = r->compared;
    for (;;) {
        size_t n = strcspn(at, "\n");
        if (strlen(line) == n && strncmp(at, line, n) == 0) {
            r->compared = at + n + (at[n] == '\n');
            return;
        }
        if (!any_before || !at[n]) break;
        at += n + 1;
    }
    TEST_CHECK_(false, "\"%s\" is not in the answer", line);
    TEST_MSG("%.600s", r->compared);
}

/* Lines of boards may begin with > as well. */
static bool is_command(const char *line) {
    return strcmp(line, "> ...") == 0 || (line[0] == '>' && strstr(line, " {"));
}

static void read_block(reading *r, char *block) {
    bool any = false;
    for (char *line = block; line;) {
        char *next = strchr(line, '\n');
        if (next) *next++ = '\0';
        if (is_command(line)) {
            command(r, line);
            any = false;
        } else if (strcmp(line, "...") == 0) {
            any = true;
        } else if (*line) {
            expect(r, line, any);
            any = false;
        }
        line = next;
    }
}

static void test_transcripts(void) {
    error e;
    text page = text_growing();
    reading r = {.talk = mcp_talk_open(), .answer = text_growing()};
    TEST_ASSERT_(file_read(&page, DOCS "/mcp.md", 1 << 20, &e) == ST_OK, "%s", e.text);
    char *at = page.at;
    while ((at = strstr(at, "```mcp\n"))) {
        at += 7;
        char *end = strstr(at, "```");
        TEST_ASSERT(end);
        *end = '\0';
        read_block(&r, at);
        at = end + 1;
    }
    TEST_CHECK(r.calls > 10);
    text_done(&r.answer);
    text_done(&page);
    mcp_talk_close(r.talk);
}

/* Every example of the language page is a game that passes the check; and the page is short. */
static void test_language(void) {
    mcp_talk *t = mcp_talk_open();
    const char *page = mcp_resources_language();
    int examples = 0;
    int count = 0;
    for (const char *s = page; (s = strstr(s, "```game\n")); examples++) {
        s += 8;
        text args = text_growing();
        json_writer w = json_writer_on(&args);
        json_open(&w, '{');
        json_key(&w, "text");
        json_stringn(&w, s, (size_t)(strstr(s, "```") - s));
        json_key(&w, "seconds");
        json_real(&w, 0.1, 1);
        json_close(&w, '}');
        char *answer = mcp_talk_call(t, "check_rules", text_string(&args));
        TEST_CHECK_(answer && strstr(answer, "\"ok\":true"), "example %d", examples + 1);
        TEST_MSG("%.400s", answer ? answer : "");
        mem_free(answer);
        text_done(&args);
        s = strstr(s, "```");
    }
    for (const char *s = page; *s; s++) count += *s > ' ' && (s == page || s[-1] <= ' ');
    TEST_CHECK(examples == 10);
    TEST_CHECK(count <= 6000);
    mcp_talk_close(t);
}

TEST_LIST = {{"transcripts", test_transcripts}, {"language", test_language}, {NULL, NULL}};
