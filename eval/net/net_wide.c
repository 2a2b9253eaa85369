#include <assert.h>
#include <string.h>

#include "eval/net/net_kernels.h"

/* The same as net_plain.c, sixteen or thirty-two numbers at a time. Units are at most 127 and
 * weights at least -128, so that a sum of two products fits into 16 bits. */

#if defined __x86_64__

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
enum { STEP = 16 }; /* numbers of 16 bits in a register */

AVX2 static void sum_avx2(const net *n, const int16_t *from, int16_t *to, const input_change *c) {
    enum { BLOCK = 4, ALL = BLOCK * STEP }; /* registers that are summed in one go */
    size_t width = (size_t)n->shape.width;
    for (size_t at = 0; at < width; at += ALL) {
        size_t left = (width - at) / STEP;
        size_t m = left < BLOCK ? left : BLOCK;
        __m256i x[BLOCK] = {0};
        for (size_t k = 0; k < m; k++)
            x[k] = _mm256_loadu_si256((const void *)(from + at + k * STEP));
        for (int i = 0; i < c->additions; i++) {
            const int16_t *column = n->at.first + c->added[i] * width + at;
            for (size_t k = 0; k < m; k++)
                x[k] =
                    _mm256_add_epi16(x[k], _mm256_loadu_si256((const void *)(column + k * STEP)));
        }
        for (int i = 0; i < c->removals; i++) {
            const int16_t *column = n->at.first + c->removed[i] * width + at;
            for (size_t k = 0; k < m; k++)
                x[k] =
                    _mm256_sub_epi16(x[k], _mm256_loadu_si256((const void *)(column + k * STEP)));
        }
        for (size_t k = 0; k < m; k++) _mm256_storeu_si256((void *)(to + at + k * STEP), x[k]);
    }
}

AVX2 static void clip_avx2(const net *n, const int16_t *from, uint8_t *unit) {
    const __m256i one = _mm256_set1_epi16(NET_ONE);
    const __m256i zero = _mm256_setzero_si256();
    const __m128i shift = _mm_cvtsi32_si128(n->shape.shift);
    for (int k = 0; k < n->shape.width; k += STEP) {
        __m256i x = _mm256_max_epi16(_mm256_loadu_si256((const void *)(from + k)), zero);
        x = _mm256_min_epi16(_mm256_srl_epi16(x, shift), one);
        x = _mm256_packus_epi16(x, x); /* each half twice */
        x = _mm256_permute4x64_epi64(x, 0x08);
        _mm_storeu_si128((void *)(unit + k), _mm256_castsi256_si128(x));
    }
}

/* Four units at a time, against eight hidden units; groups of four zeros are passed over. */
AVX2 static void hidden_avx2(const net *n, const uint8_t *unit, int32_t *out) {
    enum { EIGHTS = NET_MAX_HIDDEN / 8 };
    int eights = n->shape.hidden / 8;
    int groups = n->shape.rows * n->shape.width / 4;
    const __m256i ones = _mm256_set1_epi16(1);
    const int8_t *weight = n->at.second;
    __m256i x[EIGHTS] = {0};
    assert(eights > 0 && eights <= EIGHTS);
    for (int k = 0; k < eights; k++)
        x[k] = _mm256_loadu_si256((const void *)(n->at.second_bias + (size_t)8 * (size_t)k));
    for (int g = 0; g < groups; g++, weight += (size_t)32 * (size_t)eights) {
        int32_t four;
        memcpy(&four, unit + (size_t)4 * (size_t)g, sizeof four);
        if (!four) continue;
        __m256i u = _mm256_set1_epi32(four);
        for (int k = 0; k < eights; k++) {
            __m256i w = _mm256_loadu_si256((const void *)(weight + (size_t)32 * (size_t)k));
            x[k] = _mm256_add_epi32(x[k], _mm256_madd_epi16(_mm256_maddubs_epi16(u, w), ones));
        }
    }
    for (int k = 0; k < eights; k++)
        _mm256_storeu_si256((void *)(out + (size_t)8 * (size_t)k), x[k]);
}

