#ifndef UCI_COMMANDS_COMMANDS_H
#define UCI_COMMANDS_COMMANDS_H
/* The table of commands. */

#include "uci/commands/cmd.h"

typedef struct command {
    const char *name;
    cmd_fn run; /* on the thread that obeys lines */
    /* Instead of run: on the thread that hands lines in, at once; `rest` follows the name. */
    void (*at_once)(session *s, const responder *v, const char *rest);
    line_kind kind;
    line_work work;
    line_subject subject;
    const char *syntax, *purpose;
} command;

const command *commands_find_word(const char *word, size_t len);
const command *commands_at(size_t i); /* NULL past the end */

#endif
