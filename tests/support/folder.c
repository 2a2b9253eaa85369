#define _POSIX_C_SOURCE 200809L
#include "tests/support/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/file.h"

enum { PATHS = 4, PATH_SIZE = 128, MAX_FILES = 100, MAX_BYTES = 1 << 24 };

static char folder[64];

void folder_make(void) {
    (void)snprintf(folder, sizeof folder, "/tmp/kibitz-test-XXXXXX");
    if (!mkdtemp(folder)) folder[0] = '\0'; /* then no file can be written, which tests see */
}

static void remove_all(const char *path) {
    file_names names;
    error e;
    if (file_list(&names, path, "", MAX_FILES, &e) == ST_OK)
        for (size_t i = 0; i < names.count; i++)
            if (unlink(names.at[i]) != 0 && file_is_folder(names.at[i])) remove_all(names.at[i]);
    file_names_done(&names);
    (void)rmdir(path);
}

void folder_remove(void) {
    remove_all(folder);
}

const char *folder_path(const char *name) {
    static char buf[PATHS][PATH_SIZE];
    static int turn;
    char *at = buf[turn++ % PATHS];
    (void)snprintf(at, PATH_SIZE, "%s/%s", folder, name);
    return at;
}

bool folder_file_has(const char *name, const char *phrase) {
    text body;
    error e;
    bool has = file_read(&body, folder_path(name), MAX_BYTES, &e) == ST_OK &&
               strstr(text_string(&body), phrase) != NULL;
    text_done(&body);
    return has;
}

bool folder_files_same(const char *a, const char *b) {
    text x;
    text y;
    error e;
    bool there = file_read(&x, folder_path(a), MAX_BYTES, &e) == ST_OK;
    there = file_read(&y, folder_path(b), MAX_BYTES, &e) == ST_OK && there;
    bool same = there && x.len == y.len && memcmp(x.at, y.at, x.len) == 0;
    text_done(&x);
    text_done(&y);
    return same;
}
