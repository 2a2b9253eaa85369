#define _POSIX_C_SOURCE 200809L
#include "web/api/people.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "engine/base/base64.h"
#include "engine/base/memory.h"
#include "web/api/api_session.h"
#include "web/api/people_inside.h"

enum { RENEW_MS = 3600 * 1000, USED_MS = 60 * 1000 };

static int64_t system_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t people_now_ms(const people *p) {
    return p->setup.now_ms();
}

/* --- words --- */

void people_make_word(char out[PEOPLE_WORD_SIZE]) {
    unsigned char bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    text t = text_over(out, PEOPLE_WORD_SIZE);
    base64_put(&t, bytes, sizeof bytes, BASE64_URL);
}

/* The words are 256 random bits: a fast hash is as good as a slow one. */
void people_hash_word(const char *word, char out[PEOPLE_HASH_SIZE]) {
    unsigned char hash[crypto_generichash_BYTES];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)word, strlen(word), NULL, 0);
    text t = text_over(out, PEOPLE_HASH_SIZE);
    base64_put(&t, hash, sizeof hash, BASE64_URL);
}

void people_fold(const char *name, char *out, size_t cap) {
    snprintf(out, cap, "%s", name);
    for (; *out; out++)
        if (*out >= 'A' && *out <= 'Z') *out = (char)(*out + 32);
}

/* --- accounts --- */

void people_account_done(people_account *a) {
    text_done(&a->name);
    text_done(&a->password);
    text_done(&a->settings);
    text_done(&a->room);
}

static void keep(text *t, const store_value *v) {
    if (v->type == STORE_TEXT) text_put(t, v->text);
}

static bool row_by_name(void *ctx, const store_value *column, int count) {
    people_account *a = ctx;
    if (count < 4) return false;
    a->id = column[0].number;
    return false;
}

static bool row_by_id(void *ctx, const store_value *column, int count) {
    people_account *a = ctx;
    if (count < 6) return false;
    keep(&a->name, &column[0]);
    a->kind = column[1].number;
    keep(&a->settings, &column[2]);
    a->made = column[3].number;
    keep(&a->password, &column[4]);
    keep(&a->room, &column[5]);
    return false;
}

bool people_find(people *p, const char *folded, int64_t id, people_account *out) {
    *out = (people_account){.id = id,
                            .kind = -1,
                            .name = text_growing(),
                            .password = text_growing(),
                            .settings = text_growing(),
                            .room = text_growing()};
    store *s = p->setup.store;
    store_value arg = store_text(folded);
    if (folded) {
        out->id = 0;
        if (store_read(s, STORE_ACCOUNT_BY_NAME, &arg, 1, row_by_name, out, NULL) != ST_OK)
            out->id = 0;
    }
    arg = store_int(out->id);
    return out->id && store_read(s, STORE_ACCOUNT_BY_ID, &arg, 1, row_by_id, out, NULL) == ST_OK &&
           out->kind >= 0;
}

/* --- sessions --- */

typedef struct found_session {
    web_person who;
    int64_t seen, ends;
} found_session;

static bool row_session(void *ctx, const store_value *column, int count) {
    found_session *f = ctx;
    if (count < 7 || !column[3].text) return false;
    f->who.session = column[0].number;
    f->who.id = column[1].number;
    f->who.kind = (person_kind)column[2].number;
    snprintf(f->who.name, sizeof f->who.name, "%s", column[3].text);
    if (column[4].text) snprintf(f->who.room, sizeof f->who.room, "%s", column[4].text);
    f->seen = column[5].number;
    f->ends = column[6].number;
    return false;
}

static void renew(people *p, int64_t session, int64_t now) {
    store_batch *b = store_batch_create();
    store_value arg[] = {store_int(session), store_int(now),
                         store_int(now + (int64_t)PEOPLE_SESSION_S * 1000)};
    (void)store_batch_add(b, STORE_SESSION_SEEN, arg, 3);
    (void)store_commit(p->setup.store, b, NULL, NULL, NULL);
}

bool people_who(void *ctx, const char *word, web_person *out) {
    people *p = ctx;
    char hash[PEOPLE_HASH_SIZE];
    people_hash_word(word, hash);
    found_session f = {.ends = -1};
    store_value arg = store_text(hash);
    int64_t now = people_now_ms(p);
    status st = store_read(p->setup.store, STORE_SESSION_FIND, &arg, 1, row_session, &f, NULL);
    out->unknown = st != ST_OK;
    if (st != ST_OK || f.ends < now) return false;
    if (now - f.seen > RENEW_MS) renew(p, f.who.session, now);
    *out = f.who;
    return true;
}

/* --- tokens --- */

static void note_used(people *p, int64_t id, int64_t now) {
    store_batch *b = store_batch_create();
    store_value arg[] = {store_int(id), store_int(now)};
    (void)store_batch_add(b, STORE_TOKEN_USED, arg, 2);
    (void)store_commit(p->setup.store, b, NULL, NULL, NULL);
}

bool people_token_person(void *ctx, const char *word, web_person *out) {
    people *p = ctx;
    char hash[PEOPLE_HASH_SIZE];
    people_hash_word(word, hash);
    found_session f = {.ends = -1};
    store_value arg = store_text(hash);
    int64_t now = people_now_ms(p);
    status st = store_read(p->setup.store, STORE_TOKEN_FIND, &arg, 1, row_session, &f, NULL);
    out->unknown = st != ST_OK;
    if (st != ST_OK || f.ends < now) return false;
    if (now - f.seen > USED_MS) note_used(p, f.who.session, now);
    *out = f.who;
    out->session = -f.who.session;
    return true;
}

