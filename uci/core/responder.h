#ifndef UCI_CORE_RESPONDER_H
#define UCI_CORE_RESPONDER_H
/* Who speaks: where replies go, in which form, and in the JSON mode which request they answer.
 * Every task owns one, so that answers keep the id of their question. From any thread. */

#include "uci/lines/line_queue.h"
#include "uci/lines/output.h"
#include "uci/lines/reply.h"

typedef enum dialect { DIALECT_UCI, DIALECT_UGI, DIALECT_MGI } dialect;

typedef struct responder {
    output *out; /* NULL: says nothing */
    dialect dialect;
    bool json;
    char id[LINE_ID_SIZE]; /* as JSON text; empty: none */
} responder;

void responder_say(const responder *v, const reply *r);
void responder_progress(const responder *v, const reply *r); /* may be dropped in a crowd */

/* Replies of one form. */
void responder_word(const responder *v, const char *word);                       /* "readyok" */
void responder_note(const responder *v, const char *fmt, ...) PRINTF_LIKE(2, 3); /* info string */
void responder_no_move(const responder *v); /* bestmove (none) */
/* Lines without keywords, split at newlines, of the answer to a command. */
void responder_block(const responder *v, const char *command, const char *lines);
/* An error in the protocol's form; at < 0: no word is to blame. */
void responder_error(const responder *v, const error *e, const char *cmd, int at);

/* The same for whom the error is about a place in a file: `arg` and the sentence are the
 * caller's. */
void responder_failure(const responder *v, const char *code, const char *cmd, int at,
                       const char *arg, const char *sentence);

#endif
