#include <acutest.h>

#include <string.h>

#include "web/page_files.h"
#include "web/page_join.h"

static const char *body_of(const embedded_file *f) {
    return (const char *)f->at; /* a NUL follows */
}

/* How often a phrase is in a text. */
static int times(const char *s, const char *phrase) {
    int n = 0;
    for (const char *at = s; (at = strstr(at, phrase)); at += strlen(phrase)) n++;
    return n;
}

/* The modules of a page that stands alone, lowest first. */
static const char *const joined[] = {"tree.js",  "sprites.js", "grid.js", "scene.js",
                                     "graph.js", "review.js",  NULL};

static bool is_joined(const embedded_file *f) {
    for (const char *const *name = joined; *name; name++)
        if (strcmp(f->name, *name) == 0) return true;
    return false;
}

static void check_refused(const char *const *names, const char *why) {
    text out = text_growing();
    error e;
    TEST_CHECK(page_join_scripts(names, &out, &e) == ST_INTERNAL);
    TEST_CHECK_(strstr(e.text, why) != NULL, "%s", e.text);
    text_done(&out);
}

/* They can be joined: each imports only from those before it, and ends with its one line of exports. */
static void test_modules(void) {
    text out = text_growing();
    error e = {0};
    int found = 0;
    for (const embedded_file *f = page_scripts; f->name; f++) {
        if (!is_joined(f)) continue;
        found++;
        TEST_CHECK_(times(body_of(f), "\nexport {") == 1, "%s", f->name);
    }
    TEST_CHECK_(found == 6, "%d modules", found);
    TEST_CHECK_(page_join_scripts(joined, &out, &e) == ST_OK, "%s", e.text);
    TEST_CHECK(!strstr(text_string(&out), "export ") && !strstr(text_string(&out), "\nimport "));
    TEST_CHECK(strstr(text_string(&out), "function gridTree(") != NULL);
    text_done(&out);
    check_refused((const char *[]){"none.js", NULL}, "no file none.js");
    check_refused((const char *[]){"scene.js", "grid.js", NULL}, "scene.js: it imports");
    check_refused((const char *[]){"scene.js", NULL}, "scene.js: it imports");
}

/* What one kind of file alone may do: the client asks, the page moves elements, trees become text. */
static bool is_allowed(const embedded_file *f, const char *word) {
    if (strcmp(word, "fetch(") == 0) return strcmp(f->name, "api.js") == 0;
    if (strcmp(word, ".style") == 0) return !is_joined(f);
    return strcmp(word, "</") == 0 && strcmp(f->name, "tree.js") == 0;
}

/* What a policy forbids, or a page must not do: styles as text, other places, code from text. */
static void test_no_bad_words(void) {
    static const char *const bad[] = {"innerHTML", "setAttribute(\"style\"",
                                      ".style",    " style:",
                                      "eval(",     "new Function",
                                      "fetch(",    "XMLHttp",
                                      "@import",   "url(",
                                      "</",        "document.write"};
    static const embedded_file *const tables[] = {page_scripts, page_styles};
    for (int k = 0; k < 2; k++)
        for (const embedded_file *f = tables[k]; f->name; f++)
            for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
                bool found = strstr(body_of(f), bad[i]) != NULL;
                TEST_CHECK_(!found || is_allowed(f, bad[i]), "%s has %s", f->name, bad[i]);
            }
    for (const embedded_file *f = page_scripts; f->name; f++)
        TEST_CHECK_(!strstr(body_of(f), "</script"), "%s ends its own element", f->name);
}

/* --- names --- */

enum { MAX_NAMES = 1000 };

typedef struct top_name {
    const char *at, *file;
    size_t len;
} top_name;

