/* Expressions as text; see ast_write.c. */
#include "engine/rules/text/ast_writer.h"

static void put_name(writer *w, uint32_t i) {
    writer_put(w, ast_name(w->a, i));
}

uint32_t writer_child(const writer *w, uint32_t i, int n) {
    uint32_t child = node_at(w, i)->first;
    while (child && n-- > 0) child = node_at(w, child)->next;
    return child;
}

int writer_level(const ast_node *n) {
    switch (n->kind) {
    case AST_OR:
        return OR_LEVEL;
    case AST_AND:
        return AND_LEVEL;
    case AST_NOT:
    case AST_COMPARE:
        return NOT_LEVEL;
    case AST_SOME:
    case AST_NO:
        return SOME_LEVEL;
    case AST_NEGATE:
    case AST_REST:
        return UNARY_LEVEL;
    case AST_BINARY:
        return n->value == AST_ADD || n->value == AST_SUB || n->value == AST_JOIN ? SUM_LEVEL
                                                                                  : TERM_LEVEL;
    default:
        return PRIMARY;
    }
}

void writer_operand(writer *w, uint32_t i, int level) {
    bool loose = writer_level(node_at(w, i)) < level;
    if (loose) text_char(w->out, '(');
    (void)writer_expression(w, i);
    if (loose) text_char(w->out, ')');
}

const char *writer_sign(int op) {
    static const char *const signs[] = {
        [AST_SET] = "=", [AST_ADD] = "+", [AST_SUB] = "-", [AST_JOIN] = "|", [AST_MEET] = "&",
        [AST_MUL] = "*", [AST_DIV] = "/", [AST_MOD] = "%", [AST_EQ] = "==",  [AST_NE] = "!=",
        [AST_LT] = "<",  [AST_LE] = "<=", [AST_GT] = ">",  [AST_GE] = ">=",  [AST_IN] = "in"};
    return signs[op];
}

static void write_infix(writer *w, uint32_t i, const char *sign, int left, int right) {
    uint32_t first = node_at(w, i)->first;
    writer_operand(w, first, left);
    text_format(w->out, " %s ", sign);
    writer_operand(w, node_at(w, first)->next, right);
}

void writer_prefix(writer *w, uint32_t i, const char *word, int level) {
    writer_put(w, word);
    writer_operand(w, node_at(w, i)->first, level);
}

static bool walks(ast_kind k) {
    return (k >= AST_STEP && k <= AST_RAY) || k == AST_LEAP;
}

static int takes(const writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    uint32_t last = 0;
    AST_EACH(w->a, i, child) last = child;
    if (writer_level(n) < PRIMARY || n->kind == AST_WORD) return 0;
    if (n->kind == AST_CALL) return n->value ? 0 : TAKES_CALL;
    if (n->kind == AST_MY || n->kind == AST_COUNT || n->kind == AST_CAN || n->kind == AST_SHIFT)
        return takes(w, last);
    if (n->kind == AST_RANKS || n->kind == AST_FILES)
        return takes(w, last) | (last == n->first ? TAKES_RANGE : 0);
    if (!walks(n->kind)) return 0;
    ast_kind end = node_at(w, last)->kind;
    int more = end == AST_MAX || end == AST_ORIGIN ? takes(w, node_at(w, last)->first) : 0;
    return more | (end == AST_ORIGIN ? 0 : TAKES_FROM);
}

void writer_before(writer *w, uint32_t i, int what) {
    bool wrap = (takes(w, i) & what) != 0;
    if (wrap) text_char(w->out, '(');
    writer_operand(w, i, PRIMARY);
    if (wrap) text_char(w->out, ')');
}

static void write_lines(writer *w, uint32_t i, const char *word) {
    uint32_t first = node_at(w, i)->first;
    uint32_t last = node_at(w, first)->next;
    writer_put(w, word);
    writer_before(w, first, last ? TAKES_RANGE : 0);
    if (!last) return;
    writer_put(w, "..");
    writer_operand(w, last, PRIMARY);
}

static void write_walk(writer *w, uint32_t i, const char *word) {
    writer_put(w, word);
    AST_EACH(w->a, i, child) {
        const ast_node *n = node_at(w, child);
        text_char(w->out, ' ');
        if (n->kind == AST_MAX) {
            writer_put(w, "max ");
            writer_before(w, n->first, n->next ? TAKES_FROM : 0);
        } else if (n->kind == AST_ORIGIN) {
            writer_put(w, "from ");
            writer_before(w, n->first, n->next ? TAKES_CALL : 0);
        } else {
            (void)writer_expression(w, child);
        }
    }
}

static void write_directions(writer *w, uint32_t i) {
    if (node_at(w, i)->flags & AST_MINE) writer_put(w, "my ");
    if (writer_child(w, i, 1))
        writer_enclosed(w, i, '(', ')', " ");
    else
        (void)writer_expression(w, node_at(w, i)->first);
}

/* What an element of a pattern must not take from the next one. */
static int element_before(const writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    const ast_node *next = node_at(w, n->next);
    if (n->value || n->name || !n->next) return 0;
    if (next->kind == AST_GROUP) return TAKES_CALL;
    const ast_node *inner = node_at(w, next->first);
    if (writer_is_from(inner)) return TAKES_FROM;
    bool wrapped = (takes(w, next->first) & element_before(w, n->next)) != 0;
    return writer_level(inner) < PRIMARY || wrapped ? TAKES_CALL : 0;
}

