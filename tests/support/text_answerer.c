/* A program that answers with text, for tests: it reads a prompt to its end and names an action, or does not.
 * Usage: text_answerer number|word|illegal|second|silent|fail|kill|sleep|flood */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char prompt[1 << 20];

/* The last "  n) action" of the prompt, or the first. */
static int find(const char *list, char action[512]) {
    int n = 0;
    for (const char *at = list; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        char word[512];
        char *end;
        int number = (int)strtol(at, &end, 10);
        if (end == at || sscanf(end, ") %511s", word) != 1) continue;
        if (number == 1) (void)snprintf(action, 512, "%s", word);
        n = number;
    }
    return n;
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    char first[512] = "none";
    size_t len = fread(prompt, 1, sizeof prompt - 1, stdin);
    const char *list = strstr(prompt, "Legal actions");
    int count = list ? find(list, first) : 0;
    if (strcmp(how, "sleep") == 0) (void)sleep(600);
    if (strcmp(how, "kill") == 0) (void)raise(SIGTERM);
    if (strcmp(how, "fail") == 0) {
        puts(first);
        return 3;
    }
    if (strcmp(how, "flood") == 0)
        for (int i = 0; i < 4000; i++) puts("I have much to say about this position.");
    if (strcmp(how, "silent") == 0) {
        puts("  \n\n");
        return 0;
    }
    puts("Let me think.\n");
    if (strcmp(how, "number") == 0)
        printf("%d\n\n", count ? (int)(len % (size_t)count) + 1 : 0);
    else if (strcmp(how, "word") == 0 || strcmp(how, "flood") == 0)
        printf("  %s  \n", first);
    else if (strcmp(how, "second") == 0)
        puts(strstr(prompt, "It was not taken: ") ? first : "nonsense");
    else
        puts("nonsense");
    return 0;
}
