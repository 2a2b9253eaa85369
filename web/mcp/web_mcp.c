#include "web/mcp/web_mcp.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "mcp/mcp_random.h"
#include "web/mcp/web_mcp_inside.h"
#include "web/rooms/rooms.h"

/* A session that was not used for so long is forgotten. */
enum { IDLE_MS = 3600 * 1000 };

/* --- create and destroy --- */

status web_mcp_create(web_mcp **out, const web_mcp_setup *setup, error *err) {
    web_mcp *m = *out = mem_alloc(sizeof *m);
    if (!m) return error_set(err, ST_NOMEM, "no memory for assistants");
    m->world = setup->world;
    (void)snprintf(m->version, sizeof m->version, "%s", setup->version ? setup->version : "0");
    (void)snprintf(m->url, sizeof m->url, "%s", setup->url ? setup->url : "");
    (void)mtx_init(&m->mutex, mtx_plain);
    (void)mtx_init(&m->wait, mtx_plain);
    (void)cnd_init(&m->changed);
    rooms_set_changed(m->world->rooms, web_mcp_rooms_changed, m);
    return ST_OK;
}

static void line_done(web_mcp_line *l) {
    mcp_client_destroy(l->client);
    mem_free(l);
}

void web_mcp_stop(web_mcp *m) {
    if (!m) return;
    (void)mtx_lock(&m->mutex);
    m->stopped = true;
    web_mcp_line *list = m->first;
    m->first = NULL;
    (void)mtx_unlock(&m->mutex);
    while (list) {
        web_mcp_line *l = list;
        list = l->next;
        line_done(l); /* cancels its calls, and waits until they have been answered */
    }
}

void web_mcp_destroy(web_mcp *m) {
    if (!m) return;
    web_mcp_stop(m);
    rooms_set_changed(m->world->rooms, NULL, NULL);
    cnd_destroy(&m->changed);
    mtx_destroy(&m->wait);
    mtx_destroy(&m->mutex);
    mem_free(m);
}

void web_mcp_end_token(web_mcp *m, int64_t of_token) {
    if (!m) return;
    (void)mtx_lock(&m->mutex);
    for (web_mcp_line *l = m->first; l; l = l->next)
        if (l->token == of_token) mcp_client_cancel(l->client, NULL);
    (void)mtx_unlock(&m->mutex);
}

/* --- lines --- */

static bool is_line(const web_mcp_line *l, int64_t of_token, const char *id) {
    return l->token == of_token && strcmp(l->id, id) == 0;
}

/* Under the mutex: one more request uses the line. */
static void line_use(web_mcp_line *l) {
    l->users++;
    l->used = ++l->all->uses;
    l->used_ms = clock_now_ms();
}

/* Under the mutex: takes out what is idle, all that is too old, or one where the token has too many.
 * The caller ends it. */
static web_mcp_line *take_idle(web_mcp *m, int64_t of_token, int64_t now) {
    web_mcp_line **oldest = NULL;
    int own = 0;
    int all = 0;
    for (web_mcp_line **at = &m->first; *at; at = &(*at)->next) {
        web_mcp_line *l = *at;
        all++;
        own += l->token == of_token;
        if (l->users) continue;
        if (now - l->used_ms > IDLE_MS) {
            *at = l->next;
            return l;
        }
        if (l->token == of_token && (!oldest || l->used < (*oldest)->used)) oldest = at;
    }
    if (!oldest || (own < WEB_MCP_EACH && all < WEB_MCP_MAX_LINES)) return NULL;
    web_mcp_line *l = *oldest;
    *oldest = l->next;
    return l;
}

static void end_idle(web_mcp *m, int64_t of_token) {
    for (;;) {
        (void)mtx_lock(&m->mutex);
        web_mcp_line *l = take_idle(m, of_token, clock_now_ms());
        (void)mtx_unlock(&m->mutex);
        if (!l) return;
        line_done(l);
    }
}

