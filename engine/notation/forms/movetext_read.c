#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/forms/movetext.h"

enum { MAX_WORD = 400, MAX_NAME = 80 };

/* A game while it is read: `p` is the position at `node`. */
typedef struct reader {
    game_text *s;
    const movetext_format *f;
    game_tree *t;
    position *p;
    int node;
    unsigned ply;   /* actions that lead to `node` */
    char *before;   /* a comment for the next move; owned */
    bool announced; /* a number or a '(' was read: a comment is about what follows */
    bool ended;     /* by a result */
    int depth;      /* open variations */
    struct {
        int start, node; /* the move that it is another one for */
        game_text_place at;
    } open[GAME_TREE_MAX_DEPTH];
    int move_start; /* the first node of the latest move; GAME_TREE_NONE: a line begins */
    bool in_tags;
} reader;

void movetext_take_tag(game_tree *t, const char *name) {
    for (size_t i = 0; i < t->tag_count; i++) {
        if (strcmp(t->tags[i].name, name) != 0) continue;
        mem_free(t->tags[i].name);
        mem_free(t->tags[i].value);
        t->tag_count--;
        memmove(&t->tags[i], &t->tags[i + 1], (t->tag_count - i) * sizeof *t->tags);
        return;
    }
}

/* Spaces, line ends, lines that begin with % and what is reserved: <...>. */
static void skip(game_text *s) {
    while (game_text_skip_space(s)) {
        int c = game_text_peek(s);
        if (c == '%' && s->place.column == 1)
            while (game_text_peek(s) >= 0 && game_text_peek(s) != '\n') (void)game_text_next(s);
        else if (c == '.')
            (void)game_text_next(s);
        else
            return;
    }
}

/* --- tags --- */

static status read_name(game_text *s, char *name, error *err) {
    char buf[16];
    size_t n = 0;
    int c;
    while ((c = game_text_peek(s)) >= 0 &&
           (text_is_alpha((char)c) || text_is_digit((char)c) || (c > 0 && strchr("_+#=:-", c)))) {
        if (n + 1 < MAX_NAME) name[n++] = (char)c;
        (void)game_text_next(s);
    }
    name[n] = '\0';
    return n ? ST_OK
             : game_text_fail(s->place, err, ST_BAD_SYNTAX, "expected the name of a tag, found %s",
                              game_text_found(s, buf, sizeof buf));
}

static status read_value(game_text *s, const char *name, text *out, error *err) {
    char buf[16];
    (void)game_text_skip_space(s);
    if (game_text_peek(s) != '"')
        return game_text_fail(s->place, err, ST_BAD_SYNTAX,
                              "expected the value of %s in quotes, found %s", name,
                              game_text_found(s, buf, sizeof buf));
    (void)game_text_next(s);
    for (;;) {
        int c = game_text_peek(s);
        if (c < 0 || c == '\n')
            return game_text_fail(s->place, err, ST_BAD_SYNTAX,
                                  "expected '\"' at the end of the value of %s, found %s", name,
                                  game_text_found(s, buf, sizeof buf));
        (void)game_text_next(s);
        if (c == '"') return ST_OK;
        int next = game_text_peek(s);
        if (c == '\\' && (next == '"' || next == '\\')) c = game_text_next(s);
        text_char(out, (char)c);
    }
}

static status read_tag(game_text *s, game_tree *t, error *err) {
    char name[MAX_NAME];
    char buf[16];
    text value = text_growing();
    (void)game_text_next(s); /* the bracket */
    (void)game_text_skip_space(s);
    status st = read_name(s, name, err);
    if (st == ST_OK) st = read_value(s, name, &value, err);
    if (st == ST_OK) (void)game_text_skip_space(s);
    if (st == ST_OK && game_text_peek(s) != ']')
        st = game_text_fail(s->place, err, ST_BAD_SYNTAX,
                            "expected ']' after the value of %s, found %s", name,
                            game_text_found(s, buf, sizeof buf));
    if (st == ST_OK) (void)game_text_next(s);
    if (st == ST_OK && value.cut) st = error_set(err, ST_NOMEM, "no memory for the game");
    if (st == ST_OK && !game_tree_tag(t, name) && !movetext_is_unknown(name, text_string(&value)))
        st = game_tree_set_tag(t, name, text_string(&value), err);
    text_done(&value);
    return st;
}

/* --- comments --- */

