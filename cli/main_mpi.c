#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>

#include "arena/crew/crew_ranks.h"
#include "arena/crew/crew_worker.h"
#include "arena/mpi/mpi_link.h"
#include "cli/build_info.h"
#include "cli/cli.h"
#include "cli/crew_tasks.h"
#include "engine/base/file.h"

/* `kibitz-mpi`: the same program and command line under mpirun. Rank 0 runs the command; the others
 * do what it hands out. docs/cluster.md is the page for users. */

enum { GOODBYE_MS = 6000 };

static int complain(const error *e) {
    return cli_fail("over MPI", e);
}

static int run_rank_0(const crew_link *link, int argc, char **argv, bool *together) {
    error e;
    crew_ranks *ranks = NULL;
    crew_ranks_setup s = {
        .link = *link, .program = build_info_get()->program, .describe = crew_tasks_describe};
    if (link->size == 1) return cli_main(argc, argv);
    status st = crew_ranks_create(&ranks, &s, &e);
    if (st != ST_OK) return complain(&e);
    crew_ranks_use(ranks);
    int code = cli_main(argc, argv);
    *together = crew_ranks_quit(ranks, GOODBYE_MS);
    crew_ranks_destroy(ranks);
    return code;
}

static int run_rank(const crew_link *link, bool *together) {
    error e;
    char host[MPI_HOST_SIZE];
    mpi_link_host(host);
    crew_worker_setup s = {.link = *link,
                           .host = host,
                           .world = crew_tasks_world(),
                           .tasks = crew_tasks_list,
                           .prepare = crew_tasks_prepare};
    /* A job that is to end is told so as one: rank 0 ends its work and sends the others home. */
    (void)signal(SIGINT, SIG_IGN);
    (void)signal(SIGTERM, SIG_IGN);
    (void)signal(SIGPIPE, SIG_IGN);
    file_forbid(); /* files are for rank 0 */
    status st = crew_worker_serve(&s, &e);
    if (st == ST_BUSY) return EXIT_DONE; /* a program at its pipes is slow: it ends with us */
    *together = st == ST_OK;
    return st == ST_OK ? EXIT_DONE : complain(&e);
}

/* MPI makes threads: a signal that one of them got would end the process before rank 0 could save what
 * is done (cli_on_interrupt). They inherit that these are not for them. */
static status start(int *argc, char ***argv, crew_link *out, error *err) {
    sigset_t set;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
    status st = mpi_link_start(argc, argv, out, err);
    (void)pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    return st;
}

int main(int argc, char **argv) {
    crew_link link;
    error e;
    bool together = true;
    if (start(&argc, &argv, &link, &e) != ST_OK) return complain(&e);
    int code =
        link.rank == 0 ? run_rank_0(&link, argc, argv, &together) : run_rank(&link, &together);
    mpi_link_end(together, code);
    return code;
}
