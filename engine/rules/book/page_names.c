/* Names of a rules text, and its comments. */
#include <string.h>

#include "engine/base/text.h"
#include "engine/rules/book/page_say.h"
#include "engine/rules/book/rules_page.h"

enum { SMALL_NODES = 10 };

void page_done(text *part, text *out) {
    out->cut |= part->cut;
    text_done(part);
}

/* Deep rules are not indented out of the page. */
void page_put_line(int indent, const char *sentence, text *out) {
    enum { MAX_INDENT = 24 };
    if (indent > MAX_INDENT) indent = MAX_INDENT;
    text_repeat(out, ' ', indent);
    text_wrapped(out, sentence, (text_layout){indent, indent + 2, RULES_PAGE_WIDTH});
}

/* --- declarations --- */

uint32_t page_child(const ast *a, uint32_t node, ast_kind kind) {
    AST_EACH(a, node, i) if (a->node[i].kind == kind) return i;
    return 0;
}

uint32_t page_declared(const page *p, ast_kind kind, uint32_t name) {
    AST_EACH(p->a, p->game, i) {
        if (p->a->node[i].kind == kind && p->a->node[i].name == name) return i;
    }
    return 0;
}

uint32_t page_body(const ast *a, uint32_t declaration) {
    uint32_t first = a->node[declaration].first;
    return first && a->node[first].kind == AST_PARAMS ? a->node[first].next : first;
}

bool page_is_player(const page *p, uint32_t name) {
    uint32_t list = page_child(p->a, p->game, AST_PLAYERS);
    if (list) AST_EACH(p->a, list, i) if (p->a->node[i].name == name) return true;
    return false;
}

/* Nodes of a tree, counted as far as `limit`; a name that is defined elsewhere is too much. */
static int weigh(const page *p, uint32_t node, int limit) {
    const ast_node *n = ast_at(p->a, node);
    if (n->kind == AST_CALL && page_declared(p, AST_DEF, n->name)) return limit + 1;
    int sum = 1;
    AST_EACH(p->a, node, i) {
        if (sum > limit) break;
        sum += weigh(p, i, limit);
    }
    return sum;
}

bool page_is_small(const page *p, uint32_t def) {
    return !page_child(p->a, def, AST_PARAMS) &&
           weigh(p, page_body(p->a, def), SMALL_NODES) <= SMALL_NODES;
}

void page_put_term(page *p, uint32_t declaration, text *out) {
    int k = 0;
    while (k < p->terms && p->term[k] != declaration) k++;
    if (k == p->terms && k < PAGE_MAX_TERMS) p->term[p->terms++] = declaration;
    text_char(out, '\'');
    page_put_name(ast_name(p->a, declaration), out);
    text_char(out, '\'');
}

/* --- words --- */

void page_put_name(const char *name, text *out) {
    for (; *name; name++) text_char(out, *name == '_' ? ' ' : *name);
}

/* Whether each side begins with one piece of a kind: it is "your king" then, not "your kings". */
static bool is_single(const page *p, uint32_t piece) {
    uint32_t setup = page_child(p->a, p->game, AST_SETUP);
    uint32_t letter = page_child(p->a, piece, AST_LETTER);
    uint32_t how = setup ? p->a->node[setup].first : 0;
    int n = 0;
    if (how && letter && p->a->node[how].kind == AST_STRING) {
        for (const char *s = ast_name(p->a, how); *s; s++) n += *s == ast_name(p->a, letter)[0];
        return n == 1;
    }
    if (!how || p->a->node[how].kind != AST_BLOCK) return false;
    bool cell = true;
    uint32_t owner = 0;
    AST_EACH(p->a, how, i) {
        uint32_t on = page_child(p->a, i, AST_ON);
        uint32_t of = page_child(p->a, i, AST_OF);
        if (p->a->node[i].kind != AST_PUT || p->a->node[i].name != p->a->node[piece].name) continue;
        if (!on || !of || p->a->node[p->a->node[on].first].kind != AST_CALL) cell = false;
        uint32_t name = of ? p->a->node[p->a->node[of].first].name : 0;
        n += !owner || owner == name; /* those of the first owner */
        if (!owner) owner = name;
    }
    return cell && n == 1;
}

static bool looks_like_cell(const char *name) {
    while (*name >= 'a' && *name <= 'z') name++;
    const char *digits = name;
    while (text_is_digit(*name)) name++;
    return name > digits && !*name;
}

