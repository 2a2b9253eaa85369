/* How many tables several servers on one PostgreSQL database can serve: a simulation whose inputs are
 * what an act costs, as web_load and bench/scale measure it (docs/scale.md).
 *
 *     scale_rooms [name=VALUE]...       times in milliseconds
 *
 * The model is that of web/store/postgres_writer.c. Acts arrive at random at each server; its thread
 * that writes takes all that wait, waits for the row that counts the events, holds it for one
 * transaction, then hears what others wrote meanwhile and finishes its own. One server at a time
 * holds the row of a database; `shards` databases have tables and servers of their own. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SERVERS = 4096, MAX_TOGETHER = 1024, SECONDS = 20, WARM_SECONDS = 4 };

typedef struct costs {
    double fsync, fsync_slow; /* mostly, and once in a while (3 of 100) */
    double trip;              /* to the database and back */
    double begin;             /* of a transaction, in the database, without fsync */
    double act;               /* one more act in it */
    double own;               /* the server's part of an act, on the thread that writes */
    double heard;             /* an act of another server */
    double pause;             /* between two acts of a table */
    double rooms, servers, shards;
    double limit; /* the p99 that is still good */
} costs;

typedef struct server {
    double next;        /* the next act that arrives */
    double free_at;     /* its thread that writes */
    uint64_t heard;     /* acts of the database that it knows */
    double *queue;      /* arrivals that wait */
    size_t first, last; /* of the queue */
    size_t cap;
} server;

typedef struct outcome {
    double p50, p99;
    double lock, writer; /* how much of the time the row is held, and a server's thread busy */
    double batch;        /* acts of a transaction */
} outcome;

static uint64_t state = 88172645463325252U;

static double draw(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return ((double)(state >> 11) + 0.5) / 9007199254740992.0;
}

static double gap(double rate) { /* acts a millisecond */
    return -log(draw()) / rate;
}

