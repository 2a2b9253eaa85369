#include "uci/json.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"

/* --- writing --- */

static void put_string(text *out, const char *s, size_t n) {
    text_char(out, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c == '"' || c == '\\')
            text_format(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            text_format(out, "\\u%04x", c);
        else
            text_char(out, (char)c);
    }
    text_char(out, '"');
}

/* What stands behind a keyword. */
typedef enum field_kind {
    ONE,  /* one word: a number where it looks like one */
    NAME, /* one word, always a string: hashes and 64-bit counts */
    LIST, /* words up to the next keyword */
    REST, /* all the rest, as one string */
    FLAG, /* nothing: true */
    SPAN, /* words up to the next keyword, as one string */
    PAIR, /* two words, collected in an array of pairs */
    SCORE /* cp or mate with its number, perhaps a bound: an object */
} field_kind;

typedef struct field {
    const char *key;
    field_kind kind;
} field;

typedef struct shape {
    const char *type;
    const char *first; /* name of a leading word without keyword, or NULL */
    field fields[28];
} shape;

/* Every line the engine can print. */
static const shape shapes[] = {
    {"info", NULL, {{"string", REST},  {"depth", ONE},         {"seldepth", ONE},  {"multipv", ONE},
                    {"seat", ONE},     {"score", SCORE},       {"wdl", LIST},      {"values", LIST},
                    {"win", LIST},     {"points", LIST},       {"ranks", LIST},    {"visits", NAME},
                    {"prior", ONE},    {"lcb", ONE},           {"sd", ONE},        {"worlds", NAME},
                    {"proof", ONE},    {"nodes", NAME},        {"chancecov", ONE}, {"nps", NAME},
                    {"hashfull", ONE}, {"tbhits", NAME},       {"time", ONE},      {"pv", LIST},
                    {"currmove", ONE}, {"currmovenumber", ONE}}},
    {"bestmove", "move", {{"ponder", ONE}}},
    {"bestaction",
     "action",
     {{"seat", ONE},
      {"kind", ONE},
      {"values", LIST},
      {"points", LIST},
      {"alt", PAIR},
      {"reason", ONE}}},
    {"id", NULL, {{"name", REST}, {"author", REST}, {"version", REST}}},
    {"protocol", "name", {{"mgi", ONE}}},
    {"option",
     NULL,
     {{"name", SPAN},
      {"type", ONE},
      {"default", SPAN},
      {"min", NAME},
      {"max", NAME},
      {"var", LIST}}},
    {"option-value", NULL, {{"name", SPAN}, {"value", REST}}},
    {"game",
     "name",
     {{"players", LIST},
      {"info", ONE},
      {"chance", ONE},
      {"moves", ONE},
      {"type", ONE},
      {"default", ONE},
      {"min", NAME},
      {"max", NAME},
      {"var", LIST},
      {"syntax", REST},
      {"text", REST}}},
    {"status",
     NULL,
     {{"over", FLAG},
      {"seat", ONE},
      {"kind", ONE},
      {"ply", ONE},
      {"phase", ONE},
      {"options", NAME},
      {"claim", SPAN},
      {"reason", ONE},
      {"ranks", LIST},
      {"points", LIST},
      {"utilities", LIST}}},
    {"legal",
     NULL,
     {{"seat", ONE},
      {"kind", ONE},
      {"count", NAME},
      {"action", NAME},
      {"more", FLAG},
      {"text", REST}}},
    {"verify", "verdict", {{"kind", ONE}, {"detail", SPAN}, {":", REST}}},
    {"chance", NULL, {{"count", NAME}, {"complete", ONE}, {"outcome", NAME}, {"prob", ONE}}},
    {"roll", "outcome", {{"prob", ONE}, {"seed", NAME}}},
    {"view", "seats", {{"key", NAME}}},
    {"happened", NULL, {{"seat", ONE}, {"text", REST}}},
    {"ply", "ply", {{"key", NAME}}},
    {"state", "state", {{NULL, ONE}}},
    {"eval",
     NULL,
     {{"term", ONE},
      {"total", FLAG},
      {"seat", ONE},
      {"raw", ONE},
      {"weight", ONE},
      {"value", ONE},
      {"cp", ONE},
      {"win", ONE}}},
    {"queued", NULL, {{"id", NAME}}},
    {"cancelled", NULL, {{"id", NAME}, {"n", ONE}}},
    {"result",
     NULL,
     {{"id", NAME},
      {"turn", ONE},
      {"partial", ONE},
      {"none", ONE},
      {"seat", ONE},
      {"kind", ONE},
      {"best", NAME},
      {"score", SCORE},
      {"values", LIST},
      {"win", LIST},
      {"points", LIST},
      {"ranks", LIST},
      {"visits", NAME},
      {"nodes", NAME},
      {"depth", ONE},
      {"time", ONE},
      {"pv", LIST}}},
    {"error", "code", {{"cmd", ONE}, {"at", ONE}, {"arg", NAME}, {"msg", REST}}},
    {"version", "version", {{"commit", NAME}, {"compiler", SPAN}, {"features", ONE}}},
    {"rules", "verdict", {{"name", NAME}, {"players", LIST}, {"cells", ONE}, {"hash", NAME}}},
    {"help", "command", {{":", REST}}},
    {"response", "value", {{NULL, ONE}}},
};

