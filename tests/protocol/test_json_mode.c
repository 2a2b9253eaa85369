#include <acutest.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "tests/support/client.h"
#include "tests/support/folder.h"
#include "uci/commands/commands.h"

/* Every command in both forms: each line and its JSON object have the same fields in the same
 * order. The objects are read with jansson, not with anything of ours. */

enum { MAX_LINES = 4096, LINE = 512 };

/* `$` is a file of its own for each form. `#` begins a line that is sent as it is, inside a text.
 */
static const char *const asked[] = {
    "mgi",
    "isready",
    "debug on",
    "debug maybe",
    "register later",
    "getoption",
    "getoption name Skill Level",
    "games",
    "game chess",
    "game connect4",
    "help",
    "version",
    "setoption name Game value connect4",
    "setoption name Hash value 1",
    "setoption name Hash value none",
    "ucinewgame",
    "uginewgame",
    "newgame",
    "position startpos",
    "status",
    "legal",
    "legal count",
    "verify d",
    "verify z",
    "query p1turn",
    "query result",
    "play d d",
    "undo",
    "view all",
    "view 2",
    "state",
    "fen",
    "d",
    "scene",
    "scene seat public",
    "scene seat 9",
    "pick",
    "pick nonsense",
    "belief seat 1 deals 20",
    "belief deals none",
    "eval",
    "perft 2 unique",
    "go perft 1",
    "go visits 60 seed 3 algo mcts",
    "go depth 3 algo alphabeta",
    "go zork visits 5 seed 1",
    "ponderhit",
    "stop",
    "zork status",
    "setoption name UCI_ShowWDL value true",
    "setoption name ShowRanks value true",
    "go visits 60 seed 3 algo mcts",
    "analyze id a position startpos moves d d go visits 40 seed 1",
    "cancel all",
    "setoption name Game value leduc",
    "position startpos",
    "status",
    "chance",
    "roll seed 4",
    "position startpos seed 3",
    "status",
    "view public",
    "go visits 60 seed 3",
    "setoption name UCI_Variant value chess",
    "position startpos moves f2f3 e7e5 g2g4 d8h4",
    "status",
    "go depth 2",
    "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
    "status",
    "load /there/is/no/such/file",
    "load <<END",
    "#game \"x",
    "#END",
    "check <<END",
    "#not a game",
    "#END",
    "uci",
    "ugi",
    "go depth 2",
    "mgi",
    "bench nodes 50 game connect4",
    "speedtest nodes 50 game connect4",
    "flip",
    "setoption name Game value connect4",
    "tune list",
    "tune status",
    "selfplay games 30 nodes 20 seed 1 out $.games",
    "tune start grad data $.games out $.txt epochs 2 patience 0 seed 2",
    "tune status",
    "tune zork",
    "quit",
};
enum { ASKED = sizeof asked / sizeof *asked };

/* What introduces a field on the line where that is not its key; empty: nothing. */
static const struct {
    const char *type, *key, *lead;
} leads[] = {
    {"bestmove", "move", ""},   {"bestaction", "action", ""}, {"roll", "outcome", ""},
    {"verify", "verdict", ""},  {"verify", "words", ""},      {"verify", "text", ":"},
    {"ply", "ply", ""},         {"view", "seats", ""},        {"view", "blob", ""},
    {"state", "state", ""},     {"fen", "fen", ""},           {"option", "kind", "type"},
    {"game", "kind", "type"},   {"game", "name", ""},         {"rules", "verdict", ""},
    {"version", "version", ""}, {"protocol", "name", ""},     {"protocol", "version", ""},
    {"response", "value", ""},  {"help", "command", ""},      {"help", "syntax", ""},
    {"help", "text", ":"},      {"error", "code", ""},        {"tune", "done", ""},
    {"tune", "total", ""},      {"tune", "state", ""},        {"selfplay", "done", ""},
    {"selfplay", "total", ""},
};

