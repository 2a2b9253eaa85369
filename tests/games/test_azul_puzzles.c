#include <acutest.h>

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/text.h"
#include "games/azul/azul.h"
#include "tests/games/azul_plain.h"
#include "tests/support/azul_round.h"
#include "tests/support/one_line.h"

/* The suite puzzles/azul/rounds.txt: what it says is proven again, all of it by the search that
 * composed it, and as much as that takes no time by a plain one over the second writing of the
 * rules, without a table. */

enum { LINE = 1024, PUZZLES = 24, ALL_NODES = 20000000 };
#if TEST_PACE
enum { PLAIN_NODES = 400000, FEWEST_PLAIN = 20, EVERY = 1 };
#else
enum { PLAIN_NODES = 20000, FEWEST_PLAIN = 1, EVERY = 6 };
#endif

typedef struct puzzle {
    char position[LINE], answer[8];
    bool wins;
    int lead, others;
} puzzle;

static bool read_line(const char *s, puzzle *out) {
    const char *what = strstr(s, " ; ");
    const char *answer = what ? strstr(what + 3, " ; ") : NULL;
    if (!answer || strlen(s) >= LINE) return false;
    (void)snprintf(out->position, sizeof out->position, "%.*s", (int)(what - s), s);
    (void)snprintf(out->answer, sizeof out->answer, "%.*s", (int)strcspn(answer + 3, "\n"),
                   answer + 3);
    out->wins = strncmp(what, " ; wins ; ", 10) == 0;
    if (out->wins) return true;
    static const char lead[] = " ; lead ";
    static const char others[] = ", others at most ";
    char *end;
    if (strncmp(what, lead, strlen(lead)) != 0) return false;
    out->lead = (int)strtol(what + strlen(lead), &end, 10);
    if (strncmp(end, others, strlen(others)) != 0) return false;
    out->others = (int)strtol(end + strlen(others), &end, 10);
    return end == answer;
}

/* Calls visit for every EVERY-th puzzle; the number of lines. */
static int each_puzzle(void (*visit)(const puzzle *z)) {
    FILE *file = fopen(PUZZLE_FILE, "r");
    char s[LINE];
    int number = 0;
    TEST_ASSERT(file != NULL);
    while (fgets(s, sizeof s, file)) {
        puzzle z;
        if (s[0] == '#' || number++ % EVERY) continue;
        TEST_ASSERT_(read_line(s, &z), "%s", s);
        visit(&z);
    }
    (void)fclose(file);
    return number;
}

/* --- by the search that composed them --- */

static round_table *memory;

static void prove(const puzzle *z) {
    position *p = one_line_read(&azul, z->position);
    char buf[8];
    text best = text_over(buf, sizeof buf);
    TEST_ASSERT(p != NULL && memory != NULL);
    const rules *r = position_rules(p);
    const az_state *s = position_data(p);
    int gap = z->wins ? 1 : z->lead - z->others;
    round_answer a =
        round_search(memory, r, s, z->wins ? ROUND_RESULT : ROUND_LEAD, gap, ALL_NODES);
    azul.to_text(r, s, &a.best, 1, &best);
    TEST_CHECK_(a.done && strcmp(buf, z->answer) == 0, "%s: %s", z->position, buf);
    TEST_CHECK_(a.value == (z->wins ? ROUND_WIN : z->lead), "%s: %d", z->position, a.value);
    TEST_CHECK_(a.next <= a.value - gap, "%s: another is worth %d", z->position, a.next);
    position_destroy(p);
}

static void test_all(void) {
    memory = round_table_create();
    TEST_CHECK(each_puzzle(prove) == PUZZLES);
    round_table_destroy(memory);
}

/* --- by the plain one --- */

static const char letters[] = "BYRKW";

static void read_heap(const char **at, int *heap) {
    memset(heap, 0, 5 * sizeof *heap);
    if (**at == '-') ++*at;
    for (const char *c; **at && (c = strchr(letters, **at));) {
        int n = 0;
        for (++*at; **at >= '0' && **at <= '9'; ++*at) n = n * 10 + (**at - '0');
        heap[c - letters] = n ? n : 1;
    }
}

static void read_board(const char *at, plain_board *b) {
    int heap[5];
    char *end;
    b->score = (int)strtol(at, &end, 10);
    at = end;
    for (int i = 0; i < 5; i++) {
        at++;
        read_heap(&at, heap);
        for (int c = 0; c < 5; c++) {
            if (!heap[c]) continue;
            b->line_colour[i] = letters[c];
            b->line_count[i] = heap[c];
        }
    }
    for (int i = 0; i < 25; i++) {
        if (i % 5 == 0) at++;
        b->wall[i / 5][i % 5] = *at == '.' ? '\0' : *at;
        at++;
    }
    b->marker_on_floor = *++at == '*';
    at += b->marker_on_floor;
    read_heap(&at, b->floor);
}

