#ifndef EVAL_NET_NET_H
#define EVAL_NET_NET_H
/* A small net that evaluates positions of one game, in integers alone: the same numbers with every
 * compiler and on every processor.
 *
 *   inputs of the player to act  -> width units --+
 *                                                 +-> hidden units -> outs
 *   inputs of the other player   -> width units --+   (with two seats; else the first row alone)
 *
 * The first layer is the same for both rows, and its sums are kept up step by step (net_path.h).
 * Its units, and the hidden ones, are clipped to 0..1, which is 0..NET_ONE here.
 *
 * What comes out are logarithms of odds, NET_ODDS a unit: with two seats one number, of the player
 * to act against the other; with more one for each seat, the player to act first. Where hands are
 * hidden the net is asked once for each seat, with what that seat knows, and says one number, the
 * seat's own.
 *
 * Where the game has points, a net may also say how many each seat will have in the end: numbers
 * read off the same hidden units, in the order of the odds (of two seats both).
 *
 * A net stands alone, or it stands on the weights of its game: then what it says is added to their
 * sums (eval/evaluate.h).
 *
 * A net is immutable; reading is safe from any thread. */

#include "engine/base/text.h"
#include "engine/game/game.h"

enum {
    NET_ONE = 127,
    NET_ODDS = 2000,
    NET_POINT = 100,     /* points are said in hundredths */
    NET_WEIGHT_ONE = 64, /* a weight of 1 between the first layer and the hidden one */
    NET_OUT_ONE = 256,   /* a weight of 1 after the hidden one */
    NET_MAX_WIDTH = 512,
    NET_WIDTH_STEP = 16, /* widths are multiples of this, */
    NET_MAX_HIDDEN = 64,
    NET_HIDDEN_STEP = 8, /* hidden layers of this */
    NET_MAX_SHIFT = 3,
    NET_MAX_BYTES = 16 << 20
};

typedef struct net_shape {
    int inputs;
    int rows;   /* 1 or 2: whose inputs are looked at */
    int width;  /* units of the first layer, a row */
    int hidden; /* units of the second */
    int outs;   /* numbers that come out */
    int shift;  /* a weight of 1 in the first layer is NET_ONE << shift */
    int points; /* numbers of points that come out; 0: none */
} net_shape;

/* The numbers, where a file has them one after the other in this order. */
typedef struct net_numbers {
    int16_t *first;      /* by input * width + unit */
    int16_t *first_bias; /* by unit */
    int8_t *second; /* by (unit / 4 * hidden + hidden unit) * 4 + unit % 4; units of both rows */
    int32_t *second_bias; /* by hidden unit, in units of NET_ONE x NET_WEIGHT_ONE */
    int16_t *out;         /* by out * hidden + hidden unit */
    int32_t *out_bias;    /* in units of NET_ONE x NET_OUT_ONE */
    int16_t *points;      /* by number * hidden + hidden unit; a weight of NET_OUT_ONE is a point */
    int32_t *points_bias; /* as out_bias */
} net_numbers;

typedef struct net {
    net_shape shape;
    net_numbers at;
    char game[64];
    uint64_t rules_hash;   /* of the compiled text; 0: none */
    uint64_t inputs_hash;  /* game_inputs_hash() */
    uint64_t weights_hash; /* of the weights it stands on; 0: it stands alone */
    int seats;
    char options[512]; /* as params_write() writes them */
    char trained[256]; /* how it was made, for people */
    uint64_t hash;     /* of the numbers */
    const struct net_kernels *kernels;
    unsigned char *memory; /* of the numbers */
} net;

/* The shape that rules ask for, with as many units as are wanted; inputs 0 where they have no
 * inputs. */
net_shape net_shape_for(const rules *r, int width, int hidden);

/* How many numbers of points a net for these rules may say; 0: the game has none. */
int net_points_for(const rules *r);

/* A net of this shape for these rules, all numbers 0. ST_NOMEM; ST_UNSUPPORTED: the rules have no
 * inputs. */
status net_create(net **out, const rules *r, const net_shape *shape, error *err);
void net_destroy(net *n); /* NULL is welcome */

/* After numbers were changed: the hash, and which kernels. */
void net_finish(net *n);

/* From a file's bytes and back: lines `name: value`, an empty line, the numbers (two's complement,
 * the lowest byte first). Everything is checked; errors name what is wrong. */
status net_read(net **out, const char *data, size_t len, error *err);
void net_write(const net *n, text *out);
/* Whether a net may have layers of these widths. */
status net_check_layers(uint64_t width, uint64_t hidden, error *err);
bool net_recognise(const char *head); /* whether a file that begins like this is a net */

/* "2x128-32-1": rows, width, hidden units, outs; "2x128-32-1+2": with points of two;
 * "2x128-32-1-on-weights". */
void net_write_shape(const net *n, text *out);

/* Whether it is one for these rules; if not, *err says what differs, with both values. */
status net_fits(const net *n, const rules *r, error *err);

#endif