static const char *lead_of(const char *type, const char *key) {
    for (size_t i = 0; i < sizeof leads / sizeof *leads; i++)
        if (strcmp(leads[i].type, type) == 0 && strcmp(leads[i].key, key) == 0)
            return leads[i].lead;
    return key;
}

/* What depends on the machine or the moment. */
static bool is_measured(const char *key) {
    static const char *const keys[] = {"time", "nps", "hashfull", "eta", "rate"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], key) == 0) return true;
    return false;
}

/* --- one line --- */

/* Takes these words off the line, with the space before them. */
static bool eat(const char **at, const char *phrase) {
    size_t n = strlen(phrase);
    if (!n) return true;
    if (**at != ' ' || strncmp(*at + 1, phrase, n) != 0) return false;
    char end = (*at)[1 + n];
    if (end && end != ' ') return false;
    *at += 1 + n;
    return true;
}

static void skip_word(const char **at) {
    *at += strspn(*at, " ");
    *at += strcspn(*at, " ");
}

static bool eat_string(const char **at, const char *s) {
    char quoted[LINE * 4];
    (void)snprintf(quoted, sizeof quoted, "\"%s\"", s);
    return eat(at, quoted) || eat(at, s);
}

static bool eat_number(const char **at, double x) {
    char *end;
    bool same = **at == ' ' && strtod(*at + 1, &end) == x && (*end == ' ' || !*end);
    if (same) *at = end;
    return same;
}

static bool eat_value(const char **at, const char *key, json_t *value);

/* A list; the words of `var` and `alt` are introduced one by one, the first by the caller. */
static bool eat_list(const char **at, const char *key, json_t *list) {
    bool each = strcmp(key, "var") == 0 || strcmp(key, "alt") == 0;
    size_t i;
    json_t *value;
    json_array_foreach(list, i, value) {
        if (each && i && !eat(at, key)) return false;
        if (!eat_value(at, "", value)) return false;
    }
    return true;
}

static bool eat_value(const char **at, const char *key, json_t *value) {
    if (is_measured(key)) {
        skip_word(at);
        return true;
    }
    if (json_is_string(value)) return eat_string(at, json_string_value(value));
    if (json_is_number(value)) return eat_number(at, json_number_value(value));
    if (json_is_array(value)) return eat_list(at, key, value);
    if (json_is_true(value)) return eat(at, "true") || true; /* or the key alone */
    if (json_is_false(value)) return eat(at, "false");
    const char *part;
    json_t *inner;
    json_object_foreach(value, part, inner) {
        if (!eat(at, part) || !eat_value(at, part, inner)) return false;
    }
    return true;
}

/* A board or a count: the words themselves, and whatever else the object has is in them. */
static bool same_free(const char *line, json_t *object) {
    if (strncmp(line, "Nodes/second", 12) == 0) return true;
    const char *words_of = json_string_value(json_object_get(object, "text"));
    if (strcmp(line, words_of) != 0) return false;
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        if (strcmp(key, "type") == 0 || !json_is_string(value)) continue;
        if (!strstr(line, json_string_value(value))) return false;
    }
    return true;
}

/* JSON on both lines. */
static bool same_object(const char *line, json_t *object) {
    json_t *own = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    bool same = own && json_equal(own, object);
    json_decref(own);
    return same;
}

static bool is_free(const char *type) {
    return strcmp(type, "d") == 0 || strcmp(type, "perft") == 0 || strcmp(type, "bench") == 0 ||
           strcmp(type, "speedtest") == 0;
}

static bool same_fields(const char *line, json_t *object) {
    const char *type = json_string_value(json_object_get(object, "type"));
    const char *at = line;
    if (!type) return false;
    if (is_free(type)) return same_free(line, object);
    if (strncmp(line, type, strlen(type)) != 0) return false;
    if (strstr(line, folder_path(""))) return true; /* names its own file */
    at += strlen(type);
    if (strcmp(type, "scene") == 0 || strcmp(type, "pick") == 0)
        return same_object(at + 1, json_object_get(object, type));
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        if (strcmp(key, "type") == 0) continue;
        if (!eat(&at, lead_of(type, key)) || !eat_value(&at, key, value)) return false;
    }
    return !*at;
}

