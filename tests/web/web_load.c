/* Many people at many tables, against a server of its own: how long an act takes to reach the
 * others, whether anything is lost or comes twice, and what is left after kill -9.
 *
 *     web_load KIBITZ [rooms N] [seconds N] [kills N] [pause MS] [slow] [folder DIR]
 *
 * Each table has two to four people, each with a stream; every table acts once in `pause` ms. With
 * `kills` the server is killed that often at random moments and started again; requests that were
 * not answered are sent again with their keys. With `slow` there are also a reader that never
 * reads, connections that are cut, and a browser with 30 tabs. Exit 0: nothing was lost or
 * doubled. */
#define _GNU_SOURCE /* NOLINT(readability-identifier-naming) */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_SEATS = 4, REQUEST_SIZE = 2048, TABS = 30 };

/* The number that a text begins with; 0 where it begins with none. */
static int64_t number_at(const char *s) {
    return strtoll(s, NULL, 10);
}

typedef struct bytes {
    char *at;
    size_t len, cap;
} bytes;

typedef struct numbers {
    int64_t *at;
    size_t len, cap;
} numbers;

/* One connection. */
typedef struct wire {
    int fd;    /* -1: closed */
    bytes in;  /* as it came; of a stream: without its chunks */
    long left; /* of a chunk; -1: its size comes next; -2: headers come next */
    bytes raw;
} wire;

typedef struct person {
    int room, seat; /* seat from 1 */
    char cookie[200];
    wire post, stream;
    int64_t last; /* event */
    numbers acts; /* events that came */
} person;

typedef struct table {
    char id[32], invite[32], at[48];
    int seats, actor, acted_by;
    int person[MAX_SEATS];
    bool pending;
    int keys;
    char request[REQUEST_SIZE];
    int64_t sent_ns, due_ns;
    numbers acts; /* events that were acknowledged */
} table;

static const char *program;
static const char *folder = "/tmp";
static char data[256];
static int port;
static pid_t server;
static table *tables;
static person *people;
static int table_count = 200, people_count;
static int seconds = 10, kills, pause_ms = 1000;
static bool slow;
static numbers delays, answers;
static int failures, cuts;
static uint64_t seed = 12345;

static int64_t now_ns(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static unsigned draw(unsigned n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

__attribute__((format(printf, 1, 2), noreturn)) static void die(const char *fmt, ...) {
    va_list v;
    va_start(v, fmt);
    (void)vfprintf(stderr, fmt, v);
    va_end(v);
    (void)fputc('\n', stderr);
    if (server) (void)kill(server, SIGKILL);
    exit(2);
}

__attribute__((format(printf, 1, 2))) static void fail(const char *fmt, ...) {
    va_list v;
    if (failures++ > 20) return;
    va_start(v, fmt);
    (void)vfprintf(stderr, fmt, v);
    va_end(v);
    (void)fputc('\n', stderr);
}

static void *grow(void *at, size_t *cap, size_t need, size_t size) {
    if (need <= *cap) return at;
    *cap = need * 2 + 64;
    at = realloc(at, *cap * size);
    if (!at) die("no memory");
    return at;
}

static void add_number(numbers *l, int64_t n) {
    l->at = grow(l->at, &l->cap, l->len + 1, sizeof *l->at);
    l->at[l->len++] = n;
}

static void add_bytes(bytes *b, const char *from, size_t n) {
    b->at = grow(b->at, &b->cap, b->len + n + 1, 1);
    memcpy(b->at + b->len, from, n);
    b->len += n;
    b->at[b->len] = '\0';
}

static void drop_bytes(bytes *b, size_t n) {
    memmove(b->at, b->at + n, b->len - n);
    b->len -= n;
    b->at[b->len] = '\0';
}

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a;
    int64_t y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static double percentile(numbers *l, double p) {
    if (!l->len) return 0;
    qsort(l->at, l->len, sizeof *l->at, compare);
    return (double)l->at[(size_t)(p * (double)(l->len - 1))] / 1e6;
}

/* --- the server --- */

static int connect_to(void) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int one = 1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, (struct sockaddr *)&a, sizeof a) == 0) return fd;
    (void)close(fd);
    return -1;
}

