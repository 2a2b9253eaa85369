#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/forms/movetext.h"

enum { MAX_COLUMNS = 79 }; /* "lines with 80 or more printable characters" are not exported */

typedef struct writer {
    const game_tree *t;
    const movetext_format *f;
    position *p;
    text *out;
    text word; /* the latest, which may still get something attached */
    size_t column;
    bool glue; /* what is next is attached to it */
} writer;

/* Writes the latest word, on the next line where it does not fit. */
static void flush(writer *w) {
    bool space = w->column > 0;
    w->out->cut |= w->word.cut;
    if (!w->word.len) return;
    if (space && w->column + 1 + w->word.len > MAX_COLUMNS) {
        text_char(w->out, '\n');
        w->column = 0;
        space = false;
    }
    if (space) text_char(w->out, ' ');
    text_putn(w->out, text_string(&w->word), w->word.len);
    w->column += space + w->word.len;
    text_clear(&w->word);
}

static void put_word(writer *w, const char *s, size_t n) {
    if (!w->glue) flush(w);
    text_putn(&w->word, s, n);
    w->glue = false;
}

static void put_glued(writer *w, const char *s) {
    w->glue = true;
    put_word(w, s, strlen(s));
}

/* In braces, word by word; where it has a '}' inside, up to the end of a line. */
static void put_comment(writer *w, const char *commands, const char *said) {
    text all = text_growing();
    bool braces = !strchr(said, '}');
    if (*commands) text_put(&all, commands);
    if (*commands && *said) text_char(&all, ' ');
    text_put(&all, said);
    w->out->cut |= all.cut;
    for (size_t i = 0; i < all.len; i++)
        if ((unsigned char)all.at[i] < ' ') all.at[i] = ' ';
    const char *s = text_string(&all);
    if (braces) {
        put_word(w, "{", 1);
        w->glue = true;
        for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
            size_t n = strcspn(s, " ");
            put_word(w, s, n);
            s += n;
        }
        put_glued(w, "}");
    } else {
        flush(w);
        text_format(w->out, "%s; %s\n", w->column ? " " : "", s);
        w->column = 0;
    }
    text_done(&all);
}

/* The comment after a node; true if there was one. */
static bool put_after(writer *w, const game_node *n) {
    text commands = text_growing();
    movetext_write_commands(n, &commands);
    bool some = commands.len || n->after;
    if (some) put_comment(w, text_string(&commands), n->after ? n->after : "");
    w->out->cut |= commands.cut;
    text_done(&commands);
    return some;
}

static int actor_of(const position *p) {
    return position_rules(p)->game->actor(position_rules(p), position_data(p));
}

/* The last node of the move that begins with `node`; the tokens from `anchor` on are put into
 * `tokens`. The position is `anchor`'s, before and after. */
static status follow_move(writer *w, int anchor, int node, text *tokens, int *end, error *err) {
    const game_node *nodes = w->t->nodes;
    unsigned ply = position_ply(w->p);
    int path[256];
    int n = 0;
    for (int k = node; k != anchor && n < 256; k = nodes[k].parent) path[n++] = k;
    int actor = actor_of(w->p);
    status st = ST_OK;
    *end = node;
    while (st == ST_OK && n > 0) {
        const char *event = nodes[path[--n]].token;
        if (tokens->len) text_char(tokens, ' ');
        text_put(tokens, event);
        st = position_play(w->p, event, err);
        int next = nodes[*end].first;
        if (st == ST_OK && n == 0 && w->f->several && actor_of(w->p) == actor &&
            next != GAME_TREE_NONE)
            path[n++] = *end = next;
    }
    position_cut(w->p, ply);
    return st == ST_OK && tokens->cut ? error_set(err, ST_NOMEM, "no memory for the game") : st;
}

static status put_line(writer *w, int anchor, int node, unsigned number, error *err);

/* The other moves there are in the place of one, each in parentheses. */
static status put_variations(writer *w, int anchor, int node, int end, unsigned number,
                             error *err) {
    const game_node *nodes = w->t->nodes;
    status st = ST_OK;
    for (int m = end; st == ST_OK; m = nodes[m].parent) {
        bool main = nodes[nodes[m].parent].first == m;
        for (int k = main ? nodes[m].next : GAME_TREE_NONE; st == ST_OK && k != GAME_TREE_NONE;
             k = nodes[k].next) {
            put_word(w, "(", 1);
            w->glue = true;
            st = put_line(w, anchor, k, number, err);
            if (w->word.len)
                put_glued(w, ")");
            else
                put_word(w, ")", 1); /* behind a comment that took the rest of its line */
        }
        if (m == node) break;
    }
    return st;
}

/* Writes the move that begins with `node` after `anchor`; *end is its last token. `number` is
 * written before White's moves, and where `numbered` says so. */
typedef struct numbering {
    unsigned number;
    bool numbered;
} numbering;

static status put_move(writer *w, int anchor, int node, numbering at, int *end, error *err) {
    text tokens = text_growing();
    text word = text_growing();
    int actor = actor_of(w->p);
    status st = follow_move(w, anchor, node, &tokens, end, err);
    const game_node *n = &w->t->nodes[*end];
    if (st == ST_OK) st = w->f->write(w->p, text_string(&tokens), &word, err);
    if (st == ST_OK && (actor == 0 || at.numbered || n->before)) {
        char buf[24];
        text count = text_over(buf, sizeof buf);
        text_format(&count, "%u%s", at.number, actor == 0 ? "." : "...");
        put_word(w, buf, count.len);
    }
    if (st == ST_OK && n->before) put_comment(w, "", n->before);
    if (st == ST_OK) put_word(w, text_string(&word), word.len);
    for (int i = 0; st == ST_OK && i < n->nags; i++) {
        char buf[8];
        text nag = text_over(buf, sizeof buf);
        text_format(&nag, "$%d", n->nag[i]);
        put_word(w, buf, nag.len);
    }
    w->out->cut |= word.cut;
    text_done(&tokens);
    text_done(&word);
    return st;
}