/* --- the start word --- */

void people_start_word(people *p, char out[PEOPLE_WORD_SIZE]) {
    people_make_word(out);
    mtx_lock(&p->mutex);
    people_hash_word(out, p->start_hash);
    p->start_ends = people_now_ms(p) + (int64_t)PEOPLE_START_S * 1000;
    mtx_unlock(&p->mutex);
}

bool people_use_start(people *p, const char *word) {
    char hash[PEOPLE_HASH_SIZE] = "";
    people_hash_word(word, hash);
    mtx_lock(&p->mutex);
    bool good = p->start_hash[0] && people_now_ms(p) <= p->start_ends &&
                sodium_memcmp(hash, p->start_hash, strlen(p->start_hash) + 1) == 0;
    if (good) p->start_hash[0] = '\0';
    mtx_unlock(&p->mutex);
    return good;
}

/* --- committing an answer --- */

typedef struct pending {
    people *p;
    web_request *q;
    people_after what;
} pending;

static void refuse_commit(pending *c, status st) {
    web_request *q = c->q;
    q->set_cookie[0] = '\0';
    if (st == ST_BAD_VALUE && c->what.bad_value)
        web_refuse(q, 422, status_name(st), c->what.bad_value, NULL);
    else if (st == ST_NOT_FOUND && c->what.not_found)
        web_refuse(q, 403, "forbidden", c->what.not_found, NULL);
    else
        web_refuse(q, 503, status_name(st == ST_STOPPED ? st : ST_IO),
                   "the data could not be written", NULL);
}

static void committed(void *ctx, status st, const int64_t *event, size_t events) {
    (void)event, (void)events;
    pending *c = ctx;
    web_request *q = c->q;
    if (st != ST_OK)
        refuse_commit(c, st);
    else if ((c->what.ends || c->what.ends_others) && c->p->setup.ended)
        c->p->setup.ended(c->p->setup.ended_ctx, q->person.id, c->what.session,
                          c->what.ends_others);
    web_person who = {.id = c->what.me};
    if (st == ST_OK && c->what.me_of_word) (void)people_who(c->p, q->session_word, &who);
    if (st == ST_OK && who.id) api_write_me(c->p, q, who.id);
    mem_free(c);
    web_finish(q);
}

void people_commit(people *p, web_request *q, store_batch *b, people_after what) {
    if (!q->waits) web_later(q);
    pending *c = mem_alloc(sizeof *c), own = {p, q, what};
    status st = ST_NOMEM;
    if (c) {
        *c = own;
        st = store_commit(p->setup.store, b, committed, c, NULL);
    } else {
        store_batch_destroy(b);
    }
    if (st == ST_OK) return;
    mem_free(c);
    refuse_commit(&own, st);
    web_finish(q);
}

/* --- create and destroy --- */

static bool row_owner(void *ctx, const store_value *column, int count) {
    if (count) *(int64_t *)ctx = column[0].number;
    return false;
}

/* The owner's account, made when there is none. */
static status find_owner(people *p, error *err) {
    store *s = p->setup.store;
    for (int tries = 0; tries < 2; tries++) {
        store_value kind = store_int(PERSON_OWNER);
        status st = store_read(s, STORE_ACCOUNT_OWNER, &kind, 1, row_owner, &p->owner, err);
        if (st != ST_OK || p->owner) return st;
        store_value arg[] = {store_text("Owner"), kind, store_int(people_now_ms(p))};
        store_batch *b = store_batch_create();
        (void)store_batch_add(b, STORE_ACCOUNT_ADD_OWNER, arg, 3);
        st = store_write(s, b, err);
        if (st != ST_OK) return st;
    }
    return error_set(err, ST_INTERNAL, "the owner's account cannot be made");
}

status people_drop_old(people *p, error *err) {
    store_batch *b = store_batch_create();
    store_value now = store_int(people_now_ms(p)), guest = store_int(PERSON_GUEST);
    (void)store_batch_add(b, STORE_SESSIONS_DROP_OLD, &now, 1);
    (void)store_batch_add(b, STORE_INVITATIONS_DROP_OLD, &now, 1);
    (void)store_batch_add(b, STORE_TOKENS_DROP_OLD, &now, 1);
    (void)store_batch_add(b, STORE_GUESTS_WITHOUT_SESSION, &guest, 1);
    return store_write(p->setup.store, b, err);
}

status people_create(people **out, const people_setup *setup, error *err) {
    *out = NULL;
    if (sodium_init() < 0) return error_set(err, ST_INTERNAL, "libsodium does not start");
    people *p = mem_alloc(sizeof *p);
    if (!p) return error_set(err, ST_NOMEM, "no memory for people");
    p->setup = *setup;
    if (!p->setup.now_ms) p->setup.now_ms = system_ms;
    mtx_init(&p->mutex, mtx_plain);
    status st = find_owner(p, err);
    if (st == ST_OK) st = people_drop_old(p, err);
    if (st == ST_OK) st = people_argon_create(&p->argon, err);
    if (st != ST_OK) {
        people_destroy(p);
        return st;
    }
    *out = p;
    return ST_OK;
}

void people_stop(people *p) {
    people_argon_stop(p->argon);
}

void people_destroy(people *p) {
    if (!p) return;
    people_argon_destroy(p->argon);
    mtx_destroy(&p->mutex);
    mem_free(p);
}

void people_add_keeper(people *p, people_keeper k) {
    if (p->keepers < PEOPLE_MAX_KEEPERS) p->keeper[p->keepers++] = k;
}

void people_set_gate(people *p, struct web_gate *gate) {
    p->setup.gate = gate;
}
