#include <string.h>

#include "eval/net/net_kernels.h"

/* Sums wrap around: what is added can be taken away again, whatever lies between. */
static int16_t wrap(unsigned x) {
    uint16_t low = (uint16_t)x;
    int16_t out;
    memcpy(&out, &low, sizeof out);
    return out;
}

static void sum(const net *n, const int16_t *from, int16_t *to, const input_change *c) {
    size_t width = (size_t)n->shape.width;
    if (to != from) memcpy(to, from, width * sizeof *to);
    for (int i = 0; i < c->additions; i++) {
        const int16_t *column = n->at.first + c->added[i] * width;
        for (size_t k = 0; k < width; k++) to[k] = wrap((unsigned)to[k] + (unsigned)column[k]);
    }
    for (int i = 0; i < c->removals; i++) {
        const int16_t *column = n->at.first + c->removed[i] * width;
        for (size_t k = 0; k < width; k++) to[k] = wrap((unsigned)to[k] - (unsigned)column[k]);
    }
}

static void clip(const net *n, const int16_t *from, uint8_t *unit) {
    for (int k = 0; k < n->shape.width; k++) {
        int x = from[k] < 0 ? 0 : from[k] >> n->shape.shift;
        unit[k] = (uint8_t)(x > NET_ONE ? NET_ONE : x);
    }
}

static void hidden(const net *n, const uint8_t *unit, int32_t *out) {
    size_t count = (size_t)n->shape.hidden;
    memcpy(out, n->at.second_bias, count * sizeof *out);
    for (int u = 0; u < n->shape.rows * n->shape.width; u++) {
        if (!unit[u]) continue;
        const int8_t *weight = n->at.second + (size_t)(u / 4) * count * 4 + u % 4;
        for (size_t k = 0; k < count; k++) out[k] += unit[u] * weight[4 * k];
    }
}

const net_kernels net_plain = {"plain", sum, clip, hidden};
