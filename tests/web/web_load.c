/* Many people at many tables, against a server of its own: how long an act takes to reach the
 * others, whether anything is lost or comes twice, and what is left after kill -9.
 *
 *     web_load KIBITZ [rooms N] [seconds N] [kills N] [pause MS] [slow] [folder DIR]
 *              [servers N] [crashes N] [store postgresql://...]
 *
 * Each table has two to four people, each with a stream; every table acts once in `pause` ms. With
 * `kills` the server is killed that often at random moments and started again; requests that were
 * not answered are sent again with their keys. With `slow` there are also a reader that never
 * reads, connections that are cut, and a browser with 30 tabs. With `servers` there are several on
 * one PostgreSQL database (`store`, or that of tests/support/with_postgres), and the
 * people of each table are spread over them; `kills` kills one of them at a time, and of the kills so
 * many as `crashes` says stop the database instead. Exit 0: nothing was lost or doubled. */
#define _GNU_SOURCE /* NOLINT(readability-identifier-naming) */
#include "tests/web/load_http.h"
#include "tests/web/load_servers.h"

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
    int home;       /* which server */
    char cookie[200];
    wire post, stream;
    int64_t last;  /* event */
    numbers acts;  /* events that came */
    bool resynced; /* told to read the table again: some did not come one by one */
} person;

typedef struct table {
    char id[32], invite[32], at[48];
    int seats, actor, acted_by;
    int person[MAX_SEATS];
    bool pending;
    int keys;
    char request[REQUEST_SIZE];
    int64_t sent_ns, due_ns, again_ns; /* again: when it is sent once more; 0: it waits */
    numbers acts;                      /* events that were acknowledged */
} table;

static load_servers_setup servers = {.folder = "/tmp", .count = 1};
static table *tables;
static person *people;
static int table_count = 200, people_count;
static int seconds = 10, kills, crashes, pause_ms = 1000;
static bool slow;
static numbers delays, answers;
static int cuts, waits, resyncs;
static uint64_t seed = 12345;

static unsigned draw(unsigned n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
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

static void seat_guest(table *t, person *p, bytes *in) {
    char body[200];
    char target[100];
    load_servers_use(p->home);
    int fd = load_connect_to();
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
    (void)close(fd);
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
    load_servers_use(p->home);
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
    load_servers_use(0);
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
        load_servers_use(0);
        make_table(t, fd, &in, maker);
        for (int k = 0; k < t->seats; k++) {
            person *p = &people[people_count];
            *p = (person){.room = i,
                          .seat = k + 1,
                          .home = (i + k) % servers.count,
                          .post = {.fd = -1},
                          .stream = {.fd = -1}};
            t->person[k] = people_count++;
            seat_guest(t, p, &in);
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
        load_servers_use(p->home);
        p->post.fd = load_connect_to();
        if (p->post.fd < 0) return;
    }
    t->again_ns = 0;
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
    load_servers_use(p->home);
    load_put_request(t->request, sizeof t->request, p->cookie, "POST", target, body);
    t->pending = true;
    t->acted_by = t->actor;
    t->sent_ns = load_now_ns();
    send_act(t);
}

static void take_answer(person *p, const char *json, int code) {
    table *t = &tables[p->room];
    char event[32];
    if (code == 503 && kills) { /* the database is away: the same again in a moment */
        t->again_ns = load_now_ns() + 100000000;
        waits++;
        return;
    }
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
    if (strstr(event, "event: resync")) {
        if (!crashes) load_fail("table %s: resync", t->id);
        resyncs++;
        p->resynced = true;
        return;
    }
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
        if (!t->pending) continue;
        bool again = t->again_ns && load_now_ns() >= t->again_ns;
        if (again || people[t->person[t->actor - 1]].post.fd < 0) send_act(t);
    }
}

/* The database is away for a moment; what is sent meanwhile is sent again. */
static void crash_database(void) {
    load_servers_crash_database();
    int64_t until = load_now_ns() + (int64_t)draw(400) * 1000000;
    while (load_now_ns() < until) {
        act_where_due();
        poll_once(1);
        reopen();
    }
    load_servers_start_database();
}

static void kill_server(void) {
    int which = (int)draw((unsigned)servers.count);
    load_servers_kill(which);
    for (int i = 0; i < people_count; i++) {
        if (people[i].home != which) continue;
        /* What the server sent before it died was received. */
        for (int k = 0; k < 50 && people[i].post.fd >= 0; k++) read_post(&people[i]);
        for (int k = 0; k < 50 && people[i].stream.fd >= 0; k++) read_stream(&people[i]);
        close_wire(&people[i].post);
        close_wire(&people[i].stream);
    }
    load_servers_again(which);
    reopen();
}

