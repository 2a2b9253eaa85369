#ifndef WEB_SHARED_WORD_H
#define WEB_SHARED_WORD_H
/* The words that servers on one database tell each other, and a reader that leaves out what makes no sense. */

#include <stdbool.h>
#include <stdint.h>

#include "web/http/web_request.h"

typedef enum shared_kind {
    SHARED_ROOM, /* room:ID          its rows that are no events have changed */
    SHARED_END,  /* end:ACCOUNT:SESSION:OTHERS   sessions have ended; OTHERS 1: all but this one */
    SHARED_STREAM,  /* stream:PROCESS.NUMBER   that stream has to end */
    SHARED_HERE,    /* here:ROOM:ACCOUNT   that person looks at it */
    SHARED_THOUGHT, /* thought:TOPIC    there is news of an analysis */
    SHARED_STOP,    /* stop:TOPIC       an analysis shall stop */
    SHARED_MISSED   /* *                there were too many words */
} shared_kind;

typedef struct shared_word {
    shared_kind kind;
    const char *rest; /* inside the word: a room, a topic, a process (up to its point) */
    char room[PERSON_ROOM_SIZE];
    int64_t account, session, number;
    bool others;
} shared_word;

/* False: it makes no sense. */
bool shared_word_read(const char *word, shared_word *out);

#endif
