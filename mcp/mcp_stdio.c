#define _POSIX_C_SOURCE 200809L
#include "mcp/mcp_stdio.h"

#ifndef KIBITZ_JANSSON

status mcp_stdio_serve(const mcp_stdio *s, error *err) {
    (void)s;
    return error_set(err, ST_UNSUPPORTED,
                     "this build reads no JSON: install libjansson-dev and build again");
}

#else

#include <assert.h>
#include <poll.h>

#include "engine/base/memory.h"
#include "mcp/mcp_client.h"
#include "mcp/mcp_json.h"
#include "mcp/mcp_local.h"
#include "uci/lines/line_reader.h"
#include "uci/lines/output.h"

enum { POLL_MS = 200, FLUSH_MS = 500 };
/* A client that does not read its answers is asked to read before more of its requests are taken in. */
enum { MAX_WAITING = 4 << 20 };

static_assert((int)LINE_LIMIT == (int)MCP_MAX_MESSAGE, "a message is a line");

static void send_line(void *ctx, const char *message, bool droppable) {
    output_line(ctx, message, droppable);
}

static bool take_line(mcp_client *c, line_reader *r, const mcp_sink *to) {
    switch (line_reader_next(r, POLL_MS)) {
    case LINE_READ:
        if (r->line.len) mcp_client_message(c, text_string(&r->line), r->line.len, to);
        return true;
    case LINE_TOO_LONG:
        mcp_client_refuse(c, "a message has at most 1048576 bytes", to);
        return true;
    case LINE_HAS_NUL:
        mcp_client_refuse(c, "a NUL byte in the message", to);
        return true;
    case LINE_NO_MEMORY:
        mcp_client_refuse(c, "no memory for the message", to);
        return true;
    case LINE_NOTHING_YET:
        return true;
    case LINE_END:
        break;
    }
    return false;
}

static status serve(const mcp_stdio *s, output *o, line_reader *r, error *err) {
    mcp_local *tables = NULL;
    mcp_client *c = NULL;
    mcp_world world = {
        .library = s->library, .book = s->book, .version = s->version, .folder = s->folder};
    mcp_sink to = {.send = send_line, .ctx = o};
    status st = mcp_local_create(&tables, s->book, err);
    if (st == ST_OK) st = mcp_client_create(&c, &world, mcp_local_tables(tables), err);
    for (bool on = st == ST_OK; on && !output_broken(o);)
        if (output_waiting(o) > MAX_WAITING)
            (void)poll(NULL, 0, POLL_MS);
        else
            on = take_line(c, r, &to);
    mcp_client_destroy(c);
    mcp_local_destroy(tables);
    return st;
}

status mcp_stdio_serve(const mcp_stdio *s, error *err) {
    output *o;
    line_reader *r = mem_alloc(sizeof *r);
    if (!r || output_to_fd(&o, s->out) != ST_OK) {
        mem_free(r);
        return error_set(err, ST_NOMEM, "no memory for the output");
    }
    line_reader_init(r, s->in);
    status st = serve(s, o, r, err);
    output_close(o, FLUSH_MS);
    line_reader_done(r);
    mem_free(r);
    return st;
}

#endif