static void settle(void) {
    int64_t until = load_now_ns() + INT64_C(20000000000);
    for (;;) {
        int open = 0;
        for (int i = 0; i < table_count; i++) open += tables[i].pending;
        for (int i = 0; i < people_count; i++)
            open += !people[i].resynced && people[i].acts.len < tables[people[i].room].acts.len;
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
            if (done * crashes / kills < (done + 1) * crashes / kills)
                crash_database();
            else
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

/* Events of one list that are in the other, in the same order. */
static bool is_part(const numbers *part, const numbers *all) {
    size_t k = 0;
    for (size_t i = 0; i < all->len && k < part->len; i++) k += all->at[i] == part->at[k];
    return k == part->len;
}

static void check_streams(void) {
    for (int i = 0; i < people_count; i++) {
        const person *p = &people[i];
        const table *t = &tables[p->room];
        bool same = p->acts.len == t->acts.len &&
                    memcmp(p->acts.at, t->acts.at, t->acts.len * sizeof(int64_t)) == 0;
        if (p->resynced) same = is_part(&p->acts, &t->acts); /* the logs tell the rest */
        if (t->acts.len && !same)
            load_fail("table %s, seat %d: %zu acts, %zu events", t->id, p->seat, t->acts.len,
                      p->acts.len);
    }
}

/* Every act that was acknowledged is in the log once, and there is no other. */
static void check_logs(void) {
    bytes in = {0};
    for (int i = 0; i < table_count; i++) {
        table *t = &tables[i];
        char target[100];
        size_t n = 0;
        load_servers_use(people[t->person[0]].home);
        int fd = load_connect_to();
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
        (void)close(fd);
    }
    free(in.at);
}

static void print_fsync(void) {
    char path[300];
    char page[4096] = "";
    numbers times = {0};
    (void)snprintf(path, sizeof path, "%s/fsync-%d", servers.folder, (int)getpid());
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
        load_die("usage: web_load KIBITZ [rooms N] [seconds N] [kills N] [pause MS] [slow] "
                 "[servers N] [crashes N] [store URL]");
    servers.program = argv[1];
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
            servers.folder = value;
        else if (strcmp(argv[i - 1], "servers") == 0)
            servers.count = (int)load_number_at(value);
        else if (strcmp(argv[i - 1], "crashes") == 0)
            crashes = (int)load_number_at(value);
        else if (strcmp(argv[i - 1], "store") == 0)
            servers.store = value;
        else
            load_die("unknown word %s", argv[i - 1]);
    }
    if (table_count < 1 || table_count > 2000) load_die("1 to 2000 tables");
    if (servers.count < 1 || servers.count > LOAD_MAX_SERVERS) load_die("1 to 8 servers");
    if (!servers.store) servers.store = getenv("KIBITZ_TEST_POSTGRESQL");
    if (!servers.store && servers.count > 1) load_die("several servers need a database");
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
    print_fsync();
    load_servers_start(&servers);
    set_up();
    printf("%d tables, %d people and streams, %d servers on %s\n", table_count, people_count,
           servers.count, servers.store ? "PostgreSQL" : "a file");
    if (slow) add_trouble();
    double cpu = load_servers_cpu();
    double database = load_servers_database_cpu();
    int64_t begin = load_now_ns();
    run();
    double passed = (double)(load_now_ns() - begin) / 1e9;
    cpu = load_servers_cpu() - cpu;
    if (!kills) printf("cpu: %.1f %% of a core\n", 100 * cpu / passed);
    if (!kills && database >= 0) {
        database = load_servers_database_cpu() - database;
        printf("cpu of the database: %.1f %% of a core\n", 100 * database / passed);
    }
    check_streams();
    check_logs();
    size_t acts = 0;
    for (int i = 0; i < table_count; i++) acts += tables[i].acts.len;
    printf("%zu acts acknowledged, %d kills (%d of the database), %d connections cut, %d times "
           "503, %d resyncs\n",
           acts, kills, crashes, cuts, waits, resyncs);
    if (!kills && acts)
        printf("an act: %.3f ms of CPU in the servers, %.3f in the database\n",
               1000 * cpu / (double)acts, database >= 0 ? 1000 * database / (double)acts : 0);
    printf("answer: p50 %.2f ms, p99 %.2f ms\n", load_percentile(&answers, 0.5),
           load_percentile(&answers, 0.99));
    if (!kills)
        printf("act to event: p50 %.2f ms, p99 %.2f ms (%zu)\n", load_percentile(&delays, 0.5),
               load_percentile(&delays, 0.99), delays.len);
    load_servers_print_memory();
    printf("lost or doubled: %d\n", load_failures);
    load_servers_end();
    return load_failures ? 1 : 0;
}
