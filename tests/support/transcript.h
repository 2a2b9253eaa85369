#ifndef TESTS_SUPPORT_TRANSCRIPT_H
#define TESTS_SUPPORT_TRANSCRIPT_H
/* Transcripts of `kibitz play`: the command line after `$ `, then what the program says; after a
 * prompt stands what it was told. The program runs in a folder of its own. KIBITZ_UPDATE_GOLDEN=1
 * writes transcripts again (a new one needs the command line and the prompts alone): look at the
 * difference before you keep it. */

#include "engine/base/text.h"

typedef struct outcome {
    int code; /* of exit; -1 if there was none */
    text out;
} outcome;

/* Runs the program `argv[0]` in `folder` and tells it `input`. */
typedef outcome (*transcript_runner)(char **argv, const char *folder, const char *input,
                                     size_t len);
outcome transcript_pipe(char **argv, const char *folder, const char *input, size_t len);

/* What follows a prompt; NULL if the line does not begin with one. */
const char *transcript_after_prompt(const char *line);

/* The same with the words of a command line after the program's name; "..." keeps its spaces. */
outcome transcript_run(transcript_runner run, const char *program, const char *command,
                       const char *folder, const char *input, size_t len);

enum { TRANSCRIPT_FOLDER = 64 };
char *transcript_make_folder(char *room);
bool transcript_drop_folder(const char *folder); /* with the files that transcripts may leave;
                                                    false: there are others */

/* Runs a transcript and compares; *why (growing) tells what differs. */
bool transcript_check(transcript_runner run, const char *program, const char *golden_dir,
                      const char *name, text *why);

#endif
