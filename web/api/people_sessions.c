/* How a session begins, and passwords on their own threads. */

#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "web/api/people_inside.h"
#include "web/http/web_gate.h"

static store_value ends_at(people *p) {
    return store_int(people_now_ms(p) + (int64_t)PEOPLE_SESSION_S * 1000);
}

void people_begin_session(people *p, web_request *q, store_batch *b, int64_t account) {
    char word[PEOPLE_WORD_SIZE], hash[PEOPLE_HASH_SIZE];
    people_make_word(word);
    people_hash_word(word, hash);
    store_value now = store_int(people_now_ms(p));
    if (account) {
        store_value arg[] = {store_text(hash), store_int(account), now, ends_at(p)};
        (void)store_batch_add(b, STORE_SESSION_ADD, arg, 4);
    } else { /* of the account that the batch has just added */
        store_value arg[] = {store_text(hash), now, ends_at(p)};
        (void)store_batch_add(b, STORE_SESSION_ADD_NEW, arg, 3);
    }
    web_gate_set_cookie(p->setup.gate, q, word, PEOPLE_SESSION_S);
    snprintf(q->session_word, sizeof q->session_word, "%s", word);
}

void people_compare(people *p, web_request *q, const char *password, const char *hash,
                    people_compared done, void *ctx) {
    argon_job job = {.password = password, .hash = hash, .done = done, .ctx = ctx};
    error e;
    web_later(q);
    status st = people_argon_add(p->argon, &job, &e);
    if (st == ST_OK) return;
    mem_free(ctx);
    if (st == ST_BUSY) {
        q->retry_after = 2;
        q->refused = "login-queue";
        web_refuse(q, 429, "too-many", e.text, NULL);
    } else {
        web_refuse_error(q, &e);
    }
    web_finish(q);
}
