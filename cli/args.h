#ifndef CLI_ARGS_H
#define CLI_ARGS_H
/* The arguments of a command as tables. One reader serves every command, and the same lines are
 * what `--help` prints and what the manual page docs/kibitz.1 lists (args_help.h). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

/* A command line while it is read. */
typedef struct arg_line {
    int argc;
    char **argv;
    int at;                  /* the next argument */
    const struct arg *being; /* the option that is being read */
} arg_line;

typedef enum arg_type {
    ARG_FLAG,   /* sets a bool */
    ARG_NUMBER, /* a whole number from min to max, in a field of 4 or 8 bytes */
    ARG_TEXT,   /* a const char * into argv */
    ARG_CALL,   /* read by a function */
    ARG_WORD    /* no option: a line of the help about an argument without dashes */
} arg_type;

/* One line of a table; made with the macros below. A line without a name ends the table. */
typedef struct arg {
    const char *name;  /* "--time" */
    const char *value; /* how the help calls its value, "MS"; NULL: it takes none */
    const char *help;  /* NULL: not listed, as older names are */
    arg_type type;
    size_t size, at; /* of the field, in the struct that the group is about */
    uint64_t min, max;
    status (*call)(void *to, arg_line *line, error *err); /* takes its values with args_value() */
} arg;

#define ARGS_WORD(name, help)                                                                      \
    { name, NULL, help, ARG_WORD, 0, 0, 0, 0, NULL }
#define ARGS_FLAG(name, type, field, help)                                                         \
    { name, NULL, help, ARG_FLAG, sizeof(bool), offsetof(type, field), 0, 1, NULL }
#define ARGS_TEXT(name, value, type, field, help)                                                  \
    { name, value, help, ARG_TEXT, sizeof(char *), offsetof(type, field), 0, 0, NULL }
#define ARGS_NUMBER(name, value, type, field, min, max, help)                                      \
    {                                                                                              \
        name, value, help, ARG_NUMBER, sizeof(((type *)NULL)->field), offsetof(type, field), min,  \
            max, NULL                                                                              \
    }
#define ARGS_CALL(name, value, call, help)                                                         \
    { name, value, help, ARG_CALL, 0, 0, 0, 0, call }
#define ARGS_END                                                                                   \
    { NULL, NULL, NULL, ARG_WORD, 0, 0, 0, 0, NULL }

/* Options that belong together; groups may be shared by commands. An array of groups ends with one
 * without a title. */
typedef struct arg_group {
    const char *title;
    const arg *list;
    const arg *(*made)(void); /* where the table is another module's; then list is NULL */
    size_t at;                /* where the struct of the table lies in the command's own */
} arg_group;

const arg *args_of(const arg_group *g); /* its table */

typedef struct arg_reader {
    const char *command; /* for the hint where to look */
    const arg_group *groups;
    /* An argument without dashes ("-" is one, too). *taken is true before the call; false refuses
     * the argument as unknown. NULL: there are none. */
    status (*word)(void *to, const char *word, bool *taken, error *err);
} arg_reader;

/* Reads argv[1] and all after it into the command's own struct. Errors say which argument, and what
 * it takes. */
status args_read(const arg_reader *how, void *to, int argc, char **argv, error *err);

/* Reads the options of one group wherever they are and takes them out of argv. */
status args_take_out(const arg_group *g, void *to, int *argc, char **argv, error *err);

/* For ARG_CALL: the next argument as the option's value, or as its number. */
status args_value(arg_line *line, const char **out, error *err);
status args_number(arg_line *line, uint64_t min, uint64_t max, uint64_t *out, error *err);

/* The first option of a command line that is not among `known` (ended by NULL); NULL: all are. */
const char *args_other(int argc, char **argv, const char *const *known);

#endif
