#include <stdio.h>

#include "cli/cli.h"
#include "cli/pager.h"
#include "cli/setup.h"
#include "lib/catalogue.h"
#include "lib/game_page.h"

/* `kibitz games` and `kibitz rules`: pages about games. */

typedef struct request {
    cli_setup setup;
} request;

static status take_word(void *to, const char *word, bool *taken, error *err) {
    return setup_take_game(&((request *)to)->setup, word, taken, err);
}

static status write_page(const request *q, bool card, text *page, error *err) {
    rules *r = NULL;
    status st = rules_open(&r, q->setup.game, &q->setup.params, err);
    if (st != ST_OK) return st;
    st = card ? game_page_card(r, catalogue_registry(), page, err) : game_page_rules(r, page, err);
    rules_close(r);
    return st;
}

static int print_page(const char *command, const request *q, bool card) {
    error e;
    text page = text_growing();
    status st = ST_OK;
    if (q->setup.game)
        st = write_page(q, card, &page, &e);
    else
        game_page_list(catalogue_games(), &page);
    if (st == ST_OK && page.cut) st = error_set(&e, ST_NOMEM, "no memory for the page");
    if (st == ST_OK) pager_print(text_string(&page));
    text_done(&page);
    return st == ST_OK ? EXIT_DONE : cli_fail(command, &e);
}

static const arg game_args[] = {
    ARGS_WORD("GAME",
              "one of `kibitz games`, or FILE.game or FILE.so: the first game of that file"),
    ARGS_END};
static const arg_group games_groups[] = {{"Options", game_args, NULL, 0}, {0}};
static const arg_group rules_groups[] = {
    {"Options", game_args, NULL, 0},
    {"Rules", setup_rules_args, NULL, offsetof(request, setup)},
    {0}};

static int run_games(int argc, char **argv) {
    error e;
    request q = {0};
    static const arg_reader how = {"games", games_groups, take_word};
    setup_init(&q.setup);
    if (args_read(&how, &q, argc, argv, &e) != ST_OK) return cli_fail("games", &e);
    return print_page("games", &q, true);
}

static int run_rules(int argc, char **argv) {
    error e;
    request q = {0};
    static const arg_reader how = {"rules", rules_groups, take_word};
    setup_init(&q.setup);
    status st = args_read(&how, &q, argc, argv, &e);
    if (st == ST_OK && !q.setup.game)
        st =
            error_set(&e, ST_BAD_SYNTAX, "which game? kibitz rules chess; kibitz games lists them");
    if (st != ST_OK) return cli_fail("rules", &e);
    return print_page("rules", &q, false);
}

const subcommand cli_games = {
    "games",
    run_games,
    "list the games, or show one with its options, notation and bots",
    "kibitz games [GAME]\n\n"
    "Lists the games, one on a line, grouped by kind. Of one game: players, options (--set\n"
    "NAME=VALUE), how actions are written, who can play it, and examples.\n",
    games_groups,
    NULL,
};

const subcommand cli_rules = {
    "rules",
    run_rules,
    "print the rules of a game on a page",
    "kibitz rules GAME [OPTIONS]\n\n"
    "The rules of a game in our own words: pieces and how they move, turns, the goal, draws, and\n"
    "the options. Of a rules text the page is made from the text and the comment at its top.\n",
    rules_groups,
    "In a terminal a long page goes through $PAGER.\n\nExample: kibitz rules hex --set size=5\n",
};
