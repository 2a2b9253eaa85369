#include "engine/base/base64.h"

#include <string.h>

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

static const char *const alphabets[] = {
    [BASE64_PADDED] = LETTERS "+/", [BASE64_URL] = LETTERS "-_"};

void base64_put(text *out, const unsigned char *data, size_t len, base64_kind kind) {
    const char *alphabet = alphabets[kind];
    for (size_t i = 0; i < len; i += 3) {
        size_t n = len - i < 3 ? len - i : 3;
        uint32_t bits = 0;
        for (size_t j = 0; j < 3; j++) bits = bits << 8 | (j < n ? data[i + j] : 0u);
        for (size_t j = 0; j <= n; j++) text_char(out, alphabet[bits >> (18 - 6 * j) & 63]);
        if (kind == BASE64_PADDED) text_repeat(out, '=', (int)(3 - n));
    }
}

int base64_url_value(char letter) {
    const char *at = letter ? strchr(alphabets[BASE64_URL], letter) : NULL;
    return at ? (int)(at - alphabets[BASE64_URL]) : -1;
}
