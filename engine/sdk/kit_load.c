#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdio.h>

#include "engine/base/file.h"
#include "engine/sdk/kit_state.h"
#include "engine/sdk/object_file.h"

/* Games in shared objects. What is loaded runs inside the program: like a program, it is only to
 * be taken from where one trusts. */

enum { MAX_BYTES = 64 << 20, PATH_SIZE = 4096, SAID_OF_PATH = 80 };

typedef const bw_game *(*entry)(unsigned abi);
static const char entry_name[] = "bw_entry";

/* dlopen() looks for a name without a slash among the system's libraries. */
static status open_object(void **out, const char *path, error *err) {
    char here[PATH_SIZE];
    int n = snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (n < 0 || (size_t)n >= sizeof here)
        return error_set(err, ST_NOT_FOUND, "the path is too long");
    *out = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (*out) return ST_OK;
    const char *why = dlerror();
    size_t len = strlen(here);
    /* "./x.so: undefined symbol: f": the path is said already. */
    if (why && strncmp(why, here, len) == 0 && why[len] == ':')
        why += len + 1 + strspn(why + len + 1, " ");
    /* Of a long path the end says more. */
    len = strlen(path);
    bool cut = len > SAID_OF_PATH;
    return error_set(err, ST_UNSUPPORTED, "%s%s does not load: %.130s", cut ? "..." : "",
                     cut ? path + len - SAID_OF_PATH : path, why ? why : "no reason is known");
}

static status ask_entry(const bw_game **out, void *object, const char *path, error *err) {
    void *symbol = dlsym(object, entry_name);
    if (!symbol) return error_set(err, ST_UNSUPPORTED, "%.120s has no %s", path, entry_name);
    entry ask;
    memcpy(&ask, &symbol, sizeof ask); /* as POSIX promises */
    *out = ask(BW_ABI);
    if (*out) return ST_OK;
    return error_set(err, ST_UNSUPPORTED,
                     "%.120s was made for another version of the kit than %d: compile it again",
                     path, BW_ABI);
}

status kit_load(kit **out, const char *path, error *err) {
    *out = NULL;
    text body;
    status st = file_read(&body, path, MAX_BYTES, err); /* a file that is there, and its hash */
    if (st != ST_OK) return st;
    uint64_t hash = hash_bytes(text_string(&body), body.len, 0);
    st = object_file_check(text_string(&body), body.len, entry_name, path, err);
    text_done(&body);
    void *object = NULL;
    const bw_game *from = NULL;
    if (st == ST_OK) st = open_object(&object, path, err);
    if (st == ST_OK) st = ask_entry(&from, object, path, err);
    if (st == ST_OK) st = kit_create(out, from, err);
    if (st == ST_OK) {
        (*out)->object = object;
        (*out)->hash = hash;
        return ST_OK;
    }
    if (object) (void)dlclose(object);
    return st;
}

bool kit_is_stale(const kit *now, const kit *old) {
    return now->object && now->object == old->object && now->hash != old->hash;
}
