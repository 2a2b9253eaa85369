#include "eval/net/net.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/game/game_inputs.h"
#include "eval/net/net_kernels.h"

/* --- create and destroy --- */

net_shape net_shape_for(const rules *r, int width, int hidden) {
    bool hides = r->traits & GAME_HIDDEN;
    bool pair = r->players == 2 && !hides;
    return (net_shape){.inputs = r->inputs->count ? r->inputs->count(r) : 0,
                       .rows = pair ? 2 : 1,
                       .width = width,
                       .hidden = hidden,
                       .outs = pair || hides ? 1 : r->players};
}

int net_points_for(const rules *r) {
    if (!(r->traits & GAME_POINTS)) return 0;
    return r->traits & GAME_HIDDEN ? 1 : r->players;
}

/* How many numbers each part has, and how many bytes all of them take in a file. */
typedef struct part_sizes {
    size_t first, first_bias, second, second_bias, out, out_bias, points, points_bias;
    size_t bytes;
} part_sizes;

static part_sizes sizes_of(const net_shape *s) {
    size_t width = (size_t)s->width;
    size_t hidden = (size_t)s->hidden;
    part_sizes z = {.first = (size_t)s->inputs * width,
                    .first_bias = width,
                    .second = (size_t)s->rows * width * hidden,
                    .second_bias = hidden,
                    .out = (size_t)s->outs * hidden,
                    .out_bias = (size_t)s->outs,
                    .points = (size_t)s->points * hidden,
                    .points_bias = (size_t)s->points};
    z.bytes = 2 * (z.first + z.first_bias + z.out + z.points) + z.second +
              4 * (z.second_bias + z.out_bias + z.points_bias);
    return z;
}

static bool shape_check(const net_shape *s) {
    return s->inputs > 0 && s->inputs <= 65535 && (s->rows == 1 || s->rows == 2) && s->width > 0 &&
           s->width <= NET_MAX_WIDTH && s->width % NET_WIDTH_STEP == 0 && s->hidden > 0 &&
           s->hidden <= NET_MAX_HIDDEN && s->hidden % NET_HIDDEN_STEP == 0 && s->outs > 0 &&
           s->outs <= GAME_MAX_PLAYERS && s->points >= 0 && s->points <= GAME_MAX_PLAYERS &&
           s->shift >= 0 && s->shift <= NET_MAX_SHIFT && sizes_of(s).bytes <= NET_MAX_BYTES;
}

/* Memory for the numbers, every part at a multiple of 64 bytes. */
static bool lay_out(net *n) {
    enum { LINE = 64, PARTS = 8 };
    part_sizes z = sizes_of(&n->shape);
    const size_t bytes[PARTS] = {2 * z.first, 2 * z.first_bias, z.second,     4 * z.second_bias,
                                 2 * z.out,   4 * z.out_bias,   2 * z.points, 4 * z.points_bias};
    size_t at[PARTS];
    size_t sum = LINE;
    for (int i = 0; i < PARTS; i++) {
        at[i] = sum;
        sum += (bytes[i] + LINE - 1) / LINE * LINE;
    }
    n->memory = mem_alloc(sum);
    if (!n->memory) return false;
    unsigned char *base = n->memory - (uintptr_t)n->memory % LINE;
    n->at.first = (int16_t *)(void *)(base + at[0]);
    n->at.first_bias = (int16_t *)(void *)(base + at[1]);
    n->at.second = (int8_t *)(void *)(base + at[2]);
    n->at.second_bias = (int32_t *)(void *)(base + at[3]);
    n->at.out = (int16_t *)(void *)(base + at[4]);
    n->at.out_bias = (int32_t *)(void *)(base + at[5]);
    n->at.points = (int16_t *)(void *)(base + at[6]);
    n->at.points_bias = (int32_t *)(void *)(base + at[7]);
    return true;
}

static void copy_options(const rules *r, char *out, size_t size) {
    text t = text_over(out, size);
    params_write(&r->options, &t);
}

status net_create(net **out, const rules *r, const net_shape *shape, error *err) {
    *out = NULL;
    if (shape->inputs <= 0)
        return error_set(err, ST_UNSUPPORTED, "%s says nothing that a net could see",
                         r->game->name);
    assert(shape_check(shape));
    net *n = mem_alloc(sizeof *n);
    if (n) n->shape = *shape;
    if (!n || !lay_out(n)) {
        mem_free(n);
        return error_set(err, ST_NOMEM, "no memory for a net");
    }
    (void)snprintf(n->game, sizeof n->game, "%s", r->game->name);
    copy_options(r, n->options, sizeof n->options);
    n->rules_hash = r->text_hash;
    n->inputs_hash = game_inputs_hash(r);
    n->seats = r->players;
    net_finish(n);
    *out = n;
    return ST_OK;
}

