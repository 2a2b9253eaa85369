#include "tune/fits/loss_ranks.h"

#include <assert.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"

struct loss_ranks {
    const examples *e;
    crew *crew;
    const loss_ranks_call *call; /* under way */
    size_t each;                 /* chunks of a job */
};

/* --- chunks as bytes --- */

static size_t examples_of(const examples *e, uint64_t chunk) {
    size_t left = e->count - (size_t)chunk * EXAMPLES_CHUNK;
    return left < EXAMPLES_CHUNK ? left : EXAMPLES_CHUNK;
}

static void put_floats(const float *at, size_t n, text *out) {
    for (size_t i = 0; i < n; i++) crew_put_float(out, at[i]);
}

static void put_chunk(const examples *e, uint64_t chunk, text *out) {
    size_t rows = examples_of(e, chunk) * (size_t)e->rows;
    size_t first = (size_t)chunk * EXAMPLES_CHUNK * (size_t)e->rows;
    put_floats(e->share + first, rows, out);
    if (e->margin) put_floats(e->margin + first, rows, out);
    if (e->dense) {
        put_floats(e->dense + first * (size_t)e->stride, rows * (size_t)e->stride, out);
        return;
    }
    for (size_t r = first; r < first + rows; r++) {
        crew_put_u64(out, e->from[r + 1] - e->from[r]);
        for (size_t i = e->from[r]; i < e->from[r + 1]; i++) {
            crew_put_u64(out, e->term[i]);
            crew_put_float(out, e->value[i]);
        }
    }
}

static void get_floats(float *at, size_t n, crew_reader *in) {
    for (size_t i = 0; !in->bad && i < n; i++) at[i] = crew_get_float(in);
}

static void get_row(examples *e, size_t row, crew_reader *in) {
    uint64_t terms = crew_get_upto(in, (uint64_t)e->terms);
    for (uint64_t i = 0; !in->bad && i < terms; i++) {
        e->term[e->used] = (uint16_t)crew_get_upto(in, (uint64_t)e->terms - 1);
        e->value[e->used++] = crew_get_float(in);
    }
    e->from[row + 1] = e->used;
}

/* `like` says what the examples are; what is read is ended with examples_done() in any case. */
static status get_chunk(examples *out, const examples *like, size_t count, crew_bytes from,
                        error *err) {
    size_t rows = count * (size_t)like->rows;
    crew_reader in = crew_read(from);
    *out = (examples){.seats = like->seats,
                      .terms = like->terms,
                      .rows = like->rows,
                      .stride = like->stride,
                      .count = count};
    bool points = like->margin_cap > 0;
    size_t values = like->stride ? 0 : from.len / 12 + 1; /* a number takes twelve bytes */
    out->share = mem_alloc(rows * sizeof *out->share);
    if (points) out->margin = mem_alloc(rows * sizeof *out->margin);
    if (like->stride) out->dense = mem_alloc(rows * (size_t)like->stride * sizeof *out->dense);
    if (values) out->from = mem_alloc((rows + 1) * sizeof *out->from);
    if (values) out->term = mem_alloc(values * sizeof *out->term);
    if (values) out->value = mem_alloc(values * sizeof *out->value);
    if (!out->share || (points && !out->margin) || (like->stride && !out->dense) ||
        (values && (!out->from || !out->term || !out->value)))
        return error_set(err, ST_NOMEM, "no memory for the positions");
    get_floats(out->share, rows, &in);
    if (points) get_floats(out->margin, rows, &in);
    if (like->stride) get_floats(out->dense, rows * (size_t)like->stride, &in);
    for (size_t r = 0; values && !in.bad && r < rows; r++) get_row(out, r, &in);
    if (crew_read_all(&in)) return ST_OK;
    return error_set(err, ST_INTERNAL, "positions that were sent make no sense");
}

/* --- rank 0 --- */

static void describe(void *ctx, text *out) {
    const examples *e = ((loss_ranks *)ctx)->e;
    crew_put_u64(out, (uint64_t)e->seats);
    crew_put_u64(out, (uint64_t)e->terms);
    crew_put_u64(out, (uint64_t)e->rows);
    crew_put_u64(out, e->dense ? (uint64_t)e->stride : 0);
    crew_put_u64(out, e->margin != NULL);
    crew_put_u64(out, e->count);
}

static size_t slots_of(const loss_ranks *r, uint64_t number) {
    size_t first = (size_t)number * r->each;
    size_t left = r->call->n - first;
    return left < r->each ? left : r->each;
}

