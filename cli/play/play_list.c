#include "cli/play/play_list.h"

#include <string.h>

#include "cli/play/play_names.h"
#include "cli/play/play_show.h"

enum { WIDTH = 79, MAX_ROWS = 100, MAX_NAMES = 400, GAP = 2, NOUN_SIZE = 24 };

/* --- one part --- */

/* Whether all that is said of a part is its name. */
static bool is_plain(const pick_part *p, const char *name) {
    return !p->words || text_same(p->words, p->part) || text_same(p->words, name);
}

/* What a person types for a part: its name, of a cell the end of it (b2 of W29.b2) or the action
 * that it is alone (a column), and of a move its chess notation. */
static void put_name(const play_walk *w, const pick_part *p, text *out) {
    token tok;
    bool spelled = p->token && play_spelling(w->p) == SPELLING_SAN &&
                   token_read_exact(w->at, p->token, &tok, NULL) == ST_OK;
    bool cell = p->kind == PICK_CELL;
    const char *dot = cell ? strrchr(p->part, '.') : NULL;
    if (cell && p->token && !w->count && play_actor(w->p) >= 0 && !spelled)
        text_put(out, p->token);
    else if (spelled)
        play_spell(w->p, w->world, &tok, p->token, out);
    else
        text_put(out, dot && play_walk_find(w, dot + 1) >= 0 ? dot + 1 : p->part);
}

/* The words after a name that they begin with: "master: a piece ...", "place a piece". */
static const char *words_after(const pick_part *p) {
    size_t n = strlen(p->part);
    const char *ends = p->token ? ":" : ":, "; /* "roll the die" is said in full */
    if (!text_starts(p->words, p->part) || !strchr(ends, p->words[n]) || !p->words[n])
        return p->words;
    return p->words + n + strspn(p->words + n, ":, ");
}

/* --- how many --- */

/* The thing that a question asks for: "puzzle" of "on which puzzle?"; false if it names none. */
static bool noun_of(const char *ask, char *buf, size_t size) {
    static const char which[] = "which ";
    const char *at = ask ? strstr(ask, which) : NULL;
    text out = text_over(buf, size);
    if (!at) return false;
    at += strlen(which);
    while (text_is_alpha(*at)) text_char(&out, *at++);
    return out.len && !text_same(buf, "one");
}

typedef struct groups {
    char first[NOUN_SIZE], second[NOUN_SIZE]; /* what is chosen, "puzzle" and "piece"; or empty */
    unsigned firsts, seconds;                 /* how many of the first, and how many pairs */
    bool no_memory;
} groups;

/* How many of the parts below a path of n do not end an action, and what they are; 0 where all of
 * them do, or where their order matters. */
static unsigned count_open(const play_walk *w, const char **path, int n, pick_list *next,
                           char *noun) {
    unsigned open = 0;
    noun[0] = '\0';
    pick_list_clear(next);
    if (!pick_next(w->at, (pick_path){path, n}, next)) return 0;
    for (size_t i = 0; i < next->count; i++) open += !next->at[i].token;
    return noun_of(next->ask, noun, NOUN_SIZE) ? open : 0;
}

static void count_groups(const play_walk *w, const pick_part *verb, groups *g) {
    const char *path[PICK_MAX_PARTS];
    pick_list first;
    pick_list second;
    int n = w->count;
    *g = (groups){0};
    pick_list_init(&first);
    pick_list_init(&second);
    for (int i = 0; i < n; i++) path[i] = w->part[i];
    path[n] = verb->part;
    g->firsts = n + 2 < PICK_MAX_PARTS ? count_open(w, path, n + 1, &first, g->first) : 0;
    for (size_t i = 0; g->firsts && i < first.count; i++) {
        path[n + 1] = first.at[i].part;
        if (!first.at[i].token && !first.at[i].ordered)
            g->seconds += count_open(w, path, n + 2, &second, g->second);
        g->no_memory |= second.no_memory;
    }
    g->no_memory |= first.no_memory;
    pick_list_done(&second);
    pick_list_done(&first);
}