void net_destroy(net *n) {
    if (!n) return;
    mem_free(n->memory);
    mem_free(n);
}

/* --- numbers --- */

static void put_16(text *out, const int16_t *x, size_t n) {
    for (size_t i = 0; i < n; i++) {
        unsigned u = (uint16_t)x[i];
        text_char(out, (char)(u & 0xff));
        text_char(out, (char)(u >> 8));
    }
}

static void put_32(text *out, const int32_t *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 32; k += 8) text_char(out, (char)((uint32_t)x[i] >> k & 0xff));
}

static void put_numbers(const net *n, text *out) {
    part_sizes z = sizes_of(&n->shape);
    put_16(out, n->at.first, z.first);
    put_16(out, n->at.first_bias, z.first_bias);
    text_putn(out, (const char *)n->at.second, z.second);
    put_32(out, n->at.second_bias, z.second_bias);
    put_16(out, n->at.out, z.out);
    put_32(out, n->at.out_bias, z.out_bias);
    put_16(out, n->at.points, z.points);
    put_32(out, n->at.points_bias, z.points_bias);
}

static const unsigned char *take_16(int16_t *to, const unsigned char *from, size_t n) {
    for (size_t i = 0; i < n; i++, from += 2) {
        uint16_t u = (uint16_t)(from[0] | from[1] << 8);
        memcpy(&to[i], &u, sizeof u);
    }
    return from;
}

static const unsigned char *take_32(int32_t *to, const unsigned char *from, size_t n) {
    for (size_t i = 0; i < n; i++, from += 4) {
        uint32_t u =
            from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
        memcpy(&to[i], &u, sizeof u);
    }
    return from;
}

static void take_numbers(net *n, const unsigned char *from) {
    part_sizes z = sizes_of(&n->shape);
    from = take_16(n->at.first, from, z.first);
    from = take_16(n->at.first_bias, from, z.first_bias);
    memcpy(n->at.second, from, z.second);
    from = take_32(n->at.second_bias, from + z.second, z.second_bias);
    from = take_16(n->at.out, from, z.out);
    from = take_32(n->at.out_bias, from, z.out_bias);
    from = take_16(n->at.points, from, z.points);
    (void)take_32(n->at.points_bias, from, z.points_bias);
}

void net_finish(net *n) {
    text numbers = text_growing();
    put_numbers(n, &numbers);
    n->hash = hash_bytes(text_string(&numbers), numbers.len, 0);
    n->kernels = net_kernels_best();
    text_done(&numbers);
}

/* --- files --- */

#define NET_HEAD "kibitz net: 1\n"

status net_check_layers(uint64_t width, uint64_t hidden, error *err) {
    if (width % NET_WIDTH_STEP == 0 && hidden % NET_HIDDEN_STEP == 0) return ST_OK;
    return error_set(err, ST_BAD_VALUE, "width is a multiple of %d, hidden of %d", NET_WIDTH_STEP,
                     NET_HIDDEN_STEP);
}

bool net_recognise(const char *head) {
    return strncmp(head, NET_HEAD, strlen(NET_HEAD)) == 0;
}

void net_write_shape(const net *n, text *out) {
    const net_shape *s = &n->shape;
    text_format(out, "%dx%d-%d-%d", s->rows, s->width, s->hidden, s->outs);
    if (s->points) text_format(out, "+%d", s->points);
    if (n->weights_hash) text_put(out, "-on-weights");
}

/* Of the header, up to its last line, and the numbers. */
static uint64_t file_sum(const char *head, size_t len, const char *numbers, size_t bytes) {
    return hash_bytes(numbers, bytes, hash_bytes(head, len, 0));
}

