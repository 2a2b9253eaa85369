#define _POSIX_C_SOURCE 200809L
#include "arena/mpi/mpi_link.h"

#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena/crew/crew_message.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"

enum { TAG = 28, END_SECONDS = 10 };

/* Bytes under way. */
typedef struct parcel {
    struct parcel *next;
    MPI_Request request;
    text bytes;
    int from;
} parcel;

/* One a process, as MPI itself is. */
typedef struct mpi_link {
    MPI_Comm comm;
    parcel *sending;
    parcel *coming; /* NULL: none */
} mpi_link;

static mpi_link only;

static status failed(const char *what, int code, error *err) {
    char why[MPI_MAX_ERROR_STRING] = "";
    int len = 0;
    (void)MPI_Error_string(code, why, &len);
    return error_set(err, ST_IO, "MPI: %s: %.160s", what, why);
}

static void parcel_done(parcel *p) {
    text_done(&p->bytes);
    mem_free(p);
}

/* --- sending --- */

/* Ends what is gone. */
static status sweep(mpi_link *l, error *err) {
    parcel **at = &l->sending;
    while (*at) {
        int gone = 0;
        parcel *p = *at;
        int code = MPI_Test(&p->request, &gone, MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS) return failed("a message cannot be sent", code, err);
        if (!gone) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        parcel_done(p);
    }
    return ST_OK;
}

static status link_send(void *self, int to, text *bytes, error *err) {
    mpi_link *l = self;
    assert(bytes->len <= CREW_MAX_MESSAGE);
    parcel *p = mem_alloc(sizeof *p);
    if (!p) {
        text_done(bytes);
        return error_set(err, ST_NOMEM, "no memory for a message");
    }
    p->bytes = *bytes;
    /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): sweep() tests until it is gone */
    int code = MPI_Isend(p->bytes.at, (int)p->bytes.len, MPI_BYTE, to, TAG, l->comm, &p->request);
    if (code != MPI_SUCCESS) {
        parcel_done(p);
        /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): nothing was begun */
        return failed("a message cannot be sent", code, err);
    }
    p->next = l->sending;
    l->sending = p;
    return sweep(l, err); /* NOLINT(clang-analyzer-optin.mpi.MPI-Checker) */
}

static bool link_idle(void *self) {
    mpi_link *l = self;
    return sweep(l, NULL) != ST_OK || !l->sending;
}

/* --- receiving --- */

/* Begins to receive the next message, if there is one. Its length is what MPI says, not what is
 * written in it. */
static status begin_receiving(mpi_link *l, error *err) {
    MPI_Message message;
    MPI_Status about;
    int there = 0;
    int len = 0;
    int code = MPI_Improbe(MPI_ANY_SOURCE, TAG, l->comm, &there, &message, &about);
    if (code == MPI_SUCCESS && !there) return ST_OK;
    if (code == MPI_SUCCESS) code = MPI_Get_count(&about, MPI_BYTE, &len);
    if (code != MPI_SUCCESS) return failed("no message can be received", code, err);
    if (len < 0 || len > CREW_MAX_MESSAGE)
        return error_set(err, ST_IO, "rank %d sent a message of %d bytes", about.MPI_SOURCE, len);
    parcel *p = mem_alloc(sizeof *p);
    if (!p) return error_set(err, ST_NOMEM, "no memory for a message");
    p->bytes = text_growing();
    p->from = about.MPI_SOURCE;
    text_repeat(&p->bytes, '\0', len);
    if (p->bytes.cut) {
        parcel_done(p);
        return error_set(err, ST_NOMEM, "no memory for a message of %d bytes", len);
    }
    code = MPI_Imrecv(p->bytes.at, len, MPI_BYTE, &message, &p->request);
    if (code != MPI_SUCCESS) {
        parcel_done(p);
        return failed("no message can be received", code, err);
    }
    l->coming = p;
    return ST_OK;
}

static status link_receive(void *self, int *from, text *bytes, error *err) {
    mpi_link *l = self;
    int here = 0;
    *from = -1;
    *bytes = text_growing();
    status st = sweep(l, err);
    if (st == ST_OK && !l->coming) st = begin_receiving(l, err);
    if (st != ST_OK || !l->coming) return st;
    parcel *p = l->coming;
    int code = MPI_Test(&p->request, &here, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) return failed("a message is lost", code, err);
    if (!here) return ST_OK;
    *from = p->from;
    *bytes = p->bytes;
    mem_free(p);
    l->coming = NULL;
    return ST_OK;
}

/* --- beginning and end --- */

status mpi_link_start(int *argc, char ***argv, crew_link *out, error *err) {
    int given = 0;
    int code = MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &given);
    if (code != MPI_SUCCESS) return failed("it does not start", code, err);
    *out =
        (crew_link){.self = &only, .send = link_send, .receive = link_receive, .idle = link_idle};
    if (given < MPI_THREAD_FUNNELED)
        return error_set(err, ST_UNSUPPORTED, "MPI: this one cannot be used with threads");
    code = MPI_Comm_dup(MPI_COMM_WORLD, &only.comm);
    if (code == MPI_SUCCESS) code = MPI_Comm_set_errhandler(only.comm, MPI_ERRORS_RETURN);
    if (code == MPI_SUCCESS) code = MPI_Comm_rank(only.comm, &out->rank);
    if (code == MPI_SUCCESS) code = MPI_Comm_size(only.comm, &out->size);
    return code == MPI_SUCCESS ? ST_OK : failed("it does not start", code, err);
}

void mpi_link_host(char out[MPI_HOST_SIZE]) {
    if (gethostname(out, MPI_HOST_SIZE) != 0) (void)snprintf(out, MPI_HOST_SIZE, "?");
    out[MPI_HOST_SIZE - 1] = '\0';
}

static int end_anyway(void *code) {
    struct timespec t = {.tv_sec = END_SECONDS};
    (void)nanosleep(&t, NULL);
    _exit(*(int *)code);
}

void mpi_link_end(bool together, int code) {
    static int at_last; /* outlives this call */
    thrd_t guard;
    at_last = code;
    (void)fflush(NULL);
    (void)thrd_create(&guard, end_anyway, &at_last);
    if (!together) (void)MPI_Abort(MPI_COMM_WORLD, code);
    (void)MPI_Finalize();
}
