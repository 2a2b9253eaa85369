#ifndef TESTS_SUPPORT_CLIENT_H
#define TESTS_SUPPORT_CLIENT_H
/* A client inside the test: a session of the entire catalogue whose lines wait in a queue. */

#include "uci/session.h"

typedef struct client client;

/* How long a line is waited for that must come: no statement about speed, only an end to a hang. */
enum { CLIENT_PATIENCE_MS = 600000 };

client *client_open(bool json);
client *client_open_jobs(void);      /* whose `tune` and `selfplay` work */
client *client_open_safe(void);      /* as with --safe, and jobs that must not be used */
client *client_open_small(void);     /* with chess, connect4 and leduc alone: quickly made */
client *client_open_mode(bool json); /* with those games and jobs, in either form */
void client_close(client *c);

void client_post(client *c, const char *line); /* one line to the engine, which may be busy */
void client_send(client *c, const char *line); /* until it is obeyed or waits for a search */
bool client_quit(const client *c);             /* the engine was told to leave */
session *client_session(client *c);

/* The next line the engine said, or NULL if none comes within `ms`. The caller frees it with
 * mem_free. */
char *client_next(client *c, int ms);

/* Throws lines away until one starts with `prefix`; false if none comes. */
bool client_skip_to(client *c, const char *prefix);

/* Whether a line fits a pattern: word by word; `*` stands for any word, `...` at the end for the
 * rest, and numbers after time, nps and hashfull are not compared. Where an object follows a word,
 * characters are compared, and `...` stands for any. */
bool client_fits(const char *line, const char *pattern);

#endif