void net_write(const net *n, text *out) {
    const net_shape *s = &n->shape;
    text numbers = text_growing();
    size_t from = out->len;
    text_format(out, NET_HEAD "game: %s\nrules: %016llx\noptions: %s\nseats: %d\n", n->game,
                (unsigned long long)n->rules_hash, n->options, n->seats);
    text_format(out, "inputs: %d %016llx\nshape: %d %d %d %d\nshift: %d\n", s->inputs,
                (unsigned long long)n->inputs_hash, s->rows, s->width, s->hidden, s->outs,
                s->shift);
    if (s->points) text_format(out, "points: %d\n", s->points);
    if (n->weights_hash)
        text_format(out, "weights: %016llx\n", (unsigned long long)n->weights_hash);
    text_format(out, "trained: %s\n", n->trained);
    put_numbers(n, &numbers);
    uint64_t sum = out->cut || numbers.cut ? 0
                                           : file_sum(out->at + from, out->len - from,
                                                      text_string(&numbers), numbers.len);
    text_format(out, "sum: %016llx\n\n", (unsigned long long)sum);
    text_putn(out, text_string(&numbers), numbers.len);
    out->cut |= numbers.cut;
    text_done(&numbers);
}

/* The value of the next line, which must have this name; NULL: it has not. */
static const char *next_line(char **s, const char *name) {
    size_t len = strlen(name);
    char *line = *s;
    char *end = strchr(line, '\n');
    if (!end || strncmp(line, name, len) != 0 || strncmp(line + len, ": ", 2) != 0) return NULL;
    *end = '\0';
    *s = end + 1;
    return line + len + 2;
}

/* Numbers with one space between. */
static bool take_counts(const char *line, int *out, int count) {
    for (int i = 0; i < count; i++) {
        char word[16];
        size_t len = strcspn(line, " ");
        uint64_t x;
        if (len >= sizeof word) return false;
        memcpy(word, line, len);
        word[len] = '\0';
        if (!text_u64(word, 1000000, &x)) return false;
        out[i] = (int)x;
        line += len;
        if (i + 1 < count && *line++ != ' ') return false;
    }
    return !*line;
}

static bool take_text(char *to, size_t size, const char *line) {
    if (!line || strlen(line) >= size) return false;
    memcpy(to, line, strlen(line) + 1);
    return true;
}

static bool take_inputs(net *n, const char *line) {
    const char *space = line ? strchr(line, ' ') : NULL;
    char count[16];
    if (!space || (size_t)(space - line) >= sizeof count) return false;
    memcpy(count, line, (size_t)(space - line));
    count[space - line] = '\0';
    return take_counts(count, &n->shape.inputs, 1) && text_hex(space + 1, &n->inputs_hash);
}

static bool take_shape(net_shape *s, const char *line) {
    int x[4];
    if (!line || !take_counts(line, x, 4)) return false;
    s->rows = x[0];
    s->width = x[1];
    s->hidden = x[2];
    s->outs = x[3];
    return true;
}

/* The lines of the header, each of which is destroyed; NULL, or the name of the first that is
 * wrong. */
static const char *take_header(net *n, char *s, uint64_t *sum) {
    const char *line = next_line(&s, "kibitz net");
    if (!line || strcmp(line, "1") != 0) return "kibitz net";
    if (!take_text(n->game, sizeof n->game, next_line(&s, "game"))) return "game";
    line = next_line(&s, "rules");
    if (!line || !text_hex(line, &n->rules_hash)) return "rules";
    if (!take_text(n->options, sizeof n->options, next_line(&s, "options"))) return "options";
    line = next_line(&s, "seats");
    if (!line || !take_counts(line, &n->seats, 1) || n->seats < 1 || n->seats > GAME_MAX_PLAYERS)
        return "seats";
    if (!take_inputs(n, next_line(&s, "inputs"))) return "inputs";
    if (!take_shape(&n->shape, next_line(&s, "shape"))) return "shape";
    line = next_line(&s, "shift");
    if (!line || !take_counts(line, &n->shape.shift, 1)) return "shift";
    line = next_line(&s, "points"); /* only where it says points */
    if (line && (!take_counts(line, &n->shape.points, 1) || !n->shape.points)) return "points";
    if (!shape_check(&n->shape)) return "shape";
    line = next_line(&s, "weights"); /* only where it stands on weights */
    if (line && (!text_hex(line, &n->weights_hash) || !n->weights_hash)) return "weights";
    if (!take_text(n->trained, sizeof n->trained, next_line(&s, "trained"))) return "trained";
    line = next_line(&s, "sum");
    if (!line || !text_hex(line, sum)) return "sum";
    return *s ? "sum" : NULL;
}

