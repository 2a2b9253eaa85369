#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/notation/forms/pdn.h"
#include "engine/notation/tree/board_text.h"

/* A turn of draughts is one step or a chain of jumps, each a token of its own. A word names its
 * ends and perhaps some cells between; all turns that fit it are looked for. */

enum { MAX_CELLS = 32, MAX_WORK = 50000 };

/* The cells of a move, in their order. */
typedef struct path {
    int cell[MAX_CELLS];
    int count;
    bool takes; /* an x was written */
} path;

/* A search for turns. */
typedef struct finder {
    position *p; /* without history */
    board_text board;
    const pdn_board *d;
    int actor;
    path want;    /* no cells: any turn */
    path now;     /* on the way */
    text tokens;  /* on the way */
    text first;   /* tokens of the first that fits */
    path ways[4]; /* those that fit and lead to different positions */
    uint64_t key[4];
    int found;
    int from_here; /* turns that begin where the word does */
    bool must_take;
    int work;
    status failed;
} finder;

static void put_square(const finder *f, int cell, text *out) {
    text_format(out, "%d", pdn_square(f->d, cell));
}

static void put_path(const finder *f, const path *p, bool takes, text *out) {
    for (int i = 0; i < p->count; i++) {
        if (i) text_char(out, takes ? 'x' : '-');
        put_square(f, p->cell[i], out);
    }
}

static bool took(const finder *f, bool *known) {
    board_text after;
    *known = board_text_of(f->p, &after, NULL) == ST_OK;
    return *known &&
           board_text_count(&after, 1 - f->actor) < board_text_count(&f->board, 1 - f->actor);
}

/* The ends are those of the word, and what it has between them is passed in that order. */
static bool fits(const path *want, const path *now) {
    if (!want->count) return true;
    if (now->cell[0] != want->cell[0] || now->cell[now->count - 1] != want->cell[want->count - 1])
        return false;
    int k = 1;
    for (int i = 1; i < now->count - 1 && k < want->count - 1; i++)
        k += now->cell[i] == want->cell[k];
    return k >= want->count - 1;
}

static void note_turn(finder *f) {
    bool known = true;
    bool takes = took(f, &known);
    if (!known) f->failed = ST_NOMEM;
    f->must_take |= takes;
    f->now.takes = takes;
    if (f->want.count) f->from_here += f->now.cell[0] == f->want.cell[0];
    if (!fits(&f->want, &f->now) || (f->want.takes && !takes)) return;
    uint64_t key = position_key(f->p);
    for (int i = 0; i < f->found; i++)
        if (f->key[i] == key) return;
    if (f->found == 4) return;
    if (!f->found) text_put(&f->first, text_string(&f->tokens));
    f->key[f->found] = key;
    f->ways[f->found++] = f->now;
}

static void find_turns(finder *f);

static bool try_token(void *ctx, const token *tok) {
    finder *f = ctx;
    const rules *r = position_rules(f->p);
    char buf[GAME_TOKEN_SIZE];
    text event = text_over(buf, sizeof buf);
    size_t n = 0;
    unsigned ply = position_ply(f->p);
    size_t mark = f->tokens.len;
    int count = f->now.count;
    token_write(r, position_data(f->p), tok, &event);
    int from = board_text_cell(&f->board, buf, &n);
    int to = from < 0 ? -1 : board_text_cell(&f->board, buf + n, NULL);
    if (to < 0 || f->now.count + 2 > MAX_CELLS) return true;
    if (++f->work > MAX_WORK) f->failed = ST_TOO_MUCH_WORK;
    if (f->failed != ST_OK) return false;
    if (!count) f->now.cell[f->now.count++] = from;
    f->now.cell[f->now.count++] = to;
    if (mark) text_char(&f->tokens, ' ');
    text_put(&f->tokens, buf);
    status st = position_play(f->p, buf, NULL);
    if (st != ST_OK || f->tokens.cut) {
        f->failed = ST_NOMEM;
    } else {
        if (r->game->actor(r, position_data(f->p)) == f->actor)
            find_turns(f);
        else
            note_turn(f);
        position_cut(f->p, ply);
    }
    f->now.count = count;
    text_truncate(&f->tokens, mark);
    return f->failed == ST_OK;
}

static void find_turns(finder *f) {
    const rules *r = position_rules(f->p);
    /* The walk must not see the changes that its visits make and take back. */
    void *s = mem_alloc(r->state_size);
    if (!s) {
        f->failed = ST_NOMEM;
        return;
    }
    memcpy(s, position_data(f->p), r->state_size);
    status st = token_walk((state_ref){r, s, position_trail(f->p)}, try_token, f);
    if (st != ST_OK && f->failed == ST_OK) f->failed = st;
    mem_free(s);
}

static status start_finder(finder *f, const position *p, error *err) {
    const rules *r = position_rules(p);
    *f = (finder){.tokens = text_growing(), .first = text_growing()};
    f->d = pdn_board_of(r->game);
    if (!f->d) return error_set(err, ST_UNSUPPORTED, "%s is not written in PDN", r->game->title);
    status st = position_with_state(&f->p, p, position_data(p), err);
    if (st != ST_OK) return st;
    position_allow(f->p, POSITION_OPEN_ENDS);
    f->actor = r->game->actor(r, position_data(f->p));
    if (f->actor < 0) return error_set(err, ST_GAME_OVER, "the game is over");
    return board_text_of(f->p, &f->board, err);
}

static void end_finder(finder *f) {
    position_destroy(f->p);
    text_done(&f->tokens);
    text_done(&f->first);
}

