#ifndef EVAL_NET_NET_KERNELS_H
#define EVAL_NET_NET_KERNELS_H
/* What takes the time of a net, once in plain C and once more for processors that have wide
 * registers. All give the same numbers, bit by bit; net_plain.c is what the others are compared
 * with. */

#include "engine/game/game_inputs.h"
#include "eval/net/net.h"

typedef struct net_kernels {
    const char *name;
    /* to = from + the columns of what is added - those of what is removed, unit by unit, modulo
     * 2^16. `from` may be `to`. */
    void (*sum)(const net *n, const int16_t *from, int16_t *to, const input_change *c);
    /* The units of a row, from its sums: 0..NET_ONE. */
    void (*clip)(const net *n, const int16_t *sum, uint8_t *unit);
    /* The sums of the hidden units, from rows * width units. */
    void (*hidden)(const net *n, const uint8_t *unit, int32_t *out);
} net_kernels;

extern const net_kernels net_plain;

/* The fastest that this processor has: net_plain, avx2 or neon. */
const net_kernels *net_kernels_best(void);
/* All that this processor has, ended by NULL; for tests. */
const net_kernels *const *net_kernels_all(void);

#endif