/* "98 ways in 14 pairs of puzzle and piece". */
static void put_ways(const play_walk *w, const pick_part *p, uint64_t below, text *out) {
    groups g = {0};
    if (below > PICK_MAX_COUNT)
        text_format(out, "more than %d ways", PICK_MAX_COUNT);
    else
        text_format(out, "%u way%s", (unsigned)below, below == 1 ? "" : "s");
    if (p->kind == PICK_VERB) count_groups(w, p, &g);
    out->cut |= g.no_memory;
    if (g.seconds && g.seconds < below)
        text_format(out, " in %u pair%s of %s and %s", g.seconds, g.seconds == 1 ? "" : "s",
                    g.first, g.second);
    else if (!g.seconds && g.firsts && g.firsts < below)
        text_format(out, " from %u %s%s", g.firsts, g.first, g.firsts == 1 ? "" : "s");
}

/* --- rows --- */

static int put_number(size_t i, bool numbered, text *out) {
    size_t before = out->len;
    if (numbered)
        text_format(out, "%3u) ", (unsigned)i + 1);
    else
        text_put(out, "  ");
    return (int)(out->len - before);
}

typedef struct row_layout {
    int name; /* width of the names */
    bool numbered;
} row_layout;

static void put_row(const play_walk *w, size_t i, uint64_t below, row_layout how, text *out) {
    const pick_part *p = &w->next.at[i];
    text name = text_growing();
    text said = text_growing();
    put_name(w, p, &name);
    int at = put_number(i, how.numbered, out);
    text_put(out, text_string(&name));
    if (!is_plain(p, text_string(&name))) play_put_named(w->p, words_after(p), false, &said);
    bool many = !p->token && below > 1 && play_actor(w->p) != ACTOR_CHANCE;
    if (said.len || many) text_repeat(out, ' ', how.name - (int)name.len + GAP);
    at += how.name + GAP;
    if (many) {
        if (said.len) text_put(&said, " ... ");
        put_ways(w, p, below, &said);
    }
    text_wrapped(out, text_string(&said), (text_layout){at, at, WIDTH});
    out->cut = out->cut || name.cut || said.cut;
    text_done(&said);
    text_done(&name);
}

static int widest_name(const play_walk *w) {
    int width = 0;
    for (size_t i = 0; i < w->next.count; i++) {
        char buf[GAME_TOKEN_SIZE];
        text name = text_over(buf, sizeof buf);
        put_name(w, &w->next.at[i], &name);
        if ((int)name.len > width) width = (int)name.len;
    }
    return width > WIDTH / 2 ? WIDTH / 2 : width;
}

static void put_rest(size_t shown, size_t all, text *out) {
    if (shown < all)
        text_format(out, "  and %u more; legal PREFIX lists those that start so\n",
                    (unsigned)(all - shown));
}

static void put_rows(const play_walk *w, const pick_answer *a, bool numbered, text *out) {
    row_layout how = {widest_name(w), numbered};
    size_t n = w->next.count < MAX_ROWS ? w->next.count : MAX_ROWS;
    for (size_t i = 0; i < n; i++) put_row(w, i, a->below[i], how, out);
    put_rest(n, w->next.count, out);
}

/* --- names in columns --- */

static bool all_plain(const play_walk *w) {
    for (size_t i = 0; i < w->next.count; i++) {
        char buf[GAME_TOKEN_SIZE];
        text name = text_over(buf, sizeof buf);
        put_name(w, &w->next.at[i], &name);
        if (!w->next.at[i].token || !is_plain(&w->next.at[i], buf)) return false;
    }
    return true;
}

