#ifndef ENGINE_BASE_JSON_H
#define ENGINE_BASE_JSON_H
/* Writes JSON onto a text, value by value, and puts the commas. Numbers keep the digits they are
 * given (0.0000). The caller opens and closes what belongs together. */

#include "engine/base/text.h"

enum { JSON_MAX_DEPTH = 64 };

typedef struct json_writer {
    text *out;
    bool comma;       /* a value was written at this level */
    bool keyed;       /* a key was written, its value follows */
    unsigned depth;   /* how many brackets are open, at most JSON_MAX_DEPTH */
    uint64_t objects; /* which of them are objects, the innermost lowest */
} json_writer;

/* What always holds, for assertions. */
static inline bool json_check(const json_writer *w) {
    return w->out && w->depth <= JSON_MAX_DEPTH && !(w->keyed && w->comma) &&
           (w->depth == JSON_MAX_DEPTH || !(w->objects >> w->depth));
}

json_writer json_writer_on(text *out);

void json_open(json_writer *w, char bracket); /* '{' or '[' */
void json_close(json_writer *w, char bracket);
void json_key(json_writer *w, const char *key); /* its value follows */

void json_string(json_writer *w, const char *s);
void json_stringn(json_writer *w, const char *s, size_t n);
/* The same in ASCII: what is UTF-8 becomes \\u00c2, other bytes stand for themselves (Latin-1). */
void json_ascii(json_writer *w, const char *s);
void json_asciin(json_writer *w, const char *s, size_t n);
void json_bool(json_writer *w, bool b);
void json_int(json_writer *w, int64_t n);
void json_real(json_writer *w, double x, int digits);  /* as %.*f; a string where not finite */
void json_short(json_writer *w, double x, int digits); /* as %.*g */
void json_raw(json_writer *w, const char *value);      /* a value that is JSON already */

#endif