static int free_port(void) {
    struct sockaddr_in a = {.sin_family = AF_INET};
    socklen_t len = sizeof a;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(fd, (struct sockaddr *)&a, sizeof a) != 0 ||
        getsockname(fd, (struct sockaddr *)&a, &len) != 0)
        die("no free port");
    (void)close(fd);
    return ntohs(a.sin_port);
}

static void start_server(void) {
    char number[16];
    (void)snprintf(number, sizeof number, "%d", port);
    server = fork();
    if (server == 0) {
        int null = open("/dev/null", O_RDWR);
        (void)dup2(null, 1);
        if (!getenv("KIBITZ_LOAD_LOUD")) (void)dup2(null, 2);
        (void)execl(program, program, "serve", "--quiet", "--port", number, "--data", data,
                    "--accounts", "open", "--rooms-each", "10000", "--act-rate", "100000",
                    "--request-rate", "100000", "--login-rate", "100000", "--login-address-rate",
                    "100000", "--connections", "4000", (char *)NULL);
        _exit(127);
    }
    int64_t until = now_ns() + INT64_C(60000000000);
    while (now_ns() < until) {
        int fd = connect_to();
        if (fd >= 0) {
            (void)close(fd);
            return;
        }
        if (waitpid(server, NULL, WNOHANG) == server) die("the server ended");
        (void)usleep(5000);
    }
    die("the server does not start");
}

/* --- requests --- */

