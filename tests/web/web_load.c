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
#include "tests/web/load_http.h"

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

enum { MAX_SEATS = 4, TABS = 30 };

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
static table *tables;
static person *people;
static int table_count = 200, people_count;
static int seconds = 10, kills, pause_ms = 1000;
static bool slow;
static numbers delays, answers;
static int cuts;
static uint64_t seed = 12345;

static unsigned draw(unsigned n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

/* --- the server --- */

static int free_port(void) {
    struct sockaddr_in a = {.sin_family = AF_INET};
    socklen_t len = sizeof a;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(fd, (struct sockaddr *)&a, sizeof a) != 0 ||
        getsockname(fd, (struct sockaddr *)&a, &len) != 0)
        load_die("no free port");
    (void)close(fd);
    return ntohs(a.sin_port);
}

static void start_server(void) {
    char number[16];
    (void)snprintf(number, sizeof number, "%d", load_port);
    load_server = fork();
    if (load_server == 0) {
        int null = open("/dev/null", O_RDWR);
        (void)dup2(null, 1);
        if (!getenv("KIBITZ_LOAD_LOUD")) (void)dup2(null, 2);
        (void)execl(program, program, "serve", "--quiet", "--port", number, "--data", data,
                    "--accounts", "open", "--rooms-each", "10000", "--act-rate", "100000",
                    "--request-rate", "100000", "--login-rate", "100000", "--login-address-rate",
                    "100000", "--connections", "4000", (char *)NULL);
        _exit(127);
    }
    int64_t until = load_now_ns() + INT64_C(60000000000);
    while (load_now_ns() < until) {
        int fd = load_connect_to();
        if (fd >= 0) {
            (void)close(fd);
            return;
        }
        if (waitpid(load_server, NULL, WNOHANG) == load_server) load_die("the server ended");
        (void)usleep(5000);
    }
    load_die("the server does not start");
}

/* Who is to act, by the scene in an answer. */
static int actor_in(const char *json) {
    const char *now = strstr(json, "\"now\":{");
    const char *seats = now ? strstr(now, "\"seats\":[") : NULL;
    return seats ? (int)load_number_at(seats + 9) : 0;
}

/* --- people and tables --- */

static void make_table(table *t, int fd, bytes *in, const char *maker) {
    char body[400];
    size_t n = (size_t)snprintf(body, sizeof body,
                                "{\"game\":\"pig\",\"options\":{\"target\":1000},\"seats\":[");
    for (int i = 0; i < t->seats; i++)
        n += (size_t)snprintf(body + n, sizeof body - n, "%s{\"kind\":\"open\"}", i ? "," : "");
    (void)snprintf(body + n, sizeof body - n, "]}");
    int code = load_ask(fd, in, maker, "POST", "/api/1/rooms", body);
    if (code != 201) load_die("no table: %d %.300s", code, strstr(in->at, "\r\n\r\n"));
    (void)load_find_word(in->at, "\"id\":\"", t->id, sizeof t->id);
    (void)load_find_word(in->at, "\"invite\":\"", t->invite, sizeof t->invite);
}

static void seat_guest(table *t, person *p, int fd, bytes *in) {
    char body[200];
    char target[100];
    (void)snprintf(body, sizeof body, "{\"room\":\"%s\",\"invite\":\"%s\",\"name\":\"Guest %d\"}",
                   t->id, t->invite, p->seat);
    int code = load_ask(fd, in, "", "POST", "/api/1/session", body);
    if (code != 200) load_die("no guest: %d %.300s", code, in->at);
    load_keep_cookie(in, p->cookie, sizeof p->cookie);
    (void)snprintf(target, sizeof target, "/api/1/rooms/%s/seats/%d", t->id, p->seat);
    code = load_ask(fd, in, p->cookie, "POST", target, "{\"kind\":\"me\"}");
    if (code != 200) load_die("no seat: %d %.300s", code, in->at);
    (void)load_find_word(in->at, "\"at\":\"", t->at, sizeof t->at);
    char event[32] = "0";
    (void)load_find_word(in->at, "\"event\":", event, sizeof event);
    p->last = load_number_at(event);
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
    p->stream.fd = load_connect_to();
    if (p->stream.fd < 0) return;
    (void)snprintf(target, sizeof target, "/api/1/events?rooms=%s&after=%lld", tables[p->room].id,
                   (long long)p->last);
    load_put_request(request, sizeof request, p->cookie, "GET", target, NULL);
    load_write_all(p->stream.fd, request, strlen(request));
}

