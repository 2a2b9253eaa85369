#ifndef CLI_ARGS_HELP_H
#define CLI_ARGS_HELP_H
/* The tables of arguments for people: what `kibitz help COMMAND` prints, and the section OPTIONS of
 * the manual page docs/kibitz.1, which a test compares with it. */

#include "cli/cli.h"
#include "engine/base/text.h"

/* One group: its title and a line or more for each option. */
void args_write_group(const arg_group *g, text *out);

/* The page of a command; `common` are the options of every command. */
void args_write_help(const subcommand *c, const arg_group *common, text *out);

/* The options of all commands in the language of manual pages; a group that commands share is there
 * once. */
void args_write_manual(const subcommand *const *commands, const arg_group *common, text *out);

#endif
