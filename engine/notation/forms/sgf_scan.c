#include "engine/notation/forms/sgf_scan.h"

#include <string.h>

#include "engine/base/memory.h"

enum { MAX_DEPTH = 4000 };

static status no_memory(error *err) {
    return error_set(err, ST_NOMEM, "no memory for the game");
}

void sgf_scan_done(sgf_scan *x) {
    text_done(&x->words);
    mem_free(x->values);
    mem_free(x->nodes);
    *x = (sgf_scan){0};
}

const char *sgf_scan_text(const sgf_scan *x, const sgf_value *v) {
    return text_string(&x->words) + v->text;
}

const char *sgf_scan_raw(const sgf_scan *x, const sgf_value *v) {
    return text_string(&x->words) + v->raw;
}

const char *sgf_scan_get(const sgf_scan *x, const sgf_node *n, const char *name) {
    for (size_t i = n->first; i < n->first + n->count; i++)
        if (strcmp(x->values[i].name, name) == 0) return sgf_scan_text(x, &x->values[i]);
    return NULL;
}

void sgf_scan_put(text *out, const char *value) {
    for (; *value; value++) {
        if (*value == ']' || *value == '\\') text_char(out, '\\');
        text_char(out, *value);
    }
}

/* The value from its bracket on, both ways into x->words. */
static status read_value(game_text *s, sgf_scan *x, sgf_value *v, error *err) {
    text plain = text_growing();
    v->at = s->place;
    v->raw = x->words.len;
    (void)game_text_next(s);
    int c;
    while ((c = game_text_next(s)) != ']') {
        if (c < 0) {
            text_done(&plain);
            return game_text_fail(s->place, err, ST_BAD_SYNTAX,
                                  "expected ']' for the value of %s of line %u, column %u, found "
                                  "the end of the file",
                                  v->name, v->at.line, v->at.column);
        }
        text_char(&x->words, (char)c);
        bool escape = c == '\\' && game_text_peek(s) >= 0;
        if (escape) {
            c = game_text_next(s);
            text_char(&x->words, (char)c);
            if (c == '\n') continue; /* the line continues */
        }
        text_char(&plain, (char)(c == '\t' || c == '\v' || c == '\f' ? ' ' : c));
    }
    text_char(&x->words, '\0');
    v->text = x->words.len;
    text_putn(&x->words, text_string(&plain), plain.len);
    text_char(&x->words, '\0');
    bool cut = plain.cut || x->words.cut;
    text_done(&plain);
    return cut ? no_memory(err) : ST_OK;
}

static status read_property(game_text *s, sgf_scan *x, error *err) {
    char buf[16];
    sgf_value v = {0};
    size_t n = 0;
    for (int c; text_is_alpha((char)(c = game_text_peek(s))); (void)game_text_next(s))
        if (c <= 'Z' && n + 1 < sizeof v.name) v.name[n++] = (char)c;
    (void)game_text_skip_space(s);
    if (!n || game_text_peek(s) != '[')
        return game_text_fail(s->place, err, ST_BAD_SYNTAX, "expected %s%s, found %s",
                              n ? "'[' after " : "a property like B[aa]", v.name,
                              game_text_found(s, buf, sizeof buf));
    while (game_text_peek(s) == '[') {
        status st = read_value(s, x, &v, err);
        if (st != ST_OK) return st;
        if (MEM_GROW(x->values, x->value_cap, x->value_count + 1) != ST_OK) return no_memory(err);
        x->values[x->value_count++] = v;
        (void)game_text_skip_space(s);
    }
    return ST_OK;
}

static status read_node(game_text *s, sgf_scan *x, int parent, error *err) {
    if (x->node_count >= INT32_MAX || MEM_GROW(x->nodes, x->node_cap, x->node_count + 1) != ST_OK)
        return no_memory(err);
    sgf_node n = {.parent = parent, .first = x->value_count, .at = s->place};
    (void)game_text_next(s); /* the ';' */
    status st = ST_OK;
    while (st == ST_OK && game_text_skip_space(s) && !strchr(";()", game_text_peek(s)))
        st = read_property(s, x, err);
    n.count = x->value_count - n.first;
    x->nodes[x->node_count++] = n;
    return st;
}

/* To a '(' with its ';', which begins a game; what is before it is not part of any. */
static bool find_game(game_text *s) {
    for (; game_text_peek(s) >= 0; (void)game_text_next(s)) {
        if (game_text_peek(s) != '(') continue;
        size_t n = 1;
        while (game_text_is_space(game_text_peek_more(s, n))) n++;
        if (game_text_peek_more(s, n) == ';') return true;
    }
    return false;
}

/* A '(' that is open, and the node that it follows. */
typedef struct opened {
    int node;
    game_text_place at;
} opened;

static status scan_game(game_text *s, sgf_scan *x, opened *open, error *err) {
    char buf[16];
    int depth = 0;
    int node = -1;
    status st = ST_OK;
    bool needs_node = false; /* after a '(' there has to be a node */
    do {
        (void)game_text_skip_space(s);
        int c = game_text_peek(s);
        if (c == ';') {
            st = read_node(s, x, node, err);
            node = (int)x->node_count - 1;
            needs_node = false;
        } else if (needs_node) {
            st = game_text_fail(s->place, err, ST_BAD_SYNTAX, "expected ';' after '(', found %s",
                                game_text_found(s, buf, sizeof buf));
        } else if (c == '(' && depth < MAX_DEPTH) {
            open[depth++] = (opened){node, s->place};
            needs_node = true;
            (void)game_text_next(s);
        } else if (c == '(') {
            st = game_text_fail(s->place, err, ST_BAD_SYNTAX,
                                "more than %d variations inside one another", MAX_DEPTH);
        } else if (c == ')') {
            node = open[--depth].node;
            (void)game_text_next(s);
        } else {
            st = game_text_fail(s->place, err, ST_BAD_SYNTAX,
                                "expected ')' for the '(' of line %u, column %u, found %s",
                                open[depth - 1].at.line, open[depth - 1].at.column,
                                game_text_found(s, buf, sizeof buf));
        }
    } while (st == ST_OK && depth > 0);
    return st;
}

status sgf_scan_next(game_text *s, sgf_scan *out, error *err) {
    *out = (sgf_scan){.words = text_growing()};
    if (!find_game(s)) return error_set(err, ST_NOT_FOUND, "there are no more games");
    opened *open = mem_alloc(MAX_DEPTH * sizeof *open);
    if (!open) return no_memory(err);
    status st = scan_game(s, out, open, err);
    mem_free(open);
    return st;
}
