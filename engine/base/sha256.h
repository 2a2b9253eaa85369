#ifndef ENGINE_BASE_SHA256_H
#define ENGINE_BASE_SHA256_H
/* SHA-256 (FIPS 180-4), for the content security policies of pages. Keys of positions are xxHash
 * (hash.h), which is faster. */

#include "engine/base/text.h"

enum { SHA256_SIZE = 32 };

void sha256(const void *data, size_t len, unsigned char digest[SHA256_SIZE]);

/* As a policy names it: sha256- and the digest in base64. */
void sha256_put_source(text *out, const void *data, size_t len);

#endif