static void describe_job(void *ctx, uint64_t number, text *out) {
    const loss_ranks *r = ctx;
    const loss_call *c = &r->call->call;
    size_t n = slots_of(r, number);
    crew_put_u64(out, (uint64_t)c->rule.kind);
    crew_put_real(out, c->rule.points);
    crew_put_real(out, c->scale);
    crew_put_u64(out, c->want_gradient);
    put_floats(c->weight, (size_t)r->e->terms, out);
    crew_put_u64(out, n);
    for (size_t i = 0; i < n; i++) crew_put_u64(out, r->call->chunk[number * r->each + i]);
}

/* Without a gradient only the loss of each chunk is sent. */
static size_t sent_width(const examples *e, bool want_gradient) {
    return want_gradient ? loss_width(e->terms) : 1;
}

static status take_sums(void *ctx, uint64_t number, crew_bytes result, bool *enough, error *err) {
    const loss_ranks *r = ctx;
    size_t n = slots_of(r, number);
    size_t width = loss_width(r->e->terms);
    size_t sent = sent_width(r->e, r->call->call.want_gradient);
    crew_reader in = crew_read(result);
    *enough = false;
    for (size_t i = 0; i < n; i++) {
        double *to = r->call->sum + (number * r->each + i) * width;
        for (size_t k = 0; k < sent; k++) to[k] = crew_get_real(&in);
    }
    if (crew_read_all(&in)) return ST_OK;
    return error_set(err, ST_INTERNAL, "the sums of some positions make no sense");
}

static status fetch_chunk(void *ctx, uint64_t chunk, text *out, error *err) {
    const examples *e = ((loss_ranks *)ctx)->e;
    if (chunk >= examples_chunks(e))
        return error_set(err, ST_NOT_FOUND, "there are no such positions");
    put_chunk(e, chunk, out);
    return out->cut ? error_set(err, ST_NOMEM, "no memory for positions to send") : ST_OK;
}

