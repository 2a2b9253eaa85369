/* Tokens: words that programs send instead of a cookie. One is shown once, when it is made. */
#include <string.h>

#include "web/api/api_session.h"
#include "web/api/people_inside.h"
#include "web/web_world.h"

enum { MAX_TOKENS = 20, MAX_NAME = 60, MAX_DAYS = 366, STANDARD_DAYS = 90 };
static const int64_t day_ms = 24LL * 3600 * 1000;

/* --- the list --- */

static void put_time(json_writer *w, const char *key, const store_value *v) {
    json_key(w, key);
    if (v->type == STORE_INT)
        json_int(w, v->number);
    else
        json_raw(w, "null");
}

static bool write_token(void *ctx, const store_value *column, int count) {
    json_writer *w = ctx;
    if (count < 5) return false;
    json_open(w, '{');
    put_time(w, "id", &column[0]);
    json_key(w, "name");
    json_string(w, column[1].text ? column[1].text : "");
    put_time(w, "made", &column[2]);
    put_time(w, "ends", &column[3]);
    put_time(w, "used", &column[4]);
    json_close(w, '}');
    return true;
}

void api_tokens_write(people *p, int64_t account, json_writer *w) {
    store_value arg[] = {store_int(account), store_int(people_now_ms(p))};
    json_key(w, "tokens");
    json_open(w, '[');
    (void)store_read(p->setup.store, STORE_TOKENS_OF, arg, 2, write_token, w, NULL);
    json_close(w, ']');
}

static void list_tokens(void *world, web_request *q) {
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    api_tokens_write(((web_world *)world)->people, q->person.id, &w);
    json_close(&w, '}');
}

/* --- making one --- */

static bool count_row(void *ctx, const store_value *column, int count) {
    (void)column, (void)count;
    ++*(int *)ctx;
    return true;
}

static bool has_place(people *p, web_request *q) {
    int count = 0;
    store_value arg[] = {store_int(q->person.id), store_int(people_now_ms(p))};
    (void)store_read(p->setup.store, STORE_TOKENS_OF, arg, 2, count_row, &count, NULL);
    if (count < MAX_TOKENS) return true;
    web_refuse(q, 429, "too-many", "you have 20 tokens: revoke one first", NULL);
    return false;
}

static void make_token(void *world, web_request *q) {
    static const char *const known[] = {"name", "days", NULL};
    people *p = ((web_world *)world)->people;
    const char *name;
    int64_t days;
    if (!web_fields_known(q, known) || !web_field_text(q, "name", &name) ||
        !web_field_int_or(q, "days", 1, MAX_DAYS, STANDARD_DAYS, &days))
        return;
    if (!*name || strlen(name) > MAX_NAME) {
        web_refuse(q, 422, status_name(ST_BAD_VALUE), "a token has a name of 1 to 60 bytes",
                   "name");
        return;
    }
    if (!has_place(p, q)) return;
    char word[PEOPLE_WORD_SIZE], hash[PEOPLE_HASH_SIZE];
    people_make_word(word);
    people_hash_word(word, hash);
    int64_t now = people_now_ms(p);
    int64_t ends = now + days * day_ms;
    store_value arg[] = {store_text(hash), store_int(q->person.id), store_text(name),
                         store_int(now),   store_int(ends),         store_int(MAX_TOKENS)};
    store_batch *b = store_batch_create();
    (void)store_batch_add(b, STORE_TOKEN_ADD, arg, 6);
    store_batch_require(b);
    json_writer w = web_answer(q, 201);
    json_open(&w, '{');
    json_key(&w, "token");
    json_string(&w, word);
    json_key(&w, "name");
    json_string(&w, name);
    put_time(&w, "made", &arg[3]);
    put_time(&w, "ends", &arg[4]);
    json_close(&w, '}');
    people_commit(p, q, b, (people_after){.not_found = "you have 20 tokens: revoke one first"});
}

/* --- revoking one: what runs for it ends, too --- */

static void drop_token(void *world, web_request *q) {
    people *p = ((web_world *)world)->people;
    int64_t id;
    if (!text_i64(q->word[0], 1, INT64_MAX / 2, &id)) {
        web_refuse(q, 404, status_name(ST_NOT_FOUND), "there is no such token of yours", NULL);
        return;
    }
    store_batch *b = store_batch_create();
    store_value arg[] = {store_int(id), store_int(q->person.id)};
    (void)store_batch_add(b, STORE_TOKEN_DROP, arg, 2);
    store_batch_require(b);
    json_writer w = web_answer(q, 200);
    json_open(&w, '{');
    json_close(&w, '}');
    people_commit(p, q, b,
                  (people_after){.not_found = "there is no such token of yours",
                                 .ends = true,
                                 .session = -id});
}

const web_route api_tokens_routes[] = {{"GET", "/tokens", list_tokens, ROUTE_MEMBER},
                                       {"POST", "/tokens", make_token, ROUTE_MEMBER},
                                       {"DELETE", "/tokens/{}", drop_token, ROUTE_MEMBER},
                                       {NULL, NULL, NULL, 0}};
