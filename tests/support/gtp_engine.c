/* A program that speaks GTP: it puts stones on the first free point from the top, or plays othello,
 * and misbehaves in the way its argument says; for tests of those who have to bear with it.
 *
 * Ways to play: right, noids, chatter, passes, resigns, othello. The others are faults. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 19 };

static const char *how = "right";
static int size = MAX_SIZE;
static char board[MAX_SIZE + 1][MAX_SIZE + 1]; /* '\0': free */
static int asked;                              /* how often it was to move */

static int is(const char *mode) {
    return strcmp(how, mode) == 0;
}

/* --- othello --- */

/* How many discs a disc of c on x, y turns; with `turn`, turns them. */
static int flips(char c, int x, int y, int turn) {
    int sum = 0;
    for (int d = 0; d < 9; d++) {
        int dx = d % 3 - 1;
        int dy = d / 3 - 1;
        int n = 0;
        int i = x + dx;
        int j = y + dy;
        for (; d != 4 && i >= 0 && j >= 0 && i < 8 && j < 8 && board[j][i] && board[j][i] != c; n++)
            i += dx, j += dy;
        if (d == 4 || i < 0 || j < 0 || i >= 8 || j >= 8 || board[j][i] != c) continue;
        sum += n;
        for (int k = 1; turn && k <= n; k++) board[y + k * dy][x + k * dx] = c;
    }
    return sum;
}

/* --- the board --- */

static void clear(void) {
    memset(board, 0, sizeof board);
    asked = 0;
    if (!is("othello")) return;
    board[3][3] = board[4][4] = 'w';
    board[3][4] = board[4][3] = 'b';
}

static int allowed(char c, int x, int y) {
    return !board[y][x] && (!is("othello") || flips(c, x, y, 0));
}

static void put(char c, int x, int y) {
    if (is("othello")) (void)flips(c, x, y, 1);
    board[y][x] = c;
}

/* "D4", no column is called I. */
static int read_point(const char *word, int *x, int *y) {
    char c = (char)(word[0] | 32);
    *x = c - 'a' - (c > 'i');
    *y = (int)strtol(word + 1, NULL, 10) - 1;
    return c >= 'a' && c != 'i' && *x < size && *y >= 0 && *y < size;
}

/* --- answers --- */

static void answer(const char *id, char mark, const char *body) {
    if (is("chatter")) (void)printf("# thinking\r\n=999999 Z1\nmore\n\n\001 hello\n");
    (void)printf("%c%s %s%s\n%s\n", mark, is("noids") ? "" : id, body, is("chatter") ? "\t\r" : "",
                 is("chatter") ? "\r" : "");
}

static void play(const char *id, char c, const char *point) {
    int x;
    int y;
    int passes = strcmp(point, "pass") == 0 || strcmp(point, "PASS") == 0;
    if (is("refuses") || (passes && is("othello"))) {
        answer(id, '?', is("refuses") ? "illegal move" : "syntax error");
    } else if (passes || (read_point(point, &x, &y) && allowed(c, x, y))) {
        if (!passes) put(c, x, y);
        answer(id, '=', "");
    } else {
        answer(id, '?', "illegal move");
    }
}

static void move(const char *id, char c) {
    char name[16];
    for (int i = size * size - 1; i >= 0; i--) {
        int x = i % size;
        int y = i / size;
        if (!allowed(c, x, y)) continue;
        put(c, x, y);
        (void)snprintf(name, sizeof name, "%c%d", 'A' + x + (x > 7), y + 1);
        /* "ghost" has a stone on its board that it does not name. */
        answer(id, '=', is("ghost") && asked % 2 ? "PASS" : name);
        return;
    }
    answer(id, '?', "no point is free");
}

static void genmove(const char *id, char c) {
    static const char *const said[][2] = {
        {"passes", "PASS"},       {"mute", ""},       {"two", "A1 B2"}, {"nowhere", "Z99"},
        {"letter-i", "I1"},       {"word", "castle"}, {"zero", "A0"},   {"far", "A99999999999999"},
        {"bytes", "\001\377%s%n"}};
    asked++;
    if (is("crash")) _Exit(3);
    if (is("hang")) return;
    if (is("resigns") && asked == 2) {
        answer(id, '=', "Resign");
    } else if (is("error")) {
        answer(id, '?', "I do not want to");
    } else if (is("occupied") && asked == 2) {
        answer(id, '=', "A1");
    } else if (is("flood")) {
        (void)printf("=%s A1\n", id);
        for (int i = 0; i < 20000; i++) (void)puts("A1 A1 A1 A1 A1");
        for (int i = 0; i < 20000; i++) (void)putchar('x');
        (void)puts("\n");
    } else {
        for (size_t i = 0; i < sizeof said / sizeof *said; i++)
            if (is(said[i][0])) {
                answer(id, '=', said[i][1]);
                return;
            }
        move(id, c);
    }
}

/* --- commands --- */

static void set_size(const char *id, const char *word) {
    size = (int)strtol(word, NULL, 10);
    int good = size > 0 && size <= MAX_SIZE && !is("small") && (!is("othello") || size == 8);
    answer(id, good ? '=' : '?', good ? "" : "unacceptable size");
}

static void obey(const char *id, const char *name, const char *a, const char *b) {
    if (is("silent")) return;
    if (strcmp(name, "protocol_version") == 0)
        answer(id, '=', is("old") ? "1" : "2");
    else if (strcmp(name, "name") == 0)
        answer(id, '=', "a test");
    else if (strcmp(name, "version") == 0)
        answer(id, '=', "1.0");
    else if (strcmp(name, "list_commands") == 0)
        answer(id, '=',
               is("othello") ? "boardsize\nclear_board\nplay\ngenmove\nlist_games\nset_game"
                             : "boardsize\nclear_board\nkomi\nplay\ngenmove\ntime_settings\n"
                               "time_left\nset_random_seed\nstyle_of-play");
    else if (strcmp(name, "list_games") == 0)
        answer(id, '=', "Go 7x7\nOthello");
    else if (strcmp(name, "style_of-play") == 0 && strcmp(a, "wild") != 0)
        answer(id, '?', "no such style");
    else if (strcmp(name, "boardsize") == 0)
        set_size(id, a);
    else if (strcmp(name, "clear_board") == 0 && is("deaf"))
        return;
    else if (strcmp(name, "play") == 0)
        play(id, a[0], b);
    else if (strcmp(name, "genmove") == 0)
        genmove(id, a[0]);
    else if (strchr("cksq", name[0]) || strncmp(name, "time_", 5) == 0) {
        if (strcmp(name, "clear_board") == 0) clear();
        answer(id, '=', "");
    } else {
        answer(id, '?', "unknown command");
    }
}

int main(int argc, char **argv) {
    char line[4096];
    if (argc > 1) how = argv[1];
    while (fgets(line, sizeof line, stdin)) {
        char *word[4] = {"", "", "", ""};
        int n = 0;
        line[strcspn(line, "\r\n")] = '\0';
        for (char *at = strtok(line, " "); at && n < 4; at = strtok(NULL, " ")) {
            if (n == 0 && strspn(at, "0123456789") != strlen(at)) n = 1;
            word[n++] = at;
        }
        if (strcmp(word[1], "quit") == 0) break;
        obey(word[0], word[1], word[2], word[3]);
        (void)fflush(stdout);
    }
    return 0;
}
