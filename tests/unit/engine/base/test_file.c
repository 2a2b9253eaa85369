#define _POSIX_C_SOURCE 200809L
#include <acutest.h>

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"

static char folder[] = "kibitz-file-XXXXXX";
static char path[64];
static char locked[64];

static void set_up(void) {
    TEST_ASSERT(mkdtemp(folder) != NULL);
    (void)snprintf(path, sizeof path, "%s/data", folder);
    (void)snprintf(locked, sizeof locked, "%s/locked", folder);
}

static void tear_down(void) {
    char inner[80];
    (void)snprintf(inner, sizeof inner, "%s/inner", locked);
    (void)unlink(inner);
    (void)rmdir(locked);
    (void)unlink(path);
    TEST_CHECK_(rmdir(folder) == 0, "nothing is left over in %s", folder);
}

static int holds(const char *want) {
    text t;
    error err;
    int same = file_read(&t, path, 1000, &err) == ST_OK && strcmp(text_string(&t), want) == 0;
    text_done(&t);
    return same;
}

static void test_write_and_read(void) {
    set_up();
    error err;
    TEST_CHECK(file_write(path, "one", 3, &err) == ST_OK && holds("one"));
    TEST_CHECK(file_write(path, "second", 6, &err) == ST_OK && holds("second"));
    TEST_CHECK(file_write(path, "", 0, &err) == ST_OK && holds(""));
    tear_down();
    TEST_CHECK(mem_live() == 0);
}

static void test_limits(void) {
    set_up();
    text t;
    error err;
    TEST_ASSERT(file_write(path, "12345", 5, &err) == ST_OK);
    TEST_CHECK(file_read(&t, path, 5, &err) == ST_OK && t.len == 5);
    text_done(&t);
    TEST_CHECK(file_read(&t, path, 4, &err) == ST_IO && t.len == 0);
    TEST_CHECK(strstr(err.text, "larger than 4 bytes") != NULL);
    mem_fail_at(1);
    TEST_CHECK(file_read(&t, path, 5, &err) == ST_NOMEM && t.len == 0);
    tear_down();
    TEST_CHECK(mem_live() == 0);
}

static void test_missing(void) {
    set_up();
    text t;
    error err;
    TEST_CHECK(file_read(&t, path, 5, &err) == ST_NOT_FOUND);
    TEST_CHECK(strstr(err.text, path) != NULL);
    TEST_CHECK(file_read(&t, folder, 5, &err) == ST_IO); /* a folder cannot be read */
    char beyond[64];
    (void)snprintf(beyond, sizeof beyond, "%s/none/data", folder);
    TEST_CHECK(file_write(beyond, "x", 1, &err) == ST_IO && strstr(err.text, beyond) != NULL);
    tear_down();
}

/* The target is a folder with something in it: the rename fails after everything was written. */
static void test_a_failed_write_changes_nothing(void) {
    set_up();
    error err;
    char inner[80];
    (void)snprintf(inner, sizeof inner, "%s/inner", locked);
    TEST_ASSERT(mkdir(locked, 0755) == 0);
    TEST_ASSERT(file_write(inner, "kept", 4, &err) == ST_OK);
    TEST_CHECK(file_write(locked, "x", 1, &err) == ST_IO);
    TEST_CHECK(access(inner, F_OK) == 0);
    mem_fail_at(1);
    TEST_CHECK(file_write(inner, "lost", 4, &err) == ST_NOMEM);
    if (geteuid() != 0) { /* root may write anywhere */
        TEST_ASSERT(chmod(locked, 0555) == 0);
        TEST_CHECK(file_write(inner, "lost", 4, &err) == ST_IO);
        TEST_CHECK(chmod(locked, 0755) == 0);
    }
    text t;
    TEST_CHECK(file_read(&t, inner, 100, &err) == ST_OK && strcmp(text_string(&t), "kept") == 0);
    text_done(&t);
    tear_down(); /* and no half-written file lies about */
}

static bool begins_with_ours(const char *head) {
    return strncmp(head, "ours", 4) == 0;
}

static void test_files_of_others(void) {
    char old[80];
    error err;
    text t;
    set_up();
    (void)snprintf(old, sizeof old, "%s~", path);
    /* Nothing there, or nothing in it. */
    TEST_CHECK(file_claim(path, begins_with_ours, false, &err) == ST_OK);
    TEST_ASSERT(file_write(path, "", 0, &err) == ST_OK);
    TEST_CHECK(file_claim(path, begins_with_ours, false, &err) == ST_OK && access(old, F_OK) != 0);
    /* Another's is left alone. */
    TEST_ASSERT(file_write(path, "theirs", 6, &err) == ST_OK);
    TEST_CHECK(file_check(path, begins_with_ours, false, &err) == ST_IO);
    TEST_CHECK(file_claim(path, begins_with_ours, false, &err) == ST_IO);
    TEST_CHECK(strstr(err.text, path) && strstr(err.text, "--force") && access(old, F_OK) != 0);
    TEST_CHECK(file_check(path, begins_with_ours, true, &err) == ST_OK && access(old, F_OK) != 0);
    TEST_CHECK(file_claim(path, begins_with_ours, true, &err) == ST_OK && holds("theirs"));
    TEST_CHECK(file_read(&t, old, 100, &err) == ST_OK && strcmp(t.at, "theirs") == 0);
    text_done(&t);
    /* Our own is kept next to it. */
    TEST_ASSERT(file_write(path, "ours 1", 6, &err) == ST_OK);
    TEST_CHECK(file_claim(path, begins_with_ours, false, &err) == ST_OK);
    TEST_CHECK(file_read(&t, old, 100, &err) == ST_OK && strcmp(t.at, "ours 1") == 0);
    text_done(&t);
    /* What is no ordinary file is written to as always. */
    TEST_CHECK(file_claim("/dev/null", begins_with_ours, false, &err) == ST_OK);
    for (uint64_t n = 1; n < 4; n++) {
        mem_fail_at(n);
        (void)file_claim(path, begins_with_ours, false, &err);
        mem_fail_at(0);
        TEST_CHECK(holds("ours 1"));
    }
    (void)unlink(old);
    tear_down();
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"write_and_read", test_write_and_read},
             {"limits", test_limits},
             {"missing", test_missing},
             {"a_failed_write_changes_nothing", test_a_failed_write_changes_nothing},
             {"files_of_others", test_files_of_others},
             {NULL, NULL}};
