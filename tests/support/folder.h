#ifndef TESTS_SUPPORT_FOLDER_H
#define TESTS_SUPPORT_FOLDER_H
/* A folder of a test's own, made and removed by it, and what is in its files. One at a time. */

#include <stdbool.h>

void folder_make(void);
void folder_remove(void); /* with all that is in it */

/* The path of a file in it; good for the next three calls. */
const char *folder_path(const char *name);

bool folder_file_has(const char *name, const char *phrase);
bool folder_files_same(const char *a, const char *b);

#endif