status loss_ranks_create(loss_ranks **out, const examples *e, int slots, error *err) {
    assert(crew_uses_ranks());
    *out = NULL;
    loss_ranks *r = mem_alloc(sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the tuner");
    r->e = e;
    crew_plan plan = {.task = &loss_task,
                      .slots = slots,
                      .ctx = r,
                      .take = take_sums,
                      .describe = describe,
                      .describe_job = describe_job,
                      .fetch = fetch_chunk};
    status st = crew_create(&r->crew, &plan, err);
    if (st == ST_OK)
        *out = r;
    else
        loss_ranks_destroy(r);
    return st;
}

void loss_ranks_destroy(loss_ranks *r) {
    if (!r) return;
    crew_destroy(r->crew);
    mem_free(r);
}

status loss_ranks_sum(loss_ranks *r, const loss_ranks_call *c, error *err) {
    size_t slots = (size_t)crew_size(r->crew);
    r->call = c;
    r->each = (c->n + 2 * slots - 1) / (2 * slots); /* two jobs for each slot */
    status st = crew_run(r->crew, 0, (c->n + r->each - 1) / r->each, err);
    r->call = NULL;
    return st;
}

/* --- the other ranks --- */

typedef struct rank_loss {
    examples like; /* without rows; margin_cap says whether there are points */
    const crew_source *source;
    size_t chunks;
    int slots;
    float *slope, *weight; /* of each slot */
    double *sum;           /* likewise */
    mtx_t lock;            /* guards the chunks */
    examples **chunk;      /* NULL: not here yet */
} rank_loss;

static void close_rank(void *ctx) {
    rank_loss *r = ctx;
    for (size_t i = 0; r->chunk && i < r->chunks; i++) {
        if (r->chunk[i]) examples_done(r->chunk[i]);
        mem_free(r->chunk[i]);
    }
    mtx_destroy(&r->lock);
    mem_free(r->chunk);
    mem_free(r->slope);
    mem_free(r->weight);
    mem_free(r->sum);
    mem_free(r);
}

static size_t slot_floats(const rank_loss *r) {
    return (size_t)r->like.terms + LOSS_SLOTS;
}

static status open_rank(void **ctx, const crew_opening *o, error *err) {
    enum { MAX_TERMS = 1 << 16 };
    rank_loss *r = mem_alloc(sizeof *r);
    if (!r) return error_set(err, ST_NOMEM, "no memory for the tuner");
    (void)mtx_init(&r->lock, mtx_plain);
    crew_reader in = crew_read(o->setup);
    r->source = o->source;
    r->slots = o->slots;
    r->like.seats = (int)crew_get_upto(&in, GAME_MAX_PLAYERS);
    r->like.terms = (int)crew_get_upto(&in, MAX_TERMS);
    r->like.rows = (int)crew_get_upto(&in, GAME_MAX_PLAYERS);
    r->like.stride = (int)crew_get_upto(&in, MAX_TERMS + LOSS_SLOTS);
    r->like.margin_cap = (size_t)crew_get_upto(&in, 1);
    r->like.count = (size_t)crew_get_upto(&in, UINT32_MAX);
    r->chunks = examples_chunks(&r->like);
    bool good = crew_read_all(&in) && r->like.terms > 0 && r->like.rows > 0 && r->like.seats > 0 &&
                r->like.stride % LOSS_SLOTS == 0 &&
                (!r->like.stride || r->like.stride >= r->like.terms) &&
                r->like.stride < r->like.terms + LOSS_SLOTS;
    size_t slots = (size_t)o->slots;
    status st = good ? ST_OK : error_set(err, ST_INTERNAL, "what is learned from makes no sense");
    if (good) {
        r->slope = mem_alloc(slots * slot_floats(r) * sizeof *r->slope);
        r->weight = mem_alloc(slots * slot_floats(r) * sizeof *r->weight);
        r->sum = mem_alloc(slots * loss_width(r->like.terms) * sizeof *r->sum);
        r->chunk = mem_alloc((r->chunks + 1) * sizeof(examples *));
        if (!r->slope || !r->weight || !r->sum || !r->chunk)
            st = error_set(err, ST_NOMEM, "no memory for the tuner");
    }
    if (st == ST_OK)
        *ctx = r;
    else
        close_rank(r);
    return st;
}

static status fetch_examples(rank_loss *r, size_t chunk, examples **out, error *err) {
    text data = text_growing();
    examples *made = mem_alloc(sizeof *made);
    status st = made ? r->source->fetch(r->source, chunk, &data, err)
                     : error_set(err, ST_NOMEM, "no memory for the positions");
    if (st == ST_OK)
        st = get_chunk(made, &r->like, examples_of(&r->like, chunk),
                       (crew_bytes){text_string(&data), data.len}, err);
    text_done(&data);
    *out = made;
    if (st == ST_OK) return ST_OK;
    if (made) examples_done(made);
    mem_free(made);
    *out = NULL;
    return st;
}

/* Two slots may fetch the same one: the first stays. */
static status find_chunk(rank_loss *r, uint64_t chunk, const examples **out, error *err) {
    if (chunk >= r->chunks) return error_set(err, ST_INTERNAL, "there are no such positions");
    (void)mtx_lock(&r->lock);
    *out = r->chunk[chunk];
    (void)mtx_unlock(&r->lock);
    if (*out) return ST_OK;
    examples *made;
    status st = fetch_examples(r, (size_t)chunk, &made, err);
    if (st != ST_OK) return st;
    (void)mtx_lock(&r->lock);
    if (!r->chunk[chunk]) {
        r->chunk[chunk] = made;
        made = NULL;
    }
    *out = r->chunk[chunk];
    (void)mtx_unlock(&r->lock);
    if (made) examples_done(made);
    mem_free(made);
    return ST_OK;
}

static status work_for_rank_0(void *ctx, const crew_job *job, text *result, error *err) {
    rank_loss *r = ctx;
    size_t slot = (size_t)job->slot;
    float *weight = r->weight + slot * slot_floats(r);
    float *slope = r->slope + slot * slot_floats(r);
    double *sum = r->sum + slot * loss_width(r->like.terms);
    crew_reader in = crew_read(job->bytes);
    loss_call c = {.weight = weight};
    c.rule.kind = (loss_kind)crew_get_upto(&in, LOSS_MSE);
    c.rule.points = crew_get_real(&in);
    c.scale = crew_get_real(&in);
    c.want_gradient = crew_get_upto(&in, 1);
    get_floats(weight, (size_t)r->like.terms, &in);
    uint64_t n = crew_get_upto(&in, r->chunks);
    size_t sent = sent_width(&r->like, c.want_gradient);
    for (uint64_t i = 0; i < n; i++) {
        const examples *e;
        status st = find_chunk(r, crew_get_u64(&in), &e, err);
        if (st != ST_OK) return st;
        loss_chunk(e, &c, 0, slope, sum);
        for (size_t k = 0; k < sent; k++) crew_put_real(result, sum[k]);
    }
    if (crew_read_all(&in)) return ST_OK;
    return error_set(err, ST_INTERNAL, "a job that was sent makes no sense");
}

const crew_task loss_task = {"loss", open_rank, work_for_rank_0, NULL, close_rank};
