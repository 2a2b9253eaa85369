#define _POSIX_C_SOURCE 200809L
#include "engine/base/file.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/memory.h"

static atomic_bool forbidden;

void file_forbid(void) {
    atomic_store(&forbidden, true);
}

static file_source other_source; /* set before other threads run */
static void *other_self;

void file_read_from(file_source source, void *self) {
    other_source = source;
    other_self = self;
}

static status refuse(const char *path, error *err) {
    return error_set(err, ST_UNSUPPORTED, "no file is opened here, and %.120s is one", path);
}

static status read_all(text *out, int fd, const char *path, size_t limit, error *err) {
    char block[8192];
    for (;;) {
        ssize_t n = read(fd, block, sizeof block);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return error_set(err, ST_IO, "cannot read %s: %s", path, strerror(errno));
        if (n == 0) return ST_OK;
        if (out->len + (size_t)n > limit)
            return error_set(err, ST_IO, "%s is larger than %zu bytes", path, limit);
        text_putn(out, block, (size_t)n);
        if (out->cut) return error_set(err, ST_NOMEM, "no memory to read %s", path);
    }
}

status file_read(text *out, const char *path, size_t limit, error *err) {
    assert(out && path && limit > 0);
    *out = text_growing();
    bool standard = strcmp(path, "-") == 0;
    if (other_source) return other_source(other_self, out, path, limit, err);
    if (!standard && atomic_load(&forbidden)) return refuse(path, err);
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return error_set(err, errno == ENOENT ? ST_NOT_FOUND : ST_IO, "cannot open %s: %s", path,
                         strerror(errno));
    status st = read_all(out, fd, path, limit, err);
    if (!standard) (void)close(fd);
    if (st != ST_OK) text_done(out);
    return st;
}

static bool write_all(int fd, const char *data, size_t len) {
    while (len) {
        ssize_t n = write(fd, data, len);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        data += n;
        len -= (size_t)n;
    }
    return true;
}

/* The directory entry must reach the disk as well, or the rename may be lost with the power. */
static void sync_folder(const char *path) {
    char folder[1024] = ".";
    const char *slash = strrchr(path, '/');
    if (slash && (size_t)(slash - path) < sizeof folder) {
        size_t n = slash == path ? 1 : (size_t)(slash - path);
        memcpy(folder, path, n);
        folder[n] = '\0';
    }
    int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd);
    (void)close(fd);
}

status file_write(const char *path, const char *data, size_t len, error *err) {
    assert(path && (data || len == 0));
    if (atomic_load(&forbidden)) return refuse(path, err);
    text beside = text_growing();
    text_format(&beside, "%s.XXXXXX", path);
    if (beside.cut) {
        text_done(&beside);
        return error_set(err, ST_NOMEM, "no memory to write %s", path);
    }
    int fd = mkstemp(beside.at);
    bool ok = fd >= 0 && write_all(fd, data, len) && fchmod(fd, 0644) == 0 && fsync(fd) == 0;
    int failure = errno;
    if (fd >= 0 && close(fd) != 0 && ok) {
        ok = false;
        failure = errno;
    }
    if (ok && rename(beside.at, path) != 0) {
        ok = false;
        failure = errno;
    }
    if (!ok && fd >= 0) (void)unlink(beside.at);
    text_done(&beside);
    if (!ok) return error_set(err, ST_IO, "cannot write %s: %s", path, strerror(failure));
    sync_folder(path);
    return ST_OK;
}

/* --- files that are there already --- */

static status keep_copy(const char *path, const text *data, error *err) {
    text beside = text_growing();
    text_format(&beside, "%s~", path);
    status st = beside.cut ? error_set(err, ST_NOMEM, "no memory to keep %s", path)
                           : file_write(text_string(&beside), text_string(data), data->len, err);
    text_done(&beside);
    return st;
}

/* Reads what would be lost; *out is empty where that is nothing. */
static status read_old(text *out, const char *path, file_recogniser ours, bool force, error *err) {
    enum { MAX_OLD_BYTES = 0x7fffffff };
    struct stat info;
    *out = text_growing();
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0) return ST_OK;
    status st = file_read(out, path, MAX_OLD_BYTES, err);
    if (st != ST_OK || force || ours(text_string(out))) return st;
    return error_set(err, ST_IO,
                     "%.120s is there and was not written by kibitz: name another file, or replace "
                     "it with --force",
                     path);
}

status file_check(const char *path, file_recogniser ours, bool force, error *err) {
    text old;
    status st = read_old(&old, path, ours, force, err);
    text_done(&old);
    return st;
}

status file_claim(const char *path, file_recogniser ours, bool force, error *err) {
    text old;
    status st = read_old(&old, path, ours, force, err);
    if (st == ST_OK && old.len) st = keep_copy(path, &old, err);
    text_done(&old);
    return st;
}

/* --- folders --- */

status file_make_folder(const char *path, bool only_owner, error *err) {
    enum { OWNER = 0700, ALL = 0777 };
    if (atomic_load(&forbidden)) return refuse(path, err);
    if (mkdir(path, only_owner ? OWNER : ALL) == 0) return ST_OK;
    int why = errno;
    if (why == EEXIST && file_is_folder(path)) return ST_OK;
    return error_set(err, ST_IO, "the folder %.120s cannot be made: %s", path, strerror(why));
}

bool file_is_folder(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool file_exists(const char *path) {
    struct stat st;
    return stat(path, &st) == 0;
}

status file_names_add(file_names *out, const char *path, error *err) {
    assert(path && out->count <= out->cap);
    char *copy = mem_string(path);
    if (copy && MEM_GROW(out->at, out->cap, out->count + 1) == ST_OK) {
        out->at[out->count++] = copy;
        return ST_OK;
    }
    mem_free(copy);
    return error_set(err, ST_NOMEM, "no memory for the name of a file");
}

void file_names_done(file_names *names) {
    for (size_t i = 0; i < names->count; i++) mem_free(names->at[i]);
    mem_free(names->at);
    *names = (file_names){0};
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static status add_entry(file_names *out, const char *folder, const char *name, size_t max,
                        error *err) {
    if (out->count == max)
        return error_set(err, ST_IO, "%.120s has more than %zu such files", folder, max);
    text path = text_growing();
    size_t n = strlen(folder);
    text_format(&path, "%s%s%s", folder, n && folder[n - 1] == '/' ? "" : "/", name);
    status st = path.cut ? error_set(err, ST_NOMEM, "no memory for the name of a file")
                         : file_names_add(out, text_string(&path), err);
    text_done(&path);
    return st;
}

status file_list(file_names *out, const char *folder, const char *suffix, size_t max, error *err) {
    *out = (file_names){0};
    if (atomic_load(&forbidden)) return refuse(folder, err);
    DIR *d = opendir(folder);
    if (!d)
        return error_set(err, errno == ENOENT ? ST_NOT_FOUND : ST_IO, "cannot open %.120s: %s",
                         folder, strerror(errno));
    status st = ST_OK;
    size_t tail = strlen(suffix);
    for (struct dirent *e; st == ST_OK && (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        if (e->d_name[0] == '.' || n < tail || strcmp(e->d_name + n - tail, suffix) != 0) continue;
        st = add_entry(out, folder, e->d_name, max, err);
    }
    (void)closedir(d);
    if (out->count) qsort(out->at, out->count, sizeof *out->at, by_name);
    return st;
}
