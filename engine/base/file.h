#ifndef ENGINE_BASE_FILE_H
#define ENGINE_BASE_FILE_H
/* Whole files, read with a limit and written all or nothing. */

#include "engine/base/status.h"
#include "engine/base/text.h"

/* Reads a whole file of at most `limit` bytes into *out (growing, the caller ends it).
 * ST_NOT_FOUND, ST_IO or ST_NOMEM leave *out empty. "-" is standard input. */
status file_read(text *out, const char *path, size_t limit, error *err);

/* Writes beside the target, syncs and renames: after a crash the old file or the new one is there,
 * never a part of either. */
status file_write(const char *path, const char *data, size_t len, error *err);

#endif