static const shape *shape_of(const char *type) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].type, type) == 0) return &shapes[i];
    return NULL;
}

static const field *field_of(const shape *s, const char *word) {
    for (const field *f = s ? s->fields : NULL; f && f->key; f++)
        if (strcmp(f->key, word) == 0) return f;
    return NULL;
}

/* A number JSON can carry exactly; true and false pass as they are. */
static bool is_plain_value(const char *w) {
    double d;
    if (strcmp(w, "true") == 0 || strcmp(w, "false") == 0) return true;
    bool padded = w[0] == '0' && w[1] && w[1] != '.'; /* 007 is no number */
    return strlen(w) <= 15 && !padded && text_real(w, &d);
}

static void put_value(text *out, const char *w) {
    if (is_plain_value(w))
        text_put(out, w);
    else
        put_string(out, w, strlen(w));
}

static void put_key(text *out, const char *key) {
    text_put(out, ",");
    put_string(out, key, strlen(key));
    text_char(out, ':');
}

typedef struct cutter {
    const shape *shape;
    words w;
    size_t at;
    const char *whole; /* the line as it was, for REST */
    const char *base;  /* the copy the words point into */
} cutter;

static size_t run_length(const cutter *c) {
    size_t n = 0;
    while (c->at + n < c->w.count && !field_of(c->shape, c->w.at[c->at + n])) n++;
    return n;
}

static void put_rest(cutter *c, text *out) {
    const char *rest = c->at < c->w.count ? c->whole + (c->w.at[c->at] - c->base) : "";
    size_t n = strlen(rest);
    /* Quoted titles and descriptions lose their quotes. */
    if (n >= 2 && rest[0] == '"' && rest[n - 1] == '"')
        put_string(out, rest + 1, n - 2);
    else
        put_string(out, rest, n);
    c->at = c->w.count;
}

static void put_words(cutter *c, size_t n, bool array, text *out) {
    if (array) text_char(out, '[');
    for (size_t i = 0; array && i < n; i++) {
        if (i) text_char(out, ',');
        put_value(out, c->w.at[c->at + i]);
    }
    if (array) {
        text_char(out, ']');
    } else {
        const char *from = n ? c->whole + (c->w.at[c->at] - c->base) : "";
        const char *last = n ? c->w.at[c->at + n - 1] : "";
        const char *end = n ? c->whole + (last - c->base) + strlen(last) : from;
        put_string(out, from, (size_t)(end - from));
    }
    c->at += n;
}

/* All pairs of one keyword, wherever they stand, in one array. */
static void put_pairs(cutter *c, const char *key, text *out) {
    text_char(out, '[');
    for (bool first = true; c->at + 1 < c->w.count; first = false) {
        if (!first) text_char(out, ',');
        text_char(out, '[');
        put_value(out, c->w.at[c->at]);
        text_char(out, ',');
        put_value(out, c->w.at[c->at + 1]);
        text_char(out, ']');
        c->at += 2;
        if (c->at >= c->w.count || strcmp(c->w.at[c->at], key) != 0) break;
        c->at++;
    }
    text_char(out, ']');
}

/* "var a var b": the values of a repeated keyword. */
static void put_repeated(cutter *c, const char *key, text *out) {
    text_char(out, '[');
    for (bool first = true; c->at < c->w.count; first = false) {
        if (!first) text_char(out, ',');
        put_string(out, c->w.at[c->at], strlen(c->w.at[c->at]));
        c->at++;
        if (c->at >= c->w.count || strcmp(c->w.at[c->at], key) != 0) break;
        c->at++;
    }
    text_char(out, ']');
}