bool page_is_cell(const page *p, uint32_t node) {
    const ast_node *n = ast_at(p->a, node);
    if (n->kind == AST_MY) return page_is_cell(p, n->first);
    if (n->kind == AST_WORD)
        return n->value == AST_WORD_FROM || n->value == AST_WORD_TO || n->value == AST_WORD_LAST ||
               n->value == AST_WORD_LASTFROM;
    if (n->kind != AST_CALL || n->first) return false;
    uint32_t var = page_declared(p, AST_VAR, n->name);
    return var ? p->a->node[var].value == VAR_CELL : looks_like_cell(ast_name(p->a, node));
}

void page_put_own_name(const page *p, uint32_t name, text *out) {
    const char *word = p->a->strings + name;
    bool plain = page_is_player(p, name) || (looks_like_cell(word) && word[0] && word[1]);
    if (!plain) text_char(out, '\'');
    page_put_name(word, out);
    if (!plain) text_char(out, '\'');
}

void page_put_kind(const page *p, uint32_t name, page_many many, text *out) {
    uint32_t piece = page_declared(p, AST_PIECE, name);
    const char *word = p->a->strings + name;
    size_t n = strlen(word);
    page_put_name(word, out);
    if (many == PAGE_ONE || !n || (many == PAGE_OWNED && piece && is_single(p, piece))) return;
    if (n > 2 && strcmp(word + n - 3, "man") == 0) {
        text_truncate(out, out->len - 2);
        text_put(out, "en");
    } else {
        bool hisses = strchr("sxz", word[n - 1]) ||
                      (n > 1 && word[n - 1] == 'h' && strchr("cs", word[n - 2]));
        text_put(out, hisses ? "es" : "s");
    }
}

void page_put_kinds(const page *p, uint32_t list, text *out) {
    AST_EACH(p->a, list, i) {
        if (p->a->node[i].kind != AST_NAME) continue;
        page_put_kind(p, p->a->node[i].name, PAGE_ONE, out);
        uint32_t next = p->a->node[i].next;
        if (next) text_put(out, p->a->node[next].next ? ", " : " or ");
    }
}

/* --- comments --- */

static size_t line_start(const source *s, size_t at) {
    while (at > 0 && s->at[at - 1] != '\n') at--;
    return at;
}

static size_t line_end(const source *s, size_t at) {
    while (at < s->len && s->at[at] != '\n') at++;
    return at;
}

/* Plain ASCII, as pages are; `from` is after the '#'. */
static void put_comment(const source *s, size_t from, size_t to, text *out) {
    while (from < to && (s->at[from] == ' ' || s->at[from] == '\t')) from++;
    while (to > from && strchr(" \t\r", s->at[to - 1])) to--;
    if (from == to) {
        if (out->len) text_char(out, '\n');
        return;
    }
    if (out->len && text_string(out)[out->len - 1] != '\n') text_char(out, ' ');
    for (; from < to; from++) {
        char c = s->at[from];
        text_char(out, c >= ' ' && c < 0x7f ? c : '?');
    }
}

void page_comment_after(const ast *a, uint32_t node, text *out) {
    const source *s = &a->source[a->node[node].source];
    size_t at = a->node[node].at;
    size_t end = line_end(s, at);
    bool quoted = false;
    for (; at < end; at++) {
        if (s->at[at] == '"') quoted = !quoted;
        if (s->at[at] != '#' || quoted) continue;
        put_comment(s, at + 1, end, out);
        return;
    }
}

static size_t first_letter(const source *s, size_t at, size_t end) {
    while (at < end && strchr(" \t\r", s->at[at])) at++;
    return at;
}

/* Empty lines may be between the comment and the node, not inside the comment. */
void page_comment_above(const ast *a, uint32_t node, text *out) {
    const source *s = &a->source[a->node[node].source];
    size_t here = line_start(s, a->node[node].at);
    size_t top = here;
    bool found = false;
    while (top > 0) {
        size_t start = line_start(s, top - 1);
        size_t letter = first_letter(s, start, top - 1);
        bool comment = letter < top - 1 && s->at[letter] == '#';
        bool empty = letter == top - 1;
        if (!comment && (!empty || found)) break;
        found |= comment;
        top = start;
        if (!found) here = start;
    }
    for (size_t at = top; found && at < here; at = line_end(s, at) + 1) {
        size_t end = line_end(s, at);
        size_t letter = first_letter(s, at, end);
        if (letter < end && s->at[letter] == '#') put_comment(s, letter + 1, end, out);
    }
    if (out->len && text_string(out)[out->len - 1] == '\n') text_truncate(out, out->len - 1);
}
