#include "tests/fuzz/fuzz.h"

#include "arena/crew/crew_message.h"
#include "arena/crew/crew_ranks.h"
#include "arena/crew/crew_worker.h"
#include "engine/base/file.h"
#include "tests/support/memory_link.h"
#include "tune/evolution/pairing_packet.h"
#include "tune/fits/loss_ranks.h"

/* What ranks read. The first letter says which: m the bytes of a message, w messages for a rank, z
 * messages for rank 0, p a pairing, l the setup and a job of the tuner's sums. Messages are given as
 * kind, task, number, length and body, so that their heads and hashes are right. */

static void read_message(crew_bytes from) {
    crew_message m;
    error err = {0};
    status st = crew_message_read(&m, from, &err);
    FUZZ_HOLDS(st == ST_OK || err.text[0]);
    if (st != ST_OK) return;
    FUZZ_HOLDS(m.body.len <= from.len);
    text again = text_growing();
    crew_message_write(&m, &again);
    FUZZ_HOLDS(again.len == from.len && memcmp(again.at, from.at, from.len) == 0);
    text_done(&again);
    crew_reader in = crew_read(m.body);
    (void)crew_error_read(&in, &err);
}

/* --- a task that does next to nothing --- */

static int context;

static status open_task(void **ctx, const crew_opening *o, error *err) {
    if (o->setup.len > 3) return error_set(err, ST_BAD_VALUE, "too much");
    *ctx = &context;
    return ST_OK;
}

static status work(void *ctx, const crew_job *job, text *result, error *err) {
    (void)ctx;
    if (job->number == 7) return error_set(err, ST_BAD_VALUE, "not seven");
    text_putn(result, job->bytes.at, job->bytes.len);
    return ST_OK;
}

static void close_task(void *ctx) {
    FUZZ_HOLDS(ctx == &context);
}

static status take(void *ctx, uint64_t number, crew_bytes result, bool *enough, error *err) {
    uint64_t *next = ctx;
    (void)result;
    (void)err;
    FUZZ_HOLDS(number == *next);
    ++*next;
    *enough = false;
    return ST_OK;
}

static const crew_task task = {"t", open_task, work, NULL, close_task};
static const crew_task *const tasks[] = {&task, NULL};

/* --- messages --- */

static void send(memory_net *between, int from, int to, const crew_message *m) {
    text bytes = text_growing();
    error err;
    crew_link link = memory_net_link(between, from);
    crew_message_write(m, &bytes);
    FUZZ_HOLDS(link.send(link.self, to, &bytes, &err) == ST_OK);
}

static void send_all(memory_net *between, int from, int to, crew_bytes list) {
    while (list.len >= 4) {
        size_t len = (unsigned char)list.at[3];
        if (len > list.len - 4) len = list.len - 4;
        crew_message m = {.kind = (crew_kind)((unsigned char)list.at[0] % CREW_KIND_END),
                          .crew = (unsigned char)list.at[1],
                          .number = (unsigned char)list.at[2],
                          .body = {list.at + 4, len}};
        send(between, from, to, &m);
        list.at += 4 + len;
        list.len -= 4 + len;
    }
}

static void serve(crew_bytes list) {
    memory_net *between = memory_net_create(2);
    error err;
    FUZZ_HOLDS(between);
    send_all(between, 0, 1, list);
    send(between, 0, 1, &(crew_message){.kind = CREW_QUIT});
    crew_worker_setup s = {.link = memory_net_link(between, 1),
                           .host = "here",
                           .world = {.games = catalogue_games, .program = "fuzz"},
                           .tasks = tasks,
                           .shares_files = true};
    FUZZ_HOLDS(crew_worker_serve(&s, &err) == ST_OK);
    memory_net_destroy(between);
}

static void hand_out(crew_bytes list) {
    memory_net *between = memory_net_create(2);
    crew_ranks *ranks;
    crew *c;
    error err = {0};
    uint64_t next = 0;
    text hello = text_growing();
    FUZZ_HOLDS(between);
    file_forbid(); /* files that are asked for */
    crew_put_string(&hello, "fuzz");
    crew_put_string(&hello, "there");
    send(between, 1, 0, &(crew_message){CREW_HELLO, 0, 0, {text_string(&hello), hello.len}});
    send(between, 1, 0, &(crew_message){.kind = CREW_OPENED, .crew = 1});
    text_done(&hello);
    crew_ranks_setup s = {.link = memory_net_link(between, 0), .program = "fuzz", .silence_ms = 1};
    FUZZ_HOLDS(crew_ranks_create(&ranks, &s, &err) == ST_OK);
    crew_ranks_use(ranks);
    crew_plan plan = {.task = &task, .slots = 2, .ctx = &next, .take = take};
    FUZZ_HOLDS(crew_create(&c, &plan, &err) == ST_OK);
    send_all(between, 1, 0, list);
    status st = crew_run(c, 0, 5, &err);
    FUZZ_HOLDS(st == ST_OK ? next == 5 : err.text[0] != '\0');
    crew_destroy(c);
    (void)crew_ranks_quit(ranks, 0);
    crew_ranks_destroy(ranks);
    memory_net_destroy(between);
}

/* --- bodies --- */

static void read_pairing(uint8_t pick, crew_bytes from) {
    static pairing_parts parts;
    const game *g = fuzz_game(pick);
    pairing p;
    error err = {0};
    status st = pairing_get(&p, &parts, g, from, &err);
    FUZZ_HOLDS(st == ST_OK || err.text[0]);
    if (st == ST_OK) {
        text again = text_growing();
        pairing_put(&p, parts.net_hash, &again);
        FUZZ_HOLDS(!again.cut);
        text_done(&again);
    }
    pairing_parts_done(&parts);
}

static status fetch_zeros(const crew_source *s, uint64_t number, text *out, error *err) {
    (void)s;
    (void)number;
    (void)err;
    text_repeat(out, '\0', 4096);
    return ST_OK;
}

static void read_sums(crew_bytes from) {
    crew_source zeros = {.fetch = fetch_zeros};
    crew_reader in = crew_read(from);
    crew_bytes setup = crew_get_bytes(&in);
    void *ctx;
    error err = {0};
    if (in.bad) return;
    crew_opening o = {.setup = setup, .slots = 1, .source = &zeros};
    status st = loss_task.open(&ctx, &o, &err);
    FUZZ_HOLDS(st == ST_OK || err.text[0]);
    if (st != ST_OK) return;
    text result = text_growing();
    crew_job job = {.bytes = {in.at, in.left}};
    st = loss_task.work(ctx, &job, &result, &err);
    FUZZ_HOLDS(st == ST_OK || err.text[0]);
    text_done(&result);
    loss_task.close(ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    size_t before = mem_live();
    crew_bytes rest = {(const char *)data + 1, size - 1};
    if (data[0] == 'm') read_message(rest);
    if (data[0] == 'w') serve(rest);
    if (data[0] == 'z') hand_out(rest);
    if (data[0] == 'p') read_pairing(data[1], (crew_bytes){rest.at + 1, rest.len - 1});
    if (data[0] == 'l') read_sums(rest);
    if (data[0] != 'p') FUZZ_HOLDS(mem_live() == before); /* the library of games stays */
    return 0;
}
