#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "web/api/api_session.h"
#include "web/api/people_inside.h"
#include "web/http/web_gate.h"
#include "web/web_world.h"

enum { MIN_PASSWORD = 8, MAX_NAME = 32, MAX_INVITATIONS = 50 };
static const int64_t invitation_ms = 14LL * 24 * 3600 * 1000;

static bool good_password(web_request *q, const char *password, const char *place) {
    size_t len = strlen(password);
    if (len >= MIN_PASSWORD && len <= PEOPLE_MAX_PASSWORD) return true;
    web_refuse(q, 422, status_name(ST_BAD_VALUE), "a password has 8 to 256 bytes", place);
    return false;
}

/* --- registering --- */

typedef struct registration {
    people *p;
    web_request *q;
    char name[PERSON_NAME_SIZE], invitation[PEOPLE_HASH_SIZE];
} registration;

static void registered(void *ctx, bool good, const char *hash) {
    registration *r = ctx;
    web_request *q = r->q;
    people *p = r->p;
    if (!good) {
        mem_free(r);
        web_refuse(q, 503, status_name(ST_NOMEM), "no memory for a password", NULL);
        web_finish(q);
        return;
    }
    char folded[PERSON_NAME_SIZE];
    people_fold(r->name, folded, sizeof folded);
    int64_t now = people_now_ms(p);
    store_batch *b = store_batch_create();
    if (r->invitation[0]) {
        store_value use[] = {store_text(r->invitation), store_int(now)};
        (void)store_batch_add(b, STORE_INVITATION_USE, use, 2);
        store_batch_require(b);
    }
    store_value arg[] = {store_text(r->name), store_text(folded), store_int(PERSON_MEMBER),
                         store_text(hash),    store_null(),       store_int(now)};
    (void)store_batch_add(b, STORE_ACCOUNT_ADD, arg, 6);
    people_begin_session(p, q, b, 0);
    mem_free(r);
    people_commit(p, q, b,
                  (people_after){.bad_value = "this name is taken",
                                 .not_found = "this invitation was used or is too old",
                                 .me_of_word = true});
}

static bool note_row(void *ctx, const store_value *column, int count) {
    if (count) *(int64_t *)ctx = column[0].number;
    return false;
}

/* Whether one may register at all; an invitation is only looked at, it is used when the account is
 * made. */
static bool may_register(people *p, web_request *q, const char *invitation, char *hash) {
    *hash = '\0';
    if (p->setup.owner_mode || p->setup.registers == PEOPLE_OFF) {
        web_refuse(q, 403, "forbidden", "this server takes no new accounts", NULL);
        return false;
    }
    if (p->setup.registers == PEOPLE_OPEN) return true;
    int64_t maker = 0;
    if (invitation) {
        people_hash_word(invitation, hash);
        store_value arg[] = {store_text(hash), store_int(people_now_ms(p))};
        (void)store_read(p->setup.store, STORE_INVITATION_FIND, arg, 2, note_row, &maker, NULL);
    }
    if (maker) return true;
    web_refuse(q, 403, "forbidden",
               invitation ? "this invitation was used or is too old"
                          : "one needs an invitation to register here",
               "invitation");
    return false;
}

static void register_account(void *world, web_request *q) {
    people *p = ((web_world *)world)->people;
    static const char *const known[] = {"name", "password", "invitation", NULL};
    const char *name, *password, *invitation;
    char hash[PEOPLE_HASH_SIZE];
    if (!web_fields_known(q, known) || !web_field_text(q, "name", &name) ||
        !web_field_text(q, "password", &password) ||
        !web_field_text_or(q, "invitation", NULL, &invitation) ||
        !may_register(p, q, invitation, hash))
        return;
    if (!text_is_name(name) || strlen(name) < 2 || strlen(name) > MAX_NAME) {
        web_refuse(q, 422, status_name(ST_BAD_VALUE),
                   "a name is a letter and then letters, digits, dots and dashes, 2 to 32", "name");
        return;
    }
    if (!good_password(q, password, "password")) return;
    registration *r = mem_alloc(sizeof *r);
    if (!r) {
        web_refuse(q, 503, status_name(ST_NOMEM), "no memory for an account", NULL);
        return;
    }
    r->p = p;
    r->q = q;
    snprintf(r->name, sizeof r->name, "%s", name);
    memcpy(r->invitation, hash, sizeof hash);
    people_compare(p, q, password, NULL, registered, r);
}

/* --- a new password --- */

typedef struct change {
    people *p;
    web_request *q;
    char password[PEOPLE_MAX_PASSWORD + 1];
} change;

static void end_change(change *c) {
    sodium_memzero(c, sizeof *c);
    mem_free(c);
}

static void rehashed(void *ctx, bool good, const char *hash) {
    change *c = ctx;
    people *p = c->p;
    web_request *q = c->q;
    end_change(c);
    if (!good) {
        web_refuse(q, 503, status_name(ST_NOMEM), "no memory for a password", NULL);
        web_finish(q);
        return;
    }
    store_batch *b = store_batch_create();
    store_value arg[] = {store_int(q->person.id), store_text(hash)};
    store_value others[] = {store_int(q->person.id), store_int(q->person.session)};
    (void)store_batch_add(b, STORE_ACCOUNT_PASSWORD, arg, 2);
    (void)store_batch_add(b, STORE_SESSIONS_DROP_OTHERS, others, 2);
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_close(&w, '}');
    people_commit(p, q, b, (people_after){.ends_others = true, .session = q->person.session});
}

