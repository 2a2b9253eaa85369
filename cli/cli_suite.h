#ifndef CLI_CLI_SUITE_H
#define CLI_CLI_SUITE_H
/* `kibitz puzzles suite`: a search is asked for the best action in every position of a file, and
 * its choices are compared with the answers there. A line of the file is `position ; what is so ;
 * answers`; lines that start with # are comments. */

#include "cli/args.h"

extern const arg cli_suite_args[]; /* for the help */

int cli_suite_run(int argc, char **argv); /* argv[0] is "suite"; an exit code */

#endif
