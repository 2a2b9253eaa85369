#ifndef LIB_NATIVE_NATIVE_OBJECT_H
#define LIB_NATIVE_NATIVE_OBJECT_H
/* Rules texts as shared objects: what `kibitz compile` writes for the compiler, and what comes back
 * from it. Objects run with all our rights: who opens one asks first (game_library_allow_native). */

#include "engine/base/file.h"
#include "engine/rules/book/text_library.h"
#include "engine/rules/machine/run.h"

/* A text of which an object is made, and the library that has its games. */
typedef struct native_source {
    const char *name;
    const text *body;
} native_source;

/* Writes the C of all games that a library has into a folder; the files to be compiled are added to
 * *out. */
status native_object_write(const text_library *games, const native_source *texts, size_t count,
                           const char *folder, file_names *out, error *err);

/* Whether the file is such an object; ST_NOMEM. */
status native_object_look(const char *path, bool *is, error *err);

/* Opens one, for good. Whether its code fits what its texts are compiled to by this program is
 * found out; `beside` has games that theirs may be made from. */
status native_object_open(const rb_native_object **out, const char *path,
                          const text_library *beside, error *err);

#endif