static void write_all(int fd, const char *s, size_t len) {
    while (len > 0) {
        ssize_t n = send(fd, s, len, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return; /* its reader finds out */
        s += n;
        len -= (size_t)n;
    }
}

static void put_request(char *out, size_t size, const char *cookie, const char *method,
                        const char *target, const char *body) {
    (void)snprintf(out, size,
                   "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                   "X-Kibitz: 1\r\n%s%s%s%s%zu\r\n\r\n%s",
                   method, target, port, port, *cookie ? "Cookie: " : "", cookie,
                   *cookie ? "\r\n" : "",
                   body ? "Content-Type: application/json\r\nContent-Length: " : "Content-Length: ",
                   body ? strlen(body) : 0, body ? body : "");
}

/* A complete answer at the start of `in`: its length, or 0. */
static size_t answer_length(const bytes *in, int *code) {
    const char *end = in->len ? strstr(in->at, "\r\n\r\n") : NULL;
    if (!end) return 0;
    const char *length = strcasestr(in->at, "\r\nContent-Length: ");
    if (!length || length > end) die("an answer without a length: %.200s", in->at);
    size_t all = (size_t)(end + 4 - in->at) + strtoul(length + 18, NULL, 10);
    *code = (int)number_at(in->at + 9);
    return in->len >= all ? all : 0;
}

/* Asks and waits; the answer is in *in. */
static int ask(int fd, bytes *in, const char *cookie, const char *method, const char *target,
               const char *body) {
    char request[REQUEST_SIZE];
    int code;
    put_request(request, sizeof request, cookie, method, target, body);
    write_all(fd, request, strlen(request));
    in->len = 0;
    for (;;) {
        char buf[16384];
        ssize_t n = recv(fd, buf, sizeof buf, 0);
        if (n <= 0) die("the server hung up on %s %s", method, target);
        add_bytes(in, buf, (size_t)n);
        if (answer_length(in, &code)) return code;
    }
}

/* What follows a key of the JSON, up to its end. */
static bool find_word(const char *json, const char *key, char *out, size_t size) {
    const char *at = strstr(json, key);
    size_t n = 0;
    if (!at) return false;
    for (at += strlen(key); *at && *at != '"' && *at != ',' && *at != '}' && n + 1 < size; at++)
        if (*at != ' ') out[n++] = *at;
    out[n] = '\0';
    return true;
}

static void keep_cookie(const bytes *in, char *out, size_t size) {
    const char *at = strcasestr(in->at, "\r\nSet-Cookie: ");
    size_t n = 0;
    if (!at) die("no cookie: %.300s", in->at);
    for (at += 14; *at && *at != ';' && *at != '\r' && n + 1 < size; at++) out[n++] = *at;
    out[n] = '\0';
}

/* Who is to act, by the scene in an answer. */
static int actor_in(const char *json) {
    const char *now = strstr(json, "\"now\":{");
    const char *seats = now ? strstr(now, "\"seats\":[") : NULL;
    return seats ? (int)number_at(seats + 9) : 0;
}

/* --- people and tables --- */

static void make_table(table *t, int fd, bytes *in, const char *maker) {
    char body[400];
    size_t n = (size_t)snprintf(body, sizeof body,
                                "{\"game\":\"pig\",\"options\":{\"target\":1000},\"seats\":[");
    for (int i = 0; i < t->seats; i++)
        n += (size_t)snprintf(body + n, sizeof body - n, "%s{\"kind\":\"open\"}", i ? "," : "");
    (void)snprintf(body + n, sizeof body - n, "]}");
    int code = ask(fd, in, maker, "POST", "/api/1/rooms", body);
    if (code != 201) die("no table: %d %.300s", code, strstr(in->at, "\r\n\r\n"));
    (void)find_word(in->at, "\"id\":\"", t->id, sizeof t->id);
    (void)find_word(in->at, "\"invite\":\"", t->invite, sizeof t->invite);
}

static void seat_guest(table *t, person *p, int fd, bytes *in) {
    char body[200];
    char target[100];
    (void)snprintf(body, sizeof body, "{\"room\":\"%s\",\"invite\":\"%s\",\"name\":\"Guest %d\"}",
                   t->id, t->invite, p->seat);
    int code = ask(fd, in, "", "POST", "/api/1/session", body);
    if (code != 200) die("no guest: %d %.300s", code, in->at);
    keep_cookie(in, p->cookie, sizeof p->cookie);
    (void)snprintf(target, sizeof target, "/api/1/rooms/%s/seats/%d", t->id, p->seat);
    code = ask(fd, in, p->cookie, "POST", target, "{\"kind\":\"me\"}");
    if (code != 200) die("no seat: %d %.300s", code, in->at);
    (void)find_word(in->at, "\"at\":\"", t->at, sizeof t->at);
    char event[32] = "0";
    (void)find_word(in->at, "\"event\":", event, sizeof event);
    p->last = number_at(event);
    t->actor = actor_in(in->at);
}

static void close_wire(wire *w) {
    if (w->fd >= 0) (void)close(w->fd);
    w->fd = -1;
    w->in.len = w->raw.len = 0;
    w->left = -2;
}

static void open_stream(person *p) {
    char request[REQUEST_SIZE];
    char target[200];
    close_wire(&p->stream);
    p->stream.fd = connect_to();
    if (p->stream.fd < 0) return;
    (void)snprintf(target, sizeof target, "/api/1/events?rooms=%s&after=%lld", tables[p->room].id,
                   (long long)p->last);
    put_request(request, sizeof request, p->cookie, "GET", target, NULL);
    write_all(p->stream.fd, request, strlen(request));
}

static void set_up(void) {
    bytes in = {0};
    char maker[200];
    int fd = connect_to();
    int code = ask(fd, &in, "", "POST", "/api/1/accounts",
                   "{\"name\":\"Maker\",\"password\":\"a long password\"}");
    if (code != 200 && code != 201) die("no account: %d %.300s", code, in.at);
    if (strcasestr(in.at, "\r\nSet-Cookie: ")) {
        keep_cookie(&in, maker, sizeof maker);
    } else {
        code = ask(fd, &in, "", "POST", "/api/1/session",
                   "{\"name\":\"Maker\",\"password\":\"a long password\"}");
        if (code != 200) die("no log-in: %d %.300s", code, in.at);
        keep_cookie(&in, maker, sizeof maker);
    }
    for (int i = 0; i < table_count; i++) {
        table *t = &tables[i];
        /* 200 tables have 500 people: 2, 3, 2, 3, … */
        t->seats = i % 20 == 0 ? 4 : i % 20 == 1 ? 2 : 2 + i % 2;
        make_table(t, fd, &in, maker);
        for (int k = 0; k < t->seats; k++) {
            person *p = &people[people_count];
            *p = (person){.room = i, .seat = k + 1, .post = {.fd = -1}, .stream = {.fd = -1}};
            t->person[k] = people_count++;
            seat_guest(t, p, fd, &in);
        }
        for (int k = 0; k < t->seats; k++)
            people[t->person[k]].last = people[people_count - 1].last;
    }
    (void)close(fd);
    free(in.at);
}

/* --- playing --- */

static void send_act(table *t) {
    person *p = &people[t->person[t->actor - 1]];
    if (p->post.fd < 0) {
        close_wire(&p->post);
        p->post.fd = connect_to();
        if (p->post.fd < 0) return;
    }
    write_all(p->post.fd, t->request, strlen(t->request));
}

static void begin_act(table *t) {
    char body[300];
    char target[100];
    if (t->actor < 1 || t->actor > t->seats) die("table %s: nobody is to act", t->id);
    person *p = &people[t->person[t->actor - 1]];
    (void)snprintf(body, sizeof body,
                   "{\"at\":\"%s\",\"seat\":%d,\"token\":\"roll\",\"key\":\"key-%d\"}", t->at,
                   t->actor, ++t->keys);
    (void)snprintf(target, sizeof target, "/api/1/rooms/%s/act", t->id);
    put_request(t->request, sizeof t->request, p->cookie, "POST", target, body);
    t->pending = true;
    t->acted_by = t->actor;
    t->sent_ns = now_ns();
    send_act(t);
}

static void take_answer(person *p, const char *json, int code) {
    table *t = &tables[p->room];
    char event[32];
    if (code != 200) {
        fail("table %s: %d %.300s", t->id, code, json);
        t->pending = false;
        return;
    }
    if (!t->pending) return;
    (void)find_word(json, "\"at\":\"", t->at, sizeof t->at);
    (void)find_word(json, "\"event\":", event, sizeof event);
    add_number(&t->acts, number_at(event));
    add_number(&answers, now_ns() - t->sent_ns);
    t->actor = actor_in(json);
    t->pending = false;
    t->due_ns = t->sent_ns + (int64_t)pause_ms * 1000000;
}

static void read_post(person *p) {
    char buf[16384];
    int code;
    ssize_t n = recv(p->post.fd, buf, sizeof buf, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
        close_wire(&p->post);
        return;
    }
    add_bytes(&p->post.in, buf, (size_t)n);
    for (size_t len; (len = answer_length(&p->post.in, &code));) {
        char *json = strstr(p->post.in.at, "\r\n\r\n") + 4;
        char keep = p->post.in.at[len];
        p->post.in.at[len] = '\0';
        take_answer(p, json, code);
        p->post.in.at[len] = keep;
        drop_bytes(&p->post.in, len);
    }
}

/* --- streams --- */

static void take_event(person *p, char *event) {
    const char *id = strstr(event, "id: ");
    table *t = &tables[p->room];
    if (strstr(event, "event: resync")) fail("table %s: resync", t->id);
    if (!id) return;
    int64_t n = number_at(id + 4);
    if (n <= p->last)
        fail("table %s: event %lld after %lld", t->id, (long long)n, (long long)p->last);
    p->last = n;
    if (!strstr(event, "event: act\n")) return;
    add_number(&p->acts, n);
    if (t->acted_by != p->seat && !kills) add_number(&delays, now_ns() - t->sent_ns);
}

/* Takes the chunks apart. */
static void unchunk(wire *w) {
    for (;;) {
        if (w->left == -2) {
            char *end = w->raw.len ? strstr(w->raw.at, "\r\n\r\n") : NULL;
            if (!end) return;
            if (strncmp(w->raw.at, "HTTP/1.1 200", 12) != 0) fail("a stream: %.100s", w->raw.at);
            drop_bytes(&w->raw, (size_t)(end + 4 - w->raw.at));
            w->left = -1;
        } else if (w->left == -1) {
            char *end = w->raw.len ? strstr(w->raw.at, "\r\n") : NULL;
            if (!end) return;
            w->left = strtol(w->raw.at, NULL, 16) + 2;
            drop_bytes(&w->raw, (size_t)(end + 2 - w->raw.at));
        } else {
            if (!w->raw.len) return;
            size_t n = w->raw.len < (size_t)w->left ? w->raw.len : (size_t)w->left;
            size_t content = w->left > 2 ? (size_t)w->left - 2 : 0;
            add_bytes(&w->in, w->raw.at, n < content ? n : content);
            drop_bytes(&w->raw, n);
            w->left -= (long)n;
            if (w->left == 0) w->left = -1;
        }
    }
}

static void read_stream(person *p) {
    char buf[32768];
    wire *w = &p->stream;
    ssize_t n = recv(w->fd, buf, sizeof buf, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
        close_wire(w);
        return;
    }
    add_bytes(&w->raw, buf, (size_t)n);
    unchunk(w);
    for (char *end; w->in.len && (end = strstr(w->in.at, "\n\n"));) {
        end[1] = '\0';
        take_event(p, w->in.at);
        drop_bytes(&w->in, (size_t)(end + 2 - w->in.at));
    }
}

/* --- the loop --- */

static void poll_once(int ms) {
    static struct pollfd *list;
    static int *who;
    if (!list) {
        list = calloc((size_t)people_count * 2, sizeof *list);
        who = calloc((size_t)people_count * 2, sizeof *who);
        if (!list || !who) die("no memory");
    }
    nfds_t n = 0;
    for (int i = 0; i < people_count; i++) {
        int fds[] = {people[i].post.fd, people[i].stream.fd};
        for (int k = 0; k < 2; k++) {
            if (fds[k] < 0) continue;
            who[n] = i * 2 + k;
            list[n++] = (struct pollfd){.fd = fds[k], .events = POLLIN};
        }
    }
    if (poll(list, n, ms) <= 0) return;
    for (nfds_t i = 0; i < n; i++) {
        person *p = &people[who[i] / 2];
        if (!list[i].revents) continue;
        if (who[i] % 2)
            read_stream(p);
        else if (p->post.fd >= 0)
            read_post(p);
    }
}

static void act_where_due(void) {
    int64_t now = now_ns();
    for (int i = 0; i < table_count; i++)
        if (!tables[i].pending && tables[i].due_ns <= now) begin_act(&tables[i]);
}

/* A cut connection: one stream is closed in the middle and opened again. */
static void cut_one(void) {
    person *p = &people[draw((unsigned)people_count)];
    open_stream(p);
    cuts++;
}

static void reopen(void) {
    for (int i = 0; i < people_count; i++)
        if (people[i].stream.fd < 0) open_stream(&people[i]);
    for (int i = 0; i < table_count; i++) {
        table *t = &tables[i];
        if (t->pending && people[t->person[t->actor - 1]].post.fd < 0) send_act(t);
    }
}

static void kill_server(void) {
    (void)kill(server, SIGKILL);
    (void)waitpid(server, NULL, 0);
    for (int i = 0; i < people_count; i++) {
        /* What the server sent before it died was received. */
        for (int k = 0; k < 50 && people[i].post.fd >= 0; k++) read_post(&people[i]);
        for (int k = 0; k < 50 && people[i].stream.fd >= 0; k++) read_stream(&people[i]);
        close_wire(&people[i].post);
        close_wire(&people[i].stream);
    }
    start_server();
    reopen();
}

static void settle(void) {
    int64_t until = now_ns() + INT64_C(20000000000);
    for (;;) {
        int open = 0;
        for (int i = 0; i < table_count; i++) open += tables[i].pending;
        for (int i = 0; i < people_count; i++)
            open += people[i].acts.len < tables[people[i].room].acts.len;
        if (!open || now_ns() > until) return;
        poll_once(20);
        reopen();
    }
}

static void run(void) {
    int64_t begin = now_ns();
    int64_t end = begin + (int64_t)seconds * 1000000000;
    int64_t next_kill = begin + 100000000 + draw(400) * INT64_C(1000000);
    int64_t next_cut = begin;
    int done = 0;
    for (int i = 0; i < table_count; i++)
        tables[i].due_ns = begin + (int64_t)draw((unsigned)pause_ms + 1) * 1000000;
    for (int i = 0; i < people_count; i++) open_stream(&people[i]);
    while (kills ? done < kills : now_ns() < end) {
        act_where_due();
        poll_once(1);
        if (kills && now_ns() >= next_kill) {
            kill_server();
            done++;
            next_kill = now_ns() + 50000000 + draw(450) * INT64_C(1000000);
        }
        if (slow && now_ns() >= next_cut) {
            cut_one();
            next_cut = now_ns() + 100000000;
        }
        if (slow || kills) reopen();
    }
    settle();
}

/* --- what came of it --- */

static void check_streams(void) {
    for (int i = 0; i < people_count; i++) {
        const person *p = &people[i];
        const table *t = &tables[p->room];
        bool same = p->acts.len == t->acts.len &&
                    memcmp(p->acts.at, t->acts.at, t->acts.len * sizeof(int64_t)) == 0;
        if (t->acts.len && !same)
            fail("table %s, seat %d: %zu acts, %zu events", t->id, p->seat, t->acts.len,
                 p->acts.len);
    }
}

/* Every act that was acknowledged is in the log once, and there is no other. */
static void check_logs(void) {
    bytes in = {0};
    int fd = connect_to();
    for (int i = 0; i < table_count; i++) {
        table *t = &tables[i];
        char target[100];
        size_t n = 0;
        (void)snprintf(target, sizeof target, "/api/1/rooms/%s/log", t->id);
        if (ask(fd, &in, people[t->person[0]].cookie, "GET", target, NULL) != 200)
            die("no log: %.300s", in.at);
        for (char *at = in.at; (at = strstr(at, "{\"row\":"));) {
            char *next = strstr(at + 1, "{\"row\":");
            if (next) *next = '\0';
            char event[32] = "";
            (void)find_word(at, "\"event\":", event, sizeof event);
            if (strstr(at, "\"token\":\"roll\"")) {
                if (n >= t->acts.len || t->acts.at[n] != number_at(event))
                    fail("table %s: act %zu is event %s", t->id, n, event);
                n++;
            }
            if (!next) break;
            *next = '{';
            at = next;
        }
        if (n != t->acts.len)
            fail("table %s: %zu acts were acknowledged, %zu are there", t->id, t->acts.len, n);
    }
    (void)close(fd);
    free(in.at);
}

static void print_fsync(void) {
    char path[300];
    char page[4096] = "";
    numbers times = {0};
    (void)snprintf(path, sizeof path, "%s/fsync-%d", folder, (int)getpid());
    int fd = open(path, O_CREAT | O_RDWR | O_TRUNC, 0600);
    for (int i = 0; fd >= 0 && i < 100; i++) {
        int64_t begin = now_ns();
        if (write(fd, page, sizeof page) != (ssize_t)sizeof page || fsync(fd) != 0) break;
        add_number(&times, now_ns() - begin);
    }
    if (fd >= 0) (void)close(fd);
    (void)unlink(path);
    printf("fsync: p50 %.2f ms, p99 %.2f ms\n", percentile(&times, 0.5), percentile(&times, 0.99));
    free(times.at);
}

static void print_memory(void) {
    char path[64];
    char line[200];
    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)server);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "VmRSS", 5) == 0 || strncmp(line, "VmHWM", 5) == 0) printf("%s", line);
    if (f) (void)fclose(f);
}

