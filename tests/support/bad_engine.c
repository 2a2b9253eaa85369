/* A program that shakes hands like an engine and then misbehaves in the way its argument says; for
 * tests of those who have to bear with it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int greet(const char *hello) {
    static const char *const options[] = {
        "option name Hash type spin default 1 min 1 max 9",
        "option name Style With Blanks type string default x",
        "option name UCI_Variant type combo default chess var 3check var kingofthehill"};
    for (int i = 0; i < 3; i++) (void)puts(options[i]);
    return printf("%sok\n", hello);
}

/* Ends at the first question ever: a file remembers that it was asked. */
static void crash_once(const char *path) {
    FILE *asked = fopen(path, "r");
    if (!asked) {
        asked = fopen(path, "w");
        if (asked) (void)fclose(asked);
        (void)fputs("this is how I end\n", stderr);
        _Exit(3);
    }
    (void)fclose(asked);
    (void)puts("bestmove d");
}

/* Each question is answered wrongly once, and then with the next column of connect four. */
static void answer_second(void) {
    static const char columns[] = "dcbefag";
    static size_t asked;
    if (asked % 2 == 0)
        (void)puts("bestmove z9");
    else
        (void)printf("bestmove %c\n", columns[asked / 2 % (sizeof columns - 1)]);
    asked++;
}

static void misbehave(const char *how) {
    if (strcmp(how, "crash") == 0) _Exit(3);
    if (strcmp(how, "illegal") == 0) (void)puts("bestmove z9 ponder z8");
    if (strcmp(how, "none") == 0) (void)puts("bestmove (none)");
    if (strcmp(how, "chance") == 0) (void)puts("bestmove !6");
    if (strcmp(how, "mute") == 0) (void)puts("bestmove");
    if (strcmp(how, "garbage") == 0) {
        for (int i = 0; i < 20000; i++) (void)putchar('x');
        (void)fputs("bestmove d\n\001\377\n\nbest move\nbestmover d\ninfo bestmove d\n", stdout);
        (void)fputs("bestmove \001\377%s%n\n", stdout);
    }
}

int main(int argc, char **argv) {
    char line[65536];
    const char *how = argc > 1 ? argv[1] : "crash";
    const char *path = argc > 2 ? argv[2] : NULL;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "quit") == 0) break;
        if (strcmp(line, "uci") == 0 || strcmp(line, "ugi") == 0 || strcmp(line, "mgi") == 0)
            (void)greet(line);
        /* "deaf" reads on but never answers again; "hang" only when it should move */
        if (strcmp(line, "isready") == 0 && strcmp(how, "deaf") != 0) (void)puts("readyok");
        bool asked = strncmp(line, "go", 2) == 0;
        if (asked) misbehave(how);
        if (asked && path && strcmp(how, "crash-once") == 0) crash_once(path);
        if (asked && strcmp(how, "second") == 0) answer_second();
        /* "early" answers again when no one has asked */
        if (asked && strcmp(how, "early") == 0) (void)puts("bestmove d\nbestmove a");
        (void)fflush(stdout);
    }
    return 0;
}