static void old_compared(void *ctx, bool good, const char *hash) {
    (void)hash;
    change *c = ctx;
    if (!good) {
        web_request *q = c->q;
        end_change(c);
        web_refuse(q, 403, "forbidden", "the old password is another one", "old");
        web_finish(q);
        return;
    }
    argon_job job = {.password = c->password, .done = rehashed, .ctx = c};
    error e;
    if (people_argon_add(c->p->argon, &job, &e) == ST_OK) return;
    web_request *q = c->q;
    end_change(c);
    q->retry_after = 2;
    web_refuse(q, 429, "too-many", e.text, NULL);
    web_finish(q);
}

/* The hash of one's password; false: one has none, and the request is refused. */
static bool own_hash(people *p, web_request *q, char out[PEOPLE_ARGON_SIZE]) {
    people_account a;
    bool has = people_find(p, NULL, q->person.id, &a) && a.password.len;
    if (has)
        snprintf(out, PEOPLE_ARGON_SIZE, "%s", text_string(&a.password));
    else
        web_refuse(q, 422, status_name(ST_UNSUPPORTED), "this account has no password", NULL);
    people_account_done(&a);
    return has;
}

static void change_password(void *world, web_request *q) {
    people *p = ((web_world *)world)->people;
    static const char *const known[] = {"old", "new", NULL};
    const char *old, *next;
    char hash[PEOPLE_ARGON_SIZE];
    if (!web_fields_known(q, known) || !web_field_text(q, "old", &old) ||
        !web_field_text(q, "new", &next) || !good_password(q, next, "new") || !own_hash(p, q, hash))
        return;
    change *c = strlen(old) <= PEOPLE_MAX_PASSWORD ? mem_alloc(sizeof *c) : NULL;
    if (!c) {
        web_refuse(q, 403, "forbidden", "the old password is another one", "old");
        return;
    }
    c->p = p;
    c->q = q;
    snprintf(c->password, sizeof c->password, "%s", next);
    people_compare(p, q, old, hash, old_compared, c);
}

/* --- leaving --- */

static void forget(people *p, web_request *q) {
    store_batch *b = store_batch_create();
    store_value id = store_int(q->person.id);
    for (int i = 0; i < p->keepers; i++)
        if (p->keeper[i].forget) (void)p->keeper[i].forget(p->keeper[i].ctx, q->person.id, b);
    (void)store_batch_add(b, STORE_ACCOUNT_DROP, &id, 1);
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_close(&w, '}');
    web_gate_set_cookie(p->setup.gate, q, NULL, 0);
    people_commit(p, q, b, (people_after){.ends_others = true});
}

typedef struct leaving {
    people *p;
    web_request *q;
} leaving;

static void leave_compared(void *ctx, bool good, const char *hash) {
    (void)hash;
    leaving l = *(leaving *)ctx;
    mem_free(ctx);
    if (good) {
        forget(l.p, l.q);
        return;
    }
    web_refuse(l.q, 403, "forbidden", "the password is another one", "password");
    web_finish(l.q);
}

static void leave(void *world, web_request *q) {
    people *p = ((web_world *)world)->people;
    static const char *const known[] = {"password", NULL};
    const char *password;
    char hash[PEOPLE_ARGON_SIZE];
    if (!web_fields_known(q, known) || !web_field_text_or(q, "password", "", &password)) return;
    if (q->person.kind == PERSON_OWNER) {
        web_refuse(
            q, 422, status_name(ST_UNSUPPORTED),
            "the owner's data goes with the file of the store: stop the server and remove it",
            NULL);
        return;
    }
    if (q->person.kind == PERSON_GUEST) {
        forget(p, q);
        return;
    }
    if (!own_hash(p, q, hash)) return;
    leaving *l = mem_alloc(sizeof *l);
    if (!l || strlen(password) > PEOPLE_MAX_PASSWORD) {
        mem_free(l);
        web_refuse(q, 403, "forbidden", "the password is another one", "password");
        return;
    }
    *l = (leaving){p, q};
    people_compare(p, q, password, hash, leave_compared, l);
}

/* --- invitations --- */

static void answer_word(web_request *q, const char *word) {
    json_writer w = web_answer(q, 201);
    json_open(&w, '{');
    json_key(&w, "invitation");
    json_string(&w, word);
    json_close(&w, '}');
}

static void invite(void *world, web_request *q) {
    people *p = ((web_world *)world)->people;
    static const char *const known[] = {NULL};
    if (!web_fields_known(q, known)) return;
    char word[PEOPLE_WORD_SIZE], hash[PEOPLE_HASH_SIZE];
    if (p->setup.owner_mode) { /* another browser of the owner's */
        people_start_word(p, word);
        answer_word(q, word);
        return;
    }
    int64_t count = 0;
    store_value maker = store_int(q->person.id);
    (void)store_read(p->setup.store, STORE_INVITATIONS_OF, &maker, 1, note_row, &count, NULL);
    if (count >= MAX_INVITATIONS) {
        web_refuse(q, 429, "too-many", "50 invitations of yours are open", NULL);
        return;
    }
    people_make_word(word);
    people_hash_word(word, hash);
    int64_t now = people_now_ms(p);
    store_batch *b = store_batch_create();
    store_value arg[] = {store_text(hash), maker, store_int(now), store_int(now + invitation_ms)};
    (void)store_batch_add(b, STORE_INVITATION_ADD, arg, 4);
    answer_word(q, word);
    people_commit(p, q, b, (people_after){.session = 0});
}

const web_route api_accounts_routes[] = {
    {"POST", "/accounts", register_account, ROUTE_OPEN | ROUTE_LOGIN},
    {"POST", "/accounts/password", change_password, ROUTE_MEMBER | ROUTE_LOGIN | ROUTE_NAMED},
    {"DELETE", "/accounts/me", leave, ROUTE_LOGIN | ROUTE_NAMED},
    {"POST", "/invitations", invite, ROUTE_MEMBER},
    {NULL, NULL, NULL, 0}};
