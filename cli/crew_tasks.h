#ifndef CLI_CREW_TASKS_H
#define CLI_CREW_TASKS_H
/* What the ranks of `kibitz-mpi` can be asked for, and what they must know before: the rules files
 * that rank 0 has read. */

#include "arena/crew/crew.h"

extern const crew_task *const crew_tasks_list[]; /* ended by NULL */
extern const crew_task cli_review_task, cli_perft_task;
crew_world crew_tasks_world(void);
void crew_tasks_describe(text *out);                         /* on rank 0 */
status crew_tasks_prepare(crew_bytes described, error *err); /* on the others */

/* The arguments of a command as the setup of a task, and back: words inside *copy, which the caller
 * ends with mem_free() in any case; argv has CREW_MAX_WORDS. */
enum { CREW_MAX_WORDS = 512 };
void crew_tasks_put_words(int argc, char **argv, text *out);
status crew_tasks_get_words(crew_bytes setup, char **copy, char **argv, int *argc, error *err);

#endif
