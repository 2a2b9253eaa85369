#include <stdio.h>

#include "cli/cli.h"
#include "lib/catalogue.h"

static int run(int argc, char **argv) {
    error e;
    char no_struct = 0;
    static const arg_reader how = {"games", NULL, NULL};
    if (args_read(&how, &no_struct, argc, argv, &e) != ST_OK) return cli_fail("games", &e);
    (void)printf("%-14s %-8s %-8s %-7s %s\n", "game", "players", "chance", "hidden", "title");
    for (game_list g = catalogue_games(); *g; g++) {
        char players[16];
        if ((*g)->min_players == (*g)->max_players)
            (void)snprintf(players, sizeof players, "%d", (*g)->min_players);
        else
            (void)snprintf(players, sizeof players, "%d-%d", (*g)->min_players, (*g)->max_players);
        (void)printf("%-14s %-8s %-8s %-7s %s\n", (*g)->name, players,
                     (*g)->traits & GAME_CHANCE ? "yes" : "no",
                     (*g)->traits & GAME_HIDDEN ? "yes" : "no", (*g)->title);
        for (const param_spec *p = (*g)->params; p && p->name; p++)
            (void)printf("%-14s   --set %s=%s  %s\n", "", p->name, p->default_value, p->what);
    }
    return EXIT_DONE;
}

const subcommand cli_games = {
    "games",
    run,
    "list the games and their options",
    "kibitz games\n\n"
    "Lists the games with their numbers of players and their options (--set NAME=VALUE).\n",
    NULL,
    NULL,
};