static status run_finder(finder *f, error *err) {
    find_turns(f);
    if (f->first.cut) f->failed = ST_NOMEM;
    if (f->failed == ST_NOMEM) return error_set(err, ST_NOMEM, "no memory for a move");
    if (f->failed != ST_OK) return error_set(err, f->failed, "there are too many turns to look at");
    return ST_OK;
}

/* --- reading --- */

static status refuse(error *err, const char *word, const char *reason, const char *sentence) {
    status st = error_set(err, ST_ILLEGAL_ACTION, "%.40s: %s", word, sentence);
    error_reason(err, reason, "text=%.60s", word);
    error_arg(err, word);
    return st;
}

static status read_path(finder *f, const char *word, path *out, error *err) {
    const char *s = word;
    char buf[160];
    *out = (path){0};
    for (bool more = true; more && out->count < MAX_CELLS;) {
        size_t n = 0;
        int square = 0;
        int cell = board_text_cell(&f->board, s, &n);
        if (cell < 0) {
            n = strspn(s, "0123456789");
            for (size_t i = 0; i < n && square < 1000; i++) square = 10 * square + (s[i] - '0');
            cell = n ? pdn_cell(f->d, square) : -1;
        }
        if (n && cell < 0) {
            (void)snprintf(buf, sizeof buf, "the squares of this board are 1 to %d", f->d->count);
            return refuse(err, word, "bad-square", buf);
        }
        if (!n) break;
        out->cell[out->count++] = cell;
        s += n;
        more = *s == '-' || *s == 'x' || *s == 'X' || *s == ':';
        if (more) out->takes |= *s++ != '-';
    }
    while (*s == '!' || *s == '?' || *s == '*' || *s == '+') s++;
    if (!*s && out->count >= 2) return ST_OK;
    status st = error_set(err, ST_ILLEGAL_ACTION,
                          "'%.40s' is not a move: they are written like 11-15 or 22x15", word);
    error_reason(err, "bad-action", "text=%.60s", word);
    error_arg(err, word);
    return st;
}

static status explain_none(const finder *f, const char *word, error *err) {
    char buf[160];
    text said = text_over(buf, sizeof buf);
    int cell = f->want.cell[0];
    if (board_text_owner(f->board.cell[cell]) != f->actor) {
        text_put(&said, "you have no piece on ");
        put_square(f, cell, &said);
    } else if (f->must_take && !f->from_here) {
        text_put(&said, "a capture has to be made, with another piece");
    } else if (!f->from_here) {
        text_put(&said, "the piece on ");
        put_square(f, cell, &said);
        text_put(&said, " cannot move");
    } else if (f->must_take) {
        text_put(&said, "no such capture, and a capture has to be made");
    } else if (f->want.takes) {
        text_put(&said, "there is nothing to take");
    } else {
        text_put(&said, "the piece cannot go there");
    }
    return refuse(err, word, "no-such-move", buf);
}

static status explain_many(const finder *f, const char *word, error *err) {
    char buf[160];
    text said = text_over(buf, sizeof buf);
    text_put(&said, "there is more than one way: ");
    for (int i = 0; i < f->found; i++) {
        if (i) text_put(&said, i + 1 < f->found ? ", " : " or ");
        put_path(f, &f->ways[i], true, &said);
    }
    return refuse(err, word, "ambiguous", buf);
}

status pdn_read_move(const position *p, const char *word, text *out, error *err) {
    finder f;
    status st = start_finder(&f, p, err);
    status own = st == ST_OK ? position_verify(p, word, NULL, NULL) : st;
    if (st == ST_OK && own == ST_NOMEM) {
        st = error_set(err, ST_NOMEM, "no memory for a move");
    } else if (own == ST_OK) {
        text_put(out, word); /* a token */
    } else if (st == ST_OK) {
        st = read_path(&f, word, &f.want, err);
        if (st == ST_OK) st = run_finder(&f, err);
        if (st == ST_OK && f.found == 0) st = explain_none(&f, word, err);
        if (st == ST_OK && f.found > 1) st = explain_many(&f, word, err);
        if (st == ST_OK) text_put(out, text_string(&f.first));
    }
    end_finder(&f);
    return st;
}

/* --- writing --- */

/* The cells that tokens lead over. */
static status path_of_tokens(const finder *f, const char *tokens, path *out, error *err) {
    *out = (path){0};
    for (const char *s = tokens; *s;) {
        size_t n = 0;
        int from = board_text_cell(&f->board, s, &n);
        int to = from < 0 ? -1 : board_text_cell(&f->board, s + n, NULL);
        if (to < 0 || out->count + 2 > MAX_CELLS)
            return error_set(err, ST_UNSUPPORTED, "%.40s is not written in PDN", s);
        if (!out->count) out->cell[out->count++] = from;
        out->cell[out->count++] = to;
        s += strcspn(s, " ");
        s += *s == ' ';
    }
    return ST_OK;
}

status pdn_write_move(const position *p, const char *tokens, text *out, error *err) {
    finder f;
    path all;
    status st = start_finder(&f, p, err);
    if (st == ST_OK) st = path_of_tokens(&f, tokens, &all, err);
    if (st == ST_OK) {
        f.want = (path){{all.cell[0], all.cell[all.count - 1]}, 2, false};
        st = run_finder(&f, err);
    }
    if (st == ST_OK && f.found == 0) {
        put_path(&f, &all, true, out); /* a turn that was not finished */
    } else if (st == ST_OK) {
        /* Two ways may lead to one position; what is written is the way that was gone. */
        bool clear = f.found == 1 && strcmp(text_string(&f.first), tokens) == 0;
        path *way = clear ? &f.want : &all;
        put_path(&f, way, f.ways[0].takes, out);
    }
    end_finder(&f);
    return st;
}
