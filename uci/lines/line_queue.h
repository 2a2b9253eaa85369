#ifndef UCI_LINES_LINE_QUEUE_H
#define UCI_LINES_LINE_QUEUE_H
/* The lines that wait to be obeyed, in the order they came, and which of them may go before others
 * (docs/protocol.md, "The order of lines"). Plain data without a lock of its own: a session guards
 * it with its lock. One thread pushes and marks; another takes lines out and obeys them. */

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/text.h"

/* How many lines may wait, and how many bytes; beyond either nothing more is read. */
enum { LINE_QUEUE_MAX = 1000, LINE_QUEUE_MAX_BYTES = 64 << 20, LINE_ID_SIZE = 96 };

/* What a line means to the long work under way. */
typedef enum line_kind {
    LINE_ASKS,      /* a question: obeyed as soon as nothing waits before it */
    LINE_CHANGES,   /* waits until the long work has ended */
    LINE_OVERTAKES, /* goes before lines that wait for long work */
    LINE_PINGS      /* isready: overtakes as well, but only while the work runs */
} line_kind;

/* The long work that a line begins. */
typedef enum line_work {
    WORK_NONE,
    WORK_SEARCH, /* go: ends with one `bestmove` */
    WORK_COUNT,  /* go perft */
    WORK_OTHER   /* perft, bench, check */
} line_work;

/* What overtaking lines are about: lines of this subject that they pass are affected as well. */
typedef enum line_subject { SUBJECT_NONE, SUBJECT_ANALYSIS, SUBJECT_JOBS } line_subject;

/* Where the long work of a session is. While it answers, its result is known and being printed. */
typedef enum work_state { WORK_IDLE, WORK_RUNS, WORK_ANSWERS } work_state;

struct command;

typedef struct waiting_line {
    line_kind kind;
    line_work work;
    line_subject subject;
    const struct command *command; /* NULL: no word of the line is a command */
    char *words;                   /* owned; the line itself, NULL where it could not be read */
    text body;                     /* owned; the text that follows `load <<END` */
    bool has_body;
    bool spoiled;        /* a line of that text was lost */
    bool malformed;      /* not a JSON request */
    const char *refused; /* why the line could not be read, or NULL; with the code */
    status refused_code;
    char id[LINE_ID_SIZE]; /* of the request, as JSON text; empty: none */
    /* Marks that later lines leave. */
    bool stopped; /* `stop` came: answer at once */
    bool hit;     /* `ponderhit` came: no pondering */
    bool dropped; /* `quit` came: do not begin */
    bool again;   /* overtook others already: has its effect once more, in silence */
} waiting_line;

void line_queue_line_done(waiting_line *l);

typedef struct line_queue {
    waiting_line *lines; /* LINE_QUEUE_MAX of them, as a ring */
    size_t first, count;
    size_t bytes;         /* of the words and texts that wait */
    waiting_line current; /* being obeyed, if `obeying` */
    bool obeying;
} line_queue;

status line_queue_init(line_queue *q); /* ST_NOMEM leaves an empty queue to be ended as any other */
void line_queue_done(line_queue *q);

bool line_queue_full(const line_queue *q);

/* Adds a line and takes over what it owns; not when full. Never fails: the places are there. */
void line_queue_push(line_queue *q, const waiting_line *l);

/* Whether the line that line_queue_next() would take may be obeyed now. */
bool line_queue_ready(const line_queue *q, work_state now);

/* Takes the next line that may be obeyed into q->current, which it returns; NULL if there is none.
 * It stays marked by what comes meanwhile, until line_queue_obeyed(). */
waiting_line *line_queue_next(line_queue *q, work_state now);
void line_queue_obeyed(line_queue *q);

/* `stop`: marks every `go`, and where nothing runs yet the first line of other long work, which is
 * what would run. True if a line was marked. */
bool line_queue_stop(line_queue *q, bool running);
void line_queue_ponderhit(line_queue *q);

/* `quit` and the end of input: marks every search as stopped, and with `drop_work` other long work
 * as dropped. */
void line_queue_quit(line_queue *q, bool drop_work);
void line_queue_clear(line_queue *q); /* forgets what waits */

#endif
