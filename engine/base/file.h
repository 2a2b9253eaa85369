#ifndef ENGINE_BASE_FILE_H
#define ENGINE_BASE_FILE_H
/* Whole files, read with a limit and written all or nothing. */

#include "engine/base/status.h"
#include "engine/base/text.h"

/* Reads an entire file of at most `limit` bytes into *out (growing, the caller ends it).
 * ST_NOT_FOUND, ST_IO or ST_NOMEM leave *out empty. "-" is standard input. */
status file_read(text *out, const char *path, size_t limit, error *err);

/* From now on what file_read() reads comes from there, for the entire process; NULL: from the disk
 * again. For a rank of a program that runs on several machines: files are those of rank 0. */
typedef status (*file_source)(void *self, text *out, const char *path, size_t limit, error *err);
void file_read_from(file_source source, void *self);

/* Writes next to the target, syncs and renames: after a crash the old file or the new one is there,
 * never a part of either. */
status file_write(const char *path, const char *data, size_t len, error *err);

/* From now on nothing here opens, lists or writes a file: ST_UNSUPPORTED. For the entire
 * process, for good; standard input is no file. For programs that obey strangers, after all
 * other checks. */
void file_forbid(void);
/* Whether a file that begins like this is one of those we write. */
typedef bool (*file_recogniser)(const char *head);

/* Whether the file may be written: one that is there and that we did not write may not, unless
 * `force` is set. Where there is none, an empty one, or something that is no ordinary file, it
 * may. */
status file_check(const char *path, file_recogniser ours, bool force, error *err);

/* The same, right before a file is written for the first time: what is there is kept as path~. */
status file_claim(const char *path, file_recogniser ours, bool force, error *err);

/* --- folders --- */

typedef struct file_names {
    char **at; /* paths, owned */
    size_t count, cap;
} file_names;

/* Makes a folder, unless it is there. `only_owner`: no one else may look inside. */
status file_make_folder(const char *path, bool only_owner, error *err);
bool file_is_folder(const char *path);
bool file_exists(const char *path); /* something of that name is there */

/* The files of a folder whose names end in `suffix`, as paths sorted by name; hidden ones aside. At
 * most `most`: more are an error. The caller ends *out with file_names_done() in any case. */
status file_list(file_names *out, const char *folder, const char *suffix, size_t most, error *err);
status file_names_add(file_names *out, const char *path, error *err);
void file_names_done(file_names *names);

#endif
