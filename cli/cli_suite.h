#ifndef CLI_CLI_SUITE_H
#define CLI_CLI_SUITE_H
/* `kibitz puzzles suite`: a search is asked for the best action in every position of a file, and
 * its choices are compared with the answers there. A line of the file is `position ; what is so ;
 * answers`; lines that start with # are comments. */

int cli_suite_run(int argc, char **argv); /* argv[1] is "suite"; an exit code */

#endif