static const net_kernels net_avx2 = {"avx2", sum_avx2, clip_avx2, hidden_avx2};

static bool has_wide(void) {
    return __builtin_cpu_supports("avx2") != 0;
}
#define NET_WIDE &net_avx2

#elif defined __aarch64__

#include <arm_neon.h>

static void sum_neon(const net *n, const int16_t *from, int16_t *to, const input_change *c) {
    enum { BLOCK = 8, STEP = 8, ALL = BLOCK * STEP };
    size_t width = (size_t)n->shape.width;
    for (size_t at = 0; at < width; at += ALL) {
        size_t left = (width - at) / STEP;
        size_t m = left < BLOCK ? left : BLOCK;
        int16x8_t x[BLOCK];
        for (size_t k = 0; k < m; k++) x[k] = vld1q_s16(from + at + k * STEP);
        for (int i = 0; i < c->additions; i++) {
            const int16_t *column = n->at.first + c->added[i] * width + at;
            for (size_t k = 0; k < m; k++) x[k] = vaddq_s16(x[k], vld1q_s16(column + k * STEP));
        }
        for (int i = 0; i < c->removals; i++) {
            const int16_t *column = n->at.first + c->removed[i] * width + at;
            for (size_t k = 0; k < m; k++) x[k] = vsubq_s16(x[k], vld1q_s16(column + k * STEP));
        }
        for (size_t k = 0; k < m; k++) vst1q_s16(to + at + k * STEP, x[k]);
    }
}

static void clip_neon(const net *n, const int16_t *from, uint8_t *unit) {
    const int16x8_t shift = vdupq_n_s16((int16_t)-n->shape.shift);
    const int16x8_t one = vdupq_n_s16(NET_ONE);
    for (int k = 0; k < n->shape.width; k += 8) {
        int16x8_t x = vshlq_s16(vmaxq_s16(vld1q_s16(from + k), vdupq_n_s16(0)), shift);
        vst1_u8(unit + k, vqmovun_s16(vminq_s16(x, one)));
    }
}

/* Four units at a time, against two hidden units a register: their sums come in halves. */
static void hidden_neon(const net *n, const uint8_t *unit, int32_t *out) {
    enum { PAIRS = NET_MAX_HIDDEN / 2 };
    int pairs = n->shape.hidden / 2;
    int groups = n->shape.rows * n->shape.width / 4;
    const int8_t *weight = n->at.second;
    int32x4_t x[PAIRS];
    assert(pairs > 0 && pairs <= PAIRS);
    for (int k = 0; k < pairs; k++) x[k] = vdupq_n_s32(0);
    for (int g = 0; g < groups; g++, weight += (size_t)8 * (size_t)pairs) {
        int32_t four;
        memcpy(&four, unit + (size_t)4 * (size_t)g, sizeof four);
        if (!four) continue;
        int8x8_t u = vreinterpret_s8_s32(vdup_n_s32(four));
        for (int k = 0; k < pairs; k++)
            x[k] = vpadalq_s16(x[k], vmull_s8(u, vld1_s8(weight + (size_t)8 * (size_t)k)));
    }
    const int32_t *bias = n->at.second_bias;
    for (int k = 0; k < pairs; k++, bias += 2, out += 2) {
        int32x2_t both = vpadd_s32(vget_low_s32(x[k]), vget_high_s32(x[k]));
        out[0] = bias[0] + vget_lane_s32(both, 0);
        out[1] = bias[1] + vget_lane_s32(both, 1);
    }
}

static const net_kernels net_neon = {"neon", sum_neon, clip_neon, hidden_neon};

static bool has_wide(void) {
    return true;
}
#define NET_WIDE &net_neon

#else

static bool has_wide(void) {
    return false;
}
#define NET_WIDE &net_plain

#endif

const net_kernels *net_kernels_best(void) {
    return has_wide() ? NET_WIDE : &net_plain;
}

const net_kernels *const *net_kernels_all(void) {
    static const net_kernels *const plain[] = {&net_plain, NULL};
    static const net_kernels *const both[] = {&net_plain, NET_WIDE, NULL};
    return has_wide() ? both : plain;
}
