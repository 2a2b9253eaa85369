#ifndef ARENA_CREW_CREW_PACKET_H
#define ARENA_CREW_CREW_PACKET_H
/* Numbers and strings as bytes, the same on every machine: lowest byte first, doubles by their bits.
 * A reader never goes beyond its bytes: what is not there reads as 0 or as an empty string, and `bad`
 * stays set. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/text.h"

typedef struct crew_bytes {
    const char *at;
    size_t len;
} crew_bytes;

void crew_put_u64(text *out, uint64_t value);
void crew_put_real(text *out, double value);
void crew_put_float(text *out, float value);
void crew_put_bytes(text *out, const char *at, size_t len); /* with their length */
void crew_put_string(text *out, const char *s);             /* NULL is welcome: empty */

typedef struct crew_reader {
    const char *at;
    size_t left;
    bool bad;
} crew_reader;

crew_reader crew_read(crew_bytes b);
uint64_t crew_get_u64(crew_reader *r);
uint64_t crew_get_upto(crew_reader *r, uint64_t max); /* more is bad, and reads as 0 */
double crew_get_real(crew_reader *r);                 /* a number that is none is bad */
float crew_get_float(crew_reader *r);
crew_bytes crew_get_bytes(crew_reader *r); /* part of the reader's bytes */
/* A copy that ends in NUL; bytes with a NUL among them are bad. */
void crew_get_string(crew_reader *r, text *out);
bool crew_read_all(const crew_reader *r); /* nothing was bad and nothing is left */

#endif