static void put_score(cutter *c, text *out) {
    size_t n = run_length(c);
    text_char(out, '{');
    if (n >= 2) {
        put_string(out, c->w.at[c->at], strlen(c->w.at[c->at]));
        text_char(out, ':');
        put_value(out, c->w.at[c->at + 1]);
    }
    if (n >= 3) {
        put_key(out, c->w.at[c->at + 2]);
        text_put(out, "true");
    }
    text_char(out, '}');
    c->at += n;
}

static void put_field(cutter *c, const field *f, text *out) {
    put_key(out, strcmp(f->key, ":") == 0 ? "text" : f->key);
    switch (f->kind) {
    case FLAG:
        text_put(out, "true");
        break;
    case REST:
        put_rest(c, out);
        break;
    case LIST:
        if (strcmp(f->key, "var") == 0)
            put_repeated(c, f->key, out);
        else
            put_words(c, run_length(c), true, out);
        break;
    case SPAN:
        put_words(c, run_length(c), false, out);
        break;
    case PAIR:
        put_pairs(c, f->key, out);
        break;
    case SCORE:
        put_score(c, out);
        break;
    case ONE:
    case NAME:
        if (c->at >= c->w.count)
            text_put(out, "null");
        else if (f->kind == ONE)
            put_value(out, c->w.at[c->at++]);
        else {
            put_string(out, c->w.at[c->at], strlen(c->w.at[c->at]));
            c->at++;
        }
        break;
    }
}

static void open_object(text *out, const char *type, const char *id) {
    text_put(out, "{\"type\":");
    put_string(out, type, strlen(type));
    if (*id) text_format(out, ",\"id\":%s", id);
}

void json_from_free(const char *type, const char *line, const char *id, text *out) {
    open_object(out, type, id);
    put_key(out, "text");
    put_string(out, line, strlen(line));
    text_char(out, '}');
}

/* Words that no keyword explains: the leading word by its name, others together under "words". */
static void put_stray(cutter *c, bool leading, text *out) {
    if (leading && c->shape && c->shape->first) {
        put_key(out, c->shape->first);
        put_value(out, c->w.at[c->at++]);
        return;
    }
    put_key(out, strcmp(c->w.at[0], "view") == 0 ? "blob" : "words");
    put_words(c, run_length(c), strcmp(c->w.at[0], "view") != 0, out);
}

void json_from_line(const char *line, const char *id, text *out) {
    /* Short lines need no memory: a `bestmove` is one whatever happens. */
    enum { SHORT = 1200 };
    char small[SHORT];
    char *few[SHORT / 2];
    size_t n = strlen(line);
    bool is_short = n < SHORT;
    char *copy = is_short ? memcpy(small, line, n + 1) : mem_string(line);
    cutter c = {.whole = line, .base = copy};
    if (is_short) c.w = (words){.at = few, .cap = SHORT / 2};
    if (!copy || words_split(&c.w, copy, NULL) != ST_OK || c.w.count == 0) {
        json_from_free("text", line, id, out);
    } else {
        c.shape = shape_of(c.w.at[0]);
        bool plain_id = !(c.shape && field_of(c.shape, "id"));
        open_object(out, c.w.at[0], plain_id ? id : "");
        c.at = 1;
        /* "fen" is all text. */
        if (strcmp(c.w.at[0], "fen") == 0) {
            put_key(out, "fen");
            put_rest(&c, out);
        }
        while (c.at < c.w.count) {
            bool leading = c.at == 1 && c.shape && c.shape->first;
            const field *f = leading ? NULL : field_of(c.shape, c.w.at[c.at]);
            if (!f) {
                put_stray(&c, c.at == 1, out);
                continue;
            }
            c.at++;
            put_field(&c, f, out);
        }
        text_char(out, '}');
    }
    if (is_short) return;
    words_done(&c.w);
    mem_free(copy);
}

/* --- reading --- */

typedef struct scanner {
    const char *start, *at;
} scanner;

static void skip_blanks(scanner *s) {
    s->at += strspn(s->at, " \t\r\n");
}

static bool read_hex4(scanner *s, unsigned *out) {
    *out = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef";
        char c = s->at[0];
        if (c >= 'A' && c <= 'F') c = (char)(c - 'A' + 'a');
        const char *d = c ? strchr(digits, c) : NULL;
        if (!d) return false;
        *out = *out << 4 | (unsigned)(d - digits);
        s->at++;
    }
    return true;
}