/* From the character after the opening one up to `close`. Space of any kind becomes one space. */
static status read_comment(game_text *s, int close, text *out, error *err) {
    game_text_place at = s->place;
    (void)game_text_next(s);
    bool space = false;
    int c;
    while ((c = game_text_peek(s)) != close) {
        if (c < 0 && close == '\n') break;
        if (c < 0)
            return game_text_fail(
                s->place, err, ST_BAD_SYNTAX,
                "expected '}' for the comment of line %u, column %u, found the end "
                "of the file",
                at.line, at.column);
        (void)game_text_next(s);
        bool blank = game_text_is_space(c) || c < ' ';
        if (!blank && space && out->len) text_char(out, ' ');
        if (!blank) text_char(out, (char)c);
        space = blank;
    }
    (void)game_text_next(s);
    return out->cut ? error_set(err, ST_NOMEM, "no memory for the game") : ST_OK;
}

static status add_comment(reader *r, error *err) {
    text said = text_growing();
    status st = read_comment(r->s, game_text_peek(r->s) == '{' ? '}' : '\n', &said, err);
    game_node *n = &r->t->nodes[r->node];
    if (st == ST_OK && said.len && r->announced) {
        st = game_tree_remark(&r->before, said.at, said.len, err);
    } else if (st == ST_OK && said.len) {
        st = game_tree_remark(&n->after, said.at, said.len, err);
        if (st == ST_OK) movetext_read_commands(n, n->after);
        if (st == ST_OK && !*n->after) { /* nothing but commands */
            mem_free(n->after);
            n->after = NULL;
        }
    }
    text_done(&said);
    return st;
}

/* --- moves --- */

/* A word: up to a space or a sign that begins something else. e8(Q) and Nf3(=) are words. */
static size_t read_word(game_text *s, char *word) {
    size_t n = 0;
    int c;
    while ((c = game_text_peek(s)) >= 0 && !game_text_is_space(c) && !strchr("{}[];$", c)) {
        if (c == '(' || c == ')') {
            bool inside = c == '(' && n && game_text_peek_more(s, 2) == ')';
            if (!inside) break;
            for (int i = 0; i < 2; i++)
                if (n + 1 < MAX_WORD) word[n++] = (char)game_text_next(s);
            c = game_text_peek(s);
        }
        if (n + 1 < MAX_WORD) word[n++] = (char)c;
        (void)game_text_next(s);
    }
    word[n] = '\0';
    return n;
}

/* Digits with dots or a space after them: the number of a move, taken off. */
static bool skip_number(game_text *s) {
    size_t n = 0;
    while (text_is_digit((char)game_text_peek_more(s, n))) n++;
    int next = game_text_peek_more(s, n);
    if (!n || !(next < 0 || next == '.' || game_text_is_space(next) || next == '{')) return false;
    while (n--) (void)game_text_next(s);
    while (game_text_peek(s) == '.') (void)game_text_next(s);
    return true;
}

/* "!?" and the like at the end of a word; 0: none. */
static int take_praise(char *word) {
    static const char *const mark[] = {"!!", "??", "!?", "?!", "!", "?"};
    static const int nag[] = {3, 4, 5, 6, 1, 2};
    size_t n = strlen(word);
    for (size_t i = 0; i < sizeof nag / sizeof *nag; i++) {
        size_t k = strlen(mark[i]);
        if (n < k || strcmp(word + n - k, mark[i]) != 0) continue;
        word[n - k] = '\0';
        return nag[i];
    }
    return 0;
}