static void write_element(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    writer_before(w, n->first, element_before(w, i));
    if (n->value) text_char(w->out, (char)n->value);
    if (!n->name) return;
    text_char(w->out, '@');
    put_name(w, i);
}

static void write_call(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    if (n->kind == AST_FUNC)
        writer_put(w, lexeme_word((lexeme_kind)((int)TOK_FUNC_ATTACKED + n->value)));
    else
        put_name(w, i);
    if (n->kind == AST_INDEXED)
        writer_enclosed(w, i, '[', ']', ", ");
    else if (n->kind == AST_FUNC || n->value)
        writer_enclosed(w, i, '(', ')', ", ");
}

static void write_binary(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    int level = writer_level(n);
    write_infix(w, i, writer_sign(n->value), level, level + 1);
}

bool writer_each(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    bool within = !(n->flags & (AST_OVER_PLAYERS | AST_OVER_KINDS));
    within |= n->flags & AST_OVER_KINDS && node_at(w, n->first)->kind == AST_NAME;
    text_format(w->out, "each %s %s%s",
                n->flags & AST_OVER_PLAYERS ? "player"
                : n->flags & AST_OVER_CARDS ? "card"
                : n->flags & AST_OVER_KINDS ? "piece"
                                            : "cell",
                ast_name(w->a, i), within ? " in " : "");
    if (within) (void)writer_expression(w, n->first);
    return within;
}

static void write_over(writer *w, uint32_t i) {
    static const char *const names[] = {AST_OVERS(KINDS_NAME)};
    const ast_node *n = node_at(w, i);
    uint32_t body = n->first;
    text_format(w->out, "%s(", names[n->value]);
    if (writer_each(w, i)) body = node_at(w, body)->next;
    writer_put(w, " : ");
    (void)writer_expression(w, body);
    text_char(w->out, ')');
}

/* False where the node is none of these. */
static bool write_operation(writer *w, uint32_t i) {
    switch (node_at(w, i)->kind) {
    case AST_OR:
        write_infix(w, i, "or", OR_LEVEL, AND_LEVEL);
        return true;
    case AST_AND:
        write_infix(w, i, "and", AND_LEVEL, NOT_LEVEL);
        return true;
    case AST_NOT:
        writer_prefix(w, i, "not ", NOT_LEVEL);
        return true;
    case AST_COMPARE:
        write_infix(w, i, writer_sign(node_at(w, i)->value), SOME_LEVEL, SOME_LEVEL);
        return true;
    case AST_SOME:
        writer_prefix(w, i, "some ", SOME_LEVEL);
        return true;
    case AST_NO:
        writer_prefix(w, i, "no ", SOME_LEVEL);
        return true;
    case AST_BINARY:
        write_binary(w, i);
        return true;
    case AST_NEGATE:
        writer_prefix(w, i, "-", UNARY_LEVEL);
        return true;
    case AST_REST:
        writer_prefix(w, i, "~", UNARY_LEVEL);
        return true;
    default:
        return false;
    }
}

static bool write_primary(writer *w, uint32_t i) {
    const ast_node *n = node_at(w, i);
    switch (n->kind) {
    case AST_INT:
        text_format(w->out, "%d", (int)n->value);
        return true;
    case AST_MY:
        writer_prefix(w, i, "my ", PRIMARY);
        return true;
    case AST_COUNT:
        writer_prefix(w, i, "count ", PRIMARY);
        return true;
    case AST_CAN:
        writer_prefix(w, i, "can ", PRIMARY);
        return true;
    case AST_RANKS:
        write_lines(w, i, "rank ");
        return true;
    case AST_FILES:
        write_lines(w, i, "file ");
        return true;
    case AST_STEP:
        write_walk(w, i, "step");
        return true;
    case AST_SLIDE:
        write_walk(w, i, "slide");
        return true;
    case AST_RIDE:
        write_walk(w, i, "ride");
        return true;
    case AST_DASH:
        write_walk(w, i, "dash");
        return true;
    case AST_RAY:
        write_walk(w, i, "ray");
        return true;
    case AST_LEAP:
        write_walk(w, i, "leap");
        return true;
    case AST_ALONG:
        write_walk(w, i, "along");
        return true;
    case AST_SHIFT:
        writer_put(w, "shift ");
        write_directions(w, n->first);
        text_char(w->out, ' ');
        writer_operand(w, writer_child(w, i, 1), PRIMARY);
        return true;
    case AST_FUNC:
    case AST_CALL:
    case AST_INDEXED:
        write_call(w, i);
        return true;
    case AST_OVER:
        write_over(w, i);
        return true;
    case AST_WORD:
        writer_put(w, lexeme_word((lexeme_kind)((int)TOK_WORD_EMPTY + n->value)));
        return true;
    case AST_NAME:
        writer_put(w, ast_name(w->a, i));
        return true;
    case AST_DIRS:
        write_directions(w, i);
        return true;
    case AST_PATTERN:
        writer_enclosed(w, i, '(', ')', " ");
        return true;
    case AST_GROUP:
        writer_enclosed(w, i, '[', ']', " ");
        return true;
    case AST_ELEMENT:
        write_element(w, i);
        return true;
    default:
        return false;
    }
}

bool writer_expression(writer *w, uint32_t i) {
    return !i || write_operation(w, i) || write_primary(w, i);
}
