#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/setup.h"
#include "engine/rules/machine/dump.h"
#include "lib/catalogue.h"

/* `kibitz dump`: what became of a rules text. */

typedef struct request {
    cli_setup setup;
    const char *game; /* another game of the file than the first */
    uint64_t player;
} request;

static status take_word(request *q, int argc, char **argv, int *i, error *err) {
    const char *w = argv[*i];
    if (strcmp(w, "--player") == 0)
        return setup_number(argc, argv, i, 1, GAME_MAX_PLAYERS, &q->player, err);
    if (w[0] != '-' && q->setup.game && !q->game) {
        q->game = w;
        ++*i;
        q->setup.game = game_find(catalogue_games(), w);
        if (q->setup.game) return ST_OK;
        return error_set(err, ST_BAD_VALUE, "there is no game %.60s in that text", w);
    }
    bool taken;
    status st = setup_take(&q->setup, argc, argv, i, &taken, err);
    if (st != ST_OK || taken) return st;
    return error_set(err, ST_BAD_SYNTAX, "unknown word %.60s; see kibitz help dump", w);
}

static int print(const request *q) {
    error e;
    rules *r;
    const game *g = q->setup.game;
    if (rules_open(&r, g, &q->setup.params, &e) != ST_OK) return cli_fail("dump", &e);
    int code = EXIT_DONE;
    if (q->player > r->players) {
        (void)error_set(&e, ST_BAD_VALUE, "%s has %d players", g->name, r->players);
        code = cli_fail("dump", &e);
    } else {
        text out = text_growing();
        rulebook_dump(rulebook_of(r), (int)q->player - 1, &out);
        (void)fputs(text_string(&out), stdout);
        if (out.cut) code = EXIT_INTERNAL;
        text_done(&out);
    }
    rules_close(r);
    return code;
}

static int run(int argc, char **argv) {
    error e;
    request q = {.player = 1};
    setup_init(&q.setup);
    for (int i = 1; i < argc;)
        if (take_word(&q, argc, argv, &i, &e) != ST_OK) return cli_fail("dump", &e);
    if (!q.setup.game || !rules_facts_of(q.setup.game)) {
        (void)error_set(&e, ST_BAD_SYNTAX,
                        q.setup.game ? "%s is written in C and has no rules text"
                                     : "which file or game? kibitz dump my.game%.0s",
                        q.setup.game ? q.setup.game->name : "");
        return cli_fail("dump", &e);
    }
    return print(&q);
}

const subcommand cli_dump = {
    "dump",
    run,
    "show what a rules text was compiled to",
    "usage: kibitz dump FILE.game [GAME] [--player N] [--set NAME=VALUE]\n"
    "       kibitz dump GAME [--player N] [--set NAME=VALUE]\n\n"
    "Prints what became of a rules text: sizes; the points of a turn with the trees of what is on\n"
    "offer there; generators with the way they find their actions; and the code for one player.\n"
    "GAME is another game of the file than its first, or one of the program's own.\n\n"
    "  --player N           whose side of it (default 1)\n"
    "  --set NAME=VALUE, --players N        as everywhere\n\n"
    "@12 is the place of code; t3 and n3 are temporary areas and numbers.\n\n"
    "Example: kibitz dump tictactoe\n"
    "What the forms mean: docs/rules-language.md, section 24\n",
};
