#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/build_info.h"
#include "cli/cli.h"
#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "engine/base/threads.h"

#ifdef KIBITZ_SERVE
#include "web/serve.h"
#include "web/store/store.h"

enum { MAX_ENGINES = 16 };

typedef struct request {
    serve_setup setup;
    const char *backup;
    const char *copy_from, *copy_to;
    const char *engine[MAX_ENGINES + 1];
    int engines;
    bool open, quiet;
} request;

static status add_engine(void *to, arg_line *line, error *err) {
    request *q = to;
    const char *value = NULL;
    status st = args_value(line, &value, err);
    if (st != ST_OK) return st;
    const char *equals = strchr(value, '=');
    if (!equals || equals == value || !equals[1])
        return error_set(err, ST_BAD_VALUE, "--engine takes NAME=COMMAND, not %.60s", value);
    if (q->engines == MAX_ENGINES)
        return error_set(err, ST_BAD_VALUE, "at most %d engines", (int)MAX_ENGINES);
    q->engine[q->engines++] = value;
    return ST_OK;
}

static status set_copy(void *to, arg_line *line, error *err) {
    request *q = to;
    status st = args_value(line, &q->copy_from, err);
    return st == ST_OK ? args_value(line, &q->copy_to, err) : st;
}

#define LIMIT(name, value, field, min, max, help)                                                  \
    ARGS_NUMBER(name, value, request, setup.field, min, max, help)

static const arg places[] = {
    ARGS_NUMBER("--port", "N", request, setup.port, 0, 65535,
                "port; 0 takes any that is free (7979)"),
    ARGS_FLAG("--open", request, open, "open the page in the browser"),
    ARGS_TEXT("--data", "FILE", request, setup.data,
              "file of all data (kibitz/serve.db in the user's data folder)"),
    ARGS_TEXT("--store", "WHERE", request, setup.data,
              "the same, or a PostgreSQL database (postgresql://...) that any number of servers "
              "share"),
    ARGS_CALL("--copy-store", "FROM TO", set_copy,
              "copy all data from one store to another that is empty, and end; no server may run"),
    ARGS_TEXT("--backup", "FILE", request, backup,
              "copy the data to a new file, also while it is being served, and end"),
    ARGS_TEXT("--listen", "ADDR", request, setup.listen,
              "address to listen on (127.0.0.1 and ::1); others need --accounts and --public-url"),
    ARGS_TEXT("--public-url", "URL", request, setup.public_url,
              "where people find it, as https://games.example.org: TLS is a reverse proxy's"),
    ARGS_TEXT(
        "--accounts", "WHO", request, setup.accounts,
        "names and passwords: open (all may register), invite, or off (no new ones); without it "
        "there is one owner, who comes by the link that is printed"),
    ARGS_TEXT("--proxy", "ADDR", request, setup.proxy,
              "address of the reverse proxy whose X-Forwarded-For is believed"),
    ARGS_TEXT("--page", "DIR", request, setup.page,
              "serve the page from a folder, for those who change it"),
    ARGS_CALL("--engine", "NAME=CMD", add_engine,
              "offer a UCI, UGI, MGI or GTP program as an engine; may be given more than once"),
    ARGS_NUMBER("--threads", "N", request, setup.threads, 1, 256,
                "searches at the same time (cores less one, at least 2)"),
    ARGS_FLAG("--mcp", request, setup.mcp,
              "assistants may come with a token: the Model Context Protocol at /mcp"),
    ARGS_FLAG("--quiet", request, quiet, "no line for each request"),
    ARGS_FLAG("--log-addresses", request, setup.log_addresses, "addresses in these lines"),
    ARGS_END};

static const arg limits[] = {
    LIMIT("--max-body", "KB", body_kb, 1, 65536, "body of a request (256)"),
    LIMIT("--max-import", "KB", import_kb, 1, 65536, "games that are imported (8192)"),
    LIMIT("--max-text", "KB", text_kb, 1, 65536, "a rules text (64)"),
    LIMIT("--max-tokens", "KB", token_kb, 1, 65536, "the tokens of a position (192)"),
    LIMIT("--max-headers", "KB", header_kb, 1, 256, "headers of a request (16)"),
    LIMIT("--max-url", "KB", url_kb, 1, 64, "address of a request (4)"),
    LIMIT("--header-time", "S", header_s, 1, 3600, "to send the headers (10)"),
    LIMIT("--body-time", "S", body_s, 1, 3600, "to send the body (30)"),
    LIMIT("--connections", "N", connections, 8, 100000, "in all; further ones wait (2000)"),
    LIMIT("--session-connections", "N", session_connections, 1, 10000, "of one session (8)"),
    LIMIT("--session-streams", "N", session_streams, 1, 1000, "of one session (4)"),
    LIMIT("--stream-queue", "KB", stream_kb, 16, 65536,
          "what waits for a slow reader before it is cut off (256)"),
    LIMIT("--stream-socket", "KB", stream_socket_kb, 4, 65536,
          "what the system holds for a stream in addition to that (64)"),
    LIMIT("--missed-events", "N", missed_events, 1, 100000,
          "events that a reader who comes back is given one by one (1000)"),
    LIMIT("--rooms", "N", rooms, 1, 10000000, "tables in all (10000)"),
    LIMIT("--rooms-each", "N", rooms_each, 1, 1000000, "tables of one account (50)"),
    LIMIT("--room-days", "N", room_days, 1, 36500,
          "days without an act after which a table is closed (30)"),
    LIMIT("--act-rate", "N", acts, 1, 100000, "acts a second, of a session and of an address (20)"),
    LIMIT("--request-rate", "N", requests, 1, 100000, "other requests a second, likewise (50)"),
    LIMIT("--login-rate", "N", login_name, 1, 100000, "log-ins a minute of a name (5)"),
    LIMIT("--login-address-rate", "N", login_address, 1, 100000,
          "log-ins a minute from an address (20)"),
    LIMIT("--guest-analysis", "S", guest_analysis_s, 1, 86400, "an analysis of a guest (10)"),
    LIMIT("--analysis", "S", analysis_s, 1, 86400, "an analysis of a member (600)"),
    LIMIT("--engine-delay", "MS", engine_delay_ms, 0, 60000,
          "what engines take for a decision where hands are hidden, whatever they have (1000)"),
    LIMIT("--hash", "MB", hash_mb, 1, 65536, "memory of each search (64)"),
    ARGS_END};

