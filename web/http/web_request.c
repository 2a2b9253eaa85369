#include "web/http/web_request.h"

#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"

void web_request_init(web_request *q, web_link *link) {
    *q = (web_request){.link = link,
                       .method = "",
                       .path = "",
                       .raw = "",
                       .address = "",
                       .last_event = -1,
                       .code = 200,
                       .out = text_growing(),
                       .type = "application/json",
                       .begun_ns = clock_now_ns()};
}

void web_request_done(web_request *q) {
    json_decref(q->body);
    text_done(&q->out);
    mem_free(q->decoded);
    mem_free(q->pairs);
    *q = (web_request){0};
}

const char *web_query(const web_request *q, const char *name, int n) {
    for (size_t i = 0; i < q->pair_count; i++)
        if (strcmp(q->pairs[i].name, name) == 0 && n-- == 0) return q->pairs[i].value;
    return NULL;
}

/* --- answers --- */

json_writer web_answer(web_request *q, int code) {
    q->code = code;
    q->type = "application/json";
    text_clear(&q->out);
    return json_writer_on(&q->out);
}

void web_refuse(web_request *q, int http, const char *code, const char *sentence,
                const char *place) {
    json_writer w = web_answer(q, http);
    if (http == 503 && !q->retry_after) q->retry_after = 1;
    json_open(&w, '{');
    json_key(&w, "error");
    json_open(&w, '{');
    json_key(&w, "code");
    json_string(&w, code);
    json_key(&w, "sentence");
    json_ascii(&w, sentence);
    json_key(&w, "place");
    if (place)
        json_ascii(&w, place);
    else
        json_raw(&w, "null");
    json_close(&w, '}');
    json_close(&w, '}');
}

static int http_of(status st) {
    switch (st) {
    case ST_LEAK:
        return 403;
    case ST_NOT_FOUND:
        return 404;
    case ST_BUSY:
        return 409;
    case ST_IO:
    case ST_NOMEM:
    case ST_STOPPED:
        return 503;
    case ST_OK:
    case ST_INTERNAL:
        return 500;
    default:
        return 422;
    }
}

void web_refuse_error(web_request *q, const error *e) {
    web_refuse(q, http_of(e->code), status_name(e->code), e->text, e->arg[0] ? e->arg : NULL);
}

void web_later(web_request *q) {
    q->waits = true;
    q->link->later(q->link, q);
}

void web_finish(web_request *q) {
    q->link->finish(q->link, q);
}

/* --- fields of the body --- */

static bool bad_field(web_request *q, const char *name, const char *what) {
    char buf[160];
    text t = text_over(buf, sizeof buf);
    text_format(&t, "the field %.60s %s", name, what);
    web_refuse(q, 422, status_name(ST_BAD_VALUE), buf, name);
    return false;
}

static json_t *field(const web_request *q, const char *name) {
    json_t *j = q->body ? json_object_get(q->body, name) : NULL;
    return json_is_null(j) ? NULL : j;
}

bool web_field_text_or(web_request *q, const char *name, const char *usual, const char **out) {
    json_t *j = field(q, name);
    *out = usual;
    if (!j) return true;
    if (!json_is_string(j)) return bad_field(q, name, "must be a text");
    *out = json_string_value(j);
    return true;
}

bool web_field_text(web_request *q, const char *name, const char **out) {
    if (!field(q, name)) return bad_field(q, name, "is missing");
    return web_field_text_or(q, name, "", out);
}

bool web_field_int_or(web_request *q, const char *name, int64_t min, int64_t max, int64_t usual,
                      int64_t *out) {
    json_t *j = field(q, name);
    *out = usual;
    if (!j) return true;
    char buf[96];
    text t = text_over(buf, sizeof buf);
    text_format(&t, "must be a whole number from %lld to %lld", (long long)min, (long long)max);
    if (!json_is_integer(j)) return bad_field(q, name, buf);
    int64_t n = json_integer_value(j);
    if (n < min || n > max) return bad_field(q, name, buf);
    *out = n;
    return true;
}

bool web_field_int(web_request *q, const char *name, int64_t min, int64_t max, int64_t *out) {
    if (!field(q, name)) return bad_field(q, name, "is missing");
    return web_field_int_or(q, name, min, max, min, out);
}

bool web_field_bool_or(web_request *q, const char *name, bool usual, bool *out) {
    json_t *j = field(q, name);
    *out = usual;
    if (!j) return true;
    if (!json_is_boolean(j)) return bad_field(q, name, "must be true or false");
    *out = json_is_true(j);
    return true;
}

bool web_field_object_or(web_request *q, const char *name, json_t **out) {
    *out = field(q, name);
    return !*out || json_is_object(*out) || bad_field(q, name, "must be an object");
}

bool web_field_array_or(web_request *q, const char *name, json_t **out) {
    *out = field(q, name);
    return !*out || json_is_array(*out) || bad_field(q, name, "must be a list");
}

static bool is_one(const char *name, const char *const *names) {
    for (; *names; names++)
        if (strcmp(name, *names) == 0) return true;
    return false;
}

bool web_fields_known(web_request *q, const char *const *names) {
    if (!q->body) return true;
    for (void *i = json_object_iter(q->body); i; i = json_object_iter_next(q->body, i))
        if (!is_one(json_object_iter_key(i), names))
            return bad_field(q, json_object_iter_key(i), "is unknown here");
    return true;
}