/* The names that a module declares at its top level, one a line. */
static size_t collect(const embedded_file *f, top_name *out, size_t n) {
    static const char *const starts[] = {"function ", "const ", "let ", "class ", "var "};
    for (const char *line = body_of(f); *line;) {
        for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
            if (!text_starts(line, starts[i])) continue;
            const char *name = line + strlen(starts[i]);
            size_t len =
                strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");
            TEST_ASSERT(n < MAX_NAMES);
            TEST_CHECK_(len > 0, "%s: a declaration without one name: %.40s", f->name, line);
            out[n++] = (top_name){name, f->name, len};
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return n;
}

/* Joined into one script, no name is there twice. */
static void test_no_clashes(void) {
    static top_name names[MAX_NAMES];
    size_t n = 0;
    for (const embedded_file *f = page_scripts; f->name; f++)
        if (is_joined(f)) n = collect(f, names, n);
    TEST_CHECK(n > 60);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            TEST_CHECK_(names[i].len != names[j].len ||
                            strncmp(names[i].at, names[j].at, names[i].len) != 0,
                        "%.*s is in %s and %s", (int)names[i].len, names[i].at, names[i].file,
                        names[j].file);
}

/* --- pieces --- */

static void test_escapes(void) {
    text out = text_growing();
    page_put_html(&out, "<b>\"Q&A\"</b>");
    TEST_CHECK(strcmp(text_string(&out), "&lt;b>&quot;Q&amp;A&quot;&lt;/b>") == 0);
    text_clear(&out);
    const char *json = "{\"a\":\"</script><!--\"}";
    page_put_json(&out, json, strlen(json));
    TEST_CHECK(strcmp(text_string(&out), "{\"a\":\"\\u003c/script>\\u003c!--\"}") == 0);
    TEST_MSG("%s", text_string(&out));
    text_done(&out);
}

static void test_policy(void) {
    text script = text_growing();
    text style = text_growing();
    text out = text_growing();
    page_put_policy(&out, &script, &style);
    TEST_CHECK(strcmp(text_string(&out),
                      "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
                      "script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; "
                      "style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='") == 0);
    TEST_MSG("%s", text_string(&out));
    text_done(&script);
    text_done(&style);
    text_done(&out);
}

static void test_fill(void) {
    text value = text_growing();
    text out = text_growing();
    error e;
    text_put(&value, "@SCRIPT@ stays");
    const page_slot title[] = {{"TITLE", &value}, {0}};
    TEST_CHECK(page_fill("review.html", title, &out, &e) == ST_OK);
    TEST_CHECK(strstr(text_string(&out), "<title>@SCRIPT@ stays</title>") != NULL);
    TEST_CHECK(times(text_string(&out), "@SCRIPT@ stays") == 2 && !strstr(out.at, "@TITLE@"));
    const page_slot odd[] = {{"NOTHING", &value}, {0}};
    TEST_CHECK(page_fill("review.html", odd, &out, &e) == ST_INTERNAL);
    TEST_CHECK(page_fill("none.html", title, &out, &e) == ST_INTERNAL);
    text_done(&value);
    text_done(&out);
}

static size_t bytes_of(const embedded_file *table) {
    size_t bytes = 0;
    for (const embedded_file *f = table; f->name; f++) bytes += *f->size;
    return bytes;
}

/* What is sent of the page stays small; each of its files is there. */
static void test_size(void) {
    static const embedded_file *const tables[] = {page_scripts, page_styles, page_shells,
                                                  page_images};
    size_t plain = 0;
    for (int k = 0; k < 4; k++) {
        plain += bytes_of(tables[k]);
        for (const embedded_file *f = tables[k]; f->name; f++)
            TEST_CHECK_(page_file(page_packed, f->name) != NULL, "%s is not packed", f->name);
    }
    size_t sent = bytes_of(page_packed);
    TEST_CHECK_(sent < 250000 && sent < plain / 2, "%zu bytes of %zu", sent, plain);
}

TEST_LIST = {{"modules", test_modules},
             {"no_bad_words", test_no_bad_words},
             {"no_clashes", test_no_clashes},
             {"escapes", test_escapes},
             {"policy", test_policy},
             {"fill", test_fill},
             {"size", test_size},
             {NULL, NULL}};
