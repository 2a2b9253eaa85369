#include "arena/crew/crew_message.h"

#include <assert.h>

#include "engine/base/hash.h"

#define CREW_MARK UINT64_C(0x315745524342494b) /* "KIBCREW1" */

void crew_message_write(const crew_message *m, text *out) {
    assert(out->len == 0);
    crew_put_u64(out, CREW_MARK);
    crew_put_u64(out, (uint64_t)m->kind);
    crew_put_u64(out, m->crew);
    crew_put_u64(out, m->number);
    crew_put_u64(out, hash_bytes(m->body.len ? m->body.at : "", m->body.len, 0));
    crew_put_bytes(out, m->body.at, m->body.len);
}

static status refuse(const char *why, size_t len, error *err) {
    return error_set(err, ST_INTERNAL, "a message of %zu bytes %s", len, why);
}

status crew_message_read(crew_message *out, crew_bytes from, error *err) {
    crew_reader r = crew_read(from);
    *out = (crew_message){0};
    if (from.len < CREW_HEAD) return refuse("has no head", from.len, err);
    if (crew_get_u64(&r) != CREW_MARK) return refuse("is none of ours", from.len, err);
    uint64_t kind = crew_get_upto(&r, CREW_KIND_END - 1);
    uint64_t crew = crew_get_upto(&r, UINT32_MAX);
    uint64_t number = crew_get_u64(&r);
    uint64_t hash = crew_get_u64(&r);
    crew_bytes body = crew_get_bytes(&r);
    if (!crew_read_all(&r)) return refuse("has a wrong length", from.len, err);
    if (kind == 0) return refuse("is of no kind", from.len, err);
    if (hash != hash_bytes(body.at, body.len, 0)) return refuse("is damaged", from.len, err);
    *out = (crew_message){(crew_kind)kind, (uint32_t)crew, number, body};
    return ST_OK;
}

/* --- errors --- */

void crew_error_write(const error *e, text *out) {
    crew_put_u64(out, (uint64_t)e->code);
    crew_put_string(out, e->text);
    crew_put_string(out, e->arg);
}

static void copy_line(crew_reader *r, char *to, size_t cap) {
    text line = text_over(to, cap);
    crew_get_string(r, &line);
    for (char *s = to; *s; s++)
        if ((unsigned char)*s < ' ') *s = ' ';
}

bool crew_error_read(crew_reader *r, error *out) {
    status st = (status)crew_get_upto(r, ST_COUNT - 1);
    char line[sizeof out->text];
    char arg[sizeof out->arg];
    copy_line(r, line, sizeof line);
    copy_line(r, arg, sizeof arg);
    if (r->bad) return false;
    (void)error_set(out, st, "%s", line);
    error_arg(out, arg);
    return true;
}