static void set_up(void) {
    bytes in = {0};
    char maker[200];
    int fd = load_connect_to();
    int code = load_ask(fd, &in, "", "POST", "/api/1/accounts",
                        "{\"name\":\"Maker\",\"password\":\"a long password\"}");
    if (code != 200 && code != 201) load_die("no account: %d %.300s", code, in.at);
    if (strcasestr(in.at, "\r\nSet-Cookie: ")) {
        load_keep_cookie(&in, maker, sizeof maker);
    } else {
        code = load_ask(fd, &in, "", "POST", "/api/1/session",
                        "{\"name\":\"Maker\",\"password\":\"a long password\"}");
        if (code != 200) load_die("no log-in: %d %.300s", code, in.at);
        load_keep_cookie(&in, maker, sizeof maker);
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
        p->post.fd = load_connect_to();
        if (p->post.fd < 0) return;
    }
    load_write_all(p->post.fd, t->request, strlen(t->request));
}

static void begin_act(table *t) {
    char body[300];
    char target[100];
    if (t->actor < 1 || t->actor > t->seats) load_die("table %s: no seat is to act", t->id);
    person *p = &people[t->person[t->actor - 1]];
    (void)snprintf(body, sizeof body,
                   "{\"at\":\"%s\",\"seat\":%d,\"token\":\"roll\",\"key\":\"key-%d\"}", t->at,
                   t->actor, ++t->keys);
    (void)snprintf(target, sizeof target, "/api/1/rooms/%s/act", t->id);
    load_put_request(t->request, sizeof t->request, p->cookie, "POST", target, body);
    t->pending = true;
    t->acted_by = t->actor;
    t->sent_ns = load_now_ns();
    send_act(t);
}

static void take_answer(person *p, const char *json, int code) {
    table *t = &tables[p->room];
    char event[32];
    if (code != 200) {
        load_fail("table %s: %d %.300s", t->id, code, json);
        t->pending = false;
        return;
    }
    if (!t->pending) return;
    (void)load_find_word(json, "\"at\":\"", t->at, sizeof t->at);
    (void)load_find_word(json, "\"event\":", event, sizeof event);
    load_add_number(&t->acts, load_number_at(event));
    load_add_number(&answers, load_now_ns() - t->sent_ns);
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
    load_add_bytes(&p->post.in, buf, (size_t)n);
    for (size_t len; (len = load_answer_length(&p->post.in, &code));) {
        char *json = strstr(p->post.in.at, "\r\n\r\n") + 4;
        char keep = p->post.in.at[len];
        p->post.in.at[len] = '\0';
        take_answer(p, json, code);
        p->post.in.at[len] = keep;
        load_drop_bytes(&p->post.in, len);
    }
}

/* --- streams --- */

static void take_event(person *p, char *event) {
    const char *id = strstr(event, "id: ");
    table *t = &tables[p->room];
    if (strstr(event, "event: resync")) load_fail("table %s: resync", t->id);
    if (!id) return;
    int64_t n = load_number_at(id + 4);
    if (n <= p->last)
        load_fail("table %s: event %lld after %lld", t->id, (long long)n, (long long)p->last);
    p->last = n;
    if (!strstr(event, "event: act\n")) return;
    load_add_number(&p->acts, n);
    if (t->acted_by != p->seat && !kills) load_add_number(&delays, load_now_ns() - t->sent_ns);
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
    load_add_bytes(&w->raw, buf, (size_t)n);
    load_unchunk(w);
    for (char *end; w->in.len && (end = strstr(w->in.at, "\n\n"));) {
        end[1] = '\0';
        take_event(p, w->in.at);
        load_drop_bytes(&w->in, (size_t)(end + 2 - w->in.at));
    }
}

/* --- the loop --- */