/* Marks that are written apart from the move; 0: none. -1: a mark without a number. */
static int mark_of(const char *word) {
    static const struct {
        const char *mark;
        int nag;
    } row[] = {{"+-", 18},           {"-+", 19},           {"=", 10},
               {"+/-", 16},          {"-/+", 17},          {"+=", 14},
               {"=+", 15},           {"N", 146},           {"\xe2\x88\x9e", 13},
               {"\xc2\xb1", 16},     {"\xe2\x88\x93", 17}, {"\xe2\xa9\xb2", 14},
               {"\xe2\xa9\xb1", 15}, {"\xe2\x96\xa1", 7},  {"e.p.", -1},
               {"ep", -1},           {"ep.", -1}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (strcmp(word, row[i].mark) == 0) return row[i].nag;
    return 0;
}

/* Adds the tokens of a move; of a move of several all but the last may be there already. */
static status add_tokens(reader *r, char *tokens, game_text_place at, error *err) {
    status st = ST_OK;
    int first = GAME_TREE_NONE;
    for (char *s = tokens; st == ST_OK && *s;) {
        char *end = s + strcspn(s, " ");
        bool last = !*end;
        *end = '\0';
        int node = last ? GAME_TREE_NONE : game_tree_child(r->t, r->node, s);
        if (node == GAME_TREE_NONE) {
            st = game_tree_add(r->t, r->node, s, &node, err);
            if (st != ST_OK) return st;
            r->t->nodes[node].line = at.line;
            r->t->nodes[node].column = at.column;
        }
        st = position_play(r->p, s, err);
        r->node = node;
        r->ply++;
        if (first == GAME_TREE_NONE) first = node;
        s = last ? end : end + 1;
    }
    r->move_start = first;
    return st;
}

static status add_move(reader *r, char *word, game_text_place at, error *err) {
    int praise = take_praise(word);
    if (!*word) {
        game_tree_nag(r->t, r->node, praise);
        return ST_OK;
    }
    text tokens = text_growing();
    status st = r->f->read(r->p, word, &tokens, err);
    if (st == ST_OK && tokens.cut) st = error_set(err, ST_NOMEM, "no memory for the game");
    if (st == ST_OK) st = add_tokens(r, tokens.at, at, err);
    if (st != ST_OK && st != ST_NOMEM) game_text_blame(at, err);
    text_done(&tokens);
    if (st != ST_OK) return st;
    game_tree_nag(r->t, r->node, praise);
    r->t->nodes[r->node].before = r->before;
    r->before = NULL;
    r->announced = false;
    return ST_OK;
}

static status read_nag(reader *r, error *err) {
    char buf[16];
    int nag = 0;
    (void)game_text_next(r->s);
    if (!text_is_digit((char)game_text_peek(r->s)))
        return game_text_fail(r->s->place, err, ST_BAD_SYNTAX,
                              "expected a number after $, found %s",
                              game_text_found(r->s, buf, sizeof buf));
    while (text_is_digit((char)game_text_peek(r->s)) && nag < 1000)
        nag = 10 * nag + (game_text_next(r->s) - '0');
    game_tree_nag(r->t, r->node, nag);
    return ST_OK;
}

/* --- variations --- */

static status drop_before(reader *r, error *err) {
    game_node *n = &r->t->nodes[r->node];
    status st = r->before ? game_tree_remark(&n->after, r->before, strlen(r->before), err) : ST_OK;
    mem_free(r->before);
    r->before = NULL;
    return st;
}

/* To the position before the move that begins at `start`. */
static void go_before(reader *r, int start, int node) {
    int parent = r->t->nodes[start].parent;
    for (int n = node; n != parent; n = r->t->nodes[n].parent) r->ply--;
    position_cut(r->p, r->ply);
    r->node = parent;
}

static status open_variation(reader *r, error *err) {
    game_text_place at = r->s->place;
    (void)game_text_next(r->s);
    if (r->move_start == GAME_TREE_NONE)
        return game_text_fail(at, err, ST_BAD_SYNTAX,
                              "expected a move before a variation, found '('");
    if (r->depth == GAME_TREE_MAX_DEPTH)
        return game_text_fail(at, err, ST_BAD_SYNTAX, "more than %d variations inside one another",
                              GAME_TREE_MAX_DEPTH);
    status st = drop_before(r, err);
    r->open[r->depth].start = r->move_start;
    r->open[r->depth].node = r->node;
    r->open[r->depth++].at = at;
    go_before(r, r->move_start, r->node);
    r->move_start = GAME_TREE_NONE;
    r->announced = true;
    return st;
}

/* Plays the nodes up to `node`, from the one after `parent`. */
static status replay(reader *r, int parent, int node, error *err) {
    if (node == parent) return ST_OK;
    status st = replay(r, parent, r->t->nodes[node].parent, err);
    if (st == ST_OK) st = position_play(r->p, r->t->nodes[node].token, err);
    r->ply++;
    return st;
}

static status close_variation(reader *r, error *err) {
    game_text_place at = r->s->place;
    (void)game_text_next(r->s);
    if (!r->depth)
        return game_text_fail(at, err, ST_BAD_SYNTAX, "expected a move, found ')' without its '('");
    if (r->move_start == GAME_TREE_NONE)
        return game_text_fail(at, err, ST_BAD_SYNTAX,
                              "expected a move in the variation, found ')'");
    status st = drop_before(r, err);
    int start = r->open[--r->depth].start;
    int node = r->open[r->depth].node;
    int parent = r->t->nodes[start].parent;
    while (r->node != parent) { /* to where the variation began */
        r->node = r->t->nodes[r->node].parent;
        r->ply--;
    }
    position_cut(r->p, r->ply);
    if (st == ST_OK) st = replay(r, parent, node, err);
    r->node = node;
    r->move_start = start;
    r->announced = false;
    return st;
}

/* --- games --- */

static status read_one(reader *r, error *err) {
    char word[MAX_WORD];
    int c = game_text_peek(r->s);
    game_text_place at = r->s->place;
    if (c == '{' || c == ';') return add_comment(r, err);
    if (c == '$') return read_nag(r, err);
    if (c == '(') return open_variation(r, err);
    if (c == ')') return close_variation(r, err);
    if (c == '}' || c == ']')
        return game_text_fail(at, err, ST_BAD_SYNTAX, "expected a move, found '%c'", c);
    if (skip_number(r->s)) {
        r->announced = true;
        return ST_OK;
    }
    (void)read_word(r->s, word);
    int result;
    if (r->f->read_result(r->t, word, &result)) {
        if (r->depth) return ST_OK; /* written by some at the end of a variation */
        r->ended = true;
        if (result != GAME_TREE_UNKNOWN) r->t->result = result;
        return ST_OK;
    }
    int mark = mark_of(word);
    if (mark) {
        game_tree_nag(r->t, r->node, mark);
        return ST_OK;
    }
    return add_move(r, word, at, err);
}

static status read_moves(reader *r, error *err) {
    status st = ST_OK;
    while (st == ST_OK && !r->ended) {
        skip(r->s);
        int c = game_text_peek(r->s);
        if (c < 0 || c == '[') break; /* not terminated: the game ends here */
        st = read_one(r, err);
    }
    if (st == ST_OK && r->depth) {
        char buf[16];
        game_text_place at = r->open[r->depth - 1].at;
        return game_text_fail(r->s->place, err, ST_BAD_SYNTAX,
                              "expected ')' for the '(' of line %u, column %u, found %s", at.line,
                              at.column, game_text_found(r->s, buf, sizeof buf));
    }
    return st == ST_OK ? drop_before(r, err) : st;
}

/* To the tags of the next game, which begin a line; after a failure in tags beyond those. */
static void skip_game(game_text *s, bool in_tags) {
    while (s->place.column != 1 && game_text_peek(s) >= 0) (void)game_text_next(s);
    while (in_tags && game_text_peek(s) == '[')
        while (game_text_peek(s) >= 0 && game_text_next(s) != '\n') continue;
    while (game_text_peek(s) >= 0) {
        bool start = s->place.column == 1 && game_text_peek(s) == '[' &&
                     text_is_alpha((char)game_text_peek_more(s, 1));
        if (start) return;
        (void)game_text_next(s);
    }
}

static status read_game(reader *r, error *err) {
    game_text *s = r->s;
    status st = ST_OK;
    game_text_place at = s->place;
    r->in_tags = true;
    for (skip(s); st == ST_OK && game_text_peek(s) == '['; skip(s)) st = read_tag(s, r->t, err);
    if (st != ST_OK) return st;
    r->in_tags = false;
    st = r->f->choose(r->t, s, err);
    const char *result = game_tree_tag(r->t, "Result");
    int stated;
    if (st == ST_OK && result && r->f->read_result(r->t, result, &stated)) r->t->result = stated;
    if (st == ST_OK) st = game_tree_start(&r->p, r->t, err);
    if (st == ST_OK) st = r->f->check(position_rules(r->p), err);
    if (st != ST_OK && st != ST_NOMEM) game_text_blame(at, err);
    movetext_take_tag(r->t, "Result");
    return st == ST_OK ? read_moves(r, err) : st;
}

status movetext_next(game_text *s, const movetext_format *f, game_tree **out, error *err) {
    *out = NULL;
    for (skip(s); game_text_peek(s) == ';'; skip(s)) /* remarks on the file */
        while (game_text_peek(s) >= 0 && game_text_next(s) != '\n') continue;
    if (game_text_peek(s) < 0) return error_set(err, ST_NOT_FOUND, "there are no more games");
    reader *r = mem_alloc(sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the game");
    *r = (reader){.s = s, .f = f, .move_start = GAME_TREE_NONE};
    status st = game_tree_create(&r->t, s->fallback, err);
    if (st == ST_OK) st = read_game(r, err);
    if (st == ST_OK)
        *out = r->t;
    else
        game_tree_destroy(r->t);
    if (st != ST_OK) skip_game(s, r->in_tags);
    position_destroy(r->p);
    mem_free(r->before);
    mem_free(r);
    return st;
}
