/* A program that shakes hands like an engine and then misbehaves in the way its argument says; for
 * tests of those who have to bear with it. */
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
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "quit") == 0) break;
        if (strcmp(line, "uci") == 0 || strcmp(line, "ugi") == 0 || strcmp(line, "mgi") == 0)
            (void)greet(line);
        /* "deaf" reads on but never answers again; "hang" only when it should move */
        if (strcmp(line, "isready") == 0 && strcmp(how, "deaf") != 0) (void)puts("readyok");
        if (strncmp(line, "go", 2) == 0) misbehave(how);
        (void)fflush(stdout);
    }
    return 0;
}
