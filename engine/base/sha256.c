#include "engine/base/sha256.h"

#include <string.h>

#include "engine/base/base64.h"

enum { BLOCK = 64, ROUNDS = 64 };

/* Fractions of the cube roots of the first 64 primes, and of the square roots of the first 8. */
static const uint32_t round_key[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
static const uint32_t start_state[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static uint32_t rotate(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

static void take_block(uint32_t state[8], const unsigned char *block) {
    uint32_t w[ROUNDS];
    for (int i = 0; i < 16; i++, block += 4)
        w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 |
               block[3];
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    uint32_t s[8]; /* a to h of the standard */
    memcpy(s, state, sizeof s);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t sum1 = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25);
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t t1 = s[7] + sum1 + choice + round_key[i] + w[i];
        uint32_t sum0 = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + sum0 + majority;
    }
    for (int i = 0; i < 8; i++) state[i] += s[i];
}

void sha256(const void *data, size_t len, unsigned char digest[SHA256_SIZE]) {
    const unsigned char *at = data;
    uint32_t state[8];
    memcpy(state, start_state, sizeof state);
    size_t left = len;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK) take_block(state, at);
    /* What is left, a one bit, zeros, and the number of bits as the last eight bytes. */
    unsigned char tail[2 * BLOCK] = {0};
    if (left) memcpy(tail, at, left);
    tail[left] = 0x80;
    size_t size = left + 9 > BLOCK ? 2 * BLOCK : BLOCK;
    uint64_t bits = (uint64_t)len * 8;
    for (int i = 0; i < 8; i++) tail[size - 1 - (size_t)i] = (unsigned char)(bits >> 8 * i);
    for (size_t i = 0; i < size; i += BLOCK) take_block(state, tail + i);
    for (int i = 0; i < SHA256_SIZE; i++)
        digest[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_put_source(text *out, const void *data, size_t len) {
    unsigned char digest[SHA256_SIZE];
    sha256(data, len, digest);
    text_put(out, "sha256-");
    base64_put(out, digest, sizeof digest, BASE64_PADDED);
}