/* A string; out may be NULL. Only ASCII is kept: the protocol has no other text, so anything else
 * becomes '?', which no command accepts in its place. */
static bool read_string(scanner *s, text *out) {
    if (*s->at != '"') return false;
    for (s->at++; *s->at != '"';) {
        char c = *s->at++;
        if (!c || (unsigned char)c < 0x20) return false;
        if (c == '\\') {
            static const char from[] = "\"\\/bfnrt";
            static const char to[] = "\"\\/\b\f\n\r\t";
            unsigned code;
            const char *e = *s->at ? strchr(from, *s->at) : NULL;
            if (e) {
                c = to[e - from];
                s->at++;
            } else if (*s->at == 'u') {
                s->at++;
                if (!read_hex4(s, &code)) return false;
                c = code >= 0x20 && code < 0x7f ? (char)code : '?';
            } else {
                return false;
            }
        }
        if (out) text_char(out, c);
    }
    s->at++;
    return true;
}

/* Any value; nested ones to a small depth. */
static bool skip_value(scanner *s, int depth) {
    skip_blanks(s);
    if (*s->at == '"') return read_string(s, NULL);
    if (*s->at == '{' || *s->at == '[') {
        char close = *s->at++ == '{' ? '}' : ']';
        if (depth > 16) return false;
        skip_blanks(s);
        while (*s->at != close) {
            if (close == '}') {
                skip_blanks(s);
                if (!read_string(s, NULL)) return false;
                skip_blanks(s);
                if (*s->at++ != ':') return false;
            }
            if (!skip_value(s, depth + 1)) return false;
            skip_blanks(s);
            if (*s->at == ',')
                s->at++;
            else if (*s->at != close)
                return false;
            skip_blanks(s);
        }
        s->at++;
        return true;
    }
    size_t n = strspn(s->at, "-+.0123456789eEtrufalsn");
    s->at += n;
    return n > 0;
}

static status bad_json(const scanner *s, error *err, const char *what) {
    return error_set(err, ST_BAD_SYNTAX, "JSON, column %ld: %s", (long)(s->at - s->start) + 1,
                     what);
}

static status read_member(scanner *s, text *line, char *id, size_t id_room, bool *has_line,
                          error *err) {
    char key[16];
    text name = text_over(key, sizeof key);
    skip_blanks(s);
    if (!read_string(s, &name)) return bad_json(s, err, "expected a key in quotes");
    skip_blanks(s);
    if (*s->at != ':') return bad_json(s, err, "expected a colon");
    s->at++;
    skip_blanks(s);
    if (strcmp(key, "line") == 0) {
        text_clear(line);
        *has_line = true;
        if (read_string(s, line)) return ST_OK;
        return bad_json(s, err, "line takes a string");
    }
    const char *from = s->at;
    if (!skip_value(s, 0)) return bad_json(s, err, "expected a value");
    if (strcmp(key, "id") != 0) return ST_OK;
    size_t n = (size_t)(s->at - from);
    if (n >= id_room || *from == '{' || *from == '[')
        return bad_json(s, err, "an id is a short string or number");
    memcpy(id, from, n);
    id[n] = '\0';
    return ST_OK;
}

status json_request(const char *object, text *line, char *id, size_t id_room, error *err) {
    scanner s = {object, object};
    bool has_line = false;
    id[0] = '\0';
    skip_blanks(&s);
    if (*s.at++ != '{') return bad_json(&s, err, "expected an object");
    skip_blanks(&s);
    while (*s.at != '}') {
        status st = read_member(&s, line, id, id_room, &has_line, err);
        if (st != ST_OK) return st;
        skip_blanks(&s);
        if (*s.at == ',')
            s.at++;
        else if (*s.at != '}')
            return bad_json(&s, err, "expected a comma or the end of the object");
    }
    s.at++;
    skip_blanks(&s);
    if (*s.at) return bad_json(&s, err, "something follows the object");
    if (!has_line) return bad_json(&s, err, "the object has no line");
    if (line->cut) return error_set(err, ST_NOMEM, "no memory for the line");
    if (line->len && strpbrk(line->at, "\n\r"))
        return bad_json(&s, err, "a line break inside the line");
    return ST_OK;
}