/* Of all its threads, in seconds. */
static double server_cpu(void) {
    char path[64];
    char line[1000] = "";
    unsigned long user = 0;
    unsigned long system_time = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)server);
    FILE *f = fopen(path, "r");
    if (f && fgets(line, sizeof line, f)) {
        /* Fields 14 and 15; the name, which ends with the last ')', is the second. */
        char *at = strrchr(line, ')');
        for (int field = 2; at && field < 14; field++) at = strchr(at + 1, ' ');
        if (at) {
            user = strtoul(at, &at, 10);
            system_time = strtoul(at, NULL, 10);
        }
    }
    if (f) (void)fclose(f);
    return (double)(user + system_time) / (double)sysconf(_SC_CLK_TCK);
}

/* A reader that never reads, and a browser with many tabs. */
static void add_trouble(void) {
    person *p = &people[0];
    for (int i = 0; i < TABS; i++) {
        person tab = *p;
        tab.stream = (wire){.fd = -1};
        if (i % 4 == 0) p = &people[draw((unsigned)people_count)];
        open_stream(&tab); /* and nobody reads it */
    }
}

static void read_words(int argc, char **argv) {
    if (argc < 2) die("usage: web_load KIBITZ [rooms N] [seconds N] [kills N] [pause MS] [slow]");
    program = argv[1];
    for (int i = 2; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "0";
        if (strcmp(argv[i], "slow") == 0) {
            slow = true;
            continue;
        }
        i++;
        if (strcmp(argv[i - 1], "rooms") == 0)
            table_count = (int)number_at(value);
        else if (strcmp(argv[i - 1], "seconds") == 0)
            seconds = (int)number_at(value);
        else if (strcmp(argv[i - 1], "kills") == 0)
            kills = (int)number_at(value);
        else if (strcmp(argv[i - 1], "pause") == 0)
            pause_ms = (int)number_at(value);
        else if (strcmp(argv[i - 1], "folder") == 0)
            folder = value;
        else
            die("unknown word %s", argv[i - 1]);
    }
    if (table_count < 1 || table_count > 2000) die("1 to 2000 tables");
}