/* A position by the published rules into the plain game; what it writes is the same text. */
static plain_game read_plain(const char *line) {
    plain_game g;
    plain_options o = {
        .players = line[0] - '0', .grey = line[1] == 'g', .penalty = {1, 1, 2, 2, 2, 3, 3}};
    char copy[LINE];
    char again[PLAIN_TEXT];
    words w = {0};
    plain_start(&g, &o);
    (void)snprintf(copy, sizeof copy, "%s", line);
    TEST_ASSERT(words_split(&w, copy, NULL) == ST_OK && w.count == 9 + (size_t)o.players);
    g.round = w.at[1][0] - '0';
    g.phase = w.at[1][1];
    g.mover = w.at[2][0] - '0';
    g.marker = w.at[3][0] == 'c' ? -1 : w.at[3][0] - '0';
    g.starter = w.at[4][0] - '0';
    const char *at = w.at[5];
    for (int i = 0; i < 2 * o.players + 1; i++) {
        at += i > 0;
        read_heap(&at, g.display[i]);
    }
    int *const heaps[] = {g.centre, g.bag, g.lid};
    for (int i = 0; i < 3; i++) {
        at = w.at[6 + i];
        read_heap(&at, heaps[i]);
    }
    for (int i = 0; i < o.players; i++) read_board(w.at[9 + i], &g.board[i]);
    words_done(&w);
    plain_write(&g, again);
    TEST_ASSERT_(strcmp(line, again) == 0, "%s\n%s", line, again);
    return g;
}

/* Points with what is complete on the wall; at the end they are in the score. */
static int points_of(const plain_game *g, int seat) {
    const plain_board *b = &g->board[seat];
    int points = b->score;
    for (int i = 0; i < 5 && g->phase != 'x'; i++) {
        int row = 0;
        int column = 0;
        int colour = 0;
        for (int k = 0; k < 5; k++) {
            row += b->wall[i][k] != 0;
            column += b->wall[k][i] != 0;
            for (int c = 0; c < 5; c++) colour += b->wall[k][c] == letters[i];
        }
        points += (row == 5 ? 2 : 0) + (column == 5 ? 7 : 0) + (colour == 5 ? 10 : 0);
    }
    return points;
}

typedef struct walk {
    int root, nodes;
    bool wins;
} walk;

static int value_of(const walk *w, const plain_game *g) {
    int best = -10000;
    bool alone = g->phase == 'x' && plain_place(g, w->root) == 1;
    for (int i = 0; i < g->o.players; i++) {
        if (i == w->root) continue;
        if (points_of(g, i) > best) best = points_of(g, i);
        alone = alone && plain_place(g, i) > 1;
    }
    return w->wins ? alone : points_of(g, w->root) - best;
}

/* Whether the player of the root can be sure of `least`, as the seats act in g. */
static bool sure_of(walk *w, const plain_game *g, int min) {
    char list[PLAIN_LIST][4];
    if (++w->nodes > PLAIN_NODES) return false;
    if (g->phase == 'x' || g->phase == 'd') return value_of(w, g) >= min;
    int n = plain_legal(g, list);
    bool mine = g->mover == w->root;
    for (int i = 0; i < n; i++) {
        plain_game next = *g;
        if (!plain_play(&next, list[i])) return false;
        if (sure_of(w, &next, min) == mine) return mine;
    }
    return !mine;
}

static int shown;

static void prove_plainly(const puzzle *z) {
    plain_game g = read_plain(z->position);
    char list[PLAIN_LIST][4];
    walk w = {.root = g.mover, .wins = z->wins};
    bool good = true;
    bool alone = true;
    int n = plain_legal(&g, list);
    for (int i = 0; i < n && w.nodes <= PLAIN_NODES; i++) {
        plain_game next = g;
        bool answer = strcmp(list[i], z->answer) == 0;
        int min = answer ? z->wins ? 1 : z->lead : z->wins ? 1 : z->others + 1;
        TEST_ASSERT(plain_play(&next, list[i]));
        bool sure = sure_of(&w, &next, min);
        good = good && (!answer || sure);
        alone = alone && (answer || !sure);
    }
    if (w.nodes > PLAIN_NODES) return;
    TEST_CHECK_(good, "%s: %s is good", z->position, z->answer);
    TEST_CHECK_(alone, "%s: %s alone is", z->position, z->answer);
    shown++;
}

static void test_plainly(void) {
    shown = 0;
    (void)each_puzzle(prove_plainly);
    TEST_CHECK_(shown >= FEWEST_PLAIN, "%d shown", shown);
}

TEST_LIST = {{"all", test_all}, {"plainly", test_plainly}, {NULL, NULL}};
