#ifndef ENGINE_SDK_OBJECT_FILE_H
#define ENGINE_SDK_OBJECT_FILE_H
/* A shared object as a file, looked at before it is opened. The dynamic loader believes what the
 * headers say: it maps what lies after the end of a cut file, and hands out data as a function.
 * A program that uses that is ended by a signal, so it is found out here. */

#include <stddef.h>
#include <stdint.h>

#include "engine/base/status.h"

/* Whether the bytes are an entire shared object for this kind of machine in which `symbol` is a
 * function. ST_UNSUPPORTED says what is wrong with it; `path` is for the sentence alone. Nothing of
 * it is run. */
status object_file_check(const char *data, size_t len, const char *symbol, const char *path,
                         error *err);

/* The same for a file. ST_NOT_FOUND, ST_IO and ST_NOMEM, too. */
status object_file_look(const char *path, const char *symbol, error *err);

/* One that was checked and opened: its code can be called from here on. */
typedef struct object_file {
    void *handle; /* for dlclose() */
    void *symbol;
    uint64_t hash; /* of its bytes */
} object_file;
status object_file_open(object_file *out, const char *path, const char *symbol, error *err);

#endif