static void arrive(server *s, double until, double rate) {
    while (s->next <= until) {
        if (s->last == s->cap) {
            if (s->first) {
                memmove(s->queue, s->queue + s->first, (s->last - s->first) * sizeof *s->queue);
                s->last -= s->first;
                s->first = 0;
            }
            if (s->last == s->cap) {
                s->cap = s->cap ? s->cap * 2 : 1024;
                s->queue = realloc(s->queue, s->cap * sizeof *s->queue);
                if (!s->queue) exit(3);
            }
        }
        s->queue[s->last++] = s->next;
        s->next += gap(rate);
    }
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* When a server asks for the row next: something has arrived, and what others wrote is heard. */
static double asks_at(const server *s, const costs *c, uint64_t total) {
    double arrival = s->first < s->last ? s->queue[s->first] : s->next;
    double ready = s->free_at + c->heard * (double)(total - s->heard);
    return arrival > ready ? arrival : ready;
}

static outcome simulate(const costs *c) {
    static server list[MAX_SERVERS];
    int n = (int)(c->servers / c->shards);
    double rate = c->rooms / c->shards / c->pause / n; /* of one server */
    size_t cap = (size_t)(rate * n * SECONDS * 1500) + 1000, done = 0;
    double *took = malloc(cap * sizeof *took);
    if (!took) exit(3);
    double row_free = 0, held = 0, busy = 0;
    uint64_t total = 0, transactions = 0;
    for (int i = 0; i < n; i++) list[i] = (server){.next = gap(rate)};
    for (;;) {
        int at = 0;
        for (int i = 1; i < n; i++)
            if (asks_at(&list[i], c, total) < asks_at(&list[at], c, total)) at = i;
        server *s = &list[at];
        double asked = asks_at(s, c, total);
        if (asked > SECONDS * 1000.0) break;
        arrive(s, asked, rate);
        size_t acts = s->last - s->first < MAX_TOGETHER ? s->last - s->first : MAX_TOGETHER;
        double start = asked > row_free ? asked : row_free;
        double sync = draw() < 0.97 ? c->fsync : c->fsync_slow;
        double end = start + 3 * c->trip + c->begin + c->act * (double)acts + sync;
        row_free = end;
        held += end - start;
        transactions++;
        double finish = end + c->heard * (double)(total - s->heard);
        for (size_t i = 0; i < acts; i++) {
            finish += c->own;
            if (s->queue[s->first + i] > WARM_SECONDS * 1000.0 && done < cap)
                took[done++] = finish - s->queue[s->first + i];
        }
        busy += finish - asked;
        s->first += acts;
        total += acts;
        s->heard = total;
        s->free_at = finish;
    }
    /* What arrives faster than it is done waits for ever. */
    double expected = rate * n * SECONDS * 1000.0;
    bool behind = (double)total < 0.9 * expected - 4 * sqrt(expected);
    qsort(took, done, sizeof *took, compare);
    outcome o = {.p50 = behind ? INFINITY
                        : done ? took[done / 2]
                               : 0,
                 .p99 = behind ? INFINITY
                        : done ? took[(size_t)((double)done * 0.99)]
                               : 0,
                 .lock = held / (SECONDS * 1000.0),
                 .writer = busy / (SECONDS * 1000.0) / n,
                 .batch = transactions ? (double)total / (double)transactions : 0};
    for (int i = 0; i < n; i++) free(list[i].queue);
    free(took);
    return o;
}

/* The most tables with a p99 within the limit, to one part in twenty. */
static double most_rooms(costs c) {
    double good = 0, bad = 1e7;
    c.rooms = 100;
    while (c.rooms <= bad && simulate(&c).p99 <= c.limit) {
        good = c.rooms;
        c.rooms *= 2;
    }
    if (c.rooms <= bad) bad = c.rooms;
    while (bad - good > good / 20 && good) {
        c.rooms = (good + bad) / 2;
        if (simulate(&c).p99 > c.limit)
            bad = c.rooms;
        else
            good = c.rooms;
    }
    return good;
}

static double *field(costs *c, const char *name) {
    const struct {
        const char *name;
        double *at;
    } all[] = {{"fsync", &c->fsync},   {"fsync_slow", &c->fsync_slow},
               {"trip", &c->trip},     {"begin", &c->begin},
               {"act", &c->act},       {"own", &c->own},
               {"heard", &c->heard},   {"pause", &c->pause},
               {"rooms", &c->rooms},   {"servers", &c->servers},
               {"shards", &c->shards}, {"limit", &c->limit}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0) return all[i].at;
    return NULL;
}

static void read_word(costs *c, char *word) {
    char *equals = strchr(word, '='), *end = NULL;
    if (equals) *equals = '\0';
    double *into = equals ? field(c, word) : NULL;
    double value = equals ? strtod(equals + 1, &end) : 0;
    if (!into || !end || *end || end == equals + 1 || !(value >= 0) || value > 1e9) {
        fprintf(stderr, "scale_rooms: %s is no name=VALUE of an input\n", word);
        exit(2);
    }
    *into = value;
}

int main(int argc, char **argv) {
    /* docs/scale.md: as measured there */
    costs c = {.fsync = 4,
               .fsync_slow = 14,
               .trip = 0.15,
               .begin = 0.56,
               .act = 0.09,
               .own = 0.12,
               .heard = 0.08,
               .pause = 10000,
               .rooms = 0,
               .servers = 2,
               .shards = 1,
               .limit = 80};
    for (int i = 1; i < argc; i++) read_word(&c, argv[i]);
    if (c.shards < 1 || c.servers < c.shards || c.servers / c.shards > MAX_SERVERS || c.pause < 1) {
        fprintf(stderr, "scale_rooms: every shard needs 1 to %d servers, pause at least 1\n",
                (int)MAX_SERVERS);
        return 2;
    }
    printf("%10s %8s %7s %9s %9s %7s %8s %7s\n", "rooms", "servers", "shards", "p50 ms", "p99 ms",
           "batch", "row", "writer");
    const double sizes[] = {100, 10000, 1000000};
    for (int i = 0; i < 3; i++) {
        costs one = c;
        if (c.rooms > 0 && i) break;
        if (c.rooms <= 0) one.rooms = sizes[i];
        outcome o = simulate(&one);
        printf("%10.0f %8.0f %7.0f %9.1f %9.1f %7.1f %7.0f%% %6.0f%%\n", one.rooms, one.servers,
               one.shards, o.p50, o.p99, o.batch, 100 * o.lock, 100 * o.writer);
    }
    printf("most tables with a p99 within %.0f ms: %.0f\n", c.limit, most_rooms(c));
    return 0;
}
