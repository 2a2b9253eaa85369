#include <stdio.h>

#include "cli/cli.h"
#include "cli/setup.h"
#include "engine/rules/machine/dump.h"
#include "engine/rules/machine/native_write.h"
#include "lib/catalogue.h"

/* `kibitz dump`: what became of a rules text. */

typedef struct request {
    cli_setup setup;
    const char *game; /* another game of the file than the first */
    uint64_t player;
    bool c; /* the C that is generated from it */
} request;

static const arg args[] = {
    ARGS_WORD("FILE.game",
              "a rules text; GAME after it is another game of the file than its first"),
    ARGS_WORD("GAME", "a game of the program that has a rules text"),
    ARGS_NUMBER("--player", "N", request, player, 1, GAME_MAX_PLAYERS,
                "whose side of it (default 1)"),
    ARGS_FLAG("--c", request, c, "the C that is generated from it, for all players"), ARGS_END};

static const arg_group groups[] = {
    {"Options", args, NULL, 0}, {"Rules", setup_rules_args, NULL, offsetof(request, setup)}, {0}};

static status take_word(void *to, const char *word, bool *taken, error *err) {
    request *q = to;
    if (!q->setup.game || q->game) return setup_take_game(&q->setup, word, taken, err);
    q->game = word;
    q->setup.game = game_find(catalogue_games(), word);
    if (q->setup.game) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "there is no game %.60s in that text", word);
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
        if (q->c)
            native_write(program_of(r), &out);
        else
            program_dump(program_of(r), (int)q->player - 1, &out);
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
    static const arg_reader how = {"dump", groups, take_word};
    if (args_read(&how, &q, argc, argv, &e) != ST_OK) return cli_fail("dump", &e);
    if (!q.setup.game || !text_facts_of(q.setup.game)) {
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
    "kibitz dump FILE.game [GAME] [OPTIONS]\n"
    "       kibitz dump GAME [OPTIONS]\n\n"
    "Prints what a rules text was compiled to: sizes; the points of a turn with the trees of what "
    "is\n"
    "legal there; generators with the way they find their actions; and the code for one player.\n",
    groups,
    "@12 is the place of code; t3 and n3 are temporary areas and numbers.\n\n"
    "Example: kibitz dump tictactoe\n"
    "What the forms mean: docs/rules-language.md, section 24\n",
};
