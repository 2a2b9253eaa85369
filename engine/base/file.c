#define _POSIX_C_SOURCE 200809L
#include "engine/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/memory.h"

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
    *out = text_growing();
    bool standard = strcmp(path, "-") == 0;
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