static void poll_once(int ms) {
    static struct pollfd *list;
    static int *who;
    if (!list) {
        list = calloc((size_t)people_count * 2, sizeof *list);
        who = calloc((size_t)people_count * 2, sizeof *who);
        if (!list || !who) load_die("no memory");
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
    int64_t now = load_now_ns();
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
    (void)kill(load_server, SIGKILL);
    (void)waitpid(load_server, NULL, 0);
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
    int64_t until = load_now_ns() + INT64_C(20000000000);
    for (;;) {
        int open = 0;
        for (int i = 0; i < table_count; i++) open += tables[i].pending;
        for (int i = 0; i < people_count; i++)
            open += people[i].acts.len < tables[people[i].room].acts.len;
        if (!open || load_now_ns() > until) return;
        poll_once(20);
        reopen();
    }
}

static void run(void) {
    int64_t begin = load_now_ns();
    int64_t end = begin + (int64_t)seconds * 1000000000;
    int64_t next_kill = begin + 100000000 + draw(400) * INT64_C(1000000);
    int64_t next_cut = begin;
    int done = 0;
    for (int i = 0; i < table_count; i++)
        tables[i].due_ns = begin + (int64_t)draw((unsigned)pause_ms + 1) * 1000000;
    for (int i = 0; i < people_count; i++) open_stream(&people[i]);
    while (kills ? done < kills : load_now_ns() < end) {
        act_where_due();
        poll_once(1);
        if (kills && load_now_ns() >= next_kill) {
            kill_server();
            done++;
            next_kill = load_now_ns() + 50000000 + draw(450) * INT64_C(1000000);
        }
        if (slow && load_now_ns() >= next_cut) {
            cut_one();
            next_cut = load_now_ns() + 100000000;
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
            load_fail("table %s, seat %d: %zu acts, %zu events", t->id, p->seat, t->acts.len,
                      p->acts.len);
    }
}

/* Every act that was acknowledged is in the log once, and there is no other. */
static void check_logs(void) {
    bytes in = {0};
    int fd = load_connect_to();
    for (int i = 0; i < table_count; i++) {
        table *t = &tables[i];
        char target[100];
        size_t n = 0;
        (void)snprintf(target, sizeof target, "/api/1/rooms/%s/log", t->id);
        if (load_ask(fd, &in, people[t->person[0]].cookie, "GET", target, NULL) != 200)
            load_die("no log: %.300s", in.at);
        for (char *at = in.at; (at = strstr(at, "{\"row\":"));) {
            char *next = strstr(at + 1, "{\"row\":");
            if (next) *next = '\0';
            char event[32] = "";
            (void)load_find_word(at, "\"event\":", event, sizeof event);
            if (strstr(at, "\"token\":\"roll\"")) {
                if (n >= t->acts.len || t->acts.at[n] != load_number_at(event))
                    load_fail("table %s: act %zu is event %s", t->id, n, event);
                n++;
            }
            if (!next) break;
            *next = '{';
            at = next;
        }
        if (n != t->acts.len)
            load_fail("table %s: %zu acts were acknowledged, %zu are there", t->id, t->acts.len, n);
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
        int64_t begin = load_now_ns();
        if (write(fd, page, sizeof page) != (ssize_t)sizeof page || fsync(fd) != 0) break;
        load_add_number(&times, load_now_ns() - begin);
    }
    if (fd >= 0) (void)close(fd);
    (void)unlink(path);
    printf("fsync: p50 %.2f ms, p99 %.2f ms\n", load_percentile(&times, 0.5),
           load_percentile(&times, 0.99));
    free(times.at);
}

static void print_memory(void) {
    char path[64];
    char line[200];
    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)load_server);
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
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)load_server);
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
        open_stream(&tab); /* it is never read */
    }
}

static void read_words(int argc, char **argv) {
    if (argc < 2)
        load_die("usage: web_load KIBITZ [rooms N] [seconds N] [kills N] [pause MS] [slow]");
    program = argv[1];
    for (int i = 2; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "0";
        if (strcmp(argv[i], "slow") == 0) {
            slow = true;
            continue;
        }
        i++;
        if (strcmp(argv[i - 1], "rooms") == 0)
            table_count = (int)load_number_at(value);
        else if (strcmp(argv[i - 1], "seconds") == 0)
            seconds = (int)load_number_at(value);
        else if (strcmp(argv[i - 1], "kills") == 0)
            kills = (int)load_number_at(value);
        else if (strcmp(argv[i - 1], "pause") == 0)
            pause_ms = (int)load_number_at(value);
        else if (strcmp(argv[i - 1], "folder") == 0)
            folder = value;
        else
            load_die("unknown word %s", argv[i - 1]);
    }
    if (table_count < 1 || table_count > 2000) load_die("1 to 2000 tables");
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
    if (!tables || !people) load_die("no memory");
    (void)snprintf(data, sizeof data, "%s/web-load-%d.db", folder, (int)getpid());
    load_port = free_port();
    print_fsync();
    start_server();
    set_up();
    printf("%d tables, %d people and streams\n", table_count, people_count);
    if (slow) add_trouble();
    double cpu = server_cpu();
    int64_t begin = load_now_ns();
    run();
    if (!kills)
        printf("cpu: %.1f %% of a core\n",
               100 * (server_cpu() - cpu) / ((double)(load_now_ns() - begin) / 1e9));
    check_streams();
    check_logs();
    size_t acts = 0;
    for (int i = 0; i < table_count; i++) acts += tables[i].acts.len;
    printf("%zu acts acknowledged, %d kills, %d connections cut\n", acts, kills, cuts);
    printf("answer: p50 %.2f ms, p99 %.2f ms\n", load_percentile(&answers, 0.5),
           load_percentile(&answers, 0.99));
    if (!kills)
        printf("act to event: p50 %.2f ms, p99 %.2f ms (%zu)\n", load_percentile(&delays, 0.5),
               load_percentile(&delays, 0.99), delays.len);
    print_memory();
    printf("lost or doubled: %d\n", load_failures);
    (void)kill(load_server, SIGTERM);
    int ended = 0;
    (void)waitpid(load_server, &ended, 0);
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0) load_fail("the server ended with %d", ended);
    (void)unlink(data);
    char side[300];
    static const char *const tails[] = {"-wal", "-shm", "-lock"};
    for (int i = 0; i < 3; i++) {
        (void)snprintf(side, sizeof side, "%s%s", data, tails[i]);
        (void)unlink(side);
    }
    return load_failures ? 1 : 0;
}