static status line_create(web_mcp *m, const web_person *who, const char *id, web_mcp_line **out,
                          error *err) {
    web_mcp_line *l = *out = mem_alloc(sizeof *l);
    if (!l) return error_set(err, ST_NOMEM, "no memory for a client");
    l->all = m;
    l->who = *who;
    l->token = -who->session;
    (void)snprintf(l->id, sizeof l->id, "%s", id);
    l->host = web_mcp_host(l);
    mcp_world world = {.library = m->world->library,
                       .book = m->world->book,
                       .version = m->version,
                       .host = &l->host,
                       .threads = true,
                       .many = !*id};
    status st = mcp_client_create(&l->client, &world, web_mcp_rooms(l), err);
    if (st == ST_OK) return ST_OK;
    mem_free(l);
    *out = NULL;
    return st;
}

/* Under the mutex. */
static status check_places(const web_mcp *m, int64_t of_token, error *err) {
    int own = 0;
    int all = 0;
    for (const web_mcp_line *l = m->first; l; l = l->next) {
        all++;
        own += l->token == of_token;
    }
    if (m->stopped) return error_set(err, ST_STOPPED, "the server stops");
    return own < WEB_MCP_EACH && all < WEB_MCP_MAX_LINES
               ? ST_OK
               : error_set(err, ST_BUSY, "too many programs use this server: try again later");
}

/* Puts a line into the list, unless there is one of its kind: then that is taken. */
static status line_enter(web_mcp *m, web_mcp_line **line, error *err) {
    web_mcp_line *made = *line;
    (void)mtx_lock(&m->mutex);
    web_mcp_line *there = m->first;
    while (there && !is_line(there, made->token, made->id)) there = there->next;
    status st = there ? ST_OK : check_places(m, made->token, err);
    if (there) {
        line_use(there);
        *line = there;
    } else if (st == ST_OK) {
        line_use(made);
        made->next = m->first;
        m->first = made;
    }
    (void)mtx_unlock(&m->mutex);
    if (there || st != ST_OK) line_done(made);
    if (st != ST_OK) *line = NULL;
    return st;
}

status web_mcp_line_take(web_mcp *m, const web_person *who, const char *id, web_mcp_line **out,
                         error *err) {
    (void)mtx_lock(&m->mutex);
    web_mcp_line *l = m->first;
    while (l && !is_line(l, -who->session, id)) l = l->next;
    if (l) line_use(l);
    (void)mtx_unlock(&m->mutex);
    *out = l;
    if (l) return ST_OK;
    if (*id) return error_set(err, ST_NOT_FOUND, "there is no such session: begin with initialize");
    end_idle(m, -who->session);
    status st = line_create(m, who, id, out, err);
    return st == ST_OK ? line_enter(m, out, err) : st;
}

status web_mcp_line_new(web_mcp *m, const web_person *who, web_mcp_line **out, error *err) {
    unsigned char byte[16];
    char id[2 * sizeof byte + 1];
    *out = NULL;
    if (!mcp_random(byte, sizeof byte))
        return error_set(err, ST_IO, "the system gives no random numbers");
    for (size_t i = 0; i < sizeof byte; i++)
        (void)snprintf(id + 2 * i, 3, "%02x", (unsigned)byte[i]);
    end_idle(m, -who->session);
    status st = line_create(m, who, id, out, err);
    return st == ST_OK ? line_enter(m, out, err) : st;
}

void web_mcp_line_leave(web_mcp_line *l) {
    (void)mtx_lock(&l->all->mutex);
    l->users--;
    l->used_ms = clock_now_ms();
    (void)mtx_unlock(&l->all->mutex);
}

void web_mcp_line_drop(web_mcp_line *l) {
    web_mcp *m = l->all;
    (void)mtx_lock(&m->mutex);
    web_mcp_line **at = &m->first;
    while (*at && *at != l) at = &(*at)->next;
    bool there = *at != NULL;
    if (there) *at = l->next;
    (void)mtx_unlock(&m->mutex);
    if (there) line_done(l);
}
