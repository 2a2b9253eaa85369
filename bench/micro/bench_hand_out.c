#include <stdio.h>
#include <string.h>

#include "arena/crew/crew_queue.h"
#include "engine/base/rng.h"

/* How well jobs are shared out among ranks of unequal speed: the queue of crews (the same code that
 * rank 0 runs) in a simulated time. Efficiency is the work that was done, divided by what all ranks
 * could have done from the beginning to the last result. Rank 0 looks for messages once in a while, and
 * so do the ranks; a message takes its time. Exits with 1 below 0.95, unless a rank is ten times slower
 * than another.
 *
 *   bench_hand_out [RANKS [SLOTS [JOBS]]] */

enum { MAX_RANKS = 1024, MAX_SLOTS = 64, MAX_WAITING = 2 * MAX_SLOTS, AHEAD = 16 };

typedef struct sim_rank {
    double speed;
    double done[MAX_SLOTS]; /* when the job of a slot ends; < 0: it has none */
    uint64_t number[MAX_SLOTS];
    double came[MAX_WAITING]; /* jobs that wait, and when they came */
    uint64_t waits[MAX_WAITING];
    int waiting;
} sim_rank;

typedef struct simulation {
    int ranks, slots;
    uint64_t jobs;
    double slowest;    /* speeds lie between this and 1 */
    double spread;     /* of the lengths of jobs: the longest is this many times the shortest */
    double message_ms; /* on its way, and until it is looked at */
    double job_ms;     /* of a rank of speed 1, on average */
} simulation;

static double length_of(const simulation *s, uint64_t job) {
    rng g = rng_stream(7, job);
    double low = 2 / (1 + s->spread);
    double u = (double)(rng_next(&g) >> 11) / 9007199254740992.0;
    return s->job_ms * (low + u * (s->spread - 1) * low);
}

static void begin(const simulation *s, sim_rank *r, int slot, uint64_t job, double now) {
    r->number[slot] = job;
    r->done[slot] = now + length_of(s, job) / r->speed;
}

static void give(const simulation *s, sim_rank *r, uint64_t job, double now) {
    for (int k = 0; k < s->slots; k++)
        if (r->done[k] < 0) {
            begin(s, r, k, job, now + s->message_ms);
            return;
        }
    r->came[r->waiting] = now + s->message_ms;
    r->waits[r->waiting++] = job;
}

/* A slot has ended its job: it takes the next that waits. */
static void next_for(const simulation *s, sim_rank *r, int slot) {
    double now = r->done[slot];
    r->done[slot] = -1;
    if (!r->waiting) return;
    begin(s, r, slot, r->waits[0], now > r->came[0] ? now : r->came[0]);
    r->waiting--;
    memmove(r->waits, r->waits + 1, (size_t)r->waiting * sizeof *r->waits);
    memmove(r->came, r->came + 1, (size_t)r->waiting * sizeof *r->came);
}

/* The slot whose job ends first. */
static bool earliest(const simulation *s, sim_rank *ranks, int *rank, int *slot) {
    double first = -1;
    for (int i = 1; i <= s->ranks; i++)
        for (int k = 0; k < s->slots; k++) {
            double at = ranks[i].done[k];
            if (at < 0 || (first >= 0 && at >= first)) continue;
            first = at;
            *rank = i;
            *slot = k;
        }
    return first >= 0;
}

static double efficiency(const simulation *s) {
    static sim_rank ranks[MAX_RANKS + 1];
    static crew_rank_load load[MAX_RANKS + 1];
    crew_queue q;
    double now = 0;
    double work = 0;
    double power = 0;
    uint64_t job;
    text none;
    memset(ranks, 0, sizeof ranks);
    for (int i = 1; i <= s->ranks; i++) {
        rng g = rng_stream(3, (uint64_t)i);
        double u = (double)(rng_next(&g) >> 11) / 9007199254740992.0;
        ranks[i].speed = s->slowest + (1 - s->slowest) * u;
        power += ranks[i].speed * s->slots;
        load[i] = (crew_rank_load){s->slots, 0};
        for (int k = 0; k < s->slots; k++) ranks[i].done[k] = -1;
    }
    load[0] = (crew_rank_load){0, 0};
    uint64_t window = (uint64_t)s->ranks * (uint64_t)s->slots * AHEAD;
    if (crew_queue_init(&q, 0, s->jobs, window) != ST_OK) return 0;
    while (q.taken < q.end) {
        int rank = 0;
        int slot = 0;
        int to;
        while ((to = crew_queue_rank(load, s->ranks + 1, q.end - q.next)) > 0 &&
               crew_queue_begin(&q, &job)) {
            load[to].given++;
            give(s, &ranks[to], job, now);
        }
        if (!earliest(s, ranks, &rank, &slot)) break;
        job = ranks[rank].number[slot];
        now = ranks[rank].done[slot] + s->message_ms;
        work += length_of(s, job);
        next_for(s, &ranks[rank], slot);
        load[rank].given--;
        none = text_growing();
        crew_queue_put(&q, job, &none);
        while (crew_queue_take(&q, &job, &none)) text_done(&none);
    }
    crew_queue_done(&q);
    return work / (now * power);
}

int main(int argc, char **argv) {
    uint64_t given[3] = {64, 1, 6400};
    for (int i = 1; i < argc && i < 4; i++)
        if (!text_u64(argv[i], 100000000, &given[i - 1]) || given[i - 1] == 0) {
            (void)fprintf(stderr, "usage: bench_hand_out [RANKS [SLOTS [JOBS]]]\n");
            return 2;
        }
    if (given[0] > MAX_RANKS || given[1] > MAX_SLOTS) return 2;
    if (argc < 4) given[2] = given[0] * given[1] * 100;
    static const double slowest[] = {1, 0.5, 0.25, 0.1};
    static const double lengths[] = {5, 50, 1000};
    bool good = true;
    (void)printf("%d ranks of %d slots, %llu jobs; a message takes 1 ms\n", (int)given[0],
                 (int)given[1], (unsigned long long)given[2]);
    (void)printf("slowest rank   longest job    mean job   efficiency\n");
    for (size_t i = 0; i < sizeof slowest / sizeof *slowest; i++)
        for (int spread = 2; spread <= 8; spread += 6)
            for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
                simulation s = {(int)given[0], (int)given[1], given[2], slowest[i], spread, 1,
                                lengths[k]};
                double found = efficiency(&s);
                good &= found >= 0.95 || slowest[i] < 0.25;
                (void)printf("%12.2f %10d times %8.0f ms %12.3f\n", slowest[i], spread, lengths[k],
                             found);
            }
    (void)printf(good ? "0.95 or more, where no rank is ten times slower\n"
                      : "some are below 0.95\n");
    return good ? 0 : 1;
}