static void put_columns(const play_walk *w, bool numbered, text *out) {
    int width = widest_name(w) + (numbered ? 6 : 3);
    int columns = WIDTH / width > 0 ? WIDTH / width : 1;
    size_t n = w->next.count < MAX_NAMES ? w->next.count : MAX_NAMES;
    for (size_t i = 0; i < n; i++) {
        size_t before = out->len;
        put_number(i, numbered, out);
        put_name(w, &w->next.at[i], out);
        bool last = i + 1 == n || (int)(i + 1) % columns == 0;
        if (last)
            text_char(out, '\n');
        else
            text_repeat(out, ' ', width - (int)(out->len - before));
    }
    put_rest(n, w->next.count, out);
}

/* --- turns --- */

static bool all_turns(const play_walk *w) {
    for (size_t i = 0; i < w->next.count; i++)
        if (w->next.at[i].kind != PICK_TURN || !w->next.at[i].mask) return false;
    return w->next.count > 0;
}

/* A row of a mask; false where it has no such row. */
static bool put_mask_row(const char *mask, int row, text *out) {
    for (; row > 0 && mask; row--) {
        mask = strchr(mask, '/');
        if (mask) mask++;
    }
    for (; mask && *mask && *mask != '/'; mask++) text_char(out, *mask == '1' ? '#' : '.');
    return mask != NULL;
}

/* Spaces up to a column of the last line, which began at `start`. */
static void fill_to(size_t start, int column, text *out) {
    int used = (int)(out->len - start);
    text_repeat(out, ' ', column > used ? column - used : 0);
}

/* The turns from..to-1: a line with their names, and their cells below. */
static void put_turn_rows(const play_walk *w, size_t from, size_t to, bool numbered, text *out) {
    enum { COLUMN = 13 };
    size_t start = out->len;
    for (size_t i = from; i < to; i++) {
        fill_to(start, COLUMN * (int)(i - from), out);
        put_number(i, numbered, out);
        text_put(out, w->next.at[i].part);
    }
    text_char(out, '\n');
    for (int row = 0;; row++) {
        bool any = false;
        start = out->len;
        for (size_t i = from; i < to; i++) {
            size_t before = out->len;
            fill_to(start, COLUMN * (int)(i - from) + (numbered ? 5 : 2), out);
            if (put_mask_row(w->next.at[i].mask, row, out))
                any = true;
            else
                text_truncate(out, before);
        }
        if (!any) break;
        text_char(out, '\n');
    }
    text_truncate(out, start);
}

static void put_turns(const play_walk *w, bool numbered, text *out) {
    enum { IN_A_ROW = 6 };
    for (size_t i = 0; i < w->next.count; i += IN_A_ROW) {
        size_t end = i + IN_A_ROW < w->next.count ? i + IN_A_ROW : w->next.count;
        put_turn_rows(w, i, end, numbered, out);
    }
}

/* --- all of it --- */

void play_list_heading(const play_walk *w, text *out) {
    for (int i = 0; i < w->count; i++) text_format(out, "%s%s", i ? " " : "", w->part[i]);
    if (w->count && w->next.ask) text_put(out, ": ");
    if (w->next.ask) play_put_named(w->p, w->next.ask, false, out);
    if (w->count || w->next.ask) text_char(out, '\n');
}

status play_list_put(const play_walk *w, bool numbered, text *out, error *err) {
    status st = ST_OK;
    play_list_heading(w, out);
    if (all_turns(w)) {
        put_turns(w, numbered, out);
    } else if (all_plain(w)) {
        put_columns(w, numbered, out);
    } else {
        int at;
        pick_answer a;
        pick_answer_init(&a);
        st = pick_choose(w->view, w->part, w->count, &a, &at, err);
        if (st == ST_OK && a.next.count == w->next.count) put_rows(w, &a, numbered, out);
        pick_answer_done(&a);
    }
    if (st == ST_OK && out->cut) st = error_set(err, ST_NOMEM, "no memory for the list");
    return st;
}
