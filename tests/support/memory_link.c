#include "tests/support/memory_link.h"

#include <assert.h>

#include "engine/base/memory.h"
#include "engine/base/threads.h"

enum { MAX_RANKS = 80 };

typedef struct letter {
    struct letter *next;
    int from;
    text bytes;
} letter;

typedef struct inbox {
    memory_net *net;
    int rank;
    letter *first, *last;
} inbox;

struct memory_net {
    mtx_t lock;
    int size;
    inbox in[MAX_RANKS];
};

memory_net *memory_net_create(int size) {
    memory_net *n = mem_alloc(sizeof *n);
    assert(size <= MAX_RANKS);
    if (!n) return NULL;
    (void)mtx_init(&n->lock, mtx_plain);
    n->size = size;
    for (int i = 0; i < size; i++) n->in[i] = (inbox){.net = n, .rank = i};
    return n;
}

static bool take(inbox *in, int *from, text *bytes) {
    letter *l = in->first;
    if (!l) return false;
    in->first = l->next;
    if (!in->first) in->last = NULL;
    *from = l->from;
    *bytes = l->bytes;
    mem_free(l);
    return true;
}

void memory_net_destroy(memory_net *n) {
    int from;
    text bytes;
    for (int i = 0; i < n->size; i++)
        while (take(&n->in[i], &from, &bytes)) text_done(&bytes);
    mtx_destroy(&n->lock);
    mem_free(n);
}

static status send_letter(void *self, int to, text *bytes, error *err) {
    inbox *own = self;
    memory_net *n = own->net;
    letter *l = mem_alloc(sizeof *l);
    if (!l) {
        text_done(bytes);
        return error_set(err, ST_NOMEM, "no memory for a letter");
    }
    *l = (letter){.from = own->rank, .bytes = *bytes};
    (void)mtx_lock(&n->lock);
    inbox *in = &n->in[to];
    if (in->last)
        in->last->next = l;
    else
        in->first = l;
    in->last = l;
    (void)mtx_unlock(&n->lock);
    return ST_OK;
}

static status receive_letter(void *self, int *from, text *bytes, error *err) {
    inbox *own = self;
    (void)err;
    *from = -1;
    *bytes = text_growing();
    (void)mtx_lock(&own->net->lock);
    (void)take(own, from, bytes);
    (void)mtx_unlock(&own->net->lock);
    return ST_OK;
}

static bool all_gone(void *self) {
    (void)self;
    return true;
}

crew_link memory_net_link(memory_net *n, int rank) {
    return (crew_link){.self = &n->in[rank],
                       .rank = rank,
                       .size = n->size,
                       .send = send_letter,
                       .receive = receive_letter,
                       .idle = all_gone};
}
