#ifndef ENGINE_BASE_BASE64_H
#define ENGINE_BASE_BASE64_H
/* Bytes as letters (RFC 4648). */

#include "engine/base/text.h"

typedef enum base64_kind {
    BASE64_PADDED, /* + and /, with = at the end */
    BASE64_URL     /* - and _, without */
} base64_kind;

void base64_put(text *out, const unsigned char *data, size_t len, base64_kind kind);

/* What a letter of BASE64_URL stands for; -1: it is none. */
int base64_url_value(char letter);

#endif
