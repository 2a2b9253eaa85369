#include "arena/crew/crew_packet.h"

#include <math.h>
#include <string.h>

static void put_low_first(text *out, uint64_t value, int bytes) {
    char buf[8];
    for (int i = 0; i < bytes; i++) buf[i] = (char)(value >> (8 * i) & 0xff);
    text_putn(out, buf, (size_t)bytes);
}

void crew_put_u64(text *out, uint64_t value) {
    put_low_first(out, value, 8);
}

void crew_put_real(text *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_low_first(out, bits, 8);
}

void crew_put_float(text *out, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_low_first(out, bits, 4);
}

void crew_put_bytes(text *out, const char *at, size_t len) {
    crew_put_u64(out, len);
    if (len) text_putn(out, at, len); /* of no bytes there may be no place */
}

void crew_put_string(text *out, const char *s) {
    crew_put_bytes(out, s ? s : "", s ? strlen(s) : 0);
}

/* --- reading --- */

crew_reader crew_read(crew_bytes b) {
    return (crew_reader){.at = b.at, .left = b.len};
}

/* The next bytes, or NULL. */
static const char *take(crew_reader *r, uint64_t bytes) {
    if (r->bad || bytes > r->left) {
        r->bad = true;
        return NULL;
    }
    const char *at = r->at;
    r->at += bytes;
    r->left -= (size_t)bytes;
    return at;
}

static uint64_t get_low_first(crew_reader *r, int bytes) {
    const char *at = take(r, (uint64_t)bytes);
    uint64_t value = 0;
    for (int i = 0; at && i < bytes; i++) value |= (uint64_t)(unsigned char)at[i] << (8 * i);
    return value;
}

uint64_t crew_get_u64(crew_reader *r) {
    return get_low_first(r, 8);
}

uint64_t crew_get_upto(crew_reader *r, uint64_t max) {
    uint64_t value = crew_get_u64(r);
    if (value <= max) return value;
    r->bad = true;
    return 0;
}

double crew_get_real(crew_reader *r) {
    uint64_t bits = get_low_first(r, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!isnan(value)) return value;
    r->bad = true;
    return 0;
}

float crew_get_float(crew_reader *r) {
    uint32_t bits = (uint32_t)get_low_first(r, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    if (!isnan(value)) return value;
    r->bad = true;
    return 0;
}

crew_bytes crew_get_bytes(crew_reader *r) {
    uint64_t len = crew_get_u64(r);
    const char *at = take(r, len);
    return (crew_bytes){at ? at : "", at ? (size_t)len : 0};
}

void crew_get_string(crew_reader *r, text *out) {
    crew_bytes b = crew_get_bytes(r);
    if (memchr(b.at, '\0', b.len)) {
        r->bad = true;
        return;
    }
    text_putn(out, b.at, b.len);
}

bool crew_read_all(const crew_reader *r) {
    return !r->bad && r->left == 0;
}
