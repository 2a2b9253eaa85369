#include "eval/net/net_library.h"

#include <stdatomic.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/threads.h"
#include "eval/nets/net_files.h"

typedef struct loaded_net {
    uint64_t hash; /* of all bytes of the file */
    net *net;
} loaded_net;

/* Its lock is held for a walk over some pointers. */
static struct {
    loaded_net *at;
    size_t count, cap, bytes;
} library;
static atomic_flag library_lock = ATOMIC_FLAG_INIT;

static void lock(void) {
    while (atomic_flag_test_and_set_explicit(&library_lock, memory_order_acquire)) thrd_yield();
}

static void unlock(void) {
    atomic_flag_clear_explicit(&library_lock, memory_order_release);
}

static const net *find(uint64_t hash) {
    for (size_t i = 0; i < library.count; i++)
        if (library.at[i].hash == hash) return library.at[i].net;
    return NULL;
}

/* Puts it there, unless another thread has done so by now: then that one is returned. NULL: there
 * is no memory left for it. */
static const net *add(net *n, uint64_t hash, size_t bytes) {
    const net *there = find(hash);
    if (there || library.bytes + bytes > NET_LIBRARY_BYTES ||
        MEM_GROW(library.at, library.cap, library.count + 1) != ST_OK)
        return there;
    library.at[library.count++] = (loaded_net){hash, n};
    library.bytes += bytes;
    return n;
}

status net_library_read(const net **out, const char *data, size_t len, error *err) {
    uint64_t hash = hash_bytes(data, len, 1);
    net *n = NULL;
    lock();
    *out = find(hash);
    unlock();
    if (*out) return ST_OK;
    size_t before = mem_here();
    status st = net_read(&n, data, len, err);
    if (st != ST_OK) return st;
    lock();
    *out = add(n, hash, len);
    unlock();
    if (*out == n) mem_exempt(mem_here() - before); /* others take and return memory meanwhile */
    if (*out != n) net_destroy(n);
    if (*out) return ST_OK;
    return error_set(err, ST_NOMEM, "no memory for a net: all of them may have %d MiB",
                     NET_LIBRARY_BYTES >> 20);
}

status net_library_load(const net **out, const char *path, error *err) {
    enum { HEADER = 4096 };
    text data;
    error why;
    status st = file_read(&data, path, NET_MAX_BYTES + HEADER, err);
    if (st != ST_OK) return st;
    st = net_library_read(out, text_string(&data), data.len, &why);
    text_done(&data);
    return st == ST_OK ? st : error_set(err, st, "%.80s: %.150s", path, why.text);
}

const net *net_library_shipped(const rules *r) {
    size_t len = strlen(r->game->name);
    const net *n;
    for (const embedded_file *f = net_files; f->name; f++) {
        if (strncmp(f->name, r->game->name, len) != 0 || strcmp(f->name + len, ".net") != 0)
            continue;
        if (net_library_read(&n, (const char *)f->at, *f->size, NULL) == ST_OK &&
            net_fits(n, r, NULL) == ST_OK)
            return n;
    }
    return NULL;
}
