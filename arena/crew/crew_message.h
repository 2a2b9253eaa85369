#ifndef ARENA_CREW_CREW_MESSAGE_H
#define ARENA_CREW_CREW_MESSAGE_H
/* What ranks say to each other: a head of fixed size and a body. Nothing in a message is trusted: its
 * length is that of the bytes that came, its head must agree with it, and its body with its hash. */

#include "arena/crew/crew_packet.h"

/* From rank 0 to the others, and back. `number` is that of a job or of a fetch. */
typedef enum crew_kind {
    CREW_OPEN = 1, /* a task begins: its name, slots, world and setup */
    CREW_JOB,
    CREW_CLOSE, /* the task ends; what is not finished is dropped */
    CREW_QUIT,
    CREW_DATA,   /* what was fetched */
    CREW_HELLO,  /* program and host */
    CREW_OPENED, /* the task is ready for jobs */
    CREW_RESULT,
    CREW_FAIL,  /* a job or a task failed: why */
    CREW_FETCH, /* a file, or a part of the task's data */
    CREW_ALIVE,
    CREW_BYE,
    CREW_KIND_END
} crew_kind;

enum { CREW_HEAD = 48, CREW_MAX_MESSAGE = 1 << 30 };

typedef struct crew_message {
    crew_kind kind;
    uint32_t crew; /* which task; 0: none */
    uint64_t number;
    crew_bytes body; /* inside the bytes it was read from */
} crew_message;

/* `out` is growing and empty; out->cut where there is no memory. */
void crew_message_write(const crew_message *m, text *out);
status crew_message_read(crew_message *out, crew_bytes from, error *err);

/* An error as the body of CREW_FAIL and CREW_DATA. */
void crew_error_write(const error *e, text *out);
bool crew_error_read(crew_reader *r, error *out); /* false: the bytes are no error */

#endif