int main(int argc, char **argv) {
    read_words(argc, argv);
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    (void)signal(SIGPIPE, SIG_IGN);
    tables = calloc((size_t)table_count, sizeof *tables);
    people = calloc((size_t)table_count * MAX_SEATS, sizeof *people);
    if (!tables || !people) die("no memory");
    (void)snprintf(data, sizeof data, "%s/web-load-%d.db", folder, (int)getpid());
    port = free_port();
    print_fsync();
    start_server();
    set_up();
    printf("%d tables, %d people and streams\n", table_count, people_count);
    if (slow) add_trouble();
    double cpu = server_cpu();
    int64_t begin = now_ns();
    run();
    if (!kills)
        printf("cpu: %.1f %% of a core\n",
               100 * (server_cpu() - cpu) / ((double)(now_ns() - begin) / 1e9));
    check_streams();
    check_logs();
    size_t acts = 0;
    for (int i = 0; i < table_count; i++) acts += tables[i].acts.len;
    printf("%zu acts acknowledged, %d kills, %d connections cut\n", acts, kills, cuts);
    printf("answer: p50 %.2f ms, p99 %.2f ms\n", percentile(&answers, 0.5),
           percentile(&answers, 0.99));
    if (!kills)
        printf("act to event: p50 %.2f ms, p99 %.2f ms (%zu)\n", percentile(&delays, 0.5),
               percentile(&delays, 0.99), delays.len);
    print_memory();
    printf("lost or doubled: %d\n", failures);
    (void)kill(server, SIGTERM);
    int ended = 0;
    (void)waitpid(server, &ended, 0);
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0) fail("the server ended with %d", ended);
    (void)unlink(data);
    char side[300];
    static const char *const tails[] = {"-wal", "-shm", "-lock"};
    for (int i = 0; i < 3; i++) {
        (void)snprintf(side, sizeof side, "%s%s", data, tails[i]);
        (void)unlink(side);
    }
    return failures ? 1 : 0;
}