static status read_header(net *n, const char *data, size_t len, uint64_t *sum, error *err) {
    char *copy = mem_alloc(len + 1);
    if (!copy) return error_set(err, ST_NOMEM, "no memory for a net");
    memcpy(copy, data, len);
    const char *wrong = memchr(copy, '\0', len) ? "header" : take_header(n, copy, sum);
    mem_free(copy);
    if (!wrong) return ST_OK;
    return error_set(err, ST_BAD_SYNTAX, "no net of ours, or damaged: its line `%s` is not right",
                     wrong);
}

static status read_numbers(net *n, const char *data, size_t len, error *err) {
    size_t bytes = sizes_of(&n->shape).bytes;
    if (len != bytes)
        return error_set(err, ST_BAD_SYNTAX,
                         "the net is damaged: its shape takes %zu bytes of numbers, it has %zu",
                         bytes, len);
    n->hash = hash_bytes(data, len, 0);
    if (!lay_out(n)) return error_set(err, ST_NOMEM, "no memory for a net");
    take_numbers(n, (const unsigned char *)data);
    n->kernels = net_kernels_best();
    return ST_OK;
}

/* `head` bytes of header, with the empty line after them. */
static status check_sum(const char *data, size_t len, size_t head, uint64_t sum, error *err) {
    size_t last = head - 2; /* where the line `sum` begins */
    while (last > 0 && data[last - 1] != '\n') last--;
    uint64_t found = file_sum(data, last, data + head, len - head);
    if (found == sum) return ST_OK;
    return error_set(err, ST_BAD_SYNTAX,
                     "the net is damaged: its sum is %016llx, its header says %016llx",
                     (unsigned long long)found, (unsigned long long)sum);
}

/* Where the header ends: after the first empty line. 0: nowhere. */
static size_t header_of(const char *data, size_t len) {
    enum { MAX_HEADER = 4096 };
    for (size_t i = 1; i < len && i < MAX_HEADER; i++)
        if (data[i] == '\n' && data[i - 1] == '\n') return i + 1;
    return 0;
}

status net_read(net **out, const char *data, size_t len, error *err) {
    *out = NULL;
    size_t head = header_of(data, len);
    uint64_t sum = 0;
    if (!head) return error_set(err, ST_BAD_SYNTAX, "no net of ours: it has no header");
    net *n = mem_alloc(sizeof *n);
    if (!n) return error_set(err, ST_NOMEM, "no memory for a net");
    status st = read_header(n, data, head - 1, &sum, err);
    if (st == ST_OK) st = read_numbers(n, data + head, len - head, err);
    if (st == ST_OK) st = check_sum(data, len, head, sum, err);
    if (st == ST_OK)
        *out = n;
    else
        net_destroy(n);
    return st;
}

/* --- whose net it is --- */

status net_fits(const net *n, const rules *r, error *err) {
    char options[sizeof n->options];
    int inputs = r->inputs->count ? r->inputs->count(r) : 0;
    copy_options(r, options, sizeof options);
    net_shape want = net_shape_for(r, n->shape.width, n->shape.hidden);
    if (!text_same(n->game, r->game->name))
        return error_set(err, ST_BAD_VALUE, "this is a net of %s, not of %s", n->game,
                         r->game->name);
    if (n->seats != r->players)
        return error_set(err, ST_BAD_VALUE, "the net is for %d seats, not for %d", n->seats,
                         r->players);
    if (strcmp(n->options, options) != 0)
        return error_set(err, ST_BAD_VALUE, "the net is for the options `%.80s`, not for `%.80s`",
                         n->options, options);
    if (n->rules_hash != r->text_hash)
        return error_set(err, ST_BAD_VALUE, "the net is for the rules %016llx, not for %016llx",
                         (unsigned long long)n->rules_hash, (unsigned long long)r->text_hash);
    if (n->shape.inputs != inputs || n->inputs_hash != game_inputs_hash(r))
        return error_set(err, ST_BAD_VALUE,
                         "the net is for %d inputs (list %016llx), the game has %d (%016llx)",
                         n->shape.inputs, (unsigned long long)n->inputs_hash, inputs,
                         (unsigned long long)game_inputs_hash(r));
    if (n->shape.rows != want.rows || n->shape.outs != want.outs)
        return error_set(err, ST_BAD_VALUE,
                         "the net has %d rows and %d outs, the game takes %d and %d", n->shape.rows,
                         n->shape.outs, want.rows, want.outs);
    if (n->shape.points && n->shape.points != net_points_for(r))
        return error_set(err, ST_BAD_VALUE, "the net says %d numbers of points, the game takes %d",
                         n->shape.points, net_points_for(r));
    return ST_OK;
}
