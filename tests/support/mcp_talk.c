#include "tests/support/mcp_talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "lib/catalogue.h"

enum { WAITING = 4096, PATIENCE_MS = 120000, SLICE_MS = 20, STRING_SIZE = 4096 };

struct mcp_talk {
    mcp_local *tables; /* NULL: they are another's */
    mcp_client *client;
    mtx_t lock;
    cnd_t more;
    char *line[WAITING];
    size_t first, count;
    unsigned id;
};

static void must(bool ok, const char *what) {
    if (ok) return;
    (void)fprintf(stderr, "mcp_talk: %s\n", what);
    abort();
}

static void keep(void *ctx, const char *message, bool droppable) {
    mcp_talk *t = ctx;
    (void)droppable;
    (void)mtx_lock(&t->lock);
    must(t->count < WAITING, "too many messages wait");
    char *copy = mem_string(message);
    if (copy) t->line[(t->first + t->count++) % WAITING] = copy;
    (void)cnd_broadcast(&t->more);
    (void)mtx_unlock(&t->lock);
}

static mcp_talk *open_client(mcp_local *own, mcp_tables tables) {
    error e;
    mcp_talk *t = mem_alloc(sizeof *t);
    mcp_world world = {
        .library = catalogue_library(), .book = catalogue_registry(), .version = "0.0.0"};
    must(t && mtx_init(&t->lock, mtx_plain) == thrd_success && cnd_init(&t->more) == thrd_success,
         "no memory");
    t->tables = own;
    must(mcp_client_create(&t->client, &world, tables, &e) == ST_OK, "no client");
    return t;
}

mcp_talk *mcp_talk_open_with(mcp_tables tables) {
    return open_client(NULL, tables);
}

mcp_talk *mcp_talk_open(void) {
    error e;
    mcp_local *own = NULL;
    must(mcp_local_create(&own, catalogue_registry(), &e) == ST_OK, "no tables");
    return open_client(own, mcp_local_tables(own));
}

void mcp_talk_close(mcp_talk *t) {
    mcp_client_destroy(t->client);
    mcp_local_destroy(t->tables);
    for (; t->count; t->count--) mem_free(t->line[t->first++ % WAITING]);
    cnd_destroy(&t->more);
    mtx_destroy(&t->lock);
    mem_free(t);
}

void mcp_talk_say(mcp_talk *t, const char *message) {
    mcp_sink to = {.send = keep, .ctx = t};
    mcp_client_message(t->client, message, strlen(message), &to);
}

char *mcp_talk_next(mcp_talk *t, int ms) {
    char *line = NULL;
    (void)mtx_lock(&t->lock);
    for (int waited = 0; !t->count && waited < ms; waited += SLICE_MS)
        thread_wait_ms(&t->more, &t->lock, SLICE_MS);
    if (t->count) {
        line = t->line[t->first];
        t->first = (t->first + 1) % WAITING;
        t->count--;
    }
    (void)mtx_unlock(&t->lock);
    return line;
}

char *mcp_talk_ask(mcp_talk *t, const char *message) {
    mcp_talk_say(t, message);
    for (;;) {
        char *line = mcp_talk_next(t, PATIENCE_MS);
        if (!line || !strstr(line, "\"notifications/progress\"")) return line;
        mem_free(line);
    }
}

char *mcp_talk_call(mcp_talk *t, const char *tool, const char *args) {
    text m = text_growing();
    text_format(
        &m,
        "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"tools/call\",\"params\":{" MCP_TALK_META
        ",\"name\":\"%s\",\"arguments\":%s}}",
        ++t->id, tool, args);
    char *answer = mcp_talk_ask(t, text_string(&m));
    text_done(&m);
    return answer;
}

const char *mcp_talk_string(const char *message, const char *key) {
    static char buf[STRING_SIZE];
    char quoted[64];
    (void)snprintf(quoted, sizeof quoted, "\"%s\":\"", key);
    const char *at = message ? strstr(message, quoted) : NULL;
    text out = text_over(buf, sizeof buf);
    if (at) text_putn(&out, at + strlen(quoted), strcspn(at + strlen(quoted), "\""));
    return buf;
}
