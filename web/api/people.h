#ifndef WEB_API_PEOPLE_H
#define WEB_API_PEOPLE_H
/* Accounts and sessions. Each session belongs to an account: the owner (one), members with a name
 * and a password, guests who came by a room's link.
 *
 * Of a session's word only a hash is stored. Passwords are hashed (Argon2id) on two threads of their
 * own, never on one that serves. Any thread. */

#include "web/http/web_request.h"
#include "web/store/store.h"

enum { PEOPLE_WORD_SIZE = 64, PEOPLE_SESSION_S = 30 * 24 * 3600, PEOPLE_START_S = 600 };

typedef enum people_registers { PEOPLE_OFF, PEOPLE_INVITE, PEOPLE_OPEN } people_registers;

/* A subject that keeps something of people. */
typedef struct people_keeper {
    /* Adds its keys and values to an open object: what a person has there. */
    void (*export_to)(void *ctx, int64_t account, json_writer *w);
    /* Adds to the batch that removes an account what is to be done about its things. */
    status (*forget)(void *ctx, int64_t account, store_batch *b);
    void *ctx;
} people_keeper;

enum { PEOPLE_MAX_KEEPERS = 8 };

typedef struct people_setup {
    store *store;
    bool owner_mode;
    people_registers registers;
    /* Whether a room's link is good: for guests. NULL: never. */
    bool (*invited)(void *ctx, const char *room, const char *invite);
    void *invited_ctx;
    /* Sessions have ended: this one, or (others) all of the account but this one. May be NULL. */
    void (*ended)(void *ctx, int64_t account, int64_t session, bool others);
    void *ended_ctx;
    struct web_gate *gate;   /* makes cookies */
    int64_t (*now_ms)(void); /* since 1970; NULL: the system's clock */
    const char *version;
} people_setup;

typedef struct people people;

status people_create(people **out, const people_setup *setup, error *err);
/* Log-ins in progress are finished, no more are taken. Before store_stop(). */
void people_stop(people *p);
void people_destroy(people *p); /* NULL is welcome */

/* The gate is made after people (it asks them who is who). */
void people_set_gate(people *p, struct web_gate *gate);
void people_add_keeper(people *p, people_keeper k); /* before anything is served */

/* For the gate (web_who). */
bool people_who(void *people, const char *word, web_person *out);

/* Who a token stands for; `session` is below 0 then: one for each token. Also a web_who. */
bool people_token_person(void *people, const char *word, web_person *out);

/* A new word that makes its bearer the owner: once, within ten minutes. It takes the place of the
 * one before it. */
void people_start_word(people *p, char out[PEOPLE_WORD_SIZE]);

/* Removes what is over: sessions, invitations, and guests without a session. */
status people_drop_old(people *p, error *err);

int64_t people_now_ms(const people *p);

#endif