static void compare(const char *asked_for, const char *line, const char *said, int id) {
    json_error_t e;
    json_t *object = json_loads(said, JSON_REJECT_DUPLICATES, &e);
    TEST_CHECK_(object != NULL, "%s: %s: %s", asked_for, e.text, said);
    if (!object) return;
    static const char *const own[] = {"queued", "cancelled", "result"};
    const char *type = json_string_value(json_object_get(object, "type"));
    bool has_own = false;
    for (int i = 0; type && i < 3; i++) has_own |= strcmp(own[i], type) == 0;
    if (!has_own && id) {
        TEST_CHECK(json_integer_value(json_object_get(object, "id")) == id);
        TEST_MSG("%s: %s", asked_for, said);
    }
    if (!has_own) (void)json_object_del(object, "id");
    TEST_CHECK(same_fields(line, object));
    TEST_MSG("%s\n%s\n%s", asked_for, line, said);
    json_decref(object);
}

/* --- one answer --- */

static bool is_progress(const char *line) {
    return strncmp(line, "info depth", 10) == 0 || strstr(line, "\"depth\":") != NULL;
}

/* The lines of an answer; of reports in a row only the last. */
static int collect(client *c, char *lines[MAX_LINES]) {
    int n = 0;
    char *line;
    session_wait(client_session(c));
    while ((line = client_next(c, 0))) {
        bool report = is_progress(line) && !strstr(line, "result");
        if (report && n && is_progress(lines[n - 1])) mem_free(lines[--n]);
        TEST_ASSERT(n < MAX_LINES);
        lines[n++] = line;
    }
    return n;
}

static void send(client *c, const char *line, const char *own, int id) {
    char said[LINE];
    text out = text_over(said, sizeof said);
    bool raw = *line == '#';
    if (id && !raw) text_format(&out, "{\"id\":%d,\"line\":\"", id);
    for (line += raw; *line; line++) {
        if (*line == '$')
            text_put(&out, folder_path(own));
        else
            text_char(&out, *line);
    }
    if (id && !raw) text_put(&out, "\"}");
    client_send(c, said);
}

static void test_every_command(void) {
    static char *plain[MAX_LINES];
    static char *json[MAX_LINES];
    int opened = 0;
    int compared = 0;
    folder_make();
    client *line_form = client_open_mode(false);
    client *json_form = client_open_mode(true);
    TEST_ASSERT(line_form && json_form);
    for (int i = 0; i < ASKED; i++) {
        send(line_form, asked[i], "plain", 0);
        send(json_form, asked[i], "json", i + 1);
        if (strstr(asked[i], "<<")) opened = i + 1; /* its answer has the id of that line */
        int n = collect(line_form, plain);
        int m = collect(json_form, json);
        TEST_CHECK_(n == m, "%s: %d lines, %d objects", asked[i], n, m);
        for (int k = 0; k < n && k < m; k++)
            compare(asked[i], plain[k], json[k], *asked[i] == '#' ? opened : i + 1);
        compared += n;
        for (int k = 0; k < n; k++) mem_free(plain[k]);
        for (int k = 0; k < m; k++) mem_free(json[k]);
    }
    TEST_CHECK_(compared > 400, "%d lines in both forms", compared);
    client_close(line_form);
    client_close(json_form);
    folder_remove();
}

static void test_no_command_is_missing(void) {
    const command *c;
    for (size_t i = 0; (c = commands_at(i)); i++) {
        size_t n = strlen(c->name);
        int k = 0;
        while (k < ASKED && !(text_starts(asked[k], c->name) && strchr(" ", asked[k][n]))) k++;
        TEST_CHECK_(k < ASKED, "%s is asked in both forms", c->name);
    }
}

TEST_LIST = {{"every_command", test_every_command},
             {"no_command_is_missing", test_no_command_is_missing},
             {NULL, NULL}};
