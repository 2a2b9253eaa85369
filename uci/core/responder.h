#ifndef UCI_CORE_RESPONDER_H
#define UCI_CORE_RESPONDER_H
/* Who speaks: where replies go, in which form, and in the JSON twin which request they answer.
 * Every task owns one, so that answers keep the id of their question. From any thread. */

#include "uci/lines/line_queue.h"
#include "uci/lines/output.h"
#include "uci/lines/reply.h"

typedef enum dialect { DIALECT_UCI, DIALECT_UGI, DIALECT_MGI } dialect;

typedef struct voice {
    output *out; /* NULL: says nothing */
    dialect dialect;
    bool json;
    char id[ID_ROOM]; /* as JSON text; empty: none */
} voice;

void voice_say(const voice *v, const reply *r);
void voice_progress(const voice *v, const reply *r); /* may be dropped in a crowd */

/* Replies of one form. */
void voice_word(const voice *v, const char *word);                       /* "readyok" */
void voice_note(const voice *v, const char *fmt, ...) PRINTF_LIKE(2, 3); /* info string */
void voice_no_move(const voice *v);                                      /* bestmove (none) */
/* Lines without keywords, split at newlines, of the answer to a command. */
void voice_block(const voice *v, const char *command, const char *lines);
/* An error in the protocol's form; at < 0: no word is to blame. */
void voice_error(const voice *v, const error *e, const char *cmd, int at);

/* The same for whom the error is about a place in a file: `arg` and the sentence are the caller's.
 */
void voice_failure(const voice *v, const char *code, const char *cmd, int at, const char *arg,
                   const char *sentence);

#endif