/* A line from the position of `anchor` on, which is w->p before and after. */
static status put_line(writer *w, int anchor, int node, unsigned number, error *err) {
    const game_node *nodes = w->t->nodes;
    unsigned ply = position_ply(w->p);
    bool numbered = true; /* the next move of the second player needs a number */
    status st = ST_OK;
    while (st == ST_OK && node != GAME_TREE_NONE) {
        int end;
        int actor = actor_of(w->p);
        st = put_move(w, anchor, node, (numbering){number, numbered}, &end, err);
        if (st != ST_OK) break;
        numbered = put_after(w, &nodes[end]);
        bool other = false;
        for (int k = end; k != nodes[node].parent; k = nodes[k].parent)
            other |= nodes[nodes[k].parent].first == k && nodes[k].next != GAME_TREE_NONE;
        if (other) st = put_variations(w, anchor, node, end, number, err);
        numbered |= other;
        int path[256];
        int n = 0;
        for (int k = end; k != anchor && n < 256; k = nodes[k].parent) path[n++] = k;
        while (st == ST_OK && n > 0) st = position_play(w->p, nodes[path[--n]].token, err);
        number += actor != 0;
        anchor = end;
        node = nodes[end].first;
    }
    position_cut(w->p, ply);
    return st;
}

/* The number of the first move: what the text of the start says of it. */
static unsigned first_number(const position *p, bool *cut) {
    text line = text_growing();
    position_write(p, &line);
    const char *s = text_string(&line);
    const char *turns = strstr(s, " turns=");
    const char *last = strrchr(s, ' ');
    uint64_t n = 0;
    if (turns)
        n = strtoull(turns + 7, NULL, 10) / 2 + 1;
    else if (!(position_rules(p)->traits & GAME_UCI) || !last || !text_u64(last + 1, 100000, &n))
        n = 1;
    *cut |= line.cut;
    text_done(&line);
    return n && n <= 100000 ? (unsigned)n : 1;
}

/* --- tags --- */

void movetext_put_tag(text *out, const char *name, const char *value) {
    text_format(out, "[%s \"", name);
    for (const char *c = value; *c; c++) {
        if (*c == '"' || *c == '\\') text_char(out, '\\');
        text_char(out, (unsigned char)*c < ' ' ? ' ' : *c);
    }
    text_put(out, "\"]\n");
}

static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black"};
enum { ROSTER = sizeof roster / sizeof *roster };

static int by_name(const void *a, const void *b) {
    return strcmp(((const game_tag *)a)->name, ((const game_tag *)b)->name);
}

bool movetext_is_unknown(const char *name, const char *value) {
    if (strcmp(name, "Date") == 0) return strcmp(value, "????.??.??") == 0;
    for (size_t i = 0; i < ROSTER; i++)
        if (strcmp(name, roster[i]) == 0) return !*value || strcmp(value, "?") == 0;
    return false;
}

static bool in_roster(const char *name) {
    for (size_t i = 0; i < ROSTER; i++)
        if (strcmp(name, roster[i]) == 0) return true;
    return strcmp(name, "Result") == 0;
}

/* The seven tags that every game has, those of the format, the rest by their names. */
static status put_tags(const writer *w, error *err) {
    const game_tree *t = w->t;
    text *out = w->out;
    for (size_t i = 0; i < ROSTER; i++) {
        const char *value = game_tree_tag(t, roster[i]);
        const char *unknown = strcmp(roster[i], "Date") == 0 ? "????.??.??" : "?";
        movetext_put_tag(out, roster[i], value ? value : unknown);
    }
    movetext_put_tag(out, "Result", w->f->write_result(t));
    w->f->tags(t, w->p, out);
    game_tag *sorted = mem_alloc((t->tag_count + 1) * sizeof *sorted);
    if (!sorted) return error_set(err, ST_NOMEM, "no memory for the game");
    if (t->tag_count) memcpy(sorted, t->tags, t->tag_count * sizeof *sorted);
    qsort(sorted, t->tag_count, sizeof *sorted, by_name);
    for (size_t i = 0; i < t->tag_count; i++)
        if (!in_roster(sorted[i].name)) movetext_put_tag(out, sorted[i].name, sorted[i].value);
    mem_free(sorted);
    text_char(out, '\n');
    return ST_OK;
}

status movetext_write(const game_tree *t, const movetext_format *f, text *out, error *err) {
    writer w = {.t = t, .f = f, .out = out, .word = text_growing()};
    status st = game_tree_start(&w.p, t, err);
    if (st == ST_OK) st = f->check(position_rules(w.p), err);
    if (st == ST_OK) st = put_tags(&w, err);
    if (st == ST_OK) {
        (void)put_after(&w, &t->nodes[0]);
        st = put_line(&w, 0, t->nodes[0].first, first_number(w.p, &out->cut), err);
    }
    if (st == ST_OK) {
        const char *result = f->write_result(t);
        put_word(&w, result, strlen(result));
        flush(&w);
        text_put(out, "\n");
    }
    text_done(&w.word);
    position_destroy(w.p);
    return st == ST_OK && out->cut ? error_set(err, ST_NOMEM, "no memory for the game") : st;
}