static const arg_group groups[] = {{"Options", places, NULL, 0}, {"Limits", limits, NULL, 0}, {0}};

/* --- running --- */

typedef struct stopper {
    mtx_t mutex;
    cnd_t come;
    bool stop;
} stopper;

static bool on_signal(void *ctx, int which) {
    (void)which;
    stopper *s = ctx;
    mtx_lock(&s->mutex);
    bool first = !s->stop;
    s->stop = true;
    cnd_signal(&s->come);
    mtx_unlock(&s->mutex);
    return first; /* who asks twice does not want to wait */
}

static void print_line(void *ctx, const char *line) {
    (void)ctx;
    fprintf(stderr, "%s\n", line);
}

/* Where there is no browser to be found the URL has been printed all the same. It is not waited for: some
 * browsers stay until they are closed. Signals are ours alone and blocked: not for it. */
static void open_browser(const char *url) {
    extern char **environ;
    char *const argv[] = {(char *)"xdg-open", (char *)url, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none;
    pid_t pid;
    (void)sigemptyset(&none);
    if (posix_spawn_file_actions_init(&files) != 0) return;
    if (posix_spawnattr_init(&attributes) == 0) {
        (void)posix_spawnattr_setsigmask(&attributes, &none);
        (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        (void)posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        (void)posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        (void)posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        (void)posix_spawnp(&pid, argv[0], &files, &attributes, argv, environ);
        (void)posix_spawnattr_destroy(&attributes);
    }
    (void)posix_spawn_file_actions_destroy(&files);
}

static void say_where(serve *s, const request *q) {
    text url = text_growing();
    serve_url(s, &url);
    printf("Kibitz is at %s\n"
           "The link works once, within ten minutes. Stop with Ctrl-C.\n",
           text_string(&url));
    fflush(stdout);
    if (q->open) open_browser(text_string(&url));
    text_done(&url);
}

static int serve_until_stopped(request *q) {
    error e;
    serve *s;
    stopper stop = {.stop = false};
    mtx_init(&stop.mutex, mtx_plain);
    cnd_init(&stop.come);
    cli_on_every_interrupt(on_signal, &stop); /* before there are threads */
    int code = EXIT_DONE;
    if (serve_start(&s, &q->setup, &e) == ST_OK) {
        say_where(s, q);
        file_forbid(); /* from here on nothing is read or written but the store */
        mtx_lock(&stop.mutex);
        while (!stop.stop) cnd_wait(&stop.come, &stop.mutex);
        mtx_unlock(&stop.mutex);
        serve_stop(s);
    } else {
        code = cli_fail("serve", &e);
    }
    cli_on_every_interrupt(NULL, NULL);
    cnd_destroy(&stop.come);
    mtx_destroy(&stop.mutex);
    return code;
}

static int copy_store(const request *q) {
    error e;
    int64_t rows;
    if (store_copy(q->copy_from, q->copy_to, &rows, &e) != ST_OK) return cli_fail("serve", &e);
    printf("%lld rows copied\n", (long long)rows);
    return EXIT_DONE;
}

static int run(int argc, char **argv) {
    error e;
    request q = {.setup = serve_defaults()};
    q.setup.version = build_info_get()->version;
    static const arg_reader how = {"serve", groups, NULL};
    if (args_read(&how, &q, argc, argv, &e) != ST_OK) return cli_fail("serve", &e);
    q.setup.engines = q.engine;
    if (!q.quiet) q.setup.log = print_line;
    if (q.copy_from) return copy_store(&q);
    text path = text_growing();
    status st = ST_OK;
    if (!q.setup.data && (st = serve_data_path(&path, &e)) == ST_OK)
        q.setup.data = text_string(&path);
    int code;
    if (st != ST_OK)
        code = cli_fail("serve", &e);
    else if (q.backup)
        code =
            store_backup(q.setup.data, q.backup, &e) == ST_OK ? EXIT_DONE : cli_fail("serve", &e);
    else
        code = serve_until_stopped(&q);
    text_done(&path);
    return code;
}

#else

static const arg none[] = {ARGS_END};
static const arg_group groups[] = {{"Options", none, NULL, 0}, {0}};

static int run(int argc, char **argv) {
    (void)argc, (void)argv;
    error e;
    (void)error_set(&e, ST_UNSUPPORTED,
                    "the web board was left out of this build: %s, and build again",
                    KIBITZ_SERVE_REMEDY);
    return cli_fail("serve", &e);
}

#endif

const subcommand cli_serve = {
    "serve",
    run,
    "the web board: play, analyse and review in a browser",
    "kibitz serve [OPTIONS]\n\n"
    "Serves the web board: every game, at one table with friends, from afar, or with engines. "
    "Prints\n"
    "the address; the link in it makes your browser the owner's. One file keeps all data. Others "
    "can\n"
    "reach it only if you say so (--listen, --accounts, --public-url).\n",
    groups,
    "How to host it for others, and how to write clients: docs/serve.md\n",
};
