#ifndef ENGINE_RULES_TEXT_DIAG_H
#define ENGINE_RULES_TEXT_DIAG_H
/* What is wrong with a rules text: a list of errors and warnings, each with its place, for people.
 *
 *   chess.game:31:16: error E12: unknown name 'emtpy'
 *      move step my n & emtpy
 *                       ^
 *      hint: did you mean 'empty'?
 *
 * Codes are stable: E.. are errors, W.. warnings. After
 * DIAG_MAX_COUNT entries the list is full and the reader should stop. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"
#include "engine/base/text.h"

enum { DIAG_MAX_COUNT = 20 };

/* A text with a name; the bytes need not end in NUL. */
typedef struct source {
    const char *name; /* "chess.game", for messages */
    const char *at;
    size_t len;
} source;

typedef struct diag {
    char code[4];     /* "E12" */
    int line, column; /* from 1; a tab counts as one column, and so does a character of UTF-8 */
    char message[200];
    char hint[200];    /* may be empty */
    char excerpt[120]; /* the line as plain ASCII, spaces at its start left out; cut where long */
    int caret;         /* where in the excerpt the place is, from 0 */
    char file[64];
} diag;

/* Starts as {0}. */
typedef struct diags {
    int count, errors; /* entries; those of them that are errors */
    int hinted;        /* the entry a hint belongs to, from 1; 0: none */
    diag item[DIAG_MAX_COUNT];
} diags;

/* Adds an entry about the byte `offset` of a text (its end is allowed); beyond DIAG_MAX_COUNT it is
 * dropped, unless it is the first error: then it takes the place of the last warning. What does not
 * fit a field is cut. */
void diag_add(diags *d, const source *src, size_t offset, const char *code, const char *fmt, ...)
    PRINTF_LIKE(5, 6);
/* The hint of the entry added last; nothing where that entry was dropped. */
void diag_hint(diags *d, const char *fmt, ...) PRINTF_LIKE(2, 3);

static inline bool diags_full(const diags *d) {
    return d->count >= DIAG_MAX_COUNT;
}

/* The place of a byte of a text, from 1: for hints that name a second one. */
int diag_line(const source *src, size_t offset);
int diag_column(const source *src, size_t offset);

/* All entries as shown above, one after the other. */
void diags_write(const diags *d, text *out);

/* The first error as one line, for callers with room for one: "chess.game:31:16: E12: unknown name
 * 'emtpy'; did you mean 'empty'?" Returns ST_BAD_SYNTAX; ST_OK where there is no error. */
status diags_status(const diags *d, error *err);

#endif
