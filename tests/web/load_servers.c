#define _GNU_SOURCE /* NOLINT(readability-identifier-naming) */
#include "tests/web/load_servers.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/web/load_http.h"

static load_servers_setup setup;
static char data[400];
static int port[LOAD_MAX_SERVERS];
static pid_t pid[LOAD_MAX_SERVERS];

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

static void run_server(const char *number) {
    int null = open("/dev/null", O_RDWR);
    (void)dup2(null, 1);
    if (!getenv("KIBITZ_LOAD_LOUD")) (void)dup2(null, 2);
    (void)execl(setup.program, setup.program, "serve", "--quiet", "--port", number, "--store", data,
                "--accounts", "open", "--rooms-each", "10000", "--act-rate", "100000",
                "--request-rate", "100000", "--login-rate", "100000", "--login-address-rate",
                "100000", "--connections", "4000", (char *)NULL);
    _exit(127);
}

/* It listens before it has opened its store: it is up when it answers. */
static bool is_up(void) {
    char request[REQUEST_SIZE];
    char answer[16] = "";
    int fd = load_connect_to();
    if (fd < 0) return false;
    struct timeval patience = {.tv_sec = 1};
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    load_put_request(request, sizeof request, "", "GET", "/healthz", NULL);
    load_write_all(fd, request, strlen(request));
    ssize_t n = recv(fd, answer, 12, MSG_WAITALL);
    (void)close(fd);
    return n == 12 && strncmp(answer, "HTTP/1.1 200", 12) == 0;
}

void load_servers_again(int which) {
    char number[16];
    (void)snprintf(number, sizeof number, "%d", port[which]);
    pid[which] = fork();
    if (pid[which] == 0) run_server(number);
    load_servers_use(which);
    int64_t until = load_now_ns() + INT64_C(60000000000);
    while (load_now_ns() < until) {
        if (is_up()) return;
        if (waitpid(pid[which], NULL, WNOHANG) == pid[which]) {
            pid[which] = 0;
            load_die("the server ended");
        }
        (void)usleep(5000);
    }
    load_die("the server does not start");
}

static void kill_all(void) {
    for (int i = 0; i < setup.count; i++)
        if (pid[i] > 0) (void)kill(pid[i], SIGKILL);
}

void load_servers_start(const load_servers_setup *s) {
    setup = *s;
    if (setup.store)
        (void)snprintf(data, sizeof data, "%s", setup.store);
    else
        (void)snprintf(data, sizeof data, "%s/web-load-%d.db", setup.folder, (int)getpid());
    (void)atexit(kill_all);
    for (int i = 0; i < setup.count; i++) port[i] = free_port();
    for (int i = 0; i < setup.count; i++) load_servers_again(i);
}

void load_servers_use(int which) {
    load_port = port[which];
    load_server = pid[which];
}

void load_servers_kill(int which) {
    (void)kill(pid[which], SIGKILL);
    (void)waitpid(pid[which], NULL, 0);
    pid[which] = 0;
}

/* --- the database --- */

static void postgres(const char *verb, const char *settings) {
    char command[800];
    const char *where = getenv("KIBITZ_TEST_POSTGRESQL_FOLDER");
    const char *script = getenv("KIBITZ_TEST_POSTGRESQL_SCRIPT");
    if (!where || !script) load_die("run it by tests/support/with_postgres");
    (void)snprintf(command, sizeof command, "'%s' %s '%s' %s >/dev/null", script, verb, where,
                   settings);
    if (system(command) != 0) load_die("%s failed", command); /* NOLINT(cert-env33-c) */
}

void load_servers_crash_database(void) {
    postgres("crash", "");
}

void load_servers_start_database(void) {
    const char *settings = getenv("POSTGRES_SETTINGS");
    postgres("start", settings ? settings : "fsync=off");
}

/* --- facts --- */

/* A field of /proc/PID/stat. The name, which ends with the last ')', is the second. */
static unsigned long stat_of(pid_t one, int which) {
    char path[64];
    char line[1000] = "";
    unsigned long value = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)one);
    FILE *f = fopen(path, "r");
    if (f && fgets(line, sizeof line, f)) {
        char *at = strrchr(line, ')');
        for (int field = 2; at && field < which; field++) at = strchr(at + 1, ' ');
        if (at) value = strtoul(at, NULL, 10);
    }
    if (f) (void)fclose(f);
    return value;
}

enum { STAT_PARENT = 4, STAT_USER = 14, STAT_SYSTEM, STAT_CHILDREN_USER, STAT_CHILDREN_SYSTEM };

static double cpu_of(pid_t one) {
    return (double)(stat_of(one, STAT_USER) + stat_of(one, STAT_SYSTEM)) /
           (double)sysconf(_SC_CLK_TCK);
}

/* Its first process, all it has started, and those of them that have ended. */
double load_servers_database_cpu(void) {
    char path[400];
    const char *where = getenv("KIBITZ_TEST_POSTGRESQL_FOLDER");
    int first = 0;
    (void)snprintf(path, sizeof path, "%s/data/postmaster.pid", where ? where : "");
    FILE *f = setup.store && where ? fopen(path, "r") : NULL;
    if (!f || fscanf(f, "%d", &first) != 1) first = 0; /* NOLINT(cert-err34-c) */
    if (f) (void)fclose(f);
    DIR *all = first ? opendir("/proc") : NULL;
    if (!all) return -1;
    double sum = cpu_of(first) + (double)(stat_of(first, STAT_CHILDREN_USER) +
                                          stat_of(first, STAT_CHILDREN_SYSTEM)) /
                                     (double)sysconf(_SC_CLK_TCK);
    for (struct dirent *e; (e = readdir(all)) != NULL;) {
        pid_t one = (pid_t)load_number_at(e->d_name);
        if (one && stat_of(one, STAT_PARENT) == (unsigned long)first) sum += cpu_of(one);
    }
    (void)closedir(all);
    return sum;
}

double load_servers_cpu(void) {
    double sum = 0;
    for (int i = 0; i < setup.count; i++) sum += cpu_of(pid[i]);
    return sum;
}

void load_servers_print_memory(void) {
    for (int i = 0; i < setup.count; i++) {
        char path[64];
        char line[200];
        (void)snprintf(path, sizeof path, "/proc/%d/status", (int)pid[i]);
        FILE *f = fopen(path, "r");
        while (f && fgets(line, sizeof line, f))
            if (strncmp(line, "VmRSS", 5) == 0 || strncmp(line, "VmHWM", 5) == 0)
                printf("%s", line);
        if (f) (void)fclose(f);
    }
}

void load_servers_end(void) {
    for (int i = 0; i < setup.count; i++) (void)kill(pid[i], SIGTERM);
    for (int i = 0; i < setup.count; i++) {
        int ended = 0;
        (void)waitpid(pid[i], &ended, 0);
        pid[i] = 0;
        if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0)
            load_fail("the server ended with %d", ended);
    }
    if (setup.store) return;
    static const char *const tails[] = {"", "-wal", "-shm", "-lock"};
    for (int i = 0; i < 4; i++) {
        char side[420];
        (void)snprintf(side, sizeof side, "%s%s", data, tails[i]);
        (void)unlink(side);
    }
}
