#ifndef WEB_API_PEOPLE_INSIDE_H
#define WEB_API_PEOPLE_INSIDE_H
/* Shared by the files about people, by no others. */

#include "engine/base/threads.h"
#include "web/api/people.h"
#include "web/api/people_argon.h"

enum { PEOPLE_HASH_SIZE = 72, PEOPLE_MAX_SETTINGS = 16 << 10, PEOPLE_MAX_PASSWORD = 256 };

struct people {
    people_setup setup;
    people_keeper keeper[PEOPLE_MAX_KEEPERS];
    int keepers;
    people_argon *argon;
    int64_t owner; /* the account */
    mtx_t mutex;
    char start_hash[PEOPLE_HASH_SIZE]; /* of the start word; empty: none. Under the mutex */
    int64_t start_ends;
};

/* An account as it is stored. */
typedef struct people_account {
    int64_t id, kind, made;
    text name, password, settings, room;
} people_account;
void people_account_done(people_account *a);
/* By its name in small letters, or by its number (name NULL). False: there is none. */
bool people_find(people *p, const char *folded, int64_t id, people_account *out);

/* A new unguessable word, and the hash under which it is stored. */
void people_make_word(char out[PEOPLE_WORD_SIZE]);
void people_hash_word(const char *word, char out[PEOPLE_HASH_SIZE]);
void people_fold(const char *name, char *out, size_t cap);
/* Whether the start word is this one; it is used up then. */
bool people_use_start(people *p, const char *word);

/* Adds a session to the batch, of an account or (0) of the one that the batch adds just before it, and its
 * cookie to the answer. */
void people_begin_session(people *p, web_request *q, store_batch *b, int64_t account);

/* Hands a batch in and answers the request when it was committed: with what was written into it
 * before, with what GET /me says, or (where it failed) with a refusal. */
typedef struct people_after {
    const char *bad_value, *not_found; /* sentences for a batch that fails so */
    int64_t me;                        /* this account's /me is the answer */
    bool me_of_word;                   /* that of the session that was begun is */
    bool ends, ends_others;            /* sessions of who asks end: `session`, or all but that */
    int64_t session;
} people_after;
void people_commit(people *p, web_request *q, store_batch *b, people_after what);

/* Compares a password with a hash, or makes a hash (hash NULL), on the threads for that; the request
 * waits. Where there is no place for it the request is refused and `ctx` freed. */
typedef void (*people_compared)(void *ctx, bool good, const char *hash);
void people_compare(people *p, web_request *q, const char *password, const char *hash,
                    people_compared done, void *ctx);

#endif
