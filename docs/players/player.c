/* A player of any game: it asks kibitz what is legal and takes one of that. KIBITZ names the program.
 * cc -o player player.c */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char line[1 << 20];

static int starts(const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

/* A number below n; any generator will do. */
static unsigned long long roll(unsigned n) {
    static unsigned long long dice = 1;
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    return (dice >> 32) % n;
}

int main(void) {
    int to[2];
    int from[2];
    const char *named = getenv("KIBITZ");
    const char *program = named ? named : "kibitz";
    if (pipe(to) != 0 || pipe(from) != 0) return 1;
    if (fork() == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        execlp(program, program, "uci", (char *)NULL);
        _exit(1);
    }
    close(from[1]);
    FILE *rules = fdopen(to[1], "w");  /* kibitz knows the rules, */
    FILE *said = fdopen(from[0], "r"); /* and this is what it says */
    setvbuf(rules, NULL, _IOLBF, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (fputs("mgi\n", rules); fgets(line, sizeof line, said) && !starts("mgiok");) continue;
    while (fgets(line, sizeof line, stdin) && !starts("quit")) {
        if (starts("mgi"))
            puts("id name player\noption name Game type string default connect4\nmgiok");
        if (starts("isready")) puts("readyok");
        if (starts("setoption") || starts("position"))
            fputs(line, rules); /* what our seat has seen */
        if (!starts("go")) continue;
        char action[512] = "(none)";
        unsigned n = 0;
        for (fputs("legal\n", rules);
             fgets(line, sizeof line, said) && !starts("legalok") && !starts("error ");)
            if (starts("legal action ") && roll(++n) == 0)
                sscanf(line, "legal action %511s", action);
        printf("bestmove %s\n", action); /* each of the n was as likely */
    }
    return 0;
}
