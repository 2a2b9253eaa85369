#ifndef WEB_STORE_STORE_NOTICE_H
#define WEB_STORE_STORE_NOTICE_H
/* What a process tells the others when it has written: "NEWEST PROCESS WORD WORD ...", the number of the newest
 * row, its own name, and words. What does not have this form is left out. */

#include <stdint.h>

typedef struct store_notice {
    int64_t newest;      /* 0: it says none */
    const char *process; /* "": it says none */
    char *words;         /* see store_notice_word(); NULL: none */
} store_notice;

/* Cuts `said` into pieces, which belong to the caller as before. */
store_notice store_notice_read(char *said);

/* The next word, NULL after the last. */
const char *store_notice_word(store_notice *n);

#endif
